"""The map: ground, hexsides, roads, tides, draws and landing boxes, as printed with north at the bottom.

>>> chart = load_chart()
>>> er1 = chart.boxes["ER1"]
>>> [chart.grid.label(er1.lands[tide]) for tide in Tide]
['0513', '0613', '0714']
>>> wn62 = chart.grid.at("0812")
>>> chart.level[wn62], chart.terrain[wn62], chart.sector(wn62)
('pavilion', 'clear', <Sector.EAST: 'east'>)
>>> chart.grid.labels(chart.draws["D-1"].hexes)
['0630', '0731']
>>> (chart.grid.at("0810"), chart.grid.at("0910")) in chart.sides["antitank_ditch"]
True
>>> bool(chart.dry[Tide.MID] >> chart.grid.at("0513") & 1)                      # under water from turn 7 on
False
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, get_args

from bocage.games.omaha_beach.files import HexLabel, Maybe, Source, shipped
from bocage.games.omaha_beach.terms import Sector, Tide, Zone
from bocage.hexes import Grid, Hex, HexError, HexSet, Sides, mask, members
from bocage.kernel.data import Folder, Model, fault, read_rows

Level: TypeAlias = Literal["beach", "pavilion", "draw", "high", "sea"]
Ground: TypeAlias = Literal["clear", "bocage", "buildings", "woods", "rough", "water"]
SideKind: TypeAlias = Literal[
    "hedge",
    "bluff",
    "slope",
    "shingle",
    "seawall",
    "antitank_ditch",
    "antitank_wall",
    "scaleable_cliff",
    "sheer_cliff",
]
RoadKind: TypeAlias = Literal["primary", "secondary", "trail"]
Placing: TypeAlias = Literal["any", "rangers", "none"]
DrawName: TypeAlias = Literal["E-3", "E-1", "D-3", "D-1"]

EAST_OF_ODD, EAST_OF_EVEN = 19, 18  # the last columns of the east sector in odd and even rows
OFF_MAP = ("edge east", "edge west", "edge south")


@dataclass(frozen=True, slots=True)
class Box:
    """A Beach Landing Box, printed at ``place``. A tide at which it leads nowhere is not in ``lands`` (5.11)."""

    id: str
    beach: str
    sector: Sector
    place: str
    placing: Placing  # who may be put there; boxes without letters take drifters only (5.32, 5.33)
    lands: Mapping[Tide, Hex]

    @property
    def letters(self) -> str:
        """The initials of the beach: ER of ER3."""
        return self.id.rstrip("0123456789")


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """A valley off the beach (13.21): its hexes behind the barrier, the barrier's sides, its mined road hexes."""

    name: DrawName
    hexes: HexSet
    barrier: Sides
    mined: HexSet


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """The whole map. Sets of hexes are integers, as everywhere; tuples are indexed by hex."""

    grid: Grid
    level: tuple[Level | Literal[""], ...]
    terrain: tuple[Ground | Literal[""], ...]
    village: Mapping[Hex, str]
    at_level: Mapping[Level, HexSet]
    with_terrain: Mapping[Ground, HexSet]
    waterline: Mapping[Tide, HexSet]  # hexes through which the tide line runs
    dry: Mapping[Tide, HexSet]  # hexes above water at a tide
    obstacles: HexSet
    mined: HexSet
    exits: Mapping[Zone, Hex]
    in_sector: Mapping[Sector, HexSet]
    sides: Mapping[SideKind, Sides]
    roads: Mapping[RoadKind, Sides]
    mined_links: Sides  # parts of roads and trails that are mined
    edge_trails: tuple[tuple[Hex, str], ...]  # trails that leave the map; no rule uses them
    exit_roads: Mapping[Zone, RoadKind]
    draws: Mapping[DrawName, Draw]
    boxes: Mapping[str, Box]  # from east to west, the order of drift

    def sector(self, h: Hex) -> Sector:
        """The sector of a hex."""
        return Sector.EAST if self.in_sector[Sector.EAST] >> h & 1 else Sector.WEST

    @property
    def low_ground(self) -> HexSet:
        """Beach, pavilion and draws (2.1)."""
        return self.at_level["beach"] | self.at_level["pavilion"] | self.at_level["draw"]


