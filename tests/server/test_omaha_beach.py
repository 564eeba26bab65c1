"""D-Day at Omaha Beach over the network: one player or two allies, and what nobody may know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import bocage
from bocage.games.omaha_beach.state import State
from bocage.kernel import SPECTATOR
from bocage.kernel.record import dump
from bocage.server import wire
from tests.server.support import Person, Server, problem, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('omaha') / 'games.sqlite'}") as running:
        yield running


ORDERS = 48
THOROUGH_EVERY = 12


def test_one_person_leads_both_divisions_without_a_curtain(server: Server) -> None:
    anna = server.person()
    info = anna.create("first_waves")
    assert [(seat.seat, seat.title, seat.side, seat.mine, seat.kind) for seat in info.seats] == [
        ("1st", "1st Division", "us", True, "human"),
        ("29th", "29th Division", "us", True, "human"),
    ]
    assert not info.hides and info.my_turn
    (card,) = [
        c for c in wire.Catalogue.model_validate_json(anna.get("/catalogue").text).scenarios if c.name == info.scenario
    ]
    assert card.default_seats == ["1st", "29th"] == [seat.id for seat in card.seats] and not card.hides


def test_a_turn_that_passes_without_a_decision_is_told_under_its_own_name(server: Server) -> None:
    anna = server.person()
    game = bocage.new("omaha_beach/easy_fox", seed=7)  # the first to be asked is asked in turn 2
    opened = wire.GameInfo.model_validate_json(anna.post("/records", {"text": dump(game)}).text)
    log = wire.Screen.model_validate_json(anna.get(f"/games/{opened.id}/screen", seat="1st").text).log
    begins = [place for place, entry in enumerate(log) if entry.kind == "turn_begins"]
    names = [entry.turn.split(" · ")[0] for entry in log]
    assert len(begins) == 2
    assert set(names[: begins[1]]) == {"Turn 1 of 16"} and set(names[begins[1] :]) == {"Turn 2 of 16"}


def test_two_allies_play_one_division_each(server: Server) -> None:
    anna, bert = server.person(), server.person()
    seats = {"1st": {"kind": "human"}, "29th": {"kind": "invitation"}}
    info = anna.create("first_waves", seats=seats, options={"players": "two"})
    game = info.id
    assert bert.post("/join", {"token": info.seats[1].invitation}).status_code == 200
    people, random, played = {"1st": anna, "29th": bert}, Random(4), {"1st": 0, "29th": 0}
    while min(played.values()) < 3:
        asked = anna.info(game).asked
        other = "29th" if asked == "1st" else "1st"
        view = people[asked].view(game, asked)
        assert view.decision is not None
        wrong = people[other].order(game, other, view.number, view.decision.orders[0].order)
        assert wrong.status_code != 200 and not people[other].view(game, other).decision.orders  # type: ignore[union-attr]
        assert problem(people[other].order(game, asked, view.number, "end")).error == "not your seat"
        people[asked].play(game, view, random)
        played[asked] += 1


def test_nobody_can_take_back_what_the_cards_have_decided(server: Server) -> None:
    anna, random = server.person(), Random(2)
    game = anna.create("first_waves").id
    while not (view := anna.view(game, anna.info(game).asked)).undo_reason.endswith("chance has spoken since"):
        anna.play(game, view, random)
    seat = anna.info(game).asked
    answer = anna.post(f"/games/{game}/takeback", {"seat": seat, "to": 0})
    assert answer.status_code == 409 and "chance has spoken" in problem(answer).text
    assert anna.info(game).number == view.number


def test_a_running_game_is_not_branched_off_to_see_what_lies_face_down(server: Server) -> None:
    anna = server.person()
    game = anna.create("easy_fox").id
    answer = anna.post(f"/games/{game}/branch", {"number": 0})
    assert answer.status_code == 409 and "what nobody may know yet would be seen" in problem(answer).text


def test_the_second_division_can_be_left_to_the_program(server: Server) -> None:
    anna = server.person()
    info = anna.create("first_waves", seats={"1st": {"kind": "human"}, "29th": {"kind": "bot", "bot": "random"}})
    assert [seat.kind for seat in info.seats] == ["human", "bot"]


def test_easy_fox_is_guided_by_one_who_plays_alone(server: Server) -> None:
    info = server.person().create("easy_fox", guided=True)
    assert info.guide is not None and info.guide.steps and [seat.kind for seat in info.seats] == ["human"]


# -- what nobody may know ---------------------------------------------------------------------------------------------


def everything(person: Person, game: str, seat: str) -> Iterator[str]:
    """All that can be asked about a game at one moment."""
    view = person.view(game, seat)
    yield view.model_dump_json()
    for path in ("", "/board"):
        yield person.get(f"/games/{game}{path}").text
    for path in ("/screen", "/log", "/record", "/summary", "/turn", "/prospects"):
        yield person.get(f"/games/{game}{path}", seat=seat).text
    yield person.get(f"/games/{game}/turn", seat=seat, number=0).text
    board = person.get(f"/games/{game}/board").json()
    for overlay in board["overlays"]:
        for about in [choice["id"] for choice in overlay.get("choices", [])][:12] or [""]:
            yield person.get(f"/games/{game}/overlay", seat=seat, kind=overlay["id"], unit=about).text
    for order in view.decision.orders[:12] if view.decision is not None else []:
        yield person.get(f"/games/{game}/odds", seat=seat, order=order.order).text
    for words in ("attack 0809", "barrage 0809", "reveal 0809", "act A/1/16", "nonsense"):
        yield person.get(f"/games/{game}/why", seat=seat, order=words).text


@pytest.mark.parametrize("scenario", ["first_waves", "beyond_the_beach"])
def test_no_answer_depends_on_pools_unrevealed_units_or_the_order_of_the_deck(server: Server, scenario: str) -> None:
    """Whatever is hidden is exchanged for something else on the server, and every answer stays what it was."""
    anna, otto, random = server.person(), server.person(), Random(6)
    info = anna.create(scenario)
    otto.post("/join", {"token": info.spectator_link})
    compared = changed = 0
    for number in range(ORDERS):
        asked = anna.info(info.id).asked
        if not asked:
            break
        if number % THOROUGH_EVERY == 0:
            people = ((anna, asked), (otto, SPECTATOR))
            before = [list(everything(person, info.id, seat)) for person, seat in people]
            with server.registry.open(info.id) as session:
                true = session.game.state
                assert isinstance(true, State)
                session.game.state = true.view(asked).imagine(asked, random.randrange)
                changed += session.game.state.facts() != true.facts()
            after = [list(everything(person, info.id, seat)) for person, seat in people]
            assert after == before
            compared += sum(map(len, before))
            with server.registry.open(info.id) as session:
                session.game.state = true
        view = anna.view(info.id, asked)
        anna.play(info.id, view, random)
    assert compared > 200 and changed >= 3
