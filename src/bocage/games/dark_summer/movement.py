"""Movement (rulebook 10.1, 10.2, 10.4), and what zones of control do to it (6.3).

Costs are counted in half Movement Points, because a hex along a Major Road costs one half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from bocage.games.dark_summer.boundary import allowed_hexes, hexes_from_own_zone, is_astray
from bocage.games.dark_summer.boxes import (
    enter_box,
    hexes_out_of,
    is_box,
    leave_box,
    why_not_into,
    why_not_out_of,
)
from bocage.games.dark_summer.campaign import GERMAN, GERMANS, SEATS, SIDE_OF
from bocage.games.dark_summer.emergency import (
    is_stuck,
    may_withdraw,
    ways_between,
    why_not_withdraw,
    why_not_withdraw_to,
    withdrawals,
)
from bocage.games.dark_summer.entering import closed_hexes, shut_hexes, why_not_come_into
from bocage.games.dark_summer.ground import halves
from bocage.games.dark_summer.places import CHERBOURG, EASTERN_EXIT, GRID, MAY_LEAVE, PLACES, SIZE, Place, place_name
from bocage.games.dark_summer.stacking import is_legal, room_for, why_not_stack
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import in_supply
from bocage.games.dark_summer.victory import check_supplied
from bocage.games.dark_summer.words import END, MARCH, MOVE, TO, UNIT_IDS, WITHDRAW
from bocage.games.dark_summer.zones import enemy_zone
from bocage.hexes import Hex, HexSet, Links, Reach, Shelf, mask, members, reach
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, done
from bocage.kernel.wording import whereto

Limit = Literal["normal", "combined", "half"]
OFF_MAP: Final = -1  # where a search begins that begins in a box
ONE_HEX: Final = 1  # what is left of a Combined Action's move after one hex along a Road (9.3.3)
FARTHER: Final = 60  # half Movement Points beyond what units have, up to which a refusal tells the cost
MOVE_UNIT: Final = Shelf([MOVE[unit] for unit in range(len(UNIT_IDS))])
TO_PLACE: Final = [TO[place] for place in PLACES]  # a list is quicker than the verb


class Moves(NamedTuple):
    """Where units can go together: hexes with what they cost, and boxes with the Lettered hex that leads there."""

    reach: Reach
    boxes: dict[Place, Hex]

    def path(self, place: Place) -> tuple[Place, ...]:
        """The places entered on the way to one, which is the last of them."""
        return (*self.reach.path(self.boxes[place]), place) if place in self.boxes else self.reach.path(place)

    def cost_of(self, place: Place, box_cost: int) -> int:
        """What it costs to get there."""
        if place not in self.boxes:
            return self.reach.cost_of(place)
        hex_ = self.boxes[place]
        return box_cost + (0 if hex_ == self.reach.start else self.reach.cost_of(hex_))


# -- what units may do together -------------------------------------------------------------------------


def movement_points(g: State, unit: int, limit: Limit) -> int:
    """The half Movement Points of a unit at the start of its move (10.1-01, 10.1-02).

    In a Combined Action Round hexes are counted instead: one, or two by Road.
    """
    if limit == "combined":
        return 2
    campaign = g.campaign
    points = (campaign.points if in_supply(g, unit) else campaign.points_unsupplied)[unit]
    if limit == "half":
        share = campaign.tables.reaction.after_first_wave.allowance
        return halves(int(points / 2 * share))  # fractions dropped (9.4.2)
    return points


def uses_roads(g: State, unit: int, limit: Limit) -> bool:
    """Whether a unit has the Road rate: Germans not in Sun and Cloud unless they have just entered (7.2.2, 9.4.2)."""
    if g.campaign.side[unit] != GERMAN:
        return True
    return limit != "half" and (g.sky.german_roads or bool(g.entered >> unit & 1))


def links_of(g: State, units: Sequence[int], limit: Limit) -> Links:
    """Steps and their costs for units that move together: they go where all of them can (10.1-03)."""
    campaign = g.campaign
    bridge, roads = False, True
    for unit in units:
        bridge |= campaign.needs_bridge[unit]
        roads &= uses_roads(g, unit, limit)
    return campaign.links(campaign.side[units[0]], bridge, roads, g.weather)


def moves_of(g: State, units: Sequence[int], points: int, limit: Limit, *, fresh: bool) -> Moves:
    """Every place that units can reach together; ``fresh`` units have not moved yet in this Round."""
    asked = (tuple(units), points, limit, fresh)
    if g.last_reach is None or g.last_reach[0] != asked:
        g.last_reach = (asked, search_moves(g, units, points, limit, fresh=fresh))
    return g.last_reach[1]


def search_moves(g: State, units: Sequence[int], points: int, limit: Limit, *, fresh: bool) -> Moves:
    """``moves_of`` worked out afresh."""
    search = _hex_by_hex if limit == "combined" else _within_points
    found = search(g, units, points, limit, fresh)
    return Moves(found, _boxes_in_reach(g, units, found, points, limit, fresh))


def first_steps(g: State, units: Sequence[int], limit: Limit) -> list[tuple[Hex, int]]:
    """The hexes that units can enter first, with their costs (6.3-02, 10.1-07, 10.4.2)."""
    start, side = g.where[units[0]], g.campaign.side[units[0]]
    if start >= SIZE:
        return [(hex_, g.campaign.box_cost) for hex_ in members(hexes_out_of(g, units[0]) & ~closed_hexes(g, units[0]))]
    closed, zone = closed_hexes(g, units[0]), enemy_zone(g, side)
    if zone >> start & 1:
        closed |= zone
    return [(hex_, cost) for hex_, cost in links_of(g, units, limit)[start] if not closed >> hex_ & 1]


@lru_cache(maxsize=8)
def _flags(hexes: HexSet) -> bytes:
    """A set for `reach`; enemies and their ZOCs stay what they are while a group moves."""
    return GRID.flags(hexes)


def _within_points(g: State, units: Sequence[int], points: int, limit: Limit, fresh: bool) -> Reach:
    """Hexes that can be paid for. A single hex always can: it costs no more than there is (10.1-10)."""
    start, zone = g.where[units[0]], enemy_zone(g, g.campaign.side[units[0]])
    links = links_of(g, units, limit)
    closed, stop = _flags(closed_hexes(g, units[0])), _flags(zone)
    first = None
    if fresh and (start >= SIZE or zone >> start & 1 or points < links.dearest):
        first = [(hex_, min(cost, points)) for hex_, cost in first_steps(g, units, limit)]
    return reach(links, start if start < SIZE else OFF_MAP, points, closed, stop, first=first)


def _hex_by_hex(g: State, units: Sequence[int], left: int, limit: Limit, fresh: bool) -> Reach:
    """One hex, or two along a Road (9.3.3); ``left`` is ONE_HEX after a hex along a Road."""
    campaign = g.campaign
    place, side = g.where[units[0]], campaign.side[units[0]]
    links, zone, closed = links_of(g, units, limit), enemy_zone(g, side), closed_hexes(g, units[0])
    start = place if place < SIZE else OFF_MAP
    via: dict[Hex, Hex] = {}
    cost = [0] * GRID.size
    if not left:
        return Reach(start, via, cost)
    for hex_, price in first_steps(g, units, limit):
        if fresh or campaign.roads_from[start] >> hex_ & 1:
            via[hex_], cost[hex_] = start, price
    for hex_ in list(via) if fresh else ():
        by_road = start == OFF_MAP or campaign.roads_from[start] >> hex_ & 1
        if by_road and not zone >> hex_ & 1:
            for there, price in links[hex_]:
                if (
                    there != start
                    and there not in via
                    and campaign.roads_from[hex_] >> there & 1
                    and not closed >> there & 1
                ):
                    via[there], cost[there] = hex_, cost[hex_] + price
    return Reach(start, via, cost)


def _boxes_in_reach(
    g: State, units: Sequence[int], found: Reach, points: int, limit: Limit, fresh: bool
) -> dict[Place, Hex]:
    """The boxes that units can enter, by the cheapest way (10.4.1)."""
    start, side = g.where[units[0]], g.campaign.side[units[0]]
    price = g.campaign.box_cost
    to_pay = 0 if limit == "combined" else price
    if start >= SIZE or not points or g.campaign.hexes_to_box[start] + to_pay > points:
        return {}  # a hex costs one half at least
    best: dict[Place, tuple[int, Hex]] = {}
    ways = [(hex_, box) for hex_, box in g.campaign.box_at.items() if hex_ in found.via or hex_ == start]
    zone = enemy_zone(g, side)
    for hex_, box in ways:
        if hex_ == start:
            cost = 0  # also out of an enemy ZOC, if it started there
        elif zone >> hex_ & 1:
            continue
        else:
            cost = found.cost_of(hex_)
        if limit == "combined":
            by_road = fresh and found.via.get(hex_) == start and g.campaign.roads_from[start] >> hex_ & 1
            if hex_ != start and not by_road:
                continue
        elif cost + price > points:
            continue
        if box not in best or cost < best[box][0]:
            leaving = bare_hex(g, units)
            if all(why_not_into(g, unit, hex_, leaving) is None for unit in units):
                best[box] = (cost, hex_)
    return {box: hex_ for box, (_, hex_) in best.items()}


def bare_hex(g: State, units: Sequence[int]) -> HexSet:
    """The hex that units leave without friends when they go, or none."""
    place = g.where[units[0]]
    rest = [unit for unit in g.at[place] if unit not in units]
    return 1 << place if place < SIZE and not rest else 0


def destinations(g: State, units: Sequence[int], points: int, limit: Limit, *, fresh: bool) -> list[Place]:
    """The places where units can end a move: hexes with room for them, and boxes."""
    moves = moves_of(g, units, points, limit, fresh=fresh)
    if len(units) > 1 and not is_legal(g.campaign, units):
        return list(moves.boxes)
    at, room, barred = g.at, room_for(g, units), g.campaign.no_stop_hexes
    found = [hex_ for hex_ in moves.reach if hex_ not in at or room >> hex_ & 1]
    if no_stop(g, units[0]) and not barred.isdisjoint(found):
        found = [hex_ for hex_ in found if hex_ not in barred]
    if is_astray(g, units[0]):
        found = homeward(g, units[0], found)
    return [*found, *moves.boxes]


def no_stop(g: State, unit: int) -> HexSet:
    """Hexes that a unit may pass but not end its move in: for Germans C, W and S hexes (10.1-13)."""
    return g.campaign.no_stop if g.campaign.side[unit] == GERMAN else 0


def homeward(g: State, unit: int, hexes: list[Hex]) -> list[Hex]:
    """Of the hexes that a unit beyond the Boundary can reach those nearest to its own Zone (15.0-08)."""
    group = g.campaign.group[unit]
    far = {hex_: hexes_from_own_zone(g, group, hex_) for hex_ in hexes}
    nearest = min(far.values(), default=0)
    if nearest >= hexes_from_own_zone(g, group, g.where[unit]):
        return []
    return [hex_ for hex_ in hexes if far[hex_] == nearest]


# -- who can move ---------------------------------------------------------------------------------------


class Glance(NamedTuple):
    """What tells of most units of a group at once that they can move: the hexes next to them."""

    free: HexSet  # hexes that the group may enter
    stops: HexSet  # of these, where units may stop if there is room for them
    vacant: HexSet  # of these, where nobody stands
    zone: HexSet  # in enemy ZOCs
    room: HexSet  # hexes next to a vacant one that can be entered from there, if no River is between
    sure: HexSet  # of these, those from which any unit can go: no wide River is at their sides

    def open_around(self, around: HexSet, hex_: Hex) -> HexSet:
        """Of the hexes around one those that a unit in it can enter (6.3-02)."""
        return around & self.free & ~self.zone if self.zone >> hex_ & 1 else around & self.free

    def has_vacant_beside(self, around: HexSet, hex_: Hex) -> bool:
        """Whether a unit in a hex can go to a vacant one next to it, whatever its Movement Points (10.1-10)."""
        return bool(self.vacant & self.open_around(around, hex_))


def glance(g: State, group: int) -> Glance:
    """A look at the map for a group."""
    side, allowed = SIDE_OF[group], allowed_hexes(g, group)
    free = g.campaign.ground.passable & allowed & ~shut_hexes(g, group)
    stops = free & ~g.campaign.no_stop if side == GERMAN else free
    vacant = stops & ~g.occupied[side]
    zone = enemy_zone(g, side)
    room = allowed & (GRID.spread(vacant) & ~zone | GRID.spread(vacant & ~zone))
    return Glance(free, stops, vacant, zone, room, room & ~g.campaign.by_river)


def can_move(g: State, units: Sequence[int], limit: Limit, seen: Glance | None = None) -> bool:
    """Whether units that have not moved have anywhere to go together; searches only where a glance does not tell."""
    campaign, first = g.campaign, units[0]
    place, seen = g.where[first], seen or glance(g, campaign.group[first])
    if not is_astray(g, first):
        if place < SIZE:
            bridge = any(campaign.needs_bridge[unit] for unit in units)
            open_ = seen.open_around(campaign.open_around[bridge][place], place)
        else:
            open_ = hexes_out_of(g, first) & seen.free
        if open_ & seen.vacant:
            return True
        if (len(units) == 1 or is_legal(campaign, units)) and open_ & seen.stops & room_for(g, units):
            return True
        if not open_ and place not in campaign.box_at:
            return False
    points = min(movement_points(g, unit, limit) for unit in units)
    if place >= SIZE and limit != "combined" and _goes_on_from_box(g, units, points, limit, seen):
        return True
    return bool(destinations(g, units, points, limit, fresh=True))


def _goes_on_from_box(g: State, units: Sequence[int], points: int, limit: Limit, seen: Glance) -> bool:
    """Whether units that come out of a box can pay for a vacant hex behind those where they come out."""
    links, left = links_of(g, units, limit), points - g.campaign.box_cost
    outside = members(hexes_out_of(g, units[0]) & seen.free & ~seen.zone)
    return any(cost <= left and seen.vacant >> hex_ & 1 for first in outside for hex_, cost in links[first])


# -- the action -----------------------------------------------------------------------------------------


@dataclass
class MovementAction(Procedure[None]):
    """The Movement of a group in a Round (10.1), in which some units may move: all Active ones, or those activated.

    Units in hand may go on with the Movement Points they have left until others are moved, so that a player can choose
    his path in stages.
    """

    doing = "movement"
    group: int
    limit: Limit
    units: int  # mask of those that may move
    in_hand: tuple[int, ...] = ()
    points: int = 0
    withdrawing: bool = False

    def begin(self, g: State) -> Next:
        """Ask for the first to move."""
        return self.choose

    def about(self, g: State) -> About:
        """The unit in hand, once it is asked where it goes."""
        if g.awaits(self.go, self.withdraw):
            return About(unit=self.in_hand[0], points=self.points)
        return About(unit_verb=MOVE.name)

    # -- whom --

    def eligible(self, g: State) -> int:
        """Mask of the units that have not moved and ever move."""
        return self.units & g.force[self.group] & ~(g.moved | g.campaign.immobile)

    def movable(self, g: State, seen: Glance) -> int:
        """Mask of the units that may still move and have somewhere to go."""
        eligible, needs_bridge, by_bridge = self.eligible(g), g.campaign.needs_bridge, g.campaign.open_around[True]
        stuck = 0
        for place in members(g.stands[self.group] & ~seen.sure):
            for unit in g.at[place]:
                if not eligible >> unit & 1:
                    continue
                sure = seen.room >> place & 1 and (
                    not needs_bridge[unit] or seen.has_vacant_beside(by_bridge[place], place)
                )
                if not sure and not can_move(g, (unit,), self.limit, seen):
                    stuck |= 1 << unit
        return eligible & ~(g.off_map | stuck) | self.leaving_boxes(g, eligible & g.off_map, seen)

    def leaving_boxes(self, g: State, units: int, seen: Glance) -> int:
        """Mask of those of some units in boxes that can come out: only two boxes are ever left (10.4)."""
        found = 0
        for box in (CHERBOURG, MAY_LEAVE) if units else ():
            there = [unit for unit in g.at.get(box, ()) if units >> unit & 1]
            outside = hexes_out_of(g, there[0]) if there else 0
            if outside & seen.vacant:
                found |= mask(there)
            elif outside & seen.free:
                found |= mask(unit for unit in there if can_move(g, (unit,), self.limit, seen))
        return found

    def stack_in(self, g: State, hex_: Hex) -> tuple[int, ...]:
        """The units of a hex that may still move."""
        eligible = self.eligible(g)
        return tuple(unit for unit in g.at.get(hex_, ()) if eligible >> unit & 1)

    def stacks(self, g: State, movable: int, seen: Glance) -> list[Hex]:
        """The hexes of which two or more units can go somewhere together: each of them can go alone, too."""
        found = []
        for hex_, stack in g.stacks.items():
            units = stack & movable
            if units & (units - 1) and (seen.sure >> hex_ & 1 or can_move(g, self.stack_in(g, hex_), self.limit, seen)):
                found.append((units & -units, hex_))
        return [hex_ for _, hex_ in sorted(found)]

    def choose(self, g: State) -> Next:
        """10.1: any number of units, singly or in stacks, one after the other."""
        seen = glance(g, self.group)
        movable = self.movable(g, seen)
        orders = MOVE_UNIT.chosen(movable)
        orders += [MARCH[hex_] for hex_ in self.stacks(g, movable, seen)]
        if self.goes_on(g, seen):
            orders.append(self.hand_order(g))
        if may_withdraw(g):
            stuck = self.eligible(g) & ~(movable | g.off_map)
            orders += [WITHDRAW[unit] for unit in members(stuck) if withdrawals(g, unit)]
        kept = self.why_not_end(g, movable)
        if kept is None:
            orders.append(END)
        if orders == [END]:
            prompt = "No other unit can move: end the movement"
        elif kept is None:
            prompt = "Move a unit or a stack, or end the movement"
        else:
            prompt = f"Move a unit or a stack; before you end, {kept.sentence}"
        return ask(SEATS[SIDE_OF[self.group]], prompt, orders, then=self.chosen, why=self.why_not_choose, rule="10.1")

    def goes_on(self, g: State, seen: Glance) -> bool:
        """Whether those who moved last can go farther; a stack only where no other waits in the same hex."""
        if not self.points or (len(self.in_hand) > 1 and len(self.stack_in(g, g.where[self.in_hand[0]])) > 1):
            return False
        if len(self.in_hand) == 1 and self.limit != "combined":
            steps = links_of(g, self.in_hand, self.limit)[g.where[self.in_hand[0]]]
            if any(cost <= self.points and seen.vacant >> hex_ & 1 for hex_, cost in steps):
                return True
        return bool(destinations(g, self.in_hand, self.points, self.limit, fresh=False))

    def hand_order(self, g: State) -> Order:
        """The order that takes those who moved last in hand again."""
        return MOVE[self.in_hand[0]] if len(self.in_hand) == 1 else MARCH[g.where[self.in_hand[0]]]

    def must_leave(self, g: State, movable: int) -> list[int]:
        """German units that stand in a C, W or S hex and can leave it (10.1-13, 10.1-18)."""
        if self.group != GERMANS:
            return []
        there = g.stands[GERMANS] & g.campaign.no_stop
        return [unit for hex_ in members(there) for unit in g.at[hex_] if movable >> unit & 1]

    def must_return(self, g: State, movable: int) -> list[int]:
        """Units beyond the Boundary that can come nearer to their own Zone (15.0-08)."""
        if self.group == GERMANS or not g.stands[self.group] & ~allowed_hexes(g, self.group):
            return []
        return [unit for unit in members(movable) if is_astray(g, unit)]

    def why_not_end(self, g: State, movable: int) -> Refusal | None:
        """Why the movement may not be ended yet, or None."""
        if units := self.must_leave(g, movable):
            return Refusal("10.1-13", f"{named(units)} must leave the hexes marked C, W and S, by which they came")
        if units := self.must_return(g, movable):
            return Refusal("15.0-08", f"{named(units)} must come back towards the own Zone")
        return None

    def chosen(self, g: State, order: Order) -> Next:
        """Units are taken in hand, or the movement ends."""
        if order is END:
            return done()
        self.withdrawing = order.verb == WITHDRAW.name
        units = self.stack_in(g, order.arg) if order.verb == MARCH.name else (order.arg,)
        if self.points and order is self.hand_order(g) and self.goes_on(g, glance(g, self.group)):
            return self.choose_place
        self.in_hand = units
        self.points = min(movement_points(g, unit, self.limit) for unit in units)
        return self.choose_withdrawal if self.withdrawing else self.choose_place

    # -- whither --

    def fresh(self, g: State) -> bool:
        """Whether those in hand have not moved yet."""
        return not g.moved >> self.in_hand[0] & 1

    def choose_place(self, g: State) -> Next:
        """10.1: a place within the units' Movement Points."""
        places = destinations(g, self.in_hand, self.points, self.limit, fresh=self.fresh(g))
        orders = list(map(TO_PLACE.__getitem__, places))
        prompt = f"Move {named(self.in_hand)}{whereto(len(places))}"
        return ask(SEATS[SIDE_OF[self.group]], prompt, orders, then=self.go, why=self.why_not_to, rule="10.1")

    def moves(self, g: State) -> Moves:
        """Where those in hand can go."""
        return moves_of(g, self.in_hand, self.points, self.limit, fresh=self.fresh(g))

    def way_to(self, g: State, place: Place) -> tuple[Place, ...]:
        """The places that those in hand enter on their way to one."""
        if self.withdrawing:
            return members(ways_between(g, self.in_hand[0], place))[0], place
        return self.moves(g).path(place)

    def cost_to(self, g: State, place: Place) -> int:
        """What that costs them; an Emergency Withdrawal costs nothing."""
        return 0 if self.withdrawing else self.moves(g).cost_of(place, g.campaign.box_cost)

    def go(self, g: State, order: Order) -> Next:
        """The units go together along the cheapest way."""
        units, target, moves = self.in_hand, order.arg, self.moves(g)
        path, cost, origin = moves.path(target), moves.cost_of(target, g.campaign.box_cost), g.where[units[0]]
        self.points = self.left_after(g, path, origin, cost)
        for unit in units:
            g.moved |= 1 << unit
            if origin >= SIZE:
                leave_box(g, unit)
            g.tell("moved", "10.1", unit=unit, path=path, origin=origin, cost=cost)
            if is_box(target):
                for hex_ in path[:-1]:
                    g.enter(g.campaign.side[unit], hex_)
                enter_box(g, unit, moves.boxes[target])
            else:
                g.walk(unit, path)
        return self.moved(g)

    def moved(self, g: State) -> Next:
        """A move may leave no German unit in Supply, which ends the game (3.2.1)."""
        check_supplied(g)
        return self.choose if g.ended is None else done()

    def left_after(self, g: State, path: Sequence[Place], origin: Place, cost: int) -> int:
        """What units have left after a path: nothing in a box or an enemy ZOC (6.3-01, 10.4.3-03)."""
        last = path[-1]
        if last >= SIZE or enemy_zone(g, SIDE_OF[self.group]) >> last & 1:
            return 0
        if self.limit != "combined":
            return self.points - cost
        by_road = origin >= SIZE or bool(g.campaign.roads_from[origin] >> last & 1)
        return ONE_HEX if self.points > ONE_HEX and len(path) == 1 and by_road else 0

    def choose_withdrawal(self, g: State) -> Next:
        """10.3: two hexes away."""
        orders = [TO_PLACE[hex_] for hex_ in members(withdrawals(g, self.in_hand[0]))]
        prompt = f"Emergency Withdrawal of {named(self.in_hand)}{whereto(len(orders))}"
        return ask(SEATS[SIDE_OF[self.group]], prompt, orders, then=self.withdraw, why=self.why_not_back, rule="10.3.1")

    def withdraw(self, g: State, order: Order) -> Next:
        """The unit is displaced."""
        unit, path = self.in_hand[0], self.way_to(g, order.arg)
        g.moved |= 1 << unit
        g.tell("withdrew", "10.3.1", unit=unit, path=path, origin=g.where[unit])
        g.walk(unit, path)
        self.points = 0
        return self.moved(g)

    # -- refusals --

    def why_not_choose(self, g: State, order: Order) -> Refusal:
        """Why a unit or stack cannot be moved now, or the movement not be ended."""
        if order is END:
            refusal = self.why_not_end(g, self.movable(g, glance(g, self.group)))
            assert refusal is not None, "what is not refused is offered"
            return refusal
        if order.verb == MARCH.name:
            return self.why_not_march(g, order.arg)
        if order.verb not in (MOVE.name, WITHDRAW.name):
            return Refusal("10.1-03", f"'{order}' has no place here: units are moved, singly or in stacks")
        unit = order.arg
        found = self.why_not_take(g, unit)
        if found is None and order.verb == WITHDRAW.name:
            found = why_not_withdraw(g, unit)
        return found or self.why_stuck(g, (unit,))

    def why_not_take(self, g: State, unit: int) -> Refusal | None:
        """The rule that keeps a unit from moving at all in this Round, or None."""
        name, campaign, place = UNIT_IDS[unit], g.campaign, g.where[unit]
        if place < 0:
            return Refusal("10.1-03", f"{name} is not on the map: {place_name(place)}")
        if campaign.group[unit] != self.group:
            return Refusal("9.3.1-02", f"{name} is not Active in this Round")
        if not self.units >> unit & 1:
            return Refusal("9.3.4-08", f"{name} has not been activated")
        if not campaign.allowance[unit]:
            return Refusal("10.1-02", f"{name} has a Movement factor of 0 and never moves")
        if g.moved >> unit & 1:
            return Refusal("10.1-05", f"{name} has moved in this Round")
        return why_not_out_of(g, unit) if place >= SIZE else None

    def why_not_march(self, g: State, hex_: Hex) -> Refusal:
        """Why the units of a hex cannot move as a stack."""
        stack = self.stack_in(g, hex_)
        if len(stack) < 2:
            return Refusal("10.1-03", f"there are not two units in {GRID.label(hex_)} that may still move")
        return self.why_stuck(g, stack)

    def why_stuck(self, g: State, units: Sequence[int]) -> Refusal:
        """Why units that may move cannot."""
        name = named(units)
        if is_stuck(g, units[0]):
            return Refusal("6.3-02", f"{name} can enter no hex next to it because of enemy units and their ZOCs")
        if is_astray(g, units[0]):
            return Refusal("15.0-08", f"{name} can come no nearer to its own Zone")
        return Refusal("5.2-02", f"{name} can reach no hex with room for it")

    def why_not_to(self, g: State, order: Order) -> Refusal:
        """Why the units in hand cannot go to a place."""
        if order.verb != TO.name:
            return Refusal("10.1-06", f"{named(self.in_hand)} is moving: say first where it goes")
        return why_not_to(g, self.in_hand, order.arg, self.points, self.limit, fresh=self.fresh(g))

    def why_not_back(self, g: State, order: Order) -> Refusal:
        """Why an Emergency Withdrawal cannot end in a place."""
        if order.verb != TO.name:
            return Refusal("10.1-06", f"{named(self.in_hand)} is withdrawing: say first where it goes")
        return why_not_withdraw_to(g, self.in_hand[0], order.arg)


