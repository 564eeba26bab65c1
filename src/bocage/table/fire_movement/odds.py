"""Exact odds in words."""

from __future__ import annotations

from collections import Counter

from bocage.games.fire_movement.airborne import LandingAttacks
from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.games.fire_movement.bombardment import BombardmentPhase, friends_beside
from bocage.games.fire_movement.combat import Parties
from bocage.games.fire_movement.odds import best_bombardment, best_second, hits_of, support_at_hand
from bocage.games.fire_movement.results import NO_EFFECT_IN_BOMBARDMENT
from bocage.games.fire_movement.sentences import BEACHES, RESULTS, meaning
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.support import NAVAL_CUPS, SupportFire, span_of
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import CUP_TITLES, Cup
from bocage.kernel import Odds as KernelOdds
from bocage.kernel import Order
from bocage.table.fire_movement.charts import RESULTS_CHART, line_row
from bocage.table.fire_movement.words import combat_of
from bocage.table.model import Hits, Odds, OddsResult, Shift
from bocage.table.odds import odds_of_chance, results_of

DRAWN = (
    "A marker is still to be drawn or lies face down: the strengths are averages over the cup and the chart shows "
    "the likeliest column; the chances below count every marker that it may be."
)
LANDED: dict[str, tuple[str, Hits]] = {  # what may become of whoever lands
    "aimed": ("comes down where it should", "nobody"),
    "drifted": ("drifts to a hex next to it", "nobody"),
    "raided": ("comes ashore without loss and may go on", "nobody"),
    "fights": ("comes down among Germans and fights at once", "both"),
    "moves_on": ("comes ashore, loses a step and may go on", "attacker"),
    "reduced": ("comes down and loses a step", "attacker"),
    "hurt_adrift": ("loses a step and drifts", "attacker"),
    "lost": ("is lost", "attacker"),
}
ASHORE: dict[str, tuple[str, Hits]] = {"reduced": ("comes ashore and loses a step", "attacker")}  # from the sea
TITLES = {ALLIED: "Allies", GERMAN: "Germans"}
UNHARMED = ("aimed", "drifted", "raided")
MAY_MEET = "Units that come down in one hex lose steps besides, which is not counted."
FIGHTS_THEN = "If it comes through, it fights the Germans in the hex at once."
_HITS: dict[str, Hits] = {
    "De": "defender", "D3": "defender", "D2": "defender", "Ex": "both",
    "A1": "attacker", "A2": "attacker", "A3": "attacker", "(A)": "attacker", "Ae": "attacker",
}  # fmt: skip
_HITS_IN: dict[str, dict[str, Hits]] = {  # where a result means something else
    "bombardment": dict.fromkeys(NO_EFFECT_IN_BOMBARDMENT, "nobody"),
    "beach_assault": {"De": "nobody", "D3": "nobody", "D2": "nobody", "Ex": "attacker"},
    "landing_attack": {"-": "attacker"},
}
SAME_DIE = "The die is the same in every hex and for every commando: what differs is where it stands then."
BEACH_COSTS = (
    "Every beach with a marker is assaulted, even where no German stands: it defends with 0 and German markers, and "
    "the table itself costs steps. Whether tanks and infantry attack together does not matter on a beach."
)
NO_NAVAL = "Naval markers serve in beach assaults only."
BEACH_LINE = "The {} line of the table is the one for a beach {}."
SECOND_MARKER = "With a second marker it is hit with up to {:.0%}."
NOT_COUNTED = "Not counted are the support markers that may still come: {}."


def odds_of(setting: FireMovement, view: State, order: Order, odds: KernelOdds) -> Odds:
    """What an order would lead to, best for the attacker first."""
    if odds.results.keys() <= LANDED.keys():
        return _landing(view, order, odds)
    parties = _parties(view, order)
    difference = odds.attack - odds.defence
    beaches = view.stack[-1].doing == "beach_assaults"  # where nobody can be hit but the attackers
    results = results_of(
        RESULTS, odds.results, lambda code: _meaning(view, parties, code), lambda code: _hits(view, code)
    )
    for result in results:
        result.hoped = beaches and result.hits == "nobody"
    return Odds(
        attack=odds.attack,
        defence=odds.defence,
        difference=f"{difference:+d}" if difference else "0",
        line=odds.line,
        column=f"{odds.columns[0]} to {odds.columns[-1]}" if len(odds.columns) > 1 else str(odds.column),
        shifts=[Shift(cause=cause, columns=columns) for cause, columns in odds.shifts],
        results=results,
        aim="Without losses" if beaches else "",
        rule=odds.rule,
        chart=RESULTS_CHART,
        chart_column=odds.column,  # the first column of the chart is the heading of its rows
        chart_row=line_row(setting.battle.table, odds.line),
        note=_note(setting, view, order, odds),
    )


