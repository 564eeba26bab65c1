"""Exact odds in words."""

from __future__ import annotations

from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.title import FireMovement
from bocage.kernel import Odds as KernelOdds
from bocage.table.fire_movement.charts import RESULTS_CHART, line_row
from bocage.table.fire_movement.words import RESULTS, meaning
from bocage.table.model import Odds, OddsResult, Shift

DRAWN = (
    "A marker is still to be drawn: the strengths are averages over the cup and the column is the likeliest one; "
    "the chances below count every marker."
)


def odds_of(setting: FireMovement, view: State, odds: KernelOdds) -> Odds:
    """What an attack would lead to, best for the attacker first."""
    difference = odds.attack - odds.defence
    return Odds(
        attack=odds.attack,
        defence=odds.defence,
        difference=f"{difference:+d}" if difference else "0",
        line=odds.line,
        column=str(odds.column),
        shifts=[Shift(cause=cause, columns=columns) for cause, columns in odds.shifts],
        results=[
            OddsResult(result=code, meaning=meaning(view, code), chance=odds.results[code])
            for code in RESULTS
            if code in odds.results
        ],
        rule=setting.cite(odds.rule),
        chart=RESULTS_CHART,
        chart_column=odds.column,  # the first column of the chart is the heading of its rows
        chart_row=line_row(setting.battle.table, odds.line),
        note="" if odds.results == setting.battle.table.distribution(odds.column) else DRAWN,
    )
