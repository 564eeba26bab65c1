"""One game in memory: the kernel's game, what happened in it, and how it is stored."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from bocage.games import open_setting
from bocage.kernel import BocageError, Chance, Event, Game, Order, Refused, Reseeding, Setting, State
from bocage.kernel.game import Played
from bocage.server.storage import OrderRow, ReseedingRow, Stored
from bocage.table import NEW_TURN, SPECTATOR, Table, table_of
from bocage.table.fights import ends_of
from bocage.table.history import Stand
from bocage.table.model import LogEntry, Outcome

log = logging.getLogger(__name__)

LAST_ORDERS = 60  # how far one looks back for what is new
ANSWERS = 12  # orders at most between a fight and the last of what comes of it
MOST_TRIED = 12  # orders, to see whether one of them settles what a fight costs
LAST_TURNS = 8  # whose scores are told beside the present one
BETWEEN_OUTCOMES = " | "


@dataclass
class Moment:
    """The state after an order and what that order led to, as a seat may know them."""

    number: int
    state: State
    events: Sequence[Event]


class Mismatch(BocageError):
    """A stored game that these rules play differently from an order on."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(text)
        self.number = number


@lru_cache(maxsize=64)
def _opened(scenario: str, options: tuple[tuple[str, str], ...]) -> tuple[Setting, Table]:
    setting = open_setting(scenario, dict(options))
    return setting, table_of(setting)


def opened(scenario: str, options: Mapping[str, str]) -> tuple[Setting, Table]:
    """A scenario with its options, and its layout."""
    return _opened(scenario, tuple(sorted(options.items())))


def outcomes(text: str) -> tuple[str, ...]:
    """Outcomes of chance as they are stored."""
    return tuple(text.split(BETWEEN_OUTCOMES)) if text else ()


def begin(stored: Stored, orders: Iterable[OrderRow] = ()) -> Game:
    """A stored game at its first decision; ``orders`` are needed where only the recorded chance is known."""
    row, course = stored.game, reseedings_of(stored)
    setting, _ = opened(row.scenario, row.options)
    given = outcomes(row.given)
    if row.seed is not None:
        game = Game(setting, row.seed, given=given)
    else:
        game = Game(setting, "", Chance.scripted(_script(row.opening, course, orders)))
        game.seed_hash = row.seed_hash
        game.given = len(given)
    game.reseed_as(course)
    return game


def _script(opening: str, course: Sequence[Reseeding], orders: Iterable[OrderRow]) -> tuple[str, ...]:
    """All that chance brought, in its order."""
    brought = [(0, outcomes(opening)), *((order.number, outcomes(order.chance)) for order in orders)]
    brought += ((made.after, made.chance) for made in course)
    brought.sort(key=lambda after_and_words: after_and_words[0])  # what was drawn anew stays behind its order
    return tuple(word for _, words in brought for word in words)


def reseedings_of(stored: Stored) -> list[Reseeding]:
    """From where on chance follows from other seeds."""
    return [Reseeding(row.after, row.seed_hash, row.seed, outcomes(row.chance)) for row in stored.reseedings]


def reseeding_row(made: Reseeding) -> ReseedingRow:
    """A reseeding as it is stored."""
    return ReseedingRow(made.after, made.seed_hash, made.seed, BETWEEN_OUTCOMES.join(made.chance))


def row_of(number: int, played: Played) -> OrderRow:
    """An order as it is stored."""
    chance = BETWEEN_OUTCOMES.join(played.chance)
    return OrderRow(number, played.seat, str(played.order), chance, " ".join(played.secret_of))


def outcome_of(table: Table, game: Game) -> dict[str, str] | None:
    """The outcome of a game in the words of its table, once it is over."""
    if not game.over:
        return None
    told = table.view(game.view(SPECTATOR), SPECTATOR, game.length).outcome
    return told.model_dump() if told is not None else None


def resigned_by(setting: Setting, side: str) -> dict[str, str]:
    """The outcome of a game that a side gave up, which is an agreement of people and no rule."""
    title = setting.briefing.title_of
    winner = next(other for other in setting.sides if other != side)
    reason = f"the {title(side)} resigned"
    return Outcome(
        winner=winner, title=f"Victory of the {title(winner)}", reason=reason, rule="", resigned=side
    ).model_dump()


def without_secrets(game: Game) -> int:
    """How many orders from the first on hold no secret any more."""
    shown = game.history_for(SPECTATOR)
    return next((number for number, played in enumerate(shown) if played is None), len(shown))


