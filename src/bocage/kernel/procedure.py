"""Procedures: the activities of a rulebook that can be interrupted.

A procedure is a dataclass whose methods are its steps. A step does something to the state
and says what comes next: it asks one seat for one decision, calls another procedure, goes on
with another of its own steps, or is done. Steps are remembered by name, so a game in
progress is plain data that can be copied and compared at any decision.

    @dataclass
    class Duel(Procedure[int]):  # its result is the number of the winner
        challenger: int

        def begin(self, g: State) -> Next:
            return ask("red", "Choose a weapon", WEAPONS, then=self.chosen, rule="3.1")

        def chosen(self, g: State, order: Order) -> Next:
            return call(Fight(order.arg), then=self.fought)

        def fought(self, g: State, winner: int) -> Next:
            return self.done(winner)

Every value in a procedure's fields is immutable (numbers, strings, tuples), which is what
makes copying it cheap and safe. A step that asks takes nothing but the state and changes
nothing, so that the same question can be asked again of a state in which something else is
hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, NamedTuple, Never, Self, TypeAlias, TypeVar

from bocage.kernel.errors import Refusal
from bocage.kernel.order import Order, Pick


class Ask:
    """One decision for one seat: its prompt, its rule, and every legal order."""

    __slots__ = ("orders", "prompt", "rule", "seat", "step", "then", "why", "written")

    def __init__(self, seat: str, prompt: str, orders: Sequence[Order], then: str, why: str, rule: str) -> None:
        self.seat = seat
        self.prompt = prompt
        self.orders = orders
        self.then = then
        self.why = why
        self.rule = rule  # as the edition in play prints it, once it is asked
        self.written = rule  # as the procedure wrote it
        self.step = ""  # the step that asks it; the kernel notes it

    def facts(self) -> tuple[object, ...]:
        """What distinguishes two decisions; their wording does not."""
        return (self.seat, self.written, self.then, tuple(order.text for order in self.orders))

    def seen_by_others(self) -> Ask:
        """What the other seats may know of it: who is asked, and nothing else."""
        asked = Ask(self.seat, f"{self.seat} decides", (), "", "", "")
        asked.step = self.step
        return asked


class Call:
    """Go into another procedure, and come back to ``then`` with its result."""

    __slots__ = ("procedure", "then")

    def __init__(self, procedure: Frame, then: str) -> None:
        self.procedure = procedure
        self.then = then


class Done:
    """This procedure is finished; its caller gets the result."""

    __slots__ = ("result",)

    def __init__(self, result: object) -> None:
        self.result = result


Next: TypeAlias = "Ask | Call | Done | Callable[..., Next]"


NOTHING = -1


class About(NamedTuple):
    """What a procedure is about while a decision is pending: pieces and places by their numbers, or NOTHING."""

    unit: int = NOTHING  # the piece in question
    path: tuple[int, ...] = ()  # the places by which it has come, or may go
    points: int = 0  # what it has left to move with
    target: int = NOTHING  # the place that is fought for
    attackers: tuple[int, ...] = ()
    defender: int = NOTHING  # if it is one piece
    aided: bool = False  # the attackers have help that is no piece, such as ships
    answered: bool = False  # others may still add to what is done now
    unit_verb: str = ""  # with which a piece is chosen here, even if none can be
    target_verb: str = ""  # with which a place to fight for is chosen here in the end


class Frame:
    """A procedure on the stack, whatever its result; the step named ``begin`` is the first."""

    doing: ClassVar[str] = ""  # what is done here, in a word; nothing: a part of what the caller does
    step: str = "begin"

    def copy(self) -> Self:
        """A copy; fields are immutable, so they are shared."""
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__.update(self.__dict__)
        return twin

    def seen_by(self, side: str, view: object) -> Self:
        """This frame as a side may know it; a procedure with secrets hides them here.

        ``view`` is the state being prepared for the side, for secrets that show on the board.
        """
        return self

    def suppose(self, side: str, world: object, pick: Pick) -> None:
        """Draw everything in this frame that the side may not know anew, from what fits its view."""

    def about(self, g: Never) -> About:
        """What it is about, for those who show or judge a decision; the rules do not ask."""
        return _NO_MATTER

    def facts(self) -> tuple[object, ...]:
        """What distinguishes two frames on the stack."""
        return (self.__class__.__name__, *sorted(self.__dict__.items()))


_NO_MATTER = About()

Result = TypeVar("Result")


class Procedure(Frame, Generic[Result]):
    """Base of all procedures, by the type of the result that its caller gets: None if it has none."""

    def done(self, result: Result) -> Done:
        """Finish, with a result for the caller."""
        return Done(result)


def ask(
    seat: str,
    prompt: str,
    orders: Sequence[Order],
    *,
    then: Callable[[Never, Order], Next],
    rule: str,
    why: Callable[[Never, Order], Refusal] | None = None,
) -> Ask:
    """Ask a seat for one of ``orders``; ``then`` receives it, ``why`` explains what is not offered."""
    return Ask(seat, prompt, orders, then.__name__, why.__name__ if why is not None else "", rule)


def call(procedure: Procedure[Result], *, then: Callable[[Never, Result], Next]) -> Call:
    """Call another procedure; ``then`` receives its result."""
    return Call(procedure, then.__name__)


_FINISHED = Done(None)


def done() -> Done:
    """Finish a procedure that has no result."""
    return _FINISHED
