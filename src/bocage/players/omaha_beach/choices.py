"""Landings, losses, engineers and events: the smaller choices."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.engineers import EngineerPhase
from bocage.games.omaha_beach.landing import Arrivals, LandingCheck
from bocage.games.omaha_beach.state import WAITING
from bocage.games.omaha_beach.terms import Tide
from bocage.games.omaha_beach.words import ALONG, PASS, SACRIFICE, STAY
from bocage.hexes import Hex, members
from bocage.kernel import Order
from bocage.players.omaha_beach import weights as w
from bocage.players.omaha_beach.outlook import Outlook

NOWHERE = -9.0


def worth_of_box(o: Outlook, unit: int, box: int, turn: int) -> float:
    """What a unit can hope for that lands from a box in a turn."""
    battle = o.battle
    turn = min(turn, max(battle.track.turns))
    h = battle.boxes[box].lands.get(battle.tide(turn)) if 0 <= box < len(battle.boxes) else None
    if h is None or battle.box_sector[box] not in battle.sectors:
        return NOWHERE
    step = w.STEP["leader"] if battle.leader[unit] else o.cost[unit]
    crowd = len(o.lineup.at.get(h, ()))
    return o.prospect(unit, h) - o.fire.danger[h] * step - w.CROWDED_BOX * crowd


def worth_ashore(o: Outlook, unit: int, h: Hex) -> float:
    """What a unit can hope for that stands in a hex when the game begins."""
    return o.prospect(unit, h) - o.fire.danger[h] * o.cost[unit] - o.crowding(h, 1)


def score_arrivals(o: Outlook, frame: Arrivals, orders: Sequence[Order]) -> list[float]:
    """Into the box from which the way is the safest; it is seldom worth waiting."""
    turn = o.g.turn + 1
    scores = []
    for order in orders:
        if order.verb == "in":
            scores.append(worth_of_box(o, frame.unit, order.arg, turn))
        else:
            scores.append(NOWHERE - order.arg)
    return scores


def score_landing(o: Outlook, frame: LandingCheck, orders: Sequence[Order]) -> list[float]:
    """Rangers drift where they like, leaders go along where it is better, and mines hit whom it hurts least."""
    g = o.g
    if orders[0].verb in ("lose", "hit"):
        return score_hits(o, orders)
    if orders[0] is ALONG:
        leader = frame.left_behind[0]
        here, there = g.where[leader] - BOX, g.where[frame.drifter] - BOX
        return [worth_of_box(o, leader, there if order is ALONG else here, g.turn) for order in orders]
    here = g.where[frame.drifter] - BOX
    boxes = [here if order is STAY else here - order.arg for order in orders]
    return [worth_of_box(o, frame.drifter, box, g.turn) for box in boxes]


def whole_cost(o: Outlook, unit: int) -> float:
    """What the loss of a whole unit costs."""
    steps = o.g.steps[unit]
    if o.battle.regular >> unit & 1:
        return sum(w.COMPANY[1 : steps + 1])
    return sum(w.RANGERS[1 : steps + 1]) if o.battle.ranger[unit] else w.VEHICLE * steps


def score_hits(o: Outlook, orders: Sequence[Order]) -> list[float]:
    """Hits fall where they hurt least: a general can be wounded, an HQ comes back, a company on two steps is dear."""
    battle, g = o.battle, o.g
    scores = []
    for order in orders:
        unit = order.arg
        if battle.general[unit]:
            scores.append(-w.GENERAL if g.wounded >> unit & 1 else 0.0)
        else:
            scores.append(-w.HQ if battle.hq[unit] else -o.cost[unit])
    return scores


def score_clearing(o: Outlook, frame: EngineerPhase, orders: Sequence[Order]) -> list[float]:
    """Where most units are to land among the obstacles when they are under water."""
    g, battle = o.g, o.battle
    expected: dict[int, float] = {}
    for unit, place in enumerate(g.where):
        if (place == WAITING and not battle.general[unit]) or place >= BOX:
            boxes = members(battle.boxes_for[unit]) if place == WAITING else [place - BOX]
            for box in boxes:
                h = battle.boxes[box].lands[Tide.MID]
                expected[h] = expected.get(h, 0.0) + 1 / len(boxes)
    return [expected.get(order.arg, 0.0) if order.verb == "clear" else NOWHERE for order in orders]


def score_heroes(o: Outlook, orders: Sequence[Order]) -> list[float]:
    """A hero for a strong company near the enemy, which he lets act for free."""
    g, battle = o.g, o.battle
    scores = []
    for order in orders:
        unit = order.arg
        value = g.strength_of(unit) + (3.0 if battle.foot[unit] else 0.0) - (4.0 if g.heroes[unit] else 0.0)
        value += 2.0 if o.beside_germans[g.where[unit]] else 0.0
        value += 1.0 if battle.high >> g.where[unit] & 1 else 0.0
        scores.append(value - 3.0 * o.fire.danger[g.where[unit]])
    return scores


def score_stragglers(o: Outlook, orders: Sequence[Order]) -> list[float]:
    """They join a company that will not lose them at once."""
    where = o.g.where
    return [-o.fire.danger[where[order.arg]] if where[order.arg] < BOX else -0.5 for order in orders]


def score_secrets(o: Outlook, orders: Sequence[Order]) -> list[float]:
    """Know the position that is to be attacked next."""
    positions = [None if order is PASS else o.occupied[order.arg] for order in orders]
    return [0.0 if p is None else o.worth_of(p) * (1 + len(o.besiegers[p])) for p in positions]


def score_sacrifice(orders: Sequence[Order]) -> list[float]:
    """A hero gives his life: without his unit he would be lost as well."""
    return [1.0 if order is SACRIFICE else 0.0 for order in orders]
