"""The US Action Phase: who acts, and whether he moves, attacks or fires."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.omaha_beach.action_phase import DivisionActions, UnitAction, shelters
from bocage.games.omaha_beach.actions import acts_for_free, moves_for_free
from bocage.games.omaha_beach.ground import ground
from bocage.games.omaha_beach.movement import MoveAction, is_preservation
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terrain import links
from bocage.games.omaha_beach.words import ALONE, CLIMB, DOWN, GO
from bocage.hexes import Hex
from bocage.kernel import Order
from bocage.players.gains import Gains
from bocage.players.omaha_beach import weights as w
from bocage.players.omaha_beach.combat import best_attack, worth_of_barrage, worth_of_shelling
from bocage.players.omaha_beach.outlook import Outlook

NEVER = -1.0


class ActionsPlan:
    """What each action of a division would gain when it was last looked at; only those are looked at again that may
    gain most, until none gains.
    """

    def __init__(self, o: Outlook) -> None:
        self._gains = Gains[Order]()
        self._ahead = o.ahead
        self._facts = facts(o.g)

    def fits(self, o: Outlook) -> bool:
        """Whether nothing has happened since but that some units have moved, in the same phase."""
        return self._ahead is o.ahead and self._facts == facts(o.g)

    def score(self, o: Outlook, frame: DivisionActions, orders: Sequence[Order]) -> list[float]:
        """Who gains most acts first; of those who fall behind it is known only roughly."""

        def gain(order: Order) -> float:
            return gain_of(o, frame, order)

        fresh = self._gains.find_best(orders, gain, 0.0)
        if max(self._gains[order] for order in orders) <= 0.0 and len(fresh) < len(orders):
            self._gains.clear()  # before the phase ends, look once more at everybody
            self._gains.find_best(orders, gain, 0.0)
        return [self._gains[order] for order in orders]


def facts(g: State) -> tuple[object, ...]:
    """What may make more of an action than it was."""
    return g.steps, g.heroes, g.german_disrupted, g.disrupted, g.on_cliff


def gain_of(o: Outlook, frame: DivisionActions, order: Order) -> float:
    """What an order brings; leaders act last, because those they lead act for free only while they stay (7.33)."""
    if order.verb == "act":
        action = UnitAction(order.arg, frame.division, frame.left(o.g))
        best = max(score_unit(o, action, action.options(o.g)), default=NEVER)
        if best <= w.LEAST_GAIN:
            return NEVER
        if o.battle.leader[order.arg]:
            return min(best, 1.0) * w.LEAST_GAIN
        free = gain_for_free(o, order.arg) if action.left and not moves_for_free(o.g, order.arg) else 0.0
        return best - free if best > free else best
    if order.verb == "naval":
        return worth_of_shelling(o, order.arg) - w.NAVAL_MARKER
    return 0.0 if order.verb == "end" else NEVER  # the disrupted recover when the others have acted


def score_unit(o: Outlook, frame: UnitAction, orders: Sequence[Order]) -> list[float]:
    """What each thing that a unit may do brings, less the action that it takes."""
    g, unit = o.g, frame.unit
    if orders and orders[0].verb in ("with", "alone"):
        return score_likewise(o, frame, orders)
    price, light = 0.0 if acts_for_free(g, unit) else w.ACTION, moves_for_free(g, unit)
    mates = {} if light else mates_of(o, frame)
    scores = []
    for order in orders:
        if order.verb == "to":
            free = light or is_preservation(g, unit, order.arg)
            gain = o.gain_of_move((unit,), order.arg)
            if not free:
                gain = max([gain, *(gain_of_pair(o, unit, mate, order.arg) for mate in mates.get(order.arg, ()))])
            scores.append(gain if free else gain - w.ACTION)
        elif order.verb == "attack":
            scores.append(best_attack(o, frame.division, frame.left, order.arg, (unit,), ships=False)[0])
        elif order.verb == "barrage":
            scores.append(worth_of_barrage(o, unit, order.arg) - price - o.fighting_on(unit))
        elif order is CLIMB:
            scores.append(gain_of_cliff(o, unit) - price)
        elif order is DOWN:
            scores.append(w.LEAST_GAIN / 2)
        elif order.verb == "leave":
            scores.append(worth_of_exit(o, unit, order.arg))
        else:
            scores.append(NEVER)
    return scores


def gain_for_free(o: Outlook, unit: int) -> float:
    """What a unit gains by the best self-preservation move, which takes no action (7.1-09); it may stay as well."""
    return max([0.0, *(o.gain_of_move((unit,), to) for to in shelters(o.g, unit, ground(o.g)))])


def gain_of_pair(o: Outlook, unit: int, mate: int, to: Hex) -> float:
    """What an action brings that two units share, less what one of them could have without it."""
    return o.gain_of_move((unit, mate), to) - gain_for_free(o, mate)


def worth_of_exit(o: Outlook, unit: int, exit_: int) -> float:
    """Steps that have left the map count at the end if a safe way leads to the exit then (20.3)."""
    g, battle = o.g, o.battle
    if o.check.points != "20.3" or not battle.armored[unit] | battle.foot[unit]:
        return NEVER
    left = o.exits(ranger=battle.ranger[unit]).get(battle.exit_hexes[exit_], 0.0)
    return left * (g.steps[unit] + battle.armored[unit]) or NEVER


def mates_of(o: Outlook, frame: UnitAction) -> dict[int, list[int]]:
    """For each hex that a unit may pay to enter, the units of its stack that may share the move."""
    g = o.g
    others = [other for other in g.units_at(g.where[frame.unit]) if other != frame.unit]
    if not others:
        return {}
    frame = UnitAction(frame.unit, frame.division, frame.left, cost=1)
    return {
        to: [other for other in others if frame.goes_along(g, other, path, -1)] for to, path in frame.paths(g).items()
    }


def gain_of_cliff(o: Outlook, unit: int) -> float:
    """What it is worth to begin a climb: to be nearer to what lies above."""
    g, here = o.g, o.g.where[unit]
    there = [h for h, how in links(o.battle, "infantry", o.battle.tide(g.turn))[here] if how == "climb_cliff"]
    best = max(
        (o.prospect(unit, h) - w.CLIFF * (w.TIME + o.fire.danger[h] * w.STEP["infantry"]) for h in there), default=-9.0
    )
    return w.TIME + w.LEAST_GAIN if best >= o.prospect(unit, here) - w.LEAST_GAIN else NEVER


def score_likewise(o: Outlook, frame: UnitAction, orders: Sequence[Order]) -> list[float]:
    """Another unit of the stack does the same for nothing."""
    if frame.target < 0:
        return [0.0 if order is ALONE else gain_of_cliff(o, order.arg) for order in orders]
    return [
        0.0 if order is ALONE else worth_of_barrage(o, order.arg, frame.target) - o.fighting_on(order.arg)
        for order in orders
    ]


def score_move(o: Outlook, frame: MoveAction, orders: Sequence[Order]) -> list[float]:
    """Who goes along; who goes on after a loss."""
    if frame.exit >= 0:
        return [0.0 if order is ALONE else 1.0 for order in orders]
    to = frame.path[-1]
    if orders[0].verb in ("go", "stay"):
        return [o.gain_of_move((frame.losers[0],), to) if order is GO else 0.0 for order in orders]
    alone = o.gain_of_move(frame.units, to)
    return [
        0.0 if order is ALONE else o.gain_of_move((*frame.units, order.arg), to) - alone - w.LEAST_GAIN
        for order in orders
    ]
