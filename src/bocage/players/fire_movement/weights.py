"""What an opponent cares about, each weight with a name, all of them here.

The unit is a point of combat strength: a full regiment (4-4) is worth eight, a step of it four.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache


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
    taken: float = 0.35  # of a position: what driving its defender away is worth
    grind: float = 0.0  # of that, what counts when the defender only loses a step
    caution: float = 1.0  # how strongly being weaker slows the Allies down: a power of the balance of strengths
    # Beachheads, for the Allies:
    other_beachhead: float = 0.6  # of the worth of a base: what further beachheads are worth
    hold: float = 2.0  # how much more a base counts for those who guard it than for others on their way
    attack_per_guard: float = 4.0  # German attack strength in reach of a base that keeps one more unit in it
    most_guards: int = 3  # with more than a beachhead holds, its guards make no way for those who wait to land
    garrison: int = 1  # units that stay in each other beachhead
    post: float = 0.6  # of the worth of a base: what a unit in the line before it is worth
    attack_per_post: float = 4.0  # German attack strength in reach of a base for which the line wants one more unit
    most_posts: int = 3
    foresight: int = 0  # turns ahead in which Germans who are to arrive count as a threat to a base
    # For the Germans:
    siege: float = 0.0  # of the worth of a beachhead: what it is worth to be near one that the Allies hold
    cutting: float = 0.0  # on the last turn, to cut off an objective that the Allies hold from supply


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
    spare_marker=0.5,
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


# What both sides agree on. Combat:
DRIVEN_BACK = 0.8  # of a step: what a defender loses who must retreat or stand
GIVEN_UP = 1.0  # points by which it is worse than anything else to lose a unit that could be saved
RETREAT_COST = 0.5  # points that being driven back costs a unit, beside its position
REBUILT = 0.8  # a step that replacements can bring back counts less than one that ends a unit
PLAIN_GROUND = 3.0  # what a hex is worth that is no goal of anybody's
FOLLOWED_UP = 0.05  # the same after a bombardment, when nobody can advance

# Movement:
IN_SIGHT = 0.6  # of a goal's worth: what it is worth to be near it, not in it
LEAST_IMPROVEMENT = 0.05  # so that nobody moves to and fro for nothing
ARRIVAL = 50.0  # reinforcements come first; they have to
SHYEST = 0.1  # of its pull, what even the weakest side keeps

# Beachheads:
LEG_REACH, MOBILE_REACH = 5, 12  # hexes that a German unit may march in a turn
MARCH = 9  # the same for one on foot that has a road all the way
MAKE_ROOM = 8.0  # for leaving a full beachhead when others wait to land
LINE_DISTANCE = 3  # hexes before a base: held up there, the Germans can neither attack nor bombard it

# What the enemy can do:
LEG_RADIUS, MOBILE_RADIUS = 4, 7  # hexes from which a unit may come to attack
MOST_ATTACK = 14.0  # of the strength around a hex no more will find room to attack it
NEAR, FARTHER = 3, 6  # hexes from the enemy in which artillery will surely, or may soon, find a unit
FIRED_AT = 0.7  # of its markers that the enemy uses for bombardment
ANYWHERE = 0.3  # how likely, beside a unit near the front, one far behind it is hit by aircraft
ON_THE_WAY = 0.5  # the same for one that is farther off

# Markers:
PER_COMBAT = 2  # markers that a combat takes
UNITS_PER_ATTACK = 2.5  # units that attack together
ATTACKS_EXPECTED = 0.5  # of those the enemy could make
STRIKING_DISTANCE = 4  # hexes within which an enemy may come to attack
SHIPS_FIRST = 1000.0  # ships fire in the landings only, aircraft and artillery all the turn

WAY_IN = 0.05  # of an objective cut off: what it is worth to close one of the hexes by which supply reaches it

# Set-up and landings:
LINE_WORTH = {"clear": 0.0, "town": 1.0, "woods": 2.0, "hill": 3.0, "city": 4.0}  # of the terrain under a defender
COVERED_BEACH = 1.0  # per beach hex in a defender's zone of control that no other covers
WAY_TO_GOAL = 0.1  # per half movement point between a drop zone and the nearest objective
LINK_UP = 0.4  # per half movement point between a drop zone and the nearest beach
BAD_DROP = 1.5  # per neighbour of a drop zone in which a drifting unit suffers
CROWDED_DROP = 6.0  # drop zones side by side
HOLDS_A_BEACHHEAD = 10.0  # more than any other reason to rebuild a unit
COMPANY = (2.0, 1.0, 0.0)  # for none, one and two units already on a beach: every beachhead counts


@cache
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
    """The weaker side is in less of a hurry; ``balance`` is its strength by the enemy's."""
    return bolder(weights, round(min(1.0, max(SHYEST, balance**weights.caution)), 1))


@cache
def bolder(weights: Weights, bold: float) -> Weights:
    """The same weights, in more or less of a hurry."""
    return replace(weights, pull=weights.pull * bold)


USUAL = (ALLIED, GERMAN)  # by side
