"""The table as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.hexes import Hex, members
from bocage.table.hexgame import outcome_of
from bocage.table.model import Condition, Fact, Mark, Part, PieceState, Standing, View
from tests.games.hedgerow.content import (
    ATTACKERS,
    BLOCKS,
    DEFENDERS,
    DUMMY,
    FARMS,
    GRID,
    KINDS,
    MAP,
    SEATS,
    SIDE,
    SIDES,
)
from tests.games.hedgerow.rules import FARMS_TO_WIN, TURNS
from tests.games.hedgerow.state import GONE, State
from tests.games.hedgerow.table.board import REMOVED
from tests.games.hedgerow.table.orders import decision_of
from tests.games.hedgerow.title import Hedgerow

INFANTRY = "SFGPUCI--------"  # as milsymbol reads it
SIDE_NAMES = {side: side.removesuffix("s").capitalize() for side in SIDES}


def view_of(setting: Hedgerow, view: State, seat: str, number: int) -> View:
    """A view, laid out."""
    return View(
        number=number,
        seat=seat,
        turn=turn_of(view),
        phase=phase_of(view),
        active=SEATS[view.active] if view.turn and view.active < len(SEATS) else "",
        pieces=[_piece(view, block) for block in range(len(BLOCKS))],
        marks=list(_marks(view)),
        tracks={"turn": str(view.turn)},
        victory=_victory(setting, view),
        facts=_facts(view),
        decision=decision_of(setting, view, seat),
        outcome=outcome_of(view, SIDE_NAMES),
    )


def turn_of(view: State) -> str:
    """The turn, as a heading says it."""
    return f"Turn {view.turn} of {TURNS}" if view.turn else "Before turn 1"


def phase_of(view: State) -> str:
    """What is being done."""
    return view.phase


def _piece(view: State, block: int) -> PieceState:
    face, where = view.face(block), view.where[block]
    known = face >= 0
    words = {"moved": view.moved, "fought": view.fought}
    return PieceState(
        id=BLOCKS[block],
        at=GRID.label(where) if where != GONE else REMOVED.id,
        reduced=bool(view.reduced >> block & 1),
        values=[str(view.strength(block, face)) if known else "?"],
        flags=[word for word, blocks in words.items() if blocks >> block & 1],
        hidden=not known,
        title=KINDS[face].capitalize() if known else "",
        symbol=INFANTRY if known and face != DUMMY else "",
    )


def _marks(view: State) -> Iterator[Mark]:
    for h in members(view.gaps):
        yield Mark(at=GRID.label(h), kind="gap", text="Nobody knows whether it is mined")
    for h in members(view.minefields):
        yield Mark(at=GRID.label(h), kind="mines", text="Mined: costs a step")
    for h in members(view.held):
        yield Mark(at=GRID.label(h), kind="held", text=f"{MAP[h].name}: held by the Attackers")


def _victory(setting: Hedgerow, view: State) -> list[Standing]:
    """How the farms stand for either side (7.1-01)."""
    needed = {ATTACKERS: FARMS_TO_WIN, DEFENDERS: FARMS.bit_count() - FARMS_TO_WIN + 1}
    found = []
    for side, need in needed.items():
        held = view.held if side == ATTACKERS else FARMS & ~view.held
        have = held.bit_count()
        farms = Condition(
            label="Farms",
            value=f"{have} of {need} needed",
            done=have >= need,
            have=have,
            need=need,
            rule="7.1-01",
            parts=[_farm(h, held=bool(held >> h & 1)) for h in members(FARMS)],
        )
        found.append(Standing(side=side, title=setting.briefing.title_of(side), conditions=[farms]))
    return found


def _farm(h: Hex, *, held: bool) -> Part:
    return Part(label=MAP[h].name, value="held" if held else "not held", done=held)


def _facts(view: State) -> list[Fact]:
    facts = []
    for side in SIDES:
        gone = sum(where == GONE and SIDE[block] == side for block, where in enumerate(view.where))
        facts.append(Fact(group="losses", label=side.capitalize(), value=f"{gone} blocks removed", rule="7.1-02"))
    return facts
