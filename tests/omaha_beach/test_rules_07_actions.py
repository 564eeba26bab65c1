"""Chapter 7: who acts for free, moves, infiltration, bluffs and cliffs, stacking."""

from __future__ import annotations

from typing import Literal

import pytest

from bocage.games.omaha_beach.movement import is_preservation
from bocage.games.omaha_beach.words import GRID, unit_number
from tests.omaha_beach.positions import event_card, fire_card, has, is_over, position, state, steps, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

DIVISIONS: tuple[Literal["1st"], Literal["29th"]] = ("1st", "29th")


@rule("7-01", "7-02", "4.V-01", "7.2-01", "7.1-02", "7.2-03", edition="omaha")
def test_a_division_spends_two_actions() -> None:
    game = position("us E/2/16 at 1115\nus F/2/16 at 1213\nus G/2/16 at 1011")
    play(game, "act E/2/16", "to 1116")
    assert refusal(game, "act E/2/16").rule == "7.1-02"
    play(game, "act F/2/16", "to 1214")
    assert is_over(game)  # the third has nothing to pay with


@rule("7.1-01", "7.1-03", "7.1-04", "7.1-06", "4.V-02", "11.12-01", "11.15-02", edition="omaha")
@pytest.mark.parametrize("unit", ["A-B/5R", "C/1/116 hero", "D/1/116 inspired", "116-HQ", "Cota"])
def test_some_units_act_for_free(unit: str) -> None:
    name, *mark = unit.split()
    game = position(
        f"""
        us E/2/116 at 1226
        us F/2/116 at 1229
        us {name} at 1720 {" ".join(mark)}
        """,
        first="29th",
    )
    play(game, "act E/2/116", "to 1227", "act F/2/116", "to 1230")
    assert orders(game, "act") == [name]


@rule("7.1-07", "7.1-08", "11.2-02", "11.2-03", "11.2-04", "11.3-02", "11.3-03", "11.3-04", "7.33-01", edition="omaha")
@pytest.mark.parametrize("leader", ["16-HQ", "Wyman"])
def test_leaders_give_free_actions_until_they_move(leader: str) -> None:
    text = f"us {leader} at 1213\nus E/2/16 at 1213\nus F/2/16 at 1214\nus G/2/16 at 1114\nus I/3/16 at 1009"
    game = position(text, extra_actions=-2)
    assert set(orders(game, "act")) == {leader, "E/2/16", "F/2/16", "G/2/16"}
    play(game, "act F/2/16", "to 1215", f"act {leader}", "to 1113")
    assert is_over(game) and not has(game, "E/2/16", "acted")  # nobody is left who could act for free


@rule("7.1-09", "7.1-10", "7.1-11", "7.1-E1", edition="omaha")
def test_infantry_may_run_for_the_shingle_for_free() -> None:
    game = position("us E/2/16 at 0512\nus 1/B/741 at 0510", extra_actions=-2)
    assert orders(game, "act") == ["E/2/16"]
    play(game, "act E/2/16")
    assert orders(game) == ["to 0611", "to 0612"]
    assert refusal(game, "to 0513").rule == "7-01"  # no nearer to the shingle, so it would cost an action
    play(game, "to 0612")
    g, unit = state(game), unit_number("E/2/16")
    assert where(game, "E/2/16") == "0612"
    assert is_preservation(g, unit, GRID.at("0712")) and not is_preservation(g, unit, GRID.at("0811"))


@rule("7.2-02", edition="omaha")
def test_one_division_acts_after_the_other_in_an_order_of_choice() -> None:
    game = position("us E/2/16 at 1115\nus F/2/116 at 1126", first="")
    assert orders(game) == ["first 1st", "first 29th"]
    play(game, "first 29th")
    assert game.decision.seat == "29th" and refusal(game, "act E/2/16").rule == "7.2-02"
    play(game, "end")
    assert game.decision.seat == "1st" and orders(game) == ["act E/2/16", "end"]


