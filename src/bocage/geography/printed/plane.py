"""The plane of a printed map: where hexes, sides and texts lie, either way up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Protocol, TypeVar

from bocage.geography.outline import RADIUS, Cell, around, cell_at, centre_of, corners_of, noise, outlines
from bocage.geography.projection import Point
from bocage.hexes import Grid, Sides
from bocage.hexes.sheet import APRON, HEX, MARGIN, sheet_size, spot

Value_co = TypeVar("Value_co", covariant=True)


class Named(Protocol[Value_co]):
    """Things by their names; the names may be of any kind of text."""

    def items(self) -> Iterable[tuple[str, Value_co]]:
        """Names and things."""


class LandingBox(Protocol):
    """A box in the sea from which units land."""

    @property
    def id(self) -> str: ...
    @property
    def beach(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def placing(self) -> str: ...
    @property
    def sector(self) -> str: ...


class Valley(Protocol):
    """A draw with its name."""

    @property
    def hexes(self) -> int: ...


class Place(Protocol):
    """A German position."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def hex(self) -> int: ...
    @property
    def colour(self) -> str: ...
    @property
    def vp(self) -> bool: ...
    @property
    def artillery(self) -> int | None: ...
    @property
    def advance_to(self) -> tuple[str, ...]: ...


class Printed(Protocol):
    """The plain data of a chart that a drawing needs; sets of hexes are integers."""

    @property
    def grid(self) -> Grid: ...
    @property
    def level(self) -> Sequence[str]: ...
    @property
    def terrain(self) -> Sequence[str]: ...
    @property
    def village(self) -> Mapping[int, str]: ...
    @property
    def waterline(self) -> Named[int]: ...
    @property
    def obstacles(self) -> int: ...
    @property
    def exits(self) -> Named[int]: ...
    @property
    def in_sector(self) -> Named[int]: ...
    @property
    def sides(self) -> Named[Sides]: ...
    @property
    def roads(self) -> Named[Sides]: ...
    @property
    def mined_links(self) -> Sides: ...
    @property
    def edge_trails(self) -> tuple[tuple[int, str], ...]: ...
    @property
    def exit_roads(self) -> Named[str]: ...
    @property
    def draws(self) -> Named[Valley]: ...
    @property
    def boxes(self) -> Mapping[str, LandingBox]: ...


