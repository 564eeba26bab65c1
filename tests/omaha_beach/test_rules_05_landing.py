"""Chapter 5: landing checks, drift, mines, tides, and the boxes of the next wave."""

from __future__ import annotations

import pytest

from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.landing import drift
from bocage.games.omaha_beach.words import box_number, unit_number
from tests.omaha_beach.positions import has, is_over, landing_card, position, state, steps, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


@rule("5.1-E1", "5.1-01", "5.1-02", "5.1-03", "5.11-01", edition="omaha")
def test_example_of_landing_results_on_turn_two() -> None:
    card = landing_card("diamond B circle A triangle D")
    game = position(
        """
        us G/2/116 in DW3
        us E/2/116 in EG3
        us K/3/116 in DR3
        us F/2/116 in DR2
        """,
        phase="landing",
        turn=2,
        cards=[card],
    )
    assert kinds(game.opening_events).count("drifted") == 3
    assert where(game, "G/2/116") == "0425"  # from DW1, two boxes east of DW3
    assert where(game, "E/2/116") == "0518"  # from ER6, four boxes east of EG3
    assert where(game, "K/3/116") == "0420"  # from EG2
    assert where(game, "F/2/116") == "0423"


@rule("5.1-04", edition="omaha")
def test_the_aid_card_has_a_row_of_its_own_for_dog_green() -> None:
    game = position("us A/1/116 in DG4", phase="landing", turn=2, cards=[landing_card("circle A")])
    assert where(game, "A/1/116") == "0230"


@pytest.mark.parametrize(
    ("turn", "units", "letters", "told"),
    [
        (
            1,
            "us 1/B/741 in FG3",
            "diamond B",
            [
                "1/B/741 has a diamond, B on the card: it is eliminated, by the landing table for tanks on turn 1. Of "
                "the other letters there A comes into a landing box again 1 turn later, C loses 1 step and D loses 1 "
                "step and drifts 2 boxes east."
            ],
        ),
        (
            2,
            "us E/2/116 in EG3",
            "circle A",
            [
                "E/2/116 has a circle, A on the card: it drifts 4 boxes east, by the landing table for infantry on "
                "turns 2 to 3. Of the other letters there B drifts 2 boxes east, C drifts 9 boxes east and D lands "
                "unharmed where it meant to.",
                "E/2/116 drifts 4 boxes east to landing box ER6 (Easy Red).",
            ],
        ),
        (
            2,
            "us A/1/116 in DG4",
            "circle A",
            [
                "A/1/116 has a circle, A on the card: it lands unharmed where it meant to, by the landing table for "
                "infantry off Dog Green and Charlie on turns 2 to 3. Of the other letters there B drifts 1 box east, C "
                "drifts 4 boxes east and D drifts 1 box west."
            ],
        ),
        (
            1,
            "us 1/C/741 in ER4",
            "circle D",
            [
                "1/C/741 has a circle, D on the card: it loses 1 step and drifts 2 boxes east, by the landing table "
                "for tanks on turn 1. Of the other letters there A comes into a landing box again 1 turn later, B is "
                "eliminated and C loses 1 step.",
                "1/C/741 drifts 2 boxes east to landing box ER2 (Easy Red).",
            ],
        ),
    ],
)
def test_a_landing_check_says_which_line_counts_and_what_comes_of_it(
    turn: int, units: str, letters: str, told: list[str]
) -> None:
    game = position(units, phase="landing", turn=turn, cards=[landing_card(letters)])
    events = [event for event in game.opening_events if event.kind in ("landing_check", "drifted")]
    assert [game.sentence(event).rpartition(" (")[0] for event in events] == told
    assert all(event.result is not None for event in events)


@rule("5.2-E1", "5.2-01", "5.21-01", edition="omaha")
@pytest.mark.parametrize(("turn", "hex_"), [(15, "0613"), (16, "0714"), (1, "0513")])
def test_a_box_leads_to_the_waterline_of_the_tide(turn: int, hex_: str) -> None:
    game = position("us 1/C/741 in ER1", phase="landing", turn=turn, cards=[landing_card("circle C", mine=False)])
    assert where(game, "1/C/741") == hex_


