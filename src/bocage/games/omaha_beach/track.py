"""The tracks of the board: turns, phases, off-map artillery, command and engineer ranges.

>>> track = load_track()
>>> track.turns[17].time, track.turns[17].tide, track.turns[20].shuffle
('1030', <Tide.HIGH: 'high'>, True)
>>> track.during("mines", 22), track.during("mines", 23)
(True, False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from bocage.games.omaha_beach.files import Source, shipped
from bocage.games.omaha_beach.terms import Sector, Tide, Turn
from bocage.kernel.data import Folder, Model, fault, read_rows, read_table

LAST_TURN = 32


class TurnSpace(Model):
    """A space of the turn track. ``shuffle``: the discards return to the deck when the turn ends (4.VI)."""

    turn: Turn
    time: Annotated[str, Field(pattern=r"^[01]\d[0-5]\d$")]
    minutes: Annotated[int, Field(ge=15, le=30)]
    tide: Tide
    shuffle: bool
    source: Source


class Span(Model):
    """Something that holds in some turns only."""

    name: str
    turns: tuple[tuple[Turn, Turn], ...]
    source: Source


class PhaseBox(Model):
    """A space of the card and phase track."""

    name: str
    phase: int | None = None  # number in the basic sequence (4)
    extended: int | None = None  # number in the extended sequence (15)
    card: bool = False
    source: Source


class ArtilleryBox(Model):
    """An off-map artillery unit and the positions that observe for it, WNs by their group (6.51)."""

    name: str
    sector: Sector
    unit: str
    calibre: Literal[88, 105]
    observers: tuple[str, ...]
    source: Source


class RangeTrack(Model):
    """Ranges space by space (18.2, 19.2)."""

    name: Literal["command", "engineers"]
    spaces: tuple[int, ...]
    source: Source


class _TrackFile(Model):
    span: tuple[Span, ...]
    box: tuple[PhaseBox, ...]
    artillery: tuple[ArtilleryBox, ...]
    range: tuple[RangeTrack, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """All tracks."""

    turns: Mapping[int, TurnSpace]
    spans: Mapping[str, Span]
    boxes: tuple[PhaseBox, ...]
    artillery: Mapping[str, ArtilleryBox]
    ranges: Mapping[str, tuple[int, ...]]
    _holds: Mapping[str, frozenset[int]] = field(init=False)  # the turns of each span

    def __post_init__(self) -> None:
        turns = {
            name: frozenset(turn for first, last in span.turns for turn in range(first, last + 1))
            for name, span in self.spans.items()
        }
        object.__setattr__(self, "_holds", turns)

    def during(self, span: str, turn: int) -> bool:
        """Whether something holds in a turn: ``track.during("mines", 9)``."""
        return turn in self._holds[span]

    def with_spans(self, spans: Mapping[str, Span]) -> Track:
        """The same track with some spans replaced."""
        return replace(self, spans={**self.spans, **spans})


@cache
def load_track() -> Track:
    """The tracks that are shipped with the game, read once."""
    return read_track(shipped())


def read_track(folder: Folder) -> Track:
    """The tracks from the texts of turns.csv and tracks.toml."""
    turns = {}
    for line, space in read_rows(folder, "turns.csv", TurnSpace):
        if space.turn != line - 1:
            fault("turns.csv", f"line {line}", f"turn {line - 1} should stand here")
        turns[space.turn] = space
    if len(turns) != LAST_TURN:
        fault("turns.csv", "end", f"there should be {LAST_TURN} turns, not {len(turns)}")
    table = read_table(folder, "tracks.toml", _TrackFile)
    for span in table.span:
        if any(first > last for first, last in span.turns):
            fault("tracks.toml", f"span {span.name}, turns", "the last turn is before the first")
    return Track(
        turns=turns,
        spans={span.name: span for span in table.span},
        boxes=table.box,
        artillery={box.name: box for box in table.artillery},
        ranges={track.name: track.spaces for track in table.range},
    )
