"""What a position is worth: the margin that the first side may expect, between 0 and 1.

A game says which features of a position matter and what its result is worth (``players/<game>/evaluation``). How much
each feature matters is learnt, scenario by scenario (``bocage learn``), and stands in a small file of text beside them.
Early and late in a game features matter differently: each has a weight for every stage, and between two stages they
are blended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from pydantic import Field

from bocage.games import manifest_of, open_setting
from bocage.kernel import BocageError, State, nearest
from bocage.kernel.data import Model, check, fault, read_toml

Judge: TypeAlias = Callable[[State], float]  # the margin that the first side may expect, in any state or view
WORST, BEST = 0.0, 1.0  # margins of results

CONSTANT: Final = "constant"  # the weight that no feature has


class Feature(NamedTuple):
    """Something about a position that can be counted, with words for people."""

    name: str
    words: str


@runtime_checkable
class Evaluating(Protocol):
    """What the module ``evaluation`` of a game's players offers."""

    FEATURES: tuple[Feature, ...]
    SISTER: str  # the scenario whose weights serve all those of the game for which none were learnt

    def features(self, state: State) -> list[float]:
        """Each feature of a state or view, as the first side sees it."""

    def progress(self, state: State) -> float:
        """How much of the game is over, between 0 and 1."""

    def margin(self, state: State) -> float:
        """How well the first side did in a finished game: 0 the worst result of the rules, 1 the best."""


def evaluation_of(game: str) -> Evaluating:
    """How positions of a game are judged, by its name or that of one of its scenarios."""
    return manifest_of(game).part("evaluation", Evaluating)


# -- what has been learnt -----------------------------------------------------------------------------


class Origin(Model):
    """Where weights come from: enough to make them again."""

    command: str
    version: str  # of the program
    rules: str  # the version of the rules that were played
    data: str  # the fingerprint of the data with which they were
    games: int
    positions: int


class HeldOut(Model):
    """How good weights are at games from which they were not learnt."""

    games: int
    r2: float
    r2_by_quarter: tuple[float, ...]  # of the game
    calibration: tuple[tuple[float, float, int], ...]  # margin expected, margin found, positions; by tenths


class Learnt(Model):
    """A file of weights."""

    scenario: str
    origin: Origin
    held_out: HeldOut
    weights: Mapping[str, Annotated[tuple[float, ...], Field(min_length=1)]]  # of each feature, stage by stage


def place_of(scenario: str) -> Path:
    """Where the weights of a scenario stand, or would."""
    name = open_setting(scenario).name
    module = import_module(manifest_of(name).place("evaluation"))
    return Path(str(module.__file__)).parent / "data" / f"{name.partition('/')[2]}.toml"


def read_learnt(text: str, file: str, features: Sequence[Feature]) -> Learnt:
    """A file of weights, one for each feature and stage; a slip is refused in a sentence."""
    learnt = check(Learnt, read_toml(text, file), file)
    names = [CONSTANT, *(feature.name for feature in features)]
    stages = len(next(iter(learnt.weights.values()), ()))
    for name, weights in learnt.weights.items():
        if name not in names:
            fault(file, "weights", name, f"there is no such feature{nearest(name, names)}")
        if len(weights) != stages:
            fault(file, "weights", name, f"there should be {stages} numbers, one for each stage, not {len(weights)}")
    for name in names:
        if name not in learnt.weights:
            fault(file, "weights", name, "it is missing; learn them again with: " + learnt.origin.command)
    return learnt


def learnt_of(scenario: str) -> Learnt:
    """What has been learnt of a scenario, or of its sister."""
    evaluation, place = evaluation_of(scenario), place_of(scenario)
    if not place.exists():
        sister = place.with_name(f"{evaluation.SISTER}.toml")
        if not sister.exists():
            raise BocageError(f"nothing has been learnt of {scenario} yet: bocage learn {scenario}")
        place = sister
    return read_learnt(place.read_text(encoding="utf-8"), place.name, evaluation.FEATURES)


# -- judging ------------------------------------------------------------------------------------------


def blend(progress: float, stages: int) -> tuple[int, float]:
    """The stage that a game has passed, and how near it has come to the next one.

    >>> blend(0.0, 3), blend(0.25, 3), blend(1.0, 3)
    ((0, 0.0), (0, 0.5), (1, 1.0))
    """
    at = progress * (stages - 1)
    stage = min(int(at), max(0, stages - 2))
    return stage, at - stage


def expect(stages: Sequence[Sequence[float]], progress: float, features: Sequence[float]) -> float:
    """The margin by the weights of each stage, of which the first is the constant; it may lie beyond any result.

    >>> expect([[0.5, 0.1], [0.5, 0.3]], 0.5, [1.0]), expect([[0.5, 0.1]], 0.5, [9.0])
    (0.7, 1.4)
    """
    stage, later = blend(progress, len(stages))
    score = _sum(stages[stage], features)
    if later:
        score += later * (_sum(stages[stage + 1], features) - score)
    return score


def within_results(margin: float) -> float:
    """A margin as people are told it: no worse than the worst result, and no better than the best.

    >>> within_results(-0.1), within_results(0.3), within_results(1.4)
    (0.0, 0.3, 1.0)
    """
    return min(BEST, max(WORST, margin))


def _sum(weights: Sequence[float], features: Sequence[float]) -> float:
    found: float = sum([weight * value for weight, value in zip(weights[1:], features, strict=True)], weights[0])
    return found


@cache
def weights_of(scenario: str) -> list[list[float]]:
    """What has been learnt of a scenario: for each stage the constant, then the weight of each feature."""
    learnt = learnt_of(scenario)
    names = (CONSTANT, *(feature.name for feature in evaluation_of(scenario).FEATURES))
    return [list(stage) for stage in zip(*(learnt.weights[name] for name in names), strict=True)]


@cache
def judge_of(scenario: str, *, bounded: bool = True) -> Judge:
    """The judge of a scenario: of a finished game by its result, of any other by what may be expected.

    What may be expected lies between the worst result and the best; not so for whoever compares positions
    (``bounded`` is false), for beyond the best result one is still better than another.
    """
    evaluation, stages = evaluation_of(scenario), weights_of(scenario)

    def judge(state: State) -> float:
        if state.ended is not None:
            return evaluation.margin(state)
        found = expect(stages, evaluation.progress(state), evaluation.features(state))
        return within_results(found) if bounded else found

    return judge
