"""The words of orders: what players of D-Day at Omaha Beach say, one verb and at most one thing."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.omaha_beach.chart import load_chart
from bocage.games.omaha_beach.track import LAST_TURN
from bocage.games.omaha_beach.units import load_pieces
from bocage.kernel import Verb, Vocabulary, nearest, plain

US, GERMANS = "us", "germans"  # the sides
SEATS = ("1st", "29th")  # the divisions: the east and the west of the beach
GRID = load_chart().grid
UNIT_IDS = tuple(name.replace(" ", "-") for name in load_pieces().us)
BOX_IDS = tuple(load_chart().boxes)
BASE_IDS = tuple(load_pieces().bases)  # engineer bases
EXITS = tuple(load_chart().exits)  # letters
FARTHEST_DRIFT = 4  # of rangers who wish to (5.13)


def _named(names: Sequence[str], what: str) -> tuple[Sequence[str], dict[str, int], str]:
    return names, {name.lower(): number for number, name in enumerate(names)}, what


_UNITS = _named(UNIT_IDS, "unit")
_BOXES = _named(BOX_IDS, "landing box")
_DIVISIONS = _named(SEATS, "division")
_BASES = _named(BASE_IDS, "engineer base")
_EXITS = _named(EXITS, "exit")


def unit_number(name: str) -> int:
    """The number of the US unit that a player means by ``name``."""
    return _number(_UNITS, name)


def box_number(name: str) -> int:
    """The number of a Beach Landing Box, counted from the east."""
    return _number(_BOXES, name)


def _number(named: tuple[Sequence[str], dict[str, int], str], name: str) -> int:
    names, numbers, what = named
    try:
        return numbers[name.lower()]
    except KeyError:
        raise ValueError(f"there is no {what} '{name}'{nearest(name, names)}") from None


def _number_verb(name: str, first: int, last: int, what: str) -> Verb:
    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > 2 or not first <= int(text) <= last:
            raise ValueError(f"'{text}' is not {what} from {first} to {last}")
        return int(text)

    return Verb(name, str, read)


def _unit_verb(name: str) -> Verb:
    return Verb(name, UNIT_IDS.__getitem__, unit_number)


def _hex_verb(name: str) -> Verb:
    return Verb(name, GRID.label, GRID.at)


# Landing.
DRIFT = _number_verb("drift", 1, FARTHEST_DRIFT, "a number of boxes")  # of rangers, eastward (5.13)
ALONG = plain("along")  # the leader drifts with the unit (5.12)
IN = Verb("in", BOX_IDS.__getitem__, box_number)  # into which box an arriving unit goes (5.3)
DELAY = _number_verb("delay", 1, LAST_TURN, "a turn")  # until when it waits instead (5.34)
# Whom the Germans, mines and events hit, where the rules leave it open.
HIT = _unit_verb("hit")
LOSE = _unit_verb("lose")  # the unit that gives up a step, or itself
SACRIFICE = plain("sacrifice")  # the hero for his unit (11.14)
ACCEPT = plain("accept")  # the loss
HERO = _unit_verb("hero")  # the unit that has one
JOIN = _unit_verb("join")  # the company that stragglers join
REVEAL = _hex_verb("reveal")
CLEAR = _hex_verb("clear")
# Engineers and HQs from turn 17 on.
BASE = _hex_verb("base")  # where a new engineer base goes (19.1)
EXTEND = Verb("extend", BASE_IDS.__getitem__, lambda name: _number(_BASES, name))  # the range of a base (19.2)
GARRISON = _hex_verb("garrison")  # a garrison marker for a position (19.3)
ALL = plain("all")  # garrisons wherever there can be one
ESTABLISH = _unit_verb("establish")  # a command post (18.1)
# Actions.
FIRST = Verb("first", SEATS.__getitem__, lambda name: _number(_DIVISIONS, name))
ACT = _unit_verb("act")  # take a unit in hand
RECOVER = _unit_verb("recover")
TO = _hex_verb("to")
LEAVE = Verb("leave", EXITS.__getitem__, lambda name: _number(_EXITS, name))  # the map, by an exit (20.3)
WITH = _unit_verb("with")  # join the move, or the attack
CLIMB = plain("climb")  # begin to scale a cliff
DOWN = plain("down")  # give up the cliff and stay
ALONE = plain("alone")
GO = plain("go")  # on with the infiltration
STAY = plain("stay")
ATTACK = _hex_verb("attack")
SHIPS = plain("ships")  # a naval fire marker for the attack
DECLARE = plain("declare")
WILD = plain("wild")  # the hero stands in for the missing weapon
PRESS = plain("press")  # the hero adds to the strength
PLAIN = plain("plain")  # the hero does neither
BARRAGE = _hex_verb("barrage")
NAVAL = _hex_verb("naval")  # a naval artillery barrage
END = plain("end")
PASS = plain("pass")

VOCABULARY = Vocabulary(
    [
        DRIFT, ALONG, IN, DELAY, HIT, LOSE, SACRIFICE, ACCEPT, HERO, JOIN, REVEAL, CLEAR, FIRST, ACT, RECOVER, TO, WITH,
        CLIMB, DOWN, ALONE, GO, STAY, ATTACK, SHIPS, DECLARE, WILD, PRESS, PLAIN, BARRAGE, NAVAL, END, PASS,
        BASE, EXTEND, GARRISON, ALL, ESTABLISH, LEAVE,
    ]
)  # fmt: skip
