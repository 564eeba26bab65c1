"""Orders: one for each decision, stored before they are acknowledged, taken back, and branched off."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import update

import bocage
from bocage.games import open_setting
from bocage.games.bloody_summer.pieces import ZONE_IDS
from bocage.games.bloody_summer.words import ZONE
from bocage.games.fire_movement.title import RULES_VERSION
from bocage.kernel import record
from bocage.server import schema, wire
from bocage.server.registry import try_replay
from bocage.server.storage import Conflict
from bocage.table import model
from tests.questions import REWORDED, first_hash, reword
from tests.server.support import Person, Server, invite, problem, serving, serving_on

GOLDEN = Path(__file__).parents[1] / "golden"
BOTH_MINE = {"allied": {"kind": "human"}, "german": {"kind": "human"}}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_on(request.param, request, tmp_path_factory) as running:
        yield running


def play_on(person: Person, game: str, orders: int, seed: int = 1) -> model.View:
    """Play a hot-seat game for some orders."""
    random = Random(seed)
    seat = person.info(game).asked
    view = person.view(game, seat)
    for _ in range(orders):
        view = person.play(game, view, random)
        assert view.decision is not None
        if view.decision.seat != seat:
            seat = view.decision.seat
            view = person.view(game, seat)
    return view


def test_an_order_is_stored_with_its_chance_and_a_stale_one_is_told_what_is_asked_now(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_MINE).id
    view = play_on(anna, game, 30)
    assert view.number == 30
    found = server.worker.storage.load(game)
    assert found is not None
    stored, rows = found
    assert stored.game.length == 30 == len(rows) and any(row.chance for row in rows)
    assert view.decision is not None
    late = problem(anna.order(game, view.seat, 29, view.decision.orders[0].order))
    assert late.error == "stale" and late.number == 30
    other = "german" if view.seat == "allied" else "allied"
    assert problem(anna.order(game, other, 30, view.decision.orders[0].order)).text.startswith(f"{view.seat} decides")
    refused = anna.order(game, view.seat, 30, "at 9999")
    assert refused.status_code == 422 and problem(refused).error in ("refused", "bad input")
    assert anna.info(game).number == 30


def test_of_many_orders_for_the_same_decision_exactly_one_wins(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_MINE).id
    cookie = dict(anna.http.cookies)
    people = [server.person() for _ in range(8)]
    for person in people:
        person.http.cookies.update(cookie)
    for number in range(4):
        view = anna.view(game, "german")
        assert view.decision is not None
        choices = [choice.order for choice in view.decision.orders]

        def give(place: int, number: int = number, choices: list[str] = choices) -> int:
            return people[place].order(game, "german", number, choices[place % len(choices)]).status_code

        with ThreadPoolExecutor(len(people)) as threads:
            codes = sorted(threads.map(give, range(len(people))))
        assert codes == [200] + [409] * (len(people) - 1)
        assert anna.info(game).number == number + 1


def test_two_workers_never_fork_a_game_and_each_catches_up_with_the_other(database_url: str) -> None:
    """Two processes' worth of memory on one database: what one does, the other knows or refuses."""
    with serving(database_url) as first, serving(database_url) as second:
        anna = first.person()
        bert = second.person()
        game = anna.create(seats=BOTH_MINE).id
        bert.http.cookies.update(dict(anna.http.cookies))
        random = Random(5)
        for number in range(12):
            person, other = (anna, bert) if number % 2 else (bert, anna)
            view = person.view(game, "german")
            if view.decision is None or view.decision.seat != "german":
                view = person.view(game, "allied")
            assert view.number == number and view.decision is not None
            order = random.choice(view.decision.orders).order
            assert person.order(game, view.seat, number, order).status_code == 200
            late = other.order(game, view.seat, number, order)
            assert late.status_code == 409 and problem(late).number == number + 1
        with first.registry.open(game) as session:
            old = session.stored
        bert.play(game, play_on(bert, game, 0))
        with pytest.raises(Conflict):
            first.worker.storage.change(old, old)
        assert anna.info(game).number == 13
        with first.registry.open(game) as here, second.registry.open(game) as there:
            assert here.game.hash() == there.game.hash()


