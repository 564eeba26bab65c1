"""What an order was worth beside the best that can be found: both tried in the same imagined worlds.

Each world fits what the seat could know then, and after the order everybody plays on by the policy. The best order is
chosen in some worlds and confirmed in others, or it would seem better than it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from bocage.kernel import Game, Order, Stage, State
from bocage.players.evaluation import Judge
from bocage.players.playout import Plan, Playouts, Question, question_of
from bocage.players.policy import Policy, planner_of
from bocage.players.search import BRIEFLY, Candidate, Search

GLANCE: Final = 4  # worlds in which an order is compared with the policy's before anything else
LOOK: Final = 12  # worlds in which the best of several is chosen
BATCH: Final = 16  # worlds at a time in which it is confirmed
MOST: Final = 64  # and at the most
OTHERS: Final = 3  # orders that are tried instead of one
HOPELESS: Final = 0.5  # standard errors: what leads by less is not tried further
CERTAIN: Final = 4.0  # standard errors: what leads by more need not be tried further
DOUBT: Final = 2.5  # standard errors beyond which a difference is told
LEAST: Final = 0.01  # of the margin that is worth telling
AHEAD: Final = 50  # orders or so to look ahead, in whole turns


class Regret(NamedTuple):
    """An order for which a better one was found: how much more margin it promised to the seat's side."""

    number: int
    seat: str
    order: Order
    better: Order
    loss: float
    error: float


class Suspect(NamedTuple):
    """A decision that may have been a mistake: the order before which it was asked, and others, the likeliest first."""

    number: int
    stage: Stage
    order: Order
    others: tuple[Order, ...]
    doubt: float  # how much better the policy thinks of the first of them, of all that it tells orders apart by


def suspects(game: Game) -> list[Suspect]:
    """The decisions of a game, those first of which the policy thinks least.

    A chance that was missed again and again in one phase was missed when it came for the last time.
    """
    found: dict[tuple[Question, Order], Suspect] = {}
    planners: dict[str, Policy] = {}
    for number, state in zip(range(1, game.length + 1), game.states(), strict=False):
        asked, order = state.pending, game.history[number - 1].order
        assert asked is not None
        if len(asked.orders) < 2:
            continue
        planner = planners.setdefault(asked.seat, planner_of(game.setting.name))
        suspect = _suspect(number, game.setting.moment(state), planner, state, order)
        question = question_of(state, suspect.stage)
        key = question, suspect.others[0]
        found.pop(key, None)
        found[key] = suspect
    chooser = Random("review suspects")  # where the policy thinks alike of many, no part of the game comes first
    return sorted(found.values(), key=lambda suspect: (-round(suspect.doubt, 1), chooser.random()))


def _suspect(number: int, stage: Stage, planner: Policy, state: State, order: Order) -> Suspect:
    asked = state.pending
    assert asked is not None
    scores = dict(zip(asked.orders, planner.score_orders(state.view(asked.seat), asked.orders), strict=True))
    others = sorted((other for other in asked.orders if other is not order), key=lambda other: -scores[other])
    span = max(scores.values()) - min(scores.values())
    doubt = (scores[others[0]] - scores[order]) / span if span > 0 else 0.0
    return Suspect(number, stage, order, tuple(others[:OTHERS]), doubt)


class Comparison:
    """One suspect and what came of trying others in its place, which is done step by step."""

    def __init__(self, suspect: Suspect, state: State, playouts: Mapping[str, Playouts], turns: int) -> None:
        assert state.pending is not None
        self.suspect = suspect
        self.seat = state.pending.seat
        self._view = state.view(self.seat)
        self._question = question_of(self._view, suspect.stage)
        self._playouts = playouts[state.side_of(self.seat)]
        self._turns = turns
        self._searches: list[Search] = []
        self.best = suspect.others[0]
        self.lead, self.error = 0.0, 0.0
        self.confirmed = False

    @property
    def promise(self) -> float:
        """By how much another order may well be better."""
        return self.lead + HOPELESS * self.error

    @property
    def spent(self) -> int:
        """Orders that were given in imagination."""
        return sum(search.spent for search in self._searches)

    def glance(self) -> None:
        """Compare it with the policy's order in a few worlds."""
        self._compare(self.suspect.others[:1], GLANCE, "glance")

    def look(self) -> None:
        """Choose the best of several."""
        self._compare(self.suspect.others, LOOK, "look")

    def confirm(self, orders: float) -> None:
        """Compare the best with what was played, in fresh worlds, as long as it may be better and orders are left."""
        played, best, search = self._candidate(self.suspect.order), self._candidate(self.best), self._search("confirm")
        for _ in range(0, MOST, BATCH):
            self._try(search, [played, best], BATCH)
            self.lead, self.error = best.lead(played)
            self.confirmed = True
            if not HOPELESS * self.error < self.lead < CERTAIN * self.error or search.spent >= orders:
                break

    def regret(self) -> Regret | None:
        """What was confirmed, if it is beyond doubt and worth telling."""
        if not self.confirmed or self.lead <= DOUBT * self.error or self.lead < LEAST:
            return None
        return Regret(self.suspect.number, self.seat, self.suspect.order, self.best, self.lead, self.error)

    def _compare(self, others: Sequence[Order], worlds: int, what: str) -> None:
        played, field = self._candidate(self.suspect.order), [self._candidate(order) for order in others]
        self._try(self._search(what), [played, *field], worlds)
        best = max(field, key=lambda each: each.mean)
        self.best = others[field.index(best)]
        self.lead, self.error = best.lead(played)

    def _search(self, what: str) -> Search:
        seed = Random(f"review {what} {self.suspect.number}").getrandbits(62)
        search = Search(self._view, self.seat, self.suspect.stage, self._playouts, BRIEFLY, seed)
        self._searches.append(search)
        return search

    def _try(self, search: Search, field: Sequence[Candidate], worlds: int) -> None:
        for _ in range(worlds):
            for each in field:
                search.try_out(each, self._turns)

    def _candidate(self, order: Order) -> Candidate:
        return Candidate(Plan().departing(self._question, order))


def playouts_of(game: Game, judge: Judge) -> dict[str, Playouts]:
    """Playouts for each side that has a seat."""
    setting = game.setting
    return {side: Playouts(setting.name, side, setting.moment, judge) for side, seats in setting.sides.items() if seats}
