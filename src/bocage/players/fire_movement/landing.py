"""Set-up, landings and reinforcements."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.fire_movement.airborne import AirborneLandings
from bocage.games.fire_movement.amphibious import AmphibiousLandings
from bocage.games.fire_movement.assaults import CommandoAssaults
from bocage.games.fire_movement.battle import ALLIED
from bocage.games.fire_movement.reinforcements import AlliedReinforcements
from bocage.games.fire_movement.set_up import GermanSetUp
from bocage.games.fire_movement.turn import Replacements
from bocage.games.fire_movement.words import GRID, STAY, unit_number
from bocage.hexes import Hex, members
from bocage.kernel import Order
from bocage.players.fire_movement.ground import FAR, Kind
from bocage.players.fire_movement.outlook import Outlook
from bocage.players.fire_movement.weights import (
    BAD_DROP,
    COMPANY,
    COVERED_BEACH,
    CROWDED_DROP,
    HOLDS_A_BEACHHEAD,
    LINE_WORTH,
    LINK_UP,
    WAY_TO_GOAL,
)


def nearest(o: Outlook, kind: Kind, hex_: Hex, goals: list[Hex]) -> int:
    """Half movement points to the nearest of some hexes."""
    return min((o.ground.way(goal, kind)[hex_] for goal in goals), default=0)


# -- German ---------------------------------------------------------------------------------------


def score_set_up(o: Outlook, frame: GermanSetUp, orders: Sequence[Order]) -> list[float]:
    """Hold the objectives and good ground near them; regiments without wheels hold the coast."""
    g, battle, ground = o.g, o.battle, o.ground
    unit = frame.units(g)[frame.number]
    kind = (battle.army[unit], battle.mobile[unit])
    taken = set(g.secret.values())
    free = [hex_ for hex_ in members(ground.objectives) if hex_ not in taken]
    covered = 0
    for other, hex_ in g.secret.items():
        if battle.zoc[other]:
            covered |= GRID.spread(1 << hex_)
    beaches = battle.beach_hexes & ~covered
    scores = []
    for order in orders:
        hex_ = order.arg
        value = LINE_WORTH[battle.hex_line[hex_]]
        value -= o.weights.pull * min(nearest(o, kind, hex_, free or members(ground.objectives)), FAR)
        if ground.objectives >> hex_ & 1:
            value += o.weights.objective / 4
        if battle.zoc[unit]:
            value += COVERED_BEACH * (GRID.spread(1 << hex_) & beaches).bit_count()
        scores.append(value)
    return scores


# -- Allied ---------------------------------------------------------------------------------------


def score_amphibious(o: Outlook, frame: AmphibiousLandings, orders: Sequence[Order]) -> list[float]:
    """Beachheads near the objectives and beside each other; the strongest first, at least one unit on each."""
    g = o.g
    if orders[0].verb == "land":
        return [o.strength(order.arg) for order in orders]
    goals = members(o.ground.objectives)
    kind: Kind = (o.battle.areas[frame.area].army, False)
    scores = []
    for order in orders:
        if order.verb == "end":
            scores.append(-FAR * 1.0)
            continue
        hex_ = order.arg
        value = -o.weights.pull * nearest(o, kind, hex_, goals)
        if order.verb == "beachhead":
            value -= 3.0 if g.in_ezoc(ALLIED, hex_) else 0.0
            value += 1.0 if GRID.spread(1 << hex_) & g.beachheads else 0.0
        else:
            value = COMPANY[len(g.at.get(hex_, ()))] + 0.01 * value
        scores.append(value)
    return scores


def score_airborne(o: Outlook, frame: AirborneLandings, orders: Sequence[Order]) -> list[float]:
    """Drop near the objectives and the beaches, where a drifting unit does not come to harm."""
    g, battle = o.g, o.battle
    chart = battle.chart
    bad = chart.with_terrain("woods") | chart.with_terrain("city") | chart.with_terrain("beach") | battle.beach_hexes
    bad |= chart.sea | ~battle.playable | g.occupied[1]
    goals = members(o.ground.objectives)
    scores = []
    for order in orders:
        hex_ = order.arg
        around = GRID.spread(1 << hex_)
        harm = (around & bad).bit_count() + 6 - around.bit_count() + 2 * (bad >> hex_ & 1)
        if order.verb == "at":
            scores.append(-BAD_DROP * harm)
            continue
        army = frame.drops(g)[len(frame.zones)][0].army
        kind: Kind = (army, False)
        beaches = [beach for beach in members(g.beachheads) if battle.allowed[army] >> beach & 1]
        value = -WAY_TO_GOAL * nearest(o, kind, hex_, goals) - LINK_UP * nearest(o, kind, hex_, beaches)
        value += sum(LINE_WORTH[battle.hex_line[near]] for near in (hex_, *GRID.neighbours[hex_])) / 7
        wider = GRID.within(1 << hex_, 2)
        value -= BAD_DROP * (harm + 0.3 * (wider & bad).bit_count())
        value -= CROWDED_DROP * sum(GRID.distance(hex_, zone) < 4 for zone in frame.zones)
        scores.append(value)
    return scores


def score_commandos(o: Outlook, frame: CommandoAssaults, orders: Sequence[Order]) -> list[float]:
    """The commando goes where it is worth most."""
    g = o.g
    if orders[0].verb == "at":
        unit = unit_number(frame.commandos(g)[frame.number].unit)
        return [o.worth(unit, order.arg) for order in orders]
    unit = unit_number(frame.commandos(g)[frame.number - 1].unit)
    return [o.worth(unit, g.where[unit] if order is STAY else order.arg) for order in orders]


def score_reinforcements(o: Outlook, frame: AlliedReinforcements, orders: Sequence[Order]) -> list[float]:
    """The strongest first, on the beach from which it is needed most."""
    g = o.g
    if orders[0].verb == "land":
        return [o.strength(order.arg) for order in orders]
    return [o.worth(frame.unit, order.arg) + COMPANY[len(g.at.get(order.arg, ()))] for order in orders]


def score_replacements(o: Outlook, frame: Replacements, orders: Sequence[Order]) -> list[float]:
    """Rebuild whoever gains most, first those who hold a beachhead that Germans might come to, then those near them."""
    g = o.g
    near = GRID.within(g.occupied[1], 4)
    holding = g.beachheads & o.exposed
    scores = []
    for order in orders:
        if order.verb != "rebuild":
            scores.append(0.0)
            continue
        unit = order.arg
        battle = o.battle
        gain = sum(row[0][unit] - row[1][unit] for row in (battle.attack, battle.defence))
        holds = HOLDS_A_BEACHHEAD if holding >> g.where[unit] & 1 else 0.0
        scores.append(1.0 + gain + holds + (1.0 if near >> g.where[unit] & 1 else 0.0))
    return scores
