"""The words of orders: what players of Fire & Movement say, one verb and at most one thing."""

from __future__ import annotations

from enum import IntEnum

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.content import load_units
from bocage.kernel import Noun, Verb, Vocabulary, named, numbered, plain

GRID = load_chart().grid
UNIT_IDS = tuple(load_units())


class Cup(IntEnum):
    """The draw cups of support fire markers (10.8, 15.1)."""

    GERMAN = 0
    US_ARTILLERY = 1
    US_AIRCRAFT = 2
    US_NAVAL = 3
    CW_ARTILLERY = 4
    CW_AIRCRAFT = 5
    CW_NAVAL = 6


CUP_NAMES = ("german", "us-artillery", "us-aircraft", "us-naval", "cw-artillery", "cw-aircraft", "cw-naval")
CUP_TITLES = (
    "German", "US artillery", "US aircraft", "US naval",
    "Commonwealth artillery", "Commonwealth aircraft", "Commonwealth naval",
)  # fmt: skip
DIVISIONS = ("84", "116")  # those that may come early (12.5.1)


UNITS = named("unit", UNIT_IDS)
HEXES = Noun("hex", range(GRID.size), GRID.label, GRID.at)
CUPS = named("cup", CUP_NAMES)

unit_number = UNITS.read

MOVE = Verb("move", UNITS)  # take a unit in hand
ENTER = Verb("enter", UNITS)  # bring a reinforcement onto the map
LAND = Verb("land", UNITS)  # bring an Allied reinforcement ashore
TO = Verb("to", HEXES)  # where the unit in hand goes
AT = Verb("at", HEXES)  # where a unit is set up or placed
ATTACK = Verb("attack", HEXES)
WITH = Verb("with", UNITS)
BOMBARD = Verb("bombard", UNITS)
DRAW = Verb("draw", CUPS)
NAVAL = Verb("naval", numbered("marker", 1, 10, sign="+"))
DEFEND = Verb("defend", UNITS)
DEPLETE = Verb("deplete", UNITS)
RETREAT = Verb("retreat", UNITS)
STAND = Verb("stand", UNITS)
DISPLACE = Verb("displace", UNITS)
ADVANCE = Verb("advance", UNITS)
BEACHHEAD = Verb("beachhead", HEXES)
ZONE = Verb("zone", HEXES)
REBUILD = Verb("rebuild", UNITS)
BRING = Verb("bring", named("division that may come early", DIVISIONS))

END = plain("end")  # end the phase
DECLARE = plain("declare")  # all attackers named
FIRE = plain("fire")  # no second marker for the bombardment
PASS = plain("pass")
KEEP = plain("keep")  # use the marker just drawn
ASIDE = plain("aside")  # put the mines marker aside and draw another
MINES = plain("mines")  # add the mines put aside
YIELD = plain("yield")  # be reduced rather than displace a friend
HALT = plain("halt")  # nobody else advances
STAY = plain("stay")

VOCABULARY = Vocabulary(
    [
        MOVE, ENTER, LAND, TO, AT, ATTACK, WITH, BOMBARD, DRAW, NAVAL, DEFEND, DEPLETE, RETREAT, STAND, DISPLACE,
        ADVANCE, BEACHHEAD, ZONE, REBUILD, BRING, END, DECLARE, FIRE, PASS, KEEP, ASIDE, MINES, YIELD, HALT, STAY,
    ]
)  # fmt: skip
