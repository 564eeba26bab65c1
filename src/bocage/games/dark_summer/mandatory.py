"""Mandatory Attacks (11.2): whoever attacks a hex from several hexes must attack all others in their ZOCs.

The promise is kept as a set of hexes that are still to be attacked in this Round. An attack is allowed only if enough
unused attackers remain for all of them, and the action cannot end while one of them can be kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


def unmet(g: State, duties: HexSet, units: int, without: Sequence[int] = ()) -> int:
    """How many duties cannot be met by units that are still unused, ``without`` those of an attack at hand."""
    ways, free = [], dict[Place, int]()
    for hex_ in members(duties):
        found = []
        for place in places_beside(hex_):
            if place not in free:
                able = [unit for unit in able_at(g, place, units) if attacks_alone(g, unit) and unit not in without]
                used = sum(g.where[unit] == place for unit in without)
                free[place] = min(len(able), assault.most_attackers(g, place) - used)
            if free[place] > 0:
                found.append(place)
        ways.append(found)
    return len(ways) - most_met(ways, free)


def open_duties(g: State, units: int) -> HexSet:
    """The duties that still hold: somebody is there, and somebody is left to attack him (11.2-01)."""
    return mask(hex_ for hex_ in members(g.duties & g.occupied[1 - g.active_side]) if not unmet(g, 1 << hex_, units))


def keeps_promises(g: State, target: Hex, attackers: Sequence[int], units: int, *, only_attack: bool) -> bool:
    """Whether all duties can still be met after an attack, its own and the open ones, as far as they could before."""
    new = forced_by(g, target, attackers)
    if only_attack:
        return not new  # 9.3.4-11
    before = open_duties(g, units) if g.duties else 0
    after = (before | new) & ~(1 << target)
    if not after:
        return True
    return unmet(g, after, units, attackers) <= unmet(g, before, units)
