"""What positions are worth: margins, features that use nothing hidden, and the files of what was learnt."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from random import Random

import pytest

from bocage.games import list_scenarios, manifests, open_setting
from bocage.games.dark_summer.state import State as DarkSummer
from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.games.fire_movement.state import State as FireMovement
from bocage.hexes import members
from bocage.kernel import SPECTATOR, BocageError, Game, Outcome, State, record
from bocage.kernel.data import DataError
from bocage.players import evaluation, make, play_out
from bocage.players.evaluation import Feature, evaluation_of, judge_of, learnt_of, place_of, read_learnt
from tests.golden.recorded import GAMES as RECORDED

SCENARIOS = [info.name for info in list_scenarios()]
LEARNT = [scenario for scenario in SCENARIOS if place_of(scenario).exists()]
BEYOND = 0.1  # of the margin that a sum of weights may be off at the ends
SAMPLES = [f"{manifest.name}/{manifest.samples[0]}" for manifest in manifests().values()]


def positions(scenario: str, seed: int, orders: int, every: int) -> Iterator[State]:
    """Positions of a game in which anything may be ordered."""
    game, chooser = Game(open_setting(scenario), f"evaluation/{seed}"), Random(seed)
    for number in range(orders):
        if game.over:
            return
        if number % every == 0:
            yield game.state
        game.play(chooser.choice(game.decision.orders))


def end(scenario: str, winner: str, level: str, reason: str = "") -> State:
    """The first position of a scenario, as if it were over."""
    state = Game(open_setting(scenario), "evaluation").state
    state.end(Outcome(winner, level, reason, ""))
    return state


# -- features -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_feature_of_every_scenario_is_a_number(scenario: str) -> None:
    evaluation = evaluation_of(scenario)
    assert len({feature.name for feature in evaluation.FEATURES}) == len(evaluation.FEATURES)
    for state in positions(scenario, 1, 120, 30):
        found = evaluation.features(state)
        assert len(found) == len(evaluation.FEATURES)
        assert all(isfinite(value) and abs(value) < 20 for value in found)
        assert 0 <= evaluation.progress(state) <= 1


def stage_starts(scenario: str, seed: int, orders: int) -> Iterator[State]:
    """Positions at which a turn or a side's part of it begins."""
    setting, seen = open_setting(scenario), (-1, -1)
    for state in positions(scenario, seed, orders, 1):
        turn, side, _ = setting.moment(state)
        if (turn, side) != seen:
            seen = (turn, side)
            yield state


@pytest.mark.parametrize("scenario", SAMPLES)
def test_features_use_nothing_that_anybody_may_not_know(scenario: str) -> None:
    """So a position is judged alike by whoever looks at it, and like any world that is imagined from his view."""
    evaluation, chooser = evaluation_of(scenario), Random(1)
    for state in stage_starts(scenario, 2, 1500):
        assert state.pending is not None
        expected, seat = evaluation.features(state), state.pending.seat
        for looks_on in (*open_setting(scenario).seats, SPECTATOR):
            assert evaluation.features(state.view(looks_on)) == expected
        assert evaluation.features(state.view(seat).imagine(seat, chooser.randrange)) == expected


@pytest.mark.parametrize("scenario", SAMPLES)
def test_a_game_never_goes_back(scenario: str) -> None:
    progress = [evaluation_of(scenario).progress(state) for state in stage_starts(scenario, 4, 5000)]
    assert progress == sorted(progress)
    assert progress[0] < 0.1
    assert progress[-1] > 0.0


def landed(seed: int) -> FireMovement:
    """Sword in its third turn."""
    for state in positions("fire_movement/sword", seed, 5000, 1):
        assert isinstance(state, FireMovement)
        if state.turn == 3:
            return state.copy()
    raise AssertionError("the game was over before")


