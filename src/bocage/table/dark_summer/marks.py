"""How the marks of this game look on the map, and its flags on counters."""

from __future__ import annotations

from bocage.table.designs import CROSSHAIR, FLAG, GREEN, INK, RED, STAR, disc, drawn, filled
from bocage.table.model import MarkKind

_WAVES = drawn("M-34,20q8.5,-11 17,0t17,0t17,0t17,0M-24,34q8,-9 16,0t16,0t16,0", "#1b6f9a", 7)
_BUNKER = "M-34,24V2Q0,-34 34,2V24Z"
_ARROW = "M-30,-9H4V-26L34,0L4,26V9H-30Z"

MARKS = (
    MarkKind(
        kind="open beach", strokes=[disc("#f4f7ee", GREEN), _WAVES, filled("M-9,8V-8H-23L0,-36L23,-8H9V8Z", GREEN)]
    ),
    MarkKind(
        kind="closed beach", strokes=[disc("#ffffff", RED), _WAVES, drawn("M-24,-30 24,10M24,-30 -24,10", RED, 10)]
    ),
    MarkKind(
        kind="augmented",
        strokes=[disc("#ffffff", INK), filled(_BUNKER, INK), drawn("M-12,8H12M0,-4V20", "#ffffff", 6)],
    ),
    MarkKind(kind="us exit", strokes=[disc("#eef0cf", GREEN), filled(_ARROW, GREEN)]),
    MarkKind(kind="british exit", strokes=[disc("#fbe9d3", "#7a4a00"), filled(_ARROW, "#7a4a00")]),
    MarkKind(
        kind="isolated", strokes=[disc("#ffffff", RED), drawn("M24,0A24,24 0 1 1 -24,0A24,24 0 1 1 24,0Z", RED, 9)]
    ),
    MarkKind(kind="captured", strokes=FLAG),
    MarkKind(kind="no entry", strokes=[disc("#ffffff", RED), drawn("M-26,0H26", RED, 16)]),
    MarkKind(kind="held", strokes=FLAG),
    MarkKind(kind="target", strokes=CROSSHAIR),
    MarkKind(kind="objective", strokes=STAR),
    MarkKind(kind="moved", on_counter="acted"),
    MarkKind(kind="fought", on_counter="fought"),
    MarkKind(kind="retreated", on_counter="shaken"),
    MarkKind(kind="out of supply", on_counter="unsupplied"),
    MarkKind(kind="attacking", on_counter="attacking"),
)
