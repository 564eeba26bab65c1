"""The words of orders: what players of A Bloody Summer say, one verb and at most one thing."""

from __future__ import annotations

from bocage.games.bloody_summer.pieces import (
    AIR_IDS,
    FORMATION_NAMES,
    NAVAL_IDS,
    PIECE_IDS,
    ZONE_IDS,
    piece_number,
)
from bocage.games.bloody_summer.places import GRID, PLACES, place_name, place_number
from bocage.games.bloody_summer.terms import Terrain
from bocage.kernel import Noun, Verb, Vocabulary, named, numbered, plain

TERRAINS = tuple(Terrain)

UNIT = Noun("unit", range(len(PIECE_IDS)), PIECE_IDS.__getitem__, piece_number)  # all pieces
HEX = Noun("hex", range(GRID.size), GRID.label, GRID.at)
PLACE = Noun("place", PLACES, place_name, place_number)  # hexes and boxes
AIR = named("air counter", AIR_IDS)
SHIPS = named("class of ships", NAVAL_IDS)
ZONES = named("zone", [name.replace(" ", "-") for name in ZONE_IDS])
FORMATIONS = named("formation", [name.replace(" ", "-") for name in FORMATION_NAMES])
NUMBER = numbered("number", 0, 20)

# Set-up (11).
AT = Verb("at", PLACE)  # where a unit begins, or comes ashore
REDUCE = Verb("reduce", UNIT)  # a step that its formation begins without
MARKER = Verb("marker", UNIT)  # an Offensive marker with a headquarters

# Movement (4).
MOVE = Verb("move", UNIT)  # take a unit in hand
MARCH = Verb("march", HEX)  # take all units of a stack that may still move
LEAVE = Verb("leave", UNIT)  # behind, out of the stack in hand
TO = Verb("to", PLACE)  # where those in hand go
OVERRUN = Verb("overrun", PLACE)
OPERATE = Verb("operate", UNIT)  # a unit tries a special operation; then where
INFILTRATE = Verb("infiltrate", PLACE)
RESERVE = Verb("reserve", UNIT)
LAND = Verb("land", UNIT)
END = plain("end")  # of the phase, or of what is being done

# Combat (6).
ACTIVATE = Verb("activate", UNIT)  # a headquarters, for combat
PASS = plain("pass")
ATTACK = Verb("attack", PLACE)
WITH = Verb("with", UNIT)
DECLARE = plain("declare")  # all are named
WITHHOLD = Verb("withhold", UNIT)  # an attacker takes no part after all
SPARE = Verb("spare", UNIT)  # a disorganised defender takes no part
TERRAIN = Verb("terrain", named("terrain", TERRAINS))  # of the hex attacked, by the defender's choice
BOMBARD = Verb("bombard", PLACE)
FLY = Verb("fly", AIR)  # an air counter takes part
SAIL = Verb("sail", SHIPS)  # ships take part
SPEND = Verb("spend", NUMBER)  # so many points or markers
SPLIT = Verb("split", HEX)  # a carpet bombing, over a second hex
FIRE = plain("fire")
SUPPORT = Verb("support", UNIT)  # by a headquarters
LOSE = Verb("lose", UNIT)  # a step
STAND = plain("stand")  # instead of a retreat
GIVE_WAY = plain("give-way")
RETREAT = Verb("retreat", UNIT)
REMOVE = Verb("remove", UNIT)  # from a hex that holds too much
ADVANCE = Verb("advance", UNIT)
HALT = plain("halt")  # nobody else advances
EXPLOIT = Verb("exploit", PLACE)  # a stack in Reserve
COUNTERATTACK = Verb("counterattack", UNIT)  # under a headquarters

# Aircraft (9).
SUPERIORITY = Verb("superiority", AIR)
INTERDICT = Verb("interdict", AIR)  # then a zone or a box
ZONE = Verb("zone", ZONES)

# Logistics and administration (1.1.1.2, 1.1.1.3, 5.1, 7).
SUPPLY = Verb("supply", UNIT)  # by air
STORE = Verb("store", PLACE)  # a new German marker in a depot
BRING = Verb("bring", PLACE)  # a marker from there; then where to
UNLOAD = Verb("unload", PLACE)  # a marker from the reserve at a depot
WITHOUT = Verb("without", FORMATIONS)  # which formation goes without a headquarters
REBUILD = Verb("rebuild", UNIT)
RETURN = Verb("return", UNIT)
REST = Verb("rest", UNIT)
WAKE = Verb("wake", UNIT)
REPATRIATE = Verb("repatriate", UNIT)

# The Strategic Movement Map and reinforcements (1.1.2, 4.1.2).
ENTER = Verb("enter", UNIT)  # the map
EXIT = Verb("exit", UNIT)  # the map
EXTEND = Verb("extend", UNIT)  # a headquarters pays for an extended movement (5.2)
RESIST = plain("resist")  # the Maquis rises (4.1.2)

VOCABULARY = Vocabulary(
    [
        AT, REDUCE, MARKER,
        MOVE, MARCH, LEAVE, TO, OVERRUN, OPERATE, INFILTRATE, RESERVE, LAND, END,
        ACTIVATE, PASS, ATTACK, WITH, DECLARE, WITHHOLD, SPARE, TERRAIN, BOMBARD, FLY, SAIL, SPEND, SPLIT, FIRE,
        SUPPORT, LOSE, STAND, GIVE_WAY, RETREAT, REMOVE, ADVANCE, HALT, EXPLOIT, COUNTERATTACK,
        SUPERIORITY, INTERDICT, ZONE,
        SUPPLY, STORE, BRING, UNLOAD, WITHOUT, REBUILD, RETURN, REST, WAKE, REPATRIATE,
        ENTER, EXIT, EXTEND, RESIST,
    ]
)  # fmt: skip
