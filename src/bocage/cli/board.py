"""The Fire & Movement map in letters: a window of hexes, two lines each, that fits a terminal of 80 columns.

A hex shows its number, a mark and its terrain, and below them its unit, or its name, or the roads and rivers that
leave it to the south::

    1739⌂be  1740 be
    8/3-br  |~~~  \\

``=`` and ``|`` after a hex are a road and a river to the east, ``#`` is a bridge; ``/`` and ``\\`` are roads to the
south-west and south-east, ``~`` is a river there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from rich.text import Text

from bocage.games.fire_movement.battle import ALLIED
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.state import State
from bocage.hexes import Hex, HexSet, members

CELL = 8  # letters to a hex
ROW = 2  # lines to a hex

LETTERS = {
    "clear": "",
    "beach": "be",
    "bocage": "b",
    "woods": "w",
    "hill": "h",
    "swamp": "s",
    "town": "t",
    "city": "C",
    "sea": "",
}
# Colours of the 256 that nearly every terminal has.
GROUND = {
    "sea": "color(153) on color(67)",
    "beach": "color(58) on color(229)",
    "clear": "color(59) on color(187)",
    "bocage": "color(22) on color(150)",
    "woods": "color(22) on color(107)",
    "hill": "color(52) on color(180)",
    "swamp": "color(23) on color(115)",
    "town": "color(52) on color(181)",
    "city": "color(16) on color(145)",
}
OUTSIDE = "color(244) on color(240)"
COUNTERS = {
    Army.US: "bold color(231) on color(64)",
    Army.CW: "bold color(231) on color(94)",
    Army.GERMAN: "bold color(231) on color(237)",
}
RIVER = "color(25)"
ROAD = "color(124)"
CHOICE = "bold color(16) on color(220)"


class Marks(NamedTuple):
    """The signs beside a hex number."""

    objective: str
    taken: str
    beachhead: str
    drop_zone: str
    choice: str


UNICODE = Marks("◇", "◆", "⌂", "○", "‹")
ASCII = Marks("?", "!", "^", "o", "<")


@dataclass
class Board:
    """How to draw: the size in letters and lines, the signs, and which hexes can be chosen now."""

    width: int
    height: int
    unicode: bool = True
    choices: HexSet = 0
    objectives: HexSet = 0
    notes: dict[Hex, str] = field(default_factory=dict)  # instead of a unit, if there is none

    @property
    def marks(self) -> Marks:
        """The signs that the terminal can show."""
        return UNICODE if self.unicode else ASCII

    def draw(self, view: State, centre: Hex) -> Text:
        """The part of the map around a hex."""
        grid = view.battle.grid
        rows, columns = self.window(view, centre)
        lines: list[Text] = []
        for row in reversed(rows):
            above, below = Text(), Text()
            if row % 2 == 0:
                above.append(" " * (CELL // 2))
                below.append(" " * (CELL // 2))
            for column in columns:
                first, second = self.cell(view, grid.at(f"{row:02}{column:02}"))
                above.append_text(first)
                below.append_text(second)
            lines += [above, below]
        return Text("\n", no_wrap=True).join(lines)

    def window(self, view: State, centre: Hex) -> tuple[range, range]:
        """The rows and columns to show: all in use if they fit, else those around the centre."""
        battle = view.battle
        grid = battle.grid
        used = grid.within(battle.playable, 1)
        rows = sorted({grid.row(h) for h in members(used)})
        columns = sorted({grid.column(h) for h in members(used)})
        return (
            _stretch(rows[0], rows[-1], self.height // ROW, grid.row(centre)),
            _stretch(columns[0], columns[-1], (self.width - CELL // 2) // CELL, grid.column(centre)),
        )

    def cell(self, view: State, h: Hex) -> tuple[Text, Text]:
        """The two lines of one hex."""
        battle = view.battle
        chart = battle.chart
        kinds = chart.terrain[h]
        if "sea" in kinds:
            wave = "  ~  " if battle.grid.row(h) % 2 else " ~   "
            return Text(wave.ljust(CELL), GROUND["sea"]), Text(" " * CELL, GROUND["sea"])
        if not battle.playable >> h & 1:
            return Text("  .  ".ljust(CELL), OUTSIDE), Text(" " * CELL, OUTSIDE)
        ground = _ground(kinds)
        letters = "".join(LETTERS[kind] for kind in LETTERS if kind in kinds)
        chosen = bool(self.choices >> h & 1)
        above = Text(style=ground)
        above.append(battle.grid.label(h), CHOICE if chosen else "")
        above.append(self.mark(view, h, chosen), "bold")
        above.append(letters.ljust(2))
        above.append(*_to_the_east(view, h, first=True))
        below = Text(style=ground)
        below.append_text(self.content(view, h))
        below.append(*_to_the_east(view, h, first=False))
        return above, below

    def mark(self, view: State, h: Hex, chosen: bool) -> str:
        """The sign beside the number."""
        if self.objectives >> h & 1:
            return self.marks.taken if view.held >> h & 1 else self.marks.objective
        if view.beachheads >> h & 1:
            return self.marks.beachhead
        if h in view.drop_zones:
            return self.marks.drop_zone
        return self.marks.choice if chosen else " "

    def content(self, view: State, h: Hex) -> Text:
        """The unit of a hex, or its name, or its roads and rivers; seven letters."""
        battle = view.battle
        units = view.at.get(h, ())
        hidden = [unit for unit, where in view.secret.items() if where == h]
        if units or hidden:
            unit = (*units, *hidden)[0]
            others = len(units) + len(hidden) - 1
            name = battle.units[unit].id
            sign = "*" if view.is_reduced(unit) else ""
            room = CELL - 1 - len(sign) - (2 if others else 0)
            text = f"{name[:room]}{sign}{f'+{others}' if others else ''}"
            return Text(text.ljust(CELL - 1), COUNTERS[battle.army[unit]])
        if h in self.notes:
            return Text(self.notes[h][: CELL - 1].ljust(CELL - 1), "italic")
        west, east = _to_the_south(view, h, "SW", "/"), _to_the_south(view, h, "SE", "\\")
        return Text.assemble(west, " ", east)


def _stretch(low: int, high: int, room: int, centre: int) -> range:
    """At most ``room`` numbers from ``low`` to ``high`` with ``centre`` in the middle, as far as that goes.

    >>> _stretch(1, 18, 10, 16)
    range(9, 19)
    """
    room = max(1, min(room, high - low + 1))
    first = max(low, min(centre - room // 2, high - room + 1))
    return range(first, first + room)


def _ground(kinds: Iterable[str]) -> str:
    order = ("city", "town", "beach", "swamp", "woods", "hill", "bocage", "clear")
    return GROUND[next(kind for kind in order if kind in set(kinds))]


def _to_the_east(view: State, h: Hex, *, first: bool) -> tuple[str, str]:
    """The letter between a hex and its eastern neighbour, with its style."""
    chart, grid = view.battle.chart, view.battle.grid
    east = grid.toward(h, grid.directions.index("E"))
    if east is None:
        return " ", ""
    side = (h, east)
    way = side in chart.roads or side in chart.trails
    if side in chart.rivers:
        return ("#", ROAD) if first and way else ("|", RIVER)
    if first and way:
        return ("=", ROAD) if side in chart.roads else ("-", ROAD)
    return " ", ""


def _to_the_south(view: State, h: Hex, direction: str, way: str) -> tuple[str, str]:
    """Three letters for the road, trail or river over a side in the south, with their style."""
    chart, grid = view.battle.chart, view.battle.grid
    other = grid.toward(h, grid.directions.index(direction))
    if other is None:
        return "   ", ""
    side = (h, other)
    joined = side in chart.roads or side in chart.trails
    sign = way if side in chart.roads else ":"
    if side in chart.rivers:
        return (f"~{sign}~", RIVER) if joined else ("~~~", RIVER)
    return (f" {sign} ", ROAD) if joined else ("   ", "")


def side_of(view: State, unit: int) -> str:
    """The style of a unit's counter."""
    return COUNTERS[view.battle.army[unit]]


def front(view: State) -> Hex:
    """The hex that the eye should rest on when nothing else calls: where the Allies are nearest to the Germans."""
    battle = view.battle
    allied, german = view.occupied[ALLIED], view.occupied[1 - ALLIED]
    zone, reached = german, german
    for _ in range(8):
        if reached & allied:
            break
        zone = reached
        reached = battle.grid.within(zone, 1)
    touching = list(members(reached & allied)) if german and allied else []
    return middle(view, touching or list(members(allied or battle.beach_hexes or battle.playable)))


def middle(view: State, hexes: list[Hex]) -> Hex:
    """The hex of some that lies most in their middle."""
    grid = view.battle.grid
    points = [grid.centre(h) for h in hexes]
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    return min(hexes, key=lambda h: (grid.centre(h)[0] - x) ** 2 + (grid.centre(h)[1] - y) ** 2)
