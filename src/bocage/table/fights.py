"""The fights of a game and what they cost, from the results that its log tells."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set

from bocage.kernel import Setting
from bocage.table import MOVED
from bocage.table.model import Fight, Fought, LogEntry, Losses, Lost, Piece, Result, Summary, Throw

SYSTEM = "system"  # the seat of pieces that the rules lead
SHOWN = 10  # of the costliest fights
FOUGHT = 6  # of those who fought most
THROWS = 3  # the kindest and the unkindest of each seat
LUCK = "luck"  # the curve whose jumps are throws
ATTACK_DECLARED = "attack_declared"


def fights_of(log: Iterable[LogEntry], *, other_losses: bool = False) -> list[Fight]:
    """Every step in which something came of it, a combat or fire, with all losses that belong to it.

    Those are the losses up to the next step, or to the end of the phase. If several steps were told before their
    losses, such as positions that fire at once, a piece was hit by the last of them that names it. With
    ``other_losses`` those that belong to no step are there, too, by the sentence that tells of them.
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
        if entry.step and not (open_ and _goes_on(open_[-1][0], entry.step, told)):
            fight = Fight(number=entry.number, title=entry.step, turn=entry.turn, hex=entry.hex, result=told, losses=[])
            found.append(fight)
            open_.append((fight, list(entry.targets)))
        elif entry.step:
            open_[-1][1].extend(entry.targets)
        if open_ and told.attack is not None:
            open_[-1][0].number, open_[-1][0].result = entry.number, told  # compared, perhaps for the second time
        if other_losses and told.losses and not open_:
            title = entry.text.rstrip(".")
            fight = Fight(number=entry.number, title=title, turn=entry.turn, hex=entry.hex, result=told, losses=[])
            fight.losses += told.losses
            found.append(fight)
        for lost in told.losses if open_ else ():
            named = (fight for fight, targets in reversed(open_) if lost.piece in targets)
            next(named, open_[-1][0]).losses.append(lost)
    return found


def _goes_on(fight: Fight, step: str, told: Result) -> bool:
    """Whether a step is the same as before: fire that has come to something is over with that, and so is a die."""
    again = told.attack is None and bool(told.outcome) and bool(fight.result.outcome)
    again |= bool(told.die) and bool(fight.result.die)
    return fight.title == step and not again


def ends_of(log: Sequence[LogEntry]) -> Iterator[str]:
    """For every entry the step of an earlier order to whose end it belongs: one is hurt or gives way after a fight.

    A fight is over with the phase, or when another begins.
    """
    begun: LogEntry | None = None
    for entry in log:
        if begun is not None and (entry.turn, entry.phase) != (begun.turn, begun.phase):
            begun = None
        suffers = entry.result is not None and bool(entry.path or entry.result.losses)
        if entry.step or entry.kind in (MOVED, ATTACK_DECLARED):
            begun = entry if entry.step else None
        yield begun.step if begun is not None and suffers and entry.number != begun.number else ""


def costliest(fights: Iterable[Fight]) -> list[Fight]:
    """Those that cost most steps, the costliest first; those that cost nothing are not among them."""
    bloody = [fight for fight in fights if fight.losses]
    return sorted(bloody, key=lambda fight: -sum(lost.steps for lost in fight.losses))[:SHOWN]


def sides_of(pieces: Iterable[Piece], setting: Setting) -> dict[str, str]:
    """The side of every piece; those of armies that take no part have none."""
    sides = {seat: side for side, seats in setting.sides.items() for seat in seats or (SYSTEM,)}
    return {piece.id: sides[piece.seat] for piece in pieces if piece.seat in sides}


def throws_of(summary: Summary, fights: Iterable[Fight]) -> list[Throw]:
    """The moments that made the curves of luck jump most, the kindest and the unkindest of each seat."""
    by_number = {fight.number: fight for fight in fights}
    names = [name for _, name in summary.turns]
    starts = [number for number, _ in summary.turns]
    found: list[Throw] = []
    for curve in summary.curves:
        if curve.id != LUCK:
            continue
        before = 0.0
        jumps: list[tuple[float, int]] = []
        for number, value in curve.points:
            jumps.append((round(value - before, 3), number))
            before = value
        jumps = [jump for jump in jumps if jump[1] in by_number]
        kind = sorted((jump for jump in jumps if jump[0] > 0), key=lambda jump: (-jump[0], jump[1]))[:THROWS]
        unkind = sorted(jump for jump in jumps if jump[0] < 0)[:THROWS]
        for luck, number in (*kind, *unkind):
            fight = by_number[number]
            turn = names[max(bisect_right(starts, number) - 1, 0)] if names else fight.turn
            found.append(
                Throw(seat=curve.seat, number=number, title=fight.title, turn=turn, luck=luck, result=fight.result)
            )
    return found


def fought_of(log: Iterable[LogEntry], pieces: Iterable[Piece], fires: Set[str] = frozenset()) -> list[Fought]:
    """Who fought most: named as a fighter, or as one who attacks or is attacked. Guns that fire alone do not fight.

    Where no strengths are compared, fire is a fight, too: ``fires`` are the kinds of entries that tell of it.
    """
    known = {piece.id: piece for piece in pieces}
    count: Counter[str] = Counter()
    for entry in log:
        told = entry.result
        fights = (
            entry.kind.startswith("attack") or (told is not None and told.defence is not None) or entry.kind in fires
        )
        if entry.kind == ATTACK_DECLARED and entry.fighters:
            continue  # what comes of it names them again
        if fights:
            named = [*(entry.fighters or entry.targets), *([entry.unit] if entry.unit else ())]
            count.update(list(dict.fromkeys(named)))  # each once, and always in the same order
    most = [(piece, fights) for piece, fights in count.most_common() if piece in known][:FOUGHT]
    return [
        Fought(piece=piece, title=known[piece].title, seat=known[piece].seat, fights=fights) for piece, fights in most
    ]


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
