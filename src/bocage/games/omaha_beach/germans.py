"""What the German units on the map overlook as they stand, and what is known of the ground between them.

Every unit asks for this at every decision, and it seldom changes. So it is worked out once for all states in which
Germans stand alike; a state remembers which that was and how they stood, and asks anew when they stand otherwise.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bocage.games.omaha_beach.armor import field_from
from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import Intensity
from bocage.hexes import Hex, HexSet, members

if TYPE_CHECKING:
    from bocage.games.omaha_beach.ground import Ground

REMEMBERED = 64  # arrangements of German units


class Germans:
    """Where German units fire."""

    def __init__(self, battle: Battle, held: int, disrupted: int, armor_at: tuple[Hex, ...]) -> None:
        """``held``: mask of the positions with a unit."""
        self._battle, self._armor_at = battle, armor_at
        self._held, self._awake = held, held & ~disrupted
        self.dangers: dict[Hex, tuple[tuple[int, HexSet], ...]] = {}  # what ``movement.dangerous`` has found so far
        self.potential: dict[object, HexSet] = {}  # what ``control.potential_fire`` has found so far
        self.grounds: dict[object, Ground] = {}  # what ``ground.ground`` has found so far

    @cached_property
    def dots(self) -> HexSet:
        """Hexes with a fire dot of a unit, disrupted or not (12.31)."""
        return self._overlooked(self._held, *Intensity)

    @cached_property
    def fire(self) -> HexSet:
        """Hexes in the field of fire of a unit; a disrupted one has none (6.4)."""
        return self._overlooked(self._awake, *Intensity)

    @cached_property
    def intense_fire(self) -> HexSet:
        """Hexes in intense fire."""
        return self._overlooked(self._awake, Intensity.INTENSE)

    @cached_property
    def heavy_fire(self) -> HexSet:
        """Hexes in intense or steady fire."""
        return self._overlooked(self._awake, Intensity.INTENSE, Intensity.STEADY)

    def _overlooked(self, positions: int, *intensities: Intensity) -> HexSet:
        battle, hexes = self._battle, 0
        for position in members(positions):
            if position >= battle.first_armor:
                field = field_from(battle, self._armor_at[position - battle.first_armor])
            else:
                field = battle.field[battle.group_of[position]]
            for intensity in intensities:
                hexes |= field[intensity]
        return hexes


class Sighting(NamedTuple):
    """The Germans of a state, and how they stood."""

    germans: Germans
    held: int
    disrupted: int
    armor_at: list[Hex]


def germans(g: State) -> Germans:
    """The German units of a game, asked for anew only if something about them has changed."""
    last = g.sighting
    if last is not None and last[1] == g.held and last[2] == g.german_disrupted and last[3] == g.armor_at:
        return last[0]
    found = _germans(g.battle, g.held, g.german_disrupted, tuple(g.armor_at))
    g.sighting = Sighting(found, g.held, g.german_disrupted, g.armor_at.copy())
    return found


@lru_cache(maxsize=REMEMBERED)
def _germans(battle: Battle, held: int, disrupted: int, armor_at: tuple[Hex, ...]) -> Germans:
    return Germans(battle, held, disrupted, armor_at)
