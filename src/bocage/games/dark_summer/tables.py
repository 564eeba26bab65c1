"""The charts of the player aid cards: Weather, chits, Terrain, Combat, Support, Replacements, victory (2.3)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from bocage.games.dark_summer.terms import (
    Army,
    HexLabel,
    Nation,
    Replacement,
    Side,
    Source,
    Terrain,
    Turn,
    UnitType,
    Weather,
)
from bocage.kernel.data import Model

Points: TypeAlias = Annotated[float, Field(ge=0, le=20, multiple_of=0.5)]
Cost: TypeAlias = Literal["prohibited"] | Points
Count: TypeAlias = Annotated[int, Field(ge=0, le=20)]
Die: TypeAlias = Annotated[int, Field(ge=1, le=6)]
Shift: TypeAlias = Annotated[int, Field(ge=-4, le=4)]
Result: TypeAlias = Literal["AL2", "AL1", "BL1", "EX", "DR", "DR*", "DE"]
CherbourgResult: TypeAlias = Literal["A2", "A1", "B1", "B2", "D2", "C"]
SupportKind: TypeAlias = Literal[
    "naval", "tac_air", "tank_destroyer", "carpet_bombing", "nebelwerfer", "artillery", "assault_gun"
]
RESULTS: tuple[Result, ...] = ("AL2", "AL1", "BL1", "EX", "DR", "DR*", "DE")  # from the attacker's worst to his best


class TurnSpace(Model):
    """A space of the Turn Record Track."""

    name: str
    dates: str


class Rounds(Model):
    """How many Rounds of each kind a player takes or may take."""

    moves: Count
    combats: Count


class UsRounds(Rounds):
    """US chits, and the most Rounds of each kind that may be made of them (9.2)."""

    chits: Count


class WeatherRow(Model):
    """What a kind of Weather does (7.2), with its Action chits and Replacements."""

    chits: Count
    historical_start: Count
    us: UsRounds
    british: tuple[Rounds, ...]  # one of these
    german: tuple[Rounds, ...]  # one of these
    reactions: Count
    german_roads: bool
    german_clear: Points
    entry: dict[Side, Annotated[int, Field(ge=-6, le=0)]]
    german_attack_shift: Shift
    prepared_offensive: bool
    carpet_bombing: bool
    tac_air: Literal["round", "turn", "never"]
    naval: bool
    artillery: bool
    assault_guns: Count
    allied_attrition: bool
    withdrawals: bool
    replacements: dict[Literal["us", "british", "canadian", "german"], dict[Replacement, Count]]
    source: Source


class ActionChits(Model):
    """The chits in the box, and the spaces of the Action Round Track."""

    us: Count
    british_move: Count
    british_combat: Count
    german: Count
    reaction: Count
    wave: Count
    track: Count
    source: Source


class ReactionRow(Model):
    """What Active units may do in a Reaction Round."""

    allowance: Annotated[float, Field(gt=0, le=1)]
    roads: bool
    source: Source


class Reactions(Model):
    """The Reaction Rounds of Turn 1 that are fixed, and all others (9.3.4, 9.4)."""

    after_first_wave: ReactionRow
    after_second_wave: ReactionRow
    later: ReactionRow


class TerrainRow(Model):
    """A row of the Terrain Effects Chart for what is in a hex."""

    letter: Annotated[str, Field(min_length=1, max_length=1)]
    allied: Cost
    german: Cost | Literal["weather"]
    shift: Shift = 0
    defence: Count = 0
    tac_air: Annotated[int, Field(ge=-6, le=0)] = 0
    stand_to: Annotated[int, Field(ge=0, le=10)] = 0
    carpet_bombing: bool = True  # whether it cancels these effects
    naval: bool = False
    zoc: bool = True  # whether ZOCs extend into it
    source: Source


class RiverRow(Model):
    """A row of the Terrain Effects Chart for a kind of River."""

    cost: Points
    shift: Shift
    zoc: bool = True
    bridge_only: tuple[UnitType, ...] = ()
    source: Source


class RiverRows(Model):
    """Both kinds of River."""

    minor: RiverRow
    major: RiverRow


class RoadRow(Model):
    """The rate of a kind of Road."""

    cost: Points
    source: Source


class RoadRows(Model):
    """Both kinds of Road."""

    minor: RoadRow
    major: RoadRow


class MovementRow(Model):
    """What else concerns movement points."""

    box: Points
    out_of_supply: Count
    source: Source


class Shifts(Model):
    """Column shifts that are neither Terrain nor Weather (11.3.4)."""

    combined_action: Shift
    prepared_offensive: Shift
    carpet_bombing: Shift
    source: Source


class Stacking(Model):
    """The stacking limit (5.1)."""

    units: Count
    divisions: Count
    source: Source


class CombatTable(Model):
    """The Combat Results Table (11.3)."""

    columns: tuple[str, ...]
    below: Result
    die: dict[Die, tuple[Result, ...]]
    results: dict[Result, str]
    source: Source

    @model_validator(mode="after")
    def _full(self) -> CombatTable:
        _check_rows(self.columns, self.die)
        return self


class CherbourgTable(Model):
    """The Cherbourg Combat Table (11.7); the last column is for all better odds too."""

    columns: tuple[str, ...]
    die: dict[Die, tuple[CherbourgResult, ...]]
    results: dict[CherbourgResult, str]
    source: Source

    @model_validator(mode="after")
    def _full(self) -> CherbourgTable:
        _check_rows(self.columns, self.die)
        return self


def _check_rows(
    columns: tuple[str, ...], die: dict[int, tuple[Result, ...]] | dict[int, tuple[CherbourgResult, ...]]
) -> None:
    for roll in range(1, 7):
        if len(die.get(roll, ())) != len(columns):
            raise ValueError(f"a roll of {roll} needs a result for each of the {len(columns)} columns")


class Strength(Model):
    """Defence and steps that a marker is worth."""

    defence: Count
    steps: Count
    source: Source


class FlakRow(Model):
    """The Defense factor of Flak against attackers without tanks and aircraft (11.6)."""

    defence: Count
    source: Source


class Support(Model):
    """A Combat Support marker (12.0); a value that is missing is an asterisk on the marker."""

    title: str
    army: Army
    kind: SupportKind
    attack: Count | None = None
    defence: Count | None = None
    uses: Count | None = None  # in the whole game
    turn: Turn
    round: Annotated[int, Field(ge=1, le=15)] = 1  # of that turn, from which it serves
    optional: bool = False
    source: Source


class Rebuilding(Model):
    """A line of the Rebuilding Units Table (8.2.1)."""

    nations: tuple[Nation, ...]
    types: tuple[UnitType, ...]
    replacement: Annotated[tuple[Replacement, ...], Field(alias="with")]
    source: Source


class SuddenDeath(Model):
    """The Sudden-Death Victory Table (3.2.1)."""

    closed_beaches: Count
    contiguous: Count
    cherbourg_by: Turn
    avranches: HexLabel
    supplied_to: Turn
    source: Source


class AlliedPoints(Model):
    """The Allied Victory Point Table (3.2.2)."""

    cherbourg: dict[Turn, Count]
    brittany_division: Points
    brittany_most: Count
    exit_division: Points
    hexes: dict[HexLabel, Points]
    source: Source


class GermanPoints(Model):
    """The German Victory Point Table (3.2.2)."""

    special_units: Points
    special_units_turn: Turn
    exit_panzer_division: Points
    exit_division: Points
    exit_independent: Points
    exit_most: Count
    exit_turns: tuple[Turn, ...]
    exit_entry_to: Turn
    exit_independents: tuple[str, ...]
    closed_beach: Points
    hexes: dict[HexLabel, Points]
    source: Source


class VictoryPoints(Model):
    """Both Victory Point Tables."""

    allied: AlliedPoints
    german: GermanPoints


class Tables(Model):
    """All charts and tables."""

    turn: tuple[TurnSpace, ...]
    weather: dict[Weather, WeatherRow]
    action_chits: ActionChits
    reaction: Reactions
    terrain: dict[Terrain, TerrainRow]
    river: RiverRows
    road: RoadRows
    movement: MovementRow
    shifts: Shifts
    stacking: Stacking
    combat: CombatTable
    cherbourg_combat: CherbourgTable
    augmented_omaha: Strength
    open_beach: Strength
    flak: FlakRow
    support: dict[str, Support]
    rebuilding: tuple[Rebuilding, ...]
    sudden_death: SuddenDeath
    victory: VictoryPoints

    @model_validator(mode="after")
    def _complete(self) -> Tables:
        for what, kinds, found in (
            ("Weather", Weather, self.weather),
            ("Terrain", Terrain, self.terrain),
        ):
            if missing := [kind.value for kind in kinds if kind not in found]:
                raise ValueError(f"there is no {what} {missing[0]}")
        return self

    @property
    def last_turn(self) -> int:
        """The number of the last turn."""
        return len(self.turn)
