"""What an order is worth in Fire & Movement.

``score_orders`` looks which procedure asks and leaves the scoring to the module for it. Everything is worked out from
the seat's own view, which is never changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.fire_movement.advance import Advance
from bocage.games.fire_movement.airborne import AirborneLandings, LandingAttacks
from bocage.games.fire_movement.amphibious import AmphibiousLandings
from bocage.games.fire_movement.assaults import BeachAssaults, CommandoAssaults
from bocage.games.fire_movement.bombardment import BombardmentPhase
from bocage.games.fire_movement.combat import CombatPhase, LoseStep
from bocage.games.fire_movement.movement import MovementPhase
from bocage.games.fire_movement.reinforcements import AlliedReinforcements, EarlyArrival
from bocage.games.fire_movement.retreat import Displacement, Retreat, RetreatOrStand
from bocage.games.fire_movement.set_up import GermanSetUp
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.support import SupportFire
from bocage.games.fire_movement.turn import Replacements
from bocage.kernel import Order
from bocage.kernel import State as KernelState
from bocage.players.fire_movement.aftermath import (
    score_advance,
    score_displacement,
    score_losses,
    score_retreat,
    score_retreat_or_stand,
)
from bocage.players.fire_movement.bombardment import BombardmentPlan
from bocage.players.fire_movement.combat import score_combat_phase, score_support
from bocage.players.fire_movement.landing import (
    score_airborne,
    score_amphibious,
    score_commandos,
    score_reinforcements,
    score_replacements,
    score_set_up,
)
from bocage.players.fire_movement.movement import MovementPlan
from bocage.players.fire_movement.outlook import Outlook, outlook_of
from bocage.players.fire_movement.stances import STANCES, weights_in

PACE = 4000.0  # orders a second


class Planner:
    """Greedy through a whole game: what it plans for a phase it carries out, unless something else happens."""

    def __init__(self, stance: str = "") -> None:
        self._stance = stance
        self._movement: MovementPlan | None = None
        self._bombardment: BombardmentPlan | None = None

    def score_orders(self, view: KernelState, orders: Sequence[Order]) -> list[float]:
        """A score for each order; higher is better."""
        assert isinstance(view, State)
        cares = weights_in(self._stance) if self._stance else None
        match frame := view.stack[-1]:
            case MovementPhase():
                o = outlook_of(view, cares)
                if self._movement is None or not self._movement.fits(view, frame):
                    self._movement = MovementPlan(o, frame, orders)
                return self._movement.score(o, frame, orders)
            case BombardmentPhase():
                if self._bombardment is None or not self._bombardment.fits(view):
                    self._bombardment = BombardmentPlan(view)
                return self._bombardment.score(outlook_of(view, cares), frame, orders)
        return score(outlook_of(view, cares), orders)


def score_orders(view: KernelState, orders: Sequence[Order]) -> list[float]:
    """A score for each order; higher is better."""
    assert isinstance(view, State)
    return score(outlook_of(view), orders)


def score(o: Outlook, orders: Sequence[Order]) -> list[float]:
    """A score for each order as things look."""
    view = o.g
    frame = view.stack[-1]
    match frame:
        case MovementPhase():
            return MovementPlan(o, frame, orders).score(o, frame, orders)
        case BombardmentPhase():
            return BombardmentPlan(view).score(o, frame, orders)
        case CombatPhase():
            return score_combat_phase(o, frame, orders)
        case SupportFire():
            return score_support(o, frame, view.stack[-2], orders)
        case LoseStep():
            return score_losses(o, frame, orders)
        case RetreatOrStand():
            return score_retreat_or_stand(o, frame, orders)
        case Retreat():
            return score_retreat(o, frame, orders)
        case Displacement():
            return score_displacement(o, frame, orders)
        case Advance():
            return score_advance(o, frame, orders)
        case GermanSetUp():
            return score_set_up(o, frame, orders)
        case AmphibiousLandings():
            return score_amphibious(o, frame, orders)
        case AirborneLandings():
            return score_airborne(o, frame, orders)
        case CommandoAssaults():
            return score_commandos(o, frame, orders)
        case BeachAssaults() | LandingAttacks():  # the strongest first, while there are markers
            return [sum(map(o.strength, view.at[order.arg])) for order in orders]
        case AlliedReinforcements():
            return score_reinforcements(o, frame, orders)
        case Replacements():
            return score_replacements(o, frame, orders)
        case EarlyArrival():  # a longer game helps the side that still has something to take
            return [0.0 if order.verb == "pass" else -1.0 for order in orders]
    return [0.0 for _ in orders]  # a question on which it has no opinion


__all__ = ["PACE", "STANCES", "Planner", "score_orders"]
