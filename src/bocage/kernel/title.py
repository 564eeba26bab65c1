"""What the settings of all games have in common: a game's own class fills in the rest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from bocage.kernel.briefing import Briefing
from bocage.kernel.chance import Chance
from bocage.kernel.errors import BocageError, nearest
from bocage.kernel.game import Odds, Stage
from bocage.kernel.order import Order, Vocabulary
from bocage.kernel.procedure import Frame
from bocage.kernel.state import Event, State

GameState = TypeVar("GameState", bound=State)
GameScenario = TypeVar("GameScenario", bound="Scenario")


class Scenario(Protocol):
    """What is asked of the data of a scenario."""

    @property
    def id(self) -> str:
        """Its short name."""

    @property
    def title(self) -> str:
        """Its name for people."""


def scenario_named(game: str, name: str, scenarios: Mapping[str, GameScenario]) -> GameScenario:
    """A scenario by its short name; refuses what the game has not."""
    if name not in scenarios:
        raise BocageError(f"{game} has no scenario '{name}'{nearest(name, scenarios)}")
    return scenarios[name]


@dataclass(frozen=True)
class Rules(Generic[GameState]):
    """A game's rules as functions, for states of its own kind."""

    game: str  # the name of its package
    version: str  # raised whenever games may go on differently by what was changed
    vocabulary: Vocabulary
    briefings: Mapping[str, Briefing]  # by scenario
    state: type[GameState]
    whole_game: Callable[[], Frame]  # the outermost procedure
    preview: Callable[[GameState, Order], Odds | None]
    foresee: Callable[[GameState, Order], Sequence[Event]]
    stage: Callable[[GameState], Stage]
    sentence: Callable[[Event], str]


class Title(ABC, Generic[GameState]):
    """One scenario with its options, ready to be started; see ``Setting``."""

    def __init__(self, rules: Rules[GameState], scenario: Scenario, options: Mapping[str, str]) -> None:
        self.name = f"{rules.game}/{scenario.id}"
        self.title = scenario.title
        self.briefing = rules.briefings[scenario.id]
        self.secrets = rules.state.has_secrets()
        self.options = options
        self.rules_version = rules.version
        self.vocabulary = rules.vocabulary
        self._rules = rules

    @abstractmethod
    def opening(self, chance: Chance) -> GameState:
        """The state before anything is done."""

    def start(self, chance: Chance) -> GameState:
        """The state at the first decision."""
        state = self.opening(chance)
        state.start(self._rules.whole_game())
        return state

    def own(self, state: State) -> GameState:
        """A state as one of this game, which it is."""
        assert isinstance(state, self._rules.state)
        return state

    def preview(self, state: State, order: Order) -> Odds | None:
        """Exact odds of an order."""
        return self._rules.preview(self.own(state), order)

    def foresee(self, state: State, order: Order) -> Sequence[Event]:
        """The losses that an order leads to in any case."""
        return self._rules.foresee(self.own(state), order)

    def moment(self, state: State) -> Stage:
        """How far a game has come."""
        return self._rules.stage(self.own(state))

    def sentence(self, event: Event) -> str:
        """An event in words."""
        return self._rules.sentence(event)
