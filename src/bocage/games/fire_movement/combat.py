"""Ground combat (8.0, 8.2) and what every combat shares: strengths, terrain, the column, the results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bocage.games.fire_movement.advance import Advance
from bocage.games.fire_movement.battle import SEATS
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.results import RETREAT_OF_ATTACKER, RETREAT_OF_DEFENDER
from bocage.games.fire_movement.retreat import Path, RetreatOrStand
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.support import Placed, SupportFire, cups_for, worth
from bocage.games.fire_movement.words import ATTACK, DECLARE, DEFEND, DEPLETE, END, GRID, UNIT_IDS, WITH
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done
from bocage.kernel.wording import listed

# -- the column -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Column:
    """Where an attack stands on the results table, and every reason for it."""

    attack: int
    defence: int
    line: str
    reasons: tuple[tuple[str, int], ...]  # column shifts by cause
    number: int

    @property
    def differential(self) -> int:
        """Attacker's total less defender's (8.2.1-12)."""
        return self.attack - self.defence


def terrain_line(g: State, target: Hex, attackers: Iterable[int]) -> str:
    """The line of the table: the defender's hex, or the river if all attackers cross one (8.2.2)."""
    battle, chart = g.battle, g.battle.chart
    line = battle.hex_line[target]
    sides = [(g.where[unit], target) for unit in attackers]
    if sides and all(side in chart.rivers for side in sides):
        bridged = any(side in chart.bridges for side in sides)
        line = battle.table.harder(line, battle.table.special["bridged_river" if bridged else "river"])
    return line


def combined_arms_shift(g: State, attackers: Iterable[int]) -> int:
    """10.4: a Commonwealth attack without both an armored brigade and an infantry unit goes one column left."""
    return -1 if missing_arms(g, attackers) else 0


def missing_arms(g: State, attackers: Iterable[int]) -> list[str]:
    """The arms that a Commonwealth attack lacks (10.4)."""
    battle = g.battle
    units = list(attackers)
    if not any(battle.army[unit] is Army.CW for unit in units):
        return []
    there = {
        "armored brigade": any(battle.armored_brigade[unit] for unit in units),
        "infantry": any(battle.infantry[unit] for unit in units),
    }
    return [f"no {arm}" for arm, present in there.items() if not present]


def find_column(g: State, attack: int, defence: int, line: str, reasons: tuple[tuple[str, int], ...] = ()) -> Column:
    """The column of a differential on a line, after its shifts; there is nothing left of column 1 (CRT-01)."""
    number = g.battle.table.column(line, attack - defence)
    for _, shift in reasons:
        number = max(1, number + shift)
    return Column(attack, defence, line, reasons, number)


def ground_column(
    g: State,
    attackers: tuple[int, ...],
    defender: int,
    target: Hex,
    attack_markers: Iterable[Placed] = (),
    defence_markers: Iterable[Placed] = (),
    *,
    hexsides: bool = True,
) -> Column:
    """The column of a ground attack: used to resolve it, to show its odds, and by opponents."""
    attack = sum(map(g.attack_of, attackers))
    attack += sum(worth(g, cup, marker, target, attacking=True) for cup, marker in attack_markers)
    defence = g.defence_of(defender)
    defence += sum(worth(g, cup, marker, target, attacking=False) for cup, marker in defence_markers)
    shift = combined_arms_shift(g, attackers)
    reasons = ((f"no combined arms: {listed(missing_arms(g, attackers))}", shift),) if shift else ()
    line = terrain_line(g, target, attackers if hexsides else ())
    return find_column(g, attack, defence, line, reasons)


@dataclass(frozen=True)
class Parties:
    """Who fights whom: units next to the target suffer friendly fire, and nobody defends a beach."""

    attackers: tuple[int, ...]
    defender: int = -1

    @property
    def alone(self) -> bool:
        """Whether there is one attacker."""
        return len(self.attackers) == 1

    def last_steps(self, g: State) -> tuple[str, ...]:
        """The sides that nobody survives for who loses a step."""
        defenders = (self.defender,) if self.defender >= 0 else ()
        sides = {"defender": defenders, "attackers": self.attackers}
        return tuple(side for side, units in sides.items() if units and all(map(g.on_last_step, units)))


def roll(g: State, column: Column, rule: str, parties: Parties, *, hex: Hex, side: int, combat: str = "attack") -> str:
    """Throw the die for an action of a side and read the table (8.2.1-14)."""
    die, table = g.chance.die(), g.battle.table
    result = table.read(column.number, die)
    faces = () if g.hushed else tuple(table.read(column.number, face) for face in range(1, len(table.results) + 1))
    g.tell_result(
        "combat_result", rule, step=combat != "bombardment", attack=column.attack, defence=column.defence,
        line=column.line, shifts=column.reasons, column=column.number, die=die, outcome=(result,), hex=hex,
        over_river=column.line != g.battle.hex_line[hex] and combat != "beach_assault", faces=faces,
        ground=tuple(sorted(g.battle.chart.terrain[hex])),
        side=SEATS[side], combat=combat, alone=parties.alone, last_steps=parties.last_steps(g),
    )  # fmt: skip
    return result


