"""What must hold in every state of Fire & Movement, whatever has been ordered; for tests and the fuzzer.

The rules do not use this module. It counts everything afresh and remembers what it saw, so that it notices what the
rules' own bookkeeping would hide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bocage.games.fire_movement.airborne import AirborneLandings, LandingAttacks
from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS
from bocage.games.fire_movement.reinforcements import BEACH_LIMIT
from bocage.games.fire_movement.state import ABSENT, ELIMINATED, UNKNOWN, WAITING, Marker, State
from bocage.games.fire_movement.support import SupportFire
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import CUP_NAMES, GRID, UNIT_IDS, Cup
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import Event, Setting
from bocage.kernel import State as KernelState

ORDERS_PER_UNIT = 60  # in one turn: a road hex at a time with 12 MP is 24 moves of two orders, and then some combat
SEPARATION = 2  # 10.9.2-12: airborne units that share a hex separate in the Allied Movement Phase of GT 2
BASES = {"naval": 1}


class Watch:
    """Watches one game; ask it after every order."""

    def __init__(self, setting: Setting) -> None:
        assert isinstance(setting, FireMovement)
        self.battle = setting.battle
        self.longest = (self.battle.last_turn_ever + 1) * self.battle.in_play.bit_count() * ORDERS_PER_UNIT
        self._where: list[int] = []
        self._recount: _Count | None = None
        self._stacks: dict[Hex, frozenset[int]] = {}
        self._turn = 0
        self._separated = False
        self._beachheads: HexSet = 0
        self._pools: list[tuple[Marker, ...]] = []
        self._markers: list[Counter[Marker]] = []
        self._markers_seen: tuple[object, ...] = ()
        self._markers_turn = 0
        self._two_step = mask(unit for unit, two in enumerate(self.battle.two_step) if two)

    # -- what must hold -----------------------------------------------------------------------------

    def violations(self, state: KernelState, events: Sequence[Event] = ()) -> Iterator[str]:
        """What is wrong with a state, one sentence each; nothing if all is well."""
        assert isinstance(state, State)
        if self._recount is None:
            self._begin(state)
        yield from self._clock(state)
        if state.where != self._where or (state.turn > 1) != (self._recount is not None and self._recount.zones_of_all):
            yield from self._units(state)
            self._where = state.where.copy()
            self._recount = _Count(state)
            yield from self._stacking(state)
        assert self._recount is not None
        yield from self._recount.differences(state)
        yield from self._separation(state)
        yield from self._sets(state)
        yield from self._support_fire(state)

    def _begin(self, g: State) -> None:
        """The first state that is watched has no past to compare with; it need not be the first of the game."""
        self._turn = g.turn
        self._separated = g.turn >= SEPARATION
        self._stacks = {hex_: frozenset(units) for hex_, units in g.at.items()}
        self._beachheads = g.beachheads

    def _clock(self, g: State) -> Iterator[str]:
        if g.turn not in (self._turn, self._turn + 1):
            yield f"game turn {g.turn} follows on game turn {self._turn}"
        self._turn = g.turn
        if not g.turn <= g.last_turn <= self.battle.last_turn_ever:
            yield f"it is game turn {g.turn} of {g.last_turn}"
        if g.turn >= 2 and g.grounded | g.ashore:
            yield "units are still held on their landing hexes after GT 1 (10.9.1-11)"
        if g.turn >= 3 and g.drop_zones:
            yield "drop zones are still there after GT 2 (10.9.2-20)"

    def _units(self, g: State) -> Iterator[str]:
        """Every unit of the scenario is in one place: on the map, waiting or eliminated; the others are nowhere."""
        in_play = self.battle.in_play
        before = self._where or [WAITING if in_play >> unit & 1 else ABSENT for unit in range(len(g.where))]
        for unit, (old, new) in enumerate(zip(before, g.where, strict=True)):
            if old == new:
                continue
            name = UNIT_IDS[unit]
            if not in_play >> unit & 1:
                yield f"{name} is no unit of this scenario (where = {new})"
            elif not ELIMINATED <= new < GRID.size:
                yield f"{name} is lost (where = {new})"
            if old == ELIMINATED:
                yield f"{name} came back from the dead (where = {new})"
            if new == WAITING:
                yield f"{name} went back off the map"
        for side in (ALLIED, GERMAN):
            if g.turn and g.occupied[side] & ~self.battle.playable:
                labels = ", ".join(GRID.label(hex_) for hex_ in members(g.occupied[side] & ~self.battle.playable))
                yield f"{SEATS[side]} units stand outside the area in play, in {labels}"

    def _stacking(self, g: State) -> Iterator[str]:
        """One unit in a hex (5.3), up to three in a beach landing hex; airborne units stay as they fell until GT 2."""
        stacks = {}
        for hex_, units in g.at.items():
            if len(units) == 1:
                continue
            label = GRID.label(hex_)
            crowd = stacks[hex_] = frozenset(units)
            sides = {self.battle.side[unit] for unit in units}
            if len(sides) == 2:
                if not any(isinstance(frame, AirborneLandings | LandingAttacks) for frame in g.stack):
                    yield f"both sides are in {label}"
            elif sides == {GERMAN}:
                yield f"German units are stacked in {label}"
            elif len(units) <= (BEACH_LIMIT if g.beachheads >> hex_ & 1 else 1):
                continue
            elif not any(self.battle.airborne[unit] for unit in units):
                yield f"{_names(crowd)} are stacked in {label}"
            elif g.turn and not crowd <= self._stacks.get(hex_, frozenset()):
                yield f"{_names(crowd)} have come to be stacked in {label} after the landings"
        self._stacks = stacks

    def _separation(self, g: State) -> Iterator[str]:
        """10.9.2-12: after the Allied Movement Phase of GT 2 nobody stays in a hex too full who could have left it."""
        if self._separated or g.turn < SEPARATION or g.phase in ("Support Fire Marker Phase", "Movement Phase"):
            return
        self._separated = True
        for hex_, units in g.at.items():
            if len(units) > (BEACH_LIMIT if g.beachheads >> hex_ & 1 else 1):
                yield from (f"{UNIT_IDS[u]} has not left {GRID.label(hex_)}" for u in units if could_leave(g, u))

    def _sets(self, g: State) -> Iterator[str]:
        battle = self.battle
        if g.reduced & ~self._two_step:
            yield "a unit of one step is reduced"
        for name in ("reduced", "moved", "fought", "spent", "displaced", "attacked", "grounded", "ashore", "landed"):
            if getattr(g, name) & ~battle.in_play:
                yield f"'{name}' names units that are not in this scenario"
        if any(count > 2 for count in g.bombarded.values()):
            yield "a hex was bombarded with more than two markers in a player turn (8.1-08)"
        landing = not g.turn and any(isinstance(frame, AirborneLandings | LandingAttacks) for frame in g.stack)
        if not landing and (g.occupied[ALLIED] & ~g.held or g.occupied[GERMAN] & g.held):
            yield "who was last in a hex is not who is in it"
        if g.beachheads & ~battle.beach_hexes:
            yield "a beachhead marker is off the beaches"
        if g.turn and g.beachheads & ~self._beachheads:
            yield "a beachhead marker appeared after the landings"
        self._beachheads = g.beachheads
        if g.beachheads & g.occupied[GERMAN]:
            yield "a German unit is in a hex with a beachhead marker"
        if any(g.where[unit] != WAITING for unit in g.secret):
            yield "a unit whose set-up is still secret is on the map"
        if len(set(g.secret.values())) != len(g.secret):
            yield "two units are recorded in one hex"
        if any(g.where[unit] != WAITING for unit in g.due):
            yield "a reinforcement is due that is not waiting"

    def _support_fire(self, g: State) -> Iterator[str]:
        """Pools only shrink, and within a turn so does what is in cups, aside and in play."""
        frame = g.stack[-1] if g.stack else None
        placed = frame.facts() if isinstance(frame, SupportFire) else ()
        seen = (g.turn, tuple(g.pool), tuple(g.cups), g.mines_aside, placed)
        if seen == self._markers_seen:
            return
        self._markers_seen = seen
        for cup, before in enumerate(self._pools):
            if g.pool[cup] != before and Counter(g.pool[cup]) - Counter(before):
                yield f"the {CUP_NAMES[cup]} pool has gained a marker"
        self._pools = g.pool.copy()
        markers = markers_of(g)
        same_turn = g.turn in (self._markers_turn, 1)
        for cup, now in enumerate(markers):
            if now - Counter(g.pool[cup]):
                yield f"the {CUP_NAMES[cup]} markers in use are more than the pool has"
            if same_turn and self._markers and now - self._markers[cup]:
                yield f"a {CUP_NAMES[cup]} marker came back within the turn"
        self._markers, self._markers_turn = markers, g.turn


class _Count:
    """Where everybody is, counted afresh from ``where`` alone."""

    def __init__(self, g: State) -> None:
        battle = g.battle
        size = battle.grid.size
        self.zones_of_all = g.turn > 1
        self.at: dict[Hex, set[int]] = {}
        self.force = [0, 0]
        self.occupied: list[HexSet] = [0, 0]
        self.units_in = (bytearray(size), bytearray(size))
        self.zones = (bytearray(size), bytearray(size))
        self.zone_sources: list[HexSet] = [0, 0]
        for unit, hex_ in enumerate(g.where):
            if hex_ < 0:
                continue
            side = battle.side[unit]
            self.at.setdefault(hex_, set()).add(unit)
            self.force[side] |= 1 << unit
            self.occupied[side] |= 1 << hex_
            self.units_in[side][hex_] += 1
            if battle.zoc[unit] and (self.zones_of_all or not battle.airborne[unit]):  # 6.0, 10.9.2-21
                self.zone_sources[side] |= 1 << hex_
                for neighbour in battle.grid.neighbours[hex_]:
                    self.zones[side][neighbour] += 1
        self.last_at: dict[Hex, tuple[int, ...]] = {}

    def differences(self, g: State) -> Iterator[str]:
        """Where the state's own counts differ."""
        if g.at != self.last_at:
            if {hex_: set(units) for hex_, units in g.at.items()} != self.at:
                yield "'at' is not where the units are"
            if any(len(set(units)) != len(units) for units in g.at.values()):
                yield "a unit stands twice in a hex"
            self.last_at = g.at.copy()
        for name in ("force", "occupied", "units_in", "zones", "zone_sources"):
            if getattr(g, name) != getattr(self, name):
                yield f"'{name}' is not what a recount gives"


def could_leave(g: State, unit: int) -> bool:
    """Whether a unit that has not moved has a hex beside it into which nothing hinders it to go."""
    points = 2 * g.allowance_of(unit)
    return not g.moved >> unit & 1 and any(
        cost <= points and hex_ not in g.at and not g.in_ezoc(ALLIED, hex_)
        for hex_, cost in g.battle.links(unit)[g.where[unit]]
    )


def markers_of(g: State) -> list[Counter[Marker]]:
    """Every support fire marker that is in a cup, put aside or placed in the present combat, by cup."""
    found = [Counter(cup) for cup in g.cups]
    found[Cup.GERMAN].update(g.mines_aside)
    frame = g.stack[-1] if g.stack else None
    if isinstance(frame, SupportFire):
        for cup, marker in frame.attack_markers + frame.defence_markers:
            found[cup][marker] += 1
        if frame.drawn != UNKNOWN:
            found[Cup.GERMAN][frame.drawn] += 1
    return found


def _names(units: frozenset[int]) -> str:
    return " and ".join(UNIT_IDS[unit] for unit in sorted(units))
