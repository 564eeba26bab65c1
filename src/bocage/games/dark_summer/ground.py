"""The map: Terrain of every hex, Rivers, Roads and bridges by hexside, Beaches, Lettered hexes, zones (2.1, 2.4).

Everything is in the flat tables that rules ask: sets of hexes, numbers for hexsides, lists indexed by hex. Movement
points are counted in halves.

>>> from bocage.games.dark_summer.content import load_content
>>> ground = load_content().ground
>>> caen, south = ground.grid.at("4506"), ground.grid.at("4607")
>>> ground.terrain[caen].value, ground.rivers[caen, south] == MAJOR, (caen, south) in ground.bridges
('city', True, True)
>>> ground.place_at(caen)
'Caen'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from bocage.games.dark_summer.tables import Tables
from bocage.games.dark_summer.terms import Army, HexLabel, Letter, Side, Source, Terrain, UnitType, Weather
from bocage.hexes import Grid, Hex, HexError, HexSet, Links, Row, Sides, mask, pack
from bocage.kernel.data import Model, fault

MINOR: Final = 1  # kinds of Rivers and Roads, as the values of their sides
MAJOR: Final = 2
HALVES: Final = 2  # to a Movement Point
EDGES: Final = ("N", "W", "S", "E")

FIRST_COLUMN, LAST_COLUMN = 10, 62
LAST_ROW = 28  # of even columns; odd ones end a row before


def make_grid() -> Grid:
    """Straight columns, the odd ones half a hex lower and one hex shorter; columns eastward, rows southward."""
    return Grid(
        kind="columns",
        rows=(0, LAST_ROW),
        columns=(FIRST_COLUMN, LAST_COLUMN),
        shifted="odd",
        shift_toward="down",
        rows_grow="down",
        columns_grow="right",
        label="CCRR",
        absent=(f"{column}{LAST_ROW}" for column in range(FIRST_COLUMN + 1, LAST_COLUMN, 2)),
    )


# ---------------------------------------------------------------------------------------- the file


class _Sheet(Model):
    sheet: str
    source: Source


class Place(Model):
    """A named place; Towns and Cities are Terrain, the others are names only."""

    name: str
    kind: Literal["city", "town", "name"]
    hexes: tuple[HexLabel, ...]
    source: Source


class _River(Model):
    name: str
    major: str = ""
    minor: str = ""
    source: Source


class _Road(Model):
    name: str
    kind: Literal["major", "minor"]
    chain: str
    source: Source


class _Letters(Model):
    C: str
    W: str
    S: str
    E: str
    bracketed: Annotated[str, Field(alias="(E)")]
    source: Source


class Landing(Model):
    """A Beach hex with the offshore hexes whose chevrons lead to it."""

    hex: HexLabel
    first_wave: HexLabel  # the Beach Approach hex
    second_wave: HexLabel


class Beach(Model):
    """A Beach; its 3rd Wave may land at any of its hexes (8.1.3)."""

    name: str
    army: Army
    third_wave: HexLabel
    hexes: tuple[Landing, ...]
    source: Source


class _Point(Model):
    hex: HexLabel
    first_wave: HexLabel
    source: Source


class _Airfields(Model):
    us: HexLabel
    british: HexLabel
    source: Source


class _Boundary(Model):
    last_us_column: int
    first_british_column: int
    source: Source


class Box(Model):
    """A box off the map, and the letters through which one goes in and out (10.4).

    It is printed with the hex ``corner`` in its left upper corner, in units of the drawing.
    """

    title: str
    sections: tuple[str, ...]
    into: Letter
    out_of: Letter | None = None
    corner: HexLabel
    width: float
    height: float
    source: Source


class MapFile(Model):
    """The schema of map.toml."""

    terrain: _Sheet
    place: tuple[Place, ...]
    river: tuple[_River, ...]
    road: tuple[_Road, ...]
    letters: _Letters
    beach: tuple[Beach, ...]
    pointe_du_hoc: _Point
    airfields: _Airfields
    boundary: _Boundary
    gun_line: dict[str, str]
    boxes: dict[str, Box]


# ---------------------------------------------------------------------------------------- the tables


class Mover(NamedTuple):
    """Units for which movement costs the same: a side, its Clear Terrain in halves, the use of Roads and bridges."""

    side: Side
    clear: int
    roads: bool
    bridge_only: bool


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The whole map. Sets of hexes are integers; lists are indexed by hex."""

    grid: Grid
    tables: Tables
    labels: frozenset[str]
    terrain: tuple[Terrain, ...]  # of a cell that is no hex: Sea
    having: Mapping[Terrain, HexSet]
    land: HexSet  # all but Sea
    passable: HexSet  # land that is not Flooded
    rivers: Sides  # MINOR or MAJOR
    river_names: Mapping[tuple[Hex, Hex], str]  # by side, lower hex first
    roads: Sides  # MINOR or MAJOR
    road_ends: Mapping[str, HexSet]  # "E": the hexes from which a Road goes on over that edge
    bridges: Sides  # where a Road crosses a River, with the River's kind (10.2)
    around: tuple[HexSet, ...]  # passable neighbours
    zoc: tuple[HexSet, ...]  # neighbours into which a ZOC extends as far as Terrain goes (6.1)
    unbridged: tuple[HexSet, ...]  # neighbours behind a Major River without a bridge
    letters: Mapping[Letter, HexSet]
    exits: tuple[Hex, ...]  # the E hexes from north to south (10.4.5)
    beaches: Mapping[str, Beach]
    beach_of: Mapping[str, str]  # the Beach of each Beach hex
    approaches: Mapping[str, str]  # the Beach Approach hex of each Beach hex and of Pointe du Hoc
    second_waves: Mapping[str, str]  # the 2nd Wave hex of each Beach hex
    chevrons: tuple[tuple[Hex, Hex], ...]  # from, to
    pointe_du_hoc: Hex
    airfields: Mapping[Army, str]
    us_zone: HexSet
    british_zone: HexSet
    gun_line: HexSet  # within it
    boxes: Mapping[str, Box]
    places: tuple[Place, ...]

    def land_at(self, label: str) -> bool:
        """Whether there is land in a hex."""
        return bool(self.land >> self.grid.at(label) & 1)

    def place_at(self, h: Hex) -> str:
        """The name of the first place in a hex, or an empty text."""
        label = self.grid.label(h)
        return next((place.name for place in self.places if label in place.hexes), "")

    def mover(self, side: Side, type_: UnitType, weather: Weather, *, entering: bool = False) -> Mover:
        """How a unit moves in a Weather; ``entering`` Germans use Roads in any (7.2.2, 10.2)."""
        row = self.tables.weather[weather]
        german = side is Side.GERMAN
        return Mover(
            side=side,
            clear=halves(row.german_clear) if german else 0,
            roads=not german or row.german_roads or entering,
            bridge_only=type_ in self.tables.river.major.bridge_only,
        )

    def links(self, mover: Mover) -> Links:
        """For each hex the hexes that can be entered from it, with the cost in halves; units are not considered."""
        return _links(self, mover)

    def hex_cost(self, h: Hex, mover: Mover) -> int | None:
        """What a hex costs without Road and River, in halves; None where nobody may go."""
        row = self.tables.terrain[self.terrain[h]]
        cost = row.german if mover.side is Side.GERMAN else row.allied
        if cost == "prohibited":
            return None
        return mover.clear if cost == "weather" else halves(cost)

    def step_cost(self, a: Hex, b: Hex, mover: Mover) -> int | None:
        """What the step to the next hex costs, in halves; None if it is not possible (10.2)."""
        cost = self.hex_cost(b, mover)
        if cost is None or (mover.bridge_only and self.unbridged[a] >> b & 1):
            return None
        if (river := self.rivers[a, b]) and (a, b) not in self.bridges:
            cost += halves((self.tables.river.major if river == MAJOR else self.tables.river.minor).cost)
        if mover.roads and (road := self.roads[a, b]):
            cost = min(cost, halves((self.tables.road.major if road == MAJOR else self.tables.road.minor).cost))
        return cost


