"""Learning what positions of a scenario are worth, from games.

Each game begins with players who now and then do anything at all, one more often than another, up to a turn that
differs from game to game; from then on both sides play as well as they can. So positions of all kinds come up, and what
becomes of them is due to the positions and not to those who play on. Positions are looked at when a turn or a player's
part of it begins, from that turn on. How often and how long players stumble follows from the seed and the game's
number alone.

The margin is fitted by a logistic curve over the features, with a little weight against large weights (ridge
regression; Newton's method). Whole games are held out to see how good the weights are.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final, NamedTuple

from bocage.games import list_scenarios, open_setting
from bocage.kernel import BocageError, Game, Order
from bocage.lab.workers import share_work
from bocage.players import Chair, Player, check, make
from bocage.players.evaluation import CONSTANT, Feature, HeldOut, Learnt, Origin, blend, evaluation_of, squash

STUMBLES: Final = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8)  # of the decisions of a player who stumbles
SOUND: Final = 0.25  # of the games, in which nobody stumbles
STUMBLING_ENDS: Final = 0.5  # of the turns: at the latest after so many
HOLD_OUT: Final = 4  # every so many-th game
STAGES: Final = 3
RIDGE: Final = 10.0
QUARTERS: Final = 4
TENTHS: Final = 10
LEAST_GAMES: Final = 8
ALL_THE_SAME: Final = 1e-6
NEAR_ENOUGH: Final = 1e-3  # a step by which no weight changes more
MOST_STEPS: Final = 15

Row = list[float]


class Position(NamedTuple):
    """A position: how much of the game was over, and what could be counted."""

    progress: float
    features: Row


class Lesson(NamedTuple):
    """What one game teaches: the margin to which its positions led."""

    number: int
    margin: float
    positions: list[Position]


@dataclass(frozen=True)
class Course:
    """The games to be learnt from: their scenario, who plays on when the stumbling is over, and the seed of it all."""

    scenario: str
    player: str
    seed: str = "1944"

    def check(self) -> None:
        """Refuse what cannot be learnt, before any game is played."""
        name = open_setting(self.scenario).name
        check(self.player, name)
        evaluation_of(name)


# -- games --------------------------------------------------------------------------------------------


class Stumbler:
    """A player who does anything at all with some of its decisions, and else what another would do."""

    def __init__(self, player: Player, often: float, dice: Random) -> None:
        self._player = player
        self._often = often
        self._dice = dice

    def choose(self, chair: Chair) -> Order:
        """Any order, or the other's."""
        if self._dice.random() < self._often:
            return self._dice.choice(chair.decision.orders)
        return self._player.choose(chair)


def play_lesson(course: Course, number: int) -> Lesson:
    """Play one game, and look at its positions from the turn on in which both sides play as well as they can."""
    setting = open_setting(course.scenario)
    evaluation = evaluation_of(setting.name)
    dice = Random(f"bocage lesson {course.seed}/{number}")
    game = Game(setting, f"{course.seed}/{number}")
    sound: dict[str, Player] = {seat: make(course.player, dice.getrandbits(32)) for seat in setting.seats}
    shaky: dict[str, Player] = {seat: Stumbler(sound[seat], dice.choice(STUMBLES), dice) for seat in setting.seats}
    turns = next(info.turns for info in list_scenarios(setting.name.partition("/")[0]) if info.name == setting.name)
    steady_from = 0 if dice.random() < SOUND else dice.randint(1, max(1, int(STUMBLING_ENDS * turns)))
    positions: list[Position] = []
    seen = (-1, -1)
    while not game.over:
        turn, side, _ = setting.moment(game.state)
        if turn >= steady_from and (turn, side) != seen:
            seen = (turn, side)
            positions.append(Position(evaluation.progress(game.state), evaluation.features(game.state)))
        players = sound if turn >= steady_from else shaky
        game.play(players[game.decision.seat].choose(Chair(game)))
    return Lesson(number, evaluation.margin(game.state), positions)


def play_lessons(course: Course, *, games: int, jobs: int = 1) -> Generator[Lesson, None, None]:
    """Play the games of a course and give each as soon as it is over, with several jobs in any order."""
    course.check()
    if games < LEAST_GAMES:
        raise BocageError(f"nothing can be learnt from fewer than {LEAST_GAMES} games")
    yield from share_work(partial(play_lesson, course), range(games), jobs)


# -- fitting ------------------------------------------------------------------------------------------


