"""The pieces of a game: every unit by its id, Strongpoints and Ost battalions by the symbol to which they are dealt.

Which counter lies at a symbol nobody knows before it is turned up (11.5); so the piece goes by its symbol, and what it
is worth is drawn when it must be known.

>>> PIECE_IDS[unit_at_symbol("strongpoints", 0)], PIECE_IDS[unit_at_symbol("ost_battalions", 8)]
('SP-2403', 'Ost-Ch')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from bocage.games.dark_summer.content import CHERBOURG, Content, load_content
from bocage.games.dark_summer.units import Unit

Kind = Literal["strongpoints", "ost_battalions"]
_PREFIX: Final[dict[Kind, str]] = {"strongpoints": "SP", "ost_battalions": "Ost"}


def _symbol_ids(kind: Kind, places: Sequence[str]) -> list[str]:
    """A name for each symbol: by its hex, or Ch for the Cherbourg Box, counted if it has several."""
    several = Counter(places)
    seen: Counter[str] = Counter()
    names = []
    for place in places:
        seen[place] += 1
        name = f"{_PREFIX[kind]}-{'Ch' if place == CHERBOURG else place}"
        names.append(f"{name}-{seen[place]}" if several[place] > 1 else name)
    return names


_CONTENT = load_content()
_NAMED = [unit.id for unit in _CONTENT.units.values() if unit.entry.kind != "dealt"]
_SYMBOLS: Final[dict[Kind, list[str]]] = {
    "strongpoints": _symbol_ids("strongpoints", _CONTENT.set_ups["campaign"].strongpoints),
    "ost_battalions": _symbol_ids("ost_battalions", _CONTENT.set_ups["campaign"].ost_battalions),
}
PIECE_IDS: Final = (*_NAMED, *_SYMBOLS["strongpoints"], *_SYMBOLS["ost_battalions"])


def unit_at_symbol(kind: Kind, number: int) -> int:
    """The piece of a symbol, counted in the order of the campaign's set-up."""
    return PIECE_IDS.index(_SYMBOLS[kind][number])


def dealt_pieces(kind: Kind, places: Sequence[str]) -> list[tuple[int, str]]:
    """The pieces that a set-up deals, with their places."""
    return [(PIECE_IDS.index(name), place) for name, place in zip(_symbol_ids(kind, places), places, strict=True)]


def pieces_of(content: Content) -> tuple[Unit, ...]:
    """Every piece as a unit; those of a symbol have the values that all of their kind share, and no factor yet."""
    units = [content.units[name] for name in _NAMED]
    for kind, names in _SYMBOLS.items():
        example = next(
            unit for unit in content.units.values() if (unit.strongpoint if kind == "strongpoints" else unit.ost)
        )
        units += [example.model_copy(update={"id": name, "name": name, "formation": name}) for name in names]
    return tuple(units)


def factors_of(content: Content, kind: Kind) -> tuple[int, ...]:
    """The factors of all counters of a kind, in ascending order."""
    units = content.units.values()
    return tuple(sorted(unit.attack for unit in units if (unit.strongpoint if kind == "strongpoints" else unit.ost)))
