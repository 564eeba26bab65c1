"""Opponents. All of them see only what their seat may see.

``OPPONENTS`` is the one list of them, the easiest first; nothing else knows their names.

>>> make("random", seed=7)  # doctest: +ELLIPSIS
<bocage.players.random.RandomPlayer object at ...>
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple

from bocage.games import manifest_of
from bocage.kernel import BocageError, Game, Setting, nearest
from bocage.players.chair import LIMITS, Chair, Limits, Player, Seated
from bocage.players.evaluation import judge_of
from bocage.players.greedy import GreedyPlayer, RecruitPlayer
from bocage.players.policy import policy_of, stances_of
from bocage.players.random import RandomPlayer
from bocage.players.search import Budget, SearchingPlayer


class Opponent(NamedTuple):
    """Somebody to play against: its name, its title, a sentence on how it plays, and how one is made."""

    name: str
    title: str
    text: str
    make: Callable[[int], Player]
    needs_policy: bool = True  # it plays only games that say what their orders are worth
    needs_evaluation: bool = False  # and what their positions are worth


OPPONENTS: Final = (
    Opponent("random", "Random", "gives any legal order", RandomPlayer, needs_policy=False),
    Opponent("recruit", "Recruit", "plays sensibly but overlooks things", RecruitPlayer),
    Opponent("sergeant", "Sergeant", "takes what it can see at once", GreedyPlayer),
    Opponent(
        "captain",
        "Captain",
        "chooses before each phase what it sets out to do, 2 seconds a turn, 5 in campaigns",
        partial(SearchingPlayer, budget=Budget(2.0, at_most=5.0, playouts=25, departures=0.0)),
        needs_evaluation=True,
    ),
    Opponent(
        "colonel",
        "Colonel",
        "weighs many plans against each other, 10 seconds a turn, 30 in campaigns",
        partial(SearchingPlayer, budget=Budget(10.0, at_most=30.0, departures=0.3)),
        needs_evaluation=True,
    ),
)
PLAYERS: Final[Mapping[str, Opponent]] = {opponent.name: opponent for opponent in OPPONENTS}
FORMER_NAMES: Final = {"greedy": "sergeant"}  # in games and commands that were written down
DEFAULT: Final = "sergeant"  # who plays, and who advises, if nobody is named


def opponent_named(name: str) -> Opponent:
    """An opponent by its name, or by one that it had before."""
    found = PLAYERS.get(FORMER_NAMES.get(name, name))
    if found is None:
        raise BocageError(f"there is no player '{name}'{nearest(name, PLAYERS)}")
    return found


def level_named(name: str) -> Opponent:
    """An opponent, or a sergeant that keeps to one stance through the whole game.

    >>> level_named("sergeant:drive").name
    'sergeant:drive'
    """
    rank, colon, stance = name.partition(":")
    found = opponent_named(rank)
    if not colon:
        return found
    if found.name != DEFAULT:
        raise BocageError(f"only a {DEFAULT} keeps to one stance, as in {DEFAULT}:{stance or 'drive'}")
    return found._replace(name=f"{DEFAULT}:{stance}", make=partial(GreedyPlayer, stance=stance))


def make(name: str, seed: int = 0) -> Player:
    """A player for one seat of one game; its own choices follow from ``seed`` and never touch the game's dice."""
    return level_named(name).make(seed)


def make_all(setting: Setting, names: Mapping[str, str], seed_of: Callable[[str], int]) -> dict[str, Player]:
    """Players for the seats of a game by their names; who plans ahead shares a plan with the same on its side."""
    players: dict[str, Player] = {}
    for seat, name in names.items():
        shared = ally_in(setting, seat, names) if level_named(name).needs_evaluation else ""
        players[seat] = players[shared] if shared in players else make(name, seed_of(seat))
    return players


def ally_in(setting: Setting, seat: str, names: Mapping[str, str]) -> str:
    """Another seat of the same side with a player of the same name, if there is one."""
    side = next(seats for seats in setting.sides.values() if seat in seats)
    return next((other for other in side if other != seat and names.get(other) == names[seat]), "")


def check(name: str, game: str, side: str = "") -> None:
    """Refuse a player that there is not, or that does not know a game, before it is asked anything."""
    opponent, manifest = level_named(name), manifest_of(game)
    if opponent.needs_policy:
        if not manifest.has("players"):
            raise BocageError(f"{opponent.name} does not know {manifest.name}")
        policy_of(game)
    if opponent.needs_evaluation:
        judge_of(game)
    stance = name.partition(":")[2]
    if stance and side and stance not in (known := [each.name for each in stances_of(game, side)]):
        raise BocageError(f"{side} has no stance '{stance}' in {game}{nearest(stance, known)}")


def play_out(game: Game, players: Mapping[str, Player]) -> Game:
    """Let players finish a game; ``players`` has one for each seat."""
    while not game.over:
        game.play(players[game.decision.seat].choose(Chair(game)))
    return game


__all__ = [
    "DEFAULT",
    "FORMER_NAMES",
    "LIMITS",
    "OPPONENTS",
    "PLAYERS",
    "Chair",
    "GreedyPlayer",
    "Limits",
    "Opponent",
    "Player",
    "RandomPlayer",
    "RecruitPlayer",
    "SearchingPlayer",
    "Seated",
    "ally_in",
    "check",
    "level_named",
    "make",
    "make_all",
    "opponent_named",
    "play_out",
    "policy_of",
]
