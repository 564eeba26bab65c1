"""The ways inland that victory asks for: out of German fire all the way from the beach (12.3).

A way is as hard as the positions that must fall to open it. Each hex remembers the easiest set of them.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.state import NONE, State
from bocage.hexes import Hex, HexSet, members
from bocage.players.omaha_beach import weights as w


class Corridors:
    """For each hex the position groups that keep it from the beach, and how hard that makes it."""

    def __init__(self, battle: Battle, hard: tuple[float, ...], beach: HexSet) -> None:
        self.shut: dict[Hex, int] = {}  # mask of groups that must fall
        self.cost: dict[Hex, float] = {}
        fire = [0] * battle.grid.size  # by hex: the groups that fire at it, or stand in it
        for group, worth in enumerate(hard):
            if worth:
                for h in members(battle.fire[group]):
                    fire[h] |= 1 << group
        for number, position in enumerate(battle.positions):
            group = battle.group_of[number]
            if hard[group]:
                fire[position.hex] |= 1 << group
        queue: list[tuple[float, Hex, int]] = []
        for h in members(beach):
            heappush(queue, (_sum(hard, fire[h]), h, fire[h]))
        while queue:
            cost, h, shut = heappop(queue)
            if h in self.cost:
                continue
            self.cost[h], self.shut[h] = cost, shut
            if cost > w.TOO_HARD:
                continue
            for n in members(battle.us_paths[h] & battle.playable):
                if n not in self.cost:
                    more = fire[n] & ~shut
                    heappush(queue, (cost + _sum(hard, more), n, shut | more))


def _sum(hard: tuple[float, ...], groups: int) -> float:
    return sum([hard[group] for group in members(groups)]) if groups else 0.0


def corridors_of(g: State, prizes: HexSet) -> tuple[dict[Hex, float], dict[int, float]]:
    """What each position hex is worth to hold, and each group to remove, in points of victory."""
    battle = g.battle
    hard = tuple(
        sum(w.HARD + (w.HARD_DEPTH if g.german_depth[p] != NONE else 0.0) for p in group if g.german[p] != NONE)
        for group in battle.groups
    )
    return _worths(battle, hard, prizes)


@lru_cache(maxsize=64)
def _worths(battle: Battle, hard: tuple[float, ...], prizes: HexSet) -> tuple[dict[Hex, float], dict[int, float]]:
    held: dict[Hex, float] = dict.fromkeys(members(prizes), 0.0)
    keys: dict[int, float] = {}
    for sector in battle.sectors:
        here = battle.in_sector[sector] & battle.playable
        corridors = Corridors(battle, hard, battle.beach & here)
        for h in members(prizes):
            if h in corridors.cost:
                worth = w.OPENING ** corridors.cost[h]
                held[h] = max(held[h], worth)
                for group in members(corridors.shut[h] if here >> h & 1 else 0):
                    keys[group] = keys.get(group, 0.0) + worth / (1 + corridors.cost[h])
    return held, {group: min(w.BEST_KEY, worth) for group, worth in keys.items()}
