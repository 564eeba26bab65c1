"""Stiff resistance (8.4)."""

from __future__ import annotations

import pytest

from bocage.kernel import Game
from tests.fire_movement.combats import NO_MARKERS, attack, bombard, markers, sure
from tests.fire_movement.positions import is_reduced, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

ELSEWHERE = "german 2/2 at 1730\nallied 56 at 1830\n"  # so that the phase goes on
DUEL = "german 726/716 at 0930\nallied 69/50 at 1030\nallied 151/50 at 0931"


def fight(result: str, units: str = DUEL, *attackers: str) -> Game:
    game = position(
        "gold_juno",
        ELSEWHERE + units,
        phase="combat",
        dice=[1] * 9,
        cups=NO_MARKERS,
        beachheads="2028",
        setting=sure(result),
    )
    attack(game, "0930", *(attackers or ("69/50",)))
    return game


@rule("8.4-01", "8.4-04", "8.2.4-10")
@pytest.mark.parametrize("result", ["D2", "D3"])
def test_a_defender_may_stand_and_is_reduced_at_once_instead_of_retreating(result: str) -> None:
    game = fight(result)
    assert game.decision.seat == "german"
    assert orders(game) == ["retreat 726/716", "stand 726/716"]
    events = play(game, "stand 726/716")
    assert kinds(events) == ["stands", "reduced"]
    assert where(game, "726/716") == "0930" and is_reduced(game, "726/716")


@rule("8.4-02")
def test_the_owner_decides_after_the_die_was_thrown() -> None:
    units = ELSEWHERE + DUEL
    game = position("gold_juno", units, phase="combat", dice=[4], cups=markers(german=[2]), setting=sure("D2"))
    play(game, "attack 0930", "with 69/50", "declare")
    assert refusal(game, "stand 726/716").rule == "8.2.1-03"
    play(game, "pass")
    events = play(game, "pass")
    assert "combat_result" in kinds(events)
    assert game.history[-1].chance == ("die 4",)
    assert "stand 726/716" in orders(game)


@rule("8.4-02")
@pytest.mark.parametrize("result", ["De", "Ex", "-"])
def test_there_is_nothing_to_stand_against_without_a_retreat_result(result: str) -> None:
    game = fight(result)
    assert not [order for order in orders(game) if order.startswith("stand")]


@rule("8.4-03")
@pytest.mark.parametrize("result", ["D2", "D3"])
def test_a_bombarded_unit_may_stand_too(result: str) -> None:
    cups = markers(cw_artillery=[5])
    game = position("gold_juno", ELSEWHERE + DUEL, phase="bombardment", dice=[1], cups=cups, setting=sure(result))
    bombard(game, "726/716", "cw-artillery")
    assert game.decision.seat == "german"
    play(game, "stand 726/716")
    assert where(game, "726/716") == "0930" and is_reduced(game, "726/716")


@rule("8.4-05", "8.4-01", "8.2.4-06")
@pytest.mark.parametrize("result", ["A1", "A2", "A3"])
def test_each_attacker_told_to_retreat_either_retreats_or_is_reduced(result: str) -> None:
    game = fight(result, DUEL + "\nallied 8 at 1029", "69/50", "151/50", "8")
    assert game.decision.seat == "allied"
    for standing in ([], ["69/50"], ["151/50", "8"], ["69/50", "151/50", "8"]):
        branch = game.copy()
        for unit in ("151/50", "69/50", "8"):
            play(branch, f"{'stand' if unit in standing else 'retreat'} {unit}")
            while branch.decision.rule == "8.3":
                play(branch, f"to {orders(branch, 'to')[0]}")
        homes = {"69/50": "1030", "151/50": "0931", "8": "1029"}
        assert [unit for unit in homes if is_reduced(branch, unit)] == [unit for unit in homes if unit in standing]
        assert [unit for unit in homes if where(branch, unit) == homes[unit]] == [u for u in homes if u in standing]
        assert not is_reduced(branch, "726/716")


@rule("8.4-06")
@pytest.mark.parametrize("line", ["german 726/716 at 0930 reduced", "german 716/716 at 0930"])
def test_a_unit_with_one_step_may_stand_and_is_eliminated(line: str) -> None:
    game = fight("D2", f"{line}\nallied 69/50 at 1030")
    unit = line.split()[1]
    assert f"stand {unit}" in orders(game)
    play(game, f"stand {unit}")
    assert where(game, unit) == "eliminated"


@rule("8.4-06")
def test_an_attacker_with_one_step_may_stand_and_is_eliminated() -> None:
    game = fight("A2", "german 726/716 at 0930\nallied 69/50 at 1030 reduced")
    play(game, "stand 69/50")
    assert where(game, "69/50") == "eliminated"
    assert where(game, "726/716") == "0930"


@rule("8.4-07", "8.5-01")
@pytest.mark.parametrize("reduced", ["", " reduced"])
def test_nobody_advances_after_stiff_resistance_even_into_the_hex_of_a_unit_that_died_of_it(reduced: str) -> None:
    game = fight("D2", f"german 726/716 at 0930{reduced}\nallied 69/50 at 1030")
    play(game, "stand 726/716")
    assert where(game, "726/716") == ("eliminated" if reduced else "0930")
    assert game.decision.rule != "8.5"
    assert state(game).phase == "Combat Phase"
    assert orders(game) == ["attack 1730", "end"]
