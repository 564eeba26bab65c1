"""The state of a game of D-Day at Omaha Beach: where everything is, and everything else that changes.

US units go by number, and so do positions, German units and depth markers. ``put`` and ``remove`` are the only
functions that change where a US unit is; ``man`` and ``vacate`` do so for German units, ``deepen`` and ``lift_depth``
for depth markers. So what is derived from them is never out of date. What nobody knows is drawn when it is needed
(cards, pools); what lies face down on the map is in the state and hidden in views.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Annotated, ClassVar, Self, TypeAlias

from bocage.games.omaha_beach.battle import BOX, SEATS, Battle
from bocage.games.omaha_beach.words import GERMANS, US
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import NOBODY, Chance, Derived, Hidden, Known, Pick, Public, Working
from bocage.kernel import State as KernelState

if TYPE_CHECKING:
    from bocage.games.omaha_beach.control import Lines
    from bocage.games.omaha_beach.germans import Sighting

WAITING = -1  # on the turn track
ELIMINATED = -2
ABSENT = -3  # not in this scenario
EXITED = -4  # off the map by a lettered exit (20.3)
NONE = -1  # no German unit, no depth marker
GONE = "gone"  # where German pieces are that are out of the game
NOWHERE = -1  # an engineer base that is not on the map

SECRETS = 1 << 62  # so many orders of the pools
REDEALT = 1 << 63  # so many ways to deal anew what lies face down
# What records tell where units and depth markers were dealt by one and the same order: number by number they went
# together. Such games replay as they were played, as long as this version of the rules is.
DEALT_ALIKE = f"/{SECRETS}"

POOLS = ("tactical", "division", "meyer")
DEPTH_POOLS = ("wn", "building", "mobile", "meyer")


Place: TypeAlias = int | str  # of a German piece: a position, or a pool


def _in_order(pools: dict[str, tuple[int, ...]]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple(pools.items())


class State(KernelState):
    """A game of D-Day at Omaha Beach in progress."""

    sides: ClassVar[Mapping[str, tuple[str, ...]]] = {US: SEATS, GERMANS: ()}

    battle: Derived[Battle]
    turn: Public[int] = 0
    phase: Public[str] = ""
    # US units.
    where: Public[list[int]]  # a hex, a box (BOX and its number), or one of the words above
    at: Public[dict[int, tuple[int, ...]]]  # the units in a hex or box
    steps: Public[list[int]]
    arrives: Public[list[int]]  # the turn of a waiting unit
    command: Public[list[int]]  # the division that commands a unit (5.22)
    heroes: Public[list[int]]  # hero markers with a unit
    heroes_named: Public[list[int]]  # how many heroes each division has had
    ashore: Derived[int] = 0  # mask of the units in hexes
    landed: Derived[list[int]]  # masks of those in the hexes of each sector
    commanded: Derived[list[int]]  # masks of the units that each division commands
    expected: Derived[dict[int, int]]  # masks of the units on the turn track, by turn
    occupied: Derived[HexSet] = 0  # hexes with a US unit that is not a general
    # Masks of US units.
    delayed: Public[int] = 0  # have been delayed (5.34)
    disrupted: Public[int] = 0
    climbing: Public[int] = 0  # with a climb marker
    on_cliff: Public[int] = 0  # with a climb-cliff marker
    inspired: Public[int] = 0
    wounded: Public[int] = 0  # generals
    stricken: Public[int] = 0  # have lost a step in this German Fire Phase (6.34)
    acted: Public[int] = 0  # in this US Action Phase
    moved_leaders: Public[int] = 0  # give no free actions any more (7.33)
    commands: Public[dict[int, int]]  # leader -> mask of the units in his command at the start of the phase
    # Germans, by position; armor units have positions of their own behind the printed ones (23).
    german: Hidden[list[int]]
    german_depth: Hidden[list[int]]
    german_disrupted: Public[int] = 0  # mask of positions
    held: Derived[int] = 0  # mask of positions with a German unit
    deep: Derived[int] = 0  # mask of positions with a depth marker
    german_hexes: Derived[HexSet] = 0  # hexes with a German unit
    shown: Public[int] = 0  # mask of German units that lie face up, or were face up when they left the game
    shown_depth: Public[int] = 0
    remembered: Working[int] = 0  # mask of German units turned face down again: players may know where they are
    remembered_depth: Working[int] = 0
    # Of pieces turned face down again, where each may be by all that has been seen since.
    recalled: Derived[dict[int, tuple[Place, ...]]]
    recalled_depth: Derived[dict[int, tuple[Place, ...]]]
    pools: Annotated[dict[str, tuple[int, ...]], Known(to=NOBODY, told=_in_order)]
    depth_pools: Annotated[dict[str, tuple[int, ...]], Known(to=NOBODY, told=_in_order)]
    gone: Hidden[tuple[int, ...]] = ()  # German units out of the game
    gone_depth: Hidden[tuple[int, ...]] = ()
    rockets_fired: Public[bool] = False
    secret: Hidden[int] = 0  # gives what lies face down an order that nobody knows
    # Cards: the deck is a set, from which cards are drawn at random, and the discards lie open.
    deck: Public[tuple[int, ...]] = ()
    discards: Public[tuple[int, ...]] = ()
    drawn: Public[tuple[int, ...]] = ()  # on the card track this turn
    drawn_for: Derived[tuple[tuple[int, str], ...]] = ()  # what for, to be shown
    fire_cards: Public[list[int]]  # of this turn, by sector
    # What holds for a turn.
    smoke: Public[int] = 0  # mask of position groups that do not fire
    plunging: Public[bool] = False
    extra_actions: Public[int] = 0
    # Beside the map.
    naval: Public[int] = 0  # naval fire markers
    cleared: Public[HexSet] = 0  # obstacle hexes
    attacked: Public[HexSet] = 0  # hexes attacked and barraged in this US Action Phase
    barraged: Public[HexSet] = 0
    communicating: Public[int] = 0  # mask of positions in communication, as settled for this German Fire Phase (12.24)
    silenced: Public[int] = 0  # mask of off-map artillery units on their inactive side (6.51)
    german_acted: Public[int] = 0  # mask of positions that have acted in this phase, or whose unit came in it (16)
    # The extended game.
    garrisons: Public[int] = 0  # mask of positions with a garrison marker (19.3)
    shelled: Public[int] = 0  # mask of sectors in which German artillery has fired this turn (19.33)
    engineers_blocked: Public[bool] = False  # by artillery, for this turn (EV.1)
    sniped: Public[int] = 0  # mask of HQs that command one hex only this turn (EV.10)
    command_posts: Public[dict[int, int]]  # HQs on their CP side -> space of the command range track (18.2)
    bases: Public[list[int]]  # the hex of each engineer base (19.1)
    base_spaces: Public[list[int]]  # its space on the engineer range track (19.2)
    exited: Public[dict[int, int]]  # units off the map -> number of the exit (20.3)
    armor_at: Public[list[int]]  # the hex of each armor unit
    depth_returned: Public[bool] = False  # the mobile markers that come back once have done so (22.4)
    sighting: Working[Sighting | None] = None  # the German units as they stood when they were asked for last
    lines: Working[Lines | None] = None  # control and communication, likewise

    def __init__(self, battle: Battle, chance: Chance) -> None:
        super().__init__(chance)
        count, places = len(battle.units), len(battle.positions) + len(battle.armor)
        self.battle = battle
        self.where = [ABSENT] * count
        self.at = {}
        self.steps = [len(unit.steps) for unit in battle.units]
        self.arrives = [0] * count
        self.command = battle.home.copy()
        self.commanded = battle.at_home.copy()
        self.landed = [0, 0]
        self.expected = {}
        self.heroes = [0] * count
        self.heroes_named = [0, 0]
        self.commands = {}
        self.german = [NONE] * places
        self.german_depth = [NONE] * places
        self.pools = dict.fromkeys(POOLS, ())
        self.depth_pools = dict.fromkeys(DEPTH_POOLS, ())
        self.fire_cards = [0, 0]
        self.command_posts = {}
        self.bases = [NOWHERE] * len(battle.bases)
        self.base_spaces = [0] * len(battle.bases)
        self.exited = {}
        self.armor_at = [NONE] * len(battle.armor)
        self.recalled = {}
        self.recalled_depth = {}

    # -- reading ------------------------------------------------------------------------------

    def on_map(self, unit: int) -> bool:
        """Whether a US unit is in a hex."""
        return 0 <= self.where[unit] < BOX

    def strength_of(self, unit: int) -> int:
        """Attack strength as it stands."""
        return self.battle.strength[unit][self.steps[unit]]

    def units_at(self, place: int) -> list[int]:
        """The US units in a hex or box that have steps: neither HQs nor generals."""
        units, leader = self.at.get(place), self.battle.leader
        return [unit for unit in units if not leader[unit]] if units else []

    def is_shown(self, position: int) -> bool:
        """Whether the German unit of an occupied position lies face up."""
        return bool(self.shown >> self.german[position] & 1)

    def depth_is_shown(self, position: int) -> bool:
        """Whether the depth marker of a position lies face up."""
        return bool(self.shown_depth >> self.german_depth[position] & 1)

    def occupied_positions(self) -> list[int]:
        """The printed positions that hold a German unit."""
        return members(self.held & self.battle.printed)

    def armor_on_map(self) -> list[int]:
        """The positions of the armor units on the map (23)."""
        return members(self.held & ~self.battle.printed)

    def hex_of(self, position: int) -> Hex:
        """The hex of a position, printed or of an armor unit on the map."""
        first = self.battle.first_armor
        return self.battle.positions[position].hex if position < first else self.armor_at[position - first]

    def german_at(self, hex_: Hex) -> int:
        """The position whose German unit is in a hex, or NONE."""
        if not self.german_hexes >> hex_ & 1:
            return NONE
        if hex_ in self.armor_at:
            return self.battle.first_armor + self.armor_at.index(hex_)
        return self.battle.at_hex[hex_]

    def controller(self, unit: int) -> int:
        """The division that decides for a US unit: with two players that of the sector, once the unit has moved two
        hexes across the boundary (7.22-02).
        """
        battle, own, place = self.battle, self.command[unit], self.where[unit]
        if not battle.two_players or not self.on_map(unit) or battle.grid.spread(1 << place) & battle.in_sector[own]:
            return own
        return battle.sector(place)

    def seat_of(self, unit: int) -> str:
        """Who decides for a US unit."""
        return SEATS[self.controller(unit)]

    def seat_for(self, units: Iterable[int], sector: int) -> str:
        """Who chooses among US units: their division if they have it in common, else that of the sector (1-03)."""
        divisions = {self.controller(unit) for unit in units}
        return SEATS[divisions.pop() if len(divisions) == 1 else sector]

    # -- changing -----------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """Place a US unit in a hex or box, from wherever it was; a command post that moves is one no more (18.11)."""
        self._lift(unit)
        self.command_posts.pop(unit, None)
        self.where[unit] = place
        self.at[place] = (*self.at.get(place, ()), unit)
        if place < BOX:
            self.ashore |= 1 << unit
            self.landed[self.battle.sector_of[place]] |= 1 << unit
            if not self.battle.general[unit]:
                self.occupied |= 1 << place

    def remove(self, unit: int, status: int) -> None:
        """Take a US unit away with all its markers."""
        self._lift(unit)
        self.where[unit] = status
        self.command_posts.pop(unit, None)
        rest = ~(1 << unit)
        self.disrupted &= rest
        self.climbing &= rest
        self.on_cliff &= rest

    def _lift(self, unit: int) -> None:
        place = self.where[unit]
        if place == WAITING:
            self.expected[self.arrives[unit]] &= ~(1 << unit)
        if place < 0:
            return
        rest, general = tuple([other for other in self.at[place] if other != unit]), self.battle.general
        if rest:
            self.at[place] = rest
        else:
            del self.at[place]
        if place < BOX:
            self.ashore &= ~(1 << unit)
            self.landed[self.battle.sector_of[place]] &= ~(1 << unit)
            if all(general[other] for other in rest):
                self.occupied &= ~(1 << place)

    def man(self, position: int, unit: int, hex_: Hex = NOWHERE) -> None:
        """Put a German unit in a position; one of armor, whose position moves with it, in a hex."""
        self.german[position] = unit
        self.held |= 1 << position
        if position >= self.battle.first_armor:
            self.armor_at[position - self.battle.first_armor] = hex_
        self.german_hexes |= 1 << self.hex_of(position)

    def vacate(self, position: int) -> int:
        """Take the German unit out of a position; which it was."""
        unit, hex_ = self.german[position], self.hex_of(position)
        self.german[position] = NONE
        self.held &= ~(1 << position)
        if position >= self.battle.first_armor:
            self.armor_at[position - self.battle.first_armor] = NOWHERE
        if hex_ not in self.armor_at and not self.held >> self.battle.at_hex.get(hex_, position) & 1:
            self.german_hexes &= ~(1 << hex_)  # armor may pass through the hex of another unit
        return unit

    def deepen(self, position: int, marker: int) -> None:
        """Put a depth marker beneath the unit of a position."""
        self.german_depth[position] = marker
        self.deep |= 1 << position

    def lift_depth(self, position: int) -> int:
        """Take the depth marker of a position away, if there is one; which it was."""
        marker, self.german_depth[position] = self.german_depth[position], NONE
        self.deep &= ~(1 << position)
        return marker

    def turn_down(self, unit: int, place: Place) -> None:
        """A German unit lies face down again, in a position or a pool."""
        if self.shown >> unit & 1:
            self.remembered |= 1 << unit
            self.recalled[unit] = (place,)
        self.shown &= ~(1 << unit)

    def turn_depth_down(self, marker: int, pool: str | None) -> None:
        """A depth marker lies face down again, in a pool; None: nobody knows which of several it is."""
        if self.shown_depth >> marker & 1:
            self.remembered_depth |= 1 << marker
            if pool is not None:
                self.recalled_depth[marker] = (pool,)
        self.shown_depth &= ~(1 << marker)

    def wait(self, unit: int, turn: int) -> None:
        """Put a US unit on a space of the turn track."""
        self.remove(unit, WAITING)
        self.arrives[unit] = turn
        self.expected[turn] = self.expected.get(turn, 0) | 1 << unit

    def assign(self, unit: int, division: int) -> None:
        """Let a division command a US unit (5.22)."""
        self.commanded[self.command[unit]] &= ~(1 << unit)
        self.command[unit] = division
        self.commanded[division] |= 1 << unit

    def delay(self, unit: int, turn: int, rule: str) -> None:
        """Put a US unit on a later space of the turn track."""
        self.wait(unit, turn)
        self.delayed |= 1 << unit
        self.tell_result("delayed", rule, unit=unit, turn=turn)

    def disrupt(self, unit: int, rule: str) -> None:
        """Put a disrupted marker on a US unit; a second one changes nothing (6.33)."""
        if not self.disrupted >> unit & 1:
            self.disrupted |= 1 << unit
            self.tell_result("disrupted", rule, unit=unit)

    # -- hiding -----------------------------------------------------------------------------------

    def show(self, view: Self, side: str) -> None:
        """Of what lies face down, the backs."""
        units = _faces(self.battle.hidden_unit, self.shown)
        markers = _faces(self.battle.hidden_depth, self.shown_depth)
        view.german = [units[unit] for unit in self.german]
        view.german_depth = [markers[marker] for marker in self.german_depth]
        view.pools = {name: _seen(pool, units) for name, pool in self.pools.items()}
        view.depth_pools = {name: _seen(pool, markers) for name, pool in self.depth_pools.items()}
        view.gone = _seen(self.gone, units)
        view.gone_depth = _seen(self.gone_depth, markers)

    def unknown_rank(self, number: int, kind: str = "") -> bytes:
        """The place of a piece in an order that follows from the secret; each kind of pieces has its own."""
        return sha256(f"{self.secret} {self.chance.count} {kind}{number}".encode()).digest()

    def redraw(self) -> None:
        """Another secret, and by it another order of all that has never been seen.

        Pieces that once lay face up stay where they are, for players may know where that is. Units and depth markers
        have orders of their own, so that the one tells nothing of the other.
        """
        alike = any(told.endswith(DEALT_ALIKE) for told in self.chance.recorded)
        self.secret = 1 + self.chance.pick(SECRETS if alike else REDEALT)
        units = [*self.german, *chain.from_iterable(self.pools.values()), *self.gone]
        markers = [*self.german_depth, *chain.from_iterable(self.depth_pools.values()), *self.gone_depth]
        known, known_depth = self.shown | self.remembered, self.shown_depth | self.remembered_depth
        kind = "" if alike else "depth "
        self._deal(
            _Unseen(sorted(units, key=self.unknown_rank), known, self.battle.back),
            _Unseen(sorted(markers, key=lambda m: self.unknown_rank(m, kind)), known_depth, self.battle.depth_type),
        )

    def suppose(self, side: str, pick: Pick) -> None:
        """Any piece of the same back, of those not yet seen, may lie where one lies face down; one that was seen, where
        it may have come to since.
        """
        self.secret = 1 + pick(SECRETS)
        units, markers = _mixed(len(self.battle.german), pick), _mixed(len(self.battle.depth), pick)
        placed = _recall(self.recalled, self.german, self.pools, self.battle.hidden_unit, pick)
        placed_depth = _recall(self.recalled_depth, self.german_depth, self.depth_pools, self.battle.hidden_depth, pick)
        self._deal(
            _Unseen(units, self.shown | placed, self.battle.back),
            _Unseen(markers, self.shown_depth | placed_depth, self.battle.depth_type),
        )

    def _deal(self, units: _Unseen, markers: _Unseen) -> None:
        self.german = [units.behind(unit) for unit in self.german]
        self.pools = {name: tuple(sorted(map(units.behind, pool))) for name, pool in self.pools.items()}
        self.gone = tuple(map(units.behind, self.gone))
        self.german_depth = [markers.behind(marker) for marker in self.german_depth]
        self.depth_pools = {name: tuple(sorted(map(markers.behind, pool))) for name, pool in self.depth_pools.items()}
        self.gone_depth = tuple(map(markers.behind, self.gone_depth))


class _Unseen:
    """Pieces in any order, without those that are known, to be laid where a piece of the same back lies face down."""

    def __init__(self, pieces: Iterable[int], known: int, backs: Sequence[str]) -> None:
        self._known, self._backs = known, backs
        self._left: dict[str, list[int]] = {}
        for piece in pieces:
            if not self._is_known(piece):
                self._left.setdefault(backs[piece], []).append(piece)

    def _is_known(self, piece: int) -> bool:
        return piece == NONE or bool(self._known >> piece & 1)

    def behind(self, piece: int) -> int:
        """The piece that lies there from now on."""
        return piece if self._is_known(piece) else self._left[self._backs[piece]].pop()


def _faces(backs: list[int], shown: int) -> list[int]:
    """What is seen of each piece, face or back; the last place is that of NONE."""
    faces = [*backs, NONE]
    for piece in members(shown):
        faces[piece] = piece
    return faces


def _seen(pieces: tuple[int, ...], faces: list[int]) -> tuple[int, ...]:
    """Pieces in an order that tells nothing."""
    return tuple(sorted([faces[piece] for piece in pieces]))


def follow(recalled: dict[int, tuple[Place, ...]], source: Place, target: Place, *, perhaps: bool = False) -> None:
    """A piece that lies face down goes from one place to another; ``perhaps``: it is one of several there."""
    for piece, places in recalled.items():
        if source in places:
            left = [place for place in places if place not in (source, target)]
            recalled[piece] = (*left, *([source] if perhaps else []), target)


def turned_up(recalled: dict[int, tuple[Place, ...]], piece: int, position: int) -> None:
    """A piece lies face up: no other one is there."""
    recalled.pop(piece, None)
    for other, places in recalled.items():
        recalled[other] = tuple(place for place in places if place != position)


def _recall(
    recalled: Mapping[int, tuple[Place, ...]],
    there: list[int],
    pools: dict[str, tuple[int, ...]],
    backs: Sequence[int],
    pick: Pick,
) -> int:
    """Lay each piece that was seen where one of its back lies face down and it may have come to; which have been laid.

    Those of which less is open come first, so that they find their places.
    """
    placed = 0
    for piece in sorted(recalled, key=lambda piece: (len(recalled[piece]), piece)):
        back, rooms = backs[piece], list[tuple[Place, int]]()
        for place in recalled[piece]:
            if isinstance(place, str):
                rooms += [(place, n) for n, other in enumerate(pools.get(place, ())) if other == back]
            elif there[place] == back:
                rooms.append((place, 0))
        if not rooms:
            continue
        place, n = rooms[pick(len(rooms))] if len(rooms) > 1 else rooms[0]
        if isinstance(place, str):
            pools[place] = (*pools[place][:n], piece, *pools[place][n + 1 :])
        else:
            there[place] = piece
        placed |= 1 << piece
    return placed


def _mixed(count: int, pick: Pick) -> list[int]:
    pieces = list(range(count))
    for last in range(count - 1, 0, -1):
        other = pick(last + 1)
        pieces[last], pieces[other] = pieces[other], pieces[last]
    return pieces
