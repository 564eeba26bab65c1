"""The guided first game of A Bloody Summer: following its suggestions leads through the first phase."""

from __future__ import annotations

from functools import cache

from bocage.games.bloody_summer.places import GRID
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.title import open_scenario
from bocage.kernel import Game
from bocage.players import Chair, make
from bocage.table import table_of
from bocage.table.model import Guide
from tests.table.questions import fits


def guide() -> Guide:
    found = table_of(open_scenario("race_to_cherbourg")).guide()
    assert found is not None
    return found


@cache
def followed() -> tuple[dict[str, tuple[str, bool]], Game]:
    """The steps as they come up until the Germans have their half: phase, whether what they suggest is legal there.

    The Germans, and the pupil where nothing is suggested, do what the program advises.
    """
    plan = guide()
    game = Game(open_scenario("race_to_cherbourg"), plan.seed)
    table, reached = table_of(game.setting), -1
    advice = {seat: make("greedy", 1) for seat in game.setting.seats}
    found: dict[str, tuple[str, bool]] = {}
    while game.length < 300:
        view = table.view(game.view(plan.seat), plan.seat, game.length)
        if view.phase.startswith("Phase A · German"):
            break
        order = str(advice[game.decision.seat].choose(Chair(game)))
        if game.decision.seat == plan.seat:
            assert view.decision is not None
            legal = [choice.order for choice in view.decision.orders]
            after = [number for number, step in enumerate(plan.steps) if number > reached and fits(step, view)]
            if after:
                reached = after[0]
                step = plan.steps[reached]
                found[step.id] = (view.phase, not step.suggest or step.suggest in legal)
                order = step.suggest if step.suggest in legal else order
        game.play(order)
    return found, game


def test_the_steps_come_in_order_through_the_first_phase() -> None:
    steps, plan = followed()[0], [step.id for step in guide().steps]
    assert list(steps) == [name for name in plan if name in steps]
    assert {
        "aircraft",
        "markers",
        "to-the-corps",
        "second-marker",
        "home",
        "land",
        "carentan",
        "to-carentan",
        "movement",
        "activate",
        "azeville",
        "advance",
    } <= set(steps)


def test_a_step_without_a_suggestion_speaks_of_what_is_asked() -> None:
    """Aircraft are not explained where ships are asked for, and nobody is sent into a hex that is full."""
    steps = list(followed()[0])
    assert steps.index("to-carentan") + 1 == steps.index("movement")
    assert "guns" in steps and steps.index("guns") < steps.index("fly")


def test_every_suggestion_is_legal_when_it_is_made() -> None:
    assert [name for name, (_, legal) in followed()[0].items() if not legal] == []


def test_who_follows_holds_carentan_and_the_battery() -> None:
    state = followed()[1].state
    assert isinstance(state, State)
    assert state.held >> GRID.at("0818") & 1 and state.held >> GRID.at("0519") & 1
