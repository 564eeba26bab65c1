"""The 64 ways to print a hex grid, and the four of them that the games use."""

from dataclasses import dataclass
from itertools import product
from typing import Literal

from hypothesis import strategies as st

from bocage.hexes import Grid

EVEN_ODD: tuple[Literal["even", "odd"], ...] = ("even", "odd")
UP_DOWN: tuple[Literal["up", "down"], ...] = ("up", "down")
RIGHT_LEFT: tuple[Literal["right", "left"], ...] = ("right", "left")
LABELS: tuple[Literal["RRCC", "CCRR"], ...] = ("RRCC", "CCRR")


@dataclass(frozen=True)
class Layout:
    kind: Literal["rows", "columns"]
    shifted: Literal["even", "odd"]
    rows_grow: Literal["up", "down"]
    columns_grow: Literal["right", "left"]
    label: Literal["RRCC", "CCRR"]
    shift_toward: Literal["right", "left", "up", "down"]

    def grid(self, rows: tuple[int, int], columns: tuple[int, int], absent: tuple[str, ...] = ()) -> Grid:
        return Grid(
            self.kind,
            rows,
            columns,
            self.shifted,
            self.rows_grow,
            self.columns_grow,
            self.label,
            absent,
            shift_toward=self.shift_toward,
        )

    def name(self, row: int, column: int) -> str:
        return f"{row:02}{column:02}" if self.label == "RRCC" else f"{column:02}{row:02}"

    def on_sheet(self, row: int, column: int) -> tuple[float, float]:
        """Where a hex lies by the plain words of the layout, x to the right, y down: the measure of all else here."""
        x: float = column if self.columns_grow == "right" else -column
        y: float = row if self.rows_grow == "down" else -row
        line = row if self.kind == "rows" else column
        shove = 0.5 if line % 2 == (self.shifted == "odd") else 0.0
        if self.shift_toward in ("left", "up"):
            shove = -shove
        if self.kind == "rows":
            return x + shove, y * 3**0.5 / 2
        return x * 3**0.5 / 2, y + shove


LAYOUTS = [
    layout
    for shifted, rows_grow, columns_grow, label in product(EVEN_ODD, UP_DOWN, RIGHT_LEFT, LABELS)
    for layout in (
        *(Layout("rows", shifted, rows_grow, columns_grow, label, toward) for toward in RIGHT_LEFT),
        *(Layout("columns", shifted, rows_grow, columns_grow, label, toward) for toward in UP_DOWN),
    )
]

FIRE_MOVEMENT = Layout("rows", "even", "up", "right", "RRCC", "right").grid((1, 33), (1, 50))
OMAHA_BEACH = Layout("rows", "even", "up", "right", "RRCC", "right").grid((1, 17), (1, 36))
DARK_SUMMER = Layout("columns", "odd", "down", "right", "CCRR", "down").grid((0, 28), (9, 62))
BLOODY_SUMMER = Layout("rows", "odd", "down", "left", "RRCC", "left").grid((1, 22), (1, 24))


def spans(longest: int) -> st.SearchStrategy[tuple[int, int]]:
    """First and last number of some rows or columns."""
    return st.builds(lambda first, more: (first, first + more), st.integers(0, 3), st.integers(0, longest - 1))


layouts = st.sampled_from(LAYOUTS)
whole_grids = st.builds(Layout.grid, layouts, spans(9), spans(9))


@st.composite
def holed_grids(draw: st.DrawFn) -> Grid:
    layout, rows, columns = draw(layouts), draw(spans(8)), draw(spans(8))
    whole = layout.grid(rows, columns)
    labels = [whole.label(h) for h in whole.hexes]
    return layout.grid(rows, columns, tuple(draw(st.lists(st.sampled_from(labels), max_size=12, unique=True))))


def subsets(grid: Grid) -> st.SearchStrategy[int]:
    """Sets of hexes of a grid, of every density."""
    return st.integers(0, (1 << grid.size) - 1).map(lambda bits: bits & grid.all)
