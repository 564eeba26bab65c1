"""Little room: what is pointed at stays where it is, and what is seldom needed is folded."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.games import GUNS, LATER_TARGETS, MOVING, SWORD, first, moments, post, prepared
from tests.browser.table import PlayPage
from tests.browser.test_phone import PHONE

GUIDED_STEPS = 40
ON_TOP_THERE = "(choice, [x, y]) => choice.contains(document.elementFromPoint(x, y))"
WINDOW = {"viewport": PHONE["viewport"]}  # as small as a phone, and with a mouse


def box_of(thing: Locator) -> FloatRect:
    box = thing.bounding_box()
    assert box is not None
    return box


def sit_down(page: Page, orders: int, hand: str = "mouse") -> PlayPage:
    prepared(page, "sword_greedy", orders)
    table = PlayPage(page, "touch" if hand == "touch" else "mouse")
    table.wait_for_turn()
    return table


def test_a_target_under_the_mouse_stays_there_while_its_odds_are_told(new_person: Callable[..., Page]) -> None:
    page = new_person(**WINDOW, reduced_motion="reduce")
    table = sit_down(page, LATER_TARGETS)
    page.get_by_test_id("news").get_by_role("button", name="Close").click()
    spot, size = table.spot_of("1638"), box_of(table.map)
    page.mouse.move(*spot)
    expect(page.get_by_test_id("odds-strip")).to_contain_text("Attack 1638")
    assert (table.spot_of("1638"), box_of(table.map)) == (spot, size)
    assert table.is_free(spot)


def test_buttons_stay_where_they_are_while_one_after_the_other_is_pointed_at(new_person: Callable[..., Page]) -> None:
    page = new_person(**WINDOW, reduced_motion="reduce")
    sit_down(page, GUNS)
    expect(page.get_by_test_id("figure")).to_have_count(4)
    choices = page.get_by_test_id("order").all()
    places = [box_of(choice) for choice in choices]
    for choice in choices:
        choice.hover()
        expect(page.get_by_test_id("odds-strip")).to_be_visible()
        assert [box_of(one) for one in choices] == places


def test_choices_below_news_stay_where_they_are_whatever_their_odds_say(new_person: Callable[..., Page]) -> None:
    page = new_person(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    prepared(page, "dark_summer", first("dark_summer", "german", "Support for the defence"), opponent="allied")
    PlayPage(page).wait_for_turn()
    expect(page.get_by_test_id("news")).to_be_visible()
    choices = page.locator("[data-testid=order]:has([data-testid=figure])").all()
    page.mouse.move(0, 0)
    places, told = [box_of(choice) for choice in choices], set[float]()
    for choice in choices:
        choice.hover()
        expect(page.get_by_test_id("odds-strip")).to_contain_text(choice.locator(".label").inner_text().strip())
        told.add(box_of(page.get_by_test_id("odds-strip").locator("ul"))["height"])
        assert [box_of(one) for one in choices] == places
    assert len(told) > 1  # not all have as much to tell


@pytest.mark.parametrize("hand", ["mouse", "touch"])
def test_a_button_that_asks_whether_it_is_meant_can_be_pressed_again_at_once(
    new_person: Callable[..., Page], hand: str
) -> None:
    page = new_person(**(PHONE if hand == "touch" else WINDOW), reduced_motion="reduce")
    table = sit_down(page, MOVING, hand)
    end = page.locator('[data-testid=order][data-order="end"]')
    expect(end).to_have_class(re.compile(r"\bquiet\b"))  # it is not what is to be done first
    place = box_of(end)
    middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    press = page.touchscreen.tap if hand == "touch" else page.mouse.click
    press(*middle)
    expect(end).to_contain_text("Sure?")
    now = box_of(end)
    assert now["y"] <= middle[1] <= now["y"] + now["height"]
    page.get_by_role("button", name="Not yet").click()
    expect(end).not_to_contain_text("Sure?")
    assert table.number == MOVING
    press(*middle)
    expect(end).to_contain_text("Sure?")
    press(*middle)
    table.wait_beyond(MOVING)


def test_on_a_phone_the_staff_is_one_button_that_opens_its_list(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    page.goto(f"/game/{post(page, 'games', {'scenario': SWORD}).id}")
    table = PlayPage(page, "touch")
    table.wait_for_turn()
    staff, number = page.get_by_test_id("let-staff"), table.number
    assert staff.count() > 1
    expect(staff.first).to_be_hidden()
    page.get_by_test_id("staff-open").tap()
    for part in staff.all():
        expect(part).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(staff.first).to_be_hidden()
    page.get_by_test_id("staff-open").tap()
    staff.first.tap()
    table.wait_beyond(number)
    expect(page.get_by_test_id("staff-works")).to_have_count(0)


def test_at_a_desk_the_staff_is_one_button_beside_the_others(page: Page) -> None:
    page.goto(f"/game/{post(page, 'games', {'scenario': SWORD}).id}")
    table = PlayPage(page)
    table.wait_for_turn()
    staff, number = page.get_by_test_id("let-staff"), table.number
    expect(staff).to_have_count(0)
    opener, undo = page.get_by_test_id("staff-open"), page.get_by_test_id("undo")
    beside, place = opener.bounding_box(), undo.bounding_box()
    assert beside is not None and place is not None and beside["y"] == place["y"]
    opener.click()
    assert staff.count() > 1
    assert opener.bounding_box() == beside  # and it stays there
    staff.first.click()
    table.wait_beyond(number)
    expect(page.get_by_test_id("staff-works")).to_have_count(0)


def test_a_list_scrolled_to_its_end_stays_under_the_pointer(new_person: Callable[..., Page]) -> None:
    page = new_person(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    mixed = next(
        number
        for number, decision, _ in moments("easy_fox", "1st")
        if len(decision.orders) > 6 and len({order.odds for order in decision.orders}) > 1
    )
    prepared(page, "easy_fox", mixed, opponent="")
    PlayPage(page).wait_for_turn()
    last = page.get_by_test_id("orders").get_by_test_id("order").last
    last.evaluate("(one) => { const list = one.closest('.panel'); list.scrollTo(0, list.scrollHeight); }")
    last.scroll_into_view_if_needed()
    place = box_of(last)
    page.mouse.move(place["x"] + 40, place["y"] + place["height"] / 2)
    seen = set[float]()
    for _ in range(12):
        page.wait_for_timeout(100)
        seen.add(box_of(last)["y"])
    assert seen == {place["y"]}


def test_beside_an_open_guide_the_odds_of_every_choice_are_in_sight_and_no_choice_moves(
    new_person: Callable[..., Page],
) -> None:
    page = new_person(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    game = post(page, "games", {"scenario": "fire_movement/on_to_caen", "guided": True})
    page.goto(f"/game/{game.id}")
    table, odds = PlayPage(page), page.get_by_test_id("odds-strip")
    seen = set[str]()
    for _ in range(GUIDED_STEPS):
        table.wait_for_turn()
        decision = table.view().decision
        assert decision is not None
        kind = next((kind for kind in ("Drop", "Place a second", "Bombard a unit") if kind in decision.prompt), "")
        if kind and kind not in seen:
            seen.add(kind)
            point_at_each(page, odds)
        if len(seen) == 3:
            return
        table.follow_guide()
    raise AssertionError(f"only {seen} were asked")


def point_at_each(page: Page, odds: Locator) -> None:
    """Point at the rated choices that are in sight, one after the other."""
    expect(page.get_by_test_id("guide")).to_be_visible()
    choices = page.locator("[data-testid=order]:has([data-testid=figure])").all()
    places = [box_of(choice) for choice in choices]
    pointed = 0
    for choice, place in zip(choices, places, strict=True):
        spot = (place["x"] + 40, place["y"] + place["height"] / 2)
        if not choice.evaluate(ON_TOP_THERE, list(spot)):
            continue  # it has to be scrolled to
        page.mouse.move(*spot)
        expect(odds).to_contain_text(choice.locator(".label").inner_text().strip())
        expect(odds).to_be_in_viewport(ratio=1)
        assert [box_of(one) for one in choices] == places
        assert choice.evaluate(ON_TOP_THERE, list(spot))  # the odds do not lie on what is pointed at
        pointed += 1
    assert pointed >= 2
