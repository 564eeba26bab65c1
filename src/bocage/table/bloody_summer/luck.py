"""What each die of a combat or a bombardment would have cost either side, in steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.fight import Fight, is_fortified
from bocage.games.bloody_summer.places import SIZE
from bocage.games.bloody_summer.results import WORST, can_be_disorganised
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.tables import Outcome, Result
from bocage.kernel import Event

RETREAT: Final = 0.5  # what a retreat counts for each unit, in steps
LEVEL: Final = 0.25  # what a level counts: of disorganisation for each unit, of being affected once
DICE: Final = range(1, 7)

Price: TypeAlias = tuple[float, float]  # what a die costs the Allies and the Germans


def prices_of(g: State, event: Event) -> list[Price]:
    """What each die would have cost, from the state before the order; nothing if no such die was thrown."""
    if event.kind == "combat":
        return _combat(g, event)
    if event.kind == "bombarded":
        place = event.number("place")
        stack, level = g.pieces_in(place, GERMAN), g.affected.get(place, 0)
        return [(0, _affected(g, stack, level, levels)) for levels in levels_of(g, event)]
    if event.kind == "coastal_fire":
        unit = event.number("unit")
        return [(_affected(g, [unit], g.struck.get(unit, 0), levels), 0) for levels in levels_of(g, event)]
    return []


def results_of(g: State, event: Event) -> list[Result]:
    """What each die would have brought a combat."""
    assert event.result is not None
    table, column, modifier = g.campaign.tables.combat, event.result.column - 1, event.number("modifier")
    return [table.die[min(max(die + modifier, 1), 6)][column] for die in DICE]


def levels_of(g: State, event: Event) -> list[int]:
    """What the Bombardment Table says of each die."""
    assert event.result is not None
    told, table = event.result, g.campaign.tables.bombardment
    modifier = sum(shift for _, shift in told.shifts)
    return [table.levels(told.attack, die + modifier) if told.attack else 0 for die in DICE]


def _combat(g: State, event: Event) -> list[Price]:
    fight = Fight(str(event.facts["fight"]), event.number("side"), event.number("place"), event.numbers("attackers"))
    defenders = event.numbers("defenders")
    prices: list[Price] = []
    for result in results_of(g, event):
        attacker = _cost(g, fight.attackers, result.attacker, retreats=_retreats(fight))
        defender = _cost(g, defenders, result.defender, retreats=_gives_way(g, fight, result.defender))
        prices.append((attacker, defender) if fight.side == ALLIED else (defender, attacker))
    return prices


def _retreats(fight: Fight) -> bool:
    """Whether anybody retreats after such a fight (6.12-04)."""
    return fight.rules.retreat != "none" and fight.target < SIZE


def _gives_way(g: State, fight: Fight, outcome: Outcome) -> bool:
    """Whether defenders have to retreat: behind a fortified line a short retreat is ignored."""
    held = is_fortified(g, fight) and outcome.retreat <= g.campaign.tables.fortified.ignored_retreat
    return _retreats(fight) and not held


def _cost(g: State, pieces: Sequence[int], outcome: Outcome, *, retreats: bool) -> float:
    """Steps that a result costs those who fought: never more than they have."""
    steps = sum(map(g.steps_of, pieces))
    retreat = RETREAT * len(pieces) if retreats and outcome.retreat else 0
    return min(outcome.steps + _disorganised(g, pieces, outcome.levels) + retreat, steps)


def _disorganised(g: State, pieces: Sequence[int], levels: int) -> float:
    """Levels for each piece; beyond D2 a level costs a step (6.5-06)."""
    within = [min(levels, WORST - g.level[piece]) for piece in pieces if can_be_disorganised(piece)]
    return sum(LEVEL * level + (levels - level) for level in within)


def _affected(g: State, stack: Sequence[int], level: int, levels: int) -> float:
    """Levels by which a stack, or a unit alone, is affected; beyond A2 they disorganise instead (6.5-09)."""
    within = min(levels, WORST - level)
    return LEVEL * within + _disorganised(g, stack, levels - within)
