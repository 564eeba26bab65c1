"""Movement between boxes (4.1.2), extended movement (5.2), the Maquis (4.1.2.a), Festungen as boxes (0.1.2.e)."""

from __future__ import annotations

from bocage.games.bloody_summer import air, supply
from bocage.games.bloody_summer.activation import why_not_activate
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.entry import EntryAndExit
from bocage.games.bloody_summer.off_map_movement import OffMapMovement
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import place_number
from bocage.kernel import Game
from tests.bloody_summer.positions import begin, has, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


def germans(text: str, *dice: int, waiting: str = "", **more: object) -> Game:
    """Germans move off the map."""
    g = position("campaign", text, active="german", dice=dice, waiting=waiting, **more)  # type: ignore[arg-type]
    return begin(g, OffMapMovement(GERMAN))


def allies(text: str, *dice: int, **more: object) -> Game:
    """The Allies move off the map."""
    return begin(position("campaign", text, dice=dice, **more), OffMapMovement(ALLIED))  # type: ignore[arg-type]


def at_stop(game: Game) -> bool:
    """Whether nobody has anything more to do off the map."""
    return game.decision.prompt == "The test ends here"


# -- lines ------------------------------------------------------------------------------------------


@rule("1.1.2.2-03", "4.1.2-01", edition="bloody_summer")
def test_units_move_along_the_lines() -> None:
    game = germans("german 353-Inf at brest", 1)
    play(game, "move 353-Inf")
    assert orders(game, "to") == ["rennes"]
    assert refusal(game, "to le-mans").rule == "4.1.2-01"
    play(game, "to rennes")
    assert where(game, "353-Inf") == "rennes"


@rule("1.1.2.2-02", "4.1.2-03", edition="bloody_summer")
def test_germans_go_two_boxes_and_no_more() -> None:
    game = germans("german 353-Inf at brest", 1, 1)
    play(game, "move 353-Inf", "to rennes", "to le-mans")
    assert where(game, "353-Inf") == "le-mans"
    assert at_stop(game), "two boxes are the limit"


@rule("4.1.2-13", edition="bloody_summer")
def test_each_german_counter_rolls_for_each_box_it_leaves() -> None:
    # Rennes lets go on a roll below 5, Le Mans too.
    game = germans("german 3-FJ/5 at rennes\ngerman 3-FJ/8 at rennes", 4, 5, 4)
    play(game, "move 3-FJ/5", "with 3-FJ/8", "to le-mans")
    assert (where(game, "3-FJ/5"), where(game, "3-FJ/8")) == ("le-mans", "rennes")
    play(game, "to alencon")
    assert where(game, "3-FJ/5") == "alencon"
    assert not state(game).chance.dice, "three dice were thrown"  # type: ignore[attr-defined]


@rule("4.1.2-14", edition="bloody_summer")
def test_who_fails_stays_in_the_box_for_the_phase() -> None:
    game = germans("german 3-FJ/5 at rennes\ngerman 3-FJ/8 at rennes", 5)
    play(game, "move 3-FJ/5", "to le-mans")
    assert where(game, "3-FJ/5") == "rennes"
    assert orders(game, "move") == ["3-FJ/8"]
    state(game).moved = 0
    assert refusal(game, "move 3-FJ/5").rule == "4.1.2-14"
    state(game).begin_part("B")
    assert not has(state(game).delayed, "3-FJ/5"), "in the next phase it may try again"


@rule("4.1.2-15", "1.1.2.2-04", edition="bloody_summer")
def test_aircraft_over_the_box_make_the_die_higher() -> None:
    g = position("campaign", "german 3-FJ/5 at rennes\ngerman 3-FJ/8 at rennes", active="german", dice=(3, 2))
    medium = next(number for number in air.COUNTERS if air.counter(g, number).cup.value == "MB")
    heavy = next(number for number in air.COUNTERS if air.counter(g, number).cup.value == "HB")
    for number in (medium, heavy):
        g.air[number], g.air_place[number] = air.STRATEGIC, place_number("rennes")
    game = begin(g, OffMapMovement(GERMAN))
    play(game, "move 3-FJ/5", "to le-mans")
    assert where(game, "3-FJ/5") == "rennes", "3, +1 and +2 is not below 5"
    g = state(game)
    g.air[heavy] = 0
    play(game, "move 3-FJ/8", "to le-mans")
    assert where(game, "3-FJ/8") == "le-mans", "2 and +1 is"


