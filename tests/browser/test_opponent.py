"""Programs at the table: one that fails, and two that play each other before somebody who looks on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from bocage.players import OPPONENTS
from bocage.server.playing import BATCH
from bocage.server.seating import LEAD
from tests.browser.games import SWORD, post, wait_for
from tests.browser.server import Server
from tests.browser.table import PlayPage

HANDS = {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "sergeant"}}
CAMPAIGN = "fire_movement/combined_campaign"  # long enough not to be over before anybody looks
PROGRAMS = {seat: {"kind": "bot", "bot": "random"} for seat in ("allied", "german")}
FIGURES = re.compile(r"^\s*\d+\s%,\s\d+\ss\s*$")
# What is played out is skipped by whoever waits for what comes after it.
SHOWN = """() => {
  document.querySelector("[data-testid=playback-skip]")?.click();
  return document.querySelector("[data-testid=prompt]") !== null;
}"""


@pytest.fixture(scope="module")
def failing_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("failing"), ("-m", "tests.browser.failing_server"))
    yield started
    started.stop()


@pytest.fixture
def abandoned(new_person: Callable[..., Page], failing_server: Server) -> PlayPage:
    """A board whose opponent gave up before its first order."""
    page = new_person(failing_server.address)
    game = post(page, "games", {"scenario": SWORD, "seats": HANDS})
    page.goto(f"/game/{game.id}")
    table = PlayPage(page)
    expect(table.prompt).to_contain_text("The Germans (sergeant) cannot go on: the opponent stumbled over an error")
    return table


def test_another_opponent_takes_over_from_one_that_failed(abandoned: PlayPage) -> None:
    hand_over = abandoned.page.get_by_test_id("hand-over")
    expect(hand_over.get_by_role("button")).to_have_count(len(OPPONENTS) + 1)  # the same again, another one, oneself
    hand_over.get_by_role("button", name="Let the program play (random)").click()
    abandoned.wait_for_turn()
    expect(abandoned.prompt).to_contain_text("Place a beachhead marker")
    expect(hand_over).to_be_hidden()


def test_the_same_opponent_may_try_again(abandoned: PlayPage) -> None:
    again = abandoned.page.get_by_test_id("hand-over").get_by_role("button", name="Let the program play (sergeant)")
    with abandoned.page.expect_response("**/seats/german") as asked:
        again.click()
    seat = next(seat for seat in asked.value.json()["seats"] if seat["seat"] == "german")
    assert (seat["bot"], seat["failed"]) == ("sergeant", "")
    expect(abandoned.prompt).to_contain_text("cannot go on")
    assert abandoned.number == 0


def test_the_player_goes_on_in_its_place(abandoned: PlayPage) -> None:
    page = abandoned.page
    page.get_by_test_id("hand-over").get_by_role("button", name="Play this side yourself").click()
    expect(abandoned.curtain).to_contain_text("Hand the screen to the Germans")
    page.get_by_test_id("lift").click()
    abandoned.wait_for_turn()
    assert abandoned.seat == "german"
    decision = abandoned.view().decision
    assert decision is not None
    abandoned.give(decision.orders[0])
    assert abandoned.number == 1


def test_a_bar_shows_how_far_an_opponent_is_and_no_figure_is_read_out(
    new_person: Callable[..., Page], failing_server: Server
) -> None:
    page = new_person(failing_server.address)
    seats = {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "captain"}}
    page.goto(f"/game/{post(page, 'games', {'scenario': SWORD, 'seats': seats}).id}")
    table, how_far = PlayPage(page), page.get_by_test_id("how-far")
    expect(table.prompt).to_contain_text("The Germans (captain) are thinking")
    bar = how_far.get_by_role("progressbar", name="How far the thought is")
    expect(how_far).to_contain_text(FIGURES)
    first = float(bar.get_attribute("value") or "")
    page.wait_for_function(
        "first => document.querySelector('[data-testid=how-far] progress')?.value > first", arg=first
    )
    assert not any("%" in said for said in page.locator("[aria-live], [role=status]").all_inner_texts())
    table.wait_for_turn()
    expect(how_far).to_have_count(0)


# -- two programs ---------------------------------------------------------------------------------


def test_whoever_set_two_programs_to_play_halts_them_goes_on_by_one_order_and_sits_down(page: Page) -> None:
    game = post(page, "games", {"scenario": CAMPAIGN, "seats": PROGRAMS})
    page.goto(f"/game/{game.id}")
    table = PlayPage(page)
    pace, film = page.get_by_test_id("pace"), page.get_by_test_id("playback")

    def halted() -> int:
        """How many orders were given when the programs had come to rest and all was shown."""
        expect(pace).to_have_attribute("data-halted", "true")
        page.wait_for_function(SHOWN)
        expect(table.prompt).to_contain_text("The programs wait.")
        number = table.info().number
        expect(table.root).to_have_attribute("data-number", str(number))
        return number

    def reached(number: int) -> bool:
        return table.info().number >= number

    pace.get_by_role("button", name="Pause the programs").click()
    before = halted()
    for number in (before + 1, before + 2):
        pace.get_by_role("button", name="One order").click()
        wait_for(partial(reached, number))
        assert halted() == number

    pace.get_by_role("button", name="Let them go on").click()
    film.get_by_role("button", name="Pause the programs").click()  # in the midst of what they do
    assert halted() > before + 2

    pace.get_by_role("button", name="Play the Allies myself").click()
    table.wait_for_turn()
    assert table.seat == "allied"
    expect(pace).to_have_count(0)
    number, decision = table.number, table.view().decision
    assert decision is not None
    table.give(decision.orders[0])
    assert table.number > number
    assert {seat.seat: seat.kind for seat in table.info().seats} == {"allied": "human", "german": "bot"}


def test_programs_that_play_each_other_wait_for_the_film_and_one_sits_down_where_it_is(page: Page) -> None:
    seats = {seat: {"kind": "bot", "bot": "sergeant"} for seat in ("allied", "german")}
    page.goto(f"/game/{post(page, 'games', {'scenario': SWORD, 'seats': seats, 'follow': True}).id}")
    table, film, pace = PlayPage(page), page.get_by_test_id("playback"), page.get_by_test_id("pace")

    def ahead() -> int:
        """How many orders the programs have given that the film has not come to."""
        reached = int(film.get_attribute("data-reached") or 0)
        return table.info().number - reached

    expect(film).to_be_visible()
    for _ in range(12):
        assert ahead() < LEAD + BATCH
        page.wait_for_timeout(250)
    film.get_by_role("button", name="Pause the programs").click()
    expect(pace).to_have_attribute("data-halted", "true")
    place, reached = film.get_attribute("data-place"), int(film.get_attribute("data-reached") or 0)
    page.wait_for_timeout(2500)
    assert film.get_attribute("data-place") == place  # what is shown stands still, too
    assert table.info().status == "playing"
    pace.get_by_role("button", name="Play the Allies myself").click()
    expect(table.root).to_have_attribute("data-seat", "allied")
    with_seat = table.info().reseedings[-1]
    assert with_seat.after == reached


def test_programs_that_are_followed_play_on_to_the_end_when_they_are_let(page: Page) -> None:
    seats = {seat: {"kind": "bot", "bot": "sergeant"} for seat in ("allied", "german")}
    page.goto(f"/game/{post(page, 'games', {'scenario': SWORD, 'seats': seats, 'follow': True}).id}")
    table = PlayPage(page)
    page.get_by_test_id("pace").get_by_role("button", name="Play to the end").click()
    wait_for(lambda: table.info().status == "over")
