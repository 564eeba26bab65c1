"""The logistics phase (rulebook 1.1.1.2): ports, supply, resources, and the way of Offensive markers to the corps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bocage.games.bloody_summer import air, depots, supply, victory
from bocage.games.bloody_summer.boxes import active_partisan, interdiction_value
from bocage.games.bloody_summer.campaign import ALLIED, ARMIES, GERMAN, LEADERS, Campaign
from bocage.games.bloody_summer.control import Assignment
from bocage.games.bloody_summer.ground import Links, Mover
from bocage.games.bloody_summer.pieces import PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import SIZE, STRATEGIC_RESERVE, Place, place_name
from bocage.games.bloody_summer.reach import Gait, links_of, sought
from bocage.games.bloody_summer.sentences import place_title
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.support import FREE_TURNS
from bocage.games.bloody_summer.terms import Arm
from bocage.games.bloody_summer.words import BRING, END, STORE, SUPPLY, TO
from bocage.hexes import Hex, Strides, Swept, mask, members, sweep
from bocage.kernel import NOTHING, Next, Order, Procedure, Refusal, ask, call, done

TRUCKS: Final = Mover(motorized=True, armoured=False)  # of Offensive markers (0.2.1-08)
TRUCKING: Final = Gait(TRUCKS, cyclist=False, points=0, leaving=0)
DROPPED_TO: Final = (Arm.INFANTRY, Arm.PARATROOP, Arm.RANGER, Arm.COMMANDO)  # the infantry of airborne supply (7.5)
Path = tuple[Place, ...]  # the places entered on a way; of an Allied marker from the reserve the first is its depot


@dataclass
class Logistics(Procedure[None]):
    """The steps of the phase in their order (1.1.1.2-01)."""

    armies: tuple[int, ...] = ARMIES  # whose supply has still to be checked

    def begin(self, g: State) -> Next:
        """1.1.1.2-02: ports."""
        g.unloaded = {}
        for depot in depots.build(g):
            victory.allied_depot_destroyed(g, depot)
        victory.score_depots(g)
        return self.check_supply(g, None)

    def check_supply(self, g: State, _: None) -> Next:
        """1.1.1.2-03: on turns 0 and 1 nobody lacks it (10-03)."""
        if not self.armies or supply.automatic(g):
            supply.mark(g)
            return call(AirborneSupply(), then=self.resources)
        army, *rest = self.armies
        self.armies = tuple(rest)
        return call(Assignment(army), then=self.check_supply)

    def resources(self, g: State, _: None) -> Next:
        """1.1.1.2-04 to -07."""
        gained = roll_resources(g, ALLIED)
        g.add_markers(ALLIED, STRATEGIC_RESERVE, gained)
        return call(Storing(roll_resources(g, GERMAN)), then=self.move_markers)

    def move_markers(self, g: State, _: None) -> Next:
        """1.1.1.2-08."""
        return call(MarkerMovement(), then=self.over)

    def over(self, g: State, _: None) -> Next:
        """The phase ends."""
        return done()


# -- airborne supply (7.5) ------------------------------------------------------------------------------


def why_not_drop(g: State, unit: int, left: int) -> Refusal | None:
    """The rule that keeps a unit from being supplied by air with so many points left, or None."""
    name = PIECE_IDS[unit]
    if unit >= UNITS or g.campaign.side[unit] != ALLIED or g.campaign.units[unit].arm not in DROPPED_TO:
        return Refusal("7.5-01", f"{name} is no Allied infantry")
    if not g.unsupplied >> unit & 1:
        return Refusal("7.5-01", f"{name} is not out of supply")
    if g.campaign.stacking[unit] > left:
        return Refusal("7.5-01", f"{name} is too large: {left} stacking points can still be supplied by air")
    return None


@dataclass
class AirborneSupply(Procedure[None]):
    """The Allies supply infantry by air, up to the stacking points of a division (7.5)."""

    used: int = 0

    def left(self, g: State) -> int:
        """The stacking points that can still be supplied."""
        return g.campaign.tables.supply.air - self.used

    def begin(self, g: State) -> Next:
        """7.5-01: units of his choice."""
        allied = members(g.unsupplied & g.campaign.units_of_side[ALLIED])
        units = [unit for unit in allied if why_not_drop(g, unit, self.left(g)) is None]
        if not units:
            return done()
        prompt = f"Supply a unit by air, or end (stacking points left: {self.left(g)})"
        orders = [*(SUPPLY[unit] for unit in units), END]
        return ask(LEADERS[ALLIED], prompt, orders, then=self.chosen, why=self.why_not, rule="7.5")

    def chosen(self, g: State, order: Order) -> Next:
        """Its marker is removed."""
        if order is END:
            return done()
        self.used += g.campaign.stacking[order.arg]
        g.unsupplied &= ~(1 << order.arg)
        g.forget()
        g.tell("supplied_by_air", "7.5-01", unit=order.arg)
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit is not offered."""
        refusal = why_not_drop(g, order.arg, self.left(g)) if order.verb == SUPPLY.name else None
        return refusal or Refusal("7.5-01", "supply a unit by air, or end")


