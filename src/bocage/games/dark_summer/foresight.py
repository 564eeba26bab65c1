"""What an order costs for sure, told as the events that would report it.

Whoever names a unit for a loss loses that step, and whoever is removed from a hex that holds too many is gone. Who ends
the Combat of the 2nd Wave while a hex holds too many loses units there. All else hangs on dice and on what the other
side does.
"""

from __future__ import annotations

from bocage.games.dark_summer.stacking import over_stacked, too_many
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import END, LOSE, REMOVE
from bocage.kernel import Event, Order


def foresee(g: State, order: Order) -> tuple[Event, ...]:
    """The losses that a legal order of the seat that is asked leads to in any case."""
    if order is END and g.round_kind == "wave2":
        return tuple(
            Event("crowded", "5.1-08", {"hex": hex_, "units": tuple(g.at[hex_]), "held": too_many(g, hex_)})
            for hex_ in over_stacked(g)
        )
    if order.verb not in (LOSE.name, REMOVE.name):
        return ()
    unit = order.arg
    gone = order.verb == REMOVE.name or g.steps_of(unit) == 1
    rule = "5.2-05" if order.verb == REMOVE.name else "11.3.6-01"
    return (Event("eliminated" if gone else "reduced", rule, {"unit": unit, "hex": g.where[unit]}),)
