"""The counters: how many of each kind, and those that the examples show."""

from __future__ import annotations

from collections import Counter

import pytest

from bocage.games.omaha_beach.content import load_content
from bocage.games.omaha_beach.terms import Colour, Weapon
from bocage.games.omaha_beach.units import UNLIMITED, GermanUnit, UnitType, load_pieces

PIECES = load_pieces()
US = PIECES.us
INFANTRY = [unit for unit in US.values() if unit.type is UnitType.INFANTRY]


def needs(words: str) -> frozenset[Weapon]:
    return frozenset(map(Weapon, words.split()))


def germans(pool: str) -> list[GermanUnit]:
    return [unit for unit in PIECES.german.values() if unit.pool == pool]


# ---------------------------------------------------------------------------------------- US units


def test_units_of_each_type() -> None:
    assert Counter(unit.type for unit in US.values()) == {
        "infantry": 48,
        "ranger": 5,
        "tank": 12,
        "artillery": 2,
        "sp_artillery": 2,
        "amphibious_artillery": 4,
        "anti_air": 3,
        "sp_anti_air": 4,
        "anti_tank": 4,
        "hq": 4,
        "general": 2,
    }
    assert len(US) == 90


def test_twelve_companies_in_each_of_four_regiments() -> None:
    assert Counter((unit.division, unit.regiment) for unit in INFANTRY) == {
        (1, "16"): 12,
        (1, "18"): 12,
        (29, "115"): 12,
        (29, "116"): 12,
    }


def test_companies_have_three_steps_and_heavy_ones_lose_their_range_with_the_first() -> None:
    for unit in INFANTRY:
        strengths = [step.strength for step in unit.steps]
        assert strengths == ([2, 4, 7] if unit.heavy else [2, 4, 6]), unit.id
        assert [step.range for step in unit.steps] == ([0, 0, 2] if unit.heavy else [0, 0, 0])
        assert [step.controls for step in unit.steps] == [False, True, True]
    assert {unit.id.partition("/")[0] for unit in INFANTRY if unit.heavy} == set("DHM")


def test_reduced_companies_keep_three_weapons_and_then_one_of_them() -> None:
    for unit in INFANTRY:
        one, two, full = (step.weapons for step in unit.steps)
        assert full is None
        assert one is not None and two is not None
        assert (len(one), len(two)) == (1, 3)
        assert one < two, unit.id


def test_armored_units_control_adjacent_hexes_and_guns_do_not() -> None:
    for unit in US.values():
        if unit.type not in (UnitType.INFANTRY, UnitType.RANGER):
            assert all(step.controls == unit.armored for step in unit.steps), unit.id


def test_ranges() -> None:
    expected = {"tank": 5, "anti_tank": 5, "anti_air": 3, "sp_anti_air": 3, "ranger": 0}
    guns = ("artillery", "sp_artillery", "amphibious_artillery")
    for unit in US.values():
        if unit.type is not UnitType.INFANTRY:
            reach = UNLIMITED if unit.type in guns else expected.get(unit.type, 0)
            assert {step.range for step in unit.steps} <= {reach}, unit.id


def test_steps_of_the_other_units() -> None:
    steps = {kind: {len(u.steps) for u in US.values() if u.type is kind} for kind in UnitType}
    assert steps[UnitType.RANGER] == steps[UnitType.TANK] == {2}
    assert steps[UnitType.SP_ARTILLERY] == {4}
    assert steps[UnitType.AMPHIBIOUS_ARTILLERY] == {2, 4}
    assert steps[UnitType.ANTI_TANK] == {1}
    assert steps[UnitType.HQ] == steps[UnitType.GENERAL] == {0}


def test_eight_tanks_start_in_their_boxes() -> None:
    waiting = {unit.id: unit.box for unit in US.values() if unit.arrives is None}
    assert waiting == {
        "1/B/741": "FG2",
        "2/B/741": "FG5",
        "1/C/741": "ER3",
        "2/C/741": "ER5",
        "1/B/743": "DG2",
        "2/B/743": "DG3",
        "1/C/743": "DW1",
        "2/C/743": "DW3",
    }


def test_arrivals_that_the_rulebook_tells() -> None:
    assert (US["C/2R"].arrives, US["C/2R"].box) == (1, "CH2")
    assert US["Cota"].arrives == 5  # lands at 0730, turn 6
    assert sum(unit.arrives == 16 for unit in US.values()) > 0


def test_arrivals_per_turn() -> None:
    turns = Counter(unit.arrives for unit in US.values() if unit.arrives)
    assert turns == {1: 13, 3: 7, 4: 7, 5: 6, 6: 6, 7: 4, 8: 4, 9: 6, 10: 1, 16: 12, 19: 5, 20: 5, 22: 5, 23: 1}


