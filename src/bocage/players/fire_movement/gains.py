"""What things to do have been found to gain, looked at again only as far as needed to find the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence


class Gains(dict[int, float]):
    """By unit: the gain of moving it, or of bombarding it, when it was last looked at.

    What is done takes from what others can gain: the best hexes are occupied, the markers are used. So what gained
    little when it was looked at last is not looked at again while something else gains more.
    """

    def __missing__(self, unit: int) -> float:
        return float("inf")

    def find_best(self, units: Sequence[int], look: Callable[[int], float], enough: float) -> None:
        """Look at units, the most promising first, until the best is known or none gains ``enough``."""
        fresh: set[int] = set()
        while units:
            best = max(units, key=self.__getitem__)
            if best in fresh or self[best] < enough:
                return
            self[best] = look(best)
            fresh.add(best)
