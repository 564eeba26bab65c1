"""The pieces of a game, one numbering for all: combat units, headquarters, fixed troops, German depots, the Resistance.

Kinds follow each other, so a rule asks ``piece < UNITS`` for a combat unit and ``piece in HEADQUARTERS`` for a corps.

>>> PIECE_IDS[HEADQUARTERS[0]], PIECE_IDS[BATTERIES[0]], PIECE_IDS[FESTUNG_PIECES[4]], PIECE_IDS[FFI]
('HQ-LXXXIV', 'Battery-Crisbecq', 'Festung-Brest', 'FFI')
>>> PIECE_IDS[piece_number("depot-paris")], piece_number("4-inf/8"), UNITS
('Depot-Paris', 0, 243)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bocage.games.bloody_summer.content import load_content
from bocage.kernel.errors import nearest

_CONTENT = load_content()
_COUNTERS = _CONTENT.counters
_NAMES: list[str] = []


def _named(names: Iterable[str]) -> range:
    first = len(_NAMES)
    _NAMES.extend(name.replace(" ", "-") for name in names)
    return range(first, len(_NAMES))


COMBAT_UNITS: Final = _named(_CONTENT.units)
UNITS: Final = len(COMBAT_UNITS)  # numbers below it are combat units
HEADQUARTERS: Final = _named(_CONTENT.headquarters)
GARRISONS: Final = _named(_COUNTERS.garrison)
BATTERIES: Final = _named(f"Battery-{name}" for name in _COUNTERS.battery)
FESTUNG_PIECES: Final = _named(f"Festung-{name}" for name in _COUNTERS.festung)
GERMAN_DEPOTS: Final = _named(f"Depot-{name}" for name in _COUNTERS.german_depot)
PARTISANS: Final = _named(f"Partisan-{name}" for name, box in _CONTENT.ground.boxes.items() if box.maquis)
FFI: Final = _named(["FFI"])[0]

PIECE_IDS: Final = tuple(_NAMES)
PIECES: Final = len(PIECE_IDS)
MOBILE: Final = HEADQUARTERS.stop  # numbers below it are units and headquarters, which their owners move

# Other counters by number.
DEPOT_IDS: Final = tuple(_COUNTERS.depot)  # Allied ones (7.1)
AIR_IDS: Final = tuple(_COUNTERS.air)
NAVAL_IDS: Final = tuple(_COUNTERS.naval)
ZONE_IDS: Final = tuple(_CONTENT.ground.zones)
FORMATION_NAMES: Final = tuple(_CONTENT.formations)

_NUMBERS = {name.lower(): number for number, name in enumerate(PIECE_IDS)}


def piece_number(name: str) -> int:
    """The piece that players call by a name."""
    try:
        return _NUMBERS[name.lower()]
    except KeyError:
        raise ValueError(f"there is no unit '{name}'{nearest(name, PIECE_IDS)}") from None
