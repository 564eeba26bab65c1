"""How victory stands: objectives or cities for the Allies, beachheads for the Germans (11.8 to 14.8, 15.5)."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.supply import captured
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.victory import allies_win, captured_city_hexes, taken_of, victory_rule
from bocage.games.fire_movement.words import GRID
from bocage.hexes import HexSet, members
from bocage.table.fire_movement.words import hex_name, place_at
from bocage.table.model import Condition, Part, Standing


def standings_of(setting: FireMovement, view: State) -> list[Standing]:
    """Both sides, the Allies first."""
    allied = _cities(setting, view) if view.battle.scenario.campaign else _objectives(setting, view)
    both = {SEATS[ALLIED]: list(allied), SEATS[GERMAN]: list(_german(setting, view))}
    return [
        Standing(side=side, title=setting.briefing.title_of(side), conditions=conditions)
        for side, conditions in both.items()
    ]


def _german(setting: FireMovement, view: State) -> Iterator[Condition]:
    count = view.beachheads.bit_count()
    yield Condition(
        label="Beachheads",
        value=f"{count}; with none left at the end of a turn the Germans win at once",
        done=bool(view.turn) and not count,
        rule=setting.cite(victory_rule(view, "01")),
    )
    yield _denied(setting, view)
    short = not allies_win(view)
    yield Condition(
        label="The Allies fall short",
        value=f"{'they do' if short else 'they do not'} now; it counts at the end of turn {view.last_turn}",
        done=short,
        rule=setting.cite(victory_rule(view, "02")),
    )


def _denied(setting: FireMovement, view: State) -> Condition:
    """What the Allies need and have not: so much of it that the rest is too little for them."""
    battle, scenario = view.battle, view.battle.scenario
    if scenario.campaign:
        label, short, wanted = "City hexes denied", "Hexes denied", sum(battle.campaign_cities).bit_count()
        taken, needed = captured_city_hexes(view), scenario.campaign_city_hexes
    else:
        objectives = battle.areas[0].objectives
        label, short, wanted = "Objectives denied", "Denied", len(objectives.hexes)
        taken, needed = taken_of(view, objectives).bit_count(), objectives.needed
    have, need = wanted - taken, wanted - needed + 1
    return Condition(
        label=label,
        short=short,
        value=f"{have} of {wanted}; with {need} at the end of turn {view.last_turn} the Allies fall short",
        done=have >= need,
        have=have,
        need=need,
        rule=setting.cite(victory_rule(view, "02")),
    )


def _cities(setting: FireMovement, view: State) -> Iterator[Condition]:
    battle, scenario = view.battle, view.battle.scenario
    taken = captured(view, sum(battle.campaign_cities))
    whole = sum(taken & hexes == hexes for hexes in battle.campaign_cities)
    have = taken.bit_count()
    yield Condition(
        label="City hexes",
        value=f"{have} of {scenario.campaign_city_hexes} needed",
        done=have >= scenario.campaign_city_hexes,
        have=have,
        need=scenario.campaign_city_hexes,
        rule=setting.cite(victory_rule(view, "05" if len(battle.areas) == 4 else "04")),
        parts=[_city(view, taken, hexes) for hexes in battle.campaign_cities],
    )
    yield Condition(
        label="Whole cities",
        value=f"{whole} of {scenario.campaign_cities}; each one missing makes the game a turn longer",
        done=whole >= scenario.campaign_cities,
        have=whole,
        need=scenario.campaign_cities,
        rule=setting.cite("15.3"),
    )


def _city(view: State, taken: HexSet, hexes: HexSet) -> Part:
    have, all_ = (taken & hexes).bit_count(), hexes.bit_count()
    name = place_at(view.battle.chart, members(hexes)[0])
    return Part(label=name, value=f"{have} of {all_} hexes", done=have == all_)


def _objectives(setting: FireMovement, view: State) -> Iterator[Condition]:
    wanted = view.battle.areas[0].objectives
    taken = taken_of(view, wanted)
    have = taken.bit_count()
    yield Condition(
        label="Objectives",
        value=f"{have} of {wanted.needed} needed",
        done=have >= wanted.needed,
        have=have,
        need=wanted.needed,
        rule=setting.cite(victory_rule(view, "03")),
        parts=[_objective(view, taken, GRID.at(label)) for label in sorted(wanted.hexes, reverse=True)],
    )
    if wanted.adjacent_units:
        near = GRID.spread(GRID.set(wanted.adjacent_to))
        there = sum(near >> view.where[unit] & 1 for unit in members(view.force[ALLIED]))
        yield Condition(
            label=f"Units next to {place_at(view.battle.chart, GRID.at(wanted.adjacent_to[0]))}",
            value=f"{there} of {wanted.adjacent_units} needed",
            done=there >= wanted.adjacent_units,
            have=there,
            need=wanted.adjacent_units,
            rule=setting.cite(victory_rule(view, "04")),
        )


def _objective(view: State, taken: HexSet, h: int) -> Part:
    held = bool(taken >> h & 1)
    holder = "Allied" if held else "Allied, but not in supply" if view.held >> h & 1 else "German"
    return Part(label=hex_name(view, h), value=holder, done=held)
