"""Advance after combat (8.5)."""

from __future__ import annotations

import pytest

from bocage.kernel import Game
from tests.fire_movement.combats import NO_MARKERS, attack, bombard, closed_to_mobile, fact, markers, sure
from tests.fire_movement.courses import until
from tests.fire_movement.positions import at, hexes, is_reduced, position, state, where
from tests.questions import orders, play, refusal
from tests.support import rule

ELSEWHERE = "german 2/2 at 1730\nallied 56 at 1830\n"  # so that the phase goes on
TRIO = """german 726/716 at 0930
allied 69/50 at 1030
allied 8 at 0931
allied 151/50 at 1029"""


def fight(result: str, units: str = TRIO, *attackers: str) -> Game:
    game = position(
        "gold_juno",
        ELSEWHERE + units,
        phase="combat",
        dice=[1] * 9,
        cups=NO_MARKERS,
        beachheads="2028",
        setting=sure(result),
    )
    attack(game, "0930", *(attackers or ("69/50", "8")))
    return game


def driven_back(result: str = "D3", units: str = TRIO, *attackers: str) -> Game:
    """The German has retreated from 0930 by 0829 to 0729, and to 0628 on a D3; the attackers may advance."""
    game = fight(result, units, *attackers)
    retreat(game, *["0829", "0729", "0628"][: int(result[-1])])
    return game


def retreat(game: Game, *path: str) -> None:
    """Retreat the German along a path, saying only what the engine asks."""
    play(game, "retreat 726/716")
    for label in path:
        if f"to {label}" in orders(game) and game.decision.rule == "8.3":
            play(game, f"to {label}")
    assert where(game, "726/716") == path[-1]


@rule("8.5-01")
@pytest.mark.parametrize("result", ["D2", "D3"])
def test_the_attackers_may_advance_after_a_retreat_of_the_defender(result: str) -> None:
    game = driven_back(result)
    assert game.decision.seat == "allied"
    assert orders(game) == ["advance 69/50", "advance 8", "halt"]


@rule("8.5-01", "8.5-02", "8.5-03")
@pytest.mark.parametrize("result", ["De", "Ex", "A1", "A2", "A3", "(A)", "Ae", "-"])
@pytest.mark.parametrize("reduced", ["", " reduced"])
def test_there_is_no_advance_after_any_other_result(result: str, reduced: str) -> None:
    units = f"german 726/716 at 0930{reduced}\nallied 69/50 at 1030{reduced}"
    game = fight(result, units, "69/50")
    while state(game).phase == "Combat Phase" and "end" not in orders(game):
        assert not orders(game, "advance")
        play(game, orders(game)[0])
    assert orders(game) == ["attack 1730", "end"]
    assert where(game, "726/716") in ("0930", "eliminated")


@rule("8.5-03")
def test_the_defender_does_not_advance_when_the_attackers_retreat() -> None:
    game = fight("A2", "german 726/716 at 0930\nallied 69/50 at 1030", "69/50")
    play(game, "retreat 69/50")
    while game.decision.rule == "8.3":
        play(game, orders(game)[0])
    assert (game.decision.seat, orders(game)) == ("allied", ["attack 1730", "end"])


@rule("8.5-04")
def test_there_is_no_advance_after_a_bombardment() -> None:
    units = ELSEWHERE + TRIO
    game = position(
        "gold_juno", units, phase="bombardment", dice=[1], cups=markers(cw_artillery=[5, 5]), setting=sure("D2")
    )
    bombard(game, "726/716", "cw-artillery")
    retreat(game, "0829", "0729")
    assert state(game).phase == "Bombardment Phase"
    assert game.decision.rule == "8.1"


@rule("8.5-01", "8.5-05")
def test_a_defender_that_could_not_retreat_at_all_leaves_only_its_own_hex() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030\nallied 8 at 0829\nallied 151/50 at 0832"
    game = fight("D3", units + "\nallied 231/50 at 0731", "69/50")
    play(game, "retreat 726/716")
    assert where(game, "726/716") == "eliminated"
    play(game, "advance 69/50")
    assert where(game, "69/50") == "0930"


@rule("8.5-05", "8.5-09")
def test_the_path_of_retreat_is_the_way_the_unit_took_from_the_combat_hex_on() -> None:
    game = driven_back("D3")
    play(game, "advance 69/50")
    assert orders(game) == ["to 0930", "to 0829", "to 0729"]
    assert refusal(game, "to 0830").rule == "8.5-09"
    assert refusal(game, "to 0628").rule == "8.5-09"  # where the unit is now


# The zones of the four leave one way out, 0829; what is behind it depends on the test.
ONE_WAY_OUT = """german 726/716 at 0930 reduced
allied 69/50 at 1030
allied 151/50 at 1028
allied 231/50 at 0731
allied 7/3 at 0827
allied 8/3-cdn at 0628"""


