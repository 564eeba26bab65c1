"""How greedy judges the orders of Hedgerow: towards farms, into good fights, never into mines."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.hexes import Hex, members
from bocage.kernel import Order
from bocage.kernel import State as KernelState
from tests.games.hedgerow.content import ATTACKERS, DUMMY, FARMS, GRID, SIDE
from tests.games.hedgerow.rules import Movement, foresee, preview
from tests.games.hedgerow.state import State

GAP_RISK = 4.0  # of a gap of which nobody knows
LOSS = 20.0


def score_orders(view: KernelState, orders: Sequence[Order]) -> list[float]:
    """A score for each order; higher is better."""
    assert isinstance(view, State)
    return [_score(view, order) for order in orders]


def _score(g: State, order: Order) -> float:
    match order.verb:
        case "to":
            return _worth(g, g.about().unit, order.arg) - LOSS * len(foresee(g, order))
        case "stop":
            unit = g.about().unit
            return _worth(g, unit, g.where[unit]) if g.stack[-1].doing == Movement.doing else -0.5
        case "attack":
            odds = preview(g, order)
            assert odds is not None
            return odds.results.get("D", 0.0) - odds.results.get("A", 0.0)
        case "move" | "fight":
            return 1.0
    return 0.0


def _worth(g: State, block: int, hex_: Hex) -> float:
    """What it is worth to be in a hex: in or near a farm that the other side has, or in one of one's own."""
    if FARMS >> hex_ & 1:
        return 0.5 if g.face(block) == DUMMY else 2.0
    lost = FARMS & ~g.held if SIDE[block] == ATTACKERS else g.held
    near = min(GRID.distance(hex_, farm) for farm in members(lost or FARMS))
    return -near - GAP_RISK * (g.gaps >> hex_ & 1)
