"""Combat (11): the Combat part of a Round, attack by attack, and the course of one attack (11.1, 11.3)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.dark_summer import assault, cherbourg
from bocage.games.dark_summer.advance import Advance
from bocage.games.dark_summer.attacks import (
    Attack,
    able_at,
    able_beside,
    active_groups,
    attackable,
    attacks_alone,
    hexes_beside,
    near_enemies,
    places_beside,
    why_not_attack_hex,
    why_not_attack_with,
)
from bocage.games.dark_summer.campaign import ALLIED
from bocage.games.dark_summer.cherbourg import CherbourgCombat
from bocage.games.dark_summer.columns import BELOW, changes_of, find_column, odds_name
from bocage.games.dark_summer.losses import StepLosses, alive
from bocage.games.dark_summer.mandatory import Promises, forced_by
from bocage.games.dark_summer.places import APPROACH, CHERBOURG, GRID, Place, place_name
from bocage.games.dark_summer.results import RETREATS, converted, cost, may_limit, printed_result
from bocage.games.dark_summer.retreat import Retreats
from bocage.games.dark_summer.stacking import over_stacked, too_many
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strength import defenders_of
from bocage.games.dark_summer.strongpoints import turn_up
from bocage.games.dark_summer.support import AnnounceSupport
from bocage.games.dark_summer.victory import check_sudden_death
from bocage.games.dark_summer.words import ATTACK, DECLARE, END, EXCHANGE, LIMIT, UNIT_IDS, WITH
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done
from bocage.kernel.wording import listed

# -- the Combat part of a Round -------------------------------------------------------------------


def nobody_can_attack(g: State, group: int) -> bool:
    """Whether in the Round that is being played no unit of a group has anything to attack from where it stands."""
    return not CombatAction(g.force[group]).targets(g)


@dataclass
class CombatAction(Procedure[None]):
    """Attacks one after another, as the Active player likes (11.1, 11.3-01).

    ``units`` is a mask of those that may attack by the kind of Round; ``one_attack``: of a Reaction Round.
    """

    doing = "combat"
    units: int
    one_attack: bool = False
    target: Place = -1
    attackers: tuple[int, ...] = ()

    def about(self, g: State) -> About:
        """The attack that is being declared."""
        return About(target=self.target, attackers=self.attackers, unit_verb="with", target_verb="attack")

    def begin(self, g: State) -> Next:
        """What lies face down in the Cherbourg Box is turned up if the duty to attack there depends on it (11.7-06)."""
        cherbourg.look_into_box(g)
        return self.choose

    def choose(self, g: State) -> Next:
        """11.1-03: any hex that may be attacked, or the end unless a Mandatory Attack is open."""
        orders = [ATTACK[place] for place in self.targets(g)]
        if not orders:
            return done()
        due = self.why_not_end(g)
        if due is None:
            orders.append(END)
        prompt = f"Attack a hex{', or end your attacks' if due is None else f': {due.sentence}'}{self.crowds(g)}"
        rule = "11.1" if due is None else due.rule.partition("-")[0]
        return ask(g.active_seat, prompt, orders, then=self.chosen, why=self.why_not_target, rule=rule)

    def crowds(self, g: State) -> str:
        """Where the 2nd Wave stands too close: units are lost there when the Round ends (5.1-08)."""
        if g.round_kind != "wave2":
            return ""
        held = listed(too_many(g, hex_) for hex_ in over_stacked(g))
        return f" ({held} when the Round ends: advances make room)" if held else ""

    def targets(self, g: State) -> list[Place]:
        """All places that can be attacked now."""
        found: HexSet = 0
        sources = members(near_enemies(g))
        if assault.in_wave(g):
            sources += [box for box in APPROACH.values() if box in g.at]
        for place in sources:
            beside = hexes_beside(g, place)
            if not beside & ~found:
                continue
            for unit in able_at(g, place, self.units):
                if attacks_alone(g, unit):
                    found |= beside & attackable(g, g.campaign.group[unit])
        targets = members(found)
        if g.duties:
            promises = Promises(g, self.units)
            targets = [hex_ for hex_ in targets if self.joining(g, promises, hex_, ())]
        if not self.one_attack and cherbourg.why_not_attack(g) is None:
            targets.append(CHERBOURG)
        return targets

    def able(self, g: State, target: Hex) -> list[int]:
        """The units beside a hex that may still attack it."""
        return able_beside(g, target, self.units)

    def joining(self, g: State, promises: Promises, target: Hex, attackers: tuple[int, ...]) -> list[int]:
        """The units that may join some attackers of a hex."""
        return [
            unit
            for unit in sorted(self.able(g, target))
            if unit not in attackers and self.why_not_join(g, promises, target, attackers, unit) is None
        ]

    def why_not_join(
        self, g: State, promises: Promises, target: Hex, attackers: tuple[int, ...], unit: int
    ) -> Refusal | None:
        """Why a unit that may attack a hex may not do so with these others; None if it may."""
        name, label = UNIT_IDS[unit], place_name(target)
        if not attackers and not attacks_alone(g, unit):
            return Refusal("2.2.1-04", f"{name} has an Attack factor of 0: name an attacker that has more first")
        if refusal := assault.why_not_join(g, unit, attackers):
            return refusal
        together = (*attackers, unit)
        if promises.allow(target, together, only_attack=self.one_attack):
            return None
        if self.one_attack:
            return Refusal("9.3.4-11", f"an attack from several hexes would need a second one, and {name} may not join")
        forced = forced_by(g, target, together) & ~g.duties
        others = listed(GRID.labels(forced or g.duties & ~(1 << target)))
        return Refusal("11.2-01", f"with {name} in the attack on {label} too few units are left to attack {others}")

    def due(self, g: State) -> HexSet:
        """The hexes that must still be attacked in this Round (11.2)."""
        return Promises(g, self.units).open if g.duties else 0

    def why_not_end(self, g: State) -> Refusal | None:
        """Which attack must be made before the end; None if there is none."""
        if cherbourg.is_due(g):
            return Refusal("11.7-06", "the US units in the Cherbourg Box are strong enough and must attack")
        if due := self.due(g):
            hexes = GRID.labels(due)
            why = f"{'it is' if len(hexes) == 1 else 'they are'} in ZOCs of units that attacked from several hexes"
            return Refusal("11.2-01", f"{listed(hexes)} must be attacked in this Round too, because {why}")
        return None

    def chosen(self, g: State, order: Order) -> Next:
        """A target is named, or all attacks are made."""
        if order is END:
            return done()
        if order.arg == CHERBOURG:
            return call(CherbourgCombat(cherbourg.attack_in_box(g)), then=self.fought)
        self.target = order.arg
        return self.choose_attackers

    def choose_attackers(self, g: State) -> Next:
        """11.3.1: the attacking units one by one."""
        if len(self.able(g, self.target)) == len(self.attackers):
            return self.declare
        orders = [WITH[unit] for unit in self.joining(g, Promises(g, self.units), self.target, self.attackers)]
        if self.attackers:
            orders.append(DECLARE)
        prompt = f"Attack {GRID.label(self.target)}{self.with_whom(g, orders)}"
        if new := self.new_duties(g, self.attackers):
            prompt += f" Then {listed(GRID.labels(new))} must be attacked in this Round too"
        return ask(g.active_seat, prompt, orders, then=self.joined, why=self.why_not_attacker, rule="11.3.1")

    def with_whom(self, g: State, orders: list[Order]) -> str:
        """The question is asked for one answer, too: until it is given the attack can be taken back."""
        if orders == [DECLARE]:
            return " now, as nobody else may join?"
        if len(orders) == 1:
            first = orders[0].arg
            others = self.joining(g, Promises(g, self.units), self.target, (first,))
            return f" with {UNIT_IDS[first]}{' first, as others may only join' if others else ', as nobody else may'}?"
        return " with which units?"

    def new_duties(self, g: State, attackers: tuple[int, ...]) -> HexSet:
        """The hexes that must be attacked too if these units attack the target, and need not yet (11.2-01)."""
        return forced_by(g, self.target, attackers) & ~g.duties

    def begins_with(self, g: State, unit: int) -> bool:
        """Whether the attack begins with this attacker: when it has joined, nobody is left who could."""
        return all(other in (*self.attackers, unit) for other in self.able(g, self.target))

    def joined(self, g: State, order: Order) -> Next:
        """One more attacker, or all are named."""
        if order is DECLARE:
            return self.declare
        self.attackers = tuple(sorted((*self.attackers, order.arg)))
        return self.choose_attackers

    def declare(self, g: State) -> Next:
        """Note what must be attacked besides, by the ZOCs of this moment, and fight it out (11.2-01)."""
        attack = Attack(self.target, self.attackers)
        g.duties = (g.duties | forced_by(g, *attack[:2])) & ~(1 << self.target)
        self.target, self.attackers = -1, ()
        return call(Combat(attack), then=self.fought)

    def fought(self, g: State, _: object) -> Next:
        """Each Combat is completely resolved before the next (11.3-03)."""
        return done() if self.one_attack else self.choose

    # -- refusals -----------------------------------------------------------------------------

    def why_not_target(self, g: State, order: Order) -> Refusal:
        """Why a place cannot be attacked, or the attacks not be ended."""
        if order is END:
            refusal = self.why_not_end(g)
            assert refusal is not None, "what is not refused is offered"
            return refusal
        if order.verb != "attack":
            return Refusal("11.1-03", f"'{order}' has no place here: attack a hex, or end your attacks")
        if order.arg == CHERBOURG:
            refusal = cherbourg.why_not_attack(g)
            return refusal or Refusal("9.3.4-09", "Cherbourg Combat is no part of a Reaction Round")
        return self.why_not_hex(g, order.arg)

    def why_not_hex(self, g: State, hex_: Place) -> Refusal:
        """Why a hex cannot be attacked."""
        label = place_name(hex_)
        if hex_ >= GRID.size:
            return Refusal("11.1-13", f"{label} cannot be attacked: it is not on the map")
        refusals = [why_not_attack_hex(g, group, hex_) for group in active_groups(g)]
        if all(refusals) and refusals[0]:
            return refusals[0]
        beside = [unit for place in places_beside(hex_) for unit in g.units_in(place, g.active_side)]
        if not beside:
            return Refusal("11.1-01", f"no unit of yours is next to {label}")
        if not (able := self.able(g, hex_)):
            found = (why_not_attack_with(g, unit, self.units) for unit in beside)
            return next(refusal for refusal in found if refusal is not None)
        found = (self.why_not_join(g, Promises(g, self.units), hex_, (), unit) for unit in able)
        return next(refusal for refusal in found if refusal is not None)

    def why_not_attacker(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot join the attack."""
        if order is DECLARE:
            return Refusal("11.3.1-01", "an attack needs at least one unit")
        if order.verb != "with":
            return Refusal("11.3.1-01", f"{GRID.label(self.target)} is attacked: name the attacking units")
        unit, name = order.arg, UNIT_IDS[order.arg]
        if unit in self.attackers:
            return Refusal("11.1-08", f"{name} is in this attack already")
        if refusal := why_not_attack_with(g, unit, self.units):
            return refusal
        if g.where[unit] not in places_beside(self.target):
            return Refusal("11.1-01", f"{name} is not next to {GRID.label(self.target)}")
        refusal = why_not_attack_hex(g, g.campaign.group[unit], self.target) or self.why_not_join(
            g, Promises(g, self.units), self.target, self.attackers, unit
        )
        assert refusal is not None, "what is not refused is offered"
        return refusal


