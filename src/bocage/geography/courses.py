"""Courses on a grid: rivers along hexsides, roads from hex to hex.

Both are shortest paths whose price grows with the distance from the true course, so that a
drawn river is always one connected chain and a drawn road never leaves the land.

>>> from bocage.hexes import Grid
>>> grid = Grid(kind="rows", rows=(1, 5), columns=(1, 5), shifted="even", shift_toward="right",
...             rows_grow="up", columns_grow="right", label="RRCC")
>>> net = Hexsides(grid, allowed=set(grid.hexes))
>>> west, east = grid.at("0301"), grid.at("0305")
>>> course = [grid.centre(west), grid.centre(east)]
>>> chain = net.river(course, [net.corner(grid.at(h) for h in ("0301", "0302", "0401"))],
...                   [net.corner(grid.at(h) for h in ("0304", "0305", "0404"))], [])
>>> len(chain), all(len(net.banks(a, b)) == 2 for a, b in zip(chain, chain[1:]))
(7, True)
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeAlias

from bocage.geography.normandy import distance_to_line
from bocage.geography.projection import Point
from bocage.hexes import Grid

Corner: TypeAlias = tuple[float, float]  # a rounded point where hexes meet
Side: TypeAlias = tuple[int, int]  # two neighbouring hexes, the smaller first

STRAY = 6.0  # what a river pays per hex width for running one hex width beside its true course
PLAIN = 0.25  # what it pays where it is exactly right


def side(a: int, b: int) -> Side:
    """Two neighbouring hexes as the name of the side between them."""
    return (a, b) if a < b else (b, a)


class Hexsides:
    """The net of corners and sides between allowed hexes (land), on which rivers run."""

    def __init__(self, grid: Grid, allowed: Collection[int]) -> None:
        self.grid = grid
        self._hexes_at: dict[Corner, list[int]] = {}
        for h in grid.hexes:
            for x, y in grid.corners(h):
                self._hexes_at.setdefault((round(x, 3) + 0.0, round(y, 3) + 0.0), []).append(h)
        self._next: dict[Corner, list[Corner]] = {corner: [] for corner in self._hexes_at}
        for a in grid.hexes:
            for b in grid.neighbours[a]:
                if a < b and a in allowed and b in allowed:
                    one, two = sorted(c for c, hexes in self._around(a) if b in hexes)
                    self._next[one].append(two)
                    self._next[two].append(one)

    def _around(self, h: int) -> list[tuple[Corner, list[int]]]:
        corners = [(round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in self.grid.corners(h)]
        return [(c, self._hexes_at[c]) for c in corners]

    def corner(self, hexes: Iterable[int]) -> Corner:
        """The corner where three hexes meet, or on the edge of the map the one that only these share."""
        wanted = set(hexes)
        first = min(wanted)
        found = [c for c, at in self._around(first) if wanted == set(at)]
        if len(found) != 1:
            names = " ".join(self.grid.label(h) for h in sorted(wanted))
            raise ValueError(f"{names} do not name one corner of the map")
        return found[0]

    def corners(self, test: Callable[[Sequence[int]], bool]) -> list[Corner]:
        """All corners whose meeting hexes pass a test, in a fixed order."""
        return sorted(c for c, hexes in self._hexes_at.items() if test(hexes))

    def meeting(self, corner: Corner) -> Sequence[int]:
        """The hexes that meet in a corner: three, or fewer on the edge of the map."""
        return self._hexes_at[corner]

    def ends(self, a: int, b: int) -> tuple[Corner, Corner]:
        """The two corners of the side between two hexes."""
        one, two = sorted(c for c, hexes in self._around(a) if b in hexes)
        return one, two

    def banks(self, one: Corner, two: Corner) -> list[int]:
        """The hexes on both sides of the stretch between two neighbouring corners."""
        return sorted(set(self._hexes_at[one]) & set(self._hexes_at[two]))

    def river(
        self, course: Sequence[Point], start: Sequence[Corner], end: Sequence[Corner], via: Sequence[Side]
    ) -> list[Corner]:
        """The chain of corners from one of ``start`` to one of ``end``, along the sides ``via`` in their order."""
        here: dict[Corner, tuple[float, list[Corner]]] = {c: (0.0, [c]) for c in start}
        for a, b in via:
            one, two = self.ends(a, b)
            arrived: dict[Corner, tuple[float, list[Corner]]] = {}
            for near, far in ((one, two), (two, one)):
                cost, chain = self._path(course, here, {near}, avoid={far})
                if chain:
                    arrived[far] = (cost + self._price(course, near, far), [*chain, far])
            here = arrived
        _, chain = self._path(course, here, set(end), avoid=set())
        if not chain:
            raise ValueError("no way along hexsides for this river")
        return chain

    def _price(self, course: Sequence[Point], one: Corner, two: Corner) -> float:
        middle = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
        return PLAIN + STRAY * distance_to_line(course, middle) ** 2

    def _path(
        self,
        course: Sequence[Point],
        start: dict[Corner, tuple[float, list[Corner]]],
        goal: set[Corner],
        avoid: set[Corner],
    ) -> tuple[float, list[Corner]]:
        queue = sorted((cost, corner) for corner, (cost, _) in start.items() if corner not in avoid)
        cheapest = {corner: cost for cost, corner in queue}
        came: dict[Corner, Corner] = {}
        while queue:
            cost, corner = heapq.heappop(queue)
            if cost > cheapest[corner]:
                continue
            if corner in goal:
                tail = [corner]
                while tail[-1] in came:
                    tail.append(came[tail[-1]])
                tail.reverse()
                return cost, [*start[tail[0]][1], *tail[1:]]
            for onward in self._next[corner]:
                price = cost + self._price(course, corner, onward)
                if onward not in avoid and price < cheapest.get(onward, 1e9) - 1e-9:
                    cheapest[onward] = price
                    came[onward] = corner
                    heapq.heappush(queue, (price, onward))
        return 0.0, []


def road(grid: Grid, start: int, end: int, price: Callable[[int, int], float | None]) -> list[int]:
    """The hexes of a road from ``start`` to ``end``.

    ``price(a, b)`` is what the step from one hex to its neighbour costs on top of the distance
    from the straight line, or None where no road may run.
    """
    line = [grid.centre(start), grid.centre(end)]
    queue: list[tuple[float, int]] = [(0.0, start)]
    cheapest = {start: 0.0}
    came: dict[int, int] = {}
    while queue:
        cost, h = heapq.heappop(queue)
        if h == end:
            chain = [h]
            while chain[-1] != start:
                chain.append(came[chain[-1]])
            return chain[::-1]
        if cost > cheapest[h]:
            continue
        for n in grid.neighbours[h]:
            step = price(h, n)
            if step is None:
                continue
            total = cost + step * (1 + 0.6 * distance_to_line(line, grid.centre(n)) ** 2)
            if total < cheapest.get(n, 1e9) - 1e-9:
                cheapest[n] = total
                came[n] = h
                heapq.heappush(queue, (total, n))
    raise ValueError(f"no way over land from {grid.label(start)} to {grid.label(end)}")
