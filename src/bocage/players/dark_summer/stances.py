"""What each side may set out to do, and what it cares about then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bocage.players.policy import Stance


@dataclass(frozen=True)
class Cares:
    """What a side cares about more than usual, or less: each a factor of a weight, if nothing else is said."""

    march: float = 1.0  # getting nearer to the goal
    mass: float = 1.0  # standing where enemies can be beaten
    exposed: float = 1.0  # steps in hexes that will fall
    counters: float = 1.0  # hexes beside lone Open Beaches
    least_attack: float = 0.0  # what an attack must be worth beyond the usual
    edge: float = 0.35  # the share of the British who make for the eastern edge once Caen is theirs
    break_out: int = 8  # the turn from which on they do
    flanks: int = 0  # half Movement Points that a German ZOC counts on the way to a goal, and twice that the Germans
    rear: bool = False  # divisions that can score no more hold what the others took
    moving: float = 1.0  # Move Rounds from then on
    follow: bool = False  # the rest of a division that has begun to leave the map does nothing but follow
    fortress: float = 1.0  # the defence of Cherbourg
    raids: float = 0.0  # places that score and are left open to Germans in the last turns


USUAL: Final = Cares()

_ALLIED: Final = {
    Stance("on_all_fronts", "takes Cherbourg and Caen, then breaks out"): USUAL,
    Stance("break_out", "goes round the enemy, to Avranches and over the eastern edge", lead=0.12): Cares(
        edge=0.9, break_out=6, flanks=8, rear=True, moving=1.5, follow=True
    ),
}
_GERMAN: Final = {
    Stance("hold_the_line", "holds the line where it is threatened"): USUAL,
    Stance("fortress", "makes Cherbourg a fortress, and raids what is left open in the end", lead=0.1): Cares(
        fortress=2.6, raids=0.7
    ),
    Stance("at_the_beaches", "counterattacks at the Beaches"): Cares(
        counters=2.5, mass=2.0, exposed=0.7, least_attack=-0.15
    ),
}

STANCES: Final[Mapping[str, tuple[Stance, ...]]] = {"allied": tuple(_ALLIED), "german": tuple(_GERMAN)}
_CARES: Final = {stance.name: cares for side in (_ALLIED, _GERMAN) for stance, cares in side.items()}


def cares_in(stance: str) -> Cares:
    """What a side cares about in a stance; without one what it usually does."""
    return _CARES[stance] if stance else USUAL