def test_one_answer_has_all_that_a_board_shows(server: Server) -> None:
    anna = server.person()
    game = anna.create(seats=BOTH_MINE).id
    view = play_on(anna, game, 30)
    for seat in ("allied", "german", "spectator"):
        for after in (-1, 20, 30):
            shown = wire.Screen.model_validate_json(anna.get(f"/games/{game}/screen", seat=seat, after=after).text)
            assert (shown.info, shown.view, shown.after) == (anna.info(game), anna.view(game, seat), after)
            log = anna.get(f"/games/{game}/log", seat=seat, after=after).text
            assert shown.log == wire.Log.model_validate_json(log).entries
    assert view.decision is not None
    given = anna.order(game, view.seat, view.number, view.decision.orders[0].order)
    assert given.json() == anna.get(f"/games/{game}/screen", seat=view.seat, after=30).json()
    assert all(entry.number == 31 for entry in wire.Screen.model_validate_json(given.text).log)


def test_who_puts_an_attack_together_is_shown_its_odds_at_once_and_nobody_else_is(server: Server) -> None:
    anna, random, met = server.person(), Random(4), 0
    game = anna.create("sword", seats=BOTH_MINE).id
    view = play_on(anna, game, 84)
    while met < 5:
        assert view.decision is not None
        screens = {
            seat: wire.Screen.model_validate_json(anna.get(f"/games/{game}/screen", seat=seat).text)
            for seat in ("allied", "german", "spectator")
        }
        shown = screens.pop(view.seat).prospect
        assert not any(other.prospect for other in screens.values())
        rated = [choice for choice in view.decision.orders if choice.odds]
        rated.sort(key=lambda choice: choice.unit is not None or choice.hex is not None)  # as it stands
        assert (shown.order if shown else "") == (rated[0].order if rated else "")
        if shown is not None:
            met += 1
            told = anna.get(f"/games/{game}/odds", seat=view.seat, order=shown.order).text
            assert shown.odds == model.Odds.model_validate_json(told)
        anna.play(game, view, random)
        view = anna.view(game, anna.info(game).asked)


def test_all_choices_that_lead_to_chance_are_compared_in_one_answer(server: Server) -> None:
    anna, bert, random, met = server.person(), server.person(), Random(4), set[str]()
    game = anna.create("sword", seats=BOTH_MINE).id
    view = play_on(anna, game, 84)
    while not met >= {"attack", "with"}:
        assert view.decision is not None
        told = {
            seat: wire.Prospects.model_validate_json(anna.get(f"/games/{game}/prospects", seat=seat).text)
            for seat in ("allied", "german")
        }
        mine = told.pop(view.seat)
        assert not any(other.prospects for other in told.values())
        assert mine.number == view.number
        rated = [choice for choice in view.decision.orders if choice.odds or choice.reach]
        assert [one.order for one in mine.prospects] == [choice.order for choice in rated]
        for one in mine.prospects[:1]:
            alone = anna.get(f"/games/{game}/odds", seat=view.seat, order=one.order).text
            assert one.odds == model.Odds.model_validate_json(alone)
        met |= {choice.verb for choice in rated}
        anna.play(game, view, random)
        view = anna.view(game, anna.info(game).asked)
    assert bert.get(f"/games/{game}/prospects", seat=view.seat).status_code == 404


def test_a_board_is_shown_to_nobody_else(server: Server) -> None:
    anna, bert = server.person(), server.person()
    info = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
    assert problem(bert.get(f"/games/{info.id}/screen", seat="spectator")).error == "not found"
    bert.post("/join", {"token": info.spectator_link})
    assert bert.get(f"/games/{info.id}/screen", seat="spectator").status_code == 200
    for person in (anna, bert):
        assert problem(person.get(f"/games/{info.id}/screen", seat="german")).error == "not your seat"


