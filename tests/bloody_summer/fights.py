"""Fights in positions of A Bloody Summer: a corps that attacks, and short questions about what came of it.

The ground of most of them is the open country around 1306, without rivers; 1206 and 1207 are north of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from bocage.games.bloody_summer import control
from bocage.games.bloody_summer.air import AVAILABLE
from bocage.games.bloody_summer.exploitation import CorpsCombat
from bocage.games.bloody_summer.pieces import AIR_IDS, NAVAL_IDS, piece_number
from bocage.games.bloody_summer.state import State
from bocage.kernel import Event, Game
from bocage.kernel.procedure import Frame
from tests.bloody_summer.positions import begin, position, state
from tests.questions import orders, play

US = "allied HQ-VII at 1106\nmarker allied 1106 1\n"  # a corps with a bonus of two columns, two hexes from 1306
BIG_RED_ONE = US + "allied 1-Inf/16 at 1206\nallied 1-Inf/18 at 1206\nallied 1-Inf/26 at 1207\n"  # 15 attack points


def fight(
    text: str,
    hq: str = "HQ-VII",
    *,
    dice: Iterable[int] = (),
    turn: int = 8,
    part: str = "A",
    active: Literal["allied", "german"] = "allied",
    air: str = "",
    ships: dict[str, int] | None = None,
    storm: bool = False,
    scenario: str = "operation_cobra",
    procedure: Frame | None = None,
) -> Game:
    """A game in which a headquarters has been activated, with aircraft available and points on the naval track."""
    g = position(scenario, text, turn=turn, part=part, active=active, dice=dice)
    g.storm = storm
    for name in air.split():
        g.air[AIR_IDS.index(name)] = AVAILABLE
    for name, points in (ships or {}).items():
        g.naval[NAVAL_IDS.index(name)] = points
    return fight_from(g, hq, procedure)


def fight_from(g: State, hq: str = "HQ-VII", procedure: Frame | None = None) -> Game:
    """The same in a position."""
    control.check(g)
    return begin(g, procedure or CorpsCombat(piece_number(hq)))


def attack(game: Game, place: str, *units: str) -> list[Event]:
    """Declare an attack with some units."""
    events = play(game, f"attack {place}")
    if orders(game, "with"):
        events += play(game, *(f"with {unit}" for unit in units))
    return events + play(game, "declare") if "declare" in orders(game) else events


def bombard(game: Game, place: str, *orders_: str) -> list[Event]:
    """Bombard a place; what leaves no choice need not be ordered."""
    events = play(game, f"bombard {place}")
    for order in orders_:
        if order in orders(game):
            events += play(game, order)
    return events


def combat_in(events: Iterable[Event]) -> Event:
    """The die of the one combat among some events."""
    (found,) = (event for event in events if event.kind == "combat")
    return found


def shifts_in(events: Iterable[Event]) -> dict[str, int]:
    """Its shifts, by cause."""
    result = combat_in(events).result
    assert result is not None
    return dict(result.shifts)


def line_in(events: Iterable[Event]) -> str:
    """The column in which it was read."""
    result = combat_in(events).result
    assert result is not None
    return result.line


def level(game: Game, piece: str) -> int:
    """How disorganised a piece is."""
    return state(game).level[piece_number(piece)]


def steps(game: Game, piece: str) -> int:
    """The steps that a piece has left."""
    return state(game).steps_of(piece_number(piece))
