"""Advice: the best order and others, tried out against each other from the view of one seat."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from bocage.games import GAMES, manifest_of, open_setting
from bocage.kernel import BocageError, Game, Stage, State, record
from bocage.players import Chair, GreedyPlayer, advice
from bocage.players.advice import SHOWN, Advice, advise
from bocage.players.aspects import aspects_of, unwanted, wanted
from bocage.players.evaluation import Judge, evaluation_of
from bocage.players.playout import Course, Plan
from bocage.players.policy import planner_of
from bocage.players.search import Budget

BRIEF = Budget(0.25, at_most=60.0)
SWORD = "fire_movement/sword"


def stopped() -> float:
    """A clock that stands still, so that nothing depends on how fast the processor is."""
    return 0.0


def played(scenario: str, orders: int) -> Game:
    """A game after some orders, at a decision with something to decide."""
    game = Game(open_setting(scenario), "advice")
    players = {seat: GreedyPlayer(1) for seat in game.setting.seats}
    while game.length < orders or len(game.decision.orders) < 2:
        game.play(players[game.decision.seat].choose(Chair(game)))
    return game


def sample(game: str) -> str:
    return f"{game}/{manifest_of(game).samples[0]}"


def asked(game: Game, state: State | None = None) -> Advice:
    return advise(Chair(Game.at(game.setting, (state or game.state).copy())), 1, BRIEF, stopped)


@pytest.mark.parametrize("orders", [0, 40, 90])
@pytest.mark.parametrize("game", GAMES)
def test_it_has_different_legal_orders_each_with_what_may_come_of_it(game: str, orders: int) -> None:
    position = played(sample(game), orders)
    found = asked(position)
    legal = [order.text for order in position.decision.orders]
    assert set(found.orders) <= set(legal)
    assert len(set(found.orders)) == len(found.orders) == min(SHOWN, len(legal))
    assert found.intent and [option.order for option in found.options] == list(found.orders)
    for option in found.options:
        assert 0 <= option.poor <= option.margin <= 1
    assert found.options[0].behind == 0 and found.worlds >= 4 and found.until is not None


@pytest.mark.parametrize("orders", [0, 25, 90])
@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_same_in_any_two_states_that_the_seat_cannot_tell_apart(game: str, orders: int) -> None:
    position = played(sample(game), orders)
    seat = position.decision.seat
    worlds = [position.view(seat).imagine(seat, Random(number).randrange) for number in (1, 2)]
    assert worlds[0].chance.key != worlds[1].chance.key
    assert asked(position, worlds[0]) == asked(position, worlds[1])


@pytest.mark.parametrize("game", GAMES)
def test_it_leaves_the_game_and_its_dice_alone(game: str) -> None:
    position = played(sample(game), 60)
    chance = position.state.chance
    before = position.state.facts(), (chance.key, chance.count, list(chance.log)), record.dump(position)
    advise(Chair(position), 1, BRIEF)
    assert (position.state.facts(), (chance.key, chance.count, list(chance.log)), record.dump(position)) == before


class Foretold:
    """Playouts in which one order of the decision is worth more than the others."""

    better = ""
    gain = 0.0

    def __init__(self, scenario: str, side: str, moment: Callable[[State], Stage], judge: Judge) -> None:
        self.judge = judge

    def run(
        self, world: State, plan: Plan, until: Stage, notes_until: Stage | None, check: Callable[[], None]
    ) -> Course:
        luck = Random(str(world.chance.key)).uniform(-0.1, 0.1)
        self.judge(world)
        given = next(iter(plan.departures.values()))
        return Course(0.5 + luck + (self.gain if given.text == self.better else 0.0), orders=10)


def test_an_order_that_proves_better_than_the_usual_one_is_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    position = played(SWORD, 40)
    monkeypatch.setattr(advice, "Playouts", Foretold)
    usual, other, _ = asked(position).orders  # all are alike so far
    monkeypatch.setattr(Foretold, "gain", 0.04)
    monkeypatch.setattr(Foretold, "better", other)
    best, *others = asked(position).options
    assert best.order == other and best.margin - others[0].margin == pytest.approx(0.04)
    assert others[0].behind == pytest.approx(0.04)
    monkeypatch.setattr(Foretold, "gain", -0.04)
    assert asked(position).orders[0] == usual


def test_where_nobody_knows_what_positions_are_worth_it_is_what_the_policy_likes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown(scenario: str, *, bounded: bool = True) -> Judge:
        raise BocageError(f"nothing has been learnt of {scenario} yet")

    position = played("dark_summer/campaign", 40)
    orders = position.decision.orders
    scores = planner_of("dark_summer/campaign").score_orders(position.view(position.decision.seat), orders)
    monkeypatch.setattr(advice, "judge_of", unknown)
    found = asked(position)
    assert found.orders[0] == orders[scores.index(max(scores))].text and found.intent
    assert (found.options, found.worlds, found.until) == ((), 0, None)


def test_the_only_order_needs_no_thought() -> None:
    game = Game(open_setting(SWORD), "advice")
    players = {seat: GreedyPlayer(1) for seat in game.setting.seats}
    while len(game.decision.orders) > 1:
        game.play(players[game.decision.seat].choose(Chair(game)))
    assert asked(game) == Advice((game.decision.orders[0].text,), intent=asked(game).intent)


@pytest.mark.parametrize("game", GAMES)
def test_people_speak_of_features_that_there_are(game: str) -> None:
    names = {feature.name for feature in evaluation_of(game).FEATURES}
    aspects = aspects_of(game)
    assert len(aspects) > 10 and set(aspects) <= names
    assert all(aspect.more != aspect.less for aspect in aspects.values())


def test_what_is_wanted_by_one_side_speaks_against_it_for_the_other() -> None:
    assert wanted("hexes", many=True) == ("more hexes", "fewer hexes", True)
    assert unwanted("strength lost") == ("more strength lost", "less strength lost", False)


def test_it_says_how_far_it_is() -> None:
    heard: list[float] = []
    advise(Chair(played(SWORD, 40), advance=heard.append), 1, Budget(0.1, at_most=60.0))
    assert heard == sorted(heard) and heard[0] < heard[-1] and heard[-1] == 1.0
