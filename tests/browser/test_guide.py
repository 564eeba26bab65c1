"""The guided first game."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.table import PlayPage

MOST_STEPS = 120


def test_show_me_leads_through_the_pre_game(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Start the guided game: On to Caen").click()
    table = PlayPage(page)
    guide = page.get_by_test_id("guide")
    table.wait_for_turn()
    expect(guide).to_contain_text("Lesson 1")
    titles = set()
    for _ in range(MOST_STEPS):
        table.wait_for_turn()
        if table.phase.inner_text().startswith("Turn 1 "):
            break
        titles.add(guide.get_by_role("heading").inner_text())
        table.follow_guide()
    expect(table.phase).to_contain_text("Turn 1 ")
    assert len(titles) >= 3

    guide.get_by_role("button", name="Close the guide").click()
    expect(guide).to_be_hidden()
    page.get_by_role("button", name="Guide", exact=True).click()
    expect(guide).to_be_visible()
