"""Landings from the air (10.9.2; folio 11.2.2)."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.supply import captured
from bocage.games.fire_movement.victory import captured_city_hexes
from bocage.games.fire_movement.words import Cup
from bocage.kernel import Event, Game
from tests.fire_movement.courses import end_turn, quietly, until
from tests.fire_movement.positions import at, hexes, is_reduced, name_of, position, state, where
from tests.questions import orders, play, refusal
from tests.rules.fire_movement.landings import (
    begin,
    come_ashore,
    cup,
    dawn,
    hold_fire,
    jump,
    place,
    result,
    told,
    turned_up,
)
from tests.support import rule

CHART = load_chart()
EAST_OF_ORNE = "6th Airborne Division"
SAFE = ("5/6 1444", "6/6 1245")
TEN = 7  # the place of a +10 in the aircraft cup


def over_sword(hexes: dict[str, str] | None = None, *, dice: list[int], picks: list[int] | None = None) -> Game:
    """Sword Beach with everybody ashore: the drop zone is to be chosen."""
    game = begin("sword", hexes, dice=dice, picks=picks)
    come_ashore(game)
    assert EAST_OF_ORNE in game.decision.prompt
    return game


def over_utah(*, dice: list[int]) -> Game:
    """Utah Beach with everybody ashore."""
    game = begin("utah", dice=dice)
    come_ashore(game)
    return game


def to_turn(game: Game, turn: int) -> None:
    """Do nothing until a turn begins."""
    while state(game).turn < turn:
        quietly(game)


# -- drop zones -----------------------------------------------------------------------------------


@rule("10.9.2-02", "12.4-07")
def test_the_drop_zone_of_the_6th_lies_north_of_row_9_and_east_of_the_orne() -> None:
    game = over_sword(dice=[])
    zones = set(orders(game, "zone"))
    assert game.decision.seat == "allied"
    assert {"1040", "1050", "1543", "1750"} <= zones
    assert min(zones) >= "1001"
    assert zones <= set(CHART.grid.labels(CHART.areas["east_of_orne"]))
    for outside in ("0941", "1039", "1538"):
        assert refusal(game, f"zone {outside}").rule == "12.4-07"
    assert refusal(game, "at 1345").rule == "10.9.2-02"


@rule("10.9.2-02", "13.4-06")
def test_each_american_division_has_a_drop_zone_north_of_row_19() -> None:
    game = over_utah(dice=[])
    assert "82nd" in game.decision.prompt
    assert min(orders(game, "zone")) == "2001"
    assert refusal(game, "zone 1901").rule == "13.4-06"
    play(game, "zone 2404")
    assert "101st" in game.decision.prompt
    play(game, "zone 2604")
    assert "505/82" in game.decision.prompt


@rule("10.9.2-03")
def test_a_drop_zone_is_no_beach_woods_sea_or_city_hex() -> None:
    sword, utah = over_sword(dice=[]), over_utah(dice=[])
    for game in (sword, utah):
        for label in orders(game, "zone"):
            assert not CHART.terrain[at(label)] & {"beach", "woods", "sea", "city"}
    for game, label, kind in (
        (utah, "2707", "beach"),
        (utah, "2508", "beach"),
        (sword, "1144", "woods"),
        (sword, "1643", "sea"),
        (sword, "1647", "city"),
        (utah, "3001", "city"),
    ):
        assert kind in CHART.terrain[at(label)]
        assert refusal(game, f"zone {label}").rule == "10.9.2-03"


# -- placing --------------------------------------------------------------------------------------


@rule("10.9.2-04", "10.9.2-05", "12.4-08")
def test_units_are_placed_in_or_next_to_the_drop_zone_one_in_a_hex() -> None:
    game = over_sword(dice=[6, 6, 6, 6])
    play(game, "zone 1345")
    around = {"1345", "1344", "1346", "1444", "1445", "1244", "1245"}
    assert "3/6" in game.decision.prompt
    assert set(orders(game, "at")) == around
    assert refusal(game, "at 1347").rule == "10.9.2-04"
    place(game, "3/6 1345")
    assert set(orders(game, "at")) == around - {"1345"}
    assert refusal(game, "at 1345").rule == "10.9.2-05"
    assert refusal(game, "end").rule == "10.9.2-04"
    place(game, "5/6 1346", "6/6 1244")
    assert [where(game, unit) for unit in ("3/6", "5/6", "6/6")] == ["1345", "1346", "1244"]


@rule("10.9.2-04", "13.4-07")
def test_the_units_of_each_division_go_to_its_own_drop_zone() -> None:
    game = over_utah(dice=[6] * 12)
    play(game, "zone 2604", "zone 2404")
    place(game, "505/82 2604", "507/82 2603", "508/82 2705")
    assert refusal(game, "at 2404").rule == "10.9.2-04"
    place(game, "325/82 2605", "501/101 2404")
    assert refusal(game, "at 2604").rule == "10.9.2-04"
    assert refusal(game, "at 2404").rule == "10.9.2-05"
    place(game, "502/101 2403", "506/101 2405", "327/101 2304")


@rule("11.2.2-03", edition="folio")
def test_the_two_parachute_and_the_glider_unit_of_the_folio_are_placed_around_the_drop_zone() -> None:
    game = begin("on_to_caen", dice=[6, 6, 6, 6])
    come_ashore(game)
    play(game, "zone 1345")
    assert set(orders(game, "at")) == {"1345", "1344", "1346", "1444", "1445", "1244", "1245"}
    assert refusal(game, "at 1343").rule == "11.2.2-03"
    place(game, "3/6 1345", "5/6 1346", "6/6 1244")
    assert [where(game, unit) for unit in ("3/6", "5/6", "6/6")] == ["1345", "1346", "1244"]


@rule("10.9.2-04", "10.9.2-11")
def test_a_unit_may_be_aimed_at_bad_terrain_even_at_the_sea() -> None:
    # The 6th jumps around 1543: 1542 is a city, 1643 all sea.
    game = over_sword(dice=[4, 1, 6, 6, 2])  # 3/6 drifts west and is saved
    play(game, "zone 1543")
    assert {"1542", "1643"} <= set(orders(game, "at"))
    place(game, "3/6 1643", "5/6 1542", "6/6 1543")
    assert where(game, "3/6") == "1642" and not is_reduced(game, "3/6")
    assert where(game, "5/6") == "1542" and is_reduced(game, "5/6")
    lost = over_sword(dice=[6, 6, 6])
    events = jump(lost, "1543", "3/6 1643", "5/6 1542", "6/6 1543")
    assert where(lost, "3/6") == "eliminated"
    assert ("eliminated", "10.9.2-11") in [(event.kind, event.rule) for event in events]


@rule("10.9.2-05")
def test_a_drop_zone_must_leave_a_hex_for_every_unit_of_every_division() -> None:
    game = over_utah(dice=[])
    assert refusal(game, "zone 3301").rule == "10.9.2-05"  # the corner of the map: three hexes for four units
    play(game, "zone 3302")  # five hexes
    assert refusal(game, "zone 3301").rule == "10.9.2-05"
    assert refusal(game, "zone 3303").rule == "10.9.2-05"  # seven hexes for the eight units of both divisions
    assert refusal(game, "zone 3302").rule == "10.9.2-05"
    assert "3202" in orders(game, "zone")  # eight
    inland = over_utah(dice=[])
    play(inland, "zone 2404")
    assert refusal(inland, "zone 2404").rule == "10.9.2-05"  # two zones in one hex
    assert "2405" in orders(inland, "zone")


@rule("10.9.2-05")
def test_a_unit_must_leave_a_hex_for_every_unit_after_it() -> None:
    game = over_utah(dice=[6] * 12)
    play(game, "zone 3302", "zone 3202")  # eight hexes for eight units, and 3301 is next to 3302 only
    place(game, "505/82 3302", "507/82 3303", "508/82 3202")
    assert orders(game) == ["at 3301"]
    assert refusal(game, "at 3201").rule == "10.9.2-05"
    place(game, "325/82 3301", "501/101 3201", "502/101 3203", "506/101 3102")
    assert orders(game) == ["at 3103"]
    place(game, "327/101 3103")
    units = ("505/82", "507/82", "508/82", "325/82", "501/101", "502/101", "506/101", "327/101")
    assert len({where(game, unit) for unit in units} - {"eliminated", "waiting"}) == 8


@rule("10.9.2-05")
def test_the_units_ashore_take_hexes_away_from_a_drop_zone_too() -> None:
    game = over_utah(dice=[])  # in 2707 and 2607
    play(game, "zone 2606")
    assert "2507" in orders(game, "zone")  # eight hexes in all
    game = begin("utah")
    play(game, "beachhead 2707", "beachhead 2607", "beachhead 2508")
    place(game, "8/4 2707", "12/4 2607", "22/4 2508", "359/90 2508")
    play(game, "zone 2606")
    assert refusal(game, "zone 2507").rule == "10.9.2-05"  # seven


# -- survival and drift ---------------------------------------------------------------------------


@rule("10.9.2-06")
def test_each_unit_has_its_own_die_and_is_finished_before_the_next() -> None:
    game = over_sword(dice=[1, 3, 4, 6])
    events = jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    shown = ("drop_roll", "eliminated", "reduced", "drift")
    course = [(event.kind, name_of(int(str(event.facts["unit"])))) for event in events if event.kind in shown]
    assert course == [
        ("drop_roll", "3/6"), ("eliminated", "3/6"),
        ("drop_roll", "5/6"), ("reduced", "5/6"), ("drift", "5/6"),
        ("drop_roll", "6/6"),
    ]  # fmt: skip


@rule("10.9.2-07")
def test_1_eliminates_a_parachute_unit_and_reduces_a_glider_unit_which_does_not_drift() -> None:
    game = over_sword(dice=[1, 1, 1])
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    assert [where(game, unit) for unit in ("3/6", "5/6", "6/6")] == ["eliminated", "eliminated", "1245"]
    assert is_reduced(game, "6/6")
    utah = over_utah(dice=[6, 6, 6, 1, 6, 6, 6, 1])
    play(utah, "zone 2604", "zone 2404")
    place(utah, "505/82 2604", "507/82 2603", "508/82 2705", "325/82 2605")
    place(utah, "501/101 2404", "502/101 2403", "506/101 2405", "327/101 2304")
    assert (where(utah, "325/82"), where(utah, "327/101")) == ("2605", "2304")
    assert is_reduced(utah, "325/82") and is_reduced(utah, "327/101")


@pytest.mark.parametrize(
    ("die", "reduced"),
    [
        pytest.param(2, True, marks=rule("10.9.2-08")),
        pytest.param(3, True, marks=rule("10.9.2-08")),
        pytest.param(4, False, marks=rule("10.9.2-09")),
        pytest.param(5, False, marks=rule("10.9.2-09")),
    ],
)
@pytest.mark.parametrize("unit", ["3/6", "6/6"])
def test_2_to_5_is_drift_and_2_and_3_cost_a_step(die: int, reduced: bool, unit: str) -> None:
    dice = {"3/6": [die, 4, 6, 6], "6/6": [6, 6, die, 4]}[unit]
    game = over_sword(dice=dice)
    hexes = {"3/6": ("3/6 1345", "5/6 1244", "6/6 1245"), "6/6": ("3/6 1444", "5/6 1244", "6/6 1345")}[unit]
    jump(game, "1345", *hexes)
    assert where(game, unit) == "1346"
    assert is_reduced(game, unit) == reduced


@rule("10.9.2-23")
def test_6_is_a_landing_as_planned() -> None:
    game = over_sword(dice=[6, 6, 6])
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    assert [where(game, unit) for unit in ("3/6", "5/6", "6/6")] == ["1345", "1444", "1245"]
    assert not any(is_reduced(game, unit) for unit in ("3/6", "5/6", "6/6"))


@rule("10.9.2-10")
@pytest.mark.parametrize(
    ("die", "name", "odd", "even"),
    [
        (1, "W", "1344", "1444"),
        (2, "NW", "1444", "1545"),
        (3, "NE", "1445", "1546"),
        (4, "E", "1346", "1446"),
        (5, "SE", "1245", "1346"),
        (6, "SW", "1244", "1345"),
    ],
)
def test_drift_goes_one_hex_clockwise_from_the_west(die: int, name: str, odd: str, even: str) -> None:
    around = ["1344", "1346", "1445", "1244", "1245"]
    for start, target, zone in (("1345", odd, "1345"), ("1445", even, "1345")):
        others = [hex_ for hex_ in around if hex_ not in (start, target)][:2]
        game = over_sword(dice=[4, die, 6, 6])
        events = jump(game, zone, f"3/6 {start}", f"5/6 {others[0]}", f"6/6 {others[1]}")
        assert told(events, "drift")[0]["direction"] == name
        assert where(game, "3/6") == target


@rule("10.9.2-10")
def test_a_unit_that_drifts_off_the_map_is_lost() -> None:
    game = over_sword(dice=[5, 4, 6, 6])
    events = jump(game, "1050", "3/6 1050", "5/6 1049", "6/6 1150")
    assert where(game, "3/6") == "eliminated"
    assert [event.rule for event in events if event.kind == "eliminated"] == ["10.9.2-10"]
    utah = over_utah(dice=[4, 1, *[6] * 7])
    play(utah, "zone 2301", "zone 2604")
    place(utah, "505/82 2301", "507/82 2302", "508/82 2401", "325/82 2201")
    place(utah, "501/101 2604", "502/101 2603", "506/101 2605", "327/101 2505")
    assert where(utah, "505/82") == "eliminated"  # over the west edge


# -- bad landings ---------------------------------------------------------------------------------


@rule("10.9.2-11")
@pytest.mark.parametrize(
    ("zone", "start", "target", "die", "others", "kind"),
    [
        ("1143", "1143", "1144", 4, ("5/6 1243", "6/6 1042"), "woods"),
        ("1543", "1543", "1542", 1, ("5/6 1443", "6/6 1544"), "city"),
    ],
)
def test_woods_and_city_hexes_cost_a_step_and_a_reduced_unit_is_lost_there(
    zone: str, start: str, target: str, die: int, others: tuple[str, str], kind: str
) -> None:
    assert kind in CHART.terrain[at(target)]
    game = over_sword(dice=[5, die, 6, 6])  # unhurt before
    jump(game, zone, f"3/6 {start}", *others)
    assert (where(game, "3/6"), is_reduced(game, "3/6")) == (target, True)
    game = over_sword(dice=[2, die, 6, 6])  # already reduced
    events = jump(game, zone, f"3/6 {start}", *others)
    assert where(game, "3/6") == "eliminated"
    assert [event.rule for event in events if event.kind == "eliminated"] == ["10.9.2-11"]


@rule("10.9.2-11")
def test_beach_hexes_cost_a_step() -> None:
    game = over_utah(dice=[4, 4, *[6] * 7])
    play(game, "zone 2805", "zone 2404")
    place(game, "505/82 2805", "507/82 2804", "508/82 2905", "325/82 2705")
    place(game, "501/101 2404", "502/101 2403", "506/101 2405", "327/101 2304")
    assert (where(game, "505/82"), is_reduced(game, "505/82")) == ("2806", True)
    assert not any(is_reduced(game, unit) for unit in ("507/82", "508/82", "325/82", "501/101"))


@rule("10.9.2-11")
def test_the_sea_takes_the_whole_unit_after_all_have_jumped() -> None:
    game = over_sword(dice=[5, 3, 6, 6])
    events = jump(game, "1543", "3/6 1543", "5/6 1443", "6/6 1544")
    assert where(game, "3/6") == "eliminated"  # drifted to 1643
    course = [(event.kind, event.rule) for event in events if event.kind in ("drop_roll", "eliminated")]
    assert course == [*[("drop_roll", "10.9.2-06")] * 3, ("eliminated", "10.9.2-11")]


@rule("10.9.2-12")
def test_of_two_units_in_a_hex_one_loses_a_step_by_allied_choice() -> None:
    for chosen, spared in (("3/6", "5/6"), ("5/6", "3/6")):
        game = over_sword(dice=[6, 4, 4, 6])
        jump(game, "1345", "3/6 1345", "5/6 1344", "6/6 1245")
        assert game.decision.seat == "allied"
        assert set(orders(game)) == {"deplete 3/6", "deplete 5/6"}
        play(game, f"deplete {chosen}")
        assert is_reduced(game, chosen) and not is_reduced(game, spared)
        assert where(game, "3/6") == where(game, "5/6") == "1345"


@rule("10.9.2-12")
def test_of_two_reduced_units_in_a_hex_one_is_lost() -> None:
    game = over_sword(dice=[2, 4, 3, 1, 6])
    jump(game, "1345", "3/6 1344", "5/6 1346", "6/6 1245")
    play(game, "deplete 5/6")
    assert (where(game, "3/6"), where(game, "5/6")) == ("1345", "eliminated")
    assert is_reduced(game, "3/6")


@rule("10.9.2-12")
def test_of_three_units_in_a_hex_two_lose_a_step() -> None:
    game = over_sword(dice=[4, 4, 4, 1, 6])
    jump(game, "1345", "3/6 1344", "5/6 1346", "6/6 1345")
    play(game, "deplete 3/6")
    assert set(orders(game)) == {"deplete 5/6", "deplete 6/6"}
    play(game, "deplete 6/6")
    assert [is_reduced(game, unit) for unit in ("3/6", "5/6", "6/6")] == [True, False, True]


@rule("10.9.2-12")
def test_a_unit_not_yet_reduced_pays_before_a_reduced_one() -> None:
    game = over_sword(dice=[2, 4, 6, 6])
    events = jump(game, "1345", "3/6 1344", "5/6 1345", "6/6 1245")
    course = [event.kind for event in events if event.kind in ("shared_landing", "reduced")]
    assert course[-2:] == ["shared_landing", "reduced"]  # it is told why
    assert "1-cdo" in game.decision.prompt  # there was nothing to choose
    assert where(game, "3/6") == where(game, "5/6") == "1345"
    assert is_reduced(game, "3/6") and is_reduced(game, "5/6")


@rule("10.9.2-12")
def test_of_three_units_two_of_them_reduced_the_third_pays_and_one_of_the_two_is_lost() -> None:
    game = over_sword(dice=[2, 4, 3, 1, 6])
    jump(game, "1345", "3/6 1344", "5/6 1346", "6/6 1345")
    assert is_reduced(game, "6/6")
    assert (game.decision.seat, orders(game)) == ("allied", ["deplete 3/6", "deplete 5/6"])
    play(game, "deplete 3/6")
    assert [where(game, unit) for unit in ("3/6", "5/6", "6/6")] == ["eliminated", "1345", "1345"]
    assert "1-cdo" in game.decision.prompt


@rule("10.9.2-12")
def test_of_three_units_one_of_them_reduced_the_two_others_pay() -> None:
    game = over_sword(dice=[2, 4, 4, 1, 6])
    jump(game, "1345", "3/6 1344", "5/6 1346", "6/6 1345")
    assert "1-cdo" in game.decision.prompt
    assert {where(game, unit) for unit in ("3/6", "5/6", "6/6")} == {"1345"}
    assert all(is_reduced(game, unit) for unit in ("3/6", "5/6", "6/6"))


@rule("10.9.2-12")
def test_of_three_reduced_units_two_are_lost() -> None:
    game = over_sword(dice=[2, 4, 3, 1, 2, 6])
    jump(game, "1345", "3/6 1344", "5/6 1346", "6/6 1445")
    assert orders(game) == ["deplete 3/6", "deplete 5/6", "deplete 6/6"]
    play(game, "deplete 3/6")
    assert orders(game) == ["deplete 5/6", "deplete 6/6"]
    play(game, "deplete 5/6")
    assert [where(game, unit) for unit in ("3/6", "5/6", "6/6")] == ["eliminated", "eliminated", "1345"]


@rule("10.9.2-12")
def test_units_that_share_a_hex_must_separate_in_the_second_turn() -> None:
    game = over_sword(dice=[6, 4, 4, 6, 2, 6, 6])
    jump(game, "1345", "3/6 1345", "5/6 1344", "6/6 1245")
    play(game, "deplete 3/6")
    until(game, "Move a unit")
    assert state(game).turn == 1
    play(game, "end")
    to_turn(game, 2)
    until(game, "Move a unit", seat="allied")
    assert where(game, "3/6") == where(game, "5/6") == "1345"  # together all through GT 1
    assert "end" not in orders(game)
    assert refusal(game, "end").rule == "10.9.2-12"
    play(game, "move 3/6", "to 1344")
    assert "end" in orders(game)
    play(game, "move 5/6")
    assert refusal(game, "to 1344").rule == "5.3-03"


# -- on top of those who came by sea --------------------------------------------------------------


def onto_2707(drift: list[int], *ashore: str, others: str = "2607") -> Game:
    """Utah: the named units are ashore in 2707 and 505/82, aimed at 2706, comes down there by its dice."""
    game = begin("utah", dice=[*drift, *[6] * 7, *[3] * 9])
    play(game, "beachhead 2707", f"beachhead {others}", "end")
    place(game, *(f"{unit} {'2707' if unit in ashore else others}" for unit in ("8/4", "12/4", "22/4", "359/90")))
    play(game, "zone 2706", "zone 2404")
    place(game, "505/82 2706", "507/82 2705", "508/82 2805", "325/82 2606")
    place(game, "501/101 2404", "502/101 2403", "506/101 2405", "327/101 2304")
    return game


@rule("10.9.2-12", "10.9.2-11")
@pytest.mark.parametrize("ashore", [("8/4",), ("8/4", "12/4"), ("8/4", "12/4", "22/4")])
def test_an_airborne_unit_that_drifts_onto_a_landing_hex_costs_a_step_there(ashore: tuple[str, ...]) -> None:
    game = onto_2707([4, 4], *ashore)
    assert (where(game, "505/82"), is_reduced(game, "505/82")) == ("2707", True)  # for the beach
    if len(ashore) > 1:  # and one for the shared hex: of a unit that is not reduced yet, by Allied choice
        assert (game.decision.seat, orders(game)) == ("allied", [f"deplete {unit}" for unit in ashore])
        assert refusal(game, "deplete 505/82").rule == "10.9.2-12"
        play(game, f"deplete {ashore[-1]}")
    assert [unit for unit in ("8/4", "12/4", "22/4") if is_reduced(game, unit)] == [ashore[-1]]
    assert game.decision.rule == "10.9.4-01"


@rule("10.9.2-12")
def test_a_unit_that_is_lost_on_the_beach_costs_the_others_nothing() -> None:
    game = onto_2707([2, 4], "8/4", "12/4")  # reduced in the jump, and then on the beach
    assert where(game, "505/82") == "eliminated"
    assert not any(is_reduced(game, unit) for unit in ("8/4", "12/4"))


@rule("10.9.2-12")
def test_two_airborne_units_on_a_landing_hex_cost_two_steps() -> None:
    game = begin("utah", dice=[4, 4, 4, 3, *[6] * 30])
    play(game, "beachhead 2707", "beachhead 2607", "end", "at 2707", "at 2607", "at 2607", "at 2607")
    play(game, "zone 2706", "zone 2404")
    place(game, "505/82 2706", "507/82 2606", "508/82 2805", "325/82 2705")  # both drift onto 2707
    place(game, "501/101 2404", "502/101 2403", "506/101 2405", "327/101 2304")
    assert where(game, "505/82") == where(game, "507/82") == where(game, "8/4") == "2707"
    assert is_reduced(game, "8/4")  # the only one that was whole; the second step is the last of one of the others
    assert orders(game) == ["deplete 505/82", "deplete 507/82"]
    play(game, "deplete 507/82")
    assert (where(game, "505/82"), where(game, "507/82"), where(game, "8/4")) == ("2707", "eliminated", "2707")


@rule("10.9.2-12")
def test_germans_in_the_hex_are_no_unit_that_shares_it() -> None:
    game = over_utah(dice=[6] * 8)
    play(game, "zone 3102", "zone 2404")
    place(game, "505/82 3002", "507/82 3102", "508/82 3101", "325/82 3103")
    place(game, "501/101 2404", "502/101 2403", "506/101 2405", "327/101 2304")
    assert where(game, "919/709") == where(game, "505/82") == "3002"
    assert "attack on 3002" in game.decision.prompt
    assert not is_reduced(game, "919/709") and not is_reduced(game, "505/82")


@rule("10.9.1-09", "10.9.2-12", "10.11-05")
def test_a_fourth_unit_on_a_landing_hex_must_make_room_in_the_second_turn() -> None:
    game = onto_2707([4, 4], "8/4", "12/4", "22/4")
    play(game, "deplete 22/4")
    to_turn(game, 2)
    until(game, "Move a unit", seat="allied")
    here = {unit for unit in ("8/4", "12/4", "22/4", "505/82") if where(game, unit) == "2707"}
    assert len(here) == 4
    assert "end" not in orders(game)
    assert refusal(game, "end").rule == "10.9.2-12"
    play(game, "move 12/4")
    play(game, orders(game)[0])
    play(game, "end")
    play(game, f"land {orders(game, 'land')[0]}")
    assert refusal(game, "at 2707").rule == "10.11-05"  # three are still there, the airborne unit among them


@rule("10.9.1-09", "10.11-05", "10.9.1-10")
def test_an_airborne_unit_on_a_landing_hex_is_one_of_its_three_and_bars_nobody() -> None:
    game = onto_2707([4, 4], "8/4")
    to_turn(game, 2)
    until(game, "Bring a reinforcement ashore")
    assert where(game, "505/82") == where(game, "8/4") == "2707"
    assert {where(game, unit) for unit in ("12/4", "22/4", "359/90")} == {"2607"}
    play(game, "land 357/90")
    assert orders(game) == ["at 2707"]
    assert refusal(game, "at 2607").rule == "10.11-05"
    play(game, "at 2707")
    assert where(game, "358/90") == "waiting"  # now there are three in either hex


# -- on top of Germans ----------------------------------------------------------------------------


def attack_1345(
    defender: str = "736/716", *, die: int, marker: bool = False, drop: list[int] | None = None
) -> tuple[Game, list[Event]]:
    """3/6 comes down on a German unit in 1345 and attacks it, with a +10 if wanted."""
    game = over_sword({defender: "1345"}, dice=[*(drop or [6, 6, 6]), die, *[6] * 9], picks=[TEN] if marker else None)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    assert "attack on 1345" in game.decision.prompt
    if marker:
        return game, play(game, "draw cw-aircraft")
    return game, hold_fire(game)


@rule("10.9.2-14", "10.9.2-15")
def test_a_unit_in_a_german_hex_attacks_at_once_alone_with_one_marker_and_no_answer() -> None:
    game, events = attack_1345(die=1, marker=True)
    facts = result(events)  # the die is thrown at once: nobody is asked for another marker
    assert (facts["attack"], facts["defence"]) == (4 + 10, 3)  # 5/6 and 6/6 stand beside and do not help
    assert turned_up(events) == [((10,), ())]
    assert len(cup(game, Cup.GERMAN)) == 21
    assert state(game).turn == 0


@rule("8.0-09", "10.9.2-14")
@pytest.mark.parametrize("chosen", [("1345", "1444"), ("1444", "1345")])
def test_the_allied_player_chooses_which_germans_are_attacked_first(chosen: tuple[str, str]) -> None:
    first, last = chosen
    game = over_sword({"736/716": "1345", "857/346": "1444"}, dice=[6, 6, 6, 3, 4])
    jump(game, "1345", "3/6 1345", *SAFE)
    assert (game.decision.seat, orders(game)) == ("allied", ["attack 1345", "attack 1444"])
    play(game, f"attack {first}")
    defence = {"1345": 3, "1444": 3}
    facts = result(hold_fire(game))
    assert (facts["hex"], facts["defence"], facts["die"]) == (at(first), defence[first], 3)
    assert f"attack on {last}" in game.decision.prompt  # the last one needs no word
    facts = result(hold_fire(game))
    assert (facts["hex"], facts["defence"], facts["die"]) == (at(last), defence[last], 4)
    assert game.decision.prompt == "Where does 1-cdo land?"


@rule("10.9.2-14")
def test_there_is_an_attack_in_each_hex_with_both_sides_and_in_no_other() -> None:
    hexes = {"736/716": "1345", "857/346": "1444", "716/716": "1245"}
    game = over_sword(hexes, dice=[6, 6, 6, 3])
    jump(game, "1345", "3/6 1345", *SAFE)
    assert orders(game) == ["attack 1245", "attack 1345", "attack 1444"]
    assert where(game, "22/21") == "0245"
    assert refusal(game, "attack 0245").rule == "10.9.2-14"  # Germans by themselves
    assert refusal(game, "attack 1739").rule == "10.9.2-14"  # Allies by themselves
    assert refusal(game, "pass").rule == refusal(game, "end").rule == "10.9.2-14"  # all must be fought
    play(game, "attack 1345")
    hold_fire(game)
    assert orders(game) == ["attack 1245", "attack 1444"]
    assert refusal(game, "attack 1345").rule == "10.9.2-14"


@rule("10.9.2-15")
def test_two_units_in_the_hex_attack_together() -> None:
    game = over_sword({"736/716": "1345"}, dice=[6, 4, 4, 6, 4])
    jump(game, "1345", "3/6 1345", "5/6 1344", "6/6 1245")
    play(game, "deplete 3/6")
    facts = result(hold_fire(game))
    assert facts["attack"] == 2 + 4
    assert where(game, "3/6") == where(game, "5/6") == "eliminated"  # no effect on the Germans


@rule("10.9.2-18")
def test_the_hex_gives_the_terrain_line_and_hexsides_do_not_count() -> None:
    # 1246 is a swamp hex with the Dives on its eastern side.
    game = over_sword({"736/716": "1246"}, dice=[6, 6, 6, 3])
    jump(game, "1246", "3/6 1246", "5/6 1346", "6/6 1245")
    assert result(hold_fire(game))["line"] == "town"
    game = over_sword({"736/716": "1542"}, dice=[6, 6, 6, 3])
    jump(game, "1543", "3/6 1542", "5/6 1443", "6/6 1544")
    assert result(hold_fire(game))["line"] == "city"


@rule("10.9.2-18")
@pytest.mark.parametrize(
    ("die", "marker", "outcome", "german", "allied"),
    [
        (1, True, "De", "eliminated", "1345"),
        (5, True, "Ex", "1345 reduced", "eliminated"),
        (1, False, "Ex", "1345 reduced", "eliminated"),
        (3, False, "-", "1345", "eliminated"),
        (4, False, "A2", "1345", "eliminated"),
        (5, False, "A3", "1345", "eliminated"),
        (6, False, "(A)", "1345", "eliminated"),
    ],
)
def test_unless_the_german_unit_is_gone_the_allied_unit_is_lost(
    die: int, marker: bool, outcome: str, german: str, allied: str
) -> None:
    game, events = attack_1345(die=die, marker=marker)
    assert result(events)["outcome"] == (outcome,)
    assert where(game, "736/716") + (" reduced" if is_reduced(game, "736/716") else "") == german
    assert where(game, "3/6") == allied
    assert not is_reduced(game, "3/6") or allied == "eliminated"


@rule("10.9.2-18")
def test_an_exchange_may_destroy_the_german_unit_and_save_the_allied_one() -> None:
    game, events = attack_1345("716/716", die=4)  # a battalion of one step: 4 - 1, column 8 less one
    assert (result(events)["column"], result(events)["outcome"]) == (7, ("-",))
    game, events = attack_1345("716/716", die=3)
    assert result(events)["outcome"] == ("Ex",)
    assert where(game, "716/716") == "eliminated"
    assert (where(game, "3/6"), is_reduced(game, "3/6")) == ("1345", True)


@rule("10.9.2-16", "10.9.2-18")
@pytest.mark.parametrize(("die", "length"), [(2, 3), (3, 2)])
def test_the_german_unit_cannot_stand_and_retreats(die: int, length: int) -> None:
    game, events = attack_1345(die=die, marker=True)
    while game.decision.seat == "german":
        assert not orders(game, "stand")
        events += play(game, orders(game)[-1])
    assert told(events, "retreated")
    assert CHART.grid.distance(at("1345"), at(where(game, "736/716"))) == length
    assert not is_reduced(game, "736/716")
    assert where(game, "3/6") == "1345"


@rule("10.9.2-17")
def test_the_retreat_may_go_through_zones_of_control() -> None:
    game = begin("sword", {"736/716": "1541"}, dice=[4, 1, 6, 6, 3, 2, 6], picks=[TEN])
    play(game, "beachhead 1640", "end")
    place(game, "8/3-br 1640", "9/3-br 1640", "185/3 1640")
    jump(game, "1543", "3/6 1542", "5/6 1443", "6/6 1544")  # 3/6 drifts onto the Germans
    events = play(game, "draw cw-aircraft")
    assert result(events)["outcome"] == ("D2",)
    assert state(game).in_ezoc(GERMAN, at("1641"))
    assert "1641" in orders(game, "to")
    play(game, "to 1641")
    while game.decision.seat == "german":
        play(game, orders(game)[0])
    assert where(game, "3/6") == "1541"
    # In an ordinary combat the zone would close that way.
    units = "german 736/716 at 1541\nallied 8/3-br at 1640\nallied 27 at 1540\nallied 9/3-br at 1440"
    ordinary = position("sword", units, phase="combat", dice=[3], cups={Cup.GERMAN: [], Cup.CW_ARTILLERY: []})
    play(ordinary, "attack 1541", "with 8/3-br", "with 27", "with 9/3-br")
    hold_fire(ordinary)
    play(ordinary, "retreat 736/716")
    assert "1641" not in orders(ordinary, "to")
    assert refusal(ordinary, "to 1641").rule == "8.3-08"


# -- who holds what afterwards --------------------------------------------------------------------


@rule("13.8-05")
@pytest.mark.parametrize(("dice", "landed"), [([6], "2503"), ([4, 1], "2502"), ([1], "eliminated")])
def test_a_hex_that_was_aimed_at_is_captured_only_by_a_unit_that_comes_down_there(dice: list[int], landed: str) -> None:
    game = over_utah(dice=[*dice, *[6] * 7])
    play(game, "zone 2504", "zone 2205")
    place(game, "505/82 2503", "507/82 2504", "508/82 2505", "325/82 2604")
    place(game, "501/101 2205", "502/101 2204", "506/101 2206", "327/101 2305")
    assert where(game, "505/82") == landed
    objectives = hexes(" ".join(state(game).battle.areas[0].objectives.hexes))
    expected = hexes("2503 2206" if landed == "2503" else "2206")  # 506/101 is in 2206
    assert captured(state(game), objectives) == expected


@rule("15.5-06")
@pytest.mark.parametrize(
    ("garrison", "dice", "landed", "taken"),
    [
        pytest.param("0150", [6, 6, 6], "1542", True, id="an empty city"),
        pytest.param("0150", [4, 4, 6, 6], "1543", False, id="missed"),
        pytest.param("1542", [6, 6, 6, 6], "eliminated", False, id="wiped out by the garrison"),
        pytest.param("1542", [6, 6, 6, 1], "1542", True, id="garrison beaten"),
    ],
)
def test_a_city_hex_is_captured_from_the_air_only_if_the_landing_succeeds(
    garrison: str, dice: list[int], landed: str, taken: bool
) -> None:
    tens = len(cup(begin("commonwealth_campaign"), Cup.CW_AIRCRAFT)) - 1  # the last of them
    game = begin("commonwealth_campaign", {"716/716": garrison}, dice=[*dice, *[6] * 9], picks=[tens])
    come_ashore(game)
    jump(game, "1543", "3/6 1542", "5/6 1443", "6/6 1544")
    if garrison == "1542":
        play(game, "draw cw-aircraft")
    assert where(game, "3/6") == landed
    assert where(game, "716/716") != "1542" or not taken
    assert bool(state(game).held & hexes("1542")) == taken
    assert captured_city_hexes(state(game)) == int(taken)


@rule("15.5-06")
def test_a_unit_that_does_not_survive_the_landing_captures_nothing() -> None:
    # 3/6 is reduced, drifts into the city of 1542 and is lost there.
    game = begin("commonwealth_campaign", dice=[2, 1, *[6] * 9])
    come_ashore(game)
    jump(game, "1543", "3/6 1543", "5/6 1443", "6/6 1544")
    assert where(game, "3/6") == "eliminated"
    assert captured_city_hexes(state(game)) == 0


# -- afterwards -----------------------------------------------------------------------------------


@rule("10.9.2-20")
def test_airborne_units_and_no_others_draw_supply_from_a_drop_zone() -> None:
    units = "allied 3/6 at 1244\nallied 8/3-br at 1345\ngerman 736/716 at 0145"
    game = position("sword", units, phase="mobile_combat", turn=2, drop_zones="1345")
    out = [name_of(int(str(facts["unit"]))) for facts in told(game.opening_events, "out_of_supply")]
    assert out == ["8/3-br"]  # although it stands on the marker
    assert is_reduced(game, "8/3-br") and not is_reduced(game, "3/6")


@rule("10.9.2-20")
def test_a_drop_zone_serves_the_airborne_units_of_its_own_army() -> None:
    units = "allied 3/6 at 1827\nallied 505/82 at 1825\ngerman 736/716 at 0145"
    game = position("combined_campaign", units, phase="mobile_combat", turn=2, drop_zones="1826")  # Commonwealth
    assert is_reduced(game, "505/82") and not is_reduced(game, "3/6")


@rule("10.9.2-20")
def test_airborne_units_may_use_the_zone_of_another_division_of_their_army() -> None:
    units = "allied 505/82 at 2404\nallied 501/101 at 2303\nallied 8/4 at 2405\ngerman 919/709 at 0101"
    game = position("utah", units, phase="mobile_combat", turn=2, drop_zones="2504")
    assert [is_reduced(game, unit) for unit in ("505/82", "501/101", "8/4")] == [False, False, True]
    landed = over_utah(dice=[6] * 20)
    play(landed, "zone 2604", "zone 2404")
    assert state(landed).drop_zones == {at("2604"): "us", at("2404"): "us"}


@rule("10.9.2-20")
def test_drop_zones_end_with_the_beginning_of_the_third_turn() -> None:
    units = """
        allied 3/6 at 1345
        allied 8/3-br at 1739
        german 857/346 at 1244
        german 125/21 at 1446
        german 192/21 at 1543
    """
    game = dawn("sword", units, turn=2, beachheads="1739", drop_zones="1345")
    until(game, "", seat="german")
    assert state(game).drop_zones and not is_reduced(game, "3/6")
    end_turn(game)
    assert state(game).turn == 3
    assert not state(game).drop_zones
    until(game, "", seat="german")
    assert is_reduced(game, "3/6")


@rule("10.9.2-21")
def test_airborne_units_have_no_zone_of_control_on_the_first_turn_and_have_one_on_the_second() -> None:
    game = over_sword(dice=[6, 6, 6, 2, 6, 6])
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    until(game, "Move a unit")
    assert state(game).turn == 1
    assert not any(state(game).in_ezoc(GERMAN, at(hex_)) for hex_ in ("1344", "1346", "1445", "1344", "1246"))
    play(game, "end")
    to_turn(game, 2)
    assert all(state(game).in_ezoc(GERMAN, at(hex_)) for hex_ in ("1344", "1346", "1445", "1344", "1246"))


@rule("10.9.2-21")
def test_a_german_parachute_regiment_has_its_zone_of_control_on_the_first_turn() -> None:
    game = over_utah(dice=[6] * 30)
    assert where(game, "6/2-fj") == "1709"
    assert state(game).in_ezoc(ALLIED, at("1708"))


@rule("10.9.2-22")
def test_airborne_units_neither_move_nor_attack_on_the_first_turn() -> None:
    game = over_sword({"736/716": "1346"}, dice=[6, 6, 6, 2, 6, 6, 2])
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    until(game, "Move a unit")
    assert orders(game) == ["end"]
    assert refusal(game, "move 3/6").rule == "10.9.2-22"
    while game.decision.seat == "allied":
        assert state(game).phase in ("Movement Phase", "Bombardment Phase")
        play(game, "end")
    for unit in ("3-aa", "4-aa"):
        play(game, f"enter {unit}")
        play(game, orders(game)[0])
    until(game, "Attack a hex", seat="german", phase="Combat Phase")  # they defend normally
    assert "1345" in orders(game, "attack")
    play(game, "attack 1345", "with 736/716")
    play(game, "pass")
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "pass"]
    assert result(hold_fire(game))["defence"] == 9
    to_turn(game, 2)
    until(game, "Move a unit", seat="allied")
    assert "3/6" in orders(game, "move")
    play(game, "end")
    until(game, "Attack a hex", seat="allied")
    assert "1346" in orders(game, "attack")


@rule("10.9.2-12", "10.9.4-15")
def test_units_that_share_a_hex_defend_one_at_a_time() -> None:
    units = "allied 3/6 at 1345\nallied 5/6 at 1345 reduced\ngerman 857/346 at 1346"
    game = position("sword", units, side="german", phase="combat", turn=1, dice=[3])
    play(game, "attack 1345", "with 857/346")
    assert game.decision.seat == "allied"
    assert set(orders(game)) == {"defend 3/6", "defend 5/6"}
    play(game, "defend 5/6")
    assert result(hold_fire(game))["defence"] == 6
