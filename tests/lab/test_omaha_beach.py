"""What the laboratory tells of games of D-Day at Omaha Beach."""

from __future__ import annotations

import pytest

import bocage
from bocage.games.omaha_beach.state import State
from bocage.kernel import Game
from bocage.lab.omaha_beach import LOST, losses, milestones
from bocage.lab.simulate import Trial, play_game
from bocage.players import make_all, play_out


def played(scenario: str) -> Game:
    game = bocage.new(scenario, seed=5)
    play_out(game, make_all(game.setting, dict.fromkeys(game.setting.seats, "random"), lambda seat: 1))
    return game


def lost(game: Game) -> tuple[int, int, int]:
    assert isinstance(game.state, State)
    return losses(game, game.state)


@pytest.mark.parametrize("scenario", ["easy_fox", "beyond_the_beach"])
def test_the_losses_of_all_turns_are_those_of_the_game(scenario: str) -> None:
    begun, game = bocage.new(scenario, seed=5), played(scenario)
    told = milestones(game)
    for name, then, now in zip(LOST, lost(begun), lost(game), strict=True):
        turns = [number for key, number in told.items() if key.startswith(f"{name} lost on turn")]
        assert sum(turns) == now - then
        assert len(turns) > 1
    assert sum(number > 0 for number in told.values()) > 3  # not all in one


def test_a_trial_tells_them_by_the_time_of_day() -> None:
    result = play_game(Trial("easy_fox", {"1st": "random"}, seed="3"), 0)
    assert "US steps lost on turn  2, 0630" in result.milestones
