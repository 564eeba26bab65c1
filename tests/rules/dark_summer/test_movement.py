"""Movement and Terrain (10.0 to 10.2), and what the Weather does to them (7.2.2)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, GERMANS
from bocage.games.dark_summer.movement import movement_points, moves_of
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.retreat import retreat_paths
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.terms import Weather
from bocage.games.dark_summer.words import unit_number
from tests.dark_summer.positions import labels, move_in, moving, position, reach_labels, setting_of, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


def step(
    a: str, b: str, *, side: int = ALLIED, heavy: bool = False, roads: bool = True, weather: str = "showers"
) -> float:
    """What a unit pays for the step from a hex to the next, in MPs."""
    links = setting_of().campaign.links(side, heavy, roads, Weather(weather))
    return dict(links[GRID.at(a)])[GRID.at(b)] / 2


def cost(g: State, unit: str, label: str) -> float:
    """What a unit's way to a hex costs, in MPs."""
    number = unit_number(unit)
    points = movement_points(g, number, "normal")
    return moves_of(g, (number,), points, "normal", fresh=True).reach.cost_of(GRID.at(label)) / 2


@rule("10.2-01", "10.2-03", "10.2-06", "2.1-14", edition="dark_summer")
def test_a_step_costs_hex_and_hexside_and_less_along_a_road() -> None:
    assert step("4820", "4821") == 2, "Bocage"
    assert step("5011", "5012") == 1, "Clear"
    assert step("4414", "4514") == 2 + 1, "Bocage behind the Orne, Minor there"
    assert step("4509", "4409") == 1 + 2, "Clear behind the Orne, Major there"
    assert step("2606", "2705") == 0.5 and step("2606", "2705", roads=False) == 1, "a Town behind a bridge"
    assert step("2204", "2304") == 0.5, "Major Road"
    assert step("2204", "2303") == 1, "Minor Road, through Bocage"


@rule("10.2-04", "7.2.2-03", edition="dark_summer")
@pytest.mark.parametrize(("weather", "clear"), [("sun", 2), ("cloud", 2), ("showers", 2), ("rain", 1), ("storm", 1)])
def test_clear_costs_germans_two_and_one_in_rain_and_storm(weather: str, clear: float) -> None:
    assert step("5011", "5012", side=GERMAN, weather=weather) == clear
    assert step("5011", "5012", weather=weather) == 1
    assert step("4820", "4821", side=GERMAN, weather=weather) == 2


@rule("7.2.2-01", "7.2.2-02", edition="dark_summer")
def test_germans_have_no_road_rate_in_sun_and_cloud_unless_they_have_just_entered_but_bridges_always() -> None:
    road = {}  # from 5619 over the bridge to 5518, which is Clear
    for weather in ("sun", "cloud", "showers", "rain", "storm"):
        g = position("german 12/12-SS-Pz at 5619", active="german", weather=weather)
        road[weather] = cost(g, "12/12-SS-Pz", "5518")
        g.entered = 1 << unit_number("12/12-SS-Pz")
        g.forget()
        assert cost(g, "12/12-SS-Pz", "5518") == 0.5
    assert road == {"sun": 2, "cloud": 2, "showers": 0.5, "rain": 0.5, "storm": 0.5}
    assert step("2727", "2726", side=GERMAN, heavy=True, roads=False, weather="sun") == 1, "the bridge is there"
    assert cost(position("allied CCA/4 at 5619", weather="sun"), "CCA/4", "5518") == 0.5, "the Allies always have it"


@rule("10.2-07", "10.2-08", "10.2-09", edition="dark_summer")
def test_armor_cavalry_flak_and_mechanized_units_cross_a_major_river_by_a_bridge_only() -> None:
    for unit in ("8-A", "22/7-A"):
        game = moving("british", f"allied {unit} at 4605", limit="combined", beaches="4603")
        play(game, f"move {unit}")
        assert refusal(game, "to 4705").rule == "10.2-08"
    for unit in ("12/12-SS-Pz", "1/III-Flak", "100-Pz", "Sturm-7"):
        game = moving("german", f"german {unit} at 4605", limit="half", turn=1)
        play(game, f"move {unit}")
        assert refusal(game, "to 4705").rule == "10.2-08"
    game = moving("us", "allied 102-Cav at 2605", limit="combined", beaches="3303")
    play(game, "move 102-Cav")
    assert refusal(game, "to 2705").rule == "10.2-08"
    game = moving("british", "allied 8-A at 4605", beaches="4603")
    play(game, "move 8-A")
    assert {"4704", "4705"} <= set(orders(game, "to")), "round by the bridge 4604-4704"
    assert {"4704", "4705"} <= reach_labels(position("allied 3/6 at 4605", active="british", beaches="4603"), "3/6")
    assert "4514" in reach_labels(position("allied 8-A at 4415", active="british", beaches="4603"), "8-A"), (
        "a Minor one"
    )


