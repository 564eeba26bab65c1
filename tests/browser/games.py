"""Games in a position of one's choice, made through the server's own addresses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic

from playwright.sync_api import Page

from bocage.server.wire import GameInfo
from bocage.table.model import View

GOLDEN = Path(__file__).parents[1] / "golden"
SWORD = "fire_movement/sword"
PATIENCE = 30  # seconds until an opponent must have moved


def record(name: str) -> str:
    """A finished game's record."""
    return (GOLDEN / f"{name}.bocage").read_text()


def post(page: Page, address: str, wanted: dict[str, object]) -> GameInfo:
    """Ask the server for something with the page's cookies."""
    answer = page.request.post(f"/api/{address}", data=wanted)
    assert answer.ok, answer.text()
    return GameInfo.model_validate_json(answer.text())


def prepared(page: Page, name: str, orders: int, opponent: str = "german", kind: str = "bot") -> str:
    """Sit down at a game that has gone on for so many orders of a record; its dice are new from there on."""
    source = post(page, "records", {"text": record(name)})
    seats = {seat.seat: {"kind": kind if seat.seat == opponent else "human"} for seat in source.seats}
    game = post(page, f"games/{source.id}/branch", {"number": orders, "seats": seats})
    page.goto(f"/game/{game.id}")
    return game.id


def view(page: Page, game: str, seat: str) -> View:
    """The table as a seat of this browser sees it."""
    answer = page.request.get(f"/api/games/{game}/view?seat={seat}")
    assert answer.ok, answer.text()
    return View.model_validate_json(answer.text())


def order(page: Page, game: str, seat: str, wanted: str) -> None:
    """Give an order without the board."""
    data = {"seat": seat, "number": view(page, game, seat).number, "order": wanted}
    answer = page.request.post(f"/api/games/{game}/orders", data=data)
    assert answer.ok, answer.text()


def follow(name: str, orders: int, players: dict[str, Page], game: str) -> None:
    """Let each player give his orders of a record, from where the game stands."""
    seen = view(next(iter(players.values())), game, next(iter(players)))
    for line in record(name).partition("\n\n")[2].splitlines()[seen.number : orders]:
        seat, wanted = line.partition(" | ")[0].split(" ", 1)
        order(players[seat], game, seat, wanted)


def wait_for(done: Callable[[], bool]) -> None:
    """Poll until something is true."""
    end = monotonic() + PATIENCE
    while not done():
        assert monotonic() < end, "it did not happen"
