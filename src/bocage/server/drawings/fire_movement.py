"""Normandy, drawn from its geography."""

from __future__ import annotations

from functools import cache

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.title import scenarios
from bocage.geography.draw import draw_svg
from bocage.geography.part import cut_out, draw_whole

TURNS = False
GAME = "fire_movement"


@cache
def draw(scenario: str | None, _turned: bool) -> str:
    """The whole map, or the playable part of a scenario."""
    chart = load_chart()
    if scenario is None:
        return draw_svg(chart, GAME)
    return cut_out(_whole(), chart, chart.land, chart.areas[scenarios()[scenario].playable])


@cache
def _whole() -> str:
    """The map without numbers, which are too small to read in a picture of a scenario."""
    return draw_whole(load_chart(), GAME, numbers=False)
