"""Advice for whoever decides: the best order and two others, what each may be expected to lead to, and what it risks.

The most promising orders are tried out in the same imagined worlds with the same dice; from there on everybody plays by
the policy, as far ahead as there is time, and the scenario's judge says what margin the side may expect. The order that
the policy would give stands first unless another proves better. What is said of an order is what comes out otherwise
than with the others, in the words of the evaluation's features. All of it follows from the view of one seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from math import sqrt
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Final, NamedTuple, TypeAlias

from bocage.kernel import BocageError, Order, Stage, State
from bocage.players.aspects import aspects_of
from bocage.players.chair import Chair
from bocage.players.evaluation import blend, evaluation_of, judge_of, weights_of, within_results
from bocage.players.playout import Choice, Plan, Playouts, best_of, first_side, question_of
from bocage.players.policy import Stance, pace_of, planner_of, stances_of
from bocage.players.search import FEWEST, IN_TIME, Budget, Candidate, OutOfTimeError, Search

SHOWN: Final = 3  # orders
MOST: Final = 5  # orders that are tried out
WORLDS: Final = 12  # in which the orders that are shown should be tried out
FARTHEST: Final = 2  # turns ahead
NAMED: Final = 3  # features at the most that are named of an order
ALIKE: Final = 0.005  # margin by which orders must differ to be told apart
LEAST: Final = 0.001  # margin that a feature must be worth to be named
Clock: TypeAlias = Callable[[], float]
BUDGET: Final = Budget(2.0, at_most=4.0)


class Option(NamedTuple):
    """An order, as it is written, and what it may be expected to lead to."""

    order: str
    margin: float  # that the side may expect, from 0 to 1
    poor: float  # the same in the worst quarter of the worlds
    behind: float = 0.0  # by how much it is worse than the order that is advised
    error: float = 0.0  # the standard error of that
    gains: tuple[str, ...] = ()  # what speaks for it: for the best beside the others, for those beside the best
    costs: tuple[str, ...] = ()  # what speaks against it
    risks: tuple[str, ...] = ()  # what is worse than usual in the worst quarter of its worlds

    @property
    def alike(self) -> bool:
        """Whether it cannot be told from the order that is advised by what came of them."""
        return self.behind < max(ALIKE, self.error)


class Advice(NamedTuple):
    """What is advised: orders, the best first; with what it could be tried out, or only in their order."""

    orders: tuple[str, ...]
    options: tuple[Option, ...] = ()  # of the same orders; none if nothing could be tried out
    intent: str = ""  # what the side sets out to do with them, in the game's words
    worlds: int = 0  # in which each of them was tried out at least
    until: Stage | None = None  # how far ahead


def advise(chair: Chair, seed: int = 0, budget: Budget = BUDGET, clock: Clock = perf_counter) -> Advice:
    """What to order in a seat's place; it takes as long as the budget allows, and changes nothing."""
    orders = chair.decision.orders
    side = chair.view.side_of(chair.seat)
    stance = max(stances_of(chair.scenario, side), key=lambda stance: stance.lead)
    scores = planner_of(chair.scenario, stance.name).score_orders(chair.view, orders) if len(orders) > 1 else [0.0]
    ranked = promising(orders, scores, MOST)
    plain = Advice(tuple(order.text for order in ranked[:SHOWN]), intent=stance.intent)
    if len(orders) == 1:
        return plain
    try:
        weighing = Weighing(chair, side, budget, seed, clock)
    except BocageError:  # nobody has learnt what positions of this game are worth
        return plain
    with suppress(OutOfTimeError):
        return weighing.weigh(ranked, stance) or plain
    return plain


