"""What lies around the map of a desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import prepared
from tests.browser.table import PlayPage

MOVING = 85  # orders of the record before the Allies move in game turn 2


@pytest.fixture
def table(new_person: Callable[..., Page]) -> PlayPage:
    page = new_person(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    prepared(page, "sword_greedy", MOVING)
    board = PlayPage(page)
    board.wait_for_turn()
    return board


def test_a_turn_strip_that_is_too_long_says_so(table: PlayPage) -> None:
    track = table.page.get_by_test_id("track")
    last = track.get_by_role("listitem").last
    expect(track.get_by_text("GT 2", exact=True)).to_be_in_viewport(ratio=1)
    later = table.page.get_by_role("button", name="Later turns")
    for _ in range(3):
        if later.is_visible():
            later.click()
            table.page.wait_for_timeout(400)
    expect(later).to_be_hidden()
    expect(last).to_be_in_viewport(ratio=1)
    expect(table.page.get_by_role("button", name="Earlier turns")).to_be_visible()


def test_a_look_at_an_empty_hex_is_no_mistake(table: PlayPage) -> None:
    table.click_hex("0645")
    card = table.page.get_by_test_id("inspector")
    expect(card).to_contain_text("0645")
    expect(table.refusal).to_be_hidden()
    table.page.keyboard.press("Escape")
    table.page.mouse.move(0, 0)
    expect(card).to_be_hidden()


def test_the_keyboard_goes_on_where_it_was_before_a_dialog(table: PlayPage) -> None:
    table.map.focus()
    table.page.keyboard.press("?")
    expect(table.page.get_by_test_id("help")).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_test_id("help")).to_be_hidden()
    expect(table.map).to_be_focused()


def test_colours_follow_the_choice_of_the_player(table: PlayPage) -> None:
    """Light and dark are told once each; a choice overrules what the machine prefers."""
    page = table.page
    paper = "getComputedStyle(document.body.parentElement).backgroundColor"
    light = page.evaluate(paper)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(paper)
    assert dark != light
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert page.evaluate(paper) == light
    page.emulate_media(color_scheme="light")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.evaluate(paper) == dark


def test_an_opponent_that_plays_well_is_not_replaced_by_one_slip(table: PlayPage) -> None:
    table.open_panel("game")
    seat = table.page.locator("[data-testid=seat][data-seat=german]")
    seat.get_by_role("button", name="Play this side yourself").click()
    sure = seat.get_by_role("button", name="Sure? You will see what this side hides")
    expect(sure).to_be_visible()
    assert [one.mine for one in table.info().seats] == [True, False]
    sure.click()
    expect(seat.get_by_role("button", name="Let the program play (greedy)")).to_be_visible()
    assert [one.mine for one in table.info().seats] == [True, True]
