"""Makes the pictures of the maps that the browser shows first: small ones for the home page, one of each whole map.

The drawings are SVG and take a browser seconds to paint, so they are painted once, here, and kept as WebP files in
``web/public/maps``. ``drawn.toml`` beside them notes of which drawings they are; a test says when they are out of date.

    make pictures
"""

from __future__ import annotations

from base64 import b64decode
from hashlib import sha256
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bocage.drawings import draw, whole_maps
from bocage.games import list_scenarios, manifest_of
from tools.chromium import launch

FOLDER = Path(__file__).parents[1] / "web" / "public" / "maps"
NOTES = FOLDER / "drawn.toml"
WIDTH = 520  # of a small picture, in pixels
PAINT = """async ([svg, width, quality]) => {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width || image.naturalWidth;
  canvas.height = Math.round(canvas.width * image.naturalHeight / image.naturalWidth);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


def drawings() -> dict[str, tuple[str, int]]:
    """Every picture by its name, with its drawing and its width in pixels; 0 for the drawing's own."""
    found = {name: (drawing, 0) for name, drawing in whole_maps()}
    for scenario in list_scenarios():
        if manifest_of(scenario.game).has("drawings"):
            drawing = draw(scenario.game, scenario.short, numbers=False)
            found[f"{scenario.game}-{scenario.short}"] = (drawing, WIDTH)
    return found


def fingerprint(drawing: str) -> str:
    """What a drawing is known by."""
    return sha256(drawing.encode()).hexdigest()[:16]


def paint(page: Page, drawing: str, width: int) -> bytes:
    """A drawing as a WebP picture."""
    return b64decode(page.evaluate(PAINT, [drawing, width, 0.86]))


def main() -> None:
    """Paint all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    notes = ["# The drawings that these pictures show, each with its fingerprint. Made by: make pictures"]
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        for name, (drawing, width) in drawings().items():
            (FOLDER / f"{name}.webp").write_bytes(paint(page, drawing, width))
            notes.append(f'{name} = "{fingerprint(drawing)}"')
            print(name)
        browser.close()
    NOTES.write_text("\n".join(notes) + "\n")


if __name__ == "__main__":
    main()
