"""What can be chosen, and what would come of it, are seen at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from bocage.table.model import Decision
from tests.browser.games import GUNS, moments, prepared
from tests.browser.table import PlayPage

DESKS = {"desk": {"width": 1280, "height": 900}, "laptop": {"width": 1366, "height": 768}}
FEW = 6  # choices stand beside the question, more in the list below it


@pytest.fixture(params=list(DESKS))
def at_desk(request: pytest.FixtureRequest, new_person: Callable[..., Page]) -> Page:
    return new_person(viewport=DESKS[request.param], reduced_motion="reduce")


def rated(decision: Decision) -> int:
    """How many choices lead to chance."""
    return sum(order.odds or order.reach for order in decision.orders)


def sit_down(page: Page, fits: Callable[[Decision], bool]) -> PlayPage:
    moment = next(n for n, decision, _ in moments("race_to_cherbourg", "us") if fits(decision))
    prepared(page, "race_to_cherbourg", moment)
    table = PlayPage(page)
    table.wait_for_turn()
    return table


def bottom(thing: Locator) -> float:
    box = thing.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_choices_stand_above_their_odds_and_both_are_in_sight(at_desk: Page) -> None:
    sit_down(at_desk, lambda decision: rated(decision) == len(decision.orders) == FEW)
    strip = at_desk.get_by_test_id("odds-strip")
    expect(strip).to_be_in_viewport(ratio=1)
    top = bottom(strip) - (strip.bounding_box() or {"height": 0.0})["height"]
    for choice in at_desk.get_by_test_id("order").all():
        expect(choice.get_by_test_id("figure")).to_be_in_viewport(ratio=1)
        assert bottom(choice) <= top


def test_of_six_targets_five_are_in_sight_together_with_the_odds_of_one(new_person: Callable[..., Page]) -> None:
    page = new_person(viewport=DESKS["laptop"], reduced_motion="reduce")
    sit_down(page, lambda decision: rated(decision) == FEW == sum(order.verb == "attack" for order in decision.orders))
    strip = page.get_by_test_id("odds-strip")
    expect(strip).to_be_in_viewport(ratio=1)
    targets = page.locator("[data-testid=order]:has([data-testid=figure])")
    expect(targets).to_have_count(FEW)
    top = (strip.bounding_box() or {"y": 0.0})["y"]
    assert sum(bottom(target) <= top for target in targets.all()) >= 5
    targets.nth(3).hover()
    expect(strip).to_contain_text(targets.nth(3).locator(".detail").inner_text()[:12])
    expect(page.get_by_test_id("chance-key")).to_contain_text("your side hit")


def test_while_a_marker_is_chosen_the_odds_of_what_is_pointed_at_are_in_sight(at_desk: Page) -> None:
    prepared(at_desk, "sword_greedy", GUNS)
    PlayPage(at_desk).wait_for_turn()
    strip, choices = at_desk.get_by_test_id("odds-strip"), at_desk.get_by_test_id("order")
    for choice in choices.all():
        expect(choice).to_be_in_viewport(ratio=1)
        choice.hover()
        expect(strip).to_be_in_viewport(ratio=1)
        expect(strip).to_contain_text(choice.locator(".label").inner_text().strip())


def test_below_a_long_list_of_choices_the_odds_stay_in_sight(at_desk: Page) -> None:
    sit_down(at_desk, lambda decision: rated(decision) > FEW)
    panel, strip = at_desk.get_by_test_id("panel"), at_desk.get_by_test_id("odds-strip")
    expect(strip).to_be_in_viewport(ratio=1)
    choices = panel.get_by_test_id("order")
    for choice in choices.all()[:2]:
        expect(choice).to_be_in_viewport(ratio=1)
    choices.nth(1).hover()
    expect(strip).to_contain_text(choices.nth(1).locator(".label").inner_text().strip())
    first = choices.first.bounding_box()
    attack = at_desk.get_by_test_id("attack").bounding_box()
    assert first is not None and attack is not None and first["y"] < attack["y"]


WIDE = "(side) => side.scrollWidth - side.clientWidth"


def test_a_legend_of_three_figures_makes_nothing_wider_and_the_odds_lie_on_no_choice(
    new_person: Callable[..., Page],
) -> None:
    page = new_person(viewport=DESKS["laptop"], reduced_motion="reduce")
    moment = next(
        number
        for number, decision, _ in moments("easy_fox", "1st")
        if len(decision.orders) == FEW and {"to", "attack"} <= {order.verb for order in decision.orders if order.odds}
    )
    prepared(page, "easy_fox", moment, opponent="")
    PlayPage(page).wait_for_turn()
    expect(page.get_by_test_id("chance-key")).to_contain_text("not hit on the way")
    expect(page.get_by_test_id("chance-key")).to_contain_text("your side hit")
    choices, strip = page.locator(".choices"), page.get_by_test_id("odds-strip")
    attack = page.locator('[data-testid=order][data-order^="attack"]').first
    attack.hover()
    expect(strip).to_contain_text("Attack")
    expect(attack).to_be_in_viewport(ratio=1)
    assert bottom(choices) <= (strip.bounding_box() or {"y": 0.0})["y"] + 3
    assert page.locator(".side").evaluate(WIDE) == 0
    assert page.locator(".prompt").evaluate(WIDE) == 0
