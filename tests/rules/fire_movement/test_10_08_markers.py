"""Support fire markers of D-Day: cups, naval gunfire, range, and mines (10.8; folio 11.2.7)."""

from __future__ import annotations

from typing import Literal

import pytest

from bocage.games.fire_movement.words import Cup
from bocage.kernel import Game
from tests.fire_movement.combats import markers
from tests.fire_movement.courses import end_turn, start, until
from tests.fire_movement.positions import position, state
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.landings import begin, come_ashore, cup, hold_fire, jump, pool, result, told, turned_up
from tests.support import rule

MINES = 16 + 5  # the mines marker is a +5


def chance(game: Game) -> tuple[str, ...]:
    """What chance made of the last order."""
    return game.history[-1].chance


def at_the_beaches(scenario: str, dice: list[int] | None = None, picks: list[int] | None = None) -> Game:
    """The first beach assault of Sword Beach: two brigades in 1739, and the same in 1740 afterwards."""
    game = begin(scenario, dice=[6, 6, 6, 2, *(dice or [])], picks=picks)
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    play(game, "at 1641", "attack 1739")
    assert "attack on 1739" in game.decision.prompt
    return game


# -- cups -----------------------------------------------------------------------------------------


@rule("10.8.1-02", "10.8.1-07", "10.8.2-02")
def test_cups_of_a_scenario() -> None:
    game = start("sword")
    assert cup(game, Cup.CW_NAVAL) == (7, 7, 7, 10, 10)
    assert cup(game, Cup.CW_AIRCRAFT) == (6, 6, 6, 7, 8, 8, 10, 10)
    assert cup(game, Cup.CW_ARTILLERY) == (1, 2, 2, 2, 3, 3, 3, 4, 6, 6, 6, 7, 8, 8)
    assert cup(game, Cup.GERMAN) == (2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, MINES)
    assert not any(cup(game, other) for other in (Cup.US_ARTILLERY, Cup.US_AIRCRAFT, Cup.US_NAVAL))


@rule("10.8.1-02", "10.8.1-07", "10.8.2-02")
def test_cups_of_the_full_campaign_hold_the_markers_of_all_beaches() -> None:
    game = start("combined_campaign")
    assert cup(game, Cup.US_NAVAL) == (7,) * 10
    assert cup(game, Cup.CW_NAVAL) == (7,) * 6 + (10,) * 3
    assert len(cup(game, Cup.US_ARTILLERY)) + len(cup(game, Cup.US_AIRCRAFT)) == 20 + 25
    assert len(cup(game, Cup.CW_ARTILLERY)) + len(cup(game, Cup.CW_AIRCRAFT)) == 18 + 22
    assert len(cup(game, Cup.GERMAN)) == 15 + 21 + 11 + 15


@rule("10.8.1-08")
def test_each_allied_marker_is_drawn_at_random_from_the_cup_of_the_players_choice() -> None:
    units = "allied 27 at 1237\nallied 8/3-br at 1337\ngerman 857/346 at 1236"
    game = position("sword", units, phase="combat", dice=[1], picks=[13, 7])
    play(game, "attack 1236", "with 27", "with 8/3-br")
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "pass"]
    play(game, "draw cw-artillery")
    assert chance(game) == ("pick 13/14",)
    play(game, "pass")
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "pass"]
    events = play(game, "draw cw-aircraft", "pass")
    assert turned_up(events) == [((8, 10), ())]


@rule("10.8.1-08")
def test_a_bombardment_may_use_either_cup_or_both() -> None:
    units = "allied 27 at 1237\ngerman 857/346 at 1236"
    for second, drawn in (("draw cw-aircraft", (1, 6)), ("draw cw-artillery", (1, 2)), ("fire", (1,))):
        game = position("sword", units, phase="bombardment", dice=[6])
        play(game, "bombard 857/346")
        assert orders(game) == ["draw cw-artillery", "draw cw-aircraft"]
        events = play(game, "draw cw-artillery", second)
        assert told(events, "bombardment")[0]["markers"] == drawn


# -- naval gunfire --------------------------------------------------------------------------------


