"""A player that tries out in imagination what to do before it does it.

At the first decision of each phase it imagines worlds that fit its view and plays them on, each with the same dice for
every plan. First it tries the stances of its side, of which the worse half drops out again and again, as far ahead as
the time allows; what it finds adds to what it has found before in this game. Then it tries departures from what the
policy would order, not so far ahead, and keeps those that prove better. It carries out the plan it has found, and
where the plan is silent, or anything goes wrong, it plays by its policy. When chance has made much more or much less
of a phase than it did in imagination, it makes a new plan for the rest, with what it has kept back for that.

It thinks about so many imagined orders in a turn, shared among the phases by how much there is to decide in them. So
the same seed gives the same game, unless the time is up before.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter, process_time
from typing import Final, NamedTuple

from bocage.kernel import Order, Stage, State
from bocage.players.beliefs import Beliefs
from bocage.players.chair import Advance, Chair, unheard
from bocage.players.evaluation import Judge, judge_of
from bocage.players.playout import Choice, Plan, Playouts, Question, best_of, question_of
from bocage.players.policy import Policy, Stance, pace_of, planner_of, stances_of, turns_left_in

log = logging.getLogger(__name__)

SLOW: Final = 1.5  # times the seconds of its budget: when thinking ends, on however slow a processor
IN_TIME: Final = 0.7  # of the time for an order: what may be used for thinking
FEWEST: Final = 4  # playouts of a plan before it is judged
FARTHEST: Final = 100  # turns ahead
LAST_TURNS: Final = 4  # of a game that only chance answers: departures are tried to its end
AT_THE_END: Final = 0.7  # of the thinking: what goes to departures then
KEPT_BACK: Final = 0.25  # of the thinking about a phase, for surprises in it; what is not needed serves the next one
SURPRISE: Final = 1.0  # standard deviations of what came of a phase in imagination
LEAST_SURPRISE: Final = 0.02  # of the margin


class Budget(NamedTuple):
    """How much a player may think about one turn."""

    seconds: float  # of a usual processor
    at_most: float = 0.0  # seconds in games whose turns are so long that this is needed
    playouts: int = 100  # of a turn that are wanted then
    horizon: int = 2  # turns to look ahead for departures; for stances it is as many as the time allows
    worlds: int = 64  # at the most that are imagined for one phase
    departures: float = 0.5  # of the thinking: what goes to departures from usual play
    doubt: float = 1.5  # standard errors by which a plan must be better than what is played anyway

    def orders(self, pace: float, turn: int) -> float:
        """Orders that may be given in imagination in a turn, ``pace`` in a second and ``turn`` in each turn ahead."""
        return pace * max(self.seconds, min(self.at_most, self.playouts * turn / pace))


BRIEFLY: Final = Budget(0.5)


class Rejected(NamedTuple):
    """A stance that was considered, and the margin that it promised."""

    stance: Stance
    margin: float


class Departure(NamedTuple):
    """Where a plan departs from usual play: what is ordered, what would have been, and what that gains."""

    question: Question
    order: Order
    usual: Order
    gain: float


@dataclass(frozen=True)
class Thought:
    """What a player found out before it decided, for those who ask it afterwards."""

    stage: Stage
    stance: Stance
    margin: float  # that its side may expect, by a judge that may go beyond the best and the worst result
    usual: float  # the same if it had gone on as before
    rejected: tuple[Rejected, ...] = ()
    departures: tuple[Departure, ...] = ()
    playouts: int = 0


class Forecast(NamedTuple):
    """Between which margins a phase should go on and end if chance brings nothing unusual."""

    least: float
    most: float

    @classmethod
    def of(cls, now: float, soon: Sequence[float]) -> Forecast:
        """By the margin before the phase, and those after it in imagination.

        >>> Forecast.of(0.5, [0.25, 0.5, 0.75])
        Forecast(least=0.25, most=0.75)
        """
        away = max(LEAST_SURPRISE, SURPRISE * stdev(soon))
        return cls(min(now, fmean(soon)) - away, max(now, fmean(soon)) + away)


class Candidate:
    """A plan with what came of it in each world so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.values: list[float] = []
        self.soon: list[float] = []  # the same when the phase was over

    @property
    def mean(self) -> float:
        """The margin that it promises."""
        return fmean(self.values)

    def leads(self, other: Candidate) -> list[float]:
        """By how much it is better in each world that both have seen."""
        return [a - b for a, b in zip(self.values, other.values, strict=False)]

    def lead(self, other: Candidate) -> tuple[float, float]:
        """By how much it is better, and the standard error of that."""
        leads = self.leads(other)
        mean = fmean(leads)
        spread = sum((lead - mean) ** 2 for lead in leads) / max(1, len(leads) - 1)
        return mean, sqrt(spread / len(leads))


