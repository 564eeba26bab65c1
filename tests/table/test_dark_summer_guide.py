"""The guided first game of The Dark Summer: following its suggestions leads through both Waves and ashore."""

from __future__ import annotations

import re
from functools import cache

from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.title import open_scenario
from bocage.kernel import Game
from bocage.players import Chair, make
from bocage.table import table_of
from bocage.table.model import Guide
from tests.table.questions import fits

PLAYED = 400  # orders, by which the armies have landed and moved


def guide() -> Guide:
    found = table_of(open_scenario("campaign")).guide()
    assert found is not None
    return found


def beaches(game: Game) -> int:
    assert isinstance(game.state, State)
    return game.state.open_beaches.bit_count()


@cache
def followed() -> dict[str, tuple[str, bool, int]]:
    """The steps as they come up: phase, whether what they suggest is legal there, and the Beaches that are Open.

    The Germans do anything legal. A pupil to whom nothing is suggested does what the program advises in the Waves, and
    later moves one unit and ends his Rounds soon.
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
            order = step.suggest if step.suggest in legal else legal[0] if step.id == "move" else order
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


def test_what_a_card_tells_one_to_attack_is_what_it_shows() -> None:
    told = {step.id: re.findall(r"\b\d{4}\b", step.text.replace("1944", "")) for step in guide().steps}
    assert {step.id: step.suggest for step in guide().steps if told[step.id]} == {
        name: f"attack {hexes[0]}" for name, hexes in told.items() if hexes
    }
    assert all(len(hexes) <= 1 for hexes in told.values())


def test_who_makes_room_for_the_3rd_wave_is_told_of_that_and_not_of_movement() -> None:
    game = Game(open_scenario("campaign"), guide().seed)
    table, steps = table_of(game.setting), {step.id: step for step in guide().steps}
    germans, seen = make("random", 2), set[str]()
    while game.length < PLAYED:
        view = table.view(game.view("allied"), "allied", game.length)
        if game.decision.seat == "allied" and view.phase == "US Move Round" and view.decision is not None:
            if "is displaced" in view.decision.prompt:
                seen.add("displaced")
                assert fits(steps["third-wave"], view) and not fits(steps["whereto"], view)
            if view.decision.prompt.startswith("Move ") and "whereto" in view.decision.prompt:
                seen.add("moves")
                assert fits(steps["whereto"], view) and not fits(steps["third-wave"], view)
        if len(seen) == 2:
            break
        orders = [str(order) for order in game.decision.orders]
        ending = next((order for order in ("play move", "halt", "pass") if order in orders), orders[0])
        game.play(ending if game.decision.seat == "allied" else germans.choose(Chair(game)))
    assert seen == {"displaced", "moves"}


def test_the_dice_are_kind_on_the_first_morning_but_for_omaha() -> None:
    assert followed()["utah"][2] == 0 and followed()["second-wave"][2] >= 6
