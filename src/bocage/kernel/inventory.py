"""What is in the box of a game, listed for people and for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

from bocage.kernel.data import unknown
from bocage.kernel.errors import BocageError

GameScenario = TypeVar("GameScenario")


class Sheet(NamedTuple):
    """A table to read."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]

    def as_json(self) -> list[dict[str, str]]:
        """Its rows for a program, where it says all there is to say.

        >>> Sheet(("unit", "steps"), [("22/21", "2")]).as_json()
        [{'unit': '22/21', 'steps': '2'}]
        """
        return [dict(zip(self.heads, row, strict=True)) for row in self.rows]


class Listing(NamedTuple):
    """One kind of data: tables for people, and the same in full for programs."""

    sheets: Sequence[Sheet]
    as_json: object

    @classmethod
    def of(cls, *sheets: Sheet) -> Listing:
        """Tables that say all there is to say, also for a program.

        >>> Listing.of(Sheet(("unit", "steps"), [("22/21", "2")])).as_json
        [{'unit': '22/21', 'steps': '2'}]
        """
        rows = [sheet.as_json() for sheet in sheets]
        return cls(sheets, rows[0] if len(rows) == 1 else rows)


def scenario_asked_for(name: str | None, scenarios: Mapping[str, GameScenario]) -> GameScenario | None:
    """The scenario whose data are to be listed; None: those of all.

    >>> scenario_asked_for("swrod", {"sword": 1})
    Traceback (most recent call last):
    bocage.kernel.errors.BocageError: there is no scenario 'swrod'; did you mean sword?
    """
    if name is not None and name not in scenarios:
        raise BocageError(unknown("scenario", name, scenarios))
    return scenarios[name] if name is not None else None


@runtime_checkable
class Inventory(Protocol):
    """What the module ``inventory`` of a game's package offers."""

    KINDS: Mapping[str, str]  # what can be listed, each in a sentence

    def listing(self, kind: str, scenario: str | None, overlay: Path | None) -> Listing:
        """One of the kinds: all of it or what a scenario uses, as printed or with a player's own values."""

    def changes(self, overlay: Path) -> Mapping[str, Sequence[str]]:
        """What a file of a player's own values makes different."""
