"""Hexsides and roads."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from bocage.geography.outline import noise
from bocage.geography.printed.plane import Plane, across, along, jitter
from bocage.geography.projection import Point
from bocage.hexes.sheet import HEX

U = 1 / HEX  # a unit of the drawing in hex widths
EDGES = {"east": (-1.2, 0.0), "west": (1.2, 0.0), "south": (0.0, -1.2)}


def _downhill(plane: Plane, a: int, b: int) -> tuple[Point, Point]:
    """The ends of a side so that the lower hex is on the right hand."""
    left, right = plane.side(a, b)  # a on the right hand
    return (left, right) if plane.rank(a) <= plane.rank(b) else (right, left)


def slopes(plane: Plane) -> Iterator[str]:
    """Slopes, bluffs and cliffs: the steeper, the denser and darker the strokes that run down from the edge."""
    sides = plane.sides
    for kind, band in (("slope", 9.0), ("bluff", 15.0), ("scaleable_cliff", 13.0), ("sheer_cliff", 13.0)):
        ends = [_downhill(plane, a, b) for a, b in sides[kind]]
        shade = "".join(_band(plane, p, q, band) for p, q in ends)
        yield f'<path class="{kind}-shade" d="{shade}"/>'
        count, long = {"slope": (6, 8.0), "bluff": (12, 13.0), "scaleable_cliff": (8, 11.0), "sheer_cliff": (13, 11.0)}[
            kind
        ]
        ticks = "".join(_ticks(plane, p, q, count, long * U) for p, q in ends)
        yield f'<path class="{kind}-ticks" d="{ticks}"/>'
        edge = "".join(plane.line((p, q)) for p, q in ends)
        yield f'<path class="{kind}" d="{edge}"/>'


def _band(plane: Plane, p: Point, q: Point, width: float) -> str:
    return plane.ring((p, q, across(p, q, 0.92, width * U), across(p, q, 0.08, width * U)))


def _ticks(plane: Plane, p: Point, q: Point, count: int, long: float) -> str:
    parts = []
    for i in range(count):
        t = (i + 0.5 + 0.25 * jitter(i, round(p[0] * 40), round(p[1] * 40))) / count
        far = long * (0.72 + 0.42 * noise(i, round(q[0] * 40), round(q[1] * 40)))
        parts.append(plane.line((along(p, q, t), across(p, q, t, far))))
    return "".join(parts)


def hedges(plane: Plane) -> Iterator[str]:
    """Rows of bushes on hexsides."""
    d = "".join(plane.line(plane.side(a, b)) for a, b in plane.sides["hedge"])
    for style in ("hedge-shadow", "hedge", "hedge-bushes"):
        yield f'<path class="{style}" d="{d}"/>'


def barriers(plane: Plane) -> Iterator[str]:
    """Shingle, seawall, anti-tank ditch and wall; where two share a side the shingle lies to the sea."""
    sides = plane.sides
    shared = {frozenset(pair) for pair in sides["shingle"]} & {frozenset(pair) for pair in sides["antitank_ditch"]}
    for kind in ("shingle", "seawall", "antitank_ditch", "antitank_wall"):
        ends = []
        for a, b in sides[kind]:
            p, q = _downhill(plane, a, b)
            off = (3.6 if kind == "shingle" else -4.2) * U if frozenset((a, b)) in shared else 0.0
            ends.append((across(p, q, 0.0, off), across(p, q, 1.0, off)))
        yield from getattr(_Barriers, kind)(plane, ends)


class _Barriers:
    """One drawing for each kind."""

    @staticmethod
    def shingle(plane: Plane, ends: list[tuple[Point, Point]]) -> Iterator[str]:
        d = "".join(plane.line(pair) for pair in ends)
        yield f'<path class="shingle-bed" d="{d}"/><path class="shingle" d="{d}"/><path class="shingle more" d="{d}"/>'

    @staticmethod
    def seawall(plane: Plane, ends: list[tuple[Point, Point]]) -> Iterator[str]:
        d = "".join(plane.line(pair) for pair in ends)
        for style in ("seawall-bed", "seawall", "seawall-joints"):
            yield f'<path class="{style}" d="{d}"/>'

    @staticmethod
    def antitank_ditch(plane: Plane, ends: list[tuple[Point, Point]]) -> Iterator[str]:
        parts = []
        for p, q in ends:
            points = [across(p, q, i / 8, (3.4 if i % 2 else -3.4) * U if 0 < i < 8 else 0.0) for i in range(9)]
            parts.append(plane.line(points))
        d = "".join(parts)
        yield f'<path class="ditch-bed" d="{d}"/><path class="ditch" d="{d}"/>'

    @staticmethod
    def antitank_wall(plane: Plane, ends: list[tuple[Point, Point]]) -> Iterator[str]:
        d = "".join(plane.line(pair) for pair in ends)
        yield f'<path class="wall" d="{d}"/><path class="wall-blocks" d="{d}"/>'


# -- roads -----------------------------------------------------------------------------------------


def _exits(plane: Plane) -> dict[int, list[tuple[Point, str]]]:
    """Where ways leave each hex, and of what kind they are."""
    exits: dict[int, list[tuple[Point, str]]] = {}
    for kind, links in plane.roads.items():
        for a, b in links:
            middle = along(plane.centre(a), plane.centre(b), 0.5)
            exits.setdefault(a, []).append((middle, str(kind)))
            exits.setdefault(b, []).append((middle, str(kind)))
    for h, edge in plane.chart.edge_trails:
        x, y = plane.centre(h)
        dx, dy = EDGES[edge]
        exits.setdefault(h, []).append(((x + dx, y + dy), "trail"))
    for letter, kind in plane.exit_roads.items():
        h = plane.exits[letter]
        x, y = plane.centre(h)
        dx, dy = _way_out(plane, h)
        exits.setdefault(h, []).append(((x + dx, y + dy), str(kind)))
    return exits


def _way_out(plane: Plane, h: int) -> Point:
    """From an exit hex over the nearest edge of the map."""
    x, y = plane.centre(h)
    if y < 1.2:
        return 0.0, -1.2
    return (-1.2, 0.0) if x < 10 else (1.2, 0.0)


def _hub(h: int, centre: Point) -> Point:
    return centre[0] + 0.08 * (noise(h, 1) - 0.5), centre[1] + 0.08 * (noise(h, 2) - 0.5)


def ways(plane: Plane, kind: str) -> Iterator[str]:
    """Roads of a kind through the middles of hexsides, bending in the hexes and meeting in their hearts."""
    parts = []
    for h, all_ways in sorted(_exits(plane).items()):
        hub = _hub(h, plane.centre(h))
        mine = sorted(way for way, other in all_ways if other == kind)
        if not mine:
            continue
        if len(all_ways) == 2 and len(mine) == 2:
            parts.append(f"M{plane.p(mine[0])}Q{plane.p(hub)} {plane.p(mine[1])}")
        elif len(all_ways) == 2:
            one, two = sorted(way for way, _ in all_ways)
            heart = ((one[0] + two[0] + 2 * hub[0]) / 4, (one[1] + two[1] + 2 * hub[1]) / 4)
            parts += [plane.line((way, heart)) for way in mine]
        elif len(mine) >= 2:
            one, two = _straightest(mine, hub)
            heart = ((one[0] + two[0] + 2 * hub[0]) / 4, (one[1] + two[1] + 2 * hub[1]) / 4)
            parts.append(f"M{plane.p(one)}Q{plane.p(hub)} {plane.p(two)}")
            parts += [plane.line((way, heart)) for way in mine if way not in (one, two)]
        else:
            parts += [plane.line((way, hub)) for way in mine]
    d = "".join(parts)
    yield f'<path class="{kind}-bed" d="{d}"/><path class="{kind}-way" d="{d}"/>'


def _straightest(found: list[Point], hub: Point) -> tuple[Point, Point]:
    pairs = [(a, b) for i, a in enumerate(found) for b in found[i + 1 :]]

    def bend(pair: tuple[Point, Point]) -> float:
        (ax, ay), (bx, by) = ((p[0] - hub[0], p[1] - hub[1]) for p in pair)
        return (ax * bx + ay * by) / (hypot(ax, ay) * hypot(bx, by))

    return min(pairs, key=lambda pair: (round(bend(pair), 3), pair))


def mined_ways(plane: Plane) -> Iterator[str]:
    """Small signs beside stretches of road that are mined."""
    for a, b in plane.chart.mined_links:
        one, two = plane.centre(a), plane.centre(b)
        for t in (0.36, 0.64):
            x, y = plane.to_sheet(along(one, two, t))
            yield f'<use href="#mine" x="{x:.1f}" y="{y:.1f}"/>'
