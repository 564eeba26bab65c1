"""From the home page to the first own move: what belongs together is offered together."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.table import PlayPage

MOST_CLICKS = 6  # and three will do


def test_the_first_own_move_of_sword_is_six_clicks_from_the_home_page(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Sword").click()
    clicks, table = 1, PlayPage(page)
    staff = page.get_by_test_id("let-staff")
    working = page.get_by_test_id("staff-works")
    while True:
        table.wait_for_turn()
        expect(working).to_have_count(0)
        table.wait_for_turn()
        view = table.view()
        assert view.decision is not None
        if any(order.verb == "move" for order in view.decision.orders):
            break
        clicks += 1
        assert clicks <= MOST_CLICKS, f"{clicks} clicks, and still at {view.phase}: {view.decision.prompt}"
        number = table.number
        if staff.count():
            staff.last.click()
        else:
            last = view.decision.orders[-1]
            page.locator(f'[data-testid=order][data-order="{last.order}"]').first.click()
        table.wait_beyond(number)
    assert view.turn.startswith("GT 2 ")
    expect(table.read_log().filter(has_text="jumps over").first).to_be_visible()
