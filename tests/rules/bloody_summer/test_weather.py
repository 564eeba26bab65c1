"""Weather and storms (1.1.1.1)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer import landing
from bocage.games.bloody_summer.air import AVAILABLE, STRATEGIC, TACTICAL
from bocage.games.bloody_summer.campaign import ALLIED
from bocage.games.bloody_summer.logistics import unloading
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.pieces import DEPOT_IDS, piece_number
from bocage.games.bloody_summer.places import BOXES, STRATEGIC_RESERVE
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Weather
from bocage.games.bloody_summer.turn import Phase, Turn
from bocage.games.bloody_summer.weather import roll_weather
from bocage.games.bloody_summer.weather import test_for_storm as storm_test
from tests.bloody_summer.positions import begin, position, state
from tests.questions import orders, play
from tests.support import rule

TROOPS = "german 353-Inf at 1319\nallied 30-Inf/117 at 0817\ndepot Utah\nheld 0617"


def weather(*dice: int, turn: int = 2, adjustment: int = 0, scenario: str = "campaign") -> State:
    """A state after the weather of turns in a row."""
    g = position(scenario, dice=dice, turn=turn - 1)
    g.adjustment = adjustment
    for _ in dice:
        g.turn += 1
        roll_weather(g)
    return g


@rule("1.1.1.1-01", "1.1.1.1-02", edition="bloody_summer")
def test_the_weather_of_turn_1_is_clear_without_a_die_and_cobra_begins_in_clear_weather() -> None:
    for scenario, turn in (("campaign", 1), ("operation_cobra", 7)):
        g = position(scenario, turn=turn, weather="overcast")
        roll_weather(g)
        assert g.weather is Weather.CLEAR and g.chance.count == 0
    rolled = weather(1, turn=8, scenario="operation_cobra")
    assert rolled.chance.count == 1


@rule("1.1.1.1-03", "0-02", edition="bloody_summer")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_decides_the_weather_from_turn_2_on(die: int) -> None:
    g = weather(die)
    assert g.weather is g.campaign.tables.weather.die[die - 1] and g.chance.log == [f"die {die}"]


@rule("1.1.1.1-05", "1.1.1.1-06", "1.1.1.1-E1", edition="bloody_summer")
def test_bad_weather_in_a_row_lowers_the_next_dice_by_two_at_most() -> None:
    g = weather(5)
    assert (g.weather, g.adjustment) == (Weather.OVERCAST, -1)
    g = weather(5, 6)
    assert (g.weather, g.adjustment) == (Weather.OVERCAST, -2)  # 6 - 1 = 5
    assert weather(5, 6, 6).adjustment == -2
    assert weather(5, 5, 5).weather is Weather.CLEAR  # 5 - 2 = 3


@rule("1.1.1.1-07", edition="bloody_summer")
def test_clear_weather_cancels_the_adjustment() -> None:
    assert weather(5, 6, 1).adjustment == 0


@rule("1.1.1.1.a-01", "1.1.1.1.a-E1", edition="bloody_summer")
def test_after_a_natural_6_both_phases_are_tested_for_a_storm() -> None:
    g = weather(6, turn=3, adjustment=-1)
    assert g.weather is g.campaign.tables.weather.die[4] and g.storm_due
    assert not weather(5).storm_due
    for dice, storms in (((1, 2), 0), ((1, 6), 1)):
        g = position("campaign", dice=dice, turn=3)
        g.storm_due = True
        storm_test(g)
        assert not g.storm
        storm_test(g)
        assert g.storm == bool(storms) and g.chance.count == 2
    calm = position("campaign", turn=3)
    storm_test(calm)
    assert calm.chance.count == 0


def stormy(part: str = "A", text: str = TROOPS, *dice: int) -> State:
    """A state at the start of a phase in which a storm breaks out by the first die."""
    g = position("campaign", text, turn=3, part=part, dice=(6, *dice))
    g.storm_due = True
    g.air[0], g.air[1], g.air[2] = AVAILABLE, TACTICAL, STRATEGIC
    g.air_place[1], g.air_place[2] = 0, BOXES["Paris"]
    g.naval = [3] * len(g.naval)
    return g


@rule("1.1.1.1.a-03", "1.1.1.1.a-04", edition="bloody_summer")
def test_a_storm_grounds_all_aircraft_and_silences_the_ships() -> None:
    from bocage.games.bloody_summer import air

    g = stormy()
    storm_test(g)
    assert g.storm and g.naval == [0] * len(g.naval)
    assert not {AVAILABLE, TACTICAL, STRATEGIC} & set(g.air[:3])
    assert not air.interdicted(g) and not air.over_box(g, BOXES["Paris"])


@rule("1.1.1.1.a-05", edition="bloody_summer")
def test_neither_troops_nor_markers_land_in_a_storm() -> None:
    for storm in (False, True):
        g = position(
            "campaign", f"{TROOPS}\nallied 9-Inf/39 at strategic-reserve\nmarker allied strategic-reserve 1", turn=3
        )
        assert g.where[piece_number("9-Inf/39")] == STRATEGIC_RESERVE
        g.storm = storm
        assert bool(landing.places(g, piece_number("9-Inf/39"))) is not storm
        assert bool(unloading(g)) is not storm
        game = begin(g, MovementPhase(ALLIED))
        assert ("land 9-Inf/39" in orders(game)) is not storm


@rule("1.1.1.1.a-02", "1.1.1.1.a-06", "1.1.1.1.a-07", "1.1.2.1-01", edition="bloody_summer")
def test_a_storm_in_phase_a_makes_phase_b_overcast_without_a_test() -> None:
    g = stormy("")
    g.weather = Weather.CLEAR
    game = begin(g, Phase("A"))
    assert state(game).storm and state(game).chance.count == 1  # before anybody moved
    sit_out(game)
    g = state(game).copy()
    later = begin(g, Phase("B"))
    assert not state(later).storm and state(later).weather is Weather.OVERCAST
    assert state(later).chance.count == 1


@rule("1.1.1.1.a-08", edition="bloody_summer")
def test_after_a_storm_in_phase_b_the_next_phase_a_is_not_tested() -> None:
    g = stormy("B")
    storm_test(g)
    assert g.storm
    g.turn += 1
    g.storm, g.storm_due = False, True
    storm_test(g)  # phase A
    assert not g.storm and g.chance.count == 1
    g.chance.dice.append(1)  # type: ignore[attr-defined]
    storm_test(g)  # phase B
    assert g.chance.count == 2


@rule("1.1.1.1.a-09", edition="bloody_summer")
def test_a_storm_batters_the_mulberries() -> None:
    g = stormy("A", f"{TROOPS}\ndepot Mulberry-A Mulberry-B", 1, 1)
    storm_test(g)
    assert g.chance.count == 3  # the test and a die for each
    assert DEPOT_IDS.index("Mulberry-A") >= 0


def sit_out(game: object) -> None:
    """Everybody does nothing until the phase is over."""
    from bocage.kernel import Game

    assert isinstance(game, Game)
    while type(state(game).stack[-1]).__name__ != "TestEnds":
        legal = orders(game)
        play(game, "end" if "end" in legal else legal[-1])


def test_a_turn_begins_with_its_weather() -> None:
    g = position("campaign", TROOPS, turn=3, part="", dice=[2, 1, 1, 1, 1, 1, 1, 1, 1])
    assert Turn().begin(g) is not None
    assert g.chance.log[0] == "die 2"
