"""German positions and their fields of fire: printed counts, and every dot that the rulebook names."""

from __future__ import annotations

from collections import Counter

import pytest

from bocage.games.omaha_beach.chart import load_chart
from bocage.games.omaha_beach.positions import Position, load_positions
from bocage.games.omaha_beach.terms import Colour, DepthType, Intensity, Sector
from bocage.hexes import Hex, HexSet, Sides, members

CHART = load_chart()
GRID = CHART.grid
POSITIONS = load_positions()
REINFORCEMENT = [position for position in POSITIONS.values() if position.kind == "reinforcement"]
FIELDS = {position.group: position for position in POSITIONS.values()}

TWO_AWAY_AGAINST_THE_RULE = (
    "A4-1110 A5-0903 A8-0904 B2-1604 C1-1111 C1-1313 C2-1217 C4-1409 D1-0921 D1-0922 D1-1020 D1-1023 D1-1120 D2-1116 "
    "D2-1215 E3-1023 E3-1122 G1-0434 G3-0631 G4-0933 G4-1033 G4-1034 blank-0732-0533 blank-0732-0730 blank-0732-0830"
)


def dot(position: Position, h: Hex) -> str:
    return next((intensity for intensity in Intensity if position.field[intensity] >> h & 1), "")


def fire(*colours: Colour, sector: Sector, without: str = "") -> HexSet:
    found = 0
    for position in POSITIONS.values():
        if (
            position.kind == "wn"
            and position.sector is sector
            and position.colour in colours
            and position.id != without
        ):
            found |= position.fire
    return found


def connected(start: Hex, roads: Sides) -> HexSet:
    found, todo = 1 << start, [start]
    while todo:
        new = roads.across(todo.pop()) & ~found
        found |= new
        todo += members(new)
    return found


# ---------------------------------------------------------------------------------------- positions


def test_positions_of_each_kind() -> None:
    wn = [position for position in POSITIONS.values() if position.kind == "wn"]
    assert (len(wn), len({position.group for position in wn})) == (18, 13)
    assert Counter(position.zone for position in REINFORCEMENT if position.zone) == {
        "A": 9,
        "B": 9,
        "C": 10,
        "D": 11,
        "E": 11,
        "F": 9,
        "G": 8,
    }
    blank = [position for position in REINFORCEMENT if not position.zone]
    assert sum(1 << position.hex for position in blank) == GRID.set("0434 0732 0828 1014 1024 1119")
    assert all(position.number == 0 for position in blank)


def test_numbers_of_a_zone_run_without_gap() -> None:
    for zone, last in {"A": 9, "B": 9, "C": 10, "D": 11, "E": 11, "F": 9, "G": 8}.items():
        numbers = [position.number for position in REINFORCEMENT if position.zone == zone]
        assert sorted(numbers) == list(range(1, last + 1))


@pytest.mark.parametrize(
    ("name", "hexes", "colour"),
    [
        ("WN60", "0807", Colour.PURPLE),
        ("WN62", "0812 0912", Colour.GREEN),
        ("WN65", "0817 0918", Colour.RED),
        ("WN70", "0728", Colour.RED),
        ("WN71", "0629", Colour.GREEN),
        ("WN72", "0531 0631", Colour.PURPLE),
        ("WN73", "0533", Colour.BLUE),
        ("C1", "1113", Colour.BROWN),
        ("C3", "1313", Colour.RED),
        ("A3", "0907", Colour.BROWN),
        ("A4", "1310", Colour.PURPLE),
        ("D4", "1321", Colour.ORANGE),
    ],
)
def test_positions_of_the_examples(name: str, hexes: str, colour: Colour) -> None:
    group = [position for position in POSITIONS.values() if position.group == name]
    assert [GRID.label(position.hex) for position in group] == hexes.split()
    assert {position.colour for position in group} == {colour}


def test_no_position_shares_a_hex_or_lies_in_the_sea() -> None:
    hexes = [position.hex for position in POSITIONS.values()]
    assert len(set(hexes)) == 91
    assert all(CHART.level[h] in ("high", "draw", "pavilion") for h in hexes)


def test_guns_of_the_wns() -> None:
    guns = {calibre: {p.id for p in POSITIONS.values() if p.artillery == calibre} for calibre in (75, 88)}
    assert guns == {75: {"WN60", "WN62S", "WN65S", "WN68S", "WN70", "WN73"}, 88: {"WN61", "WN72S"}}


def test_vp_positions_are_those_at_the_roads_of_the_rule() -> None:
    primary = sum(1 << h for h in {h for link in CHART.roads["primary"] for h in link})
    secondary = CHART.roads["secondary"]
    roads = primary | connected(CHART.exits["B"], secondary) | connected(CHART.exits["C"], secondary)
    near = roads | GRID.spread(roads)
    assert {p.id for p in REINFORCEMENT if near >> p.hex & 1} == {p.id for p in POSITIONS.values() if p.vp}
    assert sum(position.vp for position in POSITIONS.values()) == 42


def test_depth_markers_follow_the_ground() -> None:
    assert POSITIONS["WN67"].depth is DepthType.WN  # in buildings, and a WN all the same
    assert POSITIONS["A4"].depth is DepthType.BUILDING
    assert POSITIONS["C3"].depth is DepthType.MOBILE


# ---------------------------------------------------------------------------------------- arrows


def test_arrows() -> None:
    assert sum(bool(position.advance_to) for position in POSITIONS.values()) == 40
    assert sum(len(position.advance_to) for position in POSITIONS.values()) == 41
    assert POSITIONS["B1"].advance_to == ("A7", "A6")
    assert all(POSITIONS[to].kind == "reinforcement" for p in POSITIONS.values() for to in p.advance_to)


