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
from bocage.table.model import Curve, Summary
from bocage.table.omaha_beach.facts import points_of, steps_lost

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

Points = list[tuple[int, float]]


def summary_of(setting: OmahaBeach, moments: Sequence[Moment], seat: str | None) -> Summary:
    """Curves over a game's whole course."""
    teller = _Teller(setting.battle)
    for moment in moments:
        assert isinstance(moment.state, State)
        teller.tell(moment.number, moment.state, [e for e in moment.events if seat is None or e.known_to(seat)])
    return teller.summary()


class _Teller:
    """Goes through a game and keeps count."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.turns: list[tuple[int, str]] = []
        self.before: State | None = None
        self.luck = [0.0, 0.0]
        self.lines: dict[tuple[str, str], Points] = {}
        self.last = 0

    def tell(self, number: int, state: State, events: Sequence[Event]) -> None:
        """One order later."""
        for event in events:
            if event.kind == "turn_begins":
                self.turns.append((number, f"Turn {event.facts['turn']}"))
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
        self.before, self.last = state, number

    def mark(self, curve: str, seat: str, number: int, value: float) -> None:
        """Note a value if it is a new one."""
        points = self.lines.setdefault((curve, seat), [])
        if not points or points[-1][1] != value:
            points.append((number, value))

    def count_luck(self, state: State, events: Sequence[Event]) -> None:
        """Hits that cards would have scored on average, less those that were scored."""
        sector = 0
        for place, event in enumerate(events):
            if event.kind == "fire_card":
                sector = int(str(event.facts["sector"]))
                self.luck[sector] += self.expected(state, sector, events, place)
            elif event.kind == "position_fires":
                hits, group = event.facts["hits"], event.facts["group"]
                assert isinstance(hits, tuple)
                assert isinstance(group, int)
                home = self.battle.sector_of_group[group]
                self.luck[home if home >= 0 else sector] -= len(hits)

    def expected(self, state: State, sector: int, events: Sequence[Event], place: int) -> float:
        """The average number of hits over all cards that could have come."""
        twin = self.as_it_stood(state, events)
        later = {int(str(event.facts["card"])) for event in events[place:] if event.kind == "fire_card"}
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
        lately = {e.facts["unit"]: e.facts["hex"] for e in events if e.kind in ("landed", "moved")}
        for event in events:
            unit = event.facts.get("unit")
            if event.kind == "german_recovers" and event.rule == "6.4-02":
                twin.german_disrupted |= 1 << int(str(event.facts["position"]))
            elif event.kind == "eliminated" and event.rule == "6.32-01" and isinstance(unit, int):
                place = lately.get(unit, self.before.where[unit] if self.before is not None else -1)
                if isinstance(place, int) and twin.where[unit] < 0 <= place < self.battle.grid.size:
                    twin.steps[unit] = 1
                    twin.put(unit, place)
        return twin

    def summary(self) -> Summary:
        """All curves, each drawn out to the last order."""
        curves = []
        for curve, title in TITLES.items():
            for (name, seat), points in self.lines.items():
                if name == curve:
                    to_the_end = [] if points[-1][0] == self.last else [(self.last, points[-1][1])]
                    curves.append(Curve(id=curve, title=title, seat=seat, points=points + to_the_end))
        before = [] if self.turns and self.turns[0][0] == 0 else [(0, "Set-up")]
        return Summary(turns=before + self.turns, curves=curves, notes=NOTES)
