"""Everything the game is made of, in one object whose parts fit together.

The models of ``units``, ``tables`` and ``ground`` are the schema of the files in ``data/``. A player's own file
replaces values: ``[units."16/1"]`` the numbers of a counter, and every table of ``tables.toml`` by its name::

    [units."16/1"]
    attack = 5

    [terrain.bocage]
    shift = -1

    [combat.die]
    6 = ["BL1", "BL1", "DR", "DR*", "DR*", "DE", "DE", "DE"]

>>> content = load_content()
>>> content.units["16/1"].factors(reduced=False), content.formations["1 Inf"].units
(Factors(attack=6, defence=5), ('16/1', '18/1', '26/1'))
>>> content.set_ups["campaign"].placed["16/1"], content.set_ups["june_14"].placed["16/1"]
('3302', '3611')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from pydantic import Field

from bocage.games.dark_summer.ground import Ground, MapFile, make_ground
from bocage.games.dark_summer.tables import Support, Tables
from bocage.games.dark_summer.terms import HexLabel, Replacement, Side, Source, Turn, Weather
from bocage.games.dark_summer.units import Formation, Unit, formations_of
from bocage.kernel.data import Folder, Model, check, check_same, fault, read_folder, read_table, read_toml, unknown
from bocage.kernel.overlay import Tree, merged, read_tables, rows_by_id

CHERBOURG: Final = "Cherbourg"  # where a unit is that is in the box
IDENTITY: Final = ("id", "nation", "formation")  # of a unit; the rest a player's file may replace
SET_UPS: Final = {"campaign": "setup.toml", "june_14": "start_turn_2.toml"}  # by the scenario


class _Written(Model):
    """A set-up as its file has it; without ``units`` they stand where their counters say."""

    title: str
    turn: Turn
    weather: Weather | None = None
    open_beaches: tuple[HexLabel, ...]
    augmented_omaha: tuple[HexLabel, ...]
    points: dict[Side, int]
    reduced: tuple[str, ...]
    eliminated: tuple[str, ...]
    strongpoints: tuple[str, ...]
    ost_battalions: tuple[str, ...]
    source: Source
    units: dict[str, tuple[str, ...]] = Field(default_factory=dict)


class SetUp(Model):
    """A position from which a game begins.

    ``placed`` has the place of each unit that is on the map, offshore, at an airfield or in the Cherbourg Box: a hex or
    ``Cherbourg``. Strongpoints and Ost battalions are dealt to their places, as many of either as there are places.
    """

    id: str
    title: str
    turn: Turn
    weather: Weather | None  # None: it is drawn
    placed: dict[str, str]
    reduced: frozenset[str]
    eliminated: frozenset[str]
    strongpoints: tuple[str, ...]
    ost_battalions: tuple[str, ...]
    open_beaches: tuple[HexLabel, ...]
    augmented_omaha: tuple[HexLabel, ...]
    points: dict[Side, int]
    source: Source


@dataclass(frozen=True, slots=True)
class Content:
    """All data of the game."""

    ground: Ground
    units: Mapping[str, Unit]  # by id, in the order of the file
    formations: Mapping[str, Formation]
    tables: Tables
    set_ups: Mapping[str, SetUp]
    fingerprint: str  # changes when any data file or the overlay changes

    def rebuilt_with(self, unit: Unit) -> tuple[Replacement, ...]:
        """The kinds of Replacements one of which rebuilds a unit; none for a unit with a dot (8.2)."""
        if not unit.replaceable:
            return ()
        lines = self.tables.rebuilding
        return next((line.replacement for line in lines if unit.nation in line.nations and unit.type in line.types), ())

    def support_of(self, side: Side) -> list[Support]:
        """The Support markers of a side."""
        return [marker for marker in self.tables.support.values() if marker.army.side is side]


# ---------------------------------------------------------------------------------------- the files


@cache
def shipped() -> Folder:
    """The data files of the game, read once."""
    return read_folder(__package__)


@cache
def _shipped_content() -> Content:
    return read_content(shipped())


def load_content(overlay: Path | None = None) -> Content:
    """Everything, as shipped or with the values of a player's file."""
    return _shipped_content() if overlay is None else read_content(shipped(), overlay)


def read_content(folder: Folder, overlay: Path | None = None) -> Content:
    """Everything from the texts of the data files, with the values of a player's file."""
    raw_units, raw_tables = (
        rows_by_id(folder, "units.csv", Unit, "unit"),
        read_toml(folder["tables.toml"], "tables.toml"),
    )
    own = read_overlay(overlay, raw_units, raw_tables) if overlay is not None else {}
    changed = own.pop("units", {})
    units_file = str(overlay) if changed else "units.csv"
    tables_file = str(overlay) if own else "tables.toml"
    tables = check(Tables, merged(raw_tables, own), tables_file)
    ground = make_ground(read_table(folder, "map.toml", MapFile), tables, "map.toml")
    units = _units(merged(raw_units, changed), units_file, ground)
    set_ups = {name: _set_up(name, folder, units, ground) for name in SET_UPS}
    formations = formations_of(units)
    _check_tables(tables, units, ground, tables_file)
    text = "\0".join(f"{name}\0{folder[name]}" for name in sorted(folder)) + (repr((changed, own)) if overlay else "")
    return Content(ground, units, formations, tables, set_ups, sha256(text.encode()).hexdigest())


