"""Control and communication (12): what the Americans control, and who can trace a path to what."""

from __future__ import annotations

from typing import NamedTuple

from bocage.games.omaha_beach.armor import armor_hexes, fire_from, is_armor
from bocage.games.omaha_beach.germans import germans
from bocage.games.omaha_beach.state import NOWHERE, State
from bocage.hexes import Hex, HexSet, flood, mask, members

REINFORCEMENT = "reinforcement"


class Lines(NamedTuple):
    """What the Americans control and what the Germans reach, and all from which that follows."""

    us: HexSet
    german: HexSet
    where: list[int]
    steps: list[int]
    bases: list[Hex]
    german_hexes: HexSet


def lines(g: State) -> Lines:
    """The lines of a game, worked out anew only if somebody has moved or lost steps."""
    last = g.lines
    if (
        last is None
        or last.where != g.where
        or last.steps != g.steps
        or last.bases != g.bases
        or last.german_hexes != g.german_hexes
    ):
        us = find_us_control(g)
        free = g.battle.german_paths & ~(g.occupied | us & ~g.german_hexes)
        reach = flood(g.battle.grid, g.battle.exits & free, free)
        last = g.lines = Lines(us, reach, g.where.copy(), g.steps.copy(), g.bases.copy(), g.german_hexes)
    return last


def us_control(g: State) -> HexSet:
    """Hexes that US units occupy or control; none on the high ground from below (12.1, 12.11)."""
    return lines(g).us


def find_us_control(g: State) -> HexSet:
    """The same, worked out."""
    battle, controls, steps = g.battle, g.battle.controls, g.steps
    hexes = 0
    for unit in members(g.ashore):
        if controls[unit][steps[unit]]:
            hexes |= 1 << g.where[unit]
    from_above, from_below = hexes & battle.high, hexes & ~battle.high
    spread = battle.grid.spread
    bases = mask(h for h in g.bases if h != NOWHERE)
    return g.occupied | bases | spread(from_above) | spread(from_below) & ~battle.high


def german_reach(g: State) -> HexSet:
    """Hexes connected to an exit by German communication; a German unit's own hex is not blocked by control (12.2)."""
    return lines(g).german


def reaches(g: State, hex_: Hex, connected: HexSet) -> bool:
    """Whether communication can be traced from a hex, whatever is in the hex itself (12.22)."""
    return bool(g.battle.around[hex_] & connected)


def in_communication(g: State, position: int, connected: HexSet | None = None) -> bool:
    """Whether a position is in German communication, if need be through one bocage hex next to it (12.2, 12.23).

    A US unit in the position cuts it off; US control of its hex does not, so a position at an exit is never cut off by
    that alone (12.22).
    """
    battle = g.battle
    if connected is None:
        connected = german_reach(g)
    if is_armor(g, position):
        return reaches(g, g.hex_of(position), connected)
    here = battle.positions[position]
    if g.occupied >> here.hex & 1:
        return False
    if reaches(g, here.hex, connected) or battle.exits >> here.hex & 1:
        return True
    if here.kind != REINFORCEMENT or not g.held >> position & 1:
        return False
    bocage = battle.grid.spread(1 << here.hex) & battle.chart.with_terrain["bocage"] & ~g.occupied
    return bool((bocage | battle.grid.spread(bocage)) & connected or bocage & battle.exits)


def cut_off(g: State, hexes: HexSet) -> HexSet:
    """Which of some hexes of printed positions are not in German communication."""
    connected, battle = german_reach(g), g.battle
    near = battle.grid.within(connected, 1) & ~g.occupied
    return mask([h for h in members(hexes & ~near) if not in_communication(g, battle.at_hex[h], connected)])


def settle_communication(g: State) -> None:
    """Work out which positions are in communication for the whole German Fire Phase (12.24)."""
    at_hex, hexes = g.battle.at_hex, cut_off(g, g.battle.position_hexes)
    g.communicating = g.battle.printed & ~mask([at_hex[h] for h in members(hexes)])


def fire_of(g: State, position: int) -> HexSet:
    """The field of fire of a position, whatever the intensity; that of armor moves with it (23.3-05)."""
    if is_armor(g, position):
        return fire_from(g.battle, g.hex_of(position))
    return g.battle.fire[g.battle.group_of[position]]


def german_fire(g: State) -> HexSet:
    """All hexes in the field of fire of a German unit; a disrupted one has none (6.4)."""
    return germans(g).fire


def german_dots(g: State) -> HexSet:
    """All hexes with a fire dot of a German unit, for the rules that count disrupted units too (12.31, 13.22)."""
    return germans(g).dots


def potential_fire(g: State) -> HexSet:
    """Hexes where Germans fire or, from an empty position in communication, could come to fire (18.1, 19.1).

    A position with a US unit or a garrison is not empty; in a WN of two hexes one US unit will do (16.11-01).
    """
    known, key = germans(g), (german_reach(g), g.occupied, g.garrisons)
    found = known.potential.get(key)
    if found is None:
        found = known.potential[key] = _potential_fire(g)
    return found


def _potential_fire(g: State) -> HexSet:
    battle, fire = g.battle, german_dots(g)
    near = battle.grid.within(german_reach(g), 1) | battle.exits
    for h in members(near & battle.position_hexes & ~g.german_hexes & ~g.occupied):
        position = battle.at_hex[h]
        group = battle.group_of[position]
        if not battle.group_hexes[group] & g.occupied and not g.garrisons >> position & 1:
            fire |= battle.fire[group]
    return fire


def us_communication(g: State) -> HexSet:
    """All hexes from which a path leads to the beach, out of every German field of fire, disrupted or not (12.31)."""
    battle = g.battle
    free = battle.playable & ~german_dots(g) & ~g.german_hexes
    reached = fresh = battle.beach & free
    while fresh:
        wider = 0
        for h in members(fresh):
            wider |= battle.us_paths[h]
        fresh = wider & free & ~reached
        reached |= fresh
    return reached


def held_for_victory(g: State) -> HexSet:
    """Hexes under US control when points are counted (13.22); positions with a garrison are among them (19.3-02)."""
    battle = g.battle
    safe = us_communication(g)
    connected = german_reach(g)
    lost = battle.grid.all & ~battle.grid.within(connected, 1)
    garrisons = mask(battle.positions[p].hex for p in members(g.garrisons)) & ~armor_hexes(g)
    return safe & (us_control(g) | lost) | garrisons
