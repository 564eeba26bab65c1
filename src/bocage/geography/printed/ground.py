"""Sea, tides, levels and what grows or stands in the hexes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import cos, hypot, pi, sin

from bocage.geography.outline import Cell, centre_of, corners_of, divide, noise, outlines, scatter, soften, wobble
from bocage.geography.printed.plane import Plane, jitter, n
from bocage.geography.projection import Point
from bocage.geography.symbols import block_path
from bocage.hexes import members

TIDES = ("low", "mid", "high")
WIDE = 60  # beyond the frame on all sides, in hex widths


def shore(plane: Plane, tide: str) -> list[Point]:
    """The line of the water at a tide, from the east edge of the map to the west edge."""
    line = sorted(plane.centre(h) for h in members(plane.waterline[tide]))
    first, last = line[0], line[-1]
    if tide == "low":
        head = _headland(plane, first[0])
        return [(head[0][0] - 3, head[0][1]), *head, *line, (last[0] + 1.5, last[1] - 0.1), (last[0] + 4, last[1])]
    return [(first[0] - 0.75, first[1] + 0.15), *line, (last[0] + 0.7, last[1] + 0.05)]


def _headland(plane: Plane, before: float) -> list[Point]:
    """The foot of the cliffs where no beach is left in the east."""
    lowest: dict[float, float] = {}
    for h in plane.grid.hexes:
        if plane.chart.level[h] != "high":
            continue
        for x, y in corners_of(plane.cell[h]):
            if x < before - 0.4:
                key = round(x, 2)
                lowest[key] = max(lowest.get(key, y), y)
    return [(x, y + 0.06) for x, y in sorted(lowest.items())]


def sea(plane: Plane) -> Iterator[str]:
    """Deep water, shoals towards the beach, waves."""
    yield '<rect class="deep" width="100%" height="100%"/>'
    line = shore(plane, "low")
    inland = f"{plane.curve(line)}L{plane.p((WIDE, -9))}L{plane.p((-9, -9))}Z"
    for width, opacity in ((300, 0.14), (210, 0.18), (140, 0.22), (84, 0.30), (40, 0.42), (16, 0.6)):
        yield f'<path class="shoal" d="{inland}" stroke-width="{width}" stroke-opacity="{opacity}"/>'
    yield '<rect fill="url(#waves)" width="100%" height="100%"/>'
    yield f'<path class="sand-low" d="{inland}"/>'
    yield f'<path class="ripples" d="{inland}"/>'


def ground(plane: Plane) -> Iterator[str]:
    """The belts of the beach between the waterlines, then the land behind it, level by level."""
    beach = [cell for cell, (level, _) in plane.ground.items() if level == "beach"]
    yield f'<clipPath id="strand"><path d="{plane.rings(outlines(beach))}"/></clipPath><g clip-path="url(#strand)">'
    for tide in ("mid", "high"):
        line = shore(plane, tide)
        above = f"{plane.curve([(line[0][0] - 3, line[0][1]), *line, (line[-1][0] + 6, line[-1][1])])}"
        yield f'<path class="sand-{tide}" d="{above}L{plane.p((WIDE, -9))}L{plane.p((-9, -9))}Z"/>'
    yield "</g>"
    for level in ("high", "pavilion", "draw"):
        cells = [cell for cell, (here, _) in plane.ground.items() if here == level]
        yield f'<path class="level-{level}" d="{plane.rings(outlines(cells))}"/>'
    fields = [cell for cell, (level, terrain) in plane.ground.items() if level == "high" and terrain == "clear"]
    yield f'<path class="fields" d="{plane.rings(outlines(fields))}"/>'
    for level in ("pavilion", "draw"):
        yield from _grass(plane, level)


def _grass(plane: Plane, level: str) -> Iterator[str]:
    cells = sorted(cell for cell, (here, terrain) in plane.ground.items() if here == level and terrain == "clear")
    tufts = []
    for cell in cells:
        x, y = centre_of(cell)
        for i in range(9):
            angle, far = 2 * pi * noise(*cell, i), 0.46 * noise(*cell, i, 1) ** 0.5
            px, py = plane.to_sheet((x + far * cos(angle), y + far * sin(angle)))
            tufts.append(f"M{n(px - 2.2)} {n(py - 3)}l1.7 3l.5 -3.8m.2 3.8l2 -2.8")
    yield f'<path class="tufts" d="{"".join(tufts)}"/>'


def waterlines(plane: Plane) -> Iterator[str]:
    """The three waterlines: the lower the water the longer the dashes; each has its word now and then."""
    for tide in TIDES:
        line = plane.curve(shore(plane, tide))
        yield f'<path class="surf" d="{line}"/><path class="waterline {tide}" d="{line}"/>'


def _soft(cells: list[Cell], plane: Plane) -> str:
    return plane.rings(soften(wobble(divide(ring, 3), 0.045), 2) for ring in outlines(cells))


def bocage(plane: Plane) -> Iterator[str]:
    """Small fields between hedges, as a whole that fills its hexes."""
    cells = [cell for cell, (_, terrain) in plane.ground.items() if terrain == "bocage"]
    d = _soft(cells, plane)
    yield f'<path class="bocage-rim" d="{d}"/><path class="bocage" d="{d}"/>'


def rough(plane: Plane) -> Iterator[str]:
    """Rocks at the cliffs."""
    rocks = []
    for cell in sorted(cell for cell, (_, terrain) in plane.ground.items() if terrain == "rough"):
        yield f'<path class="rough" d="{plane.hex_ring(cell)}"/>'
        x, y = centre_of(cell)
        for i in range(16):
            angle, far = 2 * pi * noise(*cell, i), 0.47 * noise(*cell, i, 1) ** 0.5
            px, py = plane.to_sheet((x + far * cos(angle), y + far * sin(angle)))
            size = 2.4 + 3.4 * noise(*cell, i, 2)
            rocks.append(
                f"M{n(px - size)} {n(py + size * 0.5)}l{n(size * 0.7)} {n(-size)}l{n(size)} {n(size * 0.3)}"
                f"l{n(size * 0.4)} {n(size * 0.8)}Z"
            )
    yield f'<path class="rocks" d="{"".join(rocks)}"/>'


def woods(plane: Plane) -> Iterator[str]:
    """Trees, a softened wood to a group of hexes."""
    cells = [cell for cell, (_, terrain) in plane.ground.items() if terrain == "woods"]
    yield f'<path class="woods" d="{_soft(cells, plane)}"/>'
    middles = [centre_of(cell) for cell in cells]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    box = (min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1)

    def inside(p: Point) -> bool:
        return any(abs(p[0] - x) < 0.46 and hypot(p[0] - x, p[1] - y) < 0.5 for x, y in middles)

    points = [plane.to_sheet(p) for p in scatter(inside, box, 0.14)]
    for i, (x, y) in enumerate(sorted(points, key=lambda p: (p[1], p[0]))):
        yield f'<use href="#tree{i % 3}" x="{n(x)}" y="{n(y)}"/>'


def buildings(plane: Plane) -> Iterator[str]:
    """Houses around the crossing of the roads of a hex."""
    for h in plane.grid.hexes:
        if plane.chart.terrain[h] != "buildings":
            continue
        cell = plane.cell[h]
        x, y = centre_of(cell)
        yield f'<path class="town-ground" d="{plane.ring(_blob(cell, 0.42))}"/>'
        for shade in range(3):
            blocks = []
            for i in range(12):
                if i % 3 != shade:
                    continue
                angle = 2 * pi * (i + 0.9 * noise(*cell, i)) / 12
                far = (0.15, 0.36, 0.25)[(i + i // 3) % 3] + 0.06 * jitter(*cell, i, 1)
                size = (6.5 + 5 * noise(*cell, i, 2), 5 + 2.6 * noise(*cell, i, 3))
                spot = plane.to_sheet((x + far * cos(angle), y + far * sin(angle)))
                turn = angle + pi / 2 + 0.3 * jitter(*cell, i, 4) + (pi if plane.turned else 0)
                blocks.append(block_path(spot, size, turn))
            yield f'<path class="block{shade}" d="{"".join(blocks)}"/>'


@cache
def _blob(cell: Cell, reach: float) -> tuple[Point, ...]:
    x, y = centre_of(cell)
    ring = []
    for i in range(12):
        angle, far = 2 * pi * i / 12, reach * (0.92 + 0.16 * noise(*cell, i, 20))
        ring.append((x + far * cos(angle), y + far * sin(angle)))
    return tuple(soften(ring, 2))


HEDGEHOGS = ((-0.36, 0.11), (-0.12, 0.16), (0.12, 0.13), (0.36, 0.11), (-0.24, 0.28), (0.24, 0.28))


def obstacles(plane: Plane) -> Iterator[str]:
    """Rows of hedgehogs on the mid waterline."""
    signs = []
    for h in members(plane.chart.obstacles):
        x, y = plane.centre(h)
        for i, (dx, dy) in enumerate(HEDGEHOGS):
            px, py = plane.to_sheet((x + dx + 0.03 * jitter(h, i), y + dy + 0.02 * jitter(h, i, 1)))
            signs.append(f"M{n(px - 4.2)} {n(py + 3.2)}l8.4 -6.4m0 6.4l-8.4 -6.4m4.2 -1.6v9.6")
    d = "".join(signs)
    yield f'<path class="hedgehog-bed" d="{d}"/><path class="hedgehog" d="{d}"/>'
