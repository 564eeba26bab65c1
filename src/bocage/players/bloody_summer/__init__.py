"""What an order is worth in A Bloody Summer.

``score_orders`` looks which procedure asks and leaves the scoring to the module for it. Everything is worked out from
the seat's own view, which is never changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.bloody_summer.activation import CombatPhase
from bocage.games.bloody_summer.administration import RestAndReplacement
from bocage.games.bloody_summer.advance import Advance
from bocage.games.bloody_summer.air import AirAvailability, Interdiction
from bocage.games.bloody_summer.bombardment import Bombardment
from bocage.games.bloody_summer.combat import Attacks, Combat
from bocage.games.bloody_summer.counterattack import Counterattack
from bocage.games.bloody_summer.entry import EntryAndExit
from bocage.games.bloody_summer.logistics import MarkerMovement
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.off_map_movement import OffMapMovement
from bocage.games.bloody_summer.resolution import Resolution
from bocage.games.bloody_summer.results import StepLosses
from bocage.games.bloody_summer.retreat import RemoveExcess, Retreats
from bocage.games.bloody_summer.set_up import SetUp
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.support import Supports
from bocage.hexes import Hex
from bocage.kernel import Order
from bocage.kernel import State as KernelState
from bocage.players.bloody_summer.aftermath import score_advance, score_losses, score_removal, score_retreats
from bocage.players.bloody_summer.boxes import score_entry, score_off_map, score_stores
from bocage.players.bloody_summer.combat import (
    score_activation,
    score_attackers,
    score_attacks,
    score_bombardment,
    score_counterattack,
    score_resolution,
    score_support,
)
from bocage.players.bloody_summer.logistics import (
    MarkerPlan,
    score_administration,
    score_air_supply,
    score_aircraft,
    score_markers,
    score_set_up,
)
from bocage.players.bloody_summer.movement import MovementPlan, comes_first, moment_of, score_landing
from bocage.players.bloody_summer.stances import STANCES, cares_in

GOOD = frozenset({"fire", "resist", "exploit", "attack", "land"})  # acts that are worth it wherever they are offered


PACE = 1500.0  # orders a second


class Planner:
    """Greedy through a whole game: what it plans for a movement phase it carries out."""

    def __init__(self, stance: str = "") -> None:
        self._cares = cares_in(stance)
        self._movement: MovementPlan | None = None
        self._markers: MarkerPlan | None = None
        self._errands: dict[int, tuple[Hex, int]] = {}  # of the attackers of this phase
        self._phase: tuple[int, str] = (-1, "")

    def score_orders(self, view: KernelState, orders: Sequence[Order]) -> list[float]:
        """A score for each order; higher is better."""
        assert isinstance(view, State)
        frame = view.stack[-1]
        if isinstance(frame, MovementPhase) and not comes_first(orders):
            if self._movement is None or self._movement.stale or self._movement.moment != moment_of(view, frame):
                self._movement = MovementPlan(view, frame, self._cares)
                self._note_errands(view, self._movement)
            return self._movement.score(view, frame, orders)
        if isinstance(frame, MarkerMovement):
            if self._markers is None or self._markers.moment != (view.turn, frame.side):
                self._markers = MarkerPlan(view, frame.side)
            return score_markers(view, frame, orders, self._markers)
        if (view.turn, view.part) == self._phase:
            errands, siege = self._errands, self._cares.siege
            if isinstance(frame, CombatPhase):
                return score_activation(view, orders, errands, siege)
            if isinstance(frame, Attacks):
                return score_attacks(view, frame, orders, errands, siege)
            if isinstance(frame, Combat):
                return score_attackers(view, frame, orders, errands, siege)
        return score_orders(view, orders)

    def _note_errands(self, view: State, plan: MovementPlan) -> None:
        """Those who have come to attack a hex attack no other one before."""
        if self._phase != (view.turn, view.part):
            self._phase, self._errands = (view.turn, view.part), {}
        self._errands.update(plan.errands)


def score_orders(view: KernelState, orders: Sequence[Order]) -> list[float]:
    """A score for each order; higher is better."""
    assert isinstance(view, State)
    match frame := view.stack[-1]:
        case MovementPhase() if comes_first(orders):
            return score_landing(view, frame, orders)
        case MovementPhase():
            return MovementPlan(view, frame).score(view, frame, orders)
        case CombatPhase():
            return score_activation(view, orders)
        case Attacks():
            return score_attacks(view, frame, orders)
        case Combat():
            return score_attackers(view, frame, orders)
        case Supports():
            return score_support(view, frame, orders)
        case Bombardment():
            return score_bombardment(view, frame, orders)
        case Resolution():
            return score_resolution(view, frame, orders)
        case StepLosses():
            return score_losses(view, orders)
        case Retreats():
            return score_retreats(view, orders)
        case RemoveExcess():
            return score_removal(view, orders)
        case Advance():
            return score_advance(view, orders)
        case Counterattack():
            return score_counterattack(view, frame, orders)
        case AirAvailability() | Interdiction():
            return score_aircraft(view, orders)
        case MarkerMovement():
            return score_markers(view, frame, orders, MarkerPlan(view, frame.side))
        case RestAndReplacement():
            return score_administration(view, orders)
        case SetUp():
            return score_set_up(view, orders)
        case EntryAndExit():
            return score_entry(view, orders)
        case OffMapMovement():
            return score_off_map(view, frame, orders)
    return _others(view, orders)


def _others(view: State, orders: Sequence[Order]) -> list[float]:
    """Questions that need no plan."""
    verbs = {order.verb for order in orders}
    if "store" in verbs:
        return score_stores(view, orders)
    if "supply" in verbs:
        return score_air_supply(view, orders)
    return [1.0 if order.verb in GOOD else 0.0 for order in orders]


__all__ = ["PACE", "STANCES", "Planner", "score_orders"]
