"""Things that happen at the same moment, in one worker and in two: one of them wins, and the game stays one game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from threading import Barrier

import httpx
import pytest

from bocage.kernel import BocageError
from bocage.server import wire
from bocage.server.playing import play_for_bots
from bocage.server.problems import Trouble
from bocage.server.registry import Registry, try_replay
from tests.server.postgres import Cluster
from tests.server.support import Person, Server, invite, serving

BOTH_MINE = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
ROUNDS = 4  # of two orders at the most, and the German set-up has nine


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def workers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers on one database, as two workers are."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            database = f"sqlite:///{tmp_path_factory.mktemp('races') / 'games.sqlite'}"
        else:
            cluster: Cluster = request.getfixturevalue("postgres")
            database = stack.enter_context(cluster.database())
        yield [stack.enter_context(serving(database)) for _ in range(2)]


@pytest.fixture(params=["one worker", "two workers"])
def pair(request: pytest.FixtureRequest, workers: list[Server]) -> tuple[Server, Server]:
    return workers[0], workers[request.param == "two workers"]


def at_once(*deeds: Callable[[], httpx.Response | None]) -> list[int]:
    """Do all of it at the same moment; the statuses of the answers, 0 for what has none."""
    start = Barrier(len(deeds))

    def do(deed: Callable[[], httpx.Response | None]) -> int:
        start.wait()
        answer = deed()
        return answer.status_code if answer is not None else 0

    with ThreadPoolExecutor(len(deeds)) as threads:
        return list(threads.map(do, deeds))


def same_browser(person: Person, server: Server) -> Person:
    """Another window of a browser, which happens to be served by another worker."""
    window = server.person()
    window.http.cookies.update(dict(person.http.cookies))
    return window


def check_one_game(game: str, *servers: Server) -> int:
    """What is stored replays to what every worker has in memory; returns its length."""
    found = servers[0].worker.storage.load(game)
    assert found is not None
    stored, orders = found
    assert try_replay(stored, orders).difference == ""
    assert [row.number for row in orders] == list(range(1, stored.game.length + 1))
    for server in servers:
        with server.registry.open(game) as session:
            assert session.game.hash() == stored.game.state_hash and session.stored == stored
    return stored.game.length


def test_an_order_and_an_undo_of_the_one_before(pair: tuple[Server, Server]) -> None:
    anna = pair[0].person()
    game = anna.create(seats=BOTH_MINE).id
    window = same_browser(anna, pair[1])
    for _ in range(ROUNDS):
        view = anna.play(game, anna.view(game, "german"))
        assert view.decision is not None
        order = view.decision.orders[0].order
        undo = {"seat": "german", "number": view.number}
        codes = at_once(
            partial(anna.order, game, "german", view.number, order),
            partial(window.post, f"/games/{game}/undo", undo),
        )
        assert sorted(codes) == [200, 409]
        assert check_one_game(game, *pair) == view.number + (1 if codes[0] == 200 else -1)


def test_an_order_and_the_consent_to_take_back(pair: tuple[Server, Server]) -> None:
    anna, bert = pair[0].person(), pair[1].person()
    game = invite(anna, bert)
    for _ in range(ROUNDS):
        view = bert.play(game, bert.view(game, "german"))
        assert view.decision is not None
        order = view.decision.orders[0].order
        bert.post(f"/games/{game}/takeback", {"seat": "german", "to": view.number - 1})
        codes = at_once(
            partial(bert.order, game, "german", view.number, order),
            partial(anna.post, f"/games/{game}/takeback/answer", {"seat": "allied", "agree": True}),
        )
        assert sorted(codes) == [200, 409]
        assert check_one_game(game, *pair) == view.number + (1 if codes[0] == 200 else -1)
        assert anna.info(game).takeback is None


def test_many_follow_the_same_invitation(pair: tuple[Server, Server]) -> None:
    anna = pair[0].person()
    for _ in range(ROUNDS):
        info = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
        token = info.seats[1].invitation
        guests = [pair[place % 2].person() for place in range(4)]
        codes = at_once(*(partial(guest.post, "/join", {"token": token}) for guest in guests))
        assert sorted(codes) == [200, 409, 409, 409]
        sitting = guests[codes.index(200)]
        assert [seat.mine for seat in sitting.info(info.id).seats] == [False, True]
        assert [guest.get(f"/games/{info.id}").status_code for guest in guests].count(200) == 1
        check_one_game(info.id, *pair)


def test_an_order_and_a_friend_who_sits_down(pair: tuple[Server, Server]) -> None:
    """Whichever comes first, every die follows from the seed that counted then."""
    anna = pair[0].person()
    for _ in range(ROUNDS):
        game = anna.create("utah", seats=BOTH_MINE).id
        answer = anna.put(f"/games/{game}/seats/german", {"kind": "invitation"})
        token = {"token": wire.GameInfo.model_validate_json(answer.text).seats[1].invitation}
        while not (view := anna.view(game, "allied")).undo_reason.endswith("chance has spoken since"):
            anna.play(game, view)
        assert view.decision is not None
        bert = pair[1].person()
        codes = at_once(
            partial(anna.order, game, "allied", view.number, view.decision.orders[0].order),
            partial(bert.post, "/join", token),
        )
        assert codes[0] == 200 and codes[1] in (200, 409)
        assert bert.post("/join", token).status_code == 200
        assert check_one_game(game, *pair) == view.number + 1
        assert len(bert.info(game).reseedings) == 1


@pytest.mark.parametrize("looks_first", [False, True])
def test_a_worker_that_has_not_heard_of_it_throws_no_old_dice(pair: tuple[Server, Server], looks_first: bool) -> None:
    anna, bert = pair[0].person(), pair[1].person()
    game = anna.create("utah", seats=BOTH_MINE).id
    answer = anna.put(f"/games/{game}/seats/german", {"kind": "invitation"})
    token = wire.GameInfo.model_validate_json(answer.text).seats[1].invitation
    view = anna.view(game, "allied")
    with pair[0].registry.open(game) as session:
        old = session.game.state.chance.key
    assert bert.post("/join", {"token": token}).status_code == 200
    view = anna.play(game, anna.view(game, "allied") if looks_first else view)
    while not view.undo_reason.endswith("chance has spoken since"):
        view = anna.play(game, view)
    with pair[0].registry.open(game) as session:
        assert session.game.state.chance.key != old
    check_one_game(game, *pair)


def think(registry: Registry, game: str, order: str) -> None:
    """An opponent's answer comes; if somebody else was first, it is too late."""
    with suppress(Trouble, BocageError):
        play_for_bots(registry, game, 0, 0, [order])


