"""The administration phase: initiative, replacements, rest, repatriation (1.1.1.3, 6.10)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer.administration import Administration, RestAndReplacement, settle_initiative
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, GERMANS, US
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import DESTROYED, place_name, place_number
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Replacement
from bocage.kernel import Game
from tests.bloody_summer.positions import begin, has, position, state, where
from tests.questions import orders, play, refusal
from tests.support import rule

HQS = """
    allied HQ-V at 1014
    allied HQ-VII at 1017
    german HQ-LXXXIV at 1218
"""
REAR = "0420"  # far from the front


def initiative(text: str, *dice: int, scenario: str = "operation_cobra", **more: object) -> State:
    """A position in which the initiative has been settled."""
    g = position(scenario, text, dice=dice, **more)  # type: ignore[arg-type]
    settle_initiative(g)
    return g


def resting(text: str, army: int = US, *, stock: str = "", scenario: str = "operation_cobra") -> Game:
    """A game in which an army rebuilds and rests; the Germans have replacements in stock."""
    g = position(scenario, text)
    for kind in stock.split():
        g.replacements[list(Replacement).index(Replacement(kind))] += 1
    return begin(g, RestAndReplacement(army))


def stock(game: Game | State) -> dict[str, int]:
    """The German replacements."""
    g = game if isinstance(game, State) else state(game)
    return {kind.value: number for kind, number in zip(Replacement, g.replacements, strict=True) if number}


def lost(game: Game, unit: str) -> int:
    """The steps that a unit has lost."""
    return state(game).lost[piece_number(unit)]


# -- initiative -----------------------------------------------------------------------------------------


@rule("1.1.1.3.a-01", "0.1.1-08", "1.1.1.3.a-03", "1.0-03", edition="bloody_summer")
def test_a_die_and_the_supported_headquarters_on_the_map_decide_who_is_player_1() -> None:
    assert initiative(HQS, 3, 4).first == GERMAN
    markers = "marker allied 1014 2\nmarker allied 1017 1\n"
    assert initiative(HQS + markers, 3, 4).first == ALLIED, "5 to 4"
    assert initiative(HQS + markers, 2, 5).first == GERMAN, "two markers in a hex support one headquarters"
    off_map = "allied HQ-XV at rennes\nmarker allied rennes 1\n"
    assert initiative(off_map, 3, 4).first == GERMAN, "not on the map"


@rule("1.1.1.3.a-02", "1.1.1.3.a-E1", edition="bloody_summer")
def test_of_equal_totals_the_allies_have_it_in_clear_weather() -> None:
    markers = "marker allied 1014 1\nmarker allied 1017 1\n"
    assert initiative(HQS + markers, 3, 5, weather="overcast").first == GERMAN
    assert initiative(HQS + markers, 3, 5, weather="clear").first == ALLIED


@rule("10-02", edition="bloody_summer")
def test_on_turn_1_the_allies_have_it_without_a_die() -> None:
    g = initiative(HQS, 6, scenario="campaign", turn=1)  # the only die is for the German replacement
    assert g.first == ALLIED and stock(g) == {"panzer": 1}
    assert initiative(HQS, scenario="race_to_cherbourg", turn=1).first == ALLIED


@rule("1.1.1.3.a-05", "6.10.a-02", edition="bloody_summer")
@pytest.mark.parametrize(
    ("die", "gained"),
    [(1, ""), (2, "infantry"), (3, "infantry"), (4, "luftwaffe"), (5, "panzergrenadier"), (6, "panzer")],
)
def test_the_natural_german_die_brings_a_replacement(die: int, gained: str) -> None:
    assert stock(initiative(HQS + "marker german 1218 2", 1, die)) == ({gained: 1} if gained else {})


@rule("11.1-05", edition="bloody_summer")
def test_scenario_1_has_no_replacements() -> None:
    g = initiative("", 1, 6, scenario="race_to_cherbourg", turn=3)
    assert not stock(g)
    game = resting(f"german 353-Inf -1 resting at {REAR}", GERMANS, stock="infantry", scenario="race_to_cherbourg")
    assert not orders(game, "rebuild")


# -- rebuilding -----------------------------------------------------------------------------------------


@rule("1.1.1.3.b-01", "1.1.1.3.b-09", "6.10.a-02", edition="bloody_summer")
@pytest.mark.parametrize(
    ("unit", "kind"),
    [
        ("353-Inf", "infantry"),
        ("3-FJ/5", "luftwaffe"),
        ("16-Lw", "luftwaffe"),
        ("12-SS/25", "panzergrenadier"),
        ("12-SS/I/12", "panzer"),
    ],
)
def test_a_german_unit_at_rest_regains_a_step_for_a_replacement_of_its_type(unit: str, kind: str) -> None:
    text = f"german {unit} -1 resting at 1508"
    game = resting(text, GERMANS, stock=kind)
    play(game, f"rebuild {unit}")
    assert lost(game, unit) == 0 and not stock(game)
    others = " ".join(other.value for other in Replacement if other.value != kind)
    assert refusal(resting(text, GERMANS, stock=others), f"rebuild {unit}").rule == "1.1.1.3.b-01"


@rule("1.1.1.3.b-01", edition="bloody_summer")
def test_one_step_for_each_unit_in_a_phase() -> None:
    game = resting("german 353-Inf -2 resting at 1508", GERMANS, stock="infantry infantry")
    play(game, "rebuild 353-Inf")
    assert lost(game, "353-Inf") == 1 and refusal(game, "rebuild 353-Inf").rule == "1.1.1.3.b-01"


@rule("1.1.1.3.a-07", "6.10.a-01", edition="bloody_summer")
def test_the_allies_rebuild_as_many_units_as_they_wish() -> None:
    units = ("4-Inf/8", "4-Inf/12", "4-Inf/22", "9-Inf/39", "9-Inf/47")
    game = resting("".join(f"allied {unit} -1 resting at {REAR}\n" for unit in units))
    play(game, *(f"rebuild {unit}" for unit in units))
    assert not any(lost(game, unit) for unit in units)


@rule("1.1.1.3.b-07", edition="bloody_summer")
def test_who_goes_to_rest_now_regains_no_step_in_this_phase() -> None:
    game = resting(f"allied 4-Inf/8 -1 at {REAR}")
    assert refusal(game, "rebuild 4-Inf/8").rule == "1.1.1.3.b-01"
    play(game, "rest 4-Inf/8")
    later = begin(state(game), RestAndReplacement(US))
    assert orders(later, "rebuild") == ["4-Inf/8"], "in the next it does"


@rule("1.1.1.3.b-03", "1.1.1.3.b-07", "6.10-04", edition="bloody_summer")
def test_a_destroyed_unit_rests_first_then_regains_its_steps_then_comes_back() -> None:
    g = position("operation_cobra", f"allied 4-Inf/8 at {REAR}", dice=[1, 1] * 5)
    unit = piece_number("4-Inf/8")
    g.destroy(unit, "6.10-03")
    assert g.where[unit] == DESTROYED[ALLIED]
    story = []
    for _ in range(4):
        game = begin(g, Administration())
        for act in ("rebuild 4-Inf/8", "return 4-Inf/8"):
            if act in orders(game):
                play(game, act)
                story.append(act.split()[0])
        if "end" in orders(game) and game.decision.seat == "us" and "rest" in game.decision.prompt:
            play(game, "end")
        g = state(game)
        story.append(place_name(g.where[unit]))
    assert story == ["allied-rest", "rebuild", "allied-rest", "rebuild", "allied-rest", "return", "strategic-reserve"]


@rule("1.1.1.3.b-02", edition="bloody_summer")
def test_a_rebuilt_german_unit_comes_back_at_a_depot_of_his_choice() -> None:
    text = "german 353-Inf at german-rest\ngerman 276-Inf -1 at german-rest\ngerman Depot-Paris at paris\n"
    game = resting(text + "german Depot-Rennes at rennes", GERMANS)
    assert orders(game, "return") == ["353-Inf"] and refusal(game, "return 276-Inf").rule == "1.1.1.3.b-02"
    play(game, "return 353-Inf")
    assert sorted(orders(game, "at")) == ["paris", "rennes"] and refusal(game, "at brest").rule == "1.1.1.3.b-02"
    play(game, "at rennes")
    assert where(game, "353-Inf") == "rennes"
    one = resting(text, GERMANS)
    play(one, "return 353-Inf")
    assert where(one, "353-Inf") == "paris"


# -- rest -----------------------------------------------------------------------------------------------


@rule("1.1.1.3.b-04", edition="bloody_summer")
def test_a_unit_that_has_lost_steps_rests_outside_enemy_zones() -> None:
    text = "allied 4-Inf/8 -1 at 1017\nallied 4-Inf/12 at 1017\nallied 4-Inf/22 -1 at 1016\ngerman 353-Inf at 1115"
    game = resting(text)
    assert orders(game, "rest") == ["4-Inf/8"]
    assert refusal(game, "rest 4-Inf/12").rule == refusal(game, "rest 4-Inf/22").rule == "1.1.1.3.b-04"
    play(game, "rest 4-Inf/8")
    assert has(state(game).resting, "4-Inf/8")


@rule("1.1.1.3.b-05", edition="bloody_summer")
def test_a_unit_at_rest_does_not_move_but_keeps_its_zone() -> None:
    g = position("operation_cobra", "allied 4-Inf/8 -1 resting at 1017\nallied 4-Inf/12 at 1017")
    game = begin(g, MovementPhase(ALLIED))
    assert orders(game, "move") == ["4-Inf/12"]
    assert refusal(game, "move 4-Inf/8").rule == "1.1.1.3.b-05"
    assert g.zone[ALLIED] and g.defence_of(piece_number("4-Inf/8")) == 2


@rule("1.1.1.3.b-06", edition="bloody_summer")
def test_an_enemy_next_to_it_ends_the_rest_at_once() -> None:
    text = f"allied 4-Inf/8 -1 resting at 1017\nallied 4-Inf/12 -1 at {REAR}\n"
    g = position("operation_cobra", text + "german s.Pz-503 at 1119\ngerman 353-Inf at 1219")
    g.put(piece_number("353-Inf"), place_number("1119"))
    assert has(g.resting, "4-Inf/8"), "two hexes away"
    g.put(piece_number("s.Pz-503"), place_number("1018"))
    assert not has(g.resting, "4-Inf/8"), "a unit without a zone will do"
    game = begin(g, RestAndReplacement(US))
    assert refusal(game, "rest 4-Inf/8").rule == "1.1.1.3.b-06"


@rule("1.1.1.3.b-08", edition="bloody_summer")
def test_the_owner_may_take_rest_markers_off_in_his_administration_phase() -> None:
    game = resting(f"allied 4-Inf/8 -1 resting at {REAR}\nallied 4-Inf/12 -1 at {REAR}")
    assert orders(game, "wake") == ["4-Inf/8"] and refusal(game, "wake 4-Inf/12").rule == "1.1.1.3.b-08"
    play(game, "wake 4-Inf/8")
    assert not has(state(game).resting, "4-Inf/8")
    assert refusal(game, "rest 4-Inf/8").rule == "1.1.1.3.b-08", "once in a phase"


# -- repatriation ---------------------------------------------------------------------------------------

SPECIAL = ("82-Abn/505", "2-Ranger")


@rule("1.1.1.3.c-01", "1.1.1.3.c-02", "1.1.1.3.c-03", edition="bloody_summer")
def test_airborne_and_rangers_return_to_the_reserve_for_good_and_give_a_point_each() -> None:
    game = resting("".join(f"allied {unit} at {REAR}\n" for unit in (*SPECIAL, "4-Inf/8")))
    assert orders(game, "repatriate") == list(SPECIAL), "also without losses"
    assert refusal(game, "repatriate 4-Inf/8").rule == "1.1.1.3.c-01"
    play(game, *(f"repatriate {unit}" for unit in SPECIAL))
    assert [where(game, unit) for unit in SPECIAL] == ["returned", "returned"] and state(game).points == 2


@rule("1.1.1.3.c-01", "1.1.1.3.c-03", edition="bloody_summer")
def test_commandos_return_by_the_british_seat_and_nobody_from_an_enemy_zone() -> None:
    text = "allied 1SS at 1110\nallied 4SS at 0708\ngerman 711-Inf at 1210"
    game = begin(position("operation_cobra", text), RestAndReplacement(1))
    assert game.decision.seat == "british" and orders(game, "repatriate") == ["4SS"]
    assert refusal(game, "repatriate 1SS").rule == "1.1.1.3.b-04"


@rule("1.0-04", "11-01", edition="bloody_summer")
def test_the_side_with_the_initiative_begins_and_each_army_decides_about_its_own_units() -> None:
    text = f"allied 4-Inf/8 -1 at {REAR}\nallied 3-Inf/8 -1 at 0708\ngerman 353-Inf -1 at 1508"
    game = begin(position("operation_cobra", text, dice=[1, 6]), Administration())
    seats = []
    for _ in range(3):
        seats.append(game.decision.seat)
        play(game, "end")
    assert seats == ["german", "us", "british"]
