"""Buttons can be read in every state: at rest, under the mouse, with the focus, and while they are pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import GUNS, MOVING, SWORD, post, prepared, record
from tests.browser.table import PlayPage
from tests.browser.test_omaha import EASY_FOX, settle
from tests.browser.test_phone import PANELS, PHONE

BUTTONS = "button, a.button"
STATES: dict[str, list[str]] = {
    "at rest": [],
    "hovered": ["hover"],
    "focused": ["focus", "focus-visible"],
    "pressed": ["hover", "active", "focus"],
}
THEMES: dict[str, dict[str, str]] = {
    "light": {"system": "light"},
    "dark": {"system": "dark"},
    "light by choice": {"system": "dark", "theme": "light"},
    "dark by choice": {"system": "light", "theme": "dark"},
}

# What cannot be read of some buttons: words and pictures whose contrast with what lies behind them is too low. A button
# that can do nothing now is not meant to stand out.
FAINT = """(selector) => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
    return { parts: [red, green, blue], alpha: alpha / 255 };
  };
  const over = ({ parts, alpha }, below) => parts.map((part, i) => part * alpha + below[i] * (1 - alpha));
  // A gradient may be any of its colours at a given place.
  const coloursOf = (style) => {
    const gradient = style.backgroundImage.match(/(rgba?|color)\\([^)]*\\)/g);
    return gradient ?? [style.backgroundColor];
  };
  const behind = (element) => {
    if (!element) return [[255, 255, 255]];
    const colours = coloursOf(getComputedStyle(element)).map(rgba);
    const below = colours.every(({ alpha }) => alpha === 1) ? [[0, 0, 0]] : behind(element.parentElement);
    return colours.flatMap((colour) => below.map((ground) => over(colour, ground)));
  };
  const opacity = (element, button) =>
    Number(getComputedStyle(element).opacity) * (element === button ? 1 : opacity(element.parentElement, button));
  const light = (parts) => {
    const [red, green, blue] = parts.map((part) => {
      const value = Math.min(255, part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [more, less] = [light(one), light(other)].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };
  const worst = (button, element, colour) => {
    const bright = Number(/brightness\\(([\\d.]+)\\)/.exec(getComputedStyle(button).filter)?.[1] ?? 1);
    const { parts, alpha } = rgba(colour);
    const front = { parts, alpha: alpha * opacity(element, button) };
    const ratios = behind(element).map((ground) =>
      contrast(over(front, ground).map((part) => part * bright), ground.map((part) => part * bright)));
    return Math.min(...ratios);
  };
  const seen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const large = (style) => {
    const size = parseFloat(style.fontSize);
    return size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  };
  const found = [];
  for (const button of document.querySelectorAll(selector)) {
    if (!seen(button) || button.disabled || button.ariaDisabled === "true") continue;
    const name = button.ariaLabel || button.innerText.trim().split("\\n")[0];
    const words = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const element = words.currentNode.parentElement;
      if (!words.currentNode.data.trim() || !seen(element) || element.closest("svg, .visually-hidden")) continue;
      const style = getComputedStyle(element);
      const ratio = worst(button, element, style.color);
      if (ratio < (large(style) ? 3 : 4.5)) found.push(`${name}: ${words.currentNode.data.trim()} ${ratio.toFixed(2)}`);
    }
    for (const picture of button.querySelectorAll("svg")) {
      if (!seen(picture) || getComputedStyle(picture).stroke === "none") continue;
      const ratio = worst(button, picture.parentElement, getComputedStyle(picture).stroke);
      if (ratio < 3) found.push(`${name}: its picture ${ratio.toFixed(2)}`);
    }
  }
  return found;
}"""


class Reader:
    """A page, and somebody who tries to read its buttons."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: dict[str, list[str]] = {}
        self.read = 0
        self._tools = page.context.new_cdp_session(page)
        self._tools.send("DOM.enable")
        self._tools.send("CSS.enable")

    def look(self, name: str) -> None:
        """Read all buttons that are shown now, in every state."""
        root = self._tools.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        wanted = {"nodeId": root, "selector": BUTTONS}
        nodes = self._tools.send("DOM.querySelectorAll", wanted)["nodeIds"]
        self.read += len(nodes)
        for state, classes in STATES.items():
            self._force(nodes, classes)
            if faint := self.page.evaluate(FAINT, BUTTONS):
                self.found[f"{name}, {state}"] = faint
        self._force(nodes, [])

    def _force(self, nodes: list[int], classes: list[str]) -> None:
        for node in nodes:
            self._tools.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": classes})


def page_in(new_person: Callable[..., Page], theme: str, **size: object) -> Page:
    """A page of somebody who likes these colours."""
    colours = THEMES[theme]
    page = new_person(color_scheme=colours["system"], reduced_motion="reduce", **size)
    if "theme" in colours:
        settle(page, theme=colours["theme"])
    return page


@pytest.fixture(params=["light", "dark"])
def reader(request: pytest.FixtureRequest, new_person: Callable[..., Page]) -> Iterator[Reader]:
    reading = Reader(page_in(new_person, request.param))
    yield reading
    assert reading.found == {}
    assert reading.read > 0


@pytest.mark.parametrize("theme", THEMES)
def test_a_question_whether_it_is_meant_can_be_read_by_whoever_has_asked_it(
    new_person: Callable[..., Page], theme: str
) -> None:
    page = page_in(new_person, theme)
    prepared(page, "sword_greedy", MOVING)
    PlayPage(page).wait_for_turn()
    end = page.locator('[data-testid=order][data-order="end"]')
    end.click()  # the mouse stays on it
    expect(end).to_contain_text("Sure?")
    assert page.evaluate(FAINT, "[data-testid=order]") == []
    page.mouse.down()
    assert page.evaluate(FAINT, "[data-testid=order]") == []
    page.mouse.move(0, 0)
    page.mouse.up()
    end.focus()
    assert page.evaluate(FAINT, "[data-testid=order]") == []

    finger = page_in(new_person, theme, **PHONE)
    prepared(finger, "sword_greedy", MOVING)
    PlayPage(finger, "touch").wait_for_turn()
    end = finger.locator('[data-testid=order][data-order="end"]')
    end.tap()
    expect(end).to_contain_text("Sure?")
    assert finger.evaluate(FAINT, "[data-testid=order]") == []


def test_buttons_around_the_game(reader: Reader) -> None:
    page = reader.page
    post(page, "games", {"scenario": SWORD})
    page.goto("/")
    expect(page.get_by_role("button", name="Play Sword")).to_be_visible()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    reader.look("home")
    page.goto(f"/new?scenario={SWORD}")
    page.get_by_role("group", name="The Germans").get_by_label("A friend").check()
    reader.look("new game")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("textbox", name="Link for the Germans")).to_be_visible()
    reader.look("invitations")


