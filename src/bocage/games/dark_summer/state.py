"""The state of a game of The Dark Summer: where every unit is, and everything else that changes.

``put`` and ``remove`` are the only functions that change where a unit is; they keep the sets of hexes, the zones of
control and the control of hexes in step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from bocage.games.dark_summer.campaign import (
    ALLIED,
    BOTH,
    GROUP_NAMES,
    GROUPS,
    INDEPENDENT,
    SEATS,
    SIDE_OF,
    SIDES,
    US,
    Campaign,
    Options,
)
from bocage.games.dark_summer.places import ELIMINATED, SIZE, WAITING, Place
from bocage.games.dark_summer.tables import WeatherRow
from bocage.games.dark_summer.terms import Weather
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.hexes import Hex, HexSet
from bocage.kernel import Chance, Derived, Public
from bocage.kernel import State as KernelState

if TYPE_CHECKING:
    from bocage.games.dark_summer.movement import Moves

UNKNOWN: Final = -1  # the factor of a Strongpoint or Ost battalion that lies face down (11.5)
UNTRACED: Final = -1  # no Supply Lines have been traced in this position
NOTHING_TRACED: Final = (UNTRACED,) * len(GROUPS)
STRONGPOINTS, OST = 0, 1  # the kinds of which the factors are dealt
ROUND_KINDS = {
    "move": "Move Round",
    "combat": "Combat Round",
    "combined": "Combined Action Round",
    "reaction": "Reaction Round",
    "wave1": "1st Wave",
    "wave2": "2nd Wave",
}


class State(KernelState):
    """A game of The Dark Summer in progress."""

    sides: ClassVar[Mapping[str, tuple[str, ...]]] = SIDES

    campaign: Derived[Campaign]
    where: Public[list[Place]]  # a hex, a box, or one of the words of ``places``
    reduced: Public[int] = 0
    factor: Public[list[int]]  # of Strongpoints and Ost battalions, UNKNOWN until they are turned up
    factors_left: Public[list[tuple[int, ...]]]  # of each kind: those of the counters still face down or never dealt
    held: Public[HexSet] = 0  # hexes that the Allies control
    # What follows from where the units are.
    at: Derived[dict[Place, tuple[int, ...]]]  # in ascending order
    force: Derived[list[int]]  # per group, mask of the units on the map and in boxes, offshore ones too
    occupied: Derived[list[HexSet]]  # per side
    stands: Derived[list[HexSet]]  # per group
    off_map: Derived[int] = 0  # mask of the units in boxes
    strongpoints: Derived[HexSet] = 0  # hexes with a Strongpoint
    # What stacking asks of the hexes of the map, see stacking.py.
    stacks: Derived[dict[Hex, int]]  # hexes with two units or more: mask of these
    crowd: Derived[bytearray]  # per hex: units that count for stacking
    over: Derived[list[HexSet]]  # by number, up to the limit: hexes where more of them are than that
    claimed: Derived[HexSet] = 0  # hexes where one of them is of a division
    mixed: Derived[HexSet] = 0  # hexes where units of two divisions, or of two groups, are
    zoc: Derived[tuple[bytearray, bytearray]]  # per side and hex: stacks that project into it as far as the ground lets
    zone: Derived[list[HexSet]]  # per side: hexes where that is more than none; see zones.py
    # The time.
    turn: Public[int] = 0
    weather: Public[Weather] = Weather.SHOWERS
    weather_cup: Public[tuple[Weather, ...]] = ()  # the chits still in it, in the order of the Weathers
    weather_drawn: Public[tuple[Weather, ...]] = ()  # turn by turn, on the Turn Record Track
    phase: Public[str] = ""
    rounds: Public[int] = 0  # Action Rounds begun in the whole game
    round: Public[int] = 0  # and in this turn
    round_kind: Public[str] = ""  # "move", "combat", "combined", "reaction", "wave1" or "wave2"; nothing between Rounds
    active: Public[int] = US  # the group that acts, or BOTH Allied ones
    cup: Public[tuple[int, ...]] = ()  # Action chits still in it, by kind; see chits.py
    reactions: Public[int] = 0  # Reaction chits that the German player holds
    track: Public[tuple[tuple[int, int], ...]] = ()  # the Action Round Track: who played a chit, and as what
    # Of this Round: masks of units, sets of hexes.
    moved: Public[int] = 0
    entered: Public[int] = 0  # came onto the map: Reinforcements, and units from Brittany
    attacked_units: Public[int] = 0  # have attacked
    attacked_hexes: Public[HexSet] = 0  # have been attacked
    retreated: Public[int] = 0  # add nothing to the defence (11.3.7)
    attacked_from: Public[dict[Place, int]]  # in the 2nd Wave: how many have attacked out of a place (5.1-07)
    duties: Public[HexSet] = 0  # Mandatory Attacks that are open (11.2)
    prepared: Public[bool] = False  # a Prepared Offensive (7.2.3)
    support_round: Public[int] = 0  # mask of the Support markers used
    # Support markers used, as often as it was.
    support_turn: Public[list[int]]
    support_game: Public[list[int]]
    # Beaches, boxes, edges.
    open_beaches: Public[HexSet] = 0
    closed_beaches: Public[HexSet] = 0
    augmented: Public[HexSet] = 0  # Omaha hexes with an Augmented Defense marker
    cherbourg_captured: Public[int] = 0  # the turn of its capture
    isolated: Public[bool] = False  # Cherbourg was, when the last German Round began (13.5)
    brittany_since: Public[int] = 0  # the Round, counted through the game, in which a US unit first entered Brittany
    reentry_turn: Public[int] = 0  # the turn in which a unit first came back from Brittany: the last to enter it
    reentered: Public[int] = 0  # mask of the units that came back from there: they may be supplied by S hexes
    exits: Public[list[HexSet]]  # of the US and the British: E hexes with their Exit marker
    caen_taken: Public[bool] = False  # the Allies have controlled all of Caen at a time
    left_on: Public[dict[int, int]]  # the turn on which a unit left the map for the Eastern Exit Box
    points: Public[list[int]]  # Victory Points of the sides, in halves
    # Worked out in this position, and good until a unit moves.
    supplied: Derived[tuple[HexSet, ...]] = NOTHING_TRACED  # by group, see supply.py
    last_reach: Derived[tuple[tuple[object, ...], Moves] | None] = None  # see movement.py

    def __init__(self, campaign: Campaign, chance: Chance) -> None:
        super().__init__(chance)
        self.campaign = campaign
        self.where = [WAITING] * campaign.count
        hidden = (campaign.strongpoint[unit] or campaign.ost[unit] for unit in range(campaign.count))
        self.factor = [UNKNOWN if unknown else 0 for unknown in hidden]
        self.factors_left = list(campaign.factors)
        self.at = {}
        self.force = [0] * len(GROUPS)
        self.occupied = [0, 0]
        self.stands = [0] * len(GROUPS)
        self.stacks = {}
        self.crowd = bytearray(SIZE)
        self.over = [0] * (campaign.stacking_limit + 1)
        self.zoc = (bytearray(SIZE), bytearray(SIZE))
        self.zone = [0, 0]
        self.support_turn = [0] * len(campaign.markers)
        self.support_game = [0] * len(campaign.markers)
        self.attacked_from = {}
        self.exits = [0, 0]
        self.left_on = {}
        self.points = [0, 0]

    # -- reading ------------------------------------------------------------------------------

    @property
    def options(self) -> Options:
        """The optional rules in use."""
        return self.campaign.options

    @property
    def sky(self) -> WeatherRow:
        """What the Weather of this turn does (7.2)."""
        return self.campaign.weather[self.weather]

    @property
    def active_side(self) -> int:
        """The side that acts."""
        return SIDE_OF[self.active]

    @property
    def active_seat(self) -> str:
        """The seat that acts."""
        return SEATS[SIDE_OF[self.active]]

    def heading(self) -> str:
        """The Round, else the phase: 'US Move Round', '1st Wave', 'Replacement Phase'."""
        if not self.round_kind:
            return self.phase or "Set-up"
        kind = "Prepared Offensive" if self.prepared else ROUND_KINDS[self.round_kind]
        return kind if self.active == BOTH else f"{GROUP_NAMES[self.active]} {kind}"

    def on_map(self, unit: int) -> bool:
        """Whether a unit is in a hex of the map."""
        return 0 <= self.where[unit] < SIZE

    def is_reduced(self, unit: int) -> int:
        """1 if a unit shows its reduced side, else 0."""
        return self.reduced >> unit & 1

    def steps_of(self, unit: int) -> int:
        """The steps that a unit has left."""
        return 2 if self.campaign.two_step[unit] and not self.reduced >> unit & 1 else 1

    def attack_of(self, unit: int) -> int:
        """The Attack factor as it stands; UNKNOWN of a unit that lies face down."""
        campaign = self.campaign
        if campaign.strongpoint[unit] or campaign.ost[unit]:
            return self.factor[unit]
        return campaign.attack[self.reduced >> unit & 1][unit]

    def defence_of(self, unit: int) -> int:
        """The Defense factor as printed on the side shown; UNKNOWN of a unit that lies face down."""
        campaign = self.campaign
        if campaign.strongpoint[unit] or campaign.ost[unit]:
            return self.factor[unit]
        return campaign.defence[self.reduced >> unit & 1][unit]

    def units_in(self, place: Place, side: int) -> list[int]:
        """The units of a side in a place."""
        of = self.campaign.side
        return [unit for unit in self.at.get(place, ()) if of[unit] == side]

    # -- where the units are ------------------------------------------------------------------

    def put(self, unit: int, place: Place) -> None:
        """Place a unit in a hex or a box, from wherever it was."""
        campaign, came_from = self.campaign, self.where[unit]
        side, group, bit = campaign.side[unit], campaign.group[unit], 1 << place
        if came_from >= 0:
            self._lift(unit)
        self._forget_what_depends_on(side, bit | 1 << max(came_from, 0))
        there = self.at.get(place, ())
        self.where[unit] = place
        self.at[place] = tuple(sorted((*there, unit))) if there else (unit,)
        self.force[group] |= 1 << unit
        if campaign.zoc[unit] and not (there and self._projects(there, side)):
            zoc = self.zoc[side]
            for hex_ in campaign.zoc_hexes[place]:
                zoc[hex_] += 1
            self.zone[side] |= campaign.zoc_into[place]
        if place < SIZE:
            self.occupied[side] |= bit
            self.stands[group] |= bit
            if campaign.strongpoint[unit]:
                self.strongpoints |= bit
            self._join_stack(unit, place, there)
            self.enter(side, place)
        else:
            self.off_map |= 1 << unit

    def walk(self, unit: int, path: Sequence[Place]) -> None:
        """Move a unit hex by hex: it controls what it passes (3.2.2-01)."""
        for place in path[:-1]:
            if place < SIZE:
                self.enter(self.campaign.side[unit], place)
        self.put(unit, path[-1])

    def enter(self, side: int, hex_: Hex) -> None:
        """A side's unit comes into a hex, if only in passing: the side controls it."""
        if side == ALLIED:
            self.held |= 1 << hex_
            if not self.caen_taken and self.campaign.caen >> hex_ & 1 and not self.campaign.caen & ~self.held:
                self.caen_taken = True
                self.tell("caen_taken", "10.4.5-06")
        else:
            self.held &= ~(1 << hex_)

    def remove(self, unit: int, status: int = ELIMINATED) -> None:
        """Take a unit off the map."""
        if self.where[unit] >= 0:
            self._forget_what_depends_on(self.campaign.side[unit], 1 << self.where[unit])
            self._lift(unit)
        self.where[unit] = status

    def _lift(self, unit: int) -> None:
        campaign, place = self.campaign, self.where[unit]
        side, group = campaign.side[unit], campaign.group[unit]
        rest = tuple([other for other in self.at[place] if other != unit])
        if rest:
            self.at[place] = rest
        else:
            del self.at[place]
        self.force[group] &= ~(1 << unit)
        if campaign.zoc[unit] and not (rest and self._projects(rest, side)):
            zoc, free = self.zoc[side], 0
            for hex_ in campaign.zoc_hexes[place]:
                count = zoc[hex_] = zoc[hex_] - 1
                if not count:
                    free |= 1 << hex_
            self.zone[side] ^= free
        if place < SIZE:
            bit = 1 << place
            if not rest or not any(campaign.group[other] == group for other in rest):
                self.stands[group] ^= bit
            if not rest or not any(campaign.side[other] == side for other in rest):
                self.occupied[side] ^= bit
            if campaign.strongpoint[unit] and not any(campaign.strongpoint[other] for other in rest):
                self.strongpoints &= ~bit
            self._leave_stack(unit, place, rest)
        else:
            self.off_map &= ~(1 << unit)

    def _join_stack(self, unit: int, hex_: Hex, there: tuple[int, ...]) -> None:
        campaign, bit = self.campaign, 1 << hex_
        if not campaign.stacks_free[unit]:
            count = self.crowd[hex_]
            self.crowd[hex_] = count + 1
            if count < len(self.over):
                self.over[count] |= bit
            if campaign.stacking_division[unit] != INDEPENDENT:
                self.claimed |= bit
        if there:
            self.stacks[hex_] = self.stacks.get(hex_, 1 << there[0]) | 1 << unit
            if self._are_mixed((*there, unit)):
                self.mixed |= bit

    def _leave_stack(self, unit: int, hex_: Hex, rest: tuple[int, ...]) -> None:
        campaign, bit = self.campaign, 1 << hex_
        if not campaign.stacks_free[unit]:
            count = self.crowd[hex_] = self.crowd[hex_] - 1
            if count < len(self.over):
                self.over[count] &= ~bit
            if not rest or not any(self._claims(other) for other in rest):
                self.claimed &= ~bit
        if len(rest) > 1:
            self.stacks[hex_] ^= 1 << unit
        elif rest:
            del self.stacks[hex_]
        if self.mixed & bit and not self._are_mixed(rest):
            self.mixed &= ~bit

    def _claims(self, unit: int) -> bool:
        """Whether a unit keeps those of other divisions out of its hex (5.1-02)."""
        return not self.campaign.stacks_free[unit] and self.campaign.stacking_division[unit] != INDEPENDENT

    def _are_mixed(self, units: Sequence[int]) -> bool:
        """Whether units are of two divisions, or of two groups (5.0-04, 5.1-02)."""
        campaign = self.campaign
        divisions = {campaign.stacking_division[unit] for unit in units if self._claims(unit)}
        return len(divisions) > 1 or len({campaign.group[unit] for unit in units}) > 1

    def _projects(self, units: Sequence[int], side: int) -> bool:
        """Whether units of a side in a stack project a ZOC: one is enough (6.0-04)."""
        campaign = self.campaign
        return any(campaign.zoc[unit] and campaign.side[unit] == side for unit in units)

    def _forget_what_depends_on(self, side: int, places: int) -> None:
        """A side's unit comes or goes: it may bar enemy Supply Lines, and its own where it negates a ZOC (13.2)."""
        us, british, germans = self.supplied
        if self.zone[1 - side] & places:
            self.supplied = NOTHING_TRACED
        else:
            self.supplied = (us, british, UNTRACED) if side == ALLIED else (UNTRACED, UNTRACED, germans)
        self.last_reach = None

    def forget(self) -> None:
        """Supply Lines and reach have to be worked out anew: something that they depend on has changed."""
        self.supplied = NOTHING_TRACED
        self.last_reach = None

    # -- losses -------------------------------------------------------------------------------

    def deplete(self, unit: int, rule: str) -> None:
        """A unit loses a step: it is reduced, or eliminated if it has no other."""
        if self.steps_of(unit) == 1:
            self.eliminate(unit, rule)
        else:
            self.reduced |= 1 << unit
            self.tell_loss("reduced", rule, UNIT_IDS[unit], 1, unit=unit, hex=self.where[unit])

    def eliminate(self, unit: int, rule: str) -> None:
        """Destroy a unit."""
        steps = self.steps_of(unit)
        self.tell_loss("eliminated", rule, UNIT_IDS[unit], steps, gone=True, unit=unit, hex=self.where[unit])
        self.remove(unit)

    # -- markers and Rounds -------------------------------------------------------------------

    def open_beach(self, hex_: Hex) -> None:
        """An Open Beach marker is placed; a Beach that was Closed stays so (11.9)."""
        if not self.closed_beaches >> hex_ & 1:
            self.open_beaches |= 1 << hex_
            self.forget()
            self.tell("beach_opened", "9.4.1", hex=hex_)

    def close_beach(self, hex_: Hex, rule: str) -> None:
        """A Beach is Closed for the rest of the game (11.9)."""
        self.open_beaches &= ~(1 << hex_)
        self.closed_beaches |= 1 << hex_
        self.forget()
        self.tell("beach_closed", rule, hex=hex_)

    def begin_round(self, kind: str, active: int) -> None:
        """Begin an Action Round of a kind; nobody has moved or fought in it."""
        self.rounds += 1
        self.round += 1
        self.round_kind, self.active = kind, active
        self.moved = self.entered = self.attacked_units = self.attacked_hexes = self.retreated = self.duties = 0
        self.attacked_from = {}
        self.support_round = 0
        self.prepared = False
        self.last_reach = None

    def end_round(self) -> None:
        """The Round is over: between Rounds nobody is Active."""
        self.round_kind = ""
