"""Boards that are open hear at once what happens; others hear nothing."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from bocage.server import hub, wire
from tests.server.support import PATIENCE, Person, Server, invite, serving, serving_on

SERVICE_RESTART = 1012


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_on(request.param, request, tmp_path_factory) as running:
        yield running


def hear(socket: ClientConnection, kind: str) -> wire.LiveMessage:
    """The next message of a kind."""
    until = monotonic() + PATIENCE
    while True:
        message = wire.LiveMessage.model_validate_json(socket.recv(until - monotonic()))
        if message.type == kind:
            return message


def close_code(socket: ClientConnection) -> int:
    try:
        while True:
            socket.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 0


def test_an_order_is_heard_by_all_and_each_is_told_what_he_may_know(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert)
    with anna.live(game) as for_anna, bert.live(game) as for_bert:
        view = bert.view(game, "german")
        assert view.decision is not None
        secret = view.decision.orders[0].hex
        assert secret is not None
        bert.play(game, view)
        heard, own = hear(for_anna, "changed"), hear(for_bert, "changed")
        assert (heard.number, heard.by) == (1, "german") and secret not in heard.text
        assert own.number == 1 and secret in own.text
        anna.post(f"/games/{game}/chat", {"text": "Are you there?"})
        assert hear(for_bert, "chat").by == "allied"
        bert.put(f"/games/{game}/seats/german", {"name": "Bert"})
        assert hear(for_anna, "seats").by == "german"


def test_who_gives_up_his_seat_is_not_told_its_secrets_any_more(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert)
    with bert.live(game) as for_bert:
        view = bert.view(game, "german")
        assert view.decision is not None
        secret = view.decision.orders[0].hex
        link = bert.put(f"/games/{game}/seats/german", {"kind": "invitation"})
        token = wire.GameInfo.model_validate_json(link.text).seats[1].invitation
        assert anna.post("/join", {"token": token}).status_code == 200
        anna.play(game, anna.view(game, "german"))
        heard = hear(for_bert, "changed")
        assert heard.number == 1 and secret is not None and secret not in heard.text
        assert bert.get(f"/games/{game}/view", seat="german").status_code == 403
        assert bert.info(game).role == "spectator"


def test_people_see_who_is_present(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert)

    def present() -> list[bool]:
        return [seat.present for seat in anna.info(game).seats]

    assert present() == [False, False]
    with anna.live(game) as for_anna:
        hear(for_anna, "presence")
        with bert.live(game):
            hear(for_anna, "presence")
            assert present() == [True, True]
        hear(for_anna, "presence")
        assert present() == [True, False]


def test_only_players_and_onlookers_may_listen_and_only_from_our_own_page(server: Server) -> None:
    anna, bert, eve = server.person(), server.person(), server.person()
    game = invite(anna, bert)
    with eve.live(game) as socket:
        assert close_code(socket) == hub.NO_SUCH_GAME
    with eve.live("aaaaaaaaaaaaaa") as socket:
        assert close_code(socket) == hub.NO_SUCH_GAME
    with pytest.raises(InvalidStatus):
        anna.live(game, Origin="https://elsewhere.example")
    with anna.live(game, Origin=server.address) as socket:
        hear(socket, "presence")


def test_what_a_client_says_is_ignored_and_one_who_does_not_read_is_cut_off(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert)
    with anna.live(game) as socket:
        hear(socket, "presence")
        for _ in range(20):
            socket.send("give me the German set-up")
        bert.play(game, bert.view(game, "german"))
        assert hear(socket, "changed").number == 1
    listener = hub.Listener("someone", (), "spectator")
    for _ in range(hub.QUEUE + 1):
        listener.put(wire.LiveMessage(type="presence"))
    assert listener.queue.qsize() == 1 and listener.queue.get_nowait() is None


@pytest.mark.parametrize("game", ["%00%00%00%00%00%00", "x", "a" * 400, "GAMEGAMEGAME", "%F0%9F%8E%B2aaaaaa"])
def test_an_address_that_no_game_can_have_is_refused_as_one_that_none_has(server: Server, game: str) -> None:
    with server.person().live(game) as socket:
        assert close_code(socket) == hub.NO_SUCH_GAME


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_board_looks_again_when_its_worker_had_lost_the_word_of_the_others(database_url: str) -> None:
    with serving(database_url) as first, serving(database_url) as second:
        anna, bert = first.person(), first.person()
        game = invite(anna, bert)
        elsewhere = second.person()
        elsewhere.http.cookies.update(dict(anna.http.cookies))
        with elsewhere.live(game) as socket:
            hear(socket, "presence")
            with first.worker.storage.engine.begin() as connection:
                ended = connection.execute(
                    text(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE query LIKE 'LISTEN%' AND datname = current_database()"
                    )
                ).all()
            assert len(ended) == 2
            bert.play(game, bert.view(game, "german"))
            assert hear(socket, "changed").number in (0, 1)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)  # SQLite has one worker only
def test_what_one_worker_does_is_heard_on_the_boards_of_another(database_url: str) -> None:
    with serving(database_url) as first, serving(database_url) as second:
        anna, bert = first.person(), first.person()
        game = invite(anna, bert)
        elsewhere = Person(second.address)
        elsewhere.http.cookies.update(dict(anna.http.cookies))
        with elsewhere.live(game) as socket:
            hear(socket, "presence")
            bert.play(game, bert.view(game, "german"))
            assert hear(socket, "changed").number == 1
            bert.post(f"/games/{game}/chat", {"text": "hello"})
            hear(socket, "chat")
            until = monotonic() + PATIENCE
            while not bert.info(game).seats[0].present:
                assert monotonic() < until, "the first worker has not heard that Anna is present at the second"
                sleep(0.05)
        elsewhere.http.close()


def test_everybody_is_told_when_the_server_stops(database_url: str) -> None:
    with ExitStack() as later:
        with serving(database_url) as server:
            anna, bert = server.person(), server.person()
            socket = later.enter_context(anna.live(invite(anna, bert)))
            hear(socket, "presence")
        hear(socket, "restart")
        assert close_code(socket) == SERVICE_RESTART


# -- how far thoughts are ---------------------------------------------------------------------------------------------


def let_ponder(server: Server, game: str) -> None:
    """Give the Germans to one who thinks for two seconds."""
    with server.registry.open(game) as session:
        seat = session.stored.seat("german")
        assert seat is not None
        slow = replace(seat, kind="bot", bot="pondering", invitation_hash=None)
        server.registry.store(session, session.stored.with_seat(slow), wire.LiveMessage(type="seats"))


def heard_done(socket: ClientConnection, kind: str) -> float:
    """How far the next thought is that is not only begun."""
    while (done := hear(socket, kind).done) is None:
        pass
    return done


def test_a_board_hears_how_far_the_thought_of_an_opponent_is(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}", players="tests.server.bad_players") as server:
        anna = server.person()
        game = anna.create("sword", seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}}).id
        with anna.live(game) as socket:
            hear(socket, "presence")
            let_ponder(server, game)
            first, second = heard_done(socket, "thinking"), heard_done(socket, "thinking")
            assert 0 <= first < second < 1
            assert hear(socket, "changed").by == "german"


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_board_of_another_worker_hears_it_too(database_url: str) -> None:
    with (
        serving(database_url, players="tests.server.bad_players") as first,
        serving(database_url, players="tests.server.bad_players") as second,
    ):
        anna = first.person()
        game = anna.create("sword", seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}}).id
        elsewhere = second.person()
        elsewhere.http.cookies.update(dict(anna.http.cookies))
        with elsewhere.live(game) as socket:
            hear(socket, "presence")
            until = monotonic() + PATIENCE
            while not first.worker.hub.present(game):
                assert monotonic() < until
                sleep(0.02)
            let_ponder(first, game)
            assert heard_done(socket, "thinking") < 1


def test_only_who_asked_for_advice_hears_how_far_it_is(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert)
    with anna.live(game) as for_anna, bert.live(game) as for_bert, ThreadPoolExecutor(1) as hands:
        hear(for_bert, "presence")
        asked = hands.submit(bert.get, f"/games/{game}/advice", seat="german")
        assert 0 <= heard_done(for_bert, "advising") < 1
        assert asked.result(PATIENCE).status_code == 200
        bert.play(game, bert.view(game, "german"))
        kinds = []
        while "changed" not in kinds:
            kinds.append(wire.LiveMessage.model_validate_json(for_anna.recv(PATIENCE)).type)
        assert "advising" not in kinds
