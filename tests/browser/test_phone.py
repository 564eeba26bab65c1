"""Phones and tablets: little room, and a finger."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import GUNS, LATER_TARGETS, MOVING, STEP, first, order, post, prepared, record
from tests.browser.table import BETWEEN_TAPS, Brisk, PlayPage, Spot

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
LYING = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
SMALL = pytest.mark.parametrize("size", [PHONE, TABLET, LYING], ids=["phone", "tablet", "lying phone"])
LONG_PRESS = 600  # milliseconds
PANELS = ("orders", "units", "log", "rules", "charts", "facts", "overlays", "chat", "game", "text")


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways."""
    width = (page.viewport_size or {"width": 0})["width"]  # the window of a phone grows with what is too wide
    return bool(page.evaluate("document.documentElement.scrollWidth") <= width)


def test_the_pre_game_is_played_with_a_finger(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    page.goto("/")
    play = page.get_by_role("button", name="Play Sword")
    expect(play).to_be_visible()
    assert fits(page)
    play.tap()
    table = PlayPage(page, "touch")
    table.wait_for_turn()
    assert fits(page)
    view = table.play_until(lambda view: view.turn.startswith("Turn 1 "), Brisk(1))
    assert view.phase == "Movement Phase"
    expect(table.phase).to_contain_text("Turn 1")
    for panel in PANELS:
        shown = table.open_panel(panel)
        expect(shown).to_be_in_viewport(ratio=0.5)
        assert fits(page), panel
    page.get_by_test_id("panel").get_by_role("button", name="Close the panel").tap()
    expect(table.map).to_be_in_viewport()


def test_every_other_page_fits_a_phone(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    for address in ("/new?scenario=fire_movement/sword", "/join/" + "x" * 22, "/watch/" + "x" * 22, "/nowhere"):
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        if address.startswith("/new"):
            expect(page.get_by_role("button", name="Begin")).to_be_visible()
        assert fits(page), address


def test_the_text_board_fits_a_phone(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    prepared(page, "sword_greedy", MOVING)
    table = PlayPage(page, "touch")
    table.wait_for_turn()
    panel = table.open_panel("text")
    expect(panel.get_by_role("table")).to_be_visible()
    assert panel.evaluate("(panel) => panel.scrollWidth <= panel.clientWidth")


# -- little room ------------------------------------------------------------------------------------


def at(new_person: Callable[..., Page], size: dict[str, object], orders: int) -> PlayPage:
    """A board of some size after so many orders."""
    page = new_person(**size, reduced_motion="reduce")
    prepared(page, "sword_greedy", orders)
    table = PlayPage(page, "touch")
    table.wait_for_turn()
    return table


def in_sight(table: PlayPage, hex_name: str) -> bool:
    """Whether the middle of a hex is on the part of the map that can be seen, and nothing lies over it."""
    spot, box = table.spot_of(hex_name), table.map.bounding_box()
    assert box is not None
    inside = box["x"] < spot.x < box["x"] + box["width"] and box["y"] < spot.y < box["y"] + box["height"]
    return inside and table.is_free(spot)


@SMALL
def test_every_panel_is_reached_without_searching(new_person: Callable[..., Page], size: dict[str, object]) -> None:
    table = at(new_person, size, MOVING)
    for panel in PANELS:
        expect(table.page.get_by_test_id(f"tab-{panel}")).to_be_in_viewport(ratio=1)


@SMALL
def test_what_is_attacked_stays_in_sight(new_person: Callable[..., Page], size: dict[str, object]) -> None:
    table = at(new_person, size, GUNS)
    assert in_sight(table, "1640")
    table.open_panel("orders")
    assert in_sight(table, "1640")
    table.open_panel("log")
    assert in_sight(table, "1640")


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_choices_come_before_the_odds(new_person: Callable[..., Page], size: dict[str, object]) -> None:
    table = at(new_person, size, GUNS)
    panel = table.open_panel("orders")
    attack = panel.get_by_test_id("attack")
    expect(attack).to_contain_text("Difference")
    top = attack.bounding_box()
    assert top is not None
    for choice in panel.get_by_test_id("order").all():
        expect(choice).to_be_in_viewport(ratio=0.98)  # a list may begin between two pixels
        box = choice.bounding_box()
        assert box is not None and box["y"] + box["height"] <= top["y"]


def hold(page: Page, spot: Spot) -> None:
    """Rest a finger on a point of the page and lift it again."""
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": spot.x, "y": spot.y}]})
    page.wait_for_timeout(LONG_PRESS)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


def test_odds_are_compared_beside_the_question_and_a_finger_that_rests_gives_no_order(
    new_person: Callable[..., Page],
) -> None:
    table = at(new_person, PHONE, GUNS)
    page, choices = table.page, table.page.get_by_test_id("order")
    expect(page.get_by_test_id("figure")).to_have_count(4)
    assert choices.count() == 4
    for choice in choices.all():  # without a tab and without scrolling
        expect(choice.get_by_test_id("figure")).to_be_in_viewport(ratio=1)
        expect(choice).to_contain_text("Hits attacker")
    box = choices.nth(1).bounding_box()
    assert box is not None
    hold(page, Spot(box["x"] + 30, box["y"] + 20))
    look = page.get_by_test_id("look")
    expect(look).to_contain_text("Commonwealth aircraft")
    expect(look.get_by_test_id("result").first).to_be_in_viewport()
    expect(page.locator(".unsure")).to_have_count(0)
    assert table.view().number == GUNS
    look.get_by_role("button", name="Close").tap()
    expect(look).to_be_hidden()


def test_a_finger_on_a_target_is_told_the_best_odds_in_reach(new_person: Callable[..., Page]) -> None:
    table = at(new_person, PHONE, LATER_TARGETS)
    page = table.page
    page.get_by_test_id("news").get_by_role("button", name="Close").tap()
    assert in_sight(table, "1638")
    hold(page, table.spot_of("1638"))
    strip = page.get_by_test_id("odds-strip")
    expect(strip).to_contain_text("Attack 1638")
    expect(strip).to_contain_text("at best, with ")
    expect(strip).to_be_in_viewport(ratio=1)
    assert table.view().number == LATER_TARGETS
    panel = table.open_panel("charts")
    expect(panel.get_by_test_id("chart").first).to_be_visible()
    assert panel.evaluate("(panel) => panel.scrollWidth <= panel.clientWidth")
    for chart in panel.get_by_test_id("chart").all():
        assert chart.evaluate("(chart) => chart.getBoundingClientRect().right <= innerWidth")


def test_the_panel_goes_down_when_the_map_is_needed(new_person: Callable[..., Page]) -> None:
    table = at(new_person, PHONE, MOVING)
    panel = table.open_panel("orders")
    panel.locator('[data-order="move 27"]').tap()
    table.wait_beyond(MOVING)
    expect(panel).to_be_hidden()
    assert in_sight(table, "1341")


@SMALL
def test_a_place_is_told_in_one_line_that_can_be_put_away(
    new_person: Callable[..., Page], size: dict[str, object]
) -> None:
    table = at(new_person, size, MOVING)
    table.click_hex("1442")
    card = table.page.get_by_test_id("inspector")
    expect(card).to_contain_text("1442")
    expect(card).not_to_contain_text("brigade, glider")
    box = card.bounding_box()
    assert box is not None and box["height"] < 45
    table.page.get_by_test_id("inspector-more").tap()
    expect(card).to_contain_text("brigade, glider")
    card.get_by_role("button", name="Close").tap()
    expect(card).to_be_hidden()


def counter_in_fan(table: PlayPage, unit: str) -> Spot:
    """Where a counter of the stack that is fanned out lies on the page."""
    fan = table.map.get_attribute("data-fan") or ""
    x, y = next(map(float, words.split()[1:]) for words in fan.split("; ") if words.startswith(f"{unit} "))
    left, top, *_ = table.map.evaluate(
        "(canvas) => { const { left, top } = canvas.getBoundingClientRect(); return [left, top]; }"
    )
    camera_x, camera_y, scale = table.map.evaluate("(canvas) => canvas.dataset.camera.split(' ').map(Number)")
    return Spot(left + (x - camera_x) * scale, top + (y - camera_y) * scale)


@pytest.mark.parametrize("unit", ["8/3-br", "27"])
def test_a_finger_opens_a_stack_and_takes_one_of_its_units(new_person: Callable[..., Page], unit: str) -> None:
    table = at(new_person, PHONE, STEP)
    expect(table.prompt).to_contain_text("Which unit loses a step?")
    assert not table.map.get_attribute("data-fan")
    table.click_hex("1640")
    expect(table.map).to_have_attribute("data-fan", re.compile("8/3-br .*27 "))
    assert table.number == STEP  # which one was meant could not be known
    table.page.wait_for_timeout(BETWEEN_TAPS)
    table.page.touchscreen.tap(*counter_in_fan(table, unit))
    table.wait_beyond(STEP)
    state = {piece.id: piece.reduced for piece in table.view().pieces}
    assert {one for one in ("8/3-br", "27") if state[one]} == {unit}


def test_the_replay_of_a_lying_phone_has_room_for_map_and_story(new_person: Callable[..., Page]) -> None:
    page = new_person(**LYING)
    over = post(page, "records", {"text": record("omaha_weather")})
    page.goto(f"/replay/{over.id}?at=40")
    expect(page.locator("li.latest")).to_be_in_viewport(ratio=1)
    for part, least in ((page.locator("canvas.map"), 190), (page.get_by_role("tabpanel"), 250)):
        box = part.bounding_box()
        assert box is not None and box["height"] > least
    slider = page.get_by_role("slider", name="Point in the game").bounding_box()
    assert slider is not None and slider["width"] > 400
    assert fits(page)


def test_what_is_told_of_a_place_that_was_held_goes_with_the_next_touch_and_the_next_decision(
    new_person: Callable[..., Page],
) -> None:
    table = at(new_person, PHONE, MOVING)
    page, chip = table.page, table.page.get_by_test_id("inspector")
    taken = {piece.at for piece in table.view().pieces}
    middle = next(hex_ for hex_ in table.board.hexes if hex_.id == "1640")
    near = sorted(table.board.hexes, key=lambda hex_: (hex_.x - middle.x) ** 2 + (hex_.y - middle.y) ** 2)[:30]
    empty = next(hex_.id for hex_ in near if hex_.id not in taken and in_sight(table, hex_.id))
    hold(page, table.spot_of(empty))
    expect(chip).to_contain_text(empty)
    page.get_by_test_id("inspector-more").tap()  # the chip itself may be touched
    expect(chip).to_contain_text(empty)
    page.get_by_test_id("tab-log").tap()
    expect(chip).to_have_count(0)
    page.get_by_test_id("panel").get_by_role("button", name="Close the panel").tap()

    hold(page, table.spot_of(empty))
    expect(chip).to_contain_text(empty)
    order(page, page.url.rpartition("/")[2], "allied", "move 6/6")  # from elsewhere, without a touch
    expect(table.root).to_have_attribute("data-number", str(MOVING + 1))
    expect(chip.filter(has_text=empty)).to_have_count(0)


@pytest.mark.parametrize(
    ("scenario", "names"),
    [
        ("fire_movement/sword", ["All.", "Ger."]),
        ("bloody_summer/campaign", ["US", "Bri.", "Ger."]),
    ],
)
def test_a_phone_says_in_short_who_sits_at_the_table(
    new_person: Callable[..., Page], scenario: str, names: list[str]
) -> None:
    page = new_person(**PHONE, reduced_motion="reduce")
    page.goto(f"/game/{post(page, 'games', {'scenario': scenario}).id}")
    seats = page.get_by_test_id("presence")
    expect(seats).to_have_count(len(names))
    settings = page.locator(".bar button").last.bounding_box()
    for seat, name in zip(seats.all(), names, strict=True):
        short = seat.get_by_text(name, exact=True)
        expect(short).to_be_in_viewport(ratio=1)
        box = short.bounding_box()
        assert box is not None and settings is not None
        assert settings["y"] <= box["y"] < settings["y"] + settings["height"]  # one line has room for all
    expect(seats.first).to_contain_text("you")
    assert fits(page)


def test_what_it_costs_to_join_an_attack_is_told_without_a_touch(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    prepared(page, "easy_fox", first("easy_fox", "1st", "Who joins the attack"), opponent="")
    table = PlayPage(page, "touch")
    table.wait_for_turn()
    decision = table.view().decision
    assert decision is not None
    costs = {one.order: one.cost for one in decision.orders}
    assert len(set(costs.values())) > 1
    for words, cost in costs.items():
        button = page.locator(f'[data-testid=order][data-order="{words}"]').first
        expect(button.get_by_test_id("price")).to_have_text(f"costs {cost}")
