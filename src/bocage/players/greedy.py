"""A player that looks one move ahead: it scores every order with a hand-made evaluation and takes the best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bocage.games.fire_movement.state import State as FireMovementState
from bocage.games.omaha_beach.state import State as OmahaBeachState
from bocage.kernel import BocageError, Order, State
from bocage.players import fire_movement, omaha_beach
from bocage.players.chair import Chair


class GreedyPlayer:
    """Takes the order with the highest score; ties are broken by its own generator."""

    def __init__(self, seed: int = 0) -> None:
        self._chooser = Random(seed)

    def choose(self, chair: Chair) -> Order:
        """The best order by the evaluation of the game being played."""
        orders = chair.decision.orders
        if len(orders) == 1:
            return orders[0]
        scores = score_orders(chair.view, orders)
        best = max(scores)
        return self._chooser.choice([order for order, score in zip(orders, scores, strict=True) if score == best])


def score_orders(view: State, orders: Sequence[Order]) -> list[float]:
    """A score for each order by the game's own evaluation; higher is better."""
    if isinstance(view, FireMovementState):
        return fire_movement.score_orders(view, orders)
    if isinstance(view, OmahaBeachState):
        return omaha_beach.score_orders(view, orders)
    raise BocageError("greedy does not know this game")