# -- the combat phases ----------------------------------------------------------------------------


def why_not_attack_with(g: State, unit: int, *, mobile_only: bool) -> Refusal | None:
    """Why a unit may not attack in this phase; None if it may."""
    battle, name = g.battle, UNIT_IDS[unit]
    if g.where[unit] < 0:
        return Refusal("8.2-01", f"{name} is not on the map")
    if battle.side[unit] != g.active:
        return Refusal("8.0-02", f"{name} does not belong to the attacker")
    if mobile_only and not battle.mobile[unit]:
        return Refusal("2.3.2-07", f"{name} is a leg unit: only mobile units attack in the Mobile Combat Phase")
    if g.spent >> unit & 1:
        return Refusal("8.5-11", f"{name} advanced after combat and may do nothing more in this player turn")
    if g.fought >> unit & 1:
        rule = "8.2-04" if mobile_only else "8.2-06"
        return Refusal(rule, f"{name} has already attacked in this player turn")
    if g.ashore >> unit & 1:
        rule = "10.9.2-22" if battle.airborne[unit] else "10.9.1-12"
        return Refusal(rule, f"{name} landed this turn and may not attack in the combat phases of turn 1")
    if g.displaced >> unit & 1:
        return Refusal("8.3.1-09", f"{name} was displaced and may not attack in this player turn")
    return None


def eligible_attackers(g: State, *, mobile_only: bool) -> int:
    """Mask of the units that may attack in this phase, by the same tests as ``why_not_attack_with``."""
    units = g.force[g.active] & ~(g.fought | g.ashore | g.spent | g.displaced)
    return units & g.battle.mobile_mask if mobile_only else units


def units_beside(g: State, hex_: Hex) -> list[int]:
    """All units of both sides next to a hex."""
    return [unit for near in GRID.neighbours[hex_] for unit in g.at.get(near, ())]


def may_attack_into(g: State, unit: int, hex_: Hex) -> bool:
    """Whether the terrain of a hex beside a unit is open to it: closed terrain bars attacks too (8.2-08)."""
    return bool(g.battle.open_around(unit, g.where[unit]) >> hex_ & 1)


