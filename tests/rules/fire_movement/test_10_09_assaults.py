"""Commando assaults and beach assaults (10.9.3, 10.9.4; folio 11.2.3)."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.games.fire_movement.words import Cup
from bocage.kernel import Event, Game
from tests.fire_movement.combats import sure
from tests.fire_movement.courses import end_turn, start, until
from tests.fire_movement.positions import at, is_reduced, position, reach_labels, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.landings import (
    NO_MARKERS,
    begin,
    come_ashore,
    cup,
    hold_fire,
    jump,
    place,
    pool,
    result,
    told,
    turned_up,
)
from tests.support import rule

AROUND_1345 = ("3/6 1345", "5/6 1444", "6/6 1245")
GERMAN_TEN = 19  # the place of the +10 in the German cup of Sword Beach


# -- commandos ------------------------------------------------------------------------------------


def raid(unit: str, die: int) -> Game:
    """The assault of a commando unit, its die just thrown."""
    scenario = {"1-cdo": "sword", "4-cdo": "gold_juno", "2-rgr": "omaha"}[unit]
    game = begin(scenario, dice=[6, 6, 6, die] if unit == "1-cdo" else [die])
    come_ashore(game)
    if unit == "1-cdo":
        jump(game, "1345", *AROUND_1345)
        play(game, "at 1641")
    return game


HEX = {"1-cdo": "1641", "4-cdo": "1934", "2-rgr": "2417"}
RAIDERS = list(HEX)


def german_losses(game: Game) -> list[int]:
    """The values of the German markers that are gone for good."""
    full: dict[str, tuple[int, ...]] = {"sword": (2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 21)}
    full["on_to_caen"] = full["sword"]
    full["gold_juno"] = (3, 3, 4, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 21)
    full["omaha"] = (1, 2, 2, 3, 3, 4, 4, 5, 6, 6, 6, 8, 8, 9, 21)
    left = list(pool(game, Cup.GERMAN))
    assert cup(game, Cup.GERMAN) == tuple(left)
    lost = []
    for marker in full[state(game).battle.areas[0].id]:
        if marker in left:
            left.remove(marker)
        else:
            lost.append(marker)
    assert not left
    return lost


@rule("10.9.3-02", "12.4-12")
def test_the_1st_commando_brigade_lands_in_1641_or_1642_by_allied_choice() -> None:
    for choice in ("1641", "1642"):
        game = begin("sword", dice=[6, 6, 6, 2])
        come_ashore(game)
        jump(game, "1345", *AROUND_1345)
        assert (game.decision.seat, orders(game)) == ("allied", ["at 1641", "at 1642"])
        play(game, f"at {choice}")
        assert where(game, "1-cdo") == choice


@rule("10.9.3-02", "11.4-08", "14.4-10")
def test_the_4th_commando_brigade_lands_in_1934_and_the_rangers_in_2417() -> None:
    assert where(raid("4-cdo", 2), "4-cdo") == "1934"
    rangers = raid("2-rgr", 2)
    assert where(rangers, "2-rgr") == "2417"
    assert where(rangers, "4-cdo") == "absent"


@rule("10.9.3-02", "12.4-12")
@pytest.mark.parametrize(("german", "free"), [("1642", "1641"), ("1641", "1642")])
def test_the_1st_commando_brigade_lands_where_no_germans_are_if_it_can(german: str, free: str) -> None:
    game = begin("sword", {"736/716": german}, dice=[6, 6, 6, 2])
    come_ashore(game)
    jump(game, "1345", *AROUND_1345)
    assert where(game, "1-cdo") == free


BOTH_HELD = {"736/716": "1642", "857/346": "1641"}
CW_TEN = 7  # the place of a +10 in the aircraft cup of Sword Beach


def raid_on_germans(scenario: str, dice: list[int], picks: list[int] | None = None) -> Game:
    """Germans are in both hexes of the 1st Commando Brigade, which is about to land."""
    game = begin(scenario, BOTH_HELD, dice=[6, 6, 6, *dice], picks=picks)
    come_ashore(game)
    jump(game, "1345", *AROUND_1345)
    assert (game.decision.seat, orders(game)) == ("allied", ["at 1641", "at 1642"])
    return game


@rule("10.9.3-02", "10.9.3-03", "10.9.3-09", "12.4-12", "10.9.2-14", "10.9.2-15", "10.9.2-18")
@pytest.mark.parametrize("scenario", ["sword", "on_to_caen"])
def test_germans_in_both_hexes_do_not_call_off_the_raid_but_are_attacked_at_once(scenario: str) -> None:
    game = raid_on_germans(scenario, [6, 1], picks=[CW_TEN])
    events = play(game, "at 1642")
    assert kinds(events) == ["commando_roll", "marker_lost"]
    assert game.sentence(events[1]).startswith("The Germans lose a +10 support marker for good: 1-cdo came through.")
    assert german_losses(game) == [10]
    assert "attack on 1642" in game.decision.prompt
    assert orders(game) == ["draw cw-artillery", "draw cw-aircraft", "pass"]  # one marker, and no answer to it
    events = play(game, "draw cw-aircraft")
    facts = result(events)
    assert (facts["attack"], facts["defence"], facts["outcome"]) == (3 + 10, 3, ("De",))
    assert (where(game, "736/716"), where(game, "1-cdo")) == ("eliminated", "1642")
    onward = {"sword": "10.9.3-06", "on_to_caen": "11.2.3-05"}[scenario]
    assert game.decision.rule == onward  # it has won the hex and may go on one hex
    assert "1641" not in orders(game, "to")
    assert refusal(game, "to 1641").rule == "5.2-07"


@rule("10.9.3-02", "10.9.2-18")
@pytest.mark.parametrize(("die", "strength"), [(2, 2), (4, 2), (6, 3)])
def test_raiders_who_do_not_drive_the_germans_out_are_lost(die: int, strength: int) -> None:
    game = raid_on_germans("sword", [die, 4])
    play(game, "at 1641")
    facts = result(hold_fire(game))
    assert (facts["attack"], facts["defence"]) == (strength, 3)
    assert (where(game, "1-cdo"), where(game, "857/346")) == ("eliminated", "1641")
    assert not state(game).held >> at("1641") & 1
    assert german_losses(game) == {2: [], 4: [6], 6: [10]}[die]
    assert game.decision.rule == "10.9.4-01"


@rule("10.9.3-02")
@pytest.mark.parametrize("dice", [[6, 1], [2, 4], [1]])
def test_a_raid_on_germans_leaves_neither_zones_nor_ground_to_those_who_are_gone(dice: list[int]) -> None:
    game = raid_on_germans("sword", dice, picks=[CW_TEN])
    play(game, "at 1642")
    if "draw cw-aircraft" in orders(game):
        play(game, "draw cw-aircraft")
    g = state(game)
    counted = g.copy()
    counted.recount_zones()
    assert counted.zone_sources == g.zone_sources
    assert bool(g.held >> at("1642") & 1) == (where(game, "1-cdo") == "1642")


@rule("10.9.3-04", "10.9.3-02")
def test_raiders_who_are_lost_on_the_way_attack_nobody() -> None:
    game = raid_on_germans("sword", [1])
    assert kinds(play(game, "at 1641")) == ["commando_roll", "eliminated"]
    assert (where(game, "1-cdo"), where(game, "857/346")) == ("eliminated", "1641")
    assert game.decision.rule == "10.9.4-01"


@rule("10.9.3-02", "10.9.2-17", "10.9.2-16")
def test_germans_who_have_retreated_into_the_last_hex_do_not_call_off_the_raid_either() -> None:
    game = begin("sword", {"736/716": "1541", "857/346": "1641"}, dice=[4, 1, 6, 6, 3, 2, 4], picks=[CW_TEN])
    play(game, "beachhead 1640", "end")
    place(game, "8/3-br 1640", "9/3-br 1640", "185/3 1640")
    jump(game, "1543", "3/6 1542", "5/6 1443", "6/6 1544")
    play(game, "draw cw-aircraft", "to 1542", "to 1642")  # 3/6 has drifted onto the Germans in 1541
    assert (where(game, "736/716"), where(game, "857/346")) == ("1642", "1641")
    assert orders(game) == ["at 1641", "at 1642"]
    play(game, "at 1642")
    assert "attack on 1642" in game.decision.prompt


@rule("10.9.3-02", "10.9.2-12")
def test_an_airborne_unit_in_the_last_hex_shares_it_with_the_raiders_until_the_second_turn() -> None:
    game = begin("sword", {"857/346": "1641"}, dice=[6, 6, 6, 2, *[6] * 8])
    come_ashore(game)
    jump(game, "1543", "3/6 1642", "5/6 1443", "6/6 1544")
    assert orders(game) == ["at 1641", "at 1642"]
    play(game, "at 1642")
    assert where(game, "1-cdo") == where(game, "3/6") == "1642"
    until(game, "Move a unit", seat="allied")
    while state(game).turn == 1:
        play(game, next((word for word in ("pass", "end") if word in orders(game)), orders(game)[0]))
    until(game, "Move a unit", seat="allied")
    assert (state(game).turn, where(game, "1-cdo"), where(game, "3/6")) == (2, "1642", "1642")
    assert refusal(game, "end").rule == "10.9.2-12"
    play(game, "move 1-cdo", "to 1542")
    assert "end" in orders(game)


@rule("10.9.3-02", "14.4-10", "15.1-03")
def test_the_rangers_land_at_pointe_du_hoc_although_airborne_units_are_there() -> None:
    game = begin("us_campaign", {"914/352": "2119"}, dice=[*[6] * 8, 3])
    come_ashore(game)
    play(game, "zone 2317", "zone 2604")
    place(game, "505/82 2417", "507/82 2316", "508/82 2216", "325/82 2317")
    events = place(game, "501/101 2604", "502/101 2603", "506/101 2605", "327/101 2505")
    assert kinds(events)[-2:] == ["commando_roll", "reduced"]
    assert where(game, "2-rgr") == where(game, "505/82") == "2417"


@rule("10.9.3-03")
def test_each_raid_has_its_own_die_and_takes_effect_at_once() -> None:
    game = begin("combined_campaign", dice=[*[6] * 11, 1, 6, 2])
    come_ashore(game)
    play(game, "zone 1345", "zone 2604", "zone 2404")
    place(game, *AROUND_1345)
    place(game, "505/82 2604", "507/82 2603", "508/82 2705", "325/82 2605")
    events = place(game, "501/101 2404", "502/101 2403", "506/101 2405", "327/101 2304")
    assert kinds(events)[-2:] == ["commando_roll", "eliminated"]  # the 4th at 1934
    assert kinds(play(game, "at 1641")) == ["commando_roll", "marker_lost"]
    events = play(game, "to 1541")
    assert kinds(events) == ["moved", "commando_roll", "reduced"]  # the rangers follow


@rule("10.9.3-04")
@pytest.mark.parametrize("unit", RAIDERS)
def test_1_eliminates_the_raiders(unit: str) -> None:
    game = raid(unit, 1)
    assert where(game, unit) == "eliminated"
    assert german_losses(game) == []
    assert game.decision.rule == "10.9.4-01"  # on to the beach assaults


@rule("10.9.3-05")
@pytest.mark.parametrize("unit", RAIDERS)
@pytest.mark.parametrize("die", [2, 3])
def test_2_or_3_reduces_them_and_they_stay(unit: str, die: int) -> None:
    game = raid(unit, die)
    assert (where(game, unit), is_reduced(game, unit)) == (HEX[unit], True)
    assert german_losses(game) == []
    assert game.decision.rule == "10.9.4-01"  # no move is offered


@rule("10.9.3-06")
@pytest.mark.parametrize("unit", RAIDERS)
@pytest.mark.parametrize("die", [4, 5])
def test_4_or_5_reduces_them_and_they_may_move_one_hex(unit: str, die: int) -> None:
    game = raid(unit, die)
    assert (where(game, unit), is_reduced(game, unit)) == (HEX[unit], True)
    near = {state(game).battle.grid.label(hex_) for hex_ in state(game).battle.grid.neighbours[at(HEX[unit])]}
    assert orders(game)[-1] == "stay"
    assert orders(game, "to") and set(orders(game, "to")) <= near
    target = orders(game, "to")[0]
    staying = game.copy()
    play(game, f"to {target}")
    assert where(game, unit) == target
    play(staying, "stay")
    assert where(staying, unit) == HEX[unit]


@rule("10.9.3-07")
@pytest.mark.parametrize("die", [4, 5])
def test_4_or_5_of_the_1st_commando_or_the_rangers_costs_the_germans_a_6_for_good(die: int) -> None:
    assert german_losses(raid("1-cdo", die)) == [6]
    assert german_losses(raid("2-rgr", die)) == [6]
    assert german_losses(raid("4-cdo", die)) == []


@pytest.mark.parametrize(
    ("unit", "value"),
    [
        pytest.param("1-cdo", 10, marks=rule("10.9.3-08", "10.9.3-09")),
        pytest.param("2-rgr", 6, marks=rule("10.9.3-08", "10.9.3-10")),
        pytest.param("4-cdo", 9, marks=rule("10.9.3-08", "10.9.3-11")),
    ],
)
def test_6_leaves_them_unharmed_lets_them_move_and_costs_the_germans_a_marker_for_good(unit: str, value: int) -> None:
    game = raid(unit, 6)
    assert (where(game, unit), is_reduced(game, unit)) == (HEX[unit], False)
    assert orders(game, "to")
    assert german_losses(game) == [value]


@rule("10.9.3-08", "10.9.3-07")
def test_a_marker_lost_to_raiders_does_not_come_back_in_later_turns() -> None:
    game = begin("sword", dice=[6, 6, 6, 6, 6, 6])
    come_ashore(game)
    jump(game, "1345", *AROUND_1345)
    play(game, "at 1641", "stay")
    while state(game).turn < 2:
        play(game, next((word for word in ("pass", "end") if word in orders(game)), orders(game)[0]))
    assert german_losses(game) == [10]


@rule("10.9.3-07")
def test_nothing_happens_if_no_marker_of_the_value_is_left() -> None:
    game = begin("sword", dice=[6, 6, 6, 4])
    state(game).pool[Cup.GERMAN] = state(game).cups[Cup.GERMAN] = (2, 3, 7)
    come_ashore(game)
    jump(game, "1345", *AROUND_1345)
    events = play(game, "at 1641")
    assert "marker_lost" not in kinds(events)
    assert pool(game, Cup.GERMAN) == (2, 3, 7)


@rule("10.9.3-06", "10.9.3-12")
def test_the_move_ignores_terrain_costs_and_zones_and_is_the_only_one_of_the_first_turn() -> None:
    game = begin("sword", {"736/716": "1441"}, dice=[6, 6, 6, 5, 6, 6])
    come_ashore(game)
    jump(game, "1345", *AROUND_1345)
    play(game, "at 1641")
    assert set(orders(game, "to")) == {"1541", "1542", "1642", "1640"}
    assert state(game).in_ezoc(ALLIED, at("1541")) and state(game).in_ezoc(ALLIED, at("1542"))
    assert refusal(game, "to 1441").rule == "10.9.3-06"
    assert refusal(game, "to 1741").rule == "5.2-08"
    assert refusal(game, "end").rule == "10.9.3-06"
    play(game, "to 1542")
    while state(game).turn == 0:
        play(game, next((word for word in ("pass",) if word in orders(game)), orders(game)[0]))
    assert refusal(game, "move 1-cdo").rule == "10.9.3-06"


@rule("10.9.3-06")
def test_the_move_does_not_go_into_a_hex_with_another_unit() -> None:
    game = begin("sword", {"736/716": "1541"}, dice=[6, 6, 6, 4])
    play(game, "beachhead 1640", "end")
    place(game, "8/3-br 1640", "9/3-br 1640", "185/3 1640")
    jump(game, "1345", *AROUND_1345)
    play(game, "at 1641")
    assert set(orders(game, "to")) == {"1542", "1642"}
    assert refusal(game, "to 1541").rule == "5.2-07"
    assert refusal(game, "to 1640").rule == "5.3-03"


@rule("10.9.3-05")
def test_after_2_or_3_the_raiders_do_not_move_in_the_first_turn_and_do_in_the_second() -> None:
    game = begin("omaha", dice=[2, 6, 6])
    come_ashore(game)
    while state(game).turn == 0:
        play(game, next((word for word in ("pass",) if word in orders(game)), orders(game)[0]))
    assert refusal(game, "move 2-rgr").rule == "10.9.3-06"
    while not (state(game).turn == 2 and state(game).phase == "Movement Phase"):
        play(game, next((word for word in ("pass", "end") if word in orders(game)), orders(game)[-1]))
    assert "2-rgr" in orders(game, "move")


@rule("10.9.3-12")
def test_commandos_ignore_zones_of_control_all_through_the_game() -> None:
    units = "allied 1-cdo at 1238\ngerman 736/716 at 1137\ngerman 857/346 at 1336"
    game, alone = position("sword", units), position("sword", "allied 1-cdo at 1238")
    assert reach_labels(game, "1-cdo", 3) == reach_labels(alone, "1-cdo", 3) - {"1137", "1336"}
    infantry = position("sword", units.replace("1-cdo", "8/3-br"))
    assert reach_labels(infantry, "8/3-br", 3) < reach_labels(game, "1-cdo", 3)


@rule("10.9.3-12")
def test_commandos_retreat_through_zones_of_control() -> None:
    units = """
        allied 1-cdo at 1237
        german 22/21 at 1238
        german 125/21 at 1138
        german 736/716 at 1339
        german 857/346 at 1336
    """
    driven = sure("D2", "sword")
    game = position(
        "sword", units, side="german", phase="combat", dice=[2],
        cups=NO_MARKERS, beachheads="1739", setting=driven,
    )  # fmt: skip
    play(game, "attack 1237", "with 22/21", "with 125/21")
    assert result_of(game) == "D2"
    play(game, "retreat 1-cdo")
    ways = orders(game, "to")
    assert ways and all(state(game).in_ezoc(ALLIED, at(hex_)) for hex_ in ways)
    infantry = position(
        "sword", units.replace("1-cdo", "8/3-br"), side="german", phase="combat", dice=[2],
        cups=NO_MARKERS, beachheads="1739", setting=driven,
    )  # fmt: skip
    play(infantry, "attack 1237", "with 22/21", "with 125/21", "retreat 8/3-br")
    assert where(infantry, "8/3-br") == "eliminated"  # there is no way out for others


def result_of(game: Game) -> str:
    """The result of the combat that is being applied."""
    return str(getattr(state(game).stack[-2], "result", ""))


@rule("11.2.3-06", edition="folio")
@pytest.mark.parametrize("die", [4, 5])
def test_in_the_folio_4_or_5_costs_the_germans_a_6(die: int) -> None:
    game = begin("on_to_caen", dice=[6, 6, 6, die])
    come_ashore(game)
    jump(game, "1345", *AROUND_1345)
    play(game, "at 1642")
    assert is_reduced(game, "1-cdo") and orders(game, "to")
    assert german_losses(game) == [6]


@rule("11.2.3-07", edition="folio")
def test_in_the_folio_6_costs_the_germans_the_10_for_good() -> None:
    game = begin("on_to_caen", dice=[6, 6, 6, 6, 6, 6])
    come_ashore(game)
    jump(game, "1345", *AROUND_1345)
    play(game, "at 1642")
    assert not is_reduced(game, "1-cdo") and orders(game, "to")
    assert german_losses(game) == [10]
    while state(game).turn < 2:
        play(game, next((word for word in ("pass", "end", "stay") if word in orders(game)), orders(game)[0]))
    assert german_losses(game) == [10]


# -- beach assaults -------------------------------------------------------------------------------


def assault(
    dice: list[int], hexes: dict[str, str] | None = None, picks: list[int] | None = None, scenario: str = "sword"
) -> Game:
    """Three brigades (8/3-br, 9/3-br, 27; 13 points) are about to assault 1739, 185/3 later 1740."""
    game = before_the_assaults(dice, hexes, picks, scenario)
    play(game, "attack 1739")
    assert "attack on 1739" in game.decision.prompt
    return game


def before_the_assaults(
    dice: list[int], hexes: dict[str, str] | None = None, picks: list[int] | None = None, scenario: str = "sword"
) -> Game:
    """Three brigades in 1739 and 185/3 in 1740: which hex is assaulted first?"""
    game = begin(scenario, hexes, dice=[6, 6, 6, 2, *dice], picks=picks)
    play(game, "beachhead 1739", "beachhead 1740", "end")
    place(game, "8/3-br 1739", "9/3-br 1739", "185/3 1740", "27 1739")
    jump(game, "1345", *AROUND_1345)
    play(game, "at 1641")
    return game


@rule("8.0-09", "10.9.4-01")
@pytest.mark.parametrize("scenario", ["sword", "on_to_caen"])
@pytest.mark.parametrize("chosen", [("1739", "1740"), ("1740", "1739")])
def test_the_allied_player_chooses_the_beach_that_is_assaulted_first(chosen: tuple[str, str], scenario: str) -> None:
    game = before_the_assaults([6, 3], scenario=scenario)
    assert (game.decision.seat, orders(game)) == ("allied", ["attack 1739", "attack 1740"])
    first, last = chosen
    play(game, f"attack {first}")
    strength = {"1739": 4 + 4 + 5, "1740": 4}
    facts = result(hold_fire(game))
    assert (facts["hex"], facts["attack"], facts["die"]) == (at(first), strength[first], 6)
    assert f"attack on {last}" in game.decision.prompt  # the last one needs no word
    facts = result(hold_fire(game))
    assert (facts["hex"], facts["attack"], facts["die"]) == (at(last), strength[last], 3)


@rule("8.0-09", "10.9.4-01")
def test_he_chooses_again_after_each_assault_until_one_beach_is_left() -> None:
    game = begin("gold_juno", dice=[2, 6, 6, 6, 6])
    come_ashore(game)
    left = ["1933", "1935", "2028", "2029"]
    fought_for = []
    for beach in ("2028", "1935", "2029"):
        assert (game.decision.seat, orders(game, "attack")) == ("allied", left)
        play(game, f"attack {beach}")
        assert f"attack on {beach}" in game.decision.prompt
        fought_for.append(result(hold_fire(game))["hex"])
        left.remove(beach)
    assert "attack on 1933" in game.decision.prompt
    fought_for.append(result(hold_fire(game))["hex"])
    assert fought_for == [at(beach) for beach in ("2028", "1935", "2029", "1933")]
    assert state(game).turn == 1  # and no beach is assaulted twice


@rule("10.9.4-01")
def test_every_beach_is_assaulted_once_and_nothing_else_is() -> None:
    game = begin("gold_juno", dice=[2, 6])
    come_ashore(game)
    assert where(game, "4-cdo") == "1934"
    assert refusal(game, "attack 1934").rule == "10.9.4-01"  # a commando alone, and no beachhead
    assert refusal(game, "attack 2030").rule == "10.9.4-01"  # a hex of Gold Beach where nobody landed
    assert refusal(game, "attack 0130").rule == "10.9.4-01"  # Germans far away
    assert refusal(game, "pass").rule == refusal(game, "end").rule == "10.9.4-01"  # all of them must be fought
    play(game, "attack 2028")
    hold_fire(game)
    assert refusal(game, "attack 2028").rule == "10.9.4-01"  # it is over there


@rule("10.9.4-01")
def test_one_assault_in_each_beach_landing_hex_with_all_its_units() -> None:
    game = assault([6, 3])
    first = result(hold_fire(game))
    assert (first["hex"], first["attack"]) == (at("1739"), 4 + 4 + 5)
    second = result(hold_fire(game))
    assert (second["hex"], second["attack"]) == (at("1740"), 4)
    until(game, "Move a unit")
    assert state(game).turn == 1


def juno_1934(dice: list[int], picks: list[int] | None = None) -> Game:
    """7/3 and 8/3-cdn land in 1934, where the 4th Commando Brigade comes too; its die has been thrown."""
    game = begin("gold_juno", dice=dice, picks=picks)
    play(game, "beachhead 2028", "beachhead 1934", "end")
    place(game, "69/50 2028", "151/50 2028", "231/50 2028", "7/3 1934")
    events = place(game, "8/3-cdn 1934")  # room is kept for the commando: the other two come later
    assert len(told(events, "no_room")) == 2 and where(game, "9/3-cdn") == "waiting"
    return game


@rule("10.9.4-01", "11.4-08")
@pytest.mark.parametrize(("die", "commando"), [(2, 2), (5, 2), (6, 3)])
def test_the_4th_commando_is_one_of_three_in_its_landing_hex_and_takes_part_in_the_assault(
    die: int, commando: int
) -> None:
    game = juno_1934([die, 6, 6])
    assert where(game, "4-cdo") == "1934"
    if die > 3:
        play(game, "stay")
    play(game, "attack 1934")
    assert "attack on 1934" in game.decision.prompt
    assert result(hold_fire(game))["attack"] == 4 + 4 + commando


@rule("10.9.4-01")
def test_the_4th_commando_takes_no_part_in_the_assault_once_it_has_moved_on() -> None:
    game = juno_1934([5, 6, 6])
    play(game, "to 1833", "attack 1934")
    assert result(hold_fire(game))["attack"] == 4 + 4


@rule("10.9.4-07", "10.9.4-08")
@pytest.mark.parametrize(("die", "outcome"), [(1, "Ex"), (3, "A2")])
def test_the_4th_commando_suffers_with_the_others(die: int, outcome: str) -> None:
    game = juno_1934([6, die, 6], picks=[12])
    play(game, "stay", "attack 1934", "pass", "draw german", "keep")
    assert result(hold_fire(game))["outcome"] == (outcome,)
    reduced = [unit for unit in ("7/3", "8/3-cdn", "4-cdo") if is_reduced(game, unit)]
    if outcome == "Ex":
        assert orders(game) == ["deplete 7/3", "deplete 8/3-cdn", "deplete 4-cdo"]
    else:
        assert reduced == ["7/3", "8/3-cdn", "4-cdo"]


@rule("10.9.4-01")
def test_an_airborne_unit_that_came_down_on_the_beach_takes_part_in_the_assault() -> None:
    game = begin("utah", dice=[4, 4, *[6] * 9])
    come_ashore(game)
    play(game, "zone 2706", "zone 2404")
    place(game, "505/82 2706", "507/82 2705", "508/82 2805", "325/82 2606")
    place(game, "501/101 2404", "502/101 2403", "506/101 2405", "327/101 2304")
    assert (where(game, "505/82"), is_reduced(game, "505/82")) == ("2707", True)  # for the beach
    play(game, "deplete 12/4")  # for the company
    first = result(hold_fire(game))
    assert (first["hex"], first["attack"]) == (at("2607"), 4 + 3)
    until(game, "Place a first")
    second = result(hold_fire(game))
    assert (second["hex"], second["attack"]) == (at("2707"), 4 + 2 + 2)


@rule("10.9.4-02")
def test_no_german_unit_can_be_set_up_in_a_beach_hex() -> None:
    for scenario in ("gold_juno", "sword", "omaha", "on_to_caen", "combined_campaign"):
        game = start(scenario)
        beaches = {label for area in state(game).battle.areas for hexes in area.beaches.values() for label in hexes}
        while game.decision.seat == "german":
            assert not beaches & set(orders(game, "at"))
            play(game, orders(game)[0])
    utah = start("utah")
    assert not state(utah).occupied[GERMAN] & state(utah).battle.beach_hexes


@rule("10.9.4-03")
def test_both_sides_may_use_two_markers_each_in_turn() -> None:
    game = assault([1], picks=[0, 0, 0, 1])
    assert (game.decision.seat, orders(game)) == (
        "allied",
        ["draw cw-artillery", "draw cw-aircraft", "draw cw-naval", "pass"],
    )
    play(game, "draw cw-naval")
    assert (game.decision.seat, orders(game)) == ("german", ["draw german", "pass"])
    play(game, "draw german", "keep")
    assert game.decision.seat == "allied"
    play(game, "draw cw-artillery")
    assert game.decision.seat == "german"
    events = play(game, "draw german", "keep")
    assert turned_up(events) == [((7, 1), (2, 3))]
    facts = result(events)
    assert (facts["attack"], facts["defence"]) == (13 + 8, 5)


@rule("10.9.4-04", "10.9.4-05")
@pytest.mark.parametrize(
    ("hexes", "line"),
    [
        ({}, "hill"),
        ({"857/346": "1639"}, "city"),
        ({"857/346": "1638"}, "city"),
        ({"857/346": "1537"}, "hill"),  # two hexes away
        ({"716/716": "1639"}, "hill"),  # a battalion has no zone of control
    ],
)
def test_a_german_zone_of_control_on_the_beach_makes_the_assault_harder(hexes: dict[str, str], line: str) -> None:
    game = assault([6], hexes)
    assert result(hold_fire(game))["line"] == line


@rule("10.9.4-05")
def test_the_zone_is_looked_at_for_each_beach_hex_on_its_own() -> None:
    game = assault([4, 4], {"857/346": "1738"})  # beside 1739 only
    assert result(hold_fire(game))["line"] == "city"
    until(game, "Place a first")
    assert result(hold_fire(game))["line"] == "hill"


@rule("10.9.4-06")
def test_the_defence_is_zero_plus_german_markers() -> None:
    game = assault([6], {"857/346": "1639"})
    facts = result(hold_fire(game))
    assert (facts["attack"], facts["defence"], facts["column"]) == (13, 0, 8)  # the city line ends in column 8
    game = assault([6], picks=[GERMAN_TEN])
    play(game, "pass", "draw german", "keep")
    facts = result(hold_fire(game))
    assert (facts["attack"], facts["defence"], facts["column"]) == (13, 10, 5)  # +3 on the hill line


def fought(die: int, german_marker: bool) -> tuple[Game, list[Event]]:
    """The assault on 1739: column 9, or column 5 against a +10."""
    game = assault([die, *[6] * 5], picks=[GERMAN_TEN])
    if german_marker:
        play(game, "pass", "draw german", "keep")
    return game, hold_fire(game)


def steps_lost(game: Game) -> list[str]:
    """Who of the three brigades has suffered what."""
    return [
        "lost" if where(game, unit) == "eliminated" else "reduced" if is_reduced(game, unit) else "whole"
        for unit in ("8/3-br", "9/3-br", "27")
    ]


@rule("10.9.4-07")
@pytest.mark.parametrize(("die", "marker", "outcome"), [(1, False, "D2"), (6, False, "-"), (2, True, "-")])
def test_results_against_a_defender_who_is_not_there_do_nothing(die: int, marker: bool, outcome: str) -> None:
    game, events = fought(die, marker)
    assert result(events)["outcome"] == (outcome,)
    assert steps_lost(game) == ["whole", "whole", "whole"]
    assert "attack on 1740" in game.decision.prompt


@rule("10.9.4-05", "10.9.4-06", "10.9.4-07")
def test_an_assault_says_that_it_is_on_the_beach_itself_and_why_its_line_is_read() -> None:
    def said(game: Game) -> str:
        events = hold_fire(game)
        return game.setting.sentence(next(event for event in events if event.kind == "combat_result"))

    alone = said(assault([1]))
    assert "the beach itself, which nobody defends: 13 against 0 is +13 on the hill line" in alone
    assert "a beach in no German zone of control: column 9 (for +10 or more); die 1: nothing happens" in alone
    assert "it would fall on a defender, and the beach has none (D2)." in alone
    assert alone.endswith("In this column 1–2: nothing; 3–5: one unit loses a step; 6: nothing.")
    assert "on the city line, which holds for a beach in a German zone" in said(assault([6], {"857/346": "1639"}))
    shelled = assault([6], picks=[GERMAN_TEN])
    play(shelled, "pass", "draw german", "keep")
    assert "the beach itself, defended by markers alone: 13 against 10 " in said(shelled)


@rule("10.9.4-07")
@pytest.mark.parametrize(("die", "marker", "outcome"), [(3, False, "Ex"), (1, True, "Ex"), (5, True, "(A)")])
def test_exchange_and_attacker_loss_cost_one_unit_a_step_by_allied_choice(die: int, marker: bool, outcome: str) -> None:
    game, events = fought(die, marker)
    assert result(events)["outcome"] == (outcome,)
    assert (game.decision.seat, orders(game)) == ("allied", ["deplete 8/3-br", "deplete 9/3-br", "deplete 27"])
    play(game, "deplete 27")
    assert steps_lost(game) == ["whole", "whole", "reduced"]
    assert "attack on 1740" in game.decision.prompt


@rule("10.9.4-08")
@pytest.mark.parametrize(("die", "outcome"), [(3, "A2"), (4, "A3")])
def test_a_retreat_reduces_every_assaulting_unit_and_nobody_leaves(die: int, outcome: str) -> None:
    game, events = fought(die, german_marker=True)
    assert result(events)["outcome"] == (outcome,)
    assert steps_lost(game) == ["reduced", "reduced", "reduced"]
    assert {where(game, unit) for unit in ("8/3-br", "9/3-br", "27")} == {"1739"}
    assert "attack on 1740" in game.decision.prompt


@rule("10.9.4-08")
def test_a1_is_a_retreat_too() -> None:
    game = assault([6, 6], {"857/346": "1639"})  # column 8 of the city line
    events = hold_fire(game)
    assert result(events)["outcome"] == ("A1",)
    assert steps_lost(game) == ["reduced", "reduced", "reduced"]


@rule("11.2.3-15", edition="folio")
def test_in_the_folio_a_retreat_of_the_attacker_reduces_all_and_one_of_the_defender_nobody() -> None:
    game = assault([6, 6], {"857/346": "1639"}, scenario="on_to_caen")
    assert result(hold_fire(game))["outcome"] == ("A1",)
    assert steps_lost(game) == ["reduced", "reduced", "reduced"]
    game = assault([1, 6], scenario="on_to_caen")
    assert result(hold_fire(game))["outcome"] == ("D2",)
    assert steps_lost(game) == ["whole", "whole", "whole"]


def lost_beach() -> Game:
    """Everybody in 1739 is killed: 13 against +10 and +9."""
    game = assault([5, *[6] * 20], picks=[GERMAN_TEN, 18])
    play(game, "pass", "draw german", "keep", "pass", "draw german", "keep")
    assert steps_lost(game) == ["lost", "lost", "lost"]
    return game


@rule("10.9.4-09", "10.9.4-10")
def test_a_beach_on_which_all_are_lost_is_lost_for_supply_and_reinforcements() -> None:
    game = lost_beach()
    assert state(game).beachheads == 1 << at("1740")
    while not game.decision.prompt.startswith("Bring a reinforcement"):
        if (moves := orders(game, "move")) and state(game).turn == 2 and "185/3" in moves:
            play(game, "move 185/3", "to 1639")
        play(game, next((word for word in ("pass", "end", "stay") if word in orders(game)), orders(game)[0]))
    play(game, f"land {orders(game, 'land')[0]}")
    assert orders(game) == ["at 1740"]
    assert refusal(game, "at 1739").rule == "10.11-01"


@rule("10.9.4-09")
def test_a_beach_is_kept_as_long_as_somebody_survives_there() -> None:
    game, _ = fought(3, german_marker=True)  # A2
    assert state(game).beachheads >> at("1739") & 1
    game = juno_1934([6, 5, 6], picks=[13, 12])
    play(game, "stay", "attack 1934", "pass", "draw german", "keep", "pass", "draw german", "keep")
    lost = [unit for unit in ("7/3", "8/3-cdn", "4-cdo") if where(game, unit) == "eliminated"]
    assert lost == ["7/3", "8/3-cdn", "4-cdo"]
    assert not state(game).beachheads >> at("1934") & 1


# -- stacks later on ------------------------------------------------------------------------------

STACK = """
    allied 8/3-br at 1739
    allied 9/3-br at 1739 reduced
    allied 27 at 1739
    german 736/716 at 1639
    german 857/346 at 1638
