"""The painter: Normandy laid on a game's grid, hex by hex.

A map's instructions (``data/<game>.toml``) name its grid, its rivers and roads, its places, and every
departure from the geographic fit with the reason for it. The painter is deterministic: painting again
gives the same files.

>>> painting = paint("fire_movement")
>>> painting.terrain[painting.grid.at("2807")], painting.terrain[painting.grid.at("2806")]
(('sea',), ('beach',))
"""

from __future__ import annotations

import csv
import itertools
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import resources
from importlib.resources.abc import Traversable
from io import StringIO
from pathlib import Path
from typing import Literal, TypedDict

from bocage.geography.courses import Corner, Hexsides, Side, road, side
from bocage.geography.normandy import Normandy, normandy
from bocage.geography.projection import Point, Sheet, fits
from bocage.hexes import Grid

ORDER = ("sea", "beach", "clear", "bocage", "woods", "swamp", "hill", "town", "city")


class _GridKeys(TypedDict):
    kind: Literal["rows", "columns"]
    rows: list[int]
    columns: list[int]
    shifted: Literal["even", "odd"]
    shift_toward: Literal["right", "left", "up", "down"]
    rows_grow: Literal["up", "down"]
    columns_grow: Literal["right", "left"]
    label: Literal["RRCC", "CCRR"]


class _Fiat(TypedDict):
    hexes: str
    source: str


class _TerrainFiat(_Fiat, total=False):
    only: str  # replaces what the painter found
    add: str  # adds to it


class _Beach(_Fiat):
    name: str


class _River(TypedDict, total=False):
    id: str
    name: str
    course: list[str]  # names of river courses, from mouth to source
    start: str  # three hexes that meet in a corner
    into: str  # or the id of a river that it joins
    end: str  # three hexes, or "edge", or "source"
    via: str  # sides that it must run along, "0837|0838 0938|0838"
    source: str


class _Road(TypedDict, total=False):
    name: str
    kind: str  # road or trail
    course: str  # a road of the land, as a chain of towns
    stops: list[str]  # or its stops: places, hexes, and "0401W" where it leaves the map
    leave: dict[str, str]  # off-map towns of the course, and where the road leaves towards them
    skip: list[str]  # towns of the course that the drawn road passes by
    source: str


class _Place(TypedDict, total=False):
    name: str
    kind: str
    hexes: str
    town: str  # its name among the towns of the land, when another
    at: list[float]
    source: str


class _Area(TypedDict, total=False):
    name: str
    title: str
    seed: str
    columns: list[int]
    rows: list[int]
    rivers: list[str]  # ids of the rivers that bound it
    line: str  # hexes that belong to it but do not lead further
    add: str
    hexes: str
    only_in: str
    source: str


class Instructions(TypedDict):
    """The instructions of one map, as its TOML file holds them."""

    grid: _GridKeys
    least_land: float
    half_columns: list[int]
    no_roads: str
    sea: list[_Fiat]
    land: list[_Fiat]
    beach: list[_Beach]
    terrain: list[_TerrainFiat]
    river: list[_River]
    road: list[_Road]
    place: list[_Place]
    towns: list[str]
    villages: list[str]
    area: list[_Area]


@dataclass(frozen=True, slots=True)
class PaintedSide:
    """A river between two hexes, or a road or trail from a hex to a neighbour or to a map edge."""

    hex: str
    to: str
    kind: str
    name: str
    source: str


@dataclass(frozen=True, slots=True)
class PaintedPlace:
    """A named place and the hexes it fills."""

    name: str
    kind: str
    hexes: tuple[str, ...]
    half: str
    source: str


@dataclass(frozen=True, slots=True)
class PaintedArea:
    """A named set of hexes."""

    name: str
    title: str
    hexes: tuple[int, ...]
    source: str


