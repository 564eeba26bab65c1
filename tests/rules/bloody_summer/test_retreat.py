"""Retreat and advance after combat (6.4, 6.6, 6.7)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.combat import Combat
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import GRID, SIZE, place_name
from bocage.games.bloody_summer.retreat import Retreats, retreat_paths, toll_of
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.kernel import Game
from tests.bloody_summer.fights import BIG_RED_ONE, US, attack, fight, level, steps
from tests.bloody_summer.positions import begin, position, state, where
from tests.questions import orders, play, refusal
from tests.support import rule

THREE = ("1-Inf/16", "1-Inf/18", "1-Inf/26")


def retreats(text: str, *units: str, length: int = 1, stand_for_step: bool = False) -> Game:
    """Units retreat from where the first of them is."""
    g = position(text=text)
    numbers = tuple(map(piece_number, units))
    place, seat = g.where[numbers[0]], g.seat(numbers[0])
    return begin(g, Retreats(numbers, place, length, seat, stand_for_step=stand_for_step))


def ways(g: State, unit: str, length: int, fought: str = "") -> list[str]:
    """The ways of a retreat, as texts."""
    number = piece_number(unit)
    hex_ = GRID.at(fought) if fought else g.where[number]
    return [" ".join(map(place_name, path)) for path in retreat_paths(g, number, hex_, length)]


# -- where to -------------------------------------------------------------------------------------


@rule("6.6-01", edition="bloody_summer")
def test_every_hex_of_a_retreat_leads_away_from_the_combat() -> None:
    g = position(text="german 84-Inf at 1306\nallied 1-Inf/16 at 1206\nallied 1-Inf/18 at 1207")
    assert ways(g, "84-Inf", 1) == ["1305", "1307", "1406", "1407"]
    for way in ways(g, "84-Inf", 2):
        hexes = [GRID.at(label) for label in way.split()]
        assert [GRID.distance(GRID.at("1306"), hex_) for hex_ in hexes] == [1, 2]


@rule("6.6-01", "6.6-07", "6.10-05", edition="bloody_summer")
def test_a_stack_without_a_way_is_captured() -> None:
    around = ["1206", "1207", "1305", "1307", "1406", "1407"]
    units = ["1-Inf/16", "1-Inf/18", "1-Inf/26", "4-Inf/8", "4-Inf/12", "4-Inf/22"]
    text = "".join(f"allied {unit} at {label}\n" for unit, label in zip(units, around, strict=True))
    game = retreats(text + "german 84-Inf at 1306\ngerman HQ-LXXXVI at 1306", "84-Inf")
    assert where(game, "84-Inf") == "lost"
    assert where(game, "HQ-LXXXVI") == "waiting"


@rule("6.6-03", "6.6-09", "2.1-07", edition="bloody_summer")
def test_no_retreat_leads_into_a_box_of_the_other_allied_army() -> None:
    g = position(text="allied 3-Inf/8 at 2116\nallied 4-Arm/CCA at le-mans\nboxes le-mans\n")
    assert ways(g, "3-Inf/8", 1) and "le-mans" not in ways(g, "3-Inf/8", 1)
    g = position(text="allied 4-Inf/8 at 2116\nallied 4-Arm/CCA at le-mans\nboxes le-mans\n")
    assert "le-mans" in ways(g, "4-Inf/8", 1)


@rule("5.4-04", "6.11-08", edition="bloody_summer")
def test_a_headquarters_takes_its_markers_out_of_a_confusion() -> None:
    text = "german 84-Inf at 1306\ngerman HQ-LXXXVI at 1306\nmarker german 1306 1\nallied 82-Abn/505 at 1306\n"
    game = retreats(text, "84-Inf")
    play(game, "to 1406")
    assert where(game, "HQ-LXXXVI") == "1406"
    assert (state(game).markers_at(GERMAN, GRID.at("1406")), state(game).markers_at(ALLIED, GRID.at("1306"))) == (1, 0)


@rule("6.6-02", "6.6-07", "6.10-05", edition="bloody_summer")
def test_an_enemy_zone_costs_a_step_and_the_last_one_for_good() -> None:
    text = "german 84-Inf at 1306\nallied 1-Inf/16 at 1206\nallied 1-Inf/18 at 1405\n"
    game = retreats(text, "84-Inf")
    play(game, "to 1406")
    assert (where(game, "84-Inf"), steps(game, "84-Inf")) == ("1406", 1)
    game = retreats(text.replace("84-Inf at", "84-Inf -1 at"), "84-Inf")
    play(game, "to 1406")
    assert where(game, "84-Inf") == "lost"


@rule("6.6-02", edition="bloody_summer")
def test_each_unit_of_the_stack_pays_for_the_zone() -> None:
    text = "german 84-Inf at 1306\ngerman 711-Inf at 1306\nallied 1-Inf/18 at 1405\n"
    game = retreats(text, "84-Inf", "711-Inf")
    play(game, "retreat 84-Inf", "to 1406", "to 1406")
    assert (steps(game, "84-Inf"), steps(game, "711-Inf")) == (1, 1)


@rule("6.4-03", edition="bloody_summer")
def test_units_of_a_stack_go_different_ways() -> None:
    game = retreats("german 84-Inf at 1306\ngerman 711-Inf at 1306\n", "84-Inf", "711-Inf", length=2)
    assert game.decision.seat == "german"
    play(game, "retreat 711-Inf", "to 1406", "to 1506", "to 1307", "to 1308")
    assert (where(game, "711-Inf"), where(game, "84-Inf")) == ("1506", "1308")


@rule("6.6-03", edition="bloody_summer")
def test_a_full_hex_is_passed() -> None:
    text = "german 84-Inf at 1306\ngerman 353-Inf at 1406\ngerman 711-Inf at 1406\n"
    g = position(text=text)
    found = [way for way in ways(g, "84-Inf", 1) if way.startswith("1406")]
    assert found and all(len(way.split()) == 2 for way in found)
    assert "1305" in ways(g, "84-Inf", 1)


@rule("6.6-03", edition="bloody_summer")
def test_a_hex_of_the_other_nation_is_passed() -> None:
    text = "allied 1-Inf/16 at 1306\nallied 3-Inf/8 at 1206\n"
    found = [way for way in ways(position(text=text), "1-Inf/16", 1) if way.startswith("1206")]
    assert found and all(len(way.split()) == 2 for way in found)


@rule("6.6-04", edition="bloody_summer")
def test_without_any_room_the_owner_loses_what_is_too_much() -> None:
    around = ["1206", "1207", "1305", "1307", "1407"]
    units = ["1-Inf/16", "1-Inf/18", "1-Inf/26", "4-Inf/8", "4-Inf/12"]
    text = "".join(f"allied {unit} at {label}\n" for unit, label in zip(units, around, strict=True))
    blocked = "allied 2-Arm/CCA at 1405\nallied 2-Arm/CCB at 1505\nallied 2-Arm/CCR at 1506\n"
    text += blocked + "german 84-Inf at 1306\ngerman 353-Inf at 1406\ngerman 711-Inf at 1406\n"
    game = retreats(text, "84-Inf")
    assert (game.decision.seat, orders(game)) == (
        "german",
        ["remove 711-Inf", "remove 353-Inf", "remove 84-Inf"],
    )
    play(game, "remove 711-Inf")
    assert (where(game, "711-Inf"), where(game, "84-Inf")) == ("lost", "1406")


@rule("6.6-06", "0.1.2.c-02", edition="bloody_summer")
def test_marshes_and_rivers_disorganise_and_armour_keeps_to_the_road() -> None:
    g = position(text="german 84-Inf at 1105\ngerman 21-Pz/I/22 at 1105")
    infantry, marsh = piece_number("84-Inf"), GRID.at("1005")
    assert toll_of(g, infantry, (marsh,), air=False).levels == 2, "a marsh and a major river without a bridge"
    assert toll_of(g, infantry, (GRID.at("1205"),), air=False).levels == 0
    g = position(text="german 84-Inf at 0719\ngerman 21-Pz/I/22 at 0719\n")
    marshes = [hex_ for hex_ in GRID.neighbours[GRID.at("0719")] if g.campaign.ground.beneath[hex_] == "marsh"]
    off_road = [hex_ for hex_ in marshes if (GRID.at("0719"), hex_) not in g.campaign.ground.roads]
    assert off_road
    assert not any(way.startswith(GRID.label(off_road[0])) for way in ways(g, "21-Pz/I/22", 1))
    assert any(way.startswith(GRID.label(off_road[0])) for way in ways(g, "84-Inf", 1))


@rule("6.6-06", edition="bloody_summer")
def test_a_town_can_be_held_for_a_step() -> None:
    text = "allied HQ-VII at 1406\nmarker allied 1406 1\nallied 1-Inf/16 at 1505\nallied 1-Inf/18 at 1505\n"
    text += "allied 1-Inf/26 at 1505\nallied 2-Arm/CCA at 1507\nallied 2-Arm/CCB at 1507\ngerman 711-Inf at 1506\n"
    game = fight(text, dice=[6])
    attack(game, "1506", *THREE, "2-Arm/CCA", "2-Arm/CCB")
    play(game, "pass")  # 27 to 4, 6:1, two columns left for the town: 4:1, a 6: d2 would be all
    assert where(game, "711-Inf") == "german-destroyed"
    game = retreats("german 84-Inf at 1506\n", "84-Inf", stand_for_step=True)
    assert orders(game) == ["stand", "give-way"]
    play(game, "stand")
    assert (where(game, "84-Inf"), steps(game, "84-Inf")) == ("1506", 1)
    game = retreats("german 84-Inf at 1506\n", "84-Inf", stand_for_step=True)
    play(game, "give-way")
    assert orders(game, "to")


SAINT_LO = "allied HQ-VII at 1015\nmarker allied 1015 1\n" + "".join(f"allied {unit} at 1115\n" for unit in THREE)


@rule("2.2-09", "6.6-06", edition="bloody_summer")
def test_a_town_in_the_bocage_can_be_held_for_a_step_as_well() -> None:
    game = fight(SAINT_LO + "allied 2-Arm/CCA at 1116\nallied 2-Arm/CCB at 1116\ngerman 84-Inf at 1216\n", dice=[6])
    attack(game, "1216", *THREE, "2-Arm/CCA", "2-Arm/CCB")
    play(game, "pass")  # 25 to 6 is 4:1, two left for the town or the bocage: 2:1, a 6: D1 / d1 D1 R2
    assert orders(game) == ["stand", "give-way"]


@rule("2.2-09", edition="bloody_summer")
def test_the_defender_chooses_between_aircraft_and_a_town_to_hold() -> None:
    text = "german HQ-I-SS-Pz at 1316\nmarker german 1316 1\ngerman 12-SS/25 at 1316\ngerman 12-SS/26 at 1315\n"
    game = fight(text + "allied 1-Inf/16 at 1216\n", "HQ-I-SS-Pz", active="german", air="9-AF-1")
    attack(game, "1216", "12-SS/25", "12-SS/26")
    assert (game.decision.seat, orders(game, "terrain")) == ("us", ["bocage", "town"])


@rule("6.6-06", "0.1.2.e-01", edition="bloody_summer")
def test_a_fortified_line_lets_a_retreat_of_one_hex_be_ignored() -> None:
    text = "german 84-Inf at 0223\ngerman Festung-Cherbourg at 0223\n"
    text += "allied HQ-VII at 0322\nmarker allied 0322 1\n"
    text += "".join(f"allied {unit} at 0322\n" for unit in (*THREE, "4-Inf/8", "4-Inf/12"))
    text += "".join(f"allied 2-Arm/{unit} at 0222\n" for unit in ("CCA", "CCB", "CCR"))
    game = fight(text, dice=[6], scenario="campaign")
    attack(game, "0223", *THREE, "4-Inf/8", "4-Inf/12", "2-Arm/CCA", "2-Arm/CCB", "2-Arm/CCR")
    play(game, "pass")  # 41 to 10 is 4:1, three left: 3:2, a 6: D1 / d1 D1 R1
    play(game, "lose 84-Inf")
    assert orders(game) == ["stand", "give-way"]
    play(game, "stand")
    assert (where(game, "84-Inf"), steps(game, "84-Inf")) == ("0223", 1)


@rule("0.1.2.d-06", "0.1.2.d-09", edition="bloody_summer")
def test_a_garrison_ignores_the_retreat_and_nobody_advances() -> None:
    text = US.replace("1106", "0814") + "allied 1-Inf/16 at 0813\nallied 1-Inf/18 at 0813\nallied 1-Inf/26 at 0813\n"
    text += "german WN-Colleville at 0713\ngerman 716-Inf/726 at 0713\n"
    game = fight(text, dice=[6], scenario="campaign")
    attack(game, "0713", *THREE)
    play(game, "pass", "lose 716-Inf/726")  # 15 to 6, 2:1, a 6: D1 / d1 D1 R2
    while orders(game, "to"):
        play(game, f"to {orders(game, 'to')[0]}")
    assert where(game, "716-Inf/726") != "0713", "the other unit retreats, or is lost"
    assert where(game, "WN-Colleville") == "0713"
    assert not orders(game, "advance")


@rule("6.6-09", edition="bloody_summer")
def test_a_lettered_hex_leads_off_the_map() -> None:
    g = position("campaign", "german 84-Inf at 1306")
    hex_, box = next(iter(g.campaign.exit_box.items()))
    label = GRID.label(hex_)
    g = position("campaign", f"german 84-Inf at {label}")
    assert place_name(box) in ways(g, "84-Inf", 2)
    g = position("campaign", f"german 84-Inf at {label}\nallied 1-Inf/16 at {place_name(box)}")
    assert place_name(box) not in ways(g, "84-Inf", 2), "the enemy is in the box"
    edge = next(
        h for h in GRID.hexes if g.campaign.in_play >> h & 1 and GRID.row(h) == 21 and h not in g.campaign.exit_box
    )
    g = position("campaign", f"german 84-Inf at {GRID.label(edge)}")
    assert all(GRID.at(way.split()[-1]) < SIZE for way in ways(g, "84-Inf", 1)), "every other edge blocks"


@rule("6.6-10", edition="bloody_summer")
def test_a_landing_that_fails_goes_back_to_the_reserve() -> None:
    units = tuple(map(piece_number, ("1-Inf/16", "1-Inf/18")))
    text = "allied 1-Inf/16 at 0713\nallied 1-Inf/18 -1 at 0713\ngerman WN-Colleville at 0713\ngerman 353-Inf at 0713\n"
    landing = Combat(GRID.at("0713"), NOBODY, "landing", units)
    game = fight(text, scenario="campaign", turn=0, dice=[1], procedure=landing)
    play(game, "lose 1-Inf/18")
    assert where(game, "1-Inf/16") == "strategic-reserve"
    assert level(game, "1-Inf/16") == 2


@rule("4.3-12", "4.3-13", edition="bloody_summer")
def test_in_an_overrun_the_attacker_leads_the_retreat_but_not_into_death() -> None:
    text = "allied 2-Arm/CCA at 1206\nallied 2-Arm/CCB at 1206\nallied 1-Inf/18 at 1405\ngerman 716-Inf/726 at 1306\n"
    units = tuple(map(piece_number, ("2-Arm/CCA", "2-Arm/CCB")))
    game = fight(text, dice=[2], procedure=Combat(GRID.at("1306"), NOBODY, "overrun", units))
    assert game.decision.seat == "us"  # 12 to 2 is 6:1, a 2: D1 / d1 D1 R2
    labels = orders(game, "to")
    assert labels and "1406" not in labels and "1305" not in labels, "both are next to the 1st Infantry"
    assert refusal(game, f"to {'1406' if '1406' not in labels else '1305'}").rule == "4.3-13"


# -- advance --------------------------------------------------------------------------------------


@rule("6.7-01", "6.7-02", edition="bloody_summer")
def test_one_stack_advances_along_the_retreat() -> None:
    text = BIG_RED_ONE + "german 84-Inf at 1306\ngerman 353-Inf at 1405\n"
    game = fight(text, dice=[6])
    attack(game, "1306", *THREE)
    play(game, "pass", "to 1307", "to 1408")  # 2:1, a 6: D1 / d1 D1 R2
    assert orders(game) == ["advance 1-Inf/16", "advance 1-Inf/18", "advance 1-Inf/26", "halt"]
    assert game.decision.prompt == "Advance into 1306?"
    play(game, "advance 1-Inf/16")
    assert refusal(game, "advance 1-Inf/26").rule == "6.7-01", "it is in another stack"
    assert game.decision.prompt == "Advance into 1306? Only the stack from 1206 may (6.7)"
    play(game, "advance 1-Inf/18")
    assert game.decision.prompt == "Advance a second hex with 1-Inf/16 and 1-Inf/18?"
    assert orders(game) == ["to 1307", "halt"], "only along the way of the 84th, whatever the zone of the 353rd"
    assert refusal(game, "to 1406").rule == "6.7-01"
    play(game, "to 1307")
    assert [where(game, unit) for unit in THREE] == ["1307", "1307", "1207"]


@rule("6.7-01", edition="bloody_summer")
def test_after_an_elimination_the_second_hex_is_free_but_never_occupied() -> None:
    text = BIG_RED_ONE + "german 716-Inf/726 -1 at 1306\ngerman 353-Inf at 1405\ngerman 84-Inf at 1406\n"
    game = fight(text, dice=[3])
    attack(game, "1306", *THREE)
    play(game, "pass", "advance 1-Inf/26", *(["halt"] if "halt" in orders(game) else []))
    assert "1307" in orders(game, "to") and "1406" not in orders(game, "to")
    assert refusal(game, "to 1406").rule == "6.7-01"


@rule("6.7-01", edition="bloody_summer")
def test_nobody_has_to_advance() -> None:
    game = fight(BIG_RED_ONE + "german 716-Inf/726 -1 at 1306", dice=[3])
    attack(game, "1306", *THREE)
    play(game, "pass", "halt")
    assert [where(game, unit) for unit in THREE] == ["1206", "1206", "1207"]
    assert not state(game).held >> GRID.at("1306") & 1


@rule("6.7-01", edition="bloody_summer")
def test_stacking_limits_hold_at_the_end_of_the_advance() -> None:
    text = BIG_RED_ONE + "german 716-Inf/726 -1 at 1306\n"
    text += "".join(
        f"allied {unit} at 1307\n" for unit in ("4-Inf/8", "4-Inf/12", "4-Inf/22", "2-Arm/CCA", "2-Arm/CCB")
    )
    game = fight(text, dice=[3])
    attack(game, "1306", *THREE)
    play(game, "pass", "advance 1-Inf/26")
    assert "1307" not in orders(game, "to")
    assert refusal(game, "to 1307").rule == "2.1-03"


@rule("6.11-05", edition="bloody_summer")
def test_units_in_confusion_do_not_advance() -> None:
    text = BIG_RED_ONE.replace("1-Inf/16 at 1206", "1-Inf/16 at 1305")
    text += "german 716-Inf/726 -1 at 1306\ngerman 84-Inf at 1305\n"
    game = fight(text, dice=[3])
    attack(game, "1306", *THREE)
    play(game, "pass")
    assert refusal(game, "advance 1-Inf/16").rule == "6.11-05"


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_control_follows_a_retreat_only_where_units_pass(side: int) -> None:
    unit = ("1-Inf/16", "84-Inf")[side]
    game = retreats(f"{('allied', 'german')[side]} {unit} at 1306\nheld 1406 1407 1305 1307", unit)
    play(game, "to 1406")
    assert state(game).controls(side, GRID.at("1406"))
