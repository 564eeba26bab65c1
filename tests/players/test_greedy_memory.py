"""What greedy remembers from one decision to the next is what it would find if it had never looked before."""

from __future__ import annotations

import pytest

import bocage
from bocage.games.fire_movement.state import State
from bocage.players import Chair, make
from bocage.players.fire_movement import outlook, score_orders
from bocage.players.fire_movement.ground import ground_of


@pytest.mark.parametrize("scenario", ["sword", "utah"])
def test_scores_are_the_same_without_memory(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through some turns of both sides."""
    game = bocage.new(f"fire_movement/{scenario}", seed=3)
    players = {seat: make("greedy", 3) for seat in game.setting.seats}
    while not game.over and game.length < 300:
        view, orders = game.view(game.decision.seat), game.decision.orders
        assert isinstance(view, State)
        remembered = score_orders(view, orders)
        with monkeypatch.context() as patch:
            patch.setattr(outlook, "_memory", lambda _: outlook.Memory())
            patch.setattr(ground_of(view.battle), "reaches", {})
            assert score_orders(view, orders) == remembered
        game.play(players[game.decision.seat].choose(Chair(game)))
