"""Learning from games: what is fitted, and how it is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from bocage import __version__
from bocage.games import open_setting
from bocage.kernel import BocageError, Setting
from bocage.lab.learn import Course, Lesson, Position, fit, guess, in_toml, judge, learn, play_lesson, play_lessons
from bocage.players import Player, make_all
from bocage.players.evaluation import evaluation_of, read_learnt

WEIGHTS = (0.2, -0.3)


def lessons(number: int, seed: int, *, swap_when_late: bool = False) -> list[Lesson]:
    """Games whose margin follows from two features of each position, which count the other way late if so wished."""
    dice = Random(seed)
    made = []
    for game in range(number):
        progress = dice.random()
        features = [dice.random(), dice.random()]
        weights = WEIGHTS[::-1] if swap_when_late and progress > 0.5 else WEIGHTS
        margin = 0.5 + sum(w * x for w, x in zip(weights, features, strict=True))
        made.append(Lesson(game, margin, [Position(progress, features)]))
    return made


def test_weights_are_found_again() -> None:
    found = fit(lessons(1000, 1))
    for _, first, second in found.stages:
        assert first == pytest.approx(WEIGHTS[0], rel=0.25)
        assert second == pytest.approx(WEIGHTS[1], rel=0.25)


def test_games_that_were_not_learnt_from_are_told() -> None:
    unknown = lessons(200, 2)
    held_out = judge(guess(fit(lessons(1000, 1)), unknown), len(unknown))
    assert held_out.r2 > 0.9
    assert all(r2 > 0.9 for r2 in held_out.r2_by_quarter)
    assert all(expected == pytest.approx(found, abs=0.1) for expected, found, _ in held_out.calibration)
    assert sum(positions for _, _, positions in held_out.calibration) == 200


def test_what_cannot_be_told_is_not_told() -> None:
    dice = Random(3)
    noise = [lesson._replace(margin=dice.random()) for lesson in lessons(400, 3)]
    assert judge(guess(fit(noise[:200]), noise[200:]), 200).r2 < 0.1


def test_early_and_late_have_weights_of_their_own() -> None:
    early, _, late = fit(lessons(1000, 4, swap_when_late=True)).stages
    assert early[1] > 0 > early[2]
    assert late[1] < 0 < late[2]


def test_a_feature_that_is_always_the_same_does_no_harm() -> None:
    dull = [
        lesson._replace(positions=[Position(p.progress, [*p.features, 0.1]) for p in lesson.positions])
        for lesson in lessons(500, 5)
    ]
    assert all(abs(weight) < 10 for stage in fit(dull).stages for weight in stage)


def test_a_game_follows_from_seed_and_number_alone() -> None:
    course = Course("fire_movement/sword", ("random",), "7")
    assert play_lesson(course, 3) == play_lesson(course, 3)
    assert play_lesson(course, 3).margin != play_lesson(course, 4).margin or (
        play_lesson(course, 3).positions != play_lesson(course, 4).positions
    )


def test_of_several_players_each_seat_draws_one_game_by_game(monkeypatch: pytest.MonkeyPatch) -> None:
    course, met = Course("fire_movement/sword", ("random", "recruit"), "7"), set[tuple[str, ...]]()

    def noting(setting: Setting, names: Mapping[str, str], seed_of: Callable[[str], int]) -> dict[str, Player]:
        met.add(tuple(names.values()))
        return make_all(setting, dict.fromkeys(names, "random"), seed_of)

    monkeypatch.setattr("bocage.lab.learn.make_all", noting)
    for number in range(12):
        play_lesson(course, number)
    assert met == {(allied, german) for allied in course.players for german in course.players}


def test_a_file_says_which_program_rules_data_and_players_it_was_learnt_with() -> None:
    course, setting = Course("sword", ("random", "recruit"), "7"), open_setting("sword")
    features = evaluation_of(setting.name).FEATURES
    played = [Lesson(n, n / 8, [Position(0.5, [n / 8] * len(features))]) for n in range(8)]
    origin = read_learnt(in_toml(learn(course, played), features), "sword.toml", features).origin
    assert origin.command == "bocage learn sword --games 8 --seed 7 --player random --player recruit"
    assert (origin.version, origin.rules, origin.data) == (__version__, setting.rules_version, setting.fingerprint)


def test_too_few_games_are_refused() -> None:
    with pytest.raises(BocageError, match="nothing can be learnt from fewer than"):
        next(play_lessons(Course("fire_movement/sword", ("random",)), games=3))
