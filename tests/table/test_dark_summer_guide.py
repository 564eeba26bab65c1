"""The guided first game of The Dark Summer: following its suggestions leads through both Waves and ashore."""

from __future__ import annotations

from functools import cache

from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.title import open_scenario
from bocage.kernel import Game
from bocage.players import Chair, make
from bocage.table import table_of
from bocage.table.model import Guide, GuideStep, View

PLAYED = 260  # orders, by which the armies have landed and moved


def guide() -> Guide:
    found = table_of(open_scenario("campaign")).guide()
    assert found is not None
    return found


def fits(step: GuideStep, view: View) -> bool:
    assert view.decision is not None
    verbs = {choice.verb for choice in view.decision.orders}
    return (not step.phase or step.phase == view.phase) and (not step.verb or step.verb in verbs)


def beaches(game: Game) -> int:
    assert isinstance(game.state, State)
    return game.state.open_beaches.bit_count()


@cache
def followed() -> dict[str, tuple[str, bool, int]]:
    """The steps as they come up: phase, whether what they suggest is legal there, and the Beaches that are Open.

    The Germans do anything legal. A pupil to whom nothing is suggested does what the program advises in the Waves, and
    later ends his Rounds soon.
    """
    plan = guide()
    game = Game(open_scenario("campaign"), plan.seed)
    table, reached = table_of(game.setting), -1
    germans, advice = make("random", 2), make("greedy", 1)
    found: dict[str, tuple[str, bool, int]] = {}
    while not game.over and game.length < PLAYED:
        if game.decision.seat != plan.seat:
            game.play(germans.choose(Chair(game)))
            continue
        view = table.view(game.view(plan.seat), plan.seat, game.length)
        assert view.decision is not None
        legal = [choice.order for choice in view.decision.orders]
        order = next((order for order in ("play combat", "end") if order in legal), legal[0])
        if view.phase.endswith("Wave"):
            order = str(advice.choose(Chair(game)))
        after = [number for number, step in enumerate(plan.steps) if number > reached and fits(step, view)]
        if after:
            reached = after[0]
            step = plan.steps[reached]
            found[step.id] = (view.phase, not step.suggest or step.suggest in legal, beaches(game))
            order = step.suggest if step.suggest in legal else order
        game.play(order)
    return found


def test_the_steps_of_the_two_waves_come_in_order_when_their_time_has_come() -> None:
    plan = [step.id for step in guide().steps]
    assert list(followed()) == [name for name in plan if name in followed()]
    first = ["cup", "utah", "further", "omaha", "rangers", "others", "second-wave", "with", "support"]
    assert list(followed())[: len(first)] == first
    assert {followed()[name][0] for name in first[1:6]} == {"1st Wave"}
    assert {followed()[name][0] for name in first[6:]} == {"2nd Wave"}
    assert {"whereto", "third-wave", "move", "attack"} <= set(followed())


def test_every_suggestion_is_legal_when_it_is_made() -> None:
    assert [name for name, (_, legal, _) in followed().items() if not legal] == []


def test_the_dice_are_kind_on_the_first_morning_but_for_omaha() -> None:
    assert followed()["utah"][2] == 0 and followed()["second-wave"][2] >= 6
