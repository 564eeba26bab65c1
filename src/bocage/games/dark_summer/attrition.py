"""Attrition (rulebook 14)."""

from __future__ import annotations

from bocage.games.dark_summer.campaign import BRITISH, GERMANS, US
from bocage.games.dark_summer.places import OFFSHORE
from bocage.games.dark_summer.state import UNKNOWN, State
from bocage.games.dark_summer.strongpoints import reveal_factor
from bocage.games.dark_summer.supply import in_supply
from bocage.hexes import members


def out_of_supply(g: State, group: int) -> list[int]:
    """The units of a group that are Out of Supply, on the map and in the boxes; not those still offshore (14.0-05)."""
    return [unit for unit in members(g.force[group]) if g.where[unit] not in OFFSHORE and not in_supply(g, unit)]


def check_attrition(g: State) -> tuple[int, ...]:
    """Out of Supply units lose a step: Germans always, the Allies in Rain and Storm; all at the same time (14.0).

    They are the result.
    """
    groups = (US, BRITISH, GERMANS) if g.sky.allied_attrition else (GERMANS,)
    suffering = [unit for group in groups for unit in out_of_supply(g, group)]
    for unit in suffering:
        g.tell_result("out_of_supply", "14.0-02", step=True, unit=unit, hex=g.where[unit])
        if g.factor[unit] == UNKNOWN:
            reveal_factor(g, unit)  # 11.5: it is eliminated, and what it was becomes known
        if g.where[unit] >= 0:
            g.deplete(unit, "14.0-02")
    return tuple(suffering)
