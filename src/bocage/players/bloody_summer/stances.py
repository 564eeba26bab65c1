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
    boldness: float = 1.0  # standing where enemies can be beaten
    caution: float = 1.0  # threatened hexes that are held
    exposed: float = 1.0  # steps in hexes that will fall
    aims: Mapping[str, float] = field(default_factory=dict)  # of Allied places: the strength that is sent there
    posts: Mapping[str, float] = field(default_factory=dict)  # of German places: the defence wanted beyond the usual


USUAL: Final = Cares()

_ALLIED: Final = {
    Stance("town_by_town", "takes one town after the other"): USUAL,
    Stance("cherbourg_first", "takes Cherbourg first"): Cares(aims={"Cherbourg": 1.6, "Saint-Lô": 0.4}, march=1.3),
    Stance("break_out", "breaks out by Saint-Lô and Avranches"): Cares(
        aims={"Saint-Lô": 1.6, "Coutances": 1.5, "Avranches": 1.5, "Cherbourg": 0.7}
    ),
    Stance("drive", "drives on, whatever it costs"): Cares(march=1.6, boldness=1.5, exposed=0.5),
    Stance("husband", "husbands its divisions"): Cares(boldness=0.7, caution=1.5, exposed=1.8),
}
_GERMAN: Final = {
    Stance("hold_the_line", "holds the line where it is threatened"): USUAL,
    Stance("hold_cherbourg", "holds Cherbourg to the last"): Cares(posts={"Cherbourg": 18.0, "Valognes": 6.0}),
    Stance("bar_the_cotentin", "bars the way up the Cotentin"): Cares(
        posts={"Valognes": 12.0, "Carentan": 8.0, "La Haye-du-Puits": 6.0}, caution=1.2
    ),
    Stance("feed_caen", "feeds Caen"): Cares(posts={"Caen": 14.0, "Troarn": 6.0, "Villers-Bocage": 6.0}),
    Stance("counterattack", "counterattacks wherever it can"): Cares(boldness=2.5, exposed=0.6),
}

STANCES: Final[Mapping[str, tuple[Stance, ...]]] = {"allied": tuple(_ALLIED), "german": tuple(_GERMAN)}
_CARES: Final = {stance.name: cares for side in (_ALLIED, _GERMAN) for stance, cares in side.items()}


def cares_in(stance: str) -> Cares:
    """What a side cares about in a stance; without one what it usually does."""
    return _CARES[stance] if stance else USUAL
