"""Many games at once: each depends on the seed and its number alone, and the summary counts what happened."""

from __future__ import annotations

import os

import pytest

import bocage
from bocage.games.fire_movement.state import State
from bocage.kernel import BocageError, Game
from bocage.lab.simulate import GameResult, Trial, play_game, run, summarize
from bocage.players import make, play_out

TRIAL = Trial("sword", {"allied": "random", "german": "random"}, seed="3")


def without_time(result: GameResult) -> GameResult:
    return result._replace(seconds=0)


def test_a_game_of_a_trial_depends_on_its_number_alone() -> None:
    alone = play_game(TRIAL, 2)
    among = list(run(TRIAL, games=3))
    assert without_time(alone) == without_time(among[2])
    assert len({result.record_hash for result in among}) == 3


def test_several_processes_give_the_same_results() -> None:
    results = list(run(TRIAL, games=3, jobs=2))
    assert sorted(map(without_time, results)) == list(map(without_time, run(TRIAL, games=3)))
    turned = summarize(TRIAL, results[::-1])
    assert turned.fingerprint == summarize(TRIAL, results).fingerprint


def test_a_player_does_not_change_the_dice_or_the_other_player() -> None:
    """Both random players get generators of their own, so the German set-up is the same against anybody."""
    from bocage.lab.simulate import player_seed

    assert player_seed("3", 1, "allied") != player_seed("3", 1, "german")
    assert player_seed("3", 1, "allied") != player_seed("3", 2, "allied")


def test_losses_count_dead_units_by_their_steps_and_reduced_ones_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    finished: list[Game] = []
    monkeypatch.setattr("bocage.lab.simulate.play_out", lambda game, players: finished.append(play_out(game, players)))
    result = play_game(TRIAL, 0)
    state = finished[0].state
    assert isinstance(state, State)
    for side, seat in enumerate(("allied", "german")):
        units = steps = 0
        for number, unit in enumerate(state.battle.units):
            if state.battle.side[number] != side:
                continue
            units += state.where[number] == -2
            steps += (
                unit.steps
                if state.where[number] == -2
                else 1
                if state.where[number] >= 0 and state.is_reduced(number)
                else 0
            )
        assert result.losses[seat] == (units, steps)
    assert sum(loss.units for loss in result.losses.values()) > 0
    assert result.turns == state.turn
    assert result.orders == finished[0].length
    assert result.outcome == finished[0].outcome


def test_the_summary_counts_wins_and_outcomes() -> None:
    results = list(run(TRIAL, games=3))
    summary = summarize(TRIAL, results)
    assert summary.games == 3
    for seat in ("allied", "german"):
        assert summary.sides[seat].wins.times == sum(result.outcome.winner == seat for result in results)
        assert summary.sides[seat].steps_lost.mean == pytest.approx(sum(r.losses[seat].steps for r in results) / 3)
    assert sum(end.times for end in summary.outcomes.values()) == 3
    assert summary.turns.most == max(result.turns for result in results)


def test_the_summary_says_how_often_and_when_a_milestone_was_reached() -> None:
    games = list(run(TRIAL, games=4))
    assert not summarize(TRIAL, games).milestones  # this game has none
    told = [game._replace(milestones={"the bridge falls": 2.0 * game.number} if game.number else {}) for game in games]
    (name, milestone), *others = summarize(TRIAL, told).milestones.items()
    assert (name, milestone.happened.times, milestone.happened.of) == ("the bridge falls", 3, 4)
    assert milestone.quartiles == (3.0, 4.0, 5.0)
    assert not others


def test_the_record_of_a_simulated_game_can_be_played_again() -> None:
    from bocage.lab.simulate import player_seed

    game = bocage.new("sword", seed="3/1")
    play_out(game, {seat: make("random", player_seed("3", 1, seat)) for seat in ("allied", "german")})
    assert game.record_hash() == play_game(TRIAL, 1).record_hash


@pytest.mark.parametrize(
    ("trial", "sentence"),
    [
        (Trial("swrod", {}), "there is no scenario 'swrod'"),
        (Trial("sword", {"allied": "hal"}), "there is no player 'hal'"),
        (
            Trial("sword", {"allied": "sergeant:besiege"}),
            "allied has no stance 'besiege' in fire_movement/sword; known",
        ),
        (Trial("sword", {"french": "random"}), "fire_movement/sword has no seat 'french'"),
        (Trial("sword", {}, options={"weather": "maybe"}), "option weather of fire_movement/sword cannot be 'maybe'"),
    ],
)
def test_a_trial_that_cannot_be_is_refused_before_any_game(trial: Trial, sentence: str) -> None:
    with pytest.raises(BocageError, match=sentence):
        next(run(trial, games=1))


def test_a_process_that_dies_is_told_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.lab.simulate.play_game", lambda trial, number: os._exit(3))
    with pytest.raises(BocageError, match="the processes ended with 2 of 2 games unplayed"):
        list(run(TRIAL, games=2, jobs=2))
