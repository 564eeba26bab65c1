"""What a turn's report asks of The Dark Summer: who holds which places, and where the next arrivals wait."""

from __future__ import annotations

from bocage.games.dark_summer.campaign import ALLIED, GERMAN, SEATS
from bocage.games.dark_summer.places import CHERBOURG, GRID, place_name
from bocage.games.dark_summer.state import State
from bocage.table.dark_summer.pieces import arrival_box
from bocage.table.turns import Held, Places


def places_of(view: State) -> Places:
    """Every named place, with the side that controls it, and Cherbourg, which is a box."""
    found = {
        label: Held(place.name, SEATS[ALLIED if view.held >> GRID.at(label) & 1 else GERMAN])
        for place in view.campaign.ground.places
        for label in place.hexes
    }
    found[place_name(CHERBOURG)] = Held("Cherbourg", SEATS[ALLIED if view.cherbourg_captured else GERMAN])
    return found


def next_box_of(view: State) -> str:
    """The box of those who come on the next turn."""
    return arrival_box(view.turn + 1)
