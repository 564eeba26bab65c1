"""The map: terrain of hexes, rivers, roads and railroads by hexside, beaches, exits, zones, and the boxes beside it.

Everything is in the flat tables that rules ask: sets of hexes, numbers for hexsides, lists indexed by hex.

>>> from bocage.games.bloody_summer.content import load_content
>>> ground = load_content().ground
>>> caen, south = ground.grid.at("0908"), ground.grid.at("1008")
>>> ground.terrain[caen].value, ground.rivers[caen, south] == MAJOR, (caen, south) in ground.bridges
('town', True, True)
>>> ground.place_at(caen), ground.beneath[ground.grid.at("1213")].value, ground.village >> ground.grid.at("1213") & 1
('Caen', 'bocage', 1)
>>> ground.exits["c"].box, ground.boxes["Paris"].links
('Evreux', ('Pas-de-Calais', 'Evreux', 'Alencon', 'Orleans', 'South East'))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from bocage.games.bloody_summer.tables import RiverRow, Tables
from bocage.games.bloody_summer.terms import Army, HexLabel, Letter, Source, TaskForce, Terrain
from bocage.games.bloody_summer.units import Unit
from bocage.hexes import Grid, Hex, HexError, HexSet, Sides, mask
from bocage.kernel.data import Model, fault, unknown

MINOR: Final = 1  # classes of rivers, as the values of their sides
MAJOR: Final = 2
ESTUARY: Final = 3
NO_HEX: Final = "#"  # on the sheet

Panel = tuple[float, float, float, float]  # left, top, width, height


# ---------------------------------------------------------------------------------------- the file


class _Grid(Model):
    kind: Literal["rows", "columns"]
    rows: tuple[int, int]
    columns: tuple[int, int]
    shifted: Literal["even", "odd"]
    shift_toward: Literal["right", "left", "up", "down"]
    rows_grow: Literal["up", "down"]
    columns_grow: Literal["right", "left"]
    label: Literal["RRCC", "CCRR"]
    source: Source


class _Sheet(Model):
    sheet: str
    source: Source


class Place(Model):
    """A named place; towns and villages are terrain, the others are names only."""

    name: str
    kind: Literal["town", "village", "name"]
    hexes: tuple[HexLabel, ...]
    source: Source


class Beach(Model):
    """A beach hex; the batteries reach all hexes with the same initial."""

    name: str
    hex: HexLabel
    initial: Literal["U", "O", "G", "J", "S"]
    army: Army
    offshore: HexLabel  # where its landing boxes are drawn
    source: Source


class _Point(Model):
    hex: HexLabel
    offshore: HexLabel
    source: Source


class _Hexes(Model):
    hexes: str
    source: Source


class _Coast(Model):
    western: str
    eastern: str
    source: Source


class _Line(Model):
    sides: str
    source: Source


class _River(Model):
    name: str
    estuary: str = ""
    major: str = ""
    minor: str = ""
    source: Source


class _Way(Model):
    name: str
    chain: str
    source: Source


class Exit(Model):
    """A lettered hex and the box to which it leads (1.1.2.1)."""

    hex: HexLabel
    box: str
    road: str
    source: Source


class _Area(Model):
    rows: tuple[int, int]
    columns: tuple[int, int]


class _Zone(Model):
    areas: tuple[_Area, ...]
    source: Source


class Box(Model):
    """A box of the Strategic Movement Map (4.1.2)."""

    title: str
    interdiction: Annotated[int, Field(ge=1, le=7)]  # a German unit must roll less to leave
    links: tuple[str, ...]
    beyond_seine: bool = False
    maquis: bool = False
    panel: Panel
    source: Source


class Beside(Model):
    """Another box beside the map."""

    title: str
    panel: Panel
    source: Source


class MapFile(Model):
    """The schema of map.toml."""

    grid: _Grid
    terrain: _Sheet
    place: tuple[Place, ...]
    beach: tuple[Beach, ...]
    pointe_du_hoc: _Point
    commandos: _Hexes
    coast: _Coast
    fortified_line: _Line
    river: tuple[_River, ...]
    road: tuple[_Way, ...]
    railroad: tuple[_Way, ...]
    exit: dict[Letter, Exit]
    zone: dict[str, _Zone]
    box: dict[str, Box]
    beside: dict[str, Beside]


# ---------------------------------------------------------------------------------------- the tables


class Mover(NamedTuple):
    """Units for which movement costs the same."""

    motorized: bool
    armoured: bool


Links = list[tuple[tuple[Hex, int], ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The whole map. Sets of hexes are integers; lists are indexed by hex."""

    grid: Grid
    tables: Tables
    labels: frozenset[str]
    terrain: tuple[Terrain, ...]  # for movement: a town or beach if there is one; of a cell that is no hex: sea
    beneath: tuple[Terrain, ...]  # without town, village and beach
    having: Mapping[Terrain, HexSet]  # of the terrain for movement
    town: HexSet
    village: HexSet
    beach: HexSet
    land: HexSet
    rivers: Sides  # MINOR, MAJOR or ESTUARY
    river_names: Mapping[tuple[Hex, Hex], str]  # by side, lower hex first
    roads: Sides
    railroads: Sides
    bridges: Sides  # where a road or railroad crosses a river, with the river's class
    fortified: Sides  # the fortified line of Cherbourg
    around: tuple[HexSet, ...]  # neighbours to which one can go
    along_roads: tuple[HexSet, ...]  # those to which a road leads
    zoc: tuple[HexSet, ...]  # neighbours into which a zone of control extends (3)
    unbridged: tuple[HexSet, ...]  # neighbours behind a major river without a bridge
    exits: Mapping[str, Exit]
    exit_at: Mapping[Hex, str]
    zones: Mapping[str, HexSet]  # of tactical interdiction (9.2)
    coast: Mapping[TaskForce, HexSet]
    beaches: Mapping[str, Beach]
    beach_at: Mapping[Hex, str]
    pointe_du_hoc: Hex
    offshore: Mapping[str, Hex]  # of each beach and Pointe du Hoc
    commandos: HexSet  # where 1SS and 4SS may land
    boxes: Mapping[str, Box]
    beside: Mapping[str, Beside]
    places: tuple[Place, ...]

    def land_at(self, label: str) -> bool:
        """Whether there is land in a hex."""
        return bool(self.land >> self.grid.at(label) & 1)

    def place_at(self, h: Hex) -> str:
        """The name of the first place in a hex, or an empty text."""
        label = self.grid.label(h)
        return next((place.name for place in self.places if label in place.hexes), "")

    def terrains_at(self, h: Hex) -> tuple[Terrain, ...]:
        """The terrain whose effects a defender in a hex may choose from: more than one in towns and villages (2.2)."""
        if self.village >> h & 1:
            return (self.beneath[h], Terrain.VILLAGE)
        if self.town >> h & 1:
            return (self.beneath[h], Terrain.TOWN)
        return (self.terrain[h],)

    def within(self, task_force: TaskForce, reach: int) -> HexSet:
        """The hexes that ships of a range reach from their coast (6.2)."""
        return self.grid.within(self.coast[task_force], reach)

    def mover(self, unit: Unit, *, walks: bool = False) -> Mover:
        """How a unit moves; motorized infantry may walk (2.2)."""
        return Mover(unit.motorized and not walks, unit.armoured)

    def links(self, mover: Mover, *, interdicted: bool = False) -> Links:
        """For each hex the hexes that can be entered from it, with the cost, in interdicted zones if so; units are not
        considered.
        """
        return _links(self, mover, interdicted)

    def hex_cost(self, h: Hex, mover: Mover, *, interdicted: bool = False) -> int | None:
        """What a hex costs without road and river; None where nobody may go."""
        row = self.tables.terrain[self.terrain[h]]
        cost = row.motorized if mover.motorized else row.foot
        if cost is None or not row.passable:
            return None
        return cost * self._factor(row.interdicted and interdicted)

    def step_cost(self, a: Hex, b: Hex, mover: Mover, *, interdicted: bool = False) -> int | None:
        """What the step to the next hex costs, in an interdicted zone if so; None if it is not possible (2.2, 9.2)."""
        if not self.around[a] >> b & 1:
            return None
        row = self.tables.terrain[self.terrain[b]]
        doubled = self._factor(row.interdicted and interdicted)
        ways = []
        off_road = self.hex_cost(b, mover, interdicted=interdicted)
        if off_road is not None and not (mover.armoured and row.armour == "road"):
            ways.append(off_road + self.river_cost(a, b, mover, interdicted=interdicted))
        if (a, b) in self.roads:
            ways.append(doubled * (self.tables.road.motorized if mover.motorized else self.tables.road.foot))
        if (a, b) in self.railroads and not (mover.armoured and row.armour == "road"):
            ways.append(doubled * (self.tables.railroad.motorized if mover.motorized else self.tables.railroad.foot))
        return min(ways, default=None)

    def river_cost(self, a: Hex, b: Hex, mover: Mover, *, interdicted: bool = False) -> int:
        """What crossing the side to a hex adds off the road; interdiction does not reach towns and forests (9.2)."""
        if not (river := self.rivers[a, b]):
            return 0
        row = _river_row(self.tables, river)
        open_ = self.terrain[b] not in (Terrain.TOWN, Terrain.FOREST)
        cost = row.motorized if mover.motorized else row.foot
        return cost * self._factor(row.interdicted and interdicted and open_)

    def _factor(self, interdicted: bool) -> int:
        return self.tables.tactical_interdiction.factor if interdicted else 1


