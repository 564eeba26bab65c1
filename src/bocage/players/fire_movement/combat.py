"""Ground attacks: which to make, with whom, and which markers to spend on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bocage.games.fire_movement.airborne import LandingAttack
from bocage.games.fire_movement.assaults import BeachAssault
from bocage.games.fire_movement.combat import CombatPhase, GroundCombat, combined_arms_shift, terrain_line
from bocage.games.fire_movement.state import UNKNOWN, Marker
from bocage.games.fire_movement.support import NAVAL_CUPS, Placed, SupportFire, cups_for, worth
from bocage.games.fire_movement.words import DECLARE, GRID, PASS
from bocage.hexes import Hex
from bocage.kernel import Frame, Order
from bocage.players.fire_movement.ground import Chances
from bocage.players.fire_movement.markers import price
from bocage.players.fire_movement.outlook import Outlook
from bocage.players.fire_movement.weights import DRIVEN_BACK, RETREAT_COST, SHIPS_FIRST

Stakes = dict[str, float]  # what each result is worth to the attacker


def stakes_of_attack(o: Outlook, attackers: Sequence[int], defender: int, target: Hex) -> Stakes:
    """What each result of an attack is worth to the attacker, in the eyes of the outlook's side."""
    w = o.weights
    attacking = o.battle.side[defender] != o.side
    own, theirs = (w.own_loss, 1.0) if attacking else (1.0, w.own_loss)
    step, whole = theirs * o.step(defender), theirs * o.strength(defender)
    ground = w.taken * o.position(target)
    least = own * min(map(o.step, attackers))
    driven = own * sum(min(RETREAT_COST, o.step(unit)) for unit in attackers)
    driven_off = step * DRIVEN_BACK + ground
    return {
        "De": whole + ground,
        "D3": driven_off,
        "D2": driven_off,
        "Ex": step + ground * (1.0 if o.last_step(defender) else w.grind) - least,
        "(A)": -least,
        "A1": -driven,
        "A2": -driven,
        "A3": -driven,
        "Ae": -own * sum(map(o.strength, attackers)),
        "-": 0.0,
    }


def stakes_of_beach_assault(o: Outlook, attackers: Sequence[int]) -> Stakes:
    """What each result of a beach assault is worth to the attacker (10.9.4)."""
    least = min(map(o.step, attackers))
    every = sum(map(o.step, attackers))
    stakes = dict.fromkeys(("De", "D3", "D2", "-"), 0.0)
    stakes |= {"Ex": -least, "(A)": -least, "A1": -every, "A2": -every, "A3": -every}
    stakes["Ae"] = -sum(map(o.strength, attackers)) - o.weights.beachhead / 3
    return stakes


def expected(stakes: Stakes, chances: Chances) -> float:
    """The mean of some stakes."""
    return sum(stakes[result] * chance for result, chance in chances)


# -- attacks --------------------------------------------------------------------------------------


def usual_support(o: Outlook, side: int, units: Iterable[int]) -> float:
    """What two markers will add for a side in a combat of some units."""
    cups = cups_for(o.g, {o.battle.army[unit] for unit in units})
    left = sum(len(o.g.cups[cup]) for cup in cups)
    return min(2, left) * o.mean(cups)


def attack_value(o: Outlook, attackers: Sequence[int], defender: int, target: Hex, line: str) -> float:
    """What an attack promises its attacker, both sides using markers as usual."""
    known, key = o.attacks, (tuple(attackers), defender, target, line, o.position(target))
    found = known.get(key)
    if found is None:
        found = known[key] = _attack_value(o, attackers, defender, target, line)
    return found


def _attack_value(o: Outlook, attackers: Sequence[int], defender: int, target: Hex, line: str) -> float:
    g = o.g
    attack = sum(map(g.attack_of, attackers)) + usual_support(o, g.active, attackers)
    defence = g.defence_of(defender) + usual_support(o, 1 - g.active, (defender,))
    chances = o.ground.chances(line, attack - defence, combined_arms_shift(g, attackers))
    return expected(stakes_of_attack(o, attackers, defender, target), chances) - o.weights.joining * len(attackers)


def best_group(
    o: Outlook, target: Hex, candidates: Iterable[int], room: int, already: tuple[int, ...] = (), *, there: bool = True
) -> tuple[float, tuple[int, ...]]:
    """The attackers that promise most: the strongest so many; with what they promise.

    ``there`` says that all of them stand where they attack from, so that rivers count.
    """
    g = o.g
    defenders = [unit for unit in g.at[target] if not g.attacked >> unit & 1] or list(g.at[target])
    order = sorted((unit for unit in candidates if unit not in already), key=lambda unit: (-g.attack_of(unit), unit))
    best_value, best = float("-inf"), already
    group = already
    for unit in (None, *order) if already else order:
        if unit is not None:
            if len(group) >= room:
                break
            group = (*group, unit)
        line = terrain_line(g, target, group) if there else o.battle.hex_line[target]
        value = min(attack_value(o, group, defender, target, line) for defender in defenders)
        if value > best_value:
            best_value, best = value, group
    return best_value, best


def score_combat_phase(o: Outlook, frame: CombatPhase, orders: Sequence[Order]) -> list[float]:
    """Attack where it promises something, with the units that help."""
    if orders[0].verb == "defend":
        return [score_defender(o, frame, order.arg) for order in orders]
    if orders[0].verb in ("attack", "end"):
        return [score_target(o, frame, order) for order in orders]
    _, group = best_group(o, frame.target, frame.candidates(o.g), 6, frame.attackers)
    wanted = {unit for unit in group if unit not in frame.attackers}
    scores = []
    for order in orders:
        if order is DECLARE:
            scores.append(0.0)
        else:
            scores.append((1.0 if order.arg in wanted else -1.0) * o.g.attack_of(order.arg) - 0.01)
    return scores


