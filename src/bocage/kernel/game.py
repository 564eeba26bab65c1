"""A game from its first decision to its outcome: the one door to the rules.

>>> import bocage
>>> game = bocage.new("fire_movement/sword", seed=1944)
>>> game.decision.seat
'german'
>>> _ = game.play(game.decision.orders[0])
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bocage.kernel.briefing import Briefing
from bocage.kernel.chance import Chance, key_of, seed_hash
from bocage.kernel.errors import BocageError, Refusal, Refused, nearest
from bocage.kernel.order import Order, Vocabulary
from bocage.kernel.procedure import Ask
from bocage.kernel.state import SPECTATOR, Event, Outcome, State

if TYPE_CHECKING:
    from pathlib import Path

KEEP_EVERY = 64  # orders from one state that is kept to the next


class Odds(NamedTuple):
    """What an order would lead to, exactly: totals, column, causes, and each result's probability."""

    attack: int
    defence: int
    line: str
    shifts: tuple[tuple[str, int], ...]
    column: int
    results: dict[str, float]
    rule: str
    columns: tuple[int, ...] = ()  # all that it may be, where something is still to be drawn


class Option(NamedTuple):
    """Something players can choose before a game: its values, the usual one, and its rule.

    >>> Option("players", ("one", "two"), "one", "Who leads", "7", ("One player", "One for each")).title_of("two")
    'One for each'
    """

    name: str
    choices: tuple[str, ...]
    default: str
    text: str
    rule: str
    titles: tuple[str, ...] = ()  # of the choices, where their own words do not say enough
    invited: str = ""  # the choice that an invitation makes, where the rules ask how many people play

    def title_of(self, choice: str) -> str:
        """A choice for people: ``Yes``."""
        return dict(zip(self.choices, self.titles, strict=False)).get(choice, choice.capitalize())


def settle_options(scenario: str, options: Iterable[Option], wanted: Mapping[str, str]) -> dict[str, str]:
    """The options of a scenario, the wanted ones set and the others at their default; refuses what it does not have."""
    known = {option.name: option for option in options}
    for name, value in wanted.items():
        if name not in known:
            raise BocageError(f"{scenario} has no option '{name}'{nearest(name, known)}")
        if value not in known[name].choices:
            choices = " or ".join(known[name].choices)
            raise BocageError(f"option {name} of {scenario} cannot be '{value}': it is {choices} ({known[name].rule})")
    return {name: wanted.get(name, option.default) for name, option in known.items()}


