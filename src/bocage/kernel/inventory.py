"""What is in the box of a game, listed for people and for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable


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


@runtime_checkable
class Inventory(Protocol):
    """What the module ``inventory`` of a game's package offers."""

    KINDS: Mapping[str, str]  # what can be listed, each in a sentence

    def listing(self, kind: str, scenario: str | None, overlay: Path | None) -> Listing:
        """One of the kinds: all of it or what a scenario uses, as printed or with a player's own values."""

    def changes(self, overlay: Path) -> Mapping[str, Sequence[str]]:
        """What a file of a player's own values makes different."""
