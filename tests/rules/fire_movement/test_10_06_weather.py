"""Weather (10.6): the roll, the slower march, the grounded aircraft, and the markers that do not come."""

from __future__ import annotations

from typing import Literal

import pytest

from bocage.games.fire_movement.title import scenarios
from bocage.games.fire_movement.words import GRID, Cup
from bocage.kernel import BocageError
from tests.fire_movement.combats import sure
from tests.fire_movement.courses import end_turn, until
from tests.fire_movement.positions import at, position, reach_labels, setting_of, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.landings import begin, come_ashore, cup, dawn, hold_fire, jump, pool, told
from tests.support import rule

Seat = Literal["allied", "german"]

ASHORE = "allied 8/3-br at 1739\ngerman 736/716 at 0145"


@rule("10.6-01")
def test_single_scenarios_have_weather_only_if_the_players_want_it() -> None:
    for name, scenario in scenarios().items():
        if not scenario.campaign:
            assert not setting_of(name).battle.weather
            assert setting_of(name, weather="yes").battle.weather
    fair = dawn("sword", ASHORE, turn=5, beachheads="1739")  # no die is given: a roll would fail
    assert not told(fair.opening_events, "weather")
    assert told(dawn("sword", ASHORE, turn=5, beachheads="1739", dice=[3], weather="yes").opening_events, "weather")


@rule("10.6-01")
def test_weather_is_compulsory_in_campaigns() -> None:
    for name, scenario in scenarios().items():
        if scenario.campaign:
            assert setting_of(name).battle.weather
            with pytest.raises(BocageError, match=r"10\.6"):
                setting_of(name, weather="no")
    game = dawn("commonwealth_campaign", ASHORE, turn=5, beachheads="1739", dice=[4])
    assert told(game.opening_events, "weather") == [{"die": 4, "foul": False}]


@rule("10.6-02")
def test_the_weather_is_rolled_first_of_all_in_each_turn_from_the_second_on() -> None:
    dice = [6, 6, 6, 3, 6, 6]  # three drops, the commando and two assaults; nothing for the weather of GT 1
    game = begin("sword", dice=[*dice, 5], weather="yes")
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    play(game, "at 1641")
    hold_fire(game)
    hold_fire(game)
    assert state(game).turn == 1
    events = end_turn(game)
    assert state(game).turn == 2
    assert kinds(events[-2:]) == ["turn_begins", "weather"]
    later = dawn("sword", "allied 8/3-br at 1739 reduced", turn=3, beachheads="1739", dice=[5], weather="yes")
    assert kinds(later.opening_events)[:2] == ["turn_begins", "weather"]


@rule("10.6-03")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_1_to_5_has_no_effect(die: int) -> None:
    game = dawn("sword", ASHORE, turn=5, beachheads="1739", dice=[die], weather="yes")
    assert told(game.opening_events, "weather") == [{"die": die, "foul": False}]
    assert state(game).cups == state(game).pool
    assert reach_labels(game, "8/3-br") == reach_labels(game, "8/3-br", 6)


@rule("10.6-03")
def test_6_is_foul_weather_for_this_turn_alone() -> None:
    game = dawn("sword", ASHORE, turn=5, beachheads="1739", dice=[6, 1, 1, 5], weather="yes")
    assert state(game).foul_weather
    assert reach_labels(game, "8/3-br") == reach_labels(game, "8/3-br", 3)
    end_turn(game)
    assert not state(game).foul_weather
    assert reach_labels(game, "8/3-br") == reach_labels(game, "8/3-br", 6)
    assert state(game).cups == state(game).pool


