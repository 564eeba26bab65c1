"""Cards leave the battlefield in sight, and what is to be done stays in sight beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.games import TARGETS, after_a_film, moments, post, prepared
from tests.browser.table import Hand, PlayPage, Spot
from tests.browser.test_phone import PHONE, hold
from tests.browser.test_steady import box_of

DESK = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
RACE = "bloody_summer/race_to_cherbourg"
MANY = 12  # choices that do not fit beside the question


def area(box: FloatRect) -> float:
    return box["width"] * box["height"]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_card_of_a_place_takes_less_than_a_third_of_the_map_and_goes_when_a_film_begins(
    new_person: Callable[..., Page], size: dict[str, object]
) -> None:
    page = new_person(**{**size, "reduced_motion": "reduce"})
    prepared(page, "race_to_cherbourg", after_a_film("race_to_cherbourg", "us"))
    hand: Hand = "touch" if size is PHONE else "mouse"
    table = PlayPage(page, hand)
    table.wait_for_turn()
    stacks = Counter(piece.at for piece in table.view().pieces if piece.at)
    shown = {one.id for one in table.board.hexes}
    most = max((at for at in stacks if at in shown and table.is_free(table.spot_of(at))), key=lambda at: stacks[at])
    card = page.get_by_test_id("inspector")
    table.click_hex(most)
    page.wait_for_timeout(400)
    if not card.is_visible():  # the first click has opened the stack
        table.click_hex(most)
    expect(card).to_be_visible()
    if hand == "touch":
        if table.menu.is_visible():
            page.keyboard.press("Escape")  # what can be done there lies beside it
        page.get_by_test_id("inspector-more").tap()
    assert area(box_of(card)) < area(box_of(table.map)) / 3
    page.keyboard.press("g")  # what the others did, once more
    expect(page.get_by_test_id("playback")).to_be_visible()
    expect(card).to_have_count(0)


def test_the_chances_of_what_is_held_come_first_and_go_with_another_tab(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    prepared(page, "sword_greedy", TARGETS)
    table = PlayPage(page, "touch")
    table.wait_for_turn()
    box = box_of(page.locator("[data-testid=order]:has([data-testid=figure])").first)
    hold(page, Spot(box["x"] + 30, box["y"] + 15))
    look = page.get_by_test_id("look")
    for row in look.get_by_test_id("result").all()[:2]:
        top, card = box_of(row), box_of(look)
        assert top["y"] + top["height"] <= card["y"] + card["height"] + 1
    page.get_by_test_id("tab-charts").tap()
    expect(look).to_have_count(0)


def test_undo_advice_and_staff_stay_in_sight_beside_a_long_list(new_person: Callable[..., Page]) -> None:
    page = new_person(**DESK)
    number = max(
        (moment for moment in moments("race_to_cherbourg", "us") if moment.decision.series),
        key=lambda moment: sum(not order.hex for order in moment.decision.orders),
    ).number
    prepared(page, "race_to_cherbourg", number)
    PlayPage(page).wait_for_turn()
    for name in ("undo", "hint-button"):
        expect(page.get_by_test_id(name)).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-testid=staff-open], [data-testid=let-staff]").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("panel", ["overlays", "facts", "text"])
def test_an_open_panel_has_the_height_that_it_needs_beside_several_choices(
    new_person: Callable[..., Page], panel: str
) -> None:
    page = new_person(**DESK)
    prepared(page, "sword_greedy", TARGETS)
    table = PlayPage(page)
    table.wait_for_turn()
    assert box_of(table.open_panel(panel))["height"] > 450
    for name in ("undo", "hint-button"):
        expect(page.get_by_test_id(name)).to_be_in_viewport(ratio=1)


def test_what_was_copied_is_told_over_the_end_of_the_game(new_person: Callable[..., Page]) -> None:
    page = new_person(**DESK, permissions=["clipboard-read", "clipboard-write"])
    game = post(page, "games", {"scenario": "fire_movement/sword"})
    page.goto(f"/game/{game.id}")
    table = PlayPage(page)
    table.wait_for_turn()
    page.request.post(f"/api/games/{game.id}/resign", data={"seat": "allied", "number": table.number})
    over = page.get_by_test_id("over")
    expect(over).to_be_visible()
    over.get_by_role("button", name="Copy the link").click()
    told = page.get_by_role("status").filter(has_text="Copied")
    expect(told).to_be_visible()
    on_top = """(told) => {
      const { left, top, width, height } = told.querySelector("p").getBoundingClientRect();
      return document.elementsFromPoint(left + width / 2, top + height / 2)[0];
    }"""
    box = box_of(told.locator("p"))
    assert told.evaluate("(told) => told.matches(':popover-open')")
    assert box["width"] > 0 and on_top