class OutOfTimeError(Exception):
    """Thinking has to end."""


class Search:
    """The search for a plan at one decision."""

    def __init__(self, view: State, seat: str, stage: Stage, playouts: Playouts, budget: Budget, seed: int) -> None:
        self._view = view
        self._seat = seat
        self._stage = stage
        self._playouts = playouts
        self._budget = budget
        self._chooser = Random(seed)
        self._worlds: list[State] = []
        self.horizon = budget.horizon  # turns to look ahead for departures
        self.spent = 0  # orders
        self.played = 0  # playouts
        self.deadline = inf  # of the processor's time
        self.wall = inf  # of the clock on the wall
        self.limit = inf  # orders that will be spent, as soon as that is known
        self.advance: Advance = unheard
        self._begun = process_time()

    def world(self, number: int) -> State:
        """A copy of one of the imagined worlds."""
        while len(self._worlds) <= number:
            world = self._view.imagine(self._seat, self._chooser.randrange)
            world.hush()
            self._worlds.append(world)
        return self._worlds[number].copy()

    def try_out(self, candidate: Candidate, turns: int, *, note: bool = False) -> list[Choice]:
        """Play a plan in one world more, so many turns ahead; what its side decides in the rest of this turn."""
        self.check_time()
        turn_ends = Stage(self._stage.turn + 1, 0, 0) if note else None
        world = self.world(len(candidate.values))
        course = self._playouts.run(world, candidate.plan, self.until(turns), turn_ends, self.check_time)
        candidate.values.append(course.value)
        candidate.soon.append(course.soon)
        self.spent += course.orders
        self.played += 1
        self.advance(min(1.0, self.done()))
        return course.choices

    def check_time(self) -> None:
        """Raise an error if the time for thinking is up."""
        if process_time() >= self.deadline or perf_counter() >= self.wall:
            raise OutOfTimeError

    def done(self) -> float:
        """The part of the search that is done: of the orders, or of the time if that is up before."""
        return max(self.spent / self.limit, (process_time() - self._begun) / (self.deadline - self._begun))

    def until(self, turns: int) -> Stage:
        """The stage up to which a plan is played on: when its side is to act again, so many turns later."""
        return Stage(self._stage.turn + turns, self._stage.side, 0)

    def try_stances(self, stances: Sequence[str], kept: Sequence[str], turns: int, orders: float) -> list[Candidate]:
        """Successive halving: try all stances in a few worlds, the better half and those to be kept in more, and so on.

        The first stance stands first, and behind it the others, the most promising before the rest.
        """
        tried = field = [Candidate(Plan(stance)) for stance in stances]
        rounds, limit = max(1, (len(field) - 1).bit_length()), self.spent + orders
        begun, played = self.spent, self.played
        for number in range(rounds):
            cost = (self.spent - begun) / max(1, self.played - played)
            left = limit - self.spent
            if number and left < cost * len(field):
                break
            times = int(left / (rounds - number) / cost / len(field)) if number else 2
            goal = min(self._budget.worlds, min(len(each.values) for each in field) + max(1, times))
            if not self.try_all(field, turns, goal):
                break
            field = sorted(field, key=lambda each: -fmean(each.values[:goal]))
            field = [each for n, each in enumerate(field) if n < (len(field) + 1) // 2 or each.plan.stance in kept]
        others = [each for each in tried[1:] if each.values]
        return [tried[0], *sorted(others, key=lambda each: -each.mean)] if tried[0].values else []

    def try_all(self, field: Sequence[Candidate], turns: int, worlds: int) -> bool:
        """Try several plans, world by world; whether there was time for all of it."""
        with suppress(OutOfTimeError):
            for world in range(worlds):
                for each in field:
                    if len(each.values) == world:
                        self.try_out(each, turns)
            return True
        return False

    def depart(self, plan: Plan, choices: Sequence[Choice], orders: float) -> tuple[Candidate, list[Departure]]:
        """Race departures from a plan against it, one at a time, and keep those that are better."""
        best, made, limit = Candidate(plan), list[Departure](), self.spent + orders
        open_ = [choice for choice in choices if choice.question.stage == self._stage]
        with suppress(OutOfTimeError):
            while open_ and self.spent < limit:
                if len(best.values) < 2 * FEWEST:
                    self.try_out(best, self.horizon)
                    continue
                choice = self._chooser.choice(open_)
                order = self._draw(choice)
                challenger = Candidate(best.plan.departing(choice.question, order))
                if self._race(challenger, best, limit):
                    made.append(Departure(choice.question, order, choice.order, challenger.lead(best)[0]))
                    best = challenger
                    open_.remove(choice)
        return best, made

    def _draw(self, choice: Choice) -> Order:
        """Another order than the usual one: the better its score, the more likely, each half as likely as the last."""
        ranked = sorted(range(len(choice.orders)), key=lambda n: -choice.scores[n])
        others = [choice.orders[n] for n in ranked if choice.orders[n] is not choice.order]
        for order in others:
            if self._chooser.random() < 0.5:
                return order
        return others[0]

    def _race(self, challenger: Candidate, best: Candidate, limit: float) -> bool:
        """Try a plan in the worlds of another as long as it may be better, and then both in as many again."""
        worlds = len(best.values)
        while self.spent < limit:
            if len(challenger.values) == worlds:
                if len(best.values) >= 2 * worlds or len(best.values) >= self._budget.worlds:
                    break
                worlds *= 2
            for each in (challenger, best):
                if len(each.values) < worlds and len(each.values) <= len(challenger.values):
                    self.try_out(each, self.horizon)
            if len(challenger.values) >= FEWEST:
                lead, error = challenger.lead(best)
                if lead <= 0.5 * error:
                    return False
        lead, error = challenger.lead(best)
        return len(challenger.values) >= 2 * FEWEST and lead > self._budget.doubt * error


class SearchingPlayer:
    """Plans every phase of its own by search, and again if chance surprises it; else it plays by its stance's policy.

    It leads a side: where that has several seats, one player in all of them carries out one plan.
    """

    def __init__(self, seed: int = 0, budget: Budget = BRIEFLY, judge: Judge | None = None) -> None:
        self.budget = budget
        self._chooser = Random(seed)
        self._judge = judge
        self._scenario = ""
        self._plan = Plan()
        self._policies: dict[str, Policy] = {}  # of each seat
        self._beliefs = Beliefs()
        self._stage: Stage | None = None
        self._forecast: Forecast | None = None  # of this phase
        self._chance = 0  # draws of chance that it has seen
        self._turn = -1
        self._spent = 0  # orders that were given in imagination in this turn
        self._seconds = 0.0  # of the processor's time that it took
        self._pace = 1.0
        self._phases: Counter[Stage] = Counter()  # of the turn, with how much there is to decide in each
        self._cost = 0  # orders of a turn ahead
        self.thoughts: list[Thought] = []  # of this game so far

    def choose(self, chair: Chair) -> Order:
        """An order by its plan, made anew when a phase begins or chance surprises it."""
        orders = chair.decision.orders
        if len(orders) == 1:
            return orders[0]
        if chair.scenario != self._scenario:
            self._begin(chair)
        stage = chair.moment(chair.view)
        if stage != self._stage:
            self._stage, self._forecast, self._chance = stage, None, chair.view.chance.count
            self._think(chair, stage)
        elif self._is_surprised(chair.view):
            self._think(chair, stage, again=True)
        if self._plan.departures:
            question = question_of(chair.view, stage)
            order = self._plan.departures.get(question)
            if order is not None and order in orders:
                self._plan = self._plan.without(question)
                return order
        return best_of(orders, self._policy_of(chair.seat).score_orders(chair.view, orders))

    def _begin(self, chair: Chair) -> None:
        self._scenario, self._stage, self._turn = chair.scenario, None, -1
        side = chair.view.side_of(chair.seat)
        self._stances = {stance.name: stance for stance in stances_of(chair.scenario, side)}
        self._beliefs = Beliefs({name: stance.lead for name, stance in self._stances.items()})
        self._policies = {}
        self._take_up(Plan(max(self._stances.values(), key=lambda stance: stance.lead).name))
        self._pace = pace_of(chair.scenario)
        self._playouts = Playouts(
            chair.scenario, side, chair.moment, self._judge or judge_of(chair.scenario, bounded=False)
        )

    def _take_up(self, plan: Plan) -> None:
        if plan.stance != self._plan.stance:
            self._policies = {}
        self._plan = plan

    def _policy_of(self, seat: str) -> Policy:
        if seat not in self._policies:
            self._policies[seat] = planner_of(self._scenario, self._plan.stance)
        return self._policies[seat]

    def _is_surprised(self, view: State) -> bool:
        """Whether chance has spoken since it was asked last, and made something else of the phase than was foreseen."""
        spoke, self._chance = view.chance.count != self._chance, view.chance.count
        if self._forecast is None or not spoke:
            return False
        try:
            return not self._forecast.least <= self._playouts.value_of(view) <= self._forecast.most
        except Exception:
            log.exception("an opponent goes on with its plan")
            return False

    def _think(self, chair: Chair, stage: Stage, *, again: bool = False) -> None:
        """Plan the phase that begins, or the rest of it; what goes wrong costs the plan and nothing else."""
        if stage.turn != self._turn:
            self._turn, self._spent, self._seconds, self._phases = stage.turn, 0, 0.0, Counter()
            self._beliefs.fade()
        if self._phases and not self._allowance(stage):
            return
        if again:
            self._beliefs.fade()
        begun = process_time()
        search = Search(chair.view, chair.seat, stage, self._playouts, self.budget, self._chooser.getrandbits(62))
        search.deadline = begun + SLOW * max(self.budget.seconds, self.budget.at_most) - self._seconds
        search.advance = chair.advance
        search.wall = perf_counter() + IN_TIME * chair.seconds
        try:
            soon = self._search(search, stage, turns_left_in(chair.scenario, chair.view), 0.0 if again else KEPT_BACK)
            if len(soon) >= FEWEST:
                self._forecast = Forecast.of(self._playouts.value_of(chair.view), soon)
        except OutOfTimeError:
            pass
        except Exception:
            log.exception("an opponent goes on without a plan")
        self._spent += search.spent
        self._seconds += process_time() - begun

    def _allowance(self, stage: Stage) -> float:
        """The part of the thinking left for this turn that a phase deserves, by how much is decided there.

        It is nothing where that is too little to compare the stances, unless no phase to come has more to decide.
        """
        ahead = {phase: times for phase, times in self._phases.items() if phase >= stage}
        left = self.budget.orders(self._pace, self._cost) - self._spent
        if stage not in ahead or left < self._least:
            return 0.0
        part = left * ahead[stage] / sum(ahead.values())
        return max(part, self._least) if part >= self._least or ahead[stage] == max(ahead.values()) else 0.0

    @property
    def _least(self) -> int:
        """Orders that it takes to compare the stances."""
        return self._cost * 2 * len(self._stances)

    def _search(self, search: Search, stage: Stage, left: int | None, kept_back: float) -> list[float]:
        """Look what there is to decide, then for the best stance, then for departures from it.

        The margins with which the phase ended in imagination, when it was played by the plan that was found.
        """
        choices = search.try_out(Candidate(Plan(self._plan.stance)), 1, note=True)
        self._phases, self._cost = Counter(choice.question.stage for choice in choices), max(1, search.spent)
        orders, tried = self._allowance(stage), list[Candidate]()
        if not orders:
            return []
        orders = max((1 - kept_back) * orders, min(orders, self._least))
        search.limit = search.spent + orders
        share = self.budget.departures if len(self._stances) > 1 else 1.0
        if left is not None and left <= LAST_TURNS:
            share, search.horizon = AT_THE_END, max(search.horizon, left)
        if share < 1:
            tried = self._choose_stance(search, (1 - share) * orders)
        found, made = search.depart(Plan(self._plan.stance), choices, share * orders)
        self._take_up(found.plan)
        means = {each.plan.stance: each.mean for each in tried}
        stance = self._stances[self._plan.stance]
        margin = means.get(stance.name, found.mean if found.values else 0.0)
        rejected = tuple(Rejected(self._stances[name], mean) for name, mean in means.items() if name != stance.name)
        usual = means.get(next(iter(self._stances)), margin)
        self.thoughts.append(Thought(stage, stance, margin, usual, rejected, tuple(made), search.played))
        return [*found.soon, *(value for each in tried if each.plan.stance == stance.name for value in each.soon)]

    def _choose_stance(self, search: Search, orders: float) -> list[Candidate]:
        """Try the stances as far ahead as there is time, and take up the one of which it thinks best by now."""
        usual, now = next(iter(self._stances)), self._plan.stance
        turns = max(1, min(FARTHEST, int(orders / (self._cost * FEWEST * len(self._stances)))))
        tried = search.try_stances(list(self._stances), (usual, now), turns, orders)
        for each in tried[1:]:  # as far as they were tried
            self._beliefs.add(each.plan.stance, each.leads(tried[0]))
        self._take_up(Plan(self._beliefs.best(list(self._stances), now, self.budget.doubt)))
        return tried
