"""The chances of an attack against what may lie face down, as quick as a player's glance at the table.

It must agree with the odds of the game; only the pieces with the same numbers are taken together.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from bocage.games.omaha_beach.attack import HERO_STRENGTH
from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.odds import RANKING, possible_depths, possible_units
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.tables import EXTENDED, AttackEffect, Defender
from bocage.games.omaha_beach.terms import Weapon
from bocage.games.omaha_beach.terrain import Defence

Piece = tuple[int, frozenset[Weapon], bool]  # strength, needs, whether it brings a Tactical Reinforcement
RANKED = (*RANKING[:2], "attrition", *RANKING[2:])  # attrition: a depth marker for a step
Mix = tuple[tuple[Piece, float], ...]


@dataclass(frozen=True, eq=False)
class Garrison:
    """What may be in a position; there is only one for the same pieces, so that it is quickly found again."""

    units: Mix
    depths: Mix  # empty: no marker
    shown: bool  # the marker lies face up


class Force(NamedTuple):
    """What an attack brings."""

    strength: int
    weapons: frozenset[Weapon]
    apart: bool  # from two hexes that do not touch
    three: bool  # from three hexes
    hero: bool


def garrison_of(g: State, position: int) -> Garrison:
    """The pieces that may be in an occupied position, by all that a seat can know."""
    units = Counter((unit.strength, unit.needs, False) for unit in possible_units(g, position))
    depths = Counter(
        (marker.strength, marker.needs, marker.tactical_reinforcement) for marker in possible_depths(g, position)
    )
    marker = g.german_depth[position]
    return _garrison(_mix(units), _mix(depths), marker != NONE and marker < len(g.battle.depth))


@lru_cache(maxsize=4000)
def _garrison(units: Mix, depths: Mix, shown: bool) -> Garrison:
    return Garrison(units, depths, shown)


def _mix(pieces: Counter[Piece]) -> Mix:
    total = pieces.total()
    return tuple((piece, count / total) for piece, count in pieces.items())


@lru_cache(maxsize=20000)
def chances(battle: Battle, garrison: Garrison, force: Force, factors: Defence, extended: bool) -> dict[str, float]:
    """The chance of each result, the best use of a hero taken for granted."""
    found: dict[str, float] = {}
    for unit, likely in garrison.units:
        result = _best(battle, force, factors, extended, unit, garrison)
        if result != "reveal":
            found[result] = found.get(result, 0.0) + likely
            continue
        for marker, chance in garrison.depths:
            tactical = marker[2]
            result = "defeated" if tactical else _best(battle, force, factors, extended, unit, garrison, marker)
            found[result] = found.get(result, 0.0) + likely * chance
    return found


def _best(
    battle: Battle, force: Force, factors: Defence, extended: bool, unit: Piece, garrison: Garrison,
    marker: Piece | None = None,
) -> str:  # fmt: skip
    """The best result that can be had against a unit and, if it is known, its depth marker."""
    if marker is None and garrison.shown:
        marker = garrison.depths[0][0]
    german: Defender = "revealed_depth" if marker else "unrevealed_depth" if garrison.depths else "alone"
    defence, needs, flank_both = factors[0] * unit[0], unit[1], False
    if marker is not None:
        defence += factors[1] * marker[0]
        flank_both = Weapon.FLANKING in needs and Weapon.FLANKING in marker[1]
        needs |= marker[1]
    missing = needs - force.weapons
    if Weapon.FLANKING in missing and (force.three if flank_both else force.apart):
        missing -= {Weapon.FLANKING}
    ways = [(not missing, 0)]
    if force.hero:
        ways.append((not missing, HERO_STRENGTH))
        if len(missing) == 1 and Weapon.FLANKING not in missing:
            ways.append((True, 0))
    return min(
        (_result(battle, armed, force.strength + extra, defence, german, extended) for armed, extra in ways), key=_rank
    )


@lru_cache(maxsize=4000)
def _result(battle: Battle, armed: bool, attack: int, defence: int, german: Defender, extended: bool) -> str:
    turn = EXTENDED if extended else EXTENDED - 1
    return name_of(battle.tables.attack_result(weapons=armed, attack=attack, defence=defence, german=german, turn=turn))


def name_of(effects: tuple[AttackEffect, ...]) -> str:
    """The effect that matters most."""
    if "reveal" in effects:
        return "reveal"
    return next((word for word in RANKED if word in effects), "nothing")


def _rank(result: str) -> int:
    return -1 if result == "reveal" else RANKED.index(result)
