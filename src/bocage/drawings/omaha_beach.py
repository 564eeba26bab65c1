"""The beach as the printed map has it, north below."""

from __future__ import annotations

from functools import lru_cache

from bocage.games.omaha_beach.chart import load_chart
from bocage.games.omaha_beach.positions import load_positions
from bocage.games.omaha_beach.title import open_scenario, scenarios
from bocage.geography.printed import draw_printed
from bocage.table import table_of

TURNS = True
SHORE = 0.46  # of the height of its map: a small picture shows what lies below, or where nobody lands what lies above


@lru_cache(maxsize=16)
def draw(scenario: str | None, turned: bool, numbers: bool) -> str:
    """The whole map, or for a scenario the beach where troops land, else the land behind it."""
    chart, places = load_chart(), load_positions().values()
    if scenario is None:
        return draw_printed(chart, places, turned=turned, with_numbers=numbers)
    used = table_of(open_scenario(scenario)).board().map
    middle = used.top + SHORE * (used.bottom - used.top)
    lands = scenarios()[scenario].turns[0] == 1
    part = (used.left, middle, used.right, used.bottom) if lands else (used.left, used.top, used.right, middle)
    return draw_printed(chart, places, with_numbers=numbers, part=part)