@dataclass(slots=True)
class Painting:
    """A finished map, ready to be written."""

    game: str
    grid: Grid
    terrain: list[tuple[str, ...]]
    place: list[str]
    source: list[str]
    sides: list[PaintedSide] = field(default_factory=list)
    places: list[PaintedPlace] = field(default_factory=list)
    areas: list[PaintedArea] = field(default_factory=list)


def painted_games() -> list[str]:
    """The games whose maps are painted from geography: those whose instructions name a grid, not the drawing alone."""
    return [game for game in fits() if _file_of(game).is_file() and "grid" in instructions(game)]


def _file_of(game: str) -> Traversable:
    return resources.files(__package__) / "data" / f"{game}.toml"


def instructions(game: str) -> Instructions:
    """The instructions of a map, from the file of its game."""
    text = _file_of(game).read_text(encoding="utf-8")
    loaded: Instructions = tomllib.loads(text)  # type: ignore[assignment]  # the file is ours, the tests read it whole
    return loaded


def make_grid(keys: _GridKeys) -> Grid:
    """The grid that a map's instructions describe."""
    return Grid(
        kind=keys["kind"],
        rows=(keys["rows"][0], keys["rows"][1]),
        columns=(keys["columns"][0], keys["columns"][1]),
        shifted=keys["shifted"],
        shift_toward=keys["shift_toward"],
        rows_grow=keys["rows_grow"],
        columns_grow=keys["columns_grow"],
        label=keys["label"],
    )


def paint(game: str) -> Painting:
    """Paint the map of a game."""
    return _Painter(game, instructions(game), normandy()).paint()


