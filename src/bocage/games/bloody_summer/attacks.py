"""Who may attack whom (6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bocage.games.bloody_summer import control, off_map_combat
from bocage.games.bloody_summer.campaign import ARMIES, GERMAN, SIDE_OF
from bocage.games.bloody_summer.fight import KINDS, attack_value
from bocage.games.bloody_summer.pieces import HEADQUARTERS, PIECE_IDS, PIECES, UNITS
from bocage.games.bloody_summer.places import GRID, SIZE, Place, place_name
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.support import is_near, leads, why_not_pay, why_not_ready
from bocage.hexes import Hex, mask, members
from bocage.kernel import Refusal

ALL = (1 << PIECES) - 1  # a mask of everybody


class Orders(NamedTuple):
    """Under what attacks are made: the side, the headquarters that is activated, the kind, and who may at all."""

    side: int
    hq: int = NOBODY
    kind: str = "combat"
    units: int = ALL
    army: int = NOBODY  # if only one may


# -- units ----------------------------------------------------------------------------------------


def why_not_attack_with(g: State, orders: Orders, unit: int) -> Refusal | None:
    """Why a unit may not attack anybody now; None if it may."""
    name = PIECE_IDS[unit]
    if unit in HEADQUARTERS:
        return Refusal("5.4-01", f"{name} is a headquarters and engages in no combat")
    if g.campaign.side[unit] != orders.side or g.where[unit] < 0 or orders.army not in (NOBODY, g.campaign.army[unit]):
        return Refusal("6.1-01", f"{name} is no unit of yours in play")
    if unit >= UNITS:
        return Refusal("0.1.2.d-03", f"{name} cannot attack")
    if KINDS[orders.kind].once and g.attacked >> unit & 1:
        return Refusal("6.1-02", f"{name} has attacked in this phase")
    if g.resting >> unit & 1:
        return Refusal("1.1.1.3.b-05", f"{name} is at rest")
    if not attack_value(g, unit):
        return Refusal("7.4-04", f"{name} has no attack value")
    if not orders.units >> unit & 1:
        rule = "6.8-03" if orders.kind == "exploitation" else "10-08"
        return Refusal(rule, f"{name} is not among those who may attack now")
    return None


def why_not_join(g: State, orders: Orders, unit: int, target: Hex) -> Refusal | None:
    """Why a unit that may attack does not attack a hex; None if it does."""
    place = g.where[unit]
    if place != target and (place >= SIZE or not g.campaign.around[place] >> target & 1):
        return Refusal("6.1-01", f"{PIECE_IDS[unit]} is not next to {place_name(target)}")
    if not _has_corps(g, orders, unit, target):
        refusal = control.why_not_fight(g, unit, orders.hq)
        assert refusal is not None
        return refusal if refusal.rule in ("5.1-01", "5.1-04") else refusal._replace(rule="6.1-06")
    return None


def corps_for(g: State, orders: Orders, unit: int, target: Hex) -> int:
    """The headquarters under which a unit attacks a hex: the one activated, or a German one that joins (5.3-06)."""
    if leads(g, orders.hq, unit):
        return orders.hq
    if orders.side != GERMAN or KINDS[orders.kind].support != "free":
        return NOBODY
    near = members(g.commanders[unit]) if g.turn else HEADQUARTERS
    joining = (hq for hq in near if leads(g, hq, unit) and may_join(g, orders, hq, target))
    return next(joining, NOBODY)


def may_join(g: State, orders: Orders, hq: int, target: Hex) -> bool:
    """Whether another German headquarters may add its support and its units to an attack (5.3-06)."""
    if hq == orders.hq or g.campaign.side[hq] != orders.side or not g.on_map(hq):
        return False
    return is_near(g, hq, target, attacking=True) and why_not_ready(g, hq) is None and why_not_pay(g, hq) is None


def able(g: State, orders: Orders, target: Hex) -> list[int]:
    """The units that may attack a hex, ascending."""
    return sorted(_able(g, orders, target, _ready(g, orders)))


def _ready(g: State, orders: Orders) -> int:
    """The units on the map that are worth asking whether they may attack, as a mask; see ``why_not_attack_with``."""
    armies = [army for army in ARMIES if SIDE_OF[army] == orders.side and orders.army in (NOBODY, army)]
    found = sum(g.campaign.units_of[army] for army in armies) & orders.units & g.fielded & ~(g.resting | g.unsupplied)
    if KINDS[orders.kind].once:
        found &= ~g.attacked
    return found if orders.hq == NOBODY or not g.turn else mask(_in_reach(g, orders, found))


def _in_reach(g: State, orders: Orders, units: int) -> list[int]:
    """Of some units those who have the activated headquarters in reach, or, of Germans, any that may join it."""
    corps = 1 << orders.hq if orders.side != GERMAN else -1
    return [unit for unit in members(units) if g.commanders[unit] & corps]


def _able(g: State, orders: Orders, target: Hex, ready: int) -> Iterator[int]:
    for place in (target, *members(g.campaign.around[target] & g.troops[orders.side])):
        for unit in g.at.get(place, ()):
            if ready >> unit & 1 and _attacks(g, orders, unit, target):
                yield unit


def _attacks(g: State, orders: Orders, unit: int, target: Hex) -> bool:
    """Whether a unit in a hex or next to it may attack it."""
    return why_not_attack_with(g, orders, unit) is None and _has_corps(g, orders, unit, target)


def _has_corps(g: State, orders: Orders, unit: int, target: Hex) -> bool:
    """Whether a unit has a headquarters to attack a hex under, or needs none."""
    return orders.hq == NOBODY or corps_for(g, orders, unit, target) != NOBODY


# -- hexes ----------------------------------------------------------------------------------------


def why_not_attack_hex(g: State, orders: Orders, hex_: Hex) -> Refusal | None:
    """Why a hex may not be attacked by anybody of a side; None if it may."""
    if not g.occupied[1 - orders.side] >> hex_ & 1:
        return Refusal("6.1-01", f"there is no enemy in {place_name(hex_)}")
    if KINDS[orders.kind].once and g.defended & g.who[hex_] & g.campaign.of_side[1 - orders.side]:
        return Refusal("6.1-03", f"{place_name(hex_)} has been attacked in this phase")
    return None


def hexes(g: State, orders: Orders) -> Iterator[Hex]:
    """The hexes that can be attacked now."""
    ready = _ready(g, orders)
    own = mask([g.where[unit] for unit in members(ready)])
    for hex_ in members((GRID.spread(own) | own) & g.occupied[1 - orders.side]):
        if why_not_attack_hex(g, orders, hex_) is None and next(_able(g, orders, hex_, ready), None) is not None:
            yield hex_


def targets(g: State, orders: Orders) -> list[Place]:
    """The places that can be attacked now: hexes, and boxes and Festungen for a headquarters."""
    found = list(hexes(g, orders))
    if orders.hq != NOBODY and orders.kind == "combat":
        found += off_map_combat.targets(g, orders.side, orders.hq)
    return found


def can_attack(g: State, hq: int) -> bool:
    """Whether units under a headquarters can attack anybody now."""
    orders = Orders(g.campaign.side[hq], hq)
    return next(hexes(g, orders), None) is not None or bool(off_map_combat.targets(g, orders.side, hq))


def why_not_attack(g: State, orders: Orders, place: Place) -> Refusal:
    """Why a place is not attacked."""
    label = place_name(place)
    if place >= SIZE:
        refusal = off_map_combat.why_not_attack(g, orders.side, orders.hq, place) if orders.hq != NOBODY else None
        return refusal or Refusal("6.1-01", f"{label} cannot be attacked")
    if refusal := why_not_attack_hex(g, orders, place):
        return refusal
    places = (place, *members(g.campaign.around[place]))
    beside = [unit for there in places for unit in g.units_in(there, orders.side)]
    found = (why_not_attack_with(g, orders, unit) or why_not_join(g, orders, unit, place) for unit in beside)
    return next(filter(None, found), Refusal("6.1-01", f"no unit of yours is next to {label}"))
