"""The Terrain Effects Chart: who may go where, and what ground and hexsides are worth to a defender (TEC)."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.chart import Chart, SideKind
from bocage.games.omaha_beach.tables import Passage, Tables, TerrainRow
from bocage.games.omaha_beach.terms import Mover, Tide
from bocage.hexes import Hex, HexSet

Defence: TypeAlias = tuple[int, int]  # factors of the unit and of its depth marker
OPEN_GROUND: Defence = (1, 1)
SLOPE: Defence = (2, 2)
CLIFFS: tuple[SideKind, SideKind] = ("scaleable_cliff", "sheer_cliff")


def by_road(chart: Chart, a: Hex, b: Hex, cleared: HexSet = 0) -> bool:
    """Whether a road or trail without mines, or ``cleared`` by engineers, joins two hexes (TEC-24, TEC-27, TEC-28)."""
    return any((a, b) in links for links in chart.roads.values()) and not is_mined(chart, a, b, cleared)


def is_mined(chart: Chart, a: Hex, b: Hex, cleared: HexSet) -> bool:
    """Whether there are mines on a road between two hexes, in a hex where engineers have not been (17.22, TEC-27)."""
    return (a, b) in chart.mined_links and bool((1 << a | 1 << b) & chart.mined & ~cleared)


def barriers(chart: Chart, a: Hex, b: Hex) -> list[SideKind]:
    """What lies on the side between two hexes."""
    return [kind for kind, sides in chart.sides.items() if (a, b) in sides]


def obstacle(chart: Chart, tables: Tables, mover: Mover, a: Hex, b: Hex, cleared: HexSet = 0) -> tuple[Passage, str]:
    """How a unit of a kind gets from a hex to the next by the chart, and the terrain that says so.

    In the ``cleared`` hexes and on their sides engineers have done away with what the Germans built, and with shingle
    (19.3, 19.31).
    """
    if chart.terrain[b] == "water":
        return "no", "sea"
    rows = [tables.terrain[kind] for kind in barriers(chart, a, b)]
    if (cleared >> a | cleared >> b) & 1:
        rows = [row for row in rows if not row.opened_by_engineers]
    rows.append(tables.terrain["mined_road" if chart.mined & ~cleared & 1 << b else chart.terrain[b]])
    road = by_road(chart, a, b, cleared)
    worst: Passage = "yes"
    name = ""
    for row in rows:
        passage = _passage(row, mover)
        if passage == "road" or (passage == "climb" and road):
            passage = "yes" if road else "no"
        if _RANK.index(passage) > _RANK.index(worst):
            worst, name = passage, row.name.replace("_", " ")
    return worst, name


_RANK: tuple[Passage, ...] = ("yes", "climb", "climb_cliff", "no")


def _passage(row: TerrainRow, mover: Mover) -> Passage:
    if mover == "infantry":
        return row.infantry
    return row.leader if mover == "leader" else row.other


@cache
def links(battle: Battle, mover: Mover, tide: Tide) -> list[tuple[tuple[Hex, Passage], ...]]:
    """For each hex the hexes that a kind of unit may enter at a tide, and how; German units are not considered."""
    found: list[tuple[tuple[Hex, Passage], ...]] = [()] * battle.grid.size
    for a in battle.grid.hexes:
        found[a] = _links_of(battle, mover, tide, a, 0)
    return found


def links_of(battle: Battle, mover: Mover, tide: Tide, a: Hex, cleared: HexSet) -> tuple[tuple[Hex, Passage], ...]:
    """The links of one hex, where engineers have cleared some hexes (19.3)."""
    return _links_of(battle, mover, tide, a, cleared & battle.around[a])


@cache
def _links_of(battle: Battle, mover: Mover, tide: Tide, a: Hex, cleared: HexSet) -> tuple[tuple[Hex, Passage], ...]:
    chart, open_ = battle.chart, battle.chart.dry[tide] & battle.playable
    there = [(b, obstacle(chart, battle.tables, mover, a, b, cleared)[0]) for b in chart.grid.neighbours[a]]
    return tuple((b, passage) for b, passage in there if passage != "no" and open_ >> b & 1)


@cache
def hedgerows(battle: Battle, a: Hex, cleared: HexSet) -> HexSet:
    """The bocage hexes next to a hex to which no road leads; ``cleared``: around the hex."""
    chart, found = battle.chart, 0
    for b in chart.grid.neighbours[a]:
        if chart.terrain[b] == "bocage" and not by_road(chart, a, b, cleared):
            found |= 1 << b
    return found


def ground_defence(chart: Chart, tables: Tables, hex_: Hex) -> Defence:
    """What the ground of a position is worth."""
    return tables.terrain[chart.terrain[hex_] or "clear"].defence or OPEN_GROUND


def side_defence(chart: Chart, tables: Tables, attacker: Hex, target: Hex) -> Defence:
    """What the side between attacker and target is worth; a bluff counts as a slope (TEC-33)."""
    unit = depth = 1
    for kind in barriers(chart, attacker, target):
        factors = tables.terrain[kind].defence or SLOPE
        unit, depth = max(unit, factors[0]), max(depth, factors[1])
    return unit, depth
