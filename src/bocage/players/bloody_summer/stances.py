"""What each side may set out to do, and what it cares about then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bocage.players.policy import Stance


@dataclass(frozen=True)
class Cares:
    """What a side cares about more than usual, or less: each a factor of a weight, if nothing else is said."""

    march: float = 1.0  # getting nearer to the goal
    boldness: float = 1.0  # standing where enemies can be beaten
    caution: float = 1.0  # threatened hexes that are held
    exposed: float = 1.0  # steps in hexes that will fall
    cover: float = 1.0  # ground before the enemy that lies in a zone of control
    guard: float = 1.0  # places of worth that are not left empty
    attack: float = 1.0  # what an attack must be worth
    leave: float = 1.0  # the last unit of a hex at the front that goes to attack
    thin: float = 1.0  # an empty hex at the front that somebody holds
    comrades: float = 0.0  # not a factor: how far a unit cares for those whom it joins
    foresight: float = 0.0  # not a factor: of the attack of enemies three hexes away; half of it at four
    harbour: float = 0.0  # not a factor: what each point of defence is worth in the port of Cherbourg
    siege: float = 0.0  # not a factor: of a fortified town's worth, what it is worth to wear down who hold it
    purpose: float = 0.0  # not a factor: of the way to its goal that a unit gives up for an attack
    aims: Mapping[str, float] = field(default_factory=dict)  # of Allied places: the strength that is sent there
    posts: Mapping[str, float] = field(default_factory=dict)  # of German places: the defence wanted beyond the usual


USUAL: Final = Cares()

RACE: Final = ("race_to_cherbourg",)
CAMPAIGN: Final = ("campaign",)
LATER: Final = ("operation_cobra", "campaign")

_RACING: Final = Cares(
    aims={"Carentan": 0.0, "Sainte-Mère-Église": 0.0, "Valognes": 0.0, "Cherbourg": 1.7}, march=1.5, purpose=0.5
)

_ALLIED: Final = {
    Stance("town_by_town", "takes one town after the other"): USUAL,
    Stance("race", "drives on Cherbourg with all it has", 0.2, RACE): _RACING,
    # Against a filled port it wins every other game, where the race wins one in forty; elsewhere it is no better.
    Stance("wear_down", "drives on Cherbourg and wears its garrison down", 0.1, RACE): replace(_RACING, siege=3.0),
    Stance("cherbourg_first", "takes Cherbourg first", 0.0, CAMPAIGN): Cares(
        aims={"Cherbourg": 1.6, "Saint-Lô": 0.4}, march=1.3, siege=3.0
    ),
    Stance("break_out", "breaks out by Saint-Lô and Avranches", 0.0, LATER): Cares(
        aims={"Saint-Lô": 1.6, "Coutances": 1.5, "Avranches": 1.5, "Cherbourg": 0.7}
    ),
    Stance("drive", "drives on, whatever it costs"): Cares(march=1.6, boldness=1.5, exposed=0.5),
    Stance("husband", "husbands its divisions", 0.0, LATER): Cares(boldness=0.7, caution=1.5, exposed=1.8),
}
_GERMAN: Final = {
    Stance("hold_the_line", "holds the line where it is threatened"): USUAL,
    Stance("fortress", "fills Cherbourg with all who can reach it", 0.3, RACE): Cares(
        posts={"Cherbourg": 60.0}, harbour=3.0
    ),
    Stance("hold_cherbourg", "holds Cherbourg to the last", 0.0, CAMPAIGN): Cares(
        posts={"Cherbourg": 18.0, "Valognes": 6.0}, harbour=0.5
    ),
    Stance("bar_the_cotentin", "bars the way up the Cotentin", 0.0, RACE): Cares(
        posts={"Valognes": 12.0, "Carentan": 8.0, "La Haye-du-Puits": 6.0}, caution=1.2
    ),
    Stance("feed_caen", "feeds Caen", 0.0, LATER): Cares(posts={"Caen": 14.0, "Troarn": 6.0, "Villers-Bocage": 6.0}),
    Stance("close_ranks", "closes its ranks and holds fewer places", 0.1, CAMPAIGN): Cares(
        march=0.7, exposed=2.0, cover=0.3, guard=0.3, thin=0.4, comrades=2.0, foresight=0.5
    ),
    Stance("counterattack", "counterattacks wherever it can", 0.0, LATER): Cares(boldness=2.5, exposed=0.6),
}

STANCES: Final[Mapping[str, tuple[Stance, ...]]] = {"allied": tuple(_ALLIED), "german": tuple(_GERMAN)}
_CARES: Final = {stance.name: cares for side in (_ALLIED, _GERMAN) for stance, cares in side.items()}


def cares_in(stance: str) -> Cares:
    """What a side cares about in a stance; without one what it usually does."""
    return _CARES[stance] if stance else USUAL
