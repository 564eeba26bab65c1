"""Orders: what a player may say, one short readable line each, as chess moves are.

An order is a verb and, for most verbs, one thing of the verb's noun. A verb makes its orders and
keeps them, so the same order is always the same object and a list of legal orders costs no more
than a list of references.

>>> move = Verb("move", named("unit", ("22/21", "8/3-br")))
>>> move[1] is move[1], str(move[1]), move[1].noun.describe(1)
(True, 'move 8/3-br', 'unit 8/3-br')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bocage.kernel.errors import BocageError, nearest

Pick = Callable[[int], int]  # a number below another, as ``random.randrange`` gives it


class Noun:
    """A kind of thing that orders are about, such as hexes or units: which there are, and how each is written."""

    def __init__(
        self, name: str, things: Sequence[int], show: Callable[[int], str], read: Callable[[str], int]
    ) -> None:
        """``read`` raises ValueError with a sentence for what is no such thing."""
        self.name = name
        self.things = things
        self.show = show
        self.read = read

    def describe(self, thing: int) -> str:
        """A thing with the name of its kind."""
        return f"{self.name} {self.show(thing)}"


def named(name: str, names: Sequence[str]) -> Noun:
    """Things that have names and go by their numbers.

    >>> named("cup", ("german", "allied")).read("Allied")
    1
    """
    numbers = {text.lower(): number for number, text in enumerate(names)}

    def read(text: str) -> int:
        try:
            return numbers[text.lower()]
        except KeyError:
            raise ValueError(f"there is no {name} '{text}'{nearest(text, names)}") from None

    return Noun(name, range(len(names)), names.__getitem__, read)


def numbered(name: str, first: int, last: int, sign: str = "") -> Noun:
    """Numbers from the first to the last.

    >>> numbered("marker", 1, 10, sign="+").show(7)
    '+7'
    """

    def read(text: str) -> int:
        digits = text.removeprefix(sign)
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 3 or not first <= int(digits) <= last:
            raise ValueError(f"'{text}' is not a {name} from {sign}{first} to {sign}{last}")
        return int(digits)

    return Noun(name, range(first, last + 1), lambda number: f"{sign}{number}", read)


class Order:
    """One thing a seat may do now: a verb and, for most verbs, one hex, unit or marker.

    Orders compare by identity; a verb never makes the same order twice.
    """

    __slots__ = ("arg", "noun", "text", "verb")

    def __init__(self, verb: str, arg: int, text: str, noun: Noun | None = None) -> None:
        self.verb = verb
        self.arg = arg
        self.text = text
        self.noun = noun  # what ``arg`` is one of; None: the verb stands alone

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Verb(dict[int, Order]):
    """All orders that begin with the same word, by the thing that they are about."""

    def __init__(self, name: str, noun: Noun) -> None:
        super().__init__()
        self.name = name
        self.noun = noun

    def __missing__(self, arg: int) -> Order:
        order = self[arg] = Order(self.name, arg, f"{self.name} {self.noun.show(arg)}", self.noun)
        return order


def plain(name: str) -> Order:
    """An order that is a verb alone, such as ``pass``."""
    return Order(name, 0, name)


class Vocabulary:
    """Every verb of a game; turns a line of text into an order.

    >>> words = Vocabulary([plain("pass"), Verb("to", numbered("box", 1, 9))])
    >>> words.parse("to 8")
    <to 8>
    """

    def __init__(self, words: Iterable[Order | Verb]) -> None:
        self.plain: dict[str, Order] = {}
        self.verbs: dict[str, Verb] = {}
        for word in words:
            if isinstance(word, Order):
                self.plain[word.verb] = word
            else:
                self.verbs[word.name] = word

    def parse(self, text: str) -> Order:
        """The order that ``text`` names; raises BocageError with a hint when there is none."""
        parts = text.split()
        if len(parts) == 1 and parts[0] in self.plain:
            return self.plain[parts[0]]
        if len(parts) == 2 and parts[0] in self.verbs:
            verb = self.verbs[parts[0]]
            try:
                return verb[verb.noun.read(parts[1])]
            except (KeyError, ValueError) as error:
                raise BocageError(f"'{text}': {error.args[0]}") from None
        if not parts:
            raise BocageError("an empty line is not an order")
        known = [*self.plain, *self.verbs]
        if parts[0] in known:
            wants = "nothing" if parts[0] in self.plain else "one word"
            raise BocageError(f"'{text}': '{parts[0]}' takes {wants} after it")
        raise BocageError(f"'{parts[0]}' is not an order{nearest(parts[0], known)}")

    def any_order(self, pick: Pick, verb: str = "") -> Order:
        """Any order, or any with a verb: legal, illegal or absurd."""
        if not verb:
            names = [*self.plain, *self.verbs]
            verb = names[pick(len(names))]
        if verb in self.plain:
            return self.plain[verb]
        things = self.verbs[verb].noun.things
        return self.verbs[verb][things[pick(len(things))]]
