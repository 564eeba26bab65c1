"""Speed, measured in one run together with yardsticks, so that ratios mean something on any machine.

>>> [row.name for row in run(quick=True, only="copy")]
['state copy']
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from statistics import median, quantiles
from time import perf_counter
from typing import Protocol, TypeAlias, runtime_checkable

import bocage
from bocage.games import list_scenarios, manifest_of, manifests
from bocage.kernel import BocageError, Game
from bocage.players import DEFAULT, Chair, make

USUAL_TARGET = "0.5"  # of random play, as a multiple of python-chess


@dataclass(frozen=True)
class Row:
    """One measurement: its value, what it is compared with, and the ratio that matters."""

    name: str
    value: float
    unit: str
    yardstick: str = ""
    ratio: float | None = None  # how many times faster than the yardstick
    target: str = ""


Measurement: TypeAlias = tuple[str, Callable[[], Row]]  # its name, and how it is made


@runtime_checkable
class Measured(Protocol):
    """What the laboratory's module of a game offers."""

    TARGETS: Mapping[str, str]  # of random play, by scenario, where it is not the usual one

    def measurements(self, bench: Bench) -> Iterator[Measurement]:
        """What is measured in this game alone."""


def run(*, quick: bool = False, only: str = "", progress: Callable[[str], None] = lambda _: None) -> list[Row]:
    """Measure everything, or only the rows whose name contains ``only``."""
    seconds, repetitions = (0.1, 3) if quick else (1.5, 5)
    bench = Bench(seconds, repetitions, quick)
    rows: list[Row] = []
    for name, measure in bench.measurements():
        if only in name:
            progress(name)
            rows.append(measure())
    return rows


class Bench:
    """All measurements with their settings."""

    def __init__(self, seconds: float, repetitions: int, quick: bool) -> None:
        self.seconds = seconds
        self.repetitions = repetitions
        self.quick = quick

    def measurements(self) -> Iterator[Measurement]:
        """What is measured, in order."""
        own = {name: game.part("lab", Measured) for name, game in manifests().items() if game.has("lab")}
        for info in list_scenarios():
            target = own[info.game].TARGETS.get(info.short, USUAL_TARGET) if info.game in own else USUAL_TARGET
            yield f"random play {info.name}", partial(self.random_play, info.name, target)
        samples = [f"{name}/{game.samples[0]}" for name, game in manifests().items() if game.samples]
        for scenario in samples:
            yield f"random game of {scenario}", partial(self.random_game, scenario)
        for module in own.values():
            yield from module.measurements(self)
        for scenario in samples:
            if manifest_of(scenario).has("players"):
                yield f"{DEFAULT} in {scenario}", partial(self.best_player, scenario)

    def rate(self, work: Callable[[], int], beside: Callable[[], int] | None = None) -> tuple[float, float]:
        """Units of work per second, median of several repetitions; ``beside`` is run in turns with it."""
        rates, others = [], []
        for _ in range(self.repetitions):
            rates.append(_rate(work, self.seconds))
            if beside is not None:
                others.append(_rate(beside, self.seconds))
        return median(rates), median(others) if others else 0.0

    def random_play(self, name: str, target: str) -> Row:
        """Decisions per second: list the legal orders, choose, play; chess in turns with it."""
        ours, chess = self.rate(_whole_games(name), _chess_game())
        return Row(f"random play {name}", ours, "decisions/s", "python-chess", ours / chess, target)

    def random_game(self, name: str) -> Row:
        """Seconds for a whole random game."""
        times = []
        for seed in range(3 * self.repetitions):
            start = perf_counter()
            _play_out(bocage.new(name, seed=seed), seed)
            times.append(perf_counter() - start)
        return Row(f"random game of {name}", median(times) * 1000, "ms", target="< 1000")

    def best_player(self, name: str) -> Row:
        """Decisions per second of the best opponent."""
        seeds = iter(range(1_000_000))

        def play() -> int:
            seed = next(seeds)
            game = bocage.new(name, seed=seed)
            players = {seat: make(DEFAULT, seed) for seat in game.setting.seats}
            for number in range(200):
                if game.over:
                    return number
                game.play(players[game.decision.seat].choose(Chair(game)))
            return 200

        rate, _ = self.rate(play)
        return Row(f"{DEFAULT} in {name}", rate, "decisions/s", target="> 1")


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


def legal_orders(bench: Bench, scenario: str, title: str) -> Row:
    """The slowest hundredth of the decisions of random games: from an order to the next list of orders."""
    chooser = random.Random(1944)
    times: list[float] = []
    number = 0
    while len(times) < (1500 if bench.quick else 6000):
        game = bocage.new(scenario, seed=number)
        number += 1
        while not game.over:
            order = game.decision.orders[int(chooser.random() * len(game.decision.orders))]
            start = perf_counter()
            game.play(order)
            times.append(perf_counter() - start)
    return Row(f"legal orders of {title}, 99th percentile", quantiles(times, n=100)[98] * 1000, "ms", target="< 1")
