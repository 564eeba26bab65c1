"""Bombardment: attacks with support fire markers alone (8.1)."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from bocage.games.fire_movement.battle import ALLIED, ARMIES, GERMAN, SEATS
from bocage.games.fire_movement.combat import Column, LoseStep, Parties, find_column, roll
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.results import NO_EFFECT_IN_BOMBARDMENT, RETREAT_OF_DEFENDER
from bocage.games.fire_movement.retreat import RetreatOrStand
from bocage.games.fire_movement.state import MINES, State, is_mines, value_of
from bocage.games.fire_movement.support import (
    AIRCRAFT,
    AIRCRAFT_CUPS,
    ARMY_OF_CUP,
    ARTILLERY,
    NAVAL_CUPS,
    Placed,
    draw,
    span_of,
    worth,
)
from bocage.games.fire_movement.words import BOMBARD, CUP_NAMES, DRAW, END, FIRE, GRID, UNIT_IDS, Cup
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done

RANGE = 2  # 10.8.1-10, 10.8.2-04
MOST_PER_HEX = 2  # 8.1-08
CUPS = (  # that each side bombards from
    tuple(cup for army in ARMIES for cup in (ARTILLERY[army], AIRCRAFT[army])),
    (Cup.GERMAN,),
)


def range_of(g: State, army: Army) -> HexSet:
    """Hexes that an army's artillery can bombard: within two of one of its own units."""
    return g.battle.grid.within(own_among(g, army, g.battle.grid.all), RANGE)


def is_in_range(g: State, army: Army, hex_: Hex) -> bool:
    """Whether an army's artillery can bombard a hex, by the same test as ``range_of``."""
    return bool(own_among(g, army, g.battle.grid.within(1 << hex_, RANGE)))


def own_among(g: State, army: Army, hexes: HexSet) -> HexSet:
    """Of some hexes those that hold a unit of an army: two Allied armies each keep to their own part of the map."""
    return hexes & g.occupied[GERMAN if army is Army.GERMAN else ALLIED] & g.battle.allowed[army]


def can_draw_for_bombardment(g: State, cup: int, taken: int) -> bool:
    """Whether a cup still has a marker for a bombardment when ``taken`` have been promised from it.

    Mines cannot be used, so they do not count (10.8.2-07).
    """
    return bisect_left(g.cups[cup], MINES) > taken  # cups are sorted, mines last


def usable_cups(g: State) -> list[Cup]:
    """The active side's cups that have a marker for a bombardment."""
    return [cup for cup in CUPS[g.active] if can_draw_for_bombardment(g, cup, 0)]


def full_hexes(g: State) -> list[Hex]:
    """Hexes at which as many markers have been aimed in this player turn as may be (8.1-08)."""
    return [hex_ for hex_, markers in g.bombarded.items() if markers >= MOST_PER_HEX]


def bombardment_column(g: State, target: int, markers: tuple[Placed, ...]) -> Column:
    """The column of a bombardment: markers against the unit's defence, hex terrain only (8.1.2)."""
    hex_ = g.where[target]
    attack = sum(worth(g, cup, marker, hex_, attacking=True) for cup, marker in markers)
    return find_column(g, attack, g.defence_of(target), g.battle.hex_line[hex_])


