"""What an order costs for sure: the steps that whoever gives it loses, whatever the dice and the other side do.

Losses are told as the events that would report them. Everything is worked out on the view of the seat that is asked.
"""

from __future__ import annotations

from bocage.games.fire_movement.advance import Advance
from bocage.games.fire_movement.airborne import LandingAttack
from bocage.games.fire_movement.assaults import BeachAssault
from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.games.fire_movement.bombardment import BombardmentPhase
from bocage.games.fire_movement.combat import CombatPhase, GroundCombat, LoseStep
from bocage.games.fire_movement.movement import MovementPhase
from bocage.games.fire_movement.odds import preview
from bocage.games.fire_movement.results import RETREAT_OF_ATTACKER, RETREAT_OF_DEFENDER
from bocage.games.fire_movement.retreat import Retreat, RetreatOrStand
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.support import SupportFire, cups_for
from bocage.games.fire_movement.words import ASIDE, DECLARE, END, HALT, YIELD
from bocage.kernel import Event, Frame, Order

# The results that cost the attacker a step or more; after a landing attack all but those that remove the defender do.
_EXCHANGES = frozenset({"Ex", "(A)", "Ae"})
COSTLY: dict[type[Frame], frozenset[str]] = {
    GroundCombat: _EXCHANGES,
    BeachAssault: _EXCHANGES.union(RETREAT_OF_ATTACKER),
    LandingAttack: _EXCHANGES.union(RETREAT_OF_ATTACKER, "-"),
}

Losses = tuple[Event, ...]


def foresee(g: State, order: Order) -> Losses:
    """The losses that a legal order of the seat that is asked leads to in any case."""
    frame = g.stack[-1]
    match frame:
        case LoseStep():
            return (depletion(g, order.arg, frame.rule),)
        case RetreatOrStand():
            if order.verb == "stand":
                return (depletion(g, order.arg, "8.4-04"),)
            return of_retreat(g, Retreat(order.arg, frame.length, frame.ignore_ezoc, frame.bombardment))
        case Retreat():
            return (depletion(g, frame.unit, "8.3.1-02"),) if order is YIELD else of_retreat(g, frame)
        case MovementPhase() | BombardmentPhase() | CombatPhase() | Advance() if order in (END, HALT):
            return of_ending(g, order)
        case CombatPhase():
            return of_declaration(g, frame, order)
        case SupportFire():
            return of_support(g, frame, g.stack[-2], order)
    return ()


def depletion(g: State, unit: int, rule: str, **facts: object) -> Event:
    """That a unit loses a step, and with its last step itself (8.3-03); ``at_least`` if it may lose more."""
    where: dict[str, object] = {"unit": unit, "hex": g.where[unit]}
    return Event("eliminated", rule, where) if g.on_last_step(unit) else Event("reduced", rule, {**where, **facts})


def of_retreat(g: State, retreat: Retreat) -> Losses:
    """8.3-04 and 8.3-13: without a way out the unit is lost, and a way that is too short costs a step."""
    unit, paths = retreat.unit, retreat.choices(g).paths
    if not paths:
        return (
            Event("cannot_retreat", "8.3-04", {"unit": unit}),
            Event("eliminated", "8.3-04", {"unit": unit, "hex": g.where[unit]}),
        )
    if len(paths[0]) == retreat.length:
        return ()
    if retreat.yielding:
        return (depletion(g, unit, "8.3.1-02"),)
    short = Event("cut_short", "8.3-13", {"unit": unit, "length": retreat.length})
    return short, depletion(g, unit, "8.3-13")


def of_ending(g: State, order: Order) -> Losses:
    """10.12-09: if nothing can be done after it in this player turn, whoever is out of supply loses a step."""
    if g.active != ALLIED:
        return ()
    ahead = g.copy()
    ahead.hushed = False
    ahead.resume(order)  # no die is thrown before the Germans are asked
    return tuple(event for event in ahead.events if event.rule == "10.12-09")


# -- combats ---------------------------------------------------------------------------------------


def of_declaration(g: State, phase: CombatPhase, order: Order) -> Losses:
    """A declared attack cannot be called off (8.2.1-02); it is settled if nobody can join it and there is no marker."""
    attackers = phase.attackers
    if order.verb == "with":
        attackers = tuple(sorted((*attackers, order.arg)))
        if CombatPhase(phase.mobile_only, phase.target, attackers).candidates(g):
            return ()
    elif order is not DECLARE:
        return ()
    cups, defenders = cups_for(g, {g.battle.army[unit] for unit in attackers}), g.at[phase.target]
    if len(defenders) > 1 or any(g.cups[cup] for cup in cups) or _mines_may_come(g, g.active):
        return ()
    return of_combat(g, GroundCombat(phase.target, attackers, defenders[0]), order)


def of_support(g: State, support: SupportFire, combat: Frame, order: Order) -> Losses:
    """With his last marker a player has done what he could; those of the other side only make it worse."""
    if support.side_may_place_more(g) or order is ASIDE:
        return ()
    if _mines_may_come(g, support.side) and g.pending is not None and g.pending.then != "add_mines":
        return ()
    return of_combat(g, combat, order) if support.side == support.attacker else of_defence(g, combat, order)


def _mines_may_come(g: State, side: int) -> bool:
    """Whether a side is the German one and has mines to add in the end (10.8.2-06)."""
    return side == GERMAN and bool(g.mines_aside)


def of_combat(g: State, combat: Frame, order: Order) -> Losses:
    """What the attackers lose by every result up to the best column that they can get."""
    odds = preview(g, order)
    assert odds is not None
    assert isinstance(combat, GroundCombat | BeachAssault | LandingAttack)
    possible = _results(g, range(1, max(odds.columns) + 1))
    if not possible <= COSTLY[type(combat)]:
        return ()
    attackers = combat.attackers
    if isinstance(combat, LandingAttack) and not ("Ex" in possible and g.on_last_step(combat.defender)):
        # The defender stays (10.9.2-18).
        return tuple(Event("eliminated", "10.9.2-18", {"unit": u, "hex": g.where[u]}) for u in attackers)
    at_least = not possible <= {"Ex", "(A)"}
    if len(attackers) == 1:
        return (depletion(g, attackers[0], "8.2.4-08", at_least=at_least),)
    return (Event("one_loses", "8.2.4-08", {"units": attackers, "at_least": at_least}),)


def of_defence(g: State, combat: Frame, order: Order) -> Losses:
    """What the defender loses by every result from the best column for it on; a retreat may cost nothing."""
    odds = preview(g, order)
    if odds is None or not isinstance(combat, GroundCombat):
        return ()
    unit, last = combat.defender, len(g.battle.table.results[0])
    closed = {result for result, hexes in RETREAT_OF_DEFENDER.items() if of_retreat(g, Retreat(unit, hexes))}
    possible = _results(g, range(min(odds.columns), last + 1))
    if not possible <= {"De", "Ex", *closed}:
        return ()
    return (depletion(g, unit, "8.2.4-04", at_least=possible != {"Ex"}, cut_off=bool(possible & closed)),)


def _results(g: State, columns: range) -> set[str]:
    """All that may come of a die in some columns of the results table."""
    return {result for column in columns for result in g.battle.table.distribution(column)}
