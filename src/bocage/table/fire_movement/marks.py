"""How the marks of this game look on the map, and its flags on counters."""

from __future__ import annotations

from bocage.table.designs import CROSSHAIR, FLAG, GREEN, STAR, disc, drawn, filled
from bocage.table.model import MarkKind

MARKS = (
    MarkKind(
        kind="beachhead",
        strokes=[
            disc("#f4f7ee", GREEN),
            drawn("M-34,20q8.5,-11 17,0t17,0t17,0t17,0M-24,34q8,-9 16,0t16,0t16,0", "#1b6f9a", 7),
            filled("M-9,8V-8H-23L0,-36L23,-8H9V8Z", GREEN),
        ],
    ),
    MarkKind(
        kind="drop zone",
        strokes=[
            disc("#f4f7ee", GREEN),
            filled("M-32,-4C-32,-44 32,-44 32,-4Q24,-13 16,-4Q8,-13 0,-4Q-8,-13 -16,-4Q-24,-13 -32,-4Z", GREEN),
            drawn("M-32,-4 0,34 32,-4M-16,-4 0,34 16,-4", GREEN, 4),
            filled("M-8,24H8V38H-8Z", GREEN),
        ],
    ),
    MarkKind(kind="held", strokes=FLAG),
    MarkKind(kind="target", strokes=CROSSHAIR),
    MarkKind(kind="objective", strokes=STAR),
    MarkKind(kind="fortification", look="rampart"),
    *(MarkKind(kind=flag, on_counter="acted") for flag in ("moved", "advanced", "displaced", "may not move")),
    *(MarkKind(kind=flag, on_counter="fought") for flag in ("fought", "may not attack")),
    MarkKind(kind="out of supply", on_counter="unsupplied"),
    MarkKind(kind="attacking", on_counter="attacking"),
)
