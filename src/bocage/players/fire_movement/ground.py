"""The geography of a battle as a planner sees it, worked out once: ways to every goal, and what terrain is worth."""

from __future__ import annotations

from functools import cached_property, lru_cache
from heapq import heappop, heappush

from bocage.games.fire_movement.battle import Battle
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.words import GRID
from bocage.hexes import Hex, HexSet, members
from bocage.players.fire_movement.weights import IN_SIGHT, LINE_DISTANCE, LINE_WORTH

FAR = 10_000  # more half movement points than any way takes
REMEMBERED = 100  # sets of goals
SPREAD_OF_MARKERS = (-3, 0, 3)  # what is drawn may be more or less than expected

Kind = tuple[Army, bool]  # what movement depends on: army and mobile
Chances = tuple[tuple[str, float], ...]
Goals = tuple[tuple[Hex, float], ...]  # hexes and what they are worth, each once
Reached = tuple[list[Hex], HexSet]  # the hexes that a unit can reach, friends or not, in the order found and as a set


class Prospects(dict[Hex, float]):
    """What the best goal is worth as seen from each hex: less the longer the way. Worked out when asked for."""

    def __init__(self, goals: Goals, ways: list[list[int]], pull: float) -> None:
        super().__init__()
        self.goals = dict(goals)
        self.sights = [(IN_SIGHT * value, way) for (_, value), way in zip(goals, ways, strict=True)]
        self.pull = pull

    def __missing__(self, hex_: Hex) -> float:
        pull = self.pull
        best = max([sight - pull * way[hex_] for sight, way in self.sights], default=0.0)
        if hex_ in self.goals:
            best = max(best, self.goals[hex_])
        self[hex_] = best
        return best