@rule("4.1.2-04", edition="bloody_summer")
def test_enemies_in_the_next_box_do_not_hamper_off_the_map() -> None:
    game = germans("german 353-Inf at brest\nallied 4-Arm/CCA at angers", 1, 1)
    play(game, "move 353-Inf", "to rennes", "to le-mans")
    assert where(game, "353-Inf") == "le-mans"


@rule("4.1.2-05", "1.1.2.2-06", "6.12-01", edition="bloody_summer")
def test_movement_ends_among_enemies_and_there_is_confusion() -> None:
    game = germans("german 2-SS/I/2 at brest\nallied 4-Arm/CCA at rennes", 1)
    events = play(game, "move 2-SS/I/2", "to rennes")
    assert at_stop(game), "also armour stops among enemies"
    assert "confusion" in kinds(events)
    assert state(game).in_confusion(place_number("rennes"))


@rule("4.1.2-06", "4.1.2-07", edition="bloody_summer")
def test_enemy_control_stops_all_but_armour() -> None:
    text = "boxes rennes\ngerman 353-Inf at brest\ngerman 2-SS/I/2 at brest"
    game = germans(text, 1, 1)
    play(game, "move 2-SS/I/2", "to rennes")
    assert "le-mans" in orders(game, "to")
    play(game, "halt")
    state(game).boxes_held |= 1 << place_number("rennes")
    play(game, "move 353-Inf", "to rennes")
    assert at_stop(game)


@rule("4.1.2-08", edition="bloody_summer")
def test_a_box_belongs_to_whoever_passed_last() -> None:
    game = germans("boxes rennes le-mans\ngerman 2-SS/I/2 at brest", 1, 1)
    play(game, "move 2-SS/I/2", "to rennes", "to le-mans")
    g = state(game)
    assert g.controls(GERMAN, place_number("rennes")) and g.controls(GERMAN, place_number("le-mans"))


@rule("4.1.2-10", "0.1.2.e-03", edition="bloody_summer")
def test_a_festung_gives_no_control_and_makes_no_confusion() -> None:
    text = """
        german Festung-Saint-Malo at festung-saint-malo
        german 77-Inf at festung-saint-malo
        allied HQ-VIII-US at le-mans
        allied 4-Arm/CCA under HQ-VIII-US at le-mans
    """
    game = allies(text)
    play(game, "move 4-Arm/CCA", "to rennes")
    g, rennes = state(game), place_number("rennes")
    assert g.controls(ALLIED, rennes) and not g.in_confusion(rennes)


@rule("4.1.2-02", edition="bloody_summer")
def test_supply_follows_the_lines_between_boxes() -> None:
    g = position("campaign", "german HQ-XXV at brest\ngerman Depot-Le-Mans at le-mans\ngerman 343-Inf at brest")
    assert supply.hq_supplied(g, piece_number("HQ-XXV"))
    g.boxes_held |= 1 << place_number("rennes")
    g.forget()
    assert not supply.hq_supplied(g, piece_number("HQ-XXV"))


# -- the Allies -------------------------------------------------------------------------------------

CORPS = """
    depot Utah
    allied HQ-VIII-US at rennes
    allied 4-Arm/CCA under HQ-VIII-US at rennes
    allied 4-Arm/CCB under HQ-VIII-US at rennes
    allied 83-Inf/329 under HQ-VIII-US at rennes
"""


@rule("1.1.2.2-02", "4.1.2-11", edition="bloody_summer")
def test_an_allied_headquarters_moves_one_division_and_itself_by_one_box() -> None:
    game = allies(CORPS)
    play(game, "move 4-Arm/CCA", "with 4-Arm/CCB")
    assert refusal(game, "with 83-Inf/329").rule == "4.1.2-11"
    play(game, "to angers")
    assert where(game, "4-Arm/CCA") == where(game, "4-Arm/CCB") == "angers"
    assert orders(game, "move") == ["HQ-VIII-US"]
    play(game, "move HQ-VIII-US", "to angers")
    assert where(game, "HQ-VIII-US") == "angers" and at_stop(game)


