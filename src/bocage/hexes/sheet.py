"""The printed sheet of a map: where its hexes lie in the drawing, in units of the drawing.

Whoever draws on a map, or on top of it, measures with these.

>>> grid = Grid("rows", (1, 33), (1, 50), "even", "up", "right", "RRCC", shift_toward="right")
>>> spot(grid, grid.at("3301"))
(100.2, 105.2)
>>> sheet_size(grid)
(3368.5, 1984.0)
"""

from __future__ import annotations

from functools import cache
from math import sqrt

from bocage.hexes.grid import Grid, Point
from bocage.hexes.sets import Hex

HEX = 64.0  # units of the drawing to one hex width
MARGIN = 58.0  # of paper around the map
BLEED = 0.16  # how far the ground reaches over the outermost hexes, in hex widths
APRON = 212.0  # of sea below a map whose key and title need the room


def spot(grid: Grid, h: Hex) -> Point:
    """Where the centre of a hex lies in the drawing."""
    x, y = grid.centre(h)
    x0, y0, _, _ = _ground(grid)
    return round((x - x0) * HEX + MARGIN, 1), round((y - y0) * HEX + MARGIN, 1)


def sheet_size(grid: Grid) -> Point:
    """Width and height of the whole drawing, its margin included."""
    x0, y0, x1, y1 = _ground(grid)
    return round((x1 - x0) * HEX + 2 * MARGIN, 1), round((y1 - y0) * HEX + 2 * MARGIN, 1)


@cache
def _ground(grid: Grid) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the printed ground, in the grid's own plane."""
    xs, ys = zip(*(grid.centre(h) for h in grid.hexes), strict=True)
    to_side, to_corner = 1 / 2 + BLEED, 1 / sqrt(3) + BLEED
    across, down = (to_side, to_corner) if grid.kind == "rows" else (to_corner, to_side)
    return min(xs) - across, min(ys) - down, max(xs) + across, max(ys) + down
