"""US actions (7): who may act, what it costs, and what a unit may be told to do."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.games.omaha_beach.battle import SEATS
from bocage.games.omaha_beach.ground import ground
from bocage.games.omaha_beach.leaders import led
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.words import UNIT_IDS
from bocage.hexes import mask, members
from bocage.kernel import Refusal

ACTIONS, EXTENDED_ACTIONS = 2, 3  # per division and turn (7-01, 14)


def allotment(g: State) -> int:
    """The actions that each division may spend in this turn; an event may add one or take one away."""
    actions = ACTIONS if g.battle.track.during("two_actions", g.turn) else EXTENDED_ACTIONS
    return actions + g.extra_actions


def acts_for_free(g: State, unit: int) -> bool:
    """Whether whatever a unit does is free (7.1)."""
    return bool(marked(g) >> unit & 1 or g.heroes[unit] or led(g) >> unit & 1)


def marked(g: State) -> int:
    """Mask of the units whose counter or marker lets them act for free: rangers, leaders, inspired, on a cliff."""
    return g.battle.unbound | g.inspired | g.on_cliff


def moves_for_free(g: State, unit: int) -> bool:
    """Whether a move of a unit is free; engineers direct the traffic of the low ground in their range (19.3-07)."""
    return acts_for_free(g, unit) or bool(ground(g).traffic >> g.where[unit] & 1)


def cost_together(g: State, units: Iterable[int]) -> int:
    """What the same action costs several units: one for every two of a stack that do not act for free (7.21)."""
    paying = [g.where[unit] for unit in units if not acts_for_free(g, unit)]
    return sum([(paying.count(place) + 1) // 2 for place in set(paying)])


def acts_with(g: State, unit: int, division: int) -> bool:
    """Whether a unit may act with a division."""
    return bool(those_with(g, 1 << unit, division))


def those_with(g: State, units: int, division: int) -> int:
    """Those of some units on the map that may act with a division, as masks: with their own, or with that of the sector
    where they are; with two players one of both decides (7.22).
    """
    if g.battle.two_players:
        return mask([unit for unit in members(units) if g.controller(unit) == division])
    return units & (g.commanded[division] | g.landed[division])


def can_act(g: State, unit: int, division: int) -> Refusal | None:
    """Why a unit can do nothing but recover or rest in this phase, or nothing at all; None if it can act."""
    name = UNIT_IDS[unit]
    if not g.on_map(unit):
        return Refusal("7-01", f"{name} is not on the map")
    if not acts_with(g, unit, division):
        return Refusal("7.2-02", f"the {SEATS[division]} Division acts now, and {name} is not with it")
    if g.acted >> unit & 1:
        return Refusal("7.1-02", f"{name} has acted in this turn")
    if g.disrupted >> unit & 1:
        return Refusal("7.7-01", f"{name} is disrupted and can only recover")
    if g.climbing >> unit & 1:
        return Refusal("7.4-03", f"{name} has climbed and can only get its breath back")
    return None
