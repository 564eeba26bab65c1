"""The words of orders: what players of The Dark Summer say, one verb and at most one thing."""

from __future__ import annotations

from bocage.games.dark_summer.content import load_content
from bocage.games.dark_summer.pieces import PIECE_IDS, pieces_of
from bocage.games.dark_summer.places import GRID, PLACES, place_name, place_number
from bocage.games.dark_summer.terms import Replacement
from bocage.kernel import Noun, Verb, Vocabulary, named, numbered, plain

UNIT_IDS = PIECE_IDS
FORMATION_NAMES = tuple(dict.fromkeys(piece.formation for piece in pieces_of(load_content())))
REPLACEMENT_TYPES = tuple(Replacement)
CHIT_NAMES = ("us", "british-move", "british-combat", "german")  # of the kinds that go into the cup (9.2)
WAY_NAMES = ("move", "combat", "offensive", "combined-move", "combined-combat")  # as what a chit is played
MARKER_IDS = tuple(load_content().tables.support)  # Combat Support markers

UNITS = named("unit", UNIT_IDS)
HEXES = Noun("hex", range(GRID.size), GRID.label, GRID.at)
PLACE = Noun("place", PLACES, place_name, place_number)  # hexes and boxes
FORMATIONS = named("Formation", [name.replace(" ", "-") for name in FORMATION_NAMES])
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
TAKE = Verb("take", numbered("number of Move chits", 0, 2))  # of the British chits (9.1)
INITIATIVE = Verb("initiative", named("chit", CHIT_NAMES))
PLAY = Verb("play", named("kind of Round", WAY_NAMES))
REACT = plain("react")  # play a Reaction chit
STACK = Verb("stack", HEXES)  # activated in a Reaction Round
FORMATION = Verb("formation", FORMATIONS)
ENTER = Verb("enter", FORMATIONS)  # as Reinforcements
AT = Verb("at", HEXES)  # where a unit comes onto the map
DISPLACE = Verb("displace", UNITS)  # to make room for the 3rd Wave
EVACUATE = Verb("evacuate", UNITS)  # withdraw from the game (8.3)
REBUILD = Verb("rebuild", UNITS)
USE = Verb("use", named("type of Replacement", REPLACEMENT_TYPES))

VOCABULARY = Vocabulary(
    [
        MOVE, MARCH, WITHDRAW, TO, END,
        ATTACK, WITH, DECLARE, SUPPORT, PASS, EXCHANGE, LIMIT, LOSE, RETREAT, REMOVE, ADVANCE, HALT,
        TAKE, INITIATIVE, PLAY, REACT, STACK, FORMATION, ENTER, AT, DISPLACE, EVACUATE, REBUILD, USE,
    ]
)  # fmt: skip
