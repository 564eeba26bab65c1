"""A player that looks one move ahead: it scores every order with a hand-made evaluation and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, runtime_checkable

from bocage.games import manifest_of
from bocage.kernel import Order, State
from bocage.players.chair import Chair


@runtime_checkable
class Policy(Protocol):
    """What the players' package of a game offers."""

    def score_orders(self, view: State, orders: Sequence[Order]) -> list[float]:
        """A score for each order by the game's own evaluation; higher is better."""


@runtime_checkable
class Planning(Policy, Protocol):
    """What the players' package of a game offers in which greedy plans ahead."""

    Planner: Callable[[], Policy]  # makes one that remembers, for one game


def policy_of(game: str) -> Policy:
    """What the orders of a game are worth, by its name or that of one of its scenarios."""
    return manifest_of(game).part("players", Policy)


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
            policy = policy_of(chair.scenario)
            self._policy = policy.Planner() if isinstance(policy, Planning) else policy
            self._scenario = chair.scenario
        scores = self._policy.score_orders(chair.view, orders)
        best = max(scores)
        return self._chooser.choice([order for order, score in zip(orders, scores, strict=True) if score == best])
