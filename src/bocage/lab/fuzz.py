"""Complete random games with invariants checked after every order.

Game number n depends on the seed and n alone. The games go through every scenario with every combination of its
options, with players of three tempers: one takes any order, one would rather act than pass, one would rather pass.
A seat may be left to a player of ``bocage.players`` instead, who errs now and then, so that games go where chance alone
never leads.

What is cheap is checked after every order; what is dear (views, copies, refusals, undo) at random orders, and the
record at the end of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import product, zip_longest
from pathlib import Path
from random import Random
from time import perf_counter
from types import MappingProxyType
from typing import Final, NamedTuple

from bocage.games import list_scenarios, open_setting
from bocage.kernel import Event, Game, Order
from bocage.kernel import record as records
from bocage.lab import invariants
from bocage.lab.invariants import Violation
from bocage.lab.workers import share_work
from bocage.players import Chair, Player, check, make

Tally = dict[str, int]

DEAR_EVERY = 32  # one of so many orders gets the dear checks
UNDO_AT_MOST = 8  # orders back
ERRS_EVERY = 10  # one of so many orders of a player who has a seat is random
NOBODY: Final[Mapping[str, str]] = MappingProxyType({})
TEMPERS = {"even": 1.0, "eager": 0.1, "idle": 4.0}  # the weight of an order that is a word alone, such as pass


class Case(NamedTuple):
    """A scenario with all its options."""

    scenario: str
    options: tuple[tuple[str, str], ...]


class Failure(NamedTuple):
    """A game in which something went wrong."""

    number: int
    seed: str
    scenario: str
    options: dict[str, str]
    order: int  # how many orders had been played
    sentence: str
    record: Path | None

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        where = f"; record: {self.record}" if self.record else ""
        game = f"game {self.number} ({self.scenario} {options}, seed {self.seed})"
        return f"{game} after order {self.order}: {self.sentence}{where}"


class Checked(NamedTuple):
    """One game that was played and checked."""

    number: int
    case: Case
    orders: int
    turns: int
    outcome: str
    tally: Tally
    failure: Failure | None


class Summary(NamedTuple):
    """What a run of the fuzzer did and found."""

    games: int
    orders: int
    cases: int
    tally: Tally
    turns: Tally  # how many games ended on which turn, failures apart
    outcomes: Tally
    failures: tuple[Failure, ...]
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether nothing went wrong."""
        return not self.failures

    def __str__(self) -> str:
        checks = ", ".join(f"{count:,} {what}" for what, count in self.tally.items())
        ends = ", ".join(f"{count} on {turn}" for turn, count in self.turns.items())
        found = f"{len(self.failures)} violations" if self.failures else "no violation"
        return (
            f"{self.games:,} complete games over {self.cases} combinations of scenario and options, "
            f"{self.orders:,} orders in {self.seconds:.0f} s: {found}. Checked: {checks}. "
            f"Last turns: {ends}."
        )


def all_cases(scenario: str | None = None) -> list[Case]:
    """Every scenario, or one, with every combination of its options; all scenarios in turn until their last."""
    wanted = open_setting(scenario).name if scenario is not None else None
    by_scenario = []
    for info in list_scenarios():
        if wanted in (None, info.name):
            choices = [[(option.name, choice) for choice in option.choices] for option in info.options]
            by_scenario.append([Case(info.name, options) for options in product(*choices)])
    return [case for row in zip_longest(*by_scenario) for case in row if case is not None]


def run(
    games: int,
    seed: int | str = 1944,
    jobs: int = 1,
    scenario: str | None = None,
    out: Path | None = None,
    progress: Callable[[], None] | None = None,
    players: Mapping[str, str] = NOBODY,
) -> Summary:
    """Play and check ``games`` games; records of failures go to the folder ``out``.

    ``players`` names who plays a seat; chance plays all others.
    """
    cases = all_cases(scenario)
    for name in players.values():
        check(name, cases[0].scenario)
    for game in dict.fromkeys(case.scenario.partition("/")[0] for case in cases):
        invariants.invariants_of(game)  # refuses a game that cannot be checked before any is played
    started = perf_counter()
    results = []
    work = [(number, cases[number % len(cases)], str(seed), out, dict(players)) for number in range(games)]
    for result in share_work(_play_one, work, jobs):
        results.append(result)
        if progress is not None:
            progress()
    results.sort(key=lambda result: result.number)
    tally: Counter[str] = Counter()
    for result in results:
        tally.update(result.tally)
    ends = Counter(result.turns for result in results if result.failure is None)
    return Summary(
        games=len(results),
        orders=sum(result.orders for result in results),
        cases=len({result.case for result in results}),
        tally=dict(sorted(tally.items())),
        turns={str(turn): count for turn, count in sorted(ends.items())},
        outcomes=dict(sorted(Counter(result.outcome for result in results).items())),
        failures=tuple(result.failure for result in results if result.failure is not None),
        seconds=perf_counter() - started,
    )


def _play_one(work: tuple[int, Case, str, Path | None, dict[str, str]]) -> Checked:
    return play_checked(*work)


