"""Winning and losing (13): victory points, at any time, and the checks of the scenario."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bocage.games.omaha_beach.battle import mask
from bocage.games.omaha_beach.control import held_for_victory
from bocage.games.omaha_beach.losses import GERMANS, US
from bocage.games.omaha_beach.state import State
from bocage.hexes import HexSet
from bocage.kernel import Outcome


class Point(NamedTuple):
    """Something that counts for victory: what it is, what it is worth, and whether the Americans have it."""

    kind: str  # "wn", "position" or "draw"
    name: str
    hexes: HexSet
    value: int
    held: bool
    rule: str


def early_points(g: State) -> list[Point]:
    """Everything that counts by 13.2, in the sectors in play."""
    battle, values = g.battle, g.battle.content.scenarios.early_points
    held, found = held_for_victory(g), list[Point]()
    for group, positions in enumerate(battle.groups):
        hexes = mask(battle.positions[p].hex for p in positions)
        if battle.sector_of_group[group] not in battle.sectors:
            continue
        if battle.is_wn[group]:
            kind, rule, value = "wn", "13.2-02", values.wn if len(positions) == 1 else values.two_hex_wn
        else:
            kind, rule, value = "position", "13.2-03", values.reinforcement_position
        found.append(Point(kind, battle.group_names[group], hexes, value, hexes & held == hexes, rule))
    for draw in battle.chart.draws.values():
        if any(draw.hexes & battle.in_sector[sector] for sector in battle.sectors):
            held_all = draw.hexes & held == draw.hexes
            found.append(Point("draw", draw.name, draw.hexes, values.draw, held_all, "13.2-04"))
    return found


POINTS: dict[str, Callable[[State], list[Point]]] = {"13.2": early_points}  # by the rule that a check names


def total(points: list[Point]) -> int:
    """The points that the Americans have."""
    return sum(point.value for point in points if point.held)


def check_victory(g: State) -> None:
    """At the end of some turns the points decide, or play goes on (13.2)."""
    scenario = g.battle.scenario
    check = next((check for check in scenario.checks if check.turn == g.turn), None)
    if check is None:
        return
    points = total(POINTS[check.points](g))
    level = check.level(points)
    g.tell("points", "13.2-01", points=points, level=level)
    if level == "play_on":
        return
    grade, _, word = level.rpartition("_")
    g.end(Outcome(US if word == "victory" else GERMANS, grade, f"{points} victory points", "13.2-05"))
