"""Everything that a browser is told, and whether it holds what it may not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from playwright.sync_api import Page, Response, WebSocket

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None


class Told(NamedTuple):
    """One answer or message."""

    address: str
    text: str


class Traffic:
    """All that comes to a page from the server, in order."""

    def __init__(self, page: Page) -> None:
        self.told: list[Told] = []
        self._responses: list[Response] = []
        page.on("response", self._answered)
        page.on("websocket", self._listen)

    def _answered(self, response: Response) -> None:
        self._responses.append(response)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.told.append(Told(socket.url, str(frame))))

    def read(self) -> list[Told]:
        """All of it; to be called before the page is left, as a browser forgets its answers then."""
        for response in self._responses:
            if "/api/" in response.url and not response.url.endswith("/board"):
                response.finished()
                self.told.append(Told(response.url, response.text()))
        self._responses.clear()
        return self.told


def leaks(told: list[Told], recorded: dict[str, str]) -> list[str]:
    """What tells where one of the units stands that were recorded in secret, each with its hex."""
    found = []
    for address, text in told:
        if re.search(r"\bgerman at \d{4}\b", text):
            found.append(f"{address}: {text}")
        for words in _utterances(_parsed(text)):
            found += [
                f"{address}: {words}" for unit, place in recorded.items() if place in words and _names(words, unit)
            ]
    return found


def _names(words: str, unit: str) -> bool:
    return re.search(rf"(?<![\w/-]){re.escape(unit)}(?![\w/-])", words) is not None


def _parsed(text: str) -> Json:
    try:
        parsed: Json = json.loads(text)
    except ValueError:
        return text.splitlines()  # type: ignore[return-value]  # a list of lines is JSON too
    return parsed


def _utterances(value: Json) -> Iterator[str]:
    """Each sentence, and each object's own words together: a unit with its hex is such an object."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield " ".join(one for one in value if isinstance(one, str))
        for one in value:
            yield from _utterances(one)
    elif isinstance(value, dict):
        yield " ".join(one for one in value.values() if isinstance(one, str))
        for one in value.values():
            yield from _utterances(one)