class Ground:
    """One battle's geography; shared by all games of it."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self._ways: dict[tuple[Hex, Kind], list[int]] = {}
        self._posts: dict[Hex, HexSet] = {}
        self._discs: dict[tuple[Hex, int], list[Hex]] = {}
        self._reverse: dict[Kind, list[list[tuple[Hex, int]]]] = {}
        self._chances: dict[tuple[str, int, int], Chances] = {}
        self._prospects: dict[tuple[Kind, Goals, float], Prospects] = {}
        self.reaches: dict[tuple[int, ...], Reached] = {}  # what ``Outlook.reach`` has found so far
        values = list(zip(*battle.attack, *battle.defence, battle.zoc, battle.two_step, strict=True))
        self.like = [values.index(value) for value in values]  # the first unit with the same values as a unit
        # What a unit is worth, and what it loses with its next step, indexed [reduced][unit].
        self.strength = tuple(
            [float(attack + defence + zoc) for attack, defence, zoc in zip(*side, battle.zoc, strict=True)]
            for side in zip(battle.attack, battle.defence, strict=True)
        )
        full, back = self.strength
        steps = [a - b if two else a for a, b, two in zip(full, back, battle.two_step, strict=True)]
        self.step = (steps, back)
        self._kind = {
            (army, mobile): unit for unit, (army, mobile) in enumerate(zip(battle.army, battle.mobile, strict=True))
        }

    @cached_property
    def beaches(self) -> list[HexSet]:
        """The landing hexes of each area."""
        return [GRID.set(label for hexes in area.beaches.values() for label in hexes) for area in self.battle.areas]

    @cached_property
    def objectives(self) -> HexSet:
        """The hexes that decide the game."""
        if self.battle.scenario.campaign:
            return sum(self.battle.campaign_cities)
        return GRID.set(self.battle.areas[0].objectives.hexes)

    @cached_property
    def neighbourhoods(self) -> HexSet:
        """Hexes next to which Allied units must stand at the end: the outskirts of Saint-Lô (14.8)."""
        if self.battle.scenario.campaign:
            return 0
        centre = GRID.set(self.battle.areas[0].objectives.adjacent_to)
        return GRID.spread(centre) & self.battle.playable

    @cached_property
    def minor_goals(self) -> HexSet:
        """Hexes whose capture costs the Germans markers."""
        hexes: HexSet = 0
        for area in self.battle.areas:
            for loss in area.marker_losses:
                hexes |= self.battle.chart.areas[loss.area] if loss.area else GRID.set(loss.hexes)
        return hexes & self.battle.playable

    def posts(self, base: Hex) -> HexSet:
        """Hexes before a base, on the best ground, whose zones of control together close every way to it."""
        if base not in self._posts:
            self._posts[base] = self._find_posts(base)
        return self._posts[base]

    def _find_posts(self, base: Hex) -> HexSet:
        def near(distance: int) -> HexSet:
            return GRID.within(1 << base, distance) & self.battle.playable

        def use(hex_: Hex) -> tuple[float, Hex]:
            return (covers[hex_] & line).bit_count() + LINE_WORTH[self.battle.hex_line[hex_]] / 2, hex_

        line = near(LINE_DISTANCE) & ~near(LINE_DISTANCE - 1)
        ground = near(LINE_DISTANCE) & ~near(LINE_DISTANCE - 2) & ~self.battle.beach_hexes
        covers = {hex_: GRID.within(1 << hex_, 1) for hex_ in members(ground)}
        posts: HexSet = 0
        while candidates := [hex_ for hex_ in covers if covers[hex_] & line]:
            post = max(candidates, key=use)
            posts |= 1 << post
            line &= ~covers[post]
        return posts

    def way(self, goal: Hex, kind: Kind) -> list[int]:
        """Half movement points from every hex to a goal, whoever is in between."""
        key = (goal, kind)
        if key not in self._ways:
            self._ways[key] = self._find_ways(goal, kind)
        return self._ways[key]

    def prospects(self, kind: Kind, goals: Goals, pull: float) -> Prospects:
        """How some goals look from every hex; the last sets of goals are remembered."""
        key = (kind, goals, pull)
        if key not in self._prospects:
            if len(self._prospects) >= REMEMBERED:
                self._prospects.clear()
            self._prospects[key] = Prospects(goals, [self.way(goal, kind) for goal, _ in goals], pull)
        return self._prospects[key]

    def _find_ways(self, goal: Hex, kind: Kind) -> list[int]:
        links = self._links_back(kind)
        cost = [FAR] * GRID.size
        cost[goal] = 0
        queue = [(0, goal)]
        while queue:
            spent, here = heappop(queue)
            if spent > cost[here]:
                continue
            for there, price in links[here]:
                if spent + price < cost[there]:
                    cost[there] = spent + price
                    heappush(queue, (spent + price, there))
        return cost

    def _links_back(self, kind: Kind) -> list[list[tuple[Hex, int]]]:
        if kind not in self._reverse:
            back: list[list[tuple[Hex, int]]] = [[] for _ in range(GRID.size)]
            for hex_, row in enumerate(self.battle.links(self._kind[kind])):
                for there, price in row:
                    back[there].append((hex_, price))
            self._reverse[kind] = back
        return self._reverse[kind]

    def disc(self, hex_: Hex, radius: int) -> list[Hex]:
        """All hexes within a distance."""
        key = (hex_, radius)
        if key not in self._discs:
            self._discs[key] = members(GRID.within(1 << hex_, radius) & self.battle.playable)
        return self._discs[key]

    def chances(self, line: str, differential: float, shift: int = 0) -> Chances:
        """The results of a combat whose differential is only expected, with their probabilities."""
        key = (line, round(differential), shift)
        if key not in self._chances:
            table = self.battle.table
            odds: dict[str, float] = {}
            for more in SPREAD_OF_MARKERS:
                column = max(1, table.column(line, key[1] + more) + shift)
                for result, chance in table.distribution(column).items():
                    odds[result] = odds.get(result, 0) + chance / len(SPREAD_OF_MARKERS)
            self._chances[key] = tuple(odds.items())
        return self._chances[key]


@lru_cache(maxsize=32)
def ground_of(battle: Battle) -> Ground:
    """The geography of a battle."""
    return Ground(battle)
