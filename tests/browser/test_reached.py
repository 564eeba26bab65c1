"""That the server cannot be reached is said as long as it is so, and no longer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import MOVING, SWORD, prepared
from tests.browser.server import Server
from tests.browser.table import PlayPage

UNREACHED = "The server cannot be reached"


@pytest.fixture
def home(new_person: Callable[..., Page], own_server: Server) -> Page:
    return new_person(own_server.address)


def test_an_order_that_did_not_arrive_is_explained_until_the_server_is_back(home: Page, own_server: Server) -> None:
    prepared(home, "sword_greedy", MOVING)
    table = PlayPage(home)
    table.wait_for_turn()
    spot = table.spot_of("1442")
    own_server.kill()
    home.mouse.click(*spot)
    expect(table.refusal).to_contain_text(UNREACHED)
    table.open_panel("rules")
    panel = home.get_by_test_id("panel")
    expect(panel).to_contain_text(UNREACHED)
    own_server.start()
    expect(home.get_by_text(UNREACHED)).to_have_count(0)
    expect(panel).to_contain_text("Combat procedure")  # and what could not be read is there
    expect(home.get_by_test_id("connection")).to_be_hidden()
    table.give("move 6/6")


def test_a_battle_that_could_not_be_begun_can_be_begun_when_the_server_is_back(home: Page, own_server: Server) -> None:
    home.goto("/")
    play = home.get_by_role("button", name="Play Sword")
    expect(play).to_be_visible()
    own_server.kill()
    play.click()
    expect(home.get_by_text(UNREACHED)).to_be_visible()
    own_server.start()
    expect(home.get_by_text(UNREACHED)).to_have_count(0)

    home.goto(f"/new?scenario={SWORD}")
    begin = home.get_by_role("button", name="Begin")
    expect(begin).to_be_visible()
    own_server.kill()
    begin.click()
    expect(home.get_by_text(UNREACHED)).to_be_visible()
    own_server.start()
    expect(home.get_by_text(UNREACHED)).to_have_count(0)


def test_a_game_that_could_not_be_opened_opens_when_the_server_is_back(home: Page, own_server: Server) -> None:
    game = prepared(home, "sword_greedy", MOVING)
    PlayPage(home).wait_for_turn()
    home.get_by_role("link", name="Bocage: to the home page").click()
    to_game = home.locator(f'a[href="/game/{game}"]')
    expect(to_game).to_be_visible()
    own_server.kill()
    to_game.click()
    expect(home.get_by_role("alert")).to_contain_text(UNREACHED)
    own_server.start()
    table = PlayPage(home)
    table.wait_for_turn()
    table.give("move 6/6")
