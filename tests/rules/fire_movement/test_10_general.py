"""What chapter 10 says of the game as a whole: scale, scenarios, unit types, first player and length."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.content import UnitType, load_units
from bocage.games.fire_movement.title import scenarios
from bocage.kernel import Chance, Game
from tests.fire_movement.courses import end_turn, quietly
from tests.fire_movement.positions import position, setting_of, state
from tests.questions import play
from tests.rules.fire_movement.landings import dawn, hold_fire, result
from tests.support import rule

SINGLE = [name for name, scenario in scenarios().items() if not scenario.campaign]
CAMPAIGNS = [name for name, scenario in scenarios().items() if scenario.campaign]


@rule("2.4-01", "10.1-03", "10.1-04")
def test_the_scale_of_the_quad() -> None:
    for name in ("sword", "utah", "combined_campaign"):
        scale = setting_of(name).scale
        assert "2.5 miles across" in scale
        assert "two to three days" in scale


@rule("10.0-02", edition="folio")
def test_a_turn_of_the_folio_is_about_two_days() -> None:
    assert "about two days" in setting_of("on_to_caen").scale
    assert "about two days" in setting_of("commonwealth_campaign", edition="folio").scale


@rule("10.1-02")
def test_the_beaches_can_be_combined_into_three_larger_games() -> None:
    areas = {name: {area.id for area in setting_of(name).battle.areas} for name in CAMPAIGNS}
    assert sorted(areas.values(), key=len) == [
        {"utah", "omaha"},
        {"gold_juno", "sword"},
        {"utah", "omaha", "gold_juno", "sword"},
    ]
    for name in CAMPAIGNS:
        game = Game(setting_of(name), "1")
        while state(game).turn < 1:
            quietly(game)
        landed = {state(game).battle.units[unit].army for unit in range(len(state(game).where)) if on_map(game, unit)}
        assert landed == {"german"} | {area.army for area in state(game).battle.areas}


def on_map(game: Game, unit: int) -> bool:
    return state(game).where[unit] >= 0


@rule("10.0-05", edition="folio")
def test_the_folio_can_be_combined_with_the_other_beaches() -> None:
    for name in ("commonwealth_campaign", "combined_campaign"):
        setting = setting_of(name, edition="folio")
        assert "on_to_caen" in {area.id for area in setting.battle.areas}
        assert "sword" not in {area.id for area in setting.battle.areas}
        game = Game(setting, "1")
        while state(game).turn < 1:
            quietly(game)
        assert game.decision.seat == "allied"


@rule("10.1-01", edition="folio")
def test_the_folio_uses_the_eastern_map_only() -> None:
    battle = setting_of("on_to_caen").battle
    assert battle.playable
    assert not battle.playable & ~load_chart().areas["commonwealth_campaign"]


@rule("10.1-05")
def test_a_river_between_two_city_hexes_is_bridged_without_a_road() -> None:
    chart = load_chart()
    city = chart.with_terrain("city")
    between = [side for side in chart.rivers if city >> side[0] & 1 and city >> side[1] & 1]
    assert [side for side in between if side not in chart.roads]
    assert all(side in chart.bridges for side in between)


@rule("10.2-02")
@rule("10.3-02", edition="folio")
@pytest.mark.parametrize("scenario", ["sword", "on_to_caen"])
def test_a_mechanized_brigade_brings_its_own_infantry_but_is_no_armored_brigade(scenario: str) -> None:
    mobile = {unit.type for unit in load_units().values() if unit.mobile}
    assert mobile == {UnitType.MECHANIZED, UnitType.TANK, UnitType.ASSAULT_GUN, UnitType.FLAK}
    assert all(unit.mobile for unit in load_units().values() if unit.type in mobile)
    for attackers, shifted in (("5G/GA 32G/GA", False), ("5G/GA 27", True), ("32G/GA 8/3-br", True)):
        first, second = attackers.split()
        units = f"german 22/21 at 1237\nallied {first} at 1236\nallied {second} at 1238"
        game = position(scenario, units, phase="combat", dice=[1])
        play(game, "attack 1237", f"with {first}", f"with {second}")
        assert bool(result(hold_fire(game))["shifts"]) == shifted


# -- length and first player ----------------------------------------------------------------------


@rule("10.5-01", "10.5-02")
@pytest.mark.parametrize("scenario", scenarios())
def test_every_game_begins_with_turn_1_and_the_allied_player_is_first_in_each_turn(scenario: str) -> None:
    game = Game(setting_of(scenario), "", Chance.from_seed("landing"))
    turns: list[tuple[int, str]] = []
    while not game.over and state(game).turn < 4:
        if state(game).turn and (not turns or turns[-1] != (state(game).turn, side(game))):
            turns.append((state(game).turn, side(game)))
        quietly(game)
    assert turns == [(turn, seat) for turn in (1, 2, 3) for seat in ("allied", "german")]


def side(game: Game) -> str:
    """Whose player turn it is."""
    return ("allied", "german")[state(game).active]


ANYBODY = {
    "gold_juno": ("allied 69/50 at 2028", "2028"),
    "sword": ("allied 8/3-br at 1739", "1739"),
    "utah": ("allied 8/4 at 2707", "2707"),
    "omaha": ("allied 16/1 at 2120", "2120"),
    "on_to_caen": ("allied 8/3-br at 1739", "1739"),
    "us_campaign": ("allied 16/1 at 2120", "2120"),
    "commonwealth_campaign": ("allied 8/3-br at 1739", "1739"),
    "combined_campaign": ("allied 16/1 at 2120", "2120"),
}


@rule("10.5-03")
@pytest.mark.parametrize("scenario", SINGLE)
def test_a_single_beach_is_played_for_17_turns(scenario: str) -> None:
    units, beach = ANYBODY[scenario]
    game = dawn(scenario, units, turn=16, beachheads=beach)
    end_turn(game)
    assert (ended(game), state(game).turn) == (False, 17)
    end_turn(game)
    assert (ended(game), state(game).turn) == (True, 17)


def ended(game: Game) -> bool:
    return game.over and game.outcome is not None


@rule("10.5-04")
@pytest.mark.parametrize(
    ("scenario", "last"), [("us_campaign", 24), ("commonwealth_campaign", 25), ("combined_campaign", 25)]
)
def test_a_campaign_may_go_on_to_turn_25_and_never_longer(scenario: str, last: int) -> None:
    units, beach = ANYBODY[scenario]
    game = dawn(scenario, units, turn=17, beachheads=beach, dice=[1] * 20)
    end_turn(game)
    assert (ended(game), state(game).turn) == (False, 18)  # no city is taken: 7, 10 or 17 turns more
    while not ended(game):
        quietly(game)
    assert state(game).turn == last
