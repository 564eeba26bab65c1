"""The server as one ASGI application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware

from bocage import __version__
from bocage.server import logs, metrics, pages, problems, safety
from bocage.server.api import Here, api
from bocage.server.bots.pool import BotPool
from bocage.server.settings import Settings
from bocage.server.storage import Storage
from bocage.server.wire import Health, LiveMessage, Problem
from bocage.server.worker import Worker

log = logging.getLogger(__name__)

SMALLEST_COMPRESSED = 2_000  # bytes
THREADS = 3  # that answer requests: more would only take turns, and keep the loop from its own
LIGHT = 3  # compression that costs less than it saves


def create_app(settings: Settings) -> FastAPI:
    """A server; it opens its database when it starts."""
    figures = metrics.Metrics(lambda: app.state.worker.registry.open_games() if hasattr(app.state, "worker") else 0)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        storage = Storage(settings.database)
        await run_in_threadpool(storage.migrate)
        pool = BotPool(limits=settings.limits, players=settings.players, observe=figures.thinking.observe)
        worker = Worker(settings, storage, pool)
        worker.hub.loop = asyncio.get_running_loop()
        current_default_thread_limiter().total_tokens = THREADS
        app.state.worker = worker
        await run_in_threadpool(worker.start)
        try:
            yield
        finally:
            await run_in_threadpool(worker.stop)

    app = FastAPI(
        title="Bocage",
        version=__version__,
        summary="Board wargames on Normandy 1944",
        lifespan=running,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        strict_content_type=True,
    )
    app.include_router(api)

    @app.get("/healthz", response_model=Health, responses={503: {"model": Problem}})
    def healthz(here: Here) -> Health:
        """Whether the server works, and its database."""
        storage = here.storage
        try:
            return Health(status="ok", version=__version__, database=storage.dialect, games=storage.count())
        except SQLAlchemyError as error:
            log.error("the database does not answer", exc_info=error)
            raise problems.Trouble(503, "unwell", "the database does not answer") from None

    problems.install(app)
    _describe_live(app)
    metrics.install(app, figures, settings.metrics_token)
    pages.install(app, settings.static)
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_COMPRESSED, compresslevel=LIGHT)
    safety.install(app, settings)
    app.add_middleware(metrics.Counting, metrics=figures)  # outside the guards, so that it sees what they refuse
    app.add_middleware(logs.RequestLog)
    return app


def _describe_live(app: FastAPI) -> None:
    """What comes over the WebSocket belongs in the description too, which knows only HTTP."""
    describe = app.openapi

    def openapi() -> dict[str, object]:
        found: dict[str, object] = describe()
        components = found["components"]
        assert isinstance(components, dict)
        components["schemas"]["LiveMessage"] = LiveMessage.model_json_schema(mode="serialization")
        return found

    app.openapi = openapi  # type: ignore[method-assign]
