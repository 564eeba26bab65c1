import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.hexes import mask, members


@given(st.lists(st.integers(0, 2500)))
def test_members_are_ascending_and_each_is_one_however_often_it_is_named(hexes: list[int]) -> None:
    assert members(mask(hexes)) == sorted(set(hexes))


@given(st.integers(0, 1 << 300))
def test_members_of_dense_sets(hexes: int) -> None:
    assert members(hexes) == [h for h in range(301) if hexes >> h & 1]


@pytest.mark.parametrize("size", [1, 4095, 4096, 4097, 6000])
def test_members_of_a_full_set_of_any_size(size: int) -> None:
    assert members((1 << size) - 1) == list(range(size))
