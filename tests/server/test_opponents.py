"""Opponents of ours: they play when they are asked, also after the server was killed, and hand over when they fail."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import cast

import httpx
import pytest

from bocage.cli import run
from bocage.players import PLAYERS, Limits
from bocage.players.intent import Account
from bocage.server import wire
from bocage.server.bots import driver
from bocage.server.bots.driver import ask
from bocage.server.bots.pool import BotPool
from bocage.server.playing import play_for_bots
from bocage.server.problems import overtaken
from bocage.server.registry import Registry
from bocage.server.showing import info_of
from bocage.server.storage import OrderRow, Storage
from bocage.server.visitors import Visitor
from tests.server.postgres import Cluster
from tests.server.support import PATIENCE, Person, problem, serving


def test_the_opponent_plays_its_set_up_and_its_turns(database_url: str) -> None:
    with serving(database_url) as server:
        anna = server.person()
        info = anna.create("sword")
        assert info.thinking == "german" and not info.my_turn
        view = anna.wait_for_turn(info.id, "allied")
        assert view.number >= 9 and view.decision is not None and view.decision.orders
        hint = wire.Hint.model_validate_json(anna.get(f"/games/{info.id}/hint", seat="allied").text)
        assert hint.order in [choice.order for choice in view.decision.orders] and hint.label
        assert anna.order(info.id, "allied", view.number, hint.order).status_code == 200


@pytest.mark.parametrize("failure", ["raising", "hanging", "dying"])
def test_an_opponent_that_fails_hands_over_and_the_game_goes_on(tmp_path: Path, failure: str) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with serving(database, players="tests.server.bad_players", limits=Limits(3.0, 60.0)) as server:
        anna = server.person()
        info = anna.create("sword", seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
        with server.registry.open(info.id) as session:
            found = session.stored.seat("german")
            assert found is not None
            bad = replace(found, kind="bot", bot=failure, invitation_hash=None)
            server.registry.store(session, session.stored.with_seat(bad), wire.LiveMessage(type="seats"))
        until = monotonic() + PATIENCE
        while not (seat := anna.info(info.id).seats[1]).failed:
            assert monotonic() < until
            sleep(0.05)
        assert "1039" not in seat.failed and anna.info(info.id).thinking == ""
        mine = anna.put(f"/games/{info.id}/seats/german", {"kind": "human"})
        assert [seat.mine for seat in wire.GameInfo.model_validate_json(mine.text).seats] == [True, True]
        nobody = anna.put(f"/games/{info.id}/seats/german", {"kind": "bot", "bot": "nobody"})
        assert problem(nobody).error == "bad input"
        changed = anna.put(f"/games/{info.id}/seats/german", {"kind": "bot", "bot": "random"})
        assert wire.GameInfo.model_validate_json(changed.text).seats[1].failed == ""
        assert anna.wait_for_turn(info.id, "allied").number >= 9
        spying = anna.put(f"/games/{info.id}/seats/german", {"kind": "human"})
        assert problem(spying).error == "not now" and "has a secret" in problem(spying).text


@pytest.mark.parametrize("failure", ["raising", "hanging", "dying"])
def test_while_one_that_plans_fails_another_gives_its_orders_and_it_keeps_its_seat(
    tmp_path: Path, failure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLAYERS, failure, PLAYERS["captain"])
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with serving(database, players="tests.server.bad_players", limits=Limits(3.0, 60.0)) as server:
        anna = server.person()
        seats = {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": failure}}
        monkeypatch.setattr("bocage.server.creating.check_bot", lambda name: name)
        game = anna.create("sword", seats=seats).id
        assert anna.wait_for_turn(game, "allied").number >= 9
        german = anna.info(game).seats[1]
        assert (german.kind, german.bot, german.failed) == ("bot", failure, "")


def test_one_that_failed_is_not_asked_again_by_mistake(database_url: str) -> None:
    """A seat whose opponent failed waits for a person, also while the other opponent of the game is asked."""
    with serving(database_url) as server:
        anna = server.person()
        game = anna.create("sword", seats={"allied": {"kind": "human"}, "german": {"kind": "human"}}).id
        asked: list[dict[str, str]] = []

        class Noting:
            def play(self, *arguments: object, **past: object) -> Future[list[str]]:
                bots = arguments[5]
                assert isinstance(bots, dict)
                asked.append(bots)
                return Future()

        with server.registry.open(game) as session:
            seats = (
                replace(session.stored.seats[0], kind="bot", bot="greedy", failed="it stumbled"),
                replace(session.stored.seats[1], kind="bot", bot="random"),
            )
            session.stored = replace(session.stored, seats=seats)
            ask(cast("BotPool", Noting()), session)
            server.registry.forget(game)
        assert asked == [{"german": "random"}]


def test_a_game_that_was_stored_with_the_former_name_of_an_opponent_shows_its_rank(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        anna = server.person()
        game = anna.create("sword", seats={"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "greedy"}}).id
        assert [seat.bot for seat in anna.info(game).seats] == [None, "sergeant"]
        with server.registry.open(game) as session:
            allied, german = session.stored.seats
            stored = replace(session.stored, seats=(allied, replace(german, bot="greedy")))
            shown = info_of(server.registry, stored, Visitor("anna", secure=False))
        assert shown.seats[1].bot == "sergeant"


def fail_to_store(monkeypatch: pytest.MonkeyPatch, error: Exception, times: int) -> list[float]:
    """Let orders of opponents be refused so often; when that was."""
    failures: list[float] = []

    def play(
        registry: Registry,
        game_id: str,
        after: int,
        reseedings: int,
        orders: Sequence[str],
        accounts: Sequence[tuple[int, Account]],
    ) -> None:
        if len(failures) < times:
            failures.append(monotonic())
            raise error
        play_for_bots(registry, game_id, after, reseedings, orders, accounts)

    monkeypatch.setattr(driver, "play_for_bots", play)
    return failures


def test_an_opponent_that_was_overtaken_thinks_anew_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At another worker somebody came to look on, say, while its orders were being stored."""
    overtakings = fail_to_store(monkeypatch, overtaken(), times=1)
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}", sweep_seconds=600.0) as server:
        anna = server.person()
        game = anna.create("sword").id
        assert anna.wait_for_turn(game, "allied").number >= 9
        assert len(overtakings) == 1


