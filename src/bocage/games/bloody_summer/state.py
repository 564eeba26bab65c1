"""The state of a game of A Bloody Summer: where every piece is, and everything else that changes.

``put`` and ``remove`` are the only functions that change where a piece is; they keep the sets of hexes, the zones of
control and the control of hexes and boxes in step. Nothing on this board is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final, Self

from bocage.games.bloody_summer.campaign import ALLIED, CLOSED, GERMAN, SEATS, SIDE_NAMES, SIDES, Campaign
from bocage.games.bloody_summer.pieces import (
    AIR_IDS,
    DEPOT_IDS,
    HEADQUARTERS,
    NAVAL_IDS,
    PIECE_IDS,
    PIECES,
    UNITS,
)
from bocage.games.bloody_summer.places import DESTROYED, LOST, OFF_MAP, SIZE, WAITING, Place
from bocage.games.bloody_summer.reasons import WHY_LOST
from bocage.games.bloody_summer.tables import Sky
from bocage.games.bloody_summer.terms import Replacement, Weather
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Chance, Derived, Public
from bocage.kernel import State as KernelState

if TYPE_CHECKING:
    from bocage.games.bloody_summer.control import Muster
    from bocage.games.bloody_summer.logistics import Hauling
    from bocage.games.bloody_summer.reach import Sought

NOBODY: Final = -1  # no headquarters


# What follows from the pieces of a stack alone is kept: the same stacks are asked about again and again.


@lru_cache(1 << 14)
def _of_side(campaign: Campaign, stack: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple(piece for piece in stack if campaign.side[piece] == side)


class State(KernelState):
    """A game of A Bloody Summer in progress."""

    sides: ClassVar[Mapping[str, tuple[str, ...]]] = SIDES

    campaign: Derived[Campaign]
    where: Public[list[Place]]  # a hex, a box, or one of the words of ``places``
    lost: Public[list[int]]  # steps, of each piece
    level: Public[list[int]]  # of disorganisation: 0, 1 or 2
    affected: Public[dict[Place, int]]  # A 1 or 2 (6.2)
    struck: Public[dict[int, int]]  # the same of units that were hit alone, by coastal batteries (6.2.a)
    held: Public[HexSet] = 0  # hexes that the Allies control
    boxes_held: Public[int] = 0  # mask of the places that are boxes and that they control
    besieged: Public[int] = 0  # mask of the places that are Festungen under siege (6.13)
    # What follows from where the pieces are.
    at: Derived[dict[Place, tuple[int, ...]]]  # in ascending order
    who: Derived[dict[Place, int]]  # the same as masks
    fielded: Derived[int] = 0  # mask of the pieces that are in hexes
    crowded: Derived[HexSet] = 0  # hexes with more than one piece
    occupied: Derived[list[HexSet]]  # per side: hexes that enemies may not enter, also for a lone headquarters
    troops: Derived[list[HexSet]]  # per side: hexes with a piece that defends itself
    zoc: Derived[tuple[bytearray, bytearray]]  # per side and hex: stacks that project into it
    zone: Derived[list[HexSet]]  # per side: hexes where that is more than none
    # Supply and command, in masks of pieces (5, 7).
    unsupplied: Public[int] = 0
    resting: Public[int] = 0
    finished: Public[int] = 0  # headquarters on their back
    extended: Public[int] = 0  # headquarters that made an extended movement in this turn (5.2)
    corps: Public[list[int]]  # of each unit the headquarters that controls it, or NOBODY
    commanders: Public[list[int]]  # of each unit the headquarters that may command it in this combat phase, as a mask
    fought_under: Public[dict[int, int]]  # in this turn: the headquarters to which a unit is bound
    due: Public[dict[int, int]]  # the turn on which a destroyed headquarters comes back (5.4-05)
    markers: Public[dict[tuple[int, Place], int]]  # Offensive markers, by side and place; see ``add_markers``
    # Of this phase, in masks of pieces.
    moved: Public[int] = 0
    strode: Public[int] = 0  # more than one hex (4.1.1-09)
    reserve: Public[int] = 0
    attacked: Public[int] = 0
    defended: Public[int] = 0
    activated: Public[int] = 0  # headquarters that have passed or fought
    bombarded: Public[list[int]]  # places that have been by ships, and by aircraft: masks (6.2-02)
    battery_fired: Public[bool] = False  # the one German bombardment of the phase (6.2.a-01)
    landed: Public[dict[Hex, tuple[int, ...]]]  # who came ashore in a hex in this movement phase (4.2)
    delayed: Public[int] = 0  # pieces that may not leave their boxes any more (4.1.2-14)
    ranger_hexes: Public[HexSet] = 0  # where the 5th Ranger may land by its die (10.A.1.b-02)
    # The time.
    turn: Public[int] = 0
    part: Public[str] = ""  # of the turn: "O", "A" or "B"; nothing at its start and end
    weather: Public[Sky] = Weather.CLEAR  # clear or overcast
    storm: Public[bool] = False  # in this phase
    adjustment: Public[int] = 0  # of the next weather die
    storm_due: Public[bool] = False  # a natural 6 fell for this turn: both phases are tested
    storm_spared: Public[bool] = False  # a storm in the last phase: the next is not tested
    first: Public[int] = ALLIED  # the side with the initiative
    active: Public[int] = ALLIED
    # Depots, aircraft, ships, replacements.
    depot: Public[list[int]]  # of each Allied depot: CLOSED, REDUCED, FULL or WRECKED
    depot_due: Public[list[int]]  # the turn on which it opens or grows; 0: none
    depot_army: Public[list[int]]  # that took its hex
    unloaded: Public[dict[int, int]]  # Offensive markers that came ashore at a depot in this turn
    occupation: Public[int] = 0  # Logistics Phases in a row with Germans in the Allied harbour of Cherbourg (7.1.3)
    air: Public[list[int]]  # of each air counter its mission; see air.py
    air_place: Public[list[int]]  # its zone or box of interdiction, or the turn on which it returns
    naval: Public[list[int]]  # points left of each class of ships
    replacements: Public[list[int]]  # German, by kind
    carpeted: Public[dict[int, tuple[Hex, ...]]]  # the hexes over which a heavy bomber lies (9.4)
    rubble: Public[dict[Hex, int]]  # movement points more for a hex (9.4)
    carpets: Public[int] = 0  # mask of the armies that have carpet-bombed in this turn (9.4-05)
    # Victory.
    points: Public[int] = 0  # of the track: Allied up, German down
    depot_points: Public[list[int]]  # scored for each Allied depot (11.3.2-05)
    paris_scored: Public[bool] = False
    utah_fell: Public[bool] = False  # a German unit has been in 0617 (11.1.5-04)
    # Worked out in this position; see ``forget``.
    traced: Derived[dict[tuple[str, int], int]]  # supply lines and such, good until a piece moves; see supply.py
    hauling: Derived[list[Hauling | None]]  # per side: ways of Offensive markers; see logistics.py
    musters: Derived[dict[int, Muster]]  # per army, while it is assigned to headquarters; see control.py
    sought: Derived[list[Sought | None]]  # per side: ways, good until its enemies move; see reach.py
    shifted: Derived[int] = 0  # mask of the pieces that were put or removed since ``stepping`` was worked out
    stepping: Derived[tuple[HexSet, int]] = (0, 0)  # the vacant hexes, and who can step into one; see reach.py
    touched: Derived[HexSet] = 0  # hexes that a piece has entered or left since ``overfull`` was worked out
    overfull: Derived[list[HexSet]]  # per side: hexes with more than may stay together; see stacking.py
    crowds: Derived[bool] = False  # whether that was by the limits of D-Day

    def __init__(self, campaign: Campaign, chance: Chance) -> None:
        super().__init__(chance)
        self.campaign = campaign
        self.traced = {}
        self.hauling = [None, None]
        self.musters = {}
        self.sought = [None, None]
        self.overfull = [0, 0]
        self.where = [WAITING] * PIECES
        self.lost = [0] * PIECES
        self.level = [0] * PIECES
        self.affected = {}
        self.struck = {}
        self.bombarded = [0, 0]
        self.depot_points = [0] * len(DEPOT_IDS)
        self.at = {}
        self.who = {}
        self.occupied = [0, 0]
        self.troops = [0, 0]
        self.zoc = (bytearray(SIZE), bytearray(SIZE))
        self.zone = [0, 0]
        self.corps = [NOBODY] * PIECES
        self.commanders = [0] * UNITS
        self.fought_under = {}
        self.due = {}
        self.markers = {}
        self.landed = {}
        self.depot = [CLOSED] * len(DEPOT_IDS)
        self.depot_due = [0] * len(DEPOT_IDS)
        self.depot_army = list(campaign.depot_armies)
        self.unloaded = {}
        self.air = [0] * len(AIR_IDS)
        self.air_place = [0] * len(AIR_IDS)
        self.naval = [0] * len(NAVAL_IDS)
        self.replacements = [0] * len(Replacement)
        self.carpeted = {}
        self.rubble = {}

    # -- reading ------------------------------------------------------------------------------

    def seat(self, piece: int) -> str:
        """The seat that decides about a piece."""
        return SEATS[self.campaign.army[piece]]

    def heading(self) -> str:
        """The part of a turn and whose phase it is: 'Phase A · Allied Movement phase', 'Logistics phase'."""
        if not self.part:
            return self.phase or "Set-up"
        side = SIDE_NAMES[self.active].capitalize()
        return f"Phase {self.part} · {side} {self.phase.removeprefix(side).lstrip()}"

    def on_map(self, piece: int) -> bool:
        """Whether a piece is in a hex."""
        return 0 <= self.where[piece] < SIZE

    def steps_of(self, piece: int) -> int:
        """The steps that a piece has left."""
        return self.campaign.steps[piece] - self.lost[piece]

    def attack_of(self, piece: int) -> int:
        """Its attack value as printed on the side shown."""
        return self.campaign.attack[self.lost[piece]][piece]

    def defence_of(self, piece: int) -> int:
        """Its defence value as printed on the side shown."""
        return self.campaign.defence[self.lost[piece]][piece]

    def stack_of(self, side: int, place: Place) -> tuple[int, ...]:
        """All pieces of a side in a place."""
        there = self.at.get(place)
        return _of_side(self.campaign, there, side) if there else ()

    def pieces_in(self, place: Place, side: int) -> list[int]:
        """The same as a list of one's own."""
        return list(self.stack_of(side, place))

    def units_in(self, place: Place, side: int) -> list[int]:
        """The combat units of a side in a place."""
        return [piece for piece in self.stack_of(side, place) if piece < UNITS]

    def defenders_in(self, place: Place, side: int) -> list[int]:
        """The pieces of a side in a place that defend it: units, fixed troops, guarded depots, FFI."""
        return members(self.who.get(place, 0) & self.campaign.fighters[side])

    def hqs_in(self, place: Place, side: int) -> list[int]:
        """The headquarters of a side in a place."""
        return [piece for piece in self.stack_of(side, place) if piece in HEADQUARTERS]

    def in_confusion(self, place: Place) -> bool:
        """Whether both sides have troops in a place (6.11)."""
        if 0 <= place < SIZE:
            return bool(self.troops[ALLIED] & self.troops[GERMAN] & 1 << place)
        there, (allied, german) = self.who.get(place, 0), self.campaign.fighters
        return bool(there & allied and there & german)

    def confused(self) -> int:
        """The pieces that are in hexes in confusion, as a mask; kept until a piece moves."""
        found = self.traced.get(("confused", 0))
        if found is None:
            found = 0
            for hex_ in members(self.troops[ALLIED] & self.troops[GERMAN]):
                found |= self.who[hex_]
            self.traced["confused", 0] = found
        return found

    def controls(self, side: int, place: Place) -> bool:
        """Whether a side controls a hex or box."""
        held = self.held if place < SIZE else self.boxes_held
        return bool(held >> place & 1) == (side == ALLIED)

    def markers_at(self, side: int, place: Place) -> int:
        """The Offensive markers of a side in a place."""
        return self.markers.get((side, place), 0)

    def is_supported(self, hq: int) -> bool:
        """Whether an Offensive marker lies with a headquarters (0.1.1-08)."""
        return self.markers_at(self.campaign.side[hq], self.where[hq]) > 0

    # -- where the pieces are -----------------------------------------------------------------

    def put(self, piece: int, place: Place) -> None:
        """Place a piece in a hex or a box, from wherever it was."""
        origin = self.where[piece]
        if origin >= 0:
            self._lift(piece)
        self._set_down(piece, place)
        self._leave(origin)
        if piece < UNITS:
            self.enter(piece, place)
            if self.resting and place < SIZE:
                self._wake_around(piece, place)

    def walk(self, piece: int, path: Sequence[Place]) -> None:
        """Move a piece place by place: units control what they pass."""
        for place in path[:-1]:
            if piece < UNITS:
                self.enter(piece, place)
        self.put(piece, path[-1])

    def remove(self, piece: int, status: Place) -> None:
        """Take a piece off the map, to what becomes of it: WAITING, LOST, RETURNED, ABSENT or a box off the map."""
        place = self.where[piece]
        if place >= 0:
            self._lift(piece)
        self.where[piece] = status
        if status >= 0:
            self._set_down(piece, status)
        self._leave(place)

    def _leave(self, place: Place) -> None:
        """A piece has left a place: whoever is left there alone controls it (6.11-08)."""
        there = self.who.get(place, 0)
        for units in self.campaign.units_of_side if there else ():
            if own := there & units:
                self.enter((own & -own).bit_length() - 1, place)

    def enter(self, unit: int, place: Place) -> None:
        """A unit is in a place, if only in passing: its side controls it unless enemy troops are there (6.11-10)."""
        if place >= SIZE and place not in OFF_MAP:
            return
        side, campaign = self.campaign.side[unit], self.campaign
        enemy = self.who.get(place, 0) & campaign.of_side[1 - side]
        if enemy & campaign.fighters[1 - side]:
            return
        if not enemy:
            self.seize_markers(side, place)
        if not self.controls(side, place):
            self._flip(unit, place)

    def _flip(self, unit: int, place: Place) -> None:
        if place < SIZE:
            self.held ^= 1 << place
        else:
            self.boxes_held ^= 1 << place
        self.traced = {}
        for told in self.campaign.gained:
            told(self, unit, place)

    def _set_down(self, piece: int, place: Place) -> None:
        campaign, side = self.campaign, self.campaign.side[piece]
        there, bit = self.who.get(place, 0), 1 << piece
        self.where[piece] = place
        self.at[place] = tuple(sorted((*self.at[place], piece))) if there else (piece,)
        self.who[place] = there | bit
        self.shifted |= bit
        self.traced = {}
        if place >= SIZE:
            return
        self.fielded |= bit
        self.touched |= 1 << place
        if there:
            self.crowded |= 1 << place
        if bit & campaign.projectors[side] and not there & campaign.projectors[side]:
            zoc, reach = self.zoc[side], campaign.zoc_into[place]
            for hex_ in campaign.zoc_hexes[place]:
                zoc[hex_] += 1
            self.zone[side] |= reach
        if bit & campaign.blockers[side]:
            self.occupied[side] |= 1 << place
        if bit & campaign.fighters[side]:
            self.troops[side] |= 1 << place

    def _lift(self, piece: int) -> None:
        campaign, place = self.campaign, self.where[piece]
        side, bit = campaign.side[piece], 1 << piece
        rest = self.who[place] ^ bit
        if rest:
            self.at[place] = tuple([other for other in self.at[place] if other != piece])
            self.who[place] = rest
        else:
            del self.at[place], self.who[place]
        self.shifted |= bit
        self.traced = {}
        if place >= SIZE:
            return
        self.fielded ^= bit
        self.touched |= 1 << place
        if rest and not rest & rest - 1:
            self.crowded ^= 1 << place
        if bit & campaign.projectors[side] and not rest & campaign.projectors[side]:
            zoc = self.zoc[side]
            for hex_ in campaign.zoc_hexes[place]:
                zoc[hex_] -= 1
                if not zoc[hex_]:
                    self.zone[side] &= ~(1 << hex_)
        if not rest & campaign.blockers[side]:
            self.occupied[side] &= ~(1 << place)
        if not rest & campaign.fighters[side]:
            self.troops[side] &= ~(1 << place)
            if side == GERMAN:
                self.affected.pop(place, None)  # it was on their stack

    def _wake_around(self, unit: int, place: Hex) -> None:
        """A unit comes next to others, or they to it: rest ends on both sides (1.1.1.3.b-06)."""
        enemy = 1 - self.campaign.side[unit]
        if not self.occupied[enemy] & (self.campaign.grid.spread(1 << place) | 1 << place):
            return
        roused = []
        for there in (place, *self.campaign.grid.neighbours[place]):
            if units := self.who.get(there, 0) & self.campaign.units_of_side[enemy]:
                roused += members(units)
        for other in (*roused, unit) if roused else ():
            if self.resting >> other & 1:
                self.resting &= ~(1 << other)
                self.tell("roused", "1.1.1.3.b-06", unit=other)

    def forget(self) -> None:
        """Ways, supply and command have to be worked out anew: something has changed on which they depend."""
        self.musters = {}
        self.sought = [None, None]
        self.traced = {}

    def keepsake(self) -> Self:
        """Ways, supply and command are not kept: there are thousands of them."""
        twin = self.copy()
        twin.forget()
        twin.hauling = [None, None]
        return twin

    # -- Offensive markers --------------------------------------------------------------------

    def add_markers(self, side: int, place: Place, number: int) -> None:
        """More Offensive markers of a side in a place, or fewer; a hex holds two and no more (0.2.1-05)."""
        have = self.markers_at(side, place) + number
        assert have >= 0
        if place < SIZE:
            have = min(have, self.campaign.counters.offensive.in_a_hex)
        if have:
            self.markers[side, place] = have
        else:
            self.markers.pop((side, place), None)

    def move_markers(self, side: int, origin: Place, place: Place, number: int) -> None:
        """Offensive markers go from one place to another."""
        if number and origin != place:
            self.add_markers(side, origin, -number)
            self.add_markers(side, place, number)

    def take_along(self, side: int, origin: Place, place: Place) -> None:
        """A headquarters takes along the markers that lie with it, two at most; without room they stay (0.2.1-05)."""
        most = self.campaign.counters.offensive.in_a_hex
        room = most - self.markers_at(side, place) if place < SIZE else most
        self.move_markers(side, origin, place, min(self.markers_at(side, origin), room))

    def seize_markers(self, side: int, place: Place) -> None:
        """A side's unit takes the enemy's markers in a place where no enemy piece guards them (4.3-16)."""
        if number := self.markers_at(1 - side, place):
            self.add_markers(1 - side, place, -number)
            self.add_markers(side, place, number)
            self.tell("markers_captured", "4.3-16", side=side, place=place, number=number)

    # -- losses -------------------------------------------------------------------------------

    def deplete(self, piece: int, rule: str) -> None:
        """A piece loses a step, and is destroyed with its last one."""
        if self.steps_of(piece) == 1:
            self.destroy(piece, rule)
        else:
            self.lost[piece] += 1
            self.tell_why_lost(piece, rule)
            self.tell_loss("reduced", rule, PIECE_IDS[piece], 1, unit=piece, hex=self.where[piece])
            self._bleed(piece, 1)

    def destroy(self, piece: int, rule: str, status: Place | None = None) -> None:
        """A piece is destroyed: units go to the Destroyed box unless told otherwise, all others are lost."""
        steps = self.steps_of(piece)
        self.tell_why_lost(piece, rule)
        self.tell_loss("destroyed", rule, PIECE_IDS[piece], steps, gone=True, unit=piece, hex=self.where[piece])
        self._bleed(piece, steps)
        if piece < UNITS:
            self.lost[piece] = self.campaign.steps[piece]
        self.level[piece] = 0
        bit = ~(1 << piece)
        self.unsupplied, self.resting, self.reserve = self.unsupplied & bit, self.resting & bit, self.reserve & bit
        side = self.campaign.side[piece]
        self.remove(piece, status if status is not None else DESTROYED[side] if piece < UNITS else LOST)

    def tell_why_lost(self, piece: int, rule: str) -> None:
        """What is lost otherwise than by a result is lost for a reason, which comes first."""
        if rule in WHY_LOST:
            self.tell_result("why_lost", rule, unit=piece, hex=self.where[piece])

    def _bleed(self, piece: int, steps: int) -> None:
        for told in self.campaign.bled:
            told(self, piece, steps)

    # -- time ---------------------------------------------------------------------------------

    def begin_part(self, part: str) -> None:
        """A phase begins: nobody has moved or fought in it."""
        self.part = part
        self.moved = self.strode = self.reserve = self.attacked = self.defended = self.activated = self.delayed = 0
        self.landed = {}
        self.bombarded = [0, 0]
        self.battery_fired = False
        self.forget()
