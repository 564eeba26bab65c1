"""A player's own values in place of ours.

The numbers of the counters and part of the terrain key are reconstructed. Who owns the boxed
game, or wants to try something, writes a TOML file with whatever differs::

    [units."22/21"]
    front = { attack = 5, defence = 5 }
    back = { attack = 3 }

    [terrain]
    river = 2
    hex.swamp = { mobile = "prohibited" }

    [areas.sword]
    beachheads = 4
    aircraft = { 8 = 4, 10 = 2 }

>>> swamp = Overlay.model_validate({"file": "mine.toml", "terrain": {"hex": {"swamp": {"leg": 2}}}})
>>> apply(load_content(), swamp).terrain.hex["swamp"].leg
2.0
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field

from bocage.games.fire_movement.content import (
    BeachArea,
    Content,
    Cost,
    Markers,
    Points,
    Source,
    Strength,
    TerrainKey,
    Unit,
    check_area,
    check_terrain,
    load_content,
)
from bocage.kernel.data import Model, check, fault, unknown
from bocage.kernel.overlay import read_file


class StrengthChange(Model):
    """Those of the three numbers of a side that differ."""

    attack: Annotated[int | None, Field(ge=0, le=20, strict=True)] = None
    defence: Annotated[int | None, Field(ge=0, le=20, strict=True)] = None
    movement: Annotated[int | None, Field(ge=1, le=30, strict=True)] = None


class UnitChange(Model):
    """What differs on a counter. One step takes the back away; a second one needs all of its numbers."""

    front: StrengthChange | None = None
    back: StrengthChange | None = None
    steps: Annotated[int | None, Field(ge=1, le=2, strict=True)] = None
    zoc: Annotated[bool | None, Field(strict=True)] = None
    mobile: Annotated[bool | None, Field(strict=True)] = None


class CostChange(Model):
    """What differs in a row of the terrain key."""

    leg: Cost = None
    mobile: Cost = None


class TerrainChange(Model):
    """What differs in the terrain key."""

    hex: dict[str, CostChange] = Field(default_factory=dict)
    river: Points | None = None
    road: Points | None = None
    trail: Points | None = None


Counts = dict[Annotated[int, Field(ge=1, le=10)], Annotated[int, Field(ge=0, le=20, strict=True)]]


class AreaChange(Model):
    """What differs among the markers of a landing area."""

    aircraft: Counts | None = None
    mines: Counts | None = None
    beachheads: Annotated[int | None, Field(ge=1, strict=True)] = None


class Overlay(Model):
    """All that a player's file changes, and the name of the file."""

    file: str
    units: dict[str, UnitChange] = Field(default_factory=dict)
    terrain: TerrainChange = TerrainChange()
    areas: dict[str, AreaChange] = Field(default_factory=dict)


def read_overlay(path: Path, content: Content | None = None) -> Overlay:
    """Read a player's file and try it on ``content``; the first problem is raised as a DataError."""
    file = str(path)
    raw = read_file(path)
    if "file" in raw:
        fault(file, "", "file", unknown("field", "file", ("units", "terrain", "areas")))
    overlay = check(Overlay, {**raw, "file": file}, file)
    apply(content or load_content(), overlay)
    return overlay


def apply(content: Content, overlay: Overlay) -> Content:
    """The same content with the values of the overlay."""
    units = dict(content.units)
    for name, change in overlay.units.items():
        if name not in units:
            fault(overlay.file, f"units.{name}", "", unknown("unit", name, units))
        if change.model_fields_set:
            units[name] = _changed_unit(units[name], change, overlay.file)
    areas = dict(content.areas)
    for name, markers in overlay.areas.items():
        if name not in areas:
            fault(overlay.file, f"areas.{name}", "", unknown("beach area", name, areas))
        areas[name] = _changed_area(areas[name], markers, overlay.file)
        check_area(areas[name], units, overlay.file)
    terrain = _changed_terrain(content.terrain, overlay.terrain, overlay.file)
    return content.model_copy(update={"units": units, "areas": areas, "terrain": terrain})


def _given(change: BaseModel) -> dict[str, object]:
    """The fields that the file names, with their values."""
    return {name: getattr(change, name) for name in change.model_fields_set}


OVERLAID = Source(kind="printed", note="overlay")  # no file name: data are the same data under another name


def _changed_unit(unit: Unit, change: UnitChange, file: str) -> Unit:
    front = unit.front.model_copy(update=_given(change.front)) if change.front else unit.front
    back = unit.back
    if change.steps == 1:
        if change.back:
            fault(file, f"units.{unit.id}.back", "", "a unit of one step has none")
        back = None
    elif change.back:
        if back is None and change.steps != 2:
            fault(file, f"units.{unit.id}.back", "", f"{unit.id} has one step; give it steps = 2 as well")
        if back is None and (missing := sorted(Strength.model_fields.keys() - change.back.model_fields_set)):
            fault(file, f"units.{unit.id}.back", "", f"the new side also needs {' and '.join(missing)}")
        back = Strength.model_validate({**(back.model_dump() if back else {}), **_given(change.back)})
    elif change.steps == 2 and back is None:
        fault(file, f"units.{unit.id}.steps", "", "a second step needs a back with attack, defence and movement")
    changes = {name: value for name, value in (("zoc", change.zoc), ("mobile", change.mobile)) if value is not None}
    return unit.model_copy(update={"front": front, "back": back, "values": OVERLAID, **changes})


def _changed_terrain(key: TerrainKey, change: TerrainChange, file: str) -> TerrainKey:
    rows = dict(key.hex)
    for name, row in change.hex.items():
        if name not in rows:
            fault(file, f"terrain.hex.{name}", "", unknown("terrain", name, rows))
        rows[name] = rows[name].model_copy(update={**_given(row), "source": OVERLAID})
    rates = {name: rate for name, rate in _given(change).items() if name != "hex"}
    changed = key.model_copy(update={"hex": rows, **rates, **({"source": OVERLAID} if rates else {})})
    check_terrain(changed, file)
    return changed


def _changed_area(area: BeachArea, change: AreaChange, file: str) -> BeachArea:
    update: dict[str, object] = {}
    if change.aircraft is not None:
        update["aircraft"] = Markers(counts=change.aircraft, source=OVERLAID)
    if change.mines is not None:
        update["mines"] = Markers(counts=change.mines, source=OVERLAID)
    if change.beachheads is not None:
        pool = {"count": change.beachheads, "source": OVERLAID}
        update["beachheads"] = area.beachheads.model_copy(update=pool)
    return area.model_copy(update=update)
