"""The games, by name.

>>> sorted(scenario.name for scenario in list_scenarios())[:2]
['fire_movement/combined_campaign', 'fire_movement/commonwealth_campaign']
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from bocage.kernel import BocageError, ScenarioInfo, Setting, nearest

TITLES = {"fire_movement": "Fire & Movement", "omaha_beach": "D-Day at Omaha Beach"}


class Title(Protocol):
    """What the module ``title`` of a game's package offers."""

    def list_scenarios(self) -> list[ScenarioInfo]:
        """Its scenarios, in the order in which a person would try them."""

    def open_scenario(self, name: str, options: Mapping[str, str] | None, overlay: Path | None) -> Setting:
        """One of them."""


def title_of(game: str) -> Title:
    """A game by the name of its package."""
    if game not in TITLES:
        raise BocageError(f"there is no game '{game}'{nearest(game, TITLES)}")
    return cast(Title, import_module(f"bocage.games.{game}.title"))


def list_scenarios() -> list[ScenarioInfo]:
    """Every scenario of every game."""
    return [scenario for game in TITLES for scenario in title_of(game).list_scenarios()]


def open_setting(name: str, options: Mapping[str, str] | None = None, overlay: Path | None = None) -> Setting:
    """A scenario by its full name ``game/scenario``, or by the scenario's name alone."""
    game, _, scenario = name.rpartition("/")
    listed = title_of(game).list_scenarios() if game else list_scenarios()
    games = {info.short: info.game for info in listed}
    if scenario not in games:
        raise BocageError(f"there is no scenario '{name}'{nearest(scenario, games)}")
    return title_of(games[scenario]).open_scenario(scenario, options, overlay)