def test_an_opponents_orders_and_a_player_who_takes_its_seat(
    pair: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    for server in pair:
        monkeypatch.setattr(server.registry, "on_change", lambda stored: None)  # the opponent's orders come from here
    anna = pair[0].person()
    registry = pair[1].registry
    for _ in range(ROUNDS):
        game = anna.create().id
        with registry.open(game) as session:
            order = str(session.game.decision.orders[0])

        codes = at_once(
            partial(think, registry, game, order), partial(anna.put, f"/games/{game}/seats/german", {"kind": "human"})
        )
        length = check_one_game(game, *pair)
        seat = anna.info(game).seats[1]
        assert (length, seat.kind, codes[1]) in ((0, "human", 200), (1, "bot", 409)), (
            "its seat is gone, or its secret is safe"
        )


def test_the_one_who_lost_is_told_so_in_one_sentence(pair: tuple[Server, Server]) -> None:
    anna = pair[0].person()
    game = anna.create(seats=BOTH_MINE).id
    windows = [same_browser(anna, pair[place % 2]) for place in range(4)]
    view = anna.view(game, "german")
    assert view.decision is not None
    orders = [choice.order for choice in view.decision.orders]
    answers: list[httpx.Response] = []

    def give(place: int) -> httpx.Response:
        answers.append(windows[place].order(game, "german", 0, orders[place]))
        return answers[-1]

    codes = at_once(*(partial(give, place) for place in range(4)))
    assert sorted(codes) == [200, 409, 409, 409]
    for answer in answers:
        if answer.status_code == 409:
            problem = wire.Problem.model_validate_json(answer.text)
            assert problem.error == "stale" and problem.number == 1
    assert check_one_game(game, *pair) == 1
