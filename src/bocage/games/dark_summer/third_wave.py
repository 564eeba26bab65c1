"""The Allied 3rd Wave (rulebook 8.1.3): it enters without a roll, and may displace those who have landed before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, INDEPENDENT, SEATS, US
from bocage.games.dark_summer.chits import ON_MOVE_SIDE, played
from bocage.games.dark_summer.entering import closed_hexes
from bocage.games.dark_summer.places import AIRFIELD, GRID, THIRD_WAVE, Place
from bocage.games.dark_summer.stacking import fits, is_legal
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import AT, DISPLACE, TO, UNIT_IDS
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask

GLIDERS_LAND_AT: Final = GRID.at("4704")  # the British ones (8.1.3-12)
AIRFIELDS: Final = tuple(AIRFIELD.values())
BEACH_OF: Final = {box: beach for beach, box in THIRD_WAVE.items()}


def still_to_land(g: State, group: int) -> list[int]:
    """The units of a group's 3rd Wave that are not ashore, in the order of their boxes."""
    boxes: tuple[Place, ...] = (*THIRD_WAVE.values(), *AIRFIELDS)
    return [unit for box in boxes for unit in g.at.get(box, ()) if g.campaign.group[unit] == group]


def own_beaches(g: State, group: int) -> HexSet:
    """The Open Beaches of a nationality."""
    return g.open_beaches & g.campaign.beaches_of[group]


def landing_hexes(g: State, unit: int, move_rounds: int) -> HexSet:
    """Where a unit of the 3rd Wave may land, apart from stacking.

    In its nationality's first Move Round of Turn 1 at the assigned Beach, gliders where their division or rule says. In
    the second gliders alone, at any Open Beach of the nationality; from Turn 2 on everybody (8.1.3-10, 8.1.3-13).
    """
    campaign, box = g.campaign, g.where[unit]
    group = campaign.group[unit]
    if g.turn > 1 or (move_rounds > 1 and box in AIRFIELDS):
        return own_beaches(g, group)
    if move_rounds > 1:
        return 0
    if box in BEACH_OF:
        return g.open_beaches & campaign.beach_hexes[BEACH_OF[box]]
    if group == US:
        comrades = members(campaign.formation_units[campaign.formation[unit]])
        return sum({1 << g.where[other] for other in comrades if g.on_map(other)})
    return 0 if g.occupied[GERMAN] >> GLIDERS_LAND_AT & 1 else 1 << GLIDERS_LAND_AT


# -- displacement (8.1.3-06 to 8.1.3-09) ----------------------------------------------------------------


def in_the_way(g: State, hex_: Hex, unit: int) -> list[int]:
    """The units of a hex that keep a unit from stacking there: those of other divisions, else any that counts."""
    campaign = g.campaign
    if fits(g, hex_, unit):
        return []
    counted = [other for other in g.at[hex_] if not campaign.stacks_free[other]]
    own = campaign.stacking_division[unit]
    others = [other for other in counted if INDEPENDENT not in (own, campaign.stacking_division[other])]
    foreign = [other for other in others if campaign.stacking_division[other] != own]
    return foreign or [other for other in counted if campaign.formation[other] != campaign.formation[unit]]


def refuges(g: State, unit: int) -> list[Hex]:
    """The hexes next to a unit to which it may be displaced: those it could move into, stacking apart (8.1.3-07)."""
    campaign = g.campaign
    around = campaign.open_around[campaign.needs_bridge[unit]][g.where[unit]]
    return members(around & ~closed_hexes(g, unit))


def ways_to_clear(g: State, hex_: Hex, unit: int) -> Iterator[list[tuple[int, Hex]]]:
    """The ways in which a hex can be made fit for a unit: who is displaced, and whither (8.1.3-18)."""
    yield from _clear(g, hex_, unit, [])


