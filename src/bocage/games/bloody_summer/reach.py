"""Where units can get to: movement points, costs of terrain, enemy zones of control (rulebook 2.2, 3, 4.1.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from bocage.games.bloody_summer import air, supply
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, Campaign
from bocage.games.bloody_summer.ground import Links, Mover
from bocage.games.bloody_summer.pieces import HEADQUARTERS, UNITS
from bocage.games.bloody_summer.places import GRID, SIZE
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Arm
from bocage.games.bloody_summer.units import FOOT
from bocage.games.bloody_summer.zones import enemy_zone, leaving_cost
from bocage.hexes import Hex, HexSet, Reach, Strides, Swept, members, reach, sweep


class Gait(NamedTuple):
    """A way in which a piece moves in a phase: what it costs, and the movement points for it."""

    mover: Mover
    cyclist: bool
    points: int
    leaving: int  # movement points more for leaving an enemy zone of control


def is_mounted(g: State, unit: int) -> bool:
    """Whether a motorized unit has its vehicles: Allied paratroops not before they are in supply (2.2-07)."""
    if g.campaign.side[unit] != ALLIED or not g.campaign.paratroop[unit]:
        return True
    return g.turn > 0 and not g.unsupplied >> unit & 1 and (g.turn > 1 or has_line(g, unit))


def has_line(g: State, unit: int) -> bool:
    """Whether a real supply line leads from a unit by a headquarters to a depot, also when supply is for granted."""
    army, place, radius = g.campaign.army[unit], g.where[unit], g.campaign.tables.control.radius
    corps = (hq for hq in HEADQUARTERS if g.campaign.army[hq] == army and g.on_map(hq))
    return any(
        GRID.distance(place, g.where[hq]) <= radius and supply.traces(g, hq) and supply.reaches(g, hq) >> place & 1
        for hq in corps
    )


def gaits_of(g: State, piece: int, *, half: bool = False) -> tuple[Gait, ...]:
    """How a piece may move: motorized infantry drives or walks (2.2-05), the others in one way only."""
    isolated = bool(g.unsupplied >> piece & 1)
    return _gaits(g.campaign, piece, half, isolated, is_mounted(g, piece))


@cache
def _gaits(campaign: Campaign, piece: int, half: bool, isolated: bool, mounted: bool) -> tuple[Gait, ...]:
    leaving = leaving_cost(campaign, piece)
    unit = campaign.units[piece] if piece < UNITS else None
    gaits = []
    if campaign.motorized[piece] and mounted:
        points = campaign.allowance[piece]
        points = halved(points) if isolated else points  # 7.4-05
        gaits.append(Gait(Mover(True, campaign.armoured[piece]), False, points, leaving))
    if unit is not None and (not unit.motorized or unit.may_walk):
        gaits.append(Gait(Mover(False, unit.armoured), unit.arm is Arm.CYCLIST, FOOT, leaving))
    return tuple(gait._replace(points=halved(gait.points)) if half else gait for gait in gaits)


def halved(points: int) -> int:
    """Half of it, rounded up (7.4-05, 10.A.1.b-01).

    >>> halved(8), halved(9)
    (4, 5)
    """
    return (points + 1) // 2


def closed_hexes(g: State, side: int) -> HexSet:
    """The hexes that a side may not enter because of enemies; a hex in confusion it may (4.1.1-06, 4.1.1-07)."""
    return g.occupied[1 - side] & ~g.troops[side]


def stop_hexes(g: State, side: int) -> HexSet:
    """The hexes where a side's units stop: enemy zones of control and confusion (3-04)."""
    return enemy_zone(g, side) | (g.occupied[1 - side] & g.troops[side])


class Sought:
    """The ways that a side has looked for while its enemies, aircraft and rubble are as they are: friends do not matter
    to them, so most of them last for a movement phase.
    """

    def __init__(self, g: State, side: int) -> None:
        self.campaign = g.campaign
        self.enemies, self.mixed = g.occupied[1 - side], g.occupied[1 - side] & g.troops[side]
        self.closed, self.stop, self.zone = closed_hexes(g, side), stop_hexes(g, side), enemy_zone(g, side)
        self.interdicted = air.interdicted(g) if side == GERMAN else 0
        self.rubble = tuple(sorted(g.rubble.items()))
        self._links: dict[tuple[Mover, bool], Links] = {}
        self._strides: dict[tuple[Mover, bool], Strides] = {}
        self._found: dict[tuple[Hex, Gait, bool], Swept] = {}

    def links(self, gait: Gait) -> Links:
        """Steps and costs of a gait."""
        key = gait.mover, gait.cyclist
        found = self._links.get(key)
        if found is None:
            mover, cyclist = key
            found = self.campaign.links(mover, self.interdicted, cyclist=cyclist, rubble=self.rubble)
            self._links[key] = found
        return found

    def strides(self, gait: Gait) -> Strides:
        """The same as sets of hexes."""
        key = gait.mover, gait.cyclist
        found = self._strides.get(key)
        if found is None:
            mover, cyclist = key
            found = self.campaign.strides(mover, self.interdicted, cyclist=cyclist, rubble=self.rubble)
            self._strides[key] = found
        return found

    def search(self, start: Hex, gait: Gait, fresh: bool) -> Swept:
        """Where a gait leads from a hex."""
        key = start, gait, fresh
        found = self._found.get(key)
        if found is None:
            first = self._first(start, gait, fresh)
            found = sweep(self.strides(gait), start, gait.points, self.closed, self.stop, first=first)
            self._found[key] = found
        return found

    def hexes(self, start: Hex, gaits: Sequence[Gait], fresh: bool) -> HexSet:
        """All hexes to which one of some gaits leads."""
        found = 0
        for gait in gaits:
            found |= self.search(start, gait, fresh).hexes
        return found

    def search_in_order(self, start: Hex, gait: Gait, fresh: bool) -> Reach:
        """The same, hex by hex in the order in which they are found."""
        closed, stop, first = GRID.flags(self.closed), GRID.flags(self.stop), self._first(start, gait, fresh)
        return reach(self.links(gait), start, gait.points, closed, stop, first=first)

    def _first(self, start: Hex, gait: Gait, fresh: bool) -> list[tuple[Hex, int]]:
        """The hexes next to the start, with what they cost from there."""
        points, closed, first = gait.points, self.closed, []
        toll = gait.leaving if self.zone >> start & 1 else 0
        for link in self.links(gait)[start]:
            hex_, cost = link
            if closed >> hex_ & 1:
                continue
            if cost + toll > points:
                if fresh:
                    first.append((hex_, points))
            else:
                first.append((hex_, cost + toll) if toll else link)
        return first


