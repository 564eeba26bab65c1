"""Opponents. All of them see only what their seat may see.

``OPPONENTS`` is the one list of them, the easiest first and the best last; nothing else knows their names.

>>> make("random", seed=7)  # doctest: +ELLIPSIS
<bocage.players.random.RandomPlayer object at ...>
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bocage.games import manifest_of
from bocage.kernel import BocageError, Game, nearest
from bocage.players.chair import LIMITS, Chair, Limits, Player, Seated
from bocage.players.greedy import GreedyPlayer
from bocage.players.policy import policy_of
from bocage.players.random import RandomPlayer


class Opponent(NamedTuple):
    """Somebody to play against: its name, how well it plays in a word and in a few, and how one is made."""

    name: str
    title: str
    text: str
    make: Callable[[int], Player]
    needs_policy: bool = True  # it plays only games that say what their orders are worth


OPPONENTS: Final = (
    Opponent("random", "Random", "anything legal", RandomPlayer, needs_policy=False),
    Opponent("greedy", "Greedy", "takes what it can", GreedyPlayer),
)
PLAYERS: Final[Mapping[str, Opponent]] = {opponent.name: opponent for opponent in OPPONENTS}
BEST: Final = OPPONENTS[-1].name  # who plays, and who advises, if nobody is named


def make(name: str, seed: int = 0) -> Player:
    """A player for one seat of one game; its own choices follow from ``seed`` and never touch the game's dice."""
    if name not in PLAYERS:
        raise BocageError(f"there is no player '{name}'{nearest(name, PLAYERS)}")
    return PLAYERS[name].make(seed)


def check(name: str, game: str) -> None:
    """Refuse a player that there is not, or that does not know a game, before it is asked anything."""
    make(name)
    manifest = manifest_of(game)
    if PLAYERS[name].needs_policy:
        if not manifest.has("players"):
            raise BocageError(f"{name} does not know {manifest.name}")
        policy_of(game)


def play_out(game: Game, players: Mapping[str, Player]) -> Game:
    """Let players finish a game; ``players`` has one for each seat."""
    while not game.over:
        game.play(players[game.decision.seat].choose(Chair(game)))
    return game


__all__ = [
    "BEST",
    "LIMITS",
    "OPPONENTS",
    "PLAYERS",
    "Chair",
    "GreedyPlayer",
    "Limits",
    "Opponent",
    "Player",
    "RandomPlayer",
    "Seated",
    "check",
    "make",
    "play_out",
    "policy_of",
]
