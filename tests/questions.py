"""What the tests of every game share: chance that falls as told, and short questions to ask of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

import pytest

from bocage.kernel import Chance, Event, Game, Order, Refusal, State
from bocage.kernel.procedure import Ask

REWORDED = "In other words: "


class Rigged(Chance):
    """Dice and draws that fall as a test wants; a test that throws more dice than it gave fails."""

    __slots__ = ("dice", "picks")

    def __init__(self, dice: Iterable[int] = (), picks: Iterable[int] | None = None) -> None:
        super().__init__(None)
        self.dice = list(dice)
        self.picks = list(picks or ())

    def copy(self) -> Rigged:
        """Copies share nothing."""
        twin = Rigged(self.dice, self.picks)
        twin.count, twin.log = self.count, self.log.copy()
        return twin

    def die(self) -> int:
        """The next die of the list."""
        assert self.dice, "the game throws a die that the test did not foresee"
        self.count += 1
        value = self.dice.pop(0)
        self.log.append(f"die {value}")
        return value

    def pick(self, n: int) -> int:
        """The next pick of the list, and then always the first piece of the pool or deck."""
        value = self.picks.pop(0) if self.picks else 0
        assert 0 <= value < n
        self.count += 1
        self.log.append(f"pick {value}/{n}")
        return value


def play(game: Game, *orders: str) -> list[Event]:
    """Play orders given as text, whoever is asked; returns all events."""
    events: list[Event] = []
    for order in orders:
        events += game.play(order)
    return events


def orders(game: Game, verb: str = "") -> list[str]:
    """The legal orders as text, or the arguments of those with a verb."""
    if game.over:
        return []
    if not verb:
        return [str(order) for order in game.decision.orders]
    return [str(order).split()[1] for order in game.decision.orders if order.verb == verb]


def refusal(game: Game, order: str) -> Refusal:
    """Why an order is refused; fails if it is legal."""
    found = game.why_not(order)
    assert found is not None, f"{order} is legal"
    return found


def kinds(events: Iterable[Event]) -> list[str]:
    """The kinds of some events, in order."""
    return [event.kind for event in events]


def reword(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every question is asked in other words."""
    make = Ask.__init__

    def make_reworded(
        self: Ask, seat: str, prompt: str, orders: Sequence[Order], then: str, why: str, rule: str
    ) -> None:
        make(self, seat, REWORDED + prompt, orders, then, why, rule)

    monkeypatch.setattr(Ask, "__init__", make_reworded)


def first_hash(state: State) -> str:
    """The fingerprint of a waiting state as the first version made it, when the question's wording was a part of it."""
    pending = state.pending
    assert pending is not None
    board, chance, stack, _, outcome = state.facts()
    orders = tuple(order.text for order in pending.orders)
    worded = (board, chance, stack, (pending.seat, pending.prompt, pending.rule, pending.then, orders), outcome)
    return sha256(repr(worded).encode()).hexdigest()[:16]


def foreseen(game: Game, order: str) -> str:
    """What an order would cost for sure, in words; nothing if it may cost nothing."""
    return " ".join(map(game.setting.sentence, game.foresee(order)))
