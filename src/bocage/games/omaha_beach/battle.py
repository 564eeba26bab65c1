"""A battle: one scenario with its options, its data worked out once so that rules can look things up.

A battle never changes while it is played; all games of the same scenario share it. Divisions and sectors go by the same
numbers: 0 is the 1st Division and the east, 1 is the 29th Division and the west.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from bocage.games.omaha_beach import variants
from bocage.games.omaha_beach.cards import Card
from bocage.games.omaha_beach.chart import SideKind
from bocage.games.omaha_beach.content import Content
from bocage.games.omaha_beach.positions import BLANK
from bocage.games.omaha_beach.scenarios import Scenario
from bocage.games.omaha_beach.terms import Intensity, Mover, Sector, Tide
from bocage.games.omaha_beach.units import FOOT, UnitType, UsUnit
from bocage.games.omaha_beach.words import SEATS
from bocage.hexes import Hex, HexSet, mask, members

__all__ = ["BOX", "EAST", "SEATS", "SECTORS", "WEST", "Battle"]

EAST, WEST = 0, 1
NO_SECTOR = -1
SECTORS = (Sector.EAST, Sector.WEST)
BOX = 1000  # box number n is the place BOX + n, beyond the last hex

PROTECTIVE: tuple[SideKind, ...] = ("shingle", "seawall", "slope", "bluff", "scaleable_cliff")  # 7.1


class Battle:
    """Everything about a scenario that stays the same during play."""

    def __init__(self, content: Content, scenario: Scenario, options: Mapping[str, str]) -> None:
        self.content = content
        self.options = options
        self.variants = variants.chosen(content.scenarios, scenario, options)
        self.scenario = variants.adjusted_scenario(scenario, self.variants)
        self.chart, self.grid = content.chart, content.chart.grid
        self.around = [self.grid.within(1 << h & self.grid.all, 1) for h in range(self.grid.size)]  # and itself
        self.track = variants.adjusted_track(content.track, self.variants)
        self.tables, self.deck = content.tables, content.deck
        self.divisions = tuple(SECTORS.index(_HOME[division]) for division in scenario.divisions)
        self.german_actions_from = self.track.spans["german_actions"].turns[0][0]  # turn (16)
        self.two_players = options.get("players") == "two"  # 7.22-02

        self.units = tuple(content.pieces.us.values())
        units = list(enumerate(self.units))
        self.home = [0 if unit.division == 1 else 1 for unit in self.units]
        self.at_home = [
            mask(number for number, home in enumerate(self.home) if home == division) for division in (0, 1)
        ]
        self.foot = [unit.type in FOOT for unit in self.units]  # infantry and rangers
        self.ranger = [unit.type is UnitType.RANGER for unit in self.units]
        self.leader = [unit.leader for unit in self.units]
        self.mover = [_mover(unit) for unit in self.units]
        self.tank = [unit.type is UnitType.TANK for unit in self.units]
        self.general = [unit.type is UnitType.GENERAL for unit in self.units]
        self.hq = [unit.type is UnitType.HQ for unit in self.units]
        self.hqs = mask(number for number, unit in units if unit.type is UnitType.HQ)
        self.leaders = mask(number for number, unit in units if unit.leader)
        self.armored = [unit.armored for unit in self.units]
        self.symbol = [unit.symbol for unit in self.units]
        self.strength = [(0, *(step.strength for step in unit.steps)) for unit in self.units]  # by steps left
        self.range = [(0, *(step.range for step in unit.steps)) for unit in self.units]
        self.controls = [(False, *(step.controls for step in unit.steps)) for unit in self.units]
        self.unbound = mask(number for number, unit in units if unit.type is UnitType.RANGER or unit.leader)  # 7.1
        self.generals = mask(number for number, unit in units if unit.type is UnitType.GENERAL)
        self.companies = [
            [number for number, unit in units if unit.type is UnitType.INFANTRY and self.home[number] == division]
            for division in (EAST, WEST)
        ]
        self.regular = mask(number for number, unit in units if unit.type is UnitType.INFANTRY)  # counted as losses

        self.positions = tuple(content.positions.values())
        self.at_hex = {position.hex: number for number, position in enumerate(self.positions)}
        self.position_hexes = mask(self.at_hex)
        self.reinforcement_hexes = mask(position.hex for position in self.positions if position.kind == "reinforcement")
        names = list(dict.fromkeys(position.group for position in self.positions))
        self.group_names = tuple(names)
        self.group_of = [names.index(position.group) for position in self.positions]
        self.groups = tuple(
            tuple(number for number, group in enumerate(self.group_of) if group == place) for place in range(len(names))
        )
        heads = [self.positions[group[0]] for group in self.groups]
        self.colour = [head.colour for head in heads]
        self.is_wn = [head.kind == "wn" for head in heads]
        self.sector_of_group = [SECTORS.index(head.sector) for head in heads]
        self.field = [head.field for head in heads]  # per group and intensity (6.21)
        self.fire = [head.fire for head in heads]
        self.heroes = [content.hero_names(self.scenario.id, division) for division in (1, 29)]

        german = tuple(content.pieces.german.values())
        self.german = german
        self.back = [
            unit.pool if unit.back == "infantry" else unit.back for unit in german
        ]  # what a face-down one shows
        self.backs = tuple(dict.fromkeys(self.back))
        self.back += self.backs  # numbers from len(german) on stand for a unit of which only the back is known
        self.calibre = [unit.calibre for unit in german]
        self.calibre += [german[self.back.index(back)].calibre for back in self.backs]
        self.depth = tuple(content.pieces.depth.values())
        self.depth_type = [marker.type for marker in self.depth]
        self.depth_types = tuple(dict.fromkeys(self.depth_type))
        self.depth_type += self.depth_types  # as with the units

        self._add_armor()
        self.group_mask = [mask(group) for group in self.groups]  # of the positions of each group

        self.bases = tuple(content.pieces.bases.values())
        self.base_division = [0 if base.division == 1 else 1 for base in self.bases]
        self.exit_hexes = tuple(self.chart.exits.values())  # by the number of the exit

        self.boxes = tuple(self.chart.boxes.values())
        numbers = {box.id: number for number, box in enumerate(self.boxes)}
        self.boxes_for = [mask(numbers[box.id] for box in content.boxes_for(unit)) for unit in self.units]  # 5.3
        self.box_sector = [SECTORS.index(box.sector) for box in self.boxes]
        self.high, self.low = self.chart.at_level["high"], self.chart.low_ground
        self.beach = self.chart.at_level["beach"]
        self.in_sector = [self.chart.in_sector[sector] for sector in SECTORS]
        self.sector_of = [EAST if self.in_sector[EAST] >> h & 1 else WEST for h in range(self.grid.size)]
        self.sectors = self.divisions  # a division's number is that of its sector
        self.playable = self._playable()
        self._distances: dict[Hex, bytes] = {}
        self._discs: dict[tuple[Hex, int], HexSet] = {}
        self._groups_on: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}  # by card and sectors

    def _playable(self) -> HexSet:
        """The sectors of the divisions in play, and where their boxes lead to."""
        hexes = 0
        for sector in self.sectors:
            hexes |= self.in_sector[sector]
        for box, sector in zip(self.boxes, self.box_sector, strict=True):
            if sector in self.sectors:
                hexes |= mask(box.lands.values())
        return hexes

    def _add_armor(self) -> None:
        """Each armor unit is a position and a group of its own, behind the printed ones and in no sector (23-01).

        Where it is and what it overlooks depends on the game: ``State.hex_of`` and ``armor.field_of`` tell.
        """
        self.first_armor, self.first_armor_group = len(self.positions), len(self.groups)
        self.printed = (1 << self.first_armor) - 1  # mask of the printed positions
        units = [number for number, unit in enumerate(self.german) if unit.pool == "armor"]
        self.armor = tuple(units) if variants.ARMOR in self.variants else ()
        for place, number in enumerate(self.armor):
            unit = self.german[number]
            assert unit.colour is not None
            self.group_names += (f"{unit.back} {unit.id}",)
            self.group_of.append(self.first_armor_group + place)
            self.groups += ((self.first_armor + place,),)
            self.colour.append(unit.colour)
            self.is_wn.append(False)
            self.sector_of_group.append(NO_SECTOR)
            self.field.append(dict.fromkeys(Intensity, 0))
            self.fire.append(0)

    @cached_property
    def hidden_unit(self) -> list[int]:
        """For each German unit the number that stands for one of which only its back is known."""
        return [len(self.german) + self.backs.index(back) for back in self.back]

    @cached_property
    def hidden_depth(self) -> list[int]:
        """For each depth marker the number that stands for one of which only its type is known."""
        return [len(self.depth) + self.depth_types.index(kind) for kind in self.depth_type]

    def piece_in(self, position: int) -> str:
        """The counter that stands for whatever is in a position."""
        if position < len(self.positions):
            return self.positions[position].id.replace(BLANK, "position ")
        return f"armor-{position - len(self.positions) + 1}"

    def sector(self, hex_: Hex) -> int:
        """The sector of a hex."""
        return self.sector_of[hex_]

    def tide(self, turn: int) -> Tide:
        """The tide of a turn (5.21)."""
        return self.track.turns[turn].tide

    def dry(self, turn: int) -> HexSet:
        """The hexes above water in a turn."""
        return self.chart.dry[self.tide(turn)]

    @cached_property
    def sheltered(self) -> HexSet:
        """Beach hexes at a protective hexside (7.1)."""
        return mask(h for h in members(self.beach) if any(self.chart.sides[kind].across(h) for kind in PROTECTIVE))

    @cached_property
    def to_shelter(self) -> list[int]:
        """Distance of every hex from the nearest sheltered beach hex (7.1-09)."""
        distance, reached, steps = [0] * self.grid.size, self.sheltered, 0
        while reached != self.grid.all:
            steps += 1
            wider = self.grid.within(reached, 1)
            for h in members(wider & ~reached):
                distance[h] = steps
            reached = wider
        return distance

    def disc(self, hex_: Hex, distance: int) -> HexSet:
        """All hexes at most so far from one."""
        found = self._discs.get((hex_, distance))
        if found is None:
            found = self._discs[hex_, distance] = self.grid.within(1 << hex_, distance)
        return found

    def distances(self, hex_: Hex) -> bytes:
        """The distance of every hex from one."""
        found = self._distances.get(hex_)
        if found is None:
            found = self._distances[hex_] = bytes([self.grid.distance(hex_, h) for h in range(self.grid.size)])
        return found

    @cached_property
    def nearer_shelter(self) -> list[HexSet]:
        """For each beach hex, the beach hexes next to it that are nearer to a sheltered one (7.1-09)."""
        found, distance = [0] * self.grid.size, self.to_shelter
        for h in members(self.beach):
            near = members(self.around[h] & self.beach)
            found[h] = mask(other for other in near if distance[other] < distance[h])
        return found

    def groups_on(self, card: Card, *sectors: int) -> tuple[int, ...]:
        """The groups of some sectors whose colour is on a card."""
        found = self._groups_on.get((card.number, sectors))
        if found is None:
            groups = [n for n, sector in enumerate(self.sector_of_group) if sector in sectors]
            found = tuple(n for n in groups if card.fires(self.colour[n]) is not None)
            self._groups_on[card.number, sectors] = found
        return found

    @cached_property
    def group_hexes(self) -> list[HexSet]:
        """The hexes of each printed group."""
        groups = self.groups[: self.first_armor_group]
        return [mask(self.positions[position].hex for position in group) for group in groups]

    @cached_property
    def placing(self) -> list[int]:
        """The boxes in play in which units of its kind are placed, for each unit (3, 5.32, 5.33)."""
        boxes = [(n, box) for n, box in enumerate(self.boxes) if self.box_sector[n] in self.sectors]
        any_, rangers = (mask(n for n, box in boxes if box.placing == kind) for kind in ("any", "rangers"))
        return [any_ | rangers if ranger else any_ for ranger in self.ranger]

    @cached_property
    def observers(self) -> list[int]:
        """Masks of the positions that observe for each off-map artillery unit (6.51)."""
        groups, names = self.groups, self.group_names
        boxes = self.track.artillery.values()
        return [mask(p for name in box.observers for p in groups[names.index(name)]) for box in boxes]

    @cached_property
    def observer_hexes(self) -> list[HexSet]:
        """The hexes of these positions."""
        return [mask(self.positions[p].hex for p in members(observers)) for observers in self.observers]

    @cached_property
    def german_paths(self) -> HexSet:
        """Hexes through which German communication may pass if no American is near (12.2-04)."""
        chart = self.chart
        shore = (chart.at_level["pavilion"] | chart.at_level["draw"]) & self.grid.spread(self.beach)
        closed = chart.with_terrain["rough"] | chart.at_level["sea"] | self.beach | shore
        return self.grid.all & ~closed

    @cached_property
    def exits(self) -> HexSet:
        """The lettered exit hexes."""
        return mask(self.chart.exits.values())

    @cached_property
    def near_exits(self) -> HexSet:
        """The hexes from which the longest move of all leads to an exit."""
        longest = max(row.tank_hexes for row in self.tables.terrain.values())
        return self.grid.within(self.exits, longest)

    @cached_property
    def us_paths(self) -> list[HexSet]:
        """For each hex, the neighbours to which US communication may be traced: no bluff, cliff or rough (12.3-04)."""
        sides = [self.chart.sides[kind] for kind in ("bluff", "scaleable_cliff", "sheer_cliff")]
        closed = self.chart.with_terrain["rough"] | self.chart.at_level["sea"]
        found = [0] * self.grid.size
        for h in self.grid.hexes:
            barred = closed
            for side in sides:
                barred |= side.across(h)
            found[h] = mask(self.grid.neighbours[h]) & ~barred
        return found

    @cached_property
    def plunging(self) -> list[Mapping[Intensity, HexSet]]:
        """The fields of fire under plunging fire: sporadic dots at protective hexsides are steady (EV.2)."""
        found = list[Mapping[Intensity, HexSet]]()
        for field in self.field:
            worse = field[Intensity.SPORADIC] & self.sheltered
            found.append(
                {
                    Intensity.INTENSE: field[Intensity.INTENSE],
                    Intensity.STEADY: field[Intensity.STEADY] | worse,
                    Intensity.SPORADIC: field[Intensity.SPORADIC] & ~worse,
                }
            )
        return found


def _mover(unit: UsUnit) -> Mover:
    if unit.type in FOOT:
        return "infantry"
    return "leader" if unit.leader else "other"


_HOME = {1: Sector.EAST, 29: Sector.WEST}
