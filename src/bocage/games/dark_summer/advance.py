"""Advance after Combat (11.3.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bocage.games.dark_summer import boundary, stacking
from bocage.games.dark_summer.campaign import GERMAN, SEATS
from bocage.games.dark_summer.entering import why_not_pass_marker
from bocage.games.dark_summer.losses import alive
from bocage.games.dark_summer.places import GRID, SIZE
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import ADVANCE, HALT, UNIT_IDS
from bocage.hexes import Hex
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, done


def why_not_advance(g: State, unit: int, target: Hex) -> Refusal | None:
    """Why a unit that has attacked may not advance into the defender's hex; ZOCs do not matter (11.3.8-02)."""
    campaign, name, label, place = g.campaign, UNIT_IDS[unit], GRID.label(target), g.where[unit]
    if campaign.strongpoint[unit]:
        return Refusal("11.1-10", f"{name} is a Strongpoint and never advances")
    if place < SIZE and not campaign.open_around[campaign.needs_bridge[unit]][place] >> target & 1:
        return Refusal("11.3.8-03", f"{name} cannot cross the Major River to {label}: there is no bridge")
    group = campaign.group[unit]
    return (
        why_not_pass_marker(g, group, target)
        or boundary.why_not_enter(g, group, target)
        or stacking.why_not_stack(g, target, unit)
    )


def but(refusals: Iterable[Refusal | None]) -> str:
    """What a question about advances adds of those who may not."""
    reasons = "; ".join(dict.fromkeys(refusal.sentence for refusal in refusals if refusal is not None))
    return f" But {reasons}" if reasons else ""


@dataclass
class Advance(Procedure[None]):
    """The defender's hex is empty: any, all or none of the surviving attackers advance into it (11.3.8-01)."""

    target: Hex
    attackers: tuple[int, ...]

    def about(self, g: State) -> About:
        """The hex that is open."""
        return About(target=self.target, attackers=self.attackers, unit_verb="advance")

    def begin(self, g: State) -> Next:
        """Ask as long as somebody can advance."""
        able = [unit for unit in alive(g, self.attackers) if why_not_advance(g, unit, self.target) is None]
        if not able:
            return done()
        seat = SEATS[g.campaign.side[able[0]]]
        prompt = f"Advance into {GRID.label(self.target)}?{self.who_may_not(g)}"
        orders = [*(ADVANCE[unit] for unit in able), HALT]
        return ask(seat, prompt, orders, then=self.chosen, why=self.why_not, rule="11.3.8")

    def who_may_not(self, g: State) -> str:
        """Why others who have attacked stay where they are."""
        return but(why_not_advance(g, unit, self.target) for unit in alive(g, self.attackers))

    def chosen(self, g: State, order: Order) -> Next:
        """A unit advances, or nobody else does; the first German in an Open Beach closes it (11.9-04)."""
        if order is HALT:
            return done()
        unit, origin = order.arg, g.where[order.arg]
        g.put(unit, self.target)
        g.tell("advanced", "11.3.8", unit=unit, hex=self.target, origin=origin)
        if g.campaign.side[unit] == GERMAN and g.open_beaches >> self.target & 1:
            g.close_beach(self.target, "11.9-04")
        self.attackers = tuple(other for other in self.attackers if other != unit)
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot advance."""
        if order.verb != "advance":
            return Refusal("11.3.8-01", "advance after Combat now, or halt")
        name = UNIT_IDS[order.arg]
        if order.arg not in self.attackers or g.where[order.arg] < 0:
            return Refusal("11.3.8-01", f"{name} did not attack in this Combat, or has advanced already")
        refusal = why_not_advance(g, order.arg, self.target)
        assert refusal is not None, "what is not refused is offered"
        return refusal
