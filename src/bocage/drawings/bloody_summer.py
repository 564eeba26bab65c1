"""Normandy with its exits and interdiction zones, and below it the Strategic Movement Map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from math import atan2, degrees

from bocage.games.bloody_summer import MANIFEST
from bocage.games.bloody_summer.content import Content, load_content
from bocage.games.bloody_summer.ground import ESTUARY, MAJOR, Ground, Place, lines_between
from bocage.games.bloody_summer.sheet import AIRFIELDS_AT, APRON, SECOND_WAVE_AT, Rectangle, panels_of
from bocage.games.bloody_summer.terms import Terrain
from bocage.geography.draw import NamedPlace, PlainChart, draw_svg
from bocage.geography.part import PLACE_OF_VEIL, cut_out
from bocage.geography.projection import Point
from bocage.hexes import Grid, Hex, Sides, mask, members
from bocage.hexes.sheet import HEX, MARGIN, sheet_size, spot

TURNS = False

LOOKS: Mapping[Terrain, str] = {Terrain.MARSH: "swamp"}  # as what the painter draws it
COLOURS: Mapping[str, str] = {  # of the entry boxes and their exits
    "Evreux": "#2f6690",
    "Alencon": "#8a5a2b",
    "Le Mans": "#4f7d3a",
    "Rennes": "#7d3c7d",
}
PLAIN = "#6b5f4a"  # of other boxes
HEAD = 22.0  # height of the strip with a box's title
RAIL = 5.0  # how far railroads run beside the middles of hexes, where the roads are


@cache
def draw(scenario: str | None, _turned: bool, numbers: bool) -> str:
    """The whole sheet, or the hexes that a scenario uses: the first one those west of the seam."""
    content = load_content()
    whole = _whole(numbers)
    if scenario is None:
        return whole.replace(PLACE_OF_VEIL, "")
    ground, (first, last) = content.ground, content.set_ups[scenario].columns
    used = mask(h for h in members(ground.land) if first <= ground.grid.column(h) <= last)
    return cut_out(whole, _chart(ground), ground.land, used)


@cache
def _whole(numbers: bool) -> str:
    """The sheet from which the parts are cut out."""
    content = load_content()
    ground = content.ground
    broad = {side for side in ground.rivers if ground.rivers[side] >= MAJOR}
    lines = "".join((*_railroads(ground), *_estuaries(ground), *_zones(ground), *_fortified(ground)))
    marks = "".join((*_landings(content), *_marks(content), PLACE_OF_VEIL, *_strategic_map(content)))
    return draw_svg(
        _chart(ground),
        MANIFEST.name,
        counters=marks,
        lines=lines,
        numbers=numbers,
        broad=broad,
        clear_of=_taken(content),
        apron=APRON,
    )


# ---------------------------------------------------------------------------------------- what the painter needs


def _chart(ground: Ground) -> PlainChart:
    return PlainChart(
        grid=ground.grid,
        terrain=tuple(_look(ground, h) for h in range(ground.grid.size)),
        rivers=ground.rivers,
        roads=ground.roads,
        trails=Sides(),
        bridges=Sides(side for side in ground.bridges if side in ground.roads),
        edge_roads=_edge_roads(ground),
        edge_trails={},
        areas={},
        river_names=ground.river_names,
        places=tuple(NamedPlace(place.name, _kind(place), place.hexes) for place in ground.places),
    )


def _edge_roads(ground: Ground) -> dict[str, int]:
    """Where a road goes on over the edge of the map: at the exits."""
    grid, last = ground.grid, max(map(ground.grid.row, ground.grid.hexes))
    ends = dict.fromkeys(("E", "S"), 0)
    for h in ground.exit_at:
        ends["S" if grid.row(h) == last else "E"] |= 1 << h
    return ends


def _look(ground: Ground, h: Hex) -> frozenset[str]:
    """Around a town the country goes on as it lies beneath."""
    look = {LOOKS.get(ground.beneath[h], ground.beneath[h].value)}
    if ground.terrain[h] is Terrain.BEACH:
        look.add("beach")
    if ground.terrain[h] is Terrain.TOWN:
        look.add("city")
    return frozenset(look)


def _kind(place: Place) -> str:
    if place.name == "Pointe du Hoc":
        return "feature"
    return {"town": "city", "village": "village", "name": "village"}[place.kind]


# ---------------------------------------------------------------------------------------- lines


def _corner_points(grid: Grid, h: Hex) -> list[Point]:
    (x, y), (left, top) = spot(grid, h), grid.centre(h)
    return [(round(x + (px - left) * HEX, 1), round(y + (py - top) * HEX, 1)) for px, py in grid.corners(h)]


def _side(grid: Grid, a: Hex, b: Hex) -> str:
    """The side between two hexes, as part of a path."""
    one, two = _corner_points(grid, a), _corner_points(grid, b)
    (x1, y1), (x2, y2) = (p for p in one if any(abs(p[0] - q[0]) < 1 and abs(p[1] - q[1]) < 1 for q in two))
    return f"M{x1} {y1}L{x2} {y2}"


def _path(style: str, d: str) -> Iterator[str]:
    yield f'<path class="{style}-bed" d="{d}"/><path class="{style}" d="{d}"/>'


def _railroads(ground: Ground) -> Iterator[str]:
    d = ""
    for a, b in sorted(ground.railroads):
        (ax, ay), (bx, by) = spot(ground.grid, a), spot(ground.grid, b)
        d += f"M{ax + RAIL:.1f} {ay - RAIL:.1f}L{bx + RAIL:.1f} {by - RAIL:.1f}"
    yield from _path("rail", d)


def _estuaries(ground: Ground) -> Iterator[str]:
    yield f'<path class="estuary" d="{"".join(_side(ground.grid, a, b) for a, b in ground.rivers.of(ESTUARY))}"/>'


def _zones(ground: Ground) -> Iterator[str]:
    """The boundaries of the interdiction zones, on land."""
    zone_of = {h: name for name, hexes in ground.zones.items() for h in members(hexes & ground.land)}
    sides = [
        (a, b) for a in zone_of for b in ground.grid.neighbours[a] if a < b and zone_of.get(b, zone_of[a]) != zone_of[a]
    ]
    yield from _path("zone", "".join(_side(ground.grid, a, b) for a, b in sides))


def _fortified(ground: Ground) -> Iterator[str]:
    yield from _path("fort", "".join(_side(ground.grid, a, b) for a, b in sorted(ground.fortified)))


# ---------------------------------------------------------------------------------------- marks

DROP, BATTERY, PORT, EXIT = (-18.0, 10.0), (17.0, 12.0), (19.0, -13.0), (15.0, 17.0)  # from the middle of the hex


def _text(style: str, x: float, y: float, words: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def _beside(ground: Ground, label: str, shift: Point) -> Point:
    x, y = spot(ground.grid, ground.grid.at(label))
    return x + shift[0], y + shift[1]


def _drop_zones(content: Content) -> dict[str, list[str]]:
    """The units that come from the air to each hex."""
    there: dict[str, list[str]] = {}
    for unit in content.units.values():
        if unit.entry.kind in ("drop", "landing", "glider"):
            there.setdefault(str(unit.entry.hex), []).append(unit.name)
    return there


def _taken(content: Content) -> Iterator[tuple[float, float, float, float]]:
    """What names should not cover."""
    ground, counters = content.ground, content.counters
    for h in ground.offshore.values():
        x, y = spot(ground.grid, h)
        for dx in (-32, 0):
            for dy in (-32, 0):
                yield x + dx, y + dy, x + dx + 32, y + dy + 32
    for labels, shift in (
        (_drop_zones(content), DROP),
        ([battery.hex for battery in counters.battery.values()], BATTERY),
        ([depot.hex for depot in counters.depot.values() if depot.kind in ("minor_port", "cherbourg")], PORT),
        ([one.hex for one in ground.exits.values()], EXIT),
    ):
        for label in labels:
            x, y = _beside(ground, label, shift)
            yield x - 12, y - 12, x + 12, y + 12
    for label, names in _drop_zones(content).items():
        x, y = _beside(ground, label, DROP)
        half = 3 * len(" ".join(names))
        yield x - half, y + 10, x + half, y + 21


def _landings(content: Content) -> Iterator[str]:
    yield from _offshore(content)
    yield from _waiting(content.ground)
    yield from _across(content)
    yield from _drops(content)


def _marks(content: Content) -> Iterator[str]:
    yield from _batteries(content)
    yield from _ports(content)
    yield from _exits(content.ground)


def _offshore(content: Content) -> Iterator[str]:
    """The landing boxes: a sea hex before each beach and before Pointe du Hoc."""
    ground = content.ground
    mulberries = {depot.hex: depot.name for depot in content.counters.depot.values() if depot.kind == "mulberry"}
    for name, h in ground.offshore.items():
        x, y = spot(ground.grid, h)
        corners = " ".join(f"{px},{py}" for px, py in _corner_points(ground.grid, h))
        yield f'<polygon class="offshore" points="{corners}"/>'
        hex_ = ground.beaches[name].hex if name in ground.beaches else ground.grid.label(ground.pointe_du_hoc)
        words = [*name.replace("Pointe du Hoc", "Pointe du-Hoc").replace("-", " ").split(" ", 1)]
        if hex_ in mulberries:
            words.append(mulberries[hex_])
        for line, word in enumerate(words):
            yield _text("wave", x, y - 2 + 12 * (line - len(words) / 2 + 0.5), word)
        bx, by = spot(ground.grid, ground.grid.at(hex_))
        turn = degrees(atan2(by - y, bx - x))
        yield (
            f'<path class="chevron" d="M-5 -8L4 0L-5 8" '
            f'transform="translate({(x + bx) / 2:.1f} {(y + by) / 2:.1f}) rotate({turn:.0f})"/>'
        )


def _waiting(ground: Ground) -> Iterator[str]:
    """Those who land where they are needed, and those who come by air, wait in the sea."""
    for label, *words in ((SECOND_WAVE_AT, "2nd Wave", "where needed"), (AIRFIELDS_AT, "Airfields", "in England")):
        h = ground.grid.at(label)
        x, y = spot(ground.grid, h)
        corners = " ".join(f"{px},{py}" for px, py in _corner_points(ground.grid, h))
        yield f'<polygon class="offshore" points="{corners}"/>'
        for line, word in enumerate(words):
            yield _text("wave", x, y - 2 + 12 * (line - len(words) / 2 + 0.5), word)


def _across(content: Content) -> Iterator[str]:
    """The places of the 79th Armoured: brackets over the landing boxes that they serve."""
    ground = content.ground
    for unit in content.units.values():
        if unit.entry.kind != "across":
            continue
        spots = [spot(ground.grid, ground.offshore[beach]) for beach in unit.entry.beaches]
        left, right = min(x for x, _ in spots) - 24, max(x for x, _ in spots) + 24
        top = min(y for _, y in spots) - 0.62 * HEX
        yield f'<path class="across" d="M{left:.1f} {top + 7:.1f}v-7H{right:.1f}v7"/>'
        x, y = ((left + right) / 2, top - 5) if len(spots) > 1 else (right + 30, top + 8)
        yield _text("wave", x, y, "79th Arm")


def _drops(content: Content) -> Iterator[str]:
    for label, names in _drop_zones(content).items():
        x, y = _beside(content.ground, label, DROP)
        yield f'<path class="chute" d="M{x - 8:.1f} {y:.1f}a8 8 0 0 1 16 0zl8 10l8 -10"/>'
        yield _text("chute-word", x, y + 19, " ".join(names))


def _batteries(content: Content) -> Iterator[str]:
    for battery in content.counters.battery.values():
        x, y = _beside(content.ground, battery.hex, BATTERY)
        yield f'<path class="battery" d="M{x - 6:.1f} {y + 5:.1f}a6 6 0 0 1 12 0zM{x - 1.5:.1f} {y:.1f}v-9h3v9z"/>'
        yield _text("battery-word", x + 7, y + 4, battery.beaches)


def _ports(content: Content) -> Iterator[str]:
    for depot in content.counters.depot.values():
        if depot.kind not in ("minor_port", "cherbourg"):
            continue
        x, y = _beside(content.ground, depot.hex, PORT)
        yield f'<circle class="anchor-ground" cx="{x:.1f}" cy="{y:.1f}" r="9"/>'
        yield f'<path class="anchor" d="M{x:.1f} {y - 6:.1f}v12m-3.5 -8.5h7m-9 3.5q0 5.5 5.5 5.5t5.5 -5.5"/>'


def _exits(ground: Ground) -> Iterator[str]:
    for letter, one in ground.exits.items():
        x, y = _beside(ground, one.hex, EXIT)
        yield f'<circle class="exit" cx="{x:.1f}" cy="{y:.1f}" r="12" fill="{COLOURS[one.box]}"/>'
        yield _text("exit-word", x, y + 6, letter)


# ---------------------------------------------------------------------------------------- below the map


def _strategic_map(content: Content) -> Iterator[str]:
    ground, panels = content.ground, panels_of(content)
    yield _text("strategic-title", MARGIN, sheet_size(ground.grid)[1] + 22, "Strategic Movement Map")
    for a, b in lines_between(ground.boxes):
        (x1, y1), (x2, y2) = panels[a].middle, panels[b].middle
        d = f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
        yield f'<path class="link" d="{d}"/><path class="link-line" d="{d}"/>'
    for name, box in ground.boxes.items():
        at = panels[name]
        yield from _panel(at, box.title, COLOURS.get(name, PLAIN))
        x, y = at.left + at.width - 15, at.top + HEAD / 2
        yield f'<circle class="value-ground" cx="{x:.1f}" cy="{y:.1f}" r="9.5"/>'
        yield _text("value", x, y + 5.5, str(box.interdiction))
        for line, words in enumerate(_in_words(content, name)):
            yield _text("box-word", at.left + 8, at.top + HEAD + 15 + 14 * line, words)
    for festung in content.counters.festung.values():
        if festung.box is None:
            continue
        at = panels[f"Festung {festung.name}"]
        yield f'<rect class="festung" {_rect(at)} rx="4"/>'
        yield _text(
            "festung-word", at.middle[0], at.top + 15, f"{festung.name.replace('Saint-', 'St-')} {festung.defence}"
        )
    for name, beside in ground.beside.items():
        at = panels[name]
        yield f'<rect class="box" {_rect(at)} rx="6"/>'
        yield _text("box-title dark", at.middle[0], at.top + 19, beside.title)


def _panel(at: Rectangle, title: str, colour: str) -> Iterator[str]:
    yield f'<rect class="box" {_rect(at)}/>'
    yield f'<rect class="box-head" {_rect(at._replace(height=HEAD))} fill="{colour}"/>'
    yield _text("box-title", at.left + 8, at.top + 16, title)


def _rect(at: Rectangle) -> str:
    return f'x="{at.left:.1f}" y="{at.top:.1f}" width="{at.width:.1f}" height="{at.height:.1f}"'


def _in_words(content: Content, name: str) -> Iterator[str]:
    letters = [letter for letter, one in content.ground.exits.items() if one.box == name]
    if letters:
        yield f"exits {' '.join(letters)}"
    depot = next((one for one in content.counters.german_depot.values() if one.box == name), None)
    if depot is not None:
        yield f"depot {depot.capacity}" + (f", defence {depot.defence}" if depot.defence else "")
    if content.ground.boxes[name].maquis:
        yield "Maquis"
    if content.ground.boxes[name].beyond_seine:
        yield "beyond the Seine"
