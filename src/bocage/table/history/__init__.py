"""The battle as it really went, beside the one that is played: the front on a day, and when places were liberated.

>>> days_in_words(9), last_day("27 June-3 July")
('nine days', datetime.date(1944, 7, 3))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from pydantic import Field, TypeAdapter

from bocage.hexes import Grid, HexSet
from bocage.kernel.data import Model, check, read_toml
from bocage.table.model import Board, Key, Line, Overlay, OverlayKind

FOLDER = Path(__file__).parent
LAYER = "history"
_AHEAD = 21  # days within which what history has next is told
_NEXT = 2  # places that are told of it
_KEPT = 4  # places that are named of those that are as they were, the latest
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September")
_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


class DrawnFront(Model):
    """The front on the evening of a day, in units of a game's drawing; written by ``bocage.drawings.fronts``."""

    date: date
    title: str
    origin: str
    lines: list[list[tuple[float, float]]]


class Place(Model):
    """A well-known place and the day on which it was liberated."""

    name: str
    date: date
    origin: str = Field(pattern=r"^history: ")
    names: tuple[str, ...] = ()


class Places(Model):
    """All of them."""

    place: tuple[Place, ...]


@dataclass(frozen=True)
class Past:
    """What a game says of its moment: the days of its turn, and how a hex or a box stands with the Allies."""

    first: date
    last: date
    took: Callable[[str], bool]  # they were the last there
    holds: Callable[[str], bool]  # or it lies behind their line


def among(grid: Grid, hexes: HexSet) -> Callable[[str], bool]:
    """Whether a hex is one of some."""
    return lambda label: bool(hexes >> grid.at(label) & 1)


def holding(grid: Grid, held: HexSet, allied: HexSet, german: HexSet) -> Callable[[str], bool]:
    """The Allies hold a hex if they were there last, or it lies behind their line, nearer to them than to Germans."""

    def holds(label: str) -> bool:
        near: HexSet = 1 << grid.at(label)
        if near & (held | german):
            return bool(near & held & ~german)
        while allied and not near & (allied | german):
            near = grid.within(near, 1)
        return bool(near & allied) and not near & german

    return holds


@cache
def fronts_of(game: str) -> tuple[DrawnFront, ...]:
    """The fronts that cross the map of a game, by date; none if nobody has laid them on it."""
    file = FOLDER / f"{game}.json"
    if not file.is_file():
        return ()
    return tuple(TypeAdapter(list[DrawnFront]).validate_json(file.read_text(encoding="utf-8")))


@cache
def places() -> tuple[Place, ...]:
    """The places in the order in which they were liberated."""
    file = "places.toml"
    found = check(Places, read_toml((FOLDER / file).read_text(encoding="utf-8"), file), file).place
    return tuple(sorted(found, key=lambda place: place.date))


# -- the layer -------------------------------------------------------------------------------------


def kind_of(game: str) -> OverlayKind | None:
    """The layer with the real front, for games on whose map it runs."""
    if not fronts_of(game):
        return None
    text = "Where the front ran on the last known evening of this turn, and how you stand beside it."
    return OverlayKind(id=LAYER, title="The front in history", text=text)


def overlay_of(game: str, past: Past, sentences: list[str]) -> Overlay:
    """The front on the last evening of the turn for which there is one."""
    known = [front for front in fronts_of(game) if front.date <= past.last]
    if not known:
        return Overlay(kind=LAYER, title="The front in history", shades=[], notes=["Nothing is known of this day yet."])
    front = known[-1]
    words = front.origin.removeprefix("history: ")
    lines = [Line(kind="front", text=front.title, points=points) for points in front.lines]
    key = Key(id="front", title=front.title[:1].upper() + front.title[1:], text=f"{words}.", pattern="front")
    return Overlay(
        kind=LAYER,
        title=f"The front on {day_in_words(front.date)}",
        shades=[],
        lines=lines,
        legend=[key],
        notes=sentences,
    )


# -- how the player stands -------------------------------------------------------------------------


def history_lines(board: Board, past: Past) -> list[str]:
    """How the Allies stand beside history, place by place: ahead, behind, what comes next, and what is as it was.

    Ahead is only who has been there; behind is nobody of a place behind his line.
    """
    ahead, behind, coming, kept = [], [], [], []
    for place, spots in _on(board):
        held = all(map(past.holds, spots))
        if place.date > past.last and all(map(past.took, spots)):
            ahead.append(f"{place.name}: {days_in_words((place.date - past.last).days)} ahead.")
        elif held and place.date <= past.last:
            kept.append(place.name)
        elif place.date < past.first:
            late = days_in_words((past.first - place.date).days)
            behind.append(f"{place.name}: {late} behind; in history it falls on {day_in_words(place.date)}.")
        elif (place.date - past.first).days <= _AHEAD:
            coming.append(f"{place.name}: not yet; in history it falls on {day_in_words(place.date)}.")
    more = f" and {len(kept) - _KEPT} more" if len(kept) > _KEPT else ""
    as_it_was = [f"As in history: {', '.join(kept[-_KEPT:])}{more}."] if kept else []
    return [*ahead, *behind, *coming[:_NEXT], *as_it_was]


def _on(board: Board) -> Iterator[tuple[Place, list[str]]]:
    """The places that a board has, with their hexes and boxes."""
    where = _where(board.name, board)
    for place in places():
        spots = [spot for name in (place.name, *place.names) for spot in where.get(name, ())]
        if spots:
            yield place, spots


_known: dict[str, dict[str, list[str]]] = {}


def _where(name: str, board: Board) -> dict[str, list[str]]:
    """The hexes and boxes of a board by the names that are printed there."""
    if name not in _known:
        found: dict[str, list[str]] = {}
        for hex_ in board.hexes:
            if hex_.name and hex_.playable:
                found.setdefault(hex_.name, []).append(hex_.id)
        for box in board.boxes:
            found.setdefault(box.title, []).append(box.id)
        _known[name] = found
    return _known[name]


# -- words -----------------------------------------------------------------------------------------


def day_in_words(day: date) -> str:
    """A day as it is written.

    >>> day_in_words(date(1944, 6, 18))
    '18 June'
    """
    return f"{day.day} {_MONTHS[day.month - 1]}"


def days_in_words(days: int) -> str:
    """So many days.

    >>> days_in_words(1), days_in_words(30)
    ('one day', '30 days')
    """
    return f"{_NUMBERS[days] if days < len(_NUMBERS) else days} day{'' if days == 1 else 's'}"


def first_day(dates: str) -> date:
    """The first day of a turn as a track writes it.

    >>> first_day("6-14 June"), first_day("27 June-3 July"), first_day("6 June")
    (datetime.date(1944, 6, 6), datetime.date(1944, 6, 27), datetime.date(1944, 6, 6))
    """
    return _days(dates)[0]


def last_day(dates: str) -> date:
    """The last day of a turn as a track writes it."""
    return _days(dates)[-1]


def _days(dates: str) -> list[date]:
    parts = dates.split("-")
    month = parts[-1].split()[1]
    return [_day(part if " " in part else f"{part} {month}") for part in parts]


def _day(words: str) -> date:
    day, month = words.split()
    return date(1944, _MONTHS.index(month) + 1, int(day))
