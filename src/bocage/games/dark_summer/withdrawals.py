"""Allied Withdrawals (rulebook 8.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bocage.games.dark_summer.boxes import hexes_out_of
from bocage.games.dark_summer.campaign import ALLIED, SEATS, SIDE_OF
from bocage.games.dark_summer.entering import closed_hexes
from bocage.games.dark_summer.places import OFFSHORE, SIZE, WITHDRAWN, place_name
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import EVACUATE, PASS, UNIT_IDS
from bocage.games.dark_summer.zones import enemy_zone
from bocage.hexes import members
from bocage.kernel import Next, Order, Procedure, Refusal, ask, done

LAST_TURN: Final = 5  # 8.3-07


def has_way_to_beach(g: State, unit: int) -> bool:
    """8.3-04: whether a unit could move to an Open Beach of its own with unlimited Movement Points."""
    campaign, place = g.campaign, g.where[unit]
    own = g.open_beaches & campaign.beaches_of[campaign.group[unit]]
    if place < SIZE and own >> place & 1:
        return True
    around = campaign.open_around[campaign.needs_bridge[unit]]
    shut, zone = closed_hexes(g, unit), enemy_zone(g, ALLIED)
    if place >= SIZE:
        edge = hexes_out_of(g, unit) & ~shut
    else:
        edge = around[place] & ~(shut | zone if zone >> place & 1 else shut)
    found = edge
    while edge and not found & own:
        beyond = 0
        for hex_ in members(edge & ~zone):  # a unit must stop in a ZOC (6.3)
            beyond |= around[hex_]
        edge = beyond & ~shut & ~found
        found |= edge
    return bool(found & own)


def why_not_evacuate(g: State, unit: int, group: int) -> Refusal | None:
    """Why a unit may not be withdrawn now, or None."""
    campaign, name = g.campaign, UNIT_IDS[unit]
    if not campaign.units[unit].may_withdraw:
        return Refusal("8.3-01", f"{name} is neither airborne nor a Ranger or Special Service unit")
    if campaign.group[unit] != group:
        return Refusal("8.3-03", f"{name} is not of the nationality that acts in this Round")
    if g.where[unit] < 0 or g.where[unit] in OFFSHORE:
        return Refusal("8.3-04", f"{name} is neither on the map nor in a box: {place_name(g.where[unit])}")
    if not has_way_to_beach(g, unit):
        return Refusal("8.3-04", f"{name} has no way to an Open Beach of its own")
    return None


@dataclass
class Withdrawals(Procedure[None]):
    """At the beginning of a Move Round, or of a Combined Action Round of a Move chit (8.3-03)."""

    group: int

    def begin(self, g: State) -> Next:
        """Up to Turn 5, not on the Storm turn (8.3-06, 8.3-07)."""
        return self.choose if g.turn <= LAST_TURN and g.sky.withdrawals else done()

    def choose(self, g: State) -> Next:
        """8.3-01: none, some or all that can reach a Beach."""
        own = members(g.force[self.group])
        units = [unit for unit in own if why_not_evacuate(g, unit, self.group) is None]
        if not units:
            return done()
        prompt = "Withdraw a unit from the game? The Germans score for those that stay"
        orders = [*(EVACUATE[unit] for unit in units), PASS]
        seat = SEATS[SIDE_OF[self.group]]
        return ask(seat, prompt, orders, then=self.chosen, why=self.why_not, rule="8.3")

    def chosen(self, g: State, order: Order) -> Next:
        """8.3-05: it never comes back."""
        if order is PASS:
            return done()
        g.tell("evacuated", "8.3-05", unit=order.arg, hex=g.where[order.arg])
        g.remove(order.arg, WITHDRAWN)
        return self.choose

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit may not be withdrawn."""
        if order.verb != EVACUATE.name:
            return Refusal("8.3-03", "withdraw units now, or pass; Movement comes after")
        refusal = why_not_evacuate(g, order.arg, self.group)
        assert refusal is not None, "what is not refused is offered"
        return refusal
