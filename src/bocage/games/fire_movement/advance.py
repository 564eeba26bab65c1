"""Advance after combat (8.5)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.fire_movement.battle import SEATS
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.words import ADVANCE, GRID, HALT, TO, UNIT_IDS
from bocage.hexes import Hex
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, done

Path = tuple[Hex, ...]


def advance_hexes(g: State, unit: int, path: Path) -> list[Hex]:
    """Hexes of the path of retreat where a unit may stop: vacant, and allowed to it all the way (8.5-09)."""
    side = g.battle.side[unit]
    hexes = []
    for hex_ in allowed_part(g, unit, path):
        if g.units_in[1 - side][hex_]:
            break
        if not g.units_in[side][hex_]:
            hexes.append(hex_)
    return hexes


def allowed_part(g: State, unit: int, path: Path) -> Path:
    """The path as far as boundaries and terrain let a unit follow it (8.5-09)."""
    battle = g.battle
    here = g.where[unit]
    for place, hex_ in enumerate(path):
        if not battle.zone_of[unit] & battle.open_around(unit, here) & 1 << hex_:
            return path[:place]
        here = hex_
    return path


@dataclass
class Advance(Procedure[None]):
    """The attackers of a combat follow the retreating defender, each into its own hex of the path."""

    attackers: tuple[int, ...]
    path: Path
    unit: int = -1

    def begin(self, g: State) -> Next:
        """8.5-06: any, all or none of the units that took part."""
        able = [unit for unit in self.attackers if g.where[unit] >= 0 and advance_hexes(g, unit, self.path)]
        if not able:
            return done()
        orders = [*(ADVANCE[unit] for unit in able), HALT]
        seat = SEATS[g.active]
        return ask(seat, "Advance after combat?", orders, then=self.chosen, why=self.why_not_unit, rule="8.5")

    def about(self, g: State) -> About:
        """The unit that advances, and the way that is open to it."""
        return About(unit=self.unit, path=self.path) if g.awaits(self.go) else About()

    def chosen(self, g: State, order: Order) -> Next:
        """A unit advances, or all has been said."""
        if order is HALT:
            return done()
        self.unit = order.arg
        return self.how_far

    def how_far(self, g: State) -> Next:
        """One hex of the path, if there are several."""
        orders = [TO[hex_] for hex_ in advance_hexes(g, self.unit, self.path)]
        if len(orders) == 1:
            return self.go(g, orders[0])
        prompt = f"Advance {UNIT_IDS[self.unit]} to which hex of the path of retreat?"
        return ask(SEATS[g.active], prompt, orders, then=self.go, why=self.why_not_hex, rule="8.5")

    def go(self, g: State, order: Order) -> Next:
        """The unit is there, and has done all it may in this player turn (8.5-11)."""
        path = self.path[: self.path.index(order.arg) + 1]
        origin = g.where[self.unit]
        g.walk(self.unit, path)
        g.spent |= 1 << self.unit
        g.tell("advanced", "8.5", unit=self.unit, hex=order.arg, path=path, origin=origin)
        self.attackers = tuple(unit for unit in self.attackers if unit != self.unit)
        return self.begin

    def why_not_unit(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot advance."""
        if order.verb != "advance":
            return Refusal("8.5-07", "the decision to advance must be made now")
        unit, name = order.arg, UNIT_IDS[order.arg]
        if unit not in self.attackers:
            return Refusal("8.5-06", f"{name} did not attack in this combat, or has advanced already")
        if not allowed_part(g, unit, self.path):
            return Refusal("8.5-09", f"the path of retreat is closed to {name}")
        return Refusal("8.5-10", f"no hex of the path of retreat is vacant for {name}")

    def why_not_hex(self, g: State, order: Order) -> Refusal:
        """Why the unit that advances cannot go to a hex."""
        name = UNIT_IDS[self.unit]
        if order.verb != "to":
            return Refusal("8.5-07", f"{name} advances: choose its hex now")
        label = GRID.label(order.arg)
        if order.arg not in self.path:
            return Refusal("8.5-09", f"{label} is not on the path of retreat")
        if order.arg not in allowed_part(g, self.unit, self.path):
            return Refusal("8.5-09", f"the way to {label} is closed to {name}, by its terrain or by a boundary")
        return Refusal("8.5-10", f"{label} is not vacant, or the way there is not")
