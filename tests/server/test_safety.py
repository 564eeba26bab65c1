"""Guards in front of the server, tried on an application of a few lines."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bocage.server import safety
from bocage.server.wire import Problem


def application(*, rate_limits: bool = False, rates: safety.Rates | None = None) -> FastAPI:
    app = FastAPI()

    @app.get("/")
    def page() -> str:
        return "the board"

    @app.get("/api/maps/sword.svg")
    def picture() -> Response:
        return Response("<svg/>", media_type="image/svg+xml")

    @app.post("/api/games")
    @app.post("/api/records")
    @app.post("/api/join")
    @app.post("/api/games/{game}/orders")
    async def take(request: Request) -> int:
        return len(await request.body())

    @app.get("/api/games/{game}/view")
    def view(game: str) -> str:
        return game

    @app.websocket("/api/games/{game}/live")
    async def live(socket: WebSocket, game: str) -> None:
        await socket.accept()
        await socket.send_text(game)
        await socket.close()

    safety.install(app, SimpleNamespace(rate_limits=rate_limits, rates=rates or safety.Rates()))
    return app


@pytest.fixture
def client() -> TestClient:
    return TestClient(application(), base_url="https://bocage.example")


def problem(answer: object) -> Problem:
    return Problem.model_validate_json(getattr(answer, "text", ""))


# -- headers


def test_a_page_may_load_and_reach_nothing_but_us(client: TestClient) -> None:
    headers = client.get("/").headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == policy["style-src"] == "'self'"
    assert policy["img-src"] == "'self' data: blob:"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]


def test_a_picture_may_have_styles_and_no_scripts(client: TestClient) -> None:
    policy = client.get("/api/maps/sword.svg").headers["content-security-policy"]
    assert "style-src 'unsafe-inline'" in policy and "script-src" not in policy and "sandbox" in policy


def test_answers_about_games_are_not_kept_by_browsers(client: TestClient) -> None:
    assert client.get("/api/games/abc/view").headers["cache-control"] == "no-store"
    assert "cache-control" not in client.get("/").headers


def test_refusals_have_the_headers_too(client: TestClient) -> None:
    answer = client.post("/api/games", content=b"x" * 20_000)
    assert answer.status_code == 413
    assert "content-security-policy" in answer.headers


# -- sizes


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/api/games", 16_000, 200),
        ("/api/games", 16_001, 413),
        ("/api/records", 4_200_000, 200),
        ("/api/records", 4_200_001, 413),
    ],
)
@pytest.mark.parametrize("announced", [True, False])
def test_bodies_have_a_largest_size(client: TestClient, path: str, size: int, status: int, announced: bool) -> None:
    def in_pieces() -> Iterator[bytes]:
        for start in range(0, size, 10_000):
            yield b"x" * min(10_000, size - start)

    answer = client.post(path, content=b"x" * size if announced else in_pieces())
    assert answer.status_code == status
    if status == 200:
        assert answer.json() == size
    else:
        assert problem(answer).error == "too large"


# -- where a request comes from


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "https://bocage.example"}, 200),
        ({"Origin": "http://bocage.example"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "https://bocage.example.evil.example"}, 403),
        ({"Origin": "https://bocage.example:8443"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[broken"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_another_sites_page_can_change_nothing(client: TestClient, headers: dict[str, str], status: int) -> None:
    answer = client.post("/api/games/abc/orders", headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert problem(answer) == Problem(error="foreign page", text="this request comes from the page of another site")


def test_links_from_other_sites_still_work(client: TestClient) -> None:
    assert client.get("/", headers={"Origin": "https://evil.example"}).status_code == 200


def test_another_sites_page_cannot_listen(client: TestClient) -> None:
    address = "wss://bocage.example/api/games/abc/live"
    with client.websocket_connect(address, headers={"Origin": "https://bocage.example"}) as socket:
        assert socket.receive_text() == "abc"
    evil = {"Origin": "https://evil.example"}
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(address, headers=evil):
        pass


# -- rates


def of_address(app: FastAPI, address: str) -> TestClient:
    return TestClient(app, client=(address, 50_000))


def test_creating_is_limited_per_address_and_playing_goes_on() -> None:
    app = application(rate_limits=True, rates=safety.Rates(play="50 per minute", costly="3 per minute"))
    client = of_address(app, "192.0.2.1")
    statuses = [client.post(path).status_code for path in ("/api/games", "/api/join", "/api/records", "/api/games")]
    assert statuses == [200, 200, 200, 429]
    assert client.post("/api/games/abc/orders").status_code == 200
    assert of_address(app, "192.0.2.2").post("/api/games").status_code == 200


def test_too_many_requests_are_told_when_to_come_back() -> None:
    app = application(rate_limits=True, rates=safety.Rates(play="5 per minute"))
    client = of_address(app, "192.0.2.1")
    answers = [client.get("/api/games/abc/view") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    wait = int(answers[-1].headers["retry-after"])
    assert 1 <= wait <= 60
    assert problem(answers[-1]) == Problem(
        error="too many", text=f"too many requests from your address; try again in {wait} seconds"
    )
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/games/abc/live"):
        pass


def test_a_household_with_many_ipv6_addresses_is_one_address() -> None:
    app = application(rate_limits=True, rates=safety.Rates(costly="2 per minute"))
    statuses = [of_address(app, f"2001:db8::{n}").post("/api/games").status_code for n in range(1, 4)]
    assert statuses == [200, 200, 429]
    assert of_address(app, "2001:db8:0:1::1").post("/api/games").status_code == 200


def test_households_of_ipv4_are_told_apart_at_a_socket_for_both_kinds() -> None:
    app = application(rate_limits=True, rates=safety.Rates(costly="1 per minute"))
    statuses = [of_address(app, f"::ffff:192.0.2.{n}").post("/api/games").status_code for n in (1, 2, 1)]
    assert statuses == [200, 200, 429]
    assert of_address(app, "192.0.2.2").post("/api/games").status_code == 429


def test_ones_own_machine_may_ask_ten_times_as_often() -> None:
    app = application(rate_limits=True, rates=safety.Rates(costly="1 per minute"))
    client = of_address(app, "127.0.0.1")
    assert [client.post("/api/games").status_code for _ in range(11)] == [200] * 10 + [429]


def test_the_usual_rates_let_a_person_play() -> None:
    client = of_address(application(rate_limits=True), "192.0.2.1")
    assert {client.get("/api/games/abc/view").status_code for _ in range(150)} == {200}


def test_rates_can_be_switched_off() -> None:
    client = of_address(application(rate_limits=False), "192.0.2.1")
    assert {client.post("/api/games").status_code for _ in range(40)} == {200}
