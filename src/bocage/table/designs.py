"""Designs of marks that several games have, and what to make others of.

Each is drawn in a square from -50 to 50, its strokes in their order.
"""

from __future__ import annotations

from bocage.table.model import Stroke

GREEN, OLIVE, RED, INK = "#1d5c3a", "#2f4a16", "#b3261e", "#241d18"
_ROUND = "M46,0A46,46 0 1 1 -46,0A46,46 0 1 1 46,0Z"


def disc(ground: str, rim: str) -> Stroke:
    """A disc for a sign to stand on."""
    return Stroke(path=_ROUND, fill=ground, line=rim, width=7)


def filled(path: str, colour: str) -> Stroke:
    """A shape of one colour."""
    return Stroke(path=path, fill=colour)


def drawn(path: str, colour: str, width: float) -> Stroke:
    """A line."""
    return Stroke(path=path, line=colour, width=width)


def cased(path: str, colour: str) -> list[Stroke]:
    """A line that stands out from whatever is under it."""
    return [drawn(path, "#ffffff", 15), drawn(path, colour, 8)]


FLAG = [
    drawn("M-26,44V-44", INK, 8),
    Stroke(path="M-22,-42Q-4,-50 12,-40T42,-40V-2Q26,-8 12,0T-22,-2Z", fill="#e9f29a", line=OLIVE, width=5),
]
CROSSHAIR = cased("M0,-48V-20M0,20V48M-48,0H-20M20,0H48M30,0A30,30 0 1 1 -30,0A30,30 0 1 1 30,0Z", RED)
STAR = [
    disc("#fff4c7", "#7a4a00"),
    filled("M0,-34 9,-11 33,-11 14,4 21,28 0,14 -21,28 -14,4 -33,-11 -9,-11Z", "#9a3412"),
]
