"""Reinforcements (rulebook 8.1): which Formations may enter in a Move Round, and where their units are placed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bocage.games.dark_summer.campaign import ALLIED, GERMANS, SEATS, SIDE_NAMES, SIDE_OF
from bocage.games.dark_summer.movement import can_move, glance
from bocage.games.dark_summer.places import GRID, WAITING
from bocage.games.dark_summer.stacking import fits, why_not_stack
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.terms import UnitType
from bocage.games.dark_summer.third_wave import ThirdWave
from bocage.games.dark_summer.words import AT, ENTER, FORMATION_NAMES, UNIT_IDS
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done

ALENCON: Final = GRID.at("6028")  # an S hex where no Reinforcement is placed (8.1.2-06)
DICE: Final = range(1, 7)
INFANTRY: Final = (UnitType.INFANTRY, UnitType.PARATROOPER)  # German paratroopers fight as infantry (2.4)


# -- which ----------------------------------------------------------------------------------------------


def turn_of(g: State, unit: int) -> int:
    """The turn for which a waiting unit is scheduled."""
    return g.campaign.turn_due[unit]


def waiting(g: State, group: int) -> dict[int, list[int]]:
    """The units of a group that are available and wait, by Formation (8.1-01, 8.1.1-11)."""
    where, due, turn = g.where, g.campaign.turn_due, g.turn
    found: dict[int, list[int]] = {}
    for unit in members(g.campaign.units_of_group[group] & ~g.force[group]):
        if where[unit] == WAITING and due[unit] <= turn:
            found.setdefault(g.campaign.formation[unit], []).append(unit)
    return found


def available(g: State, group: int) -> dict[int, list[int]]:
    """The waiting Formations of which a unit can be placed now; the others are left out of account (8.1.1-08)."""
    return {f: units for f, units in waiting(g, group).items() if any(True for unit in units for _ in entries(g, unit))}


def is_late(g: State, units: list[int]) -> bool:
    """Whether a waiting Formation was scheduled for an earlier turn: the earliest of its units counts (8.1.1-11)."""
    return min(turn_of(g, unit) for unit in units) < g.turn


def number_entering(g: State, group: int, die: int, formations: int) -> int:
    """8.1.1-02: as many as the die shows, or half of them if that is more; in bad Weather the die less two alone."""
    modifier = g.sky.entry.get(SIDE_NAMES[SIDE_OF[group]], 0)
    number = max(1, die + modifier) if modifier else max(die, formations // 2)
    return min(number, formations)


# -- where ----------------------------------------------------------------------------------------------


def entry_hexes(g: State, unit: int) -> list[Hex]:
    """The hexes in which a unit may be placed now."""
    return list(entries(g, unit))


def entries(g: State, unit: int) -> Iterator[Hex]:
    """``entry_hexes`` one by one, by the same tests as ``why_not_place``: some need not know all."""
    hexes = _entries(g, unit)
    if g.campaign.group[unit] == GERMANS:
        hexes &= ~(g.occupied[ALLIED] | g.exits[0] | g.exits[1])
    return (hex_ for hex_ in members(hexes) if fits(g, hex_, unit) and _may_stay(g, unit, hex_))


def _entries(g: State, unit: int) -> HexSet:
    """The hexes by which a unit comes in at all: Open Beaches of its own, or Lettered hexes of its letter (8.1.2)."""
    campaign = g.campaign
    group = campaign.group[unit]
    if group != GERMANS:
        return g.open_beaches & campaign.beaches_of[group]
    letters, letter = campaign.ground.letters, campaign.units[unit].entry.letter
    assert letter is not None
    hexes = letters[letter] & ~(1 << ALENCON)
    return hexes | letters["(E)"] if letter == "E" and campaign.type[unit] in INFANTRY else hexes


def why_not_place(g: State, unit: int, hex_: Hex) -> Refusal | None:
    """Why a Reinforcement may not be placed in a hex, or None."""
    group = g.campaign.group[unit]
    if not _entries(g, unit) >> hex_ & 1:
        return Refusal(*_why_no_entry(g, unit, hex_))
    if group == GERMANS:
        if g.occupied[1 - SIDE_OF[group]] >> hex_ & 1:
            return Refusal("8.1.2-04", f"an Allied unit is in {GRID.label(hex_)}")
        if (g.exits[0] | g.exits[1]) >> hex_ & 1:
            return Refusal("8.1.2-05", f"{GRID.label(hex_)} has an Exit marker")
    if refusal := why_not_stack(g, hex_, unit):
        return refusal._replace(rule="8.1.2-10")
    if not _may_stay(g, unit, hex_):
        name, label = UNIT_IDS[unit], GRID.label(hex_)
        return Refusal("8.1.2-16", f"{name} could not leave {label} in this Round, and may not stay in it")
    return None


def _why_no_entry(g: State, unit: int, hex_: Hex) -> tuple[str, str]:
    name, label = UNIT_IDS[unit], GRID.label(hex_)
    if g.campaign.group[unit] != GERMANS:
        return "8.1.2-01", f"{label} is no Open Beach of the nationality of {name}"
    if hex_ == ALENCON:
        return "8.1.2-06", f"no Reinforcements are placed in {label}"
    if g.campaign.ground.letters["(E)"] >> hex_ & 1:
        return "8.1.2-07", f"only infantry marked E may be placed in {label}"
    return "8.1.2-02", f"{name} enters by a hex with the letter {g.campaign.units[unit].entry.letter}"


def _may_stay(g: State, unit: int, hex_: Hex) -> bool:
    """Whether a unit may end in a hex if it is placed there, or could move on from it in this Round (8.1.2-16)."""
    if g.campaign.group[unit] != GERMANS or not g.campaign.no_stop >> hex_ & 1:
        return True
    around = g.campaign.open_around[g.campaign.needs_bridge[unit]][hex_]
    if glance(g, GERMANS).has_vacant_beside(around, hex_):
        return True
    there = g.copy()
    there.hush()
    there.put(unit, hex_)
    there.entered |= 1 << unit
    return can_move(there, (unit,), "normal")


def place(g: State, unit: int, hex_: Hex) -> None:
    """A Reinforcement comes onto the map, at no cost (8.1.2-14)."""
    g.put(unit, hex_)
    g.entered |= 1 << unit
    g.tell("entered", "8.1.2", unit=unit, hex=hex_)


# -- the procedure --------------------------------------------------------------------------------------


@dataclass
class Reinforcements(Procedure[None]):
    """All Reinforcements of a Round are placed before any Movement (8.1.2-09)."""

    group: int
    left: int = 0  # Formations that may still enter
    formation: int = -1  # being placed
    waits: tuple[int, ...] = ()  # its units that are still to be placed

    def about(self, g: State) -> About:
        """The unit that is placed."""
        return About(unit=self.waits[0] if self.waits else -1)

    def begin(self, g: State) -> Next:
        """The 3rd Wave first: on Turn 1 it takes the nationality's first Move Round for itself (8.1.3-15)."""
        if self.group == GERMANS:
            return self.roll
        return call(ThirdWave(self.group), then=self.third_wave_is_in)

    def third_wave_is_in(self, g: State, alone: bool) -> Next:
        """Others enter in other Rounds than that."""
        return done() if alone else self.roll

    def roll(self, g: State) -> Next:
        """8.1.1-01: the Formation Entry die roll, if anybody waits (8.1.1-12)."""
        count = len(available(g, self.group))
        if not count:
            return done()
        die = g.chance.die()
        by_die = tuple(number_entering(g, self.group, face, count) for face in DICE)
        self.left = by_die[die - 1]
        group, number = self.group, self.left
        g.tell_result(
            "entry_roll", "8.1.1-01", step=True, die=die, group=group, number=number, waiting=count, by_die=by_die
        )
        return self.choose

    def choices(self, g: State) -> list[int]:
        """The Formations of which one may enter next: late ones first, in any order among them (8.1.1-07, 8.1.1-09)."""
        found = available(g, self.group)
        return [f for f in found if is_late(g, found[f])] or list(found)

    def choose(self, g: State) -> Next:
        """8.1.1-06."""
        choices = self.choices(g) if self.left else []
        if not choices:
            return done()
        if len(choices) == 1:
            return self.take_only
        seat, orders = SEATS[SIDE_OF[self.group]], [ENTER[f] for f in choices]
        later = len(available(g, self.group)) - len(choices)
        others = f"; those that are late come before the other {later}" if later else ""
        prompt = f"Which Formation enters? {self.left} may{others}"
        return ask(seat, prompt, orders, then=self.chosen, why=self.why_not_enter, rule="8.1.1")

    def take_only(self, g: State) -> Next:
        """There is but one."""
        return self.take(g, self.choices(g)[0])

    def chosen(self, g: State, order: Order) -> Next:
        """A Formation enters."""
        return self.take(g, order.arg)

    def take(self, g: State, formation: int) -> Next:
        """As many of its units as find a place; the rest go on waiting (8.1.2-10)."""
        self.left -= 1
        self.formation = formation
        self.waits = tuple(waiting(g, self.group)[formation])
        return self.place_next

    def place_next(self, g: State) -> Next:
        """Its units one by one, wherever they may come in (8.1.2-11)."""
        if not self.waits:
            self.formation = -1
            return self.choose
        unit = self.waits[0]
        hexes = entry_hexes(g, unit)
        if len(hexes) < 2:
            return self.place_only
        seat, orders = SEATS[SIDE_OF[self.group]], [AT[hex_] for hex_ in hexes]
        prompt = f"{UNIT_IDS[unit]} enters: where?"
        return ask(seat, prompt, orders, then=self.placed, why=self.why_not_at, rule="8.1.2")

    def place_only(self, g: State) -> Next:
        """There is one place, or none."""
        for hex_ in entry_hexes(g, self.waits[0]):
            place(g, self.waits[0], hex_)
        self.waits = self.waits[1:]
        return self.place_next

    def placed(self, g: State, order: Order) -> Next:
        """The unit is on the map."""
        place(g, self.waits[0], order.arg)
        self.waits = self.waits[1:]
        return self.place_next

    def why_not_enter(self, g: State, order: Order) -> Refusal:
        """Why a Formation may not enter now."""
        if order.verb != ENTER.name:
            return Refusal("8.1.2-09", "Reinforcements enter first: choose a Formation")
        found, name = waiting(g, self.group), FORMATION_NAMES[order.arg]
        if order.arg not in found:
            return Refusal("8.1-01", f"{name} does not wait to enter in this Round")
        if order.arg not in available(g, self.group):
            return Refusal("8.1.1-08", f"{name} cannot be placed in any of its entry hexes")
        return Refusal("8.1.1-07", f"Formations of earlier turns enter before {name}")

    def why_not_at(self, g: State, order: Order) -> Refusal:
        """Why a unit may not be placed in a hex."""
        unit = self.waits[0]
        if order.verb != AT.name:
            return Refusal("8.1.2-09", f"{UNIT_IDS[unit]} enters first: choose its hex")
        refusal = why_not_place(g, unit, order.arg)
        assert refusal is not None, "what is not refused is offered"
        return refusal
