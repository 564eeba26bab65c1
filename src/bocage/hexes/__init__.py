"""Geometry of hex maps, and nothing about games."""

from bocage.hexes.grid import Grid, HexError
from bocage.hexes.search import Links, Reach, Row, flood, pack, reach
from bocage.hexes.sets import Hex, HexSet, Shelf, mask, members
from bocage.hexes.sides import Sides
from bocage.hexes.sweep import Strides, Swept, sweep

__all__ = [
    "Grid",
    "Hex",
    "HexError",
    "HexSet",
    "Links",
    "Reach",
    "Row",
    "Shelf",
    "Sides",
    "Strides",
    "Swept",
    "flood",
    "mask",
    "members",
    "pack",
    "reach",
    "sweep",
]