def play_checked(
    number: int, case: Case, seed: str, out: Path | None = None, players: Mapping[str, str] = NOBODY
) -> Checked:
    """Play one random game to its end, or to the first thing that must not happen."""
    own_seed = f"{seed}/{number}"
    game = Game(open_setting(case.scenario, dict(case.options)), own_seed)
    checker = _Checker(game, Random(int.from_bytes(sha256(f"fuzz {own_seed}".encode()).digest()[:8], "big")), number)
    checker.players = {seat: make(name, number) for seat, name in players.items()}
    failure = None
    try:
        checker.play_out()
    except Violation as violation:
        failure = _failure(number, case, game, str(violation), out)
    except Exception as error:  # a crash is a finding too
        doing = f" on '{checker.order}'" if checker.order is not None else ""
        failure = _failure(number, case, game, f"{type(error).__name__}{doing}: {error}", out)
    outcome = game.outcome.title if game.outcome is not None else "unfinished"
    turns = game.setting.tally(game.state)[0] if failure is None else 0
    return Checked(number, case, game.length, turns, outcome, dict(checker.tally), failure)


class _Checker:
    """Plays one game and checks it."""

    def __init__(self, game: Game, random: Random, number: int) -> None:
        self.game = game
        self.random = random
        self.players: dict[str, Player] = {}
        self.watch = invariants.watch(game.setting)
        self.plain_weight = list(TEMPERS.values())[number // 7 % len(TEMPERS)]
        self.tally: Counter[str] = Counter()
        self.order: Order | None = None  # the one being carried out
        self.mark = (0, "")  # a place to undo to: its length and its hash
        self.undo_at = -1

    def play_out(self) -> None:
        """Play to the end."""
        game, random = self.game, self.random
        invariants.check_events(game, game.opening_events)
        self.check(game.opening_events)
        while not game.over:
            self.order = self.choose()
            events = game.play(self.order)
            self.order = None
            invariants.check_events(game, events)
            self.tally["events"] += len(events)
            self.check(events)
            if game.state.pending is not None and random.random() * DEAR_EVERY < 1:
                self.check_dearly()
            if game.length == self.undo_at:
                self.check_undo()
        with_seed = random.random() < 0.5
        invariants.check_record(game, with_seed=with_seed)
        self.tally["records replayed"] += 1

    def choose(self) -> Order:
        """The order of whoever has the seat, or a random one; how likely a mere 'pass' is depends on the temper."""
        player = self.players.get(self.game.decision.seat)
        if player is not None and self.random.random() * ERRS_EVERY >= 1:
            return player.choose(Chair(self.game))
        orders = self.game.decision.orders
        order = orders[int(self.random.random() * len(orders))]
        weight = self.plain_weight
        if weight == 1.0:
            return order
        plain = [o for o in orders if o.noun is None]
        others = len(orders) - len(plain)
        if not plain or not others:
            return order
        share = weight * len(plain) / (weight * len(plain) + others)
        if self.random.random() < share:
            return self.random.choice(plain)
        while order in plain:
            order = self.random.choice(orders)
        return order

    def check(self, events: list[Event]) -> None:
        """What is cheap enough for every order."""
        invariants.check_decision(self.game)
        invariants.check_board(self.game, self.watch, events)

    def check_dearly(self) -> None:
        """What is checked now and then."""
        game, random = self.game, self.random
        legal = game.decision.orders
        invariants.check_copy(game, random.sample(legal, min(2, len(legal))))
        self.tally["legal orders tried on copies"] += min(2, len(legal))
        invariants.check_refusal(game, invariants.stray_order(game.setting.vocabulary, legal, random))
        self.tally["other orders refused"] += 1
        invariants.check_views(game, random.randrange)
        self.tally["views compared"] += len(game.setting.seats)
        invariants.check_reseed(game, f"{game.seed_hash}-{game.length}")
        self.tally["times chance was drawn anew"] += 1
        if random.random() < 0.2:
            invariants.check_seats(game)
            self.tally["wrong seats and moments refused"] += 1
        if random.random() < 0.2 and self.undo_at <= game.length:
            self.mark = (game.length, game.hash())
            self.undo_at = game.length + random.randint(1, UNDO_AT_MOST)

    def check_undo(self) -> None:
        """Back to the mark and forward again, as far as nothing was revealed since."""
        if invariants.check_undo(self.game, *self.mark):
            self.tally["undone and redone"] += 1


def _failure(number: int, case: Case, game: Game, sentence: str, out: Path | None) -> Failure:
    record = None
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        record = out / f"{case.scenario}-{game.seed}.bocage".replace("/", "-")
        _save(game, record)
    return Failure(number, game.seed or "", case.scenario, dict(case.options), game.length, sentence, record)


def _save(game: Game, path: Path) -> None:
    """Write the record of the orders so far; the state itself may be in pieces, so they are played afresh."""
    assert game.seed is not None
    again = Game(game.setting, game.seed)
    for played in game.history:
        again.play(played.order)
    records.save(again, path)
