"""One turn of a game at a glance: what was done in it, what it cost, what changed hands, who comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from bocage.kernel import Setting
from bocage.table import MOVED
from bocage.table.fights import fights_of, losses_of, sides_of
from bocage.table.model import Arriving, Board, Fight, LogEntry, PieceState, Taken, TurnReport, TurnSide


class Held(NamedTuple):
    """A place or a marker that can change hands: its name, the side that has it, and a marker's hex."""

    name: str
    side: str
    hex: str = ""


Places = Mapping[str, Held]  # places by hex or box, markers by a name of their own


def report_of(
    setting: Setting,
    board: Board,
    log: Sequence[LogEntry],
    places: tuple[Places, Places],
    pieces: Iterable[PieceState],
    boxes: tuple[str, Set[str]],
    fires: Set[str] = frozenset(),
    also: Set[str] = frozenset(),
    checks: Set[str] = frozenset(),
) -> TurnReport:
    """What happened in a turn.

    ``places`` are as they were before it and after it, ``pieces`` lie as they did when it was not over yet, and
    ``boxes`` held those that come on the next turn, and those that could have come already. Steps of the kinds
    ``fires`` are told like fights if somebody was fired at, whether it cost anything or not. Of the kinds ``also`` the
    sentences are told, and of steps of the kinds ``checks``, which are no fights, those that tell of losses.
    """
    checked = _checked(log, checks)
    return TurnReport(
        sides=_sides(setting, board, log),
        fights=[fight for fight in _fights(log, fires) if (fight.number, fight.title) not in checked.steps],
        taken=_taken(setting, *places),
        arriving=_arriving(setting, board, pieces, *boxes),
        also=[entry.text for place, entry in enumerate(log) if entry.kind in also or place in checked.losses],
    )


class _Checked(NamedTuple):
    """Steps that are no fights, and the places in the log of the losses to which they led."""

    steps: set[tuple[int, str]]
    losses: set[int]


def _checked(log: Sequence[LogEntry], checks: Set[str]) -> _Checked:
    found, now = _Checked(set(), set()), False
    for place, entry in enumerate(log):
        if entry.step:
            now = entry.kind in checks
            if now:
                found.steps.add((entry.number, entry.step))
        elif now and entry.result is not None and entry.result.losses:
            found.losses.add(place)
    return found


def _fights(log: Sequence[LogEntry], fires: Set[str]) -> list[Fight]:
    """Whatever was fought, and all that cost somebody something."""
    fired = {
        (entry.number, entry.step)
        for entry in log
        if entry.step and entry.kind in fires and (entry.targets or (entry.result and entry.result.outcome))
    }
    return [
        fight
        for fight in fights_of(log, other_losses=True)
        if fight.result.attack is not None or fight.losses or (fight.number, fight.title) in fired
    ]


def _sides(setting: Setting, board: Board, log: Sequence[LogEntry]) -> list[TurnSide]:
    """What each side did and lost."""
    side_of = sides_of(board.pieces, setting)
    moved = Counter(side_of[entry.unit] for entry in log if entry.kind == MOVED and entry.unit in side_of)
    return [
        TurnSide(side=lost.side, title=lost.title, moves=moved[lost.side], units=lost.units, steps=lost.steps)
        for lost in losses_of(log, board.pieces, setting)
    ]


def _taken(setting: Setting, before: Places, after: Places) -> list[Taken]:
    """Places that another side has now, those of one name together."""
    found: dict[tuple[str, str], list[str]] = {}
    for at, held in after.items():
        if at in before and before[at].side != held.side:
            found.setdefault((held.name, held.side), []).append(held.hex or at)
    title = setting.briefing.title_of
    return [Taken(name=name, at=at, side=side, title=title(side)) for (name, side), at in found.items()]


def _arriving(setting: Setting, board: Board, pieces: Iterable[PieceState], box: str, late: Set[str]) -> list[Arriving]:
    """Who waits in a box of the turn track, or has waited longer, side by side."""
    when = next((one.title for one in board.boxes if one.id == box), "")
    if not when:
        return []
    side_of = sides_of(board.pieces, setting)
    found: dict[str, list[str]] = {}
    for piece in pieces:
        if (piece.at == box or piece.at in late) and piece.id in side_of:
            found.setdefault(side_of[piece.id], []).append(piece.id)
    title = setting.briefing.title_of
    return [
        Arriving(side=side, title=title(side), when=when, units=found[side]) for side in setting.sides if side in found
    ]