class ScenarioInfo(NamedTuple):
    """What a list of games shows of a scenario."""

    name: str  # "fire_movement/sword"
    title: str
    summary: str
    edition: str
    turns: int
    sides: Mapping[str, tuple[str, ...]]
    options: tuple[Option, ...]
    briefing: Briefing

    @property
    def game(self) -> str:
        """``fire_movement``."""
        return self.name.partition("/")[0]

    @property
    def short(self) -> str:
        """``sword``."""
        return self.name.partition("/")[2]

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, side by side."""
        return tuple(seat for seats in self.sides.values() for seat in seats)


class Loss(NamedTuple):
    """What a side has lost, replacements deducted."""

    units: int
    steps: int


class Tally(NamedTuple):
    """How far a game has come, and at what price."""

    turn: int
    losses: dict[str, Loss]  # by side


class Stage(NamedTuple):
    """Where a game stands in its sequence of play, in numbers: of two stages the later one is the greater."""

    turn: int  # 0: before the first
    side: int  # whose part of the turn it is, in the order of play; 0: nobody's alone
    phase: int  # of that part


class Setting(Protocol):
    """One scenario with its options and data, ready to be started."""

    name: str  # "fire_movement/sword"
    title: str
    briefing: Briefing
    edition: str  # whose rules are played and cited: the name of a checklist
    sides: Mapping[str, tuple[str, ...]]  # who can win, and the seats of each: none if the rules play it
    secrets: bool  # whether a side may know something of the board that another may not
    options: Mapping[str, str]
    fingerprint: str  # of all data in use
    rules_version: str
    vocabulary: Vocabulary
    seats: tuple[str, ...]

    def start(self, chance: Chance) -> State:
        """The state at the first decision."""

    def preview(self, state: State, order: Order) -> Odds | None:
        """Exact odds of an order, where it leads to chance."""

    def foresee(self, state: State, order: Order) -> Sequence[Event]:
        """The losses that a legal order leads to in any case, as the events that would tell of them."""

    def moment(self, state: State) -> Stage:
        """How far a game has come; it never goes back."""

    def tally(self, state: State) -> Tally:
        """The turn and the losses so far."""

    def sentence(self, event: Event) -> str:
        """An event in words."""


class Played(NamedTuple):
    """One line of a record: who ordered what, and what chance made of it."""

    seat: str
    order: Order
    chance: tuple[str, ...]
    secret_of: tuple[str, ...] = ()  # the seats that alone may know it, until something is revealed
    revealed: bool = False  # whether it brought all that was hidden to light
    disclosed: bool = False  # or a part of it


class Reseeding(NamedTuple):
    """A moment from which on all chance follows from another seed.

    The hash is its promise; the seed is None where only the outcomes are known. ``chance`` is what was drawn anew at
    once: what had been settled although nobody knew it.
    """

    after: int  # how many orders had been given
    seed_hash: str
    seed: str | None
    chance: tuple[str, ...] = ()

    def repeat(self, state: State) -> None:
        """Do the same to a state at the same point."""
        state.reseed(key_of(self.seed) if self.seed is not None else None, self.chance)


class Game:
    """One game in progress.

    ``decision`` is what is asked now, ``play`` answers it, ``view`` is what a seat may see.
    """

    def __init__(
        self, setting: Setting, seed: str, chance: Chance | None = None, *, given: tuple[str, ...] = ()
    ) -> None:
        """``given`` are outcomes of chance taken over from another game; the seed decides those after them."""
        self.setting = setting
        self.seed: str | None = seed if chance is None else None
        self.seed_hash = seed_hash(seed) if chance is None else ""
        self.given = len(given)
        self.state = setting.start(chance if chance is not None else Chance.from_seed(seed, given))
        self.opening_chance = tuple(self.state.chance.log)
        self.opening_events = self.state.events
        self.state.chance.log = []
        self.state.events = []
        self.history: list[Played] = []
        self.reseedings: list[Reseeding] = []
        self._kept = [self.state.keepsake()]  # the state after every so many orders, never changed

    @classmethod
    def at(cls, setting: Setting, state: State) -> Game:
        """A game that begins at a given position instead of the scenario's start; it cannot be saved."""
        game = cls.__new__(cls)
        game.setting = setting
        game.seed = None
        game.seed_hash = ""
        game.given = 0
        game.state = state
        game.opening_chance = ()
        game.opening_events = state.events
        state.events = []
        state.chance.log = []
        game.history = []
        game.reseedings = []
        game._kept = [state.keepsake()]
        return game

    @property
    def decision(self) -> Ask:
        """The decision that is pending; raises BocageError when the game is over."""
        pending = self.state.pending
        if pending is None:
            raise BocageError("the game is over: there is nothing to decide")
        return pending

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.pending is None

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, once the game is over."""
        return self.state.outcome

    @property
    def length(self) -> int:
        """How many orders have been played."""
        return len(self.history)

    def play(self, order: Order | str, *, seat: str | None = None, turn: int | None = None) -> list[Event]:
        """Carry out an order and return what happened.

        Refuses (raises Refused) an order that is not on the list, an order of a seat that is
        not asked, and, if ``turn`` is given, an order meant for an earlier decision.
        """
        state = self.state
        pending = state.pending
        if pending is None:
            raise Refused(Refusal("", "the game is over"))
        if turn is not None and turn != len(self.history):
            raise Refused(Refusal("", f"that order answers decision {turn}, but decision {len(self.history)} is asked"))
        if seat is not None and seat != pending.seat:
            raise Refused(Refusal(pending.rule, f"{pending.seat} decides now, not {seat}"))
        if isinstance(order, str):
            order = self.parse(order)
        if order not in pending.orders:
            refusal = state.why_not(order)
            assert refusal is not None
            raise Refused(refusal)
        history = self.history
        state.revealed = state.disclosed = False
        state.confided = ()
        state.resume(order)
        events, state.events = state.events, []
        chance, state.chance.log = tuple(state.chance.log), []
        history.append(Played(pending.seat, order, chance, state.confided, state.revealed, state.disclosed))
        if not len(history) % KEEP_EVERY:
            self._kept.append(state.keepsake())
        return events

    def reseed(self, seed: str | None, promise: str = "", recorded: tuple[str, ...] = ()) -> Reseeding:
        """Let all chance to come follow from a new seed, whose hash is its promise; nothing before it can be undone.

        What is settled already although nobody knows it, such as face-down pieces that no seat has seen, is drawn anew
        too. No seat's view changes. Where outcomes are recorded or given, ``seed`` may be None, ``promise`` is what was
        promised then and ``recorded`` what was drawn anew.
        """
        if self.over:
            raise BocageError("the game is over: there is no chance to come")
        chance = self.state.chance
        if seed is None and chance.key is not None and not chance.is_given:
            raise BocageError("the seed of the chance to come is missing")
        if seed is not None:
            if not seed or "|" in seed or seed.split() != [seed]:
                raise BocageError("a new seed is one word")
            if promise and seed_hash(seed) != promise:
                raise BocageError("the seed does not fit the hash that was promised")
            promise = seed_hash(seed)
        self.state.reseed(key_of(seed) if seed is not None else None, recorded)
        if seed is None and chance.key is not None and not chance.log:
            raise BocageError("without a seed and with nothing drawn anew, chance stays as it is")
        made = Reseeding(len(self.history), promise, seed, tuple(chance.log))
        chance.log = []
        self.reseedings.append(made)
        if not len(self.history) % KEEP_EVERY:
            self._kept[-1] = self.state.keepsake()
        return made

    def reseed_as(self, course: Sequence[Reseeding]) -> None:
        """Repeat the reseedings at the present point of a course of this game of which this is the beginning."""
        while len(self.reseedings) < len(course) and course[len(self.reseedings)].after == len(self.history):
            again = course[len(self.reseedings)]
            self.reseed(again.seed, again.seed_hash, again.chance)

    def reseeded(self, after: int) -> Sequence[Reseeding]:
        """The reseedings after so many orders."""
        first = bisect_left(self.reseedings, after, key=lambda made: made.after)
        last = bisect_left(self.reseedings, after + 1, key=lambda made: made.after)
        return self.reseedings[first:last]

    def outcomes(self, length: int | None = None) -> tuple[str, ...]:
        """All that chance has brought in the first ``length`` orders, or in all of them, in its order."""
        found = list(self.opening_chance)
        end = len(self.history) if length is None else length
        for number in range(end + 1):
            if number:
                found += self.history[number - 1].chance
            for made in self.reseeded(number):
                found += made.chance
        return tuple(found)

    def branch(self, length: int, seed: str) -> Game:
        """A new game from a point of this one: it has the same past, and a seed of its own for the chance to come."""
        past = [made._replace(seed=None) for made in self.reseedings if made.chance]
        branch = Game(self.setting, seed, given=self.outcomes(length))
        branch.reseed_as(past)
        for played in self.history[:length]:
            branch.play(played.order, seat=played.seat)
            branch.reseed_as(past)
        return branch

    def parse(self, text: str) -> Order:
        """The order a line of text stands for, legal or not."""
        return self.setting.vocabulary.parse(text)

    def why_not(self, order: Order | str, *, seat: str | None = None) -> Refusal | None:
        """The rule that forbids an order now and a sentence that says so; None if it is legal.

        Reasons may tell what only the seat that decides may know, so give ``seat`` when you answer one of several.
        """
        pending = self.state.pending
        if seat is not None and pending is not None and seat != pending.seat:
            return Refusal(pending.rule, f"{pending.seat} decides now, not {seat}")
        if isinstance(order, str):
            try:
                order = self.parse(order)
            except BocageError as error:
                return Refusal("", str(error))
        return self.state.why_not(order)

    def preview(self, order: Order | str, *, seat: str | None = None) -> Odds | None:
        """The exact distribution of results of an attack order, without touching the game.

        It is worked out on the view of the seat that decides, so it tells that seat nothing new; another
        ``seat`` is told nothing.
        """
        if seat is not None and seat != self.decision.seat:
            return None
        if isinstance(order, str):
            order = self.parse(order)
        return self.setting.preview(self.view(self.decision.seat), order)

    def foresee(self, order: Order | str) -> Sequence[Event]:
        """What an order of the seat that decides costs it for sure, as far as that seat can know."""
        if isinstance(order, str):
            order = self.parse(order)
        return self.setting.foresee(self.view(self.decision.seat), order) if order in self.decision.orders else ()

    def view(self, seat: str) -> State:
        """The state as one seat may know it, or one who only looks on (``SPECTATOR``)."""
        if seat != SPECTATOR and seat not in self.setting.seats:
            raise BocageError(f"there is no seat '{seat}'; the seats are {', '.join(self.setting.seats)}")
        return self.state.view(seat)

    def history_for(self, seat: str) -> list[Played | None]:
        """The orders so far, with None for each that is still another side's secret; every secret for SPECTATOR."""
        known: list[Played | None] = []
        last_revealed = next((n for n in range(len(self.history) - 1, -1, -1) if self.history[n].revealed), 0)
        for number, played in enumerate(self.history):
            secret = number >= last_revealed and played.secret_of and seat not in played.secret_of
            known.append(None if secret else played)
        return known

    @property
    def undo_floor(self) -> int:
        """How many orders stay whatever is undone: after them chance has spoken, or something was revealed."""
        floor = len(self.history)
        while floor and not self._is_floor(floor):
            floor -= 1
        return floor

    def _is_floor(self, length: int) -> bool:
        """Whether the last of so many orders led to something that nobody was to know before it."""
        last = self.history[length - 1]
        return bool(last.chance or last.revealed or last.disclosed or self.reseeded(length))

    def why_no_undo(self, seat: str | None = None) -> Refusal | None:
        """Why the last order cannot be taken back, or None if it can."""
        if not self.history:
            return Refusal("", "nothing has been ordered yet")
        last = self.history[-1]
        if seat is not None and last.seat != seat:
            return Refusal("", "the last order was another player's")
        if self._is_floor(len(self.history)):
            what = "chance has spoken" if last.chance else "something hidden was revealed"
            if self.reseeded(len(self.history)):
                what = "the chance to come has been drawn anew"
            return Refusal("", f"the last order cannot be taken back: {what} since")
        return None

    def undo(self, seat: str | None = None) -> None:
        """Take back the last order; raises Refused with the reason when that is not possible."""
        refusal = self.why_no_undo(seat)
        if refusal is not None:
            raise Refused(refusal)
        self.go_back(len(self.history) - 1)

    def go_back(self, length: int) -> None:
        """Take back all orders after the first ``length``, whatever they led to; the same chance will come again."""
        self.state = self.state_at(length)
        del self.history[length:]
        del self.reseedings[bisect_left(self.reseedings, length + 1, key=lambda made: made.after) :]
        del self._kept[length // KEEP_EVERY + 1 :]

    def state_at(self, length: int) -> State:
        """The state after so many orders; of the present one no copy is made."""
        return self.state if length == len(self.history) else next(self.states(length))

    def states(self, first: int = 0) -> Iterator[State]:
        """The state after ``first`` orders and after each one since: the same object, changed from one to the next."""
        start = first - first % KEEP_EVERY
        state = self._kept[start // KEEP_EVERY].copy()
        for number in range(start, len(self.history) + 1):
            if number > start:
                self._repeat(state, number)
            if number >= first:
                yield state

    def _repeat(self, state: State, number: int) -> None:
        """Bring a state from the order before to one that was played, and to what followed it."""
        state.resume(self.history[number - 1].order)
        for made in self.reseeded(number):
            made.repeat(state)
        state.events = []
        state.chance.log = []

    def copy(self) -> Game:
        """An independent copy of the game."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin.history = self.history.copy()
        twin.reseedings = self.reseedings.copy()
        twin._kept = self._kept.copy()
        return twin

    def sentence(self, event: Event) -> str:
        """An event in words, with its rule number."""
        text = self.setting.sentence(event)
        return f"{text} ({event.rule})" if event.rule else text

    def hash(self) -> str:
        """The fingerprint of the present state."""
        return self.state.hash()

    def record_hash(self) -> str:
        """The fingerprint of the whole course of the game."""
        from bocage.kernel.record import dump

        return sha256(dump(self).encode()).hexdigest()[:16]

    def save(self, path: Path | str) -> None:
        """Write the record of this game to a file."""
        from bocage.kernel.record import save

        save(self, path)
