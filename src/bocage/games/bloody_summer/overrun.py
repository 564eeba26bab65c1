"""Overruns on the map (rulebook 4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bocage.games.bloody_summer import headquarters, results
from bocage.games.bloody_summer.combat import Combat, Fought
from bocage.games.bloody_summer.pieces import PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import GRID, SIZE, Place, place_name
from bocage.games.bloody_summer.reach import Gait, search, sought
from bocage.games.bloody_summer.stacking import may_stay, why_not_together
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import About, Next, Procedure, Refusal, call


class Run(NamedTuple):
    """A way to overrun a hex: the hexes up to the one next to it, and what is left after the fight."""

    path: tuple[Hex, ...]
    left: int
    cost: int


def may_overrun(g: State, units: Sequence[int]) -> bool:
    """Whether units are a stack of armoured combat units (4.3-01), no more than a hex holds."""
    for unit in units:
        if unit >= UNITS or not g.campaign.armoured[unit]:
            return False
    return len(units) == 1 or why_not_together(g.campaign, units, g.where[units[0]], crowd=g.turn == 0) is None


def targets_of(g: State, side: int) -> HexSet:
    """The hexes that hold enemies alone."""
    return g.occupied[1 - side] & ~g.troops[side]


def best_run(g: State, units: Sequence[int], gait: Gait, target: Hex, *, fresh: bool) -> Run | None:
    """The cheapest way to overrun a hex, or None if the movement points do not last (4.3-02).

    The stack need not stop for the zone of control next to the target (3-05), but it pays for leaving it; and it
    comes from a hex where it may stay, for that is what it does if it fails (4.3-14).
    """
    side, start = g.campaign.side[units[0]], g.where[units[0]]
    found = sought(g, side).search_in_order(start, gait, fresh)
    costs = dict(_approaches(g, units, gait, target, fresh))
    nearest = [here for here in (start, *found) if here in costs]
    here = min(nearest, key=costs.__getitem__, default=None)
    return None if here is None else Run(found.path(here), gait.points - costs[here], costs[here])


def _approaches(g: State, units: Sequence[int], gait: Gait, target: Hex, fresh: bool) -> Iterator[tuple[Hex, int]]:
    """The hexes from which a stack can overrun a hex, with all that it costs."""
    side, start = g.campaign.side[units[0]], g.where[units[0]]
    known, fight = sought(g, side), g.campaign.tables.movement.overrun
    links, found = known.links(gait), known.search(start, gait, fresh)
    for here in GRID.neighbours[target]:
        into = next((cost for hex_, cost in links[here] if hex_ == target), None)
        if into is None or (here != start and here not in found):
            continue
        cost = (0 if here == start else found.cost_of(here)) + into + fight
        if known.zone >> here & 1:
            cost += gait.leaving
        if cost <= gait.points and (here == start or may_stay(g, here, units)):
            yield here, cost


def overruns(g: State, units: Sequence[int], gait: Gait, *, fresh: bool) -> list[Hex]:
    """The hexes that a stack can overrun now: from where it has points left for the fight and one step at least."""
    before = gait.points - g.campaign.tables.movement.overrun - 1
    if before < 0 or not may_overrun(g, units):
        return []
    side, start = g.campaign.side[units[0]], g.where[units[0]]
    near = GRID.spread(search(g, side, start, gait, fresh=fresh).within(before) | 1 << start) & targets_of(g, side)
    return [hex_ for hex_ in members(near) if next(_approaches(g, units, gait, hex_, fresh), None)]


def why_not_overrun(g: State, units: Sequence[int], target: Place) -> Refusal:
    """Why a stack cannot overrun a place."""
    if not may_overrun(g, units):
        other = [unit for unit in units if not may_overrun(g, [unit])]
        reason = f"{PIECE_IDS[other[0]]} is no armoured unit" if other else "a hex does not hold them all"
        return Refusal("4.3-01", reason)
    if target >= SIZE or not targets_of(g, g.campaign.side[units[0]]) >> target & 1:
        return Refusal("4.3-01", f"no enemy alone is in {place_name(target)}")
    return Refusal("4.3-02", f"the stack has too few movement points to overrun {place_name(target)}")


@dataclass
class Overrun(Procedure[bool]):
    """A stack next to an enemy hex attacks it in passing; the result tells whether it is through."""

    doing = "overrun"
    units: tuple[int, ...]
    target: Hex

    def about(self, g: State) -> About:
        """The hex that is overrun."""
        return About(target=self.target, attackers=self.units)

    def begin(self, g: State) -> Next:
        """4.3-15: a headquarters alone is eliminated at once; otherwise it is fought out at once (4.3-07)."""
        side = g.campaign.side[self.units[0]]
        g.tell("overrun", "4.3-01", units=self.units, hex=self.target)
        if g.troops[1 - side] >> self.target & 1:
            return call(Combat(self.target, NOBODY, "overrun", self.units), then=self.fought)
        for hq in g.hqs_in(self.target, 1 - side):
            headquarters.destroy(g, hq, "4.3-15")
        return self.through(g)

    def fought(self, g: State, fought: Fought) -> Next:
        """4.3-10: a success if the hex is free of defenders."""
        side = g.campaign.side[self.units[0]]
        return self.through(g) if not g.occupied[1 - side] >> self.target & 1 else self.back(g)

    def left(self, g: State) -> list[int]:
        """The units that are still in play."""
        return [unit for unit in self.units if g.on_map(unit)]

    def through(self, g: State) -> Next:
        """4.3-11: the stack is in the hex and may go on."""
        for unit in self.left(g):
            g.put(unit, self.target)
        return self.done(True)

    def back(self, g: State) -> Next:
        """4.3-14: it stays where it came from, one level more disorganised."""
        for unit in self.left(g):
            results.disorganise(g, unit, 1, "4.3-14")
        return self.done(False)
