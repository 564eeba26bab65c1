"""Stances: what a side may set out to do, in the words of its game, and whether it makes a difference."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bocage.games import manifests, open_setting
from bocage.kernel import Game, Order, State
from bocage.players.policy import Policy, planner_of, stances_of

SAMPLES = [f"{manifest.name}/{manifest.samples[0]}" for manifest in manifests().values()]
SIDES = [(scenario, side) for scenario in SAMPLES for side, seats in open_setting(scenario).sides.items() if seats]


def best(policy: Policy, view: State, orders: list[Order]) -> Order:
    """The order that a policy prefers."""
    scores = policy.score_orders(view, orders)
    return orders[scores.index(max(scores))]


def questions(scenario: str, side: str, orders: int) -> Iterator[tuple[State, list[Order]]]:
    """What a side is asked in a game that is played as usual, with its views."""
    setting, chooser = open_setting(scenario), Random(1)
    game = Game(setting, "stances")
    players = {seat: planner_of(scenario) for seat in setting.seats}
    for _ in range(orders):
        if game.over:
            return
        seat, choices = game.decision.seat, list(game.decision.orders)
        view = game.view(seat)
        if len(choices) > 1 and seat in setting.sides[side]:
            yield view, choices
        game.play(best(players[seat], view, choices) if len(choices) > 1 else chooser.choice(choices))


@pytest.mark.parametrize(("scenario", "side"), SIDES)
def test_every_side_has_a_few_stances_with_names_and_intents_of_their_own(scenario: str, side: str) -> None:
    stances = stances_of(scenario, side)
    assert 3 <= len(stances) <= 5
    assert len({stance.name for stance in stances}) == len({stance.intent for stance in stances}) == len(stances)


ELSEWHERE = {("bloody_summer/race_to_cherbourg", "german"): ["feed_caen"]}  # of which nothing is on the map there


@pytest.mark.parametrize(("scenario", "side"), SIDES)
def test_one_stance_is_usual_play_and_the_others_are_not(scenario: str, side: str) -> None:
    usual = planner_of(scenario)
    alike = {stance.name: planner_of(scenario, stance.name) for stance in stances_of(scenario, side)}
    for view, orders in questions(scenario, side, 700):
        expected = usual.score_orders(view, orders)
        scored = {name: planner.score_orders(view, orders) for name, planner in alike.items()}
        alike = {name: planner for name, planner in alike.items() if scored[name] == expected}
    assert len(alike) == 1 + len(ELSEWHERE.get((scenario, side), []))
    assert alike.keys() >= set(ELSEWHERE.get((scenario, side), []))
