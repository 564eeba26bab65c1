"""What an order is worth in D-Day at Omaha Beach.

``score_orders`` looks what is asked and leaves the scoring to the module for it. Everything is worked out from the
seat's own view, which is never changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.omaha_beach.action_phase import ActionPhase, DivisionActions, UnitAction
from bocage.games.omaha_beach.advance import Advance
from bocage.games.omaha_beach.attack import Assault, AttackAction
from bocage.games.omaha_beach.engineers import EngineerAndHqPhase, EngineerPhase
from bocage.games.omaha_beach.landing import Arrivals, LandingCheck
from bocage.games.omaha_beach.movement import MoveAction
from bocage.games.omaha_beach.set_up import Placement
from bocage.games.omaha_beach.state import State
from bocage.kernel import Order
from bocage.kernel import State as KernelState
from bocage.players.omaha_beach.actions import ActionsPlan, score_move, score_unit
from bocage.players.omaha_beach.choices import (
    score_arrivals,
    score_clearing,
    score_heroes,
    score_hits,
    score_landing,
    score_sacrifice,
    score_secrets,
    score_stragglers,
    whole_cost,
    worth_ashore,
)
from bocage.players.omaha_beach.combat import score_assault, score_attack
from bocage.players.omaha_beach.engineers import score_engineers
from bocage.players.omaha_beach.outlook import Outlook, outlook_of
from bocage.players.omaha_beach.stances import STANCES, cares_in

RELUCTANT = ("end", "pass", "stay", "alone", "declare", "accept")  # what may be said when nothing speaks for the rest


PACE = 1000.0  # orders a second


class Planner:
    """Greedy through a whole game: it keeps what it has made of the situation as long as that holds."""

    def __init__(self, stance: str = "") -> None:
        self._cares = cares_in(stance)
        self._outlook: Outlook | None = None
        self._actions: ActionsPlan | None = None

    def score_orders(self, view: KernelState, orders: Sequence[Order]) -> list[float]:
        """A score for each order; higher is better."""
        assert isinstance(view, State)
        o = self._outlook = outlook_of(view, self._outlook, self._cares)
        match view.stack[-1]:
            case DivisionActions() as actions:
                if self._actions is None or not self._actions.fits(o):
                    self._actions = ActionsPlan(o)
                return self._actions.score(o, actions, orders)
        return score(o, orders)


def score_orders(view: KernelState, orders: Sequence[Order]) -> list[float]:
    """A score for each order; higher is better."""
    assert isinstance(view, State)
    return score(outlook_of(view), orders)


def turns_left(view: KernelState) -> int:
    """Turns to the end of the game, with this one."""
    assert isinstance(view, State)
    return view.battle.scenario.turns[1] - view.turn + 1


def score(o: Outlook, orders: Sequence[Order]) -> list[float]:
    """A score for each order as things look."""
    frame = o.g.stack[-1]
    match frame:
        case DivisionActions():
            return ActionsPlan(o).score(o, frame, orders)
        case UnitAction():
            return score_unit(o, frame, orders)
        case MoveAction():
            return score_move(o, frame, orders)
        case AttackAction():
            return score_attack(o, frame, orders)
        case Assault():
            return score_assault(o, frame, orders)
        case Arrivals():
            return score_arrivals(o, frame, orders)
        case LandingCheck():
            return score_landing(o, frame, orders)
        case EngineerPhase():
            return score_clearing(o, frame, orders)
        case EngineerAndHqPhase():
            return score_engineers(o, orders)
        case Placement():
            return [worth_ashore(o, frame.unit, order.arg) for order in orders]
        case Advance() if orders[0].verb == "to":
            return [-o.fire.danger[order.arg] - o.crowding(order.arg, 1) for order in orders]
        case ActionPhase() if orders[0].verb == "lose":
            return [-whole_cost(o, order.arg) for order in orders]
    return score_by_verb(o, orders)


def score_by_verb(o: Outlook, orders: Sequence[Order]) -> list[float]:
    """Questions that many procedures ask in the same words; the rest is declined if that can be."""
    match orders[0].verb:
        case "hit" | "lose":
            return score_hits(o, orders)
        case "hero":
            return score_heroes(o, orders)
        case "join":
            return score_stragglers(o, orders)
        case "reveal":
            return score_secrets(o, orders)
        case "sacrifice" | "accept":
            return score_sacrifice(orders)
    return [1.0 if order.verb in RELUCTANT else 0.0 for order in orders]


__all__ = ["PACE", "STANCES", "Planner", "score_orders", "turns_left"]
