"""US attacks (8.1 to 8.3): who may join, with what weapons, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from bocage.games.omaha_beach.actions import can_act, cost_together
from bocage.games.omaha_beach.armor import is_armor
from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.control import fire_of, german_fire, in_communication
from bocage.games.omaha_beach.depth import (
    disrupt_german,
    gain_depth,
    is_tactical_reinforcement,
    pool_for,
    remove_depth,
    reveal_depth,
    reveal_unit,
)
from bocage.games.omaha_beach.leaders import commanders, commanding_hqs
from bocage.games.omaha_beach.losses import lose_steps
from bocage.games.omaha_beach.reinforcements import defeat, tactical_reinforcement
from bocage.games.omaha_beach.sentences import terrain_words
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.tables import AttackEffect, Defender
from bocage.games.omaha_beach.terms import Weapon, in_words
from bocage.games.omaha_beach.terrain import (
    CLIFFS,
    OPEN_GROUND,
    SLOPE,
    Defence,
    barriers,
    ground_defence,
    side_defence,
)
from bocage.games.omaha_beach.units import DepthMarker, GermanUnit, UnitType
from bocage.games.omaha_beach.words import DECLARE, GRID, LOSE, PASS, PLAIN, PRESS, SHIPS, UNIT_IDS, WILD, WITH
from bocage.hexes import Hex, mask
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done
from bocage.kernel.wording import listed

GUNS = frozenset({UnitType.ARTILLERY, UnitType.SP_ARTILLERY, UnitType.AMPHIBIOUS_ARTILLERY})
HERO_STRENGTH = 1  # 8.23-03
HERO_WAYS = 3  # to stand in for a weapon, to add to the strength, or neither
Attackers = tuple[int, ...]


# -- who may attack -------------------------------------------------------------------------------


def is_beside(g: State, unit: int, target: Hex) -> bool:
    """Whether a unit is next to a hex."""
    return target in g.battle.grid.neighbours[g.where[unit]]


def why_not_target(g: State, target: Hex) -> Refusal | None:
    """Why a hex cannot be attacked at all in this phase."""
    label = GRID.label(target)
    if g.german_at(target) == NONE:
        return Refusal("8.1-01", f"there is no German unit in {label}")
    if g.attacked >> target & 1:
        return Refusal("8.16-01", f"{label} has been attacked in this phase")
    if g.barraged >> target & 1:
        return Refusal("8.41-03", f"{label} has been barraged in this phase")
    return None


def why_no_ranged_fire(g: State, unit: int, target: Hex) -> Refusal | None:
    """From the low ground only positions that overlook the beach can be fired at on the high ground (8.12)."""
    battle = g.battle
    below = battle.high >> target & 1 and battle.low >> g.where[unit] & 1
    if below and not fire_of(g, g.german_at(target)) & battle.beach:
        return Refusal("8.12-01", f"{GRID.label(target)} cannot be seen from below")
    return None


def closed_side(g: State, unit: int, target: Hex) -> bool:
    """Whether a bluff from below, or a cliff, lies between a unit and the hex next to it (8.15)."""
    kinds = barriers(g.battle.chart, g.where[unit], target)
    if any(kind in kinds for kind in CLIFFS):
        return True
    return "bluff" in kinds and bool(g.battle.low >> g.where[unit] & 1)


def range_of(g: State, unit: int) -> int:
    """The range of a unit as it stands; 0: adjacent hexes only."""
    return g.battle.range[unit][g.steps[unit]]


def why_not_lead(g: State, unit: int, target: Hex) -> Refusal | None:
    """Why a unit cannot be the infantry next to the target that every attack needs (8.1-01)."""
    name, label = UNIT_IDS[unit], GRID.label(target)
    if not g.battle.foot[unit] or not is_beside(g, unit, target):
        return Refusal("8.1-01", f"an attack needs infantry next to {label}")
    if closed_side(g, unit, target):
        return Refusal("8.15-01", f"{name} cannot attack {label} across a bluff or cliff")
    return None


def why_not_join(g: State, unit: int, target: Hex, attackers: Attackers) -> Refusal | None:
    """Why a unit cannot take part in an attack that others have begun; None if it can (8.1)."""
    battle, name, label = g.battle, UNIT_IDS[unit], GRID.label(target)
    if battle.leader[unit]:
        return Refusal("8.14-01", f"{name} does not take part in attacks")
    beside, distance = is_beside(g, unit, target), battle.grid.distance(g.where[unit], target)
    if not beside and distance > range_of(g, unit):
        rule = "8.1-02" if battle.foot[unit] else "8.11-01"
        return Refusal(rule, f"{label} is out of the range of {name}")
    if beside and closed_side(g, unit, target) and not _fires_across(g, unit, attackers):
        return Refusal("8.15-01", f"{name} cannot attack {label} across a bluff or cliff")
    if battle.units[unit].type in GUNS:
        return _why_not_guns(g, unit, target, attackers)
    if beside:
        return None
    if not battle.foot[unit] and not _is_directed(g, unit, attackers):
        return Refusal("8.1-04", f"{name} is neither near the attacking infantry nor in command, nor is the infantry")
    return why_no_ranged_fire(g, unit, target)


def _fires_across(g: State, unit: int, attackers: Attackers) -> bool:
    """Ranged units fire across bluffs and cliffs; infantry only if another attacks another way (8.15)."""
    return range_of(g, unit) > 0 and bool(attackers or not g.battle.foot[unit])


def _is_directed(g: State, unit: int, attackers: Attackers) -> bool:
    """Tanks, anti-tank and anti-air units at a distance need infantry nearby, or command of either (8.1-04)."""
    infantry = [other for other in attackers if g.battle.foot[other]]
    near = any(g.battle.grid.distance(g.where[unit], g.where[other]) <= 1 for other in infantry)
    return near or bool(commanders(g, unit)) or any(commanders(g, other) for other in infantry)


def _why_not_guns(g: State, unit: int, target: Hex, attackers: Attackers) -> Refusal | None:
    """Artillery fires from afar under an HQ that commands attacking infantry too (8.1-05, 8.1-06)."""
    name = UNIT_IDS[unit]
    if is_beside(g, unit, target):
        return Refusal("8.1-05", f"{name} cannot attack a hex next to it")
    infantry = mask(other for other in attackers if g.battle.foot[other])
    if not any(g.commands[hq] & infantry for hq in commanding_hqs(g, unit)):
        return Refusal("8.1-05", f"{name} and the infantry have no HQ in common")
    if not g.battle.armored[unit] and german_fire(g) >> g.where[unit] & 1:
        return Refusal("8.1-06", f"{name} is under German fire")
    return why_no_ranged_fire(g, unit, target)


def has_radio(g: State, unit: int) -> bool:
    """Whether an infantry unit has a radio, its own or that of an HQ (8.1-07)."""
    return Weapon.RADIO in own_weapons(g, unit) or bool(commanding_hqs(g, unit))


def why_no_ships(g: State, attackers: Attackers) -> Refusal | None:
    """Why naval fire cannot support an attack (8.51)."""
    if not g.naval:
        return Refusal("8.5-01", "there is no naval fire marker")
    if not any(g.battle.foot[unit] and has_radio(g, unit) for unit in attackers):
        return Refusal("8.51-01", "no attacking infantry has a radio")
    return None


# -- weapons and strength -----------------------------------------------------------------------------


@cache
def weapons_chart(battle: Battle) -> dict[tuple[str, str], frozenset[Weapon]]:
    """The US Weapons Chart by type and situation."""
    return {(str(kind), row.when): frozenset(row.weapons) for row in battle.tables.weapons for kind in row.types}


def own_weapons(g: State, unit: int) -> frozenset[Weapon]:
    """The weapons of infantry at close quarters: the chart's at full strength, else those of the counter (8.21)."""
    piece = g.battle.units[unit]
    printed = piece.at(g.steps[unit]).weapons
    if printed is not None:
        return printed
    return weapons_chart(g.battle)["heavy_infantry" if piece.heavy else str(piece.type), "adjacent"]


