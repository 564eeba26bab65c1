"""Advance after combat (6.7)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.bloody_summer import stacking
from bocage.games.bloody_summer.fight import alive
from bocage.games.bloody_summer.pieces import PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import SIZE, place_name
from bocage.games.bloody_summer.retreat import Path, by_road_alone
from bocage.games.bloody_summer.sentences import place_title
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.words import ADVANCE, HALT, TO
from bocage.hexes import Hex, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask
from bocage.kernel.wording import listed


def why_not_go(g: State, unit: int, there: Hex) -> Refusal | None:
    """Why a unit may not advance from its hex to another; costs and zones of control do not matter (6.7-02)."""
    campaign, here, name, label = g.campaign, g.where[unit], PIECE_IDS[unit], place_name(there)
    if unit >= UNITS or not 0 <= here < SIZE:
        return Refusal("6.7-01", f"{name} does not advance")
    if g.in_confusion(here):
        return Refusal("6.11-05", f"{name} cannot leave {place_name(here)}, which is in confusion")
    if here != there and not campaign.around[here] >> there & 1:
        return Refusal("6.7-01", f"{name} cannot go from {place_name(here)} to {label}")
    if g.occupied[1 - campaign.side[unit]] >> there & 1:
        return Refusal("6.7-01", f"{label} is occupied by the enemy")
    if campaign.armoured[unit] and by_road_alone(g, there) and (here, there) not in campaign.ground.roads:
        return Refusal("0.1.2.c-02", f"{name} is armoured and cannot enter the marsh of {label} without a road")
    return stacking.why_not_stack(g, there, unit)


@dataclass
class Advance(Procedure[bool]):
    """One of the attacking stacks advances into the hex, or on by a second one (6.7-01); the result: whether any did.

    ``paths`` are the ways by which the defenders retreated; without any, they were all eliminated.
    """

    target: Hex
    attackers: tuple[int, ...]
    length: int
    paths: tuple[Path, ...] = ()
    origin: Hex = -1  # of the stack that advances
    gone: tuple[int, ...] = ()

    def about(self, g: State) -> About:
        """The hex that is open."""
        return About(target=self.target, attackers=self.attackers, unit_verb=ADVANCE.name)

    def begin(self, g: State) -> Next:
        """Units of one stack, as long as somebody can."""
        return self.choose if self.able(g) else self.second

    def able(self, g: State) -> list[int]:
        """Those who may advance now."""
        return [unit for unit in alive(g, self.attackers) if self.why_not_unit(g, unit) is None]

    def why_not_unit(self, g: State, unit: int) -> Refusal | None:
        """Why a unit may not advance."""
        name = PIECE_IDS[unit]
        if unit not in self.attackers or unit in self.gone or not alive(g, (unit,)):
            return Refusal("6.7-01", f"{name} did not attack in this combat, or has advanced already")
        if self.gone and g.where[unit] != self.origin:
            return Refusal("6.7-01", f"{name} is not in the stack that advances: only one may")
        return why_not_go(g, unit, self.target)

    def choose(self, g: State) -> Next:
        """The active player may."""
        able = self.able(g)
        orders = [*(ADVANCE[unit] for unit in able), HALT]
        prompt = f"Advance into {place_title(self.target)}?"
        if any(g.where[unit] not in (self.origin, self.target) for unit in alive(g, self.attackers) if self.gone):
            prompt += f" Only the stack from {place_title(self.origin)} may (6.7)"
        return ask(g.seat(able[0]), prompt, orders, then=self.chosen, why=self.why_not, rule="6.7")

    def chosen(self, g: State, order: Order) -> Next:
        """A unit advances, or nobody else does."""
        if order is HALT:
            return self.second
        unit = order.arg
        self.origin = g.where[unit]
        move(g, unit, self.target)
        self.gone = (*self.gone, unit)
        return self.begin

    def second(self, g: State) -> Next:
        """6.7-01: on by one more hex, if it is one of two and there is one."""
        if self.length < 2 or not self.gone or not self.next_hexes(g):
            return self.done(bool(self.gone))
        return self.choose_second

    def next_hexes(self, g: State) -> list[Hex]:
        """Where those who have advanced may go on to."""
        around = members(g.campaign.around[self.target])
        return [hex_ for hex_ in around if self.why_not_second(g, hex_) is None]

    def why_not_second(self, g: State, hex_: Hex) -> Refusal | None:
        """Why the stack may not go on to a hex: it follows a retreat, or is free if there was none."""
        if self.paths and not any(path[0] == hex_ for path in self.paths):
            return Refusal("6.7-01", f"no defender has retreated by {place_name(hex_)}")
        single = next(filter(None, (why_not_go(g, unit, hex_) for unit in self.gone)), None)
        return single or stacking.why_not_stack(g, hex_, *self.gone)

    def choose_second(self, g: State) -> Next:
        """Or stay."""
        orders = [*(TO[hex_] for hex_ in self.next_hexes(g)), HALT]
        movers = listed(PIECE_IDS[unit] for unit in self.gone)
        prompt = f"Advance a second hex with {movers}?"
        return ask(g.seat(self.gone[0]), prompt, orders, then=self.went_on, why=self.why_no_second, rule="6.7")

    def went_on(self, g: State, order: Order) -> Next:
        """All of them go."""
        if order is not HALT:
            for unit in self.gone:
                move(g, unit, order.arg)
        return self.done(True)

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot advance."""
        if order.verb != ADVANCE.name:
            return Refusal("6.7-01", "advance after combat now, or halt")
        refusal = self.why_not_unit(g, order.arg)
        assert refusal is not None, "what is not refused is offered"
        return refusal

    def why_no_second(self, g: State, order: Order) -> Refusal:
        """Why the stack cannot go on there."""
        if order.verb != TO.name or order.arg >= SIZE:
            return Refusal("6.7-01", "advance a second hex, or halt")
        there = order.arg
        if not g.campaign.around[self.target] >> there & 1:
            return Refusal("6.7-01", f"{place_name(there)} is not next to {place_name(self.target)}")
        refusal = self.why_not_second(g, there)
        assert refusal is not None, "what is not refused is offered"
        return refusal


def move(g: State, unit: int, hex_: Hex) -> None:
    """A unit advances a hex."""
    origin = g.where[unit]
    g.put(unit, hex_)
    g.tell("advanced", "6.7", unit=unit, hex=hex_, origin=origin)
