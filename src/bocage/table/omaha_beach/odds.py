"""What an attack or barrage would lead to, in words: all that the face-down pieces leave open, with its chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from bocage.games.omaha_beach.attack import (
    HERO_STRENGTH,
    compare,
    doubled_by,
    flanks,
    is_beside,
    results,
    weapons_together,
)
from bocage.games.omaha_beach.barrage import effect
from bocage.games.omaha_beach.odds import (
    Infiltration,
    Outlook,
    barrage_at_hand,
    infiltration_at_hand,
    name_of,
    outcomes,
)
from bocage.games.omaha_beach.sentences import RESULTS, terrain_words
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.tables import BarrageResult, barrage_column
from bocage.games.omaha_beach.terms import WEAPON_NAMES, Weapon, counted, in_words
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.words import UNIT_IDS
from bocage.hexes import Hex
from bocage.kernel import Odds as KernelOdds
from bocage.kernel import Order
from bocage.table.model import Hits, Need, Odds, OddsCase, OddsResult
from bocage.table.odds import odds_of_chance, results_of
from bocage.table.omaha_beach.charts import ATTACK_CHART, BANDS, BARRAGE_CHART, DEFENDERS, attack_line
from bocage.table.omaha_beach.words import SYMBOLS, meaning

UNKNOWN = (
    "What lies face down may be any piece that has not been seen; each is counted as equally likely. "
    "The strength of the Germans is their average."
)
NAMES = {"none": "nothing"}  # of results that attacks and barrages call differently
_HITS: dict[str, Hits] = {
    "defeated": "defender", "depth_eliminated": "defender", "disrupted": "defender",
    "disrupted_and_depth_removed": "defender", "only_depth_removed": "defender", "us_disrupted": "attacker",
    "us_disrupted_and_depth": "attacker", "disrupted_and_depth_for_step": "defender", "depth_for_step": "defender",
    "depth_lost": "defender",
}  # fmt: skip
A_CARD = "A card is drawn, one of {}; it hits if it shows the colour of the Germans and the symbol of a unit."
AT_EACH_STEP = " This is the first of several such steps, and each has a card of its own."
SURE = "This is sure: an attack draws no card, and all that it is compared with lies face up."
SURE_FACE_DOWN = (
    "This is sure: an attack draws no card, and what it is compared with is known, though it lies face down."
)
SURE_ANYHOW = "Whatever it is, the result is the same."
BEST_WAY = "Where a hero or attrition leaves a choice, the better result is counted."
TURNED_UP = " To turn the depth marker up counts as better than what is sure without it."


def odds_of(setting: OmahaBeach, view: State, order: Order, odds: KernelOdds) -> Odds:
    """What an order would lead to, best for the attacker first."""
    way = infiltration_at_hand(view, order)
    if way is not None:
        return _infiltration(view, way, odds)
    shot = barrage_at_hand(view, order)
    if shot is not None:
        return _barrage(view, *shot, odds)
    found = _attack(view, order)
    assert found is not None, "there are odds for attacks, barrages and infiltration"
    target, attackers, ships = found
    cases = outcomes(view, target, attackers, ships)
    likeliest = max(cases, key=lambda case: case.chance)
    row, line = _row(setting, view, likeliest)
    defences = [case.comparison.defence for case in cases]
    return Odds(
        attack=odds.attack,
        defence=odds.defence,
        difference=_signed(odds.attack - odds.defence),
        line=line,
        column=DEFENDERS[likeliest.comparison.german],
        shifts=[],
        results=_results(_chances(view, target, cases)),
        rule=odds.rule,
        chart=ATTACK_CHART,
        chart_column=1 + list(DEFENDERS).index(likeliest.comparison.german),
        chart_row=row,
        note=" ".join(_notes(view, target, attackers, ships, cases)),
        defence_from=min(defences),
        defence_to=max(defences),
        needs=_needs(view, cases, target, attackers, ships),
        helps=_helps(view, target, attackers, ships),
        cases=_cases(view, target, cases),
    )


def _attack(view: State, order: Order) -> tuple[Hex, tuple[int, ...], bool] | None:
    """Target, attackers and ships, if the order leads to an attack."""
    matter = view.about()
    if view.stack[-1].doing == "attack":
        attackers = (*matter.attackers, order.arg) if order.verb == "with" else matter.attackers
        return matter.target, attackers, matter.aided or order.verb == "ships"
    if order.verb == "attack":
        return order.arg, (matter.unit,), False
    return None


def _result(view: State, target: Hex, case: Outlook) -> str:
    """All that a course comes to for a unit as it is; one that is disrupted already is not disrupted once more."""
    disrupted = bool(view.german_disrupted >> view.german_at(target) & 1)
    ways = [effects for effects in results(view, case.comparison).values() if name_of(effects) == case.result]
    effects = min(ways, key=lambda one: ("attrition" in one, "us_disrupted" in one), default=())
    if "attrition" in effects:
        return "depth_for_step" if disrupted else "disrupted_and_depth_for_step"
    if "us_disrupted" in effects and case.result == "gains_depth":
        return "us_disrupted_and_depth"
    if disrupted:
        return {"disrupted": "disrupted_already", "depth_eliminated": "depth_lost"}.get(case.result, case.result)
    return case.result


def _chances(view: State, target: Hex, cases: list[Outlook]) -> Mapping[str, float]:
    chances: dict[str, float] = {}
    for case in cases:
        result = _result(view, target, case)
        chances[result] = chances.get(result, 0) + case.chance
    return chances


def _notes(view: State, target: Hex, attackers: tuple[int, ...], ships: bool, cases: list[Outlook]) -> Iterator[str]:
    """What to know about the numbers."""
    sure = len({case.result for case in cases}) == 1
    if len(cases) > 1:
        yield f"{UNKNOWN} {SURE_ANYHOW}" if sure else UNKNOWN
    elif sure:
        yield SURE if view.is_shown(view.german_at(target)) else SURE_FACE_DOWN
    ground, depth_ground = doubled_by(view, attackers, target)
    if ground:
        deep = view.german_depth[view.german_at(target)] != NONE
        marker = f", {'and that' if depth_ground else 'but not that'} of its depth marker" if deep else ""
        yield f"The strength of the German unit is doubled by {terrain_words(ground)}{marker}."
    if _has_choice(cases):
        yield BEST_WAY + TURNED_UP * any(_forgoes(view, target, attackers, ships, case) for case in cases)


def _forgoes(view: State, target: Hex, attackers: tuple[int, ...], ships: bool, case: Outlook) -> bool:
    """Whether a hero turns a depth marker up where something is sure without that."""
    if case.depth is None or not case.comparison.hero:
        return False
    ways = results(view, compare(view, attackers, ships, target, case.unit, None, hidden=True)).values()
    return any("reveal" in way for way in ways) and any(name_of(way) == "disrupted" for way in ways)


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _results(chances: Mapping[str, float]) -> list[OddsResult]:
    order = [*RESULTS, *(code for code in chances if code not in RESULTS)]
    found = results_of(order, chances, meaning, lambda code: _HITS.get(code, "nobody"))
    for result in found:
        result.result = NAMES.get(result.result, result.result)
    return found


def _row(setting: OmahaBeach, view: State, case: Outlook) -> tuple[int, str]:
    """The row of the attack chart that a comparison falls into, before a hero is used."""
    attack, defence, armed = case.comparison.attack, case.comparison.defence, not case.comparison.missing
    fits = {
        "less_or_equal": attack <= defence,
        "less": attack < defence,
        "equal": attack == defence,
        "greater": defence < attack < 2 * defence,
        "double": attack >= 2 * defence,
    }
    rows = setting.battle.tables.attack
    place = next(n for n, row in enumerate(rows) if row.weapons == armed and fits[row.strength])
    return place, attack_line(armed, rows[place].strength)


def _has_choice(cases: list[Outlook]) -> bool:
    return any(case.comparison.hero for case in cases)


def _needs(view: State, cases: list[Outlook], target: Hex, attackers: tuple[int, ...], ships: bool) -> list[Need]:
    """Every weapon that is had or may be needed."""
    had = weapons_together(view, attackers, ships, target)
    lacking = any(Weapon.FLANKING in case.comparison.missing for case in cases)  # three hexes, where both ask for it
    if flanks(view, attackers, target, both=False) and not lacking:
        had.add(Weapon.FLANKING)
    wanted = [case.unit.needs | (case.depth.needs if case.depth is not None else frozenset()) for case in cases]
    found = []
    for weapon in Weapon:
        count = sum(weapon in needs for needs in wanted)
        if count or weapon in had:
            needed = "yes" if count == len(wanted) else "perhaps" if count else "no"
            title = WEAPON_NAMES[weapon]
            found.append(Need.model_validate({"name": weapon, "title": title, "needed": needed, "had": weapon in had}))
    return found


def _helps(view: State, target: Hex, attackers: tuple[int, ...], ships: bool) -> list[str]:
    heroes = [UNIT_IDS[unit] for unit in attackers if view.heroes[unit] and is_beside(view, unit, target)]
    found = []
    if heroes:
        found.append(
            f"The hero of {heroes[0]} stands in for one missing weapon or adds {HERO_STRENGTH} to the strength"
        )
    naval = view.battle.content.pieces.naval_fire
    if ships:
        found.append(f"Naval fire adds {naval.strength} and {in_words(sorted(naval.weapons))}")
    elif view.naval:
        found.append(f"{counted(view.naval, 'naval fire marker')} could be added")
    return found


def _cases(view: State, target: Hex, cases: list[Outlook]) -> list[OddsCase]:
    """What may be there, the same pieces counted together, the likeliest first."""
    together: dict[tuple[str, int, int, tuple[str, ...], str], float] = {}
    for case in cases:
        same = case.comparison
        key = (_title(case), same.attack, same.defence, tuple(map(str, same.missing)), _result(view, target, case))
        together[key] = together.get(key, 0) + case.chance
    found = [
        OddsCase(
            title=title,
            chance=chance,
            attack=attack,
            defence=defence,
            missing=list(missing),
            result=result,
            meaning=meaning(result),
        )
        for (title, attack, defence, missing, result), chance in together.items()
    ]
    return sorted(found, key=lambda case: (-case.chance, case.title))


def _title(case: Outlook) -> str:
    words = f"strength {case.unit.strength}, needs {in_words(sorted(case.unit.needs))}"
    if case.depth is None:
        return words
    if case.depth.tactical_reinforcement:
        return f"{words}; depth is a tactical reinforcement"
    return f"{words}; depth {case.depth.strength}, needs {in_words(sorted(case.depth.needs))}"


def _barrage(view: State, unit: int, target: Hex, odds: KernelOdds) -> Odds:
    """A barrage has no line of its table before the card is drawn; the card is told what to look for."""
    band, position = barrage_column(odds.attack), view.german_at(target)
    chances: dict[str, float] = {}
    for result, chance in odds.results.items():  # a unit is not disrupted twice
        code = "none" if result == "none" else effect(view, position, cast("BarrageResult", result))
        code = "none" if code == "disrupted_already" else code
        chances[code] = chances.get(code, 0) + chance
    return Odds(
        attack=odds.attack,
        defence=0,
        difference="",
        line="",
        column=BANDS[band],
        shifts=[],
        results=_results(chances),
        rule=odds.rule,
        chart=BARRAGE_CHART,
        chart_column=1 + band,
        note=_card_words(view, unit, target),
    )


def _card_words(view: State, unit: int, target: Hex) -> str:
    position = view.german_at(target)
    symbol, colour = view.battle.symbol[unit], view.battle.colour[view.battle.group_of[position]]
    looked_for = f"the colour of the position, {colour}"
    if symbol is not None:
        looked_for += f", and the symbol of {UNIT_IDS[unit]}, {SYMBOLS[symbol]}"
    cards = counted(len(view.deck or view.discards), "card")
    deep = view.german_depth[position] != NONE
    depth = " With its depth marker the unit is harder to disrupt." if deep else ""
    if view.german_disrupted >> position & 1:
        left = "can only lose its depth marker" if deep else "nothing more can happen to it"
        depth = f" The unit is disrupted already: {'it ' * deep}{left}."
    return f"A card is drawn, one of {cards}; it should show {looked_for}.{depth}"


def _infiltration(view: State, way: Infiltration, odds: KernelOdds) -> Odds:
    """Whether a card hits those who slip past Germans: it must show their colour and the symbol of a unit."""
    several = len(way.units) > 1
    numbers = sorted(map(int, odds.results))
    results = [
        OddsResult(
            result=str(number),
            meaning=_hit_words(number, several),
            chance=odds.results[str(number)],
            hits="attacker" if number else "nobody",
            hoped=not number,
        )
        for number in numbers
    ]
    return odds_of_chance(
        results,
        odds.rule,
        aim="Nobody is hit on the way" if several else "Not hit on the way",
        note=f"{A_CARD.format(counted(len(view.deck or view.discards), 'card'))}{AT_EACH_STEP * (way.steps > 1)}",
    )


def _hit_words(number: int, several: bool) -> str:
    if not number:
        return "nobody is hit" if several else "it is not hit"
    return f"{counted(number, 'unit')} lose{'s' * (number == 1)} a step" if several else "it loses a step"
