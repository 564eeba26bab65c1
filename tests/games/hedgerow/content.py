"""What is printed: the map and the blocks, read from ``data/`` and checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Literal

from pydantic import Field

from bocage.hexes import Grid, Hex, HexSet
from bocage.kernel.data import Folder, Model, read_rows, read_table

GRID = Grid("columns", (1, 6), (1, 7), "even", "down", "right", "CCRR", shift_toward="down")
Terrain = Literal["field", "hedge", "gap", "farm"]


class Place(Model):
    """A line of the map."""

    hex: str
    terrain: Terrain
    name: str


class Kind(Model):
    """What a block can be: its strength, and on the back what is left after a loss."""

    front: int
    back: int | None = None


class Seat(Model):
    """Who plays what: a place and a kind for each block, to be matched in secret."""

    id: str
    side: str
    title: str
    places: str
    kinds: tuple[str, ...]


class Pieces(Model):
    """All but the map."""

    mined: int
    terrain: Mapping[Terrain, int]
    kinds: Mapping[str, Kind] = Field(alias="kind")
    seats: tuple[Seat, ...] = Field(alias="seat")


@cache
def shipped() -> Folder:
    """The data files, read once."""
    folder = files(__package__) / "data"
    return {entry.name: entry.read_text(encoding="utf-8") for entry in folder.iterdir() if entry.is_file()}


PIECES = read_table(shipped(), "pieces.toml", Pieces)
MAP: Mapping[Hex, Place] = {GRID.at(row.hex): row for _, row in read_rows(shipped(), "map.csv", Place)}
FINGERPRINT = sha256("".join(text for _, text in sorted(shipped().items())).encode()).hexdigest()[:16]

KINDS = tuple(PIECES.kinds)
DUMMY = KINDS.index("dummy")
COST = {h: PIECES.terrain[place.terrain] for h, place in MAP.items()}


def hexes_of(terrain: Terrain) -> HexSet:
    """All hexes of a terrain."""
    return sum(1 << h for h, place in MAP.items() if place.terrain == terrain)


FARMS, GAPS = hexes_of("farm"), hexes_of("gap")

SEATS = tuple(seat.id for seat in PIECES.seats)
SIDES = {side: tuple(s.id for s in PIECES.seats if s.side == side) for side in ("attackers", "defenders")}
ATTACKERS, DEFENDERS = SIDES
OWNER = tuple(number for number, seat in enumerate(PIECES.seats) for _ in seat.kinds)  # by block
SIDE = tuple(PIECES.seats[owner].side for owner in OWNER)
START = tuple(GRID.at(label) for seat in PIECES.seats for label in seat.places.split())
BLOCKS = tuple(
    f"{seat.id[0].upper()}{number}" for seat in PIECES.seats for number in range(1, len(seat.kinds) + 1)
)  # W1, W2, ...


def blocks_of(seat: str) -> list[int]:
    """The blocks of a seat by their numbers."""
    return [block for block, owner in enumerate(OWNER) if SEATS[owner] == seat]


def kinds_of(seat: str) -> list[int]:
    """The kinds that a seat was given, each as often as it has it."""
    return [KINDS.index(kind) for kind in PIECES.seats[SEATS.index(seat)].kinds]
