"""The pending decision: every legal order as a person would say it, with what it costs and where it leads."""

from __future__ import annotations

from bocage.games.dark_summer.chits import CHIT_TITLES, WAY_TITLES
from bocage.games.dark_summer.emergency import ways_between
from bocage.games.dark_summer.ground import halves
from bocage.games.dark_summer.movement import MovementAction, Moves, moves_of
from bocage.games.dark_summer.places import CHERBOURG, Place, place_name
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.title import DarkSummer
from bocage.games.dark_summer.words import (
    FORMATION_NAMES,
    FORMATIONS,
    HEXES,
    INITIATIVE,
    MARKERS,
    PLACE,
    PLAY,
    REPLACEMENT_TYPES,
    UNIT_IDS,
    UNITS,
    USE,
)
from bocage.hexes import Hex, members
from bocage.kernel import About, Order
from bocage.table.dark_summer.words import about, describe, place_words
from bocage.table.hexgame import Decisions, odds_by_verb

_LABELS = {  # of orders with a unit, a place, a Formation, a marker, a chit or a number
    "move": "Move {}",
    "march": "Move the stack in {}",
    "withdraw": "Emergency Withdrawal of {}",
    "to": "To {}",
    "attack": "Attack {}",
    "with": "Attack with {}",
    "support": "Support: {}",
    "lose": "{} loses a step",
    "retreat": "Retreat {}",
    "remove": "Eliminate {}",
    "advance": "Advance {}",
    "take": "British Move chits: {}",
    "initiative": "{} is the Initiative chit",
    "play": "{}",
    "stack": "Activate the stack in {}",
    "formation": "Activate the Formation {}",
    "enter": "{} enters",
    "at": "In {}",
    "displace": "{} makes room",
    "evacuate": "Withdraw {} from the game",
    "rebuild": "Rebuild {}",
    "use": "With an {} Replacement",
}
_PLAIN = {
    "exchange": "Take the Exchange",
    "limit": "Limit it to one step on both sides (BL1)",
    "halt": "No further advance",
    "react": "Play a Reaction chit",
}
_ENDING = {"movement": "End the movement", "combat": "No more attacks"}
_WITH_ODDS = {  # the orders for which the title's preview has odds
    "first_wave": frozenset({"attack"}),
    "combat": frozenset({"with", "declare"}),
    "support": frozenset({"support", "pass"}),
}
_has_verb_with_odds = odds_by_verb(_WITH_ODDS)


def has_odds(view: State, order: Order) -> bool:
    """Whether there are odds for an order; in the Cherbourg Box everybody attacks, so that attack has them at once."""
    return _has_verb_with_odds(view, order) or (order.verb == "attack" and order.arg == CHERBOURG)


def label_of(view: State, order: Order) -> str:
    """An order for a button or a list."""
    if order.noun is not None:
        return _LABELS[order.verb].format(_thing(view, order))
    if order.verb == "declare":
        attackers = view.about().attackers
        return f"Attack now with {UNIT_IDS[attackers[0]] if len(attackers) == 1 else f'these {len(attackers)} units'}"
    if order.verb == "end":
        return _ENDING.get(view.stack[-1].doing, "Rebuild no more")
    if order.verb == "pass":
        return _passing(view)
    return _PLAIN[order.verb]


def _passing(view: State) -> str:
    """What it means not to give an order."""
    offered = {order.verb for order in view.pending.orders} if view.pending is not None else set()
    words = {
        "support": "No more Support",
        "react": "Keep the Reaction chits",
        "evacuate": "Withdraw nobody",
        "stack": "Activate nobody",
    }
    return next((text for verb, text in words.items() if verb in offered), "Nothing")


def _thing(view: State, order: Order) -> str:
    """What an order is about, as a label says it."""
    noun, arg = order.noun, order.arg
    if noun is HEXES or noun is PLACE:
        return place_words(view.campaign, arg)
    if noun is FORMATIONS:
        return FORMATION_NAMES[arg]
    if noun is MARKERS:
        return _marker(view, arg)
    titles = {INITIATIVE.name: CHIT_TITLES, PLAY.name: WAY_TITLES, USE.name: [t.value for t in REPLACEMENT_TYPES]}
    if order.verb in titles:
        return titles[order.verb][arg]
    return noun.show(arg) if noun is not None else ""


def _marker(view: State, marker: int) -> str:
    """A Support marker; those of one title are told apart by their numbers."""
    markers = view.campaign.markers
    same = [number for number, other in enumerate(markers) if other.title == markers[marker].title]
    return f"{markers[marker].title} {same.index(marker) + 1}" if len(same) > 1 else markers[marker].title


def _detail(view: State, order: Order) -> str:
    if order.noun is MARKERS:
        marker = view.campaign.markers[order.arg]
        values = {"attack": marker.attack, "defence": marker.defence}
        return ", ".join(f"{name} {value}" for name, value in values.items() if value is not None)
    if order.verb in ("formation", "enter"):
        units = view.campaign.formation_units[order.arg]
        return ", ".join(UNIT_IDS[unit] for unit in range(view.campaign.count) if units >> unit & 1)
    return describe(view, order)


class _Ways:
    """Where the units in question would go for each order ``to``, and what it would cost."""

    def __init__(self, view: State, matter: About) -> None:
        frame = view.stack[-1]
        self._view, self._unit, self._known = view, matter.unit, matter.path
        self._box_cost = halves(view.campaign.tables.movement.box)
        self._withdrawing = isinstance(frame, MovementAction) and frame.withdrawing
        self._moves: Moves | None = None
        if isinstance(frame, MovementAction) and matter.unit >= 0 and not frame.withdrawing:
            self._moves = moves_of(view, frame.in_hand, frame.points, frame.limit, fresh=frame.fresh(view))

    def cost(self, order: Order) -> str:
        """Movement Points, where they count."""
        if self._moves is None or order.verb != "to":
            return ""
        return f"{self._moves.cost_of(order.arg, self._box_cost) / 2:g}"

    def path(self, hex_: Hex) -> list[str]:
        """The places that are entered, where it begins first."""
        start = [self._view.where[self._unit]] if self._unit >= 0 and self._view.where[self._unit] >= 0 else []
        return list(map(place_name, (*start, *self._entered(hex_))))

    def _entered(self, hex_: Hex) -> tuple[Place, ...]:
        if self._moves is not None:
            return self._moves.path(hex_)
        if self._withdrawing:
            return members(ways_between(self._view, self._unit, hex_))[0], hex_
        if hex_ in self._known:
            return self._known[: self._known.index(hex_) + 1]
        return *self._known, hex_


def _place(view: State, order: Order) -> str | None:
    return place_name(order.arg) if order.noun is HEXES or order.noun is PLACE else None


DECISIONS: Decisions[DarkSummer, State] = Decisions(
    units=UNITS,
    hexes=PLACE,
    hexes_alone=HEXES,
    decides=lambda seat: f"The {seat.capitalize()} player decides",
    about=about,
    label=label_of,
    detail=_detail,
    place=_place,
    ways=_Ways,
    has_odds=has_odds,
)
decision_of = DECISIONS.decision
