"""The components of A Bloody Summer as data: map, boxes, counters, charts, set-ups, and answers to a slip in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import ceil
from pathlib import Path

import pytest

from bocage.games.bloody_summer.campaign import Campaign
from bocage.games.bloody_summer.content import BOX, SET_UPS, Content, SetUp, load_content, read_content, shipped
from bocage.games.bloody_summer.ground import ESTUARY, MAJOR, MINOR, Mover, lines_between
from bocage.games.bloody_summer.inventory import KINDS, changes, listing
from bocage.games.bloody_summer.pieces import BATTERIES, FESTUNG_PIECES, GARRISONS, PARTISANS
from bocage.games.bloody_summer.places import ABSENT, BOXES, PLACES, place_name, place_number, printed_place
from bocage.games.bloody_summer.tables import Result
from bocage.games.bloody_summer.terms import (
    Arm,
    Army,
    Cup,
    Nation,
    Replacement,
    Ship,
    Side,
    TaskForce,
    Terrain,
    UnitSize,
    Weather,
)
from bocage.games.bloody_summer.title import open_scenario
from bocage.games.bloody_summer.units import Headquarters, Unit
from bocage.geography.normandy import distance_km, normandy
from bocage.geography.projection import Sheet, fits
from bocage.hexes import HexSet, flood, mask, members
from bocage.kernel.data import DataError
from tests.support import altered, own_values, rule

CONTENT = load_content()
GROUND, TABLES, COUNTERS, UNITS, CORPS = (
    CONTENT.ground,
    CONTENT.tables,
    CONTENT.counters,
    CONTENT.units,
    CONTENT.headquarters,
)
GRID = GROUND.grid
CAMPAIGN, CHERBOURG, COBRA = (CONTENT.set_ups[name] for name in ("campaign", "race_to_cherbourg", "operation_cobra"))
FOOT, TRUCKS, TANKS = Mover(False, False), Mover(True, False), Mover(True, True)


def labels(hexes: HexSet) -> str:
    return " ".join(GRID.labels(hexes))


def counter(name: str) -> Unit | Headquarters:
    return UNITS.get(name) or CORPS[name]


# -- the map ---------------------------------------------------------------------------------------


@rule("preface-05", "backcover-02", edition="bloody_summer")
def test_a_hex_is_about_six_kilometres_across() -> None:
    sheet = Sheet(fits()["bloody_summer"], GRID)
    west, east = (sheet.position(*GRID.centre(GRID.at(label))) for label in ("1021", "1001"))
    assert 6 <= distance_km([west], east) / 20 < 7
    for town, label in (("Bayeux", "0812"), ("Saint-Lô", "1216"), ("Falaise", "1506"), ("Avranches", "2019")):
        assert sheet.offset(GRID.at(label), *normandy().towns[town]) < 1, town


def test_hexes_are_numbered_by_row_and_column_southward_and_westward() -> None:
    assert len(GRID.hexes) == 508 and "0201" not in GROUND.labels and "2121" not in GROUND.labels
    assert (GRID.row(GRID.at("0617")), GRID.column(GRID.at("0617"))) == (6, 17)
    near = {label: sorted(map(GRID.label, GRID.neighbours[GRID.at(label)])) for label in ("1010", "1109")}
    assert near == {
        "1010": ["0909", "0910", "1009", "1011", "1109", "1110"],
        "1109": ["1009", "1010", "1108", "1110", "1209", "1210"],
    }


@rule("2.2-01", "2.2-02", edition="bloody_summer")
def test_every_hex_has_a_terrain_and_rivers_lie_on_hexsides() -> None:
    assert Counter(GROUND.beneath[h] for h in GRID.hexes) == {
        Terrain.BOCAGE: 264,
        Terrain.SEA: 142,
        Terrain.CLEAR: 78,
        Terrain.FOREST: 17,
        Terrain.MARSH: 7,
    }
    assert GROUND.land.bit_count() == 366
    assert Counter(GROUND.rivers[side] for side in GROUND.rivers) == {MINOR: 171, MAJOR: 68, ESTUARY: 4}
    bocage, clear = TABLES.terrain[Terrain.BOCAGE], TABLES.terrain[Terrain.CLEAR]
    assert bocage.foot == 2 * (clear.foot or 0) and bocage.motorized == 2 * (clear.motorized or 0)
    assert bocage.shift == max(row.shift for row in TABLES.terrain.values())


def test_places_that_the_rulebook_numbers_are_where_it_says() -> None:
    where = {place.name: " ".join(place.hexes) for place in GROUND.places}
    assert where["Cherbourg"] == "0223 0222" and where["Arromanches"] == "0711"
    assert where["Saint-Laurent and Vierville"] == "0714" and where["Cahagnes"] == "1213"
    assert where["Marigny"] == "1218" and where["Saint-Vaast-la-Hougue"] == "0219"
    assert "0807" in labels(GROUND.beach) and where["Ouistreham"] == "0807"


@rule("2.2-10", edition="bloody_summer")
def test_sixteen_town_hexes_and_the_villages() -> None:
    assert GROUND.town.bit_count() == 16 and GROUND.village.bit_count() == 86
    assert sum(place.kind == "town" for place in GROUND.places) == 14
    assert not GROUND.town & GROUND.village and not GROUND.beach & (GROUND.town | GROUND.village)
    assert labels(GROUND.town) == ("0222 0223 0421 0812 0818 0908 1002 1008 1216 1320 1506 1713 1721 1804 1810 2019")


def test_the_defender_of_1213_may_choose_between_village_and_bocage() -> None:
    assert GROUND.terrains_at(GRID.at("1213")) == (Terrain.BOCAGE, Terrain.VILLAGE)
    village, bocage = TABLES.terrain[Terrain.VILLAGE], TABLES.terrain[Terrain.BOCAGE]
    assert (village.shift, village.air_support) != (bocage.shift, bocage.air_support)
    assert GROUND.terrains_at(GRID.at("0908")) == (Terrain.CLEAR, Terrain.TOWN)
    assert GROUND.terrains_at(GRID.at("0711")) == (Terrain.BEACH,)


def test_eight_beach_hexes_two_armies() -> None:
    assert {beach.name: (beach.hex, beach.army) for beach in GROUND.beaches.values()} == {
        "Utah": ("0617", Army.US),
        "Omaha West": ("0714", Army.US),
        "Omaha East": ("0713", Army.US),
        "Gold West": ("0711", Army.BRITISH),
        "Gold East": ("0710", Army.BRITISH),
        "Juno West": ("0709", Army.BRITISH),
        "Juno East": ("0708", Army.BRITISH),
        "Sword": ("0807", Army.BRITISH),
    }
    for name, sea in GROUND.offshore.items():
        assert not GROUND.land >> sea & 1, name
    assert len(set(GROUND.offshore.values())) == 9
    assert 2 * TABLES.automatic_victory.beach_hexes == len(GROUND.beaches)


def test_commandos_may_land_from_arromanches_to_ouistreham() -> None:
    assert labels(GROUND.commandos) == "0708 0709 0710 0711 0712 0807 0808"
    british = mask(GRID.at(beach.hex) for beach in GROUND.beaches.values() if beach.army is Army.BRITISH)
    assert labels(GROUND.commandos & ~british) == "0712 0808"


def test_twelve_exits_lie_on_roads_of_the_edge() -> None:
    assert list(GROUND.exits) == list("abcdefghijkl")
    roads = mask(h for side in GROUND.roads for h in side)
    for letter, one in GROUND.exits.items():
        h = GRID.at(one.hex)
        assert len(GRID.neighbours[h]) < 6 and roads >> h & 1, letter
    boxes = Counter(one.box for one in GROUND.exits.values())
    assert boxes == {"Evreux": 4, "Alencon": 3, "Le Mans": 3, "Rennes": 2}
    west = [letter for letter, one in GROUND.exits.items() if int(one.hex[2:]) >= 17]
    assert tuple(west) == CHERBOURG.exits == ("k", "l")


@rule("9.2-05", edition="bloody_summer")
def test_every_hex_lies_in_one_interdiction_zone() -> None:
    assert len(GROUND.zones) == 7 >= TABLES.tactical_interdiction.most
    assert sum(hexes.bit_count() for hexes in GROUND.zones.values()) == len(GRID.hexes)
    where = GROUND.zones
    assert where["Cotentin"] >> GRID.at("0223") & 1 and where["Caen"] >> GRID.at("0908") & 1
    assert where["Falaise"] >> GRID.at("1506") & 1 and where["Saint-Lo and Coutances"] >> GRID.at("1216") & 1


@rule("6.2-04", edition="bloody_summer")
def test_ships_reach_three_and_two_hexes_from_their_coasts() -> None:
    assert {(one.task_force, one.ship): one.range for one in COUNTERS.naval.values()} == {
        (TaskForce.WESTERN, Ship.BATTLE_CRUISERS): 3,
        (TaskForce.WESTERN, Ship.DESTROYERS): 2,
        (TaskForce.EASTERN, Ship.BATTLE_CRUISERS): 3,
        (TaskForce.EASTERN, Ship.DESTROYERS): 2,
    }
    west, east = GROUND.coast[TaskForce.WESTERN], GROUND.coast[TaskForce.EASTERN]
    assert not west & east and {"0219", "0713"} <= set(GRID.labels(west)) and {"0712", "0502"} <= set(GRID.labels(east))
    for hexes in (west, east):  # each is one chain of land hexes beside the sea
        assert not hexes & ~GROUND.land and flood(GRID, 1 << members(hexes)[0], hexes) == hexes
        assert labels(hexes & ~GRID.within(GRID.all & ~GROUND.land, 1)) in ("", "0502")  # the Seine is beyond the map
    caen = GRID.at("0908")
    assert GROUND.within(TaskForce.EASTERN, 2) >> caen & 1 and not GROUND.within(TaskForce.EASTERN, 0) >> caen & 1
    assert not GROUND.within(TaskForce.WESTERN, 3) >> GRID.at("1216") & 1


def test_the_fortified_line_is_around_cherbourg() -> None:
    town = GRID.set("0222 0223")
    sides = {(a, b) for a, b in GROUND.fortified}
    assert sides == {
        (min(a, b), max(a, b))
        for a in members(town)
        for b in GRID.neighbours[a]
        if GROUND.land >> b & 1 and not town >> b & 1
    }


def test_a_bridge_is_wherever_a_road_or_railroad_crosses_a_river() -> None:
    for side in GROUND.rivers:
        assert (side in GROUND.bridges) == (side in GROUND.roads or side in GROUND.railroads)
    caen = tuple(sorted((GRID.at("0908"), GRID.at("1008"))))
    assert GROUND.bridges[caen[0], caen[1]] == MAJOR
    assert labels(GROUND.unbridged[GRID.at("0807")]) == "0806 0906 0907"


def test_roads_are_one_net_and_all_land_can_be_reached() -> None:
    roads = mask(h for side in GROUND.roads for h in side)
    reached = frontier = 1 << GRID.at("0223")
    while frontier:
        frontier = sum(1 << h for h in members(_spread(frontier)) if not reached >> h & 1)
        reached |= frontier
    assert reached == roads
    assert flood(GRID, 1 << GRID.at("1010"), GROUND.land) == GROUND.land


def _spread(hexes: HexSet) -> HexSet:
    found = 0
    for h in members(hexes):
        found |= GROUND.along_roads[h]
    return found


def test_zones_of_control_stop_at_towns_marshes_and_major_rivers() -> None:
    assert labels(GROUND.zoc[GRID.at("0909")]) == "0809 0810 0910 1009 1010"  # Caen is beside it
    assert labels(GROUND.zoc[GRID.at("0718")]) == "0618 0619"  # marshes, Carentan, the Douve
    assert labels(GROUND.zoc[GRID.at("1006")]) == "0905 0906 1005 1007 1105 1106"  # into marshes by their roads
    assert labels(GROUND.zoc[GRID.at("1105")]) == "1006 1106 1205 1206"  # not into the marsh without one
    assert GROUND.around[GRID.at("0616")] & GRID.set("0617 0716") == GRID.set("0716")  # the bay of the Veys


# -- movement costs --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "foot", "trucks", "tanks"),
    [
        ("1306 1207", 1, 2, 2),  # clear
        ("1413 1512", 2, 4, 4),  # bocage
        ("1611 1510", 2, 4, 4),
        ("0918 0919", 3, 6, None),  # marsh off the road
        ("0818 0819", 1, 1, 1),  # marsh by the road
        ("1107 1008", 1, 1, 1),  # road into a town
        ("1207 1107", 1, 2, 2),
        ("0807 0906", 2, 4, 4),  # over the Orne without a bridge
        ("0908 1008", 1, 1, 1),  # by its bridge
        ("0616 0617", None, None, None),  # estuary
        ("0711 0611", None, None, None),  # sea
        ("1007 1106", 1, 2, 2),  # railroad
        ("1016 1116", 1, 2, 2),  # railroad through bocage
    ],
)
def test_a_step_costs_hex_and_hexside_or_the_road(
    step: str, foot: int | None, trucks: int | None, tanks: int | None
) -> None:
    a, b = map(GRID.at, step.split())
    for mover, cost in ((FOOT, foot), (TRUCKS, trucks), (TANKS, tanks)):
        assert GROUND.step_cost(a, b, mover) == cost
        assert dict(GROUND.links(mover)[a]).get(b) == cost


@pytest.mark.parametrize(
    ("step", "mover", "free", "strafed"),
    [
        ("1306 1207", FOOT, 1, 2),
        ("1407 1307", TRUCKS, 1, 2),  # a road through a clear hex
        ("1413 1512", FOOT, 2, 2),  # bocage
        ("0807 0906", TRUCKS, 4, 8),  # over a river into a clear hex
        ("1107 1008", TRUCKS, 1, 1),  # a town
        ("0906 0806", TRUCKS, 1, 1),  # a forest
    ],
)
def test_interdiction_doubles_clear_hexes_and_river_crossings(step: str, mover: Mover, free: int, strafed: int) -> None:
    a, b = map(GRID.at, step.split())
    zone = next(hexes for hexes in GROUND.zones.values() if hexes >> b & 1)
    links = Campaign(CONTENT, CAMPAIGN).links
    assert dict(links(mover)[a])[b] == free
    assert dict(links(mover, zone)[a])[b] == strafed
    assert dict(links(mover, GRID.all & ~zone)[a])[b] == free


# -- the Strategic Movement Map --------------------------------------------------------------------


def test_eleven_boxes_and_eighteen_lines() -> None:
    assert len(GROUND.boxes) == 11
    lines = list(lines_between(GROUND.boxes))
    assert len(lines) == 18 and ("Paris", "Orleans") in lines and ("Rennes", "Brest") in lines
    reached = {"Paris"}
    while more := {link for box in reached for link in GROUND.boxes[box].links} - reached:
        reached |= more
    assert reached == set(GROUND.boxes)
    assert {name for name, box in GROUND.boxes.items() if box.beyond_seine} == {"Pas-de-Calais", "Paris", "Orleans"}
    assert all(box.interdiction >= 4 for box in GROUND.boxes.values())  # an adjusted 3 leaves (6.12)


@rule("4.1.2.a-01", "4.1.2.a-05", "4.1.2.b-03", edition="bloody_summer")
def test_the_resistance() -> None:
    assert {name for name, box in GROUND.boxes.items() if box.maquis} == {"Languedoc", "South East"}
    partisan, ffi = COUNTERS.partisan, COUNTERS.ffi
    assert (partisan.attack, partisan.defence, partisan.steps) == (0, 2, 1)
    assert (ffi.box, ffi.attack, ffi.defence, ffi.steps) == ("Paris", 5, 5, 2)
    for name in ("Languedoc", "South East"):
        assert 1 + TABLES.strategic_interdiction.partisan < GROUND.boxes[name].interdiction  # still a chance


@rule("0.1.2.e-02", "0.1.2.e-E1", edition="bloody_summer")
def test_a_festung_is_a_box_of_its_own_in_another() -> None:
    assert {one.name: one.box or one.hex for one in COUNTERS.festung.values()} == {
        "Cherbourg": "0223",
        "Saint-Malo": "Rennes",
        "Saint-Nazaire": "Rennes",
        "Lorient": "Brest",
        "Brest": "Brest",
        "Le Havre": "Pas-de-Calais",
    }
    assert place_name(place_number("festung-saint-nazaire")) != place_name(BOXES["Rennes"])
    assert {one.name for one in COUNTERS.festung.values() if one.atlantic} == {"Lorient", "Saint-Nazaire", "Brest"}


@rule("7.2-01", "7.2-04", edition="bloody_summer")
def test_six_german_depots_of_which_two_off_the_map_can_defend_themselves() -> None:
    depots = COUNTERS.german_depot.values()
    assert [one.box or one.hex for one in depots] == ["Pas-de-Calais", "Paris", "Le Mans", "Rennes", "Brest", "0223"]
    assert {one.box for one in depots if one.box and one.defence} == {"Paris", "Brest"}
    assert [one.bonus for one in depots] == [0, 0, 0, 0, 0, 1]


def test_places_have_names_that_lead_back() -> None:
    for place in PLACES:
        if place >= GRID.size or place in GRID.hexes:
            assert place_number(place_name(place)) == place
    assert place_name(ABSENT) == "absent"
    with pytest.raises(ValueError, match="there is no place 'pariss'; did you mean paris"):
        place_number("pariss")


# -- the units -------------------------------------------------------------------------------------


@rule("0.1-01", "0-04", "0.1.2-01", edition="bloody_summer")
def test_as_many_units_and_steps_as_the_armies_had() -> None:
    found = {
        army: (len(units), sum(unit.steps for unit in units))
        for army in Army
        if (units := [unit for unit in UNITS.values() if unit.army is army])
    }
    assert found == {Army.US: (79, 150), Army.BRITISH: (62, 114), Army.GERMAN: (102, 199)}
    assert len(UNITS) == 243 and {unit.size for unit in UNITS.values()} == set(UnitSize)
    assert not set(UNITS) & set(CORPS)


STRENGTH = {  # attack, defence and steps of all that has set up, landed or arrived by each turn
    Army.US: "82/88/40 140/144/66 167/168/78 191/195/90 191/195/90 212/219/102 239/243/114 251/255/120 272/279/132 "
    "296/303/144 305/315/150 305/315/150 305/315/150",
    Army.BRITISH: "82/83/41 114/107/53 154/143/71 170/159/79 200/191/95 213/207/103 213/207/103 217/211/105 "
    "224/219/109 233/227/113 235/229/114 235/229/114 235/229/114",
    Army.GERMAN: "61/83/53 189/214/109 197/226/114 261/288/141 275/310/149 291/332/157 294/336/158 320/359/169 "
    "352/398/186 362/413/191 367/423/195 374/435/199 374/435/199",
}


@pytest.mark.parametrize("army", Army)
def test_strength_grows_with_the_turns_printed_on_the_counters(army: Army) -> None:
    sums = []
    for turn in range(TABLES.last_turn + 1):
        there = [unit for unit in UNITS.values() if unit.army is army and (unit.entry.turn or 0) <= turn]
        sums.append(
            "/".join(str(sum(getattr(unit, what) for unit in there)) for what in ("attack", "defence", "steps"))
        )
    assert " ".join(sums) == STRENGTH[army]


@rule("0.1.2-03", "0.1.2-05", edition="bloody_summer")
def test_a_weaker_side_has_its_share_of_the_values_rounded_up() -> None:
    assert Counter(unit.steps for unit in UNITS.values()) == {1: 31, 2: 204, 3: 8}
    for unit in UNITS.values():
        for lost in range(unit.steps):
            left = unit.steps - lost
            share = (ceil(unit.attack * left / unit.steps), ceil(unit.defence * left / unit.steps))
            assert unit.factors(lost) == share, unit.id
    assert [UNITS["353-Inf"].factors(lost) for lost in range(3)] == [(6, 9), (4, 6), (2, 3)]


@rule("0.1.2.a-01", "0.1.2.a-02", edition="bloody_summer")
def test_units_with_a_movement_of_six_are_not_motorized() -> None:
    foot = [unit for unit in UNITS.values() if not unit.motorized]
    assert all(unit.movement == 6 and unit.side is Side.GERMAN for unit in foot)
    assert {unit.movement for unit in UNITS.values() if unit.motorized} == {8, 10}
    assert [unit.id for unit in UNITS.values() if unit.arm is Arm.CYCLIST] == ["30-Schnelle"]


@rule("0.1.2-04", "2.1-01", "2.1-02", edition="bloody_summer")
def test_stacking_values() -> None:
    assert Counter(unit.stacking for unit in UNITS.values()) == {0: 22, 1: 199, 2: 11, 3: 11}
    for unit in UNITS.values():
        assert (unit.stacking > 1) == (unit.size is UnitSize.DIVISION), unit.id
        if unit.size is UnitSize.BATTALION and not unit.formation:
            assert unit.stacking == 0 and not unit.zoc, unit.id
    assert sum(UNITS[name].stacking for name in CONTENT.formations["101 Abn"].units) == TABLES.supply.air


@rule("0.1.2.c-01", edition="bloody_summer")
def test_armour_is_panzer_or_allied_armour_and_may_be_put_in_reserve_with_panzergrenadiers() -> None:
    armoured = [unit for unit in UNITS.values() if unit.armoured]
    assert {(unit.side, unit.arm) for unit in armoured} == {(Side.ALLIED, Arm.ARMOUR), (Side.GERMAN, Arm.PANZER)}
    assert Counter(unit.side for unit in armoured) == {Side.ALLIED: 47, Side.GERMAN: 25}
    assert UNITS["12-SS/25"].may_reserve and not UNITS["12-SS/25"].armoured and not UNITS["4-Inf/8"].may_reserve
    assert all(unit.motorized for unit in armoured)


@rule("designnotes.a-03", "designnotes.b-01", edition="bloody_summer")
def test_arms_and_elite_units() -> None:
    assert {unit.arm for unit in UNITS.values()} == set(Arm)
    elite = {unit.formation or unit.id for unit in UNITS.values() if unit.elite}
    assert elite == {
        *("82 Abn", "101 Abn", "6 Abn", "2-Ranger", "5-Ranger", "1SS", "4SS"),
        *("91 LL", "2 FJ", "3 FJ", "1 SS", "2 SS", "9 SS", "12 SS", "Pz Lehr"),
        *("s.SS-Pz-101", "s.SS-Pz-102", "s.Pz-503", "s.PzJg-654"),
    }
    assert UNITS["91-LL/6-FJ"].elite and not UNITS["91-LL/1057"].elite and not UNITS["Pz-Lehr/14-FJ"].elite


@rule("8-01", edition="bloody_summer")
def test_french_fight_as_americans_and_poles_belgians_and_canadians_as_british() -> None:
    assert {unit.nation for unit in UNITS.values()} == set(Nation)
    assert {unit.formation for unit in UNITS.values() if unit.nation is Nation.FRENCH} == {"2e DB"}
    assert {nation for nation in Nation if nation.army is Army.US} == {Nation.US, Nation.FRENCH}
    assert UNITS["Piron"].army is UNITS["1-Pol-Arm/10"].army is UNITS["3-Can-Inf/7"].army is Army.BRITISH


@rule("0.1-03", "0.1.2-02", edition="bloody_summer")
def test_counters_keep_the_divisions_that_are_printed_on_them() -> None:
    assert CONTENT.formations["17 SS"].units == ("17-SS/37", "17-SS/38", "17-SS/15-FJ")
    assert {unit.id for unit in UNITS.values() if unit.name.endswith(" FJ")} == {
        *("91-LL/6-FJ", "17-SS/15-FJ", "77-Inf/13-FJ", "Pz-Lehr/14-FJ"),
    }
    divisions = Counter(one.army for one in CONTENT.formations.values() if one.division)
    assert divisions == {Army.US: 23, Army.BRITISH: 17, Army.GERMAN: 42}
    brigades = [one.name for one in CONTENT.formations.values() if len(one.units) > 1 and not one.division]
    assert brigades == ["2 Can Arm Bde", "27 Arm Bde"]
    for one in CONTENT.formations.values():
        assert len({UNITS[name].army for name in one.units}) == 1


@rule("errata-01", edition="bloody_summer")
def test_kg_275_has_one_step() -> None:
    assert UNITS["275-Inf/KG-275"].steps == 1
    assert UNITS["265-Inf/KG-265"].steps == UNITS["266-Inf/KG-266"].steps == 2


def test_rangers_commandos_and_elite_paratroops_do_special_operations() -> None:
    able = [unit for unit in UNITS.values() if unit.infiltrates]
    assert Counter(unit.army for unit in able) == {Army.US: 10, Army.BRITISH: 5, Army.GERMAN: 6}
    assert sum(unit.returns for unit in UNITS.values()) == 15
    assert not UNITS["91-LL/6-FJ"].returns and not UNITS["17-SS/15-FJ"].infiltrates


@rule("6.3-E1", edition="bloody_summer")
def test_the_factors_of_the_rulebooks_example() -> None:
    assert UNITS["3-Inf/8"].attack == 4 and UNITS["243-Inf/920"].defence == 3
    table = TABLES.combat
    assert table.columns[table.column(8, 3)] == "2:1"


# -- headquarters ----------------------------------------------------------------------------------


@rule("0.1.1-02", "0.1.1-03", edition="bloody_summer")
def test_twenty_two_headquarters_with_a_bonus_of_one_or_two() -> None:
    assert Counter(corps.army for corps in CORPS.values()) == {Army.GERMAN: 10, Army.US: 7, Army.BRITISH: 5}
    assert {corps.bonus for corps in CORPS.values()} == {1, 2}
    assert {corps.name for corps in CORPS.values() if corps.bonus == 2} == {
        *("I SS Pz", "II SS Pz", "XLVII Pz", "LVIII Pz", "VII", "XX", "VIII British", "II Canadian"),
    }
    assert {corps.movement for corps in CORPS.values()} == {8, 10}
    assert CORPS["HQ-II-Canadian"].army is Army.BRITISH


# -- other counters --------------------------------------------------------------------------------


@rule("0-01", "backcover-01", edition="bloody_summer")
def test_four_hundred_and_thirty_two_counters() -> None:
    count = COUNTERS.count
    assert count.total == 432
    assert (count.combat_units, count.headquarters) == (len(UNITS), len(CORPS))
    assert count.second_counters == sum(unit.steps == 3 for unit in UNITS.values())
    assert (count.garrisons, count.batteries) == (len(COUNTERS.garrison), len(COUNTERS.battery))
    assert count.festungen == len(COUNTERS.festung)
    assert count.german_depots == len(COUNTERS.german_depot)
    assert count.port_depots == sum(depot.kind != "beach" for depot in COUNTERS.depot.values())
    assert count.resistance == len(CAMPAIGN.partisans) + 1
    assert (count.air, count.naval) == (len(COUNTERS.air), len(COUNTERS.naval))


@rule("0.1.2.d-01", "0.1.2.d-04", edition="bloody_summer")
def test_a_garrison_stands_on_each_beach_hex_with_a_depot_on_its_back() -> None:
    assert {one.hex: COUNTERS.depot[one.back].name for one in COUNTERS.garrison.values()} == {
        beach.hex: beach.name for beach in GROUND.beaches.values()
    }
    assert COUNTERS.garrison["WN-Madeleine"].hex == "0617"
    assert COUNTERS.fixed_troops.steps == 1 and all(one.defence for one in COUNTERS.garrison.values())


@rule("6.2.a-03", "6.2.a-06", edition="bloody_summer")
def test_coastal_batteries_reach_the_beaches_by_their_initials() -> None:
    reach = {one.name: one.beaches for one in COUNTERS.battery.values()}
    assert reach == {
        "Crisbecq": "U",
        "Azeville": "U",
        "Pointe du Hoc": "UO",
        "Maisy": "UO",
        "Longues": "OG",
        "Mont-Fleury": "GJ",
        "Merville": "S",
        "Houlgate": "SJ",
    }
    assert {beach.initial for beach in GROUND.beaches.values()} == set("".join(reach.values()))
    assert {one.hex for one in COUNTERS.battery.values()} >= {"0615", "0712"}


@rule("7.1.1-01", edition="bloody_summer")
def test_depots_and_their_turns_of_construction() -> None:
    kinds = Counter(depot.kind for depot in COUNTERS.depot.values())
    assert kinds == {"beach": 8, "mulberry": 2, "cherbourg": 1, "minor_port": 8}
    turns = {depot.kind: (depot.construction, depot.full_after) for depot in COUNTERS.depot.values()}
    assert turns == {"beach": (0, None), "mulberry": (2, 1), "minor_port": (2, None), "cherbourg": (3, 3)}
    assert (COUNTERS.depot["Mulberry-A"].hex, COUNTERS.depot["Mulberry-B"].hex) == ("0714", "0711")
    cherbourg = COUNTERS.depot["Cherbourg"]
    assert cherbourg.hex == "0223" and cherbourg.landing_reduced == cherbourg.landing / 2
    for depot in COUNTERS.depot.values():
        assert depot.landing > (depot.landing_reduced or 0) and depot.offensive >= (depot.offensive_reduced or 0)


@rule("11-04", "errata-02", edition="bloody_summer")
def test_twenty_two_air_counters_in_three_cups() -> None:
    air = COUNTERS.air.values()
    assert Counter(one.cup for one in air) == {Cup.HEAVY: 6, Cup.MEDIUM: 4, Cup.FIGHTER: 12}
    assert Counter((one.cup, one.army) for one in air) == {
        (cup, army): number
        for cup, number in ((Cup.HEAVY, 3), (Cup.MEDIUM, 2), (Cup.FIGHTER, 6))
        for army in (Army.US, Army.BRITISH)
    }
    assert COUNTERS.air["Bomb-Cd-3"].cup is Cup.HEAVY
    assert [one.name for one in air if one.light] == ["9 AF A-20", "2 TAC Boston"]


@rule("0.2.1-06", "0.2.1-08", edition="bloody_summer")
def test_offensive_markers_move_twelve_and_lie_two_to_a_hex() -> None:
    assert (COUNTERS.offensive.movement, COUNTERS.offensive.in_a_hex) == (12, 2)
    assert not {"army", "defence"} & set(type(COUNTERS.offensive).model_fields)


# -- the charts ------------------------------------------------------------------------------------


@rule("preface-04", "11.3-01", edition="bloody_summer")
def test_thirteen_turns_the_first_with_a_phase_before_dawn() -> None:
    assert [space.number for space in TABLES.turn] == list(range(13))
    assert TABLES.turn[0].phases == ("O", "A", "B") and {space.phases for space in TABLES.turn[1:]} == {("A", "B")}
    dates = [space.dates for space in TABLES.turn]
    assert dates[0] == "6 June" and dates[4].endswith("3 July") and dates[7].startswith("18-") and "31" in dates[12]


@rule("1.1.1.1-02", "10.B.3-04", edition="bloody_summer")
def test_the_weather_is_rolled_from_turn_2_on() -> None:
    weather = TABLES.weather
    overcast, clear = Weather.OVERCAST, Weather.CLEAR
    assert weather.fixed == {"0-O": overcast, "0-A": overcast, "0-B": clear, "1-A": clear, "1-B": clear}
    assert weather.die[5 - 1] is overcast and weather.die[0] is clear  # low is clear, a modified 5 is not
    assert (weather.adjustment, weather.adjustment_most, weather.storm_test) == (-1, -2, 6)
    ranks = [sky is overcast for sky in weather.die]
    assert ranks == sorted(ranks)


def test_a_storm_destroys_a_mulberry_on_four_or_more() -> None:
    assert TABLES.weather.mulberry_lost_from == 4


@rule("10.A.1-02", edition="bloody_summer")
def test_all_aircraft_fly_on_turn_0_and_none_in_a_storm() -> None:
    air = TABLES.availability
    assert air.turn_0 == Counter(one.cup for one in COUNTERS.air.values())
    for cup in Cup:
        assert 0 == air.storm[cup] < air.overcast[cup] < air.clear[cup] <= air.turn_0[cup]
    for row in (TABLES.superiority.early, TABLES.superiority.late):
        assert list(row) == sorted(row) and max(row) + TABLES.tactical_interdiction.most <= air.clear[Cup.FIGHTER]


@rule("11.1.2-02", edition="bloody_summer")
def test_naval_points() -> None:
    points = TABLES.naval_in(1)
    assert points.of(TaskForce.WESTERN, Ship.DESTROYERS) == 2
    assert points.of(TaskForce.WESTERN, Ship.BATTLE_CRUISERS) == 1
    for force in TaskForce:
        for ship in Ship:
            course = [TABLES.naval_in(turn).of(force, ship) for turn in range(13)]
            assert course == sorted(course, reverse=True)
    assert CHERBOURG.armies == (Army.US, Army.GERMAN)


def test_more_markers_for_higher_dice_and_for_the_germans_in_bad_weather() -> None:
    resources = TABLES.resources
    for side in (resources.allied, resources.german):
        for row in side.values():
            assert list(row) == sorted(row)
    for clear, bad in zip(resources.german[Weather.CLEAR], resources.german[Weather.OVERCAST], strict=True):
        assert clear <= bad
    for clear, bad in zip(resources.allied[Weather.CLEAR], resources.allied[Weather.OVERCAST], strict=True):
        assert clear > bad


@rule("1.1.1.3.b-09", "6.10.a-03", edition="bloody_summer")
def test_each_german_unit_is_rebuilt_with_one_kind_of_replacement() -> None:
    found = Counter(CONTENT.rebuilt_with(unit) for unit in UNITS.values() if unit.side is Side.GERMAN)
    assert found == {
        Replacement.INFANTRY: 40,
        Replacement.LUFTWAFFE: 15,
        Replacement.PANZERGRENADIER: 22,
        Replacement.PANZER: 25,
    }
    assert CONTENT.rebuilt_with(UNITS["91-LL/6-FJ"]) is Replacement.LUFTWAFFE
    assert CONTENT.rebuilt_with(UNITS["4-Inf/8"]) is None
    assert set(TABLES.resources.replacement) == {"none", *Replacement}


def test_a_tie_of_initiative_goes_by_the_weather() -> None:
    assert TABLES.initiative.tie == {Weather.CLEAR: Side.ALLIED, Weather.OVERCAST: Side.GERMAN}


@rule("6.4-01", edition="bloody_summer")
def test_better_odds_and_higher_rolls_are_never_worse_for_the_attacker() -> None:
    table = TABLES.combat
    rows = [table.die[roll] for roll in range(1, 7)]
    for line in (*rows, *zip(*rows, strict=True)):
        for worse, better in pairwise(line):
            assert all(a <= b for a, b in zip(worse.defender, better.defender, strict=True))
            assert worse.attacker.steps >= better.attacker.steps and worse.attacker.retreat >= better.attacker.retreat
            assert worse.exploitation <= better.exploitation
            assert better.attacker.levels <= worse.attacker.levels or better.attacker.steps < worse.attacker.steps
    assert any(result.attacker.retreat for row in rows for result in row)
    assert {result.defender.retreat for row in rows for result in row} == {0, 1, 2}


def _mean(column: int, *, attacker: bool) -> float:
    results: list[Result] = [TABLES.combat.die[roll][column] for roll in range(1, 7)]
    return round(sum((one.attacker if attacker else one.defender).steps for one in results) / 6, 2)


def test_mean_losses_of_each_column() -> None:
    columns = range(len(TABLES.combat.columns))
    attackers = [_mean(column, attacker=True) for column in columns]
    assert attackers == [1.33, 1.17, 1.0, 0.83, 0.5, 0.5, 0.33, 0.17, 0.0]
    defenders = [_mean(column, attacker=False) for column in columns]
    assert defenders == [0.0, 0.17, 0.33, 0.5, 0.67, 1.0, 1.33, 1.67, 2.0]


@rule("6.3-E2", edition="bloody_summer")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (8, 3, "2:1"),
        (20, 12, "3:2"),
        (7, 4, "3:2"),
        (3, 5, "1:2"),
        (2, 7, "1:3"),
        (20, 3, "6:1"),
        (3, 3, "1:1"),
        (0, 4, "1:3"),
        (29, 10, "2:1"),
        (30, 10, "3:1"),
        (99, 1, "6:1"),
    ],
)
def test_odds_are_rounded_for_the_defender_and_kept_within_the_table(attack: int, defence: int, column: str) -> None:
    table = TABLES.combat
    assert table.columns[table.column(attack, defence)] == column


def test_three_to_two_stands_between_one_to_one_and_two_to_one() -> None:
    assert TABLES.combat.columns == ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1")


@rule("6.5-01", edition="bloody_summer")
def test_more_points_and_higher_dice_bombard_better() -> None:
    table = TABLES.bombardment
    for die in range(1, 8):
        assert list(table.die[die]) == sorted(table.die[die])
        if die > 1:
            assert all(a <= b for a, b in zip(table.die[die - 1], table.die[die], strict=True))
    assert (table.levels(1, 4), table.levels(1, 5), table.levels(6, 4), table.levels(7, 3)) == (0, 1, 2, 2)
    assert table.levels(12, 9) == 3 and table.levels(1, -1) == 0
    assert (table.medium, table.garrison) == (1, -1)


def test_two_medium_bombers_interdict_like_one_heavy() -> None:
    table = TABLES.strategic_interdiction
    assert table.MB == 1 and table.MB * table.most[Cup.MEDIUM] == table.FB * table.most[Cup.FIGHTER] == table.HB
    roll = 3 + table.MB - (TABLES.combat.column(20, 12) - TABLES.combat.column(1, 1))
    assert roll == 3 and all(roll < box.interdiction for box in GROUND.boxes.values())


def test_the_drop_table() -> None:
    table = TABLES.drop
    assert {die: (row.drifts, row.level) for die, row in table.die.items()} == {
        4: (False, 0),
        5: (False, 1),
        6: (True, 1),
        7: (True, 2),
    }
    assert set(table.drift) == set(GRID.directions)
    airborne = {unit.id for unit in UNITS.values() if unit.entry.kind in ("drop", "landing", "glider")}
    assert set(table.modifier) == airborne and len(airborne) == 10


def test_all_tanks_of_the_first_wave_are_dd_tanks() -> None:
    dd = [unit.id for unit in UNITS.values() if unit.dd_tanks]
    assert dd == ["70-Tk", "743-Tk", "741-Tk", "8-Arm-Bde", "6/2", "10/2", "H/27"]
    modifiers = TABLES.dd_tanks.modifier
    assert [modifiers[str(UNITS[name].entry.beach)] for name in dd] == [-1, 0, 1, 0, 0, 0, 0]
    assert list(TABLES.dd_tanks.die.values()) == ["unharmed", "disorganised", "step", "lost"]


def test_victory_points_as_the_rulebook_has_them() -> None:
    points = TABLES.victory
    assert (points.step, points.elite_step, points.town, points.depot) == (1, 1, 3, 3)
    assert (points.festung_besieged, points.festung_destroyed, points.depot_destroyed) == (3, 5, 5)
    assert (points.paris, points.paris_by_2e_db, points.kept, points.kept_from) == (10, 20, -1, 6)
    assert (points.german_turn, points.heavy_bomber, points.returned) == (20, 2, 1)
    assert (points.allied_depot_destroyed.small, points.allied_depot_destroyed.large, points.large_from) == (10, 20, 2)
    assert (points.marginal, points.decisive) == (25, 50)
    automatic = TABLES.automatic_victory
    assert (automatic.german_units, automatic.beach_hexes, automatic.harbours) == (10, 4, 2)


def test_limits_as_the_rulebook_has_them() -> None:
    control, stacking, movement = TABLES.control, TABLES.stacking, TABLES.movement
    assert (control.divisions, control.independents, control.radius) == (5, 3, 4)
    assert (control.support_range, control.defensive_support, control.returns) == (2, 1, 1)
    assert (stacking.points, stacking.zero_units, stacking.headquarters, stacking.festung) == (5, 1, 1, 5)
    assert (movement.overrun, movement.boxes, movement.reserve, movement.foot) == (3, 2, 1, 6)
    leaving = movement.leaving_zoc
    assert (leaving.commando, leaving.elite, leaving.other) == (0, 1, 2)


# -- the set-ups -----------------------------------------------------------------------------------


def stacks(set_up: SetUp) -> dict[str, list[Unit | Headquarters]]:
    found: dict[str, list[Unit | Headquarters]] = {}
    for name, place in set_up.placed.items():
        found.setdefault(place, []).append(counter(name))
    return found


def on_land(set_up: SetUp) -> dict[str, list[Unit | Headquarters]]:
    return {place: there for place, there in stacks(set_up).items() if place in GROUND.labels}


def hexes_of(set_up: SetUp, side: Side) -> HexSet:
    return GRID.set(place for place, there in on_land(set_up).items() if there[0].side is side)


def zone_of(set_up: SetUp, side: Side) -> HexSet:
    found = 0
    for place, there in on_land(set_up).items():
        if any(isinstance(one, Unit) and one.zoc and one.side is side for one in there):
            found |= GROUND.zoc[GRID.at(place)]
    return found


@rule("preface-02", edition="bloody_summer")
def test_two_scenarios_and_the_campaign_in_the_order_to_try_them() -> None:
    assert [CONTENT.set_ups[name].title for name in SET_UPS] == [
        "The Race to Cherbourg",
        "Operation Cobra",
        "Campaign Game",
    ]
    assert [CONTENT.set_ups[name].turns for name in SET_UPS] == [(1, 4), (7, 12), (0, 12)]


@pytest.mark.parametrize("set_up", [CAMPAIGN, CHERBOURG, COBRA], ids=lambda one: one.id)
def test_no_enemies_share_a_hex_and_stacks_are_legal(set_up: SetUp) -> None:
    for place, there in on_land(set_up).items():
        units = [one for one in there if isinstance(one, Unit)]
        assert GROUND.land_at(place) and len({one.army for one in there}) == 1, place
        assert sum(unit.stacking for unit in units) <= TABLES.stacking.points, place
        assert len(there) - len(units) <= TABLES.stacking.headquarters, place
        if place != "0619" or set_up is not CHERBOURG:  # where the rulebook puts two tank battalions
            assert sum(unit.stacking == 0 for unit in units) <= TABLES.stacking.zero_units, place
        if any(unit.armoured for unit in units) and GROUND.beneath[GRID.at(place)] is Terrain.MARSH:
            assert GROUND.along_roads[GRID.at(place)], place
        assert set_up.columns[0] <= int(place[2:]) <= set_up.columns[1]


@pytest.mark.parametrize("set_up", [CAMPAIGN, CHERBOURG, COBRA], ids=lambda one: one.id)
def test_each_counter_is_in_one_place_or_comes_later_or_takes_no_part(set_up: SetUp) -> None:
    free = [name for one in set_up.free for name in one.units]
    lists = [*set_up.placed, *set_up.arriving, *free, *set_up.returned, *set_up.lost]
    assert len(lists) == len(set(lists))
    for name in set_up.arriving:
        turn = CONTENT.entry(name).turn
        assert turn is not None and set_up.turns[0] <= turn <= set_up.turns[1]
    for place in set_up.placed.values():
        assert printed_place(place) in PLACES
    if set_up is not CHERBOURG:
        early = {name for name in (*UNITS, *CORPS) if (CONTENT.entry(name).turn or 0) < set_up.turns[0]}
        assert set_up is CAMPAIGN or early == {*set_up.placed, *free, *set_up.returned, *set_up.lost}


@rule("4.1.2-09", "7.2-02", "11-05", edition="bloody_summer")
def test_depots_and_boxes_are_german_at_the_start() -> None:
    assert CAMPAIGN.german_depots == tuple(COUNTERS.german_depot) and CAMPAIGN.boxes == tuple(GROUND.boxes)
    assert not CAMPAIGN.allied and not CAMPAIGN.depots
    assert CAMPAIGN.partisans == COBRA.partisans == ("Languedoc", "South East")
    for set_up in (CHERBOURG, COBRA):
        for name in set_up.german_depots:
            assert (box := COUNTERS.german_depot[name].box) is None or box in set_up.boxes


@rule("11-02", "11.3.1-01", "1.1.2.1.b-01", "1.1.2.1.b-02", edition="bloody_summer")
def test_the_campaign_places_counters_as_is_printed_on_them() -> None:
    for name in (*UNITS, *CORPS):
        entry, place = CONTENT.entry(name), CAMPAIGN.placed.get(name)
        if entry.turn is not None:
            assert place is None and name in CAMPAIGN.arriving
            assert (entry.kind in ("exit", "arrival")) == (counter(name).side is Side.GERMAN)
            assert entry.kind != "exit" or entry.turn == 1
        elif entry.kind == "hex":
            assert place == entry.hex
        elif entry.kind == "box":
            assert place == f"{BOX}{entry.box}"
        else:
            assert counter(name).side is Side.ALLIED and place not in GROUND.labels
    assert Counter(place in GROUND.labels for place in CAMPAIGN.placed.values()) == {True: 25, False: 59}


@rule("10.A.1.a-01", edition="bloody_summer")
def test_the_waves_lie_before_their_beaches() -> None:
    waves = {place: [one.name for one in there] for place, there in stacks(CAMPAIGN).items() if "wave" in place}
    assert {place: names for place, names in waves.items() if place.startswith("first")} == {
        "first wave Utah": ["8", "70 Tk"],
        "first wave Omaha West": ["116", "743 Tk"],
        "first wave Omaha East": ["16", "741 Tk"],
        "first wave Pointe du Hoc": ["2 Ranger"],
        "first wave Gold West": ["231"],
        "first wave Gold East": ["69", "8 Arm Bde"],
        "first wave Juno West": ["7", "6/2"],
        "first wave Juno East": ["8", "10/2"],
        "first wave Sword": ["8", "H/27"],
    }
    assert waves["second wave"] == ["5 Ranger", "1SS", "4SS"]
    assert {corps.name: corps.entry.beach for corps in CORPS.values() if corps.entry.kind == "last_wave"} == {
        "V": "Omaha East",
        "VII": "Utah",
        "XXX": "Gold East",
        "I": "Sword",
    }
    for place in waves:  # of the army of the beach, and each within the stacking limit
        there = stacks(CAMPAIGN)[place]
        beach = GROUND.beaches.get(place.partition(" wave ")[2])
        assert beach is None or {one.army for one in there} == {beach.army}
        assert sum(one.stacking for one in there if isinstance(one, Unit)) <= TABLES.stacking.points


def test_the_brigades_of_the_79th_lie_across_all_british_beaches() -> None:
    across = [unit.entry.beaches for unit in UNITS.values() if unit.entry.kind == "across"]
    british = {beach.name for beach in GROUND.beaches.values() if beach.army is Army.BRITISH}
    assert sorted(name for beaches in across for name in beaches) == sorted(british) and len(across) == 3


def test_drop_zones_are_land_without_german_units() -> None:
    zones = {unit.entry.hex for unit in UNITS.values() if unit.entry.kind == "drop"}
    assert zones == {"0618", "0619", "0620", "0718", "0720", "0806", "0907"}
    assert not GRID.set(filter(None, zones)) & hexes_of(CAMPAIGN, Side.GERMAN)
    assert COUNTERS.battery["Merville"].hex == "0806"


@rule("11-03", "11.3.1-02", edition="bloody_summer")
def test_the_campaign_begins_before_dawn_with_everything_on_the_wall() -> None:
    assert CAMPAIGN.turns == (0, 12) and TABLES.turn[0].phases[0] == "O" and CAMPAIGN.points == 0
    assert CAMPAIGN.garrisons == tuple(COUNTERS.garrison) and CAMPAIGN.batteries == tuple(COUNTERS.battery)
    assert CAMPAIGN.festungen == tuple(COUNTERS.festung) and CAMPAIGN.heavy_bombers


@rule("11.1-02", "11.1-04", "11.1-05", "11.1-06", "11.1-07", "11.1.2-03", edition="bloody_summer")
def test_the_race_to_cherbourg_uses_the_west_of_the_map() -> None:
    assert CHERBOURG.columns == (17, 25) and CHERBOURG.turns == (1, 4)
    assert CHERBOURG.halved and not CHERBOURG.replacements and not CHERBOURG.heavy_bombers
    assert CHERBOURG.boxes == ("Rennes", "Brest", "Angers", "Le Mans") and not COBRA.halved


@rule("11.1.1-01", "11.1.1-02", "11.1.1-03", "11.1.2-04", edition="bloody_summer")
def test_its_germans_are_those_of_the_campaign_but_for_the_headquarters_at_marigny() -> None:
    german = {name: place for name, place in CHERBOURG.placed.items() if counter(name).side is Side.GERMAN}
    west = {
        name: place
        for name, place in CAMPAIGN.placed.items()
        if counter(name).side is Side.GERMAN and place in GROUND.labels and int(place[2:]) >= 17
    }
    assert german == {**west, "HQ-LXXXIV": "1218"} and len(german) == 14
    assert not CHERBOURG.garrisons and CHERBOURG.depots == ("Utah",)
    assert set(CHERBOURG.batteries) == {
        name for name, one in COUNTERS.battery.items() if int(one.hex[2:]) >= 17 and one.hex not in CHERBOURG.allied
    }


@rule("11.1.2-01", edition="bloody_summer")
def test_its_americans_stand_as_printed() -> None:
    us = {place: {one.id for one in there} for place, there in on_land(CHERBOURG).items() if there[0].army is Army.US}
    assert us == {
        "0518": {"4-Inf/12", "4-Inf/22", "899-TD"},
        "0617": {"HQ-VII"},
        "0619": {"82-Abn/505", "4-Inf/8", "70-Tk", "746-Tk"},
        "0620": {"82-Abn/507", "82-Abn/508"},
        "0718": {"101-Abn/501", "101-Abn/502", "101-Abn/506", "101-Abn/327"},
    }
    assert CHERBOURG.disorganized == dict.fromkeys((*us["0620"], *us["0718"]), 1)
    assert labels(GRID.set(CHERBOURG.allied)) == "0518 0617 0618 0619 0620 0718"


@rule("11.1.3-01", "11.1.4-01", edition="bloody_summer")
def test_its_reinforcements_come_as_in_the_campaign() -> None:
    due: dict[int, list[str]] = {}
    for name in CHERBOURG.arriving:
        due.setdefault(CONTENT.entry(name).turn or 0, []).append(name)
    assert {turn: sorted(names) for turn, names in due.items()} == {
        1: sorted(
            [
                "77-Inf",
                "353-Inf",
                "17-SS/37",
                "17-SS/38",
                "265-Inf/KG-265",
                "HQ-II-FJ",
                "9-Inf/39",
                "9-Inf/47",
                "9-Inf/60",
            ]
        ),
        2: sorted(["79-Inf/313", "79-Inf/314", "79-Inf/315", "HQ-VIII-US"]),
        3: sorted(["83-Inf/329", "83-Inf/330", "83-Inf/331"]),
        4: ["17-SS/15-FJ"],
    }
    for name in CHERBOURG.arriving:
        entry = CONTENT.entry(name)
        assert entry.exit is None or entry.exit in CHERBOURG.exits
        assert entry.box is None or entry.box in CHERBOURG.boxes


@rule("11.2-02", "11.2-03", "11.2-04", "11.2-05", edition="bloody_summer")
def test_operation_cobra_begins_on_turn_7_in_clear_weather() -> None:
    assert (COBRA.turns, COBRA.weather, COBRA.points, COBRA.allied_markers) == ((7, 12), Weather.CLEAR, 0, 2)
    assert COBRA.columns == (1, 25) and COBRA.due_depots["Cherbourg"].enters == 4 + 3 + 1
    assert COBRA.due_depots["Cherbourg"].full == 11 and COBRA.destroyed_depots == ("Mulberry-A",)
    assert not COBRA.garrisons and not COBRA.batteries and "Cherbourg" not in COBRA.german_depots


@rule("11.2.1-01", edition="bloody_summer")
def test_its_germans_have_lost_steps() -> None:
    assert COBRA.steps_to_lose == {"21 Pz": 1, "12 SS": 1}
    assert set(COBRA.steps_lost) == {
        *("17-SS/37", "17-SS/38", "91-LL/6-FJ", "353-Inf", "2-Pz/304", "2-Pz/II/3", "2-Pz/I/3"),
        *("Pz-Lehr/II/130", "Pz-Lehr/I/130", "Pz-Lehr/902"),
    }
    placed = {place: [one.id for one in there] for place, there in on_land(COBRA).items()}
    assert placed["1020"] == ["2-SS/4", "2-SS/II/2", "77-Inf/13-FJ", "77-Inf"]
    assert placed["1217"] == ["275-Inf", "Pz-Lehr/II/130"] and placed["1216"] == ["266-Inf/KG-266", "352-Inf/915"]
    assert len([one for one in on_land(COBRA).values() if one[0].side is Side.GERMAN]) == 25


@rule("11.2.2-01", edition="bloody_summer")
def test_its_allies_stand_as_printed() -> None:
    placed = {place: {one.id for one in there} for place, there in on_land(COBRA).items()}
    assert placed["0909"] == {"HQ-II-Canadian", "6/2", "27/2", "34-Arm-Bde"}
    assert placed["1112"] == {"50-Inf/69", "56-Inf-Bde", *CONTENT.formations["49 Inf"].units}
    assert placed["0806"] == {"4SS", "E/27", *CONTENT.formations["6 Abn"].units}
    assert placed["0708"] == {"Guards-Arm/15"} and placed["0714"] == {"2-Arm/CCR"}
    armies = Counter(there[0].army for there in on_land(COBRA).values())
    assert armies == {Army.US: 20, Army.BRITISH: 18, Army.GERMAN: 25}


def test_some_counters_are_placed_as_their_owner_likes() -> None:
    reserve, brigades = COBRA.free
    assert reserve.units == ("s.PzJg-654", "Flak-1", "Flak-2", "Flak-3") and reserve.columns == (1, 12)
    assert brigades.units == CONTENT.formations["79 Arm"].units and brigades.with_army is Army.BRITISH


@rule("11.2.1-03", "11.2.3-01", edition="bloody_summer")
def test_who_came_before_turn_7_and_is_not_listed_is_gone() -> None:
    assert {UNITS[name].formation or name for name in COBRA.returned} == {"82 Abn", "101 Abn", "2-Ranger", "5-Ranger"}
    assert len(COBRA.lost) == 17 and all(UNITS[name].side is Side.GERMAN for name in COBRA.lost)
    assert len(COBRA.arriving) == 49


def test_the_front_of_18_july_is_in_contact_along_one_german_chain() -> None:
    german, allied = hexes_of(COBRA, Side.GERMAN), hexes_of(COBRA, Side.ALLIED)
    assert flood(GRID, 1 << GRID.at("1021"), german) == german
    front = german & GRID.within(allied, 1)
    assert GRID.set("1021 1020 1019 1118 1217 1216 1215 1214 1213 1212 1111 1110 1109 1008 1007 1006") & ~front == 0


def test_the_allies_hold_the_land_behind_their_front() -> None:
    held = GRID.set(COBRA.allied)
    towns = [place.name for place in GROUND.places if place.kind == "town" and held >> GRID.at(place.hexes[0]) & 1]
    assert towns == ["Cherbourg", "Caen", "Bayeux", "Carentan", "Valognes"]
    assert not held >> GRID.at("1008") & 1 and not held & hexes_of(COBRA, Side.GERMAN)
    assert held & GROUND.beach == GROUND.beach
    assert flood(GRID, 1 << GRID.at("0223"), held) == held


@pytest.mark.parametrize("side", Side)
def test_every_headquarters_of_operation_cobra_is_on_a_road_to_a_depot(side: Side) -> None:
    enemy = Side.GERMAN if side is Side.ALLIED else Side.ALLIED
    own = hexes_of(COBRA, side)
    closed = hexes_of(COBRA, enemy) | zone_of(COBRA, enemy) & ~own
    depots = {COUNTERS.depot[name].hex for name in COBRA.depots}
    sources = GRID.set(depots if side is Side.ALLIED else [one.hex for one in GROUND.exits.values()]) & ~closed
    reached = sources
    while more := _spread(reached) & ~closed & ~reached:
        reached |= more
    for name, place in COBRA.placed.items():
        if name in CORPS and CORPS[name].side is side and place in GROUND.labels:
            assert reached >> GRID.at(place) & 1, name


def test_every_unit_of_operation_cobra_is_within_reach_of_a_headquarters_of_its_army() -> None:
    corps = [
        (CORPS[name].army, GRID.at(place))
        for name, place in COBRA.placed.items()
        if name in CORPS and place in GROUND.labels
    ]
    behind = {"4 Inf", "70-Tk", "2 Arm"}  # in reserve around Montebourg and Trévières
    for name, place in COBRA.placed.items():
        if name in UNITS and place in GROUND.labels and (UNITS[name].formation or name) not in behind:
            h = GRID.at(place)
            near = [GRID.distance(h, at) for army, at in corps if army is UNITS[name].army]
            assert min(near) <= TABLES.control.radius, name


def test_landing_capacity_covers_the_arrivals_of_turn_1() -> None:
    for army, wanted, capacity in ((Army.US, 13, 14), (Army.BRITISH, 6, 18)):
        arriving = [unit for unit in UNITS.values() if unit.army is army and unit.entry.turn == 1]
        assert sum(unit.stacking for unit in arriving) == wanted
        beaches = [COUNTERS.depot[name.replace(" ", "-")] for name, one in GROUND.beaches.items() if one.army is army]
        assert 2 * sum(depot.landing for depot in beaches) == capacity >= wanted


# -- slips and a player's own values ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (
            "units.csv",
            "1,2,4,8,4",
            "1,2,four,8,4",
            'units.csv, unit 4-Inf/8, attack: it should be a whole number, not "four"',
        ),
        (
            "units.csv",
            "first wave Utah",
            "first wave Uta",
            "unit 4-Inf/8, entry: there is no beach 'Uta'; did you mean Utah",
        ),
        ("units.csv", "first wave Utah", "wave 7", "units.csv, unit 4-Inf/8, entry: 'wave 7' is no entry"),
        ("units.csv", "first wave Utah", "0120", "unit 4-Inf/8: 4-Inf/8 is Allied and comes from the sea"),
        ("units.csv", ",4,8,4,2,2,", ",4,8,4,,,", "unit 4-Inf/8: 4-Inf/8 has 2 steps and needs the values of all"),
        ("units.csv", "4-Inf/22,", "4-INF/8,", "units.csv, line 3: there is already a counter 4-INF/8"),
        (
            "headquarters.csv",
            "1216",
            "0115",
            "headquarters.csv, headquarters HQ-LXXXIV, entry: there is no land hex 0115",
        ),
        ("map.toml", "r07  ~.", "r07  ~?", r"map.toml, terrain.sheet, row 07: column 24: there is no Terrain '\?'"),
        ("map.toml", "0616|0617", "0616|0619", "map.toml, river Vire: 0616 and 0619 do not touch"),
        ("map.toml", 'hex = "1001"', 'hex = "1002"', "map.toml, exit c: 1002 is not on the edge of the map"),
        (
            "map.toml",
            '"Paris", "Evreux"',
            '"Evreux"',
            "map.toml, box Paris, links: Pas-de-Calais has no line back to it",
        ),
        (
            "map.toml",
            "columns = [17, 25] }]",
            "columns = [18, 25] }]",
            "map.toml, zone: hex .* should lie in one zone, not in 0",
        ),
        ("counters.toml", 'back = "Utah"', 'back = "Utha"', "garrison.WN-Madeleine, back: there is no depot 'Utha'"),
        ("tables.toml", '"a1 / D1"', '"a1 / x1"', "tables.toml, combat.*: 'a1 / x1' is no result"),
        (
            "tables.toml",
            'die.1 = ["a2 D2 R1 / -", ',
            "die.1 = [",
            "tables.toml, combat: a roll of 1 needs a result for each of the 9",
        ),
        ("tables.toml", "turns = [1, 4]", "turns = [2, 4]", "tables.toml: turn 1 should have one row of naval points"),
        (
            "tables.toml",
            '"6-Abn/3-Para" = 1\n',
            "",
            "tables.toml, drop.modifier: 6-Abn/3-Para comes from the air and has none",
        ),
        (
            "operation_cobra.toml",
            '"0805" = ["711-Inf"',
            '"0805" = ["4SS"',
            "operation_cobra.toml, units, 0806: 4SS is in 0805 already",
        ),
        ("operation_cobra.toml", '"353-Inf" = 1', '"353-Inf" = 3', "steps_lost: 353-Inf has no more than 3 steps"),
        (
            "race_to_cherbourg.toml",
            '"Crisbecq"',
            '"Crisbeck"',
            "batteries: there is no battery 'Crisbeck'; did you mean Crisbecq",
        ),
    ],
)
def test_a_slip_in_the_data_is_named_in_a_sentence(file: str, old: str, new: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        read_content(altered(shipped(), file, old, new))


OWN = """
[units."4-Inf/8"]
attack = 5

