"""Somebody who means harm: another site's page in a player's own browser, and a program that speaks HTTP."""

from __future__ import annotations

from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import MOVING, prepared, view
from tests.browser.server import Server
from tests.browser.table import PlayPage

MISUSE = """async ([address, game, number]) => {
  const attempt = async (path, options) => {
    try {
      const answer = await fetch(address + path, { credentials: "include", ...options });
      return answer.type === "opaque" ? "opaque" : `${answer.status} ${await answer.text()}`;
    } catch (error) {
      return "refused by the browser";
    }
  };
  const order = JSON.stringify({ seat: "allied", number, order: "end" });
  const live = (address + `/api/games/${game}/live`).replace("http", "ws");
  return {
    read: await attempt(`/api/games/${game}/view?seat=allied`, {}),
    order: await attempt(`/api/games/${game}/orders`, {
      method: "POST", body: order, headers: { "Content-Type": "application/json" },
    }),
    blindly: await attempt(`/api/games/${game}/orders`, { method: "POST", mode: "no-cors", body: order }),
    socket: await new Promise((tell) => {
      const socket = new WebSocket(live);
      socket.onmessage = () => tell("heard something");
      socket.onclose = () => tell("closed");
    }),
  };
}"""


class Elsewhere(BaseHTTPRequestHandler):
    """Another site: one empty page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Elsewhere</title>")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_another_sites_page_can_neither_read_nor_order_nor_listen(page: Page, server: Server) -> None:
    game = prepared(page, "sword_greedy", MOVING)
    table = PlayPage(page)
    table.wait_for_turn()
    site = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    Thread(target=site.serve_forever, daemon=True).start()
    try:
        stranger = page.context.new_page()
        for name in ("127.0.0.1", "localhost"):  # the same site on another port, and another site
            stranger.goto(f"http://{name}:{site.server_port}/")
            got = stranger.evaluate(MISUSE, [server.address, game, MOVING])
            assert got["read"] == got["order"] == "refused by the browser"
            assert got["blindly"] in ("opaque", "refused by the browser")
            assert got["socket"] == "closed"
        stranger.goto(f"http://127.0.0.1:{site.server_port}/")
        stranger.evaluate(
            "(address) => { const frame = document.createElement('iframe'); frame.src = address;"
            " document.body.append(frame); }",
            f"{server.address}/game/{game}",
        )
        expect(stranger.locator("iframe")).to_be_attached()
        assert not any(server.address in frame.url for frame in stranger.frames)
    finally:
        site.shutdown()
        site.server_close()
    assert view(page, game, "allied").number == MOVING
    table.give("move 6/6")  # and the player himself goes on undisturbed


def test_somebody_elses_game_shows_nothing_and_takes_no_order(page: Page, new_person: Callable[..., Page]) -> None:
    game = prepared(page, "sword_greedy", MOVING)
    stranger = new_person()
    stranger.goto(f"/game/{game}")
    expect(stranger.get_by_role("alert")).to_contain_text("This game cannot be opened")
    for what in (
        "",
        "/board",
        "/screen?seat=allied",
        "/view?seat=allied",
        "/view?seat=spectator",
        "/log?seat=german",
        "/record?seat=all",
        "/chat",
    ):
        assert stranger.request.get(f"/api/games/{game}{what}").status in (403, 404), what
    order = {"seat": "allied", "number": MOVING, "order": "end"}
    assert stranger.request.post(f"/api/games/{game}/orders", data=order).status in (403, 404)
    assert stranger.request.post(f"/api/games/{game}/chat", data={"text": "Let me in"}).status in (403, 404)
    assert view(page, game, "allied").number == MOVING


def test_the_other_seat_is_not_mine(page: Page) -> None:
    game = prepared(page, "sword_greedy", MOVING)
    for what in (
        "screen?seat=german",
        "view?seat=german",
        "view?seat=all",
        "log?seat=german",
        "record?seat=german",
        "summary?seat=all",
    ):
        answer = page.request.get(f"/api/games/{game}/{what}")
        assert answer.status in (403, 409), what
        assert set(answer.json()) == {"error", "text", "rule", "number"}
    order = {"seat": "german", "number": MOVING, "order": "end"}
    assert page.request.post(f"/api/games/{game}/orders", data=order).status == 403


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"method": "POST", "url": "/api/games", "content": b"x" * 20_000}, 413),
        ({"method": "POST", "url": "/api/records", "content": b"x" * 4_300_000}, 413),
        ({"method": "POST", "url": "/api/games", "content": b"{"}, 422),
        ({"method": "POST", "url": "/api/games", "json": {"scenario": "../../etc/passwd"}}, 422),
        ({"method": "POST", "url": "/api/games", "json": {}, "headers": {"Origin": "http://evil.example"}}, 403),
        ({"method": "GET", "url": "/assets/..%2f..%2fwire.py"}, 404),
    ],
)
def test_a_program_that_sends_nonsense_gets_one_sentence(
    server: Server, request_: dict[str, object], status: int
) -> None:
    answer = httpx.request(**{**request_, "url": f"{server.address}{request_['url']}"})  # type: ignore[arg-type]
    assert answer.status_code == status, answer.text
    assert "Traceback" not in answer.text
