"""Landings from the air: drop zones, drift, bad landings, and fights on the spot (10.9.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS, Battle
from bocage.games.fire_movement.combat import (
    LoseStep,
    Parties,
    ground_column,
    roll,
)
from bocage.games.fire_movement.content import Army, BeachArea, Drop
from bocage.games.fire_movement.movement import boundary_rule
from bocage.games.fire_movement.results import RETREAT_OF_DEFENDER
from bocage.games.fire_movement.retreat import RetreatOrStand
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.support import (
    Placed,
    SupportFire,
    cups_for,
)
from bocage.games.fire_movement.words import AT, ATTACK, GRID, UNIT_IDS, ZONE, unit_number
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done


def drop_zone_hexes(battle: Battle, area: BeachArea, drop: Drop) -> HexSet:
    """Where a division's drop zone marker may go (10.9.2-03, 12.4-07, 13.4-06): within its army's part of the map."""
    chart = battle.chart
    hexes = battle.allowed[area.army] & ~bad_ground(battle) & ~battle.beach_hexes
    if drop.east_of_orne:
        hexes &= chart.areas["east_of_orne"]
    north: HexSet = 0
    for hex_ in members(hexes):
        if GRID.row(hex_) > drop.north_of_row:
            north |= 1 << hex_
    return north


def over_land_or_sea(battle: Battle, army: Army) -> HexSet:
    """Where units of an army can come down: on its part of the map, or in the sea (10.9.2-10, 15.1-03)."""
    return battle.allowed[army] | battle.chart.sea


def bad_ground(battle: Battle) -> HexSet:
    """Where a landing costs a step (10.9.2-11)."""
    return battle.chart.with_terrain("woods") | battle.chart.with_terrain("city") | battle.chart.with_terrain("beach")


def places_around(g: State, zone: Hex, army: Army) -> HexSet:
    """Hexes in or next to a drop zone that hold no Allied unit yet; what Germans are there shows later."""
    return GRID.within(1 << zone, 1) & over_land_or_sea(g.battle, army) & ~g.occupied[ALLIED]


def room_for_all(to_place: Sequence[tuple[HexSet, int]]) -> bool:
    """Whether every unit can have a hex of its own in or next to its division's drop zone (10.9.2-05).

    ``to_place`` has for each division its free hexes and the number of its units. They all find a hex if and only if
    no divisions taken together have more units than free hexes.
    """
    for size in range(1, len(to_place) + 1):
        for divisions in combinations(to_place, size):
            free: HexSet = 0
            for hexes, _ in divisions:
                free |= hexes
            if free.bit_count() < sum(units for _, units in divisions):
                return False
    return True


@dataclass
class AirborneLandings(Procedure[None]):
    """Drop zones, units, survival and drift, bad landings (10.9.2 steps 1 to 4)."""

    doing = "drops"
    number: int = 0
    zones: tuple[Hex, ...] = ()
    penalties: tuple[tuple[tuple[int, ...], int], ...] = ()  # units that share a hex, and how many of them lose a step

    def drops(self, g: State) -> list[tuple[BeachArea, Drop]]:
        """The airborne divisions of all areas in use."""
        return [(area, drop) for area in g.battle.areas for drop in area.drops]

    def begin(self, g: State) -> Next:
        """Step 1: the drop zone of each division."""
        drops = self.drops(g)
        if len(self.zones) < len(drops):
            area, drop = drops[len(self.zones)]
            hexes = drop_zone_hexes(g.battle, area, drop)
            orders = [ZONE[hex_] for hex_ in members(hexes) if self.zone_has_room(g, hex_)]
            units = len(drop.units)
            prompt = f"Choose the drop zone of the {drop.division}: its {units} units aim at it or next to it"
            return ask(SEATS[ALLIED], prompt, orders, then=self.zone_chosen, why=self.why_not_zone, rule="10.9.2")
        return self.aim

    def about(self, g: State) -> About:
        """The unit that drops."""
        return About(unit=self.units(g)[self.number][0]) if g.awaits(self.aimed) else About()

    def zone_has_room(self, g: State, hex_: Hex) -> bool:
        """Whether a drop zone, beside those chosen already, leaves a hex for every unit."""
        zones = (*self.zones, hex_)
        divisions = self.drops(g)[: len(zones)]
        pairs = zip(zones, divisions, strict=True)
        return room_for_all([(places_around(g, zone, area.army), len(drop.units)) for zone, (area, drop) in pairs])

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
        for kind in ("beach", "woods", "city", "sea"):
            if chart.with_terrain(kind) >> hex_ & 1:
                return Refusal("10.9.2-03", f"{label} is a {kind} hex, which no drop zone may be")
        if not drop_zone_hexes(g.battle, area, drop) >> hex_ & 1:
            rule = "12.4-07" if drop.east_of_orne else "13.4-06"
            return Refusal(rule, f"{label} is outside the area for the drop zone of the {drop.division}")
        return Refusal("10.9.2-05", f"with a drop zone in {label} there would not be a hex for each airborne unit")

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
        places = places_around(g, zone, g.battle.army[unit])
        orders = [AT[hex_] for hex_ in members(places) if self.leaves_room(g, hex_)]
        prompt = f"Drop {UNIT_IDS[unit]} in or next to {GRID.label(zone)}"
        return ask(SEATS[ALLIED], prompt, orders, then=self.aimed, why=self.why_not_aim, rule="10.9.2")

    def leaves_room(self, g: State, hex_: Hex) -> bool:
        """Whether the units after this one all find a hex if this one is placed here."""
        army = g.battle.army
        later = Counter((zone, army[unit]) for unit, zone in self.units(g)[self.number + 1 :])
        return room_for_all([(places_around(g, *where) & ~(1 << hex_), units) for where, units in later.items()])

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
        unit, zone = self.units(g)[self.number]
        if hex_ != zone and hex_ not in GRID.neighbours[zone]:
            return Refusal("10.9.2-04", f"{label} is neither the drop zone {GRID.label(zone)} nor next to it")
        if g.units_in[ALLIED][hex_]:
            return Refusal("10.9.2-05", f"{label} holds a unit already")
        if over_land_or_sea(g.battle, g.battle.army[unit]) >> hex_ & 1:
            return Refusal("10.9.2-05", f"with this unit in {label} there would not be a hex for each of the others")
        if g.battle.playable >> hex_ & 1:
            return Refusal("15.1-03", f"{label} is beyond the boundary between the armies")
        scenario = g.battle.scenario
        return Refusal(boundary_rule(scenario.areas, scenario.campaign, ALLIED), f"{label} is outside the area in play")

    def drop_all(self, g: State) -> Next:
        """Step 3: one die per unit, a second one for drift."""
        for unit in self.landed(g):
            drop_unit(g, unit)
        return self.bad_landings

    def bad_landings(self, g: State) -> Next:
        """Step 4: the sea costs a unit, woods, city and beach hexes a step; then units that share a hex."""
        bad = bad_ground(g.battle)
        for unit in self.landed(g):
            if g.battle.chart.sea >> g.where[unit] & 1:
                g.eliminate(unit, "10.9.2-11")
            elif bad >> g.where[unit] & 1:
                g.tell_result("bad_landing", "10.9.2-11", step=True, unit=unit, hex=g.where[unit])
                g.deplete(unit, "10.9.2-11")
        g.held &= g.occupied[ALLIED]  # a hex aimed at and missed, or reached by nobody alive, was never occupied
        for hex_ in members(g.occupied[ALLIED]):
            if found := self.penalties_in(g, hex_):
                g.tell_result(
                    "shared_landing", "10.9.2-12", step=True, hex=hex_, units=self.crowd(g, hex_),
                    steps=sum(number for _, number in found), first=found[0][0],
                )  # fmt: skip
                self.penalties += found
        return self.unscramble

    def penalties_in(self, g: State, hex_: Hex) -> tuple[tuple[tuple[int, ...], int], ...]:
        """A step for each airborne unit that others share its hex with, those already reduced last (10.9.2-12).

        Units that came by sea count, too; among themselves they may stack (10.9.1-09).
        """
        crowd = self.crowd(g, hex_)
        dropped = [unit for unit in crowd if g.battle.airborne[unit]]
        losses = min(len(dropped), len(crowd) - 1)
        fresh = tuple(unit for unit in crowd if g.battle.two_step[unit] and not g.is_reduced(unit))
        worn = tuple(unit for unit in crowd if unit not in fresh)
        of_fresh = min(losses, len(fresh))
        return tuple((units, number) for units, number in ((fresh, of_fresh), (worn, losses - of_fresh)) if number)

    def crowd(self, g: State, hex_: Hex) -> tuple[int, ...]:
        """The Allied units in a hex."""
        return tuple(sorted(unit for unit in g.at[hex_] if g.battle.side[unit] == ALLIED))

    def landed(self, g: State) -> list[int]:
        """The airborne units that have come down alive so far."""
        return [unit for unit, _ in self.units(g) if g.where[unit] >= 0]

    def unscramble(self, g: State, _: object = None) -> Next:
        """Units that share a hex lose steps, by Allied choice (10.9.2-12)."""
        if not self.penalties:
            return done()
        (units, number), self.penalties = self.penalties[0], self.penalties[1:]
        return call(LoseStep(units, "10.9.2-12", SEATS[ALLIED], number), then=self.unscramble)


def drop_unit(g: State, unit: int) -> None:
    """Roll for one airborne unit: survival, then drift (10.9.2 step 3)."""
    die = g.chance.die()
    g.tell_result("drop_roll", "10.9.2-06", step=True, unit=unit, die=die, hex=g.where[unit])
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
    die = g.chance.die()
    landed = GRID.toward(g.where[unit], die - 1)
    off = landed is None or not over_land_or_sea(g.battle, g.battle.army[unit]) >> landed & 1
    direction = GRID.directions[die - 1]
    g.tell_result("drift", "10.9.2-10", unit=unit, die=die, direction=direction, hex=-1 if off else landed)
    if landed is None or off:
        g.eliminate(unit, "10.9.2-10")
    else:
        g.put(unit, landed)


@dataclass
class LandingAttacks(Procedure[None]):
    """Airborne units and raiders that landed on Germans fight at once (10.9.2 step 6), in any order (8.0-09)."""

    doing = "landing_attacks"

    def begin(self, g: State, _: object = None) -> Next:
        """The next hex that holds both sides, until none does."""
        orders = [ATTACK[hex_] for hex_ in members(g.occupied[ALLIED] & g.occupied[GERMAN])]
        if not orders:
            return done()
        if len(orders) == 1:
            return self.attack(g, orders[0])
        prompt = "Where do airborne units attack next?"
        return ask(SEATS[ALLIED], prompt, orders, then=self.attack, rule="10.9.2-14")

    def attack(self, g: State, order: Order) -> Next:
        """Only the units in the hex take part (10.9.2-15)."""
        return call(self.in_hex(g, order.arg), then=self.begin)

    def in_hex(self, g: State, hex_: Hex) -> LandingAttack:
        """The attack of those who are in a hex."""
        side, units = g.battle.side, g.at[hex_]
        attackers = tuple(sorted(unit for unit in units if side[unit] == ALLIED))
        return LandingAttack(hex_, attackers, next(unit for unit in units if side[unit] == GERMAN))


@dataclass
class LandingAttack(Procedure[None]):
    """One attack inside a hex: one Allied marker at most, no German one, no stiff resistance."""

    doing = "landing_attack"
    target: Hex
    attackers: tuple[int, ...]
    defender: int

    def begin(self, g: State) -> Next:
        """The Allied player may add one marker (10.9.2-15)."""
        return call(self.support(g), then=self.resolve)

    def support(self, g: State) -> SupportFire:
        """The marker that may be placed."""
        armies = {g.battle.army[unit] for unit in self.attackers}
        return SupportFire(ALLIED, cups_for(g, armies), (), self.target, attack_limit=1, defence_limit=0)

    def about(self, g: State) -> About:
        """The attack."""
        return About(target=self.target, attackers=self.attackers, defender=self.defender)

    def resolve(self, g: State, markers: tuple[tuple[Placed, ...], tuple[Placed, ...]]) -> Next:
        """The terrain of the hex counts, hexsides do not; then the result (10.9.2-18)."""
        column = ground_column(g, self.attackers, self.defender, self.target, markers[0], hexsides=False)
        parties = Parties(self.attackers, self.defender)
        result = roll(g, column, "10.9.2-14", parties, hex=self.target, side=ALLIED, combat="landing_attack")
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