def test_boxes_in_which_a_unit_may_be_placed() -> None:
    content = load_content()

    def boxes(unit: str) -> list[str]:
        return [box.id for box in content.boxes_for(US[unit])]

    assert boxes("E/2/16") == ["ER6"]
    assert boxes("M/3/116") == ["DR1", "DR2", "DR3"]
    assert boxes("A-B/2R") == ["DG1", "DG2", "DG3", "DG4", "CH1", "CH2", "CH3"]
    assert boxes("C/2R") == ["CH2"]
    assert boxes("A/1/18") == [f"FG{n}" for n in range(1, 6)] + [f"ER{n}" for n in range(1, 7)]
    assert not any(box.startswith(("CH", "U")) for box in boxes("A/1/115"))


# ---------------------------------------------------------------------------------------- German units


def test_german_units_of_each_pool() -> None:
    assert Counter(unit.pool for unit in PIECES.german.values()) == {
        "wn": 18,
        "tactical": 9,
        "division": 11,
        "meyer": 8,
        "armor": 4,
        "off_map": 4,
    }


def test_backs() -> None:
    assert Counter(unit.back for unit in germans("wn")) == {"88": 2, "75": 6, "rocket": 1, "plain": 9}
    assert {unit.back for unit in PIECES.german.values() if unit.type == "infantry"} == {"infantry"}


def test_a_back_tells_the_gun() -> None:
    for unit in germans("wn"):
        assert str(unit.calibre or "") == (unit.back if unit.back in ("75", "88") else "")


def test_divisions() -> None:
    second = {unit.id for unit in PIECES.german.values() if unit.division == 716}
    assert {unit.rpartition("/")[2] for unit in second} == {"726"}
    assert all(unit.division == 352 for unit in germans("meyer"))


def test_armor_units_have_four_colours() -> None:
    assert {unit.colour for unit in germans("armor")} == {Colour.GREEN, Colour.PURPLE, Colour.RED, Colour.BLUE}


def test_off_map_artillery_of_each_sector() -> None:
    boxes = load_content().track.artillery.values()
    assert Counter((box.sector, box.calibre) for box in boxes) == Counter(
        (sector, calibre) for sector in ("east", "west") for calibre in (105, 88)
    )
    guns = Counter((unit.id.partition(" #")[0], unit.calibre) for unit in germans("off_map"))
    assert Counter((box.unit, box.calibre) for box in boxes) == guns


@pytest.mark.parametrize(
    ("type_", "calibre", "strength", "weapons"),
    [("wn", None, 2, "BZ BR"), ("wn_artillery", 88, 2, "BG MO"), ("infantry", None, 2, "BR")],
)
def test_units_of_the_attack_examples(type_: str, calibre: int | None, strength: int, weapons: str) -> None:
    wanted = (type_, calibre, strength, needs(weapons))
    assert wanted in [(unit.type, unit.calibre, unit.strength, unit.needs) for unit in PIECES.german.values()]


# ---------------------------------------------------------------------------------------- depth markers and the rest


def test_depth_markers_of_each_type() -> None:
    found = Counter(marker.type for marker in PIECES.depth.values())
    assert found == {"wn": 18, "mobile": 24, "building": 8, "armor": 4}


def test_four_wn_markers_call_a_tactical_reinforcement() -> None:
    calls = [marker for marker in PIECES.depth.values() if marker.tactical_reinforcement]
    assert [(marker.type, marker.strength, marker.needs) for marker in calls] == [("wn", 0, frozenset())] * 4


@pytest.mark.parametrize(("type_", "weapons"), [("wn", "RD AR"), ("mobile", "RD FL")])
def test_depth_markers_of_the_attack_examples(type_: str, weapons: str) -> None:
    assert any(m.type == type_ and m.strength == 1 and m.needs == needs(weapons) for m in PIECES.depth.values())


def test_352_pieces_of_which_80_are_markers() -> None:
    counters = PIECES.counters.model_dump(exclude={"source"})
    assert sum(counters.values()) == 352
    assert sum(PIECES.markers.model_dump(exclude={"source"}).values()) == counters["markers"] == 80


def test_counters_agree_with_the_units() -> None:
    sheet, types = PIECES.counters, Counter(unit.type for unit in US.values())
    four_step = sum(len(unit.steps) == 4 for unit in US.values())
    assert sheet.us_infantry == 2 * types[UnitType.INFANTRY]
    assert sheet.us_artillery_four_step == 2 * four_step
    assert sheet.us_artillery_two_step == 8 - four_step
    assert sheet.us_hero == sum(map(len, PIECES.heroes.values()))
    assert sheet.us_engineer_base == len(PIECES.bases)
    assert sheet.german_depth == len(PIECES.depth)


def test_two_engineer_bases_per_division() -> None:
    assert Counter(base.division for base in PIECES.bases.values()) == {1: 2, 29: 2}
