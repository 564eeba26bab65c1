"""The combat phase (rulebook 1.1.3): headquarters are activated one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bocage.games.bloody_summer import control
from bocage.games.bloody_summer.attacks import can_attack
from bocage.games.bloody_summer.campaign import ALLIED
from bocage.games.bloody_summer.exploitation import CorpsCombat
from bocage.games.bloody_summer.ffi import FfiAttack
from bocage.games.bloody_summer.pieces import HEADQUARTERS, PIECE_IDS
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.support import pay, why_not_pay
from bocage.games.bloody_summer.words import ACTIVATE, END
from bocage.hexes import mask
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done


def in_play(g: State, side: int) -> list[int]:
    """The headquarters of a side on the map and in boxes."""
    return [hq for hq in HEADQUARTERS if g.campaign.side[hq] == side and g.where[hq] >= 0]


def why_not_activate(g: State, hq: int) -> Refusal | None:
    """The rule that keeps a headquarters from combat, or None."""
    name, bit = PIECE_IDS[hq], 1 << hq
    if g.campaign.side[hq] != g.active or g.where[hq] < 0:
        return Refusal("1.1.3-01", f"{name} is no headquarters of the active side in play")
    if g.activated & bit:
        return Refusal("1.1.3-08", f"{name} has had its turn in this phase")
    if g.finished & bit:
        return Refusal("0.1.1-04", f"{name} is finished")
    if g.extended & bit:
        return Refusal("5.2-03", f"{name} has made an extended movement in this turn")
    if why_not_pay(g, hq) is not None:
        return Refusal("1.1.3-05", f"{name} has no Offensive marker to spend")
    return None


@dataclass
class CombatPhase(Procedure[None]):
    """The combats of a side in a phase; the Allies act army by army in the order they like."""

    doing = "combat"
    side: int
    hq: int = NOBODY

    def begin(self, g: State) -> Next:
        """5-02: who controls whom is settled first."""
        g.phase = "Combat phase"
        g.bombarded = [0, 0]  # 6.2-02
        control.check(g)
        return call(FfiAttack(), then=self.risen) if self.side == ALLIED else self.choose

    def risen(self, g: State, _: None) -> Next:
        """4.1.2.b-04: the FFI need no headquarters."""
        return self.choose

    def about(self, g: State) -> About:
        """A headquarters is chosen."""
        return About(unit_verb=ACTIVATE.name)

    def ready(self, g: State) -> Iterator[int]:
        """The headquarters that may choose combat and have somebody to attack."""
        return (hq for hq in in_play(g, self.side) if why_not_activate(g, hq) is None and can_attack(g, hq))

    def choose(self, g: State) -> Next:
        """1.1.3-01: in the order their owner likes; a headquarters that is never activated has passed."""
        ready = list(self.ready(g))
        if not ready or g.ended is not None:
            return self.over
        seat = g.seat(ready[0])
        own = [hq for hq in ready if g.seat(hq) == seat]
        orders = [*(ACTIVATE[hq] for hq in own), END]
        return ask(seat, "Activate a headquarters?", orders, then=self.chosen, why=self.why_not, rule="1.1.3")

    def why_not(self, g: State, order: Order) -> Refusal:
        """What is refused."""
        if order.verb == ACTIVATE.name and order.arg in HEADQUARTERS:
            return why_not_activate(g, order.arg) or Refusal(
                "1.1.3-04", f"{PIECE_IDS[order.arg]} has nobody who can attack"
            )
        return Refusal("1.1.3-01", "a headquarters is activated, or the combat phase ends")

    def chosen(self, g: State, order: Order) -> Next:
        """One is activated, or all others of the seat pass."""
        if order is END:
            seat = g.seat(next(self.ready(g)))
            g.activated |= mask(hq for hq in in_play(g, self.side) if g.seat(hq) == seat)
            return self.choose
        self.hq = order.arg
        return self.activate(g)

    def activate(self, g: State) -> Next:
        """1.1.3-05: one marker pays for all combats of the activation, and each is resolved at once (1.1.3-06)."""
        g.activated |= 1 << self.hq
        g.tell("activated", "1.1.3-04", unit=self.hq)
        pay(g, self.hq)
        return call(CorpsCombat(self.hq), then=self.finish)

    def finish(self, g: State, _: None) -> Next:
        """1.1.3-07: the headquarters is finished."""
        if g.where[self.hq] >= 0:
            g.finished |= 1 << self.hq
        self.hq = NOBODY
        return self.choose

    def over(self, g: State) -> Next:
        """4.1.1-08: Reserve markers go with the owner's combat phase."""
        g.reserve = 0
        return done()
