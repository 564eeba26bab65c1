"""What a turn's report asks of D-Day at Omaha Beach: who holds the positions, and where the next arrivals wait."""

from __future__ import annotations

from bocage.games.omaha_beach.control import us_control
from bocage.games.omaha_beach.positions import spoken
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.words import GERMANS, GRID, US
from bocage.hexes import mask, members
from bocage.table.omaha_beach.pieces import turn_box
from bocage.table.turns import Held, Places


def places_of(view: State) -> Places:
    """Every position on the map: the Americans have it if they control it or left a garrison there."""
    battle = view.battle
    garrisons = mask(battle.positions[position].hex for position in members(view.garrisons))
    ours = (us_control(view) | garrisons) & ~view.german_hexes
    return {
        GRID.label(position.hex): Held(
            spoken(battle.group_names[battle.group_of[number]]), US if ours >> position.hex & 1 else GERMANS
        )
        for number, position in enumerate(battle.positions)
        if battle.playable >> position.hex & 1
    }


def next_box_of(view: State) -> str:
    """The box of those who come on the next turn."""
    return turn_box(view.turn + 1)
