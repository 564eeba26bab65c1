"""The landings of 6 June (rulebook 10.A.1, 10.B.1): DD tanks, assaults from the sea, the second and the last wave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bocage.games.bloody_summer import boxes, landing, results
from bocage.games.bloody_summer.bombardment import CoastalFire
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, SEATS
from bocage.games.bloody_summer.combat import Combat
from bocage.games.bloody_summer.fight import Fight, Fought
from bocage.games.bloody_summer.pieces import MOBILE, PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import (
    GRID,
    OFFSHORE,
    SECOND_WAVE,
    SIZE,
    STRATEGIC_RESERVE,
    WAVES,
    Place,
    Wave,
    place_name,
)
from bocage.games.bloody_summer.stacking import fits, why_not_stack
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.words import AT, ATTACK, END, HALT, LAND, TO
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done

BEST, WORST = 3, 6  # the adjusted dice between which the table of DD tanks tells apart
OMAHA: Final = "O"  # the initial of its beaches
RANGER_BEACH: Final = "Pointe du Hoc"


# -- who is afloat, and where he lands ------------------------------------------------------------------


def places_of(wave: Wave) -> set[Place]:
    """Where those are who land in a wave: also those whom an earlier one left behind or who were driven back."""
    if wave == "first":
        return {place for (which, _), place in WAVES.items() if which == "first"}
    if wave == "second":
        return {place for (which, _), place in WAVES.items() if which != "last"} | {SECOND_WAVE}
    return {*WAVES.values(), SECOND_WAVE, STRATEGIC_RESERVE}


def afloat(g: State, wave: Wave, army: int) -> list[int]:
    """The pieces of an army that may land in a wave."""
    places = places_of(wave)
    return [
        piece
        for place in sorted(places)
        for piece in g.pieces_in(place, ALLIED)
        if piece < MOBILE and g.campaign.army[piece] == army
    ]


def hex_of(g: State, beach: str) -> Hex:
    """The hex of a beach, or of Pointe du Hoc."""
    ground = g.campaign.ground
    return ground.pointe_du_hoc if beach == RANGER_BEACH else GRID.at(ground.beaches[beach].hex)


def omaha_hexes(g: State) -> HexSet:
    """The hexes of Omaha."""
    return mask(GRID.at(beach.hex) for beach in g.campaign.ground.beaches.values() if beach.initial == OMAHA)


def landing_hexes(g: State, piece: int) -> HexSet:
    """Where a piece lands on 6 June; the 5th Ranger by its die (10.A.1.b-02, 10.A.1.b-05)."""
    entry = g.campaign.content.entry(PIECE_IDS[piece])
    if entry.beach is not None:
        return 1 << hex_of(g, entry.beach)
    if entry.kind == "commandos":
        return g.campaign.ground.commandos
    if entry.kind == "second_wave_by_die":
        return g.ranger_hexes or omaha_hexes(g)
    return 0


def is_special(g: State, piece: int) -> bool:
    """Rangers and commandos, whom a landing does not stop (4.4-06)."""
    return piece < UNITS and g.campaign.units[piece].special_forces


def is_held(g: State, hex_: Hex) -> bool:
    """Whether only Germans are in a hex: landing there is an assault from the sea."""
    return bool(g.pieces_in(hex_, GERMAN)) and not g.defenders_in(hex_, ALLIED)


def why_not_land(g: State, piece: int, hex_: Hex) -> Refusal | None:
    """The rule that keeps a piece from coming ashore in a hex without an assault of its wave, or None."""
    name = PIECE_IDS[piece]
    if g.where[piece] in landing.BEACHES_BEFORE:
        return landing.why_not_from_across(g, piece, hex_)
    if g.where[piece] not in OFFSHORE and g.where[piece] != STRATEGIC_RESERVE:
        return Refusal("10.A.1.b-04", f"{name} is not at sea")
    if not landing_hexes(g, piece) >> hex_ & 1:
        return Refusal("10.A.1.a-01", f"{name} does not land in {place_name(hex_)}")
    if is_held(g, hex_) and not is_special(g, piece):
        return Refusal("10.A.1.a-01", f"{place_name(hex_)} must be assaulted from the sea first")
    return why_not_stack(g, hex_, piece)


def hexes_to_land(g: State, piece: int) -> list[Hex]:
    """Where a piece can come ashore now without an assault of its wave."""
    across = landing.beaches_across(g, piece)
    return [hex_ for hex_ in (across or members(landing_hexes(g, piece))) if why_not_land(g, piece, hex_) is None]


def assault_waves(g: State, wave: Wave, army: int) -> dict[Hex, tuple[int, ...]]:
    """The hexes that units of an army can assault from the sea, with those who do, as many as may be together."""
    found: dict[Hex, tuple[int, ...]] = {}
    for unit in afloat(g, wave, army):
        if unit < UNITS and (wave == "first" or not is_special(g, unit)) and landing_hexes(g, unit):
            hex_ = members(landing_hexes(g, unit))[0]
            if (wave == "first" or is_held(g, hex_)) and fits(g, hex_, *found.get(hex_, ()), unit):
                found[hex_] = (*found.get(hex_, ()), unit)
    return found


def assault_fight(g: State, wave: Wave, army: int, order: Order) -> Fight | None:
    """The fight to which an order to assault leads if all who swim reach the beach."""
    units = assault_waves(g, wave, army).get(order.arg, ()) if order.verb == ATTACK.name else ()
    return Fight("landing", ALLIED, order.arg, units) if units else None


# -- DD tanks (10.A.1.a-02) -----------------------------------------------------------------------------


def swim(g: State, unit: int, hex_: Hex) -> None:
    """A die decides how DD tanks reach the beach."""
    table, beach = g.campaign.tables.dd_tanks, g.campaign.units[unit].entry.beach
    die = g.chance.die()
    modifier = table.modifier.get(beach or "", 0)
    fate = table.die[min(max(die + modifier, BEST), WORST)]
    told = "last step" if fate == "step" and g.steps_of(unit) == 1 else fate
    g.tell_result(
        "dd_tanks", "10.A.1.a-02", step=True, die=die, modifier=modifier, outcome=(told,), unit=unit, hex=hex_
    )
    if fate == "lost":
        g.destroy(unit, "10.A.1.a-02")
    elif fate == "step" and g.steps_of(unit) > 1:
        results.lose_step(g, unit, "10.A.1.a-02")
    elif fate != "unharmed":
        results.disorganise(g, unit, 2 if fate == "step" else 1, "10.A.1.a-02")


def swims(g: State, unit: int) -> bool:
    """Whether a unit is one of DD tanks that has not left its landing craft yet."""
    if unit >= UNITS or not g.campaign.units[unit].dd_tanks:
        return False
    return g.where[unit] in places_of("first")


# -- an assault -----------------------------------------------------------------------------------------


@dataclass
class Assault(Procedure[None]):
    """Units land in a hex, under fire from the batteries, and attack on the spot whoever holds it (10.A.1.a-03)."""

    doing = "landing"
    hex: Hex
    units: tuple[int, ...]
    landed: tuple[int, ...] = ()
    from_sea: bool = True  # nobody was ashore before (6.11-09)

    def about(self, g: State) -> About:
        """The hex."""
        return About(target=self.hex, attackers=self.units)

    def begin(self, g: State) -> Next:
        """10.A.1.a-02: first the tanks swim."""
        g.tell("assault", "10.A.1.a-01", step=True, hex=self.hex, units=self.units)
        self.from_sea = not g.defenders_in(self.hex, ALLIED)
        for unit in self.units:
            if swims(g, unit):
                swim(g, unit, self.hex)
        return self.land(g, None)

    def land(self, g: State, _: None) -> Next:
        """One after the other."""
        left = [
            unit for unit in self.units if unit not in self.landed and g.where[unit] in (*OFFSHORE, STRATEGIC_RESERVE)
        ]
        if not left:
            return self.fight
        landing.put_ashore(g, left[0], self.hex)
        self.landed = (*self.landed, left[0])
        if g.campaign.ground.beach >> self.hex & 1:
            return call(CoastalFire(left[0]), then=self.land)
        return self.land(g, None)

    def fight(self, g: State) -> Next:
        """10.A.1.a-03."""
        there = tuple(unit for unit in self.landed if g.where[unit] == self.hex)
        if not there or not g.pieces_in(self.hex, GERMAN):
            return done()
        return call(Combat(self.hex, NOBODY, "landing" if self.from_sea else "turn_0", there), then=self.fought)

    def fought(self, g: State, _: Fought) -> Next:
        """10.A.1.a-06: whoever is still there with enemies is in confusion."""
        if g.in_confusion(self.hex):
            g.tell("confusion", "10.A.1.a-06", hex=self.hex)
        return done()


# -- the first wave -------------------------------------------------------------------------------------


@dataclass
class FirstWave(Procedure[None]):
    """The first wave lands and fights as the map says, beach by beach (10.A.1.a)."""

    doing = "landing"
    armies: tuple[int, ...] = ()

    def about(self, g: State) -> About:
        """A beach is chosen."""
        return About(target_verb=ATTACK.name)

    def begin(self, g: State) -> Next:
        """One army after the other."""
        self.armies = boxes.armies_of(g, ALLIED)
        return self.choose

    def choose(self, g: State) -> Next:
        """In the order its owner likes."""
        if not self.armies:
            return done()
        found = assault_waves(g, "first", self.armies[0])
        if len(found) < 2:
            return self.last_one
        orders = [ATTACK[hex_] for hex_ in found]
        seat = SEATS[self.armies[0]]
        return ask(
            seat, "Where does the first wave land next?", orders, then=self.chosen, why=self.why_not, rule="10.A.1"
        )

    def fight(self, g: State, order: Order) -> Fight | None:
        """The fight to which an order leads."""
        return assault_fight(g, "first", self.armies[0], order)

    def last_one(self, g: State) -> Next:
        """There is no choice."""
        found = assault_waves(g, "first", self.armies[0])
        if not found:
            self.armies = self.armies[1:]
            return self.choose
        return self.chosen(g, ATTACK[next(iter(found))])

    def chosen(self, g: State, order: Order) -> Next:
        """A beach is assaulted."""
        units = assault_waves(g, "first", self.armies[0])[order.arg]
        return call(Assault(order.arg, units), then=self.landed)

    def landed(self, g: State, _: None) -> Next:
        """The next one."""
        return self.choose

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why it cannot land there."""
        return Refusal("10.A.1.a-01", "the first wave lands on one of its beaches")


