"""One who writes for all: changes that wait at the same moment share a transaction, and so one wait for the disk."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Generic, TypeVar

from sqlalchemy import Connection, Engine

MOST = 64  # changes in one transaction

Result = TypeVar("Result")


class Conflict(Exception):
    """Somebody else's change came first; nothing was written."""


class Job(Generic[Result]):
    """A change, and the promise to say when it is on disk."""

    def __init__(self, work: Callable[[Connection], Result]) -> None:
        self.work = work
        self.done: Future[Result] = Future()
        self._result: Result | None = None
        self._conflict: Conflict | None = None

    def carry_out(self, connection: Connection) -> None:
        """Write it; ``settle`` says so when it is on disk. May be called again after all was rolled back."""
        self._conflict = None
        try:
            self._result = self.work(connection)
        except Conflict as conflict:
            self._conflict = conflict

    def settle(self) -> None:
        """It is on disk."""
        if self._conflict is not None:
            self.done.set_exception(self._conflict)
        else:
            self.done.set_result(self._result)  # type: ignore[arg-type]


class GroupCommit:
    """A thread that writes. SQLite lets only one write at a time, and makes all others sleep."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: SimpleQueue[Job[object] | None] = SimpleQueue()
        self._lock = Lock()
        self._thread: Thread | None = None

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Carry out a change; returns when it is on disk."""
        job = Job(work)
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="group commit", daemon=True)
                self._thread.start()
            self._waiting.put(job)  # type: ignore[arg-type]
        return job.done.result()

    def close(self) -> None:
        """Write what waits, and stop."""
        with self._lock:
            thread, self._thread = self._thread, None
            if thread is not None:
                self._waiting.put(None)
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        connection: Connection | None = None  # kept: to fetch one and give it back costs as much as to write
        while (first := self._waiting.get()) is not None:
            jobs = [first]
            ending = False
            while len(jobs) < MOST:
                try:
                    job = self._waiting.get_nowait()
                except Empty:
                    break
                if job is None:
                    ending = True
                    break
                jobs.append(job)
            connection = self._write(jobs, connection)
            if ending:
                break
        if connection is not None:
            connection.close()

    def _write(self, jobs: list[Job[object]], connection: Connection | None) -> Connection | None:
        """Write in one transaction; returns the connection, for the next time."""
        try:
            connection = connection or self._engine.connect()
            with connection.begin():
                for job in jobs:
                    job.carry_out(connection)
        except Exception as error:
            if len(jobs) == 1:
                jobs[0].done.set_exception(error)
            else:
                for job in jobs:  # one of them is bad: let it not spoil the others
                    connection = self._write([job], connection)
            return connection
        for job in jobs:
            job.settle()
        return connection
