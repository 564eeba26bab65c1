"""What each side may set out to do, and what it cares about then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bocage.players.fire_movement.weights import ALLIED, GERMAN, Weights
from bocage.players.policy import Stance

CAEN: Final = ("sword", "on_to_caen", "commonwealth_campaign")
SIEGED: Final = ("sword", "on_to_caen")
AMERICAN: Final = ("utah", "omaha", "us_campaign")

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
    # Fire comes down on a stack as on one unit, and nothing hurts who waits at sea.
    Stance("reserve_afloat", "keeps every beachhead full and the rest at sea in reserve", -0.1, ("sword",)): replace(
        _HOLDING,
        beachhead=60.0,
        hold=6.0,
        fear_of_fire=0.9,
        fear_of_attack=0.6,
        other_beachhead=0.9,
        attack_per_guard=1.0,
        garrison=3,
        foresight=4,
        most_posts=0,
    ),
    # German guns are weak there; at Sword the same weights lose the beaches.
    Stance("grind", "grinds down whoever holds its objectives, step by step", 0.12, AMERICAN): replace(
        ALLIED, grind=0.7, taken=0.8, objective=30.0, joining=0.05, own_loss=0.35, most_guards=2
    ),
    # Commonwealth brigades hold a beach with few, so the rest can go.
    Stance("drive", "drives on Caen with all that the beaches can spare", 0.07, CAEN): replace(
        ALLIED, objective=40.0, pull=0.7, own_loss=0.4, eagerness=2.0, most_guards=2, most_posts=0
    ),
    Stance("press", "presses on from behind a line before the beaches"): replace(
        _HOLDING, objective=30.0, pull=0.5, most_guards=3
    ),
}

_GERMAN: Final = {
    Stance("strike", "strikes where it can and keeps what it has"): GERMAN,
    Stance("grip", "strikes hard at the beaches and keeps a grip on its objectives"): replace(
        GERMAN, own_loss=0.6, least_gain=0.2, fear_of_fire=0.4, fear_of_attack=0.3, beachhead=70.0, objective=40.0
    ),
    # Attacks wear out those who will be missing in the city.
    Stance("dig_in", "digs in on its objectives and lets the enemy come", 0.08, CAEN): replace(
        GERMAN, objective=40.0, beachhead=20.0, own_loss=1.5, least_gain=1.5, stiffness=1.0
    ),
    # Elsewhere more Allies come ashore than such a ring can hold.
    Stance("besiege", "closes in on the beaches with all it has", 0.0, SIEGED): replace(
        GERMAN, siege=0.6, beachhead=90.0, fear_of_attack=0.3, fear_of_fire=0.4, eagerness=1.5
    ),
    Stance("cut_off", "cuts the objectives off from supply at the end", 0.05, AMERICAN): replace(GERMAN, cutting=40.0),
    Stance("hold_objectives", "holds the objectives", -0.1): replace(
        GERMAN, objective=30.0, beachhead=20.0, least_gain=1.5
    ),
}

STANCES: Final[Mapping[str, tuple[Stance, ...]]] = {"allied": tuple(_ALLIED), "german": tuple(_GERMAN)}
_WEIGHTS: Final = {stance.name: cares for side in (_ALLIED, _GERMAN) for stance, cares in side.items()}


def weights_in(stance: str) -> Weights:
    """What a side cares about in a stance."""
    return _WEIGHTS[stance]
