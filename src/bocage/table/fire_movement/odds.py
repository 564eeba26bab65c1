"""Exact odds in words."""

from __future__ import annotations

from bocage.games.fire_movement.bombardment import friends_beside
from bocage.games.fire_movement.results import NO_EFFECT_IN_BOMBARDMENT
from bocage.games.fire_movement.sentences import RESULTS
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.title import FireMovement
from bocage.kernel import Odds as KernelOdds
from bocage.kernel import Order
from bocage.table.fire_movement.charts import RESULTS_CHART, line_row
from bocage.table.fire_movement.words import meaning
from bocage.table.model import Hits, Odds, OddsResult, Shift

DRAWN = (
    "A marker is still to be drawn or lies face down: the strengths are averages over the cup and the chart shows "
    "the likeliest column; the chances below count every marker that it may be."
)
BEFORE_SUPPORT = "Without support fire: both sides may still add markers."
_HITS: dict[str, Hits] = {
    "De": "defender", "D3": "defender", "D2": "defender", "Ex": "both",
    "A1": "attacker", "A2": "attacker", "A3": "attacker", "(A)": "attacker", "Ae": "attacker",
}  # fmt: skip
_HITS_IN: dict[str, dict[str, Hits]] = {  # where a result means something else
    "bombardment": dict.fromkeys(NO_EFFECT_IN_BOMBARDMENT, "nobody"),
    "beach_assault": {"De": "nobody", "D3": "nobody", "D2": "nobody", "Ex": "attacker"},
    "landing_attack": {"-": "attacker"},
}
MORE_TO_COME = "Without the markers that the other side may still place."


def odds_of(setting: FireMovement, view: State, _: Order, odds: KernelOdds) -> Odds:
    """What an attack would lead to, best for the attacker first."""
    difference = odds.attack - odds.defence
    return Odds(
        attack=odds.attack,
        defence=odds.defence,
        difference=f"{difference:+d}" if difference else "0",
        line=odds.line,
        column=f"{odds.columns[0]} to {odds.columns[-1]}" if len(odds.columns) > 1 else str(odds.column),
        shifts=[Shift(cause=cause, columns=columns) for cause, columns in odds.shifts],
        results=[
            OddsResult(result=code, meaning=_meaning(view, code), chance=odds.results[code], hits=_hits(view, code))
            for code in RESULTS
            if code in odds.results
        ],
        rule=odds.rule,
        chart=RESULTS_CHART,
        chart_column=odds.column,  # the first column of the chart is the heading of its rows
        chart_row=line_row(setting.battle.table, odds.line),
        note=_note(setting, view, odds),
    )


def _note(setting: FireMovement, view: State, odds: KernelOdds) -> str:
    """What to know about the numbers: what they count, and what may come yet."""
    frame = view.stack[-1]
    notes = [] if odds.results == setting.battle.table.distribution(odds.column) else [DRAWN]
    if frame.doing == "combat":
        notes.append(BEFORE_SUPPORT)
    elif view.about().answered:
        notes.append(MORE_TO_COME)
    return " ".join(notes)


def _meaning(view: State, code: str) -> str:
    """A result in words; where a result against the defender comes to nothing, no result is said in the same words."""
    words, fuller = meaning(view, "-" if _falls_short_of_all(view, code) else code), meaning(view, "D2")
    return fuller if fuller.startswith(f"{words}: ") else words


def _hits(view: State, code: str) -> Hits:
    """Whom a result hits, in the combat at hand."""
    if _falls_short_of_all(view, code):
        return "nobody"
    combat = next((frame.doing for frame in view.stack if frame.doing in _HITS_IN), "")
    return _HITS_IN.get(combat, {}).get(code) or _HITS.get(code, "nobody")


def _falls_short_of_all(view: State, code: str) -> bool:
    """Whether a result is friendly fire of a bombardment with no friend next to the target (8.1.3-03)."""
    if code != "(A)" or all(frame.doing != "bombardment" for frame in view.stack):
        return False
    target = view.about().target
    return target >= 0 and not friends_beside(view, target)
