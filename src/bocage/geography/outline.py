"""Shapes made of hexes: outlines of sets, and curves that make them look drawn by hand.

Here a hex is a cell, ``(half widths to the right, lines down)``, so that shapes may reach over the edge
of the map, as they do on a printed sheet.

>>> ring, = outlines({(0, 0), (2, 0)})
>>> len(ring)                                        # two hexes have ten sides around them
10
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import floor, hypot, sqrt
from typing import TypeAlias

from bocage.geography.projection import Point

Cell: TypeAlias = tuple[int, int]

LINE = sqrt(3) / 2  # between two rows of hexes, in hex widths
RADIUS = 1 / sqrt(3)  # from centre to corner
AROUND: tuple[Cell, ...] = ((-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1))  # clockwise from the left
_CORNERS = (
    (-0.5, RADIUS / 2),
    (-0.5, -RADIUS / 2),
    (0.0, -RADIUS),
    (0.5, -RADIUS / 2),
    (0.5, RADIUS / 2),
    (0.0, RADIUS),
)


def cell_at(point: Point) -> Cell:
    """The cell whose centre is the point."""
    return round(point[0] * 2), round(point[1] / LINE)


def cell_of(point: Point) -> Cell:
    """The cell in which a point lies.

    >>> cell_of((0.1, -0.2)), cell_of((0.9, 0.1))
    ((0, 0), (2, 0))
    """
    row = round(point[1] / LINE)
    near = [(column, r) for r in (row - 1, row, row + 1) for column in _columns(point[0], r)]
    return min(near, key=lambda c: (_gap(centre_of(c), point), c))


def _columns(x: float, row: int) -> tuple[int, int]:
    """The two cells of a row (even half widths in even rows) between whose centres a point lies."""
    left = 2 * floor((2 * x - row % 2) / 2) + row % 2
    return left, left + 2


def centre_of(cell: Cell) -> Point:
    """The centre of a cell, in hex widths."""
    return cell[0] / 2, cell[1] * LINE


def corners_of(cell: Cell) -> list[Point]:
    """The six corners of a cell, clockwise; side ``d`` runs from corner ``d`` to corner ``d + 1``."""
    x, y = centre_of(cell)
    return [(x + dx, y + dy) for dx, dy in _CORNERS]


def around(cell: Cell) -> list[Cell]:
    """The six cells next to a cell, in the order of its sides."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in AROUND]


def outlines(cells: Iterable[Cell]) -> list[list[Point]]:
    """The closed outlines of a set of cells, the set on the right hand of each."""
    inside = set(cells)
    onward: dict[Point, tuple[Point, Point]] = {}
    for cell in sorted(inside):
        corners = corners_of(cell)
        for d, other in enumerate(around(cell)):
            if other not in inside:
                onward[_key(corners[d])] = (corners[d], corners[(d + 1) % 6])
    rings = []
    while onward:
        first = min(onward)
        ring, key = [], first
        while key in onward:
            start, end = onward.pop(key)
            ring.append(start)
            key = _key(end)
        rings.append(ring)
    return rings


class Lattice:
    """The cells of a grid in its own plane: rows as above, columns with right and down exchanged.

    >>> Lattice("columns").centre_of((1, 0))
    (0.0, 0.5)
    """

    def __init__(self, kind: str) -> None:
        self._turned = kind == "columns"

    def turn(self, point: Point) -> Point:
        """A point of the plane of rows in this one, and back."""
        return (point[1], point[0]) if self._turned else point

    def cell_at(self, point: Point) -> Cell:
        """The cell whose centre is the point."""
        return cell_at(self.turn(point))

    def cell_of(self, point: Point) -> Cell:
        """The cell in which a point lies."""
        return cell_of(self.turn(point))

    def centre_of(self, cell: Cell) -> Point:
        """The centre of a cell, in hex widths."""
        return self.turn(centre_of(cell))

    def corners_of(self, cell: Cell) -> list[Point]:
        """The six corners of a cell; side ``d`` runs from corner ``d`` to corner ``d + 1``."""
        return [self.turn(corner) for corner in corners_of(cell)]

    def outlines(self, cells: Iterable[Cell]) -> list[list[Point]]:
        """The closed outlines of a set of cells."""
        return [[self.turn(corner) for corner in ring] for ring in outlines(cells)]


def _key(point: Point) -> Point:
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0


