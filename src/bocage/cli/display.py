"""What the terminal game needs to know of a game to show it. Each game has one display."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rich.console import RenderableType

from bocage.kernel import Ask, Game, Order, State


class Display(Protocol):
    """A game's face in the terminal. Whatever it gets is a seat's view, so it cannot show too much."""

    results: tuple[str, ...]  # the results of combat, best for the attacker first

    def heading(self, view: State) -> RenderableType:
        """A few lines: turn, phase, weather, markers, and how the victory conditions stand."""

    def board(self, view: State, decision: Ask | None, width: int, height: int, at: str = "") -> RenderableType:
        """The map around the action, or around a hex."""

    def board_key(self, view: State, decision: Ask | None) -> object:
        """Changes whenever the board should be drawn again."""

    def about(self, view: State, decision: Ask) -> str:
        """A line on what a decision is about, such as the unit in hand; may be empty."""

    def describe(self, view: State, order: Order) -> str:
        """What a list of orders says beside an order; may be empty."""

    def units(self, view: State, words: str) -> RenderableType:
        """All units, or those whose line has some words in it."""

    def unit(self, view: State, name: str) -> RenderableType:
        """All about one unit."""

    def hex(self, view: State, label: str) -> RenderableType:
        """All about one hex."""

    def meaning(self, view: State, result: str) -> str:
        """A result of combat in words."""

    def legend(self) -> RenderableType:
        """The signs on the board."""


def display_of(game: Game, *, unicode: bool) -> Display:
    """The display of a game being played: its own, or the plain one that every game has."""
    from bocage.cli.fire_movement import FireMovementDisplay
    from bocage.cli.plain import PlainDisplay

    displays: dict[str, Callable[..., Display]] = {"fire_movement": FireMovementDisplay}
    return displays.get(game.setting.name.partition("/")[0], PlainDisplay)(game.setting, unicode=unicode)