class Session:
    """A game in memory. What it holds is what the database holds at ``stored.game.revision``."""

    def __init__(self, stored: Stored, game: Game) -> None:
        self.stored = stored
        self.game = game
        self.table = opened(stored.game.scenario, stored.game.options)[1]
        self.events: list[Sequence[Event]] = [game.opening_events]
        self.difference = ""  # why the present rules do not play all that is stored
        self._when = [self.table.when(game.state)]  # turn and phase after each order
        self._scores: dict[tuple[int, str], dict[str, int | float | None]] = {}  # by order and seat
        self._stands: dict[int, Stand | None] = {}  # by the number of orders
        self._settled: dict[int, int | None] = {}  # the same, of the last

    @property
    def over(self) -> bool:
        """Whether nothing more is decided: the rules or a side ended the game."""
        return self.game.over or self.stored.game.status == "over"

    @property
    def resigned(self) -> str:
        """The side that gave the game up, if one did."""
        return (self.stored.game.outcome or {}).get("resigned", "")

    @classmethod
    def rebuild(cls, stored: Stored, orders: Sequence[OrderRow]) -> Session:
        """Play the stored orders."""
        session = cls(stored, begin(stored, orders))
        course = reseedings_of(stored)
        same = session.game.reseedings == course[: len(session.game.reseedings)]
        if session.game.opening_chance != outcomes(stored.game.opening) or not same:
            raise Mismatch(0, "chance falls differently before the first order")
        session.repeat(orders)
        return session

    def repeat(self, orders: Sequence[OrderRow]) -> None:
        """Play orders that are stored, and check that chance falls as it did."""
        course = reseedings_of(self.stored)
        for row in orders:
            try:
                self.play(row.text, row.seat)
                self.game.reseed_as(course)
            except Refused:
                raise Mismatch(row.number, f"order {row.number} is not legal any more") from None
            except BocageError:
                raise Mismatch(row.number, f"order {row.number} does not lead to the same any more") from None
            except Exception:
                log.exception("the present rules fail at order %s of game %s", row.number, self.stored.game.id)
                raise Mismatch(row.number, f"the present rules fail at order {row.number}") from None
            same = self.game.reseedings == course[: len(self.game.reseedings)]
            if self.game.history[-1].chance != outcomes(row.chance) or not same:
                raise Mismatch(row.number, f"chance falls differently after order {row.number}")

    # -- changing -------------------------------------------------------------------------------------------------

    def play(self, order: Order | str, seat: str) -> OrderRow:
        """Play an order; returns it as it is to be stored."""
        self.events.append(self.game.play(order, seat=seat))
        self._when.append(self.table.when(self.game.state))
        return row_of(self.game.length, self.game.history[-1])

    def reseed(self, seed: str) -> ReseedingRow:
        """Draw all chance to come anew; returns it as it is to be stored."""
        return reseeding_row(self.game.reseed(seed))

    def undo(self, seat: str) -> None:
        """Take back the last order."""
        self.game.undo(seat)
        self._forget_after(self.game.length)

    def go_back(self, length: int) -> None:
        """Take back all orders after ``length``, whatever they led to; the same chance will come again."""
        self.game.go_back(length)
        self._forget_after(length)

    def _forget_after(self, length: int) -> None:
        del self.events[length + 1 :]
        del self._when[length + 1 :]
        self._scores = {key: scores for key, scores in self._scores.items() if key[0] <= length}
        self._stands = {number: stand for number, stand in self._stands.items() if number <= length}
        self._settled = {}

    # -- looking --------------------------------------------------------------------------------------------------

    def moments(self, seat: str | None) -> Iterator[Moment]:
        """The whole course, as a seat may know it; None: everything."""
        for number, (state, events) in enumerate(zip(self.game.states(), self.events, strict=True)):
            if seat is None:
                yield Moment(number, state.copy(), events)
            else:
                yield Moment(number, state.view(seat), [event for event in events if event.known_to(seat)])

    def entries(self, seat: str | None, after: int, last: int | None = None) -> Iterator[LogEntry]:
        """What happened after an order, up to the last or another one, as a seat may know it; None: everything."""
        end = len(self.events) if last is None else last + 1
        log = list(self._entries(seat, after - ANSWERS, end))
        for entry, step in zip(log, ends_of(log), strict=True):
            if entry.number > after:
                entry.ends = step
                yield entry

    def _entries(self, seat: str | None, after: int, end: int) -> Iterator[LogEntry]:
        for number in range(max(after + 1, 0), end):
            by = self.game.history[number - 1].seat if number else ""
            turn, phase = self._when[number - 1] if number else self._opening
            for event in self.events[number]:
                entry = self.table.entry(event, number, by)
                if event.kind == NEW_TURN:
                    turn = entry.turn or self._when[number][0]
                if seat is None or event.known_to(seat):
                    entry.turn, entry.phase = turn, entry.phase or event.phase or phase
                    yield entry

    def settles(self) -> int | None:
        """The order that led to the fight whose losses the pending decision settles; None: no losses are chosen now.

        They are where an order leads to losses that belong to a fight which is told already.
        """
        length = self.game.length
        if length not in self._settled:
            self._settled = {length: self._fight_settled()}
        return self._settled[length]

    def _fight_settled(self) -> int | None:
        pending, length = self.game.state.pending, self.game.length
        log = list(self._entries(None, length - ANSWERS, length + 1))
        fight = next((entry for entry in reversed(log) if entry.result and entry.result.attack is not None), None)
        if pending is None or fight is None:
            return None
        costs = any(self._costs(log, order) for order in pending.orders[:MOST_TRIED])
        return fight.number if costs else None

    def _costs(self, log: list[LogEntry], order: Order) -> bool:
        """Whether an order leads to losses that belong to the last fight of a log."""
        tried = self.game.state.copy()
        try:
            tried.resume(order)
        except BocageError:  # chance is given, and there is none for this order
            return False
        turn, phase = self._when[-1]
        told = [self.table.entry(event, self.game.length + 1, "") for event in tried.events]
        for entry, event in zip(told, tried.events, strict=True):
            entry.turn, entry.phase = turn, entry.phase or event.phase or phase
        ends = list(ends_of([*log, *told]))[len(log) :]
        return any(step and entry.result and entry.result.losses for entry, step in zip(told, ends, strict=True))

    @property
    def _opening(self) -> tuple[str, str]:
        """Turn and phase in which the game was opened, though the first decision may come in another turn."""
        begun = (self.table.entry(event, 0, "").turn for event in self.events[0] if event.kind == NEW_TURN)
        turn, phase = self._when[0]
        return next(begun, "") or turn, phase

    def turns(self) -> list[tuple[int, str]]:
        """The turns so far: how many orders had been given when each began, and its name."""
        found: list[tuple[int, str]] = []
        for number, (turn, _) in enumerate(self._when):
            if not found or found[-1][1] != turn:
                found.append((number, turn))
        return found

    def passed(self, number: int) -> list[str]:
        """The turns that began with an order, or before the first, and were over without any decision."""
        begun = [self.table.entry(event, number, "").turn for event in self.events[number] if event.kind == NEW_TURN]
        return [name for name in begun if name and name != self._when[number][0]]

    def scores_of_last_turns(self, seat: str) -> list[dict[str, int | float | None]]:
        """How far each side was when each of the last turns began, as a seat could know it then; this turn last."""
        return [self._scores_at(began, seat) for began, _ in self.turns()[-LAST_TURNS:]]

    def _scores_at(self, began: int, seat: str) -> dict[str, int | float | None]:
        if (began, seat) not in self._scores:
            view = self.table.view(self.game.state_at(began).view(seat), seat, began)
            self._scores[began, seat] = {standing.side: standing.score for standing in view.victory}
        return self._scores[began, seat]

    def play_began(self) -> int:
        """How many orders a set-up took that belongs to the first turn: what they place has not been taken."""
        later = [began for began, _ in self.turns()[1:]]
        first_turn = range(1, later[0] if later else len(self.events))
        return max((at for at in first_turn if any(event.kind == NEW_TURN for event in self.events[at])), default=0)

    def stands(self, number: int) -> list[Stand]:
        """How the Allies stood beside history at first, and at the end of every turn that was over after an order."""
        ends = [self.play_began(), *(began for began, _ in self.turns()[1:] if began <= number)]
        return [stand for end in ends if (stand := self._stand_at(end)) is not None]

    def _stand_at(self, end: int) -> Stand | None:
        """What a turn had brought with its last order, and the days that it had before; for everybody to know."""
        if end not in self._stands:
            after, eve = (self.table.stand(self.game.state_at(at).view(SPECTATOR)) for at in (end, max(end - 1, 0)))
            self._stands[end] = replace(eve, places=after.places) if eve is not None and after is not None else None
        return self._stands[end]

    def secret_keepers(self, length: int | None = None) -> set[str]:
        """The sides that have a secret from the others now, of their first ``length`` orders or of all: they ordered
        something in secret, or know something of the board.
        """
        game = self.game
        known = zip(game.history[:length], game.history_for(SPECTATOR), strict=False)
        seats = {seat for played, shown in known if shown is None for seat in played.secret_of}
        keepers = game.state.secret_keepers()
        if length is not None:
            keepers &= game.state_at(length).secret_keepers()
        return keepers.union(map(game.state.side_of, seats))

    def last_words(self, seat: str) -> str:
        """The last thing that the last order led to, if the seat may know it."""
        last = next((event for event in reversed(self.events[-1]) if event.known_to(seat)), None)
        return self.game.sentence(last) if last is not None else ""

    def last_order_of(self, seat: str) -> int:
        """The number of the last order of a seat, if it is one of the last orders; else that of the first of them."""
        history = self.game.history
        earliest = max(len(history) - LAST_ORDERS, 0)
        for number in range(len(history), earliest, -1):
            if history[number - 1].seat == seat:
                return number
        return earliest