def going(g: State) -> MovementAction | None:
    """The movement in which it is asked where the units in hand go, if that is asked now."""
    action = g.stack[-1] if g.stack else None
    return action if isinstance(action, MovementAction) and g.awaits(action.go, action.withdraw) else None


def named(units: Sequence[int]) -> str:
    """Units by name: '16/1, 18/1 and 26/1'."""
    *others, last = (UNIT_IDS[unit] for unit in units)
    return f"{', '.join(others)} and {last}" if others else last


def why_not_to(g: State, units: Sequence[int], place: Place, points: int, limit: Limit, *, fresh: bool) -> Refusal:
    """The rule that keeps units from ending a move in a place."""
    if place >= SIZE:
        return _why_not_to_box(g, units, place, moves_of(g, units, points, limit, fresh=fresh))
    name, label, start = named(units), GRID.label(place), g.where[units[0]]
    if place == start:
        return Refusal("10.1-08", f"{name} is in {label} already")
    for unit in units:
        if refusal := why_not_come_into(g, unit, place):
            return refusal
    if no_stop(g, units[0]) >> place & 1:
        return Refusal("10.1-13", f"German units may not stop in {label}, a C, W or S hex")
    if place in moves_of(g, units, points, limit, fresh=fresh).reach:
        if refusal := why_not_stack(g, place, *units):
            return refusal
        return Refusal("15.0-08", f"{name} must come as near to its own Zone as it can")
    return _why_out_of_reach(g, units, place, points, limit)


