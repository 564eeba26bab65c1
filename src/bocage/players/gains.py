"""What things to do have been found to gain, looked at again only as far as needed to find the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Gains(dict[T, float]):
    """By unit or order: the gain of moving it, of bombarding it, of giving it, when it was last looked at.

    What is done takes from what others can gain: the best hexes are occupied, the markers are used. So what gained
    little when it was looked at last is not looked at again while something else gains more.
    """

    def __missing__(self, thing: T) -> float:
        return float("inf")

    def find_best(self, things: Sequence[T], look: Callable[[T], float], enough: float) -> set[T]:
        """Look at things, the most promising first, until the best is known or none gains ``enough``; those seen."""
        fresh: set[T] = set()
        while things:
            best = max(things, key=self.__getitem__)
            if best in fresh or self[best] < enough:
                break
            self[best] = look(best)
            fresh.add(best)
        return fresh
