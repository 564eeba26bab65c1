"""A game that lives elsewhere in the browser: from the home page to its dice, with one, two and three people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from bocage.table.model import OrderChoice, View
from tests.browser.games import view
from tests.browser.server import Server
from tests.browser.table import Advised, PlayPage

SET_UP = 13  # orders


@pytest.fixture(scope="module")
def hedgerow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that knows the game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOCAGE_GAMES", "tests.games.hedgerow")
        started = Server(tmp_path_factory.mktemp("hedgerow"))
    yield started.address
    started.stop()


def first(seen: View) -> OrderChoice:
    assert seen.decision is not None
    return seen.decision.orders[0]


def test_one_person_begins_on_the_home_page_and_sees_the_dice_fall(
    hedgerow: str, new_person: Callable[..., Page]
) -> None:
    page = new_person(hedgerow)
    page.goto("/")
    battles = page.get_by_role("heading", name="Battles of Hedgerow")
    battles.scroll_into_view_if_needed()
    expect(battles).to_be_visible()
    expect(page.get_by_text("6 turns · Western Column, Eastern Column – Defenders")).to_be_visible()
    picture = page.get_by_alt_text("Map of Three Farms")
    page.get_by_role("button", name="Play Three Farms").scroll_into_view_if_needed()
    expect(picture).to_have_class(re.compile("shown"))
    page.get_by_role("button", name="Play Three Farms").click()
    table = PlayPage(page)
    table.play_until(lambda seen: seen.number >= SET_UP, first)
    assert table.seat == "west" and table.curtain.count() == 0
    table.give("move W3")
    table.give("to 0203")
    assert table.picture()
    table.play_until(lambda _: '"die":' in table.ask("log?seat=west"), Advised(table))
    expect(table.read_log().filter(has_text="; die ").first).to_be_visible()


def test_three_people_and_two_of_them_friends(hedgerow: str, new_person: Callable[..., Page]) -> None:
    west = new_person(hedgerow)
    west.goto("/")
    west.get_by_role("link", name="Options for Three Farms").click()
    west.get_by_label("How the farms are defended").select_option(label="Dug in")
    for people in ("Eastern Column", "Defenders"):
        west.get_by_role("group", name=f"The {people}").get_by_label("A friend").check()
    west.get_by_role("button", name="Begin").click()
    pages = {"west": west}
    for seat, people in (("east", "Eastern Column"), ("defender", "Defenders")):
        link = west.get_by_role("textbox", name=f"Link for the {people}").input_value()
        pages[seat] = new_person(hedgerow)
        pages[seat].goto(link)
        pages[seat].get_by_role("button", name="Take the seat").click()
    west.get_by_role("link", name="Go to the board").click()
    tables = {seat: PlayPage(page) for seat, page in pages.items()}
    for seat, blocks in (("west", 4), ("east", 4), ("defender", 5)):
        for _ in range(blocks):
            tables[seat].wait_for_turn()
            tables[seat].give(first(tables[seat].view()))
    tables["west"].wait_for_turn()
    face_down = {
        seat: {piece.id[0] for piece in view(page, tables[seat].id, seat).pieces if piece.hidden}
        for seat, page in pages.items()
    }
    assert face_down == {"west": {"D"}, "east": {"D"}, "defender": {"W", "E"}}
    tables["west"].give("end")
    expect(tables["east"].phase).to_contain_text("Fighting")
    units = tables["defender"].open_panel("units")
    expect(units).to_contain_text("W1")
    expect(units).not_to_contain_text("Guards W")


def test_a_curtain_falls_between_the_sides_alone(hedgerow: str, new_person: Callable[..., Page]) -> None:
    page = new_person(hedgerow)
    page.goto("/")
    page.get_by_role("link", name="Options for Three Farms").click()
    page.get_by_role("group", name="The Defenders").get_by_label("Me").check()
    expect(page.get_by_text("Seats of several sides are on this screen.")).to_be_visible()
    page.get_by_role("button", name="Begin").click()
    table = PlayPage(page)
    expect(table.curtain).to_contain_text("Hand the screen to the Western Column")
    page.get_by_test_id("lift").click()
    for seat in ("west", "east"):
        for _ in range(4):
            table.wait_for_turn()
            assert table.curtain.count() == 0 and table.seat == seat
            table.give(first(table.view()))
    expect(table.curtain).to_contain_text("Hand the screen to the Defenders")
