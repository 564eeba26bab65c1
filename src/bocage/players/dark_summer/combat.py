"""Attacks: which to make, with whom, and which Support to spend on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from bocage.games.dark_summer import cherbourg
from bocage.games.dark_summer.attacks import Attack, able_at, attackable, attacks_alone, places_beside
from bocage.games.dark_summer.cherbourg import CherbourgCombat, with_support
from bocage.games.dark_summer.combat import Combat, CombatAction
from bocage.games.dark_summer.mandatory import forced_by
from bocage.games.dark_summer.places import CHERBOURG, Place
from bocage.games.dark_summer.results import cost
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strength import defenders_of
from bocage.games.dark_summer.support import AnnounceSupport
from bocage.games.dark_summer.words import DECLARE, END, EXCHANGE, PASS
from bocage.hexes import Hex, members
from bocage.kernel import Order
from bocage.players.dark_summer.forecast import best_supported, worth_of
from bocage.players.dark_summer.ground import ground_of
from bocage.players.dark_summer.stances import USUAL, Cares
from bocage.players.dark_summer.weights import CAPTURE, FORCED, LEAST_ATTACK, PRICES, UNWANTED

Group = tuple[float, tuple[int, ...]]  # what an attack is worth, and who makes it
MISSED = 0.02  # by others, for each point of attack in a Combat
NOTHING: Group = (float("-inf"), ())


def score_attacks(
    g: State, frame: CombatAction, orders: Sequence[Order], known: dict[object, Group], cares: Cares = USUAL
) -> list[float]:
    """Score targets by their best attack, attackers by the plan for their target.

    ``known`` remembers groups for one Round.
    """
    if frame.target < 0:
        least = LEAST_ATTACK[g.active_side] + cares.least_attack
        return [_score_target(g, frame, order, known, least) for order in orders]
    _, group = best_group(g, frame.target, frame.units, known)
    wanted = [unit for unit in group if unit not in frame.attackers]
    able = {order.arg for order in orders if order is not DECLARE}
    if frame.attackers and not any(unit in able for unit in wanted):
        return [float(order is DECLARE) for order in orders]
    if not any(unit in able for unit in wanted):  # whoever is left must do it
        return [-ground_of(g.campaign).value[order.arg] for order in orders]
    return [float(order is not DECLARE and order.arg in wanted) for order in orders]


def _score_target(g: State, frame: CombatAction, order: Order, known: dict[object, Group], least: float) -> float:
    if order is END:
        return least
    if order.arg == CHERBOURG:
        return worth_of(g, Attack(CHERBOURG, ()))
    worth = best_group(g, order.arg, frame.units, known)[0]
    if worth < least and not g.duties >> order.arg & 1:
        worth -= UNWANTED  # a duty comes first, however bad it is
    return worth


def attackers_of(g: State, target: Hex, units: int) -> dict[Place, list[int]]:
    """The units that may still attack a hex, by place."""
    found: dict[Place, list[int]] = {}
    for place in places_beside(target):
        if place in g.at:
            able = [u for u in able_at(g, place, units) if attackable(g, g.campaign.group[u]) >> target & 1]
            if any(attacks_alone(g, unit) for unit in able):
                found[place] = able
    return found


def best_group(g: State, target: Hex, units: int, known: dict[object, Group]) -> Group:
    """The best attack on a hex: by one stack, by all around it, or by a single unit where it must be attacked."""
    stacks = attackers_of(g, target, units)
    key = (
        target, tuple(unit for stack in stacks.values() for unit in stack), g.at.get(target), g.reduced,
        g.duties >> target & 1, g.support_round, tuple(g.support_turn), g.occupied[1 - g.active_side],
    )  # fmt: skip
    if key not in known:
        judged = (_judge(g, target, group, units) for group in _groups(g, target, stacks))
        known[key] = max(judged, key=partial(_thrift, g), default=NOTHING)
    return known[key]


def _thrift(g: State, group: Group) -> tuple[float, Group]:
    """What an attack is worth if those who make it are missed elsewhere: no more of them than it needs."""
    return group[0] - MISSED * sum(map(g.attack_of, group[1])), group


def _groups(g: State, target: Hex, stacks: dict[Place, list[int]]) -> Iterator[tuple[int, ...]]:
    for stack in stacks.values():
        yield tuple(sorted(stack)[: _most(g)])
    if len(stacks) > 1:
        yield tuple(sorted(unit for stack in stacks.values() for unit in stack[: _most(g)]))
    if len(stacks) > 2:
        two = sorted(stacks.values(), key=lambda stack: sum(map(g.attack_of, stack)))[-2:]
        yield tuple(sorted(unit for stack in two for unit in stack[: _most(g)]))
    if g.duties >> target & 1:
        yield from ((unit,) for stack in stacks.values() for unit in stack if attacks_alone(g, unit))


def _most(g: State) -> int:
    return g.campaign.stacking_limit if g.round_kind == "wave2" else 99


def _judge(g: State, target: Hex, group: tuple[int, ...], units: int) -> Group:
    """What an attack by a group is worth, with the attacks to which it forces others."""
    if not any(attacks_alone(g, unit) for unit in group):
        return NOTHING
    worth = best_supported(g, target, group)[0]
    for other in members(forced_by(g, target, group) & ~g.duties):
        worth += _price_of_duty(g, other, group, units)
    return worth, group


def _price_of_duty(g: State, target: Hex, busy: tuple[int, ...], units: int) -> float:
    """What it costs to attack a hex besides with whoever is left."""
    left = [u for stack in attackers_of(g, target, units).values() for u in stack if u not in busy]
    if not left:
        return 2 * FORCED  # somebody will be missed in the first attack
    return min(0.0, max(worth_of(g, Attack(target, tuple(left))), *(worth_of(g, Attack(target, (u,))) for u in left)))


def promise_of_cherbourg(g: State) -> float:
    """What Cherbourg Combat would be worth in this Round, if it may be."""
    if cherbourg.why_not_attack(g):
        return 0.0
    strength, defence = cherbourg.totals(g, cherbourg.attack_in_box(g))
    faces = len(g.campaign.tables.cherbourg_combat.die)
    return CAPTURE * (1 + cherbourg.box_column(g, max(strength, defence), max(1, defence))) / faces


def promise(g: State, group: int, kind: str, *, prepared: bool = False) -> float:
    """What a Combat part of a Round of a kind would be worth to a group as things stand."""
    there = g.copy()
    there.hush()
    there.begin_round(kind, group)
    there.prepared = prepared
    known: dict[object, Group] = {}
    mask = there.force[group]
    found = []
    for target in members(attackable(there, group) & there.campaign.grid.spread(there.stands[group])):
        worth, attackers = best_group(there, target, mask, known)
        if worth > LEAST_ATTACK[there.active_side]:
            found.append((worth, attackers))
    total, busy = promise_of_cherbourg(there), set[int]()
    for worth, attackers in sorted(found, reverse=True):
        if not busy & set(attackers):
            total += worth
            busy |= set(attackers)
    return total


# -- Support ----------------------------------------------------------------------------------------


def score_support(g: State, frame: AnnounceSupport, orders: Sequence[Order]) -> list[float]:
    """Markers by what they change, less what they are worth elsewhere."""
    sign = 1.0 if frame.attacking else -1.0
    attack = frame.attack
    before = worth_of(g, attack)
    scores = []
    for order in orders:
        if order is PASS:
            scores.append(0.0)
            continue
        if frame.attacking:
            after = attack._replace(attack_support=(*attack.attack_support, order.arg))
        else:
            after = attack._replace(defence_support=(*attack.defence_support, order.arg))
        scores.append(sign * (worth_of(g, after) - before) - PRICES[g.campaign.markers[order.arg].kind])
    return scores


def score_cherbourg_support(g: State, frame: CherbourgCombat, orders: Sequence[Order]) -> list[float]:
    """All Support that there is: Cherbourg is worth it, if the column gets better."""

    def column(attack: Attack) -> int:
        strength, defence = cherbourg.totals(g, attack)
        return cherbourg.box_column(g, strength, defence) if strength >= defence else -1

    now = column(frame.attack)
    marks = [order for order in orders if order is not PASS]
    all_in = frame.attack
    for order in marks:
        all_in = with_support(all_in, order.arg)
    useful = column(all_in) > now
    return [0.5 if order is PASS else float(useful) for order in orders]


def score_exchange(g: State, frame: Combat, orders: Sequence[Order]) -> list[float]:
    """The Exchange, if it costs the enemy more of what it costs us than one step for one does."""
    value = ground_of(g.campaign).value
    defenders = defenders_of(g, frame.attack)
    own = sum(value[unit] for unit in frame.attack.attackers) / len(frame.attack.attackers)
    theirs = sum(value[unit] for unit in defenders) / max(1, len(defenders))

    def net(result: str) -> float:
        lost, killed = cost(g, frame.attack, result)
        return theirs * killed - own * lost

    return [net("EX" if order is EXCHANGE else "BL1") for order in orders]
