"""Movement to and from the off-map boxes (10.4)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.boxes import why_not_into
from bocage.games.dark_summer.campaign import BRITISH, US
from bocage.games.dark_summer.places import BRITTANY, GRID, MAY_LEAVE
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.turn import clean_up_brittany
from bocage.games.dark_summer.victory import standing_scores
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import Game
from tests.dark_summer.positions import labels, move_in, moving, position, reach_labels, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


def after_brittany(units: str, *, british: bool = False, beaches: str = "3303 4603") -> State:
    """A position in which US and British units may leave the map in the east."""
    g = position(units, active="british" if british else "us", beaches=beaches)
    g.brittany_since, g.rounds, g.caen_taken = 1, 9, True
    return g


def why_not(game: Game, unit: str, place: str) -> str:
    """The rule that refuses a move, with the unit taken in hand."""
    play(game, f"move {unit}")
    return refusal(game, f"to {place}").rule


# -- into and out of boxes in general -------------------------------------------------------------------


@rule("10.4.1-01", edition="dark_summer")
def test_a_box_costs_one_point_more_after_its_lettered_hex() -> None:
    # A US regiment has five MPs: four hexes of Bocage are two too many.
    g = position("allied 8/4 at 1601\nallied 22/4 at 1603\nallied 12/4 at 1600", beaches="2403")
    assert {"cherbourg"} <= reach_labels(g, "8/4") and "cherbourg" in reach_labels(g, "12/4")
    assert "cherbourg" not in reach_labels(g, "22/4") and "1601" in reach_labels(g, "22/4")
    game = move_in(g)
    assert why_not(game, "22/4", "cherbourg") == "10.4.1-01"
    play(game, "to 1601", "move 8/4")
    play(game, "to cherbourg")
    assert where(game, "8/4") == "cherbourg"
    assert orders(game, "move") == ["12/4"], "who has entered must stop (10.4.3-03)"


@rule("10.4.1-01", edition="dark_summer")
def test_a_box_costs_a_whole_point_also_to_a_unit_that_comes_in_stages() -> None:
    g = after_brittany("allied 8/4 at 5307")  # nine hexes of Major Road are 4 1/2 MPs, and half a one is left
    game = move_in(g)
    play(game, "move 8/4", "to 6205", "move 8/4")
    assert orders(game, "to") == ["6105"]
    assert refusal(game, "to eastern-exit").rule == "10.4.1-01"


@rule("10.4.1-02", edition="dark_summer")
def test_out_of_a_hex_in_an_enemy_zone_only_those_who_start_there() -> None:
    # The C hex 1700 is two hexes from 1702, and the point for the box would be there.
    units = "allied 8/4 at 1702\nallied 12/4 at 1700\ngerman 922/243 at 1600\ngerman 920/243 at 1800"
    g = position(units, beaches="2403")
    assert "cherbourg" in reach_labels(g, "12/4") and reach_labels(g, "8/4") & {"1700", "cherbourg"} == {"1700"}
    assert why_not(move_in(g), "8/4", "cherbourg") == "10.4.1-02"
    g.remove(unit_number("922/243"))
    g.remove(unit_number("920/243"))
    assert "cherbourg" in reach_labels(g, "8/4")


@rule("10.4.1-03", "10.4.2-04", "10.4.4-10", "10.4-02", edition="dark_summer")
def test_units_out_of_supply_enter_and_leave_with_three_points() -> None:
    g = position("allied 8/4 at 1601\nallied 22/4 at cherbourg\nallied CCA/4 at may-leave")
    assert "cherbourg" in reach_labels(g, "8/4")
    assert "1601" in reach_labels(g, "22/4") and "1602" not in reach_labels(g, "22/4")
    assert "3428" in reach_labels(g, "CCA/4") and "3427" in reach_labels(g, "CCA/4")


@rule("10.4.1-04", edition="dark_summer")
def test_allied_units_out_of_supply_do_not_leave_in_the_east() -> None:
    g = after_brittany("allied CCA/4 at 6219\nallied 8-A at 6205", beaches="")
    assert why_not(move_in(g), "CCA/4", "eastern-exit") == "10.4.5-04"
    g.begin_round("move", BRITISH)
    assert why_not(move_in(g), "8-A", "eastern-exit") == "10.4.5-09"


@rule("10.4.1-05", "10.4.1-06", "10.4.2-05", "10.4.2-06", "10.4-02", edition="dark_summer")
def test_boxes_in_a_combined_action_round() -> None:
    units = """
        allied 8/4 at 1500
        allied 22/4 at 1801
        allied 12/4 at 1601
        allied 39/9 at cherbourg
        allied CCA/4 at may-leave
    """
    g = position(units, round="combined", beaches="2403")
    assert "cherbourg" in reach_labels(g, "8/4", limit="combined"), "from the Lettered hex"
    assert "cherbourg" in reach_labels(g, "22/4", limit="combined"), "one hex along the N13, then the box"
    assert "cherbourg" not in reach_labels(g, "12/4", limit="combined"), "no Road leads to a C hex from there"
    out = reach_labels(g, "39/9", limit="combined")
    c_hexes = {f"{column}00" for column in range(12, 21)} - {"1500"}  # where another division is
    assert c_hexes <= out and out - c_hexes == {"1401"}, "on along a Road; at the end of the other a division stands"
    south = reach_labels(g, "CCA/4", limit="combined")
    assert south == {"3428", "3327", "3527"}, "an S hex of the own Zone, and on along its Roads"
    game = move_in(g, limit="combined")
    play(game, "move 22/4", "to 1700", "move 22/4")
    assert set(orders(game, "to")) == {"1801", "cherbourg"}, "the second hex by itself"


@rule("10.4.2-01", "10.4.2-02", "10.4.2-03", edition="dark_summer")
def test_out_of_a_box_for_one_point_and_on_unless_enemies_stop_it() -> None:
    units = "allied CCA/4 at may-leave\ngerman 6-FJ at 4428\ngerman 5/3-FJ at 5426"
    g = after_brittany(units)
    reach = reach_labels(g, "CCA/4")
    assert "4428" not in reach, "enemy-occupied"
    assert {"3428", "3427", "6028", "5428"} <= reach
    game = move_in(g)
    play(game, "move CCA/4", "to 5428")
    assert "CCA/4" in orders(game, "move"), "5428 is in no ZOC"
    g = after_brittany(units.replace("5426", "5427"))
    game = move_in(g)
    play(game, "move CCA/4", "to 5428")
    assert "CCA/4" not in orders(game, "move"), "it must stop there"


@rule("10.4.2-03", "10.4-03", edition="dark_summer")
def test_germans_leave_cherbourg_only_where_they_can_go_on() -> None:
    g = position("german 729/709 at cherbourg\nallied 8/4 at 1601", active="german")
    reach = reach_labels(g, "729/709")
    assert reach and not reach & {f"{column}00" for column in range(12, 21)}
    wall = zip(("8/4", "22/4", "12/4", "39/9", "47/9"), ("1201", "1401", "1601", "1801", "2001"), strict=True)
    g = position("german 729/709 at cherbourg\n" + "\n".join(f"allied {unit} at {hex_}" for unit, hex_ in wall))
    assert reach_labels(g, "729/709") == set(), "every C hex is in a ZOC"
    g = position("german 922/243 at 1402\ngerman 6-FJ at 6118", active="german", round="reaction")
    assert "cherbourg" in reach_labels(g, "922/243") and "eastern-exit" in reach_labels(g, "6-FJ")


# -- Cherbourg ------------------------------------------------------------------------------------------


@rule("10.4.3-01", "10.4.3-02", "10.4.3-03", edition="dark_summer")
def test_us_and_german_units_enter_cherbourg_whoever_is_there() -> None:
    g = position(
        "allied 8/4 at 1601\nallied GTD/2-Fr at 1501\nallied 8-A at 3508\ngerman 729/709 at cherbourg", beaches="2403"
    )
    assert "cherbourg" in reach_labels(g, "8/4")
    assert why_not(move_in(g), "GTD/2-Fr", "cherbourg") == "10.4.3-01"
    g = position("german 922/243 at 1402\nallied 8/4 at cherbourg", active="german")
    assert "cherbourg" in reach_labels(g, "922/243")


@rule("10.4.3-04", edition="dark_summer")
def test_germans_do_not_enter_cherbourg_once_it_is_allied() -> None:
    g = position("german 922/243 at 1402", active="german")
    g.cherbourg_captured = 4
    assert why_not(move_in(g), "922/243", "cherbourg") == "10.4.3-04"


@rule("10.4.3-06", "9.3.1-03", edition="dark_summer")
def test_nobody_leaves_cherbourg_while_enemies_are_in_it() -> None:
    game = moving("us", "allied 8/4 at cherbourg\ngerman 729/709 at cherbourg", beaches="2403")
    assert refusal(game, "move 8/4").rule == "10.4.3-06"
    g = position("german 729/709 at cherbourg\nallied 8/4 at cherbourg", active="german")
    assert refusal(move_in(g), "move 729/709").rule == "10.4.3-06"
    g.remove(unit_number("8/4"))
    assert "1601" in reach_labels(g, "729/709")


# -- Brittany -------------------------------------------------------------------------------------------


@rule("10.4.4-01", "5.4-01", edition="dark_summer")
def test_us_units_alone_enter_brittany_from_w_hexes() -> None:
    g = position("allied CCA/4 at 2726\nallied GTD/2-Fr at 2726", beaches="3303")
    assert "brittany" in reach_labels(g, "CCA/4")
    assert why_not(move_in(g), "GTD/2-Fr", "brittany") == "10.4.4-01"
    assert "brittany" not in reach_labels(position("german 6-FJ at 2726", active="german"), "6-FJ")
    assert "may-leave" not in reach_labels(g, "CCA/4")


@rule("10.4.4-02", "10.4.4-03", "10.4.4-04", "10.4.4-06", "10.4.4-08", "4.0.6-01", edition="dark_summer")
def test_in_by_w_one_turn_and_out_by_s_another_which_is_the_last_to_enter() -> None:
    game = moving("us", "allied CCA/4 at 2726\nallied CCB/4 at 2726\nallied CCR/4 at may-leave", beaches="3303", turn=8)
    g = state(game)
    events = play(game, "move CCA/4", "to brittany")
    assert kinds(events) == ["moved", "brittany_entered"] and where(game, "CCA/4") == "brittany"
    assert g.brittany_since == g.rounds
    assert refusal(game, "move CCA/4").rule == "10.1-05"
    g.begin_round("move", US)
    game = move_in(g)
    assert refusal(game, "move CCA/4").rule == "10.4.4-03", "not in the turn of its entry"
    events = play(game, "move CCR/4", "to 6028")
    assert "brittany_left" in kinds(events) and g.reentry_turn == 8
    assert "brittany" in reach_labels(g, "CCB/4"), "in this turn still"
    clean_up_brittany(g)
    assert g.where[unit_number("CCA/4")] == MAY_LEAVE and BRITTANY not in g.at
    g.turn = 9
    g.begin_round("move", US)
    game = move_in(g)
    assert {"3428", "4428", "4828", "5428"} <= reach_labels(g, "CCA/4"), "those inside may still leave"
    assert why_not(game, "CCB/4", "brittany") == "10.4.4-06"


@rule("10.4.4-05", edition="dark_summer")
def test_who_comes_back_does_not_leave_in_the_east_in_the_same_move() -> None:
    g = after_brittany("allied 2-Cav at may-leave\nallied CCA/4 at 6222")
    game = move_in(g)
    play(game, "move 2-Cav")
    assert "6223" in orders(game, "to"), "ten MPs bring it there"
    play(game, "to 6223")
    assert "2-Cav" in orders(game, "move"), "with points left"
    play(game, "move 2-Cav")
    assert refusal(game, "to eastern-exit").rule == "10.4.4-05"
    play(game, "to 6123")
    assert "eastern-exit" in reach_labels(g, "CCA/4")


@rule("10.4.4-09", edition="dark_summer")
def test_us_divisions_in_brittany_are_worth_points_at_the_end() -> None:
    division = ("CCA/4", "CCB/4", "CCR/4")
    points = []
    for boxes in (("brittany", "may-leave", "may-leave"), ("brittany", "may-leave", "2726")):
        units = "\n".join(f"allied {unit} at {box}" for unit, box in zip(division, boxes, strict=True))
        g = position(units, beaches="3303", turn=10)
        points.append(sum(score.halves for score in standing_scores(g) if "Brittany" in score.what))
    assert points == [4, 0], "two points for a complete division, in halves"


# -- the Eastern Exit -----------------------------------------------------------------------------------


@rule("10.4.5-01", "10.4.5-05", "10.4.5-11", "10.4.5-14", edition="dark_summer")
def test_us_units_leave_in_the_east_once_the_boundary_is_lifted_and_mark_the_hex() -> None:
    g = after_brittany("allied CCA/4 at 6219\nallied GTD/2-Fr at 6216")
    g.brittany_since = 0
    g.exits = [0, 0]
    assert why_not_at(g, "CCA/4", "6219") == "10.4.5-01"
    g.brittany_since = 1
    g.forget()
    game = move_in(g)
    events = play(game, "move CCA/4", "to eastern-exit", "move GTD/2-Fr", "to eastern-exit")
    assert kinds(events).count("exit_marker") == 2
    assert labels(g.exits[US]) == {"6219", "6216"} and g.left_on[unit_number("CCA/4")] == g.turn
    g.begin_round("move", US)
    assert refusal(move_in(g), "move CCA/4").rule == "10.4.5-14"
    assert labels(g.exits[US]) == {"6219", "6216"}


def why_not_at(g: State, unit: str, label: str) -> str:
    """The rule that keeps a unit from leaving the map at an E hex, or nothing."""
    refused = why_not_into(g, unit_number(unit), GRID.at(label), 0)
    return refused.rule if refused else ""


@rule("10.4.5-02", "10.4.5-07", edition="dark_summer")
def test_an_exit_hex_with_the_other_army_in_it_is_closed() -> None:
    g = after_brittany("allied CCA/4 at 6118\nallied 8-A at 6219\nallied CCB/4 at 6205")
    assert why_not_at(g, "CCA/4", "6219") == "10.4.5-02" and why_not_at(g, "CCA/4", "6216") == ""
    assert why_not_at(g, "8-A", "6205") == "10.4.5-07" and why_not_at(g, "8-A", "6219") == ""
    game = move_in(g)
    play(game, "move CCA/4", "to eastern-exit")
    assert labels(g.exits[US]) == {"6216"}, "not by 6219, which is nearer"


@rule("10.4.5-03", "10.4.5-E1", edition="dark_summer")
@pytest.mark.parametrize("label", ["6202", "6205", "6209", "6212", "6216", "6219", "6223"])
def test_us_units_leave_south_of_all_british_exit_markers(label: str) -> None:
    g = after_brittany(f"allied CCA/4 at {label}")
    g.exits[BRITISH] = GRID.set("6209")
    if label <= "6209":
        assert why_not_at(g, "CCA/4", label) == "10.4.5-03"
    else:
        play(move_in(g), "move CCA/4", "to eastern-exit")
        assert labels(g.exits[US]) == {label}


CORDON = """
    allied 8/4 at 6123
    german 1051/84 at 5927
    german 1052/84 at 5924
    german 1055/89 at 5921
    german 1056/89 at 6119
