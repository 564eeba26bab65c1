"""Zones, supply and reach as the rules have them, against the same worked out hex by hex in random positions."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import pytest

from bocage.games.dark_summer.boundary import is_astray
from bocage.games.dark_summer.campaign import ALLIED, BRITISH, GERMAN, GERMANS, SIDE_OF, US
from bocage.games.dark_summer.ground import MAJOR
from bocage.games.dark_summer.movement import MovementAction, can_move, destinations, movement_points, moves_of
from bocage.games.dark_summer.places import GRID, SIZE
from bocage.games.dark_summer.stacking import is_legal
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import in_supply, lines
from bocage.games.dark_summer.terms import Terrain, Weather
from bocage.games.dark_summer.zones import zone_of
from bocage.hexes import Hex, HexSet, mask, members
from tests.dark_summer.positions import position

POSITIONS = 12
UNITS = 90


def scatter(seed: int) -> State:
    """A position in which units of both sides stand at random, most near each other, some of them moved since."""
    rng = Random(seed)
    g = position(weather=rng.choice(list(Weather)).value, turn=rng.randrange(1, 11), round="move")
    campaign = g.campaign
    centre = rng.choice(members(campaign.ground.passable))
    near = members(GRID.within(1 << centre, 9) & campaign.ground.passable)
    for beach in members(campaign.beaches):
        if rng.random() < 0.8:
            g.open_beaches |= 1 << beach
    units = rng.sample(range(campaign.count), UNITS)
    for unit in (*units, *rng.sample(units, 30)):
        hex_ = rng.choice(near if rng.random() < 0.8 else members(campaign.ground.passable))
        side = campaign.side[unit]
        there = {*g.at.get(hex_, ()), unit}
        beach = side == GERMAN and g.open_beaches >> hex_ & 1
        if not beach and not g.occupied[1 - side] >> hex_ & 1 and is_legal(campaign, there):
            g.put(unit, hex_)
    if rng.random() < 0.5:
        g.brittany_since, g.rounds = 1, 9
        g.exits = [1 << campaign.ground.exits[4], 1 << campaign.ground.exits[1]]
        g.reentry_turn = rng.choice((0, 3))
    g.entered = mask(rng.sample(units, 9))
    g.active = rng.choice((US, BRITISH, GERMANS))
    return g


def reaches(g: State, a: Hex, b: Hex) -> bool:
    """Whether a ZOC extends from a hex into the next, whoever is there (6.1)."""
    ground = g.campaign.ground
    into = ground.terrain[b] not in (Terrain.SEA, Terrain.FLOODED, Terrain.CITY)
    return into and ground.rivers[a, b] != MAJOR


def in_zone(g: State, side: int, hex_: Hex) -> bool:
    """Whether a hex is in a ZOC of a side."""
    campaign = g.campaign
    if side == ALLIED and any(campaign.strongpoint[unit] for unit in g.at.get(hex_, ())):
        return False
    if side == GERMAN and g.open_beaches >> hex_ & 1:
        return False
    return any(
        campaign.zoc[unit] and campaign.side[unit] == side and reaches(g, other, hex_)
        for other in GRID.neighbours[hex_]
        for unit in g.at.get(other, ())
    )


def has(g: State, side: int, hex_: Hex) -> bool:
    """Whether a unit of a side is in a hex."""
    return any(g.campaign.side[unit] == side for unit in g.at.get(hex_, ()))


def may_trace(g: State, group: int, hex_: Hex) -> bool:
    """Whether a group's Supply Line may enter a hex (13.2)."""
    side = SIDE_OF[group]
    if g.campaign.ground.terrain[hex_] in (Terrain.SEA, Terrain.FLOODED) or has(g, 1 - side, hex_):
        return False
    if group == GERMANS and (g.open_beaches | g.exits[US] | g.exits[BRITISH]) >> hex_ & 1:
        return False
    return has(g, side, hex_) or not in_zone(g, 1 - side, hex_)


def source_hexes(g: State, group: int) -> HexSet:
    """Supply Sources, used or not (13.1)."""
    letters = g.campaign.ground.letters
    if group != GERMANS:
        return g.open_beaches & g.campaign.beaches_of[group]
    west = 0 if g.brittany_since else letters["W"]
    south = 0 if g.reentry_turn else letters["S"]
    return letters["E"] | letters["(E)"] | west | south


def traced(g: State, group: int) -> HexSet:
    """All hexes of Supply Lines, found one after the other."""
    queue = [hex_ for hex_ in members(source_hexes(g, group)) if may_trace(g, group, hex_)]
    found = set(queue)
    while queue:
        for other in GRID.neighbours[queue.pop()]:
            if other not in found and may_trace(g, group, other):
                found.add(other)
                queue.append(other)
    return mask(found)


