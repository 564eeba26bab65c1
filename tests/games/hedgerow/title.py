"""Hedgerow as a title of the program: its scenario, its option, and how a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from bocage.kernel import (
    BocageError,
    Chance,
    Loss,
    Option,
    Rules,
    ScenarioInfo,
    Tally,
    Title,
    scenario_named,
    settle_options,
)
from bocage.kernel import State as KernelState
from bocage.kernel.briefings import load_briefings
from tests.games.hedgerow.content import FINGERPRINT, PIECES, SEATS, SIDE, SIDES
from tests.games.hedgerow.orders import VOCABULARY
from tests.games.hedgerow.rules import TURNS, WholeGame, foresee, preview, sentence, stage_of
from tests.games.hedgerow.state import GONE, State

NAME = "hedgerow"
EDITION = "first"


class Scenario(NamedTuple):
    """The only one."""

    id: str
    title: str
    summary: str


SCENARIOS = {
    "three_farms": Scenario(
        "three_farms", "Three Farms", "Two columns close in on three farms that few defend. Which of them is real?"
    )
}
OPTIONS = (
    Option("farms", ("open", "dug_in"), "open", "How the farms are defended", "6.1-01", ("As they are", "Dug in")),
)
BRIEFINGS = load_briefings(__package__)
RULES = Rules(
    game=NAME,
    version="1",
    vocabulary=VOCABULARY,
    briefings=BRIEFINGS,
    state=State,
    whole_game=WholeGame,
    preview=preview,
    foresee=foresee,
    stage=stage_of,
    sentence=sentence,
)


class Hedgerow(Title[State]):
    """The scenario with its option, ready to be started."""

    edition = EDITION
    fingerprint = FINGERPRINT
    sides: Mapping[str, tuple[str, ...]] = SIDES
    seats: tuple[str, ...] = SEATS

    def opening(self, chance: Chance) -> State:
        """The state before anything is done."""
        return State(chance, dug_in=self.options["farms"] == "dug_in")

    def tally(self, state: KernelState) -> Tally:
        """The turn and the losses so far."""
        g = self.own(state)
        losses = {}
        for side in SIDES:
            own = [block for block, of in enumerate(SIDE) if of == side]
            gone = [block for block in own if g.where[block] == GONE]
            losses[side] = Loss(len(gone), len(gone) + sum(g.reduced >> block & 1 for block in own))
        return Tally(g.turn, losses)


def open_scenario(name: str, options: Mapping[str, str] | None = None, overlay: Path | None = None) -> Hedgerow:
    """The scenario by its name."""
    if overlay is not None:
        raise BocageError("hedgerow takes no values of a player's own")
    scenario = scenario_named(NAME, name, SCENARIOS)
    return Hedgerow(RULES, scenario, settle_options(f"{NAME}/{name}", OPTIONS, options or {}))


def list_scenarios() -> list[ScenarioInfo]:
    """What a list of games shows of it."""
    return [
        ScenarioInfo(f"{NAME}/{one.id}", one.title, one.summary, EDITION, TURNS, SIDES, OPTIONS, BRIEFINGS[one.id])
        for one in SCENARIOS.values()
    ]


assert all(len(seat.places.split()) == len(seat.kinds) for seat in PIECES.seats)
