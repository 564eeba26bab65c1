"""Before GT 1: hidden German set-up, landings from the sea and the air, and the assaults (10.9, 11.4 to 14.4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS, Battle
from bocage.games.fire_movement.chart import Chart
from bocage.games.fire_movement.combat import (
    Column,
    LoseStep,
    find_column,
    ground_column,
    roll,
)
from bocage.games.fire_movement.content import BeachArea, CommandoAssault, Drop
from bocage.games.fire_movement.movement import boundary_rule
from bocage.games.fire_movement.reinforcements import BEACH_LIMIT
from bocage.games.fire_movement.results import RETREAT_OF_ATTACKER, RETREAT_OF_DEFENDER
from bocage.games.fire_movement.retreat import RetreatOrStand
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.support import (
    NAVAL_CUP,
    Placed,
    SupportFire,
    cups_for,
    fill_pools,
    lose_marker_of_value,
    worth,
)
from bocage.games.fire_movement.words import AT, BEACHHEAD, END, GRID, STAY, TO, UNIT_IDS, ZONE, Cup, unit_number
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Next, Order, Procedure, Refusal, ask, call, done


@dataclass
class Landings(Procedure):
    """The whole procedure before GT 1, for all areas in use step by step (10.9, 15.1)."""

    def begin(self, g: State) -> Next:
        """Fill the cups; where nothing is hidden, the Germans stand on the map from the start (13.4)."""
        fill_pools(g)
        if not g.battle.scenario.campaign:
            for area in g.battle.areas:
                if not area.german_set_up_hidden:
                    place_fixed(g, area)
        return call(GermanSetUp(), then=self.beaches)

    def beaches(self, g: State, _: object) -> Next:
        """10.9.1."""
        return call(AmphibiousLandings(), then=self.air)

    def air(self, g: State, _: object) -> Next:
        """10.9.2 steps 1 to 4; skipped where there are no airborne units."""
        return call(AirborneLandings(), then=self.reveal_germans)

    def reveal_germans(self, g: State, _: object) -> Next:
        """The recorded German units appear (10.9.1 step 3, 10.9.2 step 5)."""
        for unit, hex_ in g.secret.items():
            g.put(unit, hex_)
            g.tell("set_up", "10.9.2-13", unit=unit, hex=hex_)
        g.secret = {}
        g.reveal()
        if g.battle.scenario.campaign:
            for area in g.battle.areas:
                if not area.german_set_up_hidden:
                    place_fixed(g, area)
        return call(LandingAttacks(), then=self.commandos)

    def commandos(self, g: State, _: object) -> Next:
        """10.9.2 step 7 and 10.9.3."""
        return call(CommandoAssaults(), then=self.assaults)

    def assaults(self, g: State, _: object) -> Next:
        """10.9.4."""
        return call(BeachAssaults(), then=self.ashore)

    def ashore(self, g: State, _: object) -> Next:
        """Naval gunfire is over (10.8.1-06); in the folio its markers stay until the end of GT 1."""
        if not g.battle.folio:
            remove_naval_markers(g)
        return done()


def remove_naval_markers(g: State) -> None:
    """All naval gunfire markers leave the game, used or not."""
    for cup in NAVAL_CUP.values():
        g.pool[cup] = g.cups[cup] = ()


def place_fixed(g: State, area: BeachArea) -> None:
    """German units whose set-up hexes are printed (13.4)."""
    for group in area.german_set_up:
        for name in group.units:
            g.put(unit_number(name), GRID.at(group.where))
            g.tell("set_up", "13.4-01", unit=unit_number(name), hex=GRID.at(group.where))


# -- German set-up --------------------------------------------------------------------------------


def set_up_area(battle: Battle, area: BeachArea, where: str) -> HexSet:
    """The hexes in which a group of German units may be set up, other units apart (11.4, 12.4, 14.4)."""
    open_ = area_land(battle, area) & ~battle.beach_hexes & ~GRID.set(area.set_up_forbidden)
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


def area_land(battle: Battle, area: BeachArea) -> HexSet:
    """The playable land of one beach area; in campaigns its own scenario's part of the map."""
    return battle.chart.areas[area.id] & battle.playable


