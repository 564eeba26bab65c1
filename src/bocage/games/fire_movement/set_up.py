"""German set-up before GT 1: printed hexes and secret records (11.4 to 14.4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bocage.games.fire_movement.battle import GERMAN, SEATS, Battle
from bocage.games.fire_movement.chart import Chart
from bocage.games.fire_movement.content import BeachArea
from bocage.games.fire_movement.movement import boundary_rule
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.words import AT, GRID, UNIT_IDS, unit_number
from bocage.hexes import HexSet, mask, members
from bocage.kernel import About, Ask, Next, Order, Pick, Procedure, Refusal, ask, done


def place_fixed(g: State, area: BeachArea) -> None:
    """German units whose set-up hexes are printed (13.4)."""
    for group in area.german_set_up:
        for name in group.units:
            g.put(unit_number(name), GRID.at(group.where))
            g.tell("set_up", "13.4-01", unit=unit_number(name), hex=GRID.at(group.where))


def set_up_area(battle: Battle, where: str) -> HexSet:
    """The hexes in which a group of German units may be set up, other hidden units apart (11.4, 12.4, 14.4).

    The limit is that of the area in play: in campaigns the boundaries of the single scenarios do not hold (15.1-03).
    """
    open_ = battle.playable & ~(battle.beach_hexes | battle.printed_set_up | battle.set_up_forbidden)
    caen = battle.chart.areas["caen"]
    if where == "anywhere":
        return open_
    if where == "caen":
        return open_ & caen
    assert where == "south_of_caen"
    return open_ & south_of_caen(battle.chart)


@cache
def south_of_caen(chart: Chart) -> HexSet:
    """Hexes south or southeast of a Caen hex: some Caen hex has a higher row and a column not greater (12.4-03)."""
    places = [(GRID.row(hex_), GRID.column(hex_)) for hex_ in members(chart.areas["caen"])]
    south: HexSet = 0
    for hex_ in members(chart.land):
        row, column = GRID.row(hex_), GRID.column(hex_)
        if any(caen_row > row and caen_column <= column for caen_row, caen_column in places):
            south |= 1 << hex_
    return south


def next_to_beach(area: BeachArea) -> HexSet:
    """Hexes adjacent to an area's beaches."""
    beaches = GRID.set(label for hexes in area.beaches.values() for label in hexes)
    return GRID.spread(beaches) & ~beaches


@dataclass
class GermanSetUp(Procedure[None]):
    """The German player secretly records where his at-start units stand."""

    doing = "set_up"
    area: int = 0
    number: int = 0

    def begin(self, g: State) -> Next:
        """One unit after another, area by area."""
        while self.area < len(g.battle.areas):
            units = self.units(g)
            if self.number < len(units):
                unit = units[self.number]
                orders = [AT[hex_] for hex_ in members(self.hexes(g, unit))]
                prompt = f"Record the set-up hex of {UNIT_IDS[unit]}"
                rule = f"{self.place(g).chapter}.4"
                return ask(SEATS[GERMAN], prompt, orders, then=self.recorded, why=self.why_not, rule=rule)
            self.area += 1
            self.number = 0
        return done()

    def about(self, g: State) -> About:
        """The unit to be recorded."""
        return About(unit=self.units(g)[self.number]) if g.awaits(self.recorded) else About()

    def place(self, g: State) -> BeachArea:
        """The area being set up."""
        return g.battle.areas[self.area]

    def units(self, g: State) -> list[int]:
        """The hidden at-start units of the area."""
        area = self.place(g)
        if not area.german_set_up_hidden:
            return []
        return [unit_number(name) for group in area.german_set_up for name in group.units]

    def hexes(self, g: State, unit: int) -> HexSet:
        """Where a unit may be recorded: its own group's hexes, not taken, and beside the beach if it must (14.4-02)."""
        area = self.place(g)
        group = next(group for group in area.german_set_up if UNIT_IDS[unit] in group.units)
        hexes = set_up_area(g.battle, group.where) & ~self.taken(g) & ~self.kept_for_others(g, unit)
        if area.set_up_next_to_beach:
            beside = next_to_beach(area)
            units = self.units(g)
            already = sum(beside >> g.secret[other] & 1 for other in units[: self.number])
            if area.set_up_next_to_beach - already >= len(units) - self.number:
                hexes &= beside
        return hexes

    def taken(self, g: State) -> HexSet:
        """Hexes that other units are recorded in, or that are printed for one (15.1-02, 5.3-01)."""
        return mask(g.secret.values()) | g.battle.printed_set_up

    def kept_for_others(self, g: State, unit: int) -> HexSet:
        """The last hexes in which a unit still to come can stand: Caen can be filled by others (12.4-04)."""
        kept: HexSet = 0
        for area in g.battle.areas[self.area :]:
            for group in area.german_set_up if area.german_set_up_hidden else ():
                waiting = set(map(unit_number, group.units)) - {unit, *g.secret}
                room = set_up_area(g.battle, group.where) & ~self.taken(g)
                if room.bit_count() <= len(waiting):
                    kept |= room
        return kept

    def recorded(self, g: State, order: Order) -> Next:
        """Write it down; the Allies learn only that it was done."""
        unit = self.units(g)[self.number]
        self.record(g, order)
        g.tell("recorded", f"{self.place(g).chapter}.4-01", to=SEATS[GERMAN], unit=unit, hex=order.arg)
        return self.begin

    def record(self, g: State, order: Order) -> None:
        """A unit will stand there."""
        g.secret[self.units(g)[self.number]] = order.arg
        self.number += 1

    def suppose_until(self, g: State, reached: GermanSetUp | None, pick: Pick) -> None:
        """Record units wherever they are allowed, until the set-up is as far as another, or done."""
        while isinstance(asked := self.begin(g), Ask) and self != reached:
            self.record(g, asked.orders[pick(len(asked.orders))])

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot be set up in a hex."""
        area = self.place(g)
        chapter = area.chapter
        if order.verb != "at":
            return Refusal(f"{chapter}.4", "set up your units first")
        hex_, label = order.arg, GRID.label(order.arg)
        if not g.battle.playable >> hex_ & 1:
            scenario = g.battle.scenario
            return Refusal(
                boundary_rule(scenario.areas, scenario.campaign, GERMAN), f"{label} is outside the area in play"
            )
        if self.taken(g) >> hex_ & 1:
            return Refusal("5.3-01", f"{label} is taken by another unit, and units do not stack")
        if g.battle.set_up_forbidden >> hex_ & 1:
            return Refusal("14.4-04", f"no German unit may be set up in {label}")
        if g.battle.beach_hexes >> hex_ & 1:
            return Refusal({"11": "11.4-01", "14": "14.4-03"}.get(chapter, "12.4-01"), f"{label} is a beach hex")
        if self.kept_for_others(g, self.units(g)[self.number]) >> hex_ & 1:
            return Refusal("12.4-04", f"{label} is the last hex left for a unit that must stand in Caen")
        if area.set_up_next_to_beach and not next_to_beach(area) >> hex_ & 1:
            return Refusal("14.4-02", f"at least {area.set_up_next_to_beach} units must stand next to a beach hex")
        unit = self.units(g)[self.number]
        group = next(group for group in area.german_set_up if UNIT_IDS[unit] in group.units)
        rule = "12.4-04" if group.where == "caen" else "12.4-03"
        area_name = group.where.replace("_", " ")
        return Refusal(rule, f"{UNIT_IDS[unit]} may not be set up in {label}: its area is {area_name}")
