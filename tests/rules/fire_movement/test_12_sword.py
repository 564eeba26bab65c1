"""Sword (12): what is this scenario's own."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.words import Cup, unit_number
from bocage.hexes import members
from bocage.kernel import Game
from tests.fire_movement.courses import end_turn, start, until
from tests.fire_movement.positions import at, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.landings import FAR_AWAY, begin, come_ashore, hold_fire, jump, place, set_up, told
from tests.support import rule

SWORD = {"1838", "1739", "1740", "1640"}
CAEN = {"0738", "0739", "0837", "0838", "0839", "0840", "0937", "0938", "0939"}
ANYWHERE = ("716/716", "736/716", "857/346")
SOUTH = ("200/21", "22/21", "125/21", "192/21", "305/21")
NINE = (*ANYWHERE, *SOUTH, "2-aa")

CHART = load_chart()


def land(area: str) -> set[str]:
    return {CHART.grid.label(hex_) for hex_ in members(CHART.areas[area] & CHART.land)}


def asked_for(unit: str) -> Game:
    """The game when a German unit's set-up hex is asked for, the units before it far away."""
    game = start("sword")
    while not game.decision.prompt.endswith(f" {unit}"):
        play(game, f"at {FAR_AWAY[game.decision.prompt.rpartition(' ')[2]]}")
    return game


@rule("12.4-01")
def test_the_germans_secretly_record_nine_units_off_the_beaches() -> None:
    game = start("sword")
    asked = []
    while game.decision.seat == "german":
        unit = game.decision.prompt.rpartition(" ")[2]
        asked.append(unit)
        assert not set(orders(game, "at")) & SWORD
        assert refusal(game, "at 1739").rule == "12.4-01"
        events = play(game, f"at {FAR_AWAY[unit]}")
        assert [(event.kind, event.seats) for event in events] == [("recorded", ("german",))]
    assert sorted(asked) == sorted(NINE)
    other = begin("sword", {"736/716": "1639", "22/21": "0739", "2-aa": "0938"})
    assert game.view("allied").hash() == other.view("allied").hash()
    assert game.view("german").hash() != other.view("german").hash()


@rule("12.4-02")
def test_three_units_may_stand_anywhere_in_the_area() -> None:
    taken: set[str] = set()
    for unit in ANYWHERE:
        assert set(orders(asked_for(unit), "at")) == land("sword") - SWORD - taken
        taken.add(FAR_AWAY[unit])


@rule("12.4-03")
def test_the_21st_panzer_division_stands_south_or_southeast_of_caen() -> None:
    expected = {
        label for label in land("sword") if any(label[:2] < caen[:2] and label[2:] >= caen[2:] for caen in CAEN)
    }
    for unit in SOUTH:
        game = asked_for(unit)
        taken = {FAR_AWAY[other] for other in NINE[: NINE.index(unit)]}
        assert set(orders(game, "at")) == expected - taken
        assert {"0637", "0539", "0841"} <= set(orders(game, "at"))
        assert not {"1038", "0941", "0836"} & set(orders(game, "at"))
        assert refusal(game, "at 1038").rule == "12.4-03"


@rule("12.4-04")
def test_the_2nd_flak_regiment_stands_in_caen() -> None:
    game = asked_for("2-aa")
    assert set(orders(game, "at")) == CAEN
    assert refusal(game, "at 0639").rule == "12.4-04"


@rule("12.4-05")
def test_beachheads_go_into_any_hexes_of_sword() -> None:
    game = begin("sword")
    assert game.decision.seat == "allied"
    assert set(orders(game, "beachhead")) == SWORD
    assert refusal(game, "beachhead 1937").rule == "10.9.1-01"


@rule("12.4-06")
def test_the_3rd_division_and_the_27th_brigade_land_on_any_marker_and_the_rest_comes_on_gt_2() -> None:
    game = begin("sword", dice=[6] * 10)
    play(game, "beachhead 1838", "beachhead 1640", "end")
    for unit, hex_ in (("8/3-br", "1640"), ("9/3-br", "1838"), ("185/3", "1640")):
        assert set(orders(game, "at")) == {"1640", "1838"}
        place(game, f"{unit} {hex_}")
    place(game, "27 1640")
    assert where(game, "27") == "1640"

    game = begin("sword", dice=[6] * 10)
    play(game, "beachhead 1838", "end")
    events = place(game, "8/3-br 1838", "9/3-br 1838", "185/3 1838")
    assert [facts["unit"] for facts in told(events, "no_room")] == [unit_number("27")]
    end_landings_and_turn_1(game)
    play(game, "move 8/3-br", "to 1738", "end")
    assert "27" in orders(game, "land")


def end_landings_and_turn_1(game: Game) -> None:
    until(game, "Move a unit", "allied")
    end_turn(game)
    until(game, "Move a unit", "allied")
    assert state(game).turn == 2


@rule("12.4-07")
def test_the_drop_zone_is_north_of_row_09_and_east_of_the_orne() -> None:
    game = begin("sword")
    come_ashore(game)
    assert game.decision.prompt == (
        "Choose the drop zone of the 6th Airborne Division: its 3 units aim at it or next to it"
    )
    zones = set(orders(game, "zone"))
    closed = {label for label in land("east_of_orne") if CHART.terrain[at(label)] & {"woods", "city", "beach", "sea"}}
    assert zones == land("east_of_orne") - closed
    assert min(int(label[:2]) for label in zones) == 10
    for label in ("0944", "0946", "1139", "1540"):  # row 09, and the west bank
        assert refusal(game, f"zone {label}").rule.startswith("12.4")


