"""The lines beside the board: where the game is, support fire, how victory stands, losses."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.games.fire_movement.battle import ALLIED, SEATS
from bocage.games.fire_movement.movement import MovementPhase
from bocage.games.fire_movement.state import ELIMINATED, State, value_of
from bocage.games.fire_movement.supply import captured
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.victory import taken_of, victory_rule
from bocage.games.fire_movement.words import CUP_TITLES, GRID, UNIT_IDS
from bocage.hexes import HexSet, members
from bocage.table.fire_movement.words import hex_name, place_at
from bocage.table.model import Fact


def facts_of(setting: FireMovement, view: State) -> list[Fact]:
    """All facts of a view."""
    return [*_status(setting, view), *_victory(setting, view), *_support(setting, view), *_losses(view)]


def _status(setting: FireMovement, view: State) -> Iterator[Fact]:
    if view.battle.weather and view.turn > 1:
        weather = "foul" if view.foul_weather else "fair"
        yield Fact(group="status", label="Weather", value=weather, rule=setting.cite("10.6"))
    frame = view.stack[-1] if view.stack else None
    if isinstance(frame, MovementPhase):
        own = view.force[view.active]
        moved = (view.moved & own).bit_count()
        yield Fact(group="status", label="Moved", value=f"{moved} of {own.bit_count()} units", rule=setting.cite("5.1"))
        if frame.points and frame.in_hand >= 0:
            label = f"Movement points of {UNIT_IDS[frame.in_hand]}"
            yield Fact(group="status", label=label, value=f"{frame.points / 2:g}", rule=setting.cite("5.2"))


# -- victory ---------------------------------------------------------------------------------------


def _victory(setting: FireMovement, view: State) -> Iterator[Fact]:
    yield from _cities(setting, view) if view.battle.scenario.campaign else _objectives(setting, view)
    count = view.beachheads.bit_count()
    yield Fact(
        group="victory",
        label="Beachheads",
        value=f"{count}; with none left at the end of a turn the Germans win at once",
        rule=setting.cite(victory_rule(view, "01")),
        done=bool(count),
    )


def _cities(setting: FireMovement, view: State) -> Iterator[Fact]:
    battle = view.battle
    scenario = battle.scenario
    taken = captured(view, sum(battle.campaign_cities))
    whole = sum(taken & hexes == hexes for hexes in battle.campaign_cities)
    hexes_taken = taken.bit_count()
    yield Fact(
        group="victory",
        label="City hexes",
        value=f"{hexes_taken} of {scenario.campaign_city_hexes} needed",
        rule=setting.cite(victory_rule(view, "05" if len(battle.areas) == 4 else "04")),
        done=hexes_taken >= scenario.campaign_city_hexes,
    )
    yield Fact(
        group="victory",
        label="Whole cities",
        value=f"{whole} of {scenario.campaign_cities}; each one missing makes the game a turn longer",
        rule=setting.cite("15.3"),
        done=whole >= scenario.campaign_cities,
    )
    for hexes in battle.campaign_cities:
        have, all_ = (taken & hexes).bit_count(), hexes.bit_count()
        name = place_at(battle.chart, members(hexes)[0])
        yield Fact(group="victory", label=name, value=f"{have} of {all_} hexes", done=have == all_)


def _objectives(setting: FireMovement, view: State) -> Iterator[Fact]:
    wanted = view.battle.areas[0].objectives
    rule = setting.cite(victory_rule(view, "03"))
    taken = taken_of(view, wanted)
    count = taken.bit_count()
    value = f"{count} of {wanted.needed} needed"
    yield Fact(group="victory", label="Objectives", value=value, rule=rule, done=count >= wanted.needed)
    for label in sorted(wanted.hexes, reverse=True):
        h = GRID.at(label)
        yield Fact(group="victory", label=hex_name(view, h), value=_holder(view, taken, h), done=bool(taken >> h & 1))
    if wanted.adjacent_units:
        near = GRID.spread(GRID.set(wanted.adjacent_to))
        there = sum(near >> view.where[unit] & 1 for unit in members(view.force[ALLIED]))
        yield Fact(
            group="victory",
            label=f"Units next to {place_at(view.battle.chart, GRID.at(wanted.adjacent_to[0]))}",
            value=f"{there} of {wanted.adjacent_units} needed",
            rule=setting.cite(victory_rule(view, "04")),
            done=there >= wanted.adjacent_units,
        )


def _holder(view: State, taken: HexSet, h: int) -> str:
    if taken >> h & 1:
        return "Allied"
    return "Allied, but not in supply" if view.held >> h & 1 else "German"


# -- support and losses ----------------------------------------------------------------------------


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
