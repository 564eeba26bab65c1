"""The map of Omaha Beach: complete, the same every time, and the same world whichever way up."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from bocage.games.omaha_beach.chart import load_chart
from bocage.games.omaha_beach.positions import load_positions
from bocage.geography.printed import draw_printed
from bocage.geography.printed.look import COLOURS
from bocage.hexes.sheet import APRON, sheet_size, spot

CHART = load_chart()
NS = "{http://www.w3.org/2000/svg}"
LAYERS = (
    "sea", "ground", "waterlines", "bocage", "rough", "slopes", "woods", "buildings", "trails", "secondary-roads",
    "roads", "mined", "hedges", "barriers", "obstacles", "grid", "boundary", "positions", "numbers", "boxes", "names",
    "furniture",
)  # fmt: skip


@cache
def drawn(turned: bool = False) -> str:
    return draw_printed(CHART, load_positions().values(), turned=turned)


@cache
def root(turned: bool) -> ElementTree.Element:
    return ElementTree.fromstring(drawn(turned))


def layer(name: str, turned: bool = False) -> ElementTree.Element:
    return next(group for group in root(turned).iter(f"{NS}g") if group.get("id") == name)


def words(name: str, turned: bool = False) -> dict[str, tuple[float, float]]:
    """Texts of a layer with their places."""
    found = {}
    for text in layer(name, turned).iter(f"{NS}text"):
        found[text.text or ""] = (float(text.get("x", "0")), float(text.get("y", "0")))
    return found


def test_it_is_the_same_every_time_and_needs_nothing_from_outside() -> None:
    assert draw_printed(CHART, load_positions().values()) == drawn()
    assert len(drawn()) < 1_000_000
    assert "http" not in drawn().replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize("turned", [False, True])
def test_each_layer_has_something_in_it(name: str, turned: bool) -> None:
    assert len(layer(name, turned)) > 0


def test_every_hex_has_its_number_where_the_board_has_the_hex() -> None:
    found = words("numbers")
    assert set(found) == {CHART.grid.label(h) for h in CHART.grid.hexes}
    for h in CHART.grid.hexes:
        x, y = spot(CHART.grid, h)
        nx, ny = found[CHART.grid.label(h)]
        assert abs(nx - x) < 0.2 and y - 30 < ny < y - 20


def test_the_turned_map_has_everything_at_the_opposite_place_and_upright() -> None:
    wide, high = sheet_size(CHART.grid)
    up, down = words("numbers"), words("numbers", turned=True)
    assert set(up) == set(down)
    for label, (x, y) in up.items():
        tx, ty = down[label]
        middle = y + 24.5  # the number stands above the middle of its hex in both drawings
        assert tx == pytest.approx(wide - x, abs=0.2) and ty + 24.5 == pytest.approx(high + APRON - middle, abs=0.2)
    assert 'class="number" transform' not in drawn(turned=True)
    assert up["2010"][1] < up["0610"][1] and down["2010"][1] > down["0610"][1]


def test_positions_tell_their_colour_without_colour() -> None:
    letters = [letters for _, letters, _ in COLOURS.values()]
    strokes = [strokes for _, _, strokes in COLOURS.values()]
    assert len(set(letters)) == len(set(strokes)) == len(COLOURS) == 6
    written = [text.text for text in layer("positions").iter(f"{NS}text")]
    for place in load_positions().values():
        assert COLOURS[place.colour][1] in written
        assert place.id.startswith("blank") or place.id in written
    assert written.count("75") + written.count("88") == sum(p.artillery is not None for p in load_positions().values())


def test_boxes_villages_draws_exits_and_beaches_are_named() -> None:
    boxes = words("boxes")
    assert {box.id for box in CHART.boxes.values() if box.beach} <= set(boxes)
    for turned in (False, True):
        names = set(words("names", turned))
        assert set(CHART.village.values()) <= names
        assert set(CHART.draws) | set(CHART.exits) <= names
        assert {box.beach.upper() for box in CHART.boxes.values() if box.beach} <= names


def test_north_is_where_the_compass_says() -> None:
    """The sea, where units land from, lies towards the N of the rose."""
    rose = re.compile(r'rotate\((\d+)\.00\)"><circle class="rose-ring"')
    assert [rose.findall(drawn(turned)) for turned in (False, True)] == [["180"], ["0"]]


def test_a_part_of_the_map_is_cut_out() -> None:
    text = draw_printed(CHART, load_positions().values(), with_numbers=False, part=(100, 200, 700, 600))
    assert 'viewBox="100 200 600 400" width="600" height="400"' in text
    assert 'class="number"' not in text
