"""What an attack or barrage could lead to, from what the seat may know: every piece that may lie face down is tried.

The comparisons come from the very functions that resolve attacks, so the forecast cannot differ from what happens.
Where a hero could help in several ways, or attrition is offered, the better result for the attacker is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from bocage.games.omaha_beach.action_phase import UnitAction
from bocage.games.omaha_beach.attack import AttackAction, Attackers, Comparison, compare, results
from bocage.games.omaha_beach.barrage import matches
from bocage.games.omaha_beach.ground import Path
from bocage.games.omaha_beach.movement import MoveAction, fires, hit, infiltrated, ways_out
from bocage.games.omaha_beach.state import NONE, Place, State
from bocage.games.omaha_beach.tables import AttackEffect
from bocage.games.omaha_beach.units import DepthMarker, GermanUnit
from bocage.games.omaha_beach.words import ALONE, ATTACK, BARRAGE, DECLARE, LEAVE, SHIPS, TO, WITH
from bocage.hexes import Hex
from bocage.kernel import Odds, Order

# From the attacker's point of view, the best first.
RANKING = ("defeated", "depth_eliminated", "disrupted", "nothing", "gains_depth", "us_disrupted")


class Outlook(NamedTuple):
    """One possible course of an attack: what turns out to be there, the last comparison, and the result."""

    unit: GermanUnit
    depth: DepthMarker | None  # only if it was or would be revealed
    comparison: Comparison
    result: str
    chance: float


def possible_units(g: State, position: int) -> list[GermanUnit]:
    """The units that may be in a position, as a glance at the board has it: whatever does not lie face up."""
    return [g.battle.german[unit] for unit in _units(g, position)]


def possible_depths(g: State, position: int) -> list[DepthMarker]:
    """The markers that may lie beneath the unit of a position, likewise."""
    return [g.battle.depth[marker] for marker in _depths(g, position)]


def units_there(g: State, position: int) -> list[GermanUnit]:
    """The same for one who remembers what was turned face down again, and where it may have come to since."""
    return [g.battle.german[unit] for unit in _recalling(_units(g, position), g.recalled, position)]


def depths_there(g: State, position: int) -> list[DepthMarker]:
    """The markers, likewise."""
    return [g.battle.depth[marker] for marker in _recalling(_depths(g, position), g.recalled_depth, position)]


def _units(g: State, position: int) -> list[int]:
    battle, unit, known = g.battle, g.german[position], g.shown
    if unit < len(battle.german):
        return [unit]
    return [n for n in range(len(battle.german)) if battle.back[n] == battle.back[unit] and not known >> n & 1]


def _depths(g: State, position: int) -> list[int]:
    battle, marker, known = g.battle, g.german_depth[position], g.shown_depth
    if marker == NONE or marker < len(battle.depth):
        return [marker] if marker != NONE else []
    kind = battle.depth_type[marker]
    return [n for n, piece in enumerate(battle.depth) if piece.type == kind and not known >> n & 1]


def _recalling(pieces: list[int], recalled: Mapping[int, tuple[Place, ...]], position: int) -> list[int]:
    """Of some pieces those that may be in a position: one that can be nowhere else is alone there."""
    sure = [piece for piece in pieces if recalled.get(piece) == (position,)]
    return sure or [piece for piece in pieces if piece not in recalled or position in recalled[piece]] or pieces


def outcomes(g: State, target: Hex, attackers: Attackers, ships: bool) -> list[Outlook]:
    """Every course that an attack may take; ``g`` is a view."""
    position = g.german_at(target)
    units, depths = units_there(g, position), depths_there(g, position)
    shown = bool(depths) and g.german_depth[position] < len(g.battle.depth)
    found = []
    for unit in units:
        first = compare(g, attackers, ships, target, unit, depths[0] if shown else None, bool(depths))
        result = best(results(g, first).values())
        if result != "reveal":
            found.append(Outlook(unit, depths[0] if shown else None, first, result, 1 / len(units)))
            continue
        for depth in depths:
            second = compare(g, attackers, ships, target, unit, depth, hidden=True)
            result = "defeated" if depth.tactical_reinforcement else best(results(g, second).values())
            found.append(Outlook(unit, depth, second, result, 1 / len(units) / len(depths)))
    return found


def best(ways: Iterable[tuple[AttackEffect, ...]]) -> str:
    """The best of several results for the attacker; to reveal the depth marker, where that is possible, is the best."""

    def rank(effects: tuple[AttackEffect, ...]) -> int:
        return -1 if "reveal" in effects else RANKING.index(name_of(effects))

    chosen = min(ways, key=rank)
    return "reveal" if "reveal" in chosen else name_of(chosen)


def name_of(effects: tuple[AttackEffect, ...]) -> str:
    """The best of several effects."""
    words = {"depth_eliminated" if effect == "attrition" else effect for effect in effects}
    return next((word for word in RANKING if word in words), "nothing")


def preview(g: State, order: Order) -> Odds | None:
    """The distribution of results if ``order`` were given and nothing further; None if no fight is at hand."""
    if g.pending is None or order not in g.pending.orders:
        return None
    frame = g.stack[-1]
    if isinstance(frame, AttackAction) and (order.verb == WITH.name or order in (SHIPS, DECLARE)):
        attackers = (*frame.attackers, order.arg) if order.verb == WITH.name else frame.attackers
        return _mixture(outcomes(g, frame.target, attackers, frame.ships or order is SHIPS))
    if isinstance(frame, UnitAction) and order.verb == ATTACK.name:
        return _mixture(outcomes(g, order.arg, (frame.unit,), ships=False))
    if (shot := barrage_at_hand(g, order)) is not None:
        return _of_barrage(g, *shot)
    way = infiltration_at_hand(g, order)
    return _of_infiltration(g, way) if way is not None else None


def barrage_at_hand(g: State, order: Order) -> tuple[int, Hex] | None:
    """Who fires a barrage by an order, and where; another unit of the stack may do the same (7.21)."""
    frame = g.stack[-1]
    if not isinstance(frame, UnitAction):
        return None
    if order.verb == BARRAGE.name:
        return frame.unit, order.arg
    return (order.arg, frame.target) if order.verb == WITH.name and frame.target >= 0 else None


class Infiltration(NamedTuple):
    """The units that a move takes past Germans, the groups at its first such step, and how many steps are such."""

    units: tuple[int, ...]
    groups: tuple[int, ...]
    steps: int


def infiltration_at_hand(g: State, order: Order) -> Infiltration | None:
    """The infiltration to which an order leads; None if it leads past nobody."""
    frame = g.stack[-1]
    if isinstance(frame, UnitAction) and order.verb in (TO.name, LEAVE.name):
        ways = frame.paths(g) if order.verb == TO.name else ways_out(g, frame.unit)
        return _past(g, (frame.unit,), ways[order.arg])
    if isinstance(frame, MoveAction) and (order.verb == WITH.name or order is ALONE):
        joining = (order.arg,) if order.verb == WITH.name else ()
        return _past(g, (*frame.units, *joining), frame.path)
    return None


def _past(g: State, units: tuple[int, ...], path: Path) -> Infiltration | None:
    steps = [infiltrated(g, here, there) for here, there in pairwise((g.where[units[0]], *path))]
    risky = [groups for groups in steps if groups]
    return Infiltration(units, risky[0], len(risky)) if risky else None


def _of_infiltration(g: State, way: Infiltration) -> Odds:
    """One card for all (7.32-02): how many of them it hits."""
    cards, chances = g.deck or g.discards, dict[str, float]()
    for number in cards:
        card = g.battle.deck[number]
        fired = any(fires(g, card, group) for group in way.groups)
        name = str(len(hit(g, card, way.units)) if fired else 0)
        chances[name] = chances.get(name, 0) + 1 / len(cards)
    return Odds(0, 0, "", (), 0, chances, "7.32")


def _mixture(found: list[Outlook]) -> Odds:
    chances: dict[str, float] = {}
    for outlook in found:
        chances[outlook.result] = chances.get(outlook.result, 0) + outlook.chance
    defence = round(sum(outlook.comparison.defence * outlook.chance for outlook in found))
    return Odds(found[0].comparison.attack, defence, "", (), 0, chances, "8.3")


def _of_barrage(g: State, unit: int, target: Hex) -> Odds:
    battle = g.battle
    position, cards = g.german_at(target), g.deck or g.discards
    strength, chances = g.strength_of(unit), dict[str, float]()
    for number in cards:
        result = battle.tables.barrage_result(matches(battle, battle.deck[number], position, unit), strength)
        if result == "disrupted_if_no_depth":
            result = "none" if g.german_depth[position] != NONE else "disrupted"
        chances[result] = chances.get(result, 0) + 1 / len(cards)
    return Odds(strength, 0, "", (), 0, chances, "8.4")
