"""German units and their depth markers (9.1, 9.2): who receives one, disruption, and how pieces are turned face up."""

from __future__ import annotations

from typing import NamedTuple

from bocage.games.omaha_beach.armor import is_armor
from bocage.games.omaha_beach.battle import SEATS
from bocage.games.omaha_beach.control import cut_off
from bocage.games.omaha_beach.deck import pick_from
from bocage.games.omaha_beach.state import GONE, NONE, State, follow, turned_up
from bocage.games.omaha_beach.terms import DepthType
from bocage.games.omaha_beach.variants import REACTION
from bocage.hexes import Hex, HexSet, mask, members

FAR = 999


def distance_to_us(g: State, hex_: Hex) -> int:
    """Distance in hexes to the nearest US unit on the map; generals do not count (9.2-02)."""
    if not g.occupied:
        return FAR
    distance = 0
    while not g.battle.disc(hex_, distance) & g.occupied:
        distance += 1
    return distance


def nearest(g: State, positions: list[int], places: HexSet) -> list[int]:
    """Those of some printed positions that are nearest to one of some places."""
    battle = g.battle
    hexes = mask([battle.positions[p].hex for p in positions])
    while places and not places & hexes:
        places = battle.grid.within(places, 1)
    return [p for p in positions if places >> battle.positions[p].hex & 1]


def pool_for(g: State, position: int) -> str | None:
    """The pool from which a position's marker comes, or None if there is none left (9.21, 9.24).

    Armor brings its marker along and receives no other (23.2-04).
    """
    if is_armor(g, position):
        return None
    kind = g.battle.positions[position].depth
    if kind is DepthType.BUILDING and not g.depth_pools["building"]:
        kind = DepthType.MOBILE
    return str(kind) if g.depth_pools[kind] else None


class Selection(NamedTuple):
    """How a unit was found for a marker: how far the nearest US units are from it, who they are and which positions are
    as near (9.2-02), if any are ashore; and among which units it was found.
    """

    distance: int = 0
    americans: tuple[int, ...] = ()
    equals: tuple[int, ...] = ()
    sector: int | None = None  # among those of one sector
    vain: int | None = None  # a sector in which no unit could take one (9.2-07)
    passed: bool = False  # strongpoints were passed over, for there are no markers for them (9.24-01)


def give_depth(g: State, position: int, rule: str, why: str = "", chosen: Selection | None = None) -> bool:
    """Put a face-down marker beneath the unit of a position; False if the pool is empty.

    ``why`` says why it is this one, where the rule does not, and ``chosen`` how it was found.
    """
    pool = pool_for(g, position)
    if pool is None:
        return False
    marker, g.depth_pools[pool] = pick_from(g, g.depth_pools[pool])
    g.deepen(position, marker)
    follow(g.recalled_depth, pool, position, perhaps=bool(g.depth_pools[pool]))
    g.reveal()
    g.tell_result("depth_added", rule, position=position, why=why or rule, **(chosen or Selection())._asdict())
    return_depth(g)
    return True


def return_depth(g: State) -> None:
    """The first time that the mobile markers are used up, some eliminated ones come back face down (22.4-03)."""
    if g.depth_returned or g.depth_pools["mobile"] or REACTION not in g.battle.variants:
        return
    g.depth_returned = True
    gone = tuple(marker for marker in g.gone_depth if g.battle.depth_type[marker] is DepthType.MOBILE)
    count = min(g.battle.variants[REACTION].values["mobile_depth_returned"], len(gone))
    for _ in range(count):
        marker, gone = pick_from(g, gone)
        g.depth_pools["mobile"] = tuple(sorted((*g.depth_pools["mobile"], marker)))
        g.gone_depth = tuple(other for other in g.gone_depth if other != marker)
        g.turn_depth_down(marker, None)
    g.reveal()
    g.tell("depth_returned", "22.4-03", markers=count)


def remove_depth(g: State, position: int, rule: str) -> None:
    """A depth marker leaves the game."""
    g.gone_depth = (*g.gone_depth, g.lift_depth(position))
    follow(g.recalled_depth, position, GONE)
    g.tell_result("depth_removed", rule, position=position)


def eligible(g: State, sectors: tuple[int, ...]) -> list[int]:
    """Units without a marker and in communication, in some sectors; none in WNs when their pool is empty (9.24-01)."""
    found = bare(g, sectors)
    return found if g.depth_pools[DepthType.WN] else [p for p in found if not is_for_wn(g, p)]


def bare(g: State, sectors: tuple[int, ...]) -> list[int]:
    """Units without a marker and in communication, in some sectors."""
    battle, lost = g.battle, cut_off(g, g.battle.position_hexes & g.german_hexes)
    return [
        p
        for p in members(g.held & battle.printed & ~g.deep)
        if battle.sector_of_group[battle.group_of[p]] in sectors and not lost >> battle.positions[p].hex & 1
    ]


