"""Nothing on the page hides what matters now: the guide, cards, the small map, stacks that are fanned out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.games import moments, post, prepared, record
from tests.browser.table import STEADY, PlayPage, Spot
from tests.browser.test_omaha import EASY_FOX, settle
from tests.browser.test_phone import PHONE

SIZES = {"desk": (1440, 900), "small desk": (1024, 768), "phone": (390, 844)}
ASHORE = 200  # orders of the record after which many stacks are on the beach
MOST_STEPS = 60
GUIDED = (EASY_FOX, "fire_movement/on_to_caen", "dark_summer/campaign", "bloody_summer/race_to_cherbourg")
MANY = 10  # choices with odds, more than usual
LESSONS = 5  # after which each guide has asked for choices whose odds are compared
# Where the words of a card end for the eye: all are seen, or it is marked that more lie below.
HONEST = """(element) => {
  const hidden = element.scrollHeight - element.clientHeight - element.scrollTop > 2;
  return hidden === element.hasAttribute("data-more-below");
}"""
FITS = "(element) => element.scrollHeight <= element.clientHeight + 2"


@pytest.fixture(params=SIZES, ids=str)
def person(request: pytest.FixtureRequest, new_person: Callable[..., Page]) -> Page:
    width, height = SIZES[request.param]
    hand = {"has_touch": True, "is_mobile": True} if request.param == "phone" else {}
    return new_person(viewport={"width": width, "height": height}, reduced_motion="reduce", **hand)


def lies_in(inner: Locator, outer: Locator) -> bool:
    one, other = inner.bounding_box(), outer.bounding_box()
    assert one is not None
    assert other is not None
    return (
        one["y"] >= other["y"] - 1
        and one["y"] + one["height"] <= other["y"] + other["height"] + 1
        and one["x"] >= other["x"] - 1
        and one["x"] + one["width"] <= other["x"] + other["width"] + 1
    )


def test_the_guide_fits_its_place_or_says_that_there_is_more(person: Page) -> None:
    game = post(person, "games", {"scenario": EASY_FOX, "guided": True})
    person.goto(f"/game/{game.id}")
    table = PlayPage(person)
    person.get_by_test_id("playback-skip").click()
    table.wait_for_turn()
    guide = person.get_by_test_id("guide")
    words = guide.get_by_role("group")
    assert guide.evaluate(FITS)
    assert words.evaluate(HONEST)
    assert lies_in(person.get_by_test_id("guide-show"), guide)
    expect(person.get_by_test_id("guide-show")).to_be_in_viewport(ratio=1)
    words.evaluate("(element) => element.scrollTo(0, element.scrollHeight)")
    expect(words).not_to_have_attribute("data-more-below", "")
    assert table.is_free(table.spot_of("0509"))  # where the tanks stand that it speaks of
    fold = person.get_by_test_id("guide-fold")
    if fold.is_visible():  # on a phone
        assert height_of(table.map) > 240
        fold.click()
        expect(words).to_be_hidden()
        assert height_of(guide) < 50
        assert height_of(table.map) > 350


@pytest.mark.parametrize("scenario", GUIDED)
def test_the_map_keeps_its_room_beside_guide_and_choices_on_a_phone(
    new_person: Callable[..., Page], scenario: str
) -> None:
    page = new_person(**PHONE, reduced_motion="reduce")
    page.goto(f"/game/{post(page, 'games', {'scenario': scenario, 'guided': True}).id}")
    table = PlayPage(page, "touch")
    film, heights = page.get_by_test_id("playback-skip"), []
    for _ in range(LESSONS):
        table.wait_for_turn()
        if film.is_visible():
            film.tap()
            table.wait_for_turn()
        heights.append(height_of(table.map))
        assert page.get_by_test_id("guide").evaluate(FITS)
        table.follow_guide()
    assert min(heights) > 240


def test_the_longest_comparison_stands_beside_the_question_on_a_phone(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE, reduced_motion="reduce")
    number, rated = next(
        (number, rated)
        for number, decision, _ in moments("dark_summer", "allied")
        if (rated := sum(order.odds or order.reach for order in decision.orders)) > MANY
    )
    prepared(page, "dark_summer", number)
    table = PlayPage(page, "touch")
    table.wait_for_turn()
    expect(page.locator(".prompt").get_by_test_id("figure")).to_have_count(rated)
    assert height_of(table.map) > 240


def height_of(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["height"]


def test_a_card_that_is_drawn_fits_beside_what_is_told(person: Page) -> None:
    game = post(person, "games", {"scenario": EASY_FOX, "guided": True})  # its cards are always the same
    person.goto(f"/game/{game.id}")
    playback = person.get_by_test_id("playback")
    cards = 0
    for place in range(MOST_STEPS):
        expect(playback).to_have_attribute("data-place", str(place))
        said = playback.locator(".said")
        assert said.evaluate(FITS), said.inner_text()
        card = playback.get_by_test_id("card")
        if card.is_visible():
            cards += 1
            title = card.get_by_role("heading").inner_text().partition(":")[0]
            assert title.removeprefix("Card ") in said.locator("p").first.inner_text()  # it is the one that is told of
        person.get_by_test_id("playback-next").click()
        person.wait_for_function(f"() => document.querySelector('[data-testid=playback]')?.dataset.place !== '{place}'")
        if not playback.is_visible():
            break
    assert cards == 2  # a landing card and a fire card


def pan(table: PlayPage, hex_name: str, to: Spot) -> None:
    """Drag the map so that a hex lies somewhere else on the page."""
    box = table.map.bounding_box()
    assert box is not None
    start = table.spot_of(hex_name)
    hold = Spot(box["x"] + box["width"] / 2, box["y"] + box["height"] - 30)
    table.page.mouse.move(*hold)
    table.page.mouse.down()
    table.page.mouse.move(hold.x + to.x - start.x, hold.y + to.y - start.y, steps=6)
    table.page.mouse.up()


@pytest.fixture
def beach(new_person: Callable[..., Page]) -> PlayPage:
    page = new_person(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    choosing = next(
        number
        for number, decision, _ in moments("first_waves", "1st")
        if number >= ASHORE and any(order.hex for order in decision.orders)
    )
    prepared(page, "first_waves", choosing)
    table = PlayPage(page)
    table.wait_for_turn()
    return table


def test_the_small_map_makes_room_for_what_can_be_chosen(beach: PlayPage) -> None:
    page = beach.page
    small = page.locator("canvas.minimap")
    expect(small).to_be_visible()
    decision = beach.view().decision
    assert decision is not None
    choice = next(order.hex for order in decision.orders if order.hex)
    box = small.bounding_box()
    assert box is not None
    middle = Spot(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert not beach.is_free(middle)
    page.keyboard.press("z")
    page.keyboard.press("z")
    pan(beach, choice, middle)
    spot = beach.spot_of(choice)
    assert abs(spot.x - middle.x) < 40
    assert abs(spot.y - middle.y) < 40
    page.wait_for_function("([x, y]) => document.elementFromPoint(x, y)?.matches('canvas.map')", arg=list(spot))
    page.get_by_role("button", name="Show the whole battlefield").click()
    beach.spot_of(choice)  # once the map is still
    expect(small).to_be_hidden()  # all is in sight
    page.get_by_role("button", name="Show the small map").click()
    expect(small).to_be_visible()


def test_a_fan_stays_beside_the_panels(beach: PlayPage) -> None:
    counts = Counter(piece.at for piece in beach.view().pieces)
    box = beach.map.bounding_box()
    assert box is not None
    edge = box["x"] + box["width"]
    inside = [name for name, count in counts.items() if count > 1 and name in {one.id for one in beach.board.hexes}]
    name = max((one for one in inside if beach.is_free(beach.spot_of(one))), key=lambda one: beach.spot_of(one).x)
    pan(beach, name, Spot(edge - 12, box["y"] + 500))
    beach.page.mouse.move(*beach.spot_of(name))
    expect(beach.map).not_to_have_attribute("data-fan", "")
    assert reach_of_fan(beach) < box["width"] - 20  # half of a counter at least
    beach.page.keyboard.press("z")  # the stack itself goes out of sight
    assert beach.spot_of(name).x > edge
    assert reach_of_fan(beach) < box["width"] - 20


def reach_of_fan(table: PlayPage) -> float:
    """How far to the right of the map a fan reaches, in pixels: the middle of its last counter."""
    _, _, x, _, scale = table.map.evaluate(STEADY)
    fan = (table.map.get_attribute("data-fan") or "").split("; ")
    return max((float(counter.split()[-2]) - float(x)) * float(scale) for counter in fan)


# -- a long replay ------------------------------------------------------------------------------------


def test_a_replay_says_at_once_that_its_story_is_on_its_way(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/games/*/log?*", hold)
    over = post(page, "records", {"text": record("first_waves")})
    page.goto(f"/replay/{over.id}?at=20")
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_role("status")).to_contain_text("Reading the log")
    page.get_by_role("tab", name="Summary").click()
    expect(panel.get_by_role("status")).to_contain_text("Drawing the curves")
    for route in held:
        route.continue_()
    expect(panel).to_contain_text("Steps lost")
    expect(page.get_by_test_id("telling")).to_have_count(0)


# -- why not ------------------------------------------------------------------------------------------


def test_who_points_at_an_enemy_is_told_why_he_cannot_fire(page: Page) -> None:
    """A tank that can fire is asked about its fire, not about a walk into the strongpoint."""
    game = post(page, "games", {"scenario": EASY_FOX, "guided": True})
    page.goto(f"/game/{game.id}")
    table = PlayPage(page)
    page.get_by_test_id("playback-skip").click()
    table.wait_for_turn()
    table.give("act 1/B/741")
    view = table.view()
    assert view.decision is not None
    barrages = {order.hex for order in view.decision.orders if order.verb == "barrage"}
    germans = [piece.at for piece in view.pieces if table.seats_of_units[piece.id] == "system"]
    safe = next(place for place in germans if place not in barrages and table.is_free(table.spot_of(place)))
    why = page.request.get(f"/api/games/{table.id}/why?seat={view.seat}&order=barrage {safe}").json()
    table.click_hex(safe)
    if not table.refusal.is_visible():  # a closed stack is opened by the first click
        page.mouse.click(*table.spot_of(safe))
    expect(table.refusal).to_contain_text(why["text"][1:])
    expect(table.refusal).to_contain_text(why["rule"])


def test_the_keyboard_is_told_why_a_unit_under_the_cursor_cannot_act(page: Page) -> None:
    settle(page, playOut=False)
    page.goto(f"/game/{post(page, 'games', {'scenario': EASY_FOX, 'guided': True}).id}")
    table = PlayPage(page)
    table.wait_for_turn()
    view = table.view()
    boxes = {box.id for box in table.board.boxes if box.group == "landing"}
    aboard = next(piece for piece in view.pieces if piece.at in boxes)
    why = page.request.get(f"/api/games/{table.id}/why?seat={view.seat}&order=act {aboard.id}").json()
    table.open_panel("text")
    page.get_by_test_id("text-filter").fill(aboard.id)
    page.locator(f"[data-testid=text-row][data-place={aboard.at}]").get_by_role("button").click()
    table.map.focus()
    page.keyboard.press("Enter")
    expect(table.refusal).to_contain_text(why["text"])
    expect(table.refusal).to_contain_text(why["rule"])