def _landing(view: State, order: Order, odds: KernelOdds) -> Odds:
    """What becomes of a unit that comes from the air, or raids the coast."""
    raids = view.stack[-1].doing == "commando_assaults"
    ends = LANDED | (ASHORE if raids else {})
    meets = raids and view.units_in[GERMAN][order.arg]
    results = [
        OddsResult(result=end, meaning=ends[end][0], chance=chance, hits=ends[end][1], hoped=end in UNHARMED)
        for end, chance in odds.results.items()
    ]
    return odds_of_chance(
        results,
        odds.rule,
        aim="Lands unharmed",
        note=" ".join([SAME_DIE, *[FIGHTS_THEN] * bool(meets)]) if raids else MAY_MEET,
    )


def best_bombardment_of(setting: FireMovement, view: State, order: Order) -> Odds | None:
    """The best odds of a bombardment of a unit with one marker or two, and the cups to draw from for them."""
    if order.verb != "bombard":
        return None
    cups, odds = best_bombardment(view, order.arg)
    named = view.copy()
    named.hush()
    named.resume(order)
    found = odds_of(setting, named, order, odds)
    found.joined = [
        f"{count} {CUP_TITLES[cup]} markers" if count > 1 else f"a {CUP_TITLES[cup]} marker"
        for cup, count in Counter(cups).items()
    ]
    return found


def _note(setting: FireMovement, view: State, order: Order, odds: KernelOdds) -> str:
    """What to know about the numbers: what they count, and what may come yet."""
    notes = [] if odds.results == setting.battle.table.distribution(odds.column) else [DRAWN]
    if combat_of(view) == "beach_assault":
        notes += [BEACH_LINE.format(odds.line, BEACHES[odds.line]), BEACH_COSTS]
    elif any(view.cups[cup] for cup in NAVAL_CUPS) and _asks_allies_for_markers(view):
        notes.append(NO_NAVAL)
    if order.verb == "draw" and (best := best_second(view, order)) > hits_of(odds):
        notes.append(SECOND_MARKER.format(best))
    support = support_at_hand(view, order)
    to_come = _to_come(view, support) if support is not None else []
    if to_come:
        notes.append(NOT_COUNTED.format(" and ".join(to_come)))
    return " ".join(notes)


def _asks_allies_for_markers(view: State) -> bool:
    frame = view.stack[-1]
    return isinstance(frame, SupportFire) and frame.side == ALLIED


def _to_come(view: State, support: SupportFire) -> list[str]:
    """What each side may still add to a combat at the most, the defender first; not who is asked for markers."""
    begun = view.stack[-1] is support
    found = []
    for attacking in (False, True):
        side = support.attacker if attacking else 1 - support.attacker
        most = 0 if begun and side == support.side else support.most_to_come(view, attacking=attacking)
        if most:
            cups = support.attack_cups if attacking else support.defence_cups
            low, high = span_of([*(marker for cup in cups for marker in view.cups[cup]), *_mines_to_come(view, cups)])
            worth = f"+{low} to +{high}{' each' * (most > 1)}" if high > low else f"+{low}"
            found.append(f"at most {most} of the {'attacking' if attacking else 'defending'} {TITLES[side]}, {worth}")
    return found


def _mines_to_come(view: State, cups: tuple[int, ...]) -> tuple[int, ...]:
    """The mines put aside that a side may add beside the markers of its cups."""
    return view.mines_aside if Cup.GERMAN in cups else ()


def _meaning(view: State, parties: Parties, code: str) -> str:
    """A result in words; where a result against the defender comes to nothing, no result is said in the same words."""
    combat, last_steps = combat_of(view), parties.last_steps(view)

    def said(result: str) -> str:
        return meaning(combat, result, alone=parties.alone, last_steps=last_steps)

    words, fuller = said("-" if _falls_short_of_all(view, code) else code), said("D2")
    return fuller if fuller.startswith(f"{words}: ") else words


def _parties(view: State, order: Order) -> Parties:
    """Who would fight whom if an order were given; of several who may defend, nobody."""
    frame, matter = view.stack[-1], view.about()
    if isinstance(frame, LandingAttacks):
        attack = frame.in_hex(view, order.arg)
        return Parties(attack.attackers, attack.defender)
    if order.verb == "attack":  # on a beach, which nobody defends
        return Parties(view.at[order.arg])
    if isinstance(frame, BombardmentPhase):
        return Parties(friends_beside(view, matter.target), matter.defender)
    joining = (order.arg,) if order.verb == "with" else ()
    there = (matter.defender,) if matter.defender >= 0 else view.at[matter.target]
    beach = combat_of(view) == "beach_assault"
    return Parties((*matter.attackers, *joining), there[0] if len(there) == 1 and not beach else -1)


def _hits(view: State, code: str) -> Hits:
    """Whom a result hits, in the combat at hand."""
    if _falls_short_of_all(view, code):
        return "nobody"
    return _HITS_IN.get(combat_of(view), {}).get(code) or _HITS.get(code, "nobody")


def _falls_short_of_all(view: State, code: str) -> bool:
    """Whether a result is friendly fire of a bombardment with no friend next to the target (8.1.3-03)."""
    if code != "(A)" or all(frame.doing != "bombardment" for frame in view.stack):
        return False
    target = view.about().target
    return target >= 0 and not friends_beside(view, target)
