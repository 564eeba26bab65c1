"""Opponents. All of them see only what their seat may see.

>>> make("random", seed=7)  # doctest: +ELLIPSIS
<bocage.players.random.RandomPlayer object at ...>
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from bocage.kernel import BocageError, Game, nearest
from bocage.players.chair import Chair, Player
from bocage.players.greedy import GreedyPlayer, policy_of
from bocage.players.random import RandomPlayer


class Opponent(NamedTuple):
    """A player that can be chosen: for people a title and how it plays, and what makes it from a seed."""

    title: str
    text: str
    make: Callable[[int], Player]


PLAYERS = {
    "random": Opponent("Random", "anything legal", RandomPlayer),
    "greedy": Opponent("Greedy", "takes what it can", GreedyPlayer),
}


def make(name: str, seed: int = 0) -> Player:
    """A player by name; its own choices follow from ``seed`` and never touch the game's dice."""
    if name not in PLAYERS:
        raise BocageError(f"there is no player '{name}'{nearest(name, PLAYERS)}")
    return PLAYERS[name].make(seed)


def check(name: str, game: str) -> None:
    """Refuse a player that there is not, or that does not know a game, before it is asked anything."""
    make(name)
    if PLAYERS[name].make is GreedyPlayer:
        policy_of(game)


def play_out(game: Game, players: Mapping[str, Player]) -> Game:
    """Let players finish a game; ``players`` has one for each seat."""
    while not game.over:
        game.play(players[game.decision.seat].choose(Chair(game)))
    return game


__all__ = ["PLAYERS", "Chair", "GreedyPlayer", "Player", "RandomPlayer", "check", "make", "play_out", "policy_of"]
