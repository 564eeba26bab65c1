"""The fights of a game and what they cost, from the results that its log tells."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.kernel import Setting
from bocage.table.model import Fight, LogEntry, Losses, Lost, Piece

SYSTEM = "system"  # the seat of pieces that the rules lead
SHOWN = 10  # of the costliest fights


def fights_of(log: Iterable[LogEntry]) -> list[Fight]:
    """Every step in which something came of it, a combat or fire, with all losses that belong to it.

    Those are the losses up to the next step, or to the end of the phase. If several steps were told before their
    losses, such as positions that fire at once, a piece was hit by the last of them that names it.
    """
    found: list[Fight] = []
    open_: list[tuple[Fight, list[str]]] = []  # the steps of this phase, and whom they name
    when = ("", "")
    for entry in log:
        if (entry.turn, entry.phase) != when:
            open_, when = [], (entry.turn, entry.phase)
        told = entry.result
        if told is None:
            continue
        if entry.step and not (open_ and open_[-1][0].title == entry.step):
            fight = Fight(number=entry.number, title=entry.step, turn=entry.turn, hex=entry.hex, result=told, losses=[])
            found.append(fight)
            open_.append((fight, entry.targets))
        if open_ and told.attack is not None:
            open_[-1][0].number, open_[-1][0].result = entry.number, told  # compared, perhaps for the second time
        for lost in told.losses if open_ else ():
            named = (fight for fight, targets in reversed(open_) if lost.piece in targets)
            next(named, open_[-1][0]).losses.append(lost)
    return found


def costliest(fights: Iterable[Fight]) -> list[Fight]:
    """Those that cost most steps, the costliest first; those that cost nothing are not among them."""
    bloody = [fight for fight in fights if fight.losses]
    return sorted(bloody, key=lambda fight: -sum(lost.steps for lost in fight.losses))[:SHOWN]


def sides_of(pieces: Iterable[Piece], setting: Setting) -> dict[str, str]:
    """The side of every piece; those of armies that take no part have none."""
    sides = {seat: side for side, seats in setting.sides.items() for seat in seats or (SYSTEM,)}
    return {piece.id: sides[piece.seat] for piece in pieces if piece.seat in sides}


def losses_of(log: Iterable[LogEntry], pieces: Iterable[Piece], setting: Setting) -> list[Losses]:
    """What each side has lost in all, in units and steps; what came back is not deducted."""
    side_of = sides_of(pieces, setting)
    told: dict[str, list[Lost]] = {side: [] for side in setting.sides}
    for entry in log:
        for lost in entry.result.losses if entry.result is not None else ():
            told[side_of[lost.piece]].append(lost)
    return [
        Losses(
            side=side,
            title=setting.briefing.title_of(side),
            units=sum(lost.gone for lost in all_),
            steps=sum(lost.steps for lost in all_),
        )
        for side, all_ in told.items()
    ]
