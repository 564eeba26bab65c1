"""What a turn's report asks of A Bloody Summer: who holds which places, and where the next arrivals wait."""

from __future__ import annotations

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, SIDE_NAMES
from bocage.games.bloody_summer.places import BOXES, GRID
from bocage.games.bloody_summer.state import State
from bocage.table.bloody_summer.pieces import arrival_box
from bocage.table.turns import Held, Places


def places_of(view: State) -> Places:
    """Every town, village and landing beach in play and every box of the strategic map, with who controls it."""
    campaign = view.campaign
    towns = [(label, GRID.at(label), place.name) for place in campaign.ground.places for label in place.hexes]
    towns += [(d.hex, GRID.at(d.hex), f"{d.name} beach") for d in campaign.depots if d.kind == "beach"]
    places = [town for town in towns if campaign.in_play >> town[1] & 1]
    places += [(name, box, name) for name, box in BOXES.items()]
    return {
        label: Held(name, SIDE_NAMES[ALLIED if view.controls(ALLIED, place) else GERMAN])
        for label, place, name in places
    }


def next_box_of(view: State) -> str:
    """The box of those who come on the next turn."""
    return arrival_box(view.turn + 1)
