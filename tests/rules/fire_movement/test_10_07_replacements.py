"""Replacements (10.7) and their rates in campaigns (15.2)."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.title import scenarios
from bocage.kernel import Game
from tests.fire_movement.courses import end_turn
from tests.fire_movement.positions import is_reduced, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.landings import dawn
from tests.support import rule

US = """
    allied 16/1 at 2120 reduced
    allied 18/1 at 2121 reduced
    allied 26/1 at 2122 reduced
    allied CCA/2 at 2019 reduced
    allied CCB/2 at 2020 reduced
    allied CCR/2 at 2021 reduced
"""
CW = """
    allied 8/3-br at 1739 reduced
    allied 9/3-br at 1740 reduced
    allied 185/3 at 1640 reduced
    allied 27 at 1639 reduced
    allied 5G/GA at 1540 reduced
    allied 4-arm at 1539 reduced
"""
US_LEG, US_MOBILE = {"16/1", "18/1", "26/1"}, {"CCA/2", "CCB/2", "CCR/2"}
CW_LEG, CW_MOBILE = {"8/3-br", "9/3-br", "185/3"}, {"27", "5G/GA", "4-arm"}
US_BEACH, CW_BEACH = "2120 2121 2122", "1739 1740 1640"
ALL_TURNS = range(1, 18)


def rebuilding(game: Game) -> list[str]:
    """Rebuild whatever can be rebuilt, the first of each list; returns the units in order."""
    rebuilt = []
    while game.decision.rule in ("10.7", "11.2.5"):  # of the Quad, of the folio
        assert game.decision.seat == "allied"
        unit = orders(game, "rebuild")[0]
        play(game, f"rebuild {unit}")
        assert not is_reduced(game, unit)
        rebuilt.append(unit)
    return rebuilt


def points(scenario: str, units: str, beachheads: str, turn: int, dice: list[int]) -> tuple[int, int]:
    """Leg and mobile points of a turn, by using them all."""
    rebuilt = rebuilding(dawn(scenario, units, turn=turn, beachheads=beachheads, dice=dice))
    leg = len(set(rebuilt) & (US_LEG | CW_LEG))
    return leg, len(rebuilt) - leg


@rule("10.7-01", "10.7-02", "10.7-05")
def test_the_us_receive_a_leg_point_each_turn_from_2_and_a_mobile_point_on_odd_turns_from_3() -> None:
    received = {turn: points("omaha", US, US_BEACH, turn, []) for turn in ALL_TURNS}
    assert received == {1: (0, 0)} | {turn: (1, turn % 2) for turn in ALL_TURNS if turn > 1}


@rule("10.7-01", "10.7-07", "10.7-08")
@pytest.mark.parametrize("scenario", ["sword", "on_to_caen"])
def test_the_commonwealth_receives_a_leg_point_on_even_turns_and_a_mobile_point_on_odd_turns_from_3(
    scenario: str,
) -> None:
    received = {turn: points(scenario, CW, CW_BEACH, turn, []) for turn in ALL_TURNS}
    assert received == {1: (0, 0)} | {turn: (1 - turn % 2, turn % 2) for turn in ALL_TURNS if turn > 1}


@rule("15.2-01", "15.2-02", "15.2-03")
def test_rates_of_the_us_in_campaigns() -> None:
    received = {turn: points("us_campaign", US, US_BEACH, turn, [1] if turn > 1 else []) for turn in ALL_TURNS}
    assert received == {1: (0, 0), 2: (2, 0), 3: (2, 1)} | {turn: (2, 2 * (turn % 2)) for turn in ALL_TURNS if turn > 3}


@rule("15.2-01", "15.2-04", "15.2-05")
def test_rates_of_the_commonwealth_in_campaigns() -> None:
    received = {
        turn: points("commonwealth_campaign", CW, CW_BEACH, turn, [1] if turn > 1 else []) for turn in ALL_TURNS
    }
    assert received == {1: (0, 0)} | {turn: (2 - 2 * (turn % 2), 2 * (turn % 2)) for turn in ALL_TURNS if turn > 1}


@rule("15.2-01", "10.7-03")
def test_in_the_full_campaign_each_army_rebuilds_its_own_units() -> None:
    game = dawn("combined_campaign", US.rstrip() + CW, turn=4, beachheads=f"{US_BEACH} {CW_BEACH}", dice=[1])
    assert set(orders(game, "rebuild")) == US_LEG
    assert refusal(game, "rebuild 8/3-br").rule == "10.7-03"
    play(game, "pass")
    assert set(orders(game, "rebuild")) == CW_LEG
    assert refusal(game, "rebuild 16/1").rule == "10.7-03"
    play(game, "rebuild 9/3-br")
    assert set(orders(game, "rebuild")) == CW_LEG - {"9/3-br"}


@rule("10.7-03", "10.7-01")
def test_a_leg_point_rebuilds_one_reduced_leg_unit_on_the_map_of_the_players_choice() -> None:
    units = """
        allied 8/3-br at 1739 reduced
        allied 9/3-br at 1740
        allied 27 at 1740 reduced
        allied 1-cdo at 1641 reduced
        allied 3/6 at 1640 reduced
        german 736/716 at 0145 reduced
    """
    game = dawn("sword", units, turn=2, beachheads=CW_BEACH)
    assert set(orders(game)) == {"rebuild 8/3-br", "rebuild 1-cdo", "rebuild 3/6", "pass"}
    assert refusal(game, "rebuild 9/3-br").rule == "10.7-01"
    assert refusal(game, "rebuild 27").rule == "10.7-03"
    assert refusal(game, "rebuild 736/716").rule == "10.7-11"
    assert refusal(game, "rebuild 185/3").rule == "10.7-03"  # not on the map
    assert refusal(game, "end").rule == "10.7-09"
    assert kinds(play(game, "rebuild 1-cdo")) == ["rebuilt"]
    assert not is_reduced(game, "1-cdo")
    assert is_reduced(game, "8/3-br") and is_reduced(game, "3/6")
    assert state(game).phase == "Movement Phase"  # there was one point only


@rule("10.7-06")
def test_a_mobile_point_rebuilds_one_reduced_mobile_unit_of_the_players_choice() -> None:
    units = CW + "german 857/346 at 1439"
    game = dawn("sword", units, turn=3, beachheads=CW_BEACH)
    assert set(orders(game, "rebuild")) == CW_MOBILE  # 4-arm and 5G/GA although they are in an EZOC
    assert refusal(game, "rebuild 8/3-br").rule == "10.7-03"
    play(game, "rebuild 5G/GA")
    assert not is_reduced(game, "5G/GA")
    assert is_reduced(game, "27") and is_reduced(game, "4-arm")
    assert state(game).phase == "Movement Phase"


@rule("10.7-04", "10.7-06")
@pytest.mark.parametrize(("turn", "kind"), [(2, "8/3-br"), (3, "27")])
def test_a_unit_out_of_supply_cannot_be_rebuilt_but_one_in_an_ezoc_can(turn: int, kind: str) -> None:
    other = {"8/3-br": "9/3-br", "27": "4-arm"}[kind]
    units = f"""
        allied {kind} at 1639 reduced
        allied {other} at 1237 reduced
        german 736/716 at 1638
        german 857/346 at 1236
        german 125/21 at 1138
        german 192/21 at 1339
    """
    game = dawn("sword", units, turn=turn, beachheads="1740", dice=[])
    assert state(game).in_ezoc(0, state(game).battle.grid.at("1639"))
    assert orders(game) == [f"rebuild {kind}", "pass"]
    assert refusal(game, f"rebuild {other}").rule == "10.7-04"


@rule("10.7-04")
def test_commandos_need_no_supply_to_be_rebuilt() -> None:
    units = "allied 1-cdo at 1237 reduced\ngerman 125/21 at 1138\ngerman 192/21 at 1339\ngerman 857/346 at 1236"
    game = dawn("sword", units, turn=2, beachheads="1740")
    assert orders(game, "rebuild") == ["1-cdo"]


@rule("10.7-09")
def test_points_are_spent_in_the_support_fire_marker_phase_before_anybody_moves() -> None:
    game = dawn("sword", CW, turn=2, beachheads=CW_BEACH)
    assert (state(game).phase, game.decision.seat) == ("Support Fire Marker Phase", "allied")
    assert kinds(game.opening_events)[-1] == "turn_begins"
    assert refusal(game, "move 8/3-br").rule == "10.7-09"
    play(game, "pass")
    assert (state(game).phase, game.decision.seat) == ("Movement Phase", "allied")
    assert refusal(game, "rebuild 8/3-br").rule == "4.1-03"


@rule("10.7-10")
def test_a_point_that_is_not_used_is_lost() -> None:
    game = dawn("omaha", US, turn=4, beachheads=US_BEACH)
    play(game, "pass")
    end_turn(game)
    assert state(game).turn == 5
    rebuilt = rebuilding(game)
    assert [unit in US_LEG for unit in rebuilt] == [True, False]  # one leg and one mobile point, nothing of GT 4
    campaign = dawn("us_campaign", US, turn=4, beachheads=US_BEACH, dice=[1, 1])
    play(campaign, "rebuild 16/1", "pass")
    end_turn(campaign)
    assert len(set(rebuilding(campaign)) & US_LEG) == 2


@rule("10.7-11")
def test_germans_never_receive_replacements() -> None:
    for name, scenario in scenarios().items():
        german = "german 919/709 at 2001 reduced" if "utah" in scenario.areas else "german 736/716 at 0145 reduced"
        allied, beach = ("8/4 at 2707", "2707") if "utah" in scenario.areas else ("8/3-br at 1740", "1740")
        if name == "gold_juno":
            german, allied, beach = "german 726/716 at 0130 reduced", "69/50 at 2028", "2028"
        if name == "omaha":
            german, allied, beach = "german 914/352 at 0112 reduced", "16/1 at 2120", "2120"
        unit = german.split()[1]
        for turn in ALL_TURNS:
            dice = [1] if scenario.campaign and turn > 1 else []
            game = dawn(name, f"{german}\nallied {allied}", turn=turn, beachheads=beach, dice=dice)
            assert (state(game).phase, game.decision.seat) == ("Movement Phase", "allied")
            assert is_reduced(game, unit) and where(game, unit) == german.split()[3]
