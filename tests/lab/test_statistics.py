"""Confidence intervals and spreads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.lab.statistics import share, spread


@pytest.mark.parametrize(
    ("times", "of", "low", "high"),
    [  # from the literature: Newcombe 1998, table I, score method without continuity correction
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_has_its_published_values(times: int, of: int, low: float, high: float) -> None:
    found = share(times, of)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(st.integers(0, 500), st.integers(1, 500))
def test_an_interval_holds_its_rate_and_mirrors_its_opposite(times: int, more: int) -> None:
    of = times + more
    found, opposite = share(times, of), share(of - times, of)
    assert 0 <= found.low <= found.rate <= found.high <= 1
    assert found.low == pytest.approx(1 - opposite.high)


def test_no_games_say_nothing() -> None:
    assert share(0, 0)[2:] == (0.0, 1.0)
    assert share(0, 0).rate == 0


def test_a_spread_is_mean_deviation_least_and_most() -> None:
    assert spread([2, 4, 4, 4, 5, 5, 7, 9]) == pytest.approx((5, 2.138, 2, 9), abs=1e-3)
    assert spread([3]) == (3, 0, 3, 3)
    assert spread([]) == (0, 0, 0, 0)
