"""A map as a printed sheet: one SVG file without outside fonts or pictures.

The drawing takes any chart that has the plain data of :class:`Drawable`. Its title, its names of bays and
forests and the boundaries to show come from the map's instructions (``data/<game>.toml``, table ``drawing``).

    svg = draw_svg(load_chart(), "fire_movement")

Each layer is a group with its own id (``sea``, ``ground``, ``rivers``, ``roads``, ``grid``, ``names``,
``counters`` and so on), so that a client may hide, restyle or replace one. Counters are an SVG fragment in the
same plane; ``bocage.hexes.sheet`` tells where a hex lies in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from typing import NamedTuple, Protocol, TypedDict, cast

from bocage.geography.lettering import LINE as LINE_COST
from bocage.geography.lettering import NAME, NUMBER, SYMBOL, Box, Name, Page, Spot, width_of
from bocage.geography.normandy import normandy
from bocage.geography.outline import (
    AROUND,
    LINE,
    RADIUS,
    Cell,
    Lattice,
    around,
    divide,
    noise,
    pull,
    scatter,
    soften,
    spread_out,
    wobble,
)
from bocage.geography.painter import instructions
from bocage.geography.projection import Point, Sheet, fits
from bocage.geography.symbols import PATTERNS, STYLE, block_path, compass
from bocage.hexes import Grid, Sides
from bocage.hexes.sheet import BLEED, HEX, MARGIN


class DrawablePlace(Protocol):
    """A named place of a chart."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def hexes(self) -> tuple[str, ...]: ...


class Drawable(Protocol):
    """The plain data of a chart that a drawing needs."""

    @property
    def grid(self) -> Grid: ...
    @property
    def terrain(self) -> Sequence[frozenset[str]]: ...
    @property
    def rivers(self) -> Iterable[tuple[int, int]]: ...
    @property
    def roads(self) -> Iterable[tuple[int, int]]: ...
    @property
    def trails(self) -> Iterable[tuple[int, int]]: ...
    @property
    def bridges(self) -> Iterable[tuple[int, int]]: ...
    @property
    def edge_roads(self) -> Mapping[str, int]: ...
    @property
    def edge_trails(self) -> Mapping[str, int]: ...
    @property
    def areas(self) -> Mapping[str, int]: ...
    @property
    def river_names(self) -> Mapping[tuple[int, int], str]: ...
    @property
    def places(self) -> Sequence[DrawablePlace]: ...


class NamedPlace(NamedTuple):
    """A place as a drawing names it."""

    name: str
    kind: str
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class PlainChart:
    """A chart for games whose map has no such form by itself."""

    grid: Grid
    terrain: tuple[frozenset[str], ...]
    rivers: Sides
    roads: Sides
    trails: Sides
    bridges: Sides
    edge_roads: Mapping[str, int]
    edge_trails: Mapping[str, int]
    areas: Mapping[str, int]
    river_names: Mapping[tuple[int, int], str]
    places: tuple[NamedPlace, ...]


class _Boundary(TypedDict):
    area: str
    name: str
    colour: str


class _Label(TypedDict, total=False):
    text: str
    hex: str
    style: str  # sea, country, woods, marsh, beach
    turn: float
    shift: list[float]
    size: float


class _Extras(TypedDict, total=False):
    style: str  # for what only this map has
    scale: float  # of title and key
    compass: float  # its size
    woods_gap: float  # between the trees of woods, wider than in forests
    key: list[list[str]]  # kinds of terrain, and what they are called
    lines: list[list[str]]  # river, stream, road, trail, bridge, and what they are called


class _Drawing(_Extras):
    title: str
    subtitle: str
    credit: str
    title_at: str  # hexes of the sea where title, key, compass and scale stand
    key_at: str
    compass_at: str
    scale_at: str
    major_rivers: list[str]
    seam: list[int]
    seam_names: list[str]
    boundary: list[_Boundary]
    label: list[_Label]


KEY = [
    *(["clear", "Clear"], ["bocage", "Bocage"], ["woods", "Woods"], ["swamp", "Swamp"], ["hill", "Hill"]),
    *(["beach", "Beach"], ["town", "Town"], ["city", "City"], ["sea", "All-sea"]),
]
TREE_GAP = 0.135
LINES = [["river", "River"], ["road", "Road"], ["trail", "Trail"], ["bridge", "Bridge"]]


def draw_svg(
    chart: Drawable,
    game: str,
    *,
    counters: str = "",
    lines: str = "",
    numbers: bool = True,
    broad: Collection[tuple[int, int]] = (),
    clear_of: Iterable[Box] = (),
    apron: float = 0.0,
) -> str:
    """The map as the text of an SVG file.

    ``counters`` is an SVG fragment that lies on the map, ``lines`` one that lies beneath towns and names; ``numbers``
    may be left out for a small picture. Rivers are drawn ``broad`` on these sides, lower hex first, and where the map's
    instructions name them. Names keep ``clear_of`` the boxes of other marks. An ``apron`` is paper below the map for
    what is beside it.
    """
    return _Sheet(chart, game, broad).svg(counters, lines, numbers, clear_of, apron)


