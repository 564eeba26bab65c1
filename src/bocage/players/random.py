"""A player without a plan: every legal order is equally likely."""

from __future__ import annotations

from random import Random

from bocage.kernel import Order
from bocage.players.chair import Chair


class RandomPlayer:
    """Chooses blindly, and the same way every time for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self._chooser = Random(seed)

    def choose(self, chair: Chair) -> Order:
        """Any of the legal orders."""
        orders = chair.decision.orders
        return orders[int(self._chooser.random() * len(orders))]
