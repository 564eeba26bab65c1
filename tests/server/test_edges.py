"""The guards, figures and logs on the real server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect

from bocage.cli import run
from bocage.server.app import create_app
from bocage.server.safety import Rates
from bocage.server.settings import Settings
from bocage.server.storage import Storage
from bocage.server.wire import Problem
from tests.server.support import serving

PAGE = "<!doctype html><title>Bocage</title>"
STRANGER = ("192.0.2.1", 50_000)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text(PAGE)
    return Settings(database=f"sqlite:///{tmp_path / 'games.db'}", static=static)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), client=("127.0.0.1", 50_000)) as made:
        yield made


@pytest.mark.parametrize(
    "path", ["/", "/play/abcdefgh", "/join/a-secret-of-22-letters", "/api/catalogue", "/api/nothing"]
)
def test_every_answer_is_strict(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"


def test_a_drawn_map_keeps_its_styles(client: TestClient) -> None:
    answer = client.get("/api/maps/fire_movement.svg")
    assert answer.status_code == 200
    assert "style-src 'unsafe-inline'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] != "no-store"


@pytest.mark.parametrize("path", ["/api/games", "/api/join", "/api/records"])
def test_too_large_a_body_is_refused_in_the_usual_form(client: TestClient, path: str) -> None:
    answer = client.post(path, content=b'"' + b"x" * 5_000_000 + b'"', headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert Problem.model_validate_json(answer.text).error == "too large"


def test_another_sites_page_is_refused(client: TestClient) -> None:
    evil = {"Origin": "https://evil.example"}
    assert client.post("/api/games", json={"scenario": "sword"}, headers=evil).status_code == 403
    assert client.post("/api/games", json={"scenario": "sword"}).status_code == 201
    game = client.get("/api/games").json()["games"][0]["id"]
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/api/games/{game}/live", headers=evil):
        pass
    with client.websocket_connect(f"/api/games/{game}/live", headers={"Origin": "http://testserver"}):
        pass


def test_a_stranger_cannot_create_games_or_try_links_without_end(settings: Settings) -> None:
    assert settings.rates.costly == "30 per minute"
    few = replace(settings, rates=Rates(costly="3 per minute"))
    with TestClient(create_app(few), client=STRANGER) as client:
        seats = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
        statuses = [client.post("/api/games", json={"scenario": "sword", "seats": seats}).status_code for _ in range(2)]
        statuses += [client.post("/api/invitation", json={"token": "x" * 22}).status_code for _ in range(2)]
        assert statuses == [201, 201, 404, 429]
        assert client.get("/api/games").status_code == 200


def test_what_costs_us_a_second_cannot_be_asked_for_without_end(settings: Settings) -> None:
    few = replace(settings, rates=Rates(costly="2 per minute"))
    with TestClient(create_app(few), client=STRANGER) as client:
        for kind in ("summary", "hint"):
            statuses = [client.get(f"/api/games/aaaaaaaa/{kind}?seat=allied").status_code for _ in range(3)]
            assert statuses == [404, 404, 429]
        reviews = [client.post("/api/games/aaaaaaaa/review").status_code for _ in range(3)]
        assert reviews == [404, 404, 429]
        seats = [client.put("/api/games/aaaaaaaa/seats/allied", json={"kind": "human"}) for _ in range(3)]
        assert [answer.status_code for answer in seats] == [404, 404, 429]
        assert client.get("/api/games/aaaaaaaa/view?seat=allied").status_code == 404


def test_a_server_whose_database_is_gone_says_that_it_is_unwell(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        assert client.get("/healthz").json()["status"] == "ok"
        storage: Storage = client.app.state.worker.storage  # type: ignore[attr-defined]
        with storage.engine.begin() as connection:
            connection.execute(text("DROP TABLE chat"))
            connection.execute(text("ALTER TABLE games RENAME TO gone"))
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert Problem.model_validate_json(answer.text) == Problem(error="unwell", text="the database does not answer")


def test_figures_tell_of_games_and_orders(client: TestClient) -> None:
    seats = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
    game = client.post("/api/games", json={"scenario": "sword", "seats": seats}).json()
    view = client.get(f"/api/games/{game['id']}/view?seat={game['asked']}").json()
    order = {"seat": game["asked"], "number": 0, "order": view["decision"]["orders"][0]["order"]}
    assert client.post(f"/api/games/{game['id']}/orders", json=order).status_code == 200
    figures = client.get("/metrics").text.splitlines()
    assert "bocage_order_seconds_count 1.0" in figures
    assert "bocage_games_open 1.0" in figures
    assert 'bocage_requests_total{method="POST",route="/api/games",status="201"} 1.0' in figures
    assert not any(game["id"] in line for line in figures)


def test_figures_are_not_for_strangers_who_do_not_have_the_token(settings: Settings) -> None:
    token = {"Authorization": "Bearer open sesame"}
    for told, status in ((settings, 404), (replace(settings, metrics_token="open sesame"), 200)):
        with TestClient(create_app(told), client=STRANGER) as client:
            assert client.get("/metrics").status_code == 404
            assert client.get("/metrics", headers=token).status_code == status


# -- behind a proxy on the same machine -------------------------------------------------------------------------------


def test_people_behind_a_proxy_are_counted_one_by_one_and_cannot_pretend_to_be_others(tmp_path: Path) -> None:
    few = Rates(costly="2 per minute")
    with serving(f"sqlite:///{tmp_path / 'games.db'}", rate_limits=True, rates=few) as server:
        http = server.person().http

        def try_link(passed_on: str) -> int:
            return http.post(
                "/api/invitation", json={"token": "x" * 22}, headers={"X-Forwarded-For": passed_on}
            ).status_code

        assert [try_link("192.0.2.1") for _ in range(3)] == [404, 404, 429]
        assert try_link("192.0.2.2") == 404, "another person behind the same proxy"
        assert try_link("198.51.100.7, 192.0.2.1") == 429, "what the browser itself claims is not believed"


def test_what_a_proxy_passes_on_is_told_no_figures_and_gets_cookies_for_tls_alone(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'games.db'}") as server:
        http = server.person().http
        assert http.get("/metrics").status_code == 200
        for passed_on in ("192.0.2.1", "127.0.0.1"):
            assert http.get("/metrics", headers={"X-Forwarded-For": passed_on}).status_code == 404
        body = {"scenario": "sword", "seats": {"allied": {"kind": "human"}, "german": {"kind": "human"}}}
        plain = http.post("/api/games", json=body).headers["set-cookie"]
        http.cookies.clear()
        safe = http.post("/api/games", json=body, headers={"X-Forwarded-Proto": "https"}).headers["set-cookie"]
        assert "Secure" not in plain and "Secure" in safe
        for cookie in (plain, safe):
            assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Path=/" in cookie


def test_the_database_may_be_named_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOCAGE_DATABASE", "mysql://somebody:secret@localhost/games")
    for command in (["serve", "--no-open", "--port", "0"], ["server", "check"]):
        assert run(command) == 2
        told = capsys.readouterr().err
        assert "SQLite or PostgreSQL" in told and "secret" not in told