@rule("10.8.1-03", "10.8.1-04")
def test_naval_gunfire_is_drawn_at_random_and_may_go_with_other_markers() -> None:
    game = at_the_beaches("sword", dice=[6], picks=[4, 7])
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "draw cw-naval", "pass"]
    play(game, "draw cw-naval")
    assert chance(game) == ("pick 4/5",)
    play(game, "pass")
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "draw cw-naval", "pass"]
    facts = result(play(game, "draw cw-aircraft", "pass"))
    assert facts["attack"] == 4 + 4 + 10 + 10


@rule("10.8.1-04")
@pytest.mark.parametrize(
    "cups", [("cw-artillery", "cw-aircraft"), ("cw-artillery", "cw-naval"), ("cw-naval", "cw-naval")]
)
def test_a_beach_assault_takes_any_two_markers(cups: tuple[str, str]) -> None:
    game = at_the_beaches("sword", dice=[6])
    events = play(game, f"draw {cups[0]}", "pass", f"draw {cups[1]}", "pass")
    lowest = {"cw-artillery": 1, "cw-aircraft": 6, "cw-naval": 7}
    assert result(events)["attack"] == 8 + sum(lowest[name] for name in cups)


@rule("10.8.1-05")
def test_naval_markers_count_against_the_two_markers_of_a_combat() -> None:
    game = at_the_beaches("sword", dice=[6])
    play(game, "draw cw-naval", "pass", "draw cw-naval")
    assert game.decision.seat == "german"  # no third question to the Allies
    events = play(game, "pass")
    assert turned_up(events) == [((7, 7), ())]
    assert cup(game, Cup.CW_NAVAL) == (7, 10, 10)  # used ones do not come back for the next assault


@rule("10.8.1-03")
def test_naval_gunfire_supports_beach_assaults_only() -> None:
    game = begin("sword", {"736/716": "1345"}, dice=[6, 6, 6, 3])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    assert "attack on 1345" in game.decision.prompt  # an airborne landing attack
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "pass"]
    assert refusal(game, "draw cw-naval").rule == "10.8.1-03"


@rule("10.8.1-06")
def test_naval_gunfire_leaves_the_game_after_the_beach_assaults_used_or_not() -> None:
    game = at_the_beaches("sword", dice=[6, 6])
    play(game, "draw cw-naval")
    hold_fire(game)
    assert len(cup(game, Cup.CW_NAVAL)) == 4
    hold_fire(game)
    assert state(game).turn == 1
    assert cup(game, Cup.CW_NAVAL) == pool(game, Cup.CW_NAVAL) == ()
    until(game, "Bombard", seat="allied")
    bombardment = game.copy()
    play(bombardment, f"bombard {orders(game, 'bombard')[0]}")
    assert refusal(bombardment, "draw cw-naval").rule == "10.8.1-03"
    end_turn(game)
    assert cup(game, Cup.CW_NAVAL) == ()


@rule("10.8.1-06")
def test_naval_gunfire_of_both_armies_leaves_the_campaign() -> None:
    game = begin("combined_campaign", dice=[6] * 40)
    come_ashore(game)
    until(game, "Move a unit")
    assert state(game).turn == 1
    assert pool(game, Cup.US_NAVAL) == pool(game, Cup.CW_NAVAL) == ()


@rule("10.8.1-06")
def test_naval_markers_that_have_all_been_used_do_not_come_back() -> None:
    game = at_the_beaches("sword", picks=[0])
    state(game).cups[Cup.CW_NAVAL] = (10,)
    play(game, "draw cw-naval", "pass")
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "pass"]
    gone = refusal(game, "draw cw-naval")
    assert gone.rule == "10.8.1-06" and "next game turn" not in gone.sentence


@rule("11.2.7-02", "11.2.7-03", edition="folio")
def test_in_the_folio_naval_markers_are_in_no_cup_and_chosen_by_value() -> None:
    game = at_the_beaches("on_to_caen", dice=[6])
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "naval +7", "naval +10", "pass"]
    assert refusal(game, "draw cw-naval").rule == "11.2.7-02"
    other = game.copy()
    play(other, "naval +7")
    play(game, "naval +10")
    assert chance(game) == ()  # nothing is drawn
    assert game.view("german").facts() == other.view("german").facts()  # its value is hidden
    play(game, "pass", "naval +10")
    events = play(game, "pass")
    assert turned_up(events) == [((10, 10), ())]
    assert orders(game, "naval") == ["+7"]
    assert refusal(game, "naval +10").rule == "11.2.7-03"


