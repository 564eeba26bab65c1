"""Support by headquarters and their destruction (5.3, 5.4)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer.activation import CombatPhase
from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.pieces import piece_number
from bocage.games.bloody_summer.places import place_number
from bocage.games.bloody_summer.reinforcements import Arrivals
from tests.bloody_summer.fights import BIG_RED_ONE, attack, fight, fight_from, line_in, shifts_in, steps
from tests.bloody_summer.positions import begin, has, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

THREE = ("1-Inf/16", "1-Inf/18", "1-Inf/26")
PANZERS = "german HQ-I-SS-Pz at 1406\ngerman HQ-LXXXVI at 1407\nmarker german 1406 1\nmarker german 1407 1\n"


@rule("5.3-01", "5.3-03", "5.3-04", edition="bloody_summer")
def test_the_activated_headquarters_gives_its_bonus_before_the_die() -> None:
    game = fight(BIG_RED_ONE + "german 84-Inf at 1306", dice=[1])
    assert "combat" not in kinds(attack(game, "1306", *THREE))
    assert orders(game) == ["support HQ-VII", "pass"]
    events = play(game, "support HQ-VII")
    assert shifts_in(events)["headquarters"] == 2
    assert line_in(events) == "4:1"


@rule("5.3-01", edition="bloody_summer")
def test_a_headquarters_three_hexes_away_does_not_support() -> None:
    text = BIG_RED_ONE.replace("1106", "1006") + "german 84-Inf at 1306\n"
    game = fight(text, dice=[1])
    events = attack(game, "1306", *THREE)
    assert "headquarters" not in shifts_in(events), "nobody was asked"


@rule("5.3-02", "5.3-07", edition="bloody_summer")
def test_it_supports_one_combat_and_its_activation_pays() -> None:
    game = fight(
        BIG_RED_ONE + "german 84-Inf at 1306\ngerman 711-Inf at 1307", dice=[2, 2], procedure=CombatPhase(ALLIED)
    )
    play(game, "activate HQ-VII")
    assert state(game).markers_at(ALLIED, place_number("1106")) == 0
    attack(game, "1306", "1-Inf/16", "1-Inf/18")
    play(game, "support HQ-VII", "lose 1-Inf/16")
    events = attack(game, "1307")
    assert "headquarters" not in shifts_in(events), "it was not asked again"
    assert has(state(game).finished, "HQ-VII")


@rule("5.3-05", edition="bloody_summer")
def test_one_headquarters_supports_an_allied_attack() -> None:
    text = BIG_RED_ONE + "allied HQ-V at 1107\nmarker allied 1107 1\ngerman 84-Inf at 1306"
    game = fight(text, dice=[1])
    attack(game, "1306", *THREE)
    assert orders(game, "support") == ["HQ-VII"]
    assert refusal(game, "support HQ-V").rule == "5.3-05"


GERMAN_ATTACK = PANZERS + (
    "german 12-SS/25 at 1306\ngerman 12-SS/26 at 1306\ngerman 711-Inf at 1307\nallied 1-Inf/16 at 1206\n"
    "german 1-SS/1 at 1305\n"
)


@rule("5.3-06", "5.3-07", edition="bloody_summer")
def test_further_german_headquarters_join_with_their_units_and_pay() -> None:
    g = position(text=GERMAN_ATTACK.replace("1206", "1207"), active="german", dice=[1])
    g.fought_under[piece_number("711-Inf")] = piece_number("HQ-LXXXVI")
    game = fight_from(g, "HQ-I-SS-Pz")
    events = attack(game, "1207", "12-SS/25", "12-SS/26", "711-Inf")
    events += play(game, "support HQ-I-SS-Pz")
    shifts = [shift for event in events if event.kind == "combat" and event.result for shift in event.result.shifts]
    assert [n for cause, n in shifts if cause == "headquarters"] == [1, 2]
    assert has(state(game).finished, "HQ-LXXXVI")
    assert state(game).markers_at(GERMAN, place_number("1407")) == 0


@rule("5.3-06", "5.3-07", edition="bloody_summer")
def test_a_german_attack_combines_the_support_of_corps_that_both_reach_its_units() -> None:
    game = fight(GERMAN_ATTACK.replace("1206", "1207"), "HQ-I-SS-Pz", active="german", dice=[1])
    attack(game, "1207", "12-SS/25", "12-SS/26", "711-Inf")
    assert sorted(orders(game, "support")) == ["HQ-I-SS-Pz", "HQ-LXXXVI"]
    events = play(game, "support HQ-I-SS-Pz", "support HQ-LXXXVI")
    shifts = [shift for event in events if event.kind == "combat" and event.result for shift in event.result.shifts]
    assert sum(n for cause, n in shifts if cause == "headquarters") == 3
    assert has(state(game).finished, "HQ-LXXXVI")
    assert state(game).markers_at(GERMAN, place_number("1407")) == 0
    assert sorted(state(game).fought_under.values()).count(piece_number("HQ-LXXXVI")) == 1, "one of them is under it"


@rule("5.3-06", edition="bloody_summer")
def test_a_single_attacker_is_under_one_corps() -> None:
    game = fight(GERMAN_ATTACK.replace("1206", "1207"), "HQ-I-SS-Pz", active="german")
    play(game, "attack 1207", "with 12-SS/25", "declare")
    assert orders(game, "support") == ["HQ-I-SS-Pz"]
    assert refusal(game, "support HQ-LXXXVI").rule == "5.3-06"


@rule("5.3-06", "6.1-06", edition="bloody_summer")
@pytest.mark.parametrize("why", ["finished", "no marker"])
def test_a_headquarters_that_cannot_pay_or_is_finished_does_not_join(why: str) -> None:
    text = GERMAN_ATTACK.replace("1206", "1207")
    text = text.replace("marker german 1407 1\n", "") if why == "no marker" else text
    g = position(text=text, active="german")
    if why == "finished":
        g.finished |= 1 << piece_number("HQ-LXXXVI")
    g.fought_under[piece_number("711-Inf")] = piece_number("HQ-LXXXVI")
    game = fight_from(g, "HQ-I-SS-Pz")
    play(game, "attack 1207")
    assert refusal(game, "with 711-Inf").rule == "5.1-04"


@rule("5.3-08", "5.3-09", "5.3-E1", edition="bloody_summer")
def test_defensive_support_is_one_column_and_free() -> None:
    text = "german HQ-I-SS-Pz at 1406\nmarker german 1406 1\ngerman 12-SS/25 at 1306\ngerman 21-Pz/125 at 1306\n"
    text += "allied 4-Inf/8 at 1206\nallied HQ-V at 1106\nmarker allied 1106 1\n"
    game = fight(text, "HQ-I-SS-Pz", active="german", dice=[2])
    attack(game, "1206", "12-SS/25", "21-Pz/125")
    play(game, "pass")
    assert (game.decision.seat, orders(game)) == ("us", ["support HQ-V", "pass"])
    events = play(game, "support HQ-V")
    assert line_in(events) == "3:2", "9 to 4 is 2:1"
    assert has(state(game).finished, "HQ-V")
    assert state(game).markers_at(ALLIED, place_number("1106")) == 1


@rule("5.3-09", "5.3-03", edition="bloody_summer")
def test_two_defending_headquarters_add_no_more_than_one_column() -> None:
    text = BIG_RED_ONE + "german 84-Inf at 1306\n" + PANZERS
    game = fight(text, dice=[2])
    attack(game, "1306", *THREE)
    play(game, "pass")
    assert orders(game, "support") == ["HQ-I-SS-Pz", "HQ-LXXXVI"]
    events = play(game, "support HQ-I-SS-Pz")
    assert shifts_in(events) == {"defending headquarters": -1}, "although its bonus is two, and the other is not asked"


@rule("5.3-10", edition="bloody_summer")
def test_a_finished_headquarters_does_not_support() -> None:
    text = BIG_RED_ONE + "german 84-Inf at 1306\ngerman HQ-LXXXVI finished at 1406\ngerman HQ-I-SS-Pz at 1407"
    game = fight(text, dice=[2])
    attack(game, "1306", *THREE)
    play(game, "pass")
    assert refusal(game, "support HQ-LXXXVI").rule == "5.3-10"


@rule("5.3-11", edition="bloody_summer")
def test_it_supports_only_a_defence_by_units_under_it() -> None:
    text = BIG_RED_ONE + "german 84-Inf at 1306\ngerman HQ-LXXXVI at 1406\ngerman HQ-I-SS-Pz at 1407"
    g = position(text=text, dice=[2])
    g.fought_under[piece_number("84-Inf")] = piece_number("HQ-I-SS-Pz")
    game = fight_from(g)
    attack(game, "1306", *THREE)
    play(game, "pass")
    assert orders(game, "support") == ["HQ-I-SS-Pz"]
    assert refusal(game, "support HQ-LXXXVI").rule == "5.3-11"


# -- destruction ----------------------------------------------------------------------------------


@rule("5.4-03", edition="bloody_summer")
def test_a_headquarters_falls_with_its_whole_stack() -> None:
    game = fight(BIG_RED_ONE + "german 716-Inf/726 -1 at 1306\ngerman HQ-LXXXVI at 1306", dice=[4])
    attack(game, "1306", *THREE)
    play(game, "pass", "pass") if len(orders(game)) > 1 else None
    assert where(game, "716-Inf/726") == "german-destroyed"
    assert where(game, "HQ-LXXXVI") == "waiting"


@rule("5.4-04", edition="bloody_summer")
def test_a_headquarters_retreats_unharmed_with_its_stack_and_its_marker() -> None:
    text = BIG_RED_ONE + "german 84-Inf at 1306\ngerman HQ-LXXXVI at 1306\nmarker german 1306 1"
    game = fight(text, dice=[5])
    attack(game, "1306", *THREE)
    play(game, "pass", "pass")
    assert orders(game, "to"), "2:1 and a 5 make the 84th retreat a hex"
    play(game, "to 1406")
    assert (where(game, "84-Inf"), where(game, "HQ-LXXXVI"), steps(game, "84-Inf")) == ("1406", "1406", 1)
    assert state(game).markers_at(GERMAN, place_number("1406")) == 1
    assert not has(state(game).finished, "HQ-LXXXVI")


@rule("0.2.1-05", "5.4-04", edition="bloody_summer")
def test_a_marker_without_room_stays_behind_in_a_retreat_and_falls_to_the_enemy() -> None:
    text = BIG_RED_ONE + "german 84-Inf at 1306\ngerman HQ-LXXXVI at 1306\nmarker german 1306 2\nmarker german 1406 1"
    game = fight(text, dice=[5])
    attack(game, "1306", *THREE)
    play(game, "pass", "pass", "to 1406")
    german = [state(game).markers_at(GERMAN, place_number(hex_)) for hex_ in ("1306", "1406")]
    assert german == [1, 2], "two in a hex and no more"
    assert "markers_captured" in kinds(play(game, "advance 1-Inf/26"))
    assert state(game).markers_at(ALLIED, place_number("1306")) == 1


@rule("5.4-05", "5.4-E1", edition="bloody_summer")
def test_a_destroyed_headquarters_comes_back_on_the_next_turn() -> None:
    game = fight(BIG_RED_ONE + "german HQ-LXXXVI at 1306\ngerman Depot-Paris at paris", turn=8)
    attack(game, "1306", "1-Inf/26")
    g = state(game)
    assert g.due[piece_number("HQ-LXXXVI")] == 9
    g.turn, g.active = 9, GERMAN
    later = begin(g, Arrivals(GERMAN))
    if orders(later, "at"):
        play(later, "at paris")
    assert where(later, "HQ-LXXXVI") == "paris"


@rule("5.4-06", edition="bloody_summer")
def test_its_markers_fall_to_the_first_enemy_in_the_hex() -> None:
    game = fight(BIG_RED_ONE + "german HQ-LXXXVI at 1306\nmarker german 1306 2")
    attack(game, "1306", "1-Inf/16")
    place = place_number("1306")
    assert state(game).markers_at(GERMAN, place) == 2, "they stay in the hex"
    play(game, "advance 1-Inf/16")
    assert (state(game).markers_at(GERMAN, place), state(game).markers_at(ALLIED, place)) == (0, 2)


@rule("5.2-03", edition="bloody_summer")
def test_after_an_extended_movement_it_supports_nobody() -> None:
    g = position(text=BIG_RED_ONE + "german 84-Inf at 1306\ngerman HQ-LXXXVI at 1406", dice=[2])
    g.extended |= 1 << piece_number("HQ-LXXXVI")
    game = fight_from(g)
    events = attack(game, "1306", *THREE) + play(game, "pass")
    assert "combat" in kinds(events), "the German was not asked"
