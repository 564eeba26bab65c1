"""The US Action Phase (4.V, 7): one division, then the other; any order of actions within each."""

from __future__ import annotations

from dataclasses import dataclass, field

from bocage.games.omaha_beach.actions import (
    acts_for_free,
    allotment,
    can_act,
    cost_together,
    marked,
    moves_for_free,
    those_with,
)
from bocage.games.omaha_beach.attack import AttackAction, attackable, why_not_lead, why_not_target
from bocage.games.omaha_beach.barrage import (
    barrage,
    barrageable,
    can_barrage,
    naval_barrage,
    naval_targets,
    why_no_naval_barrage,
    why_not_barrage,
)
from bocage.games.omaha_beach.battle import BOX, SEATS
from bocage.games.omaha_beach.ground import Ground, Path, ground, has_long_moves
from bocage.games.omaha_beach.leaders import led, take_command
from bocage.games.omaha_beach.losses import eliminate
from bocage.games.omaha_beach.movement import (
    MoveAction,
    can_climb_cliff,
    can_follow,
    is_preservation,
    moves,
    reach,
    shelter,
    ways_out,
    why_not_into,
    why_not_leave,
)
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.terms import counted
from bocage.games.omaha_beach.words import (
    ACT,
    ALONE,
    ATTACK,
    BARRAGE,
    CLIMB,
    DOWN,
    END,
    FIRST,
    GRID,
    LEAVE,
    LOSE,
    NAVAL,
    RECOVER,
    TO,
    UNIT_IDS,
    WITH,
)
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done
from bocage.kernel.wording import listed

ACTIONS = "US Actions"  # the name of the phase
STACKING = 2  # units in a hex when the phase ends (7.6)


@dataclass
class ActionPhase(Procedure[None]):
    """Both divisions act, then the tide and the stacking limit take their toll."""

    doing = "actions"
    waiting: tuple[int, ...] = ()  # divisions that have not acted

    def begin(self, g: State) -> Next:
        """Command is settled now for the whole phase; the player chooses who acts first (7.1-07, 7.2-02)."""
        g.phase = ACTIONS
        g.acted = g.moved_leaders = g.attacked = g.barraged = 0
        take_command(g)
        self.waiting = g.battle.divisions
        if len(self.waiting) > 1 and all(is_ashore(g, division) for division in self.waiting):
            orders = [FIRST[division] for division in self.waiting]
            return ask(SEATS[0], "Which division acts first?", orders, then=self.ordered, rule="7.2-02")
        return self.next_division

    def ordered(self, g: State, order: Order) -> Next:
        """The one named goes first."""
        self.waiting = (order.arg, *(d for d in self.waiting if d != order.arg))
        return self.next_division

    def next_division(self, g: State, _: object = None) -> Next:
        """All actions of one division before the other (7.2-02)."""
        if not self.waiting:
            return self.drown
        division, self.waiting = self.waiting[0], self.waiting[1:]
        return call(DivisionActions(division), then=self.next_division)

    def drown(self, g: State) -> Next:
        """Units under water are lost (5.21-03)."""
        drowned = in_the_water(g)
        if drowned:
            g.tell_result("tide", "5.21-03", step=True, units=drowned)
        for unit in drowned:
            eliminate(g, unit, "5.21-03")
        return done() if g.outcome is not None else self.crowds

    def crowds(self, g: State) -> Next:
        """More than two units in a hex: the player removes some (7.63)."""
        for place in sorted([place for place, units in g.at.items() if place < BOX and len(units) > STACKING]):
            units = g.units_at(place)
            if len(units) > STACKING:
                prompt = f"Too many units in {GRID.label(place)}: which is eliminated?"
                orders = [LOSE[unit] for unit in units]
                return ask(g.seat_of(units[0]), prompt, orders, then=self.crowded_out, rule="7.63-02")
        return done()

    def crowded_out(self, g: State, order: Order) -> Next:
        """One is gone."""
        eliminate(g, order.arg, "7.63-01")
        return done() if g.outcome is not None else self.crowds


