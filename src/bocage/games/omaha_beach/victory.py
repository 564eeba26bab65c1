"""Winning and losing (13, 20): victory points, at any time, and the checks of the scenario."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.chart import Draw
from bocage.games.omaha_beach.control import held_for_victory, us_communication
from bocage.games.omaha_beach.engineer_bases import engineer_range
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import counted
from bocage.games.omaha_beach.variants import ARMOR
from bocage.games.omaha_beach.words import EXITS, GERMANS, US
from bocage.hexes import HexSet
from bocage.kernel import Outcome


class Point(NamedTuple):
    """Something that counts for victory: what it is, what it is worth, and whether it counts now.

    Points for something count if the Americans have it, points off count while they do not.
    """

    kind: str  # "wn", "position", "draw", "support", "exited", "meyer"; of variants "variant", "armor"
    name: str
    hexes: HexSet
    value: int
    held: bool
    rule: str


def early_points(g: State) -> list[Point]:
    """Everything that counts by 13.2, in the sectors in play: it is held if all of its hexes are."""
    held = held_for_victory(g)
    return [ours if ours.hexes & held == ours.hexes else theirs for ours, theirs in _early(g.battle)]


@cache
def _early(battle: Battle) -> list[tuple[Point, Point]]:
    """Everything that counts by 13.2 as it stands in US hands, and as it stands otherwise."""
    values, found = battle.content.scenarios.early_points, list[Point]()
    for group, positions in enumerate(battle.groups):
        if battle.sector_of_group[group] not in battle.sectors:
            continue
        if battle.is_wn[group]:
            kind, rule, value = "wn", "13.2-02", values.wn if len(positions) == 1 else values.two_hex_wn
        else:
            kind, rule, value = "position", "13.2-03", values.reinforcement_position
        found.append(Point(kind, battle.group_names[group], battle.group_hexes[group], value, True, rule))
    for draw in battle.chart.draws.values():
        if any(draw.hexes & battle.in_sector[sector] for sector in battle.sectors):
            found.append(Point("draw", draw.name, draw.hexes, values.draw, True, "13.2-04"))
    return [(point, point._replace(held=False)) for point in found]


def counting_hexes(battle: Battle) -> HexSet:
    """The hexes that count when the battle is decided (13.2, 20.3)."""
    early = POINTS[battle.scenario.checks[-1].points] is early_points
    hexes = [point.hexes for point, _ in (_early(battle) if early else _final(battle))]
    draws = [draw.hexes for draw in battle.chart.draws.values() if not early]
    return reduce(or_, [*hexes, *draws], 0) & battle.playable


def final_points(g: State) -> list[Point]:
    """Everything that counts by 20.3, in the sectors in play."""
    battle, values, held = g.battle, g.battle.content.scenarios.final_points, held_for_victory(g)
    found = [ours if ours.hexes & held else theirs for ours, theirs in _final(battle)]
    for draw in battle.chart.draws.values():
        if draw.hexes & battle.playable:
            is_open = draw.hexes & held == draw.hexes and is_cleared(g, draw)
            found.append(Point("draw", draw.name, draw.hexes, values.open_draw, is_open, "20.3-04"))
    return found + support_on_high_ground(g) + exited_steps(g) + meyer_not_released(g)


@cache
def _final(battle: Battle) -> list[tuple[Point, Point]]:
    """Position hexes that count by 20.3 as they stand in US hands, and as they stand otherwise."""
    values, found = battle.content.scenarios.final_points, list[Point]()
    for here in battle.positions:
        if not battle.playable >> here.hex & 1:
            continue
        if here.vp:
            found.append(Point("position", here.id, 1 << here.hex, values.vp_position, True, "20.3-02"))
        if here.kind == "wn":
            found.append(Point("wn", here.id, 1 << here.hex, values.wn_hex_not_controlled, False, "20.3-10"))
    return [(point, point._replace(held=not point.held)) for point in found]


def is_cleared(g: State, draw: Draw) -> bool:
    """Whether engineers have opened the barrier of a draw and swept its roads (20.3-04)."""
    cleared = engineer_range(g)
    return not draw.mined & ~cleared and all((cleared >> a | cleared >> b) & 1 for a, b in draw.barrier)


def support_on_high_ground(g: State) -> list[Point]:
    """Tanks and guns on the high ground, and armor that has left the map from there (20.3-05, 20.3-08)."""
    battle, value = g.battle, g.battle.content.scenarios.final_points.support_unit_on_high_ground
    found = []
    for unit, piece in enumerate(battle.units):
        if battle.foot[unit] or battle.leader[unit]:
            continue
        if g.on_map(unit):
            hexes = 1 << g.where[unit]
            found.append(Point("support", piece.id, hexes, value, bool(battle.high & hexes), "20.3-05"))
        elif unit in g.exited and battle.armored[unit]:
            found.append(Point("support", piece.id, 0, value, True, "20.3-08"))
    return found


def exited_steps(g: State) -> list[Point]:
    """Steps of armor and companies that have left by an exit in US communication, of rangers by F or G in any case
    (20.3-06, 20.3-09).
    """
    if not g.exited:
        return []
    battle, values, reached = g.battle, g.battle.content.scenarios.final_points, us_communication(g)
    found = []
    for unit, number in sorted(g.exited.items()):
        exit_, name = 1 << battle.exit_hexes[number], battle.units[unit].id
        if battle.ranger[unit]:
            value, counts, rule = values.exited_ranger_step, EXITS[number] in RANGER_EXITS, "20.3-09"
        elif battle.armored[unit] or battle.regular >> unit & 1:
            value, counts, rule = values.exited_step, bool(reached & exit_), "20.3-06"
        else:
            continue
        found.append(Point("exited", name, exit_, value * g.steps[unit], counts, rule))
    return found


def meyer_not_released(g: State) -> list[Point]:
    """Units that wait in the Kampfgruppe Meyer box; their depth markers do not count (20.3-11)."""
    value = g.battle.content.scenarios.final_points.unit_in_meyer_box * len(g.pools["meyer"])
    return [Point("meyer", "Kampfgruppe Meyer", 0, value, True, "20.3-11")] if value else []


def adjustments(g: State) -> list[Point]:
    """What variants add and take away at the end, and the armor that has entered (22-01, 23.7)."""
    found = [Point("variant", v.title, 0, v.adjustment, True, "22-01") for v in g.battle.variants.values()]
    if ARMOR in g.battle.variants:
        entered = len(g.battle.armor) - len(g.pools["armor"])
        value = entered * g.battle.variants[ARMOR].values["points_per_unit_entered"]
        found.append(Point("armor", "German armor on the map", 0, value, True, "23.7-01"))
    return [point for point in found if point.value]


def armor_breaks_through(g: State) -> bool:
    """Whether undisrupted armor stands at the beach when a turn ends (23-03, 23.5-06)."""
    stops = g.battle.tables.armor_stops
    return any(g.hex_of(p) in stops and not g.german_disrupted >> p & 1 for p in g.armor_on_map())


POINTS: dict[str, Callable[[State], list[Point]]] = {  # by the rule that a check names
    "13.2": early_points,
    "20.3": final_points,
}


RULES = {("13.2", False): "13.2-05", ("13.2", True): "20.2-01", ("20.3", True): "20.3-12"}  # of points and scenario
RANGER_EXITS = ("F", "G")


def total(points: list[Point]) -> int:
    """The points that the Americans have."""
    return sum(point.value for point in points if point.held)


def check_victory(g: State) -> None:
    """At the end of some turns the points decide, or play goes on (13.2, 20.2, 20.3)."""
    scenario = g.battle.scenario
    if armor_breaks_through(g):
        g.end(Outcome(GERMANS, "decisive", "German armor has reached the beach", "23.5-06"))
        return
    check = next((check for check in scenario.checks if check.turn == g.turn), None)
    if check is None:
        return
    found = POINTS[check.points](g)
    if check is scenario.checks[-1]:
        found += adjustments(g)
    points = total(found)
    level = check.level(points)
    rule = RULES[check.points, scenario.extended]
    g.tell("points", rule, step=True, points=points, level=level)
    if level == "play_on":
        return
    grade, _, word = level.rpartition("_")
    g.end(Outcome(US if word == "victory" else GERMANS, grade, counted(points, "victory point"), rule))
