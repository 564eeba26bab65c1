"""The pending decision: every legal order as a person would say it, with what it costs and where it leads."""

from __future__ import annotations

from bocage.games.omaha_beach.action_phase import DivisionActions, UnitAction, acting
from bocage.games.omaha_beach.actions import acts_for_free, cost_together, moves_for_free
from bocage.games.omaha_beach.attack import HERO_STRENGTH, Assault, AttackAction, results
from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.engineers import EngineerPhase
from bocage.games.omaha_beach.ground import Path
from bocage.games.omaha_beach.landing import AmphibiousOperations, Arrivals
from bocage.games.omaha_beach.movement import can_shelter, is_preservation, open_moves, reach
from bocage.games.omaha_beach.odds import barrage_at_hand, infiltration_at_hand
from bocage.games.omaha_beach.set_up import Placement
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import counted, in_words
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.words import (
    BASE_IDS,
    BASES,
    BOX_IDS,
    BOXES,
    CLIMB,
    DRIFTS,
    GRID,
    HEXES,
    PRESS,
    UNIT_IDS,
    UNITS,
    WILD,
)
from bocage.hexes import Hex
from bocage.kernel import About, Noun, Order
from bocage.table.hexgame import Decisions, odds_by_verb, series_by_procedure
from bocage.table.omaha_beach.words import (
    TIDES,
    about,
    hex_name,
    hex_words,
    meaning,
    plain_words,
    strength,
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
    "wild": "The hero stands in for {missing}",
    "press": "The hero adds {strength} to the strength",
    "plain": "The hero does nothing",
    "end": "End the actions of the division",
    "pass": "No",
}
LAST_ACTION = "1 action (the last)"
NO_MORE = "no action more"
PASSING = {  # what it means not to give an order
    "clear": "Clear nothing more",
    "base": "Leave the bases as they are",
    "extend": "Leave the bases as they are",
    "garrison": "No more garrisons",
    "establish": "No more command posts",
    "lose": "Give up no step",
}
WITH_ODDS = {  # the orders for which the title's preview has odds, by what is done
    "unit_action": frozenset({"attack", "barrage"}),
    "attack": frozenset({"with", "ships", "declare"}),
}
_has_verb_with_odds = odds_by_verb(WITH_ODDS)


def has_odds(view: State, order: Order) -> bool:
    """Whether there are odds for an order: in an attack, for a barrage, and past Germans."""
    if _has_verb_with_odds(view, order) or barrage_at_hand(view, order) is not None:
        return True
    return infiltration_at_hand(view, order) is not None


def _place(view: State, order: Order) -> str | None:
    """The hex or box that an order is about; a base lies in its hex."""
    if order.noun is BOXES:
        return BOX_IDS[order.arg]
    if order.noun is BASES:
        return GRID.label(view.bases[order.arg])
    return GRID.label(order.arg) if order.noun is HEXES else None


def label_of(view: State, order: Order) -> str:
    """An order for a button or a list; whatever has no words of its own is said as it is given."""
    verb, arg = order.verb, order.arg
    if verb == "pass":
        offered = [other.verb for other in view.pending.orders] if view.pending is not None else []
        return next((PASSING[other] for other in offered if other in PASSING), PLAIN["pass"])
    if verb == "lose" and view.stack[-1].doing == "actions":
        return f"{UNIT_IDS[arg]} is eliminated"
    if (assault := _at_hand(view)) is not None and verb in PLAIN:
        return PLAIN[verb].format(missing=in_words(assault.comparison(view).missing), strength=HERO_STRENGTH)
    if order.noun is not None and verb in LABELS:
        return LABELS[verb].format(_thing(view, order.noun, arg))
    return PLAIN.get(verb, plain_words(order.text)[:1].upper() + plain_words(order.text)[1:])


def _at_hand(view: State) -> Assault | None:
    """The attack in which a hero may help."""
    asking, orders = view.stack[-1], view.pending.orders if view.pending is not None else ()
    return asking if isinstance(asking, Assault) and any(way in orders for way in (WILD, PRESS)) else None


def _with_hero(view: State, order: Order) -> str:
    """What an attack comes to if the hero helps so."""
    assault = _at_hand(view)
    if assault is None:
        return ""
    found = assault.comparison(view)
    attack = found.attack + HERO_STRENGTH * (order is PRESS)
    missing = () if order is WILD else found.missing
    comes = ", ".join(map(meaning, assault.effective(view, results(view, found)[order]))) or meaning("nothing")
    return f"{attack} against {found.defence}, missing {in_words(missing)}: {comes}"


def _thing(view: State, noun: Noun, thing: int) -> str:
    """What an order is about, as a label says it."""
    if noun is HEXES:
        return hex_name(view, thing)
    if noun is DRIFTS:
        return counted(thing, "box")
    if noun is BASES:
        return f"base {BASE_IDS[thing]} in {hex_name(view, view.bases[thing])}"
    return noun.show(thing)