def test_the_log_says_in_which_turn_and_phase_things_happened(server: Server) -> None:
    anna = server.person()
    game = anna.create("utah", seats=BOTH_MINE).id
    seen: dict[int, tuple[str, str]] = {}
    random, seat = Random(8), anna.info(game).asked
    view = anna.view(game, seat)
    while not view.turn.startswith("Turn 2 "):
        seen[view.number] = view.turn, view.phase
        assert view.decision is not None
        quick = [choice for choice in view.decision.orders if " " not in choice.order]
        chosen = random.choice(quick or view.decision.orders)
        view = wire.Screen.model_validate_json(anna.order(game, seat, view.number, chosen.order).text).view
        assert view.decision is not None
        seat = view.decision.seat
        view = anna.view(game, seat)
    server.registry.forget(game)
    entries = wire.Log.model_validate_json(anna.get(f"/games/{game}/log", seat="spectator").text).entries
    turns = [entry for entry in entries if entry.kind == "turn_begins"]
    assert [entry.turn[:6] for entry in turns] == ["Turn 1", "Turn 2"]
    first = turns[0].number
    for entry in entries:
        if entry.number not in (0, first, view.number):
            then = entry.turn, entry.phase
            unasked = then not in seen.values() or entry.kind.startswith("no_")  # a phase in which nothing was asked
            assert then == seen[entry.number - 1] or unasked
    assert {entry.phase for entry in entries if entry.number > first} >= {"Movement Phase"}
    later = next(entry for entry in entries if entry.number > first)
    assert later in anna.view(game, "spectator", number=later.number).since and later.turn == turns[0].turn
    back = anna.post(f"/games/{game}/takeback", {"seat": "allied", "to": first})
    assert back.status_code == 200
    again = wire.Log.model_validate_json(anna.get(f"/games/{game}/log", seat="spectator").text).entries
    assert again == [entry for entry in entries if entry.number <= first]


def test_what_an_order_leads_to_is_told_in_the_phase_or_round_in_which_it_happens(server: Server) -> None:
    anna = server.person()
    text = (GOLDEN / "dark_summer.bocage").read_text()
    game = wire.GameInfo.model_validate_json(anna.post("/records", {"text": text}).text).id
    entries = wire.Log.model_validate_json(anna.get(f"/games/{game}/log", seat="spectator").text).entries
    rounds = [entry for entry in entries if entry.kind == "round_begins"]
    assert len(rounds) > 10
    for entry in rounds:  # and not in the Action Phase, in which the chit was chosen
        assert entry.phase.endswith(("Round", "Offensive")) and entry.phase.split()[0] in entry.text
    phases = {entry.phase for entry in entries if entry.kind == "weather"}
    assert phases == {"Weather Phase"}


def test_an_order_can_be_undone_until_something_is_revealed(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert)
    assert bert.view(game, "german").undo_reason == "nothing has been ordered yet"
    before = bert.view(game, "german")
    after = bert.play(game, before)
    assert after.can_undo
    assert (
        problem(anna.post(f"/games/{game}/undo", {"seat": "allied", "number": 1})).text
        == "the last order was another player's"
    )
    assert problem(bert.post(f"/games/{game}/undo", {"seat": "german", "number": 0})).error == "stale"
    undone = bert.post(f"/games/{game}/undo", {"seat": "german", "number": 1})
    assert wire.Screen.model_validate_json(undone.text).view == before
    assert anna.info(game).number == 0
    found = server.worker.storage.load(game)
    assert found is not None and found[1] == []
    view = bert.view(game, "german")
    while view.decision is not None and view.decision.seat == "german":
        view = bert.play(game, view, Random(3))
    view = anna.view(game, "allied")
    while view.can_undo or not view.undo_reason.endswith("since"):
        assert view.decision is not None
        view = anna.play(game, view) if view.decision.seat == "allied" else pytest.fail("nothing was revealed")
    answer = anna.post(f"/games/{game}/undo", {"seat": "allied", "number": view.number})
    assert problem(answer).error == "refused" and "cannot be taken back" in problem(answer).text


