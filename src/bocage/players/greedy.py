"""A player that looks one move ahead: it scores every order with a hand-made evaluation and takes the best."""

from __future__ import annotations

from random import Random

from bocage.kernel import Order
from bocage.players.chair import Chair
from bocage.players.policy import Policy, planner_of


class GreedyPlayer:
    """Takes the order with the highest score; ties are broken by its own generator."""

    def __init__(self, seed: int = 0) -> None:
        self._chooser = Random(seed)
        self._policy: Policy | None = None
        self._scenario = ""

    def choose(self, chair: Chair) -> Order:
        """The best order by the evaluation of the game being played."""
        orders = chair.decision.orders
        if len(orders) == 1:
            return orders[0]
        if self._policy is None or chair.scenario != self._scenario:
            self._policy = planner_of(chair.scenario)
            self._scenario = chair.scenario
        scores = self._policy.score_orders(chair.view, orders)
        best = max(scores)
        return self._chooser.choice([order for order, score in zip(orders, scores, strict=True) if score == best])
