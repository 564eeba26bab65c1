"""A refusal comes when something was tried, lies on nothing that matters and goes; a look is no mistake."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import MOVING, SWORD, TARGETS, post, prepared
from tests.browser.table import PlayPage, Spot
from tests.browser.test_phone import PHONE
from tests.browser.test_steady import box_of

CAEN = "0839"
FAR = "0738"
READ = 12_000  # milliseconds in which a refusal has gone at the usual speed, on a busy machine
HELD = 1_500  # milliseconds


def sit_down(page: Page, number: int, hand: str = "mouse") -> PlayPage:
    prepared(page, "sword_greedy", number)
    table = PlayPage(page, "touch" if hand == "touch" else "mouse")
    table.wait_for_turn()
    return table


def test_who_begins_may_look_at_a_place(page: Page) -> None:
    page.goto(f"/game/{post(page, 'games', {'scenario': SWORD}).id}")
    table = PlayPage(page)
    table.wait_for_turn()
    table.click_hex(CAEN)  # where no beachhead marker can be placed
    expect(page.get_by_test_id("inspector")).to_contain_text("Caen")
    expect(table.refusal).to_have_count(0)


def test_a_refusal_goes_by_itself(page: Page) -> None:
    table = sit_down(page, MOVING)
    table.give("move 6/6")
    table.click_hex(FAR)
    expect(table.refusal).to_contain_text("Not possible.")
    page.mouse.move(0, 0)
    expect(table.refusal).to_be_hidden(timeout=READ)


def test_a_refusal_stands_as_long_as_it_is_looked_at_closely(page: Page) -> None:
    table = sit_down(page, MOVING)
    table.give("move 6/6")
    table.click_hex(FAR)
    table.refusal.hover()
    page.wait_for_timeout(8_500)
    expect(table.refusal).to_be_visible()


def test_the_next_click_or_key_puts_a_refusal_away(page: Page) -> None:
    table = sit_down(page, MOVING)
    table.give("move 6/6")
    for key in (False, True):
        table.click_hex(FAR)
        expect(table.refusal).to_be_visible()
        if key:
            page.keyboard.press("f")
        else:
            page.get_by_test_id("tab-charts").click()
        expect(table.refusal).to_be_hidden(timeout=1_000)


def test_a_refusal_lies_on_nothing_that_can_be_chosen(page: Page) -> None:
    table = sit_down(page, MOVING)
    table.give("move 6/6")
    table.click_hex("1638")  # where the enemy stands, among the hexes that can be reached
    expect(table.refusal).to_be_visible()
    box, decision = box_of(table.refusal), table.view().decision
    assert decision is not None
    for order in decision.orders:
        if order.hex:
            spot = table.spot_of(order.hex)
            inside = box["x"] < spot.x < box["x"] + box["width"] and box["y"] < spot.y < box["y"] + box["height"]
            assert not inside, order.hex


@pytest.mark.parametrize("hand", ["mouse", "touch"])
def test_with_nothing_in_hand_a_click_on_what_cannot_act_only_looks(new_person: Callable[..., Page], hand: str) -> None:
    page = new_person(**PHONE, reduced_motion="reduce") if hand == "touch" else new_person()
    table = sit_down(page, MOVING, hand)
    view = table.view()
    enemies = [piece.at for piece in view.pieces if table.seats_of_units[piece.id] == "german"]
    shown = {one.id for one in table.board.hexes}
    enemy = next(at for at in enemies if at in shown and enemies.count(at) == 1 and table.is_free(table.spot_of(at)))
    with page.expect_response(lambda answer: "/why" in answer.url):
        table.click_hex(enemy)
    card = page.get_by_test_id("inspector")
    expect(card).to_contain_text(enemy)
    if hand == "touch":
        page.get_by_test_id("inspector-more").tap()
    expect(card.get_by_test_id("remark")).to_be_visible()  # why nothing can be done stands where one looks
    expect(table.refusal).to_have_count(0)


def test_what_a_mouse_holds_is_looked_at_and_not_chosen(page: Page) -> None:
    table = sit_down(page, TARGETS)
    number = table.number
    decision = table.view().decision
    assert decision is not None
    target = next(order for order in decision.orders if order.hex and table.is_free(table.spot_of(order.hex)))
    button = box_of(page.locator(f'[data-testid=order][data-order="{target.order}"]').first)
    for spot in (table.spot_of(target.hex or ""), Spot(button["x"] + 40, button["y"] + button["height"] / 2)):
        page.mouse.move(*spot)
        page.mouse.down()
        page.wait_for_timeout(HELD)
        page.mouse.up()
        page.wait_for_timeout(500)
        assert table.number == number
    expect(page.get_by_test_id("look")).to_be_visible()
    page.get_by_test_id("look").get_by_role("button", name="Close").click()
    table.click_hex(target.hex or "")  # a short click chooses it
    table.wait_beyond(number)


def test_an_empty_hex_that_is_looked_at_says_why_it_cannot_be_chosen_where_hexes_are_asked_for(page: Page) -> None:
    """Engineers on Omaha Beach: who looks at obstacles under fire reads whose fire that is."""
    prepared(page, "easy_fox", 2)
    table = PlayPage(page)
    table.wait_for_turn()
    decision = table.view().decision
    assert decision is not None and [order.order for order in decision.orders] == ["clear 0612", "pass"]
    table.click_hex("0616")
    remark = page.get_by_test_id("inspector").get_by_test_id("remark")
    expect(remark).to_contain_text("0616 is in the fire of ")
    expect(remark).to_contain_text("a colour of this turn's fire card")