def test_a_takeback_needs_the_other_players_consent_and_meets_the_same_dice_again(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert, "utah")
    people = {"allied": anna, "german": bert}
    random = Random(4)
    for _ in range(40):
        seat = anna.info(game).asked
        people[seat].play(game, people[seat].view(game, seat), random)
    found = server.worker.storage.load(game)
    assert found is not None
    rows = found[1]
    assert any(row.chance for row in rows[20:])
    assert problem(anna.post(f"/games/{game}/takeback", {"seat": "allied", "to": 40})).error == "bad input"
    asked = wire.GameInfo.model_validate_json(anna.post(f"/games/{game}/takeback", {"seat": "allied", "to": 20}).text)
    assert asked.takeback == wire.Takeback(seat="allied", to=20) and asked.number == 40
    answer = {"seat": "german", "agree": False}
    declined = wire.GameInfo.model_validate_json(bert.post(f"/games/{game}/takeback/answer", answer).text)
    assert declined.takeback is None and declined.number == 40
    assert problem(bert.post(f"/games/{game}/takeback/answer", answer)).error == "not now"
    anna.post(f"/games/{game}/takeback", {"seat": "allied", "to": 20})
    agreed = bert.post(f"/games/{game}/takeback/answer", {"seat": "german", "agree": True})
    assert wire.GameInfo.model_validate_json(agreed.text).number == 20
    for row in rows[20:]:
        assert people[row.seat].order(game, row.seat, row.number - 1, row.text).status_code == 200
    again = server.worker.storage.load(game)
    assert again is not None and again[1] == rows


def test_a_takeback_may_name_how_many_orders_and_the_consent_what_it_is_for(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert)
    for _ in range(6):
        bert.play(game, bert.view(game, "german"))
    path, answer = f"/games/{game}/takeback", f"/games/{game}/takeback/answer"
    for wanted, error in (
        ({}, "bad input"),
        ({"orders": 2, "to": 4}, "bad input"),
        ({"orders": 0}, "bad input"),
        ({"orders": 7}, "bad input"),
        ({"orders": 2, "number": 5}, "stale"),
    ):
        assert problem(bert.post(path, {"seat": "german", **wanted})).error == error
    asked = wire.GameInfo.model_validate_json(bert.post(path, {"seat": "german", "orders": 2, "number": 6}).text)
    assert asked.takeback == wire.Takeback(seat="german", to=4)
    assert bert.post(path, {"seat": "german", "to": 0}).status_code == 200, "he asks for more while she answers"
    late = problem(anna.post(answer, {"seat": "allied", "agree": True, "to": 4}))
    assert late.error == "stale" and late.text == "the question is now another: to go back to order 0"
    assert anna.info(game).number == 6
    bert.post(path, {"seat": "german", "orders": 2})
    agreed = anna.post(answer, {"seat": "allied", "agree": True, "to": 4})
    assert wire.GameInfo.model_validate_json(agreed.text).number == 4


def test_an_opponent_agrees_to_a_takeback_at_once(server: Server) -> None:
    anna = server.person()
    game = anna.create("utah").id
    view = anna.wait_for_turn(game, "allied")
    for _ in range(3):
        view = anna.play(game, view)
    answer = anna.post(f"/games/{game}/takeback", {"seat": "allied", "to": view.number - 3})
    assert wire.GameInfo.model_validate_json(answer.text).number == view.number - 3


def test_a_branch_shares_the_past_and_has_dice_of_its_own(server: Server) -> None:
    anna = server.person()
    game = anna.create("utah", seats=BOTH_MINE).id
    play_on(anna, game, 60)
    answer = anna.post(f"/games/{game}/branch", {"number": 40, "seats": BOTH_MINE})
    assert answer.status_code == 201
    info = wire.GameInfo.model_validate_json(answer.text)
    assert info.branch_of == game and info.number == 40 and info.seed_hash != anna.info(game).seed_hash
    assert problem(anna.post(f"/games/{info.id}/takeback", {"seat": "allied", "to": 39})).error == "not now"
    play_on(anna, info.id, 20)
    old, new = server.worker.storage.load(game), server.worker.storage.load(info.id)
    assert old is not None and new is not None
    assert old[1][:40] == new[1][:40] and any(row.chance for row in old[1][:40])
    server.registry.forget(info.id)
    assert anna.info(info.id).number == 60, "it replays from the database"
    with server.registry.open(info.id) as session:
        again = record.replay(record.parse(record.dump(session.game)), open_setting)
        assert again.hash() == session.game.hash() and again.given == session.game.given > 0
    assert problem(anna.post(f"/games/{game}/branch", {"number": 61})).error == "bad input"


