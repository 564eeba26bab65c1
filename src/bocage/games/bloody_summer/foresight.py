"""What an order costs for sure, told as the events that would report it: the step of a unit that is named for it."""

from __future__ import annotations

from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.words import LOSE
from bocage.kernel import Event, Order


def foresee(g: State, order: Order) -> tuple[Event, ...]:
    """The losses that a legal order of the seat that is asked leads to in any case."""
    if order.verb != LOSE.name:
        return ()
    unit = order.arg
    kind = "destroyed" if g.steps_of(unit) == 1 else "reduced"
    return (Event(kind, "6.10-02", {"unit": unit, "hex": g.where[unit]}),)
