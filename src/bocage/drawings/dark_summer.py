"""Normandy with its beaches and boxes, drawn from its geography."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from math import atan2, degrees

from bocage.games.dark_summer import MANIFEST
from bocage.games.dark_summer.content import load_content
from bocage.games.dark_summer.ground import MAJOR, MINOR, Ground, Place
from bocage.games.dark_summer.terms import Terrain
from bocage.geography.draw import NamedPlace, PlainChart, draw_svg
from bocage.geography.projection import Point
from bocage.hexes import Grid, Hex
from bocage.hexes.sheet import HEX, spot

TURNS = False

LOOKS: Mapping[Terrain, str] = {Terrain.FLOODED: "swamp"}  # as what the painter draws it
TITLE = 0.33  # of the width of a box: where its title stands beside counters
HEIGHTS = ("Pointe du Hoc", "Hill 112", "Mont Pinçon")  # names of ground and not of villages


@cache
def draw(_scenario: str | None, _turned: bool, numbers: bool) -> str:
    """The whole map; every scenario uses all of it."""
    ground = load_content().ground
    broad = set(ground.rivers.of(MAJOR))
    marks = "".join((*_offshore(ground), *_chevrons(ground), *_letters(ground), *_boxes(ground)))
    return draw_svg(_chart(ground), MANIFEST.name, counters=marks, numbers=numbers, broad=broad)


# ---------------------------------------------------------------------------------------- what the painter needs


def _chart(ground: Ground) -> PlainChart:
    major = ground.roads.of(MAJOR)
    of_major = sum(1 << h for h in {h for side in major for h in side})
    return PlainChart(
        grid=ground.grid,
        terrain=tuple(_look(ground, h) for h in range(ground.grid.size)),
        rivers=ground.rivers,
        roads=major,
        trails=ground.roads.of(MINOR),
        bridges=ground.bridges,
        edge_roads={edge: hexes & of_major for edge, hexes in ground.road_ends.items()},
        edge_trails={edge: hexes & ~of_major for edge, hexes in ground.road_ends.items()},
        areas={"gun_line": ground.gun_line},
        river_names=ground.river_names,
        places=tuple(NamedPlace(place.name, _kind(place), place.hexes) for place in ground.places),
    )


def _look(ground: Ground, h: Hex) -> frozenset[str]:
    """Around a town the country goes on as beside it."""
    terrain = ground.terrain[h]
    look = {LOOKS.get(terrain, terrain.value)}
    if terrain in (Terrain.TOWN, Terrain.CITY):
        hedges = sum(ground.terrain[n] is Terrain.BOCAGE for n in ground.grid.neighbours[h])
        look.add("bocage" if hedges >= 3 else "clear")
    return frozenset(look)


def _kind(place: Place) -> str:
    if place.kind != "name":
        return place.kind
    return "feature" if place.name in HEIGHTS else "village"


# ---------------------------------------------------------------------------------------- what lies on the map


def _corners(grid: Grid, h: Hex) -> str:
    (x, y), (left, top) = spot(grid, h), grid.centre(h)
    return " ".join(f"{x + (px - left) * HEX:.1f},{y + (py - top) * HEX:.1f}" for px, py in grid.corners(h))


def _labelled(grid: Grid, label: str, style: str, *words: str) -> str:
    """An offshore hex with what is written in it."""
    h = grid.at(label)
    x, y = spot(grid, h)
    lines = "".join(
        f'<text class="wave" x="{x}" y="{y + 2 + 13 * i}">{escape(text)}</text>' for i, text in enumerate(words)
    )
    return f'<polygon class="{style}" points="{_corners(grid, h)}"/>{lines}'


def _offshore(ground: Ground) -> Iterator[str]:
    for target, label in ground.approaches.items():
        yield _labelled(ground.grid, label, "offshore", "1st Wave", ground.beach_of.get(target, "Pointe du Hoc"))
    for label in ground.second_waves.values():
        yield _labelled(ground.grid, label, "offshore", "2nd Wave")
    for beach in ground.beaches.values():
        yield _labelled(ground.grid, beach.third_wave, "offshore", "3rd Wave", beach.name)
    for army, label in ground.airfields.items():
        yield _labelled(ground.grid, label, "airfield", "Airfields in", "England", "US" if army == "us" else "BR")


def _chevrons(ground: Ground) -> Iterator[str]:
    for a, b in ground.chevrons:
        (ax, ay), (bx, by) = spot(ground.grid, a), spot(ground.grid, b)
        x, y, turn = (ax + bx) / 2, (ay + by) / 2, degrees(atan2(by - ay, bx - ax))
        yield f'<path class="chevron" d="M-6 -9L4 0L-6 9" transform="translate({x:.1f} {y:.1f}) rotate({turn:.0f})"/>'


def _letters(ground: Ground) -> Iterator[str]:
    for letter, hexes in ground.letters.items():
        for label in ground.grid.labels(hexes):
            x, y = spot(ground.grid, ground.grid.at(label))
            yield f'<text class="letter" x="{x}" y="{y + 14:.1f}">{letter}</text>'


def _boxes(ground: Ground) -> Iterator[str]:
    """Counters lie below the words, or beside them in a box of one section."""
    for box in ground.boxes.values():
        (x, y), wide, high = _left_upper(ground.grid, box.corner), box.width, box.height
        several = len(box.sections) > 1
        title = (x + wide / 2, y + 25) if several else (x + wide * TITLE, y + high / 2 + 6)
        yield f'<rect class="box" x="{x:.1f}" y="{y:.1f}" width="{wide:g}" height="{high:g}" rx="8"/>'
        yield f'<text class="box-title" x="{title[0]:.1f}" y="{title[1]:.1f}">{escape(box.title)} Box</text>'
        part = wide / len(box.sections)
        for i, section in enumerate(box.sections if several else ()):
            yield f'<text class="box-word" x="{x + (i + 0.5) * part:.1f}" y="{y + 46:.1f}">{escape(section)}</text>'
            if i:
                yield f'<path class="box-line" d="M{x + i * part:.1f} {y + 34:.1f}v{high - 42:g}"/>'


def _left_upper(grid: Grid, label: str) -> Point:
    x, y = spot(grid, grid.at(label))
    return x - HEX / 5, y - HEX / 2
