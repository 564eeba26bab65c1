"""The drawing of the map: complete, well-formed, and true to the data."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

from bocage.drawings.dark_summer import draw
from bocage.games.dark_summer.content import load_content
from bocage.games.dark_summer.terms import LETTERS
from bocage.hexes.sheet import sheet_size, spot
from tests.support import rule

GROUND = load_content().ground
SVG = draw(None, False, True)
ROOT = ElementTree.fromstring(SVG)
NS = "{http://www.w3.org/2000/svg}"


def texts(style: str) -> list[ElementTree.Element]:
    return [text for text in ROOT.iter(f"{NS}text") if style in (text.get("class") or "").split()]


def place(text: ElementTree.Element) -> tuple[float, float]:
    return float(text.get("x", "")), float(text.get("y", ""))


def test_the_map_is_one_file_of_the_size_of_its_sheet() -> None:
    assert len(SVG) < 2_000_000 and "http" not in SVG.replace("http://www.w3.org/2000/svg", "")
    assert (float(ROOT.get("width", "")), float(ROOT.get("height", ""))) == sheet_size(GROUND.grid)
    ids = [element.get("id") for element in ROOT.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_every_hex_is_numbered_once_and_every_place_and_river_named() -> None:
    numbers = next(group for group in ROOT.iter(f"{NS}g") if group.get("id") == "numbers")
    assert sorted(text.text or "" for text in numbers.iter(f"{NS}text")) == sorted(GROUND.labels)
    written = {text.text for text in ROOT.iter(f"{NS}text")}
    for found in GROUND.places:
        short = found.name.replace("Sainte-", "Ste-").replace("Saint-", "St-")
        assert (short.upper() if found.kind == "city" else short) in written
    assert set(GROUND.river_names.values()) <= written


@rule("2.1-06", edition="dark_summer")
def test_each_lettered_hex_bears_its_letter() -> None:
    found = {(text.text, place(text)[0]) for text in texts("letter")}
    wanted = {
        (letter, spot(GROUND.grid, GROUND.grid.at(label))[0])
        for letter in LETTERS
        for label in GROUND.grid.labels(GROUND.letters[letter])
    }
    assert found == wanted and len(texts("letter")) == 25


@rule("2.1-03", "2.1-04", "2.1-05", edition="dark_summer")
def test_waves_airfields_and_chevrons_are_drawn() -> None:
    words = Counter(text.text for text in texts("wave"))
    assert (words["1st Wave"], words["2nd Wave"], words["3rd Wave"], words["England"]) == (9, 8, 5, 2)
    chevrons = [path for path in ROOT.iter(f"{NS}path") if path.get("class") == "chevron"]
    assert len(chevrons) == len(GROUND.chevrons) == 25


@rule("2.1-11", "2.1-12", "2.1-13", edition="dark_summer")
def test_the_boxes_are_on_the_sheet() -> None:
    assert {text.text for text in texts("box-title")} == {"Cherbourg Box", "Brittany Box", "Eastern Exit Box"}
    wide, high = sheet_size(GROUND.grid)
    for text in texts("box-title"):
        x, y = place(text)
        assert 0 < x < wide and 0 < y < high


def test_a_small_picture_has_no_numbers() -> None:
    assert "<text" not in draw(None, False, False).split('id="numbers"')[1].split("</g>")[0]