@rule("5.11-02", edition="omaha")
def test_who_drifts_off_the_row_is_delayed_two_turns() -> None:
    game = position("us E/2/16 in FG1", phase="landing", turn=2, cards=[landing_card("diamond C")])
    assert where(game, "E/2/16") == "turn 4" and has(game, "E/2/16", "delayed")
    west = position("us C/2R in CH3", phase="landing", turn=2, cards=[landing_card("triangle D")])
    assert where(west, "C/2R") == "turn 4"


@rule("5.11-03", edition="omaha")
def test_who_drifts_at_high_tide_to_a_box_without_beach_is_delayed() -> None:
    game = position("us E/2/16 due 17", phase="arrivals", turn=16)
    g, unit = state(game), unit_number("E/2/16")
    g.put(unit, BOX + box_number("FG1"))
    drift(g, unit, -1)
    assert where(game, "E/2/16") == "turn 18"


@rule("5.11-04", "5.22-01", "5.22-02", edition="omaha")
def test_who_lands_across_the_boundary_changes_command_and_is_checked_once() -> None:
    west = landing_card("circle A")
    game = position("us E/2/116 in EG1", phase="landing", turn=2, cards=[west])
    g, unit = state(game), unit_number("E/2/116")
    assert kinds(game.opening_events) == ["landing_card", "landing_check", "drifted", "landed", "transferred"]
    assert where(game, "E/2/116") == "0516"
    assert (g.command[unit], g.battle.home[unit]) == (0, 1)


@rule("5.12-01", "5.12-02", edition="omaha")
def test_a_leader_is_asked_whether_he_drifts_along() -> None:
    text = """
        us A/1/16 in ER4
        us 16-HQ in ER4
    """
    card = landing_card("diamond C")  # four boxes east on turn 8
    game = position(text, phase="landing", turn=8, cards=[card], cleared="0612 0616")
    assert orders(game) == ["along", "stay"] and game.decision.seat == "1st"
    play(game, "along")
    assert where(game, "16-HQ") == where(game, "A/1/16") == "0612"
    game = position(text, phase="landing", turn=8, cards=[card], cleared="0612 0616")
    play(game, "stay")
    assert where(game, "16-HQ") == "0616"


@rule("5.12-02", "5.11-02", edition="omaha")
def test_a_leader_does_not_follow_a_unit_that_is_delayed() -> None:
    text = "us A/1/16 in FG1\nus 16-HQ in FG1"
    game = position(text, phase="landing", turn=4, cards=[landing_card("diamond C")])
    assert is_over(game) and (where(game, "A/1/16"), where(game, "16-HQ")) == ("turn 6", "0508")


@rule("5.13-01", edition="omaha")
def test_rangers_without_a_result_may_drift_east() -> None:
    game = position("us A-B/5R in DG3", phase="landing", turn=7, cards=[landing_card("triangle A", mine=False)])
    assert orders(game) == ["drift 1", "drift 2", "drift 3", "drift 4", "stay"]
    play(game, "drift 4")
    assert where(game, "A-B/5R") == "0426"  # DW2


@rule("5.13-02", edition="omaha")
def test_c_2r_may_not() -> None:
    game = position("us C/2R in DG3", phase="landing", turn=7, cards=[landing_card("triangle A", mine=False)])
    assert where(game, "C/2R") == "0330"


MINED = """
    us A/1/16 in ER1
    us B/1/16 in ER2
"""


@rule("5.14-01", "5.14-02", "5.14-04", "5.14-06", edition="omaha")
def test_a_mine_costs_one_of_the_endangered_units_a_step() -> None:
    card = landing_card("diamond A triangle A", mine=True)
    game = position(MINED, phase="landing", turn=8, cards=[card])
    assert orders(game) == ["lose A/1/16", "lose B/1/16"]
    assert refusal(game, "pass").rule == "5.14-06"
    play(game, "lose B/1/16")
    assert (steps(game, "A/1/16"), steps(game, "B/1/16")) == (3, 2)


@rule("5.14-02", edition="omaha")
def test_cleared_hexes_are_safe() -> None:
    card = landing_card("diamond A triangle A", mine=True)
    game = position(MINED, phase="landing", turn=8, cards=[card], cleared="0614")
    assert is_over(game) and (steps(game, "A/1/16"), steps(game, "B/1/16")) == (2, 3)


@rule("5.14-03", edition="omaha")
def test_mines_are_no_hazard_at_low_tide() -> None:
    game = position(MINED, phase="landing", turn=4, cards=[landing_card("diamond A triangle A", mine=True)])
    assert (steps(game, "A/1/16"), steps(game, "B/1/16")) == (3, 3)


