"""The logistics phase: resources, German depots, the way of Offensive markers (1.1.1.2, 0.2.1)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer import air, logistics
from bocage.games.bloody_summer.activation import CombatPhase
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.logistics import Logistics, MarkerMovement, Storing
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.pieces import AIR_IDS, DEPOT_IDS, piece_number
from bocage.games.bloody_summer.places import GRID, STRATEGIC_RESERVE, place_name, place_number
from bocage.games.bloody_summer.state import State
from bocage.kernel import Game
from tests.bloody_summer.positions import Side, begin, has, position, state
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

SIDES = {"allied": ALLIED, "german": GERMAN}
BEACHES = "depot Omaha-East Utah\nheld 0713 0617\n"
DEPOTS = "german Depot-Le-Mans at le-mans\ngerman Depot-Rennes at rennes\n"


def phase(text: str, *dice: int, scenario: str = "operation_cobra", turn: int = 8, weather: str = "clear") -> Game:
    """A game in a logistics phase."""
    return begin(position(scenario, text, turn=turn, weather=weather, dice=dice), Logistics())


def moving(text: str, *dice: int, **more: object) -> Game:
    """A game in the movement of Offensive markers."""
    return begin(position("operation_cobra", text, dice=dice, **more), MarkerMovement())  # type: ignore[arg-type]


def markers(game: Game | State, side: Side, place: str) -> int:
    """The Offensive markers of a side in a place."""
    g = game if isinstance(game, State) else state(game)
    return g.markers_at(SIDES[side], place_number(place))


def in_reserve(game: Game) -> int:
    """The Allied markers in the Strategic Reserve."""
    return state(game).markers_at(ALLIED, STRATEGIC_RESERVE)


# -- the sequence ---------------------------------------------------------------------------------------


@rule("1.1.1.2-01", "1.1.1.2-02", "1.0-02", edition="bloody_summer")
def test_ports_are_built_then_supply_is_checked_then_dice_bring_markers_which_then_move() -> None:
    g = position("operation_cobra", "allied HQ-V at 0713\nheld 0713 0712\nallied 4-Inf/8 at 1017", dice=[3, 3])
    g.depot_due[DEPOT_IDS.index("Port-en-Bessin")] = 8
    g.depot_army[DEPOT_IDS.index("Port-en-Bessin")] = 0
    game = begin(g, Logistics())
    assert not has(state(game).unsupplied, "HQ-V"), "it has its new depot already"
    assert has(state(game).unsupplied, "4-Inf/8") and not in_reserve(game)
    events = play(game, "end")
    assert kinds(events) == ["resources", "resources", "markers_lost"]
    assert orders(game, "bring") == ["strategic-reserve"]


# -- resources ------------------------------------------------------------------------------------------


@rule("1.1.1.2-04", "1.1.1.2-05", edition="bloody_summer")
@pytest.mark.parametrize(("weather", "gained"), [("clear", 6), ("overcast", 5)])
def test_a_die_brings_allied_markers_into_the_strategic_reserve(weather: str, gained: int) -> None:
    game = phase(BEACHES, 6, 1, weather=weather)
    assert in_reserve(game) == gained


@rule("1.1.1.2-04", "1.1.1.2-06", edition="bloody_summer")
def test_the_german_player_stores_his_markers_in_depots_of_his_choice() -> None:
    game = phase(DEPOTS, 1, 6)  # 3 markers
    assert game.decision.seat == "german" and sorted(orders(game, "store")) == ["le-mans", "rennes"]
    assert refusal(game, "store paris").rule == "1.1.1.2-06"
    play(game, "store rennes", "store le-mans", "store rennes")
    assert markers(game, "german", "rennes") == 2 and markers(game, "german", "le-mans") == 1


@rule("1.1.1.2-07", edition="bloody_summer")
def test_a_depot_takes_its_capacity_in_a_turn_and_the_rest_is_lost() -> None:
    game = begin(position("operation_cobra", DEPOTS), Storing(5))
    play(game, "store rennes", "store rennes")
    assert markers(game, "german", "le-mans") == 2, "nobody is asked where one depot is left; the fifth is lost"
    assert markers(game, "german", "rennes") == 2
    again = begin(state(game), Storing(1))
    assert orders(again, "store"), "the capacity is that of a turn"
    assert refusal(begin(position("operation_cobra", DEPOTS), Storing(2)), "store brest").rule == "1.1.1.2-06"


@rule("7.2-06", edition="bloody_summer")
def test_no_marker_is_stored_in_a_box_in_confusion() -> None:
    text = DEPOTS + "german 77-Inf at rennes\nallied 4-Arm/CCA at rennes"
    game = begin(position("operation_cobra", text), Storing(1))
    assert markers(game, "german", "le-mans") == 1


@rule("7.2-03", edition="bloody_summer")
@pytest.mark.parametrize("weather", ["clear", "overcast"])
def test_the_depot_of_cherbourg_has_a_marker_more_each_turn(weather: str) -> None:
    g = position("campaign", "german Depot-Cherbourg at 0223", turn=3, weather=weather)
    game = begin(g, Storing(0))
    assert markers(game, "german", "0223") == 1
    g.put(piece_number("4-Inf/8"), GRID.at("0223"))
    assert not markers(begin(g, Storing(0)), "german", "0223")


@rule("11.1-07", edition="bloody_summer")
def test_scenario_1_halves_the_table_and_not_the_bonus() -> None:
    text = "german Depot-Cherbourg at 0223\ngerman Depot-Rennes at rennes\ndepot Utah\nheld 0617"
    game = phase(text, 4, 6, scenario="race_to_cherbourg", turn=2)  # 5 and 3
    assert in_reserve(game) == 3
    play(game, "store rennes", "store 0223")
    assert markers(game, "german", "rennes") == 1 and markers(game, "german", "0223") == 2


# -- who moves markers ----------------------------------------------------------------------------------


@rule("1.1.1.2-08", "1.1.1.2-09", edition="bloody_summer")
@pytest.mark.parametrize(("allied", "german", "first"), [(2, 1, "us"), (1, 2, "german"), (1, 1, "us")])
def test_who_has_more_in_depots_begins_and_then_they_alternate(allied: int, german: int, first: str) -> None:
    text = f"{BEACHES}{DEPOTS}marker allied strategic-reserve {allied}\nmarker german le-mans {german}"
    game = moving(text, 1, 1)
    assert game.decision.seat == first
    origin = {"us": "strategic-reserve", "german": "le-mans"}
    target = {"us": "0812", "german": "2110"}
    play(game, f"bring {origin[first]}", f"to {target[first]}")
    assert game.decision.seat != first


@rule("1.1.1.2-08", edition="bloody_summer")
def test_each_marker_moves_once_and_who_ends_lets_the_other_go_on() -> None:
    game = moving(f"{BEACHES}{DEPOTS}marker allied strategic-reserve 2\nmarker german le-mans 1")
    play(game, "bring strategic-reserve", "to 0812", "end")
    assert game.decision.seat == "us" and orders(game, "bring") == ["strategic-reserve"]
    assert refusal(game, "bring 0812").rule == "1.1.1.2-08"
    play(game, "end")
    assert "The test ends" in game.decision.prompt


@rule("1.1.1.2-08", "0.2.1-09", edition="bloody_summer")
def test_any_marker_moves_by_itself_in_this_phase_and_later_with_its_headquarters_only() -> None:
    text = f"{BEACHES}allied HQ-V at 0913\nallied HQ-VII at strategic-reserve\nmarker allied 0913 1\n"
    game = moving(text + "marker allied strategic-reserve 1")
    assert sorted(orders(game, "bring")) == ["0913", "strategic-reserve"]
    later = begin(position("operation_cobra", text + "marker allied 0812 1"), MovementPhase(ALLIED))
    assert not orders(later, "bring")
    play(later, "move HQ-V", "to 0914")
    assert [markers(later, "allied", place) for place in ("0913", "0914", "0812")] == [0, 1, 1]


# -- how far --------------------------------------------------------------------------------------------


@rule("1.1.1.2-08", "0.2.1-07", edition="bloody_summer")
def test_an_allied_marker_lands_at_a_depot_and_goes_on_with_12_movement_points_to_either_army() -> None:
    game = moving(f"{BEACHES}allied HQ-XXX at 1013\nmarker allied strategic-reserve 1")
    play(game, "bring strategic-reserve")
    reached = orders(game, "to")
    assert {"0713", "0617", "1013"} <= set(reached), "also to a British corps"
    assert "1508" not in reached and refusal(game, "to 1508").rule == "1.1.1.2-08"
    play(game, "to 1013")
    assert markers(game, "allied", "1013") == 1 and not in_reserve(game)


@rule("1.1.1.2-08", edition="bloody_summer")
def test_a_depot_lands_its_capacity_in_a_turn() -> None:
    game = moving(f"{BEACHES}marker allied strategic-reserve 3")
    play(game, "bring strategic-reserve", "to 0812", "bring strategic-reserve", "to 0812")
    assert in_reserve(game) == 1 and "The test ends" in game.decision.prompt, "one at Omaha and one at Utah"
    dry = moving("depot Sword\nheld 0807\nmarker allied strategic-reserve 1")
    assert "The test ends" in dry.decision.prompt, "Sword lands none"


@rule("1.1.1.2-08", edition="bloody_summer")
def test_motorized_costs_on_hexes_that_a_supply_line_could_use() -> None:
    text = "marker allied 0812 1\n"
    free = logistics.ways_from(position("operation_cobra", text), ALLIED, GRID.at("0812"))
    assert free[GRID.at("0819")] and len(free[GRID.at("0819")]) == 7, "along the road"
    assert GRID.at("1819") not in free
    cut = position("operation_cobra", text + "german 91-LL/1057 at 0816\ngerman 91-LL/1058 at 0916")
    assert GRID.at("0818") not in logistics.ways_from(cut, ALLIED, GRID.at("0812"))


@rule("1.1.1.2-08", "0.2.1-10", edition="bloody_summer")
def test_boxes_cost_four_points_two_steps_at_most_and_every_box_left_needs_a_german_die() -> None:
    text = "german Depot-Paris at paris\nmarker german paris 1\n"
    ways = set(map(place_name, logistics.ways_from(position(text=text), GERMAN, place_number("paris"))))
    assert {"alencon", "evreux", "le-mans", "pas-de-calais"} <= ways, "one step or two"
    assert "rennes" not in ways and "brest" not in ways, "three steps"
    assert "1601" in ways and "0810" not in ways, "from Alencon onto the map with eight points left"
    game = moving(text, 5, 4)  # lower than 6, lower than 5
    play(game, "bring paris", "to 1601")
    assert markers(game, "german", "1601") == 1
    held = moving(text, 5, 5)
    play(held, "bring paris", "to 1601")
    assert markers(held, "german", "alencon") == 1
    stuck = moving(text, 6)
    play(stuck, "bring paris", "to 1601")
    assert markers(stuck, "german", "paris") == 1 and "The test ends" in stuck.decision.prompt, "it has moved"


@rule("1.1.1.2-08", edition="bloody_summer")
def test_an_allied_marker_leaves_the_map_for_a_box_of_its_own_without_a_die() -> None:
    text = "marker allied 2019 1\n"
    assert place_number("rennes") not in logistics.ways_from(position(text=text), ALLIED, GRID.at("2019"))
    game = moving(text + "boxes rennes le-mans\nallied HQ-XV at le-mans")
    play(game, "bring 2019", "to le-mans")
    assert markers(game, "allied", "le-mans") == 1


@rule("1.1.1.2-08", edition="bloody_summer")
def test_of_two_boxes_on_the_way_the_cheaper_one_counts() -> None:
    for origin, way in (
        ("1601", "alencon paris south-east"),  # Evreux would do, but is farther by road
        ("2017", "2018 2019 2118 rennes angers languedoc"),  # so is Le Mans
    ):
        ways = logistics.ways_from(position(text=f"marker german {origin} 1"), GERMAN, GRID.at(origin))
        goal = place_number(way.split()[-1])
        assert goal in ways and list(map(place_name, ways[goal])) == way.split()


@rule("0.2.1-10", "9.5-02", edition="bloody_summer")
def test_aircraft_over_a_box_and_over_a_zone_hinder_german_markers() -> None:
    text = "german Depot-Paris at paris\nmarker german paris 1\n"
    g = position("operation_cobra", text, dice=[4])
    heavy = AIR_IDS.index("8-AF-1")
    g.air[heavy], g.air_place[heavy] = air.STRATEGIC, place_number("paris")
    game = begin(g, MarkerMovement())
    events = play(game, "bring paris", "to alencon")
    assert markers(game, "german", "paris") == 1, "4 and 2 is not lower than 6"
    assert "marker_moved" not in kinds(events), "who is held up has not moved"
    clear = position("operation_cobra", "marker german 1507 1")
    before = logistics.ways_from(clear, GERMAN, GRID.at("1507"))
    clear.air[AIR_IDS.index("9-AF-1")] = air.TACTICAL
    clear.air_place[AIR_IDS.index("9-AF-1")] = list(clear.campaign.ground.zones).index("Falaise")
    clear.forget()
    after = logistics.ways_from(clear, GERMAN, GRID.at("1507"))
    assert len(after) < len(before)


# -- where they may stop --------------------------------------------------------------------------------


@rule("0.2.1-05", edition="bloody_summer")
def test_two_markers_at_most_in_a_hex_and_any_number_in_a_box() -> None:
    game = moving(f"{BEACHES}marker allied 0812 2\nmarker allied strategic-reserve 1")
    play(game, "bring strategic-reserve")
    assert refusal(game, "to 0812").rule == "0.2.1-05"
    boxes = moving("marker german alencon 3\nmarker german paris 1", 1)
    play(boxes, "bring paris", "to alencon")
    assert markers(boxes, "german", "alencon") == 4


@rule("7.3.2-04", edition="bloody_summer")
def test_a_headquarters_out_of_supply_receives_no_markers() -> None:
    game = moving(f"{BEACHES}allied HQ-V unsupplied at 0913\nallied HQ-XIX at 0815\nmarker allied strategic-reserve 1")
    play(game, "bring strategic-reserve")
    assert refusal(game, "to 0913").rule == "7.3.2-04" and "0815" in orders(game, "to")
    assert "0912" in orders(game, "to"), "next to it one may lie"


@rule("7.3.2-04", edition="bloody_summer")
def test_one_headquarters_in_supply_is_enough_for_a_marker_to_come_to_a_box() -> None:
    text = DEPOTS + "german HQ-II-FJ unsupplied at le-mans\nmarker german rennes 1"
    alone = moving(text)
    play(alone, "bring rennes")
    assert refusal(alone, "to le-mans").rule == "7.3.2-04"
    beside = moving(text + "\ngerman HQ-LXXIV at le-mans")
    play(beside, "bring rennes")
    assert "le-mans" in orders(beside, "to")


@rule("7.2-06", "1.1.1.2-11", edition="bloody_summer")
def test_markers_in_a_box_in_confusion_are_blocked() -> None:
    text = (
        DEPOTS + "german 77-Inf at rennes\nallied 4-Arm/CCA at rennes\nmarker german rennes 1\nmarker german le-mans 1"
    )
    game = moving(text)
    assert orders(game, "bring") == ["le-mans"] and refusal(game, "bring rennes").rule == "7.2-06"


@rule("1.1.1.2-11", edition="bloody_summer")
def test_markers_in_a_depot_that_falls_pass_to_the_enemy() -> None:
    g = position("operation_cobra", DEPOTS + "marker german rennes 2\nmarker allied 0713 1\n" + BEACHES)
    g.put(piece_number("4-Arm/CCA"), place_number("rennes"))
    assert markers(g, "allied", "rennes") == 2 and not markers(g, "german", "rennes")
    g.put(piece_number("12-SS/25"), GRID.at("0713"))
    assert markers(g, "german", "0713") == 1 and not markers(g, "allied", "0713")


# -- later ----------------------------------------------------------------------------------------------


@rule("1.1.1.2-10", edition="bloody_summer")
def test_markers_that_are_not_spent_are_kept() -> None:
    text = f"{BEACHES}allied HQ-V at 0913\nmarker allied 0913 2\nmarker german le-mans 1\n{DEPOTS}"
    game = phase(text, 1, 1)
    assert markers(game, "allied", "0913") == 2 and markers(game, "german", "le-mans") == 1
    assert in_reserve(game) == 3


@rule("1.1.1.2-08", "1.1.1.1.a-05", edition="bloody_summer")
def test_a_marker_kept_in_the_reserve_lands_in_a_movement_phase_but_not_in_a_storm() -> None:
    text = f"{BEACHES}allied 4-Inf/8 at 0812\nmarker allied strategic-reserve 2"
    g = position("operation_cobra", text)
    g.unloaded[DEPOT_IDS.index("Utah")] = 1
    game = begin(g, MovementPhase(ALLIED))
    assert orders(game, "unload") == ["0713"], "Utah has landed its marker of this turn"
    play(game, "unload 0713")
    assert markers(game, "allied", "0713") == 1 and not orders(game, "unload")
    stormy = position("operation_cobra", text)
    stormy.storm = True
    assert not orders(begin(stormy, MovementPhase(ALLIED)), "unload")
    assert refusal(begin(stormy, MovementPhase(ALLIED)), "unload 0713").rule == "1.1.1.1.a-05"


@rule("0.2.1-04", edition="bloody_summer")
def test_markers_do_not_count_for_stacking() -> None:
    full = "allied 4-Inf/8 at 0812\nallied 4-Inf/12 at 0812\nallied 4-Inf/22 at 0812\nallied 9-Inf/39 at 0812\n"
    text = f"{BEACHES}{full}allied 9-Inf/47 at 0812\nallied HQ-V at 0812\nmarker allied strategic-reserve 1"
    game = moving(text)
    play(game, "bring strategic-reserve", "to 0812")
    assert markers(game, "allied", "0812") == 1
    ready = begin(state(game), MovementPhase(ALLIED))
    assert "end" in orders(ready)


# -- what they are for ----------------------------------------------------------------------------------


@rule("0.2.1-01", "0.2.1-02", "0.2.1-07", edition="bloody_summer")
@pytest.mark.parametrize(("hq", "unit"), [("HQ-V", "29-Inf/116"), ("HQ-XXX", "50-Inf/69")])
def test_a_headquarters_of_either_army_spends_a_marker_for_combat(hq: str, unit: str) -> None:
    text = f"allied {hq} at 1014\nallied {unit} at 1114\ngerman 353-Inf at 1215\n"
    bare = begin(position("operation_cobra", text), CombatPhase(ALLIED))
    assert "The test ends" in bare.decision.prompt, "no marker, no operation"
    game = begin(position("operation_cobra", text + "marker allied 1014 2"), CombatPhase(ALLIED))
    play(game, f"activate {hq}")
    assert markers(game, "allied", "1014") == 1
