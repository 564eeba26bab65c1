"""The other side's turn is played out as a film, every result stands at its hex, and each turn has its summary."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from bocage.server.wire import Log
from bocage.table.model import OrderChoice
from tests.browser.games import COMMANDO, GERMANS_NEXT, STEP, post, prepared, record
from tests.browser.table import PlayPage, Spot

FILM_ROOM = 270  # pixels
MOST_STEPS = 60  # of a film, before something must be wrong

SIZES: dict[str, dict[str, object]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
# A result stands on the map, or another step has begun.
ON = """(place) => document.querySelector("[data-testid=moment] [data-testid=die]")
  || document.querySelector("[data-testid=playback]")?.dataset.place !== place"""

OVER = """(place) => document.querySelector("[data-testid=playback]")?.dataset.place !== place"""


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


def test_whose_turn_it_is_again_is_heard_when_the_film_is_over(page: Page) -> None:
    prepared(page, "sword_greedy", GERMANS_NEXT)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds").check()
    page.keyboard.press("Escape")
    table, told = PlayPage(page), page.get_by_test_id("heard")
    table.wait_for_turn()
    table.give("end")
    table.wait_for_turn()
    expect(told).to_have_text("turn")


def stands_beside(card: Locator, table: PlayPage) -> bool:
    """Whether a card lies on the map, in sight, and leaves its hex free."""
    hex_name = card.get_by_test_id("moment").first.get_attribute("data-hex")
    assert hex_name
    at, place, board = table.spot_of(hex_name), card.bounding_box(), table.map.bounding_box()
    assert place is not None and board is not None
    inside = (
        place["x"] >= board["x"]
        and place["y"] >= board["y"]
        and place["x"] + place["width"] <= board["x"] + board["width"] + 1
        and place["y"] + place["height"] <= board["y"] + board["height"] + 1
    )
    return inside and not _covers(place["x"], place["y"], place["width"], place["height"], at)


def _covers(left: float, top: float, width: float, height: float, at: Spot) -> bool:
    return left <= at.x <= left + width and top <= at.y <= top + height


def test_the_germans_turn_is_a_film_with_results_at_their_hexes_and_a_summary(
    sit_down: Callable[[int], PlayPage],
) -> None:
    table = sit_down(GERMANS_NEXT)
    page = table.page
    playback, pause = page.get_by_test_id("playback"), page.get_by_test_id("playback-pause")
    end = page.locator('[data-testid=order][data-order="end"]').locator("visible=true").first
    if not end.count():
        table.open_panel("orders")
    press = end.tap if table.hand == "touch" else end.click
    press()
    page.wait_for_function(
        "() => document.querySelector('.order.unsure, [data-testid=playback]') !== null"
        " || document.querySelector('[data-testid=hint-button]') === null"
    )
    if page.locator(".order.unsure").count():
        press()
    pause.click()
    if table.hand == "mouse":  # nothing is asked beside it, so its words have that room
        assert (playback.locator(".said").bounding_box() or {"height": 0})["height"] >= FILM_ROOM
    controls = [tool.bounding_box() for tool in playback.locator(".tools button, .tools select").all()]
    assert len(controls) == 6
    assert len({(round(box["width"]), round(box["height"])) for box in controls if box}) == 1  # none stands out
    back = playback.get_by_role("button", name="Step back")
    while playback.get_attribute("data-place") != "0":
        back.click()
    page.get_by_test_id("playback-next").click()
    expect(playback).to_have_attribute("data-place", "1")
    page.get_by_test_id("playback-restart").click()
    pause.click()
    while playback.get_attribute("data-place") != "0":
        back.click()
    expect(playback.locator(".said")).to_contain_text(re.compile("moves to|comes onto the map"))
    expect(page.get_by_test_id("hint-button")).to_be_hidden()  # nothing is asked meanwhile

    card = page.get_by_test_id("moments")
    for _ in range(MOST_STEPS):
        if page.get_by_test_id("moment").get_by_test_id("die").count():
            break
        place = playback.get_attribute("data-place")
        page.get_by_test_id("playback-next").click()
        page.wait_for_function(ON, arg=place)
    expect(card).to_contain_text(re.compile(r"German bombardment of .+ against \d+", re.DOTALL))
    expect(card).to_contain_text(re.compile(r"column \d+"))
    die = int(card.get_by_test_id("die").first.get_attribute("data-die") or 0)
    assert f"die {die}: " in (playback.locator(".said").text_content() or "")
    assert stands_beside(card, table)

    page.get_by_test_id("playback-skip").click()
    table.wait_for_turn()
    news = page.get_by_test_id("news")
    expect(news).to_contain_text(re.compile(r"The Germans have made \d+ moves?\."))
    fought = re.search(r"(\d+) fights?", news.inner_text())
    assert news.get_by_test_id("die").count() >= int(fought[1] if fought else 0) > 0  # all of them can be read
    page.get_by_test_id("again").click()
    expect(playback).to_contain_text("Once more")
    expect(playback).to_have_attribute("data-place", "0")
    page.get_by_test_id("playback-skip").click()
    expect(playback).to_be_hidden()
    table.wait_for_turn()

    if table.hand == "touch":
        page.get_by_test_id("turn-summary-button").tap()
    else:
        page.keyboard.press("y")
    summary = page.get_by_test_id("turn-summary")
    expect(summary).to_contain_text("German bombardment of")
    expect(summary.get_by_role("row", name="Germans").get_by_role("cell").first).not_to_have_text("0")
    earlier = summary.get_by_test_id("turn-which")
    earlier.select_option(index=0)
    expect(summary).to_contain_text("Airborne drop")
    expect(summary).to_contain_text("Ouistreham (1542): now the Allies")
    expect(summary.get_by_test_id("turn-history")).to_contain_text("Ouistreham falls: as in history.")
    expect(summary).to_contain_text("Arrives on Turn 1")
    page.keyboard.press("Escape")
    expect(summary).to_be_hidden()


def test_a_die_of_ones_own_stands_at_its_hex_and_keeps_nobody_waiting(sit_down: Callable[[int], PlayPage]) -> None:
    table = sit_down(COMMANDO)
    page = table.page
    table.give("at 1641")
    card = page.get_by_test_id("moments")
    expect(card).to_contain_text("Commando assault on 1641")
    expect(card.get_by_test_id("die").first).to_be_visible()
    assert stands_beside(card, table)
    expect(page.get_by_test_id("playback")).to_have_count(0)
    expect(page.get_by_test_id("hint-button")).to_be_visible()  # the next order can be given
    if table.hand == "touch":
        page.get_by_test_id("moment-close").last.tap()
    else:
        page.keyboard.press("z")  # any key
    expect(card).to_have_count(0)


def test_of_a_fight_whose_losses_are_still_being_chosen_it_is_not_said_that_it_cost_nothing(page: Page) -> None:
    prepared(page, "sword_greedy", STEP)
    table = PlayPage(page)
    table.wait_for_turn()
    expect(table.prompt).to_contain_text("loses a step")
    page.keyboard.press("y")
    fight = page.get_by_test_id("turn-summary").get_by_role("listitem").filter(has_text="still to be chosen")
    expect(fight).to_have_count(1)
    expect(fight).not_to_contain_text("no losses")
    page.keyboard.press("Escape")
    table.give(first_order(table))
    page.keyboard.press("y")
    expect(page.get_by_test_id("turn-summary")).not_to_contain_text("still to be chosen")


def first_order(table: PlayPage) -> OrderChoice:
    decision = table.view().decision
    assert decision is not None
    return decision.orders[0]


def test_the_header_tells_the_round_of_the_step_that_is_shown(page: Page) -> None:
    """A turn of The Dark Summer is many Rounds; each step has its own, and so has the decision after the film."""
    source = post(page, "records", {"text": record("june_14")})
    seats = {seat.seat: {"kind": "human" if seat.side == "allied" else "bot"} for seat in source.seats}
    game = post(page, f"games/{source.id}/branch", {"number": 212, "seats": seats})
    page.goto(f"/game/{game.id}")
    table = PlayPage(page)
    table.wait_for_turn()
    page.get_by_test_id("again").click()
    page.get_by_test_id("playback-pause").click()
    playback = page.get_by_test_id("playback")
    entries = Log.model_validate_json(table.ask(f"log?seat={table.seat}")).entries
    shown = 0
    for _ in range(MOST_STEPS):
        place = playback.get_attribute("data-place")
        said = [words for words in playback.locator(".said p").all_inner_texts() if words.strip()]
        told = [entry for entry in entries if any(entry.text[-20:] in words for words in said)]
        if len({(entry.turn, entry.phase) for entry in told}) == 1:
            expect(table.phase).to_contain_text(told[0].phase)
            expect(table.phase).to_contain_text(told[0].turn)
            shown += 1
        page.get_by_test_id("playback-next").click()
        page.wait_for_function(OVER, arg=place)
        if not playback.count():
            break
    assert shown > 3
    view = table.view()
    expect(table.phase).to_contain_text(view.phase)


def test_what_is_answered_in_between_belongs_to_what_is_shown_again(page: Page) -> None:
    guided = {"scenario": "omaha_beach/easy_fox", "guided": True}  # its cards are always the same
    page.goto(f"/game/{post(page, 'games', guided).id}")
    table, film = PlayPage(page), page.get_by_test_id("playback")

    def watched() -> None:
        table.wait_for_turn()
        if film.is_visible():
            page.get_by_test_id("playback-skip").click()
            table.wait_for_turn()

    def begins() -> tuple[str, int]:
        """What is told first when it is shown again, and how many steps that has."""
        page.get_by_test_id("again").click()
        said = film.locator(".said").inner_text()
        steps = int((re.search(r"of (\d+)", film.inner_text()) or ["", "0"])[1])
        watched()
        return said, steps

    watched()
    for _ in range(MOST_STEPS):
        if "hero rises" in table.prompt.inner_text():
            break
        table.follow_guide()
        watched()
    first, steps = begins()
    table.follow_guide()
    watched()
    assert begins()[0] == first
    assert begins()[1] > steps
