"""Normandy in latitude and longitude: coast, rivers, towns, roads and the look of the land.

Everything here is independent of any game. A painter lays it on a game's grid.

>>> land = normandy()
>>> land.towns["Bayeux"]
(49.2773, -0.7039)
>>> land.is_land(49.18, -0.36), land.is_land(49.60, -0.50)      # Caen, and the Channel
(True, False)
>>> land.look(49.18, -1.13), land.look(49.10, -0.30)
('bocage', 'clear')
"""

from __future__ import annotations

import csv
import itertools
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from math import cos, radians
from typing import TypeAlias

Position: TypeAlias = tuple[float, float]
KM_PER_DEGREE = 111.195


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of country of one kind: a polygon, or everything within ``km`` of a line or point."""

    name: str
    kind: str
    points: tuple[Position, ...]
    km: float | None = None
    _box: tuple[float, float, float, float] = field(init=False, repr=False)  # south, north, west, east

    def __post_init__(self) -> None:
        margin = (self.km or 0.0) / KM_PER_DEGREE
        lats, lons = [lat for lat, _ in self.points], [lon for _, lon in self.points]
        box = min(lats) - margin, max(lats) + margin, min(lons) - 2 * margin, max(lons) + 2 * margin
        object.__setattr__(self, "_box", box)

    def contains(self, lat: float, lon: float) -> bool:
        """Whether a position lies in the region."""
        south, north, west, east = self._box
        if not (south <= lat <= north and west <= lon <= east):
            return False
        if self.km is None:
            return inside(self.points, (lat, lon))
        return distance_km(self.points, (lat, lon)) <= self.km


class Shore:
    """The shoreline, cut into bands of latitude so that a question looks at a few stretches only."""

    BANDS_PER_DEGREE = 200

    def __init__(self, rings: Sequence[Sequence[Position]]) -> None:
        self.rings = rings
        self._bands: dict[int, list[tuple[Position, Position]]] = {}
        for ring in rings:
            for one, two in zip(ring, [*ring[1:], ring[0]], strict=True):
                south, north = sorted((one[0], two[0]))
                for band in range(self._band(south), self._band(north) + 1):
                    self._bands.setdefault(band, []).append((one, two))

    def _band(self, lat: float) -> int:
        return int(lat * self.BANDS_PER_DEGREE)

    def encloses(self, lat: float, lon: float) -> bool:
        """Whether a position is on land: an odd number of shores lies east of it."""
        result = False
        for (y1, x1), (y2, x2) in self._bands.get(self._band(lat), ()):
            if (y1 > lat) != (y2 > lat) and lon < (x2 - x1) * (lat - y1) / (y2 - y1) + x1:
                result = not result
        return result


@dataclass(frozen=True, slots=True)
class Normandy:
    """The land itself. Courses of rivers run from mouth to source."""

    towns: dict[str, Position]
    coast: Shore
    rivers: dict[str, tuple[Position, ...]]
    roads: dict[str, tuple[str, ...]]
    regions: tuple[Region, ...]

    def is_land(self, lat: float, lon: float) -> bool:
        """Whether a position is on the mainland or an island of the coast file."""
        return self.coast.encloses(lat, lon)

    def look(self, lat: float, lon: float) -> str:
        """What the land looks like: the kind of the first region that contains the position, else bocage."""
        return next((region.kind for region in self.regions if region.contains(lat, lon)), "bocage")


def inside(polygon: Sequence[Position], point: Position) -> bool:
    """Whether a point lies in a polygon (even-odd rule).

    >>> inside([(0, 0), (0, 2), (2, 2), (2, 0)], (1, 1))
    True
    """
    y, x = point
    result = False
    (y1, x1) = polygon[-1]
    for y2, x2 in polygon:
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            result = not result
        y1, x1 = y2, x2
    return result


def distance_to_line(line: Sequence[tuple[float, float]], point: tuple[float, float]) -> float:
    """Distance of a point from a chain of straight stretches (or from a single point), in the plane.

    >>> distance_to_line([(0, 0), (4, 0)], (2, 3))
    3.0
    """
    px, py = point
    best = min((px - x) ** 2 + (py - y) ** 2 for x, y in line)
    for (x1, y1), (x2, y2) in itertools.pairwise(line):
        dx, dy = x2 - x1, y2 - y1
        length2 = dx * dx + dy * dy
        if length2:
            t = max(0.0, min(1.0, ((px - x1) * dx + (py - y1) * dy) / length2))
            best = min(best, (px - x1 - t * dx) ** 2 + (py - y1 - t * dy) ** 2)
    return float(best**0.5)


def distance_km(line: Sequence[Position], point: Position) -> float:
    """Distance in kilometres of a position from a line on the earth, good for a few tens of kilometres.

    >>> round(distance_km([(49.0, -1.0), (49.0, 0.0)], (49.1, -0.5)), 1)
    11.1
    """
    scale = cos(radians(point[0]))
    flat = [((lat - point[0]) * KM_PER_DEGREE, (lon - point[1]) * KM_PER_DEGREE * scale) for lat, lon in line]
    return distance_to_line(flat, (0.0, 0.0))


def spot(towns: Mapping[str, Position], entry: object) -> Position:
    """A point as the data enter it: at a town, midway between two towns (of both banks), or where two numbers say.

    >>> spot({"Bénouville": (49.25, -0.5), "Ranville": (49.75, -0.25)}, ["Bénouville", "Ranville"])
    (49.5, -0.375)
    """
    match entry:
        case str(town):
            return towns[town]
        case [str(one), str(other)]:
            return (towns[one][0] + towns[other][0]) / 2, (towns[one][1] + towns[other][1]) / 2
        case [float(lat), float(lon)]:
            return lat, lon
        case _:
            raise ValueError(f"{entry!r} is no town, no pair of towns and no position")


@cache
def normandy() -> Normandy:
    """The stored land, read once."""
    data = resources.files(__package__) / "data"

    def text(name: str) -> str:
        return (data / name).read_text(encoding="utf-8")

    rows = csv.DictReader(text("towns.csv").splitlines())
    towns = {row["name"]: (float(row["lat"]), float(row["lon"])) for row in rows}
    regions = tomllib.loads(text("normandy.toml"))["region"]
    return Normandy(
        towns=towns,
        coast=Shore([[(lat, lon) for lat, lon in ring] for ring in json.loads(text("coast.json"))]),
        rivers={
            name: tuple(spot(towns, entry) for entry in line) for name, line in json.loads(text("rivers.json")).items()
        },
        roads={name: tuple(stops) for name, stops in json.loads(text("roads.json")).items()},
        regions=tuple(
            Region(r["name"], r["kind"], tuple(spot(towns, entry) for entry in r["points"]), r.get("km"))
            for r in regions
        ),
    )