@rule("4.1.2-12", edition="bloody_summer")
def test_a_second_division_needs_an_extended_movement() -> None:
    game = allies(CORPS + "marker allied rennes 1")
    play(game, "move 4-Arm/CCA", "to angers")
    assert refusal(game, "move 83-Inf/329").rule == "4.1.2-12"
    play(game, "extend HQ-VIII-US", "move 83-Inf/329", "to angers")
    assert where(game, "83-Inf/329") == "angers"
    assert orders(game, "to") == [] or "le-mans" in orders(game, "to")


@rule("4.1.2-11", edition="bloody_summer")
def test_independent_units_count_as_a_division() -> None:
    game = allies(CORPS + "allied 70-Tk under HQ-VIII-US at rennes")
    play(game, "move 70-Tk", "to angers")
    assert refusal(game, "move 4-Arm/CCA").rule == "4.1.2-12"


@rule("4.1.2-11", "5.1-06", edition="bloody_summer")
def test_an_allied_unit_far_from_its_headquarters_stays() -> None:
    game = allies("allied HQ-VIII-US at brest\nallied 4-Arm/CCA under HQ-VIII-US at angers")
    assert refusal(game, "move 4-Arm/CCA").rule == "4.1.2-11"


@rule("5.2-01", "4.1.2-12", "0.2.1-03", edition="bloody_summer")
def test_an_extended_movement_costs_a_marker_and_goes_two_boxes() -> None:
    game = allies(CORPS + "marker allied rennes 1")
    play(game, "extend HQ-VIII-US", "move 4-Arm/CCA", "to angers", "to orleans")
    assert where(game, "4-Arm/CCA") == "orleans"
    assert not state(game).markers_at(ALLIED, place_number("rennes"))
    play(game, "move 4-Arm/CCB", "to angers", "halt", "move 83-Inf/329", "to angers")
    assert where(game, "83-Inf/329") == "angers"


@rule("5.2-01", edition="bloody_summer")
def test_an_extended_movement_needs_marker_supply_and_a_ready_headquarters() -> None:
    assert refusal(allies(CORPS), "extend HQ-VIII-US").rule == "5.2-01"
    unsupplied = CORPS.replace("HQ-VIII-US at", "HQ-VIII-US unsupplied at") + "marker allied rennes 1"
    unsupplied = unsupplied.replace("CCA under", "CCA unsupplied under") + "\nallied HQ-XV at angers"
    assert refusal(allies(unsupplied), "extend HQ-VIII-US").rule == "5.2-01"
    finished = CORPS.replace("HQ-VIII-US at", "HQ-VIII-US finished at") + "marker allied rennes 1"
    assert refusal(allies(finished), "extend HQ-VIII-US").rule == "0.1.1-04"
    game = germans("german HQ-XXV at brest\nmarker german brest 1")
    assert refusal(game, "extend HQ-XXV").rule == "1.1.2.2-02"


@rule("5.2-02", "1.1.2.2-05", "0.1.1-06", edition="bloody_summer")
def test_the_headquarters_is_flipped_after_its_extended_movement() -> None:
    game = allies(CORPS + "marker allied rennes 1")
    play(game, "extend HQ-VIII-US")
    assert not has(state(game).finished, "HQ-VIII-US")
    play(game, "end")
    assert has(state(game).finished, "HQ-VIII-US")


@rule("5.2-03", edition="bloody_summer")
def test_after_an_extended_movement_no_combat_in_the_whole_turn() -> None:
    game = allies(CORPS + "marker allied rennes 2")
    play(game, "extend HQ-VIII-US", "end")
    g = state(game)
    g.finished = 0
    g.begin_part("B")
    refused = why_not_activate(g, piece_number("HQ-VIII-US"))
    assert refused is not None and refused.rule == "5.2-03"


@rule("5.2-04", "4.3-03", edition="bloody_summer")
def test_armour_overruns_during_an_extended_movement_at_no_cost() -> None:
    text = CORPS + "marker allied rennes 1\ngerman 265-Inf/KG-265 -1 at angers"
    game = allies(text, 6)
    play(game, "extend HQ-VIII-US", "move 4-Arm/CCA", "with 4-Arm/CCB")
    assert orders(game, "overrun") == ["angers"]
    play(game, "overrun angers")
    assert where(game, "265-Inf/KG-265") == "german-destroyed"
    assert where(game, "4-Arm/CCA") == "angers"
    assert "orleans" in orders(game, "to"), "the second box is still open"


