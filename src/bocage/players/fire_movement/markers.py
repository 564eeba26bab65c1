"""What a support fire marker is worth elsewhere: dear while combats to come need it, cheap when there is plenty."""

from __future__ import annotations

from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.games.fire_movement.combat import eligible_attackers
from bocage.games.fire_movement.words import GRID
from bocage.hexes import members
from bocage.players.fire_movement.dangers import cups_of
from bocage.players.fire_movement.outlook import Outlook
from bocage.players.fire_movement.weights import ATTACKS_EXPECTED, PER_COMBAT, STRIKING_DISTANCE, UNITS_PER_ATTACK


def price(o: Outlook, count: int = 1) -> float:
    """The price of each of ``count`` markers that are used now."""
    w = o.weights
    if o.side == GERMAN and o.g.active == ALLIED:
        return w.marker  # the German turn will find a use for it
    left = sum(len(o.g.cups[cup]) for cup in cups_of(o.side))
    return w.marker if left - count < needed(o) else w.spare_marker


def needed(o: Outlook) -> float:
    """Markers that the combats to come in this game turn need."""
    g = o.g
    combats = 0.0
    if g.active == o.side:
        combats += attacks_to_come(o, o.side)
        if o.side == ALLIED:
            near = GRID.within(g.occupied[GERMAN], STRIKING_DISTANCE)
            exposed = (g.occupied[ALLIED] & near).bit_count()
            within = GRID.within(g.occupied[ALLIED], STRIKING_DISTANCE)
            raiders = (g.occupied[GERMAN] & within).bit_count()
            combats += ATTACKS_EXPECTED * min(exposed, raiders / UNITS_PER_ATTACK)
    else:
        combats += attacks_to_come(o, o.enemy)
    return PER_COMBAT * combats


def attacks_to_come(o: Outlook, side: int) -> float:
    """Roughly the attacks that the active side can still make where it stands."""
    g = o.g
    if g.active != side:
        return 0.0
    near = GRID.spread(g.occupied[1 - side])
    able = [unit for unit in members(eligible_attackers(g, mobile_only=False)) if near >> g.where[unit] & 1]
    return len(able) / UNITS_PER_ATTACK
