"""The German units on the map as they stand, and what they overlook.

Every unit asks for this at every decision, and it seldom changes. So it is worked out once for all states in which
Germans stand alike; a state remembers which that was and how they stood, and asks anew when they stand otherwise.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bocage.games.omaha_beach.armor import field_from, fire_from
from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.terms import Intensity
from bocage.hexes import Hex, HexSet, mask, members

if TYPE_CHECKING:
    from bocage.games.omaha_beach.ground import Ground

REMEMBERED = 256  # arrangements of German units


class Germans:
    """Where German units are and where they fire."""

    def __init__(self, battle: Battle, held: int, disrupted: int, armor_at: tuple[Hex, ...]) -> None:
        """``held``: mask of the positions with a unit."""
        self.hexes: HexSet = 0  # with a German unit
        self.dots: HexSet = 0  # with a fire dot of a unit, disrupted or not (12.31)
        self.fire: HexSet = 0  # in the field of fire of a unit; a disrupted one has none (6.4)
        self.intense_fire: HexSet = 0
        self.heavy_fire: HexSet = 0  # intense and steady
        self.dangers: dict[Hex, tuple[tuple[int, HexSet], ...]] = {}  # what ``movement.dangerous`` has found so far
        self.grounds: dict[object, Ground] = {}  # what ``ground.ground`` has found so far
        for position in members(held):
            if position >= battle.first_armor:
                here = armor_at[position - battle.first_armor]
                field, fire = field_from(battle, here), fire_from(battle, here)
            else:
                here, group = battle.positions[position].hex, battle.group_of[position]
                field, fire = battle.field[group], battle.fire[group]
            self.hexes |= 1 << here
            self.dots |= fire
            if not disrupted >> position & 1:
                self.fire |= fire
                self.intense_fire |= field[Intensity.INTENSE]
                self.heavy_fire |= field[Intensity.INTENSE] | field[Intensity.STEADY]


class Sighting(NamedTuple):
    """The Germans of a state, and how they stood."""

    germans: Germans
    units: list[int]
    armor_at: list[Hex]
    disrupted: int
    plunging: bool


def germans(g: State) -> Germans:
    """The German units of a game, asked for anew only if something about them has changed."""
    last = g.sighting
    if (
        last is not None
        and last.units == g.german
        and last.disrupted == g.german_disrupted
        and last.armor_at == g.armor_at
        and last.plunging == g.plunging
    ):
        return last.germans
    held = mask([position for position, unit in enumerate(g.german) if unit != NONE])
    found = _germans(g.battle, held, g.german_disrupted, tuple(g.armor_at), g.plunging)
    g.sighting = Sighting(found, g.german.copy(), g.armor_at.copy(), g.german_disrupted, g.plunging)
    return found


@lru_cache(maxsize=REMEMBERED)
def _germans(battle: Battle, held: int, disrupted: int, armor_at: tuple[Hex, ...], plunging: bool) -> Germans:
    return Germans(battle, held, disrupted, armor_at)
