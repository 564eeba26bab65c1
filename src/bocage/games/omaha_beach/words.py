"""The words of orders: what players of D-Day at Omaha Beach say, one verb and at most one thing."""

from __future__ import annotations

from bocage.games.omaha_beach.chart import load_chart
from bocage.games.omaha_beach.track import LAST_TURN
from bocage.games.omaha_beach.units import load_pieces
from bocage.kernel import Noun, Verb, Vocabulary, named, numbered, plain

US, GERMANS = "us", "germans"  # the sides
SEATS = ("1st", "29th")  # the divisions: the east and the west of the beach
GRID = load_chart().grid
UNIT_IDS = tuple(name.replace(" ", "-") for name in load_pieces().us)
BOX_IDS = tuple(load_chart().boxes)
BASE_IDS = tuple(load_pieces().bases)  # engineer bases
EXITS = tuple(load_chart().exits)  # letters
FARTHEST_DRIFT = 4  # of rangers who wish to (5.13)


UNITS = named("unit", UNIT_IDS)
HEXES = Noun("hex", range(GRID.size), GRID.label, GRID.at)
BOXES = named("landing box", BOX_IDS)  # counted from the east
DRIFTS = numbered("number of boxes", 1, FARTHEST_DRIFT)
BASES = named("engineer base", BASE_IDS)

unit_number, box_number = UNITS.read, BOXES.read

# Landing.
DRIFT = Verb("drift", DRIFTS)  # of rangers, eastward (5.13)
ALONG = plain("along")  # the leader drifts with the unit (5.12)
IN = Verb("in", BOXES)  # into which box an arriving unit goes (5.3)
DELAY = Verb("delay", numbered("turn", 1, LAST_TURN))  # until when it waits instead (5.34)
# Whom the Germans, mines and events hit, where the rules leave it open.
HIT = Verb("hit", UNITS)
LOSE = Verb("lose", UNITS)  # the unit that gives up a step, or itself
SACRIFICE = plain("sacrifice")  # the hero for his unit (11.14)
ACCEPT = plain("accept")  # the loss
HERO = Verb("hero", UNITS)  # the unit that has one
JOIN = Verb("join", UNITS)  # the company that stragglers join
REVEAL = Verb("reveal", HEXES)
CLEAR = Verb("clear", HEXES)
# Engineers and HQs from turn 17 on.
BASE = Verb("base", HEXES)  # where a new engineer base goes (19.1)
EXTEND = Verb("extend", BASES)  # the range of a base (19.2)
GARRISON = Verb("garrison", HEXES)  # a garrison marker for a position (19.3)
ALL = plain("all")  # garrisons wherever there can be one
ESTABLISH = Verb("establish", UNITS)  # a command post (18.1)
# Actions.
FIRST = Verb("first", named("division", SEATS))
ACT = Verb("act", UNITS)  # take a unit in hand
RECOVER = Verb("recover", UNITS)
TO = Verb("to", HEXES)
LEAVE = Verb("leave", named("exit", EXITS))  # the map, by an exit (20.3)
WITH = Verb("with", UNITS)  # join the move, or the attack
CLIMB = plain("climb")  # begin to scale a cliff
DOWN = plain("down")  # give up the cliff and stay
ALONE = plain("alone")
GO = plain("go")  # on with the infiltration
STAY = plain("stay")
ATTACK = Verb("attack", HEXES)
SHIPS = plain("ships")  # a naval fire marker for the attack
DECLARE = plain("declare")
WILD = plain("wild")  # the hero stands in for the missing weapon
PRESS = plain("press")  # the hero adds to the strength
PLAIN = plain("plain")  # the hero does neither
BARRAGE = Verb("barrage", HEXES)
NAVAL = Verb("naval", HEXES)  # a naval artillery barrage
END = plain("end")
PASS = plain("pass")

VOCABULARY = Vocabulary(
    [
        DRIFT, ALONG, IN, DELAY, HIT, LOSE, SACRIFICE, ACCEPT, HERO, JOIN, REVEAL, CLEAR, FIRST, ACT, RECOVER, TO, WITH,
        CLIMB, DOWN, ALONE, GO, STAY, ATTACK, SHIPS, DECLARE, WILD, PRESS, PLAIN, BARRAGE, NAVAL, END, PASS,
        BASE, EXTEND, GARRISON, ALL, ESTABLISH, LEAVE,
    ]
)  # fmt: skip
