"""The way ahead: what a unit can hope for in each hex, less the fire and the time on the way to something better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from bocage.games.omaha_beach.engineer_bases import engineer_range
from bocage.games.omaha_beach.terms import Mover, Weapon
from bocage.hexes import Hex, members
from bocage.players.omaha_beach import weights as w

if TYPE_CHECKING:
    from bocage.players.omaha_beach.outlook import Outlook

# How a unit moves, how strong it is (0 remnants, then half and full), how careful, whether it is a ranger, its weapons.
Class = tuple[Mover, int, int, bool, frozenset[Weapon]]


def rest_in(o: Outlook, kind: Class) -> list[float]:
    """What it is worth to stay in each hex."""
    battle = o.battle
    mover, strength, care, ranger, weapons = kind
    turns = min(w.HORIZON, o.turns_left) * w.STEP[mover] * w.CAUTION[care] * o.cares.risk
    found = [-turns * here for here in o.fire.danger]
    wide = strength > 0 or mover == "other"
    top = o.cares.top * w.ON_TOP[mover] * min(1.0, o.turns_left / w.LATE)
    if mover == "other" and o.check.points == "20.3":
        top = w.SUPPORT * o.point
    goals = o.control_goals[wide]
    for h in members(battle.high):
        found[h] += top + goals[h]
    for h in members(battle.low & o.prize_hexes):
        found[h] += goals[h]
    if mover == "infantry":
        for h, goal in o.attack_goals(strength, weapons).items():
            found[h] += goal
        for h, worth in o.guards.items():
            if not o.g.occupied >> h & 1:
                found[h] += worth
        for h, worth in o.exits(ranger=ranger).items():
            found[h] += worth * (strength + 1)
    for h in members(o.doomed):
        found[h] -= w.RISING * (w.VEHICLE if mover == "other" else 1.0)
    return found


class Prospects:
    """For units of a class the best of all hexes as seen from each hex, less the fire and the time on the way there.

    It holds for one turn. When something changes, only those hexes are looked at again whose best way it concerns.
    """

    def __init__(self, o: Outlook, kind: Class) -> None:
        battle, turn = o.battle, o.g.turn
        self.kind, self.turn = kind, turn
        self.neighbours = battle.grid.neighbours
        self.wet = battle.grid.all & ~(battle.dry(next_turn(o)) & battle.playable)
        self.under_water = members(self.wet)
        share = 1.0 if kind[0] == "infantry" else w.VEHICLE
        self.drowned, self.rising = w.DROWNED * share, w.RISING * share
        pace = w.LONG_MOVES if o.extended else 1.0
        self.time, self.hurry = w.TIME * pace, w.HURRY * pace
        self.stays = not o.to_check  # what cannot be reached now comes too late
        self.danger: list[float] = []  # of which the risk of entering each hex was made
        self.risk: list[float]
        self.rest: list[float]
        self._look(o)
        self.best = self.rest.copy()
        self.toward = list(range(battle.grid.size))  # by hex, the next one on the way, or itself
        self._spread(members(battle.grid.all & ~self.wet))

    def _look(self, o: Outlook) -> None:
        """Where Germans are, what fire is to be expected, and what it is worth to stay in each hex."""
        mover, _, care, _, _ = self.kind
        step, tide = w.ON_THE_WAY * w.STEP[mover] * w.CAUTION[care] * o.cares.risk, o.battle.tide(next_turn(o))
        self.occupied, self.near = o.occupied, o.beside_germans
        self.into = o.ground.into(mover, tide, engineer_range(o.g) if mover == "other" else 0)
        if o.fire.danger is not self.danger:
            self.danger, self.risk = o.fire.danger, [step * danger for danger in o.fire.danger]
        self.rest = rest_in(o, self.kind)
        for h in self.under_water:
            self.rest[h] = self.drowned
        for h in self.occupied:
            self.rest[h] = w.DROWNED

    def update(self, o: Outlook) -> bool:
        """Find out what has changed; False if too much has."""
        old_rest, old_near, old_risk, old_occupied, into = self.rest, self.near, self.risk, self.occupied, self.into
        if self.turn != o.g.turn:
            return False
        self._look(o)
        if self.into is not into:
            return False
        rest, best, toward = self.rest, self.best.copy(), self.toward
        self.best = best  # a list of its own for each outlook
        entered = differing(old_risk, self.risk)  # whose entry costs something else
        entered.update(old_occupied.keys() ^ self.occupied.keys())
        beside, changed = differing(old_near, self.near), differing(old_rest, rest)
        lost = [h for h in changed if toward[h] == h and rest[h] < old_rest[h]]
        lost += [h for h in beside if toward[h] != h]
        lost += [a for h in entered | beside for a, _, _ in into[h] if toward[a] == h]
        lost = list(dict.fromkeys(lost))
        seen = set(lost)
        for h in lost:  # grows: whoever was on the way to a hex that is worth less
            more = [a for a, _, _ in into[h] if toward[a] == h and a not in seen]
            seen.update(more)
            lost += more
        for h in lost:
            best[h], toward[h] = rest[h], h
        begin = entered | beside | seen
        for h in changed:
            if rest[h] > best[h]:
                best[h], toward[h] = rest[h], h
                begin.add(h)
        for h in lost:
            begin.update(self.neighbours[h])
        self._spread(begin)
        return True

    def _spread(self, hexes: Iterable[Hex]) -> None:
        """Tell the hexes around of the best that can be seen from some hexes."""
        if self.stays:
            return
        found, toward, into, risk = self.best, self.toward, self.into, self.risk
        occupied, near, wet = self.occupied, self.near, self.wet
        time, hurry, rising, free_time, infiltration = self.time, self.hurry, self.rising, w.FREE_TIME, w.INFILTRATION
        queue = [(-found[h], h) for h in hexes]
        heapify(queue)
        while queue:
            value, b = heappop(queue)
            value = -value
            if value < found[b] or b in occupied:
                continue
            delay = hurry * value if value > 0.0 else 0.0
            paid, unpaid = risk[b] + time + delay, risk[b] + free_time + delay  # for each turn
            for a, turns, free in into[b]:
                there = value - turns * (unpaid if free else paid)
                if there > found[a]:
                    there -= (infiltration if near[a] & near[b] else 0.0) + (rising if wet >> a & 1 else 0.0)
                    if there <= found[a]:
                        continue
                    found[a], toward[a] = there, b
                    heappush(queue, (-there, a))


def differing(then: Sequence[float], now: Sequence[float]) -> set[Hex]:
    """The hexes for which two lists tell different things."""
    return {h for h, (a, b) in enumerate(zip(then, now, strict=True)) if a != b} if then != now else set()


def next_turn(o: Outlook) -> int:
    """The turn in which a unit moves on."""
    return min(o.g.turn + 1, max(o.battle.track.turns))
