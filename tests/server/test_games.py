"""Games over HTTP: made, joined, played to the end, looked at, and kept from others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

import bocage
from bocage.games import GAMES, manifests, open_setting
from bocage.kernel import record
from bocage.server import wire
from bocage.table import model
from tests.golden.recorded import FOLDER
from tests.server.support import PATIENCE, Person, Server, invite, problem, serving_on


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_on(request.param, request, tmp_path_factory) as running:
        yield running


def finish(game: str, people: dict[str, Person], seed: int = 1) -> model.View:
    """Play a game to its end in a hurry."""
    random = Random(seed)
    info = next(iter(people.values())).info(game)
    seat = info.asked
    view = people[seat].view(game, seat)
    while view.outcome is None:
        assert view.decision is not None
        choices = view.decision.orders
        quick = [choice for choice in choices if choice.unit is None and choice.hex is None and " " not in choice.order]
        chosen = random.choice(quick or choices)
        answer = people[seat].order(game, seat, view.number, chosen.order)
        assert answer.status_code == 200, answer.text
        played = wire.Screen.model_validate_json(answer.text)
        view = played.view
        if played.info.asked not in ("", seat):
            seat = played.info.asked
            view = people[seat].view(game, seat)
    return view


def turn_by_turn(person: Person, game: str) -> list[model.TurnReport]:
    """Every turn of a game that is over, asked for by the order at which it began."""

    def report(**which: int) -> model.TurnReport:
        answer = person.get(f"/games/{game}/turn", seat="all", **which)
        assert answer.status_code == 200, answer.text
        return model.TurnReport.model_validate_json(answer.text)

    last = report(number=person.info(game).number)
    found = [report(number=began) for began, _ in last.turns]
    assert found[-1] == last
    assert [one.first for one in found[1:]] == [one.last for one in found[:-1]], "they follow each other"
    return found


def test_two_people_play_a_game_to_its_end_and_the_record_proves_it(server: Server) -> None:
    anna, bert = server.person(), server.person()
    game = invite(anna, bert, "utah")
    before = anna.info(game)
    assert before.seed is None and before.seed_hash and before.status == "playing"
    end = finish(game, {"allied": anna, "german": bert})
    after = anna.info(game)
    assert after.status == "over" and after.outcome == end.outcome and after.asked == "" and not after.my_turn
    assert after.seed is not None and after.seed_hash == before.seed_hash
    text_of_record = bert.get(f"/games/{game}/record", seat="german").text
    replayed = record.replay(record.parse(text_of_record), open_setting)
    assert replayed.over and replayed.seed == after.seed and replayed.length == after.number
    everything = bert.view(game, "all", number=5)
    assert everything.number == 5
    assert bert.view(game, "allied").outcome == end.outcome, "any point of view is allowed when the game is over"
    reports = turn_by_turn(bert, game)
    told = bert.get(f"/games/{game}/log", seat="all").json()["entries"]
    assert sum(side.moves for report in reports for side in report.sides) == sum(e["kind"] == "moved" for e in told)
    curves = model.Summary.model_validate_json(bert.get(f"/games/{game}/summary", seat="all").text)
    assert curves.turns and curves.curves
    assert problem(anna.order(game, "allied", after.number, "pass")).text == "the game is over"
    look_at_a_finished_game(server.person(), game, text_of_record)


def look_at_a_finished_game(stranger: Person, game: str, text_of_record: str) -> None:
    """Its address can be shared: anybody may look, and branch off, but not sit down, speak or listen."""
    info = stranger.info(game)
    assert info.role == "spectator" and not any(seat.mine or seat.invitation for seat in info.seats)
    for path in (
        "/board",
        "/view?seat=all",
        "/view?seat=german&number=3",
        "/log?seat=all",
        "/summary?seat=spectator",
        "/turn?seat=all",
    ):
        assert stranger.get(f"/games/{game}{path}").status_code == 200
    assert stranger.get(f"/games/{game}/record", seat="spectator").text == text_of_record
    assert problem(stranger.get(f"/games/{game}/chat")).error == "not found"
    assert problem(stranger.post(f"/games/{game}/chat", {"text": "hello"})).error == "not found"
    assert problem(stranger.post(f"/games/{game}/spectators", None)).error == "not found"
    assert problem(stranger.put(f"/games/{game}/seats/german", {"kind": "human"})).error == "not found"
    assert problem(stranger.order(game, "german", 0, "pass")).error == "not your seat"
    with stranger.live(game) as socket, pytest.raises(ConnectionClosed):
        socket.recv(PATIENCE)
    assert lists(stranger) == []
    branch = stranger.post(f"/games/{game}/branch", {"number": 3})
    assert wire.GameInfo.model_validate_json(branch.text).branch_of == game


def test_a_game_is_known_to_its_players_alone(server: Server) -> None:
    anna, bert, eve = server.person(), server.person(), server.person()
    game = invite(anna, bert)
    for path in ("", "/board", "/chat", "/view?seat=spectator", "/log?seat=allied", "/record?seat=spectator"):
        assert problem(eve.get(f"/games/{game}{path}")).error == "not found"
        assert eve.get(f"/games/{game}{path}").text == eve.get(f"/games/aaaaaaaaaaaaaa{path}").text
    assert problem(eve.order(game, "german", 0, "pass")).error == "not found"
    assert problem(anna.get(f"/games/{game}/view", seat="german")).error == "not your seat"
    assert problem(anna.order(game, "german", 0, "pass")).error == "not your seat"
    assert problem(anna.get(f"/games/{game}/view", seat="all")).error == "not now"
    assert problem(anna.get(f"/games/{game}/view", seat="french")).error == "bad input"
    assert [info.id for info in lists(anna)] == [game] and lists(eve) == []


def lists(person: Person) -> list[wire.GameInfo]:
    return wire.GameList.model_validate_json(person.get("/games").text).games


def test_my_games_tell_whose_turn_it_is_and_those_that_wait_for_me_come_first(server: Server) -> None:
    anna, bert = server.person(), server.person()
    waiting = invite(bert, anna)
    invite(anna, bert)
    games = lists(anna)
    assert games[0].id == waiting and games[0].my_turn and not games[1].my_turn
    assert all(not info.guide for info in games)


def test_an_invitation_is_a_secret_that_is_told_once_and_stored_hashed(server: Server) -> None:
    anna, bert, carl = server.person(), server.person(), server.person()
    seats = {"allied": {"kind": "human"}, "german": {"kind": "invitation"}}
    info = anna.create(seats=seats, name="Anna")
    token = info.seats[1].invitation
    assert token is not None and len(token) >= 22 and info.spectator_link is not None
    assert token not in anna.get(f"/games/{info.id}").text and token not in anna.get("/games").text
    assert problem(bert.post("/join", {"token": "x" * 22})).error == "not found"
    assert bert.post("/join", {"token": token, "name": "Bert"}).status_code == 200
    assert problem(carl.post("/join", {"token": token})).error == "taken"
    again = wire.GameInfo.model_validate_json(bert.post("/join", {"token": token}).text)
    assert again.role == "player" and [seat.mine for seat in again.seats] == [False, True]
    assert [seat.name for seat in again.seats] == ["Anna", "Bert"] and again.my_turn
    stored = dump(server)
    cookies = [dict(person.http.cookies)["bocage"] for person in (anna, bert)]
    for secret in (token, info.spectator_link, *cookies):
        assert secret not in stored


def dump(server: Server) -> str:
    """All that the database holds, but for the seeds that it must keep."""
    with server.worker.storage.engine.connect() as connection:
        tables = ("games", "seats", "watchers", "orders", "reseedings", "chat")
        return repr([[tuple(row) for row in connection.execute(text(f"SELECT * FROM {table}"))] for table in tables])


def test_a_fresh_invitation_replaces_one_that_nobody_has_used(server: Server) -> None:
    anna, bert, carl = server.person(), server.person(), server.person()
    info = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}})
    old = info.seats[1].invitation
    answer = anna.put(f"/games/{info.id}/seats/german", {"kind": "invitation"})
    new = wire.GameInfo.model_validate_json(answer.text).seats[1].invitation
    assert new is not None and new != old
    assert problem(bert.post("/join", {"token": old})).error == "not found"
    assert bert.post("/join", {"token": new}).status_code == 200
    assert problem(anna.put(f"/games/{info.id}/seats/german", {"kind": "bot"})).error == "not your seat"
    assert problem(carl.put(f"/games/{info.id}/seats/german", {"kind": "bot"})).error == "not found"


def test_a_link_tells_what_it_leads_to_before_it_is_followed(server: Server) -> None:
    anna, bert, carl = server.person(), server.person(), server.person()
    info = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "invitation"}}, name="Anna")
    token = info.seats[1].invitation
    title = "Sword: the fight for Caen"
    offered = wire.Invitation(
        scenario="fire_movement/sword", title=title, seat="german", seat_title="Germans", by="Anna"
    )
    answer = bert.post("/invitation", {"token": token})
    assert wire.Invitation.model_validate_json(answer.text) == offered
    assert info.id not in answer.text and lists(bert) == [], "to ask is not to join"
    looked = wire.Invitation.model_validate_json(bert.post("/invitation", {"token": info.spectator_link}).text)
    assert looked == offered.model_copy(update={"seat": "spectator", "seat_title": ""})
    assert problem(bert.post("/invitation", {"token": "x" * 22})).error == "not found"
    bert.post("/join", {"token": token, "name": "Bert"})
    assert bert.post("/invitation", {"token": token}).status_code == 200
    assert problem(carl.post("/invitation", {"token": token})).error == "taken"


def test_a_player_gets_a_fresh_link_for_onlookers_and_the_old_one_leads_nowhere(server: Server) -> None:
    anna, otto, eve = server.person(), server.person(), server.person()
    info = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "human"}})
    assert otto.post("/join", {"token": info.spectator_link}).status_code == 200
    fresh = wire.GameInfo.model_validate_json(anna.post(f"/games/{info.id}/spectators", None).text).spectator_link
    assert fresh is not None and fresh != info.spectator_link
    assert problem(eve.post("/join", {"token": info.spectator_link})).error == "not found"
    assert problem(eve.post(f"/games/{info.id}/spectators", None)).error == "not found"
    assert problem(otto.post(f"/games/{info.id}/spectators", None)).error == "not your seat"
    assert otto.view(info.id, "spectator").number == 0, "who looks on already may stay"
    server.registry.forget(info.id)
    joined = wire.GameInfo.model_validate_json(eve.post("/join", {"token": fresh}).text)
    assert joined.role == "spectator" and joined.spectator_link is None


def test_a_spectator_looks_on_and_cannot_play(server: Server) -> None:
    anna, bert, otto = server.person(), server.person(), server.person()
    info = anna.create(seats={"allied": {"kind": "human"}, "german": {"kind": "human"}})
    assert problem(otto.get(f"/games/{info.id}")).error == "not found"
    joined = wire.GameInfo.model_validate_json(otto.post("/join", {"token": info.spectator_link}).text)
    assert joined.role == "spectator" and joined.id == info.id
    view = otto.view(info.id, "spectator")
    assert view.decision is not None and view.decision.orders == []
    assert problem(otto.order(info.id, "spectator", 0, "pass")).error == "not your seat"
    assert problem(otto.get(f"/games/{info.id}/view", seat="german")).error == "not your seat"
    assert problem(otto.put(f"/games/{info.id}/seats/german", {"kind": "bot"})).error == "not your seat"
    assert [game.id for game in lists(otto)] == [info.id] and lists(bert) == []


def test_the_catalogue_the_maps_and_the_rules_can_be_read_by_anyone(server: Server) -> None:
    anna = server.person()
    catalogue = wire.Catalogue.model_validate_json(anna.get("/catalogue").text)
    assert {card.game for card in catalogue.scenarios} == set(manifests())
    bots = {bot.name: f"{bot.title}: {bot.text}" for bot in catalogue.bots}
    assert bots["random"] == "Random: gives any legal order" and catalogue.default_bot in bots
    (card,) = [card for card in catalogue.scenarios if card.name == "omaha_beach/first_waves"]
    players = next(option for option in card.options if option.name == "players")
    assert [(choice.name, choice.title) for choice in players.choices] == [
        ("one", "One player"),
        ("two", "One for each"),
    ]
    assert players.invited == "two", "whoever invites an ally has asked for two players"
    guided = [card.name.partition("/")[0] for card in catalogue.scenarios if card.guided]
    assert guided == list(GAMES), "every game has one guided first game"
    assert all(card.picture.startswith("/") for card in catalogue.scenarios)
    drawing = "/api/maps/fire_movement.svg?scenario=sword"
    picture = anna.ask("GET", drawing)
    assert picture.headers["content-type"].startswith("image/svg") and picture.text.startswith("<")
    again = anna.http.get(drawing, headers={"If-None-Match": picture.headers["etag"]})
    assert again.status_code == 304 and again.text == ""
    rules = wire.Rulebook.model_validate_json(anna.get("/rules/fire_movement/quad").text)
    assert any(rule.id == "8.3-08" for section in rules.sections for rule in section.rules)
    folio = wire.Rulebook.model_validate_json(anna.get("/rules/fire_movement/folio").text)
    read = {rule.id: rule.text for section in folio.sections for rule in section.rules}
    assert "seven hexes" in read["11.2.1-01"] and read["8.3-08"] and "Gold Beach" in read["Quad 11.4-05"]
    for missing in ("/maps/chess.svg", "/maps/fire_movement.svg?scenario=x", "/rules/fire_movement/tenth", "/nothing"):
        assert problem(anna.get(missing)).error == "not found"


def test_the_guided_game_has_its_guide_and_its_opponent(server: Server) -> None:
    anna = server.person()
    info = anna.create("on_to_caen", guided=True)
    assert info.guide is not None and info.guide.steps
    assert [seat.kind for seat in info.seats if seat.seat != info.guide.seat] == ["bot"]
    assert problem(anna.post("/games", {"scenario": "utah", "guided": True})).error == "bad input"


def test_chat_reaches_all_at_the_table_and_nobody_else(server: Server) -> None:
    anna, bert, eve = server.person(), server.person(), server.person()
    game = invite(anna, bert, name="Anna")
    said = anna.post(f"/games/{game}/chat", {"text": "  Good luck, <b>Bert</b>!  "})
    assert said.status_code == 201
    lines = wire.Chat.model_validate_json(bert.get(f"/games/{game}/chat").text).lines
    assert [(line.name, line.seat, line.text) for line in lines] == [("Anna", "allied", "Good luck, <b>Bert</b>!")]
    assert problem(eve.post(f"/games/{game}/chat", {"text": "hello"})).error == "not found"
    assert problem(bert.post(f"/games/{game}/chat", {"text": "   "})).error == "bad input"


def test_the_page_is_given_for_every_address_but_those_of_the_api(server: Server) -> None:
    anna = server.person()
    page = anna.ask("GET", "/game/abc")
    assert "make setup" in page.text, "there is no built client here"
    assert anna.ask("GET", "/healthz").json()["status"] == "ok"
    assert problem(anna.ask("GET", "/api/unknown")).error == "not found"


def test_the_state_of_victory_has_its_trend_since_the_last_turn_began(server: Server) -> None:
    anna = server.person()
    played = (FOLDER / "easy_fox.bocage").read_text()
    game = wire.GameInfo.model_validate_json(anna.post("/records", {"text": played}).text).id
    turns = model.Summary.model_validate_json(anna.get(f"/games/{game}/summary", seat="spectator").text).turns
    now, then = anna.view(game, "spectator"), anna.view(game, "spectator", number=turns[-2][0])
    (lost, before) = (next(one for one in view.victory if one.side == "germans") for view in (now, then))
    assert lost.score is not None and before.score is not None
    assert lost.trend == lost.score - before.score and before.trend is None
    began = [anna.view(game, "spectator", number=number).victory for number, _ in turns[-8:]]
    scores = [next(one.score for one in victory if one.side == "germans") for victory in began]
    assert lost.course == [*scores, lost.score] and len(set(lost.course)) > 1


def test_a_turn_in_which_nothing_happened_yet_is_not_the_first_to_be_told(server: Server) -> None:
    """The record of Sword, cut where its second turn begins: the summary tells of the first."""
    person = server.person()
    over = person.post("/records", {"text": (FOLDER / "sword_greedy.bocage").read_text()}).json()["id"]
    begun = [number for number, _ in turns_of(person, over)]
    seats = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
    branch = person.post(f"/games/{over}/branch", {"number": begun[1], "seats": seats}).json()["id"]
    report = model.TurnReport.model_validate_json(person.get(f"/games/{branch}/turn", seat="allied").text)
    assert [number for number, _ in report.turns] == begun[:2]
    assert (report.first, report.last) == tuple(begun[:2])
    assert any(side.moves for side in report.sides)


def test_a_turn_that_passes_without_a_decision_is_told_too(server: Server) -> None:
    """All tanks of Easy Fox are lost before the first order: turn 1 is over when the first is given."""
    played = bocage.new("omaha_beach/easy_fox", seed=12)
    lost = [event for event in played.opening_events if event.kind == "eliminated"]
    assert lost
    person = server.person()
    game = person.post("/records", {"text": record.dump(played)}).json()["id"]
    answer = person.get(f"/games/{game}/turn", seat="spectator", number=0)
    report = model.TurnReport.model_validate_json(answer.text)
    assert len(report.turns) == 1
    assert re.fullmatch(r"Turn 1 of 16 .*; Turn 2 of 16 .*", report.turn)
    assert sum(side.units for side in report.sides) >= len(lost)
    assert report.fights[0].title.endswith(" fires") and report.fights[0].turn.startswith("Turn 1 ")
    assert any(" is eliminated: by its landing check" in told for told in report.also)


def test_a_turn_is_told_beside_history_which_remembers_when_places_fell(server: Server) -> None:
    """The recorded race for Cherbourg: Périers falls on the first turn, long before its day."""
    person = server.person()
    game = person.post("/records", {"text": (FOLDER / "race_to_cherbourg.bocage").read_text()}).json()["id"]
    first, second, *_ = turn_by_turn(person, game)
    assert "Périers falls: 45 days ahead." in first.history
    assert "Périers: 45 days ahead." in second.history and "Lessay falls: 38 days ahead." in second.history
    now = person.info(game).number
    assert "Périers: 45 days ahead." in person.view(game, "spectator", number=now).history
    layer = model.Overlay.model_validate_json(
        person.get(f"/games/{game}/overlay", seat="spectator", kind="history").text
    )
    assert layer.notes == person.view(game, "spectator").history


def turns_of(person: Person, game: str) -> list[tuple[int, str]]:
    return model.TurnReport.model_validate_json(person.get(f"/games/{game}/turn", seat="all").text).turns
