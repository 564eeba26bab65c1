"""The ground as units find it that move now.

It is the same for all of them and seldom changes, so it is kept with the German units on it, by all else on which it
depends: the turn, and what engineers have done.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from bocage.games.omaha_beach.engineer_bases import engineer_range, traffic_range
from bocage.games.omaha_beach.germans import Germans, germans
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.tables import Passage
from bocage.games.omaha_beach.terms import Mover
from bocage.hexes import Hex

Path: TypeAlias = tuple[Hex, ...]  # the hexes of a move in their order, without the one where it starts
Cliffs: TypeAlias = Literal["not", "too", "only"]  # whether moves cross them
Standing: TypeAlias = tuple[Mover, bool, Hex, int]  # what moves, a tank or not, from where, from the foot of a cliff


class Move(NamedTuple):
    """A move of one hex: how the hexside is passed, and past which position groups the unit infiltrates."""

    to: Hex
    passage: Passage
    past: tuple[int, ...]


class Ground:
    """What all units find on the map, and where those go that have been asked about so far."""

    def __init__(self, g: State, known: Germans) -> None:
        self.germans = known
        self.cleared = engineer_range(g)  # hexes
        self.traffic = traffic_range(g)  # hexes in which it is directed
        self.tide = g.battle.tide(g.turn)
        self.long_moves = has_long_moves(g)
        self.cliffs: Cliffs = "too" if self.long_moves else "not"
        # Beside Germans: by what moves, whence, on a cliff or not, escorted or not.
        self.steps: dict[tuple[Mover, Hex, int, bool], list[Move]] = {}
        self.mobile: set[tuple[int, Hex, int]] = (
            set()
        )  # units that have been found able to move: who, whence, on a cliff
        self.reach: dict[Standing, dict[Hex, Path]] = {}


def ground(g: State) -> Ground:
    """The ground as it is."""
    known = germans(g)
    key = (g.turn, *g.bases, *g.base_spaces, g.shelled, g.engineers_blocked)
    found = known.grounds.get(key)
    if found is None:
        found = known.grounds[key] = Ground(g, known)
    return found


def has_long_moves(g: State) -> bool:
    """Whether units may move more than one hex (17)."""
    return g.battle.track.during("long_moves", g.turn)