# -- the second and the last wave -----------------------------------------------------------------------


def roll_for_fifth_ranger(g: State) -> None:
    """Where the 5th Ranger lands: with the 2nd if it is at Pointe du Hoc and the die says so, else at Omaha."""
    point = g.campaign.ground.pointe_du_hoc
    for unit in g.pieces_in(SECOND_WAVE, ALLIED):
        if g.campaign.units[unit].entry.kind == "second_wave_by_die":
            die = g.chance.die()
            called = die <= g.campaign.tables.fifth_ranger.pointe_du_hoc_to
            there = called and any(is_special(g, friend) for friend in g.pieces_in(point, ALLIED))
            g.ranger_hexes = 1 << point if there else omaha_hexes(g)
            outcome = RANGER_BEACH if there else "Omaha"
            hex_ = members(g.ranger_hexes)[0]
            g.tell_result("fifth_ranger", "10.A.1.b-02", step=True, die=die, outcome=(outcome,), unit=unit, hex=hex_)


@dataclass
class FollowUp(Procedure[None]):
    """The second or the last wave comes ashore; whoever finds no room, or is not called, stays at sea."""

    doing = "landing"
    wave: Wave
    armies: tuple[int, ...] = ()
    unit: int = NOBODY  # in hand
    assaulting: bool = False  # it has landed where only Germans are

    def about(self, g: State) -> About:
        """The unit in hand."""
        return About(unit=self.unit, unit_verb=LAND.name, target_verb=ATTACK.name)

    def begin(self, g: State) -> Next:
        """One army after the other; the 5th Ranger's die first."""
        self.armies = boxes.armies_of(g, ALLIED)
        if self.wave == "second":
            roll_for_fifth_ranger(g)
        return self.choose

    def able(self, g: State) -> list[int]:
        """The pieces that can come ashore without an assault of their wave."""
        across = [unit for place in landing.BEACHES_BEFORE for unit in g.pieces_in(place, ALLIED)]
        own = [unit for unit in across if g.campaign.army[unit] == self.armies[0]]
        return [piece for piece in (*afloat(g, self.wave, self.armies[0]), *own) if hexes_to_land(g, piece)]

    def choose(self, g: State) -> Next:
        """Units that land, hexes that are assaulted, or nobody else."""
        if not self.armies:
            return done()
        orders = [LAND[piece] for piece in self.able(g)]
        orders += [ATTACK[hex_] for hex_ in assault_waves(g, self.wave, self.armies[0])]
        if not orders:
            return self.next_army
        prompt = f"Who of the {self.wave} wave lands?"
        seat, rule = SEATS[self.armies[0]], "10.A.1.b" if self.wave == "second" else "10.B.1"
        return ask(seat, prompt, [*orders, END], then=self.chosen, why=self.why_not, rule=rule)

    def fight(self, g: State, order: Order) -> Fight | None:
        """The fight to which an order leads."""
        if order is HALT and self.assaulting:
            return Fight("landing", ALLIED, g.where[self.unit], (self.unit,))
        return assault_fight(g, self.wave, self.armies[0], order)

    def next_army(self, g: State) -> Next:
        """The army is done."""
        self.armies = self.armies[1:]
        return self.choose

    def chosen(self, g: State, order: Order) -> Next:
        """An assault of all who can make it, a unit that lands, or the end."""
        if order is END:
            return self.next_army
        if order.verb == ATTACK.name:
            units = assault_waves(g, self.wave, self.armies[0])[order.arg]
            return call(Assault(order.arg, units), then=self.landed)
        self.unit = order.arg
        return self.ask_hex

    def landed(self, g: State, _: None) -> Next:
        """The next ones."""
        self.unit, self.assaulting = NOBODY, False
        return self.choose

    def ask_hex(self, g: State) -> Next:
        """Where, if there is a choice."""
        hexes = hexes_to_land(g, self.unit)
        if len(hexes) == 1:
            return self.land_only
        prompt = f"Where does {PIECE_IDS[self.unit]} land?"
        orders = [AT[hex_] for hex_ in hexes]
        return ask(g.seat(self.unit), prompt, orders, then=self.land, why=self.why_not_at, rule="10.A.1.b-05")

    def land_only(self, g: State) -> Next:
        """There is none."""
        return self.land(g, AT[hexes_to_land(g, self.unit)[0]])

    def land(self, g: State, order: Order) -> Next:
        """The unit is ashore."""
        self.assaulting = is_held(g, order.arg)
        landing.put_ashore(g, self.unit, order.arg)
        if self.unit < UNITS and g.campaign.ground.beach >> order.arg & 1:
            return call(CoastalFire(self.unit), then=self.ashore)
        return self.ashore(g, None)

    def ashore(self, g: State, _: None) -> Next:
        """4.4-06: Rangers and commandos do not stop on the beach."""
        if is_special(g, self.unit) and g.on_map(self.unit) and next_hexes(g, self.unit):
            return self.ask_onward
        return self.stay

    def ask_onward(self, g: State) -> Next:
        """4.4-07: one hex."""
        orders = [*(TO[hex_] for hex_ in next_hexes(g, self.unit)), HALT]
        prompt = f"Does {PIECE_IDS[self.unit]} go on inland?"
        return ask(g.seat(self.unit), prompt, orders, then=self.onward, why=self.why_not_onward, rule="4.4-06")

    def onward(self, g: State, order: Order) -> Next:
        """It is inland, or it stays."""
        if order is HALT:
            return self.stay
        origin = g.where[self.unit]
        g.put(self.unit, order.arg)
        g.tell("moved", "4.4-06", unit=self.unit, hex=order.arg, origin=origin, path=(order.arg,))
        return self.landed(g, None)

    def stay(self, g: State) -> Next:
        """Whoever stays among Germans alone attacks them from the sea."""
        place = g.where[self.unit]
        if self.assaulting and 0 <= place < SIZE and g.pieces_in(place, GERMAN):
            return call(Combat(place, NOBODY, "landing", (self.unit,)), then=self.fought)
        return self.landed(g, None)

    def fought(self, g: State, _: Fought) -> Next:
        """The next ones."""
        return self.landed(g, None)

    # -- refusals --

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit does not land, or a hex is not assaulted."""
        if order.verb == ATTACK.name:
            return Refusal("10.A.1.a-01", "nobody at sea can assault this hex")
        if order.verb != LAND.name:
            return Refusal("10.A.1.b-04", "units land now, one after the other")
        piece, name = order.arg, PIECE_IDS[order.arg]
        hexes: Sequence[Hex] = ()
        if (
            piece < MOBILE
            and g.campaign.army[piece] == self.armies[0]
            and piece in afloat(g, self.wave, self.armies[0])
        ):
            hexes = members(landing_hexes(g, piece))
        hexes = hexes or (landing.beaches_across(g, piece) if piece < UNITS else ())
        found = [why_not_land(g, piece, hex_) for hex_ in hexes]
        return next(filter(None, found), Refusal("10.A.1.b-04", f"{name} does not land in this wave"))

    def why_not_at(self, g: State, order: Order) -> Refusal:
        """Why a unit does not land in a hex."""
        if order.verb != AT.name:
            return Refusal("10.A.1.b-04", f"{PIECE_IDS[self.unit]} lands: choose its hex")
        return why_not_land(g, self.unit, order.arg) or Refusal("10.A.1.b-05", "it does not land there")

    def why_not_onward(self, g: State, order: Order) -> Refusal:
        """Why it does not go there."""
        return Refusal("4.4-06", f"{PIECE_IDS[self.unit]} goes on into an adjacent hex without enemies, or halts")


def next_hexes(g: State, unit: int) -> list[Hex]:
    """The hexes into which Rangers and commandos can go on from the beach: no enemies, or a confusion (6.11-04)."""
    around = members(g.campaign.around[g.where[unit]])
    open_ = [hex_ for hex_ in around if not g.pieces_in(hex_, GERMAN) or g.in_confusion(hex_)]
    return [hex_ for hex_ in open_ if fits(g, hex_, unit)]