@rule("12.4-08", "12.4-09", "12.4-10", "12.4-13", "12.4-14")
def test_the_ten_steps_follow_each_other() -> None:
    # 3/6 comes down on the regiment in 1244; the others land where they should.
    game = begin("sword", {"736/716": "1244"}, dice=[6, 6, 6, 6, 6, 6, 6])
    come_ashore(game)
    assert where(game, "736/716") == "waiting"
    events = jump(game, "1245", "3/6 1244", "5/6 1245", "6/6 1246")
    assert kinds(events)[:2] == ["drop_zone", "drop_roll"] and kinds(events).count("drop_roll") == 3
    # Only then the Germans appear, all nine of them.
    assert {facts["unit"] for facts in told(events, "set_up")} == {unit_number(name) for name in NINE}
    assert kinds(events).index("set_up") > max(n for n, kind in enumerate(kinds(events)) if kind == "drop_roll")
    assert where(game, "736/716") == where(game, "3/6") == "1244"
    # Step 7: the landing attack comes before the commandos and the beach assaults.
    assert (game.decision.seat, "attack on 1244" in game.decision.prompt) == ("allied", True)
    events = hold_fire(game)
    while game.decision.seat == "german":
        events += play(game, orders(game)[0])
    assert "combat_result" in kinds(events)
    assert where(game, "736/716") != "1244" or where(game, "3/6") == "eliminated"
    # Step 9: the commandos.
    assert game.decision.prompt == "Where does 1-cdo land?"
    assert orders(game) == ["at 1641", "at 1642"]
    play(game, "at 1642", "stay")
    # Step 10: the beaches, then GT 1.
    play(game, "attack 1739")
    assert "attack on 1739" in game.decision.prompt
    hold_fire(game)
    assert "attack on 1740" in game.decision.prompt and state(game).turn == 0
    hold_fire(game)
    assert state(game).turn == 1


@rule("12.4-12")
@pytest.mark.parametrize("hex_", ["1641", "1642"])
def test_the_allied_player_chooses_between_1641_and_1642_for_the_commandos(hex_: str) -> None:
    game = before_commandos([6, 6, 6, 6])
    assert (game.decision.seat, orders(game)) == ("allied", ["at 1641", "at 1642"])
    events = play(game, f"at {hex_}")
    assert told(events, "commando_roll")[0]["hex"] == at(hex_)
    assert where(game, "1-cdo") == hex_


def before_commandos(dice: list[int]) -> Game:
    """The landings up to the commandos; nobody drops on a German."""
    game = begin("sword", dice=dice)
    come_ashore(game)
    jump(game, "1245", "3/6 1244", "5/6 1245", "6/6 1246")
    return game


@rule("12.2-06")
@pytest.mark.parametrize(("die", "lost"), [(3, None), (4, 6), (5, 6), (6, 10)])
def test_the_commando_assault_may_cost_the_germans_a_marker(die: int, lost: int | None) -> None:
    game = before_commandos([6, 6, 6, die])
    owned = list(state(game).pool[Cup.GERMAN])
    play(game, "at 1641")
    if lost is not None:
        owned.remove(lost)
    assert list(state(game).pool[Cup.GERMAN]) == owned


@rule("12.8-03", "12.8-04")
def test_northern_caen_wins_without_supply_and_under_german_zones_of_control() -> None:
    north = "0837 0937 0938 0939"
    cut_off = "german 736/716 at 1541\ngerman 857/346 at 1639"
    zones = "german 22/21 at 0838\ngerman 125/21 at 0936\ngerman 192/21 at 1038\ngerman 305/21 at 0940"
    game = position("sword", f"{cut_off}\n{zones}", side="german", turn=17, held=north, beachheads="1640")
    end_turn(game)
    assert game.outcome is not None and game.outcome.winner == "allied"


@rule("12.8-03")
def test_southern_caen_does_not_matter() -> None:
    south = "0738 0739 0838 0839 0840 0937 0938 0939"
    game = position("sword", "", side="german", turn=17, held=south, beachheads="1640", picks=[])
    end_turn(game)
    assert game.outcome is not None and game.outcome.winner == "german"


@rule("12.8-03")
def test_caen_is_judged_at_the_end_of_a_game_made_longer() -> None:
    game = position(
        "sword", "german 22/21 at 0545", turn=14, phase="mobile_combat", held="0837 0937 0938 0939",
        beachheads="1640", waiting="1051/84", early_arrival="yes",
    )  # fmt: skip
    play(game, "bring 84")
    while state(game).turn < 18:
        end_turn(game)
    assert not game.over
    end_turn(game)
    assert game.outcome is not None and game.outcome.winner == "allied"


@rule("12.4-01")
def test_set_up_units_do_not_stack() -> None:
    game = start("sword")
    play(game, "at 1437")
    assert "1437" not in orders(game, "at")
    assert refusal(game, "at 1437").rule == "5.3-01"
    set_up(game)
    assert game.decision.seat == "allied"
