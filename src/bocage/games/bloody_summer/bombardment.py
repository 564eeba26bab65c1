"""Bombardment by ships and bombers (6.2, 9.3), carpet bombing (9.4), and the coastal batteries (6.2.a)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bocage.games.bloody_summer import air, naval, victory
from bocage.games.bloody_summer.campaign import BRITISH, GERMAN, GERMANS, SEATS, SIDE_OF, US
from bocage.games.bloody_summer.pieces import (
    AIR_IDS,
    BATTERIES,
    FESTUNG_PIECES,
    GARRISONS,
    NAVAL_IDS,
    PIECE_IDS,
)
from bocage.games.bloody_summer.places import GRID, SIZE, Place, place_name
from bocage.games.bloody_summer.results import affect, affect_alone
from bocage.games.bloody_summer.sentences import place_title
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Army, Cup
from bocage.games.bloody_summer.words import BOMBARD, FIRE, FLY, PASS, SAIL, SPEND, SPLIT
from bocage.hexes import Hex
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done

NAVAL: Final = 0  # the types of bombardment, as in ``bombarded``
AERIAL: Final = 1
FIXED: Final = frozenset((*GARRISONS, *BATTERIES, *FESTUNG_PIECES))
ARMY_NAMES: Final = (Army.US, Army.BRITISH)


class Strike(NamedTuple):
    """A bombardment as it is put together: ships with their points, or bombers."""

    ships: tuple[tuple[int, int], ...] = ()
    bombers: tuple[int, ...] = ()
    second: Hex = -1  # the other hex of a carpet bombing

    @property
    def type(self) -> int:
        """By ships or by aircraft."""
        return AERIAL if self.bombers else NAVAL


NO_STRIKE: Final = Strike()


# -- what may bombard what ------------------------------------------------------------------------


def why_not_now(g: State) -> Refusal | None:
    """Why nobody bombards in this phase."""
    if g.storm:
        return Refusal("6.2-12", "there is no bombardment during a storm")
    if g.part == "O":
        return Refusal("10.O.1-02", "there is no air or naval support before dawn")
    return None


def why_not_hit(g: State, place: Place, type_: int) -> Refusal | None:
    """Why a place may not suffer a bombardment of a type; None if it may."""
    label = place_name(place)
    if refusal := why_not_now(g):
        return refusal
    if g.bombarded[type_] >> place & 1:
        return Refusal("6.2-02", f"{label} has had its {('naval', 'aerial')[type_]} bombardment in this combat phase")
    if g.in_confusion(place):
        return Refusal("6.11-07", f"there is no bombing of {label}, which is in confusion")
    return None


def why_not_sail(g: State, army: int, ships: int, place: Place) -> Refusal | None:
    """Why a class of ships may not bombard a place for an army; None if it may."""
    one, name = naval.counter(g, ships), NAVAL_IDS[ships]
    if one.army is not ARMY_NAMES[army]:
        return Refusal("6.2-06" if army == BRITISH else "6.2-07", f"{name} does not support units of this nationality")
    if not naval.left(g, ships):
        return Refusal("6.2-10", f"{name} has no points left")
    if place >= SIZE or not naval.reaches(g, ships) >> place & 1:
        return Refusal("6.2-05", f"{place_name(place)} is out of range of {name}")
    return why_not_hit(g, place, NAVAL)


def why_not_bomb(g: State, army: int, counter: int, place: Place) -> Refusal | None:
    """Why an air counter may not bombard a place for an army; None if it may."""
    name, cup = AIR_IDS[counter], air.counter(g, counter).cup
    if cup is Cup.FIGHTER:
        return Refusal("6.2-01", f"{name} is a fighter-bomber and does not bombard")
    if counter not in air.available(g, army, cup):
        return Refusal("9.3-02", f"{name} is not available, or not of this nationality")
    if cup is Cup.HEAVY:
        return why_not_hit(g, place, AERIAL) or _why_not_carpet(g, army, place)
    return why_not_hit(g, place, AERIAL)


def _why_not_carpet(g: State, army: int, place: Place) -> Refusal | None:
    """9.4: one carpet bombing for each nationality and turn; on D-Day any number, on garrisons and batteries."""
    if g.turn > 0 and g.carpets >> army & 1:
        return Refusal("9.4-05", "this nationality has carpet-bombed in this turn")
    if g.turn == 0 and not any(piece in FIXED for piece in g.at.get(place, ())):
        return Refusal(
            "9.4-03", f"heavy bombers attack garrisons and batteries on D-Day: there is none in {place_name(place)}"
        )
    return None


def ships_for(g: State, army: int, place: Place) -> list[int]:
    """The classes of ships that may bombard a place."""
    return [ships for ships in range(len(NAVAL_IDS)) if why_not_sail(g, army, ships, place) is None]


def bombers_for(g: State, army: int, place: Place) -> list[int]:
    """The bombers that may bombard a place."""
    bombers = [*air.available(g, army, Cup.HEAVY), *air.available(g, army, Cup.MEDIUM)]
    return sorted(counter for counter in bombers if why_not_bomb(g, army, counter, place) is None)


# -- its strength ---------------------------------------------------------------------------------


def points_of(g: State, strike: Strike) -> int:
    """The points of a bombardment; half of them, rounded down, on each of two hexes (9.4-06)."""
    points = sum(points for _, points in strike.ships) + sum(air.counter(g, one).points for one in strike.bombers)
    return points // 2 if strike.second >= 0 else points


def adjustments(g: State, strike: Strike, place: Place) -> tuple[tuple[str, int], ...]:
    """What the die is adjusted by: medium bombers, fixed troops, a fortified line (9.3-04, 0.1.2.d-07)."""
    table, pieces = g.campaign.tables.bombardment, g.at.get(place, ())
    counters = [air.counter(g, one) for one in strike.bombers]
    medium = sum(one.points for one in counters if one.cup is Cup.MEDIUM and not one.light)
    causes = (
        (strike.bombers and 2 * medium >= sum(one.points for one in counters), ("medium bombers", table.medium)),
        (any(piece in FIXED for piece in pieces), ("battery or garrison", table.garrison)),
        (
            any(piece in FESTUNG_PIECES for piece in pieces) or _is_behind_line(g, place),
            ("fortification", g.campaign.tables.fortified.bombardment),
        ),
    )
    return tuple(adjustment for applies, adjustment in causes if applies)


def modifier_of(g: State, strike: Strike, place: Place) -> int:
    """All that the die is adjusted by."""
    return sum(by for _, by in adjustments(g, strike, place))


def _is_behind_line(g: State, place: Place) -> bool:
    """Whether a place is a town within a fortified line, with a Festung or without."""
    ground = g.campaign.ground
    return place < SIZE and bool(ground.town >> place & 1 and ground.fortified.across(place))


# -- the Allied bombardment -----------------------------------------------------------------------


@dataclass
class Bombardment(Procedure[None]):
    """An Allied army bombards some places, before a combat or before the landings, until it passes."""

    doing = "bombardment"
    army: int
    targets: tuple[Place, ...]
    place: Place = -1
    strike: Strike = NO_STRIKE
    ships: int = -1  # that spend points now

    def about(self, g: State) -> About:
        """The place that is bombarded."""
        return About(target=self.place, target_verb=BOMBARD.name)

    def begin(self, g: State) -> Next:
        """6.2-01: the Allied player may, if anything reaches."""
        self.place, self.strike, self.ships = -1, NO_STRIKE, -1
        return self.choose if self.open_targets(g) else done()

    def open_targets(self, g: State) -> list[Place]:
        """The places that something can bombard now."""
        if why_not_now(g) is not None:
            return []
        return [place for place in self.targets if ships_for(g, self.army, place) or bombers_for(g, self.army, place)]

    def choose(self, g: State) -> Next:
        """A place, or enough of it."""
        orders = [*(BOMBARD[place] for place in self.open_targets(g)), PASS]
        return ask(self.seat, "Bombard?", orders, then=self.chosen, why=self.why_not_target, rule="6.2")

    @property
    def seat(self) -> str:
        """Who decides."""
        return SEATS[self.army]

    def chosen(self, g: State, order: Order) -> Next:
        """A target is named."""
        if order is PASS:
            return done()
        self.place = order.arg
        return self.muster

    def muster(self, g: State) -> Next:
        """What leaves no choice is taken; when nothing more can come, it fires."""
        orders = self.musterable(g)
        if orders == [FIRE]:
            return self.fire
        return self.choose_more if len(orders) > 1 else self.mustered(g, orders[0])

    def musterable(self, g: State) -> list[Order]:
        """Ships or bombers, never both (6.2-03); then fire."""
        orders: list[Order] = []
        if not self.strike.bombers:
            used = [ships for ships, _ in self.strike.ships]
            orders += [SAIL[ships] for ships in ships_for(g, self.army, self.place) if ships not in used]
        if not self.strike.ships:
            orders += [FLY[one] for one in bombers_for(g, self.army, self.place) if one not in self.strike.bombers]
            orders += [SPLIT[hex_] for hex_ in self.second_hexes(g)]
        if self.strike != NO_STRIKE:
            orders.append(FIRE)
        return orders

    def choose_more(self, g: State) -> Next:
        """6.2-08: what takes part, one by one."""
        prompt = f"Bombard {place_title(self.place)} with what?"
        return ask(self.seat, prompt, self.musterable(g), then=self.mustered, why=self.why_not_muster, rule="6.2")

    def second_hexes(self, g: State) -> list[Hex]:
        """Where a carpet bombing may be split to: a hex beside the target with enemies (9.4-06)."""
        if self.place >= SIZE or self.strike.second >= 0 or not is_carpet(g, self.strike):
            return []
        return [hex_ for hex_ in sorted(GRID.neighbours[self.place]) if self.why_not_split(g, hex_) is None]

    def why_not_split(self, g: State, hex_: Hex) -> Refusal | None:
        """Why a carpet bombing cannot be split over a second hex."""
        label = place_name(hex_)
        if not is_carpet(g, self.strike) or self.strike.second >= 0 or hex_ not in GRID.neighbours[self.place]:
            return Refusal("9.4-06", "a carpet bombing with heavy bombers may be split over one hex next to its target")
        if not g.troops[1 - SIDE_OF[self.army]] >> hex_ & 1:
            return Refusal("9.4-06", f"there are no enemies in {label}")
        return why_not_hit(g, hex_, AERIAL) or (_why_not_carpet(g, self.army, hex_) if g.turn == 0 else None)

    def mustered(self, g: State, order: Order) -> Next:
        """More of it, or fire."""
        if order is FIRE:
            return self.fire
        if order.verb == SPLIT.name:
            self.strike = self.strike._replace(second=order.arg)
        elif order.verb == FLY.name:
            self.strike = self.strike._replace(bombers=(*self.strike.bombers, order.arg))
        elif naval.left(g, order.arg) > 1:
            self.ships = order.arg
            return self.spend
        else:
            self.strike = self.strike._replace(ships=(*self.strike.ships, (order.arg, 1)))
        return self.muster

    def spend(self, g: State) -> Next:
        """6.2-08: how many points of the ships."""
        orders = [SPEND[number] for number in range(1, naval.left(g, self.ships) + 1)]
        prompt = f"How many points of the {naval.counter(g, self.ships).title}?"
        return ask(self.seat, prompt, orders, then=self.spent, why=self.why_not_spend, rule="6.2")

    def spent(self, g: State, order: Order) -> Next:
        """They are allotted."""
        self.strike = self.strike._replace(ships=(*self.strike.ships, (self.ships, order.arg)))
        return self.muster

    def fire(self, g: State) -> Next:
        """6.2-08 to -11: points are spent, one die is rolled for each hex, and its stack is affected."""
        strike = self.strike
        for ships, points in strike.ships:
            naval.spend(g, ships, points)
        for place in (self.place, *((strike.second,) if strike.second >= 0 else ())):
            strike_place(g, strike, place, 1 - SIDE_OF[self.army])
        self.use_bombers(g)
        return self.begin

    def use_bombers(self, g: State) -> None:
        """Bombers are finished; heavy ones cost points, and stay away on top of the towns that they hit (9.4)."""
        hexes = (self.place, self.strike.second) if self.strike.second >= 0 else (self.place,)
        if is_carpet(g, self.strike):
            g.carpets |= 1 << self.army
        for counter in self.strike.bombers:
            heavy = air.counter(g, counter).cup is Cup.HEAVY
            air.use(g, counter)
            if heavy:
                air.lay_rubble(g, counter, hexes)
                if g.turn > 0:
                    victory.score(g, GERMAN, g.campaign.tables.victory.heavy_bomber, "9.4-02", AIR_IDS[counter])

    # -- refusals -----------------------------------------------------------------------------

    def why_not_target(self, g: State, order: Order) -> Refusal:
        """Why a place is not bombarded."""
        if order.verb != BOMBARD.name or order.arg not in self.targets:
            return Refusal("6.2-01", "bombard a stack of the combat at hand, or pass")
        return self.why_nothing(g, order.arg)

    def why_nothing(self, g: State, place: Place) -> Refusal:
        """Why nothing can bombard a place."""
        both = [why_not_hit(g, place, type_) for type_ in (NAVAL, AERIAL)]
        return next(filter(None, both), None) or Refusal("6.2-01", f"nothing that you have reaches {place_name(place)}")

    def why_not_muster(self, g: State, order: Order) -> Refusal:
        """Why ships or bombers do not take part."""
        if order.verb == SAIL.name:
            mixed = Refusal("6.2-03", "ships and aircraft bombard apart") if self.strike.bombers else None
            refusal = mixed or why_not_sail(g, self.army, order.arg, self.place)
        elif order.verb == FLY.name:
            mixed = Refusal("6.2-03", "ships and aircraft bombard apart") if self.strike.ships else None
            refusal = mixed or why_not_bomb(g, self.army, order.arg, self.place)
        else:
            refusal = self.why_not_split(g, order.arg) if order.verb == SPLIT.name else None
        return refusal or Refusal("6.2-08", "name ships or bombers that do not take part yet, then fire")

    def why_not_spend(self, g: State, order: Order) -> Refusal:
        """Why that many points cannot be spent."""
        return Refusal(
            "6.2-10", f"{NAVAL_IDS[self.ships]} has {naval.left(g, self.ships)} points left: spend 1 or more"
        )


def is_carpet(g: State, strike: Strike) -> bool:
    """Whether heavy bombers take part (9.4-01)."""
    return any(air.counter(g, counter).cup is Cup.HEAVY for counter in strike.bombers)


def strike_place(g: State, strike: Strike, place: Place, side: int) -> None:
    """A place is bombarded: the die, and what it does to the stack of a side there."""
    g.bombarded[strike.type] |= 1 << place
    points, causes, die = points_of(g, strike), adjustments(g, strike, place), g.chance.die()
    modifier = sum(by for _, by in causes)
    levels = g.campaign.tables.bombardment.levels(points, die + modifier) if points else 0
    g.tell_result(
        "bombarded", "6.2-08", step=True, attack=points, die=die, shifts=causes,
        outcome=(f"A{levels}" if levels else "-",), place=place, ships=tuple(ships for ships, _ in strike.ships),
        bombers=strike.bombers,
    )  # fmt: skip
    affect(g, place, side, levels, "6.2-09")


@dataclass
class Preliminary(Procedure[None]):
    """The bombardment before the landings: any beach or battery hex, by air and by sea (10.A.1-04, -05)."""

    def begin(self, g: State) -> Next:
        """The US first."""
        return call(Bombardment(US, self.targets(g, US)), then=self.british)

    def british(self, g: State, _: None) -> Next:
        """Then the British."""
        return call(Bombardment(BRITISH, self.targets(g, BRITISH)), then=self.over)

    def over(self, g: State, _: None) -> Next:
        """The waves may come."""
        return done()

    def targets(self, g: State, army: int) -> tuple[Hex, ...]:
        """The beaches of an army with Germans in them, and the batteries in range of its beaches (8-06)."""
        own = [beach for beach in g.campaign.ground.beaches.values() if beach.army is ARMY_NAMES[army]]
        initials = {beach.initial for beach in own}
        batteries = zip(BATTERIES, g.campaign.counters.battery.values(), strict=True)
        homes = {g.where[battery] for battery, one in batteries if initials & set(one.beaches)}
        hexes = {GRID.at(beach.hex) for beach in own}
        return tuple(sorted(hex_ for hex_ in hexes | homes if hex_ >= 0 and g.defenders_in(hex_, GERMAN)))


# -- coastal batteries (6.2.a) --------------------------------------------------------------------


def why_not_operational(g: State, battery: int) -> Refusal | None:
    """Why a battery cannot fire; None if it is operational (6.2.a-02)."""
    place, name = g.where[battery], PIECE_IDS[battery]
    if place < 0:
        return Refusal("6.2.a-06", f"{name} has been lost")
    if g.in_confusion(place) or g.level[battery] or g.affected.get(place):
        return Refusal("6.2.a-02", f"{name} is in confusion, disorganised or stunned")
    return None


def batteries_on(g: State, hex_: Hex) -> list[int]:
    """The operational batteries that reach a beach hex (6.2.a-03)."""
    beach = g.campaign.ground.beach_at.get(hex_)
    if beach is None:
        return []
    initial, counters = g.campaign.ground.beaches[beach].initial, g.campaign.counters.battery.values()
    reach = zip(BATTERIES, counters, strict=True)
    return [one for one, counter in reach if initial in counter.beaches and why_not_operational(g, one) is None]


@dataclass
class CoastalFire(Procedure[None]):
    """A unit has landed on a beach: once in a phase the German may fire all batteries in range at it (6.2.a)."""

    unit: int

    def about(self, g: State) -> About:
        """The unit that lands."""
        return About(unit=self.unit, target=g.where[self.unit])

    def begin(self, g: State) -> Next:
        """6.2.a-01: if he still can; a storm stops batteries as all others (6.2-12)."""
        if g.battery_fired or g.storm or not batteries_on(g, g.where[self.unit]):
            return done()
        return self.choose

    def choose(self, g: State) -> Next:
        """He decides as each unit lands."""
        prompt = f"Fire the batteries at {PIECE_IDS[self.unit]}?"
        return ask(SEATS[GERMANS], prompt, [FIRE, PASS], then=self.chosen, why=self.why_not, rule="6.2.a")

    def chosen(self, g: State, order: Order) -> Next:
        """6.2.a-04: a point for each battery; -05: nobody else in the hex suffers."""
        if order is PASS:
            return done()
        g.battery_fired = True
        batteries = batteries_on(g, g.where[self.unit])
        die = g.chance.die()
        levels = g.campaign.tables.bombardment.levels(len(batteries), die)
        g.tell_result(
            "coastal_fire", "6.2.a-04", step=True, attack=len(batteries), die=die,
            outcome=(f"A{levels}" if levels else "-",), unit=self.unit, units=tuple(batteries), hex=g.where[self.unit],
        )  # fmt: skip
        affect_alone(g, self.unit, levels, "6.2.a-05")
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Nothing else is asked."""
        return Refusal("6.2.a-01", "fire the batteries, or pass")