@rule("11.2.7-03", edition="folio")
def test_in_the_folio_naval_markers_support_beach_assaults_only() -> None:
    game = begin("on_to_caen", {"736/716": "1345"}, dice=[6, 6, 6, 3])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "pass"]
    assert refusal(game, "naval +7").rule == "11.2.7-03"


@rule("11.2.7-05", edition="folio")
def test_in_the_folio_naval_markers_leave_at_the_end_of_the_first_turn() -> None:
    game = at_the_beaches("on_to_caen", dice=[6, 6])
    play(game, "naval +7")
    hold_fire(game)
    hold_fire(game)
    assert state(game).turn == 1
    assert cup(game, Cup.CW_NAVAL) == (7, 7, 10, 10)
    until(game, "Bombard", seat="allied")
    bombardment = game.copy()
    play(bombardment, f"bombard {orders(game, 'bombard')[0]}")
    assert not orders(bombardment, "naval")  # no other use in between
    end_turn(game)
    assert state(game).turn == 2
    assert cup(game, Cup.CW_NAVAL) == pool(game, Cup.CW_NAVAL) == ()


# -- range ----------------------------------------------------------------------------------------


@rule("10.8.1-10", "10.8.1-11")
def test_artillery_reaches_two_hexes_from_a_friend_and_aircraft_everywhere() -> None:
    units = """
        allied 8/3-br at 1237
        german 736/716 at 1236
        german 857/346 at 1239
        german 22/21 at 1240
        german 2-aa at 0838
    """
    game = position("sword", units, phase="bombardment", cups={Cup.CW_AIRCRAFT: []})
    assert orders(game, "bombard") == ["736/716", "857/346"]
    assert refusal(game, "bombard 22/21").rule == "10.8.1-10"
    game = position("sword", units, phase="bombardment")
    assert set(orders(game, "bombard")) == {"736/716", "857/346", "22/21", "2-aa"}
    play(game, "bombard 857/346")
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft"]
    game = position("sword", units, phase="bombardment")
    play(game, "bombard 22/21")
    assert orders(game) == ["draw cw-aircraft"]
    assert refusal(game, "draw cw-artillery").rule == "10.8.1-10"


@rule("10.8.1-10")
def test_in_a_campaign_range_counts_from_a_unit_of_the_markers_own_army() -> None:
    units = "allied 16/1 at 1824\nallied 8/3-br at 1739\ngerman 914/352 at 1825"
    game = position("combined_campaign", units, phase="bombardment", cups={Cup.CW_AIRCRAFT: [], Cup.US_AIRCRAFT: []})
    play(game, "bombard 914/352")
    assert orders(game) == ["draw us-artillery"]
    assert refusal(game, "draw cw-artillery").rule == "10.8.1-10"


@rule("10.8.1-10")
def test_a_target_near_the_other_army_only_is_refused_for_that_reason() -> None:
    units = "allied 16/1 at 1824\nallied 8/3-br at 1739\ngerman 914/352 at 1825\ngerman 736/716 at 1638\n"
    cups = markers(us_artillery=[3])
    game = position("combined_campaign", units + "german 22/21 at 0547", phase="bombardment", cups=cups)
    assert orders(game) == ["bombard 914/352", "end"]
    near_others, far = refusal(game, "bombard 736/716"), refusal(game, "bombard 22/21")
    assert near_others.rule == far.rule == "10.8.1-10"
    assert "units of its own army" in near_others.sentence
    assert "more than 2 hexes from your units" in far.sentence


@rule("10.8.2-04")
def test_german_markers_bombard_within_two_hexes_of_a_german_unit() -> None:
    units = """
        german 736/716 at 1237
        allied 8/3-br at 1236
        allied 9/3-br at 1239
        allied 27 at 1240
    """
    game = position("sword", units, side="german", phase="bombardment")
    assert orders(game, "bombard") == ["8/3-br", "9/3-br"]
    assert refusal(game, "bombard 27").rule == "10.8.2-04"
    assert "aircraft" not in refusal(game, "bombard 27").sentence  # the Germans have none


