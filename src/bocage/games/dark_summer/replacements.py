"""Replacements (rulebook 8.2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, SEATS, Campaign
from bocage.games.dark_summer.places import ELIMINATED, OFFSHORE, place_name
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import in_supply
from bocage.games.dark_summer.terms import Nation, Replacement
from bocage.games.dark_summer.words import END, REBUILD, REPLACEMENT_TYPES, UNIT_IDS, USE
from bocage.hexes import members
from bocage.kernel import Next, Order, Procedure, Refusal, ask, done
from bocage.kernel.wording import listed

Kind = tuple[str, Replacement]  # whose Replacement it is, and of which type
OWNER: Final = {
    Nation.US: "us",
    Nation.BRITISH: "british",
    Nation.CANADIAN: "canadian",
    Nation.GERMAN: "german",
    Nation.GERMAN_SS: "german",
}
FEW: Final = 4  # names that a question has room for
TITLES: Final = {"us": "US", "british": "British", "canadian": "Canadian", "german": "German"}
ARMIES: Final = (("us", "british", "canadian"), ("german",))  # of each side


def received(g: State, side: int) -> tuple[Kind, ...]:
    """The Replacements of a side this turn, one by one (8.2-01)."""
    rows = g.sky.replacements
    return tuple(
        (army, kind)
        for army, given in rows.items()
        if army in ARMIES[side]
        for kind in Replacement
        for _ in range(given.get(kind, 0))
    )


def kinds_for(campaign: Campaign, unit: int) -> list[Kind]:
    """The kinds of Replacement that rebuild a unit, by the Rebuilding Units Table (8.2.1-03); none: it has a dot."""
    piece = campaign.units[unit]
    if not piece.replaceable:
        return []
    return [
        (OWNER[piece.nation], kind)
        for row in campaign.tables.rebuilding
        if piece.nation in row.nations and piece.type in row.types
        for kind in row.replacement
    ]


def why_not_rebuild(g: State, unit: int, left: tuple[Kind, ...]) -> Refusal | None:
    """Why a unit cannot receive a Replacement, or None."""
    campaign, name = g.campaign, UNIT_IDS[unit]
    if not campaign.units[unit].replaceable:
        return Refusal("8.2-03" if not campaign.two_step[unit] else "8.2-07", f"{name} cannot receive Replacements")
    if g.where[unit] == ELIMINATED:
        return Refusal("8.2-03", f"{name} is eliminated and cannot be rebuilt")
    if g.where[unit] < 0 or g.where[unit] in OFFSHORE:
        return Refusal("8.2.2-03", f"{name} is neither on the map nor in a box: {place_name(g.where[unit])}")
    if not g.is_reduced(unit):
        return Refusal("8.2.2-04", f"{name} is at full strength")
    if not any(kind in left for kind in kinds_for(campaign, unit)):
        needed = " or ".join(map(_title, kinds_for(campaign, unit)))
        return Refusal("8.2.1-03", f"{name} needs a Replacement that you do not have: {needed}")
    if not in_supply(g, unit):
        return Refusal("8.2.2-03", f"{name} is Out of Supply")
    return None


def _title(kind: Kind) -> str:
    army, type_ = kind
    return TITLES[army] if type_ is Replacement.CANADIAN else f"{TITLES[army]} {type_.title()}"


@dataclass
class ReplacementPhase(Procedure[None]):
    """First the Allied, then the German player rebuilds reduced units; what is not used is lost (4.0.3, 8.2.2)."""

    side: int = ALLIED
    left: tuple[Kind, ...] = ()
    unit: int = -1

    def begin(self, g: State) -> Next:
        """8.2.2-01."""
        self.left = received(g, self.side)
        return self.choose

    def rebuildable(self, g: State) -> list[int]:
        """Reduced units that may be rebuilt with what is left."""
        own = members(g.reduced)
        return [
            unit for unit in own if g.campaign.side[unit] == self.side and why_not_rebuild(g, unit, self.left) is None
        ]

    def choose(self, g: State) -> Next:
        """8.2.2-06: which of them, or no more."""
        units = self.rebuildable(g) if self.left else []
        if not units:
            return self.next_side
        left = ", ".join(f"{count} {_title(kind)}" for kind, count in Counter(self.left).items())
        prompt = f"Rebuild a reduced unit, or end: what is left is lost ({left}{self.who_may_not(g)})"
        orders = [*(REBUILD[unit] for unit in units), END]
        return ask(SEATS[self.side], prompt, orders, then=self.chosen, why=self.why_not, rule="8.2.2")

    def who_may_not(self, g: State) -> str:
        """For which reduced units no Replacement is left."""
        own = (unit for unit in members(g.reduced) if g.campaign.side[unit] == self.side and g.where[unit] >= 0)
        found = ((unit, why_not_rebuild(g, unit, self.left)) for unit in own)
        names = [UNIT_IDS[unit] for unit, refusal in found if refusal is not None and refusal.rule == "8.2.1-03"]
        if len(names) > FEW:
            return f"; none for {len(names)} other reduced units"
        return f"; none for {listed(names)}" if names else ""

    def chosen(self, g: State, order: Order) -> Next:
        """A unit is named, or the side has done."""
        if order is END:
            return self.next_side
        self.unit = order.arg
        return self.choose_kind

    def usable(self, g: State) -> list[Kind]:
        """The kinds of Replacement at hand that rebuild the unit."""
        return [kind for kind in kinds_for(g.campaign, self.unit) if kind in self.left]

    def choose_kind(self, g: State) -> Next:
        """8.2.1-04: US armored cavalry is not tied to one type."""
        usable = self.usable(g)
        if len(usable) == 1:
            return self.rebuild
        orders = [USE[REPLACEMENT_TYPES.index(kind)] for _, kind in usable]
        prompt = f"Rebuild {UNIT_IDS[self.unit]} with which Replacement?"
        return ask(SEATS[self.side], prompt, orders, then=self.chosen_kind, rule="8.2.1")

    def chosen_kind(self, g: State, order: Order) -> Next:
        """It is spent."""
        army, _ = self.usable(g)[0]
        return self.spend(g, (army, REPLACEMENT_TYPES[order.arg]))

    def rebuild(self, g: State) -> Next:
        """There was but one kind."""
        return self.spend(g, self.usable(g)[0])

    def spend(self, g: State, kind: Kind) -> Next:
        """8.2.2-04: one Replacement restores one unit where it stands."""
        left = list(self.left)
        left.remove(kind)
        self.left = tuple(left)
        g.reduced &= ~(1 << self.unit)
        g.tell("rebuilt", "8.2.2-04", unit=self.unit, hex=g.where[self.unit], type=kind[1].value)
        self.unit = -1
        return self.choose

    def next_side(self, g: State) -> Next:
        """What the Allies have not used is lost; then it is the German player's turn (8.2.2-02)."""
        if self.side == GERMAN:
            return done()
        self.side = GERMAN
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a unit cannot be rebuilt."""
        if order.verb != REBUILD.name:
            return Refusal("8.2.2-06", "rebuild a reduced unit, or end")
        if g.campaign.side[order.arg] != self.side:
            return Refusal("8.2.2-01", f"{UNIT_IDS[order.arg]} is not one of yours")
        refusal = why_not_rebuild(g, order.arg, self.left)
        assert refusal is not None, "what is not refused is offered"
        return refusal


def still_to_use(g: State) -> dict[int, tuple[Kind, ...]]:
    """What the sides have left in a Replacement Phase, those that have done left out; nothing in other phases."""
    for phase in g.stack:
        if isinstance(phase, ReplacementPhase):
            return {
                side: phase.left if side == phase.side else received(g, side) for side in range(phase.side, len(SEATS))
            }
    return {}
