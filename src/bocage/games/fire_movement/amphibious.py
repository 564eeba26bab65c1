"""Landings from the sea: beachhead markers and assault units (10.9.1)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.fire_movement.battle import ALLIED, SEATS
from bocage.games.fire_movement.content import Landing
from bocage.games.fire_movement.reinforcements import BEACH_LIMIT
from bocage.games.fire_movement.state import WAITING, State
from bocage.games.fire_movement.words import AT, BEACHHEAD, END, GRID, LAND, UNIT_IDS, unit_number
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, done

NO_ROOM = {  # by area; the folio has the paragraph of Utah, and 11.4 and 12.4 are read that way
    "gold_juno": "11.4-06",
    "sword": "12.4-06",
    "on_to_caen": "13.4-05",
    "utah": "13.4-05",
    "omaha": "14.4-08",
}


@dataclass
class AmphibiousLandings(Procedure[None]):
    """Beachhead markers, then landing units, beach area by beach area (10.9.1)."""

    doing = "beach_landings"
    area: int = 0
    placed: int = 0
    unit: int = -1  # the one that is landing

    def begin(self, g: State) -> Next:
        """Step 1: beachhead markers."""
        if self.area == len(g.battle.areas):
            return self.clear_empty
        area = g.battle.areas[self.area]
        left = area.beachheads.count - self.placed
        hexes = self.marker_hexes(g)
        if not left or not hexes:
            return self.units
        orders = [BEACHHEAD[hex_] for hex_ in members(hexes)]
        may_end = self.placed and not self.still_owed(g)
        if may_end:
            orders.append(END)
        units = sum(len(group.units) for group in area.landings)
        use = f": {units} units land on them, at most {BEACH_LIMIT} in each hex" if not self.placed else ""
        prompt = f"Place a beachhead marker ({left} left){', or end' if may_end else ''}{use}"
        return ask(SEATS[ALLIED], prompt, orders, then=self.marked, why=self.why_not_marker, rule="10.9.1")

    def about(self, g: State) -> About:
        """The unit that is landing."""
        return About(unit=self.unit) if g.awaits(self.land) else About()

    def beach(self, g: State, name: str) -> HexSet:
        """The hexes of a beach."""
        return GRID.set(g.battle.areas[self.area].beaches[name])

    def still_owed(self, g: State) -> bool:
        """Whether a beach that must have a marker has none yet (11.4-04)."""
        name = g.battle.areas[self.area].beachheads.at_least_one_on
        return name is not None and not g.beachheads & self.beach(g, name)

    def marker_hexes(self, g: State) -> HexSet:
        """Where the next marker may go."""
        pool = g.battle.areas[self.area].beachheads
        hexes = self.all_beaches(g)
        if self.still_owed(g) and pool.count - self.placed == 1:
            assert pool.at_least_one_on is not None
            hexes = self.beach(g, pool.at_least_one_on)
        return hexes & ~g.beachheads

    def all_beaches(self, g: State) -> HexSet:
        """The hexes on which the area's markers may go."""
        hexes: HexSet = 0
        for name in g.battle.areas[self.area].beachheads.beaches:
            hexes |= self.beach(g, name)
        return hexes

    def marked(self, g: State, order: Order) -> Next:
        """A marker is placed, or no more will be."""
        if order is END:
            return self.units
        g.beachheads |= 1 << order.arg
        g.tell("beachhead", "10.9.1-01", hex=order.arg)
        self.placed += 1
        return self.begin

    def why_not_marker(self, g: State, order: Order) -> Refusal:
        """Why a beachhead marker cannot be placed."""
        if order is END:
            if self.still_owed(g):
                return Refusal("11.4-04", "at least one beachhead marker must be on Gold Beach")
            return Refusal("10.9.1-01", "place at least one beachhead marker")
        if order.verb != "beachhead":
            return Refusal("10.9.1-01", "place beachhead markers first")
        label = GRID.label(order.arg)
        if not self.all_beaches(g) >> order.arg & 1:
            return Refusal("10.9.1-01", f"{label} is not a hex of this landing area's beaches")
        if g.beachheads >> order.arg & 1:
            return Refusal("10.9.1-03", f"{label} has a beachhead marker already")
        return Refusal("11.4-04", "the last marker must go on Gold Beach, which has none")

    def units(self, g: State) -> Next:
        """Then the landing units, one after another; where there is no room for all, the player says who lands."""
        area = g.battle.areas[self.area]
        for group in area.landings:
            waiting = self.still_to_land(g, group)
            room = sum(self.room(g, hex_) for hex_ in self.landing_hexes(g, group.beach))
            if not room:
                for unit in waiting:
                    g.late[unit] = g.battle.late_landing(unit)
                    g.tell("no_room", NO_ROOM[area.id], unit=unit)
            elif len(waiting) > room:
                prompt = f"Land which unit? There is room for {room} of {len(waiting)} on {group.beach.title()} Beach"
                orders = [LAND[unit] for unit in waiting]
                rule = NO_ROOM[area.id]
                return ask(SEATS[ALLIED], prompt, orders, then=self.chosen, why=self.why_not_unit, rule=rule)
            elif waiting:
                return self.chosen(g, LAND[waiting[0]])
        self.area += 1
        self.placed = 0
        return self.begin

    def still_to_land(self, g: State, group: Landing) -> list[int]:
        """The assault units of a beach that are neither ashore nor put off."""
        units = map(unit_number, group.units)
        return [unit for unit in units if g.where[unit] == WAITING and unit not in g.late]

    def group_of(self, g: State, unit: int) -> Landing | None:
        """The assault units of this area with which a unit lands."""
        landings = g.battle.areas[self.area].landings
        return next((group for group in landings if UNIT_IDS[unit] in group.units), None)

    def landing_hexes(self, g: State, beach: str) -> list[Hex]:
        """Beach landing hexes of a beach with fewer than three units."""
        return [hex_ for hex_ in members(g.beachheads & self.beach(g, beach)) if self.room(g, hex_)]

    def room(self, g: State, hex_: Hex) -> int:
        """For how many further units a beach landing hex has room (10.9.1-09)."""
        return max(0, BEACH_LIMIT - g.units_in[ALLIED][hex_] - self.kept_for_commando(g, hex_))

    def kept_for_commando(self, g: State, hex_: Hex) -> int:
        """10.9.4-01: a commando that will land in a beach hex counts toward its limit."""
        label = GRID.label(hex_)
        return sum(commando.hexes == (label,) for commando in g.battle.areas[self.area].commandos)

    def chosen(self, g: State, order: Order) -> Next:
        """The unit lands in a hex of its beach."""
        self.unit = order.arg
        return self.where

    def where(self, g: State) -> Next:
        """In which of those that have room."""
        group = self.group_of(g, self.unit)
        assert group is not None
        orders = [AT[hex_] for hex_ in self.landing_hexes(g, group.beach)]
        more = len(self.still_to_land(g, group)) - 1
        to_come = f"{more} more land after it" if more > 1 else "One more lands after it" if more else "It is the last"
        name = f"{UNIT_IDS[self.unit]} ({g.battle.units[self.unit].title})"
        prompt = f"Land {name} on which beach hex? {to_come}"
        return ask(SEATS[ALLIED], prompt, orders, then=self.land, why=self.why_not_landing, rule="10.9.1")

    def why_not_unit(self, g: State, order: Order) -> Refusal:
        """Why it is not a unit's turn to land."""
        if order.verb != "land":
            return Refusal("10.9.1-07", "not all units have room on this beach: say first which one lands")
        name, group = UNIT_IDS[order.arg], self.group_of(g, order.arg)
        if group is None:
            return Refusal("10.9.1-07", f"{name} is no assault unit of this landing area")
        if g.where[order.arg] != WAITING:
            return Refusal("10.9.1-07", f"{name} has landed already")
        return Refusal("10.9.1-07", f"{name} does not land on this beach but on {group.beach.title()} Beach")

    def land(self, g: State, order: Order) -> Next:
        """The unit is ashore and stays where it is for GT 1 (10.9.1-11)."""
        unit = self.unit
        g.put(unit, order.arg)
        g.grounded |= 1 << unit
        g.ashore |= 1 << unit
        g.tell("landed", "10.9.1-07", unit=unit, hex=order.arg)
        return self.units

    def why_not_landing(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot land in a hex."""
        if order.verb != "at":
            return Refusal("10.9.1-07", f"all landing units must be placed now, and {UNIT_IDS[self.unit]} is the next")
        hex_, label = order.arg, GRID.label(order.arg)
        group = self.group_of(g, self.unit)
        assert group is not None
        beach = group.beach
        if not g.beachheads >> hex_ & 1:
            return Refusal("10.9.1-05", f"{label} has no beachhead marker")
        if not self.beach(g, beach) >> hex_ & 1:
            # Only Gold and Juno are two beaches of one area; beaches of several areas meet in campaigns.
            rule = "15.1-04" if g.battle.scenario.campaign else {"gold": "11.4-05", "juno": "11.4-06"}[beach]
            return Refusal(rule, f"{UNIT_IDS[self.unit]} must land on {beach.title()} Beach, not in {label}")
        return Refusal("10.9.1-09", f"{label} has no room for a further unit")

    def clear_empty(self, g: State) -> Next:
        """Step 2: beachhead markers without an Allied unit are removed."""
        for hex_ in members(g.beachheads & ~g.occupied[ALLIED]):
            g.beachheads &= ~(1 << hex_)
            g.tell("beachhead_removed", "10.9.1-14", hex=hex_)
        return done()
