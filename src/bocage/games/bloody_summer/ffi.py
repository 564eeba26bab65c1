"""The FFI of Paris attack by themselves (rulebook 4.1.2.b-04)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.bloody_summer.campaign import ALLIED, LEADERS
from bocage.games.bloody_summer.combat import Combat
from bocage.games.bloody_summer.fight import Fight, Fought
from bocage.games.bloody_summer.off_map_combat import ffi_can_attack
from bocage.games.bloody_summer.pieces import FFI
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.words import ATTACK, PASS
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done


@dataclass
class FfiAttack(Procedure[None]):
    """In an Allied combat phase the FFI may attack the Germans in Paris, without headquarters and marker."""

    def about(self, g: State) -> About:
        """Paris."""
        return About(target=g.campaign.home[FFI], attackers=(FFI,), target_verb=ATTACK.name)

    def begin(self, g: State) -> Next:
        """Ask if they can."""
        if not ffi_can_attack(g):
            return done()
        orders = [ATTACK[g.campaign.home[FFI]], PASS]
        why = self.why_not
        return ask(LEADERS[ALLIED], "Do the FFI attack in Paris?", orders, then=self.chosen, why=why, rule="4.1.2.b-04")

    def fight(self, g: State, order: Order) -> Fight | None:
        """The fight to which an order leads."""
        return Fight("off_map", ALLIED, order.arg, (FFI,)) if order.verb == ATTACK.name else None

    def chosen(self, g: State, order: Order) -> Next:
        """They fight, or wait for others."""
        if order is PASS:
            return done()
        return call(Combat(order.arg, NOBODY, "off_map", (FFI,)), then=self.fought)

    def fought(self, g: State, _: Fought) -> Next:
        """The fight is over."""
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """What the FFI cannot do."""
        return Refusal("4.1.2.b-04", "the FFI attack in Paris, or nowhere")
