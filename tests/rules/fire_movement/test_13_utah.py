"""Utah (13): what is this scenario's own."""

from __future__ import annotations

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.words import unit_number
from bocage.hexes import members
from tests.fire_movement.courses import end_turn, start, until
from tests.fire_movement.positions import at, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.landings import begin, come_ashore, hold_fire, place, told
from tests.support import rule

UTAH = {"3005", "2906", "2806", "2707", "2607", "2508"}
EIGHTY_SECOND = ("505/82", "507/82", "508/82", "325/82")
HUNDRED_FIRST = ("501/101", "502/101", "506/101", "327/101")
CHART = load_chart()


@rule("13.4-01")
def test_the_germans_stand_in_their_hexes_for_all_to_see_before_anything_else() -> None:
    game = start("utah")
    fixed = {"6/2-fj": "1709", "709/709": "3303", "919/709": "3002", "729/709": "3203", "739/709": "3304"}
    assert {unit: where(game, unit) for unit in fixed} == fixed
    assert game.decision.seat == "allied"  # there is nothing to record
    seen = game.view("allied")
    assert seen.board_facts() == state(game).board_facts()


@rule("13.4-03")
def test_beachheads_go_into_any_hexes_of_utah() -> None:
    game = begin("utah")
    assert set(orders(game, "beachhead")) == UTAH
    assert refusal(game, "beachhead 2219").rule == "10.9.1-01"  # Omaha


@rule("13.4-04")
def test_four_regiments_land_in_beach_landing_hexes() -> None:
    game = begin("utah")
    play(game, "beachhead 3005", "beachhead 2508", "end")
    for unit, hex_ in (("8/4", "3005"), ("12/4", "2508"), ("22/4", "2508"), ("359/90", "3005")):
        assert set(orders(game, "at")) == {"2508", "3005"}
        assert refusal(game, "at 2707").rule == "10.9.1-05"
        place(game, f"{unit} {hex_}")
    assert game.decision.prompt.startswith("Choose the drop zone")


@rule("13.4-05")
def test_the_fourth_unit_of_a_single_beach_hex_comes_on_gt_2() -> None:
    game = begin("utah", dice=[6] * 20)
    play(game, "beachhead 2707", "end")
    events = place(game, "8/4 2707", "12/4 2707", "22/4 2707")
    assert [facts["unit"] for facts in told(events, "no_room")] == [unit_number("359/90")]
    play(game, "zone 2504", "zone 2205")
    place(game, "505/82 2504", "507/82 2503", "508/82 2505", "325/82 2604")
    place(game, "501/101 2205", "502/101 2204", "506/101 2206", "327/101 2305")
    until(game, "Move a unit", "allied")
    assert (state(game).turn, where(game, "359/90")) == (1, "waiting")
    end_turn(game)
    until(game, "Move a unit", "allied")
    play(game, "move 8/4", "to 2706", "end")
    assert state(game).turn == 2 and "359/90" in orders(game, "land")


@rule("13.4-06")
def test_both_drop_zones_are_north_of_row_19() -> None:
    game = begin("utah")
    come_ashore(game)
    utah = {CHART.grid.label(hex_) for hex_ in members(CHART.areas["utah"] & CHART.land)}
    closed = {label for label in utah if CHART.terrain[at(label)] & {"woods", "city", "beach"}}
    expected = {label for label in utah - closed if int(label[:2]) > 19} - {"3301"}  # too few hexes for four units
    assert set(orders(game, "zone")) == expected
    assert refusal(game, "zone 1905").rule.startswith("13.4")
    play(game, "zone 2003")
    assert "101st" in game.decision.prompt
    assert set(orders(game, "zone")) == expected - {"2003"}


@rule("13.4-02", "13.4-07", "13.4-08", "13.4-10")
def test_the_steps_follow_each_other() -> None:
    # The 501st drops on the regiment in 3002, everybody else where he should.
    game = begin("utah", dice=[6] * 9 + [5, 5])
    come_ashore(game)
    events = play(game, "zone 2504", "zone 2903")
    assert kinds(events) == ["drop_zone", "drop_zone"]
    for unit, hex_ in zip(EIGHTY_SECOND, ("2504", "2503", "2505", "2604"), strict=True):
        assert set(orders(game, "at")) <= {"2504", *(CHART.grid.label(n) for n in CHART.grid.neighbours[at("2504")])}
        place(game, f"{unit} {hex_}")
    for unit, hex_ in zip(HUNDRED_FIRST[:3], ("3002", "2903", "2904"), strict=True):
        assert set(orders(game, "at")) <= {"2903", *(CHART.grid.label(n) for n in CHART.grid.neighbours[at("2903")])}
        place(game, f"{unit} {hex_}")
    events = place(game, "327/101 2803")
    assert kinds(events) == ["drop_roll"] * 8
    assert (game.decision.seat, "attack on 3002" in game.decision.prompt) == ("allied", True)
    hold_fire(game)
    while game.decision.rule != "10.9.4-01":
        play(game, orders(game)[0])
    # No commandos here: the beaches follow at once.
    play(game, "attack 2607")
    assert "attack on 2607" in game.decision.prompt and state(game).turn == 0
    hold_fire(game)
    assert "attack on 2707" in game.decision.prompt
    hold_fire(game)
    assert state(game).turn == 1