@dataclass
class BombardmentPhase(Procedure[None]):
    """The active player bombards as many enemy units as he likes and has markers for (8.1)."""

    doing = "bombardment"
    target: int = -1
    cups: tuple[int, ...] = ()

    def begin(self, g: State) -> Next:
        """No unit has been bombarded in this phase yet."""
        g.attacked = 0
        g.bombarded = {}
        return self.choose

    def about(self, g: State) -> About:
        """The unit under fire, once it is named."""
        return About(target=g.where[self.target], defender=self.target) if self.target >= 0 else About()

    def choose(self, g: State) -> Next:
        """8.1.2 step 1: name the unit."""
        self.target, self.cups = -1, ()
        cups = usable_cups(g)
        in_range: HexSet = 0
        if not AIRCRAFT_CUPS.isdisjoint(cups):
            in_range = g.battle.playable  # 10.8.1-11
        else:
            for cup in cups:
                in_range |= range_of(g, ARMY_OF_CUP[cup])
        in_range &= g.occupied[1 - g.active] & ~mask(full_hexes(g))
        attacked = g.attacked
        orders = [BOMBARD[unit] for hex_ in members(in_range) for unit in g.at[hex_] if not attacked >> unit & 1]
        if not orders:
            if not attacked and not g.hushed:
                g.tell_result("no_bombardment", "8.1-05", side=SEATS[g.active], empty=not cups)
            return done()
        prompt = "Bombard a unit, or end the phase"
        return ask(SEATS[g.active], prompt, [*orders, END], then=self.chosen, why=self.why_not_target, rule="8.1")

    def chosen(self, g: State, order: Order) -> Next:
        """A target is named."""
        if order is END:
            return done()
        self.target = order.arg
        return self.choose_cup

    def offers(self, g: State) -> list[Order]:
        """Cups with a marker left for this target."""
        hex_ = g.where[self.target]
        if len(self.cups) + g.bombarded.get(hex_, 0) >= MOST_PER_HEX:
            return []
        return [
            DRAW[cup]
            for cup in CUPS[g.active]
            if can_draw_for_bombardment(g, cup, self.cups.count(cup))
            and (cup in AIRCRAFT_CUPS or is_in_range(g, ARMY_OF_CUP[cup], hex_))
        ]

    def choose_cup(self, g: State) -> Next:
        """8.1.2 step 2: one or two markers; number and cups are settled before any is drawn (8.1-06)."""
        orders = self.offers(g)
        if self.cups:
            if not orders:
                return self.fire
            orders.append(FIRE)
        what = f"{UNIT_IDS[self.target]} in {GRID.label(g.where[self.target])}"
        which = "with a second marker, or with one?" if self.cups else "from which cup?"
        prompt = f"Bombard {what} {which}{'' if self.cups or g.hushed else self.why_not_all(g)}"
        return ask(SEATS[g.active], prompt, orders, then=self.took, why=self.why_not_cup, rule="8.1.2")

    def why_not_all(self, g: State) -> str:
        """Why some of a side's markers cannot be used against the target."""
        offered = [order.arg for order in self.offers(g)]
        own = [cup for cup in Cup if g.pool[cup] and (ARMY_OF_CUP[cup] is Army.GERMAN) == (g.active == GERMAN)]
        reasons = dict.fromkeys(self.why_not_cup(g, DRAW[cup]).sentence for cup in own if cup not in offered)
        return f" ({'; '.join(reasons)})" if reasons else ""

    def took(self, g: State, order: Order) -> Next:
        """One more marker, or no more."""
        if order is FIRE:
            return self.fire
        self.cups = (*self.cups, order.arg)
        if self.offers(g):  # he is asked for a second one
            g.tell_result(
                "marker_chosen", "8.1.2", step=True, unit=self.target, hex=g.where[self.target], side=SEATS[g.active],
                cup=CUP_NAMES[order.arg], span=plain_span(g, order.arg),
            )  # fmt: skip
        return self.choose_cup

    def fire(self, g: State) -> Next:
        """8.1.2 steps 3 and 4: draw, compare, throw the die."""
        target, hex_ = self.target, g.where[self.target]
        spans = tuple(plain_span(g, cup) for cup in self.cups)
        markers = tuple((cup, self.draw_usable(g, cup)) for cup in self.cups)
        g.attacked |= 1 << target
        g.bombarded[hex_] = g.bombarded.get(hex_, 0) + len(markers)
        values = tuple(value_of(marker) for _, marker in markers)
        g.tell_result(
            "bombardment", "8.1.2", step=True, unit=target, hex=hex_, side=SEATS[g.active], markers=values,
            cups=tuple(CUP_NAMES[cup] for cup in self.cups), spans=spans,
            beside=tuple(sorted(unit for unit in g.at[hex_] if unit != target)),
        )  # fmt: skip
        column = bombardment_column(g, target, markers)
        parties = Parties(friends_beside(g, hex_), target)
        result = roll(g, column, "8.1.2", parties, hex=hex_, side=g.active, combat="bombardment")
        if result == "De":
            g.eliminate(target, "8.2.4-01")
        elif result in RETREAT_OF_DEFENDER:
            return call(RetreatOrStand((target,), RETREAT_OF_DEFENDER[result], bombardment=True), then=self.over)
        elif result == "(A)":  # friendly fire (8.1.3-03)
            return call(LoseStep(friends_beside(g, hex_), "8.1.3-03", SEATS[g.active]), then=self.over)
        else:
            assert result in NO_EFFECT_IN_BOMBARDMENT
        return self.choose

    def draw_usable(self, g: State, cup: int) -> int:
        """Draw a marker; mines are put aside for later and another is drawn (10.8.2-07)."""
        while True:
            marker = draw(g, cup)
            if not is_mines(marker):
                return marker
            g.mines_aside = (*g.mines_aside, marker)
            g.tell_result("mines_aside", "10.8.2-07", value=value_of(marker))

    def over(self, g: State, _: object) -> Next:
        """On to the next bombardment."""
        return self.choose

    # -- refusals -----------------------------------------------------------------------------

    def why_not_target(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot be bombarded."""
        if order.verb != "bombard":
            return Refusal("4.1-03", f"'{order}' has no place in the {g.phase}")
        unit, name = order.arg, UNIT_IDS[order.arg]
        if g.where[unit] < 0:
            return Refusal("8.1-05", f"{name} is not on the map")
        if g.battle.side[unit] == g.active:
            return Refusal("8.1-05", f"{name} is not an enemy unit")
        if g.attacked >> unit & 1:
            return Refusal("8.0-05", f"{name} has been bombarded in this phase already")
        if g.bombarded.get(g.where[unit], 0) >= MOST_PER_HEX:
            return Refusal("8.1-08", f"two markers have bombarded {GRID.label(g.where[unit])} in this player turn")
        if g.active == GERMAN:
            return Refusal("10.8.2-04", f"{name} is more than {RANGE} hexes from your units")
        if g.battle.grid.within(g.occupied[ALLIED], RANGE) >> g.where[unit] & 1:
            return Refusal(
                "10.8.1-10",
                f"no aircraft marker is left, and artillery reaches {RANGE} hexes from units of its own army: "
                f"no army with a marker left has one so near to {name}",
            )
        return Refusal(
            "10.8.1-10", f"{name} is more than {RANGE} hexes from your units, and no aircraft marker is left"
        )

    def why_not_cup(self, g: State, order: Order) -> Refusal:
        """Why a cup cannot be used against the target."""
        if order is FIRE:
            return Refusal("8.1.2-03", "a bombardment needs at least one marker")
        if order.verb != "draw":
            return Refusal("8.1.2-02", "the target is named: choose a cup")
        cup, name = order.arg, CUP_NAMES[order.arg]
        if cup in NAVAL_CUPS:
            return Refusal("10.8.1-03", "naval gunfire supports beach assaults only")
        if (ARMY_OF_CUP[Cup(cup)] is Army.GERMAN) != (g.active == GERMAN):
            return Refusal("7.1-02", f"the {name} cup belongs to the other side")
        if not can_draw_for_bombardment(g, cup, self.cups.count(cup)):
            rule = "10.6-06" if g.foul_weather and cup in AIRCRAFT_CUPS else "7.2-03"
            return Refusal(rule, f"the {name} cup has no marker left in this game turn")
        return Refusal("10.8.1-10", f"{UNIT_IDS[self.target]} is out of range of the {name} cup")


def plain_span(g: State, cup: int) -> tuple[int, int]:
    """The least and the greatest value that a cup holds for a bombardment, without mines (10.8.2-07)."""
    return span_of(marker for marker in g.cups[cup] if not is_mines(marker))


def friends_beside(g: State, hex_: Hex) -> tuple[int, ...]:
    """Units of the bombarding side next to a hex, which friendly fire may hit (8.1.3-03)."""
    side = g.battle.side
    return tuple(sorted(u for near in GRID.neighbours[hex_] for u in g.at.get(near, ()) if side[u] == g.active))
