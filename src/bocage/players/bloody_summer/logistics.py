"""Between the phases: aircraft, Offensive markers, replacements, set-up."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, SIDE_OF
from bocage.games.bloody_summer.logistics import MarkerMovement
from bocage.games.bloody_summer.pieces import AIR_IDS, HEADQUARTERS, UNITS, ZONE_IDS
from bocage.games.bloody_summer.places import GRID, SIZE, Place
from bocage.games.bloody_summer.reach import gaits_of, hexes_of
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Cup
from bocage.games.bloody_summer.words import END
from bocage.hexes import HexSet, members
from bocage.kernel import Order
from bocage.players.bloody_summer.battle import Battle
from bocage.players.bloody_summer.boxes import front_distance
from bocage.players.bloody_summer.ground import ground_of
from bocage.players.bloody_summer.stage import Stage, late_for_airborne
from bocage.players.bloody_summer.weights import FURTHER, LITTLE

QUIET = 2  # hexes from the enemy within which nobody rests
FRONTAGE = 6  # hexes around a headquarters whose units it can lead after a move
SHORT_OF_IT = 0.4  # of its worth: a marker that does not reach a headquarters in this turn
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
    """What the attacks are worth that each headquarters of an army could lead alone."""
    side, reach = SIDE_OF[army], dict[int, HexSet]()
    for piece in g.campaign.mobile[army]:
        if g.on_map(piece):
            found = hexes_of(g, side, g.where[piece], gaits_of(g, piece), fresh=True)
            reach[piece] = found | 1 << g.where[piece]
    promised, stage = {}, Stage(g, army)
    for hq in HEADQUARTERS:
        if hq in reach:
            near = GRID.within(1 << g.where[hq], FRONTAGE)
            units = {unit: found for unit, found in reach.items() if unit < UNITS and near >> g.where[unit] & 1}
            battle = Battle(stage, units, {hq: reach[hq] & (stage.roads | 1 << g.where[hq])})
            promised[hq] = LITTLE + sum(assault.worth for assault in battle.assaults)
            for unit in [unit for assault in battle.assaults for unit in assault.places]:
                stage.put(unit, g.where[unit])
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
        return -50.0 - 10 * front_distance(g, place)
    return max((_serves(worth, GRID.distance(place, g.where[hq])) for hq, worth in wanted.items()), default=0.0)


def _serves(worth: float, distance: int) -> float:
    """What a marker is worth so far from a headquarters: it serves only one that it reaches."""
    return SHORT_OF_IT * worth - distance if distance else worth


# -- units ------------------------------------------------------------------------------------------


def score_administration(g: State, orders: Sequence[Order]) -> list[float]:
    """Rebuild and bring back; rest those who are far from the enemy; send the airborne home late."""
    return [_administer(g, order) for order in orders]


def _administer(g: State, order: Order) -> float:
    if order is END:
        return 0.5
    if order.verb in ("rebuild", "return"):
        return 1.0 + g.campaign.attack[0][order.arg] / 10
    if order.verb == "at":
        return -float(front_distance(g, order.arg)) if order.arg >= SIZE else 0.0
    if order.verb == "repatriate":
        return 1.0 if late_for_airborne(g) else 0.0
    if order.verb == "rest":
        return 0.6 if _may_rest(g, order.arg) else 0.0
    if order.verb == "wake":
        return 0.7 if not g.lost[order.arg] else 0.0
    return 0.0


def _may_rest(g: State, unit: int) -> bool:
    """Weakened Allied units behind the front; Germans are needed where they are."""
    weak = g.campaign.side[unit] == ALLIED and 2 * g.steps_of(unit) <= g.campaign.steps[unit]
    return weak and not GRID.within(g.troops[GERMAN], QUIET) >> g.where[unit] & 1


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
