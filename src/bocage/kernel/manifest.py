"""A game as the rest of the program finds it: its name, its title, and the modules that provide its parts.

A game of this program has its rules in ``bocage.games.<name>`` and every other part in the layer that it belongs to. A
game that lives elsewhere has all of them beneath its own package. A part is imported when it is asked for and not
before; a game that lacks one can do everything for which the part is not needed.

>>> sword = Manifest("bocage.games.sword_and_shield", "Sword and Shield")
>>> sword.name, sword.place("title"), sword.place("table")
('sword_and_shield', 'bocage.games.sword_and_shield.title', 'bocage.table.sword_and_shield')
>>> Manifest("my.duel", "Duel").place("table")
'my.duel.table'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypeVar

from bocage.kernel.errors import BocageError

Part: TypeAlias = Literal[
    "title", "invariants", "inventory", "players", "evaluation", "aspects", "table", "lab", "drawings"
]
Offer = TypeVar("Offer")

HOUSE: Final = "bocage.games."


def in_a_line(error: Exception) -> str:
    """What an error says, in one line."""
    return (str(error) or type(error).__name__).splitlines()[0]


PARTS: Final[Mapping[Part, tuple[str, str]]] = {  # where this program has it, and what is said of a game that lacks it
    "title": ("bocage.games.{}.title", "{} has no scenarios"),
    "invariants": ("bocage.games.{}.invariants", "{} does not say what must always hold, so it cannot be checked"),
    "inventory": ("bocage.games.{}.inventory", "{} has no data to show"),
    "players": ("bocage.players.{}", "{} does not say what its orders are worth"),
    "evaluation": ("bocage.players.{}.evaluation", "{} does not say what its positions are worth"),
    "aspects": ("bocage.players.{}.aspects", "{} does not say how people speak of its positions"),
    "table": ("bocage.table.{}", "{} has no table, so nothing can show it to people"),
    "lab": ("bocage.lab.{}", "{} has no measurements of its own"),
    "drawings": ("bocage.drawings.{}", "{} has no map"),
}


@dataclass(frozen=True)
class Manifest:
    """What a game's package says of itself, as ``MANIFEST = Manifest(__name__, "Title")``."""

    package: str
    title: str
    samples: tuple[str, ...] = ()  # scenarios that stand for the game where a few must do, the one to begin with first

    @property
    def name(self) -> str:
        """The name of the game, which is that of its package."""
        return self.package.rpartition(".")[2]

    @property
    def folder(self) -> Path:
        """Where its package is, with its data."""
        return Path(str(import_module(self.package).__file__)).parent

    def place(self, part: Part) -> str:
        """The module that provides a part, if the game has it."""
        if self.package == f"{HOUSE}{self.name}":
            return PARTS[part][0].format(self.name)
        return f"{self.package}.{part}"

    def has(self, part: Part) -> bool:
        """Whether the game has a part."""
        try:
            return find_spec(self.place(part)) is not None
        except ModuleNotFoundError:  # the game is a module alone, with nothing beneath it
            return False

    def part(self, part: Part, offers: type[Offer]) -> Offer:
        """The module of a part, which offers what a protocol says; a sentence if the game lacks it."""
        place = self.place(part)
        if not self.has(part):
            raise BocageError(PARTS[part][1].format(self.name))
        try:
            found = import_module(place)
        except Exception as error:  # whatever a module does when it is imported
            raise BocageError(f"{place} cannot be used: {in_a_line(error)}") from error
        if not isinstance(found, offers):
            raise BocageError(f"{place} does not offer all that {offers.__module__}.{offers.__name__} asks for")
        return found
