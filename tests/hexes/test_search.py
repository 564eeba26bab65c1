"""`reach` and `flood` against networkx on random maps."""

import os
import subprocess
import sys
from dataclasses import dataclass

import networkx as nx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bocage.hexes import Grid, Hex, HexError, flood, members, reach
from tests.hexes.layouts import FIRE_MOVEMENT, Layout, holed_grids, subsets, whole_grids

Links = list[list[tuple[Hex, int]]]


@dataclass
class Terrain:
    """A random map to move on; the price of a step depends on both hexes."""

    grid: Grid
    links: Links
    start: Hex
    closed: int
    zone: int
    toll: int | None

    def graph(self) -> "nx.DiGraph[Hex]":
        g: nx.DiGraph[Hex] = nx.DiGraph()
        g.add_nodes_from(self.grid.hexes)
        for a in self.grid.hexes:
            if a == self.start or not self.zone >> a & 1 or self.toll is not None:
                for b, price in self.links[a]:
                    if not self.closed >> b & 1:
                        g.add_edge(a, b, weight=price + (self.toll or 0) * (self.zone >> b & 1))
        return g


@st.composite
def terrains(draw: st.DrawFn) -> Terrain:
    grid = draw(whole_grids)
    random = draw(st.randoms(use_true_random=False))
    prices = draw(st.sampled_from([(2, 4, 6), (1,), (1, 2, 3, 40)]))
    links: Links = [[] for _ in range(grid.size)]
    for h in grid.hexes:
        links[h] = [(n, random.choice(prices)) for n in grid.neighbours[h] if random.random() < 0.9]
    return Terrain(
        grid,
        links,
        random.choice(grid.hexes),
        draw(subsets(grid)) & draw(subsets(grid)),
        draw(subsets(grid)) & draw(subsets(grid)),
        draw(st.none() | st.integers(0, 9)),
    )


@given(terrains(), st.integers(-1, 40) | st.integers(250, 300))
def test_reach_is_dijkstra(land: Terrain, budget: int) -> None:
    grid, start = land.grid, land.start
    found = reach(land.links, start, budget, grid.flags(land.closed), grid.flags(land.zone), toll=land.toll)

    graph = land.graph()
    expected = nx.single_source_dijkstra_path_length(graph, start, cutoff=max(0, budget))
    assert found.cost == {h: cost for h, cost in expected.items() if h != start}

    assert set(found.via) == set(found.cost)
    assert found.path(start) == ()
    for h, cost in found.cost.items():
        way = (start, *found.path(h))
        assert way[-1] == h
        assert nx.path_weight(graph, way, "weight") == cost


@given(terrains())
def test_reach_leaves_its_arguments_alone_and_takes_bytearrays(land: Terrain) -> None:
    closed, zone = bytearray(land.grid.flags(land.closed)), bytearray(land.grid.flags(land.zone))
    first = reach(land.links, land.start, 20, closed, zone)
    assert bytes(closed) == land.grid.flags(land.closed)
    assert bytes(zone) == land.grid.flags(land.zone)
    again = reach(land.links, land.start, 20, bytes(closed), bytes(zone))
    assert (again.cost, again.via) == (first.cost, first.via)


def step_costs(grid: Grid) -> Links:
    return [[(n, 2) for n in grid.neighbours[h]] for h in range(grid.size)]


def test_the_start_may_be_left_though_it_stops_and_is_closed() -> None:
    grid = FIRE_MOVEMENT
    h = grid.at("1706")
    here = grid.flags(1 << h)
    found = reach(step_costs(grid), h, 2, here, here)
    assert sorted(found.cost) == sorted(grid.neighbours[h])


@pytest.mark.parametrize(("budget", "hexes"), [(-1, 0), (0, 0), (1, 0), (2, 6), (3, 6), (4, 18), (300, 1649)])
def test_the_budget_is_the_limit(budget: int, hexes: int) -> None:
    none = bytes(FIRE_MOVEMENT.size)
    found = reach(step_costs(FIRE_MOVEMENT), FIRE_MOVEMENT.at("1706"), budget, none, none)
    assert len(found.cost) == hexes


def test_among_equal_ways_the_first_link_wins() -> None:
    grid = FIRE_MOVEMENT
    none = bytes(grid.size)
    found = reach(step_costs(grid), grid.at("1706"), 8, none, none)
    assert [grid.label(h) for h in found.path(grid.at("1906"))] == ["1805", "1906"]
    assert [grid.label(h) for h in found.path(grid.at("1506"))] == ["1606", "1506"]


def test_no_path_to_a_hex_out_of_reach() -> None:
    none = bytes(FIRE_MOVEMENT.size)
    found = reach(step_costs(FIRE_MOVEMENT), FIRE_MOVEMENT.at("1706"), 2, none, none)
    with pytest.raises(HexError, match="cannot be reached"):
        found.path(FIRE_MOVEMENT.at("1708"))


def test_reach_is_the_same_in_every_process() -> None:
    program = """if True:
        from bocage.hexes import Grid, reach
        grid = Grid("rows", (1, 33), (1, 50), "even", "up", "right", "RRCC", shift_toward="right")
        links = [[(n, 2 + n * 7 % 3) for n in grid.neighbours[h]] for h in range(grid.size)]
        none = bytes(grid.size)
        found = reach(links, grid.at("1706"), 16, none, none)
        print(found.cost, [found.path(h) for h in found.cost])
    """
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


WINDING = Layout("rows", "even", "down", "right", "RRCC", "right").grid((1, 8), (1, 8))


@given(holed_grids(), st.data())
def test_flood_is_connected_components(grid: Grid, data: st.DataObject) -> None:
    start, allowed = data.draw(subsets(grid)), data.draw(subsets(grid) | st.just(grid.all))
    assert_flood(grid, start, allowed)


@given(st.integers(0, (1 << WINDING.size) - 1))
@example(0)
def test_flood_finds_winding_ways(walls: int) -> None:
    assert_flood(WINDING, WINDING.set("0101"), WINDING.all & ~walls)
    comb = WINDING.set("0201 0202 0203 0204 0205 0206 0207 0402 0403 0404 0405 0406 0407 0408 0601 0602 0603 0604 0605")
    assert_flood(WINDING, WINDING.set("0101"), WINDING.all & ~comb)


def assert_flood(grid: Grid, start: int, allowed: int) -> None:
    graph: nx.Graph[Hex] = nx.Graph()
    graph.add_nodes_from(members(allowed))
    graph.add_edges_from((a, b) for a in members(allowed) for b in grid.neighbours[a] if allowed >> b & 1)
    parts = [part for part in nx.connected_components(graph) if part & set(members(start))]
    assert members(flood(grid, start, allowed)) == sorted(h for part in parts for h in part)


def test_flood_stays_on_the_map_whatever_is_allowed() -> None:
    assert flood(WINDING, WINDING.set("0101"), -1) == WINDING.all
    assert flood(WINDING, -1, WINDING.set("0101 0808")) == WINDING.set("0101 0808")