[headquarters.HQ-V]
bonus = 2

[garrison.WN-Vierville]
defence = 3

[terrain.bocage]
shift = 1
"""


def test_a_players_own_values_replace_ours(tmp_path: Path) -> None:
    path = own_values(tmp_path, OWN)
    mine: Content = load_content(path)
    changed = mine.units["4-Inf/8"]
    assert (changed.attack, changed.defence, changed.values) == (5, 4, "overlay")
    assert mine.headquarters["HQ-V"].bonus == 2 and mine.counters.garrison["WN-Vierville"].defence == 3
    assert mine.tables.terrain[Terrain.BOCAGE].shift == 1 and mine.tables.terrain[Terrain.BOCAGE].foot == 2
    assert mine.units["4-Inf/12"] == UNITS["4-Inf/12"] and mine.fingerprint != CONTENT.fingerprint
    assert changes(path) == {
        "units": ["4-Inf/8"],
        "headquarters": ["HQ-V"],
        "garrison": ["WN-Vierville"],
        "terrain": ["bocage"],
    }
    assert load_content() is CONTENT


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[units."4-Inf/9"]\nattack = 5', "mine.toml, units: there is no entry '4-Inf/9'; did you mean 4-Inf/8"),
        (
            '[units."4-Inf/8"]\nattak = 5',
            "mine.toml, unit 4-Inf/8, attak: there is no field 'attak'; did you mean attack",
        ),
        ("[terain.bocage]\nshift = 1", "mine.toml: there is no entry 'terain'; did you mean terrain"),
        ("[terrain.bocage]\nshift = 9", "mine.toml, terrain.bocage.shift: .* less than or equal to 4, not 9"),
        ("[festung.Brest]\nhex = '0223'", "mine.toml, festung.Brest: Brest should have either a hex or a box"),
        ("terrain = 3", "mine.toml, terrain: it should be a table"),
        ("[terrain", "mine.toml: it is not TOML"),
        ('[units."4-Inf/8"]\nid = "zzz"', "mine.toml, unit 4-Inf/8, id: it says who this is, so it cannot be replaced"),
        ('[units."4-Inf/8"]\nformation = "9 Inf"', "mine.toml, unit 4-Inf/8, formation: it says who this is"),
        ('[units."4-Inf/8"]\nnation = "british"', "mine.toml, unit 4-Inf/8, nation: it says who this is"),
        ('[headquarters.HQ-V]\nid = "HQ-X"', "mine.toml, headquarters HQ-V, id: it says who this is"),
        ("[ffi]\nsteps = 4", "mine.toml, ffi.steps: it should be less than or equal to 3, not 4"),
        ("[fixed_troops]\nsteps = 0", "mine.toml, fixed_troops.steps: it should be greater than or equal to 1, not 0"),
        ("[stacking]\npoints = 2", "mine.toml, stacking.points: it should be greater than or equal to 3, not 2"),
        ("[offensive]\nin_a_hex = 0", "mine.toml, offensive.in_a_hex: it should be greater than or equal to 1, not 0"),
    ],
)
def test_a_slip_in_a_players_file_is_named_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        load_content(own_values(tmp_path, text))


def test_fixed_troops_with_more_steps_defend_with_each_of_them(tmp_path: Path) -> None:
    path = own_values(tmp_path, "[fixed_troops]\nsteps = 3\n[partisan]\nsteps = 2\n")
    campaign = open_scenario("campaign", overlay=path).campaign
    for piece in (GARRISONS[0], BATTERIES[0], FESTUNG_PIECES[0]):
        assert campaign.steps[piece] == 3
        assert campaign.defence[2][piece] == campaign.defence[0][piece] > 0
    assert campaign.defence[1][PARTISANS[0]] == campaign.defence[0][PARTISANS[0]] > 0


def _kinds_and_scenarios() -> Iterator[tuple[str, str | None]]:
    for kind in KINDS:
        yield from ((kind, scenario) for scenario in (None, *SET_UPS))


@pytest.mark.parametrize(("kind", "scenario"), list(_kinds_and_scenarios()))
def test_every_kind_of_data_can_be_listed(kind: str, scenario: str | None) -> None:
    found = listing(kind, scenario, None)
    assert found.as_json
    for sheet in found.sheets:
        assert sheet.rows and all(len(row) == len(sheet.heads) for row in sheet.rows)


def test_a_set_up_is_listed_by_place() -> None:
    _, places = listing("scenarios", "operation_cobra", None).sheets
    rows = {row[0]: row[1:] for row in places.rows}
    assert rows["1119"] == ("bocage", "353-Inf (-1), HQ-LXXXIV") or rows["1119"] == (
        "bocage",
        "HQ-LXXXIV, 353-Inf (-1)",
    )
    assert rows["0908"][0] == "town" and "21 Pz (-1)" in rows["owner's choice"][1]
