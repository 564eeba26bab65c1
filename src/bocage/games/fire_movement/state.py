"""The state of a Fire & Movement game: where every unit is, and everything else that changes.

``put`` and ``remove`` are the only functions that change where a unit stands; they keep the
counts of units and of zones of control per hex in step.
"""

from __future__ import annotations

from typing import ClassVar, Self

from bocage.games.fire_movement.battle import ALLIED, GERMAN, LAST_TURN, SEATS, Battle, Entry
from bocage.games.fire_movement.words import Cup
from bocage.hexes import Hex, HexSet, Reach
from bocage.kernel import Chance
from bocage.kernel import State as KernelState

WAITING = -1  # off the map, still to come
ELIMINATED = -2
ABSENT = -3  # not in this scenario

Marker = int  # value + 16 * icon
UNKNOWN: Marker = 0  # a face-down marker of the other side
MINES = 16


def value_of(marker: Marker) -> int:
    """The '+' number of a marker."""
    return marker & 15


def is_mines(marker: Marker) -> bool:
    """Whether a marker is one of the mines markers (10.8.2)."""
    return marker >= MINES


class State(KernelState):
    """A game of Fire & Movement in progress."""

    seats: ClassVar[tuple[str, ...]] = SEATS

    def __init__(self, battle: Battle, chance: Chance) -> None:
        super().__init__(chance)
        self.battle = battle
        count = len(battle.units)
        self.where: list[int] = [WAITING if battle.in_play >> unit & 1 else ABSENT for unit in range(count)]
        self.at: dict[Hex, tuple[int, ...]] = {}
        self.occupied: list[HexSet] = [0, 0]  # per side
        self.force: list[int] = [0, 0]  # per side, mask of the units on the map
        self.zone_sources: list[HexSet] = [0, 0]  # per side, hexes of the units that exert a ZOC
        self.units_in = (bytearray(battle.grid.size), bytearray(battle.grid.size))  # per side and hex
        self.zones = (bytearray(battle.grid.size), bytearray(battle.grid.size))  # units exerting a ZOC into a hex
        self.reduced = 0
        self.held: HexSet = 0  # hexes last occupied by the Allies
        self.turn = 0
        self.last_turn = LAST_TURN
        self.length_settled = False  # whether the campaign's extension has been worked out (15.3)
        self.active = ALLIED
        self.phase = "landings"
        self.foul_weather = False
        # Masks of units, each cleared when its time is over.
        self.moved = 0  # in this player turn's Movement Phase
        self.fought = 0  # in this player turn's Combat Phase
        self.spent = 0  # advanced or displaced: nothing more this player turn
        self.displaced = 0  # may not attack any more this player turn
        self.attacked = 0  # targets of this phase
        self.grounded = 0  # may not move during GT 1
        self.ashore = 0  # landed in GT 1: may not attack in its combat phases
        self.landed = 0  # Allied reinforcements of this turn
        self.never_left = 0  # Allied units still in the beach landing hex where they came ashore
        self.bombarded: dict[Hex, int] = {}  # markers aimed at a hex this player turn
        # Support fire.
        self.pool: list[tuple[Marker, ...]] = [()] * len(Cup)  # what a side owns
        self.cups: list[tuple[Marker, ...]] = [()] * len(Cup)  # what can still be drawn this turn
        self.mines_aside: tuple[Marker, ...] = ()
        self.losses_due = 0  # mask over the scenario's marker losses: captured, to be paid next turn
        self.losses_paid = 0  # mask of those paid
        # Landings.
        self.beachheads: HexSet = 0
        self.drop_zones: dict[Hex, str] = {}  # hex -> army, while they give supply
        self.secret: dict[int, Hex] = {}  # recorded German set-up, hidden from the Allies
        self.late: dict[int, Entry] = {}  # entries that differ from the schedule
        self.due: tuple[int, ...] = ()  # reinforcements that may come in this phase
        self.brought = 0  # mask of DIVISIONS called in early
        self.came_early = 0  # mask of those of which a unit has entered early
        # Worked out for the last decision and good until a unit moves; not a fact of the game.
        self.last_reach: tuple[tuple[int, int, int], Reach] | None = None  # for a unit, its points and its allowance

    # -- reading ------------------------------------------------------------------------------

    def is_reduced(self, unit: int) -> int:
        """1 if a unit shows its reduced side, else 0."""
        return self.reduced >> unit & 1

    def on_last_step(self, unit: int) -> bool:
        """Whether a unit that loses a step is lost: it is reduced already or has only one (8.3-03)."""
        return not self.battle.two_step[unit] or bool(self.reduced >> unit & 1)

    def attack_of(self, unit: int) -> int:
        """Attack strength as it stands."""
        return self.battle.attack[self.reduced >> unit & 1][unit]

    def defence_of(self, unit: int) -> int:
        """Defence strength as it stands, doubled in a fortification (8.2.3)."""
        strength = self.battle.defence[self.reduced >> unit & 1][unit]
        return 2 * strength if self.battle.fortified >> self.where[unit] & 1 else strength

    def allowance_of(self, unit: int) -> int:
        """Movement allowance as it stands, halved upwards in foul weather (10.6)."""
        allowance = self.battle.allowance[self.reduced >> unit & 1][unit]
        return (allowance + 1) // 2 if self.foul_weather else allowance

    def in_ezoc(self, side: int, hex_: Hex) -> bool:
        """Whether a hex is in a zone of control of the side's enemy (6.0)."""
        return bool(self.zones[1 - side][hex_])

    def exerts_zone(self, unit: int) -> bool:
        """Whether a unit has a zone of control now: airborne units have none on GT 1 (10.9.2)."""
        return self.battle.zoc[unit] and not (self.turn <= 1 and self.battle.airborne[unit])

    def entry_of(self, unit: int) -> Entry | None:
        """When and where a unit is scheduled to come."""
        return self.late.get(unit) or self.battle.entry[unit]

    # -- changing -----------------------------------------------------------------------------

    def put(self, unit: int, hex_: Hex) -> None:
        """Place a unit in a hex, from wherever it was."""
        if self.where[unit] >= 0:
            self._lift(unit)
        self.last_reach = None
        self.never_left &= ~(1 << unit)
        side = self.battle.side[unit]
        self.where[unit] = hex_
        self.at[hex_] = (*self.at.get(hex_, ()), unit)
        self.units_in[side][hex_] += 1
        self.occupied[side] |= 1 << hex_
        self.force[side] |= 1 << unit
        if self.exerts_zone(unit):
            self.zone_sources[side] |= 1 << hex_
            zones = self.zones[side]
            for neighbour in self.battle.grid.neighbours[hex_]:
                zones[neighbour] += 1
        self.enter(side, hex_)

    def land(self, unit: int, hex_: Hex) -> None:
        """Bring a unit ashore; it may share the hex with others until it leaves it (10.9.1-10)."""
        self.put(unit, hex_)
        self.never_left |= 1 << unit

    def enter(self, side: int, hex_: Hex) -> None:
        """A side's unit occupies a hex, if only in passing (10.9.1-06)."""
        if side == ALLIED:
            self.held |= 1 << hex_
            return
        self.held &= ~(1 << hex_)
        if self.beachheads >> hex_ & 1:
            self.beachheads &= ~(1 << hex_)
            self.tell("beachhead_lost", "10.9.1-06", hex=hex_)

    def _lift(self, unit: int) -> None:
        self.last_reach = None
        hex_ = self.where[unit]
        side = self.battle.side[unit]
        rest = tuple(other for other in self.at[hex_] if other != unit)
        if rest:
            self.at[hex_] = rest
        else:
            del self.at[hex_]
        self.units_in[side][hex_] -= 1
        if not self.units_in[side][hex_]:
            self.occupied[side] &= ~(1 << hex_)
        self.force[side] &= ~(1 << unit)
        if self.exerts_zone(unit):
            if not any(map(self.exerts_zone, rest)):
                self.zone_sources[side] &= ~(1 << hex_)
            zones = self.zones[side]
            for neighbour in self.battle.grid.neighbours[hex_]:
                zones[neighbour] -= 1

    def remove(self, unit: int, status: int = ELIMINATED) -> None:
        """Take a unit off the map."""
        if self.where[unit] >= 0:
            self._lift(unit)
        self.where[unit] = status

    def deplete(self, unit: int, rule: str) -> None:
        """Reduce a unit, or eliminate it if it is on its last step."""
        if self.on_last_step(unit):
            self.eliminate(unit, rule)
        else:
            self.reduced |= 1 << unit
            self.tell("reduced", rule, unit=unit, hex=self.where[unit])

    def eliminate(self, unit: int, rule: str) -> None:
        """Destroy a unit."""
        self.tell("eliminated", rule, unit=unit, hex=self.where[unit])
        self.remove(unit)

    def recount_zones(self) -> None:
        """Work out all zones of control afresh, when who exerts one has changed (10.9.2-21)."""
        self.last_reach = None
        for side in (ALLIED, GERMAN):
            zones = self.zones[side]
            zones[:] = bytes(len(zones))
            self.zone_sources[side] = 0
            for hex_, units in self.at.items():
                for unit in units:
                    if self.battle.side[unit] == side and self.exerts_zone(unit):
                        self.zone_sources[side] |= 1 << hex_
                        for neighbour in self.battle.grid.neighbours[hex_]:
                            zones[neighbour] += 1

    # -- copying, comparing, hiding ---------------------------------------------------------------

    def copy_board_to(self, twin: Self) -> None:
        """Lists and tables of its own for a copy."""
        twin.where = self.where.copy()
        twin.at = self.at.copy()
        twin.occupied = self.occupied.copy()
        twin.force = self.force.copy()
        twin.zone_sources = self.zone_sources.copy()
        twin.units_in = (self.units_in[0][:], self.units_in[1][:])
        twin.zones = (self.zones[0][:], self.zones[1][:])
        twin.bombarded = self.bombarded.copy()
        twin.pool = self.pool.copy()
        twin.cups = self.cups.copy()
        twin.drop_zones = self.drop_zones.copy()
        twin.secret = self.secret.copy()
        twin.late = self.late.copy()

    def board_facts(self) -> tuple[object, ...]:
        """All that can change on and beside the map."""
        return (
            tuple(self.where), tuple(sorted(self.at.items())), self.reduced, self.held, self.turn, self.last_turn,
            self.length_settled, self.active, self.phase, self.foul_weather, self.moved, self.fought, self.spent,
            self.displaced, self.attacked, self.grounded, self.ashore, self.landed, self.never_left,
            tuple(sorted(self.bombarded.items())), tuple(self.pool), tuple(self.cups), self.mines_aside,
            self.losses_due, self.losses_paid, self.beachheads,
            tuple(sorted(self.drop_zones.items())), tuple(sorted(self.secret.items())),
            tuple((unit, entry.turn, entry.how) for unit, entry in sorted(self.late.items())), self.due, self.brought,
            self.came_early,
        )  # fmt: skip

    def hide_from(self, seat: str) -> None:
        """Hide the recorded German set-up.

        Markers that the other side has placed face down, which procedures hide, seem to be in their cup still; that
        keeps them unknown even to someone who counts.
        """
        if seat != SEATS[GERMAN]:
            self.secret = {}
