"""What a place is worth to a German unit that moves: threatened ground held, gaps closed, nobody cut off."""

from __future__ import annotations

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, GERMANS
from bocage.games.dark_summer.places import CHERBOURG, EASTERN_EXIT, GRID, SIZE, Place
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import supplied_hexes
from bocage.games.dark_summer.zones import enemy_zone
from bocage.hexes import Hex, HexSet, mask, members
from bocage.players.dark_summer.goals import LAST_TURNS, at, leavers
from bocage.players.dark_summer.ground import FAR, Field
from bocage.players.dark_summer.stage import Stage, chance_to_fall
from bocage.players.dark_summer.stances import Cares
from bocage.players.dark_summer.weights import (
    COVER,
    EXPOSED,
    FIRST_IN,
    GARRISON,
    HOLD,
    KEY_HOLD,
    MARCH,
    MASS,
    POINT,
    SHORT_LIVED,
    TRAPPED,
    UNSUPPLIED,
)

SECTORS = ("1808", "2407", "2911", "3611", "4209", "4506", "4806")
AVRANCHES = "2726"
REACH = 5  # hexes from the centre of a sector that belong to it
ENOUGH = 0.9  # defence that a sector wants for each point of attack there
FORESIGHT = 9  # hexes from the enemy within which places of worth are held
EXPECTED = 16.0  # attack that is expected there
STANDS = 0.5  # how much likelier troops fall who need not stand (11.8)
COVERED = 0.6  # how likely an empty hex falls that is in a ZOC
BOX = 20.0  # defence that Cherbourg wants
NEAR_CHERBOURG = 18.0  # Movement Points from which units are drawn into it
RAID = 12.0  # and to a place that is left open
COUNTERS = 3.0  # a hex beside a lone Open Beach
LIFELINE = at("4507", "4608", "4706", "4707")  # hexes by which Caen is supplied
LIFE = 6.0  # what they are worth to those who hold it
NEAR_CAEN = 14.0  # Movement Points from which a division can be its garrison
SAFE = 4.0  # to one: odds at which a hex of Caen has defenders enough
SETTLED = 8.0  # defence that a division is thought the stronger where it stands already
ANOTHER = 0.3  # of the strength of a division that has one hex to hold, for a second