class _Sheet:
    def __init__(self, chart: Drawable, game: str, broad: Collection[tuple[int, int]] = ()) -> None:
        self.chart, self.grid = chart, chart.grid
        self.lattice = Lattice(self.grid.kind)
        orders = cast(Mapping[str, object], instructions(game))
        self.plan = cast(_Drawing, orders["drawing"])
        self.broad = broad
        self.fit = fits()[game]
        self.sheet = Sheet(self.fit, self.grid)
        self.origin = self.grid.centre(
            min(self.grid.hexes, key=lambda h: (self.grid.centre(h)[1], self.grid.centre(h)[0]))
        )
        self.cell = {h: self.lattice.cell_at(self.local(self.grid.centre(h))) for h in self.grid.hexes}
        self.hex_at = {cell: h for h, cell in self.cell.items()}
        self.ground = self.extend()
        xs, ys = zip(*map(self.lattice.centre_of, self.hex_at), strict=True)
        across, down = self.lattice.turn((0.5, RADIUS))
        self.left, self.right = min(xs) - across - BLEED, max(xs) + across + BLEED
        self.top, self.bottom = min(ys) - down - BLEED, max(ys) + down + BLEED
        self.width = (self.right - self.left) * HEX
        self.height = (self.bottom - self.top) * HEX
        self.page = Page()

    def local(self, point: Point) -> Point:
        return point[0] - self.origin[0], point[1] - self.origin[1]

    def extend(self) -> dict[Cell, frozenset[str]]:
        """The terrain of all cells, carried two hexes over the edge of the map."""
        ground = {cell: self.chart.terrain[h] for h, cell in self.cell.items()}
        for _ in range(2):
            fringe: dict[Cell, frozenset[str]] = {}
            for cell in sorted(ground):
                for other in around(cell):
                    if other not in ground and other not in fringe:
                        fringe[other] = ground[cell] - {"city", "town", "hill", "beach"} or frozenset({"clear"})
            ground |= fringe
        return ground

    # ---- putting it together

    def svg(self, counters: str, lines: str, numbers: bool, clear_of: Iterable[Box], apron: float) -> str:
        wide, high = self.width + 2 * MARGIN, self.height + 2 * MARGIN + apron
        coast = self.coast()
        self.block_page(numbers)
        for x0, y0, x1, y1 in clear_of:
            dx, dy = self.left * HEX - MARGIN, self.top * HEX - MARGIN
            self.page.block((x0 + dx, y0 + dy, x1 + dx, y1 + dy), NAME)
        names = self.names()
        layers = [
            _group("sea", self.sea()),
            _group("ground", self.land(), clip="coast"),
            _group("beaches", self.beaches()),
            _group("hills", self.hills()),
            _group("cities", self.cities()),
            _group("rivers", self.rivers(), clip="coast"),
            _group("trails", self.trails()),
            _group("roads", self.roads()),
            _group("bridges", self.bridges()),
            *self.own_lines(lines),
            _group("towns", self.towns()),
            _group("grid", self.hex_grid()),
            _group("boundaries", self.boundaries()),
            _group("numbers", self.numbers() if numbers else []),
            _group("names", names),
        ]
        body = "\n".join(layers)
        inner = f"translate({_n(MARGIN - self.left * HEX)} {_n(MARGIN - self.top * HEX)})"
        frame = f"<rect {self.rect()}/>"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(wide)} {_n(high)}" width="{_n(wide)}" '
            f'height="{_n(high)}" role="img" aria-labelledby="map-title">\n'
            f'<title id="map-title">{escape(self.plan["title"])}</title>\n'
            f"<style>{STYLE}{self.plan.get('style', '')}</style>\n"
            f'<defs>{PATTERNS}<clipPath id="frame">{frame}</clipPath>'
            f'<path id="shore" d="{_rings(coast)}"/>'
            f'<clipPath id="coast"><use href="#shore"/></clipPath></defs>\n'
            f'<rect class="paper" width="100%" height="100%"/>\n'
            f'<g transform="{inner}"><g clip-path="url(#frame)">\n{body}\n</g>\n'
            f'<g id="furniture">{"".join(self.furniture())}</g>\n'
            f'<g id="border">{"".join(self.border())}</g></g>\n'
            f'<g id="counters">{counters}</g>\n</svg>\n'
        )

    def own_lines(self, lines: str) -> Iterator[str]:
        """A fragment in the plane of the whole sheet, as counters are."""
        if lines:
            back = f"translate({_n(self.left * HEX - MARGIN)} {_n(self.top * HEX - MARGIN)})"
            yield f'<g id="lines" transform="{back}">{lines}</g>'

    # ---- sea and land

    def cells_with(self, *kinds: str) -> set[Cell]:
        return {cell for cell, terrain in self.ground.items() if terrain & set(kinds)}

    def coast(self) -> list[list[Point]]:
        """Closed shores: the hexsides between land and sea, drawn towards the true coast."""
        land = {cell for cell, terrain in self.ground.items() if "sea" not in terrain}
        true = [[self.local(self.sheet.point(*p)) for p in ring] for ring in normandy().coast.rings if len(ring) > 6]

        def allowed(p: Point) -> bool:
            """A shore leaves the middle of a land hex dry and does not reach into an all-sea hex."""
            cell = self.lattice.cell_of(p)
            x, y = self.lattice.centre_of(cell)
            return cell in land and hypot(p[0] - x, p[1] - y) > 0.16

        rings = [spread_out(divide(ring, 4), 2) for ring in self.lattice.outlines(land)]
        return [soften(pull(wobble(ring, 0.03), true, 1.1, 0.36, allowed), 2) for ring in rings]

    def sea(self) -> Iterator[str]:
        yield f'<rect class="deep" {self.rect()}/>'
        for width, opacity in ((230, 0.22), (160, 0.25), (100, 0.30), (56, 0.38), (24, 0.55)):
            yield f'<use href="#shore" class="shoal" stroke-width="{width}" stroke-opacity="{opacity}"/>'
        yield f'<rect fill="url(#waves)" {self.rect()}/>'
        yield '<use href="#shore" class="land"/>'

    def rect(self) -> str:
        return f'x="{_n(self.left * HEX)}" y="{_n(self.top * HEX)}" width="{_n(self.width)}" height="{_n(self.height)}"'

    def land(self) -> Iterator[str]:
        yield f'<rect fill="url(#fields)" {self.rect()}/>'
        for kind, times in (("bocage", 2), ("swamp", 2), ("woods", 2), ("forest", 2)):
            cells = self.cells_with(kind)
            if not cells:
                continue
            if kind == "bocage":
                cells |= {c for c in self.cells_with("city") if sum(n in cells for n in around(c)) >= 3}
            rings = [soften(wobble(divide(ring, 3), 0.045), times) for ring in self.lattice.outlines(cells)]
            yield f'<path class="{kind}" d="{_rings(rings)}"/>'
            if kind in ("woods", "forest"):
                yield from self.trees(cells, self.plan.get("woods_gap", TREE_GAP) if kind == "woods" else TREE_GAP)
        yield '<use href="#shore" class="shore"/>'

    def trees(self, cells: set[Cell], gap: float) -> Iterator[str]:
        if not cells:
            return
        inner = {c: self.lattice.centre_of(c) for c in cells}
        box = (self.left, self.top, self.right, self.bottom)

        def in_woods(p: Point) -> bool:
            return any(abs(p[0] - x) < 0.46 and hypot(p[0] - x, p[1] - y) < 0.5 for x, y in inner.values())

        for i, (x, y) in enumerate(scatter(in_woods, box, gap)):
            yield f'<use href="#tree{i % 3}" x="{_n(x * HEX)}" y="{_n(y * HEX)}"/>'

    def beaches(self) -> Iterator[str]:
        cells = {self.cell[h] for h in self.grid.hexes if "beach" in self.chart.terrain[h]}
        hexes = _rings([[*self.lattice.corners_of(c)] for c in sorted(cells)])
        yield f'<clipPath id="beach-hexes"><path d="{hexes}"/></clipPath>'
        yield f'<g clip-path="url(#coast)"><path class="sand" d="{hexes}"/></g>'
        yield (
            '<g clip-path="url(#beach-hexes)"><use href="#shore" class="surf"/><use href="#shore" class="strand"/></g>'
        )

    def hills(self) -> Iterator[str]:
        heights = {self.cell[h] for h in self.grid.hexes if "hill" in self.chart.terrain[h]}
        for cell in sorted(heights):
            x, y = self.lattice.centre_of(cell)
            for ring, reach in enumerate((0.43, 0.31, 0.18)):
                points = []
                for i in range(14):
                    angle = 2 * pi * i / 14
                    far = reach * (0.86 + 0.26 * noise(cell[0], cell[1], i, ring))
                    points.append((x + far * cos(angle), y + far * sin(angle) * 0.9))
                yield f'<path class="height{ring}" d="{_ring(soften(points, 2))}"/>'
            ticks = []
            for i in range(30):
                angle = 2 * pi * (i + 0.5 * noise(cell[0], cell[1], i, 9)) / 30
                near, far = 0.25 + 0.03 * noise(cell[0], i, 1), 0.37 + 0.06 * noise(cell[1], i, 2)
                ticks.append(
                    f"M{_p((x + near * cos(angle), y + near * sin(angle) * 0.9))}L"
                    f"{_p((x + far * cos(angle), y + far * sin(angle) * 0.9))}"
                )
            yield f'<path class="hachure" d="{"".join(ticks)}"/>'

    # ---- settlements

    def cities(self) -> Iterator[str]:
        for place in self.chart.places:
            if place.kind != "city":
                continue
            cells = {self.cell[self.grid.at(label)] for label in place.hexes}
            rings = [soften(wobble(divide(ring, 2), 0.05), 2) for ring in self.lattice.outlines(cells)]
            yield f'<path class="town-ground" d="{_rings(rings)}"/>'
            turn = 0.5 * noise(*sorted(cells)[0], 7) - 0.2
            for shade in range(3):
                blocks = []
                for cell in sorted(cells):
                    x, y = self.lattice.centre_of(cell)
                    for i in range(-4, 5):
                        for j in range(-4, 5):
                            gx, gy = 0.108 * i, 0.094 * j + (0.03 if i % 2 else 0)
                            if hypot(gx, gy) > 0.445 or noise(*cell, i, j) < 0.16:
                                continue
                            if int(noise(*cell, i, j, 5) * 3) != shade:
                                continue
                            px, py = x + gx * cos(turn) - gy * sin(turn), y + gx * sin(turn) + gy * cos(turn)
                            size = (0.05 + 0.035 * noise(*cell, i, j, 6), 0.045 + 0.03 * noise(*cell, i, j, 8))
                            blocks.append(block_path((px * HEX, py * HEX), (size[0] * HEX, size[1] * HEX), turn))
                yield f'<path class="block{shade}" d="{"".join(blocks)}"/>'

    def towns(self) -> Iterator[str]:
        for place in self.chart.places:
            if place.kind not in ("town", "village"):
                continue
            cell = self.cell[self.grid.at(place.hexes[0])]
            x, y = self.lattice.centre_of(cell)
            count = 11 if place.kind == "town" else 4
            blocks = []
            for i in range(count):
                angle = 2 * pi * (i + 0.6 * noise(*cell, i)) / count
                reach = (0.075 + 0.115 * noise(*cell, i, 1)) * (1.0 if place.kind == "town" else 0.7)
                px, py = x + reach * cos(angle), y + reach * sin(angle)
                size = 0.048 + 0.03 * noise(*cell, i, 2)
                blocks.append(block_path((px * HEX, py * HEX), (size * HEX * 1.25, size * HEX), angle))
            yield f'<path class="{place.kind}" d="{"".join(blocks)}"/>'

    # ---- rivers and roads

    def rivers(self) -> Iterator[str]:
        chains = list(self.river_chains())
        for style in ("river-bank", "river"):
            for _, major, chain in chains:
                yield f'<path class="{style}{" major" if major else ""}" d="{_through(chain)}"/>'

    def river_chains(self) -> Iterator[tuple[str, bool, list[Point]]]:
        """The rivers, and whether they are broad, as chains of corners carried on over the edge of the map."""
        by_name: dict[tuple[str, bool], dict[Point, set[Point]]] = {}
        for (a, b), name in sorted(self.chart.river_names.items()):
            one, two = self.side(a, b)
            net = by_name.setdefault((name, name in self.plan["major_rivers"] or (a, b) in self.broad), {})
            net.setdefault(one, set()).add(two)
            net.setdefault(two, set()).add(one)
        for name, major in sorted(by_name):
            net = by_name[name, major]
            while any(net.values()):
                ends = sorted(c for c, near in net.items() if len(near) == 1) or sorted(
                    c for c, near in net.items() if near
                )
                chain = [ends[0]]
                while net[chain[-1]]:
                    here = chain[-1]
                    onward = min(net[here], key=lambda c: (abs(_bend(chain, c)), c))
                    net[here].discard(onward)
                    net[onward].discard(here)
                    chain.append(onward)
                yield name, major, self.over_the_edge(chain)

    def over_the_edge(self, chain: list[Point]) -> list[Point]:
        for end, before in ((0, 1), (-1, -2)):
            x, y = chain[end]
            if sum(hypot(x - cx, y - cy) < 0.7 for cx, cy in map(self.lattice.centre_of, self.hex_at)) < 3:
                dx, dy = x - chain[before][0], y - chain[before][1]
                beyond = (x + 1.2 * dx, y + 1.2 * dy)
                chain = [beyond, *chain] if end == 0 else [*chain, beyond]
        return chain

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        corners = self.lattice.corners_of(self.cell[a])
        d = around(self.cell[a]).index(self.cell[b])
        one, two = ((round(x, 4), round(y, 4)) for x, y in (corners[d], corners[(d + 1) % 6]))
        return min(one, two), max(one, two)

    def trails(self) -> Iterator[str]:
        roads = self.exits(self.chart.roads, self.chart.edge_roads)
        d = self.ways(self.exits(self.chart.trails, self.chart.edge_trails), roads)
        yield f'<path class="trail-bed" d="{d}"/>'
        yield f'<path class="trail" d="{d}"/>'

    def roads(self) -> Iterator[str]:
        d = self.ways(self.exits(self.chart.roads, self.chart.edge_roads), {})
        for style in ("road-bed", "road"):
            yield f'<path class="{style}" d="{d}"/>'

    def exits(self, sides: Iterable[tuple[int, int]], leaving: Mapping[str, int]) -> dict[int, list[Point]]:
        """Where roads leave each hex: the middles of its sides, and points beyond the edge of the map."""
        exits: dict[int, list[Point]] = {}
        for a, b in sides:
            (ax, ay), (bx, by) = self.lattice.centre_of(self.cell[a]), self.lattice.centre_of(self.cell[b])
            middle = ((ax + bx) / 2, (ay + by) / 2)
            exits.setdefault(a, []).append(middle)
            exits.setdefault(b, []).append(middle)
        for edge, hexes in leaving.items():
            dx, dy = {"W": (-1.5, 0.0), "E": (1.5, 0.0), "N": (0.0, -1.0), "S": (0.0, 1.0)}[edge]
            for h in (h for h in self.grid.hexes if hexes >> h & 1):
                x, y = self.lattice.centre_of(self.cell[h])
                exits.setdefault(h, []).append((x + dx, y + dy))
        return exits

    def ways(self, exits: Mapping[int, list[Point]], roads: Mapping[int, list[Point]]) -> str:
        """Roads through the middles of hexsides, bending in the hexes; trails end on the roads they meet."""
        parts = []
        for h in sorted(exits):
            ways, hub = sorted(exits[h]), self.hub(h)
            if h in roads:
                end = self.heart(h, roads[h])
                parts += [f"M{_p(w)}L{_p(end)}" for w in ways]
            elif len(ways) == 1:
                parts.append(f"M{_p(ways[0])}L{_p(hub)}")
            else:
                one, two = _straightest(ways, hub)
                parts.append(f"M{_p(one)}Q{_p(hub)} {_p(two)}")
                parts += [f"M{_p(w)}L{_p(self.heart(h, ways))}" for w in ways if w not in (one, two)]
        return "".join(parts)

    def hub(self, h: int) -> Point:
        """Towards which the roads of a hex bend: near its centre."""
        x, y = self.lattice.centre_of(self.cell[h])
        return x + 0.07 * (noise(h, 1) - 0.5), y + 0.07 * (noise(h, 2) - 0.5)

    def heart(self, h: int, ways: Sequence[Point]) -> Point:
        """The middle of the main road in a hex, where other roads join it."""
        hub = self.hub(h)
        if len(ways) < 2:
            return hub
        one, two = _straightest(sorted(ways), hub)
        return (one[0] + two[0] + 2 * hub[0]) / 4, (one[1] + two[1] + 2 * hub[1]) / 4

    def bridges(self) -> Iterator[str]:
        paved = {(min(p), max(p)) for p in self.chart.roads}
        for a, b in sorted(self.chart.bridges):
            (ax, ay), (bx, by) = self.lattice.centre_of(self.cell[a]), self.lattice.centre_of(self.cell[b])
            turn = degrees(atan2(by - ay, bx - ax))
            x, y = (ax + bx) / 2 * HEX, (ay + by) / 2 * HEX
            symbol = "bridge" if (min(a, b), max(a, b)) in paved else "footbridge"
            yield f'<use href="#{symbol}" transform="translate({_n(x)} {_n(y)}) rotate({_n(turn)})"/>'

    # ---- grid and numbers

    def hex_grid(self) -> Iterator[str]:
        for style, wanted in (("grid-land", False), ("grid-sea", True)):
            parts = []
            for h, cell in sorted(self.cell.items()):
                corners = self.lattice.corners_of(cell)
                for d, other in enumerate(around(cell)):
                    beyond = self.hex_at.get(other)
                    if beyond is not None and beyond < h:
                        continue
                    wet = "sea" in self.chart.terrain[h] and (beyond is None or "sea" in self.chart.terrain[beyond])
                    if wet == wanted:
                        parts.append(f"M{_p(corners[d])}L{_p(corners[(d + 1) % 6])}")
            yield f'<path class="{style}" d="{"".join(parts)}"/>'

    def numbers(self) -> Iterator[str]:
        for style, wanted in (("number", False), ("number wet", True)):
            yield f'<g class="{style}">'
            for h, cell in sorted(self.cell.items()):
                if ("sea" in self.chart.terrain[h]) == wanted:
                    x, y = self.lattice.centre_of(cell)
                    yield f'<text x="{_n(x * HEX)}" y="{_n((y - 0.385) * HEX)}">{self.grid.label(h)}</text>'
            yield "</g>"

    # ---- boundaries

    def boundaries(self) -> Iterator[str]:
        for boundary in self.plan["boundary"]:
            area = self.chart.areas[boundary["area"]]
            parts = []
            for h, cell in sorted(self.cell.items()):
                if not area >> h & 1:
                    continue
                corners = self.lattice.corners_of(cell)
                for d, other in enumerate(around(cell)):
                    beyond = self.hex_at.get(other)
                    if beyond is None or area >> beyond & 1 or "sea" in self.chart.terrain[beyond]:
                        continue
                    if self.on_seam(h, beyond):
                        continue
                    dx, dy = self.lattice.turn((AROUND[d][0] / 2 * 0.075, AROUND[d][1] * LINE * 0.075))
                    one, two = corners[d], corners[(d + 1) % 6]
                    parts.append(f"M{_p((one[0] - dx, one[1] - dy))}L{_p((two[0] - dx, two[1] - dy))}")
            yield f'<path class="boundary" stroke="{boundary["colour"]}" d="{"".join(parts)}"/>'
        yield from self.seam()

    def on_seam(self, a: int, b: int) -> bool:
        return {self.grid.column(a), self.grid.column(b)} == set(self.plan["seam"])

    def seam(self) -> Iterator[str]:
        parts = []
        west, east = self.plan["seam"]
        for a in sorted(h for h in self.grid.hexes if self.grid.column(h) == west):
            if not any(self.is_land(n) for n in self.near(a, 3)):
                continue
            for b in self.grid.neighbours[a]:
                if self.grid.column(b) == east:
                    one, two = self.side(a, b)
                    parts.append(f"M{_p(one)}L{_p(two)}")
        d = "".join(parts)
        yield f'<path class="seam-bed" d="{d}"/><path class="seam" d="{d}"/>'

    def is_land(self, h: int) -> bool:
        return "sea" not in self.chart.terrain[h]

    def near(self, h: int, reach: int) -> set[int]:
        found = {h}
        for _ in range(reach):
            found |= {n for f in found for n in self.grid.neighbours[f]}
        return found

    # ---- names

    def block_page(self, numbers: bool) -> None:
        """Tell the page what names should not cover."""
        for cell in sorted(self.hex_at):
            x, y = self.lattice.centre_of(cell)
            if numbers:
                self.page.block(((x - 0.18) * HEX, (y - 0.49) * HEX, (x + 0.18) * HEX, (y - 0.36) * HEX), NUMBER)
        for place in self.chart.places:
            for label in place.hexes:
                x, y = self.lattice.centre_of(self.cell[self.grid.at(label)])
                reach = {"city": 0.4, "town": 0.2, "village": 0.12}.get(place.kind, 0.1)
                cost = SYMBOL if place.kind != "city" else 3.0
                self.page.block(((x - reach) * HEX, (y - reach) * HEX, (x + reach) * HEX, (y + reach) * HEX), cost)
        for h in (h for h in self.grid.hexes if "hill" in self.chart.terrain[h]):
            x, y = self.lattice.centre_of(self.cell[h])
            self.page.block(((x - 0.3) * HEX, (y - 0.3) * HEX, (x + 0.3) * HEX, (y + 0.3) * HEX), 0.5 * SYMBOL)
        for sides, cost in ((self.chart.roads, 1.0), (self.chart.trails, 0.5)):
            for a, b in sides:
                (ax, ay), (bx, by) = self.lattice.centre_of(self.cell[a]), self.lattice.centre_of(self.cell[b])
                for t in (0.25, 0.5, 0.75):
                    x, y = (ax + (bx - ax) * t) * HEX, (ay + (by - ay) * t) * HEX
                    self.page.block((x - 5, y - 5, x + 5, y + 5), LINE_COST * cost)
        for a, b in self.chart.rivers:
            for x, y in self.side(a, b):
                self.page.block((x * HEX - 5, y * HEX - 5, x * HEX + 5, y * HEX + 5), LINE_COST * 0.6)
        for x0, x1 in ((self.left - 2, self.left), (self.right, self.right + 2)):
            self.page.block((x0 * HEX, self.top * HEX, x1 * HEX, self.bottom * HEX), 5000.0)
        for y0, y1 in ((self.top - 2, self.top), (self.bottom, self.bottom + 2)):
            self.page.block((self.left * HEX, y0 * HEX, self.right * HEX, y1 * HEX), 5000.0)

    def names(self) -> list[str]:
        out = [self.country_label(label) for label in self.plan["label"]]
        order = {"city": 0, "town": 1, "feature": 2, "village": 3}
        written: list[tuple[str, Name]] = []
        rivers: list[str] = []
        for place in sorted(self.chart.places, key=lambda p: (order[p.kind], -len(p.hexes), p.name)):
            if place.kind == "village" and not rivers:
                rivers = self.river_labels()
            written.append((f"name {place.kind}-name", self.place_name(place)))
        out += rivers
        for halo in (True, False):
            for style, name in written:
                css = f"{style} halo" if halo else style
                out.append(
                    f'<text class="{css}" x="{_n(name.x)}" y="{_n(name.y)}" font-size="{_n(name.size)}" '
                    f'text-anchor="{name.anchor}">{escape(name.text)}</text>'
                )
        return out

    def place_name(self, place: DrawablePlace) -> Name:
        text = place.name.replace("Sainte-", "Ste-").replace("Saint-", "St-")
        size = {"city": 15.0 + 1.2 * min(len(place.hexes), 9), "town": 12.4, "village": 10.4, "feature": 12.0}[
            place.kind
        ]
        if place.kind == "city":
            text = text.upper()
        spacing = 0.06 * size if place.kind == "city" else 0.0
        spots: list[Spot] = []
        cells = [self.cell[self.grid.at(label)] for label in place.hexes]
        xs, ys = [self.lattice.centre_of(c)[0] for c in cells], [self.lattice.centre_of(c)[1] for c in cells]
        reach = {"city": 0.40, "town": 0.22, "village": 0.13, "feature": 0.30}[place.kind]
        beside = 0.52 if place.kind == "city" else reach + 0.04
        low, high = max(ys) + reach, min(ys) - reach
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        if len(cells) > 4:
            spots.append((x * HEX, y * HEX + 0.3 * size, "middle"))
        spots += [
            (x * HEX, low * HEX + 0.80 * size, "middle"),
            ((max(xs) + beside) * HEX, y * HEX + 0.33 * size, "start"),
            ((min(xs) - beside) * HEX, y * HEX + 0.33 * size, "end"),
            (x * HEX, high * HEX - 0.25 * size, "middle"),
            ((max(xs) + 0.6 * reach) * HEX, low * HEX + 0.55 * size, "start"),
            ((min(xs) - 0.6 * reach) * HEX, low * HEX + 0.55 * size, "end"),
            ((max(xs) + 0.6 * reach) * HEX, high * HEX + 0.05 * size, "start"),
            ((min(xs) - 0.6 * reach) * HEX, high * HEX + 0.05 * size, "end"),
            (x * HEX, low * HEX + 1.5 * size, "middle"),
        ]
        return self.page.put(text, size, spots, spacing)

    def country_label(self, label: _Label) -> str:
        x, y = self.lattice.centre_of(self.cell[self.grid.at(label["hex"])])
        dx, dy = label.get("shift", [0.0, 0.0])
        x, y = (x + dx) * HEX, (y + dy) * HEX
        size = f' style="font-size:{_n(label["size"])}px"' if "size" in label else ""
        turned = f'transform="translate({_n(x)} {_n(y)}) rotate({_n(label.get("turn", 0.0))})"'
        styles = ("halo ", "") if label["style"] in ("woods", "marsh") else ("",)
        return "".join(
            f'<text class="label {label["style"]}-label {halo}"{size} {turned}>{escape(label["text"])}</text>'
            for halo in styles
        )

    def river_labels(self) -> list[str]:
        """Each river's name once, along a fairly straight stretch where it covers least."""
        chains: dict[str, list[Point]] = {}
        for name, _, chain in self.river_chains():
            if len(chain) > len(chains.get(name, [])):
                chains[name] = chain
        out = []
        for name, chain in sorted(chains.items()):
            spots = [spot for i in range(len(chain) - 5) for spot in _beside(chain[i : i + 6], 13.0)]
            if not spots:
                continue
            long = width_of(name, 13, 1.8)
            _, _, (x, y, turn) = min(
                (self.page.cost_along((x, y), turn, long) + straight, i, (x, y, turn))
                for i, (x, y, turn, straight) in enumerate(spots)
            )
            self.page.block_along((x, y), turn, long)
            place = f'transform="translate({_n(x)} {_n(y)}) rotate({_n(turn)})"'
            out.append(f'<text class="river-name halo" {place}>{escape(name)}</text>')
            out.append(f'<text class="river-name" {place}>{escape(name)}</text>')
        return out

    # ---- title, key, scale

    def furniture(self) -> Iterator[str]:
        yield from self.at_scale(self.plan["title_at"], self.cartouche())
        yield from self.at_scale(self.plan["key_at"], self.key())
        north = self.fit.plane(self.fit.lat0 + 0.1, self.fit.lon0), self.fit.plane(self.fit.lat0, self.fit.lon0)
        turn = degrees(atan2(north[0][0] - north[1][0], north[0][1] - north[1][1]))
        yield compass(self.at(self.plan["compass_at"]), self.plan.get("compass", 92), turn)
        yield from self.scale_bar()

    def at_scale(self, label: str, parts: Iterable[str]) -> Iterator[str]:
        """A panel larger or smaller than usual, from the hex where it stands."""
        if (scale := self.plan.get("scale", 1.0)) == 1.0:
            yield from parts
        else:
            x, y = self.at(label)
            yield f'<g transform="translate({_n(x)} {_n(y)}) scale({scale:g}) translate({_n(-x)} {_n(-y)})">'
            yield from parts
            yield "</g>"

    def panel(self, x: float, y: float, wide: float, high: float) -> str:
        return _box("panel", x, y, wide, high, 9) + _box("panel-line", x + 6, y + 6, wide - 12, high - 12, 5)

    def cartouche(self) -> Iterator[str]:
        x, y = self.at(self.plan["title_at"])
        x, y, wide, high = x - 20, y - 4, 700.0, 200.0
        yield self.panel(x, y, wide, high)
        yield f'<text class="title" x="{_n(x + wide / 2)}" y="{_n(y + 92)}">{escape(self.plan["title"])}</text>'
        yield f'<path class="rule" d="M{_n(x + 120)} {_n(y + 115)}h{_n(wide - 240)}"/>'
        yield f'<text class="subtitle" x="{_n(x + wide / 2)}" y="{_n(y + 152)}">{escape(self.plan["subtitle"])}</text>'

    def at(self, label: str) -> Point:
        x, y = self.lattice.centre_of(self.cell[self.grid.at(label)])
        return x * HEX, y * HEX

    def key(self) -> Iterator[str]:
        x, y = self.at(self.plan["key_at"])
        x, y, wide, high = x - 20, y - 4, 728.0, 560.0
        yield self.panel(x, y, wide, high)
        yield f'<text class="key-title" x="{_n(x + wide / 2)}" y="{_n(y + 42)}">Terrain key</text>'
        for i, (kind, word) in enumerate(self.plan.get("key", KEY)):
            column, row = i % 3, i // 3
            cx, cy = x + 68 + column * 226, y + 104 + row * 84
            yield from self.sample(kind, (cx, cy))
            yield f'<text class="key-word" x="{_n(cx + 48)}" y="{_n(cy + 6)}">{word}</text>'
        top = y + 338
        for i, (style, word) in enumerate(self.plan.get("lines", LINES)):
            cx, cy = x + 34 + (i % 2) * 338, top + (i // 2) * 40
            line = f"M{_n(cx)} {_n(cy)}q22 -9 44 0t44 0"
            if style == "river":
                yield f'<path class="river-bank major" d="{line}"/><path class="river major" d="{line}"/>'
            elif style == "stream":
                yield f'<path class="river-bank" d="{line}"/><path class="river" d="{line}"/>'
            elif style == "bridge":
                for over in ("river-bank major", "river major"):
                    yield f'<path class="{over}" d="M{_n(cx + 44)} {_n(cy - 17)}v34"/>'
                for over in ("road-bed", "road"):
                    yield f'<path class="{over}" d="M{_n(cx)} {_n(cy)}h88"/>'
                yield f'<use href="#bridge" transform="translate({_n(cx + 44)} {_n(cy)})"/>'
            else:
                yield f'<path class="{style}-bed" d="{line}"/><path class="{style}" d="{line}"/>'
            yield f'<text class="key-word" x="{_n(cx + 106)}" y="{_n(cy + 6)}">{word}</text>'
        top += 44 * ((len(self.plan.get("lines", LINES)) + 1) // 2)
        yield f'<path class="rule" d="M{_n(x + 34)} {_n(top - 14)}h{_n(wide - 68)}"/>'
        edges = [
            *((b["colour"], b["name"]) for b in self.plan["boundary"]),
            ("seam", " | ".join(self.plan["seam_names"])),
        ]
        for i, (colour, word) in enumerate(edges):
            cx, cy = x + 34 + (i % 2) * 338, top + 16 + (i // 2) * 36
            if colour == "seam":
                yield f'<path class="seam" d="M{_n(cx)} {_n(cy)}h88"/>'
            else:
                yield f'<path class="boundary" stroke="{colour}" d="M{_n(cx)} {_n(cy)}h88"/>'
            yield f'<text class="key-word" x="{_n(cx + 106)}" y="{_n(cy + 6)}">{escape(word)}</text>'

    def sample(self, kind: str, middle: Point) -> Iterator[str]:
        """One hex of the key."""
        cx, cy = middle
        size = 34.0
        around_it = [self.lattice.turn((sin(pi / 3 * i), -cos(pi / 3 * i))) for i in range(6)]
        corners = [(cx + size * right, cy + size * down) for right, down in around_it]
        d = "M" + "L".join(f"{_n(px)} {_n(py)}" for px, py in corners) + "Z"
        fill = {"sea": "shallow", "beach": "sand", "city": "town-ground"}.get(kind, "land")
        yield f'<path class="{fill}" d="{d}"/>'
        if kind == "clear":
            yield f'<path fill="url(#fields)" d="{d}"/>'
        if kind in ("bocage", "woods", "forest", "swamp"):
            yield f'<path class="{kind}" d="{d}"/>'
        if kind in ("woods", "forest"):
            trees = 18 if kind == "forest" or "woods_gap" not in self.plan else 7
            for i in range(trees):
                px, py = cx + 24 * (2 * noise(i, 1) - 1), cy - 20 + 44 * i / trees
                yield f'<use href="#tree{i % 3}" x="{_n(px)}" y="{_n(py)}"/>'
        if kind == "hill":
            for ring, reach in enumerate((26.0, 18.0, 10.0)):
                yield f'<circle class="height{ring}" cx="{_n(cx)}" cy="{_n(cy)}" r="{reach}"/>'
        if kind in ("town", "city"):
            step, reach = (9.0, 28.0) if kind == "city" else (8.0, 14.0)
            for shade in range(3):
                blocks = [
                    block_path((cx + i * step, cy + j * step), (5.6, 4.8), 0.2)
                    for i in range(-3, 4)
                    for j in range(-3, 4)
                    if hypot(i * step, j * step) < reach and noise(i, j, 2) > 0.2 and int(noise(i, j, 3) * 3) == shade
                ]
                style = f"block{shade}" if kind == "city" else "town"
                yield f'<path class="{style}" d="{"".join(blocks)}"/>'
        yield f'<path class="sample" d="{d}"/>'

    def scale_bar(self) -> Iterator[str]:
        x, y = self.at(self.plan["scale_at"])
        km = HEX / self.fit.hex_km
        for unit, per, steps, dy in (
            ("km", km, (0, 2, 4, 6, 8, 10), 0.0),
            ("miles", km * 1.609344, (0, 1, 2, 3, 4, 5, 6), 34.0),
        ):
            for i, (one, two) in enumerate(pairwise(steps)):
                fill = "scale-dark" if i % 2 == 0 else "scale-light"
                yield _box(fill, x + one * per, y + dy, (two - one) * per, 7)
            for step in steps:
                yield f'<text class="scale-word" x="{_n(x + step * per)}" y="{_n(y + dy - 5)}">{step}</text>'
            yield f'<text class="scale-word end" x="{_n(x + steps[-1] * per + 14)}" y="{_n(y + dy + 8)}">{unit}</text>'

    def border(self) -> Iterator[str]:
        yield f'<rect class="frame" {self.rect()}/>'
        x, y = self.left * HEX - 9, self.top * HEX - 9
        yield _box("frame-outer", x, y, self.width + 18, self.height + 18)
        bottom = self.bottom * HEX + 50
        yield f'<text class="credit" x="{_n(self.left * HEX)}" y="{_n(bottom)}">{escape(self.plan["credit"])}</text>'
        yield from self.edge_marks()

    def edge_marks(self) -> Iterator[str]:
        """Row and column numbers around the map."""
        last = max(self.grid.row(h) for h in self.grid.hexes)
        first_in: dict[int, int] = {}  # row: column
        last_in: dict[int, int] = {}  # column: row, of those that are shoved as the last one is
        for h in self.grid.hexes:
            row, column = self.grid.row(h), self.grid.column(h)
            first_in[row] = min(column, first_in.get(row, column))
            if (last - row) % 2 == 0:
                last_in[column] = max(row, last_in.get(column, row))
        odd = self.grid.kind == "rows"  # columns that are shoved down have no hex in the last row
        for h, cell in sorted(self.cell.items()):
            x, y = self.lattice.centre_of(cell)
            row, column = self.grid.row(h), self.grid.column(h)
            if column == first_in[row] and row % 2 == odd:
                for px in (self.left * HEX - 30, self.right * HEX + 30):
                    yield f'<text class="edge" x="{_n(px)}" y="{_n(y * HEX + 5)}">{row:02}</text>'
            if row == last_in.get(column) and column % 2 == odd:
                for py in (self.top * HEX - 20, self.bottom * HEX + 30):
                    yield f'<text class="edge" x="{_n(x * HEX)}" y="{_n(py)}">{column:02}</text>'


# ---- small change


def _n(value: float) -> str:
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def _p(point: Point) -> str:
    return f"{_n(point[0] * HEX)} {_n(point[1] * HEX)}"


def _box(style: str, x: float, y: float, wide: float, high: float, round_: float = 0.0) -> str:
    return f'<rect class="{style}" x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}" rx="{_n(round_)}"/>'


def _ring(points: Sequence[Point]) -> str:
    return "M" + "L".join(_p(p) for p in points) + "Z"


def _rings(rings: Iterable[Sequence[Point]]) -> str:
    return "".join(_ring(ring) for ring in rings)


def _through(chain: Sequence[Point]) -> str:
    """A smooth line through the middles of a chain's stretches, bending at its corners."""
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise(chain)]
    bends = "".join(f"Q{_p(corner)} {_p(middle)}" for corner, middle in zip(chain[1:-1], middles[1:], strict=True))
    return f"M{_p(chain[0])}L{_p(middles[0])}{bends}L{_p(chain[-1])}"


def _straightest(ways: Sequence[Point], hub: Point) -> tuple[Point, Point]:
    """The two of several ways out of a hub that lie most nearly opposite each other."""
    pairs = [(a, b) for i, a in enumerate(ways) for b in ways[i + 1 :]]

    def bend(pair: tuple[Point, Point]) -> float:
        (ax, ay), (bx, by) = ((p[0] - hub[0], p[1] - hub[1]) for p in pair)
        return (ax * bx + ay * by) / (hypot(ax, ay) * hypot(bx, by))

    return min(pairs, key=lambda pair: (round(bend(pair), 3), pair))


def _bend(chain: Sequence[Point], onward: Point) -> float:
    if len(chain) < 2:
        return 0.0
    (x1, y1), (x2, y2) = chain[-2], chain[-1]
    one, two = atan2(y2 - y1, x2 - x1), atan2(onward[1] - y2, onward[0] - x2)
    return (two - one + pi) % (2 * pi) - pi


def _beside(piece: Sequence[Point], gap: float) -> Iterator[tuple[float, float, float, float]]:
    """Spots on both sides of a stretch of river: x, y, turn, and a price for how crooked the stretch is."""
    (x1, y1), (x2, y2) = piece[0], piece[-1]
    turn = degrees(atan2(y2 - y1, x2 - x1))
    if not -90 < turn <= 90:
        turn += 180 if turn <= -90 else -180
    crooked = 10 * (2.5 - hypot(x2 - x1, y2 - y1))
    x, y = sum(p[0] for p in piece) / len(piece) * HEX, sum(p[1] for p in piece) / len(piece) * HEX
    nx, ny = sin(turn * pi / 180), -cos(turn * pi / 180)
    yield x + gap * nx, y + gap * ny, turn, crooked
    yield x - (gap + 9) * nx, y - (gap + 9) * ny, turn, crooked + 0.5


def _group(name: str, parts: Iterable[str], clip: str = "") -> str:
    clipped = f' clip-path="url(#{clip})"' if clip else ""
    return f'<g id="{name}"{clipped}>' + "".join(parts) + "</g>"
