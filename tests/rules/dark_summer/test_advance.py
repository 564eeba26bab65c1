"""Advance after Combat (11.3.8, 5.2, 6.4, 15.0)."""

from __future__ import annotations

from bocage.games.dark_summer.campaign import US
from bocage.games.dark_summer.places import GRID
from tests.dark_summer.combats import attack, ended, fighting, holds
from tests.dark_summer.positions import labels, state, where
from tests.questions import orders, play, refusal
from tests.support import rule

UNITS = """\
german 736/716 at 4808 reduced
allied 8/3 at 4807
allied 185/3 at 4807
allied 9/3 at 4707
"""


@rule("11.3.8-01", "11.4-01", edition="dark_summer")
def test_survivors_may_advance_into_the_defenders_hex_and_no_farther() -> None:
    game = fighting("british", UNITS, dice=[6])  # 12 against 1: DE
    attack(game, "4808", "8/3 185/3")
    assert orders(game) == ["advance 8/3", "advance 185/3", "halt"]
    assert game.decision.prompt == "Advance into 4808?"
    assert refusal(game, "advance 9/3").rule == "11.3.8-01"  # it did not attack
    assert refusal(game, "end").rule == "11.3.8-01"
    play(game, "advance 185/3")
    assert orders(game) == ["advance 8/3", "halt"]
    assert refusal(game, "advance 185/3").rule == "11.3.8-01"
    play(game, "halt")
    assert (where(game, "8/3"), where(game, "185/3")) == ("4807", "4808")
    assert "4808" in labels(state(game).held)
    assert ended(game)


@rule("11.3.8-01", edition="dark_summer")
def test_nobody_advances_while_a_defender_is_left() -> None:
    game = fighting("british", UNITS.replace(" reduced", "") + "german 1057/91 at 4808", dice=[3])  # 8 against 6: BL1
    attack(game, "4808", "8/3 185/3")
    play(game, "lose 1057/91", "lose 8/3")
    assert orders(game, "advance") == []
    game = fighting("british", UNITS, dice=[1])  # 4 against 1 is 4-1: BL1
    attack(game, "4808", "9/3")
    assert not holds(game, "736/716")
    assert orders(game) == ["advance 9/3", "halt"]


@rule("11.3.8-02", "5.2-04", "6.4-03", edition="dark_summer")
def test_advance_ignores_zones_but_not_the_stacking_limit() -> None:
    units = UNITS + "german 1057/91 at 4909\nallied 56 at 4807\nallied 69/50 at 4708\n"
    game = fighting("british", units, dice=[6])
    attack(game, "4808", "8/3 185/3 56 69/50")
    play(game, "advance 8/3")  # although 4808 is in the ZOC of 4909
    assert refusal(game, "advance 69/50").rule == "5.1-02"  # another division
    why = "4808 would hold units of more than one division with 69/50 (5.1)"
    assert game.decision.prompt == f"Advance into 4808? But {why}"
    play(game, "advance 185/3", "advance 56")
    assert where(game, "69/50") == "4708"


@rule("11.3.8-03", edition="dark_summer")
def test_vehicles_do_not_advance_over_a_major_river_without_a_bridge() -> None:
    units = "german 736/716 at 4508 reduced\nallied 27-A at 4408\nallied 8/3 at 4408\nallied 8-A at 4507"
    game = fighting("british", units, dice=[6])
    attack(game, "4508", "27-A 8/3 8-A")
    assert orders(game) == ["advance 8/3", "halt"]  # 4507 lies behind the Orne too
    assert refusal(game, "advance 27-A").rule == "11.3.8-03"
    game = fighting("british", "german 736/716 at 4607 reduced\nallied 27-A at 4506\nallied 8-A at 4606", dice=[6])
    attack(game, "4607", "27-A 8-A")  # two columns for the Orne and two for the City: 2-1, DR*
    while orders(game, "to"):
        play(game, f"to {orders(game, 'to')[0]}")
    assert orders(game) == ["advance 27-A", "halt"]  # by the bridge of 4506


@rule("15.0-06", "15.0-02", "R.1-03", edition="dark_summer")
def test_advance_keeps_to_the_boundary() -> None:
    beyond = fighting("us", "german 736/716 at 3710 reduced\nallied 16/1 at 3610\ngerman 1057/91 at 3510", dice=[6])
    assert refusal(beyond, "attack 3710").rule == "15.0-02"  # 37xx is not
    game = fighting("us", "german 736/716 at 3610 reduced\nallied 16/1 at 3510", dice=[6])
    attack(game, "3610", "16/1")
    assert orders(game) == ["advance 16/1", "halt"]  # 36xx is allowed


@rule("10.1-11", edition="dark_summer")
def test_nobody_advances_into_a_hex_with_an_exit_marker_of_the_other_army() -> None:
    units = "allied 29/11-A at 6112\nallied 8/3 at 6112\ngerman 1051/84 at 6212 reduced"
    game = fighting("british", units, turn=9, dice=[6])
    state(game).exits[US] |= GRID.set("6212")
    attack(game, "6212", "29/11-A 8/3")
    assert not state(game).units_in(GRID.at("6212"), 1)
    assert not orders(game, "advance") and where(game, "8/3") == "6112"


@rule("11.1-10", "11.5.1-05", "11.6-05", edition="dark_summer")
def test_strongpoints_attack_without_advancing_and_flak_goes_along() -> None:
    units = """
        german SP-4404 at 4404 factor 3
        german 1/III-Flak at 4404
        german 125/21-Pz at 4404
        allied 2-Rng at 4405
    """
    game = fighting("german", units, dice=[3])  # 6 against 2 is 3-1: EX, one step each
    attack(game, "4405", "SP-4404 125/21-Pz 1/III-Flak")
    assert orders(game, "lose") == ["125/21-Pz", "1/III-Flak"]
    play(game, "lose 1/III-Flak")
    assert orders(game) == ["advance 125/21-Pz", "advance 1/III-Flak", "halt"]
    assert refusal(game, "advance SP-4404").rule == "11.1-10"