@rule("10.8.1-12")
def test_markers_of_one_army_do_not_support_the_other() -> None:
    units = "allied 16/1 at 1824\nallied 8 at 1826\nallied 69/50 at 1926\ngerman 914/352 at 1825"
    game = position("combined_campaign", units, phase="combat", dice=[1])
    play(game, "attack 1825", "with 8", "with 69/50", "declare")
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "pass"]
    assert refusal(game, "draw us-artillery").rule == "10.8.1-12"
    game = position("combined_campaign", units, phase="combat", dice=[1])
    play(game, "attack 1825", "with 16/1", "declare")
    assert orders(game) == ["draw us-artillery", "draw us-aircraft", "pass"]
    assert refusal(game, "draw cw-aircraft").rule == "10.8.1-12"
    game = position("combined_campaign", units, phase="combat", dice=[1])
    play(game, "attack 1825", "with 16/1", "with 8", "declare")
    assert game.decision.seat == "german"  # with both armies in it neither may use its markers


@rule("10.8.1-12")
def test_defenders_are_supported_by_their_own_army_alone() -> None:
    units = "allied 16/1 at 1825\nallied 8 at 1826\ngerman 914/352 at 1824\ngerman 915/352 at 1726"
    for target, cups in (("1825", "us"), ("1826", "cw")):
        game = position("combined_campaign", units, side="german", phase="combat", dice=[1])
        play(game, f"attack {target}", "with 915/352")
        if "declare" in orders(game):
            play(game, "declare")
        play(game, "pass")
        assert orders(game) == [f"draw {cups}-artillery", f"draw {cups}-aircraft", "pass"]


# -- mines ----------------------------------------------------------------------------------------

WITH_ONE = {"german": ["with 857/346"], "allied": ["with 8/3-br", "declare"]}
FIGHT = "allied 27 at 1237\nallied 8/3-br at 1337\ngerman 857/346 at 1236\ngerman 736/716 at 1238"


def attacked(german: list[int], picks: list[int], dice: list[int] | None = None) -> Game:
    """The Allies attack 1236 without markers; the German player is asked for his first."""
    game = position("sword", FIGHT, phase="combat", dice=dice or [], picks=picks, cups={Cup.GERMAN: german})
    play(game, "attack 1236", "with 8/3-br", "declare", "pass")
    assert game.decision.seat == "german"
    return game


@rule("10.8.2-05")
def test_mines_may_be_used_in_the_combat_for_which_they_are_drawn() -> None:
    game = attacked([3, 4, MINES], picks=[2], dice=[6])
    play(game, "draw german")
    assert orders(game) == ["keep", "aside"]
    play(game, "keep")
    events = hold_fire(game)
    assert turned_up(events) == [((), (5,))]
    assert result(events)["defence"] == 3 + 5
    assert cup(game, Cup.GERMAN) == (3, 4)
    assert state(game).mines_aside == ()


@rule("10.8.2-05")
def test_mines_may_be_put_aside_and_another_marker_drawn_in_their_place() -> None:
    game = attacked([3, 4, MINES], picks=[2, 1], dice=[6])
    events = play(game, "draw german", "aside")
    aside = next(event for event in events if event.kind == "mines_aside")
    assert "(+5) aside: it counts when they add it to their two markers" in game.setting.sentence(aside)
    assert state(game).mines_aside == (MINES,)
    assert orders(game) == ["draw german", "pass"] and "first" in game.decision.prompt  # it is the same step still
    play(game, "draw german")
    play(game, "pass", "pass")  # neither side uses its second marker
    assert orders(game) == ["mines", "pass"]
    events = play(game, "pass")
    assert turned_up(events) == [((), (4,))]


@rule("10.8.2-05")
def test_another_marker_need_not_be_drawn_in_the_place_of_mines_put_aside() -> None:
    game = attacked([3, 4, MINES], picks=[2], dice=[6])
    play(game, "draw german", "aside", "pass")
    assert game.decision.seat == "allied"  # the second attacking marker
    play(game, "pass", "pass")
    assert result(play(game, "mines"))["defence"] == 3 + 5
    assert cup(game, Cup.GERMAN) == (3, 4)


