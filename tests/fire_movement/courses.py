"""Courses of play: games from their first decision, and turns played on without doing more than one must."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.kernel import Event, Game
from tests.fire_movement.positions import setting_of, state
from tests.questions import Rigged, orders

QUIET = ("end", "pass", "halt", "stay", "declare", "fire")  # what a player says who wants nothing


def start(scenario: str, dice: Iterable[int] = (), picks: Iterable[int] | None = None, **options: str) -> Game:
    """A game at its first decision, with dice that fall as told."""
    return Game(setting_of(scenario, **options), "", Rigged(dice, picks))


def quietly(game: Game) -> list[Event]:
    """Answer one decision by doing nothing, or by the first thing on the list where something must be done."""
    possible = orders(game)
    return game.play(next((word for word in QUIET if word in possible), possible[0]))


def until(game: Game, prompt: str, seat: str = "", phase: str = "") -> list[Event]:
    """Play quietly until a decision is asked whose prompt begins so, of a certain seat or in a certain phase."""
    events: list[Event] = []
    prompts = (prompt, "No unit can move") if prompt == "Move a unit" else (prompt,)
    while not (
        game.decision.prompt.startswith(prompts)
        and seat in ("", game.decision.seat)
        and phase in ("", state(game).phase)
    ):
        events += quietly(game)
    return events


def end_turn(game: Game) -> list[Event]:
    """Play quietly until another game turn has begun, or the game is over."""
    turn = state(game).turn
    events: list[Event] = []
    while not game.over and state(game).turn == turn:
        events += quietly(game)
    return events


def to_the_end(game: Game) -> list[Event]:
    """Play quietly until the game is over."""
    events: list[Event] = []
    while not game.over:
        events += quietly(game)
    return events
