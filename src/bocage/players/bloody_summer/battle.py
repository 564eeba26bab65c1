"""The attacks of an army after its movement: on whom, with whom, from where, and under which headquarters.

Targets are taken one by one, the best first. Each gets the units that help it most of those who can come next to it, as
long as a headquarters with an Offensive marker can be near.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bocage.games.bloody_summer import air
from bocage.games.bloody_summer.campaign import ALLIED
from bocage.games.bloody_summer.fight import attack_value, defence_value
from bocage.games.bloody_summer.ground import MAJOR
from bocage.games.bloody_summer.pieces import FESTUNG_PIECES
from bocage.games.bloody_summer.places import GRID
from bocage.games.bloody_summer.state import NOBODY
from bocage.games.bloody_summer.terms import Cup
from bocage.hexes import Hex, HexSet, mask, members
from bocage.players.bloody_summer.forecast import Force, breakthrough, force_of, stake_of, weigh
from bocage.players.bloody_summer.stage import Stage
from bocage.players.bloody_summer.weights import BREACH, EFFORT, LEAST_ATTACK, LEAVE_LINE, MARCH, UPHEAVAL

MOST = 14  # attacks of an army in a phase
DIVISIONS = 5  # under a headquarters, and independent units besides


class Assault(NamedTuple):
    """An attack as it is planned."""

    target: Hex
    leader: int
    places: Mapping[int, Hex]  # of each attacker the hex from which it attacks
    worth: float
    breach: float  # the chance of exploitation
    near: HexSet  # where its headquarters can then be


class Target:
    """A hex with enemies, and all about it that does not depend on the attackers."""

    def __init__(self, stage: Stage, hex_: Hex) -> None:
        g, side = stage.g, stage.side
        self.hex = hex_
        self.defenders = g.defenders_in(hex_, 1 - side)
        self.force: Force = force_of(g, 1 - side, self.defenders)
        self.defence = max(1, sum(defence_value(g, piece) for piece in self.defenders))
        elite = sum(defence_value(g, piece) for piece in self.defenders if g.campaign.elite[piece])
        self.elite = 2 * elite >= self.defence
        self.slots: HexSet = g.campaign.around[hex_] & ~g.occupied[1 - side]
        rows = g.campaign.tables.terrain
        row = max((rows[kind] for kind in g.campaign.ground.terrains_at(hex_)), key=lambda row: row.shift)
        fort = any(piece in FESTUNG_PIECES for piece in self.defenders)
        self.shift = max((g.level[piece] for piece in self.defenders), default=0) - row.shift
        self.shift -= g.campaign.tables.fortified.shift if fort else 0
        self.air = row.air_support
        rivers = g.campaign.ground.rivers
        self.across = mask(slot for slot in members(self.slots) if rivers[slot, hex_] == MAJOR)


class Battle:
    """The attacks that an army plans, the best first."""

    def __init__(
        self, stage: Stage, reach: Mapping[int, HexSet], leaders: Mapping[int, HexSet], price: float = 0.0
    ) -> None:
        """``reach`` tells where each unit can be, ``leaders`` where each headquarters can be that may lead attacks.

        ``price`` is what it costs to activate one of them.
        """
        g = stage.g
        self.stage, self.side, self.reach, self.price = stage, stage.side, reach, price
        self.spots = dict(leaders)
        self.under: dict[int, set[int]] = {hq: set() for hq in leaders}  # formations
        self.fresh = set(leaders)  # those who have not given their support
        self.fighters = len(air.available(g, stage.army, Cup.FIGHTER)) if self.side == ALLIED else 0
        self.assaults: list[Assault] = []
        self._nearest: dict[int, float] = {}  # of each unit: how near it can come to its goal
        if leaders:
            self._plan()

    def _plan(self) -> None:
        stage = self.stage
        ours = mask(hex_ for found in self.reach.values() for hex_ in members(found))
        near = GRID.spread(ours) & stage.g.troops[1 - self.side]
        targets = {hex_: Target(stage, hex_) for hex_ in members(near)}
        free = {unit for unit in self.reach if attack_value(stage.g, unit)}
        offers = {hex_: self._best(target, free) for hex_, target in targets.items()}
        for _ in range(MOST):
            ranked = [assault for assault in offers.values() if assault is not None]
            if not ranked:
                return
            best = max(ranked, key=lambda assault: (assault.worth, assault.target))
            opened = self.price and best.leader in self.fresh  # others under it cost no marker now
            self._commit(best)
            free -= set(best.places)
            del targets[best.target], offers[best.target]
            for hex_, offer in offers.items():
                again = opened and self._near(targets[hex_], best.leader)[0]
                if again or (offer is not None and self._is_stale(offer, best)):
                    offers[hex_] = self._best(targets[hex_], free)

    def _is_stale(self, offer: Assault, done: Assault) -> bool:
        shared = set(offer.places) & set(done.places) or set(offer.places.values()) & set(done.places.values())
        return bool(shared) or offer.leader == done.leader

    def _commit(self, assault: Assault) -> None:
        stage = self.stage
        for unit, hex_ in assault.places.items():
            if stage.where[unit] != hex_:
                stage.put(unit, hex_)
        formations = {stage.g.campaign.formation[unit] for unit in assault.places}
        self.under[assault.leader] |= formations
        if assault.leader != NOBODY:
            self.spots[assault.leader] &= assault.near
        self.fresh.discard(assault.leader)
        self.fighters -= 1
        self.assaults.append(assault)

    # -- one target --

    def _best(self, target: Target, free: set[int]) -> Assault | None:
        """The best attack on a target under any headquarters, if it is good enough."""
        found = (self._under(target, leader, free, self._near(target, leader)) for leader in self.spots)
        return max(filter(None, found), key=lambda assault: assault.worth, default=None)

    def _near(self, target: Target, leader: int) -> tuple[HexSet, int]:
        """Where a headquarters can be for an attack, and the columns that it brings."""
        control, spots = self.stage.g.campaign.tables.control, self.spots[leader]
        close = spots & GRID.within(1 << target.hex, control.support_range)
        if close and leader in self.fresh:
            return close, self.stage.g.campaign.bonus.get(leader, 0)
        return spots & GRID.within(1 << target.hex, control.radius - 1), 0

    def _under(self, target: Target, leader: int, free: set[int], where: tuple[HexSet, int]) -> Assault | None:
        near, bonus = where
        if not near:
            return None
        stage, g = self.stage, self.stage.g
        campaign, side = g.campaign, self.side
        shift = target.shift + bonus + (1 if target.air and self.fighters > 0 else 0)
        best: Assault | None = None
        least, places = stage.cares.attack * LEAST_ATTACK[side], dict[int, Hex]()
        cost = self.price if leader in self.fresh else 0.0
        room: dict[Hex, int] = {}
        attack = elite = 0
        zone = g.zone[side]
        formations = set(self.under[leader])
        for unit, hex_, price in self._candidates(target, free):
            if room.setdefault(hex_, self._room(hex_)) < campaign.stacking[unit] and stage.where[unit] != hex_:
                continue
            formation = campaign.formation[unit]
            if leader != NOBODY and formation not in formations and len(formations) > DIVISIONS:
                continue
            formations.add(formation)
            room[hex_] -= campaign.stacking[unit] if stage.where[unit] != hex_ else 0
            places[unit] = hex_
            value = attack_value(g, unit)
            cost += price + EFFORT[side] * value
            attack, elite = attack + value, elite + (value if campaign.elite[unit] else 0)
            zone |= campaign.zoc_into[hex_] if campaign.zoc[unit] else 0
            columns = campaign.tables.combat
            river = 1 if all(target.across >> place & 1 for place in places.values()) else 0
            tired = max(g.level[one] for one in places)
            column = columns.column(attack, target.defence) + shift - river - tired
            column = min(max(column, 0), len(columns.columns) - 1)
            modifier = int(2 * elite >= attack) - int(target.elite)
            stake = stake_of(g, side, target.hex, target.defenders, zone, stage.cares.siege)
            worth = weigh(campaign, force_of(g, side, places), target.force, stake, column, modifier) - cost
            if worth > least:
                least = worth
                chance = breakthrough(campaign, column, modifier)
                best = Assault(target.hex, leader, dict(places), worth, chance, near)
        return best

    def _room(self, hex_: Hex) -> int:
        """The stacking points that are free in a hex."""
        campaign = self.stage.g.campaign
        there = self.stage.stack.get(hex_, ())
        if any(campaign.army[piece] != self.stage.army for piece in there):
            return -1
        return campaign.tables.stacking.points - sum(campaign.stacking[piece] for piece in there)

    def _candidates(self, target: Target, free: set[int]) -> Iterator[tuple[int, Hex, float]]:
        """Units that can attack a target, the strongest first, each with its hex and what it gives up for it."""
        stage, g = self.stage, self.stage.g
        found = []
        for unit in free:
            here, options = stage.where[unit], self.reach[unit] & target.slots
            if target.slots >> here & 1:
                found.append((g.level[unit], -attack_value(g, unit), unit, here, self._detour(unit, here)))
            elif options and not (price := self._price(unit, here)) > BREACH:
                place = max(members(options), key=lambda hex_: self._liking(target, unit, hex_))
                if stage.has_room(unit, place):
                    found.append(
                        (g.level[unit], -attack_value(g, unit), unit, place, price + self._detour(unit, place))
                    )
        for _, _, unit, place, price in sorted(found):
            yield unit, place, price

    def _price(self, unit: int, here: Hex) -> float:
        """What it costs to leave a hex: a hole in the line, if the last one goes."""
        stage = self.stage
        if not stage.threat[here] or any(one != unit for one in stage.stack.get(here, ())):
            return UPHEAVAL[self.side]
        return self.stage.cares.leave * LEAVE_LINE[self.side]

    def _detour(self, unit: int, place: Hex) -> float:
        """What a unit gives up of its way to its goal if it attacks from a hex."""
        purpose = self.stage.cares.purpose
        if not purpose:
            return 0.0
        field = self.stage.goals.field(unit)
        if unit not in self._nearest:
            self._nearest[unit] = min(field[hex_] for hex_ in members(self.reach[unit]))
        return purpose * MARCH * (field[place] - self._nearest[unit])

    def _liking(self, target: Target, unit: int, hex_: Hex) -> float:
        stage = self.stage
        dry = 0.0 if target.across >> hex_ & 1 else 1.0
        return dry + 0.3 * stage.ground.shift[hex_] + (2.0 if stage.has_room(unit, hex_) else 0.0)
