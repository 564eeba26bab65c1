"""The Dark Summer in the browser: the guided game, two players with their Rounds and Reactions, and the chances."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

import bocage
from bocage.kernel.record import dump
from bocage.table.model import OrderChoice, View
from tests.browser.games import post
from tests.browser.table import PlayPage

JUNE_14 = "dark_summer/june_14"
MOST_ORDERS = 60
FIRST_CARDS = ["A cup of chits", "The 1st Wave", "Ashore", "Omaha", "Pointe du Hoc"]


def test_the_first_cards_of_the_guided_game_can_be_followed(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Start the guided game: The Dark Summer").click()
    table = PlayPage(page)
    guide = page.get_by_test_id("guide")
    for step, title in enumerate(FIRST_CARDS, 1):
        table.wait_for_turn()
        expect(guide.get_by_role("heading")).to_have_text(title)
        expect(guide).to_contain_text(f"Step {step} of")
        number = table.number
        page.get_by_test_id("guide-show").click()  # each has an order to suggest, and it is given
        table.wait_beyond(number)
    expect(table.phase).to_contain_text("1st Wave")
    expect(table.read_log().filter(has_text="2403 is an Open Beach.")).to_be_visible()


def brief(view: View) -> OrderChoice:
    """Begins with a British Combat Round without attacks, to which the Germans react; else ends what can be ended."""
    assert view.decision is not None
    orders = {order.order: order for order in view.decision.orders}
    wanted = ("react", "play combat", "initiative british-combat", "end", "pass", "halt")
    return next((orders[name] for name in wanted if name in orders), view.decision.orders[0])


def test_two_browsers_play_the_first_rounds(new_person: Callable[..., Page]) -> None:
    host, friend = new_person(), new_person()
    host.goto("/")
    host.get_by_role("link", name="Options for The Dark Summer from 14 June").click()
    host.get_by_role("group", name="The Germans").get_by_label("A friend").check()
    host.get_by_role("button", name="Begin").click()
    link = host.get_by_role("textbox", name="Link for the Germans").input_value()
    host.get_by_role("link", name="Go to the board").click()
    friend.goto(link)
    friend.get_by_role("button", name="Take the seat").click()
    allied, german = PlayPage(host), PlayPage(friend)

    given: list[str] = []
    for _ in range(MOST_ORDERS):
        asked = german if allied.info().asked == "german" else allied
        asked.wait_for_turn()
        view = asked.view()
        given.append(brief(view).order)
        asked.give(given[-1], view)
        for table in (allied, german):
            table.wait_beyond(view.number)
        if "react" in given and "Reaction" not in allied.view().phase:
            break
    assert "react" in given
    assert allied.number == german.number
    assert allied.phase.inner_text() == german.phase.inner_text()
    assert allied.view().pieces == german.view().pieces
    for table in (allied, german):
        expect(table.read_log().filter(has_text="British, Combat Round.").first).to_be_visible()
        expect(table.log.filter(has_text="German Reaction.")).to_have_count(1)


def test_the_odds_of_an_attack_and_the_chances_of_the_cup_are_shown(page: Page) -> None:
    game = bocage.new(JUNE_14, seed="14 June 1944")
    while not any(order.verb == "with" for order in game.decision.orders):
        words = [str(order) for order in game.decision.orders]
        wanted = ("initiative british-combat", "play combat", "attack 4306", "end")
        game.play(next((word for word in wanted if word in words), words[0]))
    page.goto(f"/game/{post(page, 'records', {'text': dump(game)}).id}")
    table = PlayPage(page)
    table.wait_for_turn()
    expect(table.curtain).to_be_hidden()  # both sides sit here, but neither has anything to hide
    odds = page.get_by_role("region", name="Odds")
    expect(odds).to_contain_text("Attack with")
    expect(odds).to_contain_text("Column")
    before = odds.inner_text()
    table.give(brief(table.view()))
    expect(odds).not_to_have_text(before)

    cup = table.open_panel("facts")
    view = table.view()
    chances = [fact for fact in view.facts if fact.group == "In the cup" and "%" in fact.value]
    assert sum(int(fact.value.split()[-2]) for fact in chances) in range(98, 103)
    for fact in chances:
        expect(cup).to_contain_text(fact.value)