def _units(rows: Tree, file: str, ground: Ground) -> dict[str, Unit]:
    units = {name: check(Unit, row, file, f"unit {name}") for name, row in rows.items()}
    for unit in units.values():
        entry, where = unit.entry, f"unit {unit.id}"
        if entry.kind == "hex" and (entry.hex not in ground.labels or not ground.land_at(entry.hex)):
            fault(file, where, "entry", f"there is no land hex {entry.hex}")
        if entry.kind in ("first_wave", "second_wave") and entry.hex not in ground.approaches:
            fault(file, where, "entry", unknown("hex to land at", str(entry.hex), ground.approaches))
    return units


# ---------------------------------------------------------------------------------------- a player's own values


def read_overlay(path: Path, units: Tree, tables: Tree) -> dict[str, Tree]:
    """A player's file: tables of units and of tables.toml, with only what differs."""
    known: Tree = {"units": units, **{name: table for name, table in tables.items() if isinstance(table, dict)}}
    own = read_tables(path, known)
    check_same(own.get("units", {}), IDENTITY, str(path), "unit")
    return own


# ---------------------------------------------------------------------------------------- what one file says of another


def _set_up(name: str, folder: Folder, units: Mapping[str, Unit], ground: Ground) -> SetUp:
    file = SET_UPS[name]
    written = read_table(folder, file, _Written)
    placed = {unit.id: place for unit in units.values() if (place := _printed_place(unit, ground))}
    if written.units:
        placed = {}
        for place, there in written.units.items():
            for unit in there:
                if unit in placed:
                    fault(file, "units", place, f"{unit} is in {placed[unit]} already")
                placed[unit] = place
    for what, named in (("units", [*placed]), ("reduced", written.reduced), ("eliminated", written.eliminated)):
        for unit in named:
            if unit not in units:
                fault(file, what, unknown("unit", unit, units))
            if what == "reduced" and units[unit].steps == 1:
                fault(file, what, f"{unit} has one step")
    places = ground.labels | {CHERBOURG}
    for what, counters in (
        ("strongpoints", [unit for unit in units.values() if unit.strongpoint]),
        ("ost_battalions", [unit for unit in units.values() if unit.ost]),
    ):
        dealt: tuple[str, ...] = getattr(written, what)
        if len(dealt) > len(counters):
            fault(file, what, f"there are {len(dealt)} places and only {len(counters)} counters")
        for place in dealt:
            if place not in places:
                fault(file, what, unknown("place", place, places))
    for unit, place in placed.items():
        if place not in places:
            fault(file, f"unit {unit}", unknown("place", place, places))
    for what, hexes in (("open_beaches", written.open_beaches), ("augmented_omaha", written.augmented_omaha)):
        for beach in hexes:
            if beach not in ground.beach_of:
                fault(file, what, unknown("Beach hex", beach, ground.beach_of))
    return SetUp.model_validate(
        {
            **written.model_dump(exclude={"units"}),
            "id": name,
            "placed": placed,
            "reduced": frozenset(written.reduced),
            "eliminated": frozenset(written.eliminated),
        }
    )


def _printed_place(unit: Unit, ground: Ground) -> str | None:
    """Where a unit stands at the start by its counter; nowhere yet if it is dealt or waits for its turn (3.1)."""
    entry = unit.entry
    if entry.kind == "first_wave":
        return ground.approaches[str(entry.hex)]
    if entry.kind == "second_wave":
        return ground.second_waves[str(entry.hex)]
    if entry.kind == "third_wave":
        return ground.beaches[str(entry.beach)].third_wave
    if entry.kind == "airfield":
        return ground.airfields[unit.army]
    return CHERBOURG if entry.kind == "cherbourg" else entry.hex


def _check_tables(tables: Tables, units: Mapping[str, Unit], ground: Ground, file: str) -> None:
    for side, hexes in (("allied", tables.victory.allied.hexes), ("german", tables.victory.german.hexes)):
        for label in hexes:
            if label not in ground.labels or not ground.land_at(label):
                fault(file, f"victory.{side}", "hexes", f"there is no land hex {label}")
    for name in tables.victory.german.exit_independents:
        if name not in units:
            fault(file, "victory.german", "exit_independents", unknown("unit", name, units))
    if (avranches := tables.sudden_death.avranches) not in ground.labels:
        fault(file, "sudden_death", "avranches", f"there is no hex {avranches}")
    for unit in units.values():
        if unit.replaceable and not any(
            unit.nation in line.nations and unit.type in line.types for line in tables.rebuilding
        ):
            fault(file, "rebuilding", f"no line rebuilds {unit.id}, which has no dot")
