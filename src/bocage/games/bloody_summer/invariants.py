"""What must hold in every state of A Bloody Summer, whatever has been ordered; for tests and the fuzzer.

The rules do not use this module. It counts everything afresh and remembers what it saw, so that it notices what the
rules' own bookkeeping would hide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bocage.games.bloody_summer.campaign import ALLIED, CLOSED, GERMAN, LEADERS, SIDE_OF, WRECKED
from bocage.games.bloody_summer.control import ALWAYS, limits
from bocage.games.bloody_summer.logistics import closed_to_markers, why_not_stop
from bocage.games.bloody_summer.pieces import (
    DEPOT_IDS,
    FORMATION_NAMES,
    MOBILE,
    NAVAL_IDS,
    PIECE_IDS,
    PIECES,
    UNITS,
)
from bocage.games.bloody_summer.places import (
    ABSENT,
    DESTROYED,
    LOST,
    OFF_MAP,
    PLACES,
    RETURNED,
    SIZE,
    STRATEGIC_RESERVE,
    place_name,
)
from bocage.games.bloody_summer.reach import steppers, vacant_hexes
from bocage.games.bloody_summer.retreat import Retreats
from bocage.games.bloody_summer.stacking import overfull_hexes, why_not_together, why_overfull
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.title import BloodySummer
from bocage.games.bloody_summer.words import MARKER, SUPPLY, UNIT
from bocage.hexes import HexSet, mask, members
from bocage.kernel import Event, Setting
from bocage.kernel import State as KernelState

ORDERS_PER_PIECE = 80  # in one turn: moves of two orders in two phases, hex by hex, attacks, markers, losses
FOR_GOOD = (LOST, RETURNED, ABSENT)  # from where nobody returns
ASK_AGAIN_EVERY = 16  # looks; it takes as long as the question did
FOR_THE_SIDE = (SUPPLY.name, MARKER.name)  # what the leader of a side orders for the other army, too (11-01)


class Watch:
    """Watches one game; ask it after every order."""

    def __init__(self, setting: Setting) -> None:
        assert isinstance(setting, BloodySummer)
        self.campaign = setting.campaign
        turns = self.campaign.last_turn - self.campaign.first_turn + 1
        self.longest = turns * PIECES * ORDERS_PER_PIECE
        self._where: list[int] = []
        self._turn = 0
        self._points = 0
        self._lost: list[int] = []
        self._fighting = (0, "", 0)  # the combat phase that was seen last
        self._looks = 0
        self._wrecked: set[int] = set()

    def violations(self, state: KernelState, events: Sequence[Event] = ()) -> Iterator[str]:
        """What is wrong with a state, one sentence each; nothing if all is well."""
        assert isinstance(state, State)
        if not self._where:
            self._begin(state)
            events = ()
        yield from self._clock(state)
        yield from self._steps(state)
        yield from self._told(state, events)
        if state.where != self._where:
            yield from self._pieces(state)
            yield from self._recount(state)
            self._where = state.where.copy()
        yield from self._marks(state)
        yield from self._command(state)
        yield from self._seats(state)
        yield from self._worked_out(state)
        yield from self._control(state)
        yield from self._markers(state)
        yield from self._depots(state)
        yield from self._stacks(state)

    def _begin(self, g: State) -> None:
        """The first state that is watched has no past to compare with; it need not be the first of the game."""
        self._where = g.where.copy()
        self._turn, self._points, self._lost = g.turn, g.points, g.lost.copy()
        self._wrecked = {depot for depot, status in enumerate(g.depot) if status == WRECKED}

    def _clock(self, g: State) -> Iterator[str]:
        if g.turn not in (self._turn, self._turn + 1):
            yield f"turn {g.turn} follows on turn {self._turn}"
        self._turn = g.turn
        if g.turn > self.campaign.last_turn:
            yield f"there is a turn {g.turn}"

    def _steps(self, g: State) -> Iterator[str]:
        """Nobody has lost more steps than it has, and nobody in the field has none left."""
        steps = self.campaign.steps
        for piece in range(PIECES):
            if not 0 <= g.level[piece] <= 2:
                yield f"{PIECE_IDS[piece]} has level {g.level[piece]} (6.5)"
            if piece < UNITS and not 0 <= g.lost[piece] <= steps[piece]:
                yield f"{PIECE_IDS[piece]} has lost {g.lost[piece]} of {steps[piece]} steps (6.10)"
            place = g.where[piece]
            if piece < UNITS and (0 <= place < SIZE or place in OFF_MAP) and g.steps_of(piece) <= 0:
                yield f"{PIECE_IDS[piece]} is in {place_name(place)} without a step (6.10)"

    def _told(self, g: State, events: Sequence[Event]) -> Iterator[str]:
        """The track moves by what was scored, and steps come and go with an event."""
        scored = sum(
            event.number("points") * (1 if event.number("side") == ALLIED else -1)
            for event in events
            if event.kind == "scored"
        )
        if g.points != self._points + scored:
            yield f"the track is at {g.points}, after {self._points} and {scored} that were scored (11.3.2)"
        named = {event.facts.get("unit") for event in events}
        for unit in range(UNITS):
            if g.lost[unit] != self._lost[unit] and unit not in named:
                yield f"{PIECE_IDS[unit]} has lost {g.lost[unit]} steps after {self._lost[unit]}, and nobody was told"
        self._points, self._lost = g.points, g.lost.copy()

    def _pieces(self, g: State) -> Iterator[str]:
        """Every piece is in a place where it may be, and what is gone stays so."""
        for piece, place in enumerate(g.where):
            if place >= 0 and place not in PLACES:
                yield f"{PIECE_IDS[piece]} is nowhere: {place}"
            if 0 <= place < SIZE and not self.campaign.in_play >> place & 1:
                yield f"{PIECE_IDS[piece]} is in {place_name(place)}, which is not in play"
            if piece >= MOBILE and place >= 0 and place != self.campaign.home[piece]:
                yield f"{PIECE_IDS[piece]} is not at home but in {place_name(place)} (0.1.2.d-02)"
            if place == DESTROYED[1 - self.campaign.side[piece]]:
                yield f"{PIECE_IDS[piece]} is in the enemy's box"
            if place == STRATEGIC_RESERVE and self.campaign.side[piece] == GERMAN:
                yield f"{PIECE_IDS[piece]} is in the Allied reserve"
            if piece < MOBILE and self.campaign.army[piece] not in self.campaign.armies and place != ABSENT:
                yield f"{PIECE_IDS[piece]} is of an army that takes no part"
            if self._where[piece] in FOR_GOOD and place != self._where[piece]:
                yield f"{PIECE_IDS[piece]} comes back from {place_name(self._where[piece])}"

    def _recount(self, g: State) -> Iterator[str]:
        """What follows from where the pieces are."""
        at: dict[int, list[int]] = {}
        for piece, place in enumerate(g.where):
            if place >= 0:
                at.setdefault(place, []).append(piece)
        if {place: list(pieces) for place, pieces in g.at.items()} != at:
            yield "the stacks are not where the pieces are"
        if g.who != {place: mask(pieces) for place, pieces in at.items()}:
            yield "the masks of the stacks are not those of their pieces"
        hexes = {place: pieces for place, pieces in at.items() if place < SIZE}
        if g.fielded != mask(piece for pieces in hexes.values() for piece in pieces):
            yield "the pieces on the map are miscounted"
        if g.crowded != mask(place for place, pieces in hexes.items() if len(pieces) > 1):
            yield "the hexes with several pieces are miscounted"
        mixed = g.troops[ALLIED] & g.troops[GERMAN]
        if g.confused() != mask(piece for hex_ in members(mixed) for piece in at[hex_]):
            yield "the pieces in confusion are miscounted (6.11)"
        steps, vacant = self.campaign.steps_from, vacant_hexes(g)
        on_map = [piece for piece in range(MOBILE) if 0 <= g.where[piece] < SIZE]
        if steppers(g.copy()) != mask(piece for piece in on_map if steps[piece][g.where[piece]] & vacant):
            yield "those who can step into a vacant hex are miscounted"
        for side in (ALLIED, GERMAN):
            crowded = [hex_ for hex_ in sorted(hexes) if why_overfull(g, side, hex_)]
            if overfull_hexes(g.copy(), side) != crowded:
                yield f"the hexes with too many of side {side} are miscounted (2.1-05)"
        for side in (ALLIED, GERMAN):
            yield from self._recount_side(g, side)

    def _recount_side(self, g: State, side: int) -> Iterator[str]:
        occupied, troops, zone = 0, 0, 0
        sources: set[int] = set()
        for piece, place in enumerate(g.where):
            if 0 <= place < SIZE and self.campaign.side[piece] == side:
                occupied |= self.campaign.blocks[piece] << place
                troops |= self.campaign.fights[piece] << place
                if self.campaign.zoc[piece]:
                    sources.add(place)
        stacks = bytearray(SIZE)  # that project into each hex
        for place in sources:
            zone |= self.campaign.zoc_into[place]
            for hex_ in members(self.campaign.zoc_into[place]):
                stacks[hex_] += 1
        if (occupied, troops, zone, stacks) != (g.occupied[side], g.troops[side], g.zone[side], g.zoc[side]):
            yield f"the hexes or zones of control of side {side} are miscounted"

    def _marks(self, g: State) -> Iterator[str]:
        """Only who is in the field is out of supply, at rest, in Reserve, finished or has gone far."""
        for piece in members(g.unsupplied | g.resting | g.reserve | g.finished | g.extended):
            place = g.where[piece]
            if not (0 <= place < SIZE or place in OFF_MAP):
                yield f"{PIECE_IDS[piece]} is {place_name(place)} and bears a marker"

    def _command(self, g: State) -> Iterator[str]:
        """Units are under headquarters of their army, and no more formations fight under one than it controls."""
        under: dict[int, set[int]] = {}
        for unit, hq in g.fought_under.items():
            formation = self.campaign.formation[unit]
            if FORMATION_NAMES[formation] != ALWAYS:
                under.setdefault(hq, set()).add(formation)
        for hq, formations in under.items():
            if len(formations) > sum(limits(self.campaign)):
                yield f"{len(formations)} formations have fought under {PIECE_IDS[hq]} (5.1-01)"
        army = self.campaign.army
        for unit, hq in (*enumerate(g.corps[:UNITS]), *g.fought_under.items()):
            if hq != NOBODY and army[unit] != army[hq]:
                yield f"{PIECE_IDS[unit]} is under {PIECE_IDS[hq]} (5.1-02)"

    def _seats(self, g: State) -> Iterator[str]:
        """Who is asked about a unit owns it."""
        asked = g.pending
        for order in asked.orders if asked is not None else ():
            if order.noun is UNIT and asked is not None and g.seat(order.arg) != asked.seat:
                leader = LEADERS[SIDE_OF[self.campaign.army[order.arg]]]
                if order.verb not in FOR_THE_SIDE or asked.seat != leader:
                    yield f"{asked.seat} is asked '{order}' (11-01)"

    def _worked_out(self, g: State) -> Iterator[str]:
        """What is kept of a position is what would be found again: the same orders are offered without it."""
        self._looks += 1
        if g.pending is None or self._looks % ASK_AGAIN_EVERY:
            return
        again = g.copy()
        again.forget()
        if again.ask_again().orders != g.pending.orders:
            yield f"other orders would be offered if reach and supply were worked out anew: '{g.pending.prompt}'"
        for side in (ALLIED, GERMAN):
            if closed_to_markers(g, side) != mask(place for place in PLACES if why_not_stop(g, side, place)):
                yield f"the places that are closed to Offensive markers of side {side} are miscounted (0.2.1-05)"

    def _control(self, g: State) -> Iterator[str]:
        """Whoever has units in a hex and no enemy troops there controls it."""
        units: list[HexSet] = [0, 0]
        for piece in range(UNITS):
            if 0 <= g.where[piece] < SIZE:
                units[self.campaign.side[piece]] |= 1 << g.where[piece]
        wrong = (units[ALLIED] & ~g.troops[GERMAN] & ~g.held) | (units[GERMAN] & ~g.troops[ALLIED] & g.held)
        for hex_ in members(wrong):
            yield f"{place_name(hex_)} is held by nobody who is there (4.1.2-08)"

    def _markers(self, g: State) -> Iterator[str]:
        for (side, place), number in g.markers.items():
            if not (place < SIZE or place in OFF_MAP or (side == ALLIED and place == STRATEGIC_RESERVE)):
                yield f"Offensive markers are in {place_name(place)}"
            if g.units_in(place, 1 - side) and not g.pieces_in(place, side):
                yield f"Offensive markers lie with the enemy in {place_name(place)} (4.3-16)"
            if number < 1 or (place < SIZE and number > self.campaign.counters.offensive.in_a_hex):
                yield f"{number} Offensive markers are in {place_name(place)} (0.2.1-05)"
        for ships in range(len(NAVAL_IDS)):
            if g.naval[ships] < 0:
                yield f"{NAVAL_IDS[ships]} has {g.naval[ships]} points (6.2)"

    def _depots(self, g: State) -> Iterator[str]:
        """A depot that is destroyed stays so."""
        for depot in self._wrecked:
            if g.depot[depot] != WRECKED:
                yield f"{DEPOT_IDS[depot]} rises from its ruins (7.1)"
        self._wrecked |= {depot for depot, status in enumerate(g.depot) if status == WRECKED}
        for depot, hex_ in enumerate(self.campaign.depot_hexes):
            if g.depot[depot] not in (CLOSED, WRECKED) and not self.campaign.in_play >> hex_ & 1:
                yield f"{DEPOT_IDS[depot]} is open outside the map in play"

    def _stacks(self, g: State) -> Iterator[str]:
        """When a side's combat phase begins its stacks are within the limits, and US and British stay apart in it;
        enemies are together only in confusion.
        """
        if not any(isinstance(frame, Retreats) for frame in g.stack):  # headquarters go last
            for hex_ in members(g.occupied[ALLIED] & g.occupied[GERMAN] & ~(g.troops[ALLIED] & g.troops[GERMAN])):
                yield f"enemies are together in {place_name(hex_)} without confusion (5.4, 6.11)"
        if g.phase == "Combat phase":
            begins = self._fighting != (g.turn, g.part, g.active)
            self._fighting = g.turn, g.part, g.active
            for place, pieces in g.at.items():
                own = [piece for piece in pieces if self.campaign.side[piece] == g.active]
                refusal = why_not_together(self.campaign, own, place, crowd=g.turn == 0) if place < SIZE else None
                if refusal is not None and (begins or refusal.rule == "2.1-07"):
                    yield refusal.sentence
