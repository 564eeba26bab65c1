"""What an order led to is told to whoever gave it, under the name of whoever acted, and all of it can be read."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from bocage.table.model import OrderChoice, View
from tests.browser.games import COMMANDO, GUNS, LAST_DROP, moments, prepared, wait_for
from tests.browser.table import PlayPage

SIZES: dict[str, dict[str, object]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
# Whether every line of an element lies inside of it and of the window.
READABLE = """(element) => {
  const inside = (box, frame) => box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  const frame = element.getBoundingClientRect();
  return [...element.querySelectorAll("li")].every((line) => {
    const box = line.getBoundingClientRect();
    return box.height > 0 && inside(box, frame) && inside(box, { top: 0, bottom: innerHeight });
  });
}"""

THREE_LINES = 60  # pixels that are kept for what is told, however much is asked below


@pytest.fixture(params=list(SIZES))
def sit_down(request: pytest.FixtureRequest, new_person: Callable[..., Page]) -> Callable[[int], PlayPage]:
    """Call it for a table of Sword after so many orders, at a desk and on a phone."""

    def table(orders: int) -> PlayPage:
        page = new_person(**SIZES[request.param])
        prepared(page, "sword_greedy", orders)
        found = PlayPage(page, "touch" if request.param == "phone" else "mouse")
        found.wait_for_turn()
        return found

    return table


def news_of(table: PlayPage) -> Locator:
    return table.page.get_by_test_id("news")


def test_a_drop_tells_every_die_and_where_everybody_came_down(sit_down: Callable[[int], PlayPage]) -> None:
    table = sit_down(LAST_DROP)
    table.give("at 1342")
    news = news_of(table)
    expect(news).to_contain_text("Airborne drop")
    for unit in ("3/6", "5/6", "6/6"):
        expect(news).to_contain_text(re.compile(rf"{unit} jumps over \d{{4}}: the die shows [1-6],"))
    assert news.get_by_test_id("die").count() >= 3


def test_a_commando_that_is_lost_or_hurt_is_told_at_once(sit_down: Callable[[int], PlayPage]) -> None:
    table = sit_down(COMMANDO)
    table.give("at 1641")
    news = news_of(table)
    if table.hand == "touch":  # it stands on the map, and the news leave that its room
        news.locator("summary").tap()
    expect(news).to_contain_text(re.compile(r"1 cdo assaults 1641: the die shows [1-6],"))
    die = int(news.get_by_test_id("die").first.get_attribute("data-die") or 0)
    assert 1 <= die <= 6
    if die < 6:
        expect(news).to_contain_text("1 cdo is eliminated." if die == 1 else "1 cdo loses a step.")
    results = news.get_by_test_id("results")
    # Above six choices with their odds not all of it has room.
    wait_for(lambda: bool(results.evaluate(READABLE)) or results.get_attribute("data-more-below") is not None)
    assert (results.bounding_box() or {"height": 0})["height"] >= THREE_LINES


def test_an_own_assault_is_told_as_an_own_assault_and_in_full(sit_down: Callable[[int], PlayPage]) -> None:
    """The Germans have the last word before the die, but the assault is not theirs."""
    table = sit_down(GUNS)
    table.play_until(lambda view: fought(table), passing)
    news = news_of(table)
    expect(news).to_contain_text("Allied attack on 1640")
    expect(news).not_to_contain_text("The Germans have decided")
    expect(news).to_contain_text(re.compile(r"column \d+.*; die [1-6]: .+\."))
    expect(table.page.get_by_test_id("moment").get_by_test_id("die").first).to_be_in_viewport(ratio=1)
    results = news.get_by_test_id("results")
    if table.hand == "touch":  # it stands on the map, and the news leave that its room
        news.locator("summary").tap()
    assert results.evaluate(READABLE) or results.get_attribute("data-more-below") is not None


def fought(table: PlayPage) -> bool:
    return table.page.get_by_test_id("die").count() > 0


def passing(view: View) -> OrderChoice:
    assert view.decision is not None
    return view.decision.orders[-1]


def test_at_one_screen_the_attacker_reads_what_came_of_his_assault_when_he_has_it_again(page: Page) -> None:
    prepared(page, "sword_greedy", GUNS, kind="human")
    table = PlayPage(page)
    for seat in ("allied", "german", "allied", "german"):
        page.get_by_test_id("lift").click()
        table.wait_for_turn()
        assert table.seat == seat
        table.give("pass")
    page.get_by_test_id("lift").click()
    table.wait_for_turn()
    assert table.seat == "allied"
    expect(news_of(table)).to_contain_text("Allied attack on 1640")
    expect(news_of(table)).to_contain_text(re.compile(r"die [1-6]: "))


def test_on_omaha_beach_the_result_of_an_attack_stands_at_its_hex_and_stays_to_be_read(page: Page) -> None:
    declaring = next(
        number
        for number, decision, _ in moments("easy_fox", "1st")
        if [order.order for order in decision.orders] == ["declare"]  # nobody else can join
    )
    prepared(page, "easy_fox", declaring, opponent="")
    table = PlayPage(page)
    table.wait_for_turn()
    page.locator('[data-testid=order][data-order="declare"]').first.click()
    card = page.get_by_test_id("moment")
    expect(card).to_contain_text(re.compile(r"Attack on \d{4}.*\d+ against \d+", re.DOTALL))
    target = str(card.get_attribute("data-hex"))
    expect(card).to_contain_text(f"Attack on {target}")
    news = news_of(table)
    expect(news).to_contain_text(f"Attack on {target}")
    expect(news).to_contain_text(re.compile(r"\d+ against \d+, .*missing.*: .+\."))
    results = news.get_by_test_id("results")
    wait_for(lambda: bool(results.evaluate(READABLE)) or results.get_attribute("data-more-below") is not None)
