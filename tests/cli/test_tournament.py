"""``bocage tournament``: a file that cannot hold its games is refused before any is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Shell


@pytest.mark.parametrize("content", [b"nothing of the kind\n", b"\xff\xfe\x00", b"{}\n[]\n"])
def test_a_file_of_something_else_is_refused_and_stays_as_it_is(content: bytes, tmp_path: Path, bocage: Shell) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    answer = bocage(f"tournament sword --level recruit --pairs 1 --file {file}")
    assert answer.code == 2 and answer.err.count("\n") == 1
    assert f"{file} is not the file of a tournament" in answer.err
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("/", "/ is a folder, so the games cannot be written there"),
        ("/dev/zero", "/dev/zero is not a file, so the games cannot be written there"),
        ("/nowhere/games.jsonl", "/nowhere/games.jsonl cannot be written: there is no folder /nowhere"),
    ],
)
def test_a_place_for_no_file_is_refused(place: str, sentence: str, bocage: Shell) -> None:
    answer = bocage(f"tournament sword --level recruit --pairs 1 --file {place}")
    assert answer.code == 2 and answer.err == f"bocage: {sentence}\n"
