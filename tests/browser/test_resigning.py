"""Giving a game up: asked once more, then told to everybody at the table and in the replay."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.games import post
from tests.browser.table import PlayPage

FRIENDS = {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}


def test_whoever_resigns_is_asked_first_and_the_other_sees_it_at_once(new_person: Callable[..., Page]) -> None:
    home, away = new_person(), new_person()
    game = post(home, "games", {"scenario": "sword", "seats": FRIENDS})
    post(away, "join", {"token": next(seat.invitation for seat in game.seats if seat.invitation)})
    for page in (home, away):
        page.goto(f"/game/{game.id}")
    table, other = PlayPage(home), PlayPage(away)
    expect(other.root).to_be_visible()
    panel = table.open_panel("game")
    panel.get_by_test_id("resign").click()
    expect(home.get_by_test_id("resigning")).to_contain_text("the Allies have lost")
    home.get_by_role("button", name="Play on").click()
    expect(home.get_by_test_id("resigning")).to_be_hidden()
    assert table.info().status == "playing"

    panel.get_by_test_id("resign").click()
    home.get_by_test_id("resign-yes").click()
    for seen in (table, other):
        expect(seen.over).to_contain_text("Victory of the Germans")
        expect(seen.over).to_contain_text("The Allies resigned")
    away.get_by_role("button", name="Look at the board").click()
    expect(other.prompt).to_contain_text("Victory of the Germans")
    other.open_panel("game")
    expect(away.get_by_test_id("resign")).to_be_hidden()
    away.goto(f"/replay/{game.id}")
    expect(away.get_by_text("Victory of the Germans: the Allies resigned.")).to_be_visible()


def test_an_open_replay_and_another_screen_of_the_same_person_are_told_at_once(new_person: Callable[..., Page]) -> None:
    home = new_person()
    game = post(home, "games", {"scenario": "sword", "seats": FRIENDS})
    second, replay = home.context.new_page(), home.context.new_page()
    for page, address in ((home, "game"), (second, "game"), (replay, "replay")):
        page.goto(f"/{address}/{game.id}")
    replay.get_by_role("tab", name="Turning points").click()
    expect(replay.get_by_text("are told when it is over")).to_be_visible()
    expect(PlayPage(second).root).to_be_visible()
    PlayPage(home).open_panel("game").get_by_test_id("resign").click()
    home.get_by_test_id("resign-yes").click()
    expect(PlayPage(second).over).to_contain_text("The Allies resigned")
    told = replay.get_by_role("complementary").get_by_text("Victory of the Germans: the Allies resigned.")
    expect(told).to_be_visible()
    expect(replay.get_by_role("button", name="Find the turning points")).to_be_visible()


def test_an_ally_is_asked_before_a_side_gives_up(new_person: Callable[..., Page]) -> None:
    home, away = new_person(), new_person()
    seats = {"1st": {"kind": "human"}, "29th": {"kind": "invitation"}}
    game = post(home, "games", {"scenario": "omaha_beach/first_waves", "seats": seats})
    token = next(seat.invitation for seat in game.seats if seat.invitation)
    post(away, "join", {"token": token, "name": "Ben"})
    for page in (home, away):
        page.goto(f"/game/{game.id}")
        expect(PlayPage(page).root).to_be_visible()
    PlayPage(home).open_panel("game").get_by_test_id("resign").click()
    expect(home.get_by_test_id("resigning")).to_contain_text("With the consent of Ben")
    home.get_by_test_id("resign-yes").click()
    expect(home.get_by_test_id("would-resign")).to_contain_text("with the consent of Ben")
    asked = away.get_by_test_id("ally-resigns")
    asked.get_by_role("button", name="Play on").click()
    expect(asked).to_be_hidden()
    PlayPage(away).open_panel("game").get_by_test_id("resign").click()
    away.get_by_test_id("resign-yes").click()
    for page in (home, away):
        expect(PlayPage(page).over).to_contain_text("The Americans resigned")
