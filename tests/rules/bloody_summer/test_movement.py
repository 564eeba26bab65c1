"""Terrain, zones of control, stacking and movement on the map (2, 3, 4.1.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, SIDE_NAMES
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import GRID
from bocage.games.bloody_summer.reach import Gait, gaits_of
from bocage.games.bloody_summer.stacking import why_not_together
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.title import open_scenario
from bocage.games.bloody_summer.zones import enemy_zone, leaving_cost
from bocage.kernel import Chance, Game
from tests.bloody_summer.positions import Side, begin, has, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


def moving(side: Side, text: str, *, half: bool = False, **more: object) -> Game:
    """A game in a side's movement phase."""
    g = position("operation_cobra", text, active=side, **more)  # type: ignore[arg-type]
    return begin(g, MovementPhase(SIDE_NAMES.index(side), half))


def reach(game: Game, unit: str) -> set[str]:
    """Where a unit can go."""
    play(game, f"move {unit}")
    return set(orders(game, "to"))


def cost(game: Game, unit: str, label: str) -> int:
    """What a unit pays for a move."""
    (moved,) = [event for event in play(game, f"move {unit}", f"to {label}") if event.kind == "moved"]
    return moved.number("cost")


def zone(text: str, side: int) -> set[str]:
    """The hexes in the zones of control of a side."""
    return set(GRID.labels(enemy_zone(position("operation_cobra", text), 1 - side)))


# -- terrain (2.2) -----------------------------------------------------------------------------------


@rule("4.1.1-03", "2.2-03", "2.2-04", edition="bloody_summer")
def test_a_road_replaces_the_cost_of_bocage_only_for_who_follows_it() -> None:
    assert cost(moving("allied", "allied 4-Arm-Bde at 1415"), "4-Arm-Bde", "1414") == 1  # bocage, along the road
    assert cost(moving("allied", "allied 4-Arm-Bde at 1412"), "4-Arm-Bde", "1511") == 4  # bocage, and no road


@rule("2.2-04", edition="bloody_summer")
def test_a_road_bridge_takes_away_the_cost_of_the_river() -> None:
    assert cost(moving("allied", "allied 4-Arm-Bde at 1008"), "4-Arm-Bde", "0908") == 1
    assert cost(moving("allied", "allied 4-Arm-Bde at 1307"), "4-Arm-Bde", "1308") == 6  # forest and a minor river


@rule("2.2-05", edition="bloody_summer")
def test_motorized_infantry_drives_or_walks_as_is_better_and_armour_only_drives() -> None:
    # 0322 is five points on foot through the bocage, and too far for vehicles; along the road they get farther.
    infantry = reach(moving("allied", "allied 30-Inf/117 at 0220"), "30-Inf/117")
    armour = reach(moving("german", "german s.Pz-503 at 0220"), "s.Pz-503")
    assert "0322" in infantry and "0322" not in armour
    road = reach(moving("allied", "allied 30-Inf/117 at 0222"), "30-Inf/117")
    assert "0718" in road  # the N13 for seven hexes: more than the six points of walkers


@rule("2.2-06", "4.1.1-04", edition="bloody_summer")
def test_who_has_walked_does_not_take_to_its_vehicles_in_the_same_phase_and_saves_nothing() -> None:
    game = moving("allied", "allied 30-Inf/117 at 0220\nallied 30-Inf/119 at 0118")
    assert cost(game, "30-Inf/117", "0322") == 5  # on foot: vehicles cannot get there at once
    assert [gait.mover.motorized for gait in gaits_in_hand(game)] == [False]
    play(game, "move 30-Inf/117")
    assert set(orders(game, "to")) <= {GRID.label(hex_) for hex_ in GRID.neighbours[GRID.at("0322")]}
    assert gaits_of(state(moving("allied", "allied 30-Inf/117 at 0220")), piece_number("30-Inf/117"))[1].points == 6


def gaits_in_hand(game: Game) -> tuple[Gait, ...]:
    """What those in hand have left."""
    phase = state(game).stack[-1]
    assert isinstance(phase, MovementPhase)
    return phase.gaits


