"""Bombardment: where two markers hurt most, and how many to keep."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from bocage.games.fire_movement.bombardment import BombardmentPhase
from bocage.games.fire_movement.state import is_mines
from bocage.games.fire_movement.support import worth
from bocage.games.fire_movement.words import FIRE, GRID
from bocage.hexes import Hex
from bocage.kernel import Order
from bocage.players.fire_movement.markers import price
from bocage.players.fire_movement.outlook import Outlook
from bocage.players.fire_movement.weights import DRIVEN_BACK, FOLLOWED_UP


def score_bombardment(o: Outlook, frame: BombardmentPhase, orders: Sequence[Order]) -> list[float]:
    """Bombard while it brings more than the markers are worth elsewhere."""
    if orders[0].verb in ("bombard", "end"):
        return [0.0 if order.verb == "end" else best_of_target(o, order.arg) for order in orders]
    target = frame.target
    scores = []
    for order in orders:
        if order is FIRE:
            scores.append(fire_value(o, target, frame.cups))
        else:
            cups = (*frame.cups, order.arg)
            more = [cup for cup in usable(o, target) if len(cups) < 2]
            scores.append(max([fire_value(o, target, cups), *(fire_value(o, target, (*cups, cup)) for cup in more)]))
    return scores


def usable(o: Outlook, target: int) -> list[int]:
    """Cups from which a target can be bombarded."""
    frame = BombardmentPhase(target)
    return [order.arg for order in frame.offers(o.g)]


def best_of_target(o: Outlook, target: int) -> float:
    """The best bombardment of a target, with one or two markers."""
    cups = usable(o, target)
    room = 2 - o.g.bombarded.get(o.g.where[target], 0)
    choices: list[tuple[int, ...]] = [(cup,) for cup in cups]
    if room > 1:
        choices += combinations_with_replacement(cups, 2)
    return max((fire_value(o, target, choice) for choice in choices if enough(o, choice)), default=-1.0)


def enough(o: Outlook, cups: tuple[int, ...]) -> bool:
    """Whether the cups hold as many markers."""
    return all(len(o.g.cups[cup]) >= cups.count(cup) for cup in cups)


def fire_value(o: Outlook, target: int, cups: tuple[int, ...]) -> float:
    """What bombarding a unit from some cups brings, less the price of the markers."""
    g = o.g
    hex_ = g.where[target]
    attack = sum(cup_value(o, cup, hex_) for cup in cups)
    ground = FOLLOWED_UP * o.position(hex_)
    step, whole = o.step(target), o.strength(target)
    value = 0.0
    for result, chance in o.ground.chances(o.battle.hex_line[hex_], attack - g.defence_of(target)):
        if result == "De":
            value += chance * (whole + ground)
        elif result in ("D2", "D3"):
            value += chance * (step * DRIVEN_BACK + ground)
        elif result == "(A)":
            friends = [
                o.step(unit)
                for near in GRID.neighbours[hex_]
                for unit in g.at.get(near, ())
                if o.battle.side[unit] == o.side
            ]
            value -= chance * o.weights.own_loss * min(friends, default=0.0)
    return value - price(o, len(cups)) * len(cups)


def cup_value(o: Outlook, cup: int, hex_: Hex) -> float:
    """What a marker of a cup brings against a hex; mines are no use."""
    markers = [marker for marker in o.g.cups[cup] if not is_mines(marker)]
    return sum(worth(o.g, cup, marker, hex_, attacking=True) for marker in markers) / max(1, len(markers))
