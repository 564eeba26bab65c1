"""The battle as it really went, beside the one that is played: the front on a day, and when places were liberated.

>>> days_in_words(9), last_day("27 June-3 July")
('nine days', datetime.date(1944, 7, 3))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from pydantic import Field, TypeAdapter

from bocage.hexes import Grid, HexSet
from bocage.kernel.data import Model, check, read_toml
from bocage.table.model import Board, Key, Line, Overlay, OverlayKind

FOLDER = Path(__file__).parent
LAYER = "history"
_AHEAD = 21  # days within which what history has next is told
_NEXT = 2  # places that are told of it
_APART = 5  # places that are named of those that are ahead or behind, the furthest
_APART_IN_TURN = 3  # and in the report of a turn
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


class Held(Enum):
    """How a place stands with the Allies."""

    TAKEN = auto()  # they were the last there
    BEHIND_THE_LINE = auto()  # nobody went there, but it lies behind their line
    OPEN = auto()


@dataclass(frozen=True)
class Stand:
    """How the Allies stood with each place of a board when a turn was over, and the days of that turn."""

    first: date
    last: date
    places: Mapping[str, Held]


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


def stand_of(board: Board, past: Past, quarters: Mapping[str, tuple[str, ...]] | None = None) -> Stand:
    """How the Allies stand with the places that a board has; ``quarters`` are parts of towns that fell apart."""

    def held(spots: Sequence[str]) -> Held:
        if all(map(past.took, spots)):
            return Held.TAKEN
        return Held.BEHIND_THE_LINE if all(map(past.holds, spots)) else Held.OPEN

    return Stand(past.first, past.last, {place.name: held(spots) for place, spots in _on(board, quarters or {})})


def history_lines(course: Sequence[Stand]) -> list[str]:
    """How the Allies stand beside history: the largest differences, what comes next, and what is as it was.

    ``course`` is how they stood at first, at the end of every turn, and now: a place is as far ahead, or behind, as it
    was when it fell. Of what the set-up gave them nothing is told.
    """
    fates = _fates(course)
    apart = _furthest(fates)
    more = len(apart) - _APART
    others = [f"{places_in_words(more)} ahead or behind."] if more > 0 else []
    return [*map(_apart, apart[:_APART]), *others, *_coming(course[-1], fates), *_as_it_was(fates)]


def turn_lines(course: Sequence[Stand]) -> list[str]:
    """A turn beside history: what fell in it, the largest differences, and what was due. See ``history_lines``."""
    fates = _fates(course)
    fell = [fate for fate in fates if fate.fell and len(course) > 1 and fate.turn == len(course) - 1]
    others = [fate for fate in _furthest(fates) if fate not in fell]
    told = [*map(_fell, fell), *map(_apart, others[:_APART_IN_TURN])]
    return told or _coming(course[-1], fates)


class _Fate(NamedTuple):
    """What has become of a place: it fell, or it is still German after its day."""

    place: Place
    fell: bool
    turn: int  # in which it fell, as a place in the course
    days: int  # ahead of history; behind it if negative
    again: bool = False  # it had fallen before, and was lost
    passed: bool = False  # nobody went there when it fell: the line left it behind


def _fates(course: Sequence[Stand]) -> list[_Fate]:
    """The places of which there is something to say, in the order in which they were liberated."""
    now, found = course[-1], []
    for place in places():
        if place.name not in now.places:
            continue
        held = [_is_held(place, course, turn) for turn in range(len(course))]
        since = len(held) - sum(1 for _ in takewhile(bool, reversed(held)))
        earlier = any(held[:since])
        if held[-1]:
            days = _days_ahead(place, course[since])
            passed = course[since].places[place.name] is not Held.TAKEN
            # With a set-up nobody took it, and where nothing is known of the turns before, it cannot be late.
            if since > 0 or (len(course) == 1 and days > 0):
                found.append(_Fate(place, True, since, days, earlier, passed))
        elif place.date < now.first and (earlier or not _given_late(place, course)):
            found.append(_Fate(place, False, -1, (place.date - now.first).days, earlier))
    return found


def _is_held(place: Place, course: Sequence[Stand], turn: int) -> bool:
    """Whether the Allies had a place at the end of a turn: they went there, or its day was over and it lay behind them.

    The day of a place that nobody went to is over with the turn in which it falls, if the game has gone on since.
    """
    stand = course[turn]
    how = stand.places.get(place.name, Held.OPEN)
    if how is Held.BEHIND_THE_LINE:
        over = 0 < turn < len(course) - 1
        return place.date <= stand.last if over else place.date < stand.first
    return how is Held.TAKEN


def _given_late(place: Place, course: Sequence[Stand]) -> bool:
    """Whether a set-up leaves a place to the Germans after its day, and no turn has passed: nobody is late yet."""
    return len(course) > 1 and place.date < course[0].first and course[-1].first == course[0].first


def _days_ahead(place: Place, fell: Stand) -> int:
    """How many days before its own a place fell."""
    if place.date > fell.last:
        return (place.date - fell.last).days
    return min((place.date - fell.first).days, 0)


def _furthest(fates: Iterable[_Fate]) -> list[_Fate]:
    return sorted((fate for fate in fates if fate.days), key=lambda fate: -abs(fate.days))


def _apart(fate: _Fate) -> str:
    if fate.fell:
        return f"{fate.place.name}: {'held again, ' if fate.again else ''}{_difference(fate.days)}."
    difference = "lost again" if fate.again else _difference(fate.days)
    return f"{fate.place.name}: {difference}; in history it falls on {day_in_words(fate.place.date)}."


def _fell(fate: _Fate) -> str:
    falls = "lies behind the line" if fate.passed else "falls"
    return f"{fate.place.name} {falls}{' again' if fate.again else ''}: {_difference(fate.days)}."


def _difference(days: int) -> str:
    if not days:
        return "as in history"
    return f"{days_in_words(abs(days))} {'ahead' if days > 0 else 'behind'}"


def _coming(now: Stand, fates: Sequence[_Fate]) -> list[str]:
    """What falls next in history and has not fallen yet."""
    fallen = {fate.place.name for fate in fates if fate.fell}
    next_ = [
        place
        for place in places()
        if place.name not in fallen
        and now.places.get(place.name, Held.TAKEN) is not Held.TAKEN
        and 0 <= (place.date - now.first).days <= _AHEAD
    ]
    return [f"{one.name}: not yet; in history it falls on {day_in_words(one.date)}." for one in next_[:_NEXT]]


def _as_it_was(fates: Iterable[_Fate]) -> list[str]:
    kept = [fate.place.name for fate in fates if fate.fell and not fate.days]
    more = f" and {len(kept) - _KEPT} more" if len(kept) > _KEPT else ""
    return [f"As in history: {', '.join(kept[-_KEPT:])}{more}."] if kept else []


def _on(board: Board, quarters: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[Place, Sequence[str]]]:
    """The places that a board has, with their hexes and boxes; not those of which a part lies beside its map."""
    where, missing = _where(board)
    parts = {spot for spots in quarters.values() for spot in spots}
    for place in places():
        named = [spot for name in (place.name, *place.names) for spot in where.get(name, ()) if spot not in parts]
        spots = quarters.get(place.name) or named
        if spots and not missing.intersection((place.name, *place.names, *spots)):
            yield place, spots


class _Spots(NamedTuple):
    """The hexes and boxes of a board by the names that are printed there, and what of that is not played on."""

    named: dict[str, list[str]]
    missing: frozenset[str]  # names, and hexes


_known: dict[str, _Spots] = {}


def _where(board: Board) -> _Spots:
    if board.name not in _known:
        found: dict[str, list[str]] = {}
        for hex_ in board.hexes:
            if hex_.name:
                found.setdefault(hex_.name, []).append(hex_.id)
        for box in board.boxes:
            found.setdefault(box.title, []).append(box.id)
        beside = [hex_ for hex_ in board.hexes if not hex_.playable]
        missing = frozenset(word for hex_ in beside for word in (hex_.id, hex_.name) if word)
        _known[board.name] = _Spots(found, missing)
    return _known[board.name]


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


def places_in_words(number: int) -> str:
    """So many places beyond those that are named.

    >>> places_in_words(1), places_in_words(13)
    ('One more place is', '13 more places are')
    """
    count = _NUMBERS[number].capitalize() if number < len(_NUMBERS) else number
    return f"{count} more {'place is' if number == 1 else 'places are'}"


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
