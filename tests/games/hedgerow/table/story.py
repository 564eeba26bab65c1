"""What happened: entries of the log, and the curves of a whole game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from bocage.kernel import Event
from bocage.table.curves import Curves
from bocage.table.model import Counts, LogEntry, Result, Summary
from tests.games.hedgerow.content import BLOCKS, GRID, SIDE, SIDES
from tests.games.hedgerow.state import State
from tests.games.hedgerow.title import Hedgerow

if TYPE_CHECKING:
    from bocage.table import Moment

RESULTS: dict[str, Result] = {
    "mines": "chance", "no_mines": "chance", "shown": "chance", "fight": "chance", "reduced": "loss",
    "eliminated": "loss",
}  # fmt: skip
COUNTS: dict[str, Counts] = {
    "moved": "move", "fight": "combat", "reduced": "reduction", "eliminated": "elimination",
}  # fmt: skip


def entry_of(setting: Hedgerow, event: Event, number: int, by: str) -> LogEntry:
    """An event for the log."""
    unit, origin, hex_, die = (event.facts.get(name) for name in ("unit", "origin", "hex", "die"))
    path = [GRID.label(h) for h in (origin, hex_) if isinstance(h, int)] if origin is not None else []
    return LogEntry(
        number=number,
        seat=by,
        kind=event.kind,
        text=setting.sentence(event),
        rule=event.rule,
        unit=BLOCKS[unit] if isinstance(unit, int) else None,
        path=path,
        hex=GRID.label(hex_) if isinstance(hex_, int) else None,
        result=RESULTS.get(event.kind, ""),
        counts=COUNTS.get(event.kind, ""),
        die=die if isinstance(die, int) else 0,
    )


def summary_of(setting: Hedgerow, moments: Sequence[Moment], seat: str | None) -> Summary:
    """Curves over a game's whole course."""
    return _Curves().over(moments, seat)


class _Curves(Curves[State]):
    """Losses of each side, and farms."""

    titles: ClassVar[Mapping[str, str]] = {"losses": "Steps lost", "farms": "Farms held by the Attackers"}
    notes: ClassVar[list[str]] = ["A block that is removed counts with all its steps."]
    beginning = "Set-up"
    turn_name = "Turn"

    def __init__(self) -> None:
        super().__init__(State)
        self.lost = dict.fromkeys(SIDES, 0)

    def count(self, number: int, state: State, events: Sequence[Event]) -> None:
        """One order later."""
        for event in events:
            if event.kind in ("reduced", "eliminated"):
                unit = event.facts["unit"]
                assert isinstance(unit, int)
                self.lost[SIDE[unit]] += 1
        for side, lost in self.lost.items():
            self.mark("losses", side.capitalize(), number, lost)
        self.mark("farms", "Attackers", number, state.held.bit_count())
