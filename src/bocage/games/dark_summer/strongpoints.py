"""Strongpoints and Ost battalions: what they are worth nobody knows before they are turned up (11.5)."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.games.dark_summer.state import OST, STRONGPOINTS, UNKNOWN, State


def is_hidden(g: State, unit: int) -> bool:
    """Whether a unit lies face down."""
    return g.factor[unit] == UNKNOWN


def kind_of(g: State, unit: int) -> int:
    """Of which kind a unit is that was dealt face down."""
    return STRONGPOINTS if g.campaign.strongpoint[unit] else OST


def reveal_factor(g: State, unit: int) -> None:
    """Turn up a unit that lies face down; an Ost battalion worth nothing is gone at once (11.5-02, 11.5.2-01)."""
    kind = kind_of(g, unit)
    left = g.factors_left[kind]
    place = g.chance.pick(len(left))
    g.factor[unit] = left[place]
    g.factors_left[kind] = left[:place] + left[place + 1 :]
    g.tell_result("revealed", "11.5", step=True, unit=unit, hex=g.where[unit], factor=left[place])
    if kind == OST and not left[place]:
        g.eliminate(unit, "11.5.2-01")


def turn_up(g: State, units: Iterable[int]) -> None:
    """Turn up those of some units that lie face down."""
    for unit in sorted(units):
        if is_hidden(g, unit):
            reveal_factor(g, unit)
