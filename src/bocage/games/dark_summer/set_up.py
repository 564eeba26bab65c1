"""Set-up (rulebook 3.1)."""

from __future__ import annotations

from bocage.games.dark_summer.campaign import SIDE_NAMES
from bocage.games.dark_summer.ground import halves
from bocage.games.dark_summer.pieces import Kind, dealt_pieces
from bocage.games.dark_summer.places import ELIMINATED, GRID, printed_place
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.weather import fill_cup
from bocage.games.dark_summer.words import unit_number

DEALT: tuple[Kind, ...] = ("strongpoints", "ost_battalions")


def set_up(g: State) -> None:
    """Put every unit where it begins, Strongpoints and Ost battalions face down; the others wait for their turn.

    The Germans control all land but the hexes of Allied units: what comes into a hex controls it (3.2.2).
    """
    written = g.campaign.set_up
    for name, label in written.placed.items():
        g.put(unit_number(name), printed_place(label))
    for kind in DEALT:
        dealt = dealt_pieces(kind, written.strongpoints if kind == "strongpoints" else written.ost_battalions)
        for unit, label in dealt:
            g.put(unit, printed_place(label))
    hidden = [unit for unit in range(g.campaign.count) if g.campaign.strongpoint[unit] or g.campaign.ost[unit]]
    for unit in (*(unit_number(name) for name in written.eliminated), *hidden):
        if g.where[unit] < 0:
            g.where[unit] = ELIMINATED
    for name in written.reduced:
        g.reduced |= 1 << unit_number(name)
    g.open_beaches = GRID.set(written.open_beaches)
    g.augmented = GRID.set(written.augmented_omaha)
    g.points = [halves(written.points[side]) for side in SIDE_NAMES]
    g.forget()
    fill_cup(g)
