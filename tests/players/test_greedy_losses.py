"""Greedy, which also gives the advice, loses no unit for sure that it could save."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bocage.games import open_setting
from bocage.games.fire_movement.retreat import RetreatOrStand
from bocage.games.omaha_beach.action_phase import UnitAction
from bocage.games.omaha_beach.attack import AttackAction
from bocage.kernel import Frame, Game, Order, State, record
from bocage.players import Chair, GreedyPlayer
from tests.fire_movement.combats import NO_MARKERS, attack, sure
from tests.fire_movement.positions import position
from tests.golden.recorded import FOLDER
from tests.questions import foreseen


def decisions(name: str, *asking: type[Frame]) -> Iterator[tuple[Game, State]]:
    """Every decision of a recorded game that one of some procedures asks for, with the view of whoever is asked."""
    found = record.read(FOLDER / f"{name}.bocage")
    game = record.start(found, open_setting)
    for line in found.lines:
        if isinstance(game.state.stack[-1], asking):
            yield game, game.view(game.decision.seat)
        record.step(game, line, name)


def dies(game: Game, view: State, order: Order) -> bool:
    """Whether an order costs a unit for sure."""
    return any(event.kind == "eliminated" for event in game.setting.foresee(view, order))


BEFORE_A_GOAL = """
    allied 506/101 at 1805 reduced
    allied 12/4 at 1804
    german 6/2-fj at 1706
    german 243/243 at 1803
    german 33/17SS at 1605
"""
BEHIND = "allied 39/9 at 1906\nallied 47/9 at 1905"


@pytest.mark.parametrize("behind", [BEHIND, ""])
def test_a_unit_on_its_last_step_makes_a_friend_give_way_rather_than_stand_and_die(behind: str) -> None:
    game = position(
        "utah", (BEFORE_A_GOAL + behind).strip(), phase="combat", turn=8, dice=[1], cups=NO_MARKERS,
        beachheads="2508 2607 2707", setting=sure("A1", "utah"),
    )  # fmt: skip
    attack(game, "1706", "506/101")
    assert foreseen(game, "stand 506/101") == "506/101 is eliminated." and not foreseen(game, "retreat 506/101")
    assert str(GreedyPlayer(0).choose(Chair(game))) == "retreat 506/101"


def test_who_is_lost_in_any_case_stands_and_bars_the_way() -> None:
    around = "allied 151/50 at 0829\nallied 231/50 at 0931\nallied 7/3 at 0928\n"
    units = around + "german 2/2 at 1730\nallied 56 at 1830\ngerman 716/716 at 0930\nallied 69/50 at 1030"
    game = position("gold_juno", units, phase="combat", dice=[1], cups=NO_MARKERS, setting=sure("D2"))
    attack(game, "0930", "69/50")
    assert foreseen(game, "retreat 716/716") and foreseen(game, "stand 716/716")
    assert {str(GreedyPlayer(seed).choose(Chair(game))) for seed in range(8)} == {"stand 716/716"}


@pytest.mark.parametrize("name", ["sword_greedy", "gold_juno_greedy", "combined_campaign"])
def test_nobody_who_is_driven_back_is_given_up_while_he_can_be_saved(name: str) -> None:
    judged = 0
    for game, view in decisions(name, RetreatOrStand):
        hopeless = [order for order in game.decision.orders if dies(game, view, order)]
        if hopeless and len(hopeless) < len(game.decision.orders):
            assert GreedyPlayer(0).choose(Chair(game)) not in hopeless, (game.length, hopeless)
            judged += 1
    assert judged


@pytest.mark.parametrize("name", ["first_waves", "d_day", "first_waves_allies"])
def test_nobody_fights_on_in_the_rising_tide_who_could_leave(name: str) -> None:
    judged = 0
    for game, view in decisions(name, UnitAction, AttackAction):
        hopeless = [order for order in game.decision.orders if dies(game, view, order)]
        if hopeless and len(hopeless) < len(game.decision.orders):
            assert GreedyPlayer(0).choose(Chair(game)) not in hopeless, (game.length, hopeless)
            judged += 1
    assert judged
