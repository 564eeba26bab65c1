"""What players are told before a game agrees with the tables."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer.content import load_content
from bocage.games.bloody_summer.title import BRIEFINGS, SCENARIOS


def needs(scenario: str, side: str) -> str:
    """What a side needs to win."""
    return next(told.needs for told in BRIEFINGS[scenario].sides if told.side == side)


def test_every_scenario_has_a_briefing() -> None:
    assert BRIEFINGS.keys() == SCENARIOS.keys()


@pytest.mark.parametrize("scenario", ["operation_cobra", "campaign"])
def test_the_points_are_those_of_the_tables(scenario: str) -> None:
    tables, set_up = load_content().tables, load_content().set_ups[scenario]
    points, at_once = tables.victory, tables.automatic_victory
    words = {1: "one", 2: "two", 3: "three", 4: "four"}
    for side in ("allied", "german"):
        text = needs(scenario, side)
        assert f"Be {points.marginal} Victory Points ahead when turn {set_up.turns[1]} ends" in text
        assert f"{points.decisive} for a decisive victory" in text
    assert f"fewer than {at_once.german_units} German units" in needs(scenario, "allied")
    assert f"{words[at_once.harbours]} Atlantic harbours" in needs(scenario, "allied")
    assert f"each turn gives them {points.german_turn}" in needs(scenario, "german")
    assert f"{words[at_once.beach_hexes]} beach hexes" in needs(scenario, "german")


def test_scenario_1_is_won_and_lost_at_the_end_of_its_turns() -> None:
    first, last = load_content().set_ups["race_to_cherbourg"].turns
    assert all(f"turn {turn}" in needs("race_to_cherbourg", "allied") for turn in range(first + 1, last + 1))
    assert f"when turn {last} ends" in needs("race_to_cherbourg", "german")
