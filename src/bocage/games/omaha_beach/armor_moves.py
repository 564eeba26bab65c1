"""How German armor moves (23.5): along roads, toward Americans nearby, otherwise as the movement map orders."""

from __future__ import annotations

from collections.abc import Collection

from bocage.games.omaha_beach.armor import armor_links
from bocage.games.omaha_beach.leaders import capture_generals
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.terms import Symbol
from bocage.hexes import Hex

SIGHT = 3  # connecting road hexes (23.5-02)


def directions(g: State, here: Hex, passed: Collection[Hex]) -> set[Hex]:
    """The next road hexes on the shortest ways to Americans in road hexes nearby (23.5-02)."""
    links, found = armor_links(g.battle), set[Hex]()
    reached, fringe = {here, *passed}, {here: set[Hex]()}
    for _ in range(SIGHT):
        wider: dict[Hex, set[Hex]] = {}
        for h, first in fringe.items():
            for there in links.get(h, ()):
                if there not in reached:
                    wider.setdefault(there, set()).update(first or {there})
        for there, first in wider.items():
            if g.occupied >> there & 1:
                found |= first
        reached |= wider.keys()
        fringe = wider
    return found


def next_hex(g: State, here: Hex, passed: Collection[Hex], symbol: Symbol) -> Hex | None:
    """Where a unit goes from a hex; it never turns back on its way (23.5-02..05)."""
    if here in g.battle.tables.armor_stops:
        return None
    nearby = directions(g, here, passed)
    there = nearby.pop() if len(nearby) == 1 else g.battle.tables.armor_roads.get((here, symbol))
    return None if there is None or there in passed else there


def way_of(g: State, position: int, hexes: int, symbol: Symbol, *, overrun: bool = False) -> tuple[Hex, ...]:
    """The hexes that a unit enters when it moves; none if it cannot move at all."""
    here, way = g.hex_of(position), list[Hex]()
    overran = False
    while len(way) < hexes:
        there = next_hex(g, way[-1] if way else here, (here, *way), symbol)
        if there is None:
            break
        if g.occupied >> there & 1:
            if not overrun or overran or has_armor(g, there):
                break  # stops before the Americans (23.4-05, 23.53-01)
            overran = True
        way.append(there)
    return tuple(end_of(g, position, way, symbol))


def has_armor(g: State, hex_: Hex) -> bool:
    """Whether US armor is in a hex."""
    return any(g.battle.armored[unit] for unit in g.units_at(hex_))


def end_of(g: State, position: int, way: list[Hex], symbol: Symbol) -> list[Hex]:
    """A way that does not end with other Germans, but a hex further or less (23.51-02).

    Nor does it end with Americans, so that nobody is overrun in the last hex of a move (23.4-05).
    """
    if way and is_taken(g, position, way[-1]):
        further = next_hex(g, way[-1], (g.hex_of(position), *way), symbol)
        if further is not None and not is_taken(g, position, further) and not g.occupied >> further & 1:
            return [*way, further]
    while way and (is_taken(g, position, way[-1]) or g.occupied >> way[-1] & 1):
        way.pop()
    return way


def is_taken(g: State, position: int, hex_: Hex) -> bool:
    """Whether another German unit is in a hex."""
    return g.german_at(hex_) not in (NONE, position)


def roll(g: State, position: int, way: tuple[Hex, ...]) -> None:
    """An armor unit and its depth marker move; Americans on the way are overrun (23.51-01, 23.4-04)."""
    for h in way:
        origin = g.hex_of(position)
        g.man(position, g.vacate(position), h)
        g.tell_result("armor_moves", "23.5-01", position=position, origin=origin, hex=h)
        if g.occupied >> h & 1:
            for unit in g.units_at(h):
                g.disrupt(unit, "23.4-04")
        else:
            capture_generals(g, h)
