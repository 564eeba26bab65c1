"""Reinforcements from the turn track (rulebook 1.1.2.1.b), after units have entered and left the map."""

from __future__ import annotations

from dataclasses import dataclass

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN
from bocage.games.bloody_summer.entry import EntryAndExit
from bocage.games.bloody_summer.pieces import GERMAN_DEPOTS, PIECE_IDS
from bocage.games.bloody_summer.places import BOXES, GRID, SIZE, STRATEGIC_RESERVE, WAITING, Place
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.units import Entry
from bocage.games.bloody_summer.words import AT
from bocage.hexes import members
from bocage.kernel import About, Next, Order, Procedure, Refusal, ask, call, done


def due_turn(g: State, piece: int) -> int:
    """The turn on which a piece comes by the turn track, or comes back (5.4-05)."""
    if piece in g.due:
        return g.due[piece]
    turn = g.campaign.content.entry(PIECE_IDS[piece]).turn
    return g.campaign.first_turn if turn is None else turn


def arriving(g: State, side: int) -> list[int]:
    """The pieces of a side whose turn has come."""
    away = members(g.campaign.movers_of_side[side] & ~g.fielded)
    return [piece for piece in away if g.where[piece] == WAITING and due_turn(g, piece) <= g.turn]


def place_of(g: State, entry: Entry) -> Place:
    """Where the turn track brings a unit: into the reserve, an entry hex or a box (1.1.2.1.b-01, 1.1.2.1.b-02)."""
    if entry.exit is not None:
        gate = g.campaign.ground.exits[entry.exit]
        hex_ = GRID.at(gate.hex)
        return BOXES[gate.box] if g.occupied[ALLIED] >> hex_ & 1 else hex_
    return STRATEGIC_RESERVE if entry.box is None else BOXES[entry.box]


def depot_boxes(g: State) -> list[Place]:
    """The boxes of German depots where a headquarters can come back (5.4-05)."""
    places = [g.where[depot] for depot in GERMAN_DEPOTS]
    return [place for place in places if place >= SIZE and not g.in_confusion(place)]


def arrive(g: State, piece: int, place: Place) -> None:
    """A piece is put where it comes; it moves later (1.1.2.1.b-03)."""
    g.due.pop(piece, None)
    g.put(piece, place)
    g.tell("arrived", "1.1.2.1.b-01" if g.campaign.side[piece] == ALLIED else "1.1.2.1.b-02", unit=piece, hex=place)


@dataclass
class Arrivals(Procedure[None]):
    """Entry and exit of units, then the reinforcements of the turn, of one side (1.1.2.1)."""

    side: int
    returning: int = NOBODY  # a German headquarters whose box is asked

    def about(self, g: State) -> About:
        """The headquarters that comes back."""
        return About(unit=self.returning)

    def begin(self, g: State) -> Next:
        """1.1.2.1.a-03: first those who change maps."""
        return call(EntryAndExit(self.side), then=self.entered)

    def entered(self, g: State, _: None) -> Next:
        """Then the turn track."""
        for piece in arriving(g, self.side):
            if self.side == ALLIED:
                arrive(g, piece, STRATEGIC_RESERVE)
            elif piece not in g.due:
                arrive(g, piece, place_of(g, g.campaign.content.entry(PIECE_IDS[piece])))
        return self.next_headquarters

    def next_headquarters(self, g: State) -> Next:
        """German headquarters that were destroyed come back to a depot of their owner's choice."""
        if self.side != GERMAN or not depot_boxes(g) or not (found := arriving(g, self.side)):
            return done()
        self.returning = found[0]
        return self.ask_box

    def ask_box(self, g: State) -> Next:
        """Which depot."""
        orders = [AT[box] for box in depot_boxes(g)]
        prompt = f"{PIECE_IDS[self.returning]} comes back: where?"
        return ask(g.seat(self.returning), prompt, orders, then=self.chosen, why=self.why_not, rule="5.4-05")

    def chosen(self, g: State, order: Order) -> Next:
        """It is in the box."""
        arrive(g, self.returning, order.arg)
        return self.next_headquarters

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why it cannot come back there."""
        return Refusal("5.4-05", f"{PIECE_IDS[self.returning]} comes back in the box of a German depot")
