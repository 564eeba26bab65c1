"""The briefing: the situation on a map, and all of it on one screen, on a phone part by part."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bocage.games import list_scenarios, manifests
from bocage.table.model import Board
from tests.browser.games import post
from tests.browser.test_phone import PHONE

SCENARIOS = [
    *(f"{name}/{sample}" for name, game in manifests().items() for sample in game.samples),
    "omaha_beach/easy_fox",
]
LAPTOP: dict[str, object] = {"viewport": {"width": 1366, "height": 768}}
WITH_BRIEFING = 'localStorage.setItem("bocage.settings", JSON.stringify({ briefing: true }));'
# Those with most to say of their situation, and one with a long key to its counters.
WORDY = ("dark_summer/june_14", "bloody_summer/race_to_cherbourg", "omaha_beach/first_waves")
SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 640}}
ONE_SCREEN = """(dialog) => [dialog, ...dialog.querySelectorAll(".sheet, .picture, figure")]
  .every((part) => part.scrollHeight <= part.clientHeight + 1)"""


@pytest.mark.parametrize(
    ("scenario", "size", "high"),
    [(scenario, PHONE, 90) for scenario in SCENARIOS] + [(scenario, SMALL_PHONE, 60) for scenario in WORDY],
)
def test_on_a_phone_a_briefing_shows_the_situation_and_fits_the_screen(
    new_person: Callable[..., Page], scenario: str, size: dict[str, object], high: int
) -> None:
    page = new_person(**size, reduced_motion="reduce")
    page.add_init_script(WITH_BRIEFING)
    game = post(page, "games", {"scenario": scenario})
    page.goto(f"/game/{game.id}")
    briefing, close = page.get_by_test_id("briefing-screen"), page.get_by_test_id("briefing-close")
    expect(briefing).to_contain_text("need to win")
    board = Board.model_validate_json(page.request.get(f"/api/games/{game.id}/board").text())
    goals = sum("objective" in place.marks for place in board.hexes if place.playable)
    assert goals
    expect(page.get_by_test_id("situation-goal")).to_have_count(goals)
    expect(page.get_by_test_id("situation-legend")).to_contain_text("Counts for victory")
    parts = page.get_by_test_id("briefing-part")
    for part in reversed(range(parts.count())):
        parts.nth(part).tap()
        expect(parts.nth(part)).to_have_attribute("aria-pressed", "true")
        expect(close).to_be_in_viewport(ratio=1)
        assert briefing.evaluate(ONE_SCREEN)
    picture = page.get_by_test_id("situation").get_by_role("img").bounding_box()
    assert picture is not None and picture["height"] >= high


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_every_briefing_fits_the_screen(new_person: Callable[..., Page], size: dict[str, object]) -> None:
    page = new_person(**size, reduced_motion="reduce")
    page.add_init_script(WITH_BRIEFING)
    for scenario in list_scenarios():
        page.goto(f"/game/{post(page, 'games', {'scenario': scenario.name}).id}")
        briefing = page.get_by_test_id("briefing-screen")
        expect(page.get_by_test_id("situation").get_by_role("img")).to_be_visible()
        assert briefing.evaluate(ONE_SCREEN), scenario.name
        for part in page.get_by_test_id("briefing-part").locator("visible=true").all():
            part.tap()
            assert briefing.evaluate(ONE_SCREEN), scenario.name
        expect(page.get_by_test_id("briefing-close")).to_be_in_viewport(ratio=1)


def test_weapons_on_a_counter_are_told_in_words(page: Page) -> None:
    page.add_init_script(WITH_BRIEFING)
    page.goto(f"/game/{post(page, 'games', {'scenario': 'omaha_beach/easy_fox'}).id}")
    briefing = page.get_by_test_id("briefing-screen")
    expect(page.get_by_test_id("situation-unit").first).to_be_visible()
    expect(briefing.get_by_test_id("counter-key")).to_contain_text("bangalore torpedoes (BG), bazookas (BZ)")
    assert briefing.evaluate(ONE_SCREEN)
