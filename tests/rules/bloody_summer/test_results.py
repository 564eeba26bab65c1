"""Results, disorganisation, losses and air support in combat (6.4, 6.5, 6.10, 9.1)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer import turn
from bocage.games.bloody_summer.air import FINISHED
from bocage.games.bloody_summer.campaign import ALLIED
from bocage.games.bloody_summer.combat import Attacks, Combat
from bocage.games.bloody_summer.fight import Fight, column_shifts
from bocage.games.bloody_summer.pieces import AIR_IDS, piece_number
from bocage.games.bloody_summer.places import BOXES, GRID, place_name
from bocage.games.bloody_summer.results import affect, disorganise
from bocage.games.bloody_summer.state import NOBODY
from tests.bloody_summer.fights import BIG_RED_ONE, US, attack, bombard, combat_in, fight, level, shifts_in, steps
from tests.bloody_summer.positions import position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

THREE = ("1-Inf/16", "1-Inf/18", "1-Inf/26")


@rule("6.4-01", "6.10-02", edition="bloody_summer")
def test_owners_distribute_steps_and_all_who_took_part_take_levels() -> None:
    text = BIG_RED_ONE + "german 711-Inf at 1306\ngerman 716-Inf/726 at 1306\nallied 4-Inf/8 at 1207"
    game = fight(text, dice=[1])
    attack(game, "1306", *THREE)
    play(game, "pass")  # 15 to 6 is 2:1, a 1: a1 D1 / -
    assert (game.decision.seat, orders(game, "lose")) == ("us", list(THREE))
    assert refusal(game, "lose 4-Inf/8").rule == "6.4-01"
    play(game, "lose 1-Inf/18")
    assert [steps(game, unit) for unit in THREE] == [2, 1, 2]
    assert state(game).attack_of(piece_number("1-Inf/18")) == 3, "the weaker side of the counter"
    assert [level(game, unit) for unit in (*THREE, "4-Inf/8")] == [1, 1, 1, 0]
    assert level(game, "711-Inf") == 0


@rule("6.4-01", edition="bloody_summer")
def test_every_defender_in_the_hex_takes_the_level() -> None:
    text = BIG_RED_ONE + "german 711-Inf at 1306\ngerman 716-Inf/726 D1 at 1306\n"
    game = fight(text, dice=[4])
    attack(game, "1306", *THREE)
    play(game, "spare 716-Inf/726", "pass")  # 15 to 4 is 3:1, a 4: D1 / d1 D1 R1
    assert (level(game, "711-Inf"), level(game, "716-Inf/726"), steps(game, "711-Inf")) == (1, 2, 1)


@rule("6.10-02", "6.10-03", "6.10-01", edition="bloody_summer")
def test_a_division_of_three_steps_weakens_step_by_step_and_leaves_a_cadre() -> None:
    g = position(text="german 353-Inf at 1306")
    unit = piece_number("353-Inf")
    values = [(g.attack_of(unit), g.defence_of(unit))]
    for _ in range(2):
        g.deplete(unit, "6.4-01")
        values.append((g.attack_of(unit), g.defence_of(unit)))
    assert values == [(6, 9), (4, 6), (2, 3)]
    g.deplete(unit, "6.4-01")
    assert place_name(g.where[unit]) == "german-destroyed"
    assert (g.attack_of(unit), g.defence_of(unit)) == (0, 0)


@rule("6.5-05", "6.5-06", "6.5-03", edition="bloody_summer")
def test_levels_rise_to_d2_and_then_cost_steps_until_the_turn_ends() -> None:
    g = position(text="german 84-Inf at 1306")
    unit = piece_number("84-Inf")
    for expected in ((1, 2), (2, 2), (2, 1)):
        disorganise(g, unit, 1, "6.5")
        assert (g.level[unit], g.steps_of(unit)) == expected
    turn.end_phase(g)
    assert g.level[unit] == 2, "a phase changes nothing"
    turn.reorganise(g)
    assert g.level[unit] == 1


@rule("6.5-02", edition="bloody_summer")
def test_affected_stacks_recover_with_the_phase() -> None:
    g = position(text="german 84-Inf at 1306")
    affect(g, GRID.at("1306"), 1, 1, "6.2-09")
    g.struck[piece_number("84-Inf")] = 1
    turn.end_phase(g)
    assert (g.affected, g.struck) == ({}, {})


def shifts(text: str, *units: str, target: str = "1306") -> dict[str, int]:
    """The shifts of an attack in the open."""
    g = position(text=text)
    attackers = tuple(map(piece_number, units))
    return dict(column_shifts(g, Fight("combat", g.campaign.side[attackers[0]], GRID.at(target), attackers)))


@rule("6.5-12", "6.5-13", edition="bloody_summer")
@pytest.mark.parametrize(("mark", "number"), [("D1", 1), ("D2", 2), ("A1", 1), ("A2", 2)])
def test_disorganised_and_affected_units_help_the_enemy(mark: str, number: int) -> None:
    defended = shifts(f"allied 1-Inf/16 at 1306\ngerman 84-Inf {mark} at 1206", "1-Inf/16", target="1206")
    assert list(defended.values()) == [number]
    attacked = shifts(f"german 84-Inf {mark} at 1206\nallied 1-Inf/16 at 1306", "84-Inf")
    assert list(attacked.values()) == [-number]


@rule("6.5-15", "6.5-16", "6.5-E1", edition="bloody_summer")
def test_the_highest_levels_count_and_add_up() -> None:
    text = "allied 1-Inf/16 at 1206\ngerman 84-Inf D2 A1 at 1306\ngerman 711-Inf D1 at 1306"
    assert shifts(text, "1-Inf/16") == {"defender disorganised": 2, "defender affected": 1}


@rule("6.5-17", edition="bloody_summer")
def test_the_worst_attacking_stack_counts() -> None:
    text = "german 84-Inf D1 at 1206\ngerman 711-Inf D1 A1 at 1207\nallied 1-Inf/16 at 1306"
    assert shifts(text, "84-Inf", "711-Inf") == {"attacker disorganised": -1, "attacker affected": -1}
    assert shifts(text, "84-Inf") == {"attacker disorganised": -1}
    text = "german 84-Inf D2 at 1206\ngerman 711-Inf D1 A2 at 1207\nallied 1-Inf/16 at 1306"
    assert shifts(text, "84-Inf", "711-Inf") == {"attacker disorganised": -1, "attacker affected": -2}


@rule("6.5-10", "6.5-11", edition="bloody_summer")
def test_the_defender_leaves_disorganised_units_out_but_not_all() -> None:
    text = BIG_RED_ONE + "german 84-Inf D2 at 1306\ngerman 711-Inf D1 at 1306\n"
    game = fight(text, dice=[2])
    attack(game, "1306", *THREE)
    assert (game.decision.seat, orders(game)) == ("german", ["spare 711-Inf", "spare 84-Inf", "pass"])
    play(game, "spare 84-Inf")
    assert orders(game) == ["support HQ-VII", "pass"], "one must defend"
    events = play(game, "pass")
    result = combat_in(events).result
    assert result is not None and result.defence == 4
    assert shifts_in(events) == {"defender disorganised": 1}


@rule("6.5-11", "6.4-02", edition="bloody_summer")
def test_units_left_out_retreat_with_the_others() -> None:
    text = BIG_RED_ONE + "german 84-Inf D2 at 1306\ngerman 711-Inf at 1306\n"
    game = fight(text, dice=[4])
    attack(game, "1306", *THREE)
    play(game, "spare 84-Inf", "pass")  # 3:1, a 4: D1 / d1 D1 R1
    assert orders(game, "retreat") == ["711-Inf", "84-Inf"]
    play(game, "retreat 84-Inf", "to 1406", "to 1407")
    assert {where(game, "84-Inf"), where(game, "711-Inf")} == {"1406", "1407"}


@rule("6.5-10", "6.5-14", edition="bloody_summer")
def test_the_attacker_leaves_disorganised_units_out() -> None:
    text = BIG_RED_ONE.replace("1-Inf/18 at", "1-Inf/18 D2 at") + "german 84-Inf at 1306"
    game = fight(text, dice=[2])
    events = attack(game, "1306", "1-Inf/16", "1-Inf/26") + play(game, "pass")
    assert shifts_in(events) == {}


@rule("6.5-14", edition="bloody_summer")
def test_attackers_that_bombs_have_affected_may_stay_out() -> None:
    text = (
        "german HQ-I-SS-Pz at 1406\nmarker german 1406 1\ngerman 12-SS/25 at 1306\ngerman 1-SS/1 at 1307\n"
        "allied 1-Inf/16 at 1207\n"
    )
    game = fight(text, "HQ-I-SS-Pz", active="german", air="9-AF-B-26", dice=[5, 2])
    attack(game, "1207", "12-SS/25", "1-SS/1")
    bombard(game, "1306", "fly 9-AF-B-26", "fire")
    assert (game.decision.seat, orders(game)) == ("german", ["withhold 12-SS/25", "declare"])
    events = play(game, "withhold 12-SS/25", "pass")
    assert combat_in(events).facts["attackers"] == (piece_number("1-SS/1"),)
    assert not state(game).attacked >> piece_number("12-SS/25") & 1


@rule("6.4-02", "6.6-01", edition="bloody_summer")
def test_a_repulsed_stack_retreats_with_those_who_stood_by() -> None:
    text = US + "allied 1-Inf/16 at 1206\nallied 4-Inf/8 at 1206\ngerman 353-Inf at 1306\n"
    game = fight(text, dice=[1])
    attack(game, "1306", "1-Inf/16")
    play(game, "pass")  # 5 to 9 is 1:2, a 1: a2 D1 R1
    assert where(game, "1-Inf/16") == "allied-destroyed"
    assert orders(game, "to"), "the 4th has to retreat although it did not attack"
    assert refusal(game, "to 1306").rule == "6.6-01"
    assert refusal(game, "to 1207").rule == "6.6-01", "no farther from the combat"
    play(game, f"to {orders(game, 'to')[0]}")
    assert level(game, "4-Inf/8") == 0, "it took no part"


# -- Tactical Air Support -------------------------------------------------------------------------

OPEN = BIG_RED_ONE + "german 84-Inf at 1306\n"


@rule("9.1-02", "9.1-06", "9.1-07", "6.3-03", edition="bloody_summer")
def test_one_fighter_bomber_gives_a_column_to_an_allied_attack() -> None:
    game = fight(OPEN, air="9-AF-1 9-AF-2 2-TAC-1", dice=[2])
    attack(game, "1306", *THREE)
    assert (game.decision.seat, orders(game)) == ("us", ["fly 9-AF-1", "pass"])
    assert refusal(game, "fly 2-TAC-1").rule == "9.1-02"
    events = play(game, "fly 9-AF-1", "pass")
    assert shifts_in(events) == {"air support": 1}
    assert state(game).air[AIR_IDS.index("9-AF-1")] == FINISHED


@rule("9.1-02", "9.1-06", edition="bloody_summer")
def test_and_to_an_allied_defence() -> None:
    text = "german HQ-I-SS-Pz at 1406\nmarker german 1406 1\ngerman 12-SS/25 at 1306\nallied 1-Inf/16 at 1206\n"
    game = fight(text, "HQ-I-SS-Pz", active="german", air="9-AF-1", dice=[3])
    attack(game, "1206")
    assert game.decision.seat == "us"
    events = play(game, "fly 9-AF-1", "pass")
    assert shifts_in(events) == {"air support": -1}


@rule("9.1-03", edition="bloody_summer")
def test_forests_and_towns_hide_troops_from_aircraft() -> None:
    text = "allied HQ-VII at 1406\nmarker allied 1406 1\nallied 1-Inf/16 at 1505\ngerman 84-Inf at 1506\n"
    game = fight(text, air="9-AF-1", dice=[1])
    events = attack(game, "1506")
    assert orders(game, "fly") == [], "the German takes the town"
    play(game, "pass")
    assert "air_support" not in kinds(events)
    text = "allied HQ-VII at 1208\nmarker allied 1208 1\nallied 1-Inf/16 at 1307\ngerman 84-Inf at 1308\n"
    game = fight(text, air="9-AF-1", dice=[1])
    attack(game, "1308")
    assert orders(game, "fly") == []


@rule("9.1-04", "9.1-05", "4.3-06", edition="bloody_summer")
@pytest.mark.parametrize(
    ("unit", "turn_", "flies"),
    [("2-Arm/CCA", 6, False), ("2-Arm/CCA", 7, True), ("7-Arm/22", 7, False)],
)
def test_overruns_have_air_support_late_and_only_of_us_troops(unit: str, turn_: int, flies: bool) -> None:
    combat = Combat(GRID.at("1306"), NOBODY, "overrun", (piece_number(unit),))
    text = f"allied {unit} at 1206\ngerman 84-Inf at 1306"
    game = fight(text, turn=turn_, air="9-AF-1 2-TAC-1", dice=[1], procedure=combat)
    assert ("fly 9-AF-1" in orders(game)) is flies
    assert ("fly 2-TAC-1" in orders(game)) is False


@rule("9.1-08", "6.6-05", edition="bloody_summer")
@pytest.mark.parametrize(("air", "expected"), [("fly 9-AF-1", 2), ("pass", 1)])
def test_germans_who_retreat_under_aircraft_are_disorganised_more(air: str, expected: int) -> None:
    game = fight(BIG_RED_ONE + "german 84-Inf at 1306\n", air="9-AF-1", dice=[5 if air == "pass" else 4])
    attack(game, "1306", *THREE)
    play(game, air, "pass")  # 2:1 and a 5, or 3:1 and a 4: D1 / d1 D1 R1
    play(game, "to 1406")
    assert (level(game, "84-Inf"), steps(game, "84-Inf")) == (expected, 1)


@rule("10.O.1-02", edition="bloody_summer")
def test_before_dawn_there_are_neither_aircraft_nor_ships() -> None:
    text = "allied 82-Abn/505 at 0619\ngerman 91-LL/1058 at 0519\n"
    for part, flies in (("O", False), ("A", True)):
        attacks = Attacks(ALLIED, NOBODY, "turn_0")
        game = fight(text, scenario="campaign", turn=0, part=part, air="9-AF-1 9-AF-B-26", dice=[3], procedure=attacks)
        events = play(game, "attack 0519")
        assert ("bombard 0519" in orders(game)) is flies
        if flies:
            events = play(game, "pass")
        assert ("fly 9-AF-1" in orders(game)) is flies
        assert ("combat" in kinds(events)) is not flies


@rule("8-06", edition="bloody_summer")
def test_partisans_have_no_air_force() -> None:
    partisan = "allied Partisan-Languedoc at languedoc\ngerman 2-SS/I/2 at languedoc\n"
    overrun = Combat(BOXES["Languedoc"], NOBODY, "overrun", (piece_number("2-SS/I/2"),))
    game = fight(partisan, active="german", air="9-AF-1", dice=[1], procedure=overrun)
    assert orders(game) == ["end"], "nobody was asked"


@rule("6.11-07", edition="bloody_summer")
def test_there_is_no_air_support_in_confusion() -> None:
    game = fight(BIG_RED_ONE + "german 84-Inf at 1306\nallied 82-Abn/505 at 1306\n", air="9-AF-1", dice=[2])
    attack(game, "1306", "1-Inf/16")
    assert orders(game, "fly") == []
