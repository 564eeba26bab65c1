"""A game between programs can be halted, stepped, let on, and taken over by whoever set it up."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic, sleep

import pytest

from bocage.kernel import BocageError
from bocage.server import wire
from bocage.server.playing import BATCH, play_for_bots
from bocage.server.seating import LEAD
from tests.server.support import PATIENCE, Person, Server, problem, serving_on

PROGRAMS = {"allied": {"kind": "bot", "bot": "random"}, "german": {"kind": "bot", "bot": "random"}}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_on(request.param, request, tmp_path_factory) as running:
        yield running


def pace(person: Person, game: str, go: str, number: int = 0) -> wire.GameInfo:
    answer = person.post(f"/games/{game}/pace", {"go": go, "number": number})
    assert answer.status_code == 200, answer.text
    return wire.GameInfo.model_validate_json(answer.text)


def wait_until(person: Person, game: str, number: int) -> wire.GameInfo:
    until = monotonic() + PATIENCE
    while monotonic() < until:
        info = person.info(game)
        if info.number >= number:
            return info
        sleep(0.02)
    raise AssertionError(f"order {number} was not given within {PATIENCE} seconds")


def rest(server: Server) -> None:
    """Until no opponent thinks any more."""
    until = monotonic() + PATIENCE
    while server.worker.driver._busy and monotonic() < until:
        sleep(0.02)


def test_programs_halt_go_one_step_and_go_on(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=PROGRAMS).id
    wait_until(anna, game, 5)
    halted = pace(anna, game, "halt")
    assert halted.host and halted.halted and not halted.thinking
    rest(server)
    assert anna.info(game).number == halted.number
    assert server.registry.storage.waiting_for_bots() == []
    for step in (1, 2):
        pace(anna, game, "step")
        assert wait_until(anna, game, halted.number + step).halted
        rest(server)
        assert anna.info(game).number == halted.number + step
    assert not pace(anna, game, "on").halted
    assert wait_until(anna, game, halted.number + 12).status in ("playing", "over")
    pace(anna, game, "halt")
    rest(server)


def test_programs_that_are_followed_wait_until_what_they_did_was_shown(server: Server) -> None:
    anna, bert = server.person(), server.person()
    made = anna.create(seats=PROGRAMS, follow=True)
    game = made.id
    rest(server)
    assert made.followed and anna.info(game).number == 0
    shown = 0
    for _ in range(3):
        pace(anna, game, "follow", shown)
        wait_until(anna, game, shown + LEAD)
        rest(server)
        info = anna.info(game)
        assert shown + LEAD <= info.number < shown + LEAD + BATCH
        assert info.followed and not info.halted and info.status == "playing"
        shown = info.number
    bert.post("/join", {"token": made.spectator_link})
    assert problem(bert.post(f"/games/{game}/pace", {"go": "follow", "number": shown})).error == "not now"
    pace(anna, game, "follow", shown + 1000)  # nobody was shown what has not happened
    wait_until(anna, game, shown + LEAD)
    rest(server)
    assert anna.info(game).number < shown + LEAD + BATCH
    pace(anna, game, "halt")
    assert pace(anna, game, "shown", shown).halted  # what was told too late lets nobody go on
    assert not pace(anna, game, "on").followed
    wait_until(anna, game, shown + 3 * (LEAD + BATCH))
    pace(anna, game, "halt")
    rest(server)


def test_whoever_sits_down_does_so_at_the_moment_that_was_shown(server: Server) -> None:
    anna = server.person()
    made = anna.create(seats=PROGRAMS, follow=True)
    game, number = made.id, 0
    while number <= LEAD + BATCH:
        pace(anna, game, "follow", number)
        wait_until(anna, game, number + LEAD)
        rest(server)
        number = anna.info(game).number
    far = anna.put(f"/games/{game}/seats/allied", {"kind": "human", "after": number - LEAD - BATCH - 1})
    assert problem(far).error == "not now"
    assert anna.info(game).number == number
    bert = server.person()
    bert.post("/join", {"token": made.spectator_link})
    assert bert.put(f"/games/{game}/seats/allied", {"kind": "human", "after": number - 2}).status_code == 403
    with server.registry.open(game) as session:
        before = [str(played.order) for played in session.game.history]
    taken = anna.put(f"/games/{game}/seats/german", {"kind": "human", "after": number - 2})
    assert taken.status_code == 200, taken.text
    info = wire.GameInfo.model_validate_json(taken.text)
    assert (info.number, info.role, info.followed) == (number - 2, "player", False)
    with server.registry.open(game) as session:
        after = [str(played.order) for played in session.game.history][: number - 2]
    assert after == before[: number - 2]


def test_whoever_set_it_up_takes_a_seat_and_the_other_program_plays_on(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=PROGRAMS).id
    wait_until(anna, game, 3)  # the Germans set up in secret
    pace(anna, game, "halt")
    rest(server)
    taken = anna.put(f"/games/{game}/seats/allied", {"kind": "human"})
    assert taken.status_code == 200, taken.text
    info = wire.GameInfo.model_validate_json(taken.text)
    assert info.role == "player" and not info.halted
    with server.registry.open(game) as session:
        secret = "german" in session.secret_keepers()
    peek = anna.put(f"/games/{game}/seats/german", {"kind": "human"})
    assert secret == (peek.status_code == 409)
    if not secret:
        anna.put(f"/games/{game}/seats/german", {"kind": "bot", "bot": "random"})
    view = anna.wait_for_turn(game, "allied")
    assert view.decision is not None and view.decision.orders
    for _ in range(6):
        anna.play(game, view)
        view = anna.wait_for_turn(game, "allied")


def test_a_program_whose_seat_was_taken_while_it_thought_has_not_given_up(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "human"}}).id
    with server.registry.open(game) as session:
        asked, late = session.game.decision.seat, str(session.game.decision.orders[0])
    play_for_bots(server.registry, game, 0, 0, [late])
    assert anna.info(game).number == 0
    with pytest.raises(BocageError, match="gave no order"):
        play_for_bots(server.registry, game, 0, 0, [])
    anna.play(game, anna.view(game, asked))
    assert anna.info(game).number == 1


def test_who_has_sat_somewhere_looks_into_no_other_hand(server: Server) -> None:
    """Only the first seat of one who set programs to play each other is free of the question what it hides."""
    anna = server.person()
    game = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "human"}}).id
    for _ in range(3):
        anna.play(game, anna.view(game, "german"))
    for seat in ("allied", "german"):
        pace(anna, game, "halt")
        assert anna.put(f"/games/{game}/seats/{seat}", {"kind": "bot", "bot": "random"}).status_code == 200
    with server.registry.open(game) as session:
        assert session.secret_keepers() == {"german"} and not session.stored.game.between_programs
    assert problem(anna.put(f"/games/{game}/seats/german", {"kind": "human"})).error == "not now"


def test_nobody_else_halts_a_game_and_nobody_where_another_person_plays(server: Server) -> None:
    anna, bert, eve = server.person(), server.person(), server.person()
    info = anna.create(seats=PROGRAMS)
    bert.post("/join", {"token": info.spectator_link})
    assert problem(bert.post(f"/games/{info.id}/pace", {"go": "halt"})).error == "not now"
    assert problem(eve.post(f"/games/{info.id}/pace", {"go": "halt"})).error == "not found"
    pace(anna, info.id, "halt")
    invited = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
    assert not invited.host
    assert problem(anna.post(f"/games/{invited.id}/pace", {"go": "halt"})).error == "not now"
    rest(server)


def test_a_guest_who_sits_down_in_a_halted_game_finds_opponents_that_play(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = anna.create(seats=PROGRAMS).id
    wait_until(anna, game, 3)
    pace(anna, game, "halt")
    rest(server)
    offered = wire.GameInfo.model_validate_json(anna.put(f"/games/{game}/seats/allied", {"kind": "invitation"}).text)
    token = next(seat.invitation for seat in offered.seats if seat.seat == "allied")
    joined = wire.GameInfo.model_validate_json(bert.post("/join", {"token": token}).text)
    assert not joined.halted and not joined.host
    assert bert.wait_for_turn(game, "allied").decision is not None


def test_what_a_guest_kept_secret_stays_so_when_a_program_plays_on_for_him(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = anna.create(seats=PROGRAMS).id
    pace(anna, game, "halt")
    rest(server)
    offered = wire.GameInfo.model_validate_json(anna.put(f"/games/{game}/seats/german", {"kind": "invitation"}).text)
    token = next(seat.invitation for seat in offered.seats if seat.seat == "german")
    assert bert.post("/join", {"token": token}).status_code == 200
    with server.registry.open(game) as session:
        assert session.secret_keepers() == {"german"} or not session.game.length
    view = bert.view(game, "german")
    if view.decision is not None and view.decision.seat == "german":
        bert.play(game, view)
    bot = {"kind": "bot", "bot": "colonel"}  # who thinks long before the secret is out
    assert bert.put(f"/games/{game}/seats/german", bot).status_code == 200
    taken = anna.put(f"/games/{game}/seats/german", {"kind": "human"})
    assert problem(taken).error == "not now"
