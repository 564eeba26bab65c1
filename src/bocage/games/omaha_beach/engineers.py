"""Engineers clear beach obstacles (10)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.omaha_beach.battle import SEATS
from bocage.games.omaha_beach.state import NONE, State
from bocage.games.omaha_beach.words import CLEAR, GRID, PASS
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Next, Order, Procedure, Refusal, ask, done


def hexes_per_sector(g: State) -> int:
    """Two at low tide, one at mid tide, none at high tide (10.12)."""
    track = g.battle.track
    return 2 * track.during("clear_two_obstacles", g.turn) + track.during("clear_one_obstacle", g.turn)


def under_fire(g: State, sector: int) -> HexSet:
    """Hexes in the field of an undisrupted position whose colour is on this turn's card of a sector (10.1-02)."""
    battle, card = g.battle, g.battle.deck[g.fire_cards[sector]]
    fire = 0
    for group, positions in enumerate(battle.groups):
        active = any(g.german[p] != NONE and not g.german_disrupted >> p & 1 for p in positions)
        if active and card.fires(battle.colour[group]) is not None:
            fire |= battle.fire[group]
    return fire


def clearable(g: State, sector: int) -> HexSet:
    """The hexes of a sector that engineers can clear."""
    return g.battle.chart.obstacles & g.battle.in_sector[sector] & ~g.cleared & ~under_fire(g, sector)


def why_not_clear(g: State, sector: int, hex_: Hex) -> Refusal | None:
    """Why engineers cannot clear a hex; None if they can."""
    label = GRID.label(hex_)
    if not g.battle.chart.obstacles >> hex_ & 1:
        return Refusal("10-01", f"there are no obstacles in {label}")
    if g.battle.sector(hex_) != sector:
        return Refusal("10.1-01", f"{label} is in the other sector")
    if g.cleared >> hex_ & 1:
        return Refusal("10.1-01", f"{label} is cleared already")
    if under_fire(g, sector) >> hex_ & 1:
        return Refusal("10.1-02", f"{label} is under fire of a colour of this turn's card")
    return None


@dataclass
class EngineerPhase(Procedure):
    """One sector after the other (4.IV)."""

    sector: int = 0
    done_here: int = 0

    def begin(self, g: State) -> Next:
        """Ask while there is something to clear."""
        g.phase = "US Engineers"
        while self.sector < len(SEATS):
            sector = self.sector
            if sector in g.battle.sectors and self.done_here < hexes_per_sector(g):
                hexes = members(clearable(g, sector))
                if hexes:
                    left = hexes_per_sector(g) - self.done_here
                    prompt = f"Where do engineers clear obstacles ({left} left)?"
                    orders = [*(CLEAR[h] for h in hexes), PASS]
                    return ask(SEATS[sector], prompt, orders, then=self.answered, why=self.why_not, rule="10.1-01")
            self.sector, self.done_here = sector + 1, 0
        return done()

    def answered(self, g: State, order: Order) -> Next:
        """A hex is cleared, or the sector is left as it is."""
        if order is PASS:
            self.sector, self.done_here = self.sector + 1, 0
        else:
            g.cleared |= 1 << order.arg
            g.tell("cleared", "10.1-01", hex=order.arg)
            self.done_here += 1
        return self.begin

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a hex cannot be cleared."""
        refusal = why_not_clear(g, self.sector, order.arg) if order.verb == CLEAR.name else None
        return refusal or Refusal("10.1-01", "engineers clear obstacles now, or pass")
