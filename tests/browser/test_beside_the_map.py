"""What stands one below the other beside the map of a desk leaves each other room."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from bocage.table import MOVED
from tests.browser.games import moments, prepared
from tests.browser.table import PlayPage

LAPTOP = {"width": 1366, "height": 768}
MANY = 8  # of what the others did, or of choices
TWO_LINES = 36  # pixels at least


def sit_down(page: Page, name: str, seat: str, choices: int) -> PlayPage:
    """At a question after the others did much."""
    moment = next(
        number
        for number, decision, since in moments(name, seat)
        if len(decision.orders) >= choices and sum(e.kind == MOVED and e.seat != seat for e in since) >= MANY
    )
    prepared(page, name, moment, kind="human" if name == "race_to_cherbourg" else "bot")
    table = PlayPage(page)
    table.wait_for_turn()
    expect(page.get_by_test_id("news-again")).to_be_visible()
    return table


def edges(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def check(page: Page) -> None:
    """The news have a title, two lines and their buttons, and the question begins below all of it."""
    news, prompt = page.get_by_test_id("news"), page.get_by_test_id("prompt")
    told = news.locator(".told").first
    top, bottom = edges(told)
    assert bottom - top >= TWO_LINES
    begins = edges(prompt)[0]
    for part in (*news.locator(".film button").all(), told, news):
        assert edges(part)[1] <= begins + 1
    assert edges(news.locator(".title").first)[1] <= top + 1
    expect(prompt).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("panel", ["orders", "overlays", "log"])
def test_news_and_question_do_not_lie_over_each_other(new_person: Callable[..., Page], panel: str) -> None:
    page = new_person(viewport=LAPTOP, reduced_motion="reduce")
    sit_down(page, "sword_greedy", "allied", 1)
    page.locator(f"#tab-{panel}").click()
    check(page)


def test_above_a_long_list_the_news_can_be_read(new_person: Callable[..., Page]) -> None:
    page = new_person(viewport=LAPTOP, reduced_motion="reduce")
    sit_down(page, "race_to_cherbourg", "us", MANY)
    check(page)
