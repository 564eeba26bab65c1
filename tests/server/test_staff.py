"""'Let the staff do the rest': the orders of a series are given one after the other in one request."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from bocage.server import playing, wire
from bocage.server.check import find_difference
from bocage.table.model import View
from tests.server.support import Person, Server, invite, problem, serving

BOTH_MINE = {"allied": {"kind": "human"}, "german": {"kind": "human"}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('staff') / 'games.sqlite'}") as running:
        yield running


def series_of(view: View) -> list[str]:
    return [series.id for series in view.decision.series] if view.decision is not None else []


def let_staff(person: Person, game: str, view: View, series: str) -> wire.Screen:
    answer = person.post(f"/games/{game}/staff", {"seat": view.seat, "number": view.number, "series": series})
    assert answer.status_code == 200, answer.text
    return wire.Screen.model_validate_json(answer.text)


def test_a_staff_sets_up_and_lands_everybody_and_all_of_it_is_one_change(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_MINE).id
    view = anna.view(game, "german")
    assert series_of(view) == ["GermanSetUp", "Landings"]
    screen = let_staff(anna, game, view, "GermanSetUp")
    assert screen.info.asked == "allied" and screen.info.number == 9
    view = anna.view(game, "allied")
    assert series_of(view) == ["AmphibiousLandings", "Landings", "FirstDay"]
    screen = let_staff(anna, game, view, "AmphibiousLandings")
    ashore = [piece for piece in screen.view.pieces if piece.id in {"8/3-br", "9/3-br", "185/3", "27"}]
    assert screen.view.phase == "Airborne landings" and all(len(piece.at) == 4 for piece in ashore)
    assert [entry.number for entry in screen.log] == sorted(entry.number for entry in screen.log)
    assert {entry.number for entry in screen.log} == set(range(10, screen.info.number + 1))
    with server.registry.open(game) as session:
        assert [played.seat for played in session.game.history[9:]] == ["allied"] * (screen.info.number - 9)


def test_what_a_staff_did_is_taken_back_in_one_as_far_as_undo_goes(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_MINE).id
    let_staff(anna, game, anna.view(game, "german"), "GermanSetUp")
    before = anna.view(game, "allied")
    landed = let_staff(anna, game, before, "AmphibiousLandings").view
    body = {"seat": "allied", "number": landed.number, "to": before.number}
    back = wire.Screen.model_validate_json(anna.post(f"/games/{game}/undo", body).text)
    assert back.view.number == before.number and back.view.pieces == before.pieces
    dropped = let_staff(anna, game, back.view, "Landings").view  # beyond the drops, where dice were thrown
    body = {"seat": "allied", "number": dropped.number, "to": before.number}
    assert problem(anna.post(f"/games/{game}/undo", body)).error == "refused"
    assert anna.view(game, "allied").number == dropped.number


def test_a_staff_stops_where_another_decides(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_MINE).id
    let_staff(anna, game, anna.view(game, "german"), "Landings")
    assert anna.info(game).asked == "allied"
    screen = let_staff(anna, game, anna.view(game, "allied"), "Landings")
    assert screen.info.asked == "german" or screen.view.turn.startswith("Turn 1 ")


def test_nobody_lets_a_staff_decide_for_another_or_in_what_is_no_series(server: Server) -> None:
    anna, bert, eve = server.person(), server.person(), server.person()
    game = invite(anna, bert)
    ask = {"seat": "german", "number": 0, "series": "GermanSetUp"}
    assert problem(anna.post(f"/games/{game}/staff", ask)).error == "not your seat"
    assert problem(eve.post(f"/games/{game}/staff", ask)).error == "not found"
    assert problem(bert.post(f"/games/{game}/staff", {**ask, "series": "Answers"})).error == "not now"
    assert problem(bert.post(f"/games/{game}/staff", {**ask, "number": 3})).error == "stale"
    assert bert.info(game).number == 0


@pytest.mark.parametrize(
    ("scenario", "seat"), [("dark_summer/campaign", "allied"), ("bloody_summer/race_to_cherbourg", "allied")]
)
def test_other_games_have_series_of_their_own(server: Server, scenario: str, seat: str) -> None:
    anna = server.person()
    info = anna.create(scenario)
    view = anna.wait_for_turn(info.id, info.asked or seat)
    for _ in range(40):
        if series_of(view):
            break
        view = anna.play(info.id, view)
    series = series_of(view)
    assert series
    after = let_staff(anna, info.id, view, series[0]).view
    assert after.number > view.number and series[0] not in series_of(after)


def test_of_several_staffs_and_an_order_for_one_decision_one_is_carried_out(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_MINE).id
    view = anna.view(game, "german")
    assert view.decision is not None
    ask = {"seat": "german", "number": 0, "series": "GermanSetUp"}
    order = {"seat": "german", "number": 0, "order": view.decision.orders[-1].order}
    wanted = [
        ("staff", ask),
        ("staff", ask),
        ("orders", order),
        ("undo", {"seat": "german", "number": 0}),
        ("staff", ask),
    ]
    with ThreadPoolExecutor(len(wanted)) as hands:
        answers = list(hands.map(lambda one: anna.post(f"/games/{game}/{one[0]}", one[1]), wanted))
    done = [answer for answer in answers if answer.status_code == 200]
    assert len(done) == 1
    assert {problem(answer).error for answer in answers if answer not in done} <= {"stale", "refused", "not now"}
    stored, orders = server.registry.read(game)
    assert stored.game.length == len(orders) == anna.info(game).number
    assert find_difference(stored, orders) is None


def test_orders_that_a_staff_chose_are_void_when_chance_was_drawn_anew_meanwhile(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bert sits down while the staff thinks: the drops that it has seen will not fall like that."""
    anna, bert = server.person(), server.person()
    info = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "human"}})
    let_staff(anna, info.id, anna.view(info.id, "german"), "GermanSetUp")
    view = anna.view(info.id, "allied")
    offered = anna.put(f"/games/{info.id}/seats/german", {"kind": "invitation"})
    token = next(seat["invitation"] for seat in offered.json()["seats"] if seat["seat"] == "german")
    store = playing.give_staff_orders

    def sits_down_first(*arguments: object) -> wire.Screen:
        assert bert.post("/join", {"token": token}).status_code == 200
        return store(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "give_staff_orders", sits_down_first)
    ask = {"seat": "allied", "number": view.number, "series": "Landings"}
    assert problem(anna.post(f"/games/{info.id}/staff", ask)).error == "stale"
    assert anna.info(info.id).number == view.number


@pytest.mark.parametrize("series", ["", " ", "Nonsense", "x" * 61, 'a"b', 7, None])
@pytest.mark.parametrize("number", [-1, "0", 1.5, 10**30, None, True])
def test_nonsense_for_a_staff_is_refused_in_a_sentence(server: Server, series: object, number: object) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_MINE).id
    refused = problem(anna.post(f"/games/{game}/staff", {"seat": "german", "number": number, "series": series}))
    assert refused.error == "bad input" and refused.text
