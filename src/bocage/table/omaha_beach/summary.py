"""A game at a glance: curves of losses, victory points, positions taken and luck.

Everything counted here is known to everybody, so the curves are the same for every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.games.omaha_beach.battle import SEATS, Battle
from bocage.games.omaha_beach.fire import firers, manned
from bocage.games.omaha_beach.losses import lost_companies
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.victory import total
from bocage.kernel import Event
from bocage.table import MOVED
from bocage.table.curves import Curves
from bocage.table.model import Summary
from bocage.table.omaha_beach.facts import steps_lost
from bocage.table.omaha_beach.victory import points_of

if TYPE_CHECKING:
    from bocage.table import Moment

NOTES = [
    "Steps lost: by units of each division, eliminated ones with all their steps.",
    "Companies lost: regular infantry that is eliminated or on its last step; at the limit the battle is lost.",
    "Points: as they would be counted at the next check. Positions: strongpoints, positions and draws that count.",
    "Luck: for every fire card of the Germans the hits that the cards still in the deck would have scored on average, "
    "less the hits of the card that came, added up. Above zero the cards have been kind.",
]
TITLES = {
    "losses": "Steps lost",
    "companies": "Companies lost",
    "points": "Victory points",
    "positions": "Positions, strongpoints and draws held",
    "luck": "Luck: hits less than the average",
}
TOGETHER = "Americans"  # what both divisions have in common


def summary_of(setting: OmahaBeach, moments: Sequence[Moment], seat: str | None) -> Summary:
    """Curves over a game's whole course."""
    return _Teller(setting.battle).over(moments, seat)


class _Teller(Curves[State]):
    """Goes through a game and keeps count."""

    titles = TITLES
    luck_unit = ("hit", "hits")
    luck_than = ("fewer than the cards bring on average", "more than the cards bring on average")
    notes = NOTES

    def __init__(self, battle: Battle) -> None:
        super().__init__(State)
        self.battle = battle

    def count(self, number: int, state: State, events: Sequence[Event]) -> None:
        """Losses, luck and points."""
        self.count_luck(state, events)
        for division in self.battle.divisions:
            seat = SEATS[division]
            self.mark("losses", seat, number, steps_lost(state, division))
            self.mark("companies", seat, number, len(lost_companies(state, division)))
            self.mark("luck", seat, number, round(self.luck[division], 3))
        points = points_of(state)
        if points:
            self.mark("points", TOGETHER, number, total(points))
            self.mark("positions", TOGETHER, number, sum(point.held and point.value > 0 for point in points))

    def count_luck(self, state: State, events: Sequence[Event]) -> None:
        """Hits that cards would have scored on average, less those that were scored."""
        sector = 0
        for place, event in enumerate(events):
            if event.kind == "fire_card":
                sector = event.number("sector")
                self.luck[sector] += self.expected(state, sector, events, place)
            elif event.kind == "position_fires":
                home = self.battle.sector_of_group[event.number("group")]
                self.luck[home if home >= 0 else sector] -= len(event.numbers("hits"))

    def expected(self, state: State, sector: int, events: Sequence[Event], place: int) -> float:
        """The average number of hits over all cards that could have come."""
        twin = self.as_it_stood(state, events)
        later = {event.result.card for event in events[place:] if event.kind == "fire_card" and event.result}
        numbers = sorted({*state.deck, *later})
        hits = 0
        for number in numbers:
            card = self.battle.deck[number]
            firing = firers(twin, manned(twin, sector, card), card)
            hits += sum(min(firer.limit, len(firer.targets)) for firer in firing)
        return hits / len(numbers)

    def as_it_stood(self, state: State, events: Sequence[Event]) -> State:
        """The state with those put back who were lost to the fire that is told, as far as their hexes are known."""
        twin = state.copy()
        twin.stricken = 0
        lately = {event.number("unit"): event.number("hex") for event in events if event.kind in ("landed", MOVED)}
        for event in events:
            unit = event.number("unit")
            if event.kind == "german_recovers" and event.rule == "6.4-02":
                twin.german_disrupted |= 1 << event.number("position")
            elif event.kind == "eliminated" and event.rule == "6.32-01":
                place = lately.get(unit, self.before.where[unit] if self.before is not None else -1)
                if twin.where[unit] < 0 <= place < self.battle.grid.size:
                    twin.steps[unit] = 1
                    twin.put(unit, place)
        return twin