@rule("4.3-03", edition="bloody_summer")
def test_off_the_map_only_the_end_of_the_defenders_is_a_success() -> None:
    # 5 against 9 is 1:2: a die of 6 is a1 / d1 D1, and the level is that of the failure.
    game = allies(CORPS + "german 353-Inf at angers", 6)
    play(game, "move 4-Arm/CCA", "overrun angers")
    assert (where(game, "4-Arm/CCA"), where(game, "353-Inf")) == ("rennes", "angers")
    assert state(game).level[piece_number("4-Arm/CCA")] == 1
    assert has(state(game).moved, "4-Arm/CCA")


@rule("4.3-15", "4.3-03", edition="bloody_summer")
def test_armour_overruns_a_headquarters_alone_in_a_box() -> None:
    game = allies(CORPS + "german HQ-XXV at angers")
    play(game, "move 4-Arm/CCA", "overrun angers")
    assert (where(game, "HQ-XXV"), where(game, "4-Arm/CCA")) == ("waiting", "angers")


@rule("2.1-07", edition="bloody_summer")
def test_the_allied_armies_do_not_stay_in_one_box() -> None:
    text = CORPS + "marker allied rennes 1\nallied 11-Arm/29 at angers"
    game = allies(text)
    play(game, "move 4-Arm/CCA")
    assert refusal(game, "to angers").rule == "2.1-07"
    play(game, "halt", "extend HQ-VIII-US", "move 4-Arm/CCB", "to angers")
    assert "halt" not in orders(game), "passing is allowed, staying is not"
    play(game, "to orleans")
    assert where(game, "4-Arm/CCB") == "orleans"


@rule("7.4-07", edition="bloody_summer")
def test_isolated_units_do_not_move_off_the_map() -> None:
    game = germans("german 353-Inf unsupplied at brest\ngerman 343-Inf at brest")
    assert refusal(game, "move 353-Inf").rule == "7.4-07"


@rule("0.2.1-09", edition="bloody_summer")
def test_markers_go_with_their_headquarters() -> None:
    game = germans("german HQ-XXV at brest\nmarker german brest 2", 1)
    play(game, "move HQ-XXV", "to rennes")
    g = state(game)
    assert (g.markers_at(GERMAN, place_number("brest")), g.markers_at(GERMAN, place_number("rennes"))) == (0, 2)


@rule("0.2.1-05", edition="bloody_summer")
def test_a_headquarters_leaves_behind_the_markers_for_which_there_is_no_room() -> None:
    text = "german HQ-XXV at rennes\nmarker german rennes 2\nmarker german 2118 1"
    g = position("campaign", text, active="german", dice=(1,))
    game = begin(g, EntryAndExit(GERMAN))
    play(game, "enter HQ-XXV", "at 2118")
    g = state(game)
    assert (g.markers_at(GERMAN, place_number("2118")), g.markers_at(GERMAN, place_number("rennes"))) == (2, 1)


# -- the Maquis -------------------------------------------------------------------------------------

IN_LANGUEDOC = "german 2-SS/I/2 at languedoc\ngerman 2-SS/3 at languedoc\ngerman 2-SS/4 at languedoc"


@rule("4.1.2.a-02", "4.1.2.a-03", edition="bloody_summer")
def test_the_maquis_rises_when_germans_want_to_leave() -> None:
    game = germans(IN_LANGUEDOC, 4, 3, waiting="Partisan-Languedoc")
    play(game, "move 2-SS/3", "to orleans")
    assert game.decision.seat == "us" and orders(game) == ["resist", "pass"]
    events = play(game, "resist")
    assert where(game, "Partisan-Languedoc") == "languedoc" and "maquis_rises" in kinds(events)
    assert where(game, "2-SS/3") == "languedoc", "4 and +2 is not below 6"
    play(game, "move 2-SS/4", "to orleans", "halt")
    assert where(game, "2-SS/4") == "orleans", "3 and +2 is"


