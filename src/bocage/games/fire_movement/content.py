"""What a Fire & Movement game is made of, as typed data: units, markers, terrain, scenarios.

The models below are the schema of the files in ``data/``. Rules read these objects and
never a raw file.

>>> units = load_units()
>>> units["22/21"].front.attack, units["22/21"].mobile
(6, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationError

from bocage.kernel.data import Model, check, fault, in_plain_words, read_toml, unknown

HexLabel = Annotated[str, Field(pattern=r"^\d{4}$")]
Turn = Annotated[int, Field(ge=1, le=25)]
Edition = Literal["quad", "folio"]
Points = Annotated[float, Field(ge=0.5, le=30, multiple_of=0.5, strict=True)]  # movement points come in halves (5.4.1)
Cost = Annotated[Points | None, BeforeValidator(lambda cost: None if cost == "prohibited" else cost)]


class Source(Model):
    """Where a value comes from: a rule number, print, history, geography or our own method."""

    kind: Literal["rulebook", "printed", "history", "geography", "reconstructed"]
    note: str = ""


class Army(StrEnum):
    """Who a unit or a marker cup belongs to; US and CW make up the Allied side."""

    US = "us"
    CW = "cw"
    GERMAN = "german"


class UnitType(StrEnum):
    """The symbol on the counter (10.2)."""

    INFANTRY = "infantry"
    PARACHUTE = "parachute"
    GLIDER = "glider"
    COMMANDO = "commando"
    RANGER = "ranger"
    MECHANIZED = "mechanized"
    TANK = "tank"  # tank, armored or panzer
    ASSAULT_GUN = "assault_gun"  # self-propelled anti-tank or assault gun (AT)
    FLAK = "flak"  # motorized anti-aircraft (AA)


class UnitSize(StrEnum):
    """The sizes that occur among the units (2.3.1)."""

    BATTALION = "battalion"
    REGIMENT = "regiment"
    BRIGADE = "brigade"


class Strength(Model):
    """The three numbers of one side of a counter."""

    attack: Annotated[int, Field(ge=0, le=20)]
    defence: Annotated[int, Field(ge=0, le=20)]
    movement: Annotated[int, Field(ge=1, le=30)]


class Unit(Model):
    """One combat unit. ``back`` is None for a one-step unit (2.3)."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9/-]+$")]  # unique, as players type it
    name: str  # as the rulebook lists it, for example "12/12SS"
    title: str  # in words: "12th SS Panzer Battalion, 12th SS Panzer Division"
    army: Army
    nationality: Literal["us", "british", "canadian", "german"]
    formation: str  # parent formation: "21", "12SS", "" for an independent unit
    type: UnitType
    size: UnitSize
    mobile: bool
    zoc: bool
    front: Strength
    back: Strength | None
    armored_brigade: bool = False  # for Commonwealth combined arms (10.4)
    listed: Source  # where the unit itself is listed
    values: Source  # where its numbers come from

    @property
    def steps(self) -> int:
        """Two with a reduced side, else one (2.3)."""
        return 1 if self.back is None else 2


class Markers(Model):
    """A count of support fire markers per value: ``{6: 5, 8: 4}`` is five +6 and four +8."""

    counts: dict[Annotated[int, Field(ge=1, le=10)], Annotated[int, Field(ge=0, le=20)]]
    source: Source

    @property
    def total(self) -> int:
        """How many markers there are."""
        return sum(self.counts.values())


class BeachheadPool(Model):
    """Beachhead markers that may be placed on some beaches (10.9.1)."""

    count: int
    beaches: tuple[str, ...]
    at_least_one_on: str | None = None  # a beach that must get one (11.4)
    source: Source


class Landing(Model):
    """Assault units that must land on one of the hexes of a beach before GT 1 (11.4 to 14.4)."""

    units: tuple[str, ...]
    beach: str


class SetUp(Model):
    """German at-start units and where they may stand.

    ``where`` is "anywhere", "caen", "south_of_caen", or a hex.
    """

    units: tuple[str, ...]
    where: Literal["anywhere", "caen", "south_of_caen"] | HexLabel


class Drop(Model):
    """An airborne division and the rows in which its drop zone may lie (12.4, 13.4)."""

    division: str
    units: tuple[str, ...]
    north_of_row: int
    east_of_orne: bool = False


class CommandoAssault(Model):
    """A commando or ranger unit, its hexes, and the value of the German marker that a roll removes (10.9.3)."""

    unit: str
    hexes: tuple[HexLabel, ...]
    marker_lost_on_4_5: int | None = None
    marker_lost_on_6: int


Entry = Literal["beach", "S", "W", "E", "west_road"] | HexLabel


