"""What a unit must expect to lose in a hex to the enemy's next turn.

Dangers depend on the enemy only, who stands still while a side moves, so they are kept from one decision to the next.
"""

from __future__ import annotations

from functools import lru_cache

from bocage.games.fire_movement.battle import ALLIED, GERMAN, Battle
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.state import Marker, State, value_of
from bocage.games.fire_movement.support import AIRCRAFT, ARTILLERY
from bocage.games.fire_movement.words import GRID, Cup
from bocage.hexes import Hex, HexSet, members
from bocage.players.fire_movement.ground import Ground, ground_of
from bocage.players.fire_movement.weights import (
    ANYWHERE,
    DRIVEN_BACK,
    FARTHER,
    FIRED_AT,
    LEG_RADIUS,
    MOBILE_RADIUS,
    MOST_ATTACK,
    NEAR,
    ON_THE_WAY,
)

Standing = tuple[tuple[Hex, int, bool], ...]  # hex, attack and mobility of each enemy unit


def cups_of(side: int) -> tuple[int, ...]:
    """The cups that a side draws from after the landings."""
    if side == GERMAN:
        return (Cup.GERMAN,)
    return tuple(cup for army in (Army.US, Army.CW) for cup in (ARTILLERY[army], AIRCRAFT[army]))


class Dangers:
    """The enemy's power over every hex."""

    def __init__(self, battle: Battle, enemies: Standing, fire: float, anywhere: float) -> None:
        self.battle = battle
        self.ground = ground_of(battle)
        self.fire = fire  # of two markers
        self.anywhere = anywhere
        occupied: HexSet = 0
        self.threat = threat = [0.0] * GRID.size  # attack strength that could come to bear on a hex
        for hex_, attack, mobile in enemies:
            occupied |= 1 << hex_
            for near in self.ground.disc(hex_, MOBILE_RADIUS if mobile else LEG_RADIUS):
                threat[near] += attack
        self.near = GRID.within(occupied, NEAR)
        self.farther = GRID.within(occupied, FARTHER)
        self._known: dict[tuple[int, int, Hex], tuple[float, float]] = {}

    def of(self, unit: int, reduced: int, hex_: Hex) -> tuple[float, float]:
        """What a unit stands to lose in a hex by bombardment, if it comes, and by ground attack."""
        key = (self.ground.like[unit], reduced, hex_)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._work_out(unit, reduced, hex_)
        return known

    def _work_out(self, unit: int, reduced: int, hex_: Hex) -> tuple[float, float]:
        battle = self.battle
        defence = battle.defence[reduced][unit]
        line = battle.hex_line[hex_]
        whole, step = self.ground.strength[reduced][unit], self.ground.step[reduced][unit]
        by_fire = by_attack = 0.0
        place = 1.0 if self.near >> hex_ & 1 else self.anywhere
        if self.farther >> hex_ & 1:
            place = max(place, ON_THE_WAY)
        if place:
            by_fire = place * self.expected_loss(line, self.fire - defence, whole, step, fire=True)
        if self.threat[hex_]:
            attack = min(MOST_ATTACK, self.threat[hex_])
            by_attack = self.expected_loss(line, attack - defence, whole, step, fire=False)
        return by_fire, by_attack

    def expected_loss(self, line: str, differential: float, whole: float, step: float, *, fire: bool) -> float:
        """What a combat at a differential costs its defender."""
        return _expected_loss(self.ground, line, round(differential), whole, step, fire)


@lru_cache(maxsize=4096)
def _expected_loss(ground: Ground, line: str, differential: int, whole: float, step: float, fire: bool) -> float:
    loss = 0.0
    for result, chance in ground.chances(line, differential):
        if result == "De":
            loss += chance * whole
        elif result in ("D2", "D3"):
            loss += chance * step * DRIVEN_BACK
        elif result == "Ex" and not fire:
            loss += chance * step
    return loss


def dangers_to(g: State, side: int) -> Dangers:
    """The dangers to a side's units as its seat sees them."""
    enemy = 1 - side
    battle = g.battle
    standing = tuple([(g.where[unit], g.attack_of(unit), battle.mobile[unit]) for unit in members(g.force[enemy])])
    markers = tuple([marker for cup in cups_of(enemy) for marker in g.pool[cup]])
    return _dangers(battle, standing, markers, ANYWHERE if enemy == ALLIED else 0.0)


def chance_of_fire(g: State, side: int) -> float:
    """The chance that a side's unit near the enemy is bombarded: the fewer there are, the more likely."""
    enemy = 1 - side
    targets = (g.occupied[side] & GRID.within(g.occupied[enemy], FARTHER)).bit_count()
    markers = sum(len(g.pool[cup]) for cup in cups_of(enemy))
    return round(min(1.0, FIRED_AT * markers / 2 / max(4, targets)), 1)


@lru_cache(maxsize=16)
def _dangers(battle: Battle, enemies: Standing, markers: tuple[Marker, ...], anywhere: float) -> Dangers:
    fire = 2 * sum(map(value_of, markers)) / len(markers) if markers else 0.0
    return Dangers(battle, enemies, fire, anywhere)
