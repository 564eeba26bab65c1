"""Who comes onto the map and where, who leaves the game, and who is rebuilt."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, GERMANS, US
from bocage.games.dark_summer.places import SIZE
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.terms import Weather
from bocage.games.dark_summer.withdrawals import LAST_TURN
from bocage.games.dark_summer.words import END, PASS
from bocage.hexes import members
from bocage.kernel import Order
from bocage.players.dark_summer.aftermath import enemies_beside
from bocage.players.dark_summer.goals import EVACUATION, allied_goals, assign, at, strength
from bocage.players.dark_summer.ground import ground_of

GERMAN_GOALS = {"E": at("4506", "4806"), "S": at("3611", "2911"), "W": at("2110", "2911")}


def score_formations(g: State, orders: Sequence[Order]) -> list[float]:
    """The strongest first."""
    campaign = g.campaign
    worth = []
    for order in orders:
        units = members(campaign.formation_units[order.arg])
        worth.append(float(sum(campaign.attack[0][unit] + campaign.defence[0][unit] for unit in units)))
    return worth


def score_entry(g: State, unit: int, orders: Sequence[Order]) -> list[float]:
    """Where a unit is nearest to what it is for."""
    campaign, ground = g.campaign, ground_of(g.campaign)
    group = campaign.group[unit]
    if group == GERMANS:
        field = ground.field(GERMAN, GERMAN_GOALS[campaign.units[unit].entry.letter or "E"])
        return [-field[order.arg] - 2.0 * enemies_beside(g, GERMAN, order.arg) for order in orders]
    goals = allied_goals(g, group)
    goal = goals[0]
    if group == US and not g.cherbourg_captured:
        sent = [other for other, aim in assign(g, group, goals).items() if aim is goals[0]]
        if strength(g, sent) >= goals[0].demand:
            goal = goals[-2]
    field = ground.field(ALLIED, goal.hexes)
    return [-field[order.arg] - 0.5 * len(g.at.get(order.arg, ())) for order in orders]


def score_displacement(g: State, orders: Sequence[Order]) -> list[float]:
    """The strongest go inland, away from enemies."""
    if orders[0].verb == "displace":
        return [float(g.attack_of(order.arg)) for order in orders]
    field = ground_of(g.campaign).field(ALLIED, at("2407", "2705", "2204", "3205", "3705", "4506"))
    return [-0.2 * field[order.arg] - enemies_beside(g, ALLIED, order.arg) for order in orders]


def score_withdrawals(g: State, orders: Sequence[Order]) -> list[float]:
    """Airborne units and their like go home when their time is near: before a Storm can keep them."""
    if g.turn not in EVACUATION:
        return [float(order is PASS) for order in orders]
    scores = []
    for order in orders:
        if order is PASS:
            scores.append(0.0)
        elif g.turn == LAST_TURN or Weather.STORM in g.weather_cup:
            scores.append(1.0 - 0.01 * g.attack_of(order.arg))
        else:
            place = g.where[order.arg]
            scores.append(-1.0 if place < SIZE and enemies_beside(g, ALLIED, place) else 0.5)
    return scores


def score_replacements(g: State, orders: Sequence[Order]) -> list[float]:
    """The best units first; a Replacement that is not used is lost."""
    if orders[0].verb == "use":
        return [-float(position) for position in range(len(orders))]
    return [-1.0 if order is END else ground_of(g.campaign).value[order.arg] for order in orders]
