"""The ways inland that victory asks for: out of German fire all the way from the beach (12.3).

A way is as hard as the positions that must fall to open it. Each hex remembers the easiest set of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.state import NONE, State
from bocage.hexes import Hex, HexSet, members
from bocage.players.omaha_beach import weights as w
from bocage.players.omaha_beach.ground import ground_of


class Corridors:
    """For each hex the position groups that keep it from the beach, and how hard that makes it."""

    def __init__(self, battle: Battle, hard: tuple[float, ...], beach: HexSet) -> None:
        self.shut: dict[Hex, int] = {}  # mask of groups that must fall
        self.cost: dict[Hex, float] = {}
        ground, sums = ground_of(battle), {0: 0.0}  # how hard it is to remove some groups
        fire = under_fire(battle, tuple([worth > 0.0 for worth in hard]))
        for groups in set(fire):
            sums[groups] = _sum(hard, groups)
        queue = [(sums[fire[h]], h, fire[h]) for h in members(beach)]
        heapify(queue)
        ways: dict[Hex, tuple[float, int]] = {}  # the best that has been found so far
        inland = ground.inland
        while queue:
            cost, h, shut = heappop(queue)
            if h in self.cost:
                continue
            self.cost[h], self.shut[h] = cost, shut
            if cost > w.TOO_HARD:
                continue
            for n in inland[h]:
                if n in self.cost:
                    continue
                more = fire[n] & ~shut
                if more not in sums:
                    sums[more] = _sum(hard, more)
                way = cost + sums[more], shut | more
                known = ways.get(n)
                if known is None or way < known:
                    ways[n] = way
                    heappush(queue, (way[0], n, way[1]))


@lru_cache(maxsize=32)
def under_fire(battle: Battle, there: tuple[bool, ...]) -> list[int]:
    """By hex, the groups that fire at it or stand in it, of those that are there."""
    ground, fire = ground_of(battle), [0] * battle.grid.size
    for group in range(len(battle.groups)):
        if there[group]:
            for h in ground.level[group]:
                fire[h] |= 1 << group
    for number, position in enumerate(battle.positions):
        group = battle.group_of[number]
        if there[group]:
            fire[position.hex] |= 1 << group
    return fire


def _sum(hard: tuple[float, ...], groups: int) -> float:
    return sum([hard[group] for group in members(groups)])


def hardness(g: State, besieged: HexSet) -> tuple[float, ...]:
    """How hard it is to remove each group; those with infantry next to them already are easier."""
    battle = g.battle
    found = [0.0] * len(battle.groups)
    for p in g.occupied_positions():
        hard = w.HARD + (w.HARD_DEPTH if g.german_depth[p] != NONE else 0.0)
        found[battle.group_of[p]] += hard * (w.BESIEGED if besieged >> battle.positions[p].hex & 1 else 1.0)
    return tuple(found)


@lru_cache(maxsize=64)
def corridors_from(battle: Battle, hard: tuple[float, ...], sector: int) -> Corridors:
    """The ways inland from the beach of a sector."""
    return Corridors(battle, hard, battle.beach & battle.in_sector[sector] & battle.playable)


class Barred(NamedTuple):
    """The position groups that keep some hexes from the beach, all together, and how hard it is to remove them."""

    groups: int
    cost: float


def barriers_of(battle: Battle, hard: tuple[float, ...], hexes: Sequence[Hex]) -> list[Barred]:
    """From the beach of each sector, what bars the way to some hexes of which all are wanted."""
    found = []
    for sector in battle.sectors:
        way = corridors_from(battle, hard, sector)
        groups = 0
        for h in hexes:
            groups |= way.shut.get(h, 0)
        far = any(h not in way.cost for h in hexes)
        cost = way.cost.get(hexes[0], w.NO_WAY) if len(hexes) == 1 else w.NO_WAY if far else _sum(hard, groups)
        found.append(Barred(groups, cost))
    return found


def openness(battle: Battle, hard: tuple[float, ...], hexes: Sequence[Hex], late: float) -> float:
    """What is left of the worth of some hexes of which all are wanted: all if the way there is open, less for each
    German in the way, and the less the later it is.
    """
    share = w.OPENING ** (1 + w.TOO_LATE * late)
    return float(share ** min(barred.cost for barred in barriers_of(battle, hard, hexes)))


def keys_of(battle: Battle, hard: tuple[float, ...], hopes: Iterable[tuple[Sequence[Hex], float]]) -> dict[int, float]:
    """What the removal of each group promises: its part in opening the way to everything that we hold or hope for."""
    keys: dict[int, float] = {}
    for hexes, hope in hopes:
        ways = barriers_of(battle, hard, hexes)
        if any(way.cost == 0.0 for way in ways):
            continue
        for way in ways:
            if way.cost < w.TOO_HARD:
                worth = hope * w.OPENING ** max(0.0, way.cost - 1) / way.cost
                for group in members(way.groups):
                    keys[group] = keys.get(group, 0.0) + worth * hard[group]
    return {group: min(w.BEST_KEY, worth) for group, worth in keys.items()}
