"""Takes the pictures of the board that the documentation shows, each page at three sizes.

make screenshots
"""

from __future__ import annotations

import tempfile
from base64 import b64decode, b64encode
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import NO_BRIEFING
from tests.browser.games import SWORD, post, prepared, record
from tests.browser.server import Server
from tests.browser.table import PlayPage
from tools.chromium import launch

DOCS = Path(__file__).parents[1] / "docs"
SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1440, "height": 900},
    "tablet": {"width": 834, "height": 1112},
    "phone": {"width": 390, "height": 844},
}
GAME = "sword_greedy"
MOVING = 85  # orders of the record before the Allies move in game turn 2
GUNS = 23  # before they choose support for an assault
BEACH, ASHORE = "first_waves", 300  # a record of Omaha Beach, and orders until much is ashore
SHARPENING = 1500  # milliseconds until the map is drawn at its best
QUALITY = 0.86
AS_WEBP = """async ([png, quality]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


class Camera:
    """Somebody with a browser of one size who photographs what he sees."""

    def __init__(self, browser: Browser, address: str, size: str) -> None:
        self.size = size
        narrow = size != "desk"
        context = browser.new_context(
            base_url=address,
            viewport=SIZES[size],
            has_touch=narrow,
            is_mobile=narrow,
            device_scale_factor=2 if size == "phone" else 1,
            reduced_motion="reduce",
        )
        context.add_init_script(NO_BRIEFING)
        self.page = context.new_page()
        self.darkroom = browser.new_page()

    def take(self, path: Path) -> None:
        """A picture of what is shown now."""
        self.page.wait_for_timeout(SHARPENING)
        png = b64encode(self.page.screenshot()).decode()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b64decode(self.darkroom.evaluate(AS_WEBP, [png, QUALITY])))
        print(path.relative_to(DOCS.parent))

    def take_screen(self, name: str) -> None:
        """A picture of a page at this size."""
        self.take(DOCS / "screens" / f"{name}-{self.size}.webp")

    def table(self, orders: int, game: str = GAME) -> PlayPage:
        """A board after so many orders."""
        prepared(self.page, game, orders)
        table = PlayPage(self.page, "mouse" if self.size == "desk" else "touch")
        table.wait_for_turn()
        return table


def pages(camera: Camera) -> None:
    """All pages at one size."""
    page = camera.page
    page.goto("/")
    page.get_by_role("button", name="Play Sword").wait_for()
    camera.take_screen("home")
    page.goto("/how-to-read")
    page.get_by_test_id("counter-key").wait_for()
    camera.take_screen("how-to-read")
    page.goto(f"/new?scenario={SWORD}")
    page.get_by_role("button", name="Begin").wait_for()
    camera.take_screen("new")
    move(camera)
    camera.take_screen("play")
    camera.table(GUNS)
    if camera.size != "desk":
        page.get_by_test_id("tab-orders").click()
    page.get_by_test_id("attack").wait_for()
    camera.take_screen("attack")
    camera.table(ASHORE, BEACH)
    camera.take_screen("omaha")
    page.get_by_test_id("briefing-open").click()
    page.get_by_test_id("briefing-screen").locator("img").first.wait_for()
    camera.take_screen("briefing")
    over = post(page, "records", {"text": record(GAME)})
    page.goto(f"/game/{over.id}")
    page.get_by_test_id("what-decided").wait_for()
    camera.take_screen("end")
    replay(page)
    camera.take_screen("replay")


def move(camera: Camera) -> None:
    """A unit in hand, its reach lit, and the way it would take to where the pointer is."""
    table = camera.table(MOVING)
    table.give("move 6/6")
    decision = table.view().decision
    assert decision is not None
    if camera.size == "desk":
        farthest = max(decision.orders, key=lambda order: len(order.path))
        camera.page.mouse.move(*table.spot_of(farthest.hex or ""))


def replay(page: Page) -> None:
    """A finished game with its curves."""
    over = post(page, "records", {"text": record(GAME)})
    page.goto(f"/replay/{over.id}?at={over.number // 2}")
    page.get_by_role("tab", name="Summary").click()
    page.get_by_role("tabpanel").locator("svg").first.wait_for()


def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory(prefix="bocage-pictures-") as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            browser = launch(playwright)
            for size in SIZES:
                pages(Camera(browser, server.address, size))
            desk = Camera(browser, server.address, "desk")
            move(desk)
            desk.take(DOCS / "board.webp")
            desk.table(ASHORE, BEACH)
            desk.take(DOCS / "omaha.webp")
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
