"""The pending decision: every legal order as a person would say it, with what it costs and where it leads."""

from __future__ import annotations

from bocage.games.dark_summer import cherbourg
from bocage.games.dark_summer.action_phase import ActionPhase
from bocage.games.dark_summer.assault import WaveAdvance
from bocage.games.dark_summer.campaign import GERMANS
from bocage.games.dark_summer.chits import (
    CHIT_TITLES,
    COMBAT,
    COMBAT_ROUNDS,
    COMBINED_COMBAT,
    COMBINED_MOVE,
    MOVE,
    OFFENSIVE,
    ON_MOVE_SIDE,
    OWNER,
    WAY_TITLES,
    played,
)
from bocage.games.dark_summer.combat import CombatAction, nobody_can_attack
from bocage.games.dark_summer.movement import going
from bocage.games.dark_summer.odds import entries_at_hand
from bocage.games.dark_summer.places import CHERBOURG, GRID, SECOND_WAVE, Place
from bocage.games.dark_summer.reinforcements import Reinforcements
from bocage.games.dark_summer.replacements import ReplacementPhase
from bocage.games.dark_summer.stacking import too_many
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.third_wave import ThirdWave
from bocage.games.dark_summer.title import DarkSummer
from bocage.games.dark_summer.waves import FirstWave, SecondWave
from bocage.games.dark_summer.withdrawals import Withdrawals
from bocage.games.dark_summer.words import (
    FORMATION_NAMES,
    FORMATIONS,
    HEXES,
    INITIATIVE,
    MARKERS,
    PLACE,
    PLAY,
    REACT,
    REPLACEMENT_TYPES,
    TAKE,
    UNIT_IDS,
    UNITS,
    USE,
)
from bocage.hexes import Hex
from bocage.kernel import About, Order
from bocage.kernel.wording import listed
from bocage.table.dark_summer.odds import support_words
from bocage.table.dark_summer.words import about, describe, place_on_board, place_words
from bocage.table.hexgame import Decisions, odds_by_verb, series_by_procedure

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
    "take": "{}",
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
_WAYS = {  # what the Round of a chit is
    MOVE: "Reinforcements enter, then all may move",
    COMBAT: "All may attack",
    OFFENSIVE: "All may attack, one column to the right",
    COMBINED_MOVE: "Reinforcements enter, all may move one hex or two by Road, then attack, one column to the left",
    COMBINED_COMBAT: "All may move one hex or two by Road, then attack, one column to the left",
}
NOBODY_CAN = "nobody can attack"
THIRD_LANDS = "The 3rd Wave of this army lands, then all may move"
IDLE = "From where they stand nobody can attack: the chit would be spent for nothing"
_WITH_ODDS = {  # the orders for which the title's preview has odds
    "first_wave": frozenset({"attack"}),
    "combat": frozenset({"with", "declare"}),
    "support": frozenset({"support", "pass"}),
}
_has_verb_with_odds = odds_by_verb(_WITH_ODDS)


def has_odds(view: State, order: Order) -> bool:
    """Whether there are odds for an order; in the Cherbourg Box everybody attacks, so that attack has them at once."""
    if order.verb == "play":
        return entries_at_hand(view, order) is not None
    return _has_verb_with_odds(view, order) or (order.verb == "attack" and order.arg == CHERBOURG)


def sets_off(view: State, order: Order) -> bool:
    """Whether an attack begins with this attacker, as nobody else could join."""
    frame = view.stack[-1]
    return order.verb == "with" and isinstance(frame, CombatAction) and frame.begins_with(view, order.arg)


def label_of(view: State, order: Order) -> str:
    """An order for a button or a list."""
    if order.noun is not None:
        begin = ", and begin" if sets_off(view, order) else f": {NOBODY_CAN}" if _is_idle(view, order) else ""
        return f"{_LABELS[order.verb].format(_thing(view, order))}{begin}{_duty(view, order)}"
    if order.verb == "declare":
        attackers = view.about().attackers
        who = UNIT_IDS[attackers[0]] if len(attackers) == 1 else f"these {len(attackers)} units"
        return f"Attack now with {who}{_duty(view, order)}"
    if order.verb == "end":
        return _ENDING.get(view.stack[-1].doing, "Rebuild no more")
    if order.verb == "pass":
        return _passing(view)
    if order.verb == "halt" and not _has_advanced(view):
        return "Nobody advances"
    return _PLAIN[order.verb]


def _has_advanced(view: State) -> bool:
    """Whether one of the attackers is in the hex already."""
    return bool(view.units_in(view.about().target, view.active_side))


def _must(view: State, order: Order) -> bool:
    """Whether a place must be attacked in this Round (11.2, 11.7)."""
    frame = view.stack[-1]
    if order.verb != "attack" or not isinstance(frame, CombatAction):
        return False
    return cherbourg.is_due(view) if order.arg == CHERBOURG else bool(frame.due(view) >> order.arg & 1)


