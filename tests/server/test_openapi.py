"""The server against its own description: whatever is sent, it neither fails nor answers in another form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.python import asgi
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from bocage.server.app import create_app
from bocage.server.settings import Settings
from bocage.server.visitors import COOKIE, new_token
from tests.server.support import PATIENCE

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
FEW = settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))


ADDRESS = "http://testserver"

description = schemathesis.openapi.from_dict(create_app(Settings(database="sqlite:///never-opened.db")).openapi())


class Table(NamedTuple):
    """A way to a server with a game, and the one who plays both sides of it."""

    client: asgi.ASGIClient
    game: str
    cookie: str


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("openapi")
    app = create_app(Settings(database=f"sqlite:///{folder / 'games.db'}", rate_limits=False))
    cookie = new_token()
    with asgi.get_client(cast("asgi.ASGIApp", app)) as client:
        answer = client.post(
            f"{ADDRESS}/api/games",
            json={"scenario": "sword", "seats": {"allied": {"kind": "human"}, "german": {"kind": "human"}}},
            cookies={COOKIE: cookie},
        )
        assert answer.status_code == 201, answer.text
        game = answer.json()["id"]
        summary = f"{ADDRESS}/api/games/{game}/summary?seat=german"  # its process takes a while to start
        assert client.get(summary, cookies={COOKIE: cookie}, timeout=PATIENCE).status_code == 200
        yield Table(client, game, cookie)
    asgi.shutdown_lifespans()


@description.parametrize()
@FEW
def test_a_stranger_who_sends_anything(case: schemathesis.Case, table: Table) -> None:  # type: ignore[type-arg]
    case.call_and_validate(ADDRESS, table.client, checks=CHECKS)


@description.parametrize()
@FEW
def test_a_player_who_sends_anything(case: schemathesis.Case, table: Table) -> None:  # type: ignore[type-arg]
    """The same from one who holds the seats of a game, so that more than the door is tried."""
    if case.path.startswith("/api/games/{game}"):
        case.path_parameters["game"] = table.game
    if "seat" in case.query:
        case.query["seat"] = "german"
    if isinstance(case.body, dict) and "seat" in case.body:
        case.body["seat"] = "german"
    case.call_and_validate(ADDRESS, table.client, checks=CHECKS, cookies={COOKIE: table.cookie})