@rule("10.6-04")
@pytest.mark.parametrize(
    ("side", "unit", "halved"),
    [
        ("allied", "8/3-br", 3),
        ("allied", "1-cdo", 4),
        ("allied", "27", 5),
        ("german", "736/716", 3),
        ("german", "22/21", 6),
    ],
)
def test_foul_weather_halves_the_movement_of_both_sides_rounded_up(side: Seat, unit: str, halved: int) -> None:
    line = f"{side} {unit} at 1237"
    fair = position("sword", line, side=side)
    foul = position("sword", line, side=side, foul_weather=True)
    play(foul, f"move {unit}")
    near = reach_labels(fair, unit, halved)
    assert set(orders(foul, "to")) == near
    beyond = next(iter(sorted(reach_labels(fair, unit, halved + 1) - near)))
    assert refusal(foul, f"to {beyond}").rule == "5.2-05"
    play(fair, f"move {unit}")
    assert beyond in orders(fair, "to")


@rule("10.6-04")
def test_the_price_of_a_zone_of_control_is_half_of_the_halved_allowance() -> None:
    zone = {"1137", "1138", "1236", "1238", "1337", "1338"}
    alone = position("sword", "german 22/21 at 1241", side="german")
    game = position("sword", "german 22/21 at 1241\nallied 8/3-br at 1237", side="german", foul_weather=True)
    play(game, "move 22/21")
    assert zone & set(orders(game, "to")) == zone & reach_labels(alone, "22/21", 3) == {"1238"}
    assert zone & reach_labels(alone, "22/21", 6) == zone
    assert refusal(game, "to 1138").rule == "6.1-06"


@rule("6.1-02", "6.1-03", "10.6-04")
def test_a_leg_unit_goes_from_zone_to_zone_with_the_whole_of_its_halved_allowance() -> None:
    # Every hex around 1246 is in a German zone; 1146 costs 3 MP, 1147 beyond the Dives 4.
    germans = {"736/716": "1145", "857/346": "1148", "125/21": "1446", "192/21": "1347"}
    units = "\n".join(["allied 8/3-br at 1246", *(f"german {unit} at {hex_}" for unit, hex_ in germans.items())])
    for foul, allowance in ((False, 6), (True, 3)):
        game = position("sword", units, foul_weather=foul)
        play(game, "move 8/3-br")
        assert {"1146", "1245", "1346"} <= set(orders(game, "to"))
        assert ("1147" in orders(game, "to")) != foul
        if foul:
            assert refusal(game, "to 1147").rule == "5.2-05"
        moved = play(game, "to 1245")[-1]  # a point of clear ground, and all the rest
        assert moved.facts["cost"] == 2 * allowance
        assert "8/3-br" not in orders(game, "move")


@rule("10.6-04")
def test_mobile_units_are_slow_in_the_mobile_movement_phase_too() -> None:
    game = position("sword", "allied 27 at 1237", phase="mobile_movement", foul_weather=True)
    play(game, "move 27")
    assert set(orders(game, "to")) == reach_labels(position("sword", "allied 27 at 1237"), "27", 5)


@rule("10.6-05")
def test_retreat_and_advance_are_as_long_as_ever() -> None:
    units = """
        german 857/346 at 1246
        allied 8/3-br at 1245
        allied 27 at 1346
        allied 9/3-br at 1146
    """
    courses = []
    for foul in (False, True):
        game = position("sword", units, phase="combat", dice=[1], foul_weather=foul, setting=sure("D3", "sword"))
        play(game, "attack 1246", "with 8/3-br", "with 27", "with 9/3-br")
        hold_fire(game)
        play(game, "retreat 857/346")
        retreats = [orders(game, "to")]
        while game.decision.seat == "german":
            play(game, f"to {orders(game, 'to')[0]}")
        play(game, "advance 8/3-br")
        retreats.append(orders(game, "to"))
        play(game, f"to {orders(game, 'to')[-1]}")
        assert GRID.distance(at("1246"), at(where(game, "857/346"))) == 3
        courses.append((retreats, where(game, "857/346"), where(game, "8/3-br")))
    assert courses[0] == courses[1]


