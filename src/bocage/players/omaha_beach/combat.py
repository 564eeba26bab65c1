"""Attacks and barrages: whom to send against what, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bocage.games.omaha_beach.actions import cost_together
from bocage.games.omaha_beach.attack import (
    Assault,
    AttackAction,
    Attackers,
    compare,
    flanks,
    is_beside,
    results,
    strength_together,
    terrain_of,
    weapons_together,
    why_no_ships,
)
from bocage.games.omaha_beach.barrage import matches
from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.state import NONE
from bocage.games.omaha_beach.words import DECLARE, PASS, SHIPS, WITH
from bocage.hexes import Hex
from bocage.kernel import Order
from bocage.players.omaha_beach import weights as w
from bocage.players.omaha_beach.assault import Force, chances, name_of
from bocage.players.omaha_beach.fire import cards_to_come
from bocage.players.omaha_beach.outlook import Outlook
from bocage.players.omaha_beach.sieges import result_worth

# -- attacks ------------------------------------------------------------------------------------------


def worth_of_attack(o: Outlook, target: Hex, attackers: Attackers, ships: bool) -> float:
    """What an attack is worth by its exact odds, less what it takes."""
    g, position = o.g, o.g.german_at(target)
    force = Force(
        strength_together(g, attackers, ships),
        frozenset(weapons_together(g, attackers, ships, target)),
        flanks(g, attackers, target, both=False),
        flanks(g, attackers, target, both=True),
        any(g.heroes[unit] and is_beside(g, unit, target) for unit in attackers),
    )
    found = chances(o.battle, o.garrison(position), force, terrain_of(g, attackers, target), g.turn >= w.EXTENDED)
    beside = [unit for unit in attackers if is_beside(g, unit, target)]
    step = min((o.cost[unit] for unit in beside), default=0.0)
    price = w.ACTION * cost_together(g, attackers) + w.JOINING * len(attackers) + w.NAVAL_MARKER * ships
    price += sum(map(o.fighting_on, attackers))
    worth, silence = o.worth_of(position), o.silence_of(position)
    return result_worth(found, worth, len(beside), step, silence, last=o.last) - price


def best_attack(
    o: Outlook, division: int, left: int, target: Hex, attackers: Attackers, *, ships: bool
) -> tuple[float, Order]:
    """The best that can be made of an attack, and the next order on the way there."""
    g = o.g
    best, first = worth_of_attack(o, target, attackers, ships), DECLARE
    value = best
    while True:
        action = AttackAction(division, left, target, attackers, ships)
        tries = [
            (worth_of_attack(o, target, (*attackers, unit), ships), WITH[unit], (*attackers, unit), ships)
            for unit in action.candidates(g)
        ]
        if not ships and why_no_ships(g, attackers) is None:
            tries.append((worth_of_attack(o, target, attackers, True), SHIPS, attackers, True))
        if not tries:
            return best, first
        value, order, attackers, ships = max(tries, key=lambda tried: tried[0])
        if value <= best:
            return best, first
        best, first = value, order if first is DECLARE else first


def score_attack(o: Outlook, frame: AttackAction, orders: Sequence[Order]) -> list[float]:
    """Who joins."""
    _, order = best_attack(o, frame.division, frame.left, frame.target, frame.attackers, ships=frame.ships)
    return [1.0 if other is order else 0.0 for other in orders]


def score_assault(o: Outlook, frame: Assault, orders: Sequence[Order]) -> list[float]:
    """How a hero helps, and whether a step is given up for a depth marker."""
    g, position = o.g, frame.position(o.g)
    if orders[-1] is PASS:
        gain = worth_of_attrition(o, frame, position) if not o.last else 0.0
        return [0.0 if order is PASS else gain - o.cost[order.arg] for order in orders]
    ways = results(g, frame.comparison(g))
    worth, silence = o.worth_of(position), o.silence_of(position)
    beside = [unit for unit in frame.attackers if is_beside(g, unit, frame.target)]
    step = min((o.cost[unit] for unit in beside), default=0.0)
    scores = []
    for order in orders:
        name = name_of(ways[order])
        if name == "reveal":
            scores.append(worth)
        else:
            scores.append(result_worth({name: 1.0}, worth, len(beside), step, silence, last=o.last))
    return scores


def worth_of_attrition(o: Outlook, frame: Assault, position: int) -> float:
    """What it is worth to eliminate a depth marker: nearly all if the unit alone would be defeated."""
    g = o.g
    alone = compare(g, frame.attackers, False, frame.target, o.battle.german[g.german[position]], None, False)
    doomed = any("defeated" in effects for effects in results(g, alone).values())
    return (w.NEARLY_DEFEATED if doomed else w.DEPTH_GONE) * o.worth_of(position)


# -- barrages -----------------------------------------------------------------------------------------


@lru_cache(maxsize=4000)
def barrage_chances(
    battle: Battle, cards: tuple[int, ...], position: int, unit: int, strength: int
) -> dict[str, float]:
    """The chance of each result of the barrage table."""
    found: dict[str, float] = {}
    for number in cards:
        result = battle.tables.barrage_result(matches(battle, battle.deck[number], position, unit), strength)
        found[result] = found.get(result, 0.0) + 1 / len(cards)
    return found


def worth_of_barrage(o: Outlook, unit: int, target: Hex) -> float:
    """What a barrage is worth."""
    g, position = o.g, o.g.german_at(target)
    found = barrage_chances(o.battle, cards_to_come(g), position, unit, g.strength_of(unit))
    deep = g.german_depth[position] != NONE
    silent = found.get("disrupted", 0.0) + found.get("disrupted_and_depth_removed", 0.0)
    silent += 0.0 if deep else found.get("disrupted_if_no_depth", 0.0)
    gain = silent * o.silence_of(position)
    if deep:
        gain += found.get("disrupted_and_depth_removed", 0.0) * w.DEPTH_SHELLED * o.worth_of(position)
    return gain


def worth_of_shelling(o: Outlook, target: Hex) -> float:
    """What a naval barrage is worth, which never fails."""
    position = o.g.german_at(target)
    deep = o.g.german_depth[position] != NONE
    return o.silence_of(position) + (w.DEPTH_SHELLED * o.worth_of(position) if deep else 0.0)
