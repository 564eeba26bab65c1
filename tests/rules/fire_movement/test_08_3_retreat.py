"""Retreat and displacement (8.3): the rules one by one, and all of them against a slow second reading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.content import Unit, load_units
from bocage.games.fire_movement.words import GRID, unit_number
from bocage.hexes import members
from bocage.kernel import Event, Game
from tests.fire_movement.combats import (
    NO_MARKERS,
    always,
    attack,
    bombard,
    closed_to_mobile,
    fact,
    markers,
    private,
    sure,
)
from tests.fire_movement.courses import until
from tests.fire_movement.positions import at, hexes, is_reduced, name_of, position, state, where
from tests.questions import Rigged, kinds, orders, play, refusal
from tests.support import rule

BEACH = "2028"
ELSEWHERE = "german 2/2 at 1730\nallied 56 at 1830\n"  # a fight far away, so that the phase goes on


def combat(result: str, units: str, *, side: Literal["allied", "german"] = "allied", beachheads: str = BEACH) -> Game:
    """A combat phase in which every combat has the same result, with another fight far away."""
    lines = (ELSEWHERE + units).splitlines()
    return position(
        "gold_juno", "\n".join(line for line in lines if line.strip()), side=side, phase="combat", dice=[1] * 9,
        cups=NO_MARKERS, beachheads=beachheads, setting=sure(result),
    )  # fmt: skip


def defend(result: str, units: str) -> Game:
    """69/50 attacks the German in 0930, who is then to retreat or to stand."""
    game = combat(result, units)
    attack(game, "0930", "69/50")
    return game


def assail(result: str, units: str, target: str, attacker: str, beachheads: str = BEACH) -> Game:
    """A German attack."""
    game = combat(result, units, side="german", beachheads=beachheads)
    attack(game, target, attacker)
    return game


def ends(game: Game, unit: str) -> set[str]:
    """Every hex where the retreat of a unit can end from here on."""
    steps = orders(game, "to") if game.decision.rule == "8.3" else []
    if not steps:
        return {where(game, unit)}
    found: set[str] = set()
    for step in steps:
        branch = game.copy()
        play(branch, f"to {step}")
        found |= ends(branch, unit)
    return found


# The zones of the four Allied units leave a German in 0930 one way out: by 0829 to 0729.
ONE_WAY_OUT = """
    german 726/716 at 0930
    allied 69/50 at 1030
    allied 151/50 at 1028
    allied 231/50 at 0731
    allied 7/3 at 0827
