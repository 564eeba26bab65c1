"""How fast the board is in a real browser: the combined campaign, well into a game, on a server of its own.

make bench
python -m tools.browser_bench --json
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from itertools import cycle, islice, pairwise
from math import cos, sin
from pathlib import Path
from statistics import median, quantiles
from time import monotonic
from typing import TypedDict

from playwright.sync_api import Browser, Page, StorageState, sync_playwright
from rich.console import Console
from rich.table import Table

from bocage.lab.bench import Row
from bocage.server.bench import javascript
from tests.browser.conftest import NO_BRIEFING
from tests.browser.games import prepared, record
from tests.browser.server import Server
from tests.browser.table import PlayPage
from tools.chromium import launch

GAME = "combined_campaign"
OPENINGS = 5
CLICKS = 10
SECONDS = 3.0  # of panning, and of zooming
FILM_SECONDS = 8.0  # of what the other side did, at the usual pace
PATIENCE = 60_000  # milliseconds
POINTING = 200  # milliseconds that the pointer rests on a unit before the click

OPENED = """async () => {
  while (!performance.getEntriesByName("board-visible").length) await new Promise(requestAnimationFrame);
  return performance.getEntriesByName("board-visible")[0].startTime;
}"""
WATCH = """() => addEventListener("pointerup", (event) => {
  performance.clearMarks("highlight");
  window.clicked = event.timeStamp;
}, true)"""
# From the click to the first light, which the page makes itself, and to the light of the next decision.
LIT = """async (number) => {
  const play = document.querySelector("[data-testid=play]");
  const frame = () => new Promise(requestAnimationFrame);
  const end = performance.now() + 10_000;
  while (play.dataset.number === number || play.dataset.busy === "true") {
    if (performance.now() > end) throw new Error("the click led to nothing");
    await frame();
  }
  await frame();
  await frame();
  const lights = performance.getEntriesByName("highlight").map((mark) => mark.startTime - window.clicked);
  return [lights[0], lights.at(-1)];
}"""
WATCH_FRAMES = """() => {
  window.times = [];
  window.places = new Set();
  window.steps = new Set();
  const { dataset } = document.querySelector("[data-testid=board] canvas");
  const frame = (now) => {
    window.times.push(now);
    window.places.add(dataset.camera);
    window.steps.add(document.querySelector("[data-testid=playback]")?.dataset.place);
    window.watching = requestAnimationFrame(frame);
  };
  frame(performance.now());
}"""
END_FRAMES = """() => {
  cancelAnimationFrame(window.watching);
  return [window.times, window.places.size, window.steps.size];
}"""


class Size(TypedDict):
    """Of a window, in pixels."""

    width: int
    height: int


SCREEN: Size = {"width": 1440, "height": 900}


def middle() -> int:
    """How many orders of the record were given before the Allies moved in the middle of the campaign."""
    played = _orders()
    return next(
        at
        for at in range(len(played) // 2, len(played))
        if played[at].startswith("allied move") and not played[at - 1].startswith(("allied to", "allied move"))
    )


def before_the_germans() -> int:
    """How many orders were given before the Allies ended their part of a turn in the middle of the campaign."""
    played = _orders()
    return next(
        at
        for at in range(len(played) // 2, len(played))
        if played[at] == "allied end" and played[at + 1].startswith("german move")
    )


def _orders() -> list[str]:
    return record(GAME).partition("\n\n")[2].splitlines()


def measure(browser: Browser, address: str) -> list[Row]:
    """All rows."""
    context = browser.new_context(base_url=address, viewport=SCREEN)
    context.add_init_script(NO_BRIEFING)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    prepared(page, GAME, middle())
    table = PlayPage(page)
    table.wait_for_turn()
    rows = [javascript(), opening(browser, page.url, context.storage_state()), *highlights(table), *frame_rates(table)]
    prepared(page, GAME, before_the_germans())
    rows += film(PlayPage(page))
    context.close()
    return rows


def opening(browser: Browser, url: str, cookies: StorageState) -> Row:
    """From the navigation to the board, in a browser that has never been here."""
    times = []
    for _ in range(OPENINGS):
        context = browser.new_context(viewport=SCREEN, storage_state=cookies)
        page = context.new_page()
        page.goto(url, wait_until="commit")
        times.append(float(page.evaluate(OPENED)))
        context.close()
    return Row("board of the combined campaign visible, median", median(times) / 1000, "s", target="<= 1.5")


def highlights(table: PlayPage) -> list[Row]:
    """From a click on a unit to the highlight: the page's own, and the unit's reach after the order's round trip."""
    page = table.page
    page.evaluate(WATCH)
    own, reach = [], []
    for unit, place in _units_to_click(table):
        number = table.number
        page.mouse.move(*table.spot_of(place))
        page.wait_for_timeout(POINTING)  # what pointing alone lights up is not to be counted
        page.mouse.down()
        page.mouse.up()
        first, last = page.evaluate(LIT, str(number))
        own.append(float(first))
        reach.append(float(last))
        decision = table.view().decision
        assert decision is not None
        assert decision.unit == unit
        page.keyboard.press("u")
        table.wait_beyond(number + 1)
    return [
        Row("highlight after a click on a unit, median", median(own), "ms", target="<= 50"),
        Row("its reach after the order's round trip, median", median(reach), "ms"),
    ]


