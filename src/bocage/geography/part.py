"""A part of a map: cut down to the hexes in use, the others under a veil."""

from __future__ import annotations

import re

from bocage.geography.draw import Drawable, draw_svg
from bocage.hexes import HexSet, members
from bocage.hexes.sheet import HEX, MARGIN, spot

VEIL = "fill:#f3ecd9;fill-opacity:.72"  # over what a scenario does not use


PLACE_OF_VEIL = "<!-- veil -->"


def draw_whole(chart: Drawable, game: str, *, numbers: bool = True) -> str:
    """The whole map as SVG, from which several parts can be cut out; to draw it is what takes time."""
    return draw_svg(chart, game, counters=PLACE_OF_VEIL, numbers=numbers)


def cut_out(drawing: str, chart: Drawable, land: HexSet, used: HexSet) -> str:
    """The part of a whole map that is in use; other land is under a veil."""
    grid = chart.grid
    first = grid.hexes[0]
    (left, top), (x0, y0) = spot(grid, first), grid.centre(first)

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return round(left + (point[0] - x0) * HEX, 1), round(top + (point[1] - y0) * HEX, 1)

    def outline(h: int) -> str:
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in map(place, grid.corners(h))) + "Z"

    beside = "".join(outline(h) for h in members(land & ~used))
    text = drawing.replace(PLACE_OF_VEIL, f'<path style="{VEIL}" d="{beside}"/>')
    points = [place(corner) for h in members(used) for corner in grid.corners(h)]
    x, y = min(x for x, _ in points) - MARGIN, min(y for _, y in points) - MARGIN
    wide, high = max(x for x, _ in points) + MARGIN - x, max(y for _, y in points) + MARGIN - y
    frame = f'viewBox="{x:g} {y:g} {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
    return re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', frame, text, count=1)