@rule("5.14-07", edition="omaha")
def test_from_turn_twenty_three_the_obstacles_are_gone() -> None:
    game = position(MINED, phase="landing", turn=23, cards=[landing_card(mine=True)])
    assert (steps(game, "A/1/16"), steps(game, "B/1/16")) == (3, 3)


@rule("5.14-05", "5.15-01", "5.15-02", edition="omaha")
def test_at_high_tide_the_way_leads_through_the_obstacles() -> None:
    game = position("us A/1/16 in ER1", phase="landing", turn=16, cards=[landing_card(mine=True)])
    assert steps(game, "A/1/16") == 2 and where(game, "A/1/16") == "0714"


@rule("5.14-08", "5.14-09", edition="omaha")
def test_a_mine_delays_a_lone_hq_and_spares_a_general() -> None:
    game = position(
        """
        us 16-HQ in ER1
        us Wyman in ER1
        """,
        phase="landing",
        turn=8,
        cards=[landing_card(mine=True)],
    )
    assert where(game, "16-HQ") == "turn 10" and where(game, "Wyman") == "0613"
    alone = position("us Wyman in ER1", phase="landing", turn=8, cards=[landing_card(mine=True)])
    assert where(alone, "Wyman") == "0613" and "landing_card" not in kinds(alone.opening_events)


@rule("5.14-08", "5.14-06", edition="omaha")
@pytest.mark.parametrize(("hit", "spared"), [("16-HQ", "18-HQ"), ("18-HQ", "16-HQ")])
def test_of_two_hqs_among_mines_the_player_chooses_which_is_delayed(hit: str, spared: str) -> None:
    text = "us 16-HQ in ER1\nus 18-HQ in ER2"
    game = position(text, phase="landing", turn=8, cards=[landing_card(mine=True)])
    assert game.decision.seat == "1st" and orders(game) == ["hit 16-HQ", "hit 18-HQ"]
    assert refusal(game, f"lose {hit}").rule == "5.14-08" and refusal(game, "hit 115-HQ").rule == "5.14-06"
    play(game, f"hit {hit}")
    assert where(game, hit) == "turn 10" and where(game, spared) in ("0613", "0614")
    led = position(f"{text}\nus A/1/16 in ER1", phase="landing", turn=8, cards=[landing_card(mine=True)])
    assert steps(led, "A/1/16") == 2 and "turn" not in where(led, hit)  # a unit meets the mine before an HQ does


@rule("5.15-03", "4.I-01", edition="omaha")
def test_no_card_is_drawn_where_nobody_is_checked() -> None:
    game = position("us A/1/16 in ER1", phase="landing", turn=16, cleared="0613")
    assert "landing_card" not in kinds(game.opening_events) and len(state(game).deck) == 54


@rule("5-01", "5-02", "5.3-01", "5.3-02", "4.I-02", "4.I-03", "5.1-04", edition="omaha")
def test_units_go_into_their_boxes_and_land_a_turn_later() -> None:
    game = position("us E/2/16 due 1", phase="landing", turn=1)
    assert where(game, "E/2/16") == "ER6"


@rule("5.3-03", "5.31-01", "5.32-01", "5.33-01", edition="omaha")
def test_a_unit_with_a_beach_chooses_a_box_with_room() -> None:
    game = position(
        """
        us A/1/16 due 6
        us E/2/16 due 6
        us F/2/16 due 6
        us G/2/16 due 6
        """,
        phase="arrivals",
        turn=6,
    )
    assert where(game, "E/2/16") == "ER6"
    assert orders(game, "in") == ["ER1", "ER2", "ER3", "ER4", "ER5", "ER6"]
    assert refusal(game, "in FG1").rule == "5.3-02"
    assert refusal(game, "in U4").rule == "5.32-01"
    assert refusal(game, "in CH1").rule == "5.33-01"
    assert refusal(game, "delay 8").rule == "5.34-04"
    play(game, "in ER6")
    assert where(game, "A/1/16") == "ER6"
    crowded = position("us A/1/16 due 6\nus E/2/16 in ER6\nus I/3/16 in ER6\nus 16-HQ in ER6", phase="arrivals", turn=6)
    assert refusal(crowded, "in ER6").rule == "5.31-01"
    leader = position("us Wyman due 10\nus E/2/16 in ER6\nus I/3/16 in ER6", phase="arrivals", turn=10)
    assert "in ER6" in orders(leader)  # generals and HQs do not count


