"""Combat (6.1): naming the attackers, the fight, and the counterattack after it."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.bloody_summer import attacks, off_map_combat, victory
from bocage.games.bloody_summer.attacks import ALL, Orders
from bocage.games.bloody_summer.campaign import ARMIES, SEATS, SIDE_OF
from bocage.games.bloody_summer.counterattack import Counterattack
from bocage.games.bloody_summer.fight import KINDS, NOTHING_DECIDED, Fight, Fought
from bocage.games.bloody_summer.pieces import PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import FESTUNGEN, SIZE, Place, place_name
from bocage.games.bloody_summer.resolution import Resolution
from bocage.games.bloody_summer.sentences import place_title
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.support import commit
from bocage.games.bloody_summer.words import ATTACK, DECLARE, END, WITH
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call

__all__ = ["ALL", "Attacks", "Combat", "Fought"]


@dataclass
class Combat(Procedure[Fought]):
    """One combat, from its attackers to its consequences.

    The attackers of overruns, landings, drops and fights off the map are given; others are asked for. ``units`` is a
    mask of those who may attack; ``fresh``: the headquarters has not supported a combat of this activation yet.
    """

    doing = "combat"
    target: Place
    hq: int  # NOBODY if none is needed
    kind: str
    attackers: tuple[int, ...] = ()
    units: int = ALL
    fresh: bool = True
    bound: tuple[int, ...] = ()  # attackers who fight under a headquarters for the first time in this turn
    side: int = -1  # that attacks
    army: int = NOBODY  # that defends
    fought: Fought = NOTHING_DECIDED

    def about(self, g: State) -> About:
        """The attack that is being declared."""
        return About(target=self.target, attackers=self.attackers, unit_verb=WITH.name)

    def orders(self, g: State) -> Orders:
        """Under what the attack is made."""
        return Orders(g.active if self.hq == NOBODY else g.campaign.side[self.hq], self.hq, self.kind, self.units)

    def begin(self, g: State) -> Next:
        """The attackers are given, or named one by one; if there is only one, it is he."""
        if self.attackers:
            return self.declare
        able = attacks.able(g, self.orders(g), self.target)
        return self.choose if len(able) > 1 else self.joined(g, WITH[able[0]])

    # -- the attackers ------------------------------------------------------------------------

    def choose(self, g: State) -> Next:
        """6.1-06, 6.3-07: any unit that may, and none that must."""
        able = [unit for unit in attacks.able(g, self.orders(g), self.target) if unit not in self.attackers]
        if not able:
            return self.declare
        orders = [*(WITH[unit] for unit in able), *([DECLARE] if self.attackers else [])]
        prompt = f"Attack {place_title(self.target)} with which units?"
        return ask(g.seat(able[0]), prompt, orders, then=self.joined, why=self.why_not, rule="6.1")

    def joined(self, g: State, order: Order) -> Next:
        """One more attacker, bound to its headquarters for the turn (5-02); or all are named."""
        if order is DECLARE:
            return self.declare
        orders = self.orders(g)
        if self.hq != NOBODY:
            self.bound += () if order.arg in g.fought_under else (order.arg,)
            g.fought_under[order.arg] = attacks.corps_for(g, orders, order.arg, self.target)
        self.attackers = tuple(sorted((*self.attackers, order.arg)))
        return self.choose

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit does not join."""
        if order.verb != WITH.name:
            return Refusal("6.1-01", f"{place_name(self.target)} is attacked: name the attackers")
        if order.arg in self.attackers:
            return Refusal("6.1-02", f"{PIECE_IDS[order.arg]} takes part already")
        orders = self.orders(g)
        refusal = attacks.why_not_attack_with(g, orders, order.arg)
        refusal = refusal or attacks.why_not_join(g, orders, order.arg, self.target)
        assert refusal is not None, "what is not refused is offered"
        return refusal

    # -- the fight ----------------------------------------------------------------------------

    def declare(self, g: State) -> Next:
        """Who fights is noted; further German headquarters whose units take part support it (5.3-06)."""
        self.side = g.campaign.side[self.attackers[0]]
        pieces = g.pieces_in(self.target, 1 - self.side)
        self.army = g.campaign.army[pieces[0]] if pieces else NOBODY
        fight = Fight(self.kind, self.side, self.target, self.attackers, self.hq, self.fresh, self.bound)
        if fight.rules.once:
            self.note(g)
        for unit in self.attackers:
            g.reserve &= ~(1 << unit)
        for hq in self.joining(g):
            commit(g, fight, hq)
            fight = fight._replace(support=(*fight.support, hq))
        return call(Resolution(fight), then=self.resolved)

    def note(self, g: State) -> None:
        """6.1-02, 6.1-03: one attack and one defence in a phase; also of a headquarters alone (6.1-04)."""
        for unit in self.attackers:
            g.attacked |= 1 << unit
        for piece in g.pieces_in(self.target, 1 - self.side):
            g.defended |= 1 << piece

    def joining(self, g: State) -> list[int]:
        """The further headquarters under which attackers fight."""
        if self.hq == NOBODY or self.target >= SIZE:
            return []
        return sorted({g.fought_under[unit] for unit in self.attackers} - {self.hq})

    def resolved(self, g: State, fought: Fought) -> Next:
        """6.9-01: an advance without exploitation may be answered at once."""
        self.fought = fought
        if self.target >= SIZE:
            off_map_combat.over(g, self.target)
        victory.check(g)
        may = KINDS[self.kind].counterattack and fought.advanced and not fought.exploits
        if not may or g.ended is not None:
            return self.done(fought)
        return call(Counterattack(self.target, self.army, 1 - self.side, fought.retreated), then=self.answered)

    def answered(self, g: State, _: None) -> Next:
        """All is over."""
        victory.check(g)
        return self.done(self.fought)


