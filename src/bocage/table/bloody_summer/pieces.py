"""The counters: what is printed on them, and how they lie now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bocage.games.bloody_summer.air import AVAILABLE, FINISHED, ON_SUPERIORITY, STRATEGIC, TACTICAL
from bocage.games.bloody_summer.campaign import ALLIED, SEATS, Campaign
from bocage.games.bloody_summer.pieces import (
    AIR_IDS,
    BATTERIES,
    FESTUNG_PIECES,
    FFI,
    GARRISONS,
    GERMAN_DEPOTS,
    HEADQUARTERS,
    MOBILE,
    PARTISANS,
    PIECE_IDS,
    PIECES,
    UNITS,
)
from bocage.games.bloody_summer.places import ABSENT, RETURNED, WAITING, place_name
from bocage.games.bloody_summer.reinforcements import due_turn
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Arm, Army, Cup, Nation, UnitSize
from bocage.games.bloody_summer.title import BloodySummer
from bocage.games.bloody_summer.units import Headquarters, Unit
from bocage.hexes import mask, members
from bocage.table.model import Box, Piece, PieceState

VALUE_NAMES = ["attack", "steps", "movement", "defence"]

LOST_BOXES = tuple(
    Box(id=f"lost-{side}", title=f"{side.capitalize()} counters lost for good", group="losses")
    for side in ("allied", "german")
)
RETURNED_BOX = Box(
    id="returned", title="Returned to the Strategic Reserve", text="Airborne and special forces, out of the game."
)

SET_UP_BOX = Box(id="set-up", title="To be set up")

_NATIONS = {
    Nation.US: "us", Nation.FRENCH: "france", Nation.BRITISH: "uk", Nation.CANADIAN: "canada", Nation.POLISH: "poland",
    Nation.BELGIAN: "uk", Nation.GERMAN: "german", Nation.GERMAN_SS: "ss",
}  # fmt: skip
# The function codes of the NATO symbols (MIL-STD-2525C), without affiliation and size.
_FUNCTIONS = {
    Arm.INFANTRY: "GPUCI---",
    Arm.CYCLIST: "GPUCIL--",
    Arm.PARATROOP: "GPUCIA--",
    Arm.RANGER: "FPGR----",
    Arm.COMMANDO: "GPUCIN--",
    Arm.ARMOUR: "GPUCA---",
    Arm.PANZER: "GPUCA---",
    Arm.PANZERGRENADIER: "GPUCIZ--",
    Arm.LUFTWAFFE_INFANTRY: "GPUCI---",
    Arm.FLAK: "GPUCDG--",
}
_SIZES = {UnitSize.DIVISION: "-I", UnitSize.BRIGADE: "-H", UnitSize.REGIMENT: "-G", UnitSize.BATTALION: "-F"}
_AIRCRAFT = {Cup.HEAVY: "APMFB---", Cup.MEDIUM: "APMFB---", Cup.FIGHTER: "APMFA---"}
AIR_KINDS = {Cup.HEAVY: "heavy bombers", Cup.MEDIUM: "medium bombers", Cup.FIGHTER: "fighter-bombers"}
AIR_BOXES = {AVAILABLE: "available", FINISHED: "finished", ON_SUPERIORITY: "superiority"}


def symbol_of(unit: Unit) -> str:
    """The code of a unit's NATO symbol.

    >>> from bocage.games.bloody_summer.content import load_content
    >>> symbol_of(load_content().units["4-Inf/8"])
    'SFGPUCI----G---'
    """
    return _symbol(unit.side.value, _FUNCTIONS[unit.arm], _SIZES[unit.size])


def _symbol(side: str, function: str, size: str = "--") -> str:
    return f"S{'F' if side == 'allied' else 'H'}{function}{size}---"


def pieces_of(setting: BloodySummer) -> list[Piece]:
    """Every counter, the aircraft last."""
    campaign = setting.campaign
    units = [_unit(unit) for unit in campaign.units]
    corps = [_headquarters(hq) for hq in campaign.content.headquarters.values()]
    others = [_fixed(campaign, number) for number in range(HEADQUARTERS.stop, PIECES)]
    return [*units, *corps, *others, *_aircraft(campaign)]


def _name(unit: Unit) -> str:
    """Regiment and division, '505/82 Abn'; a division that is one counter by its own name."""
    alone = not unit.formation or unit.id == unit.formation.replace(" ", "-")
    return unit.formation or unit.name if alone else f"{unit.name}/{unit.formation}"


def _unit(unit: Unit) -> Piece:
    return Piece(
        id=unit.id,
        title=_name(unit),
        name=_name(unit),
        seat=SEATS[(Army.US, Army.BRITISH, Army.GERMAN).index(unit.army)],
        nation=_NATIONS[unit.nation],
        kind=unit.arm.value.replace("_", " "),
        size=unit.size.value,
        symbol=symbol_of(unit),
        front=_printed(unit, 0),
        back=_printed(unit, 1) if unit.steps > 1 else None,
        steps=unit.steps,
        notes=list(_notes(unit)),
        source=f"Listed: {unit.listed}. Values: {unit.values}. Entry: {unit.entry_source}.",
    )


def _printed(unit: Unit, lost: int) -> list[str]:
    attack, defence = unit.factors(lost)
    return [str(attack), str(unit.steps - lost), str(unit.movement), str(defence)]


def _notes(unit: Unit) -> Iterator[str]:
    yield f"stacking value {unit.stacking}"
    facts = {
        "elite": unit.elite,
        "motorized": unit.motorized,
        "no zone of control": not unit.zoc,
        "may be put in Reserve": unit.may_reserve,
        "may infiltrate": unit.infiltrates,
        "scores once it is back in the Strategic Reserve": unit.returns,
    }
    yield from (words for words, true in facts.items() if true)


def _headquarters(hq: Headquarters) -> Piece:
    return Piece(
        id=hq.id,
        title=f"Headquarters of the {hq.name} Corps",
        name=f"HQ {hq.name}",
        seat=SEATS[(Army.US, Army.BRITISH, Army.GERMAN).index(hq.army)],
        nation=_NATIONS[hq.nation],
        kind="headquarters",
        size="corps",
        symbol=_symbol(hq.side.value, "GPUH2---", "-J"),
        front=[f"+{hq.bonus}", "", str(hq.movement), ""],
        notes=[f"supports with {hq.bonus} column{'' if hq.bonus == 1 else 's'}"],
        source=f"Listed: {hq.listed}. Values: {hq.values}. Entry: {hq.entry_source}.",
    )


# kinds of pieces that stay where they are: word, function code, and what to know
_FIXED = (
    (GARRISONS, "garrison", "GPUCI---", "never moves; attacked from the sea"),
    (BATTERIES, "coastal battery", "GPUCF---", "fires at units that land within its range"),
    (FESTUNG_PIECES, "Festung", "GPUCS---", "a garrison behind a fortified line"),
    (GERMAN_DEPOTS, "depot", "GPUSS---", "Offensive markers come from here"),
    (PARTISANS, "partisans", "GPUCI---", "the Maquis of its box"),
    (range(FFI, FFI + 1), "FFI", "GPUCI---", "the Resistance in Paris"),
)


def _fixed(campaign: Campaign, number: int) -> Piece:
    kind, function, note = next((word, code, note) for pieces, word, code, note in _FIXED if number in pieces)
    allied = campaign.side[number] == ALLIED
    return Piece(
        id=PIECE_IDS[number],
        title=PIECE_IDS[number].replace("-", " "),
        name=PIECE_IDS[number].replace("-", " "),
        seat=SEATS[campaign.army[number]],
        nation="france" if allied else "german",
        kind=kind,
        symbol=_symbol("allied" if allied else "german", function),
        front=_standing(campaign, number, 0),
        steps=max(campaign.steps[number], 1),
        notes=[note],
    )


def _standing(campaign: Campaign, number: int, lost: int) -> list[str]:
    """The values of a piece that does not move; nothing of a depot that nobody guards."""
    if not campaign.steps[number]:
        return [""] * len(VALUE_NAMES)
    steps = str(max(campaign.steps[number] - lost, 0))
    return [str(campaign.attack[lost][number]), steps, "0", str(campaign.defence[lost][number])]


def _aircraft(campaign: Campaign) -> Iterator[Piece]:
    for name, one in campaign.counters.air.items():
        us = one.army is Army.US
        yield Piece(
            id=name,
            title=_air_force(one.name),
            name=_air_force(one.name),
            seat=SEATS[0 if us else 1],
            nation="us" if us else "uk",
            kind=AIR_KINDS[one.cup],
            symbol=_symbol("allied", _AIRCRAFT[one.cup]),
            front=_points(one.points),
            notes=["light: no bonus on the die"] if one.light else [],
            source=one.source,
        )


AIR_FORCES = {
    "8 AF": "8th Air Force",
    "9 AF": "9th Air Force",
    "2 TAC": "2nd Tactical Air Force",
    "Bomb Cd": "Bomber Command",
}


def _air_force(name: str) -> str:
    """An air counter as people say it.

    >>> _air_force("9 AF B-26"), _air_force("Bomb Cd 2")
    ('9th Air Force B-26', 'Bomber Command 2')
    """
    short = next((short for short in AIR_FORCES if name.startswith(short)), "")
    return AIR_FORCES[short] + name.removeprefix(short) if short else name


def _points(points: int) -> list[str]:
    return [str(points), *[""] * (len(VALUE_NAMES) - 1)]


# -- as they lie now -------------------------------------------------------------------------------


def arrival_box(turn: int) -> str:
    """The box of the Reinforcements of a turn."""
    return f"turn{turn}"


def states_of(view: State) -> list[PieceState]:
    """Every counter where it lies, with what a player should know of it."""
    flags: dict[int, tuple[str, ...]] = {}
    for word, pieces in _flags(view):
        for piece in members(pieces) if pieces else ():
            flags[piece] = (*flags.get(piece, ()), word)
    found = [
        _state(view.campaign, piece, _place(view, piece), view.lost[piece], flags.get(piece, ()))
        for piece, where in enumerate(view.where)
        if where != ABSENT and (where != WAITING or piece < MOBILE)  # the Resistance has not risen yet
    ]
    return [*found, *_flying(view)]


@lru_cache(maxsize=50_000)
def _state(campaign: Campaign, piece: int, at: str, lost: int, flags: tuple[str, ...]) -> PieceState:
    """A counter's state, made once: most counters lie as they lay an order ago."""
    steps = campaign.steps[piece]
    if piece < UNITS:
        values = _printed(campaign.units[piece], min(lost, steps - 1))
    elif piece in HEADQUARTERS:
        values = [f"+{campaign.bonus[piece]}", "", str(campaign.allowance[piece]), ""]
    else:
        values = _standing(campaign, piece, min(lost, 2))
    return PieceState(
        id=PIECE_IDS[piece],
        at=at,
        reduced=lost > 0,
        values=values,
        flags=list(flags),
        steps=max(steps - lost, 0) if steps > 1 else 0,
    )