def weapons_of(g: State, unit: int, target: Hex) -> frozenset[Weapon]:
    """What a unit brings to bear on a hex (8.2)."""
    battle, piece = g.battle, g.battle.units[unit]
    chart, beside = weapons_chart(battle), is_beside(g, unit, target)
    distance = battle.grid.distance(g.where[unit], target)
    if battle.foot[unit]:
        sides = barriers(battle.chart, g.where[unit], target) if beside else []
        if range_of(g, unit) and (not beside or any(kind in sides for kind in ("bluff", *CLIFFS))):
            found = chart["heavy_infantry", "distant_or_across_bluff_or_cliff"]
        else:
            found = own_weapons(g, unit)
    elif piece.type is UnitType.TANK:
        found = chart["tank", "range_1_to_3" if distance <= 3 else "range_4_to_5"]
    elif piece.type in GUNS:
        found = chart[str(piece.type), "in_range_not_adjacent"]
    else:
        found = chart[str(piece.type), "in_range"]
    return found | {Weapon.RADIO} if beside and commanding_hqs(g, unit) else found


def flanks(g: State, attackers: Iterable[int], target: Hex, *, both: bool) -> bool:
    """Whether the attack comes from two hexes apart from each other, or from three if unit and depth want it (8.22)."""
    hexes = {g.where[unit] for unit in attackers if is_beside(g, unit, target)}
    if both:
        return len(hexes) >= 3
    return any(b not in g.battle.grid.neighbours[a] for a in hexes for b in hexes if a != b)


