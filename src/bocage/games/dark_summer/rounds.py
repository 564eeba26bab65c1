"""Move, Combat and Combined Action Rounds (rulebook 9.3.1 to 9.3.3)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.dark_summer.campaign import GERMANS
from bocage.games.dark_summer.chits import COMBINED, MOVE, OFFENSIVE, ON_MOVE_SIDE
from bocage.games.dark_summer.combat import CombatAction, nobody_can_attack
from bocage.games.dark_summer.movement import Limit, MovementAction
from bocage.games.dark_summer.reinforcements import Reinforcements
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import check_cherbourg
from bocage.games.dark_summer.victory import check_after_round
from bocage.games.dark_summer.withdrawals import Withdrawals
from bocage.kernel import Next, Procedure, call, done


@dataclass
class ActionRound(Procedure[None]):
    """The Round of a chit: a group moves, attacks, or in a Combined Action Round does both."""

    group: int
    way: int  # as which the chit is played

    def begin(self, g: State) -> Next:
        """9.2-01: the chit takes the next space of the track; the status of Cherbourg is checked first (13.5-03)."""
        g.track += ((self.group, self.way),)
        kind = "combined" if self.way in COMBINED else "move" if self.way == MOVE else "combat"
        g.begin_round(kind, self.group)
        g.prepared = self.way == OFFENSIVE
        g.tell("round_begins", "9.2-01", group=self.group, way=self.way, round=g.round)
        if self.group == GERMANS:
            check_cherbourg(g)
        if self.way not in ON_MOVE_SIDE:
            return self.move if self.way in COMBINED else self.fight
        return self.enter if self.group == GERMANS else call(Withdrawals(self.group), then=self.enter)

    def enter(self, g: State, _: object = None) -> Next:
        """8.1: at the beginning of Move Rounds, and of Combined Action Rounds on the Move side (9.3.3-11)."""
        return call(Reinforcements(self.group), then=self.move)

    def move(self, g: State, _: object = None) -> Next:
        """9.3.1; in a Combined Action Round one hex, or two by Road (9.3.3-07)."""
        limit: Limit = "combined" if self.way in COMBINED else "normal"
        return call(MovementAction(self.group, limit, g.force[self.group]), then=self.moved)

    def moved(self, g: State, _: object) -> Next:
        """A Move Round is over; a Combined Action Round goes on with Combat (9.3.3-06)."""
        return self.fight if self.way in COMBINED else self.over

    def fight(self, g: State) -> Next:
        """9.3.2."""
        return call(CombatAction(g.force[self.group]), then=self.over)

    def over(self, g: State, _: object = None) -> Next:
        """The Round ends."""
        if self.way != MOVE and not g.attacked_hexes:
            could = g.hushed or not nobody_can_attack(g, self.group)
            g.tell_result("nobody_attacked", "11.1", step=True, group=self.group, way=self.way, could=could)
        check_after_round(g)
        g.end_round()
        return done()
