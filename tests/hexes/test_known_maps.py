"""Adjacencies that the four rulebooks and their maps fix."""

from itertools import pairwise

import pytest

from bocage.hexes import Grid
from tests.hexes.layouts import BLOODY_SUMMER, DARK_SUMMER, FIRE_MOVEMENT, OMAHA_BEACH


@pytest.mark.parametrize(
    ("grid", "chain"),
    [
        (FIRE_MOVEMENT, "1706 1805"),
        (FIRE_MOVEMENT, "3005 2906 2806 2707 2607 2508"),
        (FIRE_MOVEMENT, "0705 0604 0504 0404 0304 0204 0104"),
        (FIRE_MOVEMENT, "2032 1933"),
        (FIRE_MOVEMENT, "0608 0609 0709 0608"),
        (DARK_SUMMER, "4003 4102 4203 4302"),
        (DARK_SUMMER, "2628 2727 2828"),
        (BLOODY_SUMMER, "0518 0619 0718"),
        (OMAHA_BEACH, "0513 0613 0714"),
        (OMAHA_BEACH, "0810 0711 0811"),
        (OMAHA_BEACH, "1322 1321 1320"),
        (OMAHA_BEACH, "1321 1220"),
        (OMAHA_BEACH, "1316 1416"),
    ],
)
def test_chain_is_contiguous(grid: Grid, chain: str) -> None:
    for a, b in pairwise(map(grid.at, chain.split())):
        assert b in grid.neighbours[a]


@pytest.mark.parametrize(
    ("grid", "label", "around"),
    [
        (FIRE_MOVEMENT, "1706", "1705 1805 1806 1707 1606 1605"),
        (FIRE_MOVEMENT, "1806", "1805 1906 1907 1807 1707 1706"),
        (OMAHA_BEACH, "0711", "0710 0810 0811 0712 0611 0610"),
        (DARK_SUMMER, "4102", "4101 4202 4203 4103 4003 4002"),
        (DARK_SUMMER, "4203", "4202 4302 4303 4204 4103 4102"),
        (BLOODY_SUMMER, "0619", "0620 0519 0518 0618 0718 0719"),
        (BLOODY_SUMMER, "0718", "0719 0619 0618 0717 0818 0819"),
    ],
)
def test_neighbours_clockwise_from_west_or_north(grid: Grid, label: str, around: str) -> None:
    assert [grid.label(h) for h in grid.neighbours[grid.at(label)]] == around.split()


def test_neighbours_at_the_corners_of_fire_and_movement() -> None:
    corners = {"0101": "0201 0102", "0150": "0149 0249 0250", "3301": "3302 3201", "3350": "3349 3250 3249"}
    for label, around in corners.items():
        assert FIRE_MOVEMENT.labels(FIRE_MOVEMENT.spread(FIRE_MOVEMENT.set(label))) == sorted(around.split())


@pytest.mark.parametrize(
    ("grid", "hexes"), [(FIRE_MOVEMENT, 1650), (OMAHA_BEACH, 612), (DARK_SUMMER, 1566), (BLOODY_SUMMER, 528)]
)
def test_number_of_hexes(grid: Grid, hexes: int) -> None:
    assert len(grid.hexes) == grid.all.bit_count() == hexes


@pytest.mark.parametrize(
    ("grid", "right", "up", "by_rows", "shifted"),
    [
        (FIRE_MOVEMENT, 1, 1, True, 0),
        (DARK_SUMMER, 1, -1, False, 1),
        (BLOODY_SUMMER, -1, -1, True, 1),
        (OMAHA_BEACH, 1, 1, True, 0),
    ],
)
def test_centres_agree_with_the_fit_to_geography(grid: Grid, right: int, up: int, by_rows: bool, shifted: int) -> None:
    """u to the right and v up as the geographical fits decode the numbers, up to the origin."""

    def fit(row: int, column: int) -> tuple[float, float]:
        if by_rows:
            return right * (column + (row % 2 == shifted) / 2), up * row * 0.8660254
        return right * column * 0.8660254, up * (row + (column % 2 == shifted) / 2)

    first = grid.hexes[0]
    (u0, v0), (x0, y0) = fit(grid.row(first), grid.column(first)), grid.centre(first)
    for h in grid.hexes:
        u, v = fit(grid.row(h), grid.column(h))
        assert grid.centre(h) == pytest.approx((x0 + u - u0, y0 - v + v0), abs=1e-5)
