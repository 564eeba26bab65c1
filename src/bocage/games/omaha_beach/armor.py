"""German armor (23): what an armor unit overlooks, and who faces it.

An armor unit is a position of its own that moves (23-01). It stands behind the printed positions in every list of
positions and groups; ``State.armor_on_map`` lists those in play and ``State.hex_of`` tells where each is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import Intensity
from bocage.hexes import Hex, HexSet, mask, members


def is_armor(g: State, position: int) -> bool:
    """Whether a position is that of an armor unit."""
    return position >= g.battle.first_armor


def armor_hexes(g: State) -> HexSet:
    """The hexes with an armor unit."""
    return mask(g.hex_of(position) for position in g.armor_on_map())


# -- fields of fire (23.3) ----------------------------------------------------------------------------


@cache
def field_from(battle: Battle, here: Hex) -> Mapping[Intensity, HexSet]:
    """What an armor unit in a hex overlooks: around it, and beyond hexes of intense fire (23.3-01..04)."""
    table, chart, seen = battle.tables.armor_fire, battle.chart, in_sight(battle, here)
    near: dict[Intensity, HexSet] = dict.fromkeys(Intensity, 0)
    for h in battle.grid.neighbours[here]:
        intensity = table.adjacent.get(chart.terrain[h] or "water")
        if intensity is not None and seen >> h & 1:
            near[intensity] |= 1 << h
    far: dict[Intensity, HexSet] = dict.fromkeys(Intensity, 0)
    for middle in members(near[Intensity.INTENSE]):
        for h in battle.grid.neighbours[middle]:
            intensity = table.beyond.get(chart.terrain[h] or "water")
            if intensity is None or not seen >> h & 1 or battle.grid.distance(here, h) != 2:
                continue
            hedge = (middle, h) in chart.sides["hedge"]
            far[table.beyond_across_hedge if hedge else intensity] |= 1 << h
    far[Intensity.STEADY] &= ~far[Intensity.INTENSE]  # seen past another hex without a hedge
    return {intensity: near[intensity] | far[intensity] for intensity in Intensity}


def in_sight(battle: Battle, here: Hex) -> HexSet:
    """The levels at which a unit can fire: down only from the edge of the high ground, never up (23.42)."""
    if battle.low >> here & 1:
        return battle.low
    return battle.grid.all if battle.grid.spread(1 << here) & battle.low else battle.high


@cache
def fire_from(battle: Battle, here: Hex) -> HexSet:
    """All hexes that an armor unit in a hex overlooks."""
    field = field_from(battle, here)
    return field[Intensity.INTENSE] | field[Intensity.STEADY]


def armor_field(g: State, position: int) -> Mapping[Intensity, HexSet]:
    """The field of fire of an armor unit on the map; it moves with the unit (23.3-05)."""
    return field_from(g.battle, g.hex_of(position))


# -- roads (23.52) --------------------------------------------------------------------------------------


@cache
def armor_links(battle: Battle) -> dict[Hex, tuple[Hex, ...]]:
    """For each hex the hexes to which a primary or secondary road leads, mined or not (23.52-01, 23.53-02)."""
    primary, secondary = battle.chart.roads["primary"], battle.chart.roads["secondary"]
    found = {h: tuple(members(primary.across(h) | secondary.across(h))) for h in battle.grid.hexes}
    return {h: there for h, there in found.items() if there}


# -- Americans who face armor ---------------------------------------------------------------------------


def escapes(g: State, unit: int) -> HexSet:
    """Where an infantry unit is away from armor that overlooks it at close quarters (23.6-03).

    A unit that may still act stands where it stood when the phase began, and armor does not move in that phase.
    """
    battle, here, found = g.battle, g.where[unit], 0
    for position in g.armor_on_map():
        there = g.hex_of(position)
        close, intense = battle.around[there], field_from(battle, there)[Intensity.INTENSE]
        if close & intense & ~(1 << there) & 1 << here:
            found |= battle.grid.all & ~close & ~intense
    return found
