"""Positions written in a few lines of text, dice that fall as told, and short questions to ask of a game.

game = position("sword", '''
    german 22/21 at 0938
    allied 8/3-br at 1039 reduced
    allied 27 at 1040
''', side="allied", phase="combat", dice=[4])
play(game, "attack 0938", "with 8/3-br", "with 27", "declare")
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from bocage.games.fire_movement.battle import ALLIED, SEATS
from bocage.games.fire_movement.movement import destinations
from bocage.games.fire_movement.state import ABSENT, WAITING, State
from bocage.games.fire_movement.support import fill_pools
from bocage.games.fire_movement.title import FireMovement, open_scenario
from bocage.games.fire_movement.turn import PlayerTurn, WholeGame
from bocage.games.fire_movement.words import GRID, UNIT_IDS, Cup, unit_number
from bocage.hexes import Hex, HexSet
from bocage.kernel import Game
from tests.questions import Rigged

Phase = Literal["movement", "bombardment", "combat", "mobile_movement", "mobile_combat", "landings"]


def setting_of(scenario: str = "sword", **options: str) -> FireMovement:
    """A scenario with options."""
    return open_scenario(scenario, options)


def position(
    scenario: str,
    units: str,
    *,
    side: Literal["allied", "german"] = "allied",
    phase: Phase = "movement",
    turn: int = 5,
    dice: Iterable[int] = (),
    picks: Iterable[int] | None = None,
    beachheads: str = "",
    held: str = "",
    drop_zones: str = "",
    waiting: str = "",
    foul_weather: bool = False,
    cups: dict[Cup, Sequence[int]] | None = None,
    setting: FireMovement | None = None,
    **options: str,
) -> Game:
    """A game in the middle of a player turn.

    Units not named are out of play, except those in ``waiting``, which come by their schedule. Every line is
    ``side unit at hex [reduced]``; the side is for the reader and is checked. ``cups`` replaces what can be drawn.
    ``held`` are hexes that the Allies were the last to occupy, ``drop_zones`` those that still give supply to the
    airborne units of the first landing area's army.
    """
    setting = setting or setting_of(scenario, **options)
    battle = setting.battle
    g = State(battle, Rigged(dice, picks))
    fill_pools(g)
    for cup, markers in (cups or {}).items():
        g.cups[cup] = tuple(sorted(markers))
    g.turn = turn
    g.foul_weather = foul_weather
    g.where = [ABSENT] * len(g.where)
    for name in waiting.split():
        g.where[unit_number(name)] = WAITING
    g.held = GRID.set(held)
    for line in units.strip().splitlines():
        owner, name, at, label, *rest = line.split()
        unit = unit_number(name)
        assert at == "at" and SEATS[battle.side[unit]] == owner, line
        g.put(unit, GRID.at(label))
        if "reduced" in rest:
            assert battle.two_step[unit], line
            g.reduced |= 1 << unit
    g.beachheads = GRID.set(beachheads)
    g.left_beach = sum(1 << unit for unit, hex_ in enumerate(g.where) if hex_ >= 0 and came_by_sea(g, unit))
    g.drop_zones = {GRID.at(label): battle.areas[0].army for label in drop_zones.split()}
    whole, player = WholeGame(), PlayerTurn(SEATS.index(side))
    whole.step = "german_turn" if side == "allied" else "turn_ends"
    g.stack = [whole, player]
    g.active = player.side
    first = {"landings": player.landings}.get(phase) or getattr(player, phase)
    g._run(first(g, None))
    return Game.at(setting, g)


def came_by_sea(g: State, unit: int) -> bool:
    """Whether a unit on the map must have left a beach landing hex to be where it is."""
    battle, on_beach = g.battle, g.beachheads >> g.where[unit] & 1
    return battle.side[unit] == ALLIED and not (battle.airborne[unit] or battle.commando[unit] or on_beach)


def state(game: Game) -> State:
    """The state of a game, as the state of this game."""
    assert isinstance(game.state, State)
    return game.state


def where(game: Game, unit: str) -> str:
    """The hex of a unit, or what became of it."""
    hex_ = state(game).where[unit_number(unit)]
    return GRID.label(hex_) if hex_ >= 0 else {-1: "waiting", -2: "eliminated", -3: "absent"}[hex_]


def is_reduced(game: Game, unit: str) -> bool:
    """Whether a unit shows its reduced side."""
    return bool(state(game).is_reduced(unit_number(unit)))


def reach_labels(game: Game, unit: str, points: float | None = None) -> set[str]:
    """The hexes where a unit could end a move now."""
    g = state(game)
    number = unit_number(unit)
    half_points = 2 * g.allowance_of(number) if points is None else round(2 * points)
    return {GRID.label(hex_) for hex_ in destinations(g, number, half_points)}


def hexes(labels: str) -> HexSet:
    """A set of hexes from labels."""
    return GRID.set(labels)


def at(label: str) -> Hex:
    """A hex from its label."""
    return GRID.at(label)


def name_of(unit: int) -> str:
    """The id of a unit."""
    return UNIT_IDS[unit]
