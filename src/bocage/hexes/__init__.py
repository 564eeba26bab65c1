"""Geometry of hex maps, and nothing about games."""

from bocage.hexes.grid import Grid, HexError
from bocage.hexes.search import Reach, flood, reach
from bocage.hexes.sets import Hex, HexSet, mask, members
from bocage.hexes.sides import Sides

__all__ = ["Grid", "Hex", "HexError", "HexSet", "Reach", "Sides", "flood", "mask", "members", "reach"]
