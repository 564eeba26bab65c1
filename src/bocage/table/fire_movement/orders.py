"""The pending decision: every legal order as a person would say it, with what it costs and where it leads."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.games.fire_movement.airborne import AirborneLandings
from bocage.games.fire_movement.amphibious import AmphibiousLandings
from bocage.games.fire_movement.assaults import BeachAssaults, CommandoAssaults
from bocage.games.fire_movement.battle import ALLIED, SEATS
from bocage.games.fire_movement.bombardment import BombardmentPhase
from bocage.games.fire_movement.landing import Landings
from bocage.games.fire_movement.movement import reach_of
from bocage.games.fire_movement.reinforcements import AlliedReinforcements
from bocage.games.fire_movement.set_up import GermanSetUp
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.turn import PlayerTurn, Replacements
from bocage.games.fire_movement.words import CUP_TITLES, CUPS, GRID, HEXES, MINES, UNIT_IDS, UNITS
from bocage.hexes import Hex
from bocage.kernel import About, Noun, Order
from bocage.kernel import State as KernelState
from bocage.kernel.wording import listed
from bocage.table.fire_movement.odds import best_bombardment_of, odds_of
from bocage.table.fire_movement.words import about, describe, hex_name, phase_of
from bocage.table.hexgame import Decisions, odds_by_verb, series_by_procedure
from bocage.table.model import Odds, Series

_LABELS = {  # of orders with a unit, a hex, a cup, a value or a division
    "move": "Move {}",
    "enter": "Bring on {}",
    "land": "Land {}",
    "to": "To {}",
    "attack": "Attack {}",
    "with": "Attack with {}",
    "bombard": "Bombard {}",
    "draw": "Draw a marker: {}",
    "naval": "Naval gunfire {}",
    "defend": "Defend with {}",
    "deplete": "{} loses a step",
    "retreat": "Retreat {}",
    "stand": "Stand with {}",
    "displace": "Displace {}",
    "advance": "Advance {}",
    "beachhead": "Mark a beachhead in {}",
    "zone": "Drop zone in {}",
    "rebuild": "Rebuild {}",
    "bring": "Bring in the {} Division",
}
_PLAIN = {
    "fire": "Fire with this one marker",
    "keep": "Use this marker",
    "aside": "Put the mines aside and draw another",
    "mines": "Add the mines",
    "yield": "Displace nobody",
    "halt": "No further advance",
    "stay": "Stay there",
}
_PLACING = {"set_up": "Set up in {}", "drops": "Drop in {}"}  # by what is done; otherwise units land
_PASSING = {"support_fire": "No marker", "replacements": "Rebuild none of them", "early_arrival": "Bring in nobody now"}
_WITH_ODDS = {  # the orders for which the title's preview has odds
    "combat": frozenset({"with", "declare"}),
    "bombardment": frozenset({"draw", "fire"}),
    "drops": frozenset({"at"}),
    "commando_assaults": frozenset({"at"}),
    "beach_assaults": frozenset({"attack"}),
    "landing_attacks": frozenset({"attack"}),
    "support_fire": frozenset({"draw", "naval", "keep", "aside", "mines", "pass"}),
}


def sets_off(view: State, order: Order) -> bool:
    """Whether an attack begins with this attacker: when it has joined, nobody is left who could (10.9.4-13)."""
    if order.verb != "with" or view.pending is None:
        return False
    return len({view.where[other.arg] for other in view.pending.orders if other.verb == "with"}) == 1


def label_of(view: State, order: Order) -> str:
    """An order for a button or a list."""
    verb, arg, doing = order.verb, order.arg, view.stack[-1].doing
    if sets_off(view, order):
        return f"Attack with {UNIT_IDS[arg]}{' too' if view.about().attackers else ''}, and begin"
    if verb == "attack" and doing == "beach_assaults":
        return f"Assault the beach {hex_name(view, arg)}"
    if verb == "at":
        return _PLACING.get(doing, "Land in {}").format(hex_name(view, arg))
    if order.noun is not None:
        return _LABELS[verb].format(_thing(view, order.noun, arg))
    if verb == "end":
        return "No more beachheads" if doing == "beach_landings" else f"End the {phase_of(view)}"
    if verb == "declare":
        attackers = view.about().attackers
        return f"Attack now with {UNIT_IDS[attackers[0]] if len(attackers) == 1 else f'these {len(attackers)} units'}"
    if verb == "pass" and MINES in (view.pending.orders if view.pending is not None else ()):
        return "Keep the mines for later"
    if verb == "pass":
        return _PASSING[doing]
    return _PLAIN[verb]


def _detail(view: State, order: Order) -> str:
    """What is said beside an order; of an attacker also who can join no more after it."""
    if order.verb != "with" or view.pending is None:
        return describe(view, order)
    here = view.where[order.arg]
    joining = [other.arg for other in view.pending.orders if other.verb == "with" and other is not order]
    stack = [UNIT_IDS[unit] for unit in joining if view.where[unit] == here]
    rest = f"then not {listed(stack)} of its stack" if stack else ""
    return "; ".join(filter(None, (describe(view, order), rest, "the last who can join" * sets_off(view, order))))


def _thing(view: State, noun: Noun, thing: int) -> str:
    """What an order is about, as a label says it."""
    if noun is HEXES:
        return hex_name(view, thing)
    return CUP_TITLES[thing] if noun is CUPS else noun.show(thing)


class _Ways:
    """Where the unit in question would go for each order ``to``, and what it would cost."""

    def __init__(self, view: State, matter: About) -> None:
        self._known = matter.path
        self._start: list[str] = []
        if matter.unit >= 0 and view.where[matter.unit] >= 0:
            self._start.append(GRID.label(view.where[matter.unit]))
        self._reach = None
        if matter.unit >= 0 and view.stack[-1].doing == "movement":
            self._reach = reach_of(view, matter.unit, matter.points)

    def cost(self, order: Order) -> str:
        """Movement points, where they count."""
        return f"{self._reach.cost_of(order.arg) / 2:g}" if self._reach is not None and order.verb == "to" else ""

    def path(self, hex_: Hex) -> list[str]:
        """The hexes it goes through, its own first unless it comes from off the map."""
        if self._reach is not None:
            hexes = self._reach.path(hex_)
        elif hex_ in self._known:
            hexes = self._known[: self._known.index(hex_) + 1]
        else:
            hexes = (*self._known, hex_)
        return [*self._start, *map(GRID.label, hexes)]


def _place(view: State, order: Order) -> str | None:
    return GRID.label(order.arg) if order.noun is HEXES else None


_SERIES = series_by_procedure(
    {
        GermanSetUp: "the set-up",
        AmphibiousLandings: "the landings on the beaches",
        AirborneLandings: "the airborne landings",
        CommandoAssaults: "the commando assaults",
        BeachAssaults: "the beach assaults",
        Landings: "all that comes before the first turn",
        AlliedReinforcements: "the reinforcements",
        Replacements: "the replacements",
        BombardmentPhase: "the bombardment",
    }
)


def _series(view: KernelState, seat: str) -> Iterable[Series]:
    """Landings, what is decided in the turn of the other side, and the first day, on which no Allied unit moves."""
    answers = any(isinstance(frame, PlayerTurn) and SEATS[frame.side] != seat for frame in view.stack)
    if answers:
        yield Series(id="Answers", title="our answers in their turn")
    else:
        yield from _SERIES(view, seat)
    if seat == SEATS[ALLIED] and isinstance(view, State) and view.turn <= 1:
        yield Series(id="FirstDay", title="everything up to the second turn")


DECISIONS: Decisions[FireMovement, State] = Decisions(
    units=UNITS,
    hexes=HEXES,
    decides=lambda seat: f"The {seat.capitalize()} player decides",
    about=about,
    label=label_of,
    detail=_detail,
    place=_place,
    ways=_Ways,
    has_odds=odds_by_verb(_WITH_ODDS),
    sets_off=sets_off,
    begins=lambda view, order: order.verb == {"combat": "attack", "bombardment": "bombard"}.get(view.stack[-1].doing),
    series=_series,
)
decision_of = DECISIONS.decision


def best_in_reach(setting: FireMovement, view: State, order: Order) -> Odds | None:
    """The best odds of the attack or the bombardment that an order begins."""
    return best_bombardment_of(setting, view, order) or DECISIONS.reach(setting, view, order, odds_of)
