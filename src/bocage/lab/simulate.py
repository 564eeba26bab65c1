"""Many games of one scenario, and what came of them.

Game number n depends on the seed and n alone: not on the number of processes, nor on which games are played beside it.

>>> trial = Trial("sword", {"allied": "random", "german": "random"}, seed="7")
>>> [result.number for result in run(trial, games=2)]
[0, 1]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import NamedTuple, Protocol, runtime_checkable

from bocage.games import manifest_of, open_setting
from bocage.kernel import BocageError, Game, Loss, Outcome, nearest
from bocage.lab.statistics import Quartiles, Share, Spread, quartiles, share, spread
from bocage.lab.workers import share_work
from bocage.players import check, make_all, play_out

THE_RULES = "the rules"  # who plays a side without a seat


@dataclass(frozen=True)
class Trial:
    """What is to be tried: a scenario with its options, who plays it, and the seed of it all."""

    scenario: str
    players: Mapping[str, str]  # seat -> name of the player
    seed: str = "1944"
    options: Mapping[str, str] = field(default_factory=dict)
    overlay: Path | None = None

    def check(self) -> None:
        """Refuse what cannot be played, before any game is."""
        setting = open_setting(self.scenario, self.options, self.overlay)
        for seat, name in self.players.items():
            if seat not in setting.seats:
                raise BocageError(f"{setting.name} has no seat '{seat}'{nearest(seat, setting.seats)}")
            check(name, setting.name, next(side for side, seats in setting.sides.items() if seat in seats))
        for seat in setting.seats:
            if seat not in self.players:
                raise BocageError(f"nobody plays the seat '{seat}' of {setting.name}")


@runtime_checkable
class Chronicler(Protocol):
    """What the laboratory's module of a game offers, if its games have a history to compare with."""

    def milestones(self, game: Game) -> dict[str, float]:
        """What happened in a finished game, by name: a number, mostly of the turn; what never happened is left out."""


class GameResult(NamedTuple):
    """One game of a trial."""

    number: int
    outcome: Outcome
    turns: int
    orders: int
    losses: dict[str, Loss]  # by side
    record_hash: str
    seconds: float  # the only entry that another run does not repeat
    milestones: Mapping[str, float] = MappingProxyType({})


def play_game(trial: Trial, number: int) -> GameResult:
    """Play one game of a trial to its end."""
    game = Game(open_setting(trial.scenario, trial.options, trial.overlay), f"{trial.seed}/{number}")
    players = make_all(game.setting, trial.players, lambda seat: player_seed(trial.seed, number, seat))
    started = perf_counter()
    play_out(game, players)
    seconds = perf_counter() - started
    assert game.outcome is not None
    turns, losses = game.setting.tally(game.state)
    milestones = _milestones(game)
    return GameResult(number, game.outcome, turns, game.length, losses, game.record_hash(), seconds, milestones)


def _milestones(game: Game) -> dict[str, float]:
    """What the game's own part of the laboratory has to tell of a finished game."""
    manifest = manifest_of(game.setting.name)
    module = manifest.part("lab", object) if manifest.has("lab") else None
    return module.milestones(game) if isinstance(module, Chronicler) else {}


def player_seed(seed: str, number: int, seat: str) -> int:
    """The seed of the player in a seat of one game, whoever it is."""
    return int.from_bytes(sha256(f"bocage player {seed}/{number} {seat}".encode()).digest()[:8], "big")


def run(trial: Trial, *, games: int, jobs: int = 1) -> Generator[GameResult, None, None]:
    """Play the games of a trial and give each result as soon as it is there, with several jobs in any order."""
    trial.check()
    yield from share_work(partial(play_game, trial), range(games), jobs)


class SideSummary(NamedTuple):
    """What became of one side."""

    player: str  # or players; nobody if the rules play it
    wins: Share
    units_lost: Spread
    steps_lost: Spread


class Milestone(NamedTuple):
    """How often something happened in the games of a trial, and when, or how much of it there was."""

    happened: Share
    quartiles: Quartiles
    spread: Spread


class Summary(NamedTuple):
    """What the games of a trial show together."""

    games: int
    sides: dict[str, SideSummary]
    outcomes: dict[str, Share]  # by winner, level and reason, the most frequent first
    turns: Spread
    orders: Spread
    seconds: Spread
    fingerprint: str  # of all records, the same for the same trial
    milestones: dict[str, Milestone]


def summarize(trial: Trial, results: list[GameResult]) -> Summary:
    """Put the results of a trial together; their order does not matter."""
    results = sorted(results, key=lambda result: result.number)
    games = len(results)
    sides_of = open_setting(trial.scenario, trial.options, trial.overlay).sides
    ends = Counter(f"{r.outcome.title}: {r.outcome.reason}" for r in results)
    sides = {
        side: SideSummary(
            ", ".join(dict.fromkeys(trial.players[seat] for seat in seats)) or THE_RULES,
            share(sum(r.outcome.winner == side for r in results), games),
            spread([r.losses[side].units for r in results]),
            spread([r.losses[side].steps for r in results]),
        )
        for side, seats in sides_of.items()
    }
    return Summary(
        games,
        sides,
        {end: share(count, games) for end, count in sorted(ends.items(), key=lambda pair: (-pair[1], pair[0]))},
        spread([r.turns for r in results]),
        spread([r.orders for r in results]),
        spread([r.seconds for r in results]),
        sha256("".join(r.record_hash for r in results).encode()).hexdigest()[:16],
        _summarize_milestones(results),
    )


def _summarize_milestones(results: list[GameResult]) -> dict[str, Milestone]:
    """Each milestone over all games, in the order in which the games name them."""
    found: dict[str, list[float]] = {}
    for result in results:
        for name, number in result.milestones.items():
            found.setdefault(name, []).append(number)
    return {
        name: Milestone(share(len(numbers), len(results)), quartiles(numbers), spread(numbers))
        for name, numbers in sorted(found.items())
    }