def promising(orders: Sequence[Order], scores: Sequence[float], most: int) -> list[Order]:
    """The order that a policy likes best, then the best of every other kind, then the next best."""
    best = best_of(orders, scores)
    ranked = [orders[n] for n in sorted(range(len(orders)), key=lambda n: -scores[n]) if orders[n] is not best]
    verbs = {best.verb}
    kinds: list[Order] = []
    for order in ranked:
        if order.verb not in verbs:
            verbs.add(order.verb)
            kinds.append(order)
    found = [best, *kinds[: most // 2]]
    return [*found, *(order for order in ranked if order not in found)][:most]


class Seen:
    """A judge that remembers the features of the last position that it has judged."""

    def __init__(self, scenario: str) -> None:
        self._judge = judge_of(scenario, bounded=False)
        self._evaluation = evaluation_of(scenario)
        self.features: list[float] = []

    def __call__(self, state: State) -> float:
        """The margin that the first side may expect."""
        self.features = self._evaluation.features(state) if state.ended is None else []
        return self._judge(state)


class Tried(Candidate):
    """An order with what came of it in each world so far."""

    def __init__(self, plan: Plan, order: Order) -> None:
        super().__init__(plan)
        self.order = order
        self.features: list[list[float]] = []  # none in a world in which the game was over

    def worst(self) -> list[int]:
        """The worlds in which least came of it: a quarter of them."""
        ranked = sorted(range(len(self.values)), key=self.values.__getitem__)
        return ranked[: max(1, len(ranked) // 4)]


class Weighing(Search):
    """Orders of one decision tried out against each other."""

    def __init__(self, chair: Chair, side: str, budget: Budget, seed: int, clock: Clock = perf_counter) -> None:
        stage = chair.moment(chair.view)
        self._seen = Seen(chair.scenario)
        playouts = Playouts(chair.scenario, side, chair.moment, self._seen)
        super().__init__(chair.view, chair.seat, stage, playouts, budget, Random(seed).getrandbits(62))
        self._features, self._aspects = evaluation_of(chair.scenario).FEATURES, aspects_of(chair.scenario)
        self._first = side == first_side(chair.view)
        self._weights = self._weights_now(chair)
        self._clock, self._pace = clock, pace_of(chair.scenario)
        self._orders = budget.seconds * self._pace  # that can be given, as far as is known
        self._begun = clock()
        self._briefly = False  # only to the end of what the side is about to do
        self.advance = chair.advance
        self.wall = perf_counter() + min(IN_TIME * chair.seconds, max(budget.seconds, budget.at_most))

    def _weights_now(self, chair: Chair) -> list[float]:
        """What each feature is worth at this stage of the game."""
        stages = weights_of(chair.scenario)
        stage, later = blend(evaluation_of(chair.scenario).progress(chair.view), len(stages))
        now, then = stages[stage], stages[min(stage + 1, len(stages) - 1)]
        return [a + later * (b - a) for a, b in zip(now[1:], then[1:], strict=True)]

    def until(self, turns: int) -> Stage:
        """As far as the search looks, or, where turns are long, to the end of this phase."""
        now = self._stage
        return Stage(now.turn, now.side, now.phase + 1) if self._briefly else super().until(turns)

    def done(self) -> float:
        """The part of the time, and of the orders, that is used."""
        seconds = self._budget.seconds
        return max(self.spent / (self._pace * seconds), (self._clock() - self._begun) / seconds)

    def try_out(self, candidate: Candidate, turns: int, *, note: bool = False) -> list[Choice]:
        """Play an order in one world more, and note what the position is like then."""
        choices = super().try_out(candidate, turns, note=note)
        if isinstance(candidate, Tried):
            candidate.features.append(self._seen.features)
        return choices

    def weigh(self, ranked: Sequence[Order], stance: Stance) -> Advice | None:
        """Try orders out, of which the first is what the policy would give; none if there was no time for it."""
        question, usual = question_of(self._view, self._stage), Plan(stance.name)
        tried = [Tried(usual.departing(question, order), order) for order in ranked]
        turns, number = self._reach(tried[0])
        field = tried[:number]
        self.try_all(field, turns, FEWEST)
        if min(len(each.values) for each in field) < FEWEST:
            return None
        best = sorted(field[1:], key=lambda each: -each.mean)[: SHOWN - 1]
        shown, worlds = [field[0], *best], FEWEST
        while self._goes_on() and worlds < self._budget.worlds and self.try_all(shown, turns, worlds + 1):
            worlds += 1
        shown = self._best_first(shown)
        options = tuple(self._option(each, shown) for each in shown)
        return Advice(tuple(each.order.text for each in shown), options, stance.intent, worlds, self.until(turns))

    def _goes_on(self) -> bool:
        return self.done() < 1.0

    def _reach(self, usual: Tried) -> tuple[int, int]:
        """How many turns ahead there is time to look, and with how many orders."""
        cost = self._cost(usual)
        if self._orders < cost * FEWEST * SHOWN:  # not even a turn with the fewest of them
            self._briefly = True
            cost = self._cost(usual)
        number = max(SHOWN, min(MOST, int(self._orders / (cost * WORLDS))))
        return max(1, min(FARTHEST, int(self._orders / (cost * WORLDS * SHOWN)))), number

    def _cost(self, usual: Tried) -> int:
        """Orders of a playout; if they take longer than they should, fewer of them are given in all."""
        self.try_out(Candidate(usual.plan), 1)  # what is worked out but once takes time, too
        begun, before = self._clock(), self.spent
        self.try_out(Candidate(usual.plan), 1)
        cost, seconds = max(1, self.spent - before), self._clock() - begun
        if seconds > cost / self._pace:
            self._orders = min(self._orders, self._budget.seconds * cost / seconds)
        return cost

    def _best_first(self, found: list[Tried]) -> list[Tried]:
        """The orders with the one first that is advised: the usual one, unless another is better beyond doubt.

        So one of the others may have the better figure; whoever shows them says that it may be due to chance.
        """
        usual, *others = found
        better = [each for each in others if _surely(each, usual, self._budget.doubt)]
        best = max(better, key=lambda each: each.lead(usual)[0]) if better else usual
        return [best, *sorted((each for each in found if each is not best), key=lambda each: -each.mean)]

    def _option(self, each: Tried, shown: Sequence[Tried]) -> Option:
        best = shown[0]
        lead, error = each.lead(best) if each is not best else (0.0, 0.0)
        poor = each.worst()
        found = self._beside(each, [other for other in shown if other is not each] if each is best else [best])
        return Option(
            each.order.text,
            within_results(each.mean),
            within_results(fmean(each.values[n] for n in poor)),
            -lead,
            error,
            _foremost([told for told in found if told.good]),
            _foremost([told for told in found if not told.good]),
            _foremost([told for told in self._at_worst(each, poor) if not told.good]),
        )

    def _beside(self, each: Tried, others: Sequence[Tried]) -> list[_Told]:
        """What comes out otherwise with an order than with others in the same worlds."""
        rows = zip(each.features, *(other.features for other in others), strict=False)
        pairs = [
            (own, [fmean(values) for values in zip(*rest, strict=True)]) for own, *rest in rows if own and all(rest)
        ]
        changes = [[a - b for a, b in zip(own, other, strict=True)] for own, other in pairs]
        return self._tell(changes) if len(changes) >= FEWEST else []

    def _at_worst(self, each: Tried, poor: Sequence[int]) -> list[_Told]:
        """What is different when least comes of an order."""
        known = [features for features in each.features if features]
        usual = [fmean(values) for values in zip(*known, strict=True)]
        bad = [each.features[n] for n in poor if each.features[n]]
        return self._tell([[a - b for a, b in zip(row, usual, strict=True)] for row in bad])

    def _tell(self, changes: Sequence[Sequence[float]]) -> list[_Told]:
        """The features that change for sure, by how people speak of them; each row is a world."""
        found = []
        for feature, weight, values in zip(self._features, self._weights, zip(*changes, strict=True), strict=False):
            mean, aspect = fmean(values), self._aspects.get(feature.name)
            worth = abs(weight * mean)
            if aspect is not None and worth > LEAST and abs(mean) > _error(values, mean):
                words = aspect.more if mean > 0 else aspect.less
                found.append(_Told(words, (mean > 0) == (aspect.wanted == self._first), worth))
        return found


class _Told(NamedTuple):
    """A feature that changes: what is said of it, whether that is good for the side, and what margin it is worth."""

    words: str
    good: bool
    worth: float


def _error(values: Sequence[float], mean: float) -> float:
    """The standard error of a mean."""
    return sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values))


def _surely(each: Tried, usual: Tried, doubt: float) -> bool:
    lead, error = each.lead(usual)
    return len(each.values) >= 2 * FEWEST and lead > doubt * error


def _foremost(found: Sequence[_Told]) -> tuple[str, ...]:
    return tuple(told.words for told in sorted(found, key=lambda told: -told.worth)[:NAMED])
