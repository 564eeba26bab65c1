"""Counterattack (6.9): the defender tries at once to regain the hex that he has lost."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.bloody_summer.advance import move, why_not_go
from bocage.games.bloody_summer.campaign import SEATS
from bocage.games.bloody_summer.fight import Fight, Fought, alive, attack_value
from bocage.games.bloody_summer.pieces import HEADQUARTERS, PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import GRID, SIZE, place_name
from bocage.games.bloody_summer.resolution import Resolution
from bocage.games.bloody_summer.sentences import place_title
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.support import leads, pay, why_not_pay, why_not_ready
from bocage.games.bloody_summer.words import COUNTERATTACK, DECLARE, HALT, PASS, TO, WITH
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done


@dataclass
class Counterattack(Procedure[None]):
    """The defender of a hex that was lost may attack whoever has advanced into it, or take it back if it is empty."""

    target: Hex
    army: int  # that has lost it
    side: int
    retreated: tuple[int, ...]
    hq: int = NOBODY
    attackers: tuple[int, ...] = ()
    unit: int = -1  # that comes up from farther away

    def about(self, g: State) -> About:
        """The hex that is fought for."""
        return About(target=self.target, attackers=self.attackers, unit=self.unit, unit_verb=WITH.name)

    # -- who ----------------------------------------------------------------------------------

    def near(self, g: State) -> HexSet:
        """6.9-05: the hexes of the retreated units, and those next to them or to the lost hex."""
        homes = mask(g.where[unit] for unit in alive(g, self.retreated) if g.on_map(unit))
        return GRID.spread(homes) | homes | mask(GRID.neighbours[self.target])

    def is_empty(self, g: State) -> bool:
        """Whether nobody holds the lost hex (6.9-03)."""
        return not g.occupied[1 - self.side] >> self.target & 1

    def why_not_unit(self, g: State, hq: int, unit: int) -> Refusal | None:
        """Why a unit may not take part under a headquarters."""
        name, place = PIECE_IDS[unit], g.where[unit]
        if unit >= UNITS or g.campaign.side[unit] != self.side or not 0 <= place < SIZE:
            return Refusal("6.9-05", f"{name} is no unit of yours on the map")
        if not self.near(g) >> place & 1:
            return Refusal("6.9-05", f"{name} is next neither to the lost hex nor to those who retreated")
        if unit in self.attackers:
            return Refusal("6.9-05", f"{name} takes part already")
        if g.resting >> unit & 1:
            return Refusal("1.1.1.3.b-05", f"{name} is at rest")
        if not leads(g, hq, unit):
            return Refusal("6.9-02", f"{name} is not under {PIECE_IDS[hq]}")
        if self.is_empty(g):
            return why_not_go(g, unit, self.target)
        if not attack_value(g, unit):
            return Refusal("7.4-04", f"{name} has no attack value")
        if not self.starts(g, unit):
            return Refusal("6.9-06", f"{name} cannot come next to {place_name(self.target)} with one hex")
        return None

    def starts(self, g: State, unit: int) -> list[Hex]:
        """From where a unit can attack: where it is, or a hex to which it moves (6.9-06)."""
        here, beside = g.where[unit], g.campaign.around[self.target]
        if beside >> here & 1:
            return [here]
        return [hex_ for hex_ in members(beside & g.campaign.around[here]) if why_not_go(g, unit, hex_) is None]

    def able(self, g: State, hq: int) -> list[int]:
        """The units that may take part under a headquarters."""
        places = members(self.near(g) & g.occupied[self.side])
        units = [unit for place in places for unit in g.units_in(place, self.side)]
        return sorted(unit for unit in units if self.why_not_unit(g, hq, unit) is None)

    def why_not_hq(self, g: State, hq: int) -> Refusal | None:
        """Why a headquarters may not lead it (6.9-02, 6.9-04)."""
        name, place, reach = PIECE_IDS[hq], g.where[hq], g.campaign.tables.control.support_range
        if g.campaign.army[hq] != self.army or not 0 <= place < SIZE:
            return Refusal("6.9-02", f"{name} is no headquarters of the defender on the map")
        if GRID.distance(place, self.target) > reach:
            return Refusal("6.9-02", f"{name} is not within two hexes of {place_name(self.target)}")
        if refusal := why_not_ready(g, hq) or (None if self.is_empty(g) else why_not_pay(g, hq)):
            return refusal._replace(rule="6.9-04") if refusal.rule == "5.3-07" else refusal
        if not self.able(g, hq):
            return Refusal("6.9-05", f"{name} has no units that can counterattack")
        return None

    # -- the counterattack --------------------------------------------------------------------

    def begin(self, g: State) -> Next:
        """If any headquarters can."""
        return self.choose if self.leaders(g) else done()

    def leaders(self, g: State) -> list[int]:
        """The headquarters that can lead it."""
        return [hq for hq in HEADQUARTERS if self.why_not_hq(g, hq) is None]

    def choose(self, g: State) -> Next:
        """6.9-01: the defender of the combat may."""
        orders = [*(COUNTERATTACK[hq] for hq in self.leaders(g)), PASS]
        prompt = f"Counterattack {place_title(self.target)}?"
        return ask(SEATS[self.army], prompt, orders, then=self.chosen, why=self.why_not, rule="6.9")

    def chosen(self, g: State, order: Order) -> Next:
        """Under a headquarters, or not at all."""
        if order is PASS:
            return done()
        self.hq = order.arg
        return self.muster

    def muster(self, g: State) -> Next:
        """The units one by one."""
        able = self.able(g, self.hq)
        finish = HALT if self.is_empty(g) else DECLARE
        if not able:
            return self.attack
        orders = [*(WITH[unit] for unit in able), *([finish] if self.attackers else [])]
        prompt = f"Who counterattacks {place_title(self.target)}?"
        return ask(SEATS[self.army], prompt, orders, then=self.mustered, why=self.why_not_with, rule="6.9")

    def mustered(self, g: State, order: Order) -> Next:
        """One more, or all are named."""
        if order in (HALT, DECLARE):
            return self.attack
        if self.is_empty(g):
            move(g, order.arg, self.target)
            self.attackers = (*self.attackers, order.arg)
            return self.muster
        self.unit = order.arg
        starts = self.starts(g, self.unit)
        return self.come_up if len(starts) > 1 else self.came_up(g, TO[starts[0]])

    def come_up(self, g: State) -> Next:
        """6.9-06: one hex, to be next to the lost one."""
        orders = [TO[hex_] for hex_ in self.starts(g, self.unit)]
        prompt = f"From where does {PIECE_IDS[self.unit]} attack?"
        return ask(SEATS[self.army], prompt, orders, then=self.came_up, why=self.why_not_from, rule="6.9")

    def came_up(self, g: State, order: Order) -> Next:
        """It is there."""
        if g.where[self.unit] != order.arg:
            origin = g.where[self.unit]
            g.put(self.unit, order.arg)
            g.tell("came_up", "6.9-06", unit=self.unit, hex=order.arg, origin=origin)
        g.fought_under[self.unit] = self.hq
        self.attackers, self.unit = tuple(sorted((*self.attackers, self.unit))), -1
        return self.muster

    def attack(self, g: State) -> Next:
        """6.9-04: a marker and the headquarters, if there is combat."""
        if self.is_empty(g):
            return done()
        pay(g, self.hq)
        g.finished |= 1 << self.hq
        fight = Fight("counterattack", self.side, self.target, self.attackers, self.hq)
        return call(Resolution(fight), then=self.fought)

    def fought(self, g: State, _: Fought) -> Next:
        """6.9-07: nothing follows from it."""
        return done()

    # -- refusals -----------------------------------------------------------------------------

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a headquarters does not lead a counterattack."""
        if order.verb != COUNTERATTACK.name or order.arg not in HEADQUARTERS:
            return Refusal("6.9-01", "counterattack under a headquarters, or pass")
        refusal = self.why_not_hq(g, order.arg)
        assert refusal is not None, "what is not refused is offered"
        return refusal

    def why_not_with(self, g: State, order: Order) -> Refusal:
        """Why a unit does not take part."""
        if order.verb != WITH.name:
            return Refusal("6.9-05", "name at least one unit that counterattacks")
        refusal = self.why_not_unit(g, self.hq, order.arg)
        assert refusal is not None, "what is not refused is offered"
        return refusal

    def why_not_from(self, g: State, order: Order) -> Refusal:
        """Why it does not attack from there."""
        return Refusal(
            "6.9-06", f"{PIECE_IDS[self.unit]} moves one hex, to a free hex next to {place_name(self.target)}"
        )
