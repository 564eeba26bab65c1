"""Combats for tests: results that are sure, cups that are empty or hold what a test wants, and the usual orders.

game = position("gold_juno", "...", phase="combat", dice=[1], cups=NO_MARKERS, setting=sure("D2"))
attack(game, "0930", "69/50")
play(game, "retreat 726/716", "to 0830")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from bocage.games.fire_movement.content import load_content
from bocage.games.fire_movement.overlay import Overlay, apply
from bocage.games.fire_movement.results import load_results_table
from bocage.games.fire_movement.title import FireMovement, choose_options
from bocage.games.fire_movement.words import Cup, unit_number
from bocage.hexes import Sides
from bocage.kernel import Event, Game
from tests.fire_movement.positions import hexes
from tests.questions import orders, play

NO_MARKERS: dict[Cup, Sequence[int]] = dict.fromkeys(Cup, ())
MINES = 16  # added to a marker's value in a cup, it makes the marker a mines marker


def markers(**cups: Sequence[int]) -> dict[Cup, Sequence[int]]:
    """The cups of a game that hold nothing but these: ``markers(german=[3], cw_artillery=[2, 2])``."""
    return NO_MARKERS | {Cup[name.upper()]: values for name, values in cups.items()}


def private(scenario: str, **options: str) -> FireMovement:
    """A scenario of its own, shared with no other test, whose data may be changed."""
    content = load_content()
    found = content.scenarios[scenario]
    return FireMovement(content, found, choose_options(found, options))


def closed_to_mobile(terrain: str, result: str) -> FireMovement:
    """Gold and Juno with a player's overlay that closes a terrain to mobile units, and with only one result."""
    change = Overlay.model_validate({"file": "mine.toml", "terrain": {"hex": {terrain: {"mobile": "prohibited"}}}})
    content = apply(load_content(), change)
    found = content.scenarios["gold_juno"]
    return always(FireMovement(content, found, choose_options(found, {})), result)


@cache
def sure(result: str, scenario: str = "gold_juno") -> FireMovement:
    """A scenario in which every combat has the same result, whatever the strengths, the terrain and the die."""
    return always(private(scenario), result)


def always(setting: FireMovement, result: str) -> FireMovement:
    """Give a private scenario a results table with only one result."""
    setting.battle.table = replace(load_results_table(), results=((result,) * 12,) * 6)
    return setting


def on_line(line: str, strengths: Mapping[str, tuple[int, int]], scenario: str = "gold_juno") -> FireMovement:
    """A scenario without rivers, with one line of the results table for every hex and given strengths for units."""
    setting = private(scenario)
    battle = setting.battle
    battle.hex_line = [line] * battle.grid.size
    battle.chart = replace(battle.chart, rivers=Sides(), bridges=Sides())
    return strong(setting, strengths)


def strong(setting: FireMovement, strengths: Mapping[str, tuple[int, int]]) -> FireMovement:
    """Give units of a private scenario an attack and a defence strength, on both sides of the counter."""
    battle = setting.battle
    for name, (attack_strength, defence_strength) in strengths.items():
        unit = unit_number(name)
        for reduced in (0, 1):
            battle.attack[reduced][unit] = attack_strength
            battle.defence[reduced][unit] = defence_strength
    return setting


def fortify(setting: FireMovement, labels: str) -> FireMovement:
    """Put fortifications into hexes of a private scenario."""
    setting.battle.fortified = hexes(labels)
    return setting


def declare(game: Game, target: str, *units: str) -> list[Event]:
    """Attack a hex with exactly these units."""
    events = play(game, f"attack {target}", *(f"with {unit}" for unit in units))
    return events + play(game, "declare") if not game.over and "declare" in orders(game) else events


def attack(game: Game, target: str, *units: str) -> list[Event]:
    """Attack a hex with exactly these units and without markers on either side."""
    events = declare(game, target, *units)
    while not game.over and "pass" in orders(game) and game.decision.rule == "8.2.1":
        events += play(game, "pass")
    return events


def bombard(game: Game, unit: str, *cups: str) -> list[Event]:
    """Bombard a unit with one marker of each of these cups."""
    events = play(game, f"bombard {unit}", *(f"draw {cup}" for cup in cups))
    return events + play(game, "fire") if "fire" in orders(game) else events


def fact(events: list[Event], kind: str, name: str) -> object:
    """A fact of the one event of its kind."""
    (event,) = (event for event in events if event.kind == kind)
    told = event.named()
    return told[name] if name in told else getattr(event.result, name)
