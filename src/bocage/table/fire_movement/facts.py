"""The lines beside the board: where the game is, support fire, losses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from bocage.games.fire_movement.battle import SEATS
from bocage.games.fire_movement.state import ELIMINATED, State, value_of
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.track import first_day
from bocage.games.fire_movement.words import CUP_TITLES, GRID, UNIT_IDS
from bocage.table.history import Past, among, holding
from bocage.table.model import Fact


def facts_of(setting: FireMovement, view: State) -> list[Fact]:
    """All facts of a view."""
    return [*_status(setting, view), *_support(setting, view), *_losses(view)]


def past_of(view: State) -> Past:
    """The days of the turn, and what the Allies were the last to occupy."""
    turn = max(view.turn, 1)
    holds = holding(GRID, view.held, *view.occupied)
    return Past(first_day(turn), first_day(turn + 1) - timedelta(days=1), among(GRID, view.held), holds)


def _status(setting: FireMovement, view: State) -> Iterator[Fact]:
    if view.battle.weather and view.turn > 1:
        weather = "foul" if view.foul_weather else "fair"
        yield Fact(group="status", label="Weather", value=weather, rule=setting.cite("10.6"))
    if view.stack and view.stack[-1].doing == "movement":
        own = view.force[view.active]
        moved = (view.moved & own).bit_count()
        yield Fact(group="status", label="Moved", value=f"{moved} of {own.bit_count()} units", rule=setting.cite("5.1"))
        matter = view.about()
        if matter.points and matter.unit >= 0:
            label = f"Movement points of {UNIT_IDS[matter.unit]}"
            yield Fact(group="status", label=label, value=f"{matter.points / 2:g}", rule=setting.cite("5.2"))


def _support(setting: FireMovement, view: State) -> Iterator[Fact]:
    rule = setting.cite("7.2")
    for cup, owned in enumerate(view.pool):
        if owned:
            value = f"{len(view.cups[cup])} of {len(owned)} markers left this turn"
            yield Fact(group="support", label=CUP_TITLES[cup], value=value, rule=rule)
    if view.mines_aside:
        value = ", ".join(f"+{value_of(marker)}" for marker in view.mines_aside)
        yield Fact(group="support", label="Mines put aside", value=value, rule=setting.cite("10.8.2"))


def _losses(view: State) -> Iterator[Fact]:
    battle = view.battle
    for side, seat in enumerate(SEATS):
        gone = [unit for unit, where in enumerate(view.where) if where == ELIMINATED and battle.side[unit] == side]
        steps = sum(1 + battle.two_step[unit] for unit in gone) + (view.reduced & view.force[side]).bit_count()
        units = f"{len(gone)} unit{'' if len(gone) == 1 else 's'}"
        yield Fact(
            group="losses",
            label=seat.capitalize(),
            value=f"{units} eliminated, {steps} step{'' if steps == 1 else 's'} missing",
        )
