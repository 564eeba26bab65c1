"""Set-up (rulebook 3.1)."""

from __future__ import annotations

from bocage.games.dark_summer.campaign import SIDE_NAMES
from bocage.games.dark_summer.ground import halves
from bocage.games.dark_summer.places import ELIMINATED, GRID, printed_place
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.weather import fill_cup
from bocage.games.dark_summer.words import unit_number
from bocage.hexes import members


def set_up(g: State) -> None:
    """Put every unit where it begins, Strongpoints and Ost battalions face down; the others wait for their turn.

    The Germans control all land but the hexes of Allied units: what comes into a hex controls it (3.2.2).
    """
    written = g.campaign.set_up
    for name, label in written.placed.items():
        g.put(unit_number(name), printed_place(label))
    for unit, label in g.campaign.dealt:
        g.put(unit, printed_place(label))
    for unit in members(g.campaign.lost_before):
        g.where[unit] = ELIMINATED
    for name in written.reduced:
        g.reduced |= 1 << unit_number(name)
    g.open_beaches = GRID.set(written.open_beaches)
    g.augmented = GRID.set(written.augmented_omaha)
    g.points = [halves(written.points[side]) for side in SIDE_NAMES]
    g.forget()
    fill_cup(g)
