"""Somebody new, the first two minutes: from the home page into the battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from playwright.sync_api import Page, expect

from bocage.server.wire import Log
from bocage.table.model import View
from tests.browser.table import Advised, PlayPage, turn_reached


def ashore(view: View, table: PlayPage) -> list[str]:
    """The Allied units on the map."""
    hexes = {one.id for one in table.board.hexes}
    mine = (piece for piece in view.pieces if table.seats_of_units[piece.id] == "allied")
    return [piece.id for piece in mine if piece.at in hexes]


def check_first_turn(table: PlayPage) -> None:
    """What can be seen after game turn 1, whatever the dice were."""
    assert len(ashore(table.view(), table)) >= 3
    expect(table.phase).to_contain_text("Turn 2 of 17")
    table.open_panel("log")
    check_log(table)


def check_log(table: PlayPage) -> None:
    """The log tells the story, and nothing twice."""
    expect(table.page.get_by_test_id("panel")).to_contain_text("Turn 2 begins")
    log = table.read_log()
    for words in ("A beachhead is marked in", "lands in", "jumps over", "stands in"):
        expect(log.filter(has_text=words).first).to_be_attached()
    told = Log.model_validate_json(table.ask("log?seat=allied"))
    happened = Counter(str(entry.number) for entry in told.entries)
    shown = Counter(log.evaluate_all("(entries) => entries.map((entry) => entry.dataset.number)"))
    assert shown - happened == Counter()


def test_by_mouse(new_person: Callable[..., Page]) -> None:
    page = new_person(reduced_motion="no-preference")
    page.goto("/")
    page.get_by_role("button", name="Play Sword").click()  # the only click that a game needs
    table = PlayPage(page)
    table.wait_for_turn()
    expect(table.prompt).to_contain_text("Place a beachhead marker")
    table.play_until(turn_reached(2), Advised(table))
    check_first_turn(table)


def test_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    play = page.get_by_role("button", name="Play Sword")
    expect(play).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if play.evaluate("(button) => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    table = PlayPage(page, "keyboard")
    table.play_until(turn_reached(2), Advised(table))
    page.keyboard.press("l")
    expect(page.get_by_test_id("panel")).to_contain_text("Turn 2 begins")
    assert len(ashore(table.view(), table)) >= 3
    expect(table.phase).to_contain_text("Turn 2 of 17")
