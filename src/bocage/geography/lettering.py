"""Names on a map: how wide they are, and where they fit.

>>> page = Page()
>>> first = page.put("Caen", 20, [(100, 100, "middle")])
>>> second = page.put("Caen", 20, [(100, 100, "middle"), (100, 140, "middle")])
>>> (first.y, second.y)                              # the second gives way
(100, 140)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, radians, sin
from typing import Literal, TypeAlias

Anchor: TypeAlias = Literal["start", "middle", "end"]
Spot: TypeAlias = tuple[float, float, Anchor]  # the baseline
Box: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom

NARROW, WIDE = frozenset("ijltfrI-'’.,:|() "), frozenset("mwMWÉÈOQGDHNU&")
NAME, SYMBOL, LINE, NUMBER = 30.0, 9.0, 2.5, 1.2  # what covering a name, a town, a road or river, a hex number costs


def width_of(text: str, size: float, spacing: float = 0.0) -> float:
    """About how wide a text is in the serif faces that the map asks for."""
    units = sum(0.30 if c in NARROW else 0.80 if c in WIDE else 0.55 if c.islower() else 0.66 for c in text)
    return units * size + spacing * len(text)


@dataclass(frozen=True, slots=True)
class Name:
    """A name in its place; ``x, y`` is the baseline at the anchor."""

    text: str
    size: float
    x: float
    y: float
    anchor: Anchor
    box: Box


@dataclass(slots=True)
class Page:
    """What is on the map already; names look for the spot where they cover least."""

    taken: list[tuple[Box, float]] = field(default_factory=list)
    _near: dict[tuple[int, int], list[int]] = field(default_factory=dict)

    def block(self, box: Box, cost: float) -> None:
        """Mark a part of the map as taken; ``cost`` is what covering all of it costs."""
        for square in _squares(box):
            self._near.setdefault(square, []).append(len(self.taken))
        self.taken.append((box, cost))

    def put(self, text: str, size: float, spots: Sequence[Spot], spacing: float = 0.0) -> Name:
        """Set a name in the best of some spots, the first of which is preferred."""
        best = min(
            enumerate(spots), key=lambda item: (self._cost(_box(text, size, item[1], spacing)) + 0.6 * item[0], item[0])
        )[1]
        box = _box(text, size, best, spacing)
        self.block(box, NAME)
        return Name(text, size, best[0], best[1], best[2], box)

    def cost_along(self, middle: tuple[float, float], turn: float, long: float) -> float:
        """What a turned name of 13 units would cover, centred on ``middle``."""
        return sum(self._cost(box) for box in _along(middle, turn, long))

    def block_along(self, middle: tuple[float, float], turn: float, long: float) -> None:
        """Mark the place of a turned name as taken."""
        for box in _along(middle, turn, long):
            self.block(box, NAME)

    def _cost(self, box: Box) -> float:
        left, top, right, bottom = box
        total = 0.0
        for i in sorted({i for square in _squares(box) for i in self._near.get(square, ())}):
            (x0, y0, x1, y1), cost = self.taken[i]
            wide, high = min(x1, right) - max(x0, left), min(y1, bottom) - max(y0, top)
            if wide > 0 and high > 0:
                total += cost * min(1.0, 0.25 + wide * high / ((x1 - x0) * (y1 - y0)))
        return total


def _squares(box: Box) -> list[tuple[int, int]]:
    """The squares of a coarse net that a box touches, so that only near things are compared."""
    left, top, right, bottom = (int(edge // 96) for edge in box)
    return [(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1)]


def _box(text: str, size: float, spot: Spot, spacing: float) -> Box:
    x, y, anchor = spot
    wide = width_of(text, size, spacing)
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
    return left, y - 0.76 * size, left + wide, y + 0.22 * size


def _along(middle: tuple[float, float], turn: float, long: float) -> list[Box]:
    """Small boxes along a turned line of letters."""
    c, s = cos(radians(turn)), sin(radians(turn))
    count = max(3, round(long / 9))
    boxes = []
    for i in range(count):
        t = long * ((i + 0.5) / count - 0.5)
        x, y = middle[0] + t * c + 4 * s, middle[1] + t * s - 4 * c
        boxes.append((x - 5.5, y - 5.5, x + 5.5, y + 5.5))
    return boxes
