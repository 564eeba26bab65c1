"""Speed, measured in one run together with yardsticks, so that ratios mean something on any machine.

>>> [row.name for row in run(quick=True, only="copy")]
['state copy']
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter
from typing import TYPE_CHECKING

import bocage
from bocage.games import list_scenarios
from bocage.games.fire_movement.battle import GERMAN
from bocage.games.fire_movement.movement import movement_points, search_reach, toll_of
from bocage.games.fire_movement.state import State
from bocage.hexes import flood, members
from bocage.kernel import BocageError, Game
from bocage.players import Chair, make

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True)
class Row:
    """One measurement: its value, what it is compared with, and the ratio that matters."""

    name: str
    value: float
    unit: str
    yardstick: str = ""
    ratio: float | None = None  # how many times faster than the yardstick
    target: str = ""


def run(*, quick: bool = False, only: str = "", progress: Callable[[str], None] = lambda _: None) -> list[Row]:
    """Measure everything, or only the rows whose name contains ``only``."""
    seconds, repetitions = (0.1, 3) if quick else (1.5, 5)
    bench = Bench(seconds, repetitions, quick)
    rows: list[Row] = []
    for name, measure in bench.measurements():
        if only in name:
            progress(name)
            rows += measure()
    return rows


class Bench:
    """All measurements with their settings."""

    def __init__(self, seconds: float, repetitions: int, quick: bool) -> None:
        self.seconds = seconds
        self.repetitions = repetitions
        self.quick = quick

    def measurements(self) -> Iterator[tuple[str, Callable[[], list[Row]]]]:
        """What is measured, in order."""
        for info in list_scenarios():
            yield f"random play {info.name}", lambda name=info.name: [self.random_play(name)]  # type: ignore[misc]
        for name in ("fire_movement/sword", "omaha_beach/first_waves"):
            yield f"random game of {name}", lambda name=name: [self.random_game(name)]  # type: ignore[misc]
        yield "legal orders of the combined campaign", lambda: [self.legal_orders()]
        yield "state copy", lambda: [self.state_copy()]
        yield "reach", lambda: [self.reach()]
        yield "supply flood", lambda: [self.supply_flood()]
        for name in ("fire_movement/sword", "omaha_beach/first_waves"):
            yield f"greedy in {name}", lambda name=name: [self.greedy(name)]  # type: ignore[misc]

    def rate(self, work: Callable[[], int], beside: Callable[[], int] | None = None) -> tuple[float, float]:
        """Units of work per second, median of several repetitions; ``beside`` is run in turns with it."""
        rates, others = [], []
        for _ in range(self.repetitions):
            rates.append(_rate(work, self.seconds))
            if beside is not None:
                others.append(_rate(beside, self.seconds))
        return median(rates), median(others) if others else 0.0

    def random_play(self, name: str) -> Row:
        """Decisions per second: list the legal orders, choose, play; chess in turns with it."""
        ours, chess = self.rate(_whole_games(name), _chess_game())
        target = "1.0" if name.endswith("/sword") else "0.5"
        return Row(f"random play {name}", ours, "decisions/s", "python-chess", ours / chess, target)

    def random_game(self, name: str) -> Row:
        """Seconds for a whole random game."""
        times = []
        for seed in range(3 * self.repetitions):
            start = perf_counter()
            _play_out(bocage.new(name, seed=seed), seed)
            times.append(perf_counter() - start)
        return Row(f"random game of {name}", median(times) * 1000, "ms", target="< 1000")

    def legal_orders(self) -> Row:
        """The slowest hundredth of all decisions of the full campaign: from an order to the next list of orders."""
        game = bocage.new("fire_movement/combined_campaign", seed=1944)
        chooser = random.Random(1944)
        times: list[float] = []
        while not game.over and (not self.quick or len(times) < 1500):
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

    def state_copy(self) -> Row:
        """Microseconds for a copy of a state of the combined campaign in its tenth turn."""
        state = _middle_of("combined_campaign").state

        def copy() -> int:
            for _ in range(100):
                state.copy()
            return 100

        rate, _ = self.rate(copy)
        return Row("state copy", 1e6 / rate, "us", target="< 20")

    def reach(self) -> Row:
        """Where German units can go, against networkx on graphs prebuilt with the same zones of control."""
        import networkx

        g = _middle_of("combined_campaign").state
        assert isinstance(g, State)
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
        rate, other = self.rate(ours, theirs)
        return Row("reach of one unit", 1e6 / rate, "us", "networkx, graph prebuilt", rate / other, "3")

    def supply_flood(self) -> Row:
        """The flood of the whole map's land, against networkx on a prebuilt graph."""
        import networkx

        g = _middle_of("combined_campaign").state
        assert isinstance(g, State)
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

        rate, other = self.rate(ours, theirs)
        return Row("flood of the whole map", 1e6 / rate, "us", "networkx, graph prebuilt", rate / other, "8")

    def greedy(self, name: str) -> Row:
        """Decisions per second of the greedy player."""
        seeds = iter(range(1_000_000))

        def play() -> int:
            seed = next(seeds)
            game = bocage.new(name, seed=seed)
            players = {seat: make("greedy", seed) for seat in game.setting.seats}
            for number in range(200):
                if game.over:
                    return number
                game.play(players[game.decision.seat].choose(Chair(game)))
            return 200

        rate, _ = self.rate(play)
        return Row(f"greedy in {name}", rate, "decisions/s", target="> 1")


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


def _rate(work: Callable[[], int], seconds: float) -> float:
    done = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        done += work()
    return done / spent


def _play_out(game: Game, seed: int) -> int:
    chooser = random.Random(seed)
    while not game.over:
        orders = game.decision.orders
        game.play(orders[int(chooser.random() * len(orders))])
    return game.length


def _whole_games(name: str) -> Callable[[], int]:
    seeds = iter(range(1_000_000))

    def play() -> int:
        seed = next(seeds)
        return _play_out(bocage.new(name, seed=seed), seed)

    return play


def _chess_game() -> Callable[[], int]:
    try:
        import chess
    except ImportError:
        raise BocageError("the benchmark needs its yardsticks: install the development dependencies") from None
    chooser = random.Random(1944)

    def play() -> int:
        board = chess.Board()
        moves = 0
        while moves < 200 and (legal := list(board.legal_moves)):
            board.push(legal[int(chooser.random() * len(legal))])
            moves += 1
        return moves

    return play


def _middle_of(scenario: str) -> Game:
    game = bocage.new(f"fire_movement/{scenario}", seed=1944)
    chooser = random.Random(1944)
    while not game.over:
        state = game.state
        assert isinstance(state, State)
        if state.turn == 10:
            break
        orders = game.decision.orders
        game.play(orders[int(chooser.random() * len(orders))])
    return game
