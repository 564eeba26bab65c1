"""A player's own values: what they change, and how a slip is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.games.fire_movement.content import (
    Content,
    Source,
    Strength,
    load_content,
    load_units,
)
from bocage.games.fire_movement.overlay import Overlay, StrengthChange, UnitChange, apply, read_overlay
from bocage.kernel.data import DataError
from tests.support import own_values

EXAMPLE = Path(__file__).parents[2] / "docs" / "example_overlay.toml"
SHIPPED = load_content()


def changed(folder: Path, text: str) -> Content:
    return apply(SHIPPED, read_overlay(own_values(folder, text)))


def test_the_example_changes_what_it_names_and_nothing_else() -> None:
    mine = apply(SHIPPED, read_overlay(EXAMPLE))
    panzers = mine.units["22/21"]
    assert panzers.front == Strength(attack=5, defence=4, movement=12)
    assert panzers.back == Strength(attack=2, defence=4, movement=12)
    guns = mine.units["200/21"]
    assert (guns.steps, guns.zoc) == (2, True)
    assert guns.back == Strength(attack=1, defence=1, movement=12)
    assert mine.units["2-rgr"].back is None
    assert mine.terrain.river == 2
    assert (mine.terrain.hex["swamp"].leg, mine.terrain.hex["swamp"].mobile) == (2, None)
    sword = mine.areas["sword"]
    assert (sword.aircraft.counts, sword.mines.counts, sword.beachheads.count) == ({8: 4, 10: 2}, {4: 1, 5: 1}, 4)

    touched = {id_ for id_ in mine.units if mine.units[id_] != SHIPPED.units[id_]}
    assert touched == {"22/21", "200/21", "2-rgr"}
    assert list(mine.units) == list(SHIPPED.units)
    assert {id_ for id_ in mine.areas if mine.areas[id_] != SHIPPED.areas[id_]} == {"sword"}
    rows = mine.terrain.hex
    assert {name for name in rows if rows[name] != SHIPPED.terrain.hex[name]} == {"swamp"}
    assert (mine.terrain.road, mine.terrain.trail) == (0.5, 1)
    assert mine.scenarios == SHIPPED.scenarios


def test_what_an_overlay_changes_says_so() -> None:
    mine = apply(SHIPPED, read_overlay(EXAMPLE))
    printed = Source(kind="printed", note="overlay")
    assert mine.units["22/21"].values == printed
    assert mine.units["22/21"].listed == SHIPPED.units["22/21"].listed
    assert mine.terrain.source == mine.terrain.hex["swamp"].source == printed
    sword = mine.areas["sword"]
    assert sword.aircraft.source == sword.mines.source == sword.beachheads.source == printed
    assert sword.allied_markers.source.kind == "rulebook"


def test_the_shipped_values_stay_as_they_are() -> None:
    before = SHIPPED.model_dump()
    apply(SHIPPED, read_overlay(EXAMPLE))
    assert SHIPPED.model_dump() == before
    assert load_units()["22/21"].front.attack == 6


def test_overlays_add_up(tmp_path: Path) -> None:
    first = apply(SHIPPED, read_overlay(EXAMPLE))
    second = apply(first, read_overlay(own_values(tmp_path, '[units."22/21"]\nfront.movement = 10'), first))
    assert second.units["22/21"].front == Strength(attack=5, defence=4, movement=10)


@pytest.mark.parametrize("text", ["", '[units."22/21"]', "[terrain]", "[areas.sword]"])
def test_an_overlay_that_names_no_value_changes_nothing(text: str, tmp_path: Path) -> None:
    assert changed(tmp_path, text) == SHIPPED


def test_each_value_can_be_replaced_alone(tmp_path: Path) -> None:
    assert changed(tmp_path, "terrain.road = 1").terrain.road == 1
    assert changed(tmp_path, "terrain.trail = 1.5").terrain.trail == 1.5
    assert changed(tmp_path, "terrain.hex.city.mobile = 3").terrain.hex["city"].mobile == 3
    assert changed(tmp_path, "areas.on_to_caen.beachheads = 7").areas["on_to_caen"].beachheads.count == 7
    assert changed(tmp_path, "areas.utah.mines = {}").areas["utah"].mines.total == 0
    assert changed(tmp_path, 'units."37/17SS".mobile = true').units["37/17SS"].mobile


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("units.'22/22'.steps = 1", "units.22/22: there is no unit '22/22'; did you mean 22/21 or 2/2 or 922/243?"),
        ("units.'22/21'.frnt.attack = 3", "units.22/21.frnt: there is no field 'frnt'; did you mean front?"),
        ("units.'22/21'.front.atack = 3", "units.22/21.front.atack: there is no field 'atack'; did you mean attack?"),
        (
            "units.'22/21'.front.attack = 33",
            "units.22/21.front.attack: it should be less than or equal to 20, not 33",
        ),
        ("units.'22/21'.front.attack = '3'", 'units.22/21.front.attack: it should be a whole number, not "3"'),
        ("units.'22/21'.front.attack = true", "units.22/21.front.attack: it should be a whole number, not true"),
        ("units.'22/21'.front.attack = 2.5", "units.22/21.front.attack: it should be a whole number, not 2.5"),
        (
            "units.'22/21'.back.movement = 0",
            "units.22/21.back.movement: it should be greater than or equal to 1, not 0",
        ),
        ("units.'22/21'.front = 3", "units.22/21.front: it should be a table, not 3"),
        ("units.'22/21'.steps = 3", "units.22/21.steps: it should be less than or equal to 2, not 3"),
        ("units.'22/21'.steps = true", "units.22/21.steps: it should be a whole number, not true"),
        ("units.'22/21'.zoc = 'no'", 'units.22/21.zoc: it should be true or false, not "no"'),
        (
            "units.'22/21' = { steps = 1, back = { attack = 2 } }",
            "units.22/21.back: a unit of one step has none",
        ),
        (
            "units.'200/21'.steps = 2",
            "units.200/21.steps: a second step needs a back with attack, defence and movement",
        ),
        (
            "units.'200/21'.back.attack = 2",
            "units.200/21.back: 200/21 has one step; give it steps = 2 as well",
        ),
        (
            "units.'200/21' = { steps = 2, back = { attack = 2 } }",
            "units.200/21.back: the new side also needs defence and movement",
        ),
        ("terrain.rivr = 2", "terrain.rivr: there is no field 'rivr'; did you mean river?"),
        ("terrain.river = 0.3", "terrain.river: it should be a multiple of 0.5, not 0.3"),
        ("terrain.river = inf", "terrain.river: it should be less than or equal to 30, not Infinity"),
        ("terrain.hex.bocag.leg = 2", "terrain.hex.bocag: there is no terrain 'bocag'; did you mean bocage?"),
        ("terrain.hex.bocage.legs = 2", "terrain.hex.bocage.legs: there is no field 'legs'; did you mean leg?"),
        ("terrain.hex.bocage.leg = 'no'", 'terrain.hex.bocage.leg: it should be a number, not "no"'),
        (
            "terrain.hex.sea.leg = 2",
            "terrain sea, line: a hex that can be entered needs a line of the results table",
        ),
        ("areas.swrod.beachheads = 3", "areas.swrod: there is no beach area 'swrod'; did you mean sword?"),
        ("areas.sword.mine = { 5 = 1 }", "areas.sword.mine: there is no field 'mine'; did you mean mines?"),
        ("areas.sword.beachheads = 5", "area sword, beachheads: 5 markers for 4 beach hexes"),
        (
            "areas.sword.beachheads = 0",
            "areas.sword.beachheads: it should be greater than or equal to 1, not 0",
        ),
        ("areas.sword.aircraft = { 9 = 1 }", "area sword, aircraft: 1 of +9, but the list has 0"),
        (
            "areas.sword.aircraft = { 11 = 1 }",
            'areas.sword.aircraft.11: it should be less than or equal to 10, not "11"',
        ),
        ("areas.sword.aircraft = { x = 1 }", 'areas.sword.aircraft.x: it should be a whole number, not "x"'),
        (
            "areas.sword.aircraft = {}",
            "area sword, aircraft: neither the aircraft nor the other markers may be none at all",
        ),
        ("areas.sword.mines = { 5 = 4 }", "area sword, mines: 4 of +5, but the list has 3"),
        ("area.sword.beachheads = 3", "area: there is no field 'area'; did you mean areas?"),
        ("file = 'x'", "file: there is no field 'file'; known are areas, terrain, units"),
        ("units = 3", "units: it should be a table, not 3"),
    ],
)
def test_a_slip_is_told_in_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        read_overlay(own_values(tmp_path, text))
    assert str(error.value) == f"{tmp_path / 'mine.toml'}, {sentence}"


def test_a_file_that_is_no_toml_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        read_overlay(own_values(tmp_path, "[units\n"))
    assert str(error.value).startswith(f"{tmp_path / 'mine.toml'}: it is not TOML: ")
    assert "line 1" in str(error.value)


def test_a_file_that_cannot_be_read_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        read_overlay(tmp_path / "none.toml")
    assert str(error.value) == f"{tmp_path / 'none.toml'}: it cannot be read: No such file or directory"
    (tmp_path / "latin.toml").write_bytes("title = 'Trévières'".encode("latin-1"))
    with pytest.raises(DataError, match=r"latin\.toml: it cannot be read: "):
        read_overlay(tmp_path / "latin.toml")


@given(
    id_=st.sampled_from(sorted(SHIPPED.units)),
    attack=st.integers(0, 20),
    defence=st.integers(0, 20),
    movement=st.integers(1, 30),
)
def test_any_unit_can_have_any_numbers(id_: str, attack: int, defence: int, movement: int) -> None:
    front = StrengthChange(attack=attack, defence=defence, movement=movement)
    mine = apply(SHIPPED, Overlay(file="mine.toml", units={id_: UnitChange(front=front)}))
    assert mine.units[id_].front == Strength(attack=attack, defence=defence, movement=movement)
    assert mine.units[id_].back == SHIPPED.units[id_].back
    assert Content.model_validate(mine.model_dump()) == mine