def test_buttons_of_the_board(reader: Reader) -> None:
    page = reader.page
    prepared(page, "sword_greedy", GUNS)
    table = PlayPage(page)
    table.wait_for_turn()
    expect(page.get_by_test_id("attack")).to_be_attached()
    for panel in PANELS:
        table.open_panel(panel)
        reader.look(panel)

    prepared(page, "sword_greedy", MOVING)
    table = PlayPage(page)
    table.wait_for_turn()
    page.get_by_test_id("hint-button").click()
    expect(page.get_by_test_id("hint")).to_be_visible()
    page.locator('[data-testid=order][data-order="end"]').click()
    reader.look("a question and advice")
    table.give("move 6/6")
    table.click_hex("0738")
    expect(table.refusal).to_be_visible()
    reader.look("a refusal and what is told of a hex")

    page.goto(f"/game/{post(page, 'games', {'scenario': EASY_FOX, 'guided': True}).id}")
    expect(page.get_by_test_id("playback")).to_be_visible()
    reader.look("what the rules do")
    page.get_by_test_id("playback-skip").click()
    table = PlayPage(page)
    table.wait_for_turn()
    reader.look("the guide")
    table.open_panel("cards")
    reader.look("cards")


def test_buttons_of_dialogs_and_of_the_replay(reader: Reader) -> None:
    page = reader.page
    prepared(page, "sword_greedy", MOVING)
    PlayPage(page).wait_for_turn()
    page.keyboard.press("?")
    expect(page.get_by_test_id("help")).to_be_visible()
    reader.look("help")
    page.keyboard.press("Escape")
    page.get_by_test_id("turn-summary-button").click()
    expect(page.get_by_test_id("turn-watch")).to_be_visible()
    reader.look("turn summary")
    page.keyboard.press("Escape")
    page.get_by_test_id("briefing-open").click()
    expect(page.get_by_test_id("briefing-close")).to_be_visible()
    reader.look("briefing")
    both = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
    page.goto(f"/game/{post(page, 'games', {'scenario': SWORD, 'seats': both}).id}")
    expect(page.get_by_test_id("curtain")).to_be_visible()
    reader.look("curtain")
    over = post(page, "records", {"text": record("omaha_weather")})
    page.goto(f"/game/{over.id}")
    expect(page.get_by_test_id("what-decided")).to_be_visible()
    reader.look("over")
    page.goto(f"/replay/{over.id}?at=40")
    for tab in ("Log", "Summary", "Chance"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel")).to_be_visible()
        reader.look(f"replay {tab}")
    page.get_by_role("button", name="Branch off with others").click()
    reader.look("branching off")
