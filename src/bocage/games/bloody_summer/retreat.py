"""Retreat after combat (6.6), with the effects of the Terrain Effects Chart and of aircraft (9.1-08)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bocage.games.bloody_summer import headquarters, stacking
from bocage.games.bloody_summer.campaign import GERMAN
from bocage.games.bloody_summer.fight import alive
from bocage.games.bloody_summer.pieces import PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import GRID, LOST, SIZE, Place, place_name
from bocage.games.bloody_summer.results import StepLosses, disorganise, lose_step
from bocage.games.bloody_summer.sentences import place_title
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Terrain
from bocage.games.bloody_summer.words import GIVE_WAY, REMOVE, RETREAT, STAND, TO
from bocage.hexes import Hex, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done

Path = tuple[Place, ...]  # without the place where it begins


class Retreated(NamedTuple):
    """Who has retreated, and by which ways; captured ones among them."""

    units: tuple[int, ...] = ()
    paths: tuple[Path, ...] = ()


# -- where a unit may go --------------------------------------------------------------------------


def why_not_step(g: State, piece: int, fought: Hex, here: Hex, there: Place) -> Refusal | None:
    """Why a retreat may not go from one place to the next; ``fought`` is the hex that was attacked (6.6-01)."""
    campaign, name, label = g.campaign, PIECE_IDS[piece], place_name(there)
    if there >= SIZE:
        return _why_not_exit(g, piece, here, there)
    if not campaign.around[here] >> there & 1:
        return Refusal("6.6-01", f"there is no way from {place_name(here)} to {label}")
    if g.occupied[1 - campaign.side[piece]] >> there & 1:
        return Refusal("6.6-01", f"{label} is occupied by the enemy")
    if GRID.distance(fought, there) <= GRID.distance(fought, here):
        return Refusal("6.6-01", f"{label} is no farther from the combat at {place_name(fought)}")
    if campaign.armoured[piece] and by_road_alone(g, there) and (here, there) not in campaign.ground.roads:
        return Refusal("0.1.2.c-02", f"{name} is armoured and cannot enter the marsh of {label} without a road")
    return None


def _why_not_exit(g: State, piece: int, here: Hex, box: Place) -> Refusal | None:
    """6.6-09: by a lettered hex into its box, unless the enemy is there."""
    if g.campaign.exit_box.get(here) != box:
        return Refusal("6.6-09", f"{place_name(here)} has no exit to {place_name(box)}")
    if g.defenders_in(box, 1 - g.campaign.side[piece]):
        return Refusal("6.6-09", f"{place_name(box)} is occupied by the enemy")
    return None


def by_road_alone(g: State, hex_: Hex) -> bool:
    """Whether armour may enter a hex only along a road (0.1.2.c-02)."""
    return g.campaign.tables.terrain[g.campaign.ground.terrain[hex_]].armour == "road"


def next_places(g: State, piece: int, fought: Hex, here: Hex) -> Iterator[Place]:
    """Where a retreat may go from a hex."""
    exits = [g.campaign.exit_box[here]] if here in g.campaign.exit_box else []
    for there in (*members(g.campaign.around[here]), *exits):
        if why_not_step(g, piece, fought, here, there) is None:
            yield there


def retreat_paths(g: State, piece: int, fought: Hex, length: int) -> list[Path]:
    """Every way that a piece may retreat; none: it is eliminated.

    It goes on until it finds a hex that has room for it (6.6-03). If there is none anywhere, it goes as far as it must,
    and what is too many there is eliminated (6.6-04). A retreat off the map ends it (6.6-09).
    """
    found: list[Path] = []
    crowded: list[Path] = []
    frontier: list[Path] = [()]
    while frontier:
        on: list[Path] = []
        for way in frontier:
            for there in next_places(g, piece, fought, way[-1] if way else g.where[piece]):
                path = (*way, there)
                if (there >= SIZE or len(path) >= length) and stacking.fits(g, there, piece):
                    found.append(path)
                elif there < SIZE:
                    on.append(path)
                    if len(path) == length:
                        crowded.append(path)
        frontier = on
    return found or crowded


# -- what it costs --------------------------------------------------------------------------------


class Toll(NamedTuple):
    """What a way costs a unit: steps for enemy zones of control, levels of disorganisation."""

    steps: int
    levels: int


def toll_of(g: State, unit: int, path: Path, *, air: bool) -> Toll:
    """6.6-02, 6.6-06, 9.1-08: ``air`` if there was Tactical Air Support in the combat."""
    side, hexes = g.campaign.side[unit], [place for place in path if place < SIZE]
    steps = sum(g.zone[1 - side] >> hex_ & 1 for hex_ in hexes)
    ways = zip((g.where[unit], *hexes), hexes, strict=False)
    levels = sum(_rough(g, here, there) for here, there in ways)
    rows, terrain = g.campaign.tables.terrain, g.campaign.ground.terrain
    seen = air and side == GERMAN and any(rows[terrain[hex_]].air_support for hex_ in hexes)
    return Toll(steps, levels + seen)


def _rough(g: State, here: Hex, there: Hex) -> int:
    """Levels for a marsh entered off a road, and for a major river crossed without a bridge (TEC)."""
    ground, tables = g.campaign.ground, g.campaign.tables
    marsh = tables.terrain[ground.terrain[there]].retreat == "level" and (here, there) not in ground.roads
    river = tables.river.major.retreat == "level" and ground.unbridged[here] >> there & 1
    return marsh + river


def is_deadly(g: State, unit: int, path: Path, *, air: bool) -> bool:
    """Whether a unit would not survive a way."""
    toll = toll_of(g, unit, path, air=air)
    return toll.steps + max(g.level[unit] + toll.levels - 2, 0) >= g.steps_of(unit)


# -- the retreat ----------------------------------------------------------------------------------


@dataclass
class Retreats(Procedure[Retreated]):
    """All units of a hex retreat, each by its own way; whoever has none is eliminated (6.4-02, 6.4-03, 6.6-01).

    ``chooser`` is the seat that chooses the ways; ``spares``: it must not choose one that kills while there is another
    (4.3-13). ``free_stand``: a fortified line lets them ignore it; ``stand_for_step``: a town lets them stay at that
    price.
    """

    units: tuple[int, ...]
    fought: Hex
    length: int
    chooser: str
    air: bool = False
    spares: bool = False
    free_stand: bool = False
    stand_for_step: bool = False
    unit: int = -1
    path: Path = ()
    gone: tuple[int, ...] = ()
    paths: tuple[Path, ...] = ()
    origin: Hex = -1

    def about(self, g: State) -> About:
        """The unit that retreats, and the way that it has come."""
        return About(unit=self.unit, path=self.path, unit_verb=RETREAT.name)

    def begin(self, g: State) -> Next:
        """Fixed troops ignore retreats (0.1.2.d-06); others may be able to stand."""
        self.units = tuple(unit for unit in alive(g, self.units) if unit < UNITS)
        if not self.units:
            return self.done(Retreated())
        self.origin = g.where[self.units[0]]
        able = [unit for unit in self.units if self.ways(g, unit)]
        if self.free_stand and not able:
            return self.done(Retreated())
        if self.free_stand or (self.stand_for_step and able):
            return self.choose_to_stand
        return self.next_unit

    def choose_to_stand(self, g: State) -> Next:
        """The owner may hold a town for a step, or a fortified line for nothing (TEC)."""
        cost = "" if self.free_stand else " at the cost of a step"
        prompt = f"Stand in {place_title(self.origin)}{cost}, or retreat?"
        return ask(
            g.seat(self.units[0]), prompt, [STAND, GIVE_WAY], then=self.stood, why=self.why_not_stand, rule="6.6"
        )

    def stood(self, g: State, order: Order) -> Next:
        """They stay, or go."""
        if order is GIVE_WAY:
            return self.next_unit
        steps = 0 if self.free_stand else 1
        g.tell_result("stood", "6.6-06", hex=self.origin, units=self.units, steps=steps)
        return call(StepLosses(self.units, steps, "6.6-06"), then=self.held)

    def held(self, g: State, _: None) -> Next:
        """Nobody has retreated."""
        headquarters.fall(g, self.origin, g.campaign.side[self.units[0]])
        return self.done(Retreated())

    def ways(self, g: State, unit: int) -> list[Path]:
        """The ways open to a unit; in an overrun not those that kill, if there are others (4.3-13)."""
        paths = retreat_paths(g, unit, self.fought, self.length)
        if not self.spares:
            return paths
        return [path for path in paths if not is_deadly(g, unit, path, air=self.air)] or paths

    def next_unit(self, g: State) -> Next:
        """Who has no way is captured; for the others somebody decides."""
        for unit in self.units:
            if not self.ways(g, unit):
                g.destroy(unit, "6.6-01", LOST)
        self.units = alive(g, self.units)
        self.unit, self.path = -1, ()
        if not self.units:
            return self.corps
        return self.choose if len(self.units) > 1 else self.chosen(g, RETREAT[self.units[0]])

    def choose(self, g: State) -> Next:
        """6.4-03: one after the other, as they need not go the same way."""
        orders = [RETREAT[unit] for unit in self.units]
        prompt = f"Which unit retreats from {place_title(self.origin)} next?"
        return ask(self.chooser, prompt, orders, then=self.chosen, why=self.why_not_unit, rule="6.6")

    def chosen(self, g: State, order: Order) -> Next:
        """A unit goes."""
        self.unit = order.arg
        return self.next_hex

    def next_hex(self, g: State) -> Next:
        """Place by place, as long as there is a choice."""
        steps = self.next_steps(g)
        if not steps:
            return self.arrive
        if len(steps) == 1:
            return self.step_to(g, TO[steps[0]])
        prompt = f"Where does {PIECE_IDS[self.unit]} retreat?"
        orders = [TO[place] for place in steps]
        return ask(self.chooser, prompt, orders, then=self.step_to, why=self.why_not_place, rule="6.6")

    def next_steps(self, g: State) -> list[Place]:
        """The places to which the ways that go on from here lead next."""
        length = len(self.path)
        ways = [path for path in self.ways(g, self.unit) if path[:length] == self.path]
        return sorted({path[length] for path in ways if len(path) > length})

    def step_to(self, g: State, order: Order) -> Next:
        """One place on."""
        self.path = (*self.path, order.arg)
        return self.next_hex

    def arrive(self, g: State) -> Next:
        """The unit pays for its way and is there, or is captured on it."""
        unit, path = self.unit, self.path
        toll = toll_of(g, unit, path, air=self.air)
        g.tell_result("retreated", "6.6", unit=unit, path=path, origin=self.origin, place=path[-1])
        self.units = tuple(other for other in self.units if other != unit)
        self.gone, self.paths = (*self.gone, unit), (*self.paths, path)
        for _ in range(toll.steps):
            if alive(g, (unit,)):
                lose_step(g, unit, "6.6-02", captured=True)
        disorganise(g, unit, toll.levels, "6.6-06", captured=True)
        if not alive(g, (unit,)):
            return self.next_unit
        g.walk(unit, path)
        return call(RemoveExcess(path[-1], unit), then=self.settled)

    def settled(self, g: State, _: None) -> Next:
        """The next one."""
        return self.next_unit

    # -- headquarters in the stack ------------------------------------------------------------

    def corps(self, g: State) -> Next:
        """5.4-04: a headquarters goes along unharmed, unless somebody has stayed with whom it can stay."""
        side = g.campaign.side[self.gone[0]] if self.gone else -1
        if not self.gone or not g.hqs_in(self.origin, side) or g.defenders_in(self.origin, side):
            return self.finish
        hq = g.hqs_in(self.origin, side)[0]
        if not self.havens(g, hq):
            headquarters.destroy(g, hq, "5.4-03")
            return self.corps
        return self.choose_haven if len(self.havens(g, hq)) > 1 else self.go_along(g, TO[self.havens(g, hq)[0]])

    def havens(self, g: State, hq: int) -> list[Place]:
        """Where the units of its stack are now; with room for it, if there is such a place."""
        places = sorted({g.where[unit] for unit in alive(g, self.gone)})
        return [place for place in places if stacking.fits(g, place, hq)] or places

    def choose_haven(self, g: State) -> Next:
        """With which of its units it goes."""
        hq = g.hqs_in(self.origin, g.campaign.side[self.gone[0]])[0]
        orders = [TO[place] for place in self.havens(g, hq)]
        prompt = f"With whom does {PIECE_IDS[hq]} retreat?"
        return ask(self.chooser, prompt, orders, then=self.go_along, why=self.why_not_along, rule="5.4")

    def go_along(self, g: State, order: Order) -> Next:
        """The headquarters goes with its Offensive markers, as many as have room there (0.2.1)."""
        side = g.campaign.side[self.gone[0]]
        hq = g.hqs_in(self.origin, side)[0]
        g.take_along(side, self.origin, order.arg)
        g.put(hq, order.arg)
        g.tell_result("retreated", "5.4-04", unit=hq, path=(order.arg,), origin=self.origin, place=order.arg)
        return self.corps

    def finish(self, g: State) -> Next:
        """All have gone; a headquarters whose whole stack was captured is lost with it."""
        if self.origin >= 0:
            for side in {g.campaign.side[piece] for piece in g.at.get(self.origin, ())}:
                headquarters.fall(g, self.origin, side)
        return self.done(Retreated(self.gone, self.paths))

    # -- refusals -----------------------------------------------------------------------------

    def why_not_stand(self, g: State, order: Order) -> Refusal:
        """Nothing else is asked."""
        return Refusal("6.6-06", "stand, or give way")

    def why_not_unit(self, g: State, order: Order) -> Refusal:
        """Why a unit does not retreat now."""
        if order.verb != RETREAT.name:
            return Refusal("6.4-02", "units must retreat: choose which is the next")
        return Refusal("6.4-02", f"{PIECE_IDS[order.arg]} does not have to retreat, or has done so")

    def why_not_place(self, g: State, order: Order) -> Refusal:
        """Why the retreat may not go to a place."""
        name, here = PIECE_IDS[self.unit], self.path[-1] if self.path else g.where[self.unit]
        if order.verb != TO.name:
            return Refusal("6.6-01", f"{name} retreats: choose where")
        if refusal := why_not_step(g, self.unit, self.fought, here, order.arg):
            return refusal
        start = (*self.path, order.arg)
        if any(path[: len(start)] == start for path in retreat_paths(g, self.unit, self.fought, self.length)):
            return Refusal("4.3-13", f"by {place_name(order.arg)} {name} would be lost, and there is another way")
        return Refusal("6.6-03", f"by {place_name(order.arg)} {name} finds no hex that has room for it")

    def why_not_along(self, g: State, order: Order) -> Refusal:
        """Why a headquarters does not go there."""
        return Refusal("5.4-04", "the headquarters goes where units of its stack have gone")


@dataclass
class RemoveExcess(Procedure[None]):
    """A unit has retreated into a hex that has no room, as there was no other: what is too many is lost (6.6-04)."""

    place: Place
    unit: int

    def begin(self, g: State) -> Next:
        """Ask as long as there is too much."""
        if self.unit not in g.at.get(self.place, ()) or stacking.fits(g, self.place, self.unit):
            return done()
        units = self.candidates(g)
        return self.choose if len(units) > 1 else self.chosen(g, REMOVE[units[0]])

    def candidates(self, g: State) -> list[int]:
        """The units of the army in the hex; between two armies it is the one that came."""
        army = g.campaign.army
        units = g.units_in(self.place, g.campaign.side[self.unit])
        return [self.unit] if len({army[unit] for unit in units}) > 1 else units

    def choose(self, g: State) -> Next:
        """6.6-04: the owner chooses."""
        orders = [REMOVE[unit] for unit in self.candidates(g)]
        crowded = stacking.why_overfull(g, g.campaign.side[self.unit], self.place)
        holds = crowded.sentence if crowded is not None else f"{place_title(self.place)} holds too much"
        prompt = f"{holds}: which unit is lost?"
        return ask(g.seat(self.unit), prompt, orders, then=self.chosen, why=self.why_not, rule="6.6")

    def chosen(self, g: State, order: Order) -> Next:
        """It is gone for good."""
        g.destroy(order.arg, "6.6-04", LOST)
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why something else will not do."""
        return Refusal("6.6-04", f"remove a unit from {place_name(self.place)}, which holds too much")


def holds_town(g: State, hex_: Hex, terrain: Terrain | None) -> bool:
    """Whether a stack may hold its hex at the cost of a step; a defender has chosen the terrain that counts (TEC)."""
    return g.campaign.tables.terrain[terrain or g.campaign.ground.terrain[hex_]].retreat == "step"