class Fit(NamedTuple):
    """Weights, stage by stage: first the constant, then those of the features."""

    stages: list[Row]

    def expected(self, position: Position) -> float:
        """The margin to which a position may lead."""
        stage, later = blend(position.progress, len(self.stages))
        score = 0.0
        for part, weights in ((1 - later, self.stages[stage]), (later, self.stages[min(stage + 1, STAGES - 1)])):
            score += part * (weights[0] + sum([w * x for w, x in zip(weights[1:], position.features, strict=True)]))
        return squash(score)


def fit(lessons: Sequence[Lesson]) -> Fit:
    """Weights that tell the margin of these games as well as possible from their positions."""
    rows = [position.features for lesson in lessons for position in lesson.positions]
    columns = list(zip(*rows, strict=True))
    means = [sum(column) / len(rows) for column in columns]
    spreads = [_spread(column, mean) for column, mean in zip(columns, means, strict=True)]
    width = len(means) + 1
    samples = [
        (_spread_out(position, means, spreads, width), lesson.margin)
        for lesson in lessons
        for position in lesson.positions
    ]
    weights = [0.0] * (STAGES * width)
    for _ in range(MOST_STEPS):
        step = _newton_step(samples, weights, width)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < NEAR_ENOUGH:
            break
    return Fit([_in_own_units(weights[at : at + width], means, spreads) for at in range(0, len(weights), width)])


def _spread(column: Sequence[float], mean: float) -> float:
    """By how much a feature differs from its mean; one that never differs is left as it is."""
    spread: float = (sum([(value - mean) ** 2 for value in column]) / len(column)) ** 0.5
    return spread if spread > ALL_THE_SAME else 1.0


class _Sample(NamedTuple):
    """A position among the weights: those of two stages, side by side, count."""

    at: int
    values: Row


def _spread_out(position: Position, means: Row, spreads: Row, width: int) -> _Sample:
    scaled = [(x - mean) / spread for x, mean, spread in zip(position.features, means, spreads, strict=True)]
    stage, later = blend(position.progress, STAGES)
    now = 1 - later
    return _Sample(stage * width, [now, *[now * x for x in scaled], later, *[later * x for x in scaled]])


def _newton_step(samples: Sequence[tuple[_Sample, float]], weights: Row, width: int) -> Row:
    """The change that brings weights to the best curve, as far as it is seen from where they are."""
    size = len(weights)
    matrix = [[0.0] * size for _ in range(size)]
    slope = [-RIDGE * weight for weight in weights]
    for number in range(size):
        matrix[number][number] = RIDGE
        if number % width == 0:  # a constant is free to be what it must
            matrix[number][number], slope[number] = 0.01, 0.0
    for (at, values), margin in samples:
        end = at + len(values)
        expected = squash(sum([w * x for w, x in zip(weights[at:end], values, strict=True)]))
        error, sway = margin - expected, expected * (1 - expected) + 1e-6
        slope[at:end] = [s + error * x for s, x in zip(slope[at:end], values, strict=True)]
        for number, value in enumerate(values):
            if value:
                part = sway * value
                row = matrix[at + number]
                row[at + number : end] = [
                    m + part * x for m, x in zip(row[at + number : end], values[number:], strict=True)
                ]
    for number, row in enumerate(matrix):
        for other in range(number):
            row[other] = matrix[other][number]
    return solve(matrix, slope)


def solve(matrix: list[Row], wanted: Row) -> Row:
    """The solution of a system of equations whose matrix is symmetric and positive.

    >>> solve([[2.0, 1.0], [1.0, 3.0]], [3.0, 5.0])
    [0.8, 1.4]
    """
    rows = [[*row, value] for row, value in zip(matrix, wanted, strict=True)]
    size = len(rows)
    for pivot, row in enumerate(rows):
        for below in rows[pivot + 1 :]:
            if below[pivot]:
                factor = below[pivot] / row[pivot]
                below[pivot:] = [b - factor * a for a, b in zip(row[pivot:], below[pivot:], strict=True)]
    found = [0.0] * size
    for number in reversed(range(size)):
        row = rows[number]
        known = sum([a * x for a, x in zip(row[number + 1 : size], found[number + 1 :], strict=True)])
        found[number] = (row[size] - known) / row[number]
    return found


def _in_own_units(weights: Row, means: Row, spreads: Row) -> Row:
    """Weights of features as they are counted, from those of features brought to one scale."""
    own = [weight / spread for weight, spread in zip(weights[1:], spreads, strict=True)]
    return [weights[0] - sum([w * mean for w, mean in zip(own, means, strict=True)]), *own]


