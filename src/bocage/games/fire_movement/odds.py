"""Exact odds of what a player could order now, without touching the game.

The columns come from the very functions that resolve combats, so the odds cannot differ from
what happens. Face-down markers of the other side, of which a view shows no value, count as drawn blindly from their
cup; markers not yet placed count as not coming.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from bocage.games.fire_movement.airborne import LandingAttack, LandingAttacks
from bocage.games.fire_movement.assaults import BeachAssault, BeachAssaults, beach_column
from bocage.games.fire_movement.bombardment import BombardmentPhase, friends_beside
from bocage.games.fire_movement.combat import Column, CombatPhase, GroundCombat, find_column, ground_column
from bocage.games.fire_movement.landing_odds import landing_odds
from bocage.games.fire_movement.results import RETREAT_OF_DEFENDER
from bocage.games.fire_movement.state import UNKNOWN, Marker, State, is_mines
from bocage.games.fire_movement.support import NAVAL_CUPS, Placed, SupportFire, worth
from bocage.games.fire_movement.words import KEEP, MINES, Cup
from bocage.kernel import Frame, Odds, Order


def preview(g: State, order: Order) -> Odds | None:
    """The distribution of results if ``order`` were given and nothing further; None if no combat is at hand.

    The order must be legal. ``g`` is the view of the seat that is asked.
    """
    if g.pending is None or order not in g.pending.orders:
        return None
    frame = g.stack[-1]
    if isinstance(frame, CombatPhase):
        return _of_declaration(g, frame, order)
    if isinstance(frame, BombardmentPhase) and order.verb in ("draw", "fire"):
        return bombardment_odds(g, frame.target, (*frame.cups, order.arg) if order.verb == "draw" else frame.cups)
    if isinstance(frame, SupportFire):
        return _of_support(g, frame, g.stack[-2], order)
    return _of_assault(g, frame, order) or landing_odds(g, order)


def _of_assault(g: State, frame: Frame, order: Order) -> Odds | None:
    """A beach assault or an attack of those who landed on Germans, without markers."""
    if order.verb != "attack":
        return None
    if isinstance(frame, BeachAssaults):
        return _mixture(g, [(beach_column(g, order.arg, tuple(sorted(g.at[order.arg]))), 1.0)], "10.9.4")
    if isinstance(frame, LandingAttacks):
        attack = frame.in_hex(g, order.arg)
        column = ground_column(g, attack.attackers, attack.defender, order.arg, hexsides=False)
        return _mixture(g, [(column, 1.0)], "10.9.2-14")
    return None


def support_at_hand(g: State, order: Order) -> SupportFire | None:
    """The support fire of the combat that an order is about, begun or still to come; None where there is none."""
    frame = g.stack[-1]
    if isinstance(frame, SupportFire):
        return frame
    if isinstance(frame, CombatPhase) and order.verb in ("with", "declare"):
        joining = (order.arg,) if order.verb == "with" else ()
        defender = next(unit for unit in g.at[frame.target] if not g.attacked >> unit & 1)
        return GroundCombat(frame.target, (*frame.attackers, *joining), defender).support(g)
    if isinstance(frame, BeachAssaults):
        return BeachAssault(order.arg, tuple(sorted(g.at[order.arg]))).support(g)
    if isinstance(frame, LandingAttacks):
        return frame.in_hex(g, order.arg).support(g)
    return None


def best_bombardment(g: State, target: int) -> tuple[tuple[int, ...], Odds]:
    """The cups to draw from so that a unit is hit rather than friends beside it, and the odds; of equals one marker."""
    frame = BombardmentPhase(target)
    first = [order.arg for order in frame.offers(g)]
    ways: list[tuple[int, ...]] = [(cup,) for cup in first]
    for cup in first:
        further = [order.arg for order in BombardmentPhase(target, (cup,)).offers(g)]
        ways += [(cup, other) for other in further if other >= cup]
    risk = bool(friends_beside(g, g.where[target]))

    def gain(odds: Odds) -> float:
        return hits_of(odds) - odds.results.get("(A)", 0) * risk

    return max(((way, bombardment_odds(g, target, way)) for way in ways), key=lambda one: gain(one[1]))


def best_second(g: State, order: Order) -> float:
    """How likely a unit is hit at best if another marker follows the first of its bombardment; 0 if none can."""
    frame = g.stack[-1]
    if not isinstance(frame, BombardmentPhase) or frame.cups:
        return 0
    further = BombardmentPhase(frame.target, (order.arg,)).offers(g)
    both = (bombardment_odds(g, frame.target, (order.arg, other.arg)) for other in further)
    return max(map(hits_of, both), default=0)


def hits_of(bombardment: Odds) -> float:
    """How likely a bombardment hits whom it is aimed at."""
    return sum(bombardment.results.get(result, 0) for result in ("De", *RETREAT_OF_DEFENDER))


def bombardment_odds(g: State, target: int, cups: tuple[int, ...]) -> Odds:
    """A unit is bombarded with a marker from each of some cups."""
    weights: dict[int, float] = {}
    hex_ = g.where[target]
    for placed, weight in _draws(g, cups, without_mines=True):
        attack = sum(worth(g, cup, marker, hex_, attacking=True) for cup, marker in placed)
        weights[attack] = weights.get(attack, 0) + weight
    line, defence = g.battle.hex_line[hex_], g.defence_of(target)
    return _mixture(g, [(find_column(g, attack, defence, line), weight) for attack, weight in weights.items()], "8.1.2")


def _of_declaration(g: State, frame: CombatPhase, order: Order) -> Odds | None:
    if order.verb == "with":
        attackers = tuple(sorted((*frame.attackers, order.arg)))
    elif order.verb == "declare":
        attackers = frame.attackers
    else:
        return None
    defenders = [unit for unit in g.at[frame.target] if not g.attacked >> unit & 1]
    columns = [ground_column(g, attackers, unit, frame.target) for unit in defenders]
    return _mixture(g, [(min(columns, key=lambda column: column.number), 1.0)], "8.2.1")


def _of_support(g: State, support: SupportFire, combat: Frame, order: Order) -> Odds | None:
    attacking = support.number % 2 == 0
    if order.verb == "draw":
        draws = _draws(g, (order.arg,))
    elif order is KEEP:
        draws = [(((Cup.GERMAN, support.drawn),), 1.0)]
    elif order.verb == "naval":
        cup = next(cup for cup in support.attack_cups if cup in NAVAL_CUPS)
        draws = [(((cup, order.arg),), 1.0)]
    elif order is MINES:
        draws = [(((Cup.GERMAN, g.mines_aside[0]),), 1.0)]
    else:
        draws = [((), 1.0)]
    columns = []
    for attack, one in _turned_up(g, support.attack_markers):
        for defence, two in _turned_up(g, support.defence_markers):
            for placed, weight in draws:
                mine = (attack + placed, defence) if attacking else (attack, defence + placed)
                columns.append((_column(g, combat, *mine), one * two * weight))
    return _mixture(g, columns, "8.2.1")


def _turned_up(g: State, placed: tuple[Placed, ...]) -> list[tuple[tuple[Placed, ...], float]]:
    """What the markers of a side may turn out to be: those that a view does not know are any of their cup."""
    known = tuple((cup, marker) for cup, marker in placed if marker != UNKNOWN)
    hidden = _draws(g, tuple(cup for cup, marker in placed if marker == UNKNOWN))
    return [((*drawn, *known), weight) for drawn, weight in hidden]


def _column(g: State, combat: Frame, attack: tuple[Placed, ...], defence: tuple[Placed, ...]) -> Column:
    if isinstance(combat, GroundCombat):
        return ground_column(g, combat.attackers, combat.defender, combat.target, attack, defence)
    if isinstance(combat, LandingAttack):
        return ground_column(g, combat.attackers, combat.defender, combat.target, attack, hexsides=False)
    assert isinstance(combat, BeachAssault)
    return beach_column(g, combat.target, combat.attackers, attack, defence)


Draws = list[tuple[tuple[Placed, ...], float]]


def _draws(g: State, cups: tuple[int, ...], *, without_mines: bool = False) -> Draws:
    """Every outcome of drawing one marker from each of some cups, with its probability.

    Mines drawn for a bombardment are replaced by another draw (10.8.2-07); in a combat they count as kept.
    """
    return _drawn(cups, tuple(g.cups[cup] for cup in cups), without_mines)


@lru_cache(maxsize=64)  # the same for all targets of a decision
def _drawn(cups: tuple[int, ...], there: tuple[tuple[Marker, ...], ...], without_mines: bool) -> Draws:
    outcomes: Draws = [((), 1.0)]
    for cup, markers in zip(cups, there, strict=True):
        longer = []
        for placed, weight in outcomes:
            left = Counter(marker for marker in markers if not (without_mines and is_mines(marker)))
            left.subtract(marker for where, marker in placed if where == cup)
            total = sum(left.values())
            longer += [((*placed, (cup, m)), weight * n / total) for m, n in sorted(left.items()) if n]
        outcomes = longer
    return outcomes


def _mixture(g: State, columns: list[tuple[Column, float]], rule: str) -> Odds:
    results: dict[str, float] = {}
    for column, weight in columns:
        for result, chance in g.battle.table.distribution(column.number).items():
            results[result] = results.get(result, 0) + weight * chance
    likely = max(columns, key=lambda pair: pair[1])[0]
    attack = round(sum(column.attack * weight for column, weight in columns))
    defence = round(sum(column.defence * weight for column, weight in columns))
    numbers = tuple(sorted({column.number for column, _ in columns}))
    return Odds(attack, defence, likely.line, likely.reasons, likely.number, results, g.cite(rule), numbers)
