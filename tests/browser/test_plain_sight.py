"""Odds that nobody asked for take no room; what was asked for stays whole, and so does the button that closes it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from bocage.table.model import Decision
from tests.browser.games import GUNS, MOVING, first, moments, prepared
from tests.browser.table import PlayPage, Spot
from tests.browser.test_phone import hold
from tests.browser.test_steady import box_of

LAPTOP: dict[str, object] = {"viewport": {"width": 1366, "height": 768}, "reduced_motion": "reduce"}
PHONE: dict[str, object] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "reduced_motion": "reduce"}
FEW = 6  # choices stand beside the question, more in the list below it


def sit_down(page: Page, name: str, number: int, opponent: str = "german", hand: str = "mouse") -> PlayPage:
    prepared(page, name, number, opponent)
    table = PlayPage(page, "touch" if hand == "touch" else "mouse")
    table.wait_for_turn()
    return table


def mixes(decision: Decision) -> bool:
    """Whether a unit can go to many hexes, and overrun somebody."""
    rated = [order.odds or bool(order.reach) for order in decision.orders]
    return len(rated) > FEW and any(rated) and not all(rated) and decision.unit is not None


def test_among_destinations_odds_are_told_only_of_what_is_pointed_at(new_person: Callable[..., Page]) -> None:
    page = new_person(**LAPTOP)
    moment = next(n for n, decision, _ in moments("race_to_cherbourg", "us") if mixes(decision))
    sit_down(page, "race_to_cherbourg", moment)
    choices = page.get_by_test_id("orders").get_by_test_id("order")
    expect(choices.first).to_be_visible()
    with_odds = choices.filter(has=page.get_by_test_id("figure"))
    expect(with_odds.first).to_be_attached()
    page.mouse.move(0, 0)
    expect(page.get_by_test_id("odds-strip")).to_have_count(0)
    expect(page.get_by_test_id("attack")).to_have_count(0)
    for choice in (with_odds.first, with_odds.last):
        choice.scroll_into_view_if_needed()
        places = [box_of(one) for one in choices.all()]
        choice.hover()
        strip = page.get_by_test_id("odds-strip")
        expect(strip).to_contain_text(choice.locator(".label").inner_text().strip())
        expect(strip).to_be_in_viewport(ratio=1)
        assert [box_of(one) for one in choices.all()] == places
        told, row = box_of(strip), box_of(choice)
        assert told["y"] >= row["y"] + row["height"] or told["y"] + told["height"] <= row["y"]
        page.mouse.move(0, 0)


def test_the_sum_of_the_odds_keeps_to_one_line(new_person: Callable[..., Page]) -> None:
    page = new_person(**LAPTOP)
    sit_down(page, "race_to_cherbourg", first("race_to_cherbourg", "us", "Whom does"))
    total = page.get_by_test_id("attack").locator(".sum").first
    expect(total).to_contain_text("Odds")
    boxes = [box_of(part) for part in total.locator("> *").all()]
    middles = [box["y"] + box["height"] / 2 for box in boxes]
    assert max(middles) - min(middles) < max(box["height"] for box in boxes) / 2
    assert total.evaluate("(sum) => sum.scrollWidth <= sum.clientWidth")


def test_what_is_advised_is_in_sight_though_its_words_take_room_from_the_map(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    table = sit_down(page, "sword_greedy", MOVING, hand="touch")
    page.get_by_test_id("hint-button").tap()
    expect(page.get_by_test_id("hint")).to_be_visible(timeout=60_000)
    page.wait_for_timeout(600)  # the map has moved there
    seen = table.view()
    assert seen.decision is not None
    advised = page.locator(".order.hinted").first.get_attribute("data-order")
    unit = next(order.unit for order in seen.decision.orders if order.order == advised)
    at = next(piece.at for piece in seen.pieces if piece.id == unit)
    assert at is not None
    spot, box = table.spot_of(at), box_of(table.map)
    assert box["y"] < spot.y < box["y"] + box["height"] and box["x"] < spot.x < box["x"] + box["width"]


def test_the_card_of_the_odds_can_be_closed_however_far_it_is_scrolled(new_person: Callable[..., Page]) -> None:
    page = new_person(**{**PHONE, "viewport": {"width": 844, "height": 390}})
    sit_down(page, "sword_greedy", GUNS, hand="touch")
    box = box_of(page.get_by_test_id("order").nth(1))
    hold(page, Spot(box["x"] + 30, box["y"] + 15))
    look = page.get_by_test_id("look")
    expect(look).to_contain_text("aircraft")
    assert look.evaluate("(card) => (card.scrollTo(0, card.scrollHeight), card.scrollTop)") > 20
    close = look.get_by_role("button", name="Close")
    expect(close).to_be_in_viewport(ratio=1)
    close.tap()
    expect(look).to_be_hidden()
