"""Everything the game is made of, in one object whose parts fit together.

The models of ``units``, ``counters``, ``tables`` and ``ground`` are the schema of the files in ``data/``. A player's
own file replaces values: ``[units."4-Inf/8"]`` the numbers of a combat unit, ``[headquarters.HQ-V]`` those of a corps,
and every table of ``counters.toml`` and ``tables.toml`` by its name::

    [units."4-Inf/8"]
    attack = 5

    [garrison.WN-Vierville]
    defence = 3

    [terrain.bocage]
    shift = 1

>>> content = load_content()
>>> content.units["353-Inf"].factors(lost=1), content.formations["4 Inf"].units
(Factors(attack=4, defence=6), ('4-Inf/8', '4-Inf/22', '4-Inf/12'))
>>> content.set_ups["campaign"].placed["4-Inf/8"], content.set_ups["operation_cobra"].placed["4-Inf/8"]
('first wave Utah', '0420')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

from pydantic import Field

from bocage.games.bloody_summer.counters import Counters
from bocage.games.bloody_summer.ground import Ground, MapFile, make_ground
from bocage.games.bloody_summer.tables import Sky, Tables
from bocage.games.bloody_summer.terms import Army, Count, HexLabel, Letter, Replacement, Side, Source, Turn
from bocage.games.bloody_summer.units import Entry, Formation, Headquarters, Unit, formations_of
from bocage.kernel.data import Folder, Model, check, check_same, fault, read_folder, read_table, read_toml, unknown
from bocage.kernel.overlay import Tree, merged, read_tables, rows_by_id

SET_UPS: Final = ("race_to_cherbourg", "operation_cobra", "campaign")  # in the order in which one should try them
IDENTITY: Final = ("id", "nation", "formation")  # of a unit or headquarters; the rest a player's file may replace
BOX: Final = "box "  # before the name of a box where a place is written


class Due(Model):
    """The turns on which a depot enters, and on which it is full if it enters reduced."""

    enters: Turn
    full: Turn | None = None


class Free(Model):
    """Counters that their owner places as he likes (11.2)."""

    units: tuple[str, ...]
    columns: tuple[int, int] | None = None  # first and last, on his side of the front
    with_army: Army | None = None  # or with any stack of an army, one in a hex
    source: Source


class _Start(Model):
    """What a set-up says of everything but the places of counters."""

    title: str
    turns: tuple[Turn, Turn]
    weather: Sky | None = None  # of the first turn where the table does not fix it
    armies: tuple[Army, ...]  # also of aircraft and ships
    columns: tuple[int, int]  # in use
    exits: tuple[Letter, ...]
    boxes: tuple[str, ...]  # of the Strategic Movement Map in use
    victory: Literal["points", "cherbourg"] = "points"  # 11.3.2, or who has Cherbourg when (11.1.5)
    points: int
    halved: bool = False  # Offensive markers and aircraft (11.1)
    heavy_bombers: bool = True
    replacements: bool = True
    german_markers: Count = 0
    allied_markers: Count = 0  # with any headquarters
    garrisons: tuple[str, ...]
    batteries: tuple[str, ...]
    festungen: tuple[str, ...]
    german_depots: tuple[str, ...]
    partisans: tuple[str, ...]  # the boxes that still have one
    depots: tuple[str, ...] = ()  # Allied, open and full
    due_depots: dict[str, Due] = Field(default_factory=dict)
    destroyed_depots: tuple[str, ...] = ()
    offensive_capacity: dict[str, Count] = Field(default_factory=dict)  # of a depot, otherwise than in counters.toml
    allied_hexes: dict[str, str] = Field(default_factory=dict)  # by row: the columns, such as 17-25
    free: tuple[Free, ...] = ()
    source: Source


class _Written(_Start):
    """A set-up as its file has it; without ``units`` the counters stand where is printed on them."""

    reinforcements: tuple[str, ...] | None = None  # only these; otherwise all whose turns come
    disorganized: dict[str, Annotated[int, Field(ge=1, le=2)]] = Field(default_factory=dict)
    steps_lost: dict[str, Count] = Field(default_factory=dict)  # by unit, or by formation: its owner chooses
    returned: tuple[str, ...] = ()  # to the Strategic Reserve for good
    lost: tuple[str, ...] = ()  # for good
    units: dict[str, tuple[str, ...]] = Field(default_factory=dict)


class SetUp(_Start):
    """A position from which a game begins.

    ``placed`` has the place of each unit and headquarters that is on the map, in a box or about to land: a hex, a box
    as ``box Brest``, a wave as ``first wave Utah``, ``second wave`` alone for those who land by a die or a choice,
    ``across Gold West and Gold East``, or ``airfields``. ``arriving`` are those that come later by their entries. All
    others take no part.
    """

    id: str
    placed: dict[str, str]
    arriving: tuple[str, ...]
    disorganized: dict[str, int]
    steps_lost: dict[str, int]  # by unit
    steps_to_lose: dict[str, int]  # by formation, at its owner's choice
    returned: frozenset[str]
    lost: frozenset[str]
    allied: frozenset[str]  # hexes that the Allies hold at the start


@dataclass(frozen=True, slots=True)
class Content:
    """All data of the game."""

    ground: Ground
    units: Mapping[str, Unit]  # by id, in the order of the file
    headquarters: Mapping[str, Headquarters]
    formations: Mapping[str, Formation]
    counters: Counters
    tables: Tables
    set_ups: Mapping[str, SetUp]
    fingerprint: str  # changes when any data file or the overlay changes

    def rebuilt_with(self, unit: Unit) -> Replacement | None:
        """The replacement that a German unit needs; the Allies have all they wish (6.10)."""
        return self.tables.replacement.for_arm(unit.arm) if unit.side is Side.GERMAN else None

    def entry(self, name: str) -> Entry:
        """Where a unit or headquarters sets up in the campaign or when it comes."""
        found = self.units.get(name)
        return found.entry if found else self.headquarters[name].entry


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
    raw: dict[str, Tree] = {
        "units": rows_by_id(folder, "units.csv", Unit, "counter"),
        "headquarters": rows_by_id(folder, "headquarters.csv", Headquarters, "counter"),
        "counters": read_toml(folder["counters.toml"], "counters.toml"),
        "tables": read_toml(folder["tables.toml"], "tables.toml"),
    }
    own = read_overlay(overlay, raw) if overlay is not None else {}

    def file(kind: str, shipped_as: str) -> str:
        return str(overlay) if own.get(kind) else shipped_as

    mine = {kind: merged(table, own.get(kind, {})) for kind, table in raw.items()}
    tables = check(Tables, mine["tables"], file("tables", "tables.toml"))
    counters = check(Counters, mine["counters"], file("counters", "counters.toml"))
    ground = make_ground(read_table(folder, "map.toml", MapFile), tables, "map.toml")
    units = _checked(Unit, mine["units"], file("units", "units.csv"), "unit")
    headquarters = _checked(
        Headquarters, mine["headquarters"], file("headquarters", "headquarters.csv"), "headquarters"
    )
    for name, entry in _entries(units, headquarters):
        unit = name in units
        _check_entry(
            name, entry, ground, file(*(("units", "units.csv") if unit else ("headquarters", "headquarters.csv")))
        )
    _check_counters(counters, ground, file("counters", "counters.toml"))
    _check_tables(tables, units, ground, file("tables", "tables.toml"))
    reader = _SetUps(folder, units, headquarters, counters, ground)
    set_ups = {name: reader.read(name) for name in SET_UPS}
    text = "\0".join(f"{name}\0{folder[name]}" for name in sorted(folder)) + (repr(own) if overlay else "")
    fingerprint = sha256(text.encode()).hexdigest()
    return Content(ground, units, headquarters, formations_of(units), counters, tables, set_ups, fingerprint)


Row = TypeVar("Row", Unit, Headquarters)


def _checked(model: type[Row], rows: Tree, file: str, what: str) -> dict[str, Row]:
    return {name: check(model, row, file, f"{what} {name}") for name, row in rows.items()}


def _entries(units: Mapping[str, Unit], headquarters: Mapping[str, Headquarters]) -> Iterator[tuple[str, Entry]]:
    yield from ((name, unit.entry) for name, unit in units.items())
    yield from ((name, corps.entry) for name, corps in headquarters.items())


# ---------------------------------------------------------------------------------------- a player's own values


def read_overlay(path: Path, raw: Mapping[str, Tree]) -> dict[str, Tree]:
    """A player's file, sorted by the files whose values it replaces; it has only what differs."""
    known: Tree = {"units": raw["units"], "headquarters": raw["headquarters"]}
    for kind in ("counters", "tables"):
        known |= {name: table for name, table in raw[kind].items() if isinstance(table, dict)}
    found: dict[str, Tree] = {}
    for name, table in read_tables(path, known).items():
        if name in ("units", "headquarters"):
            check_same(table, IDENTITY, str(path), "unit" if name == "units" else name)
            found[name] = table
        else:
            found.setdefault("counters" if name in raw["counters"] else "tables", {})[name] = table
    return found


