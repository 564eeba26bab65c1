"""A phone: a narrow screen and a finger."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.table import Brisk, PlayPage

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
PANELS = ("orders", "units", "log", "rules", "charts", "facts", "overlays", "chat", "game", "text")


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways."""
    return bool(
        page.evaluate("document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth")
    )


def test_the_pre_game_is_played_with_a_finger(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    page.goto("/")
    play = page.get_by_role("button", name="Play Sword")
    expect(play).to_be_visible()
    assert fits(page)
    play.tap()
    table = PlayPage(page, "touch")
    table.wait_for_turn()
    assert fits(page)
    view = table.play_until(lambda view: view.turn.startswith("GT 1 "), Brisk(1))
    assert view.phase == "Movement Phase"
    expect(table.phase).to_contain_text("GT 1")
    for panel in PANELS:
        shown = table.open_panel(panel)
        expect(shown).to_be_in_viewport(ratio=0.5)
        assert fits(page), panel
    page.get_by_test_id("panel").get_by_role("button", name="Close the panel").tap()
    expect(table.map).to_be_in_viewport()


def test_every_other_page_fits_a_phone(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    for address in ("/new?scenario=fire_movement/sword", "/join/" + "x" * 22, "/watch/" + "x" * 22, "/nowhere"):
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        assert fits(page), address