@rule("8.5-05")
def test_the_last_hex_belongs_to_the_path_if_the_unit_was_lost_there() -> None:
    game = fight("D2", ONE_WAY_OUT, "69/50")
    play(game, "retreat 726/716")
    assert where(game, "726/716") == "eliminated"
    play(game, "advance 69/50")
    assert orders(game) == ["to 0930", "to 0829"]


@rule("8.5-05")
def test_the_last_hex_does_not_belong_to_the_path_if_the_unit_stands_there_reduced() -> None:
    game = fight("D2", ONE_WAY_OUT.replace(" reduced", ""), "69/50")
    play(game, "retreat 726/716")
    assert where(game, "726/716") == "0829" and is_reduced(game, "726/716")
    play(game, "advance 69/50")
    assert where(game, "69/50") == "0930"


@rule("8.5-05")
def test_the_path_ends_before_a_hex_of_another_enemy_that_the_unit_passed_through() -> None:
    units = ONE_WAY_OUT.replace(" reduced", "").replace("\nallied 8/3-cdn at 0628", "\ngerman 736/716 at 0829")
    game = fight("D3", units, "69/50")
    play(game, "retreat 726/716")
    while game.decision.rule == "8.3":
        play(game, orders(game)[0])
    assert where(game, "726/716") in ("0628", "0629")  # through 736/716 in 0829, and by 0729
    play(game, "advance 69/50")
    assert where(game, "69/50") == "0930"  # and not behind 736/716


@rule("8.5-05", "10.9.4-15")
def test_nobody_advances_into_a_beach_that_other_units_of_the_stack_still_hold() -> None:
    units = "german 726/716 at 1928\nallied 69/50 at 2028\nallied 151/50 at 2028\ngerman 2/2 at 1131\nallied 56 at 1231"
    game = position(
        "gold_juno",
        units,
        side="german",
        phase="combat",
        dice=[1],
        cups=NO_MARKERS,
        beachheads="2028",
        setting=sure("D2"),
    )
    attack(game, "2028", "726/716")
    play(game, "defend 69/50", "retreat 69/50")
    while game.decision.rule == "8.3":
        play(game, orders(game)[0])
    assert where(game, "151/50") == "2028"
    assert orders(game) == ["attack 1231", "end"]


@rule("8.5-06")
def test_any_all_or_none_of_the_attackers_advance_as_far_as_their_owner_likes() -> None:
    none = driven_back()
    play(none, "halt")
    assert [where(none, unit) for unit in ("69/50", "8")] == ["1030", "0931"]
    one = driven_back()
    play(one, "advance 8", "to 0729", "halt")
    assert [where(one, unit) for unit in ("69/50", "8")] == ["1030", "0729"]
    both = driven_back()
    play(both, "advance 8", "to 0930", "advance 69/50", "to 0829")
    assert [where(both, unit) for unit in ("69/50", "8")] == ["0829", "0930"]


@rule("8.5-06")
def test_a_unit_that_took_no_part_in_the_combat_does_not_advance() -> None:
    game = driven_back()
    assert refusal(game, "advance 151/50").rule == "8.5-06"


@rule("8.5-07")
def test_the_advance_is_decided_at_once_or_never() -> None:
    game = driven_back()
    assert refusal(game, "attack 1730").rule == "8.5-07"
    assert refusal(game, "end").rule == "8.5-07"
    play(game, "halt")
    assert orders(game) == ["attack 1730", "end"]
    assert refusal(game, "advance 69/50").rule == "4.1-03"


@rule("8.5-08")
def test_an_advance_takes_no_notice_of_enemy_zones() -> None:
    # 736/716 and 901/Lehr watch over all three hexes of the path.
    units = TRIO + "\ngerman 736/716 at 0929\ngerman 901/Lehr at 0730"
    game = driven_back("D3", units)
    assert all(state(game).in_ezoc(0, hex_) for hex_ in map(state(game).battle.grid.at, ("0930", "0829", "0729")))
    play(game, "advance 69/50")
    assert orders(game) == ["to 0930", "to 0829", "to 0729"]


@rule("8.5-09")
def test_an_advance_does_not_cross_the_boundary_between_the_armies() -> None:
    units = "german 2/2 at 1730\nallied 56 at 1830\ngerman 726/716 at 0925\nallied 117/30 at 0924"
    game = position(
        "combined_campaign", units, phase="combat", dice=[1], cups=NO_MARKERS, setting=sure("D3", "combined_campaign")
    )
    attack(game, "0925", "117/30")
    retreat(game, "0825", "0726", "0626")
    play(game, "advance 117/30")
    assert orders(game) == ["to 0925", "to 0825"]
    assert refusal(game, "to 0726").rule == "8.5-09"  # east of the line


