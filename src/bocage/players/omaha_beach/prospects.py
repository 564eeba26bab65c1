"""The way ahead: what a unit can hope for in each hex, less the fire and the time on the way to something better."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from bocage.games.omaha_beach.engineer_bases import engineer_range
from bocage.games.omaha_beach.terms import Mover
from bocage.hexes import members
from bocage.players.omaha_beach import weights as w

if TYPE_CHECKING:
    from bocage.players.omaha_beach.outlook import Outlook

# How a unit moves, how strong it is (0 remnants, then half and full), how careful, and whether it is a ranger.
Class = tuple[Mover, int, int, bool]


def rest_in(o: Outlook, kind: Class) -> list[float]:
    """What it is worth to stay in each hex."""
    battle = o.battle
    mover, strength, care, ranger = kind
    turns = min(w.HORIZON, o.turns_left) * w.STEP[mover] * w.CAUTION[care]
    found = [-turns * here for here in o.fire.danger]
    wide = strength > 0 or mover == "other"
    top = w.ON_TOP[mover] * min(1.0, o.turns_left / w.LATE)
    if mover == "other" and o.check.points == "20.3":
        top = w.SUPPORT * o.point
    goals = o.control_goals[wide]
    for h in members(battle.high):
        found[h] += top + goals[h]
    for h in members(battle.low & o.prize_hexes):
        found[h] += goals[h]
    if mover == "infantry":
        for h, goal in o.attack_goals(strength).items():
            found[h] += goal
        for h, worth in o.exits(ranger=ranger).items():
            found[h] += worth * (strength + 1)
    for h in members(o.doomed):
        found[h] -= w.RISING * (w.VEHICLE if mover == "other" else 1.0)
    return found


def prospects_of(o: Outlook, kind: Class) -> list[float]:
    """The best of all hexes, less the fire and the time on the way there."""
    g, battle = o.g, o.battle
    mover, _, care, _ = kind
    turn = min(g.turn + 1, max(battle.track.turns))
    dry, step = battle.dry(turn) & battle.playable, w.STEP[mover] * w.CAUTION[care]
    found = rest_in(o, kind)
    drowned, rising = (w.DROWNED, w.RISING) if mover == "infantry" else (w.DROWNED * w.VEHICLE, w.RISING * w.VEHICLE)
    for h in members(battle.grid.all & ~dry):
        found[h] = drowned
    for h in o.occupied:
        found[h] = w.DROWNED
    if not o.to_check:
        return found  # what cannot be reached now comes too late
    wet = battle.grid.all & ~dry
    cleared = engineer_range(g) if mover == "other" else 0
    occupied, near, into = o.occupied, o.beside_germans, o.ground.into(mover, battle.tide(turn), cleared)
    risk = [step * danger for danger in o.fire.danger]
    pace = w.LONG_MOVES if o.extended else 1.0
    time, hurry = w.TIME * pace, w.HURRY * pace
    free_time, infiltration = w.FREE_TIME, w.INFILTRATION
    queue = [(-found[h], h) for h in members(dry)]
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
                found[a] = there
                heappush(queue, (-there, a))
    return found
