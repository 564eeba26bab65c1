"""Giving orders: moving units, what is not allowed, taking back, odds and overlays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import GUNS, MOVING, SWORD_RECORD, TARGETS, moments, prepared
from tests.browser.table import PlayPage

JOINING = next(  # one unit is left that could take part in an attack
    number
    for number, decision, _ in moments(SWORD_RECORD, "allied")
    if number > TARGETS and decision.prompt.startswith("Attack 1") and len(decision.orders) == 2
)


NO_WAY_OUT = next(  # a German regiment retreats or stands, and loses by either
    number
    for number, decision, _ in moments(SWORD_RECORD, "german")
    if len(decision.orders) > 1 and all(order.loss for order in decision.orders)
)


def place_of(table: PlayPage, unit: str) -> str:
    return next(piece.at for piece in table.view().pieces if piece.id == unit)


def test_a_unit_is_moved_by_clicks_and_another_by_dragging(page: Page) -> None:
    prepared(page, "sword_greedy", MOVING)
    table = PlayPage(page)
    table.wait_for_turn()

    table.give("move 6/6")
    reach = table.view().decision
    assert reach is not None and reach.unit == "6/6"
    goal = next(order for order in reach.orders if len(order.path) == 3)
    table.give(goal)
    assert place_of(table, "6/6") == goal.hex

    start = place_of(table, "27")
    table.drag(start, "1439")
    expect(table.root).to_have_attribute("data-number", str(MOVING + 4))
    assert place_of(table, "27") == "1439"
    expect(table.read_log().last).to_contain_text("27 moves to 1439")


def test_what_is_not_allowed_is_explained_where_it_was_tried(page: Page) -> None:
    prepared(page, "sword_greedy", MOVING)
    table = PlayPage(page)
    table.wait_for_turn()
    table.give("move 6/6")
    far = "0738"
    spot = table.click_hex(far)
    expect(table.refusal).to_contain_text("Not possible.")
    expect(table.refusal).to_contain_text(far)
    rule = table.refusal.get_by_role("button", name=re.compile(r"^Rule [\d.]+-\d+: show its text"))
    expect(rule).to_be_visible()
    box = table.refusal.bounding_box()
    assert box is not None
    assert abs(box["x"] - spot.x) < 330 and abs(box["y"] - spot.y) < 200
    expect(rule).to_have_text("§", use_inner_text=True)  # its number is there for whoever wants it
    rule.hover()
    words = rule.inner_text()
    assert re.fullmatch(r"[\d.]+-\d+", words)
    rule.click()
    expect(page.get_by_test_id("rule").filter(has_text=words).first).to_be_in_viewport()

    # The same in words, for those who do not see the map.
    page.keyboard.press("Escape")
    table.open_panel("text")
    page.get_by_test_id("command").fill(f"to {far}")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("command-refusal")).to_contain_text(far)
    expect(page.get_by_test_id("command-refusal")).to_contain_text(words)
    page.get_by_test_id("command").fill("dance wildly")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("command-refusal")).to_contain_text("dance")
    assert table.number == MOVING + 1


def test_undo_with_one_key_and_the_reason_when_it_is_not_possible(page: Page) -> None:
    prepared(page, "sword_greedy", MOVING - 1)
    table = PlayPage(page)
    table.wait_for_turn()
    page.keyboard.press("u")
    expect(table.refusal).to_be_visible()  # what the Germans did is not mine to take back
    said = table.refusal.inner_text()
    assert len(said.removeprefix("Not possible.").strip(" ×\n")) > 10

    table.give("rebuild 5/6")
    before = place_of(table, "6/6")
    table.give("move 6/6")
    table.give("to 1439")
    assert place_of(table, "6/6") == "1439"
    page.keyboard.press("u")
    expect(table.root).to_have_attribute("data-number", str(MOVING + 1))
    page.keyboard.press("u")
    expect(table.root).to_have_attribute("data-number", str(MOVING))
    assert place_of(table, "6/6") == before


def test_the_odds_of_an_attack_are_told_before_it(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    prepared(page, "sword_greedy", GUNS)
    table = PlayPage(page)
    table.wait_for_turn()
    attack = page.get_by_test_id("attack")
    expect(attack).to_contain_text("Column shifts")
    expect(attack).to_contain_text("Difference")
    assert not any("/odds" in address for address in asked)  # they came with the view
    chances = [int(words.strip(" %<")) for words in attack.locator(".chance").all_inner_texts()]
    results = page.get_by_test_id("result").all_inner_texts()
    assert len(chances) == len(results) > 1
    assert sum("othing happens" in words for words in results) == 1  # what comes to the same is told once
    assert abs(sum(chances) - 100) <= len(chances) // 2
    attack.get_by_role("button", name="Show in the results chart").click()
    expect(page.get_by_test_id("chart").first).to_be_visible()


@pytest.mark.parametrize("panel", ["orders", "log"])
def test_the_last_attacker_that_can_join_does_not_begin_the_attack_unasked(page: Page, panel: str) -> None:
    prepared(page, "sword_greedy", JOINING)
    table = PlayPage(page)
    table.wait_for_turn()
    table.open_panel(panel)
    place = place_of(table, "1-cdo")
    table.click_hex(place)
    last = page.locator('[data-testid=order][data-order="with 1-cdo"]').first
    expect(last).to_contain_text("Sure? Attack with 1 cdo too, and begin")
    if panel == "orders":
        expect(page.get_by_test_id("attack")).to_contain_text("Attack with 1 cdo")  # what would come of it
    assert table.number == JOINING
    page.get_by_role("button", name="Not yet").click()
    expect(page.locator(".unsure")).to_have_count(0)
    expect(page.locator('[data-testid=order][data-order="declare"]').first).to_be_visible()  # or without it

    table.click_hex(place)
    expect(last).to_contain_text("Sure?")
    table.click_hex(place)
    table.wait_beyond(JOINING)
    expect(table.prompt).to_contain_text("Place a first support fire marker")
    page.keyboard.press("u")
    expect(table.root).to_have_attribute("data-number", str(JOINING))  # nothing was revealed


def test_the_text_board_tells_odds_and_asks_before_choices_are_given_up(page: Page) -> None:
    prepared(page, "sword_greedy", GUNS)
    table = PlayPage(page)
    table.wait_for_turn()
    table.open_panel("text")
    expect(page.get_by_test_id("odds-in-words")).to_contain_text(" %")
    field = page.get_by_test_id("command")
    field.fill("odds pass")
    field.press("Enter")
    expect(page.get_by_test_id("command-answer")).to_contain_text(
        re.compile(r"^No marker: \d+ against \d+, .*column \d+\. \d+\s%")
    )

    prepared(page, "sword_greedy", MOVING)
    table = PlayPage(page)
    table.wait_for_turn()
    table.open_panel("text")
    field.fill("end")
    field.press("Enter")
    expect(page.get_by_test_id("command-sure")).to_contain_text("there are choices left")
    expect(field).to_have_value("end")
    assert table.number == MOVING
    field.press("Enter")
    table.wait_beyond(MOVING)


def test_overlays_shade_the_map_and_can_be_taken_off(page: Page) -> None:
    prepared(page, "sword_greedy", MOVING)
    table = PlayPage(page)
    table.wait_for_turn()
    table.give("move 6/6")
    table.open_panel("overlays")
    page.mouse.move(0, 0)
    plain = table.picture()
    layers = page.get_by_test_id("layer")
    for title in (
        "Allied zones",
        "German threat",
        "The front in history",
        "Supply line of a unit",
        "Retreats of a unit",
    ):
        page.get_by_test_id("overlay").filter(has_text=title).get_by_role("checkbox").check()
        expect(layers.last).not_to_have_text("")
    table.wait_for_change(plain)

    # All of them lie there together, and a legend explains each; two are about the unit in hand.
    expect(layers).to_have_text(
        [re.compile(word) for word in ("Allied zones", "German threat", "front on 10 June", "Supply of 6/6", "of 6/6")]
    )
    expect(page.get_by_test_id("layer-legend").filter(has_text="attack strength").first).to_be_visible()
    expect(page.get_by_text("6/6 is in supply.").first).to_be_visible()

    # Its title on the map takes one off, and a button all.
    layers.first.click()
    expect(layers).to_have_count(4)
    shaded = table.picture()
    page.get_by_test_id("layers-off").click()
    expect(layers).to_have_count(0)
    table.wait_for_change(shaded)


def test_a_choice_says_what_it_costs_for_sure_and_so_does_the_advice(page: Page) -> None:
    prepared(page, "sword_greedy", NO_WAY_OUT, opponent="allied")
    table = PlayPage(page)
    table.wait_for_turn()
    decision = table.view().decision
    assert decision is not None
    names = {piece.id: piece.name for piece in table.board.pieces}
    for choice in decision.orders:
        button = page.locator(f'[data-testid=order][data-order="{choice.order}"]')
        lost = choice.loss.replace(choice.unit or "", names[choice.unit or ""])
        expect(button.get_by_test_id("loss")).to_have_text(f"For sure: {lost}")
    page.get_by_test_id("hint-button").click()
    expect(page.get_by_test_id("hint")).to_contain_text(re.compile(r"For sure: .+ (loses a step|is eliminated)\."))
    # The same for those who read the text board.
    expect(table.open_panel("text")).to_contain_text(re.compile(r"For sure: .+ (loses a step|is eliminated)\."))


def test_a_hex_that_costs_a_unit_for_sure_is_shown_with_its_price_before_it_is_chosen(page: Page) -> None:
    """A tank that stays to fire where the tide comes in is lost; a click on the map does not give the order yet."""
    tide = next(
        number
        for number, decision, _ in moments("first_waves_allies", "29th")
        if any(order.loss and order.order.startswith("barrage") for order in decision.orders)
    )
    prepared(page, "first_waves_allies", tide, opponent="")
    table = PlayPage(page)
    table.wait_for_turn()
    decision = table.view().decision
    assert decision is not None
    costly = next(order for order in decision.orders if order.loss and order.hex)
    assert costly.hex is not None and any(not order.loss for order in decision.orders)
    table.click_hex(costly.hex)
    expect(table.menu.get_by_test_id("loss").first).to_contain_text("For sure: ")
    assert table.number == tide
    page.keyboard.press("Escape")
    expect(table.menu).to_be_hidden()
