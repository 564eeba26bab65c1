"""The counters: US units as printed, German units as positions in which something lies, and how all of them lie now.

A German piece of the board is a place, not a unit: what it turns out to be is told by its state once it lies face up.
"""

from __future__ import annotations

from functools import lru_cache

from bocage.games.omaha_beach.battle import BOX, SEATS, Battle
from bocage.games.omaha_beach.sentences import TYPES
from bocage.games.omaha_beach.state import ABSENT, ELIMINATED, EXITED, NONE, WAITING, State
from bocage.games.omaha_beach.terms import WEAPON_NAMES, Symbol
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.units import GermanUnit, UnitType, UsUnit
from bocage.games.omaha_beach.variants import arrival
from bocage.games.omaha_beach.words import BOX_IDS, GRID, UNIT_IDS
from bocage.hexes import Hex, mask, members
from bocage.table.model import Box, Piece, PieceState
from bocage.table.omaha_beach.words import (
    BACKS,
    DEPTHS,
    SYMBOLS,
    conditions,
    position_name,
    range_words,
    weapons_of,
)

VALUE_NAMES = ["strength", "steps", "target symbol", "range", "weapons"]
VALUE_WORDS = {str(weapon): name for weapon, name in WEAPON_NAMES.items()} | {
    str(symbol): "cards of German fire name it" for symbol in Symbol
}
SYSTEM = "system"
UNKNOWN = "?"

LOSSES = tuple(
    Box(
        id=f"loss-{seat}",
        title=f"Infantry losses, {seat} Division",
        text="Regular companies that are eliminated; those on their last step count too.",
        group="losses",
    )
    for seat in SEATS
)
ELIMINATED_BOX = Box(id="eliminated", title="Eliminated", text="Other US units out of the game.", group="losses")
ABSENT_BOX = Box(
    id="absent", title="Not in play", text="Units still to be placed, or not in this scenario.", group="arrivals"
)
LEFT_BOX = Box(id="exited", title="Off the map", text="Units that have left by a lettered exit.", group="exits")

# The function codes of the NATO symbols (MIL-STD-2525C), without affiliation and size.
_FUNCTIONS = {
    UnitType.INFANTRY: "GPUCI---",
    UnitType.RANGER: "FPGR----",
    UnitType.TANK: "GPUCA---",
    UnitType.ARTILLERY: "GPUCFM--",
    UnitType.SP_ARTILLERY: "GPUCFHE-",
    UnitType.AMPHIBIOUS_ARTILLERY: "GPUCFH--",
    UnitType.ANTI_AIR: "GPUCD---",
    UnitType.SP_ANTI_AIR: "GPUCDG--",
    UnitType.ANTI_TANK: "GPUCAA--",
    UnitType.HQ: "GPUCI---",
    UnitType.GENERAL: "GPUCI---",
}
_COMPANY, _BATTALION, _REGIMENT, _DIVISION = "E", "F", "G", "I"
_SIZES = {
    UnitType.SP_ARTILLERY: (_BATTALION, "battalion"),
    UnitType.AMPHIBIOUS_ARTILLERY: (_BATTALION, "battalion"),
    UnitType.HQ: (_REGIMENT, "regiment"),
    UnitType.GENERAL: (_DIVISION, "division"),
}
_GERMAN = {
    "wn": "SHGPUCI----D---",
    "wn_artillery": "SHGPUCF----D---",
    "wn_rocket": "SHGPUCFR---D---",
    "infantry": "SHGPUCI----E---",
    "armor": "SHGPUCAAA--D---",
    "off_map_artillery": "SHGPUCF----E---",
}


def symbol_of(unit: UsUnit) -> str:
    """The code of a US unit's NATO symbol; headquarters have their staff.

    >>> from bocage.games.omaha_beach.units import load_pieces
    >>> symbol_of(load_pieces().us["A/1/16"])
    'SFGPUCI----E---'
    """
    size, _ = _SIZES.get(unit.type, (_COMPANY, "company"))
    return f"SF{_FUNCTIONS[unit.type]}{'A' if unit.leader else '-'}{size}---"


def depth_id(battle: Battle, position: int) -> str:
    """The piece that stands for the depth marker of a position."""
    return f"{battle.piece_in(position)}+depth"


