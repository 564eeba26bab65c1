"""Who is asking: a browser is known by one cookie, of which only the hash is stored."""

from __future__ import annotations

import re
from hashlib import sha256
from secrets import choice, token_urlsafe
from typing import Annotated

from fastapi import Depends, Response
from fastapi.requests import HTTPConnection

COOKIE = "bocage"
YEAR = 365 * 24 * 60 * 60
_WELL_FORMED = re.compile(r"[\w-]{20,40}", re.ASCII)
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
    """A browser. ``hash`` is what is stored of it; ``new`` if it did not show a cookie yet."""

    def __init__(self, token: str | None, secure: bool) -> None:
        self.new = token is None
        self._token = token or new_token()
        self._secure = secure
        self.hash = hash_of(self._token)

    def remember(self, response: Response) -> None:
        """Give the browser its cookie, if it has none."""
        if self.new:
            response.set_cookie(
                COOKIE, self._token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=self._secure
            )


def visitor(connection: HTTPConnection) -> Visitor:
    """The browser that makes a request."""
    token = connection.cookies.get(COOKIE, "")
    return Visitor(token if _WELL_FORMED.fullmatch(token) else None, connection.url.scheme in ("https", "wss"))


async def _asker(connection: HTTPConnection) -> Visitor:
    return visitor(connection)  # asynchronous, so that it needs no thread


Asker = Annotated[Visitor, Depends(_asker)]
