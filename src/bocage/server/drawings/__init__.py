"""The drawings of the maps: a module for each game, named as its package, that offers ``draw``.

>>> draw("omaha_beach", "first_waves")[:4]
'<svg'
"""

from __future__ import annotations

from importlib import import_module
from threading import Lock
from typing import Protocol, cast

from bocage.games import TITLES, list_scenarios
from bocage.kernel import BocageError, nearest

TURNED = "-turned"  # after the name of a game: its map after half a turn


class Drawing(Protocol):
    """What the module of a game offers."""

    TURNS: bool  # whether the map can be looked at from the other side

    def draw(self, scenario: str | None, turned: bool) -> str:
        """The whole map as SVG, or the part that a scenario uses, small enough to need no hex numbers."""


_drawing = Lock()  # a drawing costs a second, so it is made once even if many ask at the same moment


def draw(name: str, scenario: str | None = None) -> str:
    """A game's map, of which a scenario may use a part; the name may ask for it turned."""
    game = name.removesuffix(TURNED)
    turned = game != name
    if game not in TITLES:
        raise BocageError(f"there is no map of '{name}'{nearest(name, TITLES)}")
    found = cast(Drawing, import_module(f"{__name__}.{game}"))
    if turned and (scenario is not None or not found.TURNS):
        raise BocageError(f"the map of {game} is not drawn turned{' for a scenario' if found.TURNS else ''}")
    known = [info.short for info in list_scenarios() if info.game == game]
    if scenario is not None and scenario not in known:
        raise BocageError(f"{game} has no scenario '{scenario}'{nearest(scenario, known)}")
    with _drawing:
        return found.draw(scenario, turned)