# -- judging what was learnt --------------------------------------------------------------------------


class Guess(NamedTuple):
    """What was expected of a position, and what came of it."""

    progress: float
    expected: float
    margin: float


def r_squared(guesses: Sequence[Guess]) -> float:
    """The share of the differences between margins that the guesses tell.

    >>> r_squared([Guess(0, 0.2, 0.0), Guess(0, 0.8, 1.0)])
    0.84
    """
    if not guesses:
        return 0.0
    mean = sum(guess.margin for guess in guesses) / len(guesses)
    all_of_it = sum((guess.margin - mean) ** 2 for guess in guesses)
    missed = sum((guess.margin - guess.expected) ** 2 for guess in guesses)
    return round(1 - missed / all_of_it, 3) if all_of_it else 0.0


def judge(found: Fit, lessons: Sequence[Lesson]) -> HeldOut:
    """How well weights tell the margins of games that they do not know."""
    guesses = [
        Guess(position.progress, found.expected(position), lesson.margin)
        for lesson in lessons
        for position in lesson.positions
    ]
    quarters: list[list[Guess]] = [[] for _ in range(QUARTERS)]
    tenths: list[list[Guess]] = [[] for _ in range(TENTHS)]
    for guess in guesses:
        quarters[min(QUARTERS - 1, int(QUARTERS * guess.progress))].append(guess)
        tenths[min(TENTHS - 1, int(TENTHS * guess.expected))].append(guess)
    return HeldOut(
        games=len(lessons),
        r2=r_squared(guesses),
        r2_by_quarter=tuple(map(r_squared, quarters)),
        calibration=tuple(_calibration(tenth) for tenth in tenths if tenth),
    )


def _calibration(guesses: Sequence[Guess]) -> tuple[float, float, int]:
    number = len(guesses)
    expected, found = sum(guess.expected for guess in guesses), sum(guess.margin for guess in guesses)
    return round(expected / number, 3), round(found / number, 3), number


def learn(course: Course, lessons: Sequence[Lesson]) -> Learnt:
    """Weights from all games of a course, with what those from a part of them are worth in the others."""
    setting = open_setting(course.scenario)
    features = evaluation_of(setting.name).FEATURES
    lessons = sorted(lessons)
    known = [lesson for lesson in lessons if lesson.number % HOLD_OUT]
    unknown = [lesson for lesson in lessons if not lesson.number % HOLD_OUT]
    held_out = judge(fit(known), unknown)
    everything = fit(lessons)
    names = [CONSTANT, *(feature.name for feature in features)]
    return Learnt(
        scenario=setting.name,
        origin=Origin(
            command=f"bocage learn {course.scenario} --games {len(lessons)} --seed {course.seed} "
            f"--player {course.player}",
            rules=setting.rules_version,
            games=len(lessons),
            positions=sum(len(lesson.positions) for lesson in lessons),
        ),
        held_out=held_out,
        weights=dict(zip(names, zip(*everything.stages, strict=True), strict=True)),
    )


def in_toml(learnt: Learnt, features: Sequence[Feature]) -> str:
    """The file of what was learnt."""
    origin, held_out = learnt.origin, learnt.held_out
    words = {CONSTANT: "before anything is counted", **{feature.name: feature.words for feature in features}}
    widest = max(map(len, learnt.weights))
    lines = [
        f"# What positions of {learnt.scenario} are worth: made by the command below, not by hand.",
        "# Each weight for the beginning, the middle and the end of a game; the sum is a logit of the margin.",
        "",
        f'scenario = "{learnt.scenario}"',
        "",
        "[origin]",
        f'command = "{origin.command}"',
        f'rules = "{origin.rules}"',
        f"games = {origin.games}",
        f"positions = {origin.positions}",
        "",
        "[held_out]  # games that the weights tried on them were not learnt from",
        f"games = {held_out.games}",
        f"r2 = {held_out.r2}",
        f"r2_by_quarter = {list(held_out.r2_by_quarter)}",
        "calibration = [  # margin expected, margin found, positions",
        *(f"    {list(tenth)}," for tenth in held_out.calibration),
        "]",
        "",
        "[weights]",
    ]
    for name, weights in learnt.weights.items():
        numbers = ", ".join(f"{weight:.3f}" for weight in weights)
        lines.append(f"{name:<{widest}} = [{numbers}]  # {words[name]}")
    return "\n".join(lines) + "\n"
