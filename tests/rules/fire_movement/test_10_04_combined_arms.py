"""Commonwealth combined arms (10.4)."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.words import Cup
from bocage.kernel import Game
from tests.fire_movement.positions import Phase, position
from tests.questions import orders, play
from tests.rules.fire_movement.landings import begin, come_ashore, hold_fire, jump, place, result
from tests.support import rule

AROUND_1237 = ("1236", "1238", "1337", "1338")
NO_ARMOR = (("no combined arms: no armored brigade", -1),)
NO_INFANTRY = (("no combined arms: no infantry", -1),)


def attack(game: Game, target: str, *attackers: str) -> dict[str, object]:
    """An attack without markers: how it was read on the table."""
    play(game, f"attack {target}", *(f"with {unit}" for unit in attackers))
    if "declare" in orders(game):
        play(game, "declare")
    return result(hold_fire(game))


def commonwealth_attack(attackers: str, phase: Phase = "combat") -> dict[str, object]:
    """An attack on 22/21 (defence 5) in the open."""
    units = [f"allied {unit} at {hex_}" for unit, hex_ in zip(attackers.split(), AROUND_1237, strict=False)]
    game = position("sword", "\n".join(["german 22/21 at 1237", *units]), phase=phase, dice=[1])
    return attack(game, "1237", *attackers.split())


@rule("10.4-01")
@pytest.mark.parametrize(
    ("attackers", "column", "shifts"),
    [
        ("8/3-br 9/3-br", 7, NO_ARMOR),  # 8 - 5: column 8 of the clear line
        ("27", 5, NO_INFANTRY),  # 5 - 5: column 6
        ("27 5G/GA", 8, NO_INFANTRY),  # 10 - 5: column 9
        ("1-cdo 8/3-br", 7, NO_ARMOR),  # 7 - 5: column 8
        ("8/3-br 32G/GA", 7, NO_ARMOR),  # a mechanized brigade is infantry
    ],
)
def test_commonwealth_attack_without_armor_or_without_infantry_goes_one_column_left(
    attackers: str, column: int, shifts: tuple[tuple[str, int], ...]
) -> None:
    facts = commonwealth_attack(attackers)
    assert (facts["line"], facts["shifts"]) == ("clear", shifts)
    assert facts["column"] == column


@rule("10.4-01", "10.4-02")
@pytest.mark.parametrize(
    ("attackers", "column"),
    [
        ("8/3-br 27", 9),  # 9 - 5
        ("27 1-cdo", 8),  # 8 - 5
        ("27 3/6", 9),
        ("27 6/6", 9),
        ("5G/GA 32G/GA", 9),
        ("8/3-br 9/3-br 27", 11),  # 13 - 5
    ],
)
def test_an_armored_brigade_and_an_infantry_unit_together_are_not_shifted(attackers: str, column: int) -> None:
    facts = commonwealth_attack(attackers)
    assert facts["shifts"] == ()
    assert facts["column"] == column


@rule("10.4-01")
def test_in_the_mobile_combat_phase_only_a_mechanized_brigade_makes_armor_complete() -> None:
    assert commonwealth_attack("27 5G/GA", "mobile_combat")["shifts"] == NO_INFANTRY
    assert commonwealth_attack("5G/GA 32G/GA", "mobile_combat")["shifts"] == ()


@rule("10.4-01")
def test_infantry_of_the_other_army_completes_commonwealth_armor() -> None:
    units = "german 22/21 at 1026\nallied 8 at 1027\nallied {} at 1025"
    game = position("combined_campaign", units.format("16/1"), phase="combat", dice=[1])
    assert attack(game, "1026", "8", "16/1")["shifts"] == ()
    game = position("combined_campaign", units.format("CCA/2"), phase="combat", dice=[1])
    assert attack(game, "1026", "8", "CCA/2")["shifts"] == NO_INFANTRY  # a combat command is not infantry


@rule("10.4-01")
def test_column_1_stays_column_1() -> None:
    game = position("sword", "german 22/21 at 0938\nallied 8/3-br at 1038", phase="combat", dice=[1])
    facts = attack(game, "0938", "8/3-br")
    assert (facts["attack"], facts["defence"], facts["line"]) == (4, 5, "city")
    assert (facts["shifts"], facts["column"]) == (NO_ARMOR, 1)


@rule("10.4-01")
def test_the_shift_shows_in_the_odds_before_the_attack_is_declared() -> None:
    game = position("sword", "german 22/21 at 1237\nallied 8/3-br at 1236\nallied 27 at 1238", phase="combat")
    play(game, "attack 1237")
    alone, armor = game.preview("with 8/3-br"), game.preview("with 27")
    assert alone is not None and armor is not None
    assert (alone.shifts, alone.column) == (NO_ARMOR, 4)  # 4 - 5: column 5
    assert (armor.shifts, armor.column) == (NO_INFANTRY, 5)
    play(game, "with 8/3-br")
    both = game.preview("with 27")
    assert both is not None
    assert (both.shifts, both.column) == ((), 9)


@rule("10.4-04")
def test_american_attacks_are_never_shifted() -> None:
    for attackers in ("16/1", "CCA/2", "2-rgr 16/1"):
        names = attackers.split()
        units = [f"allied {unit} at {hex_}" for unit, hex_ in zip(names, ("2015", "2017"), strict=False)]
        game = position("omaha", "\n".join(["german 914/352 at 2016", *units]), phase="combat", dice=[1])
        assert attack(game, "2016", *names)["shifts"] == ()


@rule("10.4-04")
def test_german_attacks_are_never_shifted() -> None:
    for attackers in ("22/21", "736/716", "22/21 736/716"):
        names = attackers.split()
        units = [f"german {unit} at {hex_}" for unit, hex_ in zip(names, AROUND_1237, strict=False)]
        game = position("sword", "\n".join(["allied 27 at 1237", *units]), side="german", phase="combat", dice=[1])
        assert attack(game, "1237", *names)["shifts"] == ()


@rule("10.4-04")
def test_bombardment_is_never_shifted() -> None:
    game = position(
        "sword",
        "german 22/21 at 1237\nallied 8/3-br at 1236",
        phase="bombardment",
        dice=[6],
        cups={Cup.CW_ARTILLERY: [8], Cup.CW_AIRCRAFT: []},
    )
    facts = result(play(game, "bombard 22/21", "draw cw-artillery"))
    assert (facts["attack"], facts["defence"], facts["shifts"], facts["column"]) == (8, 5, (), 8)


@rule("10.4-01", "10.9.2-15")
def test_airborne_landing_attack_is_shifted() -> None:
    game = begin("sword", {"736/716": "1345"}, dice=[6, 6, 6, 3])
    come_ashore(game)
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    facts = result(hold_fire(game))
    assert (facts["attack"], facts["defence"], facts["shifts"], facts["column"]) == (4, 3, NO_ARMOR, 6)


@rule("10.4-03")
def test_beach_assault_without_armor_is_not_shifted() -> None:
    game = begin("sword", dice=[6, 6, 6, 2, 6])
    play(game, "beachhead 1739", "beachhead 1740", "end")
    place(game, "8/3-br 1739", "9/3-br 1739", "185/3 1739", "27 1740")
    jump(game, "1345", "3/6 1345", "5/6 1444", "6/6 1245")
    play(game, "at 1641")
    facts = result(hold_fire(game))
    assert (facts["attack"], facts["line"], facts["shifts"], facts["column"]) == (12, "hill", (), 9)
