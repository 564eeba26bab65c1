"""Exact odds of an attack that is declared or about to be, without touching the game.

Columns, results and losses come from the very functions that resolve Combats. What lies face down is weighed by the
factors that are left; Support that has not been announced counts as not coming.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bocage.games.dark_summer import cherbourg
from bocage.games.dark_summer.action_phase import ActionPhase
from bocage.games.dark_summer.attacks import Attack, attacks_alone
from bocage.games.dark_summer.campaign import GERMANS
from bocage.games.dark_summer.cherbourg import CherbourgCombat, attack_in_box
from bocage.games.dark_summer.chits import COMBINED, ON_MOVE_SIDE, OWNER, played
from bocage.games.dark_summer.columns import BELOW, find_column, odds_name
from bocage.games.dark_summer.combat import CombatAction
from bocage.games.dark_summer.losses import alive, steps_of
from bocage.games.dark_summer.places import APPROACH, CHERBOURG
from bocage.games.dark_summer.reinforcements import available, number_entering
from bocage.games.dark_summer.results import Cost, converted, cost, may_limit, printed_result
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strength import defenders_of
from bocage.games.dark_summer.strongpoints import is_hidden, kind_of
from bocage.games.dark_summer.support import AnnounceSupport, worth
from bocage.games.dark_summer.waves import FirstWave
from bocage.kernel import Odds, Order

VACANT = "vacant"  # the only defender turns out to be worth nothing and is gone (11.5.2)
VANISHED = "vanished"  # or the only attacker


class Face(NamedTuple):
    """What a die would bring: the printed result, what it comes to, and the steps that it costs both sides."""

    die: int  # 0: nothing is rolled
    printed: str
    result: str
    cost: Cost
    may_limit: bool = False  # the German attacker may take it as BL1 (R.1)


class Prospect(NamedTuple):
    """One way in which an attack can come out, as far as it depends on what lies face down."""

    chance: float
    attack: int
    defence: int
    odds: str
    shifts: tuple[tuple[str, int], ...]
    column: str  # after the shifts; nothing if no die is rolled
    number: int  # of that column
    attack_support: tuple[tuple[int, int], ...]  # each marker and what it adds
    defence_support: tuple[tuple[int, int], ...]
    faces: tuple[Face, ...]


def prospects(g: State, attack: Attack) -> list[Prospect]:
    """Every way in which an attack can come out, with its chance; one, if nothing in it lies face down."""
    hidden = [unit for unit in (*attack.attackers, *defenders_of(g, attack)) if is_hidden(g, unit)]
    if not hidden:
        return [_prospect(g, attack, 1.0)]
    found = []
    for factors, chance in _dealt(g, hidden):
        supposed = g.copy()
        supposed.hush()
        for unit, factor in zip(hidden, factors, strict=True):
            supposed.factor[unit] = factor
            if not factor:
                supposed.remove(unit)  # 11.5.2-01
        found.append(_prospect(supposed, attack._replace(attackers=alive(supposed, attack.attackers)), chance))
    return found


def _dealt(g: State, units: Sequence[int]) -> Iterator[tuple[tuple[int, ...], float]]:
    """The factors that units which lie face down may have, each with its chance."""
    left = [Counter(factors) for factors in g.factors_left]

    def deal(place: int, factors: tuple[int, ...], chance: float) -> Iterator[tuple[tuple[int, ...], float]]:
        if place == len(units):
            yield factors, chance
            return
        pool = left[kind_of(g, units[place])]
        total = pool.total()
        for factor in sorted(pool):
            if count := pool[factor]:
                pool[factor] -= 1
                yield from deal(place + 1, (*factors, factor), chance * count / total)
                pool[factor] += 1

    return deal(0, (), 1.0)


def _prospect(g: State, attack: Attack, chance: float) -> Prospect:
    in_box = attack.target == CHERBOURG
    lone_beach = bool(not in_box and g.open_beaches >> attack.target & 1)
    if not any(attacks_alone(g, unit) for unit in attack.attackers):
        return _without_die(chance, VANISHED)
    if not defenders_of(g, attack) and not lone_beach:
        return _without_die(chance, VACANT)
    values = (
        tuple((marker, worth(g, attack, marker, attacking=True)) for marker in attack.attack_support),
        tuple((marker, worth(g, attack, marker, attacking=False)) for marker in attack.defence_support),
    )
    if in_box:
        strength, defence = cherbourg.totals(g, attack)
        if strength < defence:  # not yet enough
            return Prospect(chance, strength, defence, "", (), "", BELOW, *values, ())
        number = cherbourg.box_column(g, strength, defence)
        name = g.campaign.tables.cherbourg_combat.columns[number]
        return Prospect(chance, strength, defence, name, (), name, number, *values, faces_of(g, attack, number))
    column = find_column(g, attack)
    name = odds_name(column.number) if column.number != BELOW else ""
    return Prospect(
        chance, column.attack, column.defence, odds_name(column.odds), column.shifts, name, column.number, *values,
        faces_of(g, attack, column.number),
    )  # fmt: skip


def _without_die(chance: float, result: str) -> Prospect:
    return Prospect(chance, 0, 0, "", (), "", BELOW, (), (), (Face(0, result, result, Cost(0, 0)),))


def faces_of(g: State, attack: Attack, column: int) -> tuple[Face, ...]:
    """What each die would bring an attack in a column of its table; one without a die if it is left of the table."""
    return tuple(_box_faces(g, attack, column) if attack.target == CHERBOURG else _faces(g, attack, column))


def _faces(g: State, attack: Attack, column: int) -> Iterator[Face]:
    for die in range(1, 7) if column != BELOW else (0,):
        printed = printed_result(g, column, die)
        result = converted(g, attack, printed)
        yield Face(die, printed, result, cost(g, attack, result), may_limit(g, attack, result))


def _box_faces(g: State, attack: Attack, column: int) -> Iterator[Face]:
    attackers, defenders = steps_of(g, attack.attackers), steps_of(g, defenders_of(g, attack))
    for die in range(1, 7):
        result = g.campaign.tables.cherbourg_combat.die[die][column]
        us, german = cherbourg.COSTS[result]
        lost = defenders if result == cherbourg.CAPTURE else min(german, defenders)
        yield Face(die, result, result, Cost(min(us, attackers), lost))


# -- the attack at hand ---------------------------------------------------------------------------


def attack_at_hand(g: State, order: Order) -> Attack | None:
    """The attack as it would be with a legal order; None if the order is about none."""
    frame = g.stack[-1]
    if isinstance(frame, FirstWave):
        return Attack(order.arg, g.at[APPROACH[order.arg]])
    if isinstance(frame, CombatAction):
        if order.verb == "attack" and order.arg == CHERBOURG:
            return attack_in_box(g)
        if order.verb == "with":
            return Attack(frame.target, tuple(sorted((*frame.attackers, order.arg))))
        return Attack(frame.target, frame.attackers) if order.verb == "declare" else None
    if isinstance(frame, AnnounceSupport | CherbourgCombat) and order.verb in ("support", "pass"):
        if order.verb == "pass":
            return frame.attack
        if isinstance(frame, AnnounceSupport) and not frame.attacking:
            return frame.attack._replace(defence_support=(*frame.attack.defence_support, order.arg))
        return cherbourg.with_support(frame.attack, order.arg)
    return None


def entries_at_hand(g: State, order: Order) -> tuple[list[int], int] | None:
    """How many Formations enter by each die in the Round that an order begins, and how many wait; None if none do.

    A nationality's 3rd Wave has its first Move Round on Turn 1 for itself, without a die (8.1.3-15).
    """
    frame, way = g.stack[-1], order.arg
    if order.verb != "play" or not isinstance(frame, ActionPhase) or way not in ON_MOVE_SIDE:
        return None
    group = OWNER[frame.chit]
    if group != GERMANS and g.turn == 1 and not played(g, group, *ON_MOVE_SIDE):
        return None
    supposed = g.copy()
    supposed.hush()
    supposed.begin_round("combined" if way in COMBINED else "move", group)
    waiting = len(available(supposed, group))
    return ([number_entering(supposed, group, die, waiting) for die in range(1, 7)], waiting) if waiting else None


def preview(g: State, order: Order) -> Odds | None:
    """The distribution of results if ``order`` were given and no more Support came; None if no die is at hand."""
    if g.pending is None or order not in g.pending.orders:
        return None
    if (entering := entries_at_hand(g, order)) is not None:
        by_die, _ = entering
        return Odds(0, 0, "", (), 0, {str(one): by_die.count(one) / 6 for one in sorted(set(by_die))}, "8.1.1")
    attack = attack_at_hand(g, order)
    if attack is None:
        return None
    cases = prospects(g, attack)
    results: dict[str, float] = {}
    for case in cases:
        for face in case.faces:
            results[face.result] = results.get(face.result, 0) + case.chance / len(case.faces)
    likely = max(cases, key=lambda case: case.chance)
    numbers = tuple(sorted({case.number for case in cases}))
    rule = "11.7" if attack.target == CHERBOURG else "11.3"
    return Odds(likely.attack, likely.defence, likely.odds, likely.shifts, likely.number, results, rule, numbers)
