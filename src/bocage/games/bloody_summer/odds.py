"""Exact odds of a fight that is declared or about to be, or of another throw, without touching the game.

Strengths, shifts and results come from the very functions that resolve fights. What has not been announced yet, such as
support, counts as not coming; in towns and villages the defender takes the terrain with the most shifts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bocage.games.bloody_summer import attacks, off_map_combat
from bocage.games.bloody_summer.bombardment import Bombardment
from bocage.games.bloody_summer.combat import Attacks, Combat
from bocage.games.bloody_summer.counterattack import Counterattack
from bocage.games.bloody_summer.ffi import FfiAttack
from bocage.games.bloody_summer.fight import (
    Fight,
    Shift,
    column_shifts,
    elite_modifier,
    enemies_in,
    find_column,
    strengths,
)
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.off_map_movement import OffMapMovement
from bocage.games.bloody_summer.overrun import best_run
from bocage.games.bloody_summer.places import FESTUNGEN, SIZE
from bocage.games.bloody_summer.resolution import Resolution
from bocage.games.bloody_summer.results import result_name
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.support import Supports
from bocage.games.bloody_summer.tables import Result
from bocage.games.bloody_summer.throws import throw_at_hand, throw_odds
from bocage.games.bloody_summer.waves import FirstWave, FollowUp
from bocage.games.bloody_summer.words import PASS, TERRAINS
from bocage.hexes import Hex
from bocage.kernel import Frame, Odds, Order

ODDS_VERBS: Final = (
    "attack", "overrun", "halt", "with", "declare", "withhold", "spare", "terrain", "fly", "support", "pass",
)  # fmt: skip


class Face(NamedTuple):
    """What a die would bring."""

    die: int
    result: Result

    @property
    def name(self) -> str:
        """The cell of the table, as it is written there."""
        return result_name(self.result)


class Prospect(NamedTuple):
    """How a fight stands."""

    fight: Fight
    attack: int
    defence: int
    odds: str
    shifts: tuple[Shift, ...]
    column: int  # its number, after the shifts
    line: str  # its name
    modifier: int  # of the die, by elite units
    faces: tuple[Face, ...]


def prospect_of(g: State, fight: Fight) -> Prospect | None:
    """How a fight stands; nothing if nobody is there who could defend, so that no die is rolled."""
    if not fight.attackers or not enemies_in(g, fight):
        return None
    table, modifier, column = g.campaign.tables.combat, elite_modifier(g, fight), find_column(g, fight)
    attack, defence = strengths(g, fight)
    faces = tuple(Face(die, table.die[min(max(die + modifier, 1), 6)][column]) for die in range(1, 7))
    odds, line = table.columns[table.column(attack, defence)], table.columns[column]
    return Prospect(fight, attack, defence, odds, column_shifts(g, fight), column, line, modifier, faces)


# -- the fight at hand ----------------------------------------------------------------------------


def fight_at_hand(g: State, order: Order) -> Fight | None:
    """The fight as it would be with a legal order; None if the order is about none."""
    frame = g.stack[-1]
    if isinstance(frame, Attacks) and order.verb == "attack":
        return _fight_of_all(g, frame, order.arg)
    if isinstance(frame, Combat):
        fight = Fight(frame.kind, _side(g, frame), frame.target, frame.attackers, frame.hq, frame.fresh)
        return _with_corps(g, _joined(fight, order))
    if isinstance(frame, Counterattack) and frame.hq != NOBODY and not frame.is_empty(g):
        return _joined(Fight("counterattack", frame.side, frame.target, frame.attackers, frame.hq), order)
    if isinstance(frame, Supports):
        return _supported(frame, order)
    if isinstance(frame, Bombardment):
        return _unbombarded(g.stack[-2], order)
    if isinstance(frame, FirstWave | FollowUp | FfiAttack | OffMapMovement):
        return frame.fight(g, order)
    return _decided(frame.fight, order) if isinstance(frame, Resolution) else None


def _side(g: State, frame: Combat) -> int:
    return g.active if frame.hq == NOBODY else g.campaign.side[frame.hq]


def _fight_of_all(g: State, frame: Attacks, place: int) -> Fight | None:
    """An attack on a place by everybody who may join it."""
    if place >= SIZE:
        kind = "siege" if place in FESTUNGEN.values() else "off_map"
        return Fight(kind, frame.side, place, off_map_combat.attackers(g, frame.side, place), frame.hq, frame.fresh)
    units = attacks.able(g, frame.orders(frame.offer(g)[0]), place)
    return _with_corps(g, Fight(frame.kind, frame.side, place, tuple(units), frame.hq, frame.fresh))


def _with_corps(g: State, fight: Fight | None) -> Fight | None:
    """The fight with the support of further headquarters whose units take part: it comes by itself (5.3-06)."""
    if fight is None or fight.hq == NOBODY or fight.target >= SIZE:
        return fight
    under = attacks.Orders(fight.side, fight.hq, fight.kind)
    corps = {g.fought_under.get(unit, attacks.corps_for(g, under, unit, fight.target)) for unit in fight.attackers}
    return fight._replace(support=tuple(sorted(corps - {fight.hq, NOBODY})))


def _joined(fight: Fight, order: Order) -> Fight | None:
    if order.verb == "with":
        return fight._replace(attackers=tuple(sorted((*fight.attackers, order.arg))))
    return fight if order.verb == "declare" else None


def _decided(fight: Fight, order: Order) -> Fight | None:
    match order.verb:
        case "withhold":
            return fight._replace(attackers=tuple(unit for unit in fight.attackers if unit != order.arg))
        case "spare":
            return fight._replace(spared=(*fight.spared, order.arg))
        case "terrain":
            return fight._replace(terrain=TERRAINS[order.arg])
        case "declare" | "pass":
            return fight
    return None


def _unbombarded(beneath: Frame, order: Order) -> Fight | None:
    """The fight before which a bombardment may be made, if there is one and no more is made."""
    return beneath.fight if order is PASS and isinstance(beneath, Resolution) else None


def _supported(frame: Supports, order: Order) -> Fight | None:
    fight = frame.fight
    if order.verb == "fly":
        return fight._replace(air=order.arg)
    if order.verb == "support" and frame.defending:
        return fight._replace(defence_support=order.arg)
    if order.verb == "support":
        return fight._replace(support=(*fight.support, order.arg))
    return fight


def prospect(g: State, order: Order) -> Prospect | None:
    """How the fight at hand would stand with an order; None if the order is about none."""
    if g.pending is None or order not in g.pending.orders:
        return None
    frame = g.stack[-1]
    if isinstance(frame, MovementPhase):
        return _overrun(g, frame, order.arg) if order.verb == "overrun" else None
    fight = fight_at_hand(g, order)
    return None if fight is None else prospect_of(g, fight)


def _overrun(g: State, frame: MovementPhase, target: Hex) -> Prospect | None:
    """An overrun as it would stand once the stack has come next to the hex."""
    run = best_run(g, frame.in_hand, frame.gaits[0], target, fresh=frame.fresh)
    supposed = g.copy()
    supposed.hush()
    if run is not None and run.path:
        for unit in frame.in_hand:
            supposed.put(unit, run.path[-1])
    return prospect_of(supposed, Fight("overrun", frame.side, target, frame.in_hand))


def preview(g: State, order: Order) -> Odds | None:
    """The distribution of results if ``order`` were given and no more support came; None if no die would fall."""
    found = prospect(g, order)
    if found is None:
        throw = throw_at_hand(g, order) if g.pending is not None and order in g.pending.orders else None
        return None if throw is None else throw_odds(throw)
    results: dict[str, float] = {}
    for face in found.faces:
        results[face.name] = results.get(face.name, 0) + 1 / len(found.faces)
    return Odds(found.attack, found.defence, found.odds, found.shifts, found.column, results, "6.3")
