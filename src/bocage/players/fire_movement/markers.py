"""What a support fire marker is worth elsewhere: dear while combats to come need it, cheap when there is plenty."""

from __future__ import annotations

from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.players.fire_movement.dangers import cups_of
from bocage.players.fire_movement.outlook import Outlook


def price(o: Outlook, count: int = 1) -> float:
    """The price of each of ``count`` markers that are used now."""
    w = o.weights
    if o.side == GERMAN and o.g.active == ALLIED:
        return w.marker  # the German turn will find a use for it
    left = sum(len(o.g.cups[cup]) for cup in cups_of(o.side))
    return w.marker if left - count < o.markers_needed else w.spare_marker
