"""Makes the icons with which Bocage is installed, from its one drawing.

make pictures
"""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tools.chromium import launch

PUBLIC = Path(__file__).parents[1] / "web" / "public"
FOLDER = PUBLIC / "icons"
PAPER = "#f6f0e0"
# Pixels, and how much of them the drawing takes: systems cut maskable icons to a circle.
ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "maskable-512": (512, 0.7), "apple-touch-icon": (180, 0.86)}
PAINT = """async ([svg, size, share, paper]) => {
  const image = new Image();
  image.width = image.height = size;
  image.src = URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const context = canvas.getContext("2d");
  if (share < 1) {
    context.fillStyle = paper;
    context.fillRect(0, 0, size, size);
  }
  const side = size * share;
  context.drawImage(image, (size - side) / 2, (size - side) / 2, side, side);
  return canvas.toDataURL("image/png").split(",")[1];
}"""


def paint(page: Page, size: int, share: float) -> bytes:
    """The drawing as a PNG picture."""
    drawing = (PUBLIC / "icon.svg").read_text("utf-8").replace("<svg ", '<svg width="512" height="512" ', 1)
    return b64decode(page.evaluate(PAINT, [drawing, size, share, PAPER]))


def main() -> None:
    """Paint all icons."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        for name, (size, share) in ICONS.items():
            (FOLDER / f"{name}.png").write_bytes(paint(page, size, share))
        browser.close()


if __name__ == "__main__":
    main()
