"""Those who have a game open hear at once when something happens in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_hex
from threading import Lock
from time import monotonic
from typing import Literal, NamedTuple

from fastapi import WebSocket, WebSocketDisconnect

from bocage.server.wire import LiveMessage
from bocage.table import SPECTATOR

QUEUE = 64  # messages that a slow client may be behind
REMEMBERED = 75.0  # seconds that another worker's word on who is present holds
FORBIDDEN_ORIGIN = 4403
NO_SUCH_GAME = 4404
TOO_SLOW = 4408
TOO_MANY = 4429
MOST_PER_GAME = 200

Kind = Literal["changed", "presence", "chat", "takeback", "thinking", "advising", "seats", "restart"]


class Notice(NamedTuple):
    """What workers tell each other."""

    origin: str
    game_id: str
    kind: str
    number: int | None = None
    by: str = ""

    def text(self) -> str:
        """As it goes through the database."""
        return "\t".join(
            (self.origin, self.game_id, self.kind, "" if self.number is None else str(self.number), self.by)
        )

    @classmethod
    def parse(cls, text: str) -> Notice:
        """As another worker wrote it."""
        origin, game_id, kind, number, by = text.split("\t")
        return cls(origin, game_id, kind, int(number) if number else None, by)


@dataclass(eq=False)
class Listener:
    """One open board."""

    holder: str
    seats: tuple[str, ...]
    point_of_view: str = SPECTATOR
    queue: asyncio.Queue[LiveMessage | None] = field(default_factory=lambda: asyncio.Queue(QUEUE))

    def put(self, message: LiveMessage | None) -> None:
        """Hand over a message; one who is too far behind is cut off, and will ask anew when he comes back."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)


class Hub:
    """All open boards of this process, and who is known to be present elsewhere."""

    def __init__(self) -> None:
        self.origin = token_hex(4)
        self.loop: asyncio.AbstractEventLoop | None = None
        self._lock = Lock()
        self._open: dict[str, set[Listener]] = {}
        self._elsewhere: dict[tuple[str, str], tuple[float, frozenset[str]]] = {}

    def listeners(self, game_id: str) -> int:
        """How many boards are open here."""
        return len(self._open.get(game_id, ()))

    def total(self) -> int:
        """How many boards are open here in all games."""
        return sum(len(listeners) for listeners in self._open.values())

    def games(self) -> list[str]:
        """The games that are open here."""
        with self._lock:
            return list(self._open)

    def send(self, game_id: str, make: Callable[[str], LiveMessage]) -> None:
        """Tell every open board; ``make`` makes the message for a point of view. From any thread."""
        with self._lock:
            listeners = list(self._open.get(game_id, ()))
        messages: dict[str, LiveMessage] = {}
        for listener in listeners:
            seat = listener.point_of_view
            if seat not in messages:
                messages[seat] = make(seat)
            self._call(listener.put, messages[seat])

    def send_to(self, game_id: str, holder: str, message: LiveMessage) -> None:
        """Tell the boards that one browser has open. From any thread."""
        with self._lock:
            listeners = [listener for listener in self._open.get(game_id, ()) if listener.holder == holder]
        for listener in listeners:
            self._call(listener.put, message)

    def say_goodbye(self) -> None:
        """Tell everybody that the server stops."""
        with self._lock:
            listeners = [listener for listeners in self._open.values() for listener in listeners]
        for listener in listeners:
            listener.put(LiveMessage(type="restart"))

    def _call(self, put: Callable[[LiveMessage | None], None], message: LiveMessage) -> None:
        if self.loop is not None:
            with suppress(RuntimeError):  # the server is stopping
                self.loop.call_soon_threadsafe(put, message)

    # -- who is present -----------------------------------------------------------------------------------------

    def present(self, game_id: str) -> frozenset[str]:
        """The seats whose players have the game open, as far as is known here."""
        now = monotonic()
        with self._lock:
            found = {seat for listener in self._open.get(game_id, ()) for seat in listener.seats}
            for (game, _), (until, seats) in self._elsewhere.items():
                if game == game_id and until > now:
                    found |= seats
        return frozenset(found)

    def present_here(self, game_id: str) -> frozenset[str]:
        """The seats whose players have the game open in this process."""
        with self._lock:
            return frozenset(seat for listener in self._open.get(game_id, ()) for seat in listener.seats)

    def spectators(self, game_id: str) -> int:
        """How many browsers look on in this process."""
        with self._lock:
            return len({listener.holder for listener in self._open.get(game_id, ()) if not listener.seats})

    def heard_elsewhere(self, notice: Notice) -> None:
        """Another worker says who is present there."""
        seats = frozenset(filter(None, notice.by.split(",")))
        now = monotonic()
        with self._lock:
            self._elsewhere[notice.game_id, notice.origin] = (now + REMEMBERED, seats)
            for key in [key for key, (until, _) in self._elsewhere.items() if until < now]:
                del self._elsewhere[key]

    def reseat(self, game_id: str, place_of: Callable[[str], tuple[tuple[str, ...], str]]) -> None:
        """Seats have changed hands: from now on everybody hears what his new seats may know."""
        with self._lock:
            for listener in self._open.get(game_id, ()):
                listener.seats, listener.point_of_view = place_of(listener.holder)

    def add(self, game_id: str, listener: Listener) -> bool:
        """Somebody opens a game; not more than a limit."""
        with self._lock:
            listeners = self._open.setdefault(game_id, set())
            if len(listeners) >= MOST_PER_GAME:
                return False
            listeners.add(listener)
            return True

    def remove(self, game_id: str, listener: Listener) -> None:
        """Somebody leaves."""
        with self._lock:
            listeners = self._open.get(game_id, set())
            listeners.discard(listener)
            if not listeners:
                self._open.pop(game_id, None)


def is_foreign(socket: WebSocket) -> bool:
    """Whether the page of another site opens a socket; the scheme may differ behind a proxy."""
    origin = socket.headers.get("origin")
    return origin is not None and origin.partition("://")[2] != socket.headers.get("host")


async def serve(socket: WebSocket, listener: Listener) -> None:
    """Send what the listener is told until one side has enough. What the client says is ignored."""

    async def listen() -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await socket.receive()

    leaving = asyncio.create_task(listen())
    try:
        while True:
            waiting = asyncio.create_task(listener.queue.get())
            await asyncio.wait({waiting, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if leaving.done():
                waiting.cancel()
                return
            message = waiting.result()
            if message is None:
                await socket.close(TOO_SLOW)
                return
            await socket.send_text(message.model_dump_json())
    except (WebSocketDisconnect, RuntimeError):
        return
    finally:
        leaving.cancel()
