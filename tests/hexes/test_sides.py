from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.hexes import Sides, members

sides_of_some_hexes = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 30)).filter(lambda side: side[0] != side[1]), max_size=40
)


@given(sides_of_some_hexes)
def test_sides_are_the_same_from_both_hexes(pairs: list[tuple[int, int]]) -> None:
    rivers = Sides(pairs)
    for a in range(31):
        behind = [b for b in range(31) if (a, b) in pairs or (b, a) in pairs]
        assert members(rivers.across(a)) == behind
        assert [b for b in range(31) if (a, b) in rivers] == behind
        assert [b for b in range(31) if rivers[a, b]] == behind


@given(sides_of_some_hexes, st.randoms(use_true_random=False))
def test_sides_come_out_once_and_in_order(pairs: list[tuple[int, int]], random: Random) -> None:
    rivers = Sides(pairs)
    assert list(rivers) == sorted({(min(side), max(side)) for side in pairs})
    assert len(rivers) == len(list(rivers))
    random.shuffle(pairs)
    assert list(Sides(pairs)) == list(rivers)


def test_a_side_has_a_value() -> None:
    rivers = Sides([(1, 2), (2, 3)], value=2)
    rivers.add(3, 2, 5)
    assert (rivers[2, 1], rivers[2, 3], rivers[1, 3]) == (2, 5, 0)
    assert len(rivers) == 2


def test_sides_of_one_value_keep_it_and_their_order() -> None:
    rivers = Sides([(4, 3), (1, 2), (7, 8)], value=2)
    rivers.add(2, 3)
    assert list(rivers.of(2)) == [(1, 2), (3, 4), (7, 8)] and rivers.of(2)[4, 3] == 2
    assert list(rivers.of(1)) == [(2, 3)]
    assert not rivers.of(3)


@pytest.mark.parametrize(("a", "b", "value"), [(4, 4, 1), (4, 5, 0)])
def test_no_side_of_one_hex_and_no_value_of_nothing(a: int, b: int, value: int) -> None:
    with pytest.raises(ValueError, match="a side lies between two hexes"):
        Sides().add(a, b, value)


def test_no_sides_are_false() -> None:
    assert not Sides()
    assert Sides([(1, 2)])
