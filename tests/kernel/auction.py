"""A tiny game that has what Fire & Movement has not: three seats, no board, and bids made in secret at the same time.

Three rounds. In each every seat secretly bids some of its coins; the highest bid is paid and wins the round, and a die
decides between equal bids. Who has won most rounds wins the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from bocage.kernel import (
    BocageError,
    Briefing,
    Chance,
    Event,
    Game,
    Loss,
    Next,
    Odds,
    Order,
    Outcome,
    Procedure,
    Public,
    Refusal,
    Stage,
    State,
    Tally,
    Verb,
    Vocabulary,
    ask,
    call,
    done,
    numbered,
    plain,
)

SEATS = ("red", "green", "blue")
ROUNDS = 3
COINS = 5
SECRET = -1


BID = Verb("bid", numbered("number of coins", 1, 99))
PASS = plain("pass")


class AuctionState(State):
    """Bids lie in procedures, which hide them themselves."""

    sides: ClassVar[Mapping[str, tuple[str, ...]]] = {seat: (seat,) for seat in SEATS}

    coins: Public[list[int]]
    won: Public[list[int]]

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.coins = [COINS] * len(SEATS)
        self.won = [0] * len(SEATS)

    def cite(self, rule: str) -> str:
        return f"auction {rule}"


@dataclass
class Rounds(Procedure[None]):
    played: int = 0

    def begin(self, g: AuctionState) -> Next:
        return call(Round(), then=self.won)

    def won(self, g: AuctionState, winner: int) -> Next:
        g.won[winner] += 1
        g.tell("won", "2.1", seat=SEATS[winner])
        self.played += 1
        if self.played < ROUNDS:
            return self.begin
        best = max(range(len(SEATS)), key=lambda seat: (g.won[seat], g.coins[seat], -seat))
        g.end(Outcome(SEATS[best], "plain", "most rounds", "3.0"))
        return done()


@dataclass
class Round(Procedure[int]):
    """Its result is the number of the seat that wins."""

    bids: tuple[int, ...] = ()

    def begin(self, g: AuctionState) -> Next:
        seat = len(self.bids)
        if seat == len(SEATS):
            return self.open_bids
        orders = [*(BID[coins] for coins in range(1, g.coins[seat] + 1)), PASS]
        return ask(SEATS[seat], "How much?", orders, then=self.bid, why=self.why_not, rule="1.1")

    def bid(self, g: AuctionState, order: Order) -> Next:
        g.tell("noted", "1.1", to=SEATS[len(self.bids)], coins=order.arg)
        self.bids = (*self.bids, order.arg)
        return self.begin

    def why_not(self, g: AuctionState, order: Order) -> Refusal:
        return Refusal("1.2", f"you have {g.coins[len(self.bids)]} coins")

    def open_bids(self, g: AuctionState) -> Next:
        g.reveal()
        g.tell("bids", "1.3", bids=self.bids)
        highest = max(self.bids)
        tied = [seat for seat, bid in enumerate(self.bids) if bid == highest]
        return call(Tie(tuple(tied)), then=self.pay) if len(tied) > 1 else self.pay(g, tied[0])

    def pay(self, g: AuctionState, winner: int) -> Next:
        g.coins[winner] -= self.bids[winner]
        return self.done(winner)

    def seen_by(self, side: str, view: object) -> Self:
        bids = zip(SEATS, self.bids, strict=False)
        return replace(self, bids=tuple(bid if bidder == side else SECRET for bidder, bid in bids))


@dataclass
class Tie(Procedure[int]):
    """One of the seats, by chance."""

    seats: tuple[int, ...]

    def begin(self, g: AuctionState) -> Next:
        return self.done(self.seats[g.chance.pick(len(self.seats))])


class Auction:
    name = "auction/short"
    title = "A short auction"
    briefing = Briefing(situation="Three bid for what is offered.", sides=())
    edition = "auction"
    sides: Mapping[str, tuple[str, ...]] = {seat: (seat,) for seat in SEATS}
    secrets = AuctionState.has_secrets()
    fingerprint = "none"
    rules_version = "1"
    vocabulary = Vocabulary([BID, PASS])
    seats: tuple[str, ...] = SEATS

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        self.options: Mapping[str, str] = dict(options or {})

    def start(self, chance: Chance) -> AuctionState:
        state = AuctionState(chance)
        state.start(Rounds())
        return state

    def preview(self, state: State, order: Order) -> Odds | None:
        return None

    def foresee(self, state: State, order: Order) -> Sequence[Event]:
        return ()

    def moment(self, state: State) -> Stage:
        assert isinstance(state, AuctionState)
        return Stage(sum(state.won), 0, 0)

    def tally(self, state: State) -> Tally:
        return Tally(0, {seat: Loss(0, 0) for seat in SEATS})

    def sentence(self, event: Event) -> str:
        return f"{event.kind} {event.facts}"


def open_auction(name: str, options: Mapping[str, str]) -> Auction:
    if name != Auction.name:
        raise BocageError(f"there is no game '{name}'")
    return Auction(options)


def auction(*orders: str, seed: str = "7") -> Game:
    """A game after some orders."""
    game = Game(Auction(), seed)
    for order in orders:
        game.play(order)
    return game
