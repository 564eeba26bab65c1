"""How a real server bears many games at once, and how much a browser has to load.

Scripted clients play games on a server of its own process: each gives an order, waits for the answer, thinks about two
seconds and goes on. Then the server is killed, and what it acknowledged is looked for in its database.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, perf_counter
from typing import NamedTuple

import bocage
from bocage.games import list_scenarios
from bocage.kernel import BocageError
from bocage.kernel.record import dump
from bocage.lab.bench import Row
from bocage.server.check import find_difference
from bocage.server.storage import Storage
from bocage.server.visitors import COOKIE, new_token

GAMES, SECONDS = 200, 120.0
AGAINST_CAPTAINS, OTHERS = 50, 50  # people who play against captains, and games of people beside them
THINKING = 2.0  # seconds from an answer to the next order, on average
LOOKING = 2.0  # seconds after which one who waits looks again
FACED = "sword"  # what is played against captains
PLAYED_BEFORE = 500  # orders at most, so that all phases of a game are met
SEED = 1944
STATIC = Path(__file__).parent / "static"


def run(*, quick: bool = False, only: str = "", progress: Callable[[str], None] = lambda _: None) -> list[Row]:
    """Measure everything, or only the rows whose name contains ``only``."""
    rows: list[Row] = []
    if only in (name := "order round trip"):
        progress(name)
        rows += round_trips(*((20, 10.0) if quick else (GAMES, SECONDS)))
    if only in (name := "order beside captains"):
        progress(name)
        rows += beside_captains(*((8, 8, 20.0) if quick else (AGAINST_CAPTAINS, OTHERS, SECONDS)))
    if only in (name := "JavaScript of the board"):
        progress(name)
        rows.append(javascript())
    return rows


def javascript(folder: Path = STATIC) -> Row:
    """What a browser loads before it can show anything, compressed as servers compress it."""
    files = [*folder.rglob("*.js")]
    if not files:
        raise BocageError("the board has not been built: run make setup")
    size = sum(len(gzip.compress(file.read_bytes(), 6)) for file in files)
    return Row("JavaScript of the board, compressed", size / 1000, "kB", target="<= 300")


class Load(NamedTuple):
    """What the clients saw: how long each order took, and the orders that were acknowledged."""

    seconds: list[float]
    acknowledged: dict[str, list[Order]]


class Order(NamedTuple):
    """An order by its number in the game."""

    number: int
    seat: str
    text: str


def round_trips(games: int, seconds: float) -> list[Row]:
    """Play on a server and look afterwards whether anything is lost."""
    with tempfile.TemporaryDirectory(prefix="bocage-bench-") as folder:
        database = f"sqlite:///{Path(folder) / 'games.db'}"
        with running_server(database, Path(folder) / "log") as address:
            load = asyncio.run(_play_all(address, games, seconds))
        wrong = _lost_or_forked(database, load)
    name = f"order round trip, {games} games at once"
    return [
        Row(f"{name}, median", median(load.seconds) * 1000, "ms", target="< 50"),
        Row(f"{name}, 99th percentile", quantiles(load.seconds, n=100)[98] * 1000, "ms", target="< 150"),
        Row(f"{name}, orders", len(load.seconds), "orders"),
        Row(f"{name}, games with orders lost or forked", wrong, "games", target="0"),
    ]


def beside_captains(people: int, others: int, seconds: float) -> list[Row]:
    """How long orders of others take while many play against captains, and how long these wait for an answer."""
    with tempfile.TemporaryDirectory(prefix="bocage-bench-") as folder:
        database = f"sqlite:///{Path(folder) / 'games.db'}"
        with running_server(database, Path(folder) / "log") as address:
            load, waits = asyncio.run(_play_beside_captains(address, people, others, seconds))
    name = f"order beside captains ({people} people against them, {others} other games)"
    longest = [max(waited) for waited in waits if waited]
    return [
        Row(f"{name}, median", median(load.seconds) * 1000, "ms", target="< 50"),
        Row(f"{name}, 99th percentile", quantiles(load.seconds, n=100)[98] * 1000, "ms", target="<= 150"),
        Row(f"{name}, orders", len(load.seconds), "orders"),
        Row(f"{name}, longest wait of each for a captain, median", median(longest), "s"),
        Row(f"{name}, longest wait of each for a captain, the longest", max(longest), "s"),
    ]


@contextmanager
def running_server(database: str, log: Path) -> Iterator[tuple[str, int]]:
    """The address of a server in a process of its own, which is killed without warning at the end."""
    command = [sys.executable, "-m", "bocage", "serve", "--port", "0", "--no-open", "--database", database]
    with log.open("wb") as errors:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://([\d.]+):(\d+)/", server.stdout.readline())
        if found is None:
            raise BocageError(f"the server did not start: {log.read_text().strip()}")
        yield found[1], int(found[2])
    finally:
        server.kill()
        server.communicate()


def _lost_or_forked(database: str, load: Load) -> int:
    """How many games do not hold exactly the acknowledged orders, or do not replay."""
    storage = Storage(database)
    try:
        wrong = 0
        for game_id, acknowledged in load.acknowledged.items():
            found = storage.load(game_id)
            stored = [Order(row.number, row.seat, row.text) for row in found[1]] if found is not None else []
            same = stored == acknowledged
            wrong += not same or found is None or find_difference(*found) is not None
        return wrong
    finally:
        storage.close()


# -- clients


async def _play_all(address: tuple[str, int], games: int, seconds: float) -> Load:
    load = Load([], {})
    chooser = random.Random(SEED)
    clients = [Client(address, *_begun_game(number, chooser)) for number in range(games)]
    for client in clients:
        await client.open()
    end = monotonic() + seconds
    async with asyncio.TaskGroup() as tasks:
        for number, client in enumerate(clients):
            tasks.create_task(client.play(end, random.Random(SEED + number), load.seconds))
    for client in clients:
        load.acknowledged[client.game_id] = client.acknowledged
    return load


async def _play_beside_captains(
    address: tuple[str, int], people: int, others: int, seconds: float
) -> tuple[Load, list[list[float]]]:
    chooser, load = random.Random(SEED), Load([], {})
    clients = [Client(address, *_begun_game(number, chooser)) for number in range(others)]
    facing = [Facing(address, "", []) for _ in range(people)]
    for client in (*clients, *facing):
        await client.open()
    end = monotonic() + seconds
    async with asyncio.TaskGroup() as tasks:
        for number, client in enumerate((*facing, *clients)):
            tasks.create_task(client.play(end, random.Random(SEED + number), load.seconds))
    return load, [client.waits for client in facing]


def _begun_game(number: int, chooser: random.Random) -> tuple[str, list[Order]]:
    """The record of a game that has been played for a while, and its orders."""
    scenarios = [info.name for info in list_scenarios()]
    game = bocage.new(scenarios[number % len(scenarios)], seed=number)
    for _ in range(chooser.randrange(PLAYED_BEFORE)):
        if game.over:
            return _begun_game(number, chooser)
        game.play(chooser.choice(game.decision.orders))
    return dump(game), [Order(n, played.seat, str(played.order)) for n, played in enumerate(game.history, 1)]


class Client:
    """Somebody who plays both seats of one game at one screen, over a connection of his own."""

    def __init__(self, address: tuple[str, int], record: str, orders: list[Order]) -> None:
        self._address = address
        self._head = f"Host: {address[0]}:{address[1]}\r\nCookie: {COOKIE}={new_token()}\r\nAccept-Encoding: gzip\r\n"
        self._record = record
        self.acknowledged = orders
        self.game_id = ""
        self._asked = ""

    async def open(self) -> None:
        """Begin with the record of a game, and look at it."""
        async with self._connected():
            info = json.loads(await self._ask("POST", "/api/records", {"text": self._record}))
            self.game_id, self._asked = info["id"], info["asked"]
            await self._ask("GET", f"/api/games/{self.game_id}/view?seat={self._asked}")

    async def play(self, end: float, chooser: random.Random, seconds: list[float]) -> None:
        """Play until the time is over; how long each order took goes to ``seconds``."""
        await asyncio.sleep(chooser.uniform(0, 2 * THINKING))
        async with self._connected():
            game, seat = f"/api/games/{self.game_id}", self._asked
            view = json.loads(await self._ask("GET", f"{game}/view?seat={seat}"))
            while monotonic() < end and view["decision"] is not None:
                if view["decision"]["seat"] != seat:
                    seat = view["decision"]["seat"]
                    view = json.loads(await self._ask("GET", f"{game}/view?seat={seat}"))
                order = Order(view["number"] + 1, seat, chooser.choice(view["decision"]["orders"])["order"])
                wanted = {"seat": seat, "number": view["number"], "order": order.text}
                begun = perf_counter()
                answer = await self._ask("POST", f"{game}/orders", wanted)
                seconds.append(perf_counter() - begun)
                self.acknowledged.append(order)
                view = json.loads(answer)["view"]
                await asyncio.sleep(chooser.uniform(0.5, 1.5) * THINKING)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[None]:
        self._reader, self._writer = await asyncio.open_connection(*self._address)
        try:
            yield
        finally:
            self._writer.close()

    async def _ask(self, method: str, path: str, body: object = None) -> bytes:
        """The body of the answer to a request; anything but success is an error."""
        content = json.dumps(body).encode() if body is not None else b""
        kind = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n" if content else ""
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{self._head}{kind}\r\n".encode() + content)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = re.search(r"\r\ncontent-length: (\d+)", head)
        assert length is not None, head
        answer = await self._reader.readexactly(int(length[1]))
        if "\r\ncontent-encoding: gzip" in head:
            answer = gzip.decompress(answer)
        if not head.startswith("http/1.1 2"):
            raise BocageError(f"the server refused {method} {path}: {answer.decode()}")
        return answer


class Facing(Client):
    """Somebody who plays against a captain, and waits for its answers."""

    waits: list[float]  # seconds

    async def open(self) -> None:
        """Begin a game in which the captain is asked first."""
        self.waits = []
        async with self._connected():
            seats = {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "captain"}}
            info = json.loads(await self._ask("POST", "/api/games", {"scenario": FACED, "seats": seats}))
            self.game_id = info["id"]

    async def play(self, end: float, chooser: random.Random, seconds: list[float]) -> None:
        """Play until the time is over; a wait that has not ended by then counts as far as it went."""
        game = f"/api/games/{self.game_id}"
        async with self._connected():
            while monotonic() < end:
                if not await self._answered(game, end):
                    return
                view = json.loads(await self._ask("GET", f"{game}/view?seat=allied"))
                if view["decision"] is None or view["decision"]["seat"] != "allied":
                    continue
                order = chooser.choice(view["decision"]["orders"])["order"]
                wanted = {"seat": "allied", "number": view["number"], "order": order}
                await self._ask("POST", f"{game}/orders", wanted)
                await asyncio.sleep(chooser.uniform(0.5, 1.5) * THINKING)

    async def _answered(self, game: str, end: float) -> bool:
        """Wait until it is our turn; False if the game or the time is over before."""
        begun = perf_counter()
        while (info := json.loads(await self._ask("GET", game)))["asked"] == "german":
            if monotonic() >= end:
                break
            await asyncio.sleep(LOOKING)
        else:
            begun = begun if perf_counter() - begun > LOOKING else 0.0
        if begun:
            self.waits.append(perf_counter() - begun)
        return bool(info["asked"] == "allied")
