"""A side can give a game up: nobody else can do it for it, the game is over then, and all who look at it are told."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic, sleep

import httpx
import pytest

from bocage.server import wire
from tests.server.support import PATIENCE, Person, Server, problem, serving_on

BOTH_AT_ONE_SCREEN = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
FRIENDS = {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_on(request.param, request, tmp_path_factory) as running:
        yield running


def resign(person: Person, game: str, seat: str, number: int | None = None) -> httpx.Response:
    seen = person.info(game).number if number is None else number
    return person.post(f"/games/{game}/resign", {"seat": seat, "number": seen})


def resigned(person: Person, game: str, seat: str) -> wire.GameInfo:
    answer = resign(person, game, seat)
    assert answer.status_code == 200, answer.text
    return wire.GameInfo.model_validate_json(answer.text)


def friends(server: Server) -> tuple[Person, Person, str]:
    """Two people at a game of Sword, and its address."""
    anna, ben = server.person(), server.person()
    made = anna.create(seats=FRIENDS)
    token = next(seat.invitation for seat in made.seats if seat.seat == "german")
    assert ben.post("/join", {"token": token, "name": "Ben"}).status_code == 200
    return anna, ben, made.id


def test_a_side_gives_up_and_all_are_told(server: Server) -> None:
    anna, ben, game = friends(server)
    assert resigned(anna, game, "allied").status == "over"
    told = ben.info(game)
    assert (told.status, told.asked, told.my_turn) == ("over", "", False)
    assert told.outcome is not None
    assert (told.outcome.winner, told.outcome.resigned) == ("german", "allied")
    assert told.outcome.reason == "the Allies resigned"
    assert told.seed  # the game is over, so chance can be checked
    for seat in ("german", "allied", "all"):
        view = ben.view(game, seat)
        assert view.outcome == told.outcome and view.decision is None and not view.can_undo


def test_it_may_be_given_up_while_the_other_side_decides(server: Server) -> None:
    anna, ben, game = friends(server)
    waits = anna if anna.info(game).asked == "german" else ben
    seat = "allied" if waits is anna else "german"
    outcome = resigned(waits, game, seat).outcome
    assert outcome is not None and outcome.resigned == seat


def test_nobody_else_can_give_it_up(server: Server) -> None:
    anna, ben, game = friends(server)
    stranger, onlooker = server.person(), server.person()
    link = wire.GameInfo.model_validate_json(anna.post(f"/games/{game}/spectators", {}).text).spectator_link
    assert onlooker.post("/join", {"token": link}).status_code == 200
    for person, seat, status in [
        (ben, "allied", 403),
        (onlooker, "allied", 403),
        (onlooker, "spectator", 403),
        (stranger, "allied", 404),
        (anna, "all", 403),
        (anna, "nobody", 403),
    ]:
        assert resign(person, game, seat, number=0).status_code == status
    assert anna.info(game).status == "playing"


def test_a_game_that_is_over_or_has_gone_on_is_not_given_up(server: Server) -> None:
    anna, ben, game = friends(server)
    assert problem(resign(anna, game, "allied", number=99)).error == "stale"
    resigned(anna, game, "allied")
    for person, seat in ((anna, "allied"), (ben, "german")):
        assert problem(resign(person, game, seat)).text == "the game is over"
    outcome = anna.info(game).outcome
    assert outcome is not None and outcome.resigned == "allied"


def test_nothing_more_is_decided(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_AT_ONE_SCREEN).id
    asked = anna.info(game).asked
    view = anna.view(game, asked)
    resigned(anna, game, asked)
    assert view.decision is not None
    order = view.decision.orders[0].order
    assert problem(anna.order(game, asked, view.number, order)).text == "the game is over"
    assert problem(anna.post(f"/games/{game}/undo", {"seat": asked, "number": view.number})).text == "the game is over"
    assert anna.get(f"/games/{game}/why", seat=asked, order=order).json()["text"] == "the game is over"
    assert anna.get(f"/games/{game}/prospects", seat=asked).json()["prospects"] == []


def test_the_record_says_who_gave_up(server: Server) -> None:
    anna, ben, game = friends(server)
    asked = anna.info(game).asked
    person = anna if asked == "allied" else ben
    person.play(game, person.view(game, asked))
    resigned(ben, game, "german")
    text = anna.get(f"/games/{game}/record", seat="allied").text
    assert "\nresigned german\n" in text
    read = wire.GameInfo.model_validate_json(server.person().post("/records", {"text": text}).text)
    assert read.status == "over"
    assert read.outcome == anna.info(game).outcome
    false = text.replace("resigned german", "resigned nobody")
    assert "no side 'nobody'" in problem(server.person().post("/records", {"text": false})).text


def test_what_is_stored_stays_given_up(server: Server) -> None:
    anna, _, game = friends(server)
    resigned(anna, game, "allied")
    server.registry.forget(game)
    outcome = anna.view(game, "allied").outcome
    assert outcome is not None and outcome.resigned == "allied"


def test_divisions_of_one_side_give_up_together(server: Server) -> None:
    anna = server.person()
    game = anna.create("omaha_beach/first_waves").id
    outcome = resigned(anna, game, "29th").outcome
    assert outcome is not None
    assert (outcome.resigned, outcome.winner, outcome.reason) == ("us", "germans", "the Americans resigned")


def allies(server: Server) -> tuple[Person, Person, str]:
    """Two people at Omaha, each with a division, and the address of their game."""
    anna, ben = server.person(), server.person()
    seats = {"1st": {"kind": "human"}, "29th": {"kind": "invitation"}}
    made = anna.create("omaha_beach/first_waves", seats=seats)
    token = next(seat.invitation for seat in made.seats if seat.seat == "29th")
    assert ben.post("/join", {"token": token, "name": "Ben"}).status_code == 200
    return anna, ben, made.id


def test_people_of_one_side_give_up_when_each_has_said_so(server: Server) -> None:
    anna, ben, game = allies(server)
    onlooker = server.person()
    link = wire.GameInfo.model_validate_json(anna.post(f"/games/{game}/spectators", {}).text).spectator_link
    assert onlooker.post("/join", {"token": link}).status_code == 200
    told = resigned(anna, game, "1st")
    assert (told.status, told.resigning) == ("playing", ["1st"])
    assert ben.info(game).resigning == ["1st"]
    assert onlooker.info(game).resigning == [], "that is a matter of the side"
    server.registry.forget(game)
    assert resigned(anna, game, "1st").status == "playing", "saying it twice does not make it two"
    over = resigned(ben, game, "29th")
    assert over.status == "over" and over.outcome is not None and over.outcome.resigned == "us"
    assert over.resigning == []


def test_whoever_plays_on_does_not_give_up(server: Server) -> None:
    anna, ben, game = allies(server)
    asked = anna.info(game).asked
    plays, waits = (anna, ben) if asked == "1st" else (ben, anna)
    resigned(plays, game, asked)
    plays.play(game, plays.view(game, asked))
    assert waits.info(game).resigning == []
    other = "29th" if asked == "1st" else "1st"
    assert resigned(waits, game, other).status == "playing"


def test_who_sits_down_later_has_not_given_up(server: Server) -> None:
    anna, ben, game = allies(server)
    resigned(ben, game, "29th")
    left = ben.put(f"/games/{game}/seats/29th", {"kind": "bot", "bot": "sergeant"})
    assert left.status_code == 200, left.text
    assert anna.info(game).resigning == []
    assert resigned(anna, game, "1st").status == "over", "a program has no say"


def test_a_game_that_was_given_up_is_reviewed(server: Server) -> None:
    anna = server.person()
    game = anna.create("omaha_beach/easy_fox").id
    resigned(anna, game, "1st")
    assert anna.post(f"/games/{game}/review", {}).status_code == 200
    until = monotonic() + PATIENCE
    while (state := anna.get(f"/games/{game}/review").json())["status"] in ("waiting", "working"):
        assert monotonic() < until
        sleep(0.1)
    assert state["status"] == "ready"
