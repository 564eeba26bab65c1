"""What an opponent cares about, each weight with a name, all of them here.

The unit is the first step of a company: hard to lose, but no disaster.
"""

from __future__ import annotations

EXTENDED = 17  # the first turn of the extended game

# What a lost step costs, by the steps that a unit has before it.
COMPANY = (0.0, 1.05, 2.9, 1.15)  # with two steps the next hit puts it in the loss box (13.1)
RANGERS = (0.0, 1.0, 1.0)
VEHICLE = 0.15  # a step of anything else
NOBODY = 0.0  # leaders have no steps
LAST_PLACES = 3.5  # how much dearer the last places in the loss box are: by the square of its taken part
PLACES = 0.38  # in the loss box: what a turn usually takes
LEAST_CARE = 0.3  # of the usual care, however much room is left
HQ, GENERAL = 1.5, 1.5  # a leader that is hit

# German fire.
SPORADIC = 0.12  # of a step: what being disrupted costs
DISRUPTED_TOO = 0.15  # of a step: an unrevealed unit disrupts as well
ARMOR_BONUS = 0.19  # of steady hits on armored units: how many come with the bonus
SHELLS = 0.04  # of a step per turn on the beach: artillery
DILUTED = 0.9  # of the hits that a hex invites: those that are left when others share them
FEWEST_CARDS = 8  # with fewer in the deck the discards count too

# The way ahead.
STEP = {"infantry": 2.0, "other": 0.15, "leader": 0.3}  # a step that is lost on the way
CAREFUL, FEARFUL = 0.65, 0.85  # of the loss box: how full it is when a division takes care, and when it dares nothing
ROOM = 0.6  # of the usual care: with less than that a division is bold
CAUTION = (0.9, 1.0, 1.5, 2.5)  # what a step on the way counts: bold, as usual, with care, with fear
USUAL = 1  # of these, for all who do not go to the loss box
ON_THE_WAY = 1.25  # how much more fire counts in passing than where a unit stays
HORIZON = 3.0  # turns of fire that a unit expects where it stays
TIME = 0.25  # a turn of a unit that waits for an action
FREE_TIME = 0.14  # a turn of a unit that moves for free
HURRY = 0.12  # of what a unit hopes for: the share that a turn costs
CLIMB = 2.0  # turns that a bluff takes
CLIFF = 3.0  # turns that a cliff takes
INFILTRATION = 0.25  # the card that infiltrators draw
DROWNED = -4.0  # a hex under water, or a German one: nobody stays there
DROWNING = 4.0  # a unit under water when the phase ends
RISING = 1.2  # a hex that the tide takes soon
TIDE_AHEAD = 3  # turns that it is foreseen
CROWDED_OUT = 4.0  # a third unit in a hex when the phase ends
SQUEEZED = 0.4  # the same, if one of those who are there may still leave
CROWDED_BOX = 0.15  # a unit that is to land in the same hex

# Goals.
POSITION = 2.5  # a position that counts for victory, when points are counted
EARLY = {"13.2": 0.7, "20.3": 0.8}  # of that at the beginning, in the morning and in the afternoon
ON_TOP = {"infantry": 6.0, "other": 0.2, "leader": 0.0}  # the high ground
STRONGPOINT, OUTPOST = 0.75, 0.4  # steps that a position hits in a usual turn in which it fires
SAVED_TURNS = 8.5  # turns of fire that a defeated position would have had
VOLLEY = 1.8  # turns of fire that a disrupted position loses: its colour wakes it instead of firing
GUN = 0.3  # a gun that is silenced
ATTACK_AHEAD = 0.9  # of the worth of an attack: what it is worth to be where it can be made next turn
TOGETHER = 0.45  # the same, in the hedgerows, for an attack that another company has to join
TOGETHER_EARLY = 0.4  # the same, in the morning, if another company is near
COMPANIONS = 3  # hexes from a position: how near
CAPTURED = 1.3  # a leader in an empty position to which Germans may come
LED_ALREADY = 0.2  # of a follower: one that another leader commands
FOOT_FOLLOWER, OTHER_FOLLOWER = 0.5, 0.15  # a unit that a leader would command
FARTHER = 0.37  # of that, for each hex that is missing
TOO_FAR = 8

# Ways inland.
HARD, HARD_DEPTH = 1.0, 0.4  # how hard it is to defeat a German unit, and its depth marker
BESIEGED = 0.7  # of that: with infantry next to it already
TOO_HARD, NO_WAY = 6.0, 9.0
OPENING = 0.76  # of a point: what is left of it for each unit in the way
LATE, TOO_LATE = 3.2, 5.0  # turns before the end when every way that is still barred loses its worth, and how much
SOON = 0.5  # of a point: a hex that we do not hold yet
SURE = 0.85  # of that: what is left for each turn that it takes to get there
ANOTHER = 0.9  # of points that take several hexes: what is left for each that is missing besides the first
REINFORCED = 0.15  # of turns: in which a German unit comes to a zone
GUARD = 0.5  # of the points that it would bar: what it is worth to stand where it would come
BEST_KEY = 15.0  # points that the removal of one position may promise

# Attacks and barrages.
DEPTH_GONE = 0.45  # of a position's worth: its depth marker eliminated, the unit disrupted
NEARLY_DEFEATED = 0.8  # the same, if the unit alone cannot stand against the same attackers
DEPTH_SHELLED = 0.2  # of a position's worth: its depth marker removed by a barrage
DEPTH_GAINED = 0.3  # a depth marker, against us
US_DISRUPTED = 0.33  # each hex of attackers that are disrupted
ONE_OF_TWO = 0.4  # of the fire of a strongpoint: what is gained by disrupting one of its two units
ACTION = 0.065  # the price of an action that others could use
JOINING = 0.08  # what one more attacker must bring
NAVAL_MARKER = 0.9  # the price of a naval fire marker
LEAST_GAIN = 0.02  # so that nobody moves to and fro for nothing

# The extended game.
LONG_MOVES = 0.5  # of the time that a hex takes: most moves are two hexes long
COMMAND_POST = 2.0  # what a command post loses that moves
EXIT = 1.3  # points that a step promises where it can leave the map: all that it wants there
EXIT_KEY = 4.0  # points that a safe way to an exit promises, besides the steps that have left by it
SUPPORT = 3.0  # points that a tank or gun hopes for on the high ground: it has nothing else to do
POST_COMPANY, POST_REACH = 4.0, 3  # infantry within some hexes of an HQ that makes it worth to stay
BASE_REACH = 4  # hexes around a base for which it is placed
SECOND_BASE = 20.0  # what a base is worth less for each other near it
ALL_GARRISONS = 3.0  # more than a garrison in any one position
