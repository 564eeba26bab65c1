"""D-Day at Omaha Beach in the browser: the guided game, and a game against the rules with all that it shows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect

import bocage
from bocage.kernel import Game
from bocage.kernel.record import dump
from bocage.players import Chair, make
from bocage.server.wire import GameInfo
from bocage.table.model import LogEntry, View
from tests.browser.games import post
from tests.browser.table import STEADY, PlayPage, Spot
from tests.browser.test_accessible import AXE, LOOK
from tests.browser.test_phone import PHONE

EASY_FOX, FIRST_WAVES = "omaha_beach/easy_fox", "omaha_beach/first_waves"
SEED = "6 June 1944"
MOST_STEPS = 60
FIELD = "[data-testid=layer-legend]"
# Once: what is changed on the page later stays changed.
SETTLE = """(wanted) => {
  if (sessionStorage.getItem("settled")) return;
  sessionStorage.setItem("settled", "yes");
  const stored = JSON.parse(localStorage.getItem("bocage.settings") ?? "{}");
  localStorage.setItem("bocage.settings", JSON.stringify({ ...stored, ...wanted }));
}"""


def settle(page: Page, **settings: object) -> None:
    """Let this browser have some settings before it opens a page."""
    page.add_init_script(f"({SETTLE})({json.dumps({'briefing': False, **settings})})")


def new_game(page: Page, scenario: str = FIRST_WAVES, **options: str) -> GameInfo:
    """A game at its first decision; its cards are always the same, so that the board opens at the same place."""
    return post(page, "records", {"text": dump(bocage.new(scenario, seed=SEED, options=options))})


def sit_down(page: Page, scenario: str, until: Callable[[Game], bool]) -> PlayPage:
    """Sit down at a game that the program has played up to a decision."""
    game = bocage.new(scenario, seed=SEED)
    players = {seat: make("greedy", number) for number, seat in enumerate(game.setting.seats, 1)}
    while not until(game):
        assert not game.over, "it never came to that"
        game.play(players[game.decision.seat].choose(Chair(game)))
    record = post(page, "records", {"text": dump(game)})
    page.goto(f"/game/{record.id}")
    table = PlayPage(page)
    table.wait_for_turn()
    return table


def offers(verb: str) -> Callable[[Game], bool]:
    """Whether a verb can be used now."""
    return lambda game: any(order.verb == verb for order in game.decision.orders)


def entries(table: PlayPage, after: int) -> list[LogEntry]:
    found = json.loads(table.ask(f"log?seat={table.seat}&after={after}"))["entries"]
    return [LogEntry.model_validate(entry) for entry in found]


def clean(page: Page) -> list[str]:
    """What axe finds wrong with what is shown now."""
    page.evaluate(f"() => {{ if (!window.axe) {{ {AXE} }} }}")
    found: list[str] = page.evaluate(LOOK)
    return found


# -- the guided game ---------------------------------------------------------------------------------


def test_a_new_user_is_guided_to_the_end_of_turn_1(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Start the guided game: Easy Fox").click()
    table = PlayPage(page)
    playback, guide = page.get_by_test_id("playback"), page.get_by_test_id("guide")
    expect(playback).to_be_visible()  # the first tanks land and the first guns fire before anything is asked
    titles = set()
    for _ in range(MOST_STEPS):
        if playback.is_visible():
            page.get_by_test_id("playback-skip").click()
        table.wait_for_turn()
        if table.phase.inner_text().startswith("Turn 2 "):
            break
        expect(guide).to_contain_text("Lesson ")
        titles.add(guide.get_by_role("heading").inner_text())
        table.follow_guide()
    expect(table.phase).to_contain_text("Turn 2 ")
    assert {"A quarter past six", "Move or shoot", "Choose the weaker target"} <= titles
    expect(guide).to_contain_text("hero")


# -- what the rules do by themselves ------------------------------------------------------------------


def test_the_rules_act_step_by_step_with_pause_back_and_skip(page: Page) -> None:
    game = new_game(page)
    page.goto(f"/game/{game.id}")
    table = PlayPage(page)
    playback, pause = page.get_by_test_id("playback"), page.get_by_test_id("playback-pause")
    pause.click()
    expect(pause).to_have_text("Go on")
    expect(page.get_by_test_id("hint-button")).to_be_hidden()  # nothing is asked meanwhile
    while playback.get_attribute("data-place") != "0":
        playback.get_by_role("button", name="Step back").click()
    told = []
    heads = [entry.text for entry in entries(table, -1) if entry.step]
    for place in range(MOST_STEPS):
        expect(playback).to_have_attribute("data-place", str(place))
        told.append(playback.locator(".said").inner_text())
        if "Fire card" in told[-1] and "Artillery" not in told[-1]:
            expect(playback.get_by_test_id("card")).to_contain_text("German fire")
        if any(head in told[-1] for head in heads[-1:]):
            break
        page.get_by_test_id("playback-next").click()
    assert all(any(head in text for text in told) for head in heads)

    page.keyboard.press("Escape")
    expect(playback).to_be_hidden()
    expect(table.map).to_be_focused()
    table.wait_for_turn()
    assert table.view().decision is not None


def test_what_the_rules_did_before_the_first_order_can_be_shown_again(page: Page) -> None:
    game = new_game(page, EASY_FOX)
    page.goto(f"/game/{game.id}")
    page.get_by_test_id("playback-skip").click()
    expect(page.get_by_test_id("playback")).to_have_count(0)
    expect(page.get_by_test_id("news")).to_contain_text("What happened before the first order")
    page.get_by_test_id("news-again").click()
    expect(page.get_by_test_id("playback")).to_contain_text("Once more")
    page.get_by_test_id("playback-skip").click()
    page.keyboard.press("g")
    expect(page.get_by_test_id("playback")).to_contain_text("Once more")


def test_turn_phase_guide_and_strip_tell_the_moment_that_is_shown(page: Page) -> None:
    settle(page, animate=False)
    game = post(page, "games", {"scenario": EASY_FOX, "guided": True})  # its cards are always the same
    page.goto(f"/game/{game.id}")
    table = PlayPage(page)
    playback, guide = page.get_by_test_id("playback"), page.get_by_test_id("guide")
    moments = watched(table)
    assert moments == ["Turn 1 Set-up", "Turn 1 US Amphibious Operations", "Turn 1 German Fire"]
    table.wait_for_turn()
    expect(table.phase).to_contain_text("US Actions")
    expect(guide.get_by_role("heading")).to_have_text("A quarter past six")

    before = table.view()
    order = {"seat": before.seat, "number": before.number, "order": "end"}
    assert page.request.post(f"/api/games/{table.id}/orders", data=order).ok
    expect(playback).to_be_visible()
    expect(guide).to_contain_text("The rules act now")
    expect(page.locator("[data-testid=presence].asked")).to_have_count(0)
    phases = ["US Amphibious Operations", "Event", "German Fire"]
    assert [moment for moment in watched(table) if moment.startswith("Turn 2")] == [
        f"Turn 2 {phase}" for phase in phases
    ]
    table.wait_beyond(before.number)
    expect(table.phase).to_contain_text("US Engineers")


def watched(table: PlayPage) -> list[str]:
    """Go through the steps; answers with the moments that the page tells, each once."""
    page, told = table.page, []
    playback = page.get_by_test_id("playback")
    for place in range(MOST_STEPS):
        expect(playback).to_have_attribute("data-place", str(place))
        turn, phase = table.phase.inner_text().split("\n")
        told.append(f"{turn[:6]} {phase}")
        here = page.locator("[data-testid=track] [aria-current]").all_inner_texts()
        assert here == [
            next(box for box in turns(table) if box.startswith(turn[5:7].strip() + " ")),
            box_of(table, phase),
        ]
        page.get_by_test_id("playback-next").click()
        page.wait_for_function(f"() => document.querySelector('[data-testid=playback]')?.dataset.place !== '{place}'")
        if not playback.is_visible():
            return list(dict.fromkeys(told))
    raise AssertionError("the show never ends")


def box_of(table: PlayPage, phase: str) -> str:
    boxes = next(track.boxes for track in table.board.tracks if track.id == "phase")
    return next(box.title for box in boxes if phase.startswith(box.id))


def turns(table: PlayPage) -> list[str]:
    return [box.title for track in table.board.tracks if track.id == "turn" for box in track.boxes]


def end_first_turn(page: Page) -> tuple[PlayPage, View]:
    """A guided game whose first turn has just been ended, and how it stood before."""
    settle(page, animate=False)
    game = post(page, "games", {"scenario": EASY_FOX, "guided": True})  # its cards are always the same
    page.goto(f"/game/{game.id}")
    table = PlayPage(page)
    page.get_by_test_id("playback-skip").click()
    table.wait_for_turn()
    before = table.view()
    order = {"seat": before.seat, "number": before.number, "order": "end"}
    assert page.request.post(f"/api/games/{table.id}/orders", data=order).ok
    return table, before


def test_losses_show_when_they_are_told(page: Page) -> None:
    table, before = end_first_turn(page)
    lost = next(entry for entry in entries(table, before.number) if entry.kind == "step_lost")
    steps = {piece.id: piece.steps for piece in before.pieces}[lost.unit or ""]
    playback = page.get_by_test_id("playback")
    table.open_panel("units")
    page.get_by_label("Find a unit").fill(lost.unit or "")
    unit = page.get_by_test_id("panel").locator(f'[data-unit="{lost.unit}"]')
    for place in range(MOST_STEPS):
        expect(playback).to_have_attribute("data-place", str(place))
        told = lost.text in playback.inner_text()
        expect(unit).to_have_attribute("title", re.compile(rf"steps {steps - told}\b"))
        if told:
            return
        page.get_by_test_id("playback-next").click()
    raise AssertionError("nobody told of the loss")


def test_steps_go_on_by_themselves_and_by_key(page: Page) -> None:
    settle(page, pace="fast")
    page.goto(f"/game/{new_game(page, EASY_FOX).id}")
    table = PlayPage(page)
    playback = page.get_by_test_id("playback")
    expect(playback).to_be_visible()
    place = int(playback.get_attribute("data-place") or 0)
    page.wait_for_function(f"() => !(document.querySelector('[data-testid=playback]')?.dataset.place <= {place})")
    if playback.is_visible():
        table.map.focus()
        for _ in range(MOST_STEPS):
            page.keyboard.press(" ")
            if not playback.is_visible():
                break
    expect(playback).to_be_hidden()
    table.wait_for_turn()


@pytest.mark.parametrize("settings", [{"playOut": False}, {"animate": False}], ids=["not at all", "by hand"])
def test_who_wants_no_show_gets_none(page: Page, settings: dict[str, object]) -> None:
    settle(page, **settings)
    page.goto(f"/game/{new_game(page, EASY_FOX).id}")
    table = PlayPage(page)
    playback = page.get_by_test_id("playback")
    if "animate" in settings:
        expect(playback).to_have_attribute("data-place", "0")
        expect(page.get_by_test_id("playback-pause")).to_have_count(0)
        page.wait_for_timeout(3_000)
        expect(playback).to_have_attribute("data-place", "0")
        page.get_by_test_id("playback-next").click()
        expect(playback).to_have_attribute("data-place", "1")
        page.get_by_test_id("playback-skip").click()
    table.wait_for_turn()
    expect(playback).to_be_hidden()


def test_units_land_on_the_map_while_it_is_told(page: Page) -> None:
    table, before = end_first_turn(page)
    landed = next(entry for entry in entries(table, before.number) if entry.kind == "landed")
    playback = page.get_by_test_id("playback")
    expect(playback).to_have_attribute("data-place", "0")
    waiting = table.picture()
    for place in range(1, MOST_STEPS):
        page.get_by_test_id("playback-next").click()
        expect(playback).to_have_attribute("data-place", str(place))
        if landed.text in playback.inner_text():
            break
    assert table.number == before.number  # all of this is still on its way to the decision
    table.wait_for_change(waiting)
    assert landed.hex is not None
    table.click_hex(landed.hex)
    expect(page.get_by_test_id("inspector")).to_contain_text(landed.hex)
    page.get_by_test_id("playback-skip").click()
    table.wait_beyond(before.number)


def test_two_allies_see_the_same_show_on_their_own_screens(new_person: Callable[..., Page]) -> None:
    host, friend = new_person(), new_person()
    host.goto("/")
    host.get_by_role("link", name="Options for The First Waves").click()
    host.get_by_role("group", name="The 29th Division").get_by_label("A friend").check()
    expect(host.get_by_label("One player for both divisions")).to_have_value("two")
    host.get_by_role("button", name="Begin").click()
    link = host.get_by_role("textbox", name="Link for the 29th Division").input_value()
    host.get_by_role("link", name="Go to the board").click()
    friend.goto(link)
    friend.get_by_role("button", name="Take the seat").click()
    tables = {"1st": PlayPage(host), "29th": PlayPage(friend)}
    for page in (host, friend):
        page.get_by_test_id("playback-skip").click()
    for _ in range(MOST_STEPS):  # both divisions rest, until the next turn begins
        asked = tables[tables["1st"].info().asked]
        asked.wait_for_turn()
        view = asked.view()
        assert view.decision is not None
        orders = view.decision.orders
        order = next((order for order in orders if order.verb == "end"), orders[0])
        data = {"seat": view.seat, "number": view.number, "order": order.order}
        assert asked.page.request.post(f"/api/games/{asked.id}/orders", data=data).ok
        if any(entry.kind == "turn_begins" for entry in entries(asked, view.number)):
            break
        for table in tables.values():
            table.wait_beyond(view.number)
    for page in (host, friend):
        expect(page.get_by_test_id("playback")).to_be_visible()
        page.get_by_test_id("playback-skip").click()
        expect(page.get_by_test_id("playback")).to_be_hidden()
    assert tables["1st"].number == tables["29th"].number


# -- the map ------------------------------------------------------------------------------------------


def test_a_position_shows_its_field_of_fire(page: Page) -> None:
    settle(page, playOut=False)
    page.goto(f"/game/{new_game(page).id}")
    table = PlayPage(page)
    table.wait_for_turn()
    view = table.view()
    place = next(piece for piece in view.pieces if piece.id == "WN64")
    page.keyboard.press("f")  # the whole battlefield: the board opens where units landed
    bare = table.picture()
    table.click_hex(place.at)
    page.get_by_test_id("layer-here").click()
    expect(page.get_by_test_id("layer")).to_contain_text("WN64")
    expect(page.locator(FIELD).first).to_contain_text("Intense")
    table.wait_for_change(bare)

    panel = table.open_panel("overlays")
    expect(panel.get_by_label("Of which position")).to_have_value("WN64")
    for kind in ("Fire of a colour", "Fire of this card", "Danger"):
        before = table.picture()
        panel.get_by_label(kind, exact=False).first.check()
        if kind == "Fire of a colour":
            panel.get_by_label("Of which colour").select_option("green")
        expect(page.get_by_test_id("layer").last).to_contain_text(kind)
        table.wait_for_change(before)
    for _ in range(4):
        page.get_by_test_id("layer").first.click()
    expect(page.get_by_test_id("layer")).to_have_count(0)


def test_the_map_turns_and_stays_turned(page: Page) -> None:
    settle(page, playOut=False)
    page.goto(f"/game/{new_game(page, EASY_FOX).id}")
    table = PlayPage(page)
    table.wait_for_turn()
    there = table.spot_of("0916")
    page.get_by_test_id("turn-map").click()
    expect(page.get_by_test_id("turn-map")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_test_id("turn-map")).to_have_attribute("aria-pressed", "true")
    table.wait_for_turn()
    assert turned(table, "0916") != there
    for _ in range(3):  # a click on a map that is still on its way only stops it
        page.mouse.click(*turned(table, "0916"))
        with suppress(AssertionError):
            expect(table.root).to_have_attribute("data-cursor", "0916", timeout=2_000)
            break
    expect(page.get_by_test_id("inspector")).to_contain_text("0916")

    expect(table.root).to_have_attribute("data-cursor", "0916")
    # By keyboard: what lies above is what is seen above, and north is up now.
    table.map.focus()
    page.keyboard.press("ArrowUp")
    row = int((table.root.get_attribute("data-cursor") or "")[:2])
    assert row == 8


def turned(table: PlayPage, name: str) -> Spot:
    """Where a hex is on the page when the map is turned."""
    left, top, x, y, scale = table.map.evaluate(STEADY)
    there = next(one for one in table.board.hexes if one.id == name)
    sheet = table.board.map
    return Spot(left + (sheet.width - there.x - x) * scale, top + (sheet.height - there.y - y) * scale)


def test_units_are_put_into_landing_boxes_on_the_map(page: Page) -> None:
    settle(page, playOut=False)
    table = sit_down(page, FIRST_WAVES, offers("in"))
    view = table.view()
    assert view.decision is not None
    order = next(order for order in view.decision.orders if order.verb == "in")
    box = next(box for box in table.board.boxes if box.id == order.hex)
    assert box.group == "landing"
    left, top, x, y, scale = table.map.evaluate(STEADY)
    page.mouse.click(left + (box.x - x) * scale, top + (box.y - y) * scale)
    table.wait_beyond(view.number)
    unit = view.decision.unit
    assert next(piece.at for piece in table.view().pieces if piece.id == unit) == box.id


# -- panels ---------------------------------------------------------------------------------------------


def test_an_attack_tells_every_possibility(page: Page) -> None:
    settle(page, playOut=False)
    table = sit_down(page, FIRST_WAVES, offers("declare"))
    view = table.view()
    attack = page.get_by_test_id("attack")
    odds = json.loads(table.ask(f"odds?seat={view.seat}&order=declare"))
    expect(attack.get_by_test_id("defence")).to_have_text(f"{odds['defence_from']} to {odds['defence_to']}")
    expect(attack.get_by_test_id("need")).to_have_count(len(odds["needs"]))
    for need in odds["needs"]:
        mark = "✓" if need["had"] else {"yes": "✗", "perhaps": "?", "no": "–"}[need["needed"]]
        expect(attack.get_by_test_id("need").filter(has_text=need["title"])).to_contain_text(mark)
    expect(attack.get_by_test_id("result")).to_have_count(len({one["meaning"] for one in odds["results"]}))
    attack.get_by_text("What may be there").click()
    expect(attack.get_by_test_id("case")).to_have_count(len(odds["cases"]))
    expect(attack.get_by_test_id("case").first).to_contain_text(odds["cases"][0]["meaning"])


def test_cards_losses_points_and_pools(page: Page) -> None:
    settle(page, playOut=False)
    game = new_game(page)
    page.goto(f"/game/{game.id}")
    table = PlayPage(page)
    table.wait_for_turn()
    view = table.view()
    cards = table.open_panel("cards")
    for shown in view.cards:
        expect(cards.get_by_role("heading", name=f"Card {shown.card}", exact=True).first).to_be_visible()
    cards.get_by_text("All 54 cards of the deck").click()
    expect(cards.get_by_test_id("card")).to_have_count(54 + len(view.cards))

    facts = table.open_panel("facts")
    lines = facts.get_by_test_id("fact")
    expect(lines).to_have_count(len(view.facts))
    for line, fact in zip(lines.all_inner_texts(), view.facts, strict=True):
        assert fact.label in line
        assert fact.value in line
    expect(facts.get_by_test_id("losses").first).to_contain_text("Infantry losses, 1st Division")
    expect(facts.get_by_role("region", name="Face down in the pools")).to_contain_text("units")


def test_the_panels_keep_nobody_out(new_person: Callable[..., Page]) -> None:
    looks: tuple[tuple[str, dict[str, object]], ...] = (("light", {}), ("dark", PHONE))
    for colours, size in looks:
        page = new_person(color_scheme=colours, bypass_csp=True, reduced_motion="reduce", **size)
        page.goto(f"/game/{new_game(page).id}")
        table = PlayPage(page, "touch" if size else "mouse")
        expect(page.get_by_test_id("playback")).to_be_visible()
        assert clean(page) == []
        page.get_by_test_id("playback-skip").click()
        table.wait_for_turn()
        for panel in ("cards", "facts", "overlays", "units"):
            table.open_panel(panel)
            assert clean(page) == []


def test_the_replay_shows_the_beach(page: Page) -> None:
    table = sit_down(page, EASY_FOX, lambda game: game.length == 12)
    page.goto(f"/replay/{table.id}?at=3")
    expect(page.get_by_role("slider")).to_have_value("3")
    canvas = page.locator("canvas.map")
    expect(canvas).to_have_attribute("data-camera", re.compile(r"\d"))
    page.get_by_role("tab", name="Summary").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Steps lost")
    expect(page.get_by_role("tabpanel")).to_contain_text("Luck")
