"""The boxes of France: who leaves the map and who comes, and where columns go off it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bocage.games.bloody_summer.boxes import are_near
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.fight import Fight
from bocage.games.bloody_summer.off_map_movement import OffMapMovement
from bocage.games.bloody_summer.pieces import HEADQUARTERS, UNITS
from bocage.games.bloody_summer.places import BOXES, GRID, OFF_MAP, SIZE, Place
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.words import END
from bocage.hexes import mask
from bocage.kernel import Order
from bocage.players.bloody_summer.forecast import worth_of
from bocage.players.bloody_summer.ground import ground_of

PARIS, PAS_DE_CALAIS = BOXES["Paris"], BOXES["Pas-de-Calais"]
PRIZES: Final = {  # what the Allies gain with a box: depots, sieges, Paris
    PARIS: 20.0,
    PAS_DE_CALAIS: 8.0,
    BOXES["Rennes"]: 11.0,
    BOXES["Brest"]: 11.0,
    BOXES["Le Mans"]: 5.0,
}
VICTORY: Final = 60.0  # Paris and the Pas-de-Calais together end the game
FADES: Final = 0.7  # of a prize with each step to it
RICH: Final = 5.0  # a box for which units leave without their corps
COLUMN: Final = 3  # as many of them
COMPANY: Final = 2  # units with which a headquarters leaves
CORPS_ON_MAP: Final = 2  # that stay
FAR_OFF: Final = 4
ALARM: Final = 5  # hexes from an exit: Allies there threaten Paris
GUARDED: Final = (PARIS, PAS_DE_CALAIS)


def front_distance(g: State, place: Place) -> int:
    """How many steps a box is from the map; a Festung is as far as can be."""
    return ground_of(g.campaign).to_map.get(place, FAR_OFF)


def prize(g: State, box: Place) -> float:
    """What the Allies still gain with a box."""
    if g.controls(ALLIED, box):
        return 0.0
    if box in GUARDED and any(g.controls(ALLIED, other) for other in GUARDED if other != box):
        return VICTORY
    return PRIZES.get(box, 0.5)


def pull(g: State, box: Place) -> float:
    """How much an Allied column is drawn to a box, by what can be gained there and beyond."""
    best, seen, edge, share = 0.0, {box}, [box], 1.0
    while edge:
        best = max(best, share * max(prize(g, one) for one in edge))
        edge = [there for one in edge for there in g.campaign.box_links.get(one, ()) if there not in seen]
        seen.update(edge)
        share *= FADES
    return best


# -- entry and exit ---------------------------------------------------------------------------------


def score_entry(g: State, orders: Sequence[Order]) -> list[float]:
    """Germans come; Allied columns leave for what is to be gained in the boxes."""
    return [_enter(g, order) for order in orders]


def _enter(g: State, order: Order) -> float:
    if order is END:
        return 0.5
    if order.verb == "enter":
        return 1.0 if g.active == GERMAN else 0.0
    if order.verb == "exit":
        return 0.8 if g.campaign.side[order.arg] == ALLIED and _leaves(g, order.arg) else 0.0
    if order.verb == "at":
        near = GRID.within(1 << order.arg, 8) & g.troops[1 - g.active]
        return float(bool(near)) - 0.1 * len(g.at.get(order.arg, ()))
    return 0.0


def _leaves(g: State, piece: int) -> bool:
    """Whether an Allied piece leaves the map: units with their corps or for a rich box, a corps with its units."""
    hex_, army = g.where[piece], g.campaign.army[piece]
    box = g.campaign.exit_box[hex_]
    own = [one for place in (hex_, box) for one in g.pieces_in(place, ALLIED) if g.campaign.army[one] == army]
    corps = [hq for hq in HEADQUARTERS if g.campaign.army[hq] == army]
    if piece >= UNITS:
        staying = [hq for hq in corps if g.on_map(hq) and hq != piece]
        return len([one for one in own if one < UNITS]) >= COMPANY and len(staying) >= CORPS_ON_MAP
    if any(g.where[hq] in OFF_MAP and are_near(g, g.where[hq], box) for hq in corps) and pull(g, box) >= 1.0:
        return True
    alone = len(g.units_in(box, ALLIED)) < COLUMN and not g.defenders_in(box, GERMAN)
    return alone and (prize(g, box) >= RICH or bool(g.units_in(box, ALLIED)))


# -- movement ---------------------------------------------------------------------------------------


def score_off_map(g: State, frame: OffMapMovement, orders: Sequence[Order]) -> list[float]:
    """Germans towards the front, the Allies towards what they can gain."""
    if frame.side == GERMAN:
        return [_come(g, order) for order in orders]
    return [_drive(g, frame, order) for order in orders]


def _come(g: State, order: Order) -> float:
    if order is END or order.verb == "halt":
        return 0.3
    if order.verb == "move":
        return float(front_distance(g, g.where[order.arg]) > 0 and not _guards(g, order.arg))
    if order.verb == "to" and order.arg in BOXES.values():
        return 1.0 - 0.25 * front_distance(g, order.arg) - 0.5 * g.controls(ALLIED, order.arg)
    return 0.0


def _guards(g: State, unit: int) -> bool:
    """Whether a unit is the last to keep a box whose loss would end the game."""
    box = g.where[unit]
    if box not in GUARDED or not _alarm(g):
        return False
    others = [one for one in g.units_in(box, GERMAN) if one != unit]
    return unit < UNITS and not others


def _alarm(g: State) -> bool:
    """Whether the Allies are near the ways to Paris."""
    exits = mask(g.campaign.exit_box)
    if GRID.within(exits, ALARM) & g.troops[ALLIED]:
        return True
    return any(g.units_in(box, ALLIED) for box in BOXES.values())


def _drive(g: State, frame: OffMapMovement, order: Order) -> float:
    """An Allied column goes where it is drawn; its units keep together; a corps follows its units."""
    if order is END or order.verb == "halt":
        return 0.3
    if order.verb == "move":
        return 1.0 if _sets_out(g, order.arg) else 0.0
    if not frame.in_hand:
        return 0.0
    unit = frame.in_hand[0]
    if order.verb == "with":
        return 90.0 if _goes_along(g, unit, order.arg) else 0.0
    if order.verb == "overrun":
        return 80.0 * (worth_of(g, Fight("overrun", ALLIED, order.arg, frame.in_hand)) > 0)
    if order.verb == "to" and order.arg in g.campaign.box_links:
        return _followed(g, unit, order.arg) if unit >= UNITS else pull(g, order.arg)
    return 0.0


def _sets_out(g: State, unit: int) -> bool:
    here = g.where[unit]
    if unit >= UNITS:
        return not any(g.campaign.army[one] == g.campaign.army[unit] for one in g.units_in(here, ALLIED))
    if g.defenders_in(here, GERMAN):
        return False
    formation = g.campaign.formation
    left = [one for one in g.units_in(here, ALLIED) if formation[one] != formation[unit]]
    sieges = any(g.besieged >> festung & 1 for festung, box in g.campaign.festung_in.items() if box == here)
    if sieges and not left:
        return False
    return max((pull(g, box) for box in g.campaign.box_links.get(here, ())), default=0.0) > max(0.5, pull(g, here))


def _goes_along(g: State, unit: int, other: int) -> bool:
    armour = g.campaign.armoured
    return other < UNITS and unit < UNITS and armour[other] == armour[unit]


def _followed(g: State, hq: int, box: Place) -> float:
    near = (box, *g.campaign.box_links.get(box, ()))
    units = [one for place in near for one in g.units_in(place, ALLIED)]
    return 0.3 * len([one for one in units if g.campaign.army[one] == g.campaign.army[hq]])


# -- where German pieces begin ----------------------------------------------------------------------


def score_stores(g: State, orders: Sequence[Order]) -> list[float]:
    """German markers begin near the front."""
    return [-float(front_distance(g, order.arg)) if order.arg >= SIZE else -0.5 for order in orders]
