"""What the map is worth and how far things are: worked out once for each campaign."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from heapq import heappop, heappush

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, Campaign
from bocage.games.dark_summer.places import GRID, SIZE
from bocage.games.dark_summer.terms import Weather
from bocage.hexes import Hex, HexSet, mask, members
from bocage.players.dark_summer.weights import KEYS, POINT

FAR = 99.0  # Movement Points to a place to which no way leads
Field = list[float]  # Movement Points from each hex to a goal


class Ground:
    """Tables of one campaign."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self._fields: dict[tuple[int, HexSet], Field] = {}
        self._steps: dict[int, list[list[tuple[Hex, int]]]] = {}
        victory = campaign.tables.victory
        self.key: list[float] = [0.0] * SIZE  # what a hex is worth to either side beyond others
        for label, points in (*victory.allied.hexes.items(), *victory.german.hexes.items()):
            self.key[GRID.at(label)] += POINT * points
        self.swing: list[float] = [0.0] * SIZE  # Victory Points that change sides with a hex
        for label, points in (*victory.allied.hexes.items(), *victory.german.hexes.items()):
            self.swing[GRID.at(label)] += points
        self.scoring: HexSet = GRID.set((*victory.allied.hexes, *victory.german.hexes))
        for label, worth in KEYS.items():
            self.key[GRID.at(label)] += worth
        self.keys: HexSet = mask(hex_ for hex_, worth in enumerate(self.key) if worth)
        rows = campaign.tables.terrain
        terrain = campaign.ground.terrain
        self.shift: list[int] = [rows[kind].shift for kind in terrain]
        self._stands = [
            mask(hex_ for hex_ in GRID.hexes if turn <= rows[terrain[hex_]].stand_to)
            for turn in range(campaign.last_turn + 1)
        ]
        self.results = [  # of each column what the die may bring
            [campaign.tables.combat.die[die][column] for die in range(1, 7)]
            for column in range(len(campaign.tables.combat.columns))
        ]
        self.value = [_value(campaign, unit) for unit in range(campaign.count)]

    def stands(self, turn: int) -> HexSet:
        """The hexes in which Germans do not give way on a turn: Bocage at first, Cities always (11.8)."""
        return self._stands[turn]

    def field(self, side: int, goals: HexSet) -> Field:
        """How far each hex is from the nearest of some goals, by Road in fair Weather, whoever stands between."""
        key = (side, goals)
        if key not in self._fields:
            self._fields[key] = self.field_with_tolls(side, goals, {})
        return self._fields[key]

    def field_with_tolls(self, side: int, goals: HexSet, tolls: Mapping[Hex, int]) -> Field:
        """How far each hex is from the nearest of some goals, if it costs so many halves more to enter some hexes."""
        back = self._back(side)
        found = [FAR] * SIZE
        edge: list[tuple[int, Hex]] = [(0, hex_) for hex_ in members(goals)]
        for _, hex_ in edge:
            found[hex_] = 0.0
        while edge:
            cost, hex_ = heappop(edge)
            if cost / 2 > found[hex_]:
                continue
            here = cost + tolls.get(hex_, 0)
            for before, step in back[hex_]:
                if (here + step) / 2 < found[before]:
                    found[before] = (here + step) / 2
                    heappush(edge, (here + step, before))
        return found

    def _back(self, side: int) -> list[list[tuple[Hex, int]]]:
        """Of each hex those from which it is entered, with the cost in halves."""
        if side not in self._steps:
            rows: list[list[tuple[Hex, int]]] = [[] for _ in range(SIZE)]
            for hex_, steps in enumerate(self.campaign.links(side, False, True, Weather.SHOWERS)):
                for there, cost in steps:
                    rows[there].append((hex_, cost))
            self._steps[side] = rows
        return self._steps[side]


def _value(campaign: Campaign, unit: int) -> float:
    """What a step of a unit is worth: one, if it is an average one."""
    if campaign.strongpoint[unit] or campaign.ost[unit]:
        return 0.4
    factors = campaign.attack[0][unit] + campaign.defence[0][unit]
    steps = 2 if campaign.two_step[unit] else 1
    scarce = 1.25 if campaign.side[unit] == GERMAN and campaign.kampfgruppe[unit] else 1.0
    dear = 1.1 if campaign.side[unit] == ALLIED and not campaign.units[unit].replaceable else 1.0
    return max(0.25, scarce * dear * factors / steps / 4)


@cache
def ground_of(campaign: Campaign) -> Ground:
    """The tables of a campaign."""
    return Ground(campaign)
