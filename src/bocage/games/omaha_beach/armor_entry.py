"""How German armor enters play: as a reinforcement of the second event, along a road from the south (23.2)."""

from __future__ import annotations

from bocage.games.omaha_beach.armor import armor_links
from bocage.games.omaha_beach.control import us_control
from bocage.games.omaha_beach.deck import pick_from
from bocage.games.omaha_beach.leaders import capture_generals
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import Zone
from bocage.hexes import Hex, mask

ENTRIES: tuple[Zone, ...] = ("B", "C", "D", "E")  # not A, F and G (23.2-03)
SECOND_EVENT = "Second Event"  # the name of the phase


def armor_comes(g: State, places: list[int]) -> int | None:
    """The position at which armor enters instead of another reinforcement, if it does (23.2, 23.21)."""
    ready = g.pools.get("armor") and not g.pools["tactical"] and g.phase == SECOND_EVENT
    if not ready or not g.battle.track.during("armor_may_enter", g.turn):
        return None
    found = [p for p in places if has_road(g, g.battle.positions[p].hex)]
    return min(found, key=lambda p: (g.battle.positions[p].number, g.battle.positions[p].id), default=None)


def has_road(g: State, hex_: Hex) -> bool:
    """Whether a road free of US units and US control leads from a hex to an entry of armor (23.2-03).

    Where a German unit stands there is no US control (12.21).
    """
    links, exits = armor_links(g.battle), mask(g.battle.chart.exits[zone] for zone in ENTRIES)
    closed = (g.occupied | us_control(g) & ~g.german_hexes) & ~(1 << hex_)
    reached, fringe = 1 << hex_, [hex_] if hex_ in links else []
    while fringe:
        here = fringe.pop()
        if exits >> here & 1:
            return True
        for there in links[here]:
            if not (closed | reached) >> there & 1:
                reached |= 1 << there
                fringe.append(there)
    return False


def bring_armor(g: State, place: int) -> None:
    """An armor unit comes face up with a face-down depth marker (23.2-04)."""
    hex_ = g.battle.positions[place].hex
    capture_generals(g, hex_)
    unit, g.pools["armor"] = pick_from(g, g.pools["armor"])
    marker, g.depth_pools["armor"] = pick_from(g, g.depth_pools["armor"])
    number = g.battle.armor.index(unit)
    position = g.battle.first_armor + number
    g.man(position, unit, hex_)
    g.deepen(position, marker)
    g.shown |= 1 << unit
    g.reveal()
    piece = g.battle.german[unit]
    needs = tuple(sorted(piece.needs))
    g.tell_result(
        "armor_enters", "23.2-04", step=True, position=position, hex=hex_, strength=piece.strength, needs=needs
    )
