"""Two people before one screen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.games import SWORD, post
from tests.browser.games import view as view_of
from tests.browser.secrets import Traffic, leaks
from tests.browser.table import PlayPage

AT_ONCE = 'localStorage.setItem("bocage.settings", JSON.stringify({ briefing: false, playOut: false }))'


def test_a_curtain_falls_between_the_seats_and_hides_what_was_recorded(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Options for Sword").click()
    page.get_by_role("group", name="The Germans").get_by_label("Me").check()
    expect(page.get_by_text("A curtain falls between the turns")).to_be_visible()
    page.get_by_role("button", name="Begin").click()

    table = PlayPage(page)
    expect(table.curtain).to_contain_text("Hand the screen to the Germans")
    page.get_by_test_id("lift").click()
    recorded: dict[str, str] = {}
    for placed in range(9):
        table.wait_for_turn()
        seen = table.view()
        assert seen.seat == "german" and seen.decision is not None and seen.decision.unit is not None
        choice = seen.decision.orders[placed % len(seen.decision.orders)]
        recorded[seen.decision.unit] = str(choice.hex)
        table.give(choice, seen)

    expect(table.curtain).to_contain_text("Hand the screen to the Allies")
    behind = page.content()
    assert not [word for unit_and_hex in recorded.items() for word in unit_and_hex if word in behind]
    assert page.locator("canvas").count() == 0
    traffic = Traffic(page)
    page.get_by_test_id("lift").click()
    table.wait_for_turn()
    assert table.seat == "allied"
    table.give("beachhead 1640")
    for panel in ("units", "log", "facts", "text", "game", "orders"):
        table.open_panel(panel)
        assert not [unit for unit, place in recorded.items() if f"{unit} ({place})" in page.content()]
    assert leaks(traffic.read(), recorded) == []

    # A reload does not lift it by chance.
    page.reload()
    expect(table.curtain).to_be_visible()


def test_a_staff_decides_for_nobody_who_takes_the_screen(page: Page) -> None:
    page.add_init_script('localStorage.setItem("bocage.settings", JSON.stringify({ briefing: true }))')
    seats = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
    game = post(page, "games", {"scenario": SWORD, "seats": seats})
    page.goto(f"/game/{game.id}")
    table = PlayPage(page)
    page.get_by_test_id("lift").click()
    page.get_by_test_id("briefing-staff").click()
    expect(table.curtain).to_contain_text("Hand the screen to the Allies")
    page.get_by_test_id("lift").click()
    table.wait_for_turn()
    expect(page.get_by_test_id("let-staff").or_(page.get_by_test_id("staff-open")).first).to_be_visible()
    expect(page.get_by_test_id("staff-works")).to_have_count(0)
    page.wait_for_timeout(2_000)
    assert (table.seat, table.number) == ("allied", 9)


def test_a_staff_stands_on_another_screen_only_while_it_may_be_asked(new_person: Callable[..., Page]) -> None:
    """By link: the German staff answers in the assaults on the beaches, and has gone when the landings are over."""
    german, allied = new_person(), new_person()
    german.add_init_script(AT_ONCE)
    seats = {"german": {"kind": "human"}, "allied": {"kind": "invitation"}}
    game = post(german, "games", {"scenario": SWORD, "seats": seats})
    token = next(seat.invitation for seat in game.seats if seat.invitation)
    assert allied.request.post("/api/join", data={"token": token}).ok
    german.goto(f"/game/{game.id}")
    table, works = PlayPage(german), german.get_by_test_id("staff-works")
    table.wait_for_turn()
    german.get_by_test_id("staff-open").click()
    german.locator("[data-testid=let-staff][data-series=Landings]").click()
    table.wait_beyond(8)
    expect(works).to_contain_text("if we are asked before this is over")
    seen = view_of(allied, game.id, "allied")
    for _ in range(100):
        seen = view_of(allied, game.id, "allied")
        if not seen.turn.startswith("Before"):
            break
        if seen.decision is None or seen.decision.seat != "allied":
            german.wait_for_timeout(200)
            continue
        wanted = {"seat": "allied", "number": seen.number, "series": "Landings"}
        assert allied.request.post(f"/api/games/{game.id}/staff", data=wanted).ok
    assert seen.turn.startswith("Turn 1 ")
    expect(works).to_have_count(0)
