"""What one division's player makes of the situation: what steps, positions and hexes are worth to him now."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import cached_property, lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from bocage.games.omaha_beach.actions import acts_for_free
from bocage.games.omaha_beach.attack import closed_side, own_weapons
from bocage.games.omaha_beach.battle import BOX, Battle
from bocage.games.omaha_beach.losses import lost_companies
from bocage.games.omaha_beach.movement import moves
from bocage.games.omaha_beach.reinforcements import empty_positions, urgency
from bocage.games.omaha_beach.scenarios import VictoryCheck
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import Weapon
from bocage.games.omaha_beach.victory import RANGER_EXITS
from bocage.games.omaha_beach.words import EXITS
from bocage.hexes import Hex, HexSet, mask, members
from bocage.players.omaha_beach import weights as w
from bocage.players.omaha_beach.assault import Force, Garrison, chances, garrison_of
from bocage.players.omaha_beach.corridors import hardness, keys_of, openness
from bocage.players.omaha_beach.fire import Lineup, fire_of
from bocage.players.omaha_beach.prospects import Class, Prospects
from bocage.players.omaha_beach.sieges import FRESH, NO_WEAPONS, NOBODY, force_of, goals_around, result_worth
from bocage.players.omaha_beach.stances import USUAL, Cares


def cost_of_steps(g: State, care: float = 1.0) -> list[float]:
    """What the next step of each unit is worth."""
    battle = g.battle
    limit, strain = battle.scenario.loss_limit(g.turn), []
    for division in range(2):
        full = len(lost_companies(g, division)) / limit
        strain.append(care * (1 + w.LAST_PLACES * full**2) * tightness(g, division))
    found = []
    for unit, steps in enumerate(g.steps):
        if battle.regular >> unit & 1:
            worth = w.COMPANY[min(steps, 3)]
            found.append(worth * (strain[battle.home[unit]] if steps == 2 else care))
        elif battle.ranger[unit]:
            found.append(w.RANGERS[min(steps, 2)])
        else:
            found.append(w.NOBODY if battle.leader[unit] else w.VEHICLE)
    return found


def tightness(g: State, division: int) -> float:
    """The share of the usual care that losses ask for: less if the loss box has room for the turns to come."""
    scenario = g.battle.scenario
    left = scenario.loss_limit(g.turn) - 1 - len(lost_companies(g, division))
    usual = w.PLACES * (next_check(g).turn - g.turn + 1)
    return max(w.LEAST_CARE, min(1.0, usual / left)) if left > 0 else 1.0


def next_check(g: State) -> VictoryCheck:
    """The next count of points."""
    checks = g.battle.scenario.checks
    return next((check for check in checks if check.turn >= g.turn), checks[-1])


class Outlook:
    """One view of a game, with everything that is worked out from it at most once.

    ``ahead`` is the outlook from which the way ahead was seen: in a turn it holds until something happens to a German.
    """

    def __init__(self, g: State, ahead: Outlook | None = None, cares: Cares = USUAL) -> None:
        self.g, self.battle, self.cares = g, g.battle, cares
        self.ahead = ahead or self
        self.cost: list[float] = (
            ahead.cost if ahead is not None and ahead.g.steps == g.steps else cost_of_steps(g, cares.steps)
        )
        self.fire = fire_of(g)
        self.ground = self.fire.ground
        self.quiet = min(1.0, self.turns_left / w.VOLLEY)  # what is left of the turns that a disrupted position loses
        self.last = g.turn >= g.battle.scenario.turns[1]
        self.extended = g.turn >= w.EXTENDED
        self._prospects: dict[Class, list[float]] = {}
        self._worths: dict[int, float] = {}
        self._lasting: dict[int, float] = {}
        self._companies: dict[tuple[int, Hex], float] = {}
        self._led: dict[int, HexSet] = {}
        self._goals: dict[tuple[int, frozenset[Weapon]], dict[Hex, float]] = {}
        self._parts: dict[tuple[int, Hex], float] = {}

    # -- the next German fire -----------------------------------------------------------------

    @cached_property
    def lineup(self) -> Lineup:
        """Everybody with steps who is ashore, and those who land next."""
        g, battle = self.g, self.battle
        found = Lineup(g, self.fire, self.cost)
        tide = battle.tide(min(g.turn + 1, max(battle.track.turns)))
        for place in g.at:
            h = place if place < BOX else battle.boxes[place - BOX].lands.get(tide)
            for unit in g.units_at(place) if h is not None else ():
                assert h is not None
                found.add(unit, h)
        found.settle()
        return found

    # -- positions ----------------------------------------------------------------------------

    @cached_property
    def occupied(self) -> dict[Hex, int]:
        """The positions with German units, by hex."""
        g = self.g
        return {g.hex_of(p): p for p in (*g.occupied_positions(), *g.armor_on_map())}

    def garrison(self, position: int) -> Garrison:
        """What may be in a position."""
        g = self.g
        key = (g.battle, g.german[position], g.german_depth[position], g.shown, g.shown_depth)
        found = _GARRISONS.get(key)
        if found is None:
            if len(_GARRISONS) >= MANY:
                _GARRISONS.clear()
            found = _GARRISONS[key] = garrison_of(g, position)
        return found

    def worth_of(self, position: int) -> float:
        """What the defeat of a position is worth."""
        found = self._worths.get(position)
        if found is None:
            found = self._worths[position] = self._worth_of(position)
        return found

    def _worth_of(self, position: int) -> float:
        """The fire that it spares us, its guns, and its ground."""
        g, battle = self.g, self.battle
        group = battle.group_of[position]
        there = (battle.group_mask[group] & g.held).bit_count()
        now = self.lineup.caused_by(group) if self.fire.chance[group] is not None else 0.0
        more = max(0.0, now - self.threat_of(position)) / there
        return self.lasting_worth(position) + min(w.SAVED_TURNS, self.turns_left) * more

    def threat_of(self, position: int) -> float:
        """The steps that the fire of a position costs in a usual turn."""
        group = self.battle.group_of[position]
        return self.cares.silence * self.fire.awake[group] * (w.STRONGPOINT if self.is_strong(group) else w.OUTPOST)

    def is_strong(self, group: int) -> bool:
        """Whether a group is a WN or armor."""
        return self.battle.is_wn[group] or group >= self.battle.first_armor_group

    def lasting_worth(self, position: int) -> float:
        """What the defeat of a position is worth, whoever is under its fire now."""
        known = self.ahead._lasting
        found = known.get(position)
        if found is None:
            found = known[position] = self.ahead._lasting_worth(position)
        return found

    def _lasting_worth(self, position: int) -> float:
        g, battle = self.g, self.battle
        there = (battle.group_mask[battle.group_of[position]] & g.held).bit_count()
        worth = min(w.SAVED_TURNS, self.turns_left) * self.threat_of(position) / there
        worth += self.point * (1 + self.keys.get(battle.group_of[position], 0.0) / there)
        return worth + (w.GUN if battle.calibre[g.german[position]] is not None else 0.0)

    @property
    def turns_left(self) -> int:
        """German fire phases to come."""
        return self.battle.scenario.turns[1] - self.g.turn

    @property
    def to_check(self) -> int:
        """Turns until points are counted."""
        return self.check.turn - self.g.turn

    @cached_property
    def point(self) -> float:
        """A point of victory, dearer as the end comes nearer."""
        scenario, turn = self.battle.scenario, self.g.turn
        first = max((check.turn for check in scenario.checks if check.turn < turn), default=scenario.turns[0])
        early = w.EARLY[self.check.points]
        return self.cares.points * w.POSITION * (early + (1 - early) * (turn - first) / max(1, self.check.turn - first))

    @property
    def check(self) -> VictoryCheck:
        """The next count of points."""
        return next_check(self.g)

    @cached_property
    def prizes(self) -> dict[Hex, float]:
        """The hexes that count and their points: positions, later those with a VP symbol and the WNs, and each hex of a
        draw (13.2, 20.3).
        """
        return prizes_of(self.battle, self.check.points)

    @cached_property
    def prize_hexes(self) -> HexSet:
        """The hexes that count."""
        return mask(self.prizes)

    def expects(self, position: int, units: tuple[tuple[int, Hex], ...]) -> float:
        """What an attack of some units from their hexes is worth; no less than nothing."""
        if not units:
            return 0.0
        hexes = {h for _, h in units}
        target = self.g.hex_of(position)
        found = chances(
            self.battle,
            self.garrison(position),
            force_of(self.g, units),
            self.ground.factors(frozenset(hexes), target),
            self.extended,
        )
        step = min(self.cost[unit] for unit, _ in units)
        return max(0.0, self.result_worth(position, found, len(hexes), step))

    def result_worth(self, position: int, results: dict[str, float], attackers: int, step: float) -> float:
        """What an attack with these chances is worth, whoever is under fire now."""
        worth, silence = self.lasting_worth(position), self.lasting_silence(position)
        return result_worth(results, worth, attackers, step, silence, last=self.last)

    def lasting_silence(self, position: int) -> float:
        """What it is worth to disrupt a position, whoever is under its fire now."""
        there = (self.battle.group_mask[self.battle.group_of[position]] & self.g.held).bit_count()
        return self.quiet * w.VOLLEY * self.threat_of(position) / max(1, there)

    def silence_of(self, position: int) -> float:
        """What it is worth to disrupt a position as things are."""
        group = self.battle.group_of[position]
        if self.g.german_disrupted >> position & 1 or self.fire.chance[group] is None:
            return 0.0
        share = 1.0 if len(self.fire.hexes[group]) == 1 else w.ONE_OF_TWO
        return self.quiet * w.VOLLEY * self.lineup.caused_by(group) * share

    # -- goals --------------------------------------------------------------------------------

    @cached_property
    def besiegers(self) -> dict[int, tuple[tuple[int, Hex], ...]]:
        """For each occupied position the infantry that could attack it, with their hexes."""
        g, found = self.g, {}
        for target, position in self.occupied.items():
            near = []
            for h in self.battle.grid.neighbours[target]:
                near += [
                    (unit, h) for unit in g.at.get(h, ()) if self.battle.foot[unit] and not closed_side(g, unit, target)
                ]
            found[position] = tuple(near)
        return found

    @cached_property
    def rings(self) -> dict[int, tuple[frozenset[Hex], Force]]:
        """The hexes from which infantry could attack each occupied position, and what it would bring."""
        found = {}
        for position, units in self.besiegers.items():
            hexes = frozenset(h for _, h in units)
            found[position] = hexes, force_of(self.g, units) if units else NOBODY
        return found

    @cached_property
    def besieged_by(self) -> dict[int, list[int]]:
        """The positions that each unit could attack."""
        found: dict[int, list[int]] = {}
        for position, units in self.besiegers.items():
            for unit, _ in units:
                found.setdefault(unit, []).append(position)
        return found

    @cached_property
    def siege(self) -> dict[int, float]:
        """What the infantry next to each position can do to it as they stand."""
        return {p: self.expects(p, units) for p, units in self.besiegers.items()}

    def attack_goals(self, strength: int, weapons: frozenset[Weapon]) -> dict[Hex, float]:
        """What it is worth for one more company to be next to German positions."""
        goals = self._goals.get((strength, weapons))
        if goals is None:
            goals = self._goals[strength, weapons] = self._attack_goals(strength, weapons)
        return goals

    def _attack_goals(self, strength: int, weapons: frozenset[Weapon]) -> dict[Hex, float]:
        found: dict[Hex, float] = {}
        for target, p in self.occupied.items():
            hexes, force = self.rings[p]
            for h, goal in goals_around(
                self.battle, target, self.garrison(p), force, hexes, strength, weapons, self.extended,
                self.lasting_worth(p), self.siege[p], self.lasting_silence(p), self.last, self.joined(target),
            ):  # fmt: skip
                found[h] = max(found.get(h, 0.0), goal)
        return found

    def joined(self, target: Hex) -> float:
        """The share of an attack of two companies that one of them may count on."""
        if self.extended:
            return w.TOGETHER
        near, g = self.battle.disc(target, w.COMPANIONS), self.g
        units = [unit for h in g.at if h < BOX and near >> h & 1 for unit in g.units_at(h)]
        return w.TOGETHER_EARLY if sum([self.battle.foot[unit] and g.steps[unit] > 1 for unit in units]) > 1 else 0.0

    @cached_property
    def covered(self) -> dict[Hex, int]:
        """How many US units occupy or control each hex that counts for victory."""
        found = {self.battle.positions[p].hex: 2 for p in members(self.g.garrisons)}
        for place in self.g.at:
            if place < BOX:
                for unit in self.g.units_at(place):
                    for h in members(self.controlled_from(unit, place) & self.prize_hexes):
                        found[h] = found.get(h, 0) + 1
        return found

    @cached_property
    def covered_once(self) -> HexSet:
        """The hexes that count and are controlled by one unit only."""
        return mask(h for h, units in self.covered.items() if units == 1) & self.prize_hexes

    def controlled_from(self, unit: int, h: Hex) -> HexSet:
        """The hexes that a unit would control from a hex (12.1)."""
        if not self.battle.controls[unit][self.g.steps[unit]]:
            return 1 << h
        return self.ground.reach[h]

    @cached_property
    def hard(self) -> tuple[float, ...]:
        """How hard it is to remove each group."""
        return hardness(self.g, mask(self.g.hex_of(p) for p, units in self.besiegers.items() if units))

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        """What counts for victory."""
        return stakes_of(self.battle, self.check.points)

    @cached_property
    def near(self) -> dict[Hex, float]:
        """How likely we come to control each hex that counts, if nobody bars the way there."""
        g, battle, left = self.g, self.battle, self.to_check + 1
        places = [h for h in g.at if h < BOX and any(battle.controls[u][g.steps[u]] for u in g.units_at(h))]
        found = {}
        for prize in self.prizes:
            away = battle.distances(prize)
            high = battle.high >> prize & 1
            turns = min([away[h] - 1 + (high and not battle.high >> h & 1) for h in places], default=left + 1)
            found[prize] = 1.0 if prize in self.covered else w.SOON * w.SURE**turns if turns <= left else 0.0
        return found

    @cached_property
    def keys(self) -> dict[int, float]:
        """What the removal of each group promises, in points: hexes that we hold count in full."""
        hopes: list[tuple[tuple[Hex, ...], float]] = [
            (stake.hexes, stake.points * self.hope_of(stake)) for stake in self.stakes
        ]
        if self.check.points == "20.3":
            for number, h in enumerate(self.battle.exit_hexes):
                hopes.append(((h,), w.EXIT_KEY + self.gone[number]))
        return keys_of(self.battle, self.hard, hopes)

    def hope_of(self, stake: Stake, but: Hex = -1) -> float:
        """How likely all hexes of a stake, or all but one, come under our control if nobody bars the way."""
        missing = [self.near[h] for h in stake.hexes if h != but and self.near[h] < 1]
        return min(missing) * w.ANOTHER ** (len(missing) - 1) if missing else 1.0

    @cached_property
    def gone(self) -> list[float]:
        """The steps that have left by each exit and count if there is a safe way to it at the end (20.3)."""
        found = [0.0] * len(self.battle.exit_hexes)
        for unit, number in self.g.exited.items():
            if not self.battle.ranger[unit]:
                found[number] += self.g.steps[unit]
        return found

    @cached_property
    def prize_worth(self) -> dict[Hex, float]:
        """What control of each prize is worth: much with a safe way to the beach, little elsewhere, and less if it
        counts only together with hexes that we do not have.
        """
        found: dict[Hex, float] = {}
        for stake in self.stakes:
            worth = self.point * stake.points * self.openness(stake.hexes)
            for h in stake.hexes:
                if h not in self.occupied:
                    found[h] = found.get(h, 0.0) + worth * self.hope_of(stake, h)
        return found

    def exits(self, *, ranger: bool) -> dict[Hex, float]:
        """What it is worth for each step to be where it can leave the map: rangers need no safe way there (20.3)."""
        if self.check.points != "20.3":
            return {}
        if ranger:
            places = zip(EXITS, self.battle.exit_hexes, strict=True)
            return {h: w.EXIT * w.POSITION for letter, h in places if letter in RANGER_EXITS}
        return {h: w.EXIT * w.POSITION * self.openness((h,)) for h in self.battle.exit_hexes}

    def openness(self, hexes: tuple[Hex, ...]) -> float:
        """What is left of the worth of hexes that all need a safe way to the beach."""
        return openness(self.battle, self.ahead.hard, hexes, max(0.0, 1 - self.to_check / w.LATE))

    @cached_property
    def control_goals(self) -> tuple[list[float], list[float]]:
        """By hex, the worth of the prizes that nobody controls yet and one more unit would: in its own hex only, and
        around it as well.
        """
        here, around = [0.0] * self.battle.grid.size, [0.0] * self.battle.grid.size
        for prize, worth in self.ahead.prize_worth.items():
            if prize not in self.covered:
                here[prize] += worth
                for h in self.ground.overlook[prize]:
                    around[h] += worth
        return here, around

    @cached_property
    def guards(self) -> dict[Hex, float]:
        """The empty positions to which reinforcements would come next, and what it is worth to stand in their way."""
        g, battle = self.g, self.battle
        chance, found = 1 - (1 - w.REINFORCED) ** self.to_check, dict[Hex, float]()
        ours = [battle.at_hex[h] for h in members(g.occupied & battle.reinforcement_hexes)]
        places: dict[str, list[int]] = {}
        for p in (*empty_positions(g), *ours):
            places.setdefault(battle.positions[p].zone or "", []).append(p)
        places.pop("", None)
        for threatened in places.values():
            threatened.sort(key=lambda p: urgency(g, p))
            held = [g.occupied >> battle.positions[p].hex & 1 for p in threatened]
            first = held.index(0) + 1 if 0 in held else len(held)
            for p in threatened[:first]:
                found[battle.positions[p].hex] = chance * self.point * self.lost_to(p)
        return found

    def lost_to(self, position: int) -> float:
        """The points that could be had no more with Germans in an empty position."""
        battle = self.battle
        fire = battle.fire[battle.group_of[position]] | 1 << battle.positions[position].hex
        return w.GUARD * sum(
            [
                stake.points * self.hope_of(stake) * self.openness(stake.hexes)
                for stake in self.stakes
                if any(fire >> h & 1 for h in stake.hexes)
            ]
        )

    def own_part(self, unit: int, h: Hex) -> float:
        """What would be missing without a unit and is not if it is in a hex: control, and its part in a siege."""
        found = self._parts.get((unit, h))
        if found is None:
            found = self._parts[unit, h] = self._own_part(unit, h)
        return found

    def _own_part(self, unit: int, h: Hex) -> float:
        g, found = self.g, 0.0
        here = g.where[unit]
        alone = self.controlled_from(unit, here) & self.controlled_from(unit, h) & self.covered_once
        for prize in members(alone) if alone else ():
            found += self.ahead.prize_worth.get(prize, 0.0)
        if h == here and len(g.units_at(h)) == 1:
            found += self.ahead.guards.get(h, 0.0)
        for p in self.besieged_by.get(unit, ()):
            if g.hex_of(p) in self.battle.grid.neighbours[h]:
                rest = tuple(pair for pair in self.besiegers[p] if pair[0] != unit)
                found += w.ATTACK_AHEAD * max(0.0, self.siege[p] - self.expects(p, rest))
        return found

    # -- the way ahead --------------------------------------------------------------------------

    @cached_property
    def caution(self) -> tuple[int, ...]:
        """How careful each division has become: 0, with room in the loss box, to 3."""
        limit, found = self.battle.scenario.loss_limit(self.g.turn), []
        for division in range(2):
            full = len(lost_companies(self.g, division)) / limit
            roomy = tightness(self.g, division) < w.ROOM
            found.append(0 if roomy else 1 + (full >= w.CAREFUL) + (full >= w.FEARFUL))
        return tuple(found)

    def class_of(self, unit: int) -> Class:
        """How a unit moves, how strong it is, and how careful."""
        battle, steps = self.battle, self.g.steps[unit]
        if not battle.foot[unit]:
            return "other", 0, w.USUAL, False, NO_WEAPONS
        strength = 2 if steps == len(battle.units[unit].steps) else 1 if steps == 2 else 0
        weapons = own_weapons(self.g, unit) if strength == 1 else FRESH[strength][1]
        if not battle.regular >> unit & 1 or not strength:
            return "infantry", strength, w.USUAL, battle.ranger[unit] and self.check.points == "20.3", weapons
        return "infantry", strength, self.caution[battle.home[unit]], False, weapons

    def prospect(self, unit: int, h: Hex) -> float:
        """What a unit like this can hope for that has its next action in a hex."""
        if self.battle.leader[unit]:
            return self.following(unit, h)
        return self.ahead.prospects(self.class_of(unit))[h]

    def prospects(self, kind: Class) -> list[float]:
        """By hex, what units of a class can hope for."""
        found = self._prospects.get(kind)
        if found is None:
            ways = _WAYS.setdefault(self.battle, {})
            way = ways.get((kind, self.cares))
            if way is None or not way.update(self):
                way = ways[kind, self.cares] = Prospects(self, kind)
            found = self._prospects[kind] = way.best
        return found

    def following(self, leader: int, h: Hex) -> float:
        """What a leader finds in a hex: units to command now, and others to come; a command post stays."""
        g = self.g
        total = self.company_of(leader, h) - w.HORIZON * w.STEP["leader"] * self.fire.danger[h]
        if h in self.ahead.guards and not g.occupied >> h & 1:
            total -= w.CAPTURED
        return total + w.COMMAND_POST if leader in g.command_posts and h == g.where[leader] else total

    @cached_property
    def leaders(self) -> dict[int, Hex]:
        """The HQs and generals on the map, and their hexes."""
        g = self.g
        return {unit: h for unit, h in enumerate(g.where) if self.battle.leader[unit] and g.on_map(unit)}

    def company_of(self, leader: int, h: Hex) -> float:
        """The units near a hex that want a leader."""
        found = self._companies.get((leader, h))
        if found is None:
            found = self._companies[leader, h] = self._company_of(leader, h)
        return found

    def _company_of(self, leader: int, h: Hex) -> float:
        """Units that another leader commands already hardly need this one."""
        grid, total = self.battle.grid, 0.0
        led, near = self.led_without(leader), self.battle.disc(h, w.TOO_FAR + 1)
        for place, followers in self.followers:
            if near >> place & 1:
                away = max(0, grid.distance(place, h) - 1)
                share = w.FARTHER**away * (w.LED_ALREADY if led >> place & 1 else 1.0)
                for follower in followers:
                    total += follower * share
        return total

    @cached_property
    def followers(self) -> list[tuple[Hex, list[float]]]:
        """The hexes with units that have steps, and what each of these is worth to a leader."""
        g, foot = self.g, self.battle.foot
        return [
            (place, [w.FOOT_FOLLOWER if foot[unit] else w.OTHER_FOLLOWER for unit in g.units_at(place)])
            for place in g.at
            if place < BOX
        ]

    def led_without(self, leader: int) -> HexSet:
        """The hexes that other leaders command."""
        found = self._led.get(leader)
        if found is None:
            hexes = mask([h for other, h in self.leaders.items() if other != leader])
            found = self._led[leader] = self.battle.grid.within(hexes, 1)
        return found

    @cached_property
    def doomed(self) -> HexSet:
        """Hexes that the tide takes within some turns."""
        battle, turn = self.battle, self.g.turn
        return battle.dry(turn) & ~battle.dry(min(turn + w.TIDE_AHEAD, max(battle.track.turns)))

    @cached_property
    def beside_germans(self) -> list[int]:
        """For each hex the mask of occupied positions next to it."""
        found = [0] * self.battle.grid.size
        for target, position in self.occupied.items():
            for h in self.battle.grid.neighbours[target]:
                found[h] |= 1 << self.battle.group_of[position]
        return found

    # -- moves ----------------------------------------------------------------------------------

    def crowding(self, h: Hex, more: int) -> float:
        """What the stacking limit costs if so many units come to a hex, or leave it."""
        now = len(self.g.units_at(h))
        return w.CROWDED_OUT * (max(0, now + more - 2) - max(0, now - 2))

    def squeezing(self, h: Hex, more: int) -> float:
        """What the stacking limit costs if so many units come to a hex whose occupants may make room for them."""
        cost, g = self.crowding(h, more), self.g
        if not cost:
            return 0.0
        bound = g.acted | g.disrupted | g.climbing | g.on_cliff
        leaving = sum([not bound >> unit & 1 and acts_for_free(g, unit) for unit in g.units_at(h)])
        return w.SQUEEZED * more if leaving * w.CROWDED_OUT >= cost else cost

    def drowns(self, unit: int, h: Hex) -> float:
        """What is lost if a unit is still in a hex when the phase ends."""
        if self.battle.dry(self.g.turn) >> h & 1 or self.g.on_cliff >> unit & 1:
            return 0.0
        return w.DROWNING * (1 if self.battle.foot[unit] else w.VEHICLE)

    def fighting_on(self, unit: int) -> float:
        """What it costs a unit to fight where it will drown, if it could leave instead."""
        if not self.drowns(unit, self.g.where[unit]) or not moves(self.g, unit):
            return 0.0
        return w.DROWNING

    def infiltration(self, units: Iterable[int], here: Hex, to: Hex) -> float:
        """What the card costs that units draw on their way past Germans (7.32)."""
        past = self.beside_germans[here] & self.beside_germans[to]
        total = 0.0
        for group in members(past) if past else ():
            chance, level = self.fire.chance[group], self.fire.level[group]
            if chance is not None and here in level and to in level:
                total += sum([chance[self.ground.symbol[unit]] * self.cost[unit] for unit in units])
        return total

    def gain_of_move(self, units: tuple[int, ...], to: Hex) -> float:
        """How much better off some units of a stack are in another hex."""
        here = self.g.where[units[0]]
        total = 0.0
        armed = tuple(unit for unit in units if not self.battle.leader[unit])
        if armed:
            if not self.last:
                total -= self.lineup.change(armed, here, to)
            total -= self.infiltration(armed, here, to)
            total -= self.squeezing(to, len(armed)) + self.crowding(here, -len(armed))
        for unit in units:
            total += (
                self.prospect(unit, to)
                - self.prospect(unit, here)
                + self.own_part(unit, to)
                - self.own_part(unit, here)
            )
            total += self.drowns(unit, here) - self.drowns(unit, to)
        return total


class Stake(NamedTuple):
    """Hexes that count for victory together, and their points."""

    hexes: tuple[Hex, ...]
    points: float


@lru_cache(maxsize=32)
def stakes_of(battle: Battle, rule: str) -> tuple[Stake, ...]:
    """What counts by a rule: positions, those in two hexes only together, and draws as a whole; late in the day
    each hex for itself.
    """
    values = battle.content.scenarios
    if rule == "20.3":
        return tuple([Stake((h,), points) for h, points in prizes_of(battle, rule).items()])
    found = [
        Stake(tuple(battle.positions[p].hex for p in group), float(len(group)))
        for group in battle.groups[: battle.first_armor_group]
    ]
    for draw in battle.chart.draws.values():
        found.append(Stake(tuple(members(draw.hexes)), float(values.early_points.draw)))
    return tuple([stake for stake in found if all(battle.playable >> h & 1 for h in stake.hexes)])


@lru_cache(maxsize=32)
def prizes_of(battle: Battle, rule: str) -> dict[Hex, float]:
    """The hexes that count by a rule, and their points."""
    late, values = rule == "20.3", battle.content.scenarios
    found = {p.hex: 1.0 for p in battle.positions if not late or p.vp or p.kind == "wn"}
    draw_points = values.final_points.open_draw if late else values.early_points.draw
    for draw in battle.chart.draws.values():
        for h in members(draw.hexes):
            found[h] = found.get(h, 0.0) + draw_points / draw.hexes.bit_count()
    return {h: points for h, points in found.items() if battle.playable >> h & 1}


def outlook_of(g: State, last: Outlook | None = None, cares: Cares = USUAL) -> Outlook:
    """The outlook of a view; of the last one all that still holds is kept."""
    if last is None or german_side(g) != german_side(last.g):
        return Outlook(g, cares=cares)
    if us_side(g) != us_side(last.g):
        return Outlook(g, last.ahead, cares)
    o = copy(last)  # with all that it knows
    o.g = g
    return o


def german_side(g: State) -> tuple[object, ...]:
    """What does not change while units move."""
    german = g.german, g.german_depth, g.armor_at, g.shown, g.shown_depth
    return g.battle, g.turn, german, g.bases, g.base_spaces


def us_side(g: State) -> tuple[object, ...]:
    """What changes in a phase."""
    return (
        g.where, g.steps, g.german_disrupted, g.deck, g.heroes, g.on_cliff, g.disrupted, g.command_posts, g.garrisons,
    )  # fmt: skip


_GARRISONS: dict[tuple[object, ...], Garrison] = {}
MANY = 2000

_WAYS: WeakKeyDictionary[Battle, dict[tuple[Class, Cares], Prospects]] = WeakKeyDictionary()  # as they were seen last
