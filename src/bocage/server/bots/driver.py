"""Opponents' moves: a worker process thinks for the one that is asked; its choice goes through the one door."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import NamedTuple

from bocage.kernel import BocageError
from bocage.players import DEFAULT
from bocage.server.bots.pool import BotPool
from bocage.server.playing import play_for_bots
from bocage.server.problems import Trouble
from bocage.server.registry import Registry
from bocage.server.seating import give_up
from bocage.server.session import Session
from bocage.server.storage import Stored
from bocage.server.wire import LiveMessage

log = logging.getLogger(__name__)

PATIENCE = 5.0  # seconds for a last look at the database
BATCH = 10  # orders that an opponent gives before the others see them


class Question(NamedTuple):
    """What an opponent is asked: the game after so many orders and reseedings, and whose decision it is."""

    game_id: str
    seat: str
    after: int
    reseedings: int


class Driver:
    """Keeps the opponents of all games going."""

    def __init__(
        self, registry: Registry, pool: BotPool, sweep_seconds: float, also: Callable[[], None] = lambda: None
    ) -> None:
        self.registry = registry
        self.pool = pool
        self._sweep_seconds = sweep_seconds
        self._also = also  # what else is to be done from time to time
        self._hands = ThreadPoolExecutor(2, thread_name_prefix="opponents")
        self._busy: set[str] = set()
        self._lock = Lock()
        self._stopping = Event()
        self._sweeper = Thread(target=self._sweep, name="sweep", daemon=True)

    def start(self) -> None:
        """Take up every game that waits for an opponent, and look again from time to time."""
        self._sweeper.start()

    def stop(self) -> None:
        """Leave everything as it is; the next start takes it up."""
        self._stopping.set()
        self._hands.shutdown(wait=True, cancel_futures=True)
        if self._sweeper.is_alive():
            self._sweeper.join(PATIENCE)

    def look_at(self, stored: Stored) -> None:
        """Set an opponent to work if it is asked."""
        if stored.waits_for is not None:
            self._take_up(stored.game.id)

    def _sweep(self) -> None:
        idle = 0.0  # later, games that have just been changed are in the hands of some worker
        while not self._stopping.is_set():
            try:
                for game_id in self.registry.storage.waiting_for_bots(idle):
                    self._take_up(game_id)
                self._also()
            except Exception:
                log.exception("looking for games that wait for an opponent failed")
            idle = self._sweep_seconds
            self._stopping.wait(self._sweep_seconds)

    def _take_up(self, game_id: str) -> None:
        with self._lock:
            if game_id in self._busy or self._stopping.is_set():
                return
            self._busy.add(game_id)
        try:
            self._hands.submit(self._ask, game_id)
        except RuntimeError:  # stopped meanwhile
            self._release(game_id)

    def _release(self, game_id: str) -> None:
        with self._lock:
            self._busy.discard(game_id)

    def _ask(self, game_id: str) -> None:
        """Set a worker process to think; its answer is taken by ``_take``."""
        try:
            with self.registry.open(game_id) as session:
                stored = session.stored
                asked = stored.waits_for
                if asked is None:
                    self._release(game_id)
                    return
                question = Question(game_id, asked.seat, session.game.length, len(session.game.reseedings))
                self.registry.announce(session, LiveMessage(type="thinking", by=asked.seat))
                thought = ask(self.pool, session)
        except BaseException as error:
            self._release(game_id)
            if not isinstance(error, Trouble | BocageError):
                log.exception("an opponent in game %s could not be asked", game_id)
            return
        thought.add_done_callback(lambda done: self._hand_on(question, done))

    def _hand_on(self, question: Question, thought: Future[list[str]]) -> None:
        with suppress(RuntimeError):  # stopped meanwhile
            self._hands.submit(self._take, question, thought)

    def _take(self, question: Question, thought: Future[list[str]]) -> None:
        game_id = question.game_id
        try:
            try:
                play_for_bots(self.registry, game_id, question.after, question.reseedings, thought.result())
            except CancelledError:  # the server stops
                return
            except Trouble as trouble:  # somebody else was first
                log.info("the opponent of game %s thinks anew: %s", game_id, trouble)
            except BocageError as error:
                log.warning("the opponent of game %s gives up: %s", game_id, error)
                give_up(self.registry, game_id, question.seat, question.after, str(error))
        except Exception:
            log.exception("the answer of an opponent in game %s could not be stored", game_id)
        finally:
            self._release(game_id)
        self._look_again(game_id)

    def _look_again(self, game_id: str) -> None:
        """The same game may wait for an opponent again, which was not taken up as long as this one was busy."""
        with suppress(Trouble), self.registry.open(game_id) as session:
            self.look_at(session.stored)


def ask(pool: BotPool, session: Session) -> Future[list[str]]:
    """The next orders of the opponents of a game."""
    return _ask(pool, session, {seat.seat: seat.bot or "" for seat in session.stored.seats if seat.works})


def ask_staff(pool: BotPool, session: Session, seat: str, chosen: Sequence[str]) -> Future[list[str]]:
    """What an opponent would go on to order in a seat after some orders that are not given yet."""
    return _ask(pool, session, {seat: DEFAULT}, chosen)


def _ask(pool: BotPool, session: Session, bots: Mapping[str, str], further: Sequence[str] = ()) -> Future[list[str]]:
    row = session.stored.game
    orders = [*(str(played.order) for played in session.game.history), *further]
    branch, reseedings = row.given or None, session.game.reseedings
    return pool.play(
        row.id, row.scenario, row.options, row.seed or "", orders, bots, BATCH, branch=branch, reseedings=reseedings
    )


def ask_hint(pool: BotPool, session: Session, verb: str = "") -> Future[str]:
    """What an opponent would do in the place of the seat that is asked; with a verb, which of those orders."""
    row = session.stored.game
    orders = [str(played.order) for played in session.game.history]
    branch, reseedings = row.given or None, session.game.reseedings
    return pool.hint(
        row.id, row.scenario, row.options, row.seed or "", orders, branch=branch, reseedings=reseedings, verb=verb
    )
