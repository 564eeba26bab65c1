"""A player that tries out in imagination what to do before it does it.

At the first decision of each phase it imagines worlds that fit its view and plays them on, each with the same dice for
every plan: first by the stances of its side, of which the worse half drops out again and again, then by departures
from what the policy would order, one at a time, as long as they prove better. It carries out the plan it has found,
and where the plan is silent, or anything goes wrong, it plays by its policy.

It thinks about so many imagined orders in a turn, shared among the phases by how much there is to decide in them. So
the same seed gives the same game, unless the time is up before.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from statistics import fmean
from time import perf_counter, process_time
from typing import Final, NamedTuple

from bocage.kernel import Order, Stage, State
from bocage.players.chair import Chair
from bocage.players.evaluation import Judge, judge_of
from bocage.players.playout import Choice, Plan, Playouts, Question, best_of, question_of
from bocage.players.policy import Policy, Stance, pace_of, planner_of, stances_of

log = logging.getLogger(__name__)

SLOW: Final = 1.5  # times the seconds of its budget: when thinking ends, on however slow a processor
IN_TIME: Final = 0.7  # of the time for an order: what may be used before no other playout is begun
FEWEST: Final = 4  # playouts of a plan before it is judged
END: Final = 1_000_000  # a turn that no game reaches


class Budget(NamedTuple):
    """How much a player may think about one turn."""

    seconds: float  # of a usual processor
    at_most: float = 0.0  # seconds in games whose turns are so long that this is needed
    playouts: int = 100  # that are wanted in a turn
    horizon: int = 2  # turns to look ahead
    worlds: int = 64  # at the most that are imagined for one phase
    departures: float = 0.5  # of the thinking: what goes to departures from usual play
    doubt: float = 1.0  # standard errors by which a plan must be better than what is played anyway

    def orders(self, pace: float, playout: int) -> float:
        """Orders that may be given in imagination in a turn, ``pace`` in a second and ``playout`` in each playout."""
        return pace * max(self.seconds, min(self.at_most, self.playouts * playout / pace))


BRIEFLY: Final = Budget(0.5)


class Rejected(NamedTuple):
    """A stance that was considered, and by how much less it promised."""

    stance: Stance
    margin: float


class Departure(NamedTuple):
    """Where a plan departs from usual play: what is ordered, and what would have been."""

    question: Question
    order: Order
    usual: Order
    gain: float


@dataclass(frozen=True)
class Thought:
    """What a player found out before it decided, for those who ask it afterwards."""

    stage: Stage
    stance: Stance
    margin: float  # that its side may expect, from 0 to 1
    usual: float  # the same if it had gone on as before
    rejected: tuple[Rejected, ...] = ()
    departures: tuple[Departure, ...] = ()
    playouts: int = 0


class Candidate:
    """A plan with what came of it in each world so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.values: list[float] = []
        self.choices: list[Choice] = []  # of its side in the rest of the turn, in the first world

    @property
    def mean(self) -> float:
        return fmean(self.values)

    def lead(self, other: Candidate) -> tuple[float, float]:
        """By how much it is better in the worlds that both have seen, and the standard error of that."""
        pairs = [a - b for a, b in zip(self.values, other.values, strict=False)]
        mean = fmean(pairs)
        spread = sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1)
        return mean, sqrt(spread / len(pairs))


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
        self.spent = 0  # orders
        self.played = 0  # playouts
        self.deadline = inf  # of the processor's time
        self.wall = inf  # of the clock on the wall

    @property
    def until(self) -> Stage:
        """How far playouts go."""
        return Stage(min(END, self._stage.turn + self._budget.horizon), self._stage.side, 0)

    def world(self, number: int) -> State:
        """A copy of one of the imagined worlds."""
        while len(self._worlds) <= number:
            world = self._view.imagine(self._seat, self._chooser.randrange)
            world.hush()
            self._worlds.append(world)
        return self._worlds[number].copy()

    def try_out(self, candidate: Candidate) -> None:
        """Play a plan in one world more."""
        if process_time() >= self.deadline or perf_counter() >= self.wall:
            raise OutOfTimeError
        ends = Stage(self._stage.turn + 1, 0, 0) if not candidate.values else None
        course = self._playouts.run(self.world(len(candidate.values)), candidate.plan, self.until, ends)
        candidate.values.append(course.value)
        candidate.choices = candidate.choices or course.choices
        self.spent += course.orders
        self.played += 1

    def choose_stance(self, incumbent: Candidate, stances: Sequence[Stance], orders: int) -> list[Candidate]:
        """Successive halving: try all stances in a few worlds, the better half in more, and so on; the best first."""
        field = [
            incumbent,
            *(Candidate(Plan(stance.name)) for stance in stances if stance.name != incumbent.plan.stance),
        ]
        tried, rounds = field.copy(), max(1, (len(field) - 1).bit_length())
        if not incumbent.values:
            self.try_out(incumbent)
        for number in range(rounds):
            cost = self.spent / max(1, self.played)
            left = orders - self.spent
            if left < cost * len(field):
                break
            times = max(1, int(left / (rounds - number) / cost / len(field)))
            goal = min(self._budget.worlds, max(FEWEST, min(len(each.values) for each in field) + times))
            for each in field:
                while len(each.values) < goal:
                    self.try_out(each)
            field.sort(key=lambda each: -fmean(each.values[:goal]))
            field = field[: max(1, (len(field) + 1) // 2)]
            if incumbent not in field:
                field.append(incumbent)
        best = max((each for each in field if each.values), key=lambda each: each.mean)
        if best is not incumbent and not self.proven(best, incumbent):
            best = incumbent
        others = sorted((each for each in tried if each.values and each is not best), key=lambda each: -each.mean)
        return [best, *others]

    def proven(self, challenger: Candidate, incumbent: Candidate) -> bool:
        """Whether a plan is better beyond doubt."""
        lead, error = challenger.lead(incumbent)
        return lead > self._budget.doubt * error

    def depart(self, best: Candidate, orders: int) -> tuple[Candidate, list[Departure]]:
        """Race departures from a plan against it, one at a time, and keep those that are better."""
        made: list[Departure] = []
        choices = [choice for choice in best.choices if choice.question.stage == self._stage]
        while choices and self.spent < orders and len(best.values) >= FEWEST:
            choice = self._chooser.choice(choices)
            order = self._draw(choice)
            challenger = Candidate(best.plan.departing(choice.question, order))
            if self._race(challenger, best, orders):
                made.append(Departure(choice.question, order, choice.order, challenger.lead(best)[0]))
                best = challenger
        return best, made

    def _draw(self, choice: Choice) -> Order:
        """Another order than the usual one: the better its score, the more likely, each half as likely as the last."""
        ranked = sorted(range(len(choice.orders)), key=lambda n: -choice.scores[n])
        others = [choice.orders[n] for n in ranked if choice.orders[n] is not choice.order]
        for order in others:
            if self._chooser.random() < 0.5:
                return order
        return others[0]

    def _race(self, challenger: Candidate, best: Candidate, orders: int) -> bool:
        """Try a plan in the worlds of another as long as it may be better."""
        while len(challenger.values) < len(best.values):
            if self.spent >= orders:
                return False
            self.try_out(challenger)
            if len(challenger.values) >= FEWEST:
                lead, error = challenger.lead(best)
                if lead <= 0 or lead < 0.5 * error:
                    return False
        return self.proven(challenger, best)


class SearchingPlayer:
    """Plans every phase of its own by search; between its plans it plays by the policy of its stance."""

    def __init__(self, seed: int = 0, budget: Budget = BRIEFLY, judge: Judge | None = None) -> None:
        self._budget = budget
        self._chooser = Random(seed)
        self._judge = judge
        self._scenario = ""
        self._plan = Plan()
        self._policy: Policy | None = None
        self._stage: Stage | None = None
        self._turn = -1
        self._spent = 0  # orders that were given in imagination in this turn
        self._seconds = 0.0  # of the processor's time that it took
        self._pace = 1.0
        self._phases: Counter[Stage] = Counter()  # of the turn, with how much there is to decide in each
        self._cost = 0  # orders of a playout
        self.thoughts: list[Thought] = []  # of this game so far

    def choose(self, chair: Chair) -> Order:
        """An order by its plan, made anew when a phase begins."""
        orders = chair.decision.orders
        if len(orders) == 1:
            return orders[0]
        if chair.scenario != self._scenario:
            self._begin(chair)
        stage = chair.moment(chair.view)
        if stage != self._stage:
            self._stage = stage
            self._think(chair, stage)
        assert self._policy is not None
        if self._plan.departures:
            order = self._plan.departures.get(question_of(chair.view, stage))
            if order is not None and order in orders:
                rest = {q: o for q, o in self._plan.departures.items() if o is not order}
                self._plan = Plan(self._plan.stance, rest)
                return order
        return best_of(orders, self._policy.score_orders(chair.view, orders))

    def _begin(self, chair: Chair) -> None:
        self._scenario, self._stage, self._turn = chair.scenario, None, -1
        side = chair.view.side_of(chair.seat)
        self._stances = stances_of(chair.scenario, side)
        self._take_up(Plan(self._stances[0].name))
        judge = self._judge or judge_of(chair.scenario)
        self._pace = pace_of(chair.scenario)
        self._playouts = Playouts(chair.scenario, side, chair.moment, judge)

    def _take_up(self, plan: Plan) -> None:
        if self._policy is None or plan.stance != self._plan.stance:
            self._policy = planner_of(self._scenario, plan.stance)
        self._plan = plan

    def _think(self, chair: Chair, stage: Stage) -> None:
        """Plan the phase that begins; what goes wrong meanwhile costs the plan and nothing else."""
        if stage.turn != self._turn:
            self._turn, self._spent, self._seconds = stage.turn, 0, 0.0
            self._phases = Counter()
        if self._phases and self._allowance(stage) < self._cost * (FEWEST + len(self._stances)):
            return  # so little is decided here that it does not pay to look ahead
        begun = process_time()
        search = Search(chair.view, chair.seat, stage, self._playouts, self._budget, self._chooser.getrandbits(62))
        search.deadline = begun + SLOW * max(self._budget[:2]) - self._seconds
        search.wall = perf_counter() + IN_TIME * chair.seconds
        try:
            self._search(search, stage)
        except Exception:
            log.exception("an opponent goes on without a plan")
        self._spent += search.spent
        self._seconds += process_time() - begun

    def _allowance(self, stage: Stage) -> float:
        """The part of the thinking left for this turn that belongs to a phase: as much as is decided there."""
        left = sum(times for phase, times in self._phases.items() if phase >= stage)
        orders = self._budget.orders(self._pace, self._cost) - self._spent
        return orders * self._phases[stage] / left if left else 0.0

    def _search(self, search: Search, stage: Stage) -> None:
        incumbent = best = Candidate(Plan(self._plan.stance))
        ranked, made = [incumbent], list[Departure]()
        try:
            search.try_out(incumbent)
            self._phases, self._cost = Counter(choice.question.stage for choice in incumbent.choices), search.spent
            orders = int(self._allowance(stage))
            ranked = search.choose_stance(incumbent, self._stances, int(orders * (1 - self._budget.departures)))
            best = ranked[0]
            best, made = search.depart(best, orders)
        except OutOfTimeError:
            pass
        if not incumbent.values:
            return
        self._take_up(best.plan)
        names = {stance.name: stance for stance in self._stances}
        rejected = tuple(Rejected(names[each.plan.stance], each.mean) for each in ranked[1:])
        stance = names[best.plan.stance]
        thought = Thought(stage, stance, best.mean, incumbent.mean, rejected, tuple(made), search.played)
        self.thoughts.append(thought)
