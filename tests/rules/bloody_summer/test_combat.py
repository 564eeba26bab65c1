"""Combat: who attacks whom, odds and shifts, the die (6.1, 6.3)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer.activation import CombatPhase
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.combat import Attacks, Combat
from bocage.games.bloody_summer.content import load_content
from bocage.games.bloody_summer.fight import Fight, column_shifts, find_column, strengths
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import GRID
from bocage.games.bloody_summer.state import NOBODY
from bocage.table.bloody_summer.log import LOG
from tests.bloody_summer.fights import (
    BIG_RED_ONE,
    US,
    attack,
    combat_in,
    fight,
    level,
    line_in,
    shifts_in,
    steps,
)
from tests.bloody_summer.positions import has, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule


@rule("6.1-01", "6.1-10", edition="bloody_summer")
def test_only_enemies_next_to_a_unit_can_be_attacked_and_nobody_must() -> None:
    game = fight(BIG_RED_ONE + "german 711-Inf at 1306\ngerman 84-Inf at 1406")
    assert orders(game, "attack") == ["1306"]
    assert refusal(game, "attack 1406").rule == "6.1-01"
    assert refusal(game, "attack 1307").rule == "6.1-01"
    play(game, "end")
    assert steps(game, "711-Inf") == 2


@rule("6.1-01", edition="bloody_summer")
def test_the_side_that_is_not_active_does_not_attack() -> None:
    game = fight(BIG_RED_ONE + "german 711-Inf at 1306", procedure=CombatPhase(ALLIED))
    assert refusal(game, "activate HQ-I-SS-Pz").rule == "1.1.3-01"


@rule("6.1-02", "6.1-03", "6.1-09", edition="bloody_summer")
def test_a_unit_attacks_and_is_attacked_once_a_phase() -> None:
    text = BIG_RED_ONE + "german 711-Inf at 1306\ngerman 84-Inf at 1307"
    game = fight(text, dice=[2, 2])
    events = attack(game, "1306", "1-Inf/16") + play(game, "pass")
    assert kinds(events).count("combat") == 1, "a combat is over before the next"
    assert orders(game, "attack") == ["1307"], "1306 has been attacked, 1-Inf/26 can still attack 1307"
    assert refusal(game, "attack 1306").rule == "6.1-03"
    play(game, "attack 1307")
    assert state(game).attacked >> piece_number("1-Inf/26") & 1


@rule("6.1-02", edition="bloody_summer")
def test_a_unit_that_has_attacked_does_not_join_another_attack() -> None:
    text = BIG_RED_ONE + "german 711-Inf at 1306\ngerman 84-Inf at 1307\nallied 70-Tk at 1207\nallied 743-Tk at 1207"
    game = fight(text, dice=[3])
    attack(game, "1306", "1-Inf/26")
    play(game, "pass", "attack 1307")
    assert refusal(game, "with 1-Inf/26").rule == "6.1-02"


@rule("6.1-04", "5.4-02", "5.4-01", edition="bloody_summer")
def test_a_lone_headquarters_is_destroyed_and_that_was_an_attack() -> None:
    game = fight(BIG_RED_ONE + "german HQ-LXXXVI at 1306\ngerman 84-Inf at 1307")
    play(game, "attack 1306")
    assert refusal(game, "with HQ-VII").rule == "5.4-01"
    events = play(game, "with 1-Inf/26", "declare")
    assert "combat" not in kinds(events), "no die is rolled"
    assert where(game, "HQ-LXXXVI") == "waiting"
    assert has(state(game).attacked, "1-Inf/26")
    play(game, "halt")
    assert has(state(game).defended, "HQ-LXXXVI")
    assert orders(game, "attack") == [], "1-Inf/26 alone is next to 1307"


@rule("6.1-05", edition="bloody_summer")
def test_an_overrun_of_a_headquarters_is_no_attack() -> None:
    unit = piece_number("2-Arm/CCA")
    game = fight(
        "allied 2-Arm/CCA at 1206\ngerman HQ-LXXXVI at 1306",
        procedure=Combat(GRID.at("1306"), NOBODY, "overrun", (unit,)),
    )
    assert where(game, "HQ-LXXXVI") == "waiting"
    assert not state(game).attacked >> unit & 1


@rule("6.1-06", edition="bloody_summer")
def test_only_units_under_the_activated_headquarters_join() -> None:
    text = BIG_RED_ONE + "german 84-Inf at 1306\nallied 2-Arm/CCA at 1305\nallied 51-Inf/152 at 1307"
    game = fight(text)
    play(game, "attack 1306")
    assert refusal(game, "with 51-Inf/152").rule == "6.1-06"
    assert orders(game, "with") == ["1-Inf/16", "1-Inf/18", "1-Inf/26", "2-Arm/CCA"]


@rule("6.1-06", edition="bloody_summer")
def test_a_unit_out_of_reach_of_the_headquarters_does_not_join() -> None:
    text = "allied HQ-VII at 0810\nmarker allied 0810 1\nallied 1-Inf/16 at 1206\nallied 1-Inf/18 at 1007\n"
    game = fight(text + "german 84-Inf at 1306\ngerman 711-Inf at 1107\nallied 1-Inf/26 at 1106\n")
    assert "1306" not in orders(game, "attack")
    assert refusal(game, "attack 1306").rule == "6.1-06"


@rule("6.1-07", "6.1-08", edition="bloody_summer")
def test_a_combat_is_with_all_enemies_of_one_hex() -> None:
    game = fight(BIG_RED_ONE + "german 711-Inf at 1306\ngerman 84-Inf at 1306\ngerman 716-Inf/726 at 1307", dice=[3])
    events = attack(game, "1306", "1-Inf/16", "1-Inf/18", "1-Inf/26") + play(game, "pass")
    combat = combat_in(events)
    assert combat.facts["defenders"] == (piece_number("711-Inf"), piece_number("84-Inf"))
    assert combat.result is not None and combat.result.defence == 10


@rule("6.3-E1", edition="bloody_summer")
def test_eight_to_three_is_two_to_one() -> None:
    table = load_content().tables.combat
    assert table.columns[table.column(8, 3)] == "2:1"


@rule("6.3-E2", edition="bloody_summer")
@pytest.mark.parametrize(
    ("attack_", "defence", "column"), [(7, 4, "3:2"), (3, 5, "1:2"), (2, 7, "1:3"), (20, 3, "6:1")]
)
def test_odds_are_rounded_for_the_defender(attack_: int, defence: int, column: str) -> None:
    table = load_content().tables.combat
    assert table.columns[table.column(attack_, defence)] == column


@rule("6.3-01", "6.3-02", "6.3-05", edition="bloody_summer")
def test_totals_odds_and_die_make_the_result() -> None:
    game = fight(BIG_RED_ONE + "german 84-Inf at 1306", dice=[4])
    events = attack(game, "1306", "1-Inf/16", "1-Inf/18", "1-Inf/26")
    assert "combat" not in kinds(events), "headquarters are asked before the die"
    events = play(game, "pass")
    result = combat_in(events).result
    assert result is not None
    assert (result.attack, result.defence, result.line, result.die) == (15, 6, "2:1", 4)
    assert result.outcome == ("D1 / d1 D1",)
    assert (steps(game, "84-Inf"), level(game, "84-Inf"), level(game, "1-Inf/26")) == (1, 1, 1)


@rule("6.3-05", edition="bloody_summer")
@pytest.mark.parametrize(("defender", "die", "modifier"), [("84-Inf", 3, 0), ("9-SS/19", 3, -1)])
def test_elite_defenders_make_the_die_worse(defender: str, die: int, modifier: int) -> None:
    game = fight(BIG_RED_ONE + f"german {defender} at 1306", dice=[die])
    events = attack(game, "1306", "1-Inf/16", "1-Inf/18", "1-Inf/26") + play(game, "pass")
    assert combat_in(events).facts["modifier"] == modifier


@rule("6.3-05", edition="bloody_summer")
def test_elite_attackers_add_one_if_they_are_half() -> None:
    text = US + "allied 82-Abn/505 at 1206\nallied 82-Abn/507 at 1206\nallied 1-Inf/16 at 1207\ngerman 84-Inf at 1306"
    game = fight(text, dice=[3])
    events = attack(game, "1306", "82-Abn/505", "1-Inf/16") + play(game, "pass")
    assert combat_in(events).facts["modifier"] == 0, "4 of 9 are less than half"
    game = fight(text, dice=[3])
    events = attack(game, "1306", "82-Abn/505", "82-Abn/507", "1-Inf/16") + play(game, "pass")
    assert combat_in(events).facts["modifier"] == 1
    game = fight(text + "\nallied 4-Inf/8 at 1207", dice=[3])
    events = attack(game, "1306", "82-Abn/505", "4-Inf/8") + play(game, "pass")
    assert combat_in(events).facts["modifier"] == 1, "4 of 8 are half"
    assert LOG.shifts(combat_in(events))[-1] == ("elite units (die)", 1), "whoever sees the die sees why"


@rule("6.3-06", edition="bloody_summer")
def test_the_column_stays_within_the_table() -> None:
    text = US + "allied 4-Inf/8 D2 at 1206\ngerman 353-Inf at 1306\ngerman 272-Inf at 1307\n"
    game = fight(text, dice=[6])
    events = attack(game, "1306", "4-Inf/8") + play(game, "pass")
    assert line_in(events) == "1:3"
    text = BIG_RED_ONE + "allied 1-Inf/16 at 1206\ngerman 716-Inf/726 -1 D2 at 1306\n"
    game = fight(text, dice=[1])
    events = attack(game, "1306", "1-Inf/16", "1-Inf/18", "1-Inf/26") + play(game, "support HQ-VII")
    assert line_in(events) == "6:1"


@rule("6.3-04", edition="bloody_summer")
def test_shifts_to_the_right_are_told_before_those_to_the_left() -> None:
    text = BIG_RED_ONE.replace("at 1207", "D1 at 1207") + "german 84-Inf D1 at 1306\ngerman HQ-LXXXVI at 1406"
    game = fight(text, dice=[2])
    attack(game, "1306", "1-Inf/16", "1-Inf/18", "1-Inf/26")
    assert game.decision.seat == "us", "the attacker first"
    play(game, "support HQ-VII")
    assert game.decision.seat == "german"
    events = play(game, "support HQ-LXXXVI")
    assert [shift for _, shift in combat_in(events).result.shifts] == [2, 1, -1, -1]  # type: ignore[union-attr]


@rule("6.3-07", edition="bloody_summer")
def test_the_attacker_may_withhold_units_of_a_stack() -> None:
    game = fight(BIG_RED_ONE + "german 84-Inf at 1306", dice=[3])
    play(game, "attack 1306", "with 1-Inf/16", "declare")
    events = play(game, "pass")
    assert combat_in(events).facts["attackers"] == (piece_number("1-Inf/16"),)
    assert not has(state(game).attacked, "1-Inf/18")


# -- terrain --------------------------------------------------------------------------------------


def shifts(text: str, target: str, *units: str, kind: str = "combat") -> dict[str, int]:
    """The shifts of an attack before anybody supports it."""
    g = position(text=text)
    numbers = tuple(map(piece_number, units))
    return dict(column_shifts(g, Fight(kind, g.campaign.side[numbers[0]], GRID.at(target), numbers)))


@rule("2.2-09", "2.2-E1", edition="bloody_summer")
def test_the_defender_of_a_village_chooses_its_terrain() -> None:
    text = "allied HQ-V at 1013\nmarker allied 1013 1\nallied 2-Inf/9 at 1113\ngerman 2-Pz/2 at 1213"
    game = fight(text, "HQ-V", dice=[1], air="9-AF-1")
    attack(game, "1213", "2-Inf/9")
    assert (game.decision.seat, orders(game)) == ("german", ["terrain bocage", "terrain village"])
    play(game, "terrain village")
    events = play(game, "pass")
    assert shifts_in(events)["village"] == -1, "and there is no question about aircraft"


@rule("2.2-09", edition="bloody_summer")
def test_without_aircraft_the_better_shift_is_taken() -> None:
    text = "allied HQ-V at 1013\nmarker allied 1013 1\nallied 2-Inf/9 at 1113\ngerman 2-Pz/2 at 1213"
    game = fight(text, "HQ-V", dice=[1])
    events = attack(game, "1213", "2-Inf/9") + play(game, "pass")
    assert shifts_in(events)["bocage"] == -2


@rule("2.2-01", edition="bloody_summer")
def test_a_major_river_counts_only_if_all_cross_it() -> None:
    text = "allied 3-Inf/8 at 1009\nallied 3-Inf/9 at 1208\ngerman 84-Inf at 1108"
    assert shifts(text, "1108", "3-Inf/8") == {"river": -1}
    assert shifts(text, "1108", "3-Inf/8", "3-Inf/9") == {}


@rule("0.1.2.e-01", edition="bloody_summer")
def test_a_festung_has_a_fortified_line() -> None:
    text = "allied 4-Inf/8 at 0222\nallied 4-Inf/12 at 0322\ngerman Festung-Cherbourg at 0223"
    assert shifts(text, "0223", "4-Inf/8")["fortified line"] == -1, "wherever the attack comes from"
    text = "allied 4-Inf/8 at 0222\nallied 4-Inf/12 at 0322\ngerman 84-Inf at 0223"
    assert "fortified line" not in shifts(text, "0223", "4-Inf/8")
    assert shifts(text, "0223", "4-Inf/12")["fortified line"] == -1, "across the line itself"


@rule("7.4-03", "7.4-04", edition="bloody_summer")
def test_isolated_units_defend_with_half_and_do_not_attack() -> None:
    g = position(text="german 9-SS/19 unsupplied at 1306\nallied 1-Inf/16 at 1206\nallied 1-Inf/18 unsupplied at 1206")
    units = (piece_number("1-Inf/16"), piece_number("1-Inf/18"))
    assert strengths(g, Fight("combat", ALLIED, GRID.at("1306"), units)) == (5, 3)
    assert find_column(g, Fight("combat", ALLIED, GRID.at("1306"), units)) == 3


@rule("7.4-04", edition="bloody_summer")
def test_an_isolated_unit_cannot_be_named() -> None:
    game = fight(BIG_RED_ONE.replace("1-Inf/18 at", "1-Inf/18 unsupplied at") + "german 84-Inf at 1306")
    play(game, "attack 1306")
    assert refusal(game, "with 1-Inf/18").rule == "7.4-04"


@rule("10-08", edition="bloody_summer")
def test_on_d_day_units_attack_without_a_headquarters() -> None:
    text = "allied 4-Inf/8 at 0617\nallied 4-Inf/22 at 0718\ngerman 91-LL/1058 at 0618"
    mask = 1 << piece_number("4-Inf/8")
    game = fight(text, scenario="campaign", turn=0, dice=[3], procedure=Attacks(ALLIED, NOBODY, "turn_0", mask))
    play(game, "attack 0618")
    assert has(state(game).attacked, "4-Inf/8")
    game = fight(text, scenario="campaign", turn=0, procedure=Attacks(ALLIED, NOBODY, "turn_0", mask))
    assert orders(game, "attack") == ["0618"]
    game = fight(text, scenario="campaign", turn=0, procedure=Attacks(GERMAN, NOBODY, "turn_0", mask))
    assert orders(game, "attack") == []


@rule("0.1.2.d-03", edition="bloody_summer")
def test_a_garrison_never_attacks() -> None:
    text = "german WN-Vierville at 0714\nallied 1-Inf/16 at 0813\ngerman 84-Inf at 0814\ngerman 711-Inf at 0814\n"
    game = fight(text, scenario="campaign", turn=0, active="german", procedure=Attacks(GERMAN, NOBODY, "turn_0"))
    play(game, "attack 0813")
    assert refusal(game, "with WN-Vierville").rule == "0.1.2.d-03"
    assert state(game).campaign.attack[0][piece_number("WN-Vierville")] == 0