@rule("10.1-01", "10.1-03", "10.1-04", "10.1-08", "10.1-09", "10.0-03", edition="dark_summer")
def test_a_unit_spends_its_points_from_hex_to_hex_and_may_stop_early() -> None:
    # 4820 to 4822: Bocage without Roads for a German in Sun.
    game = moving("german", "german 6-FJ at 4819\ngerman 30-Mob at 4820", weather="sun")
    play(game, "move 6-FJ")
    assert {"4820", "4821"} <= set(orders(game, "to")), "five MPs: two hexes; a friend changes nothing"
    assert refusal(game, "to 4822").rule == "10.1-08"
    assert refusal(game, "to 4822").sentence == "4822 costs 6 MPs and 6-FJ has 5"
    play(game, "to 4820", "move 6-FJ", "to 4821")
    assert where(game, "6-FJ") == "4821", "and on with what is left"
    assert refusal(game, "move 6-FJ").rule == "10.1-05"


@rule("10.1-05", "10.1-06", edition="dark_summer")
def test_a_unit_moves_once_in_a_round_and_not_again_when_another_has_moved() -> None:
    game = moving("german", "german 6-FJ at 4819\ngerman 30-Mob at 4720", weather="sun")
    play(game, "move 6-FJ")
    assert refusal(game, "move 30-Mob").rule == "10.1-06"
    play(game, "to 4820", "move 30-Mob", "to 4721")
    assert refusal(game, "move 6-FJ").rule == "10.1-05"
    g = state(game)
    g.begin_round("reaction", GERMANS)
    assert "6-FJ" in orders(move_in(g), "move"), "the next Round is another matter"


@rule("10.1-10", edition="dark_summer")
def test_a_unit_may_always_move_one_hex() -> None:
    # 919/709 has three MPs, one when they are halved; the Forest 5717 costs three.
    game = moving("german", "german 919/709 at 5718", weather="sun", limit="half", turn=1)
    assert movement_points(state(game), unit_number("919/709"), "half") == 2
    play(game, "move 919/709")
    assert len(orders(game, "to")) == 6, "all hexes around it"
    play(game, "to 5717")
    assert orders(game) == ["end"], "and nothing more"


@rule("10.1-07", edition="dark_summer")
def test_nobody_enters_a_hex_with_an_enemy() -> None:
    game = moving("german", "german 6-FJ at 4819\nallied 2-Rng at 4820", weather="sun")
    play(game, "move 6-FJ")
    assert refusal(game, "to 4820").rule == "10.1-07"
    assert refusal(game, "to 5004").rule == "2.4-15", "nor a Flooded hex"


@rule("10.1-02", "2.2.S-04", edition="dark_summer")
def test_units_with_a_factor_of_nothing_never_move() -> None:
    game = moving("german", "german SP-4404 at 4404\ngerman Garrison-A at cherbourg\ngerman 6-FJ at 4819")
    assert orders(game, "move") == ["6-FJ"]
    assert refusal(game, "move SP-4404").rule == refusal(game, "move Garrison-A").rule == "10.1-02"


@rule("10.1-11", "10.1-12", edition="dark_summer")
def test_exit_markers_keep_the_other_allied_army_out() -> None:
    g = position("allied CCA/4 at 6118\nallied 8-A at 6208", beaches="3303 4603")
    g.brittany_since, g.rounds = 1, 9
    g.exits = [GRID.set("6209"), GRID.set("6219")]
    game = move_in(g)
    play(game, "move CCA/4")
    assert refusal(game, "to 6219").rule == "10.1-12"
    g.begin_round("move", 1)
    game = move_in(g)
    play(game, "move 8-A")
    assert refusal(game, "to 6209").rule == "10.1-11"


@rule("10.1-13", "10.1-15", "10.1-17", "10.1-18", edition="dark_summer")
def test_germans_do_not_stop_in_c_w_and_s_hexes_and_leave_them_if_they_can() -> None:
    game = moving("german", "german 6-FJ at 4428\ngerman 5/3-FJ at 6118", weather="sun")
    assert refusal(game, "end").rule == "10.1-13"
    play(game, "move 5/3-FJ")
    assert "6219" in orders(game, "to"), "an E hex"
    play(game, "to 6219", "move 6-FJ")
    assert "4427" in orders(game, "to")
    play(game, "to 4427")
    assert "end" in orders(game)
    g = position("german 5/3-FJ at 4427", active="german", weather="sun")
    assert "4428" not in reach_labels(g, "5/3-FJ")
    game = moving("german", "german 6-FJ at 4428\nallied CCA/4 at 4327\nallied CCB/4 at 4527\nallied CCR/4 at 4426")
    play(game, "end")
    assert where(game, "6-FJ") == "4428", "enemies keep it there"


@rule("10.1-14", edition="dark_summer")
def test_retreating_germans_avoid_such_hexes_but_the_way_to_the_source_comes_first() -> None:
    for hex_, enemy, ends in (("2627", "2626", {"2827"}), ("2725", "2724", {"2727"})):
        g = position(f"german 1057/91 at {hex_}\nallied 8/4 at {enemy}", round="combat", turn=1)
        assert {GRID.label(path[-1]) for path in retreat_paths(g, unit_number("1057/91"))} == ends


