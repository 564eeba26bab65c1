"""Whole recorded games replay to their exact results.

If rules or data have changed on purpose: python -m tests.golden.regenerate
"""

from __future__ import annotations

import tomllib

import pytest

import bocage
from bocage.games import list_scenarios
from tests.golden.recorded import FOLDER, GAMES, RESULTS, Golden


@pytest.mark.parametrize("golden", GAMES, ids=[golden.name for golden in GAMES])
def test_a_recorded_game_replays_to_its_exact_result(golden: Golden) -> None:
    game = bocage.load(golden.path)
    assert game.outcome is not None
    assert tomllib.loads(RESULTS.read_text("utf-8"))[golden.name] == {
        "orders": game.length,
        "hash": game.hash(),
        "record": game.record_hash(),
        **game.outcome._asdict(),
    }


def test_every_scenario_has_a_recorded_game_and_every_record_is_replayed() -> None:
    assert {golden.scenario for golden in GAMES} == {info.name for info in list_scenarios()}
    assert {path.stem for path in FOLDER.glob("*.bocage")} == {golden.name for golden in GAMES}
