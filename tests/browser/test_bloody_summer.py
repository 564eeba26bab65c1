"""A Bloody Summer in the browser: the guided first phase, the command of a headquarters, D-Day with three players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from playwright.sync_api import Page, expect

from bocage.table.model import OrderChoice, View
from tests.browser.games import order, post
from tests.browser.table import STEADY, PlayPage

ALL_MINE = {seat: {"kind": "human"} for seat in ("us", "british", "german")}
MOST_ORDERS = 120
BY_HAND = 6  # orders that each of the three gives on the board; the boards follow the others of themselves
READABLE = 30  # pixels of hex width at which the numbers of a counter can be read
FIRST_CARDS = [
    "A corps and its means", "Offensive markers", "To the headquarters", "By turns", "Two with one corps",
    "The airborne", "More troops", "Stacking", "Carentan is empty", "Tanks", "Along the road", "The rest is yours",
    "Activation", "The battery",
]  # fmt: skip


def start_guided(page: Page) -> PlayPage:
    page.goto("/")
    page.get_by_role("button", name="Start the guided game: The Race to Cherbourg").click()
    table = PlayPage(page)
    table.wait_for_turn()
    return table


def test_the_guided_first_phase_can_be_followed(page: Page) -> None:
    table = start_guided(page)
    guide = page.get_by_test_id("guide")
    for title in FIRST_CARDS:
        table.wait_for_turn()
        expect(guide.get_by_role("heading")).to_have_text(title)
        table.follow_guide()
    expect(guide.get_by_role("heading")).to_have_text("Who attacks")
    table.give("with 4-Inf/8")
    table.give("declare")
    expect(guide.get_by_role("heading")).to_have_text("Ships and bombers")
    view = table.play_until(lambda view: not view.phase.startswith("Phase A · Allied"), choose=plain)
    assert next(piece.at for piece in view.pieces if piece.id == "82-Abn/508") == "0818"
    expect(table.read_log().filter(has_text="8/4 Inf attacks 0519").first).to_be_visible()


def test_the_board_opens_at_the_players_own_units(page: Page) -> None:
    table = start_guided(page)
    view = table.view()
    own = {piece.at for piece in view.pieces if piece.id.startswith(("4-Inf", "82-Abn", "101-Abn"))}
    hexes = own & {one.id for one in table.board.hexes}
    assert hexes
    assert all(table.is_free(table.spot_of(hex_)) for hex_ in hexes)
    assert table.map.evaluate(STEADY)[4] * table.board.map.hex_width >= READABLE


def test_the_command_of_a_headquarters_is_offered_where_it_is_clicked(page: Page) -> None:
    table = start_guided(page)
    table.click_hex("0617")
    layer = page.get_by_test_id("layer-here")
    expect(layer).to_have_text("Command of a headquarters: HQ VII")
    layer.click()
    expect(page.get_by_text("Take the layer off").or_(layer)).not_to_have_count(0)
    expect(layer).to_have_attribute("aria-pressed", "true")
    table.click_hex("0519")  # a German battery has no command
    expect(layer).to_have_count(0)


def plain(view: View) -> OrderChoice:
    """Ends what can be ended; of what must be decided, the first."""
    assert view.decision is not None
    orders = {order.order: order for order in view.decision.orders}
    wanted = ("declare", "end", "pass", "halt", "fire")
    return next((orders[name] for name in wanted if name in orders), view.decision.orders[0])


def test_three_browsers_play_d_day(new_person: Callable[..., Page]) -> None:
    host, briton, enemy = new_person(), new_person(), new_person()
    host.goto("/")
    host.get_by_role("link", name="Options for A Bloody Summer").click()
    for group in ("The British", "The Germans"):
        host.get_by_role("group", name=group).get_by_label("A friend").check()
    host.get_by_role("button", name="Begin").click()
    for person, seat in ((briton, "British"), (enemy, "Germans")):
        person.goto(host.get_by_role("textbox", name=f"Link for the {seat}").input_value())
        person.get_by_role("button", name="Take the seat").click()
    host.get_by_role("link", name="Go to the board").click()
    tables = {"us": PlayPage(host), "british": PlayPage(briton), "german": PlayPage(enemy)}

    given: Counter[str] = Counter()
    for _ in range(MOST_ORDERS):
        asked = tables["us"].info().asked
        if not asked:  # four beaches are German when D-Day ends: they have won
            break
        table = tables[asked]
        if given[asked] < BY_HAND:
            table.wait_for_turn()
        view = table.view(asked)
        if view.turn.startswith("Turn 1"):
            break
        given[asked] += 1
        if given[asked] <= BY_HAND:
            table.give(plain(view), view)
        else:
            order(table.page, table.id, asked, plain(view).order)
    assert set(given) == set(tables)
    views = {seat: table.view() for seat, table in tables.items()}
    assert {view.number for view in views.values()} == {views["us"].number}
    assert views["us"].outcome is not None or views["us"].turn.startswith("Turn 1")
    assert views["us"].pieces == views["british"].pieces == views["german"].pieces
    for table in tables.values():
        table.wait_beyond(views["us"].number - 1)
        if views["us"].outcome is not None:
            expect(table.over).to_be_visible()
            table.page.keyboard.press("Escape")
        expect(table.read_log().filter(has_text="The assault on").first).to_be_visible()


def test_the_text_board_calls_units_by_their_names_and_tells_what_is_typed(page: Page) -> None:
    game = post(page, "games", {"scenario": "bloody_summer/campaign", "seats": ALL_MINE})
    page.goto(f"/game/{game.id}")
    table = PlayPage(page)
    table.wait_for_turn()
    decision = table.view().decision
    assert decision is not None
    names = {piece.id: piece.name for piece in table.board.pieces}
    wanted = next(order for order in decision.orders if order.unit and names[order.unit] != order.unit)
    board = table.open_panel("text").get_by_test_id("text-board")
    choice = board.get_by_role("listitem").filter(has_text=wanted.order)
    expect(choice.get_by_role("button")).to_have_text(f"Move {names[wanted.unit or '']}")
