"""The counters: what is printed on them, and how they lie now."""

from __future__ import annotations

from functools import lru_cache

from bocage.games.dark_summer.attrition import out_of_supply
from bocage.games.dark_summer.campaign import ALLIED, GROUPS, SEATS, Campaign
from bocage.games.dark_summer.places import ABSENT, ELIMINATED, GRID, WAITING
from bocage.games.dark_summer.reinforcements import turn_of
from bocage.games.dark_summer.state import UNKNOWN, State
from bocage.games.dark_summer.terms import Nation, UnitSize, UnitType
from bocage.games.dark_summer.title import DarkSummer
from bocage.games.dark_summer.units import Unit
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.hexes import mask, members
from bocage.table.dark_summer.words import formation_of, place_on_board, place_words
from bocage.table.model import Box, Piece, PieceState

VALUE_NAMES = ["attack", "defence", "movement"]
FACE_DOWN = "?"

DUE = tuple(
    Box(id=f"due-{seat}", title=f"{seat.capitalize()} units that wait to enter", text="They may enter in a Move Round.")
    for seat in SEATS
)
LOST = tuple(Box(id=f"lost-{seat}", title=f"{seat.capitalize()} units eliminated", group="losses") for seat in SEATS)
WITHDRAWN_BOX = Box(id="withdrawn", title="Allied units withdrawn", text="They never come back.", group="losses")

_NATIONS = {
    Nation.US: "us", Nation.FRENCH: "france", Nation.BRITISH: "uk", Nation.CANADIAN: "canada", Nation.POLISH: "poland",
    Nation.GERMAN: "german", Nation.GERMAN_SS: "ss",
}  # fmt: skip
# The function codes of the NATO symbols (MIL-STD-2525C), without affiliation and size.
_FUNCTIONS = {
    UnitType.INFANTRY: "GPUCI---",
    UnitType.MECHANIZED: "GPUCIZ--",
    UnitType.ARMOR: "GPUCA---",
    UnitType.ARMORED_CAVALRY: "GPUCRVA-",
    UnitType.PARATROOPER: "GPUCIA--",
    UnitType.GLIDER: "GPUCIS--",
    UnitType.FLAK: "GPUCDG--",
    UnitType.GARRISON: "GPUCI---",
    UnitType.STRONGPOINT: "GPUCS---",
}
_RANGERS, _COMMANDOS = "FPGR----", "GPUCIN--"
_SIZES = {UnitSize.BATTALION: "-F", UnitSize.REGIMENT: "-G", UnitSize.BRIGADE: "-H", UnitSize.KAMPFGRUPPE: "EG"}


def symbol_of(unit: Unit) -> str:
    """The code of a unit's NATO symbol; a Kampfgruppe is a task force of the size of a regiment.

    >>> from bocage.games.dark_summer.content import load_content
    >>> symbol_of(load_content().units["16/1"]), symbol_of(load_content().units["4-SS"])
    ('SFGPUCI----G---', 'SFGPUCIN---H---')
    """
    if unit.type is UnitType.SPECIAL_FORCES:
        function = _RANGERS if unit.nation is Nation.US else _COMMANDOS
    else:
        function = _FUNCTIONS[unit.type]
    return f"S{'F' if unit.side == SEATS[ALLIED] else 'H'}{function}{_SIZES.get(unit.size, '--')}---"


def pieces_of(setting: DarkSummer) -> list[Piece]:
    """Every counter."""
    return [_piece(setting.campaign, number) for number in range(setting.campaign.count)]


def _piece(campaign: Campaign, number: int) -> Piece:
    unit = campaign.units[number]
    dealt = unit.strongpoint or unit.ost
    formation = formation_of(campaign, number)
    return Piece(
        id=UNIT_IDS[number],
        title=_dealt_title(campaign, unit) if dealt else _title(unit, formation),
        name=_dealt_name(campaign, unit) if dealt else unit.id.replace("-", " "),
        seat=SEATS[campaign.side[number]],
        nation=_NATIONS[unit.nation],
        kind="Ost battalion" if unit.ost else unit.type.value.replace("_", " "),
        size="" if unit.strongpoint else unit.size.value,
        symbol=symbol_of(unit),
        front=[FACE_DOWN, FACE_DOWN, str(unit.movement)] if dealt else _printed(unit, reduced=False),
        back=_printed(unit, reduced=True) if unit.steps == 2 else None,
        steps=unit.steps,
        notes=list(_notes(unit, formation)),
        source=f"Listed: {unit.listed}. Values: {unit.values}. Entry: {unit.entry_source}.",
    )


