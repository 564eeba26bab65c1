"""`sweep` against `reach` on random maps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.hexes import HexError, Strides, mask, reach, sweep
from tests.hexes.test_search import Terrain, terrains


@given(terrains(), st.integers(-1, 40), st.integers(0, 3))
def test_a_sweep_finds_the_hexes_costs_and_ways_of_reach(land: Terrain, budget: int, more: int) -> None:
    grid, start = land.grid, land.start
    first = [(there, price + more) for there, price in land.links[start] if price + more <= budget]
    closed, zone = grid.flags(land.closed), grid.flags(land.zone)
    expected = reach(land.links, start, budget, closed, zone, first=first)
    found = sweep(Strides.of(grid, land.links), start, budget, land.closed, land.zone, first=first)
    assert found.hexes == mask(expected.cost)
    assert {h: found.cost_of(h) for h in expected} == expected.cost
    assert [found.path(h) for h in expected] == [expected.path(h) for h in expected]
    for most in range(-1, max(budget, 0) + 1):
        assert found.within(most) == mask(h for h, cost in expected.cost.items() if cost <= most)
    for h in set(grid.hexes) - set(expected.cost):
        assert h not in found
        with pytest.raises(HexError, match="cannot be reached"):
            found.cost_of(h)


@given(terrains(), st.integers(0, 40), st.data())
def test_a_sweep_may_begin_off_the_map_and_enter_it_at_several_hexes(
    land: Terrain, budget: int, data: st.DataObject
) -> None:
    grid, gates = land.grid, data.draw(st.lists(st.sampled_from(sorted(land.grid.hexes)), unique=True, max_size=4))
    first = [(gate, data.draw(st.integers(0, budget))) for gate in gates]
    expected = reach(land.links, -1, budget, grid.flags(land.closed), grid.flags(land.zone), first=first)
    found = sweep(Strides.of(grid, land.links), -1, budget, land.closed, land.zone, first=first)
    assert found.hexes == mask(expected.cost)
    assert {h: found.cost_of(h) for h in expected} == expected.cost
    assert [found.path(h) for h in expected] == [expected.path(h) for h in expected]
