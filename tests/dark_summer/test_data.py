"""The components of The Dark Summer as data: map, units, charts, set-ups, and what a slip in them is answered with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from bocage.games.dark_summer.content import CHERBOURG, Content, SetUp, load_content, read_content, shipped
from bocage.games.dark_summer.ground import MAJOR, MINOR
from bocage.games.dark_summer.inventory import KINDS, changes, listing
from bocage.games.dark_summer.tables import RESULTS
from bocage.games.dark_summer.terms import Army, Nation, Replacement, Side, Terrain, UnitSize, UnitType, Weather
from bocage.games.dark_summer.units import Unit
from bocage.hexes import flood, mask, members
from bocage.kernel.data import DataError
from tests.support import altered, own_values, rule

CONTENT = load_content()
GROUND, TABLES, UNITS = CONTENT.ground, CONTENT.tables, CONTENT.units
GRID = GROUND.grid
CAMPAIGN, TURN_2 = CONTENT.set_ups["campaign"], CONTENT.set_ups["june_14"]
LISTED = [unit for unit in UNITS.values() if unit.entry.kind != "dealt"]  # whose place or turn is on the counter


def labels(hexes: int) -> str:
    return " ".join(GRID.labels(hexes))


# -- the map ---------------------------------------------------------------------------------------


@rule("2.1-01", edition="dark_summer")
def test_hexes_are_numbered_by_column_and_row_and_odd_columns_lie_lower() -> None:
    assert len(GRID.hexes) == 1511
    assert (GRID.column(GRID.at("4203")), GRID.row(GRID.at("4203"))) == (42, 3)
    for chain in ("4003 4102 4203 4302", "2628 2727 2828"):  # Gold with Juno, and the W hexes
        hexes = [GRID.at(label) for label in chain.split()]
        assert all(b in GRID.neighbours[a] for a, b in pairwise(hexes))
    assert "3528" not in GROUND.labels and "3628" in GROUND.labels


@rule("2.1-02", edition="dark_summer")
def test_every_hex_has_one_terrain_and_rivers_lie_on_hexsides() -> None:
    found = Counter(GROUND.terrain[h] for h in GRID.hexes)
    assert found == {
        Terrain.BOCAGE: 857,
        Terrain.SEA: 292,
        Terrain.CLEAR: 237,
        Terrain.TOWN: 62,
        Terrain.FOREST: 28,
        Terrain.WOODS: 15,
        Terrain.BEACH: 8,
        Terrain.FLOODED: 6,
        Terrain.CITY: 6,
    }
    assert Counter(GROUND.rivers[side] for side in GROUND.rivers) == {MAJOR: 88, MINOR: 457}
    assert labels(GROUND.having[Terrain.FLOODED]) == "2206 2208 2607 3005 5004 5005"
    assert labels(GROUND.having[Terrain.CITY]) == "2911 4506 4606 4607 5905 6028"


def test_places_that_the_rulebook_numbers_are_where_it_says() -> None:
    named = {"Avranches": "2726", "Alençon": "6028", "Pointe du Hoc": "3003"}
    assert {name: labels(mask(GRID.at(h) for h in hexes)) for name, hexes in hexes_of(*named)} == named
    assert len(dict(hexes_of("Caen"))["Caen"]) == 3
    assert len({place.name for place in GROUND.places if place.kind == "town"}) == 62


def hexes_of(*names: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for place in GROUND.places:
        if place.name in names:
            yield place.name, place.hexes


@rule("2.4-06", "2.4-07", edition="dark_summer")
def test_there_are_eight_beach_hexes() -> None:
    found = {beach.name: " ".join(landing.hex for landing in beach.hexes) for beach in GROUND.beaches.values()}
    assert found == {
        "Utah": "2403",
        "Omaha": "3203 3303",
        "Gold": "4003 4102",
        "Juno": "4203 4302",
        "Sword": "4603",
    }
    assert GROUND.having[Terrain.BEACH] == mask(map(GRID.at, GROUND.beach_of))
    assert {beach.name: beach.army for beach in GROUND.beaches.values()} == {
        "Utah": Army.US,
        "Omaha": Army.US,
        "Gold": Army.BRITISH,
        "Juno": Army.BRITISH,
        "Sword": Army.BRITISH,
    }


@rule("2.1-03", "2.1-04", "2.4-08", "9.4.3-02", edition="dark_summer")
def test_chevrons_lead_from_wave_to_wave_to_each_beach_hex_and_to_pointe_du_hoc() -> None:
    onward: dict[int, set[int]] = {}
    for a, b in GROUND.chevrons:
        assert b in GRID.neighbours[a] and not GROUND.land >> a & 1
        onward.setdefault(a, set()).add(b)
    for beach in GROUND.beaches.values():
        seconds = {GRID.at(landing.second_wave) for landing in beach.hexes}
        assert onward[GRID.at(beach.third_wave)] == seconds
        for landing in beach.hexes:
            assert onward[GRID.at(landing.second_wave)] == {GRID.at(landing.first_wave)}
            assert onward[GRID.at(landing.first_wave)] == {GRID.at(landing.hex)}
    assert onward[GRID.at(GROUND.approaches["3003"])] == {GROUND.pointe_du_hoc}
    assert "3003" not in GROUND.beach_of and "3003" not in GROUND.second_waves
    assert len(GROUND.approaches) == 9 and len(GROUND.second_waves) == 8


@rule("2.1-06", "10.4-01", edition="dark_summer")
def test_lettered_hexes_lie_on_the_edge_and_can_be_entered() -> None:
    assert labels(GROUND.letters["C"]) == "1200 1300 1400 1500 1600 1700 1800 1900 2000"
    assert labels(GROUND.letters["W"]) == "2628 2727 2828"
    assert labels(GROUND.letters["(E)"]) == "5400"
    assert "6028" in labels(GROUND.letters["S"]) and GROUND.letters["S"].bit_count() == 5
    assert labels(mask(GROUND.exits)) == labels(GROUND.letters["E"])
    rows = [GRID.row(h) for h in GROUND.exits]
    assert rows == sorted(rows)
    for hexes in GROUND.letters.values():
        for h in members(hexes):
            assert len(GRID.neighbours[h]) < 6 and GROUND.passable >> h & 1
    roads = mask(h for side in GROUND.roads for h in side)
    assert labels(GROUND.letters["C"] & roads) == "1400 1700"
    assert not (GROUND.letters["W"] | GROUND.letters["S"] | GROUND.letters["E"]) & ~roads


@rule("2.1-11", "2.1-12", "2.1-13", "5.4-02", edition="dark_summer")
def test_three_boxes_lie_off_the_map() -> None:
    assert {name: (box.into, box.out_of) for name, box in GROUND.boxes.items()} == {
        "cherbourg": ("C", "C"),
        "brittany": ("W", "S"),
        "eastern_exit": ("E", None),
    }
    assert GROUND.boxes["brittany"].sections == ("Just Entered", "May Leave")


@rule("2.4-05", edition="dark_summer")
def test_the_boundary_runs_between_columns_35_and_36() -> None:
    assert GROUND.us_zone | GROUND.british_zone == GRID.all and not GROUND.us_zone & GROUND.british_zone
    assert GROUND.us_zone >> GRID.at("3510") & 1 and GROUND.british_zone >> GRID.at("3610") & 1


@rule("2.4-18", edition="dark_summer")
def test_the_naval_gun_line_bounds_the_land_around_the_beaches() -> None:
    near = GRID.within(GROUND.having[Terrain.BEACH], 5) & GROUND.land
    assert GROUND.gun_line == near and near.bit_count() == 168
    within = {
        name: all(GROUND.gun_line >> GRID.at(h) & 1 for h in hexes) for name, hexes in hexes_of(*("Caen", "Tilly"))
    }
    assert within == {"Caen": True, "Tilly": False}


@rule("10.2-05", edition="dark_summer")
def test_a_bridge_is_wherever_a_road_crosses_a_river() -> None:
    for a, b in GROUND.rivers:
        assert ((a, b) in GROUND.bridges) == ((a, b) in GROUND.roads)
    major = {f"{GRID.label(a)}|{GRID.label(b)}" for a, b in GROUND.bridges if GROUND.bridges[a, b] == MAJOR}
    assert len(major) == 14 and "4506|4607" in major and "2606|2705" in major
    assert GROUND.unbridged[GRID.at("2606")] == 0
    assert GRID.labels(GROUND.unbridged[GRID.at("2706")]) == ["2705", "2806", "2807"]


def test_all_passable_land_is_connected_but_for_flooded_hexes() -> None:
    assert flood(GRID, 1 << GRID.at("4010"), GROUND.passable) == GROUND.passable


def test_zones_of_control_stop_at_flooded_hexes_cities_and_major_rivers() -> None:
    assert GRID.labels(GROUND.zoc[GRID.at("2606")]) == ["2505", "2506", "2605", "2706"]  # Figure 1
    assert GRID.labels(GROUND.zoc[GRID.at("4406")]) == ["4305", "4306", "4405", "4407", "4505"]  # Caen is beside it


# -- movement costs --------------------------------------------------------------------------------


@rule("10.2-02", edition="dark_summer")
@pytest.mark.parametrize(
    ("step", "side", "type_", "weather", "halves"),
    [
        ("4404 4504", Side.ALLIED, UnitType.INFANTRY, Weather.SUN, 2),
        ("4404 4504", Side.GERMAN, UnitType.INFANTRY, Weather.SUN, 4),
        ("4404 4504", Side.GERMAN, UnitType.INFANTRY, Weather.RAIN, 2),
        ("3808 3708", Side.ALLIED, UnitType.INFANTRY, Weather.SUN, 6),  # Bocage behind the Aure
        ("3409 3309", Side.GERMAN, UnitType.MECHANIZED, Weather.SHOWERS, 1),  # Major Road
        ("3409 3309", Side.GERMAN, UnitType.MECHANIZED, Weather.CLOUD, 4),  # the same hex, Bocage
        ("2705 2706", Side.ALLIED, UnitType.INFANTRY, Weather.SUN, 8),  # Bocage behind the Vire
        ("2705 2706", Side.ALLIED, UnitType.ARMOR, Weather.SUN, None),
        ("2705 2606", Side.GERMAN, UnitType.ARMOR, Weather.SUN, 4),  # by the bridge, without the Road
        ("2606 2607", Side.ALLIED, UnitType.INFANTRY, Weather.SUN, None),  # Flooded
        ("2403 2503", Side.ALLIED, UnitType.INFANTRY, Weather.SUN, None),  # Sea
        ("4604 4704", Side.ALLIED, UnitType.FLAK, Weather.SUN, 2),  # Minor Road over the Orne
    ],
)
def test_a_step_costs_hex_and_hexside_or_the_road(
    step: str, side: Side, type_: UnitType, weather: Weather, halves: int | None
) -> None:
    a, b = map(GRID.at, step.split())
    mover = GROUND.mover(side, type_, weather)
    assert GROUND.step_cost(a, b, mover) == halves
    if GROUND.passable >> a & 1:
        assert dict(GROUND.links(mover)[a]).get(b) == halves


def test_german_reinforcements_use_roads_in_any_weather() -> None:
    a, b = GRID.at("3409"), GRID.at("3309")
    entering = GROUND.mover(Side.GERMAN, UnitType.INFANTRY, Weather.SUN, entering=True)
    assert GROUND.step_cost(a, b, entering) == 1


# -- the units -------------------------------------------------------------------------------------


def test_as_many_units_and_steps_as_the_armies_had() -> None:
    found = {
        army: (len(units), sum(unit.steps for unit in units))
        for army in Army
        if (units := [unit for unit in LISTED if unit.army is army])
    }
    assert found == {Army.US: (80, 158), Army.BRITISH: (54, 108), Army.GERMAN: (115, 223)}


STRENGTH = {  # attack, defence and steps of all that has set up, landed or arrived by each turn
    Army.US: "130/128/62 159/157/76 184/183/88 209/211/104 236/238/118 251/251/126 273/274/138 297/298/150 "
    "312/311/158 312/311/158",
    Army.BRITISH: "123/114/56 152/140/68 198/185/90 211/202/98 211/202/98 215/207/100 224/216/104 234/225/108 "
    "234/225/108 234/225/108",
    Army.GERMAN: "119/162/85 147/196/103 205/259/129 235/299/149 254/324/163 278/354/179 290/372/191 304/392/203 "
    "329/423/219 333/429/223",
}


@rule("8.1-01", edition="dark_summer")
@pytest.mark.parametrize("army", Army)
def test_strength_grows_with_the_turns_printed_on_the_counters(army: Army) -> None:
    sums = []
    for turn in range(1, 11):
        there = [unit for unit in LISTED if unit.army is army and (unit.entry.turn or 1) <= turn]
        sums.append(
            "/".join(str(sum(getattr(unit, what) for unit in there)) for what in ("attack", "defence", "steps"))
        )
    assert " ".join(sums) == STRENGTH[army]


@rule("2.2.1-01", "2.2.1-02", "2.2.S-03", edition="dark_summer")
def test_units_are_of_the_ten_types_and_have_one_or_two_steps() -> None:
    assert {unit.type for unit in UNITS.values()} == set(UnitType)
    assert {unit.steps for unit in UNITS.values()} == {1, 2}
    for unit in UNITS.values():
        if unit.steps == 2:
            assert unit.factors(reduced=True).attack <= unit.attack
            assert unit.factors(reduced=True).defence < unit.defence
    assert UNITS["16/1"].factors(reduced=True) == (3, 3)


@rule("2.2.1-06", "2.2.S-10", edition="dark_summer")
def test_all_but_battalions_and_strongpoints_have_a_zone_of_control() -> None:
    assert {unit.size for unit in UNITS.values()} == set(UnitSize)
    for unit in UNITS.values():
        assert unit.zoc == (unit.size not in (UnitSize.BATTALION, UnitSize.STRONGPOINT)), unit.id


@rule("2.2.S-02", "8.2-07", edition="dark_summer")
def test_who_can_never_be_rebuilt_has_a_dot() -> None:
    for unit in UNITS.values():
        never = (
            unit.steps == 1
            or unit.airborne
            or unit.type in (UnitType.SPECIAL_FORCES, UnitType.FLAK)
            or unit.nation in (Nation.FRENCH, Nation.POLISH)
        )
        assert unit.replaceable != never, unit.id


@rule("2.5-02", "2.2.S-08", edition="dark_summer")
def test_battalions_are_rangers_tigers_ost_battalions_and_five_others() -> None:
    battalions = [unit for unit in UNITS.values() if unit.size is UnitSize.BATTALION]
    tigers = [unit for unit in battalions if unit.tiger]
    others = [unit for unit in battalions if unit.side is Side.GERMAN and not (unit.tiger or unit.ost)]
    assert [unit.name for unit in battalions if unit.side is Side.ALLIED] == ["2 Rng", "5 Rng"]
    assert [unit.name for unit in tigers] == ["101 SS Tiger", "503 Tiger", "102 SS Tiger"]
    assert len([unit for unit in battalions if unit.ost]) == 9
    assert [unit.name for unit in others] == ["Füs/243", "Füs/352", "100 Pz", "206 Pz", "Sturm 7"]
    assert sum(CONTENT.formations[unit.formation].division for unit in others) == 2
    assert all(unit.id in CAMPAIGN.placed for unit in others)


@rule("2.2.S-09", "2.4-16", edition="dark_summer")
def test_kampfgruppen_are_the_mechanized_units_of_panzer_divisions() -> None:
    groups = [unit for unit in UNITS.values() if unit.kampfgruppe]
    assert all(unit.type is UnitType.MECHANIZED and unit.side is Side.GERMAN for unit in groups)
    assert [unit.name for unit in UNITS.values() if unit.type is UnitType.MECHANIZED and not unit.kampfgruppe] == [
        "Sturm 7"
    ]
    panzer = [formation for formation in CONTENT.formations.values() if formation.panzer]
    assert len(panzer) == 11 and all(formation.division for formation in panzer)
    assert CONTENT.formations["17 SS PzG"].units == ("37/17-SS-PzG", "38/17-SS-PzG")


@rule("2.4-03", edition="dark_summer")
def test_airborne_are_allied_paratroopers_and_gliders_only() -> None:
    assert {unit.formation for unit in UNITS.values() if unit.airborne} == {"82 Abn", "101 Abn", "6 Abn"}
    assert UNITS["6-FJ"].type is UnitType.PARATROOPER and not UNITS["6-FJ"].airborne
    assert sum(unit.may_withdraw for unit in UNITS.values()) == 15


@rule("2.4-11", edition="dark_summer")
def test_a_formation_is_a_division_a_single_unit_or_the_flak_corps() -> None:
    divisions = Counter(formation.side for formation in CONTENT.formations.values() if formation.division)
    assert divisions == {Side.ALLIED: 39, Side.GERMAN: 36}
    flak = CONTENT.formations["III Flak"]
    assert len(flak.units) == 4 and not flak.division
    for formation in CONTENT.formations.values():
        assert formation.division or formation is flak or len(formation.units) == 1
        assert len({UNITS[name].army for name in formation.units}) == 1
    assert not CONTENT.formations["265"].division and not CONTENT.formations["6 FJ"].division


@rule("2.2.S-05", edition="dark_summer")
def test_flak_has_no_attack_and_a_conditional_defence() -> None:
    for name in CONTENT.formations["III Flak"].units:
        unit = UNITS[name]
        assert (unit.factors(reduced=False), unit.factors(reduced=True)) == ((0, 4), (0, 2))
    assert TABLES.flak.defence == 1


def test_seven_german_formations_are_due_on_turn_1() -> None:
    due = {unit.formation for unit in UNITS.values() if unit.side is Side.GERMAN and unit.entry.turn == 1}
    assert due == {"12 SS Pz", "17 SS PzG", "3 FJ", "346", "77", "III Flak", "Pz Lehr"}


@rule("2.2.S-01", "2.2.S-11", edition="dark_summer")
def test_german_reinforcements_have_a_letter_and_allied_ones_none() -> None:
    assert {unit.nation for unit in UNITS.values()} == set(Nation)
    for unit in UNITS.values():
        if unit.entry.turn is not None:
            assert (unit.entry.letter in ("W", "S", "E")) == (unit.side is Side.GERMAN)
    assert {unit.entry.letter for unit in UNITS.values() if unit.tiger} == {"E"}


def test_strongpoints_and_ost_battalions_have_the_factors_that_are_dealt() -> None:
    def factors(wanted: list[Unit]) -> Counter[int]:
        assert all(unit.attack == unit.defence for unit in wanted)
        return Counter(unit.defence for unit in wanted)

    assert factors([unit for unit in UNITS.values() if unit.strongpoint]) == {1: 7, 2: 8, 3: 5}
    assert factors([unit for unit in UNITS.values() if unit.ost]) == {0: 1, 1: 5, 2: 3}


# -- the charts ------------------------------------------------------------------------------------


@rule("7.0-01", "7.1-01", "3.1-09", edition="dark_summer")
def test_nine_weather_chits_of_five_kinds() -> None:
    assert [row.chits for row in TABLES.weather.values()] == [2, 2, 3, 1, 1]
    assert list(TABLES.weather) == list(Weather)
    assert [row.historical_start for row in TABLES.weather.values()] == [1, 1, 0, 1, 1]


@rule("9.3.4-01", "9.2-13", "9.4-02", edition="dark_summer")
def test_chits_of_each_weather_are_in_the_box() -> None:
    box = TABLES.action_chits
    assert [row.reactions for row in TABLES.weather.values()] == [1, 2, 2, 3, 4]
    cups = []
    for row in TABLES.weather.values():
        assert row.us.chits <= box.us and row.us.moves <= 2 and row.us.combats <= 2
        totals = {rounds.moves + rounds.combats for rounds in row.british}
        assert {rounds.moves + rounds.combats for rounds in row.german} == {box.german}
        assert max(rounds.moves for rounds in row.british) <= box.british_move
        assert max(rounds.combats for rounds in row.british) <= box.british_combat
        cups.append(row.us.chits + totals.pop() + box.german)
        assert not totals and row.reactions <= box.reaction
    assert cups == [11, 11, 9, 7, 7]  # one of them is the Initiative chit, but on Turn 1


@rule("8.2-01", "8.2.1-02", edition="dark_summer")
def test_replacements_follow_the_weather() -> None:
    sums: Counter[tuple[str, Replacement]] = Counter()
    for row in TABLES.weather.values():
        for receiver, kinds in row.replacements.items():
            for kind, count in kinds.items():
                sums[receiver, kind] += count * row.chits
    assert sums == {
        ("us", Replacement.INFANTRY): 21,
        ("us", Replacement.ARMOR): 7,
        ("british", Replacement.INFANTRY): 16,
        ("british", Replacement.ARMOR): 8,
        ("canadian", Replacement.CANADIAN): 8,
        ("german", Replacement.INFANTRY): 14,
        ("german", Replacement.MECHANIZED): 8,
        ("german", Replacement.ARMOR): 2,
    }


@rule("8.2.1-01", edition="dark_summer")
def test_each_unit_without_a_dot_needs_one_kind_of_replacement_but_for_us_cavalry() -> None:
    for unit in UNITS.values():
        kinds = CONTENT.rebuilt_with(unit)
        cavalry = unit.type is UnitType.ARMORED_CAVALRY
        assert len(kinds) == (2 if cavalry else 1 if unit.replaceable else 0), unit.id
    assert CONTENT.rebuilt_with(UNITS["2-Can-A"]) == (Replacement.CANADIAN,)
    assert CONTENT.rebuilt_with(UNITS["6-FJ"]) == (Replacement.INFANTRY,)
    assert CONTENT.rebuilt_with(UNITS["503-Tiger"]) == (Replacement.ARMOR,)
    assert CONTENT.rebuilt_with(UNITS["505/82"]) == ()


@rule("11.3.5-03", edition="dark_summer")
def test_better_odds_and_higher_rolls_are_never_worse_for_the_attacker() -> None:
    table = TABLES.combat
    rank = RESULTS.index
    for roll, row in table.die.items():
        assert [rank(result) for result in row] == sorted(rank(result) for result in row)
        if roll < 6:
            assert all(rank(a) <= rank(b) for a, b in zip(row, table.die[roll + 1], strict=True))
    assert table.columns[0] == "1-3" and table.columns[-1] == "6-1" and table.below == RESULTS[0]
    assert set(table.results) == {result for row in table.die.values() for result in row}


@rule("11.7-11", edition="dark_summer")
def test_cherbourg_can_fall_at_any_odds() -> None:
    table = TABLES.cherbourg_combat
    assert table.columns[0] == "1-1" and all(result == "C" for result in table.die[6])
    assert set(table.results) == {result for row in table.die.values() for result in row}


@rule("2.2.3-01", "2.2.S-07", "12.0-02", "12.3-01", "3.1-05", edition="dark_summer")
def test_support_markers_have_values_and_turns() -> None:
    found = {
        (marker.army.value, marker.kind, marker.attack, marker.defence, marker.turn, marker.round)
        for marker in TABLES.support.values()
    }
    assert len(TABLES.support) == 15
    assert found == {
        ("us", "naval", 6, 6, 1, 3),
        ("british", "naval", 6, 6, 1, 3),
        ("us", "tac_air", 4, None, 1, 5),
        ("us", "tac_air", 4, None, 3, 1),
        ("us", "tac_air", 4, None, 8, 1),
        ("british", "tac_air", 4, None, 1, 5),
        ("british", "tac_air", 4, None, 4, 1),
        ("us", "tank_destroyer", 2, 3, 2, 1),
        ("us", "tank_destroyer", 2, 3, 3, 1),
        ("us", "tank_destroyer", 2, 3, 5, 1),
        ("us", "carpet_bombing", None, None, 6, 1),
        ("british", "carpet_bombing", None, None, 4, 1),
        ("german", "nebelwerfer", 3, 3, 2, 1),
        ("german", "artillery", 4, 4, 3, 1),
        ("german", "assault_gun", None, 2, 2, 1),
    }


# -- the set-ups -----------------------------------------------------------------------------------


def stacks(set_up: SetUp) -> dict[str, list[Unit]]:
    found: dict[str, list[Unit]] = {}
    for unit, place in set_up.placed.items():
        found.setdefault(place, []).append(UNITS[unit])
    return found


def on_land(set_up: SetUp) -> dict[str, list[Unit]]:
    return {place: units for place, units in stacks(set_up).items() if place != CHERBOURG and GROUND.land_at(place)}


@pytest.mark.parametrize("set_up", [CAMPAIGN, TURN_2], ids=lambda one: one.id)
def test_no_enemies_share_a_hex_and_stacks_are_legal(set_up: SetUp) -> None:
    germans = {place for place, units in on_land(set_up).items() if units[0].side is Side.GERMAN}
    dealt = {*set_up.strongpoints, *set_up.ost_battalions} - {CHERBOURG}
    for place, units in on_land(set_up).items():
        assert GROUND.passable >> GRID.at(place) & 1, place
        assert len({unit.army for unit in units}) == 1, place
        assert sum(not unit.stacks_free for unit in units) <= TABLES.stacking.units, place
        divisional = {
            unit.formation
            for unit in units
            if CONTENT.formations[unit.formation].division and not unit.airborne and not unit.stacks_free
        }
        assert len(divisional) <= 1, place
        assert place in germans or place not in dealt
        if place in germans:
            forbidden = GROUND.letters["C"] | GROUND.letters["W"] | GROUND.letters["S"]
            assert not forbidden >> GRID.at(place) & 1


@rule("3.1-01", "3.1-04", edition="dark_summer")
def test_each_counter_is_where_it_says_at_the_start() -> None:
    for unit in UNITS.values():
        entry, place = unit.entry, CAMPAIGN.placed.get(unit.id)
        match entry.kind:
            case "hex":
                assert place == entry.hex
            case "cherbourg":
                assert place == CHERBOURG
            case "first_wave":
                assert place == GROUND.approaches[str(entry.hex)]
            case "second_wave":
                assert place == GROUND.second_waves[str(entry.hex)]
            case "third_wave":
                assert place == GROUND.beaches[str(entry.beach)].third_wave
            case "airfield":
                assert place == GROUND.airfields[unit.army]
            case _:
                assert place is None


@rule("2.1-05", "2.4-04", edition="dark_summer")
def test_two_gliders_wait_at_the_airfields() -> None:
    waiting = {unit.id: unit.army for unit in UNITS.values() if unit.entry.kind == "airfield"}
    assert waiting == {"325/82": Army.US, "6/6": Army.BRITISH}
    assert all(UNITS[name].type is UnitType.GLIDER for name in waiting)


@rule("8.1.3-01", edition="dark_summer")
def test_the_waves_are_offshore() -> None:
    first = {place: [unit.id for unit in units] for place, units in stacks(CAMPAIGN).items() if place in APPROACHES}
    assert first == {
        "2503": ["8/4"],
        "3002": ["2-Rng"],
        "3202": ["116/29", "5-Rng"],
        "3302": ["16/1"],
        "4002": ["231/50", "8-A"],
        "4101": ["69/50"],
        "4202": ["7/3-Can", "2-Can-A"],
        "4301": ["8/3-Can"],
        "4602": ["8/3", "27-A"],
    }
    assert Counter(unit.entry.kind for unit in UNITS.values() if "wave" in unit.entry.kind) == {
        "first_wave": 13,
        "second_wave": 11,
        "third_wave": 12,
    }


APPROACHES = set(GROUND.approaches.values())


@rule("3.1-06", "3.1-07", "3.1-11", "3.1-12", "3.1-13", "7.1-02", edition="dark_summer")
def test_the_campaign_begins_on_turn_1_in_showers() -> None:
    assert (CAMPAIGN.turn, CAMPAIGN.weather) == (1, Weather.SHOWERS)
    assert CAMPAIGN.reduced == {"914/352"} and CAMPAIGN.placed["914/352"] == "3207"
    assert CAMPAIGN.augmented_omaha == ("3203", "3303")
    assert CAMPAIGN.points == {Side.ALLIED: 0, Side.GERMAN: 0}
    assert TABLES.turn[0].name == "June II" and TABLES.last_turn == 10


def test_a_strongpoint_is_dealt_to_every_beach_hex_and_to_pointe_du_hoc() -> None:
    assert set(GROUND.approaches) <= set(CAMPAIGN.strongpoints)
    assert (len(CAMPAIGN.strongpoints), len(CAMPAIGN.ost_battalions)) == (20, 9)
    assert (CAMPAIGN.strongpoints.count(CHERBOURG), CAMPAIGN.ost_battalions.count(CHERBOURG)) == (2, 1)


def test_no_german_but_strongpoints_stands_near_omaha_at_the_start() -> None:
    near = GRID.within(GRID.set("3203 3303"), 2)
    german = [place for place, units in on_land(CAMPAIGN).items() if units[0].side is Side.GERMAN]
    assert not near & GRID.set([*german, *(place for place in CAMPAIGN.ost_battalions if place != CHERBOURG)])


@pytest.mark.parametrize(
    ("set_up", "cut_off"), [(CAMPAIGN, ["2303", "2403"]), (TURN_2, [])], ids=["campaign", "june_14"]
)
def test_germans_are_in_supply_at_the_start_but_for_those_behind_utah(set_up: SetUp, cut_off: list[str]) -> None:
    land = on_land(set_up)
    german = GRID.set(place for place, units in land.items() if units[0].side is Side.GERMAN)
    german |= GRID.set(place for place in (*set_up.strongpoints, *set_up.ost_battalions) if place != CHERBOURG)
    zone = allied = 0
    for place, units in land.items():
        if units[0].side is Side.ALLIED:
            allied |= 1 << GRID.at(place)
            zone |= GROUND.zoc[GRID.at(place)] if any(unit.zoc for unit in units) else 0
    sources = GROUND.letters["W"] | GROUND.letters["S"] | GROUND.letters["E"] | GROUND.letters["(E)"]
    closed = allied | zone & ~german | GRID.set(set_up.open_beaches)
    supplied = flood(GRID, sources, GROUND.passable & ~closed)
    assert GRID.labels(german & ~supplied) == cut_off
    assert supplied & GROUND.letters["C"] == GROUND.letters["C"]  # so Cherbourg is not Isolated


def test_turn_2_has_every_unit_of_turn_1_on_the_map_or_dead() -> None:
    due = {unit.id for unit in LISTED if (unit.entry.turn or 1) == 1}
    assert set(TURN_2.placed) | TURN_2.eliminated == due
    assert not set(TURN_2.placed) & TURN_2.eliminated
    assert (TURN_2.turn, TURN_2.weather) == (2, None)
    assert set(TURN_2.open_beaches) == set(GROUND.beach_of) and not TURN_2.augmented_omaha
    assert len(TURN_2.reduced) == 25 and TURN_2.reduced <= set(TURN_2.placed)


@pytest.mark.parametrize("army", [Army.US, Army.BRITISH])
def test_nobody_is_across_the_boundary_on_turn_2(army: Army) -> None:
    home = GROUND.us_zone if army is Army.US else GROUND.british_zone
    allowed = GRID.within(home, 1)
    for place, units in on_land(TURN_2).items():
        assert units[0].army is not army or allowed >> GRID.at(place) & 1


# -- slips and a player's own values ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (
            "units.csv",
            ",6,5,3,3,5,yes",
            ",six,5,3,3,5,yes",
            'units.csv, unit 16/1, attack: it should be a whole number, not "six"',
        ),
        ("units.csv", "W1 3303", "W1 3304", "units.csv, unit 16/1, entry: there is no hex to land at '3304'"),
        ("units.csv", "W1 3303", "W7", "units.csv, unit 16/1, entry: 'W7' is no entry"),
        ("units.csv", "18/1,18/1", "16/1,18/1", "units.csv, line 3: there is already a unit 16/1"),
        ("map.toml", "r07  ~~~.", "r07  ~~~?", r"map.toml, terrain.sheet, row 07: column 13: there is no Terrain '\?'"),
        ("map.toml", "2605|2704", "2605|2904", "map.toml, river Vire: 2605 and 2904 do not touch"),
        ("map.toml", "N-1700-1801", "N-1801-1901", "map.toml, road N13: 1801 is not on the edge of the map"),
        ("map.toml", 'hexes = ["6028"]', 'hexes = ["6027"]', "map.toml, place Alençon: 6027 is no city on the sheet"),
        ("tables.toml", '1 = ["AL2", ', "1 = [", "tables.toml, combat: a roll of 1 needs a result for each of the 8"),
        (
            "tables.toml",
            "[weather.sun]",
            "[weather.sunshine]",
            "tables.toml, weather.sunshine: 'sunshine' is not possible",
        ),
        (
            "tables.toml",
            '"503-Tiger"',
            '"504-Tiger"',
            "tables.toml, victory.german, exit_independents: there is no unit",
        ),
        ("setup.toml", '["914/352"]', '["2-Rng"]', "setup.toml, reduced: 2-Rng has one step"),
        ("setup.toml", '"2303"', '"9903"', "setup.toml, ost_battalions: there is no place '9903'"),
        ("start_turn_2.toml", '"18/1"', '"16/1"', "start_turn_2.toml, units, 3611: 16/1 is in 3611 already"),
    ],
)
def test_a_slip_in_the_data_is_named_in_a_sentence(file: str, old: str, new: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        read_content(altered(shipped(), file, old, new))


OWN = """
[units."16/1"]
attack = 5

