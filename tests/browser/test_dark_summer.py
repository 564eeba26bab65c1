"""The Dark Summer in the browser: the guided game, two players with their Rounds and Reactions, and the chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import bocage
from bocage.kernel import Game
from bocage.kernel.record import dump
from bocage.server.wire import Log
from bocage.table.model import Board, OrderChoice, View
from tests.browser.games import post, prepared
from tests.browser.table import Hand, PlayPage
from tests.browser.test_camera import come_close, in_sight, look
from tests.browser.test_omaha import settle
from tests.browser.test_phone import PHONE

JUNE_14 = "dark_summer/june_14"
MOST_ORDERS = 320  # of two turns
FIRST_CARDS = ["A cup of chits", "The 1st Wave", "Ashore", "Omaha", "Pointe du Hoc"]


def test_the_first_cards_of_the_guided_game_can_be_followed(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Start the guided game: The Dark Summer").click()
    table = PlayPage(page)
    guide = page.get_by_test_id("guide")
    for step, title in enumerate(FIRST_CARDS, 1):
        table.wait_for_turn()
        expect(guide.get_by_role("heading")).to_have_text(title)
        expect(guide).to_contain_text(f"Lesson {step}")
        table.follow_guide()
    expect(table.phase).to_contain_text("1st Wave")
    expect(table.read_log().filter(has_text="2403 Utah is an Open Beach.")).to_be_visible()


def test_everybody_whom_a_staff_brings_in_is_in_the_news_with_his_place(page: Page) -> None:
    prepared(page, "june_14", 218)  # Reinforcements of the British
    table = PlayPage(page)
    table.wait_for_turn()
    before = table.number
    page.get_by_test_id("let-staff").click()
    table.wait_beyond(before)
    expect(page.get_by_test_id("staff-works")).to_have_count(0)
    table.wait_for_turn()
    entries = Log.model_validate_json(table.ask(f"log?seat={table.seat}")).entries
    entered = [entry for entry in entries if entry.number > before and entry.kind == "entered"]
    assert len(entered) > 4
    for entry in entered:
        line = page.locator(f"[data-testid=news-entry][data-number='{entry.number}']", has_text=str(entry.hex))
        expect(line.filter(has_text="enters at").first).to_be_attached()


def brief(view: View) -> OrderChoice:
    """Begins with a British Combat Round without attacks, to which the Germans react; else ends what can be ended."""
    assert view.decision is not None
    orders = {order.order: order for order in view.decision.orders}
    wanted = ("react", "play combat", "initiative british-combat", "end", "pass", "halt")
    return next((orders[name] for name in wanted if name in orders), view.decision.orders[0])


class Sparing:
    """Plays whole turns with few orders: all Beaches, a move and an attack in each Round, a Reaction in each turn."""

    def __init__(self, board: Board) -> None:
        self.barred = {hex_.id for hex_ in board.hexes if {"letter C", "letter W", "letter S"} & set(hex_.marks)}
        self.beaches = {hex_.id for hex_ in board.hexes if any(mark.endswith("Beach") for mark in hex_.marks)}
        self.done: Counter[tuple[object, ...]] = Counter()

    def __call__(self, view: View) -> OrderChoice:
        assert view.decision is not None
        orders = view.decision.orders
        leave = next((order for order in orders if order.verb in ENDINGS), None)
        for order in orders:
            if self.is_wanted(order, view):
                return order
        stuck = [order for order in orders if self.place(order, view) in self.barred]
        if leave is None and stuck:  # Germans do not stay in such a hex
            return next((order for order in stuck if order.verb == "march"), stuck[0])
        return leave or orders[len(orders) // 2]

    def place(self, order: OrderChoice, view: View) -> str | None:
        return order.hex or next((piece.at for piece in view.pieces if piece.id == order.unit), None)

    def is_wanted(self, order: OrderChoice, view: View) -> bool:
        """All that can be done for a Beach in the 2nd Wave; else the first of its kind in a Round."""
        if view.phase == "2nd Wave" and order.verb in ("attack", "with", "support"):
            target = order.hex or (view.decision and view.decision.target)
            return target in self.beaches
        if order.verb not in ("move", "attack", "advance", "react", "rebuild", "with"):
            return False
        count = (view.turn, view.tracks["round"] if order.verb != "react" else "", order.verb)
        self.done[count] += 1
        return self.done[count] == 1


ENDINGS = ("end", "pass", "halt", "declare")


def test_two_browsers_play_the_first_two_turns_of_the_campaign(new_person: Callable[..., Page]) -> None:
    host, friend = new_person(reduced_motion="reduce"), new_person(reduced_motion="reduce")
    for page in (host, friend):
        settle(page, playOut=False)
    host.goto("/")
    host.get_by_role("link", name="Options for The Dark Summer", exact=True).click()
    host.get_by_role("group", name="The Germans").get_by_label("A friend").check()
    host.get_by_role("button", name="Begin").click()
    link = host.get_by_role("textbox", name="Link for the Germans").input_value()
    host.get_by_role("link", name="Go to the board").click()
    friend.goto(link)
    friend.get_by_role("button", name="Take the seat").click()
    tables = {"allied": PlayPage(host), "german": PlayPage(friend)}
    choose = Sparing(tables["allied"].board)

    phases: dict[str, None] = {}
    given: set[str] = set()
    for _ in range(MOST_ORDERS):
        asked = tables[tables["allied"].info().asked]
        asked.wait_for_turn()
        view = asked.view()
        phases[view.phase] = None
        if view.turn.startswith("Turn 3"):
            break
        order = choose(view)
        given.add(order.verb)
        asked.give(order, view)
        for table in tables.values():
            table.wait_beyond(view.number)
    else:
        raise AssertionError(f"still at {tables['allied'].phase.inner_text()}")
    assert list(phases)[:4] == ["Action Phase", "1st Wave", "German Reaction Round", "2nd Wave"]
    assert {"US Move Round", "British Move Round", "German Move Round", "German Combat Round"} <= phases.keys()
    assert given >= {"take", "attack", "with", "play", "at", "move", "to", "initiative", "react"}
    allied, german = tables.values()
    assert allied.number == german.number and allied.view().pieces == german.view().pieces
    for table in tables.values():
        log = table.read_log()
        for told in ("Round 1: the 1st Wave.", "Round 3: the 2nd Wave."):
            expect(log.filter(has_text=told)).to_have_count(1)
        for turn in (1, 2, 3):
            expect(table.page.get_by_role("heading", name=f"Turn {turn} begins")).to_be_visible()


def before_an_attack() -> Game:
    """A game in which the British are about to attack 4306."""
    game = bocage.new(JUNE_14, seed="14 June 1944")
    while "attack 4306" not in (words := [str(order) for order in game.decision.orders]):
        wanted = ("initiative british-combat", "play combat", "end")
        game.play(next((word for word in wanted if word in words), words[0]))
    return game


def test_the_map_of_who_waits_goes_to_the_fight(new_person: Callable[..., Page]) -> None:
    host, friend = new_person(reduced_motion="reduce"), new_person(reduced_motion="reduce")
    source = post(host, "records", {"text": dump(before_an_attack())})
    seats = {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}
    game = post(host, f"games/{source.id}/branch", {"number": source.number, "seats": seats})
    post(friend, "join", {"token": next(seat.invitation for seat in game.seats if seat.invitation)})
    for page in (host, friend):
        page.goto(f"/game/{game.id}")
    allied, german = PlayPage(host), PlayPage(friend)
    allied.wait_for_turn()
    expect(german.prompt).to_contain_text("Waiting")
    come_close(german, "2820", 5)  # far to the west
    before = look(german)
    assert not in_sight(german, "4306")
    allied.give("attack 4306")
    german.wait_beyond(game.number)
    assert in_sight(german, "4306") and look(german).scale == before.scale
    seen = look(german)
    allied.give(brief(allied.view()))
    german.wait_beyond(game.number + 1)
    assert look(german) == seen  # it stays there as long as one hex is fought for


def begun(page: Page, hand: Hand = "mouse") -> PlayPage:
    """A new game against the program, in which the Allies are asked something."""
    page.goto(f"/game/{post(page, 'games', {'scenario': JUNE_14, 'seats': {'allied': {'kind': 'human'}}}).id}")
    table = PlayPage(page, hand)
    table.wait_for_turn()
    return table


def test_the_weather_is_one_of_five_and_none_is_past(page: Page) -> None:
    begun(page).open_panel("facts")
    weather = page.get_by_role("list", name="Weather")
    expect(weather.locator("[aria-current]")).to_have_count(1)
    expect(weather.locator(".past")).to_have_count(0)
    expect(page.get_by_role("list", name="Turn", exact=True).locator(".past")).to_have_count(1)


@pytest.mark.parametrize("hand", ["mouse", "touch"])
def test_the_results_table_is_seen_whole(new_person: Callable[..., Page], hand: Hand) -> None:
    page = new_person(**(PHONE if hand == "touch" else {"viewport": {"width": 1280, "height": 720}}))
    begun(page, hand).open_panel("charts")
    chart = page.get_by_role("region", name="Combat Results Table")
    assert chart.evaluate("(chart) => chart.scrollWidth <= chart.clientWidth")
    expect(chart.get_by_test_id("chart")).to_have_count(1)


def test_the_odds_of_an_attack_and_the_chances_of_the_cup_are_shown(page: Page) -> None:
    game = before_an_attack()
    game.play("attack 4306")
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