def _title(unit: Unit, formation: str) -> str:
    """With its Formation where its name does not tell it already: 'GTD/2 Fr of 2 Fr Armd', '920/243'."""
    told = not formation or unit.name.endswith(f"/{formation}")
    return unit.name if told else f"{unit.name} of {formation}"


def _dealt_title(campaign: Campaign, unit: Unit) -> str:
    kind, where, _ = _dealt(campaign, unit)
    return f"{kind} dealt to a symbol in {where}"


def _dealt_name(campaign: Campaign, unit: Unit) -> str:
    """A Strongpoint never moves and goes by its place; an Ost battalion by where it was at first."""
    kind, where, number = _dealt(campaign, unit)
    return f"{kind}{f' {number}' * bool(number)} {'at' if unit.strongpoint else 'of'} {where}"


def _dealt(campaign: Campaign, unit: Unit) -> tuple[str, str, str]:
    """Its kind, the place of its symbol, and its number, if there are several."""
    kind, where, *number = unit.id.split("-")
    place = "Cherbourg" if where == "Ch" else place_words(campaign, GRID.at(where))
    return "Strongpoint" if kind == "SP" else "Ost battalion", place, "".join(number)


def _printed(unit: Unit, *, reduced: bool) -> list[str]:
    attack, defence = unit.factors(reduced)
    return [str(attack), str(defence), str(unit.movement)]


def _notes(unit: Unit, formation: str) -> list[str]:
    facts = {
        f"stacks with its own division, {formation}": bool(formation) and not unit.airborne,
        "stacks as if it were of no division": unit.airborne,
        "does not count for stacking": unit.stacks_free,
        "no zone of control": not unit.zoc,
        "cannot be rebuilt": unit.steps == 2 and not unit.replaceable,
        "may attack in Reaction Rounds": unit.kampfgruppe or unit.tiger,
        "scores for the Germans unless it is withdrawn by Turn 5": unit.may_withdraw,
        "never moves": not unit.movement,
    }
    return [words for words, true in facts.items() if true]


# -- as they lie now -------------------------------------------------------------------------------


def arrival_box(turn: int) -> str:
    """The box of the Reinforcements of a turn."""
    return f"turn{turn}"


def states_of(view: State) -> list[PieceState]:
    """Every counter where it lies, with what a player should know of it."""
    flags: dict[int, tuple[str, ...]] = {}
    for word, units in _flags(view):
        for unit in members(units) if units else ():
            flags[unit] = (*flags.get(unit, ()), word)
    campaign, reduced, factor = view.campaign, view.reduced, view.factor
    return [
        _state(campaign, unit, _place(view, unit), bool(reduced >> unit & 1), factor[unit], flags.get(unit, ()))
        for unit, where in enumerate(view.where)
        if where != ABSENT
    ]


@lru_cache(maxsize=50_000)
def _state(campaign: Campaign, unit: int, at: str, reduced: bool, factor: int, flags: tuple[str, ...]) -> PieceState:
    """A counter's state, made once: most counters lie as they lay an order ago."""
    piece = campaign.units[unit]
    hidden = factor == UNKNOWN
    values = _printed(piece, reduced=reduced)
    if piece.strongpoint or piece.ost:
        values[:2] = [FACE_DOWN if hidden else str(factor)] * 2
    return PieceState(id=UNIT_IDS[unit], at=at, reduced=reduced, values=values, flags=list(flags), hidden=hidden)


def _place(view: State, unit: int) -> str:
    where, side = view.where[unit], view.campaign.side[unit]
    if where >= 0:
        return place_on_board(where, side)
    if where == WAITING:
        turn = turn_of(view, unit)
        return DUE[side].id if turn <= view.turn else arrival_box(turn)
    return LOST[side].id if where == ELIMINATED else WITHDRAWN_BOX.id


def _flags(view: State) -> list[tuple[str, int]]:
    """What can be said of units now, with the mask of those of whom it is true."""
    matter = view.about()
    in_play = sum(view.force)
    return [
        ("in hand", 1 << matter.unit if matter.unit >= 0 else 0),
        ("attacking", mask(matter.attackers) & in_play),
        ("moved", view.moved & in_play if view.round_kind else 0),
        ("fought", view.attacked_units & in_play if view.round_kind else 0),
        ("retreated", view.retreated & in_play if view.round_kind else 0),
        ("out of supply", mask(unit for group in GROUPS for unit in out_of_supply(view, group))),
    ]