@rule("2.2-07", edition="bloody_summer")
def test_allied_paratroops_walk_until_a_supply_line_reaches_them() -> None:
    alone = "allied 82-Abn/505 at 0619\ngerman 353-Inf at 1319"
    supplied = f"{alone}\nallied HQ-VII at 0618\ndepot Utah\nheld 0617"
    for text, turn, drives in ((alone, 1, False), (supplied, 1, True), (supplied, 0, False), (alone, 2, True)):
        g = position("race_to_cherbourg", text, turn=turn)
        gaits = gaits_of(g, piece_number("82-Abn/505"))
        assert any(gait.mover.motorized for gait in gaits) is drives, (text, turn)
        assert any(not gait.mover.motorized for gait in gaits)


@rule("0.1.2.b-01", edition="bloody_summer")
def test_cyclists_pay_as_vehicles_do_along_roads_and_as_walkers_elsewhere(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("[road]\nfoot = 3\n", encoding="utf-8")
    g = State(open_scenario("campaign", overlay=own).campaign, Chance.from_seed("1"))
    cyclist, walker = (gaits_of(g, piece_number(unit))[0] for unit in ("30-Schnelle", "353-Inf"))
    a, by_road, off_road = GRID.at("1319"), GRID.at("1219"), GRID.at("1419")

    def price(gait: object, there: int) -> int:
        assert isinstance(gait, type(cyclist))
        links = g.campaign.links(gait.mover, cyclist=gait.cyclist)[a]
        return dict(links)[there]

    assert (price(cyclist, by_road), price(walker, by_road)) == (1, 2)  # the walker goes through the bocage
    assert price(cyclist, off_road) == price(walker, off_road) == 3  # bocage and a river


@rule("0.1.2.c-02", edition="bloody_summer")
def test_armour_enters_a_marsh_along_a_road_only() -> None:
    game = moving("allied", "allied 4-Arm-Bde at 0718")
    play(game, "move 4-Arm-Bde")
    assert refusal(game, "to 0719").rule == "4.1.1-05"
    assert "0719" in reach(moving("allied", "allied 2-Can-Inf/4 at 0718"), "2-Can-Inf/4")
    assert "1005" in reach(moving("allied", "allied 4-Arm-Bde at 1006"), "4-Arm-Bde")  # the N13 leads through it


@rule("2.2-08", edition="bloody_summer")
def test_the_terrain_of_a_hex_is_one_and_a_town_on_it_counts_for_movement() -> None:
    ground = position("operation_cobra").campaign.ground
    assert ground.terrain[GRID.at("1216")].value == "town" and ground.beneath[GRID.at("1216")].value == "bocage"
    assert cost(moving("allied", "allied 4-Arm-Bde at 1215"), "4-Arm-Bde", "1216") == 2  # not the 4 of bocage


@rule("2.2-E1", "2.2-09", edition="bloody_summer")
def test_the_defender_of_1213_chooses_between_village_and_bocage() -> None:
    ground = position("operation_cobra").campaign.ground
    assert [terrain.value for terrain in ground.terrains_at(GRID.at("1213"))] == ["bocage", "village"]
    assert [terrain.value for terrain in ground.terrains_at(GRID.at("1214"))] == ["bocage"]


# -- zones of control (3) ----------------------------------------------------------------------------


@rule("3-01", "3-03", "0.1.1-10", "0.1.2.d-05", edition="bloody_summer")
def test_units_with_stacking_value_project_into_six_hexes_and_others_into_none() -> None:
    around = {"1307", "1207", "1206", "1305", "1406", "1407"}
    assert zone("german 12-SS/25 at 1306", GERMAN) == around
    assert zone("german s.Pz-503 at 1306\ngerman HQ-I-SS-Pz at 1407", GERMAN) == set()
    assert zone("german WN-Madeleine at 0617", GERMAN) == set()


@rule("3-02", edition="bloody_summer")
def test_zones_of_control_end_at_towns_marshes_and_rivers_without_a_bridge() -> None:
    assert "1506" not in zone("german 12-SS/25 at 1505", GERMAN)  # Falaise
    assert "0908" not in zone("german 12-SS/25 at 1008", GERMAN)  # Caen
    assert "1209" not in zone("german 12-SS/25 at 1210", GERMAN)  # the Orne
    assert "1209" in zone("german 12-SS/25 at 1108", GERMAN)  # over the Orne's west bank by land
    assert "0719" not in zone("german 12-SS/25 at 0718", GERMAN)  # a marsh


RING = """
    german 12-SS/25 at 1405
    german 12-SS/26 at 1408
    german 12-SS/I/12 at 1707
    german 12-SS/II/12 at 1605
"""  # their zones cover all six hexes around Falaise, 1506
AROUND_FALAISE = {"1507", "1407", "1406", "1505", "1606", "1607"}


@rule("3-04", "4.1.1-01", edition="bloody_summer")
def test_units_and_headquarters_stop_in_the_first_enemy_zone_they_enter() -> None:
    for unit in ("4-Arm-Bde", "HQ-I"):
        game = moving("allied", f"allied {unit} at 1506\n{RING}")
        assert reach(game, unit) == AROUND_FALAISE
        assert refusal(game, "to 1306").rule == "3-04"


@rule("3-06", "3-10", "3-E1", edition="bloody_summer")
@pytest.mark.parametrize(("unit", "price"), [("1SS", 1), ("6-Abn/3-Para", 2), ("2-Can-Inf/4", 3), ("Guards-Arm/32", 3)])
def test_leaving_an_enemy_zone_straight_into_another_costs_more_by_the_kind_of_unit(unit: str, price: int) -> None:
    game = moving("allied", f"allied {unit} at 1406\ngerman 12-SS/25 at 1305")
    leaving = leaving_cost(state(game).campaign, piece_number(unit))
    assert leaving == price - 1
    assert cost(game, unit, "1306") == min(cost_free(unit) + leaving, 8)
    play_again = [order for order in orders(game) if order == f"move {unit}"]
    assert play_again == []  # it has stopped again


def cost_free(unit: str) -> int:
    """What the same step costs without an enemy."""
    return cost(moving("allied", f"allied {unit} at 1406"), unit, "1306")


@rule("3-08", edition="bloody_summer")
def test_commandos_and_rangers_leave_an_enemy_zone_for_nothing() -> None:
    text = "allied {} at 1406\ngerman 12-SS/25 at 1305"
    for unit in ("1SS", "4SS", "5-Ranger"):
        assert cost(moving("allied", text.format(unit)), unit, "1507") == cost(
            moving("allied", f"allied {unit} at 1406"), unit, "1507"
        )


@rule("3-09", edition="bloody_summer")
def test_paratroops_and_elite_units_pay_one_point() -> None:
    g = position("operation_cobra", "german 12-SS/25 at 1305\ngerman 3-FJ/9 at 1214\ngerman 272-Inf at 1108")
    assert [leaving_cost(g.campaign, piece_number(unit)) for unit in ("12-SS/25", "3-FJ/9", "272-Inf")] == [1, 1, 2]


@rule("3-07", edition="bloody_summer")
def test_a_friend_does_not_cancel_an_enemy_zone_for_movement() -> None:
    text = f"allied 4-Arm-Bde at 1506\nallied 2-Can-Inf/4 at 1406\n{RING}"
    assert reach(moving("allied", text), "4-Arm-Bde") == AROUND_FALAISE


@rule("3-11", edition="bloody_summer")
def test_a_unit_in_confusion_keeps_its_zone() -> None:
    both = "german 12-SS/25 at 1306\nallied 2-Can-Inf/4 at 1306"
    assert "1407" in zone(both, GERMAN) and "1407" in zone(both, ALLIED)


# -- movement (4.1.1) --------------------------------------------------------------------------------


@rule("4.1.1-01", "1.1.2.2-01", edition="bloody_summer")
def test_units_and_headquarters_of_the_active_side_move_and_no_others() -> None:
    text = "allied 4-Arm-Bde at 1506\nallied HQ-I at 1606\ngerman 12-SS/25 at 1305\nallied 30-Inf/117 at 1117"
    game = moving("allied", text)
    assert orders(game, "move") == ["30-Inf/117"] and game.decision.seat == "us"
    assert refusal(game, "move 12-SS/25").rule == "4.1.1-01"
    play(game, "end")
    assert game.decision.seat == "british"
    assert set(orders(game, "move")) == {"4-Arm-Bde", "HQ-I"}


@rule("4.1.1-02", edition="bloody_summer")
def test_a_move_may_be_made_in_stages_until_another_unit_moves() -> None:
    game = moving("allied", "allied 4-Arm-Bde at 1506\nallied 2-Can-Inf/4 at 1606")
    play(game, "move 4-Arm-Bde", "to 1407", "move 4-Arm-Bde")
    assert where(game, "4-Arm-Bde") == "1407"
    play(game, "to 1307", "move 2-Can-Inf/4", "to 1605")
    assert refusal(game, "move 4-Arm-Bde").rule == "4.1.1-02"


@rule("4.1.1-02", edition="bloody_summer")
def test_a_stack_goes_where_its_slowest_member_gets() -> None:
    text = "allied 4-Arm-Bde at 1506\nallied 2-Can-Inf/4 at 1506"
    game = moving("allied", text)
    play(game, "march 1506")
    together = set(orders(game, "to"))
    fast, slow = (reach(moving("allied", text), unit) for unit in ("4-Arm-Bde", "2-Can-Inf/4"))
    assert together == fast & slow and fast - slow
    play(game, "to 1208")
    assert where(game, "4-Arm-Bde") == where(game, "2-Can-Inf/4") == "1208"


@rule("4.1.1-02", edition="bloody_summer")
def test_a_part_of_a_stack_can_be_left_behind() -> None:
    text = "allied 4-Arm-Bde at 1506\nallied 2-Can-Inf/4 at 1506\nallied 2-Can-Inf/5 at 1506"
    game = moving("allied", text)
    play(game, "march 1506", "leave 2-Can-Inf/5", "to 1407")
    assert [where(game, unit) for unit in ("4-Arm-Bde", "2-Can-Inf/4", "2-Can-Inf/5")] == ["1407", "1407", "1506"]
    assert "2-Can-Inf/5" in orders(game, "move")


@rule("4.1.1-05", edition="bloody_summer")
def test_one_hex_can_always_be_entered_whatever_it_costs_but_not_the_impassable() -> None:
    # Out of an enemy zone over a river into bocage: more than half an isolated unit's points.
    text = "german 21-Pz/I/22 unsupplied at 1209\nallied 2-Can-Inf/4 at 1208\nallied 2-Can-Inf/5 at 1308"
    game = moving("german", text)
    assert gaits_of(state(game), piece_number("21-Pz/I/22"))[0].points == 5
    play(game, "move 21-Pz/I/22")
    assert "1210" in orders(game, "to")  # a major river, clear ground and the way out of a zone: 6 points
    estuary = moving("allied", "allied 30-Inf/117 D1 unsupplied at 0617")
    play(estuary, "move 30-Inf/117")
    assert refusal(estuary, "to 0616").rule == "4.1.1-05"  # the mouth of the Vire


@rule("4.1.1-06", "4.1.1-07", edition="bloody_summer")
def test_an_enemy_hex_is_closed_but_a_hex_in_confusion_is_not() -> None:
    text = "allied 2-Can-Inf/4 at 1406\ngerman 12-SS/25 at 1305"
    game = moving("allied", text)
    play(game, "move 2-Can-Inf/4")
    assert refusal(game, "to 1305").rule == "4.1.1-06"
    both = f"{text}\nallied 2-Can-Inf/5 at 1305"
    assert "1305" in reach(moving("allied", both), "2-Can-Inf/4")
    assert refusal(moving("allied", both), "move 2-Can-Inf/5").rule == "6.11-05"


@rule("4.1.1-08", "4.1.1-09", edition="bloody_summer")
def test_armour_and_panzergrenadiers_go_into_reserve_after_a_hex_at_most() -> None:
    text = "german 12-SS/25 at 1306\ngerman 272-Inf at 1407\ngerman 21-Pz/I/22 at 1505\ngerman 21-Pz/125 at 1604"
    game = moving("german", text)
    assert set(orders(game, "reserve")) == {"12-SS/25", "21-Pz/I/22", "21-Pz/125"}
    assert refusal(game, "reserve 272-Inf").rule == "4.1.1-08"
    play(game, "move 12-SS/25", "to 1206", "reserve 12-SS/25", "move 21-Pz/I/22", "to 1506", "move 21-Pz/I/22")
    play(game, "to 1407")
    assert refusal(game, "reserve 21-Pz/I/22").rule == "4.1.1-09"
    assert has(state(game).reserve, "12-SS/25") and not has(state(game).reserve, "21-Pz/I/22")
    play(game, "reserve 21-Pz/125")
    assert refusal(game, "move 21-Pz/125").rule == "4.1.1-02"  # it waits for the exploitation


@rule("7.4-05", "7.4-06", edition="bloody_summer")
def test_isolated_units_drive_half_as_far_and_walk_as_ever() -> None:
    g = position("operation_cobra", "german 21-Pz/I/22 unsupplied at 1306\ngerman 272-Inf unsupplied at 1407")
    assert [gait.points for gait in gaits_of(g, piece_number("21-Pz/I/22"))] == [5]
    assert [gait.points for gait in gaits_of(g, piece_number("272-Inf"))] == [6]


@rule("0.2.1-09", "0.2.1-04", edition="bloody_summer")
def test_the_markers_of_a_headquarters_go_along_with_it() -> None:
    game = moving("german", "german HQ-I-SS-Pz at 1107\nmarker german 1107 2")
    play(game, "move HQ-I-SS-Pz", "to 1307")
    g = state(game)
    assert (g.markers_at(GERMAN, GRID.at("1107")), g.markers_at(GERMAN, GRID.at("1307"))) == (0, 2)


@rule("0.2.1-05", edition="bloody_summer")
def test_a_third_marker_stays_behind_where_two_lie_already() -> None:
    game = moving("german", "german HQ-I-SS-Pz at 1107\nmarker german 1107 2\nmarker german 1307 1")
    play(game, "move HQ-I-SS-Pz", "to 1307")
    g = state(game)
    assert (g.markers_at(GERMAN, GRID.at("1107")), g.markers_at(GERMAN, GRID.at("1307"))) == (1, 2)


@rule("0.2.1-10", edition="bloody_summer")
def test_interdiction_makes_the_way_of_a_headquarters_and_its_markers_dearer() -> None:
    from bocage.games.bloody_summer.air import TACTICAL
    from bocage.games.bloody_summer.pieces import ZONE_IDS

    game = moving("german", "german HQ-I-SS-Pz at 1306\nmarker german 1306 1")
    free = reach(game, "HQ-I-SS-Pz")
    g = position("operation_cobra", "german HQ-I-SS-Pz at 1306\nmarker german 1306 1", active="german")
    zones = g.campaign.ground.zones
    for number, name in enumerate(ZONE_IDS):
        if zones[name] >> GRID.at("1306") & 1:
            g.air[0], g.air_place[0] = TACTICAL, number
    struck = reach(begin(g, MovementPhase(GERMAN)), "HQ-I-SS-Pz")
    assert struck < free


@rule("1.1.1.3.b-05", edition="bloody_summer")
def test_a_unit_at_rest_does_not_move() -> None:
    game = moving("allied", "allied 2-Can-Inf/4 -1 resting at 1406\nallied 2-Can-Inf/5 at 1407")
    assert refusal(game, "move 2-Can-Inf/4").rule == "1.1.1.3.b-05"


@rule("1.1.1.3.b-06", edition="bloody_summer")
def test_rest_ends_at_once_when_an_enemy_comes_next_to_it() -> None:
    game = moving("german", "allied 2-Can-Inf/4 -1 resting at 1406\ngerman 12-SS/25 at 1205")
    events = play(game, "move 12-SS/25", "to 1305")
    assert "roused" in kinds(events) and not has(state(game).resting, "2-Can-Inf/4")


# -- stacking (2.1) ----------------------------------------------------------------------------------


@rule("2.1-03", "2.1-E1", "0.2.1-04", edition="bloody_summer")
def test_a_hex_holds_five_points_a_unit_without_any_and_a_headquarters() -> None:
    campaign = position("operation_cobra").campaign

    def stack(*names: str) -> str:
        found = why_not_together(campaign, map(piece_number, names), GRID.at("1306"))
        return found.rule if found else ""

    legal = ("272-Inf", "12-SS/25", "12-SS/26", "s.Pz-503", "HQ-I-SS-Pz")  # 3 + 1 + 1 + 0
    assert stack(*legal) == ""
    assert stack(*legal, "s.SS-Pz-101") == "2.1-03"
    assert stack(*legal, "21-Pz/125") == "2.1-03"
    assert stack(*legal, "HQ-II-SS-Pz") == "2.1-03"


@rule("2.1-04", "2.1-05", edition="bloody_summer")
def test_an_overfull_hex_may_be_passed_but_the_phase_does_not_end_with_it() -> None:
    text = "german 272-Inf at 1306\ngerman 346-Inf at 1306\ngerman 16-Lw at 1406"
    game = moving("german", text)
    assert "1305" in reach(game, "16-Lw")  # through 1306 or around it
    assert "1306" in orders(game, "to")  # 272-Inf and 346-Inf have still to move
    play(game, "to 1306")
    assert "end" not in orders(game) and refusal(game, "end").rule == "2.1-05"
    play(game, "move 272-Inf", "to 1206")
    assert "end" in orders(game)


@rule("2.1-05", edition="bloody_summer")
def test_units_without_stacking_value_of_whom_one_must_leave_are_named() -> None:
    game = moving("allied", "allied 70-Tk at 1206\nallied 746-Tk at 1206\nallied 2-Inf/9 at 1206")
    why = "1206 holds more than one unit without stacking value, 70-Tk and 746-Tk, and at most 1 of them may stay"
    assert game.decision.prompt == f"{why}: move some out"


@rule("2.1-05", edition="bloody_summer")
def test_those_who_have_moved_keep_others_out() -> None:
    text = "german 272-Inf at 1306\ngerman 346-Inf at 1405\ngerman 16-Lw at 1406"
    game = moving("german", text)
    play(game, "move 272-Inf", "to 1206", "move 346-Inf", "to 1206", "move 16-Lw")
    assert refusal(game, "to 1206").rule == "2.1-03"


@rule("2.1-07", "8-05", edition="bloody_summer")
def test_americans_and_british_do_not_end_together_but_may_pass() -> None:
    text = "allied 2-Inf/9 at 1114\nallied 50-Inf/69 at 1112\nallied 5-Inf/2 at 1113"
    game = moving("allied", text)
    play(game, "move 2-Inf/9")
    assert refusal(game, "to 1112").rule == "2.1-07"
    assert "1113" in orders(game, "to")


@rule("2.1-06", edition="bloody_summer")
def test_boxes_hold_any_number_but_of_one_allied_army() -> None:
    campaign = position("operation_cobra").campaign
    from bocage.games.bloody_summer.places import BOXES

    many = [piece_number(name) for name in ("272-Inf", "346-Inf", "16-Lw", "353-Inf")]
    assert why_not_together(campaign, many, BOXES["Rennes"]) is None
    mixed = [piece_number(name) for name in ("2-Inf/9", "50-Inf/69")]
    found = why_not_together(campaign, mixed, BOXES["Rennes"])
    assert found is not None and found.rule == "2.1-07"
