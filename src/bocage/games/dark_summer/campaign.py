"""A campaign: one set-up with its options, its data worked out once so that rules can look things up.

A campaign never changes while it is played; all games of the same scenario and options share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bocage.games.dark_summer.content import Content, SetUp
from bocage.games.dark_summer.ground import Mover, halves
from bocage.games.dark_summer.pieces import dealt_pieces, factors_of, pieces_of
from bocage.games.dark_summer.places import BRITTANY, CHERBOURG, EASTERN_EXIT, GRID, LANDS_AT, PLACES, Place
from bocage.games.dark_summer.terms import Army, Letter, Nation, Side, UnitSize, UnitType, Weather
from bocage.games.dark_summer.units import FLAK_CORPS
from bocage.games.dark_summer.words import MARKER_IDS, UNIT_IDS
from bocage.hexes import Grid, Hex, HexSet, Links, mask, members

ALLIED: Final = 0
GERMAN: Final = 1
SEATS: Final = ("allied", "german")
SIDES: Final = {seat: (seat,) for seat in SEATS}
SIDE_NAMES: Final = (Side.ALLIED, Side.GERMAN)  # as the data call them

# Those who act together (9.3.1). In the two Wave Rounds both Allied groups are Active.
US: Final = 0  # and French
BRITISH: Final = 1  # and Canadian and Polish
GERMANS: Final = 2
BOTH: Final = 3
GROUPS: Final = (US, BRITISH, GERMANS)
GROUP_NAMES: Final = ("US", "British", "German", "Allied")
SIDE_OF: Final = (ALLIED, ALLIED, GERMAN, ALLIED)  # of each group
_GROUP: Final = {Army.US: US, Army.BRITISH: BRITISH, Army.GERMAN: GERMANS}

_BOXES: Final[tuple[tuple[Letter, Place], ...]] = (("C", CHERBOURG), ("W", BRITTANY), ("E", EASTERN_EXIT))

INDEPENDENT: Final = -1  # of no division
SURVIVORS_TURN: Final = 2  # on which what was left in the Beach Approach hexes comes again (9.4.3-18)
LAST_AUTOMATIC_TURN: Final = 2  # on which Strongpoints are Supplied by themselves (13.3)


class Options:
    """The optional rules in use (3.0)."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.historical_weather = chosen.get("historical_weather") == "yes"  # 7.3
        self.reaction_withdrawal = chosen.get("reaction_withdrawal") == "yes"  # 10.3.2
        self.assault_guns = chosen.get("assault_guns") == "yes"  # 12.7


