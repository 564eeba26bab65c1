"""Where a counter can be: a hex of the map, or a box beside it, numbered on from the last cell of the grid.

>>> place_name(BOXES["Le Mans"]), place_number("le-mans") == BOXES["Le Mans"], place_name(place_number("0223"))
('le-mans', True, '0223')
>>> place_name(FESTUNGEN["Brest"]), place_name(WAVES["first", "Utah"]), place_name(ACROSS["Sword"])
('festung-brest', 'first-utah', 'across-sword')
>>> printed_place("box Brest") == BOXES["Brest"], printed_place("second wave") == SECOND_WAVE
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from bocage.games.bloody_summer.content import BOX, load_content
from bocage.games.bloody_summer.units import Entry
from bocage.kernel.errors import nearest

Place = int
Wave: TypeAlias = Literal["first", "second", "last"]

_CONTENT = load_content()
_GROUND = _CONTENT.ground
GRID: Final = _GROUND.grid
SIZE: Final = GRID.size  # numbers below it are hexes

WAITING: Final = -1  # on the turn track
LOST: Final = -2  # for good (6.6)
RETURNED: Final = -3  # to the Strategic Reserve for good (1.1.1.3)
ABSENT: Final = -4  # not in this game

BOX_NAMES: list[str] = []


def _boxes(names: Iterable[str]) -> list[Place]:
    first = SIZE + len(BOX_NAMES)
    BOX_NAMES.extend(name.lower().replace(" ", "-") for name in names)
    return list(range(first, SIZE + len(BOX_NAMES)))


# The Strategic Movement Map, and the Festungen as boxes within its boxes (4.1.2, 0.1.2).
BOXES: Final[dict[str, Place]] = dict(zip(_GROUND.boxes, _boxes(_GROUND.boxes), strict=True))
BOX_AT: Final = {place: name for name, place in BOXES.items()}
_HELD = [name for name, festung in _CONTENT.counters.festung.items() if festung.box]
FESTUNGEN: Final[dict[str, Place]] = dict(zip(_HELD, _boxes(f"festung-{name}" for name in _HELD), strict=True))

# Off the map: the reserve, and where destroyed units wait and rest, Allied and German.
STRATEGIC_RESERVE: Final = _boxes(["strategic-reserve"])[0]
DESTROYED: Final = tuple(_boxes(["allied-destroyed", "german-destroyed"]))
REST: Final = tuple(_boxes(["allied-rest", "german-rest"]))

# D-Day (10): the waves of each beach, the second wave of those who choose or roll, the airborne, the 79th Armoured.


def _waves() -> dict[tuple[Wave, str], Place]:
    used: dict[tuple[Wave, str], None] = {}
    words: dict[str, Wave] = {"first_wave": "first", "second_wave": "second", "last_wave": "last"}
    for name in (*_CONTENT.units, *_CONTENT.headquarters):
        entry = _CONTENT.entry(name)
        if entry.beach is not None:
            used[words[entry.kind], entry.beach] = None
    return dict(zip(used, _boxes(f"{wave}-{beach}" for wave, beach in used), strict=True))


def _entries(kind: str) -> list[Entry]:
    return [unit.entry for unit in _CONTENT.units.values() if unit.entry.kind == kind]


WAVES: Final[dict[tuple[Wave, str], Place]] = _waves()
SECOND_WAVE: Final = _boxes(["second-wave"])[0]
AIRFIELDS: Final = _boxes(["airfields"])[0]
_STRETCHES = [" and ".join(entry.beaches) for entry in _entries("across")]
ACROSS: Final[dict[str, Place]] = dict(
    zip(_STRETCHES, _boxes(f"across-{stretch.split()[0]}" for stretch in _STRETCHES), strict=True)
)

OFF_MAP: Final = frozenset((*BOXES.values(), *FESTUNGEN.values()))
OFFSHORE: Final = frozenset((*WAVES.values(), SECOND_WAVE, *ACROSS.values()))
PLACES: Final = range(SIZE + len(BOX_NAMES))

PRINTED: Final[dict[str, Place]] = {  # the places of a set-up as its file writes them
    **{f"{BOX}{name}": place for name, place in BOXES.items()},
    **{f"{wave} wave {beach}": place for (wave, beach), place in WAVES.items()},
    **{f"across {stretch}": place for stretch, place in ACROSS.items()},
    "second wave": SECOND_WAVE,
    "airfields": AIRFIELDS,
}


def printed_place(words: str) -> Place:
    """The place that a set-up names."""
    found = PRINTED.get(words)
    return GRID.at(words) if found is None else found


def place_name(place: Place) -> str:
    """A place as players write it; what became of the counter, if it is nowhere."""
    if place >= SIZE:
        return BOX_NAMES[place - SIZE]
    if place >= 0:
        return GRID.label(place)
    return {WAITING: "waiting", LOST: "lost", RETURNED: "returned", ABSENT: "absent"}[place]


def place_number(name: str) -> Place:
    """The place that players call by a name."""
    if name[:1].isdigit():
        return GRID.at(name)
    if name.lower() not in BOX_NAMES:
        raise ValueError(f"there is no place '{name}'{nearest(name, BOX_NAMES)}")
    return SIZE + BOX_NAMES.index(name.lower())
