"""What numbers from many games are worth: shares with confidence intervals, means and spreads."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, quantiles, stdev
from typing import NamedTuple

NORMAL_95 = 1.959963984540054  # two-sided 95 % of the normal distribution


class Share(NamedTuple):
    """How often something happened, and the interval in which its true frequency lies with 95 % confidence."""

    times: int
    of: int
    low: float
    high: float

    @property
    def rate(self) -> float:
        """The frequency observed."""
        return self.times / self.of if self.of else 0.0

    def __str__(self) -> str:
        return f"{self.rate:.1%} ({self.low:.1%} to {self.high:.1%})"


def share(count: int, of: int) -> Share:
    """A frequency with Wilson's interval, which holds for few games and for rates near 0 and 1.

    >>> print(share(62, 100))
    62.0% (52.2% to 70.9%)
    >>> print(share(0, 20))
    0.0% (0.0% to 16.1%)
    """
    if not of:
        return Share(0, 0, 0.0, 1.0)
    rate, z2 = count / of, NORMAL_95**2
    centre = (rate + z2 / (2 * of)) / (1 + z2 / of)
    margin = NORMAL_95 * sqrt(rate * (1 - rate) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    low = 0.0 if count == 0 else max(0.0, centre - margin)
    high = 1.0 if count == of else min(1.0, centre + margin)
    return Share(count, of, low, high)


class Spread(NamedTuple):
    """A quantity over many games."""

    mean: float
    deviation: float
    least: float
    most: float

    def __str__(self) -> str:
        return f"{self.mean:.1f} ± {self.deviation:.1f} (from {self.least:g} to {self.most:g})"


def spread(values: Sequence[float]) -> Spread:
    """Mean, standard deviation, least and most of some values.

    >>> print(spread([16, 17, 18]))
    17.0 ± 1.0 (from 16 to 18)
    """
    if not values:
        return Spread(0.0, 0.0, 0.0, 0.0)
    return Spread(fmean(values), stdev(values) if len(values) > 1 else 0.0, min(values), max(values))


class Quartiles(NamedTuple):
    """What a quarter, a half and three quarters of some values do not exceed."""

    low: float
    median: float
    high: float

    def __str__(self) -> str:
        return f"median {self.median:g}, half of them from {self.low:g} to {self.high:g}"


def quartiles(values: Sequence[float]) -> Quartiles:
    """The quartiles of one value or more.

    >>> print(quartiles([3, 4, 4, 6, 7]))
    median 4, half of them from 4 to 6
    >>> quartiles([5])
    Quartiles(low=5, median=5, high=5)
    """
    if len(values) == 1:
        return Quartiles(values[0], values[0], values[0])
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return Quartiles(low, middle, high)
