"""Two people before one screen."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.secrets import Traffic, leaks
from tests.browser.table import PlayPage


def test_a_curtain_falls_between_the_seats_and_hides_what_was_recorded(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Options for Sword").click()
    page.get_by_role("group", name="The Germans").get_by_label("Me").check()
    expect(page.get_by_text("A curtain falls between the turns")).to_be_visible()
    page.get_by_role("button", name="Begin").click()

    table = PlayPage(page)
    expect(table.curtain).to_contain_text("Hand the screen to the Germans")
    page.get_by_test_id("lift").click()
    recorded: dict[str, str] = {}
    for placed in range(9):
        table.wait_for_turn()
        seen = table.view()
        assert seen.seat == "german" and seen.decision is not None and seen.decision.unit is not None
        choice = seen.decision.orders[placed % len(seen.decision.orders)]
        recorded[seen.decision.unit] = str(choice.hex)
        table.give(choice, seen)

    expect(table.curtain).to_contain_text("Hand the screen to the Allies")
    behind = page.content()
    assert not [word for unit_and_hex in recorded.items() for word in unit_and_hex if word in behind]
    assert page.locator("canvas").count() == 0
    traffic = Traffic(page)
    page.get_by_test_id("lift").click()
    table.wait_for_turn()
    assert table.seat == "allied"
    table.give("beachhead 1640")
    for panel in ("units", "log", "facts", "text", "game", "orders"):
        table.open_panel(panel)
        assert not [unit for unit, place in recorded.items() if f"{unit} ({place})" in page.content()]
    assert leaks(traffic.read(), recorded) == []

    # A reload does not lift it by chance.
    page.reload()
    expect(table.curtain).to_be_visible()
