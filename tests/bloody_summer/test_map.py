"""The drawing of the map: complete, well-formed, and true to the data."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

from bocage.drawings.bloody_summer import draw
from bocage.games.bloody_summer.content import load_content
from bocage.games.bloody_summer.ground import lines_between
from bocage.games.bloody_summer.sheet import APRON, panels_of
from bocage.hexes.sheet import sheet_size, spot
from tests.support import rule

CONTENT = load_content()
GROUND = CONTENT.ground
SVG = draw(None, False, True)
ROOT = ElementTree.fromstring(SVG)
NS = "{http://www.w3.org/2000/svg}"


def texts(style: str) -> list[ElementTree.Element]:
    return [text for text in ROOT.iter(f"{NS}text") if style in (text.get("class") or "").split()]


def words(style: str) -> Counter[str]:
    return Counter(text.text or "" for text in texts(style))


def test_the_map_is_one_file_with_an_apron_below() -> None:
    assert len(SVG) < 2_000_000 and "http" not in SVG.replace("http://www.w3.org/2000/svg", "")
    wide, high = sheet_size(GROUND.grid)
    assert (float(ROOT.get("width", "")), float(ROOT.get("height", ""))) == (wide, high + APRON)
    ids = [element.get("id") for element in ROOT.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_every_hex_is_numbered_once_and_every_place_and_river_named() -> None:
    numbers = next(group for group in ROOT.iter(f"{NS}g") if group.get("id") == "numbers")
    assert sorted(text.text or "" for text in numbers.iter(f"{NS}text")) == sorted(GROUND.labels)
    written = {text.text for text in ROOT.iter(f"{NS}text")}
    for found in GROUND.places:
        short = found.name.replace("Sainte-", "Ste-").replace("Saint-", "St-")
        assert (short.upper() if found.kind == "town" else short) in written
    assert set(GROUND.river_names.values()) <= written


def test_rows_and_columns_are_numbered_at_the_edges() -> None:
    assert words("edge") == Counter({f"{row:02}": 2 for row in range(1, 22, 2)}) + Counter(
        {f"{column:02}": 2 for column in range(1, 26, 2)}
    )


def test_each_exit_bears_its_letter_in_the_colour_of_its_box() -> None:
    assert words("exit-word") == Counter("abcdefghijkl")
    circles = [circle for circle in ROOT.iter(f"{NS}circle") if circle.get("class") == "exit"]
    colours = {
        one.box: {circle.get("fill") for circle, box in zip(circles, GROUND.exits.values(), strict=True) if box == one}
        for one in GROUND.exits.values()
    }
    heads = [rect.get("fill") for rect in ROOT.iter(f"{NS}rect") if rect.get("class") == "box-head"]
    assert len(heads) == 11 and all(len(fills) == 1 and fills <= set(heads) for fills in colours.values())
    assert len({fill for fills in colours.values() for fill in fills}) == 4
    for text, one in zip(texts("exit-word"), GROUND.exits.values(), strict=True):
        assert abs(float(text.get("x", "")) - spot(GROUND.grid, GROUND.grid.at(one.hex))[0]) < 32


@rule("6.2.a-03", edition="bloody_summer")
def test_landings_drops_batteries_and_ports_are_drawn() -> None:
    chevrons = [path for path in ROOT.iter(f"{NS}path") if path.get("class") == "chevron"]
    assert len(chevrons) == 9 and words("wave")["79th Arm"] == 3 and words("wave")["Mulberry A"] == 1
    assert words("battery-word") == Counter(one.beaches for one in CONTENT.counters.battery.values())
    assert words("chute-word")["501 506"] == 1 and sum(words("chute-word").values()) == 7
    assert sum(path.get("class") == "anchor" for path in ROOT.iter(f"{NS}path")) == 9


@rule("9.2-05", edition="bloody_summer")
def test_the_boundaries_of_the_interdiction_zones_are_dotted_lines_on_land() -> None:
    zone_of = {h: name for name, hexes in GROUND.zones.items() for h in GROUND.grid.hexes if hexes >> h & 1}
    sides = {
        (min(a, b), max(a, b))
        for a in GROUND.grid.hexes
        for b in GROUND.grid.neighbours[a]
        if GROUND.land >> a & GROUND.land >> b & 1 and zone_of[a] != zone_of[b]
    }
    lines = [path.get("d", "") for path in ROOT.iter(f"{NS}path") if path.get("class") == "zone"]
    assert max(line.count("M") for line in lines) == len(sides)


@rule("0.1.2.e-02", edition="bloody_summer")
def test_the_strategic_movement_map_lies_below_the_hexes() -> None:
    assert words("box-title") >= Counter(box.title for box in GROUND.boxes.values())
    links = [path for path in ROOT.iter(f"{NS}path") if path.get("class") == "link"]
    assert len(links) == len(list(lines_between(GROUND.boxes)))
    assert words("value") == Counter(str(box.interdiction) for box in GROUND.boxes.values())
    assert sum(words("festung-word").values()) == 5
    wide, high = sheet_size(GROUND.grid)
    panels = panels_of(CONTENT)
    for name, at in panels.items():
        assert at.left > 0 and at.left + at.width < wide and high < at.top and at.top + at.height < high + APRON, name
    outer = [at for name, at in panels.items() if not name.startswith("Festung")]
    for number, one in enumerate(outer):
        for two in outer[number + 1 :]:
            beside = one.left + one.width < two.left or two.left + two.width < one.left
            assert beside or one.top + one.height < two.top or two.top + two.height < one.top


def test_a_small_picture_has_no_numbers() -> None:
    assert "<text" not in draw(None, False, False).split('id="numbers"')[1].split("</g>")[0]
