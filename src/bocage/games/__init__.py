"""The games, by name.

>>> sorted(scenario.name for scenario in list_scenarios())[:2]
['fire_movement/combined_campaign', 'fire_movement/commonwealth_campaign']
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from bocage.kernel import BocageError, Option, Setting, nearest

TITLES = ("fire_movement",)


class ScenarioInfo(NamedTuple):
    """What a list of games shows of a scenario."""

    name: str
    title: str
    summary: str
    edition: str
    turns: int
    seats: tuple[str, ...]
    options: tuple[Option, ...]


def list_scenarios() -> list[ScenarioInfo]:
    """Every scenario of every game."""
    from bocage.games.fire_movement import title
    from bocage.games.fire_movement.battle import LAST_TURN, SEATS

    return [
        ScenarioInfo(f"{title.NAME}/{s.id}", s.title, s.summary, s.edition, LAST_TURN, SEATS, title.options_of(s))
        for s in title.scenarios().values()
    ]


def open_setting(name: str, options: Mapping[str, str] | None = None, overlay: Path | None = None) -> Setting:
    """A scenario by its full name ``game/scenario``, or by the scenario's name alone."""
    from bocage.games.fire_movement import title

    game, slash, scenario = name.rpartition("/")
    if slash and game not in TITLES:
        raise BocageError(f"there is no game '{game}'{nearest(game, TITLES)}")
    if scenario not in title.scenarios():
        raise BocageError(f"there is no scenario '{name}'{nearest(scenario, title.scenarios())}")
    return title.open_scenario(scenario, options, overlay)
