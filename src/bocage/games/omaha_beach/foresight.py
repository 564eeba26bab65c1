"""What an order costs for sure: the steps, units and leaders that are lost whatever the cards say.

Losses are told as the events that would report them. Everything is worked out on the view of the seat that is asked.
"""

from __future__ import annotations

from bocage.games.omaha_beach.action_phase import (
    STACKING,
    ActionPhase,
    DivisionActions,
    UnitAction,
    is_under_water,
    spared_by_tide,
)
from bocage.games.omaha_beach.actions import can_act
from bocage.games.omaha_beach.advance import Advance
from bocage.games.omaha_beach.artillery import ArtilleryFire
from bocage.games.omaha_beach.attack import Assault, AttackAction
from bocage.games.omaha_beach.battle import SEATS
from bocage.games.omaha_beach.events import RocketBarrage, ShipsHitPosition
from bocage.games.omaha_beach.fire import Volley, firers
from bocage.games.omaha_beach.ground import Path
from bocage.games.omaha_beach.harassment import WAYS, Strike
from bocage.games.omaha_beach.landing import LandingCheck
from bocage.games.omaha_beach.losses import FireLoss, lost_companies
from bocage.games.omaha_beach.movement import MoveAction, infiltrated, moves
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.words import ACCEPT, DOWN, END
from bocage.kernel import Event, Frame, Order

Losses = tuple[Event, ...]


def foresee(g: State, order: Order) -> Losses:
    """The losses that a legal order of the seat that is asked leads to in any case."""
    frame, unit = g.stack[-1], order.arg
    match frame:
        case LandingCheck() if order.verb == "lose":
            return step_lost(g, unit, "5.14-04")
        case Advance() if order.verb == "lose":
            return step_lost(g, unit, "16.82-07")
        case Assault() if order.verb == "lose":
            return step_lost(g, unit, "8.3-09")
        case ActionPhase() if order.verb == "lose":
            return eliminated(g, (unit,), "7.63-01")
        case ShipsHitPosition():
            return step_lost(g, unit, "EV.11-03")
        case ArtilleryFire():
            return under_fire(g, unit, "6.5-02")
        case RocketBarrage():
            return under_fire(g, unit, "EV.8-01")
        case Strike():
            return under_fire(g, unit, WAYS[frame.kind].rule) if WAYS[frame.kind].loses_step else ()
        case Volley():
            return of_leader(g, unit) if frame.stars else of_volley(g, frame, unit)
        case FireLoss():
            return step_lost(g, frame.unit, frame.rule) if order is ACCEPT else hero_killed(frame.unit, "11.14-01")
        case DivisionActions() | UnitAction() | MoveAction() | AttackAction():
            return of_action(g, frame, order)
    return ()


# -- losses ----------------------------------------------------------------------------------------


def step_lost(g: State, unit: int, rule: str) -> Losses:
    """A unit loses a step, and with its last step itself (6.32)."""
    if g.steps[unit] <= 1:
        return eliminated(g, (unit,), rule)
    left = g.steps[unit] - 1
    told = Event("step_lost", rule, {"unit": unit, "lost": 1, "left": left})
    return (told, *catastrophe(g, (unit,))) if left == 1 else (told,)


def eliminated(g: State, units: tuple[int, ...], rule: str) -> Losses:
    """Units are lost."""
    return (*(Event("eliminated", rule, {"unit": unit}) for unit in units), *catastrophe(g, units))


def hero_killed(unit: int, rule: str) -> Losses:
    """A hero dies; one who does not give his life for his unit would die with it (11.11-03)."""
    return (Event("hero_killed", rule, {"unit": unit}),)


def under_fire(g: State, unit: int, rule: str) -> Losses:
    """A step to German fire; the hero of a unit on its last step is lost in any case (11.14)."""
    return hero_killed(unit, "11.14-01") if g.heroes[unit] and g.steps[unit] == 1 else step_lost(g, unit, rule)


def catastrophe(g: State, units: tuple[int, ...]) -> Losses:
    """Whether companies that are eliminated, or come down to their last step, fill the loss box (13.1)."""
    limit, rule = g.battle.scenario.loss_limit(g.turn), "20.1-01" if g.battle.scenario.extended else "13.1-01"
    for division, seat in enumerate(SEATS):
        lost = lost_companies(g, division)
        more = [u for u in units if g.battle.regular >> u & 1 and g.battle.home[u] == division and u not in lost]
        if more and len(lost) + len(more) >= limit:
            return (Event("loss_box_full", rule, {"seat": seat}),)
    return ()