# -- resources ------------------------------------------------------------------------------------------


def roll_resources(g: State, side: int) -> int:
    """1.1.1.2-04: the Offensive markers of a side for the turn; in scenario 1 half, rounded up (11.1-07)."""
    tables, die = g.campaign.tables.resources, g.chance.die()
    row = (tables.allied if side == ALLIED else tables.german)[g.weather]
    if g.campaign.set_up.halved:
        row = tuple((number + 1) // 2 for number in row)
    number = row[die - 1]
    g.tell_result(
        "resources", "1.1.1.2-04", step=True, die=die, side=side, number=number, by_die=row, sky=g.weather,
        free=g.turn in FREE_TURNS,
    )  # fmt: skip
    return number


@dataclass
class Storing(Procedure[None]):
    """New German markers go into depots, in each no more than its capacity; what finds no room is lost (1.1.1.2-06)."""

    number: int
    stored: tuple[Place, ...] = ()

    def begin(self, g: State) -> Next:
        """7.2-03: the depot of Cherbourg has one of its own."""
        for depot in depots.working(g):
            if bonus := depots.german(g, depot).bonus:
                g.add_markers(GERMAN, g.where[depot], bonus)
                g.tell("bonus_marker", "7.2-03", unit=depot, hex=g.where[depot])
        return self.store

    def why_not_store(self, g: State, place: Place) -> Refusal | None:
        """The rule that keeps a new marker from a place, or None."""
        there = [depot for depot in depots.working(g) if g.where[depot] == place]
        if not there:
            return Refusal("1.1.1.2-06", f"there is no German depot at {place_name(place)} that works")
        if self.stored.count(place) >= depots.german(g, there[0]).capacity:
            return Refusal("1.1.1.2-07", f"the depot at {place_name(place)} has taken all that it can in this turn")
        if is_full(g, GERMAN, place):
            return Refusal("0.2.1-05", f"two Offensive markers are in {place_name(place)} already")
        return None

    def store(self, g: State) -> Next:
        """1.1.1.2-06: one after the other, where the German player likes."""
        places = [g.where[depot] for depot in depots.working(g) if self.why_not_store(g, g.where[depot]) is None]
        if not self.number or not places:
            return self.over
        if len(places) == 1:
            return self.store_only
        prompt = f"Where does a new Offensive marker go? ({self.number} to place)"
        orders = [STORE[place] for place in places]
        return ask(LEADERS[GERMAN], prompt, orders, then=self.chosen, why=self.why_not, rule="1.1.1.2-06")

    def store_only(self, g: State) -> Next:
        """There is but one depot."""
        only = (g.where[depot] for depot in depots.working(g) if self.why_not_store(g, g.where[depot]) is None)
        return self.put_at(g, next(only))

    def chosen(self, g: State, order: Order) -> Next:
        """A depot is named."""
        return self.put_at(g, order.arg)

    def put_at(self, g: State, place: Place) -> Next:
        """A marker is there."""
        self.number -= 1
        self.stored += (place,)
        g.add_markers(GERMAN, place, 1)
        g.tell("marker_stored", "1.1.1.2-06", side=GERMAN, place=place)
        return self.store

    def over(self, g: State) -> Next:
        """What no depot can take is lost (1.1.1.2-07)."""
        if self.number:
            g.tell("markers_lost", "1.1.1.2-07", side=GERMAN, number=self.number)
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a place is not offered."""
        refusal = self.why_not_store(g, order.arg) if order.verb == STORE.name else None
        return refusal or Refusal("1.1.1.2-06", "choose the depot of a new marker")


# -- where markers can go (1.1.1.2-08) ------------------------------------------------------------------


def is_full(g: State, side: int, place: Place) -> bool:
    """Whether a hex has as many Offensive markers as it may (0.2.1-05)."""
    return place < SIZE and g.markers_at(side, place) >= g.campaign.counters.offensive.in_a_hex


def why_not_stop(g: State, side: int, place: Place) -> Refusal | None:
    """The rule that keeps a marker from ending its way in a place that it can reach, or None."""
    if is_full(g, side, place):
        return Refusal("0.2.1-05", f"two Offensive markers are in {place_name(place)} already")
    corps = g.who.get(place, 0) & g.campaign.corps_of_side[side]
    if corps and not corps & ~g.unsupplied:
        name = PIECE_IDS[members(corps)[0]]
        return Refusal("7.3.2-04", f"{name} is out of supply and receives no Offensive markers")
    return None


def closed_to_markers(g: State, side: int) -> int:
    """The places where a marker may not end its way, as a mask; see ``why_not_stop``."""
    most, corps = g.campaign.counters.offensive.in_a_hex, g.campaign.corps_of_side[side]
    full = [place for (whose, place), number in g.markers.items() if number >= most and whose == side and place < SIZE]
    return mask(full) | places_of(g, corps & g.unsupplied) & ~places_of(g, corps & ~g.unsupplied)


def places_of(g: State, corps: int) -> int:
    """Where headquarters are, as masks."""
    return mask(place for hq in members(corps) if (place := g.where[hq]) >= 0)


class Hauling:
    """Where the markers of a side can go, while the places that a supply line could use and their costs are the same.

    What has been looked for once is kept.
    """

    def __init__(self, campaign: Campaign, free: int, links: Links, strides: Strides) -> None:
        self.campaign, self.free, self.links, self.strides = campaign, free, links, strides
        self.points = campaign.counters.offensive.movement
        self.closed = campaign.grid.all & ~free
        self._ways: dict[Place, Ways] = {}
        self._near: dict[Place, int] = {}

    def sweep(self, start: Hex, first: Sequence[tuple[Hex, int]]) -> Swept:
        """All ways over land that begin with one of the first links."""
        return sweep(self.strides, start, self.points, self.closed, 0, first=first)

    def ways_from(self, origin: Place) -> Ways:
        """All ways from a place."""
        if origin not in self._ways:
            self._ways[origin] = Ways(self, origin)
        return self._ways[origin]

    def next_to(self, origin: Place) -> int:
        """The places that can be entered at once, as a mask."""
        near = self._near.get(origin)
        if near is None:
            near = self.campaign.ways[origin] & self.free
            if origin < SIZE:
                steps = mask(hex_ for hex_, cost in self.links[origin] if cost <= self.points)
                near &= steps | ~self.campaign.grid.all
            self._near[origin] = near
        return near


def hauling(g: State, side: int) -> Hauling:
    """Where the markers of a side can go as things stand."""
    free, known = supply.free_places(g, side), g.hauling[side]
    links = links_of(g, side, TRUCKING)
    if known is None or known.free != free or known.links is not links:
        known = g.hauling[side] = Hauling(g.campaign, free, links, sought(g, side).strides(TRUCKING))
    return known


def ways_from(g: State, side: int, origin: Place) -> Ways:
    """Every place to which a marker can go from a hex or box, with the way there."""
    return hauling(g, side).ways_from(origin)


Boxes = dict[Place, tuple[int, Path]]  # what it costs to get to each, and the way


class Ways(Mapping[Place, Path]):
    """Every place to which a marker can go from a hex or box with its movement points, with the way there.

    Fewer boxes come first. A way is made when it is asked for.
    """

    def __init__(self, area: Hauling, origin: Place) -> None:
        self.area, self.origin = area, origin
        self.lands: list[tuple[Swept, Boxes]] = []  # over land from the origin, or from boxes by their entry hexes
        self.boxes: dict[Place, Path] = {}
        boxes: Boxes = self._from_hex(origin) if origin < SIZE else {origin: (0, ())}
        for _ in range(area.campaign.counters.offensive.steps + 1):
            self._onto_map(boxes)
            boxes = self._next_boxes(boxes)
        self.places = mask(self.boxes)
        for land, _ in self.lands:
            self.places |= land.hexes
        self.places &= ~(1 << origin)

    def __iter__(self) -> Iterator[Place]:
        return iter(members(self.places))

    def __len__(self) -> int:
        return self.places.bit_count()

    def __getitem__(self, place: Place) -> Path:
        if place in self.boxes:
            return self.boxes[place]
        for land, boxes in self.lands:
            if place in land:
                path = land.path(place)
                return (*boxes[self.area.campaign.exit_box[path[0]]][1], *path) if boxes else path
        raise KeyError(place)

    def _from_hex(self, origin: Hex) -> Boxes:
        """Over land; the boxes that are reached by an exit cost nothing more."""
        area = self.area
        land = area.sweep(origin, area.links[origin])
        self.lands.append((land, {}))
        boxes: Boxes = {}
        for hex_, box in area.campaign.exit_box.items():
            if area.free >> box & 1 and (hex_ == origin or hex_ in land):
                cost = land.cost_of(hex_) if hex_ != origin else 0
                if box not in boxes or cost < boxes[box][0]:
                    boxes[box] = cost, (*land.path(hex_), box)
        return boxes

    def _onto_map(self, boxes: Boxes) -> None:
        """From boxes to their entry hexes for nothing, and on from there."""
        area = self.area
        gates = {hex_: box for hex_, box in area.campaign.exit_box.items() if box in boxes and area.free >> hex_ & 1}
        for box, (_, way) in boxes.items():
            self.boxes.setdefault(box, way)
        if gates:
            first = [(hex_, boxes[box][0]) for hex_, box in gates.items()]
            self.lands.append((area.sweep(NOTHING, first), boxes))

    def _next_boxes(self, boxes: Boxes) -> Boxes:
        """A step along the lines, from the box that is cheapest to be in."""
        area, step = self.area, self.area.campaign.counters.offensive.box_step
        found: Boxes = {}
        for box, (spent, way) in boxes.items():
            for there in area.campaign.box_links[box]:
                cost = spent + step
                if area.free >> there & 1 and cost <= area.points and (there not in found or cost < found[there][0]):
                    found[there] = cost, (*way, there)
        return found


def landing_depots(g: State) -> Sequence[int]:
    """The operational depots that can still land an Offensive marker in this turn (1.1.1.2-08)."""
    return depots.with_room(g, g.unloaded)


def landing_hexes(g: State) -> list[Hex]:
    """The hexes where a marker out of the reserve can begin its way, those with most room first."""
    room = sorted(landing_depots(g), key=lambda depot: g.unloaded.get(depot, 0) - depots.capacity(g, depot))
    return list(dict.fromkeys(g.campaign.depot_hexes[depot] for depot in room))


def ends(g: State, side: int, origin: Place) -> int:
    """The places where a marker may end its way, as a mask; out of the reserve the hex of a depot is one of them."""
    if origin == STRATEGIC_RESERVE:
        found = 0
        for hex_ in landing_hexes(g):
            found |= 1 << hex_ | ways_from(g, ALLIED, hex_).places
    else:
        found = ways_from(g, side, origin).places
    return found & ~closed_to_markers(g, side)


def way_to(g: State, side: int, origin: Place, place: Place) -> Path:
    """The way of a marker to a place where it may end; out of the reserve it begins in the hex of its depot."""
    if origin != STRATEGIC_RESERVE:
        return ways_from(g, side, origin)[place]
    for hex_ in landing_hexes(g):
        if hex_ == place:
            return (hex_,)
        if place in ways_from(g, ALLIED, hex_):
            return (hex_, *ways_from(g, ALLIED, hex_)[place])
    raise KeyError(place)


def can_leave(g: State, side: int, origin: Place, closed: int) -> bool:
    """Whether a marker can go anywhere that is not closed to it: as a rule the next place will do."""
    near = mask(landing_hexes(g)) if origin == STRATEGIC_RESERVE else hauling(g, side).next_to(origin)
    return bool(near & ~closed) or bool(near and ends(g, side, origin))


def use_depot(g: State, hex_: Hex) -> None:
    """A marker comes ashore: it counts against a depot of the hex that has room."""
    depot = next(depot for depot in landing_depots(g) if g.campaign.depot_hexes[depot] == hex_)
    g.unloaded[depot] = g.unloaded.get(depot, 0) + 1


def unloading(g: State) -> list[Hex]:
    """The depot hexes at which a marker kept in the reserve may land in a movement phase; none in a storm."""
    if g.storm or not g.markers_at(ALLIED, STRATEGIC_RESERVE):
        return []
    hexes = mask([g.campaign.depot_hexes[depot] for depot in landing_depots(g)])
    return [hex_ for hex_ in members(hexes) if why_not_stop(g, ALLIED, hex_) is None]


def why_not_unload(g: State, hex_: Hex) -> Refusal | None:
    """The rule that keeps a marker from landing in a hex in a movement phase, or None."""
    if g.storm:
        return Refusal("1.1.1.1.a-05", "nothing lands in a storm")
    if not g.markers_at(ALLIED, STRATEGIC_RESERVE):
        return Refusal("1.1.1.2-08", "there is no Offensive marker in the Strategic Reserve")
    if hex_ not in [g.campaign.depot_hexes[depot] for depot in landing_depots(g)]:
        return Refusal("1.1.1.2-08", f"no depot at {place_name(hex_)} can land a marker in this turn")
    return why_not_stop(g, ALLIED, hex_)


def unload(g: State, hex_: Hex) -> None:
    """It lies there and goes no further without a headquarters (1.1.1.2-08)."""
    use_depot(g, hex_)
    g.move_markers(ALLIED, STRATEGIC_RESERVE, hex_, 1)
    g.tell("marker_moved", "1.1.1.2-08", side=ALLIED, origin=STRATEGIC_RESERVE, place=hex_)


# -- the movement of markers ----------------------------------------------------------------------------


def in_depots(g: State, side: int) -> int:
    """The markers available in depots, by which it is settled who moves one first (1.1.1.2-09)."""
    if side == GERMAN:
        return sum(g.markers_at(GERMAN, g.where[depot]) for depot in depots.working(g))
    hexes = {g.campaign.depot_hexes[depot] for depot in members(depots.all_that_work(g))}
    return sum(g.markers_at(ALLIED, place) for place in (STRATEGIC_RESERVE, *hexes))


def interdicted(g: State, box: Place) -> tuple[int, int]:
    """What the die of a marker that is to leave a box must be lower than, and what is added to it."""
    return interdiction_value(g, box), sum(by for _, by in hindrances(g, box))


def hindrances(g: State, box: Place) -> tuple[tuple[str, int], ...]:
    """What is added to the die of a marker that is to leave a box, by cause."""
    aircraft = air.interdiction(g, box)
    maquis = g.campaign.tables.strategic_interdiction.partisan if active_partisan(g, box) is not None else 0
    return tuple((cause, by) for cause, by in (("air", aircraft), ("partisan", maquis)) if by)


def leaves(g: State, box: Place) -> bool:
    """A German marker leaves a box only if a die is lower than its interdiction value (0.2.1-10, 4.1.2-13)."""
    value, modifier = interdicted(g, box)
    die = g.chance.die()
    free = die + modifier < value
    outcome = ("it leaves and moves on" if free else "it stays there",)
    g.tell_result(
        "marker_interdicted", "0.2.1-10", step=True, die=die, outcome=outcome, place=box, value=value,
        causes=hindrances(g, box), counters=air.over_box(g, box),
    )  # fmt: skip
    return free


@dataclass
class MarkerMovement(Procedure[None]):
    """The players move Offensive markers towards headquarters by turns, each marker once (1.1.1.2-08)."""

    doing = "markers"
    side: int = ALLIED
    ended: tuple[int, ...] = ()  # the sides that move no more
    moved: tuple[tuple[int, Place], ...] = ()  # of each marker that has: whose it is and where it stopped
    origin: Place = NOTHING

    def begin(self, g: State) -> Next:
        """1.1.1.2-09: who has more in depots begins, the Allies if both have as many."""
        self.side = GERMAN if in_depots(g, GERMAN) > in_depots(g, ALLIED) else ALLIED
        return self.choose

    def why_not_bring(self, g: State, place: Place, closed: int) -> Refusal | None:
        """The rule that keeps the markers in a place where they are, or None; see ``closed_to_markers``."""
        fresh = g.markers_at(self.side, place) - self.moved.count((self.side, place))
        if fresh <= 0:
            return Refusal("1.1.1.2-08", f"no Offensive marker that may still move is at {place_name(place)}")
        if g.in_confusion(place):
            return Refusal("7.2-06", f"there is confusion at {place_name(place)}")
        if not can_leave(g, self.side, place, closed):
            return Refusal("1.1.1.2-08", f"no way is open from {place_name(place)}")
        return None

    def origins(self, g: State) -> Iterator[Place]:
        """Where markers lie that may move."""
        closed = closed_to_markers(g, self.side)
        places = sorted(place for side, place in g.markers if side == self.side)
        return (place for place in places if self.why_not_bring(g, place, closed) is None)

    def choose(self, g: State) -> Next:
        """A marker, or no more of them."""
        if len(self.ended) == 2:
            return done()
        origins = [] if self.side in self.ended else list(self.origins(g))
        if not origins:
            return self.stop
        prompt = "Move an Offensive marker towards a headquarters, or end"
        orders = [*(BRING[place] for place in origins), END]
        return ask(LEADERS[self.side], prompt, orders, then=self.chosen, why=self.why_not, rule="1.1.1.2-08")

    def stop(self, g: State) -> Next:
        """A side has no marker to move, or wants to move none."""
        self.ended = tuple(sorted({*self.ended, self.side}))
        self.side = 1 - self.side
        return self.choose

    def chosen(self, g: State, order: Order) -> Next:
        """A marker is taken in hand."""
        if order is END:
            return self.stop
        self.origin = order.arg
        return self.choose_place

    def choose_place(self, g: State) -> Next:
        """How far it goes: it may stop on the way."""
        orders = [TO[place] for place in members(ends(g, self.side, self.origin))]
        prompt = f"Where does the Offensive marker from {place_title(self.origin)} go?"
        if len(orders) == 1:
            prompt = f"Move the Offensive marker from {place_title(self.origin)} to the only place there is?"
        return ask(LEADERS[self.side], prompt, orders, then=self.bring, why=self.why_not_there, rule="1.1.1.2-08")

    def bring(self, g: State, order: Order) -> Next:
        """It goes; then it is the other side's turn, if that still moves markers."""
        way = way_to(g, self.side, self.origin, order.arg)
        if self.origin == STRATEGIC_RESERVE:
            use_depot(g, way[0])
        place = self.origin
        for there in way:
            if self.side == GERMAN and place >= SIZE and not leaves(g, place):
                break
            place = there
        g.move_markers(self.side, self.origin, place, 1)
        if place != self.origin:
            g.tell("marker_moved", "1.1.1.2-08", side=self.side, origin=self.origin, place=place, path=way)
        self.moved += ((self.side, place),)
        self.origin = NOTHING
        if 1 - self.side not in self.ended:
            self.side = 1 - self.side
        return self.choose

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why markers are not offered."""
        closed = closed_to_markers(g, self.side)
        refusal = self.why_not_bring(g, order.arg, closed) if order.verb == BRING.name else None
        return refusal or Refusal("1.1.1.2-08", "move an Offensive marker, or end")

    def why_not_there(self, g: State, order: Order) -> Refusal:
        """Why it cannot go there."""
        refusal = why_not_stop(g, self.side, order.arg) if order.verb == TO.name else None
        return refusal or Refusal("1.1.1.2-08", f"no Offensive marker gets there from {place_name(self.origin)}")