class Plane:
    """A chart laid on its sheet. Points are reckoned in hex widths with north at the bottom and turned when written."""

    def __init__(self, chart: Printed, places: tuple[Place, ...], turned: bool) -> None:
        self.chart, self.grid, self.places, self.turned = chart, chart.grid, places, turned
        self.waterline, self.sides = dict(chart.waterline.items()), dict(chart.sides.items())
        self.roads, self.exits = dict(chart.roads.items()), dict(chart.exits.items())
        self.exit_roads = dict(chart.exit_roads.items())
        self.sector, self.draws = dict(chart.in_sector.items()), dict(chart.draws.items())
        wide, high = sheet_size(self.grid)
        self.width, self.height = wide, high + APRON
        first = self.grid.hexes[0]
        row, column = self.grid.row(first), self.grid.column(first)
        x, y = spot(self.grid, first)
        ax, ay = _axial(row, column)
        self.shift = x - ax * HEX, y - ay * HEX
        self.cell = {h: self.cell_at(self.grid.row(h), self.grid.column(h)) for h in self.grid.hexes}
        self.hex_at = {cell: h for h, cell in self.cell.items()}
        self.ground = self._extend()

    def _extend(self) -> dict[Cell, tuple[str, str]]:
        """Level and terrain of all cells, carried three hexes over the inland edges of the map."""
        found = {cell: (self.chart.level[h], self.chart.terrain[h]) for h, cell in self.cell.items()}
        for _ in range(3):
            fringe: dict[Cell, tuple[str, str]] = {}
            for cell in sorted(found):
                level, terrain = found[cell]
                for other in around(cell):
                    inland = other[1] <= cell[1] or level == "high"
                    if other not in found and other not in fringe and level != "sea" and inland and not self.wet(other):
                        fringe[other] = level, "clear" if terrain in ("buildings", "rough") else terrain
            found |= fringe
        return found

    def wet(self, cell: Cell) -> bool:
        """Whether a cell off the map lies in the sea: seaward of every hex of its column, inside the frame."""
        below = [c[1] for c in self.hex_at if abs(c[0] - cell[0]) <= 1]
        return (bool(below) and cell[1] > max(below)) or (not below and cell[1] > 12)

    # -- points ------------------------------------------------------------------------------------

    def cell_at(self, row: int, column: int) -> Cell:
        """The cell of a row and column, on the map or not."""
        return cell_at(_axial(row, column))

    def cell_of(self, label: str) -> Cell:
        """The cell of a label, on the map or not."""
        return self.cell_at(int(label[:2]), int(label[2:]))

    def centre(self, h: int) -> Point:
        """The middle of a hex."""
        return centre_of(self.cell[h])

    def to_sheet(self, point: Point) -> Point:
        """A point in units of the drawing."""
        x, y = point[0] * HEX + self.shift[0], point[1] * HEX + self.shift[1]
        return (self.width - x, self.height - y) if self.turned else (x, y)

    def p(self, point: Point) -> str:
        """A point as paths have it."""
        x, y = self.to_sheet(point)
        return f"{n(x)} {n(y)}"

    def at(self, point: Point, dx: float = 0.0, dy: float = 0.0) -> str:
        """A point as attributes, moved by units of the drawing, upright in either drawing."""
        x, y = self.to_sheet(point)
        return f'x="{n(x + dx)}" y="{n(y + dy)}"'

    def ring(self, points: Iterable[Point]) -> str:
        """A closed line."""
        return "M" + "L".join(map(self.p, points)) + "Z"

    def rings(self, rings: Iterable[Iterable[Point]]) -> str:
        """Closed lines as one path."""
        return "".join(map(self.ring, rings))

    def line(self, points: Iterable[Point]) -> str:
        """An open line."""
        return "M" + "L".join(map(self.p, points))

    def curve(self, points: Sequence[Point]) -> str:
        """A smooth open line through the middles between points."""
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
        bends = "".join(f"Q{self.p(a)} {self.p(b)}" for a, b in zip(points[1:-1], middles[1:], strict=False))
        return f"M{self.p(points[0])}L{self.p(middles[0])}{bends}L{self.p(points[-1])}"

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        """The ends of the side between two hexes, seen from the first with the second ahead: left, then right."""
        d = around(self.cell[a]).index(self.cell[b])
        corners = corners_of(self.cell[a])
        return corners[d], corners[(d + 1) % 6]

    def rank(self, h: int) -> float:
        """How high a hex lies."""
        return {"sea": 0, "beach": 1, "pavilion": 2, "draw": 2, "high": 3}[self.chart.level[h]]

    def frame(self) -> str:
        """The inner frame as attributes of a rectangle."""
        return (
            f'x="{n(MARGIN)}" y="{n(MARGIN)}" width="{n(self.width - 2 * MARGIN)}" '
            f'height="{n(self.height - 2 * MARGIN)}"'
        )

    def box(self, x: float, y: float, wide: float, high: float) -> Point:
        """The upper left corner of a box of the furniture, which changes its place but stays upright when turned."""
        return (self.width - x - wide, self.height - y - high) if self.turned else (x, y)

    def outline(self, cells: Iterable[Cell]) -> list[list[Point]]:
        """The outlines of some cells."""
        return outlines(cells)

    def hex_ring(self, cell: Cell, part: float = 1.0) -> str:
        """A hex, or a smaller one in its middle."""
        x, y = centre_of(cell)
        return self.ring((x + (cx - x) * part, y + (cy - y) * part) for cx, cy in corners_of(cell))

    # -- the grid ------------------------------------------------------------------------------------

    def hex_grid(self) -> Iterator[str]:
        """Every side once."""
        parts = []
        for h, cell in sorted(self.cell.items()):
            corners = corners_of(cell)
            for d, other in enumerate(around(cell)):
                beyond = self.hex_at.get(other)
                if beyond is None or beyond > h:
                    parts.append(self.line((corners[d], corners[(d + 1) % 6])))
        yield f'<path class="hexes" d="{"".join(parts)}"/>'


def _axial(row: int, column: int) -> Point:
    """The middle of a hex by row and column: even rows are shoved half a hex to the right, row 20 is the upmost."""
    return column + (0.5 if row % 2 == 0 else 0.0), (20 - row) * (RADIUS * 1.5)


def along(a: Point, b: Point, t: float) -> Point:
    """A point between two others."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def across(a: Point, b: Point, t: float, off: float) -> Point:
    """A point between two others, moved to the right hand by ``off`` hex widths."""
    x, y = along(a, b, t)
    long = hypot(b[0] - a[0], b[1] - a[1])
    return x - (b[1] - a[1]) / long * off, y + (b[0] - a[0]) / long * off


def jitter(*seed: int) -> float:
    """A number from -1 to 1, always the same for the same seed."""
    return 2 * noise(*seed) - 1


def n(value: float) -> str:
    """A number as drawings have it."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def group(name: str, parts: Iterable[str]) -> str:
    """A layer."""
    return f'<g id="{name}">' + "".join(parts) + "</g>"
