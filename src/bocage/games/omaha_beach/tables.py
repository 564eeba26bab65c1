"""The charts and tables of the player aids.

>>> tables = load_tables()
>>> tables.landing_result(2, UnitType.INFANTRY, "DR", "A").drift_east
4
>>> tables.landing_result(15, UnitType.INFANTRY, "DR", "A") is None            # no check any more
True
>>> tables.attack_result(weapons=True, attack=8, defence=4, german="unrevealed_depth", turn=3)
('reveal',)
>>> tables.barrage_result("colour", 4)
'disrupted'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from pydantic import Field

from bocage.games.omaha_beach.cards import ActionSymbol, Letter
from bocage.games.omaha_beach.chart import Chart, Ground, hex_at, load_chart
from bocage.games.omaha_beach.files import HexLabel, Maybe, Source, shipped
from bocage.games.omaha_beach.terms import Intensity, Symbol, Turn, Weapon
from bocage.games.omaha_beach.units import UnitType
from bocage.hexes import Hex
from bocage.kernel.data import Folder, Model, fault, read_rows, read_table

BARRAGE_COLUMNS = ("1-2", "3-5", "6 or more")  # by strength
BarrageResult: TypeAlias = Literal["none", "disrupted_if_no_depth", "disrupted", "disrupted_and_depth_removed"]
AttackEffect: TypeAlias = Literal[
    "us_disrupted",
    "gains_depth",
    "unrevealed",
    "disrupted",
    "defeated",
    "depth_eliminated",
    "attrition",
    "reveal",
]
Defender: TypeAlias = Literal["alone", "unrevealed_depth", "revealed_depth"]
Comparison: TypeAlias = Literal["less_or_equal", "less", "equal", "greater", "double"]
Match: TypeAlias = Literal["neither", "symbol", "colour", "both"]
Passage: TypeAlias = Literal["yes", "no", "road", "climb", "climb_cliff"]
Action: TypeAlias = Literal[
    "none",
    "fire",
    "re_occupy",
    "re_supply",
    "redeploy",
    "reinforce",
    "mortar",
    "patrol",
    "artillery_fire",
    "advance",
    "ambush",
]
ArmorAction: TypeAlias = Literal["fire_or_move", "overrun", "move_or_fire", "position_and_fire", "aimed_fire"]

EXTENDED = 17  # the first turn of the extended game


class LandingResult(Model):
    """What a landing check does to a unit (5.1)."""

    steps_lost: int = 0
    drift_east: int = 0
    drift_west: int = 0
    delay: int = 0
    eliminated: bool = False
    removed: bool = False
    ranger_drift_east: tuple[int, int] | None = None  # at the player's choice (5.13)


class LandingRow(Model):
    """The results of some types in some turns, by letter."""

    turns: tuple[Turn, Turn]
    types: tuple[UnitType, ...]
    beaches: tuple[str, ...] = ()  # only in boxes with these letters
    not_beaches: tuple[str, ...] = ()  # only in boxes with others
    A: LandingResult
    B: LandingResult
    C: LandingResult
    D: LandingResult
    source: Source
    note: str = ""

    def read(self, letter: Letter) -> LandingResult:
        """The result of a letter."""
        return {"A": self.A, "B": self.B, "C": self.C, "D": self.D}[letter]


class FireCell(Model):
    """Who is hit at one intensity, and how (6.3)."""

    targets: Literal["all", "matching", "one_matching"]
    armored: bool
    effect: tuple[Literal["lose_step", "disrupted"], ...]


class FireRow(Model):
    """A row of the German Fire Chart."""

    intensity: Intensity
    wn_or_revealed: FireCell
    unrevealed: FireCell
    ambush: FireCell
    source: Source
    note: str = ""


class AttackRow(Model):
    """A row of the US Attack Table (8.3)."""

    weapons: bool
    strength: Comparison
    alone: tuple[AttackEffect, ...]
    unrevealed_depth: tuple[AttackEffect, ...]
    revealed_depth: tuple[AttackEffect, ...]
    revealed_depth_from_turn_17: tuple[AttackEffect, ...] | None = None
    source: Source


class BarrageRow(Model):
    """A row of the US Barrage Table: results for strengths 1-2, 3-5, 6 and more (8.4)."""

    card: Match
    results: tuple[BarrageResult, BarrageResult, BarrageResult]
    source: Source


class WeaponsRow(Model):
    """What weapons some types bring, and from where (8.2)."""

    types: tuple[UnitType | Literal["heavy_infantry"], ...]
    when: Literal[
        "adjacent",
        "distant_or_across_bluff_or_cliff",
        "range_1_to_3",
        "range_4_to_5",
        "in_range",
        "in_range_not_adjacent",
        "in_command",
    ]
    weapons: tuple[Weapon, ...]
    source: Source
    note: str = ""


class TerrainRow(Model):
    """A row of the Terrain Effects Chart. ``defence``: factors of unit and depth marker, None: no attack across."""

    name: str
    place: Literal["hex", "side", "road"]
    infantry: Passage
    leader: Passage
    other: Passage
    defence: tuple[Literal[1, 2], Literal[1, 2]] | None = None
    opened_by_engineers: bool = False
    tank_hexes: int = 0  # how far a tank that starts there moves from turn 17 on (17.2)
    source: Source
    note: str = ""


class PositionActions(Model):
    """What a position does: occupied with US units in its field, occupied without, or empty."""

    us: Action
    no_us: Action
    empty: Action


class ActionRow(Model):
    """A row of the German Action Summary (16)."""

    symbol: ActionSymbol
    wn: PositionActions
    reinforcement: PositionActions
    armor: ArmorAction
    source: Source


class Mortar(Model):
    """Ranges of mortar fire (16.5)."""

    reinforcement: int
    wn_shore: int
    wn_inland: int
    source: Source


class ArmorMoves(Model):
    """How many hexes an armor unit moves with each action (23.4)."""

    fire_or_move: int
    overrun: int
    move_or_fire: int
    position_and_fire: int
    aimed_fire: int
    source: Source

    def hexes(self, action: ArmorAction) -> int:
        """The hexes of an action."""
        return {
            "fire_or_move": self.fire_or_move,
            "overrun": self.overrun,
            "move_or_fire": self.move_or_fire,
            "position_and_fire": self.position_and_fire,
            "aimed_fire": self.aimed_fire,
        }[action]


class ArmorFire(Model):
    """Intensity of an armor unit's fire by terrain (23.3)."""

    adjacent: dict[Ground, Intensity]
    beyond: dict[Ground, Intensity]
    beyond_across_hedge: Intensity
    source: Source


