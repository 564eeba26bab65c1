"""What a seat may not know is in nothing that its browser is ever sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from websockets.sync.client import ClientConnection

import bocage
from bocage.games import open_setting
from bocage.kernel import SPECTATOR
from bocage.server import wire
from bocage.table import table_of
from tests.conformance.test_hidden import Twins
from tests.server.support import PATIENCE, Person, Server, problem, serving

SEED = "the same dice in both games"
SECRET_SET_UP = 9  # orders
TO_COMPARE = 160  # orders of a game, with landings, face-down markers and some turns


def leave_nothing_to_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs differ in nothing but what is ordered: same names, secrets, dice and time."""
    monkeypatch.setattr("bocage.server.creating.new_game_id", lambda: "thegame")
    monkeypatch.setattr("bocage.server.storage.time", lambda: 1944.0)
    monkeypatch.setattr("bocage.server.creating.time", lambda: 1944.0)
    tokens = iter([SEED, *(f"token-{number:020}" for number in range(50))])
    monkeypatch.setattr("bocage.server.creating.new_token", lambda: next(tokens))


def everything(person: Person, seat: str) -> Iterator[str]:
    """All that a browser can ask about a game at one moment, in the hope of learning something."""
    for path in ("", "/chat", "/board"):
        yield person.get(f"/games/thegame{path}").text
    yield person.get("/games").text
    for path in ("/view", "/log", "/record", "/summary"):
        yield person.get(f"/games/thegame{path}", seat=seat).text
    for number in (0, 1, 4):
        yield person.get("/games/thegame/view", seat=seat, number=number).text
    for kind in ("zones", "supply", "range", "threat", "enemy", "nonsense"):
        yield person.get("/games/thegame/overlay", seat=seat, kind=kind).text
    for order in ("at 0939", "land 1838", "pass", "nonsense"):
        yield person.get("/games/thegame/why", seat=seat, order=order).text
        yield person.get("/games/thegame/odds", seat=seat, order=order).text
    for other in ("german", "all", "french"):
        for path in ("/view", "/log", "/record", "/summary", "/hint"):
            yield person.get(f"/games/thegame{path}", seat=other).text
    yield person.post("/games/thegame/orders", {"seat": "german", "number": 0, "order": "at 0939"}).text
    yield person.post("/games/thegame/undo", {"seat": seat, "number": 3}).text
    yield person.post("/games/thegame/branch", {"number": 0}).text
    yield person.put("/games/thegame/seats/german", {"kind": "human"}).text


def frames(socket: ClientConnection, number: int) -> Iterator[str]:
    """What is heard up to the news of an order."""
    while True:
        text = str(socket.recv(PATIENCE))
        message = wire.LiveMessage.model_validate_json(text)
        if message.type != "presence":  # when who came may differ, and tells nothing
            yield text
        if message.type == "changed" and message.number == number:
            return


def traffic(database: str, set_up: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that the Allies and an onlooker hear until the German set-up is revealed."""
    leave_nothing_to_chance(monkeypatch)
    with serving(database) as server:
        anna, bert, otto = server.person(), server.person(), server.person()
        info = anna.create("sword", seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
        bert.post("/join", {"token": info.seats[1].invitation})
        otto.post("/join", {"token": info.spectator_link})
        told: list[str] = []
        with anna.live("thegame") as for_anna, otto.live("thegame") as for_otto:
            for number in range(SECRET_SET_UP):
                view = bert.view("thegame", "german")
                assert view.decision is not None and view.decision.seat == "german"
                assert bert.order("thegame", "german", number, view.decision.orders[set_up].order).status_code == 200
                told += frames(for_anna, number + 1)
                told += frames(for_otto, number + 1)
                if number in (0, SECRET_SET_UP - 1):
                    told += everything(anna, "allied")
                    told += everything(otto, SPECTATOR)
            assert problem(anna.get("/games/thegame/view", seat="german")).error == "not your seat"
            told += play_until_it_is_revealed(server, anna, for_anna)
        return told


def play_until_it_is_revealed(server: Server, anna: Person, socket: ClientConnection) -> Iterator[str]:
    """The Allies land."""
    with server.house.open("thegame") as session:
        secret = dict(vars(session.game.state)["secret"])
    assert len(secret) == SECRET_SET_UP
    while True:
        view = anna.view("thegame", "allied")
        assert view.decision is not None and view.decision.seat == "allied"
        answer = anna.order("thegame", "allied", view.number, view.decision.orders[0].order)
        with server.house.open("thegame") as session:
            if session.game.state.revealed:
                return
        yield answer.text
        yield from frames(socket, view.number + 1)


def test_the_allies_and_an_onlooker_hear_the_same_whatever_the_germans_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = traffic(f"sqlite:///{tmp_path / 'first.sqlite'}", 0, monkeypatch)
    second = traffic(f"sqlite:///{tmp_path / 'second.sqlite'}", -1, monkeypatch)
    assert len(first) == len(second) > 100
    for one, other in zip(first, second, strict=True):
        assert one == other
    assert any("german ?" in text for text in first), "the record was among it, with the secrets left out"


def test_through_a_whole_game_a_view_holds_nothing_but_what_its_seat_may_know(tmp_path: Path) -> None:
    """Beside the game on the server another one is played that differs in what the seat may not know."""
    table = table_of(open_setting("sword"))
    with serving(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        anna, bert, otto = server.person(), server.person(), server.person()
        info = anna.create("sword", seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
        bert.post("/join", {"token": info.seats[1].invitation})
        otto.post("/join", {"token": info.spectator_link})
        with server.house.open(info.id) as session:
            seed = session.game.seed
        assert seed is not None
        people = {"allied": anna, "german": bert, SPECTATOR: otto}
        twins = {seat: Twins(bocage.new("sword", seed=seed), seat, Random(seat)) for seat in people}
        random = Random(6)
        compared = 0
        game = twins["allied"].game
        while not game.over and game.length < TO_COMPARE:
            seat, number = game.decision.seat, game.length
            orders = game.decision.orders
            acting = [order for order in orders if order.verb not in game.setting.vocabulary.plain]
            order = str(random.choice(acting if acting and random.random() < 0.8 else orders))
            assert people[seat].order(info.id, seat, number, order).status_code == 200
            for watching, pair in twins.items():
                pair.play(pair.game.parse(order))
                if pair.twin is None:
                    continue
                shown = json.loads(people[watching].get(f"/games/{info.id}/view", seat=watching).text)
                expected = json.loads(table.view(pair.twin.view(watching), watching, number + 1).model_dump_json())
                for beside in ("since", "can_undo", "undo_reason"):
                    del shown[beside], expected[beside]
                assert shown == expected
                compared += 1
        assert compared > 40 and all(pair.secrets for pair in twins.values() if pair.seat != "german")
