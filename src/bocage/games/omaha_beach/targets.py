"""What makes a US unit a target, for positions and artillery alike (6.34, 6.35)."""

from __future__ import annotations

from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import Symbol
from bocage.hexes import Hex

CONCENTRATED = 5  # steps in a hex


def is_concentrated(g: State, hex_: Hex) -> bool:
    """Five or more steps in a hex draw fire whatever their symbols (6.35)."""
    return is_crowd(g, g.units_at(hex_))


def is_crowd(g: State, units: list[int]) -> bool:
    """Whether the units of a hex have so many steps together."""
    return sum([g.steps[unit] for unit in units]) >= CONCENTRATED


def steps_are_limited(g: State) -> bool:
    """Whether a unit loses one step at most in a German Fire Phase (6.34, 14.12)."""
    return g.battle.track.during("one_step_lost_per_phase", g.turn)


def has_symbol(g: State, unit: int, symbol: Symbol) -> bool:
    """Whether a unit has the target symbol of a card, as every unit in a crowded hex has, but not in a box (6.35)."""
    return g.battle.symbol[unit] is symbol or (g.on_map(unit) and is_concentrated(g, g.where[unit]))
