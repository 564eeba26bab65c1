"""Entry and exit of the map, reinforcements (1.1.2.1), landings from turn 1 on (4.2)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer import landing
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.entry import EntryAndExit
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import GRID, place_number
from bocage.games.bloody_summer.reinforcements import Arrivals
from bocage.games.bloody_summer.turn import Phase
from bocage.kernel import Game
from tests.bloody_summer.positions import Side, begin, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


def arriving(side: int, text: str, *dice: int, waiting: str = "", turn: int = 8, part: str = "A") -> Game:
    """The step of entry, exit and reinforcements of a side."""
    active: Side = "german" if side == GERMAN else "allied"
    g = position("campaign", text, turn=turn, part=part, active=active, dice=dice, waiting=waiting)
    return begin(g, Arrivals(side))


# -- entry and exit ---------------------------------------------------------------------------------


@rule("1.1.2.1.a-01", "4.1.2-13", edition="bloody_summer")
def test_germans_enter_the_map_at_a_letter_of_their_box_by_a_die() -> None:
    game = arriving(GERMAN, "german 353-Inf at rennes\ngerman 265-Inf/KG-265 at rennes", 4, 5)
    play(game, "enter 353-Inf")
    assert orders(game, "at") == ["2117", "2118"]
    assert refusal(game, "at 2116").rule == "1.1.2.1.a-01"
    play(game, "at 2118")
    assert where(game, "353-Inf") == "2118"
    play(game, "enter 265-Inf/KG-265", "at 2117")
    assert where(game, "265-Inf/KG-265") == "rennes", "a 5 is not below 5"


@rule("1.1.2.1.a-01", edition="bloody_summer")
def test_nobody_enters_at_a_hex_that_the_enemy_occupies() -> None:
    text = "german 353-Inf at rennes\nallied 4-Arm/CCA at 2118\nallied HQ-VIII-US at 2117"
    game = arriving(GERMAN, text + "\ngerman 708-Inf at le-mans")
    assert refusal(game, "enter 353-Inf").rule == "1.1.2.1.a-01"


@rule("1.1.2.1.a-01", edition="bloody_summer")
def test_allied_units_enter_without_a_die() -> None:
    game = arriving(ALLIED, "allied 4-Arm/CCA at rennes")
    play(game, "enter 4-Arm/CCA", "at 2117")
    assert where(game, "4-Arm/CCA") == "2117"


@rule("1.1.2.1.a-02", edition="bloody_summer")
def test_units_on_a_lettered_hex_leave_for_its_box_at_will_and_for_nothing() -> None:
    text = """
        allied 4-Arm/CCA at 2118
        allied 4-Arm/CCB at 2118
        allied 8-Inf/13 at 2118
        allied HQ-VIII-US at 2118
        allied 8-Inf/28 at 2018
        marker allied 2118 1
        german 353-Inf at rennes
    """
    game = arriving(ALLIED, text)
    assert orders(game, "exit") == ["8-Inf/13", "4-Arm/CCA", "4-Arm/CCB", "HQ-VIII-US"]
    assert refusal(game, "exit 8-Inf/28").rule == "1.1.2.1.a-02"
    play(game, "exit 4-Arm/CCA", "exit 4-Arm/CCB", "exit 8-Inf/13", "exit HQ-VIII-US")
    g = state(game)
    assert g.in_confusion(place_number("rennes")), "entering a box with Germans is confusion"
    assert g.markers_at(ALLIED, place_number("rennes")) == 1
    assert not g.moved, "it costs no movement"


@rule("2.1-07", edition="bloody_summer")
def test_nobody_leaves_for_a_box_with_the_other_allied_army() -> None:
    text = "allied 4-Arm/CCA at 2118\nallied 11-Arm/29 at rennes\nallied 4-Arm/CCB at 2116"
    game = arriving(ALLIED, text)
    assert orders(game, "exit") == ["4-Arm/CCB"]
    assert refusal(game, "exit 4-Arm/CCA").rule == "2.1-07"


@rule("6.11-05", edition="bloody_summer")
def test_nobody_leaves_the_map_out_of_a_confusion() -> None:
    text = "allied 4-Arm/CCA at 2118\ngerman 353-Inf at 2118\nallied 4-Arm/CCB at 2116"
    assert refusal(arriving(ALLIED, text), "exit 4-Arm/CCA").rule == "6.11-05"


@rule("1.1.2.1.a-03", edition="bloody_summer")
def test_a_reinforcement_of_this_phase_does_not_enter_the_map_before_the_next() -> None:
    game = arriving(GERMAN, "german 353-Inf at le-mans", waiting="77-Inf/13-FJ")
    assert where(game, "77-Inf/13-FJ") == "waiting", "entry comes first"
    assert orders(game, "enter") == ["353-Inf"]
    play(game, "end")
    assert where(game, "77-Inf/13-FJ") == "rennes"


@rule("1.1.2.1.b-03", edition="bloody_summer")
def test_whoever_has_changed_maps_does_not_change_back() -> None:
    game = arriving(GERMAN, "german 353-Inf at 2118\ngerman 708-Inf at le-mans")
    play(game, "exit 353-Inf")
    assert refusal(game, "enter 353-Inf").rule == "1.1.2.1.b-03"


@rule("1.1.2.1.b-03", edition="bloody_summer")
def test_a_unit_that_entered_moves_in_the_same_phase() -> None:
    g = position("campaign", "german 353-Inf at rennes", active="german", first="german", dice=(1,))
    game = begin(g, Phase("A"))
    play(game, "enter 353-Inf", "at 2118")
    assert where(game, "353-Inf") == "2118"
    play(game, "move 353-Inf", "to 2018")
    assert where(game, "353-Inf") == "2018"


@rule("6.12-05", edition="bloody_summer")
def test_nobody_enters_the_map_out_of_a_box_in_confusion() -> None:
    text = "german 353-Inf at rennes\nallied 4-Arm/CCA at rennes\ngerman 708-Inf at le-mans"
    assert refusal(arriving(GERMAN, text), "enter 353-Inf").rule == "6.12-05"


# -- the turn track ---------------------------------------------------------------------------------


@rule("1.1.2.1.b-01", edition="bloody_summer")
def test_allied_reinforcements_come_into_the_strategic_reserve() -> None:
    game = arriving(ALLIED, "", waiting="2-Inf/9 90-Inf/357 HQ-XX", turn=1)
    assert where(game, "2-Inf/9") == where(game, "90-Inf/357") == "strategic-reserve"
    assert where(game, "HQ-XX") == "waiting", "its turn has not come"


@rule("1.1.2.1.b-02", edition="bloody_summer")
def test_german_reinforcements_come_to_the_place_printed_with_them() -> None:
    game = arriving(GERMAN, "", waiting="12-SS/25 17-SS/37 276-Inf", turn=1)
    assert where(game, "12-SS/25") == "1001", "the hex of the letter c"
    assert where(game, "17-SS/37") == "angers"
    assert where(game, "276-Inf") == "waiting"


@rule("1.1.2.1.b-02", "1.1.2.1.a-01", edition="bloody_summer")
def test_a_reinforcement_whose_entry_hex_is_taken_comes_into_the_box_behind_it() -> None:
    game = arriving(GERMAN, "allied 6-Abn/5-Para at 1001", waiting="12-SS/25", turn=1)
    assert where(game, "12-SS/25") == "evreux"


@rule("5.4-05", edition="bloody_summer")
def test_a_destroyed_headquarters_comes_back_one_turn_later() -> None:
    g = position(
        "campaign", "german Depot-Paris at paris\ngerman Depot-Brest at brest", active="german", waiting="HQ-XXV"
    )
    g.due[piece_number("HQ-XXV")] = 9
    assert where(begin(g.copy(), Arrivals(GERMAN)), "HQ-XXV") == "waiting"
    g.turn = 9
    game = begin(g, Arrivals(GERMAN))
    assert orders(game, "at") == ["paris", "brest"]
    assert refusal(game, "at rennes").rule == "5.4-05"
    play(game, "at paris")
    assert where(game, "HQ-XXV") == "paris"


@rule("5.4-05", edition="bloody_summer")
def test_an_allied_headquarters_comes_back_to_the_reserve() -> None:
    g = position("campaign", "", waiting="HQ-V")
    g.due[piece_number("HQ-V")] = 8
    assert where(begin(g, Arrivals(ALLIED)), "HQ-V") == "strategic-reserve"


# -- landings ---------------------------------------------------------------------------------------

RESERVE = """
    depot Utah
    held 0617
    allied 2-Inf/9 at strategic-reserve
    allied 2-Inf/23 at strategic-reserve
    allied 2-Inf/38 at strategic-reserve
    allied 90-Inf/357 at strategic-reserve
    allied 70-Tk at strategic-reserve
    allied 743-Tk at strategic-reserve
    allied HQ-V at strategic-reserve
    allied HQ-VII at strategic-reserve
    allied 53-Inf/71 at strategic-reserve
