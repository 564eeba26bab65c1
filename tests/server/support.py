"""A real server in a thread, and people with browsers of their own who play on it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from bocage.server import supervisor, wire
from bocage.server.app import create_app
from bocage.server.registry import Registry
from bocage.server.settings import Settings
from bocage.server.worker import Worker
from bocage.table import model
from tests.server.postgres import Cluster

PATIENCE = 40.0


class Person:
    """A browser: it keeps its cookie and everything it was ever told."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
        self.heard: list[str] = []

    def ask(self, method: str, path: str, body: object = None, **params: object) -> httpx.Response:
        query = {name: str(value) for name, value in params.items()}
        answer = self.http.request(method, path, json=body, params=query or None)
        self.heard.append(answer.text)
        return answer

    def get(self, path: str, **params: object) -> httpx.Response:
        return self.ask("GET", f"/api{path}", **params)

    def post(self, path: str, body: object) -> httpx.Response:
        return self.ask("POST", f"/api{path}", body)

    def put(self, path: str, body: object) -> httpx.Response:
        return self.ask("PUT", f"/api{path}", body)

    def create(self, scenario: str = "sword", **more: object) -> wire.GameInfo:
        answer = self.post("/games", {"scenario": scenario, **more})
        assert answer.status_code == 201, answer.text
        return wire.GameInfo.model_validate_json(answer.text)

    def info(self, game: str) -> wire.GameInfo:
        answer = self.get(f"/games/{game}")
        assert answer.status_code == 200, answer.text
        return wire.GameInfo.model_validate_json(answer.text)

    def view(self, game: str, seat: str, **more: object) -> model.View:
        answer = self.get(f"/games/{game}/view", seat=seat, **more)
        assert answer.status_code == 200, answer.text
        return model.View.model_validate_json(answer.text)

    def order(self, game: str, seat: str, number: int, order: str) -> httpx.Response:
        return self.post(f"/games/{game}/orders", {"seat": seat, "number": number, "order": order})

    def play(self, game: str, view: model.View, random: Random | None = None) -> model.View:
        """Give one of the legal orders, the first if nothing is left to chance."""
        assert view.decision is not None and view.decision.orders
        choices = view.decision.orders
        chosen = choices[0] if random is None else random.choice(choices)
        answer = self.order(game, view.seat, view.number, chosen.order)
        assert answer.status_code == 200, answer.text
        return wire.Screen.model_validate_json(answer.text).view

    def live(self, game: str, **headers: str) -> ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = str(self.http.base_url).replace("http://", "ws://")
        return connect(
            f"{address}/api/games/{game}/live", additional_headers={"Cookie": cookie, **headers}, open_timeout=PATIENCE
        )

    def wait_for_turn(self, game: str, seat: str) -> model.View:
        """The view when the seat is asked, or when the game is over."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            info = self.info(game)
            if info.asked == seat or info.status != "playing":
                return self.view(game, seat)
            sleep(0.05)
        raise AssertionError(f"{seat} was not asked within {PATIENCE} seconds")


def problem(answer: httpx.Response) -> wire.Problem:
    """What a refused request was told."""
    assert answer.status_code >= 400, answer.text
    return wire.Problem.model_validate_json(answer.text)


class Server:
    """A server that answers on loopback."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._uvicorn = supervisor.Server(self.app, lambda: None)
        self._thread = Thread(target=self._uvicorn.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self.people: list[Person] = []

    @property
    def worker(self) -> Worker:
        found: Worker = self.app.state.worker
        return found

    @property
    def registry(self) -> Registry:
        return self.worker.registry

    def person(self) -> Person:
        self.people.append(Person(self.address))
        return self.people[-1]

    def start(self) -> None:
        self._thread.start()
        until = monotonic() + PATIENCE
        while not self._uvicorn.started:
            assert self._thread.is_alive() and monotonic() < until, "the server did not start"
            sleep(0.01)

    def stop(self) -> None:
        for person in self.people:
            person.http.close()
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()


@contextmanager
def serving(database: str, **changes: object) -> Iterator[Server]:
    """A server for as long as it is needed."""
    settings = Settings(database=database, rate_limits=False, static=Path("/nonexistent"))
    server = Server(replace(settings, **changes))  # type: ignore[arg-type]
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def serving_on(
    kind: str, request: pytest.FixtureRequest, folders: pytest.TempPathFactory, **changes: object
) -> Iterator[Server]:
    """A server for all tests of a module, on SQLite or PostgreSQL."""
    with ExitStack() as stack:
        if kind == "sqlite":
            database = f"sqlite:///{folders.mktemp('server') / 'games.sqlite'}"
        else:
            cluster: Cluster = request.getfixturevalue("postgres")
            database = stack.enter_context(cluster.database())
        yield stack.enter_context(serving(database, **changes))


def invite(creator: Person, guest: Person, scenario: str = "sword", **more: object) -> str:
    """A game of two people: the creator is the Allies, the guest takes the Germans by invitation."""
    seats = {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}
    info = creator.create(scenario, seats=seats, **more)
    token = next(seat.invitation for seat in info.seats if seat.seat == "german")
    assert guest.post("/join", {"token": token}).status_code == 200
    return info.id
