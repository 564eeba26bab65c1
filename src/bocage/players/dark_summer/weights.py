"""What things are worth to greedy in The Dark Summer, in steps of an average unit."""

from __future__ import annotations

from typing import Final

from bocage.games.dark_summer.campaign import BRITISH, US

# -- places -----------------------------------------------------------------------------------------

POINT: Final = 3.0  # a Victory Point
KEYS: Final = {  # places on the way to something, beyond the points that they give
    "2407": 2.0, "2705": 1.0, "2204": 1.0, "1801": 1.5, "1705": 1.0, "1808": 0.5, "2215": 1.5, "2821": 1.5, "2727": 2.0,
    "2726": 6.0, "2911": 3.0, "4506": 3.0, "4606": 3.0, "4607": 3.0, "3911": 1.0, "3705": 1.0, "5905": 2.0, "5114": 2.0,
}  # fmt: skip
BEACH: Final = 9.0  # an Open Beach that falls, or is kept
LOST_GAME: Final = 60.0

# -- attacks ----------------------------------------------------------------------------------------

GROUND: Final = 0.5  # any hex taken
DRIVEN_OFF: Final = 0.25  # of a step, for each step that must retreat
OWN_LOSS: Final = (0.62, 1.0)  # how a side minds its own steps: the Allies have more Replacements
LEAST_ATTACK: Final = (0.1, 0.35)  # below this a side does not attack
FAIR: Final = 3  # 2-1: in a lower column the Allies attack a City only if they must
FORCED: Final = -0.9  # a Mandatory Attack that nobody wanted
UNWANTED: Final = 100.0  # an attack that is neither good nor a duty
CAPTURE: Final = 16.0  # Cherbourg

# Support: what a marker must add to be spent.
PRICES: Final = {
    "naval": 0.02, "tac_air": 0.1, "tank_destroyer": 0.12, "carpet_bombing": 0.9, "nebelwerfer": 0.2, "artillery": 0.2,
    "assault_gun": 0.1,
}  # fmt: skip

# -- movement ---------------------------------------------------------------------------------------

MARCH: Final = 0.22  # a Movement Point nearer to the goal
MASS: Final = (8.0, 2.0)  # how much a planned attack draws units; of the Germans only Panzers
TOGETHER: Final = 0.5  # with others of the same division
UNSUPPLIED: Final = 4.0
EXPOSED: Final = (0.5, 1.8)  # a step in a hex that will fall
URGENT: Final = 0.5  # how much more each turn without Cherbourg drives those who are to take it
GUARD: Final = 8.0  # a Beach or a place that scores is not left to whoever comes by
FIRST_IN: Final = 1.5  # a place of worth that is not left empty
CROWD: Final = 3.0  # a division in a Beach where others are to land
STAY: Final = 0.15
HOLD: Final = 2.6  # a threatened hex that is held
GARRISON: Final = 6.0  # a unit of the division that is to hold a hex of Caen, while that hex needs it
KEY_HOLD: Final = 0.5  # the more for what a hex is worth
COVER: Final = (0.55, 0.55)  # one that lies in a zone of control
SHORT_LIVED: Final = 0.8  # less by so much, if the unit is sure to be driven off
TRAPPED: Final = 1.2

# -- goals ------------------------------------------------------------------------------------------

SIEGE: Final = 60.0  # attack strength that the US send to Cherbourg at least
SIEGE_ODDS: Final = 2.6
BRITTANY_DIVISIONS: Final = 5
MAIN_EFFORT: Final = {US: 0.55, BRITISH: 0.6}  # of the strength at hand, for the first goal
