"""Movement: every unit goes where it is worth most, and those that are to attack together go together."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.fire_movement.combat import eligible_attackers
from bocage.games.fire_movement.movement import MovementPhase, movement_points
from bocage.games.fire_movement.state import WAITING, State
from bocage.games.fire_movement.words import END, GRID
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Order
from bocage.players.fire_movement.combat import beside, best_group
from bocage.players.fire_movement.outlook import Outlook
from bocage.players.fire_movement.weights import ARRIVAL, LEAST_IMPROVEMENT
from bocage.players.gains import Gains

Attacks = dict[int, tuple[HexSet, float]]  # unit -> the hexes it is to attack from, and what that is worth
NOWHERE = float("-inf")


class MovementPlan:
    """What a side means to do in a phase: the attacks for which it moves up, and what each unit gains by moving.

    Attacks are planned once, and of the units only those are looked at again that may gain most, until none gains.
    """

    def __init__(self, o: Outlook, frame: MovementPhase, orders: Sequence[Order]) -> None:
        g = o.g
        self._phase = (o.battle, g.turn, g.active, frame.mobile_only)
        self._where: list[int] = []
        self._begin(o, frame, orders)

    def _begin(self, o: Outlook, frame: MovementPhase, orders: Sequence[Order]) -> None:
        g = o.g
        self._gains = Gains[int]()
        self._values: dict[int, dict[Hex, float]] = {}  # of the hexes of each unit, as things stand now
        if orders[0].verb == "to":
            reach = {unit: o.destinations(unit, 2 * g.allowance_of(unit)) for unit in frame.movable(g)}
            reach[frame.in_hand] = [order.arg for order in orders]
        else:
            reach = {order.arg: reach_in(o, frame, order.arg) for order in orders if order is not END}
        self.attacks = plan_attacks(o, frame, reach)

    def fits(self, g: State, frame: MovementPhase) -> bool:
        """Whether nothing has happened since the last decision but that the unit in hand went where it should."""
        if (g.battle, g.turn, g.active, frame.mobile_only) != self._phase:
            return False
        unit, expected = frame.in_hand, self._where.copy()
        if g.where[unit] != expected[unit]:
            slots, _ = self.attacks.get(unit, (1 << g.where[unit], 0.0))
            if not slots >> g.where[unit] & 1:
                return False  # it prefers another hex to its part in an attack, on which others count
            expected[unit] = g.where[unit]
        return g.where == expected

    def score(self, o: Outlook, frame: MovementPhase, orders: Sequence[Order]) -> list[float]:
        """Score units by what they gain, and hexes by what they are worth; of those that fall behind only roughly."""
        g = o.g
        if g.where != self._where:
            self._where, self._values = g.where.copy(), {}
        if orders[0].verb == "to":
            values = self._values.get(frame.in_hand) or self._look(o, frame.in_hand, [order.arg for order in orders])
            return [values.get(order.arg, NOWHERE) for order in orders]

        def gain(unit: int) -> float:
            values = self._values[unit] = self._look(o, unit, reach_in(o, frame, unit))
            now = -ARRIVAL if g.where[unit] == WAITING else value_in(o, self.attacks, unit, g.where[unit])
            return max(values.values(), default=NOWHERE) - now

        units = [order.arg for order in orders if order is not END]
        enough = LEAST_IMPROVEMENT if END in orders else NOWHERE
        self._gains.find_best(units, gain, enough)
        if any(unit not in self._values for unit in units) and max(map(self._gains.__getitem__, units)) < enough:
            self._begin(o, frame, orders)  # before the phase ends, look once more at everybody
            self._gains.find_best(units, gain, enough)
        return [LEAST_IMPROVEMENT if order is END else self._gains[order.arg] for order in orders]

    def _look(self, o: Outlook, unit: int, hexes: Sequence[Hex]) -> dict[Hex, float]:
        """What a unit is worth in the best hexes: the most promising are looked at first, most not at all."""
        slots, _ = self.attacks.get(unit, (0, 0.0))
        values = {hex_: value_in(o, self.attacks, unit, hex_) for hex_ in hexes if slots >> hex_ & 1}
        best = max(values.values(), default=NOWHERE)
        promise = o.promise(unit)
        for hex_ in sorted(hexes, key=promise, reverse=True):
            if promise(hex_) < best:
                break
            if hex_ not in values:
                values[hex_] = value = value_in(o, self.attacks, unit, hex_)
                best = max(best, value)
        return values


def reach_in(o: Outlook, frame: MovementPhase, unit: int) -> list[Hex]:
    """Where a unit can go in this phase."""
    return o.destinations(unit, frame.points if unit == frame.in_hand else movement_points(o.g, unit))


def value_in(o: Outlook, attacks: Attacks, unit: int, hex_: Hex) -> float:
    """What a unit is worth in a hex, with its part in a planned attack."""
    value = o.worth(unit, hex_)
    part = attacks.get(unit)
    if part is not None and part[0] >> hex_ & 1:
        value += part[1]
    return value


def plan_attacks(o: Outlook, frame: MovementPhase, reach: dict[int, list[Hex]]) -> Attacks:
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
    plan: Attacks = {}
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
