"""What is measured in The Dark Summer alone: its orders, and how near its games come to the campaign of 1944."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bocage.games.dark_summer.campaign import SEATS
from bocage.games.dark_summer.places import ELIMINATED, GRID
from bocage.games.dark_summer.state import State
from bocage.hexes import members
from bocage.kernel import Game
from bocage.lab.bench import Bench, Measurement, legal_orders

TARGETS: dict[str, str] = {}
CAMPAIGN = "dark_summer/campaign"
SAINT_LO, AVRANCHES = GRID.at("2911"), GRID.at("2726")
FALLS = (
    "turn Cherbourg falls",
    "turn all of Caen falls",
    "turn Saint-Lô falls",
    "turn Avranches falls",
    "turn Brittany is entered",
)


def measurements(bench: Bench) -> Iterator[Measurement]:
    """What is measured, in order."""
    yield "legal orders of the Dark Summer", partial(legal_orders, bench, "dark_summer/june_14", "the Dark Summer")


# -- history ------------------------------------------------------------------------------------------


def milestones(game: Game) -> dict[str, float]:
    """When places fell, how many Beach hexes each Wave took, the points, and the steps lost turn by turn."""
    found: dict[str, float] = {}
    turn, steps = 0, [0, 0]
    for state in game.states():
        assert isinstance(state, State)
        if state.turn != turn:
            if turn:
                _note_losses(found, state, turn, steps)
            turn = state.turn
        if state.rounds <= 3:
            found[f"Beach hexes Open after Wave {1 if state.rounds < 3 else 2}"] = state.open_beaches.bit_count()
        for name, fell in zip(FALLS, _fallen(state), strict=True):
            if fell:
                found.setdefault(name, turn)
    state = game.state
    assert isinstance(state, State)
    _note_losses(found, state, turn, steps)
    for side, seat in enumerate(SEATS):
        found[f"{seat} points"] = state.points[side] / 2
    return found


def _fallen(g: State) -> tuple[bool, ...]:
    return (
        bool(g.cherbourg_captured),
        g.caen_taken,
        bool(g.held >> SAINT_LO & 1),
        bool(g.held >> AVRANCHES & 1),
        bool(g.brittany_since),
    )


def _note_losses(found: dict[str, float], g: State, turn: int, before: list[int]) -> None:
    """The steps that each side has lost in a turn; what Replacements gave back is taken off."""
    for side, seat in enumerate(SEATS):
        lost = steps_lost(g, side)
        found[f"{seat} steps lost on turn {turn:2}"] = lost - before[side]
        before[side] = lost


def steps_lost(g: State, side: int) -> int:
    """The steps that are missing of a side's units, withdrawn ones apart."""
    campaign = g.campaign
    return sum(
        (2 if campaign.two_step[unit] else 1) if g.where[unit] == ELIMINATED else g.is_reduced(unit)
        for unit in members(campaign.units_of_side[side])
    )
