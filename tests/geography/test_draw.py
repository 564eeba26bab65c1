"""The drawing: well-formed, complete, the same every time, and honest about land and sea."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.title import NAME
from bocage.geography import draw
from bocage.geography.draw import draw_svg
from bocage.geography.lettering import Page, width_of
from bocage.geography.normandy import inside
from bocage.geography.outline import cell_of, centre_of, noise, outlines
from bocage.hexes.sheet import HEX, MARGIN, spot

CHART = load_chart()
SVG = draw_svg(CHART, NAME)
ROOT = ElementTree.fromstring(SVG)
NS = "{http://www.w3.org/2000/svg}"


def layer(name: str) -> ElementTree.Element:
    return next(g for g in ROOT.iter(f"{NS}g") if g.get("id") == name)


def texts(name: str) -> list[str]:
    return [t.text or "" for t in layer(name).iter(f"{NS}text")]


def test_the_map_is_a_file_of_reasonable_size_without_anything_from_outside() -> None:
    assert len(SVG) < 2_000_000
    assert "http" not in SVG.replace("http://www.w3.org/2000/svg", "")
    assert not list(ROOT.iter(f"{NS}image"))


def test_it_is_the_same_every_time() -> None:
    assert draw_svg(CHART, NAME) == SVG


@pytest.mark.parametrize(
    "name",
    [
        "sea",
        "ground",
        "beaches",
        "hills",
        "cities",
        "rivers",
        "trails",
        "roads",
        "bridges",
        "towns",
        "grid",
        "boundaries",
    ],
)
def test_each_layer_has_something_in_it(name: str) -> None:
    assert len(layer(name)) > 0


def test_every_hex_is_numbered_once() -> None:
    assert sorted(texts("numbers")) == sorted(CHART.grid.label(h) for h in CHART.grid.hexes)
    assert "<text" not in draw_svg(CHART, NAME, numbers=False).split('id="numbers"')[1].split("</g>")[0]


def test_every_place_and_river_is_named() -> None:
    written = set(texts("names"))
    for place in CHART.places:
        short = place.name.replace("Sainte-", "Ste-").replace("Saint-", "St-")
        assert (short.upper() if place.kind == "city" else short) in written
    assert set(CHART.river_names.values()) <= written


@pytest.mark.parametrize("city", ["LONGUES-SUR-MER", "ARROMANCHES", "CAEN", "TRÉVIÈRES", "ISIGNY", "CAUMONT", "ST-LÔ"])
def test_what_the_rulebook_calls_a_city_is_drawn_as_one(city: str) -> None:
    written = [t.get("class") or "" for t in layer("names").iter(f"{NS}text") if t.text == city]
    assert written
    assert all("city-name" in style for style in written)


def test_ids_are_unique_and_what_is_used_exists() -> None:
    ids = [e.get("id") for e in ROOT.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    used = {e.get("href", "")[1:] for e in ROOT.iter(f"{NS}use")}
    assert used <= set(ids)


def test_the_shore_leaves_the_middle_of_land_dry_and_of_sea_wet() -> None:
    sheet = draw._Sheet(CHART, "fire_movement")
    shore = sheet.coast()
    for h in CHART.grid.hexes:
        if len({CHART.land >> n & 1 for n in (h, *CHART.grid.neighbours[h])}) == 1:
            continue  # far from the shore
        on_land = sum(inside(ring, centre_of(sheet.cell[h])) for ring in shore) % 2 == 1
        assert on_land == bool(CHART.land >> h & 1), CHART.grid.label(h)


def test_counters_lie_where_their_hex_lies() -> None:
    x, y = spot(CHART.grid, CHART.grid.at("0938"))
    drawn = draw_svg(CHART, NAME, counters=f'<circle id="unit" cx="{x}" cy="{y}" r="20"/>')
    root = ElementTree.fromstring(drawn)
    assert any(c.get("id") == "unit" for c in root.iter(f"{NS}circle"))
    sheet = draw._Sheet(CHART, "fire_movement")
    cx, cy = centre_of(sheet.cell[CHART.grid.at("0938")])
    dx, dy = MARGIN - sheet.left * HEX, MARGIN - sheet.top * HEX
    assert (x, y) == pytest.approx((cx * HEX + dx, cy * HEX + dy), abs=0.1)


def test_town_names_do_not_cover_each_other() -> None:
    sheet = draw._Sheet(CHART, "fire_movement")
    sheet.block_page(numbers=True)
    boxes = [sheet.place_name(p).box for p in CHART.places if p.kind in ("city", "town")]
    for i, (l1, t1, r1, b1) in enumerate(boxes):
        for l2, t2, r2, b2 in boxes[i + 1 :]:
            wide, high = min(r1, r2) - max(l1, l2), min(b1, b2) - max(t1, t2)
            assert wide <= 0 or high <= 0 or wide * high < 60


def test_outlines_of_a_ring_of_hexes_are_two() -> None:
    ring = {(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)}
    assert sorted(len(o) for o in outlines(ring)) == [6, 18]


def test_points_know_their_cell() -> None:
    for cell in [(0, 0), (1, 1), (-3, 5), (7, -3), (10, 4)]:
        x, y = centre_of(cell)
        for i in range(12):
            assert cell_of((x + 0.4 * (noise(i, 1) - 0.5), y + 0.4 * (noise(i, 2) - 0.5))) == cell


def test_a_name_avoids_what_is_taken() -> None:
    page = Page()
    page.block((0, 0, 100, 40), 30.0)
    name = page.put("Bayeux", 12, [(50, 20, "middle"), (50, 80, "middle")])
    assert name.y == 80
    assert width_of("Mmm", 10) > width_of("iil", 10)
