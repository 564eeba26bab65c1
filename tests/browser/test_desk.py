"""What lies around the map of a desk."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import MOVING, post, prepared, record, view, wait_for
from tests.browser.table import PlayPage

# The addresses that a browser has kept to open without a line.
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found;
}"""


@pytest.fixture
def table(new_person: Callable[..., Page]) -> PlayPage:
    page = new_person(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    prepared(page, "sword_greedy", MOVING)
    board = PlayPage(page)
    board.wait_for_turn()
    return board


def test_a_turn_strip_that_is_too_long_says_so(table: PlayPage) -> None:
    table.page.set_viewport_size({"width": 1680, "height": 900})  # on a narrower one the score has its room
    track = table.page.get_by_test_id("track")
    last = track.get_by_role("listitem").last
    expect(track.get_by_text("Turn 2", exact=True)).to_be_in_viewport(ratio=1)
    later = table.page.get_by_role("button", name="Later turns")
    for _ in range(6):
        if later.is_visible():
            later.click()
            table.page.wait_for_timeout(400)
    expect(later).to_be_hidden()
    expect(last).to_be_in_viewport(ratio=0.98)  # a strip scrolls by whole pixels
    expect(table.page.get_by_role("button", name="Earlier turns")).to_be_visible()


def test_a_look_at_an_empty_hex_is_no_mistake(table: PlayPage) -> None:
    table.click_hex("0645")
    card = table.page.get_by_test_id("inspector")
    expect(card).to_contain_text("0645")
    expect(table.refusal).to_be_hidden()
    table.page.keyboard.press("Escape")
    table.page.mouse.move(0, 0)
    expect(card).to_be_hidden()


def test_the_keyboard_goes_on_where_it_was_before_a_dialog(table: PlayPage) -> None:
    table.map.focus()
    table.page.keyboard.press("?")
    expect(table.page.get_by_test_id("help")).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_test_id("help")).to_be_hidden()
    expect(table.map).to_be_focused()


def test_every_game_is_one_click_away_with_all_its_battles(new_person: Callable[..., Page]) -> None:
    page = new_person(viewport={"width": 1440, "height": 900})
    page.goto("/")
    scenarios = page.request.get("/api/catalogue").json()["scenarios"]
    names = {scenario["game_title"] for scenario in scenarios}
    expect(page.get_by_role("region", name="Battles of")).to_have_count(len(names))
    found = 0
    for name in sorted(names):
        page.get_by_role("navigation", name="The games").get_by_role("button", name=name, exact=True).click()
        battles = page.get_by_role("region", name=f"Battles of {name}").get_by_role("button", name="Play").all()
        for button in battles:
            expect(button).to_be_in_viewport(ratio=1)
        found += len(battles)
        page.evaluate("scrollTo(0, 0)")
    assert found == len(scenarios)
    expect(page.get_by_role("button", name="Start the guided game").first).to_be_in_viewport(ratio=1)


def test_a_combat_is_credited_to_whoever_attacked(table: PlayPage) -> None:
    """The last marker before it may be the defender's, but the outcome is no deed of his."""
    told = table.read_log().filter(has_text="against")
    expect(told.first).to_be_visible()
    for entry in told.all():
        above = entry.locator("xpath=(preceding::p[contains(@class, 'by')])[last()]")
        assert re.match(r"(Allied|German) (attack on \d{4}|bombardment of )", above.inner_text())


def test_a_finished_game_asks_for_nothing_and_tells_its_options(page: Page) -> None:
    over = post(page, "records", {"text": record("omaha_weather")})
    page.goto(f"/game/{over.id}")
    page.get_by_role("button", name="Look at the board").click()
    table = PlayPage(page)
    expect(table.open_panel("orders")).to_contain_text("The game is over")
    expect(page.get_by_test_id("undo")).to_be_hidden()
    table.open_panel("game")
    expect(page.get_by_test_id("options")).to_contain_text("Weather may be foul from turn 2 on: Yes")


def test_an_onlooker_is_told_why_he_has_no_orders(table: PlayPage, new_person: Callable[..., Page]) -> None:
    answer = table.page.request.post(f"/api/games/{table.id}/spectators")
    onlooker = new_person()
    post(onlooker, "join", {"token": answer.json()["spectator_link"]})
    onlooker.goto(f"/game/{table.id}")
    seen = PlayPage(onlooker)
    expect(seen.open_panel("orders")).to_contain_text("The players give the orders")


