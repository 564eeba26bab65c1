"""The boxes of the Strategic Movement Map: lines, interdiction, the Maquis, Festungen, Paris (4.1.2, 6.12, 9.5)."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.bloody_summer import air
from bocage.games.bloody_summer.campaign import ALLIED, ARMIES, GERMAN, SIDE_OF
from bocage.games.bloody_summer.fight import attack_value, defence_value
from bocage.games.bloody_summer.pieces import (
    FESTUNG_PIECES,
    FFI,
    HEADQUARTERS,
    MOBILE,
    PARTISANS,
    PIECE_IDS,
    UNITS,
)
from bocage.games.bloody_summer.places import BOX_AT, FESTUNGEN, SIZE, WAITING, Place, place_name
from bocage.games.bloody_summer.state import State
from bocage.hexes import mask
from bocage.kernel import Refusal

IN_FESTUNGEN = frozenset(FESTUNGEN.values())
WALLS = mask(FESTUNG_PIECES)


# -- lines ----------------------------------------------------------------------------------------------


def holding_box(g: State, place: Place) -> Place:
    """The box of the map in which a place is: the one around a Festung, else itself."""
    return g.campaign.festung_in.get(place, place)


def lines_from(g: State, place: Place) -> tuple[Place, ...]:
    """The boxes next to a box: along the straight lines, and between a Festung and its box (4.1.2-01, 0.1.2.e-08)."""
    return (*boxes_from(g, place), *festungen_in(g, place))


def boxes_from(g: State, place: Place) -> tuple[Place, ...]:
    """The boxes of the map next to a box, or the one around a Festung."""
    return (holding_box(g, place),) if place in IN_FESTUNGEN else g.campaign.box_links.get(place, ())


def festungen_in(g: State, place: Place) -> list[Place]:
    """The Festungen that stand in a box."""
    return [festung for festung in g.campaign.festungen_in.get(place, ()) if stands(g, festung)]


def are_near(g: State, place: Place, other: Place) -> bool:
    """Whether two places are in the same box or in adjacent ones (5.1-06)."""
    here, there = holding_box(g, place), holding_box(g, other)
    return here == there or there in g.campaign.box_links.get(here, ())


def stands(g: State, festung: Place) -> bool:
    """Whether a Festung is there and has not been destroyed."""
    return bool(g.who.get(festung, 0) & WALLS)


def is_besieged(g: State, festung: Place) -> bool:
    """Whether a Festung is under siege (6.13)."""
    return bool(g.besieged >> festung & 1)


def why_no_line(g: State, origin: Place, place: Place) -> Refusal | None:
    """A refusal if no line leads from a box to another."""
    if place in lines_from(g, origin):
        return None
    return Refusal("4.1.2-01", f"no line leads from {place_name(origin)} to {place_name(place)}")


def why_not_along(g: State, unit: int, place: Place) -> Refusal | None:
    """The rule that keeps a piece from going along a line to the next box, whatever the die says, or None."""
    origin, side = g.where[unit], g.campaign.side[unit]
    if place in IN_FESTUNGEN or origin in IN_FESTUNGEN:
        refusal = _why_not_festung(g, unit, origin if origin in IN_FESTUNGEN else place)
        if refusal is not None:
            return refusal
    if g.in_confusion(origin) and not g.controls(side, place):
        name = PIECE_IDS[unit]
        return Refusal("6.12-05", f"{name} can leave the confusion only for a box that its side controls")
    return None


def _why_not_festung(g: State, unit: int, festung: Place) -> Refusal | None:
    campaign, name = g.campaign, place_name(festung)
    if campaign.side[unit] != GERMAN:
        return Refusal("0.1.2.e-04", f"only German units go into {name}")
    if is_besieged(g, festung):
        return Refusal("0.1.2.e-08", f"{name} is besieged: nobody enters or leaves it")
    if g.where[unit] == festung:
        return None
    limits = campaign.tables.stacking
    inside = [piece for piece in (*g.at[festung], unit) if piece < MOBILE]
    if sum(campaign.stacking[piece] for piece in inside) > limits.festung:
        return Refusal("0.1.2.e-04", f"{name} holds {limits.festung} stacking points and no more")
    if sum(piece < UNITS and not campaign.stacking[piece] for piece in inside) > limits.zero_units:
        return Refusal("0.1.2.e-04", f"{name} holds one unit without stacking value")
    if sum(piece in HEADQUARTERS for piece in inside) > limits.headquarters:
        return Refusal("0.1.2.e-04", f"{name} holds one headquarters")
    return None


def why_not_share(g: State, unit: int, box: Place) -> Refusal | None:
    """The rule that keeps a piece from staying in a box with the other Allied army, or None (2.1-07)."""
    campaign = g.campaign
    others = campaign.movers_of_side[campaign.side[unit]] & ~campaign.movers[campaign.army[unit]]
    if g.who.get(box, 0) & others:
        return Refusal("2.1-07", f"US and British units may not be together in {place_name(box)}")
    return None


# -- interdiction (4.1.2-13, 9.5) -----------------------------------------------------------------------


def interdiction_value(g: State, place: Place) -> int:
    """What a die must be lower than."""
    return g.campaign.ground.boxes[BOX_AT[holding_box(g, place)]].interdiction


def modifiers(g: State, units: Sequence[int], place: Place) -> tuple[tuple[str, int], ...]:
    """What is added to the die of those who want to leave a box, by cause (4.1.2-15, 6.12-07, 6.12-08)."""
    table, box = g.campaign.tables.strategic_interdiction, holding_box(g, place)
    found: list[tuple[str, int]] = []
    german = g.campaign.side[units[0]] == GERMAN
    if german and (number := air.interdiction(g, box)):
        found.append(("air", number))
    partisan = german and active_partisan(g, box) is not None
    if partisan:
        found.append(("partisan", table.partisan))
    elif g.in_confusion(place):
        found.append(("odds", -columns_in_favour(g, units, place)))
    return tuple(found)


def columns_in_favour(g: State, units: Sequence[int], place: Place) -> int:
    """The columns by which the odds of those who leave lie above 1:1 (6.12-07)."""
    table = g.campaign.tables.combat
    attack = sum(attack_value(g, unit) for unit in units)
    enemies = g.defenders_in(place, 1 - g.campaign.side[units[0]])
    defence = sum(defence_value(g, piece) for piece in enemies)
    return table.column(attack, max(defence, 1)) - table.column(1, 1)


def roll_to_leave(g: State, units: Sequence[int], place: Place) -> bool:
    """A die decides whether units leave a box; if not they stay for the phase (4.1.2-13, 4.1.2-14)."""
    value, causes = interdiction_value(g, place), modifiers(g, units, place)
    die = g.chance.die()
    free = die + sum(number for _, number in causes) < value
    outcome = "they leave and move on" if free else "they stay, and cannot leave in this phase"
    rule = "6.12-06" if g.in_confusion(place) else "4.1.2-13"
    g.tell_result(
        "interdiction",
        rule,
        step=True,
        die=die,
        outcome=(outcome,),
        units=tuple(units),
        place=place,
        value=value,
        causes=causes,
        counters=air.over_box(g, holding_box(g, place)),
    )
    if not free:
        for unit in units:
            g.delayed |= 1 << unit
    return free


def why_not_leave(g: State, unit: int) -> Refusal | None:
    """The rule that keeps a piece in its box in this phase, wherever it wants to go, or None."""
    name = PIECE_IDS[unit]
    if g.unsupplied >> unit & 1:
        return Refusal("7.4-07", f"{name} is isolated and does not move off the map")
    if g.resting >> unit & 1:
        return Refusal("1.1.1.3.b-05", f"{name} rests")
    if g.delayed >> unit & 1:
        return Refusal("4.1.2-14", f"{name} has been held up and stays in its box in this phase")
    return None


# -- the Maquis (4.1.2.a) -------------------------------------------------------------------------------


def _partisan_of(g: State, box: Place) -> int | None:
    return next((piece for piece in PARTISANS if g.campaign.home[piece] == box), None)


def active_partisan(g: State, box: Place) -> int | None:
    """The Partisan that is in a box."""
    piece = _partisan_of(g, box)
    return piece if piece is not None and g.where[piece] == box else None


def hidden_partisan(g: State, box: Place) -> int | None:
    """The Partisan that may rise in a box: it has not done so yet, nor been eliminated (4.1.2.a-02, 4.1.2.a-08)."""
    piece = _partisan_of(g, box)
    return piece if piece is not None and g.where[piece] == WAITING else None


def rise(g: State, box: Place) -> None:
    """The Maquis begins to delay the Germans in a box."""
    partisan = hidden_partisan(g, box)
    assert partisan is not None
    g.put(partisan, box)
    g.tell("maquis_rises", "4.1.2.a-02", unit=partisan, place=box)


# -- Paris (4.1.2.b) ------------------------------------------------------------------------------------


def arrived(g: State, unit: int, place: Place) -> None:
    """A piece has come into a box: the first Allied unit beyond the Seine raises the FFI in Paris (4.1.2.b-02)."""
    name = BOX_AT.get(place)
    allied = unit < UNITS and g.campaign.side[unit] == ALLIED
    if allied and name is not None and g.campaign.ground.boxes[name].beyond_seine and g.where[FFI] == WAITING:
        g.put(FFI, g.campaign.home[FFI])
        g.tell("ffi_rises", "4.1.2.b-02", unit=FFI, place=g.campaign.home[FFI])


def carry(g: State, unit: int, place: Place) -> None:
    """Put a piece into the next place; a headquarters takes along the markers that lie with it (0.2.1-09)."""
    side, origin = g.campaign.side[unit], g.where[unit]
    if unit in HEADQUARTERS:
        g.take_along(side, origin, place)
    clear = not g.in_confusion(place)
    g.put(unit, place)
    if place >= SIZE and clear and g.in_confusion(place):
        g.tell("confusion", "6.12-01", hex=place)
    arrived(g, unit, place)


def armies_of(g: State, side: int) -> tuple[int, ...]:
    """The armies of a side that take part."""
    return tuple(army for army in ARMIES if SIDE_OF[army] == side and army in g.campaign.armies)
