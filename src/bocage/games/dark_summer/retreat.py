"""Retreat after Combat (11.3.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bocage.games.dark_summer import boundary, stacking, supply
from bocage.games.dark_summer.campaign import ALLIED, GERMAN, SEATS
from bocage.games.dark_summer.entering import shut_hexes, why_not_pass_marker
from bocage.games.dark_summer.losses import alive
from bocage.games.dark_summer.places import GRID, SIZE
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import REMOVE, RETREAT, TO, UNIT_IDS
from bocage.games.dark_summer.zones import unnegated_zone
from bocage.hexes import Hex, HexSet, flood, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done

Path = tuple[Hex, ...]
LENGTH = 2  # hexes

# -- where a unit may go at all -------------------------------------------------------------------


def why_not_into(g: State, unit: int, hex_: Hex) -> Refusal | None:
    """Why no retreat of a unit may enter a hex, from wherever it comes; None if it may."""
    side, label = g.campaign.side[unit], GRID.label(hex_)
    if not g.campaign.ground.passable >> hex_ & 1:
        return Refusal("11.3.7-02", f"{label} is Impassable")
    if g.occupied[1 - side] >> hex_ & 1:
        return Refusal("11.3.7-03", f"{label} is occupied by the enemy")
    if unnegated_zone(g, side) >> hex_ & 1:
        return Refusal("11.3.7-04", f"{label} is in an enemy ZOC that no friendly unit negates")
    if side == GERMAN and g.open_beaches >> hex_ & 1:
        return Refusal("11.3.7-21", f"{label} is an Open Beach: Germans may not enter it")
    return why_not_pass_marker(g, g.campaign.group[unit], hex_)


def open_hexes(g: State, unit: int) -> HexSet:
    """All hexes that a unit's retreat may enter, by the same tests as ``why_not_into``."""
    side = g.campaign.side[unit]
    return g.campaign.ground.passable & ~shut_hexes(g, g.campaign.group[unit]) & ~unnegated_zone(g, side)


def open_paths(g: State, unit: int) -> list[Path]:
    """Every way two hexes away from the defending hex, or one into an Open Beach (11.3.7-09, 11.3.7-15)."""
    start, open_ = g.where[unit], open_hexes(g, unit)
    around = g.campaign.open_around[g.campaign.needs_bridge[unit]]
    far = GRID.ring(start, LENGTH) & open_
    beaches = g.open_beaches if g.campaign.side[unit] == ALLIED else 0
    paths: list[Path] = []
    for first in members(around[start] & open_):
        if beaches >> first & 1:
            paths.append((first,))
        paths += [(first, second) for second in members(around[first] & far)]
    return paths


# -- which of these ways it must take -------------------------------------------------------------


def misses(start: Hex, path: Path, source: Hex) -> int:
    """How many of the two hexes of a retreat do not come closer to a Supply Source (11.3.7-12).

    The one hex into an Open Beach stands for both (11.3.7-15).
    """
    count, before = 0, GRID.distance(start, source)
    for hex_ in path:
        after = GRID.distance(hex_, source)
        count += after >= before
        before = after
    return count * LENGTH // len(path)


def best_toward(start: Hex, paths: list[Path], goals: Iterable[Hex]) -> list[Path]:
    """For each of some goals the paths that come closer to it with the most hexes: the owner chooses the goal."""
    chosen: set[Path] = set()
    for goal in goals:
        ranked = [(misses(start, path, goal), path) for path in paths]
        best = min(ranked)[0]
        chosen.update(path for rank, path in ranked if rank == best)
    return sorted(chosen)


def goals_of(g: State, unit: int, paths: list[Path]) -> list[Hex]:
    """Where a unit retreats to: its nearest Supply Sources (11.3.7-10 to -14).

    Germans that are cut off may also make for a C hex to which one of their ways comes closer.
    """
    start = g.where[unit]
    found: list[Hex] = []
    if sources := members(supply.sources(g, g.campaign.group[unit])):
        nearest = min(GRID.distance(start, source) for source in sources)
        found = [source for source in sources if GRID.distance(start, source) == nearest]
    if g.campaign.side[unit] == GERMAN and not g.cherbourg_captured and not supply.in_supply(g, unit):
        way = flood(GRID, 1 << start, supply.free_hexes(g, GERMAN))
        havens = members(way & g.campaign.ground.letters["C"])
        found += [haven for haven in havens if any(misses(start, path, haven) < LENGTH for path in paths)]
    return found


