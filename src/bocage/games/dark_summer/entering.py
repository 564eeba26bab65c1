"""Which hexes a unit may come into at all, whatever its Movement Points (10.1, 11.9, 15.0)."""

from __future__ import annotations

from bocage.games.dark_summer.boundary import allowed_hexes, is_astray, why_not_enter
from bocage.games.dark_summer.campaign import BRITISH, GERMANS, SIDE_OF, US
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.state import State
from bocage.hexes import Hex, HexSet
from bocage.kernel import Refusal


def shut_hexes(g: State, group: int) -> HexSet:
    """Hexes that no unit of a group may enter in any way but combat: enemies, Open Beaches, Exit markers of others."""
    enemies = g.occupied[1 - SIDE_OF[group]]
    if group == GERMANS:
        return enemies | g.open_beaches
    return enemies | g.exits[BRITISH if group == US else US]


def closed_hexes(g: State, unit: int) -> HexSet:
    """Hexes that a unit may not move into; one that is beyond the Boundary is not kept by it on its way back."""
    group = g.campaign.group[unit]
    closed = shut_hexes(g, group)
    return closed if is_astray(g, unit) else closed | GRID.all & ~allowed_hexes(g, group)


def why_not_come_into(g: State, unit: int, hex_: Hex) -> Refusal | None:
    """The rule that keeps a unit from moving into a hex from wherever it comes, or None."""
    group, label = g.campaign.group[unit], GRID.label(hex_)
    if not g.campaign.ground.passable >> hex_ & 1:
        return Refusal("2.4-15", f"{label} is Impassable")
    if g.occupied[1 - SIDE_OF[group]] >> hex_ & 1:
        return Refusal("10.1-07", f"{label} holds an enemy unit")
    if group == GERMANS:
        if g.open_beaches >> hex_ & 1:
            return Refusal("11.9-11", f"{label} is an Open Beach, which German units take by combat alone")
        return None
    if refusal := why_not_pass_marker(g, group, hex_):
        return refusal
    return None if is_astray(g, unit) else why_not_enter(g, group, hex_)


def why_not_pass_marker(g: State, group: int, hex_: Hex) -> Refusal | None:
    """An Exit marker of the other Allied army bars a hex, also to those who retreat or advance (10.1-11, 10.1-12)."""
    if group == GERMANS or not g.exits[BRITISH if group == US else US] >> hex_ & 1:
        return None
    rule = "10.1-12" if group == US else "10.1-11"
    return Refusal(rule, f"{GRID.label(hex_)} has an Exit marker of the other Allied army")
