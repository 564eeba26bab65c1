"""Reviews that go wrong or take long, for the tests of those who must cope with them."""

from __future__ import annotations

import os
import time

from bocage.players.review import Bounds
from bocage.server.reviewing import note


def hanging(serial: int, text: str, bounds: Bounds) -> str:
    """Comes half-way and never further."""
    note(serial, 0.5)
    while True:
        time.sleep(0.05)


def raising(serial: int, text: str, bounds: Bounds) -> str:
    """Has an error in its program, and a secret in the error."""
    raise ValueError("the minefield is in 1039")


def dying(serial: int, text: str, bounds: Bounds) -> str:
    """Is ended from outside."""
    os._exit(1)
