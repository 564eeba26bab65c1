"""The invariants of A Bloody Summer hold through a game, and they notice what must not be."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.invariants import ASK_AGAIN_EVERY, Watch
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.pieces import HEADQUARTERS, piece_number
from bocage.games.bloody_summer.places import ABSENT, DESTROYED, GRID, STRATEGIC_RESERVE
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.title import open_scenario
from bocage.games.bloody_summer.words import MOVE
from bocage.kernel import Event, Game
from tests.bloody_summer.positions import begin, position

Sabotage = Callable[[State], None]

FRONT = """
    allied 3-Inf/8 at 0906
    allied HQ-I at 0805
    allied 4-Inf/8 at 0420
    german 12-SS/25 at 1108
    german HQ-I-SS-Pz at 1107
"""


def test_a_random_race_breaks_none() -> None:
    setting = open_scenario("race_to_cherbourg")
    game, random, watch = Game(setting, "7 June"), Random(1944), Watch(setting)
    events: list[Event] = game.opening_events
    while not game.over:
        assert not list(watch.violations(game.state, events)), game.length
        events = game.play(random.choice(game.decision.orders))
    assert not list(watch.violations(game.state, events))


def lose_a_step(g: State) -> None:
    g.lost[piece_number("3-Inf/8")] += 1


def score(g: State) -> None:
    g.points += 1


def forget_a_stack(g: State) -> None:
    g.zoc[GERMAN][GRID.at("1008")] += 1
    g.put(piece_number("12-SS/26"), GRID.at("1109"))


def miss_a_piece(g: State) -> None:
    g.put(piece_number("12-SS/26"), GRID.at("1109"))
    g.who[GRID.at("1109")] = 0


def overlook_a_crowd(g: State) -> None:
    crowd(g)
    g.touched = 0


def join_the_enemy(g: State) -> None:
    g.put(piece_number("HQ-XXX"), GRID.at("1108"))


def crowd(g: State) -> None:
    for unit in ("3-Inf/9", "3-Inf/185", "50-Inf/69", "50-Inf/151", "50-Inf/231", "43-Inf/130", "43-Inf/129"):
        g.put(piece_number(unit), GRID.at("0906"))
    g.phase, g.active = "Combat phase", ALLIED


def mark_the_dead(g: State) -> None:
    unit = piece_number("12-SS/25")
    g.lost[unit] = g.campaign.steps[unit]
    g.remove(unit, DESTROYED[GERMAN])
    g.unsupplied |= 1 << unit


def fight_under_the_enemy(g: State) -> None:
    g.fought_under[piece_number("4-Inf/8")] = piece_number("HQ-I")


def fight_all_under_one(g: State) -> None:
    own = [unit for unit, army in enumerate(g.campaign.army[: HEADQUARTERS.start]) if army == g.campaign.army[0]]
    g.fought_under = dict.fromkeys(own, piece_number("HQ-V"))


def leave_markers(g: State) -> None:
    g.markers[ALLIED, GRID.at("1108")] = 1


def store_markers(g: State) -> None:
    g.markers[GERMAN, STRATEGIC_RESERVE] = 1


def ask_for_another(g: State) -> None:
    assert g.pending is not None
    g.pending.orders = [*g.pending.orders, MOVE[piece_number("4-Inf/8")]]


@pytest.mark.parametrize(
    ("sabotage", "sentence"),
    [
        (lose_a_step, "nobody was told"),
        (score, "the track is at"),
        (forget_a_stack, "zones of control of side 1 are miscounted"),
        (miss_a_piece, "the masks of the stacks"),
        (overlook_a_crowd, "the hexes with too many of side 0 are miscounted"),
        (join_the_enemy, "enemies are together in 1108 without confusion"),
        (crowd, "stacking points, and at most"),
        (mark_the_dead, "12-SS/25 is german-destroyed and bears a marker"),
        (fight_under_the_enemy, "4-Inf/8 is under HQ-I"),
        (fight_all_under_one, "formations have fought under HQ-V"),
        (leave_markers, "Offensive markers lie with the enemy in 1108"),
        (store_markers, "Offensive markers are in strategic-reserve"),
        (ask_for_another, "british is asked 'move 4-Inf/8'"),
    ],
)
def test_what_must_not_be_is_noticed(sabotage: Sabotage, sentence: str) -> None:
    g = position("operation_cobra", FRONT)
    game = begin(g, MovementPhase(ALLIED))
    watch = Watch(open_scenario("operation_cobra"))
    while game.decision.seat != "british":
        game.play("end")
    state = game.state
    assert isinstance(state, State)
    assert not list(watch.violations(state))
    sabotage(state)
    assert any(sentence in found for found in watch.violations(state))


def test_orders_that_rest_on_an_old_position_are_noticed() -> None:
    game = begin(position("operation_cobra", FRONT), MovementPhase(GERMAN))
    watch = Watch(open_scenario("operation_cobra"))
    game.play("move 12-SS/25")
    state = game.state
    assert isinstance(state, State) and state.pending is not None
    assert not [found for _ in range(ASK_AGAIN_EVERY) for found in watch.violations(state)]
    state.pending.orders = state.pending.orders[1:]
    found = [sentence for _ in range(ASK_AGAIN_EVERY) for sentence in watch.violations(state)]
    assert any("worked out anew" in sentence for sentence in found)


def test_an_army_that_takes_no_part_is_noticed() -> None:
    setting = open_scenario("race_to_cherbourg")
    game, watch = Game(setting, "7 June"), Watch(setting)
    g = game.state
    assert isinstance(g, State) and g.where[piece_number("3-Inf/8")] == ABSENT
    assert not list(watch.violations(g))
    g.put(piece_number("3-Inf/8"), GRID.at("0617"))
    assert any("an army that takes no part" in found for found in watch.violations(g))
