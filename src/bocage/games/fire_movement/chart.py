"""The map as data: terrain, rivers, roads, places, and the part of it that each scenario uses.

The files are painted by ``bocage.geography``; this module reads them, checks them and derives the bridges.

>>> chart = load_chart()
>>> caen = chart.grid.at("0938")
>>> sorted(chart.terrain[caen]), chart.place_at(caen)
(['city'], 'Caen')
>>> chart.grid.labels(chart.areas["sword_beach"])
['1640', '1739', '1740', '1838']
>>> (chart.grid.at("0837"), chart.grid.at("0838")) in chart.bridges           # city on both banks of the Orne
True
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Literal, NoReturn, TypeAlias, cast

from bocage.hexes import Grid, Hex, HexError, HexSet, Sides, mask
from bocage.kernel import BocageError

Edge: TypeAlias = Literal["W", "N", "E", "S"]
PlaceKind: TypeAlias = Literal["city", "town", "village", "feature"]
Half: TypeAlias = Literal["west", "east"]

TERRAINS = ("sea", "beach", "clear", "bocage", "woods", "swamp", "hill", "town", "city")
EDGES: tuple[Edge, ...] = ("W", "N", "E", "S")
FILES = ("hexes.csv", "sides.csv", "places.toml", "areas.toml")
LAST_WESTERN_COLUMN = 25  # the armies' boundary is the seam between columns 25 and 26


class ChartError(BocageError, ValueError):
    """A map file that does not make a map; the text names the file and the line."""


@dataclass(frozen=True, slots=True)
class Place:
    """A named place. Cities count for the campaigns (15.3, 15.5); villages and features are names only."""

    name: str
    kind: PlaceKind
    hexes: tuple[str, ...]
    half: Half


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """The whole map. Sets of hexes are integers, as everywhere; ``terrain`` is indexed by hex."""

    grid: Grid
    terrain: tuple[frozenset[str], ...]
    sea: HexSet  # all-sea hexes
    land: HexSet
    rivers: Sides
    roads: Sides
    trails: Sides
    bridges: Sides  # river sides with a road, or between two city hexes (8.2.2, 10.1)
    edge: Mapping[str, HexSet]  # "W" -> all hexes of the west edge
    edge_roads: Mapping[str, HexSet]  # "W" -> the hexes from which a road leaves over the west edge
    edge_trails: Mapping[str, HexSet]
    areas: Mapping[str, HexSet]
    area_titles: Mapping[str, str]
    places: tuple[Place, ...]
    river_names: Mapping[tuple[Hex, Hex], str]  # by side, lower hex first
    fingerprint: str  # changes when any of the map files changes
    _with: Mapping[str, HexSet]

    def with_terrain(self, name: str) -> HexSet:
        """All hexes that have a kind of terrain, alone or with others."""
        return self._with[name]

    @property
    def cities(self) -> tuple[Place, ...]:
        """The cities that the campaigns count, in the order of the file."""
        return tuple(place for place in self.places if place.kind == "city")

    def place_at(self, h: Hex) -> str:
        """The name of the first place in a hex, or an empty text."""
        label = self.grid.label(h)
        return next((place.name for place in self.places if label in place.hexes), "")


@cache
def load_chart() -> Chart:
    """The map that is shipped with the game, read once."""
    folder = files(__package__) / "data"
    return read_chart({name: (folder / name).read_text(encoding="utf-8") for name in FILES})


def make_grid() -> Grid:
    """The hexes of the printed map: 33 rows counted northward, 50 columns counted eastward."""
    return Grid(
        kind="rows",
        rows=(1, 33),
        columns=(1, 50),
        shifted="even",
        shift_toward="right",
        rows_grow="up",
        columns_grow="right",
        label="RRCC",
    )


def read_chart(texts: Mapping[str, str]) -> Chart:
    """A chart from the texts of its four files, by file name."""
    grid = make_grid()
    terrain = _read_terrain(grid, texts["hexes.csv"])
    found = {name: mask(h for h in grid.hexes if name in terrain[h]) for name in TERRAINS}
    land = mask(grid.hexes) & ~found["sea"]
    sides = _read_sides(grid, land, texts["sides.csv"])
    areas, titles = _read_areas(grid, texts["areas.toml"])
    return Chart(
        grid=grid,
        terrain=terrain,
        sea=found["sea"],
        land=land,
        rivers=sides.rivers,
        roads=sides.roads,
        trails=sides.trails,
        bridges=_bridges(sides, found["city"]),
        edge={edge: mask(h for h in grid.hexes if _on_edge(grid, h, edge)) for edge in EDGES},
        edge_roads=sides.edge_roads,
        edge_trails=sides.edge_trails,
        areas=areas,
        area_titles=titles,
        places=_read_places(grid, terrain, texts["places.toml"]),
        river_names=sides.river_names,
        fingerprint=sha256("\0".join(texts[name] for name in FILES).encode()).hexdigest(),
        _with=found,
    )


# ---------------------------------------------------------------------------------------- the files


@dataclass(frozen=True, slots=True)
class _SidesRead:
    rivers: Sides
    roads: Sides
    trails: Sides
    edge_roads: dict[str, HexSet]
    edge_trails: dict[str, HexSet]
    river_names: dict[tuple[Hex, Hex], str]


def _fault(file: str, line: int, wrong: str) -> NoReturn:
    raise ChartError(f"{file} line {line}: {wrong}")


def _rows(file: str, text: str, columns: tuple[str, ...]) -> Iterable[tuple[int, list[str]]]:
    """The rows of a CSV text with their line numbers, the heading checked and dropped."""
    for number, row in enumerate(csv.reader(text.splitlines()), 1):
        if number == 1 and tuple(row) != columns:
            _fault(file, 1, f"the heading should be {','.join(columns)}")
        if number == 1:
            continue
        if len(row) != len(columns):
            _fault(file, number, f"there should be {len(columns)} fields, not {len(row)}")
        yield number, row


def _hex(grid: Grid, label: str, file: str, line: int) -> Hex:
    try:
        return grid.at(label)
    except HexError as error:
        _fault(file, line, str(error))


def _read_terrain(grid: Grid, text: str) -> tuple[frozenset[str], ...]:
    file, terrain = "hexes.csv", [frozenset[str]()] * grid.size
    for line, (label, kinds, _, _) in _rows(file, text, ("hex", "terrain", "place", "source")):
        h = _hex(grid, label, file, line)
        if terrain[h]:
            _fault(file, line, f"hex {label} is there already")
        terrain[h] = frozenset(kinds.split())
        if unknown := sorted(terrain[h] - set(TERRAINS)):
            _fault(file, line, f"hex {label} has unknown terrain '{unknown[0]}'")
        if not terrain[h]:
            _fault(file, line, f"hex {label} has no terrain")
        if "sea" in terrain[h] and len(terrain[h]) > 1:
            _fault(file, line, f"hex {label} is all sea and has other terrain too")
    missing = [grid.label(h) for h in grid.hexes if not terrain[h]]
    if missing:
        raise ChartError(f"{file}: hex {missing[0]} is missing")
    return tuple(terrain)


def _read_sides(grid: Grid, land: HexSet, text: str) -> _SidesRead:
    file = "sides.csv"
    read = _SidesRead(Sides(), Sides(), Sides(), dict.fromkeys(EDGES, 0), dict.fromkeys(EDGES, 0), {})
    kinds = {"river": read.rivers, "road": read.roads, "trail": read.trails}
    for line, (label, to, kind, name, _) in _rows(file, text, ("hex", "to", "kind", "name", "source")):
        h = _hex(grid, label, file, line)
        if kind not in kinds:
            _fault(file, line, f"a side is a river, road or trail, not '{kind}'")
        if not land >> h & 1:
            _fault(file, line, f"a {kind} in hex {label}, which is all sea")
        if to in EDGES:
            if kind == "river":
                _fault(file, line, "a river lies between two hexes and does not lead to an edge")
            if not _on_edge(grid, h, to):
                _fault(file, line, f"hex {label} is not on the {to} edge")
            leaving = read.edge_roads if kind == "road" else read.edge_trails
            leaving[to] |= 1 << h
            continue
        other = _hex(grid, to, file, line)
        if other not in grid.neighbours[h]:
            _fault(file, line, f"hexes {label} and {to} do not touch")
        if not land >> other & 1:
            _fault(file, line, f"a {kind} in hex {to}, which is all sea")
        if (h, other) in kinds[kind] or (kind == "trail" and (h, other) in read.roads):
            _fault(file, line, f"the {kind} between {label} and {to} is there already")
        kinds[kind].add(h, other)
        if kind == "river":
            read.river_names[min(h, other), max(h, other)] = name
    return read


def _bridges(sides: _SidesRead, city: HexSet) -> Sides:
    return Sides((a, b) for a, b in sides.rivers if (a, b) in sides.roads or (city >> a & 1 and city >> b & 1))


def _entries(file: str, kind: str, text: str) -> Iterable[tuple[int, dict[str, object]]]:
    """The tables of a TOML list with the lines on which they begin."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ChartError(f"{file} is not TOML: {error}") from error
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.strip() == f"[[{kind}]]"]
    return zip(lines, raw.get(kind, []), strict=True)


