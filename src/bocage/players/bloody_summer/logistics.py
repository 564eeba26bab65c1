"""Between the phases: aircraft, Offensive markers, replacements, set-up, and the boxes of France."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, SIDE_OF
from bocage.games.bloody_summer.logistics import MarkerMovement
from bocage.games.bloody_summer.off_map_movement import OffMapMovement
from bocage.games.bloody_summer.pieces import AIR_IDS, HEADQUARTERS, UNITS, ZONE_IDS
from bocage.games.bloody_summer.places import BOXES, GRID, SIZE, Place
from bocage.games.bloody_summer.reach import gaits_of, hexes_of
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Cup
from bocage.games.bloody_summer.words import END
from bocage.hexes import HexSet, members
from bocage.kernel import Order
from bocage.players.bloody_summer.battle import Battle
from bocage.players.bloody_summer.ground import ground_of
from bocage.players.bloody_summer.stage import Stage
from bocage.players.bloody_summer.weights import FURTHER, LITTLE

# How far each box is from the map for Germans who come, in steps.
NEAR_FRONT = {
    "Evreux": 0,
    "Alencon": 0,
    "Le Mans": 0,
    "Rennes": 0,
    "Pas-de-Calais": 1,
    "Paris": 1,
    "Orleans": 1,
    "Angers": 1,
}
LEAST_ZONE = 3.0  # German movement that makes an interdiction worth it


# -- aircraft ---------------------------------------------------------------------------------------


def score_aircraft(g: State, orders: Sequence[Order]) -> list[float]:
    """Fighter-bombers over the zones through which most Germans come; some are kept for the troops."""
    scores = []
    for order in orders:
        if order.verb == "zone":
            hexes = g.campaign.ground.zones[ZONE_IDS[order.arg]]
            scores.append(sum(len(g.units_in(h, GERMAN)) for h in members(hexes & g.occupied[GERMAN])) - LEAST_ZONE)
        elif order.verb == "box":
            scores.append(0.5 * len(g.pieces_in(order.arg, GERMAN)) - LEAST_ZONE)
        elif order.verb == "interdict":
            heavy = g.campaign.counters.air[AIR_IDS[order.arg]].cup is Cup.HEAVY
            scores.append(1.0 if heavy else 0.2)
        elif order is END:
            scores.append(0.5)
        else:
            scores.append(0.0)
    return scores


# -- Offensive markers ------------------------------------------------------------------------------


class MarkerPlan:
    """What a marker is worth with each headquarters of a side: the attacks that it could lead in this turn."""

    def __init__(self, g: State, side: int) -> None:
        self.moment = g.turn, side
        self.worth: dict[int, float] = {}
        for army in g.campaign.armies:
            if SIDE_OF[army] == side:
                self.worth.update(_promises(g, army))

    def wanted(self, g: State) -> dict[int, float]:
        """The worth of one more marker with each headquarters."""
        return {
            hq: worth * FURTHER ** g.markers_at(g.campaign.side[hq], g.where[hq])
            for hq, worth in self.worth.items()
            if g.on_map(hq)
        }


def _promises(g: State, army: int) -> dict[int, float]:
    stage = Stage(g, army)
    reach: dict[int, HexSet] = {}
    for piece in g.campaign.mobile[army]:
        if g.on_map(piece):
            found = hexes_of(g, stage.side, g.where[piece], gaits_of(g, piece), fresh=True)
            reach[piece] = found | 1 << g.where[piece]
    leaders = {hq: reach[hq] & (stage.roads | 1 << g.where[hq]) for hq in HEADQUARTERS if hq in reach}
    battle = Battle(stage, {unit: found for unit, found in reach.items() if unit < UNITS}, leaders)
    promised = dict.fromkeys(leaders, LITTLE)
    for assault in battle.assaults:
        promised[assault.leader] += assault.worth
    return promised


def score_markers(g: State, frame: MarkerMovement, orders: Sequence[Order], plan: MarkerPlan) -> list[float]:
    """Markers go to the headquarters that can do most with them, or as near as they get."""
    wanted = plan.wanted(g)
    scores = []
    for order in orders:
        if order is END:
            scores.append(0.5)
        elif order.verb == "bring":
            scores.append(_bring(g, frame.side, order.arg, plan))
        else:
            scores.append(_nearness(g, order.arg, wanted))
    return scores


def _bring(g: State, side: int, origin: Place, plan: MarkerPlan) -> float:
    """Markers that lie about first; those with a headquarters only if another wants them much more."""
    wanted = plan.wanted(g)
    here = [wanted[hq] / FURTHER for hq in g.hqs_in(origin, side) if hq in wanted]
    best = max(wanted.values(), default=0.0)
    if not here:
        return 1.0 if wanted else 0.0
    return 0.6 if best > 2 * here[0] + 1 else 0.0


def _nearness(g: State, place: Place, wanted: dict[int, float]) -> float:
    if place >= SIZE:
        return -50.0 - 10 * NEAR_FRONT.get(_box_name(place), 2)
    return max((worth - GRID.distance(place, g.where[hq]) for hq, worth in wanted.items()), default=0.0)


def _box_name(place: Place) -> str:
    return next((name for name, box in BOXES.items() if box == place), "")


def score_stores(g: State, orders: Sequence[Order]) -> list[float]:
    """German markers begin near the front."""
    return [-float(NEAR_FRONT.get(_box_name(order.arg), 2)) if order.arg >= SIZE else -0.5 for order in orders]


# -- units ------------------------------------------------------------------------------------------


def score_administration(g: State, orders: Sequence[Order]) -> list[float]:
    """Rebuild and bring back; rest those who are far from the enemy; send the airborne home late."""
    return [_administer(g, order) for order in orders]


def _administer(g: State, order: Order) -> float:
    if order is END:
        return 0.5
    if order.verb in ("rebuild", "return"):
        return 1.0 + g.attack_of(order.arg) / 10
    if order.verb == "at":
        return -float(NEAR_FRONT.get(_box_name(order.arg), 2)) if order.arg >= SIZE else 0.0
    if order.verb == "repatriate":
        return 1.0 if g.turn >= g.campaign.tables.victory.kept_from - 2 else 0.0
    if order.verb == "rest":
        return 0.6 if g.campaign.side[order.arg] == ALLIED and g.lost[order.arg] > 1 else 0.0
    if order.verb == "wake":
        return 0.7 if not g.lost[order.arg] else 0.0
    return 0.0


def score_air_supply(g: State, orders: Sequence[Order]) -> list[float]:
    """Whoever needs it, the strongest first."""
    return [0.0 if order is END else 1.0 + g.attack_of(order.arg) for order in orders]


def score_set_up(g: State, orders: Sequence[Order]) -> list[float]:
    """Into the line: near the enemy but covered, the strong with the strong."""
    ground, scores = ground_of(g.campaign), []
    for order in orders:
        if order.verb == "at" and order.arg < SIZE:
            crowd = len(g.at.get(order.arg, ()))
            scores.append(ground.shift[order.arg] + ground.key[order.arg] / 3 - 0.4 * crowd)
        elif order.verb == "reduce":
            scores.append(-ground.value[order.arg] - g.lost[order.arg])
        elif order.verb == "marker":
            scores.append(_at_the_front(g, order.arg))
        else:
            scores.append(0.0)
    return scores


def _at_the_front(g: State, hq: int) -> float:
    """The attack of an army's units near a headquarters, the less the more markers it has."""
    place, side = g.where[hq], g.campaign.side[hq]
    near = GRID.within(1 << place, g.campaign.tables.control.radius) & GRID.spread(g.troops[1 - side])
    units = [unit for h in members(near & g.occupied[side]) for unit in g.units_in(h, side)]
    strength = sum(g.attack_of(unit) for unit in units if g.campaign.army[unit] == g.campaign.army[hq])
    return strength / (1 + 2 * g.markers_at(side, place))


