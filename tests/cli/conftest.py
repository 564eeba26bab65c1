"""The command line called in this process, as a person calls it in a shell."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

from bocage.cli import run


class Answer(NamedTuple):
    code: int
    out: str
    err: str


Shell = Callable[..., Answer]


@pytest.fixture
def bocage(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Run a command line with what a person types; bocage("play sword", "1", "quit")."""

    def call(line: str, *typed: str) -> Answer:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{text}\n" for text in typed)))
        capsys.readouterr()
        code = run(line.split())
        return Answer(code, *capsys.readouterr())

    return call
