"""A game at a glance: curves of losses, Victory Points, ground and luck.

Nothing is hidden here, so the curves are the same for every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.games.bloody_summer.campaign import ALLIED, LEADERS
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.title import BloodySummer
from bocage.kernel import Event
from bocage.table.bloody_summer.luck import prices_of
from bocage.table.curves import LOSSES_NOTE, LUCK_IN_STEPS, Curves
from bocage.table.model import Summary

if TYPE_CHECKING:
    from bocage.table import Moment

NOTES = [
    LOSSES_NOTE,
    "Victory Points: the track, Allied up and German down.",
    "Ground: hexes that the Allies control.",
    "Luck: for every combat, bombardment and fire of coastal batteries the steps that its die cost the other side, "
    "less those that it cost one's own, beyond the average of the six dice, added up. Above zero the dice have been "
    "kind to a side, and as unkind to the other. A retreat counts half a "
    "step for each unit, a level of disorganisation a quarter for each, and a level by which a stack is affected "
    "a quarter. Weather, resources, interdiction, drops and the dice of single units are not counted.",
]
TITLES = {
    "losses": "Steps lost",
    "points": "Victory Points, Allied up",
    "hexes": "Hexes controlled by the Allies",
    "luck": LUCK_IN_STEPS,
}


def summary_of(setting: BloodySummer, moments: Sequence[Moment], seat: str | None) -> Summary:
    """Curves over a game's whole course."""
    return _Teller(State).over(moments, seat)


class _Teller(Curves[State]):
    """Goes through a game and keeps count."""

    titles = TITLES
    notes = NOTES

    def count(self, number: int, state: State, events: Sequence[Event]) -> None:
        """Losses, luck, points and ground."""
        for event in events:
            self.count_luck(self.before or state, event)
            self.count_losses(event, lambda piece: state.campaign.side[piece_number(piece)])
        self.mark_sides(number, LEADERS)
        self.mark("points", LEADERS[ALLIED], number, state.points)
        self.mark("hexes", LEADERS[ALLIED], number, state.held.bit_count())

    def count_luck(self, before: State, event: Event) -> None:
        """What a die cost the Germans more than the Allies, less what it would have cost them more on average."""
        prices = prices_of(before, event)
        if not prices or event.result is None:
            return
        gains = [german - allied for allied, german in prices]
        self.count_throw(ALLIED, gains[event.result.die - 1] - sum(gains) / len(gains))
