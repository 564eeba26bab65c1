"""Chits: how many, which first, and as what Round they are played; when the Germans react, and with whom."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.dark_summer.action_phase import ActionPhase
from bocage.games.dark_summer.campaign import ALLIED, BRITISH, GERMANS, SIDE_OF, US
from bocage.games.dark_summer.chits import (
    BRITISH_COMBAT,
    BRITISH_MOVE,
    CHITS,
    COMBAT,
    COMBINED_COMBAT,
    MOVE,
    OFFENSIVE,
    OWNER,
    US_CHIT,
    played,
)
from bocage.games.dark_summer.reinforcements import available
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import PASS, REACT
from bocage.hexes import mask, members
from bocage.kernel import Order
from bocage.players.dark_summer.combat import best_group, promise
from bocage.players.dark_summer.movement import MovementPlan
from bocage.players.dark_summer.stances import USUAL, Cares

MOVING = 3.0  # what a Move Round is worth to those who fight already
WAITING_FORMATION = 0.7  # and for each Formation that waits to enter
LEAST_REACTION = 1.2


def score_action_phase(g: State, frame: ActionPhase, orders: Sequence[Order], cares: Cares = USUAL) -> list[float]:
    """Whatever is asked between Rounds."""
    match orders[0].verb:
        case "take":
            few = g.turn > 1 and promise(g, BRITISH, "combat") > MOVING
            return [-float(order.arg) if few else float(order.arg) for order in orders]
        case "initiative":
            return _score_initiative(g, orders, cares)
        case "play":
            return _score_ways(g, OWNER[frame.chit], orders, cares)
    return [0.0 for _ in orders]


def worth_of_move(g: State, group: int, cares: Cares = USUAL) -> float:
    """What a Move Round is worth to a group: more, if others wait to come in, and if nobody has moved yet."""
    worth = MOVING * (cares.moving if g.turn >= cares.break_out else 1.0) + WAITING_FORMATION * len(available(g, group))
    return worth * (0.6 if played(g, group, MOVE) else 1.0)


def _score_initiative(g: State, orders: Sequence[Order], cares: Cares) -> list[float]:
    offensive = g.sky.prepared_offensive
    worth = {
        US_CHIT: max(promise(g, US, "combat", prepared=offensive), worth_of_move(g, US, cares)),
        BRITISH_COMBAT: promise(g, BRITISH, "combat", prepared=offensive),
        BRITISH_MOVE: worth_of_move(g, BRITISH, cares),
    }
    return [worth[order.arg] for order in orders]


def _score_ways(g: State, group: int, orders: Sequence[Order], cares: Cares) -> list[float]:
    """Move, attack, or both at once."""
    ways = [order.arg for order in orders]
    worth: dict[int, float] = {}
    move = worth_of_move(g, group, cares)
    fight = promise(g, group, "combat")
    for way in ways:
        if way == MOVE:
            worth[way] = move
        elif way == COMBAT:
            worth[way] = fight
        elif way == OFFENSIVE:
            worth[way] = promise(g, group, "combat", prepared=True) + 0.1
        else:
            waits = WAITING_FORMATION * len(available(g, group)) if way != COMBINED_COMBAT else 0.0
            worth[way] = promise(g, group, "combined") + 0.35 * MOVING + waits
    if group == GERMANS:
        worth[MOVE] = worth.get(MOVE, 0.0) + _moves_owed(g)
    return [worth[way] for way in ways]


def _moves_owed(g: State) -> float:
    """The Germans move before they attack, unless an attack is a good one."""
    return 0.0 if played(g, GERMANS, MOVE) else 1.0


# -- Reaction ---------------------------------------------------------------------------------------


class Reaction:
    """The best use of a Reaction chit in a position."""

    def __init__(self, g: State, limit: str) -> None:
        there = g.copy()
        there.hush()
        there.begin_round("reaction", GERMANS)
        plan = MovementPlan(there, GERMANS, "half" if limit == "half" else "normal", there.force[GERMANS])
        self.where = list(g.where)
        self.stacks: dict[int, float] = {}
        self.formations: dict[int, float] = {}
        campaign = g.campaign
        for unit, gain in plan.gains.items():
            formation, place = campaign.formation[unit], g.where[unit]
            self.formations[formation] = self.formations.get(formation, 0.0) + gain
            self.stacks[place] = self.stacks.get(place, 0.0) + gain
        self._add_attacks(there)
        self.best = max([*self.stacks.values(), *self.formations.values()], default=0.0)

    def _add_attacks(self, g: State) -> None:
        campaign = g.campaign
        fast = mask(u for u in members(g.force[GERMANS]) if campaign.kampfgruppe[u] or campaign.tiger[u])
        near = campaign.grid.spread(g.occupied[ALLIED] | g.open_beaches)
        for hex_ in members(g.stands[GERMANS] & near):
            units = mask(g.at[hex_]) & fast
            if not units:
                continue
            enemies = campaign.ground.around[hex_] & (g.occupied[ALLIED] | g.open_beaches) & ~campaign.no_stop
            worth = max((best_group(g, target, units, {})[0] for target in members(enemies)), default=0.0)
            if worth > 0:
                self.stacks[hex_] = self.stacks.get(hex_, 0.0) + 2 * worth

    def score(self, orders: Sequence[Order]) -> list[float]:
        """Stacks and Formations by what they gain."""
        return [
            LEAST_REACTION / 2
            if order is PASS
            else (self.stacks if order.verb == "stack" else self.formations).get(order.arg, 0.0)
            for order in orders
        ]


def score_reacting(g: State, reaction: Reaction, orders: Sequence[Order]) -> list[float]:
    """Play the chit when it gains enough: less will do, the fewer Allied chits are to come."""
    to_come = sum(g.cup[chit] for chit in CHITS if SIDE_OF[OWNER[chit]] == ALLIED)
    least = LEAST_REACTION * (1.0 + 0.5 * max(0, to_come - g.reactions))
    if to_come < g.reactions:
        least = 0.1
    return [reaction.best if order is REACT else least for order in orders]