# ---------------------------------------------------------------------------------------- what one file says of another


def _check_entry(name: str, entry: Entry, ground: Ground, file: str) -> None:
    where = f"{'headquarters' if name.startswith('HQ-') else 'unit'} {name}"
    if entry.hex is not None and (entry.hex not in ground.labels or not ground.land_at(entry.hex)):
        fault(file, where, "entry", f"there is no land hex {entry.hex}")
    if entry.box is not None and entry.box not in ground.boxes:
        fault(file, where, "entry", unknown("box", entry.box, ground.boxes))
    for beach in (*filter(None, (entry.beach,)), *entry.beaches):
        if beach not in ground.offshore:
            fault(file, where, "entry", unknown("beach", beach, ground.offshore))


def _check_counters(counters: Counters, ground: Ground, file: str) -> None:
    for kind, table in (
        ("garrison", counters.garrison),
        ("battery", counters.battery),
        ("festung", counters.festung),
        ("german_depot", counters.german_depot),
        ("depot", counters.depot),
    ):
        for name, counter in table.items():
            if counter.hex is not None and (counter.hex not in ground.labels or not ground.land_at(counter.hex)):
                fault(file, f"{kind}.{name}", "hex", f"there is no land hex {counter.hex}")
            box = getattr(counter, "box", None)
            if box is not None and box not in ground.boxes:
                fault(file, f"{kind}.{name}", "box", unknown("box", box, ground.boxes))
    for name, garrison in counters.garrison.items():
        if garrison.back not in counters.depot:
            fault(file, f"garrison.{name}", "back", unknown("depot", garrison.back, counters.depot))
        if counters.depot[garrison.back].hex != garrison.hex:
            fault(file, f"garrison.{name}", "back", f"{garrison.back} is not in {garrison.hex}")
    if counters.ffi.box not in ground.boxes:
        fault(file, "ffi", "box", unknown("box", counters.ffi.box, ground.boxes))


