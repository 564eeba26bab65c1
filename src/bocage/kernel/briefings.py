"""The briefings of a game, from ``data/words/briefings.toml`` in its package.

They are words alone: no game goes on differently when they change, so they are no part of what a record remembers of
its data.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from bocage.kernel.briefing import BriefedSide, Briefing
from bocage.kernel.data import Model, check
from bocage.kernel.errors import BocageError

FILE = "data/words/briefings.toml"


class _Scenario(Model):
    situation: str
    needs: dict[str, str]  # by side
    special: tuple[str, ...] = ()


class _File(Model):
    sides: dict[str, str]  # what their people are called
    scenario: dict[str, _Scenario]


@cache
def load_briefings(package: str) -> dict[str, Briefing]:
    """The briefings of a game's package, by scenario."""
    place = files(package) / FILE
    if not place.is_file():
        raise BocageError(f"{package} has no {FILE}")
    read = check(_File, tomllib.loads(place.read_text(encoding="utf-8")), FILE)
    for name, told in read.scenario.items():
        if told.needs.keys() != read.sides.keys():
            raise BocageError(f"{FILE}: {name} must say what each side needs: {', '.join(read.sides)}")
    return {
        name: Briefing(
            told.situation,
            tuple(BriefedSide(side, title, told.needs[side]) for side, title in read.sides.items()),
            told.special,
        )
        for name, told in read.scenario.items()
    }