def halves(points: float) -> int:
    """Movement Points in halves.

    >>> halves(0.5), halves(5)
    (1, 10)
    """
    return round(points * HALVES)


@cache
def _links(ground: Ground, mover: Mover) -> Links:
    found: list[Row] = [()] * ground.grid.size
    for a in ground.grid.hexes:
        steps = ((b, ground.step_cost(a, b, mover)) for b in ground.grid.neighbours[a])
        if ground.passable >> a & 1:
            found[a] = tuple((b, cost) for b, cost in steps if cost is not None)
    return pack(found)


# ---------------------------------------------------------------------------------------- reading


def make_ground(written: MapFile, tables: Tables, file: str) -> Ground:
    """The map from its file and the Terrain Effects Chart."""
    return _Reader(written, tables, file).ground()


class _Reader:
    def __init__(self, written: MapFile, tables: Tables, file: str) -> None:
        self.written, self.tables, self.file = written, tables, file
        self.grid = make_grid()

    def ground(self) -> Ground:
        written, grid = self.written, self.grid
        terrain = self.read_sheet()
        having = {kind: mask(h for h in grid.hexes if terrain[h] is kind) for kind in Terrain}
        self.land = grid.all & ~having[Terrain.SEA]
        passable = self.land & ~having[Terrain.FLOODED]
        self.check_places(terrain)
        rivers, names = self.read_rivers()
        roads, ends = self.read_roads()
        bridges = Sides()
        for a, b in rivers:
            if (a, b) in roads:
                bridges.add(a, b, rivers[a, b])
        letters = self.read_letters()
        self.check_beaches(terrain)
        beaches = {beach.name: beach for beach in written.beach}
        landings = {landing.hex: landing for beach in written.beach for landing in beach.hexes}
        point = written.pointe_du_hoc
        open_ = mask(h for h in grid.hexes if tables_zoc(self.tables, terrain[h]))
        unbridged = [0] * grid.size
        zoc = [0] * grid.size
        for h in grid.hexes:
            major = mask(b for b in grid.neighbours[h] if rivers[h, b] == MAJOR)
            unbridged[h] = major & ~mask(b for b in grid.neighbours[h] if (h, b) in bridges)
            zoc[h] = grid.spread(1 << h) & open_ & ~(0 if self.tables.river.major.zoc else major)
        return Ground(
            grid=grid,
            tables=self.tables,
            labels=frozenset(map(grid.label, grid.hexes)),
            terrain=tuple(terrain),
            having=having,
            land=self.land,
            passable=passable,
            rivers=rivers,
            river_names=names,
            roads=roads,
            road_ends=ends,
            bridges=bridges,
            around=tuple(grid.spread(1 << h) & passable for h in range(grid.size)),
            zoc=tuple(zoc),
            unbridged=tuple(unbridged),
            letters=letters,
            exits=tuple(grid.at(label) for label in written.letters.E.split()),
            beaches=beaches,
            beach_of={landing.hex: beach.name for beach in written.beach for landing in beach.hexes},
            approaches={hex_: landing.first_wave for hex_, landing in landings.items()} | {point.hex: point.first_wave},
            second_waves={hex_: landing.second_wave for hex_, landing in landings.items()},
            chevrons=tuple((grid.at(a), grid.at(b)) for a, b in self.chevrons()),
            pointe_du_hoc=grid.at(point.hex),
            airfields={Army.US: written.airfields.us, Army.BRITISH: written.airfields.british},
            us_zone=mask(h for h in grid.hexes if grid.column(h) <= written.boundary.last_us_column),
            british_zone=mask(h for h in grid.hexes if grid.column(h) >= written.boundary.first_british_column),
            gun_line=self.read_gun_line(),
            boxes=written.boxes,
            places=written.place,
        )

    def at(self, label: str, *where: str) -> Hex:
        try:
            return self.grid.at(label)
        except HexError as error:
            fault(self.file, *where, str(error))

    def at_land(self, label: str, *where: str) -> Hex:
        h = self.at(label, *where)
        if not self.land >> h & 1:
            fault(self.file, *where, f"hex {label} is all Sea")
        return h

    def read_sheet(self) -> list[Terrain]:
        kinds = {row.letter: kind for kind, row in self.tables.terrain.items()}
        terrain = [Terrain.SEA] * self.grid.size
        rows = self.written.terrain.sheet.strip("\n").splitlines()
        if len(rows) != LAST_ROW + 1:
            fault(self.file, "terrain", "sheet", f"there should be {LAST_ROW + 1} rows, not {len(rows)}")
        for number, row in enumerate(rows):
            where = f"row {number:02}"
            cells = row.removeprefix(f"r{number:02}  ")
            if cells == row or len(cells) != LAST_COLUMN - FIRST_COLUMN + 1:
                width = LAST_COLUMN - FIRST_COLUMN + 1
                fault(self.file, "terrain.sheet", where, f"it should be r{number:02}, two blanks and {width} letters")
            for column, letter in enumerate(cells, FIRST_COLUMN):
                if number == LAST_ROW and column % 2:
                    continue
                if letter not in kinds:
                    fault(self.file, "terrain.sheet", where, f"column {column}: there is no Terrain '{letter}'")
                terrain[self.grid.at(f"{column}{number:02}")] = kinds[letter]
        return terrain

    def check_places(self, terrain: list[Terrain]) -> None:
        named: set[Hex] = set()
        for place in self.written.place:
            for label in place.hexes:
                h = self.at_land(label, f"place {place.name}")
                if place.kind != "name":
                    named.add(h)
                if place.kind != "name" and terrain[h] is not Terrain(place.kind):
                    fault(self.file, f"place {place.name}", f"{label} is no {place.kind} on the sheet")
        for h in self.grid.hexes:
            if terrain[h] in (Terrain.TOWN, Terrain.CITY) and h not in named:
                fault(self.file, "place", f"the {terrain[h].value} in {self.grid.label(h)} has no name")

    def read_rivers(self) -> tuple[Sides, dict[tuple[Hex, Hex], str]]:
        """Where two Rivers share a side the greater counts."""
        rivers, names = Sides(), dict[tuple[Hex, Hex], str]()
        for river in self.written.river:
            for kind, sides in ((MAJOR, river.major), (MINOR, river.minor)):
                for side in sides.split():
                    a, b = self.read_side(side, f"river {river.name}")
                    if rivers[a, b] < kind:
                        rivers.add(a, b, kind)
                        names[a, b] = river.name
        return rivers, names

    def read_side(self, side: str, where: str) -> tuple[Hex, Hex]:
        first, _, second = side.partition("|")
        a, b = self.at_land(first, where), self.at_land(second, where)
        if b not in self.grid.neighbours[a]:
            fault(self.file, where, f"{first} and {second} do not touch")
        return min(a, b), max(a, b)

    def read_roads(self) -> tuple[Sides, dict[str, HexSet]]:
        """Where a Minor Road follows a Major one, the Major one counts."""
        roads, ends = Sides(), dict.fromkeys(EDGES, 0)
        for road in self.written.road:
            where = f"road {road.name}"
            kind = MAJOR if road.kind == "major" else MINOR
            stops = road.chain.split("-")
            for first, second in pairwise(stops):
                if first in EDGES or second in EDGES:
                    edge, label = (first, second) if first in EDGES else (second, first)
                    h = self.at_land(label, where)
                    if len(self.grid.neighbours[h]) == 6:
                        fault(self.file, where, f"{label} is not on the edge of the map")
                    ends[edge] |= 1 << h
                    continue
                a, b = self.read_side(f"{first}|{second}", where)
                if roads[a, b] < kind:
                    roads.add(a, b, kind)
        return roads, ends

    def read_letters(self) -> dict[Letter, HexSet]:
        letters = self.written.letters
        written: dict[Letter, str] = {
            "C": letters.C,
            "W": letters.W,
            "S": letters.S,
            "E": letters.E,
            "(E)": letters.bracketed,
        }
        return {
            letter: mask(self.at_land(label, "letters", letter) for label in labels.split())
            for letter, labels in written.items()
        }

    def chevrons(self) -> Iterator[tuple[str, str]]:
        for beach in self.written.beach:
            for landing in beach.hexes:
                yield beach.third_wave, landing.second_wave
                yield landing.second_wave, landing.first_wave
                yield landing.first_wave, landing.hex
        yield self.written.pointe_du_hoc.first_wave, self.written.pointe_du_hoc.hex

    def check_beaches(self, terrain: list[Terrain]) -> None:
        targets = {self.written.pointe_du_hoc.hex}
        for beach in self.written.beach:
            for landing in beach.hexes:
                targets.add(landing.hex)
                if terrain[self.at(landing.hex, f"beach {beach.name}")] is not Terrain.BEACH:
                    fault(self.file, f"beach {beach.name}", f"{landing.hex} is no Beach on the sheet")
        for first, second in self.chevrons():
            a, b = self.at(first, "beach"), self.at(second, "beach")
            if b not in self.grid.neighbours[a]:
                fault(self.file, "beach", f"the chevron from {first} to {second}: they do not touch")
            if self.land >> a & 1 or (second not in targets and self.land >> b & 1):
                fault(self.file, "beach", f"the chevron from {first} to {second}: an offshore hex is all Sea")

    def read_gun_line(self) -> HexSet:
        found = 0
        for column, rows in self.written.gun_line.items():
            if column == "source":
                continue
            first, dash, last = rows.partition("-")
            if not (column.isdigit() and first.isdigit() and dash and last.isdigit()):
                fault(self.file, "gun_line", column, f"'{rows}' should be a first and a last row, such as 03-07")
            for row in range(int(first), int(last) + 1):
                found |= 1 << self.at(f"{column}{row:02}", "gun_line", column)
        return found & self.land


def tables_zoc(tables: Tables, terrain: Terrain) -> bool:
    """Whether ZOCs extend into a kind of Terrain (6.1)."""
    return tables.terrain[terrain].zoc
