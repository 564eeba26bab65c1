"""What an order costs for sure, told as the events that would report it.

Whoever names a unit for a loss loses that step, and whoever is removed from a hex that holds too many is gone. When the
Combat of the 2nd Wave ends while a hex holds too many, units are lost there: the Allied player says so, or the last
advance is made and nothing is left to attack. All else hangs on dice and on what the other side does.
"""

from __future__ import annotations

from bocage.games.dark_summer.advance import Advance
from bocage.games.dark_summer.assault import WaveAdvance
from bocage.games.dark_summer.losses import StepLosses
from bocage.games.dark_summer.stacking import over_stacked, too_many
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.waves import SecondWave
from bocage.games.dark_summer.words import END, LOSE, REMOVE
from bocage.kernel import Event, Order


def foresee(g: State, order: Order) -> tuple[Event, ...]:
    """The losses that a legal order of the seat that is asked leads to in any case."""
    last = order is END or isinstance(g.stack[-1], Advance | WaveAdvance | StepLosses)  # after these no die falls
    return _named(g, order) + (_crowded(g, order) if last and g.round_kind == "wave2" else ())


def _crowded(g: State, order: Order) -> tuple[Event, ...]:
    """What is lost where too many stand, if the order ends the Round."""
    after = g.copy()
    after.hush()
    after.resume(order)
    if after.pending is None or not isinstance(after.stack[-1], SecondWave):
        return ()
    return tuple(
        Event("crowded", "5.1-08", {"hex": hex_, "units": tuple(after.at[hex_]), "held": too_many(after, hex_)})
        for hex_ in over_stacked(after)
    )


def _named(g: State, order: Order) -> tuple[Event, ...]:
    """What is named to be lost."""
    if order.verb not in (LOSE.name, REMOVE.name):
        return ()
    unit = order.arg
    gone = order.verb == REMOVE.name or g.steps_of(unit) == 1
    rule = "5.2-05" if order.verb == REMOVE.name else "11.3.6-01"
    return (Event("eliminated" if gone else "reduced", rule, {"unit": unit, "hex": g.where[unit]}),)
