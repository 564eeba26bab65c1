"""After the die: who loses a step, where to retreat, who advances, who exploits."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.bloody_summer.pieces import UNITS
from bocage.games.bloody_summer.places import SIZE
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.zones import in_enemy_zone
from bocage.hexes import Hex
from bocage.kernel import Order
from bocage.players.bloody_summer.ground import ground_of

CROWD = 0.3


def score_losses(g: State, orders: Sequence[Order]) -> list[float]:
    """The cheapest step, and nobody's last one if it can be helped."""
    value = ground_of(g.campaign).value
    return [-value[order.arg] - (2.0 if g.steps_of(order.arg) == 1 else 0.0) for order in orders]


def score_retreats(g: State, orders: Sequence[Order]) -> list[float]:
    """To friends, out of enemy zones, into good ground; a town of worth is held at the price of a step."""
    return [_retreat(g, order) for order in orders]


def _retreat(g: State, order: Order) -> float:
    if order.verb == "stand":
        return 0.5
    if order.verb != "to":
        return 0.0
    place = order.arg
    if place >= SIZE:
        return -1.0
    side = g.campaign.side[g.about().unit] if g.about().unit >= 0 else g.active
    ground = ground_of(g.campaign)
    worth = 0.2 * ground.shift[place] + 0.2 * ground.key[place]
    worth -= 1.0 if in_enemy_zone(g, side, place) else 0.0
    return worth - CROWD * len(g.at.get(place, ()))


def score_advance(g: State, orders: Sequence[Order]) -> list[float]:
    """Units go in while few are there; a second hex only where it is worth it."""
    return [_advance(g, order) for order in orders]


def _advance(g: State, order: Order) -> float:
    if order.verb == "advance":
        return 1.0 if order.arg < UNITS else -1.0
    if order.verb == "to":
        return _second_hex(g, order.arg)
    return 0.5  # no farther


def _second_hex(g: State, hex_: Hex) -> float:
    return 1.0 if ground_of(g.campaign).key[hex_] else 0.0


def score_removal(g: State, orders: Sequence[Order]) -> list[float]:
    """The least of those who do not fit."""
    value = ground_of(g.campaign).value
    return [-value[order.arg] * g.steps_of(order.arg) for order in orders]
