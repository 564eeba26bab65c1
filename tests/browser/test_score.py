"""The header's score says what it counts, and where it goes, at every width."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import LATER_TARGETS, prepared
from tests.browser.table import PlayPage

WIDTHS = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1366, 768), "wide": (1920, 1080)}
BESIDE_ALL_ELSE = 900  # pixels; with more of them all of the header is one line, in which only changes are told
# A curve and a change, as they stand beside a score after some turns: the browser is shown them whatever has happened.
LATER = """(bar) => {
  for (const trend of bar.querySelectorAll("[data-testid=score-trend]")) trend.remove();
  for (const score of bar.querySelectorAll("[data-testid=score]")) {
    score.querySelector("svg")?.remove();
    const style = [...score.classList].find((name) => name.startsWith("svelte-"));
    score.querySelector("b").insertAdjacentHTML("beforeend", `<span class="trend ${style}">▲12</span>`);
    score.insertAdjacentHTML("beforeend", `<svg class="${style}" viewBox="0 0 44 16"></svg>`);
  }
}"""
CUT = """(bar) => [...bar.querySelectorAll("[data-testid=score] :is(small, b)")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.clientWidth === 0)
  .map((one) => `${one.innerText} at ${innerWidth}`)"""


def test_the_score_has_words_and_a_trend_at_every_width(page: Page) -> None:
    prepared(page, "sword_greedy", LATER_TARGETS)
    PlayPage(page).wait_for_turn()
    scores = page.get_by_test_id("score")
    for width, height in WIDTHS.values():
        page.set_viewport_size({"width": width, "height": height})
        for score, words in zip(scores.all(), ("Objectives", "denied"), strict=True):
            expect(score.locator(".long:visible, .short:visible")).to_have_count(1)
            shown = score.locator(".long:visible, .short:visible").inner_text()
            assert words.lower() in shown.lower()
            if width < BESIDE_ALL_ELSE:
                expect(score.locator("[data-testid=score-trend]:visible, svg:visible").first).to_be_visible()
            assert score.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")


@pytest.mark.parametrize(
    ("name", "orders", "opponent"),
    [
        ("easy_fox", 150, ""),
        ("first_waves_allies", 180, ""),
        ("race_to_cherbourg", 300, "german"),
    ],
)
def test_curve_and_change_never_cut_the_score(page: Page, name: str, orders: int, opponent: str) -> None:
    prepared(page, name, orders, opponent=opponent)
    PlayPage(page).wait_for_turn()
    bar = page.locator("header.bar")
    bar.evaluate(LATER)
    for width in (950, 1100, 1280, 1366, 1440, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        assert bar.evaluate(CUT) == []
        assert bar.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        expect(bar.get_by_role("button").last).to_be_in_viewport(ratio=1)