"""


# -- 8.3 -------------------------------------------------------------------------------------------


@rule("8.3-01", "8.2.4-12")
def test_a_retreat_is_made_at_once_by_the_owner_of_the_unit() -> None:
    game = defend("D2", "german 726/716 at 0930\nallied 69/50 at 1030")
    assert game.decision.seat == "german"
    play(game, "retreat 726/716")
    assert game.decision.seat == "german"
    assert refusal(game, "end").rule == "8.3-01"
    assert refusal(game, "stand 726/716").rule == "8.3-01"
    assert game.decision.prompt == "726/716 retreats 2 hexes from 0930: which hex first?"
    play(game, "to 0830")
    assert game.decision.prompt == "726/716 retreats 2 hexes from 0930 by 0830: to which hex?"
    play(game, "to 0730")
    assert where(game, "726/716") == "0730"


@rule("8.3-02")
def test_a_retreat_costs_no_movement_points() -> None:
    setting = always(private("gold_juno"), "D3")
    setting.battle.allowance[0][unit_number("726/716")] = 1
    units = ELSEWHERE + "german 726/716 at 0930\nallied 69/50 at 1030"
    game = position("gold_juno", units, phase="combat", dice=[1], cups=NO_MARKERS, setting=setting)
    attack(game, "0930", "69/50")
    play(game, "retreat 726/716")
    assert {GRID.distance(at("0930"), at(end)) for end in ends(game, "726/716")} == {3}


@rule("8.3-01", "8.4-01")
def test_only_a_unit_told_to_retreat_retreats_or_stands() -> None:
    game = defend("D2", "german 726/716 at 0930\ngerman 736/716 at 0830\nallied 69/50 at 1030")
    assert orders(game) == ["retreat 726/716", "stand 726/716"]
    assert refusal(game, "retreat 736/716").rule == "8.4-01"
    assert refusal(game, "stand 69/50").rule == "8.4-01"
    assert refusal(game, "to 0830").rule == "8.4-01"


@rule("10.9.1-06")
def test_a_german_retreat_through_a_beachhead_or_a_captured_hex_takes_it() -> None:
    # The only way out leads through 0829, a beachhead for the sake of the test, to 0729.
    game = combat("D2", ONE_WAY_OUT, beachheads=f"{BEACH} 0829")
    state(game).held |= hexes("0829 0729 0628")
    attack(game, "0930", "69/50")
    events = play(game, "retreat 726/716")
    assert where(game, "726/716") == "0729"
    assert fact(events, "beachhead_lost", "hex") == at("0829")
    assert state(game).beachheads == hexes(BEACH)
    assert not state(game).held & hexes("0829 0729") and state(game).held & hexes("0628")


@rule("8.3-02")
def test_a_unit_that_retreated_still_has_its_move() -> None:
    game = assail("A3", "german 901/Lehr at 0930\nallied 69/50 at 1030", "1030", "901/Lehr")
    play(game, "retreat 901/Lehr")
    while game.decision.rule == "8.3":
        play(game, f"to {orders(game, 'to')[0]}")
    until(game, "Move", seat="german", phase="Mobile Movement Phase")
    assert "901/Lehr" in orders(game, "move")


@rule("8.3-03")
def test_whoever_must_lose_a_step_and_has_only_one_is_eliminated() -> None:
    surrounded = "\nallied 151/50 at 0831\nallied 231/50 at 0729\nallied 7/3 at 0928"
    for line in ("german 726/716 at 0930 reduced", "german 716/716 at 0930"):
        game = defend("D2", f"{line}\nallied 69/50 at 1030{surrounded}")
        name = line.split()[1]
        play(game, f"stand {name}")
        assert where(game, name) == "eliminated"
    game = defend("D2", f"german 726/716 at 0930\nallied 69/50 at 1030{surrounded}")
    play(game, "stand 726/716")
    assert where(game, "726/716") == "0930" and is_reduced(game, "726/716")


@rule("8.3-04")
def test_a_unit_that_cannot_retreat_a_single_hex_is_eliminated() -> None:
    # The three attackers' zones fill all six hexes around 0930.
    units = (
        "german 726/716 at 0930\nallied 69/50 at 1030\nallied 151/50 at 0829\nallied 231/50 at 0931\nallied 7/3 at 0928"
    )
    game = defend("D2", units)
    events = play(game, "retreat 726/716")
    assert where(game, "726/716") == "eliminated"
    assert kinds(events)[:2] == ["cannot_retreat", "eliminated"]


@rule("8.3-04")
def test_friends_who_cannot_make_room_are_no_way_out() -> None:
    # 0829 is the only hex around 0930 without an enemy zone, and the friend there cannot go anywhere either.
    game = defend("D2", ONE_WAY_OUT + "german 736/716 at 0829\nallied 8/3-cdn at 0628")
    play(game, "retreat 726/716")
    assert where(game, "726/716") == "eliminated"
    assert where(game, "736/716") == "0829"


@rule("8.3-05")
def test_a_german_retreat_ends_nearer_to_the_map_edge_if_it_can() -> None:
    game = defend("D2", "german 726/716 at 0930\nallied 69/50 at 0929")
    play(game, "retreat 726/716")
    assert orders(game) == ["to 0830", "to 0931"]
    assert refusal(game, "to 1030").rule == "8.3-05"  # leads north, away from the edge where Germans enter
    assert ends(game, "726/716") == {"0730", "0731", "0831"}


@rule("8.3-05")
def test_if_no_retreat_ends_nearer_to_the_edge_the_unit_goes_where_it_can() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 0829\nallied 231/50 at 0832"
    game = defend("D2", units)
    play(game, "retreat 726/716")
    assert ends(game, "726/716") == {"1028", "1129", "1130", "1131", "1031"}
    assert not is_reduced(game, "726/716")


@rule("8.3-05")
def test_allied_units_retreat_toward_a_beachhead_and_the_edge_means_nothing_to_them() -> None:
    units = "allied 69/50 at 0930\ngerman 726/716 at 0929"
    game = assail("D2", units, "0930", "726/716")
    play(game, "retreat 69/50")
    for end in ends(game, "69/50"):
        assert GRID.distance(at(end), at(BEACH)) < GRID.distance(at("0930"), at(BEACH))
    game = assail("D2", units, "0930", "726/716", beachheads="")
    play(game, "retreat 69/50")
    assert {"1130", "0730"} <= ends(game, "69/50")  # nothing to retreat to: every direction is as good


@rule("8.3-05")
def test_airborne_units_may_also_retreat_toward_their_drop_zone() -> None:
    units = "allied {} at 1144\ngerman 22/21 at 1143\ngerman 192/21 at 0547\nallied 27 at 0546"
    found = {}
    for unit in ("3/6", "8/3-br"):
        game = position(
            "sword", units.format(unit), side="german", phase="combat", turn=2, dice=[1], cups=NO_MARKERS,
            beachheads="1640", drop_zones="1147", setting=sure("D2", "sword"),
        )  # fmt: skip
        attack(game, "1144", "22/21")
        play(game, f"retreat {unit}")
        found[unit] = ends(game, unit)
    assert "1146" in found["3/6"] and "1146" not in found["8/3-br"]


@rule("8.3-06", "8.3-07", "8.3.1-03")
def test_a_unit_retreats_over_vacant_hexes_if_there_is_a_way() -> None:
    # Of the ways south, friends stand on 0830 and 0729; what is left leads over vacant hexes only.
    units = "german 726/716 at 0930\ngerman 736/716 at 0830\ngerman 716/716 at 0729\nallied 69/50 at 1030"
    game = defend("D2", units)
    play(game, "retreat 726/716")
    assert orders(game) == ["to 0829", "to 0929"]
    assert refusal(game, "to 0830").rule == "8.3-07"
    assert refusal(game, "displace 736/716").rule == "8.3.1-03"
    play(game, "to 0829")
    assert orders(game, "to") == ["0730", "0828"]
    assert refusal(game, "to 0729").rule == "8.3-07"


@rule("8.3-06")
def test_vacant_hexes_come_before_the_way_to_the_map_edge() -> None:
    # Every way that ends nearer to the edge leads through a friend, so the unit must go elsewhere.
    units = """
        german 726/716 at 0930
        german 736/716 at 0829
        german 716/716 at 0830
        german 901/Lehr at 0828
        german 902/Lehr at 0831
        allied 69/50 at 1030
    """
    game = defend("D2", units)
    play(game, "retreat 726/716")
    assert ends(game, "726/716") == {"0928", "1028"}


@rule("8.3-07", "8.3.1-10")
def test_a_unit_retreats_through_friends_if_there_is_no_other_way_and_does_not_displace_them() -> None:
    game = defend("D2", ONE_WAY_OUT + "german 736/716 at 0829")
    events = play(game, "retreat 726/716")
    assert (where(game, "726/716"), where(game, "736/716")) == ("0729", "0829")
    assert "displaced" not in kinds(events)
    assert not is_reduced(game, "726/716")


@rule("8.3-08")
def test_a_retreat_never_enters_an_enemy_zone_or_an_enemy_hex() -> None:
    units = "german 726/716 at 0930\nallied 69/50 at 1030\nallied 8 at 0828"
    game = defend("D2", units)
    play(game, "retreat 726/716")
    assert refusal(game, "to 1030").rule == "8.3-08"  # enemy unit
    assert refusal(game, "to 0931").rule == "8.3-08"  # zone of 69/50
    assert refusal(game, "to 0929").rule == "8.3-08"  # zone of 8
    assert ends(game, "726/716") == {"0730", "0731", "0831"}


@rule("8.3-08")
def test_a_unit_without_a_zone_bars_only_its_own_hex() -> None:
    units = "allied 69/50 at 0930\ngerman 726/716 at 0829\ngerman 716/716 at 1130"
    game = assail("D2", units, "0930", "726/716")
    play(game, "retreat 69/50")
    assert ends(game, "69/50") == {"1028", "1129", "1131", "1031"}


@rule("8.3-09")
def test_a_friend_in_a_hex_does_not_cancel_the_enemy_zone_there() -> None:
    # 0929 holds a friend, 0829 is next to friends: both are in the zone of 151/50.
    units = """
        german 726/716 at 0930
        german 736/716 at 0929
        german 901/Lehr at 0830
        allied 69/50 at 1030
        allied 151/50 at 0828
    """
    game = defend("D2", units)
    play(game, "retreat 726/716")
    assert ends(game, "726/716") == {"0730", "0731", "0831"}  # through 0830, which is in no enemy zone


@rule("8.3-10")
def test_all_sea_hexes_are_closed_on_the_way_and_as_the_last_hex() -> None:
    game = assail("D2", "allied 69/50 at 2028\ngerman 726/716 at 1928", "2028", "726/716", beachheads="")
    sea = state(game).battle.chart.sea
    assert sea >> at("2128") & 1 and sea >> at("2129") & 1 and sea >> at("2130") & 1
    play(game, "retreat 69/50")  # the two sea hexes north of it are out, so the first step is 2029
    assert orders(game) == ["to 1930", "to 2030"]
    assert refusal(game, "to 2129").rule == "8.3-10"


def in_closed_bocage(result: str, units: str) -> Game:
    """69/50 attacks the German in 0930, and bocage is closed to mobile units."""
    game = position(
        "gold_juno", "\n".join(line for line in (ELSEWHERE + units).splitlines() if line.strip()), phase="combat",
        dice=[1] * 3, cups=NO_MARKERS, beachheads=BEACH, setting=closed_to_mobile("bocage", result),
    )  # fmt: skip
    attack(game, "0930", "69/50")
    return game


@rule("8.3-10")
def test_terrain_closed_to_a_unit_is_closed_to_its_retreat_except_along_a_road() -> None:
    # A road leads from 0930 to 0830 and on to 0730, which is bocage like 0829 and 0929.
    found = {}
    for unit in ("901/Lehr", "726/716"):
        game = in_closed_bocage("D2", f"german {unit} at 0930\nallied 69/50 at 1030")
        play(game, f"retreat {unit}")
        if unit == "901/Lehr":
            assert refusal(game, "to 0829").rule == "8.3-10"
        found[unit] = ends(game, unit)
    assert found["901/Lehr"] == {"0730", "0731", "0831"}
    assert found["726/716"] == {"0729", "0730", "0731", "0828", "0831"}


@rule("8.3-10", "8.3-04")
def test_a_unit_with_only_closed_terrain_behind_it_is_lost() -> None:
    game = in_closed_bocage("D2", ONE_WAY_OUT.replace("726/716", "901/Lehr"))
    play(game, "retreat 901/Lehr")
    assert where(game, "901/Lehr") == "eliminated"


@rule("8.3-11")
def test_assaulting_units_that_would_have_to_retreat_into_the_sea_are_reduced_instead() -> None:
    game = Game(sure("A2"), "", Rigged([6] * 40))
    until(game, "Place a first support fire marker in the attack")
    target = game.decision.prompt.split()[-1].rstrip("?")
    landed = [name_of(unit) for unit in state(game).at[at(target)] if not state(game).battle.commando[unit]]
    assert landed and not any(is_reduced(game, unit) for unit in landed)
    events: list[Event] = []
    while "combat_result" not in kinds(events):
        events += play(game, "pass")
    assert [(where(game, unit), is_reduced(game, unit)) for unit in landed] == [(target, True)] * len(landed)


@rule("8.3-12", "8.3-01")
def test_a_retreat_ends_exactly_as_far_from_the_combat_as_the_result_says() -> None:
    for result, length in (("D2", 2), ("D3", 3)):
        game = defend(result, "german 726/716 at 0930\nallied 69/50 at 1030")
        play(game, "retreat 726/716")
        assert {GRID.distance(at("0930"), at(end)) for end in ends(game, "726/716")} == {length}


@rule("8.3-12")
def test_a_retreat_goes_one_hex_farther_from_the_combat_with_every_step() -> None:
    game = defend("D3", "german 726/716 at 0930\nallied 69/50 at 1030")
    play(game, "retreat 726/716", "to 0829")
    assert refusal(game, "to 0929").rule == "8.3-12"  # not farther away
    assert refusal(game, "to 0830").rule == "8.3-12"
    assert refusal(game, "to 0629").rule == "8.3-12"  # not adjacent


@rule("8.3-12")
def test_a_first_step_from_which_the_full_distance_cannot_be_reached_is_refused() -> None:
    # 0929 is open, but everything beyond it lies in enemy zones.
    units = "german 726/716 at 0930\nallied 69/50 at 1030\nallied 151/50 at 0827\nallied 231/50 at 1128"
    game = defend("D2", units)
    play(game, "retreat 726/716")
    assert orders(game) == ["to 0829", "to 0830"]
    assert refusal(game, "to 0929").rule == "8.3-12"


@rule("8.3-13")
@pytest.mark.parametrize("reduced", [False, True])
def test_a_retreat_that_falls_short_costs_a_step_in_the_last_hex_it_can_reach(reduced: bool) -> None:
    # From 0930 only 0829 is open, and everything beyond it is in enemy zones.
    units = ONE_WAY_OUT.replace("at 0930", "at 0930 reduced") if reduced else ONE_WAY_OUT
    game = defend("D2", units + "allied 8/3-cdn at 0628")
    events = play(game, "retreat 726/716")
    if reduced:
        assert where(game, "726/716") == "eliminated"
        assert fact(events, "eliminated", "hex") == at("0829")
    else:
        assert where(game, "726/716") == "0829" and is_reduced(game, "726/716")


@rule("8.3-13")
def test_a_retreat_of_three_that_ends_after_two_hexes_goes_those_two() -> None:
    game = defend("D3", ONE_WAY_OUT + "allied 8/3-cdn at 0529")  # beyond 0729 lie only 0628 and 0629
    play(game, "retreat 726/716")
    assert where(game, "726/716") == "0729" and is_reduced(game, "726/716")


@rule("8.3-14")
def test_nobody_retreats_off_the_map() -> None:
    game = combat("D2", "german 726/716 at 0128\nallied 69/50 at 0228")
    attack(game, "0128", "69/50")
    play(game, "retreat 726/716")
    assert ends(game, "726/716") == {"0126", "0226"}  # along the edge; it is already as near as it can be


@rule("8.3-14")
def test_nobody_retreats_out_of_the_area_in_play() -> None:
    game = combat("D2", "german 726/716 at 0926\nallied 69/50 at 1026")
    attack(game, "0926", "69/50")
    play(game, "retreat 726/716")  # 0825 and 0925 are beyond the boundary, so the first step is 0826
    assert orders(game) == ["to 0726", "to 0727", "to 0827"]
    assert refusal(game, "to 0825").rule == "8.3-14"


@rule("10.9.3-12", "8.3-08")
def test_commandos_retreat_through_enemy_zones_but_not_through_enemy_units() -> None:
    units = "allied {} at 0930\ngerman 726/716 at 0829\ngerman 736/716 at 1129\ngerman 901/Lehr at 1132"
    found = {}
    for unit in ("4-cdo", "69/50"):
        game = assail("D2", units.format(unit), "0930", "726/716")
        play(game, f"retreat {unit}")
        found[unit] = ends(game, unit)
    assert "1130" in found["4-cdo"] and "1129" not in found["4-cdo"]
    assert "1130" not in found["69/50"]


# -- 8.3.1 -----------------------------------------------------------------------------------------

BLOCKED = ONE_WAY_OUT + "german 736/716 at 0729\n"
# Two ways, by 0829 and by 0830, and friends at the end of both.
CROWDED = """
    german 726/716 at 0930
    german 736/716 at 0729
    german 901/Lehr at 0730
    german 902/Lehr at 0731
    allied 69/50 at 1030
    allied 151/50 at 1028
    allied 231/50 at 0832
    allied 7/3 at 0827