# -- one Combat -----------------------------------------------------------------------------------


@dataclass
class Combat(Procedure[None]):
    """One attack on one hex, from its declaration to the advance (11.3-04)."""

    attack: Attack
    result: str = ""
    loss: int = 0  # of the attacker, in steps
    beach_falls: bool = False

    def about(self, g: State) -> About:
        """The attack."""
        return About(target=self.attack.target, attackers=self.attack.attackers)

    def begin(self, g: State) -> Next:
        """The attack is declared, and all that lies face down in it is turned up (11.3.1-09)."""
        attack = self.attack
        g.tell("attack_declared", "11.3.1", hex=attack.target, attackers=attack.attackers, side=g.active_seat)
        g.attacked_hexes |= 1 << attack.target
        for unit in attack.attackers:
            g.attacked_units |= 1 << unit
        assault.note_attack(g, attack)
        empty = not defenders_of(g, attack)
        turn_up(g, (*attack.attackers, *defenders_of(g, attack)))
        self.attack = attack = attack._replace(attackers=alive(g, attack.attackers))
        if not any(attacks_alone(g, unit) for unit in attack.attackers):
            return done()  # the Ost battalion that attacked is worth nothing (11.5.2-01)
        if not empty and not defenders_of(g, attack):
            return self.advance  # and so was the one that defended (11.5.2-02)
        if g.round_kind == "wave1":
            return self.resolve(g, attack)
        return call(AnnounceSupport(attack), then=self.resolve)

    def resolve(self, g: State, attack: Attack) -> Next:
        """Odds, shifts, die, result (11.3.3 to 11.3.5); nothing is rolled for odds still below 1-3 (11.3.3-05)."""
        self.attack = attack
        column = find_column(g, attack)
        die = 0 if column.number == BELOW else g.chance.die()
        printed = printed_result(g, column.number, die)
        self.result = converted(g, attack, printed)
        g.tell_result(
            "combat", "11.3.5", step=True, attack=column.attack, defence=column.defence, die=die,
            line=odds_name(column.number) if die else "", column=column.number + 1, shifts=column.shifts,
            outcome=(self.result,), printed=printed, odds=odds_name(column.odds), hex=attack.target,
            side=g.active_seat, attackers=attack.attackers, defenders=defenders_of(g, attack),
            support=(*attack.attack_support, *attack.defence_support), changes=changes_of(g, attack),
        )  # fmt: skip
        return self.choose_exchange if may_limit(g, attack, self.result) else self.defender_loses

    def choose_exchange(self, g: State) -> Next:
        """R.1-02: Kampfgruppen and Tigers that attack alone may take an Exchange as BL1."""
        prompt = "Take the Exchange, or limit it to one step on both sides?"
        return ask(g.active_seat, prompt, [EXCHANGE, LIMIT], then=self.settled, why=self.why_not_limit, rule="R.1")

    def settled(self, g: State, order: Order) -> Next:
        """The German player has chosen."""
        if order is LIMIT:
            self.result = "BL1"
            g.tell("exchange_limited", "R.1-02", hex=self.attack.target)
        return self.defender_loses

    def why_not_limit(self, g: State, order: Order) -> Refusal:
        """Nothing else is asked."""
        return Refusal("R.1-02", "take the Exchange, or limit it to BL1")

    def defender_loses(self, g: State) -> Next:
        """11.3.6: the defender first; a lone Open Beach has one step, and one with units falls by DE alone (11.9)."""
        units, target = defenders_of(g, self.attack), self.attack.target
        attacker, defender = cost(g, self.attack, self.result)
        if g.open_beaches >> target & 1:
            self.beach_falls = self.result == "DE" if units else defender > 0
        self.loss = attacker
        return call(StepLosses(units, defender), then=self.attacker_loses)

    def attacker_loses(self, g: State, _: object) -> Next:
        """Then the attacker."""
        return call(StepLosses(self.attack.attackers, self.loss), then=self.retreat)

    def retreat(self, g: State, _: object) -> Next:
        """11.3.7."""
        if self.result not in RETREATS:
            return self.advance
        units = defenders_of(g, self.attack)
        if self.result == "DR" and assault.from_approach_alone(g, self.attack):
            units = tuple(unit for unit in units if not g.campaign.strongpoint[unit])  # 11.5.1-02
        return call(Retreats(units), then=self.retreated)

    def retreated(self, g: State, _: object) -> Next:
        """The hex may be empty now."""
        return self.advance

    def advance(self, g: State) -> Next:
        """11.3.8: if nobody is left to defend the hex; an Open Beach that has not fallen bars it (11.9-07)."""
        target, attackers = self.attack.target, alive(g, self.attack.attackers)
        if defenders_of(g, self.attack):
            return self.finish
        if assault.in_wave(g):
            return call(assault.WaveAdvance(target, attackers), then=self.over)
        if not attackers or (g.active_side != ALLIED and g.open_beaches >> target & 1 and not self.beach_falls):
            return self.finish
        return call(Advance(target, attackers), then=self.over)

    def over(self, g: State, _: object) -> Next:
        """All have advanced."""
        return self.finish

    def finish(self, g: State) -> Next:
        """The Combat is over; it may have decided the game (3.2.1)."""
        check_sudden_death(g)
        return done()
