"""A game at a glance: what every game's curves have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic

from bocage.kernel import Event
from bocage.table import NEW_TURN
from bocage.table.fights import LUCK
from bocage.table.layout import GameState
from bocage.table.model import Curve, Summary

if TYPE_CHECKING:
    from bocage.table import Moment


LUCK_IN_STEPS = "Luck: steps inflicted less steps suffered, beyond the average"
LOSSES_NOTE = "Losses: steps lost so far; a unit that is rebuilt does not bring them back."


class Curves(ABC, Generic[GameState]):
    """Goes through a game and keeps count; a game says what is counted after each order."""

    titles: ClassVar[Mapping[str, str]]  # of the curves, in the order in which they are shown
    luck_unit: ClassVar[tuple[str, str]] = ("step", "steps")  # what luck is counted in, one and several
    luck_than: ClassVar[tuple[str, str]] = ("better than average", "worse than average")
    notes: ClassVar[list[str]]
    beginning: ClassVar[str] = "Set-up"  # what comes before the first turn
    turn_name: ClassVar[str] = "Turn"

    def __init__(self, state: type[GameState]) -> None:
        self.state = state
        self.before: GameState | None = None
        self._turns: list[tuple[int, str]] = []
        self._lines: dict[tuple[str, str], list[tuple[int, float]]] = {}
        self._last = 0
        self.luck = [0.0, 0.0]  # of both sides, or of those who share one
        self.steps_lost = [0, 0]  # steps of both sides

    @abstractmethod
    def count(self, number: int, state: GameState, events: Sequence[Event]) -> None:
        """One order later: mark what has become of everything that has a curve."""

    def mark(self, curve: str, seat: str, number: int, value: float) -> None:
        """Note a value if it is a new one."""
        points = self._lines.setdefault((curve, seat), [])
        if not points or points[-1][1] != value:
            points.append((number, value))

    def mark_sides(self, number: int, names: Sequence[str]) -> None:
        """Note what each side has lost and how lucky it has been, under the names of both."""
        for side, name in enumerate(names):
            self.mark("losses", name, number, self.steps_lost[side])
            self.mark(LUCK, name, number, round(self.luck[side], 3))

    def count_throw(self, side: int, luck: float) -> None:
        """One throw is as unkind to the other side as it is kind to this one."""
        self.luck[side] += luck
        self.luck[1 - side] -= luck

    def count_losses(self, event: Event, side_of: Callable[[str], int]) -> None:
        """The steps that each side has lost by an event."""
        for lost in event.result.losses if event.result is not None else ():
            self.steps_lost[side_of(lost.piece)] += lost.steps

    def over(self, moments: Sequence[Moment], seat: str | None) -> Summary:
        """The curves over a game's whole course, as a seat may know them; None: everything."""
        for moment in moments:
            number, state = moment.number, moment.state
            assert isinstance(state, self.state)
            events = [event for event in moment.events if seat is None or event.known_to(seat)]
            for event in events:
                if event.kind == NEW_TURN:
                    self._turns.append((number, f"{self.turn_name} {event.facts['turn']}"))
            self.count(number, state, events)
            self.before, self._last = state, number
        return self._summary()

    def _summary(self) -> Summary:
        """All curves, each drawn out to the last order."""
        curves = []
        for curve, title in self.titles.items():
            for (name, seat), points in self._lines.items():
                if name == curve:
                    to_the_end = [] if points[-1][0] == self._last else [(self._last, points[-1][1])]
                    line = Curve(id=curve, title=title, seat=seat, points=points + to_the_end)
                    if curve == LUCK:
                        line.unit, line.than = self.luck_unit, self.luck_than
                    curves.append(line)
        before = [] if self._turns and self._turns[0][0] == 0 else [(0, self.beginning)]
        return Summary(turns=before + self._turns, curves=curves, notes=self.notes)