@rule("7.21-01", "7.21-02", edition="omaha")
def test_two_units_of_a_stack_move_together_for_one_action() -> None:
    game = position("us E/2/16 at 1115\nus F/2/16 at 1115\nus G/2/16 at 1011")
    play(game, "act E/2/16", "to 1116")
    assert orders(game) == ["with F/2/16", "alone"]
    play(game, "with F/2/16")
    assert where(game, "F/2/16") == "1116" and "act G/2/16" in orders(game)
    apart = position("us E/2/16 at 1115\nus F/2/16 at 1115\nus G/2/16 at 1011")
    play(apart, "act E/2/16", "to 1116", "alone", "act F/2/16", "to 1214")
    assert is_over(apart)


@rule("7.22-01", edition="omaha")
def test_a_unit_that_moved_across_the_boundary_acts_with_either_division() -> None:
    text = "us E/2/16 at 1130\nus F/2/116 at 1126"
    for division in DIVISIONS:
        game = position(text, first=division)
        assert "act E/2/16" in orders(game)


@rule("7.22-02", "1-03", edition="omaha")
@pytest.mark.parametrize(("hex_", "division"), [("1120", "1st"), ("1122", "29th")])
def test_with_two_players_it_changes_hands_two_hexes_beyond(hex_: str, division: Literal["1st", "29th"]) -> None:
    text = f"us E/2/16 at {hex_}\nus F/2/116 at 1126\nus F/2/16 at 1213"
    game = position(text, players="two", first=division)
    assert "act E/2/16" in orders(game) and game.decision.seat == division
    play(game, "end")
    assert game.decision.seat != division and refusal(game, "act E/2/16").rule == "7.2-02"


@rule("7.22-02", "1-03", edition="omaha")
@pytest.mark.parametrize(
    ("hex_", "german", "target", "division"),
    [
        ("1219", "WN67 WN", "1220", "1st"),
        ("1121", "D1 1/1/726", "1122", "29th"),
    ],
)
def test_the_player_who_has_the_unit_answers_for_it(
    hex_: str, german: str, target: str, division: Literal["1st", "29th"]
) -> None:
    """For its attack, and when the Germans hit one of two."""
    text = f"us E/2/16 at {hex_}\nus F/2/16 at {hex_}\ngerman {german}\nus F/2/116 at 1126\nus G/2/16 at 1213"
    game = position(text, players="two", first=division)
    play(game, "act E/2/16", f"attack {target}")
    assert orders(game) == ["with F/2/16", "declare"] and game.decision.seat == division
    g = state(game)
    assert g.seat_for([unit_number("E/2/16"), unit_number("F/2/16")], 0) == division


@rule("7.3-01", "7.31-01", "TEC-02", "TEC-10", edition="omaha")
def test_a_move_is_one_hex_and_not_into_germans() -> None:
    game = position("us E/2/16 at 1114\ngerman C1 1/1/726 disrupted")
    play(game, "act E/2/16")
    assert refusal(game, "to 1113").rule == "7.31-01"
    assert refusal(game, "to 1116").rule == "7.3-01"
    play(game, "to 1014")  # an empty position
    assert where(game, "E/2/16") == "1014"


@rule("7.3-02", "TEC-13", "TEC-16", "TEC-07", "TEC-26", "TEC-12", edition="omaha")
def test_vehicles_are_stuck_on_the_beach() -> None:
    game = position("us 1/B/741 at 0711\nus E/2/16 at 0711")
    play(game, "act 1/B/741")
    assert set(orders(game, "to")) == {"0710", "0712", "0611", "0610"}
    assert "shingle" in refusal(game, "to 0810").sentence


@rule("TEC-24", "TEC-28", "TEC-34", "TEC-03", "TEC-05", edition="omaha")
def test_roads_and_trails_lead_vehicles_through_closed_terrain() -> None:
    game = position("us 1/B/741 at 1216")
    play(game, "act 1/B/741")
    assert {"1217", "1116"} <= set(orders(game, "to"))  # a trail over bluff and slope
    foot = position("us E/2/16 at 1216")
    play(foot, "act E/2/16", "to 1217")
    assert not has(foot, "E/2/16", "climbing")


ORANGE = "german WN61 WN88 revealed {}\nus A/1/16 at 0710"


