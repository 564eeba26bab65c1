"""An opponent that fails: the board says so, and lets the one who sits there go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import SWORD, post
from tests.browser.server import Server
from tests.browser.table import PlayPage

HANDS = {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "sergeant"}}


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
    expect(hand_over.get_by_role("button")).to_have_count(3)  # the same again, another one, oneself
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
