"""What things are worth to greedy in A Bloody Summer, in steps of an average unit."""

from __future__ import annotations

from typing import Final

# -- places -----------------------------------------------------------------------------------------

TOWN: Final = 3.0  # a town hex, which scores three points
BEACH: Final = 6.0  # a beach hex, for four of them end the game
PORT: Final = 1.0
HARBOUR: Final = 4.0  # Cherbourg
EXIT: Final = 1.0  # a hex by which Germans come and armies break out
AVERAGE: Final = 3.5  # attack and defence of an average step

# -- attacks ----------------------------------------------------------------------------------------

GROUND: Final = (1.0, 0.4)  # any hex taken: the Allies have to get on
DRIVEN_OFF: Final = 0.3  # of a step, for each step that must retreat
DISORGANISED: Final = 0.15  # a level of a step
EXPLOIT: Final = 0.6  # the chance to go on
OWN_LOSS: Final = (0.7, 1.0)  # how a side minds its own steps: the Allies have more
LEAST_ATTACK: Final = (0.1, 0.25)  # below this a side does not attack
EFFORT: Final = (0.015, 0.04)  # a factor of attack that could serve elsewhere
UPHEAVAL: Final = (0.05, 0.1)  # a unit that moves to attack
LEAVE_LINE: Final = (0.6, 9.0)  # the last unit of a hex at the front that does
BREACH: Final = 5.0  # what is dearer than this is not done
MARKER: Final = 0.5  # what the attacks of an activation must be worth together, if they cost a marker
LEADER: Final = 1.0  # a headquarters more that is activated, where that costs a marker
FURTHER: Final = 0.65  # of it, each further marker with the same headquarters
LITTLE: Final = 0.1  # a marker with a headquarters that sees nobody to attack
SHIFT: Final = 0.05  # what a shift must bring that could serve elsewhere

# -- movement ---------------------------------------------------------------------------------------

MARCH: Final = 0.3  # a movement point nearer to the goal
MASS: Final = 1.0  # how much an attack that can be made draws units
UNSUPPLIED: Final = 2.5  # beyond the reach of every headquarters
EXPOSED: Final = (0.5, 0.7)  # a step in a hex that will fall
GUARD: Final = 6.0  # a place of worth that is not left empty
STAY: Final = 0.15
HOLD: Final = (2.2, 4.0)  # a threatened hex that is held
COVER: Final = (0.35, 0.9)  # a hex before the enemy that lies in a zone of control
TRAPPED: Final = 1.0
HOMEWARD: Final = 3.0  # airborne and commandos who could be sent home, out of touch with the enemy
OVERRUN: Final = (0.6, 1.0)  # what an overrun must promise
LIKELY_BREACH: Final = 0.3  # the chance of exploitation for which armour waits

# -- headquarters -----------------------------------------------------------------------------------

IN_COMMAND: Final = 0.5  # a unit within the radius
NEAR_ENEMY: Final = 4.0  # a headquarters beside an enemy
LEAD_OUT: Final = 12.0  # an exit with units of its own that are about to leave
