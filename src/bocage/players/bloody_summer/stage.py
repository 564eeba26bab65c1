"""A position while an army moves on it in thought: who stands where, and what it is worth to be there."""

from __future__ import annotations

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, SIDE_OF
from bocage.games.bloody_summer.control import area
from bocage.games.bloody_summer.pieces import HEADQUARTERS, UNITS
from bocage.games.bloody_summer.places import GRID, SIZE, Place
from bocage.games.bloody_summer.stacking import why_not_together
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.supply import by_road
from bocage.games.bloody_summer.victory import PORT as HARBOUR
from bocage.games.bloody_summer.zones import enemy_zone
from bocage.hexes import Hex, HexSet, members
from bocage.players.bloody_summer.goals import Goals
from bocage.players.bloody_summer.ground import FAR, ground_of
from bocage.players.bloody_summer.stances import USUAL, Cares
from bocage.players.bloody_summer.weights import (
    COVER,
    EXPOSED,
    GROUND,
    GUARD,
    HOLD,
    HOMEWARD,
    IN_COMMAND,
    LEAD_OUT,
    MARCH,
    MASS,
    NEAR_ENEMY,
    TRAPPED,
    UNSUPPLIED,
)

NEAR = 0.5  # of the attack of enemies two hexes away
BEST = 6  # to one: no attack is better
FORESIGHT = (5, 6)  # hexes from the enemy within which places of worth are held
BELT = 4  # hexes from the enemy that are kept under watch
MOST = 36.0  # attack that comes together against a hex
COLUMN = 2  # units about to leave the map with which a corps goes
STAYING = 2  # corps that must not
EXPECTED = (10.0, 30.0)  # attack that is expected there


def chance_to_fall(attack: float, defence: float, shift: int) -> float:
    """How likely a hex is to fall, roughly: from 0 to 1 with the column of the attack.

    >>> chance_to_fall(0, 4, 0), chance_to_fall(24, 4, 0), chance_to_fall(12, 4, 2) < chance_to_fall(12, 4, 0)
    (0.0, 1.0, True)
    """
    if attack <= 0:
        return 0.0
    if defence <= 0:
        return 1.0
    share = min(1.0, attack / defence / (BEST + shift))
    return share * (0.6 + 0.4 * share)


def late_for_airborne(g: State) -> bool:
    """Whether airborne and commandos are sent home: in games where they soon cost points."""
    return g.campaign.set_up.victory == "points" and g.turn >= g.campaign.tables.victory.kept_from - 2


