"""What keeps strangers from doing harm: headers, sizes, rates, and where a request comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from math import ceil
from time import time
from typing import Protocol
from urllib.parse import urlsplit

from fastapi import FastAPI
from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bocage.server.problems import answer
from bocage.server.wire import Problem

LARGEST_RECORD = 4_200_000  # bytes
LARGEST = 16_000
LOOPBACK_FACTOR = 10  # one's own machine may be many people behind a proxy, or a test
READING = ("GET", "HEAD", "OPTIONS")

# Scripts come from us alone. Styles too, but a drawn counter may carry a style of its own.
PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # an invitation's address is a secret
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass(frozen=True)
class Rates:
    """How often one address may ask: in all, and for what costs us more."""

    play: str = "200 per 5 second"
    costly: str = "30 per minute"


class SafetySettings(Protocol):
    """What the safety of a server depends on."""

    @property
    def rate_limits(self) -> bool:
        """Whether requests are counted at all."""

    @property
    def rates(self) -> Rates:
        """How many are too many."""


def install(app: FastAPI, settings: SafetySettings) -> None:
    """Put the guards in front of an application, the cheapest first."""
    app.add_middleware(SizeGuard)
    if settings.rate_limits:
        app.add_middleware(RateGuard, rates=settings.rates)
    app.add_middleware(OriginGuard)
    app.add_middleware(SafeHeaders)


class SafeHeaders:
    """Tells browsers to be strict with what we send."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_strictly(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                picture = headers.get("content-type", "").startswith("image/svg")
                headers["Content-Security-Policy"] = PICTURE_POLICY if picture else PAGE_POLICY
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_strictly)


class OriginGuard:
    """Refuses what another site's page makes a browser do here."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        live = scope["type"] == "websocket"
        if (live or (scope["type"] == "http" and scope["method"] not in READING)) and _is_foreign(Headers(scope=scope)):
            text = "this request comes from the page of another site"
            await _refuse(scope, receive, send, 403, Problem(error="foreign page", text=text))
            return
        await self.app(scope, receive, send)


def _is_foreign(headers: Headers) -> bool:
    """Whether a browser says that another site's page asks; the scheme may differ behind a proxy."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") == "cross-site"
    try:
        return urlsplit(origin).netloc != headers.get("host")
    except ValueError:
        return True


class RateGuard:
    """Counts requests per address."""

    COSTLY = (
        ("new", "POST", re.compile(r"/api/(games|records|join|invitation)|/api/games/[^/]+/(branch|spectators)")),
        ("seats", "PUT", re.compile(r"/api/games/[^/]+/seats/[^/]+")),
        ("hint", "GET", re.compile(r"/api/games/[^/]+/hint")),
        ("advice", "GET", re.compile(r"/api/games/[^/]+/advice")),
        ("staff", "POST", re.compile(r"/api/games/[^/]+/staff")),
        ("summary", "GET", re.compile(r"/api/games/[^/]+/summary")),
        ("review", "POST", re.compile(r"/api/games/[^/]+/review")),
        ("chat", "POST", re.compile(r"/api/games/[^/]+/chat")),
    )

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self.app = app
        self._play = _often(rates.play)
        self._costly = _often(rates.costly)
        self._counter = FixedWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            wait = await self._too_early(scope)
            if wait:
                text = f"too many requests from your address; try again in {wait} seconds"
                await _refuse(
                    scope, receive, send, 429, Problem(error="too many", text=text), {"Retry-After": str(wait)}
                )
                return
        await self.app(scope, receive, send)

    async def _too_early(self, scope: Scope) -> int:
        """How many seconds this address must wait, mostly 0."""
        client = scope.get("client")
        address, own = _address(client[0] if client else "")
        kinds = [("all", self._play[own])]
        method, path = scope.get("method", "GET"), scope["path"]
        kinds += [
            (kind, self._costly[own])
            for kind, its_method, its_path in self.COSTLY
            if method == its_method and its_path.fullmatch(path)
        ]
        for kind, item in kinds:
            if not await self._counter.hit(item, kind, address):
                stats = await self._counter.get_window_stats(item, kind, address)
                return max(1, ceil(stats.reset_time - time()))
        return 0


def _often(rate: str) -> tuple[RateLimitItem, RateLimitItem]:
    """A rate for strangers and for one's own machine."""
    item = parse(rate)
    return item, type(item)(item.amount * LOOPBACK_FACTOR, item.multiples)


@lru_cache(maxsize=4096)
def _address(text: str) -> tuple[str, bool]:
    """Whom to count, and whether it is one's own machine: a household has one IPv4 address, or 2**64 of IPv6.

    >>> _address("2001:db8::1:2:3:4")
    ('2001:db8::/64', False)
    >>> _address("127.0.0.1")
    ('127.0.0.1', True)
    >>> _address("::ffff:192.0.2.1")
    ('192.0.2.1', False)
    """
    address = address_of(text)
    if address is None:
        return text, False
    if isinstance(address, IPv6Address) and not address.is_loopback:
        return str(ip_network((address, 64), strict=False)), False
    return str(address), address.is_loopback


def household_of(connection: HTTPConnection) -> tuple[str, bool]:
    """Whom to count a request for, and whether it is one's own machine."""
    return _address(connection.client.host if connection.client is not None else "")


def address_of(text: str) -> IPv4Address | IPv6Address | None:
    """An address as it was written; one of IPv4 that came to a socket for both kinds is one of IPv4."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


class SizeGuard:
    """Refuses bodies that are larger than anything we ask for, before or while they are read."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        most = LARGEST_RECORD if scope["path"] == "/api/records" else LARGEST
        problem = Problem(error="too large", text=f"at most {most} bytes can be sent here")
        length = Headers(scope=scope).get("content-length", "0")
        if not _is_number(length) or int(length) > most:
            await _refuse(scope, receive, send, 413, problem)
            return
        body = await _read(receive, most)
        if body is None:
            await _refuse(scope, receive, send, 413, problem)
            return
        await self.app(scope, _again(body, receive), send)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16


async def _read(receive: Receive, most: int) -> list[Message] | None:
    """The whole body as it came, or None if there is too much of it."""
    messages: list[Message] = []
    size = 0
    while True:
        message = await receive()
        messages.append(message)
        size += len(message.get("body", b""))
        if size > most:
            return None
        if not message.get("more_body", False):
            return messages


def _again(messages: Iterable[Message], receive: Receive) -> Receive:
    kept = iter(messages)

    async def receive_again() -> Message:
        message = next(kept, None)
        return message if message is not None else await receive()

    return receive_again


async def _refuse(
    scope: Scope, receive: Receive, send: Send, status: int, problem: Problem, headers: dict[str, str] | None = None
) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": problem.text})
        return
    response = answer(status, problem)
    response.headers.update(headers or {})
    await response(scope, receive, send)
