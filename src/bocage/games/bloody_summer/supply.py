"""Supply lines (rulebook 7.3, 7.4): from headquarters by road to depots, and from units to headquarters.

A line runs over hexes and boxes alike; sets of places are integers. What is traced in a position is kept until
something moves. The status of being out of supply is another thing: it is settled in the Logistics Phase and lasts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bocage.games.bloody_summer import depots
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, GERMANS, SIDE_OF
from bocage.games.bloody_summer.pieces import FESTUNG_PIECES, HEADQUARTERS, UNITS
from bocage.games.bloody_summer.places import OFF_MAP, SIZE
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.hexes import HexSet, mask, members

LAST_AUTOMATIC_TURN = 1  # on which all are supplied (10-03)
Trace: TypeAlias = Callable[[], int]


def automatic(g: State) -> bool:
    """Whether all units and headquarters count as supplied (10-03)."""
    return g.turn <= LAST_AUTOMATIC_TURN


# -- lines ----------------------------------------------------------------------------------------------


def free_boxes(g: State, side: int) -> int:
    """The boxes that a side's lines may pass: its own, and not in confusion (7.3.1-08)."""
    return mask(box for box in g.campaign.boxes if g.controls(side, box) and not g.in_confusion(box))


def free_places(g: State, side: int) -> int:
    """The places that a side's lines may pass: no enemy, no EZOC unless a friend is there (7.3.1-02, -05, -08)."""
    return kept(g, "free", side, lambda: free_hexes(g, side) | free_boxes(g, side))


def free_hexes(g: State, side: int) -> HexSet:
    """The hexes among them."""
    enemy = 1 - side
    return g.campaign.in_play & ~g.occupied[enemy] & ~(g.zone[enemy] & ~g.occupied[side])


def kept(g: State, what: str, whose: int, trace: Trace) -> int:
    """What has been traced in this position, or is now."""
    found = g.traced.get((what, whose))
    if found is None:
        found = g.traced[what, whose] = trace()
    return found


def connected(ways: Sequence[int], start: int, free: int) -> int:
    """All places to which free ones lead from the start; the start itself counts whatever is there."""
    reached = edge = start
    while edge:
        near = 0
        for place in members(edge):
            near |= ways[place]
        edge = near & free & ~reached
        reached |= edge
    return reached


def by_road(g: State, army: int) -> int:
    """The places from which a road leads to an operational depot of an army, however far (7.3.2-01, -02)."""
    ways, side = g.campaign.road_ways, SIDE_OF[army]
    return kept(g, "road", army, lambda: connected(ways, depots.sources(g, army), free_places(g, side)))


def reaches(g: State, hq: int) -> int:
    """The places from which a line of any length leads to a headquarters (7.3.1-01)."""
    return kept(g, "line", hq, lambda: _reaches(g, hq))


def _reaches(g: State, hq: int) -> int:
    place, side = g.where[hq], g.campaign.side[hq]
    free = free_places(g, side)
    for other in HEADQUARTERS if free >> place & 1 else ():  # lines of the same side that meet are the same lines
        lines = g.traced.get(("line", other), 0)
        if lines >> place & 1 and g.campaign.side[other] == side and free >> g.where[other] & 1:
            return lines
    return connected(g.campaign.ways, 1 << place, free)


# -- headquarters ---------------------------------------------------------------------------------------


def traces(g: State, hq: int) -> bool:
    """Whether a headquarters has an uninterrupted road path to a depot; enemies in its own hex do not cut it."""
    place, lines = g.where[hq], by_road(g, g.campaign.army[hq])
    if g.in_confusion(place) and g.campaign.road_ways[place] & lines:
        return True
    return bool(lines >> place & 1)


def hq_supplied(g: State, hq: int) -> bool:
    """Whether a headquarters is in supply now: by road, by an Offensive marker with it (7.3.2-01), or in a Festung."""
    return automatic(g) or g.is_supported(hq) or in_festung(g, hq) or traces(g, hq)


def supplied_hqs(g: State, army: int) -> list[int]:
    """The headquarters of an army on the map and in boxes that are in supply."""
    return [hq for hq in HEADQUARTERS if g.campaign.army[hq] == army and in_field(g, hq) and hq_supplied(g, hq)]


# -- units ----------------------------------------------------------------------------------------------


def in_field(g: State, piece: int) -> bool:
    """Whether a piece is on the map, in a box or in a Festung."""
    place = g.where[piece]
    return 0 <= place < SIZE or place in OFF_MAP


def boxes_supplied(g: State) -> int:
    """The boxes from which a chain of German ones leads to a German depot (7.3.1-07)."""
    return kept(g, "boxes", GERMANS, lambda: _chain(g, free_boxes(g, GERMAN)))


def _chain(g: State, free: int) -> int:
    return connected(g.campaign.ways, depots.sources(g, GERMANS) & free, free)


def in_festung(g: State, piece: int) -> bool:
    """Whether a German piece is in a Festung, off the map or on it (0.1.2.e-05, -09)."""
    return g.campaign.side[piece] == GERMAN and any(other in FESTUNG_PIECES for other in g.at.get(g.where[piece], ()))


def by_itself(g: State, unit: int) -> bool:
    """Whether a unit needs no headquarters: in a Festung, or a German in a box with a chain to a depot (7.3.1-07)."""
    place = g.where[unit]
    if g.campaign.side[unit] != GERMAN:
        return False
    return in_festung(g, unit) or (place >= SIZE and bool(boxes_supplied(g) >> place & 1))


def is_supplied(g: State, unit: int) -> bool:
    """Whether a unit is in supply, once headquarters are assigned (7-01, 7.3.1-04)."""
    return automatic(g) or g.corps[unit] != NOBODY or by_itself(g, unit)


def mark(g: State) -> None:
    """Units and headquarters without supply are marked until the next Logistics Phase (7.3.1-06, 7.4-02)."""
    units = [unit for unit in range(UNITS) if in_field(g, unit) and not is_supplied(g, unit)]
    corps = [hq for hq in HEADQUARTERS if in_field(g, hq) and not hq_supplied(g, hq)]
    g.unsupplied = mask([*units, *corps])
    g.forget()
    if g.unsupplied:
        allied = sum(g.campaign.side[piece] == ALLIED for piece in (*units, *corps))
        g.tell_result("unsupplied", "7.4-01", step=True, units=tuple(units + corps), allied=allied)
