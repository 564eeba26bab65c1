"""Zones of Control (rulebook 6).

The state keeps, per side, the hexes into which its stacks project as far as the ground alone decides it: not into
Impassable hexes and Cities, not across Major Rivers (6.1). What depends on the position is taken off here.
"""

from __future__ import annotations

from bocage.games.dark_summer.campaign import ALLIED
from bocage.games.dark_summer.state import State
from bocage.hexes import Hex, HexSet


def zone_of(g: State, side: int) -> HexSet:
    """The hexes in the ZOCs of a side: Allied ones not at Strongpoints, German ones not on Open Beaches (6.1)."""
    return g.zone[side] & ~(g.strongpoints if side == ALLIED else g.open_beaches)


def enemy_zone(g: State, side: int) -> HexSet:
    """The hexes in ZOCs of a side's enemy, for all purposes but those of ``unnegated_zone`` (6.2-05)."""
    return g.zone[1 - side] & ~(g.open_beaches if side == ALLIED else g.strongpoints)


def unnegated_zone(g: State, side: int) -> HexSet:
    """The hexes in ZOCs of a side's enemy that no unit of the side negates.

    It is what counts for Supply Lines, for retreats, for the second hex of advance in the 2nd Wave Round, and for the
    path of an Out of Supply German unit to a C hex (6.2).
    """
    return zone_of(g, 1 - side) & ~g.occupied[side]


def in_enemy_zone(g: State, side: int, hex_: Hex) -> bool:
    """Whether a hex is in a ZOC of a side's enemy."""
    return bool(zone_of(g, 1 - side) >> hex_ & 1)
