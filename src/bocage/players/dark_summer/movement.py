"""Movement: a plan for the whole action, made once, in which every unit goes where it is worth most."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.dark_summer.boundary import is_astray
from bocage.games.dark_summer.campaign import GERMANS
from bocage.games.dark_summer.emergency import may_withdraw, withdrawals
from bocage.games.dark_summer.movement import Limit, MovementAction, movement_points, search_moves, uses_roads
from bocage.games.dark_summer.places import SIZE, Place
from bocage.games.dark_summer.stacking import fits
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import END
from bocage.hexes import members
from bocage.kernel import Order
from bocage.players.dark_summer.allied import AlliedStage
from bocage.players.dark_summer.german import GermanStage
from bocage.players.dark_summer.stage import Stage
from bocage.players.dark_summer.stances import USUAL, Cares
from bocage.players.dark_summer.weights import STAY

ALONE = ("move", "withdraw")  # a unit, not a stack
Reaches = dict[tuple[object, ...], list[Place]]


def stage_of(g: State, group: int, cares: Cares = USUAL) -> Stage:
    """The position as a group sees it."""
    return GermanStage(g, cares) if group == GERMANS else AlliedStage(g, group, cares)


class MovementPlan:
    """Where each unit goes in an action, and what it gains by that."""

    def __init__(self, g: State, group: int, limit: Limit, units: int, cares: Cares = USUAL) -> None:
        self.round = g.rounds
        self.units = units
        self.stage = stage_of(g, group, cares)
        self.targets: dict[int, Place] = {}
        self.gains: dict[int, float] = {}
        reaches: Reaches = {}
        for unit in self._in_order(g, members(units & g.force[group] & ~(g.moved | g.campaign.immobile))):
            if not is_astray(g, unit):
                self._plan(g, unit, reach_of(g, unit, limit, reaches))

    def _in_order(self, g: State, units: list[int]) -> list[int]:
        """Those with a task first, then those at the front: they know best where they are needed."""
        enemies = list(self.stage.foes)
        if not enemies:
            return units
        first, hot = self.stage.first, self.stage.threat
        return sorted(
            units, key=lambda unit: (unit not in first, -hot[g.where[unit]] if g.where[unit] < SIZE else 0.0, unit)
        )

    def _plan(self, g: State, unit: int, places: list[Place]) -> None:
        stage, here = self.stage, g.where[unit]
        now = stage.worth(unit, here) + STAY
        best, target = now, here
        barred = g.campaign.no_stop if g.campaign.group[unit] == GERMANS else 0
        if here < SIZE and barred >> here & 1:
            best = float("-inf")
        for place in places:
            if place < SIZE and (barred >> place & 1 or not stage.has_room(unit, place)):
                continue
            worth = stage.worth(unit, place)
            if worth > best:
                best, target = worth, place
        if target != here:
            stage.put(unit, target)
            self.targets[unit] = target
            self.gains[unit] = best - now

    def score(self, g: State, frame: MovementAction, orders: Sequence[Order]) -> list[float]:
        """The next unit of the plan whose place is free; where it goes; or the end."""
        if orders[0].verb == "to":
            unit = frame.in_hand[0]
            target = self.targets.pop(unit, -1)
            if any(order.arg == target for order in orders):
                return [float(order.arg == target) for order in orders]
            return [self.stage.worth(unit, order.arg) for order in orders]
        movable = {order.arg for order in orders if order.verb in ALONE}
        for unit, target in self.targets.items():
            if unit in movable and not g.moved >> unit & 1 and (target >= SIZE or fits(g, target, unit)):
                return [float(order.verb in ALONE and order.arg == unit) for order in orders]
        return [1.0 if order is END else 0.5 if order.verb == "move" else 0.0 for order in orders]


def reach_of(g: State, unit: int, limit: Limit, known: Reaches) -> list[Place]:
    """The places that a unit can reach, or withdraw to; units alike that start together share the search."""
    points = movement_points(g, unit, limit)
    key = (g.where[unit], points, g.campaign.needs_bridge[unit], uses_roads(g, unit, limit), g.campaign.is_us[unit])
    if key not in known:
        moves = search_moves(g, (unit,), points, limit, fresh=True)
        known[key] = [*moves.reach, *moves.boxes]
        if not known[key] and may_withdraw(g):
            known[key] = members(withdrawals(g, unit))
    return known[key]