def test_whoever_loses_units_expects_less() -> None:
    judge = judge_of("fire_movement/sword")
    for side, sign in ((ALLIED, -1), (GERMAN, 1)):
        state = landed(5)
        before = judge(state)
        for unit in members(state.force[side])[:4]:
            state.remove(unit)
        assert sign * (judge(state) - before) > 0


def test_positions_beyond_any_result_are_told_apart_but_not_shown_so(beyond: str) -> None:
    """Weights that were learnt elsewhere may promise more than the best result: in comparisons that still counts."""
    found, shown = judge_of(beyond, bounded=False), judge_of(beyond)
    positions = [landed(seed) for seed in (1, 2, 3)]
    assert all(found(position) > 1 for position in positions)
    assert len({found(position) for position in positions}) == 3
    assert {shown(position) for position in positions} == {1.0}


def test_judging_changes_nothing() -> None:
    for scenario in SAMPLES:
        judge = judge_of(scenario)
        for state in positions(scenario, 6, 60, 20):
            before = state.hash()
            assert judge(state) == judge(state)
            assert state.hash() == before


# -- margins ------------------------------------------------------------------------------------------


def test_a_landing_thrown_into_the_sea_is_worth_nothing_and_a_victory_all() -> None:
    margin = evaluation_of("fire_movement").margin
    assert margin(end("sword", "german", "strategic")) == 0.0
    assert margin(end("sword", "allied", "")) == 1.0
    beaten = end("sword", "german", "operational")
    assert isinstance(beaten, FireMovement)
    without = margin(beaten)
    beaten.held |= beaten.battle.grid.set(beaten.battle.areas[0].objectives.hexes[:2])
    assert 0.0 < without < margin(beaten) < 1.0


def test_victory_points_count_in_the_dark_summer() -> None:
    margin = evaluation_of("dark_summer").margin
    assert margin(end("dark_summer/campaign", "german", "sudden-death")) == 0.0
    assert margin(end("dark_summer/campaign", "allied", "sudden-death")) == 1.0
    found = []
    for allied, german in ((0, 60), (20, 24), (26, 24), (60, 10)):
        state = end("dark_summer/campaign", "allied" if allied > german else "german", "")
        assert isinstance(state, DarkSummer)
        state.points[:] = [allied, german]
        found.append(margin(state))
    assert found == sorted(set(found))
    assert found[1] < 0.5 < found[2]


def test_the_levels_of_the_race_to_cherbourg_are_in_order() -> None:
    margin = evaluation_of("bloody_summer").margin
    levels = [
        ("german", "strategic"),
        ("german", "operational"),
        ("german", "marginal"),
        ("", ""),
        ("allied", "marginal"),
        ("allied", "operational"),
        ("allied", "strategic"),
    ]
    found = [margin(end("race_to_cherbourg", *level)) for level in levels]
    assert found == sorted(set(found))
    assert found[0] == 0.0
    assert found[-1] == 1.0


def test_a_division_lost_on_omaha_beach_is_worse_than_too_few_points() -> None:
    margin = evaluation_of("omaha_beach").margin
    lost = end("first_waves", "germans", "", "the 1st Division has lost 8 companies")
    assert margin(lost) < 0.25
    won = end("first_waves", "us", "", "19 victory points")
    won.__dict__["turn"] = 16
    assert margin(won) >= 0.7


@pytest.mark.parametrize("scenario", SAMPLES)
def test_margins_of_whole_games_lie_between_0_and_1(scenario: str) -> None:
    game, chooser = Game(open_setting(scenario), "evaluation/9"), Random(9)
    while not game.over:
        game.play(chooser.choice(game.decision.orders))
    margin = evaluation_of(scenario).margin(game.state)
    assert 0.0 <= margin <= 1.0
    assert judge_of(scenario)(game.state) == margin


