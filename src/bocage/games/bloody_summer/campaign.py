"""A campaign: one set-up with its data worked out once so that rules can look things up by the numbers of pieces.

A campaign never changes while it is played; all games of the same scenario share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import or_
from typing import TYPE_CHECKING, Final, TypeAlias

from bocage.games.bloody_summer.content import Content, SetUp
from bocage.games.bloody_summer.ground import ESTUARY, Links, Mover
from bocage.games.bloody_summer.pieces import (
    BATTERIES,
    DEPOT_IDS,
    FESTUNG_PIECES,
    FFI,
    FORMATION_NAMES,
    GARRISONS,
    GERMAN_DEPOTS,
    HEADQUARTERS,
    MOBILE,
    PARTISANS,
    PIECE_IDS,
    PIECES,
    UNITS,
    ZONE_IDS,
    piece_number,
)
from bocage.games.bloody_summer.places import BOXES, FESTUNGEN, GRID, PLACES, SIZE, Place
from bocage.games.bloody_summer.terms import Arm, Army, TaskForce
from bocage.games.bloody_summer.units import FOOT
from bocage.hexes import Hex, HexSet, Strides, mask, members

if TYPE_CHECKING:
    from bocage.games.bloody_summer.state import State

ALLIED: Final = 0
GERMAN: Final = 1
SIDE_NAMES: Final = ("allied", "german")
US: Final = 0  # and French
BRITISH: Final = 1  # and Canadian, Polish and Belgian
GERMANS: Final = 2
ARMIES: Final = (US, BRITISH, GERMANS)
SIDE_OF: Final = (ALLIED, ALLIED, GERMAN)  # of each army
SEATS: Final = ("us", "british", "german")  # of each army
SIDES: Final = {"allied": ("us", "british"), "german": ("german",)}
LEADERS: Final = ("us", "german")  # of each side: who is asked for decisions of a whole side (11-01)
ARMY_OF: Final = {Army.US: US, Army.BRITISH: BRITISH, Army.GERMAN: GERMANS}
NO_FORMATION: Final = -1

# What becomes of an Allied depot (7.1).
CLOSED: Final = 0
REDUCED: Final = 1
FULL: Final = 2
WRECKED: Final = 3

Gained: TypeAlias = "Callable[[State, int, Place], None]"  # told that a unit brings its side control of a place
DRIVERS: Final = Mover(motorized=True, armoured=False)
Rubble: TypeAlias = tuple[tuple[Hex, int], ...]
Bled: TypeAlias = "Callable[[State, int, int], None]"  # told that a piece has lost steps


# What counts in a hex is counted in fields of one number, so that a sum of loads tells all of it (2.1-03, 2.1-07).
POINTS, CORPS, OTHERS, OF_ARMY = 0, 8, 16, (24, 32, 40)  # where each field begins


def load_of(army: int, piece: int, stacking: int) -> int:
    """What a piece is for the limits of a hex: stacking points, headquarters, units without any, and its army.

    >>> load_of(US, HEADQUARTERS[0], 0) == (1 << CORPS) + (1 << OF_ARMY[US])
    True
    """
    if piece >= MOBILE:
        return 0
    kind = CORPS if piece >= UNITS else POINTS if stacking else OTHERS
    return ((stacking or 1) << kind) + (1 << OF_ARMY[army])


def _those(flags: Iterable[bool]) -> int:
    return mask(piece for piece, flag in enumerate(flags) if flag)


class Campaign:
    """Everything about a game that stays the same during play."""

    def __init__(
        self, content: Content, set_up: SetUp, gained: tuple[Gained, ...] = (), bled: tuple[Bled, ...] = ()
    ) -> None:
        self.content = content
        self.tables = content.tables
        self.counters = content.counters
        self.ground = content.ground
        self.grid = GRID
        self.set_up = set_up
        self.gained, self.bled = gained, bled  # what other chapters do when control changes or steps are lost
        self.first_turn, self.last_turn = set_up.turns
        self.armies = tuple(ARMY_OF[army] for army in set_up.armies)
        self.depots = tuple(content.counters.depot[name] for name in DEPOT_IDS)
        self.depot_hexes: tuple[Hex, ...] = tuple(GRID.at(depot.hex) for depot in self.depots)
        self.depot_sites: HexSet = mask(self.depot_hexes)
        self.depots_in: dict[Hex, list[int]] = {}
        for depot, hex_ in enumerate(self.depot_hexes):
            self.depots_in.setdefault(hex_, []).append(depot)
        self._list_pieces()
        self._list_values()
        self._list_homes()
        self._list_formations()
        self._list_hexes()
        self._next_to: dict[Mover, list[HexSet]] = {}
        self._links: dict[tuple[Mover, HexSet, bool, Rubble], Links] = {}
        self._plain: dict[tuple[Mover, bool, bool], Links] = {}
        self._plainly: dict[tuple[Mover, bool, bool], Strides] = {}
        self._strides: dict[tuple[Mover, HexSet, bool, Rubble], Strides] = {}
        # Of each piece that moves, by hex: the hexes that it can enter from there at all; who may walk gets anywhere.
        walks = [unit.may_walk or not unit.motorized for unit in self.units]
        self.steps_from = [
            self.next_to(Mover(piece >= UNITS or not walks[piece], self.armoured[piece])) for piece in range(MOBILE)
        ]
        # Worked out now, so that no decision waits for it.
        gaits = {(Mover(True, armoured), False) for armoured in self.armoured}
        gaits |= {(Mover(False, unit.armoured), unit.arm is Arm.CYCLIST) for unit in self.units}
        for mover, cyclist in gaits:
            self._plain_strides(mover, cyclist, False)
            self._plain_strides(mover, cyclist, True)

    # -- pieces -------------------------------------------------------------------------------

    def _list_pieces(self) -> None:
        content = self.content
        self.units = tuple(content.units.values())  # by number, combat units only
        corps = tuple(content.headquarters.values())
        self.army = [*(ARMY_OF[unit.army] for unit in self.units), *(ARMY_OF[one.army] for one in corps)]
        fixed = PIECES - len(self.army)
        self.army += [GERMANS] * (fixed - len(PARTISANS) - 1) + [US] * (len(PARTISANS) + 1)
        self.side = [SIDE_OF[army] for army in self.army]
        self.units_of = [mask(unit for unit in range(UNITS) if self.army[unit] == army) for army in ARMIES]
        self.bonus = {hq: one.bonus for hq, one in zip(HEADQUARTERS, corps, strict=True)}
        self.allowance = [*(unit.movement for unit in self.units), *(one.movement for one in corps), *[0] * fixed]
        self.motorized = [allowance > FOOT for allowance in self.allowance]
        none = [False] * (PIECES - UNITS)
        self.zoc = [unit.zoc for unit in self.units] + none  # 3-01, 3-03
        self.elite = [unit.elite for unit in self.units] + none
        self.armoured = [unit.armoured for unit in self.units] + none
        self.may_reserve = [unit.may_reserve for unit in self.units] + none
        self.infiltrates = [unit.infiltrates for unit in self.units] + none
        self.returns = mask(number for number, unit in enumerate(self.units) if unit.returns)
        self.paratroop = [unit.arm is Arm.PARATROOP for unit in self.units] + none
        # Of each army: those who move, and as masks those who move, may go into Reserve, are for special operations.
        self.mobile = [tuple(p for p in range(MOBILE) if self.army[p] == army) for army in ARMIES]
        self.movers = [mask(mobile) for mobile in self.mobile]
        self.movers_of_side = [self.movers[US] | self.movers[BRITISH], self.movers[GERMANS]]
        self.all_movers = mask(range(MOBILE))
        self.corps_of_side = [movers & mask(HEADQUARTERS) for movers in self.movers_of_side]
        self.reserves = [mask(p for p in mobile if self.may_reserve[p]) for mobile in self.mobile]
        self.special = [mask(p for p in mobile if self.infiltrates[p]) for mobile in self.mobile]

    def _list_values(self) -> None:
        blank = [0] * (PIECES - UNITS)
        self.stacking = [unit.stacking for unit in self.units] + blank
        self.load = [load_of(army, piece, self.stacking[piece]) for piece, army in enumerate(self.army)]
        self.steps = [unit.steps for unit in self.units] + blank
        # Indexed [steps lost][piece]; without any step left it has no factors.
        self.attack = [[*self._factor(lost, 0), *blank] for lost in range(4)]
        self.defence = [[*self._factor(lost, 1), *blank] for lost in range(4)]
        self._list_fixed()
        # Who must be driven out before the other side has a place: not headquarters, nor depots that nobody guards,
        # nor Partisans (4.1.2.a-09); and who else is in the way.
        self.fights = [bool(steps) and piece not in PARTISANS for piece, steps in enumerate(self.steps)]
        self.blocks = [fights or piece in HEADQUARTERS for piece, fights in enumerate(self.fights)]
        # The same as masks of pieces, per side, with all of a side, its units and who projects zones of control.
        self.of_side = [_those(own == side for own in self.side) for side in (ALLIED, GERMAN)]
        self.units_of_side = [own & mask(range(UNITS)) for own in self.of_side]
        self.fighters = [own & _those(self.fights) for own in self.of_side]
        self.blockers = [own & _those(self.blocks) for own in self.of_side]
        self.armour = _those(self.armoured)
        self.projectors = [own & _those(self.zoc) for own in self.of_side]

    def _list_homes(self) -> None:
        """Where fixed pieces belong."""
        counters = self.counters
        self.home: dict[int, Place] = {FFI: BOXES[counters.ffi.box]}
        for piece, garrison in zip(GARRISONS, counters.garrison.values(), strict=True):
            self.home[piece] = GRID.at(garrison.hex)
        for piece, battery in zip(BATTERIES, counters.battery.values(), strict=True):
            self.home[piece] = GRID.at(battery.hex)
        for piece, (name, festung) in zip(FESTUNG_PIECES, counters.festung.items(), strict=True):
            self.home[piece] = FESTUNGEN[name] if festung.hex is None else GRID.at(festung.hex)
        for piece, depot in zip(GERMAN_DEPOTS, counters.german_depot.values(), strict=True):
            self.home[piece] = GRID.at(depot.hex) if depot.hex is not None else BOXES[depot.box or ""]
        for piece in PARTISANS:
            self.home[piece] = BOXES[PIECE_IDS[piece].removeprefix("Partisan-").replace("-", " ")]

    def _factor(self, lost: int, which: int) -> list[int]:
        return [unit.factors(lost)[which] if lost < unit.steps else 0 for unit in self.units]

    def _list_fixed(self) -> None:
        counters = self.counters
        fixed = [
            *zip(GARRISONS, (one.defence for one in counters.garrison.values()), strict=True),
            *zip(BATTERIES, (one.defence for one in counters.battery.values()), strict=True),
            *zip(FESTUNG_PIECES, (one.defence for one in counters.festung.values()), strict=True),
        ]
        for piece, defence in fixed:
            self._write(piece, counters.fixed_troops.steps, 0, defence)
        for piece, depot in zip(GERMAN_DEPOTS, counters.german_depot.values(), strict=True):
            if depot.defence is not None:
                self._write(piece, 1, 0, depot.defence)
        for piece in PARTISANS:
            self._write(piece, counters.partisan.steps, counters.partisan.attack, counters.partisan.defence)
        self._write(FFI, counters.ffi.steps, counters.ffi.attack, counters.ffi.defence)

    def _write(self, piece: int, steps: int, attack: int, defence: int) -> None:
        """A counter that has the same factors with each of its steps."""
        self.steps[piece] = steps
        for lost in range(steps):
            self.attack[lost][piece], self.defence[lost][piece] = attack, defence

    def _list_formations(self) -> None:
        formations = self.content.formations
        self.formations = tuple(formations[name] for name in FORMATION_NAMES)
        self.formation_units = [tuple(map(piece_number, one.units)) for one in self.formations]
        self.formation = [NO_FORMATION] * PIECES
        for number, units in enumerate(self.formation_units):
            for unit in units:
                self.formation[unit] = number
        self.is_division = [one.division for one in self.formations]

    # -- hexes --------------------------------------------------------------------------------

    def _list_hexes(self) -> None:
        ground, (first, last) = self.ground, self.set_up.columns
        # 11.1-04: no other hex may be entered.
        self.in_play: HexSet = ground.land & mask(h for h in GRID.hexes if first <= GRID.column(h) <= last)
        self.around: list[HexSet] = [
            ground.around[h] & self.in_play if self.in_play >> h & 1 else 0 for h in range(SIZE)
        ]
        self.over_estuary: list[HexSet] = [  # the hexes next to each over an estuary
            mask(there for there in GRID.neighbours[h] if ground.rivers[h, there] == ESTUARY) for h in range(SIZE)
        ]
        self.zoc_into: list[HexSet] = [ground.zoc[h] & self.in_play for h in range(SIZE)]
        self.zoc_hexes = [tuple(members(into)) for into in self.zoc_into]
        self.beside = [GRID.spread(1 << h) & self.in_play for h in range(SIZE)]
        # The zones of the map with hexes in play, by number.
        self.zones = tuple(n for n, zone in enumerate(ZONE_IDS) if ground.zones[zone] & self.in_play)
        self.exit_box: dict[Hex, Place] = {  # of the exits in use
            GRID.at(ground.exits[letter].hex): BOXES[ground.exits[letter].box] for letter in self.set_up.exits
        }
        self.entry_hexes: dict[Place, list[Hex]] = {}  # of each box
        for gate, leads_to in self.exit_box.items():
            self.entry_hexes.setdefault(leads_to, []).append(gate)
        self.boxes: tuple[Place, ...] = tuple(BOXES[name] for name in self.set_up.boxes)
        self.box_links: dict[Place, tuple[Place, ...]] = {
            BOXES[name]: tuple(BOXES[link] for link in ground.boxes[name].links if link in self.set_up.boxes)
            for name in self.set_up.boxes
        }
        self.festung_in: dict[Place, Place] = {  # the holding box of a Festung off the map
            place: BOXES[box] for name, place in FESTUNGEN.items() if (box := self.counters.festung[name].box)
        }
        self.festungen_in: dict[Place, tuple[Place, ...]] = {  # and of each box the Festungen that it holds
            box: tuple(place for place, holding in self.festung_in.items() if holding == box)
            for box in self.festung_in.values()
        }
        # Of each place, hex or box, the places to which a supply line can go on: any way, and by road (4.1.2-02, 7.3).
        self.ways = self._lines(self.around)
        self.road_ways = self._lines([roads & self.in_play for roads in ground.along_roads])
        eastern = ground.coast[TaskForce.EASTERN]  # whose ports are British until another army takes them (7.1-02)
        self.beach_army = {GRID.at(beach.hex): ARMY_OF[beach.army] for beach in ground.beaches.values()}
        self.beach_hexes = [mask(h for h, whose in self.beach_army.items() if whose == army) for army in ARMIES]
        self.depot_armies = tuple(BRITISH if eastern >> h & 1 else US for h in self.depot_hexes)

    def _lines(self, around: Sequence[HexSet]) -> list[int]:
        found = [*around, *[0] * (len(PLACES) - SIZE)]
        for box, links in self.box_links.items():
            found[box] = mask(links)
        for hex_, box in self.exit_box.items():
            found[hex_] |= 1 << box
            found[box] |= 1 << hex_
        return found

    # -- movement -----------------------------------------------------------------------------

    def links(self, mover: Mover, interdicted: HexSet = 0, *, cyclist: bool = False, rubble: Rubble = ()) -> Links:
        """The hexes in play next to each hex and what they cost, with the rubble of hexes (9.4).

        Cyclists ride along roads (0.1.2.b-01).
        """
        key = (mover, interdicted, cyclist, rubble)
        if key not in self._links:
            self._links[key] = self._dearer(mover, interdicted, cyclist, dict(rubble))
        return self._links[key]

    def _dearer(self, mover: Mover, interdicted: HexSet, cyclist: bool, rubble: Mapping[Hex, int]) -> Links:
        """The usual links, changed where interdicted hexes or rubble are near."""
        free = self._plain_links(mover, cyclist, False)
        if not interdicted and not rubble:
            return free
        dear = self._plain_links(mover, cyclist, True)
        found = free.copy()
        within = ~GRID.spread(GRID.all & ~interdicted)  # hexes with nothing but interdicted ones around them
        for h in members(GRID.spread(interdicted | mask(rubble)) & self.in_play):
            found[h] = dear[h]
            if rubble or not within >> h & 1:
                found[h] = tuple(
                    (there, (dearly if interdicted >> there & 1 else cost) + rubble.get(there, 0))
                    for (there, cost), (_, dearly) in zip(free[h], dear[h], strict=True)
                )
        return found

    def _plain_links(self, mover: Mover, cyclist: bool, interdicted: bool) -> Links:
        """The links with no zone under interdiction, or with all, and without rubble."""
        key = (mover, cyclist, interdicted)
        if key not in self._plain:
            found: Links = [()] * SIZE
            links = self.ground.links(mover, interdicted=interdicted)
            for h in members(self.in_play):
                found[h] = tuple([link for link in links[h] if self.in_play >> link[0] & 1])
            if cyclist:
                self._ride(found, self.ground.links(DRIVERS, interdicted=interdicted))
            self._plain[key] = found
        return self._plain[key]

    def _ride(self, links: Links, driven: Links) -> None:
        """Along roads cyclists pay what vehicles do, if that is less (0.1.2.b-01)."""
        roads = self.ground.along_roads
        for h in members(self.in_play):
            by_road = {there: cost for there, cost in driven[h] if roads[h] >> there & 1}
            links[h] = tuple([(there, min(cost, by_road.get(there, cost))) for there, cost in links[h]])

    def strides(self, mover: Mover, interdicted: HexSet = 0, *, cyclist: bool = False, rubble: Rubble = ()) -> Strides:
        """The same as ``links``, for ``sweep``."""
        key = (mover, interdicted, cyclist, rubble)
        if key not in self._strides:
            free = self._plain_strides(mover, cyclist, False)
            if interdicted or rubble:
                dear = self._plain_strides(mover, cyclist, True)
                free = _dearer_strides(free, dear, interdicted, rubble)
            self._strides[key] = free
        return self._strides[key]

    def _plain_strides(self, mover: Mover, cyclist: bool, interdicted: bool) -> Strides:
        """The same as ``_plain_links``."""
        key = (mover, cyclist, interdicted)
        if key not in self._plainly:
            self._plainly[key] = Strides.of(GRID, self._plain_links(mover, cyclist, interdicted))
        return self._plainly[key]

    def next_to(self, mover: Mover) -> list[HexSet]:
        """Of each hex the hexes next to it that can be entered at all."""
        if mover not in self._next_to:
            self._next_to[mover] = [mask(there for there, _ in links) for links in self.links(mover)]
        return self._next_to[mover]


def _dearer_strides(free: Strides, dear: Strides, interdicted: HexSet, rubble: Rubble) -> Strides:
    """The usual strides, others into interdicted hexes, and dearer ones into rubble."""
    found: dict[int, list[HexSet]] = {}
    clear = ~mask(hex_ for hex_, _ in rubble)
    for usual, hexes in ((free, ~interdicted), (dear, interdicted)):
        for some, more in ((clear, 0), *((1 << hex_, more) for hex_, more in rubble)):
            if not (where := hexes & some):
                continue
            for cost, sets in usual.sets.items():
                entered = [one & where for one in sets]
                if any(entered):
                    others = found.get(cost + more)
                    found[cost + more] = list(map(or_, others, entered)) if others else entered
    return Strides(free.grid, found)