"""


@rule("10.9.4-11", "10.9.4-12")
@pytest.mark.parametrize("turn", [1, 7])
def test_a_bombardment_of_a_stack_hits_the_one_unit_that_the_german_chooses(turn: int) -> None:
    game = position(
        "sword", STACK, side="german", phase="bombardment", turn=turn, dice=[1], picks=[19, 17], beachheads="1739 1740"
    )
    assert game.decision.seat == "german"
    assert orders(game, "bombard") == ["8/3-br", "9/3-br", "27"]
    events = play(game, "bombard 9/3-br", "draw german", "draw german")
    assert result(events)["defence"] == 6
    assert where(game, "9/3-br") == "eliminated"  # 19 against 6
    assert where(game, "8/3-br") == where(game, "27") == "1739"
    assert not is_reduced(game, "8/3-br") and not is_reduced(game, "27")


@rule("11.2.3-18", edition="folio")
@pytest.mark.parametrize("turn", [1, 7])
def test_in_the_folio_the_german_chooses_the_target_in_any_turn(turn: int) -> None:
    game = position("on_to_caen", STACK, side="german", phase="bombardment", turn=turn, beachheads="1739")
    assert (game.decision.seat, orders(game, "bombard")) == ("german", ["8/3-br", "9/3-br", "27"])


@rule("10.9.4-13", "10.9.4-14")
def test_units_of_a_stack_attack_different_hexes_but_not_the_same_one() -> None:
    game = position("sword", STACK, phase="combat", dice=[3, 3], beachheads="1739", cups=NO_MARKERS)
    play(game, "attack 1639")
    assert set(orders(game)) == {"with 8/3-br", "with 9/3-br", "with 27"}
    beside = position("sword", STACK + "    allied 185/3 at 1740", phase="combat", beachheads="1739 1740")
    play(beside, "attack 1639", "with 27")
    assert orders(beside) == ["with 185/3", "declare"]
    assert refusal(beside, "with 8/3-br").rule == "10.9.4-13"
    facts = result(play(game, "with 27"))  # the attack is on: nobody else of the stack may join
    assert facts["attack"] == 5
    if "halt" in orders(game):
        play(game, "halt")
    until(game, "Attack a hex")
    play(game, "attack 1638")
    assert set(orders(game)) == {"with 8/3-br", "with 9/3-br"}


@rule("10.9.4-15")
def test_the_allied_player_chooses_one_unit_of_a_stack_to_defend_and_the_others_suffer_nothing() -> None:
    units = STACK.replace("736/716", "22/21").replace("857/346", "125/21")
    game = position(
        "sword", units, side="german", phase="combat", dice=[1],
        beachheads="1739 1838", cups=NO_MARKERS, setting=sure("D2", "sword"),
    )  # fmt: skip
    play(game, "attack 1739", "with 22/21", "with 125/21")
    assert game.decision.seat == "allied"
    assert orders(game) == ["defend 8/3-br", "defend 9/3-br", "defend 27"]
    events = play(game, "defend 27")
    assert result(events)["defence"] == 8
    play(game, "retreat 27")
    while game.decision.seat == "allied":
        play(game, orders(game)[0])
    assert where(game, "27") != "1739"
    assert where(game, "8/3-br") == where(game, "9/3-br") == "1739"
    assert not is_reduced(game, "8/3-br")
    assert "advance" not in " ".join(orders(game))  # the hex is not vacant
    assert state(game).beachheads >> at("1739") & 1
    end_turn(game)