def in_play(battle: Battle, position: int) -> bool:
    """Whether a position can ever hold a unit: those of the sectors in play, and WN67 which observes for the east."""
    return position >= len(battle.positions) or battle.sector_of_group[battle.group_of[position]] in battle.sectors


def german_places(battle: Battle) -> list[int]:
    """The positions that have pieces."""
    return [p for p in range(len(battle.group_of)) if in_play(battle, p)]


def pieces_of(setting: OmahaBeach) -> list[Piece]:
    """Every counter that can appear in a scenario; a depth marker lies beneath its unit."""
    battle = setting.battle
    found = [_us_piece(battle, number) for number in us_numbers(battle)]
    for position in german_places(battle):
        found += [_depth_piece(battle, position), _german_piece(battle, position)]
    return found


@lru_cache(maxsize=64)
def us_numbers(battle: Battle) -> tuple[int, ...]:
    """The US units of the divisions in play."""
    return tuple(number for number in range(len(battle.units)) if battle.home[number] in battle.divisions)


def _us_piece(battle: Battle, number: int) -> Piece:
    unit = battle.units[number]
    full = len(unit.steps)
    return Piece(
        id=UNIT_IDS[number],
        title=f"HQ of the {unit.name}th Regiment" if unit.type is UnitType.HQ else unit.name,
        name=f"HQ {unit.name}" if unit.type is UnitType.HQ else unit.name,
        seat=SEATS[battle.home[number]],
        nation="us",
        kind=TYPES[unit.type],
        size=_SIZES.get(unit.type, (_COMPANY, "company"))[1],
        symbol=symbol_of(unit),
        front=_us_values(unit, full),
        back=_us_values(unit, full - 1) if full > 1 else None,
        steps=max(1, full),
        notes=_notes(battle, unit),
        source=unit.source,
    )


def _us_values(unit: UsUnit, steps: int) -> list[str]:
    if not unit.steps or not steps:
        return [""] * len(VALUE_NAMES)
    symbol = SYMBOLS[unit.symbol] if unit.symbol is not None else ""
    return [str(unit.at(steps).strength), str(steps), symbol, range_words(unit, steps), weapons_of(unit, steps)]


def _notes(battle: Battle, unit: UsUnit) -> list[str]:
    turn = arrival_of(battle, unit)
    boxes = _boxes_words(battle, unit)
    wave = f"turn {turn}, {boxes}, ashore on turn {turn + 1}" if turn else f"at the start, {boxes}"
    notes = [f"its wave: {wave}"]
    if unit.armored:
        notes.append("armored: steady and sporadic fire hurts it only if its colour on the card has the sign of armor")
    if unit.heavy:
        notes.append("heavy weapons company")
    if unit.leader:
        notes.append("gives free actions to units in its command")
    if unit.type is UnitType.RANGER:
        notes.append("always acts for free")
    return notes


def arrival_of(battle: Battle, unit: UsUnit) -> int:
    """The turn on which a unit arrives; 0: it is there from the start."""
    return arrival(battle.variants, unit.arrives) if unit.arrives else 0


def _boxes_words(battle: Battle, unit: UsUnit) -> str:
    """The boxes in which a unit may be placed (5.3): one, those of some beaches, or all of its division."""
    boxes = battle.content.boxes_for(unit)
    if len(boxes) == 1:
        return f"landing box {boxes[0].id}"
    if unit.box in SEATS:
        return f"any landing box of the {unit.box} Division"
    return f"a landing box of {' or '.join(dict.fromkeys(box.beach for box in boxes))}"


def _german_piece(battle: Battle, position: int) -> Piece:
    colour = battle.colour[battle.group_of[position]]
    wn = battle.is_wn[battle.group_of[position]]
    return Piece(
        id=battle.piece_in(position),
        title=f"German unit, {position_name(battle, position)}",
        seat=SYSTEM,
        nation="german",
        kind="strongpoint" if wn else "armor" if position >= len(battle.positions) else "reinforcement",
        front=[UNKNOWN, "", "", "", UNKNOWN],
        notes=[f"{colour} position"],
    )


