"""Two people, each in his own browser, at one table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import APIResponse, Page, Route, WebSocketRoute, expect

from bocage.server.wire import GameInfo
from tests.browser.games import MOVING, SWORD, follow, post, prepared, record
from tests.browser.secrets import Traffic, leaks
from tests.browser.server import Server
from tests.browser.table import PlayPage

DROPS = 20  # the order of the record with which the airborne brigades jump
SET_UP = 9  # orders of the record with which the Germans record where they stand


class Two(NamedTuple):
    """The two players, each before his board."""

    allied: PlayPage
    german: PlayPage


def seated(allied: Page, german: Page) -> Two:
    """The Allies open a game with the options page, the Germans follow the link."""
    allied.goto("/")
    allied.get_by_role("link", name="Options for Sword").click()
    allied.get_by_role("group", name="The Germans").get_by_label("A friend").check()
    allied.get_by_role("textbox", name="Your name").fill("Anne")
    allied.get_by_role("button", name="Begin").click()
    link = allied.get_by_role("textbox", name="Link for the Germans").input_value()
    allied.get_by_role("link", name="Go to the board").click()

    german.goto(link)
    german.get_by_role("textbox", name="Your name").fill("Otto")
    german.get_by_role("button", name="Take the seat").click()
    table = PlayPage(german)
    assert link.rpartition("/")[2] not in german.url
    return Two(PlayPage(allied), table)


def cut_power(server: Server, *pages: Page) -> None:
    """Kill the server and start it again; the boards find it by themselves."""
    server.kill()
    for page in pages:
        expect(page.get_by_test_id("connection")).to_be_visible()
    server.start()
    for page in pages:
        expect(page.get_by_test_id("connection")).to_be_hidden()


def test_a_game_by_invitation_survives_a_reload_and_a_power_cut(
    new_person: Callable[..., Page], own_server: Server
) -> None:
    home, away = new_person(own_server.address), new_person(own_server.address)
    traffic, german_traffic = Traffic(home), Traffic(away)
    two = seated(home, away)
    expect(home.locator("[data-testid=presence][data-seat=german]")).to_have_attribute("data-present", "true")
    expect(home.locator("[data-testid=presence][data-seat=german]")).to_contain_text("Otto")
    expect(two.allied.prompt).to_contain_text("Waiting for the Germans (Otto)")

    # The Germans record where they stand; the Allied board hears of it at once, but not where.
    recorded: dict[str, str] = {}
    for placed in range(1, 10):
        seen = two.german.view()
        assert seen.decision is not None and seen.decision.unit is not None
        choice = seen.decision.orders[placed % len(seen.decision.orders)]
        recorded[seen.decision.unit] = str(choice.hex)
        two.german.give(choice, seen)
        expect(two.allied.root).to_have_attribute("data-number", str(placed))
        if placed == 4:
            traffic.read()
            home.reload()
        if placed == 6:
            cut_power(own_server, home, away)

    two.allied.wait_for_turn()
    expect(two.allied.prompt).to_contain_text("Place a beachhead marker")
    expect(home.get_by_test_id("news")).to_contain_text("The Germans have decided")  # that they have, not what
    two.allied.give("beachhead 1640")
    expect(two.german.root).to_have_attribute("data-number", "10")
    expect(two.german.read_log().filter(has_text="A beachhead is marked in 1640.")).to_be_visible()
    two.allied.open_panel("log")
    assert leaks(traffic.read(), recorded) == []
    assert leaks(german_traffic.read(), recorded) != []  # the same search finds it where it may be known

    # They talk, and a badge tells of what was said.
    two.allied.open_panel("chat")
    home.get_by_test_id("chat-input").fill("Good luck on the beaches!")
    home.keyboard.press("Enter")
    expect(away.get_by_test_id("tab-chat")).to_contain_text("1 unread")
    two.german.open_panel("chat")
    expect(away.get_by_test_id("chat")).to_contain_text("Good luck on the beaches!")
    expect(away.get_by_test_id("chat")).to_contain_text("Anne")

    # One leaves; the other sees it.
    away.close()
    expect(home.locator("[data-testid=presence][data-seat=german]")).to_have_attribute("data-present", "false")


def test_one_request_brings_what_the_other_has_done(new_person: Callable[..., Page]) -> None:
    two = invited(new_person(), new_person(), MOVING)
    two.allied.wait_for_turn()
    waiting = two.german.page
    expect(two.german.prompt).to_contain_text("Waiting for the Allies")
    waiting.wait_for_load_state("networkidle")
    asked: list[str] = []
    waiting.on(
        "request", lambda request: asked.append(request.url.rpartition("/")[2]) if "/api/" in request.url else None
    )
    two.allied.give("move 6/6")
    expect(two.german.root).to_have_attribute("data-number", str(MOVING + 1))
    two.allied.give("to 1439")
    expect(two.german.root).to_have_attribute("data-number", str(MOVING + 2))
    expect(two.german.read_log().filter(has_text="1439")).to_be_visible()
    assert asked == [f"screen?seat=german&after={number}" for number in (MOVING, MOVING + 1)]


def test_an_answer_that_comes_late_does_not_cover_a_newer_one(page: Page) -> None:
    """As after a power cut: the board asks how the game stands, and its player gives an order meanwhile."""
    lines: list[WebSocketRoute] = []
    late: list[tuple[Route, APIResponse]] = []

    def connect(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile("/live$"), connect)
    prepared(page, "sword_greedy", MOVING)
    table = PlayPage(page)
    table.wait_for_turn()
    page.route("**/screen?seat=allied*", lambda route: late.append((route, route.fetch())), times=1)
    lines[-1].send('{"type": "changed", "number": 0, "by": "german"}')
    while not late:
        page.wait_for_timeout(10)
    table.give("move 6/6")
    route, answer = late.pop()
    with page.expect_response("**/screen?seat=allied*"):
        route.fulfill(response=answer)
    table.give("to 1439")  # the board has not gone back to before the order
    expect(table.root).to_have_attribute("data-number", str(MOVING + 2))


def invited(home: Page, away: Page, orders: int) -> Two:
    """Both at a game that has gone on for so many orders of a record."""
    source = post(home, "records", {"text": record("sword_greedy")})
    seats = {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}
    game = post(home, f"games/{source.id}/branch", {"number": orders, "seats": seats})
    post(away, "join", {"token": next(seat.invitation for seat in game.seats if seat.invitation), "name": "Otto"})
    home.goto(f"/game/{game.id}")
    away.goto(f"/game/{game.id}")
    return Two(PlayPage(home), PlayPage(away))


def test_who_is_asked_hears_that_the_other_has_taken_an_order_back(new_person: Callable[..., Page]) -> None:
    home, away = new_person(), new_person()
    two = invited(home, away, MOVING - 2)
    two.german.wait_for_turn()
    two.german.give("end")
    two.allied.wait_for_turn()
    before = two.allied.number
    away.keyboard.press("u")
    expect(two.allied.root).to_have_attribute("data-number", str(before - 1))
    expect(two.allied.prompt).to_contain_text("Waiting for the Germans (Otto)")
    told = "The Germans have taken back their last order"
    expect(home.get_by_test_id("news")).to_contain_text(told)
    expect(home.get_by_role("status").filter(has_text=told)).to_be_visible()  # where a panel hides the news too
    expect(away.get_by_test_id("news")).to_have_count(0)  # to himself it is none

    # He gives it again: nothing is taken back any more.
    two.german.give("end")
    two.allied.wait_for_turn()
    expect(home.get_by_test_id("news").filter(has_text="taken back")).to_have_count(0)


def test_what_was_taken_back_in_secret_stays_secret(new_person: Callable[..., Page]) -> None:
    home, away = new_person(), new_person()
    two = invited(home, away, SET_UP - 1)
    two.german.wait_for_turn()
    two.german.give("at 0939")
    two.allied.wait_for_turn()
    away.keyboard.press("u")
    news = home.get_by_test_id("news")
    expect(news).to_contain_text("The Germans have taken back their last order")
    expect(news).not_to_contain_text("0939")


def test_the_dice_stay_the_same_when_an_order_is_taken_back_by_consent(new_person: Callable[..., Page]) -> None:
    home, away = new_person(), new_person()
    game = post(
        home, "games", {"scenario": SWORD, "seats": {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}}
    )
    post(away, "join", {"token": next(seat.invitation for seat in game.seats if seat.invitation), "name": "Otto"})
    follow("sword_greedy", DROPS - 1, {"allied": home, "german": away}, game.id)
    home.goto(f"/game/{game.id}")
    away.goto(f"/game/{game.id}")
    two = Two(PlayPage(home), PlayPage(away))

    def drop() -> list[str]:
        """The last brigade jumps, which rolls dice."""
        two.allied.give("at 1342")
        dice = two.allied.read_log().filter(has_text="the die shows")
        expect(dice.nth(2)).to_be_visible()  # one for each brigade, and where it drifts
        return dice.all_inner_texts()

    first = drop()
    home.keyboard.press("u")
    expect(two.allied.refusal).to_contain_text("Not possible")  # dice have been seen
    home.get_by_test_id("ask-takeback").click()
    home.get_by_test_id("takeback-order").click()
    expect(away.get_by_test_id("takeback")).to_contain_text("The Allies ask to take back")
    expect(away.get_by_test_id("takeback")).to_contain_text("the last order.")
    expect(away.get_by_test_id("takeback-list")).to_contain_text("jumps over 1342")  # and which one it was
    away.get_by_test_id("takeback-yes").click()
    expect(two.allied.root).to_have_attribute("data-number", str(DROPS - 1))
    expect(two.german.root).to_have_attribute("data-number", str(DROPS - 1))
    assert drop() == first

    # The other side decided last about its set-up: all that was ordered since can be asked for too.
    home.get_by_test_id("ask-takeback").click()
    home.get_by_test_id("takeback-mine").click()
    expect(away.get_by_test_id("takeback")).to_contain_text(f"the last {DROPS - SET_UP} orders.")
    away.get_by_test_id("takeback-no").click()
    expect(home.get_by_text("would rather not").first).to_be_visible()
    expect(home.get_by_test_id("ask-takeback")).to_be_visible()
    expect(two.allied.root).to_have_attribute("data-number", str(DROPS))


def test_the_guest_reads_from_where_on_the_dice_are_his_too(new_person: Callable[..., Page]) -> None:
    """A game that somebody has played alone for a while is opened to a friend."""
    home, away = new_person(), new_person()
    seats = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
    game = post(home, "games", {"scenario": SWORD, "seats": seats})
    follow("sword_greedy", DROPS, {"allied": home, "german": home}, game.id)
    opened = home.request.put(f"/api/games/{game.id}/seats/german", data={"kind": "invitation"})
    token = next(seat.invitation for seat in GameInfo.model_validate_json(opened.text()).seats if seat.invitation)
    home.goto(f"/game/{game.id}")
    table = PlayPage(home)

    away.goto(f"/join/{token}")
    expect(away.get_by_test_id("dice")).to_have_text(
        f"{DROPS} orders have been given. When you sit down, every die, draw and card to come is drawn anew, so nobody "
        "can know it beforehand."
    )
    away.get_by_role("button", name="Take the seat").click()
    anew = "every die, draw and card from there on is drawn anew, so nobody could know it beforehand."
    expect(away.get_by_text(f"You sat down after order {DROPS}: {anew}")).to_be_visible()
    expect(home.get_by_text(f"Somebody sat down with the Germans after order {DROPS}: {anew}")).to_be_visible()

    # It stays to be read, with the fingerprint that the record will have.
    away.reload()
    for page, words in ((away, "You sat down"), (home, "Somebody sat down with the Germans")):
        PlayPage(page).open_panel("game")
        expect(page.get_by_test_id("drawn-anew")).to_have_text(f"{words} after order {DROPS}: {anew}")
    (made,) = GameInfo.model_validate_json(away.request.get(f"/api/games/{game.id}").text()).reseedings
    expect(away.get_by_text(made.seed_hash)).to_be_visible()
    assert table.view().number == DROPS
