"""Supply (rulebook 13): Supply Sources, Supply Lines, and the Isolation of Cherbourg.

Supply is no lasting status: it is traced when it matters. The hexes that a group's lines can reach are worked out at
the first question in a position and kept until a unit moves.
"""

from __future__ import annotations

from functools import lru_cache

from bocage.games.dark_summer.campaign import GERMAN, GERMANS, LAST_AUTOMATIC_TURN, SIDE_OF, US
from bocage.games.dark_summer.places import BRITTANY, CHERBOURG, EASTERN_EXIT, GRID, MAY_LEAVE, SIZE
from bocage.games.dark_summer.state import UNTRACED, State
from bocage.games.dark_summer.zones import enemy_zone
from bocage.hexes import Hex, HexSet, flood, members


def sources(g: State, group: int) -> HexSet:
    """The Supply Sources that a group can use now (13.1)."""
    if group != GERMANS:
        return g.open_beaches & g.campaign.beaches_of[group]
    letters = g.campaign.ground.letters
    found = letters["E"] & ~(g.exits[0] | g.exits[1]) | letters["(E)"]
    if not g.brittany_since:
        found |= letters["W"]
    if not g.reentry_turn:
        found |= letters["S"]
    return found & free_hexes(g, GERMAN)


def free_hexes(g: State, side: int, leaving: HexSet = 0) -> HexSet:
    """Hexes that a side's paths may pass: no enemy unit, no enemy ZOC unless a friendly unit negates it (13.2).

    ``leaving`` are hexes whose friendly units are about to leave them.
    """
    unnegated = enemy_zone(g, side) & ~(g.occupied[side] & ~leaving)
    return g.campaign.ground.passable & ~g.occupied[1 - side] & ~unnegated


def line_hexes(g: State, group: int, leaving: HexSet = 0) -> HexSet:
    """Hexes that a group's Supply Lines may enter; German ones no Open Beach and no Exit marker (13.2.1)."""
    free = free_hexes(g, SIDE_OF[group], leaving)
    return free & ~(g.open_beaches | g.exits[0] | g.exits[1]) if group == GERMANS else free


def lines(g: State, group: int, leaving: HexSet = 0) -> HexSet:
    """The hexes over which a group's Supply Lines to its sources can run; ``leaving`` as in ``free_hexes``."""
    if leaving & enemy_zone(g, SIDE_OF[group]):
        return flood(g.campaign.grid, sources(g, group), line_hexes(g, group, leaving))
    if g.supplied[group] == UNTRACED:
        found = flood(g.campaign.grid, sources(g, group), line_hexes(g, group))
        g.supplied = tuple(found if number == group else known for number, known in enumerate(g.supplied))
    return g.supplied[group]


def supplied_hexes(g: State, group: int) -> HexSet:
    """The hexes where a unit of a group is In Supply: its line begins in the hex next to it (13.2-01)."""
    return next_to(g, lines(g, group))


def next_to(g: State, hexes: HexSet) -> HexSet:
    """Hexes with all that can be entered from them."""
    return _with_neighbours(hexes) & g.campaign.ground.passable


@lru_cache(maxsize=8)
def _with_neighbours(hexes: HexSet) -> HexSet:
    """Supply is asked for unit by unit, and the lines seldom change in between."""
    return hexes | GRID.spread(hexes)


def would_be_supplied(g: State, unit: int, hex_: Hex, leaving: HexSet) -> bool:
    """Whether a unit that leaves its hex bare would be In Supply in another."""
    found = next_to(g, lines(g, g.campaign.group[unit], leaving))
    if g.reentered >> unit & 1:
        found |= hexes_supplied_from_brittany(g, leaving)
    return bool(found >> hex_ & 1)


def brittany_supplied(g: State, leaving: HexSet = 0) -> bool:
    """Whether US units in Brittany are In Supply: a line runs from a W hex to a US Open Beach (13.2.2)."""
    return bool(lines(g, US, leaving) & g.campaign.ground.letters["W"])