def _clear(g: State, hex_: Hex, unit: int, gone: list[tuple[int, Hex]]) -> Iterator[list[tuple[int, Hex]]]:
    away = {other for other, _ in gone}
    there = [other for other in g.at.get(hex_, ()) if other not in away]
    if is_legal(g.campaign, [*there, unit]):
        yield gone
        return
    for other in in_the_way(g, hex_, unit):
        if other in away:
            continue
        for refuge in refuges(g, other):
            moved = [mover for mover, target in gone if target == refuge]
            if is_legal(g.campaign, [*g.at.get(refuge, ()), *moved, other]):
                yield from _clear(g, hex_, unit, [*gone, (other, refuge)])


def can_clear(g: State, hex_: Hex, unit: int) -> bool:
    """Whether a hex can be made fit for a unit."""
    return any(True for _ in ways_to_clear(g, hex_, unit))


# -- the procedure --------------------------------------------------------------------------------------


@dataclass
class ThirdWave(Procedure[bool]):
    """A nationality's 3rd Wave lands; the result is whether the Round is its own, so that nobody else enters."""

    group: int
    waits: tuple[int, ...] = ()
    cleared: tuple[tuple[int, Hex], ...] = ()  # the hex that each Formation has cleared for itself
    hex_: Hex = -1  # being cleared for the first of those who wait
    displaced: int = -1

    def about(self, g: State) -> About:
        """The unit that lands, or is displaced."""
        return About(unit=self.displaced if self.displaced >= 0 else self.waits[0] if self.waits else -1)

    def begin(self, g: State) -> Next:
        """8.1.3-02: all of them, without a roll."""
        self.waits = tuple(still_to_land(g, self.group))
        return self.land_next

    def move_rounds(self, g: State) -> int:
        """How many Move chits the nationality has played this turn, this one among them."""
        return played(g, self.group, *ON_MOVE_SIDE)

    def choices(self, g: State) -> list[Hex]:
        """Where the first of those who wait may land: room is there, or made."""
        unit = self.waits[0]
        hexes = members(landing_hexes(g, unit, self.move_rounds(g)))
        return [hex_ for hex_ in hexes if fits(g, hex_, unit) or self.may_clear(g, hex_, unit)]

    def may_clear(self, g: State, hex_: Hex, unit: int) -> bool:
        """8.1.3-06: seaborne units on Turn 1 in their own Round, and each Formation one hex."""
        cleared = dict(self.cleared).get(g.campaign.formation[unit], hex_)
        own_round = g.turn == 1 and self.move_rounds(g) == 1
        return own_round and g.where[unit] in BEACH_OF and cleared == hex_ and can_clear(g, hex_, unit)

    def land_next(self, g: State) -> Next:
        """8.1.3-04: the Allied player chooses among the hexes of the Beach."""
        if not self.waits:
            return self.done(g.turn == 1 and self.move_rounds(g) == 1)
        choices = self.choices(g)
        if len(choices) < 2:
            return self.land_only
        prompt = f"{UNIT_IDS[self.waits[0]]} lands: where?"
        orders = [AT[hex_] for hex_ in choices]
        return ask(SEATS[ALLIED], prompt, orders, then=self.chosen, why=self.why_not_at, rule="8.1.3")

    def land_only(self, g: State) -> Next:
        """There is one hex, or none: then the unit comes later."""
        choices = self.choices(g)
        if choices:
            return self.land(g, choices[0])
        self.waits = self.waits[1:]
        return self.land_next

    def chosen(self, g: State, order: Order) -> Next:
        """A hex is chosen."""
        return self.land(g, order.arg)

    def land(self, g: State, hex_: Hex) -> Next:
        """Ashore, or first somebody has to make room."""
        unit = self.waits[0]
        if not fits(g, hex_, unit):
            self.hex_ = hex_
            self.cleared = tuple({**dict(self.cleared), g.campaign.formation[unit]: hex_}.items())
            return self.choose_displaced
        g.put(unit, hex_)
        g.entered |= 1 << unit
        g.tell("landed", "8.1.3-02", unit=unit, hex=hex_)
        self.waits, self.hex_ = self.waits[1:], -1
        return self.land_next

    def why_not_at(self, g: State, order: Order) -> Refusal:
        """Why the unit may not land in a hex."""
        unit = self.waits[0]
        name = UNIT_IDS[unit]
        if order.verb != AT.name:
            return Refusal("8.1.3-02", f"{name} lands first: choose its hex")
        if not landing_hexes(g, unit, self.move_rounds(g)) >> order.arg & 1:
            return Refusal("8.1.3-03", f"{GRID.label(order.arg)} is no Open hex of the Beach of {name}")
        return Refusal("8.1.3-05", f"{GRID.label(order.arg)} has no room for {name}, and none can be made")

    # -- making room --

    def steps(self, g: State) -> list[list[tuple[int, Hex]]]:
        """The ways to clear the hex from here on."""
        return [way for way in ways_to_clear(g, self.hex_, self.waits[0]) if way]

    def choose_displaced(self, g: State) -> Next:
        """8.1.3-08: who makes room, as long as it is needed."""
        units = sorted({way[0][0] for way in self.steps(g)})
        if len(units) < 2:
            return self.displace_only
        prompt = f"Who makes room in {GRID.label(self.hex_)} for {UNIT_IDS[self.waits[0]]}?"
        orders = [DISPLACE[unit] for unit in units]
        return ask(SEATS[ALLIED], prompt, orders, then=self.displace, why=self.why_not_displace, rule="8.1.3")

    def displace_only(self, g: State) -> Next:
        """There is but one who can."""
        self.displaced = self.steps(g)[0][0][0]
        return self.choose_refuge

    def displace(self, g: State, order: Order) -> Next:
        """Whither is asked next."""
        self.displaced = order.arg
        return self.choose_refuge

    def targets(self, g: State) -> list[Hex]:
        """Where the displaced unit may go so that the hex can still be cleared."""
        return sorted({way[0][1] for way in self.steps(g) if way[0][0] == self.displaced})

    def choose_refuge(self, g: State) -> Next:
        """8.1.3-07: one hex inland or along the coast."""
        hexes = self.targets(g)
        if len(hexes) < 2:
            return self.go_only
        orders = [TO[hex_] for hex_ in hexes]
        prompt = f"{UNIT_IDS[self.displaced]} is displaced, to make room for those who land: whereto?"
        return ask(SEATS[ALLIED], prompt, orders, then=self.displaced_to, why=self.why_not_to, rule="8.1.3")

    def go_only(self, g: State) -> Next:
        """There is but one hex."""
        return self.give_way(g, self.targets(g)[0])

    def displaced_to(self, g: State, order: Order) -> Next:
        """A hex is chosen."""
        return self.give_way(g, order.arg)

    def give_way(self, g: State, hex_: Hex) -> Next:
        """It goes there, and may still move in this Round; the next makes room, or the one who waits lands."""
        g.tell("displaced", "8.1.3-07", unit=self.displaced, hex=hex_, origin=self.hex_)
        g.put(self.displaced, hex_)
        self.displaced = -1
        if fits(g, self.hex_, self.waits[0]):
            return self.land(g, self.hex_)
        return self.choose_displaced

    def why_not_displace(self, g: State, order: Order) -> Refusal:
        """Why a unit is not displaced."""
        if order.verb != DISPLACE.name:
            return Refusal("8.1.3-08", f"choose who makes room in {GRID.label(self.hex_)}")
        return Refusal("8.1.3-06", f"{UNIT_IDS[order.arg]} is not in the way, or has nowhere to go")

    def why_not_to(self, g: State, order: Order) -> Refusal:
        """Why the displaced unit may not go to a hex."""
        name = UNIT_IDS[self.displaced]
        return Refusal("8.1.3-07", f"{name} is displaced by one hex, to where it could move and stack")