class Arrival(Model):
    """Reinforcements of one turn and their entry.

    ``entry`` is "beach" (Allied), "S", "W", "E", "west_road" (13.5, GT 3) or a hex.
    ``early`` marks a division that may come before its turn (12.5.1).
    """

    turn: Turn
    units: tuple[str, ...]
    entry: Entry
    mp_left: int | None = None  # movement points left on arrival (11.5)
    campaign_entry: Entry | None = None  # entry in campaigns where it differs (15.1)
    early: bool = False


class MarkerLoss(Model):
    """Hexes whose capture costs the Germans markers in the following turn (11.2 to 14.2).

    The hexes are either listed or those of a named ``area`` in data/areas.toml.
    """

    name: str
    hexes: tuple[HexLabel, ...] = ()
    area: str | None = None
    markers: int = 1


class Objectives(Model):
    """What the Allies must have at the end (11.8 to 14.8)."""

    hexes: tuple[HexLabel, ...]
    needed: int
    supply: bool  # whether a line of supply from each hex is required
    adjacent_to: tuple[HexLabel, ...] = ()  # St Lo: units next to these hexes ...
    adjacent_units: int = 0  # ... and how many


class BeachArea(Model):
    """One landing area with all that its chapter of the rulebook lists.

    ``on_to_caen`` is Sword Beach as the folio has it; the other four are the Quad's.
    """

    id: Literal["gold_juno", "sword", "utah", "omaha", "on_to_caen"]
    edition: Edition
    title: str
    chapter: str  # of the Quad: "11", "12", "13", "14"; rules are cited by these numbers
    army: Literal[Army.US, Army.CW]
    beaches: dict[str, tuple[HexLabel, ...]]  # name -> hexes
    beachheads: BeachheadPool
    german_set_up: tuple[SetUp, ...]
    german_set_up_hidden: bool
    set_up_next_to_beach: int = 0  # at least so many units adjacent to the beaches (14.4)
    set_up_forbidden: tuple[HexLabel, ...] = ()
    landings: tuple[Landing, ...]
    drops: tuple[Drop, ...] = ()
    commandos: tuple[CommandoAssault, ...] = ()
    german_markers: Markers
    mines: Markers  # which of the German markers are mines; part of german_markers
    allied_markers: Markers
    aircraft: Markers  # which of the Allied markers carry the aircraft icon; part of allied_markers
    naval_markers: Markers
    marker_losses: tuple[MarkerLoss, ...]
    german_reinforcements: tuple[Arrival, ...]
    allied_reinforcements: tuple[Arrival, ...]
    objectives: Objectives


class Scenario(Model):
    """A game one can choose: one beach area, or a campaign of several."""

    id: str  # "sword"
    title: str
    summary: str  # two sentences for a list of games
    edition: Edition
    areas: tuple[str, ...]  # ids of BeachArea
    playable: str  # name of the set of hexes in play, in data/areas.toml
    campaign: bool
    campaign_cities: int = 0  # 7, 10, 17 (15.3)
    campaign_city_hexes: int = 0  # 14 or 21 (15.5)


class TerrainCost(Model):
    """One row of the terrain key. ``plus`` costs are added to the rest of the hex (5.4)."""

    leg: Cost  # None: prohibited, which is the word for it in the file
    mobile: Cost
    plus: bool = False
    line: Literal["city", "hill", "woods", "town", "clear"] | None = None  # of the results table; None: no combat there
    source: Source


class TerrainKey(Model):
    """Movement costs: hex terrain, river hexsides, road and trail rates."""

    hex: dict[str, TerrainCost]
    river: Points
    road: Points
    trail: Points
    source: Source


class Content(Model):
    """All data of the game but the map; what an overlay changes."""

    units: dict[str, Unit]  # by id, in the order of the file
    terrain: TerrainKey
    areas: dict[str, BeachArea]
    scenarios: dict[str, Scenario]


# ---------------------------------------------------------------------------------------- the files


def _data(file: str) -> dict[str, object]:
    return read_toml(files(__package__).joinpath("data", file).read_text(encoding="utf-8"), file)


# ---------------------------------------------------------------------------------------- units


class _Grade(Model):
    """What the quality of a formation adds to the numbers of its units."""

    name: str
    attack: int
    defence: int
    leg_movement: int
    meaning: str


class _Class(Model):
    """The numbers of an ordinary unit of one type, size and army."""

    name: str
    type: UnitType
    size: UnitSize
    mobile: bool
    zoc: bool
    steps: Literal[1, 2]
    attack: int
    defence: int
    movement: int


class _Adjustment(Model):
    """What one unit has more or less than its class and grade give it, and why."""

    attack: int = 0
    defence: int = 0
    movement: int = 0
    because: str

    def __str__(self) -> str:
        changes = (("attack", self.attack), ("defence", self.defence), ("movement", self.movement))
        made = ", ".join(f"{name} {by:+d}" for name, by in changes if by)
        return f"{made}: {self.because}" if made else ""


