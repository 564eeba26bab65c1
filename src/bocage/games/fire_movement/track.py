"""The Game Turn Record Track: a box for each turn a game can come to, with dates, arrivals and replacements (2.2, 3.0).

>>> from bocage.games.fire_movement.title import open_scenario
>>> boxes = record_track(open_scenario("sword").battle)
>>> boxes[0].turn, boxes[0].dates
(1, '6-7 June 1944')
>>> boxes[1].arrivals["german"]
('858/346', '346/346')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from bocage.games.fire_movement.battle import ALLIED, SEATS, Battle
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.turn import replacement_points

D_DAY = date(1944, 6, 6)
FIRST_PLAYER = SEATS[ALLIED]  # 10.5-02


@dataclass(frozen=True)
class Box:
    """One turn of the track."""

    turn: int
    first_day: date
    last_day: date
    arrivals: dict[str, tuple[str, ...]]  # by seat, the reinforcements scheduled for the turn
    replacements: dict[str, int]  # "cw leg" -> points, where there are any
    weather: bool  # whether a die is thrown for the weather

    @property
    def dates(self) -> str:
        """The days of the turn: '30 June-2 July 1944'."""
        return dates_of(self.turn)


def dates_of(turn: int) -> str:
    """The days of a turn.

    >>> dates_of(1), dates_of(11)
    ('6-7 June 1944', '1-2 July 1944')
    """
    first, last = first_day(turn), first_day(turn + 1) - timedelta(days=1)
    month = f" {first:%B}" if first.month != last.month else ""
    return f"{first.day}{month}-{last.day} {last:%B %Y}"


def first_day(turn: int) -> date:
    """The day on which a turn begins: turns of two and of three days take turns (10.1).

    >>> [first_day(turn).isoformat() for turn in (1, 2, 3, 25)]
    ['1944-06-06', '1944-06-08', '1944-06-11', '1944-08-05']
    """
    return D_DAY + timedelta(days=5 * (turn - 1) // 2)


def record_track(battle: Battle) -> tuple[Box, ...]:
    """The track of a battle, with the schedule as it stands before the game."""
    present = sorted({area.army for area in battle.areas})
    return tuple(
        Box(
            turn=turn,
            first_day=first_day(turn),
            last_day=first_day(turn + 1) - timedelta(days=1),
            arrivals=_arrivals(battle, turn),
            replacements=_replacements(present, turn, campaign=battle.scenario.campaign),
            weather=battle.weather and turn > 1,
        )
        for turn in range(1, battle.last_turn_ever + 1)
    )


def _arrivals(battle: Battle, turn: int) -> dict[str, tuple[str, ...]]:
    due = [number for number, entry in enumerate(battle.entry) if entry is not None and entry.turn == turn]
    return {
        seat: tuple(battle.units[number].id for number in due if battle.side[number] == side)
        for side, seat in enumerate(SEATS)
    }


def _replacements(armies: Iterable[Army], turn: int, *, campaign: bool) -> dict[str, int]:
    found = {}
    for army in armies:
        for kind in ("leg", "mobile"):
            points = replacement_points(army, turn, mobile=kind == "mobile", campaign=campaign)
            if points:
                found[f"{army} {kind}"] = points
    return found