def _depth_piece(battle: Battle, position: int) -> Piece:
    return Piece(
        id=depth_id(battle, position),
        title=f"Depth marker, {position_name(battle, position)}",
        name=f"Depth marker {position_name(battle, position)}",
        seat=SYSTEM,
        nation="german",
        kind="depth marker",
        front=[UNKNOWN, "", "", "", UNKNOWN],
    )


# -- as they lie now -------------------------------------------------------------------------------


def turn_box(turn: int) -> str:
    """The box of the units that arrive on a turn."""
    return f"turn{turn}"


def states_of(view: State) -> list[PieceState]:
    """Every counter that lies anywhere, with what a player should know of it."""
    battle = view.battle
    flags: dict[int, tuple[str, ...]] = {}
    matter = view.about()
    marked = [("in hand", 1 << matter.unit if matter.unit >= 0 else 0), ("attacking", mask(matter.attackers))]
    for word, units in (*marked, *conditions(view)):
        for number in members(units) if units else ():
            flags[number] = (*flags.get(number, ()), word)
    where, arrives, steps = view.where, view.arrives, view.steps
    found = [_us_state(battle, n, where[n], arrives[n], steps[n], flags.get(n, ())) for n in us_numbers(battle)]
    for position in view.occupied_positions() + view.armor_on_map():
        if in_play(battle, position):
            disrupted = bool(view.german_disrupted >> position & 1)
            unit, marker = view.german[position], view.german_depth[position]
            found += _german_states(battle, position, unit, marker, view.hex_of(position), disrupted)
    return found


def place_of(battle: Battle, unit: int, where: int, arrives: int) -> str:
    """The hex or box of a US unit."""
    if where >= BOX:
        return BOX_IDS[where - BOX]
    if where >= 0:
        return GRID.label(where)
    if where == WAITING:
        return turn_box(arrives)
    if where == EXITED:
        return LEFT_BOX.id
    if where == ELIMINATED and battle.regular >> unit & 1:
        return LOSSES[battle.home[unit]].id
    return ABSENT_BOX.id if where == ABSENT else ELIMINATED_BOX.id


@lru_cache(maxsize=50_000)
def _us_state(battle: Battle, number: int, where: int, arrives: int, steps: int, flags: tuple[str, ...]) -> PieceState:
    """A US counter as it lies, made once."""
    unit = battle.units[number]
    return PieceState(
        id=UNIT_IDS[number],
        at=place_of(battle, number, where, arrives),
        reduced=0 < steps < len(unit.steps),
        values=_us_values(unit, steps),
        flags=list(flags),
        steps=steps,
    )


@lru_cache(maxsize=20_000)
def _german_states(
    battle: Battle, position: int, unit: int, marker: int, h: Hex, disrupted: bool
) -> tuple[PieceState, ...]:
    """The depth marker of a position, if it has one, and the unit on it, made once."""
    at = GRID.label(h)
    found = _german(battle, position, unit, at, disrupted)
    return (_depth(battle, position, marker, at), found) if marker != NONE else (found,)


def _german(battle: Battle, position: int, unit: int, at: str, disrupted: bool) -> PieceState:
    known = battle.german[unit] if unit < len(battle.german) else None
    return PieceState(
        id=battle.piece_in(position),
        at=at,
        values=[UNKNOWN, "", "", "", UNKNOWN] if known is None else _german_values(known),
        flags=["disrupted"] if disrupted else [],
        hidden=known is None,
        title=known.id if known is not None else BACKS.get(battle.back[unit], f"{battle.back[unit]}, face down"),
        symbol=_GERMAN[known.type] if known is not None else "",
    )


def _german_values(unit: GermanUnit) -> list[str]:
    return [str(unit.strength), "", "", "", " ".join(sorted(unit.needs))]


def _depth(battle: Battle, position: int, marker: int, at: str) -> PieceState:
    name = depth_id(battle, position)
    if marker >= len(battle.depth):
        title = f"{DEPTHS.get(battle.depth_type[marker], 'depth')}, face down"
        return PieceState(id=name, at=at, values=[UNKNOWN, "", "", "", UNKNOWN], hidden=True, title=title)
    piece = battle.depth[marker]
    title = "tactical reinforcement" if piece.tactical_reinforcement else DEPTHS.get(piece.type, "depth")
    values = [str(piece.strength), "", "", "", " ".join(sorted(piece.needs))]
    return PieceState(id=name, at=at, values=values, title=title)