def retreat_paths(g: State, unit: int) -> list[Path]:
    """The ways that a unit may retreat; none: it is eliminated.

    First come the bans, then the stacking limit and the Boundary, which give way if there is no other retreat, then the
    way to the Supply Source, then for Germans not to end in a C, W or S hex (11.3.7-08, 11.3.7-22, 15.0-07).
    """
    paths = _least_bad(g, unit, open_paths(g, unit))
    if not paths:
        return []
    goals = goals_of(g, unit, paths)
    best = best_toward(g.where[unit], paths, goals) if goals else paths
    if g.campaign.side[unit] == GERMAN:
        return [path for path in best if not g.campaign.no_stop >> path[-1] & 1] or best
    return best


def _least_bad(g: State, unit: int, paths: list[Path]) -> list[Path]:
    """Those that keep to the stacking limit and the Boundary; else across it; else into a full hex of the same army."""
    campaign = g.campaign
    allowed = boundary.allowed_hexes(g, campaign.group[unit])
    others = g.stands[1 - campaign.group[unit]] if campaign.side[unit] == ALLIED else 0
    paths = [path for path in paths if not others >> path[-1] & 1]
    fitting = [path for path in paths if stacking.fits(g, path[-1], unit)]
    for tier in (fitting, paths):
        inside = [path for path in tier if all(allowed >> hex_ & 1 for hex_ in path)]
        if inside or tier:
            return inside or tier
    return []


# -- the retreat ----------------------------------------------------------------------------------


