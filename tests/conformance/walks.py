"""Random walks through every scenario of every game, for tests that hold for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from bocage.games import list_scenarios, open_setting
from bocage.kernel import Chance, Event, Game, Order, Setting, State
from bocage.kernel.fields import EVERYBODY, fields_of


class Case(NamedTuple):
    scenario: str
    options: dict[str, str]

    def open(self) -> Setting:
        return open_setting(self.scenario, self.options)


def _cases() -> list[Case]:
    """Every scenario as it usually is, and with every option the other way."""
    cases = []
    for info in list_scenarios():
        usual = {option.name: option.default for option in info.options}
        other = {option.name: option.choices[-1] for option in info.options}
        cases += [Case(info.name, usual)] + ([Case(info.name, other)] if other != usual else [])
    return cases


def _name(case: object) -> str:
    """``fire_movement-sword-no-no-no``; whatever else a test takes is its own name."""
    return "-".join((case.scenario.replace("/", "-"), *case.options.values())) if isinstance(case, Case) else str(case)


def _has_rivals(case: Case) -> bool:
    """Whether seats play against each other and have secrets of their own."""
    return has_secrets(case) and sum(map(bool, case.open().sides.values())) > 1


def has_secrets(case: Case) -> bool:
    """Whether there is anything that a seat may not know, besides chance to come."""
    state = case.open().start(Chance.from_seed("secrets"))
    return any(field.known.fact and field.known.to != EVERYBODY for field in fields_of(type(state), State))


every_case_with_rivals = pytest.mark.parametrize("case", [case for case in _cases() if _has_rivals(case)], ids=_name)
every_seat_with_rivals = pytest.mark.parametrize(  # one who only looks on has the last number
    ("case", "seat_number"),
    [(case, number) for case in _cases() if _has_rivals(case) for number in range(len(case.open().seats) + 1)],
    ids=_name,
)
every_case = pytest.mark.parametrize("case", _cases(), ids=_name)
every_scenario = pytest.mark.parametrize(
    "case", [Case(info.name, {o.name: o.default for o in info.options}) for info in list_scenarios()], ids=_name
)


class Step(NamedTuple):
    """One order of a walk: the game after it, the state before it, and what was told."""

    game: Game
    before: State
    order: Order
    events: list[Event]


def start(case: Case, seed: str) -> Game:
    return Game(case.open(), seed)


def walk(game: Game, random: Random, length: int | None = None) -> Iterator[Step]:
    """Play random orders, to the end or for a while."""
    while not game.over and (length is None or game.length < length):
        before = game.state.copy()
        orders = game.decision.orders
        order = orders[random.randrange(len(orders))]
        yield Step(game, before, order, game.play(order))