# -- the boxes --------------------------------------------------------------------------------------


def score_entry(g: State, orders: Sequence[Order]) -> list[float]:
    """Germans come, and nobody leaves who is needed on the map."""
    return [_enter(g, order) for order in orders]


def _enter(g: State, order: Order) -> float:
    if order is END:
        return 0.5
    if order.verb == "enter":
        return 1.0
    if order.verb == "exit":
        side = g.campaign.side[order.arg]
        return 0.8 if side == ALLIED and order.arg < UNITS and _goes_out(g) else 0.0
    if order.verb == "at":
        near = GRID.within(1 << order.arg, 8) & g.troops[1 - g.active]
        return float(bool(near)) - 0.1 * len(g.at.get(order.arg, ()))
    return 0.0


def _goes_out(g: State) -> bool:
    """Whether the front is broken: most towns are Allied, so that Paris and the harbours are next."""
    towns = g.campaign.ground.town & g.campaign.in_play
    return (towns & g.held).bit_count() * 3 >= towns.bit_count() * 2


def score_off_map(g: State, frame: OffMapMovement, orders: Sequence[Order]) -> list[float]:
    """Germans towards the front, the Allies towards Paris."""
    return [_march(g, frame.side, order) for order in orders]


def _march(g: State, side: int, order: Order) -> float:
    if order is END or order.verb == "halt":
        return 0.3
    if order.verb == "move":
        where = g.where[order.arg]
        return 1.0 if _pull(side, where) > 0 and order.arg in _mobile(g, side) else 0.0
    if order.verb == "to":
        return 0.5 * _pull(side, g.about().path[0] if g.about().path else order.arg) + 1.0 - _pull(side, order.arg)
    return 0.2 if order.verb == "with" else 0.0


def _pull(side: int, box: Place) -> int:
    """How many steps a box is from where a side wants to be."""
    name = _box_name(box)
    if side == GERMAN:
        return NEAR_FRONT.get(name, 2)
    return {"Paris": 0, "Pas-de-Calais": 0, "Evreux": 1, "Alencon": 1, "Orleans": 1}.get(name, 2)


def _mobile(g: State, side: int) -> range:
    return range(HEADQUARTERS.stop) if side == GERMAN else range(UNITS)
