"""What an order is worth in The Dark Summer.

``score_orders`` looks which procedure asks and leaves the scoring to the module for it. Everything is worked out from
the seat's own view, which is never changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.dark_summer.action_phase import ActionPhase
from bocage.games.dark_summer.advance import Advance
from bocage.games.dark_summer.assault import WaveAdvance
from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.cherbourg import CherbourgCombat
from bocage.games.dark_summer.combat import Combat, CombatAction
from bocage.games.dark_summer.losses import StepLosses
from bocage.games.dark_summer.movement import MovementAction
from bocage.games.dark_summer.places import APPROACH
from bocage.games.dark_summer.reaction import ReactionRound
from bocage.games.dark_summer.reinforcements import Reinforcements
from bocage.games.dark_summer.replacements import ReplacementPhase
from bocage.games.dark_summer.retreat import RemoveExcess, Retreats
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.support import AnnounceSupport
from bocage.games.dark_summer.third_wave import ThirdWave
from bocage.games.dark_summer.waves import FirstWave, SecondWave
from bocage.games.dark_summer.withdrawals import Withdrawals
from bocage.kernel import Order
from bocage.kernel import State as KernelState
from bocage.players.dark_summer.aftermath import (
    score_advance,
    score_losses,
    score_removal,
    score_retreat,
    score_wave_advance,
)
from bocage.players.dark_summer.arrivals import (
    score_displacement,
    score_entry,
    score_formations,
    score_replacements,
    score_withdrawals,
)
from bocage.players.dark_summer.combat import (
    Group,
    score_attacks,
    score_cherbourg_support,
    score_exchange,
    score_support,
)
from bocage.players.dark_summer.forecast import worth_of
from bocage.players.dark_summer.movement import MovementPlan
from bocage.players.dark_summer.rounds import Reaction, score_action_phase, score_reacting
from bocage.players.dark_summer.stances import STANCES, cares_in

PACE = 2000.0  # orders a second


class Planner:
    """Greedy through a whole game: what it plans for a Round it carries out."""

    def __init__(self, stance: str = "") -> None:
        self._cares = cares_in(stance)
        self._movement: MovementPlan | None = None
        self._reaction: Reaction | None = None
        self._groups: dict[object, Group] = {}
        self._round = -1

    def score_orders(self, view: KernelState, orders: Sequence[Order]) -> list[float]:
        """A score for each order; higher is better."""
        assert isinstance(view, State)
        match frame := view.stack[-1]:
            case MovementAction():
                plan = self._movement
                if plan is None or plan.round != view.rounds or plan.units != frame.units:
                    plan = self._movement = MovementPlan(view, frame.group, frame.limit, frame.units, self._cares)
                return plan.score(view, frame, orders)
            case CombatAction():
                if self._round != view.rounds:
                    self._round, self._groups = view.rounds, {}
                return score_attacks(view, frame, orders, self._groups, self._cares)
            case ActionPhase() if orders[0].verb != "react":
                return score_action_phase(view, frame, orders, self._cares)
            case ActionPhase() if orders[0].verb == "react":
                self._reaction = Reaction(view, "normal")
                return score_reacting(view, self._reaction, orders)
            case ReactionRound():
                if self._reaction is None or self._reaction.where != view.where:
                    self._reaction = Reaction(view, frame.limit)
                return self._reaction.score(orders)
        return score_orders(view, orders)


def score_orders(view: KernelState, orders: Sequence[Order]) -> list[float]:
    """A score for each order; higher is better."""
    assert isinstance(view, State)
    match frame := view.stack[-1]:
        case MovementAction():
            return MovementPlan(view, frame.group, frame.limit, frame.units).score(view, frame, orders)
        case CombatAction():
            return score_attacks(view, frame, orders, {})
        case ActionPhase():
            if orders[0].verb == "react":
                return score_reacting(view, Reaction(view, "normal"), orders)
            return score_action_phase(view, frame, orders)
        case ReactionRound():
            return Reaction(view, frame.limit).score(orders)
        case AnnounceSupport():
            return score_support(view, frame, orders)
        case CherbourgCombat():
            return score_cherbourg_support(view, frame, orders)
        case Combat():
            return score_exchange(view, frame, orders)
        case StepLosses():
            return score_losses(view, orders)
        case Retreats():
            return score_retreat(view, frame, orders)
        case RemoveExcess():
            return score_removal(view, orders, enemies=False)
        case SecondWave():
            return score_removal(view, orders, enemies=True)
        case Advance():
            return score_advance(view, frame, orders)
        case WaveAdvance():
            return score_wave_advance(view, frame, orders)
        case FirstWave():  # the surest first
            return [worth_of(view, Attack(order.arg, view.at[APPROACH[order.arg]])) for order in orders]
        case Reinforcements():
            return score_formations(view, orders) if not frame.waits else score_entry(view, frame.waits[0], orders)
        case ThirdWave():
            if orders[0].verb == "at":
                return score_entry(view, frame.waits[0], orders)
            return score_displacement(view, orders)
        case Withdrawals():
            return score_withdrawals(view, orders)
        case ReplacementPhase():
            return score_replacements(view, orders)
    return [0.0 for _ in orders]  # a question on which it has no opinion


__all__ = ["PACE", "STANCES", "Planner", "score_orders"]
