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
    raw = tomllib.loads((files(package) / FILE).read_text(encoding="utf-8"))
    read = check(_File, raw, FILE)
    return {
        name: Briefing(
            told.situation,
            tuple(BriefedSide(side, title, told.needs[side]) for side, title in read.sides.items()),
            told.special,
        )
        for name, told in read.scenario.items()
    }
