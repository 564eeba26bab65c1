"""Games played on in imagination: each seat by its policy, one side by a plan on top of it, as far as is worth looking.

A plan is a stance and a few departures from what the policy would order. It is not a list of orders: chance falls
between any two of them, and a policy that looks at the board goes on from whatever it finds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from bocage.kernel import Order, Stage, State
from bocage.players.evaluation import Judge
from bocage.players.policy import Policy, planner_of

LONGEST: Final = 20_000  # orders: a playout that is longer finds no end

NO_DEPARTURES: Final[Mapping[Question, Order]] = MappingProxyType({})


class Question(NamedTuple):
    """A decision as a plan remembers it: at which stage, what is asked, and about which unit or place."""

    stage: Stage
    key: str
    unit: int
    target: int


def question_of(state: State, stage: Stage) -> Question:
    """The question that is pending."""
    about = state.about()
    return Question(stage, state.key(), about.unit, about.target)


class Plan(NamedTuple):
    """What a side means to do: a stance, and an order for the first time that a question is asked."""

    stance: str = ""
    departures: Mapping[Question, Order] = MappingProxyType({})

    def departing(self, question: Question, order: Order) -> Plan:
        """The same plan with one departure more."""
        return Plan(self.stance, {**self.departures, question: order})

    def without(self, question: Question) -> Plan:
        """The same plan when a departure has been made."""
        return Plan(self.stance, {other: order for other, order in self.departures.items() if other != question})


class Choice(NamedTuple):
    """A decision of the planning side on its way: the question, what was ordered, and all orders with their scores."""

    question: Question
    order: Order
    orders: Sequence[Order]
    scores: Sequence[float]


@dataclass
class Course:
    """What came of a playout: the margin for the planning side, how many orders it took, and its own decisions."""

    value: float = 0.0
    orders: int = 0
    choices: list[Choice] = field(default_factory=list)
    soon: float = 0.0  # the margin when the phase was over in which it began


def endless() -> None:
    """There is time for every playout."""


class Playouts:
    """Plays games of one scenario on for one side."""

    def __init__(self, scenario: str, side: str, moment: Callable[[State], Stage], judge: Judge) -> None:
        self._scenario = scenario
        self._side = side
        self._moment = moment
        self._judge = judge

    def run(
        self,
        world: State,
        plan: Plan,
        until: Stage,
        notes_until: Stage | None = None,
        check: Callable[[], None] = endless,
    ) -> Course:
        """Play a world on until a stage, or the end of the game; it is changed.

        What the planning side decides before the stage ``notes_until`` is noted. ``check`` is called before each order
        and ends the playout if it raises an error.
        """
        course, open_departures = Course(), dict(plan.departures)
        planners: dict[str, Policy] = {}
        stage = begun = self._moment(world)
        while (asked := world.pending) is not None and stage < until:
            if course.orders >= LONGEST:
                raise RuntimeError("a playout found no end")
            check()
            own = world.side_of(asked.seat) == self._side
            order = asked.orders[0]
            if len(asked.orders) > 1:
                planner = planners.get(asked.seat)
                if planner is None:
                    planner = planners[asked.seat] = planner_of(self._scenario, plan.stance if own else "")
                scores = planner.score_orders(world.view(asked.seat), asked.orders)
                order = best_of(asked.orders, scores)
                noting = own and notes_until is not None and stage < notes_until
                if own and (open_departures or noting):
                    question = question_of(world, stage)
                    departure = open_departures.get(question)
                    if departure is not None and departure in asked.orders:
                        order = departure
                        del open_departures[question]
                    if noting:
                        course.choices.append(Choice(question, order, asked.orders, scores))
            world.resume(order)
            course.orders += 1
            before, stage = stage, self._moment(world)
            if before == begun != stage:
                course.soon = self.value_of(world)
        course.value = self.value_of(world)
        if stage == begun:
            course.soon = course.value
        return course

    def value_of(self, state: State) -> float:
        """The margin that the planning side may expect."""
        value = self._judge(state)
        return value if self._side == first_side(state) else 1.0 - value


def first_side(state: State) -> str:
    """The side whose margin a judge tells."""
    return next(iter(state.sides))


def best_of(orders: Sequence[Order], scores: Sequence[float]) -> Order:
    """The order with the highest score, the first of several."""
    return orders[max(range(len(orders)), key=scores.__getitem__)]
