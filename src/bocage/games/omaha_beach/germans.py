"""The German units on the map as they stand, and what they overlook.

Every unit asks for this at every decision, and it seldom changes. So it is worked out once and kept with the state; it
remembers from what it was worked out, and whoever asks for it gets a new one when that has changed.
"""

from __future__ import annotations

from bocage.games.omaha_beach.armor import armor_field, fire_from, is_armor
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.terms import Intensity
from bocage.hexes import Hex, HexSet


class Germans:
    """Where German units are and where they fire."""

    def __init__(self, g: State) -> None:
        self._units, self._armor_at = g.german.copy(), g.armor_at.copy()
        self._disrupted, self._plunging = g.german_disrupted, g.plunging
        self.hexes: HexSet = 0  # with a German unit
        self.dots: HexSet = 0  # with a fire dot of a unit, disrupted or not (12.31)
        self.fire: HexSet = 0  # in the field of fire of a unit; a disrupted one has none (6.4)
        self.intense_fire: HexSet = 0
        self.heavy_fire: HexSet = 0  # intense and steady
        self.dangers: dict[Hex, tuple[tuple[int, HexSet], ...]] = {}  # what ``movement.dangerous`` has found so far
        for position, unit in enumerate(g.german):
            if unit != NONE:
                self._add(g, position)

    def _add(self, g: State, position: int) -> None:
        battle, group, here = g.battle, g.battle.group_of[position], g.hex_of(position)
        if is_armor(g, position):
            field, fire = armor_field(g, position), fire_from(battle, here)
        else:
            field, fire = battle.field[group], battle.fire[group]
        self.hexes |= 1 << here
        self.dots |= fire
        if not g.german_disrupted >> position & 1:
            self.fire |= fire
            self.intense_fire |= field[Intensity.INTENSE]
            self.heavy_fire |= field[Intensity.INTENSE] | field[Intensity.STEADY]

    def are_as_in(self, g: State) -> bool:
        """Whether all German units are still as they were."""
        return (
            self._units == g.german
            and self._disrupted == g.german_disrupted
            and self._armor_at == g.armor_at
            and self._plunging == g.plunging
        )


def germans(g: State) -> Germans:
    """The German units of a game, worked out anew only if something about them has changed."""
    found = g.germans
    if found is None or not found.are_as_in(g):
        found = g.germans = Germans(g)
    return found
