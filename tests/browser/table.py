"""The page on which a game is played, as somebody sits before it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import Literal, NamedTuple

from playwright.sync_api import Locator, Page, TimeoutError, expect

from bocage.server.wire import GameInfo, Hint
from bocage.table.model import Board, OrderChoice, View
from tests.browser.games import wait_for

Hand = Literal["mouse", "touch", "keyboard"]
Choose = Callable[[View], OrderChoice]

BETWEEN_TAPS = 350  # milliseconds; two quicker ones are a double tap
OTHERS_PATIENCE = 90_000  # milliseconds in which a program must have played its part of a turn
TAKEN_PATIENCE = 6_000  # milliseconds after which a click has come to nothing
MOST_DECISIONS = 400  # of one game turn, before something must be wrong

# Where the map lies, once it has stopped moving: its corner on the page, and its camera.
STEADY = """async (canvas) => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let still = 0, last = ""; still < 3; await frame()) {
    still = canvas.dataset.camera === last ? still + 1 : 0;
    last = canvas.dataset.camera;
  }
  const { left, top } = canvas.getBoundingClientRect();
  return [left, top, ...canvas.dataset.camera.split(" ").map(Number)];
}"""
ON_TOP = "(canvas, [x, y]) => document.elementFromPoint(x, y) === canvas"

MOST_TRIES = 3  # of one order
MOST_RESULTS = 40  # of one order

# Something came of a click: another decision, a menu, a question to confirm, an explanation, a curtain.
ANSWERED = """(number) => {
  const play = document.querySelector("[data-testid=play]");
  if (!play) return document.querySelector("[data-testid=curtain]") !== null;
  if (document.querySelector("[data-testid=playback]")) return true; // what the order leads to is played out
  if (play.dataset.busy === "true") return false;
  return play.dataset.number !== number
    || document.querySelector("[data-testid=menu], .unsure, [data-testid=refusal]") !== null;
}"""
IDLE = """() => document.querySelector("[data-testid=play]")?.dataset.busy !== "true" """
# What is played out is skipped by whoever waits for what comes after it.
MY_TURN = """() => {
  document.querySelector("[data-testid=playback-skip]")?.click();
  return document.querySelector("[data-testid=curtain], [data-testid=over]") !== null
    || (document.querySelector("[data-testid=play]")?.dataset.busy === "false"
        && document.querySelector("[data-testid=hint-button]") !== null);
}"""
BEYOND = """(number) => {
  document.querySelector("[data-testid=playback-skip]")?.click();
  const shown = document.querySelector("[data-testid=play]")?.dataset.number;
  return shown !== undefined && shown !== number;
}"""


class Spot(NamedTuple):
    """A point of the page, in pixels."""

    x: float
    y: float


class PlayPage:
    """A game in a browser, and the hand of the one who plays."""

    def __init__(self, page: Page, hand: Hand = "mouse") -> None:
        self.page = page
        self.hand = hand
        page.wait_for_url("**/game/*")
        found = re.search(r"/game/(\w+)", page.url)
        assert found is not None
        self.id = found[1]
        self.root = page.get_by_test_id("play")
        self.prompt = page.get_by_test_id("prompt")
        self.phase = page.get_by_test_id("phase")
        self.map = page.locator("[data-testid=board] canvas").first
        self.log = page.get_by_test_id("log-entry")
        self.refusal = page.get_by_test_id("refusal")
        self.menu = page.get_by_test_id("menu")
        self.curtain = page.get_by_test_id("curtain")
        self.over = page.get_by_test_id("over")

    # -- what is there --------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The decision that is shown."""
        return int(self.root.get_attribute("data-number") or -1)

    @property
    def seat(self) -> str:
        """Whose view is shown."""
        return self.root.get_attribute("data-seat") or ""

    @cached_property
    def board(self) -> Board:
        return Board.model_validate_json(self.ask("board"))

    @cached_property
    def seats_of_units(self) -> dict[str, str]:
        return {piece.id: piece.seat for piece in self.board.pieces}

    def view(self, seat: str | None = None) -> View:
        """The table as the server tells it to this browser."""
        return View.model_validate_json(self.ask(f"view?seat={seat or self.seat}"))

    def info(self) -> GameInfo:
        return GameInfo.model_validate_json(self.ask(""))

    def ask(self, what: str) -> str:
        """What the server answers to this browser about this game."""
        answer = self.page.request.get(f"/api/games/{self.id}/{what}".rstrip("/"))
        assert answer.ok, answer.text()
        return answer.text()

    def open_panel(self, panel: str) -> Locator:
        """Open a panel, if it is not open."""
        tab = self.page.get_by_test_id(f"tab-{panel}")
        close = self.page.get_by_test_id("panel").get_by_role("button", name="Close the panel")
        if tab.get_attribute("aria-selected") != "true" or (self.hand == "touch" and not close.is_visible()):
            self._press(tab)
        return self.page.get_by_test_id("panel")

    def read_log(self) -> Locator:
        """The log, open; all that happened up to the decision that is shown will be in it in a moment."""
        earlier = self.open_panel("log").get_by_role("button", name="Show the earlier turns too")
        if earlier.is_visible():
            self._press(earlier)
        return self.log

    # -- the map --------------------------------------------------------------------------------

    def spot_of(self, hex_name: str) -> Spot:
        """Where the middle of a hex is on the page."""
        left, top, x, y, scale = self.map.evaluate(STEADY)
        there = next(one for one in self.board.hexes if one.id == hex_name)
        return Spot(left + (there.x - x) * scale, top + (there.y - y) * scale)

    def is_free(self, spot: Spot) -> bool:
        """Whether the map can be touched there."""
        return bool(self.map.evaluate(ON_TOP, list(spot)))

    def click_hex(self, hex_name: str) -> Spot:
        """Click on a hex, or tap it."""
        spot = self.spot_of(hex_name)
        assert self.is_free(spot), f"{hex_name} cannot be reached on the map"
        if self.hand == "touch":
            self.page.wait_for_timeout(BETWEEN_TAPS)
            self.page.touchscreen.tap(*spot)
        else:
            self.page.mouse.move(0, 0)  # a stack that is fanned out closes, so that it covers no neighbour
            self.page.mouse.click(*spot)
        return spot

    def drag(self, unit_at: str, to: str) -> None:
        """Drag what lies in a hex to another."""
        start, end = self.spot_of(unit_at), self.spot_of(to)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, steps=4)
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def picture(self) -> str:
        """What the map shows, once it is still."""
        self.map.evaluate(STEADY)
        return str(self.map.evaluate("(canvas) => canvas.toDataURL()"))

    def wait_for_change(self, picture: str) -> None:
        """Until the map shows something else."""
        wait_for(lambda: self.picture() != picture)

    # -- deciding -------------------------------------------------------------------------------

    def wait_for_turn(self) -> None:
        """Until something is asked here, or the game or this seat's time at the screen is over."""
        self.page.wait_for_function(MY_TURN, timeout=OTHERS_PATIENCE)

    def wait_beyond(self, number: int) -> None:
        """Until another decision is shown than this one."""
        self.page.wait_for_function(BEYOND, arg=str(number), timeout=OTHERS_PATIENCE)

    def give(self, order: OrderChoice | str, view: View | None = None) -> None:
        """Give an order, on the map where it has a place there, and wait until it is carried out."""
        seen = view or self.view()
        assert seen.decision is not None
        wanted = next(one for one in seen.decision.orders if order in (one, one.order))
        expect(self.root).to_have_attribute("data-number", str(seen.number))  # the board may be a moment behind
        self._choose(wanted, seen)
        if self._stands(wanted, seen.number):
            self.wait_beyond(seen.number)

    def follow_guide(self) -> None:
        """Do what the guide shows: the first press shows it and changes nothing, the second does it."""
        number = self.number
        self.page.get_by_test_id("guide-show").click()
        expect(self.page.get_by_test_id("hint")).to_be_visible()
        assert self.number == number
        self.page.get_by_test_id("guide-do").click()
        self.wait_beyond(number)

    def _choose(self, order: OrderChoice, view: View) -> None:
        """Choose an order; a result that comes up under the hand takes the click, and then it is chosen once more."""
        number = str(view.number)
        for _ in range(MOST_TRIES):
            self.close_results()
            if self.hand == "keyboard":
                self._choose_by_key(order, view)
            elif (place := self._place(order, view)) is not None:
                self.click_hex(place)
            else:
                self._press(self._button(order))
            with suppress(TimeoutError):
                self.page.wait_for_function(ANSWERED, arg=number, timeout=TAKEN_PATIENCE)
                return
            self.page.wait_for_function(IDLE)  # what is on its way is not given twice
            if self.page.evaluate(ANSWERED, number):
                return
        raise AssertionError(f"nothing came of {order.order}, {MOST_TRIES} times")

    def close_results(self) -> None:
        """What came of the last orders has been read: a card may lie where the next is given."""
        close = self.page.get_by_test_id("moment-close")
        for _ in range(MOST_RESULTS):
            if not close.is_visible():
                return
            close.dispatch_event("click")

    def _stands(self, order: OrderChoice, number: int) -> bool:
        """See an order through that asks which one is meant, or whether it is meant; false at a curtain."""
        if self.curtain.is_visible():
            return False
        if self.menu.is_visible():
            self._from_menu(order)
            self.page.wait_for_function(ANSWERED, arg=str(number))
        if self.number == number and self.page.locator(".order.unsure").count():
            if self.hand == "keyboard":
                self.page.keyboard.press(str(self._digit(order)))
            else:
                self._press(self._button(order))
        return not self.curtain.is_visible()

    def _place(self, order: OrderChoice, view: View) -> str | None:
        """The hex on which an order can be chosen without doubt; else it is chosen from the list."""
        at = {piece.id: piece.at for piece in view.pieces}
        place = order.hex or at.get(order.unit or "")
        if place not in {one.id for one in self.board.hexes}:
            return None
        if order.hex is None and list(at.values()).count(place or "") > 1:
            return None
        return place if place and self.is_free(self.spot_of(place)) else None

    def _button(self, order: OrderChoice) -> Locator:
        found = self.page.locator(f'[data-testid=order][data-order="{order.order}"]')
        if not found.count() or not found.first.is_visible():
            self.open_panel("orders")
            field = self.page.get_by_test_id("filter")
            if field.is_visible():
                field.fill(order.order)
        return found.first

    def _press(self, button: Locator) -> None:
        if self.hand == "touch":
            button.tap()
        else:
            button.click()

    def _from_menu(self, order: OrderChoice) -> None:
        item = self.menu.locator(f'[data-order="{order.order}"]')
        if self.hand != "keyboard":
            self._press(item)
            return
        while item.evaluate("(item) => item !== document.activeElement"):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")

    def _digit(self, order: OrderChoice) -> int:
        """The number that an order has on the keyboard; 10 if it has none."""
        button = self.page.locator(f'[data-testid=order][data-order="{order.order}"]').first
        return int((button.get_attribute("aria-keyshortcuts") if button.count() else None) or 10)

    def _choose_by_key(self, order: OrderChoice, view: View) -> None:
        """With N to the hex and Enter, or with the number that stands before the order."""
        digit = self._digit(order)
        if order.hex is None and digit <= 9:
            self.page.keyboard.press(str(digit))
            return
        place = order.hex or next(piece.at for piece in view.pieces if piece.id == order.unit)
        for _ in range(200):
            self.page.keyboard.press("n")
            if self.root.get_attribute("data-cursor") == place:
                break
        self.page.keyboard.press("Enter")

    def play_until(self, done: Callable[[View], bool], choose: Choose | None = None) -> View:
        """Answer what is asked until a view is reached; the last view is the answer."""
        chooser = choose or Brisk()
        for _ in range(MOST_DECISIONS):
            self.wait_for_turn()
            if self.curtain.is_visible():
                self._press(self.page.get_by_test_id("lift"))
                self.wait_for_turn()
            view = self.view()
            if done(view) or view.outcome is not None:
                return view
            self.give(chooser(view), view)
        raise AssertionError(f"still at {self.phase.inner_text()}")


class Advised:
    """Plays what the program would do in his place, so that the first turn is not lost."""

    def __init__(self, table: PlayPage) -> None:
        self.table = table

    def __call__(self, view: View) -> OrderChoice:
        assert view.decision is not None
        hint = Hint.model_validate_json(self.table.ask(f"hint?seat={view.seat}"))
        return next(order for order in view.decision.orders if order.order == hint.order)


class Brisk:
    """Plays as somebody in a hurry: a few things in each phase, then on."""

    def __init__(self, most: int = 2) -> None:
        self.most = most
        self.done: Counter[tuple[str, str]] = Counter()

    def __call__(self, view: View) -> OrderChoice:
        assert view.decision is not None
        orders = view.decision.orders
        plain = [order for order in orders if not order.unit and not order.hex]
        placed = [order for order in orders if order not in plain]
        phase = (view.turn, view.phase)
        if not plain or (placed and self.done[phase] < self.most):
            self.done[phase] += view.decision.unit is None
            return placed[len(placed) // 2]
        return plain[-1]


def turn_reached(number: int) -> Callable[[View], bool]:
    """Whether a game turn has come."""
    return lambda view: view.turn.startswith(f"Turn {number} ")
