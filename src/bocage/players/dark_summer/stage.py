"""A position while a side moves on it in thought: who stands where, and what threatens each hex."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from bocage.games.dark_summer.campaign import GERMAN, SIDE_OF
from bocage.games.dark_summer.places import GRID, SIZE, Place
from bocage.games.dark_summer.stacking import is_legal
from bocage.games.dark_summer.state import UNKNOWN, State
from bocage.hexes import Hex, HexSet, members
from bocage.players.dark_summer.ground import ground_of
from bocage.players.dark_summer.stances import Cares
from bocage.players.dark_summer.weights import GROUND

HIDDEN = 2.0  # what a unit is taken for that lies face down
NEAR, FARTHER = 0.55, 0.25  # of the attack of enemies two and three hexes away
BEST = 6  # to one: no attack is better
MOST_THREAT = 45.0  # what can be brought to bear on one hex


def chance_to_fall(attack: float, defence: float, shift: int) -> float:
    """How likely a hex is to fall, roughly: from 0 to 1 with the column of the attack.

    >>> chance_to_fall(0, 4, 0), chance_to_fall(24, 4, 0), chance_to_fall(12, 4, -2) < chance_to_fall(12, 4, 0)
    (0.0, 1.0, True)
    """
    if attack <= 0:
        return 0.0
    if defence <= 0:
        return 1.0
    share = min(1.0, attack / defence / (BEST - shift))
    return share * (0.6 + 0.4 * share)


class Foe(NamedTuple):
    """An enemy stack."""

    units: tuple[int, ...]
    attack: float
    defence: float
    shift: int  # of the Terrain, and of the air over Germans who attack
    prize: float  # what it is worth to beat them


class Stage(ABC):
    """Own units as they are moved one after the other, enemies as they stand."""

    def __init__(self, g: State, group: int, cares: Cares) -> None:
        self.g = g
        self.cares = cares
        self.group = group
        self.side = side = SIDE_OF[group]
        self.first = frozenset[int]()  # who moves before the others
        self.ground = ground_of(g.campaign)
        self.where = list(g.where)
        self.stack: dict[Hex, list[int]] = {}
        self.defence: dict[Hex, float] = {}
        for hex_ in members(g.occupied[side]):
            self.stack[hex_] = list(g.at[hex_])
            self.defence[hex_] = sum(map(self.defend, g.at[hex_]))
        self.cover = [0] * SIZE  # own stacks that stand in a hex or have it in their ZOC
        for hex_, stack in self.stack.items():
            if self._projecting(stack):
                self._cover(hex_, 1)
        self.foes: dict[Hex, Foe] = {}
        self.threat = [0.0] * SIZE
        for hex_ in members(g.occupied[1 - side]):
            self.foes[hex_] = foe = self._foe(hex_)
            if foe.attack:
                self._threaten(hex_, foe.attack)
        self.fronts: HexSet = GRID.spread(g.occupied[1 - side])
        self.massed = dict.fromkeys(self.foes, 0.0)  # own attack beside each of them
        for hex_ in members(g.stands[group] & self.fronts):
            for unit in g.at[hex_]:
                self._mass(unit, hex_, 1)

    def _foe(self, hex_: Hex) -> Foe:
        units, ground = self.g.at[hex_], self.ground
        steps = sum(self.g.steps_of(unit) * ground.value[unit] for unit in units)
        return Foe(
            units,
            sum(map(self.attack, units)),
            max(1.0, sum(map(self.defend, units))),
            ground.shift[hex_] + (self.g.sky.german_attack_shift if self.side == GERMAN else 0),
            min(4.0, steps) * 0.6 + GROUND + ground.key[hex_],
        )

    def _mass(self, unit: int, place: Hex, sign: int) -> None:
        """A unit has come beside enemies, or has left."""
        if self.fronts >> place & 1:
            for target in members(self.g.campaign.ground.around[place] & self.g.occupied[1 - self.side]):
                self.massed[target] += sign * self.attack(unit)

    def adds(self, unit: int, place: Hex) -> float:
        """What a unit adds in a hex to the best attack that could be made from there."""
        best, attack = 0.0, self.attack(unit)
        if not self.fronts >> place & 1:
            return best
        for target in members(self.g.campaign.ground.around[place] & self.g.occupied[1 - self.side]):
            foe = self.foes[target]
            others = self.massed[target] - (attack if self.where[unit] == place else 0.0)
            before = chance_to_fall(others, foe.defence, foe.shift)
            best = max(best, foe.prize * (chance_to_fall(others + attack, foe.defence, foe.shift) - before))
        return best

    def _threaten(self, hex_: Hex, attack: float) -> None:
        threat = self.threat
        for distance, share in ((1, 1.0), (2, NEAR), (3, FARTHER)):
            for other in members(GRID.ring(hex_, distance)):
                threat[other] = min(MOST_THREAT, threat[other] + share * attack)

    def _projecting(self, units: Sequence[int]) -> int:
        return sum(self.g.campaign.zoc[unit] for unit in units)

    def _cover(self, hex_: Hex, sign: int) -> None:
        self.cover[hex_] += sign
        for other in members(self.g.campaign.zoc_into[hex_]):
            self.cover[other] += sign

    def covers_alone(self, unit: int, place: Hex) -> bool:
        """Whether a unit stands in a hex and nobody else there has a ZOC."""
        return self.where[unit] == place and self.g.campaign.zoc[unit] and self._projecting(self.stack[place]) == 1

    def newly_covered(self, unit: int, place: Hex) -> float:
        """How much of what is threatened a unit covers in a hex, and nobody else."""
        if not self.g.campaign.zoc[unit]:
            return 0.0
        alone, threat, cover = self.covers_alone(unit, place), self.threat, self.cover
        enemies = self.g.occupied[1 - self.side]
        return sum(
            min(1.0, threat[other] / 8)
            for other in members(self.g.campaign.zoc_into[place] & ~enemies)
            if threat[other] and not cover[other] - alone
        )

    def attack(self, unit: int) -> float:
        """The attack of a unit."""
        factor = self.g.attack_of(unit)
        return HIDDEN if factor == UNKNOWN else float(factor)

    def defend(self, unit: int) -> float:
        """The defence of a unit."""
        factor = self.g.defence_of(unit)
        return HIDDEN if factor == UNKNOWN else float(factor)

    def has_room(self, unit: int, hex_: Hex) -> bool:
        """Whether a unit may end in a hex beside those who are there by now."""
        there = self.stack.get(hex_)
        return not there or unit in there or is_legal(self.g.campaign, (*there, unit))

    @abstractmethod
    def worth(self, unit: int, place: Place) -> float:
        """What a unit is worth in a place."""

    def put(self, unit: int, place: Place) -> None:
        """A unit has moved."""
        origin = self.where[unit]
        if origin < SIZE and unit in self.stack.get(origin, ()):
            if self.covers_alone(unit, origin):
                self._cover(origin, -1)
            self.stack[origin].remove(unit)
            self._mass(unit, origin, -1)
            self.defence[origin] -= self.defend(unit)
        self.where[unit] = place
        if place < SIZE:
            self.stack.setdefault(place, []).append(unit)
            self._mass(unit, place, 1)
            self.defence[place] = self.defence.get(place, 0.0) + self.defend(unit)
            if self.covers_alone(unit, place):
                self._cover(place, 1)