def _detail(view: State, order: Order) -> str:
    noun, arg = order.noun, order.arg
    if noun is UNITS:
        return ", ".join(filter(None, (strength(view, arg), whereabouts(view, arg))))
    if noun is HEXES:
        return "; ".join(filter(None, (hex_words(view, arg), _cover(view, order))))
    if noun is BOXES:
        box = view.battle.boxes[arg]
        lands = [f"{TIDES[tide]} {GRID.label(h)}" for tide, h in box.lands.items()]
        waiting = [UNIT_IDS[unit] for unit in view.at.get(BOX + arg, ())]
        return "; ".join(filter(None, (", ".join(filter(None, (box.beach, *lands))), ", ".join(waiting))))
    if order is CLIMB:
        return _cliff(view)
    return _with_hero(view, order)


def _cliff(view: State) -> str:
    """Where one who begins to scale a cliff comes out, and when (7.5)."""
    battle, frame = view.battle, view.stack[-1]
    if not isinstance(frame, UnitAction):
        return ""
    across = open_moves(battle, "infantry", battle.tide(view.turn), view.where[frame.unit], 0, "only")
    hexes = " or ".join(hex_name(view, move.to) for move in across)
    return f"on the next turn it can go on to {hexes}, and after that it gets its breath back for a turn"


def _cover(view: State, order: Order) -> str:
    """How far cover is from a beach hex, where infantry that comes nearer to it goes for free (7.1-09)."""
    battle, frame = view.battle, view.stack[-1]
    if order.verb != "to" or not isinstance(frame, UnitAction) or not battle.foot[frame.unit]:
        return ""
    here = view.where[frame.unit]
    if not (battle.beach >> here & battle.beach >> order.arg & 1) or acts_for_free(view, frame.unit):
        return ""
    now, then = battle.to_shelter[here], battle.to_shelter[order.arg]
    return f"{'nearer' if then < now else 'no nearer'} to cover (hexes away: {then}, now {now})"


def _joining(view: State, attack: AttackAction, order: Order) -> str:
    """What it costs that one more joins an attack, and what the attack costs in all."""
    paid = cost_together(view, attack.attackers)
    if order.verb == "declare":
        return f"{counted(paid, 'action')}{' (the last)' * (paid == attack.left)}" if paid else "free"
    if order.verb != "with":
        return ""
    more = cost_together(view, (*attack.attackers, order.arg)) - paid
    if more:
        return f"{counted(more, 'action')} more"
    return "free" if acts_for_free(view, order.arg) else NO_MORE


class _Ways:
    """Where the unit in question would go, and the actions that its division pays."""

    def __init__(self, view: State, matter: About) -> None:
        self._view = view
        self._unit = matter.unit
        self._frame = view.stack[-1]
        self._acting = self._frame.doing == "unit_action"
        self._paths: dict[Hex, Path] = reach(view, matter.unit) if self._acting else {}

    def cost(self, order: Order) -> str:
        """Actions that the division pays."""
        view, unit, verb = self._view, self._unit, order.verb
        if isinstance(self._frame, AttackAction):
            return _joining(view, self._frame, order)
        if verb == "with":
            return NO_MORE
        if verb == "act":
            if acts_for_free(view, order.arg) or self._has_no_actions():
                return "free"
            cost = self._one_action()
            return f"{cost}, or free to run for cover" if can_shelter(view, order.arg) else cost
        if self._acting and verb in ("to", "attack", "barrage", "climb", "leave"):
            moves = verb in ("to", "leave") and moves_for_free(view, unit)
            shelters = verb == "to" and is_preservation(view, unit, order.arg)
            return "free" if moves or shelters or acts_for_free(view, unit) else self._one_action()
        return "free" if verb == "recover" else ""

    def _one_action(self) -> str:
        """Whoever spends the last action is told: after it only those act who do so for free."""
        actions = acting(self._view)
        return LAST_ACTION if actions is not None and actions.left(self._view) == 1 else "1 action"

    def _has_no_actions(self) -> bool:
        """Whether the division has spent all its actions: who is still offered can do something for free."""
        asking = self._view.stack[-1]
        return isinstance(asking, DivisionActions) and asking.left(self._view) == 0

    def path(self, hex_: Hex) -> list[str]:
        """The hexes of a move, the unit's own first if it is next to where it goes."""
        if self._unit < 0 or not self._view.on_map(self._unit):
            return [GRID.label(hex_)]
        here = self._view.where[self._unit]
        way = self._paths.get(hex_, (hex_,))
        start = [GRID.label(here)] if way[0] in GRID.neighbours[here] else []
        return [*start, *map(GRID.label, way)]


DECISIONS: Decisions[OmahaBeach, State] = Decisions(
    units=UNITS,
    hexes=HEXES,
    decides=lambda seat: f"The {seat} Division decides",
    about=about,
    label=label_of,
    detail=_detail,
    place=_place,
    ways=_Ways,
    has_odds=has_odds,
    begins=lambda view, order: view.stack[-1].doing == "unit_action" and order.verb == "attack",
    series=series_by_procedure(
        {
            Placement: "the set-up",
            Arrivals: "the boxes of those who arrive",
            AmphibiousOperations: "the landing",
            EngineerPhase: "the work of the engineers",
        }
    ),
)
decision_of = DECISIONS.decision
