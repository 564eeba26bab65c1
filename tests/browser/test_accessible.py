"""axe looks at every page for what would keep somebody out; serious and critical findings fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import COMMANDO, GUNS, MOVING, SWORD, after_a_film, post, prepared, record
from tests.browser.table import PlayPage
from tests.browser.test_every_game import GAMES, sit_down
from tests.browser.test_news import fought, passing
from tests.browser.test_phone import PANELS, PHONE

AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text()
LOOK = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations
    .filter((one) => one.impact === "serious" || one.impact === "critical")
    .map((one) => `${one.id}: ${one.help} ${one.nodes.map((node) => `${node.target} (${node.failureSummary})`)}`);
}"""
CONTRAST = LOOK.replace("axe.run(document, {", 'axe.run(document, { runOnly: ["color-contrast"],')
STATES = {"under the mouse": ["hover"], "with the focus": ["focus", "focus-visible"]}
TOUCHABLE = "button, a, summary, input, select"
SIZES: dict[str, dict[str, object]] = {"desk": {}, "phone": PHONE}


class Eye:
    """A page, and axe that looks at it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: dict[str, list[str]] = {}

    def look(self, name: str) -> None:
        """Look at what is shown now."""
        self.page.evaluate(f"() => {{ if (!window.axe) {{ {AXE} }} }}")
        if found := self.page.evaluate(LOOK):
            self.found[name] = found

    def look_closely(self, name: str) -> None:
        """Look at it as it is, and with the mouse over everything that can be pressed, or with the focus there."""
        self.look(name)
        tools = self.page.context.new_cdp_session(self.page)
        tools.send("DOM.enable")
        tools.send("CSS.enable")
        root = tools.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        nodes = tools.send("DOM.querySelectorAll", {"nodeId": root, "selector": TOUCHABLE})["nodeIds"]
        assert nodes
        for state, forced in STATES.items():
            for node in nodes:
                tools.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": forced})
            if found := self.page.evaluate(CONTRAST):
                self.found[f"{name}, {state}"] = found
        tools.detach()


@pytest.fixture(
    params=[("desk", "light"), ("desk", "dark"), ("phone", "light")],  # a phone has no colours of its own
    ids="-".join,
)
def eye(request: pytest.FixtureRequest, new_person: Callable[..., Page]) -> Iterator[Eye]:
    size, colours = request.param
    looking = Eye(new_person(color_scheme=colours, bypass_csp=True, reduced_motion="reduce", **SIZES[size]))
    yield looking
    assert looking.found == {}


def hand(eye: Eye) -> PlayPage:
    phone = (eye.page.viewport_size or {"width": 0})["width"] < 900
    table = PlayPage(eye.page, "touch" if phone else "mouse")
    table.wait_for_turn()
    return table


def test_pages_around_the_game(eye: Eye) -> None:
    page = eye.page
    post(page, "games", {"scenario": SWORD})
    page.goto("/")
    expect(page.get_by_role("button", name="Play Sword")).to_be_visible()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    eye.look_closely("home")
    page.get_by_role("button", name="Settings").click()
    eye.look_closely("settings")
    page.goto(f"/new?scenario={SWORD}")
    page.get_by_role("group", name="The Germans").get_by_label("A friend").check()
    eye.look_closely("new game")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("textbox", name="Link for the Germans")).to_be_visible()
    eye.look_closely("invitations")
    page.goto("/how-to-read")
    expect(page.get_by_role("heading", name="How to read the board")).to_be_visible()
    eye.look_closely("how to read the board")
    for address in ("/join/" + "x" * 22, "/watch/" + "x" * 22, "/nowhere", "/game/abcdefgh"):
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        eye.look_closely(address)


def test_the_board_and_each_of_its_panels(eye: Eye) -> None:
    prepared(eye.page, "sword_greedy", GUNS)
    table = hand(eye)
    expect(eye.page.get_by_test_id("attack")).to_be_attached()
    for panel in PANELS:
        table.open_panel(panel)
        eye.look_closely(panel)


def test_dialogs_menus_and_the_curtain(eye: Eye) -> None:
    page = eye.page
    prepared(page, "sword_greedy", MOVING)
    table = hand(eye)
    table.give("move 6/6")
    table.click_hex("1638")  # where the enemy stands
    expect(table.refusal).to_be_visible()
    eye.look_closely("refusal")
    page.keyboard.press("?")
    expect(page.get_by_test_id("help")).to_be_visible()
    eye.look_closely("help")
    page.keyboard.press("Escape")
    page.get_by_test_id("hint-button").click()
    expect(page.get_by_test_id("hint")).to_be_visible()
    eye.look_closely("hint")
    page.get_by_test_id("turn-summary-button").click()
    expect(page.get_by_test_id("turn-which")).to_be_visible()
    eye.look_closely("turn summary")
    page.keyboard.press("Escape")
    page.get_by_test_id("briefing-open").click()
    expect(page.get_by_test_id("briefing-screen").get_by_role("img", name="Map of Sword")).to_be_visible()
    eye.look_closely("briefing")

    both = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
    game = post(page, "games", {"scenario": SWORD, "seats": both})
    page.goto(f"/game/{game.id}")
    expect(page.get_by_test_id("curtain")).to_be_visible()
    eye.look_closely("curtain")
    over = post(page, "records", {"text": record("omaha_weather")})
    page.goto(f"/game/{over.id}")
    expect(page.get_by_test_id("what-decided")).to_be_visible()
    eye.look_closely("over")


def test_the_replay_and_the_guided_game(eye: Eye) -> None:
    page = eye.page
    over = post(page, "records", {"text": record("omaha_weather")})
    page.goto(f"/replay/{over.id}?at=40")
    for tab in ("Log", "Summary", "Turning points", "Chance"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel")).to_be_visible()
        eye.look_closely(f"replay {tab}")
    page.goto("/")
    page.get_by_role("button", name="Start the guided game: On to Caen").click()
    expect(page.get_by_test_id("guide")).to_contain_text("Lesson 1")
    eye.look_closely("guide")


def test_what_the_others_did_and_meant_and_what_a_staff_takes_on(eye: Eye) -> None:
    page = eye.page
    prepared(page, "race_to_cherbourg", after_a_film("race_to_cherbourg", "us"))
    hand(eye)
    page.keyboard.press("g")
    expect(page.get_by_test_id("playback")).to_be_visible()
    eye.look_closely("film")
    page.get_by_test_id("playback-skip").click()
    for key, name in (("y", "turn-summary"), ("i", "intents")):
        page.keyboard.press(key)
        expect(page.get_by_test_id(name)).to_be_visible()
        eye.look_closely(name)
        page.keyboard.press("Escape")
    page.goto(f"/game/{post(page, 'games', {'scenario': 'race_to_cherbourg'}).id}")
    hand(eye)
    opens = page.get_by_test_id("staff-open")
    expect(opens.or_(page.get_by_test_id("let-staff")).first).to_be_visible()
    if opens.is_visible():
        opens.click()
    eye.look_closely("staff")


def test_results_that_lie_open_on_the_map(eye: Eye) -> None:
    """With the mouse over everything and with the focus there, the orders and the buttons of the header too."""
    card = eye.page.get_by_test_id("moment")
    prepared(eye.page, "sword_greedy", COMMANDO)
    hand(eye).give("at 1641")
    expect(card.get_by_test_id("die").first).to_be_visible()
    eye.look_closely("a die")
    prepared(eye.page, "sword_greedy", GUNS)
    table = hand(eye)
    table.play_until(lambda view: fought(table), passing)
    expect(card.get_by_test_id("die").first).to_be_visible()
    expect(eye.page.get_by_test_id("order").first).to_be_attached()
    eye.look_closely("a fight")
    eye.page.get_by_role("button", name="Settings").click()
    eye.look_closely("settings over a fight")


@pytest.mark.parametrize("game", list(GAMES))
def test_layers_and_orders_of_the_campaigns(eye: Eye, game: str) -> None:
    page, phone = eye.page, (eye.page.viewport_size or {"width": 0})["width"] < 900
    table = sit_down(page, GAMES[game].side, GAMES[game].odds, "touch" if phone else "mouse")
    expect(page.get_by_test_id("figure").first).to_be_attached()
    eye.look_closely("orders")
    table.open_panel("overlays")
    kinds = table.board.overlays
    assert kinds
    for number, kind in enumerate(kinds):
        page.get_by_test_id("overlay").nth(number).get_by_role("checkbox").check()
        if kind.needs and not kind.choices:
            page.locator("label.unit select").last.select_option(index=1)
    expect(page.get_by_test_id("layer-legend").first).to_be_visible()
    eye.look_closely("layers")
    if phone:
        page.get_by_test_id("panel").get_by_role("button", name="Close the panel").tap()
        eye.look_closely("layers on the map")
