"""Set-up (rulebook 11): where everything begins, and what its owner decides of it."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.bloody_summer import victory
from bocage.games.bloody_summer.campaign import ALLIED, FULL, LEADERS, WRECKED
from bocage.games.bloody_summer.content import Free
from bocage.games.bloody_summer.pieces import (
    BATTERIES,
    DEPOT_IDS,
    FESTUNG_PIECES,
    FFI,
    GARRISONS,
    GERMAN_DEPOTS,
    HEADQUARTERS,
    MOBILE,
    PARTISANS,
    PIECE_IDS,
    piece_number,
)
from bocage.games.bloody_summer.places import ABSENT, GRID, LOST, RETURNED, WAITING, place_name, printed_place
from bocage.games.bloody_summer.stacking import fits
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import Army
from bocage.games.bloody_summer.words import AT, MARKER, REDUCE
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, done


def set_up(g: State) -> None:
    """Put every counter where it begins; those who arrive wait for their turn, the others take no part (11-02)."""
    written = g.campaign.set_up
    g.points = written.points
    g.held = GRID.set(written.allied)
    for piece in range(MOBILE):
        g.where[piece] = status_of(g, PIECE_IDS[piece])
    for name, words in written.placed.items():
        g.put(piece_number(name), printed_place(words))
    for name, level in written.disorganized.items():
        g.level[piece_number(name)] = level
    for name, lost in written.steps_lost.items():
        g.lost[piece_number(name)] = lost
    set_up_fixed(g)
    set_up_depots(g)
    victory.credit_depots(g)


def status_of(g: State, name: str) -> int:
    """What a counter is that stands nowhere at the start (11.2.1-03)."""
    written = g.campaign.set_up
    if name in written.arriving or any(name in free.units for free in written.free):
        return WAITING
    if name in written.returned:
        return RETURNED
    return LOST if name in written.lost else ABSENT


def set_up_fixed(g: State) -> None:
    """Fixed troops and German depots; the Maquis and the FFI appear later (4.1.2)."""
    written = g.campaign.set_up
    for pieces, prefix, names in (
        (GARRISONS, "", written.garrisons),
        (BATTERIES, "Battery-", written.batteries),
        (FESTUNG_PIECES, "Festung-", written.festungen),
        (GERMAN_DEPOTS, "Depot-", written.german_depots),
    ):
        for piece in pieces:
            if PIECE_IDS[piece].removeprefix(prefix) in names:
                g.put(piece, g.campaign.home[piece])
            else:
                g.where[piece] = ABSENT
    for piece in PARTISANS:
        box = place_name(g.campaign.home[piece])
        g.where[piece] = WAITING if box in [name.lower().replace(" ", "-") for name in written.partisans] else ABSENT
    g.where[FFI] = WAITING if g.campaign.home[FFI] in g.campaign.boxes else ABSENT


def set_up_depots(g: State) -> None:
    """The Allied depots that are open, that will be, and that are lost."""
    written = g.campaign.set_up
    for depot, name in enumerate(DEPOT_IDS):
        if name in written.depots:
            g.depot[depot] = FULL
        elif name in written.destroyed_depots:
            g.depot[depot] = WRECKED
        elif name in written.due_depots:
            g.depot_due[depot] = written.due_depots[name].enters


# -- what the owners decide ------------------------------------------------------------------------


def hexes_for(g: State, free: Free, unit: int) -> HexSet:
    """Where a counter may be placed: behind the own front in some columns, or with a stack of its army (11.2)."""
    if free.columns is not None:
        first, last = free.columns
        there = mask(h for h in members(g.campaign.in_play) if first <= GRID.column(h) <= last)
        return mask(h for h in members(there & ~g.held & ~g.occupied[ALLIED]) if fits(g, h, unit))
    army = g.campaign.army[unit]
    stacks = (h for h in members(g.occupied[g.campaign.side[unit]]) if any(g.campaign.army[p] == army for p in g.at[h]))
    return mask(h for h in stacks if fits(g, h, unit))


@dataclass
class SetUp(Procedure[None]):
    """The choices of a set-up, each by the owner of the counter."""

    unit: int = -1

    def begin(self, g: State) -> Next:
        """Everything that is settled is put down first."""
        set_up(g)
        g.phase = "Set-up"
        return self.reduce

    def about(self, g: State) -> About:
        """The counter that is placed."""
        return About(unit=self.waiting(g)[1]) if g.awaits(self.placed) else About(unit_verb=REDUCE.name)

    def reduced_next(self, g: State) -> list[int]:
        """The counters of a formation of which one begins without a step (11.2.1-01)."""
        for name in g.campaign.set_up.steps_to_lose:
            units = [piece_number(unit) for unit in g.campaign.content.formations[name].units]
            if sum(g.lost[unit] for unit in units) < g.campaign.set_up.steps_to_lose[name]:
                return [unit for unit in units if g.where[unit] >= 0 and g.steps_of(unit) > 1]
        return []

    def reduce(self, g: State) -> Next:
        """11.2.1-01: a step of a whole division is lost where its owner chooses."""
        units = self.reduced_next(g)
        if not units:
            return self.place
        orders = [REDUCE[unit] for unit in units]
        formation = g.campaign.units[units[0]].formation
        prompt = f"Which counter of {formation} begins without a step?"
        return ask(g.seat(units[0]), prompt, orders, then=self.chosen, why=self.why_not_reduce, rule="11.2.1-01")

    def why_not_reduce(self, g: State, order: Order) -> Refusal:
        """What is refused."""
        return Refusal("11.2.1-01", "one counter of the division that has steps to lose begins without one")

    def chosen(self, g: State, order: Order) -> Next:
        """It begins weaker."""
        g.lost[order.arg] += 1
        g.tell("begins_weaker", "11.2.1-01", unit=order.arg)
        return self.reduce

    def waiting(self, g: State) -> tuple[Free, int]:
        """The next counter that is placed freely, with the rule for it."""
        return next(
            (free, unit)
            for free in g.campaign.set_up.free
            for unit in map(piece_number, free.units)
            if g.where[unit] == WAITING
        )

    def place(self, g: State) -> Next:
        """11.2.1-02, 11.2.2-02: counters that stand where their owner likes."""
        if not any(g.where[piece_number(name)] == WAITING for free in g.campaign.set_up.free for name in free.units):
            return self.supply
        free, unit = self.waiting(g)
        orders = [AT[hex_] for hex_ in members(hexes_for(g, free, unit))]
        prompt = f"Where does {PIECE_IDS[unit]} begin?"
        return ask(g.seat(unit), prompt, orders, then=self.placed, why=self.why_not_there, rule=rule_of(free))

    def why_not_there(self, g: State, order: Order) -> Refusal:
        """What is refused."""
        free, unit = self.waiting(g)
        where = (
            "where there is room in its columns behind the German front"
            if free.columns
            else "with a stack of its army that has room"
        )
        return Refusal(rule_of(free), f"{PIECE_IDS[unit]} begins {where}")

    def placed(self, g: State, order: Order) -> Next:
        """A counter is down."""
        _, unit = self.waiting(g)
        g.put(unit, order.arg)
        g.tell("placed", "11.2", unit=unit, hex=order.arg)
        return self.place

    def markers_left(self, g: State) -> int:
        """The Offensive markers that the Allies have not placed yet."""
        return g.campaign.set_up.allied_markers - sum(
            number for (side, _), number in g.markers.items() if side == ALLIED
        )

    def supply(self, g: State) -> Next:
        """11.2.2-03: Offensive markers with any headquarters."""
        if not self.markers_left(g):
            return done()
        most = g.campaign.counters.offensive.in_a_hex
        orders = [MARKER[hq] for hq in allied_hqs(g) if g.markers_at(ALLIED, g.where[hq]) < most]
        prompt = "Which headquarters begins with an Offensive marker?"
        return ask(LEADERS[ALLIED], prompt, orders, then=self.supplied, why=self.why_not_marker, rule="11.2.2-03")

    def why_not_marker(self, g: State, order: Order) -> Refusal:
        """What is refused."""
        return Refusal("11.2.2-03", "the markers begin with Allied headquarters on the map, two at most in a hex")

    def supplied(self, g: State, order: Order) -> Next:
        """A marker is down."""
        g.add_markers(ALLIED, g.where[order.arg], 1)
        g.tell("marker_placed", "11.2.2-03", unit=order.arg)
        return self.supply


def rule_of(free: Free) -> str:
    """The rule for a counter that is placed freely."""
    return "11.2.2-02" if free.with_army is Army.BRITISH else "11.2.1-02"


def allied_hqs(g: State) -> list[Hex]:
    """The Allied headquarters on the map."""
    return [hq for hq in HEADQUARTERS if g.campaign.side[hq] == ALLIED and g.on_map(hq)]
