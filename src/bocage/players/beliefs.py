"""What a player has come to think of its stances in the course of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from types import MappingProxyType
from typing import Final

FADING: Final = 0.75  # how much of what was found counts a turn later
AT_FIRST: Final = 6.0  # worlds that count as seen, with what other games have shown, before any is
SPREAD: Final = 0.2  # of what difference stances make from one world to another, as long as nothing is known


class Beliefs:
    """By how much each stance is better than the usual one, from all worlds in which they were tried, the latest most.

    >>> beliefs = Beliefs()
    >>> beliefs.add("hold", [0.1, 0.2, 0.1, 0.2, 0.1, 0.2])
    >>> beliefs.best(["usual", "hold"], "usual", doubt=1.0)
    'hold'
    """

    def __init__(self, at_first: Mapping[str, float] = MappingProxyType({})) -> None:
        """``at_first`` is what other games have shown."""
        self._at_first = at_first
        self._sums: dict[str, tuple[float, float, float]] = {}  # worlds, their leads and the squares of these

    def fade(self) -> None:
        """A turn has passed, and with it a part of what was known."""
        for stance, sums in self._sums.items():
            worlds, leads, squares = sums
            self._sums[stance] = (FADING * worlds, FADING * leads, FADING * squares)

    def add(self, stance: str, leads: Sequence[float]) -> None:
        """Note by how much a stance was better than the usual one in some worlds."""
        worlds, total, squares = self._sums.get(stance, (0.0, 0.0, 0.0))
        total, squares = total + sum(leads), squares + sum(lead * lead for lead in leads)
        self._sums[stance] = (worlds + len(leads), total, squares)

    def lead(self, stance: str) -> tuple[float, float]:
        """By how much a stance is thought to be better than the usual one, and the standard error of that."""
        expected = self._at_first.get(stance, 0.0)
        if stance not in self._sums:
            return expected, 0.0
        worlds, total, squares = self._sums[stance]
        weight = worlds + AT_FIRST
        mean = (total + AT_FIRST * expected) / weight
        spread = (squares + AT_FIRST * (SPREAD**2 + expected**2)) / weight - mean * mean
        return mean, sqrt(max(0.0, spread) / weight)

    def best(self, stances: Sequence[str], now: str, doubt: float) -> str:
        """The stance to take: the one that was taken before unless another is better beyond doubt."""
        best = max(stances, key=lambda stance: self.lead(stance)[0])
        (lead, error), (before, other) = self.lead(best), self.lead(now)
        return best if lead - before > doubt * sqrt(error**2 + other**2) else now
