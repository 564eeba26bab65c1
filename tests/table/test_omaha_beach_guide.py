"""The guided first game of Easy Fox: following its suggestions leads through the first turn and the second."""

from __future__ import annotations

from functools import cache

from bocage.games.omaha_beach.positions import load_positions
from bocage.games.omaha_beach.title import open_scenario, scenarios
from bocage.games.omaha_beach.words import GRID
from bocage.hexes.sheet import spot
from bocage.kernel import Game
from bocage.table import table_of
from bocage.table.model import Guide
from bocage.table.omaha_beach.orders import LABELS, PLAIN
from tests.omaha_beach.positions import position, state
from tests.table.questions import fits


def guide() -> Guide:
    found = table_of(open_scenario("easy_fox")).guide()
    assert found is not None
    return found


@cache
def followed() -> list[tuple[str, int, str]]:
    """The steps as they come up, each with its turn and the order that was given; the game goes on into turn 3."""
    plan = guide()
    game = Game(open_scenario("easy_fox"), plan.seed)
    table, reached, found = table_of(open_scenario("easy_fox")), -1, []
    while not game.over and state(game).turn < 3:
        view = table.view(game.view("1st"), "1st", game.length)
        assert view.decision is not None
        legal = {choice.order for choice in view.decision.orders}
        order = "end" if "end" in legal else "pass" if "pass" in legal else min(legal)
        after = [number for number, step in enumerate(plan.steps) if number > reached and fits(step, view)]
        if after:
            reached = after[0]
            step = plan.steps[reached]
            assert not step.suggest or step.suggest in legal, f"{step.id} suggests {step.suggest}"
            order = step.suggest or order
            found.append((step.id, state(game).turn, order))
        game.play(order)
    return found


def test_only_easy_fox_is_guided() -> None:
    guided = [name for name in scenarios() if table_of(open_scenario(name)).guide() is not None]
    assert guided == ["easy_fox"]
    assert guide().seat == "1st" and len({step.id for step in guide().steps}) == len(guide().steps) >= 12


def test_the_first_turn_is_explained_from_its_first_decision_to_its_end() -> None:
    first = [(step, order) for step, turn, order in followed() if turn == 1]
    assert first == [
        ("first-tanks", "act 1/B/741"),
        ("what-to-do", "barrage 0809"),
        ("two-actions", "act 2/C/741"),
        ("weak-target", "barrage 0916"),
    ]
    assert any(turn == 2 for _, turn, _ in followed()), "the suggestions lead to the end of turn 1"


def test_the_second_turn_brings_what_the_guide_tells() -> None:
    second = [step for step, turn, _ in followed() if turn == 2]
    assert second == [
        "second-turn", "fire", "more-obstacles", "free", "inland", "run", "run-where", "symbols", "steady", "carry-on",
    ]  # fmt: skip


def test_a_card_has_few_words_and_the_first_tells_where_west_is() -> None:
    """Longer ones do not fit beside the map, nor on a phone."""
    assert max(len(step.text.split()) for step in guide().steps) <= 45
    assert "west is to the right" in guide().steps[0].text and "Log tab" in guide().steps[0].text
    east, west = load_positions()["WN60"], load_positions()["WN73"]
    assert spot(GRID, east.hex)[0] < spot(GRID, west.hex)[0]


def test_what_the_guide_says_of_the_fire_is_true() -> None:
    game = Game(open_scenario("easy_fox"), guide().seed)
    for _, _, order in followed()[:9]:
        game.play(order)
    danger = table_of(open_scenario("easy_fox")).overlay(game.view("1st"), "danger", None)
    values = {shade.hex: shade.value for shade in danger.shades}
    assert values["0509"] == values["0608"] == "steady" and values["0609"] == "intense"
    game.play("act F/2/16")
    game.play("to 0611")
    game.play("act I/3/16")
    decision = table_of(open_scenario("easy_fox")).decision(game.view("1st"), "1st")
    assert decision is not None
    assert {choice.order: choice.cost for choice in decision.orders}["to 0608"] == "free"


def test_what_the_guide_says_of_the_morning_is_true() -> None:
    """The texts speak of what this seed brings: two companies late, two ashore, WN64 silenced, a hero."""
    game = Game(open_scenario("easy_fox"), guide().seed)
    kinds = [event.kind for event in game.opening_events]
    assert kinds.count("delayed") == kinds.count("step_lost") == kinds.count("landed") == 2
    assert "eliminated" not in kinds
    events = [game.play(order) for order in ("act 1/B/741", "barrage 0809", "act 2/C/741", "barrage 0916")]
    (missed,) = events[1]  # nothing came of it, and the guide says why
    assert missed.kind == "barrage" and "orange" in (why := guide().steps[2].text) and "a diamond alone" in why
    assert missed.facts["colour"] == "orange" and "orange" not in str(missed.facts["colours"])
    assert (missed.facts["match"], missed.facts["symbol"], missed.facts["strength"]) == ("symbol", "diamond", 2)
    assert "strength 2" in why and "depth" not in why
    assert "german_disrupted" in [event.kind for event in events[3]]
    assert [event.facts["event"] for event in events[3] if event.kind == "event"] == ["hero_and_depth"]
    fire = game.play("hero E/2/16")
    assert len([event for event in fire if event.kind == "position_fires"]) == 3
    assert [event.kind for event in fire].count("step_lost") == 1


def test_steps_for_later_fit_when_their_time_comes() -> None:
    steps = {step.id: step for step in guide().steps}
    table = table_of(open_scenario("first_waves"))
    game = position(
        'us E/2/16 at 0717 hero\nus F/2/16 at 0717\nus G/2/16 at 0718 disrupted\ngerman WN65N "WN 1 BG" revealed',
        turn=5,
    )
    shown = table.view(game.view("1st"), "1st", 0)
    assert fits(steps["recover"], shown)
    game.play("act E/2/16")
    assert fits(steps["attack"], table.view(game.view("1st"), "1st", 0))
    game.play("attack 0817")
    assert fits(steps["with"], table.view(game.view("1st"), "1st", 0))


def test_every_step_speaks_of_verbs_that_exist() -> None:
    assert all(not step.verb or step.verb in LABELS or step.verb in PLAIN for step in guide().steps)