def _why_out_of_reach(g: State, units: Sequence[int], hex_: Hex, points: int, limit: Limit) -> Refusal:
    name, label, start = named(units), GRID.label(hex_), g.where[units[0]]
    campaign, side = g.campaign, g.campaign.side[units[0]]
    zone = enemy_zone(g, side)
    if start < SIZE and hex_ in GRID.neighbours[start]:
        if zone >> start & zone >> hex_ & 1:
            return Refusal("6.3-04", f"{name} may not go from one hex in an enemy ZOC straight to another, {label}")
        if campaign.ground.unbridged[start] >> hex_ & 1:
            return Refusal("10.2-08", f"{name} crosses the Major River to {label} by a bridge only")
    if limit == "combined":
        return Refusal("9.3.3-07", f"{label} is too far: in a Combined Action Round units move one hex, or two by Road")
    links, closed = links_of(g, units, limit), GRID.flags(closed_hexes(g, units[0]))
    first = first_steps(g, units, limit) if start >= SIZE else None
    begin = start if start < SIZE else OFF_MAP
    far = reach(links, begin, points + FARTHER, closed, first=first)
    if hex_ not in far:
        return Refusal("10.1-08", f"{label} is too far for {name}")
    cost = far.cost_of(hex_)
    if cost > points:
        return Refusal("10.1-08", f"{label} costs {cost / 2:g} MPs and {name} has {points / 2:g}")
    rule = "6.3-02" if start < SIZE and zone >> start & 1 else "6.3-01"
    return Refusal(rule, f"enemy ZOCs keep {name} from {label}")


def _why_not_to_box(g: State, units: Sequence[int], box: Place, moves: Moves) -> Refusal:
    name, start = named(units), g.where[units[0]]
    zone, leaving = enemy_zone(g, g.campaign.side[units[0]]), bare_hex(g, units)
    ways = [hex_ for hex_, to in g.campaign.box_at.items() if to == box]
    if start == MAY_LEAVE and box == EASTERN_EXIT:
        return Refusal("10.4.4-05", f"{name} would come back from Brittany and leave the map again in one move")
    if not ways or start >= SIZE:
        return Refusal("10.4-01", f"{place_name(box)} is entered from the map, and {name} is not on it")
    near = [hex_ for hex_ in ways if hex_ == start or hex_ in moves.reach]
    refusals = [refusal for hex_ in near or ways for unit in units if (refusal := why_not_into(g, unit, hex_, leaving))]
    if len(refusals) >= len(near or ways):
        return refusals[0]
    if any(hex_ != start and zone >> hex_ & 1 for hex_ in near):
        return Refusal("10.4.1-02", f"{name} may enter {place_name(box)} out of an enemy ZOC only if it starts there")
    return Refusal("10.4.1-01", f"{place_name(box)} is too far for {name}")
