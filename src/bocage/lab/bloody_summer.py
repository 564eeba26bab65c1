"""What is measured in A Bloody Summer alone: its orders, and how near its games come to the campaign of 1944."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bocage.games.bloody_summer.campaign import SIDE_NAMES
from bocage.games.bloody_summer.content import load_content
from bocage.games.bloody_summer.pieces import UNITS
from bocage.games.bloody_summer.places import DESTROYED, GRID, LOST
from bocage.games.bloody_summer.state import State
from bocage.hexes import HexSet
from bocage.kernel import Game
from bocage.lab.bench import Bench, Measurement, legal_orders

TARGETS: dict[str, str] = {}
FALLS = {
    "turn all of Cherbourg falls": "Cherbourg",
    "turn all of Caen falls": "Caen",
    "turn Saint-Lô falls": "Saint-Lô",
    "turn Avranches falls": "Avranches",
}


def measurements(bench: Bench) -> Iterator[Measurement]:
    """What is measured, in order."""
    race = "bloody_summer/race_to_cherbourg"
    yield "legal orders of A Bloody Summer", partial(legal_orders, bench, race, "A Bloody Summer")


# -- history ------------------------------------------------------------------------------------------


def hexes_of(name: str) -> HexSet:
    """The hexes of a place by its name."""
    return next(GRID.set(place.hexes) for place in load_content().ground.places if place.name == name)


def milestones(game: Game) -> dict[str, float]:
    """When places fell for good, the points at the end, and the steps lost turn by turn."""
    found: dict[str, float] = {}
    places = {told: hexes_of(name) for told, name in FALLS.items()}
    turn, steps = -1, [0, 0]
    for state in game.states():
        assert isinstance(state, State)
        if state.turn != turn:
            if turn < state.campaign.first_turn:  # set-up
                steps = [steps_lost(state, side) for side in range(2)]
                places = {told: hexes for told, hexes in places.items() if hexes & ~state.held}
            else:
                _note_losses(found, state, turn, steps)
            turn = state.turn
        for told, hexes in places.items():
            if hexes & ~state.held:
                found.pop(told, None)  # not for good
            else:
                found.setdefault(told, turn)
    state = game.state
    assert isinstance(state, State)
    _note_losses(found, state, turn, steps)
    found["points of the track"] = state.points
    return found


def _note_losses(found: dict[str, float], g: State, turn: int, before: list[int]) -> None:
    """The steps that each side has lost in a turn; what replacements gave back is taken off."""
    for side, name in enumerate(SIDE_NAMES):
        lost = steps_lost(g, side)
        found[f"{name} steps lost on turn {turn:2}"] = lost - before[side]
        before[side] = lost


def steps_lost(g: State, side: int) -> int:
    """The steps that are missing of a side's units."""
    campaign = g.campaign
    gone = (LOST, *DESTROYED)
    return sum(
        campaign.steps[unit] if g.where[unit] in gone else g.lost[unit]
        for unit in range(UNITS)
        if campaign.side[unit] == side
    )
