"""Step losses: who takes them, in which order, and what is too much (11.3.6)."""

from __future__ import annotations

from tests.dark_summer.combats import attack, ended, fighting, holds, result
from tests.dark_summer.positions import is_reduced
from tests.questions import orders, play, refusal
from tests.support import rule

STACKS = """
    german 1057/91 at 4808
    german 1058/91 at 4808 reduced
    german 101-SS-Tiger at 4808
    german Ost-4605 at 4808 factor 1
    allied 8/3 at 4807
    allied 185/3 at 4807 reduced
    allied 9/3 at 4807
"""


@rule("11.3.6-01", "11.3.6-02", "11.3.6-03", edition="dark_summer")
def test_owners_choose_the_defender_first_and_reduce_before_they_eliminate() -> None:
    game = fighting("british", STACKS, dice=[6])  # 10 against 11 is 1-2: BL1
    assert result(attack(game, "4808", "8/3 185/3 9/3")) == "BL1"
    assert (game.decision.seat, orders(game)) == ("german", ["lose 1057/91", "lose 101-SS-Tiger"])
    assert refusal(game, "lose 1058/91").rule == "11.3.6-03"
    assert refusal(game, "lose 8/3").rule == "11.3.6-02"
    assert refusal(game, "pass").rule == "11.3.6-01"
    play(game, "lose 101-SS-Tiger")
    assert (game.decision.seat, orders(game)) == ("allied", ["lose 8/3", "lose 9/3"])
    play(game, "lose 9/3")
    assert is_reduced(game, "101-SS-Tiger") and is_reduced(game, "9/3") and not is_reduced(game, "8/3")


@rule("11.3.6-02", "11.3.6-03", edition="dark_summer")
def test_what_leaves_no_choice_is_not_asked() -> None:
    game = fighting("british", STACKS, dice=[1])  # AL2: both that can be reduced are
    attack(game, "4808", "8/3 185/3 9/3")
    assert ended(game)
    assert [is_reduced(game, unit) for unit in ("8/3", "185/3", "9/3")] == [True, True, True]
    game = fighting("british", STACKS, dice=[1])
    attack(game, "4808", "8/3 185/3")  # three steps: 8/3 is reduced, then one of two is eliminated
    assert orders(game) == ["lose 8/3", "lose 185/3"]
    play(game, "lose 8/3")
    assert not holds(game, "8/3") and holds(game, "185/3")


@rule("11.3.6-04", edition="dark_summer")
def test_losses_beyond_the_last_step_are_disregarded() -> None:
    game = fighting("british", STACKS, dice=[1])
    attack(game, "4808", "185/3")  # 2 against 11 is 1-6: AL2
    assert not holds(game, "185/3") and not is_reduced(game, "8/3")


@rule("11.3.5-02", edition="dark_summer")
def test_an_exchange_eliminates_the_side_with_fewer_steps() -> None:
    game = fighting("british", "german 1057/91 at 4808 reduced\nallied 8/3 at 4807\nallied 9/3 at 4807", dice=[2])
    assert result(attack(game, "4808", "8/3 9/3")) == "EX"  # 8 against 2 is 4-1
    assert not holds(game, "1057/91")
    assert orders(game) == ["lose 8/3", "lose 9/3"]
    game = fighting("british", "german 736/716 at 4808\ngerman 1057/91 at 4808 reduced\nallied 27-A at 4807", dice=[5])
    assert result(attack(game, "4808", "27-A")) == "EX"  # 5 against 4 is 1-1: two steps against three
    assert (game.decision.seat, orders(game)) == ("german", ["lose 1057/91", "lose 736/716"])  # 736/716 is reduced
    play(game, "lose 1057/91")
    assert (holds(game, "27-A"), holds(game, "736/716"), holds(game, "1057/91")) == (False, True, False)
