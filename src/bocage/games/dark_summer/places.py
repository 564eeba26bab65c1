"""Where a unit can be: a hex of the map, or a box beside it, numbered on from the last cell of the grid.

>>> place_name(CHERBOURG), place_number("cherbourg") == CHERBOURG, place_name(place_number("2403"))
('cherbourg', True, '2403')
>>> place_name(APPROACH[GRID.at("2403")]), place_name(THIRD_WAVE["Utah"])
('approach-2403', 'third-utah')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bocage.games.dark_summer.content import load_content
from bocage.hexes import Hex
from bocage.kernel.errors import nearest

Place = int

_GROUND = load_content().ground
GRID: Final = _GROUND.grid
SIZE: Final = GRID.size  # numbers below it are hexes

WAITING: Final = -1  # still to come
ELIMINATED: Final = -2
WITHDRAWN: Final = -3  # taken out of the game by its owner (8.3)
ABSENT: Final = -4  # not in this game

CHERBOURG: Final = SIZE
BRITTANY: Final = SIZE + 1  # its section Just Entered (5.4)
MAY_LEAVE: Final = SIZE + 2  # its other section
EASTERN_EXIT: Final = SIZE + 3  # both sections: whose a unit is says in which it stands

BOX_NAMES: list[str] = ["cherbourg", "brittany", "may-leave", "eastern-exit"]


def _boxes(names: Iterable[str]) -> list[Place]:
    first = SIZE + len(BOX_NAMES)
    BOX_NAMES.extend(names)
    return list(range(first, SIZE + len(BOX_NAMES)))


_TARGETS = [GRID.at(label) for label in _GROUND.approaches]  # the Beach hexes and Pointe du Hoc
_BEACH_HEXES = [GRID.at(label) for label in _GROUND.second_waves]

# Offshore (2.1): the Beach Approach of each hex to land at, the 2nd Wave of each Beach hex, the 3rd of each Beach.
APPROACH: Final[dict[Hex, Place]] = dict(
    zip(_TARGETS, _boxes(f"approach-{GRID.label(hex_)}" for hex_ in _TARGETS), strict=True)
)
SECOND_WAVE: Final[dict[Hex, Place]] = dict(
    zip(_BEACH_HEXES, _boxes(f"second-{GRID.label(hex_)}" for hex_ in _BEACH_HEXES), strict=True)
)
THIRD_WAVE: Final[dict[str, Place]] = dict(
    zip(_GROUND.beaches, _boxes(f"third-{name.lower()}" for name in _GROUND.beaches), strict=True)
)
AIRFIELD: Final[dict[str, Place]] = dict(
    zip(_GROUND.airfields, _boxes(f"airfield-{army}" for army in _GROUND.airfields), strict=True)
)
LANDS_AT: Final[dict[Place, Hex]] = {box: hex_ for hex_, box in APPROACH.items()}
OFFSHORE: Final = frozenset((*APPROACH.values(), *SECOND_WAVE.values(), *THIRD_WAVE.values(), *AIRFIELD.values()))
PLACES: Final = range(SIZE + len(BOX_NAMES))

PRINTED: Final[dict[str, Place]] = {  # the places of a set-up as its file writes them
    "Cherbourg": CHERBOURG,
    **{printed: APPROACH[GRID.at(label)] for label, printed in _GROUND.approaches.items()},
    **{printed: SECOND_WAVE[GRID.at(label)] for label, printed in _GROUND.second_waves.items()},
    **{beach.third_wave: THIRD_WAVE[name] for name, beach in _GROUND.beaches.items()},
    **{printed: AIRFIELD[army] for army, printed in _GROUND.airfields.items()},
}


def printed_place(label: str) -> Place:
    """The place that a set-up names: a hex, ``Cherbourg``, or an offshore hex by its number."""
    return PRINTED.get(label) or GRID.at(label)


def place_name(place: Place) -> str:
    """A place as players write it; what became of the unit, if it is nowhere."""
    if place >= SIZE:
        return BOX_NAMES[place - SIZE]
    if place >= 0:
        return GRID.label(place)
    return {WAITING: "waiting", ELIMINATED: "eliminated", WITHDRAWN: "withdrawn", ABSENT: "absent"}[place]


def place_number(name: str) -> Place:
    """The place that players call by a name."""
    if name[:1].isdigit():
        return GRID.at(name)
    if name.lower() not in BOX_NAMES:
        raise ValueError(f"there is no place '{name}'{nearest(name, BOX_NAMES)}")
    return SIZE + BOX_NAMES.index(name.lower())