@dataclass
class CombatPhase(Procedure[None]):
    """The Combat Phase or the Mobile Combat Phase: attacks one after another, as the player likes (8.2)."""

    doing = "combat"
    mobile_only: bool = False
    target: Hex = -1
    attackers: tuple[int, ...] = ()

    def begin(self, g: State) -> Next:
        """No unit has been a target in this phase yet."""
        g.attacked = 0
        return self.choose

    def about(self, g: State) -> About:
        """The attack that is being declared."""
        return About(target=self.target, attackers=self.attackers)

    def targets(self, g: State) -> list[Hex]:
        """Enemy hexes in play next to a unit that may attack, with a unit not yet attacked in this phase."""
        battle = g.battle
        eligible = eligible_attackers(g, mobile_only=self.mobile_only)
        hexes: HexSet = 0
        for unit in members(eligible):
            hexes |= 1 << g.where[unit]
        near = battle.grid.spread(hexes) & g.occupied[1 - g.active] & battle.playable
        for hex_ in members(near & battle.closed_to_some):
            if not any(eligible >> unit & 1 and may_attack_into(g, unit, hex_) for unit in units_beside(g, hex_)):
                near &= ~(1 << hex_)
        return [hex_ for hex_ in members(near) if any(not g.attacked >> unit & 1 for unit in g.at[hex_])]

    def choose(self, g: State) -> Next:
        """8.0-07: attacks are declared one at a time, and none has to be."""
        self.target, self.attackers = -1, ()
        orders = [ATTACK[hex_] for hex_ in self.targets(g)]
        if not orders:
            if not self.mobile_only and not g.hushed:
                self.tell_over(g)
            return done()
        prompt = "Attack a hex, or end the phase"
        return ask(SEATS[g.active], prompt, [*orders, END], then=self.chosen, why=self.why_not_target, rule="8.2")

    def tell_over(self, g: State) -> None:
        """Why nothing can be attacked, at all or any more."""
        if g.attacked:
            g.tell_result("no_target_left", "8.2-01", phase=g.phase)
        elif g.ashore & g.force[g.active]:
            g.tell_result("no_combat", "10.9.1-12", side=SEATS[g.active], because="landed")
        elif g.force[g.active]:
            able = eligible_attackers(g, mobile_only=False)
            g.tell_result("no_combat", "8.2-01", side=SEATS[g.active], because="apart" if able else "unable")

    def chosen(self, g: State, order: Order) -> Next:
        """A target is named."""
        if order is END:
            return done()
        self.target = order.arg
        return self.choose_attackers

    def candidates(self, g: State) -> list[int]:
        """Units that may still join: next to the target, eligible, one of a stack (10.9.4-13)."""
        eligible = eligible_attackers(g, mobile_only=self.mobile_only)
        taken = {g.where[unit] for unit in self.attackers}
        return sorted(
            unit
            for unit in units_beside(g, self.target)
            if eligible >> unit & 1 and g.where[unit] not in taken and may_attack_into(g, unit, self.target)
        )

    def choose_attackers(self, g: State) -> Next:
        """8.2.1 a: name the attackers one by one; a declared attack cannot be called off."""
        orders = [WITH[unit] for unit in self.candidates(g)]
        if self.attackers:
            orders.append(DECLARE)
            if len(orders) == 1:
                return self.declare
        prompt = f"Attack {GRID.label(self.target)} with which units?"
        return ask(SEATS[g.active], prompt, orders, then=self.joined, why=self.why_not_attacker, rule="8.2.1")

    def joined(self, g: State, order: Order) -> Next:
        """One more attacker, or all are named."""
        if order is DECLARE:
            return self.declare
        self.attackers = tuple(sorted((*self.attackers, order.arg)))
        return self.choose_attackers

    def declare(self, g: State) -> Next:
        """The attack is on; the owner of a stack chooses its defender (10.9.4-15)."""
        g.tell("attack_declared", "8.2.1-01", hex=self.target, units=self.attackers)
        for unit in self.attackers:
            g.fought |= 1 << unit
        defenders = [unit for unit in g.at[self.target] if not g.attacked >> unit & 1]
        if len(defenders) == 1:
            return self.defended_by(g, DEFEND[defenders[0]])
        prompt = f"Which unit defends {GRID.label(self.target)}?"
        orders = [DEFEND[unit] for unit in sorted(defenders)]
        seat = SEATS[1 - g.active]
        return ask(seat, prompt, orders, then=self.defended_by, why=self.why_not_defender, rule="10.9.4-15")

    def defended_by(self, g: State, order: Order) -> Next:
        """Fight it out before the next attack is declared (8.0-08)."""
        g.attacked |= 1 << order.arg
        return call(GroundCombat(self.target, self.attackers, order.arg), then=self.fought_out)

    def fought_out(self, g: State, _: object) -> Next:
        """Go on with the next attack."""
        return self.choose

    # -- refusals -----------------------------------------------------------------------------

    def why_not_target(self, g: State, order: Order) -> Refusal:
        """Why a hex cannot be attacked."""
        if order.verb != "attack":
            return Refusal("4.1-03", f"'{order}' has no place in the {g.phase}")
        hex_, label = order.arg, GRID.label(order.arg)
        if not g.occupied[1 - g.active] >> hex_ & 1:
            return Refusal("8.2-01", f"there is no enemy unit in {label}")
        if not g.battle.playable >> hex_ & 1:
            return Refusal("8.2-08", f"{label} is closed to all units, so it cannot be attacked")
        if all(g.attacked >> unit & 1 for unit in g.at[hex_]):
            return Refusal("8.0-05", f"the unit in {label} has been attacked in this phase already")
        beside = [unit for unit in units_beside(g, hex_) if g.battle.side[unit] == g.active]
        if not beside:
            return Refusal("8.2-01", f"no unit of yours is adjacent to {label}")
        able = [unit for unit in beside if may_attack_into(g, unit, hex_)]
        if not able:
            return Refusal("8.2-08", f"the terrain of {label} is closed to your units there, so they cannot attack it")
        refusals = [why_not_attack_with(g, unit, mobile_only=self.mobile_only) for unit in able]
        return next(refusal for refusal in refusals if refusal is not None)

    def why_not_attacker(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot join the attack."""
        if order is DECLARE:
            return Refusal("8.2.1-01", "an attack needs at least one unit")
        if order.verb != "with":
            return Refusal("8.2.1-02", "a declared attack cannot be called off: name its attackers")
        unit, name = order.arg, UNIT_IDS[order.arg]
        refusal = why_not_attack_with(g, unit, mobile_only=self.mobile_only)
        if refusal is not None:
            return refusal
        if unit in self.attackers:
            return Refusal("8.2-10", f"{name} is in this attack already")
        if g.where[unit] not in GRID.neighbours[self.target]:
            return Refusal("8.2-01", f"{name} is not adjacent to {GRID.label(self.target)}")
        if not may_attack_into(g, unit, self.target):
            return Refusal("8.2-08", f"the terrain of {GRID.label(self.target)} is closed to {name}")
        return Refusal("10.9.4-13", f"another unit of {name}'s stack attacks {GRID.label(self.target)} already")

    def why_not_defender(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot defend the hex."""
        label = GRID.label(self.target)
        if order.verb != "defend":
            return Refusal("10.9.4-15", f"{label} is attacked: choose the unit that defends it")
        name = UNIT_IDS[order.arg]
        if g.where[order.arg] != self.target:
            return Refusal("10.9.4-15", f"{name} is not in {label}")
        return Refusal("8.0-05", f"{name} has been attacked in this phase already")


# -- one combat -----------------------------------------------------------------------------------


@dataclass
class GroundCombat(Procedure[None]):
    """One attack on one hex, from the markers to the advance (8.2.1)."""

    target: Hex
    attackers: tuple[int, ...]
    defender: int
    result: str = ""

    def begin(self, g: State) -> Next:
        """8.2.1 b: support fire."""
        return call(self.support(g), then=self.resolve)

    def support(self, g: State) -> SupportFire:
        """The markers that both sides may place."""
        army = g.battle.army
        return SupportFire(
            g.active,
            cups_for(g, {army[unit] for unit in self.attackers}),
            cups_for(g, {army[self.defender]}),
            self.target,
        )

    def about(self, g: State) -> About:
        """The attack."""
        return About(target=self.target, attackers=self.attackers, defender=self.defender)

    def resolve(self, g: State, markers: tuple[tuple[Placed, ...], tuple[Placed, ...]]) -> Next:
        """8.2.1 c and d: totals, column, die, result."""
        column = ground_column(g, self.attackers, self.defender, self.target, *markers)
        self.result = roll(g, column, "8.2.1", Parties(self.attackers, self.defender), hex=self.target, side=g.active)
        return self.apply

    def apply(self, g: State) -> Next:
        """8.2.4."""
        result = self.result
        if result == "De":
            g.eliminate(self.defender, "8.2.4-01")
            self.tell_no_advance(g)
        elif result == "Ae":
            for unit in self.attackers:
                g.eliminate(unit, "8.2.4-07")
        elif result == "Ex":
            g.deplete(self.defender, "8.2.4-04")
            self.tell_no_advance(g)
            return call(LoseStep(self.attackers, "8.2.4-04", SEATS[g.active]), then=self.over)
        elif result == "(A)":
            return call(LoseStep(self.attackers, "8.2.4-08", SEATS[g.active]), then=self.over)
        elif result in RETREAT_OF_ATTACKER:
            return call(RetreatOrStand(self.attackers, RETREAT_OF_ATTACKER[result]), then=self.over)
        elif result in RETREAT_OF_DEFENDER:
            return call(RetreatOrStand((self.defender,), RETREAT_OF_DEFENDER[result]), then=self.advance)
        return done()

    def tell_no_advance(self, g: State) -> None:
        """8.5-02: only a retreat can be followed, so an empty hex stays empty."""
        if not g.units_in[1 - g.active][self.target]:
            g.tell_result("no_advance", "8.5-02", hex=self.target)

    def advance(self, g: State, path: Path) -> Next:
        """8.5: the attackers may follow along the path of retreat."""
        return call(Advance(self.attackers, path), then=self.over)

    def over(self, g: State, _: object) -> Next:
        """The combat is finished."""
        return done()


NOT_AMONG = {  # what is to be said of a unit that need not bear a loss outside a combat of units
    "8.1.3-03": "is not a unit of yours next to the bombarded hex",
    "10.9.2-12": "is not in this hex, or has lost its step already",
}


@dataclass
class LoseStep(Procedure[None]):
    """One unit of several loses a step, chosen by its owner (8.2.4-05, CRT-12)."""

    units: tuple[int, ...]
    rule: str
    seat: str
    number: int = field(default=1)  # how many of them

    def begin(self, g: State) -> Next:
        """Ask only if there is a choice."""
        if not self.number or not self.units:
            return done()
        if len(self.units) <= self.number:
            for unit in self.units:
                g.deplete(unit, self.rule)
            return done()
        prompt = "Which unit loses a step?"
        orders = [DEPLETE[unit] for unit in self.units]
        return ask(self.seat, prompt, orders, then=self.chosen, why=self.why_not, rule=self.rule)

    def chosen(self, g: State, order: Order) -> Next:
        """That one."""
        g.deplete(order.arg, self.rule)
        self.units = tuple(unit for unit in self.units if unit != order.arg)
        self.number -= 1
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot take the loss."""
        if order.verb != "deplete":
            return Refusal(self.rule, "a unit must lose a step now: choose which")
        name = UNIT_IDS[order.arg]
        if g.where[order.arg] < 0:
            return Refusal(self.rule, f"{name} is not on the map")
        reason = NOT_AMONG.get(self.rule, "took no part in this combat")
        return Refusal(self.rule, f"{name} {reason}, so the loss is not its own")
