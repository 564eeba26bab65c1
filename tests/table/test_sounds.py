"""What is heard with an event is named by kinds that the game tells of."""

from __future__ import annotations

from importlib import import_module

import pytest

from bocage.games import open_setting
from bocage.table import table_of

SCENARIOS = ("fire_movement/sword", "omaha_beach/easy_fox", "dark_summer/campaign", "bloody_summer/race_to_cherbourg")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_guns_are_heard_with_events_that_are_told(scenario: str) -> None:
    sounds = table_of(open_setting(scenario)).board().sounds
    told = import_module(f"bocage.games.{scenario.partition('/')[0]}.sentences").TEXTS
    assert set(sounds) <= set(told)
    assert "guns" in sounds.values()
