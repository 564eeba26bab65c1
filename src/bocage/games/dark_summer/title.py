"""The Dark Summer as a title of the program: its scenarios, their options, and how a game starts.

>>> setting = open_scenario("campaign", {"historical_weather": "yes"})
>>> setting.name, setting.options["historical_weather"]
('dark_summer/campaign', 'yes')
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bocage.games.dark_summer.campaign import SEATS, SIDES, Campaign
from bocage.games.dark_summer.content import Content, load_content
from bocage.games.dark_summer.foresight import foresee
from bocage.games.dark_summer.odds import preview
from bocage.games.dark_summer.places import ELIMINATED
from bocage.games.dark_summer.sentences import sentence
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.turn import WholeGame, stage_of
from bocage.games.dark_summer.words import VOCABULARY
from bocage.kernel import (
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

NAME = "dark_summer"
EDITION = "dark_summer"
RULES_VERSION = "3"  # raised whenever games may go on differently by what was changed
SCALE = "A hex is about 2¼ miles across; a turn stands for a quarter of a month."
YES_NO = ("no", "yes")
OPTIONS = (
    Option("historical_weather", YES_NO, "no", "The Weather comes more as it did: Rain and Storm early", "7.3"),
    Option("reaction_withdrawal", YES_NO, "no", "Germans may make Emergency Withdrawals in Reaction Rounds", "10.3.2"),
    Option("assault_guns", YES_NO, "no", "The Germans have Assault Gun Support", "12.7"),
)


class Scenario(NamedTuple):
    """A position from which the campaign is played."""

    id: str
    title: str
    summary: str


SCENARIOS = {
    scenario.id: scenario
    for scenario in (
        Scenario(
            "campaign",
            "The Dark Summer",
            "From the landings of 6 June to 21 August: the beachhead, Cherbourg, the break-out and the retreat.",
        ),
        Scenario(
            "june_14",
            "The Dark Summer from 15 June",
            "The campaign after the landings: the Beaches are Open, and turns 2 to 10 are played.",
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


class DarkSummer(Title[State]):
    """One scenario with its options and data, ready to be started."""

    edition = EDITION
    scale = SCALE
    sides: Mapping[str, tuple[str, ...]] = SIDES
    seats: tuple[str, ...] = SEATS

    def __init__(self, content: Content, scenario: Scenario, options: dict[str, str]) -> None:
        super().__init__(RULES, scenario, options)
        self.campaign = Campaign(content, content.set_ups[scenario.id], options)
        self.fingerprint = content.fingerprint[:16]

    def opening(self, chance: Chance) -> State:
        """The state before anything is done."""
        return State(self.campaign, chance)

    def tally(self, state: KernelState) -> Tally:
        """The turn and the losses so far; what a set-up begins without is no loss."""
        g = self.own(state)
        campaign = g.campaign
        losses = {}
        for side, name in enumerate(SIDES):
            own = [unit for unit in range(campaign.count) if campaign.side[unit] == side]
            dead = [unit for unit in own if g.where[unit] == ELIMINATED and not campaign.lost_before >> unit & 1]
            hurt = sum(g.where[unit] >= 0 and bool(g.is_reduced(unit)) for unit in own)
            losses[name] = Loss(len(dead), hurt + sum(campaign.units[unit].steps for unit in dead))
        return Tally(g.turn, losses)


def open_scenario(name: str, options: Mapping[str, str] | None = None, overlay: Path | None = None) -> DarkSummer:
    """A scenario by name, with options, and with a player's own values if an overlay is given."""
    scenario = scenario_named(NAME, name, SCENARIOS)
    chosen = settle_options(f"{NAME}/{name}", OPTIONS, options or {})
    if overlay is not None:
        return DarkSummer(load_content(overlay), scenario, chosen)
    return _shared(name, tuple(sorted(chosen.items())))


@cache
def _shared(name: str, options: tuple[tuple[str, str], ...]) -> DarkSummer:
    return DarkSummer(load_content(), SCENARIOS[name], dict(options))


@cache
def list_scenarios() -> list[ScenarioInfo]:
    """What a list of games shows of each."""
    tables, set_ups = load_content().tables, load_content().set_ups
    return [
        ScenarioInfo(
            f"{NAME}/{s.id}",
            s.title,
            s.summary,
            EDITION,
            tables.last_turn - set_ups[s.id].turn + 1,
            SIDES,
            OPTIONS,
            briefing=BRIEFINGS[s.id],
        )
        for s in SCENARIOS.values()
    ]
