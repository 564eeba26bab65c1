"""What a place is worth to an Allied unit that moves: nearer to its goal, beside an enemy who can be beaten, safe."""

from __future__ import annotations

from bocage.games.dark_summer.boundary import allowed_hexes
from bocage.games.dark_summer.campaign import ALLIED, GERMAN, US
from bocage.games.dark_summer.places import (
    BRITTANY,
    CHERBOURG,
    EASTERN_EXIT,
    GRID,
    MAY_LEAVE,
    SIZE,
    WAITING,
    Place,
)
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import supplied_hexes
from bocage.games.dark_summer.zones import zone_of
from bocage.hexes import Hex, HexSet, flood, members
from bocage.players.dark_summer.goals import (
    BEHIND,
    BREAK_OUT,
    EVACUATION,
    LAST_TURNS,
    PUSH,
    Goal,
    allied_goals,
    assign,
    complete,
    gone_to,
)
from bocage.players.dark_summer.ground import FAR, Field
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
    POINT,
    SHORT_LIVED,
    TOGETHER,
    UNSUPPLIED,
    URGENT,
)

NEAR_BEACHES = 12  # hexes within which Germans are a danger to a Beach
NEARER = 8  # as long as none is Closed
AT_HAND = 5  # once one is, even if the way is barred by now
NEAR_PLACES = 5  # and to a place that scores
NEAR_AT_LAST = 8  # in the last turns
CALL = 16.0  # Movement Points from which a unit is called to a Beach
SPARED = 3.0  # Movement Points that it may be farther away for each point of attack that the front keeps by that
SENTRY = (6.0, 12.0, 40.0)  # the first unit on a Beach in danger when so many are Closed: three lose the game
STORM = 1.5  # to one: odds at which Cherbourg is entered
REAR_GUARD, HELD = 12.0, 0.5  # defence that a place behind those who break out wants at most, and of what threatens it
NO_WAY = 60  # half Movement Points, beyond the Boundary
HASTE = 4.0  # how much more each Movement Point counts to those who follow the rest of their division off the map
AT_ANY_COST = 6  # the turn from which on it is entered at any


