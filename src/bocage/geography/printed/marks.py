"""Positions, landing boxes, numbers and names."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import atan2, cos, sin

from bocage.geography.lettering import NAME, NUMBER, SYMBOL, Page, Spot, width_of
from bocage.geography.outline import centre_of, corners_of
from bocage.geography.printed.look import BEACHES, COLOURS
from bocage.geography.printed.plane import Place, Plane, Valley, along, n
from bocage.geography.projection import Point
from bocage.hexes import members
from bocage.hexes.sheet import HEX, MARGIN


def boundary(plane: Plane) -> Iterator[str]:
    """The line between the sectors of the two divisions."""
    east, parts = plane.sector["east"], []
    for h in members(east):
        for other in plane.grid.neighbours[h]:
            if not east >> other & 1:
                parts.append(plane.line(plane.side(h, other)))
    yield f'<path class="sector" d="{"".join(parts)}"/>'


def numbers(plane: Plane) -> Iterator[str]:
    """Every hex number, at the upper corner."""
    for h in plane.grid.hexes:
        yield f'<text class="number" {plane.at(plane.centre(h), 0, -24.5)}>{plane.grid.label(h)}</text>'


# -- positions -------------------------------------------------------------------------------------


def positions(plane: Plane) -> Iterator[str]:
    """A frame in the colour of each position, its stroke pattern and letters saying the colour as well."""
    by_id = {place.id: place for place in plane.places}
    for place in plane.places:
        ink, letters, dashes = COLOURS[place.colour]
        cell = plane.cell[place.hex]
        if place.kind == "wn":
            yield f'<path class="wn-fill" fill="{ink}" d="{plane.hex_ring(cell, 0.86)}"/>'
        yield f'<path class="frame-bed" d="{plane.hex_ring(cell, 0.86)}"/>'
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        yield f'<path class="frame-line" stroke="{ink}"{dashed} d="{plane.hex_ring(cell, 0.86)}"/>'
        if place.kind == "wn":
            yield f'<path class="wn-inner" stroke="{ink}" d="{plane.hex_ring(cell, 0.74)}"/>'
        for target in place.advance_to:
            yield _arrow(plane, place, plane.centre(by_id[target].hex), ink)
        yield from _tag(plane, place, ink, letters)


def _tag(plane: Plane, place: Place, ink: str, letters: str) -> Iterator[str]:
    x, y = plane.to_sheet(plane.centre(place.hex))
    y += 23
    word = place.id if not place.id.startswith("blank") else ""
    small = 0.85 if len(word) > 4 else 1.0  # WN62N stays within its hex
    long = small * sum(10.4 if letter in "WN" else 8.2 for letter in word)
    wide = 16 + long + (11 if place.vp else 0)
    left = x - wide / 2
    yield f'<rect class="tag" fill="{ink}" x="{n(left)}" y="{n(y - 9)}" width="{n(wide)}" height="13.6" rx="4"/>'
    yield f'<text class="tag-colour" x="{n(left + 8.2)}" y="{n(y + 0.6)}">{letters}</text>'
    if word:
        size = f' style="font-size:{n(11 * small)}px"' if small < 1 else ""
        yield f'<text class="tag-word" x="{n(left + 14.2 + long / 2)}" y="{n(y + 1.9)}"{size}>{word}</text>'
    if place.vp:
        yield f'<use href="#star" x="{n(left + wide - 7)}" y="{n(y - 2)}"/>'
    if place.artillery:
        yield (
            f'<path class="gun-line" d="M{n(x - 22)} {n(y - 33)}l9 -5m-6 8.4h7m-3.5 -5v5"/>'
            f'<text class="gun" x="{n(x + 17)}" y="{n(y - 31)}">{place.artillery}</text>'
        )


def _arrow(plane: Plane, place: Place, goal: Point, ink: str) -> str:
    """A small arrowhead on the rim towards the position to which the unit would advance."""
    x, y = plane.centre(place.hex)
    angle = atan2(goal[1] - y, goal[0] - x)
    tip = (x + 0.5 * cos(angle), y + 0.5 * sin(angle))
    sides = [(x + 0.35 * cos(angle + turn), y + 0.35 * sin(angle + turn)) for turn in (0.4, -0.4)]
    return f'<path class="arrow" fill="{ink}" d="{plane.ring((tip, *sides))}"/>'


# -- landing boxes ---------------------------------------------------------------------------------


def boxes(plane: Plane) -> Iterator[str]:
    """Boxes in the sea, each with the way to its beach."""
    for box in plane.chart.boxes.values():
        cell = plane.cell_of(box.place)
        x, y = centre_of(cell)
        goal = (x + 0.5, y - 0.866)
        yield f'<path class="box-way" d="{plane.line((along((x, y), goal, 0.4), along((x, y), goal, 0.92)))}"/>'
    for box in plane.chart.boxes.values():
        cell = plane.cell_of(box.place)
        middle = centre_of(cell)
        yield f'<path class="box-back" d="{plane.hex_ring(cell, 0.9)}"/>'
        colour = BEACHES.get(box.beach, BEACHES[""])
        yield f'<path class="box-stripe" fill="{colour}" d="{_stripe(plane, cell)}"/>'
        word = box.id if box.beach else "drift"
        style = "box-word" if box.beach else "box-note"
        yield f'<text class="{style}" {plane.at(middle, 0, 5.6 if box.beach else 3)}>{word}</text>'
        if box.placing == "rangers":
            yield f'<text class="box-note" {plane.at(middle, 0, 16)}>rangers</text>'


def _stripe(plane: Plane, cell: tuple[int, int]) -> str:
    """The seaward cap of a box."""
    x, y = centre_of(cell)
    corners = [(x + (cx - x) * 0.9, y + (cy - y) * 0.9) for cx, cy in corners_of(cell)]
    left, low, right = corners[0], corners[5], corners[4]
    return plane.ring((left, low, right))


# -- names -----------------------------------------------------------------------------------------


def names(plane: Plane) -> Iterator[str]:
    """Villages, draws, exits, beaches, sectors."""
    yield from _villages(plane)
    yield from _draws(plane)
    yield from _exits(plane)
    yield from _beaches(plane)


def _villages(plane: Plane) -> Iterator[str]:
    """Names of villages by their largest cluster of houses, where they cover least."""
    page, of_name = _taken(plane), dict[str, list[int]]()
    for h, name in plane.chart.village.items():
        of_name.setdefault(name, []).append(h)
    written = []
    for name, hexes in sorted(of_name.items(), key=lambda item: -len(item[1])):
        points = [plane.to_sheet(plane.centre(h)) for h in _clusters(plane, hexes)[0]]
        size = 17.5 if len(points) > 5 else 15.0
        xs, ys = [x for x, _ in points], [y for _, y in points]
        middle, low, high = sum(xs) / len(xs), max(ys), min(ys)
        heights = [low + 50, high - 38, (low + high) / 2 + 5, low + 34, high - 26, low + 18, low, low - 18]
        spots: list[Spot] = [(middle + dx, y, "middle") for y in heights for dx in (0.0, -32.0, 32.0, -70.0, 70.0)]
        written.append(page.put(name, size, spots))
    for halo in (" halo", ""):
        for word in written:
            place = f'x="{n(word.x)}" y="{n(word.y)}" style="font-size:{word.size}px"'
            yield f'<text class="village{halo}" {place}>{escape(word.text)}</text>'


def _taken(plane: Plane) -> Page:
    """What names should not cover: tags of positions, hex numbers, houses, signs of draws."""
    page = Page()
    for h in plane.grid.hexes:
        x, y = plane.to_sheet(plane.centre(h))
        page.block((x - 12, y - 33, x + 12, y - 23), NUMBER)
        if plane.chart.terrain[h] == "buildings":
            page.block((x - 22, y - 22, x + 22, y + 22), 2.0)
    for place in plane.places:
        x, y = plane.to_sheet(plane.centre(place.hex))
        page.block((x - 32, y + 12, x + 32, y + 30), NAME)
        page.block((x - 26, y - 28, x + 26, y + 20), SYMBOL)
    for draw in plane.draws.values():
        x, y = plane.to_sheet(_mouth(plane, draw))
        page.block((x - 20, y + 8, x + 20, y + 30), NAME)
    return page


def _clusters(plane: Plane, hexes: list[int]) -> list[list[int]]:
    """Hexes that hang together, the largest lot first; a name stands by the largest."""
    left, found = set(hexes), []
    while left:
        lot, fresh = set(), {min(left)}
        while fresh:
            lot |= fresh
            fresh = {o for h in fresh for o in plane.grid.neighbours[h] if o in left} - lot
        left -= lot
        found.append(sorted(lot))
    return sorted(found, key=lambda lot: (-len(lot), lot))


def _draws(plane: Plane) -> Iterator[str]:
    for name, draw in plane.draws.items():
        px, py = plane.to_sheet(_mouth(plane, draw))
        yield (
            f'<rect class="draw-tag" x="{n(px - 18)}" y="{n(py + 10)}" width="36" height="17" rx="8.5"/>'
            f'<text class="draw-name" x="{n(px)}" y="{n(py + 23)}">{name}</text>'
        )


def _mouth(plane: Plane, draw: Valley) -> Point:
    """The hex of a draw nearest to the sea that is no position."""
    free = [h for h in members(draw.hexes) if h not in {place.hex for place in plane.places}]
    return max((plane.centre(h) for h in free), key=lambda p: p[1])


def _exits(plane: Plane) -> Iterator[str]:
    for letter, h in plane.exits.items():
        x, y = plane.to_sheet(plane.centre(h))
        left, right = MARGIN + 17, plane.width - MARGIN - 17
        top = plane.height - MARGIN - 17 if plane.turned else MARGIN + 17
        edge = (x, top) if plane.grid.row(h) >= 19 else ((left if x < plane.width / 2 else right), y)
        yield (
            f'<circle class="exit-tag" cx="{n(edge[0])}" cy="{n(edge[1])}" r="13.5"/>'
            f'<text class="exit" x="{n(edge[0])}" y="{n(edge[1] + 6.6)}">{letter}</text>'
        )


def _beaches(plane: Plane) -> Iterator[str]:
    """The names of the beaches in the sea below their boxes, and the divisions that land there."""
    all_boxes = [centre_of(plane.cell_of(box.place)) for box in plane.chart.boxes.values()]
    lots: dict[str, list[Point]] = {}
    for box in plane.chart.boxes.values():
        if box.beach:
            lots.setdefault(box.beach, []).append(centre_of(plane.cell_of(box.place)))
    for name, points in lots.items():
        x, y = sum(x for x, _ in points) / len(points), max(y for _, y in points) + 0.86
        size = 19.0
        half = width_of(name.upper(), size, size * 0.2) / HEX / 2
        edge = min((bx - 0.6 for bx, by in all_boxes if abs(by - y) < 0.5 and bx > x), default=99.0)
        spot = plane.at((min(x, edge - half), y), 0, 6)
        yield f'<text class="beach-name" {spot}>{name.upper()}</text>'
    for name, place in (("1st Division", (11.5, 15.6)), ("29th Division", (21.0, 16.22))):
        yield f'<text class="sector-name" {plane.at(place, 0, 8)}>{name}</text>'
