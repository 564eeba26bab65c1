"""The sequence of play (4)."""

from __future__ import annotations

from bocage.games.dark_summer.places import BRITTANY, MAY_LEAVE
from bocage.games.dark_summer.title import open_scenario
from bocage.games.dark_summer.turn import PHASES, GameTurn, stage_of
from bocage.games.dark_summer.words import unit_number
from bocage.kernel import Chance, Event, Game, Stage
from tests.dark_summer.positions import begin, position, state
from tests.questions import refusal
from tests.support import rule

IDLE = ("end", "pass", "halt")

FRONT = """
    allied 16/1 at 3304 reduced
    allied 56 at 4004 reduced
    allied CCA/4 at brittany
    german 6-FJ at 3310 reduced
    german 12/12-SS-Pz at 4110
    german 916/352 at 2903
    allied 18/1 at 3003
    allied 26/1 at 2904
    allied CCB/4 at 2726
"""


def idle_through(game: Game, turn: int) -> list[Event]:
    """Do as little as possible until a turn is over; returns what was told."""
    told: list[Event] = []
    for _ in range(400):
        g = state(game)
        if game.over or g.turn > turn or not g.stack or type(g.stack[-1]).__name__ == "TestEnds":
            break
        choices = game.decision.orders
        told += game.play(next((order for order in choices if order.verb in IDLE), choices[0]))
    return told


@rule(
    "4.0-01", "4.0.1-01", "4.0.2-01", "4.0.3-01", "4.0.4-01", "4.0.5-01", "4.0.6-01", "4.0.7-01", edition="dark_summer"
)
def test_seven_phases_follow_each_other() -> None:
    g = position(FRONT, turn=5, beaches="3303 4003", round="", picks=[0])
    game = begin(g, GameTurn())
    assert g.turn == 6 and len(g.weather_drawn) == 1
    told = idle_through(game, 6)
    phases = list(dict.fromkeys(event.phase for event in told))
    assert [phase for phase in phases if phase in PHASES] == [phase for phase in PHASES if phase in phases], (
        "in the order of the rulebook"
    )
    assert {"Attrition Phase", "Clean-Up Phase"} <= set(phases), "916/352 is cut off, CCA/4 may leave Brittany"
    assert g.where[unit_number("CCA/4")] == MAY_LEAVE and BRITTANY not in g.at


@rule("4.0.3-01", "4.0.3-02", edition="dark_summer")
def test_replacements_come_before_the_action_phase_the_allies_first() -> None:
    g = position(FRONT, turn=5, beaches="3303 4003", round="", picks=[4])
    game = begin(g, GameTurn())
    seats = []
    while state(game).phase == "Replacement Phase":
        seats.append(game.decision.seat)
        game.play(next(order for order in game.decision.orders if order.verb == "end"))
    assert seats == sorted(seats) and {"allied", "german"} == set(seats)
    assert state(game).phase == "Action Phase" and state(game).reduced & 1 << unit_number("16/1"), (
        "what is not used is lost"
    )


@rule("4.0-04", "4.0.4-05", "7.2.1-03", edition="dark_summer")
def test_turn_1_begins_with_the_action_phase_and_its_four_fixed_rounds() -> None:
    g = open_scenario("campaign").start(Chance.from_seed("1"))
    assert g.turn == 1 and g.phase == "Action Phase" and not g.weather_drawn
    game = Game.at(open_scenario("campaign"), g)
    game.play(game.decision.orders[0])
    g = state(game)
    assert sum(g.cup) == 9 and g.reactions == 2
    assert g.round_kind == "wave1", "no Initiative chit"


@rule(
    "4.0.4-02",
    "4.0.4-03",
    "1.0-03",
    "1.0-04",
    "1.0-05",
    "2.2.2-03",
    "2.2.2-04",
    "4.0.4-04",
    "2.4-02",
    edition="dark_summer",
)
def test_the_initiative_chit_is_played_first_and_then_chits_are_drawn() -> None:
    g = position(FRONT, turn=5, beaches="3303 4003", round="", picks=[0])
    game = begin(g, GameTurn())
    while state(game).phase == "Replacement Phase":
        game.play(next(order for order in game.decision.orders if order.verb == "end"))
    assert game.decision.seat == "allied" and {order.verb for order in game.decision.orders} == {"initiative"}
    cup = sum(state(game).cup)
    game.play("initiative us")
    assert sum(state(game).cup) == cup - 1, "it is not in the cup"
    assert state(game).reactions == 1, "nor are Reaction chits"
    owners = []
    for _ in range(200):
        g = state(game)
        if g.turn != 6 or type(g.stack[-1]).__name__ == "TestEnds":
            break
        if g.round_kind == "reaction":
            owners.append("reaction")
        choices = game.decision.orders
        game.play(next((order for order in choices if order.verb in IDLE), choices[0]))
    assert state(game).round >= 11, "every chit of a Sun turn has been played"
    assert sum(state(game).cup) == 0


@rule("4.0-02", edition="dark_summer")
def test_what_is_over_is_over() -> None:
    g = position(FRONT, turn=5, beaches="3303 4003", round="", picks=[0])
    game = begin(g, GameTurn())
    while state(game).phase == "Replacement Phase":
        game.play(next(order for order in game.decision.orders if order.verb == "end"))
    assert refusal(game, "move 16/1").sentence, "no Round has begun"
    assert stage_of(state(game)) == Stage(6, 0, 3)


@rule("4.0-03", edition="dark_summer")
def test_an_order_is_taken_back_as_long_as_nothing_was_revealed() -> None:
    game = begin(position(FRONT, turn=5, beaches="3303 4003", round="", picks=[0]), GameTurn())
    before = state(game).hash()
    game.play(game.decision.orders[0])
    game.undo()
    assert state(game).hash() == before


@rule("4.0.7-02", "3.2-01", edition="dark_summer")
def test_after_turn_10_the_points_decide() -> None:
    g = position(FRONT, turn=9, beaches="3303 4003", round="", picks=[0])
    g.cherbourg_captured = 4
    game = begin(g, GameTurn())
    idle_through(game, 10)
    assert game.over and game.outcome is not None
    assert game.outcome.rule == "3.2.3-02", "nobody has a point more"
