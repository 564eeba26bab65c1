"""From the home page to the first own move: what belongs together is offered together."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.table import PlayPage

WITH_BRIEFING = 'localStorage.setItem("bocage.settings", JSON.stringify({ briefing: true }))'
MOST_CLICKS = 6  # and three will do


def check_header(page: Page) -> None:
    """There is one bar above the map, and it says how victory stands, on a phone too."""
    score = page.get_by_test_id("score").first
    for width, height, words in ((1920, 1080, "Objectives "), (390, 844, " of 4")):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("link", name="Bocage: to the home page")).to_have_count(1)
        expect(score).to_be_visible()
        expect(score).to_contain_text(words)
        top = page.locator("[data-testid=board]").bounding_box()
        assert top is not None and top["y"] < 60
    page.set_viewport_size({"width": 1280, "height": 800})


def check_how_to_read(dialog: Locator) -> None:
    """What the signs on the board mean is explained on a page of its own, beside the game."""
    with dialog.page.expect_popup() as opened:
        dialog.get_by_role("link", name="How to read the board").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("How to read the board")
    opened.value.close()


def test_the_first_own_move_of_sword_is_six_clicks_from_the_home_page(page: Page) -> None:
    page.add_init_script(WITH_BRIEFING)
    page.goto("/")
    page.get_by_role("button", name="Play Sword").click()
    clicks, table = 1, PlayPage(page)
    staff = page.get_by_test_id("let-staff")
    working = page.get_by_test_id("staff-works")
    briefing = page.get_by_test_id("briefing-screen")
    expect(briefing.get_by_role("img", name="Map of Sword")).to_be_visible()
    for words in ("17 turns", "What the Allies need to win", "What is special", "How to read a counter", "movement"):
        expect(briefing).to_contain_text(words)
    assert briefing.evaluate("(dialog) => dialog.scrollHeight <= dialog.clientHeight")  # one screen
    table.wait_for_turn()
    page.get_by_test_id("briefing-staff").click()
    clicks += 1
    expect(briefing).to_be_hidden()
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
        if page.get_by_test_id("staff-open").count():
            clicks += 1
            page.get_by_test_id("staff-open").click()
        if staff.count():
            staff.last.click()
        else:
            last = view.decision.orders[-1]
            page.locator(f'[data-testid=order][data-order="{last.order}"]').first.click()
        table.wait_beyond(number)
    assert view.turn.startswith("Turn 2 ")
    check_header(page)
    page.get_by_test_id("briefing-open").click()
    expect(briefing).to_be_visible()
    check_how_to_read(briefing)
    page.get_by_test_id("briefing-close").click()
    expect(briefing).to_be_hidden()
    page.get_by_role("button", name="Keys", exact=True).click()
    check_how_to_read(page.get_by_test_id("help"))
    page.keyboard.press("Escape")
    page.reload()
    table.wait_for_turn()
    expect(briefing).to_be_hidden()
    expect(table.read_log().filter(has_text="jumps over").first).to_be_visible()


def test_the_home_page_shows_the_map_of_each_game_large(page: Page) -> None:
    for width, height, least in ((1280, 800, 180), (390, 844, 100)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        maps = page.get_by_test_id("art").locator("img")
        expect(maps).to_have_count(4)
        for sheet in maps.all():
            expect(sheet).to_be_in_viewport(ratio=1)
            expect(sheet).not_to_have_js_property("naturalWidth", 0)
            box = sheet.bounding_box()
            assert box is not None and box["height"] >= least and box["width"] > width / 4
