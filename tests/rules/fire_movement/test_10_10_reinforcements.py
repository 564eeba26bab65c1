"""Reinforcements of both sides: by the map edges (10.10), over the beaches (10.11), and early ones (12.5.1)."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.state import WAITING
from bocage.games.fire_movement.words import unit_number
from bocage.hexes import members
from bocage.kernel import Game
from tests.fire_movement.courses import end_turn, to_the_end, until
from tests.fire_movement.positions import position, reach_labels, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

FAR_WEST = "german 22/21 at 0938"  # somebody else on the map, out of the way


def labels(text: str) -> set[str]:
    return set(text.split())


def entering(game: Game, unit: str) -> set[str]:
    """Where a reinforcement could end its first move."""
    twin = game.copy()
    play(twin, f"enter {unit}")
    return set(orders(twin, "to"))


def entry_hexes(game: Game, unit: str) -> set[str]:
    """The hexes by which a reinforcement comes onto the map, over all moves that it could make."""
    found = set()
    for target in entering(game, unit):
        moved = play(game.copy(), f"enter {unit}", f"to {target}")[-1]
        path = moved.facts["path"]
        assert moved.kind == "moved" and isinstance(path, tuple)
        found.add(load_chart().grid.label(path[0]))
    return found


def row(number: int, columns: range) -> set[str]:
    return {f"{number:02}{column:02}" for column in columns}


def column(number: int, rows: range) -> set[str]:
    return {f"{row:02}{number:02}" for row in rows}


EAST_EDGE = column(50, range(1, 18))

# -- German ---------------------------------------------------------------------------------------


@rule("10.10-01")
@pytest.mark.parametrize(
    ("scenario", "unit", "turn", "edge"),
    [
        pytest.param("sword", "858/346", 2, EAST_EDGE, marks=rule("12.5-01"), id="east of Sword"),
        pytest.param("gold_juno", "901/Lehr", 3, row(1, range(26, 39)), id="south of Gold"),
        pytest.param("utah", "1049/77", 4, row(1, range(1, 11)), id="south of Utah"),
        pytest.param("omaha", "983/275", 4, row(1, range(4, 26)), id="south of Omaha"),
        pytest.param("utah", "1057/91", 1, column(1, range(24, 34)), marks=rule("13.5-01"), id="west of Utah"),
    ],
)
def test_germans_enter_by_any_hex_of_the_edge_listed_within_the_area_in_play(
    scenario: str, unit: str, turn: int, edge: set[str]
) -> None:
    game = position(scenario, "", side="german", turn=turn, waiting=unit)
    assert edge <= entering(game, unit)
    assert entry_hexes(game, unit) <= edge


@rule("12.5-01")
def test_every_german_reinforcement_of_sword_comes_from_the_east() -> None:
    units = "3-aa 858/346 346/346 1/1SS-pz 1/1SS-at 631/711 1051/84 184/84 16/116 281/116"
    game = position("sword", "", side="german", turn=15, waiting=units)
    for unit in units.split():
        assert entry_hexes(game, unit) <= EAST_EDGE


@rule("10.10-01")
def test_no_reinforcement_enters_where_an_enemy_unit_or_its_zone_is() -> None:
    game = position("sword", "allied 185/3 at 0750", side="german", turn=13, waiting="631/711", beachheads="1640")
    blocked = labels("0650 0750 0850")
    assert entry_hexes(game, "631/711") <= EAST_EDGE - blocked <= entering(game, "631/711")
    play(game, "enter 631/711")
    assert refusal(game, "to 0750").rule == "5.2-07"


@rule("10.10-01")
def test_a_reinforcement_may_enter_through_a_friend() -> None:
    friends = {f"german {unit} at {hex_}" for unit, hex_ in zip(("22/21", "125/21"), ("0450", "0550"), strict=True)}
    game = position("sword", "\n".join(friends), side="german", turn=11, waiting="1/1SS-pz")
    assert "0450" in entry_hexes(game, "1/1SS-pz")
    assert not entering(game, "1/1SS-pz") & labels("0450 0550")


WALL = "\n".join(  # zones of control over the whole east edge
    f"allied {unit} at {hex_}"
    for unit, hex_ in {
        "8/3-br": "0150", "9/3-br": "0350", "185/3": "0550", "27": "0750", "152/51": "0950", "153/51": "1150",
        "154/51": "1350", "44/15": "1550", "46/15": "1750",
    }.items()
)  # fmt: skip


@rule("10.10-01")
def test_nobody_enters_in_the_mobile_movement_phase() -> None:
    game = position("sword", FAR_WEST, side="german", turn=11, waiting="1/1SS-pz", phase="mobile_movement")
    assert orders(game, "move") and orders(game, "enter") == []
    assert game.why_not("enter 1/1SS-pz") is not None
    play(game, "end")
    assert where(game, "1/1SS-pz") == "waiting"


@rule("10.10-02")
def test_the_movement_phase_cannot_end_before_all_who_can_have_come_in() -> None:
    game = position("sword", FAR_WEST, side="german", turn=2, waiting="858/346 346/346 1/1SS-pz")
    assert set(orders(game, "enter")) == {"858/346", "346/346"}
    assert refusal(game, "end").rule == "10.10-02"
    assert refusal(game, "enter 1/1SS-pz").rule == "10.10-02"  # GT 11
    play(game, "enter 858/346", "to 0950")
    assert refusal(game, "end").rule == "10.10-02"
    play(game, "enter 346/346", "to 1250", "end")
    assert (where(game, "858/346"), where(game, "346/346"), where(game, "1/1SS-pz")) == ("0950", "1250", "waiting")


@rule("10.10-03")
def test_a_blocked_reinforcement_waits_until_it_can_enter() -> None:
    game = position("sword", f"{FAR_WEST}\n{WALL}", side="german", turn=2, waiting="858/346", beachheads="1640")
    assert orders(game, "enter") == []
    assert refusal(game, "enter 858/346").rule == "10.10-03"
    end_turn(game)
    assert (state(game).turn, where(game, "858/346")) == (3, "waiting")
    until(game, "Move a unit", "allied")
    play(game, "move 46/15", "to 1649", "end")  # it leaves 1750, but its zone stays there
    until(game, "Move a unit", "german", "Movement Phase")
    assert orders(game, "enter") == []
    end_turn(game)
    until(game, "Move a unit", "allied")
    play(game, "move 46/15", "to 1548", "end")
    until(game, "Move a unit", "german", "Movement Phase")
    assert state(game).turn == 4
    assert refusal(game, "end").rule == "10.10-02"
    assert entry_hexes(game, "858/346") == {"1750"}


@rule("10.10-04")
def test_a_reinforcement_has_its_whole_allowance_in_the_turn_of_arrival() -> None:
    game = position("sword", "", side="german", turn=11, waiting="1/1SS-pz 2/1SS")
    play(game, "enter 1/1SS-pz", "to 0450")
    # 12 MP less half a point for the road into 0450: the same as from 0450 itself with what is left.
    assert set(orders(game, "move")) >= {"1/1SS-pz"}
    play(game, "move 1/1SS-pz")
    assert set(orders(game, "to")) == reach_labels(game, "1/1SS-pz", 11.5)
    assert refusal(game, "move 2/1SS").rule != ""
    farthest = entering(position("sword", "", side="german", turn=11, waiting="2/1SS"), "2/1SS")
    chart = load_chart()
    assert max(chart.grid.distance(chart.grid.at("0450"), chart.grid.at(hex_)) for hex_ in farthest) > 6


@rule("10.10-05")
def test_the_first_hex_costs_its_terrain_or_the_road_and_no_edge_hexside_has_a_river() -> None:
    chart = load_chart()
    # Every river runs between two hexes of the map: there is no hexside terrain on the edges to pay for.
    assert all(0 <= a < chart.grid.size and 0 <= b < chart.grid.size for a, b in chart.rivers)
    game = position("sword", "", side="german", turn=13, waiting="631/711")
    events = play(game, "enter 631/711", "to 0450")  # a road leads in
    assert events[-1].facts["cost"] == 1  # half points
    for label in ("0150", "0950", "1650"):
        game = position("sword", "", side="german", turn=13, waiting="631/711")
        hex_ = chart.grid.at(label)
        assert not chart.edge_roads["E"] >> hex_ & 1
        events = play(game, "enter 631/711", f"to {label}")
        assert events[-1].facts["cost"] == state(game).battle.entry_cost(hex_, mobile=False)
        assert events[-1].facts["cost"] != 1


@rule("10.10-01", "5.4.2-01")
@pytest.mark.parametrize(
    ("scenario", "unit", "turn", "edge"),
    [
        ("utah", "1057/91", 1, "W"),
        ("utah", "1049/77", 4, "S"),
        ("omaha", "983/275", 4, "S"),
        ("gold_juno", "901/Lehr", 3, "S"),
        ("combined_campaign", "901/Lehr", 3, "S"),
    ],
)
def test_a_trail_that_leads_in_costs_one_point_whatever_the_terrain(
    scenario: str, unit: str, turn: int, edge: str
) -> None:
    chart = load_chart()
    game = position(scenario, "", side="german", turn=turn, waiting=unit)
    trails = entering(game, unit) & set(chart.grid.labels(chart.edge_trails[edge]))
    assert trails
    for label in trails:
        battle = state(game).battle
        assert battle.entry_cost(chart.grid.at(label), mobile=battle.mobile[unit_number(unit)]) > 2
        assert play(game.copy(), f"enter {unit}", f"to {label}")[-1].facts["cost"] == 2  # half points


@rule("13.5-02")
def test_west_edge_arrivals_that_are_shut_out_may_come_farther_south_a_turn_later() -> None:
    shut = "\n".join(
        f"allied {unit} at {hex_}"
        for unit, hex_ in {"8/4": "2401", "12/4": "2601", "22/4": "2801", "39/9": "3001", "47/9": "3201"}.items()
    )
    game = position("utah", shut, side="german", turn=1, waiting="1057/91", beachheads="2707")
    assert refusal(game, "enter 1057/91").rule == "10.10-03"
    end_turn(game)
    until(game, "Move a unit", "german", "Movement Phase")
    assert state(game).turn == 2
    south = column(1, range(1, 23))  # 2301 is in the zone of the unit in 2401
    assert south <= entering(game, "1057/91")
    assert entry_hexes(game, "1057/91") <= south


@rule("13.5-02")
def test_west_edge_arrivals_in_time_never_use_the_south_of_the_edge() -> None:
    shut = "allied 8/4 at 2401\nallied 12/4 at 2601\nallied 22/4 at 2801\nallied 39/9 at 3001"
    game = position("utah", shut, side="german", turn=1, waiting="1057/91", beachheads="2707")
    assert entry_hexes(game, "1057/91") == {"3201", "3301"}


@rule("13.5-06")
def test_the_17th_ss_of_gt_3_enters_by_a_west_edge_road_on_or_south_of_1301() -> None:
    game = position("utah", "", side="german", turn=3, waiting="33/17SS 17/17SS-at")
    assert entry_hexes(game, "33/17SS") == {"0401", "1001", "1301"}
    moved = play(game, "enter 33/17SS", "to 1001")[-1]
    assert moved.facts["cost"] == 1  # half points: the road
    assert refusal(game, "end").rule == "10.10-02"


@rule("14.5-01")
def test_the_30th_brigade_appears_in_1005_with_its_whole_allowance() -> None:
    game = position("omaha", "", side="german", turn=1, waiting="Sch/30")
    play(game, "enter Sch/30")
    assert set(orders(game, "to")) == {"1005"} | reach_from(game, "Sch/30", "1005")
    play(game, "to 1005")
    play(game, "move Sch/30")
    assert set(orders(game, "to")) == reach_from(game, "Sch/30", "1005")


@rule("14.5-01")
def test_the_30th_brigade_is_delayed_while_1005_is_in_a_zone_of_control() -> None:
    game = position("omaha", "allied 16/1 at 1006", side="german", turn=1, waiting="Sch/30", beachheads="2219")
    assert refusal(game, "enter Sch/30").rule == "10.10-03"


def reach_from(game: Game, unit: str, label: str) -> set[str]:
    """What a unit with its full allowance could reach from a hex."""
    twin = game.copy()
    state(twin).put(unit_number(unit), load_chart().grid.at(label))
    return reach_labels(twin, unit)


@rule("11.5-02")
def test_the_12th_ss_arrives_in_0835_with_4_points_one_unit_after_another() -> None:
    units = "12/12SS-pz 1/12SS 2/12SS 12/12SS-aa 12/12SS-at"
    game = position("gold_juno", "", side="german", turn=1, waiting=units)
    for unit in units.split():
        assert entry_hexes(game, unit) == {"0835"}
    twin = game.copy()
    state(twin).put(unit_number("1/12SS"), load_chart().grid.at("0835"))
    assert entering(game, "1/12SS") == {"0835"} | reach_labels(twin, "1/12SS", 4)
    play(game, "enter 1/12SS", "to 0835")
    play(game, "enter 2/12SS")  # the hex is taken now: the next unit moves on through it
    assert "0835" not in orders(game, "to")


@rule("11.5-02")
def test_a_12th_ss_unit_that_cannot_leave_0835_blocks_the_others() -> None:
    # Every hex around 0835 is in an Allied zone, which costs a mobile unit of 12 MP six more: too much for 4 MP.
    allies = "allied 69/50 at 0934\nallied 151/50 at 0635\nallied 231/50 at 0734\nallied 7/3 at 1035\nallied 8 at 0737"
    game = position("gold_juno", allies, side="german", turn=1, waiting="1/12SS 2/12SS", beachheads="2027")
    assert entering(game, "1/12SS") == {"0835"}
    play(game, "enter 1/12SS", "to 0835")
    assert orders(game, "enter") == []
    assert refusal(game, "enter 2/12SS").rule == "10.10-03"
    play(game, "end")
    assert where(game, "2/12SS") == "waiting"


# -- Allied ---------------------------------------------------------------------------------------


@rule("10.11-01")
def test_allied_reinforcements_land_at_the_end_of_the_movement_phase_on_beachheads() -> None:
    game = position("sword", "allied 185/3 at 1637", turn=6, waiting="32G/GA 5G/GA", beachheads="1739 1640")
    assert state(game).phase == "Movement Phase"
    assert refusal(game, "land 5G/GA").rule == "4.1-03"
    assert refusal(game, "move 5G/GA").rule == "10.11-01"
    play(game, "move 185/3", "to 1537", "end")
    assert orders(game, "land") == ["5G/GA", "32G/GA"] or set(orders(game, "land")) == {"5G/GA", "32G/GA"}
    assert refusal(game, "end").rule == "10.11-01"  # nobody is held back
    assert refusal(game, "land 44/15").rule == "10.11-01"  # GT 10
    play(game, "land 5G/GA")
    assert orders(game, "at") == ["1640", "1739"]
    assert refusal(game, "at 1740").rule == "10.11-01"  # no marker there
    play(game, "at 1739", "land 32G/GA", "at 1739")
    assert where(game, "5G/GA") == where(game, "32G/GA") == "1739"


@rule("10.11-01")
def test_nobody_lands_as_a_reinforcement_on_gt_1() -> None:
    game = position("sword", "allied 185/3 at 1637", turn=1, waiting="152/51", beachheads="1640")
    state(game).late[unit_number("152/51")] = state(game).battle.late_landing(unit_number("185/3"))
    play(game, "end")
    assert where(game, "152/51") == "waiting"
    end_turn(game)
    until(game, "Bring a reinforcement ashore")
    assert state(game).turn == 2


@rule("10.11-01", "10.11-05")
def test_a_reinforcement_without_room_waits_for_the_next_turn() -> None:
    full = "allied 8/3-br at 1640\nallied 9/3-br at 1640\nallied 27 at 1640"
    game = position("sword", full, turn=6, waiting="5G/GA", beachheads="1640")
    play(game, "end")
    assert where(game, "5G/GA") == "waiting"
    end_turn(game)
    until(game, "Move a unit")
    play(game, "move 27", "to 1540", "end")
    assert orders(game, "land") == ["5G/GA"]


@rule("10.11-02")
def test_the_allied_player_chooses_the_beach() -> None:
    for hex_ in ("1640", "1739", "1838"):
        game = position("sword", "", turn=6, phase="landings", waiting="5G/GA", beachheads="1640 1739 1838")
        assert game.decision.seat == "allied"
        play(game, "land 5G/GA", f"at {hex_}")
        assert where(game, "5G/GA") == hex_


@rule("10.11-03", "10.11-07")
def test_landed_units_do_not_move_until_the_mobile_movement_phase_and_then_only_mobile_ones() -> None:
    game = position("sword", "", turn=3, phase="landings", waiting="4-arm 152/51", beachheads="1640 1739")
    play(game, "land 4-arm", "at 1640", "land 152/51", "at 1739")
    assert state(game).phase == "Mobile Movement Phase"  # nothing to bombard or attack: that is all that is left
    assert orders(game, "move") == ["4-arm"]
    assert refusal(game, "move 152/51").rule == "5.5-03"
    play(game, "move 4-arm")
    assert set(orders(game, "to")) == reach_labels(game, "4-arm", 10)


@rule("10.11-04")
def test_a_landed_unit_may_attack_in_the_combat_phase_of_its_arrival() -> None:
    game = position(
        "sword",
        "allied 8/3-br at 1739\ngerman 736/716 at 1638",
        turn=2, phase="landings", waiting="152/51", beachheads="1739", dice=[1],
    )  # fmt: skip
    play(game, "land 152/51", "at 1739")
    until(game, "Attack a hex")
    assert state(game).phase == "Combat Phase"
    events = play(game, "attack 1638", "with 152/51")
    assert events[-1].kind == "attack_declared"


@rule("10.11-05")
def test_a_beach_hex_holds_three_units() -> None:
    two = "allied 8/3-br at 1640\nallied 9/3-br at 1640"
    game = position("sword", two, turn=6, phase="landings", waiting="5G/GA 32G/GA", beachheads="1640 1739")
    play(game, "land 5G/GA", "at 1640", "land 32G/GA")
    assert orders(game, "at") == ["1739"]
    assert refusal(game, "at 1640").rule == "10.11-05"


@rule("10.11-06")
def test_an_empty_beach_hex_in_an_enemy_zone_is_closed_and_an_occupied_one_is_not() -> None:
    german = "german 736/716 at 1638"  # its zone covers 1739 and 1738
    game = position("sword", german, turn=6, phase="landings", waiting="5G/GA", beachheads="1640 1739")
    play(game, "land 5G/GA")
    assert orders(game, "at") == ["1640"]
    assert refusal(game, "at 1739").rule == "10.11-06"
    held = f"{german}\nallied 8/3-br at 1739"
    game = position("sword", held, turn=6, phase="landings", waiting="5G/GA", beachheads="1640 1739")
    play(game, "land 5G/GA", "at 1739")
    assert where(game, "5G/GA") == "1739"


@rule("10.11-07")
def test_a_landed_mobile_unit_that_has_not_fought_may_attack_in_the_mobile_combat_phase() -> None:
    german = "german 736/716 at 1638\nallied 8/3-br at 1739"
    game = position("sword", german, turn=6, phase="landings", waiting="5G/GA 32G/GA", beachheads="1739", dice=[3])
    play(game, "land 5G/GA", "at 1739", "land 32G/GA", "at 1739")
    until(game, "Attack a hex")
    play(game, "attack 1638", "with 5G/GA")
    until(game, "Attack a hex", phase="Mobile Combat Phase")
    play(game, "attack 1638")
    assert orders(game, "with") == ["32G/GA"]
    assert refusal(game, "with 5G/GA").rule == "8.2-04"
    assert refusal(game, "with 8/3-br").rule == "2.3.2-07"


# -- the divisions of GT 15 -----------------------------------------------------------------------

INFANTRY = "1051/84 1052/84 184/84"
PANZERS = "16/116 60/116 156/116 288/116 281/116"
BRING = "Bring in a division"


def before_german_turn(turn: int, early: str = "yes", scenario: str = "sword") -> Game:
    """The German player turn of a game turn is about to begin."""
    return position(
        scenario, FAR_WEST, turn=turn, phase="mobile_combat", beachheads="1640",
        waiting=f"{INFANTRY} {PANZERS} 4/2 5/2 6/2-cdn 4/4 10/4", early_arrival=early,
    )  # fmt: skip


@rule("10.9.1-10")
def test_nothing_lands_on_a_unit_that_has_left_its_beach() -> None:
    game = position("sword", "allied 8/3-br at 1539", turn=9, beachheads="1739 1740", waiting="152/51")
    play(game, "move 8/3-br", "to 1740", "end", "land 152/51")
    assert orders(game) == ["at 1739"]
    assert refusal(game, "at 1740").rule == "10.9.1-10"

    game = position("sword", "allied 8/3-br at 1739", turn=9, beachheads="1739 1740", waiting="152/51")
    play(game, "move 8/3-br", "to 1740", "end", "land 152/51")
    assert orders(game) == ["at 1739"]  # the next beach is not the one it came ashore on

    game = position("sword", "allied 8/3-br at 1739", turn=9, beachheads="1739 1740", waiting="152/51")
    play(game, "end", "land 152/51")
    assert orders(game) == ["at 1739", "at 1740"]  # who never left may be joined


@rule("10.9.1-10", "10.11-05")
@pytest.mark.parametrize(
    ("scenario", "unit", "start", "beach", "landing"),
    [
        pytest.param("sword", "3/6", "1641", "1640", ("152/51", "153/51"), id="an airborne brigade"),
        pytest.param("on_to_caen", "1-cdo", "1641", "1640", ("152/51", "153/51"), id="commandos"),
        pytest.param("omaha", "2-rgr", "2417", "2318", ("9/2", "23/2"), id="rangers"),
        pytest.param("us_campaign", "505/82", "2606", "2607", ("9/2", "357/90"), id="a campaign"),
    ],
)
def test_a_unit_that_walks_onto_an_empty_beach_and_has_never_left_one_may_be_joined(
    scenario: str, unit: str, start: str, beach: str, landing: tuple[str, str]
) -> None:
    game = position(scenario, f"allied {unit} at {start}", turn=9, beachheads=beach, waiting=" ".join(landing))
    play(game, f"move {unit}", f"to {beach}", "end")
    for other in landing:
        play(game, f"land {other}", f"at {beach}")
    assert {where(game, name) for name in (unit, *landing)} == {beach}


@rule("10.9.1-10")
def test_an_airborne_unit_that_has_left_a_beach_bars_landings_when_it_comes_back() -> None:
    for way in ("1641", "1540"):
        game = position("sword", "allied 3/6 at 1640", turn=9, beachheads="1640 1739", waiting="152/51 153/51")
        play(game, "move 3/6", f"to {way}", "end", "land 152/51", "at 1739", "land 153/51", "at 1739")
        end_turn(game)
        until(game, "Move a unit", "allied")
        state(game).where[unit_number("154/51")] = WAITING
        play(game, "move 3/6", "to 1640", "end", "land 154/51")
        assert orders(game) == ["at 1739"]
        assert refusal(game, "at 1640").rule == "10.9.1-10"


@rule("10.9.1-10")
@pytest.mark.parametrize("ways", [("to 2707", "move 505/82", "to 2607"), ("to 2607",)])
def test_a_walk_through_a_landing_hex_is_the_same_in_one_order_and_in_two(ways: tuple[str, ...]) -> None:
    game = position("utah", "allied 505/82 at 2805", turn=2, beachheads="2707 2607", waiting="357/90")
    play(game, "move 505/82", *ways, "end", "land 357/90")
    assert refusal(game, "at 2607").rule == "10.9.1-10"


@rule("5.3-03", "10.9.1-10")
def test_nobody_walks_into_a_stack_on_a_beach() -> None:
    game = position("sword", "allied 3/6 at 1641\nallied 8/3-br at 1640", turn=9, beachheads="1640")
    play(game, "move 3/6")
    assert refusal(game, "to 1640").rule == "5.3-03"


@rule("12.5.1-01")
def test_the_germans_are_asked_for_early_divisions_from_gt_10_on_if_the_option_is_in_use() -> None:
    assert orders(before_german_turn(9), "bring") == []
    game = before_german_turn(10)
    assert (game.decision.seat, orders(game)) == ("german", ["bring 84", "bring 116", "pass"])
    assert orders(before_german_turn(14), "bring") == ["84", "116"]
    assert orders(before_german_turn(15), "bring") == []
    assert orders(before_german_turn(12, early="no"), "bring") == []


@rule("12.5.1-01")
def test_divisions_not_brought_early_come_on_gt_15_and_the_game_ends_with_gt_17() -> None:
    game = before_german_turn(14)
    play(game, "pass")
    assert orders(game, "enter") == []
    until(game, "Move a unit", "german", "Movement Phase")
    play(game, "end")
    until(game, "Move a unit", "german", "Movement Phase")
    assert (state(game).turn, set(orders(game, "enter"))) == (15, set(f"{INFANTRY} {PANZERS}".split()))
    to_the_end(game)
    assert state(game).turn == 17


@rule("12.5.1-02")
def test_each_division_comes_as_a_whole_on_a_turn_of_its_own_or_both_together() -> None:
    game = before_german_turn(10)
    play(game, "bring 84", "pass")
    assert set(orders(game, "enter")) == set(INFANTRY.split())
    assert refusal(game, "enter 16/116").rule == "10.10-02"
    until(game, BRING)
    assert (state(game).turn, orders(game)) == (11, ["bring 116", "pass"])
    assert "eliminated" not in {where(game, unit) for unit in INFANTRY.split()}
    play(game, "bring 116")
    assert set(orders(game, "enter")) == set(PANZERS.split())

    game = before_german_turn(10)
    play(game, "bring 116", "bring 84")
    assert set(orders(game, "enter")) == set(f"{INFANTRY} {PANZERS}".split())


@rule("12.5.1-03")
@pytest.mark.parametrize(("turn", "last"), [(10, 22), (12, 20), (14, 18)])
def test_the_game_is_longer_by_one_turn_for_each_turn_that_a_division_is_early(turn: int, last: int) -> None:
    game = before_german_turn(turn)
    play(game, "bring 84", "pass")
    assert state(game).last_turn == 17  # it is the entry that counts, not the call
    events = to_the_end(game)
    assert [event.facts["last_turn"] for event in events if event.kind == "brought_early"] == [last]
    assert state(game).turn == last


@rule("12.5.1-03")
def test_a_division_that_is_called_but_shut_out_makes_the_game_no_longer() -> None:
    game = before_german_turn(10)
    g = state(game)
    edge = members(load_chart().edge["E"])
    for hex_ in edge:  # every hex of the east edge is in a zone of control
        g.zones[0][hex_] += 1
    play(game, "bring 84", "pass")
    assert orders(game, "enter") == []
    end_turn(game)
    assert state(game).last_turn == 17
    for hex_ in edge:
        g.zones[0][hex_] -= 1
    until(game, "Move a unit", "german", "Movement Phase")
    end_turn(game)
    assert state(game).last_turn == 17 + 15 - 11


@rule("12.5.1-E1", "12.5.1-03")
def test_the_84th_on_gt_10_and_the_116th_on_gt_12_extend_the_game_to_gt_25() -> None:
    game = before_german_turn(10)
    play(game, "bring 84", "pass")
    until(game, BRING)
    assert state(game).last_turn == 17 + 5
    play(game, "pass")
    until(game, BRING)
    assert state(game).turn == 12
    play(game, "bring 116")
    end_turn(game)
    assert state(game).last_turn == 17 + 5 + 3
    to_the_end(game)
    assert state(game).turn == 25


@rule("12.5.1-04")
def test_two_divisions_on_gt_10_do_not_extend_the_game_beyond_gt_25() -> None:
    game = before_german_turn(10)
    play(game, "bring 84", "bring 116")
    to_the_end(game)
    assert state(game).turn == 25


@rule("15.4-01")
def test_the_late_canadians_land_if_the_game_reaches_their_turn() -> None:
    game = before_german_turn(13)
    play(game, "bring 84", "pass")  # to GT 19
    events = to_the_end(game)
    assert {where(game, unit) for unit in ("4/2", "5/2", "6/2-cdn")} == {"1640"}
    assert where(game, "4/4") == where(game, "10/4") == "waiting"
    assert kinds(events).count("landed") == 3

    game = before_german_turn(10)
    play(game, "bring 84", "pass")  # to GT 22
    while state(game).turn < 21:
        end_turn(game)
    # The beach is full: make room for those of GT 21.
    until(game, "Move a unit", "allied", "Movement Phase")
    play(game, "move 4/2", "to 1539", "move 5/2", "to 1540", "end")
    assert set(orders(game, "land")) == {"4/4", "10/4"}

    game = before_german_turn(13)
    play(game, "pass")
    to_the_end(game)
    assert where(game, "4/2") == "waiting"
