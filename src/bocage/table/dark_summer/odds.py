"""Exact odds in words: strengths, shifts with their causes, and what each face of the die would bring."""

from __future__ import annotations

from itertools import groupby
from math import ceil

from bocage.games.dark_summer.attacks import Attack
from bocage.games.dark_summer.campaign import Campaign
from bocage.games.dark_summer.columns import BELOW
from bocage.games.dark_summer.odds import VACANT, VANISHED, Face, Prospect, attack_at_hand, entries_at_hand, prospects
from bocage.games.dark_summer.places import CHERBOURG
from bocage.games.dark_summer.sentences import RESULTS, odds_words, retreat_words
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strength import defenders_of
from bocage.games.dark_summer.support import AnnounceSupport, available, worth
from bocage.games.dark_summer.title import DarkSummer
from bocage.games.dark_summer.words import PASS
from bocage.kernel import Odds as KernelOdds
from bocage.kernel import Order
from bocage.kernel.wording import listed
from bocage.table.dark_summer.charts import CHERBOURG_CHART, RESULTS_CHART, results_column
from bocage.table.model import Hits, Odds, OddsCase, OddsFace, OddsResult, Shift
from bocage.table.odds import odds_of_chance, results_of

HIDDEN = "What lies face down may have any factor that nobody has seen; each is weighed by its chance."
NOT_COUNTED = "Not counted is Support that may still come: {}.{}"
BOUNDS = " With it the defender is hit by {:.0f} % at least and {:.0f} % at most."
MAY_LIMIT = "An Exchange may be limited to one step on both sides."
SLACK = 1e-9  # by which a mean may be off
TOO_WEAK = "The odds are below 1-1 still: more Support must be announced."

_HITS: dict[str, Hits] = {
    VACANT: "defender", "C": "defender", "DE": "defender", "DR*": "defender", "DR": "defender", "D2": "defender",
    "EX": "both", "B2": "both", "B1": "both", "BL1": "both",
    "A1": "attacker", "A2": "attacker", "AL1": "attacker", "AL2": "attacker", VANISHED: "attacker",
}  # fmt: skip


def odds_of(setting: DarkSummer, view: State, order: Order, odds: KernelOdds) -> Odds:
    """What an order would lead to, best for the attacker first."""
    entering = entries_at_hand(view, order)
    if entering is not None:
        return _entries(odds, entering[1])
    attack = attack_at_hand(view, order)
    assert attack is not None, "there are odds for attacks and for entries"
    cases = prospects(view, attack)
    in_box = attack.target == CHERBOURG
    campaign = setting.campaign
    defences = [case.defence for case in cases]
    return Odds(
        attack=odds.attack,
        defence=odds.defence,
        difference=odds_words(odds.line) or "–",
        ratio=True,
        line="",
        column=_columns(campaign, cases, in_box),
        shifts=[Shift(cause=cause, columns=columns) for cause, columns in odds.shifts],
        results=results_of(
            RESULTS, odds.results, lambda code: _meaning(view, attack, code), lambda code: _HITS.get(code, "nobody")
        ),
        rule=odds.rule,
        chart=CHERBOURG_CHART if in_box else RESULTS_CHART,
        chart_column=max(odds.column, 0) + 1 if in_box else odds.column + 2,  # the first is that of the die
        note=_note(view, order, attack, cases, odds),
        defence_from=min(defences),
        defence_to=max(defences),
        helps=_support(campaign, cases[0]),
        cases=_cases(campaign, cases, in_box),
        faces=_faces(cases),
    )


def _entries(odds: KernelOdds, waiting: int) -> Odds:
    """How many of the Formations that wait come in."""
    numbers = sorted(map(int, odds.results), reverse=True)
    many = ceil(sum(number * odds.results[str(number)] for number in numbers) - SLACK)  # as is to be expected
    results = [
        OddsResult(
            result=str(number),
            meaning=f"{number} Formation{'s' * (number > 1)} may enter",
            chance=odds.results[str(number)],
            hoped=number >= many,
        )
        for number in numbers
    ]
    several = f"All {waiting} Formations enter" if many == waiting else f"{many} or more of {waiting} Formations enter"
    return odds_of_chance(results, odds.rule, aim="The Formation enters" if waiting == 1 else several)


def _meaning(view: State, attack: Attack, code: str) -> str:
    """A result in words, against these defenders: Strongpoints do not retreat (11.5.1)."""
    return (
        retreat_words(code, [view.campaign.strongpoint[unit] for unit in defenders_of(view, attack)]) or RESULTS[code]
    )


def _columns(campaign: Campaign, cases: list[Prospect], in_box: bool) -> str:
    """The columns in which a die may be rolled; what turns out to be worth nothing is in none."""
    fought = [case for case in cases if not any(face.result in (VACANT, VANISHED) for face in case.faces)]
    numbers = sorted({case.number for case in fought or cases})
    names = [_column(campaign, number, in_box) for number in dict.fromkeys((numbers[0], numbers[-1]))]
    return " to ".join(names)


def _column(campaign: Campaign, number: int, in_box: bool) -> str:
    if in_box:
        return campaign.tables.cherbourg_combat.columns[max(number, 0)]
    return results_column(campaign, number)


