"""Entry and exit: units go from the boxes of the Strategic Movement Map to the map, and back (rulebook 1.1.2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bocage.games.bloody_summer import boxes
from bocage.games.bloody_summer.campaign import GERMAN, SEATS
from bocage.games.bloody_summer.pieces import MOBILE, PIECE_IDS
from bocage.games.bloody_summer.places import Place, place_name
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.words import AT, END, ENTER, EXIT
from bocage.hexes import Hex, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, done


def entry_hexes(g: State, box: Place) -> Sequence[Hex]:
    """The lettered hexes of a box."""
    return g.campaign.entry_hexes.get(box, ())


def why_not_enter(g: State, unit: int, hex_: Hex) -> Refusal | None:
    """The rule that keeps a piece in a box from coming onto the map at a hex, whatever the die says, or None."""
    box, side = g.where[unit], g.campaign.side[unit]
    if hex_ not in entry_hexes(g, box):
        return Refusal("1.1.2.1.a-01", f"{place_name(hex_)} is no entry hex of {place_name(box)}")
    if g.occupied[1 - side] >> hex_ & 1:
        return Refusal("1.1.2.1.a-01", f"{place_name(hex_)} is occupied by the enemy")
    if g.in_confusion(box):
        return Refusal("6.12-05", f"{PIECE_IDS[unit]} can leave the confusion only for a box that its side controls")
    return boxes.why_not_leave(g, unit)


def why_not_exit(g: State, unit: int) -> Refusal | None:
    """The rule that keeps a piece on a lettered hex from going into the box of the letter, or None."""
    hex_, name = g.where[unit], PIECE_IDS[unit]
    if hex_ not in g.campaign.exit_box:
        return Refusal("1.1.2.1.a-02", f"{name} does not stand on a lettered hex")
    if g.in_confusion(hex_):
        return Refusal("6.11-05", f"{name} is in confusion with the enemy")
    if g.resting >> unit & 1:
        return Refusal("1.1.1.3.b-05", f"{name} rests")
    return boxes.why_not_share(g, unit, g.campaign.exit_box[hex_])


@dataclass
class EntryAndExit(Procedure[None]):
    """The units of a side go onto the map and off it, before reinforcements come and boxes are left (1.1.2.1.a-03)."""

    doing = "entry"
    side: int
    armies: tuple[int, ...] = ()  # still to be asked
    gone: int = 0  # mask of those who have changed maps
    unit: int = NOBODY  # in hand

    def about(self, g: State) -> About:
        """The unit in hand."""
        return About(unit=self.unit, unit_verb=ENTER.name)

    def begin(self, g: State) -> Next:
        """The armies of the side, one after the other."""
        self.armies = boxes.armies_of(g, self.side)
        return self.choose

    def own(self, g: State) -> int:
        """The pieces of the army that is asked that have not changed maps, as a mask."""
        return g.campaign.movers[self.armies[0]] & ~self.gone

    def hexes(self, g: State, unit: int) -> list[Hex]:
        """Where a piece can come onto the map."""
        return [hex_ for hex_ in entry_hexes(g, g.where[unit]) if why_not_enter(g, unit, hex_) is None]

    def entering(self, g: State) -> list[int]:
        """The pieces that can come onto the map: of a box with an open hex all who may leave it."""
        found: list[int] = []
        own = self.own(g) & ~(g.unsupplied | g.resting | g.delayed)  # see ``why_not_leave``
        for box in g.campaign.entry_hexes:
            able = members(g.who.get(box, 0) & own)
            if able and self.hexes(g, able[0]):
                found += able
        return sorted(found)

    def exiting(self, g: State) -> list[int]:
        """The pieces that can leave the map."""
        own = self.own(g)
        there = [unit for hex_ in g.campaign.exit_box for unit in members(g.who.get(hex_, 0) & own)]
        return sorted(unit for unit in there if why_not_exit(g, unit) is None)

    def orders(self, g: State) -> list[Order]:
        """Everybody who can change maps."""
        return [ENTER[unit] for unit in self.entering(g)] + [EXIT[unit] for unit in self.exiting(g)]

    def choose(self, g: State) -> Next:
        """Anybody, or nobody else."""
        if not self.armies:
            return done()
        orders = self.orders(g)
        if not orders:
            return self.next_army
        prompt = "Who enters or leaves the map?"
        seat = SEATS[self.armies[0]]
        return ask(seat, prompt, [*orders, END], then=self.chosen, why=self.why_not, rule="1.1.2.1.a")

    def next_army(self, g: State) -> Next:
        """The army is done."""
        self.armies = self.armies[1:]
        return self.choose

    def chosen(self, g: State, order: Order) -> Next:
        """A piece leaves at once; where it enters may be asked."""
        if order is END:
            return self.next_army
        self.unit = order.arg
        if order.verb == ENTER.name:
            return self.ask_hex
        box, origin = g.campaign.exit_box[g.where[self.unit]], g.where[self.unit]
        return self.transfer(g, box, "exited", "1.1.2.1.a-02", origin)

    def ask_hex(self, g: State) -> Next:
        """At which of its letters."""
        hexes = self.hexes(g, self.unit)
        if len(hexes) == 1:
            return self.enter_only
        prompt = f"Where does {PIECE_IDS[self.unit]} enter the map?"
        orders = [AT[hex_] for hex_ in hexes]
        return ask(g.seat(self.unit), prompt, orders, then=self.enter, why=self.why_not_at, rule="1.1.2.1.a")

    def enter_only(self, g: State) -> Next:
        """There is one."""
        return self.enter_at(g, self.hexes(g, self.unit)[0])

    def enter(self, g: State, order: Order) -> Next:
        """The hex is chosen."""
        return self.enter_at(g, order.arg)

    def enter_at(self, g: State, hex_: Hex) -> Next:
        """1.1.2.1.a-01: entering is leaving a box, so Germans roll."""
        box = g.where[self.unit]
        if self.side == GERMAN and not boxes.roll_to_leave(g, (self.unit,), box):
            self.unit = NOBODY
            return self.choose
        return self.transfer(g, hex_, "entered", "1.1.2.1.a-01", box)

    def transfer(self, g: State, place: Place, kind: str, rule: str, origin: Place) -> Next:
        """1.1.2.1.b-03: the piece is put on the other map, at no cost."""
        boxes.carry(g, self.unit, place)
        g.tell(kind, rule, unit=self.unit, hex=place, origin=origin)
        self.gone |= 1 << self.unit
        self.unit = NOBODY
        return self.choose

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a piece cannot change maps."""
        if order.verb not in (ENTER.name, EXIT.name):
            return Refusal("1.1.2.1.a-03", "units enter and leave the map first; then come reinforcements and movement")
        unit, name = order.arg, PIECE_IDS[order.arg]
        if unit >= MOBILE or g.campaign.army[unit] != self.armies[0] or g.where[unit] < 0:
            return Refusal("1.1.2.1.a-01", f"{name} is no unit of yours in play")
        if self.gone >> unit & 1:
            return Refusal("1.1.2.1.b-03", f"{name} has changed maps in this phase")
        if order.verb == EXIT.name:
            refusal = why_not_exit(g, unit)
            assert refusal is not None, "what is not refused is offered"
            return refusal
        return self._why_not_enter(g, unit)

    def _why_not_enter(self, g: State, unit: int) -> Refusal:
        found = [why_not_enter(g, unit, hex_) for hex_ in entry_hexes(g, g.where[unit])]
        where = place_name(g.where[unit])
        return next(filter(None, found), Refusal("1.1.2.1.a-01", f"no lettered hex belongs to {where}"))

    def why_not_at(self, g: State, order: Order) -> Refusal:
        """Why a piece cannot enter there."""
        if order.verb != AT.name:
            return Refusal("1.1.2.1.a-01", f"{PIECE_IDS[self.unit]} enters the map: choose its hex")
        refusal = why_not_enter(g, self.unit, order.arg)
        assert refusal is not None, "what is not refused is offered"
        return refusal
