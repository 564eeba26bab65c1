"""The last German turn: objectives count for the Allies only in supply, so Germans who stand in the way take them."""

from __future__ import annotations

from bocage.games.fire_movement.battle import GERMAN
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.supply import supply_lines
from bocage.hexes import Hex, HexSet, members
from bocage.players.fire_movement.ground import ground_of
from bocage.players.fire_movement.weights import WAY_IN


class SupplyLines:
    """The ways of supply to the objectives that the Allies hold, as one German unit may cut them."""

    def __init__(self, g: State, unit: int) -> None:
        self._g = g
        others = g.force[GERMAN] & ~(1 << unit)
        self._germans: HexSet = 0
        self._zone_sources: HexSet = 0
        for other in members(others):
            self._germans |= 1 << g.where[other]
            if g.battle.zoc[other]:
                self._zone_sources |= 1 << g.where[other]
        self._held = members(ground_of(g.battle).objectives & g.held & ~self._germans)
        self._lines = self._lines_with(0)
        self._open = self._count(self._lines)
        self._known: dict[Hex, float] = {}

    def cut_from(self, hex_: Hex) -> float:
        """How many objectives more are cut off with the unit in a hex, and a little for every way closed."""
        if hex_ not in self._known:
            near = (self._g.battle.grid.spread(1 << hex_) | 1 << hex_) & self._lines
            self._known[hex_] = self._open - self._count(self._lines_with(1 << hex_)) if near else 0.0
        return self._known[hex_]

    def _lines_with(self, more: HexSet) -> HexSet:
        g = self._g
        return supply_lines(g, g.beachheads & ~more, self._germans | more, self._zone_sources | more)

    def _count(self, lines: HexSet) -> float:
        """Objectives in supply, each with the hexes by which it comes."""
        grid, found = self._g.battle.grid, 0.0
        for hex_ in self._held:
            ways = (grid.spread(1 << hex_) & lines).bit_count()
            if ways or lines >> hex_ & 1:
                found += 1.0 + WAY_IN * ways
        return found
