"""The pending decision: every legal order as a person would say it, with what it costs and where it leads."""

from __future__ import annotations

from bocage.games.omaha_beach.action_phase import ActionPhase, DivisionActions, UnitAction
from bocage.games.omaha_beach.actions import acts_for_free
from bocage.games.omaha_beach.attack import AttackAction
from bocage.games.omaha_beach.battle import BOX, SEATS
from bocage.games.omaha_beach.ground import Path
from bocage.games.omaha_beach.movement import is_preservation, reach
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import counted
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.words import BASE_IDS, BOX_IDS, EXITS, GRID, UNIT_IDS
from bocage.hexes import Hex
from bocage.kernel import Order, Procedure
from bocage.table.model import Decision, OrderChoice
from bocage.table.omaha_beach.words import (
    NOBODY,
    NOWHERE,
    OF_BOXES,
    OF_HEXES,
    OF_UNITS,
    TIDES,
    about,
    hex_name,
    hex_words,
    in_question,
    plain_words,
    strength,
    target_of,
    whereabouts,
)

LABELS = {  # of orders with a thing
    "drift": "Drift {} east",
    "in": "Into box {}",
    "delay": "Wait until turn {}",
    "hit": "{} is hit",
    "lose": "{} loses a step",
    "hero": "The hero is in {}",
    "join": "They join {}",
    "reveal": "Reveal {}",
    "clear": "Clear the obstacles in {}",
    "first": "The {} Division acts first",
    "act": "Act with {}",
    "recover": "{} recovers",
    "to": "To {}",
    "with": "Together with {}",
    "attack": "Attack {}",
    "barrage": "Barrage {}",
    "naval": "Ships fire at {}",
    "base": "Engineer base in {}",
    "extend": "Extend the range of {}",
    "garrison": "Garrison for {}",
    "establish": "{} becomes a command post",
    "leave": "Leave the map by exit {}",
}
PLAIN = {
    "along": "Drift along",
    "all": "Garrisons for all of them",
    "sacrifice": "The hero gives his life",
    "accept": "Accept the loss",
    "climb": "Begin to scale the cliff",
    "down": "Come down from the cliff",
    "alone": "Nobody else",
    "go": "Go on",
    "stay": "Stay",
    "ships": "Use a naval fire marker",
    "declare": "Attack now",
    "wild": "The hero stands in for the missing weapon",
    "press": "The hero adds to the strength",
    "plain": "The hero does nothing",
    "end": "End the actions of the division",
    "pass": "No",
}
PASSING = {  # what it means not to give an order
    "clear": "Clear nothing more",
    "base": "Leave the bases as they are",
    "extend": "Leave the bases as they are",
    "garrison": "No more garrisons",
    "establish": "No more command posts",
    "lose": "Give up no step",
}
WITH_ODDS = frozenset({"with", "ships", "declare"})


def decision_of(_: OmahaBeach, view: State, seat: str) -> Decision | None:
    """What is asked; the orders only if it is asked of ``seat``."""
    pending = view.pending
    if pending is None:
        return None
    if pending.seat != seat:
        return Decision(seat=pending.seat, prompt=f"The {pending.seat} Division decides")
    frame, unit, target = view.stack[-1], in_question(view), target_of(view)
    paths = reach(view, unit) if isinstance(frame, UnitAction) else {}
    verbs = [order.verb for order in pending.orders]
    return Decision(
        seat=seat,
        prompt=pending.prompt,
        rule=pending.rule,
        about=about(view),
        unit=UNIT_IDS[unit] if unit >= 0 else None,
        target=GRID.label(target) if target >= 0 else None,
        orders=[_choice(view, frame, order, unit, paths) for order in pending.orders],
        hex_verb=next((verb for verb in verbs if verb in OF_HEXES), ""),
        unit_verb=next(
            (verb for verb in verbs if verb in OF_UNITS), "act" if isinstance(frame, DivisionActions) else ""
        ),
        target_verb="attack" if isinstance(frame, DivisionActions) else "",
    )


