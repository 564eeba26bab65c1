"""German Reaction Rounds (rulebook 9.3.4, 9.4.2, 9.4.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bocage.games.dark_summer.campaign import BOTH, GERMAN, GERMANS, SEATS
from bocage.games.dark_summer.combat import CombatAction
from bocage.games.dark_summer.movement import Limit, MovementAction
from bocage.games.dark_summer.places import CHERBOURG, GRID, SIZE
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import check_cherbourg
from bocage.games.dark_summer.victory import check_after_round
from bocage.games.dark_summer.words import FORMATION, FORMATION_NAMES, PASS, STACK, UNIT_IDS
from bocage.hexes import mask, members
from bocage.kernel import NOTHING, Next, Order, Procedure, Refusal, ask, call, done

REACTION: Final = 5  # how a Reaction chit stands on the Action Round Track


@dataclass
class ReactionRound(Procedure[None]):
    """One stack or one Formation moves, and its Kampfgruppen and Tigers may make one attack."""

    limit: Limit
    units: int = 0  # mask of the Active ones

    def begin(self, g: State) -> Next:
        """The chit takes its space; the status of Cherbourg is checked first (13.5-03)."""
        by_chit = not g.track or g.track[-1][0] != BOTH  # after a Wave it needs none (9.4)
        g.track += ((GERMANS, REACTION),)
        g.begin_round("reaction", GERMANS)
        g.tell("reaction", "9.3.4", round=g.round, left=g.reactions if by_chit else NOTHING)
        check_cherbourg(g)
        return self.choose

    def stacks(self, g: State) -> list[int]:
        """Hexes with a German unit; what is in the Cherbourg Box is no stack (9.3.4-05)."""
        return members(g.stands[GERMANS])

    def formations(self, g: State) -> list[int]:
        """Formations with a unit on the map or in the Cherbourg Box (9.3.4-04)."""
        present = [unit for unit in members(g.force[GERMANS]) if self.may_act(g, unit)]
        return sorted({g.campaign.formation[unit] for unit in present})

    def may_act(self, g: State, unit: int) -> bool:
        """Whether a unit is where it can be activated."""
        return g.where[unit] < SIZE or g.where[unit] == CHERBOURG

    def choose(self, g: State) -> Next:
        """9.3.4-04: either one stack or one Formation; he may also do nothing."""
        orders = [*(STACK[hex_] for hex_ in self.stacks(g)), *(FORMATION[f] for f in self.formations(g)), PASS]
        prompt = "Activate one stack or one Formation"
        return ask(SEATS[GERMAN], prompt, orders, then=self.chosen, why=self.why_not, rule="9.3.4")

    def chosen(self, g: State, order: Order) -> Next:
        """They are Active, and no others (9.3.4-08)."""
        if order is PASS:
            return self.over
        if order.verb == STACK.name:
            self.units = mask(g.units_in(order.arg, GERMAN))
            chosen = f"the stack in {GRID.label(order.arg)}"
        else:
            there = g.campaign.formation_units[order.arg] & g.force[GERMANS]
            self.units = mask(unit for unit in members(there) if self.may_act(g, unit))
            chosen = f"the Formation {FORMATION_NAMES[order.arg]}"
        g.tell("activated", "9.3.4-04", units=tuple(members(self.units)), chosen=chosen)
        return call(MovementAction(GERMANS, self.limit, self.units), then=self.moved)

    def moved(self, g: State, _: object) -> Next:
        """9.3.4-09: after all Movement Kampfgruppen and Tigers may make one attack."""
        campaign = g.campaign
        able = mask(unit for unit in members(self.units) if campaign.kampfgruppe[unit] or campaign.tiger[unit])
        return call(CombatAction(able, one_attack=True), then=self.over)

    def over(self, g: State, _: object = None) -> Next:
        """The Round ends."""
        check_after_round(g)
        g.end_round()
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why somebody cannot be activated."""
        if order.verb == STACK.name:
            return Refusal("9.3.4-04", f"no German unit is in {GRID.label(order.arg)}")
        if order.verb == FORMATION.name:
            return Refusal("9.3.4-04", f"no unit of {FORMATION_NAMES[order.arg]} is on the map or in Cherbourg")
        name = f"{UNIT_IDS[order.arg]}: " if order.noun is not None and order.noun.name == "unit" else ""
        return Refusal("9.3.4-04", f"{name}activate a whole stack or a whole Formation first")
