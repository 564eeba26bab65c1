"""The server that browsers talk to in these tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.server import Server


def test_one_that_says_nothing_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"did not start within 0\.5 s"):
        Server(tmp_path, ("-c", "import time; print('wait', flush=True); time.sleep(600)"), patience=0.5)


def test_one_that_ends_at_once_tells_why(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no such table"):
        Server(tmp_path, ("-c", "raise SystemExit('no such table')"))
