"""The movement phase (rulebook 4.1.1): moves on the map, landings, overruns, special operations, Reserve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bocage.games.bloody_summer import landing, logistics, victory
from bocage.games.bloody_summer.campaign import ALLIED, SEATS, SIDE_OF
from bocage.games.bloody_summer.overrun import Overrun, best_run, may_overrun, overruns, why_not_overrun
from bocage.games.bloody_summer.pieces import HEADQUARTERS, MOBILE, PIECE_IDS
from bocage.games.bloody_summer.places import GRID, SIZE, Place, place_name
from bocage.games.bloody_summer.reach import (
    Gait,
    Way,
    best_way,
    closed_hexes,
    gaits_of,
    hexes_of,
    links_of,
    movers_of,
    search,
    steppers,
    steps_of,
    stop_hexes,
    vacant_hexes,
)
from bocage.games.bloody_summer.special import infiltrate, infiltrations, why_not_infiltrate
from bocage.games.bloody_summer.stacking import (
    overfull_hexes,
    where_to_stay,
    why_not_stay,
    why_not_together,
    why_overfull,
)
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.words import (
    AT,
    END,
    INFILTRATE,
    LAND,
    LEAVE,
    MARCH,
    MOVE,
    OPERATE,
    OVERRUN,
    RESERVE,
    TO,
    UNLOAD,
)
from bocage.games.bloody_summer.zones import enemy_zone
from bocage.hexes import Hex, HexSet, Shelf, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done
from bocage.kernel.wording import listed, whereto

ALL: Final = -1  # the mask of all pieces
TO_HEX: Final = Shelf([TO[hex_] for hex_ in range(GRID.size)])
MOVE_UNIT: Final = Shelf([MOVE[unit] for unit in range(MOBILE)])
RESERVE_UNIT: Final = Shelf([RESERVE[unit] for unit in range(MOBILE)])


def named(units: Sequence[int]) -> str:
    """Units by name."""
    return listed(PIECE_IDS[unit] for unit in units)


# -- where a move may end --------------------------------------------------------------------------


def joint_gait(g: State, units: Sequence[int], half: bool) -> tuple[Gait, ...]:
    """The gaits of a unit, or the one of an armoured stack at the pace of its slowest (4.1.1-02); none of others."""
    if len(units) == 1:
        return gaits_of(g, units[0], half=half)
    if not may_overrun(g, units):
        return ()
    gaits = [gait for unit in units for gait in gaits_of(g, unit, half=half)]
    slowest = min(gaits, key=lambda gait: gait.points)
    return (slowest._replace(leaving=max(gait.leaving for gait in gaits)),)


# -- the phase -------------------------------------------------------------------------------------


@dataclass
class MovementPhase(Procedure[None]):
    """A side moves, army by army; on turn 0 with half its movement (10.A.1.b-01).

    In an exploitation only some units move, even if they have moved before (6.8-04).
    """

    doing = "movement"
    side: int
    half: bool = False
    units: int = ALL
    army: int = -1
    in_hand: tuple[int, ...] = ()
    gaits: tuple[Gait, ...] = ()  # of those in hand, with the points they have left; none: each has its own
    fresh: bool = True  # those in hand have not moved yet

    def begin(self, g: State) -> Next:
        """The armies of the side follow each other."""
        if self.units != ALL:
            g.moved &= ~self.units
            g.strode &= ~self.units
        return self.next_army(g)

    def next_army(self, g: State) -> Next:
        """The next army with anybody in play, or the end."""
        self.in_hand = ()
        for army in g.campaign.armies:
            if army > self.army and SIDE_OF[army] == self.side and self.takes_part(g, army):
                self.army = army
                return self.choose
        return done()

    def takes_part(self, g: State, army: int) -> bool:
        """Whether an army has pieces that might move or land."""
        return any(g.where[piece] >= 0 for piece in members(g.campaign.movers[army] & self.units))

    def about(self, g: State) -> About:
        """The unit in hand, once it is asked where it goes."""
        if g.awaits(self.go):
            points = self.gaits[0].points if self.gaits else 0
            return About(unit=self.in_hand[0], points=points, target_verb=OVERRUN.name)
        if g.awaits(self.ashore):
            return About(unit=self.in_hand[0])
        return About(unit_verb=MOVE.name)

    # -- whom --

    def movable(self, g: State, units: int = ALL) -> int:
        """Of some units those who may still move and have somewhere to go, as masks; a step of one hex is always
        possible (4.1.1-05).
        """
        able = movers_of(g, self.army, self.units & units)
        found = able & steppers(g)
        for unit in members(able & ~found):
            if self.can_move(g, unit):
                found |= 1 << unit
        return found

    def can_move(self, g: State, unit: int) -> bool:
        """Whether a unit that has not moved has anywhere to go."""
        units, gaits = (unit,), gaits_of(g, unit, half=self.half)
        return self.has_destination(g, units, gaits, True) or bool(gaits and overruns(g, units, gaits[0], fresh=True))

    def stack_in(self, g: State, hex_: Hex) -> tuple[int, ...]:
        """The units of a hex that may still move and have somewhere to go."""
        return tuple(members(self.movable(g, g.who.get(hex_, 0))))

    def stacks(self, g: State, movable: int) -> list[Hex]:
        """The hexes of which two or more units can be taken in hand together."""
        who, crowded = g.who, members(g.crowded & g.occupied[self.side])
        found = [(units & -units, hex_) for hex_ in crowded if (units := movable & who[hex_]) and units & units - 1]
        return [hex_ for _, hex_ in sorted(found)]

    def goes_on(self, g: State) -> bool:
        """Whether those who moved last can go farther."""
        if not self.in_hand or self.fresh or not self.gaits or not self.gaits[0].points:
            return False
        if len(self.in_hand) > 1 and len(self.stack_in(g, g.where[self.in_hand[0]])) > 1:
            return False  # the order to march is that of those who wait there
        start, gait = g.where[self.in_hand[0]], self.gaits[0]
        near = [(hex_, cost) for hex_, cost in links_of(g, self.side, gait)[start] if cost <= gait.points]
        if not near:
            return False
        vacant = vacant_hexes(g)
        for hex_, cost in near if len(self.in_hand) == 1 else ():
            if cost + gait.leaving <= gait.points and vacant >> hex_ & 1:
                return True
        return self.has_destination(g, self.in_hand, self.gaits, False) or bool(
            overruns(g, self.in_hand, gait, fresh=False)
        )

    def hand_order(self, g: State) -> Order:
        """The order that takes those who moved last in hand again."""
        return MOVE[self.in_hand[0]] if len(self.in_hand) == 1 else MARCH[g.where[self.in_hand[0]]]

    def reserves(self, g: State, overfull: Sequence[Hex]) -> int:
        """The units that may be put in Reserve, as a mask; see ``why_not_reserve``."""
        if self.units != ALL:
            return 0
        found = g.campaign.reserves[self.army] & g.fielded & ~(g.reserve | g.resting | g.strode)
        for hex_ in overfull:
            found &= ~g.who[hex_]
        return found

    def is_own(self, g: State, piece: int) -> bool:
        """Whether a piece is of the army that moves."""
        return g.campaign.army[piece] == self.army

    def landable(self, g: State) -> list[int]:
        """The units offshore that can come ashore."""
        return landing.landable(g, self.army) if self.side == ALLIED and self.units == ALL else []

    def beaches(self, g: State, unit: int) -> list[Place]:
        """The hexes where a unit can land now."""
        found = landing.places(g, unit)
        fit = where_to_stay(g, mask(found), (unit,)) if found else 0
        return [hex_ for hex_ in found if fit >> hex_ & 1]

    def stuck_hexes(self, g: State, movable: int, overfull: Sequence[Hex]) -> list[Hex]:
        """Hexes where too many are together and of which somebody can still go (2.1-05)."""
        return [hex_ for hex_ in overfull if movable & g.who[hex_]]

    def choose(self, g: State) -> Next:
        """4.1.1-01: any of the army's units, one after the other, singly or in stacks."""
        movable, overfull = self.movable(g), overfull_hexes(g, self.side)
        orders = MOVE_UNIT.chosen(movable)
        orders += [OPERATE[unit] for unit in self.infiltrators(g)]
        orders += [MARCH[hex_] for hex_ in self.stacks(g, movable)]
        if self.goes_on(g):
            orders.append(self.hand_order(g))
        orders += RESERVE_UNIT.chosen(self.reserves(g, overfull))
        orders += [LAND[unit] for unit in self.landable(g)]
        orders += [UNLOAD[hex_] for hex_ in self.unloading(g)]
        stuck = self.stuck_hexes(g, movable, overfull)
        if not stuck:
            orders.append(END)
        prompt = "No other unit can move: end the movement" if orders == [END] else "Move units, or end the movement"
        if stuck:
            prompt = f"{self.too_many(g, stuck[0])}: move some out"
        return ask(SEATS[self.army], prompt, orders, then=self.chosen, why=self.why_not_choose, rule="4.1.1")

    def too_many(self, g: State, hex_: Hex) -> str:
        """What a hex holds and may not, in words."""
        refusal = why_overfull(g, self.side, hex_)
        assert refusal is not None, "it is overfull"
        return refusal.sentence

    def infiltrators(self, g: State) -> list[int]:
        """The units that may try a special operation."""
        able = g.campaign.special[self.army] & self.units & g.fielded & ~(g.moved | g.resting)
        return [unit for unit in members(able) if infiltrations(g, unit)]

    def unloading(self, g: State) -> list[Hex]:
        """The depots where an Offensive marker of the reserve can be landed (1.1.1.2-08)."""
        return logistics.unloading(g) if self.side == ALLIED and self.units == ALL else []

    def chosen(self, g: State, order: Order) -> Next:
        """Units are taken in hand, put in Reserve or landed, or the army's movement ends."""
        if order is END:
            return self.next_army(g)
        if self.in_hand and order is self.hand_order(g) and self.goes_on(g):
            return self.choose_place
        match order.verb:
            case RESERVE.name:
                return self.put_in_reserve(g, order.arg)
            case UNLOAD.name:
                logistics.unload(g, order.arg)
                return self.choose
        self.in_hand = self.stack_in(g, order.arg) if order.verb == MARCH.name else (order.arg,)
        self.fresh = True
        if order.verb == LAND.name:
            beaches = self.beaches(g, order.arg)
            return self.choose_beach if len(beaches) > 1 else self.go_ashore(g, beaches[0])
        if order.verb == OPERATE.name:
            hexes = members(infiltrations(g, order.arg))
            return self.choose_infiltration if len(hexes) > 1 else self.try_to_infiltrate(g, hexes[0])
        self.gaits = joint_gait(g, self.in_hand, self.half)
        return self.choose_place

    def put_in_reserve(self, g: State, unit: int) -> Next:
        """4.1.1-08: it moves no more in this phase."""
        g.reserve |= 1 << unit
        g.moved |= 1 << unit
        g.tell("in_reserve", "4.1.1-08", unit=unit, hex=g.where[unit])
        self.in_hand = ()
        return self.choose

    # -- whither --

    def reachable(self, g: State, units: Sequence[int], gaits: Sequence[Gait], fresh: bool) -> HexSet:
        """The hexes that units can reach together."""
        start = g.where[units[0]]
        if gaits:
            return hexes_of(g, self.side, start, gaits, fresh=fresh)
        found = -1
        for unit in units:
            found &= hexes_of(g, self.side, start, gaits_of(g, unit, half=self.half), fresh=fresh)
        return found

    def free_hexes(self, g: State, units: Sequence[int], found: HexSet) -> HexSet:
        """Of some hexes those without friends, if the units may stay in one hex at all."""
        fit = len(units) == 1 or why_not_together(g.campaign, units, g.where[units[0]], crowd=g.turn == 0) is None
        return found & ~g.occupied[self.side] if fit else 0

    def has_destination(self, g: State, units: Sequence[int], gaits: Sequence[Gait], fresh: bool) -> bool:
        """Whether there is a hex where units can end a move together."""
        found = self.reachable(g, units, gaits, fresh)
        return bool(self.free_hexes(g, units, found) or where_to_stay(g, found, units))

    def destinations(self, g: State, units: Sequence[int], gaits: Sequence[Gait], fresh: bool) -> HexSet:
        """The hexes where units can end a move together."""
        found = self.reachable(g, units, gaits, fresh)
        free = self.free_hexes(g, units, found)
        return free | where_to_stay(g, found & ~free, units)

    def choose_place(self, g: State) -> Next:
        """A hex within the units' movement points, a hex to overrun, or a unit to leave behind."""
        units = self.in_hand
        orders = TO_HEX.chosen(self.destinations(g, units, self.gaits, self.fresh))
        if self.gaits:
            orders += [OVERRUN[hex_] for hex_ in overruns(g, units, self.gaits[0], fresh=self.fresh)]
        if len(units) > 1 and self.fresh:
            orders += [LEAVE[unit] for unit in units]
        only_overrun = len(orders) == 1 and orders[0].verb == OVERRUN.name
        end = ", which can only overrun?" if only_overrun else whereto(len(orders))
        return ask(
            SEATS[self.army], f"Move {named(units)}{end}", orders, then=self.go, why=self.why_not_to, rule="4.1.1"
        )

    def go(self, g: State, order: Order) -> Next:
        """The units go, overrun, or leave one behind."""
        match order.verb:
            case LEAVE.name:
                self.in_hand = tuple(unit for unit in self.in_hand if unit != order.arg)
                self.gaits = joint_gait(g, self.in_hand, self.half)
                return self.choose_place
            case OVERRUN.name:
                return self.run(g, order.arg)
        left: tuple[Gait, ...] = ()
        for unit in self.in_hand:
            gaits = self.gaits or gaits_of(g, unit, half=self.half)
            way = best_way(g, self.side, g.where[unit], gaits, order.arg, fresh=self.fresh)
            assert way is not None
            self.walk(g, unit, way.path, way.cost)
            left = (way.gait,)
        self.gaits = left if self.gaits else ()
        self.fresh = False
        return self.moved(g)

    def walk(self, g: State, unit: int, path: tuple[Hex, ...], cost: int) -> None:
        """A piece goes hex by hex; the Offensive markers with a headquarters go along (0.2.1-09)."""
        origin, bit = g.where[unit], 1 << unit
        if len(path) > 1 or g.moved & bit:
            g.strode |= bit
        g.moved |= bit
        g.tell("moved", "4.1.1-03", unit=unit, origin=origin, path=path, cost=cost)
        g.walk(unit, path)
        if unit in HEADQUARTERS:
            g.take_along(self.side, origin, path[-1])

    def moved(self, g: State) -> Next:
        """What units pass may change hands, which may end the game."""
        victory.check(g)
        return self.choose if g.ended is None else done()

    def run(self, g: State, target: Hex) -> Next:
        """4.3: the stack goes next to the hex and attacks it at once."""
        gait, start = self.gaits[0], g.where[self.in_hand[0]]
        found = best_run(g, self.in_hand, gait, target, fresh=self.fresh)
        assert found is not None
        cost = search(g, self.side, start, gait, fresh=self.fresh).cost_of(found.path[-1]) if found.path else 0
        for unit in self.in_hand:
            if found.path:
                self.walk(g, unit, found.path, cost)
            g.moved |= 1 << unit
            g.strode |= 1 << unit
        self.gaits = (gait._replace(points=found.left),)
        self.fresh = False
        return call(Overrun(self.in_hand, target), then=self.ran)

    def ran(self, g: State, through: bool) -> Next:
        """4.3-11, 4.3-14: those who are through may go on with what they have left."""
        self.in_hand = tuple(unit for unit in self.in_hand if g.on_map(unit)) if through else ()
        return self.moved(g)

    # -- landings and special operations --

    def choose_beach(self, g: State) -> Next:
        """4.2: a depot with room, or a beach in confusion."""
        unit = self.in_hand[0]
        orders = [AT[hex_] for hex_ in self.beaches(g, unit)]
        prompt = f"Land {PIECE_IDS[unit]}{whereto(len(orders))}"
        return ask(SEATS[self.army], prompt, orders, then=self.ashore, why=self.why_not_at, rule="4.2")

    def ashore(self, g: State, order: Order) -> Next:
        """A beach is chosen."""
        return self.go_ashore(g, order.arg)

    def go_ashore(self, g: State, hex_: Hex) -> Next:
        """4.2-01: it may go on from there with its full allowance."""
        unit, self.in_hand = self.in_hand[0], ()
        return call(landing.Ashore(unit, hex_), then=self.landed)

    def landed(self, g: State, _: None) -> Next:
        """The next."""
        return self.moved(g)

    def choose_infiltration(self, g: State) -> Next:
        """4.4: into the next hex, over a side or against enemies that stop all others."""
        unit = self.in_hand[0]
        orders = [INFILTRATE[hex_] for hex_ in members(infiltrations(g, unit))]
        prompt = f"Special operation of {PIECE_IDS[unit]}{whereto(len(orders))}"
        return ask(SEATS[self.army], prompt, orders, then=self.infiltrated, why=self.why_not_there, rule="4.4")

    def infiltrated(self, g: State, order: Order) -> Next:
        """A hex is chosen."""
        return self.try_to_infiltrate(g, order.arg)

    def try_to_infiltrate(self, g: State, hex_: Hex) -> Next:
        """A die decides."""
        infiltrate(g, self.in_hand[0], hex_)
        self.in_hand = ()
        return self.moved(g)

    # -- refusals --

    def why_not_choose(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot be moved now, or the movement not be ended."""
        if order is END:
            overfull = overfull_hexes(g, self.side)
            stuck = self.stuck_hexes(g, self.movable(g), overfull)[0]
            found = why_overfull(g, self.side, stuck)
            assert found is not None
            return Refusal("2.1-05", found.sentence)
        match order.verb:
            case RESERVE.name:
                own = self.is_own(g, order.arg) and self.units == ALL
                return (own and why_not_reserve(g, order.arg)) or self.why_not_take(g, order.arg)
            case LAND.name:
                return Refusal("4.2-04", f"{PIECE_IDS[order.arg]} cannot land anywhere now")
            case MARCH.name:
                return self.why_not_march(g, order.arg)
            case UNLOAD.name:
                barred = logistics.why_not_unload(g, order.arg) if self.side == ALLIED else None
                return barred or Refusal("1.1.1.2-08", "the reserve lands in an Allied movement phase")
            case MOVE.name:
                return self.why_not_take(g, order.arg)
            case OPERATE.name:
                return self.why_not_operate(g, order.arg)
        return Refusal("4.1.1-01", f"'{order}' has no place here: units are moved, singly or in stacks")

    def why_not_take(self, g: State, unit: int) -> Refusal:
        """Why a unit cannot be moved."""
        name, place = PIECE_IDS[unit], g.where[unit]
        if not self.is_own(g, unit) or not self.units >> unit & 1:
            return Refusal("4.1.1-01", f"{name} is not among those who move now")
        if unit >= MOBILE:
            return Refusal("0.1.2.d-02", f"{name} never moves")
        if not 0 <= place < SIZE:
            return Refusal("4.1.1-01", f"{name} is not on the map: {place_name(place)}")
        if g.moved >> unit & 1:
            return Refusal("4.1.1-02", f"{name} has moved in this phase")
        if g.resting >> unit & 1:
            return Refusal("1.1.1.3.b-05", f"{name} is at rest")
        if g.in_confusion(place):
            return Refusal("6.11-05", f"{name} is in confusion: only the elimination of the enemy there frees it")
        return Refusal("4.1.1-06", f"{name} has nowhere to go")

    def why_not_operate(self, g: State, unit: int) -> Refusal:
        """Why a unit cannot try a special operation."""
        if not self.is_own(g, unit) or not self.units >> unit & 1:
            return Refusal("4.1.1-01", f"{PIECE_IDS[unit]} is not among those who move now")
        near = GRID.neighbours[g.where[unit]] if g.on_map(unit) else ()
        found = [refusal for hex_ in near if (refusal := why_not_infiltrate(g, unit, hex_))]
        return found[0] if found else Refusal("4.4-01", f"{PIECE_IDS[unit]} is not on the map")

    def why_not_march(self, g: State, hex_: Hex) -> Refusal:
        """Why the units of a hex cannot move as a stack."""
        if len(self.stack_in(g, hex_)) < 2:
            return Refusal("4.1.1-02", f"there are not two units in {GRID.label(hex_)} that may still move")
        return Refusal("4.1.1-02", f"the stack in {GRID.label(hex_)} cannot go anywhere together")

    def why_not_to(self, g: State, order: Order) -> Refusal:
        """Why the units in hand cannot do that."""
        units = self.in_hand
        if order.verb == OVERRUN.name:
            return why_not_overrun(g, units, order.arg)
        if order.verb == LEAVE.name:
            return Refusal("4.1.1-02", f"{PIECE_IDS[order.arg]} is not in the stack that moves")
        if order.verb != TO.name:
            return Refusal("4.1.1-02", f"{named(units)} is moving: say first where it goes")
        return self.why_not_reach(g, order.arg)

    def why_not_reach(self, g: State, place: Place) -> Refusal:
        """Why the units in hand cannot end their move in a place."""
        units, name, label = self.in_hand, named(self.in_hand), place_name(place)
        start = g.where[units[0]]
        if place >= SIZE:
            return Refusal("1.1.2.1.a-03", f"{label} is off the map, which units leave before the movement")
        if not g.campaign.in_play >> place & 1:
            return Refusal("4.1.1-05", f"{label} is not a hex that can be entered in this game")
        if closed_hexes(g, self.side) >> place & 1:
            return Refusal("4.1.1-06", f"{label} is occupied by the enemy")
        for unit in units:
            gaits = self.gaits or gaits_of(g, unit, half=self.half)
            if not hexes_of(g, self.side, start, gaits, fresh=self.fresh) >> place & 1:
                return self.why_too_far(g, unit, gaits, place)
        return why_not_stay(g, place, units) or Refusal("4.1.1-01", f"{name} is in {label} already")

    def why_too_far(self, g: State, unit: int, gaits: Sequence[Gait], hex_: Hex) -> Refusal:
        """Why a unit does not get to a hex: the way is too long, or enemy zones of control stop it."""
        start, name, label = g.where[unit], PIECE_IDS[unit], GRID.label(hex_)
        if hex_ == start:
            return Refusal("4.1.1-01", f"{name} is in {label} already")
        if hex_ in GRID.neighbours[start] and not steps_of(g, start, gaits) >> hex_ & 1:
            return Refusal("4.1.1-05", f"{name} cannot cross into {label}")
        if stop_hexes(g, self.side) & hexes_of(g, self.side, start, gaits, fresh=self.fresh) & GRID.spread(1 << hex_):
            return Refusal("3-04", f"{name} must stop in an enemy zone of control before {label}")
        if enemy_zone(g, self.side) >> start & 1:
            return Refusal("3-10", f"{label} is too far for {name}, which leaves an enemy zone of control")
        return Refusal("4.1.1-03", f"{label} is too far for {name}")

    def why_not_at(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot land in a hex."""
        if order.verb != AT.name:
            return Refusal("4.2-01", f"{PIECE_IDS[self.in_hand[0]]} is landing: say first where")
        found = landing.why_not_land(g, self.in_hand[0], order.arg)
        return found or why_not_stay(g, order.arg, self.in_hand) or Refusal("4.2-04", "it cannot land there")

    def why_not_there(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot infiltrate into a hex."""
        if order.verb != INFILTRATE.name:
            return Refusal("4.4-01", f"{PIECE_IDS[self.in_hand[0]]} is on a special operation: say first where")
        return why_not_infiltrate(g, self.in_hand[0], order.arg) or Refusal("4.4-01", "it cannot go there")


def why_not_reserve(g: State, unit: int) -> Refusal | None:
    """The rule that keeps a unit from Reserve, or None (4.1.1-08, 4.1.1-09)."""
    if not g.campaign.may_reserve[unit]:
        return Refusal("4.1.1-08", f"{PIECE_IDS[unit]} is neither armoured nor Panzergrenadier")
    if not g.on_map(unit) or g.reserve >> unit & 1:
        return Refusal("4.1.1-08", f"{PIECE_IDS[unit]} is in Reserve already, or not on the map")
    if g.resting >> unit & 1:
        return Refusal("1.1.1.3.b-05", f"{PIECE_IDS[unit]} is at rest")
    if g.strode >> unit & 1:
        return Refusal("4.1.1-09", f"{PIECE_IDS[unit]} has moved more than one hex")
    return why_overfull(g, g.campaign.side[unit], g.where[unit])


# -- for those who show a move ---------------------------------------------------------------------


class Moves(NamedTuple):
    """Where the units in hand can go, and how."""

    ways: Mapping[Place, Way]

    def cost_of(self, place: Place) -> int:
        """The movement points that it takes."""
        return self.ways[place].cost

    def path(self, place: Place) -> tuple[Place, ...]:
        """The hexes entered on the way."""
        return self.ways[place].path


def moves_at_hand(g: State) -> Moves | None:
    """The moves of the first of the units in hand, if it is asked where they go."""
    phase = g.stack[-1] if g.stack else None
    if not isinstance(phase, MovementPhase) or not g.awaits(phase.go):
        return None
    unit = phase.in_hand[0]
    gaits = phase.gaits or gaits_of(g, unit, half=phase.half)
    hexes = members(phase.destinations(g, phase.in_hand, phase.gaits, phase.fresh))
    found = {hex_: best_way(g, phase.side, g.where[unit], gaits, hex_, fresh=phase.fresh) for hex_ in hexes}
    return Moves({hex_: way for hex_, way in found.items() if way is not None})