def noise(*seed: int) -> float:
    """A number from 0 to 1 that looks random and is always the same for the same seed.

    >>> noise(3, 4) == noise(3, 4), 0 <= noise(3, 4) < 1
    (True, True)
    """
    value = 0x9E3779B9
    for part in seed:
        value = (value ^ (part & 0xFFFFFFFF)) * 0x85EBCA6B & 0xFFFFFFFF
        value = (value ^ value >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
        value ^= value >> 16
    return value / 4294967296


def divide(ring: Sequence[Point], parts: int) -> list[Point]:
    """A closed ring with each stretch divided into parts of the same length."""
    points = []
    for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
        points += [(x1 + (x2 - x1) * i / parts, y1 + (y2 - y1) * i / parts) for i in range(parts)]
    return points


def wobble(ring: Sequence[Point], reach: float) -> list[Point]:
    """A closed ring whose points are moved a little, always in the same way for the same place."""
    return [
        (
            x + reach * (2 * noise(round(x * 40), round(y * 40), 1) - 1),
            y + reach * (2 * noise(round(x * 40), round(y * 40), 2) - 1),
        )
        for x, y in ring
    ]


def soften(ring: Sequence[Point], times: int) -> list[Point]:
    """A closed ring with its corners cut (Chaikin), again and again."""
    points = list(ring)
    for _ in range(times):
        cut = []
        for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
            cut += [(0.75 * x1 + 0.25 * x2, 0.75 * y1 + 0.25 * y2), (0.25 * x1 + 0.75 * x2, 0.25 * y1 + 0.75 * y2)]
        points = cut
    return points


def spread_out(shifts: Sequence[Point], reach: int) -> list[Point]:
    """Shifts along a closed ring, each averaged with its neighbours on both sides."""
    n, width = len(shifts), 2 * reach + 1
    result = []
    for i in range(n):
        near = [shifts[(i + j) % n] for j in range(-reach, reach + 1)]
        result.append((sum(x for x, _ in near) / width, sum(y for _, y in near) / width))
    return result


def pull(
    ring: Sequence[Point],
    target: Sequence[Sequence[Point]],
    reach: float,
    limit: float,
    allowed: Callable[[Point], bool],
) -> list[Point]:
    """A closed ring drawn by up to ``limit`` towards lines within ``reach``, each point as far as is ``allowed``."""
    stretches = [(a, b) for line in target for a, b in pairwise(line)]
    shifts = []
    for x, y in ring:
        near = [_nearest(s, (x, y)) for s in stretches if _within(s, (x, y), reach)]
        goal = min(near, key=lambda q: _gap(q, (x, y)), default=(x, y))
        dx, dy = goal[0] - x, goal[1] - y
        far, most = 0.0, limit / max(limit, hypot(dx, dy))
        for t in [most * step / 12 for step in range(1, 13)] if hypot(dx, dy) <= reach else []:
            if allowed((x + t * dx, y + t * dy)):
                far = t
            elif far:
                break
        shifts.append((far * dx, far * dy))
    return [(x + dx, y + dy) for (x, y), (dx, dy) in zip(ring, spread_out(shifts, 2), strict=True)]


def _within(stretch: tuple[Point, Point], point: Point, reach: float) -> bool:
    (x1, y1), (x2, y2) = stretch
    x, y = point
    return min(x1, x2) - reach <= x <= max(x1, x2) + reach and min(y1, y2) - reach <= y <= max(y1, y2) + reach


def _nearest(stretch: tuple[Point, Point], point: Point) -> Point:
    (x1, y1), (x2, y2) = stretch
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((point[0] - x1) * dx + (point[1] - y1) * dy) / square)) if square else 0.0
    return x1 + t * dx, y1 + t * dy


def _gap(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def scatter(ring_test: Callable[[Point], bool], box: tuple[float, float, float, float], step: float) -> list[Point]:
    """Points strewn evenly but not regularly over a box, those that pass a test, from top to bottom."""
    x0, y0, x1, y1 = box
    points = []
    for j in range(round((y1 - y0) / step) + 1):
        for i in range(round((x1 - x0) / step) + 1):
            seed = (round(x0 / step) + i, round(y0 / step) + j)
            x = x0 + (i + 0.5 * (j % 2) + 0.7 * (noise(*seed, 3) - 0.5)) * step
            y = y0 + (j + 0.7 * (noise(*seed, 4) - 0.5)) * step
            if ring_test((x, y)):
                points.append((x, y))
    return sorted(points, key=lambda p: (p[1], p[0]))