def terrain_of(g: State, attackers: Iterable[int], target: Hex) -> Defence:
    """What ground and hexsides are worth to the Germans: the better of both, sides only if all adjacent attackers
    come across such sides, and of several the least (8.31-02, TEC-29, TEC-31). Armor has nothing of it (23.6-02).
    """
    if is_armor(g, g.german_at(target)):
        return OPEN_GROUND
    chart, tables = g.battle.chart, g.battle.tables
    hexes = {g.where[unit] for unit in attackers if is_beside(g, unit, target)}
    side = min((side_defence(chart, tables, h, target) for h in hexes), default=(1, 1))
    ground = ground_defence(chart, tables, target)
    return max(ground[0], side[0]), max(ground[1], side[1])


def doubled_by(g: State, attackers: Iterable[int], target: Hex) -> tuple[str, str]:
    """The terrain that doubles the strength of a German unit, and that of its depth marker; empty: none does."""
    factors = terrain_of(g, attackers, target)
    chart, tables = g.battle.chart, g.battle.tables
    ground = ground_defence(chart, tables, target)
    beside = {g.where[unit] for unit in attackers if is_beside(g, unit, target)}
    least = min(beside, key=lambda h: side_defence(chart, tables, h, target), default=None)
    sides = [] if least is None else barriers(chart, least, target)

    def name(which: int) -> str:
        if factors[which] == 1:
            return ""
        if ground[which] > 1:
            return str(chart.terrain[target])
        return next(side for side in sides if (tables.terrain[side].defence or SLOPE)[which] > 1)

    return name(0), name(1)


def strength_together(g: State, attackers: Attackers, ships: bool) -> int:
    """The strength of an attack before a hero is used (8.31-01, 8.51-02)."""
    ours = sum(g.strength_of(unit) for unit in attackers)
    return ours + g.battle.content.pieces.naval_fire.strength if ships else ours


def weapons_together(g: State, attackers: Attackers, ships: bool, target: Hex) -> set[Weapon]:
    """All weapons of an attack; flanking is not among them (8.31-01, 8.51-03)."""
    weapons = set(g.battle.content.pieces.naval_fire.weapons) if ships else set()
    for unit in attackers:
        weapons |= weapons_of(g, unit, target)
    return weapons


class Comparison(NamedTuple):
    """Both sides of an attack before a hero is used."""

    attack: int
    defence: int
    missing: tuple[Weapon, ...]
    hero: bool  # one is there to help
    german: Defender


class Makeup(NamedTuple):
    """Printed strengths of a German unit and its depth marker, if that is known, and the terrain that doubles each."""

    strength: int
    ground: str
    depth: int
    depth_ground: str