def _choice(view: State, frame: Procedure, order: Order, unit: int, paths: dict[Hex, Path]) -> OrderChoice:
    verb, arg = order.verb, order.arg
    return OrderChoice(
        order=order.text,
        verb=verb,
        unit=UNIT_IDS[arg] if verb in OF_UNITS else None,
        hex=_place(view, verb, arg),
        label=label_of(view, frame, order),
        detail=_detail(view, order),
        cost=_cost(view, frame, order, unit),
        path=_path(view, arg, unit, paths) if verb == "to" else [],
        odds=_has_odds(frame, verb),
    )


def _place(view: State, verb: str, arg: int) -> str | None:
    """The hex or box that an order is about; a base lies in its hex."""
    if verb in OF_BOXES:
        return BOX_IDS[arg]
    h = arg if verb in OF_HEXES else view.bases[arg] if verb == "extend" else NOWHERE
    return GRID.label(h) if h != NOWHERE else None


def label_of(view: State, frame: Procedure, order: Order) -> str:
    """An order for a button or a list; whatever has no words of its own is said as it is given."""
    verb, arg = order.verb, order.arg
    if verb == "pass":
        offered = [other.verb for other in view.pending.orders] if view.pending is not None else []
        return next((PASSING[other] for other in offered if other in PASSING), PLAIN["pass"])
    if verb == "lose" and isinstance(frame, ActionPhase):
        return f"{UNIT_IDS[arg]} is eliminated"
    if verb in LABELS:
        return LABELS[verb].format(_thing(view, verb, arg))
    return PLAIN.get(verb, plain_words(order.text)[:1].upper() + plain_words(order.text)[1:])


def _thing(view: State, verb: str, arg: int) -> str:
    if verb in OF_UNITS:
        return UNIT_IDS[arg]
    if verb in OF_HEXES:
        return hex_name(view, arg)
    if verb in OF_BOXES:
        return BOX_IDS[arg]
    if verb == "drift":
        return counted(arg, "box")
    if verb == "extend":
        return f"base {BASE_IDS[arg]} in {hex_name(view, view.bases[arg])}"
    named = {"first": SEATS, "leave": EXITS}
    return named[verb][arg] if verb in named else str(arg)


def _detail(view: State, order: Order) -> str:
    verb, arg = order.verb, order.arg
    if verb in OF_UNITS:
        return ", ".join(filter(None, (strength(view, arg), whereabouts(view, arg))))
    if verb in OF_HEXES:
        return hex_words(view, arg)
    if verb in OF_BOXES:
        box = view.battle.boxes[arg]
        lands = [f"{TIDES[tide]} {GRID.label(h)}" for tide, h in box.lands.items()]
        waiting = [UNIT_IDS[unit] for unit in view.at.get(BOX + arg, ())]
        return "; ".join(filter(None, (", ".join(filter(None, (box.beach, *lands))), ", ".join(waiting))))
    return ""


def _cost(view: State, frame: Procedure, order: Order, unit: int) -> str:
    """Actions that the division pays."""
    verb = order.verb
    if isinstance(frame, DivisionActions) and verb == "act":
        return "free" if acts_for_free(view, order.arg) else "1 action"
    if isinstance(frame, UnitAction) and unit != NOBODY and verb in ("to", "attack", "barrage", "climb", "leave"):
        if acts_for_free(view, unit):
            return "free"
        return "free" if verb == "to" and is_preservation(view, unit, order.arg) else "1 action"
    return "free" if verb == "recover" else ""


def _path(view: State, to: Hex, unit: int, paths: dict[Hex, Path]) -> list[str]:
    """The hexes of a move, the unit's own first if it is next to where it goes."""
    if unit == NOBODY or not view.on_map(unit):
        return [GRID.label(to)]
    here = view.where[unit]
    way = paths.get(to, (to,))
    start = [GRID.label(here)] if way[0] in GRID.neighbours[here] else []
    return [*start, *map(GRID.label, way)]


def _has_odds(frame: Procedure, verb: str) -> bool:
    """Whether the title's preview has odds for an order."""
    if isinstance(frame, AttackAction):
        return verb in WITH_ODDS
    return isinstance(frame, UnitAction) and verb in ("attack", "barrage")
