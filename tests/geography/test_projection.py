"""The fits: towns fall where the rulebooks put them, and there and back is the same place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.geography.normandy import normandy
from bocage.geography.painter import instructions, make_grid
from bocage.geography.projection import Sheet, fits

GRID = make_grid(instructions("fire_movement")["grid"])
SHEET = Sheet(fits()["fire_movement"], GRID)


@given(lat=st.floats(48.4, 49.8), lon=st.floats(-2.0, 0.5), game=st.sampled_from(sorted(fits())))
def test_there_and_back(lat: float, lon: float, game: str) -> None:
    fit = fits()[game]
    back = fit.position(*fit.plane(lat, lon))
    assert back == pytest.approx((lat, lon), abs=1e-6)


@pytest.mark.parametrize("game", ["fire_movement", "dark_summer", "bloody_summer", "omaha_beach"])
def test_one_hex_width_is_as_long_as_the_fit_says(game: str) -> None:
    (a, b), (c, d) = fits()[game].matrix
    assert (a * d - b * c) ** -0.5 == pytest.approx(fits()[game].hex_km, rel=0.002)


@pytest.mark.parametrize(
    ("town", "label"),
    [
        ("Carentan", "1805"),
        ("Sainte-Mère-Église", "2503"),
        ("Sainte-Marie-du-Mont", "2206"),
        ("Caen", "0938"),
        ("Longues-sur-Mer", "1926"),
        ("Arromanches-les-Bains", "1929"),
        ("Villers-Bocage", "0227"),
        ("Ouistreham", "1542"),
    ],
)
def test_the_fit_finds_the_hexes_of_the_rulebook(town: str, label: str) -> None:
    assert GRID.label(SHEET.hex_at(*normandy().towns[town])) == label


@pytest.mark.parametrize(
    ("town", "label", "reach"),
    [
        ("Isigny-sur-Mer", "1811", 0.8),
        ("Trévières", "1718", 0.8),
        ("Caumont-l'Éventé", "0421", 1.0),
        ("Saint-Lô", "0709", 3.0),
    ],
)
def test_places_that_the_rulebook_moves_are_moved_a_little(town: str, label: str, reach: float) -> None:
    assert SHEET.offset(GRID.at(label), *normandy().towns[town]) < reach


def test_positions_of_hexes_run_north_and_east() -> None:
    south_west = SHEET.position(*GRID.centre(GRID.at("0101")))
    north_east = SHEET.position(*GRID.centre(GRID.at("3350")))
    assert south_west == pytest.approx((49.048, -1.357), abs=0.003)
    assert north_east == pytest.approx((49.553, -0.053), abs=0.003)