def _river_row(tables: Tables, river: int) -> RiverRow:
    return {MINOR: tables.river.minor, MAJOR: tables.river.major, ESTUARY: tables.river.estuary}[river]


@cache
def _links(ground: Ground, mover: Mover, interdicted: bool) -> Links:
    found: Links = [()] * ground.grid.size
    for a in ground.grid.hexes:
        steps = ((b, ground.step_cost(a, b, mover, interdicted=interdicted)) for b in ground.grid.neighbours[a])
        found[a] = tuple((b, cost) for b, cost in steps if cost is not None)
    return found


# ---------------------------------------------------------------------------------------- reading


def make_ground(written: MapFile, tables: Tables, file: str) -> Ground:
    """The map from its file and the Terrain Effects Chart."""
    return _Reader(written, tables, file).ground()


class _Reader:
    def __init__(self, written: MapFile, tables: Tables, file: str) -> None:
        self.written, self.tables, self.file = written, tables, file
        self.cells = self.read_sheet()
        grid = written.grid
        self.grid = Grid(
            kind=grid.kind,
            rows=grid.rows,
            columns=grid.columns,
            shifted=grid.shifted,
            shift_toward=grid.shift_toward,
            rows_grow=grid.rows_grow,
            columns_grow=grid.columns_grow,
            label=grid.label,
            absent=[label for label, kind in self.cells.items() if kind is None],
        )

    def ground(self) -> Ground:
        written, grid, tables = self.written, self.grid, self.tables
        beneath = [Terrain.SEA] * grid.size
        for label, kind in self.cells.items():
            if kind is not None:
                beneath[grid.at(label)] = kind
        self.land = mask(h for h in grid.hexes if beneath[h] is not Terrain.SEA)
        towns, villages = self.read_places("town"), self.read_places("village")
        self.check_beaches()
        beach = mask(grid.at(one.hex) for one in written.beach)
        terrain = list(beneath)
        for kind, hexes in ((Terrain.TOWN, towns), (Terrain.BEACH, beach)):
            for h in grid.hexes:
                if hexes >> h & 1:
                    terrain[h] = kind
        rivers, names = self.read_rivers()
        roads, railroads = self.read_ways("road", written.road), self.read_ways("railroad", written.railroad)
        bridges, fortified = Sides(), Sides()
        for a, b in rivers:
            if (a, b) in roads or (a, b) in railroads:
                if rivers[a, b] == ESTUARY:
                    fault(self.file, "river", f"a road crosses the estuary between {grid.label(a)} and {grid.label(b)}")
                bridges.add(a, b, rivers[a, b])
        for side in written.fortified_line.sides.split():
            fortified.add(*self.read_side(side, "fortified_line"), 1)
        around, zoc, unbridged, along = ([0] * grid.size for _ in range(4))
        for h in grid.hexes:
            near = grid.neighbours[h]
            if self.land >> h & 1:
                around[h] = mask(n for n in near if self.land >> n & 1 and rivers[h, n] != ESTUARY)
            unbridged[h] = mask(n for n in near if rivers[h, n] == MAJOR and (h, n) not in bridges)
            along[h] = mask(n for n in near if (h, n) in roads)
            zoc[h] = mask(
                n
                for n in near
                if around[h] >> n & 1
                and (tables.terrain[terrain[n]].zoc == "yes" or (_by_road(tables, terrain[n]) and (h, n) in roads))
                and not (rivers[h, n] and _river_row(tables, rivers[h, n]).zoc == "bridge" and (h, n) not in bridges)
            )
        exits = self.read_exits()
        beaches = {one.name: one for one in written.beach}
        point = written.pointe_du_hoc
        self.check_boxes()
        return Ground(
            grid=grid,
            tables=tables,
            labels=frozenset(map(grid.label, grid.hexes)),
            terrain=tuple(terrain),
            beneath=tuple(beneath),
            having={kind: mask(h for h in grid.hexes if terrain[h] is kind) for kind in Terrain},
            town=towns,
            village=villages,
            beach=beach,
            land=self.land,
            rivers=rivers,
            river_names=names,
            roads=roads,
            railroads=railroads,
            bridges=bridges,
            fortified=fortified,
            around=tuple(around),
            along_roads=tuple(along),
            zoc=tuple(zoc),
            unbridged=tuple(unbridged),
            exits=exits,
            exit_at={grid.at(one.hex): letter for letter, one in exits.items()},
            zones=self.read_zones(),
            coast={
                TaskForce.WESTERN: self.read_hexes(written.coast.western, "coast"),
                TaskForce.EASTERN: self.read_hexes(written.coast.eastern, "coast"),
            },
            beaches=beaches,
            beach_at={grid.at(one.hex): name for name, one in beaches.items()},
            pointe_du_hoc=grid.at(point.hex),
            offshore={name: grid.at(one.offshore) for name, one in beaches.items()}
            | {"Pointe du Hoc": grid.at(point.offshore)},
            commandos=self.read_hexes(written.commandos.hexes, "commandos"),
            boxes=written.box,
            beside=written.beside,
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
            fault(self.file, *where, f"hex {label} is sea")
        return h

    def read_hexes(self, labels: str, where: str) -> HexSet:
        return mask(self.at_land(label, where) for label in labels.split())

    def read_sheet(self) -> dict[str, Terrain | None]:
        """The terrain by label, None where there is no hex."""
        kinds: dict[str, Terrain | None] = {row.letter: kind for kind, row in self.tables.terrain.items() if row.letter}
        kinds[NO_HEX] = None
        (first, last), (low, high) = self.written.grid.rows, self.written.grid.columns
        rows = self.written.terrain.sheet.strip("\n").splitlines()
        if len(rows) != last - first + 1:
            fault(self.file, "terrain", "sheet", f"there should be {last - first + 1} rows, not {len(rows)}")
        found: dict[str, Terrain | None] = {}
        for number, row in enumerate(rows, first):
            where = f"row {number:02}"
            cells = row.removeprefix(f"r{number:02}  ")
            if cells == row or len(cells) != high - low + 1:
                wide = high - low + 1
                fault(self.file, "terrain.sheet", where, f"it should be r{number:02}, two blanks and {wide} letters")
            for column, letter in zip(range(high, low - 1, -1), cells, strict=True):
                if letter not in kinds:
                    fault(self.file, "terrain.sheet", where, f"column {column:02}: there is no Terrain '{letter}'")
                found[f"{number:02}{column:02}"] = kinds[letter]
        return found

    def read_places(self, kind: str) -> HexSet:
        found = 0
        for place in self.written.place:
            for label in place.hexes:
                h = self.at_land(label, f"place {place.name}")
                if place.kind == kind:
                    if found >> h & 1:
                        fault(self.file, f"place {place.name}", f"there is another {kind} in {label}")
                    found |= 1 << h
        return found

    def check_beaches(self) -> None:
        for beach in self.written.beach:
            where = f"beach {beach.name}"
            h, sea = self.at_land(beach.hex, where), self.at(beach.offshore, where)
            if self.land >> sea & 1 or sea not in self.grid.neighbours[h]:
                fault(self.file, where, f"offshore {beach.offshore} should be a sea hex beside {beach.hex}")
        self.at_land(self.written.pointe_du_hoc.hex, "pointe_du_hoc")

    def read_rivers(self) -> tuple[Sides, dict[tuple[Hex, Hex], str]]:
        """Where two rivers share a side the greater counts."""
        rivers, names = Sides(), dict[tuple[Hex, Hex], str]()
        for river in self.written.river:
            for kind, sides in ((ESTUARY, river.estuary), (MAJOR, river.major), (MINOR, river.minor)):
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

    def read_ways(self, kind: str, ways: tuple[_Way, ...]) -> Sides:
        found = Sides()
        for way in ways:
            for first, second in pairwise(way.chain.split("-")):
                found.add(*self.read_side(f"{first}|{second}", f"{kind} {way.name}"), 1)
        return found

    def read_exits(self) -> dict[str, Exit]:
        for letter, one in self.written.exit.items():
            h = self.at_land(one.hex, f"exit {letter}")
            if len(self.grid.neighbours[h]) == 6:
                fault(self.file, f"exit {letter}", f"{one.hex} is not on the edge of the map")
            if one.box not in self.written.box:
                fault(self.file, f"exit {letter}", unknown("box", one.box, self.written.box))
        return dict(self.written.exit)

    def read_zones(self) -> dict[str, HexSet]:
        zones: dict[str, HexSet] = {}
        for name, zone in self.written.zone.items():
            zones[name] = mask(h for h in self.grid.hexes if any(self.inside(h, area) for area in zone.areas))
        for h in self.grid.hexes:
            if (times := sum(hexes >> h & 1 for hexes in zones.values())) != 1:
                fault(self.file, "zone", f"hex {self.grid.label(h)} should lie in one zone, not in {times}")
        return zones

    def inside(self, h: Hex, area: _Area) -> bool:
        row, column = self.grid.row(h), self.grid.column(h)
        return area.rows[0] <= row <= area.rows[1] and area.columns[0] <= column <= area.columns[1]

    def check_boxes(self) -> None:
        for name, box in self.written.box.items():
            for link in box.links:
                if link not in self.written.box:
                    fault(self.file, f"box {name}", "links", unknown("box", link, self.written.box))
                if name not in self.written.box[link].links:
                    fault(self.file, f"box {name}", "links", f"{link} has no line back to it")


def _by_road(tables: Tables, terrain: Terrain) -> bool:
    return tables.terrain[terrain].zoc == "road"


def lines_between(boxes: Mapping[str, Box]) -> Iterator[tuple[str, str]]:
    """Each line of the Strategic Movement Map once."""
    order = list(boxes)
    for name, box in boxes.items():
        for link in box.links:
            if order.index(name) < order.index(link):
                yield name, link