@rule("10.1-16", edition="dark_summer")
def test_in_a_reaction_only_those_activated_leave_such_a_hex() -> None:
    game = moving("german", "german 6-FJ at 4428\ngerman 5/3-FJ at 6118", only="5/3-FJ", round="reaction")
    assert refusal(game, "move 6-FJ").rule == "9.3.4-08"
    play(game, "end")


@rule("10.1-03", edition="dark_summer")
def test_a_stack_moves_at_its_slowest_where_all_of_it_can_go() -> None:
    # In Sun 4705 costs four MPs across the Orne, and six by the bridge of 4604.
    units = "german 6-FJ at 4605\ngerman 5/3-FJ at 4605\ngerman 1/III-Flak at 4605"
    g = position(units, active="german", weather="sun")
    together = reach_labels(g, "6-FJ", "5/3-FJ", "1/III-Flak")
    assert together < reach_labels(g, "6-FJ") and together < reach_labels(g, "1/III-Flak")
    assert reach_labels(g, "6-FJ") - together == {"4705"}
    game = moving("german", units, weather="sun")
    play(game, "move 1/III-Flak", "to 4604", "march 4605")
    assert set(orders(game, "to")) == reach_labels(state(game), "6-FJ", "5/3-FJ")
    play(game, "to 4705")
    assert [where(game, unit) for unit in ("6-FJ", "5/3-FJ", "1/III-Flak")] == ["4705", "4705", "4604"]
    assert refusal(game, "march 4705").rule == "10.1-03", "nobody is left there that may move"


@rule("10.0-01", "9.3.1-02", edition="dark_summer")
def test_only_the_group_of_the_round_moves() -> None:
    units = "allied 16/1 at 3304\nallied 8-A at 4104\ngerman 6-FJ at 4819"
    game = moving("us", units, beaches="3303 4003")
    assert orders(game, "move") == ["16/1"]
    assert refusal(game, "move 8-A").rule == refusal(game, "move 6-FJ").rule == "9.3.1-02"


@rule("3.2.2-01", "3.2.2-02", "2.4-12", "2.4-13", edition="dark_summer")
def test_hexes_are_controlled_by_whoever_passed_last() -> None:
    game = moving("us", "allied 102-Cav at 3304\ngerman 12/12-SS-Pz at 4107", beaches="3303")
    before = labels(state(game).held)
    path = play(game, "move 102-Cav", "to 2904")[0].facts["path"]
    assert labels(state(game).held) - before == {GRID.label(hex_) for hex_ in path}  # type: ignore[attr-defined]
    g = state(game)
    g.begin_round("move", GERMANS)
    g.put(unit_number("102-Cav"), GRID.at("2903"))
    play(move_in(g), "move 12/12-SS-Pz", "to 4205")
    assert "4205" not in labels(g.held) and "2904" in labels(g.held), "what it left it holds"
    g.put(unit_number("6-FJ"), GRID.at("2904"))
    assert "2904" not in labels(g.held)


@rule("9.3.3-07", "9.3.3-08", edition="dark_summer")
def test_in_a_combined_action_round_one_hex_or_two_by_road() -> None:
    game = moving("us", "allied 102-Cav at 3304\nallied 16/1 at 4820", limit="combined", beaches="3303")
    play(game, "move 102-Cav")
    around, by_road = {"3303", "3404", "3405", "3305", "3205", "3204"}, {"3104", "3203", "3505"}
    assert set(orders(game, "to")) == around | by_road
    assert refusal(game, "to 3605").rule == "9.3.3-07"
    play(game, "to 3204", "move 102-Cav")
    assert "3104" in orders(game, "to") and "3305" not in orders(game, "to"), "on along the Road only"
    play(game, "to 3104")
    assert "102-Cav" not in orders(game, "move")


@rule("9.4.2-02", "9.4.2-03", edition="dark_summer")
def test_in_the_first_reaction_half_the_points_and_no_road_rate() -> None:
    g = position("german 12/12-SS-Pz at 5619", active="german", round="reaction", turn=1)
    unit = unit_number("12/12-SS-Pz")
    assert movement_points(g, unit, "half") == 8 and movement_points(g, unit, "normal") == 16
    assert moves_of(g, (unit,), 8, "half", fresh=True).reach.cost_of(GRID.at("5518")) == 4
    assert (
        movement_points(position("german 919/709 at 4819", round="reaction", turn=1), unit_number("919/709"), "half")
        == 2
    )


@rule("11.9-11", edition="dark_summer")
def test_germans_do_not_walk_into_an_open_beach() -> None:
    game = moving("german", "german 919/709 at 2303", beaches="2403")
    play(game, "move 919/709")
    assert refusal(game, "to 2403").rule == "11.9-11"


@rule("10.0-02", edition="dark_summer")
def test_movement_is_told_with_its_way_and_its_cost() -> None:
    game = moving("us", "allied 102-Cav at 3304", beaches="3303")
    events = play(game, "move 102-Cav", "to 3104", "end")
    assert kinds(events) == ["moved"] and events[0].facts["cost"] == 2
