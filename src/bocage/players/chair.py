"""A chair at the table: what a player sits in, all that he may see from it, and how long he may think there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import inf
from time import perf_counter
from typing import Final, NamedTuple, Protocol, TypeAlias

from bocage.kernel import Ask, BocageError, Game, Odds, Order, State

Advance: TypeAlias = Callable[[float], None]  # is told how far a thought is, from 0 to 1


def unheard(done: float) -> None:
    """Nobody asks how far a thought is."""


class Chair:
    """One seat's side of one decision.

    A player gets nothing but its chair, so it cannot look at what its seat may not know: ``view`` has
    the hidden facts removed, and ``odds`` are worked out on the view.
    """

    def __init__(self, game: Game, seconds: float = inf, advance: Advance = unheard) -> None:
        self.decision: Ask = game.decision
        self.seat = game.decision.seat
        self.scenario = game.setting.name
        self.moment = game.setting.moment  # tells how far a game has come, and nothing of this one
        self.seconds = seconds  # in which it should answer
        self.advance = advance  # whoever thinks for long says here how far it is
        self._game = game

    @cached_property
    def view(self) -> State:
        """The state as this seat may know it."""
        return self._game.view(self.seat)

    def odds(self, order: Order) -> Odds | None:
        """The exact odds of an order, as far as this seat can know them."""
        return self._game.setting.preview(self.view, order)


class Player(Protocol):
    """Anybody who can answer a decision: one object for one seat and one game, so it may carry a plan along.

    It may be replaced by a new one in the middle of the game, and must be able to go on from there.
    """

    def choose(self, chair: Chair) -> Order:
        """One of ``chair.decision.orders``."""


class Limits(NamedTuple):
    """How many seconds a player may think: about one order, and about all its orders of one turn together."""

    order: float
    turn: float


LIMITS: Final = Limits(30.0, 600.0)  # where people wait


class Seated:
    """A player in its seat for a whole game, with the clock beside it."""

    def __init__(self, player: Player, limits: Limits = LIMITS) -> None:
        self.player = player
        self._limits = limits
        self._turn = 0
        self._spent = 0.0  # seconds in this turn

    def choose(self, game: Game, advance: Advance = unheard) -> Order:
        """Its answer to the decision; raises BocageError if it has used up the time for its turn."""
        turn = game.setting.tally(game.state).turn
        if turn != self._turn:
            self._turn, self._spent = turn, 0.0
        left = self._limits.turn - self._spent
        if left <= 0:
            raise BocageError(f"the opponent found no end of its turn within {self._limits.turn:g} seconds")
        begun = perf_counter()
        try:
            return self.player.choose(Chair(game, min(self._limits.order, left), advance))
        finally:
            self._spent += perf_counter() - begun