def next_to_beach(battle: Battle, area: BeachArea) -> HexSet:
    """Hexes adjacent to an area's beaches."""
    beaches = GRID.set(label for hexes in area.beaches.values() for label in hexes)
    return GRID.spread(beaches) & ~beaches


@dataclass
class GermanSetUp(Procedure):
    """The German player secretly records where his at-start units stand."""

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
        hexes = set_up_area(g.battle, area, group.where) & ~self.taken(g)
        if area.set_up_next_to_beach:
            beside = next_to_beach(g.battle, area)
            units = self.units(g)
            already = sum(beside >> g.secret[other] & 1 for other in units[: self.number])
            if area.set_up_next_to_beach - already >= len(units) - self.number:
                hexes &= beside
        return hexes

    def taken(self, g: State) -> HexSet:
        """Hexes that other units are recorded in, or that are printed for one (15.1-02, 5.3-01)."""
        return sum((1 << hex_ for hex_ in g.secret.values()), g.battle.printed_set_up)

    def recorded(self, g: State, order: Order) -> Next:
        """Write it down; the Allies learn only that it was done."""
        unit = self.units(g)[self.number]
        g.secret[unit] = order.arg
        g.tell("recorded", "12.4-01", to=SEATS[GERMAN], unit=unit, hex=order.arg)
        self.number += 1
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot be set up in a hex."""
        area = self.place(g)
        chapter = area.chapter
        if order.verb != "at":
            return Refusal(f"{chapter}.4", "set up your units first")
        hex_, label = order.arg, GRID.label(order.arg)
        if self.taken(g) >> hex_ & 1:
            return Refusal("5.3-01", f"{label} is taken by another unit, and units do not stack")
        if GRID.set(area.set_up_forbidden) >> hex_ & 1:
            return Refusal("14.4-04", f"no German unit may be set up in {label}")
        if g.battle.beach_hexes >> hex_ & 1:
            return Refusal({"11": "11.4-01", "14": "14.4-03"}.get(chapter, "12.4-01"), f"{label} is a beach hex")
        if not area_land(g.battle, area) >> hex_ & 1:
            return Refusal(f"{chapter}.1-01", f"{label} is outside the scenario's area")
        if area.set_up_next_to_beach and not next_to_beach(g.battle, area) >> hex_ & 1:
            return Refusal("14.4-02", f"at least {area.set_up_next_to_beach} units must stand next to a beach hex")
        unit = self.units(g)[self.number]
        group = next(group for group in area.german_set_up if UNIT_IDS[unit] in group.units)
        rule = "12.4-04" if group.where == "caen" else "12.4-03"
        area_name = group.where.replace("_", " ")
        return Refusal(rule, f"{UNIT_IDS[unit]} may not be set up in {label}: its area is {area_name}")


# -- from the sea ---------------------------------------------------------------------------------


@dataclass
class AmphibiousLandings(Procedure):
    """Beachhead markers, then landing units, beach area by beach area (10.9.1)."""

    area: int = 0
    placed: int = 0
    number: int = 0

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
        if self.placed and not self.still_owed(g):
            orders.append(END)
        prompt = f"Place a beachhead marker ({left} left), or end"
        return ask(SEATS[ALLIED], prompt, orders, then=self.marked, why=self.why_not_marker, rule="10.9.1")

    def beach(self, g: State, name: str) -> HexSet:
        """The hexes of a beach."""
        return GRID.set(g.battle.areas[self.area].beaches[name])

    def still_owed(self, g: State) -> bool:
        """Whether a beach that must have a marker has none yet (11.4-04)."""
        name = g.battle.areas[self.area].beachheads.at_least_one_on
        return name is not None and not g.beachheads & self.beach(g, name)

    def marker_hexes(self, g: State) -> HexSet:
        """Where the next marker may go."""
        area = g.battle.areas[self.area]
        pool = area.beachheads
        hexes: HexSet = 0
        for name in pool.beaches:
            hexes |= self.beach(g, name)
        if self.still_owed(g) and pool.count - self.placed == 1:
            assert pool.at_least_one_on is not None
            hexes = self.beach(g, pool.at_least_one_on)
        return hexes & ~g.beachheads

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
        if g.beachheads >> order.arg & 1:
            return Refusal("10.9.1-03", f"{label} has a beachhead marker already")
        if self.still_owed(g) and g.battle.beach_hexes >> order.arg & 1:
            return Refusal("11.4-04", "the last marker must go on Gold Beach, which has none")
        return Refusal("10.9.1-01", f"{label} is not a hex of this landing area's beaches")

    def landing_units(self, g: State) -> list[tuple[int, str]]:
        """The area's assault units with their beaches."""
        landings = g.battle.areas[self.area].landings
        return [(unit_number(name), group.beach) for group in landings for name in group.units]

    def units(self, g: State) -> Next:
        """Then the landing units, one after another."""
        units = self.landing_units(g)
        while self.number < len(units):
            unit, beach = units[self.number]
            hexes = self.room(g, beach)
            if hexes:
                orders = [AT[hex_] for hex_ in hexes]
                prompt = f"Land {UNIT_IDS[unit]} on which beach hex?"
                return ask(SEATS[ALLIED], prompt, orders, then=self.land, why=self.why_not_landing, rule="10.9.1")
            g.late[unit] = g.battle.late_landing(unit)
            g.tell("no_room", "13.4-05", unit=unit)
            self.number += 1
        self.area += 1
        self.placed = self.number = 0
        return self.begin

    def room(self, g: State, beach: str) -> list[Hex]:
        """Beach landing hexes of a beach with fewer than three units."""
        return [
            hex_
            for hex_ in members(g.beachheads & self.beach(g, beach))
            if g.units_in[ALLIED][hex_] + self.kept_for_commando(g, hex_) < BEACH_LIMIT
        ]

    def kept_for_commando(self, g: State, hex_: Hex) -> int:
        """10.9.4-01: a commando that will land in a beach hex counts toward its limit."""
        label = GRID.label(hex_)
        return sum(commando.hexes == (label,) for commando in g.battle.areas[self.area].commandos)

    def land(self, g: State, order: Order) -> Next:
        """The unit is ashore and stays where it is for GT 1 (10.9.1-11)."""
        unit, _ = self.landing_units(g)[self.number]
        g.put(unit, order.arg)
        g.grounded |= 1 << unit
        g.ashore |= 1 << unit
        g.tell("landed", "10.9.1-07", unit=unit, hex=order.arg)
        self.number += 1
        return self.units

    def why_not_landing(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot land in a hex."""
        if order.verb != "at":
            return Refusal("10.9.1-07", "all landing units must be placed now")
        unit, beach = self.landing_units(g)[self.number]
        hex_, label = order.arg, GRID.label(order.arg)
        if not g.beachheads >> hex_ & 1:
            return Refusal("10.9.1-05", f"{label} has no beachhead marker")
        if not self.beach(g, beach) >> hex_ & 1:
            return Refusal("15.1-04", f"{UNIT_IDS[unit]} must land on {beach.title()} Beach, not in {label}")
        return Refusal("10.9.1-09", f"{label} has no room for a further unit")

    def clear_empty(self, g: State) -> Next:
        """Step 2: beachhead markers without an Allied unit are removed."""
        for hex_ in members(g.beachheads & ~g.occupied[ALLIED]):
            g.beachheads &= ~(1 << hex_)
            g.tell("beachhead_removed", "10.9.1-14", hex=hex_)
        return done()


# -- from the air ---------------------------------------------------------------------------------


def drop_zone_hexes(battle: Battle, area: BeachArea, drop: Drop) -> HexSet:
    """Where a division's drop zone marker may go (10.9.2-03, 12.4-07, 13.4-06)."""
    chart = battle.chart
    barred = chart.with_terrain("woods") | chart.with_terrain("city") | chart.with_terrain("beach")
    hexes = area_land(battle, area) & ~barred & ~battle.beach_hexes
    if drop.east_of_orne:
        hexes &= chart.areas["east_of_orne"]
    north: HexSet = 0
    for hex_ in members(hexes):
        if GRID.row(hex_) > drop.north_of_row:
            north |= 1 << hex_
    return north


@dataclass
class AirborneLandings(Procedure):
    """Drop zones, units, survival and drift, bad landings (10.9.2 steps 1 to 4)."""

    drop: int = 0
    number: int = 0
    zones: tuple[Hex, ...] = ()
    shared: tuple[Hex, ...] = ()

    def drops(self, g: State) -> list[tuple[BeachArea, Drop]]:
        """The airborne divisions of all areas in use."""
        return [(area, drop) for area in g.battle.areas for drop in area.drops]

    def begin(self, g: State) -> Next:
        """Step 1: the drop zone of each division."""
        drops = self.drops(g)
        if len(self.zones) < len(drops):
            area, drop = drops[len(self.zones)]
            hexes = drop_zone_hexes(g.battle, area, drop)
            orders = [ZONE[hex_] for hex_ in members(hexes) if hex_ not in self.zones]
            prompt = f"Choose the drop zone of the {drop.division}"
            return ask(SEATS[ALLIED], prompt, orders, then=self.zone_chosen, why=self.why_not_zone, rule="10.9.2")
        return self.aim

    def zone_chosen(self, g: State, order: Order) -> Next:
        """The marker is placed."""
        area, drop = self.drops(g)[len(self.zones)]
        self.zones = (*self.zones, order.arg)
        g.drop_zones[order.arg] = area.army
        g.tell("drop_zone", "10.9.2-02", division=drop.division, hex=order.arg)
        return self.begin

    def why_not_zone(self, g: State, order: Order) -> Refusal:
        """Why a hex cannot be a drop zone."""
        area, drop = self.drops(g)[len(self.zones)]
        if order.verb != "zone":
            return Refusal("10.9.2-02", "choose the drop zone first")
        hex_, label = order.arg, GRID.label(order.arg)
        chart = g.battle.chart
        if hex_ in self.zones:
            return Refusal("10.9.2-02", f"{label} is the drop zone of another division")
        for kind in ("beach", "woods", "city", "sea"):
            if chart.with_terrain(kind) >> hex_ & 1:
                return Refusal("10.9.2-03", f"{label} is a {kind} hex, which no drop zone may be")
        return Refusal(f"{area.chapter}.4", f"{label} is outside the area for the drop zone of the {drop.division}")

    def units(self, g: State) -> list[tuple[int, Hex]]:
        """All airborne units with the drop zone of their division."""
        drops = zip(self.drops(g), self.zones, strict=True)
        return [(unit_number(name), zone) for (_, drop), zone in drops for name in drop.units]

    def aim(self, g: State) -> Next:
        """Step 2: each unit in or adjacent to its drop zone, one per hex."""
        units = self.units(g)
        if self.number == len(units):
            return self.drop_all
        unit, zone = units[self.number]
        orders = [AT[hex_] for hex_ in sorted((zone, *GRID.neighbours[zone])) if self.may_aim(g, hex_)]
        if not orders:  # the player has left no hex for it
            g.eliminate(unit, "10.9.2-05")
            self.number += 1
            return self.aim
        prompt = f"Drop {UNIT_IDS[unit]} in or next to {GRID.label(zone)}"
        return ask(SEATS[ALLIED], prompt, orders, then=self.aimed, why=self.why_not_aim, rule="10.9.2")

    def may_aim(self, g: State, hex_: Hex) -> bool:
        """Any hex in play, even sea, that holds no Allied unit yet; what Germans are there shows later."""
        return bool((g.battle.playable | g.battle.chart.sea) >> hex_ & 1) and not g.units_in[ALLIED][hex_]

    def aimed(self, g: State, order: Order) -> Next:
        """The unit is placed; it may not move or attack during GT 1 (10.9.2-22)."""
        unit, _ = self.units(g)[self.number]
        g.put(unit, order.arg)
        g.grounded |= 1 << unit
        g.ashore |= 1 << unit
        self.number += 1
        return self.aim

    def why_not_aim(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot be dropped in a hex."""
        if order.verb != "at":
            return Refusal("10.9.2-04", "place the airborne unit")
        hex_, label = order.arg, GRID.label(order.arg)
        _, zone = self.units(g)[self.number]
        if hex_ != zone and hex_ not in GRID.neighbours[zone]:
            return Refusal("10.9.2-04", f"{label} is neither the drop zone {GRID.label(zone)} nor next to it")
        if g.units_in[ALLIED][hex_]:
            return Refusal("10.9.2-05", f"{label} holds a unit already")
        scenario = g.battle.scenario
        return Refusal(boundary_rule(scenario.areas, scenario.campaign), f"{label} is outside the area in play")

    def drop_all(self, g: State) -> Next:
        """Step 3: one die per unit, a second one for drift."""
        for unit in self.landed(g):
            drop_unit(g, unit)
        g.held &= g.occupied[ALLIED]  # a hex aimed at and missed was never occupied
        return self.bad_landings

    def bad_landings(self, g: State) -> Next:
        """Step 4: the sea costs a unit, woods, city and beach hexes a step; then units that share a hex."""
        chart = g.battle.chart
        bad = chart.with_terrain("woods") | chart.with_terrain("city") | chart.with_terrain("beach")
        for unit in self.landed(g):
            if chart.sea >> g.where[unit] & 1:
                g.eliminate(unit, "10.9.2-11")
            elif bad >> g.where[unit] & 1:
                g.tell("bad_landing", "10.9.2-11", unit=unit, hex=g.where[unit])
                g.deplete(unit, "10.9.2-11")
        hexes = Counter(g.where[unit] for unit in self.landed(g))
        self.shared = tuple(sorted(hex_ for hex_, units in hexes.items() if units > 1))
        return self.unscramble

    def landed(self, g: State) -> list[int]:
        """The airborne units that have come down alive so far."""
        return [unit for unit, _ in self.units(g) if g.where[unit] >= 0]

    def unscramble(self, g: State, _: object = None) -> Next:
        """In each shared hex all but one of the airborne units lose a step, by Allied choice (10.9.2-12)."""
        if not self.shared:
            return done()
        hex_, self.shared = self.shared[0], self.shared[1:]
        crowd = tuple(unit for unit in self.landed(g) if g.where[unit] == hex_)
        return call(LoseStep(crowd, "10.9.2-12", SEATS[ALLIED], len(crowd) - 1), then=self.unscramble)


def drop_unit(g: State, unit: int) -> None:
    """Roll for one airborne unit: survival, then drift (10.9.2 step 3)."""
    die = g.chance.die()
    g.tell("drop_roll", "10.9.2-06", unit=unit, die=die, hex=g.where[unit])
    if die == 1:
        if g.battle.glider[unit]:
            g.deplete(unit, "10.9.2-07")
        else:
            g.eliminate(unit, "10.9.2-07")
        return
    if die in (2, 3):
        g.deplete(unit, "10.9.2-08")
    if die == 6 or g.where[unit] < 0:
        return
    direction = g.chance.die() - 1
    landed = GRID.toward(g.where[unit], direction)
    g.tell("drift", "10.9.2-10", unit=unit, direction=GRID.directions[direction])
    if landed is None or not (g.battle.playable | g.battle.chart.sea) >> landed & 1:
        g.eliminate(unit, "10.9.2-10")
    else:
        g.put(unit, landed)


@dataclass
class LandingAttacks(Procedure):
    """Airborne units that came down on Germans fight at once (10.9.2 step 6)."""

    def begin(self, g: State) -> Next:
        """The next hex that holds both sides."""
        shared = members(g.occupied[ALLIED] & g.occupied[GERMAN])
        if not shared:
            return done()
        side = g.battle.side
        units = g.at[shared[0]]
        attackers = tuple(sorted(unit for unit in units if side[unit] == ALLIED))
        defender = next(unit for unit in units if side[unit] == GERMAN)
        return call(LandingAttack(shared[0], attackers, defender), then=self.fought)

    def fought(self, g: State, _: object) -> Next:
        """Until no hex is shared."""
        return self.begin


@dataclass
class LandingAttack(Procedure):
    """One attack inside a hex: one Allied marker at most, no German one, no stiff resistance."""

    target: Hex
    attackers: tuple[int, ...]
    defender: int

    def begin(self, g: State) -> Next:
        """The Allied player may add one marker (10.9.2-15)."""
        armies = {g.battle.army[unit] for unit in self.attackers}
        support = SupportFire(ALLIED, cups_for(g, armies), (), self.target, attack_limit=1, defence_limit=0)
        return call(support, then=self.resolve)

    def resolve(self, g: State, markers: tuple[tuple[Placed, ...], tuple[Placed, ...]]) -> Next:
        """The terrain of the hex counts, hexsides do not; then the result (10.9.2-18)."""
        column = ground_column(g, self.attackers, self.defender, self.target, markers[0], hexsides=False)
        result = roll(g, column, "10.9.2-14", hex=self.target)
        if result == "De":
            g.eliminate(self.defender, "8.2.4-01")
        elif result == "Ex":
            g.deplete(self.defender, "8.2.4-04")
            return call(LoseStep(self.attackers, "8.2.4-04", SEATS[ALLIED]), then=self.settle)
        elif result in RETREAT_OF_DEFENDER:
            retreat = RetreatOrStand((self.defender,), RETREAT_OF_DEFENDER[result], may_stand=False, ignore_ezoc=True)
            return call(retreat, then=self.settle)
        return self.settle(g, None)

    def settle(self, g: State, _: object) -> Next:
        """If the German unit is still there, the Allied ones are lost."""
        if g.where[self.defender] == self.target:
            for unit in self.attackers:
                if g.where[unit] >= 0:
                    g.eliminate(unit, "10.9.2-18")
            g.enter(GERMAN, self.target)  # who never left it
        elif g.units_in[ALLIED][self.target]:
            g.enter(ALLIED, self.target)
        return done()


# -- commandos ------------------------------------------------------------------------------------


@dataclass
class CommandoAssaults(Procedure):
    """Commando and ranger assaults, one after another (10.9.3)."""

    number: int = 0

    def commandos(self, g: State) -> list[CommandoAssault]:
        """The commando and ranger units of all areas in use."""
        return [commando for area in g.battle.areas for commando in area.commandos]

    def begin(self, g: State) -> Next:
        """Place the next unit; a hex that Germans hold, or that is full, cannot be used."""
        commandos = self.commandos(g)
        if self.number == len(commandos):
            return done()
        commando = commandos[self.number]
        unit = unit_number(commando.unit)
        hexes = [hex_ for hex_ in map(GRID.at, commando.hexes) if self.has_room(g, hex_)]
        if not hexes:
            g.late[unit] = g.battle.late_landing(unit)
            g.tell("no_room", "10.9.3-02", unit=unit)
            self.number += 1
            return self.begin
        if len(hexes) == 1:
            return self.assault(g, AT[hexes[0]])
        prompt = f"Where does {commando.unit} land?"
        return ask(SEATS[ALLIED], prompt, [AT[hex_] for hex_ in hexes], then=self.assault, rule="12.4-12")

    def has_room(self, g: State, hex_: Hex) -> bool:
        """Free of Germans and of other units, but for a beach landing hex that has room."""
        if g.units_in[GERMAN][hex_]:
            return False
        return not g.units_in[ALLIED][hex_] or bool(g.beachheads >> hex_ & 1 and g.units_in[ALLIED][hex_] < BEACH_LIMIT)

    def assault(self, g: State, order: Order) -> Next:
        """One die decides (10.9.3-03)."""
        commando = self.commandos(g)[self.number]
        unit = unit_number(commando.unit)
        self.number += 1
        g.put(unit, order.arg)
        g.grounded |= 1 << unit
        g.ashore |= 1 << unit  # 10.9.1-12: this assault is all it does before the end of GT 1
        die = g.chance.die()
        g.tell("commando_roll", "10.9.3-03", unit=unit, hex=order.arg, die=die)
        if die == 1:
            g.eliminate(unit, "10.9.3-04")
            return self.begin
        if die < 6:
            g.deplete(unit, "10.9.3-05" if die < 4 else "10.9.3-06")
        if die in (4, 5) and commando.marker_lost_on_4_5 is not None:
            lose_marker_of_value(g, commando.marker_lost_on_4_5, "10.9.3-07")
        if die == 6:
            lose_marker_of_value(g, commando.marker_lost_on_6, "10.9.3-08")
        if die < 4 or g.where[unit] < 0:
            return self.begin
        orders = [
            TO[hex_]
            for hex_ in GRID.neighbours[order.arg]
            if g.battle.zone_of[unit] >> hex_ & 1 and not g.at.get(hex_)
        ]
        prompt = f"{commando.unit} may move one hex"
        return ask(SEATS[ALLIED], prompt, [*orders, STAY], then=self.moved, why=self.why_not_move, rule="10.9.3-06")

    def moved(self, g: State, order: Order) -> Next:
        """One hex at once, whatever it costs."""
        if order is not STAY:
            unit = unit_number(self.commandos(g)[self.number - 1].unit)
            g.put(unit, order.arg)
            g.tell("moved", "10.9.3-06", unit=unit, path=(order.arg,), origin=-1, cost=0)
        return self.begin

    def why_not_move(self, g: State, order: Order) -> Refusal:
        """Why the commando cannot go to a hex."""
        unit = unit_number(self.commandos(g)[self.number - 1].unit)
        if order.verb != "to":
            return Refusal("10.9.3-06", "the commando may move one hex now, or stay")
        hex_, label = order.arg, GRID.label(order.arg)
        if hex_ not in GRID.neighbours[g.where[unit]]:
            return Refusal("10.9.3-06", f"{label} is not one hex away")
        if g.units_in[GERMAN][hex_]:
            return Refusal("5.2-07", f"{label} holds an enemy unit")
        if g.at.get(hex_):
            return Refusal("5.3-03", f"{label} holds another unit, and units do not stack")
        return Refusal("5.2-08", f"{label} is not land in play")


# -- beach assaults -------------------------------------------------------------------------------


@dataclass
class BeachAssaults(Procedure):
    """One combat in each beach landing hex (10.9.4); the hexes are taken in order of their numbers."""

    hexes: tuple[Hex, ...] = ()

    def begin(self, g: State) -> Next:
        """List the hexes once."""
        self.hexes = tuple(members(g.beachheads))
        return self.next_hex

    def next_hex(self, g: State, _: object = None) -> Next:
        """The next beach."""
        if not self.hexes:
            return done()
        hex_, self.hexes = self.hexes[0], self.hexes[1:]
        attackers = tuple(sorted(unit for unit in g.at.get(hex_, ()) if not g.battle.commando[unit]))
        if not attackers:
            return self.next_hex
        return call(BeachAssault(hex_, attackers), then=self.next_hex)


def beach_column(
    g: State,
    target: Hex,
    attackers: tuple[int, ...],
    attack_markers: tuple[Placed, ...] = (),
    defence_markers: tuple[Placed, ...] = (),
) -> Column:
    """The column of a beach assault: defence zero, one of two lines of its own (10.9.4-04 to -06)."""
    attack = sum(map(g.attack_of, attackers))
    attack += sum(worth(g, cup, m, target, attacking=True) for cup, m in attack_markers)
    defence = sum(worth(g, cup, m, target, attacking=False) for cup, m in defence_markers)
    special = g.battle.table.special
    line = special["beach_assault_in_ezoc" if g.in_ezoc(ALLIED, target) else "beach_assault"]
    return find_column(g, attack, defence, line)


@dataclass
class BeachAssault(Procedure):
    """The assault in one beach landing hex."""

    target: Hex
    attackers: tuple[int, ...]

    def begin(self, g: State) -> Next:
        """Both sides may use markers, the Allies naval gunfire too (10.9.4-03)."""
        armies = {g.battle.army[unit] for unit in self.attackers}
        support = SupportFire(ALLIED, cups_for(g, armies, naval=True), (Cup.GERMAN,), self.target)
        return call(support, then=self.resolve)

    def resolve(self, g: State, markers: tuple[tuple[Placed, ...], tuple[Placed, ...]]) -> Next:
        """10.9.4-07 and -08: with no defender only the attackers can suffer."""
        column = beach_column(g, self.target, self.attackers, *markers)
        result = roll(g, column, "10.9.4", hex=self.target)
        if result == "Ae":
            for unit in self.attackers:
                g.eliminate(unit, "8.2.4-07")
        elif result in RETREAT_OF_ATTACKER:
            for unit in self.attackers:
                g.deplete(unit, "10.9.4-08")
        elif result in ("Ex", "(A)"):
            return call(LoseStep(self.attackers, "10.9.4-07", SEATS[ALLIED]), then=self.settle)
        return self.settle(g, None)

    def settle(self, g: State, _: object) -> Next:
        """10.9.4-09: a beach on which everybody is lost is lost with them."""
        if not g.units_in[ALLIED][self.target]:
            g.beachheads &= ~(1 << self.target)
            g.tell("beachhead_lost", "10.9.4-09", hex=self.target)
        return done()

