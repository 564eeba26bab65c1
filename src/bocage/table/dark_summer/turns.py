"""What a turn's report asks of The Dark Summer: who holds which places, and where the next arrivals wait."""

from __future__ import annotations

from functools import cache

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, SEATS, Campaign
from bocage.games.dark_summer.places import CHERBOURG, GRID, SIZE, place_name, printed_place
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import unit_number
from bocage.hexes import HexSet, mask, members
from bocage.table.dark_summer.pieces import arrival_box
from bocage.table.history import holding
from bocage.table.turns import Held, Places


@cache
def behind_the_line(campaign: Campaign) -> HexSet:
    """Where the Allies need take nothing, though they have nobody there: what a later set-up has behind their line.

    It is nearer to their units than to German ones, and no further from the Open Beaches than they are.
    """
    written = campaign.set_up
    standing: list[list[int]] = [[], []]
    for name, label in written.placed.items():
        standing[campaign.side[unit_number(name)]].append(printed_place(label))
    standing[GERMAN] += [printed_place(label) for label in (*written.strongpoints, *written.ost_battalions)]
    allied, german = (mask(place for place in places if place < SIZE) for places in standing)
    reach: HexSet = GRID.set(written.open_beaches)
    while reach and allied & ~reach:
        reach = GRID.within(reach, 1)
    holds = holding(GRID, allied, allied, german)
    return GRID.set(label for label in GRID.labels(reach & campaign.ground.passable & ~allied) if holds(label))


def places_of(view: State) -> Places:
    """Every named place with the side that controls it, Cherbourg, which is a box, and the Beaches, Open or not."""
    allied = view.held | behind_the_line(view.campaign) & ~view.occupied[GERMAN]
    found = {
        label: Held(place.name, SEATS[ALLIED if allied >> GRID.at(label) & 1 else GERMAN])
        for place in view.campaign.ground.places
        for label in place.hexes
    }
    for name, hexes in view.campaign.beach_hexes.items():
        for label, hex_ in zip(GRID.labels(hexes), members(hexes), strict=True):
            holder = SEATS[ALLIED if view.open_beaches >> hex_ & 1 else GERMAN]
            found[f"beach {label}"] = Held(f"{name} Beach", holder, label)
    found[place_name(CHERBOURG)] = Held("Cherbourg", SEATS[ALLIED if view.cherbourg_captured else GERMAN])
    return found


def next_box_of(view: State) -> str:
    """The box of those who come on the next turn."""
    return arrival_box(view.turn + 1)