"""


def moving(text: str = RESERVE, *dice: int, turn: int = 8, part: str = "A", storm: bool = False) -> Game:
    """The Allies move."""
    g = position("campaign", text, turn=turn, part=part, dice=dice)
    g.storm = storm
    return begin(g, MovementPhase(ALLIED))


@rule("4.2-01", "7.1-01", edition="bloody_summer")
def test_units_of_the_reserve_land_at_a_depot_and_move_on() -> None:
    game = moving()
    play(game, "land 2-Inf/9")
    assert where(game, "2-Inf/9") == "0617"
    play(game, "move 2-Inf/9", "to 0619")
    assert where(game, "2-Inf/9") == "0619", "with all its movement points"


@rule("6.2.a-01", "4.2-01", edition="bloody_summer")
def test_batteries_fire_at_units_that_land_later_too() -> None:
    game = moving(RESERVE + "german Battery-Crisbecq at 0419")
    play(game, "land 2-Inf/9")
    assert game.decision.seat == "german" and "fire" in orders(game)
    play(game, "pass")
    assert where(game, "2-Inf/9") == "0617"


@rule("4.2-02", "4.2-03", edition="bloody_summer")
def test_a_depot_lands_as_much_as_it_can_and_the_rest_waits() -> None:
    g = position("campaign", RESERVE)
    at = GRID.at("0617")
    for name in ("2-Inf/9", "2-Inf/23", "2-Inf/38", "70-Tk", "HQ-V"):
        unit = piece_number(name)
        assert landing.why_not_land(g, unit, at) is None, name
        begin(g, landing.Ashore(unit, at))
    for name in ("90-Inf/357", "743-Tk", "HQ-VII"):
        refused = landing.why_not_land(g, piece_number(name), at)
        assert refused is not None and refused.rule == "4.2-02", name
        assert g.where[piece_number(name)] == place_number("strategic-reserve")
    g.begin_part("B")
    assert landing.why_not_land(g, piece_number("90-Inf/357"), at) is None, "again in the next phase"


@rule("4.2-04", "7.1-02", edition="bloody_summer")
def test_from_turn_1_on_units_land_at_operational_depots_of_their_army_only() -> None:
    g = position("campaign", RESERVE)
    british, us = piece_number("53-Inf/71"), piece_number("2-Inf/9")
    assert landing.places(g, british) == [] and landing.places(g, us) == [GRID.at("0617")]
    for unit, label in ((british, "0617"), (us, "0714"), (us, "0620")):
        refused = landing.why_not_land(g, unit, GRID.at(label))
        assert refused is not None and refused.rule == "4.2-04"


@rule("4.2-04", "6.11-04", edition="bloody_summer")
def test_units_also_land_on_a_beach_in_confusion() -> None:
    g = position("campaign", RESERVE + "german 352-Inf/916 at 0714\nallied 29-Inf/116 at 0714")
    assert GRID.at("0714") in landing.places(g, piece_number("2-Inf/9"))
    g.remove(piece_number("29-Inf/116"), -2)
    assert GRID.at("0714") not in landing.places(g, piece_number("2-Inf/9"))


@rule("1.1.1.1.a-05", edition="bloody_summer")
def test_nobody_lands_in_a_storm() -> None:
    g = position("campaign", RESERVE)
    g.storm = True
    refused = landing.why_not_land(g, piece_number("2-Inf/9"), GRID.at("0617"))
    assert refused is not None and refused.rule == "1.1.1.1.a-05"
    assert landing.places(g, piece_number("2-Inf/9")) == []


@rule("10.A.1.a-08", edition="bloody_summer")
def test_the_79th_lands_when_all_beaches_before_it_are_free() -> None:
    text = "allied 79-Arm/30-Arm-Bde at across-gold\ngerman WN-La-Riviere at 0710\nallied 50-Inf/231 at 0711"
    g = position("campaign", text, turn=1)
    brigade = piece_number("79-Arm/30-Arm-Bde")
    refused = landing.why_not_land(g, brigade, GRID.at("0711"))
    assert refused is not None and refused.rule == "10.A.1.a-08"
    g.remove(piece_number("WN-La-Riviere"), -2)
    assert landing.places(g, brigade) == [GRID.at("0711"), GRID.at("0710")]
    assert landing.why_not_land(g, brigade, GRID.at("0709")) is not None


@rule("4.2-01", "10.O.1-05", edition="bloody_summer")
@pytest.mark.parametrize(("die", "level"), [(5, 0), (6, 1)])
def test_the_glider_regiment_of_the_82nd_lands_by_the_dice_of_a_drop(die: int, level: int) -> None:
    g = position("campaign", "allied 82-Abn/325 at strategic-reserve", turn=1, dice=(die, 1))
    unit = piece_number("82-Abn/325")
    assert landing.places(g, unit) == [GRID.at("0619")]
    game = begin(g, landing.Ashore(unit, GRID.at("0619")))
    assert where(game, "82-Abn/325") == "0619" and state(game).level[unit] == level
    late = position("campaign", "allied 82-Abn/325 at strategic-reserve", turn=1, part="B")
    assert landing.places(late, unit) == []
    taken = position("campaign", "allied 82-Abn/325 at strategic-reserve\ngerman 91-LL/1057 at 0619", turn=1)
    assert landing.places(taken, unit) == []


@rule("1.1.2.1-01", edition="bloody_summer")
def test_the_storm_test_comes_before_anybody_enters_the_map() -> None:
    g = position("campaign", "allied 4-Arm/CCA at rennes", dice=(1,))
    g.storm_due = True
    game = begin(g, Phase("A"))
    assert not state(game).chance.dice and orders(game, "enter") == ["4-Arm/CCA"]  # type: ignore[attr-defined]


def test_entry_and_exit_tell_what_they_do() -> None:
    game = begin(position("campaign", "allied 4-Arm/CCA at 2118"), EntryAndExit(ALLIED))
    assert kinds(play(game, "exit 4-Arm/CCA")) == ["exited"]