def test_a_store_that_fails_is_tried_again_at_the_next_sweep_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = fail_to_store(monkeypatch, OSError("no space left"), times=3)
    sweep = 0.5
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}", sweep_seconds=sweep) as server:
        anna = server.person()
        game = anna.create("sword").id
        assert anna.wait_for_turn(game, "allied").number >= 9
    first, _, last = failures
    assert last - first >= sweep, "it failed three times, with at least one whole sweep between the first and the last"


def test_two_opponents_play_each_other_while_their_maker_looks_on(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        anna = server.person()
        bots = {"allied": {"kind": "bot", "bot": "random"}, "german": {"kind": "bot", "bot": "random"}}
        info = anna.create("utah", seats=bots)
        assert info.role == "spectator"
        until = monotonic() + PATIENCE
        while anna.info(info.id).number < 60:
            assert monotonic() < until
            sleep(0.05)
        assert anna.view(info.id, "spectator").number >= 60
        anna.put(f"/games/{info.id}/seats/allied", {"kind": "human"})


# -- a process that is killed ---------------------------------------------------------------------------------------


class Process:
    """The real program."""

    def __init__(self, database: str, log: Path, *more: str) -> None:
        command = [sys.executable, "-m", "bocage", "serve", "--port", "0", "--no-open", "--database", database, *more]
        with log.open("ab") as file:
            self.popen = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=file, text=True, start_new_session=True
            )
        assert self.popen.stdout is not None
        line = self.popen.stdout.readline()
        found = re.search(r"http://\S+:\d+", line)
        assert found is not None, f"{line!r}; {log.read_text()[-2000:]}"
        self.address = found[0]

    def children(self) -> list[int]:
        pid = self.popen.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def kill(self) -> None:
        """Without any warning; what it had started must not stay behind."""
        children = self.children() if Path("/proc").is_dir() else []
        self.popen.kill()
        self.popen.wait()
        self.popen.stdout.close() if self.popen.stdout else None
        until = monotonic() + PATIENCE
        while any(Path(f"/proc/{child}").is_dir() for child in children):
            assert monotonic() < until, "a process of a killed server still runs"
            sleep(0.05)

    def end(self) -> None:
        self.popen.send_signal(signal.SIGTERM)
        try:
            self.popen.wait(PATIENCE)
        finally:
            self.popen.kill()
            self.popen.stdout.close() if self.popen.stdout else None


@contextmanager
def running(database: str, log: Path, *more: str) -> Iterator[Process]:
    process = Process(database, log, *more)
    try:
        yield process
    finally:
        if process.popen.poll() is None:
            process.end()


def play_until_it_dies(person: Person, game: str, acknowledged: list[OrderRow]) -> None:
    """Order as fast as possible and note what was acknowledged."""
    try:
        view = person.view(game, "german")
        while True:
            assert view.decision is not None
            if view.decision.seat != view.seat:
                view = person.view(game, view.decision.seat)
            assert view.decision is not None
            order = view.decision.orders[view.number % len(view.decision.orders)].order
            answer = person.order(game, view.seat, view.number, order)
            acknowledged.append(OrderRow(view.number + 1, view.seat, order, ""))
            view = wire.Screen.model_validate_json(answer.text).view
    except (httpx.HTTPError, OSError):
        return


