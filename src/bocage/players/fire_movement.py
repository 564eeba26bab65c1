"""What greedy thinks of an order in Fire & Movement."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bocage.games.fire_movement.state import State
from bocage.kernel import Odds, Order


def score_orders(view: State, orders: Sequence[Order], odds: Callable[[Order], Odds | None]) -> list[float]:
    """A score for each order; higher is better."""
    return [0.0 for _ in orders]
