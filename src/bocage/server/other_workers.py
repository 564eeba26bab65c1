"""Word from the other workers of a server, through PostgreSQL."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

import psycopg

from bocage.server.hub import Notice
from bocage.server.storage import CHANNEL, Storage

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds until a thread that waits looks whether it should stop


class Listening:
    """A thread with a connection of its own that hears what other workers do."""

    def __init__(self, storage: Storage, heard: Callable[[Notice], None], missed: Callable[[], None]) -> None:
        url = storage.engine.url.set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._heard = heard
        self._missed = missed  # called when something may have been said while nobody listened
        self._stopping = Event()
        self._ready = Event()
        self._thread = Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()
        self._ready.wait(10)

    def stop(self) -> None:
        """Stop listening."""
        self._stopping.set()
        self._thread.join(5)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                log.warning("the database does not answer: %s", " ".join(str(error).split()))
                self._stopping.wait(PATIENCE)

    def _listen(self) -> None:
        with psycopg.connect(self._address, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            if self._ready.is_set():
                self._missed()
            self._ready.set()
            while not self._stopping.is_set():
                for notice in connection.notifies(timeout=PATIENCE):
                    self._pass_on(notice.payload)

    def _pass_on(self, payload: str) -> None:
        try:
            self._heard(Notice.parse(payload))
        except Exception:
            log.exception("word of another worker could not be used")