def _word(file: str, line: int, entry: dict[str, object], key: str, choices: tuple[str, ...] = ()) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value:
        _fault(file, line, f"{key} is missing or is not a text")
    if choices and value not in choices:
        _fault(file, line, f"{key} is {', '.join(choices[:-1])} or {choices[-1]}, not '{value}'")
    return value


def _words(file: str, line: int, entry: dict[str, object], key: str) -> list[str]:
    value = entry.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(word, str) for word in value):
        _fault(file, line, f"{key} is missing or is not a list of texts")
    return cast(list[str], value)


def _read_places(grid: Grid, terrain: tuple[frozenset[str], ...], text: str) -> tuple[Place, ...]:
    file, places = "places.toml", []
    for line, entry in _entries(file, "place", text):
        name = _word(file, line, entry, "name")
        kind = _word(file, line, entry, "kind", ("city", "town", "village", "feature"))
        half = _word(file, line, entry, "half", ("west", "east"))
        labels = _words(file, line, entry, "hexes")
        for label in labels:
            h = _hex(grid, label, file, line)
            if kind in ("city", "town") and kind not in terrain[h]:
                _fault(file, line, f"{name} is a {kind} but hex {label} has no {kind}")
            if "sea" in terrain[h]:
                _fault(file, line, f"{name} is in hex {label}, which is all sea")
            if (grid.column(h) <= LAST_WESTERN_COLUMN) != (half == "west"):
                _fault(file, line, f"{name} is in hex {label}, which is not in the {half} half")
        places.append(Place(name, cast(PlaceKind, kind), tuple(labels), cast(Half, half)))
    return tuple(places)


def _read_areas(grid: Grid, text: str) -> tuple[dict[str, HexSet], dict[str, str]]:
    file, areas, titles = "areas.toml", dict[str, HexSet](), dict[str, str]()
    for line, entry in _entries(file, "area", text):
        name = _word(file, line, entry, "name")
        if name in areas:
            _fault(file, line, f"area {name} is there already")
        titles[name] = _word(file, line, entry, "title")
        areas[name] = 0
        for word in _words(file, line, entry, "hexes"):
            first, _, last = word.partition("-")
            start, end = _hex(grid, first, file, line), _hex(grid, last or first, file, line)
            if grid.row(start) != grid.row(end) or grid.column(start) > grid.column(end):
                _fault(file, line, f"'{word}' is not a stretch of one row from west to east")
            row = grid.row(start)
            columns = range(grid.column(start), grid.column(end) + 1)
            areas[name] |= grid.set(f"{row:02}{column:02}" for column in columns)
    return areas, titles


def _on_edge(grid: Grid, h: Hex, edge: str) -> bool:
    row, column = grid.row(h), grid.column(h)
    return {"W": column == 1, "E": column == 50, "S": row == 1, "N": row == 33}[edge]
