"""Who may attack whom (11.0, 11.1)."""

from __future__ import annotations

from typing import NamedTuple

from bocage.games.dark_summer import assault, boundary, supply
from bocage.games.dark_summer.campaign import ALLIED, BOTH, BRITISH, GERMAN, GROUP_NAMES, US
from bocage.games.dark_summer.places import APPROACH, GRID, LANDS_AT, SIZE, Place, place_name
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.hexes import Hex, HexSet
from bocage.kernel import Refusal


class Attack(NamedTuple):
    """One attack: the hex, or the Cherbourg Box, the attacking units, and the Support markers of both sides."""

    target: Place
    attackers: tuple[int, ...]
    attack_support: tuple[int, ...] = ()
    defence_support: tuple[int, ...] = ()


def active_groups(g: State) -> tuple[int, ...]:
    """The groups whose units are Active."""
    return (US, BRITISH) if g.active == BOTH else (g.active,)


# -- targets --------------------------------------------------------------------------------------


def enemy_hexes(g: State) -> HexSet:
    """All hexes in which the Active side has something to attack: units, and for the Germans Open Beaches (11.9)."""
    if g.active_side == ALLIED:
        return g.occupied[GERMAN]
    return g.occupied[ALLIED] | g.open_beaches


def why_not_attack_hex(g: State, group: int, hex_: Hex) -> Refusal | None:
    """Why units of a group may not attack what is in a hex, whoever is next to it."""
    label = GRID.label(hex_)
    if not enemy_hexes(g) >> hex_ & 1:
        return Refusal("11.1-01", f"there is no enemy unit in {label}")
    if g.attacked_hexes >> hex_ & 1:
        return Refusal("11.1-05", f"{label} has been attacked in this Round already")
    if g.active_side == GERMAN and g.campaign.no_stop >> hex_ & 1:
        return Refusal("11.1-11", f"{label} is a C, W or S hex: Germans may not attack it")
    return boundary.why_not_attack(g, group, hex_)


def attackable(g: State, group: int) -> HexSet:
    """The hexes that units of a group may attack, by the same tests as ``why_not_attack_hex``."""
    hexes = enemy_hexes(g) & ~g.attacked_hexes & boundary.allowed_hexes(g, group)
    return hexes & ~g.campaign.no_stop if group not in (US, BRITISH) else hexes


# -- attackers ------------------------------------------------------------------------------------


def why_not_attack_with(g: State, unit: int, units: int) -> Refusal | None:
    """Why a unit may not attack at all in this Round; ``units`` is a mask of those that were activated for it."""
    campaign, name, place = g.campaign, UNIT_IDS[unit], g.where[unit]
    if campaign.group[unit] not in active_groups(g):
        return Refusal("9.3.2-02", f"{name} is not Active: this is a Round of the {GROUP_NAMES[g.active]} units")
    if place < 0 or (place >= SIZE and place not in LANDS_AT):
        return Refusal("9.3.2-01", f"{name} is not on the map: it is {place_name(place)}")
    if g.attacked_units >> unit & 1:
        return Refusal("11.1-04", f"{name} has attacked in this Round already")
    if g.round_kind == "reaction":
        if not units >> unit & 1:
            return Refusal("9.3.4-08", f"{name} was not activated for this Reaction Round")
        if not (campaign.kampfgruppe[unit] or campaign.tiger[unit]):
            return Refusal("11.0-05", f"{name} is neither a Kampfgruppe nor a Tiger battalion")
    if not units >> unit & 1:
        return assault.why_not_attack_with(g, unit)
    if campaign.side[unit] == ALLIED and not supply.in_supply(g, unit):
        return Refusal("11.0-06", f"{name} is Out of Supply and may not attack")
    return None


def places_beside(target: Hex) -> tuple[Place, ...]:
    """From where a hex can be attacked: the hexes around it, and its Beach Approach across the chevron (11.1-01)."""
    box = APPROACH.get(target)
    return GRID.neighbours[target] if box is None else (*GRID.neighbours[target], box)


def hexes_beside(g: State, place: Place) -> HexSet:
    """What can be attacked out of a place: the hexes around it, or across the chevron (11.1-01)."""
    return g.campaign.ground.around[place] if place < SIZE else 1 << LANDS_AT[place]


def able_at(g: State, place: Place, units: int) -> list[int]:
    """The units in a place that may still attack in this Round."""
    side = g.active_side
    return [
        unit
        for unit in g.at.get(place, ())
        if g.campaign.side[unit] == side and why_not_attack_with(g, unit, units) is None
    ]


def able_beside(g: State, target: Hex, units: int) -> list[int]:
    """The units that may still attack a hex, strong ones and those that add nothing."""
    return [
        unit
        for place in places_beside(target)
        for unit in able_at(g, place, units)
        if attackable(g, g.campaign.group[unit]) >> target & 1
    ]


def attacks_alone(g: State, unit: int) -> bool:
    """Whether a unit may attack without others: one with an Attack factor of 0 may not (2.2.1, 11.6-04)."""
    return g.attack_of(unit) != 0


def near_enemies(g: State) -> HexSet:
    """The hexes of the Active side that are next to something to attack."""
    own = 0
    for group in active_groups(g):
        own |= g.stands[group]
    return own & GRID.spread(enemy_hexes(g) & ~g.attacked_hexes)