@rule("7.32-E1", "7.32-01", "7.32-02", "7.32-03", "7.32-04", "EV.9-03", "2.3-07", edition="omaha")
@pytest.mark.parametrize(
    ("card", "depth", "left"),
    [
        (fire_card("diamond", single="orange"), "", 2),
        (fire_card("diamond", double="orange"), "", 3),
        (fire_card("diamond", double="orange"), "depth wn", 2),
        (fire_card("circle", single="orange"), "", 3),
        (fire_card("diamond", without="orange"), "", 3),
    ],
)
def test_infiltration_past_an_orange_wn(card: int, depth: str, left: int) -> None:
    game = position(ORANGE.format(depth), cards=[card], smoke="WN61")
    events = play(game, "act A/1/16", "to 0810")
    assert "infiltration" in kinds(events) and steps(game, "A/1/16") == left
    if left == 2:
        assert orders(game) == ["go", "stay"]
        play(game, "stay")
        assert where(game, "A/1/16") == "0710" and has(game, "A/1/16", "acted")
    else:
        assert where(game, "A/1/16") == "0810"


@rule("7.32-01", edition="omaha")
def test_other_moves_near_germans_are_no_infiltration() -> None:
    away = position(ORANGE.format(""))
    assert "infiltration" not in kinds(play(away, "act A/1/16", "to 0711"))
    disrupted = position(ORANGE.format("disrupted"))
    assert "infiltration" not in kinds(play(disrupted, "act A/1/16", "to 0810"))


@rule("7.32-01", "6.41-01", edition="omaha")
@pytest.mark.parametrize(("disrupted", "infiltrates"), [("disrupted", False), ("", True)])
def test_one_does_not_infiltrate_past_the_disrupted_hex_of_a_wn(disrupted: str, infiltrates: bool) -> None:
    """0712 is beside the northern hex of WN62 only, 0811 beside both."""
    game = position(f"german WN62N WN {disrupted}\ngerman WN62S WN75\nus E/2/16 at 0712", cards=[fire_card("circle")])
    assert ("infiltration" in kinds(play(game, "act E/2/16", "to 0811"))) is infiltrates


@rule("7.32-05", edition="omaha")
def test_infiltrators_are_never_a_concentrated_target() -> None:
    card = fire_card("circle", single="orange")
    game = position(ORANGE.format("") + "\nus B/1/16 at 0810", cards=[card])
    play(game, "act A/1/16", "to 0810")
    assert steps(game, "A/1/16") == 3


@rule("7.32-06", edition="omaha")
def test_leaders_infiltrate_only_with_a_unit() -> None:
    game = position(ORANGE.format("") + "\nus 16-HQ at 0710", cards=[fire_card("circle")])
    play(game, "act 16-HQ")
    assert refusal(game, "to 0810").rule == "7.32-06"
    game.undo()
    play(game, "act A/1/16", "to 0810")
    assert orders(game) == ["with 16-HQ", "alone"]
    play(game, "with 16-HQ")
    assert where(game, "16-HQ") == "0810"


@rule("7.32-06", "7.32-04", edition="omaha")
@pytest.mark.parametrize(("steps_", "answers"), [(1, []), (2, ["stay"])])
def test_a_leader_stays_behind_with_the_unit_that_does_not_get_through(steps_: int, answers: list[str]) -> None:
    card = fire_card("diamond", single="orange")
    game = position(ORANGE.format("") + f" steps {steps_}\nus 16-HQ at 0710", cards=[card])
    play(game, "act A/1/16", "to 0810", "with 16-HQ", *answers)
    assert where(game, "16-HQ") == "0710" and has(game, "16-HQ", "acted")


@rule("7.32-07", edition="omaha")
@pytest.mark.parametrize("colours", ["red", "blue", "red blue"])
def test_past_two_positions_one_card_costs_one_step(colours: str) -> None:
    card = fire_card(single=colours) if " " in colours else fire_card("diamond", single=colours)
    symbol = state(position("", phase="engineers", turn=1)).battle.deck[card].target
    unit = {"diamond": "A/1/16", "triangle": "B/1/16", "circle": "C/1/16"}[symbol]
    game = position(f"german WN65N WN\ngerman WN64 WN\nus {unit} at 0816", cards=[card])
    events = play(game, f"act {unit}", "to 0917")
    assert kinds(events).count("infiltration") == 1 and kinds(events).count("step_lost") == 1


