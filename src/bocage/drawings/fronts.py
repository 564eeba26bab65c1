"""The front as it really ran, laid on the map of each game: ``python -m bocage.drawings.fronts`` rewrites the files.

The lines are entered by hand in latitude and longitude (geography's ``data/fronts.toml``). While a game is played only
what is written from here is read: lines in units of a game's own drawing, in the table's ``history`` folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib import resources
from itertools import pairwise

from pydantic import Field, field_validator

from bocage.games import manifests, open_setting
from bocage.geography.normandy import Position, normandy, spot
from bocage.geography.projection import Point, fits
from bocage.kernel.data import Model, check, read_toml
from bocage.table import table_of
from bocage.table.history import FOLDER, DrawnFront
from bocage.table.model import Board

FILE = "fronts.toml"
Course = tuple[str | tuple[str, str] | tuple[float, float], ...]


class Front(Model):
    """The front on the evening of one day; Germans are on the right of whoever walks along a line."""

    date: date
    title: str
    origin: str = Field(pattern=r"^history: ")
    lines: tuple[Course, ...] = Field(min_length=1)

    @field_validator("lines")
    @classmethod
    def _lead_somewhere(cls, lines: tuple[Course, ...]) -> tuple[Course, ...]:
        for line in lines:
            if len(line) < 3:
                raise ValueError("a line has at least three points")
            for entry in line:
                for town in [entry] if isinstance(entry, str) else entry:
                    if isinstance(town, str) and town not in normandy().towns:
                        raise ValueError(f"there is no town '{town}'")
        return lines

    def courses(self) -> list[list[Position]]:
        """The lines in latitude and longitude."""
        towns = normandy().towns
        return [
            [spot(towns, list(entry) if isinstance(entry, tuple) else entry) for entry in line] for line in self.lines
        ]


def _position(entry: str | tuple[str, str] | tuple[float, float]) -> Position:
    return spot(normandy().towns, list(entry) if isinstance(entry, tuple) else entry)


class Fronts(Model):
    """All of them, by date."""

    front: tuple[Front, ...]

    @field_validator("front")
    @classmethod
    def _in_order(cls, fronts: tuple[Front, ...]) -> tuple[Front, ...]:
        days = [front.date for front in fronts]
        if days != sorted(set(days)):
            raise ValueError("the dates are not in order")
        return fronts


@cache
def fronts() -> tuple[Front, ...]:
    """The stored fronts, checked."""
    text = (resources.files("bocage.geography") / "data" / FILE).read_text(encoding="utf-8")
    return check(Fronts, read_toml(text, FILE), FILE).front


# -- on the map of a game --------------------------------------------------------------------------


def drawn(game: str, board: Board) -> list[DrawnFront]:
    """The fronts in units of a game's drawing; lines that miss it are left out."""
    fit, hexes = fits()[game], {hex_.id: hex_ for hex_ in board.hexes}
    first, wide = hexes[fit.reference], board.map.hex_width

    def place(position: Position) -> Point:
        u, v = fit.plane(*position)
        return round(first.x + (u - fit.at[0]) * wide, 1), round(first.y - (v - fit.at[1]) * wide, 1)

    found = []
    for front in fronts():
        lines = [list(map(place, course)) for course in front.courses()]
        on_map = [line for line in lines if crosses(line, board.map.width, board.map.height)]
        if on_map:
            found.append(DrawnFront(date=front.date, title=front.title, origin=front.origin, lines=on_map))
    return found


def crosses(line: Sequence[Point], width: float, height: float) -> bool:
    """Whether any stretch of a line may lie on a sheet.

    >>> crosses([(-5, -5), (-5, 20)], 10, 10), crosses([(-5, 5), (15, 5)], 10, 10)
    (False, True)
    """
    return any(
        min(x1, x2) < width and max(x1, x2) > 0 and min(y1, y2) < height and max(y1, y2) > 0
        for (x1, y1), (x2, y2) in pairwise(line)
    )


def text_of(found: Sequence[DrawnFront]) -> str:
    """What is stored for a game: a front in a line of its own."""
    return "[\n" + ",\n".join(front.model_dump_json() for front in found) + "\n]\n"


def files() -> dict[str, str]:
    """The files of all games that have a fit, by name."""
    found = {}
    for game, manifest in manifests().items():
        if game in fits():
            board = table_of(open_setting(f"{game}/{manifest.samples[0]}")).board()
            found[f"{game}.json"] = text_of(drawn(game, board))
    return found


if __name__ == "__main__":
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(FOLDER / name)
