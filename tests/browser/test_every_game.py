"""What the board tells, it tells in every game: where it happens, in order, before one chooses, and on a phone too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from bocage.table.model import OrderChoice
from tests.browser.games import after_a_film, first, moments, post, record, wait_for
from tests.browser.table import MOST_RESULTS, STEADY, PlayPage
from tests.browser.test_camera import GOES_ON, in_sight, look
from tests.browser.test_film import MOST_STEPS, stands_beside
from tests.browser.test_phone import PHONE

READABLE = 30  # pixels of hex width at which the numbers of a counter can be read
CODE = re.compile(
    r"(?<!\()\b(A[123]|SP-\d+|HQ-\w+|\d+-(Inf|Abn|Pz|cdo|br))\b"
)  # codes; in brackets after the words they may stand

GOES = re.compile(r"(?:moves to|enters at|reaches|lands in) (\d{4})")  # where a unit ends its way
ENOUGH = 3  # steps of a film that happen somewhere on the map


class Position(NamedTuple):
    """Where a game of somebody else is taken over: a record, how many of its orders, and what is ordered then."""

    record: str
    orders: int
    order: str = ""


class Tried(NamedTuple):
    """Positions of one game in which something can be seen; all seats of a side belong to whoever looks."""

    side: str
    film: Position  # after what others or the rules did
    result: Position  # before an order that leads to chance
    odds: Position  # several choices lead to chance
    unit: Position  # one is asked about a unit


GAMES = {
    "dark_summer": Tried(
        "allied",
        film=Position("june_14", 212),
        result=Position("dark_summer", 1, "attack 4203"),
        odds=Position("dark_summer", 11),
        unit=Position("june_14", 227),
    ),
    "bloody_summer": Tried(
        "allied",
        film=Position("race_to_cherbourg", 118),
        result=Position("race_to_cherbourg", 55, "fly 9-AF-B-26"),
        odds=Position("race_to_cherbourg", 43),
        unit=Position("race_to_cherbourg", 22),
    ),
}


@cache
def sword() -> Tried:
    """Fire & Movement, whose record is played anew whenever its values change: positions by what they are."""
    name, seat = "sword_greedy", "allied"
    asked = [(number, decision) for number, decision, _ in moments(name, seat)]
    landing = next((number, decision.orders[0].order) for number, decision in asked if decision.unit == "1-cdo")
    rated = next(number for number, decision in asked if sum(order.odds for order in decision.orders) > 1)
    film, result = Position(name, after_a_film(name, seat)), Position(name, *landing)
    return Tried("allied", film, result, odds=Position(name, rated), unit=result)


@cache
def folio() -> Tried:
    """The same of its other edition: guns that fire at a unit."""
    name, seat = "on_to_caen", "allied"
    asked = [(number, decision) for number, decision, _ in moments(name, seat)]
    firing = next(number for number, decision in asked if decision.orders[-1].order == "fire")
    dropping = next(number for number, decision in asked if sum(order.odds for order in decision.orders) > 1)
    film, result = Position(name, after_a_film(name, seat)), Position(name, firing, "fire")
    return Tried("allied", film, result, odds=Position(name, dropping), unit=result)


@cache
def omaha() -> Tried:
    """The same of Omaha Beach: an attack that nobody else can join, and a late one that several can."""
    declaring = next(
        number for number, orders in offered("easy_fox") if [order.order for order in orders] == ["declare"]
    )
    joining = next(
        number
        for number, orders in offered("first_waves")
        if any(order.order == "declare" for order in orders) and sum(order.odds for order in orders) > 1
    )
    late = Position("first_waves", joining)
    moving = Position("easy_fox", first("easy_fox", "1st", "What does"))
    return Tried("us", film=late, result=Position("easy_fox", declaring, "declare"), odds=late, unit=moving)


def offered(name: str) -> Iterator[tuple[int, list[OrderChoice]]]:
    """What the 1st Division can choose in a record."""
    return ((number, decision.orders) for number, decision, _ in moments(name, "1st"))


FOUND: dict[str, Callable[[], Tried]] = {"fire_movement": sword, "on_to_caen": folio, "omaha_beach": omaha}


@pytest.fixture(params=[*FOUND, *GAMES])
def tried(request: pytest.FixtureRequest) -> Tried:
    found = FOUND.get(str(request.param))
    return found() if found else GAMES[str(request.param)]


def sit_down(page: Page, side: str, position: Position, hand: str = "mouse") -> PlayPage:
    """Take the seats of a side after so many orders of a record."""
    source = post(page, "records", {"text": record(position.record)})
    seats = {seat.seat: {"kind": "human" if seat.side == side else "bot"} for seat in source.seats}
    game = post(page, f"games/{source.id}/branch", {"number": position.orders, "seats": seats})
    page.goto(f"/game/{game.id}")
    table = PlayPage(page, "touch" if hand == "touch" else "mouse")
    table.wait_for_turn()
    return table


def check_counters(words: Locator) -> None:
    """Units are told by their counter and their name."""
    expect(words.get_by_role("img").first).to_be_visible()
    assert not CODE.search(words.inner_text())


def check_score(table: PlayPage) -> None:
    """How victory stands is in the header, side by side."""
    scores, standings = table.page.get_by_test_id("score"), table.view().victory
    expect(scores).to_have_count(len(standings))
    for score, standing in zip(scores.all(), standings, strict=True):
        expect(score).to_be_in_viewport()
        expect(score).to_contain_text(standing.title)
        expect(score.locator(".long:visible, .short:visible")).to_have_text(re.compile(r"\d"))


def begin_film(table: PlayPage) -> None:
    """What the others did can be shown again; where nobody else plays, a whole turn can."""
    page = table.page
    if page.get_by_test_id("again").count():
        page.get_by_test_id("again").click()
    else:
        page.keyboard.press("y")
        page.get_by_role("button", name="Watch this turn").click()
    page.get_by_test_id("playback-pause").click()


def test_the_map_goes_to_each_result_of_a_film_and_comes_back(page: Page, tried: Tried) -> None:
    table = sit_down(page, tried.side, tried.film)
    before = look(table)
    begin_film(table)
    playback, card = page.get_by_test_id("playback"), page.get_by_test_id("moments")
    hexes, told = {hex_.id for hex_ in table.board.hexes}, 0
    for _ in range(MOST_STEPS):
        words = playback.inner_text() + (card.inner_text() if card.count() else "")
        assert not CODE.search(words)
        at = card.locator("[data-hex]").first.get_attribute("data-hex") if card.locator("[data-hex]").count() else None
        if at in hexes:
            wait_for(lambda: stands_beside(card, table))
        for goal in [at] if at in hexes else GOES.findall(words)[-1:]:
            wait_for(partial(in_sight, table, goal))
            told += 1
        if told == ENOUGH:
            break
        place = playback.get_attribute("data-place")
        page.get_by_test_id("playback-next").click()
        page.wait_for_function(GOES_ON, arg=place)
    assert told == ENOUGH
    page.get_by_test_id("playback-skip").click()
    expect(playback).to_be_hidden()
    assert look(table) == before
    page.keyboard.press("y")
    summary = page.get_by_test_id("turn-summary")
    expect(summary).to_contain_text("Moves")
    told_of_turn = summary.inner_text()
    assert not CODE.search(told_of_turn)
    assert told_of_turn.index("Arrives on") < told_of_turn.index("Combats and fire"), "what comes next is seen first"
    waiting = summary.get_by_test_id("turn-arriving")
    assert waiting.locator("img").count() > 0, "with its counters"


def test_what_came_of_an_order_stands_at_its_hex_in_words(page: Page, tried: Tried) -> None:
    table = sit_down(page, tried.side, tried.unit)
    check_counters(table.prompt)
    if tried.unit != tried.result:
        table = sit_down(page, tried.side, tried.result)
    page.locator(f'[data-testid=order][data-order="{tried.result.order}"]').first.click()
    card = page.get_by_test_id("moments")
    expect(card.get_by_test_id("moment").first).to_have_attribute("data-hex", re.compile("."))
    assert stands_beside(card, table)
    assert card.inner_text().strip() and not CODE.search(card.inner_text())
    expect(page.get_by_test_id("playback")).to_have_count(0)
    check_counters(page.get_by_test_id("news"))
    for _ in range(MOST_RESULTS):  # each press takes one away
        page.keyboard.press("Escape")
        if not card.count():
            break
    expect(card).to_have_count(0)
    check_counters(table.read_log().filter(has=page.get_by_role("img")).last)


def test_the_board_opens_at_own_units_with_a_briefing_of_one_screen_and_layers_with_legends(
    page: Page, tried: Tried
) -> None:
    table = sit_down(page, tried.side, tried.odds)
    assert table.map.evaluate(STEADY)[4] * table.board.map.hex_width >= READABLE
    own = {piece.at for piece in table.view().pieces if table.seats_of_units[piece.id] == table.seat}
    assert any(in_sight(table, hex_.id) for hex_ in table.board.hexes if hex_.id in own)

    check_score(table)
    page.get_by_test_id("briefing-open").click()
    briefing = page.get_by_test_id("briefing-screen")
    expect(briefing.get_by_role("img").first).to_be_visible()
    expect(briefing).to_contain_text("need to win")
    expect(briefing).to_contain_text("What is special")
    assert briefing.evaluate("(dialog) => dialog.scrollHeight <= dialog.clientHeight")
    page.get_by_test_id("briefing-close").click()

    table.open_panel("overlays")
    page.mouse.move(0, 0)
    plain = table.picture()
    titles = [kind.title for kind in table.board.overlays if not kind.needs][:2]
    for count, title in enumerate(titles, 1):
        page.get_by_test_id("overlay").filter(has_text=title).get_by_role("checkbox").first.check()
        expect(page.get_by_test_id("layer")).to_have_count(count)
    assert len(titles) == 2
    table.wait_for_change(plain)
    expect(page.get_by_test_id("layer-legend").first).to_be_visible()


def test_on_a_phone_choices_are_compared_beside_the_question(new_person: Callable[..., Page], tried: Tried) -> None:
    page = new_person(**PHONE)
    table = sit_down(page, tried.side, tried.odds, "touch")
    page.get_by_test_id("news").get_by_role("button", name="Close").or_(table.prompt).first.tap()
    figures = page.get_by_test_id("figure").locator("visible=true")
    expect(figures.nth(1)).to_be_in_viewport()
    expect(figures.first).to_contain_text(re.compile("Hits|Lands"))
    check_score(table)
    phase = page.get_by_test_id("phase")
    view = table.view()
    expect(phase).to_contain_text(view.turn)
    assert phase.evaluate("(one) => [...one.children].every((part) => part.scrollWidth <= part.clientWidth + 1)")


def test_boxes_beside_the_map_do_not_draw_it_away(page: Page) -> None:
    table = sit_down(page, "allied", Position("race_to_cherbourg", 2))  # markers wait in the Strategic Reserve
    view = table.view()
    assert view.decision is not None
    assert "strategic-reserve" in {order.hex for order in view.decision.orders}
    reserve = next(box for box in table.board.boxes if box.id == "strategic-reserve")
    _, _, _, y, scale = table.map.evaluate(STEADY)
    box = table.map.bounding_box()
    assert box is not None and (reserve.y - y) * scale > box["height"]


@cache
def under_fire() -> Position:
    """Omaha Beach after fire that hit several units."""
    told = moments("easy_fox", "1st")
    hit = (number for number, _, since in told if sum(bool(one.result and one.result.losses) for one in since) > 2)
    return Position("easy_fox", next(hit))


def marked(table: PlayPage) -> int:
    """Ways, fights and losses that are marked on the map."""
    table.map.evaluate(STEADY)
    return int(table.map.get_attribute("data-traces") or 0)


def test_what_the_others_did_stays_marked_until_the_first_own_order(page: Page, tried: Tried) -> None:
    table = sit_down(page, tried.side, under_fire() if tried.film.record == "first_waves" else tried.film)
    wait_for(lambda: marked(table) > 0)
    before = marked(table)
    page.keyboard.press("n")  # looking around is no order
    page.mouse.move(300, 300)
    page.keyboard.press("h")
    table.open_panel("log")
    again = page.get_by_test_id("again")
    if again.is_visible():
        again.click()
        page.get_by_test_id("playback-skip").click()
        table.wait_for_turn()
    assert marked(table) == before
    page.reload()
    table.wait_for_turn()
    wait_for(lambda: marked(table) >= before)
    table.open_panel("orders")
    view = table.view()
    assert view.decision is not None
    if view.active and view.active != table.seat:
        return  # it is still the turn of the others: an answer is no order of one's own
    table.give(view.decision.orders[-1])
    expect(table.map).not_to_have_attribute("data-traces", str(before))