"""


@rule("8.3.1-01", "8.3.1-05", "8.3-12")
def test_a_friend_in_the_only_final_hex_may_be_displaced_one_hex_as_if_it_retreated() -> None:
    game = defend("D2", BLOCKED)
    play(game, "retreat 726/716")
    assert game.decision.seat == "german"
    assert orders(game) == ["displace 736/716", "yield"]
    play(game, "displace 736/716")
    assert orders(game) == ["to 0628", "to 0629"]
    assert refusal(game, "to 0829").rule == "8.3-05"  # vacant, but it leads away from the map edge
    events = play(game, "to 0628")
    assert kinds(events)[:2] == ["displaced", "retreated"]
    assert (where(game, "736/716"), where(game, "726/716")) == ("0628", "0729")
    assert not is_reduced(game, "736/716") and not is_reduced(game, "726/716")


@rule("8.3.1-02")
@pytest.mark.parametrize("reduced", [False, True])
def test_the_owner_may_have_the_unit_reduced_in_the_last_vacant_hex_instead(reduced: bool) -> None:
    game = defend("D2", BLOCKED.replace("at 0930", "at 0930 reduced") if reduced else BLOCKED)
    play(game, "retreat 726/716", "yield")
    assert where(game, "736/716") == "0729"
    if reduced:
        assert where(game, "726/716") == "eliminated"
    else:
        assert where(game, "726/716") == "0829" and is_reduced(game, "726/716")


@rule("8.3.1-02")
def test_a_unit_with_friends_right_behind_it_that_yields_is_reduced_where_it_stands() -> None:
    game = defend("D2", BLOCKED + "german 901/Lehr at 0829")
    play(game, "retreat 726/716")
    assert orders(game) == ["displace 736/716", "yield"]
    play(game, "yield")
    assert where(game, "726/716") == "0930" and is_reduced(game, "726/716")
    assert (where(game, "901/Lehr"), where(game, "736/716")) == ("0829", "0729")
    assert "advance 69/50" not in orders(game)


@rule("8.3.1-02")
def test_the_owner_chooses_among_several_vacant_hexes_short_of_his_friends() -> None:
    game = defend("D2", CROWDED)
    play(game, "retreat 726/716")
    assert orders(game) == ["displace 736/716", "displace 901/Lehr", "displace 902/Lehr", "yield"]
    play(game, "yield")
    assert orders(game) == ["to 0829", "to 0830"]
    play(game, "to 0830")
    assert where(game, "726/716") == "0830" and is_reduced(game, "726/716")


# Friends bar every way of two hexes: by 0829 and 0830 to the south, and by 0929 to 0828.
HEMMED_IN = """
    german 726/716 at 0930
    german 736/716 at 0729
    german 901/Lehr at 0730
    german 902/Lehr at 0731
    german 3/2 at 0828
    allied 69/50 at 1030
    allied 151/50 at 1027
    allied 231/50 at 0832
