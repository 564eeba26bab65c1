"""The map: every hex that the rulebooks name, every constraint on what they do not print."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from bocage.games.fire_movement.chart import FILES, Chart, ChartError, load_chart, read_chart
from bocage.hexes import Hex, HexSet, members
from tests.support import altered, rule

CHART = load_chart()
GRID = CHART.grid

UTAH = "3005 2906 2806 2707 2607 2508"
OMAHA = "2318 2319 2219 2120 2121 2122"
GOLD = "2026 2027 2028 2029 2030 2031"
JUNO = "2032 1933 1934 1935 1936 1937"
SWORD = "1838 1739 1740 1640"
SCENARIOS = ["gold_juno", "sword", "on_to_caen", "utah", "omaha"]
CAMPAIGNS = ["us_campaign", "commonwealth_campaign", "combined_campaign"]


def hexes(labels: str) -> HexSet:
    return GRID.set(labels.split())


def terrain(label: str) -> frozenset[str]:
    return CHART.terrain[GRID.at(label)]


def side(a: str, b: str) -> tuple[Hex, Hex]:
    return GRID.at(a), GRID.at(b)


def touch(a: str, b: str) -> bool:
    return GRID.at(b) in GRID.neighbours[GRID.at(a)]


def connected(area: HexSet, passable: Callable[[Hex, Hex], bool] = lambda a, b: True) -> bool:
    if not area:
        return False
    first = members(area)[0]
    reached, todo = 1 << first, [first]
    while todo:
        h = todo.pop()
        for n in GRID.neighbours[h]:
            if area >> n & 1 and not reached >> n & 1 and passable(h, n):
                reached |= 1 << n
                todo.append(n)
    return reached == area


def river_sides(*names: str) -> list[tuple[Hex, Hex]]:
    return [pair for pair, name in CHART.river_names.items() if name in names]


def corners_of(h: Hex) -> set[tuple[float, float]]:
    return {(round(x, 3), round(y, 3)) for x, y in GRID.corners(h)}


def corners(pair: tuple[Hex, Hex]) -> set[tuple[float, float]]:
    return corners_of(pair[0]) & corners_of(pair[1])


SHORE = {corner for h in members(CHART.sea) for corner in corners_of(h)}


# ---------------------------------------------------------------------------------------- the grid


@pytest.mark.parametrize("chain", [UTAH, OMAHA, GOLD, JUNO, SWORD, "0705 0604 0504 0404 0304 0204 0104"])
def test_the_chains_that_the_rulebook_lists_are_chains(chain: str) -> None:
    labels = chain.split()
    assert all(touch(a, b) for a, b in itertools.pairwise(labels))


def test_the_grid_reaches_as_far_as_the_rulebook_names_hexes() -> None:
    assert len(GRID.hexes) == 33 * 50
    assert touch("1706", "1805")
    assert touch("1811", "1911")
    assert touch("0608", "0609")
    assert touch("0608", "0709")
    assert touch("0609", "0709")


@rule("2.1-01")
def test_every_hex_has_terrain_and_sea_stands_alone() -> None:
    assert all(CHART.terrain[h] for h in GRID.hexes)
    assert CHART.land & CHART.sea == 0
    assert all(CHART.terrain[h] == {"sea"} for h in members(CHART.sea))
    assert members(CHART.land | CHART.sea) == sorted(GRID.hexes)


# ---------------------------------------------------------------------------------------- beaches


@pytest.mark.parametrize(
    ("area", "labels"),
    [("utah_beach", UTAH), ("omaha_beach", OMAHA), ("gold", GOLD), ("juno", JUNO), ("sword_beach", SWORD)],
)
def test_beaches_are_the_listed_hexes_and_touch_the_sea_and_the_land(area: str, labels: str) -> None:
    assert CHART.areas[area] == hexes(labels)
    for label in labels.split():
        assert terrain(label) == {"beach"}
        around = GRID.neighbours[GRID.at(label)]
        assert any(CHART.sea >> n & 1 for n in around), label
        assert any(CHART.land >> n & 1 and "beach" not in CHART.terrain[n] for n in around), label


def test_there_is_no_other_beach() -> None:
    assert CHART.with_terrain("beach") == hexes(f"{UTAH} {OMAHA} {GOLD} {JUNO} {SWORD}")


def test_2033_and_2034_are_sea_off_juno() -> None:
    assert CHART.sea & hexes("2033 2034") == hexes("2033 2034")


@pytest.mark.parametrize("label", ["2417", "1934", "1641", "1642"])
def test_commandos_and_rangers_assault_land_by_the_sea(label: str) -> None:
    assert CHART.land >> GRID.at(label) & 1
    assert any(CHART.sea >> n & 1 for n in GRID.neighbours[GRID.at(label)])


def test_pointe_du_hoc_can_be_left_by_land() -> None:
    assert any(CHART.land >> n & 1 and "beach" not in CHART.terrain[n] for n in GRID.neighbours[GRID.at("2417")])


def test_germans_can_stand_next_to_omaha() -> None:
    beach = CHART.areas["omaha_beach"]
    behind = GRID.spread(beach) & CHART.areas["omaha"] & ~CHART.with_terrain("beach") & ~hexes("2417")
    assert behind.bit_count() >= 2


# ---------------------------------------------------------------------------------------- places

NAMED = {
    "Longues-sur-Mer": ("city", "1926"),  # 11.2: "either city"
    "Arromanches": ("city", "1929"),
    "Caen": ("city", "0738 0739 0837 0838 0839 0840 0937 0938 0939"),  # 12.2 and folio 11.1.5
    "Trévières": ("city", "1718"),  # 14.2: "such city hex"
    "Isigny": ("city", "1811 1911"),
    "Caumont": ("city", "0421"),
    "Saint-Lô": ("city", "0608 0609 0709"),  # 14.8
    "Carentan": ("city", "1706 1805"),
    "Sainte-Marie-du-Mont": ("town", "2206"),
    "Saint-Martin-de-Varreville": ("town", "2605"),
    "Sainte-Mère-Église": ("town", "2503"),
    "Pointe du Hoc": ("feature", "2417"),
}


@pytest.mark.parametrize("name", NAMED)
def test_places_are_where_the_rulebook_puts_them(name: str) -> None:
    kind, labels = NAMED[name]
    (place,) = [p for p in CHART.places if p.name == name]
    assert place.kind == kind
    assert sorted(place.hexes) == labels.split()
    if kind != "feature":
        assert all(kind in terrain(label) for label in place.hexes)


def test_seven_cities_in_the_west_and_ten_in_the_east() -> None:
    west = [c for c in CHART.cities if c.half == "west"]
    east = [c for c in CHART.cities if c.half == "east"]
    assert (len(west), len(east), len(CHART.cities)) == (7, 10, 17)
    assert len({c.name for c in CHART.cities}) == 17


def test_there_are_enough_city_hexes_for_the_campaigns() -> None:
    city = CHART.with_terrain("city")
    assert (city & CHART.areas["us_campaign"]).bit_count() >= 14
    assert (city & CHART.areas["commonwealth_campaign"]).bit_count() >= 14
    assert (city & CHART.areas["combined_campaign"]).bit_count() >= 21


def test_cities_are_compact_and_every_city_hex_belongs_to_one() -> None:
    owners = [label for c in CHART.cities for label in c.hexes]
    assert len(owners) == len(set(owners))
    assert GRID.set(owners) == CHART.with_terrain("city")
    assert all(connected(GRID.set(c.hexes)) for c in CHART.cities)


def test_towns_are_marked_in_both_files() -> None:
    towns = [label for p in CHART.places if p.kind == "town" for label in p.hexes]
    assert GRID.set(towns) == CHART.with_terrain("town")
    assert CHART.with_terrain("town") & (CHART.with_terrain("city") | CHART.with_terrain("beach")) == 0
    for label in towns:
        assert len(terrain(label)) > 1, f"the town in {label} stands in no other terrain"


def test_caen_has_nine_hexes_four_of_them_north_of_the_orne() -> None:
    caen, north = CHART.areas["caen"], CHART.areas["caen_north"]
    assert caen.bit_count() == 9
    assert north == hexes("0937 0938 0939 0837")
    assert caen & ~CHART.with_terrain("city") == 0
    orne = set(river_sides("Orne"))
    for a in members(north):
        for b in GRID.neighbours[a]:
            if caen >> b & 1:
                assert ((min(a, b), max(a, b)) in orne) == (not north >> b & 1)


@pytest.mark.parametrize("label", ["0430", "0532", "0533", "0534", "0635", "0228", "0229"])
def test_the_victory_hills_are_hills(label: str) -> None:
    assert "hill" in terrain(label)


@pytest.mark.parametrize("label", ["1709", "3303", "3002", "3203", "3304", "0835", "1005"])
def test_units_can_stand_where_the_rulebook_sets_them_up(label: str) -> None:
    assert CHART.land >> GRID.at(label) & 1


# ---------------------------------------------------------------------------------------- rivers


def on_banks(name: str, label: str) -> bool:
    return any(GRID.at(label) in pair for pair in river_sides(name))


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("Vire", "1809 0110"),
        ("Douve", "2108"),
        ("Taute", "0805 1005 1706 1805"),
        ("Laize", "0138"),
        ("Orne", "0637"),
        ("Mue", "1135"),
    ],
)
def test_rivers_run_by_the_hexes_that_the_rulebook_names(name: str, labels: str) -> None:
    assert all(on_banks(name, label) for label in labels.split())


@pytest.mark.parametrize("name", sorted(set(CHART.river_names.values())))
def test_each_river_is_one_chain_of_hexsides(name: str) -> None:
    todo = [corners(pair) for pair in river_sides(name)]
    reached = set(todo[0])
    while any(ends & reached and not ends <= reached for ends in todo):
        reached |= set().union(*(ends for ends in todo if ends & reached))
    assert all(ends <= reached for ends in todo)


@pytest.mark.parametrize(
    ("name", "sea"), [("Vire", 1), ("Douve", 1), ("Aure", 1), ("Seulles", 1), ("Mue", 1), ("Orne", 1), ("Dives", 1)]
)
def test_rivers_reach_the_sea_once(name: str, sea: int) -> None:
    mouths = {corner for pair in river_sides(name) for corner in corners(pair)} & SHORE
    assert len(mouths) == sea


@pytest.mark.parametrize(("name", "into"), [("Taute", "Douve"), ("Laize", "Orne"), ("Odon", "Orne"), ("Elle", "Vire")])
def test_tributaries_join_their_rivers(name: str, into: str) -> None:
    one = set().union(*(corners(pair) for pair in river_sides(name)))
    two = set().union(*(corners(pair) for pair in river_sides(into)))
    assert one & two


def test_the_mue_begins_at_1135_and_ends_at_the_sea() -> None:
    points = [corner for pair in river_sides("Mue") for corner in corners(pair)]
    ends = [p for p in points if points.count(p) == 1]
    assert len(ends) == 2
    assert sum(end in corners_of(GRID.at("1135")) for end in ends) == 1
    assert sum(end in SHORE for end in ends) == 1


def crossings(river: str, h: Hex, way: int) -> int:
    """How often one crosses a river on the way west (-1) or east (1) along the row of a hex."""
    in_row = [pair for pair in river_sides(river) if GRID.row(pair[0]) == GRID.row(pair[1]) == GRID.row(h)]
    return sum(all(way * (GRID.column(x) - GRID.column(h)) >= 0 for x in pair) for pair in in_row)


@rule("11.1-01")
def test_no_hex_of_gold_and_juno_lies_east_of_the_mue() -> None:
    area = CHART.areas["gold_juno"]
    assert hexes(f"{GOLD} {JUNO}") & ~area == 0
    assert [GRID.label(h) for h in members(area) if crossings("Mue", h, -1)] == []


@pytest.mark.parametrize(
    ("name", "beach"),
    [
        pytest.param("sword", SWORD, marks=rule("12.1-01")),
        pytest.param("on_to_caen", f"1935 1936 1937 {SWORD}", marks=rule("10.1-02", edition="folio")),
    ],
)
def test_no_hex_of_sword_lies_west_of_the_mue_and_every_beach_leads_inland(name: str, beach: str) -> None:
    area = CHART.areas[name]
    assert hexes(beach) & ~area == 0
    assert [GRID.label(h) for h in members(area) if crossings("Mue", h, 1)] == []
    for label in beach.split():
        assert GRID.spread(hexes(label)) & area & ~CHART.with_terrain("beach"), label


@rule("8.2.2-07", "10.1-05")
def test_bridges_are_roads_over_rivers_and_city_to_city() -> None:
    city = CHART.with_terrain("city")
    for a, b in CHART.rivers:
        expected = (a, b) in CHART.roads or bool(city >> a & 1 and city >> b & 1)
        assert ((a, b) in CHART.bridges) == expected
    assert all(pair in CHART.rivers for pair in CHART.bridges)
    assert side("0837", "0838") in CHART.bridges
    assert side("1811", "1911") in CHART.bridges


# ---------------------------------------------------------------------------------------- roads


def test_the_west_edge_roads_and_trails_are_the_eight_of_the_rulebook() -> None:
    listed = hexes("2901 2501 2301 1801 1301 1001 0601 0401")
    assert CHART.edge_roads["W"] | CHART.edge_trails["W"] == listed
    used = {h for net in (CHART.roads, CHART.trails) for pair in net for h in pair if GRID.column(h) == 1}
    assert used <= set(members(listed))


def test_a_road_leads_in_over_the_west_edge_on_or_south_of_1301() -> None:
    assert sum(GRID.row(h) <= 13 for h in members(CHART.edge_roads["W"])) >= 2


def test_roads_leave_on_the_south_and_east_edges_of_both_halves() -> None:
    south = CHART.edge_roads["S"]
    assert south & CHART.areas["us_campaign"]
    assert south & CHART.areas["gold_juno"]
    assert south & CHART.areas["sword"]
    assert CHART.edge_roads["E"].bit_count() >= 3


def test_roads_and_trails_are_one_net_on_land() -> None:
    used = 0
    for net in (CHART.roads, CHART.trails):
        for a, b in net:
            assert CHART.land >> a & 1
            assert CHART.land >> b & 1
            used |= 1 << a | 1 << b
    assert connected(used, lambda a, b: (a, b) in CHART.roads or (a, b) in CHART.trails)
    assert not any(pair in CHART.roads for pair in CHART.trails)


def test_every_city_is_on_a_road() -> None:
    paved = {h for pair in CHART.roads for h in pair} | {h for pair in CHART.trails for h in pair}
    for city in CHART.cities:
        assert any(GRID.at(label) in paved for label in city.hexes), city.name


def test_every_hex_that_leads_off_the_map_is_on_a_road_of_the_map() -> None:
    for leaving, net in ((CHART.edge_roads, CHART.roads), (CHART.edge_trails, CHART.trails)):
        for edge, set_ in leaving.items():
            assert set_ & ~CHART.edge[edge] == 0
            for h in members(set_):
                assert any(h in pair for pair in net)


# ---------------------------------------------------------------------------------------- areas

MUST_HOLD = {
    "gold_juno": f"{GOLD} {JUNO} 1926 1929 0430 0532 0533 0534 0635 0228 0229 0835 1934",
    "sword": f"{SWORD} 0937 0938 0939 0837 1641 1642",
    "on_to_caen": f"{SWORD} 1935 1936 1937 0937 0938 0939 0837 1641 1642",
    "utah": f"{UTAH} 1706 1805 2206 2605 2503 2901 2501 2301 1801 1301 1001 0601 0401 1709 3303 3002 3203 3304",
    "omaha": f"{OMAHA} 2417 1718 1811 1911 0421 0608 0609 0709 1005 0805 0705 0604 0504 0404 0304 0204 0104",
}
MUST_NOT_HOLD = {
    "gold_juno": f"{SWORD} {OMAHA} 1835 1836 1837 0937 0837 0637 2025",
    "sword": f"{JUNO} {GOLD} 1834 0835 0635 0534",
    "on_to_caen": f"{GOLD} 2032 1933 1934 1834 0835 0635",
    "utah": f"{OMAHA} 1811 1911 1718 0421 0709 1810 0111",
    "omaha": f"{UTAH} {GOLD} 1706 1805 2206 2503 0603 0503 0103 0704 0804 1004 1926",
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_an_area_holds_what_its_scenario_names_and_nothing_beyond_its_boundary(name: str) -> None:
    area = CHART.areas[name]
    assert GRID.labels(hexes(MUST_HOLD[name]) & ~area) == []
    assert GRID.labels(hexes(MUST_NOT_HOLD[name]) & area) == []


@pytest.mark.parametrize("name", [*SCENARIOS, *CAMPAIGNS])
def test_areas_are_connected_land(name: str) -> None:
    area = CHART.areas[name]
    assert area & CHART.sea == 0
    assert connected(area)


def test_the_armies_boundary_is_the_seam() -> None:
    west, east = CHART.areas["us_campaign"], CHART.areas["commonwealth_campaign"]
    assert west | east == CHART.areas["combined_campaign"] == CHART.land
    assert {GRID.column(h) for h in members(west)} == set(range(1, 26))
    assert {GRID.column(h) for h in members(east)} == set(range(26, 51))


def test_gold_juno_and_sword_share_only_the_hexes_of_the_line() -> None:
    gold_juno, sword = CHART.areas["gold_juno"], CHART.areas["sword"]
    assert gold_juno | sword == CHART.areas["commonwealth_campaign"]
    assert gold_juno & sword == hexes("0737 0836 0936 1035 1135")


def test_the_boundary_of_gold_juno_follows_rivers_and_the_line() -> None:
    line = hexes("0737 0836 0936 1035 1135")
    gold_juno, sword = CHART.areas["gold_juno"] & ~line, CHART.areas["sword"] & ~line
    for h in members(gold_juno):
        for n in GRID.neighbours[h]:
            if sword >> n & 1:
                assert CHART.river_names.get((min(h, n), max(h, n))) in {"Laize", "Orne", "Mue"}


def test_utah_ends_at_the_vire() -> None:
    utah, west = CHART.areas["utah"], CHART.areas["us_campaign"]
    for h in members(utah):
        for n in GRID.neighbours[h]:
            if west >> n & 1 and not utah >> n & 1:
                assert CHART.river_names.get((min(h, n), max(h, n))) == "Vire"


def test_omaha_begins_at_the_douve_the_taute_and_the_line() -> None:
    omaha, west = CHART.areas["omaha"], CHART.areas["us_campaign"]
    line = hexes("0705 0604 0504 0404 0304 0204 0104")
    for h in members(omaha & ~line):
        for n in GRID.neighbours[h]:
            if west >> n & 1 and not omaha >> n & 1:
                assert CHART.river_names.get((min(h, n), max(h, n))) in {"Douve", "Taute"}


def test_on_to_caen_is_sword_with_three_more_beach_hexes() -> None:
    more = CHART.areas["on_to_caen"] & ~CHART.areas["sword"]
    assert GRID.labels(more) == ["1935", "1936", "1937"]


@pytest.mark.parametrize(
    ("name", "edges"),
    [("gold_juno", "S"), ("sword", "E"), ("on_to_caen", "E"), ("utah", "WS"), ("omaha", "S"), ("us_campaign", "WS"),
     ("commonwealth_campaign", "SE"), ("combined_campaign", "WSE")],
)  # fmt: skip
def test_areas_have_the_edges_over_which_germans_enter(name: str, edges: str) -> None:
    for edge in edges:
        assert (CHART.areas[name] & CHART.edge[edge]).bit_count() >= 5


def test_utah_has_west_edge_hexes_on_both_sides_of_row_24() -> None:
    west = members(CHART.areas["utah"] & CHART.edge["W"])
    assert any(GRID.row(h) >= 24 for h in west)
    assert any(GRID.row(h) < 24 for h in west)


def bad_drop(area: HexSet) -> HexSet:
    return area & (CHART.with_terrain("woods") | CHART.with_terrain("city") | CHART.with_terrain("beach") | CHART.sea)


def test_there_are_drop_zones() -> None:
    east = CHART.areas["east_of_orne"]
    assert all(GRID.row(h) > 9 for h in members(east))
    assert (east & ~bad_drop(east)).bit_count() >= 20
    assert east & ~CHART.areas["sword"] == 0
    assert east & hexes("1341 1542 1641 1642 1039") == 0
    assert east & hexes("1242 1343 1444 1144") == hexes("1242 1343 1444 1144")
    north = sum(1 << h for h in members(CHART.areas["utah"]) if GRID.row(h) > 19)
    assert (north & ~bad_drop(north)).bit_count() >= 40


def test_the_orne_is_the_edge_of_the_eastern_drop_zone() -> None:
    east, all_ = CHART.areas["east_of_orne"], CHART.areas["commonwealth_campaign"]
    for h in members(east):
        for n in GRID.neighbours[h]:
            if GRID.row(n) > 9 and all_ >> n & 1 and not east >> n & 1:
                assert CHART.river_names.get((min(h, n), max(h, n))) == "Orne"


# ---------------------------------------------------------------------------------------- the look of the land


def share(kind: str, columns: range, rows: range) -> float:
    inside = [h for h in members(CHART.land) if GRID.column(h) in columns and GRID.row(h) in rows]
    return sum(kind in CHART.terrain[h] for h in inside) / len(inside)


def test_bocage_in_the_west_open_fields_round_caen_marsh_round_carentan() -> None:
    assert share("bocage", range(1, 26), range(1, 16)) > 0.7
    assert share("bocage", range(26, 31), range(1, 9)) > 0.6
    assert share("clear", range(31, 45), range(6, 18)) > 0.6
    assert share("bocage", range(34, 44), range(5, 18)) < 0.05
    assert share("swamp", range(1, 11), range(12, 23)) > 0.2


def test_cotentin_bessin_and_the_bay_between_them_have_their_coast() -> None:
    assert all(CHART.sea >> GRID.at(label) & 1 for label in ["2109", "2009", "1910", "2412", "3306", "2525", "2040"])
    assert all(CHART.land >> GRID.at(label) & 1 for label in ["2108", "2312", "2023", "1542", "1647", "1750", "3301"])


# ---------------------------------------------------------------------------------------- bad data


def spoiled(name: str, old: str, new: str) -> dict[str, str]:
    from importlib.resources import files

    folder = files("bocage.games.fire_movement") / "data"
    return altered({file: (folder / file).read_text(encoding="utf-8") for file in FILES}, name, old, new)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("hexes.csv", "0101,bocage", "0101,jungle", "hexes.csv line 2: hex 0101 has unknown terrain 'jungle'"),
        ("hexes.csv", "0101,bocage", "0101,", "hexes.csv line 2: hex 0101 has no terrain"),
        ("hexes.csv", "0101,bocage", "0101,sea bocage", "hexes.csv line 2: hex 0101 is all sea and has other terrain"),
        ("hexes.csv", "0101,", "0102,", "hexes.csv line 3: hex 0102 is there already"),
        ("hexes.csv", "0101,", "9901,", "hexes.csv line 2: there is no hex '9901'"),
        ("hexes.csv", "hex,terrain", "hex,ground", "hexes.csv line 1: the heading should be"),
        ("hexes.csv", "0101,bocage,", "0101,bocage", "hexes.csv line 2: there should be 4 fields, not 3"),
        ("sides.csv", "\n0423,0523,river", "\n0423,0923,river", "sides.csv line 2: hexes 0423 and 0923 do not touch"),
        ("sides.csv", "\n0423,0523,river", "\n0423,0523,canal", "sides.csv line 2: a side is a river, road or trail"),
        ("sides.csv", "\n0423,0523,river", "\n0423,W,road", "sides.csv line 2: hex 0423 is not on the W edge"),
        ("sides.csv", "\n0423,0523,river", "\n0101,W,river", "sides.csv line 2: a river lies between two hexes"),
        (
            "sides.csv",
            "\n0423,0523,river",
            "\n3330,3331,river",
            "sides.csv line 2: a river in hex 3330, which is all sea",
        ),
        (
            "places.toml",
            'kind = "city"',
            'kind = "metropolis"',
            "places.toml line 3: kind is city, town, village or feature",
        ),
        ("places.toml", 'half = "east"', 'half = "west"', "places.toml line 3: "),
        ("areas.toml", 'name = "us_campaign"', 'name = "combined_campaign"', "area combined_campaign is there already"),
        ("areas.toml", "hexes = [", "hexes = [ 7,", "areas.toml line 4: hexes is missing or is not a list of texts"),
        ("areas.toml", "[[area]]", "[[area", "areas.toml is not TOML"),
    ],
)
def test_bad_data_is_refused_with_file_and_line(file: str, old: str, new: str, message: str) -> None:
    with pytest.raises(ChartError) as caught:
        read_chart(spoiled(file, old, new))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_fingerprint_changes_with_the_data() -> None:
    changed = read_chart(spoiled("hexes.csv", "0101,bocage", "0101,clear"))
    assert isinstance(changed, Chart)
    assert changed.fingerprint != CHART.fingerprint
    assert load_chart() is CHART
