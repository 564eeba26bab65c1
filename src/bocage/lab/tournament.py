"""Levels of opponents measured against each other, seat by seat, in the same games.

Each level plays every side of a scenario against the level that it is measured by, and that level plays against
itself, all with the same dice: one round. What a level gains from a side is its margin there less the margin of the
other in its place. A tournament stops as soon as its question is decided, and goes on from its file where it was left.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf, log, log10, sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Final, NamedTuple

from bocage import __version__
from bocage.games import open_setting
from bocage.kernel import BocageError, Game
from bocage.lab.simulate import player_seed
from bocage.lab.statistics import NORMAL_95, Share, share
from bocage.lab.workers import share_work
from bocage.players import check, level_named, make_all, opponent_named, play_out
from bocage.players.evaluation import evaluation_of
from bocage.players.fingerprint import fingerprint_of
from bocage.players.policy import stances_of

DECIDED: Final = 3.0  # standard errors: so many that looking again and again does not decide by mere luck
FIRST_LOOK: Final = 20  # rounds before which nothing is decided
TIE: Final = 1e-9  # a gain that is none
FORMAT: Final = "bocage tournament 2"


@dataclass(frozen=True)
class Tournament:
    """What is to be found out: how some levels do against another in a scenario."""

    scenario: str
    levels: tuple[str, ...]
    against: str
    seed: str = "1944"
    options: Mapping[str, str] = field(default_factory=dict)

    def check(self) -> None:
        """Refuse what cannot be played, before any game is."""
        setting = open_setting(self.scenario, self.options)
        evaluation_of(setting.name)
        for level in (*self.levels, self.against):
            check(level, setting.name)
        if self.against in self.levels:
            raise BocageError(f"{self.against} cannot be measured by itself")
        for level in self.levels:
            if not self.sides_of(level):
                raise BocageError(f"nobody takes the stance of {level} in {setting.name}")

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that somebody plays."""
        return tuple(side for side, seats in open_setting(self.scenario, self.options).sides.items() if seats)

    def sides_of(self, level: str) -> tuple[str, ...]:
        """The sides that a level plays: all, or those that may take its stance."""
        stance, setting = level.partition(":")[2], open_setting(self.scenario, self.options)
        return tuple(
            side
            for side in self.sides
            if not stance or stance in (each.name for each in stances_of(setting.name, side))
        )

    @property
    def header(self) -> dict[str, object]:
        """What must be the same if a file is to be gone on with."""
        setting = open_setting(self.scenario, self.options)
        return {
            "format": FORMAT,
            "scenario": setting.name,
            "options": dict(setting.options),
            "seed": self.seed,
            "version": __version__,
            "rules": setting.rules_version,
            "data": setting.fingerprint,
            "against": self.against,
            "opponents": fingerprint_of(setting.name),
        }


class Bout(NamedTuple):
    """One game of a tournament: a level plays a side, or, without one, the level that it is measured by plays all."""

    number: int
    level: str
    side: str = ""


class Played(NamedTuple):
    """What came of a bout."""

    bout: Bout
    margin: float  # of the first side
    winner: str
    turns: int
    seconds: float  # of the processor


def bouts_of(tournament: Tournament, number: int) -> list[Bout]:
    """All games of a round."""
    own = [Bout(number, level, side) for level in tournament.levels for side in tournament.sides_of(level)]
    return [Bout(number, tournament.against), *own]


def play_bout(tournament: Tournament, bout: Bout) -> Played:
    """Play one game to its end."""
    setting = open_setting(tournament.scenario, tournament.options)
    game = Game(setting, f"{tournament.seed}/{bout.number}")
    levels = {
        seat: bout.level if side == bout.side else tournament.against
        for side, seats in setting.sides.items()
        for seat in seats
    }
    players = make_all(setting, levels, lambda seat: player_seed(tournament.seed, bout.number, seat))
    begun = process_time()
    play_out(game, players)
    seconds = process_time() - begun
    assert game.outcome is not None
    margin = evaluation_of(setting.name).margin(game.state)
    return Played(bout, margin, game.outcome.winner, setting.tally(game.state).turn, seconds)


def run(
    tournament: Tournament, *, pairs: int, jobs: int = 1, file: Path | None = None
) -> Generator[list[Played], None, None]:
    """Play round after round until all is decided or ``pairs`` rounds are played; all games so far after each."""
    tournament.check()
    done = _read(tournament, file)
    step = max(1, jobs)
    for first in range(0, pairs, step):
        numbers = range(first, min(pairs, first + step))
        missing = [bout for number in numbers for bout in bouts_of(tournament, number) if bout not in done]
        for played in share_work(partial(play_bout, tournament), missing, jobs):
            done[played.bout] = played
            if file is not None:
                _append(file, played)
        games = [played for bout, played in done.items() if bout.number < numbers.stop]
        yield games
        if all(standing.decided for standing in standings(tournament, games)):
            return


