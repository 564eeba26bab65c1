"""D-Day at Omaha Beach as a title of the program: its scenarios, their options, and how a game starts.

>>> setting = open_scenario("first_waves")
>>> setting.name, setting.options["players"]
('omaha_beach/first_waves', 'one')
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bocage.games.omaha_beach.battle import SEATS, Battle
from bocage.games.omaha_beach.content import Content, load_content
from bocage.games.omaha_beach.odds import preview
from bocage.games.omaha_beach.scenarios import Scenario
from bocage.games.omaha_beach.sentences import sentence
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.turn import WholeGame
from bocage.games.omaha_beach.words import VOCABULARY
from bocage.kernel import BocageError, Chance, Event, Odds, Option, Order, Vocabulary, nearest, settle_options
from bocage.kernel import State as KernelState

NAME = "omaha_beach"
RULES_VERSION = "1"
PLAYABLE = ("easy_fox", "first_waves")  # scenarios of the basic game
SCALE = "A hex is 250 metres across; a turn stands for a quarter of an hour, from turn 17 on for half an hour."


def options_of(scenario: Scenario) -> tuple[Option, ...]:
    """The options that make sense in a scenario."""
    if len(scenario.divisions) == 1:
        return ()
    return (Option("players", ("one", "two"), "one", "One player for both divisions, or one for each", "7.22-02"),)


def choose_options(scenario: Scenario, wanted: Mapping[str, str]) -> dict[str, str]:
    """All options of a scenario, the wanted ones set and the others at their default."""
    return settle_options(f"{NAME}/{scenario.id}", options_of(scenario), wanted)


class OmahaBeach:
    """One scenario with its options and data, ready to be started."""

    vocabulary: Vocabulary = VOCABULARY
    rules_version = RULES_VERSION
    scale = SCALE

    def __init__(self, content: Content, scenario: Scenario, options: dict[str, str]) -> None:
        self.name = f"{NAME}/{scenario.id}"
        self.title = scenario.title
        self.options: Mapping[str, str] = options
        self.battle = Battle(content, scenario, options)
        self.seats: tuple[str, ...] = tuple(SEATS[division] for division in self.battle.divisions)
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

    def sentence(self, event: Event) -> str:
        """An event in words."""
        return sentence(event)

    def cite(self, rule: str) -> str:
        """A rule number as the rulebook prints it."""
        return rule


def open_scenario(name: str, options: Mapping[str, str] | None = None) -> OmahaBeach:
    """A scenario by name, with options."""
    if name not in scenarios():
        raise BocageError(f"{NAME} has no scenario '{name}'{nearest(name, scenarios())}")
    chosen = choose_options(scenarios()[name], options or {})
    return _shared(name, tuple(sorted(chosen.items())))


@cache
def _shared(name: str, options: tuple[tuple[str, str], ...]) -> OmahaBeach:
    return OmahaBeach(load_content(), scenarios()[name], dict(options))


def scenarios() -> dict[str, Scenario]:
    """All scenarios that can be played, by name."""
    return {
        scenario.id: scenario for scenario in load_content().scenarios.scenarios.values() if scenario.id in PLAYABLE
    }
