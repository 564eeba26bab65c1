"""The words of orders: what players of Fire & Movement say, one verb and at most one thing."""

from __future__ import annotations

from enum import IntEnum

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.content import load_units
from bocage.kernel import Verb, Vocabulary, nearest, plain

GRID = load_chart().grid
UNIT_IDS = tuple(load_units())
_UNIT_NUMBERS = {name.lower(): number for number, name in enumerate(UNIT_IDS)}


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


def unit_number(name: str) -> int:
    """The number of the unit that a player means by ``name``."""
    try:
        return _UNIT_NUMBERS[name.lower()]
    except KeyError:
        raise ValueError(f"there is no unit '{name}'{nearest(name, UNIT_IDS)}") from None


def _unit_id(unit: int) -> str:
    return UNIT_IDS[unit]


def _cup_number(name: str) -> int:
    if name not in CUP_NAMES:
        raise ValueError(f"there is no cup '{name}'{nearest(name, CUP_NAMES)}")
    return CUP_NAMES.index(name)


def _marker_value(name: str) -> int:
    if not name.removeprefix("+").isdigit() or not 1 <= int(name) <= 10:
        raise ValueError(f"'{name}' is not a marker from +1 to +10")
    return int(name)


def _division(name: str) -> int:
    if name not in DIVISIONS:
        raise ValueError(f"'{name}' is not a division that may come early{nearest(name, DIVISIONS)}")
    return DIVISIONS.index(name)


def _unit_verb(name: str) -> Verb:
    return Verb(name, _unit_id, unit_number)


def _hex_verb(name: str) -> Verb:
    return Verb(name, GRID.label, GRID.at)


MOVE = _unit_verb("move")  # take a unit in hand
ENTER = _unit_verb("enter")  # bring a reinforcement onto the map
LAND = _unit_verb("land")  # bring an Allied reinforcement ashore
TO = _hex_verb("to")  # where the unit in hand goes
AT = _hex_verb("at")  # where a unit is set up or placed
ATTACK = _hex_verb("attack")
WITH = _unit_verb("with")
BOMBARD = _unit_verb("bombard")
DRAW = Verb("draw", CUP_NAMES.__getitem__, _cup_number)
NAVAL = Verb("naval", lambda value: f"+{value}", _marker_value)
DEFEND = _unit_verb("defend")
DEPLETE = _unit_verb("deplete")
RETREAT = _unit_verb("retreat")
STAND = _unit_verb("stand")
DISPLACE = _unit_verb("displace")
ADVANCE = _unit_verb("advance")
BEACHHEAD = _hex_verb("beachhead")
ZONE = _hex_verb("zone")
REBUILD = _unit_verb("rebuild")
BRING = Verb("bring", DIVISIONS.__getitem__, _division)

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
