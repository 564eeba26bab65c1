"""Figures for Prometheus: what is counted, and who may read it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from fastapi import FastAPI, WebSocket
from fastapi.testclient import TestClient

from bocage.server import metrics, problems, safety

HERE = ("127.0.0.1", 50_000)
ELSEWHERE = ("192.0.2.1", 50_000)


def application(token: str | None = None) -> FastAPI:
    app = FastAPI()
    figures = metrics.Metrics(games_open=lambda: 3)
    figures.thinking.observe(0.2)

    @app.post("/api/games/{game}/orders")
    def order(game: str) -> str:
        if game == "broken":
            raise problems.not_found()
        return game

    @app.websocket("/api/games/{game}/live")
    async def live(socket: WebSocket, game: str) -> None:
        await socket.accept()
        await socket.receive_text()

    problems.install(app)
    metrics.install(app, figures, token)
    safety.install(app, SimpleNamespace(rate_limits=True, rates=safety.Rates(play="20 per minute")))
    app.add_middleware(metrics.Counting, metrics=figures)
    return app


def read(client: TestClient) -> list[str]:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    text: str = answer.text
    return text.splitlines()


def test_requests_are_counted_by_route_and_not_by_address() -> None:
    client = TestClient(application(), client=HERE)
    for game in ("first", "second", "broken"):
        client.post(f"/api/games/{game}/orders")
    client.get("/join/verysecrettoken")
    lines = read(client)
    orders = '{method="POST",route="/api/games/{game}/orders",status='
    assert f'bocage_requests_total{orders}"200"}} 2.0' in lines
    assert f'bocage_requests_total{orders}"404"}} 1.0' in lines
    assert 'bocage_requests_total{method="GET",route="other",status="404"} 1.0' in lines
    assert not any("secret" in line or "first" in line for line in lines)
    assert "bocage_order_seconds_count 3.0" in lines
    assert "bocage_thinking_seconds_count 1.0" in lines
    assert "bocage_games_open 3.0" in lines


def test_what_the_guards_refuse_is_counted_too() -> None:
    client = TestClient(application(), client=ELSEWHERE)
    client.post("/api/games/first/orders", content=b"x" * 20_000)
    client.post("/api/games/first/orders", headers={"Origin": "https://elsewhere.example"})
    for _ in range(25):
        client.get("/nothing")
    lines = read(TestClient(client.app, client=HERE))
    for method, status, count in (("POST", 413, 1), ("POST", 403, 1), ("GET", 429, 6)):
        assert f'bocage_requests_total{{method="{method}",route="other",status="{status}"}} {count}.0' in lines


def test_open_websockets_are_counted() -> None:
    client = TestClient(application(), client=HERE)
    with client.websocket_connect("/api/games/abc/live") as socket:
        assert "bocage_websockets 1.0" in read(client)
        socket.send_text("enough")
    assert "bocage_websockets 0.0" in read(client)


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        (HERE, {}, 200),
        (("::1", 1), {}, 200),
        (("::ffff:127.0.0.1", 1), {}, 200),
        (("::ffff:192.0.2.1", 1), {}, 404),
        (HERE, {"X-Forwarded-For": "192.0.2.1"}, 404),
        (ELSEWHERE, {}, 404),
        (("a unix socket", 1), {}, 404),
    ],
)
def test_figures_are_for_this_machine(client: tuple[str, int], headers: dict[str, str], status: int) -> None:
    assert TestClient(application(), client=client).get("/metrics", headers=headers).status_code == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"Authorization": "Bearer open sesame"}, 200), ({"Authorization": "Bearer closed"}, 404), ({}, 404)],
)
def test_or_for_whoever_has_the_token(headers: dict[str, str], status: int) -> None:
    client = TestClient(application("open sesame"), client=ELSEWHERE)
    assert client.get("/metrics", headers=headers).status_code == status
