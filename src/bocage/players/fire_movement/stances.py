"""What each side may set out to do, and what it cares about then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bocage.players.fire_movement.weights import ALLIED, GERMAN, Weights
from bocage.players.policy import Stance

_ALLIED: Final = {
    Stance("advance", "goes forward where it finds the way open"): ALLIED,
    Stance("hold_beaches", "holds the beaches"): replace(
        ALLIED, beachhead=45.0, attack_per_guard=3.0, attack_per_post=3.0, pull=0.35
    ),
    Stance("drive", "drives on its objectives"): replace(
        ALLIED, objective=30.0, pull=0.7, caution=0.5, fear_of_attack=0.2
    ),
    Stance("husband", "husbands its strength"): replace(ALLIED, own_loss=0.8, fear_of_fire=0.8, fear_of_attack=0.5),
    Stance("batter", "batters the enemy with all its guns"): replace(ALLIED, marker=0.5, spare_marker=0.1),
}

_GERMAN: Final = {
    Stance("strike", "strikes where it can and keeps what it has"): GERMAN,
    Stance("into_the_sea", "throws them into the sea"): replace(
        GERMAN, beachhead=90.0, eagerness=1.5, fear_of_fire=0.4, pull=0.6
    ),
    Stance("hold_objectives", "holds the objectives"): replace(GERMAN, objective=30.0, beachhead=20.0, least_gain=1.5),
    Stance("delay", "delays the enemy and husbands its strength"): replace(
        GERMAN, own_loss=1.5, fear_of_fire=1.0, fear_of_attack=0.8, least_gain=2.0
    ),
}

STANCES: Final[Mapping[str, tuple[Stance, ...]]] = {"allied": tuple(_ALLIED), "german": tuple(_GERMAN)}
_WEIGHTS: Final = {stance.name: cares for side in (_ALLIED, _GERMAN) for stance, cares in side.items()}


def weights_in(stance: str) -> Weights:
    """What a side cares about in a stance."""
    return _WEIGHTS[stance]
