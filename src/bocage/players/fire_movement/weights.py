"""What greedy cares about, each weight with a name, all of them here.

The unit is a point of combat strength: a full regiment (4-4) is worth eight, a step of it four.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Weights:
    """The weights of one side."""

    objective: float  # an objective hex to be won or held
    reserve: float  # being near an objective that a friend holds already
    minor_goal: float  # a hex whose capture costs the Germans a marker
    beachhead: float  # a base (Allied), or the last beachhead, each of n counting an n-th (German)
    pull: float  # per half movement point on the way to a goal
    own_loss: float  # a point of own strength, against one of the enemy's
    fear_of_fire: float  # how much of the loss expected from bombardment counts
    fear_of_attack: float  # how much of the loss expected from ground attacks counts
    supply: float  # how much of the step counts that being out of supply costs
    eagerness: float  # how much a planned attack counts when units move up to it
    least_gain: float  # what an attack must promise
    joining: float  # what one more attacker must bring
    marker: float  # the price of a support fire marker that combats to come will need
    spare_marker: float  # the price of one that is left over
    stiffness: float  # how much of a lost position counts when a unit must retreat or stand


ALLIED = Weights(
    objective=20.0,
    reserve=14.0,
    minor_goal=6.0,
    beachhead=30.0,
    pull=0.5,
    own_loss=0.5,
    fear_of_fire=0.5,
    fear_of_attack=0.3,
    supply=2.0,
    eagerness=1.5,
    least_gain=0.0,
    joining=0.15,
    marker=0.9,
    spare_marker=0.25,
    stiffness=0.7,
)

GERMAN = Weights(
    objective=20.0,
    reserve=12.0,
    minor_goal=0.0,
    beachhead=45.0,
    pull=0.4,
    own_loss=1.0,
    fear_of_fire=0.7,
    fear_of_attack=0.5,
    supply=0.0,
    eagerness=1.0,
    least_gain=0.5,
    joining=0.15,
    marker=0.6,
    spare_marker=0.05,
    stiffness=0.7,
)


def on_the_last_turn(weights: Weights) -> Weights:
    """When nothing comes after this turn, only ground counts."""
    return replace(
        weights,
        own_loss=0.2,
        fear_of_fire=0.1,
        fear_of_attack=0.2,
        objective=3 * weights.objective,
        beachhead=3 * weights.beachhead,
        least_gain=0.0,
    )


def by_balance(weights: Weights, balance: float) -> Weights:
    """The weaker side is in less of a hurry and more afraid; ``balance`` is its strength by the enemy's."""
    bold = round(min(1.0, max(SHYEST, balance**CAUTION)), 1)
    return replace(weights, pull=weights.pull * bold)


CAUTION = 1.0
SHYEST = 0.1
