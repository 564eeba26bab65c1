"""After a combat: who loses the step, who retreats and where to, who advances."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.fire_movement.advance import Advance, advance_hexes
from bocage.games.fire_movement.battle import ALLIED
from bocage.games.fire_movement.combat import LoseStep
from bocage.games.fire_movement.foresight import foresee
from bocage.games.fire_movement.retreat import Displacement, Retreat, RetreatOrStand, retreat_choices
from bocage.games.fire_movement.words import HALT, YIELD
from bocage.hexes import Hex
from bocage.kernel import Order
from bocage.players.fire_movement.outlook import Outlook
from bocage.players.fire_movement.weights import GIVEN_UP, REBUILT, RETREAT_COST


def score_losses(o: Outlook, frame: LoseStep, orders: Sequence[Order]) -> list[float]:
    """The unit that is harmed least; whoever can be rebuilt before whoever dies."""
    return [-loss(o, order.arg) for order in orders]


def loss(o: Outlook, unit: int) -> float:
    """What losing a step means to a unit where it stands."""
    step = o.weights.own_loss * o.step(unit)
    if o.last_step(unit):
        hex_ = o.g.where[unit]
        return step + o.weights.stiffness * o.goals.get(hex_, 0.0)
    return step * REBUILT if o.side == ALLIED else step


def score_retreat_or_stand(o: Outlook, frame: RetreatOrStand, orders: Sequence[Order]) -> list[float]:
    """Stand where the hex is worth a step."""
    scores = [
        -loss(o, order.arg) if order.verb == "stand" else score_of_retreat(o, frame, order.arg) for order in orders
    ]
    return saving(o, orders, scores)


def saving(o: Outlook, orders: Sequence[Order], scores: list[float]) -> list[float]:
    """Nobody is given up who can be saved: what surely costs a unit comes after all that does not."""
    lost = [any(event.kind == "eliminated" for event in foresee(o.g, order)) for order in orders]
    least = min((score for score, dies in zip(scores, lost, strict=True) if not dies), default=0.0)
    return [min(score, least) - GIVEN_UP if dies else score for score, dies in zip(scores, lost, strict=True)]


def score_of_retreat(o: Outlook, frame: RetreatOrStand, unit: int) -> float:
    """What a unit keeps that goes back as far as it can; without a way out it leaves its hex to the enemy."""
    choices = retreat_choices(o.g, unit, frame.length, ignore_ezoc=frame.ignore_ezoc, bombardment=frame.bombardment)
    if not choices.paths:
        return -loss(o, unit) - RETREAT_COST
    cut_short = len(choices.paths[0]) < frame.length  # which costs a step (8.3-13)
    ends = {path[-1] for path in choices.paths}
    best = max(o.worth(unit, hex_) for hex_ in ends)
    given_up = o.weights.stiffness * max(0.0, o.worth(unit, o.g.where[unit]) - best)
    return -given_up - RETREAT_COST * 0.5 - (loss(o, unit) if cut_short else 0.0)


def score_retreat(o: Outlook, frame: Retreat, orders: Sequence[Order]) -> list[float]:
    """The way that ends in the best hex."""
    if orders[0].verb == "displace":
        return saving(o, orders, [-loss(o, frame.unit) if order is YIELD else -1.0 for order in orders])
    so_far = len(frame.path)
    ends: dict[Hex, float] = {}
    for path in frame.routes(o.g):
        value = o.worth(frame.unit, path[-1])
        ends[path[so_far]] = max(ends.get(path[so_far], value), value)
    return [ends[order.arg] for order in orders]


def score_displacement(o: Outlook, frame: Displacement, orders: Sequence[Order]) -> list[float]:
    """The best hex for the unit that makes room."""
    return [o.worth(frame.unit, order.arg) for order in orders]


def score_advance(o: Outlook, frame: Advance, orders: Sequence[Order]) -> list[float]:
    """Follow where the ground is worth more than the present one."""
    g = o.g
    if orders[0].verb == "to":
        return [o.worth(frame.unit, order.arg) for order in orders]
    scores = []
    for order in orders:
        if order is HALT:
            scores.append(0.0)
            continue
        unit = order.arg
        best = max(o.worth(unit, hex_) for hex_ in advance_hexes(g, unit, frame.path))
        scores.append(best - o.worth(unit, g.where[unit]))
    return scores
