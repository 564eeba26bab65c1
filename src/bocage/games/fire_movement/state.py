"""The state of a Fire & Movement game: where every unit is, and everything else that changes.

``put`` and ``remove`` are the only functions that change where a unit stands; they keep the
counts of units and of zones of control per hex in step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

from bocage.games.fire_movement.battle import ALLIED, GERMAN, LAST_TURN, SEATS, SIDES, Battle, Entry, in_foul_weather
from bocage.games.fire_movement.words import UNIT_IDS, Cup
from bocage.hexes import Hex, HexSet, Reach, mask
from bocage.kernel import Chance, Derived, Known, Public
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


def _entries(late: dict[int, Entry]) -> tuple[tuple[int, int, object], ...]:
    return tuple((unit, entry.turn, entry.how) for unit, entry in sorted(late.items()))


# The phases that have no name of their own in the state, by what is being done.
_PHASES = {
    "set_up": "German set-up",
    "beach_landings": "Landings on the beaches",
    "drops": "Airborne landings",
    "landing_attacks": "Landing attacks",
    "commando_assaults": "Commando assaults",
    "beach_assaults": "Beach assaults",
    "replacements": "Replacements",
    "early_arrival": "Early arrival",
    "reinforcements": "Allied reinforcements",
}


class State(KernelState):
    """A game of Fire & Movement in progress."""

    sides: ClassVar[Mapping[str, tuple[str, ...]]] = SIDES

    battle: Derived[Battle]
    where: Public[list[int]]  # a hex, or one of the words above
    at: Public[dict[Hex, tuple[int, ...]]]
    occupied: Derived[list[HexSet]]  # per side
    force: Derived[list[int]]  # per side, mask of the units on the map
    zone_sources: Derived[list[HexSet]]  # per side, hexes of the units that exert a ZOC
    units_in: Derived[tuple[bytearray, bytearray]]  # per side and hex
    zones: Derived[tuple[bytearray, bytearray]]  # per side: units exerting a ZOC into a hex
    reduced: Public[int] = 0
    held: Public[HexSet] = 0  # hexes last occupied by the Allies
    turn: Public[int] = 0
    last_turn: Public[int] = LAST_TURN
    length_settled: Public[bool] = False  # whether the campaign's extension has been worked out (15.3)
    active: Public[int] = ALLIED
    phase: Public[str] = "landings"
    foul_weather: Public[bool] = False
    # Masks of units, each cleared when its time is over.
    moved: Public[int] = 0  # in this player turn's Movement Phase
    fought: Public[int] = 0  # in this player turn's Combat Phase
    spent: Public[int] = 0  # advanced or displaced: nothing more this player turn
    displaced: Public[int] = 0  # may not attack any more this player turn
    attacked: Public[int] = 0  # targets of this phase
    grounded: Public[int] = 0  # may not move during GT 1
    ashore: Public[int] = 0  # landed in GT 1: may not attack in its combat phases
    landed: Public[int] = 0  # Allied reinforcements of this turn
    left_beach: Public[int] = 0  # Allied units that have left a beach landing hex: they may not stack again (10.9.1-10)
    bombarded: Public[dict[Hex, int]]  # markers aimed at a hex this player turn
    # Support fire. Markers that the other side has placed face down, which procedures hide, seem to be in their cup
    # still; that keeps them unknown even to someone who counts.
    pool: Public[list[tuple[Marker, ...]]]  # what a side owns
    cups: Public[list[tuple[Marker, ...]]]  # what can still be drawn this turn
    mines_aside: Public[tuple[Marker, ...]] = ()
    losses_due: Public[int] = 0  # mask over the scenario's marker losses: captured, to be paid next turn
    losses_paid: Public[int] = 0  # mask of those paid
    # Landings.
    beachheads: Public[HexSet] = 0
    drop_zones: Public[dict[Hex, str]]  # hex -> army, while they give supply
    secret: Annotated[dict[int, Hex], Known(to=SEATS[GERMAN])]  # recorded German set-up
    late: Annotated[dict[int, Entry], Known(told=_entries)]  # entries that differ from the schedule
    due: Public[tuple[int, ...]] = ()  # reinforcements that may come in this phase
    brought: Public[int] = 0  # mask of DIVISIONS called in early
    came_early: Public[int] = 0  # mask of those of which a unit has entered early
    # Worked out for the last decision, for a unit, its points and its allowance, and good until a unit moves.
    last_reach: Derived[tuple[tuple[int, int, int], Reach] | None] = None

    def __init__(self, battle: Battle, chance: Chance) -> None:
        super().__init__(chance)
        size = battle.grid.size
        self.battle = battle
        self.where = [WAITING if battle.in_play >> unit & 1 else ABSENT for unit in range(len(battle.units))]
        self.at = {}
        self.occupied = [0, 0]
        self.force = [0, 0]
        self.zone_sources = [0, 0]
        self.units_in = (bytearray(size), bytearray(size))
        self.zones = (bytearray(size), bytearray(size))
        self.bombarded = {}
        self.pool = [()] * len(Cup)
        self.cups = [()] * len(Cup)
        self.drop_zones = {}
        self.secret = {}
        self.late = {}

    # -- reading ------------------------------------------------------------------------------

    def heading(self) -> str:
        """What is being done, else the phase: 'Beach assaults', 'Movement Phase'."""
        names = [_PHASES[frame.doing] for frame in self.stack if frame.doing in _PHASES]
        return names[-1] if names else self.phase[:1].upper() + self.phase[1:]

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
        return in_foul_weather(allowance) if self.foul_weather else allowance

    def in_ezoc(self, side: int, hex_: Hex) -> bool:
        """Whether a hex is in a zone of control of the side's enemy (6.0)."""
        return bool(self.zones[1 - side][hex_])

    def exerts_zone(self, unit: int) -> bool:
        """Whether a unit has a zone of control now: airborne units have none on GT 1 (10.9.2)."""
        return self.battle.zoc[unit] and not (self.turn <= 1 and self.battle.airborne[unit])

    def entry_of(self, unit: int) -> Entry | None:
        """When and where a unit is scheduled to come."""
        return self.late.get(unit) or self.battle.entry[unit]

    def cite(self, rule: str) -> str:
        """Rules are written with the numbers of the Quad."""
        return self.battle.numbers.get(rule, rule)

    # -- changing -----------------------------------------------------------------------------

    def put(self, unit: int, hex_: Hex) -> None:
        """Place a unit in a hex, from wherever it was."""
        self.walk(unit, (hex_,))

    def walk(self, unit: int, path: Sequence[Hex]) -> None:
        """Move a unit hex by hex: it has occupied what it passes, and left a beach landing hex among it (10.9.1-10)."""
        battle, came_from, hex_ = self.battle, self.where[unit], path[-1]
        side = battle.side[unit]
        if came_from >= 0:
            self._lift(unit)
            if side == ALLIED and mask((came_from, *path[:-1])) & self.beachheads:
                self.left_beach |= 1 << unit
        self.last_reach = None
        self.where[unit] = hex_
        self.at[hex_] = (*self.at.get(hex_, ()), unit)
        self.units_in[side][hex_] += 1
        self.occupied[side] |= 1 << hex_
        self.force[side] |= 1 << unit
        if self.exerts_zone(unit):
            self.zone_sources[side] |= 1 << hex_
            zones = self.zones[side]
            for neighbour in battle.grid.neighbours[hex_]:
                zones[neighbour] += 1
        self.enter(side, *path)

    def enter(self, side: int, *hexes: Hex) -> None:
        """A side's unit occupies hexes, if only in passing (10.9.1-06)."""
        entered = mask(hexes)
        if side == ALLIED:
            self.held |= entered
            return
        self.held &= ~entered
        if entered & self.beachheads:
            for hex_ in hexes:
                if self.beachheads >> hex_ & 1:
                    self.beachheads &= ~(1 << hex_)
                    self.tell_result("beachhead_lost", "10.9.1-06", hex=hex_)

    def _lift(self, unit: int) -> None:
        self.last_reach = None
        hex_ = self.where[unit]
        side = self.battle.side[unit]
        rest = tuple([other for other in self.at[hex_] if other != unit])
        if rest:
            self.at[hex_] = rest
        else:
            del self.at[hex_]
        self.units_in[side][hex_] -= 1
        if not self.units_in[side][hex_]:
            self.occupied[side] &= ~(1 << hex_)
        self.force[side] &= ~(1 << unit)
        if self.exerts_zone(unit):
            if not any(self.exerts_zone(other) for other in rest if self.battle.side[other] == side):
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
            self.eliminate(unit, rule, last_step=True)
        else:
            self.reduced |= 1 << unit
            self.tell_loss("reduced", rule, UNIT_IDS[unit], 1, unit=unit, hex=self.where[unit])

    def eliminate(self, unit: int, rule: str, *, last_step: bool = False) -> None:
        """Destroy a unit, outright or because it has lost its last step."""
        steps = 1 if self.on_last_step(unit) else 2
        self.tell_loss(
            "eliminated", rule, UNIT_IDS[unit], steps, gone=True, unit=unit, hex=self.where[unit], last_step=last_step
        )  # fmt: skip
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