class _Painter:
    def __init__(self, game: str, orders: Instructions, land: Normandy) -> None:
        self.orders = orders
        self.land = land
        self.grid = make_grid(orders["grid"])
        self.sheet = Sheet(fits()[game], self.grid)
        self.painting = Painting(
            game,
            self.grid,
            terrain=[()] * self.grid.size,
            place=[""] * self.grid.size,
            source=[""] * self.grid.size,
        )
        self.rivers: dict[str, list[Corner]] = {}
        self.river_sides: dict[str, set[Side]] = {}
        self.paved: dict[Side, str] = {}
        self.stops: dict[str, int] = {}

    def paint(self) -> Painting:
        self.paint_ground()
        self.paint_places()
        self.net = Hexsides(self.grid, {h for h in self.grid.hexes if not self.is_sea(h)})
        for river in self.orders["river"]:
            self.paint_river(river)
        for way in self.orders["road"]:
            self.paint_road(way)
        for area in self.orders["area"]:
            self.paint_area(area)
        return self.painting

    # ---- the ground

    def paint_ground(self) -> None:
        terrain, source = self.painting.terrain, self.painting.source
        for h in self.grid.hexes:
            looks = [self.land.look(*p) if self.land.is_land(*p) else "sea" for p in self.samples(h)]
            dry = [look for look in looks if look != "sea"]
            if len(dry) < self.orders["least_land"] * len(looks):
                terrain[h] = ("sea",)
            else:
                most = max(sorted(set(dry)), key=dry.count)
                terrain[h] = ("bocage", "hill") if most == "hill" else (most,)
            source[h] = "geography"
        for fiat in self.orders["sea"]:
            self.set_terrain(fiat["hexes"], ("sea",), fiat["source"])
        for fiat in self.orders["land"]:
            self.set_terrain(fiat["hexes"], ("clear",), fiat["source"])
        for beach in self.orders["beach"]:
            self.set_terrain(beach["hexes"], ("beach",), beach["source"])
        for fiat in self.orders["terrain"]:
            for h in self.hexes(fiat["hexes"]):
                found = set(fiat["only"].split()) if "only" in fiat else set(terrain[h]) | {fiat["add"]}
                terrain[h] = _ordered(found)
                source[h] = fiat["source"]

    def samples(self, h: int) -> Iterator[Point]:
        """Positions spread over a hex: the centre and three rings of six to eighteen points."""
        x, y = self.grid.centre(h)
        corners = self.grid.corners(h)
        yield self.sheet.position(x, y)
        for ring in (1, 2, 3):
            for i, (x1, y1) in enumerate(corners):
                x2, y2 = corners[(i + 1) % 6]
                for step in range(ring):
                    t, reach = step / ring, (ring - 0.2) / 3
                    yield self.sheet.position(
                        x + reach * (x1 + t * (x2 - x1) - x), y + reach * (y1 + t * (y2 - y1) - y)
                    )

    def is_sea(self, h: int) -> bool:
        return "sea" in self.painting.terrain[h]

    def set_terrain(self, labels: str, terrain: tuple[str, ...], source: str) -> None:
        for h in self.hexes(labels):
            self.painting.terrain[h] = terrain
            self.painting.source[h] = source

    def hexes(self, labels: str) -> list[int]:
        return [self.grid.at(label) for label in labels.split()]

    # ---- places

    def paint_places(self) -> None:
        for place in self.orders["place"]:
            self.put_place(place)
        for name in self.orders["towns"]:
            self.put_place({"name": name, "kind": "town"})
        for name in self.orders["villages"]:
            self.put_place({"name": name, "kind": "village"})

    def put_place(self, place: _Place) -> None:
        name, kind = place["name"], place["kind"]
        if "hexes" in place:
            where = self.hexes(place["hexes"])
        elif "at" in place:
            where = [self.sheet.hex_at(place["at"][0], place["at"][1])]
        else:
            where = [self.sheet.hex_at(*self.land.towns[place.get("town", name)])]
        source = place.get("source", "geography")
        terrain = self.painting.terrain
        for h in where:
            if self.is_sea(h):
                raise ValueError(f"{name} would stand in the sea at {self.grid.label(h)}")
            if kind == "city":
                terrain[h] = ("city",)
                self.painting.source[h] = source
            elif kind == "town":
                terrain[h] = _ordered({*terrain[h], "town"})
                if source != "geography":
                    self.painting.source[h] = source
            self.painting.place[h] = self.painting.place[h] or name
        self.stops[name] = where[0]
        self.stops[place.get("town", name)] = where[0]
        labels = tuple(self.grid.label(h) for h in where)
        low, high = self.orders["half_columns"]
        half = "west" if self.grid.column(where[0]) <= low else "east"
        if {self.grid.column(h) <= low for h in where} != {half == "west"}:
            raise ValueError(f"{name} stands on both sides of the boundary between columns {low} and {high}")
        self.painting.places.append(PaintedPlace(name, kind, labels, half, source))

    # ---- rivers

    def paint_river(self, river: _River) -> None:
        course = [self.sheet.point(lat, lon) for name in river["course"] for lat, lon in self.land.rivers[name]]
        try:
            chain = self.net.river(course, self.river_start(river), self.river_end(river, course), self.sides(river))
        except ValueError as error:
            raise ValueError(f"river {river['id']}: {error}") from error
        if len(set(chain)) != len(chain):
            raise ValueError(f"river {river['id']} would run twice along the same hexside")
        self.rivers[river["id"]] = chain
        taken = {s for sides in self.river_sides.values() for s in sides}
        here = self.river_sides.setdefault(river["id"], set())
        for one, two in itertools.pairwise(chain):
            a, b = self.net.banks(one, two)
            here.add(side(a, b))
            if side(a, b) not in taken:
                self.put_side(a, self.grid.label(b), "river", river["name"], river["source"])

    def river_start(self, river: _River) -> list[Corner]:
        if "into" in river:
            return sorted(self.rivers[river["into"]])
        return [self.net.corner(self.hexes(river["start"]))]

    def river_end(self, river: _River, course: Sequence[Point]) -> list[Corner]:
        end = river["end"]
        if end == "edge":
            inland = self.net.corners(lambda hexes: len(hexes) == 2 and not any(map(self.is_sea, hexes)))
            outside = [p for p in course if not self.on_sheet(p)]
            return [min(inland, key=lambda c: (_edge_distance(course, outside, c), c))]
        if end == "source":
            last = course[-1]
            every = self.net.corners(lambda hexes: len(hexes) == 3 and not any(map(self.is_sea, hexes)))
            return [min(every, key=lambda c: ((c[0] - last[0]) ** 2 + (c[1] - last[1]) ** 2, c))]
        return [self.net.corner(self.hexes(end))]

    def on_sheet(self, point: Point) -> bool:
        nearest = min(self.grid.hexes, key=lambda h: _square_distance(self.grid.centre(h), point))
        return _square_distance(self.grid.centre(nearest), point) < 0.4

    def sides(self, river: _River) -> list[Side]:
        pairs = [pair.split("|") for pair in river.get("via", "").split()]
        return [side(self.grid.at(a), self.grid.at(b)) for a, b in pairs]

    def put_side(self, a: int, to: str, kind: str, name: str, source: str) -> None:
        self.painting.sides.append(PaintedSide(self.grid.label(a), to, kind, name, source))

    # ---- roads

    def paint_road(self, way: _Road) -> None:
        stops = self.road_stops(way)
        crossed = {s for sides in self.river_sides.values() for s in sides}
        closed = set(self.hexes(self.orders["no_roads"])) - {h for h, _ in stops}

        def price(a: int, b: int) -> float | None:
            if self.is_sea(b) or b in closed:
                return None
            terrain = self.painting.terrain[b]
            cost = 1.0 + 0.5 * (side(a, b) in crossed) + 0.4 * ("swamp" in terrain) + 0.8 * ("beach" in terrain)
            known = self.paved.get(side(a, b))
            return cost * {None: 1.0, "trail": 0.8, "road": 0.55}[known]

        for h, edge in stops:
            if edge:
                self.put_side(h, edge, way["kind"], way["name"], way["source"])
        for (start, _), (end, _) in itertools.pairwise(stops):
            chain = road(self.grid, start, end, price)
            for a, b in itertools.pairwise(chain):
                if side(a, b) not in self.paved:
                    self.paved[side(a, b)] = way["kind"]
                    first, second = side(a, b)
                    self.put_side(first, self.grid.label(second), way["kind"], way["name"], way["source"])

    def road_stops(self, way: _Road) -> list[tuple[int, str]]:
        if "stops" in way:
            names = way["stops"]
        else:
            leave, skip = way.get("leave", {}), way.get("skip", [])
            names = [leave.get(name, name) for name in self.land.roads[way["course"]] if name not in skip]
        stops = []
        for name in names:
            if name[:4].isdigit():
                stops.append((self.grid.at(name[:4]), name[4:]))
            elif name in self.stops:
                stops.append((self.stops[name], ""))
            else:
                stops.append((self.sheet.hex_at(*self.land.towns[name]), ""))
        return stops

    # ---- areas

    def paint_area(self, area: _Area) -> None:
        hexes = set(self.hexes(area.get("hexes", ""))) | set(self.hexes(area.get("add", "")))
        if "seed" in area:
            hexes |= self.flood(area)
        if "only_in" in area:
            hexes &= {h for other in self.painting.areas if other.name == area["only_in"] for h in other.hexes}
        self.painting.areas.append(PaintedArea(area["name"], area["title"], tuple(sorted(hexes)), area["source"]))

    def flood(self, area: _Area) -> set[int]:
        low, high = area.get("columns", self.orders["grid"]["columns"])
        south, north = area.get("rows", self.orders["grid"]["rows"])
        barrier = {s for name in area.get("rivers", []) for s in self.river_sides[name]}
        line = set(self.hexes(area.get("line", "")))
        seed = self.grid.at(area["seed"])
        reached, todo = {seed}, [seed]
        while todo:
            h = todo.pop()
            if h in line:
                continue
            for n in self.grid.neighbours[h]:
                inside = low <= self.grid.column(n) <= high and south <= self.grid.row(n) <= north
                if n not in reached and inside and not self.is_sea(n) and side(h, n) not in barrier:
                    reached.add(n)
                    todo.append(n)
        return reached


