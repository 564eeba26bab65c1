"""Attacks: which headquarters to activate, whom to attack and with whom; support, bombardment and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bocage.games.bloody_summer import attacks, naval
from bocage.games.bloody_summer.activation import why_not_activate
from bocage.games.bloody_summer.attacks import Orders
from bocage.games.bloody_summer.bombardment import Bombardment
from bocage.games.bloody_summer.campaign import GERMAN
from bocage.games.bloody_summer.combat import Attacks, Combat
from bocage.games.bloody_summer.counterattack import Counterattack
from bocage.games.bloody_summer.fight import Fight
from bocage.games.bloody_summer.off_map_combat import attackers as off_map_attackers
from bocage.games.bloody_summer.pieces import AIR_IDS
from bocage.games.bloody_summer.places import FESTUNGEN, SIZE, Place
from bocage.games.bloody_summer.resolution import Resolution
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.support import FREE_TURNS, Supports, defensive_supporters, fighters, is_near
from bocage.games.bloody_summer.terms import Cup
from bocage.games.bloody_summer.words import DECLARE, END, PASS, TERRAINS
from bocage.hexes import Hex
from bocage.kernel import Order
from bocage.players.bloody_summer.forecast import worth_of
from bocage.players.bloody_summer.weights import LEAST_ATTACK, MARKER, SHIFT

Group = tuple[float, tuple[int, ...]]
Errands = Mapping[int, tuple[Hex, int]]  # of units: the hex that they have come to attack, and under whom
SALVO = 2  # naval points for a beach
NOTHING: Group = (float("-inf"), ())
NO_ERRANDS: Errands = MappingProxyType({})


def _hopes(g: State, fight: Fight) -> Fight:
    """A fight with the support that both sides can be expected to give it."""
    if fight.hq >= 0 and fight.fresh and is_near(g, fight.hq, fight.target, attacking=True):
        fight = fight._replace(support=(fight.hq,))
    if flying := fighters(g, fight):
        fight = fight._replace(air=flying[0])
    if helpers := defensive_supporters(g, fight):
        fight = fight._replace(defence_support=helpers[0])
    return fight


def has_errand(g: State, orders: Orders, unit: int, target: Place, errands: Errands) -> bool:
    """Whether a unit has come to attack another hex, or under another headquarters, and still can."""
    if unit not in errands:
        return False
    other, leader = errands[unit]
    if leader == orders.hq:
        return other != target and attacks.why_not_attack_hex(g, orders, other) is None
    ready = leader >= 0 and why_not_activate(g, leader) is None
    return ready and attacks.why_not_attack_hex(g, orders, other) is None


def best_group(
    g: State,
    orders: Orders,
    target: Place,
    fresh: bool = True,
    errands: Errands = NO_ERRANDS,
    siege: float = 0.0,
) -> Group:
    """Those who had best attack a place, and what that is worth: the strongest first, others while they help."""
    if target >= SIZE:
        kind = "siege" if target in FESTUNGEN.values() else "off_map"
        units = tuple(off_map_attackers(g, orders.side, target))
        return (worth_of(g, Fight(kind, orders.side, target, units, orders.hq)), units) if units else NOTHING
    free = [unit for unit in attacks.able(g, orders, target) if not has_errand(g, orders, unit, target, errands)]
    able = sorted(free, key=lambda unit: (g.level[unit], -g.attack_of(unit), unit))
    best = NOTHING
    chosen: tuple[int, ...] = ()
    hopes = _hopes(g, Fight(orders.kind, orders.side, target, tuple(able), orders.hq, fresh))
    for unit in able:
        chosen = tuple(sorted((*chosen, unit)))
        worth = worth_of(g, hopes._replace(attackers=chosen), siege)
        if worth > best[0]:
            best = worth, chosen
    return best


def promise(g: State, orders: Orders, errands: Errands, siege: float = 0.0) -> float:
    """What the attacks under a headquarters are worth together."""
    groups = (best_group(g, orders, target, errands=errands, siege=siege) for target in attacks.targets(g, orders))
    offers = sorted(groups, reverse=True)
    total, busy = 0.0, set[int]()
    for worth, units in offers:
        if worth > LEAST_ATTACK[orders.side] and not busy & set(units):
            total += worth
            busy |= set(units)
    return total


def score_activation(
    g: State, orders: Sequence[Order], errands: Errands = NO_ERRANDS, siege: float = 0.0
) -> list[float]:
    """Headquarters by what their attacks promise, less the marker that they cost."""
    price = 0.0 if g.turn in FREE_TURNS else MARKER
    scores = []
    for order in orders:
        own = Orders(g.active, order.arg) if order is not END else None
        scores.append(0.0 if own is None else promise(g, own, errands, siege) - price)
    return scores


def score_attacks(
    g: State, frame: Attacks, orders: Sequence[Order], errands: Errands = NO_ERRANDS, siege: float = 0.0
) -> list[float]:
    """Places by the best attack on them."""
    army, _ = frame.offer(g)
    under, least = frame.orders(army), LEAST_ATTACK[frame.side]
    return [
        0.0 if order is END else best_group(g, under, order.arg, frame.fresh, errands, siege)[0] - least
        for order in orders
    ]


def score_attackers(
    g: State, frame: Combat, orders: Sequence[Order], errands: Errands = NO_ERRANDS, siege: float = 0.0
) -> list[float]:
    """The next of the best group, then the attack."""
    group = best_group(g, frame.orders(g), frame.target, frame.fresh, errands, siege)[1]
    missing = set(group) - set(frame.attackers)
    return [0.5 if order is DECLARE else float(order.arg in missing) for order in orders]


def score_support(g: State, frame: Supports, orders: Sequence[Order]) -> list[float]:
    """Aircraft and headquarters by what they change."""
    before, side = worth_of(g, frame.fight), _side_asked(g)
    sign = 1.0 if side == frame.fight.side else -1.0
    scores = []
    for order in orders:
        if order is PASS:
            scores.append(SHIFT)
        elif order.verb == "fly":
            scores.append(sign * (worth_of(g, frame.fight._replace(air=order.arg)) - before))
        elif sign > 0:
            after = frame.fight._replace(support=(*frame.fight.support, order.arg))
            scores.append(worth_of(g, after) - before)
        else:
            scores.append(before - worth_of(g, frame.fight._replace(defence_support=order.arg)))
    return scores


def _side_asked(g: State) -> int:
    assert g.pending is not None
    return 1 if g.pending.seat == "german" else 0


def score_bombardment(g: State, frame: Bombardment, orders: Sequence[Order]) -> list[float]:
    """All ships and medium bombers that there are; heavy ones cost points, so they fly on D-Day alone."""
    if g.turn == 0:
        return [_bombard_beaches(g, frame, order) for order in orders]
    scores = []
    for order in orders:
        score = 1.0
        if order.verb in ("pass", "split", "declare", "fire"):
            score = 0.5
        elif order.verb == "fly":
            score = 0.0 if _is_heavy(g, order.arg) else 1.0
        elif order.verb == "spend":
            score = float(order.arg)
        elif order.verb == "sail":
            score = 1.0 + naval.left(g, order.arg)
        scores.append(score)
    return scores


def _is_heavy(g: State, counter: int) -> bool:
    return g.campaign.counters.air[AIR_IDS[counter]].cup is Cup.HEAVY


def _bombard_beaches(g: State, frame: Bombardment, order: Order) -> float:
    """A bomber and a salvo for each beach, the strongest garrison first; what is left for the batteries."""
    match order.verb:
        case "bombard":
            defence = sum(map(g.defence_of, g.defenders_in(order.arg, GERMAN)))
            beach = bool(g.campaign.ground.beach >> order.arg & 1)
            return 1.0 + defence + 4.0 * beach - 3.0 * g.affected.get(order.arg, 0)
        case "fly":
            return 0.0 if frame.strike.bombers else 2.0 + _is_heavy(g, order.arg)
        case "sail":
            return 0.0 if frame.strike.ships else 1.5
        case "spend":
            return -abs(order.arg - SALVO)
        case "pass" | "fire":
            return 0.5
    return 0.0


def score_resolution(g: State, frame: Resolution, orders: Sequence[Order]) -> list[float]:
    """Who is left out, and the terrain that counts."""
    fight, scores = frame.fight, []
    before = worth_of(g, fight)
    for order in orders:
        if order.verb == "terrain":
            scores.append(-worth_of(g, fight._replace(terrain=TERRAINS[order.arg])))
        elif order.verb == "withhold":
            left = tuple(unit for unit in fight.attackers if unit != order.arg)
            scores.append(worth_of(g, fight._replace(attackers=left)) - before)
        elif order.verb == "spare":
            scores.append(before - worth_of(g, fight._replace(spared=(*fight.spared, order.arg))))
        else:
            scores.append(0.0)
    return scores


def score_counterattack(g: State, frame: Counterattack, orders: Sequence[Order]) -> list[float]:
    """A counterattack with all that can, if it is worth it; an empty hex is taken back at once."""
    if any(order.verb == "counterattack" for order in orders):
        return [0.0 if order is PASS else _promise_of_counterattack(g, frame, order.arg) for order in orders]
    return [1.0 if order.verb == "with" else 0.5 for order in orders]


def _promise_of_counterattack(g: State, frame: Counterattack, hq: int) -> float:
    units = tuple(frame.able(g, hq))
    if frame.is_empty(g):
        return 1.0
    return worth_of(g, Fight("counterattack", frame.side, frame.target, units)) - LEAST_ATTACK[frame.side]
