"""A game at a glance: curves of losses, Victory Points, ground and luck.

Everything counted here is known to everybody, so the curves are the same for every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.campaign import ALLIED, SEATS
from bocage.games.dark_summer.odds import Face, faces_of
from bocage.games.dark_summer.results import RETREATS
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strength import defenders_of
from bocage.games.dark_summer.title import DarkSummer
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import Event
from bocage.table.curves import LOSSES_NOTE, LUCK_IN_STEPS, Curves
from bocage.table.dark_summer.victory import points_now
from bocage.table.model import Summary

if TYPE_CHECKING:
    from bocage.table import Moment

NOTES = [
    LOSSES_NOTE,
    "Victory Points: as they would be counted if the game ended with the turn.",
    "Ground: hexes that the Allies control.",
    "Luck: for every combat the steps that its result cost the other side, less those that it cost one's own, beyond "
    "the average of the six dice in the same column, added up. Above zero the dice have been kind to a side, and as "
    "unkind to the other. A retreat counts half a step for each unit. "
    "What face-down counters turn out to be, and which chit is drawn, is not counted.",
]
RETREAT = 0.5  # what a retreat counts for each unit, in steps
TITLES = {
    "losses": "Steps lost",
    "points": "Victory Points, if counted now",
    "hexes": "Hexes controlled by the Allies",
    "luck": LUCK_IN_STEPS,
}


def summary_of(setting: DarkSummer, moments: Sequence[Moment], seat: str | None) -> Summary:
    """Curves over a game's whole course."""
    return _Teller(State).over(moments, seat)


class _Teller(Curves[State]):
    """Goes through a game and keeps count."""

    titles = TITLES
    notes = NOTES

    def count(self, number: int, state: State, events: Sequence[Event]) -> None:
        """Losses, luck, points and ground."""
        for event in events:
            if event.kind == "combat":
                self.count_luck(self.before or state, event)
            self.count_losses(event, lambda piece: state.campaign.side[unit_number(piece)])
        self.mark_sides(number, SEATS)
        points = points_now(state)
        for side, seat in enumerate(SEATS):
            self.mark("points", seat, number, points[side] / 2)
        self.mark("hexes", SEATS[ALLIED], number, state.held.bit_count())

    def count_luck(self, before: State, event: Event) -> None:
        """What a result cost the defender more than the attacker, less what it would have cost him more on average."""
        faces = faces_in(before, event)
        if len(faces) == 1:
            return
        defenders = len(event.numbers("defenders"))
        gains = [_gain(face, defenders) for face in faces]
        assert event.result is not None
        attacker = SEATS.index(str(event.facts["side"]))
        self.count_throw(attacker, gains[event.result.die - 1] - sum(gains) / len(gains))


def faces_in(before: State, event: Event) -> tuple[Face, ...]:
    """What each die would have brought a combat, from the state in which the order was given that led to it."""
    assert event.result is not None
    attack = Attack(event.number("hex"), event.numbers("attackers"))
    there = before.copy()
    there.hush()
    for unit in set(defenders_of(before, attack)) - set(event.numbers("defenders")):
        there.remove(unit)  # it was turned up and worth nothing
    return faces_of(there, attack, event.result.column - 1)


def _gain(face: Face, defenders: int) -> float:
    """Steps that a result costs the defenders, less those that it costs the attackers."""
    return face.cost.defender - face.cost.attacker + (RETREAT * defenders if face.result in RETREATS else 0)