@rule("7.4-01", "7.4-02", "7.4-03", "7.1-05", "TEC-18", edition="omaha")
@pytest.mark.parametrize(("here", "there"), [("0815", "0916"), ("0916", "0815")])
def test_a_bluff_takes_two_turns_up_or_down(here: str, there: str) -> None:
    game = position(f"us E/2/16 at {here}")
    play(game, "act E/2/16", f"to {there}")
    assert has(game, "E/2/16", "climbing") and where(game, "E/2/16") == there
    later = position(f"us E/2/16 at {there} climb\nus F/2/16 at 1213")
    assert refusal(later, "act E/2/16").rule == "7.4-03"
    play(later, "end")
    assert not has(later, "E/2/16", "climbing")


@rule("7.4-04", edition="omaha")
def test_a_disrupted_climber_only_recovers() -> None:
    game = position("us E/2/16 at 0916 climb disrupted\nus F/2/16 at 1213")
    play(game, "end")
    assert has(game, "E/2/16", "climbing") and not has(game, "E/2/16", "disrupted")


@rule("7.41-01", "TEC-32", edition="omaha")
def test_leaders_cross_a_bluff_at_once() -> None:
    game = position("us 16-HQ at 0815")
    play(game, "act 16-HQ", "to 0916")
    assert where(game, "16-HQ") == "0916" and not has(game, "16-HQ", "climbing")


@rule("7.5-01", "7.51-01", "7.5-02", "TEC-21", "TEC-23", edition="omaha")
def test_a_cliff_takes_three_turns() -> None:
    game = position("us C/2R at 0432\nus 116-HQ at 0432", turn=4, first="29th")
    play(game, "act C/2R")
    assert refusal(game, "to 0433").rule == "7.5-01"
    play(game, "climb")
    assert has(game, "C/2R", "on_cliff") and where(game, "C/2R") == "0432"
    play(game, "act 116-HQ")
    assert refusal(game, "to 0433").rule == "7.3-01"
    second = position("us C/2R at 0432 cliff", turn=5, first="29th")
    play(second, "act C/2R")
    assert set(orders(second)) == {"to 0433", "to 0532", "to 0533", "down"}
    assert refusal(second, "to 0431").rule == "7.51-01"
    play(second, "to 0433")
    assert has(second, "C/2R", "climbing") and not has(second, "C/2R", "on_cliff")
    down = position("us C/2R at 0432 cliff", turn=5, first="29th")
    play(down, "act C/2R", "down")
    assert not has(down, "C/2R", "on_cliff") and where(down, "C/2R") == "0432"


@rule("7.6-01", "7.6-02", "7.61-01", "7.63-01", "7.63-02", edition="omaha")
def test_crowds_are_thinned_at_the_end_of_the_phase() -> None:
    text = "us E/2/16 at 0713\nus F/2/16 at 0713\nus G/2/16 at 0713\nus 16-HQ at 0713\nus Wyman at 0713"
    game = position(text)
    play(game, "end")
    assert orders(game) == ["lose E/2/16", "lose F/2/16", "lose G/2/16"]
    play(game, "lose F/2/16")
    assert is_over(game) and where(game, "F/2/16") == "eliminated"


@rule("7.7-01", "7.7-03", edition="omaha")
def test_a_disrupted_unit_only_recovers() -> None:
    game = position("us E/2/16 at 1115 disrupted\nus F/2/16 at 1213")
    assert refusal(game, "act E/2/16").rule == "7.7-01"
    play(game, "recover E/2/16")
    assert not has(game, "E/2/16", "disrupted") and refusal(game, "act E/2/16").rule == "7.1-02"


@rule("EV.13-01", edition="omaha")
@pytest.mark.parametrize(("kind", "left"), [("extra_us_action", 3), ("reduced_us_actions", 1)])
def test_events_change_the_number_of_actions(kind: str, left: int) -> None:
    after = position("", phase="event", turn=3, cards=[event_card(kind, 3)])
    game = position("us E/2/16 at 1115", extra_actions=state(after).extra_actions)
    assert f"({left} action" in game.decision.prompt
