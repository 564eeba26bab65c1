"""What never changes in a battle, worked out once: who fires where, who gets where, who overlooks what."""

from __future__ import annotations

from functools import lru_cache

from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.tables import Passage
from bocage.games.omaha_beach.terms import Intensity, Mover, Symbol, Tide
from bocage.games.omaha_beach.terrain import CLIFFS, Defence, barriers, ground_defence, links_of, side_defence
from bocage.hexes import Hex, HexSet, mask, members
from bocage.players.omaha_beach import weights as w

FEW = 32  # grounds as engineers have cleared them that are remembered
INTENSE, STEADY, SPORADIC = range(3)
LEVELS = (Intensity.INTENSE, Intensity.STEADY, Intensity.SPORADIC)
SYMBOLS = tuple(Symbol)
TURNS: dict[Passage, float] = {"yes": 1.0, "climb": w.CLIMB, "climb_cliff": w.CLIFF}
Way = tuple[Hex, float, bool]  # whence, how many turns it takes, whether it is free (7.1-09)


class Ground:
    """The map of a battle as a player remembers it."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        grid = battle.grid
        self.dots: list[list[tuple[int, int]]] = [[] for _ in range(grid.size)]  # by hex: group and intensity
        self.level: list[dict[Hex, int]] = [{} for _ in battle.groups]
        for group, field in enumerate(battle.field):
            for level, intensity in enumerate(LEVELS):
                for h in members(field[intensity]):
                    self.dots[h].append((group, level))
                    self.level[group][h] = level
        self.symbol = [SYMBOLS.index(symbol) if symbol is not None else -1 for symbol in battle.symbol]
        prizes = mask(battle.at_hex)
        for draw in battle.chart.draws.values():
            prizes |= draw.hexes
        prizes &= battle.playable
        self.reach = [self._reach_of(h) for h in range(grid.size)]
        self.overlook: dict[Hex, list[Hex]] = {h: [] for h in members(prizes)}  # the hexes that control each
        for h, reach in enumerate(self.reach):
            for prize in members(reach & prizes):
                self.overlook[prize].append(h)
        self.inland = [members(paths & battle.playable) for paths in battle.us_paths]  # safe ways lead on to these
        self._sides: dict[tuple[Hex, Hex], Defence | None] = {}
        self.ways_in: dict[tuple[Mover, Tide, HexSet], list[list[Way]]] = {}

    def _reach_of(self, h: Hex) -> HexSet:
        """The hexes that a unit with a black symbol would control from a hex (12.1)."""
        around = self.battle.grid.spread(1 << h)
        return 1 << h | (around if self.battle.high >> h & 1 else around & ~self.battle.high)

    def side(self, h: Hex, target: Hex) -> Defence | None:
        """What the side of a hex toward a position is worth to the Germans; None: no infantry can attack across it."""
        if (h, target) not in self._sides:
            battle = self.battle
            kinds = barriers(battle.chart, h, target)
            closed = any(kind in kinds for kind in CLIFFS) or ("bluff" in kinds and battle.low >> h & 1)
            self._sides[h, target] = None if closed else side_defence(battle.chart, battle.tables, h, target)
        return self._sides[h, target]

    def factors(self, hexes: frozenset[Hex], target: Hex) -> Defence:
        """What ground and sides are worth to a position that is attacked from some hexes (8.31)."""
        sides = [side for h in hexes if (side := self.side(h, target)) is not None]
        side = min(sides, default=(1, 1))
        ground = ground_defence(self.battle.chart, self.battle.tables, target)
        return max(ground[0], side[0]), max(ground[1], side[1])

    def into(self, mover: Mover, tide: Tide, cleared: HexSet) -> list[list[Way]]:
        """For each hex the hexes from which a kind of unit may enter it, where engineers have cleared some hexes."""
        found = self.ways_in.get((mover, tide, cleared))
        if found is None:
            if len(self.ways_in) >= FEW:
                self.ways_in.clear()
            battle = self.battle
            shelter, beach = battle.to_shelter, battle.beach
            found = [[] for _ in range(battle.grid.size)]
            for a in battle.grid.hexes:
                for b, passage in links_of(battle, mover, tide, a, cleared):
                    free = mover == "infantry" and bool(beach >> a & beach >> b & 1) and shelter[b] < shelter[a]
                    found[b].append((a, TURNS[passage], free))
            self.ways_in[mover, tide, cleared] = found
        return found


@lru_cache(maxsize=16)
def ground_of(battle: Battle) -> Ground:
    """The ground of a battle."""
    return Ground(battle)
