"""The registry: keeps games in memory, opens them for one change at a time, and stores what was changed."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from threading import Lock, RLock
from typing import NamedTuple

from bocage.kernel import BocageError
from bocage.server.access import place_of
from bocage.server.hub import Hub, Notice
from bocage.server.problems import Trouble, not_found, overtaken
from bocage.server.session import Mismatch, Session, begin, opened, outcome_of, without_secrets
from bocage.server.storage import Conflict, OrderRow, Storage, Stored, ThoughtRow
from bocage.server.visitors import Addresses
from bocage.server.wire import LiveMessage

log = logging.getLogger(__name__)

STRIPES = 256


class Replayed(NamedTuple):
    """What the present rules make of a stored game: the game as far as it goes, and what is different, if anything."""

    session: Session | None
    difference: str


def try_replay(stored: Stored, orders: Sequence[OrderRow]) -> Replayed:
    """Play a stored game by the present rules and data and compare chance and the final state."""
    row = stored.game
    try:
        session = Session.rebuild(stored, orders)
    except Mismatch as mismatch:
        return Replayed(_as_far_as_it_goes(stored, orders, mismatch.number), str(mismatch))
    except BocageError as error:
        return Replayed(None, str(error))
    except Exception:
        log.exception("the present rules fail before the first order of game %s", row.id)
        return Replayed(None, "the present rules fail before its first order")
    if not session.game.state.has_hash(row.state_hash):
        return Replayed(session, f"its {row.length} orders lead to another position now")
    return Replayed(session, "")


def _as_far_as_it_goes(stored: Stored, orders: Sequence[OrderRow], number: int) -> Session:
    session = Session(stored, begin(stored, orders))
    session.repeat(orders[: max(number - 1, 0)])
    return session


class CannotOpen(Trouble):
    """A stored game that the present rules cannot even begin; what is stored of it can still be told."""

    def __init__(self, stored: Stored, orders: Sequence[OrderRow], why: str) -> None:
        self.stored = stored
        self.orders = orders
        super().__init__(409, "not now", why, number=stored.game.length)


class Registry:
    """All games of this process. What is asked of it may come from many threads at once."""

    def __init__(self, storage: Storage, hub: Hub, sessions: int) -> None:
        self.storage = storage
        self.hub = hub
        self.addresses = Addresses()
        self.on_change: Callable[[Stored], None] = lambda stored: None  # called after every change
        self._most = sessions
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._shelf = Lock()
        self._locks = [RLock() for _ in range(STRIPES)]

    @contextmanager
    def open(self, game_id: str, *, trusting: bool = False) -> Iterator[Session]:
        """A game as it stands now, for this thread alone.

        Who is going to store a change may trust what is in memory: if it is old, storing fails.
        """
        with self._locks[hash(game_id) % STRIPES]:
            session = self._current(game_id, trusting)
            try:
                yield session
            except BaseException as error:
                not_stored = session.game.length != session.stored.game.length
                not_stored |= len(session.game.reseedings) != len(session.stored.reseedings)
                if not_stored or not isinstance(error, Trouble | BocageError):  # it may have stopped half-way
                    self.forget(game_id)
                raise

    def open_games(self) -> int:
        """How many games are in memory."""
        return len(self._sessions)

    def read(self, game_id: str) -> tuple[Stored, Sequence[OrderRow]]:
        """A game as it is stored, whatever the present rules make of it."""
        found = self.storage.load(game_id)
        if found is None:
            raise not_found()
        return found

    def forget(self, game_id: str) -> None:
        """Let go of a game in memory; it will be read anew."""
        with self._shelf:
            self._sessions.pop(game_id, None)

    def store(
        self,
        session: Session,
        new: Stored,
        message: LiveMessage,
        *,
        added: Sequence[OrderRow] = (),
        keep: int | None = None,
        thoughts: Sequence[ThoughtRow] = (),
    ) -> None:
        """Store a change and tell everybody; if somebody else was first, say so and forget what was done here."""
        game_id = new.game.id
        notice = Notice(self.hub.origin, game_id, message.type, message.number, message.by)
        try:
            session.stored = self.storage.change(
                session.stored, new, added=added, keep=keep, notice=notice.text(), thoughts=thoughts
            )
        except Conflict:
            self.forget(game_id)
            raise overtaken() from None
        except BaseException:
            self.forget(game_id)
            raise
        self.announce(session, message)
        self.on_change(session.stored)

    def announce(self, session: Session, message: LiveMessage) -> None:
        """Tell those who have the game open, each what he may know."""
        game_id = session.stored.game.id
        if not self.hub.listeners(game_id):
            return
        if message.type == "seats":
            self.hub.reseat(game_id, partial(place_of, session))
        if message.type != "changed":
            self.hub.send(game_id, lambda seat: message)
            return
        self.hub.send(game_id, lambda seat: message.model_copy(update={"text": session.last_words(seat)}))

    def _current(self, game_id: str, trusting: bool) -> Session:
        with self._shelf:
            session = self._sessions.get(game_id)
            if session is not None:
                self._sessions.move_to_end(game_id)
        if session is not None and (trusting or self.storage.revision(game_id) == session.stored.game.revision):
            return session
        session = self._catch_up(session) if session is not None else self._read(game_id)
        with self._shelf:
            self._sessions[game_id] = session
            self._sessions.move_to_end(game_id)
            while len(self._sessions) > self._most:
                self._sessions.popitem(last=False)
        return session

    def _catch_up(self, session: Session) -> Session:
        """Another worker has changed the game: play its orders, or begin anew if it is not just some orders more."""
        before, reseedings = session.stored.game, session.stored.reseedings
        found = self.storage.load(before.id, session.game.length)
        if found is None:
            self.forget(before.id)
            raise not_found()
        stored, orders = found
        same_past = stored.game.cuts == before.cuts and stored.reseedings == reseedings
        if not same_past or stored.game.length != session.game.length + len(orders):
            return self._read(before.id)
        session.stored = stored
        try:
            session.repeat(orders)
        except Mismatch:
            return self._read(before.id)
        return session

    def _read(self, game_id: str) -> Session:
        while True:
            try:
                return self._judge(*self.read(game_id))
            except Conflict:  # another worker noted the same, or somebody played: look again
                continue

    def _judge(self, stored: Stored, orders: Sequence[OrderRow]) -> Session:
        """A game under the present rules: it goes on, if need be with their version noted, or it is held."""
        session, difference = try_replay(stored, orders)
        if session is None:
            why = cannot_be_shown(difference)
            raise CannotOpen(self._hold(stored, why), orders, why)
        session.difference = changed_since(difference) if difference else ""
        if difference:
            session.stored = self._hold(stored, session.difference)
            return session
        row = stored.game
        setting, _ = opened(row.scenario, row.options)
        game = replace(
            row,
            rules_version=setting.rules_version,
            fingerprint=setting.fingerprint,
            state_hash=session.game.hash(),
        )
        if game != row:
            session.stored = self.storage.change(stored, replace(stored, game=game))
        return session

    def _hold(self, stored: Stored, why: str) -> Stored:
        """Set a game aside that was being played."""
        if stored.game.status != "playing":
            return stored
        log.warning("game %s is held: %s", stored.game.id, why)
        return self.storage.change(stored, replace(stored, game=replace(stored.game, status="held", held=why)))


def cannot_be_shown(difference: str) -> str:
    """What the players of a game are told that the present rules cannot begin."""
    return f"this game cannot be shown any more: {difference}. Its record is kept and can be downloaded"


def changed_since(difference: str) -> str:
    """What the players of a game are told that the present rules play differently."""
    return f"the rules have changed since, and this game would be different by them: {difference}"


def after_orders(session: Session) -> Stored:
    """How a game is stored after orders were played or taken back."""
    game, row = session.game, session.stored.game
    return replace(
        session.stored,
        game=replace(
            row,
            length=game.length,
            secrets_from=without_secrets(game),
            asked="" if game.over else game.decision.seat,
            turn=session.table.when(game.state)[0],
            state_hash=game.hash(),
            outcome=outcome_of(session.table, game),
            status="over" if game.over else "playing",
            takeback_seat=None,
            takeback_to=None,
            takeback_agreed=(),
        ),
    )