@rule("5.3-04", edition="omaha")
def test_a_unit_with_a_division_chooses_any_lettered_box_of_its_sector() -> None:
    game = position("us Wyman due 10", phase="arrivals", turn=10)
    assert orders(game, "in") == [f"FG{n}" for n in range(1, 6)] + [f"ER{n}" for n in range(1, 7)]


@rule("5.31-02", edition="omaha")
def test_a_general_goes_with_a_unit_of_his_turn() -> None:
    game = position("us Cota due 5\nus 116-HQ due 5", phase="arrivals", turn=5)
    play(game, "in DW2")
    assert where(game, "Cota") == "DW2" and is_over(game)


@rule("5.33-01", edition="omaha")
def test_rangers_may_wait_before_charlie() -> None:
    game = position("us A-B/2R due 5", phase="arrivals", turn=5)
    assert orders(game, "in") == ["DG1", "DG2", "DG3", "DG4", "CH1", "CH2", "CH3"]


@rule("5.34-01", "5.34-02", "5.34-04", edition="omaha")
def test_from_turn_seven_units_may_wait() -> None:
    game = position("us D/1/16 due 7", phase="arrivals", turn=7)
    assert orders(game, "delay") == [str(turn) for turn in range(8, 17)]
    play(game, "delay 9")
    assert where(game, "D/1/16") == "turn 9"
    early = position("us E/2/16 due 10 delayed", phase="arrivals", turn=10)
    assert orders(early, "in") == ["ER6"] and refusal(early, "in ER5").rule == "5.34-02"


@rule("5.34-03", edition="omaha")
def test_late_units_may_wait_before_any_beach() -> None:
    game = position("us E/2/16 due 11 delayed", phase="arrivals", turn=11)
    assert len(orders(game, "in")) == 24 and "DG4" in orders(game, "in")


@rule("5.21-02", "5.21-03", "TEC-30", edition="omaha")
def test_units_under_water_at_the_end_of_the_phase_are_lost() -> None:
    game = position("us E/2/16 at 0513\nus F/2/16 at 0614", turn=7)
    assert refusal(game, "act Wyman").rule == "7-01"
    play(game, "end")
    assert where(game, "E/2/16") == "eliminated" and where(game, "F/2/16") == "0614"
    again = position("us F/2/16 at 0614", turn=7)
    play(again, "act F/2/16")
    assert refusal(again, "to 0514").rule == "5.21-02"


@rule("5.21-03", edition="omaha")
def test_who_acts_is_asked_with_a_word_on_those_who_drown_otherwise() -> None:
    game = position("us E/2/16 at 0513\nus F/2/16 at 0614", turn=7)
    assert game.decision.prompt.endswith("When the phase ends E/2/16 drowns unless it leaves: the tide covers the hex")
    dry = position("us E/2/16 at 0513\nus F/2/16 at 0614", turn=3)
    assert "drown" not in dry.decision.prompt


@rule("5.21-04", edition="omaha")
def test_a_climber_is_spared_when_the_tide_rises() -> None:
    game = position("us C/2R at 0333 cliff", turn=16)
    play(game, "end")
    assert where(game, "C/2R") == "0333"
    for turn, place in ((7, "0507"), (8, "eliminated")):  # only at the end of the turn in which it rises
        low = position("us K/3/16 at 0507 cliff", turn=turn)
        play(low, "end")
        assert where(low, "K/3/16") == place


@rule("5.11-02", "5.21-03", edition="omaha")
def test_the_log_says_why_a_unit_is_late_or_lost() -> None:
    drifting = position("us E/2/16 in FG1", phase="landing", turn=2, cards=[landing_card("diamond C")])
    assert [drifting.sentence(event) for event in drifting.opening_events if event.kind == "delayed"] == [
        "E/2/16 is delayed: it comes into a landing box on turn 4 and is to land on turn 5; it drifts off the row of "
        "boxes. (5.11-02)"
    ]
    drowning = position("us E/2/16 at 0513", turn=7)
    told = [drowning.sentence(event) for event in play(drowning, "end") if event.kind == "eliminated"]
    assert told == ["E/2/16 is eliminated: the tide covers the hex. (5.21-03)"]