def compare(
    g: State, attackers: Attackers, ships: bool, target: Hex, unit: GermanUnit, depth: DepthMarker | None, hidden: bool
) -> Comparison:
    """Strengths and weapons against a unit and its revealed depth marker; ``hidden``: one lies face down (8.3)."""
    ours, weapons = strength_together(g, attackers, ships), weapons_together(g, attackers, ships, target)
    factor, depth_factor = terrain_of(g, attackers, target)
    theirs, needs = factor * unit.strength, set(unit.needs)
    if depth is not None:
        theirs += depth_factor * depth.strength
        needs |= depth.needs
    both = depth is not None and Weapon.FLANKING in unit.needs & depth.needs
    if flanks(g, attackers, target, both=both):
        weapons.add(Weapon.FLANKING)
    hero = any(g.heroes[other] and is_beside(g, other, target) for other in attackers)
    german: Defender = "revealed_depth" if depth is not None else "unrevealed_depth" if hidden else "alone"
    return Comparison(ours, theirs, tuple(sorted(needs - weapons)), hero, german)


def results(g: State, found: Comparison) -> dict[Order, tuple[AttackEffect, ...]]:
    """What the attack table says, for each way to use a hero that makes a difference (8.23, 11.13)."""

    def read(extra: int, weapons: bool) -> tuple[AttackEffect, ...]:
        return g.battle.tables.attack_result(
            weapons=weapons, attack=found.attack + extra, defence=found.defence, german=found.german, turn=g.turn
        )

    armed = not found.missing
    ways = {PLAIN: read(0, armed)}
    if found.hero:
        if len(found.missing) == 1 and found.missing[0] is not Weapon.FLANKING:
            ways[WILD] = read(0, True)
        ways[PRESS] = read(HERO_STRENGTH, armed)
    return {way: effects for way, effects in ways.items() if way is PLAIN or effects != ways[PLAIN]}


def twice_by(ground: str) -> str:
    """What doubles a strength, if anything does."""
    return f", doubled by {terrain_words(ground)}" if ground else ""


def why_no_help(found: Comparison, ways: Mapping[Order, object]) -> str:
    """Why a hero does not help in one of his two ways (8.23)."""
    reasons = []
    if WILD not in ways and found.missing:
        missing = in_words(found.missing)
        why = f"in place of {missing} he would change nothing"
        if found.missing == (Weapon.FLANKING,):
            why = f"he cannot stand in for {missing}"
        elif len(found.missing) > 1:
            why = "he can stand in for one weapon only"
        reasons.append(why)
    if PRESS not in ways:
        reasons.append(f"{HERO_STRENGTH} more strength would change nothing")
    words = listed(reasons)
    return f" {words[:1].upper()}{words[1:]}." if words else ""


# -- the action ---------------------------------------------------------------------------------------


