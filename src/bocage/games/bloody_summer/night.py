"""The night of the drops (rulebook 10.O): airborne landings, the first hex on foot, the German reaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bocage.games.bloody_summer import boxes
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, SEATS
from bocage.games.bloody_summer.combat import Attacks
from bocage.games.bloody_summer.drops import Drop
from bocage.games.bloody_summer.ground import Mover
from bocage.games.bloody_summer.pieces import PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import AIRFIELDS, GRID, SIZE, Place, place_name
from bocage.games.bloody_summer.stacking import why_not_stack
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.words import END, HALT, MOVE, TO
from bocage.hexes import Hex, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done

EVERYBODY: Final = (1 << UNITS) - 1  # a mask of all combat units


def end_fights(g: State) -> None:
    """Fights so far do not keep units from those of the next step (10.A.1.b-07)."""
    g.attacked = g.defended = 0


def free_paratroops(g: State) -> int:
    """Mask of the Allied units on the map that are not in confusion (10.O.1-13)."""
    own = [unit for unit in range(UNITS) if g.campaign.side[unit] == ALLIED and g.on_map(unit)]
    return mask(unit for unit in own if not g.in_confusion(g.where[unit]))


def drop_zone(g: State, unit: int) -> Hex:
    """The printed zone of a unit that comes from the air (10.O.1-03)."""
    label = g.campaign.units[unit].entry.hex
    assert label is not None
    return GRID.at(label)


@dataclass
class AirborneLandings(Procedure[None]):
    """Paratroops drop one after the other; those who are free then move one hex and attack (10.O.1)."""

    doing = "drop"
    waiting: tuple[int, ...] = ()

    def begin(self, g: State) -> Next:
        """All whose counters say so; the gliders of 6 Airlanding come later (10.B.3)."""
        there = g.pieces_in(AIRFIELDS, ALLIED)
        self.waiting = tuple(unit for unit in there if g.campaign.units[unit].entry.kind == "drop")
        return self.drop(g, None)

    def drop(self, g: State, _: None) -> Next:
        """The next one."""
        if not self.waiting:
            return self.move
        unit, *rest = self.waiting
        self.waiting = tuple(rest)
        return call(Drop(unit, drop_zone(g, unit)), then=self.drop)

    def move(self, g: State) -> Next:
        """10.O.1-13: one hex, then attacks."""
        end_fights(g)
        self.waiting = tuple(members(free_paratroops(g)))
        return call(OneHexMoves(ALLIED, mask(self.waiting)), then=self.attack)

    def attack(self, g: State, _: None) -> Next:
        """Those who were free."""
        return call(Attacks(ALLIED, NOBODY, "turn_0", mask(self.waiting)), then=self.over)

    def over(self, g: State, _: bool) -> Next:
        """The night belongs to the Germans."""
        return done()


@dataclass
class NightReaction(Procedure[None]):
    """German units next to Allied ones enter a confusion or attack; no others could (10.O.2)."""

    doing = "reaction"

    def begin(self, g: State) -> Next:
        """First those who enter a confusion."""
        return call(OneHexMoves(GERMAN, EVERYBODY, confusion=True), then=self.attack)

    def attack(self, g: State, _: None) -> Next:
        """10.O.2-02: a unit enters a confusion or attacks."""
        return call(Attacks(GERMAN, NOBODY, "turn_0", EVERYBODY & ~g.moved), then=self.over)

    def over(self, g: State, _: bool) -> Next:
        """Dawn."""
        return done()


# -- one hex --------------------------------------------------------------------------------------------


def why_not_one_hex(g: State, unit: int, place: Place, confusion: bool) -> Refusal | None:
    """The rule that keeps a unit from moving into a hex by night, or None."""
    side, label = g.campaign.side[unit], place_name(place)
    on_foot = Mover(False, g.campaign.armoured[unit])
    if place >= SIZE or place not in [there for there, _ in g.campaign.links(on_foot)[g.where[unit]]]:
        return Refusal("10.O.1-13", f"{PIECE_IDS[unit]} moves one hex, and {label} is not next to it")
    if g.in_confusion(place):
        return why_not_stack(g, place, unit)
    if confusion:
        return Refusal("10.O.2-02", f"there is no confusion in {label}")
    if g.pieces_in(place, 1 - side):
        return Refusal("4.1.1-06", f"{label} is occupied by the enemy")
    return why_not_stack(g, place, unit)


def one_hex(g: State, unit: int, confusion: bool) -> list[Hex]:
    """Where a unit can move by night."""
    return [
        hex_ for hex_ in members(g.campaign.around[g.where[unit]]) if why_not_one_hex(g, unit, hex_, confusion) is None
    ]


@dataclass
class OneHexMoves(Procedure[None]):
    """Units of a side move one hex each; Germans by night only into a confusion."""

    doing = "movement"
    side: int
    units: int  # mask of those who may
    confusion: bool = False
    armies: tuple[int, ...] = ()
    unit: int = NOBODY  # in hand

    def about(self, g: State) -> About:
        """The unit in hand."""
        return About(unit=self.unit, points=1, unit_verb=MOVE.name)

    def begin(self, g: State) -> Next:
        """One army after the other."""
        self.armies = boxes.armies_of(g, self.side)
        return self.choose

    def movable(self, g: State) -> list[int]:
        """Who can move."""
        own = [unit for unit in members(self.units & ~g.moved) if g.campaign.army[unit] == self.armies[0]]
        return [unit for unit in own if self.may_leave(g, unit) and one_hex(g, unit, self.confusion)]

    def may_leave(self, g: State, unit: int) -> bool:
        """Whether a unit is on the map and not in confusion (6.11-05)."""
        return g.on_map(unit) and not g.in_confusion(g.where[unit])

    def choose(self, g: State) -> Next:
        """Anybody, or nobody else."""
        if not self.armies:
            return done()
        movable = self.movable(g)
        if not movable:
            return self.next_army
        orders = [*(MOVE[unit] for unit in movable), END]
        rule = "10.O.2" if self.confusion else "10.O.1"
        return ask(SEATS[self.armies[0]], "Who moves one hex?", orders, then=self.chosen, why=self.why_not, rule=rule)

    def next_army(self, g: State) -> Next:
        """The army is done."""
        self.armies = self.armies[1:]
        return self.choose

    def chosen(self, g: State, order: Order) -> Next:
        """A unit is taken in hand."""
        if order is END:
            return self.next_army
        self.unit = order.arg
        return self.go

    def go(self, g: State) -> Next:
        """Where to."""
        orders = [*(TO[hex_] for hex_ in one_hex(g, self.unit, self.confusion)), HALT]
        prompt = f"Where does {PIECE_IDS[self.unit]} move?"
        return ask(g.seat(self.unit), prompt, orders, then=self.gone, why=self.why_not_there, rule="10.O.1-13")

    def gone(self, g: State, order: Order) -> Next:
        """It is there, or stays."""
        self.units &= ~(1 << self.unit)
        if order is not HALT:
            g.moved |= 1 << self.unit
            origin = g.where[self.unit]
            g.put(self.unit, order.arg)
            g.tell("moved", "10.O.1-13", unit=self.unit, hex=order.arg, origin=origin, path=(order.arg,), cost=1)
        self.unit = NOBODY
        return self.choose

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit does not move."""
        if order.verb != MOVE.name:
            return Refusal("10.O.1-13", "units move one hex now; attacks follow")
        unit, name = order.arg, PIECE_IDS[order.arg]
        rule = "10.O.2-01" if self.confusion else "10.O.1-13"
        if unit < UNITS and g.on_map(unit) and g.in_confusion(g.where[unit]):
            return Refusal("6.11-05", f"{name} is in confusion with the enemy")
        return Refusal(rule, f"{name} cannot move one hex now")

    def why_not_there(self, g: State, order: Order) -> Refusal:
        """Why the unit does not move there."""
        if order.verb != TO.name:
            return Refusal("10.O.1-13", f"{PIECE_IDS[self.unit]} moves one hex, or halts")
        refusal = why_not_one_hex(g, self.unit, order.arg, self.confusion)
        assert refusal is not None, "what is not refused is offered"
        return refusal
