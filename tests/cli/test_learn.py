"""``bocage learn``."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.players.evaluation import evaluation_of, read_learnt
from tests.cli.conftest import Shell


def test_the_command_learns_and_writes_a_file_that_is_read_again(tmp_path: Path, bocage: Shell) -> None:
    """End to end, with players who know nothing, so that it is quick."""
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    answer = bocage(f"learn sword --games 8 --player random --seed 7 --file {first}")
    assert answer.code == 0
    assert "by quarters of the game" in answer.out
    assert bocage(f"learn sword --games 8 --player random --seed 7 --jobs 2 --file {second}").code == 0
    assert first.read_text() == second.read_text()
    features = evaluation_of("fire_movement/sword").FEATURES
    learnt = read_learnt(first.read_text(), "first.toml", features)
    assert learnt.scenario == "fire_movement/sword"
    assert learnt.origin.games == learnt.held_out.games == 8
    assert learnt.origin.command == "bocage learn sword --games 8 --seed 7 --player random"
    assert list(learnt.weights) == ["constant", *(feature.name for feature in features)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("swrod", "there is no scenario 'swrod'; did you mean sword?"),
        ("sword --player gredy", "there is no player 'gredy'"),
        ("sword --file /nowhere/at/all.toml", "cannot be written: there is no folder"),
        ("sword --games 2", "nothing can be learnt from fewer than 8 games"),
    ],
)
def test_what_cannot_be_learnt_is_refused_in_a_sentence(arguments: str, sentence: str, bocage: Shell) -> None:
    answer = bocage(f"learn {arguments}")
    assert answer.code == 2
    assert sentence in answer.err
