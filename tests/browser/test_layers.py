"""Layers and what explains them; buttons and tabs that keep their words inside."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.games import first, prepared, wait_for
from tests.browser.table import BETWEEN_TAPS, PlayPage
from tests.browser.test_phone import PHONE, TABLET, counter_in_fan

LAPTOP = {"viewport": {"width": 1366, "height": 768}}
INSIDE = """(button) => {
  const frame = button.getBoundingClientRect();
  return [...button.querySelectorAll("*")].every((part) => {
    const { left, right, width } = part.getBoundingClientRect();
    return width === 0 || getComputedStyle(part).position === "absolute"
      || (left >= frame.left - 0.5 && right <= frame.right + 0.5);
  });
}"""


def sit_down(page: Page, record: str, seat: str, question: str, hand: str = "mouse") -> PlayPage:
    prepared(page, record, first(record, seat, question), opponent="german" if seat != "1st" else "")
    table = PlayPage(page, "touch" if hand == "touch" else "mouse")
    table.wait_for_turn()
    return table


def lay(table: PlayPage, title: str) -> Locator:
    """Lay a layer on the map."""
    panel = table.open_panel("overlays")
    panel.get_by_test_id("overlay").filter(has_text=re.compile(rf"^\s*{title}")).first.locator("input").check()
    return panel


def test_on_a_phone_a_layer_says_what_it_means_when_it_is_tapped(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE, reduced_motion="reduce")
    table = sit_down(page, "easy_fox", "1st", "What does 1/C/741 do?", "touch")
    orders = page.get_by_test_id("tab-orders").locator("span").first.bounding_box()
    assert orders is not None and orders["x"] >= 0  # with eleven tabs too
    lay(table, "Danger").get_by_role("button", name="Close the panel").tap()
    legend, key = page.get_by_test_id("layers").get_by_test_id("layer-legend"), page.get_by_test_id("layer-key")
    expect(legend).to_have_count(0)
    key.tap()
    expect(legend).to_contain_text("Sporadic")
    for colour in ("red", "purple", "green", "orange", "several colours"):  # as the map has them
        expect(legend.get_by_test_id("layer-colours")).to_contain_text(colour)
    key.tap()
    expect(legend).to_have_count(0)
    page.get_by_test_id("layer").tap()
    expect(key).to_have_count(0)


def test_a_legend_keeps_off_counters_and_can_be_folded(new_person: Callable[..., Page]) -> None:
    page = new_person(**LAPTOP, reduced_motion="reduce")
    table = sit_down(page, "race_to_cherbourg", "us", "Whom does HQ-VII attack?")
    panel = lay(table, "US supply")
    box = page.get_by_test_id("layers")
    expect(box.get_by_test_id("layer-legend")).to_be_visible()
    for unit in ("0224", "0223"):  # Cherbourg and its defenders
        assert table.is_free(table.spot_of(unit))
    page.get_by_test_id("layer-key").click()
    expect(box.get_by_test_id("layer-legend")).to_have_count(0)
    panel.get_by_test_id("overlay").filter(has_text="headquarters").last.locator("input").check()
    expect(panel.locator("select")).to_be_visible()
    assert panel.evaluate("(panel) => panel.scrollWidth <= panel.clientWidth")


def test_looking_at_a_unit_of_which_a_layer_knows_nothing_is_no_mistake(new_person: Callable[..., Page]) -> None:
    page = new_person(**LAPTOP, reduced_motion="reduce")
    table = sit_down(page, "easy_fox", "1st", "What does 1/C/741 do?")
    kinds = [kind for kind in table.board.overlays if kind.follows]
    lay(table, kinds[0].title)
    expect(page.get_by_test_id("layer")).to_have_count(1)
    page.mouse.move(*table.spot_of("0807"))  # a position of the Germans, with its depth
    expect(table.map).to_have_attribute("data-fan", re.compile("WN60 "))
    with page.expect_response(re.compile("overlay")) as asked:
        page.mouse.click(*counter_in_fan(table, "WN60"))
    assert not asked.value.ok
    expect(page.get_by_test_id("layer")).to_have_count(0)
    page.wait_for_timeout(BETWEEN_TAPS)
    if table.refusal.is_visible():  # what is asked about is a hex or a unit, and never the layer
        expect(table.refusal).not_to_contain_text("there is no unit")


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_long_names_of_units_stay_inside_their_buttons(
    new_person: Callable[..., Page], size: dict[str, object]
) -> None:
    page = new_person(**size, reduced_motion="reduce")
    sit_down(page, "race_to_cherbourg", "us", "Bombard 0918 with what?", "touch")
    choices = page.get_by_test_id("order").filter(has_text="Send")
    expect(choices).to_have_count(2)
    for choice in choices.all():
        assert choice.evaluate(INSIDE)


def test_the_layers_of_a_unit_are_on_the_card_of_its_stack(new_person: Callable[..., Page]) -> None:
    page = new_person(**LAPTOP, reduced_motion="reduce")
    table = sit_down(page, "race_to_cherbourg", "us", "Whom does HQ-VII attack?")
    at = Counter(piece.at for piece in table.view().pieces if table.seats_of_units.get(piece.id) == "us")
    on_map = {one.id for one in table.board.hexes}
    stack = next(place for place, count in at.most_common() if count > 1 and place in on_map)
    table.click_hex(stack)
    card = page.get_by_test_id("inspector")
    card.get_by_test_id("layer-of-unit").filter(has_text="Supply line").click()
    names = {piece.id: piece.name or piece.id for piece in table.board.pieces}
    units = [piece.id for piece in table.view().pieces if piece.at == stack]
    layer = page.get_by_test_id("layers")
    expect(layer).to_contain_text(f"Supply line of {names[units[0]]}")  # not by its id
    card.get_by_test_id("layers-of").select_option(units[1])
    expect(layer).to_contain_text(f"Supply line of {names[units[1]]}")


def test_on_a_phone_layers_leave_room_to_the_map_that_they_lie_on(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE, reduced_motion="reduce")
    table = sit_down(page, "race_to_cherbourg", "us", "Whom does HQ-VII attack?", "touch")
    panel = table.open_panel("overlays")
    expect(panel.get_by_test_id("overlay").first).to_contain_text("The front in history")
    panel.get_by_test_id("overlay").first.locator("input").check()
    wait_for(lambda: page.get_by_test_id("board").evaluate("(map) => map.clientHeight >= 0.39 * innerHeight"))
    expect(panel.get_by_test_id("layers-off")).to_be_in_viewport()
