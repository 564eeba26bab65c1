"""Listings of the data of a game: what they are for a program, and which scenario is asked for."""

from __future__ import annotations

import pytest

from bocage.kernel import BocageError
from bocage.kernel.inventory import Listing, Sheet, scenario_asked_for

UNITS = Sheet(("unit", "steps"), [("22/21", "2"), ("8/3-br", "1")])
ROADS = Sheet(("road", "cost"), [("N13", "1")])
AS_JSON = [{"unit": "22/21", "steps": "2"}, {"unit": "8/3-br", "steps": "1"}]


def test_one_table_is_its_rows_and_several_are_a_list_of_theirs() -> None:
    assert Listing.of(UNITS) == ((UNITS,), AS_JSON)
    assert Listing.of(UNITS, ROADS) == ((UNITS, ROADS), [AS_JSON, [{"road": "N13", "cost": "1"}]])


def test_a_scenario_is_found_by_its_name_and_without_one_all_are_meant() -> None:
    scenarios = {"sword": "Sword Beach", "utah": "Utah Beach"}
    assert scenario_asked_for("utah", scenarios) == "Utah Beach"
    assert scenario_asked_for(None, scenarios) is None
    with pytest.raises(BocageError, match=r"^there is no scenario 'swrod'; did you mean sword"):
        scenario_asked_for("swrod", scenarios)
