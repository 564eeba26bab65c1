"""Depots: how Allied ones are built, work and fall, and what becomes of German ones (7.1, 7.2)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer import depots
from bocage.games.bloody_summer.campaign import BRITISH, CLOSED, FULL, GERMANS, REDUCED, US, WRECKED
from bocage.games.bloody_summer.pieces import DEPOT_IDS, PIECE_IDS, piece_number
from bocage.games.bloody_summer.places import GRID, place_number
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.weather import break_out
from bocage.hexes import HexSet
from tests.bloody_summer.positions import position
from tests.support import rule


def number(name: str) -> int:
    """A depot."""
    return DEPOT_IDS.index(name)


def status(g: State, name: str) -> int:
    """How a depot stands."""
    return g.depot[number(name)]


def put(g: State, unit: str, place: str) -> None:
    """Place a unit."""
    g.put(piece_number(unit), place_number(place))


def pass_to(g: State, turn: int) -> None:
    """The port construction steps of all turns up to one."""
    while g.turn < turn:
        g.turn += 1
        depots.build(g)


def labels(hexes: HexSet) -> set[str]:
    """Hexes by their labels."""
    return set(GRID.labels(hexes))


def d_day(text: str = "", turn: int = 0) -> State:
    """A position of the campaign."""
    return position("campaign", text, turn=turn, part="B")


# -- construction ---------------------------------------------------------------------------------------


@rule("7.1-E1", "7.1.1-E1", "7.1-04", "7.1-05", "7.1.1-02", "7.1.1-03", edition="bloody_summer")
def test_the_mulberry_of_st_laurent_taken_on_turn_0_enters_reduced_on_turn_3_and_is_full_on_turn_4() -> None:
    g = d_day("allied 29-Inf/116 at 0714")
    pass_to(g, 2)
    assert status(g, "Mulberry-A") == CLOSED
    pass_to(g, 3)
    assert status(g, "Mulberry-A") == REDUCED
    pass_to(g, 4)
    assert status(g, "Mulberry-A") == FULL


@rule("7.1-06", edition="bloody_summer")
def test_a_depot_works_at_once_with_the_capacity_of_the_side_that_it_shows() -> None:
    g = d_day("allied 29-Inf/116 at 0714")
    st_laurent = GRID.at("0714")
    assert depots.landing_capacity(g, st_laurent) == 2, "the beach alone"
    pass_to(g, 3)
    assert depots.landing_capacity(g, st_laurent) == 4 and depots.capacity(g, number("Mulberry-A")) == 1
    pass_to(g, 4)
    assert depots.landing_capacity(g, st_laurent) == 6 and depots.capacity(g, number("Mulberry-A")) == 2


@rule("7.1.2-02", "10.A.1.a-09", edition="bloody_summer")
def test_a_beach_depot_opens_when_its_garrison_is_beaten() -> None:
    g = d_day("german WN-Madeleine at 0617\nallied 4-Inf/8 at 0617")
    assert status(g, "Utah") == CLOSED, "in confusion"
    g.destroy(piece_number("WN-Madeleine"), "6.10-03")
    assert status(g, "Utah") == FULL and depots.operational(g, US) == GRID.set("0617")


@rule("7.1.2-01", edition="bloody_summer")
def test_a_minor_port_is_built_in_two_turns() -> None:
    g = d_day("allied 4-Inf/8 at 0817", turn=1)
    pass_to(g, 3)
    assert status(g, "Isigny") == CLOSED
    pass_to(g, 4)
    assert status(g, "Isigny") == FULL


@rule("7.1.3-01", "7.1.3-02", "7.1.3-E1", edition="bloody_summer")
def test_cherbourg_taken_on_turn_4_is_reduced_on_turn_8_and_full_on_turn_11() -> None:
    g = d_day("allied 4-Inf/8 at 0223", turn=4)
    found = {}
    for turn in range(5, 12):
        pass_to(g, turn)
        found[turn] = status(g, "Cherbourg")
    assert found == {5: CLOSED, 6: CLOSED, 7: CLOSED, 8: REDUCED, 9: REDUCED, 10: REDUCED, 11: FULL}


@rule("7.1-09", edition="bloody_summer")
def test_no_turn_counts_for_a_port_in_an_enemy_zone_of_control() -> None:
    g = d_day("allied 4-Inf/8 at 0817\ngerman 91-LL/1057 at 0917", turn=1)
    assert g.zone[1] & GRID.set("0817")
    pass_to(g, 3)
    put(g, "91-LL/1057", "1218")
    pass_to(g, 5)
    assert status(g, "Isigny") == CLOSED, "two turns late"
    pass_to(g, 6)
    assert status(g, "Isigny") == FULL


# -- which depots work ----------------------------------------------------------------------------------


@rule("7.1-01", "7.1-02", edition="bloody_summer")
def test_beaches_serve_the_army_that_lands_there_and_ports_the_one_that_took_them() -> None:
    g = position("campaign", "depot Utah Omaha-East Gold-West Sword\nheld 0617 0713 0711 0807", turn=6)
    assert labels(depots.operational(g, US)) == {"0617", "0713"}
    assert labels(depots.operational(g, BRITISH)) == {"0711", "0807"}
    put(g, "3-Inf/8", "1721")
    pass_to(g, 9)
    assert labels(depots.operational(g, BRITISH)) == {"0711", "0807", "1721"}, "Granville"
    assert not depots.landing_capacity(g, GRID.at("0714")), "no depot, no landing"


@rule("7.1-03", "7.1-10", edition="bloody_summer")
def test_an_enemy_zone_stops_a_port_and_not_a_beach() -> None:
    g = position("campaign", "depot Utah Isigny\nallied 4-Inf/8 at 0617\nallied 4-Inf/22 at 0817", turn=6)
    put(g, "91-LL/1057", "0917")
    put(g, "91-LL/1058", "0618")
    assert g.zone[1] & GRID.set("0817 0617") == GRID.set("0817 0617")
    assert [depots.works(g, number(name)) for name in ("Utah", "Isigny")] == [True, False]
    g.remove(piece_number("91-LL/1057"), -2)
    assert depots.works(g, number("Isigny")), "as soon as the zone is gone"


# -- lost -----------------------------------------------------------------------------------------------


@rule("7.1-07", "7.1-08", edition="bloody_summer")
def test_germans_who_enter_destroy_a_depot_but_not_cherbourg() -> None:
    g = position("campaign", "depot Utah Isigny Cherbourg\nheld 0617 0817 0223", turn=9)
    for unit, place in (("91-LL/1057", "0617"), ("91-LL/1058", "0817"), ("709-Inf/729", "0223")):
        put(g, unit, place)
    assert [status(g, name) for name in ("Utah", "Isigny", "Cherbourg")] == [CLOSED, CLOSED, FULL]
    assert not depots.works(g, number("Cherbourg")), "it is not Allied now"


@rule("7.1-05", edition="bloody_summer")
def test_a_port_that_germans_retake_before_it_is_built_starts_anew() -> None:
    g = d_day("allied 4-Inf/8 at 0817", turn=1)
    put(g, "4-Inf/8", "0717")
    put(g, "91-LL/1057", "0817")
    assert not g.depot_due[number("Isigny")], "nothing is under construction"
    pass_to(g, 5)
    assert status(g, "Isigny") == CLOSED
    put(g, "91-LL/1057", "1218")
    put(g, "4-Inf/8", "0817")
    pass_to(g, 7)
    assert status(g, "Isigny") == CLOSED
    pass_to(g, 8)
    assert status(g, "Isigny") == FULL


@rule("7.1.3-03", edition="bloody_summer")
def test_a_full_turn_of_german_occupation_halves_cherbourg_and_a_second_ends_it() -> None:
    g = position("campaign", "depot Cherbourg\nheld 0223", turn=8)
    put(g, "709-Inf/729", "0223")
    found = {}
    for turn in (9, 10, 11):
        pass_to(g, turn)
        found[turn] = status(g, "Cherbourg")
    assert found == {9: FULL, 10: REDUCED, 11: CLOSED}
    brief = position("campaign", "depot Cherbourg\nheld 0223", turn=8)
    put(brief, "709-Inf/729", "0223")
    pass_to(brief, 9)
    put(brief, "709-Inf/729", "0323")
    put(brief, "4-Inf/8", "0223")
    pass_to(brief, 12)
    assert status(brief, "Cherbourg") == FULL, "never a full turn"


@rule("7.1.3-03", edition="bloody_summer")
def test_an_occupation_that_was_interrupted_begins_anew() -> None:
    g = position("campaign", "depot Cherbourg\nheld 0223", turn=8)
    put(g, "709-Inf/729", "0223")
    pass_to(g, 9)
    put(g, "709-Inf/729", "0323")
    put(g, "4-Inf/8", "0223")
    put(g, "4-Inf/8", "0222")
    put(g, "709-Inf/729", "0223")
    pass_to(g, 10)
    assert status(g, "Cherbourg") == FULL
    pass_to(g, 11)
    assert status(g, "Cherbourg") == REDUCED


@rule("7.1.1-04", "7.1.1-05", "1.1.1.1.a-09", edition="bloody_summer")
@pytest.mark.parametrize(("dice", "left"), [([3, 4], [FULL, WRECKED]), ([6, 1], [WRECKED, FULL])])
def test_a_storm_destroys_a_mulberry_on_4_to_6_for_good(dice: list[int], left: list[int]) -> None:
    g = position("campaign", "depot Mulberry-A Mulberry-B Utah\nheld 0714 0711 0617", turn=5, dice=dice)
    break_out(g)
    assert [status(g, name) for name in ("Mulberry-A", "Mulberry-B", "Utah")] == [*left, FULL]
    put(g, "4-Inf/8", "0714")
    pass_to(g, 12)
    assert [status(g, name) for name in ("Mulberry-A", "Mulberry-B")] == left, "never built again"


@rule("7.1.1-04", edition="bloody_summer")
def test_a_mulberry_under_construction_rolls_no_die() -> None:
    g = d_day("allied 29-Inf/116 at 0714")
    break_out(g)
    pass_to(g, 3)
    assert status(g, "Mulberry-A") == REDUCED


# -- German depots --------------------------------------------------------------------------------------


def working(g: State) -> set[str]:
    """The German depots that work."""
    return {PIECE_IDS[piece] for piece in depots.working(g)}


ALL_DEPOTS = """
    german Depot-Rennes at rennes
    german Depot-Paris at paris
    german Depot-Cherbourg at 0223
