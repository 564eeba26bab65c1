"""Moving (7.3 to 7.5): where a unit may go, infiltration, bluffs and cliffs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bocage.games.omaha_beach.battle import mask
from bocage.games.omaha_beach.deck import draw
from bocage.games.omaha_beach.fire import active, has_depth
from bocage.games.omaha_beach.losses import FireLoss
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.tables import Passage
from bocage.games.omaha_beach.terrain import Mover, links, obstacle
from bocage.games.omaha_beach.words import ALONE, GO, GRID, STAY, UNIT_IDS, WITH
from bocage.hexes import Hex, HexSet
from bocage.kernel import Next, Order, Procedure, Refusal, ask, call, done


class Move(NamedTuple):
    """A move of one hex: how the hexside is passed, and past which position groups the unit infiltrates."""

    to: Hex
    passage: Passage
    past: tuple[int, ...]


def mover_of(g: State, unit: int) -> Mover:
    """The column of the Terrain Effects Chart."""
    return "infantry" if g.battle.foot[unit] else "leader" if g.battle.leader[unit] else "other"


def moves(g: State, unit: int) -> Iterator[Move]:
    """Every move of a unit, alone. A unit on a cliff may only go on across it; others cannot cross it yet (7.5)."""
    here, on_cliff = g.where[unit], bool(g.on_cliff >> unit & 1)
    dangers = dangerous(g, here)
    for there, passage in links(g.battle, mover_of(g, unit), g.battle.tide(g.turn))[here]:
        if (passage == "climb_cliff") is not on_cliff or is_german(g, there):
            continue
        past = tuple(group for group, hexes in dangers if hexes >> there & 1)
        if not past or not g.battle.leader[unit]:
            yield Move(there, passage, past)


def move_to(g: State, unit: int, to: Hex) -> Move | None:
    """The move of a unit to a hex, if there is one."""
    return next((move for move in moves(g, unit) if move.to == to), None)


def is_german(g: State, hex_: Hex) -> bool:
    """Whether a German unit is in a hex."""
    position = g.battle.at_hex.get(hex_)
    return position is not None and g.german[position] != NONE


def dangerous(g: State, hex_: Hex) -> list[tuple[int, HexSet]]:
    """The groups past which one infiltrates from a hex, each with the hexes where one is beside it still (7.32-01)."""
    battle, found = g.battle, []
    near = {battle.group_of[battle.at_hex[h]] for h in battle.grid.neighbours[hex_] if is_german(g, h)}
    for group in sorted(near):
        beside = battle.grid.spread(mask(battle.positions[p].hex for p in active(g, group))) & battle.fire[group]
        if beside >> hex_ & 1:
            found.append((group, beside))
    return found


def can_climb_cliff(g: State, unit: int) -> bool:
    """Whether a unit may begin to scale a cliff here (7.5-01)."""
    if not g.battle.foot[unit] or g.on_cliff >> unit & 1:
        return False
    there = links(g.battle, "infantry", g.battle.tide(g.turn))[g.where[unit]]
    return any(passage == "climb_cliff" for _, passage in there)


def is_preservation(g: State, unit: int, to: Hex) -> bool:
    """Whether a move brings infantry on the beach nearer to a protective hexside (7.1-09)."""
    battle, here = g.battle, g.where[unit]
    on_beach = battle.beach >> here & battle.beach >> to & 1
    return bool(battle.foot[unit] and on_beach and battle.to_shelter[to] < battle.to_shelter[here])


def why_not_into(g: State, unit: int, to: Hex) -> Refusal | None:
    """The rule that keeps a unit from moving to a hex; None if it may go there."""
    battle, name, label, here = g.battle, UNIT_IDS[unit], GRID.label(to), g.where[unit]
    if to not in battle.grid.neighbours[here]:
        return Refusal("7.3-01", f"{label} is not next to {name}")
    if not battle.playable >> to & 1:
        return Refusal("3-02", f"{label} is not in play")
    if not battle.dry(g.turn) >> to & 1:
        return Refusal("5.21-02", f"{label} is under water")
    if is_german(g, to):
        return Refusal("7.31-01", f"there is a German unit in {label}")
    passage, terrain = obstacle(battle.chart, battle.tables, mover_of(g, unit), here, to)
    if passage == "no":
        return Refusal("7.3-01", f"{name} cannot pass the {terrain} to {label}")
    if g.on_cliff >> unit & 1 and passage != "climb_cliff":
        return Refusal("7.51-01", f"{name} hangs on a cliff and may only go on across it")
    if passage == "climb_cliff" and not g.on_cliff >> unit & 1:
        return Refusal("7.5-01", f"{name} must first begin to climb the cliff to {label}")
    if move_to(g, unit, to) is None:
        return Refusal("7.32-06", f"{name} may not infiltrate to {label} without a unit")
    return None


@dataclass
class MoveAction(Procedure):
    """Some units of a stack move one hex together; infiltrators draw a card (7.3, 7.32)."""

    units: tuple[int, ...]  # leaders among them go along with the others
    to: Hex
    past: tuple[int, ...]
    companions: tuple[int, ...]  # who may still be asked along
    losers: tuple[int, ...] = ()  # who has lost a step and has not yet decided
    staying: tuple[int, ...] = ()

    def begin(self, g: State) -> Next:
        """Who goes along at no further cost (7.21)."""
        if not self.companions:
            return self.set_off
        orders = [*(WITH[unit] for unit in self.companions), ALONE]
        prompt = f"Who goes along to {GRID.label(self.to)}?"
        return ask(g.seat_of(self.units[0]), prompt, orders, then=self.joined, rule="7.21-01")

    def joined(self, g: State, order: Order) -> Next:
        """One unit of the stack, and any leaders."""
        if order is ALONE:
            return self.set_off
        leader = g.battle.leader
        self.units = (*self.units, order.arg)
        self.companions = tuple(u for u in self.companions if u != order.arg and (leader[u] or leader[order.arg]))
        return self.begin

    def set_off(self, g: State) -> Next:
        """Infiltrators are fired upon: one card for all (7.32-02)."""
        g.acted |= mask(self.units)
        if not self.past:
            return self.arrive
        card, battle = draw(g), g.battle
        hit_by = [group for group in self.past if self.fires(g, group)]
        g.tell(
            "infiltration", "7.32-02", units=self.units, card=card.number, groups=self.past, target=str(card.target),
            fires=bool(hit_by),
        )  # fmt: skip
        if hit_by:
            self.losers = tuple(unit for unit in self.units if battle.symbol[unit] is card.target)
        return self.next_loss

    def fires(self, g: State, group: int) -> bool:
        """Whether the card just drawn shows a group's colour, as a single symbol if it has no depth (7.32-03)."""
        shot = g.battle.deck[g.drawn[-1]].fires(g.battle.colour[group])
        return shot is not None and (not shot.double or has_depth(g, group))

    def next_loss(self, g: State, _: object = None) -> Next:
        """Each infiltrator with the card's symbol loses a step."""
        if not self.losers:
            return self.arrive
        return call(FireLoss(self.losers[0], "7.32-02"), then=self.after_loss)

    def after_loss(self, g: State, _: object) -> Next:
        """A survivor goes on or stays (7.32-04)."""
        unit = self.losers[0]
        if g.on_map(unit):
            prompt = f"Does {UNIT_IDS[unit]} go on to {GRID.label(self.to)}?"
            return ask(g.seat_of(unit), prompt, (GO, STAY), then=self.decided, rule="7.32-04")
        self.losers = self.losers[1:]
        return self.next_loss

    def decided(self, g: State, order: Order) -> Next:
        """Go on, or stay."""
        if order is STAY:
            self.staying = (*self.staying, self.losers[0])
        self.losers = self.losers[1:]
        return self.next_loss

    def arrive(self, g: State) -> Next:
        """Leaders go only where a unit goes with them, if they infiltrate (7.32-06)."""
        leader = g.battle.leader
        movers = [unit for unit in self.units if g.on_map(unit) and unit not in self.staying]
        if self.past and all(leader[unit] for unit in movers):
            return done()
        for unit in movers:
            how = passage_to(g, unit, self.to)
            g.put(unit, self.to)
            g.on_cliff &= ~(1 << unit)
            if leader[unit]:
                g.moved_leaders |= 1 << unit
            if how in ("climb", "climb_cliff"):
                g.climbing |= 1 << unit
            g.tell("moved", "7.3-01", unit=unit, hex=self.to, how=how)
        return done()


def passage_to(g: State, unit: int, to: Hex) -> Passage:
    """How a unit passes the side to a hex, Germans or not."""
    return obstacle(g.battle.chart, g.battle.tables, mover_of(g, unit), g.where[unit], to)[0]
