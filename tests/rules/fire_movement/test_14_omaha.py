"""Omaha (14): what is this scenario's own."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.words import Cup, unit_number
from bocage.hexes import members
from tests.fire_movement.courses import end_turn, start, until
from tests.fire_movement.positions import at, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.landings import begin, come_ashore, hold_fire, place, told
from tests.support import rule

OMAHA = {"2318", "2319", "2219", "2120", "2121", "2122"}
FIVE = ("352/352", "914/352", "915/352", "916/352", "1-aa")
CHART = load_chart()
LAND = {CHART.grid.label(hex_) for hex_ in members(CHART.areas["omaha"] & CHART.land)}
BESIDE = {
    CHART.grid.label(near) for label in OMAHA for near in CHART.grid.neighbours[at(label)] if CHART.land >> near & 1
} - OMAHA


@rule("14.4-01", "14.4-03")
def test_the_germans_secretly_record_five_units_anywhere_but_on_a_beach() -> None:
    game = start("omaha")
    asked = []
    for hex_ in ("0104", "2218", "2119", "1325", "0709"):
        asked.append(game.decision.prompt.rpartition(" ")[2])
        assert game.decision.seat == "german"
        assert not set(orders(game, "at")) & OMAHA
        assert refusal(game, "at 2219").rule == "14.4-03"
        events = play(game, f"at {hex_}")
        assert [(event.kind, event.seats) for event in events] == [("recorded", ("german",))]
    assert sorted(asked) == sorted(FIVE)
    assert game.decision.seat == "allied"
    other = begin("omaha")
    assert game.view("allied").hash() == other.view("allied").hash()
    assert game.view("german").hash() != other.view("german").hash()


@rule("14.4-03")
def test_the_first_units_may_stand_in_any_hex_of_the_area() -> None:
    game = start("omaha")
    for taken in (set(), {"0110"}, {"0110", "0111"}):
        assert set(orders(game, "at")) == LAND - OMAHA - {"2417"} - taken
        play(game, f"at 01{10 + len(taken)}")


@rule("14.4-02")
def test_two_of_the_five_must_stand_next_to_a_beach_hex() -> None:
    game = start("omaha")
    play(game, "at 0110", "at 0111", "at 0112")  # three far away: the last two have no choice
    assert set(orders(game, "at")) == BESIDE - {"2417"}
    assert refusal(game, "at 0113").rule == "14.4-02"
    play(game, "at 2119")
    assert set(orders(game, "at")) == BESIDE - {"2417", "2119"}
    game = start("omaha")
    play(game, "at 2119", "at 2218", "at 0111", "at 0112")
    assert "0113" in orders(game, "at")


@rule("14.4-04")
def test_no_german_is_set_up_on_pointe_du_hoc() -> None:
    game = start("omaha")
    for hex_ in ("2119", "2218", "0111", "0112", "0113"):
        assert "2417" not in orders(game, "at")
        assert refusal(game, "at 2417").rule == "14.4-04"
        play(game, f"at {hex_}")


@rule("14.4-06")
def test_beachheads_go_into_any_hexes_of_omaha() -> None:
    game = begin("omaha")
    assert set(orders(game, "beachhead")) == OMAHA
    assert refusal(game, "beachhead 2707").rule == "10.9.1-01"  # Utah


@rule("14.4-07", "14.4-08")
def test_six_regiments_land_and_those_without_room_come_on_gt_2() -> None:
    game = begin("omaha", dice=[6] * 10)
    play(game, "beachhead 2318", "beachhead 2121", "end")
    for unit, hex_ in zip(("16/1", "18/1", "26/1"), ("2318", "2121", "2318"), strict=True):
        assert set(orders(game, "at")) == {"2318", "2121"}
        place(game, f"{unit} {hex_}")
    events = place(game, "115/29 2121", "116/29 2121", "175/29 2318")
    assert told(events, "no_room") == []

    game = begin("omaha", dice=[6] * 10)
    play(game, "beachhead 2121", "end")
    events = place(game, "16/1 2121", "18/1 2121", "26/1 2121")
    late = ("115/29", "116/29", "175/29")
    assert [facts["unit"] for facts in told(events, "no_room")] == [unit_number(name) for name in late]
    until(game, "Move a unit", "allied")
    end_turn(game)
    until(game, "Move a unit", "allied")
    play(game, "move 16/1", "to 2020", "end")
    assert state(game).turn == 2 and set(late) < set(orders(game, "land"))


@rule("14.4-05", "14.4-09", "14.4-10", "14.4-11")
def test_reveal_rangers_and_assaults_follow_each_other() -> None:
    game = begin("omaha", dice=[6, 6, 6])
    assert {where(game, unit) for unit in FIVE} == {"waiting"}
    events = come_ashore(game)
    order = [kind for kind in kinds(events) if kind in ("beachhead", "landed", "set_up", "commando_roll")]
    assert order == ["beachhead"] * 2 + ["landed"] * 6 + ["set_up"] * 5 + ["commando_roll"]
    assert {facts["unit"] for facts in told(events, "set_up")} == {unit_number(name) for name in FIVE}
    assert told(events, "commando_roll")[0] == {"unit": unit_number("2-rgr"), "hex": at("2417"), "die": 6}
    assert where(game, "2-rgr") == "2417"
    play(game, "stay", "attack 2120")
    assert "attack on 2120" in game.decision.prompt and state(game).turn == 0
    hold_fire(game)
    assert "attack on 2122" in game.decision.prompt
    hold_fire(game)
    assert state(game).turn == 1


@rule("14.4-10")
def test_the_4th_commandos_are_not_at_omaha() -> None:
    assert where(start("omaha"), "4-cdo") == "absent"


@rule("14.2-05")
@pytest.mark.parametrize(("die", "lost"), [(3, 0), (4, 1), (5, 1), (6, 1)])
def test_the_rangers_may_cost_the_germans_a_6(die: int, lost: int) -> None:
    game = begin("omaha", dice=[die])
    owned = list(state(game).pool[Cup.GERMAN])
    come_ashore(game)
    for _ in range(lost):
        owned.remove(6)
    assert list(state(game).pool[Cup.GERMAN]) == owned


@rule("14.8-04")
@pytest.mark.parametrize(
    ("units", "winner"),
    [
        pytest.param("", "german", id="nobody near St Lo"),
        pytest.param("allied 16/1 at 0708", "german", id="one"),
        pytest.param("allied 16/1 at 0708\nallied 18/1 at 0507", "german", id="one near and one two hexes away"),
        pytest.param("allied 16/1 at 0708\nallied 18/1 at 0710", "allied", id="two"),
        pytest.param("allied 16/1 at 0608\nallied 18/1 at 0709", "allied", id="two inside"),
        pytest.param("german 914/352 at 0709\nallied 16/1 at 0708\nallied 18/1 at 0710", "allied", id="Germans inside"),
    ],
)
def test_the_allies_need_two_units_next_to_st_lo_as_well(units: str, winner: str) -> None:
    held = "1718 1811 1911 0421"
    game = position("omaha", units, side="german", turn=17, held=held, beachheads="2219")
    end_turn(game)
    assert game.outcome is not None and game.outcome.winner == winner


@rule("14.8-03")
def test_units_next_to_st_lo_alone_do_not_win() -> None:
    units = "allied 16/1 at 0708\nallied 18/1 at 0710"
    game = position("omaha", units, side="german", turn=17, held="1718 1811 0421", beachheads="2219")
    end_turn(game)
    assert game.outcome is not None and game.outcome.winner == "german"
