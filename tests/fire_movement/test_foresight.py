"""What an order costs for sure is told before it is given, and nothing else is."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.airborne import drop_zone_hexes
from bocage.games.fire_movement.words import GRID
from bocage.hexes import members
from bocage.kernel import Game
from tests.fire_movement.combats import NO_MARKERS, attack, declare, markers, on_line, sure
from tests.fire_movement.positions import position, setting_of
from tests.questions import foreseen, orders, play
from tests.rules.fire_movement.landings import begin, come_ashore, jump

ELSEWHERE = "german 2/2 at 1730\nallied 56 at 1830\n"  # a fight far away, so that the phase goes on
SURROUNDED = "allied 151/50 at 0829\nallied 231/50 at 0931\nallied 7/3 at 0928\n"
ONE_WAY_OUT = "allied 151/50 at 1028\nallied 231/50 at 0731\nallied 7/3 at 0827\n"  # by 0829 to 0729


def driven_back(unit: str, around: str = "", result: str = "D2") -> Game:
    """The German in 0930 is told to retreat or to stand."""
    units = ELSEWHERE + around + f"german {unit}\nallied 69/50 at 1030"
    game = position("gold_juno", units, phase="combat", dice=[1] * 3, cups=NO_MARKERS, setting=sure(result))
    attack(game, "0930", "69/50")
    return game


def test_standing_costs_a_step_and_the_last_step_the_unit() -> None:
    assert foreseen(driven_back("726/716 at 0930"), "stand 726/716") == "726/716 loses a step."
    assert foreseen(driven_back("726/716 at 0930 reduced"), "stand 726/716") == "726/716 is eliminated."
    assert foreseen(driven_back("716/716 at 0930"), "stand 716/716") == "716/716 is eliminated."  # it has one step


def test_a_retreat_without_a_way_out_costs_the_unit_and_an_open_one_nothing() -> None:
    assert foreseen(driven_back("726/716 at 0930"), "retreat 726/716") == ""
    lost = "726/716 has no way out. 726/716 is eliminated."
    assert foreseen(driven_back("726/716 at 0930", SURROUNDED), "retreat 726/716") == lost


@pytest.mark.parametrize(("reduced", "loss"), [("", "loses a step."), (" reduced", "is eliminated.")])
def test_a_retreat_that_falls_short_costs_a_step_whatever_way_is_taken(reduced: str, loss: str) -> None:
    behind = ONE_WAY_OUT + "allied 8/3-cdn at 0628\n"  # 0729 is closed: one hex is all there is
    game = driven_back(f"726/716 at 0930{reduced}", behind)
    short = f"726/716 cannot go as far as 2 hexes. 726/716 {loss}"
    assert foreseen(game, "retreat 726/716") == short
    happens = short.replace("is eliminated", "loses its last step and is eliminated")
    events = play(game, "retreat 726/716")
    assert " ".join(game.setting.sentence(event) for event in events[-2:]) == happens


def test_a_retreat_between_two_hexes_that_both_lead_no_farther_says_so_at_each_of_them() -> None:
    around = "allied 151/50 at 0727\nallied 231/50 at 0826\nallied 7/3 at 0529\nallied 8/3-cdn at 0530\n"
    around += "allied 9/3-cdn at 0731\nallied 8 at 1127\n"
    game = driven_back("726/716 at 0930", around, "D3")
    short = "726/716 cannot go as far as 3 hexes. 726/716 loses a step."
    assert foreseen(game, "retreat 726/716") == short
    play(game, "retreat 726/716")
    assert len(orders(game, "to")) > 1
    assert {foreseen(game, order) for order in orders(game)} == {short}


def test_yielding_costs_a_step_and_displacing_a_friend_none() -> None:
    game = driven_back("726/716 at 0930", ONE_WAY_OUT + "german 736/716 at 0729\n")
    assert foreseen(game, "retreat 726/716") == ""
    play(game, "retreat 726/716")
    assert foreseen(game, "displace 736/716") == ""
    assert foreseen(game, "yield") == "726/716 loses a step."


def test_whoever_is_chosen_to_lose_a_step_may_be_lost_with_it() -> None:
    units = "german 22/21 at 0938\nallied 8/3-br at 1037 reduced\nallied 27 at 1038"
    game = position("sword", units, phase="combat", dice=[1], cups=NO_MARKERS, setting=sure("(A)", "sword"))
    attack(game, "0938", "8/3-br", "27")
    assert foreseen(game, "deplete 8/3-br") == "8/3-br is eliminated."
    assert foreseen(game, "deplete 27") == "27 loses a step."


def test_ending_the_last_phase_costs_those_without_supply_a_step() -> None:
    cut_off = "german 736/716 at 1541\ngerman 857/346 at 1639\n"
    units = cut_off + "allied 8/3-br at 1240\nallied 9/3-br at 1238 reduced\nallied 27 at 1540"
    game = position("sword", units, phase="mobile_combat", cups=NO_MARKERS, beachheads="1640")
    words = "9/3-br is out of supply. 9/3-br loses its last step and is eliminated."
    assert words in foreseen(game, "end")
    assert "8/3-br is out of supply. 8/3-br loses a step." in foreseen(game, "end")
    assert foreseen(game, "attack 1541") == ""
    earlier = position("sword", units, phase="movement", cups=NO_MARKERS, beachheads="1640")
    assert foreseen(earlier, "end") == ""  # combats are still to come


def test_an_attack_that_cannot_but_cost_a_step_says_so_once_no_marker_can_change_it() -> None:
    setting = on_line("clear", {"8/3-br": (1, 4), "22/21": (4, 6)}, "sword")
    units = "german 22/21 at 0938\nallied 8/3-br at 1037\nallied 9/3-br at 0748\ngerman 125/21 at 0749"
    hopeless = position("sword", units, phase="combat", dice=[1], cups=NO_MARKERS, setting=setting)
    play(hopeless, "attack 0938")
    assert foreseen(hopeless, "with 8/3-br") == "8/3-br loses at least a step."  # it may be eliminated
    cups = markers(cw_artillery=[9, 2, 1])
    helped = position("sword", units, phase="combat", dice=[1], picks=[0], cups=cups, setting=setting)
    play(helped, "attack 0938")
    assert foreseen(helped, "with 8/3-br") == ""
    play(helped, "with 8/3-br")
    assert foreseen(helped, "pass") == ""  # a second marker may still come
    play(helped, "pass")
    assert foreseen(helped, "draw cw-artillery") == ""
    assert foreseen(helped, "pass") == "8/3-br loses at least a step."


def test_a_defender_without_a_way_out_is_told_that_it_loses_a_step_or_more_whatever_the_die_shows() -> None:
    strengths = {"69/50": (16, 4), "726/716": (2, 2)}
    attackers = "german 726/716 at 0930\nallied 69/50 at 1030\n"
    cups = markers(german=[3, 9])
    surely = "726/716 loses at least a step: a retreat would cost it one too."
    for around, cost in ((SURROUNDED, surely), ("", "")):
        setting = on_line("clear", strengths)
        game = position("gold_juno", ELSEWHERE + around + attackers, phase="combat", cups=cups, setting=setting)
        declare(game, "0930", "69/50")
        assert foreseen(game, "pass") == ""  # a second marker may still come
        play(game, "pass")
        assert foreseen(game, "pass") == cost
        assert foreseen(game, "draw german") == ""  # with +9 it may come to less


def test_whoever_comes_down_on_a_strong_enemy_is_told_what_it_costs_to_attack_without_a_marker() -> None:
    for defender, cost in (("736/716", "3/6 is eliminated."), ("716/716", "")):  # the second is weak
        game = begin("sword", {defender: "1345"}, dice=[6, 6, 6])
        come_ashore(game)
        jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
        assert foreseen(game, "pass") == cost
        assert foreseen(game, "draw cw-aircraft") == ""


def test_no_hex_in_which_an_airborne_unit_may_be_dropped_costs_it_something_for_sure() -> None:
    """Even over the sea or a wood a unit may drift to better ground unharmed, so that nothing has to be said there."""
    for scenario in ("sword", "utah"):
        battle = setting_of(scenario).battle
        chart = battle.chart
        bad = chart.with_terrain("woods") | chart.with_terrain("city") | chart.with_terrain("beach") | chart.sea
        good = battle.playable & ~bad
        for area in battle.areas:
            for drop in area.drops:
                aims = GRID.within(drop_zone_hexes(battle, area, drop), 1) & (battle.playable | chart.sea)
                assert aims
                assert all(GRID.within(1 << aim, 1) & good for aim in members(aims))
