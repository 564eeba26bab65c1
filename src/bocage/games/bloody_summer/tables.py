"""The charts of the game aid: weather, aircraft, resources, terrain effects, combat, bombardment, D-Day, victory.

>>> result_of("a1 D2 / -").attacker
Outcome(steps=1, levels=2, retreat=0)
>>> result_of("- / d2 D1 R2 E").defender, result_of("- / d2 D1 R2 E").exploitation
(Outcome(steps=2, levels=1, retreat=2), True)
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from bocage.games.bloody_summer.terms import (
    Arm,
    Count,
    Cup,
    Phase,
    Replacement,
    Ship,
    Side,
    Source,
    TaskForce,
    Terrain,
    Turn,
    Weather,
)
from bocage.kernel.data import Model

Modifier: TypeAlias = Annotated[int, Field(ge=-6, le=6)]
Shift: TypeAlias = Annotated[int, Field(ge=0, le=4)]  # columns
Die: TypeAlias = Annotated[int, Field(ge=1, le=6)]
Points: TypeAlias = Annotated[int, Field(ge=-50, le=100)]
Sky: TypeAlias = Literal[Weather.CLEAR, Weather.OVERCAST]  # of a turn; a Storm is of a phase
Direction: TypeAlias = Literal["NE", "E", "SE", "SW", "W", "NW"]
ByDie: TypeAlias = Annotated[tuple[Count, ...], Field(min_length=6, max_length=6)]


# ---------------------------------------------------------------------------------------- turns, weather, resources


class TurnSpace(Model):
    """A space of the turn track."""

    number: Turn
    dates: str
    phases: tuple[Phase, ...]
    source: Source


class WeatherTable(Model):
    """The weather table, the Storm test and the dice for Mulberries (1.1.1.1, 7.1.1)."""

    die: Annotated[tuple[Sky, ...], Field(min_length=6, max_length=6)]  # the modified die, below 1 as 1
    fixed: dict[str, Sky]  # by turn and phase, such as 0-A
    adjustment: Modifier
    adjustment_most: Modifier
    storm_test: Die  # the natural die after which there is one
    storm_from: Die
    mulberry_lost_from: Die
    source: Source

    @model_validator(mode="after")
    def _phases(self) -> WeatherTable:
        for moment in self.fixed:
            if not re.fullmatch(r"\d+-[OAB]", moment):
                raise ValueError(f"fixed: '{moment}' should be a turn and a phase, such as 0-A")
        return self


class Availability(Model):
    """The Air Force Availability Table (9)."""

    turn_0: dict[Cup, Count]
    clear: dict[Cup, Count]
    overcast: dict[Cup, Count]
    storm: dict[Cup, Count]
    source: Source


class Superiority(Model):
    """The Fighter-Bomber Allocation Table (9)."""

    early: ByDie
    late: ByDie
    late_from: Turn
    source: Source


class StrategicInterdiction(Model):
    """What air counters and a Partisan add to the interdiction die of a box (4.1.2, 9.5)."""

    HB: Modifier
    MB: Modifier
    FB: Modifier
    most: dict[Cup, Count]  # in a box, of one kind only
    partisan: Modifier
    source: Source


class TacticalInterdiction(Model):
    """Fighter-bombers over the zones of the map (9.2)."""

    most: Count
    in_a_zone: Count
    factor: Count
    source: Source


class AirSupport(Model):
    """Tactical Air Support and Carpet Bombing (9.1, 9.4)."""

    shift: Shift
    overrun_from: Turn
    carpet_returns: Count
    carpets: Count
    rubble: Count
    source: Source


class NavalPoints(Model):
    """The points on the naval tracks in some turns (6.2)."""

    turns: tuple[Turn, Turn]
    western: dict[Ship, Count]
    eastern: dict[Ship, Count]
    source: Source

    def of(self, task_force: TaskForce, ship: Ship) -> int:
        """The points of a class of ships."""
        return (self.western if task_force is TaskForce.WESTERN else self.eastern)[ship]


class Resources(Model):
    """Both Resource Allocation Tables (1.1.1.2, 1.1.1.3)."""

    allied: dict[Sky, ByDie]
    german: dict[Sky, ByDie]
    replacement: Annotated[tuple[Replacement | Literal["none"], ...], Field(min_length=6, max_length=6)]
    source: Source

    @model_validator(mode="after")
    def _full(self) -> Resources:
        for side in (self.allied, self.german):
            if len(side) < 2:
                raise ValueError("there should be markers for clear and for overcast weather")
        return self


class ReplacementTable(Model):
    """The arms that each kind of German replacement serves (6.10)."""

    infantry: tuple[Arm, ...]
    luftwaffe: tuple[Arm, ...]
    panzergrenadier: tuple[Arm, ...]
    panzer: tuple[Arm, ...]
    source: Source

    def for_arm(self, arm: Arm) -> Replacement | None:
        """The replacement that a German unit needs."""
        return next((kind for kind in Replacement if arm in getattr(self, kind.value)), None)


class Initiative(Model):
    """Who has the initiative without higher dice (1.1.1.3, 10)."""

    tie: dict[Sky, Side]
    allied_to: Turn
    source: Source


# ---------------------------------------------------------------------------------------- terrain


class TerrainRow(Model):
    """A row of the Terrain Effects Chart for what is in a hex; a village has the costs of its other terrain."""

    letter: Annotated[str, Field(min_length=1, max_length=1)] | None = None  # on the sheet of the map
    passable: bool = True
    foot: Count | None = None
    motorized: Count | None = None
    shift: Shift = 0
    sea_shift: Shift = 0
    air_support: bool = True
    zoc: Literal["yes", "none", "road"] = "yes"  # into it
    armour: Literal["yes", "road"] = "yes"
    retreat: Literal["", "level", "step"] = ""
    interdicted: bool = False
    source: Source


class RiverRow(Model):
    """A row of the Terrain Effects Chart for a class of river."""

    passable: bool = True
    foot: Count = 0
    motorized: Count = 0
    shift: Shift = 0
    zoc: Literal["yes", "bridge"] = "yes"  # across it
    retreat: Literal["", "level"] = ""
    interdicted: bool = False
    source: Source


class RiverRows(Model):
    """The three classes of rivers."""

    minor: RiverRow
    major: RiverRow
    estuary: RiverRow


class WayRow(Model):
    """The cost along a road or a railroad."""

    foot: Count
    motorized: Count
    source: Source


class Fortified(Model):
    """A fortified line (0.1.2)."""

    shift: Shift
    bombardment: Modifier
    ignored_retreat: Count
    source: Source


class LeavingZoc(Model):
    """Movement points for leaving an enemy zone of control (3)."""

    commando: Count  # and Rangers
    elite: Count  # and paratroops
    other: Count


class MovementTable(Model):
    """What else concerns movement (0.1.2, 3, 4)."""

    foot: Count
    overrun: Count
    leaving_zoc: LeavingZoc
    boxes: Count
    reserve: Count
    source: Source


class Stacking(Model):
    """What a hex or a Festung holds (2.1, 0.1.2)."""

    points: Annotated[int, Field(ge=3, le=20)]  # room for the largest unit
    zero_units: Annotated[int, Field(ge=1, le=20)]
    headquarters: Annotated[int, Field(ge=1, le=20)]
    festung: Count
    source: Source


# ---------------------------------------------------------------------------------------- command and combat


class Control(Model):
    """What a headquarters controls and supports (5)."""

    divisions: Count
    independents: Count
    radius: Count
    support_range: Count
    defensive_support: Shift
    returns: Count
    source: Source


class Supply(Model):
    """Airborne supply (7.5)."""

    air: Count
    source: Source


class Outcome(NamedTuple):
    """What a combat does to one side: steps lost, levels of disorganisation, hexes of retreat."""

    steps: int
    levels: int
    retreat: int


class Result(NamedTuple):
    """A cell of the Combat Result Table."""

    attacker: Outcome
    defender: Outcome
    exploitation: bool


_OUTCOME = r"(?:-|(?:{0}(?P<{0}_steps>\d) ?)?(?:D(?P<{0}_levels>\d) ?)?(?:R(?P<{0}_retreat>\d) ?)?)"
_RESULT = re.compile(rf"{_OUTCOME.format('a')}\s*/ {_OUTCOME.format('d')}(?P<exploitation>E)?")


def result_of(words: str) -> Result:
    """A result as the table writes it."""
    found = _RESULT.fullmatch(words)
    if not found:
        raise ValueError(f"'{words}' is no result such as 'a1 D1 / d1 D1 R2 E'")
    attacker, defender = (
        Outcome(*(int(found[f"{who}_{what}"] or 0) for what in ("steps", "levels", "retreat"))) for who in "ad"
    )
    return Result(attacker, defender, bool(found["exploitation"]))


def _read_result(value: object) -> object:
    return result_of(value) if isinstance(value, str) else value


class CombatTable(Model):
    """The Combat Result Table (6.3)."""

    columns: tuple[str, ...]
    die: dict[Die, tuple[Annotated[Result, BeforeValidator(_read_result)], ...]]
    source: Source

    @model_validator(mode="after")
    def _full(self) -> CombatTable:
        for column in self.columns:
            if not re.fullmatch(r"[1-9]:[1-9]", column):
                raise ValueError(f"'{column}' is no odds such as 3:2")
        for roll in range(1, 7):
            if len(self.die.get(roll, ())) != len(self.columns):
                raise ValueError(f"a roll of {roll} needs a result for each of the {len(self.columns)} columns")
        return self

    def column(self, attack: int, defence: int) -> int:
        """The column of the odds, rounded in the defender's favour and kept within the table (6.3).

        The defence is at least 1.
        """
        ratios = [tuple(map(int, column.split(":"))) for column in self.columns]
        reached = [number for number, (for_, to) in enumerate(ratios) if attack * to >= defence * for_]
        return reached[-1] if reached else 0


class Elite(Model):
    """The modifiers of the combat die (6.3)."""

    attack: Modifier
    defence: Modifier
    source: Source


class BombardmentTable(Model):
    """The Bombardment Table: Affected levels by the die and the points (6.2)."""

    points: tuple[Count, ...]  # the fewest of each column
    die: dict[Annotated[int, Field(ge=1, le=7)], tuple[Annotated[int, Field(ge=0, le=3)], ...]]
    medium: Modifier
    garrison: Modifier
    source: Source

    @model_validator(mode="after")
    def _full(self) -> BombardmentTable:
        if self.points[:1] != (1,) or list(self.points) != sorted(set(self.points)):
            raise ValueError("the points of the columns should rise from 1")
        for roll in range(1, 8):
            if len(self.die.get(roll, ())) != len(self.points):
                raise ValueError(f"a die of {roll} needs a level for each of the {len(self.points)} columns")
        return self

    def levels(self, points: int, die: int) -> int:
        """The levels of a bombardment with so many points, at least one, by the adjusted die."""
        column = sum(points >= least for least in self.points) - 1
        return self.die[min(max(die, 1), 7)][column]


# ---------------------------------------------------------------------------------------- D-Day


class Landing(Model):
    """How a drop ends."""

    drifts: bool
    level: Annotated[int, Field(ge=0, le=2)]


class DropTable(Model):
    """The drop table with the modifiers of the units (10.O.1)."""

    die: dict[Annotated[int, Field(ge=4, le=7)], Landing]
    drift: Annotated[tuple[Direction, ...], Field(min_length=6, max_length=6)]
    modifier: dict[str, Modifier]
    source: Source

    @model_validator(mode="after")
    def _full(self) -> DropTable:
        if sorted(self.die) != [4, 5, 6, 7]:
            raise ValueError("there should be a landing for 4, 5, 6 and 7")
        return self


class Infiltration(Model):
    """The infiltration table (4.4)."""

    success_to: Die
    source: Source


class DdTanks(Model):
    """The DD Tanks Survival Table (10.A.1)."""

    die: dict[Annotated[int, Field(ge=3, le=6)], Literal["unharmed", "disorganised", "step", "lost"]]
    modifier: dict[str, Modifier]  # by beach
    source: Source

    @model_validator(mode="after")
    def _full(self) -> DdTanks:
        if sorted(self.die) != [3, 4, 5, 6]:
            raise ValueError("there should be a result for 3, 4, 5 and 6")
        return self


class FifthRanger(Model):
    """The die for the 5th Ranger; above it lands at Omaha (10.A.1)."""

    pointe_du_hoc_to: Die
    source: Source


class SeventyNinth(Model):
    """What a brigade of the 79th Armoured gives to attacks on the beaches before it (10.A.1)."""

    shift: Shift
    source: Source


# ---------------------------------------------------------------------------------------- victory


class DestroyedDepot(Model):
    """Points for an Allied depot destroyed by Germans, by its Offensive capacity."""

    small: Points
    large: Points


class Victory(Model):
    """Victory points (11.3.2)."""

    step: Points
    elite_step: Points
    town: Points
    depot: Points
    festung_besieged: Points
    festung_destroyed: Points
    depot_destroyed: Points
    paris: Points
    paris_by_2e_db: Points
    returned: Points
    kept: Points
    kept_from: Turn
    german_turn: Points
    german_turns_from: Turn
    allied_depot_destroyed: DestroyedDepot
    large_from: Count
    heavy_bomber: Points
    marginal: Points
    decisive: Points
    source: Source


class AutomaticVictory(Model):
    """What ends the game at once (11.3.2)."""

    german_units: Count
    beach_hexes: Count
    harbours: Count
    source: Source


class Tables(Model):
    """All charts and tables: the schema of tables.toml."""

    turn: tuple[TurnSpace, ...]
    weather: WeatherTable
    availability: Availability
    superiority: Superiority
    strategic_interdiction: StrategicInterdiction
    tactical_interdiction: TacticalInterdiction
    support: AirSupport
    naval_points: tuple[NavalPoints, ...]
    resources: Resources
    replacement: ReplacementTable
    initiative: Initiative
    terrain: dict[Terrain, TerrainRow]
    river: RiverRows
    road: WayRow
    railroad: WayRow
    fortified: Fortified
    movement: MovementTable
    stacking: Stacking
    control: Control
    supply: Supply
    combat: CombatTable
    elite: Elite
    bombardment: BombardmentTable
    drop: DropTable
    infiltration: Infiltration
    dd_tanks: DdTanks
    fifth_ranger: FifthRanger
    seventy_ninth: SeventyNinth
    victory: Victory
    automatic_victory: AutomaticVictory

    @model_validator(mode="after")
    def _complete(self) -> Tables:
        if [space.number for space in self.turn] != list(range(len(self.turn))):
            raise ValueError("the turns should be numbered from 0")
        for kind in Terrain:
            if kind not in self.terrain:
                raise ValueError(f"there is no Terrain {kind.value}")
            row = self.terrain[kind]
            if row.passable and kind is not Terrain.VILLAGE and None in (row.foot, row.motorized):
                raise ValueError(f"terrain.{kind.value} needs the movement points of foot and motorized")
        for space in self.turn:
            if sum(row.turns[0] <= space.number <= row.turns[1] for row in self.naval_points) != 1:
                raise ValueError(f"turn {space.number} should have one row of naval points")
        return self

    @property
    def last_turn(self) -> int:
        """The number of the last turn."""
        return self.turn[-1].number

    def naval_in(self, turn: int) -> NavalPoints:
        """The naval points of a turn."""
        return next(row for row in self.naval_points if row.turns[0] <= turn <= row.turns[1])
