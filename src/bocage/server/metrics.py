"""Figures of a running server, in the form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Callable
from hmac import compare_digest
from time import perf_counter

from fastapi import FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bocage.server.problems import not_found
from bocage.server.safety import address_of

ORDERS = "/api/games/{game}/orders"
UNKNOWN = "other"


class Metrics:
    """What one process counts."""

    def __init__(self, games_open: Callable[[], float] = lambda: 0) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "bocage_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self.orders = Histogram(
            "bocage_order_seconds",
            "From an order's arrival to its answer",
            buckets=(0.005, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5),
            registry=self.registry,
        )
        self.thinking = Histogram(
            "bocage_thinking_seconds",
            "How long an opponent was waited for",
            buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
            registry=self.registry,
        )
        self.live = Gauge("bocage_websockets", "Open WebSockets", registry=self.registry)
        Gauge("bocage_games_open", "Games in memory", registry=self.registry).set_function(games_open)


def install(app: FastAPI, metrics: Metrics, token: str | None = None) -> None:
    """``/metrics`` is for this machine, or for whoever has the token."""

    @app.get("/metrics", include_in_schema=False)
    def show(request: Request) -> Response:
        if not _may_see(request, token):
            raise not_found("there is nothing here (404)")
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)


def _may_see(request: Request, token: str | None) -> bool:
    if token is not None:
        return compare_digest(request.headers.get("authorization", "").encode(), f"Bearer {token}".encode())
    passed_on = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    address = address_of(request.client.host) if request.client is not None else None
    return not passed_on and address is not None and address.is_loopback


class Counting:
    """Counts requests by the route they took, never by the address itself, which may hold a secret."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            with self.metrics.live.track_inprogress():
                await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._count(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _count(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = perf_counter()
        status = 500

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, note_status)
        finally:
            route = getattr(scope.get("route"), "path", UNKNOWN)
            self.metrics.requests.labels(scope["method"], route, str(status)).inc()
            if route == ORDERS:
                self.metrics.orders.observe(perf_counter() - begun)