[terrain.bocage]
shift = -1

[support.us-naval]
defence = 5
"""


def test_a_players_own_values_replace_ours(tmp_path: Path) -> None:
    path = own_values(tmp_path, OWN)
    mine: Content = load_content(path)
    assert (mine.units["16/1"].attack, mine.units["16/1"].defence, mine.units["16/1"].values) == (5, 5, "overlay")
    assert mine.tables.terrain[Terrain.BOCAGE].shift == -1 and mine.tables.terrain[Terrain.BOCAGE].allied == 2
    assert mine.units["18/1"] == UNITS["18/1"] and mine.fingerprint != CONTENT.fingerprint
    assert changes(path) == {"units": ["16/1"], "terrain": ["bocage"], "support": ["us-naval"]}
    assert load_content() is CONTENT


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[units."16/2"]\nattack = 5', "mine.toml, units: there is no entry '16/2'"),
        ('[units."16/1"]\nattak = 5', "mine.toml, unit 16/1, attak: there is no field 'attak'; did you mean attack"),
        ("[terain.bocage]\nshift = 1", "mine.toml: there is no entry 'terain'; did you mean terrain"),
        ("[terrain.bocage]\nshift = 9", "mine.toml, terrain.bocage.shift: .* less than or equal to 4, not 9"),
        ("terrain = 3", "mine.toml, terrain: it should be a table"),
        ("[terrain", "mine.toml: it is not TOML"),
        ('[units."16/1"]\nid = "18/1"', "mine.toml, unit 16/1, id: it says who this is, so it cannot be replaced"),
        ('[units."16/1"]\nformation = "29"', "mine.toml, unit 16/1, formation: it says who this is"),
        ('[units."16/1"]\nnation = "german"', "mine.toml, unit 16/1, nation: it says who this is"),
    ],
)
def test_a_slip_in_a_players_file_is_named_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        load_content(own_values(tmp_path, text))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_data_can_be_listed(kind: str) -> None:
    found = listing(kind, None, None)
    assert found.as_json
    for sheet in found.sheets:
        assert sheet.rows and all(len(row) == len(sheet.heads) for row in sheet.rows)


def test_a_set_up_is_listed_by_place() -> None:
    _, places = listing("scenarios", "campaign", None).sheets
    rows = {row[0]: row[1:] for row in places.rows}
    assert rows["3207"] == ("bocage", "914/352 (reduced)")
    assert rows["2202"] == ("bocage", "919/709, Strongpoint")
    assert rows[CHERBOURG][0] == "box"
