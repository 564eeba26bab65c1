"""Summaries: made beside the server, once for all who ask, and nobody waits for another's."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from bocage.server import wire
from bocage.server.session import Session
from bocage.server.summarising import Summaries, Work
from bocage.table import model
from tests.golden.recorded import FOLDER
from tests.server import slow_summaries
from tests.server.support import PATIENCE, Person, Server, problem, serving

TEXT = (FOLDER / "easy_fox.bocage").read_text()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('summaries') / 'games.sqlite'}") as running:
        yield running


@contextmanager
def working(server: Server, work: Work) -> Iterator[None]:
    """A server with other summaries."""
    usual, other = server.worker.summaries, Summaries(server.registry, work)
    server.worker.summaries = other
    try:
        yield
    finally:
        server.worker.summaries = usual
        other.stop()


def finished(person: Person) -> str:
    answer = person.post("/records", {"text": TEXT})
    assert answer.status_code == 201, answer.text
    return wire.GameInfo.model_validate_json(answer.text).id


def ask(person: Person, game: str, seat: str = "all") -> httpx.Response:
    return person.get(f"/games/{game}/summary", seat=seat)


def test_a_long_summary_is_made_once_and_the_server_goes_on_meanwhile(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(slow_summaries.FOLDER, str(tmp_path))
    anna, bert, eve = (server.person() for _ in range(3))
    game, begun = finished(anna), tmp_path / "begun"
    with working(server, slow_summaries.waiting), ThreadPoolExecutor(2) as threads:
        asked = [threads.submit(ask, person, game) for person in (anna, bert)]
        until = monotonic() + PATIENCE
        while not begun.exists():
            assert monotonic() < until
            sleep(0.02)
        assert eve.view(game, "spectator").outcome is not None  # the same game
        assert not any(answer.done() for answer in asked)
        (tmp_path / "go").touch()
        told = [answer.result(PATIENCE) for answer in asked]
        server.registry.forget(game)
        told.append(ask(eve, game))
        assert [answer.status_code for answer in told] == [200, 200, 200]
        assert told[0].text == told[1].text == told[2].text
        assert begun.read_text() == "None\n"
        assert ask(eve, game, "spectator").status_code == 200
        assert begun.read_text() == "None\nspectator\n"


def test_a_summary_is_what_the_table_tells_of_the_whole_game(server: Server) -> None:
    anna = server.person()
    game = finished(anna)
    with server.registry.open(game) as session:
        expected = session.table.summary(list(session.moments(None)), None)
    assert ask(anna, game).text == expected.model_dump_json()


def test_the_server_does_not_go_through_a_game_itself(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = server.person()
    game = finished(anna)
    monkeypatch.setattr(Session, "moments", None)
    assert ask(anna, game).status_code == 200


def test_one_order_later_it_is_another_summary(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "human"}}).id
    before = ask(anna, game, "german")
    anna.play(game, anna.view(game, "german"))
    ends = [
        {curve.points[-1][0] for curve in model.Summary.model_validate_json(answer.text).curves}
        for answer in (before, ask(anna, game, "german"))
    ]
    assert ends == [{0}, {1}]


def test_a_summary_that_fails_says_so_and_can_be_asked_for_again(server: Server) -> None:
    anna = server.person()
    game = finished(anna)
    with working(server, slow_summaries.raising):
        for _ in range(2):
            told = problem(ask(anna, game))
            assert told.text == "there is no summary: it stumbled over an error of its own (ValueError)"
    assert ask(anna, game).status_code == 200


def test_nobody_keeps_all_others_waiting_for_a_summary(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(slow_summaries.FOLDER, str(tmp_path))
    anna = server.person()
    games = [finished(anna) for _ in range(4)]
    with working(server, slow_summaries.waiting), ThreadPoolExecutor(3) as threads:
        waiting = [threads.submit(ask, anna, game) for game in games[:3]]
        until = monotonic() + PATIENCE
        while len(server.worker.summaries._kept) < 3:
            assert monotonic() < until
            sleep(0.02)
        assert problem(ask(anna, games[3])).text.startswith("another summary that you asked for is not ready yet")
        (tmp_path / "go").touch()
        assert [answer.result(PATIENCE).status_code for answer in waiting] == [200] * 3


def test_luck_on_the_beach_is_told_as_hits_fewer_or_more(server: Server) -> None:
    anna = server.person()
    summary = model.Summary.model_validate_json(ask(anna, finished(anna)).text)
    luck = [curve for curve in summary.curves if curve.unit]
    assert luck and all(curve.unit == ("hit", "hits") for curve in luck)
    for curve in luck:
        assert curve.than is not None
        kind, unkind = curve.than
        assert kind.startswith("fewer") and unkind.startswith("more")