@dataclass
class AttackAction(Procedure[int]):
    """An infantry unit attacks, others join, and the attack is declared (8.3-01); the result is its cost in actions."""

    doing = "attack"
    division: int
    left: int  # actions that the division has left
    target: Hex
    attackers: Attackers
    ships: bool = False
    cost: int = 0

    def begin(self, g: State) -> Next:
        """Who joins; nothing is revealed before all is declared (8.1-08)."""
        orders = [WITH[unit] for unit in self.candidates(g)]
        if not self.ships and why_no_ships(g, self.attackers) is None:
            orders.append(SHIPS)
        orders.append(DECLARE)
        prompt = f"Who joins the attack on {GRID.label(self.target)}?"
        return ask(g.seat_of(self.attackers[0]), prompt, orders, then=self.joined, why=self.why_not, rule="8.1-08")

    def about(self, g: State) -> About:
        """The attack that is being declared."""
        first = self.attackers[0]
        return About(unit=first, target=self.target, attackers=self.attackers, aided=self.ships, unit_verb=WITH.name)

    def candidates(self, g: State) -> list[int]:
        """Units that may join and whose action can be paid."""
        return [unit for place in sorted(g.at) for unit in g.at[place] if self.why_not_with(g, unit) is None]

    def why_not_with(self, g: State, unit: int) -> Refusal | None:
        """Why a unit cannot join."""
        name = UNIT_IDS[unit]
        if unit in self.attackers:
            return Refusal("8.13-01", f"{name} attacks already")
        if g.on_cliff >> unit & 1:
            return Refusal("7.51-01", f"{name} hangs on a cliff")
        refusal = can_act(g, unit, self.division) or why_not_join(g, unit, self.target, self.attackers)
        if refusal is None and cost_together(g, (*self.attackers, unit)) > self.left:
            return Refusal("8.13-01", f"the division has no action left for {name}")
        return refusal

    def joined(self, g: State, order: Order) -> Next:
        """One more attacker, the ships, or all are named."""
        if order is DECLARE:
            return self.declared
        if order is SHIPS:
            self.ships = True
        else:
            self.attackers = (*self.attackers, order.arg)
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why somebody cannot join."""
        refusal = None
        if order.verb == WITH.name:
            refusal = self.why_not_with(g, order.arg)
        elif order is SHIPS:
            refusal = why_no_ships(g, self.attackers)
        return refusal or Refusal("8.3-01", "the attack is being declared")

    def declared(self, g: State) -> Next:
        """Everybody has acted, and the marker is spent."""
        self.cost = cost_together(g, self.attackers)
        g.acted |= mask(self.attackers)
        g.attacked |= 1 << self.target
        g.naval -= self.ships
        g.tell_result(
            "attack", "8.3-01", step=True, units=self.attackers, hex=self.target,
            strengths=tuple(g.strength_of(unit) for unit in self.attackers),
            ships=g.battle.content.pieces.naval_fire.strength if self.ships else 0,
        )  # fmt: skip
        return call(Assault(self.target, self.attackers, self.ships), then=self.over)

    def over(self, g: State, _: object) -> Next:
        """The division pays."""
        return self.done(self.cost)


@dataclass
class Assault(Procedure[None]):
    """The attack is resolved in one or two comparisons (8.3)."""

    target: Hex
    attackers: Attackers
    ships: bool
    communicating: bool = False
    again: bool = False  # a second time, with the depth marker that has been revealed

    def begin(self, g: State) -> Next:
        """Reveal the unit, not its depth marker (8.3-02); communication is that of this moment (12.24-02)."""
        position = self.position(g)
        self.communicating = in_communication(g, position)
        reveal_unit(g, position, "8.3-02")
        return self.compare

    def about(self, g: State) -> About:
        """The attack."""
        return About(target=self.target, attackers=self.attackers)

    def position(self, g: State) -> int:
        """The position under attack."""
        return g.german_at(self.target)

    def comparison(self, g: State) -> Comparison:
        """Both sides as far as they are known."""
        position = self.position(g)
        marker = g.german_depth[position]
        shown = marker != NONE and g.depth_is_shown(position)
        unit, depth = g.battle.german[g.german[position]], g.battle.depth[marker] if shown else None
        return compare(g, self.attackers, self.ships, self.target, unit, depth, marker != NONE)

    def compare(self, g: State) -> Next:
        """A hero helps as the player likes, if it matters (8.23)."""
        found = self.comparison(g)
        ways = results(g, found)
        if len(ways) == 1:
            return self.resolve(g, PLAIN)
        no_help = why_no_help(found, ways) if len(ways) < HERO_WAYS else ""
        anew = "All is compared anew with the depth marker, and the hero may help anew: " if self.again else ""
        defence = f"{found.defence}{self.made_of(g)}"
        prompt = f"{anew}{found.attack} against {defence}, missing {in_words(found.missing)}: how does the hero help?"
        prompt += no_help
        return ask(g.seat_of(self.attackers[0]), prompt, tuple(ways), then=self.resolve, rule="8.23-01")

    def resolve(self, g: State, order: Order) -> Next:
        """Read the attack table (8.3-06)."""
        found = self.comparison(g)
        ways = results(g, found)
        made = self.makeup(g)
        effects, hero = ways[order], "idle" if found.hero and len(ways) == 1 else order.verb
        g.tell_result(
            "compared", "8.3-06", step=True, attack=found.attack + HERO_STRENGTH * (order is PRESS),
            defence=found.defence, outcome=self.effective(g, effects), hex=self.target,
            missing=tuple(map(str, found.missing)), hero=hero, german=found.german, again=self.again,
            strength=made.strength, ground=made.ground, depth=made.depth, depth_ground=made.depth_ground,
            disrupted=bool(g.german_disrupted >> self.position(g) & 1),
        )  # fmt: skip
        return self.carry_out(g, effects)

    def makeup(self, g: State) -> Makeup:
        """What the strength of the Germans is made of."""
        position = self.position(g)
        marker = g.german_depth[position]
        shown = marker != NONE and g.depth_is_shown(position)
        by, depth_by = doubled_by(g, self.attackers, self.target)
        strength = g.battle.german[g.german[position]].strength
        return Makeup(strength, by, g.battle.depth[marker].strength if shown else NONE, depth_by)

    def made_of(self, g: State) -> str:
        """How the strength of the Germans comes about, where it is not that of the unit alone: in brackets."""
        made = self.makeup(g)
        parts = [f"{made.strength} of the unit{twice_by(made.ground)}"]
        parts += [f"{made.depth} of its depth marker{twice_by(made.depth_ground)}"] * (made.depth != NONE)
        return f" ({', and '.join(parts)})" if made.depth != NONE or made.ground else ""

    def effective(self, g: State, effects: tuple[AttackEffect, ...]) -> tuple[str, ...]:
        """Effects as they come out: depth is for those in communication (9.2-01), armor stays as it is (23.41), and who
        is disrupted already is not disrupted once more.
        """
        position = self.position(g)
        if "disrupted" in effects and g.german_disrupted >> position & 1:
            return tuple(effect for effect in effects if effect != "disrupted") or ("disrupted_already",)
        depth = "depth_comes" if pool_for(g, position) else "no_depth_left"
        told: dict[AttackEffect, str] = {"gains_depth": depth if self.communicating else "no_depth_comes"}
        return tuple(
            told.get(effect, effect) for effect in effects if not (effect == "unrevealed" and is_armor(g, position))
        )

    def carry_out(self, g: State, effects: tuple[AttackEffect, ...]) -> Next:
        """Each effect in turn (8.3-07)."""
        position = self.position(g)
        for effect in effects:
            match effect:
                case "us_disrupted":
                    for unit in self.attackers:
                        if is_beside(g, unit, self.target):
                            g.disrupt(unit, "8.3-09")
                case "gains_depth":
                    if self.communicating:
                        gain_depth(g, position)
                case "unrevealed" if not is_armor(g, position):  # 23.41
                    g.turn_down(g.german[position], position)
                    g.tell_result("unrevealed", "8.3-08", position=position)
                case "disrupted" if not g.german_disrupted >> position & 1:
                    disrupt_german(g, position, "8.3-08")
                case "depth_eliminated":
                    remove_depth(g, position, "8.3-08")
                case "defeated":
                    defeat(g, position, communicating=self.communicating)
                case "reveal":
                    return self.reveal
                case "attrition":
                    return self.attrition
        return done()

    def reveal(self, g: State) -> Next:
        """The marker is turned up and all is compared again; a Tactical Reinforcement gives the unit up (9.4-01)."""
        position = self.position(g)
        reveal_depth(g, position, "8.3-07")
        if not is_tactical_reinforcement(g, position):
            self.again = True
            return self.compare
        defeat(g, position, communicating=self.communicating)
        tactical_reinforcement(g, position)
        return done()

    def attrition(self, g: State) -> Next:
        """A step of an adjacent attacker for the depth marker, if the player wishes (8.3-09)."""
        units = [unit for unit in self.attackers if is_beside(g, unit, self.target)]
        orders = [*(LOSE[unit] for unit in units), PASS]
        prompt = "Give up a step to eliminate the depth marker?"
        return ask(g.seat_of(self.attackers[0]), prompt, orders, then=self.worn_down, rule="8.3-09")

    def worn_down(self, g: State, order: Order) -> Next:
        """The step and the marker are gone, or neither."""
        if order is not PASS:
            remove_depth(g, self.position(g), "8.3-09")
            lose_steps(g, order.arg, 1, "8.3-09")
        return done()


def attackable(g: State, unit: int) -> list[Hex]:
    """The hexes against which a unit can lead an attack."""
    if not g.battle.foot[unit]:
        return []
    near = g.german_hexes & g.battle.around[g.where[unit]] & ~g.attacked & ~g.barraged
    if not near:
        return []
    beside = [h for h in g.battle.grid.neighbours[g.where[unit]] if near >> h & 1]
    return [h for h in beside if why_not_target(g, h) is None and why_not_lead(g, unit, h) is None]
