"""The counters: what is printed on them, and how they lie now."""

from __future__ import annotations

from functools import lru_cache

from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS, Battle
from bocage.games.fire_movement.content import Strength, Unit, UnitSize, UnitType
from bocage.games.fire_movement.reinforcements import due_units, landing_hexes
from bocage.games.fire_movement.state import ABSENT, ELIMINATED, WAITING, State
from bocage.games.fire_movement.supply import supplied_units
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import GRID, UNIT_IDS
from bocage.hexes import mask, members
from bocage.table.model import Box, Piece, PieceState

VALUE_NAMES = ["attack", "defence", "movement"]

DUE = Box(id="due", title="Due", text="Units that may come onto the map this turn.")
TO_LAND = Box(id="landing", title="Landing force", text="Allied units that come ashore or drop before turn 1.")
TO_SET_UP = Box(id="set-up", title="German set-up", text="German units that are not on the map yet.")
LOST = tuple(Box(id=f"lost-{seat}", title=f"{seat.capitalize()} units eliminated") for seat in SEATS)

_NATIONS = {"british": "uk", "canadian": "canada", "us": "us", "german": "german"}

# The function codes of the NATO symbols (MIL-STD-2525C), without affiliation and size.
_FUNCTIONS = {
    UnitType.INFANTRY: "GPUCI---",
    UnitType.PARACHUTE: "GPUCIA--",
    UnitType.GLIDER: "GPUCIS--",
    UnitType.COMMANDO: "GPUCIN--",
    UnitType.RANGER: "FPGR----",
    UnitType.MECHANIZED: "GPUCIZ--",
    UnitType.TANK: "GPUCA---",
    UnitType.ASSAULT_GUN: "GPUCAAA-",
    UnitType.FLAK: "GPUCDG--",
}
_AFFILIATION = ("F", "H")  # by side: friend, hostile
_SIZES = {UnitSize.BATTALION: "F", UnitSize.REGIMENT: "G", UnitSize.BRIGADE: "H"}


def symbol_of(unit: Unit, side: int) -> str:
    """The code of a unit's NATO symbol.

    >>> from bocage.games.fire_movement.content import load_units
    >>> symbol_of(load_units()["22/21"], GERMAN)
    'SHGPUCA----G---'
    """
    return f"S{_AFFILIATION[side]}{_FUNCTIONS[unit.type]}-{_SIZES[unit.size]}---"


def pieces_of(setting: FireMovement) -> list[Piece]:
    """Every counter that can appear in a scenario."""
    battle = setting.battle
    return [
        _piece(unit, battle.side[number]) for number, unit in enumerate(battle.units) if battle.in_play >> number & 1
    ]


def _piece(unit: Unit, side: int) -> Piece:
    return Piece(
        id=unit.id,
        title=unit.title,
        name=unit.id.replace("-", " "),
        seat=SEATS[side],
        nation="ss" if unit.formation.endswith("SS") else _NATIONS[unit.nationality],
        kind=unit.type.value.replace("_", " "),
        size=unit.size.value,
        symbol=symbol_of(unit, side),
        front=_printed(unit.front),
        back=_printed(unit.back) if unit.back is not None else None,
        steps=unit.steps,
        notes=list(_notes(unit)),
        source=f"Listed: {unit.listed.kind} {unit.listed.note}. Values: {unit.values.kind} ({unit.values.note}).",
    )


def _printed(side: Strength) -> list[str]:
    return [str(side.attack), str(side.defence), str(side.movement)]


def _notes(unit: Unit) -> list[str]:
    notes = ["mobile" if unit.mobile else "leg"]
    if not unit.zoc:
        notes.append("no zone of control")
    if unit.type in (UnitType.COMMANDO, UnitType.RANGER):
        notes += ["ignores zones of control", "always in supply"]
    if unit.armored_brigade:
        notes.append("armored brigade for combined arms")
    return notes


# -- as they lie now -------------------------------------------------------------------------------


def arrival_box(turn: int) -> str:
    """The box of the reinforcements of a turn."""
    return f"gt{turn}"