"""


@rule("8.3.1-02", "8.3-13")
def test_a_unit_that_yields_goes_to_a_vacant_hex_wherever_it_is() -> None:
    # The only friend who can be displaced stands behind another in 0829; 0830 leads nowhere, but it is vacant.
    units = """
        german 726/716 at 0930
        german 3/2 at 0829
        german 736/716 at 0729
        allied 69/50 at 1030
        allied 151/50 at 1028
        allied 7/3 at 0827
        allied 231/50 at 0630
        allied 8/3-cdn at 0932
    """
    game = defend("D2", units)
    play(game, "retreat 726/716")
    assert orders(game) == ["displace 736/716", "yield"]
    play(game, "yield")
    assert where(game, "726/716") == "0830" and is_reduced(game, "726/716")


@rule("8.3.1-02", "8.3-05")
def test_a_unit_that_yields_ends_nearer_to_the_map_edge_if_it_can() -> None:
    game = defend("D2", HEMMED_IN)
    play(game, "retreat 726/716")
    assert orders(game, "displace") == ["736/716", "901/Lehr", "902/Lehr", "3/2"]
    play(game, "yield")
    assert orders(game) == ["to 0829", "to 0830"]
    assert refusal(game, "to 0929").rule == "8.3-05"  # as vacant as the others, but no nearer
    assert refusal(game, "displace 736/716").rule == "8.3.1-02"


@rule("8.3.1-02", "8.1.5-02")
def test_a_unit_that_yields_to_bombardment_ends_farther_from_the_enemy_if_it_can() -> None:
    # 0830 is as near to 0932 as before, and 0929 to 1130; with 0829 both enemies are farther away.
    units = HEMMED_IN.replace("69/50 at 1030", "69/50 at 1130").replace("231/50 at 0832", "231/50 at 0932")
    game = position(
        "gold_juno", units.strip(), phase="bombardment", dice=[1], cups=markers(cw_aircraft=[9] * 3), setting=sure("D2")
    )
    bombard(game, "726/716", "cw-aircraft")
    play(game, "retreat 726/716", "yield")
    assert where(game, "726/716") == "0829" and is_reduced(game, "726/716")


@rule("8.3.1-02", "8.3-13")
def test_a_unit_that_yields_goes_as_far_as_it_can() -> None:
    # Of the ways of three hexes, all with friends on them, one has its last vacant hex in 0729, the others in 0830.
    row = "german 3/2 at 0628\ngerman 304/2 at 0629\ngerman 22/21 at 0630\ngerman 125/21 at 0631"
    game = defend("D3", CROWDED.replace("736/716 at 0729", "736/716 at 0829") + row)
    play(game, "retreat 726/716", "yield")
    assert where(game, "726/716") == "0729" and is_reduced(game, "726/716")


@rule("8.3.1-02", "8.3-13")
def test_a_unit_that_yields_goes_no_way_that_ends_on_a_friend() -> None:
    units = """
        german 726/716 at 0930
        german 901/Lehr at 0730
        german 902/Lehr at 0731
        german 736/716 at 0628
        german 3/2 at 0629
        german 304/2 at 0630
        german 22/21 at 0631
        german 125/21 at 0728
        german 192/21 at 0827
        allied 69/50 at 1030
        allied 151/50 at 1028
        allied 231/50 at 0832
    """
    game = defend("D3", units)
    play(game, "retreat 726/716", "yield")
    assert orders(game) == ["to 0729", "to 0828"]  # after 0829, which is the only way to either
    assert refusal(game, "to 0730").rule == "8.3.1-02"


@rule("8.3.1-01", "8.2.4-12")
def test_the_owner_chooses_the_way_to_the_friend_he_displaces() -> None:
    game = defend("D2", CROWDED)
    play(game, "retreat 726/716", "displace 901/Lehr")
    assert orders(game) == ["to 0829", "to 0830"]
    play(game, "to 0830")
    assert game.decision.rule == "8.3.1"
    play(game, orders(game)[0])
    assert where(game, "726/716") == "0730"
    play(game, "advance 69/50")
    assert orders(game) == ["to 0930", "to 0830"]  # along the way that was chosen


@rule("8.3.1-01", "8.3-13")
def test_a_friend_in_the_last_hex_of_a_shortened_retreat_may_be_displaced_too() -> None:
    # An Allied unit in the same trap; only the commandos in 0829 could go on from there, through the German zones.
    units = """
        allied 69/50 at 0930
        allied 4-cdo at 0829
        german 726/716 at 1030
        german 736/716 at 1028
        german 901/Lehr at 0731
        german 902/Lehr at 0827
        german 3/2 at 0628
    """
    game = assail("D2", units, "0930", "726/716", beachheads="")
    play(game, "retreat 69/50")
    assert orders(game) == ["displace 4-cdo", "yield"]
    play(game, "displace 4-cdo", "to 0929")
    assert where(game, "69/50") == "0829" and is_reduced(game, "69/50")


@rule("8.3.1-01")
def test_after_the_choice_of_a_friend_only_ways_to_him_are_open() -> None:
    game = defend("D2", HEMMED_IN)
    play(game, "retreat 726/716", "displace 901/Lehr")
    assert orders(game) == ["to 0829", "to 0830"]
    assert refusal(game, "to 0929").rule == "8.3.1-01"  # leads to 3/2 in 0828
    assert refusal(game, "displace 3/2").rule == "8.3.1-01"


@rule("8.3.1-01", "8.3.1-04")
def test_only_a_friend_in_a_final_hex_who_can_make_room_may_be_displaced() -> None:
    game = defend("D2", BLOCKED + "german 901/Lehr at 0829\ngerman 3/2 at 0628")
    play(game, "retreat 726/716")
    assert orders(game) == ["displace 736/716", "yield"]
    assert refusal(game, "displace 901/Lehr").rule == "8.3.1-01"  # only one hex away
    assert refusal(game, "displace 69/50").rule == "8.3.1-01"  # an enemy
    assert refusal(game, "end").rule == "8.3.1-02"
    # 736/716 can make room; 901/Lehr, with bocage all around, cannot.
    units = """
        german 726/716 at 0930
        german 901/Lehr at 0729
        german 736/716 at 0831
        allied 69/50 at 1030
        allied 151/50 at 1028
        allied 7/3 at 0827
        allied 231/50 at 0630
    """
    game = in_closed_bocage("D2", units)
    play(game, "retreat 726/716")
    assert orders(game) == ["displace 736/716", "yield"]
    assert refusal(game, "displace 901/Lehr").rule == "8.3.1-04"


@rule("8.3.1-04")
def test_a_displaced_unit_goes_to_no_hex_whose_terrain_is_closed_to_it() -> None:
    # All that is left to a unit in 0729 is bocage without a road.
    game = in_closed_bocage("D2", BLOCKED.replace("736/716", "901/Lehr"))
    play(game, "retreat 726/716")
    assert where(game, "726/716") == "0829" and is_reduced(game, "726/716")  # 901/Lehr cannot make room
    game = in_closed_bocage("D2", CROWDED)
    play(game, "retreat 726/716", "displace 901/Lehr", "to 0830")
    assert where(game, "901/Lehr") == "0630"  # along the road; 0629 is closed


@rule("8.3.1-04")
def test_terrain_closed_to_a_displaced_unit_is_refused() -> None:
    units = """
        allied 69/50 at 0930
        allied 8 at 0730
        allied 151/50 at 0731
        german 726/716 at 1030
        german 736/716 at 1028
        german 901/Lehr at 0832
        german 902/Lehr at 0827
        german 3/2 at 0628
    """
    lines = "\n".join(line for line in (ELSEWHERE + units).splitlines() if line.strip())
    game = position(
        "gold_juno", lines, side="german", phase="combat", dice=[1], cups=NO_MARKERS,
        setting=closed_to_mobile("bocage", "D2"),
    )  # fmt: skip
    attack(game, "0930", "726/716")
    play(game, "retreat 69/50", "displace 8", "to 0830")
    assert orders(game) == ["to 0630", "to 0830"]  # by road
    assert refusal(game, "to 0829").rule == "8.3.1-04"  # bocage


@rule("8.3.1-03")
def test_no_friend_is_displaced_while_a_vacant_hex_is_available() -> None:
    game = defend("D2", BLOCKED.replace("allied 7/3 at 0827", "allied 7/3 at 0425"))
    events = play(game, "retreat 726/716")
    assert (where(game, "726/716"), where(game, "736/716")) == ("0828", "0729")
    assert "displaced" not in kinds(events)


@rule("8.3.1-03", "8.3-07")
def test_a_vacant_hex_behind_a_friend_comes_before_a_displacement() -> None:
    # By 0829 the unit would end on a friend in 0729; through the friend in 0830 it reaches the vacant 0831.
    units = """
        german 726/716 at 0930
        german 736/716 at 0729
        german 716/716 at 0830
        allied 69/50 at 1030
        allied 151/50 at 1028
        allied 7/3 at 0827
        allied 8/3-cdn at 0630
    """
    game = defend("D2", units)
    play(game, "retreat 726/716")
    assert [where(game, unit) for unit in ("726/716", "736/716", "716/716")] == ["0831", "0729", "0830"]


@rule("8.3.1-04")
def test_a_displaced_unit_goes_to_no_prohibited_hex_no_enemy_zone_and_no_occupied_hex() -> None:
    game = defend("D2", BLOCKED + "german 901/Lehr at 0628")
    play(game, "retreat 726/716", "displace 736/716")
    assert (where(game, "736/716"), where(game, "901/Lehr")) == ("0629", "0628")  # the only vacant hex to the south
    game = defend("D2", HEMMED_IN)
    play(game, "retreat 726/716", "displace 901/Lehr", "to 0830")
    assert orders(game) == ["to 0629", "to 0630"]
    assert refusal(game, "to 0729").rule == "8.3.1-04"  # 736/716 is there
    game = defend("D2", BLOCKED)
    play(game, "retreat 726/716", "displace 736/716")
    assert refusal(game, "to 0728").rule == "8.3.1-04"  # in the zone of 7/3
    assert refusal(game, "to 0529").rule == "8.3.1-01"  # two hexes away
    assert refusal(game, "end").rule == "8.3.1-01"


@rule("8.3.1-06", "8.3.1-07")
def test_a_displaced_unit_displaces_another_until_everybody_has_a_hex_of_his_own() -> None:
    units = BLOCKED + "german 901/Lehr at 0629\ngerman 902/Lehr at 0628\ngerman 3/2 at 0829"
    game = defend("D2", units)
    play(game, "retreat 726/716")
    assert orders(game) == ["displace 736/716", "yield"]
    play(game, "displace 736/716")
    assert orders(game) == ["to 0628", "to 0629"]  # on friends who can go on; 3/2 in 0829 could not
    play(game, "to 0629")
    assert orders(game) == ["to 0529", "to 0530"]  # now 901/Lehr
    assert where(game, "736/716") == "0729"  # nobody has moved yet
    play(game, "to 0530")
    names = ("726/716", "736/716", "901/Lehr", "902/Lehr", "3/2")
    assert [where(game, name) for name in names] == ["0729", "0629", "0530", "0628", "0829"]


# 69/50 attacks 0930 and has to retreat to 1130, where 8 stands; 8 can make room to the north.
BACK_ONTO_TANKS = """
    german 726/716 at 0930
    german 901/Lehr at 1132
    allied 69/50 at 1030
    allied 8 at 1130
