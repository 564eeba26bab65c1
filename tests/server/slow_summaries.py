"""Summaries that go wrong or take long, for the tests of those who must cope with them."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from bocage.server.storage import OrderRow, Stored
from bocage.server.summarising import make_summary

FOLDER = "BOCAGE_TEST_SUMMARIES"  # where it is noted what is made, and told when to go on


def waiting(stored: Stored, orders: Sequence[OrderRow], seat: str | None) -> str:
    """Begins when it is told to."""
    folder = Path(os.environ[FOLDER])
    with (folder / "begun").open("a") as begun:
        begun.write(f"{seat}\n")
    while not (folder / "go").exists():
        time.sleep(0.02)
    return make_summary(stored, orders, seat)


def raising(stored: Stored, orders: Sequence[OrderRow], seat: str | None) -> str:
    """Has an error in its program, and a secret in the error."""
    raise ValueError("the minefield is in 1039")
