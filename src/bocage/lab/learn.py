"""Learning what positions of a scenario are worth, from games.

Each game begins with players who now and then do anything at all, one more often than another, up to a turn that
differs from game to game; from then on both sides play as well as they can. So positions of all kinds come up, and what
becomes of them is due to the positions and not to those who play on. Positions are looked at when a turn or a player's
part of it begins, from that turn on. How often and how long players stumble follows from the seed and the game's
number alone.

The margin is fitted by a weighted sum of the features, with some weight against large weights (ridge regression). How
much weight, and how good the fit is, show games that are held out: each part of the games in turn is told by weights
that were learnt from the other parts.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from bocage import __version__
from bocage.games import list_scenarios, open_setting
from bocage.kernel import BocageError, Game, Order
from bocage.lab.workers import share_work
from bocage.players import Chair, Player, check, make_all
from bocage.players.evaluation import (
    CONSTANT,
    Feature,
    HeldOut,
    Learnt,
    Origin,
    blend,
    evaluation_of,
    expect,
    within_results,
)

STUMBLES: Final = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8)  # of the decisions of a player who stumbles
SOUND: Final = 0.25  # of the games, in which nobody stumbles
STUMBLING_ENDS: Final = 0.5  # of the turns: at the latest after so many
PARTS: Final = 4  # of the games, each of which is held out in turn
STAGES: Final = 3
MOST_POSITIONS: Final = 32  # of a game: more of them tell nothing new
RIDGES: Final = (3.0, 30.0, 300.0, 3000.0)  # weights against large weights, of which the best is taken
QUARTERS: Final = 4
TENTHS: Final = 10
LEAST_GAMES: Final = 8
FREE: Final = 0.01
ALL_THE_SAME: Final = 1e-6  # a feature that differs by less

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
    """The games to be learnt from: their scenario, who plays on when the stumbling is over, and the seed of it all.

    Of several players each seat draws one, game by game.
    """

    scenario: str
    players: tuple[str, ...]
    seed: str = "1944"

    def check(self) -> None:
        """Refuse what cannot be learnt, before any game is played."""
        name = open_setting(self.scenario).name
        for player in self.players:
            check(player, name)
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
    sound = make_all(setting, draw_players(course, setting.seats, number), lambda seat: dice.getrandbits(32))
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
    return Lesson(number, evaluation.margin(game.state), thin(positions))


def draw_players(course: Course, seats: Sequence[str], number: int) -> dict[str, str]:
    """Who plays on in a game, by seat.

    >>> draw_players(Course("sword", ("recruit", "sergeant")), ("allied", "german"), 3)
    {'allied': 'recruit', 'german': 'sergeant'}
    """
    dice = Random(f"bocage lesson players {course.seed}/{number}")
    return {seat: dice.choice(course.players) for seat in seats}


def thin(positions: list[Position]) -> list[Position]:
    """The same positions, but no more than a game should add, spread over its course.

    >>> [position.progress for position in thin([Position(n / 96, []) for n in range(96)])][:3]
    [0.0, 0.03125, 0.0625]
    """
    if len(positions) <= MOST_POSITIONS:
        return positions
    return [positions[number * len(positions) // MOST_POSITIONS] for number in range(MOST_POSITIONS)]


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
        return within_results(expect(self.stages, position.progress, position.features))


class Scale(NamedTuple):
    """How large each feature usually is: by this all are brought to one scale, so that none is held back more."""

    means: Row
    spreads: Row

    @classmethod
    def of(cls, lessons: Sequence[Lesson]) -> Scale:
        """The scale of the features in some games."""
        columns = list(zip(*(position.features for lesson in lessons for position in lesson.positions), strict=True))
        means = [sum(column) / len(column) for column in columns]
        spreads = [
            (sum([(value - mean) ** 2 for value in column]) / len(column)) ** 0.5
            for column, mean in zip(columns, means, strict=True)
        ]
        return cls(means, [spread if spread > ALL_THE_SAME else 1.0 for spread in spreads])

    def spread_out(self, position: Position) -> tuple[int, Row]:
        """A position among the weights of all stages: where those of its two stages begin, and what they multiply."""
        scaled = [1.0, *[(x - m) / s for x, m, s in zip(position.features, self.means, self.spreads, strict=True)]]
        stage, later = blend(position.progress, STAGES)
        return stage * len(scaled), [part * x for part in (1 - later, later) for x in scaled]

    def in_own_units(self, weights: Row) -> Row:
        """Weights of features as they are counted, from those of features brought to one scale."""
        own = [weight / spread for weight, spread in zip(weights[1:], self.spreads, strict=True)]
        return [weights[0] - sum([w * mean for w, mean in zip(own, self.means, strict=True)]), *own]


class Sums:
    """All that the weights of least squares need to know of some games."""

    def __init__(self, size: int) -> None:
        self.matrix = [[0.0] * size for _ in range(size)]  # above the diagonal
        self.wanted = [0.0] * size

    @classmethod
    def of(cls, lessons: Sequence[Lesson], scale: Scale) -> Sums:
        """The sums of some games."""
        sums = cls(STAGES * (len(scale.means) + 1))
        for lesson in lessons:
            for position in lesson.positions:
                sums.add(*scale.spread_out(position), lesson.margin)
        return sums

    def add(self, at: int, values: Row, margin: float) -> None:
        """One more position."""
        end = at + len(values)
        self.wanted[at:end] = [w + margin * x for w, x in zip(self.wanted[at:end], values, strict=True)]
        for number, value in enumerate(values):
            if value:
                row, first = self.matrix[at + number], at + number
                row[first:end] = [m + value * x for m, x in zip(row[first:end], values[number:], strict=True)]

    def plus(self, other: Sums, sign: int = 1) -> Sums:
        """The sums of these games and others, or without others that are among them."""
        both = Sums(0)
        both.matrix = [
            [a + sign * b for a, b in zip(mine, theirs, strict=True)]
            for mine, theirs in zip(self.matrix, other.matrix, strict=True)
        ]
        both.wanted = [a + sign * b for a, b in zip(self.wanted, other.wanted, strict=True)]
        return both

    def fit(self, scale: Scale, ridge: float) -> Fit:
        """The weights that tell the margins of these games best, if large ones count against them."""
        width = len(scale.means) + 1
        rows = [[*row] for row in self.matrix]
        for number, row in enumerate(rows):
            row[:number] = [rows[other][number] for other in range(number)]
            row[number] += ridge if number % width else FREE  # a constant may be what it must
        weights = solve(rows, self.wanted)
        return Fit([scale.in_own_units(weights[at : at + width]) for at in range(0, len(weights), width)])


def fit(lessons: Sequence[Lesson], ridge: float = RIDGES[0]) -> Fit:
    """Weights that tell the margin of some games from their positions."""
    scale = Scale.of(lessons)
    return Sums.of(lessons, scale).fit(scale, ridge)


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
    mean = sum(one.margin for one in guesses) / len(guesses)
    all_of_it = sum((one.margin - mean) ** 2 for one in guesses)
    missed = sum((one.margin - one.expected) ** 2 for one in guesses)
    return round(1 - missed / all_of_it, 3) if all_of_it else 0.0


def guess(found: Fit, lessons: Sequence[Lesson]) -> list[Guess]:
    """What weights expect of the positions of some games."""
    return [
        Guess(position.progress, found.expected(position), lesson.margin)
        for lesson in lessons
        for position in lesson.positions
    ]


def judge(guesses: Sequence[Guess], games: int) -> HeldOut:
    """How well guesses tell the margins of games."""
    quarters: list[list[Guess]] = [[] for _ in range(QUARTERS)]
    tenths: list[list[Guess]] = [[] for _ in range(TENTHS)]
    for one in guesses:
        quarters[min(QUARTERS - 1, int(QUARTERS * one.progress))].append(one)
        tenths[min(TENTHS - 1, int(TENTHS * one.expected))].append(one)
    return HeldOut(
        games=games,
        r2=r_squared(guesses),
        r2_by_quarter=tuple(map(r_squared, quarters)),
        calibration=tuple(_calibration(tenth) for tenth in tenths if tenth),
    )


def _calibration(guesses: Sequence[Guess]) -> tuple[float, float, int]:
    number = len(guesses)
    expected, found = sum(one.expected for one in guesses), sum(one.margin for one in guesses)
    return round(expected / number, 3), round(found / number, 3), number


def learn(course: Course, lessons: Sequence[Lesson]) -> Learnt:
    """Weights from all games of a course, with how well such weights tell games that they do not know."""
    setting = open_setting(course.scenario)
    features = evaluation_of(setting.name).FEATURES
    lessons = sorted(lessons)
    scale = Scale.of(lessons)
    parts = [[lesson for lesson in lessons if lesson.number % PARTS == part] for part in range(PARTS)]
    sums = [Sums.of(part, scale) for part in parts]
    total = reduce(Sums.plus, sums)
    others = [total.plus(own, -1) for own in sums]

    def held_out(ridge: float) -> HeldOut:
        found = [guess(rest.fit(scale, ridge), part) for rest, part in zip(others, parts, strict=True)]
        return judge([*chain.from_iterable(found)], len(lessons))

    tried = {ridge: held_out(ridge) for ridge in RIDGES}
    best = max(tried, key=lambda ridge: tried[ridge].r2)
    everything = total.fit(scale, best)
    names = [CONSTANT, *(feature.name for feature in features)]
    return Learnt(
        scenario=setting.name,
        origin=Origin(
            command=f"bocage learn {course.scenario} --games {len(lessons)} --seed {course.seed}"
            + "".join(f" --player {player}" for player in course.players),
            version=__version__,
            rules=setting.rules_version,
            data=setting.fingerprint,
            games=len(lessons),
            positions=sum(len(lesson.positions) for lesson in lessons),
        ),
        held_out=tried[best],
        weights=dict(zip(names, zip(*everything.stages, strict=True), strict=True)),
    )


def in_toml(learnt: Learnt, features: Sequence[Feature]) -> str:
    """The file of what was learnt."""
    origin, held_out = learnt.origin, learnt.held_out
    words = {CONSTANT: "before anything is counted", **{feature.name: feature.words for feature in features}}
    widest = max(map(len, learnt.weights))
    lines = [
        f"# What positions of {learnt.scenario} are worth: made by the command below, not by hand.",
        "# Each weight for the beginning, the middle and the end of a game; the sum is the margin.",
        "",
        f'scenario = "{learnt.scenario}"',
        "",
        "[origin]",
        f'command = "{origin.command}"',
        f'version = "{origin.version}"',
        f'rules = "{origin.rules}"',
        f'data = "{origin.data}"',
        f"games = {origin.games}",
        f"positions = {origin.positions}",
        "",
        "[held_out]  # each quarter of the games, told by weights learnt from the others",
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
        numbers = ", ".join(f"{weight:.4f}" for weight in weights)
        lines.append(f"{name:<{widest}} = [{numbers}]  # {words[name]}")
    return "\n".join(lines) + "\n"
