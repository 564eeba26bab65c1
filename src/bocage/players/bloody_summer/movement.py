"""Movement: a plan for the whole phase, made once, in which every piece goes where it is worth most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bocage.games.bloody_summer.exploitation import Exploitation
from bocage.games.bloody_summer.fight import Fight, attack_value
from bocage.games.bloody_summer.movement import ALL, MovementPhase, joint_gait
from bocage.games.bloody_summer.overrun import overruns
from bocage.games.bloody_summer.pieces import HEADQUARTERS, UNITS
from bocage.games.bloody_summer.places import GRID, SIZE
from bocage.games.bloody_summer.reach import gaits_of, hexes_of, movers_of
from bocage.games.bloody_summer.stacking import why_not_together
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.support import FREE_TURNS
from bocage.games.bloody_summer.words import END, MARCH, MOVE
from bocage.games.bloody_summer.words import OVERRUN as OVERRUN_HEX
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Order
from bocage.players.bloody_summer.battle import Battle
from bocage.players.bloody_summer.forecast import worth_of
from bocage.players.bloody_summer.stage import Stage
from bocage.players.bloody_summer.stances import USUAL, Cares
from bocage.players.bloody_summer.weights import LEADER, LIKELY_BREACH, OVERRUN, STAY

FIRST = ("land", "unload")  # before anything is planned
STACKS = 2  # that may exploit
NEAR = 4  # hexes from the enemy, within which overruns are thought of


class MovementPlan:
    """Where each piece goes in a phase: those who attack, the others from the front backwards, then headquarters."""

    def __init__(self, g: State, frame: MovementPhase, cares: Cares = USUAL) -> None:
        self.moment = moment_of(g, frame)
        self.stage = Stage(g, frame.army, cares)
        self.targets: dict[int, Hex] = {}
        self.reserves: set[int] = set()
        self.errands: dict[int, tuple[Hex, int]] = {}  # of each attacker: the hex that it attacks, and under whom
        movers = members(movers_of(g, frame.army, frame.units))
        self.stale = False  # an overrun has changed everything
        self.run = best_overrun(g, frame, movers)
        if self.run.units:
            return
        self.reach = {piece: self._reach(g, frame, piece) for piece in movers}
        units = {unit: self.reach[unit] | 1 << g.where[unit] for unit in movers if unit < UNITS}
        if frame.units == ALL:
            for unit in still_units(g, frame.army, units):
                units[unit] = 1 << g.where[unit]
        price = 0.0 if g.turn in FREE_TURNS or frame.units != ALL else LEADER
        self.battle = Battle(self.stage, units, self._leaders(g, frame), price)
        self._attack(g)
        busy = {unit for assault in self.battle.assaults for unit in assault.places}
        if frame.units == ALL:
            self._keep_reserves(g, [unit for unit in units if unit not in busy])
        threat = self.stage.threat
        rest = [piece for piece in movers if piece not in busy and piece not in self.reserves]
        for piece in sorted(rest, key=lambda piece: (piece >= UNITS, -threat[g.where[piece]], piece)):
            self._plan(g, piece)

    def _reach(self, g: State, frame: MovementPhase, piece: int) -> HexSet:
        return hexes_of(g, frame.side, g.where[piece], gaits_of(g, piece, half=frame.half), fresh=True)

    def _leaders(self, g: State, frame: MovementPhase) -> dict[int, HexSet]:
        """The headquarters that can lead attacks in this phase, and where they can be."""
        if g.turn == 0:
            return {NOBODY: g.campaign.in_play}  # on D-Day nobody needs one
        below = g.stack[-2] if len(g.stack) > 1 else None
        if isinstance(below, Exploitation):
            return {below.hq: 1 << g.where[below.hq]}
        own = [hq for hq in HEADQUARTERS if g.campaign.army[hq] == frame.army and g.on_map(hq)]
        able = [hq for hq in own if (g.turn in FREE_TURNS or g.is_supported(hq)) and not g.extended >> hq & 1]
        return {hq: (1 << g.where[hq]) | self._safe(hq) for hq in able}

    def _safe(self, hq: int) -> HexSet:
        """The hexes to which a headquarters can go and where it is on the road, away from enemies or among friends."""
        stage = self.stage
        found = self.reach.get(hq, 0) & stage.roads & ((1 << SIZE) - 1)
        for hex_ in members(found & stage.zone):
            if not stage.defence.get(hex_):
                found &= ~(1 << hex_)
        return found

    def _attack(self, g: State) -> None:
        for assault in self.battle.assaults:
            for unit, hex_ in assault.places.items():
                self.errands[unit] = assault.target, assault.leader
                if g.where[unit] != hex_:
                    self.targets[unit] = hex_

    def _keep_reserves(self, g: State, free: Sequence[int]) -> None:
        """Armour behind an attack that may break through waits to exploit it."""
        for assault in self.battle.assaults:
            if assault.breach < LIKELY_BREACH:
                continue
            near = GRID.within(1 << assault.target, 3)
            able = [unit for unit in free if g.campaign.may_reserve[unit] and unit not in self.reserves]
            armour = [unit for unit in able if near >> g.where[unit] & 1]
            places = sorted({g.where[unit] for unit in armour}, key=lambda place: GRID.distance(place, assault.target))
            self.reserves |= {unit for unit in armour if g.where[unit] in places[:STACKS]}

    def _plan(self, g: State, piece: int) -> None:
        stage, here = self.stage, g.where[piece]
        spots = self.battle.spots.get(piece, 0) if any(a.leader == piece for a in self.battle.assaults) else 0
        stage.lift(piece)
        best, target = stage.worth(piece, here) + STAY, here
        if spots and not spots >> here & 1:
            best = float("-inf")
        for place in members(spots or self.reach[piece]):
            if place == here or not stage.has_room(piece, place):
                continue
            worth = stage.worth(piece, place)
            if worth > best:
                best, target = worth, place
        stage.set_down(piece, target)
        if target != here:
            self.targets[piece] = target

    def score(self, g: State, frame: MovementPhase, orders: Sequence[Order]) -> list[float]:
        """The next piece of the plan whose place is free; where it goes; or the end."""
        verbs = {order.verb for order in orders}
        if self.run.units:
            return self._overrun(g, frame, orders)
        if frame.in_hand and ("to" in verbs or "overrun" in verbs):
            return self._destinations(frame, orders)
        movable = {order.arg for order in orders if order.verb == "move"}
        chosen = next((piece for piece in self.targets if piece in movable and not g.moved >> piece & 1), -1)
        return [self._choice(order, chosen) for order in orders]

    def _overrun(self, g: State, frame: MovementPhase, orders: Sequence[Order]) -> list[float]:
        """The stack is taken in hand, those who stay are left, and it goes."""
        units, scores = self.run.units, []
        start = g.where[units[0]]
        taken = MOVE[units[0]] if len(units) == 1 else MARCH[start]
        self.stale = OVERRUN_HEX[self.run.target] in orders or taken not in orders
        for order in orders:
            if order.verb == "leave":
                scores.append(3.0 if order.arg not in units else 0.0)
            elif order.verb == "overrun":
                scores.append(2.0 if order.arg == self.run.target else 0.0)
            else:
                scores.append(1.0 if order == taken else 0.0)
        return scores

    def _choice(self, order: Order, chosen: int) -> float:
        if order is END:
            return 1.0
        if order.verb == "move":
            return 3.0 if order.arg == chosen else 0.2
        if order.verb == "reserve":
            return 2.0 if order.arg in self.reserves else -1.0
        return 0.1

    def _destinations(self, frame: MovementPhase, orders: Sequence[Order]) -> list[float]:
        piece = frame.in_hand[0]
        target = self.targets.pop(piece, -1)
        if any(order.verb == "to" and order.arg == target for order in orders):
            return [1.0 if order.verb == "to" and order.arg == target else 0.0 for order in orders]
        return [self.stage.worth(piece, order.arg) if order.verb == "to" else -50.0 for order in orders]


class Run(NamedTuple):
    """An overrun that is worth it."""

    units: tuple[int, ...] = ()
    target: Hex = -1


def best_overrun(g: State, frame: MovementPhase, movers: Sequence[int]) -> Run:
    """The best overrun that an armoured stack can make now; none if it is not worth it."""
    least, best = OVERRUN[frame.side], Run()
    stacks: dict[Hex, list[int]] = {}
    for unit in movers:
        if unit < UNITS and g.campaign.armoured[unit] and attack_value(g, unit) and not g.level[unit]:
            stacks.setdefault(g.where[unit], []).append(unit)
    near = GRID.within(g.troops[1 - frame.side], NEAR)
    for hex_, units in stacks.items() if g.turn else ():
        if not near >> hex_ & 1 or why_not_together(g.campaign, units, hex_) is not None:
            continue
        for target in overruns(g, units, joint_gait(g, units, frame.half)[0], fresh=True):
            worth = worth_of(g, Fight("overrun", frame.side, target, tuple(units)))
            if worth > least:
                least, best = worth, Run(tuple(units), target)
    return best


def still_units(g: State, army: int, movers: dict[int, HexSet]) -> list[int]:
    """Units on the map that stay where they are in this phase and can attack from there."""
    own = [unit for unit in range(UNITS) if g.campaign.army[unit] == army and g.on_map(unit)]
    return [unit for unit in own if unit not in movers and not g.resting >> unit & 1]


def score_landing(g: State, frame: MovementPhase, orders: Sequence[Order]) -> list[float]:
    """All who can come ashore do, near to where they are wanted."""
    if orders[0].verb == "at":
        stage = Stage(g, frame.army)
        return [stage.worth(frame.in_hand[0], order.arg) for order in orders]
    return [float(order.verb in FIRST) + float(order.verb == "unload") for order in orders]


def comes_first(orders: Sequence[Order]) -> bool:
    """Whether there is something to do before anything is planned: landings."""
    return orders[0].verb == "at" or any(order.verb in FIRST for order in orders)


def moment_of(g: State, frame: MovementPhase) -> tuple[object, ...]:
    """A phase of an army: while it lasts a plan holds."""
    return g.turn, g.part, frame.side, frame.army, frame.units
