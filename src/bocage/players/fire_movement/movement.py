"""Movement: every unit goes where it is worth most, and those that are to attack together go together."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.fire_movement.combat import eligible_attackers
from bocage.games.fire_movement.movement import MovementPhase, movement_points
from bocage.games.fire_movement.state import WAITING
from bocage.games.fire_movement.words import GRID
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Order
from bocage.players.fire_movement.combat import beside, best_group
from bocage.players.fire_movement.outlook import Outlook
from bocage.players.fire_movement.weights import ARRIVAL, LEAST_IMPROVEMENT

Plan = dict[int, tuple[HexSet, float]]  # unit -> the hexes it is to attack from, and what that is worth


def score_movement(o: Outlook, frame: MovementPhase, orders: Sequence[Order]) -> list[float]:
    """Score units by the best improvement open to them, and hexes by their improvement."""
    g = o.g
    reach: dict[int, list[Hex]] = {}
    if orders[0].verb == "to":
        reach = {unit: o.destinations(unit, 2 * g.allowance_of(unit)) for unit in frame.movable(g)}
        reach[frame.in_hand] = [order.arg for order in orders]
        plan = plan_attacks(o, frame, reach)
        return [value_in(o, plan, frame.in_hand, order.arg) for order in orders]
    for order in orders:
        if order.verb != "end":
            points = frame.points if order.arg == frame.in_hand else movement_points(g, order.arg)
            reach[order.arg] = o.destinations(order.arg, points)
    plan = plan_attacks(o, frame, reach)
    scores = []
    for order in orders:
        if order.verb == "end":
            scores.append(LEAST_IMPROVEMENT)
            continue
        unit = order.arg
        best = max((value_in(o, plan, unit, hex_) for hex_ in reach[unit]), default=float("-inf"))
        if g.where[unit] == WAITING:
            scores.append(ARRIVAL + best)
        else:
            scores.append(best - value_in(o, plan, unit, g.where[unit]))
    return scores


def value_in(o: Outlook, plan: Plan, unit: int, hex_: Hex) -> float:
    """What a unit is worth in a hex, with its part in a planned attack."""
    value = o.worth(unit, hex_)
    part = plan.get(unit)
    if part is not None and part[0] >> hex_ & 1:
        value += part[1]
    return value


def plan_attacks(o: Outlook, frame: MovementPhase, reach: dict[int, list[Hex]]) -> Plan:
    """Give each attack worth making the units it needs, the most promising attack first."""
    g = o.g
    able = eligible_attackers(g, mobile_only=frame.mobile_only)
    within: dict[int, HexSet] = {}
    for unit in members(able):
        within[unit] = 1 << g.where[unit]
    for unit, hexes in reach.items():
        if g.where[unit] == WAITING or able >> unit & 1:
            stands = within.get(unit, 0)
            for hex_ in hexes:
                stands |= 1 << hex_
            within[unit] = stands
    everywhere: HexSet = 0
    for hexes_within in within.values():
        everywhere |= hexes_within
    targets: dict[Hex, HexSet] = {}
    for target in members(GRID.spread(everywhere) & g.occupied[o.enemy]):
        targets[target] = beside(o, target)
    plan: Plan = {}
    free = dict(within)
    promise: dict[Hex, tuple[float, tuple[int, ...]]] = {}
    stale = set(targets)
    while targets:
        for target in sorted(stale):
            slots = targets[target]
            candidates = [unit for unit, hexes_within in free.items() if hexes_within & slots]
            promise[target] = (
                best_group(o, target, candidates, slots.bit_count(), there=False) if candidates else (-1.0, ())
            )
        stale = set()
        target = max(targets, key=lambda hex_: (promise[hex_][0], hex_))
        value, group = promise[target]
        if value <= o.weights.least_gain:
            break
        share = o.weights.eagerness * value
        for unit in group:
            plan[unit] = (targets[target], share)
            del free[unit]
        del targets[target]
        taken = set(group)
        stale = {other for other in targets if taken & set(promise[other][1])}
    return plan
