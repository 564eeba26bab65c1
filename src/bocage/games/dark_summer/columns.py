"""From strengths to a column of the Combat Results Table (11.3.3, 11.3.4).

A column is a number: 0 for 1-3, 7 for 6-1, and below 0 the columns that are imagined to the left of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.campaign import GERMANS
from bocage.games.dark_summer.ground import MAJOR
from bocage.games.dark_summer.places import SIZE
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strength import (
    attack_changes,
    attack_strength,
    defence_changes,
    defence_strength,
    has_support,
    terrain_under_attack,
)
from bocage.games.dark_summer.support import support_strength, supporting

BEST = 7  # 6-1
EVEN = 2  # 1-1
BELOW = -1  # any imagined column


def odds_column(attack: int, defence: int) -> int:
    """The column of an attack before shifts, rounded in favour of the defender (11.3.3-01).

    >>> odds_name(odds_column(33, 10)), odds_name(odds_column(5, 12)), odds_name(odds_column(1, 5))
    ('3-1', '1-3', '1-5')
    >>> odds_name(odds_column(50, 6)), odds_name(odds_column(1, 0))
    ('6-1', '6-1')
    """
    if attack >= defence:
        return BEST if attack >= 6 * defence else EVEN - 1 + attack // defence
    return EVEN + 1 - -(-defence // attack)


def odds_name(column: int) -> str:
    """A column as players say it.

    >>> [odds_name(column) for column in (-2, 0, 2, 7)]
    ['1-5', '1-3', '1-1', '6-1']
    """
    return f"{column - EVEN + 1}-1" if column >= EVEN else f"1-{EVEN + 1 - column}"


def shifted(column: int, shift: int) -> int:
    """The column after the net shift; ``BELOW`` if the attack began left of the table and is still there (11.3.4-07).

    >>> shifted(odds_column(1, 2), -2), shifted(odds_column(1, 4), 1), shifted(odds_column(1, 5), 1) == BELOW
    (0, 0, True)
    """
    if column < 0:
        return max(BELOW, min(BEST, column + shift))
    return max(0, min(BEST, column + shift))


class Column(NamedTuple):
    """Where an attack stands on the table, and every reason for it."""

    attack: int
    defence: int
    odds: int  # the column before shifts
    shifts: tuple[tuple[str, int], ...]  # by cause
    number: int


def find_column(g: State, attack: Attack) -> Column:
    """The column of an attack with the Support announced so far: to resolve it, to show it, to judge it."""
    strength = attack_strength(g, attack.attackers) + support_strength(g, attack, attacking=True)
    defence = defence_strength(g, attack) + support_strength(g, attack, attacking=False)
    odds = odds_column(strength, defence)
    shifts = tuple(shifts_of(g, attack))
    return Column(strength, defence, odds, shifts, shifted(odds, sum(shift for _, shift in shifts)))


class Changes(NamedTuple):
    """What makes the strengths of both sides other than the factors of their units, by cause."""

    attack: tuple[tuple[str, int], ...]
    defence: tuple[tuple[str, int], ...]


def changes_of(g: State, attack: Attack) -> Changes:
    """What changes the strengths, Support last; Support that adds nothing is none."""
    attacking = (*attack_changes(g, attack), *supporting(g, attack, attacking=True))
    defending = (*defence_changes(g, attack), *supporting(g, attack, attacking=False))
    return Changes(*(tuple(change for change in side if change[1]) for side in (attacking, defending)))


def shifts_of(g: State, attack: Attack) -> Iterator[tuple[str, int]]:
    """Every column shift of an attack with its cause (11.3.4)."""
    campaign, shifts = g.campaign, g.campaign.tables.shifts
    terrain = terrain_under_attack(g, attack)
    if terrain is not None and terrain.shift:
        yield campaign.ground.terrain[attack.target].value, terrain.shift
    if river := river_shift(g, attack):
        yield "river", river
    if g.round_kind == "combined":
        yield "combined action", shifts.combined_action
    if g.prepared:
        yield "prepared offensive", shifts.prepared_offensive
    if has_support(g, attack.attack_support, "carpet_bombing"):
        yield "carpet bombing", shifts.carpet_bombing
    if g.active == GERMANS and g.sky.german_attack_shift:
        yield "allied air power", g.sky.german_attack_shift


def river_shift(g: State, attack: Attack) -> int:
    """The shift for Rivers: only if every attacking unit attacks across one, of two kinds the smaller (11.3.4-01)."""
    rivers, rows = g.campaign.ground.rivers, g.campaign.tables.river
    smallest = rows.major.shift
    for unit in attack.attackers:
        place = g.where[unit]
        river = rivers[place, attack.target] if place < SIZE else 0
        if not river:
            return 0
        smallest = max(smallest, rows.major.shift if river == MAJOR else rows.minor.shift)
    return smallest
