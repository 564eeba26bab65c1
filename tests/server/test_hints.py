"""'What would you do?': an opponent thinks in the place of the one who decides, and of nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bocage.players import Limits
from bocage.server import wire, worker
from bocage.server.bots import pool
from bocage.server.bots.driver import ask_hint
from tests.golden.recorded import FOLDER
from tests.server.support import Server, invite, problem, serving, serving_on

BOTH_MINE = {"allied": {"kind": "human"}, "german": {"kind": "human"}}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_on(request.param, request, tmp_path_factory) as running:
        yield running


def test_a_hint_is_an_order_from_the_list_in_its_words_and_changes_nothing(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert)
    view = bert.view(game, "german")
    assert view.decision is not None
    hint = wire.Hint.model_validate_json(bert.get(f"/games/{game}/hint", seat="german").text)
    words = {choice.order: choice.label for choice in view.decision.orders}
    assert words[hint.order] == hint.label != hint.order
    assert bert.view(game, "german") == view
    assert bert.order(game, "german", 0, hint.order).status_code == 200


def test_a_hint_among_the_orders_with_a_verb_has_that_verb(server: Server) -> None:
    anna = server.person()
    text = (FOLDER / "sword_greedy.bocage").read_text()
    number = text.partition("\n\n")[2].splitlines().index("allied end")
    finished = wire.GameInfo.model_validate_json(anna.post("/records", {"text": text}).text)
    branch = anna.post(f"/games/{finished.id}/branch", {"number": number, "seats": BOTH_MINE})
    game = wire.GameInfo.model_validate_json(branch.text).id
    decision = anna.view(game, "allied").decision
    assert decision is not None
    for verb in {choice.verb for choice in decision.orders}:
        hint = wire.Hint.model_validate_json(anna.get(f"/games/{game}/hint", seat="allied", verb=verb).text)
        assert hint.order.split()[0] == verb
    assert anna.get(f"/games/{game}/hint", seat="allied", verb="fly").status_code == 200  # nothing flies: any order


def test_a_hint_says_what_it_costs_for_sure(server: Server) -> None:
    anna = server.person()
    text = (FOLDER / "sword_greedy.bocage").read_text()
    number = text.partition("\n\n")[2].splitlines().index("allied stand 153/51")
    finished = wire.GameInfo.model_validate_json(anna.post("/records", {"text": text}).text)
    branch = anna.post(f"/games/{finished.id}/branch", {"number": number, "seats": BOTH_MINE})
    game = wire.GameInfo.model_validate_json(branch.text).id
    decision = anna.view(game, "allied").decision
    assert decision is not None
    hint = wire.Hint.model_validate_json(anna.get(f"/games/{game}/hint", seat="allied").text)
    assert hint.loss == next(choice.loss for choice in decision.orders if choice.order == hint.order)
    assert hint.loss.endswith(("153/51 loses a step.", "153/51 is eliminated."))


def test_nobody_gets_a_hint_for_another_seat_or_out_of_turn(server: Server) -> None:
    anna, bert, otto, eve = (server.person() for _ in range(4))
    info = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
    bert.post("/join", {"token": info.seats[1].invitation})
    otto.post("/join", {"token": info.spectator_link})
    path = f"/games/{info.id}/hint"
    for person, seat, error in (
        (anna, "allied", "not now"),
        (anna, "german", "not your seat"),
        (otto, "german", "not your seat"),
        (otto, "spectator", "not your seat"),
        (eve, "german", "not found"),
    ):
        assert problem(person.get(path, seat=seat)).error == error
    assert problem(anna.get(path, seat="allied")).text == "german decides now, not allied"


def test_a_hint_for_a_decision_that_is_past_is_no_hint(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_MINE).id

    def be_overtaken(self: worker.Worker, game_id: str, seat: str, verb: str, visitor: object) -> object:
        with self.registry.open(game_id) as session:
            number, thought = session.game.length, ask_hint(self.pool, session)
        thought.result(timeout=20)
        view = window.view(game, "german")
        window.play(game, view)
        return number, thought

    window = server.person()
    window.http.cookies.update(dict(anna.http.cookies))
    monkeypatch.setattr(worker.Worker, "ask_hint", be_overtaken)
    late = problem(anna.get(f"/games/{game}/hint", seat="german"))
    assert late.error == "stale" and late.number == 1


@pytest.mark.parametrize(
    ("adviser", "sentence"),
    [
        ("ignorant", "there is no hint: greedy does not know this game"),
        ("hanging", "there is no hint: the opponent found no move within 2 seconds"),
        ("raising", "there is no hint: the opponent stumbled over an error of its own (ValueError)"),
    ],
)
def test_an_adviser_that_knows_nothing_says_so_and_the_game_goes_on(
    database_url: str, adviser: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "DEFAULT", adviser)
    with serving(database_url, players="tests.server.bad_players", limits=Limits(2.0, 60.0)) as server:
        anna = server.person()
        game = anna.create(seats=BOTH_MINE).id
        refused = problem(anna.get(f"/games/{game}/hint", seat="german"))
        assert (refused.error, refused.text) == ("not now", sentence)
        assert anna.play(game, anna.view(game, "german")).number == 1
