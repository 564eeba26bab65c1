"""What each side may set out to do, and what it cares about then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bocage.players.policy import Stance


@dataclass(frozen=True)
class Cares:
    """What a side cares about more than usual, or less: each a factor of a weight, if nothing else is said."""

    march: float = 1.0  # getting nearer to the goal
    mass: float = 1.0  # standing where enemies can be beaten
    exposed: float = 1.0  # steps in hexes that will fall
    hold: float = 1.0  # threatened hexes that are held
    siege: float = 1.0  # the strength that is sent to Cherbourg
    effort: float = 1.0  # the share of the strength for the first goal
    counters: float = 1.0  # hexes beside lone Open Beaches
    least_attack: float = 0.0  # what an attack must be worth beyond the usual
    sectors: Mapping[str, float] = field(default_factory=dict)  # the defence that sectors want beyond the usual


USUAL: Final = Cares()
CAEN, COTENTIN = ("4209", "4506", "4806"), ("1808", "2407", "2911")  # sectors of the front

_ALLIED: Final = {
    Stance("on_all_fronts", "takes Cherbourg and Caen, then breaks out"): USUAL,
    Stance("cherbourg_first", "takes Cherbourg first"): Cares(siege=1.6, exposed=0.8),
    Stance("all_on_caen", "puts all it has into Caen"): Cares(effort=1.5, mass=1.4),
    Stance("drive", "drives for the open country, whatever it costs"): Cares(march=1.6, exposed=0.5, least_attack=-0.1),
    Stance("husband", "husbands its divisions and guards the Beaches"): Cares(march=0.7, exposed=1.8, least_attack=0.3),
}
_GERMAN: Final = {
    Stance("hold_the_line", "holds the line where it is threatened"): USUAL,
    Stance("at_the_beaches", "counterattacks at the Beaches"): Cares(
        counters=2.5, mass=2.0, exposed=0.7, least_attack=-0.15
    ),
    Stance("feed_caen", "feeds Caen"): Cares(sectors=dict.fromkeys(CAEN, 12.0)),
    Stance("bar_the_cotentin", "bars the way to Cherbourg and Saint-Lô"): Cares(sectors=dict.fromkeys(COTENTIN, 12.0)),
    Stance("save_the_divisions", "saves its divisions to bring them away"): Cares(
        exposed=1.6, hold=0.8, least_attack=0.4
    ),
}

STANCES: Final[Mapping[str, tuple[Stance, ...]]] = {"allied": tuple(_ALLIED), "german": tuple(_GERMAN)}
_CARES: Final = {stance.name: cares for side in (_ALLIED, _GERMAN) for stance, cares in side.items()}


def cares_in(stance: str) -> Cares:
    """What a side cares about in a stance; without one what it usually does."""
    return _CARES[stance] if stance else USUAL
