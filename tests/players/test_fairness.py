"""Fair play of every level: whatever a seat may not know makes no difference to what is ordered in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import pytest

from bocage.games import manifests, open_setting
from bocage.kernel import Game, Order, State
from bocage.players import OPPONENTS, PLAYERS, Chair, GreedyPlayer, make, search
from bocage.players.intent import Account, accounts_of
from bocage.players.search import SearchingPlayer

SAMPLES = [f"{manifest.name}/{sample}" for manifest in manifests().values() for sample in manifest.samples]
FIRST = [f"{manifest.name}/{manifest.samples[0]}" for manifest in manifests().values()]
AT_ONCE = [opponent.name for opponent in OPPONENTS if not opponent.needs_evaluation]
PLANNING = [opponent.name for opponent in OPPONENTS if opponent.needs_evaluation]
SEED = 5


@cache
def positions(scenario: str) -> Sequence[Game]:
    """Positions of a game of sergeants in which there is something to decide."""
    game, found = Game(open_setting(scenario), "fairness"), []
    players = {seat: GreedyPlayer(1) for seat in game.setting.seats}
    for goal in (0, 40, 90, 250):
        while game.length < goal or len(game.decision.orders) == 1:
            game.play(players[game.decision.seat].choose(Chair(game)))
        found.append(Game.at(game.setting, game.state.copy()))
    return found


def phases(scenario: str) -> Iterator[Game]:
    """The beginning of each phase of a game of sergeants, after the first turn."""
    game, before = Game(open_setting(scenario), "fairness"), None
    players = {seat: GreedyPlayer(1) for seat in game.setting.seats}
    while not game.over:
        if len(game.decision.orders) > 1:
            stage = game.setting.moment(game.state)
            if stage != before and stage.turn > 1:
                yield Game.at(game.setting, game.state.copy())
            before = stage
        game.play(players[game.decision.seat].choose(Chair(game)))


def alike(game: Game) -> list[Game]:
    """Two games that the seat that is asked cannot tell apart, with other dice and other secrets."""
    seat = game.decision.seat
    worlds: list[State] = [game.view(seat).imagine(seat, Random(number).randrange) for number in (1, 2)]
    assert worlds[0].chance.key != worlds[1].chance.key
    return [Game.at(game.setting, world) for world in worlds]


@pytest.mark.parametrize("level", AT_ONCE)
@pytest.mark.parametrize("scenario", SAMPLES)
def test_those_who_answer_at_once_look_at_nothing_hidden(scenario: str, level: str) -> None:
    for position in positions(scenario):
        first, second = (make(level, SEED).choose(Chair(game)) for game in alike(position))
        assert first == second


def thought_over(game: Game, level: str) -> tuple[Order, list[Account]]:
    """What one who plans ahead orders, and what it thought; a colonel has as little time as a captain here."""
    captain, own = (PLAYERS[name].make(SEED) for name in ("captain", level))
    assert isinstance(own, SearchingPlayer) and isinstance(captain, SearchingPlayer)
    time = captain.budget
    player = SearchingPlayer(SEED, own.budget._replace(seconds=time.seconds, at_most=time.at_most, playouts=25))
    return player.choose(Chair(game)), accounts_of(player)


@pytest.mark.parametrize("level", PLANNING)
@pytest.mark.parametrize("scenario", FIRST)
def test_those_who_plan_ahead_look_at_nothing_hidden(
    scenario: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "SLOW", 100.0)  # on a slow processor the clock would end one search before the other
    for position in phases(scenario):
        first, second = (thought_over(game, level) for game in alike(position))
        assert first == second
        if first[1]:  # there was something to plan
            return
    raise AssertionError("it never thought")
