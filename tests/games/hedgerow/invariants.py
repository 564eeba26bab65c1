"""What must hold in every state, whatever has been ordered; for tests and the fuzzer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bocage.kernel import Event, Setting
from bocage.kernel import State as KernelState
from tests.games.hedgerow.content import BLOCKS, FARMS, GAPS, MAP, PIECES, SEATS, blocks_of, kinds_of
from tests.games.hedgerow.rules import TURNS
from tests.games.hedgerow.state import GONE, State

ORDERS_PER_BLOCK = 8  # in a turn: taken in hand, two steps, an attack, and some that come to nothing


class Watch:
    """Watches one game; ask it after every order."""

    def __init__(self, setting: Setting) -> None:
        self.longest = (TURNS + 1) * len(BLOCKS) * ORDERS_PER_BLOCK
        self._turn = 0

    def violations(self, state: KernelState, events: Sequence[Event] = ()) -> Iterator[str]:
        """What is wrong with a state, one sentence each."""
        assert isinstance(state, State)
        places = [h for h in state.where if h != GONE]
        if len(set(places)) != len(places) or not set(places) <= MAP.keys():
            yield "two blocks share a hex, or one is off the map (4.1-02)"
        for seat in SEATS:
            own = blocks_of(seat)
            faces = sorted(state.face(block) for block in own)
            if state.turn and faces != sorted(kinds_of(seat)):
                yield f"{seat} has other kinds than it was given (2.1-01)"
        lost = state.reduced | sum(1 << block for block, h in enumerate(state.where) if h == GONE)
        if lost & ~state.face_up:
            yield "a block was hurt and lies face down"
        if (state.mined | state.minefields).bit_count() != PIECES.mined or state.mined & ~state.gaps:
            yield f"there are not {PIECES.mined} mined gaps (2.1-03)"
        if (state.gaps | state.minefields) & ~GAPS or state.held & ~FARMS:
            yield "something lies where it cannot"
        if state.turn not in (self._turn, self._turn + 1) or state.turn > TURNS:
            yield f"turn {state.turn} follows on turn {self._turn} (3.1-01)"
        self._turn = state.turn