def _duty(view: State, order: Order) -> str:
    """That an attack is a duty, or what it makes one (11.2)."""
    frame = view.stack[-1]
    if not isinstance(frame, CombatAction):
        return ""
    if order.verb == "attack":
        return ", as you must" if _must(view, order) else ""
    before = frame.new_duties(view, frame.attackers)
    new = before if order.verb == "declare" else frame.new_duties(view, (*frame.attackers, order.arg)) & ~before
    return f"; {listed(GRID.labels(new))} must be attacked too" if new else ""


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
    if order.verb == TAKE.name:
        (british,) = (rounds for rounds in view.sky.british if rounds.moves == arg)
        return f"{british.moves} Move and {british.combats} Combat"
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
        marker, attacks = view.campaign.markers[order.arg], view.pending and view.pending.seat == view.active_seat
        value = marker.attack if attacks else marker.defence
        return f"adds {value} to the {'attack' if attacks else 'defence'}" if value is not None else ""
    if order.verb == PLAY.name:
        return IDLE if _is_idle(view, order) else THIRD_LANDS if _lands_third(view, order) else _WAYS[order.arg]
    if order.verb == INITIATIVE.name:
        return _drawn_next(view, order.arg)
    if order is REACT:
        return "One stack or one Formation moves; its Kampfgruppen and Tigers may attack one hex"
    if order.verb in ("formation", "enter"):
        units = view.campaign.formation_units[order.arg]
        return ", ".join(UNIT_IDS[unit] for unit in range(view.campaign.count) if units >> unit & 1)
    must = "must be attacked in this Round" if _must(view, order) else ""
    begins = order.verb == "declare" or sets_off(view, order)
    support = support_words(view, order) if begins else ""
    return "; ".join(filter(None, (must, describe(view, order), _too_full(view, order), support)))


def _is_idle(view: State, order: Order) -> bool:
    """Whether a chit would be played as a Combat Round in which nobody can attack; that is allowed (9.2-08)."""
    frame = view.stack[-1]
    if order.verb != PLAY.name or order.arg not in COMBAT_ROUNDS or not isinstance(frame, ActionPhase):
        return False
    supposed, group = view.copy(), OWNER[frame.chit]
    supposed.hush()
    supposed.begin_round("combat", group)
    return nobody_can_attack(supposed, group)


def _lands_third(view: State, order: Order) -> bool:
    """Whether a chit would be played as the Move Round in which a 3rd Wave lands (8.1.3-15)."""
    frame = view.stack[-1]
    if order.arg != MOVE or view.turn > 1 or not isinstance(frame, ActionPhase):
        return False
    group = OWNER[frame.chit]
    return group != GERMANS and not played(view, group, *ON_MOVE_SIDE)


def _drawn_next(view: State, first: int) -> str:
    """What is drawn after a chit that is played first, with the chance of each."""
    left = [count - (chit == first) for chit, count in enumerate(view.cup)]
    chances = [f"{CHIT_TITLES[chit]} {100 * count / sum(left):.0f} %" for chit, count in enumerate(left) if count]
    return f"{view.cup[first]} of {sum(view.cup)} in the cup; drawn next: {', '.join(chances) or 'nothing'}"


def _too_full(view: State, order: Order) -> str:
    """That an advance of a Wave leads to a hex that holds more than may stay when the 2nd Wave is over (5.1-08)."""
    frame = view.stack[-1]
    if not isinstance(frame, WaveAdvance) or (order.verb == "advance" and order.arg in frame.ashore):
        return ""
    hex_ = order.arg if order.verb == "to" else frame.target
    comes = [order.arg] if order.verb == "advance" else [frame.unit] if order.verb == "to" else []
    if view.round_kind == "wave1":
        comes += view.at.get(SECOND_WAVE.get(hex_, -1), ())  # it lands there in any case
    text = too_many(view, hex_, *comes)
    return f"{text}: whoever is too many after the 2nd Wave is eliminated" if text else ""


class _Ways:
    """Where the units in question would go for each order ``to``, and what it would cost."""

    def __init__(self, view: State, matter: About) -> None:
        self._view, self._unit, self._known = view, matter.unit, matter.path
        self._action = going(view)

    def cost(self, order: Order) -> str:
        """Movement Points, where they count."""
        if self._action is None or self._action.withdrawing:
            return ""
        return f"{self._action.cost_to(self._view, order.arg) / 2:g}"

    def path(self, hex_: Hex) -> list[str]:
        """The places that are entered, where it begins first."""
        start = [self._view.where[self._unit]] if self._unit >= 0 and self._view.where[self._unit] >= 0 else []
        return [place_on_board(place, self._view.active_side) for place in (*start, *self._entered(hex_))]

    def _entered(self, hex_: Hex) -> tuple[Place, ...]:
        if self._action is not None:
            return self._action.way_to(self._view, hex_)
        if hex_ in self._known:
            return self._known[: self._known.index(hex_) + 1]
        return *self._known, hex_


def _place(view: State, order: Order) -> str | None:
    return place_on_board(order.arg, view.active_side) if order.noun is HEXES or order.noun is PLACE else None


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
    sets_off=sets_off,
    begins=lambda view, order: view.stack[-1].doing == "combat" and order.verb == "attack" and order.arg != CHERBOURG,
    series=series_by_procedure(
        {
            FirstWave: "the 1st Wave",
            SecondWave: "the 2nd Wave",
            ThirdWave: "the 3rd Wave",
            Reinforcements: "the Reinforcements",
            ReplacementPhase: "the Replacements",
            Withdrawals: "the withdrawals",
        }
    ),
)
decision_of = DECISIONS.decision
