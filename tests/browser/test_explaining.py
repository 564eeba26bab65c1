"""Programs that explain themselves to people: advice with its reasons, and what an opponent was up to."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.games import SWORD, after_a_film, order, post, prepared
from tests.browser.table import BEYOND, PlayPage

MOST_ASKED = 6
MOST_ORDERS = 20  # until a program has had something to plan
SEATS = {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "sergeant"}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


DIVISIONS = {"1st": {"kind": "human"}, "29th": {"kind": "bot", "bot": "captain"}}
# Whether something covers an element, or it covers the map, the question or a button.
COVERED = """(element) => {
  const box = element.getBoundingClientRect();
  const found = (x, y) => element.contains(document.elementFromPoint(x, y));
  const corners = [[box.left + 4, box.top + 4], [box.right - 4, box.top + 4],
                   [box.left + 4, box.bottom - 4], [box.right - 4, box.bottom - 4]];
  const others = document.querySelectorAll("[data-testid=board], [data-testid=prompt], button:not(.skip)");
  return !corners.every(([x, y]) => found(x, y)) || [...others].some((other) => {
    const { left, right, top, bottom } = other.getBoundingClientRect();
    return left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
  });
}"""


@pytest.fixture(params=["desk", "phone"])
def table(request: pytest.FixtureRequest, new_person: Callable[..., Page]) -> PlayPage:
    page = new_person(**PHONE) if request.param == "phone" else new_person()
    page.goto("/")
    page.goto(f"/game/{post(page, 'games', {'scenario': SWORD, 'seats': SEATS}).id}")
    table = PlayPage(page, "touch" if request.param == "phone" else "mouse")
    table.wait_for_turn()
    return table


def reasons(page: Page) -> Locator:
    """Why the program would do what it advises; one that was too busy to try anything out is asked again."""
    why = page.get_by_test_id("advice")
    for _ in range(MOST_ASKED):
        page.keyboard.press("h")
        expect(page.get_by_test_id("hint")).to_contain_text("The program would:", timeout=60_000)
        if "could not be tried out" not in (why.text_content() or ""):
            break
    return why


def test_advice_says_why_and_what_else_and_can_be_called_off(table: PlayPage) -> None:
    page, number = table.page, table.number
    page.get_by_test_id("hint-button").click()
    expect(page.get_by_test_id("advice-weighing")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("advice-weighing")).to_be_hidden()
    why = reasons(page)
    if table.hand == "touch":
        why.get_by_text("Why, and what else").click()
    expect(why).to_contain_text(re.compile(r"Outlook \d+ of 100"))
    expect(why.get_by_test_id("advice-other")).to_have_count(2)
    assert table.number == number
    why.get_by_test_id("advice-other").first.get_by_role("button").click()
    page.wait_for_function(BEYOND, arg=str(number))
    expect(page.get_by_test_id("advice")).to_be_hidden()  # it was for another decision


def test_an_opponent_tells_what_it_was_up_to(table: PlayPage) -> None:
    page = table.page
    expect(page.get_by_test_id("turn-summary-button")).to_be_visible()
    expect(page.get_by_test_id("intents-button")).to_be_hidden()  # it has not played before one's eyes
    prepared(page, "sword_greedy", after_a_film("sword_greedy", "allied"))
    table.wait_for_turn()
    page.get_by_test_id("intents-button").click()
    told = page.get_by_test_id("intent")
    expect(told).to_contain_text("Germans (Sergeant)")
    expect(told).to_contain_text("It strikes where it can and keeps what it has.")
    expect(told).to_contain_text(re.compile(r"By all that can be seen from here, its side may expect \d+ of 100\."))
    expect(told).to_contain_text(re.compile(r"It (masses|brings) .+ (to|near) |It fights for "))
    expect(told).to_contain_text("It makes no plan and weighs no alternatives")
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    page.keyboard.press("i")
    expect(told).to_be_visible()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_a_program_beside_a_person_says_unasked_what_it_means_to_do(
    new_person: Callable[..., Page], size: dict[str, object]
) -> None:
    page = new_person(**size)
    page.goto("/")
    game = post(page, "games", {"scenario": "omaha_beach/first_waves", "seats": DIVISIONS}).id
    page.goto(f"/game/{game}")
    table = PlayPage(page, "touch" if size else "mouse")
    plans = page.get_by_test_id("ally-plans")
    for _ in range(MOST_ORDERS):
        table.wait_for_turn()
        if plans.is_visible():
            break
        view = table.view()
        assert view.decision is not None
        orders = [choice.order for choice in view.decision.orders]
        order(page, game, "1st", next((one for one in orders if one in ("first 29th", "end")), orders[0]))
        table.wait_beyond(view.number)
    expect(plans).to_have_text(re.compile(r"^Your ally, the captain \(29th Division\), .+\.$"))
    expect(plans).to_be_in_viewport(ratio=1)
    assert not plans.evaluate(COVERED)


def test_where_the_rules_play_a_side_it_is_said_that_nobody_plans_for_it(page: Page) -> None:
    game = post(page, "games", {"scenario": "omaha_beach/easy_fox"})
    page.goto(f"/game/{game.id}")
    PlayPage(page).wait_for_turn()
    page.keyboard.press("i")
    told = page.get_by_test_id("intents")
    expect(told.get_by_test_id("ruled")).to_contain_text("The rules play the Germans: ")
    expect(told).to_contain_text("nobody plans for them")
    expect(told).not_to_contain_text("No program has played yet")
    page.keyboard.press("Escape")
    page.get_by_test_id("intents-button").click()
    expect(told).to_be_visible()


def test_advice_never_goes_without_a_word_for_the_best_order(page: Page) -> None:
    """The beachheads of Sword come to the same, and the first decision at Cherbourg has nothing that speaks for it."""
    for scenario, own in ((SWORD, "allied"), ("bloody_summer/race_to_cherbourg", "us")):
        seats = {own: {"kind": "human"}, "german": {"kind": "bot", "bot": "sergeant"}}
        page.goto(f"/game/{post(page, 'games', {'scenario': scenario, 'seats': seats}).id}")
        PlayPage(page).wait_for_turn()
        why = reasons(page)
        expect(why).to_contain_text(re.compile("For it|promises? (the best|the same|about)"))