class Stage:
    """Own units as they are moved one after the other, enemies as they stand."""

    def __init__(self, g: State, army: int, cares: Cares = USUAL) -> None:
        self.g, self.army, self.side = g, army, SIDE_OF[army]
        self.ground = ground_of(g.campaign)
        self.cares = cares
        self.goals = Goals(g, army, cares)
        self.homeward = late_for_airborne(g)
        self.where = list(g.where)
        self.stack: dict[Hex, list[int]] = {}
        self._crowds: list[tuple[Hex, int]] | None = None  # of each hex how many units of the army are there
        self.defence: dict[Hex, float] = {}
        for hex_ in members(g.occupied[self.side]):
            self.stack[hex_] = g.pieces_in(hex_, self.side)
            self.defence[hex_] = sum(map(g.defence_of, self.stack[hex_]))
        self.zone = enemy_zone(g, self.side)
        far = cares.foresight
        self._shares = ((1, 1.0), (2, NEAR), (3, far), (4, far / 2)) if far else ((1, 1.0), (2, NEAR))
        self.threat = [0.0] * SIZE
        self.foes: dict[Hex, float] = {}  # enemy stacks with their defence
        for hex_ in members(g.troops[1 - self.side]):
            self._see(hex_)
        if far:
            self.threat = [min(threat, MOST) for threat in self.threat]
        self.massed = {hex_: self._massed(hex_) for hex_ in self.foes}
        self.hot: HexSet = GRID.within(g.troops[1 - self.side], 4 if cares.foresight else 2)
        self._screen()
        self._expect()
        self.command, self.roads = self._command(), by_road(g, army)

    def _see(self, hex_: Hex) -> None:
        g = self.g
        pieces = g.defenders_in(hex_, 1 - self.side)
        self.foes[hex_] = max(1.0, float(sum(map(g.defence_of, pieces))))
        attack = float(sum(map(g.attack_of, pieces)))
        for distance, share in self._shares if attack else ():
            for other in members(GRID.ring(hex_, distance)):
                self.threat[other] += share * attack

    def _massed(self, hex_: Hex) -> float:
        g = self.g
        near = members(g.campaign.around[hex_] & g.occupied[self.side])
        return float(sum(g.attack_of(unit) for place in near for unit in g.units_in(place, self.side)))

    def _screen(self) -> None:
        """The own ground before the enemy, and how many stacks hold each hex of it or look into it."""
        g = self.g
        own = ~g.held if self.side == GERMAN else g.held
        self.belt: HexSet = GRID.within(g.troops[1 - self.side], BELT) & g.campaign.in_play & own
        self.cover = [0] * SIZE
        for hex_, stack in self.stack.items():
            if any(piece < UNITS and g.campaign.zoc[piece] for piece in stack):
                self._count_cover(hex_, 1)

    def _count_cover(self, hex_: Hex, number: int) -> None:
        for other in members(self.g.campaign.zoc_into[hex_] | 1 << hex_):
            self.cover[other] += number

    def _expect(self) -> None:
        """Places of worth are not left empty before the enemy is there."""
        near = GRID.within(self.g.troops[1 - self.side], FORESIGHT[self.side])
        own = self.g.held if self.side == ALLIED else ~self.g.held
        self.guarded: HexSet = self.ground.keys & near & own & self.g.campaign.in_play
        for hex_ in members(self.guarded):
            self.threat[hex_] = max(self.threat[hex_], EXPECTED[self.side])
            self.hot |= 1 << hex_

    def _command(self) -> HexSet:
        """The hexes within reach of a headquarters of the army."""
        g, found = self.g, 0
        for hq in HEADQUARTERS:
            if g.campaign.army[hq] == self.army and g.on_map(hq):
                found |= area(g, hq)
        return found & ((1 << SIZE) - 1)

    def has_room(self, unit: int, hex_: Hex) -> bool:
        """Whether a unit may end in a hex beside those who are there by now."""
        there = [other for other in self.stack.get(hex_, ()) if other != unit]
        return not there or why_not_together(self.g.campaign, {*there, unit}, hex_) is None

    # -- worth --

    def worth(self, piece: int, place: Place) -> float:
        """What a piece is worth in a place."""
        if place >= SIZE:
            return -20.0
        if piece >= UNITS:
            return self._worth_of_headquarters(piece, place)
        worth = -self.cares.march * MARCH * min(FAR, self.goals.field(piece)[place])
        if self.g.turn > 0 and not self.command >> place & 1:
            worth -= UNSUPPLIED
        if self.homeward and self.ground.returns >> piece & 1:
            return worth - (HOMEWARD if self.zone >> place & 1 else 0.0)
        if self.g.campaign.zoc[piece]:
            worth += self._covers(place)
        if self.hot >> place & 1:
            worth += self._at_the_front(piece, place)
        if place == HARBOUR:
            worth += self.cares.harbour * self.g.defence_of(piece)
        return worth

    def _covers(self, place: Hex) -> float:
        """What a unit with a zone of control closes that lies open."""
        reach = (self.g.campaign.zoc_into[place] | 1 << place) & self.belt
        if not reach:
            return 0.0
        return self.cares.cover * COVER[self.side] * sum(1 for hex_ in members(reach) if not self.cover[hex_])

    def _at_the_front(self, unit: int, place: Hex) -> float:
        return self._attacks(unit, place) + self._defends(unit, place)

    def _attacks(self, unit: int, place: Hex) -> float:
        """What a unit adds to the attacks that can be made from a hex: the best of them counts."""
        g, best = self.g, 0.0
        attack = float(g.attack_of(unit))
        for foe in members(g.campaign.around[place] & g.troops[1 - self.side]):
            massed = self.massed[foe]
            shift, defence = self.ground.shift[foe], self.foes[foe]
            gain = chance_to_fall(massed + attack, defence, shift) - chance_to_fall(massed, defence, shift)
            best = max(best, gain * (GROUND[self.side] + 1.0 + self.ground.key[foe]))
        return MASS * best * self.goals.boldness

    def _defends(self, unit: int, place: Hex) -> float:
        """What a unit holds in a hex, less what it risks there."""
        g, own = self.g, float(self.g.defence_of(unit))
        defence = self.defence.get(place, 0.0)
        threat, shift, worth = self.threat[place], self.ground.shift[place], 0.0
        key = 1.0 + self.ground.key[place] / 3
        if threat:
            before = chance_to_fall(threat, defence, shift) if defence else self.cares.thin
            after = chance_to_fall(threat, defence + own, shift)
            worth += HOLD[self.side] * key * min(1.0, threat / 8) * (before - after) * self.goals.caution
            if defence and self.cares.comrades:
                worth += self.cares.comrades * EXPOSED[self.side] * self._value_at(place) * (before - after)
            worth -= self.cares.exposed * EXPOSED[self.side] * self.ground.value[unit] * after
        if self.guarded >> place & 1 and not defence:
            worth += self.cares.guard * GUARD
        ways_out = g.campaign.around[place] & ~self.zone & ~g.occupied[1 - self.side]
        return worth - (0.0 if ways_out else TRAPPED * self.ground.value[unit])

    def _value_at(self, place: Hex) -> float:
        """What the steps of those in a hex are worth."""
        return sum(self.ground.value[piece] for piece in self.stack.get(place, ()) if piece < UNITS)

    def _worth_of_headquarters(self, hq: int, place: Hex) -> float:
        """Near its units, on a road to a depot, with somebody beside it, not beside the enemy."""
        g, control = self.g, self.g.campaign.tables.control
        near = GRID.within(1 << place, control.radius)
        close = GRID.within(1 << place, control.support_range) & self.hot
        if self._crowds is None:
            self._crowds = self._count_units()
        units = 0
        for hex_, number in self._crowds:
            if near >> hex_ & 1:
                units += 2 * number if close >> hex_ & 1 else number
        worth = IN_COMMAND * units
        if not self.roads >> place & 1:
            worth -= 6.0
        if self.threat[place] and not self.defence.get(place):
            worth -= NEAR_ENEMY
        crowd = [other for other in HEADQUARTERS if other != hq and self.where[other] == place]
        others = [o for o in HEADQUARTERS if o != hq and g.campaign.army[o] == self.army and 0 <= self.where[o] < SIZE]
        if place in g.campaign.exit_box and len(self.stack.get(place, ())) >= COLUMN and len(others) >= STAYING:
            worth += LEAD_OUT
        apart = min((GRID.distance(self.where[o], place) for o in others), default=9)
        return worth - 9.0 * len(crowd) - (2.0 if apart < 3 else 0.0)

    def _count_units(self) -> list[tuple[Hex, int]]:
        """How many units of the army are in each hex."""
        army = self.g.campaign.army
        counts = {
            hex_: sum(1 for unit in stack if unit < UNITS and army[unit] == self.army)
            for hex_, stack in self.stack.items()
        }
        return [(hex_, number) for hex_, number in counts.items() if number]

    def put(self, piece: int, place: Place) -> None:
        """A piece has moved."""
        self.lift(piece)
        self.set_down(piece, place)

    def lift(self, piece: int) -> None:
        """A piece is taken off the map, to be set down again."""
        g, origin = self.g, self.where[piece]
        if not 0 <= origin < SIZE or piece not in self.stack.get(origin, ()):
            return
        self.stack[origin].remove(piece)
        if piece < UNITS:
            self._crowds = None
            self.defence[origin] -= float(g.defence_of(piece))
            self._mass(origin, -float(g.attack_of(piece)))
            self._cover(piece, origin, -1)

    def set_down(self, piece: int, place: Place) -> None:
        """A piece that was taken off is put somewhere."""
        g = self.g
        self.where[piece] = place
        if place >= SIZE:
            return
        if piece < UNITS:
            self._crowds = None
            self._cover(piece, place, 1)
            self.defence[place] = self.defence.get(place, 0.0) + float(g.defence_of(piece))
            self._mass(place, float(g.attack_of(piece)))
        self.stack.setdefault(place, []).append(piece)

    def _cover(self, unit: int, hex_: Hex, number: int) -> None:
        """A stack begins or ends to look around, unless there are others in it who do."""
        zoc = self.g.campaign.zoc
        if zoc[unit] and not any(other < UNITS and zoc[other] for other in self.stack.get(hex_, ())):
            self._count_cover(hex_, number)

    def _mass(self, hex_: Hex, attack: float) -> None:
        for foe in members(self.g.campaign.around[hex_] & self.g.troops[1 - self.side]):
            self.massed[foe] += attack