@rule("4.1.2.a-02", edition="bloody_summer")
def test_the_maquis_may_stay_in_hiding() -> None:
    game = germans(IN_LANGUEDOC, 5, 5, waiting="Partisan-Languedoc")
    play(game, "move 2-SS/3", "to orleans", "pass", "halt")
    assert (where(game, "2-SS/3"), where(game, "Partisan-Languedoc")) == ("orleans", "waiting")
    play(game, "move 2-SS/4", "to orleans")
    assert where(game, "2-SS/4") == "orleans", "it is asked once in a phase"


@rule("4.1.2.a-04", "4.1.2.a-06", "4.1.2.a-08", "4.1.2.a-09", edition="bloody_summer")
def test_german_armour_overruns_a_partisan_for_good() -> None:
    game = germans(IN_LANGUEDOC + "\nallied Partisan-Languedoc at languedoc", 6, 5)
    play(game, "move 2-SS/I/2", "overrun languedoc")
    assert where(game, "Partisan-Languedoc") == "lost"
    play(game, "to orleans", "halt")
    assert where(game, "2-SS/I/2") == "orleans", "a 5 leaves Languedoc again, and nobody asks for the Maquis"


@rule("4.1.2.a-04", edition="bloody_summer")
def test_a_partisan_stays_when_germans_get_away() -> None:
    game = germans(IN_LANGUEDOC + "\nallied Partisan-Languedoc at languedoc", 1)
    play(game, "move 2-SS/3", "to orleans", "halt")
    assert where(game, "Partisan-Languedoc") == "languedoc"


@rule("4.1.2.a-09", edition="bloody_summer")
def test_a_partisan_stops_nobody() -> None:
    game = germans("german 353-Inf at angers\nallied Partisan-Languedoc at languedoc", 1, 1)
    play(game, "move 353-Inf", "to languedoc", "to south-east")
    assert where(game, "353-Inf") == "south-east"
    assert not state(game).in_confusion(place_number("languedoc"))


# -- Festungen --------------------------------------------------------------------------------------

FESTUNG = (
    "german Festung-Brest at festung-brest\ngerman 343-Inf at brest\ngerman 2-FJ/2 at brest\ngerman 2-FJ/7 at brest"
)


@rule("0.1.2.e-08", "4.1.2-13", edition="bloody_summer")
def test_into_a_festung_is_a_move_of_one_box_with_a_die() -> None:
    game = germans(FESTUNG, 6, 5)
    play(game, "move 2-FJ/2", "to festung-brest")
    assert where(game, "2-FJ/2") == "brest"
    play(game, "move 2-FJ/7", "to festung-brest")
    assert where(game, "2-FJ/7") == "festung-brest"


@rule("0.1.2.e-08", edition="bloody_summer")
def test_a_siege_closes_the_festung() -> None:
    text = """
        german Festung-Brest at festung-brest
        german 2-FJ/2 at festung-brest
        allied 8-Inf/13 at brest
        german 353-Inf at paris
    """
    g = position("campaign", text, active="german")
    g.besieged = 1 << place_number("festung-brest")
    game = begin(g, OffMapMovement(GERMAN))
    assert refusal(game, "move 2-FJ/2").rule == "0.1.2.e-08"


@rule("0.1.2.e-04", edition="bloody_summer")
def test_a_festung_holds_five_stacking_points() -> None:
    text = FESTUNG + "\ngerman 353-Inf at brest"
    game = germans(text, 1, 1)
    play(game, "move 343-Inf", "to festung-brest", "halt")
    assert where(game, "343-Inf") == "festung-brest"
    play(game, "move 353-Inf", "to festung-brest", "halt", "move 2-FJ/2")
    assert where(game, "353-Inf") == "festung-brest"
    assert refusal(game, "to festung-brest").rule == "0.1.2.e-04"


@rule("0.1.2.e-04", edition="bloody_summer")
def test_no_allied_unit_enters_a_festung() -> None:
    text = (
        "german Festung-Brest at festung-brest\nallied HQ-VIII-US at brest\nallied 4-Arm/CCA under HQ-VIII-US at brest"
    )
    game = allies(text)
    play(game, "move 4-Arm/CCA")
    assert refusal(game, "to festung-brest").rule == "0.1.2.e-04"
