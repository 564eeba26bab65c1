"""D-Day at Omaha Beach as a title of the program: its scenarios, their options, and how a game starts.

>>> setting = open_scenario("first_waves")
>>> setting.name, setting.options["players"]
('omaha_beach/first_waves', 'one')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from bocage.games.omaha_beach.turn import WholeGame
from bocage.games.omaha_beach.variants import NO_YES, described, variants_of
from bocage.games.omaha_beach.words import GERMANS, US, VOCABULARY
from bocage.kernel import (
    BocageError,
    Chance,
    Event,
    Loss,
    Odds,
    Option,
    Order,
    ScenarioInfo,
    Tally,
    Vocabulary,
    nearest,
    settle_options,
)
from bocage.kernel import State as KernelState

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


class OmahaBeach:
    """One scenario with its options and data, ready to be started."""

    vocabulary: Vocabulary = VOCABULARY
    rules_version = RULES_VERSION
    edition = "omaha"
    scale = SCALE

    def __init__(self, content: Content, scenario: Scenario, options: dict[str, str]) -> None:
        self.name = f"{NAME}/{scenario.id}"
        self.title = scenario.title
        self.options: Mapping[str, str] = options
        self.battle = Battle(content, scenario, options)
        self.sides: Mapping[str, tuple[str, ...]] = sides_of(scenario)
        self.seats: tuple[str, ...] = self.sides[US]
        self.fingerprint = content.fingerprint[:16]

    def start(self, chance: Chance) -> State:
        """The state at the first decision."""
        state = State(self.battle, chance)
        state.start(WholeGame())
        return state

    def preview(self, state: KernelState, order: Order) -> Odds | None:
        """Exact odds of an order."""
        assert isinstance(state, State)
        return preview(state, order)

    def foresee(self, state: KernelState, order: Order) -> Sequence[Event]:
        """The losses that an order leads to in any case."""
        assert isinstance(state, State)
        return foresee(state, order)

    def tally(self, state: KernelState) -> Tally:
        """The turn and the losses so far: of the Germans, the units that have been destroyed."""
        assert isinstance(state, State)
        lost = sum(len(unit.steps) - steps for unit, steps in zip(self.battle.units, state.steps, strict=True))
        germans = len(state.gone) - left_out(self.battle)
        us = Loss(state.where.count(ELIMINATED), lost)
        return Tally(state.turn, {US: us, GERMANS: Loss(germans, germans)})

    def sentence(self, event: Event) -> str:
        """An event in words."""
        return sentence(event)


def open_scenario(name: str, options: Mapping[str, str] | None = None, overlay: Path | None = None) -> OmahaBeach:
    """A scenario by name, with options."""
    if overlay is not None:
        raise no_overlay(overlay)
    if name not in scenarios():
        raise BocageError(f"{NAME} has no scenario '{name}'{nearest(name, scenarios())}")
    chosen = choose_options(scenarios()[name], options or {})
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
            f"{NAME}/{s.id}", s.title, s.summary, "omaha", s.turns[1] - s.turns[0] + 1, sides_of(s), options_of(s)
        )
        for s in scenarios().values()
    ]


def scenarios() -> dict[str, Scenario]:
    """All scenarios, by name."""
    return {scenario.id: scenario for scenario in load_content().scenarios.scenarios.values()}