def test_colours_follow_the_choice_of_the_player(table: PlayPage) -> None:
    """Light and dark are told once each; a choice overrules what the machine prefers."""
    page = table.page
    paper = "getComputedStyle(document.body.parentElement).backgroundColor"
    light = page.evaluate(paper)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(paper)
    assert dark != light
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert page.evaluate(paper) == light
    page.emulate_media(color_scheme="light")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.evaluate(paper) == dark


def test_an_opponent_that_plays_well_is_not_replaced_by_one_slip(table: PlayPage) -> None:
    table.open_panel("game")
    seat = table.page.locator("[data-testid=seat][data-seat=german]")
    seat.get_by_role("button", name="Play this side yourself").click()
    sure = seat.get_by_role("button", name="Sure? You will see what this side hides")
    expect(sure).to_be_visible()
    assert [one.mine for one in table.info().seats] == [True, False]
    sure.click()
    expect(seat.get_by_role("button", name="Let the program play (sergeant)")).to_be_visible()
    assert [one.mine for one in table.info().seats] == [True, True]


def test_sizes_and_the_panel_are_as_the_player_left_them(table: PlayPage) -> None:
    page, prompt = table.page, table.prompt
    usual = prompt.evaluate("(one) => getComputedStyle(one).fontSize")
    before = table.picture()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Text size").select_option("largest")
    page.get_by_label("Counter size").select_option("largest")
    page.get_by_label("Show the numbers of rules at once").check()
    page.keyboard.press("Escape")
    large = prompt.evaluate("(one) => getComputedStyle(one).fontSize")
    assert float(large[:-2]) > 1.2 * float(usual[:-2])
    table.wait_for_change(before)
    rule = prompt.get_by_test_id("rule")
    expect(rule).not_to_contain_text("§")
    width = width_of(table)
    page.get_by_role("button", name="Close the panel").click()
    expect(page.get_by_test_id("panel")).to_have_count(0)
    assert width_of(table) > width + 200
    expect(prompt).to_be_in_viewport(ratio=1)
    page.reload()
    table.wait_for_turn()
    expect(page.get_by_test_id("panel")).to_have_count(0)
    assert prompt.evaluate("(one) => getComputedStyle(one).fontSize") == large
    page.get_by_test_id("tab-log").click()
    expect(page.get_by_test_id("panel")).to_be_visible()


def width_of(table: PlayPage) -> float:
    box = table.map.bounding_box()
    assert box is not None
    return box["width"]


def test_orders_are_numbered_without_a_gap_and_what_happens_is_heard(page: Page) -> None:
    page.add_init_script(COUNT_SOUNDS)
    prepared(page, "sword_greedy", MOVING)
    table = PlayPage(page)
    table.wait_for_turn()
    assert page.evaluate("sounds") == 0  # off until switched on
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds").check()
    page.get_by_label("Films and results").select_option("fast")
    page.keyboard.press("Escape")
    numbers = numbers_of(page)
    unit = next(order for order in numbers if order.startswith("move ") and numbers[order] == 2)
    page.keyboard.press("2")
    table.wait_beyond(MOVING)
    view = table.view()
    assert view.decision is not None
    assert view.decision.unit == unit.removeprefix("move ")
    table.give(max(view.decision.orders, key=lambda order: float(order.cost or 0)))  # as far as it can go
    expect(page.get_by_test_id("order").first).to_be_visible()
    after = numbers_of(page)
    assert unit not in after
    assert list(after.values()) == list(range(1, len(after) + 1))
    assert page.evaluate("sounds") == 0  # infantry walks
    table.give("move 27")
    armour = table.view().decision
    assert armour is not None
    table.give(next(order for order in armour.orders if order.path))
    wait_for(lambda: page.evaluate("sounds") > 0)  # engines


COUNT_SOUNDS = """
window.sounds = 0;
const { connect } = AudioNode.prototype;
AudioNode.prototype.connect = function (...to) { window.sounds += 1; return connect.apply(this, to); };
"""