def _read(tournament: Tournament, file: Path | None) -> dict[Bout, Played]:
    """The games that have been played already; a new file gets its header."""
    if file is None:
        return {}
    if not file.exists():
        file.write_text(json.dumps(tournament.header) + "\n")
        return {}
    try:
        text, newline, torn = file.read_text(encoding="utf-8").rpartition("\n")
        header, *lines = text.splitlines() or [""]
        known, games = json.loads(header), [_played(json.loads(line)) for line in lines]
    except (ValueError, KeyError, TypeError):
        raise BocageError(f"{file} is not the file of a tournament") from None
    if not isinstance(known, dict):
        raise BocageError(f"{file} is not the file of a tournament")
    if other := [name for name, value in tournament.header.items() if known.get(name) != value]:
        raise BocageError(f"{file} belongs to another tournament; not the same: {', '.join(other)}")
    if torn:  # it was stopped in the middle of a line
        file.write_text(text + newline)
    return {played.bout: played for played in games}


def _played(line: dict[str, object]) -> Played:
    bout = Bout(int(str(line["number"])), str(line["level"]), str(line["side"]))
    margin, seconds = float(str(line["margin"])), float(str(line["seconds"]))
    return Played(bout, margin, str(line["winner"]), int(str(line["turns"])), seconds)


def _append(file: Path, played: Played) -> None:
    line = {**played.bout._asdict(), **played._asdict()}
    del line["bout"]
    with file.open("a") as out:
        out.write(json.dumps(line) + "\n")


# -- what the games say ---------------------------------------------------------------------------


class Estimate(NamedTuple):
    """A mean and how far it may be off, with 95 % confidence."""

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.error:.3f}"


class SideStanding(NamedTuple):
    """What a level makes of one side."""

    side: str
    margin: float  # its own there
    other: float  # of the level that it is measured by
    gain: Estimate
    wins: Share
    other_wins: Share


class Standing(NamedTuple):
    """How a level does against the one that it is measured by."""

    level: str
    rounds: int
    sides: tuple[SideStanding, ...]
    won: int  # rounds in which it gained from all its sides together
    drawn: int
    lost: int
    elo: Estimate
    seconds: float  # of the processor for a turn of a game
    decided: bool


def standings(tournament: Tournament, games: Iterable[Played]) -> list[Standing]:
    """What the games played so far say of each level."""
    played = {game.bout: game for game in games}
    return [_standing(tournament, level, played) for level in tournament.levels]


def _standing(tournament: Tournament, level: str, played: Mapping[Bout, Played]) -> Standing:
    first = next(iter(open_setting(tournament.scenario, tournament.options).sides))
    own_sides = tournament.sides_of(level)
    numbers = sorted({bout.number for bout in played})
    whole = [n for n in numbers if all(Bout(n, level, side) in played for side in own_sides)]
    usual = [played[Bout(n, tournament.against)] for n in whole]
    totals, sides, clear = [0.0] * len(whole), [], True
    for side in own_sides:
        sign = 1.0 if side == first else -1.0
        own = [played[Bout(n, level, side)] for n in whole]
        gains = [sign * (a.margin - b.margin) for a, b in zip(own, usual, strict=True)]
        totals = [total + gain for total, gain in zip(totals, gains, strict=True)]
        gain = estimate(gains)
        clear = clear and abs(gain.mean) > gain.error / NORMAL_95 * DECIDED
        own_wins, other_wins = (share(sum(game.winner == side for game in some), len(some)) for some in (own, usual))
        sides.append(SideStanding(side, _margin(own, sign), _margin(usual, sign), gain, own_wins, other_wins))
    won, lost = sum(total > TIE for total in totals), sum(total < -TIE for total in totals)
    drawn = len(whole) - won - lost
    turns = [game for n in whole for side in own_sides if (game := played[Bout(n, level, side)]).turns]
    pace = sum(game.seconds for game in turns) / max(1, sum(game.turns for game in turns))
    decided = clear and len(whole) >= FIRST_LOOK
    return Standing(level, len(whole), tuple(sides), won, drawn, lost, elo(won, drawn, lost), pace, decided)


def _margin(games: Sequence[Played], sign: float) -> float:
    """The mean margin of the first side, or of the other."""
    mean = fmean(game.margin for game in games) if games else 0.5
    return mean if sign > 0 else 1.0 - mean


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of some values with its 95 % interval.

    >>> print(estimate([0.1, 0.2, 0.3, 0.2]))
    +0.200 ± 0.080
    """
    if len(values) < 2:
        return Estimate(fmean(values) if values else 0.0, inf)
    return Estimate(fmean(values), NORMAL_95 * stdev(values) / sqrt(len(values)))


def elo(won: int, drawn: int, lost: int) -> Estimate:
    """By how many Elo points a level is stronger, from rounds won, drawn and lost, with its 95 % interval.

    Half a round won and half a round lost are added, so that a level that never lost has a number, too.

    >>> print(elo(15, 0, 5))
    +179.988 ± 168.988
    """
    rounds = won + drawn + lost + 1
    score = (won + drawn / 2 + 0.5) / rounds
    variance = ((won + 0.5) * (1 - score) ** 2 + drawn * (0.5 - score) ** 2 + (lost + 0.5) * score**2) / rounds
    slope = 400 / (log(10) * score * (1 - score))
    return Estimate(400 * log10(score / (1 - score)), NORMAL_95 * slope * sqrt(variance / rounds))


def tournament_of(
    scenario: str, levels: Sequence[str], against: str, seed: str, options: Mapping[str, str]
) -> Tournament:
    """A tournament of levels by their names, also former ones."""
    names = dict.fromkeys(level_named(level).name for level in levels)
    return Tournament(scenario, tuple(names), opponent_named(against).name, seed, options)