def test_one_cannot_branch_off_a_game_that_somebody_else_still_plays(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert)
    assert problem(anna.post(f"/games/{game}/branch", {"number": 0})).error == "not now"


def test_a_record_is_opened_to_play_on_or_to_look_at(server: Server) -> None:
    anna = server.person()
    played = bocage.new("sword", seed="1944")
    random = Random(2)
    for _ in range(25):
        played.play(random.choice(played.decision.orders))
    opened = wire.GameInfo.model_validate_json(anna.post("/records", {"text": record.dump(played)}).text)
    assert opened.status == "playing" and opened.number == 25 and all(seat.mine for seat in opened.seats)
    play_on(anna, opened.id, 3)
    seedless = record.dump(played, with_seed=False)
    held = wire.GameInfo.model_validate_json(anna.post("/records", {"text": seedless}).text)
    assert held.status == "held" and "no seed" in held.held and held.role == "spectator"
    assert anna.view(held.id, "spectator", number=10).number == 10
    while not played.over:
        orders = played.decision.orders
        quick = [order for order in orders if order.verb in played.setting.vocabulary.plain]
        played.play(random.choice(quick or list(orders)))
    over = wire.GameInfo.model_validate_json(anna.post("/records", {"text": record.dump(played)}).text)
    assert over.status == "over" and over.seed == "1944" and over.outcome is not None
    assert anna.get(f"/games/{over.id}/record", seat="all").text == record.dump(played)
    whole = record.dump(played)
    for text, told in (
        ("", "line 1: a Bocage record begins with 'bocage 1'"),
        ("chess", "line 1: a Bocage record begins with 'bocage 1'"),
        (whole.replace("seed 1944", "seed 1945"), "the seed does not fit the hash promised at the start"),
        (whole.replace("\n\ngerman at", "\n\ngerman sit", 1), "line 9: "),
        ("bocage 1\x00\n", "that is not a Bocage record: it holds signs that no record has"),
    ):
        refused = problem(anna.post("/records", {"text": text}))
        assert refused.error == "bad input" and refused.text.startswith(told)


def test_the_folio_refuses_by_its_own_numbers(server: Server) -> None:
    anna = server.person()
    game = anna.create("on_to_caen", seats=BOTH_MINE).id
    view = anna.view(game, "german")
    assert view.decision is not None and view.decision.rule == "11.0"
    refusal = model.Refusal.model_validate_json(anna.get(f"/games/{game}/why", seat="german", order="at 1017").text)
    assert refusal.rule == problem(anna.order(game, "german", view.number, "at 1017")).rule == "10.1-02"
    anna.order(game, "german", view.number, view.decision.orders[0].order)
    assert anna.view(game, "german").since[-1].rule == "11.0-01"


def test_why_and_odds_answer_the_seat_that_is_asked_and_no_other(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert)
    ask = {"seat": "german", "order": "at 0101"}
    refusal = model.Refusal.model_validate_json(bert.get(f"/games/{game}/why", **ask).text)
    assert refusal.rule and refusal.text
    view = bert.view(game, "german")
    assert view.decision is not None
    assert bert.get(f"/games/{game}/why", seat="german", order=view.decision.orders[0].order).text == "null"
    told = model.Refusal.model_validate_json(anna.get(f"/games/{game}/why", seat="allied", order="at 0101").text)
    assert told == model.Refusal(rule="", text="german decides now, not allied")
    assert problem(anna.get(f"/games/{game}/why", **ask)).error == "not your seat"
    assert anna.get(f"/games/{game}/odds", seat="allied", order="pass").text == "null"


