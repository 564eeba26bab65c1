"""The state: each field declared once, with who may know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Chance, Derived, Hidden, Known, Pick, Public
from bocage.kernel import State as KernelState
from tests.games.hedgerow.content import (
    ATTACKERS,
    BLOCKS,
    DEFENDERS,
    FARMS,
    GAPS,
    GRID,
    KINDS,
    OWNER,
    PIECES,
    SEATS,
    SIDE,
    SIDES,
    START,
    blocks_of,
    kinds_of,
)

GONE = -1  # a place: removed
OPEN, UNKNOWN = -1, -2  # faces: not decided yet; decided, but the looker may not know it


class State(KernelState):
    """A game of Hedgerow in progress."""

    sides: ClassVar[Mapping[str, tuple[str, ...]]] = SIDES

    dug_in: Derived[bool]  # an option, so it never changes
    turn: Public[int] = 0
    active: Public[int] = 0  # the seat whose part of the turn it is
    phase: Public[str]
    where: Public[list[Hex]]  # by block
    face_up: Public[int] = 0  # masks of blocks
    reduced: Public[int] = 0
    moved: Public[int] = 0
    fought: Public[int] = 0
    held: Public[HexSet] = 0  # farms of the attackers
    attackers: Annotated[list[int], Known(to=ATTACKERS)]  # what each block is, by block; of others OPEN
    defenders: Annotated[list[int], Known(to=DEFENDERS)]
    gaps: Public[HexSet] = GAPS  # of which nobody knows yet
    minefields: Public[HexSet] = 0  # those that were found
    mined: Hidden[HexSet] = 0  # of the gaps

    def __init__(self, chance: Chance, *, dug_in: bool) -> None:
        super().__init__(chance)
        self.dug_in = dug_in
        self.phase = "Set-up"
        self.where = list(START)
        self.attackers = [OPEN] * len(BLOCKS)
        self.defenders = [OPEN] * len(BLOCKS)
        self._lay_mines(chance.pick)

    # -- reading ------------------------------------------------------------------------------

    def faces(self, side: str) -> list[int]:
        """What the blocks of a side are, as far as it is known here."""
        return self.attackers if side == ATTACKERS else self.defenders

    def face(self, block: int) -> int:
        """What a block is: a kind, OPEN or UNKNOWN."""
        return self.faces(SIDE[block])[block]

    def possible(self, block: int) -> list[int]:
        """The kinds that a block may be for whoever knows this state, each as often as it is left."""
        face = self.face(block)
        return [face] if face >= 0 else self.kinds_left(SEATS[OWNER[block]])

    def kinds_left(self, seat: str) -> list[int]:
        """The kinds of a seat that are under none of its known blocks."""
        left = kinds_of(seat)
        for block in blocks_of(seat):
            if self.face(block) >= 0:
                left.remove(self.face(block))
        return left

    def strength(self, block: int, kind: int) -> int:
        """The strength of a block, if it is of a kind."""
        printed = PIECES.kinds[KINDS[kind]]
        return printed.back or 0 if self.reduced >> block & 1 else printed.front

    def block_at(self, hex_: Hex) -> int:
        """The block in a hex; -1 if there is none."""
        return self.where.index(hex_) if hex_ in self.where else -1

    def occupied(self, side: str) -> HexSet:
        """The hexes that a side's blocks are in."""
        return sum(1 << h for block, h in enumerate(self.where) if SIDE[block] == side and h != GONE)

    def near_enemy(self, block: int, hex_: Hex) -> bool:
        """Whether a hex is next to an enemy of a block."""
        enemy = DEFENDERS if SIDE[block] == ATTACKERS else ATTACKERS
        return bool(GRID.spread(1 << hex_) & self.occupied(enemy))

    # -- changing -----------------------------------------------------------------------------

    def put(self, block: int, hex_: Hex) -> None:
        """Let a block enter a hex; a farm is held by who was there last (7.1-01)."""
        self.where[block] = hex_
        if FARMS >> hex_ & 1:
            self.held = self.held | 1 << hex_ if SIDE[block] == ATTACKERS else self.held & ~(1 << hex_)

    def turn_up(self, block: int, rule: str) -> None:
        """Show all what a block is."""
        self.disclose()
        if not self.face_up >> block & 1:
            self.face_up |= 1 << block
            self.tell("shown", rule, unit=block, face=KINDS[self.face(block)])

    def lose_step(self, block: int, rule: str) -> None:
        """Reduce a block, or remove it (5.1-06)."""
        kind = loss_of(self, block)
        if kind == "reduced":
            self.reduced |= 1 << block
        gone = kind == "eliminated"
        self.tell_loss(kind, rule, BLOCKS[block], 1, gone=gone, unit=block, hex=self.where[block])
        if gone:
            self.where[block] = GONE

    # -- what is hidden -----------------------------------------------------------------------

    def show(self, view: State, side: str) -> None:
        """Of the others' blocks one sees which are decided, and those that are face up."""
        for other in SIDES:
            if other != side:
                view.faces(other)[:] = [self._seen(block, face) for block, face in enumerate(self.faces(other))]

    def _seen(self, block: int, face: int) -> int:
        return face if face == OPEN or self.face_up >> block & 1 else UNKNOWN

    def suppose(self, side: str, pick: Pick) -> None:
        """Any kinds that are left may be under blocks that one does not know, and any gaps may be mined."""
        for seat in SEATS:
            left = self.kinds_left(seat)
            for block in blocks_of(seat):
                if self.face(block) == UNKNOWN:
                    self.faces(SIDE[block])[block] = left.pop(pick(len(left)))
        self._lay_mines(pick)

    def redraw(self) -> None:
        """The mines are settled although nobody knows them."""
        self._lay_mines(self.chance.pick)

    def _lay_mines(self, pick: Pick) -> None:
        gaps, self.mined = members(self.gaps), 0
        for _ in range(PIECES.mined - self.minefields.bit_count()):
            self.mined |= 1 << gaps.pop(pick(len(gaps)))


def loss_of(g: State, block: int) -> str:
    """What becomes of a block that loses a step: the kind of event that tells it."""
    two_steps = PIECES.kinds[KINDS[g.face(block)]].back is not None
    return "reduced" if two_steps and not g.reduced >> block & 1 else "eliminated"
