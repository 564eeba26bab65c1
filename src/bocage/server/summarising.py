"""Summaries of games: one process of each worker makes them, and the last ones are kept.

The whole course of a game is gone through for one, which takes seconds where games are long.
"""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from multiprocessing import get_context
from threading import Lock
from typing import Final, NamedTuple

from pebble import ProcessPool

from bocage.kernel import BocageError
from bocage.server.access import ALL, check_point_of_view
from bocage.server.bots.line import Line
from bocage.server.bots.pool import QUICK
from bocage.server.registry import Registry
from bocage.server.reviewing import Asking
from bocage.server.session import Session, begin, row_of
from bocage.server.storage import OrderRow, Stored

SECONDS: Final = 300.0  # after which a summary is given up
KEPT: Final = 200  # of a worker

log = logging.getLogger(__name__)

Work = Callable[[Stored, Sequence[OrderRow], str | None], str]


class Course(NamedTuple):
    """What a summary tells of: a game as far as it has come, and from which point of view."""

    game_id: str
    length: int
    cuts: int
    reseedings: int
    seat: str


class Summaries:
    """The summaries of one worker."""

    def __init__(self, registry: Registry, work: Work | None = None, seconds: float = SECONDS) -> None:
        self._registry = registry
        self._work = work or make_summary
        self._seconds = seconds
        self._line: Line[str] = Line("another summary", "summaries")
        self._kept: OrderedDict[Course, Future[str]] = OrderedDict()  # made or in work, the last asked for last
        self._lock = Lock()
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(1, context=get_context("spawn"), initializer=_prepare)

    def stop(self) -> None:
        """Stop at once."""
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()

    def ask(self, game_id: str, seat: str, asking: Asking) -> Future[str]:
        """The summary of a game, as it goes over the wire; raises BocageError, one sentence, if there is none."""
        with self._registry.open(game_id) as session:
            check_point_of_view(session.stored, seat, asking.visitor)
            row = session.stored.game
            course = Course(row.id, session.game.length, row.cuts, len(session.game.reseedings), seat)
            with self._lock:
                found = self._kept.pop(course, None)
                if found is None or (found.done() and found.exception() is not None):
                    found = self._line.join(asking, lambda: self._set_to_work(session, None if seat == ALL else seat))
                self._kept[course] = found
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
                return found

    def _set_to_work(self, session: Session, seat: str | None) -> Future[str]:
        if not self._pool.active:  # the process died so badly that it could not be replaced
            self._pool = self._new_pool()
        orders = [row_of(number, played) for number, played in enumerate(session.game.history, 1)]
        work: Future[str] = self._pool.schedule(self._work, (session.stored, orders, seat), timeout=self._seconds)
        answer: Future[str] = Future()  # of its own: who goes away must not end what others wait for
        answer.set_running_or_notify_cancel()
        work.add_done_callback(lambda done: _pass_on(done, answer))
        return answer


def _pass_on(work: Future[str], answer: Future[str]) -> None:
    error = CancelledError() if work.cancelled() else work.exception()
    if error is None:
        answer.set_result(work.result())
        return
    if not isinstance(error, CancelledError):  # else the server stops
        log.error("a summary failed", exc_info=error)
    late = isinstance(error, TimeoutError)
    why = "it found no end in time" if late else f"it stumbled over an error of its own ({type(error).__name__})"
    answer.set_exception(BocageError(f"there is no summary: {why}"))


# What follows runs in the process.


def _prepare() -> None:
    """Requests come first."""
    if hasattr(os, "nice"):
        os.nice(QUICK)


def make_summary(stored: Stored, orders: Sequence[OrderRow], seat: str | None) -> str:
    """Curves over the whole game, as a seat may know them; None: everything."""
    session = Session(stored, begin(stored, orders))
    session.repeat(orders)
    return session.table.summary(list(session.moments(seat)), seat).model_dump_json()