class _TableFile(Model):
    landing: tuple[LandingRow, ...]
    fire: tuple[FireRow, ...]
    attack: tuple[AttackRow, ...]
    barrage: tuple[BarrageRow, ...]
    weapons: tuple[WeaponsRow, ...]
    terrain: tuple[TerrainRow, ...] = Field(min_length=1)
    action: tuple[ActionRow, ...]
    mortar: Mortar
    armor_moves: ArmorMoves
    armor_fire: ArmorFire


class _ArmorRoadRow(Model):
    hex: HexLabel
    symbol: Maybe[Symbol]
    to: str
    source: Source
    note: str


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables; what is asked by more than a name is asked through a method."""

    landing: tuple[LandingRow, ...]
    fire: Mapping[Intensity, FireRow]
    attack: tuple[AttackRow, ...]
    barrage: Mapping[Match, BarrageRow]
    weapons: tuple[WeaponsRow, ...]
    terrain: Mapping[str, TerrainRow]
    actions: Mapping[ActionSymbol, ActionRow]
    mortar: Mortar
    armor_moves: ArmorMoves
    armor_fire: ArmorFire
    armor_roads: Mapping[tuple[Hex, Symbol], Hex]  # where an armor unit goes next, by the target symbol (23.5)
    armor_stops: frozenset[Hex]

    def landing_result(self, turn: int, unit: UnitType, beach: str, letter: Letter) -> LandingResult | None:
        """What happens to a unit in a box with the letters of a beach; None: it is not checked."""
        line = self.landing_line(turn, unit, beach)
        return self.landing[line].read(letter) if line is not None else None

    def landing_line(self, turn: int, unit: UnitType, beach: str) -> int | None:
        """The row of the landing table that counts for a unit, by its number; None: it is not checked."""
        for number, row in enumerate(self.landing):
            here = beach in row.beaches if row.beaches else beach not in row.not_beaches
            if row.turns[0] <= turn <= row.turns[1] and unit in row.types and here:
                return number
        return None

    def attack_result(
        self, *, weapons: bool, attack: int, defence: int, german: Defender, turn: int
    ) -> tuple[AttackEffect, ...]:
        """The effects of an attack."""
        row = next(row for row in self.attack if row.weapons == weapons and _compares(row.strength, attack, defence))
        if german == "revealed_depth" and turn >= EXTENDED and row.revealed_depth_from_turn_17 is not None:
            return row.revealed_depth_from_turn_17
        columns = {
            "alone": row.alone,
            "unrevealed_depth": row.unrevealed_depth,
            "revealed_depth": row.revealed_depth,
        }
        return columns[german]

    def barrage_result(self, match: Match, strength: int) -> BarrageResult:
        """The effect of a barrage by what the card shows and the strength of the unit."""
        return self.barrage[match].results[barrage_column(strength)]


def barrage_column(strength: int) -> int:
    """The column of the barrage table for the strength of a unit."""
    return (strength > 2) + (strength > 5)


def _compares(strength: Comparison, attack: int, defence: int) -> bool:
    return {
        "less_or_equal": attack <= defence,
        "less": attack < defence,
        "equal": attack == defence,
        "greater": defence < attack < 2 * defence,
        "double": attack >= 2 * defence,
    }[strength]


@cache
def load_tables() -> Tables:
    """The tables that are shipped with the game, read once."""
    return read_tables(load_chart(), shipped())


def read_tables(chart: Chart, folder: Folder) -> Tables:
    """The tables from the texts of the data files; the map has the roads of the armor movement map."""
    table = read_table(folder, "tables.toml", _TableFile)
    roads, stops = _read_armor_roads(chart, folder)
    return Tables(
        landing=table.landing,
        fire={row.intensity: row for row in table.fire},
        attack=table.attack,
        barrage={row.card: row for row in table.barrage},
        weapons=table.weapons,
        terrain={row.name: row for row in table.terrain},
        actions={row.symbol: row for row in table.action},
        mortar=table.mortar,
        armor_moves=table.armor_moves,
        armor_fire=table.armor_fire,
        armor_roads=roads,
        armor_stops=stops,
    )


def _read_armor_roads(chart: Chart, folder: Folder) -> tuple[dict[tuple[Hex, Symbol], Hex], frozenset[Hex]]:
    file, roads, stops = "armor_roads.csv", dict[tuple[Hex, Symbol], Hex](), set[Hex]()
    links = (chart.roads["primary"], chart.roads["secondary"])
    for line, row in read_rows(folder, file, _ArmorRoadRow):
        where = f"line {line}"
        h = hex_at(chart.grid, row.hex, file, where)
        if row.to == "stop":
            stops.add(h)
            continue
        to = hex_at(chart.grid, row.to, file, where)
        if not any((h, to) in link for link in links):
            fault(file, where, f"no road leads from {row.hex} to {row.to}")
        for symbol in [row.symbol] if row.symbol else list(Symbol):
            if (h, symbol) in roads:
                fault(file, where, f"hex {row.hex} has an order for {symbol} already")
            roads[h, symbol] = to
    return roads, frozenset(stops)
