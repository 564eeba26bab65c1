"""What greedy remembers from one decision to the next is what it would find if it had never looked before."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import pytest

import bocage
from bocage.games.fire_movement.state import State
from bocage.players import Chair, make, omaha_beach
from bocage.players.fire_movement import outlook, score_orders
from bocage.players.fire_movement.ground import ground_of
from bocage.players.omaha_beach import outlook as omaha_outlook
from bocage.players.omaha_beach.corridors import corridors_from


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


@pytest.mark.parametrize("scenario", ["first_waves", "beyond_the_beach"])
def test_at_omaha_too(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every fifth decision is scored once more by one who has never seen the battle."""
    game = bocage.new(f"omaha_beach/{scenario}", seed=3)
    players = {seat: make("greedy", 3) for seat in game.setting.seats}
    while not game.over and game.length < 200:
        if not game.length % 5:
            view, orders = game.view(game.decision.seat), game.decision.orders
            remembered = omaha_beach.score_orders(view, orders)
            with monkeypatch.context() as patch:
                patch.setattr(omaha_outlook, "_PROSPECTS", {})
                patch.setattr(omaha_outlook, "_GARRISONS", {})
                patch.setattr(omaha_outlook, "_LAST", WeakKeyDictionary())
                corridors_from.cache_clear()
                assert omaha_beach.score_orders(view, orders) == remembered
        game.play(players[game.decision.seat].choose(Chair(game)))
