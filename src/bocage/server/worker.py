"""The parts of a running server: storage, registry, open boards, opponents, and word from other workers."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from bocage.players.advice import Advice
from bocage.server.access import check_at_table, check_playing, check_seat, place_of
from bocage.server.bots.driver import Driver, ask_advice, ask_hint, ask_staff
from bocage.server.bots.line import Line
from bocage.server.bots.pool import BotPool, Chosen
from bocage.server.hub import Hub, Listener, Notice
from bocage.server.other_workers import Listening
from bocage.server.playing import Staff, check_turn, staff_after
from bocage.server.problems import Trouble, not_now
from bocage.server.registry import Registry
from bocage.server.reviewing import Asking, Reviews
from bocage.server.session import Session
from bocage.server.settings import Settings
from bocage.server.storage import Storage
from bocage.server.summarising import Summaries
from bocage.server.visitors import Visitor
from bocage.server.wire import LetStaff, LiveMessage

MOST_OF_STAFF = 300  # orders of one series, before something must be wrong

log = logging.getLogger(__name__)


class About(NamedTuple):
    """What a hint is wanted about: the orders with a verb, or those that carry out a step of the guide."""

    verb: str = ""
    step: str = ""


class Worker:
    """One worker of a server."""

    def __init__(self, settings: Settings, storage: Storage, pool: BotPool) -> None:
        self.settings = settings
        self.storage = storage
        self.hub = Hub()
        self.registry = Registry(storage, self.hub, settings.sessions)
        self.pool = pool
        self.driver = Driver(self.registry, pool, settings.sweep_seconds, self.repeat_presence)
        self.reviews = Reviews(self.registry, settings.review)
        self.advice_line: Line[Advice] = Line("other advice", "advice")
        self.summaries = Summaries(self.registry)
        self._others = Listening(storage, self._heard, self._look_again) if storage.shared else None

    def start(self) -> None:
        """Begin to work; games that wait for an opponent go on."""
        self.registry.on_change = self.driver.look_at
        if self._others is not None:
            self._others.start()
        self.driver.start()
        self.reviews.start()

    def stop(self) -> None:
        """Stop at once; everything is stored already."""
        if self._others is not None:
            self._others.stop()
        self.pool.close()
        self.driver.stop()
        self.reviews.stop()
        self.summaries.stop()
        self.storage.close()

    def listener(self, game_id: str, visitor: Visitor) -> Listener:
        """A browser that opens a board."""
        with self.registry.open(game_id) as session:
            check_at_table(session.stored, visitor)
            self.registry.addresses.note(visitor)
            return Listener(visitor.hash, *place_of(session, visitor.hash))

    def arrive(self, game_id: str) -> None:
        """Somebody has opened a board: tell everybody, and let programs go on that waited for an onlooker."""
        self.tell_presence(game_id)
        with suppress(Trouble), self.registry.open(game_id) as session:
            self.driver.wake(session.stored)

    def ask_hint(self, game_id: str, seat: str, about: About, visitor: Visitor) -> tuple[int, Future[str]]:
        """Set an opponent to think in a player's place; returns for which decision, too."""
        with self.registry.open(game_id) as session:
            check_seat(session.stored, seat, visitor)
            check_playing(session.stored)
            if session.game.decision.seat != seat:
                raise not_now(f"{session.game.decision.seat} decides now, not {seat}", session.game.length)
            return session.game.length, ask_hint(self.pool, session, _orders_about(session, seat, about))

    def ask_advice(self, game_id: str, seat: str, asking: Asking) -> tuple[int, Future[Advice]]:
        """Set an adviser to think about a player's decision; returns for which decision, too."""
        with self.registry.open(game_id) as session:
            check_seat(session.stored, seat, asking.visitor)
            check_playing(session.stored)
            if session.game.decision.seat != seat:
                raise not_now(f"{session.game.decision.seat} decides now, not {seat}", session.game.length)
            tell = partial(self._tell_advice, game_id, asking.visitor.hash)
            return session.game.length, self.advice_line.join(asking, lambda: ask_advice(self.pool, session, tell))

    def _tell_advice(self, game_id: str, holder: str, done: float) -> None:
        """Tell whoever asked for advice how far it is; boards of his that another worker has do without."""
        self.hub.send_to(game_id, holder, LiveMessage(type="advising", done=done))

    def ask_staff(
        self, game_id: str, wanted: LetStaff, chosen: Sequence[str], visitor: Visitor
    ) -> tuple[Staff, Future[Chosen] | None]:
        """What of the orders a staff chose so far counts, and what it is asked next if the series goes on."""
        with self.registry.open(game_id) as session:
            check_turn(session, wanted.seat, wanted.number, visitor)
            staff = staff_after(session, wanted, chosen)
            if not staff.goes_on or len(staff.orders) >= MOST_OF_STAFF:
                return staff, None
            return staff, ask_staff(self.pool, session, wanted.seat, staff.orders)

    # -- several workers ----------------------------------------------------------------------------------------

    def tell_presence(self, game_id: str) -> None:
        """Tell everybody who is here now."""
        self.hub.send(game_id, lambda seat: LiveMessage(type="presence"))
        self.storage.notify(self._presence(game_id))

    def repeat_presence(self) -> None:
        """Tell the other workers again who is here, before they forget it."""
        if self.storage.shared:
            for game_id in self.hub.games():
                self.storage.notify(self._presence(game_id))

    def _presence(self, game_id: str) -> str:
        here = ",".join(sorted(self.hub.present_here(game_id)))
        return Notice(self.hub.origin, game_id, "presence", by=here).text()

    def _look_again(self) -> None:
        """Word of other workers may have been missed: let every open board ask how its game stands."""
        for game_id in self.hub.games():
            with suppress(Trouble), self.registry.open(game_id) as session:
                self.registry.announce(session, LiveMessage(type="seats"))
                self.registry.announce(session, LiveMessage(type="changed", number=session.game.length))

    def _heard(self, notice: Notice) -> None:
        """Another worker did something: tell the boards that are open here."""
        if notice.origin == self.hub.origin:
            return
        if notice.kind == "presence":
            before = self.hub.present(notice.game_id)
            self.hub.heard_elsewhere(notice)
            if self.hub.present(notice.game_id) == before:
                return
        if not self.hub.listeners(notice.game_id):
            return
        if notice.kind == "thinking":
            thinks = LiveMessage(type="thinking", by=notice.by, done=(notice.number or 0) / 100)
            self.hub.send(notice.game_id, lambda seat: thinks)
            return
        message = LiveMessage.model_validate({"type": notice.kind, "number": notice.number})
        if notice.kind != "presence":
            message.by = notice.by
        try:
            with self.registry.open(notice.game_id) as session:
                self.registry.announce(session, message)
        except Trouble as trouble:
            log.warning("word of game %s could not be passed on: %s", notice.game_id, trouble)


def _orders_about(session: Session, seat: str, about: About) -> list[str]:
    """The orders among which a hint is wanted; none if any will do."""
    game = session.game
    orders = game.decision.orders
    if about.step:
        return list(map(str, session.table.deeds(game.view(seat), about.step, orders)))
    return [str(order) for order in orders if order.verb == about.verb]
