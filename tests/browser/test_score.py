"""The header's score says what it counts, and where it goes, at every width."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.games import LATER_TARGETS, prepared
from tests.browser.table import PlayPage

WIDTHS = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1366, 768), "wide": (1920, 1080)}


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
            expect(score.locator("[data-testid=score-trend]:visible, svg:visible").first).to_be_visible()
            assert score.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