# -- German fire -----------------------------------------------------------------------------------


def of_volley(g: State, volley: Volley, unit: int) -> Losses:
    """A step, if whichever position hits the unit costs it one; others only disrupt it."""
    shots = [firer.targets[unit] for firer in firers(g, volley.groups, volley.card(g)) if unit in firer.targets]
    return under_fire(g, unit, "6.32-01") if shots and all(shot.loses_step for shot in shots) else ()


def of_leader(g: State, unit: int) -> Losses:
    """A hero is killed, a general after his wound; an HQ comes back (11.4)."""
    if g.battle.general[unit]:
        return eliminated(g, (unit,), "11.4-05") if g.wounded >> unit & 1 else ()
    return () if g.battle.hq[unit] else hero_killed(unit, "11.4-02")


# -- US actions ------------------------------------------------------------------------------------


def of_action(g: State, frame: Frame, order: Order) -> Losses:
    """Whoever stays under water drowns at the end of the phase (5.21-03), and only two may stay in a hex (7.63)."""
    match frame:
        case DivisionActions() if order is END:
            return of_end(g)
        case UnitAction() if order.verb == "to" and not g.battle.leader[frame.unit]:
            return of_move(g, (frame.unit,), frame.paths(g)[order.arg])
        case UnitAction() if order.verb in ("attack", "barrage") or order is DOWN:
            return of_staying(g, frame.unit)
        case UnitAction() if order.verb == "with" and frame.target >= 0:
            return of_staying(g, order.arg)
        case AttackAction() if order.verb == "with":
            return of_staying(g, order.arg)
        case MoveAction() if order.verb == "with" and frame.exit < 0 and not g.battle.leader[order.arg]:
            units = tuple(unit for unit in (*frame.units, order.arg) if not g.battle.leader[unit])
            return of_move(g, units, frame.path)
    return ()


def of_staying(g: State, unit: int) -> Losses:
    """A unit does something where it is, though it could leave."""
    leaves = is_under_water(g, unit) and moves(g, unit)
    return eliminated(g, (unit,), "5.21-03") if leaves else ()


def of_move(g: State, units: tuple[int, ...], path: Path) -> Losses:
    """Units go, without infiltrating, where with the last of them there are too many that cannot leave any more."""
    hexes = (g.where[units[0]], *path)
    if any(infiltrated(g, here, there) for here, there in zip(hexes, path, strict=False)):
        return ()
    stuck = [unit for unit in g.units_at(path[-1]) if not may_act(g, unit, acting(g))]
    if len(stuck) + len(units) <= STACKING:
        return ()
    return (Event("crowded", "7.63-01", {"units": (*stuck, *units), "hex": path[-1]}),)


def of_end(g: State) -> Losses:
    """The units that could still have saved themselves, or thinned a crowd, and now cannot."""
    assert g.pending is not None
    then = acting(g)[1:]
    able = [order.arg for order in g.pending.orders if order.verb == "act"]
    given_up = [unit for unit in able if not may_act(g, unit, then)]
    drowned = tuple(unit for unit in given_up if is_under_water(g, unit) and not spared_by_tide(g) >> unit & 1)
    crowds: list[Event] = []
    for place in sorted({g.where[unit] for unit in given_up} - {g.where[unit] for unit in drowned}):
        stuck = tuple(unit for unit in g.units_at(place) if not may_act(g, unit, then))
        if len(stuck) > STACKING:
            crowds.append(Event("crowded", "7.63-01", {"units": stuck, "hex": place}))
    return (*eliminated(g, drowned, "5.21-03"), *crowds)


def acting(g: State) -> tuple[int, ...]:
    """The division that acts now, and those after it."""
    phase = next(frame for frame in g.stack if isinstance(frame, ActionPhase))
    division = next(frame.division for frame in g.stack if isinstance(frame, DivisionActions))
    return division, *phase.waiting


def may_act(g: State, unit: int, divisions: tuple[int, ...]) -> bool:
    """Whether a unit may still do something with one of some divisions, be it only to move away."""
    return any(can_act(g, unit, division) is None for division in divisions)