class _HexRow(Model):
    hex: HexLabel
    level: Level
    terrain: Ground
    waterline: Maybe[Tide]
    floods: Literal["mid", "high", "always", ""]  # the first tide at which it is under water
    obstacle: bool
    draw: Maybe[DrawName]
    mined: bool
    exit: Maybe[Zone]
    village: str
    source: Source
    note: str


class _SideRow(Model):
    hex: HexLabel
    to: HexLabel
    kind: SideKind
    source: Source
    note: str


class _RoadRow(Model):
    hex: HexLabel
    to: str
    kind: RoadKind
    mined: bool
    source: Source


class _BoxRow(Model):
    box: str
    beach: str
    sector: Sector
    place: HexLabel
    placing: Placing
    low: HexLabel
    mid: HexLabel
    high: Maybe[HexLabel]
    source: Source
    note: str


@cache
def load_chart() -> Chart:
    """The map that is shipped with the game, read once."""
    return read_chart(shipped())


def read_chart(folder: Folder) -> Chart:
    """A chart from the texts of its files."""
    rows = dict(read_rows(folder, "hexes.csv", _HexRow))
    grid = _grid({row.hex for row in rows.values()})
    by_hex = _by_hex(grid, rows)
    level: list[Level | Literal[""]] = [""] * grid.size
    terrain: list[Ground | Literal[""]] = [""] * grid.size
    for h, row in by_hex.items():
        level[h], terrain[h] = row.level, row.terrain

    sides = _read_sides(grid, folder)
    roads = _read_roads(grid, by_hex, folder)
    return Chart(
        grid=grid,
        level=tuple(level),
        terrain=tuple(terrain),
        village={h: row.village for h, row in by_hex.items() if row.village},
        at_level={name: mask(h for h, row in by_hex.items() if row.level == name) for name in get_args(Level)},
        with_terrain={name: mask(h for h, row in by_hex.items() if row.terrain == name) for name in get_args(Ground)},
        waterline={tide: mask(h for h, row in by_hex.items() if row.waterline is tide) for tide in Tide},
        dry={tide: mask(h for h, row in by_hex.items() if _dry(row, tide)) for tide in Tide},
        obstacles=mask(h for h, row in by_hex.items() if row.obstacle),
        mined=mask(h for h, row in by_hex.items() if row.mined),
        exits={row.exit: h for h, row in sorted(by_hex.items(), key=lambda p: p[1].exit or "") if row.exit},
        in_sector={sector: mask(h for h in grid.hexes if _sector(grid, h) is sector) for sector in Sector},
        sides=sides,
        roads=roads.links,
        mined_links=roads.mined,
        edge_trails=tuple(roads.edges),
        exit_roads=roads.exits,
        draws={name: _draw(grid, name, by_hex, sides) for name in get_args(DrawName)},
        boxes=_read_boxes(grid, by_hex, folder),
    )


# ---------------------------------------------------------------------------------------- the files


def _grid(present: set[str]) -> Grid:
    every = (f"{row:02}{column:02}" for row in range(1, 21) for column in range(1, 37))
    return Grid(
        kind="rows",
        rows=(1, 20),
        columns=(1, 36),
        shifted="even",
        shift_toward="right",
        rows_grow="up",
        columns_grow="right",
        label="RRCC",
        absent=[label for label in every if label not in present],
    )


def hex_at(grid: Grid, label: str, file: str, where: str) -> Hex:
    """The hex of a label in a data file: ``hex_at(grid, "0612", "roads.csv", "line 7")``."""
    try:
        return grid.at(label)
    except HexError as error:
        fault(file, where, str(error))


def _by_hex(grid: Grid, rows: Mapping[int, _HexRow]) -> dict[Hex, _HexRow]:
    file, found, exits = "hexes.csv", dict[Hex, _HexRow](), set[str]()
    for line, row in rows.items():
        where = f"line {line}"
        h = hex_at(grid, row.hex, file, where)
        if h in found:
            fault(file, where, f"hex {row.hex} is there already")
        if (row.level == "sea") != (row.terrain == "water") or (row.level == "sea") != (row.floods == "always"):
            fault(file, where, f"hex {row.hex} is half sea, half land")
        if row.level != "beach" and (row.waterline or row.floods in ("mid", "high")):
            fault(file, where, f"hex {row.hex} has a tide but is no beach")
        if row.obstacle and row.waterline is not Tide.MID:
            fault(file, where, f"hex {row.hex} has obstacles but not the mid waterline")
        if (row.level == "draw") != (row.draw is not None):
            fault(file, where, f"hex {row.hex} should name its draw if and only if it is a draw")
        if row.exit and row.exit in exits:
            fault(file, where, f"exit {row.exit} is there already")
        exits.add(row.exit or "")
        found[h] = row
    return found