def _ordered(kinds: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(kinds, key=ORDER.index))


def _square_distance(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _edge_distance(course: Sequence[Point], outside: Sequence[Point], corner: Corner) -> float:
    """How far an edge corner is from the stretch of a course that leaves the map."""
    for one, two in itertools.pairwise(course):
        if two in outside and one not in outside:
            steps = [(one[0] + t / 20 * (two[0] - one[0]), one[1] + t / 20 * (two[1] - one[1])) for t in range(21)]
            return min(_square_distance(p, corner) for p in steps)
    return min(_square_distance(p, corner) for p in course)


# ---- files


def write(painting: Painting, folder: Path) -> list[Path]:
    """Write a painting as the four data files of a game; returns their paths."""
    files = {
        "hexes.csv": _hexes_csv(painting),
        "sides.csv": _sides_csv(painting),
        "places.toml": _places_toml(painting),
        "areas.toml": _areas_toml(painting),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return [folder / name for name in files]


def _csv(heading: str, rows: Iterable[Iterable[str]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heading.split(","))
    writer.writerows(rows)
    return text.getvalue()


def _hexes_csv(painting: Painting) -> str:
    by_label = sorted(painting.grid.hexes, key=painting.grid.label)
    return _csv(
        "hex,terrain,place,source",
        (
            (painting.grid.label(h), " ".join(painting.terrain[h]), painting.place[h], painting.source[h])
            for h in by_label
        ),
    )


def _sides_csv(painting: Painting) -> str:
    order = {"river": 0, "road": 1, "trail": 2}
    rows = sorted(painting.sides, key=lambda s: (order[s.kind], s.name, s.hex, s.to))
    return _csv("hex,to,kind,name,source", ((s.hex, s.to, s.kind, s.name, s.source) for s in rows))


def _quoted(items: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{item}"' for item in items) + "]"


def _header(painting: Painting) -> str:
    return f"# Written by `python -m bocage.geography {painting.game}`; change geography/data instead.\n"


def _places_toml(painting: Painting) -> str:
    order = {"city": 0, "town": 1, "village": 2, "feature": 3}
    blocks = [_header(painting)]
    for p in sorted(painting.places, key=lambda p: (order[p.kind], p.half, p.hexes)):
        blocks.append(
            f'[[place]]\nname = "{p.name}"\nkind = "{p.kind}"\nhexes = {_quoted(p.hexes)}\n'
            f'half = "{p.half}"\nsource = "{p.source}"\n'
        )
    return "\n".join(blocks)


def _areas_toml(painting: Painting) -> str:
    blocks = [f'{_header(painting)}# "0126-0137" are the hexes of one row from column 26 to column 37.\n']
    for area in painting.areas:
        ranges = "".join(f'  "{r}",\n' for r in row_ranges(sorted(painting.grid.label(h) for h in area.hexes)))
        blocks.append(
            f'[[area]]\nname = "{area.name}"\ntitle = "{area.title}"\nsource = "{area.source}"\nhexes = [\n{ranges}]\n'
        )
    return "\n".join(blocks)


def row_ranges(labels: Sequence[str]) -> list[str]:
    """Sorted RRCC labels with neighbours in a row joined.

    >>> row_ranges(["0126", "0127", "0128", "0226"])
    ['0126-0128', '0226']
    """
    runs: list[list[str]] = []
    for label in labels:
        if runs and int(runs[-1][-1]) + 1 == int(label):
            runs[-1].append(label)
        else:
            runs.append([label])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
