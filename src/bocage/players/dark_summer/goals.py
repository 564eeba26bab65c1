"""Where units mean to go in the long run: a goal for each Formation, with so many as it needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bocage.games.dark_summer.boundary import is_lifted
from bocage.games.dark_summer.campaign import ALLIED, BRITISH, GERMAN, US
from bocage.games.dark_summer.places import (
    BRITTANY,
    CHERBOURG,
    EASTERN_EXIT,
    ELIMINATED,
    GRID,
    MAY_LEAVE,
    SIZE,
    WAITING,
    WITHDRAWN,
    Place,
)
from bocage.games.dark_summer.state import State
from bocage.hexes import HexSet, members
from bocage.players.dark_summer.ground import Field, ground_of
from bocage.players.dark_summer.stances import USUAL, Cares
from bocage.players.dark_summer.weights import BRITTANY_DIVISIONS, MAIN_EFFORT, SIEGE, SIEGE_ODDS

LAST_TURNS = 9  # from which on the Germans may leave for points, and the Allies should
BREAK_OUT = 7
PUSH = 5  # the turn from which on the US drive for the open country
EVACUATION = (4, 5)  # turns on which airborne units and their like leave the game
IN_BRITTANY = (BRITTANY, MAY_LEAVE)


class Goal(NamedTuple):
    """Somewhere to go: hexes, a box behind them if there is one, and the attack strength that it needs."""

    hexes: HexSet
    box: Place = -1
    demand: float = 0.0


def strength(g: State, units: Iterable[int]) -> float:
    """The attack of some units as they stand."""
    return float(sum(max(0, g.attack_of(unit)) for unit in units))


def at(*labels: str) -> HexSet:
    """Hexes by their numbers."""
    return GRID.set(labels)


BEHIND = at("4506", "4606", "4607", "5114", "5619", "5905")  # what the British hold when their divisions have gone on


# -- the Allies -------------------------------------------------------------------------------------


def allied_goals(g: State, group: int, cares: Cares = USUAL) -> list[Goal]:
    """What a group wants, the most urgent first; the last takes all that are left."""
    total = strength(g, members(g.force[group]))
    return _us_goals(g, total) if group == US else _british_goals(g, total, cares)


def _us_goals(g: State, total: float) -> list[Goal]:
    letters, held = g.campaign.ground.letters, g.held
    goals: list[Goal] = []
    if not g.cherbourg_captured:
        box = sum(max(1, g.defence_of(unit)) for unit in g.units_in(CHERBOURG, GERMAN))
        goals.append(Goal(letters["C"], CHERBOURG, max(SIEGE, SIEGE_ODDS * box)))
        if not held & at("2407"):
            goals.append(Goal(at("2407"), demand=0.25 * total))
        if not held & at("2705"):
            goals.append(Goal(at("2705"), demand=0.15 * total))
        goals.append(Goal(at("2911"), demand=0.25 * total))
        goals.append(Goal(at("1808", "2110")))
        return goals
    avranches = bool(held & at("2726"))
    if g.turn >= BREAK_OUT and is_lifted(g, US):
        goals.append(Goal(letters["E"], EASTERN_EXIT, 0.3 * total if g.turn >= LAST_TURNS else 0.0))
    if avranches:
        wanted = max(0, BRITTANY_DIVISIONS - len(_brittany_divisions(g)))
        goals.append(Goal(letters["W"], BRITTANY, 13.0 * wanted))
        east = at("3625", "3619", "6028", "5619") & ~held
        goals.append(Goal(east or letters["E"]))
        return goals
    if not held & at("2911"):
        goals.append(Goal(at("2911"), demand=0.4 * total))
    goals.append(Goal(at("2726"), demand=MAIN_EFFORT[US] * total))
    goals.append(Goal(at("3619", "3611")))
    return goals


def _brittany_divisions(g: State) -> list[int]:
    """Divisions that are wholly in Brittany."""
    campaign = g.campaign
    return [
        formation
        for formation, units in enumerate(campaign.formation_units)
        if campaign.is_division[formation]
        and campaign.is_us[members(units)[0]]
        and all(g.where[unit] in IN_BRITTANY for unit in members(units))
    ]


def _british_goals(g: State, total: float, cares: Cares) -> list[Goal]:
    held, caen = g.held, g.campaign.caen
    if not g.caen_taken:
        left = caen & ~held
        goals = [Goal(left, demand=MAIN_EFFORT[BRITISH] * total)]
        if not held & at("3705"):
            goals.append(Goal(at("3705"), demand=0.15 * total))
        goals.append(Goal(at("3911", "4309"), demand=0.3 * total))
        goals.append(Goal(at("4906", "4807")))
        return goals
    edge = g.campaign.ground.letters["E"]
    out = g.turn >= cares.break_out
    goals = [Goal(edge, EASTERN_EXIT, cares.edge * total)] if out else []
    for label, share in (("5114", 0.4), ("5905", 0.35), ("5619", 0.3)):
        if not held & at(label):
            goals.append(Goal(at(label), demand=share * total))
    goals.append(Goal(BEHIND) if out and cares.rear else Goal(edge, EASTERN_EXIT if out else -1))
    return goals


def complete(g: State, formation: int) -> bool:
    """Whether no unit of a division is lost, so that it can score."""
    campaign = g.campaign
    units = members(campaign.formation_units[formation])
    return campaign.is_division[formation] and all(g.where[unit] not in (ELIMINATED, WITHDRAWN) for unit in units)


def assign(g: State, group: int, goals: Sequence[Goal]) -> dict[int, Goal]:
    """A goal for each unit: whole Formations, those that are nearest to the most urgent goal first."""
    campaign, ground = g.campaign, ground_of(g.campaign)
    units = [u for u in members(g.force[group]) if g.where[u] < SIZE or g.where[u] in (MAY_LEAVE, CHERBOURG)]
    formations: dict[int, list[int]] = {}
    for unit in units:
        formations.setdefault(campaign.formation[unit], []).append(unit)
    found: dict[int, Goal] = {}
    for goal in goals:
        field = ground.field(ALLIED, goal.hexes)
        need = goal.demand if goal is not goals[-1] else float("inf")
        scoring = goal.box in (BRITTANY, EASTERN_EXIT)
        order = sorted(formations, key=lambda f: (gone_to(g, f) != (goal.box,), _distance(g, formations[f], field), f))
        for formation in order:
            if need <= 0:
                break
            if scoring and goal is not goals[-1] and not _may_score(g, formation, goal.box):
                continue
            if scoring and gone_to(g, formation) not in ((), (goal.box,)):
                continue  # the rest of it would be missed where the others are
            for unit in formations[formation]:
                found[unit] = goal
            need -= strength(g, formations[formation])
            del formations[formation]
    return found


def gone_to(g: State, formation: int) -> tuple[Place, ...]:
    """The boxes that score in which a division already has units."""
    places = {g.where[unit] for unit in members(g.campaign.formation_units[formation])}
    return tuple(
        box for box, gone in ((BRITTANY, places & set(IN_BRITTANY)), (EASTERN_EXIT, places & {EASTERN_EXIT})) if gone
    )


def _may_score(g: State, formation: int, box: Place) -> bool:
    if not complete(g, formation) or any(g.where[u] == WAITING for u in members(g.campaign.formation_units[formation])):
        return False
    return box != BRITTANY or g.campaign.is_us[members(g.campaign.formation_units[formation])[0]]


def _distance(g: State, units: Sequence[int], field: Field) -> float:
    return sum(field[g.where[unit]] if g.where[unit] < SIZE else 0.0 for unit in units) / len(units)


# -- the Germans ------------------------------------------------------------------------------------


def leavers(g: State) -> set[int]:
    """The units that are to leave the map for points in the last turns: as many divisions as score."""
    campaign, table = g.campaign, g.campaign.tables.victory.german
    if g.turn < LAST_TURNS - 1:
        return set()
    field = ground_of(campaign).field(GERMAN, campaign.ground.letters["E"] & ~(g.exits[0] | g.exits[1]))
    offers = []
    for formation, units_of in enumerate(campaign.formation_units):
        units = members(units_of)
        if campaign.side[units[0]] != GERMAN or not complete(g, formation):
            continue
        if any((campaign.units[unit].entry.turn or 0) > table.exit_entry_to for unit in units):
            continue
        if any(g.where[unit] in (CHERBOURG, WAITING) for unit in units):
            continue
        far = max(field[g.where[unit]] if g.where[unit] < SIZE else 0.0 for unit in units)
        panzer = all(campaign.kampfgruppe[unit] for unit in units)
        points = table.exit_panzer_division if panzer else table.exit_division
        offers.append((far / (points * (1.6 if panzer else 1.0)), points, units))
    chosen: set[int] = set()
    total = 0.0
    for _, points, units in sorted(offers):
        if total >= table.exit_most + 2:
            break
        total += points
        chosen.update(units)
    return chosen