@pytest.mark.parametrize(
    ("start", "end", "route"),
    [
        ("C3", "C1", "1112 1113 1114 1212 1213 1313"),  # across a corner, as in the example of 16.8
        ("E1", "blank-1024", "1024 1025 1124 1125"),  # next door
        ("A6", "A2", "1109 1110 1208 1209 1210 1309 1310"),  # straight
        ("G6", "G5", "0931 1030 1031 1130 1131 1132"),
    ],
)
def test_route_of_advance(start: str, end: str, route: str) -> None:
    assert GRID.labels(POSITIONS[start].routes[end]) == route.split()


def test_every_arrow_fits_one_of_the_three_diagrams() -> None:
    sizes = [route.bit_count() for position in POSITIONS.values() for route in position.routes.values()]
    assert set(sizes) == {4, 6, 7}


# ---------------------------------------------------------------------------------------- fields of fire


def test_dots_of_each_intensity() -> None:
    found = {i: sum(position.field[i].bit_count() for position in FIELDS.values()) for i in Intensity}
    assert found == {"intense": 264, "steady": 532, "sporadic": 275}
    assert len(FIELDS) == 86


def test_no_hex_has_two_dots_of_one_colour() -> None:
    dots = Counter((position.colour, h) for position in FIELDS.values() for h in members(position.fire))
    assert set(dots.values()) == {1}


def test_fields_reach_five_hexes_at_most() -> None:
    reach = max(
        min(GRID.distance(h, part.hex) for part in POSITIONS.values() if part.group == group)
        for group, position in FIELDS.items()
        for h in members(position.fire)
    )
    assert reach == 5


def test_both_hexes_of_a_wn_have_one_field() -> None:
    assert POSITIONS["WN62N"].field == POSITIONS["WN62S"].field


def test_next_to_a_reinforcement_position_the_ground_sets_the_intensity() -> None:
    steep = [CHART.sides["slope"], CHART.sides["bluff"], CHART.sides["scaleable_cliff"], CHART.sides["sheer_cliff"]]
    against, cases = [], 0
    for position in REINFORCEMENT:
        for h in GRID.neighbours[position.hex]:
            if CHART.terrain[h] == "rough":
                continue
            sheltered = CHART.terrain[h] != "clear" or any((position.hex, h) in sides for sides in steep)
            cases += 1
            assert dot(position, h)
            if dot(position, h) != ("steady" if sheltered else "intense"):
                against.append(f"{position.id}-{GRID.label(h)}")
    assert (cases, against) == (429, ["D1-1123", "G4-0934"])


def test_two_hexes_away_a_dot_stands_behind_an_intense_hex_without_hedge() -> None:
    against, cases = [], 0
    for position in REINFORCEMENT:
        for h in members(GRID.ring(position.hex, 2) & CHART.at_level["high"] & ~CHART.with_terrain["rough"]):
            between = GRID.spread(1 << h) & position.field[Intensity.INTENSE] & GRID.spread(1 << position.hex)
            seen = between & ~CHART.sides["hedge"].across(h)
            if not seen and not dot(position, h):
                continue
            cases += 1
            expected = ("steady" if CHART.terrain[h] == "clear" else "sporadic") if seen else ""
            if dot(position, h) != expected:
                against.append(f"{position.id}-{GRID.label(h)}")
    assert cases == 341
    assert against == TWO_AWAY_AGAINST_THE_RULE.split()


def test_wn65_reaches_six_hexes_of_the_west() -> None:
    west = POSITIONS["WN65N"].fire & CHART.in_sector[Sector.WEST]
    assert west == GRID.set("0419 0520 0619 0720 0819 0820")


def test_the_brown_dots_of_1313_and_1314_are_those_of_c5() -> None:
    for label in ("1313", "1314"):
        brown = [p.id for p in POSITIONS.values() if p.colour is Colour.BROWN and p.fire >> GRID.at(label) & 1]
        assert brown == ["C5"]


@pytest.mark.parametrize(
    ("position", "hexes", "intensity"),
    [
        ("WN70", "0427", Intensity.INTENSE),
        ("WN70", "0626 0527 0328", Intensity.STEADY),
        ("WN70", "0429", Intensity.SPORADIC),
        ("WN72N", "0333", Intensity.SPORADIC),
        ("WN73", "0333", Intensity.STEADY),
    ],
)
def test_dots_of_the_fire_examples(position: str, hexes: str, intensity: Intensity) -> None:
    assert GRID.set(hexes) & ~POSITIONS[position].field[intensity] == 0


def test_obstacles_that_can_be_cleared_in_the_engineer_example() -> None:
    east = CHART.obstacles & CHART.in_sector[Sector.EAST]
    card = (Colour.RED, Colour.PURPLE, Colour.BLUE)
    assert GRID.labels(east & ~fire(*card, sector=Sector.EAST)) == ["0612"]
    free = east & ~fire(*card, sector=Sector.EAST, without="WN60")
    assert GRID.labels(free) == [f"06{column:02}" for column in range(6, 13)]


def test_fields_of_the_figure_have_all_three_intensities() -> None:
    for name in ("WN62N", "WN65N", "C1"):
        assert all(POSITIONS[name].field[intensity] for intensity in Intensity), name


def test_c6_is_on_a_road_and_g5_is_not() -> None:
    roads = [CHART.roads["primary"], CHART.roads["secondary"]]
    assert connected(POSITIONS["C6"].hex, CHART.roads["secondary"]) >> CHART.exits["C"] & 1
    assert not any(links.across(POSITIONS["G5"].hex) for links in roads)
