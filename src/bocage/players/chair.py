"""A chair at the table: what a player sits in, and all that he may see from it."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

from bocage.kernel import Ask, Game, Odds, Order, State


class Chair:
    """One seat's side of one decision.

    A player gets nothing but its chair, so it cannot look at what its seat may not know: ``view`` has
    the hidden facts removed, and ``odds`` are worked out on the view.
    """

    def __init__(self, game: Game) -> None:
        self.decision: Ask = game.decision
        self.seat = game.decision.seat
        self.scenario = game.setting.name
        self._game = game

    @cached_property
    def view(self) -> State:
        """The state as this seat may know it."""
        return self._game.view(self.seat)

    def odds(self, order: Order) -> Odds | None:
        """The exact odds of an order, as far as this seat can know them."""
        return self._game.setting.preview(self.view, order)


class Player(Protocol):
    """Anybody who can answer a decision."""

    def choose(self, chair: Chair) -> Order:
        """One of ``chair.decision.orders``."""
