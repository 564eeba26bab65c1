"""Movement: a plan for the whole phase, made once, in which every piece goes where it is worth most."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.pieces import UNITS
from bocage.games.bloody_summer.places import SIZE
from bocage.games.bloody_summer.reach import gaits_of, hexes_of, movers_of
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.words import END
from bocage.hexes import Hex, members
from bocage.kernel import Order
from bocage.players.bloody_summer.stage import Stage
from bocage.players.bloody_summer.weights import RESERVE, STAY


class MovementPlan:
    """Where each piece goes in a phase: units from the front backwards, then headquarters after them."""

    def __init__(self, g: State, frame: MovementPhase) -> None:
        self.moment = moment_of(g, frame)
        self.stage = Stage(g, frame.army)
        self.targets: dict[int, Hex] = {}
        movers = list(movers_of(g, frame.army, frame.units))
        threat = self.stage.threat
        movers.sort(
            key=lambda piece: (piece >= UNITS, -threat[g.where[piece]] if g.where[piece] < SIZE else 0.0, piece)
        )
        for piece in movers:
            if 0 <= g.where[piece] < SIZE:
                self._plan(g, piece, frame)

    def _plan(self, g: State, piece: int, frame: MovementPhase) -> None:
        stage, here = self.stage, g.where[piece]
        best, target = stage.worth(piece, here) + STAY, here
        gaits = gaits_of(g, piece, half=frame.half)
        for place in members(hexes_of(g, frame.side, here, gaits, fresh=True)):
            if place == here or not stage.has_room(piece, place):
                continue
            worth = stage.worth(piece, place)
            if worth > best:
                best, target = worth, place
        if target != here:
            stage.put(piece, target)
            self.targets[piece] = target

    def score(self, g: State, frame: MovementPhase, orders: Sequence[Order]) -> list[float]:
        """The next piece of the plan whose place is free; where it goes; or the end."""
        verbs = {order.verb for order in orders}
        if frame.in_hand and ("to" in verbs or "overrun" in verbs):
            return self._destinations(frame, orders)
        if "at" in verbs:
            return [self.stage.worth(frame.in_hand[0], order.arg) for order in orders]
        movable = {order.arg for order in orders if order.verb == "move"}
        chosen = next((piece for piece in self.targets if piece in movable and not g.moved >> piece & 1), -1)
        return [self._choice(order, chosen) for order in orders]

    def _choice(self, order: Order, chosen: int) -> float:
        if order is END:
            return 1.0
        if order.verb == "move":
            return 3.0 if order.arg == chosen else 0.2
        return {"land": 4.0, "unload": 5.0, "reserve": RESERVE}.get(order.verb, 0.1)

    def _destinations(self, frame: MovementPhase, orders: Sequence[Order]) -> list[float]:
        piece = frame.in_hand[0]
        target = self.targets.pop(piece, -1)
        scores = []
        for order in orders:
            if order.verb == "to":
                scores.append(100.0 if order.arg == target else self.stage.worth(piece, order.arg))
            else:
                scores.append(-50.0)
        return scores


def moment_of(g: State, frame: MovementPhase) -> tuple[object, ...]:
    """A phase of an army: while it lasts a plan holds."""
    return g.turn, g.part, frame.side, frame.army, frame.units