"""  # no line leads from the E hex 6223 to a Beach, but one to the S hex 6028


@rule("10.4.5-04", "13.2.2-04", edition="dark_summer")
def test_units_from_brittany_leave_in_the_east_also_if_they_are_supplied_from_there() -> None:
    g = after_brittany(CORDON)
    assert "eastern-exit" not in reach_labels(g, "8/4")
    g.reentry_turn, g.reentered = 4, 1 << unit_number("8/4")
    assert "eastern-exit" in reach_labels(g, "8/4")
    g = after_brittany(CORDON + "german 1057/91 at 2628\ngerman 1058/91 at 2727\ngerman 30-Mob at 2828")
    g.reentry_turn, g.reentered = 4, 1 << unit_number("8/4")
    assert "eastern-exit" not in reach_labels(g, "8/4"), "Brittany itself is cut off"


@rule("10.4.5-06", "10.4.5-10", edition="dark_summer")
def test_british_units_leave_once_the_allies_have_held_all_of_caen_be_it_for_a_moment() -> None:
    units = "allied 8-A at 6205\nallied 3/6 at 4507\nallied 185/3 at 4605\nallied 9/3 at 4705"
    g = position(units, active="british", beaches="4603")
    assert why_not(move_in(g), "8-A", "eastern-exit") == "10.4.5-06"
    for unit, hex_ in (("3/6", "4506"), ("185/3", "4606"), ("9/3", "4607")):
        assert not g.caen_taken
        g.put(unit_number(unit), GRID.at(hex_))
    assert g.caen_taken
    g.remove(unit_number("3/6"))
    g.put(unit_number("6-FJ"), GRID.at("4506"))
    game = move_in(g)
    play(game, "move 8-A", "to eastern-exit")
    assert labels(g.exits[BRITISH]) == {"6205"}


@rule("10.4.5-08", "10.4.5-09", edition="dark_summer")
def test_british_units_leave_north_of_all_us_exit_markers_and_in_supply() -> None:
    g = after_brittany("allied 8-A at 6208", british=True)
    g.exits[US] = GRID.set("6212")
    refused = {label: why_not_at(g, "8-A", label) for label in ("6202", "6209", "6212", "6216")}
    assert refused == {"6202": "", "6209": "", "6212": "10.4.5-08", "6216": "10.4.5-08"}
    play(move_in(g), "move 8-A", "to eastern-exit")
    assert labels(g.exits[BRITISH]) == {"6209"}
    g = after_brittany("allied 8-A at 6205", british=True, beaches="3303")
    assert why_not(move_in(g), "8-A", "eastern-exit") == "10.4.5-09"


@rule("10.4.5-12", "10.4.5-13", edition="dark_summer")
def test_germans_leave_by_any_e_hex_without_a_marker_but_not_by_5400() -> None:
    units = """
        german 6-FJ at 6219
        german 5/3-FJ at 5400
        allied CCA/4 at 6218
        allied CCB/4 at 6220
        allied CCR/4 at 6118
    """
    g = position(units, active="german")
    assert reach_labels(g, "6-FJ") == {"eastern-exit"}, "Out of Supply or not"
    assert "eastern-exit" not in reach_labels(g, "5/3-FJ")
    g.exits[US] = GRID.set("6219")
    g.forget()
    assert reach_labels(g, "6-FJ") == set() and why_not_at(g, "6-FJ", "6219") == "10.4.5-12"
    g.exits = [0, GRID.set("6219")]
    assert why_not_at(g, "6-FJ", "6219") == "10.4.5-12" and why_not_at(g, "6-FJ", "6216") == ""