def _units_to_click(table: PlayPage) -> list[tuple[str, str]]:
    """Units that can be moved, each alone in its hex and to be seen."""
    view = table.view()
    assert view.decision is not None
    movable = {order.unit for order in view.decision.orders if order.verb == "move"}
    places = [piece.at for piece in view.pieces]
    alone = ((piece.id, piece.at) for piece in view.pieces if piece.id in movable and places.count(piece.at) == 1)
    found = [(unit, place) for unit, place in alone if table.is_free(table.spot_of(place))]
    return list(islice(cycle(found), CLICKS))


def frame_rates(table: PlayPage) -> list[Row]:
    """While the map is dragged about, and while it is zoomed in and out."""
    page = table.page
    left, top, *_ = table.map.evaluate("(canvas) => Object.values(canvas.getBoundingClientRect().toJSON())")
    x, y = left + 300, top + 350

    def pan(turn: float) -> None:
        page.mouse.move(x + 220 * sin(turn * 3), y + 160 * cos(turn * 2))

    def zoom(turn: float) -> None:
        page.mouse.wheel(0, -20 * cos(turn * 4))

    page.keyboard.press("f")
    for _ in range(3):
        page.keyboard.press("z")
    table.spot_of(table.board.hexes[0].id)  # waits until the map is still
    page.mouse.move(x, y)
    page.mouse.down(button="right")  # the middle of the map may hold a unit, which the left button would take
    panning = _rates(page, pan)
    page.mouse.up(button="right")
    zooming = _rates(page, zoom)
    return [*_rows("panning", panning), *_rows("zooming", zooming)]


def film(table: PlayPage) -> list[Row]:
    """While the Germans' moves are shown once more, so that nobody thinks meanwhile."""
    page = table.page
    table.wait_for_turn()
    table.give("end")
    table.wait_for_turn()
    page.get_by_test_id("again").click()
    page.get_by_test_id("playback").wait_for()
    page.evaluate(WATCH_FRAMES)
    page.wait_for_timeout(FILM_SECONDS * 1000)
    times, _, steps = page.evaluate(END_FRAMES)
    assert steps > FILM_SECONDS / 4, "the film did not run"
    return _rows("a film on", _rates_of(times))


def _rates(page: Page, push: Callable[[float], None]) -> list[float]:
    """Frames per second, of each frame, while the hand moves."""
    page.evaluate(WATCH_FRAMES)
    start = monotonic()
    while (now := monotonic() - start) < SECONDS:
        push(now)
    times, places, _ = page.evaluate(END_FRAMES)
    assert places > SECONDS * 20, f"the map moved {places} times in {SECONDS:g} s"
    return _rates_of(times)


def _rates_of(times: list[float]) -> list[float]:
    return [1000 / (after - before) for before, after in pairwise(times) if after > before]


def _rows(name: str, rates: list[float]) -> list[Row]:
    slow = quantiles(rates, n=10)[0]
    return [
        Row(f"{name} that board, median", median(rates), "frames/s", target=">= 50"),
        Row(f"{name} that board, nine frames of ten at least", slow, "frames/s"),
    ]


def main() -> None:
    """Measure, and print a table or JSON."""
    with tempfile.TemporaryDirectory(prefix="bocage-bench-") as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            browser = launch(playwright)
            rows = measure(browser, server.address)
            browser.close()
        finally:
            server.stop()
    if "--json" in sys.argv[1:]:
        print(json.dumps([asdict(row) for row in rows], indent=1))
        return
    table = Table("in headless Chromium", "value", "unit", "target")
    for row in rows:
        table.add_row(row.name, f"{row.value:,.1f}", row.unit, row.target)
    Console().print(table)


if __name__ == "__main__":
    main()
