"""D-Day at Omaha Beach as a title of the program: its scenarios, their options, and how a game starts.

>>> setting = open_scenario("first_waves")
>>> setting.name, setting.options["players"]
('omaha_beach/first_waves', 'one')
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from bocage.games.omaha_beach.battle import SEATS, Battle
from bocage.games.omaha_beach.content import Content, load_content
from bocage.games.omaha_beach.foresight import foresee
from bocage.games.omaha_beach.odds import preview
from bocage.games.omaha_beach.scenarios import Scenario
from bocage.games.omaha_beach.sentences import sentence
from bocage.games.omaha_beach.set_up import left_out
from bocage.games.omaha_beach.state import ELIMINATED, State
from bocage.games.omaha_beach.turn import WholeGame, stage_of
from bocage.games.omaha_beach.variants import NO_YES, described, variants_of
from bocage.games.omaha_beach.words import GERMANS, US, VOCABULARY
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

NAME = "omaha_beach"
RULES_VERSION = "2"
SCALE = "A hex is 250 metres across; a turn stands for a quarter of an hour, from turn 17 on for half an hour."


def options_of(scenario: Scenario) -> tuple[Option, ...]:
    """The options that make sense in a scenario."""
    found = [
        Option(variant.id, NO_YES, "no", described(variant), f"{variant.rule}-01")
        for variant in variants_of(load_content().scenarios, scenario)
    ]
    if len(scenario.divisions) > 1:
        text = "One player for both divisions, or one for each"
        titles = ("One player", "One for each")
        found.insert(0, Option("players", ("one", "two"), "one", text, "7.22-02", titles, invited="two"))
    return tuple(found)


def choose_options(scenario: Scenario, wanted: Mapping[str, str]) -> dict[str, str]:
    """All options of a scenario, the wanted ones set and the others at their default."""
    return settle_options(f"{NAME}/{scenario.id}", options_of(scenario), wanted)


def sides_of(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """A seat for each American division; the rules play the Germans (1-01)."""
    return {US: tuple(SEATS[0 if division == 1 else 1] for division in scenario.divisions), GERMANS: ()}


BRIEFINGS = load_briefings(f"bocage.games.{NAME}")
RULES = Rules(
    game=NAME,
    version=RULES_VERSION,
    vocabulary=VOCABULARY,
    briefings=BRIEFINGS,
    state=State,
    whole_game=WholeGame,
    preview=preview,
    foresee=foresee,
    stage=stage_of,
    sentence=sentence,
)


class OmahaBeach(Title[State]):
    """One scenario with its options and data, ready to be started."""

    edition = "omaha"
    scale = SCALE

    def __init__(self, content: Content, scenario: Scenario, options: dict[str, str]) -> None:
        super().__init__(RULES, scenario, options)
        self.battle = Battle(content, scenario, options)
        self.sides: Mapping[str, tuple[str, ...]] = sides_of(scenario)
        self.seats: tuple[str, ...] = self.sides[US]
        self.fingerprint = content.fingerprint[:16]

    def opening(self, chance: Chance) -> State:
        """The state before anything is done."""
        return State(self.battle, chance)

    def tally(self, state: KernelState) -> Tally:
        """The turn and the losses so far: of the Germans, the units that have been destroyed."""
        g = self.own(state)
        lost = sum(len(unit.steps) - steps for unit, steps in zip(self.battle.units, g.steps, strict=True))
        germans = len(g.gone) - left_out(self.battle)
        us = Loss(g.where.count(ELIMINATED), lost)
        return Tally(g.turn, {US: us, GERMANS: Loss(germans, germans)})


def open_scenario(name: str, options: Mapping[str, str] | None = None, overlay: Path | None = None) -> OmahaBeach:
    """A scenario by name, with options."""
    if overlay is not None:
        raise no_overlay(overlay)
    chosen = choose_options(scenario_named(NAME, name, scenarios()), options or {})
    return _shared(name, tuple(sorted(chosen.items())))


def no_overlay(overlay: Path) -> BocageError:
    """The refusal of a player's own values."""
    return BocageError(f"{overlay}: {NAME} takes no values of your own; its data are the printed ones")


@cache
def _shared(name: str, options: tuple[tuple[str, str], ...]) -> OmahaBeach:
    return OmahaBeach(load_content(), scenarios()[name], dict(options))


@cache
def list_scenarios() -> list[ScenarioInfo]:
    """What a list of games shows of each."""
    return [
        ScenarioInfo(
            name=f"{NAME}/{s.id}",
            title=s.title,
            summary=s.summary,
            edition="omaha",
            turns=s.turns[1] - s.turns[0] + 1,
            sides=sides_of(s),
            options=options_of(s),
            briefing=BRIEFINGS[s.id],
        )
        for s in scenarios().values()
    ]


def scenarios() -> dict[str, Scenario]:
    """All scenarios, by name."""
    return {scenario.id: scenario for scenario in load_content().scenarios.scenarios.values()}
