"""Whose opponents think. Those who think long have few processes: nobody keeps them busy alone with many games."""

from __future__ import annotations

from threading import Lock
from typing import Final, NamedTuple

from bocage.server.reviewing import OWN_MACHINE

MOST_OF_VISITOR: Final = 1  # games of one browser about which is thought at once
MOST_OF_ADDRESS: Final = 2  # and of one address


class Owner(NamedTuple):
    """Whose a game is: the browser that set it up, its address if known, and whether that is one's own machine."""

    holder: str
    address: str = ""
    own_machine: bool = False


class Turns:
    """The games of one worker about which is thought, and those that wait until it is their owner's turn again."""

    def __init__(self) -> None:
        self._thinking: dict[str, Owner] = {}
        self._waiting: dict[str, Owner] = {}  # who waits longest first
        self._lock = Lock()

    def enter(self, game_id: str, owner: Owner) -> bool:
        """Whether it may be thought about a game now; if not, it waits."""
        with self._lock:
            if game_id not in self._thinking and self._has_room(owner):
                self._thinking[game_id] = owner
            if game_id not in self._thinking:
                self._waiting[game_id] = owner
            return game_id in self._thinking

    def leave(self, game_id: str) -> list[str]:
        """Thinking about a game has ended; returns those about which may be thought instead."""
        with self._lock:
            self._thinking.pop(game_id, None)
            self._waiting.pop(game_id, None)
            called = []
            for waiting, owner in list(self._waiting.items()):
                if self._has_room(owner):
                    self._thinking[waiting] = self._waiting.pop(waiting)
                    called.append(waiting)
            return called

    def _has_room(self, owner: Owner) -> bool:
        thinking = self._thinking.values()
        if sum(one.holder == owner.holder for one in thinking) >= MOST_OF_VISITOR:
            return False
        most = MOST_OF_ADDRESS * (OWN_MACHINE if owner.own_machine else 1)
        return not owner.address or sum(one.address == owner.address for one in thinking) < most
