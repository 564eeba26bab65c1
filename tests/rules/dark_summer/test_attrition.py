"""Attrition (14)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.attrition import check_attrition
from bocage.games.dark_summer.places import place_name
from bocage.games.dark_summer.state import UNKNOWN
from bocage.games.dark_summer.supply import in_supply
from bocage.games.dark_summer.words import unit_number
from tests.dark_summer.positions import position
from tests.questions import kinds
from tests.support import rule

CUT_OFF = """
    german 916/352 at 3104
    german 915/352 at 3104 reduced
    allied 16/1 at 3103
    allied 18/1 at 3205
    allied 56 at 4004
"""


@rule("14.0-01", "14.0-02", "7.2.4-01", "7.2.4-02", "13.4-06", "13.0-07", "4.0.5-01", edition="dark_summer")
@pytest.mark.parametrize("weather", ["sun", "cloud", "showers", "rain", "storm"])
def test_germans_suffer_always_and_allies_in_rain_and_storm(weather: str) -> None:
    g = position(CUT_OFF, weather=weather, beaches="3203")
    check_attrition(g)
    assert g.is_reduced(unit_number("916/352")) and place_name(g.where[unit_number("915/352")]) == "eliminated"
    assert bool(g.is_reduced(unit_number("56"))) is (weather in ("rain", "storm"))
    assert not g.is_reduced(unit_number("16/1")), "In Supply"


@rule("14.0-03", edition="dark_summer")
def test_airborne_units_need_an_open_beach_of_their_own_army() -> None:
    for beach, hurt in (("2403", False), ("4003", True)):
        g = position("allied 505/82 at 2204", weather="rain", beaches=beach)
        check_attrition(g)
        assert bool(g.is_reduced(unit_number("505/82"))) is hurt


@rule("14.0-04", "14.0-E1", edition="dark_summer")
def test_losses_of_both_sides_are_simultaneous() -> None:
    units = "allied 505/82 at 3103 reduced\ngerman 916/352 at 3203 reduced\ngerman 914/352 at 3304"
    german, allied = unit_number("916/352"), unit_number("505/82")
    for gone, left in ((german, allied), (allied, german)):
        g = position(units, weather="rain", beaches="3303")
        assert not in_supply(g, german) and not in_supply(g, allied)
        g.remove(gone)
        assert in_supply(g, left), "without the one the other has a line"
    g = position(units, weather="rain", beaches="3303")
    check_attrition(g)
    assert [place_name(g.where[unit]) for unit in (german, allied)] == ["eliminated", "eliminated"]


@rule("14.0-05", edition="dark_summer")
def test_boxes_are_checked_and_offshore_and_waiting_units_are_not() -> None:
    g = position(
        """
        allied CCA/4 at may-leave
        allied 8/4 at cherbourg
        allied 16/1 at approach-3303
        german 729/709 at cherbourg
        """,
        weather="storm",
        waiting="CCB/4",
    )
    check_attrition(g)
    assert [g.is_reduced(unit_number(unit)) for unit in ("CCA/4", "8/4", "16/1", "729/709", "CCB/4")] == [1, 1, 0, 0, 0]


@rule("11.5-03", edition="dark_summer")
def test_a_hidden_unit_that_attrition_eliminates_is_turned_up() -> None:
    g = position(CUT_OFF.replace("german 915/352 at 3104 reduced", "german Ost-4304 at 3104"), picks=[3])
    ost = unit_number("Ost-4304")
    check_attrition(g)
    assert g.factor[ost] != UNKNOWN and place_name(g.where[ost]) == "eliminated"
    assert "revealed" in kinds(g.events) and len(g.factors_left[1]) == 8
