"""Movement on the map (rulebook 4.1.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bocage.games.bloody_summer.places import Place
from bocage.games.bloody_summer.state import State
from bocage.kernel import Next, Procedure, done


class Moves(NamedTuple):
    """Where units can go together."""

    reach: tuple[Place, ...]


@dataclass
class MovementPhase(Procedure[None]):
    """A side moves; on turn 0 with half its movement."""

    side: int
    half: bool = False

    def begin(self, g: State) -> Next:
        """Nothing yet."""
        return done()
