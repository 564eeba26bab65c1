"""What each side may set out to do, and what it cares about then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bocage.players.fire_movement.weights import ALLIED, GERMAN, Weights
from bocage.players.policy import Stance

_HOLDING: Final = replace(  # tuned in 1,200 games of Sword Beach against the usual ones, then rounded by hand
    ALLIED,
    reserve=25.0,
    pull=0.4,
    eagerness=1.1,
    least_gain=0.3,
    stiffness=0.95,
    other_beachhead=0.4,
    hold=3.0,
    attack_per_guard=3.2,
    most_guards=6,
    post=1.1,
    attack_per_post=2.0,
    most_posts=6,
)

_ALLIED: Final = {
    Stance("advance", "goes forward where it finds the way open"): ALLIED,
    Stance("hold_beaches", "holds the beaches with a line before them", -0.02): _HOLDING,
    Stance("press", "presses on from behind a line before the beaches", 0.02): replace(
        _HOLDING, objective=30.0, pull=0.5, most_guards=3
    ),
    Stance("drive", "drives on its objectives from behind a line before the beaches", 0.01): replace(
        _HOLDING, objective=40.0, pull=0.65, most_guards=3
    ),
}

_GERMAN: Final = {
    Stance("strike", "strikes where it can and keeps what it has"): GERMAN,
    Stance("grip", "strikes hard at the beaches and keeps a grip on its objectives", 0.03): replace(
        GERMAN, own_loss=0.6, least_gain=0.2, fear_of_fire=0.4, fear_of_attack=0.3, beachhead=70.0, objective=40.0
    ),
    Stance("into_the_sea", "throws them into the sea"): replace(
        GERMAN, beachhead=90.0, eagerness=1.5, fear_of_fire=0.4, pull=0.6
    ),
    Stance("hold_objectives", "holds the objectives", -0.1): replace(
        GERMAN, objective=30.0, beachhead=20.0, least_gain=1.5
    ),
}

STANCES: Final[Mapping[str, tuple[Stance, ...]]] = {"allied": tuple(_ALLIED), "german": tuple(_GERMAN)}
_WEIGHTS: Final = {stance.name: cares for side in (_ALLIED, _GERMAN) for stance, cares in side.items()}


def weights_in(stance: str) -> Weights:
    """What a side cares about in a stance."""
    return _WEIGHTS[stance]
