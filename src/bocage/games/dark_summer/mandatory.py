"""Mandatory Attacks (11.2): whoever attacks a hex from several hexes must attack all others in their ZOCs.

The promise is kept as a set of hexes that are still to be attacked in this Round. An attack is allowed only if enough
unused attackers remain for all of them, and the action cannot end while one of them can be kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from bocage.games.dark_summer import assault
from bocage.games.dark_summer.attacks import able_at, active_groups, attackable, attacks_alone, places_beside
from bocage.games.dark_summer.campaign import ALLIED
from bocage.games.dark_summer.places import Place
from bocage.games.dark_summer.state import State
from bocage.hexes import Hex, HexSet, mask, members


def most_met(ways: Sequence[Sequence[Place]], units: Mapping[Place, int]) -> int:
    """How many duties can be met at once: each needs one unit from one of its places, and each unit serves once.

    ``ways`` has for each duty the places from which it can be met, ``units`` how many units each place has for it.

    >>> most_met([(1, 2), (1,)], {1: 1, 2: 1}), most_met([(1,), (1,)], {1: 1})
    (2, 1)
    """
    serving: dict[Place, list[int]] = {}

    def serve(duty: int, seen: set[Place]) -> bool:
        """Find a unit for a duty; another duty gets another unit to make room, if it can."""
        for source in ways[duty]:
            if source in seen:
                continue
            seen.add(source)
            taken = serving.setdefault(source, [])
            if len(taken) < units.get(source, 0):
                taken.append(duty)
                return True
            for place, other in enumerate(taken):
                if serve(other, seen):
                    taken[place] = duty
                    return True
        return False

    return sum(serve(duty, set()) for duty in range(len(ways)))


def forced_by(g: State, target: Hex, attackers: Sequence[int]) -> HexSet:
    """The other hexes that an attack makes it a duty to attack, by the ZOCs of the moment (11.2-01)."""
    sources = {g.where[unit] for unit in attackers}
    if len(sources) < 2:
        return 0  # 11.2-07
    campaign, side = g.campaign, g.active_side
    zone = may_attack = 0
    for place in sources:
        if any(campaign.zoc[unit] for unit in g.units_in(place, side)):
            zone |= campaign.zoc_into[place]
    for group in active_groups(g):
        may_attack |= attackable(g, group)
    zone &= ~(g.strongpoints if side == ALLIED else g.open_beaches)  # 11.2-05, 11.2-06
    zone &= g.occupied[1 - side] & may_attack & ~(1 << target)
    return mask(hex_ for hex_ in members(zone) if _forces(g, g.at[hex_]))


def _forces(g: State, units: Sequence[int]) -> bool:
    """Whether a stack must be attacked: not battalions alone, and somebody has not been attacked yet (11.2-02)."""
    battalion = g.campaign.battalion
    return not all(battalion[unit] for unit in units) and not all(g.retreated >> unit & 1 for unit in units)


class Promises:
    """The duties that are open in a position, and who is left to meet them.

    A duty lapses when nobody is there any more, or nobody is left who could attack him (11.2-01).
    """

    def __init__(self, g: State, units: int) -> None:
        """``units`` is a mask of those that may attack by the kind of Round."""
        self.g = g
        self.units = units
        self._left: dict[Place, tuple[int, int]] = {}
        there = members(g.duties & g.occupied[1 - g.active_side]) if g.duties else []
        self.open: HexSet = mask(hex_ for hex_ in there if any(self.left(place) for place in places_beside(hex_)))
        self.unmet = self._unmet(self.open, ()) if self.open else 0

    def left(self, place: Place, without: Sequence[int] = ()) -> int:
        """How many units can still meet a duty from a place, ``without`` those of an attack at hand."""
        g = self.g
        if place not in self._left:
            able = sum(attacks_alone(g, unit) for unit in able_at(g, place, self.units))
            self._left[place] = able, assault.most_attackers(g, place)
        able, most = self._left[place]
        for unit in without:
            if g.where[unit] == place:
                able -= attacks_alone(g, unit)
                most -= 1
        return max(0, min(able, most))

    def _unmet(self, duties: HexSet, without: Sequence[int]) -> int:
        """How many duties cannot be met together."""
        ways = [places_beside(hex_) for hex_ in members(duties)]
        left = {place: self.left(place, without) for place in set(chain.from_iterable(ways))}
        return len(ways) - most_met([[place for place in way if left[place]] for way in ways], left)

    def allow(self, target: Hex, attackers: Sequence[int], *, only_attack: bool = False) -> bool:
        """Whether an attack leaves enough units for all duties, its own and the open ones, as far as there were."""
        new = forced_by(self.g, target, attackers)
        if only_attack:
            return not new  # 9.3.4-11
        duties = (self.open | new) & ~(1 << target)
        return not duties or self._unmet(duties, attackers) <= self.unmet
