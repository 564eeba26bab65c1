"""A game at a glance: curves of losses, ground held and luck.

Losses, ground and the results of combats are known to everybody, so the curves are the same for every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.games.fire_movement.battle import ALLIED, SEATS
from bocage.games.fire_movement.results import NO_EFFECT_IN_BOMBARDMENT, RETREAT_OF_ATTACKER, RETREAT_OF_DEFENDER
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.victory import captured_city_hexes, taken_of
from bocage.games.fire_movement.words import unit_number
from bocage.hexes import Hex
from bocage.kernel import Event
from bocage.table.curves import LOSSES_NOTE, LUCK_IN_STEPS, Curves
from bocage.table.model import Summary

if TYPE_CHECKING:
    from bocage.table import Moment

RETREAT = 0.5  # what a retreat counts, in steps: the unit may stand and lose one instead

NOTES = [
    LOSSES_NOTE,
    "Ground: objectives, or city hexes in a campaign, that the Allies hold in supply; and all hexes last held by them.",
    "Luck: for every combat the steps that its result cost the other side, less those that it cost one's own, beyond "
    "the average of the six dice in the same column of the results table, added up. Above zero the dice have been kind "
    "to a side, and as unkind to the other. A retreat counts half a step for each unit, since the unit may stand and "
    "lose one instead.",
]

TITLES = {
    "losses": "Steps lost",
    "objectives": "Objectives held by the Allies",
    "hexes": "Hexes held by the Allies",
    "luck": LUCK_IN_STEPS,
}


def summary_of(setting: FireMovement, moments: Sequence[Moment], seat: str | None) -> Summary:
    """Curves over a game's whole course."""
    return _Teller(setting).over(moments, seat)


class _Teller(Curves[State]):
    """Goes through a game and keeps count."""

    titles = TITLES
    notes = NOTES
    beginning = "Landings"

    def __init__(self, setting: FireMovement) -> None:
        super().__init__(State)
        self.table = setting.battle.table
        self.beach_assault = setting.cite("10.9.4")
        self.attackers: tuple[int, ...] = ()

    def count(self, number: int, state: State, events: Sequence[Event]) -> None:
        """Losses, luck and ground."""
        for event in events:
            self.count_losses(event, lambda piece: state.battle.side[unit_number(piece)])
            if event.kind == "attack_declared":
                self.attackers = event.numbers("units")
            elif event.kind == "combat_result":
                self.count_luck(self.before or state, event)
        self.mark_sides(number, SEATS)
        self.mark("objectives", SEATS[ALLIED], number, self.taken(state))
        self.mark("hexes", SEATS[ALLIED], number, state.held.bit_count())

    def taken(self, state: State) -> int:
        """How many objectives the Allies have, or city hexes in a campaign."""
        battle = state.battle
        if battle.scenario.campaign:
            return captured_city_hexes(state)
        return taken_of(state, battle.areas[0].objectives).bit_count()

    def count_luck(self, before: State, event: Event) -> None:
        """What a result cost the defender more than the attacker, less what it would have cost him more on average."""
        found, hex_ = event.result, event.number("hex")
        assert found is not None
        ground = event.rule == "8.2.1"
        attacker = before.active if before.turn else ALLIED
        bombardment, beach = event.rule == "8.1.2", event.rule == self.beach_assault
        attackers = self.attackers if ground else _units_in(before, hex_, ALLIED)
        defenders = () if beach else _units_in(before, hex_, 1 - attacker)

        def gain(result: str) -> float:
            of_attacker, of_defender = _price(before, result, attackers, defenders, bombardment, beach)
            return of_defender - of_attacker

        expected = sum(chance * gain(result) for result, chance in self.table.distribution(found.column).items())
        self.count_throw(attacker, gain(found.outcome[0]) - expected)


def _units_in(state: State, hex_: Hex, side: int) -> tuple[int, ...]:
    return tuple(unit for unit in state.at.get(hex_, ()) if state.battle.side[unit] == side)


def _price(
    state: State, result: str, attackers: tuple[int, ...], defenders: tuple[int, ...], bombardment: bool, beach: bool
) -> tuple[float, float]:
    """Steps that a result costs the attackers and the defender; a hex has one defender, the first if it is a stack."""
    of_defender = _of_defender(state, result, defenders[:1])
    if bombardment:
        of_attacker = 1.0 if result == "(A)" else 0.0
        return of_attacker, 0.0 if result in NO_EFFECT_IN_BOMBARDMENT else of_defender
    if result == "Ae":
        return sum(_steps(state, unit) for unit in attackers), of_defender
    if result in RETREAT_OF_ATTACKER:
        return len(attackers) * (1.0 if beach else RETREAT), of_defender
    return (1.0 if result in ("Ex", "(A)") else 0.0), of_defender


def _of_defender(state: State, result: str, defender: tuple[int, ...]) -> float:
    if not defender:
        return 0.0
    if result == "De":
        return _steps(state, defender[0])
    if result in RETREAT_OF_DEFENDER:
        return RETREAT
    return 1.0 if result == "Ex" else 0.0


def _steps(state: State, unit: int) -> int:
    return 2 if state.battle.two_step[unit] and not state.is_reduced(unit) else 1