def _dry(row: _HexRow, tide: Tide) -> bool:
    under = {"": 3, "high": 2, "mid": 1, "always": 0}[row.floods]
    return list(Tide).index(tide) < under


def _sector(grid: Grid, h: Hex) -> Sector:
    last = EAST_OF_ODD if grid.row(h) % 2 else EAST_OF_EVEN
    return Sector.EAST if grid.column(h) <= last else Sector.WEST


def _draw(grid: Grid, name: DrawName, by_hex: Mapping[Hex, _HexRow], sides: Mapping[SideKind, Sides]) -> Draw:
    hexes = mask(h for h, row in by_hex.items() if row.draw == name)
    barriers = (sides["antitank_ditch"], sides["antitank_wall"])
    crossed = ((h, n) for h in members(hexes) for barrier in barriers for n in members(barrier.across(h)))
    return Draw(name, hexes, Sides(crossed), mask(h for h in members(hexes) if by_hex[h].mined))


def _read_sides(grid: Grid, folder: Folder) -> dict[SideKind, Sides]:
    file = "sides.csv"
    sides: dict[SideKind, Sides] = {kind: Sides() for kind in get_args(SideKind)}
    for line, row in read_rows(folder, file, _SideRow):
        where = f"line {line}"
        a, b = hex_at(grid, row.hex, file, where), hex_at(grid, row.to, file, where)
        if b not in grid.neighbours[a]:
            fault(file, where, f"hexes {row.hex} and {row.to} do not touch")
        if (a, b) in sides[row.kind]:
            fault(file, where, f"the {row.kind} between {row.hex} and {row.to} is there already")
        sides[row.kind].add(a, b)
    return sides


@dataclass(frozen=True, slots=True)
class _Roads:
    links: dict[RoadKind, Sides]
    mined: Sides
    edges: list[tuple[Hex, str]]
    exits: dict[Zone, RoadKind]


def _read_roads(grid: Grid, by_hex: Mapping[Hex, _HexRow], folder: Folder) -> _Roads:
    file = "roads.csv"
    roads = _Roads({kind: Sides() for kind in get_args(RoadKind)}, Sides(), [], {})
    for line, row in read_rows(folder, file, _RoadRow):
        where = f"line {line}"
        h = hex_at(grid, row.hex, file, where)
        if row.to in OFF_MAP:
            roads.edges.append((h, row.to.removeprefix("edge ")))
        elif row.to.startswith("exit "):
            letter = by_hex[h].exit
            if letter is None or row.to != f"exit {letter}":
                fault(file, where, f"hex {row.hex} has no {row.to}")
            roads.exits[letter] = row.kind
        else:
            other = hex_at(grid, row.to, file, where)
            if other not in grid.neighbours[h]:
                fault(file, where, f"hexes {row.hex} and {row.to} do not touch")
            if any((h, other) in links for links in roads.links.values()):
                fault(file, where, f"a road between {row.hex} and {row.to} is there already")
            roads.links[row.kind].add(h, other)
            if row.mined:
                roads.mined.add(h, other)
    return roads


def _read_boxes(grid: Grid, by_hex: Mapping[Hex, _HexRow], folder: Folder) -> dict[str, Box]:
    file, boxes = "landing_boxes.csv", dict[str, Box]()
    for line, row in read_rows(folder, file, _BoxRow):
        where = f"line {line}"
        if row.box in boxes:
            fault(file, where, f"box {row.box} is there already")
        lands = {Tide.LOW: row.low, Tide.MID: row.mid} | ({Tide.HIGH: row.high} if row.high else {})
        hexes = {tide: hex_at(grid, label, file, where) for tide, label in lands.items()}
        for tide, h in hexes.items():
            if by_hex[h].waterline is not tide:
                fault(file, f"{where}, {tide}", f"hex {grid.label(h)} does not lie on the {tide} waterline")
        boxes[row.box] = Box(row.box, row.beach, row.sector, row.place, row.placing, hexes)
    return boxes
