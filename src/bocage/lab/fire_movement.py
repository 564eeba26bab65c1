"""What is measured in Fire & Movement alone: a whole campaign, copies of its state, reach and supply."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from statistics import quantiles
from time import perf_counter
from typing import TYPE_CHECKING

import bocage
from bocage.games.fire_movement.battle import GERMAN
from bocage.games.fire_movement.movement import movement_points, search_reach, toll_of
from bocage.games.fire_movement.state import State
from bocage.hexes import flood, members
from bocage.kernel import BocageError
from bocage.lab.bench import Bench, Measurement, Row

if TYPE_CHECKING:
    import networkx

TARGETS = {"sword": "1.0"}
CAMPAIGN = "fire_movement/combined_campaign"


def measurements(bench: Bench) -> Iterator[Measurement]:
    """What is measured, in order."""
    yield "legal orders of the combined campaign", partial(_legal_orders, bench)
    yield "state copy", partial(_state_copy, bench)
    yield "reach", partial(_reach, bench)
    yield "supply flood", partial(_supply_flood, bench)


def _legal_orders(bench: Bench) -> Row:
    """The slowest hundredth of all decisions of the full campaign: from an order to the next list of orders."""
    game = bocage.new(CAMPAIGN, seed=1944)
    chooser = random.Random(1944)
    times: list[float] = []
    while not game.over and (not bench.quick or len(times) < 1500):
        order = game.decision.orders[int(chooser.random() * len(game.decision.orders))]
        start = perf_counter()
        game.play(order)
        times.append(perf_counter() - start)
    return Row(
        "legal orders of the combined campaign, 99th percentile",
        quantiles(times, n=100)[98] * 1000,
        "ms",
        target="< 20",
    )


def _state_copy(bench: Bench) -> Row:
    """Microseconds for a copy of a state."""
    state = _tenth_turn()

    def copy() -> int:
        for _ in range(100):
            state.copy()
        return 100

    rate, _ = bench.rate(copy)
    return Row("state copy", 1e6 / rate, "us", target="< 20")


def _reach(bench: Bench) -> Row:
    """Where German units can go, against networkx on graphs prebuilt with the same zones of control."""
    import networkx

    g = _tenth_turn()
    units = [unit for unit in members(g.force[GERMAN]) if not g.zones[0][g.where[unit]]]
    graphs = {unit: _graph(g, unit) for unit in units}
    points = {unit: movement_points(g, unit) for unit in units}

    def ours() -> int:
        for unit in units:
            search_reach(g, unit, points[unit])
        return len(units)

    def theirs() -> int:
        for unit in units:
            networkx.single_source_dijkstra_path_length(graphs[unit], g.where[unit], cutoff=points[unit])
        return len(units)

    for unit in units:
        start = g.where[unit]
        expected = networkx.single_source_dijkstra_path_length(graphs[unit], start, cutoff=points[unit])
        if {start: 0, **search_reach(g, unit, points[unit]).cost} != expected:
            raise BocageError("reach and networkx disagree")
    rate, other = bench.rate(ours, theirs)
    return Row("reach of one unit", 1e6 / rate, "us", "networkx, graph prebuilt", rate / other, "3")


def _supply_flood(bench: Bench) -> Row:
    """The flood of the whole map's land, against networkx on a prebuilt graph."""
    import networkx

    g = _tenth_turn()
    grid, land = g.battle.grid, g.battle.playable
    start = 1 << members(g.beachheads)[0]
    graph = networkx.Graph()
    for hex_ in members(land):
        graph.add_edges_from((hex_, other) for other in grid.neighbours[hex_] if land >> other & 1)
    source = members(start)[0]
    if set(members(flood(grid, start, land))) != networkx.node_connected_component(graph, source):
        raise BocageError("flood and networkx disagree")

    def ours() -> int:
        for _ in range(20):
            flood(grid, start, land)
        return 20

    def theirs() -> int:
        networkx.node_connected_component(graph, source)
        return 1

    rate, other = bench.rate(ours, theirs)
    return Row("flood of the whole map", 1e6 / rate, "us", "networkx, graph prebuilt", rate / other, "8")


def _graph(g: State, unit: int) -> networkx.DiGraph[int]:
    """The links of a unit as a graph, with what enemy units and zones of control do to them."""
    import networkx

    ezoc, enemies = g.zones[0], g.units_in[0]
    mobile = g.battle.mobile[unit]
    graph = networkx.DiGraph()
    graph.add_node(g.where[unit])
    for hex_, row in enumerate(g.battle.links(unit)):
        for other, cost in row:
            if not enemies[other] and (mobile or not ezoc[hex_]):
                graph.add_edge(hex_, other, weight=cost + (toll_of(g, unit) if mobile and ezoc[other] else 0))
    return graph


def _tenth_turn() -> State:
    """A state of the combined campaign in its middle."""
    game = bocage.new(CAMPAIGN, seed=1944)
    chooser = random.Random(1944)
    while True:
        state = game.state
        assert isinstance(state, State)
        if game.over or state.turn == 10:
            return state
        orders = game.decision.orders
        game.play(orders[int(chooser.random() * len(orders))])
