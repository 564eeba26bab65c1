"""What happened: entries of the log, and the curves of a whole game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from bocage.kernel import Event
from bocage.table.curves import Curves
from bocage.table.log import Log
from bocage.table.model import Summary
from tests.games.hedgerow.content import GRID, SIDE, SIDES
from tests.games.hedgerow.orders import HEXES, UNITS
from tests.games.hedgerow.rules import outcome
from tests.games.hedgerow.state import State
from tests.games.hedgerow.title import Hedgerow

if TYPE_CHECKING:
    from bocage.table import Moment

TITLES = {"fight": "Attack on {}", "mines": "A gap in {}", "no_mines": "A gap in {}"}


def _title(setting: Hedgerow, event: Event) -> str:
    return TITLES[event.kind].format(GRID.label(event.number("hex")))


LOG = Log[Hedgerow](units=UNITS, hexes=HEXES, title=_title, outcome=outcome)


def summary_of(setting: Hedgerow, moments: Sequence[Moment], seat: str | None) -> Summary:
    """Curves over a game's whole course."""
    return _Curves().over(moments, seat)


class _Curves(Curves[State]):
    """Losses of each side, and farms."""

    titles: ClassVar[Mapping[str, str]] = {"losses": "Steps lost", "farms": "Farms held by the Attackers"}
    notes: ClassVar[list[str]] = ["A block that is removed counts with all its steps."]

    def __init__(self) -> None:
        super().__init__(State)
        self.lost = dict.fromkeys(SIDES, 0)

    def count(self, number: int, state: State, events: Sequence[Event]) -> None:
        """One order later."""
        for event in events:
            if event.kind in ("reduced", "eliminated"):
                self.lost[SIDE[event.number("unit")]] += 1
        for side, lost in self.lost.items():
            self.mark("losses", side.capitalize(), number, lost)
        self.mark("farms", "Attackers", number, state.held.bit_count())
