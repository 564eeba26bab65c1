"""A review in the words of its game: the moments that turned it, and what chance and decisions came to for each seat.

All figures are in percent of the way from the worst result of the scenario to the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final

from pydantic import Field

from bocage.kernel import Event, Game, Order, State
from bocage.players.review import Reviewed
from bocage.table import Table, table_of
from bocage.table.model import Curve, Model

MOST: Final = 8  # throws, and decisions, that are told
LEAST: Final = 0.01  # of the margin: luck that is worth telling
LONGEST: Final = 80  # letters of what an order is about
SENTENCES: Final = 2  # that tell what happened


class Turning(Model):
    """A moment at which the outlook turned, as the side of the seat that gave the order sees it."""

    number: int = Field(description="the order that led to it")
    turn: str
    seat: str = Field(description="who gave the order")
    order: str = Field(description="in words")
    told: list[str] = Field(description="what came of it, in sentences; none if nothing that is told")
    before: float = Field(description="the outlook before the order, in percent")
    after: float
    luck: float | None = Field(default=None, description="beyond what was to be expected, in percent")
    decision: float | None = Field(default=None, description="what the order was worth less than the best found")
    error: float | None = Field(default=None, description="standard error of that")
    better: str = Field(default="", description="the best order that was found, in words")


class Account(Model):
    """What it came to for a seat."""

    seat: str
    luck: float = Field(description="of all dice and draws, whoever gave the order, in percent for its side")
    error: float = Field(description="standard error of that")
    decisions: float = Field(description="what its orders were worth less than better ones that were found")
    missed: int = Field(description="for how many orders a better one was found")


class Review(Model):
    """What turned a finished game."""

    outlook: Curve = Field(description="the result that was to be expected, in percent for one side")
    turnings: list[Turning] = Field(description="the moments that turned it most, in the order of the game")
    accounts: list[Account] = Field(description="seat by seat")
    notes: list[str] = Field(description="how to read it")


def tell(game: Game, found: Reviewed) -> Review:
    """What was found out about a game, in its words."""
    return _Teller(game, found).review()


class _Teller:
    def __init__(self, game: Game, found: Reviewed) -> None:
        self._game = game
        self._found = found
        self._table: Table = table_of(game.setting)
        self._first = next(iter(game.setting.sides))
        self._luck = {throw.number: throw.luck for throw in found.throws}
        self._regrets = {regret.number: regret for regret in found.regrets}

    def review(self) -> Review:
        numbers = self._numbers()
        told = dict(zip(numbers, map(self._turning, numbers), strict=True))
        return Review(
            outlook=self._outlook(),
            turnings=list(told.values()),
            accounts=[self._account(seat) for seat in self._game.setting.seats],
            notes=self._notes(),
        )

    def _numbers(self) -> list[int]:
        """The orders to tell of: those with the most luck, and those with the most to regret."""
        lucky = sorted((n for n, luck in self._luck.items() if abs(luck) >= LEAST), key=lambda n: -abs(self._luck[n]))
        missed = sorted(self._regrets, key=lambda n: -self._regrets[n].loss)
        return sorted({*lucky[:MOST], *missed[:MOST]})

    def _turning(self, number: int) -> Turning:
        before = self._game.state_at(number - 1).copy()
        played, regret = self._game.history[number - 1], self._regrets.get(number)
        luck = self._luck.get(number)
        return Turning(
            number=number,
            turn=self._table.when(before)[0],
            seat=played.seat,
            order=self._label(before, played.seat, played.order),
            told=self._told(before, number, played.order),
            before=self._seen(played.seat, self._found.outlook[number - 1]),
            after=self._seen(played.seat, self._found.outlook[number]),
            luck=None if luck is None or abs(luck) < LEAST else _percent(self._sign(played.seat) * luck),
            decision=_percent(-regret.loss) if regret is not None else None,
            error=_percent(regret.error) if regret is not None else None,
            better=self._label(before, played.seat, regret.better) if regret is not None else "",
        )

    def _told(self, before: State, number: int, order: Order) -> list[str]:
        """What came of an order: results first, then whatever else is told of it."""
        after = before.copy()
        after.resume(order)
        entries = [self._table.entry(event, number, "") for event in _first_of_all(after.events)]
        return [entry.text for entry in entries][:SENTENCES]

    def _label(self, before: State, seat: str, order: Order) -> str:
        decision = self._table.decision(before.view(seat), seat)
        assert decision is not None
        label = next((choice.label for choice in decision.orders if choice.order == order.text), order.text)
        about = decision.about.partition(": ")[0]  # the name of a unit, without all that is told of it
        if len(about) > LONGEST and decision.target:
            about = f"The fight for {decision.target}"
        return f"{about}: {label}" if about and about not in label else label

    def _sign(self, seat: str) -> int:
        """Whether the margin is as good for a seat as for the first side, or as bad."""
        return 1 if self._game.state.side_of(seat) == self._first else -1

    def _seen(self, seat: str, margin: float) -> float:
        return _percent(margin if self._sign(seat) > 0 else 1 - margin)

    def _outlook(self) -> Curve:
        """The curve of the first seat's side: whenever its part of a turn, or another's, began, and at the end.

        In between much is half done, and would make it jump.
        """
        game, seat, outlook = self._game, self._game.setting.seats[0], self._found.outlook
        parts: dict[tuple[int, int], int] = {}
        for number, state in enumerate(game.states()):
            stage = game.setting.moment(state)
            parts.setdefault((stage.turn, stage.side), number)
        points = [(number, self._seen(seat, outlook[number])) for number in sorted({*parts.values(), game.length})]
        title = self._game.setting.briefing.title_of(self._game.state.side_of(seat))
        return Curve(id="outlook", title=title, seat=seat, points=points)

    def _account(self, seat: str) -> Account:
        regrets = [regret for regret in self._found.regrets if regret.seat == seat]
        return Account(
            seat=seat,
            luck=_percent(self._sign(seat) * sum(throw.luck for throw in self._found.throws)),
            error=_percent(sqrt(sum(throw.error**2 for throw in self._found.throws))),
            decisions=_percent(-sum(regret.loss for regret in regrets)),
            missed=len(regrets),
        )

    def _notes(self) -> list[str]:
        return [
            "All figures are percent of the way from the worst result of this scenario (0) to the best (100). Plus is "
            "good for the side that gave the order.",
            "Luck is what dice and draws made of an order beyond what they bring on average. It counts all of them, "
            f"{len(self._found.throws)} in this game.",
            "A decision is what an order was worth less than the best other order that was found, with what its seat "
            "could know then; after either, both sides play on as the sergeant would. Only differences beyond doubt "
            f"are told. {len(self._found.looked_at)} orders were weighed closely, so there may be more.",
        ]


def _first_of_all(events: Iterable[Event]) -> Sequence[Event]:
    return sorted(events, key=lambda event: event.result is None)


def _percent(margin: float) -> float:
    """A share as percent, as exactly as it is told; never a negative nothing.

    >>> _percent(0.1234), _percent(-0.0001)
    (12.3, 0.0)
    """
    return round(100 * margin, 1) + 0.0
