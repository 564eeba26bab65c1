"""The pending decision: every legal order as a person would say it, with what it costs and where it leads."""

from __future__ import annotations

from pydantic import TypeAdapter

from bocage.games.fire_movement.advance import Advance
from bocage.games.fire_movement.airborne import AirborneLandings
from bocage.games.fire_movement.amphibious import AmphibiousLandings
from bocage.games.fire_movement.assaults import CommandoAssaults
from bocage.games.fire_movement.bombardment import BombardmentPhase
from bocage.games.fire_movement.combat import CombatPhase
from bocage.games.fire_movement.movement import MovementPhase, reach_of
from bocage.games.fire_movement.reinforcements import EarlyArrival
from bocage.games.fire_movement.retreat import Displacement, Retreat
from bocage.games.fire_movement.set_up import GermanSetUp
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.support import SupportFire
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.turn import Replacements
from bocage.games.fire_movement.words import CUP_TITLES, CUPS, GRID, HEXES, UNIT_IDS, UNITS
from bocage.hexes import Hex
from bocage.kernel import Frame, Noun, Order
from bocage.table.fire_movement.words import (
    NOBODY,
    about,
    describe,
    hex_name,
    in_question,
    phase_of,
    target_of,
)
from bocage.table.layout import loss_of, verb_of
from bocage.table.model import Decision, OrderChoice

_CHOICES = TypeAdapter(list[OrderChoice])  # many at once cost a third of one by one

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
_PLACING: dict[type[Frame], str] = {GermanSetUp: "Set up in {}", AirborneLandings: "Drop in {}"}
_PASSING: dict[type[Frame], str] = {
    SupportFire: "No marker",
    Replacements: "Rebuild none of them",
    EarlyArrival: "Bring in nobody now",
}


def decision_of(setting: FireMovement, view: State, seat: str) -> Decision | None:
    """What is asked; the orders only if it is asked of ``seat``."""
    pending = view.pending
    if pending is None:
        return None
    if pending.seat != seat:
        return Decision(seat=pending.seat, prompt=f"The {pending.seat.capitalize()} player decides")
    frame, unit, target = view.stack[-1], in_question(view), target_of(view)
    ways = _Ways(view, frame, unit)
    return Decision(
        seat=seat,
        prompt=pending.prompt,
        rule=pending.rule,
        about=about(view),
        unit=UNIT_IDS[unit] if unit >= 0 else None,
        target=GRID.label(target) if target >= 0 else None,
        orders=_CHOICES.validate_python([_choice(setting, view, order, ways) for order in pending.orders]),
        hex_verb=verb_of(pending.orders, HEXES),
        unit_verb=verb_of(pending.orders, UNITS) or ("move" if _choosing_mover(view, frame) else ""),
    )


def _choosing_mover(view: State, frame: Frame) -> bool:
    """Whether a unit may be chosen to move, even if none can."""
    return isinstance(frame, MovementPhase) and view.pending is not None and view.pending.then == "chosen"


def _choice(setting: FireMovement, view: State, order: Order, ways: _Ways) -> dict[str, object]:
    frame, verb, arg = view.stack[-1], order.verb, order.arg
    goes = verb == "to"
    return {
        "order": order.text,
        "verb": verb,
        "unit": UNIT_IDS[arg] if order.noun is UNITS else None,
        "hex": GRID.label(arg) if order.noun is HEXES else None,
        "label": label_of(view, frame, order),
        "detail": describe(view, order),
        "cost": ways.cost(arg) if goes else "",
        "path": ways.path(arg) if goes else [],
        "odds": _has_odds(frame, verb),
        "loss": loss_of(setting, view, order),
        "sets_off": sets_off(view, frame, order),
    }


def sets_off(view: State, frame: Frame, order: Order) -> bool:
    """Whether an attack begins with this attacker: when it has joined, nobody is left who could (10.9.4-13)."""
    if not isinstance(frame, CombatPhase) or order.verb != "with":
        return False
    return len({view.where[unit] for unit in frame.candidates(view)}) == 1


def label_of(view: State, frame: Frame, order: Order) -> str:
    """An order for a button or a list."""
    verb, arg = order.verb, order.arg
    if sets_off(view, frame, order):
        assert isinstance(frame, CombatPhase)
        return f"Attack with {UNIT_IDS[arg]}{' too' if frame.attackers else ''}, and begin"
    if verb == "at":
        return _PLACING.get(type(frame), "Land in {}").format(hex_name(view, arg))
    if order.noun is not None:
        return _LABELS[verb].format(_thing(view, order.noun, arg))
    if verb == "end":
        return "No more beachheads" if isinstance(frame, AmphibiousLandings) else f"End the {phase_of(view)}"
    if verb == "declare":
        assert isinstance(frame, CombatPhase)
        count = len(frame.attackers)
        return f"Attack now with {UNIT_IDS[frame.attackers[0]] if count == 1 else f'these {count} units'}"
    if verb == "pass":
        return _PASSING[type(frame)]
    return _PLAIN[verb]


def _thing(view: State, noun: Noun, thing: int) -> str:
    """What an order is about, as a label says it."""
    if noun is HEXES:
        return hex_name(view, thing)
    return CUP_TITLES[thing] if noun is CUPS else noun.show(thing)


def _has_odds(frame: Frame, verb: str) -> bool:
    """Whether the title's preview has odds for an order."""
    if isinstance(frame, CombatPhase):
        return verb in ("with", "declare")
    if isinstance(frame, BombardmentPhase):
        return verb in ("draw", "fire")
    return isinstance(frame, SupportFire)


class _Ways:
    """Where the unit in hand would go for each order ``to``, and what it would cost."""

    def __init__(self, view: State, frame: Frame, unit: int) -> None:
        self._frame = frame
        self._start: list[str] = []
        if unit != NOBODY and view.where[unit] >= 0:
            self._start.append(GRID.label(view.where[unit]))
        self._reach = None
        if isinstance(frame, MovementPhase) and unit != NOBODY:
            self._reach = reach_of(view, unit, frame.points)

    def cost(self, hex_: Hex) -> str:
        """Movement points, where they count."""
        return f"{self._reach.cost_of(hex_) / 2:g}" if self._reach is not None else ""

    def path(self, hex_: Hex) -> list[str]:
        """The hexes it goes through, its own first unless it comes from off the map."""
        frame = self._frame
        if self._reach is not None:
            hexes = self._reach.path(hex_)
        elif isinstance(frame, Retreat):
            hexes = (*frame.path, hex_)
        elif isinstance(frame, Advance):
            hexes = frame.path[: frame.path.index(hex_) + 1]
        else:
            assert isinstance(frame, Displacement | CommandoAssaults)
            hexes = (hex_,)
        return [*self._start, *map(GRID.label, hexes)]
