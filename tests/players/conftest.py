"""Judges for the tests of players."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bocage.players import evaluation

SWORD = "fire_movement/sword"


@pytest.fixture
def beyond(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A scenario whose judge expects more than the best result of every position."""
    higher = [[constant + 2.0, *weights] for constant, *weights in evaluation.weights_of(SWORD)]
    monkeypatch.setattr(evaluation, "weights_of", lambda scenario: higher)
    evaluation.judge_of.cache_clear()
    yield SWORD
    evaluation.judge_of.cache_clear()