@rule("8.5-10")
def test_only_one_unit_ends_its_advance_in_a_hex() -> None:
    game = driven_back()
    play(game, "advance 8", "to 0829", "advance 69/50")
    assert orders(game) == ["to 0930", "to 0729"]
    assert refusal(game, "to 0829").rule == "8.5-10"


@rule("8.5-10")
def test_the_last_free_hex_of_the_path_ends_the_advance() -> None:
    game = driven_back("D2", TRIO, "69/50", "8", "151/50")
    play(game, "advance 8", "to 0829", "advance 69/50")  # 0930 is all that is left
    assert where(game, "69/50") == "0930"
    assert orders(game) == ["attack 1730", "end"]


@rule("8.5-11")
def test_a_unit_that_advanced_does_nothing_more_in_that_player_turn() -> None:
    game = fight("D2", TRIO + "\nallied 22/7 at 1731")
    retreat(game, "0829", "0730")
    play(game, "advance 8", "to 0829", "halt")  # next to the unit that it drove back
    until(game, "Move", phase="Mobile Movement Phase")
    assert refusal(game, "move 8").rule == "8.5-11"
    until(game, "Attack", phase="Mobile Combat Phase")
    assert refusal(game, "attack 0730").rule == "8.5-11"
    until(game, "Move", seat="allied")  # the next turn
    assert "8" in orders(game, "move")


@rule("8.5-11")
def test_a_unit_that_did_not_advance_keeps_its_mobile_movement() -> None:
    game = driven_back("D2")
    play(game, "halt")
    until(game, "Move", phase="Mobile Movement Phase")
    assert "8" in orders(game, "move")


@rule("8.5-12")
def test_a_unit_that_advanced_may_be_attacked_in_the_next_enemy_phase() -> None:
    game = fight("D2", "german 726/716 at 0930\nallied 69/50 at 1030", "69/50")
    retreat(game, "0830", "0730")
    play(game, "advance 69/50", "to 0830")
    until(game, "Attack", seat="german", phase="Combat Phase")
    assert "0830" in orders(game, "attack")


@rule("8.5-09")
def test_terrain_closed_to_a_unit_is_closed_to_its_advance_except_along_a_road() -> None:
    # 8 comes along the road from 1030 to 0930; 0829 and 0729, by which the German went, are bocage without a road.
    game = position(
        "gold_juno", ELSEWHERE + TRIO.replace("69/50 at 1030", "8 at 1030").replace("8 at 0931", "69/50 at 0931"),
        phase="combat", dice=[1], cups=NO_MARKERS, setting=closed_to_mobile("bocage", "D3"),
    )  # fmt: skip
    attack(game, "0930", "69/50", "8")
    retreat(game, "0829", "0729", "0628")
    other = game.copy()
    play(other, "advance 8")
    assert where(other, "8") == "0930"
    play(game, "advance 69/50")
    assert orders(game) == ["to 0930", "to 0829", "to 0729"]  # a leg unit goes on
    play(game, "to 0930")
    assert game.decision.rule != "8.5"  # nothing is left for 8


@rule("8.5-09")
def test_an_advance_into_closed_terrain_is_refused() -> None:
    # 8 could follow the road from 0930 to 0830, but no road leads on to 0731, which is clear.
    game = position(
        "gold_juno", ELSEWHERE + "german 726/716 at 0930\nallied 8 at 1030\nallied 69/50 at 1029", phase="combat",
        dice=[1], cups=NO_MARKERS, setting=closed_to_mobile("clear", "D3"),
    )  # fmt: skip
    attack(game, "0930", "69/50", "8")
    retreat(game, "0830", "0731", "0631")
    assert refusal(game, "advance 151/50").rule == "8.5-06"
    play(game, "advance 8")
    assert orders(game) == ["to 0930", "to 0830"]
    assert refusal(game, "to 0731").rule == "8.5-09"
    assert refusal(game, "halt").rule == "8.5-07"


@rule("10.9.1-06")
def test_whoever_retreats_or_advances_through_a_hex_has_been_its_last_occupant() -> None:
    game = position(
        "gold_juno", ELSEWHERE + "allied 69/50 at 0930\ngerman 726/716 at 1030", side="german", phase="combat",
        dice=[1], cups=NO_MARKERS, beachheads="0930", setting=sure("D3"),
    )  # fmt: skip
    way = hexes("0930 0829 0729 0628")
    assert state(game).held & way == hexes("0930")
    attack(game, "0930", "726/716")
    play(game, "retreat 69/50", "to 0829", "to 0729", "to 0628")
    assert state(game).held & way == way
    play(game, "advance 726/716")
    events = play(game, "to 0829")
    assert fact(events, "beachhead_lost", "hex") == at("0930")  # passed on the way
    assert state(game).beachheads == 0
    assert state(game).held & way == hexes("0729 0628")