def score_target(o: Outlook, frame: CombatPhase, order: Order) -> float:
    """What the best attack on a hex promises beyond the least gain; nothing for ending the phase."""
    if order.verb == "end":
        return 0.0
    target = order.arg
    eligible = CombatPhase(frame.mobile_only, target).candidates(o.g)
    one_per_hex = {o.g.where[unit]: unit for unit in sorted(eligible, key=o.g.attack_of)}
    value, _ = best_group(o, target, one_per_hex.values(), 6)
    return value - o.weights.least_gain


def score_defender(o: Outlook, frame: CombatPhase, unit: int) -> float:
    """Of a stack the unit that suffers least."""
    line = terrain_line(o.g, frame.target, frame.attackers)
    return -attack_value(o, frame.attackers, unit, frame.target, line)


# -- markers --------------------------------------------------------------------------------------


def score_support(o: Outlook, frame: SupportFire, combat: Frame, orders: Sequence[Order]) -> list[float]:
    """Place a marker if it changes the result by more than it is worth elsewhere."""
    if orders[0].verb in ("keep", "aside"):
        return [1.0 if order.verb == "aside" else 0.0 for order in orders]
    stakes, line, attack, defence, shift = situation(o, combat)
    attacking = frame.attacker == o.side
    attack += sum(marker_value(o, placed, frame.target, attacking=True) for placed in frame.attack_markers)
    defence += sum(marker_value(o, placed, frame.target, attacking=False) for placed in frame.defence_markers)
    # What the other side may still place after this decision.
    theirs = frame.defence_cups if attacking else frame.attack_cups
    limit = frame.defence_limit if attacking else frame.attack_limit
    steps_left = max(0, min(limit, 2) - (frame.number + 1) // 2)
    reply = min(steps_left, sum(len(o.g.cups[cup]) for cup in theirs)) * o.mean(theirs)
    differential = attack - defence + (-reply if attacking else reply)
    sign = 1 if attacking else -1

    def gain(more: float) -> float:
        """What ``more`` strength on our side changes for us."""
        then = expected(stakes, o.ground.chances(line, differential + sign * more, shift))
        return sign * (then - now)

    now = expected(stakes, o.ground.chances(line, differential, shift))
    mine = frame.attack_limit if attacking else frame.defence_limit
    may_add_another = frame.number < 2 and mine > 1 and not is_mines_question(orders)
    scores = []
    for order in orders:
        if order is PASS:
            scores.append(0.0)
            continue
        more = offered_value(o, frame, order, attacking=attacking)
        ships = order.verb == "naval" or order.arg in NAVAL_CUPS
        cost = o.weights.spare_marker if ships or order.verb == "mines" else price(o)
        promise = gain(more) - cost
        if may_add_another:  # one marker alone may change nothing where two do
            promise = max(promise, (gain(2 * more) - 2 * cost) / 2)
        scores.append(promise + SHIPS_FIRST if ships and promise > 0 else promise)
    return scores


def is_mines_question(orders: Sequence[Order]) -> bool:
    """Whether the question is to add the mines that were put aside."""
    return orders[0].verb == "mines"


def situation(o: Outlook, combat: Frame) -> tuple[Stakes, str, float, float, int]:
    """A combat without markers: stakes, line, strengths and shift."""
    g = o.g
    if isinstance(combat, GroundCombat):
        stakes = stakes_of_attack(o, combat.attackers, combat.defender, combat.target)
        line = terrain_line(g, combat.target, combat.attackers)
        attack = sum(map(g.attack_of, combat.attackers))
        return stakes, line, attack, g.defence_of(combat.defender), combined_arms_shift(g, combat.attackers)
    if isinstance(combat, LandingAttack):
        stakes = stakes_of_attack(o, combat.attackers, combat.defender, combat.target)
        lost = -sum(map(o.strength, combat.attackers))
        stakes |= dict.fromkeys(("(A)", "A1", "A2", "A3", "Ae", "-"), lost)
        attack = sum(map(g.attack_of, combat.attackers))
        line = o.battle.hex_line[combat.target]
        return stakes, line, attack, g.defence_of(combat.defender), combined_arms_shift(g, combat.attackers)
    assert isinstance(combat, BeachAssault)
    special = o.battle.table.special
    line = special["beach_assault_in_ezoc" if g.in_ezoc(0, combat.target) else "beach_assault"]
    attack = sum(map(g.attack_of, combat.attackers))
    return stakes_of_beach_assault(o, combat.attackers), line, attack, 0.0, 0


def marker_value(o: Outlook, placed: Placed, target: Hex, *, attacking: bool) -> float:
    """What a placed marker adds; a face-down one of the other side counts as the mean of its cup."""
    cup, marker = placed
    if marker == UNKNOWN:
        return o.mean((cup,))
    return worth(o.g, cup, marker, target, attacking=attacking)


def offered_value(o: Outlook, frame: SupportFire, order: Order, *, attacking: bool) -> float:
    """What an order to place a marker would add on average."""
    g = o.g
    if order.verb == "mines":
        return float(worth(g, 0, g.mines_aside[0], frame.target, attacking=attacking))
    if order.verb == "naval":
        return float(order.arg)
    markers: tuple[Marker, ...] = g.cups[order.arg]
    return sum(worth(g, order.arg, marker, frame.target, attacking=attacking) for marker in markers) / len(markers)


def beside(o: Outlook, target: Hex) -> int:
    """The hexes next to a hex that the active side's units may stand in."""
    return GRID.spread(1 << target) & o.battle.playable & ~o.g.occupied[1 - o.g.active]
