"""Opponents' moves: a worker process thinks for the one that is asked; its choice goes through the one door."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Event, Lock, Thread
from typing import NamedTuple

from bocage.kernel import BocageError
from bocage.players import DEFAULT, PLAYERS
from bocage.players.advice import Advice
from bocage.players.chair import Advance, unheard
from bocage.server.bots.pool import BotPool, Chosen, plans
from bocage.server.bots.turns import Owner, Turns
from bocage.server.hub import Notice
from bocage.server.playing import BATCH, play_for_bots
from bocage.server.problems import Trouble
from bocage.server.registry import Registry
from bocage.server.seating import give_up
from bocage.server.session import Session
from bocage.server.storage import Stored
from bocage.server.wire import LiveMessage

log = logging.getLogger(__name__)

PATIENCE = 5.0  # seconds for a last look at the database


class Question(NamedTuple):
    """What an opponent is asked: the game after so many orders and reseedings, whose decision it is, and of whom."""

    game_id: str
    seat: str
    after: int
    reseedings: int
    bot: str


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
        self._turns = Turns()
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

    def wake(self, stored: Stored) -> None:
        """Somebody looks on: programs that have been waiting for that go on."""
        if _is_between_thinkers(stored):
            self.look_at(stored)

    def _sweep(self) -> None:
        idle = 0.0  # later, games that have just been changed are in the hands of some worker
        while not self._stopping.is_set():
            try:
                thinkers = [name for name in PLAYERS if plans(name)]
                for game_id in self.registry.storage.waiting_for_bots(idle, thinkers, self.registry.hub.games()):
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
        for called in self._turns.leave(game_id):
            with suppress(RuntimeError):  # stopped meanwhile
                self._hands.submit(self._ask, called)

    def _ask(self, game_id: str, stand_in: bool = False) -> None:
        """Set a worker process to think; its answer is taken by ``_take``. A game that waits its turn stays busy."""
        try:
            with self.registry.open(game_id) as session:
                stored = session.stored
                asked = stored.waits_for
                if asked is None or self._rests(stored):
                    self._release(game_id)
                    return
                if _thinks_long(stored) and not self._turns.enter(game_id, self._owner_of(stored)):
                    return
                stand_in = stand_in and plans(asked.bot or "")
                bot = DEFAULT if stand_in else asked.bot or ""
                question = Question(game_id, asked.seat, session.game.length, len(session.game.reseedings), bot)
                self.registry.announce(session, LiveMessage(type="thinking", by=asked.seat))
                if stand_in:
                    thought = ask_staff(self.pool, session, asked.seat, ())
                else:
                    thought = ask(self.pool, session, partial(self._tell, game_id, asked.seat))
        except BaseException as error:
            self._release(game_id)
            if not isinstance(error, Trouble | BocageError):
                log.exception("an opponent in game %s could not be asked", game_id)
            return
        thought.add_done_callback(lambda done: self._hand_on(question, done))

    def _tell(self, game_id: str, seat: str, done: float) -> None:
        """Tell those who have the game open, of whatever worker, how far a thought is."""
        hub, storage = self.registry.hub, self.registry.storage
        hub.send(game_id, lambda _: LiveMessage(type="thinking", by=seat, done=done))
        if hub.present(game_id) != hub.present_here(game_id):
            storage.notify(Notice(hub.origin, game_id, "thinking", round(100 * done), seat).text())

    def _hand_on(self, question: Question, thought: Future[Chosen]) -> None:
        with suppress(RuntimeError):  # stopped meanwhile
            self._hands.submit(self._take, question, thought)

    def _take(self, question: Question, thought: Future[Chosen]) -> None:
        game_id, stand_in = question.game_id, False
        try:
            try:
                chosen = thought.result()
                play_for_bots(
                    self.registry, game_id, question.after, question.reseedings, chosen.orders, chosen.accounts
                )
            except CancelledError:  # the server stops
                return
            except Trouble as trouble:  # somebody else was first
                log.info("the opponent of game %s thinks anew: %s", game_id, trouble)
            except BocageError as error:
                stand_in = plans(question.bot)  # it may be the plan that fails: these orders can be given without
                log.warning("the opponent of game %s %s: %s", game_id, "rests" if stand_in else "gives up", error)
                if not stand_in:
                    give_up(self.registry, game_id, question.seat, question.after, str(error))
        except Exception:
            log.exception("the answer of an opponent in game %s could not be stored", game_id)
            return  # it may fail again at once: the next sweep takes it up
        finally:
            if not stand_in:
                self._release(game_id)
        if stand_in:
            with suppress(RuntimeError):  # stopped meanwhile
                self._hands.submit(self._ask, game_id, True)
        else:
            self._look_again(game_id)

    def _look_again(self, game_id: str) -> None:
        """The same game may wait for an opponent again, which was not taken up as long as this one was busy."""
        with suppress(Trouble), self.registry.open(game_id) as session:
            self.look_at(session.stored)

    def _rests(self, stored: Stored) -> bool:
        """Whether programs that think long play each other and nobody has the game open here."""
        return _is_between_thinkers(stored) and not self.registry.hub.listeners(stored.game.id)

    def _owner_of(self, stored: Stored) -> Owner:
        holder = stored.game.creator_hash
        return Owner(holder, *self.registry.addresses.of(holder))


def _thinks_long(stored: Stored) -> bool:
    """Whether a game is asked of the processes for those who think long."""
    return any(plans(seat.bot or "") for seat in stored.seats if seat.works)


def _is_between_thinkers(stored: Stored) -> bool:
    """Whether nobody plays in a game but programs, and some of them think long."""
    return _thinks_long(stored) and not any(seat.holder_hash for seat in stored.seats)


def ask(pool: BotPool, session: Session, advance: Advance = unheard) -> Future[Chosen]:
    """The next orders of the opponents of a game; ``advance`` is told how far they are."""
    bots = {seat.seat: seat.bot or "" for seat in session.stored.seats if seat.works}
    return _ask(pool, session, bots, advance=advance)


def ask_staff(pool: BotPool, session: Session, seat: str, chosen: Sequence[str]) -> Future[Chosen]:
    """What an opponent would go on to order in a seat after some orders that are not given yet."""
    return _ask(pool, session, {seat: DEFAULT}, chosen)


def _ask(
    pool: BotPool,
    session: Session,
    bots: Mapping[str, str],
    further: Sequence[str] = (),
    advance: Advance = unheard,
) -> Future[Chosen]:
    row = session.stored.game
    orders = [*(str(played.order) for played in session.game.history), *further]
    branch, reseedings = row.given or None, session.game.reseedings
    return pool.play(
        row.id,
        row.scenario,
        row.options,
        row.seed or "",
        orders,
        bots,
        BATCH,
        branch=branch,
        reseedings=reseedings,
        advance=advance,
    )


def ask_advice(pool: BotPool, session: Session, advance: Advance = unheard) -> Future[Advice]:
    """The best orders for the seat that is asked, weighed against each other; ``advance`` is told how far that is."""
    row = session.stored.game
    orders = [str(played.order) for played in session.game.history]
    branch, reseedings = row.given or None, session.game.reseedings
    what = row.id, row.scenario, row.options, row.seed or "", orders
    return pool.advise(*what, branch=branch, reseedings=reseedings, advance=advance)


def ask_hint(pool: BotPool, session: Session, among: Sequence[str] = ()) -> Future[str]:
    """What an opponent would do in the place of the seat that is asked; of some orders, which of them."""
    row = session.stored.game
    orders = [str(played.order) for played in session.game.history]
    branch, reseedings = row.given or None, session.game.reseedings
    return pool.hint(
        row.id, row.scenario, row.options, row.seed or "", orders, branch=branch, reseedings=reseedings, among=among
    )
