"""What players should know of a scenario before it begins.

Every game has its briefings in ``data/words/briefings.toml``. They are words alone: no game goes on differently when
they change, so they are no part of what a record remembers of its data.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from bocage.kernel.data import Model, check

FILE = "data/words/briefings.toml"


class Side(Model):
    """What one side needs."""

    side: str
    title: str  # its people, as a sentence has them after "the"
    needs: str  # in order to win


class Briefing(Model):
    """The situation, what each side needs to win, and what is special in a scenario."""

    situation: str
    sides: tuple[Side, ...]
    special: tuple[str, ...] = ()

    def title_of(self, side: str) -> str:
        """What a side's people are called."""
        return next(known.title for known in self.sides if known.side == side)


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
            situation=told.situation,
            sides=tuple(Side(side=side, title=title, needs=told.needs[side]) for side, title in read.sides.items()),
            special=told.special,
        )
        for name, told in read.scenario.items()
    }
