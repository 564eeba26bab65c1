"""What came of something, as data that mean the same in every game: every client shows them in one way."""

from __future__ import annotations

from typing import NamedTuple


class Lost(NamedTuple):
    """What one piece has lost; it is named as its counter is."""

    piece: str
    steps: int
    gone: bool = False  # with its last step, or whole


class Result(NamedTuple):
    """What chance, a combat or fire made of an order; whatever does not apply is left out.

    Results that none of this describes, such as a retreat, are told by the sentence of their event alone.
    """

    attack: int | None = None  # strengths as they were compared
    defence: int | None = None
    line: str = ""  # of the table, as the game calls it
    column: int = 0  # of the table, after all shifts
    shifts: tuple[tuple[str, int], ...] = ()  # columns to the right, by cause
    die: int = 0  # as it fell
    card: int = 0  # the number of the one that was drawn
    part: str = ""  # the section of it that counts
    outcome: tuple[str, ...] = ()  # what is read from the table or card, in the game's own terms
    losses: tuple[Lost, ...] = ()  # piece by piece

    def told(self) -> dict[str, object]:
        """What applies, by name."""
        return {name: value for name, value in self._asdict().items() if value != self._field_defaults[name]}