"""


@rule("7.2-05", edition="bloody_summer")
def test_a_depot_without_defence_is_gone_when_allies_find_it_alone() -> None:
    g = position("operation_cobra", ALL_DEPOTS + "german 77-Inf at rennes")
    put(g, "4-Arm/CCA", "rennes")
    assert g.where[piece_number("Depot-Rennes")] >= 0, "it is guarded"
    g.destroy(piece_number("77-Inf"), "6.10-03")
    assert g.where[piece_number("Depot-Rennes")] < 0
    put(g, "4-Arm/CCB", "paris")
    assert g.where[piece_number("Depot-Paris")] >= 0, "it defends itself"


@rule("7.2-06", edition="bloody_summer")
def test_a_depot_in_confusion_is_blocked() -> None:
    g = position("operation_cobra", ALL_DEPOTS + "german 77-Inf at rennes")
    assert working(g) == {"Depot-Rennes", "Depot-Paris", "Depot-Cherbourg"}
    put(g, "4-Arm/CCA", "rennes")
    assert working(g) == {"Depot-Paris", "Depot-Cherbourg"}
    assert not depots.sources(g, GERMANS) >> place_number("rennes") & 1


@rule("7.2-07", edition="bloody_summer")
def test_the_german_depot_of_cherbourg_is_destroyed_when_the_port_falls() -> None:
    g = position("campaign", ALL_DEPOTS, turn=4)
    put(g, "4-Inf/8", "0222")
    assert "Depot-Cherbourg" in working(g)
    put(g, "4-Inf/8", "0223")
    assert "Depot-Cherbourg" not in working(g) and g.depot_due[number("Cherbourg")] == 8