def under_water(g: State) -> HexSet:
    """The hexes that the tide covers."""
    return g.battle.grid.all & ~g.battle.dry(g.turn)


def is_under_water(g: State, unit: int) -> bool:
    """Whether the tide covers the hex of a unit."""
    return bool(under_water(g) >> g.where[unit] & 1)


def in_the_water(g: State) -> tuple[int, ...]:
    """The units that drown if they stay where they are (5.21-03)."""
    flooded, spared = under_water(g), spared_by_tide(g)
    wet = [unit for place, units in g.at.items() if place < BOX and flooded >> place & 1 for unit in units]
    return tuple(unit for unit in wet if not spared >> unit & 1)


def spared_by_tide(g: State) -> int:
    """Mask of the units that do not drown: when the tide rises those that hang on a cliff (5.21-04)."""
    track = g.battle.track
    rises = track.during("low_belt_drowns", g.turn) or track.during("mid_belt_drowns", g.turn)
    return g.on_cliff if rises else 0


def is_ashore(g: State, division: int) -> bool:
    """Whether a division has a unit on the map."""
    return bool(those_with(g, g.ashore, division))


@dataclass
class DivisionActions(Procedure[None]):
    """The actions of one division: a unit at a time, until the player ends."""

    division: int
    spent: int = 0
    asked: bool = False

    def begin(self, g: State) -> Next:
        """Offer every unit that can do something; nothing is asked where nothing can be done."""
        orders: list[Order] = []
        acts, left, on, ready = False, self.left(g), ground(g), self.ready(g)
        recovering, paying = ready & g.disrupted, ready if left else marked(g) | led(g)
        for unit in members(ready & ~g.climbing | recovering):
            if recovering >> unit & 1:
                orders.append(RECOVER[unit])
            elif can_do_something(g, unit, on, pays=paying >> unit & 1 or g.heroes[unit]):
                orders.append(ACT[unit])
                acts = True
        ships = [NAVAL[h] for h in naval_targets(g)] if g.naval else []
        if not acts and not ships:
            if self.asked:
                why = "nobody" if left else "spent"
                g.tell("actions_over", "7.2-01", step=True, seat=SEATS[self.division], why=why)
            return self.rest
        self.asked = True
        prompt = f"Who of the {SEATS[self.division]} Division acts ({counted(left, 'action')} left)?"
        able = [order.arg for order in orders if order.verb == ACT.name]
        if len(able) == 1 and not ships:
            prompt += f" Only {UNIT_IDS[able[0]]} still can: after that the actions of the division are over."
        if wet := [UNIT_IDS[unit] for unit in members(those_with(g, mask(in_the_water(g)), self.division))]:
            verb = "drowns unless it leaves" if len(wet) == 1 else "drown unless they leave"
            prompt += f" When the phase ends {listed(wet)} {verb}: the tide covers the hex"
        orders += [*ships, END]
        return ask(SEATS[self.division], prompt, orders, then=self.chosen, why=self.why_not, rule="7.2-01")

    def about(self, g: State) -> About:
        """A unit is to be chosen, which may attack."""
        return About(unit_verb=ACT.name, target_verb=ATTACK.name)

    def ready(self, g: State) -> int:
        """Mask of the units of the division, or with it, that have not acted."""
        return those_with(g, g.ashore & ~g.acted, self.division)

    def left(self, g: State) -> int:
        """Actions that can still be spent."""
        return max(0, allotment(g) - self.spent)

    def chosen(self, g: State, order: Order) -> Next:
        """A unit is taken in hand, recovers, ships fire, or the division is done."""
        if order is END:
            return self.rest
        if order.verb == NAVAL.name:
            naval_barrage(g, order.arg)
            return self.begin
        if order.verb == RECOVER.name:
            recover(g, order.arg)
            return self.begin
        return call(UnitAction(order.arg, self.division, self.left(g)), then=self.paid)

    def paid(self, g: State, cost: int) -> Next:
        """Free actions cost nothing (7.1-01)."""
        self.spent += cost
        return self.begin

    def rest(self, g: State) -> Next:
        """Units that have not acted take off a disrupted or climb marker: they can do nothing else (7.4, 7.7)."""
        for unit in members(self.ready(g) & (g.disrupted | g.climbing)):
            if g.disrupted >> unit & 1:
                recover(g, unit)
            else:
                g.climbing &= ~(1 << unit)
                g.acted |= 1 << unit
                g.tell("rested", "7.4-01", unit=unit)
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why somebody cannot act, recover or be fired at."""
        if order.verb == NAVAL.name:
            refusal = why_no_naval_barrage(g, order.arg)
            assert refusal is not None
            return refusal
        if order.verb in (ATTACK.name, BARRAGE.name):
            return self.who_fights(g, order.arg)
        if order.verb not in (ACT.name, RECOVER.name):
            return Refusal("7.2-01", "name a unit first, or end")
        unit, name = order.arg, UNIT_IDS[order.arg]
        refusal = can_act(g, unit, self.division)
        if order.verb == RECOVER.name and (refusal is None or refusal.rule == "7.4-03"):
            return Refusal("7.7-01", f"{name} is not disrupted")
        if refusal is not None:
            return refusal
        if not self.left(g) and not acts_for_free(g, unit):
            return Refusal("7-01", f"the division has no action left for {name}")
        return Refusal("7-02", f"there is nothing that {name} could do")

    def who_fights(self, g: State, target: Hex) -> Refusal:
        """Without a unit in hand nobody can be fought: tell who could do it."""
        label, left = GRID.label(target), self.left(g)
        able = [unit for unit in members(self.ready(g)) if can_act(g, unit, self.division) is None]
        fighters = [unit for unit in able if UnitAction(unit, self.division, left).why_not_fight(g, target) is None]
        if fighters:
            names = " or ".join(UNIT_IDS[unit] for unit in fighters)
            return Refusal("7.2-01", f"take a unit in hand first: {names} can fight the Germans in {label}")
        refusal = why_not_target(g, target)
        if refusal is not None:
            return refusal
        return Refusal("8-01", f"no unit of the {SEATS[self.division]} Division can attack or barrage {label} now")


def recover(g: State, unit: int) -> None:
    """The free action of a disrupted unit (7.7)."""
    g.disrupted &= ~(1 << unit)
    g.acted |= 1 << unit
    g.tell("recovered", "7.7-01", unit=unit)


def can_do_something(g: State, unit: int, on: Ground, *, pays: bool | int) -> bool:
    """Whether a unit has anything to do that it can pay, or that is free for it; stops at the first thing found."""
    if pays or on.traffic >> g.where[unit] & 1:
        here = unit, g.where[unit], g.on_cliff >> unit & 1
        if here in on.mobile:
            return True
        if moves(g, unit, on) or ways_out(g, unit):
            on.mobile.add(here)
            return True
    elif shelters(g, unit, on):
        return True
    return bool(pays and (g.on_cliff >> unit & 1 or can_climb_cliff(g, unit) or fights(g, unit)))


def shelters(g: State, unit: int, on: Ground) -> list[Hex]:
    """Where a unit may move for its self-preservation."""
    hexes = shelter(g, unit)
    return [move.to for move in moves(g, unit, on) if hexes >> move.to & 1] if hexes else []


def fights(g: State, unit: int) -> list[Order]:
    """The attacks that a unit can lead, and its barrages."""
    if g.on_cliff >> unit & 1:
        return []
    return [ATTACK[h] for h in attackable(g, unit)] + [BARRAGE[h] for h in barrageable(g, unit)]


@dataclass
class UnitAction(Procedure[int]):
    """One unit in hand: what it does; the result is the cost (7-02)."""

    doing = "unit_action"
    unit: int
    division: int
    left: int
    cost: int = 0
    target: Hex = -1  # of a barrage; none: a cliff is climbed
    mates: tuple[int, ...] = field(default=(), init=False)  # who may do the same

    def begin(self, g: State) -> Next:
        """Moves, climbing, attacks, barrages."""
        prompt = f"What does {UNIT_IDS[self.unit]} do?"
        return ask(SEATS[self.division], prompt, self.options(g), then=self.chosen, why=self.why_not, rule="7-02")

    def about(self, g: State) -> About:
        """The unit in hand."""
        return About(unit=self.unit)

    def can_pay(self, g: State) -> bool:
        """Whether the unit can do more than move where moves are free."""
        return self.left > 0 or acts_for_free(g, self.unit)

    def can_move(self, g: State) -> bool:
        """Whether the unit can make more than a self-preservation move."""
        return self.left > 0 or moves_for_free(g, self.unit)

    def options(self, g: State) -> list[Order]:
        """Everything that the unit may be told to do."""
        unit, pays, on = self.unit, self.can_pay(g), ground(g)
        orders = [TO[to] for to in self.paths(g, on)]
        if on.long_moves and (pays or self.can_move(g)):
            orders += [LEAVE[number] for number in ways_out(g, unit)]
        if pays:
            if g.on_cliff >> unit & 1:
                orders.append(DOWN)
            elif can_climb_cliff(g, unit):
                orders.append(CLIMB)
            orders += fights(g, unit)
        return orders

    def paths(self, g: State, on: Ground | None = None) -> dict[Hex, Path]:
        """Where the unit may go and on what path; if it cannot pay, only to shelter (7.1-09)."""
        if self.can_move(g):
            return reach(g, self.unit, on)
        return {to: (to,) for to in shelters(g, self.unit, on or ground(g))}

    def chosen(self, g: State, order: Order) -> Next:
        """Do it."""
        unit = self.unit
        if order.verb == TO.name:
            return self.move(g, self.paths(g)[order.arg])
        if order.verb == LEAVE.name:
            return self.move(g, ways_out(g, unit)[order.arg], order.arg)
        if order.verb == ATTACK.name:
            return call(AttackAction(self.division, self.left, order.arg, (unit,)), then=self.attacked)
        if order is DOWN:
            g.acted |= 1 << unit
            g.on_cliff &= ~(1 << unit)
            g.tell("off_cliff", "7.51-01", unit=unit)
            return self.done(0)
        self.cost = cost_together(g, (unit,))
        self.target = order.arg if order.verb == BARRAGE.name else -1
        mates = [other for other in g.at[g.where[unit]] if self.cost and self.does_likewise(g, other)]
        self.do(g, unit)
        if not mates:
            return self.done(self.cost)
        self.mates = tuple(mates)
        return self.together

    def together(self, g: State) -> Next:
        """Another unit of the stack may do the same (7.21)."""
        orders = [*(WITH[other] for other in self.mates), ALONE]
        prompt = "Does another unit of the stack do the same at no further cost?"
        return ask(SEATS[self.division], prompt, orders, then=self.joined, rule="7.21-01")

    def does_likewise(self, g: State, other: int) -> bool:
        """Whether another unit of the stack can barrage the same hex, or climb, as the same action (7.21)."""
        if other == self.unit or acts_for_free(g, other) or can_act(g, other, self.division) is not None:
            return False
        return can_climb_cliff(g, other) if self.target < 0 else why_not_barrage(g, other, self.target) is None

    def do(self, g: State, unit: int) -> None:
        """A barrage, or the beginning of a climb."""
        if self.target >= 0:
            barrage(g, unit, self.target)
            return
        g.acted |= 1 << unit
        g.on_cliff |= 1 << unit
        g.tell("on_cliff", "7.5-01", unit=unit)

    def joined(self, g: State, order: Order) -> Next:
        """Two units of a stack at most."""
        if order is not ALONE:
            self.do(g, order.arg)
        return self.done(self.cost)

    def move(self, g: State, path: Path, exit_: int = -1) -> Next:
        """A paid move takes a stack mate along; infiltrators may take leaders (7.21, 7.32-06)."""
        unit = self.unit
        sheltering = exit_ < 0 and len(path) == 1 and is_preservation(g, unit, path[0])
        self.cost = 0 if sheltering or moves_for_free(g, unit) else cost_together(g, (unit,))
        mates = tuple(other for other in g.at[g.where[unit]] if self.goes_along(g, other, path, exit_))
        return call(MoveAction((unit,), path, mates, exit_), then=self.over)

    def goes_along(self, g: State, other: int, path: Path, exit_: int) -> bool:
        """Whether another unit of the stack may share the move."""
        if other == self.unit or can_act(g, other, self.division) is not None or g.on_cliff >> other & 1:
            return False
        if g.battle.leader[other]:
            return not can_follow(g, other, path) and can_follow(g, other, path, escorted=True)
        if not self.cost or moves_for_free(g, other):
            return False
        return can_follow(g, other, path) if exit_ < 0 else ways_out(g, other).get(exit_) == path

    def attacked(self, g: State, cost: int) -> Next:
        """An attack tells its cost itself."""
        return self.done(cost)

    def over(self, g: State, _: object) -> Next:
        """The action is over."""
        return self.done(self.cost)

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why the unit cannot do that."""
        unit, name, refusal = self.unit, UNIT_IDS[self.unit], None
        if order.verb == TO.name:
            fights = g.german_at(order.arg) != NONE and not g.battle.leader[unit]
            refusal = (self.why_not_fight(g, order.arg) if fights else None) or why_not_into(g, unit, order.arg)
        elif order.verb == LEAVE.name:
            refusal = why_not_leave(g, unit, order.arg)
        elif order.verb == ATTACK.name:
            refusal = why_not_target(g, order.arg) or why_not_lead(g, unit, order.arg)
        elif order.verb == BARRAGE.name:
            refusal = why_not_barrage(g, unit, order.arg)
        elif order is CLIMB:
            if has_long_moves(g):
                return Refusal("17.12-01", f"{name} crosses a cliff at once: name the hex")
            return Refusal("7.5-01", f"{name} is not at a cliff that it could scale")
        elif order is DOWN:
            return Refusal("7.51-01", f"{name} is not on a cliff")
        else:
            return Refusal("7-02", f"say what {name} does")
        if refusal is not None:
            return refusal
        if g.on_cliff >> unit & 1:
            return Refusal("7.51-01", f"{name} hangs on a cliff")
        return self.no_action()

    def no_action(self) -> Refusal:
        """The division cannot pay."""
        return Refusal("7-01", f"the division has no action left, and {UNIT_IDS[self.unit]} does not act for free")

    def why_not_fight(self, g: State, target: Hex) -> Refusal | None:
        """Why the unit cannot fight the Germans in a hex: by a barrage if it can make one, else by an attack."""
        unit, label = self.unit, GRID.label(target)
        if g.on_cliff >> unit & 1:
            return Refusal("7.51-01", f"{UNIT_IDS[unit]} hangs on the cliff and can only climb on or come down")
        if can_barrage(g, unit):
            refusal, what = why_not_barrage(g, unit, target), f"it cannot barrage {label}"
        elif g.battle.leader[unit]:
            return Refusal("8.14-01", f"{UNIT_IDS[unit]} does not take part in attacks")
        else:
            refusal, what = why_not_target(g, target) or why_not_lead(g, unit, target), f"it cannot attack {label}"
        if refusal is not None:
            return Refusal(refusal.rule, f"{what}: {refusal.sentence}")
        return None if self.can_pay(g) else self.no_action()


# -- who acts, for those who show it ------------------------------------------------------------------


def acting(g: State) -> DivisionActions | None:
    """The actions that are going on."""
    return next((frame for frame in g.stack if isinstance(frame, DivisionActions)), None)


def has_acted(g: State, division: int) -> bool:
    """Whether a division is done, or at work, in an Action Phase that is going on."""
    return any(isinstance(frame, ActionPhase) and division not in frame.waiting for frame in g.stack)
