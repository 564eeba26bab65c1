"""What the Americans may set out to do, and what they care about then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bocage.players.policy import Stance


@dataclass(frozen=True)
class Cares:
    """What the Americans care about more than usual, or less: each a factor of a weight."""

    steps: float = 1.0  # steps that are lost
    risk: float = 1.0  # fire that is expected on the way and where a unit stays
    points: float = 1.0  # positions and draws that count for victory
    silence: float = 1.0  # the fire of positions that are defeated
    top: float = 1.0  # infantry on the high ground


USUAL: Final = Cares()

_US: Final = {
    Stance("off_the_beach", "gets off the beach and takes what counts"): USUAL,
    Stance("up_the_bluffs", "climbs the bluffs between the draws"): Cares(top=1.6, risk=0.8),
    Stance("open_the_draws", "opens the draws from the bluffs above"): Cares(points=1.5, top=1.6, risk=0.8),
    Stance("silence_the_guns", "silences the strongpoints first"): Cares(silence=1.7, points=0.8),
    Stance("spare_the_companies", "spares its companies"): Cares(steps=1.6, risk=1.6),
}

STANCES: Final[Mapping[str, tuple[Stance, ...]]] = {"us": tuple(_US)}
_CARES: Final = {stance.name: cares for stance, cares in _US.items()}


def cares_in(stance: str) -> Cares:
    """What the Americans care about in a stance; without one what they usually do."""
    return _CARES[stance] if stance else USUAL
