"""From latitude and longitude to the printed sheet of a game, and back.

Each game's map was fitted to the places that its rulebook names. The fits are data
(``data/fits.toml``); a :class:`Fit` applies one of them.

>>> fit = fits()["fire_movement"]
>>> u, v = fit.plane(49.3033, -1.2495)                # Carentan
>>> round(u, 1), round(v, 1)
(5.4, 15.3)
>>> lat, lon = fit.position(u, v)
>>> round(lat, 4), round(lon, 4)
(49.3033, -1.2495)
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import cos, degrees, radians, sin
from typing import TypeAlias

from bocage.hexes import Grid

EARTH_KM = 6371.0088
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Fit:
    """One game's transformation: kilometres around ``lat0, lon0`` to hex widths on the sheet.

    ``plane`` gives ``(u, v)``, right and up; the hex ``reference`` has its centre at ``at``.
    """

    lat0: float
    lon0: float
    matrix: tuple[Point, Point]
    offset: Point
    reference: str
    at: Point
    hex_km: float
    rms: float

    def plane(self, lat: float, lon: float) -> Point:
        """Where a position on the earth lies on the sheet, in hex widths right and up."""
        phi, step = radians(lat), radians(lon - self.lon0)
        x = EARTH_KM * cos(phi) * step
        y = EARTH_KM * radians(lat - self.lat0) + EARTH_KM * sin(phi) * cos(phi) * step * step / 2
        (a, b), (c, d) = self.matrix
        return a * x + b * y + self.offset[0], c * x + d * y + self.offset[1]

    def position(self, u: float, v: float) -> Point:
        """The latitude and longitude of a point of the sheet: the inverse of :meth:`plane`."""
        (a, b), (c, d) = self.matrix
        determinant = a * d - b * c
        right, up = u - self.offset[0], v - self.offset[1]
        x, y = (d * right - b * up) / determinant, (a * up - c * right) / determinant
        lat, lon = self.lat0 + degrees(y / EARTH_KM), self.lon0
        for _ in range(4):  # the parallels are nearly straight: this settles at once
            phi = radians(lat)
            step = x / (EARTH_KM * cos(phi))
            lon = self.lon0 + degrees(step)
            lat = self.lat0 + degrees(y / EARTH_KM - sin(phi) * cos(phi) * step * step / 2)
        return lat, lon


@dataclass(frozen=True, slots=True)
class Sheet:
    """A fit laid on a grid: positions in the grid's own drawing plane (hex widths, y down).

    >>> from bocage.hexes import Grid
    >>> grid = Grid(kind="rows", rows=(1, 33), columns=(1, 50), shifted="even", shift_toward="right",
    ...             rows_grow="up", columns_grow="right", label="RRCC")
    >>> sheet = Sheet(fits()["fire_movement"], grid)
    >>> grid.label(sheet.hex_at(49.3033, -1.2495))     # Carentan
    '1805'
    """

    fit: Fit
    grid: Grid

    def point(self, lat: float, lon: float) -> Point:
        """Where a position on the earth lies in the plane of ``grid.centre`` and ``grid.corners``."""
        u, v = self.fit.plane(lat, lon)
        x, y = self.grid.centre(self.grid.at(self.fit.reference))
        return x + u - self.fit.at[0], y - v + self.fit.at[1]

    def position(self, x: float, y: float) -> Point:
        """The latitude and longitude of a point of the drawing plane."""
        x0, y0 = self.grid.centre(self.grid.at(self.fit.reference))
        return self.fit.position(x - x0 + self.fit.at[0], y0 - y + self.fit.at[1])

    def hex_at(self, lat: float, lon: float) -> int:
        """The hex whose centre is nearest, also for a position just off the sheet."""
        x, y = self.point(lat, lon)
        return min(self.grid.hexes, key=lambda h: (self._distance2(h, x, y), h))

    def offset(self, h: int, lat: float, lon: float) -> float:
        """How far a position is from the centre of a hex, in hex widths."""
        return float(self._distance2(h, *self.point(lat, lon)) ** 0.5)

    def _distance2(self, h: int, x: float, y: float) -> float:
        cx, cy = self.grid.centre(h)
        return (cx - x) ** 2 + (cy - y) ** 2


@cache
def fits() -> dict[str, Fit]:
    """The fits of all games by the name of the game."""
    raw = tomllib.loads((resources.files(__package__) / "data" / "fits.toml").read_text(encoding="utf-8"))
    return {
        game: Fit(
            lat0=entry["lat0"],
            lon0=entry["lon0"],
            matrix=(tuple(entry["matrix"][0]), tuple(entry["matrix"][1])),
            offset=tuple(entry["offset"]),
            reference=entry["reference"],
            at=tuple(entry["at"]),
            hex_km=entry["hex_km"],
            rms=entry["rms"],
        )
        for game, entry in raw.items()
    }
