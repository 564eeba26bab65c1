"""Engineers clear beach obstacles (10); from turn 17 on the US Engineer & HQ Phase (15.V)."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.omaha_beach.battle import EAST, SEATS, WEST
from bocage.games.omaha_beach.command_posts import advance_posts, establish, why_not_establish
from bocage.games.omaha_beach.control import potential_fire
from bocage.games.omaha_beach.engineer_bases import (
    garrison,
    garrisonable,
    operate,
    operations,
    why_not_base,
    why_not_extend,
    why_not_garrison,
)
from bocage.games.omaha_beach.positions import spoken
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.terms import counted
from bocage.games.omaha_beach.words import ALL, BASE, CLEAR, ESTABLISH, EXTEND, GARRISON, GRID, PASS
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Next, Order, Procedure, Refusal, ask, done


def hexes_per_sector(g: State) -> int:
    """Two at low tide, one at mid tide, none at high tide (10.12)."""
    track = g.battle.track
    return 2 * track.during("clear_two_obstacles", g.turn) + track.during("clear_one_obstacle", g.turn)


def firing_groups(g: State, sector: int) -> list[int]:
    """The undisrupted positions whose colour is on this turn's card of a sector (10.1-02)."""
    battle, card, firing = g.battle, g.battle.deck[g.fire_cards[sector]], g.held & ~g.german_disrupted
    return [group for group in battle.groups_on(card, EAST, WEST) if battle.group_mask[group] & firing]


def under_fire(g: State, sector: int, hexes: HexSet) -> HexSet:
    """Which of some hexes are in the field of such a position."""
    fire = 0
    for group in firing_groups(g, sector):
        fire |= g.battle.fire[group]
    return fire & hexes


def who_fires(g: State, sector: int, hex_: Hex) -> list[int]:
    """The positions under whose fire engineers cannot work in a hex."""
    return [group for group in firing_groups(g, sector) if g.battle.fire[group] >> hex_ & 1]


def clearable(g: State, sector: int) -> HexSet:
    """The hexes of a sector that engineers can clear."""
    hexes = g.battle.chart.obstacles & g.battle.in_sector[sector] & ~g.cleared
    return hexes & ~under_fire(g, sector, hexes)


def why_not_clear(g: State, sector: int, hex_: Hex) -> Refusal | None:
    """Why engineers cannot clear a hex; None if they can."""
    label = GRID.label(hex_)
    if not g.battle.chart.obstacles >> hex_ & 1:
        return Refusal("10-01", f"there are no obstacles in {label}")
    if g.battle.sector(hex_) != sector:
        return Refusal("10.1-01", f"{label} is in the other sector")
    if g.cleared >> hex_ & 1:
        return Refusal("10.1-01", f"{label} is cleared already")
    if under_fire(g, sector, 1 << hex_):
        firing = [
            f"{spoken(g.battle.group_names[group])}, {g.battle.colour[group]}," for group in who_fires(g, sector, hex_)
        ]
        return Refusal(
            "10.1-02", f"{label} is in the fire of {' and of '.join(firing)} a colour of this turn's fire card"
        )
    return None


@dataclass
class EngineerPhase(Procedure[None]):
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
                    prompt = f"Where do engineers clear obstacles ({counted(left, 'hex')} left)?"
                    orders = [*(CLEAR[h] for h in hexes), PASS]
                    return ask(SEATS[sector], prompt, orders, then=self.answered, why=self.why_not, rule="10.1-01")
                if not self.done_here and g.battle.chart.obstacles & g.battle.in_sector[sector] & ~g.cleared:
                    g.tell("not_cleared", "10.1-02", step=True, sector=sector)
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


