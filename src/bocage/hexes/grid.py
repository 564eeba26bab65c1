"""Hex grids as they are printed: labels, neighbours, distances, and whole sets of hexes moved by shifts.

A grid is made of straight lines of hexes (rows or columns), every second line shoved by half a hex. Inside, a hex has
skewed ("axial") coordinates, q along its line and r across the lines, and its number is q + stride * (r + 1). So each
of the six directions is one constant shift, for a hex (h + shift) and for a set of hexes (s << shift). At least one
padding cell lies between two lines and a line of them at either end: a step off the map ends in a cell that is no hex.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from heapq import nsmallest
from math import sqrt
from typing import Literal

from bocage.hexes.sets import Hex, HexSet, flags, members

Point = tuple[float, float]

_HALF = 1 / 2  # half a hex width: the unit along a line
_STEP = 1 / (2 * sqrt(3))  # half a hexside: the unit across the lines, which are 3 of them apart

_flags = lru_cache(maxsize=8)(flags)  # while one side moves, enemies and their zones are asked for again and again

_ON_SHEET = {"right": 1, "down": 1, "left": -1, "up": -1}

# Of each kind: the directions with their steps (half widths along the line, lines across) to the right and down; and
# the corners (half widths along, half hexsides across) so that direction d looks over the side from corner d to d + 1.
_DIRECTIONS = {
    "rows": {"W": (-2, 0), "NW": (-1, -1), "NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1)},
    "columns": {"N": (-2, 0), "NE": (-1, 1), "SE": (1, 1), "S": (2, 0), "SW": (1, -1), "NW": (-1, -1)},
}
_CORNERS = {
    "rows": ((-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1), (0, 2)),
    "columns": ((-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1), (0, -2)),
}


class HexError(ValueError):
    """A hex that does not exist, or a grid that cannot be."""


def _check(
    kind: str,
    rows: tuple[int, int],
    columns: tuple[int, int],
    shifted: str,
    rows_grow: str,
    columns_grow: str,
    label: str,
    shift_toward: str,
) -> None:
    """Refuse what a data file may say and a type checker never sees."""
    for name, value, choices in (
        ("kind", kind, ("rows", "columns")),
        ("shifted", shifted, ("even", "odd")),
        ("rows_grow", rows_grow, ("up", "down")),
        ("columns_grow", columns_grow, ("right", "left")),
        ("label", label, ("RRCC", "CCRR")),
        ("shift_toward", shift_toward, ("up", "down") if kind == "columns" else ("right", "left")),
    ):
        if value not in choices:
            raise HexError(f"{name} of a grid of {kind} is {' or '.join(choices)}, not {value!r}")
    for first, last in (rows, columns):
        if not 0 <= first <= last <= 99:
            raise HexError(f"rows and columns are numbered upwards with two digits, not from {first} to {last}")


class Grid:
    """The hexes of a map, numbered as they are printed.

    Straight rows with pointed tops (kind "rows") or straight columns with flat tops ("columns"); the `shifted` rows or
    columns are shoved by half a hex `shift_toward` a side of the printed sheet.

    >>> grid = Grid("rows", (1, 33), (1, 50), "even", "up", "right", "RRCC", shift_toward="right")
    >>> carentan = grid.at("1706")
    >>> [grid.label(h) for h in grid.neighbours[carentan]]
    ['1705', '1805', '1806', '1707', '1606', '1605']
    >>> grid.directions
    ('W', 'NW', 'NE', 'E', 'SE', 'SW')
    >>> st_lo = grid.set("0608 0609 0709")
    >>> grid.labels(grid.spread(st_lo) & ~st_lo)
    ['0508', '0509', '0510', '0607', '0610', '0708', '0710', '0808', '0809']
    >>> grid.distance(carentan, grid.at("0709"))
    10
    >>> grid.labels(grid.ring(carentan, 2) & grid.set("1704 1705 1908"))
    ['1704']
    >>> [grid.label(h) for h in grid.line(carentan, grid.at("1909"))]
    ['1706', '1707', '1807', '1808', '1909']
    >>> grid.at("3451")
    Traceback (most recent call last):
    bocage.hexes.grid.HexError: there is no hex '3451', the nearest are 3350, 3250, 3349
    """

    def __init__(
        self,
        kind: Literal["rows", "columns"],
        rows: tuple[int, int],
        columns: tuple[int, int],
        shifted: Literal["even", "odd"],
        rows_grow: Literal["up", "down"],
        columns_grow: Literal["right", "left"],
        label: Literal["RRCC", "CCRR"],
        absent: Iterable[str] = (),
        *,
        shift_toward: Literal["right", "left", "up", "down"],
    ) -> None:
        _check(kind, rows, columns, shifted, rows_grow, columns_grow, label, shift_toward)
        absent = tuple(absent)
        self._repr = (
            f"Grid({kind!r}, {tuple(rows)}, {tuple(columns)}, {shifted!r}, {rows_grow!r}, {columns_grow!r}, {label!r}, "
            f"{absent}, shift_toward={shift_toward!r})"
        )
        self.kind = kind
        self._label_by_row = label == "RRCC"
        if kind == "rows":
            lines, places, line_sign, place_sign = rows, columns, _ON_SHEET[rows_grow], _ON_SHEET[columns_grow]
        else:
            lines, places, line_sign, place_sign = columns, rows, _ON_SHEET[columns_grow], _ON_SHEET[rows_grow]

        def half_widths(line: int, place: int) -> int:
            shoved = line % 2 == (shifted == "odd")
            return 2 * place + (_ON_SHEET[shift_toward] * place_sign if shoved else 0)

        def axial(line: int, place: int) -> tuple[int, int]:
            r = line - lines[0]
            return (half_widths(line, place) - half_widths(lines[0], places[0]) - r) // 2, r

        self.stride = places[1] - places[0] + 3
        """Cells from a hex to one of its two neighbours in the next line; the other is one cell less away."""
        q, r = axial(lines[1], places[1])
        self.size = q + self.stride * (r + 2) + 1
        """Number of cells, padding included: the length of a list indexed by hex."""
        self._label = [""] * self.size
        self._row = [-1] * self.size
        self._column = [-1] * self.size
        self._q = [0] * self.size
        self._r = [0] * self.size
        self._sheet = [(0, 0)] * self.size  # half widths along and lines across, to the right and down
        self._hex: dict[str, Hex] = {}
        self._rectangle: HexSet = 0  # the absent hexes too: distance is counted over holes
        for line in range(lines[0], lines[1] + 1):
            for place in range(places[0], places[1] + 1):
                q, r = axial(line, place)
                h = q + self.stride * (r + 1)
                row, column = (line, place) if kind == "rows" else (place, line)
                text = f"{row:02}{column:02}" if self._label_by_row else f"{column:02}{row:02}"
                self._hex[text] = h
                self._rectangle |= 1 << h
                self._label[h], self._row[h], self._column[h], self._q[h], self._r[h] = text, row, column, q, r
                self._sheet[h] = place_sign * half_widths(line, place), line_sign * line
        printed = [self._sheet[h] for h in self._hex.values()]
        (self._left, right), (self._top, bottom) = ((min(ends), max(ends)) for ends in zip(*printed, strict=True))
        self.extent: Point = self._point(right - self._left + 2, 3 * (bottom - self._top) + 4)
        """Width and height of the printed map in hex widths."""

        self.all: HexSet = self._rectangle & ~self.set(absent)
        """Every hex of the map."""
        self._hex = {text: h for text, h in sorted(self._hex.items()) if self.all >> h & 1}
        self.hexes: tuple[Hex, ...] = tuple(self._hex.values())
        """Every hex of the map in the order of the labels."""
        self.directions: tuple[str, ...] = tuple(_DIRECTIONS[kind])
        """Names of the six directions on the printed sheet, clockwise."""
        self.shifts: tuple[int, ...] = tuple(
            (place_sign * along - line_sign * across) // 2 + self.stride * line_sign * across
            for along, across in _DIRECTIONS[kind].values()
        )
        """What to add to a hex to go one hex in each direction, if there is one."""
        self._real = self.flags(self.all)
        self.neighbours: list[tuple[Hex, ...]] = [()] * self.size
        """The hexes next to each hex, clockwise in the order of `directions`: `grid.neighbours[h]`."""
        cell = list(range(self.size))  # one object for each number, see `pack`
        for h in self.hexes:
            self.neighbours[h] = tuple(cell[h + shift] for shift in self.shifts if self._real[h + shift])

    def __repr__(self) -> str:
        return self._repr

    def at(self, label: str) -> Hex:
        """The hex with a label: `grid.at("1706")`."""
        try:
            return self._hex[label]
        except KeyError:
            near = ", ".join(self._nearest(label))
            raise HexError(f"there is no hex {label!r}, the nearest are {near}") from None

    def _nearest(self, label: str) -> list[str]:
        if not label.isdecimal() or len(label) > 4:
            return get_close_matches(label, sorted(self._hex), 3, 0)
        numbers = divmod(int(label), 100)
        row, column = numbers if self._label_by_row else numbers[::-1]
        return nsmallest(3, self._hex, key=lambda text: self._apart(self._hex[text], row, column))

    def _apart(self, h: Hex, row: int, column: int) -> int:
        return (self._row[h] - row) ** 2 + (self._column[h] - column) ** 2

    def label(self, h: Hex) -> str:
        """The printed label of a hex; nothing for a padding cell: `grid.label(h) == "1706"`."""
        return self._label[h]

    def row(self, h: Hex) -> int:
        """The printed row number: `grid.row(grid.at("1706")) == 17`."""
        return self._row[h]

    def column(self, h: Hex) -> int:
        """The printed column number: `grid.column(grid.at("1706")) == 6`."""
        return self._column[h]

    def set(self, labels: str | Iterable[str]) -> HexSet:
        """The set of some labelled hexes: `grid.set("0608 0609 0709")`."""
        found = 0
        for label in labels.split() if isinstance(labels, str) else labels:
            found |= 1 << self.at(label)
        return found

    def labels(self, hexes: HexSet) -> list[str]:
        """The labels of a set, in order: `grid.labels(zone)`."""
        return sorted([self._label[h] for h in members(hexes)])

    def flags(self, hexes: HexSet) -> bytes:
        """A set as one byte for each cell, as `reach` wants it: `reach(links, h, 16, grid.flags(enemies), ...)`."""
        return _flags(hexes, self.size)

    def toward(self, h: Hex, direction: int) -> Hex | None:
        """The next hex in a direction, None off the map: `grid.toward(h, 0)` lies west of h in a grid of rows."""
        there = h + self.shifts[direction]
        return there if self._real[there] else None

    def direction(self, a: Hex, b: Hex) -> int:
        """In which direction an adjacent hex lies: `grid.toward(a, grid.direction(a, b)) == b`."""
        if b not in self.neighbours[a]:
            raise HexError(f"{self._label[a]} and {self._label[b]} are not adjacent")
        return self.shifts.index(b - a)

    def spread(self, hexes: HexSet) -> HexSet:
        """All hexes adjacent to a member, so members only where two touch: `grid.spread(units)` is their zone."""
        right = hexes << 1
        pairs = hexes | right  # a hex has two neighbours in the line before and two in the line after, always a pair
        return (right | hexes >> 1 | pairs << self.stride - 1 | pairs >> self.stride) & self.all

    def within(self, hexes: HexSet, distance: int) -> HexSet:
        """All hexes at most so far from a member, members included: `grid.within(headquarters, 5)`."""
        near, far = self.stride - 1, self.stride
        for _ in range(distance):
            # Three steps at 120 degrees, each taken or not, end on a hex or one of its six neighbours: half the shifts.
            hexes |= hexes << 1
            hexes |= hexes << near
            hexes = (hexes | hexes >> far) & self._rectangle
        return hexes & self.all

    def ring(self, h: Hex, distance: int) -> HexSet:
        """All hexes exactly so far away: `grid.ring(h, 1) == grid.spread(1 << h)`."""
        disc = self.within(1 << h, distance)
        return disc & ~self.within(1 << h, distance - 1) if distance else disc

    def distance(self, a: Hex, b: Hex) -> int:
        """The number of steps between two hexes, counted over holes in the map: `grid.distance(a, b) <= 3`."""
        q = self._q[a] - self._q[b]
        r = self._r[a] - self._r[b]
        return (abs(q) + abs(r) + abs(q + r)) // 2

    def line(self, a: Hex, b: Hex) -> list[Hex]:
        """The hexes under a straight line, both ends included, the same from either end: `grid.line(gun, target)`.

        Where the line runs between two hexes the lower number counts, unless it is off the map. Holes are left out.
        """
        q = self._q[b] - self._q[a]
        r = self._r[b] - self._r[a]
        one = (q > 0) - (q < 0)
        other = self.stride * ((r > 0) - (r < 0))
        # The way is a mixture of two adjacent directions: `turns` steps of the second among `steps` in all.
        if q * r >= 0:
            steps, turns = abs(q) + abs(r), abs(r)
        else:
            steps, turns = max(abs(q), abs(r)), min(abs(q), abs(r))
            one, other = (one if abs(q) > abs(r) else other), one + other
        line = []
        for step in range(steps + 1):
            turned, rest = divmod(2 * step * turns + steps, 2 * steps) if steps else (0, 1)
            h = a + step * one + turned * (other - one)
            if not rest:
                pair = sorted((h, h - (other - one)))
                h = pair[0] if self._real[pair[0]] else pair[1]
            if self._real[h]:
                line.append(h)
        return line

    def centre(self, h: Hex) -> Point:
        """The centre of a hex on the sheet, x to the right and y down, in hex widths from flat to flat."""
        along, across = self._sheet[h]
        return self._point(along - self._left + 1, 3 * (across - self._top) + 2)

    def corners(self, h: Hex) -> tuple[Point, ...]:
        """The six corners, clockwise; the side toward direction d runs from corner d to corner d + 1.

        Hexes that share a corner give it exactly the same coordinates.
        """
        along, across = self._sheet[h][0] - self._left + 1, 3 * (self._sheet[h][1] - self._top) + 2
        return tuple(self._point(along + a, across + b) for a, b in _CORNERS[self.kind])

    def _point(self, along: int, across: int) -> Point:
        x, y = along * _HALF, across * _STEP
        return (x, y) if self.kind == "rows" else (y, x)