"""


@rule("8.3.1-08")
def test_a_unit_may_be_displaced_more_than_once_in_a_phase() -> None:
    game = combat("A1", BACK_ONTO_TANKS + "german 902/Lehr at 1431\nallied 151/50 at 1231")
    attack(game, "0930", "69/50")
    play(game, "retreat 69/50", "displace 8", "to 1230")
    attack(game, "1132", "151/50")
    play(game, "retreat 151/50", "displace 8")
    assert [where(game, unit) for unit in ("69/50", "151/50", "8")] == ["1130", "1230", "1330"]


@rule("8.3.1-09")
def test_a_displaced_unit_of_the_attacker_does_not_attack_in_that_player_turn() -> None:
    game = combat("A1", BACK_ONTO_TANKS + "german 716/716 at 1330\nallied 22/7 at 1731")
    attack(game, "0930", "69/50")
    play(game, "retreat 69/50", "displace 8", "to 1230")
    assert refusal(game, "attack 1330").rule == "8.3.1-09"
    until(game, "Attack", phase="Mobile Combat Phase")
    assert orders(game, "attack") == ["1730"]  # by 22/7
    assert refusal(game, "attack 1330").rule == "8.3.1-09"
    until(game, "Attack", seat="allied", phase="Combat Phase")  # of the next game turn
    assert "1330" in orders(game, "attack")


# -- all of it against a second reading ---------------------------------------------------------------
#
# The functions below read 8.3 once more, slowly and without a look at the engine: they list every way in which a unit
# told to retreat can end, and what its attacker may then advance into. The engine must offer exactly these.

Board = dict[str, str]  # unit -> hex
Ending = tuple[tuple[tuple[str, str, bool], ...], frozenset[str]]  # unit, hex, reduced; hexes open to an advance

INLAND, COAST, EDGE = ([GRID.label(h) for h in members(GRID.within(1 << at(c), 4))] for c in ("0930", "1929", "0226"))
GERMANS = (
    "726/716", "736/716", "716/716", "901/Lehr", "902/Lehr", "130/Lehr-at", "3/2", "2/2", "304/2", "273/2", "22/21",
    "125/21", "192/21", "200/21", "1/12SS", "2/12SS", "12/12SS-at", "857/346", "858/346", "346/346",
)  # fmt: skip
ALLIES = (
    "69/50", "151/50", "231/50", "7/3", "8/3-cdn", "9/3-cdn", "4-cdo", "1-cdo", "8", "22/7", "131/7", "27", "8/3-br",
    "9/3-br", "185/3", "44/15", "46/15", "227/15", "129/43", "130/43",
)  # fmt: skip


def in_area(label: str) -> bool:
    """Whether a hex is land of Gold/Juno."""
    chart = load_chart()
    return bool(chart.areas["gold_juno"] >> at(label) & 1) and "sea" not in chart.terrain[at(label)]


@dataclass
class Reading:
    """One position as a slow reader of 8.3 sees it."""

    board: Board
    reduced: frozenset[str]
    unit: str
    other: str  # the enemy in the combat
    length: int
    bombarded: bool
    beachheads: tuple[str, ...]

    def units(self) -> dict[str, Unit]:
        return load_units()

    def german(self, unit: str) -> bool:
        return self.units()[unit].army.value == "german"

    def friends(self, unit: str) -> list[str]:
        return [u for u in self.board if u != unit and self.german(u) == self.german(unit)]

    def enemies(self, unit: str) -> list[str]:
        return [u for u in self.board if self.german(u) != self.german(unit)]

    def may_enter(self, unit: str, label: str) -> bool:
        if not in_area(label):
            return False
        for enemy in self.enemies(unit):
            if self.board[enemy] == label:
                return False
            fearless = self.units()[unit].type.value == "commando"
            if self.units()[enemy].zoc and steps(self.board[enemy], label) == 1 and not fearless:
                return False
        return True

    def to_goal(self, unit: str, label: str) -> int:
        if self.german(unit):
            edge = [f"01{column:02}" for column in range(1, 51)]
            return min(steps(label, goal) for goal in edge if in_area(goal))
        return min((steps(label, goal) for goal in self.beachheads), default=0)

    def walks(self, count: int) -> Iterator[tuple[str, ...]]:
        start = self.board[self.unit]

        def go_on(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
            if len(path) == count:
                yield path
                return
            for label in around(path[-1] if path else start):
                if steps(start, label) == len(path) + 1 and self.may_enter(self.unit, label):
                    yield from go_on((*path, label))

        return go_on(())

    def taken(self, label: str) -> list[str]:
        return [friend for friend in self.friends(self.unit) if self.board[friend] == label]

    def wished_for(self, walks: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
        start = self.board[self.unit]
        if self.bombarded:
            foes = [self.board[enemy] for enemy in self.enemies(self.unit)]
            nearest = min(steps(start, foe) for foe in foes)
            closest = [foe for foe in foes if steps(start, foe) == nearest]
            walks = [walk for walk in walks if all(steps(walk[-1], foe) > nearest for foe in closest)] or walks
        now = self.to_goal(self.unit, start)
        return [walk for walk in walks if self.to_goal(self.unit, walk[-1]) < now] or walks

    def chains(self, unit: str, passed: tuple[str, ...]) -> Iterator[Board]:
        """Every way to make a friend, and whoever has to make room for it, go one hex."""
        here = self.board[unit]
        possible = [label for label in around(here) if label not in passed and self.may_enter(unit, label)]
        occupied = {self.board[other] for other in (*self.friends(unit),)}
        plans: dict[str, list[Board]] = {label: [{}] for label in possible if label not in occupied}
        if not plans:
            for label in possible:
                crowd = [other for other in self.friends(unit) if self.board[other] == label]
                if len(crowd) == 1 and crowd[0] != self.unit:
                    further = list(self.chains(crowd[0], (*passed, label)))
                    if further:
                        plans[label] = further
        now = self.to_goal(unit, here)
        wished = [label for label in plans if self.to_goal(unit, label) < now] or list(plans)
        for label in wished:
            for plan in plans[label]:
                yield {**plan, unit: label}

    def ending(self, walk: tuple[str, ...], moved: Board | None = None, *, lost: bool = False) -> Ending:
        """What the board looks like after a retreat along a walk."""
        after = {**self.board, **(moved or {})}
        start = self.board[self.unit]
        reduced = self.reduced
        behind = [start, *walk]
        after[self.unit] = behind[-1]
        if lost or (len(walk) < self.length and self.weak()):
            del after[self.unit]
        else:
            behind = behind[:-1]
            if len(walk) < self.length:
                reduced |= {self.unit}
        mine = sorted(u for u in self.board if self.german(u) == self.german(self.unit))
        pieces = tuple((u, after.get(u, "eliminated"), u in reduced and u in after) for u in mine)
        return pieces, frozenset(self.open_to_advance(behind, after))

    def weak(self) -> bool:
        return self.unit in self.reduced or self.units()[self.unit].back is None

    def open_to_advance(self, behind: list[str], after: Board) -> Iterator[str]:
        for label in behind:
            there = [unit for unit in after if after[unit] == label]
            if any(self.german(unit) == self.german(self.unit) for unit in there):
                return
            if not there:
                yield label

    def endings(self) -> set[Ending]:
        for count in range(self.length, 0, -1):
            walks = list(self.walks(count))
            vacant = [walk for walk in walks if not any(map(self.taken, walk))]
            through = [walk for walk in walks if not self.taken(walk[-1])]
            if vacant or through:
                return {self.ending(walk) for walk in self.wished_for(vacant or through)}
            blocked = [
                walk
                for walk in walks
                if len(self.taken(walk[-1])) == 1 and any(self.chains(self.taken(walk[-1])[0], (walk[-1],)))
            ]
            blocked = [walk for walk in blocked if not any(map(self.taken, walk[:-1]))] or blocked
            if blocked:
                blocked = self.wished_for(blocked)
                found = {
                    self.ending(walk, plan)
                    for walk in blocked
                    for plan in self.chains(self.taken(walk[-1])[0], (walk[-1],))
                }
                return found | {self.ending(walk) for walk in self.without_displacing()}
        return {self.ending((), lost=True)}

    def without_displacing(self) -> list[tuple[str, ...]]:
        """The walks, however short, to the farthest vacant hexes; the empty one if there is no vacant hex at all."""
        short = set()
        for count in range(1, self.length + 1):
            for walk in self.walks(count):
                while walk and self.taken(walk[-1]):
                    walk = walk[:-1]  # noqa: PLW2901
                short.add(walk)
        farthest = [walk for walk in short if len(walk) == max(map(len, short))]
        if farthest == [()]:
            return farthest
        return self.wished_for([walk for walk in farthest if not any(map(self.taken, walk))] or farthest)


def steps(one: str, other: str) -> int:
    return GRID.distance(at(one), at(other))


def around(label: str) -> list[str]:
    return [GRID.label(hex_) for hex_ in GRID.neighbours[at(label)]]


def offered(game: Game, reading: Reading) -> set[Ending]:
    """Every ending that the engine offers from here, by all sequences of orders."""
    if not game.over and game.decision.rule in ("8.3", "8.3.1", "8.3.1-02"):
        found: set[Ending] = set()
        for label in set(around(reading.board[reading.unit])) - set(orders(game, "to")):
            assert refusal(game, f"to {label}").rule.startswith(("8.3", "8.1.5"))
        for order in game.decision.orders:
            branch = game.copy()
            branch.play(order)
            found |= offered(branch, reading)
        return found
    mine = sorted(u for u in reading.board if reading.german(u) == reading.german(reading.unit))
    pieces = tuple((u, where(game, u), is_reduced(game, u) and where(game, u) != "eliminated") for u in mine)
    reached: set[str] = set()
    if not game.over and game.decision.rule == "8.5":
        (unit,) = orders(game, "advance")
        play(game, f"advance {unit}")
        reached = set(orders(game, "to")) if game.decision.rule == "8.5" and orders(game, "to") else {where(game, unit)}
    return {(pieces, frozenset(reached))}


@st.composite
def predicaments(draw: st.DrawFn) -> tuple[Reading, str]:
    """A unit that is told to retreat, friends and enemies around it at random, and the result that does it."""
    luck = Random(draw(st.integers(0, 2**32)))
    kind = draw(st.sampled_from(["D2", "D3", "A1", "A2", "A3", "bombarded D2", "bombarded D3"]))
    land = [label for label in luck.choice([INLAND, INLAND, COAST, EDGE]) if in_area(label)]
    centre = luck.choice(land)
    beside = luck.choice([label for label in around(centre) if in_area(label)])
    sides = [list(GERMANS), list(ALLIES)]
    luck.shuffle(sides)
    mine, theirs = sides
    luck.shuffle(mine)
    luck.shuffle(theirs)
    unit, other = mine.pop(), theirs.pop()
    board = {unit: centre, other: beside}
    crowd, threat = luck.choice([0.2, 0.5, 0.9]), luck.choice([0.1, 0.25, 0.5])
    for label in sorted(land, key=lambda label: (steps(label, centre), luck.random())):
        if label in board.values() or steps(label, centre) > 4:
            continue
        if mine and luck.random() < (crowd if steps(label, centre) < 3 else crowd / 2):
            board[mine.pop()] = label
        elif theirs and steps(label, centre) > 1 and luck.random() < threat:
            board[theirs.pop()] = label
    beachheads: list[str] = []
    if unit in ALLIES:
        vacant = [label for label in land if all(board[u] != label for u in board if u in GERMANS)]
        beachheads = luck.sample(vacant, luck.choice([0, 1, 2]))
        if mine and luck.random() < 0.5:  # a stack on a beach landing hex
            beachheads.append(luck.choice([label for u, label in board.items() if u in ALLIES]))
            board[mine.pop()] = beachheads[-1]
    reduced = [u for u in board if load_units()[u].back is not None and luck.random() < 0.3]
    # Two more units fight far away, so that the phase goes on after the combat.
    row = 17 if centre < "1000" else 4
    board |= {"Fuh/2SS": f"{row}30".zfill(4), "56": f"{row + 1}30".zfill(4)}
    length, bombarded = int(kind[-1]), kind.startswith("bombarded")
    return Reading(board, frozenset(reduced), unit, other, length, bombarded, tuple(beachheads)), kind


@rule(
    "8.3-04", "8.3-05", "8.3-06", "8.3-07", "8.3-08", "8.3-09", "8.3-10", "8.3-12", "8.3-13", "8.3-14", "8.3.1-01",
    "8.3.1-02", "8.3.1-03", "8.3.1-04", "8.3.1-06", "8.3.1-07", "8.1.5-02", "8.5-05", "10.9.3-12",
)  # fmt: skip
@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(predicaments())
def test_the_engine_offers_exactly_the_retreats_that_a_second_reading_of_the_rules_finds(
    case: tuple[Reading, str],
) -> None:
    reading, kind = case
    lines = []
    for unit, label in reading.board.items():
        owner = "german" if reading.german(unit) else "allied"
        lines.append(f"{owner} {unit} at {label}{' reduced' if unit in reading.reduced else ''}")
    retreats_as_attacker = kind.startswith("A")
    allied_turn = reading.german(reading.unit) != retreats_as_attacker
    game = position(
        "gold_juno", "\n".join(lines), side="allied" if allied_turn else "german",
        phase="bombardment" if reading.bombarded else "combat", dice=[1],
        cups=markers(cw_aircraft=[9] * 3, german=[9] * 3) if reading.bombarded else NO_MARKERS,
        beachheads=" ".join(reading.beachheads), setting=sure(kind[-2:]),
    )  # fmt: skip
    if reading.bombarded:
        bombard(game, reading.unit, "cw-aircraft" if allied_turn else "german")
    elif retreats_as_attacker:
        attack(game, reading.board[reading.other], reading.unit)
    else:
        attack(game, reading.board[reading.unit], reading.other)
        if f"defend {reading.unit}" in orders(game):
            play(game, f"defend {reading.unit}")
    play(game, f"retreat {reading.unit}")
    expected = reading.endings()
    if reading.bombarded or retreats_as_attacker:  # nobody advances
        expected = {(pieces, frozenset()) for pieces, _ in expected}
    assert offered(game, reading) == expected
