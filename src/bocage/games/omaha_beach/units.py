"""The counters: US units with their steps, German units, depth markers, heroes and bases.

>>> pieces = load_pieces()
>>> company = pieces.us["D/1/16"]
>>> [(step.strength, step.range, step.controls) for step in company.steps]        # with one, two, three steps
[(2, 0, False), (4, 0, True), (7, 2, True)]
>>> company.heavy, company.at(2).weapons == {Weapon.DEMOLITIONS, Weapon.MORTAR, Weapon.MACHINE_GUN}
(True, True)
>>> pieces.german["1/2/352PzJ"].strength, [unit.back for unit in pieces.german.values()][:1]
(7, ['plain'])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bocage.games.omaha_beach.files import Maybe, Source, Words, shipped
from bocage.games.omaha_beach.terms import Calibre, Colour, DepthType, Division, Symbol, Turn, Weapon
from bocage.kernel.data import Folder, Model, fault, read_rows, read_table

UNLIMITED = 99  # range U
Count: TypeAlias = Annotated[int, Field(ge=1, le=99)]


class UnitType(StrEnum):
    """The types of US units (2.23)."""

    INFANTRY = "infantry"
    RANGER = "ranger"
    TANK = "tank"
    ARTILLERY = "artillery"
    SP_ARTILLERY = "sp_artillery"
    AMPHIBIOUS_ARTILLERY = "amphibious_artillery"
    ANTI_AIR = "anti_air"
    SP_ANTI_AIR = "sp_anti_air"
    ANTI_TANK = "anti_tank"
    HQ = "hq"
    GENERAL = "general"


ARMORED = frozenset({UnitType.TANK, UnitType.SP_ARTILLERY, UnitType.SP_ANTI_AIR})
LEADERS = frozenset({UnitType.HQ, UnitType.GENERAL})
FOOT = frozenset({UnitType.INFANTRY, UnitType.RANGER})


@dataclass(frozen=True, slots=True)
class Step:
    """A unit at one number of steps."""

    strength: int
    range: int  # 0: adjacent hexes only
    weapons: frozenset[Weapon] | None  # None: those of the weapons chart
    controls: bool  # the symbol is black: it controls adjacent hexes (12.1)


@dataclass(frozen=True, slots=True)
class UsUnit:
    """A US unit. Leaders have no symbol and no steps."""

    id: str
    name: str  # as on the counter
    division: Division
    type: UnitType
    regiment: str
    battalion: str
    symbol: Symbol | None
    steps: tuple[Step, ...]  # the last is full strength
    arrives: int | None  # turn on which it is put into a box; None: in its box at the start
    box: str  # a box, a beach, a division, or DG* for rangers (5.3)
    source: str
    note: str

    def at(self, steps: int) -> Step:
        """The unit with so many steps left."""
        return self.steps[steps - 1]

    @property
    def armored(self) -> bool:
        """Tanks, self-propelled artillery and anti-air (2.23)."""
        return self.type in ARMORED

    @property
    def leader(self) -> bool:
        """An HQ or a general (11)."""
        return self.type in LEADERS

    @property
    def heavy(self) -> bool:
        """A heavy weapons company, which has range 2 at full strength (8.26)."""
        return self.type is UnitType.INFANTRY and self.steps[-1].range > 0


Pool: TypeAlias = Literal["wn", "tactical", "division", "meyer", "armor", "off_map"]
GermanType: TypeAlias = Literal["wn", "wn_artillery", "wn_rocket", "infantry", "armor", "off_map_artillery"]
Back: TypeAlias = Literal["plain", "75", "88", "rocket", "infantry", "Marder III", "StuG III", "off_map"]


@dataclass(frozen=True, slots=True)
class GermanUnit:
    """A German unit; ``back`` is all that shows of it while it is unrevealed."""

    id: str
    pool: Pool
    type: GermanType
    division: Literal[352, 716] | None
    strength: int
    needs: frozenset[Weapon]
    calibre: Calibre | None
    colour: Colour | None  # of an armor unit, which is a position of its own (23)
    back: Back


@dataclass(frozen=True, slots=True)
class DepthMarker:
    """A depth marker. ``tactical_reinforcement``: it has no value but brings a unit when revealed (9.4)."""

    id: str
    type: DepthType
    strength: int
    needs: frozenset[Weapon]
    tactical_reinforcement: bool


class Base(Model):
    """An engineer base (19)."""

    id: str
    division: Division
    source: Source


class Heroes(Model):
    """The names of the heroes of each division (11.1)."""

    first: tuple[str, ...]
    twenty_ninth: tuple[str, ...]
    source: Source


class NavalFire(Model):
    """A naval fire marker in an attack (8.51)."""

    strength: int
    weapons: tuple[Weapon, ...]
    source: Source


class Markers(Model):
    """How many counters there are of each marker; no rule makes it a limit."""

    garrison: Count
    cleared: Count
    us_disrupted: Count
    german_disrupted: Count
    action_taken: Count
    climb: Count
    command_transfer: Count
    naval_fire: Count
    smoke: Count
    turn: Count
    phase: Count
    source: Source


class CounterSheet(Model):
    """Counters per kind, as the sheets have them."""

    us_infantry: Count
    us_ranger: Count
    us_tank: Count
    us_artillery_two_step: Count
    us_artillery_four_step: Count
    us_anti_air: Count
    us_sp_anti_air: Count
    us_anti_tank: Count
    us_hq: Count
    us_hq_range: Count
    us_general: Count
    us_hero: Count
    us_engineer_base: Count
    us_engineer_range: Count
    german_wn: Count
    german_tactical: Count
    german_division: Count
    german_meyer: Count
    german_armor: Count
    german_off_map: Count
    german_depth: Count
    markers: Count
    source: Source


class _PieceFile(Model):
    heroes: Heroes
    base: tuple[Base, ...]
    naval_fire: NavalFire
    markers: Markers
    counters: CounterSheet


@dataclass(frozen=True, slots=True)
class Pieces:
    """Every piece of the game."""

    us: Mapping[str, UsUnit]
    german: Mapping[str, GermanUnit]
    depth: Mapping[str, DepthMarker]
    bases: Mapping[str, Base]
    heroes: Mapping[Division, tuple[str, ...]]
    naval_fire: NavalFire
    markers: Markers
    counters: CounterSheet


class _UsRow(Model):
    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9/ -]+$")]
    name: str
    division: Literal["1", "29"]
    type: UnitType
    regiment: str
    battalion: str
    symbol: Maybe[Symbol]
    strengths: Words[Annotated[int, Field(ge=1, le=9)]]  # full strength first
    weapons: str  # per step level, full strength first, separated by semicolons; "chart": at every level
    range: Maybe[Annotated[str, Field(pattern=r"^([2-5]|U)$")]]
    controls_from: Maybe[Annotated[int, Field(ge=1, le=4)]]  # the symbol is black with so many steps or more
    arrives: Maybe[Turn]
    box: Annotated[str, Field(pattern=r"^(FG|ER|EG|DR|DW|DG|CH)[1-6]?$|^1st$|^29th$|^DG\*$")]
    source: Source
    note: str


class _GermanRow(Model):
    id: str
    pool: Pool
    type: GermanType
    division: Maybe[Literal["352", "716"]]
    strength: Maybe[Annotated[int, Field(ge=1, le=9)]]
    needs: Words[Weapon]
    calibre: Maybe[Literal["75", "88", "105"]]
    colour: Maybe[Colour]
    back: Back
    count: Count
    source: Source
    note: str


class _DepthRow(Model):
    type: DepthType
    strength: Maybe[Annotated[int, Field(ge=1, le=9)]]
    needs: Words[Weapon]
    tactical_reinforcement: bool
    count: Count
    source: Source
    type_source: Source


@cache
def load_pieces() -> Pieces:
    """The pieces that are shipped with the game, read once."""
    return read_pieces(shipped())


def read_pieces(folder: Folder) -> Pieces:
    """The pieces from the texts of their files."""
    rest = read_table(folder, "pieces.toml", _PieceFile)
    return Pieces(
        us=_read_us(folder),
        german=_read_german(folder),
        depth=_read_depth(folder),
        bases={base.id: base for base in rest.base},
        heroes={1: rest.heroes.first, 29: rest.heroes.twenty_ninth},
        naval_fire=rest.naval_fire,
        markers=rest.markers,
        counters=rest.counters,
    )


def _read_us(folder: Folder) -> dict[str, UsUnit]:
    file, units = "us_units.csv", dict[str, UsUnit]()
    for line, row in read_rows(folder, file, _UsRow):
        where = f"line {line}"
        if row.id in units:
            fault(file, where, f"unit {row.id} is there already")
        if (row.type in LEADERS) != (row.symbol is None) or (row.type in LEADERS) != (not row.strengths):
            fault(file, where, "a leader, and no other unit, lacks symbol and strengths")
        units[row.id] = UsUnit(
            id=row.id,
            name=row.name,
            division=1 if row.division == "1" else 29,
            type=row.type,
            regiment=row.regiment,
            battalion=row.battalion,
            symbol=row.symbol,
            steps=_steps(row, file, where),
            arrives=row.arrives,
            box=row.box,
            source=row.source,
            note=row.note,
        )
    return units


def _steps(row: _UsRow, file: str, where: str) -> tuple[Step, ...]:
    """The step levels, one step first. Infantry and rangers lose the chart's weapons and the range with a step."""
    full = len(row.strengths)
    lists = row.weapons.split(";") if row.type in FOOT else ["chart"] * full
    if len(lists) != full or (row.type in FOOT and lists[0] != "chart"):
        fault(file, f"{where}, weapons", "there should be a list for each step level, the chart at full strength")
    steps = []
    for left in range(1, full + 1):
        words, weapons = lists[full - left], None
        if words != "chart":
            if unknown := [word for word in words.split() if word not in set(Weapon)]:
                fault(file, f"{where}, weapons", f"there is no weapon '{unknown[0]}'")
            weapons = frozenset(map(Weapon, words.split()))
        reach = row.range if left == full or row.type not in FOOT else None
        steps.append(
            Step(
                strength=row.strengths[full - left],
                range=0 if reach is None else UNLIMITED if reach == "U" else int(reach),
                weapons=weapons,
                controls=row.controls_from is not None and left >= row.controls_from,
            )
        )
    return tuple(steps)


