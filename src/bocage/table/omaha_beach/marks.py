"""How the marks of this game look on the map, and on the counters that carry them."""

from __future__ import annotations

from bocage.table.designs import CROSSHAIR, FLAG, GREEN, INK, OLIVE, RED, cased, disc, drawn, filled
from bocage.table.model import MarkKind, Stroke

_CLIMB = [disc("#ffffff", INK), drawn("M-24,6 0,-20 24,6M-24,30 0,4 24,30", INK, 9)]
_GOLD = "#5b3a00"

MARKS = (
    MarkKind(kind="sea", look="water"),
    MarkKind(kind="cleared", strokes=cased("M-30,40 -14,-40M30,40 14,-40M0,36V18M0,6V-10M0,-22V-36", GREEN)),
    MarkKind(
        kind="disrupted",
        strokes=[disc("#ffffff", RED), filled("M8,-36 -22,6H-2L-10,36 22,-8H2Z", RED)],
        on_counter="shaken",
    ),
    MarkKind(
        kind="smoke",
        strokes=[
            Stroke(
                path="M-34,30A20,20 0 0 1 -38,-8A22,22 0 0 1 -4,-26A20,20 0 0 1 32,-14A22,22 0 0 1 34,30Z",
                fill="rgba(240, 240, 236, 0.94)",
                line="#4b4b4b",
                width=6,
            ),
            drawn("M-22,6q9,-9 18,0t18,0M-14,18q8,-8 16,0t16,0", "#4b4b4b", 5),
        ],
    ),
    MarkKind(
        kind="garrison",
        strokes=[
            Stroke(path="M-34,-40H34V0Q34,32 0,46Q-34,32 -34,0Z", fill="#e9f29a", line=OLIVE, width=6),
            drawn("M-20,-12H20M-20,10H20", OLIVE, 8),
        ],
    ),
    MarkKind(kind="base", strokes=[disc("#fff4c7", OLIVE), drawn("M-26,18V-14H26V18M0,-14V14", OLIVE, 9)]),
    MarkKind(
        kind="command post",
        strokes=[disc("#f4f7ee", OLIVE), filled("M-18,34V-34H-10L28,-18 -10,-2V34Z", OLIVE)],
        on_counter="badge",
    ),
    MarkKind(kind="held", strokes=FLAG),
    MarkKind(kind="target", strokes=CROSSHAIR),
    MarkKind(
        kind="hero",
        strokes=[
            disc("#ffd54a", _GOLD),
            filled("M0,-36 9,-11 35,-11 14,5 22,31 0,15 -22,31 -14,5 -35,-11 -9,-11Z", "#3a2400"),
        ],
        on_counter="badge",
    ),
    MarkKind(
        kind="inspired",
        strokes=[
            disc("#ffffff", _GOLD),
            drawn("M0,-32 8,-10 31,-10 13,4 20,28 0,14 -20,28 -13,4 -31,-10 -8,-10Z", _GOLD, 9),
        ],
        on_counter="badge",
    ),
    MarkKind(kind="climbing", strokes=_CLIMB, on_counter="badge"),
    MarkKind(kind="on the cliff", strokes=_CLIMB, on_counter="badge"),
    MarkKind(kind="wounded", strokes=[disc("#ffffff", RED), drawn("M0,-28V28M-28,0H28", RED, 9)], on_counter="badge"),
    MarkKind(kind="has acted", on_counter="acted"),
    MarkKind(kind="attacking", on_counter="attacking"),
)