class GermanStage(Stage):
    """The position as the Germans see it while they move."""

    def __init__(self, g: State, cares: Cares) -> None:
        super().__init__(g, GERMANS, cares)
        campaign = g.campaign
        self.supplied = supplied_hexes(g, GERMANS)
        self.zone = enemy_zone(g, GERMAN)
        self.hot: HexSet = GRID.within(g.occupied[ALLIED] | g.open_beaches, 3)
        near = GRID.within(g.occupied[ALLIED], FORESIGHT)
        for hex_ in members(self.ground.keys & near):  # not left empty before the enemy is there
            self.threat[hex_] = max(self.threat[hex_], EXPECTED)
            self.hot |= 1 << hex_
        self.key = list(self.ground.key)
        if campaign.caen & ~g.held:
            for hex_ in members(LIFELINE):
                self.key[hex_] += LIFE
        self.stands = self.ground.stands(g.turn)
        self.leavers = leavers(g)
        self.box = sum(map(self.defend, g.units_in(CHERBOURG, GERMAN)))
        self.lone_beaches = g.open_beaches & ~g.occupied[ALLIED]
        self.prizes = self._prizes()
        self.garrisons = self._garrisons()
        self.march = self._sectors()
        exits = campaign.ground.letters["E"] & ~(g.exits[0] | g.exits[1])
        self.out: Field = self.ground.field(GERMAN, exits) if exits else [FAR] * SIZE

    # -- sectors --

    def _sectors(self) -> dict[int, Field]:
        """The sector to which each unit behind the front goes: where most is missing, near ones first."""
        g, ground = self.g, self.ground
        missing: dict[HexSet, float] = {}
        for label in SECTORS:
            area = GRID.within(at(label), REACH)
            attack = sum(foe.attack for hex_, foe in self.foes.items() if area >> hex_ & 1)
            defence = sum(held for hex_, held in self.defence.items() if area >> hex_ & 1)
            weight = 1.0 if self.supplied & at(label) or not self.foes else 0.1
            wanted = 4.0 + 2 * ground.key[GRID.at(label)]
            missing[at(label)] = weight * (ENOUGH * attack - defence + wanted)
        if g.brittany_since or g.turn >= 6:
            missing[at(AVRANCHES)] = 14.0 - sum(
                held for hex_, held in self.defence.items() if GRID.within(at(AVRANCHES), 3) >> hex_ & 1
            )
        found: dict[int, Field] = {}
        behind = [
            unit
            for unit in members(g.force[GERMANS])
            if g.where[unit] < SIZE and not self.hot >> g.where[unit] & 1 and g.campaign.allowance[unit]
        ]
        if self.cares.fortress > 1.0 and not g.cherbourg_captured:
            found |= self._to_cherbourg()
        if self.prizes:
            field = ground.field(GERMAN, mask(self.prizes))
            found |= {u: field for u in members(g.force[GERMANS]) if g.where[u] < SIZE and field[g.where[u]] <= RAID}
        posts: dict[int, HexSet] = {}
        for hex_, division in self.garrisons.items():
            posts[division] = posts.get(division, 0) | 1 << hex_
        for unit in members(g.force[GERMANS]):
            post = posts.get(g.campaign.stacking_division[unit])
            if post is not None:
                found[unit] = ground.field(GERMAN, post)
        for unit in sorted(set(behind) - set(found), key=lambda unit: (-self.defend(unit), unit)):
            place = g.where[unit]
            best = max(missing, key=lambda goal: missing[goal] - 0.8 * ground.field(GERMAN, goal)[place])
            found[unit] = ground.field(GERMAN, best)
            missing[best] -= self.defend(unit)
        return found

    def _to_cherbourg(self) -> dict[int, Field]:
        """The way of those who are to hold Cherbourg: the nearest that are no Panzers, as many as it wants."""
        g, campaign = self.g, self.g.campaign
        field = self.ground.field(GERMAN, campaign.ground.letters["C"])
        near = [
            unit
            for unit in members(g.force[GERMANS])
            if g.where[unit] < SIZE and field[g.where[unit]] <= NEAR_CHERBOURG and self._may_hold_cherbourg(unit)
        ]
        found: dict[int, Field] = {}
        missing = self.cares.fortress * BOX - self.box
        for unit in sorted(near, key=lambda unit: (field[g.where[unit]], unit)):
            if missing > 0:
                found[unit] = field
                missing -= self.defend(unit)
        return found

    def _may_hold_cherbourg(self, unit: int) -> bool:
        campaign = self.g.campaign
        return not (campaign.kampfgruppe[unit] or campaign.tiger[unit]) and bool(campaign.allowance[unit])

    def _prizes(self) -> dict[Hex, float]:
        """Places that score and that Germans can walk into, with the Victory Points that they are worth in the end."""
        g = self.g
        if not self.cares.raids or g.turn < LAST_TURNS:
            return {}
        open_ = self.ground.scoring & g.held & ~g.occupied[ALLIED]
        return {hex_: self.ground.swing[hex_] for hex_ in members(open_)}

    # -- Caen --

    def _garrisons(self) -> dict[Hex, int]:
        """The division that is to hold each hex of Caen: only one can stack there, so the strongest that are near."""
        g, campaign = self.g, self.g.campaign
        field = self.ground.field(GERMAN, campaign.caen)
        strength: dict[int, float] = {}
        places: dict[int, HexSet] = {}
        for unit in members(g.force[GERMANS]):
            place, division = g.where[unit], campaign.stacking_division[unit]
            if place < SIZE and division >= 0 and field[place] <= NEAR_CAEN:
                strength[division] = strength.get(division, 0.0) + self.defend(unit)
                places[division] = places.get(division, 0) | 1 << place
        found: dict[Hex, int] = {}
        for hex_ in sorted(members(campaign.caen & ~g.held & self.supplied), key=lambda hex_: -self.threat[hex_]):
            if strength:
                settled = {d: held + SETTLED * (places[d] >> hex_ & 1) for d, held in strength.items()}
                found[hex_] = best = max(settled, key=settled.__getitem__)
                strength[best] *= ANOTHER
        return found

    def _as_garrison(self, unit: int, hex_: Hex) -> float:
        """How much better a unit is in Caen than elsewhere; who keeps a stronger division out does harm."""
        division = self.g.campaign.stacking_division[unit]
        if division < 0:
            return 0.0
        urgent = min(1.0, self.threat[hex_] / EXPECTED)
        if self.garrisons[hex_] != division:
            return -GARRISON * urgent
        others = self.defence.get(hex_, 0.0) - (self.defend(unit) if self.where[unit] == hex_ else 0.0)
        return GARRISON * urgent if others < self.threat[hex_] / SAFE else 0.0

    # -- worth --

    def worth(self, unit: int, place: Place) -> float:
        """What a unit is worth in a place."""
        if place >= SIZE:
            return self._worth_in_box(unit, place)
        if unit in self.leavers:
            worth = -4 * MARCH * self.out[place]
            return worth + (0.3 * self._at_the_front(unit, place) if self.g.turn < LAST_TURNS else 0.0)
        worth = 0.0
        field = self.march.get(unit)
        if field is not None:
            worth -= MARCH * field[place]
        if not self.supplied >> place & 1:
            worth -= UNSUPPLIED
        if self.hot >> place & 1:
            worth += self._at_the_front(unit, place)
        if place in self.prizes and not self.stack.get(place):
            worth += self.cares.raids * POINT * self.prizes[place]
        if place in self.garrisons:
            worth += self._as_garrison(unit, place)
        if self.lone_beaches and GRID.spread(1 << place) & self.lone_beaches and self.g.campaign.kampfgruppe[unit]:
            worth += self.cares.counters * COUNTERS
        return worth

    def _worth_in_box(self, unit: int, box: Place) -> float:
        if box == EASTERN_EXIT:
            return 40.0 if unit in self.leavers and self.g.turn >= LAST_TURNS else -60.0
        if box == CHERBOURG:
            here = self.defend(unit) if self.where[unit] == CHERBOURG else 0.0
            cut_off = not self.supplied >> self.where[unit] & 1 if self.where[unit] < SIZE else True
            wanted = self.box - here < self.cares.fortress * BOX and not self.g.campaign.kampfgruppe[unit]
            return 1.5 * self.cares.fortress**2 if wanted or cut_off else -4.0
        return -60.0

    def _at_the_front(self, unit: int, place: Hex) -> float:
        g, campaign = self.g, self.g.campaign
        here = self.where[unit] == place
        own = self.defend(unit)
        defence = self.defence.get(place, 0.0) - (own if here else 0.0)
        threat, shift = self.threat[place], self.ground.shift[place]
        lone = self.covers_alone(unit, place)
        key = 1.0 + KEY_HOLD * self.key[place]
        worth, after = 0.0, 0.0
        if threat:
            firm = STANDS if self.stands >> place & 1 else 1.0
            before = firm * self._falls(threat, defence, shift) if defence else 1.0
            if not defence and self.cover[place] - lone and not self.key[place]:
                before = COVERED
            after = firm * self._falls(threat, defence + own, shift)
            worth += HOLD * key * min(1.0, threat / 8) * (before - after)
            others = sum(self.ground.value[other] for other in self.stack.get(place, ()) if other != unit)
            kept = others * (before - after if defence else 0.0) - self.ground.value[unit] * after
            worth += self.cares.exposed * EXPOSED[GERMAN] * kept
        worth += COVER[GERMAN] * self.newly_covered(unit, place) * (1.0 - SHORT_LIVED * after)
        around = campaign.ground.around[place]
        if not around & ~self.zone & ~g.occupied[ALLIED]:
            worth -= TRAPPED * self.ground.value[unit]
        if campaign.kampfgruppe[unit] or campaign.tiger[unit]:
            worth += self.cares.mass * MASS[GERMAN] * self.adds(unit, place)
        if self.key[place] and not defence:
            worth += FIRST_IN * min(3.0, self.key[place]) * min(1.0, threat / 8)
        return worth

    def _falls(self, attack: float, defence: float, shift: int) -> float:
        """How likely a hex is to fall in a turn: the enemy attacks more than once."""
        once = chance_to_fall(attack, defence, shift)
        return once * (2.0 - once)

    def put(self, unit: int, place: Place) -> None:
        """A unit has moved."""
        if self.where[unit] == CHERBOURG:
            self.box -= self.defend(unit)
        super().put(unit, place)
        if place == CHERBOURG:
            self.box += self.defend(unit)
