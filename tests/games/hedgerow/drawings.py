"""The map, drawn hex by hex."""

from __future__ import annotations

from bocage.hexes.sheet import HEX, sheet_size, spot
from tests.games.hedgerow.content import GRID, MAP

TURNS = False
GROUND = {"field": "#dfe3b4", "hedge": "#7f9a58", "gap": "#c8cf94", "farm": "#d9b38c"}


def draw(scenario: str | None, turned: bool, numbers: bool) -> str:
    """The whole map, which the one scenario uses."""
    width, height = sheet_size(GRID)
    hexes = []
    for h, place in MAP.items():
        x, y = spot(GRID, h)
        x0, y0 = GRID.centre(h)
        corners = " ".join(f"{x + (cx - x0) * HEX:.1f},{y + (cy - y0) * HEX:.1f}" for cx, cy in GRID.corners(h))
        hexes.append(f'<polygon points="{corners}" fill="{GROUND[place.terrain]}" stroke="#6b6448"/>')
        words = [(place.hex, y - 0.36 * HEX)] * numbers + [(place.name, y + 0.44 * HEX)]
        hexes += (f'<text x="{x:.1f}" y="{at:.1f}">{word}</text>' for word, at in words if word)
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    style = 'font-family="serif" font-size="9" text-anchor="middle" fill="#3b3524"'
    ground = '<rect width="100%" height="100%" fill="#efe8d2"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{ground}{"".join(hexes)}</svg>'