class Campaign:
    """Everything about a game that stays the same during play."""

    def __init__(self, content: Content, set_up: SetUp, options: Mapping[str, str]) -> None:
        self.content = content
        self.tables = content.tables
        self.ground = content.ground
        self.set_up = set_up
        self.options = Options(options)
        self.grid = GRID
        self.last_turn = content.tables.last_turn
        self.stacking_limit = content.tables.stacking.units
        self.weather = content.tables.weather
        self.box_cost = halves(content.tables.movement.box)
        self.markers = tuple(content.tables.support[name] for name in MARKER_IDS)
        self._list_units(content)
        self._list_hexes()
        self._links: dict[tuple[int, bool, bool, Weather], Links] = {}

    # -- units --------------------------------------------------------------------------------

    def _list_units(self, content: Content) -> None:
        units = self.units = pieces_of(content)
        self.count = len(units)
        self.group = [_GROUP[unit.army] for unit in units]
        self.side = [SIDE_OF[group] for group in self.group]
        self.nation = [unit.nation for unit in units]
        self.is_us = [unit.nation is Nation.US for unit in units]  # of the boxes that French units may not use
        self.type = [unit.type for unit in units]
        self.zoc = [unit.zoc for unit in units]
        self.needs_bridge = [unit.type in content.tables.river.major.bridge_only for unit in units]
        self.strongpoint = [unit.strongpoint for unit in units]
        self.ost = [unit.ost for unit in units]
        self.flak = [unit.type is UnitType.FLAK for unit in units]
        self.airborne = [unit.airborne for unit in units]
        self.kampfgruppe = [unit.kampfgruppe for unit in units]
        self.tiger = [unit.tiger for unit in units]
        self.battalion = [unit.size is UnitSize.BATTALION for unit in units]
        self.stacks_free = [unit.stacks_free for unit in units]
        self.two_step = [unit.steps == 2 for unit in units]
        # Indexed [reduced][unit]; of Strongpoints and Ost battalions the state knows the factor (11.5).
        sides = [[unit.factors(reduced) for unit in units] for reduced in (False, True)]
        self.attack = [[side.attack for side in row] for row in sides]
        self.defence = [[side.defence for side in row] for row in sides]
        self.allowance = [unit.movement for unit in units]
        slow = content.tables.movement.out_of_supply
        self.points = [halves(unit.movement) for unit in units]  # in half Movement Points, In Supply and out of it
        self.points_unsupplied = [halves(min(unit.movement, slow)) for unit in units]
        self.turn_due = [unit.entry.turn or SURVIVORS_TURN for unit in units]  # on which a waiting unit may come
        self.factors = (factors_of(content, "strongpoints"), factors_of(content, "ost_battalions"))

        names = [unit.formation for unit in units]
        self.formations = tuple(dict.fromkeys(names))  # a division, a single unit, or III Flak Corps (2.4)
        self.formation = [self.formations.index(name) for name in names]
        self.formation_units = [mask(u for u, name in enumerate(names) if name == f) for f in self.formations]
        self.is_division = [
            units_of.bit_count() > 1 and name != FLAK_CORPS
            for name, units_of in zip(self.formations, self.formation_units, strict=True)
        ]
        self.division = [f if self.is_division[f] else INDEPENDENT for f in self.formation]
        # Airborne units stack as if they belonged to none (5.1-03).
        self.stacking_division = [
            INDEPENDENT if self.airborne[unit] else division for unit, division in enumerate(self.division)
        ]
        self.stacked_by_division = [  # those of a division that count for stacking as its own
            [u for u, of in enumerate(self.stacking_division) if of == f and not self.stacks_free[u]]
            for f in range(len(self.formations))
        ]
        self.units_of_group = [mask(u for u, of in enumerate(self.group) if of == group) for group in GROUPS]
        self.units_of_side = [self.units_of_group[US] | self.units_of_group[BRITISH], self.units_of_group[GERMANS]]
        self.immobile = mask(u for u, allowance in enumerate(self.allowance) if not allowance)
        assert [unit.id for unit in units] == list(UNIT_IDS)
        dealt = [*dealt_pieces("strongpoints", self.set_up.strongpoints)]
        dealt += dealt_pieces("ost_battalions", self.set_up.ost_battalions)
        self.dealt = tuple(dealt)  # Strongpoints and Ost battalions with the places of their symbols
        left_out = {u for u in range(self.count) if self.strongpoint[u] or self.ost[u]} - {u for u, _ in dealt}
        self.lost_before = mask({*left_out, *(u for u, unit in enumerate(units) if unit.id in self.set_up.eliminated)})

    # -- hexes --------------------------------------------------------------------------------

    def _list_hexes(self) -> None:
        ground, grid = self.ground, self.grid
        self.no_stop: HexSet = ground.letters["C"] | ground.letters["W"] | ground.letters["S"]  # for Germans (10.1)
        self.no_stop_hexes = frozenset(members(self.no_stop))
        self.beach_hexes = {name: grid.set(at.hex for at in beach.hexes) for name, beach in ground.beaches.items()}
        self.beaches_of: tuple[HexSet, HexSet] = (self._beaches(Army.US), self._beaches(Army.BRITISH))  # by group
        self.beaches: HexSet = self.beaches_of[US] | self.beaches_of[BRITISH]
        self.caen: HexSet = mask(h for h in grid.hexes if ground.place_at(h) == "Caen")
        self.avranches = grid.at(self.tables.sudden_death.avranches)
        self.box_at: dict[Hex, Place] = {  # the box to which a Lettered hex leads (10.4)
            hex_: box for letter, box in _BOXES for hex_ in members(ground.letters[letter])
        }
        self.hexes_to_box = distances(grid, mask(self.box_at))  # how far a hex is from the nearest of them
        # 15.0, by group: the column of the own Zone along the Boundary Line, and all that is at most one hex beyond it.
        self.nearest_column = (
            max(grid.column(h) for h in members(ground.us_zone)),
            min(grid.column(h) for h in members(ground.british_zone)),
        )
        self.within_boundary: tuple[HexSet, HexSet] = (
            ground.us_zone | grid.spread(ground.us_zone),
            ground.british_zone | grid.spread(ground.british_zone),
        )
        self.zoc_into: list[HexSet] = [0] * len(
            PLACES
        )  # where a stack's ZOC reaches as far as the ground decides (6.1)
        for h in members(ground.passable):
            self.zoc_into[h] = ground.zoc[h]
        for box, target in LANDS_AT.items():  # across the chevron alone (6.0-06)
            self.zoc_into[box] = 1 << target
        self.zoc_hexes = [tuple(members(reach)) for reach in self.zoc_into]
        # Of each hex the neighbours that can be entered from it, by all units and by those that need a bridge (10.2).
        self.open_around: tuple[list[HexSet], list[HexSet]] = (
            list(ground.around),
            [around & ~river for around, river in zip(ground.around, ground.unbridged, strict=True)],
        )
        self.by_river: HexSet = mask(h for h, river in enumerate(ground.unbridged) if river)  # no bridge across a side
        self.roads_from: list[HexSet] = [ground.roads.across(h) & ground.passable for h in range(grid.size)]

    def _beaches(self, army: Army) -> HexSet:
        return mask(
            hex_
            for name, beach in self.ground.beaches.items()
            if beach.army is army
            for hex_ in members(self.beach_hexes[name])
        )

    # -- movement -----------------------------------------------------------------------------

    def links(self, side: int, needs_bridge: bool, by_road: bool, weather: Weather) -> Links:
        """The hexes next to each hex and what they cost in half Movement Points, for a class of units (10.2)."""
        key = (side, needs_bridge, by_road, weather)
        if key not in self._links:
            clear = halves(self.weather[weather].german_clear) if side == GERMAN else 0
            self._links[key] = self.ground.links(Mover(SIDE_NAMES[side], clear, by_road, needs_bridge))
        return self._links[key]


def distances(grid: Grid, hexes: HexSet) -> list[int]:
    """How far each hex of a grid is from the nearest of some."""
    found = [0] * grid.size
    while rest := grid.all & ~hexes:
        for hex_ in members(rest):
            found[hex_] += 1
        hexes |= grid.spread(hexes)
    return found
