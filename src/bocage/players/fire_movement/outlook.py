"""How a position looks to one seat: what units and hexes are worth to it.

An outlook is made from a seat's view for one decision and works things out only when they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache

from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS
from bocage.games.fire_movement.combat import eligible_attackers
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.movement import search_reach
from bocage.games.fire_movement.reinforcements import BEACH_LIMIT, due_units
from bocage.games.fire_movement.state import WAITING, State, value_of
from bocage.games.fire_movement.supply import drop_zone_supply, supply_area
from bocage.games.fire_movement.words import GRID
from bocage.hexes import Hex, HexSet, flood, mask, members
from bocage.players.fire_movement import weights
from bocage.players.fire_movement.dangers import Dangers, chance_of_fire, dangers_to
from bocage.players.fire_movement.ground import Goals, Ground, Kind, Prospects, Reached, ground_of
from bocage.players.fire_movement.lines import SupplyLines
from bocage.players.fire_movement.weights import (
    ATTACKS_EXPECTED,
    IN_SIGHT,
    LEG_REACH,
    MAKE_ROOM,
    MARCH,
    MOBILE_REACH,
    PER_COMBAT,
    PLAIN_GROUND,
    STRIKING_DISTANCE,
    UNITS_PER_ATTACK,
    Weights,
)

MANY = 2000  # reaches that are remembered

Promise = Callable[[Hex], float]
Attacks = dict[tuple[tuple[int, ...], int, Hex, str, float], float]  # attackers, defender, hex, line, worth of the hex


class Outlook:
    """One seat's judgement of one position."""

    def __init__(self, g: State, side: int, cares: Weights | None = None) -> None:
        self.g = g
        self.battle = g.battle
        self.ground: Ground = ground_of(g.battle)
        self.side = side
        self.enemy = 1 - side
        self.weights = cares or weights.USUAL[side]
        if g.turn >= g.last_turn:
            self.weights = weights.on_the_last_turn(self.weights)
        elif side == ALLIED:
            self.weights = weights.by_balance(self.weights, self.balance)
        self._prospects: dict[Kind, Prospects] = {}
        self._promises: dict[int, Promise] = {}
        self._means: dict[tuple[int, ...], float] = {}
        self._threats: dict[Hex, int] = {}

    # -- units --------------------------------------------------------------------------------

    def strength(self, unit: int) -> float:
        """What a unit is worth as it stands."""
        return self.ground.strength[self.g.reduced >> unit & 1][unit]

    def step(self, unit: int) -> float:
        """What a unit loses with its next step."""
        return self.ground.step[self.g.reduced >> unit & 1][unit]

    def last_step(self, unit: int) -> bool:
        """Whether the next step is the unit's end."""
        return bool(self.g.is_reduced(unit)) or not self.battle.two_step[unit]

    @property
    def balance(self) -> float:
        """Own strength on the map as a multiple of the enemy's; 1 before the enemy shows."""
        g = self.g
        return _balance(self.ground, g.force[self.side], g.force[self.enemy], g.reduced)

    def reach(self, unit: int, points: int) -> Reached:
        """The hexes that a unit can move to or through. Friends are in nobody's way, so it is remembered."""
        g, start, enemy = self.g, self.g.where[unit], 1 - self.battle.side[unit]
        turn = g.turn if start == WAITING else 0  # by which entry hexes differ
        key = (unit, start, turn, points, g.allowance_of(unit), g.occupied[enemy], g.zone_sources[enemy])
        found = self.ground.reaches.get(key)
        if found is None:
            if len(self.ground.reaches) >= MANY:
                self.ground.reaches.clear()
            hexes = list(search_reach(g, unit, points))
            found = self.ground.reaches[key] = (hexes, mask(hexes))
        return found

    # -- goals --------------------------------------------------------------------------------

    @cached_property
    def supplied(self) -> HexSet:
        """Hexes in supply for ordinary Allied units."""
        return supply_area(self.g)

    @cached_property
    def supplied_from_the_air(self) -> dict[Army, HexSet]:
        """Hexes in supply for airborne units."""
        return {army: drop_zone_supply(self.g, army) for army in (Army.US, Army.CW)} if self.g.drop_zones else {}

    @cached_property
    def exposed(self) -> HexSet:
        """Hexes that Germans might walk into: in their reach, and not behind a line of Allied units and zones."""
        g = self.g
        barred = g.occupied[ALLIED] | GRID.spread(g.zone_sources[ALLIED])
        germans = g.occupied[GERMAN]
        mobile: HexSet = 0
        for unit in members(g.force[GERMAN] & self.battle.mobile_mask):
            mobile |= 1 << g.where[unit]
        if due_units(g, GERMAN):  # they will come by the edges of the map
            edge = self.battle.german_goal & ~barred
            germans, mobile = germans | edge, mobile | edge
        free = flood(GRID, germans | (GRID.spread(germans) & ~barred), (self.battle.playable & ~barred) | germans)
        reach = GRID.within(germans, LEG_REACH) | GRID.within(mobile, MOBILE_REACH)
        return GRID.within(free, 2) & reach & ~g.occupied[GERMAN]

    @cached_property
    def goals(self) -> dict[Hex, float]:
        """Hexes that this side wants a unit in, with what each is worth."""
        return self._allied_goals() if self.side == ALLIED else self._german_goals()

    def _allied_goals(self) -> dict[Hex, float]:
        g, ground, w = self.g, self.ground, self.weights
        goals: dict[Hex, float] = {}
        for hex_ in members(ground.minor_goals & ~g.held):
            goals[hex_] = w.minor_goal
        for hex_ in members(ground.neighbourhoods & ~g.occupied[GERMAN]):
            goals[hex_] = w.objective / 2
        open_ = ground.objectives & (~g.held | g.occupied[GERMAN])
        for hex_ in members(open_):
            goals[hex_] = w.objective
        empty = open_ & ~g.occupied[GERMAN]
        for hex_ in members(ground.objectives & ~open_):
            needed = self.exposed >> hex_ & 1 and (self.threat(hex_) or not empty)
            goals[hex_] = w.objective if needed else 0.0 if open_ else w.reserve
        for hex_ in members(g.beachheads & self.exposed):
            goals[hex_] = w.beachhead * w.other_beachhead
        for base in self.bases:
            if self.threat(base):
                goals[base] = w.beachhead
        for hex_ in members(self.posts):
            goals[hex_] = max(goals.get(hex_, 0.0), w.beachhead * w.post)
        return {hex_: value for hex_, value in goals.items() if value}

    @cached_property
    def bases(self) -> set[Hex]:
        """The beachhead of each landing area that is held most strongly: while one stands the game is not lost."""
        g = self.g
        germans = members(g.occupied[GERMAN])
        bases = set()
        for beaches in self.ground.beaches:
            manned = [(g.units_in[ALLIED][hex_], hex_) for hex_ in members(g.beachheads & beaches)]
            strongest = [hex_ for count, hex_ in manned if count == max(manned)[0]]
            if len(strongest) > 1:  # of which the one farthest from the enemy
                nearest = [min((GRID.distance(hex_, other) for other in germans), default=0) for hex_ in strongest]
                bases.add(max(zip(nearest, strongest, strict=True))[1])
            else:
                bases.update(strongest)
        return bases

    def _german_goals(self) -> dict[Hex, float]:
        g, ground, w = self.g, self.ground, self.weights
        # After the last turn the Allies take nothing more: what they do not hold needs no garrison.
        objectives = ground.objectives & g.held if self._cutting else ground.objectives
        goals = dict.fromkeys(members(objectives), w.objective)
        share = w.beachhead / max(1, g.beachheads.bit_count())
        for hex_ in members(g.beachheads & ~g.occupied[ALLIED]):
            goals[hex_] = share
        return goals

    @cached_property
    def open_goals(self) -> Goals:
        """Goals as they draw a unit that is not in one: those that friends hold draw less."""
        own, reserve = self.g.occupied[self.side], self.weights.reserve
        goals = [(hex_, min(value, reserve) if own >> hex_ & 1 else value) for hex_, value in self.goals.items()]
        return tuple([(hex_, value) for hex_, value in goals if not self.guarded >> hex_ & 1] + self._besieged)

    @property
    def _besieged(self) -> list[tuple[Hex, float]]:
        """Beachheads that the Allies hold, as they draw the Germans."""
        g, w = self.g, self.weights
        if self.side == ALLIED or not w.siege:
            return []
        share = w.siege * w.beachhead / max(1, g.beachheads.bit_count())
        return [(hex_, share) for hex_ in members(g.beachheads & g.occupied[ALLIED])]

    @cached_property
    def guarded(self) -> HexSet:
        """Beachheads with as many units as they need: they draw no more."""
        g = self.g
        held = members(g.beachheads & g.occupied[ALLIED]) if self.side == ALLIED else []
        return mask(hex_ for hex_ in held if len(g.at[hex_]) >= self.guards(hex_))

    def prospects(self, kind: Kind) -> Prospects:
        """What the best goal is worth as seen from each hex: less the longer the way."""
        prospects = self._prospects.get(kind)
        if prospects is None:
            prospects = self._prospects[kind] = self.ground.prospects(kind, self.open_goals, self.weights.pull)
        return prospects

    # -- markers and dangers ------------------------------------------------------------------

    def mean(self, cups: tuple[int, ...]) -> float:
        """What a marker of some cups brings on average, drawn now."""
        mean = self._means.get(cups)
        if mean is None:
            markers = [value_of(marker) for cup in cups for marker in self.g.cups[cup]]
            mean = self._means[cups] = sum(markers) / len(markers) if markers else 0.0
        return mean

    @cached_property
    def markers_needed(self) -> float:
        """Markers that the combats to come in this game turn need."""
        g = self.g
        combats = self._attacks_to_come
        if self.side == g.active == ALLIED:
            near = GRID.within(g.occupied[GERMAN], STRIKING_DISTANCE)
            exposed = (g.occupied[ALLIED] & near).bit_count()
            within = GRID.within(g.occupied[ALLIED], STRIKING_DISTANCE)
            raiders = (g.occupied[GERMAN] & within).bit_count()
            combats += ATTACKS_EXPECTED * min(exposed, raiders / UNITS_PER_ATTACK)
        return PER_COMBAT * combats

    @property
    def _attacks_to_come(self) -> float:
        """Roughly the attacks that the active side can still make where it stands."""
        g = self.g
        near = GRID.spread(g.occupied[1 - g.active])
        able = [unit for unit in members(eligible_attackers(g, mobile_only=False)) if near >> g.where[unit] & 1]
        return len(able) / UNITS_PER_ATTACK

    @cached_property
    def dangers(self) -> Dangers:
        """The enemy's power over every hex."""
        return dangers_to(self.g, self.side)

    @cached_property
    def chance_of_fire(self) -> float:
        """The chance that a unit near the enemy is bombarded."""
        return chance_of_fire(self.g, self.side)

    def danger(self, unit: int, hex_: Hex) -> float:
        """What a unit must fear in a hex."""
        by_fire, by_attack = self.dangers.of(unit, self.g.is_reduced(unit), hex_)
        if (here := self.g.at.get(hex_)) is not None:  # no more markers come down on a stack than on a single unit
            by_fire /= len(here) + (unit not in here)
        by_fire *= self.chance_of_fire
        return self.weights.fear_of_fire * by_fire + self.weights.fear_of_attack * by_attack

    # -- hexes --------------------------------------------------------------------------------

    @cached_property
    def attacks(self) -> Attacks:
        """What attacks have been found to promise in positions that differ in nothing on which it depends."""
        g = self.g
        return _attacks((self.battle, self.side, g.active, self.weights, g.reduced, tuple(g.cups)))

    def worth(self, unit: int, hex_: Hex) -> float:
        """What it is worth to have a unit in a hex, attacks apart."""
        value = self.promise(unit)(hex_) - self.danger(unit, hex_)
        if self.side == ALLIED and not self.in_supply(unit, hex_):
            value -= self.weights.supply * self.step(unit)
        return value

    def promise(self, unit: int) -> Promise:
        """What each hex is worth to a unit that has nothing to fear there: no hex is worth more."""
        promise = self._promises.get(unit)
        if promise is None:
            promise = self._promises[unit] = self._find_promise(unit)
        return promise

    def _find_promise(self, unit: int) -> Promise:
        promise = self._promise_of_goals(unit)
        if self._cutting and self.battle.zoc[unit]:
            lines = SupplyLines(self.g, unit)
            return lambda hex_: promise(hex_) + self.weights.cutting * lines.cut_from(hex_)
        return promise

    @property
    def _cutting(self) -> bool:
        """Whether only what the Allies hold in supply counts any more, and this side means to cut it off."""
        return self.weights.cutting > 0 and self.g.turn >= self.g.last_turn

    def _promise_of_goals(self, unit: int) -> Promise:
        kind, here = (self.battle.army[unit], self.battle.mobile[unit]), self.g.where[unit]
        prospects = self.prospects(kind)
        if here in self.goals and len(self.g.at[here]) <= self.guards(here):  # needed at its post
            post = self.goals[here] * (self.weights.hold if self.guards(here) > 1 or here in self.bases else 1.0)
            sight, pull, way = IN_SIGHT * post, self.weights.pull, self.ground.way(here, kind)
            return lambda hex_: max(prospects[hex_], post if hex_ == here else sight - pull * way[hex_])
        if self.crowded >> max(here, 0) & 1:
            return lambda hex_: prospects[hex_] - MAKE_ROOM if hex_ == here else prospects[hex_]
        return prospects.__getitem__

    def guards(self, hex_: Hex) -> int:
        """Units that must stay in a goal: in a base by the threat to it, but fewer if they make way for others."""
        w = self.weights
        if hex_ in self.bases:
            return max(1, min(w.most_guards, 1 + int(self.threat(hex_) / w.attack_per_guard)) - self.landing)
        return w.garrison if self.g.beachheads >> hex_ & 1 else 1

    @cached_property
    def posts(self) -> HexSet:
        """Hexes before the bases that want a unit: as many as the Germans who could come make necessary."""
        g, w = self.g, self.weights
        wanted: HexSet = 0
        for base in self.bases:
            line = self.ground.posts(base) & ~g.occupied[GERMAN] & ~g.beachheads
            manned = line & g.occupied[ALLIED]
            number = min(w.most_posts, int(self.threat(base) / w.attack_per_post))
            if manned.bit_count() <= number:  # with more of them nobody is bound to his post
                wanted |= manned if manned.bit_count() == number else line
        return wanted

    def threat(self, base: Hex) -> int:
        """Attack strength of the Germans who could march to a base."""
        if base not in self._threats:
            g, reach = self.g, (MARCH, MOBILE_REACH)
            self._threats[base] = sum(
                g.attack_of(unit)
                for unit in members(g.force[GERMAN])
                if GRID.distance(base, g.where[unit]) <= reach[self.battle.mobile[unit]]
            ) + sum(self.battle.attack[0][unit] for unit in self.coming)
        return self._threats[base]

    @cached_property
    def coming(self) -> list[int]:
        """Germans who will arrive soon enough to be feared now."""
        if not self.weights.foresight:
            return []
        g, soon = self.g, self.g.turn + self.weights.foresight
        return [
            unit
            for unit in members(self.battle.in_play & ~(g.force[ALLIED] | g.force[GERMAN]))
            if g.where[unit] == WAITING
            and self.battle.side[unit] == GERMAN
            and (entry := g.entry_of(unit)) is not None
            and g.turn <= entry.turn < soon
        ]

    @cached_property
    def landing(self) -> int:
        """Units that will come ashore at the end of this Movement Phase, if there is room."""
        g = self.g
        ahead = self.side == g.active == ALLIED and g.phase == "Movement Phase" and g.turn > 1
        return len(due_units(g, ALLIED)) if ahead else 0

    @cached_property
    def crowded(self) -> HexSet:
        """Beachheads where units should make room for those that wait to land."""
        g = self.g
        ashore = sum(len(g.at[hex_]) for hex_ in members(g.beachheads & g.occupied[ALLIED]))
        room = BEACH_LIMIT * g.beachheads.bit_count() - ashore
        return g.beachheads if room < self.landing else 0

    def in_supply(self, unit: int, hex_: Hex) -> bool:
        """Whether an Allied unit would be in supply in a hex."""
        if self.supplied >> hex_ & 1 or self.battle.commando[unit]:
            return True
        from_air = self.supplied_from_the_air
        return bool(self.battle.airborne[unit] and from_air and from_air[self.battle.army[unit]] >> hex_ & 1)

    def position(self, hex_: Hex) -> float:
        """What a hex is worth to whoever takes or keeps it."""
        return self.goals.get(hex_, 0.0) or self.contested.get(hex_, PLAIN_GROUND)

    @cached_property
    def contested(self) -> dict[Hex, float]:
        """Objectives and beachheads, whoever has them."""
        w, g = self.weights, self.g
        hexes = dict.fromkeys(members(self.ground.objectives), w.objective)
        for hex_ in members(g.beachheads):
            hexes[hex_] = w.beachhead / g.beachheads.bit_count()
        return hexes


@lru_cache(maxsize=64)
def _balance(ground: Ground, own: int, theirs: int, reduced: int) -> float:
    ours, enemies = (
        sum(ground.strength[reduced >> unit & 1][unit] for unit in members(side)) for side in (own, theirs)
    )
    return ours / enemies if ours and enemies else 1.0


@lru_cache(maxsize=16)
def _attacks(key: object) -> Attacks:
    return {}


def outlook_of(g: State, cares: Weights | None = None) -> Outlook:
    """The outlook of the seat that is asked."""
    assert g.pending is not None
    return Outlook(g, SEATS.index(g.pending.seat), cares)
