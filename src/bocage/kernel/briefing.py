"""What players should know of a scenario before it begins."""

from __future__ import annotations

from typing import NamedTuple


class BriefedSide(NamedTuple):
    """What one side needs."""

    side: str
    title: str  # its people, as a sentence has them after "the"
    needs: str  # in order to win


class Briefing(NamedTuple):
    """The situation, what each side needs to win, and what is special in a scenario."""

    situation: str
    sides: tuple[BriefedSide, ...]
    special: tuple[str, ...] = ()

    def title_of(self, side: str) -> str:
        """What a side's people are called."""
        return next(known.title for known in self.sides if known.side == side)
