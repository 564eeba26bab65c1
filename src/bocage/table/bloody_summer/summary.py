"""A game at a glance: curves of losses, Victory Points and ground.

Nothing is hidden here, so the curves are the same for every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, LEADERS
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.title import BloodySummer
from bocage.kernel import Event
from bocage.table.curves import Curves
from bocage.table.model import Summary

if TYPE_CHECKING:
    from bocage.table import Moment

NOTES = [
    "Losses: steps lost so far; a unit that is rebuilt does not bring them back.",
    "Victory Points: the track, Allied up and German down.",
    "Ground: hexes that the Allies control.",
]
TITLES = {
    "losses": "Steps lost",
    "points": "Victory Points, Allied up",
    "hexes": "Hexes controlled by the Allies",
}


def summary_of(setting: BloodySummer, moments: Sequence[Moment], seat: str | None) -> Summary:
    """Curves over a game's whole course."""
    return _Teller(State).over(moments, seat)


class _Teller(Curves[State]):
    """Goes through a game and keeps count."""

    titles = TITLES
    notes = NOTES
    beginning = "Set-up"
    turn_name = "Turn"

    def __init__(self, state: type[State]) -> None:
        super().__init__(state)
        self.lost = [0, 0]

    def count(self, number: int, state: State, events: Sequence[Event]) -> None:
        """Losses, points and ground."""
        for event in events:
            for lost in event.result.losses if event.result is not None else ():
                self.lost[state.campaign.side[piece_number(lost.piece)]] += lost.steps
        for side in (ALLIED, GERMAN):
            self.mark("losses", LEADERS[side], number, self.lost[side])
        self.mark("points", LEADERS[ALLIED], number, state.points)
        self.mark("hexes", LEADERS[ALLIED], number, state.held.bit_count())
