"""What greedy does in positions in which anybody would know what to do."""

from __future__ import annotations

from bocage.kernel import Game
from bocage.players import Chair, GreedyPlayer
from tests.fire_movement.combats import NO_MARKERS, markers, sure
from tests.fire_movement.positions import orders, play, position, where


def choice(game: Game) -> str:
    return str(GreedyPlayer(0).choose(Chair(game)))


def let_play(game: Game, seat: str, phase_ends_with: str = "end") -> list[str]:
    """Let greedy go on for a seat until it ends the phase or is not asked any more."""
    said = []
    while not game.over and game.decision.seat == seat:
        said.append(choice(game))
        game.play(said[-1])
        if said[-1] == phase_ends_with:
            break
    return said
