"""What a side has done in a turn, in a few words: where it has brought its units, and where it has fought.

It is made of the log that a seat may read, so it tells nothing that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bocage.table.fights import fights_of
from bocage.table.model import Board, Hex, LogEntry

ABOUT = 3  # hexes from a place that are still near it
GROUPS = 3  # places at the most of which something is told
NAMES = 4  # units at the most that are named together
MASS = 3  # units that are many for one place


def deeds_of(board: Board, log: Sequence[LogEntry], seats: Collection[str]) -> list[str]:
    """What the seats of a side have done, the most first."""
    hexes = {hex_.id: hex_ for hex_ in board.hexes}
    own = [entry for entry in log if entry.seat in seats]
    return [*_moves(board, hexes, own, seats), *_fights(hexes, own)]


def _moves(board: Board, hexes: Mapping[str, Hex], log: Sequence[LogEntry], seats: Collection[str]) -> list[str]:
    ours = {piece.id for piece in board.pieces if piece.seat in seats}
    now = {entry.unit: entry.at for entry in log if entry.unit in ours and entry.at in hexes}
    places: dict[str, list[str]] = {}
    for unit, at in now.items():
        places.setdefault(_place(hexes, at), []).append(str(unit))
    most = sorted(places.items(), key=lambda group: -len(group[1]))[:GROUPS]
    return [f"{'masses' if len(units) >= MASS else 'brings'} {_list(units)} {place}" for place, units in most]


def _fights(hexes: Mapping[str, Hex], log: Sequence[LogEntry]) -> list[str]:
    fought = [fight.hex for fight in fights_of(log) if fight.hex in hexes and fight.result.attack is not None]
    names = list(dict.fromkeys(_named(hexes[hex_]) for hex_ in fought if hex_))
    return [f"fights for {_list(names)}"] if names else []


def _list(names: Sequence[str]) -> str:
    if len(names) > NAMES:
        return f"{', '.join(names[:NAMES])} and {len(names) - NAMES} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _named(hex_: Hex) -> str:
    return f"{hex_.name} ({hex_.id})" if hex_.name else hex_.id


def _place(hexes: Mapping[str, Hex], at: str) -> str:
    """Where a hex is, by the nearest that has a name."""
    seen, front = {at}, [at]
    for distance in range(ABOUT + 1):
        name = next((hexes[place].name for place in front if hexes[place].name), "")
        if name:
            return f"near {name}" if distance else f"to {name}"
        around = [near for place in front for near in hexes[place].neighbours if near]
        front = list(dict.fromkeys(near for near in around if near in hexes and near not in seen))
        seen.update(front)
    return f"to {at}"
