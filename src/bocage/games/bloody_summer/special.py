"""Special operations of Rangers, commandos and elite paratroops (rulebook 4.4)."""

from __future__ import annotations

from bocage.games.bloody_summer import headquarters
from bocage.games.bloody_summer.ground import ESTUARY
from bocage.games.bloody_summer.pieces import PIECE_IDS
from bocage.games.bloody_summer.places import GRID, SIZE, Place
from bocage.games.bloody_summer.stacking import fits
from bocage.games.bloody_summer.state import State
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Refusal


def why_not_operate(g: State, unit: int) -> Refusal | None:
    """The rule that keeps a unit from special operations now, or None."""
    name = PIECE_IDS[unit]
    if not g.campaign.infiltrates[unit]:
        return Refusal("4.4-01", f"{name} is no Ranger, commando or elite paratroop unit")
    if g.level[unit]:
        return Refusal("4.4-01", f"{name} is disorganised")
    if g.moved >> unit & 1:
        return Refusal("4.4-07", f"{name} has moved in this phase")
    if (g.resting >> unit & 1) or not g.on_map(unit):
        return Refusal("1.1.1.3.b-05", f"{name} cannot move")
    return None


def why_not_infiltrate(g: State, unit: int, place: Place) -> Refusal | None:
    """The rule that keeps a unit from infiltrating into a hex, or None."""
    if refusal := why_not_operate(g, unit):
        return refusal
    here, side, name = g.where[unit], g.campaign.side[unit], PIECE_IDS[unit]
    if place >= SIZE or place not in GRID.neighbours[here]:
        return Refusal("4.4-07", f"{name} infiltrates into the next hex and no farther")
    if not g.campaign.in_play >> place & 1:
        return Refusal("4.4-02", f"{GRID.label(place)} is no hex in which a unit can stand")
    if not fits(g, place, unit):
        return Refusal("2.1-03", f"there is no room for {name} in {GRID.label(place)}")
    enemies = g.troops[1 - side] >> place & 1
    if g.occupied[1 - side] >> place & 1 and not enemies:
        return Refusal("4.4-04", f"no combat unit is in {GRID.label(place)}")
    impassable = g.campaign.ground.rivers[here, place] == ESTUARY
    if not enemies and not impassable and not g.in_confusion(here):
        return Refusal("4.4-01", f"nothing keeps {name} from walking to {GRID.label(place)}")
    return None


def infiltrations(g: State, unit: int) -> HexSet:
    """The hexes into which a unit may try to infiltrate; only with friends there is it a question of room."""
    place, side = g.where[unit], g.campaign.side[unit]
    friends, enemies = g.occupied[side], g.troops[1 - side]
    near = g.campaign.beside[place]
    if not enemies >> place & 1:
        near &= enemies | g.campaign.over_estuary[place]
    if not near or why_not_operate(g, unit) is not None:
        return 0
    found = near & ~friends & (enemies | ~g.occupied[1 - side])
    for hex_ in members(near & friends):
        if why_not_infiltrate(g, unit, hex_) is None:
            found |= 1 << hex_
    return found


def infiltrate(g: State, unit: int, hex_: Hex) -> bool:
    """A die decides (4.4-05); in either case the unit moves no more in this phase (4.4-07)."""
    die = g.chance.die()
    success = die <= g.campaign.tables.infiltration.success_to
    g.moved |= 1 << unit
    g.tell_result("infiltration", "4.4-05", step=True, die=die, unit=unit, hex=hex_, success=success)
    if success:
        origin = g.where[unit]
        g.put(unit, hex_)
        if g.troops[1 - g.campaign.side[unit]] >> origin & 1:
            headquarters.fall(g, origin, g.campaign.side[unit])
    return success