def is_for_wn(g: State, position: int) -> bool:
    """Whether a position takes markers for strongpoints."""
    return g.battle.positions[position].depth is DepthType.WN


def priority(g: State, position: int) -> tuple[int, int, str]:
    """Single-hex WN, two-hex WN, reinforcement; lowest number; lowest letter (9.2-03, 9.2-04)."""
    here, group = g.battle.positions[position], g.battle.group_of[position]
    if here.kind == "wn":
        kind, number = len(g.battle.groups[group]) - 1, int(here.group.removeprefix("WN"))
    else:
        kind, number = 2, here.number
    return kind, number, here.id


def add_depth(g: State, sector: int | None, rule: str) -> None:
    """One marker for a unit of a sector, or of the other if that has none, or anywhere (9.2).

    The unit is chosen first; if it calls for a mobile marker and none is left, nobody else takes its place (9.24-03).
    """
    everywhere = tuple(range(len(SEATS)))
    there = everywhere if sector is None else (sector,)
    found, vain = eligible(g, there), None
    if not found:
        found, there, vain = eligible(g, everywhere), everywhere, sector
    if not found:
        g.tell_result("no_depth", "9.2-07")
        return
    near = nearest(g, found, g.occupied)  # to a US unit (9.2-02)
    chosen = min(near or found, key=lambda p: priority(g, p))
    why = "first" if not near else "nearest" if len(near) == 1 else "first_of_nearest"
    how = Selection(
        equals=tuple(p for p in near if p != chosen),
        sector=sector if vain is None else None,
        vain=vain,
        passed=len(bare(g, there)) > len(found),
    )
    if near:
        here = g.battle.positions[chosen].hex
        distance = distance_to_us(g, here)
        hexes = members(g.battle.disc(here, distance) & g.occupied)
        americans = tuple(unit for h in hexes for unit in g.at[h] if not g.battle.general[unit])
        how = how._replace(distance=distance, americans=americans)
    if not give_depth(g, chosen, rule, why, how):
        g.tell_result("no_depth", "9.24-03")


def gain_depth(g: State, position: int) -> None:
    """A unit that has beaten off an attack gains a marker; for one in a WN, when those of WNs are used up, a unit in a
    reinforcement position does (9.24-01).
    """
    here = g.battle.group_of[position]
    if not give_depth(g, position, "9.2-01", "beat_off") and g.battle.is_wn[here]:
        add_depth(g, g.battle.sector_of_group[here], "9.24-01")


def add_depth_in_each_sector(g: State) -> None:
    """Two markers; if one is left it goes where one would go on the whole map (9.24-04)."""
    left = sum(len(g.depth_pools[pool]) for pool in ("wn", "building", "mobile"))
    if left == 1:
        add_depth(g, None, "9.24-04")
        return
    for sector in g.battle.sectors:
        add_depth(g, sector, "9.2-01")


# -- disruption ---------------------------------------------------------------------------------


def disrupt_german(g: State, position: int, rule: str) -> None:
    """A German unit is disrupted until a card shows its colour (6.4)."""
    g.german_disrupted |= 1 << position
    g.tell_result("german_disrupted", rule, position=position)


def shell(g: State, position: int, rule: str) -> None:
    """Naval fire disrupts the unit of a position and destroys its depth marker (8.52-02, EV.11-02)."""
    disrupt_german(g, position, rule)
    if g.deep >> position & 1:
        remove_depth(g, position, rule)


# -- turning pieces over ------------------------------------------------------------------------


def reveal_unit(g: State, position: int, rule: str) -> None:
    """Turn the unit of a position face up."""
    if not g.is_shown(position):
        unit = g.german[position]
        g.shown |= 1 << unit
        turned_up(g.recalled, unit, position)
        g.reveal()
        piece = g.battle.german[unit]
        g.tell_result(
            "unit_revealed", rule, position=position, unit=piece.id, strength=piece.strength, needs=_needs(piece.needs)
        )


def reveal_depth(g: State, position: int, rule: str) -> None:
    """Turn the depth marker of a position face up."""
    if not g.depth_is_shown(position):
        marker = g.german_depth[position]
        g.shown_depth |= 1 << marker
        turned_up(g.recalled_depth, marker, position)
        g.reveal()
        piece = g.battle.depth[marker]
        g.tell_result(
            "depth_revealed", rule, position=position, strength=piece.strength, needs=_needs(piece.needs),
            calls=piece.tactical_reinforcement,
        )  # fmt: skip


def _needs(needs: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(needs))


def is_tactical_reinforcement(g: State, position: int) -> bool:
    """Whether the face-up marker of a position calls for a tactical reinforcement (9.4)."""
    marker = g.german_depth[position]
    return marker != NONE and g.battle.depth[marker].tactical_reinforcement
