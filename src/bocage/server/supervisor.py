"""A server in one process or several, from start to end."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from threading import Thread

import uvicorn
from fastapi import FastAPI

from bocage.kernel import BocageError
from bocage.server import logs
from bocage.server.app import create_app
from bocage.server.settings import Settings
from bocage.server.storage import Storage

LARGEST_MESSAGE = 1024  # bytes that a client may send over a WebSocket; we do not listen anyway
GOODBYE = 0.05  # seconds for a last word
NEXT_LOOK = 0.05  # seconds until one looks again whether a worker is ready
GRACE = 3  # seconds for what is under way
KEEP_ALIVE = 75  # seconds that a player may think without a new connection
GARBAGE = (2_000, 500, 10)  # look among what is new often, which takes 3 ms; among what is old, 100 ms, hardly ever


class Server(uvicorn.Server):
    """Says when it is ready, and says goodbye to open boards before it closes them."""

    def __init__(self, app: FastAPI, ready: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=GRACE,
            timeout_keep_alive=KEEP_ALIVE,
        )
        super().__init__(config)
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop answering."""
        self._app.state.worker.hub.say_goodbye()
        await asyncio.sleep(GOODBYE)
        await super().shutdown(sockets)


def run(settings: Settings, listening: socket.socket, workers: int, ready: Callable[[], None]) -> None:
    """Serve until somebody ends it."""
    storage = Storage(settings.database)
    if workers > 1 and not storage.shared:
        raise BocageError("several workers need PostgreSQL: --database postgresql://...")
    storage.migrate()
    storage.close()
    if workers == 1:
        serve(settings, listening, ready)
    else:
        _serve_with_workers(settings, listening, workers, ready)


def serve(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve in this process."""
    logs.configure(settings.log_level)
    app = create_app(settings)

    def be_ready() -> None:
        ready()
        app.state.worker.pool.warm_up()
        _spare_pauses()

    Server(app, be_ready).run(sockets=[listening])


def _spare_pauses() -> None:
    """Let the search for garbage pass over what stays for ever: with it, all players wait a fifth of a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def _serve_with_workers(settings: Settings, listening: socket.socket, workers: int, ready: Callable[[], None]) -> None:
    """Serve in processes that share the socket; one that dies is replaced. It is ready when the first of them is."""
    context = get_context("spawn")
    up = context.Event()

    def start() -> BaseProcess:
        process = context.Process(target=_work, args=(settings, listening, up))
        process.start()
        return process

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the workers are ended too
    running = [start() for _ in range(workers)]
    told = False
    try:
        while True:
            wait([process.sentinel for process in running], None if told else NEXT_LOOK)
            if not told and up.is_set():
                told = True
                ready()
            running = [process if process.is_alive() else start() for process in running]
    except KeyboardInterrupt:
        pass
    finally:
        for process in running:
            if process.pid is not None and process.is_alive():
                os.kill(process.pid, signal.SIGTERM)
        for process in running:
            process.join()


def _work(settings: Settings, listening: socket.socket, up: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    Thread(target=_end_with_parent, name="parent", daemon=True).start()
    serve(settings, listening, up.set)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
