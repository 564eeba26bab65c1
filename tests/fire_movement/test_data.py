"""The lists of both rulebooks, written down here a second time from the text, against the data files."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from statistics import mean

import pytest
from pydantic import BaseModel

from bocage.games import fire_movement
from bocage.games.fire_movement.chart import TERRAINS, load_chart
from bocage.games.fire_movement.content import (
    Army,
    BeachArea,
    Markers,
    Source,
    Strength,
    Unit,
    UnitSize,
    UnitType,
    areas_of,
    load_beach_areas,
    load_content,
    load_scenarios,
    load_terrain,
    load_units,
    scenarios_of,
    units_in,
    units_of,
)
from bocage.kernel.data import DataError
from bocage.kernel.errors import BocageError
from tests.support import rule

DATA = files(fire_movement).joinpath("data")
DOCS = Path(__file__).parents[2] / "docs"
UNITS = load_units()
AREAS = load_beach_areas()

TYPES = {
    "Inf": UnitType.INFANTRY,
    "Para": UnitType.PARACHUTE,
    "Glider": UnitType.GLIDER,
    "Cdo": UnitType.COMMANDO,
    "Rgr": UnitType.RANGER,
    "Mech": UnitType.MECHANIZED,
    "Pz": UnitType.TANK,
    "Arm": UnitType.TANK,
    "AT": UnitType.ASSAULT_GUN,
    "AA": UnitType.FLAK,
}
SIZES = {"Bn": UnitSize.BATTALION, "Rgt": UnitSize.REGIMENT, "Bde": UnitSize.BRIGADE}

Listed = Counter[tuple[str, UnitType, UnitSize]]


def read(text: str) -> Listed:
    """Units as a rulebook lists them: ``"901/Lehr 902/Lehr Mech Rgt, 130/Lehr AT Bn"``."""
    found: Listed = Counter()
    for group in text.split(", "):
        *names, kind, size = group.split(" ")
        found.update((name, TYPES[kind], SIZES[size]) for name in names)
    return found


def listed(ids: Iterable[str]) -> Listed:
    return Counter((UNITS[id_].name.split(" ")[0], UNITS[id_].type, UNITS[id_].size) for id_ in ids)


def arriving(area: str, german: bool, turn: int) -> dict[str, Listed]:
    """The reinforcements of a turn by entry."""
    found: dict[str, Listed] = {}
    for arrival in AREAS[area].german_reinforcements if german else AREAS[area].allied_reinforcements:
        if arrival.turn == turn:
            found.setdefault(arrival.entry, Counter()).update(listed(arrival.units))
    return found


def raw(file: str) -> dict[str, list[dict[str, object]]]:
    return tomllib.loads(DATA.joinpath(file).read_text(encoding="utf-8"))


# ---------------------------------------------------------------------------------------- reinforcements


@pytest.mark.parametrize(
    ("area", "turn", "entry", "text"),
    [
        pytest.param(
            "gold_juno", 1, "0835",
            "12/12SS Pz Bn, 1/12SS 2/12SS Mech Rgt, 12/12SS AA Rgt, 12/12SS AT Bn",
            marks=rule("11.5-01"),
        ),
        pytest.param(
            "gold_juno", 3, "S",
            "130/Lehr Pz Rgt, 901/Lehr 902/Lehr Mech Rgt, 130/Lehr AT Bn, 311/Lehr AA Bn",
            marks=rule("11.5-03"),
        ),
        pytest.param(
            "gold_juno", 4, "S", "3/2 Pz Rgt, 2/2 304/2 Mech Rgt, 273/2 AA Bn", marks=rule("11.5-04")
        ),
        pytest.param(
            "gold_juno", 6, "S",
            "2/2SS Pz Bn, Reich/2SS Pz Rgt, Fuh/2SS Deut/2SS Mech Rgt, Reich/2SS AA Rgt",
            marks=rule("11.5-05"),
        ),
        pytest.param("sword", 1, "E", "3 4 AA Rgt", marks=rule("12.5-02")),
        pytest.param("sword", 2, "E", "858/346 Inf Rgt, 346/346 Inf Bn", marks=rule("12.5-03")),
        pytest.param(
            "sword", 11, "E", "1/1SS Pz Bn, 1/1SS 2/1SS Mech Rgt, 1/1SS AA Bn, 1/1SS AT Bn", marks=rule("12.5-04")
        ),
        pytest.param("sword", 13, "E", "631/711 644/711 763/711 Inf Rgt", marks=rule("12.5-05")),
        pytest.param(
            "sword", 15, "E",
            "1051/84 1052/84 Inf Rgt, 184/84 AT Bn, "
            "16/116 Pz Rgt, 60/116 156/116 Mech Rgt, 288/116 AT Bn, 281/116 AA Bn",
            marks=rule("12.5-06", "12.5-07"),
        ),
        pytest.param("utah", 1, "W", "191/91 AT Bn, 1057/91 1058/91 Inf Rgt", marks=rule("13.5-03")),
        pytest.param("utah", 2, "W", "243/243 AT Bn, 920/243 921/243 922/243 Inf Rgt", marks=rule("13.5-04")),
        pytest.param("utah", 2, "S", "37/17SS Inf Rgt, 17/17SS AA Bn", marks=rule("13.5-05")),
        pytest.param("utah", 3, "west_road", "33/17SS Inf Rgt, 17/17SS AT Bn", marks=rule("13.5-06")),
        pytest.param("utah", 4, "S", "1049/77 1050/77 Inf Rgt", marks=rule("13.5-07")),
        pytest.param("utah", 5, "S", "5/5 AT Bn, 15/5 Para Rgt", marks=rule("13.5-08")),
        pytest.param("utah", 9, "S", "897/266 Inf Rgt", marks=rule("13.5-09")),
        pytest.param("omaha", 1, "1005", "Sch/30 Inf Rgt", marks=rule("14.5-01")),
        pytest.param(
            "omaha", 3, "S", "3/3 AT Bn, 9/3 5/3 8/3 894/265 895/265 896/265 Inf Rgt", marks=rule("14.5-02")
        ),
        pytest.param("omaha", 4, "S", "983/275 984/275 985/275 Inf Rgt, 709/275 AT Bn", marks=rule("14.5-03")),
        pytest.param("omaha", 7, "S", "353/353 AT Bn, 941/353 942/353 943/353 Inf Rgt", marks=rule("14.5-04")),
    ],
)  # fmt: skip
def test_german_reinforcements(area: str, turn: int, entry: str, text: str) -> None:
    assert arriving(area, True, turn)[entry] == read(text)
    named = [u for a in AREAS[area].german_reinforcements if a.turn == turn for u in a.units]
    assert {UNITS[unit].nationality for unit in named} == {"german"}


@pytest.mark.parametrize(
    ("area", "turn", "text"),
    [
        pytest.param("gold_juno", 2, "56 131/7 Inf Bde, 22/7 Arm Bde", marks=rule("11.6-01")),
        pytest.param("gold_juno", 3, "146/49 147/49 70/49 Inf Bde", marks=rule("11.6-02")),
        pytest.param("gold_juno", 4, "29/11 Arm Bde, 159/11 Inf Bde", marks=rule("11.6-03")),
        pytest.param("gold_juno", 7, "31 Arm Bde", marks=rule("11.6-04")),
        pytest.param("gold_juno", 10, "129/43 130/43 214/43 71/53 158/53 160/53 Inf Bde", marks=rule("11.6-05")),
        pytest.param("gold_juno", 11, "177/59 176/59 197/59 Inf Bde", marks=rule("11.6-06")),
        pytest.param("gold_juno", 12, "34 Arm Bde", marks=rule("11.6-07")),
        pytest.param("gold_juno", 13, "33 Arm Bde", marks=rule("11.6-07")),
        pytest.param("sword", 2, "152/51 153/51 154/51 Inf Bde", marks=rule("12.6-01")),
        pytest.param("sword", 3, "4 Arm Bde", marks=rule("12.6-02")),
        pytest.param("sword", 6, "32G/GA Mech Bde, 5G/GA Arm Bde", marks=rule("12.6-03")),
        pytest.param("sword", 10, "44/15 46/15 227/15 Inf Bde", marks=rule("12.6-04")),
        pytest.param("sword", 18, "4/2 5/2 6/2 Inf Bde", marks=rule("15.4-02")),
        pytest.param("sword", 21, "4/4 Arm Bde, 10/4 Inf Bde", marks=rule("15.4-03")),
        pytest.param("utah", 2, "357/90 358/90 Inf Rgt", marks=rule("13.6-01")),
        pytest.param("utah", 3, "39/9 47/9 60/9 Inf Rgt", marks=rule("13.6-02")),
        pytest.param("utah", 4, "CCA/4 CCB/4 CCR/4 Mech Rgt", marks=rule("13.6-03")),
        pytest.param("utah", 5, "313/79 314/79 315/79 Inf Rgt", marks=rule("13.6-04")),
        pytest.param("utah", 15, "18/8 121/8 28/8 Inf Rgt, CCA/5 CCB/5 CCR/5 Mech Rgt", marks=rule("13.6-05")),
        pytest.param("omaha", 2, "9/2 23/2 38/2 Inf Rgt, CCA/2 CCB/2 CCR/2 Mech Rgt", marks=rule("14.6-01")),
        pytest.param("omaha", 3, "117/30 119/30 120/30 Inf Rgt", marks=rule("14.6-02")),
        pytest.param("omaha", 7, "331/83 330/83 329/83 Inf Rgt", marks=rule("14.6-03")),
        pytest.param("omaha", 10, "CCA/3 CCB/3 CCR/3 Mech Rgt", marks=rule("14.6-04")),
        pytest.param("omaha", 16, "134/35 137/35 320/35 Inf Rgt", marks=rule("14.6-05")),
    ],
)
def test_allied_reinforcements(area: str, turn: int, text: str) -> None:
    assert arriving(area, False, turn) == {"beach": read(text)}
    named = [unit for a in AREAS[area].allied_reinforcements if a.turn == turn for unit in a.units]
    canadian = area == "sword" and turn in (18, 21)
    nationality = "canadian" if canadian else "us" if area in ("utah", "omaha") else "british"
    assert {UNITS[unit].nationality for unit in named} == {nationality}


@pytest.mark.parametrize(
    ("area", "german", "allied"),
    [
        ("gold_juno", [1, 3, 4, 6], [2, 3, 4, 7, 10, 11, 12, 13]),
        ("sword", [1, 2, 11, 13, 15], [2, 3, 6, 10, 18, 21]),
        ("utah", [1, 2, 3, 4, 5, 9], [2, 3, 4, 5, 15]),
        ("omaha", [1, 3, 4, 7], [2, 3, 7, 10, 16]),
        ("on_to_caen", [1, 2, 11, 13, 15], [2, 3, 6, 10]),
    ],
)
def test_no_reinforcements_come_in_other_turns(area: str, german: list[int], allied: list[int]) -> None:
    assert sorted({arrival.turn for arrival in AREAS[area].german_reinforcements}) == german
    assert sorted({arrival.turn for arrival in AREAS[area].allied_reinforcements}) == allied


def test_the_12th_ss_has_4_points_left_in_its_own_scenario_and_comes_from_the_east_in_campaigns() -> None:
    first, *others = AREAS["gold_juno"].german_reinforcements
    assert (first.entry, first.mp_left, first.campaign_entry) == ("0835", 4, "E")
    every = [arrival for area in AREAS.values() for arrival in area.german_reinforcements if arrival is not first]
    assert all(other in every for other in others)
    assert {(arrival.mp_left, arrival.campaign_entry) for arrival in every} == {(None, None)}


@pytest.mark.parametrize("area", ["sword", "on_to_caen"])
def test_each_of_two_divisions_may_come_early_as_a_whole(area: str) -> None:
    early = [arrival for arrival in AREAS[area].german_reinforcements if arrival.early]
    assert [{UNITS[unit].formation for unit in arrival.units} for arrival in early] == [{"84"}, {"116"}]
    assert [len(arrival.units) for arrival in early] == [3, 5]
    assert not any(a.early for a in AREAS["utah"].german_reinforcements + AREAS["gold_juno"].german_reinforcements)


# ---------------------------------------------------------------------------------------- at start


def test_german_set_up_of_gold_juno_sword_and_omaha() -> None:
    def places(area: str) -> dict[str, Listed]:
        return {group.where: listed(group.units) for group in AREAS[area].german_set_up}

    assert places("gold_juno") == {"anywhere": read("726/716 Inf Rgt")}
    assert places("sword") == places("on_to_caen") == {
        "anywhere": read("716/716 AT Bn, 736/716 857/346 Inf Rgt"),
        "south_of_caen": read("200/21 AT Bn, 22/21 Pz Rgt, 125/21 192/21 Mech Rgt, 305/21 AA Rgt"),
        "caen": read("2 AA Rgt"),
    }  # fmt: skip
    assert sum(map(Counter.total, places("sword").values())) == 9
    assert places("omaha") == {"anywhere": read("352/352 AT Bn, 914/352 915/352 916/352 Inf Rgt, 1 AA Rgt")}
    assert AREAS["omaha"].set_up_next_to_beach == 2
    assert AREAS["omaha"].set_up_forbidden == ("2417",)
    assert {id_: area.german_set_up_hidden for id_, area in AREAS.items()} == {
        "gold_juno": True,
        "sword": True,
        "utah": False,
        "omaha": True,
        "on_to_caen": True,
    }


def test_german_set_up_of_utah_is_fixed_and_off_the_beach() -> None:
    utah = AREAS["utah"]
    assert {group.where: listed(group.units) for group in utah.german_set_up} == {
        "1709": read("6/2 Para Rgt"),
        "3303": read("709/709 AT Bn"),
        "3002": read("919/709 Inf Rgt"),
        "3203": read("729/709 Inf Rgt"),
        "3304": read("739/709 Inf Rgt"),
    }
    assert not {group.where for group in utah.german_set_up} & {
        hex_ for beach in utah.beaches.values() for hex_ in beach
    }


def test_landings() -> None:
    def beaches(area: str) -> dict[str, Listed]:
        return {landing.beach: listed(landing.units) for landing in AREAS[area].landings}

    assert beaches("gold_juno") == {
        "gold": read("69/50 151/50 231/50 Inf Bde, 8 Arm Bde"),
        "juno": read("7/3 8/3 9/3 Inf Bde, 2 Arm Bde"),
    }
    assert beaches("sword") == beaches("on_to_caen") == {"sword": read("8/3 9/3 185/3 Inf Bde, 27 Arm Bde")}
    assert beaches("utah") == {"utah": read("8/4 12/4 22/4 359/90 Inf Rgt")}
    assert beaches("omaha") == {"omaha": read("16/1 18/1 26/1 115/29 116/29 175/29 Inf Rgt")}
    gold, juno = AREAS["gold_juno"].landings
    assert {UNITS[unit].nationality for unit in gold.units} == {"british"}
    assert {UNITS[unit].nationality for unit in juno.units} == {"canadian"}
    assert {UNITS[unit].nationality for unit in AREAS["sword"].landings[0].units} == {"british"}


def test_beach_hexes() -> None:
    assert AREAS["gold_juno"].beaches == {
        "gold": ("2026", "2027", "2028", "2029", "2030", "2031"),
        "juno": ("2032", "1933", "1934", "1935", "1936", "1937"),
    }
    assert AREAS["sword"].beaches == {"sword": ("1838", "1739", "1740", "1640")}
    assert AREAS["on_to_caen"].beaches == {"sword": ("1935", "1936", "1937", "1838", "1739", "1740", "1640")}
    assert AREAS["utah"].beaches == {"utah": ("3005", "2906", "2806", "2707", "2607", "2508")}
    assert AREAS["omaha"].beaches == {"omaha": ("2318", "2319", "2219", "2120", "2121", "2122")}


def test_beachheads() -> None:
    pools = {id_: (area.beachheads.count, area.beachheads.at_least_one_on) for id_, area in AREAS.items()}
    assert pools == {
        "gold_juno": (5, "gold"),
        "sword": (3, None),
        "utah": (3, None),
        "omaha": (3, None),
        "on_to_caen": (3, None),
    }


def test_drops() -> None:
    drops = {
        (id_, drop.division): (listed(drop.units), drop.north_of_row, drop.east_of_orne)
        for id_, area in AREAS.items()
        for drop in area.drops
    }
    sixth = (read("3/6 5/6 Para Bde, 6/6 Glider Bde"), 9, True)
    assert drops == {
        ("utah", "82nd Airborne Division"): (read("505/82 507/82 508/82 Para Rgt, 325/82 Glider Rgt"), 19, False),
        ("utah", "101st Airborne Division"): (read("501/101 502/101 506/101 Para Rgt, 327/101 Glider Rgt"), 19, False),
        ("sword", "6th Airborne Division"): sixth,
        ("on_to_caen", "6th Airborne Division"): sixth,
    }


def test_commandos_and_the_markers_that_they_cost() -> None:
    first = (listed(["1-cdo"]), ("1641", "1642"), 6, 10)
    assert first[0] == read("1 Cdo Bde")
    assert {
        id_: (listed([raid.unit]), raid.hexes, raid.marker_lost_on_4_5, raid.marker_lost_on_6)
        for id_, area in AREAS.items()
        for raid in area.commandos
    } == {
        "gold_juno": (read("4 Cdo Bde"), ("1934",), None, 9),
        "sword": first,
        "on_to_caen": first,
        "omaha": (read("2 Rgr Bn"), ("2417",), 6, 6),
    }
    for area in AREAS.values():
        for raid in area.commandos:
            assert area.german_markers.counts[raid.marker_lost_on_6]
            assert raid.marker_lost_on_4_5 is None or area.german_markers.counts[raid.marker_lost_on_4_5]


# ---------------------------------------------------------------------------------------- markers


def counts(text: str) -> dict[int, int]:
    """``"3x2 4x1"``: two of +3 and one of +4."""
    return {int(value): int(count) for value, count in (pair.split("x") for pair in text.split())}


@pytest.mark.parametrize(
    ("area", "total", "text"),
    [
        pytest.param("gold_juno", 15, "3x2 4x1 5x2 6x3 7x3 8x3 9x1", marks=rule("11.2-01", "10.8.2-01")),
        pytest.param("sword", 21, "2x1 3x2 4x3 5x3 6x3 7x3 8x3 9x2 10x1", marks=rule("12.2-01", "10.8.2-01")),
        pytest.param("utah", 11, "1x1 2x1 3x2 4x3 5x2 6x2", marks=rule("13.2-01", "10.8.2-01")),
        pytest.param("omaha", 15, "1x1 2x2 3x2 4x2 5x2 6x3 8x2 9x1", marks=rule("14.2-01", "10.8.2-01", "7.2-02")),
        pytest.param(
            "on_to_caen", 21, "2x1 3x2 4x3 5x3 6x3 7x3 8x3 9x2 10x1", marks=rule("11.1.5-01", edition="folio")
        ),
    ],
)
def test_german_markers(area: str, total: int, text: str) -> None:
    pool = AREAS[area].german_markers
    assert pool.counts == counts(text)
    assert pool.total == total
    assert pool.source.kind == "rulebook"


@pytest.mark.parametrize(
    ("area", "total", "text"),
    [
        pytest.param("gold_juno", 18, "1x1 2x2 3x2 4x1 6x5 7x2 8x4 10x1", marks=rule("11.3-01", "10.8.1-01")),
        pytest.param("sword", 22, "1x1 2x3 3x3 4x1 6x6 7x2 8x4 10x2", marks=rule("12.3-01", "10.8.1-01")),
        pytest.param("utah", 20, "2x3 3x4 4x1 5x1 6x5 8x4 10x2", marks=rule("13.3-01", "10.8.1-01")),
        pytest.param("omaha", 25, "2x3 3x3 4x2 5x1 6x6 7x3 8x4 9x2 10x1", marks=rule("14.3-01", "10.8.1-01", "7.2-02")),
        pytest.param("on_to_caen", 22, "1x1 2x3 3x3 4x1 6x6 7x2 8x4 10x2", marks=rule("11.2.6-01", edition="folio")),
    ],
)
def test_allied_markers(area: str, total: int, text: str) -> None:
    pool = AREAS[area].allied_markers
    assert pool.counts == counts(text)
    assert pool.total == total
    assert pool.source.kind == "rulebook"


@pytest.mark.parametrize(
    ("area", "text"),
    [
        pytest.param("gold_juno", "7x3 10x1", marks=rule("11.3-02")),
        pytest.param("sword", "7x3 10x2", marks=rule("12.3-03")),
        pytest.param("utah", "7x6", marks=rule("13.3-03")),
        pytest.param("omaha", "7x4", marks=rule("14.3-03")),
        pytest.param("on_to_caen", "7x3 10x2", marks=rule("11.2.7-01", edition="folio")),
    ],
)
def test_naval_markers(area: str, text: str) -> None:
    assert AREAS[area].naval_markers.counts == counts(text)


@rule("10.8.2-03")
def test_every_area_has_a_mines_marker_among_its_german_markers() -> None:
    for area in AREAS.values():
        assert area.mines.counts == {5: 1}
        assert area.german_markers.counts[5] >= 1


@rule("11.1.5-04", edition="folio")
def test_the_folio_has_exactly_one_mines_marker() -> None:
    assert AREAS["on_to_caen"].mines.total == 1


def test_aircraft_are_every_10_and_half_of_the_markers_from_6_to_9() -> None:
    for area in AREAS.values():
        allied = area.allied_markers.counts
        expected = {value: allied[value] // 2 for value in (6, 7, 8, 9) if value in allied} | {10: allied[10]}
        assert area.aircraft.counts == expected
        assert 0.28 <= area.aircraft.total / area.allied_markers.total <= 0.38
        assert area.aircraft.source.kind == area.mines.source.kind == "reconstructed"


def test_places_that_cost_the_germans_markers() -> None:
    def losses(area: str) -> list[tuple[tuple[str, ...] | str, int]]:
        return [(loss.area or loss.hexes, loss.markers) for loss in AREAS[area].marker_losses]

    assert losses("gold_juno") == [(("1926",), 1), (("1929",), 1)]
    assert losses("sword") == losses("on_to_caen") == [("caen", 2)]
    assert losses("utah") == [((f"{row}01",), 1) for row in ("29", "25", "18", "13", "10", "06", "04")]
    assert losses("omaha") == [(("1718",), 1), (("1811", "1911"), 1), (("0421",), 1)]


# ---------------------------------------------------------------------------------------- objectives, scenarios


def test_objectives_of_gold_juno_and_sword() -> None:
    hills = AREAS["gold_juno"].objectives
    assert (set(hills.hexes), hills.needed, hills.supply) == (
        {"0430", "0532", "0533", "0534", "0635", "0228", "0229"},
        5,
        True,
    )
    for area in ("sword", "on_to_caen"):
        caen = AREAS[area].objectives
        assert (set(caen.hexes), caen.needed, caen.supply) == ({"0937", "0938", "0939", "0837"}, 4, False)


@rule("13.8-04")
def test_the_two_hexes_of_carentan_are_two_of_the_seven_objectives_of_utah() -> None:
    utah = AREAS["utah"].objectives
    assert set(utah.hexes) == {"1706", "1805", "2206", "2605", "2503", "2901", "2501"}
    assert utah.needed == len(utah.hexes) == 7
    assert utah.supply


def test_objectives_of_omaha() -> None:
    omaha = AREAS["omaha"].objectives
    assert set(omaha.hexes) == {"1718", "1811", "1911", "0421"}
    assert (omaha.needed, omaha.supply) == (4, True)
    assert (set(omaha.adjacent_to), omaha.adjacent_units) == ({"0608", "0609", "0709"}, 2)
    assert all(not area.objectives.adjacent_to for id_, area in AREAS.items() if id_ != "omaha")


@rule("10.1-01")
def test_each_landing_area_is_a_scenario_of_its_own() -> None:
    quad = [area for area in AREAS.values() if area.edition == "quad"]
    assert {area.id: area.chapter for area in quad} == {"gold_juno": "11", "sword": "12", "utah": "13", "omaha": "14"}
    for area in quad:
        scenario = load_scenarios()[area.id]
        assert (scenario.areas, scenario.campaign, scenario.edition) == ((area.id,), False, "quad")


@rule("10.0-01", edition="folio")
def test_the_folio_is_on_to_caen() -> None:
    folio = [scenario for scenario in load_scenarios().values() if scenario.edition == "folio"]
    assert [(scenario.id, scenario.areas, scenario.campaign) for scenario in folio] == [
        ("on_to_caen", ("on_to_caen",), False)
    ]
    assert AREAS["on_to_caen"].army is Army.CW


@rule("15.0-02", "15.0-03", "15.0-04")
def test_campaigns_combine_areas() -> None:
    campaigns = {id_: set(scenario.areas) for id_, scenario in load_scenarios().items() if scenario.campaign}
    assert campaigns == {
        "us_campaign": {"utah", "omaha"},
        "commonwealth_campaign": {"gold_juno", "sword"},
        "combined_campaign": {"gold_juno", "sword", "utah", "omaha"},
    }
    for id_, areas in campaigns.items():
        armies = {AREAS[area].army for area in areas}
        expected = {"us_campaign": {Army.US}, "commonwealth_campaign": {Army.CW}}.get(id_, {Army.US, Army.CW})
        assert armies == expected


@rule("15.3-05")
def test_number_of_cities_in_campaigns() -> None:
    assert {
        id_: (scenario.campaign_cities, scenario.campaign_city_hexes)
        for id_, scenario in load_scenarios().items()
        if scenario.campaign
    } == {"us_campaign": (7, 14), "commonwealth_campaign": (10, 14), "combined_campaign": (17, 21)}


def test_each_scenario_says_in_two_sentences_what_it_is_and_has_a_map_of_its_name() -> None:
    for id_, scenario in load_scenarios().items():
        assert scenario.playable == scenario.id == id_
        assert scenario.summary.count(". ") == 1
        assert scenario.summary.endswith(".")


# ---------------------------------------------------------------------------------------- units


def test_every_unit_is_in_exactly_one_area_of_the_quad() -> None:
    used = Counter(unit for area in AREAS.values() if area.edition == "quad" for unit in units_in(area))
    assert set(used) == set(UNITS)
    assert set(used.values()) == {1}


def test_the_folio_has_the_units_of_sword_but_for_the_late_canadians() -> None:
    late = {"4/2", "5/2", "6/2-cdn", "4/4", "10/4"}
    assert set(units_in(AREAS["on_to_caen"])) == set(units_in(AREAS["sword"])) - late


def test_ids_are_unique_and_are_the_printed_name_or_begin_with_it() -> None:
    assert len({id_.lower() for id_ in UNITS}) == len(UNITS) <= 255
    names = Counter(unit.name for unit in UNITS.values())
    for unit in UNITS.values():
        assert unit.id == unit.name or unit.id.startswith(f"{unit.name.split(' ')[0]}-")
        assert unit.id != unit.name or names[unit.name] == 1
    assert {"8/3-br", "8/3-cdn", "8/3-fj", "12/12SS-pz", "12/12SS-aa", "12/12SS-at", "2-cdn", "56", "22/21"} <= set(
        UNITS
    )
    assert {"4-arm", "4-cdo", "4-aa", "2-aa", "1-cdo", "2-rgr", "6/2-fj", "6/2-cdn"} <= set(UNITS)


@rule("10.2-01")
def test_every_unit_type_occurs() -> None:
    assert {unit.type for unit in UNITS.values()} == set(UnitType)
    assert set(TYPES.values()) == set(UnitType)


@rule("10.3-01")
def test_titles_spell_out_what_counters_abbreviate() -> None:
    words = {"Cdo": "Commando", "CC": "Combat Command", "Deut": "Deutschland", "Fuh": "Der Führer", "Rgr": "Ranger"}
    words |= {"/GA": "Guards Armoured", "Sch": "Schütze", "SS": "SS", "CCR": "Reserve"}
    for short, spelt in words.items():
        bearers = [unit for unit in UNITS.values() if short in unit.name]
        assert bearers
        assert all(spelt in unit.title for unit in bearers)
    assert {unit.nationality for unit in UNITS.values() if unit.army is Army.US} == {"us"}


@rule("10.4-01", edition="folio")
def test_titles_spell_out_what_counters_of_the_folio_abbreviate() -> None:
    words = {"Cdo": "Commando", "/GA": "Guards Armoured", "SS": "SS"}
    for id_ in units_in(AREAS["on_to_caen"]):
        assert all(spelt in UNITS[id_].title for short, spelt in words.items() if short in UNITS[id_].name)


@rule("10.4-02")
def test_armored_brigades_are_flagged_and_every_other_commonwealth_unit_is_infantry() -> None:
    armored = {id_ for id_, unit in UNITS.items() if unit.armored_brigade}
    assert armored == {"2-cdn", "4-arm", "4/4", "5G/GA", "8", "22/7", "27", "29/11", "31", "33", "34"}
    others = {unit.type for id_, unit in UNITS.items() if unit.army is Army.CW and id_ not in armored}
    foot = {UnitType.INFANTRY, UnitType.PARACHUTE, UnitType.GLIDER, UnitType.COMMANDO}
    assert others == foot | {UnitType.MECHANIZED}
    mechanized = [unit.id for unit in UNITS.values() if unit.army is Army.CW and unit.type is UnitType.MECHANIZED]
    assert mechanized == ["32G/GA"]


@rule("2.3-02", "2.3-03", "2.3-04", "2.3-05", "2.3.2-06")
def test_every_unit_has_all_that_stands_on_a_counter() -> None:
    leg = {UnitType.INFANTRY, UnitType.PARACHUTE, UnitType.GLIDER, UnitType.COMMANDO, UnitType.RANGER}
    for unit in UNITS.values():
        assert unit.name
        assert unit.title
        assert unit.mobile == (unit.type not in leg)
        assert unit.steps == (2 if unit.back else 1)
        if unit.back:
            assert unit.back.attack <= unit.front.attack
            assert unit.back.defence <= unit.front.defence


def test_numbers_are_within_what_the_rules_imply() -> None:
    for unit in UNITS.values():
        least = 1 if unit.size is UnitSize.BATTALION else 2
        assert least <= unit.front.attack <= 8, unit.id
        assert least <= unit.front.defence <= 9, unit.id
        if unit.size is not UnitSize.BATTALION:
            assert unit.zoc
            assert unit.steps == 2
        assert unit.front.movement in ((10, 12) if unit.mobile else (5, 6, 7)), unit.id
        assert unit.back is None or unit.back.movement == unit.front.movement
    assert {unit.front.movement for unit in UNITS.values() if unit.formation == "12SS"} == {12}


def test_one_step_units_are_the_battalions_without_a_zone_of_control() -> None:
    single = {unit.id for unit in UNITS.values() if unit.steps == 1}
    battalions = {unit.id for unit in UNITS.values() if unit.size is UnitSize.BATTALION}
    assert battalions - single == {"12/12SS-pz", "2/2SS", "1/1SS-pz", "2-rgr"}
    assert single < battalions
    assert {unit.id for unit in UNITS.values() if not unit.zoc} == single | {"2-rgr"}
    raiders = {UnitType.PARACHUTE, UnitType.GLIDER, UnitType.COMMANDO, UnitType.RANGER}
    assert all(unit.steps == 2 for unit in UNITS.values() if unit.type in raiders)


def test_a_historian_would_nod() -> None:
    def strength(*ids: str) -> float:
        return mean(UNITS[id_].front.attack + UNITS[id_].front.defence for id_ in ids)

    line = strength("983/275", "941/353", "1049/77", "857/346")
    assert strength("919/709", "736/716", "631/711", "920/243", "894/265", "897/266") < line
    assert line < strength("914/352", "915/352", "916/352") < strength("6/2-fj", "8/3-fj")
    assert strength("125/21", "192/21") < strength("2/2", "60/116") < strength("901/Lehr", "1/12SS", "1/1SS-mech")
    assert strength("357/90", "331/83") < strength("116/29", "8/4") < strength("16/1", "47/9")
    assert strength("2-rgr") < strength("1-cdo") < strength("505/82", "3/6") + 0.1
    assert strength("CCA/5") < strength("CCA/3") < strength("CCA/2")
    germans = [unit for unit in UNITS.values() if unit.army is Army.GERMAN]
    assert max(germans, key=lambda unit: unit.front.attack + unit.front.defence).id == "130/Lehr-pz"


# ---------------------------------------------------------------------------------------- the method and its document


def tables(file: Path) -> Iterator[list[dict[str, str]]]:
    """The tables of a Markdown file, each row by the heads of its columns."""
    rows: list[list[str]] = []
    for line in [*file.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            head, _, *body = rows
            yield [dict(zip(head, row, strict=True)) for row in body]
            rows = []


def table(first_head: str) -> list[dict[str, str]]:
    (found,) = [rows for rows in tables(DOCS / "unit_values.md") if next(iter(rows[0])) == first_head]
    return found


def test_every_number_follows_from_the_tables_of_the_method() -> None:
    classes = {row["class"]: row for row in table("class")}
    grades = {row["grade"]: row for row in table("grade")}
    formations = {row["formation"]: row for row in table("formation")}
    own = {row["unit"]: row for row in table("unit")}
    found = 0
    for formation in raw("units.toml")["formation"]:
        entries = formation["unit"]
        assert isinstance(entries, list)
        words = str(formation["title"]) if formation["name"] else ", ".join(entry["title"] for entry in entries)
        assert formations[words]["grade"] == formation["grade"]
        assert formations[words]["because"] == formation["because"]
        grade = grades[str(formation["grade"])]
        for entry in entries:
            unit, kind, adjust = UNITS[entry["id"]], classes[entry["class"]], own.pop(entry["id"], {})
            attack, defence, movement = map(int, kind["numbers"].split("-"))
            attack += int(grade["attack"]) + int(adjust.get("attack", 0))
            defence += int(grade["defence"]) + int(adjust.get("defence", 0))
            movement += (0 if unit.mobile else int(grade["leg movement"])) + int(adjust.get("movement", 0))
            front = Strength(attack=attack, defence=defence, movement=movement)
            back = Strength(attack=(attack + 1) // 2, defence=(2 * defence + 2) // 3, movement=movement)
            assert unit.front == front
            assert unit.back == (back if kind["steps"] == "2" else None)
            assert unit.zoc == (kind["zone of control"] == "yes")
            assert (unit.type.replace("_", " "), unit.size) == (kind["type"], kind["size"])
            assert unit.values.kind == "reconstructed"
            assert unit.values.note.startswith(f"{kind['class']}; {grade['grade']}: ")
            assert unit.values.note.endswith(adjust.get("because", ""))
            found += 1
    assert found == len(UNITS)
    assert not own


def test_the_figures_of_the_document_are_those_of_the_results_table() -> None:
    chart = tomllib.loads(DATA.joinpath("results_table.toml").read_text(encoding="utf-8"))
    difference = Counter(
        allied - german
        for allied in pairs(AREAS["sword"].allied_markers)
        for german in pairs(AREAS["sword"].german_markers)
    )

    def share(line: str, strength: int, results: set[str]) -> int:
        hits = 0
        for by, times in difference.items():
            column = max(0, sum(bound <= strength + by for bound in chart["lines"][line]) - 1)
            hits += times * sum(row[column] in results for row in chart["results"].values())
        return round(100 * hits / (6 * difference.total()))

    rows = [(9, "clear"), (9, "town"), (9, "city"), (5, "clear"), (5, "city")]
    assert len(table("attack")) == len(rows)
    for (strength, line), row in zip(rows, table("attack"), strict=True):
        *_, defender, attacker = row.values()
        assert defender == f"{share(line, strength, {'Ex', 'D2', 'D3', 'De'})} in 100"
        assert attacker == f"{share(line, strength, {'Ex', '(A)', 'Ae', 'A1', 'A2', 'A3'})} in 100"


def pairs(pool: Markers) -> list[int]:
    return list(map(sum, combinations(Counter(pool.counts).elements(), 2)))


# ---------------------------------------------------------------------------------------- terrain


@rule("5.4-01", "5.4-03")
def test_clear_costs_1_and_everything_else_more_or_is_closed_or_is_added() -> None:
    key = load_terrain()
    assert {name: (row.leg, row.mobile, row.plus) for name, row in key.hex.items()} == {
        "clear": (1, 1, False),
        "beach": (2, 2, False),
        "bocage": (2, 2, False),
        "woods": (2, 2, False),
        "hill": (2, 2, False),
        "swamp": (3, 3, False),
        "town": (1, 1, True),
        "city": (2, 2, False),
        "sea": (None, None, False),
    }
    assert (key.river, key.road, key.trail) == (1, 0.5, 1)


@rule("10.1-04", edition="folio")
def test_the_terrain_key_speaks_of_trails_and_not_of_rails() -> None:
    assert "trail" in type(load_terrain()).model_fields
    assert "rail" not in type(load_terrain()).model_fields


def test_every_terrain_has_its_line_of_the_results_table() -> None:
    assert {name: row.line for name, row in load_terrain().hex.items()} == {
        "clear": "clear",
        "beach": "clear",
        "bocage": "city",
        "woods": "woods",
        "hill": "hill",
        "swamp": "town",
        "town": "town",
        "city": "city",
        "sea": None,
    }


# ---------------------------------------------------------------------------------------- the lists and the map


def test_terrain_key_and_map_know_the_same_terrain() -> None:
    assert set(load_terrain().hex) == set(TERRAINS)


def test_every_area_that_the_lists_name_is_on_the_map() -> None:
    areas = load_chart().areas
    assert {scenario.playable for scenario in load_scenarios().values()} <= set(areas)
    named = {loss.area for area in AREAS.values() for loss in area.marker_losses if loss.area}
    assert named == {"caen"}
    caen = load_chart().grid.labels(areas["caen"])
    assert len(caen) == 9
    assert set(AREAS["sword"].objectives.hexes) <= set(caen)


def test_every_hex_that_the_lists_name_is_in_play() -> None:
    chart = load_chart()
    for area in AREAS.values():
        playable = set(chart.grid.labels(chart.areas[area.id]))
        named = {hex_ for beach in area.beaches.values() for hex_ in beach}
        assert all("beach" in chart.terrain[chart.grid.at(hex_)] for hex_ in named)
        named.update(area.objectives.hexes, area.set_up_forbidden)
        named.update(hex_ for raid in area.commandos for hex_ in raid.hexes)
        named.update(hex_ for loss in area.marker_losses for hex_ in loss.hexes)
        named.update(group.where for group in area.german_set_up if group.where.isdigit())
        named.update(arrival.entry for arrival in area.german_reinforcements if arrival.entry.isdigit())
        assert named <= playable, area.id


@rule("11.8-04")
def test_the_seven_objectives_of_gold_and_juno_are_hills() -> None:
    chart = load_chart()
    for label in AREAS["gold_juno"].objectives.hexes:
        assert "hill" in chart.terrain[chart.grid.at(label)]


@rule("13.2-04")
def test_the_edge_hexes_of_utah_have_a_road_or_trail_and_2301_is_not_among_them() -> None:
    chart = load_chart()
    edge = set(chart.grid.labels(chart.edge_roads["W"] | chart.edge_trails["W"]))
    listed_hexes = {hex_ for loss in AREAS["utah"].marker_losses for hex_ in loss.hexes}
    assert listed_hexes <= edge
    assert "2301" in edge - listed_hexes


# ---------------------------------------------------------------------------------------- sources and slips


def sources(model: object) -> Iterator[Source]:
    if isinstance(model, Source):
        yield model
    elif isinstance(model, BaseModel):
        for name in type(model).model_fields:
            yield from sources(getattr(model, name))
    elif isinstance(model, dict):
        for value in model.values():
            yield from sources(value)


def test_every_value_says_where_it_comes_from() -> None:
    everything = load_content()
    assert len(list(sources(everything))) > 2 * len(UNITS)
    assert all(source.note for source in sources(everything))
    assert {unit.listed.kind for unit in UNITS.values()} == {"rulebook", "history"}


def test_what_is_loaded_is_loaded_once() -> None:
    assert load_units() is load_units()
    assert load_content().areas is not None
    assert list(load_content().units) == list(UNITS)


def unit_file(**changes: object) -> dict[str, list[dict[str, object]]]:
    """units.toml with changes in its first unit."""
    file = raw("units.toml")
    entries = file["formation"][0]["unit"]
    assert isinstance(entries, list)
    entries[0].update(changes)
    return file


def area_file(id_: str, **changes: object) -> dict[str, list[dict[str, object]]]:
    file = raw("beach_areas.toml")
    next(area for area in file["area"] if area["id"] == id_).update(changes)
    return file


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"class": "Comonwealth infantry brigade"},
            "units.toml, unit 69/50, class: there is no class 'Comonwealth infantry brigade'; did you mean "
            "Commonwealth infantry brigade or Commonwealth airlanding brigade or Commonwealth parachute brigade?",
        ),
        ({"id": "151/50"}, "units.toml, unit 151/50, id: there is already a unit of that id"),
        ({"id": "69 50"}, "units.toml, unit 69 50, id: String should match pattern '^[A-Za-z0-9/-]+$', not \"69 50\""),
        ({"titel": ""}, "units.toml, unit 69/50, titel: there is no field 'titel'; did you mean title or listed?"),
        ({"title": 3}, "units.toml, unit 69/50, title: it should be a text, not 3"),
        (
            {"adjust": {"atack": 1, "because": ""}},
            "units.toml, unit 69/50, adjust.atack: there is no field 'atack'; did you mean attack?",
        ),
        ({"adjust": {"attack": 1}}, "units.toml, unit 69/50, adjust.because: it is missing"),
        (
            {"adjust": {"attack": -9, "because": ""}},
            "units.toml, unit 69/50, attack: it should be greater than or equal to 0, not -4",
        ),
        (
            {"listed": {"kind": "rulebok"}},
            "units.toml, unit 69/50, listed.kind: 'rulebok' is not possible; did you mean rulebook?",
        ),
    ],
)
def test_a_slip_in_the_units_is_told_in_one_sentence(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(DataError) as error:
        units_of(unit_file(**changes), "units.toml")
    assert str(error.value) == sentence
    assert isinstance(error.value, BocageError)
    assert isinstance(error.value, ValueError)


def test_an_unknown_grade_is_told_in_one_sentence() -> None:
    file = raw("units.toml")
    file["formation"][0]["grade"] = "vetran"
    with pytest.raises(DataError) as error:
        units_of(file, "units.toml")
    assert str(error.value) == (
        "units.toml, formation 50th (Northumbrian) Infantry Division, grade: "
        "there is no grade 'vetran'; did you mean veteran?"
    )


@pytest.mark.parametrize(
    ("id_", "changes", "sentence"),
    [
        (
            "gold_juno",
            {"german_set_up": [{"units": ["726/71"], "where": "anywhere"}]},
            "area gold_juno, german_set_up: there is no unit '726/71'; did you mean 726/716 or 26/1 or 763/711?",
        ),
        (
            "gold_juno",
            {"german_set_up": [{"units": ["12/12SS-pz"], "where": "anywhere"}]},
            "area gold_juno, german_set_up: unit 12/12SS-pz is listed twice",
        ),
        (
            "gold_juno",
            {"german_set_up": [{"units": ["16/1"], "where": "anywhere"}]},
            "area gold_juno, german_set_up: 16/1 is a unit of the wrong army, us",
        ),
        (
            "sword",
            {"german_set_up": [{"units": ["726/716"], "where": "anywhere"}]},
            "area sword: unit 726/716 is listed by gold_juno as well",
        ),
        (
            "sword",
            {"mines": {"counts": {"5": 4}, "source": {"kind": "printed"}}},
            "area sword, mines: 4 of +5, but the list has 3",
        ),
        (
            "sword",
            {"aircraft": {"counts": {"5": 1}, "source": {"kind": "printed"}}},
            "area sword, aircraft: 1 of +5, but the list has 0",
        ),
        (
            "sword",
            {"aircraft": {"counts": {}, "source": {"kind": "printed"}}},
            "area sword, aircraft: neither the aircraft nor the other markers may be none at all",
        ),
        (
            "sword",
            {"landings": [{"units": ["27"], "beach": "swrod"}]},
            "area sword, landings: there is no beach 'swrod'; did you mean sword?",
        ),
        (
            "utah",
            {"beachheads": {"count": 7, "beaches": ["utah"], "source": {"kind": "printed"}}},
            "area utah, beachheads: 7 markers for 6 beach hexes",
        ),
        (
            "omaha",
            {"marker_losses": [{"name": "Isigny"}]},
            "area omaha, marker_losses: Isigny needs either hexes or the name of an area",
        ),
        (
            "omaha",
            {"objectives": {"hexes": ["1718"], "needed": 2, "supply": True}},
            "area omaha, objectives: 2 of 1 hexes are needed",
        ),
        (
            "on_to_caen",
            {"like": "swrod"},
            "area on_to_caen, like: there is no area before this one 'swrod'; did you mean sword?",
        ),
        ("utah", {"army": "uk"}, "area utah, army: 'uk' is not possible; did you mean us?"),
        (
            "utah",
            {"german_reinforcements": [{"turn": 26, "units": [], "entry": "S"}]},
            "area utah, german_reinforcements 26, turn: it should be less than or equal to 25, not 26",
        ),
    ],
)
def test_a_slip_in_the_areas_is_told_in_one_sentence(id_: str, changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(DataError) as error:
        areas_of(area_file(id_, **changes), UNITS, "beach_areas.toml")
    assert str(error.value) == f"beach_areas.toml, {sentence}"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"areas": ["swrod"]}, "areas: there is no beach area 'swrod'; did you mean sword?"),
        ({"areas": ["on_to_caen"]}, "areas: on_to_caen belongs to the folio edition"),
        ({"sumary": ""}, "sumary: there is no field 'sumary'; did you mean summary?"),
    ],
)
def test_a_slip_in_the_scenarios_is_told_in_one_sentence(changes: dict[str, object], sentence: str) -> None:
    file = raw("scenarios.toml")
    file["scenario"][0].update(changes)
    with pytest.raises(DataError) as error:
        scenarios_of(file, AREAS, "scenarios.toml")
    assert str(error.value) == f"scenarios.toml, scenario gold_juno, {sentence}"


def test_two_scenarios_of_one_id_are_refused() -> None:
    file = raw("scenarios.toml")
    file["scenario"].append(file["scenario"][0])
    with pytest.raises(DataError, match="scenario gold_juno, id: there is already a scenario of that id"):
        scenarios_of(file, AREAS, "scenarios.toml")


def test_areas_and_units_are_frozen() -> None:
    unit: Unit = UNITS["22/21"]
    area: BeachArea = AREAS["sword"]
    for model in (unit, area):
        with pytest.raises(ValueError, match="frozen"):
            model.title = "another"
