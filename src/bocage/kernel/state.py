"""The state of a game in progress: what is on the board, what is being done, and chance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import sha256
from typing import ClassVar, NamedTuple, Self

from bocage.kernel.chance import Chance
from bocage.kernel.errors import Refusal
from bocage.kernel.order import Order
from bocage.kernel.procedure import Ask, Call, Done, Next, Procedure

SPECTATOR = "spectator"  # one who only looks on: no seat, so every seat's secrets are hidden from him


class Outcome(NamedTuple):
    """How a game ended: who won, how well if the rules tell degrees of victory, why, and by which rule."""

    winner: str
    level: str
    reason: str
    rule: str

    def __str__(self) -> str:
        return f"{self.title}: {self.reason} ({self.rule})"

    @property
    def title(self) -> str:
        """The kind of victory: ``german operational victory``."""
        return " ".join(filter(None, (self.winner, self.level, "victory")))


class Event(NamedTuple):
    """Something that happened, told to some seats.

    ``kind`` names it for programs, ``facts`` holds the units, hexes and numbers, ``rule`` its
    rule number. The game's own table of sentences turns it into text.
    """

    kind: str
    rule: str
    facts: dict[str, object]
    seat: str | None = None  # None: everybody may know
    phase: str = ""  # what was being done, as the state called it

    def known_to(self, seat: str) -> bool:
        """Whether a seat may be told of it."""
        return self.seat is None or self.seat == seat


class State(ABC):
    """What every game's state has; a game adds its board and pieces.

    A subclass must keep all that can change in flat, copyable fields, and list them in
    ``board_facts``; ``hide_from`` removes what a seat may not know.
    """

    seats: ClassVar[tuple[str, ...]]

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.stack: list[Procedure] = []
        self.pending: Ask | None = None
        self.events: list[Event] = []
        self.revealed = False
        self.confided: str | None = None  # the seat that alone was told something by the present order
        self.outcome: Outcome | None = None
        self.phase = ""  # what is being done, in the words of the rulebook

    @abstractmethod
    def copy_board_to(self, twin: Self) -> None:
        """Give a twin, which shares everything yet, lists and tables of its own for all that can change."""

    @abstractmethod
    def board_facts(self) -> tuple[object, ...]:
        """All changeable facts of the board, in an order that never varies."""

    @abstractmethod
    def hide_from(self, seat: str) -> None:
        """Remove from the board, in a copy made for it, what the seat, or SPECTATOR, may not know."""

    @abstractmethod
    def redraw(self) -> None:
        """Decide anew, by chance, what is settled on the board although nobody knows it: how face-down pieces lie that
        no seat has seen. No view may change by it.
        """

    def reseed(self, key: bytes | None) -> None:
        """Let all chance to come follow from a key: dice and draws, and what nobody knows yet of the board.

        Without a key chance goes on as it is, which is how a recorded or given outcome is met again.
        """
        if key is not None:
            self.chance.key = key
        self.redraw()

    def copy(self) -> Self:
        """An independent copy, fast enough for search."""
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__.update(self.__dict__)
        twin.chance = self.chance.copy()
        twin.stack = [frame.copy() for frame in self.stack]
        twin.events = []
        self.copy_board_to(twin)
        return twin

    def view(self, seat: str) -> Self:
        """A copy without anything that the seat, or SPECTATOR, may not know: no chance to come, no other's choices."""
        seen = self.copy()
        seen.chance = Chance(None, self.chance.count)
        seen.hide_from(seat)
        seen.stack = [frame.seen_by(seat, seen) for frame in seen.stack]
        if seen.pending is not None and seen.pending.seat != seat:
            seen.pending = seen.pending.seen_by_others()
        return seen

    def facts(self) -> tuple[object, ...]:
        """Everything that makes this state what it is."""
        return (
            self.board_facts(),
            self.chance.facts(),
            tuple(frame.facts() for frame in self.stack),
            self.pending.facts() if self.pending is not None else None,
            self.outcome,
        )

    def hash(self) -> str:
        """A short fingerprint of the whole state, the same in every process."""
        return _fingerprint(self.facts())

    def has_hash(self, text: str) -> bool:
        """Whether a fingerprint is of this state. The first ones told the wording of the pending question, too."""
        if text == self.hash():
            return True
        board, chance, stack, asked, outcome = self.facts()
        if self.pending is None or not isinstance(asked, tuple):
            return False
        return text == _fingerprint((board, chance, stack, (asked[0], self.pending.prompt, *asked[1:]), outcome))

    def tell(self, kind: str, rule: str, *, to: str | None = None, **facts: object) -> None:
        """Report an event to everybody, or to one seat.

        What one seat alone is told stays its secret, and so does the order that led to it, until the next ``reveal``.
        """
        if to is not None:
            self.confided = to
        self.events.append(Event(kind, rule, facts, to, self.phase))

    def reveal(self) -> None:
        """Note that all that was hidden has become known, so that nobody may undo past it."""
        self.revealed = True
        self.confided = None

    def end(self, outcome: Outcome) -> None:
        """Finish the game."""
        self.outcome = outcome

    def start(self, procedure: Procedure) -> None:
        """Begin the game with its outermost procedure."""
        self.stack.append(procedure)
        self._run(getattr(procedure, procedure.step))

    def resume(self, order: Order) -> None:
        """Carry out a legal order and go on to the next decision."""
        pending = self.pending
        assert pending is not None
        next_step: Next = getattr(self.stack[-1], pending.then)(self, order)
        self._run(next_step)

    def _run(self, step: Next) -> None:
        stack = self.stack
        while True:
            if isinstance(step, Ask):
                self.pending = step
                return
            if isinstance(step, Call):
                stack[-1].step = step.then
                stack.append(step.procedure)
                step = getattr(step.procedure, step.procedure.step)(self)
            elif isinstance(step, Done):
                stack.pop()
                if self.outcome is not None or not stack:
                    stack.clear()
                    self.pending = None
                    return
                step = getattr(stack[-1], stack[-1].step)(self, step.result)
            else:
                step = step(self)

    def why_not(self, order: Order) -> Refusal | None:
        """The rule that forbids an order now, or None if the order is legal."""
        pending = self.pending
        if pending is None:
            return Refusal("", "the game is over")
        if order in pending.orders:
            return None
        if pending.why:
            refusal: Refusal = getattr(self.stack[-1], pending.why)(self, order)
            return refusal
        choices = ", ".join(o.text for o in pending.orders[:6]) + (", ..." if len(pending.orders) > 6 else "")
        return Refusal(pending.rule, f"'{order}' does not answer \"{pending.prompt}\": possible are {choices}")


def _fingerprint(facts: tuple[object, ...]) -> str:
    return sha256(repr(facts).encode()).hexdigest()[:16]
