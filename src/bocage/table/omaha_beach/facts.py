"""The lines beside the board: where the game is, actions, losses, how victory stands, what lies in the pools."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from bocage.games.omaha_beach.action_phase import acting, has_acted
from bocage.games.omaha_beach.actions import allotment
from bocage.games.omaha_beach.battle import SEATS, Battle
from bocage.games.omaha_beach.control import us_control
from bocage.games.omaha_beach.losses import lost_companies
from bocage.games.omaha_beach.state import ELIMINATED, State
from bocage.games.omaha_beach.terms import counted
from bocage.games.omaha_beach.words import GRID, UNIT_IDS
from bocage.hexes import members
from bocage.table.history import Past, among
from bocage.table.model import Fact
from bocage.table.omaha_beach.pieces import us_numbers
from bocage.table.omaha_beach.words import TIDES, plain_words

POOLS = "face down in the pools"
POOL_TITLES = {
    "tactical": "Tactical reinforcements",
    "division": "Division reinforcements",
    "meyer": "Kampfgruppe Meyer",
}
DEPTH_TITLES = {
    "wn": "Strongpoint depth",
    "building": "Building depth",
    "mobile": "Mobile depth",
    "meyer": "Depth of Kampfgruppe Meyer",
}


def past_of(view: State) -> Past:
    """One day, and what the Americans control."""
    d_day, holds = date(1944, 6, 6), among(GRID, us_control(view))
    return Past(d_day, d_day, holds, holds)


def facts_of(view: State) -> list[Fact]:
    """All facts of a view."""
    return [*_status(view), *_actions(view), *_losses(view), *_pools(view)]


@lru_cache(maxsize=5_000)
def _fact(group: str, label: str, value: str, rule: str = "") -> Fact:
    """A line, made once."""
    return Fact(group=group, label=label, value=value, rule=rule)


def _status(view: State) -> Iterator[Fact]:
    turn = max(view.turn, view.battle.scenario.turns[0])
    tide = view.battle.tide(turn)
    later = [t for t in range(turn, view.battle.scenario.turns[1] + 1) if view.battle.tide(t) is not tide]
    change = f", {TIDES[view.battle.tide(later[0])]} from turn {later[0]} on" if later else ""
    yield _fact(group="status", label="Tide", value=f"{TIDES[tide]}{change}", rule="5.21-01")
    yield _fact(group="status", label="Naval fire markers", value=str(view.naval), rule="8.5-01")
    cards = f"{len(view.deck)} in the deck, {len(view.discards)} discarded, {len(view.drawn)} on the track"
    yield _fact(group="status", label="Cards", value=cards, rule="4.VI-01")
    if view.smoke:
        names = ", ".join(view.battle.group_names[group] for group in members(view.smoke))
        yield _fact(group="status", label="Smoke before", value=names, rule="EV.9-01")
    if view.plunging:
        yield _fact(
            group="status", label="Plunging fire", value="sporadic fire at the shingle is steady", rule="EV.2-01"
        )


def _actions(view: State) -> Iterator[Fact]:
    """Actions of each division: what it may spend, and what it has left while it acts."""
    actions = acting(view)
    allowed = allotment(view) if view.turn else 0
    for division in view.battle.divisions:
        value = f"{allowed} this turn"
        if actions is not None and actions.division == division:
            value = f"{max(0, allowed - actions.spent)} of {allowed} left"
        elif has_acted(view, division):
            value = "has acted"
        yield _fact(group="actions", label=f"{SEATS[division]} Division", value=value, rule="7-01")


# -- losses and pools --------------------------------------------------------------------------------


def _losses(view: State) -> Iterator[Fact]:
    for division in view.battle.divisions:
        companies = lost_companies(view, division)
        last = [UNIT_IDS[unit] for unit in companies if view.steps[unit]]
        if last:
            label = f"Companies on their last step, {SEATS[division]} Division"
            yield _fact(group="losses", label=label, value=", ".join(last), rule="13.1-02")
        steps = str(steps_lost(view, division))
        yield _fact(group="losses", label=f"Steps lost by the {SEATS[division]} Division", value=steps)


def steps_lost(view: State, division: int) -> int:
    """Steps that the units of a division which have come into play lack."""
    where, steps, units = view.where, view.steps, _full_steps(view.battle, division)
    return sum(full - steps[unit] for unit, full in units if where[unit] >= 0 or where[unit] == ELIMINATED)


@lru_cache(maxsize=64)
def _full_steps(battle: Battle, division: int) -> list[tuple[int, int]]:
    """The units of a division, each with the steps that it has at full strength."""
    return [(unit, len(battle.units[unit].steps)) for unit in us_numbers(battle) if battle.home[unit] == division]


def _pools(view: State) -> Iterator[Fact]:
    """Only how many: what is in the pools nobody knows."""
    for name, units in view.pools.items():
        yield _fact(
            group=POOLS, label=POOL_TITLES.get(name, plain_words(name)), value=counted(len(units), "unit"), rule="9.3"
        )
    for name, markers in view.depth_pools.items():
        value = counted(len(markers), "marker")
        yield _fact(group=POOLS, label=DEPTH_TITLES.get(name, plain_words(name)), value=value, rule="9.2-01")
