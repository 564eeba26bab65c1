"""Games whose rules are gone or fail: nothing of them is lost, and nobody else suffers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from sqlalchemy import update

import bocage
from bocage.games.fire_movement.title import RULES_VERSION
from bocage.kernel import Game, Order, record
from bocage.server import schema, wire
from bocage.server.check import check
from bocage.server.storage import Storage, Stored
from bocage.server.stored_record import stored_record
from tests.server.support import Person, Server, invite, problem, serving, serving_on

GONE = "fire_movement/dunkirk"
SET_UP = 9  # secret orders
BOTH_MINE = {"allied": {"kind": "human"}, "german": {"kind": "human"}}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_on(request.param, request, tmp_path_factory) as running:
        yield running


def remove_scenario(server: Server, game: str) -> None:
    """As if the next version of the program had this scenario no more."""
    with server.worker.storage.engine.begin() as connection:
        connection.execute(update(schema.games).where(schema.games.c.id == game).values(scenario=GONE))
    server.registry.forget(game)


def record_of(person: Person, game: str, seat: str) -> str:
    answer = person.get(f"/games/{game}/record", seat=seat)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_the_record_of_a_game_without_rules_is_what_it_was_for_every_seat(server: Server) -> None:
    anna, bert, otto, eve = (server.person() for _ in range(4))
    info = anna.create("sword", seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
    game = info.id
    bert.post("/join", {"token": info.seats[1].invitation})
    otto.post("/join", {"token": info.spectator_link})
    for _ in range(SET_UP):
        bert.play(game, bert.view(game, "german"))
    anna.play(game, anna.view(game, "allied"))
    seats = ((anna, "allied"), (bert, "german"), (otto, "spectator"))
    before = {seat: record_of(person, game, seat) for person, seat in seats}
    assert before["allied"].count("german ?") == SET_UP and "?" not in before["german"]
    remove_scenario(server, game)
    for person, seat in seats:
        assert record_of(person, game, seat) == before[seat].replace("fire_movement/sword", GONE)
    assert problem(anna.get(f"/games/{game}/record", seat="german")).error == "not your seat"
    assert problem(eve.get(f"/games/{game}/record", seat="spectator")).error == "not found"


def test_what_was_secret_is_in_the_record_when_it_has_been_revealed(server: Server) -> None:
    anna = server.person()
    game = anna.create("sword", seats=BOTH_MINE).id
    random = Random(1)
    while True:
        seat = anna.info(game).asked
        anna.play(game, anna.view(game, seat), random)
        text = record_of(anna, game, "allied")
        if seat == "allied" and "?" not in text:
            break
    remove_scenario(server, game)
    assert record_of(anna, game, "allied") == text.replace("fire_movement/sword", GONE)


def test_the_players_are_told_what_is_the_matter_and_may_do_nothing_else(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert, "utah")
    remove_scenario(server, game)
    held = anna.info(game)
    assert held.status == "held" and not held.my_turn
    assert held.held.startswith(f"this game cannot be shown any more: there is no scenario '{GONE}'")
    assert held.held.endswith("Its record is kept and can be downloaded")
    refused = anna.get(f"/games/{game}/view", seat="allied")
    assert refused.status_code == 409 and problem(refused).text == held.held
    assert anna.order(game, "allied", 0, "pass").status_code == 409


def test_one_such_game_does_not_spoil_the_list_of_the_others(server: Server) -> None:
    anna = server.person()
    guided, other = anna.create("on_to_caen", guided=True).id, anna.create("utah", seats=BOTH_MINE).id
    remove_scenario(server, guided)
    games = wire.GameList.model_validate_json(anna.get("/games").text).games
    assert {info.id for info in games} == {guided, other}


def test_a_finished_game_that_the_rules_play_differently_is_kept_whole(server: Server) -> None:
    anna = server.person()
    random = Random(3)
    played = bocage.new("utah", seed="1944")
    while not played.over:
        quick = [order for order in played.decision.orders if order.verb in played.setting.vocabulary.plain]
        played.play(random.choice(quick or list(played.decision.orders)))
    text = record.dump(played)
    game = wire.GameInfo.model_validate_json(anna.post("/records", {"text": text}).text).id
    found = server.worker.storage.load(game)
    assert found is not None and stored_record(*found, "all") == text, "made without the rules, it is the same"
    orders = schema.orders
    with server.worker.storage.engine.begin() as connection:
        connection.execute(update(orders).where(orders.c.game_id == game, orders.c.number == 21).values(text="at 0101"))
    server.registry.forget(game)
    kept = record_of(anna, game, "all").splitlines()
    assert len(kept) == len(text.splitlines()) and kept[-1] == f"result {played.hash()}"
    info = anna.info(game)
    assert info.status == "over" and info.held.endswith("order 21 is not legal any more")


def test_rules_that_fail_at_an_order_hold_the_game_there(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = server.person()
    game = anna.create("utah", seats=BOTH_MINE).id
    for _ in range(6):
        anna.play(game, anna.view(game, anna.info(game).asked))
    as_it_is = Game.play

    def fail_at_the_fourth(self: Game, order: Order | str, *, seat: str | None = None) -> object:
        if self.length == 3:
            raise KeyError("a rule that nobody tried")
        return as_it_is(self, order, seat=seat)

    monkeypatch.setattr(Game, "play", fail_at_the_fourth)
    server.registry.forget(game)
    held = anna.info(game)
    assert held.status == "held" and held.held.endswith("the present rules fail at order 4")
    assert anna.view(game, "spectator").number == 3
    (found,) = [one for one in check(server.worker.settings.database).differences if one.game_id == game]
    assert found.order == 4 and found.text.startswith("the present rules fail at order 4")


def test_an_order_at_which_the_rules_fail_leaves_the_game_as_it_was(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.person()
    game = anna.create("utah", seats=BOTH_MINE).id
    seat = anna.info(game).asked
    before = anna.view(game, seat)
    with server.registry.open(game) as session:
        kind = type(session.game.state)

    def half_way(self: object, order: Order) -> None:
        vars(self)["turn"] = 99
        raise KeyError("a rule that nobody tried")

    with monkeypatch.context() as broken:
        broken.setattr(kind, "resume", half_way)
        assert before.decision is not None
        assert anna.order(game, seat, 0, before.decision.orders[0].order).status_code == 500
    window = server.person()  # the connection ends with a failure
    window.http.cookies.update(dict(anna.http.cookies))
    assert window.view(game, seat) == before
    assert window.play(game, before).number == 1


def test_an_opponent_of_a_game_without_rules_is_not_asked_for_ever(server: Server) -> None:
    anna = server.person()
    game = anna.create("utah", seats=BOTH_MINE).id
    bot = {"kind": "bot", "bot": "random", "holder_hash": None}
    with server.worker.storage.engine.begin() as connection:
        connection.execute(update(schema.seats).where(schema.seats.c.game_id == game).values(**bot))
    remove_scenario(server, game)
    assert game in server.worker.storage.waiting_for_bots()
    server.worker.driver._ask(game)
    assert game not in server.worker.storage.waiting_for_bots()


def test_two_workers_that_renew_a_game_at_the_same_moment_both_show_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.person()
    game = anna.create("utah", seats=BOTH_MINE).id
    with server.worker.storage.engine.begin() as connection:
        connection.execute(update(schema.games).where(schema.games.c.id == game).values(rules_version="0"))
    server.registry.forget(game)
    as_it_is = Storage.load
    other = Storage(server.worker.settings.database)
    raced: list[Stored] = []

    def load_and_be_overtaken(self: Storage, game_id: str, after: int | None = None) -> object:
        found = as_it_is(self, game_id, after)
        if not raced and found is not None:
            raced.append(other.change(found[0], found[0]))
        return found

    monkeypatch.setattr(Storage, "load", load_and_be_overtaken)
    answer = anna.get(f"/games/{game}")
    other.close()
    assert answer.status_code == 200 and raced
    assert wire.GameInfo.model_validate_json(answer.text).rules_version == RULES_VERSION


# -- memory that is older than what another worker has stored ---------------------------------------------------------


def test_an_order_is_judged_by_the_game_as_it_is_stored(database_url: str) -> None:
    """One worker remembers an order that was taken back at another one, where something else was ordered then."""
    with serving(database_url) as first, serving(database_url) as second:
        anna, window = first.person(), second.person()
        game = anna.create("sword", seats=BOTH_MINE).id
        window.http.cookies.update(dict(anna.http.cookies))
        before = anna.view(game, "german")
        assert before.decision is not None
        one, other = before.decision.orders[0].order, before.decision.orders[-1].order
        assert anna.order(game, "german", 0, one).status_code == 200
        assert window.post(f"/games/{game}/undo", {"seat": "german", "number": 1}).status_code == 200
        assert window.order(game, "german", 0, other).status_code == 200
        answer = anna.order(game, "german", 1, one)  # of which the first worker remembers that the hex is taken
        assert answer.status_code == 200, answer.text
