"""The map: counts that any copy must have, and every hex of which the rulebook says something."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from bocage.games.omaha_beach.chart import load_chart
from bocage.games.omaha_beach.terms import Sector, Tide
from bocage.hexes import Hex, HexSet, Sides, members

CHART = load_chart()
GRID = CHART.grid
OBSTACLES = [*range(606, 620), *range(520, 527), 426, 427, *range(328, 334)]
OPEN_TO_THE_HIGH_GROUND = (
    "0706/0707 0731/0830 0808/0908 1020/1121 1120/1121 1121/1220 1123/1222 1123/1223 1215/1216 1216/1316 1216/1317 "
    "1310/1311 1411/1512"
)


def at(label: str) -> Hex:
    return GRID.at(label)


def touching(label: str) -> set[str]:
    return set(GRID.labels(GRID.spread(GRID.set(label))))


def labels(sides: Sides) -> set[str]:
    return {"/".join(sorted((GRID.label(a), GRID.label(b)))) for a, b in sides}


def featured(a: Hex, b: Hex) -> bool:
    return any((a, b) in sides for sides in CHART.sides.values())


# ---------------------------------------------------------------------------------------- the grid


def test_every_row_has_the_printed_columns() -> None:
    short = {1: (34, 36), 2: (27, 35), 3: (26, 36), 4: (18, 35), 5: (4, 36), 6: (3, 35), 20: (3, 33)}
    for row in range(1, 21):
        first, last = short.get(row, (1, 36 if row % 2 else 35))
        columns = [GRID.column(h) for h in GRID.hexes if GRID.row(h) == row]
        assert columns == list(range(first, last + 1)), row
    assert len(GRID.hexes) == 600


@pytest.mark.parametrize(
    "chain", ["0812 0912", "0817 0918", "0531 0631", "0513 0613 0714", "1320 1321 1322", "1321 1220"]
)
def test_chains_of_the_rulebook_are_chains(chain: str) -> None:
    assert all(b in touching(a) for a, b in pairwise(chain.split()))


def test_neighbours_of_the_engineer_base_in_the_example() -> None:
    assert touching("0711") >= {"0710", "0712", "0810", "0811"}


def test_north_is_at_the_bottom_and_east_on_the_left() -> None:
    sea, inland, west = (GRID.centre(at(label)) for label in ("0734", "1934", "0736"))
    assert sea[1] > inland[1]
    assert sea[0] < west[0]


def test_the_boundary_gives_every_hex_to_one_sector() -> None:
    assert sum(CHART.in_sector.values()) == GRID.all
    east = {
        row: max(GRID.column(h) for h in members(CHART.in_sector[Sector.EAST]) if GRID.row(h) == row) for row in (7, 8)
    }
    assert east == {7: 19, 8: 18}


# ---------------------------------------------------------------------------------------- ground


def test_hexes_of_each_level() -> None:
    found = {level: hexes.bit_count() for level, hexes in CHART.at_level.items()}
    assert found == {"beach": 95, "pavilion": 26, "draw": 22, "high": 456, "sea": 1}


def test_hexes_of_each_terrain() -> None:
    found = {ground: hexes.bit_count() for ground, hexes in CHART.with_terrain.items()}
    assert found == {"clear": 351, "bocage": 160, "buildings": 58, "woods": 20, "rough": 10, "water": 1}


def test_bocage_of_the_communication_example() -> None:
    assert CHART.terrain[at("1316")] == "bocage"
    assert "1416" in touching("1316")


def test_low_ground_is_beach_pavilion_and_draws() -> None:
    assert CHART.low_ground.bit_count() == 95 + 26 + 22


# ---------------------------------------------------------------------------------------- sides


def test_sides_of_each_kind() -> None:
    assert {kind: len(sides) for kind, sides in CHART.sides.items()} == {
        "hedge": 180,
        "bluff": 58,
        "slope": 52,
        "shingle": 38,
        "antitank_ditch": 13,
        "sheer_cliff": 13,
        "seawall": 9,
        "scaleable_cliff": 8,
        "antitank_wall": 2,
    }


def test_nothing_leads_from_the_beach_to_the_pavilion_without_a_feature() -> None:
    beach, pavilion = CHART.at_level["beach"], CHART.at_level["pavilion"]
    bare = [(a, b) for a in members(beach) for b in members(GRID.spread(1 << a) & pavilion) if not featured(a, b)]
    assert bare == []


def test_the_only_open_sides_between_low_and_high_ground() -> None:
    low, high = CHART.low_ground, CHART.at_level["high"]
    bare = Sides((a, b) for a in members(low) for b in members(GRID.spread(1 << a) & high) if not featured(a, b))
    assert labels(bare) == set(OPEN_TO_THE_HIGH_GROUND.split())


def test_barriers_of_the_engineer_example() -> None:
    for label in ("0710", "0711", "0712"):
        assert CHART.sides["shingle"].across(at(label))
    for label in ("0810", "0811"):
        assert CHART.sides["antitank_ditch"].across(at(label))


def test_wn61_is_attacked_across_shingle_in_the_example() -> None:
    assert CHART.sides["shingle"].across(at("0809")) & CHART.at_level["beach"]


# ---------------------------------------------------------------------------------------- roads


def test_links_of_each_class() -> None:
    on_map = {kind: len(links) for kind, links in CHART.roads.items()}
    exits = Counter(CHART.exit_roads.values())
    assert on_map["primary"] + exits["primary"] == 79
    assert on_map["secondary"] + exits["secondary"] == 58
    assert on_map["trail"] + len(CHART.edge_trails) == 176
    assert (len(CHART.exit_roads), len(CHART.edge_trails)) == (7, 9)


def test_exits() -> None:
    found = {letter: GRID.label(h) for letter, h in CHART.exits.items()}
    assert found == {"A": "1001", "B": "1902", "C": "2015", "D": "2022", "E": "2025", "F": "1435", "G": "0635"}


def test_mined_hexes_and_mined_links_belong_together() -> None:
    assert GRID.set("0630 0731 0816 0817 0822 0911 0917 0923 1011 1017 1022 1112 1211") == CHART.mined
    ends = Counter(h for link in CHART.mined_links for h in link)
    assert all(ends[h] for h in members(CHART.mined))
    assert all(CHART.mined >> a & 1 or CHART.mined >> b & 1 for a, b in CHART.mined_links)


def test_the_road_junction_of_d4() -> None:
    roads = CHART.roads["primary"].across(at("1321")) | CHART.roads["secondary"].across(at("1321"))
    assert set(GRID.labels(roads)) >= {"1322", "1320", "1220"}


# ---------------------------------------------------------------------------------------- beach


def test_obstacles_stand_on_the_mid_waterline() -> None:
    assert GRID.labels(CHART.obstacles) == sorted(f"{label:04}" for label in OBSTACLES)
    assert CHART.obstacles & ~CHART.waterline[Tide.MID] == 0


def test_boxes_from_east_to_west() -> None:
    assert " ".join(CHART.boxes) == (
        "U1 U2 U3 FG1 FG2 FG3 FG4 FG5 ER1 ER2 ER3 ER4 ER5 ER6 U4 "
        "EG1 EG2 EG3 DR1 DR2 DR3 DW1 DW2 DW3 DG1 DG2 DG3 DG4 CH1 CH2 CH3"
    )
    east = [box.id for box in CHART.boxes.values() if box.sector is Sector.EAST]
    assert east == list(CHART.boxes)[:15]
    assert {box.id for box in CHART.boxes.values() if box.placing == "none"} == {"U1", "U2", "U3", "U4"}
    assert {box.letters for box in CHART.boxes.values() if box.placing == "rangers"} == {"CH"}


def test_er1_lands_where_the_rulebook_says() -> None:
    lands = CHART.boxes["ER1"].lands
    assert {tide: GRID.label(h) for tide, h in lands.items()} == {"low": "0513", "mid": "0613", "high": "0714"}


def test_landing_hexes_lie_in_a_line_inland_and_westward() -> None:
    for box in CHART.boxes.values():
        row, column = int(box.place[:2]), int(box.place[2:])
        line = []
        for _ in range(4):
            row, column = row + 1, column + (row % 2 == 0)
            line.append(f"{row:02}{column:02}")
        landing = [GRID.label(box.lands[tide]) for tide in Tide if tide in box.lands]
        assert [label for label in line if label in landing] == landing, box.id


def test_boxes_without_a_high_tide_hex() -> None:
    assert [box.id for box in CHART.boxes.values() if Tide.HIGH not in box.lands] == ["U1", "U2", "U3", "CH2", "CH3"]


def test_the_sea_rises_over_one_belt_after_the_other() -> None:
    beach = CHART.at_level["beach"]
    assert CHART.dry[Tide.LOW] == GRID.all & ~CHART.at_level["sea"]
    assert CHART.dry[Tide.LOW] & ~CHART.dry[Tide.MID] & ~CHART.waterline[Tide.LOW] == GRID.set("0519")
    assert CHART.dry[Tide.MID] & ~CHART.dry[Tide.HIGH] == CHART.waterline[Tide.MID]
    assert CHART.dry[Tide.HIGH] & beach == CHART.waterline[Tide.HIGH]


# ---------------------------------------------------------------------------------------- draws


@pytest.mark.parametrize(
    ("name", "sector", "hexes", "barrier"),
    [
        ("E-3", Sector.EAST, "0910 0911 1011 1112 1211 1311 1312 1411", "0809/0910 0810/0910 0810/0911 0811/0911"),
        (
            "E-1",
            Sector.EAST,
            "0816 0817 0917 1016 1117 1216",
            "0815/0816 0716/0816 0717/0816 0717/0817 0718/0817 0817/0818",
        ),
        ("D-3", Sector.WEST, "0822 0923 1021 1022 1121 1123", "0821/0822 0722/0822 0723/0822"),
        ("D-1", Sector.WEST, "0630 0731", "0530/0630 0531/0630"),
    ],
)
def test_draw_behind_its_barrier(name: str, sector: Sector, hexes: str, barrier: str) -> None:
    draw = next(draw for draw in CHART.draws.values() if draw.name == name)
    assert GRID.labels(draw.hexes) == hexes.split()
    assert labels(draw.barrier) == set(barrier.split())
    assert {CHART.sector(h) for h in members(draw.hexes)} == {sector}


def test_all_draws_together_are_the_draw_hexes() -> None:
    together: HexSet = sum(draw.hexes for draw in CHART.draws.values())
    assert together == CHART.at_level["draw"]
    assert len(CHART.draws) == 4
