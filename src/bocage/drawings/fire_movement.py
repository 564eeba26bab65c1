"""Normandy, drawn from its geography."""

from __future__ import annotations

from functools import cache

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.title import NAME, scenarios
from bocage.geography.draw import draw_svg
from bocage.geography.part import cut_out, draw_whole

TURNS = False


@cache
def draw(scenario: str | None, _turned: bool, numbers: bool) -> str:
    """The whole map, or the playable part of a scenario."""
    chart = load_chart()
    if scenario is None:
        return draw_svg(chart, NAME, numbers=numbers)
    return cut_out(_whole(numbers), chart, chart.land, chart.areas[scenarios()[scenario].playable])


@cache
def _whole(numbers: bool) -> str:
    """The map from which the parts are cut out."""
    return draw_whole(load_chart(), NAME, numbers=numbers)
