"""Barrages of tanks (8.4) and of ships (8.52)."""

from __future__ import annotations

from bocage.games.omaha_beach.attack import has_radio, is_beside, range_of, why_no_ranged_fire
from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.cards import Card
from bocage.games.omaha_beach.deck import draw
from bocage.games.omaha_beach.depth import disrupt_german, remove_depth, shell
from bocage.games.omaha_beach.leaders import commanders
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.tables import Match
from bocage.games.omaha_beach.units import UnitType
from bocage.games.omaha_beach.words import GRID, UNIT_IDS
from bocage.hexes import Hex, members
from bocage.kernel import Refusal


def why_not_shelled(g: State, target: Hex) -> Refusal | None:
    """Why a hex cannot be barraged by anybody (8.41, 8.42, 8.52)."""
    label, position = GRID.label(target), g.battle.at_hex.get(target)
    if position is None or g.german[position] == NONE:
        return Refusal("8.4-01", f"there is no German unit in {label}")
    if g.battle.positions[position].kind == "reinforcement" and not g.is_shown(position):
        return Refusal("8.42-02", f"the unit in {label} is not revealed")
    if g.attacked >> target & 1:
        return Refusal("8.41-03", f"{label} has been attacked in this phase")
    return None


def observers(g: State, target: Hex) -> list[int]:
    """Undisrupted infantry in the field of fire of a position, whatever state that is in (8.4-02)."""
    battle = g.battle
    field = battle.fire[battle.group_of[battle.at_hex[target]]]
    units = [unit for h in members(field & g.occupied) for unit in g.at[h]]
    return [unit for unit in units if battle.foot[unit] and not g.disrupted >> unit & 1]


def why_not_barrage(g: State, unit: int, target: Hex) -> Refusal | None:
    """Why a unit cannot barrage a hex; None if it can (8.4)."""
    battle, name, label = g.battle, UNIT_IDS[unit], GRID.label(target)
    if battle.units[unit].type is not UnitType.TANK:
        return Refusal("8-01", f"{name} is no tank unit")
    refusal = why_not_shelled(g, target)
    if refusal is not None:
        return refusal
    if is_beside(g, unit, target):
        return Refusal("8.4-01", f"{name} is next to {label}")
    if battle.grid.distance(g.where[unit], target) > range_of(g, unit):
        return Refusal("8.11-01", f"{label} is out of the range of {name}")
    refusal = why_no_ranged_fire(g, unit, target)
    if refusal is not None:
        return refusal
    field = battle.fire[battle.group_of[battle.at_hex[target]]]
    if field >> g.where[unit] & 1:
        return None
    seen_by = observers(g, target)
    if seen_by and (commanders(g, unit) or any(commanders(g, observer) for observer in seen_by)):
        return None
    return Refusal("8.4-02", f"{name} is not in the field of fire of {label}, and nobody in command observes for it")


def barrageable(g: State, unit: int) -> list[Hex]:
    """The hexes that a unit can barrage."""
    if g.battle.units[unit].type is not UnitType.TANK:
        return []
    hexes = sorted(g.battle.positions[p].hex for p in g.occupied_positions())
    return [h for h in hexes if why_not_barrage(g, unit, h) is None]


def matches(battle: Battle, card: Card, position: int, unit: int) -> Match:
    """What a card has in common with a barrage: the position's colour, the unit's symbol, both or neither (8.4-05)."""
    colour = card.fires(battle.colour[battle.group_of[position]]) is not None
    symbol = battle.symbol[unit] is card.target
    return "both" if colour and symbol else "colour" if colour else "symbol" if symbol else "neither"


def barrage(g: State, unit: int, target: Hex) -> None:
    """A tank unit fires from afar, and a card decides (8.4-04, 8.41-02)."""
    battle, card = g.battle, draw(g)
    position = battle.at_hex[target]
    g.acted |= 1 << unit
    g.barraged |= 1 << target
    match = matches(battle, card, position, unit)
    result = battle.tables.barrage_result(match, g.strength_of(unit))
    g.tell("barrage", "8.4-04", unit=unit, hex=target, card=card.number, match=match, result=result)
    depth = g.german_depth[position] != NONE
    if result == "none" or (result == "disrupted_if_no_depth" and depth):
        return
    disrupt_german(g, position, "8.4-04")
    if result == "disrupted_and_depth_removed" and depth:
        remove_depth(g, position, "8.4-04")


def why_no_naval_barrage(g: State, target: Hex) -> Refusal | None:
    """Why ships cannot barrage a hex; None if they can (8.52)."""
    if not g.naval:
        return Refusal("8.5-01", "there is no naval fire marker")
    refusal = why_not_shelled(g, target)
    if refusal is not None:
        return refusal
    if not any(has_radio(g, unit) for unit in observers(g, target)):
        return Refusal("8.52-01", f"no infantry with a radio observes {GRID.label(target)}")
    return None


def naval_barrage(g: State, target: Hex) -> None:
    """A marker is spent: the unit is disrupted, its depth marker destroyed (8.52-02)."""
    g.naval -= 1
    g.barraged |= 1 << target
    g.tell("naval_barrage", "8.52-02", hex=target)
    shell(g, g.battle.at_hex[target], "8.52-02")


def naval_targets(g: State) -> list[Hex]:
    """The hexes that ships can barrage."""
    if not g.naval:
        return []
    hexes = sorted(g.battle.positions[p].hex for p in g.occupied_positions())
    return [h for h in hexes if why_no_naval_barrage(g, h) is None]
