"""Features of an evaluation as a person would speak of them, to say what is for and against an order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, runtime_checkable

from bocage.games import manifest_of


class Aspect(NamedTuple):
    """What is said if there is more of a feature, and if there is less, and whether the first side wants more of it."""

    more: str
    less: str
    wanted: bool


@runtime_checkable
class Aspects(Protocol):
    """What the module ``aspects`` of a game's players offers: the features of which a person would speak."""

    ASPECTS: Mapping[str, Aspect]


def wanted(words: str, *, many: bool = False) -> Aspect:
    """A feature of which the first side wants more; ``many`` if it is told in the plural.

    >>> wanted("objectives taken", many=True).less
    'fewer objectives taken'
    """
    return Aspect(f"more {words}", f"{'fewer' if many else 'less'} {words}", True)


def unwanted(words: str, *, many: bool = False) -> Aspect:
    """A feature of which the first side wants less."""
    return wanted(words, many=many)._replace(wanted=False)


def aspects_of(game: str) -> Mapping[str, Aspect]:
    """How people speak of the features of a game, by its name or that of one of its scenarios; perhaps not at all."""
    manifest = manifest_of(game)
    return manifest.part("aspects", Aspects).ASPECTS if manifest.has("aspects") else {}
