"""Barrages of tanks (8.4), of artillery from turn 17 on (17.3) and of ships (8.52)."""

from __future__ import annotations

from bocage.games.omaha_beach.attack import GUNS, has_radio, is_beside, range_of, why_no_ranged_fire
from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.cards import Card
from bocage.games.omaha_beach.control import fire_of, german_fire
from bocage.games.omaha_beach.deck import draw
from bocage.games.omaha_beach.depth import disrupt_german, remove_depth, shell
from bocage.games.omaha_beach.leaders import commanders, commanding_hqs
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.tables import BarrageResult, Match
from bocage.games.omaha_beach.units import UnitType
from bocage.games.omaha_beach.words import GRID, UNIT_IDS
from bocage.hexes import Hex, mask, members
from bocage.kernel import Refusal


def why_not_shelled(g: State, target: Hex) -> Refusal | None:
    """Why a hex cannot be barraged by anybody (8.41, 8.42, 8.52)."""
    position = g.german_at(target)
    if position == NONE:
        return Refusal("8.4-01", f"there is no German unit in {GRID.label(target)}")
    if not g.is_shown(position) and g.battle.positions[position].kind == "reinforcement":
        return Refusal("8.42-02", f"the unit in {GRID.label(target)} is not revealed")
    if g.attacked >> target & 1:
        return Refusal("8.41-03", f"{GRID.label(target)} has been attacked in this phase")
    return None


def observers(g: State, target: Hex) -> list[int]:
    """Undisrupted infantry in the field of fire of a position, whatever state that is in (8.4-02)."""
    battle = g.battle
    field = fire_of(g, g.german_at(target))
    units = [unit for h in members(field & g.occupied) for unit in g.at[h]]
    return [unit for unit in units if battle.foot[unit] and not g.disrupted >> unit & 1]


def can_barrage(g: State, unit: int) -> bool:
    """Tanks barrage, and artillery of all kinds from turn 17 on (8.4-01, 17.3-01)."""
    kind = g.battle.units[unit].type
    return kind is UnitType.TANK or (kind in GUNS and g.battle.track.during("artillery_barrage", g.turn))


def why_not_barrage(g: State, unit: int, target: Hex) -> Refusal | None:
    """Why a unit cannot barrage a hex; None if it can (8.4, 17.3)."""
    battle, name, label = g.battle, UNIT_IDS[unit], GRID.label(target)
    if not can_barrage(g, unit):
        return Refusal("8-01", f"{name} cannot barrage")
    is_tank = battle.units[unit].type is UnitType.TANK
    refusal = why_not_shelled(g, target)
    if refusal is not None:
        return refusal
    if is_beside(g, unit, target):
        return Refusal("8.4-01" if is_tank else "17.3-01", f"{name} is next to {label}")
    if battle.grid.distance(g.where[unit], target) > range_of(g, unit):
        return Refusal("8.11-01", f"{label} is out of the range of {name}")
    refusal = why_no_ranged_fire(g, unit, target)
    if refusal is not None:
        return refusal
    return _why_not_tank(g, unit, target) if is_tank else _why_not_guns(g, unit, target)


def _why_not_tank(g: State, unit: int, target: Hex) -> Refusal | None:
    """A tank sees its target, or is told of it: it or the observer is in command (8.4-01, 8.4-02)."""
    name, label = UNIT_IDS[unit], GRID.label(target)
    if fire_of(g, g.german_at(target)) >> g.where[unit] & 1:
        return None
    seen_by = observers(g, target)
    if seen_by and (commanders(g, unit) or any(commanders(g, observer) for observer in seen_by)):
        return None
    return Refusal("8.4-02", f"{name} is not in the field of fire of {label}, and nobody in command observes for it")


def _why_not_guns(g: State, unit: int, target: Hex) -> Refusal | None:
    """Artillery fires under an HQ or CP, at what it sees or what infantry under the same HQ or CP sees (17.3)."""
    battle, name, label = g.battle, UNIT_IDS[unit], GRID.label(target)
    hqs = commanding_hqs(g, unit)
    if not hqs:
        return Refusal("17.3-03", f"{name} is not in command of an HQ or command post")
    if not battle.armored[unit] and german_fire(g) >> g.where[unit] & 1:
        return Refusal("17.3-06", f"{name} is in a German field of fire")
    if fire_of(g, g.german_at(target)) >> g.where[unit] & 1:
        return None
    seen_by = observers(g, target)
    if not seen_by:
        return Refusal("17.3-04", f"neither {name} nor infantry is in the field of fire of {label}")
    if not any(g.commands[hq] >> observer & 1 for hq in hqs for observer in seen_by):
        return Refusal("17.3-05", f"{name} and the infantry that sees {label} have no HQ or command post in common")
    return None


def barrageable(g: State, unit: int) -> list[Hex]:
    """The hexes that a unit can barrage."""
    if not can_barrage(g, unit):
        return []
    battle, here = g.battle, g.where[unit]
    near = g.german_hexes & battle.disc(here, range_of(g, unit)) & ~battle.around[here] & ~g.attacked
    return [h for h in members(near) if why_not_barrage(g, unit, h) is None]


def matches(battle: Battle, card: Card, position: int, unit: int) -> Match:
    """What a card has in common with a barrage: the position's colour, the unit's symbol, both or neither (8.4-05)."""
    colour = card.fires(battle.colour[battle.group_of[position]]) is not None
    symbol = battle.symbol[unit] is card.target
    return "both" if colour and symbol else "colour" if colour else "symbol" if symbol else "neither"


def effect(g: State, position: int, result: BarrageResult) -> str:
    """What a result that is not shielded does to a position as it stands: none is disrupted twice (6.4)."""
    if result == "none":
        return "none"
    loses_depth = result == "disrupted_and_depth_removed" and g.german_depth[position] != NONE
    if g.german_disrupted >> position & 1:
        return "only_depth_removed" if loses_depth else "disrupted_already"
    return "disrupted_and_depth_removed" if loses_depth else "disrupted"


def barrage(g: State, unit: int, target: Hex) -> None:
    """A unit fires from afar, and a card decides (8.4-04, 8.41-02, 17.3-08)."""
    battle, card = g.battle, draw(g, "barrage")
    position = g.german_at(target)
    g.acted |= 1 << unit
    g.barraged |= 1 << target
    match = matches(battle, card, position, unit)
    result, depth = battle.tables.barrage_result(match, g.strength_of(unit)), g.german_depth[position] != NONE
    shielded = result == "disrupted_if_no_depth" and depth
    told = "shielded" if shielded else effect(g, position, result)
    g.tell_result(
        "barrage", "8.4-04", step=True, card=card.number, part="barrage", outcome=(told,), unit=unit, hex=target,
        match=match, colour=str(battle.colour[battle.group_of[position]]), symbol=str(battle.symbol[unit] or ""),
        colours=tuple(str(shot.colour) for shot in card.fire), target=str(card.target), strength=g.strength_of(unit),
    )  # fmt: skip
    if result == "none" or shielded:
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
    g.tell_result("naval_barrage", "8.52-02", step=True, outcome=("shelled",), hex=target)
    shell(g, g.german_at(target), "8.52-02")


def naval_targets(g: State) -> list[Hex]:
    """The hexes that ships can barrage."""
    if not g.naval:
        return []
    battle, ready = g.battle, members(g.ashore & ~g.disrupted)
    seen_from = mask([g.where[unit] for unit in ready if battle.foot[unit] and has_radio(g, unit)])
    hexes = [h for h in members(g.german_hexes) if fire_of(g, g.german_at(h)) & seen_from]
    return [h for h in hexes if why_not_shelled(g, h) is None]
