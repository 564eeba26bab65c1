"""Ships: the points on the naval tracks (rulebook 6.2, 1.1.4)."""

from __future__ import annotations

from bocage.games.bloody_summer.counters import NavalCounter
from bocage.games.bloody_summer.pieces import NAVAL_IDS
from bocage.games.bloody_summer.state import State
from bocage.hexes import HexSet


def counter(g: State, ships: int) -> NavalCounter:
    """The counter of a class of ships of a task force."""
    return g.campaign.counters.naval[NAVAL_IDS[ships]]


def left(g: State, ships: int) -> int:
    """The points that they have left in this phase (6.2-10)."""
    return g.naval[ships]


def spend(g: State, ships: int, points: int) -> None:
    """Points are deducted from their track (6.2-10)."""
    assert 0 <= points <= g.naval[ships]
    g.naval[ships] -= points


def reaches(g: State, ships: int) -> HexSet:
    """The hexes in their range (6.2-04, -05)."""
    one = counter(g, ships)
    return g.campaign.ground.within(one.task_force, one.range)


def restore(g: State) -> None:
    """The points of all ships are those of the turn (1.1.4-02); an army that takes no part has no ships (11.1.2-02)."""
    row, armies = g.campaign.tables.naval_in(g.turn), g.campaign.set_up.armies
    for ships in range(len(NAVAL_IDS)):
        one = counter(g, ships)
        g.naval[ships] = row.of(one.task_force, one.ship) if one.army in armies else 0


def storm(g: State) -> None:
    """All points are reset to zero (1.1.1.1.a-03)."""
    g.naval = [0] * len(NAVAL_IDS)
