"""Logs: one JSON object per line, and no secrets in it."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from fastapi import FastAPI
from fastapi.testclient import TestClient

from bocage.server import logs

TOKEN = "Zm9vYmFyYmF6cXV4cXV1eA"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    written = io.StringIO()
    logs.configure("info", written)
    yield written
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_requests_are_logged_without_their_secrets(stream: io.StringIO) -> None:
    app = FastAPI()
    app.add_middleware(logs.RequestLog)

    @app.get("/join/{token}")
    def join(token: str) -> str:
        return token

    client = TestClient(app, cookies={"bocage": TOKEN})
    client.get(f"/join/{TOKEN}?again={TOKEN}")
    client.get("/metrics")
    (line,) = [line for line in lines(stream) if line["logger"] == "bocage.requests"]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/join/...", 200)
    assert isinstance(line["ms"], float)
    assert TOKEN not in "".join(str(line) for line in lines(stream) if line["logger"] != "httpx")


def test_logs_of_libraries_and_errors_have_the_same_form(stream: io.StringIO) -> None:
    try:
        raise ValueError(f"no such link /join/{TOKEN}")
    except ValueError:
        logging.getLogger("bocage.server.registry").exception("game %s is held", "abc")
    logging.getLogger("uvicorn.access").info("GET /join/%s", TOKEN)
    (line,) = lines(stream)
    assert (line["level"], line["event"], line["logger"]) == ("error", "game abc is held", "bocage.server.registry")
    assert "ValueError: no such link /join/..." in str(line["exception"])
    assert str(line["timestamp"]).endswith("Z")


def test_lesser_matters_are_left_out(stream: io.StringIO) -> None:
    logging.getLogger("anything").debug("not worth mentioning")
    structlog.stdlib.get_logger("bocage").debug("nor this")
    assert lines(stream) == []