def test_a_game_whose_rules_have_changed_is_upgraded_or_held(server: Server) -> None:
    anna = server.person()
    same, other = (anna.create("utah", seats=BOTH_MINE).id for _ in range(2))
    for game, change in ((same, {"rules_version": "0"}), (other, {"rules_version": "0", "state_hash": "different"})):
        play_on(anna, game, 12)
        with server.registry.open(game) as session:
            server.worker.storage.change(
                session.stored,
                replace(session.stored, game=replace(session.stored.game, **change)),  # type: ignore[arg-type]
            )
        server.registry.forget(game)
    upgraded, held = anna.info(same), anna.info(other)
    assert upgraded.status == "playing" and upgraded.rules_version == RULES_VERSION
    assert held.status == "held" and "another position" in held.held and held.rules_version == "0"
    assert problem(anna.order(other, held.asked, 12, "pass")).text == held.held
    assert anna.view(other, "allied").number == 12 and anna.view(other, "german", number=4).number == 4
    with server.registry.open(other) as session:
        orders = [played.order for played in session.game.history]
    for seat in ("allied", "spectator"):
        kept = anna.get(f"/games/{other}/record", seat=seat)
        assert kept.status_code == 200 and f"seen-by {seat}" in kept.text and str(orders[-1]) in kept.text
    assert "would be different" in lists(anna)[other].held, "and the list of my games says why"


@pytest.mark.parametrize("first", [False, True], ids=["present fingerprint", "first fingerprint"])
@pytest.mark.parametrize("scenario", ["utah", "omaha_beach/easy_fox"])
def test_a_game_that_waits_at_a_question_in_other_words_goes_on(
    server: Server, monkeypatch: pytest.MonkeyPatch, scenario: str, first: bool
) -> None:
    anna = server.person()
    game = anna.create(scenario, seats=BOTH_MINE if scenario == "utah" else {"1st": {"kind": "human"}}).id
    asked = play_on(anna, game, 12).decision
    if first:
        with server.registry.open(game) as session:
            told = replace(session.stored.game, state_hash=first_hash(session.game.state))
            server.worker.storage.change(session.stored, replace(session.stored, game=told))
    server.registry.forget(game)
    reword(monkeypatch)
    info = anna.info(game)
    assert (info.status, info.held, info.number) == ("playing", "", 12)
    again = anna.view(game, info.asked).decision
    assert asked is not None and again is not None and again.prompt == REWORDED + asked.prompt
    assert play_on(anna, game, 1).number == 13
    found = server.worker.storage.load(game)
    assert found is not None and try_replay(*found).difference == ""


def lists(person: Person) -> dict[str, wire.GameInfo]:
    return {info.id: info for info in wire.GameList.model_validate_json(person.get("/games").text).games}


def test_a_game_that_the_rules_play_differently_from_an_order_on_is_shown_up_to_there(server: Server) -> None:
    anna = server.person()
    game = anna.create("utah", seats=BOTH_MINE).id
    play_on(anna, game, 30)
    with server.worker.storage.engine.begin() as connection:
        orders = schema.orders
        connection.execute(update(orders).where(orders.c.game_id == game, orders.c.number == 21).values(text="at 0101"))
    server.registry.forget(game)
    held = anna.info(game)
    assert held.status == "held" and held.held.endswith("order 21 is not legal any more")
    assert anna.view(game, "spectator").number == 20
    kept = anna.get(f"/games/{game}/record", seat="allied").text
    assert kept.count("\n") == 30 + 8, "and nothing of its record is lost"


def test_a_name_with_an_apostrophe_can_be_sent() -> None:
    orders = [ZONE[number] for number in range(len(ZONE_IDS))]
    assert any("'" in order.text for order in orders)
    for order in orders:
        assert wire.GiveOrder(seat="us", number=1, order=order.text).order == order.text