def numbers_of(page: Page) -> dict[str, int]:
    """The numbers that stand before orders."""
    return {
        button.get_attribute("data-order") or "": int(button.get_attribute("aria-keyshortcuts") or 0)
        for button in page.locator("[data-testid=order][aria-keyshortcuts]").all()
    }


def test_bocage_can_be_installed_and_opens_without_a_line(new_person: Callable[..., Page]) -> None:
    page = new_person(service_workers="allow")
    page.goto("/")
    manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href") or "")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert page.request.get(icon["src"]).ok
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.reload()
    expect(page.get_by_role("button", name="Play Sword")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "/" in kept
    assert not [address for address in kept if address.startswith(("/api", "/maps"))]
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.context.set_offline(False)


@pytest.mark.parametrize("width", [1440, 1920])
def test_however_many_tracks_a_game_has_the_header_stays_low_and_tells_where_they_stand(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    seats = {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}
    game = post(page, "games", {"scenario": "dark_summer/june_14", "seats": seats})
    page.goto(f"/game/{game.id}")
    box = page.locator("header", has=page.get_by_test_id("phase")).bounding_box()
    assert box is not None and box["height"] < 50
    told = page.get_by_test_id("track-now").filter(visible=True)
    weather = view(page, game.id, "allied").tracks["weather"]
    expect(told.last).to_have_text(re.compile(f"Weather {weather}", re.IGNORECASE))
    expect(page.get_by_test_id("track")).to_have_count(2)


DESKS = [(1920, 1080), (1366, 768), (1280, 800), (1024, 768)]
PHONES = [(820, 1180), (844, 390), (640, 360), (390, 844), (360, 640)]
# What of an element lies outside of the window, or has to be scrolled sideways.
CUT = """(element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const out = left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
  return out || element.scrollWidth > element.clientWidth + 1;
}"""


def test_at_every_size_the_header_tells_turn_tracks_and_victory_and_its_menu_is_whole(page: Page) -> None:
    prepared(page, "june_14", 30)
    table = PlayPage(page)
    table.wait_for_turn()
    seen = table.view()
    settings = page.get_by_role("button", name="Settings")
    for width, height in DESKS + PHONES:
        page.set_viewport_size({"width": width, "height": height})
        for told in (table.phase.locator("b"), table.phase.locator("span"), page.get_by_test_id("scores"), settings):
            expect(told).to_be_in_viewport(ratio=1, timeout=5000)
        assert not table.phase.evaluate(CUT), (width, height)
        weather = page.get_by_test_id("track-now").filter(has_text="Weather", visible=True)
        expect(weather).to_be_in_viewport(ratio=1)
        expect(weather).to_contain_text(re.compile(seen.tracks["weather"], re.IGNORECASE))
        settings.click()
        menu = page.get_by_role("group", name="Settings")
        assert not menu.evaluate(CUT), (width, height)
        menu.get_by_label("Your name").scroll_into_view_if_needed()
        expect(menu.get_by_label("Your name")).to_be_in_viewport(ratio=0.98)
        settings.click()
        expect(menu).to_be_hidden()


def test_what_is_told_of_a_hex_takes_no_click_meant_for_another(table: PlayPage) -> None:
    page, map_ = table.page, table.map.bounding_box()
    assert map_ is not None
    page.evaluate("addEventListener('pointerdown', () => { window.presses = (window.presses ?? 0) + 1 }, true)")
    corner = [(map_["x"] + x, map_["y"] + map_["height"] - y) for x in range(20, 380, 30) for y in range(20, 130, 22)]
    for spot in corner:
        page.mouse.move(map_["x"] + 400, map_["y"] + 200)
        page.mouse.move(*spot)
        page.mouse.down()
        page.mouse.move(*spot)
        page.keyboard.press("Escape")
        page.mouse.up()
    assert page.evaluate("window.presses") == len(corner)


def test_what_is_told_of_a_hex_that_was_clicked_can_be_closed_with_the_mouse(table: PlayPage) -> None:
    table.click_hex("0645")
    for hex_name in ("0646", "0647"):
        table.page.mouse.move(*table.spot_of(hex_name))
    expect(table.page.get_by_test_id("inspector")).to_contain_text("0647")
    kept = table.page.get_by_test_id("inspector-kept")
    expect(kept).to_contain_text("0645")
    kept.get_by_role("button", name="Close").click()
    expect(kept).to_be_hidden()