def _read_german(folder: Folder) -> dict[str, GermanUnit]:
    file, units = "german_units.csv", dict[str, GermanUnit]()
    for line, row in read_rows(folder, file, _GermanRow):
        if (row.pool == "off_map") != (row.strength is None):
            fault(file, f"line {line}, strength", "off-map artillery, and nothing else, has none")
        for number in range(1, row.count + 1):
            unit = f"{row.id} #{number}" if row.count > 1 else row.id
            if unit in units:
                fault(file, f"line {line}", f"unit {unit} is there already")
            units[unit] = GermanUnit(
                id=unit,
                pool=row.pool,
                type=row.type,
                division={"352": 352, "716": 716, None: None}[row.division],
                strength=row.strength or 0,
                needs=frozenset(row.needs),
                calibre={"75": 75, "88": 88, "105": 105, None: None}[row.calibre],
                colour=row.colour,
                back=row.back,
            )
    return units


def _read_depth(folder: Folder) -> dict[str, DepthMarker]:
    file, numbers, markers = "depth_markers.csv", Counter[DepthType](), dict[str, DepthMarker]()
    for line, row in read_rows(folder, file, _DepthRow):
        if row.tactical_reinforcement != (row.strength is None):
            fault(file, f"line {line}, strength", "a Tactical Reinforcement marker, and no other, has none")
        for _ in range(row.count):
            numbers[row.type] += 1
            marker = f"{row.type}-{numbers[row.type]:02}"
            markers[marker] = DepthMarker(
                marker, row.type, row.strength or 0, frozenset(row.needs), row.tactical_reinforcement
            )
    return markers
