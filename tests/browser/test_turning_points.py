"""What turned a game, beside its replay: asked for once, watched while it is made, there for the next reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import post, record
from tests.browser.server import Server
from tests.browser.test_accessible import Eye
from tests.browser.test_phone import PHONE

PATIENCE = 300_000  # milliseconds for a brief review on a busy machine


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("reviews"), ("-m", "tests.browser.brief_reviews"))
    yield started
    started.stop()


def look(page: Page) -> None:
    eye = Eye(page)
    eye.look("turning points")
    assert eye.found == {}


def test_turning_points_are_found_marked_and_lead_to_their_order(
    new_person: Callable[..., Page], brief: Server
) -> None:
    page = new_person(brief.address, bypass_csp=True)
    game = post(page, "records", {"text": record("sword_greedy")}).id
    page.goto(f"/game/{game}")
    page.get_by_test_id("turning-points").click()  # the dialog at the end of a game leads there
    page.wait_for_url(f"**/replay/{game}?**tab=turning")
    expect(page.get_by_role("tab", name="Turning points")).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="Find the turning points").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Find the turning points").click()

    turnings = page.get_by_test_id("turnings")
    expect(turnings).to_be_visible(timeout=PATIENCE)
    expect(turnings).to_contain_text("Luck")
    found = turnings.get_by_role("listitem").count()
    expect(page.locator("figure .moment")).to_have_count(found)
    expect(page.get_by_test_id("accounts").get_by_role("row")).to_have_count(3)
    expect(page.get_by_role("tabpanel")).to_contain_text("percent of the way from the worst result")
    look(page)

    third = turnings.get_by_role("button").nth(2)
    third.focus()
    page.keyboard.press("Enter")
    expect(third).to_have_attribute("aria-current", "step")
    expect(page.get_by_text(re.compile(r"^Order [1-9]\d* of \d+$"))).to_be_visible()

    other = new_person(brief.address, bypass_csp=True, **PHONE)  # a friend with a phone, who does not wait
    other.goto(f"/replay/{game}?tab=turning")
    expect(other.get_by_test_id("turnings").get_by_role("listitem")).to_have_count(found)
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
    look(other)


def test_a_game_in_progress_keeps_its_turning_points_to_itself(page: Page) -> None:
    game = post(page, "games", {"scenario": "sword"}).id
    page.goto(f"/replay/{game}?tab=turning")
    expect(page.get_by_role("tabpanel")).to_contain_text("told when it is over")
    expect(page.get_by_role("button", name="Find the turning points")).to_be_hidden()
