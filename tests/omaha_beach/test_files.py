"""Damaged data files are refused with file and place; the checklist is whole and every source is one of its numbers."""

from __future__ import annotations

import re

import pytest

import bocage.games.omaha_beach
from bocage.games.omaha_beach.content import load_content, read_content
from bocage.games.omaha_beach.files import shipped
from bocage.kernel.data import DataError
from tests.support import altered, checklists

CHECKLIST = checklists()["omaha"]


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("hexes.csv", "hex,level", "hex,height", "hexes.csv, line 1: the heading should be hex,level,"),
        (
            "hexes.csv",
            "0134,beach,",
            "0134,beech,",
            "hexes.csv, line 2, level: 'beech' is not possible; did you mean beach?",
        ),
        ("hexes.csv", "0135,beach", "0134,beach", "hexes.csv, line 3: hex 0134 is there already"),
        ("hexes.csv", "0134,beach,clear,low", "0134,high,clear,low", "line 2: hex 0134 has a tide but is no beach"),
        ("sides.csv", "0234,0335,", "0234,0336,", "sides.csv, line 2: hexes 0234 and 0336 do not touch"),
        (
            "sides.csv",
            "0234,0335,sheer_cliff",
            "0234,0335,clif",
            "sides.csv, line 2, kind: 'clif' is not possible; did you",
        ),
        ("roads.csv", "0434,0535,", "0434,0536,", "roads.csv, line 2: hexes 0434 and 0536 do not touch"),
        ("roads.csv", "exit G", "exit F", "hex 0635 has no exit F"),
        ("landing_boxes.csv", "0412,any,0513", "0412,any,0613", "low: hex 0613 does not lie on the low waterline"),
        ("positions.csv", "C3,reinforcement,C3,1313", "C3,reinforcement,C3,1399", "there is no hex '1399'"),
        ("positions.csv", "red,C,3,no,,C1", "red,C,3,no,,C99", "advance_to: there is no position 'C99'"),
        ("positions.csv", "red,C,3,no", "red,C,4,no", "position C3 does not agree with its zone, number, hex or group"),
        ("fields_of_fire.csv", "WN60,intense,0609", "WN60,intense,0609 0609", "hex 0609 has a dot of that colour"),
        (
            "fields_of_fire.csv",
            "WN60,intense",
            "WN59,intense",
            "fields_of_fire.csv, line 2: there is no position 'WN59'",
        ),
        (
            "us_units.csv",
            "6 4 2,chart;BZ BG RD;BZ",
            "6 4 2,chart;BZ BG",
            "us_units.csv, line 2, weapons: there should be",
        ),
        (
            "us_units.csv",
            "A/1/16,1,infantry",
            "A/1/16,2,infantry",
            "us_units.csv, line 2, division: '2' is not possible",
        ),
        (
            "german_units.csv",
            "WN 1 BG,wn,wn,,1,",
            "WN 1 BG,wn,wn,,x,",
            "german_units.csv, line 2, strength: it should be",
        ),
        ("depth_markers.csv", "wn,1,AR,no", "wn,1,AX,no", "depth_markers.csv, line 3, needs.0: 'AX' is not possible"),
        ("turns.csv", "\n2,0630", "\n3,0630", "turns.csv, line 3: turn 2 should stand here"),
        ("armor_roads.csv", "0630,,0530", "0630,,0529", "armor_roads.csv, line 4: no road leads from 0630 to 0529"),
        (
            "cards.toml",
            'colour = "orange", double',
            'colour = "pink", double',
            "cards.toml, card 1, fire number 1, colour: 'pink' is",
        ),
        (
            "cards.toml",
            "turns = [2, 10]",
            "turns = [2, 11]",
            "cards.toml, card 1: the events should cover turns 2 to 31",
        ),
        (
            "cards.toml",
            'zones = ["E", "G"]',
            "division = 1",
            "an event german_reinforcements comes with zones, not with",
        ),
        (
            "cards.toml",
            '"WN72", "WN73"',
            '"WN72", "WN74"',
            "cards.toml, card 3, events: there is no WN 'WN74'; did you",
        ),
        ("cards.toml", "number = 2\n", "number = 1\n", "the cards should be numbered from 1 to 54"),
        (
            "tracks.toml",
            '"WN62", "A6"',
            '"WN62", "A66"',
            "tracks.toml, artillery east-105, observers: there is no position",
        ),
        (
            "tables.toml",
            "A = { delay = 1 }",
            "A = { wait = 1 }",
            "tables.toml, landing number 1, A.wait: there is no field",
        ),
        (
            "scenarios.toml",
            '"A/1/16" = { hex = "1115", strength = 6',
            '"A/1/16" = { hex = "1115", strength = 5',
            "never has",
        ),
        (
            "scenarios.toml",
            'set_up = "landing"',
            'set_up = "landng"',
            "scenario first_waves, set_up: there is no set-up",
        ),
        ("pieces.toml", "division = 29", "division = 28", "pieces.toml, base 20-121, division: it should be 1 or 29"),
        ("pieces.toml", "[heroes]", "[heroes", "pieces.toml: it is not TOML"),
        ("hexes.csv", ",printed,\n0135", ",guessed,\n0135", "hexes.csv, line 2, source: "),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(file: str, old: str, new: str, sentence: str) -> None:
    with pytest.raises(DataError) as error:
        read_content(altered(shipped(), file, old, new))
    assert sentence in str(error.value)


def test_the_fingerprint_follows_every_file() -> None:
    content = load_content()
    assert read_content(shipped()).fingerprint == content.fingerprint
    changed = {**shipped(), "pieces.toml": shipped()["pieces.toml"] + "# more\n"}
    assert read_content(changed).fingerprint != content.fingerprint


def test_the_checklist_is_whole() -> None:
    assert CHECKLIST.game == bocage.games.omaha_beach.__name__.rpartition(".")[2]
    obligations = CHECKLIST.obligations.values()
    assert sum(not obligation.example for obligation in obligations) == 794
    assert sum(obligation.example for obligation in obligations) == 29
    assert all(bool(obligation.ambiguous) == bool(obligation.ruling) for obligation in obligations)
    assert not any(obligation.needs for obligation in obligations)


def test_every_rule_that_a_source_names_is_a_section_of_the_checklist() -> None:
    named = set()
    for text in shipped().values():
        for numbers in re.findall(r"\brulebook ([A-Z0-9][A-Z0-9.]*(?:, [A-Z0-9][A-Z0-9.]*)*)(?=[\"\n,])", text):
            named |= set(numbers.split(", "))
    assert len(named) > 30
    assert named - set(CHECKLIST.sections) == set()
