"""What the map is worth and how far things are: worked out once for each campaign."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

from bocage.games.bloody_summer.campaign import Campaign
from bocage.games.bloody_summer.ground import Mover
from bocage.games.bloody_summer.pieces import HEADQUARTERS, PIECES, UNITS
from bocage.games.bloody_summer.places import GRID, SIZE, Place
from bocage.games.bloody_summer.victory import PORT as CHERBOURG
from bocage.hexes import Hex, HexSet, mask, members
from bocage.players.bloody_summer.weights import AVERAGE, BEACH, EXIT, HARBOUR, PORT, TOWN

FAR = 60.0  # movement points to a place to which no way leads
Field = list[float]  # movement points on foot from each hex to a goal


class Ground:
    """Tables of one campaign."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self._fields: dict[HexSet, Field] = {}
        self._back = self._entered_from()
        ground = campaign.ground
        self.key: list[float] = [0.0] * SIZE  # what a hex is worth to either side beyond others
        ports = mask(hex_ for hex_ in campaign.depot_hexes if not ground.beach >> hex_ & 1)
        for hexes, worth in ((ground.town, TOWN), (ground.beach, BEACH), (ports, PORT)):
            for hex_ in members(hexes & campaign.in_play):
                self.key[hex_] += worth
        for hex_ in campaign.exit_box:
            self.key[hex_] += EXIT
        self.key[CHERBOURG] += HARBOUR
        self.keys: HexSet = mask(hex_ for hex_, worth in enumerate(self.key) if worth >= TOWN)
        rows = campaign.tables.terrain
        self.shift: list[int] = [max(rows[kind].shift for kind in ground.terrains_at(hex_)) for hex_ in range(SIZE)]
        self.to_map = self._steps_to_map()
        self.returns = mask(unit for unit in range(UNITS) if campaign.units[unit].returns)
        self.value = [_value(campaign, piece) for piece in range(PIECES)]

    def _steps_to_map(self) -> dict[Place, int]:
        """How many steps each box is from one with exits."""
        found = dict.fromkeys(self.campaign.exit_box.values(), 0)
        edge = list(found)
        while edge:
            box = edge.pop(0)
            for there in self.campaign.box_links[box]:
                if there not in found:
                    found[there] = found[box] + 1
                    edge.append(there)
        return found

    def hexes(self, *names: str) -> HexSet:
        """The hexes in play of places by their names."""
        places = self.campaign.ground.places
        return GRID.set({label for one in places if one.name in names for label in one.hexes}) & self.campaign.in_play

    def field(self, goals: HexSet) -> Field:
        """How far each hex is from the nearest of some goals, whoever stands between."""
        if goals not in self._fields:
            self._fields[goals] = self._distances(goals)
        return self._fields[goals]

    def _distances(self, goals: HexSet) -> Field:
        found = [FAR] * SIZE
        edge: list[tuple[float, Hex]] = [(0.0, hex_) for hex_ in members(goals)]
        for _, hex_ in edge:
            found[hex_] = 0.0
        while edge:
            cost, hex_ = heappop(edge)
            if cost > found[hex_]:
                continue
            for before, step in self._back[hex_]:
                if cost + step < found[before]:
                    found[before] = cost + step
                    heappush(edge, (cost + step, before))
        return found

    def _entered_from(self) -> list[list[tuple[Hex, int]]]:
        """Of each hex those from which it is entered, with the cost on foot."""
        rows: list[list[tuple[Hex, int]]] = [[] for _ in range(SIZE)]
        for hex_, steps in enumerate(self.campaign.links(Mover(False, False))):
            for there, cost in steps:
                rows[there].append((hex_, cost))
        return rows


def _value(campaign: Campaign, piece: int) -> float:
    """What a step of a piece is worth: one, if it is an average one; more if it is elite, which scores twice."""
    if piece in HEADQUARTERS:
        return 2.0
    steps = campaign.steps[piece]
    if not steps:
        return 0.5
    factors = campaign.attack[0][piece] + campaign.defence[0][piece]
    return max(0.25, factors / steps / AVERAGE) * (1.4 if campaign.elite[piece] else 1.0)


@cache
def ground_of(campaign: Campaign) -> Ground:
    """The tables of a campaign."""
    return Ground(campaign)
