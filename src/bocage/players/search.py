"""A player that tries out in imagination what to do before it does it.

At the first decision of each phase it imagines worlds that fit its view and plays them on, each with the same dice for
every plan. First it tries the stances of its side, of which the worse half drops out again and again, as far ahead as
the time allows; what it finds adds to what it has found before in this game. Then it tries departures from what the
policy would order, not so far ahead, and keeps those that prove better. It carries out the plan it has found, and
where the plan is silent, or anything goes wrong, it plays by its policy.

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
from statistics import fmean
from time import perf_counter, process_time
from typing import Final, NamedTuple

from bocage.kernel import Order, Stage, State
from bocage.players.beliefs import Beliefs
from bocage.players.chair import Chair
from bocage.players.evaluation import Judge, judge_of
from bocage.players.playout import Choice, Plan, Playouts, Question, best_of, question_of
from bocage.players.policy import Policy, Stance, pace_of, planner_of, stances_of

log = logging.getLogger(__name__)

SLOW: Final = 1.5  # times the seconds of its budget: when thinking ends, on however slow a processor
IN_TIME: Final = 0.7  # of the time for an order: what may be used before no other playout is begun
FEWEST: Final = 4  # playouts of a plan before it is judged
FARTHEST: Final = 100  # turns ahead


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
        self.spent = 0  # orders
        self.played = 0  # playouts
        self.deadline = inf  # of the processor's time
        self.wall = inf  # of the clock on the wall

    def world(self, number: int) -> State:
        """A copy of one of the imagined worlds."""
        while len(self._worlds) <= number:
            world = self._view.imagine(self._seat, self._chooser.randrange)
            world.hush()
            self._worlds.append(world)
        return self._worlds[number].copy()

    def try_out(self, candidate: Candidate, turns: int, *, note: bool = False) -> list[Choice]:
        """Play a plan in one world more, so many turns ahead; what its side decides in the rest of this turn."""
        if process_time() >= self.deadline or perf_counter() >= self.wall:
            raise OutOfTimeError
        now = self._stage
        turn_ends = Stage(now.turn + 1, 0, 0) if note else None
        world = self.world(len(candidate.values))
        course = self._playouts.run(world, candidate.plan, Stage(now.turn + turns, now.side, 0), turn_ends)
        candidate.values.append(course.value)
        self.spent += course.orders
        self.played += 1
        return course.choices

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
            if not self._try_all(field, turns, goal):
                break
            field = sorted(field, key=lambda each: -fmean(each.values[:goal]))
            field = [each for n, each in enumerate(field) if n < (len(field) + 1) // 2 or each.plan.stance in kept]
        others = [each for each in tried[1:] if each.values]
        return [tried[0], *sorted(others, key=lambda each: -each.mean)] if tried[0].values else []

    def _try_all(self, field: Sequence[Candidate], turns: int, worlds: int) -> bool:
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
                    self.try_out(best, self._budget.horizon)
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
                    self.try_out(each, self._budget.horizon)
            if len(challenger.values) >= FEWEST:
                lead, error = challenger.lead(best)
                if lead <= 0.5 * error:
                    return False
        lead, error = challenger.lead(best)
        return len(challenger.values) >= 2 * FEWEST and lead > self._budget.doubt * error


class SearchingPlayer:
    """Plans every phase of its own by search; between its plans it plays by the policy of its stance."""

    def __init__(self, seed: int = 0, budget: Budget = BRIEFLY, judge: Judge | None = None) -> None:
        self._budget = budget
        self._chooser = Random(seed)
        self._judge = judge
        self._scenario = ""
        self._plan = Plan()
        self._policy: Policy | None = None
        self._beliefs = Beliefs()
        self._stage: Stage | None = None
        self._turn = -1
        self._spent = 0  # orders that were given in imagination in this turn
        self._seconds = 0.0  # of the processor's time that it took
        self._pace = 1.0
        self._phases: Counter[Stage] = Counter()  # of the turn, with how much there is to decide in each
        self._cost = 0  # orders of a turn ahead
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
            question = question_of(chair.view, stage)
            order = self._plan.departures.get(question)
            if order is not None and order in orders:
                self._plan = self._plan.without(question)
                return order
        return best_of(orders, self._policy.score_orders(chair.view, orders))

    def _begin(self, chair: Chair) -> None:
        self._scenario, self._stage, self._turn = chair.scenario, None, -1
        side = chair.view.side_of(chair.seat)
        self._stances = {stance.name: stance for stance in stances_of(chair.scenario, side)}
        self._beliefs = Beliefs({name: stance.lead for name, stance in self._stances.items()})
        self._take_up(Plan(max(self._stances.values(), key=lambda stance: stance.lead).name))
        self._pace = pace_of(chair.scenario)
        self._playouts = Playouts(chair.scenario, side, chair.moment, self._judge or judge_of(chair.scenario))

    def _take_up(self, plan: Plan) -> None:
        if self._policy is None or plan.stance != self._plan.stance:
            self._policy = planner_of(self._scenario, plan.stance)
        self._plan = plan

    def _think(self, chair: Chair, stage: Stage) -> None:
        """Plan the phase that begins; what goes wrong meanwhile costs the plan and nothing else."""
        if stage.turn != self._turn:
            self._turn, self._spent, self._seconds, self._phases = stage.turn, 0, 0.0, Counter()
            self._beliefs.fade()
        if self._phases and not self._allowance(stage):
            return
        begun = process_time()
        search = Search(chair.view, chair.seat, stage, self._playouts, self._budget, self._chooser.getrandbits(62))
        search.deadline = begun + SLOW * max(self._budget.seconds, self._budget.at_most) - self._seconds
        search.wall = perf_counter() + IN_TIME * chair.seconds
        try:
            self._search(search, stage)
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
        left = self._budget.orders(self._pace, self._cost) - self._spent
        least = self._cost * 2 * len(self._stances)
        if stage not in ahead or left < least:
            return 0.0
        part = left * ahead[stage] / sum(ahead.values())
        return max(part, least) if part >= least or ahead[stage] == max(ahead.values()) else 0.0

    def _search(self, search: Search, stage: Stage) -> None:
        """Look what there is to decide, then for the best stance, then for departures from it."""
        choices = search.try_out(Candidate(Plan(self._plan.stance)), 1, note=True)
        self._phases, self._cost = Counter(choice.question.stage for choice in choices), max(1, search.spent)
        orders, tried = self._allowance(stage), list[Candidate]()
        if not orders:
            return
        share = self._budget.departures if len(self._stances) > 1 else 1.0
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

    def _choose_stance(self, search: Search, orders: float) -> list[Candidate]:
        """Try the stances as far ahead as there is time, and take up the one of which it thinks best by now."""
        usual, now = next(iter(self._stances)), self._plan.stance
        turns = max(1, min(FARTHEST, int(orders / (self._cost * FEWEST * len(self._stances)))))
        tried = search.try_stances(list(self._stances), (usual, now), turns, orders)
        for each in tried[1:]:  # as far as they were tried
            self._beliefs.add(each.plan.stance, each.leads(tried[0]))
        self._take_up(Plan(self._beliefs.best(list(self._stances), now, self._budget.doubt)))
        return tried