class _UnitEntry(Model):
    id: str
    name: str | None = None  # if it is not the id
    title: str
    unit_class: Annotated[str, Field(alias="class")]
    adjust: _Adjustment | None = None
    armored_brigade: bool = False
    listed: Source


class _Formation(Model):
    """A division, or independent units of one kind, with its grade."""

    name: str
    title: str
    army: Army
    nationality: Literal["us", "british", "canadian", "german"]
    grade: str
    because: str
    unit: tuple[_UnitEntry, ...]


class _UnitFile(Model):
    grade: tuple[_Grade, ...]
    unit_class: Annotated[tuple[_Class, ...], Field(alias="class")]
    formation: tuple[_Formation, ...]


def _unit(entry: _UnitEntry, formation: _Formation, kind: _Class, grade: _Grade) -> Unit:
    """The method of docs/unit_values.md: class, plus grade, plus what is peculiar to the unit."""
    own = entry.adjust or _Adjustment(because="")
    front = Strength(
        attack=kind.attack + grade.attack + own.attack,
        defence=kind.defence + grade.defence + own.defence,
        movement=kind.movement + (0 if kind.mobile else grade.leg_movement) + own.movement,
    )
    back = Strength(attack=-(-front.attack // 2), defence=-(-front.defence * 2 // 3), movement=front.movement)
    return Unit(
        id=entry.id,
        name=entry.name or entry.id,
        title=", ".join(filter(None, (entry.title, formation.title))),
        army=formation.army,
        nationality=formation.nationality,
        formation=formation.name,
        type=kind.type,
        size=kind.size,
        mobile=kind.mobile,
        zoc=kind.zoc,
        front=front,
        back=back if kind.steps == 2 else None,
        armored_brigade=entry.armored_brigade,
        listed=entry.listed,
        values=Source(
            kind="reconstructed",
            note="; ".join(filter(None, (kind.name, f"{grade.name}: {formation.because}", str(own)))),
        ),
    )


def units_of(raw: object, file: str) -> dict[str, Unit]:
    """The units of a file in the form of units.toml."""
    table = check(_UnitFile, raw, file)
    classes = {kind.name: kind for kind in table.unit_class}
    grades = {grade.name: grade for grade in table.grade}
    units: dict[str, Unit] = {}
    for formation in table.formation:
        if formation.grade not in grades:
            fault(
                file,
                f"formation {formation.title or formation.name}",
                "grade",
                unknown("grade", formation.grade, grades),
            )
        for entry in formation.unit:
            where = f"unit {entry.id}"
            if entry.unit_class not in classes:
                fault(file, where, "class", unknown("class", entry.unit_class, classes))
            if entry.id.lower() in map(str.lower, units):
                fault(file, where, "id", "there is already a unit of that id")
            try:
                units[entry.id] = _unit(entry, formation, classes[entry.unit_class], grades[formation.grade])
            except ValidationError as errors:
                error = errors.errors(include_url=False)[0]
                fault(file, where, str(error["loc"][-1]), in_plain_words(error["msg"], error["input"]))
    return units


@cache
def load_units() -> dict[str, Unit]:
    """All units of both editions by id, in the order of the file."""
    return units_of(_data("units.toml"), "units.toml")


# ---------------------------------------------------------------------------------------- terrain


def check_terrain(key: TerrainKey, file: str) -> None:
    """Refuse a key in which a line of the results table is missing or idle."""
    for name, row in key.hex.items():
        closed = row.leg is None and row.mobile is None
        if not closed and row.line is None:
            fault(file, f"terrain {name}", "line", "a hex that can be entered needs a line of the results table")


@cache
def load_terrain() -> TerrainKey:
    """Movement costs and lines of the results table."""
    key = check(TerrainKey, _data("terrain.toml"), "terrain.toml")
    check_terrain(key, "terrain.toml")
    return key


# ---------------------------------------------------------------------------------------- beach areas


class _AreaFile(Model):
    area: tuple[BeachArea, ...]


def areas_of(raw: object, units: Mapping[str, Unit], file: str) -> dict[str, BeachArea]:
    """The landing areas of a file in the form of beach_areas.toml.

    An area ``like`` another has everything that it does not state itself from that one.
    """
    entries: dict[object, dict[str, object]] = {}
    listed = raw.get("area") if isinstance(raw, Mapping) else None
    for entry in listed if isinstance(listed, list) else []:
        if isinstance(entry, dict):
            model = entry.get("like")
            if model is not None and model not in entries:
                known = map(str, entries)
                fault(file, f"area {entry.get('id')}", "like", unknown("area before this one", str(model), known))
            merged = {**entries.get(model, {}), **entry}
            merged.pop("like", None)
            entries[entry.get("id")] = merged
    areas = check(_AreaFile, {"area": list(entries.values())}, file).area
    users: dict[tuple[str, str], str] = {}
    for area in areas:
        check_area(area, units, file)
        for unit in units_in(area):
            other = users.setdefault((area.edition, unit), area.id)
            if other != area.id:
                fault(file, f"area {area.id}", "", f"unit {unit} is listed by {other} as well")
    return {area.id: area for area in areas}


def units_in(area: BeachArea) -> list[str]:
    """The ids of all units that an area lists, in the order of the file."""
    return [unit for _, _, named in _lists(area) for unit in named]


def _lists(area: BeachArea) -> Iterator[tuple[str, bool, tuple[str, ...]]]:
    """Each list of units in an area: the field, whether its units are German, and their ids."""
    yield from (("german_set_up", True, group.units) for group in area.german_set_up)
    yield from (("landings", False, group.units) for group in area.landings)
    yield from (("drops", False, group.units) for group in area.drops)
    yield from (("commandos", False, (group.unit,)) for group in area.commandos)
    yield from (("german_reinforcements", True, group.units) for group in area.german_reinforcements)
    yield from (("allied_reinforcements", False, group.units) for group in area.allied_reinforcements)


def check_area(area: BeachArea, units: Mapping[str, Unit], file: str) -> None:
    """Refuse an area that contradicts itself or the list of units."""
    where = f"area {area.id}"
    seen = Counter(units_in(area))
    for field, german, named in _lists(area):
        for unit in named:
            if unit not in units:
                fault(file, where, field, unknown("unit", unit, units))
            if (units[unit].army is Army.GERMAN) != german or (not german and units[unit].army is not area.army):
                fault(file, where, field, f"{unit} is a unit of the wrong army, {units[unit].army}")
            if seen[unit] > 1:
                fault(file, where, field, f"unit {unit} is listed twice")
    for field, part, whole in (
        ("mines", area.mines, area.german_markers),
        ("aircraft", area.aircraft, area.allied_markers),
    ):
        for value, count in part.counts.items():
            if count > whole.counts.get(value, 0):
                fault(file, where, field, f"{count} of +{value}, but the list has {whole.counts.get(value, 0)}")
        if field == "aircraft" and not 0 < part.total < whole.total:
            fault(file, where, field, "neither the aircraft nor the other markers may be none at all")
    for field, beach in (
        *(("landings", landing.beach) for landing in area.landings),
        *(("beachheads", beach) for beach in area.beachheads.beaches),
        *(("beachheads", beach) for beach in (area.beachheads.at_least_one_on,) if beach),
    ):
        if beach not in area.beaches:
            fault(file, where, field, unknown("beach", beach, area.beaches))
    hexes = sum(len(area.beaches[beach]) for beach in area.beachheads.beaches)
    if not 1 <= area.beachheads.count <= hexes:
        fault(file, where, "beachheads", f"{area.beachheads.count} markers for {hexes} beach hexes")
    for loss in area.marker_losses:
        if bool(loss.hexes) == bool(loss.area):
            fault(file, where, "marker_losses", f"{loss.name} needs either hexes or the name of an area")
    if not 1 <= area.objectives.needed <= len(area.objectives.hexes):
        fault(file, where, "objectives", f"{area.objectives.needed} of {len(area.objectives.hexes)} hexes are needed")


@cache
def load_beach_areas() -> dict[str, BeachArea]:
    """The landing areas of both editions by id."""
    return areas_of(_data("beach_areas.toml"), load_units(), "beach_areas.toml")


# ---------------------------------------------------------------------------------------- scenarios


class _ScenarioFile(Model):
    scenario: tuple[Scenario, ...]


def scenarios_of(raw: object, areas: Mapping[str, BeachArea], file: str) -> dict[str, Scenario]:
    """The scenarios of a file in the form of scenarios.toml."""
    scenarios: dict[str, Scenario] = {}
    for scenario in check(_ScenarioFile, raw, file).scenario:
        where = f"scenario {scenario.id}"
        if scenario.id in scenarios:
            fault(file, where, "id", "there is already a scenario of that id")
        for area in scenario.areas:
            if area not in areas:
                fault(file, where, "areas", unknown("beach area", area, areas))
            if areas[area].edition != scenario.edition:
                fault(file, where, "areas", f"{area} belongs to the {areas[area].edition} edition")
        scenarios[scenario.id] = scenario
    return scenarios


@cache
def load_scenarios() -> dict[str, Scenario]:
    """The games one can choose, by id."""
    return scenarios_of(_data("scenarios.toml"), load_beach_areas(), "scenarios.toml")


@cache
def load_content() -> Content:
    """Everything, as shipped."""
    return Content(units=load_units(), terrain=load_terrain(), areas=load_beach_areas(), scenarios=load_scenarios())