# -- one combat after another ---------------------------------------------------------------------


@dataclass
class Attacks(Procedure[bool]):
    """Combats one after another, as their owner likes (6.1-09, 6.1-10); the result: whether exploitation was won."""

    doing = "combat"
    side: int
    hq: int = NOBODY
    kind: str = "combat"
    units: int = ALL
    fresh: bool = True
    exploits: bool = False
    done_with: int = 0  # mask of the armies that attack no more

    def about(self, g: State) -> About:
        """A place is chosen."""
        return About(unit_verb=WITH.name, target_verb=ATTACK.name)

    def begin(self, g: State) -> Next:
        """The next one, if there is anybody to attack; without a headquarters army after army."""
        over = g.ended is not None or (self.hq != NOBODY and g.where[self.hq] < 0)
        return self.done(self.exploits) if over else self.choose

    def orders(self, army: int) -> Orders:
        """Under what an army attacks."""
        return Orders(self.side, self.hq, self.kind, self.units, army)

    def offer(self, g: State) -> tuple[int, list[Place]]:
        """The army that attacks next, and whom it can attack; nobody if all have done."""
        of_side = [army for army in ARMIES if SIDE_OF[army] == self.side]
        for army in of_side if self.hq == NOBODY else [g.campaign.army[self.hq]]:
            if not self.done_with >> army & 1 and (places := attacks.targets(g, self.orders(army))):
                return army, places
        return NOBODY, []

    def choose(self, g: State) -> Next:
        """6.1-10: attacking is never obligatory."""
        army, places = self.offer(g)
        if not places:
            return self.done(self.exploits)
        orders = [*(ATTACK[place] for place in places), END]
        prompt = f"Whom does {PIECE_IDS[self.hq]} attack?" if self.hq != NOBODY else "Whom do you attack?"
        return ask(SEATS[army], prompt, orders, then=self.chosen, why=self.why_not, rule="6.1")

    def chosen(self, g: State, order: Order) -> Next:
        """A combat, or no more of them."""
        army = g.campaign.army[self.hq] if self.hq != NOBODY else self.offer(g)[0]
        if order is END:
            self.done_with |= 1 << army
            return self.begin
        return call(self.combat(g, order.arg, army), then=self.fought)

    def combat(self, g: State, place: Place, army: int) -> Combat:
        """A combat on the map, or in a box, where all fight (6.12-03)."""
        if place < SIZE:
            units = self.units if self.hq != NOBODY else self.units & army_mask(g, army)
            return Combat(place, self.hq, self.kind, (), units, self.fresh)
        kind = "siege" if place in FESTUNGEN.values() else "off_map"
        return Combat(place, self.hq, kind, off_map_combat.attackers(g, self.side, place), fresh=self.fresh)

    def fought(self, g: State, fought: Fought) -> Next:
        """1.1.3-06: each is settled before the next."""
        self.exploits |= fought.exploits and KINDS[self.kind].exploitation
        self.fresh &= not fought.supported
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a place is not attacked."""
        if order.verb != ATTACK.name:
            return Refusal("6.1-01", "attack a place, or end these attacks")
        return attacks.why_not_attack(g, self.orders(self.offer(g)[0]), order.arg)


def army_mask(g: State, army: int) -> int:
    """The units of an army."""
    return sum(1 << unit for unit in range(UNITS) if g.campaign.army[unit] == army)