@dataclass
class EngineerAndHqPhase(Procedure[None]):
    """Engineer bases, garrisons and command posts, one division after the other with each (15.V)."""

    waiting: tuple[int, ...] = ()  # divisions that have not finished with what goes on

    def begin(self, g: State) -> Next:
        """First the bases."""
        g.phase = "US Engineers & HQs"
        self.waiting = g.battle.divisions
        return self.bases

    def bases(self, g: State) -> Next:
        """A new base or more range for one: once per division (19.21)."""
        while self.waiting:
            orders = operations(g, self.waiting[0])
            if orders:
                return ask(
                    SEATS[self.waiting[0]], "What do the engineers do: a new base, or more range for one?",
                    [*orders, PASS], then=self.operated, why=self.why_not_operate, rule="19.21-01",
                )  # fmt: skip
            self.waiting = self.waiting[1:]
        self.waiting = g.battle.divisions
        return self.garrisons

    def operated(self, g: State, order: Order) -> Next:
        """That was it for the division."""
        division, self.waiting = self.waiting[0], self.waiting[1:]
        if order is not PASS:
            operate(g, division, order)
        return self.bases

    def why_not_operate(self, g: State, order: Order) -> Refusal:
        """Why there can be no base, or no more range."""
        refusal = None
        if order.verb == BASE.name:
            refusal = why_not_base(g, self.waiting[0], order.arg)
        elif order.verb == EXTEND.name:
            refusal = why_not_extend(g, self.waiting[0], order.arg)
        return refusal or Refusal("19.21-01", "engineers place a base or increase the range of one, or pass")

    def garrisons(self, g: State) -> Next:
        """As many as the player likes (19.3-01)."""
        while self.waiting:
            hexes = garrisonable(g, self.waiting[0])
            if hexes:
                several = (ALL,) if len(hexes) > 1 else ()
                prompt, orders = "Where do engineers leave a garrison?", [*(GARRISON[h] for h in hexes), *several, PASS]
                seat = SEATS[self.waiting[0]]
                return ask(seat, prompt, orders, then=self.garrisoned, why=self.why_not_garrison, rule="19.3-01")
            self.waiting = self.waiting[1:]
        self.waiting = g.battle.divisions
        return self.advance

    def garrisoned(self, g: State, order: Order) -> Next:
        """One more, all that are possible, or enough."""
        if order is PASS:
            self.waiting = self.waiting[1:]
        else:
            for h in garrisonable(g, self.waiting[0]) if order is ALL else (order.arg,):
                garrison(g, h)
        return self.garrisons

    def why_not_garrison(self, g: State, order: Order) -> Refusal:
        """Why there can be no garrison."""
        if order is ALL:
            return Refusal("19.3-01", "a garrison is possible in one position only: name its hex")
        refusal = why_not_garrison(g, order.arg) if order.verb == GARRISON.name else None
        return refusal or Refusal("19.3-01", "each division leaves garrisons in its own sector, or passes")

    def advance(self, g: State) -> Next:
        """Posts of earlier turns command farther before new ones are established (18.2-02)."""
        for division in self.waiting:
            advance_posts(g, division)
        return self.posts

    def posts(self, g: State) -> Next:
        """HQs become command posts as the player likes (18.1)."""
        while self.waiting:
            division = self.waiting[0]
            ours = [unit for unit in members(g.battle.hqs & g.ashore) if g.command[unit] == division]
            fire = potential_fire(g) if ours else 0
            hqs = [unit for unit in ours if why_not_establish(g, unit, fire) is None]
            if hqs:
                prompt, orders = "Which HQ becomes a command post?", [*(ESTABLISH[unit] for unit in hqs), PASS]
                return ask(
                    SEATS[division], prompt, orders, then=self.established, why=self.why_not_establish, rule="18.1-01"
                )
            self.waiting = self.waiting[1:]
        return done()

    def established(self, g: State, order: Order) -> Next:
        """One more, or enough."""
        if order is PASS:
            self.waiting = self.waiting[1:]
        else:
            establish(g, order.arg)
        return self.posts

    def why_not_establish(self, g: State, order: Order) -> Refusal:
        """Why an HQ cannot become a command post."""
        refusal = why_not_establish(g, order.arg) if order.verb == ESTABLISH.name else None
        return refusal or Refusal("18-01", "each division establishes its own command posts now, or passes")
