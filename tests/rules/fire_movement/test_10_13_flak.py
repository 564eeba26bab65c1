"""Optional German AA/flak (10.13)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bocage.games.fire_movement.title import options_of, scenarios
from bocage.games.fire_movement.words import Cup
from bocage.kernel import Event, Game
from tests.fire_movement.courses import quietly
from tests.fire_movement.positions import position
from tests.questions import play
from tests.support import rule

AIRCRAFT: dict[Cup, Sequence[int]] = {Cup.CW_AIRCRAFT: [7], Cup.CW_ARTILLERY: [7], Cup.GERMAN: []}
NEAR = "german 305/21 at 1038"  # next to 1039
FAR = "german 305/21 at 0838"


def result_of(game: Game, *orders: str) -> dict[str, object]:
    """Play orders and on until the die is thrown: the facts of the result."""
    events: list[Event] = play(game, *orders)
    while not any(event.kind == "combat_result" for event in events):
        events += quietly(game)
    return next(event.named() for event in events if event.kind == "combat_result")


def attack_with_marker(flak_unit: str, cup: str, *, flak: str = "yes") -> object:
    """The attack total of 8/3-br (4) with one +7 marker against 1039."""
    units = f"allied 8/3-br at 1139\ngerman 736/716 at 1039\n{flak_unit}"
    game = position("sword", units, phase="combat", cups=AIRCRAFT, dice=[3], beachheads="1640", flak=flak)
    return result_of(game, "attack 1039", "with 8/3-br", f"draw {cup}")["attack"]


def bombard_with_marker(flak_unit: str, cup: str, *, flak: str = "yes") -> object:
    units = f"allied 8/3-br at 1139\ngerman 736/716 at 1039\n{flak_unit}"
    game = position("sword", units, phase="bombardment", cups=AIRCRAFT, dice=[3], beachheads="1640", flak=flak)
    return result_of(game, "bombard 736/716", f"draw {cup}")["attack"]


@rule("10.13-01")
def test_every_scenario_and_campaign_can_be_played_with_flak_and_is_not_unless_agreed() -> None:
    for scenario in scenarios().values():
        option = next(option for option in options_of(scenario) if option.name == "flak")
        assert (option.choices, option.default) == (("no", "yes"), "no")


@rule("10.13-01")
def test_an_aircraft_marker_is_halved_upwards_beside_flak() -> None:
    assert attack_with_marker(NEAR, "cw-aircraft") == 4 + 4
    assert attack_with_marker(FAR, "cw-aircraft") == 4 + 7
    assert attack_with_marker(NEAR, "cw-artillery") == 4 + 7
    assert attack_with_marker(NEAR, "cw-aircraft", flak="no") == 4 + 7


@rule("10.13-01")
def test_an_aircraft_bombardment_is_halved_upwards_beside_flak() -> None:
    assert bombard_with_marker(NEAR, "cw-aircraft") == 4
    assert bombard_with_marker(FAR, "cw-aircraft") == 7
    assert bombard_with_marker(NEAR, "cw-artillery") == 7
    assert bombard_with_marker(NEAR, "cw-aircraft", flak="no") == 7


@rule("10.13-01")
def test_flak_in_the_target_hex_itself_counts_and_two_flak_units_halve_once_only() -> None:
    units = "allied 8/3-br at 1139\ngerman 305/21 at 1039"
    game = position("sword", units, phase="bombardment", cups=AIRCRAFT, dice=[3], beachheads="1640", flak="yes")
    assert result_of(game, "bombard 305/21", "draw cw-aircraft")["attack"] == 4
    assert bombard_with_marker(f"{NEAR}\ngerman 2-aa at 1040", "cw-aircraft") == 4


@rule("10.13-01")
@pytest.mark.parametrize(("flak", "defence"), [("yes", 9 + 4), ("no", 9 + 7)])
def test_aircraft_that_support_a_defence_are_halved_beside_flak_too(flak: str, defence: int) -> None:
    units = "allied 8/3-br at 1139\ngerman 305/21 at 1039"
    game = position("sword", units, side="german", phase="combat", cups=AIRCRAFT, dice=[3], flak=flak)
    assert result_of(game, "attack 1139", "with 305/21", "draw cw-aircraft")["defence"] == defence
