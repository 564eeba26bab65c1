"""Supply of the Allies (10.12); Germans need none."""

from __future__ import annotations

from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.state import State
from bocage.hexes import HexSet, flood, members


def supplied_from(g: State, sources: HexSet) -> HexSet:
    """Every hex from which a path leads to one of the sources.

    No enemy unit and no sea on the path, and only its two ends may be in an EZOC (10.12-07): so spread
    from the sources over hexes without EZOC, and then one hex farther.
    """
    core = supply_lines(g, sources, g.occupied[GERMAN], g.zone_sources[GERMAN])
    return (core | g.battle.grid.spread(core)) & g.battle.playable & ~g.occupied[GERMAN]


def supply_lines(g: State, sources: HexSet, germans: HexSet, zone_sources: HexSet) -> HexSet:
    """The sources and the hexes over which supply comes from them, if Germans stood in some hexes."""
    grid = g.battle.grid
    through = g.battle.playable & ~germans & ~grid.spread(zone_sources)
    return flood(grid, (sources | grid.spread(sources)) & through, through) | sources


def supply_area(g: State) -> HexSet:
    """Hexes in supply for ordinary Allied units and for locations."""
    return supplied_from(g, g.beachheads)


def drop_zone_supply(g: State, army: Army) -> HexSet:
    """Hexes in supply for airborne units of an army while its drop zones last (10.9.2-20)."""
    zones: HexSet = 0
    for hex_, owner in g.drop_zones.items():
        if owner == army:
            zones |= 1 << hex_
    return supplied_from(g, zones & ~g.occupied[GERMAN]) if zones else 0


def supplied_units(g: State) -> int:
    """Mask of the Allied units on the map that are in supply."""
    battle = g.battle
    area = supply_area(g)
    from_the_air = {army: drop_zone_supply(g, army) for army in (Army.US, Army.CW)} if g.drop_zones else {}
    supplied = 0
    for unit in members(g.force[ALLIED]):
        hex_ = g.where[unit]
        if (
            battle.commando[unit]  # 10.12-11
            or area >> hex_ & 1
            or (battle.airborne[unit] and from_the_air and from_the_air[battle.army[unit]] >> hex_ & 1)
        ):
            supplied |= 1 << unit
    return supplied


def check_supply(g: State) -> None:
    """Reduce every Allied unit without supply, at the end of the Allied player turn (10.12-09)."""
    for unit in members(g.force[ALLIED] & ~supplied_units(g)):
        g.tell_result("out_of_supply", "10.12-09", unit=unit, hex=g.where[unit])
        g.deplete(unit, "10.12-09")


def captured(g: State, hexes: HexSet) -> HexSet:
    """Of some hexes those that the Allies have captured: last to occupy, and in supply (11.8-05)."""
    held = g.held & hexes & ~g.occupied[GERMAN]
    return held & supply_area(g) if held else 0
