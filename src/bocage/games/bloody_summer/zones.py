"""Zones of control (rulebook 3); the state keeps them, the ground says where they end."""

from __future__ import annotations

from bocage.games.bloody_summer.campaign import Campaign
from bocage.games.bloody_summer.pieces import UNITS
from bocage.games.bloody_summer.state import State
from bocage.hexes import Hex, HexSet


def enemy_zone(g: State, side: int) -> HexSet:
    """The hexes in zones of control of a side's enemy; friends there do not cancel it (3-07)."""
    return g.zone[1 - side]


def in_enemy_zone(g: State, side: int, hex_: Hex) -> bool:
    """Whether a hex is in a zone of control of a side's enemy."""
    return bool(g.zone[1 - side] >> hex_ & 1)


def leaving_cost(campaign: Campaign, piece: int) -> int:
    """The movement points that a piece pays more for leaving an enemy zone of control (3-08 to 3-10)."""
    costs = campaign.tables.movement.leaving_zoc
    if piece < UNITS and campaign.units[piece].special_forces:
        return costs.commando
    return costs.elite if campaign.elite[piece] or campaign.paratroop[piece] else costs.other