def _place(view: State, piece: int) -> str:
    where = view.where[piece]
    if where >= 0:
        return place_name(where)
    if where == WAITING:
        due = max(due_turn(view, piece), view.turn)
        return arrival_box(due) if due >= view.campaign.first_turn else SET_UP_BOX.id
    return RETURNED_BOX.id if where == RETURNED else LOST_BOXES[view.campaign.side[piece]].id


def _flags(view: State) -> list[tuple[str, int]]:
    """What can be said of pieces now, with the mask of those of whom it is true."""
    matter, campaign = view.about(), view.campaign
    in_play = mask(piece for piece, where in enumerate(view.where) if where >= 0)
    supported = mask(hq for hq in HEADQUARTERS if view.where[hq] >= 0 and view.is_supported(hq))
    return [
        ("in hand", 1 << matter.unit if matter.unit >= 0 else 0),
        ("attacking", mask(matter.attackers) & in_play),
        ("moved", view.moved & in_play if view.part else 0),
        ("fought", (view.attacked | view.finished) & in_play),
        ("out of supply", view.unsupplied & in_play),
        ("elite", mask(unit for unit in range(UNITS) if campaign.elite[unit]) & in_play),
        ("disorganised 1", _of_level(view, 1)),
        ("disorganised 2", _of_level(view, 2)),
        ("resting", view.resting & in_play),
        ("in reserve", view.reserve & in_play),
        ("offensive", supported),
    ]


def _of_level(view: State, level: int) -> int:
    return mask(piece for piece, has in enumerate(view.level) if has == level and view.where[piece] >= 0)


def _flying(view: State) -> Iterator[PieceState]:
    """The aircraft that are drawn: in a box beside the map, or over a zone or a box."""
    ground = view.campaign.ground
    zones = list(ground.zones.values())
    for number, mission in enumerate(view.air):
        at = AIR_BOXES.get(mission, "")
        if mission == STRATEGIC:
            at = place_name(view.air_place[number])
        elif mission == TACTICAL:
            at = place_name(_middle(zones[view.air_place[number]] & view.campaign.in_play))
        if at:
            points = view.campaign.counters.air[AIR_IDS[number]].points
            yield PieceState(id=AIR_IDS[number], at=at, values=_points(points))


def _middle(hexes: int) -> int:
    """A hex in the midst of others."""
    found = members(hexes)
    return found[len(found) // 2]