@rule("10.8.2-05")
def test_mines_may_be_put_aside_even_if_no_other_marker_is_left_to_be_drawn() -> None:
    game = attacked([MINES], picks=[0], dice=[6])
    play(game, "draw german")
    assert orders(game) == ["keep", "aside"]
    play(game, "aside")
    assert game.decision.seat == "allied"  # his step is over
    play(game, "pass")
    assert orders(game) == ["mines", "pass"]
    assert refusal(game, "draw german").rule == "8.2.1-08"
    play(game, "pass")
    assert state(game).mines_aside == (MINES,)


@rule("10.8.2-05")
def test_an_ordinary_marker_cannot_be_put_aside() -> None:
    game = attacked([3, 4, MINES], picks=[0])
    play(game, "draw german")
    assert orders(game) == ["keep"]
    assert refusal(game, "aside").rule == "10.8.2-05"


@rule("10.8.2-06")
def test_mines_put_aside_may_be_a_third_marker() -> None:
    game = attacked([3, 4, MINES], picks=[2, 0, 0], dice=[6])
    play(game, "draw german", "aside", "draw german", "pass", "draw german")
    events = play(game, "mines")
    assert turned_up(events) == [((), (3, 4, 5))]
    assert result(events)["defence"] == 3 + 3 + 4 + 5
    assert state(game).mines_aside == ()


@rule("10.8.2-06")
def test_mines_put_aside_support_later_combats_of_the_turn_in_any_combat_phase_in_defence_and_attack() -> None:
    units = FIGHT + "\nallied 5G/GA at 1138\nallied 32G/GA at 1139"
    game = position("sword", units, phase="combat", dice=[6, 6, 6], picks=[2, 0], cups={Cup.GERMAN: [3, 4, MINES]})
    play(game, "attack 1236", "with 8/3-br", "declare", "pass", "draw german", "aside")
    hold_fire(game)
    assert orders(game) == ["mines", "pass"]
    play(game, "pass")
    until(game, "Attack a hex", phase="Mobile Combat Phase")
    play(game, "attack 1238", "with 5G/GA", "declare")
    hold_fire(game)
    assert orders(game) == ["mines", "pass"]  # in defence, Mobile Combat Phase
    play(game, "pass")
    until(game, "Attack a hex", seat="german", phase="Combat Phase")
    play(game, "attack 1237", "with 857/346", "declare")
    hold_fire(game)
    assert orders(game) == ["mines", "pass"]  # in attack, German Combat Phase
    play(game, "mines")
    assert result(hold_fire(game))["attack"] == 2 + 5


@rule("10.8.2-06")
def test_mines_put_aside_are_added_with_the_last_german_step_before_the_defenders_second_marker() -> None:
    cups = markers(german=[3, 4, MINES], cw_artillery=[2, 2])
    game = position("sword", FIGHT, side="german", phase="combat", dice=[6], picks=[2, 0, 0], cups=cups)
    play(game, "attack 1337", "with 857/346", "draw german", "aside", "draw german")
    play(game, "draw cw-artillery", "pass")  # the defender's first marker, the attacker's last step
    assert (game.decision.seat, orders(game)) == ("german", ["mines", "pass"])
    before = game.copy()
    play(game, "mines")
    assert (game.decision.seat, orders(game)) == ("allied", ["draw cw-artillery", "pass"])
    odds = game.preview("pass")
    face_down = (3 + 4) / 2  # the Germans drew a +3 that lies face down; the Allies know that it is that or the +4
    assert odds is not None and odds.attack == round(2 + face_down + 5)  # mines that all have seen lie face up
    play(before, "pass")
    assert before.decision.seat == "allied"
    odds = before.preview("pass")
    assert odds is not None and odds.attack == round(2 + face_down)
    facts = result(play(game, "pass"))
    assert (facts["attack"], facts["defence"]) == (2 + 3 + 5, 9 + 2)


@rule("10.8.2-06")
def test_mines_put_aside_are_added_in_defence_after_all_other_markers() -> None:
    game = attacked([3, 4, MINES], picks=[2, 0, 0], dice=[6])
    play(game, "draw german", "aside", "draw german")
    assert (game.decision.seat, orders(game)) == ("allied", ["draw cw-artillery", "draw cw-aircraft", "pass"])
    play(game, "draw cw-artillery", "pass")
    assert (game.decision.seat, orders(game)) == ("german", ["mines", "pass"])
    assert "combat_result" in kinds(play(game, "mines"))