class AlliedStage(Stage):
    """The position as a group of the Allies sees it while it moves."""

    def __init__(self, g: State, group: int, cares: Cares = USUAL) -> None:
        super().__init__(g, group, cares)
        self.goals = assign(g, group, allied_goals(g, group, cares))
        self.home = g.open_beaches & g.campaign.beaches_of[group]
        self.supplied = supplied_hexes(g, group)
        self.hot: HexSet = GRID.within(g.occupied[GERMAN], 2)
        self.guards = self._guards()
        self.sentries = self._sentries()
        self.first = frozenset(self.sentries)
        self.storms = self._storms()
        self.pushes = g.turn >= PUSH and (group == US or bool(cares.flanks and g.caen_taken and g.turn >= BREAK_OUT))
        self.crowded = any(g.where[unit] == WAITING for unit in members(g.campaign.units_of_group[group]))
        self.near_home = self._near_home()
        self.tolls = self._tolls() if cares.flanks and g.turn >= PUSH else {}
        self.ways: dict[HexSet, Field] = {}
        self.followers = self._followers() if cares.follow else frozenset()

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
        closed = bool(g.closed_beaches)
        self.danger = GRID.within(free, 2) & GRID.within(mobile, NEAR_BEACHES if closed else NEARER)
        if closed:
            self.danger |= GRID.within(mobile, AT_HAND)
        near = GRID.within(mobile, NEAR_PLACES if g.turn < LAST_TURNS else NEAR_AT_LAST)
        for hex_ in members(self.ground.scoring & g.held & GRID.within(free, 1) & near):
            if allowed_hexes(g, self.group) >> hex_ & 1 and not g.stands[1 - self.group] >> hex_ & 1:
                needed[hex_] = 3.0
        if self.cares.rear and g.turn >= self.cares.break_out:
            for hex_ in members(BEHIND & g.held & GRID.within(mobile, NEAR_AT_LAST)):
                if not g.stands[1 - self.group] >> hex_ & 1:
                    needed[hex_] = max(3.0, min(REAR_GUARD, HELD * self.threat[hex_]))
        avranches = g.campaign.avranches
        if self.group == US and g.held >> avranches & 1:
            needed[avranches] = max(8.0, min(16.0, 0.6 * self.threat[avranches])) if g.brittany_since else 5.0
        return needed

    def _sentries(self) -> dict[int, Hex]:
        """For each Beach in danger the independent unit that is nearest: it leaves room for a division to land."""
        g, campaign = self.g, self.g.campaign
        free = {
            unit
            for unit in members(g.force[self.group])
            if g.where[unit] < SIZE and campaign.stacking_division[unit] < 0 and not self._goes_home(unit)
        }
        found: dict[int, Hex] = {}
        for beach in members(self.danger & self.home):
            field = self.ground.field(ALLIED, 1 << beach)
            near = [unit for unit in free if field[g.where[unit]] <= CALL]
            if near:
                sentry = min(near, key=lambda unit: (field[g.where[unit]] + SPARED * self.attack(unit), unit))
                found[sentry] = beach
                free.remove(sentry)
        return found

    def _followers(self) -> frozenset[int]:
        """Those whose division has begun to leave the map and scores only if all of it does."""
        g, formation = self.g, self.g.campaign.formation
        return frozenset(
            unit
            for unit, goal in self.goals.items()
            if goal.box in gone_to(g, formation[unit])
            and g.where[unit] < SIZE
            and unit not in self.sentries
            and complete(g, formation[unit])
        )

    def _goes_home(self, unit: int) -> bool:
        return self.g.turn in EVACUATION and self.g.campaign.units[unit].may_withdraw

    def _storms(self) -> bool:
        """Whether those before Cherbourg go in: not by driblets, who would have to attack at poor odds (11.7-06)."""
        g = self.g
        if self.group != US or g.cherbourg_captured:
            return True
        field = self.ground.field(ALLIED, g.campaign.ground.letters["C"])
        there = sum(self.attack(unit) for unit in g.units_in(CHERBOURG, ALLIED))
        for unit, goal in self.goals.items():
            if goal.box == CHERBOURG and g.where[unit] < SIZE and field[g.where[unit]] < g.campaign.allowance[unit]:
                there += self.attack(unit)
        garrison = sum(max(1.0, self.defend(unit)) for unit in g.units_in(CHERBOURG, GERMAN))
        return g.turn >= AT_ANY_COST or there >= STORM * garrison

    def _near_home(self) -> list[float]:
        """How much it matters that a hex is covered: the nearer to a Beach the more."""
        found = [0.3] * SIZE
        for distance, share in ((10, 0.6), (7, 1.0), (4, 1.5)):
            for hex_ in members(GRID.within(self.home, distance)):
                found[hex_] = share
        return found

    def goal_of(self, unit: int) -> Goal:
        """Where a unit means to go."""
        if self._goes_home(unit):
            return Goal(self.home)
        if unit in self.sentries:
            return Goal(1 << self.sentries[unit])
        return self.goals.get(unit) or Goal(self.home)

    def _tolls(self) -> dict[Hex, int]:
        """What it costs beyond the usual to enter hexes: in a ZOC a move ends, and the other army's are closed."""
        g, toll = self.g, self.cares.flanks
        tolls = dict.fromkeys(members(zone_of(g, GERMAN)), toll)
        tolls |= dict.fromkeys(members(g.occupied[GERMAN]), 2 * toll)
        return tolls | dict.fromkeys(members(GRID.all & ~allowed_hexes(g, self.group)), NO_WAY)

    def _way_to(self, goal: Goal) -> Field:
        """How far it is to a goal: straight on, or round the enemy; Cherbourg has no other side."""
        if not self.tolls or goal.box == CHERBOURG:
            return self.ground.field(ALLIED, goal.hexes)
        if goal.hexes not in self.ways:
            self.ways[goal.hexes] = self.ground.field_with_tolls(ALLIED, goal.hexes, self.tolls)
        return self.ways[goal.hexes]

    def worth(self, unit: int, place: Place) -> float:
        """What a unit is worth in a place."""
        if place >= SIZE:
            return self._worth_in_box(unit, place)
        goal = self.goal_of(unit)
        if unit in self.followers and not self._holds_alone(unit, place):
            unsafe = 0.0 if self.supplied >> place & 1 else UNSUPPLIED
            return -HASTE * MARCH * min(FAR, self._way_to(goal)[place]) - unsafe
        worth = -self.cares.march * MARCH * min(FAR, self._way_to(goal)[place])
        if goal.box == CHERBOURG:
            worth *= 1.0 + URGENT * self.g.turn
        elif self.pushes:
            worth *= 1.0 + URGENT * (self.g.turn - PUSH + 1)
        if not self.supplied >> place & 1:
            worth -= UNSUPPLIED
        if place in self.guards:
            worth += self._as_guard(unit, place)
        if self.home >> place & 1 and self.crowded and self.g.campaign.stacking_division[unit] >= 0:
            worth -= 0.0 if self._alone_in_danger(unit, place) else CROWD
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
            return 8.0 if goal.box == CHERBOURG and self.storms else -30.0
        scores = complete(g, g.campaign.formation[unit])
        if box == BRITTANY:
            return 12.0 if scores and goal.box == BRITTANY and self._avranches_is_safe(unit) else -50.0
        if box == EASTERN_EXIT:
            return 12.0 if scores and g.turn >= self.cares.break_out else -50.0
        return 12.0 if scores and box == MAY_LEAVE and self.cares.rear else 0.0  # who is in Brittany stays there

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
        share = 1.0 if self._alone_in_danger(unit, place) else min(1.0, self.defend(unit) / missing)
        return self._weight_of_guard(unit, place) * share - 0.15 * self.attack(unit)

    def _alone_in_danger(self, unit: int, place: Place) -> bool:
        """Whether a unit is the only one on a Beach that Germans can come to: one that is empty falls at a touch."""
        others = self.defence.get(place, 0.0) - (self.defend(unit) if self.where[unit] == place else 0.0)
        return bool(self.home & self.danger & 1 << place) and others <= 0

    def _holds_alone(self, unit: int, place: Place) -> bool:
        """Whether the game could be lost if a unit that is in a hex left it."""
        if self.where[unit] != place or place not in self.guards:
            return False
        avranches = place == self.g.campaign.avranches and bool(self.g.brittany_since)
        return self._alone_in_danger(unit, place) or (avranches and not self._avranches_is_safe(unit))

    def _weight_of_guard(self, unit: int, place: Place) -> float:
        """Beaches are best guarded by those who leave room for a division to land."""
        if not self.home >> place & 1:
            if place == self.g.campaign.avranches and self.g.brittany_since:
                return LOST_GAME
            late = min(LAST_TURNS - 1, self.cares.break_out)
            return POINT * self.ground.swing[place] if self.g.turn >= late else GUARD / 2
        if self._alone_in_danger(unit, place):
            return SENTRY[min(2, self.g.closed_beaches.bit_count())]
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
