"""The words of orders: what players of The Dark Summer say, one verb and at most one thing."""

from __future__ import annotations

from bocage.games.dark_summer.content import load_content
from bocage.games.dark_summer.pieces import PIECE_IDS
from bocage.games.dark_summer.places import GRID, PLACES, place_name, place_number
from bocage.kernel import Noun, Verb, Vocabulary, named, plain

UNIT_IDS = PIECE_IDS
MARKER_IDS = tuple(load_content().tables.support)  # Combat Support markers

UNITS = named("unit", UNIT_IDS)
HEXES = Noun("hex", range(GRID.size), GRID.label, GRID.at)
PLACE = Noun("place", PLACES, place_name, place_number)  # hexes and boxes
MARKERS = named("support marker", MARKER_IDS)

unit_number, marker_number = UNITS.read, MARKERS.read

# Movement (10).
MOVE = Verb("move", UNITS)  # take a unit in hand
MARCH = Verb("march", HEXES)  # take all units of a stack that may still move
WITHDRAW = Verb("withdraw", UNITS)  # an Emergency Withdrawal (10.3)
TO = Verb("to", PLACE)  # where those in hand go
END = plain("end")  # of the action

# Combat (11).
ATTACK = Verb("attack", PLACE)  # a hex, or the Cherbourg Box
WITH = Verb("with", UNITS)
DECLARE = plain("declare")  # all attackers are named
SUPPORT = Verb("support", MARKERS)
PASS = plain("pass")  # no Support, or no more
EXCHANGE = plain("exchange")  # take the Exchange as it is
LIMIT = plain("limit")  # take it as BL1 (R.1)
LOSE = Verb("lose", UNITS)  # a step
RETREAT = Verb("retreat", UNITS)
REMOVE = Verb("remove", UNITS)  # from a hex that holds too many (5.2)
ADVANCE = Verb("advance", UNITS)
HALT = plain("halt")  # nobody else advances
# Rounds (9), Reinforcements and Replacements (8).

VOCABULARY = Vocabulary(
    [
        MOVE, MARCH, WITHDRAW, TO, END,
        ATTACK, WITH, DECLARE, SUPPORT, PASS, EXCHANGE, LIMIT, LOSE, RETREAT, REMOVE, ADVANCE, HALT,
    ]
)  # fmt: skip
