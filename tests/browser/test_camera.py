"""The map belongs to the player: it moves by itself only towards a decision that is out of sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

import bocage
from bocage.games import list_scenarios, manifests, open_setting
from tests.browser.games import MOVING, first, moments, order, post, prepared, record, wait_for
from tests.browser.table import STEADY, PlayPage, Spot
from tests.browser.test_phone import PHONE, TABLET

SET_UP = 14  # orders of the campaign's record before the Germans have recorded where they stand
CAMPAIGN = 191  # before they move in game turn 1, with units from Cherbourg to Caen
EASY_FOX = "omaha_beach/easy_fox"
READABLE = 26  # pixels of a hex's width at which the strength of a counter can be read
LAPTOP: dict[str, object] = {"viewport": {"width": 1366, "height": 768}}
OPENED: dict[str, tuple[dict[str, object], int]] = {
    "desk": (LAPTOP, 30),
    "tablet": (TABLET, 30),
    "phone": (PHONE, 40),
}  # and pixels of a hex's width at the least
REPRESENTATIVE = {f"{name}/{sample}" for name, game in manifests().items() for sample in game.samples}
ALL = [scenario.name for scenario in list_scenarios()]
OPENINGS = [(scenario, size) for scenario in ALL for size in OPENED if size != "tablet" or scenario in REPRESENTATIVE]
IN_THE_OPEN = 0.9  # of the places with own units can be seen when a board opens
ALL_ON_TOP = "(map, spots) => spots.filter(([x, y]) => document.elementFromPoint(x, y) === map).length"
GOES_ON = "(place) => document.querySelector('[data-testid=playback]')?.dataset.place !== place"


class Look(NamedTuple):
    """What the map shows: the point in its upper left corner, and its scale."""

    x: float
    y: float
    scale: float


def look(table: PlayPage) -> Look:
    """What the map shows once it is still."""
    *_, x, y, scale = table.map.evaluate(STEADY)
    return Look(x, y, scale)


def come_close(table: PlayPage, hex_name: str, steps: int = 3) -> None:
    """Turn the wheel over a hex."""
    table.page.mouse.move(*table.spot_of(hex_name))
    for _ in range(steps):
        table.page.mouse.wheel(0, -300)
    table.page.mouse.move(0, 0)


def drag_map(table: PlayPage, dx: float, dy: float) -> None:
    """Pull the map with the right hand button, which takes no unit."""
    box = table.map.bounding_box()
    assert box is not None
    start = Spot(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.page.mouse.move(*start)
    table.page.mouse.down(button="right")
    table.page.mouse.move(start.x + dx, start.y + dy, steps=4)
    table.page.mouse.up(button="right")


def place_of(table: PlayPage, unit: str) -> str:
    return next(piece.at for piece in table.view().pieces if piece.id == unit)


def choices(table: PlayPage) -> dict[str, str]:
    """The units that can be chosen on the map, and where they are."""
    view = table.view()
    assert view.decision is not None
    on_map, at = {one.id for one in table.board.hexes}, {piece.id: piece.at for piece in view.pieces}
    return {one.unit: at[one.unit] for one in view.decision.orders if one.unit and at[one.unit] in on_map}


def in_sight(table: PlayPage, hex_name: str) -> bool:
    spot, box = table.spot_of(hex_name), table.map.bounding_box()
    assert box is not None
    return 0 < spot.x - box["x"] < box["width"] and 0 < spot.y - box["y"] < box["height"]


@pytest.fixture
def campaign(page: Page) -> PlayPage:
    """The Germans move on the whole map."""
    prepared(page, "combined_campaign", CAMPAIGN, opponent="allied")
    table = PlayPage(page)
    table.wait_for_turn()
    return table


def test_the_map_stays_as_it_is_while_units_move_where_one_looks(campaign: PlayPage) -> None:
    come_close(campaign, "2022")
    seen = look(campaign)
    campaign.give("move 916/352")
    assert look(campaign) == seen
    campaign.give("to 2023")
    assert look(campaign) == seen  # though most of the units that can move next are elsewhere
    campaign.give(next(f"move {unit}" for unit, place in choices(campaign).items() if in_sight(campaign, place)))
    assert look(campaign) == seen
    number = campaign.number
    campaign.page.keyboard.press("Escape")
    campaign.wait_beyond(number)
    assert look(campaign) == seen


def test_a_unit_at_the_edge_is_taken_without_the_map_going_away_under_the_mouse(campaign: PlayPage) -> None:
    come_close(campaign, "2022")
    box = campaign.map.bounding_box()
    assert box is not None
    drag_map(campaign, box["x"] + 8 - campaign.spot_of("2022").x, 0)
    seen = look(campaign)
    assert 0 < campaign.spot_of("2022").x - box["x"] < 12
    campaign.give("move 916/352")
    assert look(campaign) == seen


def test_a_decision_out_of_sight_is_brought_in_no_farther_than_needed(campaign: PlayPage) -> None:
    campaign.page.get_by_role("button", name="Show the whole battlefield").click()
    come_close(campaign, "1247", 5)
    seen = look(campaign)
    box = campaign.map.bounding_box()
    assert box is not None
    assert not in_sight(campaign, "3203")
    campaign.give("move 729/709")
    there = campaign.spot_of("3203")
    assert 0 < there.x - box["x"] < 80  # in the corner over which it came
    assert 0 < there.y - box["y"] < 80
    assert campaign.is_free(there)
    assert look(campaign).scale == seen.scale


def test_where_nothing_can_be_chosen_the_nearest_choice_is_brought_in(campaign: PlayPage) -> None:
    campaign.give("move 352/352")
    come_close(campaign, "2438", 8)  # at sea
    seen = look(campaign)
    number = campaign.number
    campaign.page.keyboard.press("Escape")
    campaign.wait_beyond(number)
    now = look(campaign)
    assert now != seen
    assert now.scale == seen.scale
    assert sum(in_sight(campaign, place) for place in set(choices(campaign).values())) == 1


def test_a_turn_that_begins_finds_the_map_as_the_player_has_left_it(new_person: Callable[..., Page]) -> None:
    """Whoever looked around while he waited is not taken to the view with which a board opens."""
    home, away = new_person(), new_person()
    source = post(home, "records", {"text": record("combined_campaign")})
    seats = {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}
    game = post(home, f"games/{source.id}/branch", {"number": SET_UP, "seats": seats})
    post(away, "join", {"token": next(seat.invitation for seat in game.seats if seat.invitation)})
    home.goto(f"/game/{game.id}")
    table = PlayPage(home)
    expect(table.prompt).to_contain_text("Waiting")
    come_close(table, "2029", 1)
    seen = look(table)
    order(away, game.id, "german", "at 2218")
    table.wait_for_turn()
    expect(table.prompt).to_contain_text("Place a beachhead")
    assert look(table) == seen


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_the_map_lies_still_between_two_taps(new_person: Callable[..., Page], size: dict[str, object]) -> None:
    """The sheet below it gets higher and lower with every prompt; the first choice may move it off a button."""
    page = new_person(**size, reduced_motion="reduce")
    prepared(page, "sword_greedy", MOVING)
    table = PlayPage(page, "touch")
    table.wait_for_turn()
    heights = set()
    goal = "1439"
    table.give("move 6/6")
    spot = table.spot_of(goal)
    little = look(table).scale * table.board.map.hex_width / 4  # who taps there again means the same hex
    for step in (f"to {goal}", "move 27", "to 1340"):
        table.give(step)
        box = table.map.bounding_box()
        assert box is not None
        heights.add(box["height"])
        assert tuple(table.spot_of(goal)) == pytest.approx(tuple(spot), abs=little)
    assert len(heights) > 1


def test_a_panel_over_the_map_gives_it_back(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE, reduced_motion="reduce")
    prepared(page, "sword_greedy", MOVING)
    table = PlayPage(page, "touch")
    table.wait_for_turn()
    table.give("move 27")
    seen = look(table)
    panel = table.open_panel("log")
    assert in_sight(table, "1341")  # the unit in hand
    panel.get_by_role("button", name="Close the panel").tap()
    expect(panel).to_be_hidden()
    assert look(table) == seen


def test_what_is_told_borrows_the_map_and_gives_it_back(new_person: Callable[..., Page]) -> None:
    page = new_person(**PHONE, reduced_motion="reduce")
    game = post(page, "games", {"scenario": EASY_FOX, "guided": True})  # its cards are always the same
    page.goto(f"/game/{game.id}")
    table = PlayPage(page, "touch")
    page.get_by_test_id("playback-skip").tap()
    table.wait_for_turn()
    page.get_by_role("button", name="Show the whole battlefield").tap()
    for _ in range(2):  # choices are left: it asks whether that is meant
        page.locator('[data-testid=order][data-order="end"]').tap()
    told = page.get_by_test_id("playback")
    expect(told).to_be_visible()
    scales = []
    while told.is_visible():
        scales.append(look(table).scale)
        place = told.get_attribute("data-place")
        page.get_by_test_id("playback-next").tap()
        page.wait_for_function(GOES_ON, arg=place)
    table.wait_for_turn()
    assert max(scales) > min(scales) == look(table).scale


@pytest.mark.parametrize("size", [{"viewport": {"width": 1280, "height": 720}}, PHONE], ids=["laptop", "phone"])
def test_a_battle_opens_with_its_objectives_in_sight(new_person: Callable[..., Page], size: dict[str, object]) -> None:
    page = new_person(**size, reduced_motion="reduce")
    page.goto(f"/game/{post(page, 'games', {'scenario': 'sword'}).id}")
    table = PlayPage(page)
    table.wait_for_turn()
    objectives = [place.id for place in table.board.hexes if "objective" in place.marks]
    decision = table.view().decision
    assert decision is not None
    offered = {place.id for place in table.board.hexes}.intersection(order.hex or "" for order in decision.orders)
    assert len(objectives) == 4  # Caen
    assert all(in_sight(table, place) for place in [*objectives, *offered])
    assert look(table).scale * table.board.map.hex_width >= READABLE


@pytest.mark.parametrize(("scenario", "size"), OPENINGS)
def test_a_board_opens_with_own_units_in_the_open(new_person: Callable[..., Page], scenario: str, size: str) -> None:
    """Neither the small map nor a button lies on them, and they are large enough to be read."""
    look_of_page, least = OPENED[size]
    page = new_person(**look_of_page, reduced_motion="reduce")
    setting, asked = open_setting(scenario), bocage.new(scenario).decision.seat
    mine = next(seats for seats in setting.sides.values() if asked in seats)  # nobody has to wait for the others
    seats = {seat: {"kind": "human" if seat in mine else "bot"} for seat in setting.seats}
    page.goto(f"/game/{post(page, 'games', {'scenario': scenario, 'seats': seats}).id}")
    table = PlayPage(page)
    table.wait_for_turn()
    table.close_results()  # dice that the rules have thrown before
    view, on_map = table.view(), {place.id for place in table.board.hexes}
    assert view.decision is not None
    own = {piece.at for piece in view.pieces if table.seats_of_units[piece.id] == table.seat} & on_map
    offered = {order.hex for order in view.decision.orders if order.hex} & on_map
    wait_for(lambda: look(table).scale * table.board.map.hex_width >= least - 0.01)

    left, top, x, y, scale = table.map.evaluate(STEADY)

    def seen(places: set[str]) -> int:
        spots = [
            (left + (one.x - x) * scale, top + (one.y - y) * scale) for one in table.board.hexes if one.id in places
        ]
        return int(table.map.evaluate(ALL_ON_TOP, spots))

    rest = page.get_by_test_id("rest")
    if size == "phone" and seen(own) < IN_THE_OPEN * len(own):  # readable counters come before all of them
        assert seen(own | offered)
        opened = look(table)
        expect(rest).to_contain_text("more of your units")
        rest.tap()
        expect(rest).to_have_text("Back to where you were")
        assert look(table).scale < opened.scale
        assert all(in_sight(table, place) for place in own)
        rest.tap()
        assert look(table) == pytest.approx(opened, abs=0.01)
    else:
        assert seen(own) >= IN_THE_OPEN * len(own)
    assert own or not offered or seen(offered)


def test_the_buttons_of_the_map_stay_and_the_map_makes_room(new_person: Callable[..., Page]) -> None:
    page = new_person(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    moment = first("easy_fox", "1st", "What does ")
    prepared(page, "easy_fox", moment - 1, opponent="")
    table = PlayPage(page)
    table.wait_for_turn()
    zoom = page.get_by_role("button", name="Zoom in")
    for _ in range(3):
        zoom.click()
    box = zoom.bounding_box()
    assert box is not None
    under = Spot(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    asked = next(decision for number, decision, _ in moments("easy_fox", "1st") if number == moment)
    lit = next(order.hex for order in asked.orders if order.verb == "to" and order.hex)
    spot = table.spot_of(lit)
    page.mouse.move(400, 600)
    page.mouse.down()
    page.mouse.move(400 + under.x - spot.x, 600 + under.y - spot.y, steps=8)
    page.mouse.up()
    assert table.spot_of(lit) == pytest.approx(under, abs=3), "dragged to where the buttons are"
    page.locator(f'[data-testid=order][data-order="act {asked.unit}"]').click()
    table.wait_beyond(moment - 1)
    wait_for(lambda: table.is_free(table.spot_of(lit)))
    assert zoom.bounding_box() == box
