"""Greedy as a player: it finishes games, sees no more than its seat, repeats itself for a seed, and beats chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

import bocage
from bocage.games.fire_movement.battle import SEATS
from bocage.games.fire_movement.state import MINES, State, value_of
from bocage.games.fire_movement.support import SupportFire
from bocage.kernel import Game
from bocage.players import Chair, GreedyPlayer, Player, make, play_out
from bocage.players.fire_movement import score_orders
from tests.fire_movement.positions import state

SINGLE = ("gold_juno", "sword", "utah", "omaha", "on_to_caen")
CAMPAIGNS = ("us_campaign", "commonwealth_campaign", "combined_campaign")


def new(scenario: str, seed: int) -> Game:
    return bocage.new(f"fire_movement/{scenario}", seed=seed)


def pair(allied: str, german: str, seed: int) -> dict[str, Player]:
    return {"allied": make(allied, seed), "german": make(german, seed + 1000)}


def random_walk(scenario: str, seed: int) -> Iterator[Game]:
    """A game of random players, at each of its decisions."""
    game, players = new(scenario, seed), pair("random", "random", seed)
    while not game.over:
        yield game
        game.play(players[game.decision.seat].choose(Chair(game)))


def scores(game: Game) -> list[float]:
    view = game.view(game.decision.seat)
    assert isinstance(view, State)
    return score_orders(view, game.decision.orders)


@pytest.mark.parametrize("scenario", SINGLE)
def test_greedy_plays_both_seats_of_a_scenario_to_the_end(scenario: str) -> None:
    game = play_out(new(scenario, 1), pair("greedy", "greedy", 1))
    assert game.outcome is not None


@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_greedy_has_an_answer_at_every_stage_of_a_campaign(scenario: str) -> None:
    greedy, seats = GreedyPlayer(1), set()
    for game in islice(random_walk(scenario, 2), 0, None, 23):
        assert greedy.choose(Chair(game)) in game.decision.orders
        seats.add(game.decision.seat)
    assert seats == {"allied", "german"}


@pytest.mark.parametrize("scenario", ["sword", "utah"])
def test_greedy_scores_every_kind_of_decision_without_changing_its_view(scenario: str) -> None:
    for game in islice(random_walk(scenario, 3), 0, None, 5):
        view = game.view(game.decision.seat)
        assert isinstance(view, State)
        before = view.facts()
        assert len(score_orders(view, game.decision.orders)) == len(game.decision.orders)
        assert view.facts() == before


def test_greedy_repeats_itself_for_the_same_seed() -> None:
    records = []
    for _ in range(2):
        game, players = new("sword", 4), pair("greedy", "greedy", 4)
        while not game.over and game.length < 400:
            game.play(players[game.decision.seat].choose(Chair(game)))
        records.append([played.order.text for played in game.history])
    assert records[0] == records[1]


class Blinkers(Chair):
    """A chair that has forgotten its game: there is nothing to look at but the decision and the view."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert self.view is not None
        del self._game


def test_greedy_needs_no_more_than_the_decision_and_the_view() -> None:
    greedy = GreedyPlayer(5)
    for game in islice(random_walk("omaha", 5), 0, None, 7):
        assert greedy.choose(Blinkers(game)) in game.decision.orders


def test_the_hidden_german_set_up_does_not_sway_the_allied_landings() -> None:
    asked = 0
    for game in random_walk("sword", 6):
        hidden = state(game).secret
        if game.decision.seat == "german" or not hidden:
            if asked:
                break
            continue
        twin = game.copy()
        units, places = list(hidden), list(hidden.values())
        state(twin).secret = dict(zip(units, places[1:] + places[:1], strict=True))
        assert scores(game) == scores(twin)
        asked += 1
    assert asked > 5


def with_another_hidden_marker(game: Game) -> Game | None:
    """The same game, but the other side's first face-down marker is one of another value out of its cup."""
    frame = state(game).stack[-1]
    if not isinstance(frame, SupportFire):
        return None
    theirs = "attack_markers" if SEATS[frame.attacker] != game.decision.seat else "defence_markers"
    placed = getattr(frame, theirs)
    if not placed:
        return None
    cup, marker = placed[0]
    cups = state(game).cups
    others = [other for other in cups[cup] if value_of(other) != value_of(marker) and other < MINES]
    if not others or marker >= MINES:
        return None
    twin = game.copy()
    rest = list(cups[cup])
    rest[rest.index(others[0])] = marker
    state(twin).cups[cup] = tuple(sorted(rest))
    setattr(state(twin).stack[-1], theirs, ((cup, others[0]), *placed[1:]))
    return twin


def test_a_face_down_marker_does_not_sway_the_other_side() -> None:
    compared = 0
    for game in random_walk("utah", 7):
        twin = with_another_hidden_marker(game)
        if twin is not None:
            assert scores(game) == scores(twin)
            compared += 1
    assert compared > 5


def allied_wins(scenario: str, allied: str, german: str, games: int) -> int:
    outcomes = [play_out(new(scenario, seed), pair(allied, german, seed)).outcome for seed in range(games)]
    return sum(outcome is not None and outcome.winner == "allied" for outcome in outcomes)


def test_allied_greedy_beats_a_random_german_and_not_a_greedy_one_as_often() -> None:
    """Random wins about one in four as the Allies, so both sides do better than chance."""
    against_random = allied_wins("utah", "greedy", "random", 4)
    assert against_random == 4
    assert allied_wins("utah", "greedy", "greedy", 4) < against_random
    assert allied_wins("utah", "random", "random", 4) < against_random