@rule("10.8.2-06", "8.2.1-14")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_the_odds_count_mines_on_the_german_side(side: Literal["german", "allied"]) -> None:
    game = position("sword", FIGHT, side=side, phase="combat", dice=[6], picks=[0], cups=markers(german=[MINES]))
    play(game, "attack 1337" if side == "german" else "attack 1236", *WITH_ONE[side], "draw german", "aside")
    assert orders(game) == ["mines", "pass"]
    without, odds = game.preview("pass"), game.preview("mines")
    assert odds is not None and without is not None
    extra = (odds.attack - without.attack, odds.defence - without.defence)
    assert extra == ((5, 0) if side == "german" else (0, 5))
    facts = result(play(game, "mines"))
    assert (facts["attack"], facts["defence"], facts["column"]) == (odds.attack, odds.defence, odds.column)


@rule("10.8.2-06")
def test_mines_put_aside_support_the_next_beach_assault() -> None:
    game = at_the_beaches("sword", dice=[4, 6], picks=[20, 0])
    play(game, "pass", "draw german", "aside", "draw german")
    hold_fire(game)
    play(game, "pass")  # 8 - 2: column 7, no effect
    assert "attack on 1740" in game.decision.prompt
    hold_fire(game)
    assert orders(game) == ["mines", "pass"]
    assert result(play(game, "mines"))["defence"] == 5


@rule("10.8.2-06", "10.9.2-15")
def test_mines_do_not_support_the_defence_against_an_airborne_landing() -> None:
    game = begin("sword", {"736/716": "1345"}, dice=[6, 6, 6, 3])
    state(game).mines_aside = (MINES,)
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    assert result(hold_fire(game))["defence"] == 3


@rule("10.8.2-07")
def test_mines_drawn_for_a_bombardment_are_put_aside_and_another_marker_is_drawn() -> None:
    game = position(
        "sword", FIGHT, side="german", phase="bombardment", dice=[6], picks=[2, 1], cups={Cup.GERMAN: [3, 4, MINES]}
    )
    events = play(game, "bombard 8/3-br", "draw german", "fire")
    assert told(events, "mines_aside") == [{"value": 5}]
    assert told(events, "bombardment")[0]["markers"] == (4,)
    assert state(game).mines_aside == (MINES,)
    until(game, "Attack a hex")
    play(game, "attack 1337", "with 857/346")
    hold_fire(game)
    assert orders(game) == ["mines", "pass"]


@rule("10.8.2-07")
def test_mines_alone_do_not_bombard() -> None:
    game = position("sword", FIGHT, side="german", phase="bombardment", cups={Cup.GERMAN: [MINES]})
    assert state(game).phase == "Combat Phase"  # there is nothing to bombard with
    game = position("sword", FIGHT, side="german", phase="bombardment", dice=[6], cups={Cup.GERMAN: [3, MINES]})
    play(game, "bombard 8/3-br")
    assert orders(game) == ["draw german"]
    assert told(play(game, "draw german"), "bombardment")[0]["markers"] == (3,)  # only mines are left for a second one


@rule("10.8.2-08")
def test_mines_not_used_are_back_in_the_cup_in_the_next_turn() -> None:
    game = position(
        "sword",
        FIGHT,
        side="german",
        phase="bombardment",
        dice=[6],
        picks=[2, 1],
        beachheads="1739",
        cups={Cup.GERMAN: [3, 4, MINES]},
    )
    play(game, "bombard 8/3-br", "draw german", "fire")
    assert state(game).mines_aside == (MINES,)
    end_turn(game)
    assert state(game).turn == 6
    assert state(game).mines_aside == ()
    assert cup(game, Cup.GERMAN) == pool(game, Cup.GERMAN)
    assert cup(game, Cup.GERMAN).count(MINES) == 1


@rule("10.8.2-05")
def test_the_question_after_a_draw_does_not_tell_the_allies_whether_it_was_mines() -> None:
    mines, other = attacked([3, 4, MINES], picks=[2]), attacked([3, 4, MINES], picks=[0])
    play(mines, "draw german")
    play(other, "draw german")
    assert mines.view("allied").facts() == other.view("allied").facts()
    assert mines.view("german").facts() != other.view("german").facts()
