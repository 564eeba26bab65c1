"""Throws that are no fights, in words: bombardment, batteries, infiltration, the way out of a box."""

from __future__ import annotations

from typing import Final

from bocage.games.bloody_summer.bombardment import Bombardment
from bocage.games.bloody_summer.off_map_movement import OffMapMovement
from bocage.games.bloody_summer.pieces import AIR_IDS, PIECE_IDS
from bocage.games.bloody_summer.places import SIZE
from bocage.games.bloody_summer.results import WORST
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.throws import Case, Throw, best_strike, bombardment, code_of, levels_expected
from bocage.games.bloody_summer.title import BloodySummer
from bocage.kernel import Order
from bocage.kernel.wording import listed
from bocage.table.bloody_summer.charts import BOMBARDMENT_CHART, points_heads
from bocage.table.bloody_summer.words import place_words
from bocage.table.model import Odds, OddsResult

BOMBARDING: Final = frozenset({"bombardment", "batteries"})
MAQUIS_MAY_RISE = "The Maquis may rise first."
ALL_POINTS = "With all points of the ships."
EACH_BOX = "A die is rolled in each box that it leaves."


def begins_bombardment(view: State, order: Order) -> bool:
    """Whether an order names a place to be bombarded; with what is asked next."""
    return order.verb == "bombard" and isinstance(view.stack[-1], Bombardment)


def best_bombardment(setting: BloodySummer, view: State, order: Order) -> Odds | None:
    """The best that can be done to a place with all that reaches it."""
    frame = view.stack[-1]
    if not isinstance(frame, Bombardment) or not begins_bombardment(view, order):
        return None
    throw = bombardment(view, best_strike(view, frame.army, order.arg), order.arg)
    odds = odds_of_throw(view, throw)
    odds.joined = _means(view, throw)
    return odds


def odds_of_throw(view: State, throw: Throw, order: Order | None = None) -> Odds:
    """What a throw would bring, the best for whoever is asked first."""
    bombards, table = throw.kind in BOMBARDING and throw.points > 0, view.campaign.tables.bombardment
    column = sum(throw.points >= least for least in table.points) if bombards else -1
    return Odds(
        attack=throw.points,
        defence=0,
        difference="",
        line="",
        column=points_heads(view.campaign)[column - 1] if bombards else "",
        shifts=[],
        results=[_result(view, throw, case) for case in _best_first(throw)],
        rule=throw.rule,
        chart=BOMBARDMENT_CHART if bombards else "",
        chart_column=column,
        aim=_aim(throw),
        note=_note(view, throw, order),
    )


def _best_first(throw: Throw) -> tuple[Case, ...]:
    return throw.cases[::-1] if throw.kind == "maquis" else throw.cases


def _result(view: State, throw: Throw, case: Case) -> OddsResult:
    if throw.kind in BOMBARDING:
        hoped, hits = any(case.numbers), "defender" if any(case.numbers) else "nobody"
    elif throw.kind == "maquis":
        hoped, hits = case.numbers[0] < case.numbers[1], "defender" if case.numbers[0] < case.numbers[1] else "nobody"
    else:
        hoped, hits = case.numbers[0] == case.numbers[1], "nobody" if case.numbers[0] == case.numbers[1] else "attacker"
    words = _affected if throw.kind in BOMBARDING else _come_through
    return OddsResult.model_validate(
        {
            "result": code_of(throw, case),
            "meaning": words(view, throw, case),
            "chance": case.chance,
            "hits": hits,
            "hoped": hoped,
        }
    )


def _aim(throw: Throw) -> str:
    several = len(throw.units) > 1
    return {
        "bombardment": f"Weakens them ({levels_expected(throw):.1f} columns on average)",
        "batteries": f"Weakens it ({levels_expected(throw):.1f} columns on average)",
        "infiltration": "Succeeds",
        "interdiction": "All get through" if several else "Gets through",
        "maquis": "Holds somebody up" if several else "Holds it up",
        "marker": "Arrives",
    }[throw.kind]


def _affected(view: State, throw: Throw, case: Case) -> str:
    """What levels do to those who are bombarded; beyond A2 they disorganise instead (6.5-09)."""
    if not any(case.numbers):
        return "nothing happens"
    alone = len(throw.places) == 1
    parts = []
    for place, levels in zip(throw.places, case.numbers, strict=True):
        now = view.struck.get(throw.units[0], 0) if throw.units else view.affected.get(place, 0)
        words = _level_words(now, levels) if levels else "nothing"
        parts.append(words if alone else f"{place_words(view.campaign, place)}: {words}")
    return "; ".join(parts)


def _level_words(now: int, levels: int) -> str:
    level, beyond = min(now + levels, WORST), max(now + levels - WORST, 0)
    words = f"fights {level} column{'s' * (level > 1)} worse (A{level})" if level > now else ""
    return " and ".join(filter(None, (words, f"is disorganised by {beyond}" if beyond else "")))


def _come_through(view: State, throw: Throw, case: Case) -> str:
    number, all_ = case.numbers
    if throw.kind == "infiltration":
        hexes = " or ".join(place_words(view.campaign, hex_) for hex_ in throw.places)
        return f"gets into {hexes}" if number else "stays where it is, and moves no more in this phase"
    if throw.kind == "marker":
        return ("stays where it is", "is held up on its way", "arrives")[number]
    if number == all_:
        return "gets out" if all_ == 1 else f"all {all_} get out"
    if number:
        return f"{number} of {all_} get{'s' * (number == 1)} out, the others stay in this phase"
    return "stays there in this phase" if all_ == 1 else "all stay there in this phase"


def _note(view: State, throw: Throw, order: Order | None) -> str:
    frame = view.stack[-1]
    dice = [f"{cause} {by:+d}" for cause, by in throw.causes if by]
    waits = isinstance(frame, OffMapMovement) and throw.kind == "interdiction" and _maquis_waits(view, frame)
    notes = {
        f"The die is changed: {', '.join(dice)}.": bool(dice),
        ALL_POINTS: order is not None and order.verb == "sail",
        MAQUIS_MAY_RISE: waits,
        EACH_BOX: throw.kind == "marker" and sum(place >= SIZE for place in throw.places[1:]) > 1,
    }
    return " ".join(note for note, true in notes.items() if true)


def _maquis_waits(view: State, frame: OffMapMovement) -> bool:
    here = view.where[frame.in_hand[0]]
    return frame.may_rise(view, here)


def _means(view: State, throw: Throw) -> list[str]:
    """The ships and bombers of a bombardment."""
    ships = list(view.campaign.counters.naval.values())
    named = [ships[one].ship.value.replace("_", " ") for one, _ in throw.strike.ships]
    return named + [AIR_IDS[one] for one in throw.strike.bombers]


def way_out_words(throw: Throw) -> str:
    """How likely it is that those who overrun from another box get out of their own."""
    free = throw.cases[0].chance if throw.cases[0].numbers[0] else 0.0
    who = listed(PIECE_IDS[unit] for unit in throw.units)
    return f"First {who} must get out of the box: {free:.0%}."
