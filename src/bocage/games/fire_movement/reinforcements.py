"""Reinforcements: German entry by the map edges (10.10) and Allied landings (10.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from bocage.games.fire_movement.battle import (
    ALLIED,
    EARLIEST_EARLY_TURN,
    GERMAN,
    SCHEDULED_TURN,
    SEATS,
    Battle,
    Entry,
)
from bocage.games.fire_movement.state import WAITING, State
from bocage.games.fire_movement.words import AT, BRING, DIVISIONS, GRID, LAND, PASS, UNIT_IDS
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, done

BEACH_LIMIT = 3  # 10.9.1, 10.11


def due_units(g: State, side: int) -> tuple[int, ...]:
    """Units of a side whose turn has come and that are still off the map."""
    units = []
    for unit in members(g.battle.in_play & ~(g.force[ALLIED] | g.force[GERMAN])):
        if g.where[unit] != WAITING or g.battle.side[unit] != side:
            continue
        entry = g.entry_of(unit)
        if entry is None:
            continue
        if entry.turn <= g.turn or (entry.division >= 0 and g.brought >> entry.division & 1):
            units.append(unit)
    return tuple(units)


# -- German entry ---------------------------------------------------------------------------------


def entry_hexes(g: State, unit: int) -> Iterator[tuple[Hex, int]]:
    """The hexes by which a unit may enter now, with the cost of entering in half points (10.10-01).

    No enemy unit and no EZOC; a friendly unit there may be passed through.
    """
    entry = g.entry_of(unit)
    assert entry is not None
    enemies, ezoc = g.units_in[ALLIED], g.zones[ALLIED]
    steps = entry_steps(g.battle, entry, g.turn > entry.turn, g.battle.mobile[unit])
    return (step for step in steps if not enemies[step[0]] and not ezoc[step[0]])


@cache
def entry_steps(battle: Battle, entry: Entry, late: bool, mobile: bool) -> tuple[tuple[Hex, int], ...]:
    """Every hex of an entry, whoever is there, and its cost: terrain, or the road or trail that leads in (10.10-01)."""
    if entry.how.isdigit():
        return ((GRID.at(entry.how), 0),)  # 11.5, 14.5: the unit appears in the hex
    chart, edge = battle.chart, "W" if entry.how == "west_road" else entry.how
    roads, trails = chart.edge_roads[edge], chart.edge_trails[edge]

    def cost(hex_: Hex) -> int:
        if roads >> hex_ & 1:
            return round(2 * battle.key.road)
        return round(2 * battle.key.trail) if trails >> hex_ & 1 else battle.entry_cost(hex_, mobile)

    hexes = entry_edge(battle, entry, late) & battle.playable & (roads | trails | ~battle.prohibited[mobile])
    return tuple((hex_, cost(hex_)) for hex_ in members(hexes))


def entry_edge(battle: Battle, entry: Entry, late: bool) -> HexSet:
    """The part of a map edge that an entry may use."""
    chart = battle.chart
    if entry.how == "west_road":  # 13.5, GT 3: road hexes on or south of 1301
        return mask(hex_ for hex_ in members(chart.edge_roads["W"]) if GRID.row(hex_) <= 13)
    edge = chart.edge[entry.how]
    if entry.how == "W" and not late:  # 13.5: row 24 or farther north; a turn late anywhere on the edge
        return mask(hex_ for hex_ in members(edge) if GRID.row(hex_) >= 24)
    if entry.how == "S" and battle.scenario.campaign:  # 15.1 (d) 2
        return edge & battle.half[entry.army_half]
    return edge


@dataclass
class EarlyArrival(Procedure[None]):
    """The German player may bring in the divisions of GT 15 from GT 10 on (12.5.1)."""

    doing = "early_arrival"

    def begin(self, g: State) -> Next:
        """Ask for each division that is still to come."""
        if not g.battle.early_arrival or not EARLIEST_EARLY_TURN <= g.turn < SCHEDULED_TURN:
            return done()
        waiting = {
            entry.division
            for unit, where in enumerate(g.where)
            if where == WAITING and (entry := g.entry_of(unit)) is not None and entry.division >= 0
        }
        orders = [BRING[division] for division in sorted(waiting) if not g.brought >> division & 1]
        if not orders:
            return done()
        prompt = "Bring in a division of turn 15 now, for a longer game?"
        return ask(SEATS[GERMAN], prompt, [*orders, PASS], then=self.answered, rule="12.5.1-01")

    def answered(self, g: State, order: Order) -> Next:
        """A division is called; when it enters, the game becomes longer."""
        if order is PASS:
            return done()
        g.brought |= 1 << order.arg
        g.tell("called_early", "12.5.1-02", division=DIVISIONS[order.arg])
        return self.begin


def note_early_entry(g: State, unit: int) -> None:
    """The first unit of a division to enter early makes the game longer by a turn per turn (12.5.1-03)."""
    entry = g.entry_of(unit)
    if entry is None or entry.division < 0 or g.turn >= SCHEDULED_TURN or g.came_early >> entry.division & 1:
        return
    g.came_early |= 1 << entry.division
    g.last_turn = min(g.battle.last_turn_ever, g.last_turn + SCHEDULED_TURN - g.turn)
    g.tell("brought_early", "12.5.1-03", division=DIVISIONS[entry.division], last_turn=g.last_turn)


# -- Allied landings ------------------------------------------------------------------------------


def why_not_land_at(g: State, unit: int, hex_: Hex) -> Refusal | None:
    """Why an Allied reinforcement may not be placed in a hex; None if it may."""
    label = GRID.label(hex_)
    if not g.beachheads >> hex_ & 1:
        return Refusal("10.11-01", f"{label} has no beachhead marker")
    if not g.battle.zone_of[unit] >> hex_ & 1:
        return Refusal("15.1-05", f"{label} lies in the other army's area")
    present = g.units_in[ALLIED][hex_]
    if present >= BEACH_LIMIT:
        return Refusal("10.11-05", f"{label} already holds {BEACH_LIMIT} units")
    for other in g.at.get(hex_, ()):
        if g.left_beach >> other & 1:
            return Refusal("10.9.1-10", f"{UNIT_IDS[other]} in {label} has left a beach once and may not stack again")
    if not present and g.in_ezoc(ALLIED, hex_):
        return Refusal("10.11-06", f"{label} is in an enemy zone of control and no Allied unit holds it")
    return None


def landing_hexes(g: State, unit: int) -> list[Hex]:
    """The beach landing hexes where a reinforcement may be placed."""
    return [hex_ for hex_ in members(g.beachheads) if why_not_land_at(g, unit, hex_) is None]


def why_closed(g: State, unit: int) -> str:
    """Why a reinforcement cannot be placed on some beaches that have a marker."""
    refusals = [why_not_land_at(g, unit, hex_) for hex_ in members(g.beachheads)]
    return "; ".join(refusal.sentence for refusal in refusals if refusal is not None)


def why_none_lands(g: State, unit: int) -> str:
    """Why a reinforcement can be placed nowhere."""
    return why_closed(g, unit) or "there is no beachhead left"


@dataclass
class AlliedReinforcements(Procedure[None]):
    """Allied units come ashore at the end of the Allied Movement Phase, after GT 1 (10.11)."""

    doing = "reinforcements"
    unit: int = -1

    def begin(self, g: State) -> Next:
        """Only from GT 2 on."""
        if g.turn < 2:
            return done()
        g.due = due_units(g, ALLIED)
        if g.due and not g.hushed and not any(landing_hexes(g, unit) for unit in g.due):
            g.tell_result("none_lands", "10.11-05", units=g.due, because=why_none_lands(g, g.due[0]))
        return self.choose

    def about(self, g: State) -> About:
        """The unit that comes ashore."""
        return About(unit=self.unit) if g.awaits(self.land) else About()

    def choose(self, g: State) -> Next:
        """Whoever can be placed must be."""
        self.unit = -1
        orders = [LAND[unit] for unit in g.due if landing_hexes(g, unit)]
        if not orders:
            g.due = ()
            if g.landed:
                units = tuple(members(g.landed))
                g.tell_result("reinforced", "10.11-01", units=units, hexes=tuple(g.where[unit] for unit in units))
            return done()
        return ask(
            SEATS[ALLIED], "Bring a reinforcement ashore", orders, then=self.chosen, why=self.why_not, rule="10.11"
        )

    def chosen(self, g: State, order: Order) -> Next:
        """A unit comes ashore."""
        self.unit = order.arg
        return self.where

    def where(self, g: State) -> Next:
        """10.11-02: the Allied player chooses the hex."""
        orders = [AT[hex_] for hex_ in landing_hexes(g, self.unit)]
        closed = "" if g.hushed else why_closed(g, self.unit)
        return ask(
            SEATS[ALLIED],
            f"Land {UNIT_IDS[self.unit]} on a beach{f' ({closed})' if closed else ''}",
            orders,
            then=self.land,
            why=self.why_not,
            rule="10.11",
        )

    def land(self, g: State, order: Order) -> Next:
        """The unit is ashore; it does not move again in this Movement Phase."""
        unit = self.unit
        g.put(unit, order.arg)
        g.landed |= 1 << unit
        g.due = tuple(other for other in g.due if other != unit)
        g.tell("landed", "10.11-01", unit=unit, hex=order.arg)
        return self.choose

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot land, or not there."""
        if order.verb == "at" and self.unit >= 0:
            refusal = why_not_land_at(g, self.unit, order.arg)
            if refusal is not None:
                return refusal
        if order.verb == "land":
            if self.unit >= 0:
                return Refusal("10.11-02", f"choose the hex of {UNIT_IDS[self.unit]} first")
            if order.arg not in g.due:
                return Refusal("10.11-01", f"{UNIT_IDS[order.arg]} is not due to land")
            why = why_none_lands(g, order.arg)
            return Refusal("10.11-01", f"there is no room for {UNIT_IDS[order.arg]} on any beach, so it waits: {why}")
        return Refusal("10.11-01", "reinforcements that can be placed must be placed now")
