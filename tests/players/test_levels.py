"""The ranks of opponents: everybody finds the same list, and those who were written down by an old name still play."""

from __future__ import annotations

import pytest

import bocage
from bocage.games import GAMES, manifest_of
from bocage.kernel import BocageError
from bocage.lab.simulate import Trial, play_game
from bocage.players import (
    DEFAULT,
    FORMER_NAMES,
    OPPONENTS,
    Chair,
    GreedyPlayer,
    check,
    make,
    make_all,
    opponent_named,
)
from bocage.players.search import Budget, SearchingPlayer
from bocage.server.catalogue import catalogue


def test_every_rank_has_a_title_and_a_sentence_for_people() -> None:
    assert [opponent.name for opponent in OPPONENTS] == ["random", "recruit", "sergeant", "captain", "colonel"]
    for opponent in OPPONENTS:
        assert opponent.title == opponent.name.capitalize()
        assert len(opponent.text.split()) >= 3


@pytest.mark.parametrize("name", ["captain", "colonel"])
def test_the_sentence_of_one_that_thinks_says_how_long_at_the_most(name: str) -> None:
    opponent = opponent_named(name)
    player = opponent.make(1)
    assert isinstance(player, SearchingPlayer)
    budget = player.budget
    assert opponent.text.endswith(f"{budget.seconds:g} seconds a turn, {budget.at_most:g} in campaigns")


def test_people_are_offered_the_ranks_in_the_browser_with_the_usual_one_first_chosen() -> None:
    offered = catalogue()
    assert [(bot.name, bot.title, bot.text) for bot in offered.bots] == [rank[:3] for rank in OPPONENTS]
    assert offered.default_bot == DEFAULT == "sergeant"


def test_games_that_were_written_down_with_an_old_name_find_the_same_player() -> None:
    assert FORMER_NAMES["greedy"] == "sergeant"
    assert type(make("greedy")) is type(make("sergeant")) is GreedyPlayer
    assert opponent_named("greedy").name == "sergeant"
    trial = Trial("sword", {"allied": "greedy", "german": "random"}, seed="5")
    again = Trial("sword", {"allied": "sergeant", "german": "random"}, seed="5")
    assert play_game(trial, 0).record_hash == play_game(again, 0).record_hash


def test_a_rank_that_there_is_not_is_refused() -> None:
    with pytest.raises(BocageError, match="there is no player 'general'"):
        check("general", "sword")


def test_a_recruit_does_as_a_sergeant_most_of_the_time_but_not_always() -> None:
    game, recruit, sergeant, same, other = bocage.new("sword", seed=2), make("recruit", 1), make("sergeant", 1), 0, 0
    while game.length < 300:
        if len(game.decision.orders) > 1:
            usual, order = sergeant.choose(Chair(game)), recruit.choose(Chair(game))
            same, other = same + (usual is order), other + (usual is not order)
            game.play(order)
        else:
            game.play(game.decision.orders[0])
    assert 0.05 < other / (same + other) < 0.4


@pytest.mark.parametrize("name", ["captain", "colonel"])
@pytest.mark.parametrize("game", GAMES)
def test_those_who_think_ahead_know_every_game(game: str, name: str) -> None:
    scenario = f"{game}/{manifest_of(game).samples[0]}"
    check(name, scenario)
    started = bocage.new(scenario, seed=1)
    assert make(name, 1).choose(Chair(started, seconds=0.3)) in started.decision.orders


def test_who_plans_ahead_leads_all_seats_of_its_side_by_one_plan() -> None:
    summer, beach = bocage.new("bloody_summer/campaign", seed=1).setting, bocage.new("first_waves", seed=1).setting
    three = make_all(summer, dict.fromkeys(summer.seats, "captain"), len)
    assert three["us"] is three["british"] is not three["german"]
    both = make_all(beach, {"1st": "colonel", "29th": "colonel"}, len)
    assert both["1st"] is both["29th"]
    for names in ({"1st": "captain", "29th": "colonel"}, {"1st": "sergeant", "29th": "sergeant"}):
        both = make_all(beach, names, len)
        assert both["1st"] is not both["29th"]


def test_one_that_leads_two_divisions_orders_both() -> None:
    game = bocage.new("first_waves", seed=1)
    leader = SearchingPlayer(1, Budget(0.05, horizon=1))
    asked = set[str]()
    while len(asked) < 2 or game.length < 30:
        asked.add(game.decision.seat)
        game.play(leader.choose(Chair(game)))
    assert asked == {"1st", "29th"}
