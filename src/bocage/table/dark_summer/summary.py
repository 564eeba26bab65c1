"""A game at a glance: curves of losses, Victory Points, ground and luck.

Everything counted here is known to everybody, so the curves are the same for every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, SEATS
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.title import DarkSummer
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import Event
from bocage.table.curves import Curves
from bocage.table.dark_summer.victory import points_now
from bocage.table.model import Summary

if TYPE_CHECKING:
    from bocage.table import Moment

NOTES = [
    "Losses: steps lost so far; a unit that is rebuilt does not bring them back.",
    "Victory Points: as they would be counted if the game ended with the turn.",
    "Ground: hexes that the Allies control.",
]
TITLES = {
    "losses": "Steps lost",
    "points": "Victory Points, if counted now",
    "hexes": "Hexes controlled by the Allies",
}


def summary_of(setting: DarkSummer, moments: Sequence[Moment], seat: str | None) -> Summary:
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
                self.lost[state.campaign.side[unit_number(lost.piece)]] += lost.steps
        points = points_now(state)
        for side in (ALLIED, GERMAN):
            self.mark("losses", SEATS[side], number, self.lost[side])
            self.mark("points", SEATS[side], number, points[side] / 2)
        self.mark("hexes", SEATS[ALLIED], number, state.held.bit_count())
