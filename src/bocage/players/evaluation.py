"""What a position is worth: the margin that its first side may expect, between 0 and 1.

A game says which features of a position matter and what its result is worth (``players/<game>/evaluation``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from bocage.games import manifest_of
from bocage.kernel import State

Judge: TypeAlias = Callable[[State], float]  # the margin that the first side may expect, in any state or view


class Feature(NamedTuple):
    """Something about a position that can be counted, with words for people."""

    name: str
    words: str


@runtime_checkable
class Evaluating(Protocol):
    """What the module ``evaluation`` of a game's players offers."""

    FEATURES: tuple[Feature, ...]

    def features(self, state: State) -> list[float]:
        """Each feature of a state or view, as the first side sees it."""

    def margin(self, state: State) -> float:
        """How well the first side did in a finished game: 0 the worst result of the rules, 1 the best."""

    def rough(self, state: State) -> float:
        """The margin that may be expected in a game that goes on, by a hand-made rule, where none has been learnt."""


def evaluation_of(game: str) -> Evaluating:
    """How positions of a game are judged, by its name or that of one of its scenarios."""
    return manifest_of(game).part("evaluation", Evaluating)


def judge_of(scenario: str) -> Judge:
    """The judge of a scenario: of a finished game by its result, of any other by what may be expected."""
    evaluation = evaluation_of(scenario)

    def judge(state: State) -> float:
        return evaluation.margin(state) if state.pending is None else evaluation.rough(state)

    return judge
