"""The odds that are shown before a fight are those by which it is fought."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer.campaign import ALLIED
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.odds import prospect
from bocage.games.bloody_summer.pieces import piece_number
from tests.bloody_summer.fights import BIG_RED_ONE, attack, combat_in, fight, fight_from
from tests.bloody_summer.positions import begin, position, state
from tests.questions import orders, play

TEXT = BIG_RED_ONE + "german 84-Inf D1 at 1306\ngerman 711-Inf at 1306\ngerman HQ-LXXXVI at 1406\n"
THREE = ("1-Inf/16", "1-Inf/18", "1-Inf/26")


def test_an_attack_is_previewed_with_everybody_who_can_join() -> None:
    game = fight(TEXT)
    odds = game.preview("attack 1306")
    assert odds is not None
    assert (odds.attack, odds.defence, odds.line, odds.shifts) == (15, 10, "3:2", (("defender disorganised", 1),))
    assert sum(odds.results.values()) == pytest.approx(1)


def test_each_further_attacker_and_support_changes_the_odds() -> None:
    game = fight(TEXT, air="9-AF-1")
    play(game, "attack 1306", "with 1-Inf/16")
    odds = game.preview("with 1-Inf/18")
    assert odds is not None and odds.attack == 10
    play(game, "with 1-Inf/18", "declare")
    odds = game.preview("spare 84-Inf")
    assert odds is not None and (odds.defence, odds.shifts) == (4, ())
    play(game, "pass")
    odds = game.preview("fly 9-AF-1")
    assert odds is not None and ("air support", 1) in odds.shifts
    play(game, "pass")
    odds = game.preview("support HQ-VII")
    assert odds is not None and ("headquarters", 2) in odds.shifts
    play(game, "pass")
    odds = game.preview("support HQ-LXXXVI")
    assert odds is not None and ("defending headquarters", -1) in odds.shifts


@pytest.mark.parametrize("die", range(1, 7))
def test_the_faces_of_the_die_are_what_comes(die: int) -> None:
    game = fight(TEXT, dice=[die])
    attack(game, "1306", *THREE)
    play(game, "pass", "support HQ-VII")
    order = next(order for order in game.decision.orders if str(order) == "pass")
    seen = prospect(state(game), order)
    assert seen is not None
    result = combat_in(play(game, "pass")).result
    assert result is not None
    assert (seen.faces[die - 1].name,) == result.outcome
    assert (seen.line, seen.shifts) == (result.line, result.shifts)


def test_an_overrun_is_previewed_from_where_it_is_made() -> None:
    text = "allied 7-Arm/22 at 0909\nallied 11-Arm/29 at 0909\ngerman 84-Inf at 1108\n"
    text += "german 711-Inf at 1008\n"  # who holds the bridges of Caen
    g = position(text=text)
    game = begin(g, MovementPhase(ALLIED))
    play(game, "march 0909")
    assert "overrun 1108" in orders(game)
    odds = game.preview("overrun 1108")
    assert odds is not None
    assert (odds.attack, odds.defence, odds.shifts) == (12, 6, (("river", -1),))


def test_further_german_headquarters_are_seen_in_the_odds() -> None:
    text = "german HQ-I-SS-Pz at 1406\ngerman HQ-LXXXVI at 1407\nmarker german 1406 1\nmarker german 1407 1\n"
    text += "german 12-SS/25 at 1306\ngerman 711-Inf at 1307\nallied 1-Inf/16 at 1207\n"
    g = position(text=text, active="german")
    g.fought_under[piece_number("711-Inf")] = piece_number("HQ-LXXXVI")
    game = fight_from(g, "HQ-I-SS-Pz")
    play(game, "attack 1207", "with 12-SS/25")
    odds = game.preview("with 711-Inf")
    assert odds is not None and odds.shifts == (("headquarters", 1),)


def test_a_headquarters_alone_needs_no_die() -> None:
    game = fight(BIG_RED_ONE + "german HQ-LXXXVI at 1306\n")
    assert orders(game, "attack") == ["1306"]
    assert game.preview("attack 1306") is None
    assert game.preview("end") is None