def _check_tables(tables: Tables, units: Mapping[str, Unit], ground: Ground, file: str) -> None:
    for name in tables.drop.modifier:
        if name not in units:
            fault(file, "drop.modifier", unknown("unit", name, units))
    for unit in units.values():
        if unit.entry.kind in ("drop", "landing", "glider") and unit.id not in tables.drop.modifier:
            fault(file, "drop.modifier", f"{unit.id} comes from the air and has none")
        if unit.side is Side.GERMAN and tables.replacement.for_arm(unit.arm) is None:
            fault(file, "replacement", f"no kind rebuilds {unit.id}")
    for beach in tables.dd_tanks.modifier:
        if beach not in ground.beaches:
            fault(file, "dd_tanks.modifier", unknown("beach", beach, ground.beaches))
    for unit in units.values():
        if unit.dd_tanks and unit.entry.beach not in tables.dd_tanks.modifier:
            fault(file, "dd_tanks.modifier", f"{unit.entry.beach}, where {unit.id} lands, has none")


class _SetUps:
    """Reads the files of the set-ups against everything else."""

    def __init__(
        self,
        folder: Folder,
        units: Mapping[str, Unit],
        headquarters: Mapping[str, Headquarters],
        counters: Counters,
        ground: Ground,
    ) -> None:
        self.folder, self.units, self.headquarters = folder, units, headquarters
        self.counters, self.ground = counters, ground
        self.formations = formations_of(units)
        self.entries = dict(_entries(units, headquarters))
        self.file = ""

    def read(self, name: str) -> SetUp:
        self.file = f"{name}.toml"
        written = read_table(self.folder, self.file, _Written)
        placed = self.placed(written)
        self.check_names(written)
        first, last = written.turns
        later = [one for one, entry in self.entries.items() if entry.turn is not None and first <= entry.turn <= last]
        if written.reinforcements is not None:
            later = [one for one in later if one in written.reinforcements]
        start = written.model_dump(include=set(_Start.model_fields))
        units: dict[str, int] = {}
        wholes: dict[str, int] = {}
        for who, lost in written.steps_lost.items():
            (units if who in self.units else wholes)[who] = lost
        return SetUp.model_validate(
            {
                **start,
                "id": name,
                "placed": placed,
                "arriving": tuple(later),
                "disorganized": written.disorganized,
                "steps_lost": units,
                "steps_to_lose": wholes,
                "returned": frozenset(written.returned),
                "lost": frozenset(written.lost),
                "allied": frozenset(self.allied(written, placed)),
            }
        )

    def placed(self, written: _Written) -> dict[str, str]:
        if not written.units:
            return {name: place for name, entry in self.entries.items() if (place := printed_place(entry))}
        found: dict[str, str] = {}
        for place, there in written.units.items():
            box = place.removeprefix(BOX)
            if place.startswith(BOX) and box not in written.boxes:
                fault(self.file, "units", place, unknown("box", box, written.boxes))
            if not place.startswith(BOX) and (place not in self.ground.labels or not self.ground.land_at(place)):
                fault(self.file, "units", place, f"there is no land hex {place}")
            for name in there:
                self.known(name, "units", place)
                if name in found:
                    fault(self.file, "units", place, f"{name} is in {found[name]} already")
                found[name] = place
        return found

    def known(self, name: str, *where: str) -> None:
        if name not in self.entries:
            fault(self.file, *where, unknown("counter", name, self.entries))

    def check_names(self, written: _Written) -> None:
        free = [name for one in written.free for name in one.units]
        for what, named in (
            ("reinforcements", written.reinforcements or ()),
            ("disorganized", written.disorganized),
            ("returned", written.returned),
            ("lost", written.lost),
            ("free", free),
        ):
            for name in named:
                self.known(name, what)
        for name, lost in written.steps_lost.items():
            if name not in self.units and name not in self.formations:
                fault(self.file, "steps_lost", unknown("unit or formation", name, [*self.units, *self.formations]))
            if name in self.units and lost >= self.units[name].steps:
                fault(self.file, "steps_lost", f"{name} has no more than {self.units[name].steps} steps")
        counters, ground = self.counters, self.ground
        for what, word, names, table in (
            ("garrisons", "garrison", written.garrisons, list(counters.garrison)),
            ("batteries", "battery", written.batteries, list(counters.battery)),
            ("festungen", "Festung", written.festungen, list(counters.festung)),
            ("german_depots", "German depot", written.german_depots, list(counters.german_depot)),
            ("depots", "depot", written.depots, list(counters.depot)),
            ("due_depots", "depot", tuple(written.due_depots), list(counters.depot)),
            ("destroyed_depots", "depot", written.destroyed_depots, list(counters.depot)),
            ("offensive_capacity", "depot", tuple(written.offensive_capacity), list(counters.depot)),
            (
                "partisans",
                "box with Maquis",
                written.partisans,
                [name for name, box in ground.boxes.items() if box.maquis],
            ),
            ("boxes", "box", written.boxes, list(ground.boxes)),
            ("exits", "exit", written.exits, list(ground.exits)),
        ):
            for name in names:
                if name not in table:
                    fault(self.file, what, unknown(word, name, table))

    def allied(self, written: _Written, placed: Mapping[str, str]) -> Iterator[str]:
        """The hexes of Allied units, and those that the file lists."""
        for name, place in placed.items():
            side = self.units[name].side if name in self.units else self.headquarters[name].side
            if side is Side.ALLIED and place in self.ground.labels:
                yield place
        for row, columns in written.allied_hexes.items():
            for part in columns.split():
                first, _, last = part.partition("-")
                if not (row.isdigit() and first.isdigit() and (last or first).isdigit()):
                    fault(self.file, "allied_hexes", row, f"'{part}' should be a column or two, such as 17-25")
                for column in range(int(first), int(last or first) + 1):
                    label: HexLabel = f"{row}{column:02}"
                    if label not in self.ground.labels or not self.ground.land_at(label):
                        fault(self.file, "allied_hexes", row, f"there is no land hex {label}")
                    yield label


def printed_place(entry: Entry) -> str | None:
    """Where a counter is at the start of the campaign; nowhere yet if it waits for its turn (11.3.1)."""
    match entry.kind:
        case "hex":
            return entry.hex
        case "box":
            return f"{BOX}{entry.box}"
        case "first_wave" | "second_wave" | "last_wave":
            return f"{entry.kind.replace('_', ' ')} {entry.beach}"
        case "second_wave_by_die" | "commandos":
            return "second wave"
        case "drop" | "landing":
            return "airfields"
        case "across":
            return f"across {' and '.join(entry.beaches)}"
        case _:
            return None
