"""What a place is worth to an Allied unit that moves: nearer to its goal, beside an enemy who can be beaten, safe."""

from __future__ import annotations

from bocage.games.dark_summer.boundary import allowed_hexes
from bocage.games.dark_summer.campaign import ALLIED, GERMAN, US
from bocage.games.dark_summer.places import BRITTANY, CHERBOURG, EASTERN_EXIT, GRID, SIZE, WAITING, Place
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import supplied_hexes
from bocage.games.dark_summer.zones import zone_of
from bocage.hexes import Hex, HexSet, flood, members
from bocage.players.dark_summer.goals import BREAK_OUT, EVACUATION, Goal, allied_goals, assign, complete
from bocage.players.dark_summer.ground import FAR
from bocage.players.dark_summer.stage import Stage, chance_to_fall
from bocage.players.dark_summer.stances import USUAL, Cares
from bocage.players.dark_summer.weights import (
    COVER,
    CROWD,
    EXPOSED,
    GUARD,
    LOST_GAME,
    MARCH,
    MASS,
    SHORT_LIVED,
    TOGETHER,
    UNSUPPLIED,
    URGENT,
)

NEAR_BEACHES = 12  # hexes within which Germans are a danger to a Beach
NEAR_PLACES = 5  # and to a place that scores
PUSH = 5  # the turn from which on the US drive for the open country


class AlliedStage(Stage):
    """The position as a group of the Allies sees it while it moves."""

    def __init__(self, g: State, group: int, cares: Cares = USUAL) -> None:
        super().__init__(g, group, cares)
        self.goals = assign(g, group, allied_goals(g, group, cares))
        self.home = g.open_beaches & g.campaign.beaches_of[group]
        self.supplied = supplied_hexes(g, group)
        self.hot: HexSet = GRID.within(g.occupied[GERMAN], 2)
        self.guards = self._guards()
        self.crowded = any(g.where[unit] == WAITING for unit in members(g.campaign.units_of_group[group]))
        self.near_home = self._near_home()

    def _guards(self) -> dict[Hex, float]:
        """Hexes that must not be left without a garrison, with the defence that they need."""
        g = self.g
        needed: dict[Hex, float] = {}
        barred = g.occupied[ALLIED] | zone_of(g, ALLIED)
        germans = g.occupied[GERMAN]
        free = flood(GRID, germans | GRID.spread(germans) & ~barred, g.campaign.ground.passable & ~barred | germans)
        mobile = germans & ~g.strongpoints
        for beach in members(self.home & GRID.within(mobile, NEAR_BEACHES)):
            needed[beach] = 6.0 if GRID.within(mobile, 4) >> beach & 1 else 3.0
        self.danger = GRID.within(free, 2)
        for hex_ in members(self.ground.scoring & g.held & GRID.within(free, 1) & GRID.within(mobile, NEAR_PLACES)):
            if allowed_hexes(g, self.group) >> hex_ & 1 and not g.stands[1 - self.group] >> hex_ & 1:
                needed[hex_] = 3.0
        avranches = g.campaign.avranches
        if self.group == US and g.held >> avranches & 1:
            needed[avranches] = max(8.0, min(16.0, 0.6 * self.threat[avranches])) if g.brittany_since else 5.0
        return needed

    def _near_home(self) -> list[float]:
        """How much it matters that a hex is covered: the nearer to a Beach the more."""
        found = [0.3] * SIZE
        for distance, share in ((10, 0.6), (7, 1.0), (4, 1.5)):
            for hex_ in members(GRID.within(self.home, distance)):
                found[hex_] = share
        return found

    def goal_of(self, unit: int) -> Goal:
        """Where a unit means to go."""
        if self.g.turn in EVACUATION and self.g.campaign.units[unit].may_withdraw:
            return Goal(self.home)
        return self.goals.get(unit) or Goal(self.home)

    def worth(self, unit: int, place: Place) -> float:
        """What a unit is worth in a place."""
        if place >= SIZE:
            return self._worth_in_box(unit, place)
        goal = self.goal_of(unit)
        worth = -self.cares.march * MARCH * min(FAR, self.ground.field(ALLIED, goal.hexes)[place])
        if goal.box == CHERBOURG:
            worth *= 1.0 + URGENT * self.g.turn
        elif self.group == US and self.g.turn >= PUSH:
            worth *= 1.0 + URGENT * (self.g.turn - PUSH + 1)
        if not self.supplied >> place & 1:
            worth -= UNSUPPLIED
        if place in self.guards:
            worth += self._as_guard(unit, place)
        if self.home >> place & 1 and self.crowded and self.g.campaign.stacking_division[unit] >= 0:
            worth -= CROWD
        if self._beside_own(unit, place):
            worth += TOGETHER
        if self.hot >> place & 1:
            worth += self._at_the_front(unit, place)
        return worth

    def _beside_own(self, unit: int, place: Hex) -> bool:
        """Whether another unit of the same division is in a hex: others may not stack there."""
        division = self.g.campaign.stacking_division
        return division[unit] >= 0 and any(
            other != unit and division[other] == division[unit] for other in self.stack.get(place, ())
        )

    def _worth_in_box(self, unit: int, box: Place) -> float:
        goal, g = self.goal_of(unit), self.g
        if box == CHERBOURG:
            return 8.0 if goal.box == CHERBOURG else -30.0
        scores = complete(g, g.campaign.formation[unit])
        if box == BRITTANY:
            return 12.0 if scores and goal.box == BRITTANY and self._avranches_is_safe(unit) else -50.0
        if box == EASTERN_EXIT:
            return 12.0 if scores and g.turn >= BREAK_OUT + 1 else -50.0
        return 0.0

    def _avranches_is_safe(self, unit: int) -> bool:
        """Whether a unit may enter Brittany: who loses Avranches then has lost the game."""
        avranches = self.g.campaign.avranches
        left = self.defence.get(avranches, 0.0) - (self.defend(unit) if self.where[unit] == avranches else 0.0)
        return left >= min(16.0, 0.6 * self.threat[avranches] + 2.0)

    def _as_guard(self, unit: int, place: Place) -> float:
        there = self.defence.get(place, 0.0) - (self.defend(unit) if self.where[unit] == place else 0.0)
        missing = max(0.0, self.guards[place] - there)
        if missing <= 0:
            return 0.0
        return self._weight_of_guard(unit, place) * min(1.0, self.defend(unit) / missing) - 0.15 * self.attack(unit)

    def _weight_of_guard(self, unit: int, place: Place) -> float:
        """Beaches are best guarded by those who leave room for a division to land."""
        if not self.home >> place & 1:
            return LOST_GAME if place == self.g.campaign.avranches and self.g.brittany_since else GUARD / 2
        divisional = self.crowded and self.g.campaign.stacking_division[unit] >= 0
        if self.danger >> place & 1:
            return GUARD * (0.6 if divisional else 1.0)
        return 0.0 if divisional else GUARD / 2

    def _at_the_front(self, unit: int, place: Place) -> float:
        here = self.where[unit] == place
        worth = 0.0
        if self.fronts >> place & 1:
            worth += self.cares.mass * MASS[ALLIED] * self.adds(unit, place)
        defence = self.defence.get(place, 0.0) + (0.0 if here else self.defend(unit))
        falls = chance_to_fall(self.threat[place], defence, self.g.sky.german_attack_shift)
        worth += COVER[ALLIED] * self.near_home[place] * self.newly_covered(unit, place) * (1.0 - SHORT_LIVED * falls)
        return worth - self.cares.exposed * EXPOSED[ALLIED] * self.ground.value[unit] * falls