def price(g: State, unit: int, a: Hex, b: Hex) -> int | None:
    """What a step costs a unit in half MPs by the charts; None if the ground forbids it (10.2)."""
    campaign, ground = g.campaign, g.campaign.ground
    german = campaign.side[unit] == GERMAN
    clear = 1 if not german or g.weather in (Weather.RAIN, Weather.STORM) else 2
    costs = {Terrain.CLEAR: clear, Terrain.BEACH: clear, Terrain.BOCAGE: 2, Terrain.WOODS: 2, Terrain.FOREST: 3}
    costs |= {Terrain.TOWN: 1, Terrain.CITY: 1}
    terrain, river, road = ground.terrain[b], ground.rivers[a, b], ground.roads[a, b]
    if terrain not in costs or (river == MAJOR and not road and campaign.needs_bridge[unit]):
        return None
    roads = not german or g.weather not in (Weather.SUN, Weather.CLOUD) or bool(g.entered >> unit & 1)
    if road and roads:
        return 1 if road == MAJOR else 2
    return 2 * (costs[terrain] + (0 if road or not river else 2 if river == MAJOR else 1))


def may_enter(g: State, unit: int, hex_: Hex) -> bool:
    """Whether a unit may come into a hex (10.1, 11.9, 15.0)."""
    campaign, group = g.campaign, g.campaign.group[unit]
    if has(g, 1 - campaign.side[unit], hex_) or (group == GERMANS and g.open_beaches >> hex_ & 1):
        return False
    if group == GERMANS:
        return True
    column = GRID.column(hex_)
    if g.exits[1 - group] >> hex_ & 1:
        return False
    if group == BRITISH:
        return column >= 35
    return column <= 36 or 0 < g.brittany_since < g.rounds


def walks(g: State, unit: int, points: int) -> dict[Hex, int]:
    """Where a unit can come to be within its MPs, hex by hex, with what it costs."""
    start, enemy = g.where[unit], 1 - g.campaign.side[unit]
    best: dict[Hex, int] = {}
    queue = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if (here != start and in_zone(g, enemy, here)) or spent > best.get(here, points):
            continue
        for there in GRID.neighbours[here]:
            cost = price(g, unit, here, there)
            if cost is None or not may_enter(g, unit, there) or there == start:
                continue
            if here == start and in_zone(g, enemy, start) and in_zone(g, enemy, there):
                continue
            total = spent + (min(cost, points) if here == start else cost)
            if total <= points and total < best.get(there, points + 1):
                best[there] = total
                heappush(queue, (total, there))
    return best


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_zones_and_counts(seed: int) -> None:
    g = scatter(seed)
    for side in (ALLIED, GERMAN):
        assert zone_of(g, side) == mask(hex_ for hex_ in GRID.hexes if in_zone(g, side, hex_))
        assert g.zone[side] == mask(hex_ for hex_ in GRID.hexes if g.zoc[side][hex_])
        assert g.occupied[side] == mask(hex_ for hex_ in GRID.hexes if has(g, side, hex_))
    fresh = State(g.campaign, g.chance)
    for unit, place in enumerate(g.where):
        if place >= 0:
            fresh.put(unit, place)
    for field in ("at", "force", "occupied", "stands", "strongpoints", "zoc", "zone"):
        assert getattr(fresh, field) == getattr(g, field), field


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_supply_lines(seed: int) -> None:
    g = scatter(seed)
    for group in (US, BRITISH, GERMANS):
        area = traced(g, group)
        assert lines(g, group) == area
        for unit in members(g.force[group]):
            hex_ = g.where[unit]
            by_line = area >> hex_ & 1 or any(area >> other & 1 for other in GRID.neighbours[hex_])
            by_itself = (
                g.campaign.strongpoint[unit] and g.turn <= 2 if group == GERMANS else bool(g.open_beaches >> hex_ & 1)
            )
            assert in_supply(g, unit) is bool(by_line or by_itself)


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_reach(seed: int) -> None:
    g = scatter(seed)
    campaign = g.campaign
    for unit in members(g.force[g.active] & ~campaign.immobile)[:12]:
        if is_astray(g, unit):
            continue
        points = movement_points(g, unit, "normal")
        naive = walks(g, unit, points)
        assert moves_of(g, (unit,), points, "normal", fresh=True).reach.cost == naive
        barred = campaign.no_stop if g.active == GERMANS else 0
        ends = {h for h in naive if not barred >> h & 1 and is_legal(campaign, {*g.at.get(h, ()), unit})}
        found = destinations(g, (unit,), points, "normal", fresh=True)
        assert {place for place in found if place < SIZE} == ends
        assert can_move(g, (unit,), "normal") is bool(found)


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_who_can_move(seed: int) -> None:
    g = scatter(seed)
    action = MovementAction(g.active, "normal", g.force[g.active])
    able = []
    for unit in members(action.eligible(g)):
        if destinations(g, (unit,), movement_points(g, unit, "normal"), "normal", fresh=True):
            able.append(unit)
    assert action.movable(g) == able
    stacks = []
    for hex_ in {g.where[unit] for unit in able}:
        stack = action.stack_in(g, hex_)
        points = min(movement_points(g, unit, "normal") for unit in stack)
        if len(stack) > 1 and destinations(g, stack, points, "normal", fresh=True):
            stacks.append(hex_)
    assert sorted(action.stacks(g, able)) == sorted(stacks)
