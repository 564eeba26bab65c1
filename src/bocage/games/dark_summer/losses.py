"""Step losses (11.3.6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bocage.games.dark_summer.campaign import SEATS
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import LOSE, UNIT_IDS
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, done


def alive(g: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some units that are still in the game."""
    return tuple(unit for unit in units if g.where[unit] >= 0)


def steps_of(g: State, units: Iterable[int]) -> int:
    """All steps of some units."""
    return sum(map(g.steps_of, units))


@dataclass
class StepLosses(Procedure[None]):
    """A side's units in a Combat lose steps; their owner says which, two-step units first."""

    units: tuple[int, ...]
    steps: int
    rule: str = "11.3.6"

    def about(self, g: State) -> About:
        """Where the losses fall."""
        return About(target=g.where[self.units[0]], unit_verb="lose")

    def begin(self, g: State) -> Next:
        """Take what leaves no choice; losses beyond all steps are disregarded (11.3.6-04)."""
        self.units = alive(g, self.units)
        if not self.steps or not self.units:
            return done()
        if self.steps >= steps_of(g, self.units):
            for unit in self.units:
                g.eliminate(unit, self.rule)
            return done()
        full = self.candidates(g)
        if len(full) > self.steps or g.steps_of(full[0]) == 1:
            return self.choose
        for unit in full:
            g.deplete(unit, self.rule)
        self.steps -= len(full)
        return self.begin

    def candidates(self, g: State) -> list[int]:
        """Those that may lose the next step: nobody is eliminated while a unit can be reduced (11.3.6-03)."""
        return [unit for unit in self.units if g.steps_of(unit) == 2] or list(self.units)

    def choose(self, g: State) -> Next:
        """11.3.6-02: the owner chooses."""
        orders = [LOSE[unit] for unit in self.candidates(g)]
        owner = SEATS[g.campaign.side[self.units[0]]]
        prompt = f"Which unit loses a step? ({self.steps} to lose)"
        return ask(owner, prompt, orders, then=self.chosen, why=self.why_not, rule="11.3.6")

    def chosen(self, g: State, order: Order) -> Next:
        """One step less."""
        g.deplete(order.arg, self.rule)
        self.steps -= 1
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot take the loss."""
        if order.verb != "lose":
            return Refusal("11.3.6-01", f"{self.steps} steps are to be lost: choose the units")
        name = UNIT_IDS[order.arg]
        if order.arg not in self.units:
            return Refusal("11.3.6-02", f"{name} is not among the units that take these losses")
        return Refusal("11.3.6-03", f"{name} may not be eliminated while another unit can be reduced")
