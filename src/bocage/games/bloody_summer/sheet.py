"""Where the boxes lie in the drawing: below the hexes, on an apron of paper.

>>> from bocage.games.bloody_summer.content import load_content
>>> panels = panels_of(load_content())
>>> rennes, malo = panels["Rennes"], panels["Festung Saint-Malo"]
>>> rennes.left < malo.left and malo.left + malo.width < rennes.left + rennes.width
True
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bocage.games.bloody_summer.content import Content
from bocage.games.bloody_summer.ground import Panel
from bocage.hexes.sheet import HEX, MARGIN, sheet_size

APRON: Final = 668.0  # its height
HEADING: Final = 34.0  # from its upper edge to the boxes
FESTUNG_HEIGHT: Final = 1.06  # hex widths, at the bottom of the box that holds it
GAP: Final = 0.1
SECOND_WAVE_AT: Final = "0317"  # sea hexes in which those lie who land where they are needed, or come by air
AIRFIELDS_AT: Final = "0116"


class Rectangle(NamedTuple):
    """A box in units of the drawing."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.left + self.width / 2, self.top + self.height / 2


def panels_of(content: Content) -> dict[str, Rectangle]:
    """The boxes of the Strategic Movement Map by name, each Festung in one of them, and the others beside the map."""
    ground = content.ground
    top = sheet_size(ground.grid)[1] + HEADING
    found: dict[str, Rectangle] = {}
    for name, box in ground.boxes.items():
        found[name] = _placed(box.panel, top)
        held = [festung for festung in content.counters.festung.values() if festung.box == name]
        left, upper, width, height = box.panel
        each = (width - GAP * (len(held) + 1)) / max(len(held), 1)
        for number, festung in enumerate(held):
            inner = (left + GAP + number * (each + GAP), upper + height - FESTUNG_HEIGHT - GAP, each, FESTUNG_HEIGHT)
            found[f"Festung {festung.name}"] = _placed(inner, top)
    found |= {name: _placed(one.panel, top) for name, one in ground.beside.items()}
    return found


def _placed(panel: Panel, top: float) -> Rectangle:
    left, upper, width, height = (round(part * HEX, 1) for part in panel)
    return Rectangle(MARGIN + left, round(top + upper, 1), width, height)
