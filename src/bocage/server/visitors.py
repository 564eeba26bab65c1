"""Who is asking: a browser is known by one cookie, of which only the hash is stored."""

from __future__ import annotations

import re
from collections import OrderedDict
from hashlib import sha256
from secrets import choice, token_urlsafe
from threading import Lock
from typing import Annotated

from fastapi import Depends, Response
from fastapi.requests import HTTPConnection

from bocage.server.safety import household_of

COOKIE = "bocage"
YEAR = 365 * 24 * 60 * 60
_WELL_FORMED = re.compile(r"[\w-]{20,40}", re.ASCII)
ADDRESSES_KEPT = 10_000
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_token() -> str:
    """A secret of 128 bits."""
    return token_urlsafe(16)


def new_game_id() -> str:
    """A name for a game that nobody can guess."""
    return "".join(choice(_LETTERS) for _ in range(14))


def hash_of(token: str) -> str:
    """What is stored of a secret."""
    return sha256(token.encode()).hexdigest()


class Visitor:
    """A browser. ``hash`` is what is stored of it; ``new`` if it did not show a cookie yet.

    ``household`` is its address, and whether that is one's own machine.
    """

    def __init__(self, token: str | None, secure: bool, household: tuple[str, bool] = ("", False)) -> None:
        self.new = token is None
        self._token = token or new_token()
        self._secure = secure
        self.hash = hash_of(self._token)
        self.household = household

    def remember(self, response: Response) -> None:
        """Give the browser its cookie, if it has none."""
        if self.new:
            response.set_cookie(
                COOKIE, self._token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=self._secure
            )


class Addresses:
    """From where browsers have asked, as far as this worker remembers; it is never stored."""

    def __init__(self) -> None:
        self._households: OrderedDict[str, tuple[str, bool]] = OrderedDict()
        self._lock = Lock()

    def note(self, visitor: Visitor) -> None:
        """A browser that plays, or looks on."""
        with self._lock:
            self._households[visitor.hash] = visitor.household
            self._households.move_to_end(visitor.hash)
            if len(self._households) > ADDRESSES_KEPT:
                self._households.popitem(last=False)

    def of(self, holder: str) -> tuple[str, bool]:
        """The address of a browser, and whether that is one's own machine."""
        with self._lock:
            return self._households.get(holder, ("", False))


def visitor(connection: HTTPConnection) -> Visitor:
    """The browser that makes a request."""
    token = connection.cookies.get(COOKIE, "")
    known = token if _WELL_FORMED.fullmatch(token) else None
    return Visitor(known, connection.url.scheme in ("https", "wss"), household_of(connection))


async def _asker(connection: HTTPConnection) -> Visitor:
    return visitor(connection)  # asynchronous, so that it needs no thread


Asker = Annotated[Visitor, Depends(_asker)]
