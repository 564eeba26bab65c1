"""Logs for machines: one JSON object per line, without anything secret.

>>> redact("/join/Zm9vYmFyYmF6cXV4cXV1eA")
'/join/...'
"""

from __future__ import annotations

import logging
import re
import sys
from time import perf_counter
from typing import TextIO

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import EventDict, WrappedLogger

SECRET = re.compile(r"(/(?:join|watch)/)[^/?#\s\"]+")
QUIET = ("/healthz", "/metrics", "/assets/")

log = structlog.stdlib.get_logger("bocage.requests")


def redact(text: str) -> str:
    """A text without the secrets of invitations."""
    return SECRET.sub(r"\1...", text)


def configure(level: str = "info", stream: TextIO | None = None) -> None:
    """Write all logs of this process, ours and the libraries', as JSON to stderr."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _redact_all,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.PositionalArgumentsFormatter(), *shared],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
    access = logging.getLogger("uvicorn.access")  # ours says the same without the secrets
    access.handlers = []
    access.propagate = False


def _redact_all(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = redact(value)
    return event


class RequestLog:
    """One line per request: what was asked and how long it took, without query, cookies and body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(QUIET):
            await self.app(scope, receive, send)
            return
        begun = perf_counter()
        status = 500 if scope["type"] == "http" else 101

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, note_status)
        finally:
            log.info(
                "request",
                method=scope.get("method", "LIVE"),
                path=scope["path"],
                status=status,
                ms=round((perf_counter() - begun) * 1000, 1),
            )
