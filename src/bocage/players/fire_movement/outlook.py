"""How a position looks to one seat: what units and hexes are worth to it.

An outlook is made from a seat's view for one decision and works things out only when they are asked for.
"""

from __future__ import annotations

from functools import cached_property

from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.state import State, value_of
from bocage.games.fire_movement.supply import drop_zone_supply, supply_area
from bocage.games.fire_movement.support import AIRCRAFT, ARTILLERY
from bocage.games.fire_movement.words import GRID, Cup
from bocage.hexes import Hex, HexSet, flood, members
from bocage.players.fire_movement import weights
from bocage.players.fire_movement.ground import FAR, Ground, Kind, ground_of

LEG_RADIUS, MOBILE_RADIUS = 4, 7  # hexes from which a unit may come to attack
MOST_ATTACK = 14.0  # of the strength around a hex no more will find room to attack it
NEAR, FARTHER = 3, 6  # hexes from the enemy in which artillery will surely, or may soon, find a unit
RETREAT_COST = 1.5  # points that being driven back costs a unit, beside its position
DRIVEN_BACK = 0.8  # of a step: what a defender loses who must retreat or stand
TAKEN = 0.35  # of a position: what driving its defender away is worth


class Outlook:
    """One seat's judgement of one position."""

    def __init__(self, g: State, side: int) -> None:
        self.g = g
        self.battle = g.battle
        self.ground: Ground = ground_of(g.battle)
        self.side = side
        self.enemy = 1 - side
        own = weights.ALLIED if side == ALLIED else weights.GERMAN
        self.last = g.turn >= g.last_turn
        self.weights = weights.on_the_last_turn(own) if self.last else own
        self._worth: dict[tuple[Kind, int, int, Hex], float] = {}
        self._prospect: dict[tuple[Kind, Hex], float] = {}

    # -- units --------------------------------------------------------------------------------

    def strength(self, unit: int) -> float:
        """What a unit is worth as it stands."""
        reduced = self.g.is_reduced(unit)
        battle = self.battle
        return battle.attack[reduced][unit] + battle.defence[reduced][unit] + (1 if battle.zoc[unit] else 0)

    def step(self, unit: int) -> float:
        """What a unit loses with its next step."""
        battle = self.battle
        if self.g.is_reduced(unit) or not battle.two_step[unit]:
            return self.strength(unit)
        return battle.attack[0][unit] + battle.defence[0][unit] - battle.attack[1][unit] - battle.defence[1][unit]

    def last_step(self, unit: int) -> bool:
        """Whether the next step is the unit's end."""
        return bool(self.g.is_reduced(unit)) or not self.battle.two_step[unit]

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
        """Hexes that Germans might walk into: near them, and not behind a line of Allied units and zones."""
        g = self.g
        barred = g.occupied[ALLIED] | GRID.spread(g.zone_sources[ALLIED])
        germans = g.occupied[GERMAN]
        free = flood(GRID, germans | (GRID.spread(germans) & ~barred), (self.battle.playable & ~barred) | germans)
        return GRID.within(free, 2) & GRID.within(germans, 10) & ~g.occupied[GERMAN]

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
        for hex_ in members(ground.objectives & ~open_):
            goals[hex_] = w.objective if self.exposed >> hex_ & 1 else 0.0 if open_ else w.reserve
        share = w.beachhead / max(1, g.beachheads.bit_count())
        for hex_ in members(g.beachheads & self.exposed):
            goals[hex_] = share
        return {hex_: value for hex_, value in goals.items() if value}

    def _german_goals(self) -> dict[Hex, float]:
        g, ground, w = self.g, self.ground, self.weights
        goals = dict.fromkeys(members(ground.objectives), w.objective)
        share = w.beachhead / max(1, g.beachheads.bit_count())
        for hex_ in members(g.beachheads & ~g.occupied[ALLIED]):
            goals[hex_] = share
        return goals

    @cached_property
    def open_goals(self) -> list[tuple[Hex, float]]:
        """Goals as they draw a unit that is not in one: those that friends hold draw less."""
        own = self.g.occupied[self.side]
        reserve = self.weights.reserve
        return [(hex_, min(value, reserve) if own >> hex_ & 1 else value) for hex_, value in self.goals.items()]

    def prospect(self, kind: Kind, hex_: Hex) -> float:
        """What the best goal is worth as seen from a hex: less the longer the way."""
        key = (kind, hex_)
        if key not in self._prospect:
            pull, way = self.weights.pull, self.ground.way
            best = -FAR * pull
            for goal, value in self.open_goals:
                here = value - pull * way(goal, kind)[hex_]
                if here > best:
                    best = here
            self._prospect[key] = best
        return self._prospect[key]

    # -- dangers ------------------------------------------------------------------------------

    @cached_property
    def threat(self) -> list[float]:
        """Enemy attack strength that could come to bear on each hex."""
        g, battle = self.g, self.battle
        threat = [0.0] * GRID.size
        for unit in members(g.force[self.enemy]):
            attack = g.attack_of(unit)
            radius = MOBILE_RADIUS if battle.mobile[unit] else LEG_RADIUS
            for hex_ in self.ground.disc(g.where[unit], radius):
                threat[hex_] += attack
        return threat

    @cached_property
    def fire(self) -> tuple[float, HexSet, HexSet, float]:
        """How likely a unit is bombarded: near the enemy, in which hexes, farther off in which, and anywhere else."""
        g = self.g
        near = GRID.within(g.occupied[self.enemy], NEAR)
        farther = GRID.within(g.occupied[self.enemy], FARTHER)
        targets = (g.occupied[self.side] & farther).bit_count()
        pairs = sum(len(g.pool[cup]) for cup in self.cups_of(self.enemy)) / 2
        anywhere = 0.3 if self.enemy == ALLIED else 0.0
        return min(1.0, 0.7 * pairs / max(4, targets)), near, farther, anywhere

    def cups_of(self, side: int) -> list[int]:
        """The cups that a side draws from after the landings."""
        if side == GERMAN:
            return [Cup.GERMAN]
        return [cup for army in (Army.US, Army.CW) for cup in (ARTILLERY[army], AIRCRAFT[army])]

    def mean(self, cups: list[int] | tuple[int, ...], *, pool: bool = False) -> float:
        """What a marker of some cups brings on average."""
        source = self.g.pool if pool else self.g.cups
        markers = [value_of(marker) for cup in cups for marker in source[cup]]
        return sum(markers) / len(markers) if markers else 0.0

    @cached_property
    def expected_fire(self) -> float:
        """What two markers of the enemy bring."""
        return 2 * self.mean(self.cups_of(self.enemy), pool=True)

    def danger(self, unit: int, hex_: Hex) -> float:
        """What a unit must expect to lose in a hex to the enemy's next turn."""
        w, battle = self.weights, self.battle
        defence = battle.defence[self.g.is_reduced(unit)][unit]
        line = battle.hex_line[hex_]
        whole, step = self.strength(unit), self.step(unit)
        chance, near, farther, anywhere = self.fire
        likely = chance * (1.0 if near >> hex_ & 1 else max(anywhere, 0.5) if farther >> hex_ & 1 else anywhere)
        loss = 0.0
        if likely:
            loss += w.fear_of_fire * likely * self.expected_loss(line, self.expected_fire - defence, whole, step, fire=True)
        if self.threat[hex_]:
            attack = min(MOST_ATTACK, self.threat[hex_])
            loss += w.fear_of_attack * self.expected_loss(line, attack - defence, whole, step, fire=False)
        return loss

    def expected_loss(self, line: str, differential: float, whole: float, step: float, *, fire: bool) -> float:
        """What a combat at a differential costs its defender."""
        loss = 0.0
        for result, chance in self.ground.chances(line, differential):
            if result == "De":
                loss += chance * whole
            elif result in ("D2", "D3"):
                loss += chance * step * DRIVEN_BACK
            elif result == "Ex" and not fire:
                loss += chance * step
        return loss

    # -- hexes --------------------------------------------------------------------------------

    def worth(self, unit: int, hex_: Hex) -> float:
        """What it is worth to have a unit in a hex, attacks apart."""
        battle = self.battle
        kind = (battle.army[unit], battle.mobile[unit])
        key = (kind, self.g.is_reduced(unit), battle.defence[0][unit] * 2 + battle.two_step[unit], hex_)
        value = self._worth.get(key)
        if value is None:
            value = self._worth[key] = self.prospect(kind, hex_) - self.danger(unit, hex_)
        here = self.g.where[unit]
        if here >= 0 and here in self.goals:  # its own post draws a unit fully, though it is taken: by itself
            post = self.goals[here] - self.weights.pull * self.ground.way(here, kind)[hex_]
            value += max(0.0, post - self.prospect(kind, hex_))
        if self.side == ALLIED and not self.in_supply(unit, hex_):
            value -= self.weights.supply * self.step(unit)
        return value

    def in_supply(self, unit: int, hex_: Hex) -> bool:
        """Whether an Allied unit would be in supply in a hex."""
        if self.supplied >> hex_ & 1 or self.battle.commando[unit]:
            return True
        from_air = self.supplied_from_the_air
        return bool(self.battle.airborne[unit] and from_air and from_air[self.battle.army[unit]] >> hex_ & 1)

    def position(self, hex_: Hex) -> float:
        """What a hex is worth to whoever takes or keeps it."""
        return self.goals.get(hex_, 0.0) or self.contested.get(hex_, 1.0)

    @cached_property
    def contested(self) -> dict[Hex, float]:
        """Objectives and beachheads, whoever has them."""
        w, g = self.weights, self.g
        hexes = dict.fromkeys(members(self.ground.objectives), w.objective)
        for hex_ in members(g.beachheads):
            hexes[hex_] = w.beachhead / g.beachheads.bit_count()
        return hexes


def outlook_of(g: State) -> Outlook:
    """The outlook of the seat that is asked."""
    assert g.pending is not None
    return Outlook(g, SEATS.index(g.pending.seat))
