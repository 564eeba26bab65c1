"""Takes the pictures of the board that the documentation shows, each page at three sizes.

make screenshots
"""

from __future__ import annotations

import tempfile
from base64 import b64decode, b64encode
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from bocage.table.model import Decision
from tests.browser.conftest import NO_BRIEFING
from tests.browser.games import SWORD, after_a_film, moments, post, prepared, record
from tests.browser.server import Server
from tests.browser.table import PlayPage
from tests.browser.test_camera import GOES_ON
from tools.chromium import launch

DOCS = Path(__file__).parents[1] / "docs"
SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1440, "height": 900},
    "tablet": {"width": 834, "height": 1112},
    "phone": {"width": 390, "height": 844},
}
GAME = "sword_greedy"
SEAT = "allied"
SUMMERS = {"dark-summer": ("june_14", 20), "bloody-summer": ("race_to_cherbourg", 44)}  # records, before an attack
BEACH, DIVISION = "first_waves", "1st"  # a record of Omaha Beach, and who is asked in it
FIRST_DAY = 40  # orders before which nobody moves but by landing
REVIEWED = 300_000  # milliseconds until the turning points of a game are found
SHARPENING = 4000  # milliseconds until the map is drawn at its best
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
    camera.table(next(number for number, decision, _ in moments(GAME, SEAT) if sees_odds(decision)))
    if camera.size != "desk":
        page.get_by_test_id("tab-orders").click()
    page.get_by_test_id("attack").wait_for()
    camera.take_screen("attack")
    film(camera)
    camera.take_screen("film")
    page.keyboard.press("Escape")
    page.get_by_test_id("turn-summary-button").click()
    page.get_by_test_id("turn-summary").wait_for()
    camera.take_screen("turn-summary")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    camera.take_screen("settings")
    for name, (game, orders) in SUMMERS.items():
        camera.table(orders, game)
        camera.take_screen(name)
    layers(camera)
    camera.take_screen("layers")
    camera.table(when_ashore(), BEACH)
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
    page.goto(f"/replay/{over.id}?tab=turning")
    page.get_by_test_id("turnings").wait_for(timeout=REVIEWED)
    camera.take_screen("turning-points")
    for name, address in links(page).items():
        page.goto(address)
        page.get_by_role("heading").first.wait_for()
        camera.take_screen(name)


def when_ashore() -> int:
    """Orders of the record of Omaha Beach until much is ashore."""
    asked = [number for number, _, _ in moments(BEACH, DIVISION)]
    return asked[len(asked) * 2 // 3]


def sees_odds(decision: Decision) -> bool:
    """Whether several choices lead to chance."""
    return sum(order.odds for order in decision.orders) > 1


def move(camera: Camera) -> None:
    """A unit in hand, its reach lit, and the way it would take to where the pointer is."""
    begun = next(
        number
        for number, decision, _ in moments(GAME, SEAT)
        if number > FIRST_DAY and any(order.verb == "move" for order in decision.orders)
    )
    table = camera.table(begun)
    asked = table.view().decision
    assert asked is not None
    table.give(next(order for order in asked.orders if order.verb == "move"))
    decision = table.view().decision
    assert decision is not None
    if camera.size == "desk":
        farthest = max(decision.orders, key=lambda order: len(order.path))
        camera.page.mouse.move(*table.spot_of(farthest.hex or ""))


def film(camera: Camera) -> None:
    """What the Germans did, at the first fire that hits somebody."""
    page = camera.table(after_a_film(GAME, SEAT)).page
    page.get_by_test_id("again").click()
    while not page.get_by_test_id("moment").get_by_test_id("die").count():
        place = page.get_by_test_id("playback").get_attribute("data-place")
        page.get_by_test_id("playback-next").click()
        page.wait_for_function(GOES_ON, arg=place)


def layers(camera: Camera) -> None:
    """Two layers at once on the board that lies there."""
    page = camera.page
    page.get_by_test_id("tab-overlays").click()
    boxes = page.get_by_test_id("overlay").get_by_role("checkbox")
    for layer in range(2):
        boxes.nth(layer).check()
    page.get_by_test_id("layer").nth(1).wait_for()


def replay(page: Page) -> None:
    """A finished game with its curves."""
    over = post(page, "records", {"text": record(GAME)})
    page.goto(f"/replay/{over.id}?at={over.number // 2}")
    page.get_by_role("tab", name="Summary").click()
    page.get_by_role("tabpanel").locator("svg").first.wait_for()


def links(page: Page) -> dict[str, str]:
    """What somebody sees who follows a secret link, and one that leads nowhere."""
    seats = {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}
    game = post(page, "games", {"scenario": SWORD, "seats": seats})
    invitation = next(seat.invitation for seat in game.seats if seat.invitation)
    onlookers = page.request.post(f"/api/games/{game.id}/spectators").json()["spectator_link"]
    return {"join": f"/join/{invitation}", "watch": f"/watch/{onlookers}", "not-found": "/nowhere"}


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
            desk.table(when_ashore(), BEACH)
            desk.take(DOCS / "omaha.webp")
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