@rule("10.6-06")
def test_aircraft_stay_on_the_ground_in_foul_weather_and_fly_again_afterwards() -> None:
    units = "allied 8/3-br at 1739\nallied 27 at 1237\ngerman 857/346 at 1236\ngerman 736/716 at 0145"
    game = dawn("sword", units, turn=5, beachheads="1739", dice=[6, 1, 1, 6, 1], weather="yes")
    assert cup(game, Cup.CW_AIRCRAFT) == ()
    assert cup(game, Cup.CW_ARTILLERY) and pool(game, Cup.CW_AIRCRAFT)
    until(game, "Bombard")
    assert refusal(game, "bombard 736/716").rule == "10.8.1-10"  # out of range for all but aircraft
    play(game, "bombard 857/346")
    assert orders(game) == ["draw cw-artillery"]
    assert refusal(game, "draw cw-aircraft").rule == "10.6-06"
    play(game, "draw cw-artillery", "fire")
    until(game, "Attack a hex")
    play(game, "attack 1236", "with 27")
    assert orders(game) == ["draw cw-artillery", "pass"]
    assert refusal(game, "draw cw-aircraft").rule == "10.6-06"
    later = dawn("sword", units, turn=6, beachheads="1739", dice=[1], weather="yes")
    assert cup(later, Cup.CW_AIRCRAFT) == pool(later, Cup.CW_AIRCRAFT)


@rule("10.6-07")
def test_each_side_goes_without_as_many_markers_as_its_own_die_says() -> None:
    game = dawn(
        "sword", ASHORE, turn=5, beachheads="1739", dice=[6, 4, 2, 1], picks=[13, 0, 0, 0, 19, 0], weather="yes"
    )
    assert told(game.opening_events, "weather_losses") == [{"seat": "allied", "die": 4}, {"seat": "german", "die": 2}]
    assert pool(game, Cup.CW_ARTILLERY) == (1, 2, 2, 2, 3, 3, 3, 4, 6, 6, 6, 7, 8, 8)
    assert cup(game, Cup.CW_ARTILLERY) == (2, 3, 3, 3, 4, 6, 6, 6, 7, 8)  # less one 8, the 1 and two of the 2s
    assert len(cup(game, Cup.GERMAN)) == len(pool(game, Cup.GERMAN)) - 2 == 19
    assert 10 not in cup(game, Cup.GERMAN) and 2 not in cup(game, Cup.GERMAN)
    end_turn(game)
    assert state(game).cups == state(game).pool  # all of them are back


@rule("10.6-07")
def test_in_the_full_campaign_one_allied_die_counts_for_both_armies() -> None:
    units = "allied 8/3-br at 1739\nallied 16/1 at 2120"
    game = dawn("combined_campaign", units, turn=5, beachheads="1739 2120", dice=[6, 3, 1], picks=[0, 0, 50, 0])
    us, commonwealth = pool(game, Cup.US_ARTILLERY), pool(game, Cup.CW_ARTILLERY)
    assert cup(game, Cup.US_AIRCRAFT) == cup(game, Cup.CW_AIRCRAFT) == ()
    assert cup(game, Cup.US_ARTILLERY) == us[2:]
    assert cup(game, Cup.CW_ARTILLERY) == commonwealth[: 50 - len(us) + 2] + commonwealth[51 - len(us) + 2 :]
    assert len(cup(game, Cup.GERMAN)) == len(pool(game, Cup.GERMAN)) - 1


@rule("10.6-07")
def test_a_side_with_fewer_markers_than_its_die_goes_without_all_of_them() -> None:
    game = position("sword", ASHORE, side="german", beachheads="1739", dice=[6, 6, 5], weather="yes")
    state(game).pool[Cup.CW_ARTILLERY] = (1, 2, 3)
    state(game).pool[Cup.GERMAN] = (7, 8, 9, 9)
    end_turn(game)
    assert cup(game, Cup.CW_ARTILLERY) == cup(game, Cup.GERMAN) == ()
    assert pool(game, Cup.CW_ARTILLERY) == (1, 2, 3)
