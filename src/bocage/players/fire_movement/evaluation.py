"""What a position of Fire & Movement is worth to the Allies."""

from __future__ import annotations

from bocage.games.fire_movement.battle import ALLIED, GERMAN
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.victory import captured_city_hexes, taken_of
from bocage.hexes import members
from bocage.kernel import State as KernelState
from bocage.players.evaluation import Feature
from bocage.players.fire_movement.ground import ground_of

IN_THE_SEA, NOTHING_TAKEN, ALL_TAKEN = 0.0, 0.2, 0.8

FEATURES: tuple[Feature, ...] = ()


def features(state: KernelState) -> list[float]:
    """Each feature of a state or view, as the Allies see it."""
    assert isinstance(state, State)
    return []


def margin(state: KernelState) -> float:
    """0 for an army thrown into the sea, 1 for a victory, and between them by the objectives taken."""
    assert isinstance(state, State)
    assert state.ended is not None
    if state.ended.winner == "allied":
        return 1.0
    if state.ended.level == "strategic":
        return IN_THE_SEA
    return NOTHING_TAKEN + (ALL_TAKEN - NOTHING_TAKEN) * taken_share(state)


def taken_share(g: State) -> float:
    """The share of the objectives needed for victory that the Allies have."""
    scenario = g.battle.scenario
    if scenario.campaign:
        return min(1.0, captured_city_hexes(g) / scenario.campaign_city_hexes)
    objectives = g.battle.areas[0].objectives
    return min(1.0, taken_of(g, objectives).bit_count() / max(1, objectives.needed))


def rough(state: KernelState) -> float:
    """By the balance of strengths, the beachheads that stand and the objectives taken."""
    assert isinstance(state, State)
    if state.turn == 0:
        return NOTHING_TAKEN
    ground, reduced = ground_of(state.battle), state.reduced
    own, theirs = (
        sum(ground.strength[reduced >> unit & 1][unit] for unit in members(state.force[side]))
        for side in (ALLIED, GERMAN)
    )
    balance = own / (own + theirs) if own else 0.0
    beaches = min(3, state.beachheads.bit_count()) / 3
    return min(1.0, 0.5 * balance + 0.1 * beaches + 0.4 * taken_share(state))
