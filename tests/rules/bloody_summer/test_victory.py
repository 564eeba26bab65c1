"""Victory: points, automatic victories, the Race to Cherbourg (11.1.5, 11.3.2)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer import depots, victory
from bocage.games.bloody_summer.campaign import FULL, REDUCED
from bocage.games.bloody_summer.pieces import DEPOT_IDS, piece_number
from bocage.games.bloody_summer.places import GRID, LOST, place_number
from bocage.games.bloody_summer.set_up import set_up
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.title import open_scenario
from bocage.games.bloody_summer.turn import Phase
from bocage.kernel import Chance
from tests.bloody_summer.fights import BIG_RED_ONE, attack, fight
from tests.bloody_summer.positions import begin, position, state
from tests.questions import play
from tests.support import rule

# Enough Germans that the game goes on, far from everything.
ARMY = "".join(
    f"german {unit} at {label}\n"
    for unit, label in (
        ("353-Inf", "2005"), ("272-Inf", "2006"), ("326-Inf", "2007"), ("84-Inf", "2008"), ("711-Inf", "2009"),
        ("346-Inf", "2010"), ("275-Inf", "2011"), ("16-Lw", "2012"), ("716-Inf/726", "2013"), ("716-Inf/736", "2014"),
    )
)  # fmt: skip
BEACHES = "held 0617 0713 0714 0711 0710 0709 0708 0807\n"


def beginning(scenario: str) -> State:
    """A scenario as it is set up."""
    setting = open_scenario(scenario)
    g = State(setting.campaign, Chance.from_seed("victory"))
    g.turn = setting.campaign.first_turn
    set_up(g)
    return g


def ending(g: State) -> tuple[str, str]:
    """How a game has ended: the title and the rule; nothing if it goes on."""
    return (g.ended.title, g.ended.rule) if g.ended is not None else ("", "")


NOT_YET = ("", "")


# -- points ---------------------------------------------------------------------------------------


@rule("11.3.2-01", "11.3.2-02", edition="bloody_summer")
def test_each_step_moves_the_one_track() -> None:
    g = position(text=ARMY + "allied 1-Inf/16 at 1206")
    g.deplete(piece_number("84-Inf"), "")
    assert g.points == 1
    g.deplete(piece_number("1-Inf/16"), "")
    assert g.points == 0
    g.destroy(piece_number("353-Inf"), "")
    assert g.points == 3


@rule("11.3.2-03", "11.3.2-E1", edition="bloody_summer")
def test_elite_steps_count_twice() -> None:
    g = position(text="german 12-SS/25 at 1306\nallied 82-Abn/505 at 1206")
    g.destroy(piece_number("12-SS/25"), "")
    assert g.points == 4
    g.deplete(piece_number("82-Abn/505"), "")
    assert g.points == 2


@rule("11.3.2-04", "11.3.2-17", edition="bloody_summer")
def test_towns_count_when_they_change_hands() -> None:
    g = position(text="allied 1-Inf/16 at 1505\ngerman 84-Inf at 1606")
    g.put(piece_number("1-Inf/16"), GRID.at("1506"))
    assert g.points == 3
    g.put(piece_number("1-Inf/16"), GRID.at("1505"))
    g.put(piece_number("1-Inf/16"), GRID.at("1506"))
    assert g.points == 3, "once"
    g.put(piece_number("1-Inf/16"), GRID.at("1505"))
    g.put(piece_number("84-Inf"), GRID.at("1506"))
    assert g.points == 0, "retaken"
    g.put(piece_number("84-Inf"), GRID.at("1406"))
    assert g.points == 0, "no town"


@rule("11.3.2-05", edition="bloody_summer")
def test_depots_count_once_and_what_they_grow_by() -> None:
    g = position("campaign", "allied 1-Inf/16 at 0714\nheld 0714\n", turn=3)
    mulberry = DEPOT_IDS.index("Mulberry-A")
    g.depot[mulberry] = REDUCED
    victory.score_depots(g)
    assert g.points == 4, "3 and the capacity of its reduced side"
    victory.score_depots(g)
    assert g.points == 4
    g.depot[mulberry] = FULL
    victory.score_depots(g)
    assert g.points == 5
    g = position("campaign", "allied 1-Inf/16 at 0714\ngerman 84-Inf at 0814\nheld 0714\ndepot Omaha-West", turn=3)
    assert depots.works(g, DEPOT_IDS.index("Omaha-West"))
    victory.score_depots(g)
    assert g.points == 0, "a beach in an enemy zone works, but counts for nothing"


@rule("11.2.4-01", "11.2-05", edition="bloody_summer")
def test_operation_cobra_counts_points_from_zero() -> None:
    g = beginning("operation_cobra")
    victory.score_depots(g)
    assert g.points == 0, "what is open at the start has been scored"
    g.deplete(piece_number("353-Inf"), "")
    assert g.points == 1
    cherbourg = DEPOT_IDS.index("Cherbourg")
    g.depot[cherbourg] = REDUCED
    victory.score_depots(g)
    assert g.points == 6


@rule("11.3.2-06", "6.13-05", edition="bloody_summer")
def test_a_siege_counts_until_it_is_lifted() -> None:
    g = position(text=ARMY)
    victory.besieged(g, place_number("festung-brest"))
    assert g.points == 3
    victory.siege_lifted(g, place_number("festung-brest"))
    assert g.points == 0


@rule("11.3.2-07", edition="bloody_summer")
@pytest.mark.parametrize(("turn", "points"), [(5, -20), (6, -22)])
def test_airborne_and_commandos_in_the_field_cost_a_point_a_turn(turn: int, points: int) -> None:
    text = ARMY + BEACHES + "allied 82-Abn/505 at 0718\nallied 4SS at 0806\nallied 1-Inf/16 at 0714\n"
    g = position("campaign", text + "allied 101-Abn/501 at allied-rest\n", turn=turn)
    victory.end_of_turn(g)
    assert g.points == points


@rule("11.3.2-08", edition="bloody_summer")
def test_a_destroyed_festung_counts_five_and_its_step() -> None:
    g = position(text="german Festung-Brest at festung-brest")
    g.deplete(piece_number("Festung-Brest"), "")
    assert g.points == 6


@rule("11.3.2-09", edition="bloody_summer")
def test_german_depots_count_five() -> None:
    g = position(text="german Depot-Rennes at rennes\ngerman Depot-Paris at paris\nallied 5-Arm/CCA at angers")
    g.put(piece_number("5-Arm/CCA"), place_number("rennes"))
    assert g.points == 5
    g.deplete(piece_number("Depot-Paris"), "")
    assert g.points == 10


@rule("11.3.2-10", edition="bloody_summer")
def test_paris_counts_ten_and_only_once() -> None:
    g = position(text="allied 5-Arm/CCA at evreux\ngerman 84-Inf at orleans")
    g.put(piece_number("5-Arm/CCA"), place_number("paris"))
    assert g.points == 10
    g.put(piece_number("5-Arm/CCA"), place_number("evreux"))
    g.put(piece_number("84-Inf"), place_number("paris"))
    g.put(piece_number("84-Inf"), place_number("orleans"))
    g.put(piece_number("5-Arm/CCA"), place_number("paris"))
    assert g.points == 10


@rule("4.1.2.b-01", edition="bloody_summer")
def test_the_2e_db_liberates_paris() -> None:
    g = position(text="allied 2e-DB/GT-Dio at evreux")
    g.put(piece_number("2e-DB/GT-Dio"), place_number("paris"))
    assert g.points == 30


@rule("11.3.2-14", edition="bloody_summer")
@pytest.mark.parametrize(("turn", "points"), [(0, 0), (1, -20), (2, -20)])
def test_every_week_counts_twenty_for_the_germans(turn: int, points: int) -> None:
    g = position("campaign", ARMY + BEACHES, turn=turn)
    victory.end_of_turn(g)
    assert g.points == points


@rule("11.3.2-15", "11.3.2-16", edition="bloody_summer")
@pytest.mark.parametrize(
    ("depot", "hex_", "points"),
    [("Omaha-East", "0713", -10), ("Sword", "0807", -10), ("Mulberry-B", "0711", -20), ("Cherbourg", "0223", -3)],
)
def test_germans_destroy_depots(depot: str, hex_: str, points: int) -> None:
    g = position("campaign", f"german 84-Inf at 1306\nheld {hex_}\ndepot {depot}", turn=5)
    g.put(piece_number("84-Inf"), GRID.at(hex_))
    assert g.points == points, "Cherbourg is a town but not destroyed at once"


@rule("11.3.2-16", edition="bloody_summer")
def test_a_mulberry_lost_in_a_storm_counts_nothing() -> None:
    g = position("campaign", "held 0711\ndepot Mulberry-B", turn=5, dice=[6])
    depots.storm(g)
    assert (depots.is_open(g, DEPOT_IDS.index("Mulberry-B")), g.points) == (False, 0)


@rule("9.4-02", edition="bloody_summer")
def test_the_race_counts_no_points() -> None:
    g = position("race_to_cherbourg", "german 91-LL/1058 at 0520", turn=2)
    g.deplete(piece_number("91-LL/1058"), "")
    assert g.points == 0


# -- automatic victories --------------------------------------------------------------------------


@rule("11.3.2-13", "1.2-02", edition="bloody_summer")
def test_paris_and_the_pas_de_calais_win_at_once() -> None:
    g = position(text=ARMY + "boxes paris\n")
    victory.check(g)
    assert ending(g) == NOT_YET
    g = position(text=ARMY + "boxes paris pas-de-calais\n")
    victory.check(g)
    assert ending(g) == ("allied automatic victory", "11.3.2-13")


@rule("1.2-02", edition="bloody_summer")
def test_a_box_taken_off_the_map_wins_before_anybody_moves_on_it() -> None:
    text = "allied HQ-XV at evreux\nallied 4-Arm/CCA under HQ-XV at evreux\nallied 1-Inf/16 at 0812\n"
    game = begin(position(text=ARMY + text + "boxes paris evreux\n"), Phase("A"))
    play(game, "end", "move 4-Arm/CCA", "to pas-de-calais", "end")
    assert ending(state(game)) == ("allied automatic victory", "11.3.2-13")


@rule("11.3.2-11", edition="bloody_summer")
@pytest.mark.parametrize(
    ("lost", "boxes", "won"),
    [
        ("Brest Lorient", "paris brest", True),
        ("Brest Saint-Nazaire", "paris brest rennes", True),
        ("Brest Saint-Malo", "paris brest rennes", False),
        ("Brest Saint-Nazaire", "paris brest", False),
        ("Brest Lorient", "brest", False),
    ],
)
def test_paris_cherbourg_and_two_harbours_win_at_once(lost: str, boxes: str, won: bool) -> None:
    g = position(text=ARMY + f"boxes {boxes}\nheld 0222 0223\n")
    for name in lost.split():
        g.where[piece_number(f"Festung-{name}")] = LOST
    victory.check(g)
    assert (ending(g)[1] == "11.3.2-11") is won


@rule("11.3.2-11", edition="bloody_summer")
def test_half_of_cherbourg_is_not_enough() -> None:
    g = position(text=ARMY + "boxes paris brest\nheld 0223\n")
    for name in ("Brest", "Lorient"):
        g.where[piece_number(f"Festung-{name}")] = LOST
    victory.check(g)
    assert ending(g) == NOT_YET


@rule("11.3.2-12", edition="bloody_summer")
def test_fewer_than_ten_germans_on_the_map_lose() -> None:
    g = position("campaign", ARMY + BEACHES + "german HQ-LXXXIV at 2015\n", turn=3)
    victory.end_of_turn(g)
    assert ending(g) == NOT_YET
    g.put(piece_number("84-Inf"), place_number("rennes"))
    victory.end_of_turn(g)
    assert ending(g) == ("allied automatic victory", "11.3.2-12")
    g = position("campaign", BEACHES, turn=0)
    victory.end_of_turn(g)
    assert ending(g) == NOT_YET, "not on D-Day"


@rule("11.3.2-18", edition="bloody_summer")
@pytest.mark.parametrize(("held", "won"), [("0617 0713 0714 0711", True), ("0617 0713 0714 0711 0710", False)])
def test_four_german_beach_hexes_win_at_the_end_of_a_turn(held: str, won: bool) -> None:
    g = position("campaign", ARMY + f"held {held}\n", turn=0)
    victory.check(g)
    assert ending(g) == NOT_YET
    victory.end_of_turn(g)
    assert ending(g) == (("german automatic victory", "11.3.2-18") if won else NOT_YET)


@rule("11.3.2-19", "1.2-01", edition="bloody_summer")
@pytest.mark.parametrize(
    ("points", "title"),
    [
        (24, "draw"), (25, "allied marginal victory"), (50, "allied decisive victory"),
        (-24, "draw"), (-25, "german marginal victory"), (-49, "german marginal victory"),
        (-50, "german decisive victory"),
    ],
)  # fmt: skip
def test_the_track_decides_after_the_last_turn(points: int, title: str) -> None:
    g = position("campaign", ARMY + BEACHES, turn=11)
    victory.end_of_turn(g)
    assert ending(g) == NOT_YET
    g = position("campaign", ARMY + BEACHES, turn=12)
    g.points = points + 20  # the turn itself counts
    victory.end_of_turn(g)
    assert ending(g) == (title, "11.3.2-19")


# -- the Race to Cherbourg ------------------------------------------------------------------------

RACE = "german 353-Inf at 1320\n"


def race(text: str, turn: int, *, utah: bool = False) -> tuple[str, str]:
    """How the race ends with a turn: the title and the rule."""
    g = position("race_to_cherbourg", RACE + text, turn=turn)
    g.utah_fell = utah
    victory.end_of_turn(g)
    return ending(g)


@rule("11.1.5-01", "11.1.5-02", "11.1.5-03", "11.1.5-07", edition="bloody_summer")
@pytest.mark.parametrize(
    ("turn", "title", "number"),
    [(2, "strategic", "11.1.5-01"), (3, "operational", "11.1.5-02"), (4, "marginal", "11.1.5-03")],
)
def test_both_hexes_of_cherbourg_win_sooner_or_later(turn: int, title: str, number: str) -> None:
    assert race("held 0222 0223\n", turn) == (f"allied {title} victory", number)
    assert race("held 0223\n", turn)[1] not in ("11.1.5-01", "11.1.5-02", "11.1.5-03")


@rule("11.1.5-01", edition="bloody_summer")
def test_the_first_turn_decides_nothing() -> None:
    assert race("held 0222 0223\n", 1) == ("", "")
    assert race("", 3) == ("", "")


@rule("11.1.5-07", edition="bloody_summer")
def test_a_divided_cherbourg_is_a_draw() -> None:
    assert race("held 0223\n", 4) == ("draw", "11.1.5-07")


@rule("11.1.5-06", edition="bloody_summer")
def test_the_depot_is_worth_a_marginal_victory() -> None:
    assert race("", 4) == ("german marginal victory", "11.1.5-06")
    assert race("held 0222\n", 4) == ("german marginal victory", "11.1.5-06")


@rule("11.1.5-04", edition="bloody_summer")
def test_utah_and_saint_vaast_are_worth_a_strategic_victory() -> None:
    assert race("", 4, utah=True) == ("german strategic victory", "11.1.5-04")
    assert race("held 0219\n", 4, utah=True)[1] != "11.1.5-04"
    g = position("race_to_cherbourg", "german 91-LL/1058 at 0618\nheld 0617\ndepot Utah", turn=2)
    g.put(piece_number("91-LL/1058"), GRID.at("0617"))
    assert g.utah_fell and g.ended is None, "the rest is examined at the end of turn 4"


CUT_OFF = "".join(
    f"allied {unit} at {label}\n"
    for unit, label in (
        ("1-Inf/16", "1118"), ("1-Inf/18", "1120"), ("1-Inf/26", "1019"),
        ("4-Inf/8", "1220"), ("4-Inf/12", "1219"), ("4-Inf/22", "1020"),
    )
)  # fmt: skip


@rule("11.1.5-05", edition="bloody_summer")
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("german 17-SS/37 at 1119\n", "11.1.5-05"),
        ("german 77-Inf at 1119\n", "11.1.5-06"),
        ("german 17-SS/37 at 1119\n" + CUT_OFF, "11.1.5-06"),
    ],
    ids=["17th SS", "another division", "17th SS cut off"],
)
def test_two_divisions_with_a_line_to_the_south_are_worth_an_operational_victory(text: str, number: str) -> None:
    assert race(text, 4)[1] == number


@rule("11.3.2-02", "11.3.2-03", edition="bloody_summer")
def test_a_combat_scores_what_it_costs() -> None:
    game = fight(BIG_RED_ONE + "german 12-SS/25 at 1306\n", dice=[4])
    attack(game, "1306", "1-Inf/16", "1-Inf/18", "1-Inf/26")
    play(game, "pass")  # 15 to 5 is 3:1, a 4 and 1 less for elite: a1 / d1 D1
    play(game, "lose 1-Inf/16")
    assert state(game).points == 2 - 1
