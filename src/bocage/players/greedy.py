"""A player that looks one move ahead: it scores every order with a hand-made evaluation and takes the best."""

from __future__ import annotations

from random import Random

from bocage.games.fire_movement.state import State as FireMovementState
from bocage.kernel import BocageError, Order
from bocage.players.chair import Chair
from bocage.players.fire_movement import score_orders


class GreedyPlayer:
    """Takes the order with the highest score; ties are broken by its own generator."""

    def __init__(self, seed: int = 0) -> None:
        self._chooser = Random(seed)

    def choose(self, chair: Chair) -> Order:
        """The best order by the evaluation of the game being played."""
        orders = chair.decision.orders
        if len(orders) == 1:
            return orders[0]
        view = chair.view
        if not isinstance(view, FireMovementState):
            raise BocageError("greedy does not know this game")
        scores = score_orders(view, orders)
        best = max(scores)
        return self._chooser.choice([order for order, score in zip(orders, scores, strict=True) if score == best])
