"""The Allied Operational Boundary (rulebook 15)."""

from __future__ import annotations

from bocage.games.dark_summer.campaign import BRITISH, GERMANS, GROUP_NAMES, US
from bocage.games.dark_summer.places import GRID, SIZE
from bocage.games.dark_summer.state import State
from bocage.hexes import Hex, HexSet
from bocage.kernel import Refusal


def is_lifted(g: State, group: int) -> bool:
    """Whether a group goes where it likes: Germans, and US and French once the Round of the first entry is over."""
    return group == GERMANS or (group == US and 0 < g.brittany_since < g.rounds)


def allowed_hexes(g: State, group: int) -> HexSet:
    """The hexes that a group may move into and attack: those at most one hex beyond the Boundary Line (15.0-01)."""
    return GRID.all if is_lifted(g, group) else g.campaign.within_boundary[group]


def why_not_enter(g: State, group: int, hex_: Hex) -> Refusal | None:
    """The rule that keeps a group from moving or advancing into a hex, or None."""
    return _why_not(g, group, hex_, "move into")


def why_not_attack(g: State, group: int, hex_: Hex) -> Refusal | None:
    """The rule that keeps a group from attacking a hex, or None."""
    return _why_not(g, group, hex_, "attack")


def _why_not(g: State, group: int, hex_: Hex, act: str) -> Refusal | None:
    if allowed_hexes(g, group) >> hex_ & 1:
        return None
    rule, side = ("15.0-01", "west") if group == BRITISH else ("15.0-02", "east")
    who, where = GROUP_NAMES[group], GRID.label(hex_)
    return Refusal(rule, f"{who} units may not {act} {where}, more than one hex {side} of the Boundary Line")


def is_astray(g: State, unit: int) -> bool:
    """Whether a unit stands where its group may not move: it retreated there and has to come back (15.0-08)."""
    group, place = g.campaign.group[unit], g.where[unit]
    return group != GERMANS and 0 <= place < SIZE and not allowed_hexes(g, group) >> place & 1


def hexes_from_own_zone(g: State, group: int, hex_: Hex) -> int:
    """How far a hex is from a group's own Zone: the Boundary Line runs along columns of hexes."""
    column, own = GRID.column(hex_), g.campaign.nearest_column[group]
    return max(0, column - own if group == US else own - column)


def is_nearer_own_zone(g: State, unit: int, hex_: Hex) -> bool:
    """Whether a hex is nearer to a unit's own Zone than where it stands (15.0-08)."""
    group = g.campaign.group[unit]
    return hexes_from_own_zone(g, group, hex_) < hexes_from_own_zone(g, group, g.where[unit])
