"""How the marks of this game look on the map, and its flags on counters."""

from __future__ import annotations

from bocage.table.designs import CROSSHAIR, FLAG, GREEN, INK, OLIVE, RED, STAR, disc, drawn, filled
from bocage.table.model import MarkKind, Stroke

_ARROW = "M-34,14L0,-30L34,14H14V36H-14V14Z"
_CRATE = "M-26,-18H26V26H-26ZM-26,-18L-14,-32H38L26,-18"
_ANCHOR = "M0,-30V30M-16,-12H16M-30,6Q-30,32 0,32T30,6"


def _offensive(number: int, ground: str, colour: str) -> list[Stroke]:
    """One arrow or two, for one marker or two."""
    strokes = [disc(ground, colour)]
    if number == 1:
        return [*strokes, filled(_ARROW, colour)]
    return [
        *strokes,
        filled("M-38,10L-19,-26L0,10H-10V30H-28V10Z", colour),
        filled("M0,10L19,-26L38,10H28V30H10V10Z", colour),
    ]


def _bars(number: int) -> list[Stroke]:
    """Levels of disorganisation: zigzags on yellow."""
    rows = (0,) if number == 1 else (-14, 14)
    return [disc("#ffe9a8", RED), *(drawn(f"M-28,{y}L-14,{y - 12}L0,{y}L14,{y - 12}L28,{y}", RED, 8) for y in rows)]


MARKS = (
    MarkKind(kind="allied offensive", strokes=_offensive(1, "#eef0cf", GREEN)),
    MarkKind(kind="allied offensives", strokes=_offensive(2, "#eef0cf", GREEN)),
    MarkKind(kind="german offensive", strokes=_offensive(1, "#ffffff", INK)),
    MarkKind(kind="german offensives", strokes=_offensive(2, "#ffffff", INK)),
    MarkKind(kind="depot", strokes=[disc("#f4f7ee", GREEN), drawn(_CRATE, GREEN, 7)]),
    MarkKind(kind="depot being built", strokes=[disc("#ffffff", OLIVE), drawn(_ANCHOR, OLIVE, 7)]),
    MarkKind(
        kind="wrecked",
        strokes=[disc("#ffffff", RED), drawn(_CRATE, RED, 6), drawn("M-30,-30 30,30M30,-30 -30,30", RED, 8)],
    ),
    MarkKind(kind="affected 1", strokes=[disc("#ffe0c2", RED), drawn("M-18,30L0,-30L18,30M-11,8H11", RED, 8)]),
    MarkKind(
        kind="affected 2",
        strokes=[disc("#ffb98a", RED), drawn("M-36,26L-20,-26L-4,26M-30,8H-10M4,26L20,-26L36,26M10,8H30", RED, 7)],
    ),
    MarkKind(kind="confusion", strokes=[disc("#ffffff", RED), drawn("M-28,-28 28,28M28,-28 -28,28", RED, 9)]),
    MarkKind(kind="rubble", strokes=[disc("#efe6d8", INK), filled("M-32,26L-18,2L-6,14L8,-20L20,6L32,26Z", "#5c5148")]),
    MarkKind(
        kind="siege", strokes=[disc("#ffffff", GREEN), drawn("M24,0A24,24 0 1 1 -24,0A24,24 0 1 1 24,0Z", GREEN, 9)]
    ),
    MarkKind(kind="held", strokes=FLAG),
    MarkKind(kind="target", strokes=CROSSHAIR),
    MarkKind(kind="objective", strokes=STAR),
    MarkKind(kind="moved", on_counter="acted"),
    MarkKind(kind="fought", on_counter="fought"),
    MarkKind(kind="out of supply", on_counter="unsupplied"),
    MarkKind(kind="attacking", on_counter="attacking"),
    MarkKind(
        kind="elite", on_counter="badge", strokes=[filled("M-40,-14H40V14H-40Z", "#f2c230"), drawn("M-40,0H40", RED, 9)]
    ),
    MarkKind(kind="disorganised 1", on_counter="badge", strokes=_bars(1)),
    MarkKind(kind="disorganised 2", on_counter="badge", strokes=_bars(2)),
    MarkKind(
        kind="resting", on_counter="badge", strokes=[disc("#e3eefb", INK), drawn("M-20,-24H20L-20,24H20", INK, 9)]
    ),
    MarkKind(
        kind="in reserve",
        on_counter="badge",
        strokes=[disc("#ffffff", INK), drawn("M-16,32V-28H8Q26,-28 22,-10T-16,2M4,4L24,32", INK, 9)],
    ),
    MarkKind(kind="offensive", on_counter="badge", strokes=_offensive(1, "#ffffff", INK)),
)