def sought(g: State, side: int) -> Sought:
    """The ways that are known to a side as things stand."""
    known, enemies = g.sought[side], g.occupied[1 - side]
    if (
        known is None
        or known.enemies != enemies
        or known.zone != g.zone[1 - side]
        or known.mixed != enemies & g.troops[side]
    ):
        known = g.sought[side] = Sought(g, side)
    return known


def links_of(g: State, side: int, gait: Gait) -> Links:
    """Steps and costs; aircraft and rubble make some dearer (9.2, 9.4)."""
    return sought(g, side).links(gait)


def search(g: State, side: int, start: Hex, gait: Gait, *, fresh: bool) -> Swept:
    """Every hex that a gait reaches from a hex; ``fresh`` pieces may always go one hex (4.1.1-05)."""
    return sought(g, side).search(start, gait, fresh)


class Way(NamedTuple):
    """A way to a hex: the gait, with what is left of it there, and the hexes entered."""

    gait: Gait
    path: tuple[Hex, ...]
    cost: int


def best_way(g: State, side: int, start: Hex, gaits: Sequence[Gait], hex_: Hex, *, fresh: bool) -> Way | None:
    """The way to a hex that leaves most movement points, or None."""
    known, best = sought(g, side), None
    for gait in gaits:
        found = known.search(start, gait, fresh)
        if hex_ in found:
            cost = found.cost_of(hex_)
            left = 0 if known.stop >> hex_ & 1 else gait.points - cost
            if best is None or left > best[0]:
                best = left, cost, gait, found
    if best is None:
        return None
    left, cost, gait, found = best
    return Way(gait._replace(points=left), found.path(hex_), cost)


def hexes_of(g: State, side: int, start: Hex, gaits: Sequence[Gait], *, fresh: bool) -> HexSet:
    """All hexes that one of the gaits reaches."""
    return sought(g, side).hexes(start, gaits, fresh)


def steps_of(g: State, place: Hex, gaits: Sequence[Gait]) -> HexSet:
    """The hexes next to one that can be entered at all, whatever they cost; walkers go wherever vehicles can."""
    return g.campaign.next_to(gaits[-1].mover)[place] if gaits else 0


def may_move(g: State, piece: int) -> bool:
    """Whether a piece on the map may still move in this phase: not at rest, and not in confusion (6.11-05)."""
    place = g.where[piece]
    return 0 <= place < SIZE and not (g.moved | g.resting) >> piece & 1 and not g.troops[0] & g.troops[1] & 1 << place


def movers_of(g: State, army: int, units: int) -> int:
    """The pieces of an army that may still move, of some, as a mask."""
    return units & g.campaign.movers[army] & g.fielded & ~(g.moved | g.resting | g.confused())


def vacant_hexes(g: State) -> HexSet:
    """The hexes in play where nobody is."""
    return g.campaign.in_play & ~(g.occupied[ALLIED] | g.occupied[GERMAN])


def steppers(g: State) -> int:
    """The pieces that can go from their hex to the next and find nobody there, as a mask.

    Only those are looked at again who were put somewhere, or beside whom a hex was left or taken.
    """
    (before, able), vacant = g.stepping, vacant_hexes(g)
    if g.shifted or before != vacant:
        again, where, steps = g.shifted, g.where, g.campaign.steps_from
        for hex_ in members(GRID.spread(before ^ vacant) & (g.occupied[ALLIED] | g.occupied[GERMAN])):
            again |= g.who[hex_]
        able &= ~again
        for piece in members(again & g.fielded & g.campaign.all_movers):
            if steps[piece][where[piece]] & vacant:
                able |= 1 << piece
        g.stepping, g.shifted = (vacant, able), 0
    return able
