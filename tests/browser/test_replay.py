"""Looking back at a game, and playing on from any point of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from typer.testing import CliRunner

from bocage.cli import app
from bocage.table.model import Board
from tests.browser.games import GOLDEN, MOVING, order, post, prepared, record
from tests.browser.table import PlayPage
from tests.browser.test_phone import PHONE

ORDERS = 88  # of the record


@pytest.fixture
def replay(page: Page) -> Page:
    """A finished game, opened from its record on the home page."""
    page.goto("/")
    page.get_by_label("Choose a file").set_input_files(GOLDEN / "omaha_weather.bocage")
    page.wait_for_url("**/replay/*")
    expect(page.get_by_text(f"Order 0 of {ORDERS}", exact=True)).to_be_visible()
    return page


def test_slider_and_keys_go_through_the_game(replay: Page) -> None:
    def at(number: int) -> None:
        expect(replay.get_by_text(f"Order {number} of {ORDERS}", exact=True)).to_be_visible()

    slider = replay.get_by_role("slider", name="Point in the game")
    slider.fill("40")
    at(40)
    replay.locator("body").press("ArrowRight")
    at(41)
    replay.locator("body").press("Shift+ArrowLeft")
    at(31)
    replay.locator("body").press("Home")
    at(0)
    replay.locator("body").press("End")
    at(ORDERS)
    replay.get_by_role("button", name="To the beginning").click()
    replay.get_by_role("button", name="Play", exact=True).click()
    expect(replay.get_by_text(re.compile(rf"^Order ([2-9]|\d\d) of {ORDERS}$"))).to_be_visible()  # it plays on
    replay.get_by_role("button", name="Pause").click()
    expect(replay.get_by_text("German strategic victory")).to_be_visible()


def test_another_point_of_view_hides_what_that_side_did_not_know(replay: Page) -> None:
    story, seen_by = replay.get_by_role("tabpanel"), replay.get_by_label("Seen by")
    expect(story).to_contain_text("916/352 is recorded in 2218 Vierville.")
    seen_by.select_option("Allies")
    expect(story).not_to_contain_text("is recorded in")
    expect(story).to_contain_text("916/352 stands in 2218 Vierville.")  # once they were revealed
    seen_by.select_option("Germans")
    expect(story).to_contain_text("916/352 is recorded in 2218 Vierville.")


def test_a_branch_is_a_new_game_that_can_be_played(replay: Page) -> None:
    before = replay.url
    replay.get_by_role("slider", name="Point in the game").fill("30")
    replay.get_by_role("button", name="Branch off here").click()
    table = PlayPage(replay)
    table.wait_for_turn()
    assert table.number >= 30 and table.id not in before
    number = table.number
    decision = table.view().decision
    assert decision is not None
    table.give(decision.orders[0])
    assert table.number > number


def test_a_branch_has_the_seats_of_ones_choice(replay: Page) -> None:
    replay.get_by_role("slider", name="Point in the game").fill("30")
    replay.get_by_role("button", name="Branch off with others").click()
    asked = replay.get_by_test_id("branch")
    expect(asked).to_contain_text("from order 30 on")
    asked.get_by_role("group", name="The Allies").get_by_label("Me").check()
    asked.get_by_role("group", name="The Germans").get_by_label("A friend").check()
    asked.get_by_role("button", name="Begin").click()
    expect(asked.get_by_role("textbox", name="Link for the Germans")).to_be_visible()
    asked.get_by_role("link", name="Go to the board").click()
    seats = {seat.seat: seat.kind for seat in PlayPage(replay).info().seats}
    assert seats == {"allied": "human", "german": "invitation"}


def test_the_record_is_verified_and_the_summary_has_curves(replay: Page, tmp_path: Path) -> None:
    with replay.expect_download() as waiting:
        replay.get_by_role("button", name="Download").click()
    saved = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(saved)
    assert saved.suffix == ".bocage"
    checked = CliRunner().invoke(app, ["replay", str(saved), "--verify"])
    assert checked.exit_code == 0, checked.output

    replay.get_by_role("tab", name="Summary").click()
    curves = replay.get_by_role("tabpanel").locator("svg")
    expect(curves.first).to_be_visible()
    for title in ("losses", "ground", "luck"):
        expect(replay.get_by_role("tabpanel").get_by_text(re.compile(title, re.IGNORECASE)).first).to_be_visible()
    replay.get_by_role("tab", name="Chance").click()
    expect(replay.get_by_role("tabpanel")).to_contain_text("--verify")


def test_the_replay_of_a_running_game_goes_on_with_it(page: Page) -> None:
    game = prepared(page, "sword_greedy", MOVING, kind="invitation")
    theatre = page.context.new_page()
    theatre.goto(f"/replay/{game}")
    theatre.get_by_label("Seen by").select_option("Allies")
    expect(theatre.get_by_text(f"Order {MOVING} of {MOVING}", exact=True)).to_be_visible()
    order(page, game, "allied", "move 6/6")
    order(page, game, "allied", "to 1439")
    expect(theatre.get_by_text(f"Order {MOVING + 2} of {MOVING + 2}", exact=True)).to_be_visible()
    expect(theatre.get_by_role("tabpanel")).to_contain_text("6/6 moves to 1439")

    # Somebody who reads an earlier page is left there; and what is taken back is gone.
    theatre.get_by_role("slider", name="Point in the game").fill("40")
    undo = page.request.post(f"/api/games/{game}/undo", data={"seat": "allied", "number": MOVING + 2})
    assert undo.ok, undo.text()
    expect(theatre.get_by_text(f"Order 40 of {MOVING + 1}", exact=True)).to_be_visible()
    order(page, game, "allied", "to 1441")
    theatre.get_by_role("button", name="To the end").click()
    expect(theatre.get_by_role("tabpanel")).to_contain_text("6/6 moves to 1441")
    expect(theatre.get_by_role("tabpanel")).not_to_contain_text("6/6 moves to 1439")


def test_after_the_last_order_the_replay_is_shown_to_others_and_the_battle_fought_again_with_sides_changed(
    page: Page, new_person: Callable[..., Page]
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game = prepared(page, "omaha_weather", ORDERS - 1, opponent="allied")
    table = PlayPage(page)
    table.wait_for_turn()
    table.give("end")
    expect(table.over).to_contain_text("German strategic victory")
    expect(table.over.get_by_test_id("what-decided")).to_be_visible()

    table.over.get_by_test_id("share-replay").click()
    expect(page.get_by_text("Copied.", exact=True)).to_be_visible()
    link = str(page.evaluate("() => navigator.clipboard.readText()"))
    stranger = new_person()
    stranger.goto(link)
    expect(stranger.get_by_text("German strategic victory")).to_be_visible()

    table.over.get_by_test_id("rematch-swapped").click()
    page.wait_for_url(lambda url: "/game/" in url and game not in url)
    again = PlayPage(page)
    again.wait_for_turn()
    info = again.info()
    assert {seat.seat: seat.kind for seat in info.seats} == {"allied": "human", "german": "bot"}
    assert (info.scenario, info.options) == ("fire_movement/omaha", {"flak": "no", "weather": "yes"})


def test_the_last_page_tells_luck_in_two_lists_the_outlook_and_who_fought_most_at_a_glance(
    new_person: Callable[..., Page],
) -> None:
    page = new_person(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    prepared(page, "omaha_weather", ORDERS - 1, opponent="allied")
    table = PlayPage(page)
    table.wait_for_turn()
    table.give("end")
    over = table.over
    for testid, sign in (("lucky", "better"), ("unlucky", "worse")):
        throws = over.get_by_test_id(testid).get_by_role("listitem")
        expect(throws.first).to_contain_text(f"{sign} than average")
        assert 1 <= throws.count() <= 3
    expect(over.get_by_role("heading", name="Unluckiest for the Germans")).to_be_visible()
    expect(over).to_contain_text("The result to be expected, in percent")
    fought = over.get_by_test_id("fought")
    expect(fought).to_be_in_viewport(ratio=1)
    assert fought.locator(".unit canvas, .unit svg, .unit img").count() == fought.get_by_role("listitem").count() > 0
    rule = over.get_by_role("button", name=re.compile(r"^Rule [\d.]+-?\d*: show its text"))
    expect(rule).to_have_text(re.compile("^§"), use_inner_text=True)
    rule.click()
    expect(over).to_be_hidden()
    expect(page.get_by_test_id("panel")).to_be_visible()


def test_units_have_their_names_and_counters(page: Page) -> None:
    game = post(page, "records", {"text": record("race_to_cherbourg")}).id
    page.goto(f"/replay/{game}?at=60")
    told = page.get_by_role("tabpanel").locator(".latest")
    pieces = Board.model_validate_json(page.request.get(f"/api/games/{game}/board").text()).pieces
    codes = [piece.id for piece in pieces if piece.name and piece.name != piece.id]
    expect(told.locator("img").first).to_be_visible()
    for tab in ("Log", "Summary"):
        page.get_by_role("tab", name=tab).click()
        words = page.get_by_role("tabpanel")
        expect(words).to_contain_text(re.compile(r"\d/\d"))
        found = words.inner_text()
        assert [code for code in codes if re.search(rf"(?<![\w/-]){re.escape(code)}(?![\w/-])", found)] == []


def test_on_a_phone_the_story_comes_before_what_can_be_done_with_the_game(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE)
    page.goto(f"/replay/{post(page, 'records', {'text': record('omaha_weather')}).id}")
    tabs, branch = page.get_by_role("tablist"), page.get_by_role("button", name="Branch off here")
    expect(branch).to_be_visible()
    places = [found["y"] for part in (tabs, branch) if (found := part.bounding_box())]
    assert places == sorted(places)
    assert len(set(places)) == 2