def test_a_killed_server_loses_nothing_acknowledged_and_goes_on_after_its_start(
    database_url: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    acknowledged: list[OrderRow] = []
    with running(database_url, log) as server:
        anna = Person(server.address)
        hot_seat = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "human"}}).id
        bots = {"allied": {"kind": "bot", "bot": "greedy"}, "german": {"kind": "bot", "bot": "greedy"}}
        thinking = anna.create("sword", seats=bots).id
        player = Thread(target=play_until_it_dies, args=(anna, hot_seat, acknowledged))
        player.start()
        until = monotonic() + PATIENCE
        while len(acknowledged) < 40:
            assert monotonic() < until and player.is_alive()
            sleep(0.01)
        while anna.info(thinking).number < 20:  # it has set up and lands, and thinks on without end
            assert monotonic() < until
            sleep(0.02)
        assert anna.info(thinking).thinking
        server.kill()
        player.join()
    storage = Storage(database_url)
    found = storage.load(hot_seat)
    assert found is not None
    rows = [row._replace(chance="", secret_of="") for row in found[1]]
    assert rows[: len(acknowledged)] == acknowledged
    assert found[0].game.length == len(rows) <= len(acknowledged) + 1
    interrupted = storage.load(thinking)
    assert interrupted is not None and interrupted[0].game.status == "playing"
    stopped_at = interrupted[0].game.length
    assert stopped_at == len(interrupted[1]) >= 20
    storage.close()
    with running(database_url, log) as server:
        again = Person(server.address)
        again.http.cookies.update(dict(anna.http.cookies))
        assert again.info(hot_seat).number == len(rows)
        view = again.view(hot_seat, again.info(hot_seat).asked)
        assert again.play(hot_seat, view).number == len(rows) + 1
        until = monotonic() + PATIENCE
        while again.info(thinking).number <= stopped_at:
            assert monotonic() < until, "the opponent does not go on by itself"
            sleep(0.05)
        again.http.close()
    anna.http.close()
    assert "Traceback" not in log.read_text()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_opponents_go_on_after_the_whole_server_was_told_to_end(tmp_path: Path, how: signal.Signals) -> None:
    """As the machine's service manager or Ctrl-C does it: every process hears it, those that think too."""
    database, log = f"sqlite:///{tmp_path / 'games.sqlite'}", tmp_path / "log"
    bots = {"allied": {"kind": "bot", "bot": "greedy"}, "german": {"kind": "bot", "bot": "greedy"}}
    with running(database, log) as server:
        anna = Person(server.address)
        games = [anna.create("combined_campaign", seats=bots).id for _ in range(6)]
        until = monotonic() + PATIENCE
        while min(anna.info(game).number for game in games) < 15:
            assert monotonic() < until
            sleep(0.05)
        os.killpg(server.popen.pid, how)
        server.popen.wait(PATIENCE)
        server.popen.stdout.close() if server.popen.stdout else None
    storage = Storage(database)
    seats = [seat for game in games for seat in (storage.load(game) or pytest.fail("it is gone"))[0].seats]
    assert [seat.failed for seat in seats] == [""] * 12
    assert len(storage.waiting_for_bots()) == 6
    storage.close()
    anna.http.close()


def test_several_workers_play_one_game_and_end_together(postgres: Cluster, tmp_path: Path) -> None:
    with postgres.database() as database, running(database, tmp_path / "log", "--workers", "2") as server:
        people = [Person(server.address) for _ in range(2)]
        assert (tmp_path / "log").read_text().count("Application startup complete") >= 1, "ready means ready"
        game = people[0].create("utah", seats={"allied": {"kind": "human"}, "german": {"kind": "human"}}).id
        people[1].http.cookies.update(dict(people[0].http.cookies))
        for number in range(12):
            person = people[number % 2]
            view = person.view(game, person.info(game).asked)
            assert view.number == number
            person.play(game, view)
        server.kill()  # which sees that no worker stays behind
        for person in people:
            person.http.close()


def complaint(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the command line says to options that cannot be used."""
    assert run(["serve", "--no-open", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("bocage: ") and told.err.count("\n") == 1
    return told.err


def test_a_port_in_use_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = complaint(["--port", str(port)], capsys)
    assert told == f"bocage: port {port} is in use already; take another one: bocage serve --port 0\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--workers", "2"], "several workers need PostgreSQL"),
        (["--database", "mysql://x/y"], "SQLite or PostgreSQL"),
        (["--database", "nonsense"], "is not an address like"),
        (["--database", "sqlite://"], "needs a file"),
        (["--database", "postgresql://127.0.0.1:1/nothing"], "the database cannot be used"),
        (["--host", "256.0.0.1"], "is not an address of this machine"),
    ],
)
def test_bad_options_are_told_in_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = [] if "--database" in arguments else ["--database", f"sqlite:///{tmp_path / 'x.db'}"]
    assert sentence in complaint(["--port", "0", *usual, *arguments], capsys)