def states_of(view: State) -> list[PieceState]:
    """Every counter where it lies, with what a player should know of it."""
    flags: dict[int, tuple[str, ...]] = {}
    for word, units in _flags(view):
        for unit in members(units):
            flags[unit] = (*flags.get(unit, ()), word)
    return [
        _state(
            UNIT_IDS[unit], _place(view, unit), bool(view.reduced >> unit & 1), _values(view, unit), flags.get(unit, ())
        )
        for unit, where in enumerate(view.where)
        if where != ABSENT
    ]


@lru_cache(maxsize=50_000)
def _state(id_: str, at: str, reduced: bool, values: tuple[str, ...], flags: tuple[str, ...]) -> PieceState:
    """A counter's state, made once: most counters lie as they lay an order ago, and making one costs ten looks."""
    return PieceState(id=id_, at=at, reduced=reduced, values=list(values), flags=list(flags))


def _place(view: State, unit: int) -> str:
    where = view.where[unit]
    if where >= 0:
        return GRID.label(where)
    side = view.battle.side[unit]
    if where == ELIMINATED:
        return LOST[side].id
    assert where == WAITING
    if unit in view.secret:
        return GRID.label(view.secret[unit])
    entry = view.entry_of(unit)
    if entry is None:
        return (TO_LAND if side == ALLIED else TO_SET_UP).id
    called = entry.division >= 0 and view.brought >> entry.division & 1
    return DUE.id if view.turn and (entry.turn <= view.turn or called) else arrival_box(entry.turn)


def _values(view: State, unit: int) -> tuple[str, ...]:
    if view.where[unit] >= 0 and (view.foul_weather or view.battle.fortified):
        return str(view.attack_of(unit)), str(view.defence_of(unit)), str(view.allowance_of(unit))
    return _printed_values(view.battle)[view.reduced >> unit & 1][unit]


@lru_cache(maxsize=64)
def _printed_values(battle: Battle) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The values of the fronts and of the backs, by unit."""
    fronts = [tuple(_printed(unit.front)) for unit in battle.units]
    return fronts, [tuple(_printed(unit.back or unit.front)) for unit in battle.units]


def _flags(view: State) -> list[tuple[str, int]]:
    """What can be said of units now, with the mask of those of whom it is true."""
    matter = view.about()
    on_map = view.force[ALLIED] | view.force[GERMAN]
    fighting = view.phase in ("Bombardment Phase", "Combat Phase", "Mobile Combat Phase")
    bound = view.grounded & on_map & ~_asked_to_go(view) if view.turn else 0
    return [
        ("in hand", 1 << matter.unit if matter.unit >= 0 else 0),
        ("attacking", mask(matter.attackers) & on_map),
        ("moved", view.moved & on_map),
        ("fought", view.fought & on_map),
        ("advanced", view.spent & on_map),
        ("displaced", view.displaced & on_map),
        ("attacked", view.attacked & on_map if fighting else 0),
        ("landed", (view.grounded | view.ashore) & on_map if not view.turn else 0),
        ("may not move", bound),
        ("may not attack", view.ashore & on_map if view.turn else 0),
        ("out of supply", view.force[ALLIED] & ~supplied_units(view) if view.turn else 0),
        ("recorded", mask(view.secret)),
        *_due(view),
    ]


def _due(view: State) -> list[tuple[str, int]]:
    """Which Allied reinforcements land when the Movement Phase is over, and which no beach has room for (10.11)."""
    if view.turn < 2 or view.active != ALLIED or view.phase != "Movement Phase":
        return []
    due = due_units(view, ALLIED)
    landing = mask(unit for unit in due if landing_hexes(view, unit))
    return [("lands after the movement", landing), ("no beach has room for it now", mask(due) & ~landing)]


def _asked_to_go(view: State) -> int:
    """The units that are asked now whether or where they go: one that may not move may still retreat."""
    unit, asked = view.about().unit, view.pending.orders if view.pending is not None else ()
    return mask([*(order.arg for order in asked if order.verb == "retreat"), *([unit] if unit >= 0 else ())])
