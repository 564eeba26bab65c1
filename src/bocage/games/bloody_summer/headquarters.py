"""The destruction of headquarters (5.4)."""

from __future__ import annotations

from bocage.games.bloody_summer.pieces import HEADQUARTERS, PIECE_IDS
from bocage.games.bloody_summer.places import WAITING, Place
from bocage.games.bloody_summer.state import State


def destroy(g: State, hq: int, rule: str) -> None:
    """A headquarters is destroyed and comes back on the next turn; its markers stay behind (5.4-05, 5.4-06)."""
    g.tell_why_lost(hq, rule)
    g.tell_loss("hq_destroyed", rule, PIECE_IDS[hq], 0, gone=True, unit=hq, hex=g.where[hq])
    g.due[hq] = g.turn + g.campaign.tables.control.returns
    bit = ~(1 << hq)
    g.finished, g.extended, g.unsupplied = g.finished & bit, g.extended & bit, g.unsupplied & bit
    g.remove(hq, WAITING)


def fall(g: State, place: Place, side: int, rule: str = "5.4-03") -> None:
    """Headquarters of a side share the fate of their stack if nobody is left to defend the place (5.4-03)."""
    pieces = g.pieces_in(place, side)
    if not any(g.campaign.fights[piece] for piece in pieces):
        for hq in [piece for piece in pieces if piece in HEADQUARTERS]:
            destroy(g, hq, rule)