def _note(view: State, order: Order, attack: Attack, cases: list[Prospect], odds: KernelOdds) -> str:
    to_come = _to_come(view, order, attack)
    notes = {
        HIDDEN: len(cases) > 1,
        TOO_WEAK: not odds.results,
        to_come: bool(to_come),
        MAY_LIMIT: any(face.may_limit for case in cases for face in case.faces),
    }
    return " ".join(note for note, true in notes.items() if true)


def _to_come(view: State, order: Order, attack: Attack) -> str:
    """The markers that each side may still announce, the defender's first."""
    if view.round_kind == "wave1":
        return ""
    frame, done = view.stack[-1], dict.fromkeys((False, True), False)
    if isinstance(frame, AnnounceSupport):  # the attacker announces before the defender does
        done = {True: order is PASS or not frame.attacking, False: order is PASS and not frame.attacking}
    found = []
    for attacking, who in ((False, "defender"), (True, "attacker")):
        markers = [] if done[attacking] else available(view, attack, attacking=attacking)
        titles = dict.fromkeys(view.campaign.markers[marker].title for marker in markers)
        if titles:
            found.append(f"the {who} may announce {listed(list(titles))}")
    bounds = _with_all(view, attack, done) if found else None
    return (
        NOT_COUNTED.format(
            "; ".join(found), BOUNDS.format(*(100 * chance for chance in bounds)) if bounds is not None else ""
        )
        if found
        else ""
    )


def support_words(view: State, order: Order) -> str:
    """That the odds of an attack which begins with an order are not the last word: between what they may end."""
    attack = attack_at_hand(view, order)
    if attack is None or view.round_kind == "wave1" or attack.target == CHERBOURG:
        return ""
    bounds = _with_all(view, attack, {True: False, False: False})
    if bounds is None or round(100 * bounds[0]) == round(100 * bounds[1]):
        return ""
    return f"Support may still come: hits the defender by {100 * bounds[0]:.0f} % to {100 * bounds[1]:.0f} %"


def _with_all(view: State, attack: Attack, done: dict[bool, bool]) -> tuple[float, float] | None:
    """How likely the defender is hit at least and at most, if one side alone announces all that goes together."""
    if attack.target == CHERBOURG:
        return None
    ways = {attack}
    for attacking in (False, True):
        markers = [] if done[attacking] else available(view, attack, attacking=attacking)
        ways |= {_announced(view, attack, first, attacking=attacking) for first in markers}
    chances = [_hit_chance(prospects(view, way)) for way in sorted(ways)]
    return min(chances), max(chances)


def _announced(view: State, attack: Attack, first: int, *, attacking: bool) -> Attack:
    """An attack with a marker of one side, and all that may be announced with it, the strongest first."""
    markers = [first]
    while markers:
        best = max(markers, key=lambda one: worth(view, attack, one, attacking=attacking))
        if attacking:
            attack = attack._replace(attack_support=tuple(sorted((*attack.attack_support, best))))
        else:
            attack = attack._replace(defence_support=tuple(sorted((*attack.defence_support, best))))
        markers = available(view, attack, attacking=attacking)
    return attack


def _hit_chance(cases: list[Prospect]) -> float:
    return sum(
        case.chance / len(case.faces)
        for case in cases
        for face in case.faces
        if _HITS.get(face.result) in ("defender", "both")
    )


def _support(campaign: Campaign, case: Prospect) -> list[str]:
    """The markers announced so far, and what they add."""
    found = []
    for whose, markers in (("attack", case.attack_support), ("defence", case.defence_support)):
        found += [f"{campaign.markers[marker].title}: +{value} to the {whose}" for marker, value in markers]
    return found


def _cases(campaign: Campaign, cases: list[Prospect], in_box: bool) -> list[OddsCase]:
    """What may turn out to lie there, the same strengths counted together; nothing if nothing is open."""
    if len(cases) == 1:
        return []
    together: dict[tuple[int, int, str], tuple[float, Prospect]] = {}
    for case in cases:
        key = (case.attack, case.defence, _case_column(campaign, case, in_box))
        together[key] = (together.get(key, (0.0, case))[0] + case.chance, case)
    found = [
        OddsCase(
            title=f"{column}" if case.column else RESULTS[case.faces[0].result],
            chance=chance,
            attack=attack,
            defence=defence,
            result=column,
            meaning=_results_words(case),
        )
        for (attack, defence, column), (chance, case) in together.items()
    ]
    return sorted(found, key=lambda case: -case.chance)


def _case_column(campaign: Campaign, case: Prospect, in_box: bool) -> str:
    return f"Column {_column(campaign, case.number, in_box)}" if case.faces and case.faces[0].die else "No die"


def _results_words(case: Prospect) -> str:
    """The results from the lowest to the highest die, each in words once."""
    runs = [list(run) for _, run in groupby(case.faces, key=lambda face: face.result)]
    return "; ".join(f"{_dice(run)}{RESULTS[run[0].result]} ({run[0].result})" for run in runs)


def _dice(run: list[Face]) -> str:
    first, last = run[0].die, run[-1].die
    return "" if not first else f"{first}: " if first == last else f"{first}-{last}: "


def _faces(cases: list[Prospect]) -> list[OddsFace]:
    if len(cases) > 1 or cases[0].number == BELOW:
        return []
    return [
        OddsFace(
            die=face.die,
            printed=face.printed,
            result=face.result,
            attacker=face.cost.attacker,
            defender=face.cost.defender,
        )
        for face in cases[0].faces
    ]
