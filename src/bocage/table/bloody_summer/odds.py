"""Exact odds in words: strengths, shifts with their causes, and what each face of the die would bring."""

from __future__ import annotations

from bocage.games.bloody_summer.combat import Attacks
from bocage.games.bloody_summer.fight import Fight, defenders_of, printed_strengths, unsupplied_of
from bocage.games.bloody_summer.odds import Prospect, prospect
from bocage.games.bloody_summer.off_map_movement import OffMapMovement
from bocage.games.bloody_summer.pieces import PIECE_IDS
from bocage.games.bloody_summer.places import SIZE
from bocage.games.bloody_summer.sentences import EXPLOITATION, line_words, strength_causes
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.support import Supports, defensive_supporters
from bocage.games.bloody_summer.tables import Result
from bocage.games.bloody_summer.throws import getting_out, throw_at_hand
from bocage.games.bloody_summer.title import BloodySummer
from bocage.kernel import Odds as KernelOdds
from bocage.kernel import Order
from bocage.table.bloody_summer.charts import RESULTS_CHART
from bocage.table.bloody_summer.throws import odds_of_throw, way_out_words
from bocage.table.model import Hits, Odds, OddsFace, OddsResult, Shift

WITHOUT_SUPPORT = "Without support and bombardment that have not been announced."
COUNTERATTACK = "After an advance the defender may counterattack."


def odds_of(setting: BloodySummer, view: State, order: Order, odds: KernelOdds) -> Odds:
    """What an order would lead to, best for the attacker first."""
    found = prospect(view, order)
    if found is None:
        throw = throw_at_hand(view, order)
        assert throw is not None, "there are odds only where a die falls"
        return odds_of_throw(view, throw, order)
    names = {face.name: face.result for face in found.faces}
    return Odds(
        attack=odds.attack,
        defence=odds.defence,
        difference=line_words(found.odds),
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
        note=_note(view, found, order),
        helps=_helps(view, found),
        joined=_joined(view, order, found),
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
            words.append(f"loses {outcome.steps} steps" if outcome.steps > 1 else "loses a step")
        if outcome.levels:
            words.append(f"is disorganised by {outcome.levels}")
        if outcome.retreat:
            words.append(f"retreats {outcome.retreat} hexes" if outcome.retreat > 1 else "retreats a hex")
        if words:
            parts.append(f"{who} {', '.join(words)}")
    if result.exploitation:
        parts.append(EXPLOITATION)
    return "; ".join(parts) or "nothing happens"


def _note(view: State, found: Prospect, order: Order) -> str:
    fight, frame = found.fight, view.stack[-1]
    sets_out = isinstance(frame, OffMapMovement) and order.arg != view.where[frame.in_hand[0]]
    way_out = getting_out(view, frame) if isinstance(frame, OffMapMovement) and sets_out else None
    why = strength_causes(
        (found.attack, found.defence), printed_strengths(view, fight), unsupplied_of(view, fight),
        defenders_of(view, fight),
    )  # fmt: skip
    notes = {
        f"The attack is {found.attack} ({why[0]}).": bool(why[0]),
        f"The defence is {found.defence} ({why[1]}).": bool(why[1]),
        f"Elite units change the die by {found.modifier:+d}.": bool(found.modifier),
        way_out_words(way_out) if way_out is not None else "": way_out is not None,
        WITHOUT_SUPPORT: True,
        _to_come(view, found.fight): True,
        COUNTERATTACK: found.fight.rules.counterattack and found.fight.target < SIZE,
    }
    return " ".join(note for note, true in notes.items() if true and note)


def _to_come(view: State, fight: Fight) -> str:
    """The headquarters that may support the defence, once the attack has been announced."""
    frame = view.stack[-1]
    if fight.rules.support == "none" or (isinstance(frame, Supports) and frame.defending):
        return ""
    able = [f"{PIECE_IDS[hq]} (+{view.campaign.bonus[hq]})" for hq in defensive_supporters(view, fight)]
    return f"The defender may still be supported by {' or '.join(able)}." if able else ""


def _joined(view: State, order: Order, found: Prospect) -> list[str]:
    """Who attacks a place at best: all who may, where nobody has been named yet."""
    chosen = isinstance(view.stack[-1], Attacks) and order.verb == "attack"
    return [PIECE_IDS[unit] for unit in found.fight.attackers] if chosen else []


def _helps(view: State, found: Prospect) -> list[str]:
    """Whoever supports the fight so far, and those who do not take part in the defence."""
    fight = found.fight
    helps = [f"{PIECE_IDS[hq]}: +{view.campaign.bonus[hq]}" for hq in fight.support]
    helps += [f"{PIECE_IDS[unit]} takes no part" for unit in fight.spared if unit not in defenders_of(view, fight)]
    return helps
