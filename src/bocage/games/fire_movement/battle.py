"""A battle: one scenario with its options, its data worked out once so that rules can look things up.

A battle never changes while it is played; all games of the same scenario share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from bocage.games.fire_movement.chart import Chart
from bocage.games.fire_movement.content import Army, Arrival, BeachArea, Scenario, TerrainKey, Unit, UnitType, units_in
from bocage.games.fire_movement.numbers import numbers_of
from bocage.games.fire_movement.results import ResultsTable
from bocage.games.fire_movement.words import DIVISIONS, unit_number
from bocage.hexes import Hex, HexSet, Sides, mask, members

ALLIED = 0
GERMAN = 1
SEATS = ("allied", "german")
SIDES = {seat: (seat,) for seat in SEATS}
ARMIES = (Army.US, Army.CW)
FOOT = (UnitType.INFANTRY, UnitType.PARACHUTE, UnitType.GLIDER, UnitType.COMMANDO, UnitType.RANGER)

LAST_TURN = 17  # 10.5
LAST_TURN_EVER = 25  # 12.5.1, 15.3
EARLIEST_EARLY_TURN = 10  # 12.5.1
SCHEDULED_TURN = 15
ALL_EARLY = len(DIVISIONS) * (SCHEDULED_TURN - EARLIEST_EARLY_TURN)  # the turns that a game can gain by them

Links = list[tuple[tuple[Hex, int], ...]]


def in_foul_weather(allowance: int) -> int:
    """A movement allowance halved, fractions rounded up (10.6)."""
    return (allowance + 1) // 2


@dataclass(frozen=True)
class Entry:
    """When and where a reinforcement comes (10.10, 10.11)."""

    turn: int
    how: str  # "beach", "S", "W", "E", "west_road" or a hex label
    army_half: Army  # the part of the south edge in campaigns (15.1)
    mp_left: int | None
    division: int  # index in DIVISIONS of a division that may come early, or -1


class Battle:
    """Everything about a scenario that stays the same during play."""

    def __init__(
        self,
        scenario: Scenario,
        areas: tuple[BeachArea, ...],
        units: Mapping[str, Unit],
        key: TerrainKey,
        table: ResultsTable,
        chart: Chart,
        options: Mapping[str, str],
    ) -> None:
        self.scenario = scenario
        self.areas = areas
        self.key = key
        self.table = table
        self.chart = chart
        self.grid = chart.grid
        self.options = options
        self.weather = scenario.campaign or options.get("weather") == "yes"  # 10.6-01
        self.flak = options.get("flak") == "yes"  # 10.13
        self.early_arrival = options.get("early_arrival") == "yes"  # 12.5.1
        self.folio = scenario.edition == "folio"
        # Outside campaigns the folio has no limit of its own (11.1.3).
        self.last_turn_ever = LAST_TURN + ALL_EARLY if self.folio and not scenario.campaign else LAST_TURN_EVER
        self.numbers = numbers_of(scenario)  # how the edition cites the Quad's numbers, where it has others

        self.units = tuple(units.values())
        count = len(self.units)
        self.side = [GERMAN if unit.army is Army.GERMAN else ALLIED for unit in self.units]
        self.army = [unit.army for unit in self.units]
        self.mobile = [unit.mobile for unit in self.units]
        self.mobile_mask = mask(number for number, unit in enumerate(self.units) if unit.mobile)
        self.zoc = [unit.zoc for unit in self.units]
        self.commando = [unit.type in (UnitType.COMMANDO, UnitType.RANGER) for unit in self.units]
        self.airborne = [  # those that land from the air: German parachute regiments fight on foot
            unit.type in (UnitType.PARACHUTE, UnitType.GLIDER) and unit.army is not Army.GERMAN for unit in self.units
        ]
        self.glider = [unit.type is UnitType.GLIDER for unit in self.units]
        self.is_flak = [unit.type is UnitType.FLAK for unit in self.units]
        self.armored_brigade = [unit.armored_brigade for unit in self.units]
        # For combined arms a mechanized brigade of the Commonwealth counts as infantry (10.4-02).
        self.infantry = [
            unit.type in FOOT or (unit.army is Army.CW and unit.type is UnitType.MECHANIZED) for unit in self.units
        ]
        self.two_step = [unit.back is not None for unit in self.units]
        # Indexed [reduced][unit]; a one-step unit never shows its back.
        backs = [unit.back or unit.front for unit in self.units]
        self.attack = ([unit.front.attack for unit in self.units], [back.attack for back in backs])
        self.defence = ([unit.front.defence for unit in self.units], [back.defence for back in backs])
        self.allowance = ([unit.front.movement for unit in self.units], [back.movement for back in backs])

        self.playable: HexSet = chart.areas[scenario.playable] & chart.land
        west, east = chart.areas["us_campaign"], chart.areas["commonwealth_campaign"]
        allowed = {Army.GERMAN: self.playable, Army.US: self.playable, Army.CW: self.playable}
        if scenario.campaign:  # 15.1 (a)
            allowed[Army.US] &= west
            allowed[Army.CW] &= east
        self.allowed: dict[Army, HexSet] = allowed
        self.zone_of = [allowed[army] for army in self.army]
        self.armies_of = ({area.army for area in areas}, {Army.GERMAN})  # per side
        self.half: dict[Army, HexSet] = {Army.US: west, Army.CW: east}
        self.fortified: HexSet = 0  # no D-Day hex has a fortification (8.2.3)
        self.minefields = Sides()  # nor a minefield hexside (6.1)
        self._links: dict[tuple[Army, bool], Links] = {}

        self.entry: list[Entry | None] = [None] * count
        self.in_play = 0  # mask of the units of this scenario
        for area in areas:
            self._list_units(area)
        self.beach_hexes: HexSet = chart.grid.set(
            label for area in areas for hexes in area.beaches.values() for label in hexes
        )
        self.printed_set_up: HexSet = chart.grid.set(  # 13.4
            group.where for area in areas if not area.german_set_up_hidden for group in area.german_set_up
        )
        self.set_up_forbidden: HexSet = chart.grid.set(label for area in areas for label in area.set_up_forbidden)

    def _list_units(self, area: BeachArea) -> None:
        for name in units_in(area):
            self.in_play |= 1 << unit_number(name)
        for arrival in (*area.german_reinforcements, *area.allied_reinforcements):
            for name in arrival.units:
                unit = unit_number(name)
                self.entry[unit] = self._entry(area, arrival, self.units[unit])

    def _entry(self, area: BeachArea, arrival: Arrival, unit: Unit) -> Entry:
        how, mp_left = arrival.entry, arrival.mp_left
        if self.scenario.campaign and arrival.campaign_entry is not None:
            how, mp_left = arrival.campaign_entry, None
        division = DIVISIONS.index(unit.formation) if arrival.early else -1
        return Entry(arrival.turn, how, area.army, mp_left, division)

    def late_landing(self, unit: int) -> Entry:
        """The entry of an assault unit that found no room on its beach: GT 2, by sea (13.4, 14.4)."""
        army = self.army[unit]
        return Entry(2, "beach", army, None, -1)

    def links(self, unit: int) -> Links:
        """Neighbours and their cost in half movement points, for the class of a unit (5.4)."""
        kind = (self.army[unit], self.mobile[unit])
        if kind not in self._links:
            self._links[kind] = self._work_out_links(*kind)
        return self._links[kind]

    def _work_out_links(self, army: Army, mobile: bool) -> Links:
        links: Links = [()] * self.grid.size
        allowed = self.allowed[army]
        closed = self.prohibited[mobile]
        for hex_ in members(allowed):
            links[hex_] = tuple(
                (other, self.step_cost(hex_, other, mobile))
                for other in self.grid.neighbours[hex_]
                if allowed >> other & 1 and (not closed >> other & 1 or self.has_way(hex_, other))
            )
        return links

    @cached_property
    def prohibited(self) -> tuple[HexSet, HexSet]:
        """Hexes whose terrain is closed, to leg and to mobile units (5.2-08)."""
        closed = [0, 0]
        for name, row in self.key.hex.items():
            for mobile, cost in enumerate((row.leg, row.mobile)):
                if cost is None:
                    closed[mobile] |= self.chart.with_terrain(name)
        return closed[0], closed[1]

    def open_around(self, unit: int, hex_: Hex) -> HexSet:
        """The neighbours of a hex that the terrain lets a unit enter from there (5.2-08)."""
        return self._open_around[self.mobile[unit]][hex_]

    @cached_property
    def _open_around(self) -> tuple[list[HexSet], list[HexSet]]:
        """For leg and for mobile units: what is open around each hex, by its terrain or by a road or trail."""
        leg, mobile = (
            [
                mask(other for other in row if not closed >> other & 1 or self.has_way(hex_, other))
                for hex_, row in enumerate(self.grid.neighbours)
            ]
            for closed in self.prohibited
        )
        return leg, mobile

    @cached_property
    def closed_to_some(self) -> HexSet:
        """Hexes in play whose terrain is closed to leg or to mobile units: none on the printed terrain key."""
        return (self.prohibited[0] | self.prohibited[1]) & self.playable

    def has_way(self, hex_: Hex, other: Hex) -> bool:
        """Whether a road or a trail leads from a hex to its neighbour, whatever the terrain (5.4.1, 5.4.2)."""
        return (hex_, other) in self.chart.roads or (hex_, other) in self.chart.trails

    def step_cost(self, hex_: Hex, other: Hex, mobile: bool) -> int:
        """Half movement points from a hex into its neighbour: road, trail, or terrain and river (5.4)."""
        if (hex_, other) in self.chart.roads:
            return round(2 * self.key.road)
        if (hex_, other) in self.chart.trails:
            return round(2 * self.key.trail)
        river = self.key.river if (hex_, other) in self.chart.rivers else 0
        return self.entry_cost(other, mobile) + round(2 * river)

    def entry_cost(self, hex_: Hex, mobile: bool) -> int:
        """Half movement points for the terrain of a hex: the dearest kind, plus every '+' kind (5.4)."""
        dearest = extra = 0.0
        for name in self.chart.terrain[hex_]:
            row = self.key.hex[name]
            cost = row.mobile if mobile else row.leg
            assert cost is not None, "a closed hex has no cost"
            if row.plus:
                extra += cost
            else:
                dearest = max(dearest, cost)
        return round(2 * (dearest + extra))

    @cached_property
    def easy_to_enter(self) -> tuple[HexSet, HexSet]:
        """Hexes into which any unit can pay for any step with its whole allowance, in fair and in foul weather."""
        dearest = [0] * self.grid.size
        for kind in {(unit.army, unit.mobile): number for number, unit in enumerate(self.units)}.values():
            for hex_, cost in chain.from_iterable(self.links(kind)):
                dearest[hex_] = max(dearest[hex_], cost)
        least = min(min(allowances) for allowances in self.allowance)
        fair, foul = (
            mask(hex_ for hex_ in members(self.playable & ~self.closed_to_some) if dearest[hex_] <= 2 * allowance)
            for allowance in (least, in_foul_weather(least))
        )
        return fair, foul

    @cached_property
    def hex_line(self) -> list[str]:
        """The results-table line of each hex's own terrain, the best one for the defender (8.2.2)."""
        order = self.table.by_difficulty
        lines: list[str] = []
        for kinds in self.chart.terrain:
            known = [row.line for row in (self.key.hex[name] for name in kinds) if row.line is not None]
            lines.append(max(known, key=order.index) if known else "clear")
        return lines

    @cached_property
    def german_goal(self) -> HexSet:
        """Edge hexes by which German reinforcements of this scenario may enter: where Germans retreat to (8.3)."""
        edges: HexSet = 0
        for entry, side in zip(self.entry, self.side, strict=True):
            if entry is not None and side == GERMAN:
                edge = {"west_road": "W"}.get(entry.how, entry.how)
                edges |= self.chart.edge.get(edge, 0)
        return edges & self.playable

    @cached_property
    def nearer_to_german_goal(self) -> list[HexSet]:
        """For every hex all those that are nearer to a German entry edge."""
        nearer: list[HexSet] = [0] * self.grid.size
        reached = self.german_goal
        while reached and (grown := reached | self.grid.spread(reached)) != reached:
            for hex_ in members(grown & ~reached):
                nearer[hex_] = reached
            reached = grown
        return nearer

    @cached_property
    def campaign_cities(self) -> tuple[HexSet, ...]:
        """The hexes of each city on the part of the map in use (15.3)."""
        cities = (self.grid.set(city.hexes) for city in self.chart.cities)
        return tuple(hexes for hexes in cities if hexes & self.playable == hexes)
