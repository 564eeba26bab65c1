"""Commando assaults (10.9.3) and beach assaults (10.9.4)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.fire_movement.airborne import LandingAttacks
from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS
from bocage.games.fire_movement.combat import (
    Column,
    LoseStep,
    Parties,
    find_column,
    roll,
)
from bocage.games.fire_movement.content import CommandoAssault
from bocage.games.fire_movement.reinforcements import BEACH_LIMIT
from bocage.games.fire_movement.results import RETREAT_OF_ATTACKER
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.support import (
    Placed,
    SupportFire,
    cups_for,
    lose_marker_of_value,
    worth,
)
from bocage.games.fire_movement.words import AT, ATTACK, GRID, STAY, TO, UNIT_IDS, Cup, unit_number
from bocage.hexes import Hex, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done


@dataclass
class CommandoAssaults(Procedure[None]):
    """Commando and ranger assaults, one after another (10.9.3)."""

    doing = "commando_assaults"
    number: int = 0
    may_move: bool = False  # the unit whose die has just been thrown

    def commandos(self, g: State) -> list[CommandoAssault]:
        """The commando and ranger units of all areas in use."""
        return [commando for area in g.battle.areas for commando in area.commandos]

    def begin(self, g: State) -> Next:
        """Place the next unit in a free hex of its list; if there is none the raid takes place all the same."""
        commandos = self.commandos(g)
        if self.number == len(commandos):
            return done()
        commando = commandos[self.number]
        hexes = list(map(GRID.at, commando.hexes))
        hexes = [hex_ for hex_ in hexes if self.is_free(g, hex_)] or hexes
        if len(hexes) == 1:
            return self.assault(g, AT[hexes[0]])
        prompt = f"Where does {commando.unit} land?"
        return ask(SEATS[ALLIED], prompt, [AT[hex_] for hex_ in hexes], then=self.assault, rule="12.4-12")

    def about(self, g: State) -> About:
        """The commandos whose turn it is; they have been counted when they may move on."""
        if not g.awaits(self.assault, self.moved):
            return About()
        number = self.number if g.awaits(self.assault) else self.number - 1
        return About(unit=unit_number(self.commandos(g)[number].unit))

    def is_free(self, g: State, hex_: Hex) -> bool:
        """Free of Germans and of other units, but for a beach landing hex that has room."""
        if g.units_in[GERMAN][hex_]:
            return False
        return not g.units_in[ALLIED][hex_] or bool(g.beachheads >> hex_ & 1 and g.units_in[ALLIED][hex_] < BEACH_LIMIT)

    def assault(self, g: State, order: Order) -> Next:
        """One die decides (10.9.3-03)."""
        commando = self.commandos(g)[self.number]
        unit = unit_number(commando.unit)
        self.number += 1
        g.put(unit, order.arg)
        g.grounded |= 1 << unit
        if g.beachheads >> order.arg & 1:
            g.ashore |= 1 << unit  # 10.9.1-12: assaults are all that units in a landing hex do before the end of GT 1
        die = g.chance.die()
        g.tell_result("commando_roll", "10.9.3-03", step=True, unit=unit, hex=order.arg, die=die)
        if die == 1:
            g.eliminate(unit, "10.9.3-04")
            if g.units_in[GERMAN][order.arg]:
                g.enter(GERMAN, order.arg)  # who never left it
            return self.begin
        if die < 6:
            g.deplete(unit, "10.9.3-05" if die < 4 else "10.9.3-06")
        if die in (4, 5) and commando.marker_lost_on_4_5 is not None:
            lose_marker_of_value(g, commando.marker_lost_on_4_5, "10.9.3-07", raiders=commando.unit)
        if die == 6:
            lose_marker_of_value(g, commando.marker_lost_on_6, "10.9.3-08", raiders=commando.unit)
        self.may_move = die >= 4
        return call(LandingAttacks(), then=self.march)  # on Germans in its hex, if there are any (10.9.3-02)

    def march(self, g: State, _: object) -> Next:
        """Who came through with a 4 or better may move one hex."""
        unit = unit_number(self.commandos(g)[self.number - 1].unit)
        here = g.where[unit]
        if not self.may_move or here < 0:
            return self.begin
        return self.one_hex

    def one_hex(self, g: State) -> Next:
        """10.9.3-06: at once, whatever it costs."""
        unit = unit_number(self.commandos(g)[self.number - 1].unit)
        open_ = g.battle.zone_of[unit] & ~(g.occupied[ALLIED] | g.occupied[GERMAN])
        orders = [TO[hex_] for hex_ in GRID.neighbours[g.where[unit]] if open_ >> hex_ & 1]
        prompt = f"{UNIT_IDS[unit]} may move one hex"
        return ask(SEATS[ALLIED], prompt, [*orders, STAY], then=self.moved, why=self.why_not_move, rule="10.9.3-06")

    def moved(self, g: State, order: Order) -> Next:
        """One hex at once, whatever it costs."""
        if order is not STAY:
            unit = unit_number(self.commandos(g)[self.number - 1].unit)
            origin = g.where[unit]
            g.put(unit, order.arg)
            g.tell("moved", "10.9.3-06", unit=unit, path=(order.arg,), origin=origin, cost=0)
        return self.begin

    def why_not_move(self, g: State, order: Order) -> Refusal:
        """Why the commando cannot go to a hex."""
        unit = unit_number(self.commandos(g)[self.number - 1].unit)
        if order.verb != "to":
            return Refusal("10.9.3-06", "the commando may move one hex now, or stay")
        hex_, label = order.arg, GRID.label(order.arg)
        if hex_ not in GRID.neighbours[g.where[unit]]:
            return Refusal("10.9.3-06", f"{label} is not one hex away")
        if g.units_in[GERMAN][hex_]:
            return Refusal("5.2-07", f"{label} holds an enemy unit")
        if g.at.get(hex_):
            return Refusal("5.3-03", f"{label} holds another unit, and units do not stack")
        return Refusal("5.2-08", f"{label} is not land in play")


@dataclass
class BeachAssaults(Procedure[None]):
    """One combat in each beach landing hex (10.9.4), in the order the Allied player likes (8.0-09)."""

    doing = "beach_assaults"
    hexes: tuple[Hex, ...] = ()

    def begin(self, g: State) -> Next:
        """Every beach landing hex; there is somebody in each, or its marker would be gone (10.9.1-14)."""
        self.hexes = tuple(members(g.beachheads))
        return self.choose

    def choose(self, g: State, _: object = None) -> Next:
        """The next beach."""
        if not self.hexes:
            return done()
        orders = [ATTACK[hex_] for hex_ in self.hexes]
        if len(orders) == 1:
            return self.assault(g, orders[0])
        return ask(SEATS[ALLIED], "Which beach is assaulted next?", orders, then=self.assault, rule="10.9.4-01")

    def assault(self, g: State, order: Order) -> Next:
        """All units in the hex fight for it before the next is named (10.9.4-01)."""
        hex_ = order.arg
        self.hexes = tuple(other for other in self.hexes if other != hex_)
        return call(BeachAssault(hex_, tuple(sorted(g.at[hex_]))), then=self.choose)


def beach_column(
    g: State,
    target: Hex,
    attackers: tuple[int, ...],
    attack_markers: tuple[Placed, ...] = (),
    defence_markers: tuple[Placed, ...] = (),
) -> Column:
    """The column of a beach assault: defence zero, one of two lines of its own (10.9.4-04 to -06)."""
    attack = sum(map(g.attack_of, attackers))
    attack += sum(worth(g, cup, m, target, attacking=True) for cup, m in attack_markers)
    defence = sum(worth(g, cup, m, target, attacking=False) for cup, m in defence_markers)
    special = g.battle.table.special
    line = special["beach_assault_in_ezoc" if g.in_ezoc(ALLIED, target) else "beach_assault"]
    return find_column(g, attack, defence, line)


@dataclass
class BeachAssault(Procedure[None]):
    """The assault in one beach landing hex."""

    doing = "beach_assault"
    target: Hex
    attackers: tuple[int, ...]

    def begin(self, g: State) -> Next:
        """Both sides may use markers, the Allies naval gunfire too (10.9.4-03)."""
        return call(self.support(g), then=self.resolve)

    def support(self, g: State) -> SupportFire:
        """The markers that both sides may place."""
        armies = {g.battle.army[unit] for unit in self.attackers}
        return SupportFire(ALLIED, cups_for(g, armies, naval=True), (Cup.GERMAN,), self.target)

    def about(self, g: State) -> About:
        """The assault; the beach itself defends."""
        return About(target=self.target, attackers=self.attackers)

    def resolve(self, g: State, markers: tuple[tuple[Placed, ...], tuple[Placed, ...]]) -> Next:
        """10.9.4-07 and -08: with no defender only the attackers can suffer."""
        column = beach_column(g, self.target, self.attackers, *markers)
        result = roll(
            g, column, "10.9.4", Parties(self.attackers), hex=self.target, side=ALLIED, combat="beach_assault"
        )
        if result == "Ae":
            for unit in self.attackers:
                g.eliminate(unit, "8.2.4-07")
        elif result in RETREAT_OF_ATTACKER:
            for unit in self.attackers:
                g.deplete(unit, "10.9.4-08")
        elif result in ("Ex", "(A)"):
            return call(LoseStep(self.attackers, "10.9.4-07", SEATS[ALLIED]), then=self.settle)
        return self.settle(g, None)

    def settle(self, g: State, _: object) -> Next:
        """10.9.4-09: a beach on which everybody is lost is lost with them."""
        if not g.units_in[ALLIED][self.target]:
            g.beachheads &= ~(1 << self.target)
            g.tell_result("beachhead_lost", "10.9.4-09", hex=self.target, assaulted=True)
        return done()
