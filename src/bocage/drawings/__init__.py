"""The drawings of the maps: a module for each game, named as its package, that offers ``draw``.

>>> draw("omaha_beach", "first_waves")[:4]
'<svg'
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import Protocol, runtime_checkable

from bocage.games import list_scenarios, manifest_of, manifests
from bocage.kernel import BocageError, nearest

TURNED = "-turned"  # after the name of a game: the file of its map after half a turn


@runtime_checkable
class Drawing(Protocol):
    """What the drawing's module of a game offers."""

    TURNS: bool  # whether the map can be looked at from the other side

    def draw(self, scenario: str | None, turned: bool, numbers: bool) -> str:
        """The whole map as SVG or the part that a scenario uses, with or without the numbers of the hexes."""


_drawing = Lock()  # a drawing costs a second, so it is made once even if many ask at the same moment


def drawing_of(game: str) -> Drawing:
    """The drawing of a game's map."""
    return manifest_of(game).part("drawings", Drawing)


def draw(game: str, scenario: str | None = None, *, turned: bool = False, numbers: bool = True) -> str:
    """A game's map, of which a scenario may use a part; small pictures need no numbers."""
    found = drawing_of(game)
    if turned and (scenario is not None or not found.TURNS):
        raise BocageError(f"the map of {game} is not drawn turned{' for a scenario' if found.TURNS else ''}")
    if scenario is not None and scenario not in (known := [info.short for info in list_scenarios(game)]):
        raise BocageError(f"{game} has no scenario '{scenario}'{nearest(scenario, known)}")
    with _drawing:
        return found.draw(scenario, turned, numbers)


def whole_maps() -> Iterator[tuple[str, str]]:
    """The whole map of every game that has one, by the name of its file, and after half a turn where it turns."""
    for game, manifest in manifests().items():
        if manifest.has("drawings"):
            yield game, draw(game)
            if drawing_of(game).TURNS:
                yield f"{game}{TURNED}", draw(game, turned=True)
