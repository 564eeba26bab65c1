"""Exact odds in words: strengths, shifts with their causes, and what each face of the die would bring."""

from __future__ import annotations

from bocage.games.bloody_summer.fight import defenders_of
from bocage.games.bloody_summer.odds import Prospect, prospect
from bocage.games.bloody_summer.pieces import PIECE_IDS
from bocage.games.bloody_summer.places import SIZE
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.tables import Result
from bocage.games.bloody_summer.title import BloodySummer
from bocage.kernel import Odds as KernelOdds
from bocage.kernel import Order
from bocage.table.bloody_summer.charts import RESULTS_CHART
from bocage.table.model import Hits, Odds, OddsFace, OddsResult, Shift

WITHOUT_SUPPORT = "Without support and bombardment that have not been announced."
COUNTERATTACK = "After an advance the defender may counterattack."


def odds_of(setting: BloodySummer, view: State, order: Order, odds: KernelOdds) -> Odds:
    """What an attack would lead to, best for the attacker first."""
    found = prospect(view, order)
    assert found is not None, "there are odds for attacks only"
    names = {face.name: face.result for face in found.faces}
    return Odds(
        attack=odds.attack,
        defence=odds.defence,
        difference=found.odds,
        ratio=True,
        line="",
        column=found.line,
        shifts=[Shift(cause=cause, columns=columns) for cause, columns in found.shifts],
        results=[
            OddsResult(result=name, meaning=meaning(names[name]), chance=chance, hits=_hits(names[name]))
            for name, chance in sorted(odds.results.items(), key=lambda one: _favour(names[one[0]]), reverse=True)
        ],
        rule=odds.rule,
        chart=RESULTS_CHART,
        chart_column=found.column + 1,  # the first is that of the die
        note=_note(found),
        helps=_helps(view, found),
        faces=[
            OddsFace(
                die=face.die,
                printed=face.name,
                result=face.name,
                attacker=face.result.attacker.steps,
                defender=face.result.defender.steps,
            )
            for face in found.faces
        ],
    )


def _favour(result: Result) -> int:
    """How good a result is for the attacker."""
    attacker, defender = result.attacker, result.defender
    return (
        3 * (defender.steps - attacker.steps)
        + defender.levels
        - attacker.levels
        + defender.retreat
        + int(result.exploitation)
    )


def _hits(result: Result) -> Hits:
    attacker, defender = (bool(one.steps or one.levels or one.retreat) for one in (result.attacker, result.defender))
    return ("both" if attacker else "defender") if defender else "attacker" if attacker else "nobody"


def meaning(result: Result) -> str:
    """A result in words."""
    sides = (("the attacker", result.attacker), ("the defender", result.defender))
    parts = []
    for who, outcome in sides:
        words = []
        if outcome.steps:
            words.append(f"loses {outcome.steps} step{'s' if outcome.steps > 1 else ''}")
        if outcome.levels:
            words.append(f"is disorganised by {outcome.levels}")
        if outcome.retreat:
            words.append(f"retreats {outcome.retreat} hex{'es' if outcome.retreat > 1 else ''}")
        if words:
            parts.append(f"{who} {', '.join(words)}")
    if result.exploitation:
        parts.append("exploitation")
    return "; ".join(parts) or "nothing happens"


def _note(found: Prospect) -> str:
    notes = {
        f"Elite units change the die by {found.modifier:+d}.": bool(found.modifier),
        WITHOUT_SUPPORT: True,
        COUNTERATTACK: found.fight.rules.counterattack and found.fight.target < SIZE,
    }
    return " ".join(note for note, true in notes.items() if true)


def _helps(view: State, found: Prospect) -> list[str]:
    """Whoever supports the fight so far, and those who do not take part in the defence."""
    fight = found.fight
    helps = [f"{PIECE_IDS[hq]}: +{view.campaign.bonus[hq]}" for hq in fight.support]
    helps += [f"{PIECE_IDS[unit]} takes no part" for unit in fight.spared if unit not in defenders_of(view, fight)]
    return helps
