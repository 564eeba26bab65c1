"""Who waits for advice, or a summary. One process makes it, and takes seconds: nobody may keep it busy alone."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock
from typing import Final, Generic, TypeVar

from bocage.server.problems import not_now
from bocage.server.reviewing import OWN_MACHINE, Asking

MOST_WAITING: Final = 32  # questions of a worker that are not answered
MOST_OF_ADDRESS: Final = 6  # of them from one address
MOST_OF_VISITOR: Final = 3  # and from one browser: the one it wants, and some before it that it gave up


Answer = TypeVar("Answer")


class Line(Generic[Answer]):
    """Those who wait for something of one worker; ``other`` is what one may have asked for before: 'other advice'."""

    def __init__(self, other: str, what: str) -> None:
        self._other = other
        self._what = what
        self._waiting: list[Asking] = []
        self._lock = Lock()

    def join(self, asking: Asking, ask: Callable[[], Future[Answer]]) -> Future[Answer]:
        """Ask, and stand in line until the answer is there."""
        with self._lock:
            self._check_room(asking)
            self._waiting.append(asking)
        try:
            answer = ask()
        except BaseException:
            self._leave(asking)
            raise
        answer.add_done_callback(lambda done: self._leave(asking))
        return answer

    def _leave(self, asking: Asking) -> None:
        with self._lock:
            self._waiting.remove(asking)

    def _check_room(self, asking: Asking) -> None:
        factor = OWN_MACHINE if asking.own_machine else 1
        if sum(one.visitor.hash == asking.visitor.hash for one in self._waiting) >= MOST_OF_VISITOR:
            raise not_now(f"{self._other} that you asked for is not ready yet; wait for it")
        if sum(one.address == asking.address for one in self._waiting) >= MOST_OF_ADDRESS * factor:
            raise not_now(f"{self._other} asked for from your address is not ready yet; try again later")
        if len(self._waiting) >= MOST_WAITING:
            raise not_now(f"many wait for {self._what} already; try again later")
