"""Allied Withdrawals (8.3)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.withdrawals import has_way_to_beach
from bocage.games.dark_summer.words import unit_number
from tests.dark_summer.phases import playing
from tests.dark_summer.positions import position, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

INLAND = """
    allied 505/82 at 3204
    allied 327/101 at 3204
    allied 2-Rng at 3103
    allied 18/1 at 3304
    allied 1-SS at 4004
    allied 6/6 at 4004
    german 6-FJ at 5915
"""


@rule("8.3-01", "8.3-03", edition="dark_summer")
def test_airborne_rangers_and_special_service_may_be_withdrawn_before_movement() -> None:
    game = playing("us", "move", INLAND)
    assert game.decision.seat == "allied"
    assert set(orders(game, "evacuate")) == {"505/82", "327/101", "2-Rng"} and "pass" in orders(game)
    assert refusal(game, "evacuate 18/1").rule == "8.3-01"
    assert refusal(game, "evacuate 1-SS").rule == "8.3-03", "the British have Rounds of their own"
    assert refusal(game, "move 505/82").rule == "8.3-03"
    play(game, "pass")
    assert "move 505/82" in orders(game), "Withdrawal is optional"
    assert set(orders(playing("british", "move", INLAND), "evacuate")) == {"1-SS", "6/6"}


@rule("8.3-05", edition="dark_summer")
def test_a_withdrawn_unit_never_returns() -> None:
    game = playing("us", "move", INLAND)
    assert kinds(play(game, "evacuate 505/82")) == ["evacuated"]
    assert where(game, "505/82") == "withdrawn"
    assert refusal(game, "evacuate 505/82").rule == "8.3-04"
    assert set(orders(game, "evacuate")) == {"327/101", "2-Rng"}, "as many as he likes"


@rule("8.3-03", "9.3.3-11", edition="dark_summer")
@pytest.mark.parametrize(
    ("way", "offered"), [("move", True), ("combined-move", True), ("combined-combat", False), ("combat", False)]
)
def test_only_with_a_move_chit(way: str, offered: bool) -> None:
    assert ("evacuate 505/82" in orders(playing("us", way, INLAND))) == offered


@rule("8.3-03", edition="dark_summer")
def test_before_or_after_reinforcements_as_the_allied_player_likes() -> None:
    game = playing("us", "move", INLAND, waiting="15-Cav", dice=[1])
    events = play(game, "pass")
    assert "entered" in kinds(events) and set(orders(game, "evacuate")) == {"505/82", "327/101", "2-Rng"}
    play(game, "evacuate 2-Rng", "pass")
    assert "move 15-Cav" in orders(game)


@rule("8.3-06", "8.3-07", edition="dark_summer")
@pytest.mark.parametrize(("turn", "weather", "offered"), [(5, "rain", True), (5, "storm", False), (6, "sun", False)])
def test_not_in_storm_and_not_after_turn_5(turn: int, weather: str, offered: bool) -> None:
    assert ("evacuate 505/82" in orders(playing("us", "move", INLAND, turn=turn, weather=weather))) == offered


def reaches(units: str, unit: str = "505/82", beaches: str = "2403", **more: object) -> bool:
    """Whether a unit could reach a Beach of its own."""
    return has_way_to_beach(position(units, beaches=beaches, **more), unit_number(unit))  # type: ignore[arg-type]


@rule("8.3-04", edition="dark_summer")
def test_the_way_to_a_beach_must_not_be_barred_by_enemies_or_their_zones() -> None:
    away = "allied 505/82 at 2306\nallied 8/4 at 2403"
    assert reaches("allied 505/82 at 2305")
    assert reaches("allied 505/82 at 1302"), "with unlimited Movement Points"
    assert not reaches("allied 505/82 at 2305", beaches="4003"), "of its own nationality"
    assert not reaches("allied 505/82 at 2305", beaches="")
    ring = "\ngerman 914/352 at 2204\ngerman 915/352 at 2404\ngerman 916/352 at 2302"
    assert not reaches("allied 505/82 at 2305" + ring), "zones all around, and nobody passes from one to another"
    assert not reaches("allied 505/82 at 2305\nallied 8/4 at 2304" + ring), "a friend negates no zone for movement"
    assert reaches(away) and reaches("allied 505/82 at 2403" + ring), "it stands on the Beach"


@rule("8.3-04", edition="dark_summer")
def test_a_unit_that_starts_in_a_zone_needs_a_first_hex_free_of_one() -> None:
    assert reaches("allied 505/82 at 2304\ngerman 914/352 at 2204"), "it steps out of the zone and on to the Beach"
    blocked = "allied 505/82 at 2102\ngerman 914/352 at 2202\ngerman 915/352 at 2203\ngerman 916/352 at 2003"
    assert not reaches(blocked)
    assert reaches("allied 505/82 at 2303\ngerman 914/352 at 2203\ngerman 915/352 at 2402"), "next to the Beach"


@rule("8.3-04", edition="dark_summer")
def test_a_unit_in_a_box_must_be_able_to_leave_it() -> None:
    assert reaches("allied 505/82 at cherbourg")
    assert not reaches("allied 505/82 at cherbourg\ngerman 729/709 at cherbourg")
    assert not reaches("allied 505/82 at brittany")


@rule("8.3-04", edition="dark_summer")
def test_who_is_still_at_sea_or_waiting_is_not_withdrawn() -> None:
    game = playing("us", "move", "allied 505/82 at 3204\nallied 2-Rng at approach-3003", waiting="327/101", turn=3)
    assert orders(game, "evacuate") == ["505/82"]
    assert refusal(game, "evacuate 2-Rng").rule == refusal(game, "evacuate 327/101").rule == "8.3-04"
