"""A player that looks one move ahead: it scores every order with a hand-made evaluation and takes the best."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from bocage.kernel import Order
from bocage.players.chair import Chair
from bocage.players.policy import Policy, planner_of

OVERLOOKED: Final = 0.2  # how often a recruit does not see the best order


class GreedyPlayer:
    """Takes the order with the highest score, in one stance if one is named; its own generator breaks ties."""

    def __init__(self, seed: int = 0, stance: str = "") -> None:
        self._chooser = Random(seed)
        self._stance = stance
        self._policy: Policy | None = None
        self._scenario = ""

    def choose(self, chair: Chair) -> Order:
        """The best order by the policy of the game being played."""
        orders = chair.decision.orders
        if len(orders) == 1:
            return orders[0]
        if self._policy is None or chair.scenario != self._scenario:
            self._policy = planner_of(chair.scenario, self._stance)
            self._scenario = chair.scenario
        return self._pick(orders, self._policy.score_orders(chair.view, orders))

    def _pick(self, orders: Sequence[Order], scores: Sequence[float]) -> Order:
        best = max(scores)
        return self._chooser.choice([order for order, score in zip(orders, scores, strict=True) if score == best])


class RecruitPlayer(GreedyPlayer):
    """Overlooks the best order from time to time, and takes the next one."""

    def _pick(self, orders: Sequence[Order], scores: Sequence[float]) -> Order:
        best = super()._pick(orders, scores)
        if self._chooser.random() >= OVERLOOKED:
            return best
        rest = [(order, score) for order, score in zip(orders, scores, strict=True) if order is not best]
        return super()._pick([order for order, _ in rest], [score for _, score in rest])