# -- what was learnt ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_has_a_judge(scenario: str) -> None:
    evaluation = evaluation_of(scenario)
    learnt = learnt_of(scenario)
    assert learnt.scenario == (
        scenario if place_of(scenario).exists() else f"{scenario.split('/', maxsplit=1)[0]}/{evaluation.SISTER}"
    )
    state = Game(open_setting(scenario), "evaluation").state
    assert 0.0 < judge_of(scenario)(state) < 1.0


@pytest.mark.parametrize("scenario", LEARNT)
def test_what_was_learnt_is_of_the_rules_and_the_data_of_today(scenario: str) -> None:
    setting, origin = open_setting(scenario), learnt_of(scenario).origin
    assert (origin.rules, origin.data) == (setting.rules_version, setting.fingerprint), f"again: {origin.command}"
    assert origin.version


def of_sergeants(scenario: str) -> Game:
    """A game of sergeants: the recorded one, if there is one."""
    for golden in RECORDED:
        if golden.scenario == scenario and golden.players == ("greedy",) and not golden.options:
            return record.replay(record.read(golden.path), open_setting)
    game = Game(open_setting(scenario), "sergeants")
    return play_out(game, {seat: make("sergeant") for seat in game.setting.seats})


@pytest.mark.parametrize("scenario", LEARNT)
def test_weights_of_its_own_hardly_go_beyond_the_results_of_a_scenario(scenario: str) -> None:
    """A sister's may, but what a scenario was learnt from should be judged by what can come of it."""
    game, judge = of_sergeants(scenario), judge_of(scenario, bounded=False)
    found: dict[tuple[int, int], float] = {}
    for state in game.states():
        turn, side, _ = game.setting.moment(state)
        if state.ended is None and (turn, side) not in found:
            found[turn, side] = judge(state)
    assert len(found) > 5
    assert min(found.values()) >= -BEYOND
    assert max(found.values()) <= 1 + BEYOND


FEATURES = (Feature("strength", "strength"), Feature("ground", "ground"))
FILE = """
scenario = "toy/short"
[origin]
command = "bocage learn short"
version = "0.1.0"
rules = "1"
data = "c85f5a4956f03587"
games = 10
positions = 100
[held_out]
games = 10
r2 = 0.5
r2_by_quarter = [0.1, 0.2, 0.3, 0.4]
calibration = [[0.1, 0.2, 100]]
[weights]
constant = [0.1, 0.2]
strength = [1.0, 2.0]
ground = [0.5, 0.5]
"""


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (
            "ground = [0.5, 0.5]",
            "",
            "toy.toml, weights, ground: it is missing; learn them again with: bocage learn short",
        ),
        ("ground =", "gruond =", "toy.toml, weights, gruond: there is no such feature; did you mean ground?"),
        ("[0.5, 0.5]", "[0.5]", "toy.toml, weights, ground: there should be 2 numbers, one for each stage, not 1"),
        ("[0.5, 0.5]", '["much"]', "toy.toml, weights.ground.0: it should be a number, not"),
        ("r2 = 0.5\n", "", "toy.toml, held_out.r2: it is missing"),
        ('version = "0.1.0"\n', "", "toy.toml, origin.version: it is missing"),
        ('data = "c85f5a4956f03587"\n', "", "toy.toml, origin.data: it is missing"),
        ("[weights]", "[weights", "toy.toml: it is not TOML"),
    ],
)
def test_a_broken_file_is_refused_in_a_sentence(before: str, after: str, sentence: str) -> None:
    assert read_learnt(FILE, "toy.toml", FEATURES).weights["ground"] == (0.5, 0.5)
    with pytest.raises(DataError) as refused:
        read_learnt(FILE.replace(before, after), "toy.toml", FEATURES)
    assert sentence in str(refused.value)


def test_a_game_of_which_nothing_has_been_learnt_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(evaluation, "place_of", lambda scenario: tmp_path / "gold_juno.toml")
    with pytest.raises(BocageError, match="nothing has been learnt of fire_movement/gold_juno yet: bocage learn"):
        learnt_of("fire_movement/gold_juno")
