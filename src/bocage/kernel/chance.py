"""Dice and draws that both players can check afterwards.

Draw number n of a game is SHA-256 of the seed and n, scaled to the number of sides. Nothing
else enters, so whoever knows the seed can recompute every die, and whoever knows only the
dice so far cannot foresee the next.

>>> chance = Chance.from_seed("1944")
>>> [chance.die() for _ in range(5)]
[1, 5, 6, 1, 6]
"""

from __future__ import annotations

from hashlib import sha256

from bocage.kernel.errors import RecordError


def seed_hash(seed: str) -> str:
    """The promise shown before a game: it fixes the seed without telling it."""
    return sha256(b"bocage seed " + seed.encode()).hexdigest()


def key_of(seed: str) -> bytes:
    """The key from which the draws of a seed are made."""
    return sha256(b"bocage chance " + seed.encode()).digest()


class Chance:
    """The one source of chance in a game's state."""

    __slots__ = ("count", "hushed", "key", "log", "recorded", "script")

    def __init__(self, key: bytes | None, count: int = 0, script: tuple[str, ...] | None = None) -> None:
        self.key = key
        self.count = count
        self.script = script
        self.log: list[str] = []
        self.hushed = False  # nothing is logged
        self.recorded: tuple[str, ...] = ()  # while a recorded reseeding is repeated: what was drawn anew then

    @classmethod
    def from_seed(cls, seed: str, given: tuple[str, ...] = ()) -> Chance:
        """Chance that follows from a seed, after outcomes that are given: the past of a game that branched off."""
        return cls(key_of(seed), 0, given or None)

    @classmethod
    def scripted(cls, outcomes: tuple[str, ...]) -> Chance:
        """Chance that repeats recorded outcomes, for records whose seed is not public."""
        return cls(None, 0, outcomes)

    @property
    def is_given(self) -> bool:
        """Whether the next outcome is known already: recorded, or taken over from another game."""
        return self.script is not None and self.count < len(self.script)

    def copy(self) -> Chance:
        """A copy that will give the same results."""
        twin = Chance(self.key, self.count, self.script)
        twin.log = self.log.copy()
        twin.hushed = self.hushed
        return twin

    def die(self) -> int:
        """One six-sided die."""
        return self._draw("die", 6) + 1

    def pick(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""
        return self._draw("pick", n)

    def _draw(self, kind: str, sides: int) -> int:
        if self.script is not None and (self.key is None or self.is_given):
            value = self._scripted(kind, sides)
        elif self.key is None:
            raise RuntimeError("a view holds no chance: its dice have not been thrown")
        else:
            digest = sha256(self.key + self.count.to_bytes(8, "big")).digest()
            value = int.from_bytes(digest[:8], "big") * sides >> 64
        self.count += 1
        if not self.hushed:
            self.log.append(f"die {value + 1}" if kind == "die" else f"pick {value}/{sides}")
        return value

    def _scripted(self, kind: str, sides: int) -> int:
        assert self.script is not None
        if self.count >= len(self.script):
            raise RecordError(f"the record ends before chance number {self.count + 1}")
        word, _, number = self.script[self.count].partition(" ")
        value, _, recorded_sides = number.partition("/")
        if word != kind or not _is_number(value) or (kind == "pick" and recorded_sides != str(sides)):
            expected = "a die" if kind == "die" else f"a pick of {sides}"
            raise RecordError(f"the record has '{self.script[self.count]}' where the rules ask for {expected}")
        result = int(value) - 1 if kind == "die" else int(value)
        if not 0 <= result < sides:
            raise RecordError(f"'{self.script[self.count]}' is not a possible result")
        return result

    def facts(self) -> tuple[object, ...]:
        """What distinguishes two states of chance."""
        return (self.count,)


def _is_number(text: str) -> bool:
    """A pick is out of at most 64 bits."""
    return text.isascii() and text.isdigit() and len(text) <= 20
