"""The Terrain Effects Chart on the real map: each kind of hex and side, for each class of unit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bocage.games.omaha_beach.chart import load_chart
from bocage.games.omaha_beach.tables import load_tables
from bocage.games.omaha_beach.terrain import barriers, by_road, ground_defence, obstacle, side_defence
from bocage.games.omaha_beach.words import GRID
from bocage.hexes import Hex
from tests.omaha_beach.positions import has, position
from tests.questions import orders, play
from tests.support import rule

CHART, TABLES = load_chart(), load_tables()


def pairs() -> Iterator[tuple[Hex, Hex]]:
    """All neighbours on land, in both directions."""
    for a in GRID.hexes:
        for b in GRID.neighbours[a]:
            if CHART.terrain[a] != "water" and CHART.terrain[b] != "water":
                yield a, b


def passages(a: Hex, b: Hex) -> tuple[str, str, str]:
    infantry = obstacle(CHART, TABLES, "infantry", a, b)[0]
    return infantry, obstacle(CHART, TABLES, "leader", a, b)[0], obstacle(CHART, TABLES, "other", a, b)[0]


@rule("TEC-11", "TEC-12", "TEC-13", "TEC-16", "TEC-18", "TEC-21", "TEC-23", edition="omaha")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("hedge", ("yes", "yes", "no")),
        ("seawall", ("yes", "yes", "no")),
        ("shingle", ("yes", "yes", "no")),
        ("antitank_ditch", ("yes", "yes", "no")),
        ("antitank_wall", ("yes", "yes", "no")),
        ("slope", ("yes", "yes", "no")),
        ("bluff", ("climb", "yes", "no")),
        ("scaleable_cliff", ("climb_cliff", "no", "no")),
        ("sheer_cliff", ("no", "no", "no")),
    ],
)
def test_hexsides(kind: str, expected: tuple[str, str, str]) -> None:
    found = {
        passages(a, b)
        for a, b in pairs()
        if barriers(CHART, a, b) == [kind] and not by_road(CHART, a, b) and CHART.terrain[b] != "rough"
    }
    assert found == {expected}


@rule("TEC-02", "TEC-03", "TEC-05", "TEC-07", "TEC-10", "TEC-26", edition="omaha")
@pytest.mark.parametrize(
    ("terrain", "expected"),
    [
        ("clear", ("yes", "yes", "yes")),
        ("buildings", ("yes", "yes", "yes")),
        ("woods", ("yes", "yes", "no")),
        ("bocage", ("yes", "yes", "no")),
        ("rough", ("no", "no", "no")),
        ("mined", ("yes", "yes", "no")),
    ],
)
def test_hexes(terrain: str, expected: tuple[str, str, str]) -> None:
    found = {
        passages(a, b)
        for a, b in pairs()
        if ("mined" if CHART.mined >> b & 1 else CHART.terrain[b]) == terrain
        and not barriers(CHART, a, b)
        and not by_road(CHART, a, b)
    }
    assert found == {expected}


@rule("TEC-24", "TEC-28", "TEC-34", edition="omaha")
def test_roads_open_what_they_cross_unless_they_are_mined() -> None:
    on_roads = [(a, b) for a, b in pairs() if by_road(CHART, a, b) and not CHART.mined >> b & 1]
    assert len(on_roads) > 400 and {passages(a, b) for a, b in on_roads} == {("yes", "yes", "yes")}
    mined = [(a, b) for a, b in pairs() if (a, b) in CHART.mined_links and CHART.mined >> b & 1]
    assert mined and all(passages(a, b)[2] == "no" for a, b in mined)


@rule("TEC-04", "TEC-06", "TEC-08", "TEC-11", "TEC-14", "TEC-17", "TEC-33", edition="omaha")
def test_what_terrain_is_worth_to_a_defender() -> None:
    ground = {CHART.terrain[h]: ground_defence(CHART, TABLES, h) for h in GRID.hexes if CHART.terrain[h] != "water"}
    assert ground == {"clear": (1, 1), "woods": (2, 1), "buildings": (2, 2), "bocage": (2, 2), "rough": (1, 1)}
    sides = {
        kinds[0]: side_defence(CHART, TABLES, a, b) for a, b in pairs() if len(kinds := barriers(CHART, a, b)) == 1
    }
    assert {kind: sides[kind] for kind in ("hedge", "seawall", "shingle", "antitank_ditch", "antitank_wall")} == {
        "hedge": (1, 1), "seawall": (1, 1), "shingle": (2, 1), "antitank_ditch": (2, 1), "antitank_wall": (2, 1),
    }  # fmt: skip
    assert sides["slope"] == sides["bluff"] == (2, 2)


@rule("7.21-01", edition="omaha")
def test_two_companies_begin_a_climb_as_one_action() -> None:
    game = position("us K/3/16 at 0607\nus L/3/16 at 0607\nus E/2/16 at 1115", extra_actions=-1)
    play(game, "act K/3/16", "climb")
    assert orders(game) == ["with L/3/16", "alone"]
    play(game, "with L/3/16")
    assert has(game, "K/3/16", "on_cliff") and has(game, "L/3/16", "on_cliff")
