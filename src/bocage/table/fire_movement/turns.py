"""What a turn's report asks of Fire & Movement: who holds which places, and where the next arrivals wait."""

from __future__ import annotations

from bocage.games.fire_movement.battle import ALLIED, GERMAN, SEATS
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.words import GRID
from bocage.hexes import members
from bocage.table.fire_movement.pieces import arrival_box
from bocage.table.turns import Held, Places


def places_of(view: State) -> Places:
    """Every named place of the battlefield with the side that was there last, and the beachheads of the Allies."""
    battle = view.battle
    named = ((GRID.at(label), label, place.name) for place in battle.chart.places for label in place.hexes)
    found = {
        label: Held(name, SEATS[ALLIED if view.held >> h & 1 else GERMAN])
        for h, label, name in named
        if battle.playable >> h & 1
    }
    for h in members(battle.beach_hexes):
        label = GRID.label(h)
        found[f"beachhead {label}"] = Held("Beachhead", SEATS[ALLIED if view.beachheads >> h & 1 else GERMAN], label)
    return found


def next_box_of(view: State) -> str:
    """The box of those who come on the next turn."""
    return arrival_box(view.turn + 1)
