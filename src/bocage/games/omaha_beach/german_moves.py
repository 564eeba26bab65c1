"""How Germans shift and come up during the German Fire Phase (16.1 to 16.4): nobody is asked anything."""

from __future__ import annotations

from bocage.games.omaha_beach.deck import pick_from
from bocage.games.omaha_beach.depth import distance_to_us, give_depth, pool_for, return_depth
from bocage.games.omaha_beach.fire import field_of, us_in_field
from bocage.games.omaha_beach.leaders import capture_generals
from bocage.games.omaha_beach.reinforcements import place_unit
from bocage.games.omaha_beach.state import NONE, State, follow
from bocage.games.omaha_beach.terms import Intensity
from bocage.hexes import HexSet, members

NEAR = 2  # hexes within which an empty reinforcement position needs a US unit (16-01)


def is_open(g: State, position: int) -> bool:
    """Whether a German unit can appear in a position: nobody and no garrison is there, and it is in communication."""
    hex_ = g.battle.positions[position].hex
    return (
        g.german_at(hex_) == NONE
        and not g.occupied >> hex_ & 1
        and not g.garrisons >> position & 1
        and bool(g.communicating >> position & 1)
    )


def do_nothing(g: State, group: int, why: str, rule: str) -> None:
    """Tell why a position whose turn it is does nothing."""
    g.tell("no_action", rule, step=True, group=group, why=why)


# -- re-occupy --------------------------------------------------------------------------------------


def plain_wn_units(g: State) -> tuple[int, ...]:
    """The eliminated WN units without artillery or rockets, those that a set-up removes among them (16.1-02)."""
    return tuple(unit for unit in g.gone if g.battle.german[unit].type == "wn")


def re_occupy(g: State, groups: list[int]) -> None:
    """Eliminated WN units come back to every hex of empty WNs, face up; too few, and the hexes nearest to US units
    have them (16.1, 16.11, 16.12).
    """
    battle = g.battle
    places = [p for group in groups for p in battle.groups[group] if is_open(g, p)]
    places.sort(key=lambda p: distance_to_us(g, battle.positions[p].hex))
    left = len(plain_wn_units(g))
    manned = {battle.group_of[p] for p in places[:left]}
    for group in dict.fromkeys(battle.group_of[p] for p in places[left:] if battle.group_of[p] not in manned):
        do_nothing(g, group, "units", "16.1-02")
    for p in places[:left]:
        capture_generals(g, battle.positions[p].hex)
        unit, _ = pick_from(g, plain_wn_units(g))
        g.gone = tuple(other for other in g.gone if other != unit)
        g.man(p, unit)
        g.shown |= 1 << unit
        g.german_acted |= 1 << p
        g.reveal()
        piece = battle.german[unit]
        needs = tuple(sorted(piece.needs))
        g.tell_result("re_occupied", "16.1-02", step=True, position=p, strength=piece.strength, needs=needs)


# -- re-supply ----------------------------------------------------------------------------------------


def re_supply(g: State, position: int) -> None:
    """A lone unit in communication gains depth before it fires (16.2-02)."""
    if not g.deep >> position & 1 and g.communicating >> position & 1 and pool_for(g, position) is not None:
        g.tell_result("re_supplied", "16.2-02", step=True, position=position)
        give_depth(g, position, "16.2-02")


# -- redeploy -----------------------------------------------------------------------------------------


def strength_in_field(g: State, group: int) -> int:
    """The strength points of the US units in the field of fire of a group (16.3-03)."""
    hexes = members(g.battle.fire[group] & g.occupied)
    return sum(g.strength_of(unit) for h in hexes for unit in g.units_at(h))


def better_positions(g: State, position: int) -> list[int]:
    """Where the unit of a position could redeploy to; one in a VP position stays in VP positions (16.3-02, 16.31)."""
    battle, here = g.battle, g.battle.positions[position]
    return [
        p
        for p, other in enumerate(battle.positions)
        if other.kind == "reinforcement"
        and other.sector is here.sector
        and (other.vp or not here.vp)
        and is_open(g, p)
        and us_in_field(g, battle.group_of[p])
    ]


def redeploy(g: State, position: int) -> None:
    """A unit without targets goes where there are some: VP position, lower number, more strength (16.3-03)."""
    battle, group = g.battle, g.battle.group_of[position]
    if not g.communicating >> position & 1:
        do_nothing(g, group, "communication", "16.3-01")
        return
    found = better_positions(g, position)
    if not found:
        do_nothing(g, group, "vp" if battle.positions[position].vp else "destination", "16.3-02")
        return

    def worth(p: int) -> tuple[bool, int, int, str]:
        other = battle.positions[p]
        return not other.vp, other.number, -strength_in_field(g, battle.group_of[p]), other.id

    target = min(found, key=worth)
    points = strength_in_field(g, battle.group_of[target])
    g.tell_result("redeploys", "16.3-02", step=True, position=position, destination=target, strength=points)
    shift(g, position, target, "16.34-01")


def shift(g: State, position: int, target: int, rule: str) -> None:
    """A unit moves with its depth marker to another position, captures a lone general and removes a garrison."""
    capture_generals(g, g.battle.positions[target].hex)
    g.man(target, g.vacate(position))
    follow(g.recalled, position, target)
    if g.deep >> position & 1:
        g.deepen(target, g.lift_depth(position))
        follow(g.recalled_depth, position, target)
    g.garrisons &= ~(1 << target)
    g.german_acted |= 1 << position | 1 << target
    swap_depth(g, target, rule)


def swap_depth(g: State, position: int, rule: str) -> None:
    """Out of buildings or into them a unit changes its depth marker for the other type, if there is one (16.34)."""
    marker, wanted = g.german_depth[position], str(g.battle.positions[position].depth)
    if marker == NONE or str(g.battle.depth_type[marker]) == wanted or not g.depth_pools[wanted]:
        return
    old = str(g.battle.depth_type[marker])
    other, g.depth_pools[wanted] = pick_from(g, g.depth_pools[wanted])
    g.deepen(position, other)
    follow(g.recalled_depth, position, old)
    follow(g.recalled_depth, wanted, position, perhaps=bool(g.depth_pools[wanted]))
    g.depth_pools[old] = tuple(sorted((*g.depth_pools[old], marker)))
    g.turn_depth_down(marker, old)
    g.reveal()
    g.tell_result("depth_swapped", rule, position=position, depth=wanted)
    return_depth(g)


# -- reinforce ----------------------------------------------------------------------------------------


def heavy_field(g: State, group: int) -> HexSet:
    """The hexes in the intense and steady field of fire of a group."""
    field = field_of(g, group)
    return field[Intensity.INTENSE] | field[Intensity.STEADY]


def reinforce_position(g: State, position: int) -> None:
    """A unit with a depth marker comes to an empty position that matters or has targets close by (16.4)."""
    group = g.battle.group_of[position]
    if g.garrisons >> position & 1:
        do_nothing(g, group, "garrison", "19.3-02")
        return
    if not g.battle.positions[position].vp and not heavy_field(g, group) & g.occupied:
        do_nothing(g, group, "sporadic", "16.4-03")
        return
    pool = "tactical" if g.pools["tactical"] else "division"
    if not g.pools[pool]:
        do_nothing(g, group, "pool", "16.4-02")
        return
    g.tell_result("called_up", "16.4-01", step=True, position=position)
    place_unit(g, position, pool, "16.4-02", "called_up")
    give_depth(g, position, "16.4-02")
    g.german_acted |= 1 << position