@dataclass
class Retreats(Procedure[None]):
    """Units of a hex retreat, in the order that their owner likes."""

    units: tuple[int, ...]
    unit: int = -1
    path: Path = ()

    def about(self, g: State) -> About:
        """The unit that retreats, and the way that it has come."""
        return About(unit=self.unit, path=self.path, unit_verb="retreat")

    def begin(self, g: State) -> Next:
        """Strongpoints never retreat, and who has no way is eliminated; for the others their owner decides."""
        for unit in self.units:
            if g.campaign.strongpoint[unit]:
                g.eliminate(unit, "11.3.7-17")
            elif not retreat_paths(g, unit):
                g.eliminate(unit, "11.3.7-19")
        self.units = alive(g, self.units)
        self.unit, self.path = -1, ()
        if not self.units:
            return done()
        return self.choose if len(self.units) > 1 else self.chosen(g, RETREAT[self.units[0]])

    def choose(self, g: State) -> Next:
        """11.3.7-07: they need not go to the same hex, so one goes after the other."""
        orders = [RETREAT[unit] for unit in self.units]
        prompt = f"Which unit retreats from {GRID.label(g.where[self.units[0]])} next, each by its own way?"
        return ask(self.owner(g), prompt, orders, then=self.chosen, why=self.why_not_unit, rule="11.3.7")

    def owner(self, g: State) -> str:
        """Who decides."""
        return SEATS[g.campaign.side[self.units[0]]]

    def chosen(self, g: State, order: Order) -> Next:
        """A unit goes."""
        self.unit = order.arg
        return self.next_hex

    def next_hex(self, g: State) -> Next:
        """Hex by hex, as long as there is a choice that makes a difference."""
        paths = self.paths(g)
        if len({self.effect(g, path) for path in paths}) == 1:
            self.path = paths[0]
            return self.arrive
        steps = self.next_hexes(paths)
        if not steps:
            return self.arrive
        may_stop = self.path in paths
        if len(steps) == 1 and not may_stop:
            return self.step_to(g, TO[steps[0]])
        orders = [TO[hex_] for hex_ in steps]
        if may_stop:
            orders.append(TO[self.path[-1]])
        prompt = f"Retreat {UNIT_IDS[self.unit]} to which hex?"
        return ask(self.owner(g), prompt, orders, then=self.step_to, why=self.why_not_hex, rule="11.3.7")

    def effect(self, g: State, path: Path) -> tuple[Hex, HexSet]:
        """Where a way ends, and which hexes the unit takes from the enemy in passing (3.2.2-01)."""
        passed = mask(path[:-1])
        return path[-1], passed & (~g.held if g.campaign.side[self.unit] == ALLIED else g.held)

    def paths(self, g: State) -> list[Path]:
        """The ways that go on from where the unit has come."""
        return [path for path in retreat_paths(g, self.unit) if path[: len(self.path)] == self.path]

    def next_hexes(self, paths: list[Path]) -> list[Hex]:
        """The hexes to which they lead next."""
        length = len(self.path)
        return sorted({path[length] for path in paths if len(path) > length})

    def step_to(self, g: State, order: Order) -> Next:
        """One hex on, or stay in the Open Beach (11.3.7-15)."""
        if self.path and order.arg == self.path[-1]:
            return self.arrive
        self.path = (*self.path, order.arg)
        return self.next_hex

    def arrive(self, g: State) -> Next:
        """The unit is there; if it makes the stack too large, its owner removes units (5.2-07)."""
        origin = g.where[self.unit]
        g.walk(self.unit, self.path)
        g.retreated |= 1 << self.unit
        g.tell_result("retreated", "11.3.7", unit=self.unit, hex=self.path[-1], path=self.path, origin=origin)
        self.units = tuple(unit for unit in self.units if unit != self.unit)
        return call(RemoveExcess(self.path[-1]), then=self.settled)

    def settled(self, g: State, _: object) -> Next:
        """The next unit."""
        return self.begin

    def why_not_unit(self, g: State, order: Order) -> Refusal:
        """Why a unit does not retreat now."""
        if order.verb != "retreat":
            return Refusal("11.3.7-01", "units must retreat: choose which is the next")
        return Refusal("11.3.7-01", f"{UNIT_IDS[order.arg]} does not have to retreat, or has done so")

    def why_not_hex(self, g: State, order: Order) -> Refusal:
        """Why the retreat may not go to a hex."""
        unit, name, hex_ = self.unit, UNIT_IDS[self.unit], order.arg
        if order.verb != "to":
            return Refusal("11.3.7-01", f"{name} retreats: choose its next hex")
        if hex_ >= SIZE:
            return Refusal("11.3.7-05", f"{name} may not retreat into an off-map box")
        here, label = (self.path[-1] if self.path else g.where[unit]), GRID.label(hex_)
        if hex_ not in GRID.neighbours[here]:
            return Refusal("11.3.7-01", f"{label} is not next to {GRID.label(here)}")
        if refusal := why_not_into(g, unit, hex_):
            return refusal
        if not g.campaign.open_around[g.campaign.needs_bridge[unit]][here] >> hex_ & 1:
            return Refusal("11.3.7-06", f"{name} cannot cross the Major River to {label}: there is no bridge")
        start = (*self.path, hex_)
        paths = [path for path in open_paths(g, unit) if path[: len(start)] == start]
        if not paths:
            return Refusal("11.3.7-09", f"by {label} {name} does not get two hexes away from the Combat")
        if not any(stacking.fits(g, path[-1], unit) for path in paths):
            return Refusal("11.3.7-08", f"by {label} {name} would end in a hex that is full, and need not")
        least_bad = _least_bad(g, unit, open_paths(g, unit))
        if not any(path[: len(start)] == start for path in least_bad):
            return Refusal("15.0-07", f"by {label} {name} would go too far across the Boundary, and need not")
        best = best_toward(g.where[unit], least_bad, goals_of(g, unit, least_bad))
        if not any(path[: len(start)] == start for path in best):
            return Refusal("11.3.7-12", f"by {label} {name} does not come as close to a Supply Source as it can")
        return Refusal("11.3.7-22", f"by {label} {name} would end in a C, W or S hex, and need not")


@dataclass
class RemoveExcess(Procedure[None]):
    """A retreat has made a stack too large: its owner removes units of his choice (5.2-07, 11.3.7-08)."""

    hex_: Hex

    def begin(self, g: State) -> Next:
        """Ask as long as there are too many."""
        if not stacking.is_over_stacked(g, self.hex_):
            return done()
        orders = [REMOVE[unit] for unit in self.candidates(g)]
        seat = SEATS[g.campaign.side[orders[0].arg]]
        prompt = f"{stacking.too_many(g, self.hex_)}: remove one"
        return ask(seat, prompt, orders, then=self.chosen, why=self.why_not, rule="5.2")

    def candidates(self, g: State) -> list[int]:
        """The units that count for the limit."""
        return [unit for unit in g.at[self.hex_] if not g.campaign.stacks_free[unit]]

    def chosen(self, g: State, order: Order) -> Next:
        """It is gone."""
        g.eliminate(order.arg, "5.2-07")
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why something else will not do."""
        if order.verb != "remove" or order.arg not in g.at[self.hex_]:
            return Refusal("5.2-07", f"remove a unit: {stacking.too_many(g, self.hex_)}")
        return Refusal("5.1-05", f"{UNIT_IDS[order.arg]} does not count for the stacking limit")
