"""A Bloody Summer as a title of the program: its scenarios, and how a game starts.

>>> open_scenario("operation_cobra").name, open_scenario("race_to_cherbourg").seats
('bloody_summer/operation_cobra', ('us', 'german'))
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bocage.games.bloody_summer import depots, victory
from bocage.games.bloody_summer.campaign import SIDE_NAMES, SIDES, Campaign
from bocage.games.bloody_summer.content import Content, SetUp, load_content
from bocage.games.bloody_summer.foresight import foresee
from bocage.games.bloody_summer.odds import preview
from bocage.games.bloody_summer.pieces import UNITS
from bocage.games.bloody_summer.places import DESTROYED, LOST, REST
from bocage.games.bloody_summer.sentences import sentence
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.turn import WholeGame, stage_of
from bocage.games.bloody_summer.words import VOCABULARY
from bocage.kernel import Chance, Loss, Rules, ScenarioInfo, Tally, Title, scenario_named, settle_options
from bocage.kernel import State as KernelState
from bocage.kernel.briefings import load_briefings

NAME = "bloody_summer"
EDITION = "bloody_summer"
RULES_VERSION = "3"  # raised whenever games may go on differently by what was changed
SCALE = "A hex is about 6 km across; a turn is a week."


class Scenario(NamedTuple):
    """One of the games in the box."""

    id: str
    title: str
    summary: str


SCENARIOS = {
    scenario.id: scenario
    for scenario in (
        Scenario(
            "race_to_cherbourg",
            "The Race to Cherbourg",
            "From Utah to the harbour, 7 June to 3 July: the western map, a good first game.",
        ),
        Scenario(
            "operation_cobra",
            "Operation Cobra",
            "Goodwood, Cobra and the race through France, from 18 July to the end of August.",
        ),
        Scenario(
            "campaign",
            "A Bloody Summer",
            "All of it, from the night of the drops to the Falaise pocket; best after both scenarios.",
        ),
    )
}

BRIEFINGS = load_briefings(f"bocage.games.{NAME}")

RULES = Rules(
    game=NAME,
    briefings=BRIEFINGS,
    version=RULES_VERSION,
    vocabulary=VOCABULARY,
    state=State,
    whole_game=WholeGame,
    preview=preview,
    foresee=foresee,
    stage=stage_of,
    sentence=sentence,
)


def sides_of(set_up: SetUp) -> dict[str, tuple[str, ...]]:
    """The seats of each side: one for each army that takes part (11-01)."""
    there = [army.value for army in set_up.armies]
    return {side: tuple(seat for seat in seats if seat in there) for side, seats in SIDES.items()}


class BloodySummer(Title[State]):
    """One scenario with its data, ready to be started."""

    edition = EDITION
    scale = SCALE

    def __init__(self, content: Content, scenario: Scenario) -> None:
        super().__init__(RULES, scenario, {})
        set_up = content.set_ups[scenario.id]
        self.campaign = Campaign(content, set_up, (victory.gained, depots.entered), (victory.bled,))
        self.sides: Mapping[str, tuple[str, ...]] = sides_of(set_up)
        self.seats: tuple[str, ...] = tuple(seat for seats in self.sides.values() for seat in seats)
        self.fingerprint = content.fingerprint[:16]

    def opening(self, chance: Chance) -> State:
        """The state before anything is done."""
        return State(self.campaign, chance)

    def tally(self, state: KernelState) -> Tally:
        """The turn and the losses so far; what a set-up begins without is no loss."""
        g = self.own(state)
        campaign, before = self.campaign, self.campaign.set_up
        losses = {}
        for side, name in enumerate(SIDES):
            own = [unit for unit in range(UNITS) if campaign.side[unit] == side]
            own = [unit for unit in own if campaign.units[unit].id not in before.lost]
            dead = [unit for unit in own if g.where[unit] in (LOST, *DESTROYED, *REST)]
            steps = sum(g.lost[unit] for unit in own) - self.begun_without(side)
            losses[name] = Loss(len(dead), max(steps, len(dead)))
        return Tally(g.turn, losses)

    def begun_without(self, side: int) -> int:
        """The steps that a side's units lack at the start."""
        content, before = self.campaign.content, self.campaign.set_up
        of = [(content.units[unit].side, lost) for unit, lost in before.steps_lost.items()]
        of += [(content.formations[name].side, lost) for name, lost in before.steps_to_lose.items()]
        return sum(lost for owner, lost in of if owner.value == SIDE_NAMES[side])


def open_scenario(name: str, options: Mapping[str, str] | None = None, overlay: Path | None = None) -> BloodySummer:
    """A scenario by name, and with a player's own values if an overlay is given; there are no options."""
    scenario = scenario_named(NAME, name, SCENARIOS)
    settle_options(f"{NAME}/{name}", (), options or {})
    return _shared(name) if overlay is None else BloodySummer(load_content(overlay), scenario)


@cache
def _shared(name: str) -> BloodySummer:
    return BloodySummer(load_content(), SCENARIOS[name])


@cache
def list_scenarios() -> list[ScenarioInfo]:
    """What a list of games shows of each, in the order in which one should try them."""
    set_ups = load_content().set_ups
    return [
        ScenarioInfo(
            f"{NAME}/{s.id}",
            s.title,
            s.summary,
            EDITION,
            set_ups[s.id].turns[1] - set_ups[s.id].turns[0] + 1,
            sides_of(set_ups[s.id]),
            (),
            briefing=BRIEFINGS[s.id],
        )
        for s in SCENARIOS.values()
    ]
