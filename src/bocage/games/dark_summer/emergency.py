"""Emergency Withdrawal (rulebook 10.3)."""

from __future__ import annotations

from bocage.games.dark_summer.boundary import is_astray, is_nearer_own_zone
from bocage.games.dark_summer.boxes import why_not_into
from bocage.games.dark_summer.campaign import BRITISH, GERMAN, GERMANS, US
from bocage.games.dark_summer.entering import closed_hexes, why_not_come_into
from bocage.games.dark_summer.places import GRID, SIZE, Place
from bocage.games.dark_summer.stacking import fits, why_not_stack
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import sources
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.games.dark_summer.zones import enemy_zone
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import Refusal

LENGTH = 2  # hexes


def may_withdraw(g: State) -> bool:
    """Whether this Round knows Emergency Withdrawals: a Move Round, by option a Reaction Round (10.3-03, 10.3.2)."""
    return g.round_kind == "move" or (g.round_kind == "reaction" and g.options.reaction_withdrawal)


def is_stuck(g: State, unit: int) -> bool:
    """Whether a unit in an enemy ZOC can enter nothing next to it because of enemy units and ZOCs (10.3-01)."""
    campaign, hex_ = g.campaign, g.where[unit]
    if hex_ >= SIZE or not (zone := enemy_zone(g, campaign.side[unit])) >> hex_ & 1:
        return False
    if campaign.open_around[campaign.needs_bridge[unit]][hex_] & ~zone & ~closed_hexes(g, unit):
        return False
    return hex_ not in campaign.box_at or why_not_into(g, unit, hex_, 1 << hex_) is not None


def ways_between(g: State, unit: int, target: Hex) -> HexSet:
    """The hexes by which a unit can withdraw to another: no enemy, no Impassable Terrain, no wide River (10.3.1)."""
    around = g.campaign.open_around[g.campaign.needs_bridge[unit]]
    first = around[g.where[unit]] & ~closed_hexes(g, unit)
    return mask(hex_ for hex_ in members(first) if around[hex_] >> target & 1)


def hexes_away(g: State, unit: int) -> HexSet:
    """The hexes two away to which a way leads."""
    around = g.campaign.open_around[g.campaign.needs_bridge[unit]]
    start, closed = g.where[unit], closed_hexes(g, unit)
    found = 0
    for hex_ in members(around[start] & ~closed):
        found |= around[hex_]
    return found & GRID.ring(start, LENGTH) & ~closed


def enemy_sources(g: State, side: int) -> HexSet:
    """The Supply Sources of a side's enemy."""
    return sources(g, US) | sources(g, BRITISH) if side == GERMAN else sources(g, GERMANS)


def farther_hexes(g: State, unit: int, hexes: HexSet) -> HexSet:
    """Of some hexes those farther from the nearest enemy Supply Source, one of the nearest at will (10.3.1-04)."""
    start = g.where[unit]
    found = members(enemy_sources(g, g.campaign.side[unit]))
    if not found:
        return hexes
    least = min(GRID.distance(start, source) for source in found)
    nearest = [source for source in found if GRID.distance(start, source) == least]
    return mask(hex_ for hex_ in members(hexes) if any(GRID.distance(hex_, source) > least for source in nearest))


def withdrawals(g: State, unit: int) -> HexSet:
    """The hexes to which a unit may withdraw; none if it has no cause or no way to (10.3.1)."""
    campaign = g.campaign
    if not campaign.allowance[unit] or not is_stuck(g, unit):
        return 0
    side = campaign.side[unit]
    away = hexes_away(g, unit) & ~GRID.spread(g.occupied[1 - side])
    if side == GERMAN:
        away &= ~campaign.no_stop
    if is_astray(g, unit):
        away = mask(hex_ for hex_ in members(away) if is_nearer_own_zone(g, unit, hex_))
    return mask(hex_ for hex_ in members(farther_hexes(g, unit, away)) if fits(g, hex_, unit))


def why_not_withdraw(g: State, unit: int) -> Refusal | None:
    """The rule that keeps a unit from an Emergency Withdrawal now, or None."""
    name = UNIT_IDS[unit]
    if not may_withdraw(g):
        return Refusal("10.3-03", "there are no Emergency Withdrawals in this Round")
    if not is_stuck(g, unit):
        return Refusal("10.3-01", f"{name} can move: an Emergency Withdrawal is for units that enemies keep from it")
    return None if withdrawals(g, unit) else Refusal("10.3.1-08", f"{name} finds no hex to withdraw to")


def why_not_withdraw_to(g: State, unit: int, place: Place) -> Refusal:
    """The rule that keeps a withdrawing unit from ending in a place."""
    name, side = UNIT_IDS[unit], g.campaign.side[unit]
    if place >= SIZE:
        return Refusal("10.4.1-07", "an Emergency Withdrawal does not lead into a box")
    label = GRID.label(place)
    if GRID.distance(g.where[unit], place) != LENGTH:
        return Refusal("10.3.1-01", f"{label} is not two hexes from {name}")
    if refusal := why_not_come_into(g, unit, place):
        return refusal
    if not ways_between(g, unit, place):
        rule = "10.3.1-03" if g.campaign.needs_bridge[unit] else "10.3.1-02"
        return Refusal(rule, f"there is no way for {name} to {label} past enemy units and Impassable Terrain")
    if GRID.spread(g.occupied[1 - side]) >> place & 1:
        return Refusal("10.3.1-06", f"{label} is next to an enemy unit")
    if side == GERMAN and g.campaign.no_stop >> place & 1:
        return Refusal("10.1-13", f"German units may not stop in {label}, a C, W or S hex")
    if is_astray(g, unit) and not is_nearer_own_zone(g, unit, place):
        return Refusal("15.0-08", f"{name} would not come nearer to its own Zone in {label}")
    if refusal := why_not_stack(g, place, unit):
        return refusal
    return Refusal("10.3.1-04", f"{label} is no farther from the nearest enemy Supply Source")
