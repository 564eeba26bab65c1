"""The games, by name.

>>> [scenario.name for scenario in list_scenarios()][:2]
['fire_movement/gold_juno', 'fire_movement/sword']
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, runtime_checkable

from bocage.kernel import BocageError, ScenarioInfo, Setting, nearest
from bocage.kernel.checklist import Checklist, load_checklists
from bocage.kernel.manifest import HOUSE, Manifest, in_a_line

GAMES = ("fire_movement", "omaha_beach", "dark_summer", "bloody_summer")  # a new game adds its name to this one line
ELSEWHERE = "BOCAGE_GAMES"  # names packages of games that live elsewhere: my.duel,my.siege


@runtime_checkable
class Title(Protocol):
    """What the module ``title`` of a game's package offers."""

    def list_scenarios(self) -> list[ScenarioInfo]:
        """Its scenarios, in the order in which a person would try them."""

    def open_scenario(self, name: str, options: Mapping[str, str] | None, overlay: Path | None) -> Setting:
        """One of them."""


# -- the registry ----------------------------------------------------------------------------------


def manifests() -> Mapping[str, Manifest]:
    """Every game there is, by its name: those of this program and those that the environment names."""
    return _manifests(os.environ.get(ELSEWHERE, ""))


@cache
def _manifests(elsewhere: str) -> Mapping[str, Manifest]:
    found = {game: _manifest_in(f"{HOUSE}{game}") for game in GAMES}
    for package in filter(None, map(str.strip, elsewhere.split(","))):
        try:
            manifest = _manifest_in(package)
        except Exception as error:  # whatever a package does when it is imported
            raise BocageError(f"{ELSEWHERE} names {package}, which cannot be used: {in_a_line(error)}") from error
        if manifest.name in found:
            raise BocageError(f"{ELSEWHERE} names {package}, but there is a game '{manifest.name}' already")
        found[manifest.name] = manifest
    return found


def _manifest_in(package: str) -> Manifest:
    manifest = getattr(import_module(package), "MANIFEST", None)
    if not isinstance(manifest, Manifest):
        raise BocageError("it holds no MANIFEST")
    return manifest


def manifest_of(name: str) -> Manifest:
    """The manifest of a game, by its name or that of one of its scenarios."""
    game = name.partition("/")[0]
    if game not in manifests():
        raise BocageError(f"there is no game '{game}'{nearest(game, manifests())}")
    return manifests()[game]


# -- what the games have to play -------------------------------------------------------------------


def list_scenarios(game: str | None = None) -> list[ScenarioInfo]:
    """Every scenario of every game, or of one."""
    chosen = manifests().values() if game is None else [manifest_of(game)]
    return [scenario for manifest in chosen for scenario in manifest.part("title", Title).list_scenarios()]


def first_choice() -> str:
    """The scenario to begin with."""
    game = manifest_of(GAMES[0])
    return f"{game.name}/{game.samples[0]}"


def open_setting(name: str, options: Mapping[str, str] | None = None, overlay: Path | None = None) -> Setting:
    """A scenario by its full name ``game/scenario``, or by the scenario's name alone."""
    game, _, scenario = name.rpartition("/")
    known = list_scenarios(game or None)
    found = [info for info in known if info.short == scenario]
    if not found:
        raise BocageError(f"there is no scenario '{name}'{nearest(scenario, {info.short for info in known})}")
    if len(found) > 1:
        raise BocageError(f"'{name}' may be {' or '.join(info.name for info in found)}")
    return manifest_of(found[0].game).part("title", Title).open_scenario(scenario, options, overlay)


@cache
def checklists_of(manifest: Manifest) -> Mapping[str, Checklist]:
    """The rules of a game as checklists by edition, the one that others inherit first."""
    found = load_checklists(manifest.folder)
    return dict(sorted(found.items(), key=lambda pair: (pair[1].base is not None, pair[0])))