def cherbourg_supplied(g: State) -> bool:
    """Whether US units in the Cherbourg Box are In Supply: a line runs from a C hex to a US Open Beach (13.2.2)."""
    return bool(lines(g, US) & g.campaign.ground.letters["C"])


def hexes_supplied_from_brittany(g: State, leaving: HexSet = 0) -> HexSet:
    """The hexes where units that re-entered the map are In Supply through Brittany (13.2.2)."""
    if not brittany_supplied(g, leaving):
        return 0
    free = line_hexes(g, US, leaving)
    return next_to(g, flood(g.campaign.grid, g.campaign.ground.letters["S"], free))


def in_supply(g: State, unit: int) -> bool:
    """Whether a unit on the map or in a box is In Supply now; units still offshore are (13.0-08)."""
    place, group = g.where[unit], g.campaign.group[unit]
    if is_supplied_by_itself(g, unit):
        return True
    if place == CHERBOURG:
        return cherbourg_supplied(g)
    if place in (BRITTANY, MAY_LEAVE):
        return brittany_supplied(g)
    if place >= SIZE or supplied_hexes(g, group) >> place & 1:
        return True
    return bool(g.reentered >> unit & 1 and hexes_supplied_from_brittany(g) >> place & 1)


def is_supplied_by_itself(g: State, unit: int) -> bool:
    """Whether a unit is In Supply without a Supply Line (13.3)."""
    campaign, place = g.campaign, g.where[unit]
    if place == EASTERN_EXIT:
        return True
    if campaign.side[unit] == GERMAN:
        return place == CHERBOURG or (campaign.strongpoint[unit] and g.turn <= LAST_AUTOMATIC_TURN)
    return place < SIZE and bool(g.open_beaches >> place & 1)


# -- Cherbourg (13.5) -----------------------------------------------------------------------------------


def isolated(g: State) -> bool:
    """Whether no C hex, itself free of Allied units and ZOCs, has a Supply Line to a German Supply Source (13.5-01)."""
    return not lines(g, GERMANS) & g.campaign.ground.letters["C"]


def hexes_with_path_to_cherbourg(g: State) -> HexSet:
    """The hexes of which a path leads to a C hex, free of Allied units and ZOCs not negated (11.3.7, 13.5)."""
    return next_to(g, flood(g.campaign.grid, g.campaign.ground.letters["C"], free_hexes(g, GERMAN)))


def check_cherbourg(g: State) -> None:
    """At the start of every German Round: is Cherbourg Isolated? Then units cut off with it go there (13.5)."""
    if g.cherbourg_captured:
        g.isolated = False
        return
    before, g.isolated = g.isolated, isolated(g)
    if before != g.isolated:
        g.tell("cherbourg_isolated" if g.isolated else "cherbourg_relieved", "13.5-01")
    if g.isolated:
        relocate(g)


def relocate(g: State) -> None:
    """Out of Supply German units with a path to a C hex go into the Cherbourg Box; Strongpoints never do (13.5-06)."""
    paths = hexes_with_path_to_cherbourg(g)
    cut_off = [
        unit
        for unit in members(g.force[GERMANS])
        if g.on_map(unit) and not g.campaign.strongpoint[unit] and paths >> g.where[unit] & 1 and not in_supply(g, unit)
    ]
    for unit in cut_off:
        g.tell("relocated", "13.5-06", unit=unit, hex=g.where[unit])
        g.put(unit, CHERBOURG)


def supplied_germans_on_map(g: State) -> bool:
    """Whether any German unit on the map is In Supply (3.2.1-05)."""
    germans = g.occupied[GERMAN]
    if next_to(g, sources(g, GERMANS) & line_hexes(g, GERMANS)) & germans:
        return True  # beside a source, whatever the other lines
    if supplied_hexes(g, GERMANS) & germans:
        return True
    return g.turn <= LAST_AUTOMATIC_TURN and bool(g.strongpoints)
